"""Where the calls go -> the checks, in the order in which one fault explains the next."""

from __future__ import annotations

from mcpbridge.doctor import end_to_end, offered, people, remote, software, stores, tool_catalog
from mcpbridge.doctor.findings import Check

_SOFTWARE = (
    Check("versions", software.versions),
    Check("system checks", software.system_checks),
)
_CATALOG = (
    Check("catalog file", tool_catalog.file),
    Check("catalog and code", tool_catalog.in_step, needs=("catalog file",)),
    Check("catalog rules", tool_catalog.rules, needs=("catalog file",)),
    Check("health operation", tool_catalog.health, needs=("catalog file",)),
    Check("documents", offered.documents),
)
_CALL = "call end to end"

IN_PROCESS = (
    *_SOFTWARE,
    Check("database", stores.database),
    Check("migrations", stores.migrations, needs=("database",)),
    Check("cache", stores.cache),
    *_CATALOG,
    Check("HTTP endpoint", offered.endpoint),
    Check("tokens", people.tokens, needs=("migrations",)),
    Check("caller", people.caller, needs=("migrations",)),
    Check(_CALL, end_to_end.call, needs=("catalog file", "caller")),
)

# Nothing here opens a database; nor does the cache matter, which such calls never see and a database may hold.
AT_BASE_URL = (
    *_SOFTWARE,
    *_CATALOG,
    Check("base URL", remote.base_url),
    Check("API", remote.api, needs=("catalog file", "base URL")),
    Check("same catalog", remote.same_catalog, needs=("API",)),
    Check("token", remote.token),
    Check("encryption", remote.encryption, needs=("base URL",)),
    Check(_CALL, end_to_end.call, needs=("same catalog", "token")),
)
