"""Drafts -> rows in the database. What a list or a tree already holds under the same name is kept and used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib.auth.models import Group, User
from django.db.models import Model, QuerySet

from notes.demo.drafts import Drafts
from notes.demo.organisation import Organisation
from notes.demo.work import PROGRAMME, PROGRAMME_PARTS, TASKS_EACH
from notes.folding import fold_key
from notes.models import Entity, Note, Project, ProjectState, ProjectType, Tag, Task
from notes.models.trees import Tree
from notes.people import refresh_names

BATCH = 500
Row = TypeVar("Row", bound=Model)
Node = TypeVar("Node", bound=Tree)


def store(drafts: Drafts) -> frozenset[str]:
    """Give every draft its row, and return the usernames of the people that were made.

    People who were there under such a name are used as they are, and join no group: what they may see is theirs.
    """
    _store_lists(drafts.organisation)
    made = _store_people(drafts.organisation.people)
    _join(drafts, made)
    _store_work(drafts)
    _store_notes(drafts)
    return frozenset(user.username for user in made)


def _store_lists(organisation: Organisation) -> None:
    for state in organisation.states.values():
        _settle(state, ProjectState.objects.filter(name=state.name, is_finished=state.is_finished))
    for kind in organisation.types.values():
        _settle(kind, ProjectType.objects.filter(name=kind.name))
    for tag in organisation.tags.values():
        _settle(tag, Tag.objects.filter(name_folded=fold_key(tag.name)))
    for group in organisation.groups.values():
        _settle(group, Group.objects.filter(name=group.name))
    _settle_tree(organisation.entities)
    _settle_tree(organisation.locations)
    _settle_tree(organisation.categories)


def _settle_tree(nodes: dict[str, Node]) -> None:
    for node in nodes.values():
        # Assigned again, because the parent has its id only now.
        node.parent = node.parent
        _settle(node, type(node)._default_manager.filter(name=node.name, parent=node.parent_id))


def _settle(row: Model, same: QuerySet[Any, Any]) -> None:
    known = same.order_by("pk").first()
    if known is None:
        row.save()
    else:
        row.pk = known.pk
        row._state.adding = False


def _store_people(people: list[User]) -> list[User]:
    # Folded, because a database may take "Admin" for "admin".
    names = [user.username for user in people]
    known = {fold_key(user.username): user.pk for user in User.objects.filter(username__in=names)}
    made = [user for user in people if fold_key(user.username) not in known]
    for user in people:
        user.pk = known.get(fold_key(user.username))
    _create(User, made)
    refresh_names(users=made, groups=[])
    return made


def _join(drafts: Drafts, made: list[User]) -> None:
    groups = {group.name: group.pk for group in Group.objects.filter(name__in=("editors", "viewers"))}
    groups |= {name: group.pk for name, group in drafts.organisation.groups.items()}
    placed = [(user.pk, drafts.places[user.username]) for user in made if user.username in drafts.places]
    in_groups, members = User.groups.through, Entity.members.through
    in_groups._default_manager.bulk_create(
        [in_groups(user_id=pk, group_id=groups[name]) for pk, place in placed for name in place.groups]
    )
    entities = drafts.organisation.entities
    members._default_manager.bulk_create(
        [members(user_id=pk, entity_id=entities[place.entity].pk) for pk, place in placed]
    )


def _store_work(drafts: Drafts) -> None:
    _create(Project, drafts.projects)
    by_name = {project.name: project for project in drafts.projects}
    parts = [by_name[name].pk for name in PROGRAMME_PARTS]
    Project.objects.filter(pk__in=parts).update(parent=by_name[PROGRAMME])
    _create(Task, drafts.tasks)
    second = drafts.tasks[1::TASKS_EACH]
    for task, above in zip(second, drafts.tasks[::TASKS_EACH], strict=True):
        task.parent = above
    Task.objects.bulk_update(second, ["parent"])


def _store_notes(drafts: Drafts) -> None:
    _create(Note, [note for note, _tags in drafts.notes])
    through, tags = Note.tags.through, drafts.organisation.tags
    through._default_manager.bulk_create(
        [through(note_id=note.pk, tag_id=tags[name].pk) for note, names in drafts.notes for name in names],
        batch_size=BATCH,
    )


def _create(model: type[Row], rows: Sequence[Row]) -> None:
    stored = model._default_manager.order_by("pk")
    last = stored.values_list("pk", flat=True).last() or 0
    model._default_manager.bulk_create(rows, batch_size=BATCH)
    if any(row.pk is None for row in rows):
        # MySQL does not tell the ids of rows made in bulk.
        for row, pk in zip(rows, stored.filter(pk__gt=last).values_list("pk", flat=True), strict=True):
            row.pk = pk
