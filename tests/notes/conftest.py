"""A fixed cast and their places -> fixtures for every test of the notes API.

owner       an editor, member of the group Design and of the entity Aurora
teammate    an editor in the same group, member of the entity Aurora > Norte
stranger    an editor of another group and entity, who shares nothing with them
reader      a viewer in the group Design: sees what the owner's group sees, writes nothing
staff       sees all and may do all
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, Permission, User
from rest_framework.test import APIClient

from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task


@pytest.fixture
def design(db: None) -> Group:
    return Group.objects.create(name="Design")


@pytest.fixture
def sales(db: None) -> Group:
    return Group.objects.create(name="Sales")


@pytest.fixture
def aurora(db: None) -> Entity:
    return Entity.objects.create(name="Aurora")


@pytest.fixture
def norte(aurora: Entity) -> Entity:
    return Entity.objects.create(name="Norte", parent=aurora)


@pytest.fixture
def polar(db: None) -> Entity:
    return Entity.objects.create(name="Polar")


@pytest.fixture
def writers(db: None) -> Callable[[User], None]:
    """Gives the rights of editors without their group: sharing that group would make everybody visible to all."""
    rights = Permission.objects.filter(group__name="editors")

    def give(user: User) -> None:
        user.user_permissions.set(rights)

    return give


@pytest.fixture
def owner(design: Group, aurora: Entity, writers: Callable[[User], None]) -> User:
    return _person("owner", "Olívia", "Duarte", writers, design, aurora)


@pytest.fixture
def teammate(design: Group, norte: Entity, writers: Callable[[User], None]) -> User:
    return _person("teammate", "Tomás", "Figueira", writers, design, norte)


@pytest.fixture
def stranger(sales: Group, polar: Entity, writers: Callable[[User], None]) -> User:
    return _person("stranger", "Sofia", "Keller", writers, sales, polar)


@pytest.fixture
def reader(design: Group) -> User:
    user = User.objects.create(username="reader", email="reader@example.org")
    user.groups.add(design)
    return user


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create(username="staff", email="staff@example.org", is_staff=True, is_superuser=True)


@pytest.fixture
def as_user() -> Callable[[User | None], APIClient]:
    """A REST client for one person, or for nobody."""

    def client(user: User | None) -> APIClient:
        api = APIClient()
        # Read anew, as a request would: an instance remembers its permissions and groups.
        api.force_authenticate(User.objects.get(pk=user.pk) if user else None)
        return api

    return client


@pytest.fixture
def state(db: None) -> ProjectState:
    return ProjectState.objects.create(name="Processing")


@pytest.fixture
def closed(db: None) -> ProjectState:
    return ProjectState.objects.create(name="Closed", is_finished=True)


@pytest.fixture
def project(owner: User, state: ProjectState) -> Project:
    """The owner's own, of no group and no entity."""
    return Project.objects.create(name="Atlas", code="AT-1", manager=owner, state=state)


@pytest.fixture
def task(project: Project) -> Task:
    return Task.objects.create(name="Draft the plan", project=project)


@pytest.fixture
def note(project: Project, owner: User) -> Note:
    return Note.objects.create(title="Reunião de início", body="Começamos na segunda.", project=project, author=owner)


@pytest.fixture
def kind_of_project(db: None) -> ProjectType:
    return ProjectType.objects.create(name="Software")


@pytest.fixture
def place(db: None) -> Location:
    brasil = Location.objects.create(name="Brasil")
    return Location.objects.create(name="São Paulo", parent=brasil)


@pytest.fixture
def category(db: None) -> Category:
    return Category.objects.create(name="Reuniões")


@pytest.fixture
def tag(db: None) -> Tag:
    return Tag.objects.create(name="urgent")


def _person(login: str, first: str, last: str, writers: Callable[[User], None], group: Group, entity: Entity) -> User:
    user = User.objects.create(username=login, first_name=first, last_name=last, email=f"{login}@example.org")
    writers(user)
    user.groups.add(group)
    entity.members.add(user)
    return user
