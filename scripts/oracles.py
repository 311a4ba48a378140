"""A clone with npm -> what the programs from the npm registry, and the official clients, say of the server.

python -m scripts.oracles [pytest arguments]

The programs stand in tests/oracles/package.json with a Node of their own, so that any npm can install them.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys

from scripts import debian, environment, legs
from scripts.refusal import Refused, told

FOLDER = environment.ROOT / "tests" / "oracles"
WRITTEN = ("package.json", "package-lock.json", ".npmrc")
# npm empties the folder before it installs, so a mark in there never outlives what it speaks of.
STAMP = FOLDER / "node_modules" / ".installed"
LACKING = "npm is missing, which installs the programs that try the server from outside."


def main() -> int:
    environment.ready("requirements-test.txt")
    ready()
    # Which database stands behind the API is no matter of the protocol; the suite itself runs on all of them.
    outcome = legs.run("SQLite", legs.MEMORY, ["tests/oracles", "-m", "oracle", *sys.argv[1:]])
    print(f"\n{outcome}\n{outcome.passed} passed, {outcome.failed} failed")
    return outcome.code


def ready() -> None:
    """Make sure that the programs are installed as the lock says. Raises Refused when they cannot be had."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    if shutil.which("npm") is None:
        debian.install(["npm"], lacking=LACKING)
    print("Installing tests/oracles/package-lock.json with npm")
    if subprocess.run(["npm", "ci", "--loglevel=error"], cwd=FOLDER).returncode:
        raise Refused(
            "The programs of tests/oracles could not be installed; npm's own words stand above. If they speak of a "
            "connection, check the network, or name a registry that this machine reaches: npm config set registry "
            "ADDRESS. If they speak of a platform: these programs run on Linux on x64. Then try again."
        )
    STAMP.write_text(wanted, encoding="utf-8")


def fingerprint() -> str:
    """A digest of what says which programs are installed, and how."""
    return hashlib.sha256(b"\0".join((FOLDER / name).read_bytes() for name in WRITTEN)).hexdigest()


if __name__ == "__main__":
    sys.exit(told(main))
