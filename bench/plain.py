"""A request -> the API's answer, as a web server gets it from Django: the measure of everything here."""

from __future__ import annotations

import io
import json
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.core import signals
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest

from bench.pairs import Request, Work

# Any 32 letters and digits will do, as long as cookie and header agree.
CSRF = "bench" + "0123456789" * 2 + "abcdefg"


class PlainClient:
    """A signed-in browser's requests, through a handler of its own."""

    def __init__(self, login: str) -> None:
        self._handler = BaseHandler()
        self._handler.load_middleware()
        user = get_user_model().objects.get(username=login)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        self._cookie = f"sessionid={session.session_key}; csrftoken={CSRF}"

    def do(self, work: Work) -> bytes:
        """The body of the last answer that the work takes."""
        body = self.send(work.request)
        if work.reads_back:
            return self.send(Request("GET", f"{work.request.path}{json.loads(body)['id']}/"))
        return body

    def send(self, request: Request) -> bytes:
        """The body of a good answer. Raises RuntimeError for any other."""
        environ = self._environ(request)
        signals.request_started.send(sender=BaseHandler, environ=environ)
        response = self._handler.get_response(WSGIRequest(environ))
        body = b"".join(response)
        # It sends request_finished, as it does for a server.
        response.close()
        if not 200 <= response.status_code < 300:
            raise RuntimeError(f"{request.method} {request.path} was answered with {response.status_code}.")
        return body

    def _environ(self, request: Request) -> dict[str, Any]:
        body = b"" if request.body is None else json.dumps(request.body).encode()
        path, _mark, query = request.path.partition("?")
        return {
            "REQUEST_METHOD": request.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT": "application/json",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_COOKIE": self._cookie,
            "HTTP_X_CSRFTOKEN": CSRF,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
