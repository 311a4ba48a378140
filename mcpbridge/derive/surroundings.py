"""An endpoint among the others that have a tool -> those that belong to it: which reads its row, which restores it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from mcpbridge.derive.operations import Endpoint


class Surroundings:
    """What one endpoint's neighbours tell of it."""

    def __init__(self, endpoint: Endpoint, names: Mapping[Endpoint, str]) -> None:
        self._endpoint = endpoint
        self._names = names

    @cached_property
    def restore_tool(self) -> str:
        """The tool that brings a deleted row back; "" for anything but a deletion with such a tool beside it."""
        if self._endpoint.handler != "destroy":
            return ""
        return next(
            (
                name
                for other, name in self._names.items()
                if other.handler == "restore"
                and other.view is self._endpoint.view
                and other.path.startswith(self._endpoint.path.rstrip("/"))
            ),
            "",
        )

    @cached_property
    def is_bulk(self) -> bool:
        """The operation changes or deletes on the route where the list is read or rows are made."""
        endpoint = self._endpoint
        return endpoint.method in ("PUT", "PATCH", "DELETE") and any(
            other.path == endpoint.path and other.action in ("list", "create") for other in self._names
        )

    @cached_property
    def reader(self) -> Endpoint | None:
        """The operation that shows the row which this one wrote, read, or acted on; itself where it reads one row."""
        endpoint = self._endpoint
        if endpoint.handler in ("list", "retrieve"):
            return None
        if endpoint.hint.reads_back:
            return next((one for one in self._names if self._is_named(one, endpoint.hint.reads_back)), None)
        if endpoint.handler == "destroy" or endpoint.method == "GET" or self.is_bulk:
            return None
        readers = [one for one in self._names if one.handler == "retrieve" and self._shows_row(one)]
        return max(readers, key=lambda one: len(one.path), default=None)

    def _is_named(self, other: Endpoint, handler: str) -> bool:
        return other.view is self._endpoint.view and other.handler == handler and other.method == "GET"

    def _shows_row(self, other: Endpoint) -> bool:
        """The same row: on the same path, above the action's path, or one key below the path that made it."""
        path, own = other.path.rstrip("/"), self._endpoint.path.rstrip("/")
        if self._endpoint.action == "create":
            return path.startswith(own + "/{") and len(other.keys) == len(self._endpoint.keys) + 1 and path[-1] == "}"
        return (own == path or own.startswith(path + "/")) and own.count("{") == path.count("{")
