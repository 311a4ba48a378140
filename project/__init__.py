"""The installation: what an operator sets, where each URL leads, and the pages and commands that belong to no app.

Read in this order: environment (what an operator writes), databases, caches, settings, urls, then health and smoke in
system, the home page in pages. In a container: gunicorn (how it is served), healthcheck.
"""

from __future__ import annotations

__version__ = "0.1.0"
