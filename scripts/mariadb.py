"""Nothing, or a server's address -> a MySQL or MariaDB server that tests can use."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from scripts import addresses, debian
from scripts.refusal import Refused

USUAL = "mysql://root@127.0.0.1:3306"
PROGRAMS = ("mariadbd", "mariadb-install-db")
# As a private server starts, its character set decides that of every database made on it.
UTF8 = ("--character-set-server=utf8mb4", "--collation-server=utf8mb4_unicode_ci")
STARTS_WITHIN = 60  # seconds
GREETS_WITHIN = 5.0  # seconds


def given() -> str:
    """The server in MYSQL_TEST_URL, without a database's name; "" when it is not set. Raises Refused for a bad one."""
    url = os.environ.get("MYSQL_TEST_URL", "")
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("mysql", "mariadb") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise Refused("MYSQL_TEST_URL is no address of a server. Write it as mysql://user:password@127.0.0.1:3306")
    return f"mysql://{parts.netloc}"


def place(url: str) -> str:
    """Host and port of an address, without the account: what may be printed."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 3306}"


def greets(url: str) -> bool:
    """Whether something that speaks MySQL's protocol listens there. Needs no driver."""
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 3306), timeout=GREETS_WITHIN) as connection:
            greeting = connection.recv(5)
    except OSError:
        return False
    # Four bytes of length and sequence, then the protocol's version (10) or an error (255).
    return len(greeting) == 5 and greeting[4] in (10, 255)


@contextmanager
def private() -> Iterator[str]:
    """The address of a server that lives as long as the block does, in a folder of its own.

    Raises Refused when MariaDB is neither installed nor to be had from Debian, or does not start.
    """
    if not all(map(shutil.which, PROGRAMS)):
        debian.install(["mariadb-server"], lacking="No MariaDB answers, and none is installed here to be started.")
    with tempfile.TemporaryDirectory(prefix="mariadb-") as folder:
        port, data = addresses.unused_port(), Path(folder) / "data"
        account = []
        if os.geteuid() == 0:
            # The server refuses to run as root.
            account = ["--user=mysql"]
            Path(folder).chmod(0o755)
        data.mkdir(mode=0o700)
        if account:
            shutil.chown(data, "mysql", "mysql")
        _installed(data, account)
        server = _started(data, port, account)
        try:
            _answers(server, data, port)
            yield f"mysql://root@{addresses.HOST}:{port}"
        finally:
            server.terminate()
            try:
                server.wait(timeout=30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _installed(data: Path, account: list[str]) -> None:
    command = ["mariadb-install-db", "--no-defaults", *account, f"--datadir={data}"]
    command += ["--auth-root-authentication-method=normal", "--skip-test-db"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"MariaDB's tables could not be made. It says:\n{done.stdout[-800:]}{done.stderr[-800:]}")


def _started(data: Path, port: int, account: list[str]) -> subprocess.Popen[bytes]:
    command = ["mariadbd", "--no-defaults", *account, f"--datadir={data}", f"--bind-address={addresses.HOST}"]
    command += [f"--port={port}", f"--socket={data}/m.sock", f"--pid-file={data}/m.pid", f"--log-error={data}/m.err"]
    # A session of its own: Ctrl-C reaches the tests first, and the server is stopped after them.
    return subprocess.Popen([*command, *UTF8], stdin=subprocess.DEVNULL, start_new_session=True)


def _answers(server: subprocess.Popen[bytes], data: Path, port: int) -> None:
    """Wait until the server greets. Raises Refused with the end of its log when it ends, or takes too long."""
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and server.poll() is None:
        if greets(f"mysql://root@{addresses.HOST}:{port}"):
            return
        time.sleep(0.2)
    log = data / "m.err"
    words = log.read_text(encoding="utf-8", errors="replace")[-800:] if log.exists() else ""
    raise Refused(f"The private MariaDB server did not start. Its log ends with:\n{words}")
