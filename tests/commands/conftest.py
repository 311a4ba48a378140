"""Fixtures of the tests that start the commands from outside."""

from __future__ import annotations

from tests.installation import installation

__all__ = ["installation"]
