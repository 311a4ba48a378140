"""Nothing -> Django set up and every view imported: what any program that serves the API has to do (a program)."""

from __future__ import annotations

import importlib

import django
from django.conf import settings

django.setup()
importlib.import_module(settings.ROOT_URLCONF)
