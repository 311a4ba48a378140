"""Command line -> a stdio server for one local client.

MCP clients start this command and talk to it by its standard input and output. What an agent may do is what the
person may do through the REST API.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections

from mcpbridge.management import local_caller
from mcpbridge.serve import streams
from mcpbridge.serve.lifetime import serve_and_exit


class Command(BaseCommand):
    help = "Serve this project's tools to one MCP client over standard input and output."
    # Checks cost a good part of the start, and a client waits for it; `manage.py check` runs them.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        local_caller.add_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        source, target = streams.claim()
        served = local_caller.opened(options)
        served.greet()
        connections.close_all()
        serve_and_exit(source, target, served)
