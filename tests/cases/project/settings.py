"""DATABASE_URL -> the settings of a plain DRF project; the bridge is attached by one line of INSTALLED_APPS."""

from __future__ import annotations

import os
from pathlib import Path

from project.databases import database

BASE_DIR = Path(__file__).resolve().parent
SECRET_KEY = "of-the-second-test-project-" + "0123456789" * 3
# Off, as in production: what a view raises must end as a short answer, never as a page with a traceback.
DEBUG = False
ALLOWED_HOSTS = ["cards.example"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "tests.cases.project",
    "mcpbridge",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
ROOT_URLCONF = "tests.cases.project.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": database(os.environ.get("DATABASE_URL", "sqlite://:memory:"), base_dir=BASE_DIR)}
# Beside the databases of the main suite, which may be in use at the same time, and named like its workers' own.
DATABASES["default"].setdefault("TEST", {})
if DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"]["NAME"] = f"test_{DATABASES['default']['NAME']}_gw_cases"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pt-br", "Português")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "America/New_York"
USE_TZ = True

# DRF's defaults but for throttle rates: sessions, Basic, AllowAny, no paging, no filter backends.
REST_FRAMEWORK = {
    "DEFAULT_THROTTLE_RATES": {"slow": "2/min"},
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
