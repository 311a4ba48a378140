"""Fixtures of the tests of the base-URL mode: a whole installation."""

from __future__ import annotations

from tests.installation import installation

__all__ = ["installation"]
