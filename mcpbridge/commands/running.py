"""A command of a tool -> what it came to: one at a time, within its time, no longer than anybody wants it.

No shell, nothing on standard input, and of the environment only what is named here or by the command. A process
between (mcpbridge.commands.keeper) ends all that the command has started. Needs a POSIX system. Standard library only.
"""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import IO, cast

from mcpbridge.commands import keeper
from mcpbridge.commands.declared import Command
from mcpbridge.commands.forbidden import PYTHON
from mcpbridge.commands.output import Output
from mcpbridge.exceptions import CallFailed
from mcpbridge.serve.calls import Finished
from mcpbridge.tools import CommandTool

HANDED_ON = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "VIRTUAL_ENV",
)  # fmt: skip
"""Variables of the server that every command has; everything else it has by name or not at all."""

TICK = 0.1
"""Seconds in which a wish to end a command is noticed."""
CHUNK = 65_536
LEFT_OPEN = 0.5
"""Seconds that are still read where something outside the group holds the pipe open."""
ENDING = keeper.GRACE + 3.0
"""Seconds in which what is told to end has ended."""


class CommandRunner:
    """Runs some commands, never two of them at once. secrets: texts that no output may show."""

    def __init__(self, commands: Mapping[str, Command], secrets: frozenset[str] = frozenset()) -> None:
        self._commands = commands
        self._secrets = secrets
        self._running = threading.Lock()

    def offers(self, tool: CommandTool) -> bool:
        """Whether settings declare it, and at the level that the catalog says."""
        command = self._commands.get(tool.command)
        return command is not None and command.level == tool.safety.level

    def seconds(self, tool: CommandTool) -> float:
        """How long a call of it may take, the ending of a command that is late included."""
        return self._commands[tool.command].seconds + ENDING + 2.0

    def run(self, tool: CommandTool, is_wanted: Callable[[], bool]) -> Finished:
        """is_wanted: asked again and again; the command is ended once it says no. Raises CallFailed."""
        if not self._running.acquire(blocking=False):
            raise CallFailed(
                "Another command is running, and only one at a time does; nothing was run. Call again when it is over.",
                code="busy", status=429, retryable=True,
            )  # fmt: skip
        try:
            return self._run(self._commands[tool.command], is_wanted)
        finally:
            self._running.release()

    def _run(self, command: Command, is_wanted: Callable[[], bool]) -> Finished:
        environment = _environment(command)
        argv = [_program(command, environment), *command.argv[1:]]
        started = time.monotonic()
        process = subprocess.Popen(  # noqa: S603  (the argument list is the project's own, never a caller's)
            [sys.executable, "-I", "-S", keeper.__file__, *argv],
            cwd=command.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        # Leaving it closes what the keeper listens to, whatever happens here.
        with process:
            output, is_late, was_wanted = _followed(process, started + command.seconds, is_wanted)
        by_itself = was_wanted and not is_late
        return Finished(
            exit_code=process.returncode if by_itself else None,
            output=output.text(self._secrets),
            is_cut=output.is_cut,
            timed_out=is_late,
            seconds=round(time.monotonic() - started, 1),
        )


def _followed(
    process: subprocess.Popen[bytes], last: float, is_wanted: Callable[[], bool]
) -> tuple[Output, bool, bool]:
    """What it wrote until it ended, whether it was ended because it was late, and whether it was wanted to its end."""
    listens, source = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
    output, is_late, was_wanted = Output(), False, True
    gives_up = ended = None
    with selectors.DefaultSelector() as selector:
        selector.register(source, selectors.EVENT_READ)
        while True:
            if selector.select(TICK):
                chunk = os.read(source.fileno(), CHUNK)
                if not chunk:
                    # The keeper holds it open as well, so it is ending.
                    return output, is_late, was_wanted
                output.add(chunk)
            now = time.monotonic()
            if ended is None and process.poll() is not None:
                ended = now
            if ended is not None and now >= ended + LEFT_OPEN:
                return output, is_late, was_wanted
            if gives_up is None and ended is None:
                is_late, was_wanted = now >= last, is_wanted()
                if is_late or not was_wanted:
                    gives_up = now + ENDING
                    listens.close()
            elif gives_up is not None and now >= gives_up:
                process.kill()


def _program(command: Command, environment: Mapping[str, str]) -> str:
    """The path of what is started. Raises CallFailed where it is not there."""
    name = command.argv[0]
    if name == PYTHON:
        found: str | None = sys.executable
    else:
        has_folder = os.sep in name
        found = shutil.which(str(command.folder / name) if has_folder else name, path=environment.get("PATH"))
    if found is None or not command.folder.is_dir():
        raise CallFailed(
            f"The command {command.name} cannot be run: its program or its folder is not on this machine. "
            "Nothing was run. Install the one or make the other, then call again.",
            code="command_missing",
        )
    return found


def _environment(command: Command) -> dict[str, str]:
    names = (*HANDED_ON, *command.passed)
    return {name: os.environ[name] for name in names if name in os.environ} | dict(command.environment)
