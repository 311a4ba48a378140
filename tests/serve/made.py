"""A few words -> tools, references and calls for the tests of serving."""

from __future__ import annotations

from typing import Any

import pytest

from mcpbridge.exceptions import ArgumentProblems, Problem
from mcpbridge.serve.arguments import Prepared, prepare
from mcpbridge.serve.calls import Client, Rules
from mcpbridge.serve.references import Names
from mcpbridge.serve.running import Api, Run
from mcpbridge.tools import Argument, Catalog, Choice, Operation, Paging, Reference, Safety, Shape, Tool
from tests.serve.little_api import LittleApi

PAGED = Paging("page", page="page", size="size", default_size=2, max_size=100, rows="results", total="count")
LEVELS = (Choice("lo", "Low", {"pt-br": "Baixa"}), Choice("hi", "High", {"pt-br": "Alta"}))


def tool(*arguments: Argument, method: str = "POST", path: str = "/api/cards/", **more: Any) -> Tool:
    operation = Operation(method, path, "create", shapes=more.pop("shapes", {}))  # type: ignore[arg-type]
    return Tool(
        "cards_create", "Create a card", "Creates a card.", operation,
        Safety("write", ("cards:write",), read_only=False, destructive=False, idempotent=False, open_world=False),
        calls_http=True, returns_request_id=True, arguments=arguments, **more,
    )  # fmt: skip


def body(name: str, kind: Any, **more: Any) -> Argument:
    """An argument of the body. What Argument does not know goes to its shape."""
    return placed("body", name, kind, **more)


def query(name: str, kind: Any, **more: Any) -> Argument:
    return placed("query", name, kind, **more)


def placed(place: Any, name: str, kind: Any, **more: Any) -> Argument:
    own = {key: more.pop(key) for key in ("required", "secret", "several", "key", "default") if key in more}
    if "default" in own:
        own["has_default"] = True
    return Argument(name, place, own.pop("key", name), Shape(kind, **more), **own)


def reference(name: str = "stages", **more: Any) -> Reference:
    noun = name.removesuffix("s")
    known: dict[str, Any] = {
        "item_path": f"/api/{name}/{{value}}/", "names": ("name",), "label": "name", "paging": PAGED,
    }  # fmt: skip
    return Reference(name, noun, f"{name}_list", f"/api/{name}/", **(known | more))


class Calling:
    """One tool's arguments prepared against a little API, as a caller."""

    def __init__(self, made: Tool, api: Client | None = None, *references: Reference, rules: Rules | None = None):
        self.tool = made
        self.api = api or LittleApi({})
        self.catalog = Catalog({made.name: made}, {item.name: item for item in references})
        self.rules = rules or Rules(time_zone="America/New_York")

    def __call__(self, arguments: Any, caller: Any = "anyone") -> Prepared:
        names = Names(Api(self.api, caller, Run("request-1")), self.catalog)
        return prepare(self.tool, arguments, names, self.rules, self.catalog, "request-1")

    def problems(self, arguments: Any, caller: Any = "anyone") -> dict[str, Problem]:
        """Field -> its problem; fails where there is none at all or two for one field."""
        found = self.refusal(arguments, caller).problems
        assert len({problem.field for problem in found}) == len(found), found
        return {problem.field: problem for problem in found}

    def problem(self, arguments: Any, caller: Any = "anyone") -> Problem:
        """The one problem."""
        (found,) = self.refusal(arguments, caller).problems
        return found

    def refusal(self, arguments: Any, caller: Any = "anyone") -> ArgumentProblems:
        with pytest.raises(ArgumentProblems) as caught:
            self(arguments, caller)
        return caught.value
