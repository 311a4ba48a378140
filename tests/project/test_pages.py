"""The home page, the documentation and the login -> what a visitor sees."""

from __future__ import annotations

import json
import re
import sys
from html import unescape
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings

pytestmark = pytest.mark.django_db


def configuration_in(page: str) -> dict[str, object]:
    found = re.search(r'<code id="configuration">(.*?)</code>', page, re.DOTALL)
    assert found, page
    members: dict[str, object] = json.loads(unescape(found[1]))
    return members


def test_the_home_page_leads_to_everything(client: Client) -> None:
    page = client.get("/").content.decode()

    links = set(re.findall(r'<a href="(/[^"]*)"', page))
    assert {"/admin/", "/api/v1/", "/api/docs/", "/api/v1/system/health/"} <= links
    for link in links:
        assert client.get(link, follow=True).status_code in (200, 401), link


def test_the_home_page_asks_nobody_else_for_anything(client: Client) -> None:
    page = client.get("/").content.decode()

    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', page)
    assert "@import" not in page
    assert "url(" not in page


def test_a_developer_on_the_machine_sees_the_configuration_to_paste(client: Client) -> None:
    page = client.get("/").content.decode()

    command = configuration_in(page)["mcpServers"]["mcpbridge"]  # type: ignore[index]
    assert command["command"] == sys.executable
    assert command["args"][0].endswith("manage.py")
    assert command["args"][1:] == ["mcp_stdio", "--user", "admin"]


def test_the_home_page_and_the_command_say_the_same(client: Client) -> None:
    printed = StringIO()

    call_command("mcp_config", "claude-code", stdout=printed, stderr=StringIO())

    assert configuration_in(client.get("/").content.decode()) == json.loads(printed.getvalue())


def test_the_configuration_acts_as_whoever_is_signed_in(client: Client) -> None:
    client.force_login(User.objects.create_user('a"b<i>'))

    command = configuration_in(client.get("/").content.decode())["mcpServers"]["mcpbridge"]  # type: ignore[index]

    assert command["args"][-1] == 'a"b<i>'


@pytest.mark.parametrize(
    ("debug", "extra"),
    [
        (False, {}),
        (True, {"REMOTE_ADDR": "192.0.2.7"}),
        (True, {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}),
        (True, {"HTTP_FORWARDED": "for=192.0.2.7"}),
    ],
)
def test_nobody_else_sees_a_path_of_the_machine(client: Client, debug: bool, extra: dict[str, str]) -> None:
    with override_settings(DEBUG=debug):
        page = client.get("/", **extra).content.decode()

    assert sys.executable not in page
    assert "manage.py" in page
    assert "mcp_stdio" not in page


def test_the_browser_decides_the_language_until_a_person_does(client: Client) -> None:
    portuguese = {"headers": {"Accept-Language": "pt-BR,pt;q=0.9"}}

    assert 'lang="pt-br"' in client.get("/", **portuguese).content.decode()
    assert "Conectar um agente" in client.get("/", **portuguese).content.decode()

    client.post("/i18n/setlang/", {"language": "en", "next": "/"})

    assert "Connect an agent" in client.get("/", **portuguese).content.decode()


def test_signing_in_and_out_leads_back_home(client: Client) -> None:
    User.objects.create_user("owner", password="right")

    entered = client.post("/auth/login/?next=/", {"username": "owner", "password": "right"}, follow=True)
    left = client.post("/auth/logout/", follow=True)

    assert entered.redirect_chain == [("/", 302)]
    assert "Signed in as owner" in entered.content.decode()
    assert left.redirect_chain[-1][0] == "/"
    assert "Signed in" not in left.content.decode()


@pytest.mark.parametrize(("path", "status", "words"), [("/nowhere/", 404, "There is no such page")])
def test_error_pages_look_like_the_rest_and_say_what_to_do(client: Client, path: str, status: int, words: str) -> None:
    with override_settings(DEBUG=False):
        response = client.get(path)

    assert response.status_code == status
    assert words in response.content.decode()
    assert 'href="/"' in response.content.decode()


@pytest.mark.requirement("C-03")
def test_the_documentation_works_without_the_internet(client: Client) -> None:
    client.force_login(User.objects.create_user("owner"))

    page = client.get("/api/docs/").content.decode()

    resources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert any(resource.endswith("swagger-ui-bundle.js") for resource in resources)
    assert all(resource.startswith("/static/drf_spectacular_sidecar/") for resource in resources)
    assert "cdn" not in page


def test_a_browser_that_is_not_signed_in_is_sent_to_sign_in_before_it_reads_the_documentation(client: Client) -> None:
    response = client.get("/api/docs/", headers={"Accept": "text/html"})

    assert response.status_code == 302
    assert response.headers["Location"] == "/auth/login/?next=/api/docs/"


def test_the_schema_is_for_those_signed_in(client: Client) -> None:
    anonymous = client.get("/api/schema/")
    client.force_login(User.objects.create_user("owner"))
    known = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})

    assert (anonymous.status_code, anonymous.headers["Content-Type"]) == (401, "application/problem+json")
    assert known.json()["openapi"] == "3.1.1"
