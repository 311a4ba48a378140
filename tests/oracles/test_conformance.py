"""The conformance suite of the Model Context Protocol against the endpoint, however it is served."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracles import suite
from tests.oracles.balancer import alternating
from tests.oracles.baselines import REVISIONS, entries, path
from tests.oracles.conftest import SETTINGS
from tests.oracles.servers import gunicorn, serving, uvicorn

pytestmark = pytest.mark.oracle


def assert_conforms(report: suite.Report, revision: str) -> None:
    assert report.status == 0, report.text
    assert report.shortcomings(revision) == []
    excused = {entry.name for entry in entries(path(revision).read_text(encoding="utf-8"))}
    assert excused <= report.failed(), "These entries of the baseline excuse nothing."


@pytest.mark.requirement("B-01")
@pytest.mark.requirement("B-02")
@pytest.mark.parametrize("revision", REVISIONS)
def test_one_process_with_threads_conforms(revision: str, project: dict[str, str], tmp_path: Path) -> None:
    with serving(gunicorn(SETTINGS), project, tmp_path) as served:
        report = suite.run(revision, served.url, tmp_path)

    assert_conforms(report, revision)
    assert served.failures == []


@pytest.mark.requirement("B-02")
@pytest.mark.parametrize("revision", REVISIONS)
def test_two_processes_conform_when_every_request_goes_to_the_other_one(
    revision: str, project: dict[str, str], tmp_path: Path
) -> None:
    with (
        serving(gunicorn(SETTINGS), project, tmp_path) as first,
        serving(gunicorn(SETTINGS, threads=1), project, tmp_path) as second,
        alternating(first.url, second.url) as balancer,
    ):
        report = suite.run(revision, balancer.url, tmp_path)

    assert_conforms(report, revision)
    assert first.failures == second.failures == []
    assert balancer.requests[first.url] - balancer.requests[second.url] in (0, 1)
    assert balancer.requests[second.url] > len(report.checks) / 2


@pytest.mark.requirement("B-02")
def test_an_event_loop_conforms(project: dict[str, str], tmp_path: Path) -> None:
    with serving(uvicorn, project, tmp_path) as served:
        report = suite.run("2026-07-28", served.url, tmp_path)

    assert_conforms(report, "2026-07-28")
    assert served.failures == []
