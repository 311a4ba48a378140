"""The requirement files -> exact, in step, and installable anywhere."""

from __future__ import annotations

import re
import sys
from importlib.metadata import packages_distributions

import pytest

from tests.architecture.source import PRODUCT, ROOT, imports, modules

PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;#]+)", re.MULTILINE)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def normal(package: str) -> str:
    return package.lower().replace("_", "-")


def pins(name: str) -> dict[str, str]:
    return {normal(package): version for package, version in PIN.findall(text(name))}


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ("requirements.in", "requirements.txt"),
        ("requirements-test.in", "requirements-test.txt"),
        ("requirements.txt", "requirements-test.txt"),
    ],
)
def test_a_pin_is_the_same_wherever_it_is_written(source, compiled):
    wanted = {package: version for package, version in pins(source).items() if package != "mysqlclient"}

    assert wanted.items() <= pins(compiled).items(), "Run `make lock`."


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt"])
def test_every_requirement_is_one_exact_version_and_no_address(name):
    lines = [line for line in text(name).splitlines() if line and not line.lstrip().startswith("#")]

    assert lines
    assert all(PIN.match(line) for line in lines)
    assert "://" not in text(name)


@pytest.mark.requirement("C-02")
def test_the_mysql_driver_is_listed_for_everyone_and_demanded_from_none():
    assert 'mysqlclient==2.3.2 ; extra == "mysql"' in text("requirements.txt").splitlines()
    assert text("requirements-mysql.txt").splitlines()[-2:] == ["-r requirements.txt", "mysqlclient==2.3.2"]
    assert "mysqlclient" not in pins("requirements-test.txt")


@pytest.mark.parametrize(
    ("folders", "sources"),
    [
        (PRODUCT, ["requirements.in"]),
        (("bench", "tests"), ["requirements.in", "requirements-test.in"]),
    ],
)
def test_whatever_is_imported_is_required_by_name(folders, sources):
    required = {package for source in sources for package in pins(source)} | {"mysqlclient"}
    distributions = packages_distributions()
    own = sys.stdlib_module_names | {path.stem for path in ROOT.iterdir()}

    unnamed = [
        f"{module.path}:{found.line}: {found.target}"
        for module in modules(*folders)
        for found in imports(module)
        if (root := found.target.partition(".")[0]) not in own
        # What no package brings would not import at all, or the test itself makes it.
        and root in distributions
        and not required & {normal(name) for name in distributions[root]}
    ]

    assert not unnamed, "\n".join(["Name what brings these in a requirements file:", *unnamed])
