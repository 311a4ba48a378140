"""The hints that viewsets carry -> what is wrong with them, as system checks."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, Warning, register

from mcpbridge.derive.hints import ViewHints
from mcpbridge.derive.operations import Endpoint, endpoints
from mcpbridge.derive.routes import routes


@register("mcpbridge")
def check_hints(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """A hint that nothing reads is worse than none: whoever wrote it believes that it holds."""
    by_view: dict[type, list[Endpoint]] = {}
    for endpoint in endpoints(routes()):
        by_view.setdefault(endpoint.view, []).append(endpoint)
    return [message for view, own in by_view.items() for message in _of_view(view, own)]


def _of_view(view: type, own: Iterable[Endpoint]) -> Iterator[CheckMessage]:
    hints = getattr(view, "tool_hints", None)
    if hints is None:
        return
    if not isinstance(hints, ViewHints):
        yield Error(
            f"tool_hints of {view.__qualname__} is a {type(hints).__name__}, which is never read.",
            hint="Write tool_hints = ViewHints(...), from mcpbridge.derive.hints.",
            obj=view,
            id="mcpbridge.E101",
        )
        return
    known = {name for endpoint in own for name in endpoint.hint_names}
    for name in hints.tools:
        if name not in known and not hasattr(view, name.partition(":")[0]):
            close = difflib.get_close_matches(name, known, n=1)
            yield Warning(
                f"tool_hints of {view.__qualname__} speaks of {name!r}, which is none of its actions.",
                hint=f"Did you mean {close[0]!r}?" if close else f"Its actions are {', '.join(sorted(known))}.",
                obj=view,
                id="mcpbridge.W102",
            )
