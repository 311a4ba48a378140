"""The product's settings -> the same, in a project that uses its standard output and input wherever it can."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import warnings
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from project.settings import *  # noqa: F403
from project.settings import MIDDLEWARE as PRODUCT_MIDDLEWARE

print("print at import")
subprocess.run(["echo", "child at import"], check=True)
subprocess.run(["cat"], check=True)

MIDDLEWARE = [*PRODUCT_MIDDLEWARE, "tests.protocol.noisy_settings.noisy"]


def noisy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    handler = logging.StreamHandler(sys.stdout)
    logging.getLogger("noisy").addHandler(handler)

    def respond(request: HttpRequest) -> HttpResponse:
        print("print in middleware")
        subprocess.run(["cat"], check=True)
        sys.stdin.read()
        logging.getLogger("noisy").warning("log in middleware")
        warnings.warn("warning in middleware", stacklevel=1)
        os.write(1, b"fd 1 in middleware\n")
        return get_response(request)

    return respond
