"""Rows that others refer to -> a conflict that counts them."""

from __future__ import annotations

import pytest
from django.db import IntegrityError
from django.db.models import ProtectedError

from mcpbridge.rest.faults import Conflict, as_api_exception
from notes.models import Location, Project, ProjectState, Tag

pytestmark = pytest.mark.django_db


def test_deleting_a_row_in_use_is_a_conflict_with_counts() -> None:
    state = ProjectState.objects.create(name="Processing")
    for name in ("One", "Two"):
        Project.objects.create(name=name, state=state)

    with pytest.raises(ProtectedError) as refused:
        state.delete()

    conflict = as_api_exception(refused.value)
    assert isinstance(conflict, Conflict)
    assert conflict.members == {"counts": {"project": 2}}
    assert "Projects: 2" in str(conflict.detail)


def test_every_kind_of_row_is_counted_for_itself() -> None:
    brasil = Location.objects.create(name="Brasil")
    Location.objects.create(name="Recife", parent=brasil)
    Project.objects.create(name="One", location=brasil)

    with pytest.raises(ProtectedError) as refused:
        brasil.delete()

    conflict = as_api_exception(refused.value)
    assert isinstance(conflict, Conflict)
    assert conflict.members == {"counts": {"location": 1, "project": 1}}


def test_what_the_database_says_of_a_taken_value_stays_inside() -> None:
    Tag.objects.create(name="urgente")

    with pytest.raises(IntegrityError) as refused:
        Tag.objects.create(name="Urgente")

    conflict = as_api_exception(refused.value)
    assert conflict.status_code == 409
    assert "name_folded" not in str(conflict.detail)
    assert "urgente" not in str(conflict.detail).lower()
