"""A server that is not well -> the sentence that the health check says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.urls import reverse

from project import healthcheck


@contextmanager
def server(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        do_GET = answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as listener:
        Thread(target=listener.handle_request, daemon=True).start()
        yield listener.server_port


def ill(request: BaseHTTPRequestHandler) -> None:
    request.send_response(503)
    request.end_headers()
    request.wfile.write(b'{"status": "failing", "migrations": "pending"}')


def elsewhere(request: BaseHTTPRequestHandler) -> None:
    request.send_response(301)
    request.send_header("Location", "https://notes.example.com/")
    request.end_headers()


def garbled(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"no HTTP at all\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ill, 'answers 503: {"status": "failing", "migrations": "pending"}'),
        (elsewhere, "redirects everything to https://notes.example.com/. Set BEHIND_TLS_PROXY=on"),
        (garbled, "No server answers on port"),
    ],
)
def test_a_server_that_is_not_well_is_told_with_the_reason(answer, said):
    with server(answer) as port:
        assert said in healthcheck.fault("notes.example.com", port)


@pytest.mark.parametrize(("hosts", "asked"), [(".example.com,other", "example.com"), (" a.example ,b", "a.example")])
def test_it_asks_for_a_host_that_the_project_answers_to(hosts, asked, monkeypatch):
    heard: list[str] = []

    def well(request: BaseHTTPRequestHandler) -> None:
        heard.append(request.headers["Host"])
        request.send_response(200)
        request.end_headers()

    with server(well) as port:
        monkeypatch.setenv("ALLOWED_HOSTS", hosts)
        monkeypatch.setenv("PORT", str(port))

        assert healthcheck.main() == 0

    assert heard == [asked]


def test_it_asks_the_health_endpoint_of_the_api():
    assert reverse("system-health") == healthcheck.PATH
