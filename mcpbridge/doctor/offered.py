"""Settings and the URLconf -> what is offered beside tools: documents, and the HTTP endpoint."""

from __future__ import annotations

import os
from collections.abc import Iterator

from django.urls import NoReverseMatch, reverse

from mcpbridge import boundary
from mcpbridge.conf import bridge_settings
from mcpbridge.doctor.findings import Finding, fail, ok, warn
from mcpbridge.doctor.subject import Subject
from mcpbridge.documents import Documents


def documents(subject: Subject) -> Iterator[Finding]:
    folder = bridge_settings.documents
    if folder is None:
        yield ok("None are offered: MCPBRIDGE['DOCUMENTS'] names no folder.")
    elif not folder.is_dir() or not os.access(folder, os.R_OK | os.X_OK):
        yield fail(f"{folder} is no folder that can be read.", "Make it readable, or mend MCPBRIDGE['DOCUMENTS'].")
    elif count := len(Documents(folder, without=(bridge_settings.catalog,)).listed(None)):
        yield ok(f"{count} in {folder}.")
    else:
        yield warn(f"{folder} holds none.", "Put documents there (.md, .txt, .json, .svg, .png), or unset the setting.")


def endpoint(subject: Subject) -> Iterator[Finding]:
    try:
        address = reverse("mcp")
    except NoReverseMatch:
        yield ok('Not mounted, so agents come by stdio alone (path("", include("mcpbridge.urls")) mounts it).')
        return
    faults = list(boundary.faults())
    for fault in faults:
        yield warn(f"{address} answers nobody: {fault.told}", fault.mend)
    if not faults:
        yield ok(f"{address} offers {', '.join(bridge_settings.http_levels) or 'nothing'}.")
