"""The official Python client over HTTP: it checks every answer against its types. test_official_client has stdio."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import mcp_types
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from tests.oracles.conftest import SETTINGS, Product
from tests.oracles.servers import gunicorn, serving

# One worker runs them, so that they share one installation.
pytestmark = [pytest.mark.oracle, pytest.mark.xdist_group("installation")]

MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}

T = TypeVar("T")


def with_client(product: Product, mode: str, work: Callable[[Client], Awaitable[T]]) -> T:
    async def main() -> T:
        headers = {"Authorization": f"Bearer {product.token}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport = streamable_http_client(product.served.url, http_client=http)
            async with Client(transport, mode=mode) as client:
                return await work(client)

    return asyncio.run(main())


@pytest.mark.requirement("B-01")
@pytest.mark.requirement("N-02")
@pytest.mark.parametrize("mode", MODES)
def test_the_python_client_lists_calls_and_reads_over_http(mode: str, product: Product) -> None:
    name = f"Python HTTP {mode}"

    async def work(client: Client) -> tuple[Any, ...]:
        tools = await client.list_tools()
        made = await client.call_tool("projects_create", {"name": name, "state": "processing", "priority": "alta"})
        listed = await client.list_resources()
        read = await client.read_resource("mcpbridge://catalog")
        return client.protocol_version, tools, made, listed, read

    revision, tools, made, listed, read = with_client(product, mode, work)

    assert revision == MODES[mode]
    assert "projects_create" in {tool.name for tool in tools.tools}
    assert made.is_error is False
    assert made.structured_content["applied"]["priority"] == {"given": "alta", "stored": 4, "label": "High"}
    assert product.installation.query(f"Project.objects.filter(name={name!r}).count()") == 1
    assert "mcpbridge://catalog" in {str(resource.uri) for resource in listed.resources}
    assert "projects_create" in read.contents[0].text


@pytest.mark.parametrize("mode", MODES)
def test_the_python_client_gets_errors_of_both_kinds_over_http(mode: str, product: Product) -> None:
    async def work(client: Client) -> tuple[Any, Any]:
        refused = await client.call_tool("projects_create", {"state": "Procesing", "plan_start_date": "2026-02-30"})
        with pytest.raises(MCPError) as unknown:
            await client.call_tool("no_such_tool", {})
        return refused, unknown.value.error.code

    refused, code = with_client(product, mode, work)

    assert refused.is_error is True
    assert {error["field"] for error in refused.structured_content["errors"]} == {"name", "state", "plan_start_date"}
    assert code == -32602


def test_the_python_client_answers_the_questions_of_a_call_round_by_round(
    project: dict[str, str], tmp_path: Path
) -> None:
    asked = []

    async def answer(context: Any, question: Any) -> mcp_types.ElicitResult:
        asked.append(question.message)
        return mcp_types.ElicitResult(action="accept", content={"name": "Ada", "color": "blue"})

    async def main(url: str) -> Any:
        async with Client(url, elicitation_callback=answer) as client:
            return await client.call_tool("test_input_required_result_multi_round", {})

    with serving(gunicorn(SETTINGS), project, tmp_path) as served:
        result = asyncio.run(main(served.url))

    assert asked == ["Step 1: What is your name?", "Step 2: What is your favorite color?"]
    assert result.structured_content["item"] == {"text": "Both rounds have been answered."}
