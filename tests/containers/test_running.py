"""What the Dockerfile copies and runs, under compose.yaml's environment -> a server and a stdio server that work."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scripts.addresses import unused_port
from tests.architecture.source import ROOT
from tests.containers import written
from tests.http.processes import PATIENCE, Answered, token_of
from tests.installation import Installation, installation

__all__ = ["installation"]

# One worker runs them, so that they share one installation and one folder that stands for the image.
pytestmark = pytest.mark.xdist_group("installation")

# What an operator writes into .env. TLS ends at a proxy.
GIVEN = {
    "SECRET_KEY": "kJ8-vQ2zX5nB7mW4eR9tY6uI3oP1aS0dF-gH8jK5lZ2xC7vB4nM",
    "ALLOWED_HOSTS": ".example.com,localhost",
    "DATABASE_PASSWORD": "given",
    "BEHIND_TLS_PROXY": "on",
    "WEB_CONCURRENCY": "1",
}
PROXIED = {"Host": "notes.example.com", "X-Forwarded-Proto": "https"}


@dataclass(frozen=True)
class Container:
    """folder: what the image has in /app. environment: all that its processes see."""

    folder: Path
    environment: dict[str, str]

    def run(self, *words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            words,
            cwd=self.folder,
            env=self.environment | environment,
            input=stdin,
            capture_output=True,
            timeout=PATIENCE,
        )

    @property
    def port(self) -> int:
        return int(self.environment["PORT"])

    def get(self, path: str) -> Answered:
        """What a proxy gets that ends TLS."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            link.request("GET", path, headers=PROXIED)
            reply = link.getresponse()
            return Answered(reply.status, reply.read(), {name.lower(): value for name, value in reply.getheaders()})
        finally:
            link.close()


@pytest.fixture(scope="module")
def container(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Container:
    """The steps of the Dockerfile's last stage, carried out in a folder, with the packages of the tests' own Python."""
    folder = tmp_path_factory.mktemp("image")
    path = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    for name, rest in written.last_stage():
        if name == "COPY" and not rest.startswith("--from"):
            source, target = rest.split()
            copied(ROOT / source, folder / target)
        elif name == "RUN" and "manage.py" in rest:
            done = subprocess.run(["sh", "-c", rest], cwd=folder, env=path, capture_output=True, timeout=PATIENCE)
            assert done.returncode == 0, done.stderr.decode()
    # The suite's own database takes the place of the service.
    stand_in = {"DATABASE_URL": installation.environment["DATABASE_URL"]}
    return Container(folder, path | written.environment("app", GIVEN) | stand_in)


def copied(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


@contextmanager
def serving(image: Container, **environment: str) -> Iterator[tuple[Container, subprocess.Popen[bytes]]]:
    """The image's own command on a port of its own, from the moment when it listens."""
    container = replace(image, environment=image.environment | environment | {"PORT": str(unused_port())})
    process = subprocess.Popen(
        written.command("CMD"),
        cwd=container.folder,
        env=container.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr
    try:
        said = b""
        while b"Listening at" not in said:
            line = process.stderr.readline()
            assert line, f"The server did not start. It said:\n{said.decode()}"
            said += line
        yield container, process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def served(container: Container) -> Iterator[Container]:
    with serving(container) as (running, _process):
        yield running


@pytest.mark.requirement("N-17")
def test_the_health_check_of_the_image_passes_while_its_server_works(served):
    done = served.run(*written.command("HEALTHCHECK"))

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.requirement("N-17")
def test_pages_come_with_their_styles_under_names_that_browsers_may_keep(served):
    page = served.get("/admin/login/")
    named = re.search(r'href="(/static/admin/css/base\.[0-9a-f]{12}\.css)"', page.body.decode())
    assert named, page.body

    style = served.get(named[1])

    assert (style.status, style.headers["content-type"]) == (200, 'text/css; charset="utf-8"')
    assert "immutable" in style.headers["cache-control"]
    assert b"--primary" in style.body


def test_the_documentation_page_has_its_script(served):
    manifest = json.loads((served.folder / "staticfiles/staticfiles.json").read_text(encoding="utf-8"))["paths"]

    script = served.get("/static/" + manifest["drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"])

    assert script.status == 200
    assert len(script.body) > 100_000


def test_a_word_of_a_caller_on_https_counts_only_where_the_operator_says_so(container):
    with serving(container, BEHIND_TLS_PROXY="off") as (running, _process):
        done = running.run(*written.command("HEALTHCHECK"))

    assert done.returncode == 1
    assert b"Set BEHIND_TLS_PROXY=on" in done.stderr


@pytest.mark.requirement("N-17")
def test_the_server_stops_in_order_when_it_is_told_to_and_logs_no_address(container):
    with serving(container) as (running, process):
        asked = running.get("/api/v1/projects/?search=canary")
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
        gone = running.run(*written.command("HEALTHCHECK"))

    assert asked.status == 401
    assert process.returncode == 0
    assert out == b""
    assert b"Shutting down" in err
    assert b"canary" not in err
    assert gone.returncode == 1
    assert gone.stderr.startswith(b"No server answers on port")


def test_a_number_of_threads_that_is_none_stops_the_start_with_a_sentence(container):
    done = container.run(*written.command("CMD"), WEB_THREADS="0")

    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        "WEB_THREADS=0 is no number of one or more. Set a whole number such as 8."
    )


@pytest.mark.requirement("N-17")
def test_the_stdio_server_runs_in_the_container_and_writes_protocol_alone(container, installation):
    names = {name for name, _rest in written.instructions()}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "users_me", "arguments": {}}},
    ]  # fmt: skip

    done = container.run(
        "python", "manage.py", "mcp_stdio",
        stdin="".join(json.dumps(line) + "\n" for line in lines).encode(),
        MCP_API_TOKEN=token_of(installation, "editor"),
    )  # fmt: skip

    answers = {answer["id"]: answer["result"] for answer in map(json.loads, done.stdout.splitlines())}
    assert "ENTRYPOINT" not in names
    assert container.environment["DEBUG"] == "off"
    assert set(answers) == {1, 2}, done.stderr.decode()
    assert answers[2]["structuredContent"]["item"]["username"] == "editor"
    assert not answers[2].get("isError")


@pytest.mark.requirement("N-17")
def test_nobody_acts_for_a_named_user_in_the_container(container):
    done = container.run("python", "manage.py", "mcp_stdio", "--user", "admin")

    assert done.returncode == 1
    assert done.stdout == b""


def test_where_no_files_were_collected_tools_are_called_without_a_word_about_it(container, installation, tmp_path):
    shutil.copytree(container.folder, tmp_path / "clone", ignore=shutil.ignore_patterns("staticfiles"))
    clone = replace(container, folder=tmp_path / "clone")

    done = clone.run("python", "manage.py", "mcp_call", "users_me", MCP_API_TOKEN=token_of(installation, "editor"))

    assert done.returncode == 0, done.stderr.decode()
    assert b"Warning" not in done.stderr
