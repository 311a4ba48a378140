"""manage.py mcp_catalog --check: the rules as well, and the OpenAPI document where a project names one."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from project.commands import COMMANDS
from tests.catalog.conftest import CATALOG, OPENAPI, tool


@pytest.fixture
def files(settings, tmp_path, content, document):
    """Writes both, as they are by then, where the project has them; returns the settings of the bridge."""
    paths = {"CATALOG": tmp_path / "tools.json", "OPENAPI": tmp_path / "openapi.json"}
    settings.MCPBRIDGE = {**paths, "COMMANDS": COMMANDS}

    def _files():
        settings.MCPBRIDGE["CATALOG"].write_text(json.dumps(content))
        settings.MCPBRIDGE["OPENAPI"].write_text(json.dumps(document))
        return settings.MCPBRIDGE

    return _files


def run(*options):
    written = StringIO()
    call_command("mcp_catalog", *options, stdout=written)
    return written.getvalue()


def refused(*options):
    with pytest.raises(CommandError) as error:
        run(*options)
    return str(error.value).splitlines()


@pytest.mark.requirement("N-15")
def test_the_project_passes_and_names_its_document(settings):
    assert settings.MCPBRIDGE["OPENAPI"] == OPENAPI

    assert run("--check") == ""


@pytest.mark.requirement("N-15")
def test_drift_and_broken_rules_are_told_together(files, content, document):
    del tool(content, "notes_delete")["safety"]["reason"]
    tool(content, "notes_create")["operation"]["status"] = 200
    del document["paths"]["/api/v1/tags/"]["post"]
    files()

    assert refused("--check") == [
        "The catalog file and the code differ.",
        "notes_create: operation.status is 201 in the code, 200 in the file: run manage.py mcp_catalog",
        'notes_delete: safety.reason is "It goes to the trash; notes_restore brings it back." in the code, '
        '"" in the file: run manage.py mcp_catalog',
        "The catalog breaks rules. Mend the view, its hint or the OpenAPI document, then run manage.py mcp_catalog.",
        "notes_delete: the level write of a DELETE needs a reason; without one it is destructive.",
        "notes_create: the status of success is 200, but in the OpenAPI document 201.",
        "tags_create: the OpenAPI document does not have POST /api/v1/tags/; "
        "write it anew, or exclude the operation with a hint.",
    ]


def test_a_project_without_a_document_is_checked_without_it(settings):
    settings.MCPBRIDGE = {"CATALOG": CATALOG, "COMMANDS": COMMANDS}

    assert run("--check") == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("openapi: 3.1.1\n", "The OpenAPI document openapi.json is not JSON"),
        ("[]", "openapi.json is no OpenAPI document: it has no paths. Write it anew."),
    ],
)
def test_a_document_that_is_none_is_told(files, text, sentence):
    files()["OPENAPI"].write_text(text)

    (said,) = refused("--check")

    assert said.startswith(sentence)


def test_a_document_that_is_not_there_is_told_with_the_setting(files):
    Path(files()["OPENAPI"]).unlink()

    (said,) = refused("--check")

    assert said.endswith("cannot be read (No such file or directory); write it, or mend MCPBRIDGE['OPENAPI'].")


def test_what_the_document_has_outside_of_the_prefixes_is_no_api(files):
    files()["PREFIXES"] = ["/api/v1/tags/"]
    run()

    assert run("--check") == ""
