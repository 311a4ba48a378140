"""Hints that nobody would read, and settings of the wrong kind -> system checks that say so."""

from __future__ import annotations

import sys
import types

import pytest
from django.core.checks import run_checks
from rest_framework.routers import SimpleRouter

from mcpbridge.checks import check_hints
from mcpbridge.derive.hints import ToolHint, ViewHints
from tests.derive.conftest import Shelves


@pytest.fixture
def checked(settings, monkeypatch):
    def _checked(hints):
        router = SimpleRouter()
        router.register("shelves", type("Hinted", (Shelves,), {"tool_hints": hints}), basename="shelves")
        module = types.ModuleType("urls_of_a_check")
        module.urlpatterns = router.urls
        monkeypatch.setitem(sys.modules, module.__name__, module)
        settings.ROOT_URLCONF = module.__name__
        return [(message.id, message.msg, message.hint) for message in check_hints()]

    return _checked


def test_good_hints_and_no_hints_pass(checked):
    assert checked(ViewHints(tools={"create": ToolHint(), "update": ToolHint(), "list:get": ToolHint()})) == []
    assert checked(None) == []


def test_hints_of_another_kind_are_an_error(checked):
    ((identifier, text, hint),) = checked({"create": "x"})

    assert identifier == "mcpbridge.E101"
    assert "is a dict, which is never read" in text
    assert "ViewHints" in hint


def test_a_hint_on_an_action_that_is_none_is_told_with_the_closest_name(checked):
    ((identifier, text, hint),) = checked(ViewHints(tools={"creat": ToolHint()}))

    assert identifier == "mcpbridge.W102"
    assert "'creat'" in text
    assert hint == "Did you mean 'create'?"


def test_the_products_own_hints_are_in_order():
    assert not run_checks(tags=["mcpbridge"])
    assert not check_hints()


@pytest.mark.parametrize(
    ("given", "identifier"),
    [
        ([], "mcpbridge.E001"),
        ({"CATALOGUE": "x"}, "mcpbridge.E002"),
        ({"CATALOG": 5}, "mcpbridge.E003"),
        ({"PREFIXES": "/api/"}, "mcpbridge.E004"),
        ({"PREFIXES": ["api/"]}, "mcpbridge.E004"),
        ({"AUTHENTICATE": "nowhere.at_all"}, "mcpbridge.E005"),
        ({"AUTHENTICATE": "mcpbridge.conf.KNOWN"}, "mcpbridge.E005"),
        ({"DOCUMENTS": 5}, "mcpbridge.E006"),
        ({"DOCUMENTS": "no/such/folder"}, "mcpbridge.E006"),
        ({"HTTP_LEVELS": "read"}, "mcpbridge.E007"),
        ({"HTTP_LEVELS": ["raed"]}, "mcpbridge.E007"),
        ({"HTTP_LEVELS": [{}]}, "mcpbridge.E007"),
        ({"ORIGINS": "https://chat.example.com"}, "mcpbridge.E008"),
        ({"ORIGINS": ["https://chat.example.com/"]}, "mcpbridge.E008"),
        ({"ORIGINS": ["*"]}, "mcpbridge.E008"),
        ({"MAX_BODY": 0}, "mcpbridge.E009"),
        ({"MAX_BODY": "4 MiB"}, "mcpbridge.E009"),
        ({"MAX_BODY": True}, "mcpbridge.E009"),
        ({"SECONDS": 30}, "mcpbridge.E010"),
        ({"SECONDS": {"reed": 30}}, "mcpbridge.E010"),
        ({"SECONDS": {"read": 0}}, "mcpbridge.E010"),
        ({"OPENAPI": 5}, "mcpbridge.E011"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_an_error_with_its_mend(settings, given, identifier):
    settings.MCPBRIDGE = given

    messages = run_checks(tags=["mcpbridge"])

    assert [message.id for message in messages] == [identifier]
    assert messages[0].hint
