"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class McpBridgeConfig(AppConfig):
    name = "mcpbridge"
    verbose_name = "MCP bridge"
    default_auto_field = "django.db.models.BigAutoField"
