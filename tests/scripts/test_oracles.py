"""A machine with or without npm -> the programs of tests/oracles installed once, or what is lacking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import debian, oracles
from scripts.refusal import Refused


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for tests/oracles, with nothing installed."""
    for name in oracles.WRITTEN:
        (tmp_path / name).write_text("{}", encoding="utf-8")
    monkeypatch.setattr(oracles, "FOLDER", tmp_path)
    monkeypatch.setattr(oracles, "STAMP", tmp_path / "node_modules" / ".installed")
    return tmp_path


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a program of that name first on the path. It notes each call, and ends as it is told."""

    def made(ending: str) -> None:
        program = tmp_path / "bin" / "npm"
        program.parent.mkdir(exist_ok=True)
        script = f'#!/bin/sh\necho "$@" >> calls\nrm -rf node_modules\nmkdir node_modules\n{ending}\n'
        program.write_text(script, encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(program.parent), prepend=":")

    return made


def calls(folder: Path) -> int:
    return len((folder / "calls").read_text(encoding="utf-8").splitlines())


def test_the_programs_are_installed_again_only_when_the_lock_changes(folder, npm):
    npm("exit 0")

    oracles.ready()
    oracles.ready()
    once = calls(folder)
    (folder / "package-lock.json").write_text('{"newer": true}', encoding="utf-8")
    oracles.ready()

    assert once == 1
    assert calls(folder) == 2


def test_an_installation_that_fails_names_the_mend_and_is_tried_again(folder, npm):
    npm("exit 1")

    with pytest.raises(Refused, match="npm config set registry ADDRESS"):
        oracles.ready()
    npm("exit 0")
    oracles.ready()

    assert calls(folder) == 2


def test_without_npm_the_command_that_installs_it_is_named(folder, monkeypatch):
    monkeypatch.setattr(oracles.shutil, "which", lambda name: None if name == "npm" else f"/usr/bin/{name}")
    monkeypatch.setattr(debian.os, "geteuid", lambda: 1000)

    with pytest.raises(Refused, match="npm is missing.*Run: sudo apt-get install -y --no-install-recommends npm"):
        oracles.ready()
