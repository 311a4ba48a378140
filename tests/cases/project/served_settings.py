"""The second project's settings -> the same for one that is served over HTTP and called with tokens."""

from __future__ import annotations

from tests.cases.project.settings import *  # noqa: F403
from tests.cases.project.settings import ALLOWED_HOSTS, REST_FRAMEWORK

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "localhost"]
REST_FRAMEWORK = REST_FRAMEWORK | {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "mcpbridge.rest.bearer.BearerToken",
    ]
}
