"""A number of turns -> that many turns of the same work, by plain requests (a program).

python -m bench.in_django plain_requests 20
"""

from __future__ import annotations

from bench.pairs import EVERY, LOGIN
from bench.plain import PlainClient


def main(arguments: list[str]) -> None:
    client = PlainClient(LOGIN)
    for _ in range(int(arguments[0])):
        for work in EVERY:
            client.do(work)
