"""A fixed environment -> the project's own settings, read under it.

Every run of the suite sees the same values, whatever the shell exports and .env holds. DATABASE_URL alone may be
given, to run on MySQL or MariaDB. Programs that a test starts inherit this environment and the project's settings;
their database is an empty one in memory unless the test names another, so no test can reach a developer's data.
"""

from __future__ import annotations

import os

os.environ.update(
    DEBUG="on",
    SECRET_KEY="for-the-test-suite-alone-" + "0123456789" * 4,
    ALLOWED_HOSTS="",
    CSRF_TRUSTED_ORIGINS="",
    LANGUAGE_CODE="en",
    TIME_ZONE="UTC",
    LOG_LEVEL="INFO",
    SECURE_SSL_REDIRECT="off",
    SECURE_COOKIES="off",
    SECURE_HSTS_SECONDS="0",
    BEHIND_TLS_PROXY="off",
    CACHE_URL="",
    MCP_API_TOKEN="",
    MCP_HTTP_LEVELS="read",
    MCP_ORIGINS="",
    MCP_RUN_COMMANDS="off",
    # For the programs that tests start: the product's settings, not these.
    DJANGO_SETTINGS_MODULE="project.settings",
)
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

from project.settings import *  # noqa: E402, F403  (the settings read the environment as they are imported)

# The accounts of the tests protect nothing; a slow hash would cost more than the tests themselves.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
