"""manage.py mcp_catalog: writes the file, finds drift and names it, reports what tools cost."""

from __future__ import annotations

import json
import sys
import types
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from rest_framework import serializers
from rest_framework.routers import SimpleRouter

from mcpbridge import catalog as catalogs
from tests.derive.conftest import Items, Shelves
from tests.derive.shop import ItemSerializer, ShelfSerializer


class Coloured(ShelfSerializer):
    colour = serializers.CharField(required=False)

    class Meta(ShelfSerializer.Meta):
        fields = ["id", "name", "colour"]


@pytest.fixture
def serve(settings, tmp_path, monkeypatch):
    """Makes viewsets the whole API of the project, and the catalog a file of the test's own."""
    settings.MCPBRIDGE = {"CATALOG": tmp_path / "docs" / "tools.json"}

    def _serve(**views):
        router = SimpleRouter()
        for prefix, view in views.items():
            router.register(prefix, view, basename=prefix)
        module = types.ModuleType("urls_of_a_test")
        module.urlpatterns = router.urls
        monkeypatch.setitem(sys.modules, module.__name__, module)
        settings.ROOT_URLCONF = module.__name__
        return Path(settings.MCPBRIDGE["CATALOG"])

    return _serve


def run(*options):
    written = StringIO()
    call_command("mcp_catalog", *options, stdout=written, stderr=StringIO())
    return written.getvalue()


def refused(*options):
    with pytest.raises(CommandError) as error:
        run(*options)
    return str(error.value)


@pytest.mark.requirement("N-15")
def test_the_file_is_written_and_then_nothing_differs(serve):
    path = serve(shelves=Shelves)

    said = run()

    assert said.startswith("5 tools and 1 exclusions in ")
    assert set(catalogs.read(path).tools) == {
        f"shelves_{word}" for word in ("list", "get", "create", "update", "delete")
    }
    assert run("--check") == ""
    assert run("--diff") == ""


def test_the_same_code_writes_the_same_bytes(serve):
    path = serve(items=Items, shelves=Shelves)
    run()
    first = path.read_bytes()

    run()

    assert path.read_bytes() == first
    assert first.endswith(b"}\n")


@pytest.mark.requirement("N-15")
def test_a_new_field_fails_the_check_and_names_tool_and_argument(serve):
    serve(shelves=Shelves)
    run()
    serve(shelves=type("V", (Shelves,), {"serializer_class": Coloured, "__module__": Shelves.__module__}))

    said = refused("--check")

    assert "shelves_create: argument colour is new in the code, not in the file: run manage.py mcp_catalog" in said
    assert "shelves_update: argument colour is new in the code, not in the file: run manage.py mcp_catalog" in said
    assert run("--diff").splitlines() == said.splitlines()[1:]


@pytest.mark.requirement("N-15")
def test_every_kind_of_difference_is_told_in_words(serve):
    class Shorter(ItemSerializer):
        title = serializers.CharField(max_length=9)
        level = serializers.ChoiceField([(1, "Lowest")])

        class Meta(ItemSerializer.Meta):
            fields = [name for name in ItemSerializer.Meta.fields if name != "amount"]

    serve(items=Items, shelves=Shelves)
    run()
    serve(items=type("Changed", (Items,), {"serializer_class": Shorter, "http_method_names": ["get", "post"]}))

    said = refused("--check")

    for sentence in (
        "items_create: argument amount is in the file, no longer in the code",
        "items_create: argument title: shape.limits.maxLength is 9 in the code, 60 in the file",
        "items_update: the tool is in the file, no longer in the code",
        'items_create: argument shelf: shape.kind is "integer" in the code, "reference" in the file',
        'items_create: argument level: shape.choices is [{"code": 1, "label": "Lowest"',
        "reference shelves is in the file, no longer in the code",
        "PUT /items/{pk}/: the exclusion is in the file, no longer in the code",
    ):
        assert sentence in said


def test_a_file_that_is_missing_broken_or_edited_is_told_with_the_mend(serve):
    path = serve(shelves=Shelves)
    assert "manage.py mcp_catalog" in refused("--check")

    run()
    path.write_text(path.read_text().replace("\n  ", "\n    "))
    assert "tools.json says the same in other words or another order: run manage.py mcp_catalog" in refused("--check")

    path.write_text("{")
    assert "not JSON" in refused("--check")


def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(serve, settings, tmp_path):
    serve(shelves=Shelves)
    (tmp_path / "file").write_text("")
    settings.MCPBRIDGE = {"CATALOG": tmp_path / "file" / "tools.json"}

    assert "cannot be written" in refused()


def test_the_report_tells_bytes_and_estimated_tokens_largest_first(serve):
    serve(items=Items, shelves=Shelves)

    lines = run("--report").splitlines()

    sizes = [int(line.split()[1].replace(",", "")) for line in lines if " bytes " in line and "tools:" not in line]
    assert len(sizes) == 10
    assert sizes == sorted(sizes, reverse=True)
    assert lines[10].startswith("10 tools: tools/list has ")
    assert "estimated at 4 bytes a token" in lines[10]
    assert lines[11].startswith("no tool: PUT /items/{pk}/: PUT beside PATCH")


def test_the_report_fails_where_a_tool_is_too_large(serve):
    fields = {f"field_{number}": serializers.CharField(help_text="x" * 100) for number in range(40)}
    huge = type("Huge", (serializers.Serializer,), fields)
    serve(shelves=type("V", (Shelves,), {"serializer_class": huge}))

    said = refused("--report")

    assert said.startswith("shelves_create, shelves_update: 4096 bytes or more in tools/list.")


def test_a_hint_that_contradicts_itself_is_told_as_a_sentence(serve):
    from mcpbridge.derive.hints import ToolHint, ViewHints

    hints = ViewHints(tools={"destroy": ToolHint(level="read")})
    serve(shelves=type("V", (Shelves,), {"tool_hints": hints}))

    assert "say why in level_reason" in refused()


def test_the_file_is_made_to_be_read_as_a_diff(serve):
    path = serve(shelves=Shelves)
    run()

    text = path.read_text()

    assert max(len(line) for line in text.splitlines()) < 400
    assert json.loads(text)["format"] == catalogs.FORMAT
