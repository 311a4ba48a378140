"""A number -> that many places and as many projects more in the database, with accented names (a program).

python -m bench.in_django rows 10000
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Max

from bench.pairs import LOGIN
from notes.models import Location, Project
from notes.models.trees import SEPARATOR

CITIES = ("São Luís", "Belém", "Goiânia", "Curitiba", "Maceió", "Brasília", "Vitória", "Macapá", "Natal", "Cuiabá")
ROOMS = ("Salão", "Depósito", "Galpão", "Recepção", "Escritório", "Laboratório", "Estação", "Oficina")
THINGS = ("Revisão", "Migração", "Manutenção", "Ampliação", "Avaliação", "Instalação", "Formação", "Compra")
BATCH = 500


def place(number: int) -> str:
    """The name of the place with that number."""
    return f"{ROOMS[number % len(ROOMS)]} {number:05}"


def project(number: int) -> str:
    """The name of the project with that number."""
    return f"{THINGS[number % len(THINGS)]} do {ROOMS[number % len(ROOMS)].lower()} {number:05}"


def main(arguments: list[str]) -> None:
    count = int(arguments[0])
    _store(Location, _places(count))
    manager = get_user_model().objects.get(username=LOGIN)
    _store(Project, (Project(name=project(number), manager=manager) for number in range(count)))


def _places(count: int) -> Iterator[Location]:
    """Places below some cities, their paths and lineages as Tree.save would set them, at a query for each city only."""
    cities = [_city(name) for name in CITIES]
    free = (Location.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    for number in range(count):
        above, pk, name = cities[number % len(cities)], free + number, place(number)
        path = f"{above.full_path}{SEPARATOR}{name}"
        yield Location(pk=pk, name=name, parent=above, full_path=path, lineage=f"{above.lineage}{pk}/")


def _city(name: str) -> Location:
    city = Location(name=name)
    city.save()
    return city


def _store(model: Any, rows: Iterable[Any]) -> None:
    for batch in iter(_batches(rows)):
        model.objects.bulk_create(batch)


def _batches(rows: Iterable[Any]) -> Iterator[Sequence[Any]]:
    waiting = iter(rows)
    while batch := list(islice(waiting, BATCH)):
        yield batch
