"""Commands that settings declare -> those that no tool may run, each told by a system check with its mend."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.checks import run_checks

from mcpbridge.bridge import local
from project.commands import COMMANDS

pytestmark = pytest.mark.requirement("N-13")


def entry(*argv: str, **more: Any) -> dict[str, Any]:
    return {"argv": list(argv), "title": "Looks", "description": "Looks.", "level": "read"} | more


def checked(settings: Any, commands: Any, **more: Any) -> list[Any]:
    settings.MCPBRIDGE = {"COMMANDS": commands, **more}
    return run_checks(tags=["mcpbridge"])


REFUSED = """
pip install django                       | pip3 install -r requirements.txt        | /usr/bin/pip3.11 install x
{python} -m pip install x                | {python} -mpip install x                | {python} -Im pip install x
python3.11 -m pip uninstall x            | uv pip install x                        | uv sync
npm install                              | npm ci                                  | npm --prefix x install
npx cowsay                               | apt-get install -y gcc                  | sudo apt install gcc
conda install x                          | pre-commit install                      | mypy --install-types
{python} setup.py install                | poetry run pytest                       | make install
{python} manage.py migrate               | {python} manage.py migrate --check      | ./manage.py migrate
manage.py migrate                        | django-admin migrate                    | {python} -m django migrate
{python} -W ignore manage.py migrate     | {python} -X dev -u manage.py flush      | {python} manage.py loaddata x.json
{python} manage.py makemigrations        | {python} manage.py makemigrations notes | {python} manage.py shell
{python} manage.py makemigrations --check --merge                                  | {python} manage.py dbshell
{python} manage.py createsuperuser       | {python} manage.py sqlflush --apply     | {python} manage.py demo
{python} manage.py collectstatic         | {python} manage.py mcp_catalog          | {python} manage.py mcp_catalog sync
{python} manage.py mcp_token create      | {python} manage.py mcp_call notes_list  | {python} manage.py runserver
{python} manage.py --settings=x migrate  | {python} manage.py diffsettings         | {python} manage.py dumpdata
{python} manage.py reset_db --check      | {python} manage.py                      | alembic upgrade head
psql -c drop                             | sqlite3 db.sqlite3                      | mysqladmin drop notes
git push                                 | git tag v1                              | git merge main
git rebase main                          | git commit -am x                        | git reset --hard
git checkout .                           | git stash                               | git branch -D main
git fetch                                | git pull                                | git config user.name
git reflog expire --all                  | git filter-branch                       | git update-ref HEAD x
git -c alias.x=!sh x                     | git -C / status                         | git --git-dir=/x status
git --exec-path=/x status                | git -p log                              | git --config-env=a=b status
git diff --output=x                      | git diff --outp=x                       | git log --ext-diff
git diff --no-index /etc/passwd x        | git grep -Oless x                       | git grep --open-files-in-pager=sh x
git                                      | /usr/local/bin/git push                 | gh pr merge 1
sh -c ls                                 | bash script.sh                          | /bin/zsh -c ls
env git push                             | xargs rm                                | nice git push
timeout 5 git push                       | nohup make                              | find . -delete
{python} -c pass                         | {python} -                              | {python}
{python} -i manage.py check              | {python} -Sc pass                       | {python} -m mypackage.release
{python} -m                              | node -e 1                               | perl -e 1
ruby -e 1                                | rm -rf .                                | docker compose up
ssh host ls                              | curl https://example.org                | twine upload x
{python} migrate.py                      | {python} tools/install.py               | ./release.sh --push
make                                     | make deploy                             | make db-migrate
make check DEPLOY=1                      | make -f other check                     | just release-check
npm run migrate                          | npm run                                 | coverage run x.py
twine check x                            | tox -e lint                             | cargo install x
/usr/lib/git-core/git-push               | python3-dbg -c pass                     | ipython x.py
"""

LET_THROUGH = """
{python} manage.py check --deploy        | {python} -W error manage.py check       | ./manage.py check
{python} -m django check                 | django-admin check                      | {python} manage.py showmigrations
{python} manage.py makemigrations --check --dry-run | ./manage.py makemigrations --dry-run
{python} manage.py mcp_catalog --check   | {python} manage.py collectstatic --dry-run | {python} manage.py openapi_check
{python} manage.py spectacular --validate | git diff --check                       | git status --short
git --no-pager log --oneline -n 5        | git diff --output-indicator-new=x       | git log -- push
/usr/bin/git status                      | {python} -m pip check                   | pip list --outdated
ruff check .                             | mypy                                    | {python} -m ruff check .
{python} scripts/check.py                | ./scripts/lint.sh --all                 | make check
make lint types                          | npm run lint                            | coverage report
cargo clippy                             | .venv/bin/ruff format --check .         | terraform-docs markdown
"""

SUITES = (
    "pytest -q", "{python} -m pytest", "{python} -m unittest", "{python} manage.py test", "make test", "npm test",
)  # fmt: skip


def lines(table: str) -> list[str]:
    return [" ".join(cell.split()) for line in table.strip().splitlines() for cell in line.split(" | ")]


@pytest.mark.parametrize("line", lines(REFUSED))
def test_what_installs_changes_or_hides_what_it_does_is_refused(settings: Any, line: str) -> None:
    for level in ("read", "write"):
        (message,) = checked(settings, {"x": entry(*line.split(" "), level=level)})

        assert message.id == "mcpbridge.E206"
        assert message.msg.startswith("The command 'x' ") and message.msg.endswith(", so it is never run.")
        assert message.hint


@pytest.mark.parametrize("line", lines(LET_THROUGH))
def test_what_only_looks_is_let_through(settings: Any, line: str) -> None:
    assert checked(settings, {"x": entry(*line.split(" "))}) == []


@pytest.mark.parametrize("line", SUITES)
def test_tests_run_at_the_level_write_alone(settings: Any, line: str) -> None:
    argv = line.split(" ")

    assert [message.id for message in checked(settings, {"x": entry(*argv)})] == ["mcpbridge.E206"]
    assert checked(settings, {"x": entry(*argv, level="write")}) == []


@pytest.mark.parametrize(
    ("commands", "identifier"),
    [
        ([], "E201"),
        ("check", "E201"),
        ({"X": entry("true")}, "E203"),
        ({5: entry("true")}, "E203"),
        ({"x" * 41: entry("true")}, "E203"),
        ({"x": ["true"]}, "E203"),
        ({"x": {"argv": ["true"]}}, "E203"),
        ({"x": entry("true", tty="yes")}, "E203"),
        ({"x": entry("true") | {"argv": "true"}}, "E203"),
        ({"x": entry()}, "E203"),
        ({"x": entry("")}, "E203"),
        ({"x": entry("true") | {"argv": ["true", 5]}}, "E203"),
        ({"x": entry("true", "a\0b")}, "E203"),
        ({"x": entry("true", title="")}, "E203"),
        ({"x": entry("true", description=5)}, "E203"),
        ({"x": entry("true", environment=["A"])}, "E203"),
        ({"x": entry("true", environment={"A": 5})}, "E203"),
        ({"x": entry("true", passed="PATH")}, "E203"),
        ({"x": entry("true", folder=5)}, "E203"),
        ({"x": entry("true", level="admin")}, "E204"),
        ({"x": entry("true", level="destructive")}, "E204"),
        ({"x": entry("true", level=["read"])}, "E204"),
        ({"x": entry("true", seconds=0)}, "E205"),
        ({"x": entry("true", seconds=3601)}, "E205"),
        ({"x": entry("true", seconds=True)}, "E205"),
        ({"x": entry("true", seconds="60")}, "E205"),
        ({"x": entry("true", seconds=float("nan"))}, "E205"),
        ({"x": entry("true", environment={"GIT_EXTERNAL_DIFF": "sh"})}, "E207"),
        ({"x": entry("true", environment={"LD_PRELOAD": "x.so"})}, "E207"),
        ({"x": entry("true", passed=["PYTEST_ADDOPTS"])}, "E207"),
        ({"x": entry("true", environment={"A B": "x"})}, "E207"),
        ({"x": entry("true", folder="no/such/folder")}, "E208"),
    ],
)
def test_an_entry_of_the_wrong_form_is_an_error_with_its_mend(settings: Any, commands: Any, identifier: str) -> None:
    (message,) = checked(settings, commands)

    assert message.id == f"mcpbridge.{identifier}"
    assert message.hint


def test_the_switch_must_be_a_boolean(settings: Any) -> None:
    assert [message.id for message in checked(settings, {}, RUN_COMMANDS="on")] == ["mcpbridge.E202"]


def test_a_switch_that_is_on_while_debug_is_off_is_told(settings: Any) -> None:
    settings.DEBUG = False
    settings.SECURE_SSL_REDIRECT = True

    messages = checked(settings, {}, RUN_COMMANDS=True)

    assert "mcpbridge.W302" in [message.id for message in messages]


def test_every_fault_is_told_at_once(settings: Any) -> None:
    messages = checked(settings, {"x": entry("git", "push", level="admin", seconds=0), "y": {}, "z": entry("true")})

    assert [message.id for message in messages] == [f"mcpbridge.E20{number}" for number in (4, 5, 6, 3)]


def test_the_shipped_commands_pass(settings: Any) -> None:
    assert checked(settings, COMMANDS, RUN_COMMANDS=True) == []
    assert {name for name, one in COMMANDS.items() if one["level"] == "write"} == {"tests"}


@pytest.mark.parametrize(
    ("debug", "switch", "offered"), [(True, True, True), (False, True, False), (True, "on", False)]
)
def test_a_local_server_runs_commands_with_debug_and_the_switch_on_alone(
    settings: Any, debug: bool, switch: Any, offered: bool
) -> None:
    settings.DEBUG = debug
    settings.MCPBRIDGE = settings.MCPBRIDGE | {"RUN_COMMANDS": switch}

    assert ("commands_check" in names(local())) is offered
    # A server that only reads has no command that writes.
    assert "commands_tests" not in names(local(read_only=True))


def names(bridge: Any) -> set[str]:
    return {tool.name for tool in bridge.pipeline.visible(Anybody())}


class Anybody:
    def may(self, permissions: Any) -> bool:
        return True
