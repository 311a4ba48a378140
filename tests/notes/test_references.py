"""A list of ids -> the rows with these ids, read at once; or what is wrong with each of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notes.api.notes import NoteSerializer
from notes.models import Note, Tag
from tests.notes.answers import API, errors_of


@pytest.fixture
def tags(db):
    return [Tag.objects.create(name=f"tag {number}") for number in range(101)]


def _queries(api, ids):
    with CaptureQueriesContext(connection) as queries:
        response = api.post(f"{API}notes/", {"title": "x", "tags": ids})
    assert response.status_code == 201, response.content
    return len(queries)


def test_many_tags_take_as_many_queries_as_one(as_user, owner, tags):
    api, ids = as_user(owner), [tag.pk for tag in tags]

    # The first call reads the rights of the caller as well.
    _queries(api, [])

    assert _queries(api, ids[:100]) == _queries(api, ids[:1])


def test_a_tag_that_is_named_twice_counts_once(as_user, owner, tags):
    ids = [tags[3].pk, tags[1].pk, str(tags[3].pk)]

    row = as_user(owner).post(f"{API}notes/", {"title": "x", "tags": ids}).json()

    assert sorted(row["tags"]) == [tags[1].pk, tags[3].pk]


def test_every_id_that_is_refused_has_an_error_of_its_own_at_its_place(as_user, owner, tags):
    ids = [999_999, tags[0].pk, "x", 999_998, True, None, 1.5, -1, 10**30]

    response = as_user(owner).post(f"{API}notes/", {"title": "", "tags": ids})

    assert errors_of(response) == {
        "title": "blank",
        "tags.0": "does_not_exist",
        "tags.2": "invalid",
        "tags.3": "does_not_exist",
        "tags.4": "invalid",
        "tags.5": "invalid",
        "tags.6": "invalid",
        "tags.7": "does_not_exist",
        "tags.8": "does_not_exist",
    }
    details = {error["field"]: error["detail"] for error in response.json()["errors"]}
    assert details["tags.3"] == "There is no tag 999998 that you can choose. List the tags to see their ids."
    assert not Note.objects.exists()


def test_a_list_takes_a_hundred_ids_and_a_longer_one_is_refused_unread(as_user, owner, tags):
    api, ids = as_user(owner), [tag.pk for tag in tags]

    with CaptureQueriesContext(connection) as queries:
        refused = api.post(f"{API}notes/", {"title": "x", "tags": ids})

    assert errors_of(refused) == {"tags": "max_length"}
    assert not any("notes_tag" in query["sql"] for query in queries)
    assert NoteSerializer().fields["tags"].max_length == 100


@pytest.mark.parametrize("value", ["1", 1, {"1": 2}, None])
def test_what_is_no_list_is_refused(value, as_user, owner):
    response = as_user(owner).post(f"{API}notes/", {"title": "x", "tags": value})

    assert errors_of(response) == {"tags": "null" if value is None else "not_a_list"}


def test_tags_left_out_stay_and_an_empty_list_takes_them_all_away(as_user, owner, note, tags):
    note.tags.set(tags[:3])
    api, url = as_user(owner), f"{API}notes/{note.pk}/"

    kept = api.patch(url, {"title": "New"}).json()["tags"]
    cleared = api.patch(url, {"tags": []}).json()["tags"]

    assert (len(kept), cleared) == (3, [])


def test_a_form_of_the_browser_sends_its_tags_as_well(as_user, owner, tags):
    ids = [tags[0].pk, tags[1].pk]

    row = as_user(owner).post(f"{API}notes/", {"title": "x", "tags": ids}, format="multipart").json()

    assert sorted(row["tags"]) == ids
