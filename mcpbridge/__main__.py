"""Command line -> a stdio server for one client of an API at a base URL, without Django: python -m mcpbridge.

`manage.py mcp_stdio --base-url URL` is the same server, for those who have the project at hand.
"""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import NoReturn

from mcpbridge.at_base_url import TOKEN, AtBaseUrl, plan_of
from mcpbridge.exceptions import BridgeError
from mcpbridge.options import add_options
from mcpbridge.serve import streams
from mcpbridge.serve.lifetime import serve_and_exit


class Parser(ArgumentParser):
    """Never repeats what it was given: an address may hold a password."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, "An option or a value is not among those that --help lists.\n")


def main() -> int:
    """Exit code of the process: 0 at the end of the input, 1 where the server cannot be started, 2 for wrong usage.

    Returns in the second case alone.
    """
    options = _options()
    source, target = streams.claim()
    logging.basicConfig(format="{asctime} {levelname} {name} {message}", style="{", level=logging.INFO)
    try:
        plan = plan_of(
            options.catalog,
            options.base_url,
            granted=options.allow,
            read_only=options.read_only,
            documents=options.documents,
            heeds_proxies=options.proxy_from_environment,
        )
        served = AtBaseUrl(plan)
    except BridgeError as error:
        streams.tell(str(error))
        return 1
    served.greet()
    serve_and_exit(source, target, served)


def _options() -> Namespace:
    parser = Parser(
        prog="python -m mcpbridge",
        description=f"Serve the tools of an API to one MCP client over standard input and output. {TOKEN} holds the "
        "token with which the API is called.",
    )
    parser.add_argument(
        "--catalog",
        metavar="FILE",
        type=Path,
        default=Path("docs") / "mcp" / "tools.json",
        help="the catalog of tools (default: docs/mcp/tools.json)",
    )
    parser.add_argument("--documents", metavar="FOLDER", type=Path, help="a folder of documents to offer as resources")
    add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
