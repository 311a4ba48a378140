#!/usr/bin/env python
"""Words on a command line -> a Django command."""

from __future__ import annotations

import os
import sys


def main() -> None:
    if sys.argv[1:2] == ["mcp_stdio"]:
        # Standard input and output carry protocol only, so they are taken away before anything else is imported.
        from mcpbridge.serve.streams import claim

        claim()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    # Imported here, not above, because this import brings Django with it.
    from project.startup import run

    sys.exit(run(sys.argv))


if __name__ == "__main__":
    main()
