"""The project's own folder -> what a newcomer finds in it, on either database."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from tests.architecture.source import ROOT

TOP_LEVEL = (
    ".ci/run", "CONTRIBUTING.md", "Dockerfile", "LICENSE", "Makefile", "compose.yaml", "docs/requirements.md",
    "manage.py", "mcpbridge/__init__.py", "notes/models", "project/settings.py", "pyproject.toml", "requirements.txt",
    "templates", "tests/conftest.py",
)  # fmt: skip


@pytest.mark.requirement("C-01")
def test_everything_stands_where_the_design_says():
    missing = [name for name in TOP_LEVEL if not (ROOT / name).exists()]

    assert not missing


@pytest.mark.requirement("C-02")
@pytest.mark.django_db
def test_the_database_in_use_passes_every_system_check():
    call_command("check", databases=["default"], fail_level="WARNING")


@pytest.mark.requirement("C-02")
@pytest.mark.django_db
def test_the_models_and_the_migrations_agree():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
