"""Names of parts, or none for all -> a table of ratios, and exit code 1 where a bar is broken.

python -m bench [calls] [start] [base-url] [memory] [names] [--quick]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

from bench import parts, sites
from bench.parts import Scale
from bench.ratios import Finding, decided, table
from bench.sites import Site
from scripts.refusal import told

# In the order in which they are measured; those with a database's share in them on every database.
PARTS = {
    "calls": parts.calls,
    "start": parts.start,
    "base-url": parts.base_url,
    "memory": parts.memory,
    "names": parts.names,
}
ON_EVERY_DATABASE = ("calls", "names")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="What the bridge costs beside the API itself.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all of them where none is named")
    parser.add_argument("--quick", action="store_true", help="few rounds and few rows: whether it works, not how well")
    options = parser.parse_args()
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"There is no part called {', '.join(unknown)}. There are: {', '.join(PARTS)}.")
    wanted, scale = options.parts or list(PARTS), parts.QUICK if options.quick else parts.FULL
    started = monotonic()
    findings, left_out = measured(wanted, scale)
    print(table(findings))
    if left_out:
        print(f"\nMariaDB was left out. {left_out}")
    over = [finding.what for finding in findings if finding.is_over]
    said = f"Broken twice in a row: {'; '.join(over)}." if over else "Every bar is kept."
    print(f"\n{said} Measured in {monotonic() - started:.0f} s.")
    return 1 if over else 0


def measured(wanted: list[str], scale: Scale) -> tuple[list[Finding], str]:
    """The findings, and why no server's database is among them ("" where one is)."""
    everywhere = [part for part in ON_EVERY_DATABASE if part in wanted]
    # Asked first: a wrong address is told before minutes of measuring.
    address, left_out = sites.server() if everywhere else ("", "")
    with tempfile.TemporaryDirectory(prefix="bench-") as name, ExitStack() as stack:
        folder = Path(name)
        site = stack.enter_context(sites.on_sqlite(folder / "sqlite"))
        findings = [finding for part in PARTS if part in wanted for finding in judged(part, site, scale)]
        if address:
            site = stack.enter_context(sites.on_server(folder / "server", address))
            findings += [finding for part in everywhere for finding in judged(part, site, scale)]
        return findings, left_out


def judged(part: str, site: Site, scale: Scale) -> Iterator[Finding]:
    """The findings of a part, measured once more where a bar looks broken."""
    print(f"{part} on {site.database} ...", file=sys.stderr)
    if part == "names":
        parts.fill_for_names(site, scale)
    findings = PARTS[part](site, scale)
    if any(finding.is_over for finding in findings):
        print(f"{part} on {site.database} once more, since a bar looks broken ...", file=sys.stderr)
        findings = [decided(*pair) for pair in zip(findings, PARTS[part](site, scale), strict=True)]
    yield from findings


if __name__ == "__main__":
    sys.exit(told(main))
