"""A catalog -> what a server tells a client about itself, at most 600 characters.

Standard library only. Says what no single tool says: names, dates, errors, pages and what `applied` means.
"""

from __future__ import annotations

from mcpbridge.tools import Catalog

MOST = 600


def of(catalog: Catalog) -> str:
    """Sentences in English about the tools that this catalog really has."""
    said = []
    if catalog.references:
        me = ' ("me" is you)' if any(item.me for item in catalog.references.values()) else ""
        said.append(f"Where a row is asked for, give its id or its name{me}; choices take code or label.")
    said.append('Dates are ISO 8601: "2026-06-01" or "2026-06-01T09:00"; without an offset the API\'s own zone counts.')
    said.append("Errors name every mistake at once and what would have worked: mend all, then call again.")
    if any(tool.operation.action == "list" for tool in catalog.tools.values()):
        said.append("A list's `next` holds the arguments of its next page.")
    if any(not tool.safety.read_only for tool in catalog.tools.values()):
        said.append("After a write, `applied` shows what was given and what is stored. Omit what should stay.")
        said.append("null clears.")
    return " ".join(said)[:MOST]
