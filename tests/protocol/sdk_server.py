"""The official SDK's server -> the tools that the corpus calls, over standard input and output, for the comparison."""

from __future__ import annotations

from mcp.server import MCPServer

server = MCPServer("comparison")


@server.tool()
def tags_list(
    search: str = "", name: str = "", ordering: str = "", page: int = 1, page_size: int = 20
) -> dict[str, list[str]]:
    """List tags."""
    return {"items": [search, name, ordering][:page_size]}


@server.tool()
def notes_list(project: int | str = 0) -> dict[str, list[str]]:
    """List notes."""
    return {"items": [str(project)]}


@server.tool()
def tags_create(name: str) -> dict[str, str]:
    """Create a tag."""
    return {"name": name}


@server.resource("mcpbridge://catalog")
def catalog() -> str:
    """The catalog."""
    return "{}"


if __name__ == "__main__":
    server.run("stdio")
