"""The product's settings -> the same, with database connections that end with their request."""

from __future__ import annotations

from project.settings import *  # noqa: F403
from project.settings import DATABASES as PRODUCT_DATABASES

DATABASES = {name: database | {"CONN_MAX_AGE": 0} for name, database in PRODUCT_DATABASES.items()}
