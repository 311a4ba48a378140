"""The REST API with a token in the header, in other places, and with none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.views import APIView

from mcpbridge.models import MARK, AccessToken
from mcpbridge.rest.bearer import BearerToken
from notes.models import Note, Project, Tag
from tests.notes.answers import ids_of
from tests.tokens.faults import FAULTS

PROJECTS = "/api/v1/projects/"
FORM = "application/x-www-form-urlencoded"
PLAIN = 'Bearer realm="api"'

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    """As strict as a server."""
    return APIClient(enforce_csrf_checks=True)


def bearer(text: str) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {text}"}}


def assert_refused(response: Any, text: str) -> None:
    """401 with a challenge, no row, and nothing of the secret."""
    assert response.status_code == 401
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["WWW-Authenticate"].startswith(PLAIN)
    assert "results" not in response.json()
    secret = text.partition("_")[2].partition("_")[2]
    assert secret not in response.content.decode() + str(response.headers)


@pytest.mark.parametrize("word", ["Bearer", "bearer", "BEARER"])
def test_a_token_reads_what_its_owner_may_see(client: APIClient, text: str, project: Project, word: str) -> None:
    Project.objects.create(name="Another's", manager=User.objects.create_user("elsewhere"))

    response = client.get(PROJECTS, headers={"Authorization": f"{word} {text}"})

    assert ids_of(response) == [project.pk]


def test_a_token_writes_as_its_owner_without_a_csrf_token(client: APIClient, text: str, owner: User) -> None:
    response = client.post("/api/v1/notes/", {"title": "Ata"}, **bearer(text))

    assert response.status_code == 201
    assert Note.objects.get().author == owner


def test_a_token_gives_no_right_that_its_owner_lacks(client: APIClient, text: str, owner: User) -> None:
    owner.user_permissions.clear()

    response = client.post("/api/v1/notes/", {"title": "Ata"}, **bearer(text))

    assert response.status_code == 403
    assert not Note.objects.exists()


@pytest.mark.parametrize(("spoil", "code", "words"), FAULTS)
def test_a_token_that_is_no_longer_good_opens_nothing_and_says_why(
    client: APIClient,
    project: Project,
    token: AccessToken,
    text: str,
    spoil: Callable[[AccessToken], None],
    code: str,
    words: str,
) -> None:
    assert client.get(PROJECTS, **bearer(text)).status_code == 200
    spoil(token)

    read = client.get(PROJECTS, **bearer(text))
    write = client.post("/api/v1/tags/", {"name": "urgente"}, **bearer(text))

    for response in (read, write):
        assert_refused(response, text)
        assert response.json()["type"] == "urn:problem-type:" + code.replace("_", "-")
        assert words in response.json()["detail"]
        description = response.json()["detail"]
        expected = f'{PLAIN}, error="invalid_token", error_description="{description}"'
        assert response.headers["WWW-Authenticate"] == expected
    assert not Tag.objects.exists()


@pytest.mark.parametrize("spoil", [fault[0] for fault in FAULTS[:3]])
def test_who_lacks_a_part_of_a_token_does_not_learn_what_became_of_it(
    client: APIClient, token: AccessToken, text: str, spoil: Callable[[AccessToken], None]
) -> None:
    spoil(token)

    for guess in (text[:-1], text + "A", token.prefix, token.digest, MARK + token.digest):
        assert "mcpb_" not in str(client.get(PROJECTS, **bearer(guess)).json())


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer mcpb_",
        "Bearer mcpb_" + "a" * 8000,
        "Bearer mcpb_é\udc80",
        "Bearer mcpb_' OR 1=1 --",
        "Bearer {text} {text}",
        "Bearer {text}, Bearer {text}",
        "Bearer {text}=",
        'Bearer "{text}"',
        "Bearer: {text}",
        "{text}",
        "Token {text}",
        "Basic {text}",
        "Negotiate",
        ",",
    ],
)
def test_a_header_of_another_form_opens_nothing(client: APIClient, project: Project, text: str, header: str) -> None:
    response = client.get(PROJECTS, HTTP_AUTHORIZATION=header.format(text=text))

    assert_refused(response, text)


def test_letters_of_another_case_open_nothing(client: APIClient, token: AccessToken, text: str) -> None:
    secret = text.removeprefix(token.prefix)

    for guess in (token.prefix + secret.swapcase(), token.prefix.upper() + secret, text.upper(), text.lower()):
        assert_refused(client.get(PROJECTS, **bearer(guess)), text)


@pytest.mark.parametrize(
    "name",
    [
        "Proxy-Authorization",
        "X-Authorization",
        "X-Api-Key",
        "X-Api-Token",
        "Mcp-Api-Token",
        "X-Forwarded-Authorization",
    ],
)
def test_a_token_in_another_header_opens_nothing(client: APIClient, project: Project, text: str, name: str) -> None:
    for value in (text, f"Bearer {text}"):
        response = client.get(PROJECTS, headers={name: value})

        assert_refused(response, text)
        assert response.headers["WWW-Authenticate"] == PLAIN


@pytest.mark.parametrize("name", ["token", "access_token", "api_key", "authorization", "Authorization"])
def test_a_token_in_the_query_string_a_cookie_or_the_body_opens_nothing(
    client: APIClient, project: Project, text: str, name: str
) -> None:
    by_query = client.get(PROJECTS, {name: text})
    by_body = client.post("/api/v1/tags/", {"name": "urgente", name: text})
    by_form = client.post("/api/v1/tags/", f"name=urgente&{name}={text}", content_type=FORM)
    client.cookies[name] = text
    by_cookie = client.get(PROJECTS)

    for response in (by_query, by_body, by_form, by_cookie):
        assert_refused(response, text)
        assert response.headers["WWW-Authenticate"] == PLAIN
    assert not Tag.objects.exists()


def test_a_browser_without_anything_is_answered_401_with_a_plain_challenge() -> None:
    response = Client().get(PROJECTS, headers={"Accept": "text/html"})

    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == PLAIN


def test_a_session_opens_the_api_as_before(client: APIClient, owner: User, project: Project) -> None:
    client.force_login(owner)

    assert ids_of(client.get(PROJECTS)) == [project.pk]
    assert client.post("/api/v1/tags/", {"name": "urgente"}).status_code == 403


def test_a_refused_token_is_refused_whatever_session_comes_with_it(
    client: APIClient, owner: User, token: AccessToken, text: str
) -> None:
    client.force_login(owner)
    token.revoke()

    assert_refused(client.get(PROJECTS, **bearer(text)), text)


def test_a_token_counts_before_the_session(client: APIClient, text: str, owner: User, stranger: User) -> None:
    client.force_login(stranger)

    response = client.get("/api/v1/users/me/", **bearer(text))

    assert response.json()["username"] == owner.username


def test_the_health_address_stays_open_whatever_it_is_sent(client: APIClient) -> None:
    for header in ("", "Bearer mcpb_unknown", "Bearer", "Basic x"):
        assert client.get("/api/v1/system/health/", HTTP_AUTHORIZATION=header).status_code == 200


class OtherBearer(BaseAuthentication):
    """What another project has for bearers of its own."""

    def authenticate(self, request: Request) -> tuple[User, str] | None:
        text = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return (User(username="other"), text) if text.startswith("eyJ") else None


class Who(APIView):
    authentication_classes = (BearerToken, OtherBearer)
    permission_classes = ()

    def get(self, request: Request) -> Response:
        return Response({"user": request.user.get_username(), "auth": str(request.auth)})


def test_a_bearer_of_another_kind_is_left_to_the_classes_after_ours(token: AccessToken, text: str) -> None:
    def asked(header: str) -> Any:
        return Who.as_view()(APIRequestFactory().get("/", headers={"Authorization": header}))

    other, ours, refused = asked("Bearer eyJx.y.z"), asked(f"Bearer {text}"), asked("Bearer mcpb_unknown")

    assert other.data == {"user": "other", "auth": "eyJx.y.z"}
    assert ours.data == {"user": "owner", "auth": str(token)}
    assert refused.status_code == 401
