"""The project's URLconf -> the catalog file, or what differs from it, or what its tools cost in an agent's context.

Exit code 0: written, or nothing is wrong. 1: something differs, a rule is broken, a tool is too large, or the catalog
cannot be made.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mcpbridge import catalog as catalogs
from mcpbridge import catalog_rules, openapi, openapi_rules
from mcpbridge.commands.entries import with_commands
from mcpbridge.conf import bridge_settings
from mcpbridge.derive import file_schema
from mcpbridge.derive.build import derive
from mcpbridge.derive.difference import MEND, differences
from mcpbridge.exceptions import CatalogError
from mcpbridge.listing import listed
from mcpbridge.tools import Catalog, CommandTool, Tool

LARGEST_TOOL = 4096
"""Bytes of one tool in tools/list, as compact JSON, at which it counts as too large."""

BYTES_A_TOKEN = 4

DIFFERS = "The catalog file and the code differ."
BREAKS = "The catalog breaks rules. Mend the view, its hint or the OpenAPI document, then run manage.py mcp_catalog."


class Command(BaseCommand):
    help = "Write the catalog of tools, derived from the project's viewsets. Needs no database."
    # Checks of other parts, the database's among them, have nothing to do with reading code.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail where the file differs or breaks a rule"
        )
        parser.add_argument("--diff", action="store_true", help="write nothing; print what differs from the file")
        parser.add_argument(
            "--report", action="store_true", help="write nothing; print the bytes of each tool, fail where one is large"
        )
        parser.add_argument("--schema", action="store_true", help="write nothing; print the JSON Schema of the file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(file_schema.text(), ending="")
            return
        try:
            derived = _with_commands(derive())
            faults = list(catalogs.faults(derived))
            if faults:
                raise CatalogError(f"The catalog would be wrong: {'; '.join(faults)}.")
            found = self._compare(derived) if options["check"] or options["diff"] else []
            broken = self._broken_rules() if options["check"] else []
        except CatalogError as error:
            raise CommandError(str(error)) from error
        too_large = self._report(derived) if options["report"] else []
        if not (options["check"] or options["diff"] or options["report"]):
            self._write(derived)
        if options["check"] and (found or broken):
            told = ([DIFFERS, *found] if found else []) + ([BREAKS, *broken] if broken else [])
            raise CommandError("\n".join(told))
        for sentence in found:
            self.stdout.write(sentence)
        if too_large:
            raise CommandError(
                f"{', '.join(too_large)}: {LARGEST_TOOL} bytes or more in tools/list. Give the serializer fewer or "
                "flatter fields for this action, or shorter help texts."
            )

    def _compare(self, derived: Catalog) -> list[str]:
        path = bridge_settings.catalog
        found = differences(derived, catalogs.read(path))
        if not found and path.read_text(encoding="utf-8") != catalogs.write(derived):
            found = [f"{path.name} says the same in other words or another order: {MEND}"]
        return found

    def _broken_rules(self) -> list[str]:
        """What the file's catalog has against the rules, and against the API's OpenAPI document where there is one."""
        catalog, document = catalogs.read(bridge_settings.catalog), bridge_settings.openapi
        found = catalog_rules.faults(catalog)
        if document is not None:
            found += openapi_rules.faults(catalog, openapi.read(document), bridge_settings.prefixes)
        return found

    def _write(self, derived: Catalog) -> None:
        path = bridge_settings.catalog
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(catalogs.write(derived), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        commands = f", {len(derived.commands)} commands" if derived.commands else ""
        said = f"{len(derived.tools)} tools{commands} and {len(derived.excluded)} exclusions"
        self.stdout.write(f"{said} in {_shown(path)}")

    def _report(self, derived: Catalog) -> list[str]:
        """Print what each tool costs, the largest first. The names of those that are too large."""
        tools: list[Tool | CommandTool] = [*derived.tools.values(), *derived.commands.values()]
        shown = {tool.name: listed(tool, derived) for tool in tools}
        sizes = {name: _bytes(entry) for name, entry in shown.items()}
        width = max((len(name) for name in sizes), default=5)
        for name, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
            self.stdout.write(f"{name:<{width}}  {size:>7,} bytes  {size // BYTES_A_TOKEN:>6,} tokens")
        whole = _bytes({"tools": list(shown.values())})
        self.stdout.write(
            f"{len(sizes)} tools: tools/list has {whole:,} bytes, about {whole // BYTES_A_TOKEN:,} tokens "
            f"(estimated at {BYTES_A_TOKEN} bytes a token)."
        )
        for item in sorted(derived.excluded, key=lambda one: one.operation):
            self.stdout.write(f"no tool: {item.operation}: {item.reason}")
        return [name for name, size in sizes.items() if size >= LARGEST_TOOL]


def _with_commands(derived: Catalog) -> Catalog:
    """Raises CatalogError where settings declare a command that can be none."""
    declared = bridge_settings.commands
    if declared.faults:
        told = " ".join(f"{fault.problem} {fault.hint}" for fault in declared.faults)
        raise CatalogError(f"The catalog cannot name the commands of MCPBRIDGE['COMMANDS']. {told}")
    return with_commands(derived, declared.commands)


def _bytes(value: Any) -> int:
    """The size as it travels: compact JSON in UTF-8."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _shown(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
