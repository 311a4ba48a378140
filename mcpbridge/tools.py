"""The words of both trips: what deriving writes into the catalog -> what serving reads out of it.

Standard library only: an agent's local server may run where no Django is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Level = Literal["read", "write", "admin", "destructive"]
LEVELS: tuple[Level, ...] = ("read", "write", "admin", "destructive")

Action = Literal["list", "retrieve", "create", "update", "delete", "action"]

Place = Literal["path", "query", "body", "window"]
"""Where an argument goes. "window" goes nowhere: the bridge itself cuts the answer by it (offset, limit, text_from)."""

Kind = Literal[
    "integer", "number", "decimal", "string", "boolean", "date", "datetime", "time", "duration", "uuid",
    "choice", "reference", "array", "object", "json",
]  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """One value that a field allows.

    code: what the API stores. label: its English label. labels: language code -> label, for every further language
    of the project; kept for matching what an agent writes, never listed to it.
    """

    code: str | int | float | bool | None
    label: str
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Shape:
    """What one value looks like.

    limits: JSON Schema keywords that the API itself enforces: minLength, maxLength, pattern, minimum, maximum,
    minItems, maxItems, and for decimals maxDigits and decimalPlaces.
    choices: for kind "choice". reference: for kind "reference", a key of Catalog.references.
    checked: the bridge asks the reference's own operation whether the caller may see a given id, because the field
    in the API does not scope its rows to the caller while the list of those rows does.
    item: for kind "array", the shape of each item. members: for kind "object", its known keys; open_keys: any other
    key is allowed, with values of shape item (None: any JSON).
    day: for kind "datetime", what a bare date means. format: for dates and times, the strftime format that the API
    wants, where that is not ISO 8601.
    """

    kind: Kind
    nullable: bool = False
    limits: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    reference: str = ""
    checked: bool = False
    item: Shape | None = None
    members: tuple[Argument, ...] = ()
    open_keys: bool = False
    day: Literal["start", "end"] = "start"
    format: str = ""


@dataclass(frozen=True)
class Argument:
    """One argument of a tool, or one member of an object.

    name: as the agent writes it; unique in the tool. key: the API's own name for it in its place.
    default: a constant that the API uses when the argument is absent; has_default tells None from "no default".
    secret: never shown back (write-only fields, passwords).
    several: for arrays in a query, "repeat" (a=1&a=2) or "comma" (a=1,2).
    row_key: the key of the stored row that shows this argument's value; "" where no row shows it.
    label_key: the key of the stored row that shows the value's label ("state_name"); "" where there is none.
    """

    name: str
    place: Place
    key: str
    shape: Shape
    required: bool = False
    description: str = ""
    has_default: bool = False
    default: Any = None
    secret: bool = False
    several: Literal["repeat", "comma"] = "repeat"
    row_key: str = ""
    label_key: str = ""


@dataclass(frozen=True)
class Paging:
    """How a list comes in pages.

    style: "none" answers a bare array, or one object with all rows under `rows`. page: the query parameter that moves
    on (a page number, an offset or a cursor). size: the query parameter for rows a page ("" where it is fixed).
    max_size: the cap on it (0: unknown). rows, total: keys of the answer (total "": not counted).
    """

    style: Literal["none", "page", "offset", "cursor"] = "none"
    page: str = ""
    size: str = ""
    default_size: int = 0
    max_size: int = 0
    rows: str = ""
    total: str = ""


@dataclass(frozen=True)
class Reference:
    """How a name becomes a value: the API's own list operation of the rows that a field refers to.

    name: the resource ("users"). noun: one of them in words ("user"). list_tool: the tool that shows them all.
    path: the list operation. item_path: the retrieve operation with one "{value}" ("" where there is none).
    value: the key of a row that fields store. value_kind: its kind.
    names: keys of a row that name it, best first. label: the one that is shown.
    exact: query parameters that find rows by exactly such a name. search: the query parameter for text search.
    withheld: row key -> the query parameter that finds a row by exactly that name even where the row shows null in its
    place (a colleague's e-mail address).
    me: the operation that answers the caller's own row ("" where there is none).
    """

    name: str
    noun: str
    list_tool: str
    path: str
    item_path: str = ""
    value: str = "id"
    value_kind: Kind = "integer"
    names: tuple[str, ...] = ()
    label: str = ""
    exact: tuple[str, ...] = ()
    search: str = ""
    withheld: Mapping[str, str] = field(default_factory=dict)
    me: str = ""
    paging: Paging = Paging()


@dataclass(frozen=True)
class Operation:
    """One call of the documented API.

    path: a template with one {key} for each path argument. shapes: path key -> the regular expression that the route
    demands of it. paging: for lists. encoding: how the body travels.
    id: the operationId in the API's OpenAPI document ("" where that is not known). status: what success has there
    (0: not said). media_type: the kind of its body ("" where it has none). answer: the schema of its body, as the
    document has it, most often a $ref to one of the document's own components.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    action: Action
    shapes: Mapping[str, str] = field(default_factory=dict)
    paging: Paging | None = None
    encoding: Literal["json", "form"] = "json"
    id: str = ""
    status: int = 0
    media_type: str = "application/json"
    answer: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Safety:
    """What a tool may do and what it asks of the caller.

    reason: why the level is another one than the method alone gives. scopes: what a token must carry.
    permissions: Django permissions ("notes.add_note") that the API's permission classes name.

    The four hints are MCP's annotations.
    """

    level: Level
    scopes: tuple[str, ...]
    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool
    reason: str = ""
    permissions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tool:
    """One tool as the catalog knows it.

    source: dotted name of the view and its action. derived_from: the rung of the ladder that the body's shape stands
    on: "serializer", "serializer with a request", "open body" or "nothing to send".
    read_back: the tool that shows the stored row after a write ("" where none does); row_id: the key of the write's
    answer and of the row that is its id. labels: row key -> the row key that carries its label.
    unique_sets: rows' keys that must be unique together. example: arguments that work.
    schema: an inputSchema written by hand, listed in place of the one that the arguments give; what is checked are the
    arguments. Deriving never writes one.
    """

    name: str
    title: str
    description: str
    operation: Operation
    safety: Safety
    calls_http: bool
    returns_request_id: bool
    source: str = ""
    derived_from: str = ""
    arguments: tuple[Argument, ...] = ()
    read_back: str = ""
    row_id: str = "id"
    noun: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    unique_sets: tuple[tuple[str, ...], ...] = ()
    example: Mapping[str, Any] | None = None
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class CommandTool:
    """A tool that runs one of the project's own commands on the server's machine, without arguments.

    command: the name under which the project's settings hold what is run; the file never says what that is.
    """

    name: str
    title: str
    description: str
    command: str
    safety: Safety


@dataclass(frozen=True)
class Exclusion:
    """An operation of the API that has no tool, and why."""

    operation: str
    reason: str


@dataclass(frozen=True)
class Catalog:
    """Everything that serving knows of the API: tools by name, references by resource, recorded exclusions.

    commands: tools that run a command, by name; no name is in both. health: the path of the operation that tells
    whether the API is well, and which catalog it has ("" where there is none).
    """

    tools: Mapping[str, Tool]
    references: Mapping[str, Reference] = field(default_factory=dict)
    excluded: tuple[Exclusion, ...] = ()
    commands: Mapping[str, CommandTool] = field(default_factory=dict)
    health: str = ""
