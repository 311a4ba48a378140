"""Numbers of turns and threads -> that many turns of the same work, by plain requests (a program).

python -m bench.in_django plain_requests TURNS THREADS
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bench.pairs import EVERY, LOGIN
from bench.plain import PlainClient


def main(arguments: list[str]) -> None:
    turns, threads = map(int, arguments)
    client = PlainClient(LOGIN)
    with ThreadPoolExecutor(threads) as workers:
        for done in [workers.submit(client.do, work) for _ in range(turns) for work in EVERY]:
            done.result()
