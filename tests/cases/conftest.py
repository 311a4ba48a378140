"""The suite's process -> one test that starts these tests in a process of their own; that process -> all of them.

A process has one settings module, and the second project has its own. To work on these tests alone:
``pytest --ds=tests.cases.project.settings tests/cases``
"""

from __future__ import annotations

from django.conf import settings

OWN_SETTINGS = ("tests.cases.project.settings", "tests.cases.project.served_settings")

if settings.SETTINGS_MODULE in OWN_SETTINGS:
    collect_ignore = ["test_second_project.py"]
    # Only here, because under other settings the second project's models do not exist.
    from tests.cases.cast import *  # noqa: F403
    from tests.cases.served import server  # noqa: F401
else:
    collect_ignore_glob = ["test_case*.py", "test_repair*.py"]
