"""Groups that only carry rights -> no team: whoever shares nothing else sees nothing of the other."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from notes.models import Note, Project, Task
from notes.roles import ROLES
from tests.notes.answers import API, errors_of, ids_of


@pytest.fixture(params=ROLES)
def role(request, db, owner, stranger):
    group = Group.objects.get(name=request.param)
    group.user_set.add(owner, stranger)
    return group


def test_two_people_with_the_same_rights_do_not_see_each_other(role, as_user, owner, stranger):
    assert ids_of(as_user(owner).get(f"{API}users/")) == [owner.pk]
    assert as_user(owner).get(f"{API}users/{stranger.pk}/").status_code == 404
    assert errors_of(as_user(owner).post(f"{API}projects/", {"name": "x", "manager": stranger.pk})) == {
        "manager": "does_not_exist"
    }


def test_nothing_is_seen_through_a_group_that_only_carries_rights(role, as_user, owner, stranger):
    project = Project.objects.create(name="Theirs", manager=stranger, group=role)
    Task.objects.create(name="Theirs", project=project)
    Note.objects.create(title="Theirs", project=project, author=stranger)

    seen = {kind: ids_of(as_user(owner).get(f"{API}{kind}/")) for kind in ("projects", "tasks", "notes")}

    assert seen == {"projects": [], "tasks": [], "notes": []}


def test_a_group_that_only_carries_rights_is_not_listed_and_cannot_be_chosen(role, as_user, owner, design):
    api = as_user(owner)

    assert ids_of(api.get(f"{API}groups/")) == [design.pk]
    assert api.get(f"{API}groups/{role.pk}/").status_code == 404
    assert errors_of(api.post(f"{API}projects/", {"name": "x", "group": role.pk})) == {"group": "does_not_exist"}
    assert errors_of(api.get(f"{API}users/", {"group": role.pk})) == {"group": "invalid_choice"}


def test_staff_see_such_groups_as_all_others(role, as_user, staff):
    assert role.pk in ids_of(as_user(staff).get(f"{API}groups/"))
    assert as_user(staff).post(f"{API}projects/", {"name": "x", "group": role.pk}).status_code == 201


def test_a_team_is_a_team_for_those_who_have_the_same_rights_as_well(role, as_user, owner, teammate):
    role.user_set.add(teammate)

    assert set(ids_of(as_user(owner).get(f"{API}users/"))) == {owner.pk, teammate.pk}
