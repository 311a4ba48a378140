"""Views by what is unusual about them: cards, rights, routes, answers, inputs, bare."""
