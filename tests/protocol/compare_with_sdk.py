"""The corpus, line by line, through this project's stdio server and the official SDK's -> a table of what came back.

Run by hand, some minutes long: python -m tests.protocol.compare_with_sdk [--each]
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.protocol.corpus import CORPUS, META, NO_ANSWER, RESULT, TOOL_ERROR, Entry

ROOT = Path(__file__).resolve().parents[2]
SDK = [sys.executable, "-m", "tests.protocol.sdk_server"]
BRIDGE = [sys.executable, "manage.py", "mcp_stdio", "--user", "admin"]
OLD, NEW = "2025-11-25", "2026-07-28"
PATIENCE = 15.0
"""Seconds that a ping sent after a line may take before the connection is taken to be dead, and that answers may come
after the last line before they are taken to be lost."""

HELLO = {
    OLD: (
        '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25",'
        '"capabilities":{},"clientInfo":{"name":"comparison","version":"1"}}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    ),
    NEW: (f'{{"jsonrpc":"2.0","id":"hello","method":"server/discover","params":{{{META}}}}}',),
}
PROBE = {
    OLD: '{"jsonrpc":"2.0","id":"probe %d","method":"ping"}',
    NEW: '{"jsonrpc":"2.0","id":"probe %d","method":"server/discover","params":{' + META + "}}",
}


IDS = {json.dumps(entry.id) for entry in CORPUS if entry.id is not None}


class Pipe:
    """One server process, opened as clients of one revision open it."""

    def __init__(self, command: list[str], environment: dict[str, str], era: str) -> None:
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._probe = PROBE[era]
        self._probes = 0
        self._came: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._write(*(line.encode() for line in HELLO[era]))
        assert list(self._until("hello", 4 * PATIENCE))[-1]["id"] == "hello"

    def ask(self, raw: bytes) -> tuple[list[dict[str, Any]], bool]:
        """What came back so far, and whether the connection still works."""
        self._probes += 1
        try:
            self._write(raw, (self._probe % self._probes).encode())
        except BrokenPipeError:
            return [], False
        came = list(self._until(f"probe {self._probes}", PATIENCE))
        is_alive = bool(came) and came[-1].get("id") == f"probe {self._probes}"
        return (came[:-1] if is_alive else came), is_alive

    def close(self) -> list[dict[str, Any]]:
        """What still came."""
        came = list(self._until(object(), PATIENCE))
        self._process.kill()
        self._process.wait()
        return came

    def _write(self, *lines: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.writelines(line + b"\n" for line in lines)
        self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._came.put(json.loads(line))
        self._came.put(None)

    def _until(self, id: Any, seconds: float) -> Iterator[dict[str, Any]]:
        """Answers, up to the one with that id."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                answer = self._came.get(timeout=left)
            except queue.Empty:
                return
            if answer is None:
                return
            yield answer
            if answer.get("id") == id:
                return


@dataclass
class Heard:
    """named: answers by their id in JSON. others: those with no entry's id, by the entry after which they came."""

    named: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    lost: list[str] = field(default_factory=list)

    def note(self, entry: Entry, answers: list[dict[str, Any]]) -> None:
        for answer in answers:
            id = json.dumps(answer.get("id"))
            if id in IDS:
                self.named[id].append(answer)
            else:
                self.others[entry.name].append(answer)

    def of(self, entry: Entry) -> list[dict[str, Any]]:
        return self.others[entry.name] if entry.id is None else self.named[json.dumps(entry.id)]


def heard(command: list[str], environment: dict[str, str], opened: str, entries: list[Entry]) -> Heard:
    """opened: the revision of the first message. A server that is lost is replaced."""
    found = Heard()
    pipe = Pipe(command, environment, opened)
    for entry in entries:
        answers, is_alive = pipe.ask(entry.raw)
        found.note(entry, answers)
        if not is_alive or entry is entries[-1]:
            found.note(entry, pipe.close())
        if not is_alive:
            found.lost.append(entry.name)
            pipe = Pipe(command, environment, opened)
    return found


def kind(answer: dict[str, Any]) -> int | str:
    if "error" in answer:
        code: int = answer["error"]["code"]
        return code
    return TOOL_ERROR if answer["result"].get("isError") else RESULT


@contextmanager
def environment() -> Iterator[dict[str, str]]:
    """An installation of the product with its demo data."""
    with tempfile.TemporaryDirectory() as folder:
        made = os.environ | {
            "DEBUG": "on",
            "DATABASE_URL": f"sqlite:///{folder}/comparison.sqlite3",
            "DEMO_ACCOUNTS_FILE": f"{folder}/accounts",
        }
        for command in ("migrate", "demo"):
            subprocess.run(
                [sys.executable, "manage.py", command], cwd=ROOT, env=made, stdout=subprocess.DEVNULL, check=True
            )
        yield made


RUNS = {
    "2025-11-25": (OLD, (OLD,)),
    "2026-07-28": (NEW, (NEW,)),
    "both, opened by initialize": (OLD, (OLD, NEW)),
    "both, opened by server/discover": (NEW, (OLD, NEW)),
}


COLUMNS = (
    "requests", "answered", "with a readable id", "answered under it", "as the corpus expects", "connection lost",
)  # fmt: skip


def main() -> None:
    print(f"| lines of | server | {' | '.join(COLUMNS)} |")
    print("|" + "---|" * (len(COLUMNS) + 2))
    with environment() as made:
        for run, (opened, spoken) in RUNS.items():
            entries = [entry for entry in CORPUS if entry.only != "http" and entry.era in ("", *spoken)]
            for server, command in (("mcpbridge", BRIDGE), ("mcp", SDK)):
                tell(run, server, entries, heard(command, made, opened, entries))


def tell(run: str, server: str, entries: list[Entry], found: Heard) -> None:
    requests = [entry for entry in entries if entry.answer != NO_ANSWER]
    answered = [entry for entry in requests if found.of(entry)]
    named = [entry for entry in requests if entry.id is not None]
    right = [
        entry for entry in answered if [(kind(own), own["id"]) for own in found.of(entry)] == [(entry.answer, entry.id)]
    ]
    groups = (requests, answered, named, [entry for entry in answered if entry in named], right, found.lost)
    print(f"| {run} | {server} | {' | '.join(str(len(group)) for group in groups)} |", flush=True)
    if "--each" in sys.argv:
        silent = [entry.name for entry in requests if entry not in answered]
        other = {entry.name: kind(found.of(entry)[0]) for entry in answered if entry not in right}
        uncalled = [entry.name for entry in entries if entry.answer == NO_ANSWER and found.others[entry.name]]
        print(f"unanswered: {', '.join(silent)}\nanswered otherwise: {other}")
        print(f"answered uncalled: {', '.join(uncalled)}\nlost after: {', '.join(found.lost)}\n")


if __name__ == "__main__":
    main()
