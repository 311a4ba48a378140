"""Names of Debian packages -> the packages installed, or the command that installs them."""

from __future__ import annotations

import os
import shutil
import subprocess

from scripts.refusal import Refused


def install(packages: list[str], *, lacking: str) -> None:
    """Install ``packages`` when this is Debian's kin and root runs it.

    Raises Refused otherwise: the sentence ``lacking`` (what is missing, and for what), then the command to run.
    """
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if shutil.which("apt-get") is None:
        raise Refused(f"{lacking} Install what your system calls: {', '.join(packages)} (Debian's names).")
    if os.geteuid() != 0:
        raise Refused(f"{lacking} Run: sudo {' '.join(command)}")
    print(f"Installing {' '.join(packages)} with apt-get")
    if _apt(command) and (_apt(["apt-get", "update"]) or _apt(command)):
        raise Refused(f"{lacking} apt-get could not install it; to see why, run: {' '.join(command)}")


def _apt(command: list[str]) -> int:
    return subprocess.run(
        command,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ).returncode
