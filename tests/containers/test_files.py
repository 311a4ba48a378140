"""Dockerfile, .dockerignore, compose.yaml -> agree with the project, hold no secret, and run with little power."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from scripts import check, mariadb
from tests.architecture.source import ROOT, modules
from tests.containers import written

OWN = ("app", "migrate")
SECRET = re.compile(r"SECRET|PASSWORD|TOKEN|KEY")
# Python and the shell read these themselves.
OF_THE_SYSTEM = {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}


def read_by_the_project() -> set[str]:
    """Every text in project/ that could be a variable's name; a docstring is none."""
    nodes = (node for module in modules("project") for node in ast.walk(module.tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.requirement("N-17")
@pytest.mark.parametrize("service", OWN)
def test_every_variable_of_a_container_is_one_that_the_project_reads(service):
    set_by_compose = set(written.services()[service]["environment"])
    set_by_the_image = set(re.findall(r"(\w+)=", written.only("ENV"))) - OF_THE_SYSTEM

    assert "SECRET_KEY" in set_by_compose
    assert not (set_by_compose | set_by_the_image) - read_by_the_project()


def test_whatever_an_operator_may_set_reaches_the_container():
    offered = set(re.findall(r"^(?:# )?([A-Z][A-Z_]+)=", written.text(".env.example"), re.MULTILINE))
    taken = set(written.services()["app"]["environment"]) | {
        found["name"] for found in written.BLANK.finditer(written.text("compose.yaml"))
    }

    assert {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_PASSWORD"} <= offered
    assert not offered - taken


def test_the_image_has_the_python_of_the_project():
    project = tomllib.loads(written.text("pyproject.toml"))
    bases = [rest.partition(" ")[0] for name, rest in written.instructions() if name == "FROM"]

    assert set(bases) == {f"python:{project['tool']['mypy']['python_version']}-slim-bookworm"}
    assert project["project"]["requires-python"] == f">={project['tool']['mypy']['python_version']}"


def test_the_image_has_what_mysql_needs_and_nothing_of_the_tests():
    installed = [rest for name, rest in written.instructions() if "pip install" in rest]
    packages = [rest for name, rest in written.last_stage() if "apt-get install" in rest]

    assert [rest.split()[-1] for rest in installed] == ["/build/requirements-mysql.txt"]
    assert len(packages) == 1
    assert " libmariadb3 " in packages[0]
    assert not re.search(r"gcc|-dev\b", packages[0])


def test_nothing_gets_into_the_build_but_what_the_image_takes():
    patterns = [line for line in written.text(".dockerignore").splitlines() if line and not line.startswith("#")]
    let_in = {line.removeprefix("!") for line in patterns if line.startswith("!")}
    copied = {
        source
        for name, rest in written.instructions()
        if name == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    }

    assert patterns[0] == "*"
    assert let_in == copied
    assert all((ROOT / name).exists() for name in copied)


def test_neither_file_holds_a_secret():
    files = {name: written.text(name) for name in ("Dockerfile", "compose.yaml")}
    values = {
        name: value
        for service in written.services().values()
        for name, value in service.get("environment", {}).items()
        if SECRET.search(name)
    }

    assert {"SECRET_KEY", "MARIADB_PASSWORD", "MARIADB_ROOT_PASSWORD"} <= set(values)
    assert all(re.fullmatch(r"\$\{\w+:\?[^}]+\}", value) for value in values.values()), values
    assert not re.search(r"://\w*:[^$\s]*@", files["compose.yaml"])
    assert not [rest for name, rest in written.instructions() if name in ("ARG", "ENV") and SECRET.search(rest)]
    assert re.findall(r"SECRET_KEY=(\S{3})", files["Dockerfile"]) == ['"$(']
    assert not any(re.search(r"[A-Za-z0-9_-]{40,}", text) for text in files.values())


def test_a_variable_that_must_be_set_says_what_to_do():
    demanded = {
        found["name"]: found["text"]
        for found in written.BLANK.finditer(written.text("compose.yaml"))
        if found["kind"] == "?"
    }

    assert set(demanded) == {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_PASSWORD", "DATABASE_ROOT_PASSWORD"}
    assert all(text.startswith("write ") and ".env" in text for text in demanded.values()), demanded


@pytest.mark.requirement("N-17")
def test_no_container_runs_as_root_or_keeps_a_power():
    user = written.only("USER")
    names = [name for name, _rest in written.last_stage()]

    assert user == "10001:10001"
    assert "RUN" not in names[names.index("USER") :]
    for name, service in written.services().items():
        assert service.get("user") == {"database": "mysql", "redis": "redis"}.get(name), name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        assert "privileged" not in service, name


@pytest.mark.requirement("N-17")
def test_the_server_alone_is_published_and_to_this_machine_alone():
    published = {name: service["ports"] for name, service in written.services().items() if "ports" in service}
    networks = yaml.safe_load(written.text("compose.yaml"))["networks"]

    assert published == {"app": ["127.0.0.1:${PORT:-8000}:8000"]}
    assert networks["inside"] == {"internal": True}
    assert {name for name, service in written.services().items() if "outside" in service["networks"]} == {"app"}


@pytest.mark.requirement("N-17")
def test_the_database_keeps_every_character_and_every_service_waits_for_what_it_needs():
    services = written.services()
    url = written.environment("app", dict.fromkeys(("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_PASSWORD"), "given"))

    assert services["database"]["image"].startswith("mariadb:10.11")
    assert tuple(services["database"]["command"]) == mariadb.UTF8
    assert url["DATABASE_URL"] == "mysql://notes:given@database:3306/notes"
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["migrate"]["command"] == ["python", "manage.py", "migrate", "--noinput"]
    assert services["app"]["depends_on"] == {
        "migrate": {"condition": "service_completed_successfully"},
        "redis": {"condition": "service_healthy"},
    }
    assert all(services[name]["healthcheck"]["test"] for name in ("database", "redis"))


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("dockerfile", "FROM python:latest\nRUN cd /srv\n"),
        ("compose", "services:\n  app:\n    imagee: mcpbridge\n"),
    ],
)
def test_the_checks_of_both_files_can_fail(name: str, broken: str, tmp_path: Path):
    program, *arguments, file = check.CHECKS[name][0].split()
    (tmp_path / file).write_text(broken, encoding="utf-8")
    installed = Path(sys.executable).with_name(program)

    done = subprocess.run([installed, *arguments, file], cwd=tmp_path, capture_output=True, text=True)

    assert done.returncode == 1
    assert "imagee" in done.stdout or "DL3007" in done.stdout


def test_the_guide_names_services_and_commands_that_exist():
    guide = written.text("docs/containers.md")
    commands = set(re.findall(r"manage\.py ([a-z_]+)", guide))
    services = set(
        re.findall(r"docker compose (?:logs|exec -T|run --rm(?: -\S+(?: [A-Z_]+(?:=\S+)?)?)*) ([a-z]+)", guide)
    )

    assert {"mcp_stdio", "mcp_token", "createsuperuser", "demo"} <= commands
    assert not commands - set(get_commands())
    assert {"app", "database"} <= services
    assert not services - set(written.services())
