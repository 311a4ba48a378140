"""The product's settings -> the same, with a middleware that makes every request of the API wait."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from project.settings import *  # noqa: F403
from project.settings import MIDDLEWARE as PRODUCT_MIDDLEWARE

MIDDLEWARE = [*PRODUCT_MIDDLEWARE, "tests.protocol.slow_settings.slow"]


def slow(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        time.sleep(0.5)
        return get_response(request)

    return respond
