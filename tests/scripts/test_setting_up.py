"""A machine as it may be -> what setting the project up does on it, and says."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import time
from pathlib import Path

import pytest

from scripts import addresses, check, debian, dotenv, driver, environment, legs, mariadb
from scripts.refusal import Refused, told

ROOT = Path(environment.ROOT)


@pytest.fixture
def taken_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_free_port_is_taken_as_it_was_asked_for(capsys):
    port = addresses.unused_port()

    assert addresses.free_port(str(port)) == port
    assert capsys.readouterr().out == ""


def test_a_taken_port_gives_way_to_a_later_one_and_says_so(taken_port, capsys):
    port = addresses.free_port(str(taken_port))

    assert taken_port < port < taken_port + addresses.TRIED
    assert capsys.readouterr().out == f"Port {taken_port} is taken; this server takes {port}.\n"


@pytest.mark.parametrize("wanted", ["", "web", "0", "65536", "-1", "80.5", "٨٠٠٠"])
def test_what_is_no_port_is_refused_with_an_example(wanted):
    with pytest.raises(Refused, match=r"is no port\. .* make run PORT=8000"):
        addresses.free_port(wanted)


def test_the_env_file_is_private_random_and_written_once(tmp_path):
    first, second = tmp_path / ".env", tmp_path / "other.env"

    dotenv.write_once(first)
    dotenv.write_once(second)
    before = first.read_text()
    dotenv.write_once(first)

    assert first.read_text() == before != second.read_text()
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    assert "DEBUG=on" in before.splitlines()


def test_the_database_is_the_environments_before_the_env_files(tmp_path, monkeypatch):
    file = tmp_path / ".env"
    file.write_text("DEBUG=on\n# DATABASE_URL=sqlite:///no.sqlite3\nexport DATABASE_URL='mysql://u:p@db/notes'\n")

    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert dotenv.database_url(file) == "mysql://u:p@db/notes"
    assert dotenv.database_url(tmp_path / "absent") == ""

    monkeypatch.setenv("DATABASE_URL", "sqlite:///mine.sqlite3")
    assert dotenv.database_url(file) == "sqlite:///mine.sqlite3"


@pytest.mark.parametrize(
    ("url", "needs_driver"),
    [
        ("mysql://root@127.0.0.1/notes", True),
        ("mariadb://db/notes", True),
        ("sqlite:///notes.sqlite3", False),
        ("", False),
    ],
)
def test_only_mysql_and_mariadb_need_the_driver(url, needs_driver):
    assert dotenv.speaks_mysql(url) is needs_driver


def test_an_interpreter_that_is_too_old_or_absent_is_refused_by_name():
    refused = subprocess.run(
        ["sh", "scripts/python", "-c", "pass"],
        cwd=ROOT,
        env={**os.environ, "PYTHON": "/nowhere/python3.11"},
        capture_output=True,
        text=True,
    )

    assert refused.returncode == 1
    assert "PYTHON=/nowhere/python3.11 is no Python of version 3.11" in refused.stderr


def test_a_requirement_file_changes_when_a_file_that_it_includes_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    (tmp_path / "inner.txt").write_text("a==1\n")
    (tmp_path / "outer.txt").write_text("-r inner.txt\nb==1\n")
    before = environment.fingerprint("outer.txt")

    (tmp_path / "inner.txt").write_text("a==2\n")

    assert environment.fingerprint("outer.txt") != before


def test_without_apt_the_missing_packages_are_named(monkeypatch):
    monkeypatch.setattr(debian.shutil, "which", lambda name: None)

    with pytest.raises(Refused, match="Nothing here. Install what your system calls: one, two"):
        debian.install(["one", "two"], lacking="Nothing here.")


def test_without_root_the_command_to_run_is_named(monkeypatch):
    monkeypatch.setattr(debian.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(debian.os, "geteuid", lambda: 1000)

    with pytest.raises(Refused, match="Run: sudo apt-get install -y --no-install-recommends one two"):
        debian.install(["one", "two"], lacking="Nothing here.")


def test_a_driver_that_cannot_be_built_names_its_headers(monkeypatch):
    monkeypatch.setattr(driver, "_imports", lambda: False)
    monkeypatch.setattr(driver, "_buildable", lambda: False)
    monkeypatch.setattr(debian.os, "geteuid", lambda: 1000)

    with pytest.raises(Refused, match="its headers or a C compiler are missing.*libmariadb-dev"):
        driver.ready()


@pytest.mark.parametrize("url", ["root@127.0.0.1", "sqlite:///x", "mysql://", "mysql://h:port", "postgres://h/x"])
def test_a_server_address_that_is_none_is_refused_with_the_form(url, monkeypatch):
    monkeypatch.setenv("MYSQL_TEST_URL", url)

    with pytest.raises(Refused, match="Write it as mysql://user:password@127.0.0.1:3306"):
        mariadb.given()


def test_a_server_address_keeps_its_account_and_hides_it_from_people(monkeypatch):
    monkeypatch.setenv("MYSQL_TEST_URL", "mysql://me:secret@db.example:3307/notes")

    assert mariadb.given() == "mysql://me:secret@db.example:3307"
    assert mariadb.place(mariadb.given()) == "db.example:3307"


def test_a_port_where_nothing_speaks_mysql_greets_nobody(taken_port, monkeypatch):
    monkeypatch.setattr(mariadb, "GREETS_WITHIN", 0.2)

    assert not mariadb.greets(f"mysql://root@127.0.0.1:{addresses.unused_port()}")
    assert not mariadb.greets(f"mysql://root@127.0.0.1:{taken_port}")


def test_a_report_is_counted_and_a_missing_one_is_a_failure(tmp_path):
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite tests="9" failures="2" errors="1" skipped="1"/></testsuites>')

    assert legs.counted(report) == (5, 3)
    assert legs.counted(tmp_path / "absent.xml") == (0, 1)


def test_an_unknown_check_is_refused_with_those_that_there_are(monkeypatch):
    monkeypatch.setattr(check.sys, "argv", ["check", "lint", "spelling"])

    with pytest.raises(Refused, match=r"no check called spelling\. There are: lint, format, types"):
        check.main()


@pytest.fixture
def own_signals():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def test_a_refusal_is_one_sentence_and_a_failure(own_signals, capsys):
    def main() -> None:
        raise Refused("The fault, and what mends it.")

    assert told(main) == 1
    assert capsys.readouterr().err == "The fault, and what mends it.\n"


def test_a_script_that_is_told_to_end_clears_up_first(own_signals):
    cleared = []

    def main() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(60)
        finally:
            cleared.append(True)

    with pytest.raises(SystemExit):
        told(main)

    assert cleared
