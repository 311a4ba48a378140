"""A session cookie -> the person signed in, or 401 where there is none."""

from __future__ import annotations

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class BrowserSession(SessionAuthentication):
    """Django's session, for people in a browser.

    DRF answers 403 where an authentication class names no scheme; a client should learn that it is not signed in
    (401), not that it may not. The scheme is no registered one on purpose: a browser opens no password box for it.
    """

    def authenticate_header(self, request: Request) -> str:
        return 'Session realm="api"'
