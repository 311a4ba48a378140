"""Values as an agent wrote them, and their shapes -> values to send; all that is wrong with them is collected.

One shared way for every argument of every tool, for members of objects and for items of arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mcpbridge import listing
from mcpbridge.exceptions import Problem
from mcpbridge.secrecy import HIDDEN, holds_secret, is_secret, sounds_secret
from mcpbridge.serve import choices, dates, durations, examples, limits, values
from mcpbridge.serve.calls import Rules
from mcpbridge.serve.folding import clean, near
from mcpbridge.serve.references import Names
from mcpbridge.serve.refused import Refused, shown, unfit
from mcpbridge.serve.rows import Unlisted
from mcpbridge.tools import Argument, Shape

MOST_ITEMS = 1_000
"""Items of one array; each may cost a look-up of its own."""

MOST_TOLD = 50
"""Problems that one answer tells."""
NAMES_TOLD = 60
"""Names of arguments that one hint lists."""

_ANY = Shape("json", nullable=True)
# Their sentences may tell something of the value itself.
_TELLING = ("choice", "reference", "date", "datetime", "time", "duration")


@dataclass(frozen=True)
class Read:
    """A value that can be sent. label: that of the row or choice that was meant, where the bridge knows it."""

    value: Any
    label: str = ""


@dataclass(frozen=True)
class Spot:
    """Where a value stands. field: its dotted name. is_secret: nothing of the value may be told."""

    field: str
    is_secret: bool = False


class Reading:
    """What one call's values come to. problems stop the call; limits alone do not; notes tell what was read how."""

    def __init__(self, names: Names, rules: Rules, example: Mapping[str, Any] | None = None) -> None:
        self.problems: list[Problem] = []
        self.limits: list[Problem] = []
        self.notes: list[str] = []
        self._names = names
        self._rules = rules
        self._example = example or {}
        self._ids: list[tuple[Shape, Any, Any, Spot]] = []

    def members(
        self,
        arguments: Sequence[Argument],
        given: Mapping[str, Any],
        whose: str,
        inside: Spot | None = None,
        is_open: bool = False,
    ) -> dict[str, Read]:
        """Argument name -> what was read of it, for those that were given and are right.

        inside: the spot of the object whose members they are; None for a tool's own arguments.
        """
        prefix, is_hidden = (f"{inside.field}.", inside.is_secret) if inside else ("", False)
        known = {argument.name for argument in arguments}
        if not is_open:
            for name in given:
                if name not in known:
                    self._unknown(name, given[name], arguments, whose, Spot(prefix + clean(name), is_hidden))
        found: dict[str, Read] = {}
        for argument in arguments:
            spot = Spot(prefix + argument.name, is_hidden or is_secret(argument))
            if argument.name not in given:
                if argument.required or argument.place == "path":
                    self._missing(argument, spot)
            elif (read := self.value(argument.shape, given[argument.name], spot)) is not None:
                found[argument.name] = read
        return found

    def value(self, shape: Shape, given: Any, spot: Spot) -> Read | None:
        """What was read of one value; None where it cannot be used."""
        try:
            return self._value(shape, given, spot)
        except Refused as refused:
            self.refuse(refused, shape, given, spot)
            return None

    def refuse(self, refused: Refused, shape: Shape, given: Any, spot: Spot, *, stops: bool = False) -> None:
        """Record a problem with all that is known at this spot: name, value, schema, values that work.

        stops: it stops the call even where it is about a limit.
        """
        problem = replace(refused.problem, field=spot.field, value=shown(given))
        if spot.is_secret or holds_secret(shape):
            told = "Its value does not fit." if shape.kind in _TELLING else problem.problem
            problem = Problem(spot.field, HIDDEN, problem.code, told, {"examples": []})
        if isinstance(problem.allowed, dict) and "type" not in problem.allowed and "anyOf" not in problem.allowed:
            problem = replace(problem, allowed=self._allowed(shape, problem))
        (self.limits if problem.code == "limit" and not stops else self.problems).append(problem)

    def look_up_ids(self) -> None:
        """See whether ids that were taken at their word exist, now that the call is stopped anyway."""
        for shape, value, given, spot in self._ids:
            try:
                self._names.verify(shape, value, spot.field)
            except Unlisted:
                continue  # The API looks at it when the call comes.
            except Refused as refused:
                self.refuse(refused, shape, given, spot)

    def _value(self, shape: Shape, given: Any, spot: Spot) -> Read | None:
        if isinstance(given, dict | list) and "." not in spot.field and values.too_deep(given):
            raise unfit(f"It holds more than {values.DEEPEST} objects and arrays inside one another.")
        if given is None and not any(choice.code is None for choice in shape.choices):
            if shape.nullable:
                return Read(None)
            raise unfit("It may not be null.", hint="Give a value; what is optional may be left out.")
        if shape.kind == "choice":
            choice = choices.resolve(shape, given)
            return Read(choice.code, choice.label)
        if shape.kind == "reference":
            row = self._names.resolve(shape, given, spot.field)
            if not row.label:
                self._ids.append((shape, row.value, given, spot))
            return Read(row.value, row.label)
        if shape.kind == "array":
            return self._array(shape, given, spot)
        if shape.kind == "object":
            return self._object(shape, given, spot)
        return Read(self._within(shape, self._plain(shape, given, spot), given, spot))

    def _plain(self, shape: Shape, given: Any, spot: Spot) -> Any:
        if shape.kind in ("date", "datetime", "time"):
            return dates.read(shape, given, self._rules)
        if shape.kind == "duration":
            return durations.read(given)
        if shape.kind == "json" and isinstance(given, str) and given.lstrip()[:1] in ("{", "["):
            self.notes.append(f"{spot.field} came as text and is sent as that text, though it looks like JSON.")
        return values.READERS[shape.kind](given)

    def _array(self, shape: Shape, given: Any, spot: Spot) -> Read | None:
        items = values.from_json_text(given, list) if isinstance(given, str) else given
        if not isinstance(items, list):
            split = [part.strip() for part in given.split(",")] if isinstance(given, str) else [given]
            raise unfit("It must be an array.", *([split] if self._would_do(shape.item or _ANY, split, spot) else []))
        if len(items) > MOST_ITEMS:
            raise unfit(f"It holds {len(items)} items; at most {MOST_ITEMS} are read in one call.")
        if items is not given:
            self.notes.append(f"{spot.field} was JSON text and was read as an array.")
        inside = [
            self.value(shape.item or _ANY, item, Spot(f"{spot.field}.{index}", spot.is_secret))
            for index, item in enumerate(items)
        ]
        read = [item for item in inside if item is not None]
        if len(read) < len(items):
            return None
        self._within(shape, [item.value for item in read], given, spot)
        labels = [item.label for item in read]
        return Read([item.value for item in read], ", ".join(labels) if all(labels) else "")

    def _object(self, shape: Shape, given: Any, spot: Spot) -> Read | None:
        found = values.from_json_text(given, dict) if isinstance(given, str) else given
        if not isinstance(found, dict):
            raise unfit("It must be an object.")
        if found is not given:
            self.notes.append(f"{spot.field} was JSON text and was read as an object.")
        before = len(self.problems)
        read = self.members(shape.members, found, spot.field, spot, shape.open_keys)
        sent = {member.key: read[member.name].value for member in shape.members if member.name in read}
        known = {member.name for member in shape.members}
        for key in found if shape.open_keys else ():
            if key not in known:
                at = Spot(f"{spot.field}.{clean(key)}", spot.is_secret or sounds_secret(key))
                item = self.value(shape.item or _ANY, found[key], at) if self.value(_ANY, key, at) else None
                sent[key] = item.value if item else None
        return Read(sent) if len(self.problems) == before else None

    def _within(self, shape: Shape, value: Any, given: Any, spot: Spot) -> Any:
        for refused in limits.faults(shape, value) if shape.limits else ():
            self.refuse(refused, shape, given, spot)
        return value

    def _would_do(self, item: Shape, found: list[Any], spot: Spot) -> bool:
        """Whether values would do as items, so far as that can be said without asking the API."""
        if spot.is_secret:
            return False
        if item.kind == "reference":
            return all(isinstance(value, int | str) and not isinstance(value, bool) for value in found)
        trial = Reading(self._names, self._rules)
        return all(trial.value(item, value, spot) is not None for value in found)

    def _allowed(self, shape: Shape, problem: Problem) -> Any:
        """What would have worked: the choices, the rows, or the schema with examples, the likeliest first."""
        likely: list[Any] = problem.allowed["examples"]
        if shape.kind == "choice":
            return choices.listed(shape.choices[: choices.LISTED])
        if shape.kind == "reference":
            return self._names.candidates(self._names.catalog.references[shape.reference], "")
        found = likely or ([] if problem.code == "limit" else examples.of(shape, self._names))
        return listing.allowed_schema(shape, self._names.catalog, found)

    def _missing(self, argument: Argument, spot: Spot) -> None:
        worked = self._example.get(argument.name) if spot.field == argument.name else None
        found = examples.of_argument(argument, self._names, worked)
        schema = listing.allowed_schema(argument.shape, self._names.catalog, found)
        self.problems.append(Problem(spot.field, None, "missing", "It is required.", schema, f"Add {spot.field}."))

    def _unknown(self, name: str, given: Any, arguments: Sequence[Argument], whose: str, spot: Spot) -> None:
        if len(self.problems) >= MOST_TOLD:
            # No answer tells it, and looking for what was meant is dear: it is counted alone.
            self.problems.append(Problem(spot.field, HIDDEN, "unknown", f"{whose} has no argument of this name."))
            return
        names = [argument.name for argument in arguments]
        meant = near(name, names)
        secret = {argument.name for argument in arguments if is_secret(argument)}
        is_hidden = spot.is_secret or sounds_secret(name) or bool(secret.intersection(meant))
        told = ", ".join(names[:NAMES_TOLD]) + (" and more" if len(names) > NAMES_TOLD else "") or "no arguments"
        hint = f"Did you mean {meant[0]}? " if meant else "Leave it out. "
        self.problems.append(
            Problem(
                spot.field, HIDDEN if is_hidden else shown(given), "unknown",
                f"{whose} has no argument of this name.", [{"value": item} for item in meant],
                f"{hint}{whose} takes {told}.",
            )
        )  # fmt: skip
