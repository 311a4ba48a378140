"""A request -> the id under which its log lines are found."""

from __future__ import annotations

from django.http import HttpRequest

try:
    from django_guid import get_guid
except ImportError:  # A project may number its requests by other means.

    def get_guid() -> str:
        return ""


def request_id(request: HttpRequest | None) -> str | None:
    """django-guid's id of the running request, else what a middleware has set as ``request.id``, else None.

    An X-Request-Id header alone does not count: unless something checks it, it is only a caller's claim.
    """
    return get_guid() or getattr(request, "id", None) or None
