"""The official Python SDK as the client: it starts the server itself and checks every answer against its types."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from mcp import Client, StdioServerParameters

from tests.installation import ROOT, Installation

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

T = TypeVar("T")


def with_client(installation: Installation, mode: str, work: Callable[[Client], Awaitable[T]]) -> T:
    async def main() -> T:
        server = StdioServerParameters(
            command=sys.executable,
            args=["manage.py", "mcp_stdio", "--user", "admin"],
            cwd=ROOT,
            env=installation.environment,
        )
        async with Client(server, mode=mode) as client:  # type: ignore[arg-type]
            return await work(client)

    return asyncio.run(main())


@pytest.mark.requirement("N-02")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_lists_tools_and_creates_a_project(installation: Installation, mode: str) -> None:
    async def work(client: Client) -> tuple[Any, Any]:
        tools = await client.list_tools()
        made = await client.call_tool(
            "projects_create", {"name": f"Atlas {mode}", "state": "processing", "manager": "me", "priority": "alta"}
        )
        return tools, made

    tools, made = with_client(installation, mode, work)

    assert "projects_create" in {tool.name for tool in tools.tools}
    assert made.is_error is False
    assert made.structured_content["applied"]["priority"] == {"given": "alta", "stored": 4, "label": "High"}
    assert installation.query(f"Project.objects.filter(name='Atlas {mode}').count()") == 1


def test_the_official_client_gets_an_error_that_an_agent_can_act_on(installation: Installation) -> None:
    async def work(client: Client) -> Any:
        return await client.call_tool("projects_create", {"state": "Procesing", "plan_start_date": "2026-02-30"})

    answer = with_client(installation, "auto", work)

    assert answer.is_error is True
    assert {error["field"] for error in answer.structured_content["errors"]} == {"name", "state", "plan_start_date"}
