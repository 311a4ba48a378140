"""A program's name and arguments -> the program, run once Django is set up (a program itself).

python -m bench.in_django calls 40 8      runs main(["40", "8"]) of bench/calls.py
"""

from __future__ import annotations

import importlib
import sys

import django


def main() -> None:
    django.setup()
    # By name, since nothing that holds models can be imported before.
    importlib.import_module(f"bench.{sys.argv[1]}").main(sys.argv[2:])


if __name__ == "__main__":
    main()
