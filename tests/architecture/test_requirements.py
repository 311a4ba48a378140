"""docs/requirements.md and the claims of all tests -> no drift between them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.architecture.source import ROOT, Module, modules

# The rows are numbered without a gap: one that disappears is missed.
FAMILIES = {"C": 6, "N": 18, "E": 11, "B": 13}
STATUSES = ("proven", "partly", "planned")
ROW = re.compile(r"^\| ([A-Z]-\d\d) \| (.*?) \| (.*?) \| ?(.*?) ?\|$")


@dataclass(frozen=True)
class Row:
    id: str
    status: str
    what: str
    to_come: str


def rows(text: str) -> list[Row]:
    return [Row(*found.groups()) for line in text.splitlines() if (found := ROW.match(line))]


def claims(module: Module) -> Iterator[str]:
    """The ids that a test module claims. One that is not written out could not be read, and fails here."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="requirement", value=ast.Attribute(attr="mark")), args=arguments):
                for argument in arguments:
                    assert isinstance(argument, ast.Constant) and isinstance(argument.value, str), (
                        f"{module.path}:{node.lineno}: write the requirement's id out as a text."
                    )
                    yield argument.value


def drift(register: Iterable[Row], claimed: Iterable[str]) -> list[str]:
    """What does not agree, a sentence each."""
    register, counted = list(register), Counter(claimed)
    listed = Counter(row.id for row in register)
    expected = {f"{family}-{number:02}" for family, last in FAMILIES.items() for number in range(1, last + 1)}
    faults = [f"{id} has no row." for id in sorted(expected - set(listed))]
    faults += [f"{id} has a row, but no such requirement is numbered." for id in sorted(set(listed) - expected)]
    faults += [f"{id} has {times} rows." for id, times in listed.items() if times > 1]
    faults += [f"A test claims {id}, which has no row." for id in sorted(set(counted) - set(listed))]
    for row in register:
        if row.status not in STATUSES:
            faults.append(f"{row.id} is {row.status!r}: write one of {', '.join(STATUSES)}.")
        if row.status == "planned" and counted[row.id]:
            faults.append(f"{row.id} is planned, yet a test claims it: make it partly or proven.")
        if row.status in ("proven", "partly") and not counted[row.id]:
            faults.append(f"{row.id} is {row.status}, yet no test claims it.")
        if row.status == "proven" and row.to_come:
            faults.append(f"{row.id} is proven, yet something is still to come: make it partly.")
        if row.status in ("partly", "planned") and not row.to_come:
            faults.append(f"{row.id} is {row.status}: say what is still to come.")
    return faults


def test_every_requirement_is_claimed_as_its_row_says():
    register = rows((ROOT / "docs/requirements.md").read_text(encoding="utf-8"))
    claimed = [id for module in modules("tests") for id in claims(module)]

    faults = drift(register, claimed)

    assert not faults, "\n".join(["docs/requirements.md and the tests disagree:", *faults])


def sound_register() -> list[Row]:
    return [
        Row(f"{family}-{number:02}", "planned", "what", "all of it")
        for family, last in FAMILIES.items()
        for number in range(1, last + 1)
    ]


def with_status(id: str, status: str, to_come: str) -> list[Row]:
    return [Row(id, status, "what", to_come) if row.id == id else row for row in sound_register()]


def test_a_sound_register_has_no_drift():
    assert drift(with_status("N-04", "proven", ""), ["N-04", "N-04"]) == []


def test_every_kind_of_drift_is_named():
    assert drift(sound_register()[1:], []) == ["C-01 has no row."]
    assert drift([*sound_register(), sound_register()[0]], []) == ["C-01 has 2 rows."]
    assert drift(sound_register(), ["N-99"]) == ["A test claims N-99, which has no row."]
    assert drift(sound_register(), ["B-01"]) == ["B-01 is planned, yet a test claims it: make it partly or proven."]
    assert drift(with_status("E-03", "proven", ""), []) == ["E-03 is proven, yet no test claims it."]
    assert drift(with_status("E-03", "partly", "the rest"), []) == ["E-03 is partly, yet no test claims it."]
    assert drift(with_status("E-03", "partly", ""), ["E-03"]) == ["E-03 is partly: say what is still to come."]
    assert drift(with_status("E-03", "proven", "the rest"), ["E-03"]) == [
        "E-03 is proven, yet something is still to come: make it partly."
    ]
    assert drift(with_status("E-03", "done", ""), ["E-03"]) == ["E-03 is 'done': write one of proven, partly, planned."]


def test_claims_are_read_from_decorators_module_marks_and_parameters():
    text = (
        "pytestmark = pytest.mark.requirement('C-01')\n"
        "@pytest.mark.requirement('N-04')\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.requirement('E-01', 'E-02'))])\n"
        "def test_something(x): ...\n"
    )
    module = Module("tests.test_x", "tests/test_x.py", text, ast.parse(text))

    assert sorted(claims(module)) == ["C-01", "E-01", "E-02", "N-04"]
