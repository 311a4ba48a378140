"""A block of code -> the same block, unable to reach a database.

A catalog must depend on the code alone. A queryset or a list of choices that asks the database while it is being read
would make the catalog differ between machines, so such a question fails everywhere, whether a server answers or not.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NoReturn

from django.db import connections


class NoDatabase(RuntimeError):
    """Code that was read for the catalog asked the database."""


def _refuse(*_args: object, **_kwargs: object) -> NoReturn:
    raise NoDatabase("A catalog is derived from code alone; this code asks the database while it is read.")


@contextlib.contextmanager
def offline() -> Iterator[None]:
    """No cursor of this thread's connections can be had inside. Other threads have connections of their own."""
    with contextlib.ExitStack() as undone:
        for connection in connections.all():
            own = vars(connection)
            # On the instance: every cursor asks for it first, and the class stays as it is.
            before = own.get("ensure_connection")
            own["ensure_connection"] = _refuse
            undone.callback(_restore, own, before)
        yield


def _restore(own: dict[str, object], before: object) -> None:
    if before is None:
        own.pop("ensure_connection", None)
    else:
        own["ensure_connection"] = before
