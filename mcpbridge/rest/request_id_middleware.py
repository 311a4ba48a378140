"""A request -> the same one with an id: its caller's where that is well formed, else a new one.

django-guid keeps the id for logs, errors and the answer's header. By itself it takes UUIDs alone, and of those every
spelling that Python reads, ten thousand hyphens among them. So this decides what is well formed, and django-guid is to
be told ``"VALIDATE_GUID": False``. Place it first, instead of django-guid's own middleware.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.utils.decorators import sync_and_async_middleware
from django_guid.config import settings
from django_guid.middleware import guid_middleware

# What stands in no need of quotes in a log line, a header, a shell or an address.
WELL_FORMED = re.compile(r"[A-Za-z0-9._:-]{1,128}")


@sync_and_async_middleware
def request_id_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    answered = guid_middleware(get_response)

    def middleware(request: HttpRequest) -> Any:
        key = f"HTTP_{settings.guid_header_name.upper().replace('-', '_')}"
        # Two headers of the name arrive as one with a comma in it.
        if not WELL_FORMED.fullmatch(request.META.get(key, "")):
            request.META.pop(key, None)
        return answered(request)

    return markcoroutinefunction(middleware) if iscoroutinefunction(get_response) else middleware
