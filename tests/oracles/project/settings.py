"""Three environment variables -> the settings of a project that is there for the conformance suite alone."""

from __future__ import annotations

import os

SECRET_KEY = "for-the-conformance-suite-alone-" + "0123456789" * 4
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "tests.oracles.project.urls"
USE_TZ = True

# One file for all processes that serve the project.
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["ORACLES_DATABASE"]}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "rest_framework", "mcpbridge"]
MIDDLEWARE = ["tests.oracles.project.gateway.Gateway"]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["mcpbridge.rest.bearer.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

GATEWAY_TOKEN = os.environ.get("ORACLES_TOKEN", "")
