"""A person -> the rows that this person may see, those in the trash included.

One function per model; viewsets, reference fields and filters all ask here. Each answers with a queryset made of
subqueries, so that asking costs no query of its own. Nobody signed in sees nothing; staff see all. A group that only
carries rights is no team: nothing is seen through it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser, Group, User
from django.db.models import CharField, Exists, ExpressionWrapper, F, Model, OuterRef, Q, QuerySet

from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task
from notes.roles import ROLES

Person = User | AnonymousUser
Row = TypeVar("Row", bound=Model)


def visible_projects(user: Person) -> QuerySet[Project]:
    """Those that the person manages, or that belong to their groups or entities."""
    if (everything := _all_or_none(Project, user)) is not None:
        return everything
    return Project.objects.filter(
        Q(manager=user.pk) | Q(group__in=_memberships(user)) | Q(entity__in=visible_entities(user).values("pk"))
    )


def visible_tasks(user: Person) -> QuerySet[Task]:
    """Those of the visible projects."""
    if (everything := _all_or_none(Task, user)) is not None:
        return everything
    return Task.objects.filter(project__in=visible_projects(user).values("pk"))


def visible_notes(user: Person) -> QuerySet[Note]:
    """Those of the visible projects, and the person's own."""
    if (everything := _all_or_none(Note, user)) is not None:
        return everything
    return Note.objects.filter(Q(author=user.pk) | Q(project__in=visible_projects(user).values("pk")))


def visible_users(user: Person) -> QuerySet[User]:
    """Oneself, and those who share a group or an entity.

    Two people share an entity where something lies in the reach of both: one's entity is the other's, or stands
    above or below it. Siblings below a common entity that neither is a member of share nothing.
    """
    if (everything := _all_or_none(User, user)) is not None:
        return everything
    teammates = User.groups.through.objects.filter(group__in=_memberships(user)).values("user")
    above = Exists(Entity.objects.filter(members=user.pk, lineage__startswith=OuterRef("lineage")))
    shared = Entity.objects.filter(above | _below_own_entity(user)).values("pk")
    colleagues = Entity.members.through.objects.filter(entity__in=shared).values("user")
    return User.objects.filter(Q(pk=user.pk) | Q(pk__in=teammates) | Q(pk__in=colleagues))


def visible_groups(user: Person) -> QuerySet[Group]:
    """The person's own, as far as they are teams."""
    if (everything := _all_or_none(Group, user)) is not None:
        return everything
    return Group.objects.filter(pk__in=_memberships(user))


def visible_entities(user: Person) -> QuerySet[Entity]:
    """Those that the person is a member of, with all that stands below them."""
    if (everything := _all_or_none(Entity, user)) is not None:
        return everything
    return Entity.objects.filter(_below_own_entity(user))


def visible_locations(user: Person) -> QuerySet[Location]:
    return _open_to_all(Location, user)


def visible_categories(user: Person) -> QuerySet[Category]:
    return _open_to_all(Category, user)


def visible_states(user: Person) -> QuerySet[ProjectState]:
    return _open_to_all(ProjectState, user)


def visible_types(user: Person) -> QuerySet[ProjectType]:
    return _open_to_all(ProjectType, user)


def visible_tags(user: Person) -> QuerySet[Tag]:
    return _open_to_all(Tag, user)


def _all_or_none(model: type[Row], user: Person) -> QuerySet[Row] | None:
    """What needs no look at the rows: everything for staff, nothing for nobody; None where it does."""
    if not user.is_authenticated:
        return model._default_manager.none()
    return model._default_manager.all() if user.is_staff else None


def _open_to_all(model: type[Row], user: Person) -> QuerySet[Row]:
    return model._default_manager.all() if user.is_authenticated else model._default_manager.none()


def _memberships(user: Person) -> QuerySet[Any, Any]:
    """The ids of the person's teams."""
    own = User.groups.through.objects.filter(user=user.pk)
    return own.exclude(group__name__in=ROLES).values("group")


def _below_own_entity(user: Person) -> Exists:
    """A condition on entities: in the reach of the person's memberships."""
    lineage = ExpressionWrapper(OuterRef("lineage"), output_field=CharField())
    return Exists(Entity.objects.filter(members=user.pk).alias(below=lineage).filter(below__startswith=F("lineage")))
