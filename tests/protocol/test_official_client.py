"""The official Python SDK as the client: it starts the server itself and checks every answer against its types."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import pytest
from mcp import Client, MCPError, StdioServerParameters

from tests.installation import ROOT, Installation
from tests.protocol.gate import gates

# One worker runs them, so that they share one installation.
pytestmark = pytest.mark.xdist_group("installation")

REVISIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}
"""The mode of the client -> the revision on which it agrees with this server."""

T = TypeVar("T")


def with_client(
    installation: Installation,
    mode: str,
    work: Callable[[Client], Awaitable[T]],
    environment: Mapping[str, str] | None = None,
) -> T:
    async def main() -> T:
        server = StdioServerParameters(
            command=sys.executable,
            args=["manage.py", "mcp_stdio", "--user", "admin"],
            cwd=ROOT,
            env={**installation.environment, **(environment or {})},
        )
        async with Client(server, mode=mode) as client:  # type: ignore[arg-type]
            return await work(client)

    return asyncio.run(main())


@pytest.mark.requirement("N-02")
@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("mode", REVISIONS)
def test_the_official_client_lists_tools_creates_a_project_and_reads_resources(
    installation: Installation, mode: str
) -> None:
    async def work(client: Client) -> tuple[Any, ...]:
        tools = await client.list_tools()
        made = await client.call_tool(
            "projects_create", {"name": f"Atlas {mode}", "state": "processing", "manager": "me", "priority": "alta"}
        )
        listed = await client.list_resources()
        templates = await client.list_resource_templates()
        catalog = await client.read_resource("mcpbridge://catalog")
        guide = await client.read_resource("mcpbridge://docs/protocol.md")
        return client.protocol_version, tools, made, listed, templates, catalog, guide

    revision, tools, made, listed, templates, catalog, guide = with_client(installation, mode, work)

    assert revision == REVISIONS[mode]
    assert "projects_create" in {tool.name for tool in tools.tools}
    assert made.is_error is False
    assert made.structured_content["applied"]["priority"] == {"given": "alta", "stored": 4, "label": "High"}
    assert installation.query(f"Project.objects.filter(name='Atlas {mode}').count()") == 1
    assert {"mcpbridge://catalog", "mcpbridge://docs/protocol.md"} <= {str(item.uri) for item in listed.resources}
    assert "mcpbridge://catalog/{tool}" in {item.uri_template for item in templates.resource_templates}
    assert "projects_create" in catalog.contents[0].text
    assert guide.contents[0].text == (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.requirement("B-01")
@pytest.mark.parametrize("mode", REVISIONS)
def test_the_official_client_gets_errors_of_every_kind(installation: Installation, mode: str) -> None:
    async def work(client: Client) -> tuple[Any, list[int]]:
        refused = await client.call_tool("projects_create", {"state": "Procesing", "plan_start_date": "2026-02-30"})
        codes = []
        for attempt in (client.call_tool("no_such_tool", {}), client.read_resource("mcpbridge://catalog/no_such_tool")):
            with pytest.raises(MCPError) as raised:
                await attempt
            codes.append(raised.value.error.code)
        return refused, codes

    refused, codes = with_client(installation, mode, work)

    assert refused.is_error is True
    assert {error["field"] for error in refused.structured_content["errors"]} == {"name", "state", "plan_start_date"}
    assert codes == [-32602, -32602 if mode == "auto" else -32002]


@pytest.mark.parametrize("mode", REVISIONS)
def test_the_official_client_takes_back_a_slow_call_and_goes_on(installation: Installation, mode: str) -> None:
    async def work(client: Client) -> tuple[bool, Any]:
        slow = asyncio.create_task(client.call_tool("projects_list", {}))
        await asyncio.to_thread(gate.await_arrival)
        slow.cancel()
        await asyncio.wait([slow])
        return slow.cancelled(), await client.call_tool("tags_list", {})

    with gates("GET /api/v1/projects/") as (environment, [gate]):
        was_taken_back, after = with_client(installation, mode, work, environment)

    assert was_taken_back
    assert after.is_error is False
