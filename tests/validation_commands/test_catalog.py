"""Declared commands -> the catalog file and its resources, which name them and never say what they run."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from mcpbridge import catalog as catalogs
from mcpbridge.at_base_url import AtBaseUrl, Plan
from mcpbridge.bridge import local, over_http
from mcpbridge.conf import bridge_settings
from mcpbridge.serve.base_url import base_url
from mcpbridge.serve.catalog_resources import CatalogResources
from tests.validation_commands.test_refused import Anybody, entry

pytestmark = pytest.mark.requirement("N-13")


def run(*options: str) -> str:
    written = StringIO()
    call_command("mcp_catalog", *options, stdout=written, stderr=StringIO())
    return written.getvalue()


@pytest.fixture
def declare(settings: Any, tmp_path: Path) -> Any:
    """declare(NAME={...}) makes these the commands of the project, its catalog a file of the test's own."""

    def declared(**commands: Any) -> Path:
        settings.MCPBRIDGE = settings.MCPBRIDGE | {"CATALOG": tmp_path / "tools.json", "COMMANDS": commands}
        return tmp_path / "tools.json"

    return declared


def test_the_file_has_what_settings_declare_and_not_what_is_run(declare: Any) -> None:
    path = declare(look=entry("ruff", "check", "secret-folder", seconds=7, environment={"FIXED": "value"}))

    said = run()

    assert " tools, 1 commands and " in said
    (written,) = json.loads(path.read_text())["commands"]
    assert (written["name"], written["command"], written["safety"]["level"]) == ("commands_look", "look", "read")
    assert not [word for word in ("ruff", "secret-folder", "FIXED") if word in path.read_text()]
    assert run("--check") == ""
    assert "commands_look" in run("--report")


def test_drift_between_settings_and_file_is_told(declare: Any) -> None:
    declare(look=entry("true"), gone=entry("true"))
    run()
    declare(look=entry("true", title="Looks closely", level="write"), new=entry("true"))

    with pytest.raises(CommandError) as error:
        run("--check")

    for sentence in (
        "commands_new: the command is new in the code, not in the file: run manage.py mcp_catalog",
        "commands_gone: the command is in the file, no longer in the code: run manage.py mcp_catalog",
        'commands_look: title is "Looks closely" in the code, "Looks" in the file',
        'commands_look: safety.level is "write" in the code, "read" in the file',
    ):
        assert sentence in str(error.value)


def test_a_command_with_a_fault_is_not_written(declare: Any) -> None:
    path = declare(look=entry("git", "push"))

    with pytest.raises(CommandError, match=r"The command 'look' runs git push, .* Declare what looks"):
        run()
    assert not path.exists()


def test_two_tools_of_one_name_are_told(declare: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    declare()
    run()
    name = next(iter(catalogs.read(bridge_settings.catalog).tools))
    monkeypatch.setattr("mcpbridge.commands.entries.RESOURCE", name.partition("_")[0])
    declare(**{name.partition("_")[2]: entry("true")})

    with pytest.raises(CommandError, match=f"are both called {name}"):
        run()


def test_resources_show_commands_to_whom_they_are_offered_and_to_nobody_else(settings: Any) -> None:
    settings.MCPBRIDGE = settings.MCPBRIDGE | {"RUN_COMMANDS": True}
    uri = "mcpbridge://catalog/commands_check"

    shown = CatalogResources(local().pipeline)
    hidden = CatalogResources(over_http().pipeline)

    whole = json.loads(text(shown, "mcpbridge://catalog"))["tools"]
    assert {"name": "commands_check", "command": "check"}.items() <= next(
        one for one in whole if one["name"] == "commands_check"
    ).items()
    assert json.loads(text(shown, uri))["commands"][0]["command"] == "check"
    assert hidden.read(uri, Anybody()) is None
    assert "commands_" not in text(hidden, "mcpbridge://catalog")


def text(resources: CatalogResources, uri: str) -> str:
    found = resources.read(uri, Anybody())
    assert found is not None and isinstance(found.text, str)
    return found.text


def test_neither_the_http_endpoint_nor_a_server_at_a_base_url_offers_any(settings: Any) -> None:
    settings.MCPBRIDGE = settings.MCPBRIDGE | {"RUN_COMMANDS": True, "HTTP_LEVELS": ["read", "write"]}
    at_base_url = AtBaseUrl(Plan(bridge_settings.catalog, base_url("http://localhost:1")))

    for pipeline in (over_http().pipeline, at_base_url.pipeline):
        offered = {tool.name for tool in pipeline.visible(Anybody())}
        assert "projects_list" in offered
        assert not {name for name in offered if name.startswith("commands_")}
        assert pipeline.refusal("commands_check", Anybody()) == ""
