"""The scripted client on the product itself: every write tool, every kind of fault that arguments can mend."""

from __future__ import annotations

import ast
import functools
import sys

import pytest
from django.contrib.auth.models import User

from mcpbridge.bridge import Bridge
from mcpbridge.derive.build import derive
from mcpbridge.govern.policy import LevelGate
from mcpbridge.tools import LEVELS, Catalog
from notes.models import Category, Entity, Location, Note, Project, ProjectState, ProjectType, Tag, Task
from tests.repair import script
from tests.repair.faults import Mixed
from tests.repair.rounds import Ground, all_faults_at_once, every_fault, kinds_refused, writing
from tests.repair.script import Unmendable, repaired
from tests.repair.trial import undone

TWINS = ("locations", "categories", "entities", "states", "types")
PROJECTS = (("Borealis", "Bo"), ("Twin", "T1"), ("Twin", "T2"))
TRASHING = ("purge", "restore")


@functools.cache
def derived() -> Catalog:
    return derive("project.urls")


CATALOG = derived()
WORKING = writing(CATALOG, {})


@pytest.fixture
def call(db):
    bridge = Bridge(CATALOG, LevelGate(LEVELS))
    User.objects.create_superuser("keeper")
    return lambda tool, arguments, who="keeper": bridge.call(tool, arguments, bridge.caller(who)).content


@pytest.fixture
def ground(call):
    """ground(tool) -> what it is tried on."""
    for model in (Location, Category, Entity):
        for above in ("North", "South"):
            model.objects.create(name="Twin", parent=model.objects.create(name=above))
    for model in (ProjectState, ProjectType):
        for name in ("Open", "Twin", "Twin"):
            model.objects.create(name=name)
    Tag.objects.create(name="urgent")

    def rows(resource):
        atlas = Project.objects.create(name="Atlas", code="At")
        if resource == "tasks":
            # One project alone, since a parent must be of the same: which one is meant no error could know.
            return [Task.objects.create(name=name, project=atlas) for name in ("Draw", "Build", "Twin", "Twin")]
        if resource == "notes":
            return [Note.objects.create(title=title, author=User.objects.get()) for title in ("First", "Second")]
        if resource == "projects":
            return [atlas, *(Project.objects.create(name=name, code=code) for name, code in PROJECTS)]
        return list(Tag.objects.all())

    def of_tool(name):
        resource = name.partition("_")[0]
        found, other = [*rows(resource), None][:2]
        if name.endswith(TRASHING):
            found.trash()
        arguments = CATALOG.tools[name].arguments
        in_path = {argument.name: found.pk for argument in arguments if argument.place == "path"}
        stored = {key: value for key, value in vars(other or found).items() if not key.startswith("_")}
        return Ground(in_path, stored, Mixed(dict.fromkeys((*TWINS, resource), "Twin")))

    return of_tool


@pytest.mark.requirement("E-05")
@pytest.mark.requirement("E-10")
@pytest.mark.requirement("E-11")
@pytest.mark.parametrize("name", WORKING)
def test_a_script_mends_every_fault_of_a_write_in_one_retry(name, call, ground):
    found = every_fault(CATALOG.tools[name], CATALOG, ground(name), call)

    assert found.by_bridge
    assert not [f"{trial} was taken" for trial in found.by_bridge if not trial.refused]
    assert not [str(trial) for trial in [*found.by_bridge, *found.by_api] if trial.problem]


@pytest.mark.requirement("E-05")
@pytest.mark.parametrize("name", WORKING)
def test_a_script_mends_all_faults_that_the_bridge_sees_at_once(name, call, ground):
    together, refusal, trial = all_faults_at_once(CATALOG.tools[name], CATALOG, ground(name), call)

    assert {error["code"] for error in refusal["errors"]} == set(together.kind.split("+"))
    assert refusal["unchecked"]
    assert trial.refused
    assert not trial.problem, str(trial)


def test_every_kind_of_fault_is_planted_somewhere_and_refused(call, ground):
    refused = set()
    for name in ("projects_create", "projects_update", "tags_create"):
        with undone():
            refused |= kinds_refused(CATALOG.tools[name], CATALOG, ground(name), call)

    assert refused == {
        "unknown", "missing", "type", "choice", "reference", "ambiguous", "date", "limit", "order", "unique",
    }  # fmt: skip


def test_what_no_argument_mends_is_said_so(call, ground):
    ground("notes_update")
    User.objects.create_user("powerless")

    missing = call("notes_update", {"id": 1_000_000, "title": "x"})
    forbidden = call("notes_create", {"title": "x"}, "powerless")

    assert (missing["http_status"], forbidden["http_status"]) == (404, 403)
    for answer in (missing, forbidden):
        assert [error["allowed"] for error in answer["errors"]] == [None]
        assert all(error["hint"].startswith("No argument mends this") for error in answer["errors"])
        with pytest.raises(Unmendable):
            repaired({}, {"title": "x"}, answer)
    assert not Note.objects.filter(title="x").exists()


def test_the_script_knows_nothing_but_json_schema_and_an_errors_fields():
    with open(script.__file__, encoding="utf-8") as source:
        text = source.read()
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    # Words that are JSON Schema's or Python's own as well as some argument's.
    words = {argument.name for tool in CATALOG.tools.values() for argument in tool.arguments} - {"type", "code"}

    assert all(name.partition(".")[0] in sys.stdlib_module_names for name in imported)
    assert not [word for word in words | set(CATALOG.tools) if f'"{word}"' in text]
