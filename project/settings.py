"""Checked environment values -> Django's settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from project import __version__
from project.caches import cache
from project.commands import COMMANDS
from project.databases import database
from project.environment import (
    allowed_hosts,
    language_code,
    log_level,
    read_environment,
    seconds,
    secret_key,
    time_zone,
)

BASE_DIR = Path(__file__).resolve().parent.parent
env = read_environment(BASE_DIR)

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = secret_key(env, debug=DEBUG)
ALLOWED_HOSTS = allowed_hosts(env, debug=DEBUG)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

DATABASES = {"default": database(env.str("DATABASE_URL", default="sqlite:///db.sqlite3"), base_dir=BASE_DIR)}
CACHES = {"default": cache(env.str("CACHE_URL", default=""))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGES = [("en", _("English")), ("pt-br", _("Brazilian Portuguese"))]
LANGUAGE_CODE = language_code(env, tuple(code for code, _name in LANGUAGES))
TIME_ZONE = time_zone(env)
USE_TZ = True
USE_I18N = True

INSTALLED_APPS = [
    "project",
    "notes",
    "mcpbridge",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "django_guid",
]

MIDDLEWARE = [
    # First, so that every answer and every log line of a request carries its id.
    "mcpbridge.rest.request_id_middleware.request_id_middleware",
    "mcpbridge.rest.problem_middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "project.urls"
WSGI_APPLICATION = "project.wsgi.application"
ASGI_APPLICATION = "project.asgi.application"
LOGIN_URL = "rest_framework:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# The passwords of the demo accounts; git ignores it.
DEMO_ACCOUNTS_FILE = Path(env.str("DEMO_ACCOUNTS_FILE", default=str(BASE_DIR / ".demo-accounts")))

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Names with a digest in them may be kept by browsers for ever; collectstatic makes them. A development machine
        # does without it, and takes each file from where it lies.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
if not DEBUG and not STATIC_ROOT.is_dir():
    # Whoever only calls tools, or serves the files by other means, collects none and need not be warned of it.
    MIDDLEWARE.remove("whitenoise.middleware.WhiteNoiseMiddleware")

# Over plain HTTP these would lock a developer out, so they follow DEBUG unless they are set.
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=not DEBUG)
SECURE_HSTS_SECONDS = seconds(env, "SECURE_HSTS_SECONDS", default=0 if DEBUG else 3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=not DEBUG)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool("SECURE_COOKIES", default=not DEBUG)
if env.bool("BEHIND_TLS_PROXY", default=False):
    # Only where a proxy sets this header on every request: otherwise a caller could claim to have come by HTTPS.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SILENCED_SYSTEM_CHECKS = [
    # Preloading binds the whole domain for years; only the domain's owner can decide that.
    "security.W021",
    # It speaks of indexes of 767 bytes. InnoDB's have 3072, and folded keys are cut to fit (notes/folding.py).
    "mysql.W003",
]

REST_FRAMEWORK = {
    # Tokens come first, since whoever brings nothing is answered with the first one's challenge: 401, where the session
    # alone would say 403. No browser opens a password box for it. The session is for people in a browser.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "mcpbridge.rest.bearer.BearerToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",
    ],
    "DEFAULT_SCHEMA_CLASS": "project.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "mcpbridge.rest.problems.answer_problem",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Notes and projects",
    "DESCRIPTION": "Projects, tasks and notes of teams. Errors are Problem Details (RFC 9457).",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "PARSER_WHITELIST": ["rest_framework.parsers.JSONParser"],
    "RENDERER_WHITELIST": ["rest_framework.renderers.JSONRenderer"],
    "ENUM_NAME_OVERRIDES": {"GradeEnum": "notes.models.choices.Grade", "PriorityEnum": "notes.models.choices.Priority"},
    # The files come with the package, so the page works without the internet.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

MCPBRIDGE = {
    "DOCUMENTS": BASE_DIR / "docs",
    "OPENAPI": BASE_DIR / "docs" / "openapi.json",
    # Reading alone, until whoever runs the service decides otherwise.
    "HTTP_LEVELS": env.list("MCP_HTTP_LEVELS", default=["read"]),
    "ORIGINS": env.list("MCP_ORIGINS", default=[]),
    "COMMANDS": COMMANDS,
    # A developer's own machine alone; nothing runs them while DEBUG is off.
    "RUN_COMMANDS": env.bool("MCP_RUN_COMMANDS", default=False),
}

DJANGO_GUID = {
    "GUID_HEADER_NAME": "X-Request-Id",
    "UUID_FORMAT": "string",
    # The middleware has checked what a caller sends, and lets through other forms than a UUID's.
    "VALIDATE_GUID": False,
    # The one endpoint that pages of other origins may read says itself what they see.
    "EXPOSE_HEADER": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "django_guid.log_filters.CorrelationId"}},
    "formatters": {
        "line": {
            "format": "{asctime} {levelname} {name} [{correlation_id}] {message}",
            "style": "{",
        }
    },
    # Standard error, always: standard output belongs to whoever asked a command for an answer.
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stderr",
            "formatter": "line",
            "filters": ["request_id"],
        }
    },
    "root": {"handlers": ["stderr"], "level": log_level(env)},
    # Emptied, so that a record is written once, by the root.
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        # The development server's line for each request has an id to show as well.
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "django_guid": {"level": "WARNING"},
    },
}
