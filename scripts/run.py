"""A fresh clone -> a served project with demo data, and what to do with it."""

from __future__ import annotations

import os
import subprocess
import sys

from scripts import addresses, dotenv, driver, environment
from scripts.refusal import Refused, told

ADDRESSES = """
  Home        {site}/
  Admin       {site}/admin/
  API         {site}/api/v1/
  API docs    {site}/api/docs/
"""
CLIENTS = """
To give an agent these tools (Claude Code; for other clients: .venv/bin/python manage.py mcp_config --help):
"""


def manage(*arguments: str) -> None:
    """Run a management command. Raises Refused when it fails; it has then said why itself."""
    if subprocess.run([environment.PYTHON, "manage.py", *arguments], cwd=environment.ROOT).returncode:
        raise Refused(f"`make run` stopped at `manage.py {arguments[0]}`, which says above what to mend.")


def main() -> None:
    environment.ready("requirements.txt")
    dotenv.write_once()
    if dotenv.speaks_mysql(dotenv.database_url()):
        driver.ready()
    port = addresses.free_port(os.environ.get("PORT") or "8000")
    manage("migrate", "--verbosity", "0")
    print(ADDRESSES.format(site=f"http://{addresses.HOST}:{port}"))
    manage("demo")
    print(CLIENTS)
    manage("mcp_config", "claude-code")
    print()
    os.chdir(environment.ROOT)
    os.execv(environment.PYTHON, [str(environment.PYTHON), "manage.py", "runserver", f"{addresses.HOST}:{port}"])


if __name__ == "__main__":
    sys.exit(told(main))
