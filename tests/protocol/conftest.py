"""Fixtures of the tests that talk to `manage.py mcp_stdio` from outside."""

from __future__ import annotations

from tests.installation import installation

__all__ = ["installation"]
