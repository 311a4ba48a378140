"""A command line's parser -> the same with the options of every server for one client. Standard library only."""

from __future__ import annotations

from argparse import ArgumentParser

from mcpbridge.at_base_url import ADDRESS


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help=f"call the API over HTTP at this address as the token's owner, without a database (or set {ADDRESS})",
    )
    parser.add_argument("--read-only", action="store_true", help="tools that read and no others; beats --allow")
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        choices=("admin", "destructive"),
        help="tools of this level as well; may be given twice",
    )
    parser.add_argument(
        "--proxy-from-environment",
        action="store_true",
        help="with a base URL: heed HTTP_PROXY, HTTPS_PROXY and NO_PROXY",
    )
