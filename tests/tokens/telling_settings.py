"""The product's settings -> the same, in a project that starts a program at each request and logs all it can."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from project.settings import *  # noqa: F403
from project.settings import LOGGING as PRODUCT_LOGGING
from project.settings import MIDDLEWARE as PRODUCT_MIDDLEWARE

MIDDLEWARE = [*PRODUCT_MIDDLEWARE, "tests.tokens.telling_settings.telling"]
LOGGING = PRODUCT_LOGGING | {
    "root": {"handlers": ["stderr"], "level": "DEBUG"},
    "loggers": {"django": {"level": "DEBUG"}},
}


def telling(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def respond(request: HttpRequest) -> HttpResponse:
        shown = [sys.executable, "-c", "import os; print('INHERITED', dict(os.environ))"]
        print(subprocess.run(shown, check=True, capture_output=True, text=True).stdout)
        return get_response(request)

    return respond
