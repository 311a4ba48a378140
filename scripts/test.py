"""Which databases are wanted -> the suite's results on them.

python -m scripts.test any   [pytest arguments]    SQLite, and MariaDB where one answers
python -m scripts.test mysql [pytest arguments]    MariaDB or MySQL, started if none answers
python -m scripts.test both  [pytest arguments]    SQLite and MariaDB, started if none answers

Without arguments the tests that are marked slow or oracle are left out; CI runs them as legs of their own.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from scripts import driver, environment, legs, mariadb
from scripts.refusal import Refused, told

QUICK = ("-m", "not slow and not oracle")


def main() -> int:
    wanted, *arguments = sys.argv[1:] or ["any"]
    if wanted not in ("any", "mysql", "both"):
        raise Refused("Say on which databases the suite runs: any, mysql or both. What follows goes to pytest.")
    arguments = arguments or list(QUICK)
    environment.ready("requirements-test.txt")
    left_out = ""
    outcomes = [] if wanted == "mysql" else [legs.run("SQLite", legs.MEMORY, arguments)]
    try:
        outcomes.append(on_a_server(arguments, may_start=wanted != "any"))
    except Refused as refusal:
        if wanted != "any":
            raise
        left_out = str(refusal)
    print()
    for outcome in outcomes:
        print(outcome)
    print(f"{sum(outcome.passed for outcome in outcomes)} passed, {sum(outcome.failed for outcome in outcomes)} failed")
    if left_out:
        print(f"MariaDB was left out. {left_out} `make test-mysql` demands it.")
    return max(outcome.code for outcome in outcomes)


def on_a_server(arguments: list[str], *, may_start: bool) -> legs.Outcome:
    """The suite on MYSQL_TEST_URL, else on the usual address, else on a private server where ``may_start``.

    Raises Refused, naming the fault and the mend, when no server can be used.
    """
    address = mariadb.given()
    with ExitStack() as stack:
        if not address and mariadb.greets(mariadb.USUAL) and (not may_start or _usable(mariadb.USUAL)):
            address = mariadb.USUAL
        if not address:
            if not may_start:
                raise Refused(f"Nothing answers at {mariadb.place(mariadb.USUAL)}, and MYSQL_TEST_URL is not set.")
            address = stack.enter_context(mariadb.private())
        if not mariadb.greets(address):
            raise Refused(f"No MySQL or MariaDB answers at {mariadb.place(address)}: start it, or mend MYSQL_TEST_URL.")
        driver.ready()
        url = stack.enter_context(own_databases(address))
        return legs.run(_version(url), url, arguments)


@contextmanager
def own_databases(address: str) -> Iterator[str]:
    """A database's address that no other run uses; what was made under its name is dropped afterwards."""
    url = f"{address}/mcpbridge_{os.getpid()}_{secrets.token_hex(4)}"
    try:
        yield url
    finally:
        _databases("drop", url)


def _usable(address: str) -> bool:
    driver.ready()
    return _databases("try", f"{address}/mcpbridge_{secrets.token_hex(4)}").returncode == 0


def _version(url: str) -> str:
    """The server's kind and version, as people say it. Raises Refused when tests cannot have databases there."""
    tried = _databases("try", url)
    if tried.returncode:
        raise Refused(f"The server at {mariadb.place(url)} cannot be used: {tried.stderr.strip()}.")
    version = tried.stdout.strip()
    kind = "MariaDB" if "MariaDB" in version else "MySQL"
    return f"{kind} {version.partition('-')[0]}"


def _databases(action: str, url: str) -> subprocess.CompletedProcess[str]:
    command = [environment.PYTHON, "-m", "scripts.databases", action, url]
    return subprocess.run(command, cwd=environment.ROOT, capture_output=True, text=True)


if __name__ == "__main__":
    sys.exit(told(main))
