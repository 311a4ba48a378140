"""Numbers of rows and rounds -> seconds of finding a name and of listing a page, in turns (a program).

python -m bench.in_django names ROWS ROUNDS      prints {"a place, as it is spelt": [[bridge, plain], ...], ...}

Elapsed time, not CPU time: a database server's work is in another process, and finding rows is mostly that.
"""

from __future__ import annotations

import gc
import json
import sys
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from bench import rows
from bench.pairs import LOGIN, Request
from bench.plain import PlainClient
from mcpbridge import bridge
from mcpbridge.in_process import InProcessClient
from mcpbridge.serve.references import Names
from mcpbridge.serve.running import Api, Run
from mcpbridge.tools import Shape
from notes.models import Location, Project

WARM_UP = 3


@dataclass(frozen=True)
class Search:
    """A name among many. argument: one of projects_create that refers to such a row. expected: the row's id."""

    what: str
    argument: str
    name: str
    expected: int
    listing: str


class Finder:
    """A name -> the id of its row, as a tool call finds it."""

    def __init__(self, login: str) -> None:
        served = bridge.local()
        self._catalog = served.pipeline.catalog
        self._caller = served.caller(login)
        self._client = InProcessClient()

    def find(self, search: Search) -> None:
        """Raises RuntimeError where another row is found. Asked anew each time: no answer of a list is kept."""
        with bridge.message_bounds():
            names = Names(Api(self._client, self._caller, Run()), self._catalog)
            row = names.resolve(self._shape(search.argument), search.name, search.argument)
        if row.value != search.expected:
            raise RuntimeError(f"{search.what}: found {row.value}, not {search.expected}.")

    def _shape(self, argument: str) -> Shape:
        return next(item.shape for item in self._catalog.tools["projects_create"].arguments if item.name == argument)


def main(arguments: list[str]) -> None:
    count, rounds = map(int, arguments)
    finder, plain = Finder(LOGIN), PlainClient(LOGIN)
    measured = {}
    for search in searches(count):
        page = Request("GET", f"{search.listing}?page_size=20")
        measured[search.what] = list(in_turns(partial(finder.find, search), partial(plain.send, page), rounds))
    json.dump(measured, sys.stdout)


def searches(count: int) -> Iterator[Search]:
    """The last row of each kind, by the names that people and agents write."""
    number = count - 1
    place = Location.objects.get(name=rows.place(number))
    project = Project.objects.get(name=rows.project(number))
    found = (("place", "location", place, "/api/v1/locations/"), ("project", "parent", project, "/api/v1/projects/"))
    for kind, argument, row, listing in found:
        yield Search(f"a {kind}, as it is spelt", argument, row.name, row.pk, listing)
        yield Search(f"a {kind}, without case and accents", argument, unaccented(row.name), row.pk, listing)
    yield Search("a place, by its whole path", "location", place.full_path, place.pk, "/api/v1/locations/")


def unaccented(name: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign)).lower()


def in_turns(first: Callable[[], object], second: Callable[[], object], rounds: int) -> Iterator[tuple[float, float]]:
    """Seconds of both, a pair a round; every second round the other one begins."""
    for _ in range(WARM_UP):
        first()
        second()
    for number in range(rounds):
        if number % 2:
            later = elapsed(second)
            yield elapsed(first), later
        else:
            yield elapsed(first), elapsed(second)


def elapsed(work: Callable[[], object]) -> float:
    # Neither pays for what the other has left behind.
    gc.collect()
    started = perf_counter()
    work()
    return perf_counter() - started
