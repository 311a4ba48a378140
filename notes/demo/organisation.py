"""The words of the organisation -> its rows: lists, trees, groups, people and who belongs where."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib.auth.models import Group, User

from notes.demo import words
from notes.models import Category, Entity, Location, ProjectState, ProjectType, Tag
from notes.models.trees import Tree
from notes.people import refresh_names

ACCOUNTS = ("admin", "editor", "viewer", "stranger")
DOMAIN = "example.org"

Node = TypeVar("Node", bound=Tree)


@dataclass(frozen=True)
class Organisation:
    """What projects and notes refer to, by name; trees by full path."""

    states: dict[str, ProjectState]
    types: dict[str, ProjectType]
    tags: dict[str, Tag]
    entities: dict[str, Entity]
    locations: dict[str, Location]
    categories: dict[str, Category]
    groups: dict[str, Group]
    people: list[User]


def found_organisation(chance: random.Random) -> Organisation:
    """Store the organisation. What a list or a tree already holds is kept and used."""
    groups = {name: Group.objects.get_or_create(name=name)[0] for name in words.GROUPS}
    entities = _tree(Entity, words.ENTITIES)
    people = _people()
    _join(people, groups, entities, chance)
    return Organisation(
        states={
            name: ProjectState.objects.get_or_create(name=name, defaults={"is_finished": finished, "colour": colour})[0]
            for name, finished, colour in words.STATES
        },
        types={name: ProjectType.objects.get_or_create(name=name)[0] for name in words.TYPES},
        tags={name: Tag.objects.get_or_create(name=name)[0] for name in words.TAGS},
        entities=entities,
        locations=_tree(Location, words.LOCATIONS),
        categories=_tree(Category, words.CATEGORIES),
        groups=groups,
        people=people,
    )


def email_of(username: str) -> str:
    return f"{username}@{DOMAIN}"


def _tree(model: type[Node], rows: Iterable[tuple[str, str]]) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for name, parent in rows:
        node, _ = model._default_manager.get_or_create(name=name, parent=nodes.get(parent))
        nodes[node.full_path] = node
    return nodes


def _people() -> list[User]:
    known = set(User.objects.values_list("username", flat=True))
    new = [
        User(username=username, first_name=first, last_name=last, email=email_of(username))
        for username, first, last in words.PEOPLE
        if username not in known
    ]
    for user in new:
        user.set_unusable_password()
    User.objects.bulk_create(new)
    people = User.objects.in_bulk([username for username, _first, _last in words.PEOPLE], field_name="username")
    refresh_names(users=people.values(), groups=[])
    return list(people.values())


def _join(people: list[User], groups: dict[str, Group], entities: dict[str, Entity], chance: random.Random) -> None:
    """Everyone but the stranger is in a team and an entity; the accounts have fixed places."""
    roles = {group.name: group for group in Group.objects.filter(name__in=("editors", "viewers"))}
    by_name = {user.username: user for user in people}
    by_name["editor"].groups.add(groups["Infraestrutura"], groups["Desenvolvimento"], roles["editors"])
    by_name["viewer"].groups.add(groups["Suporte ao Usuário"], roles["viewers"])
    entities["Grupo Aurora > Aurora Brasil"].members.add(by_name["editor"])
    entities["Grupo Aurora > Aurora Portugal"].members.add(by_name["viewer"])
    for user in people:
        if user.username not in ACCOUNTS:
            user.groups.add(*chance.sample(list(groups.values()), chance.choice((1, 1, 2))))
            user.groups.add(roles["editors" if chance.random() < 0.7 else "viewers"])
            chance.choice(list(entities.values())[1:]).members.add(user)
