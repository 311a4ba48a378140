"""Command line -> what is wrong with this installation, and how to mend it.

Exit code 0: nothing failed. 1: something did.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand

from mcpbridge.at_base_url import ADDRESS, TOKEN
from mcpbridge.doctor import discretion, order, report
from mcpbridge.doctor.findings import Finding, examined
from mcpbridge.doctor.subject import Subject


class Command(BaseCommand):
    help = "Examine this installation, say how to mend what is wrong, and call one read tool as an MCP client does."
    # It runs them itself, and must get to its end where they fail.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--user",
            metavar="NAME",
            help=f"login of the person whom the tool is called for (DEBUG only; else put a token into {TOKEN})",
        )
        parser.add_argument(
            "--base-url",
            metavar="URL",
            help=f"examine the way to the API at this address, without a database (or set {ADDRESS})",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        # Read before it is taken away; the child alone is given it again.
        secrets = discretion.known_secrets(os.environ.get(TOKEN, "").strip())
        token = os.environ.pop(TOKEN, "").strip()
        subject = Subject(options["user"] or "", token, options["base_url"] or os.environ.get(ADDRESS, ""))
        findings: list[Finding] = []
        for found in examined(order.AT_BASE_URL if subject.address else order.IN_PROCESS, subject):
            findings.append(
                replace(
                    found,
                    found=discretion.without(found.found, secrets),
                    mend=discretion.without(found.mend, secrets),
                )
            )
            if not options["json"]:
                self.stdout.write(report.lines(findings[-1]))
        self.stdout.write(report.as_json(findings) if options["json"] else report.closing(findings))
        if any(one.state == "fail" for one in findings):
            sys.exit(1)
