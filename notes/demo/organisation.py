"""The words of the organisation -> its rows, none stored yet: lists, trees, groups, people and who belongs where."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib.auth.models import Group, User

from notes.demo import words
from notes.models import Category, Entity, Location, ProjectState, ProjectType, Tag
from notes.models.trees import SEPARATOR, Tree

ACCOUNTS = ("admin", "editor", "viewer", "stranger")
DOMAIN = "example.org"
LAST_NAMES = {username: last for username, _first, last in words.PEOPLE}

Node = TypeVar("Node", bound=Tree)


@dataclass(frozen=True)
class Organisation:
    """What projects and notes refer to, by name; trees by full path, a parent before its children."""

    states: dict[str, ProjectState]
    types: dict[str, ProjectType]
    tags: dict[str, Tag]
    entities: dict[str, Entity]
    locations: dict[str, Location]
    categories: dict[str, Category]
    groups: dict[str, Group]
    people: list[User]


@dataclass(frozen=True)
class Place:
    """Where one person belongs: names of groups, and the full path of an entity."""

    groups: tuple[str, ...]
    entity: str


FIXED_PLACES = {
    "editor": Place(("Infraestrutura", "Desenvolvimento", "editors"), "Grupo Aurora > Aurora Brasil"),
    "viewer": Place(("Suporte ao Usuário", "viewers"), "Grupo Aurora > Aurora Portugal"),
}


def imagine_organisation() -> Organisation:
    """The organisation as the words have it, whatever a database holds."""
    return Organisation(
        states={
            name: ProjectState(name=name, is_finished=finished, colour=colour)
            for name, finished, colour in words.STATES
        },
        types={name: ProjectType(name=name) for name in words.TYPES},
        tags={name: Tag(name=name) for name in words.TAGS},
        entities=_tree(Entity, words.ENTITIES),
        locations=_tree(Location, words.LOCATIONS),
        categories=_tree(Category, words.CATEGORIES),
        groups={name: Group(name=name) for name in words.GROUPS},
        people=[_person(username, first, last) for username, first, last in words.PEOPLE],
    )


def draw_places(organisation: Organisation, chance: random.Random) -> dict[str, Place]:
    """Everyone but the administrator and the stranger is in a team and an entity; by username."""
    groups, entities = list(organisation.groups), list(organisation.entities)
    places = dict(FIXED_PLACES)
    for user in in_order(organisation.people):
        if user.username not in ACCOUNTS:
            teams = chance.sample(groups, chance.choice((1, 1, 2)))
            role = "editors" if chance.random() < 0.7 else "viewers"
            places[user.username] = Place((*teams, role), chance.choice(entities[1:]))
    return places


def in_order(people: Iterable[User]) -> list[User]:
    """By username: the order in which people are drawn, whatever order they are written or stored in."""
    return sorted(people, key=lambda user: user.username)


def email_of(username: str) -> str:
    return f"{username}@{DOMAIN}"


def is_the_demos(user: User) -> bool:
    """Whether the demo made this user. Someone's own admin@example.org has another name, or none."""
    return user.email == email_of(user.username) and user.last_name == LAST_NAMES.get(user.username)


def _person(username: str, first: str, last: str) -> User:
    is_admin = username == "admin"
    user = User(username=username, first_name=first, last_name=last, email=email_of(username))
    user.is_staff = user.is_superuser = is_admin
    user.set_unusable_password()
    return user


def _tree(model: type[Node], rows: Iterable[tuple[str, str]]) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for name, parent in rows:
        nodes[f"{parent}{SEPARATOR}{name}" if parent else name] = model(name=name, parent=nodes.get(parent))
    return nodes
