"""The commands that an agent may have run on a developer's machine -> MCPBRIDGE["COMMANDS"] (docs/commands.md)."""

from __future__ import annotations

from typing import Any

# Whatever says which project is checked. SECRET_KEY is not needed with DEBUG on, where alone commands run.
SETTINGS = (
    "DJANGO_SETTINGS_MODULE", "DEBUG", "DATABASE_URL", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "TIME_ZONE",
    "LANGUAGE_CODE", "LOG_LEVEL", "BEHIND_TLS_PROXY", "SECURE_SSL_REDIRECT", "SECURE_COOKIES", "SECURE_HSTS_SECONDS",
    "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD", "MCP_HTTP_LEVELS", "MCP_ORIGINS",
)  # fmt: skip


def _manage(*words: str, **more: Any) -> dict[str, Any]:
    return {"argv": ("{python}", "manage.py", *words), "level": "read", "seconds": 120, "passed": SETTINGS, **more}


def _git(*words: str, **more: Any) -> dict[str, Any]:
    return {"argv": ("git", *words), "level": "read", "seconds": 30, **more}


COMMANDS: dict[str, dict[str, Any]] = {
    "check": _manage(
        "check",
        title="Check the project",
        description="Runs Django's system checks on the project. Use it after a change of models, settings or URLs. "
        "Takes no arguments; the output names every fault with its mend.",
    ),
    "check_deploy": _manage(
        "check",
        "--deploy",
        title="Check the settings for production",
        description="Runs Django's checks for production on this machine's settings. With DEBUG on it always warns of "
        "DEBUG; warnings alone count as success, so read the output. Takes no arguments.",
    ),
    "migrations": _manage(
        "makemigrations",
        "--check",
        "--dry-run",
        title="Check that the migrations are complete",
        description="Compares models and migrations and writes nothing. Use it after a change of models: it fails and "
        "names what is lacking where a migration has to be made. Takes no arguments.",
    ),
    "catalog": _manage(
        "mcp_catalog",
        "--check",
        title="Check the tool catalog",
        description="Compares docs/mcp/tools.json with the code. Use it after a change of views, serializers or "
        "filters: it fails and names each tool and argument that differs. Takes no arguments.",
    ),
    "whitespace": _git(
        "diff",
        "--check",
        title="Check changes for stray whitespace",
        description="Looks through the changes that are not staged yet for blanks at line ends and conflict markers. "
        "Use it before a commit: it fails and names file and line of each. Takes no arguments.",
    ),
    "status": _git(
        "status",
        "--short",
        title="List changed files",
        description="Lists the files that were changed, added or deleted since the last commit, one a line with git's "
        "two letters; no output means none. Takes no arguments.",
        # Else it would write down in git's index what it has found out about the files.
        environment={"GIT_OPTIONAL_LOCKS": "0"},
    ),
    "tests": {
        "argv": (
            "{python}", "-m", "pytest", "-q", "-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup",
            "-m", "not slow and not oracle",
        ),
        "title": "Run the test suite",
        "description": "Runs the test suite on SQLite in memory, which takes minutes. Use it once when a change is "
        "done; a client that waits less cancels it. Takes no arguments; the end of the output names what failed.",
        "level": "write",
        "seconds": 900,
        "environment": {"DATABASE_URL": "sqlite://:memory:"},
    },
}  # fmt: skip
