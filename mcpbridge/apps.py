"""Django starting -> the bridge's app and its system checks."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, register


class McpBridgeConfig(AppConfig):
    name = "mcpbridge"
    verbose_name = "MCP bridge"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(run_checks, "mcpbridge")


def run_checks(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    # The checks need all that deriving needs; a server that only serves should not pay for it as it starts.
    from mcpbridge import checks
    from mcpbridge.commands.checks import check_commands  # likewise

    return [*checks.check_settings(), *checks.check_hints(), *checks.check_boundary(), *check_commands()]
