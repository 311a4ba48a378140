"""The project's folder -> its .env, written once, and what it says of the database."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from scripts.environment import ROOT

DOTENV = ROOT / ".env"
TEXT = """\
# This machine's own settings, never committed; .env.example explains every one.
DEBUG=on
SECRET_KEY={key}
"""


def write_once(path: Path = DOTENV) -> None:
    """Write a development machine's .env, readable by its owner alone. One that exists is left as it is."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with open(handle, "w", encoding="utf-8") as file:
        file.write(TEXT.format(key=secrets.token_urlsafe(50)))
    print(f"Wrote {path.name}: DEBUG=on and a random SECRET_KEY")


def database_url(path: Path = DOTENV) -> str:
    """DATABASE_URL of the environment, else of .env, else nothing."""
    if os.environ.get("DATABASE_URL"):
        return os.environ["DATABASE_URL"]
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = ""
    for line in lines:
        name, _, value = line.strip().removeprefix("export ").partition("=")
        if name.strip() == "DATABASE_URL":
            found = value.strip().strip("'\"")
    return found


def speaks_mysql(url: str) -> bool:
    """Whether a database URL needs the MySQL driver."""
    return urlsplit(url).scheme in ("mysql", "mariadb")
