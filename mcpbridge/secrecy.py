"""A value and what it is called -> the value without its secrets.

One judgement for both trips and for every plane: what deriving marks, what a problem quotes, what a result shows.
Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mcpbridge.tools import Argument, Shape

HIDDEN = "(hidden)"
"""What stands in the place of a secret, everywhere."""

SHORTEST = 4
"""Characters of a secret that is looked for in what an API says."""

DEEPEST = 50
"""Objects and arrays inside one another that are looked through; what lies deeper is left out."""

# A name is judged as "_new_password_": in lower case, "_" around and between its words, words without their number.
_WORD = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NUMBER = re.compile(r"(?<=[a-z])[0-9]+(?=_)")
_SECRET = re.compile(
    r"passw|passphrase|passcode|pwds?_|^_pass_$|_authorization_$"
    r"|_(?:client|app|shared)?secrets?_|_credentials?_|_jwt_|_t?otps?_|_cv[vc]_|_senhas?_"
    r"|(?:api|private|secret|access|auth|signing|encryption)_?keys?_"
    r"|_(?:one_time|recovery|backup|verification|mfa|2fa)_?codes?_"
    # Pins are on boards and maps as well.
    r"|_pin(?:_?(?:code|number|hash|confirm\w*|repeat|again))?_$"
)
_TOKEN = re.compile(r"_(?:api|auth|access|refresh|bearer|session)?tokens?_")
# What is told about a secret is none itself: token_count, password_changed_at, secret_type.
_ABOUT = re.compile(
    r"_(?:counts?|limit|length|type|policy|usage|used|age|ttl|lifetime|strength|required|enabled|expir\w*|at)_$"
)
# The keys of JSON text, however deep it is quoted, and of what merely looks like it.
_KEYS = re.compile(r"""(?<![\w-])([\w-]++)[\\"']*+\s*+[:=]""")

_NEVER = frozenset(("boolean", "choice", "reference", "date", "datetime", "time", "duration"))
_NUMBERS = frozenset(("integer", "number", "decimal"))


def sounds_secret(name: str, *, is_number: bool = False) -> bool:
    """Whether a name is one that secrets have: newPassword, api_key, X-Token, pin; neither a secretary nor pinned.

    is_number: its values are numbers, and so many tokens are no secret, while a PIN is.
    """
    spelled = _NUMBER.sub("", f"_{_WORD.sub('_', _HUMP.sub('_', name)).lower().strip('_')}_")
    if _ABOUT.search(spelled):
        return False
    return bool(_SECRET.search(spelled)) or (not is_number and bool(_TOKEN.search(spelled)))


def is_secret(argument: Argument) -> bool:
    """Whether no value of the argument is ever shown: it is marked so, or its name says so and its kind allows it."""
    if argument.secret:
        return True
    kind = _innermost(argument.shape).kind
    return kind not in _NEVER and any(
        sounds_secret(name, is_number=kind in _NUMBERS) for name in (argument.name, argument.key)
    )


def holds_secret(shape: Shape) -> bool:
    """Whether a secret has its place somewhere inside the values of a shape."""
    inside = shape.item is not None and holds_secret(shape.item)
    return inside or any(is_secret(member) or holds_secret(member.shape) for member in shape.members)


def of_argument(argument: Argument, value: Any) -> Any:
    """An argument's value as it may be shown: HIDDEN, or what redact leaves of it."""
    return HIDDEN if is_secret(argument) else redact(argument.shape, value)


def redact(shape: Shape | None, value: Any, *, most: int | None = None, depth: int = 0) -> Any:
    """A JSON value as it may be shown: HIDDEN in the place of secret members, and of keys that sound like secrets.

    shape: None where nothing is known of the value. most: members and items of each object and array that are wanted.
    """
    if depth > DEEPEST:
        return "…"
    if value is None or isinstance(value, bool):
        return value
    if shape is not None and holds_secret(shape) and not isinstance(value, dict if shape.kind == "object" else list):
        # Of what has another form than it should, nobody can say where in it the secret is.
        return HIDDEN
    if isinstance(value, dict):
        members = list(value.items())[:most]
        return {key: _member(shape, key, item, most, depth + 1) for key, item in members}
    if isinstance(value, list):
        item = shape.item if shape is not None and shape.kind == "array" else None
        return [redact(item, one, most=most, depth=depth + 1) for one in value[:most]]
    if isinstance(value, str) and (shape is None or shape.kind in ("array", "object", "json")):
        return HIDDEN if _spells_secret(value) else value
    return value


def _member(shape: Shape | None, key: str, value: Any, most: int | None, depth: int) -> Any:
    of_object = shape if shape is not None and shape.kind == "object" else None
    known = next((one for one in of_object.members if key in (one.name, one.key)), None) if of_object else None
    if known is not None:
        return HIDDEN if is_secret(known) else redact(known.shape, value, most=most, depth=depth)
    is_plain = value is None or isinstance(value, bool)
    if not is_plain and sounds_secret(key, is_number=isinstance(value, int | float)):
        return HIDDEN
    return redact(of_object.item if of_object else None, value, most=most, depth=depth)


def given_secrets(arguments: Iterable[Argument], given: Mapping[str, Any]) -> frozenset[str]:
    """The texts that were given as secrets, at any depth; those too short to be told from other text are left out."""
    found: set[str] = set()
    for argument in arguments:
        if argument.name in given:
            found.update(_hidden(given[argument.name], of_argument(argument, given[argument.name])))
    return frozenset(text for text in found if len(text) >= SHORTEST)


def without(value: Any, secrets: frozenset[str]) -> Any:
    """A JSON value in whose texts none of these stands."""
    if not secrets:
        return value
    if isinstance(value, str):
        for secret in sorted(secrets, key=len, reverse=True):
            value = value.replace(secret, HIDDEN)
        return value
    if isinstance(value, dict):
        return {key: without(item, secrets) for key, item in value.items()}
    return [without(item, secrets) for item in value] if isinstance(value, list | tuple) else value


def _hidden(value: Any, shown: Any) -> Iterator[str]:
    """The texts of a value in whose place HIDDEN is shown."""
    if isinstance(value, dict) and (isinstance(shown, dict) or shown == HIDDEN):
        for key, item in value.items():
            yield from _hidden(item, shown if shown == HIDDEN else shown.get(key))
    elif isinstance(value, list) and (isinstance(shown, list) or shown == HIDDEN):
        for index, item in enumerate(value):
            yield from _hidden(item, shown if shown == HIDDEN else shown[index])
    elif shown == HIDDEN and isinstance(value, str | int):
        yield str(value)


def _spells_secret(text: str) -> bool:
    """Whether a text is JSON, or begins like it, and has keys that sound like secrets."""
    return text.lstrip()[:1] in ("{", "[") and any(sounds_secret(key) for key in _KEYS.findall(text))


def _innermost(shape: Shape) -> Shape:
    while shape.kind == "array" and shape.item is not None:
        shape = shape.item
    return shape
