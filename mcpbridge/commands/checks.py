"""MCPBRIDGE["COMMANDS"] and MCPBRIDGE["RUN_COMMANDS"] -> what is wrong with them, as system checks."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.checks import CheckMessage, Error

from mcpbridge.conf import bridge_settings


def check_commands() -> list[CheckMessage]:
    """A command with a fault is never run; these say why."""
    # That the whole setting is no dictionary is told elsewhere.
    return list(_messages()) if isinstance(bridge_settings.given, dict) else []


def _messages() -> Iterator[CheckMessage]:
    for fault in bridge_settings.commands.faults:
        yield Error(fault.problem, hint=fault.hint, id=fault.id)
    switch = bridge_settings.given.get("RUN_COMMANDS", False)
    if not isinstance(switch, bool):
        hint = "Write True or False; anything but True counts as False."
        yield Error("MCPBRIDGE['RUN_COMMANDS'] is no boolean.", hint=hint, id="mcpbridge.E202")
