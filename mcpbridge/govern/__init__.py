"""Who may, and what happened: identity and policy of the people whom agents act for."""
