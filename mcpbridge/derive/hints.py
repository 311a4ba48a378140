"""What a viewset says about its tools in code -> what deriving obeys.

A viewset carries one attribute, ``tool_hints = ViewHints(...)``. Everything in it is optional: without hints a
tool is derived from the viewset, its serializers and its filters alone. Standard library only, so a project may
import this module wherever it likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mcpbridge.tools import Level


@dataclass(frozen=True)
class ToolHint:
    """What one action's tool says and how it is governed.

    title: a few words, as a person would name the tool.
    use_when: one sentence, when an agent should choose this tool.
    not_when: one sentence, when another tool is the right one, naming it.
    example: one set of arguments that works on demo data; the tests execute it.
    level: raises the level; to lower it, level_reason must say why. A GET that is raised to "admin" still only reads;
    "write" and "destructive" say that it does not.
    permissions: Django permissions ("notes.add_note") where no permission class of DRF's tells them.
    excluded: the reason why this action has no tool.
    day: for datetime arguments, whether a bare date means the "start" or the "end" of that day.
    reads_back: the action that shows the stored row after this one, where it is not "retrieve".
    serializer: the serializer class whose fields the body has, where neither the viewset nor an annotation tells.
    nothing_to_send: True where the action takes no body, though its code looks as if it did.
    tells_health: True for the one operation whose answer says whether the API is well: "catalog" (the digest of the
    catalog file it has, mcpbridge.published), "time_zone", and "migrations" where they are not "applied".
    """

    title: str = ""
    use_when: str = ""
    not_when: str = ""
    example: Mapping[str, Any] | None = None
    level: Level | None = None
    level_reason: str = ""
    permissions: tuple[str, ...] | None = None
    excluded: str = ""
    day: Mapping[str, Literal["start", "end"]] = field(default_factory=dict)
    reads_back: str = ""
    serializer: type | None = None
    nothing_to_send: bool = False
    tells_health: bool = False


@dataclass(frozen=True)
class ViewHints:
    """What a whole viewset says.

    resource: the first part of its tools' names, where the router's basename is not it.
    names: fields of a row that name it ("name", "full_path"), for agents that write a name in place of an id.
    name_filter: the query parameter of the list that finds a row by exactly such a name.
    me: True where the list route action "me" answers the caller's own row, so that "me" is a name.
    excluded: the reason why the whole viewset has no tools.
    tools: action name ("create", "restore"; "close:delete" for a second method of one action) -> its hint.
    """

    resource: str = ""
    names: tuple[str, ...] = ()
    name_filter: str = ""
    me: bool = False
    excluded: str = ""
    tools: Mapping[str, ToolHint] = field(default_factory=dict)
