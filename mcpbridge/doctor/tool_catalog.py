"""The catalog file -> whether it is whole, what the code says and it does not, and which rules it breaks."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from django.core.management import CommandError, call_command
from django.urls import Resolver404, resolve

from mcpbridge import catalog_rules, openapi, openapi_rules
from mcpbridge.conf import bridge_settings
from mcpbridge.derive.difference import MEND as WRITE
from mcpbridge.doctor.findings import Finding, fail, ok, warn
from mcpbridge.doctor.subject import Subject
from mcpbridge.exceptions import CatalogError

ANEW = "Run: manage.py mcp_catalog"
SHOWN = 5
"""Sentences that are shown of many."""


def file(subject: Subject) -> Iterator[Finding]:
    path = bridge_settings.catalog
    try:
        catalog = subject.catalog
    except CatalogError as error:
        told = str(error).partition("; write it")[0].rstrip(".")
        yield fail(f"{path}: {told}.", f"{ANEW} (it writes the file anew).")
        return
    commands = f" and {len(catalog.commands)} commands" if catalog.commands else ""
    yield ok(f"{len(catalog.tools)} tools{commands} in {path}.")


def in_step(subject: Subject) -> Iterator[Finding]:
    told = StringIO()
    try:
        call_command("mcp_catalog", "--diff", stdout=told, stderr=StringIO())
    except CommandError as error:
        yield fail(f"The code gives no catalog. {error}", "Mend that, then run: manage.py mcp_catalog")
        return
    differences = [line.removesuffix(f": {WRITE}") for line in told.getvalue().splitlines()]
    if differences:
        yield fail(_shown(differences), f"{ANEW} (then review the file's difference).")
    else:
        yield ok("The file says what the code says.")


def rules(subject: Subject) -> Iterator[Finding]:
    path = bridge_settings.openapi
    try:
        found = catalog_rules.faults(subject.catalog)
        if path is not None:
            found += openapi_rules.faults(subject.catalog, openapi.read(path), bridge_settings.prefixes)
    except CatalogError as error:
        yield fail(str(error), "Write the document anew, or mend MCPBRIDGE['OPENAPI'].")
        return
    if found:
        yield fail(_shown(found), f"Mend the view, its hint or the OpenAPI document. {ANEW}.")
    else:
        yield ok(f"None is broken{f', and {path.name} agrees' if path else ''}.")


def health(subject: Subject) -> Iterator[Finding]:
    path = subject.catalog.health
    if not path:
        mend = f"Mark one with ToolHint(tells_health=True), then: {ANEW}"
        yield warn("The catalog names none, so servers at a base URL cannot tell whether it fits.", mend)
        return
    try:
        resolve(path)
    except Resolver404:
        yield fail(f"{path} leads to no view of this project.", ANEW)
    else:
        yield ok(f"{path} leads to a view.")


def _shown(sentences: list[str]) -> str:
    shown = "; ".join(sentence.rstrip(".") for sentence in sentences[:SHOWN])
    more = f"; and {len(sentences) - SHOWN} more" if len(sentences) > SHOWN else ""
    return f"{shown}{more}."
