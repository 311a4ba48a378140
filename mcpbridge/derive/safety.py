"""An operation's method, permissions and hints -> its level, annotations and scopes.

The method gives the first guess. Rights that need a request or a row stay with the API, which decides on every call;
what is said here only keeps a tool out of a list where it could never work.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rest_framework.permissions import AND, OR, DjangoModelPermissions, IsAdminUser

from mcpbridge.derive.instances import attempt, model_of, view_of
from mcpbridge.derive.operations import Endpoint
from mcpbridge.exceptions import CatalogError
from mcpbridge.tools import LEVELS, Level, Safety

_BULK = re.compile(r"(^|[_/-])bulk([_/-]|\Z)")
_BY_METHOD: dict[str, Level] = {
    "GET": "read",
    "POST": "write",
    "PUT": "write",
    "PATCH": "write",
    "DELETE": "destructive",
}


def safety_of(endpoint: Endpoint, resource: str, *, is_bulk: bool, restore_tool: str) -> Safety:
    """is_bulk: PUT, PATCH or DELETE on the route of a list. restore_tool: brings a deleted row back, "" for none.

    Raises CatalogError where a hint lowers the level without a reason.
    """
    permissions = attempt(lambda: list(view_of(endpoint).get_permissions()), [])
    level, reason = _level(endpoint, permissions, is_bulk, restore_tool)
    hint = endpoint.hint
    if hint.level is not None and hint.level != level:
        if LEVELS.index(hint.level) < LEVELS.index(level) and not hint.level_reason:
            raise CatalogError(
                f"The hint on {endpoint.source} lowers the level of {endpoint.operation} from {level} to {hint.level} "
                "without a reason; say why in level_reason."
            )
        level, reason = hint.level, hint.level_reason or "Raised by the viewset's hint."
    # Who may read is one question, whether something is written another: only a hint can say that a GET writes.
    read_only = level == "read" or (endpoint.method == "GET" and hint.level not in ("write", "destructive"))
    return Safety(
        level=level,
        scopes=(f"{resource}:{level}",),
        read_only=read_only,
        destructive=not read_only and _overwrites(endpoint, level),
        idempotent=read_only or endpoint.method in ("PUT", "PATCH"),
        open_world=False,
        reason=reason,
        permissions=_django_permissions(endpoint, permissions),
    )


def _level(endpoint: Endpoint, permissions: Sequence[Any], is_bulk: bool, restore_tool: str) -> tuple[Level, str]:
    level, reason = _BY_METHOD[endpoint.method], ""
    if endpoint.handler == "destroy" and restore_tool and not is_bulk:
        level, reason = "write", f"It goes to the trash; {restore_tool} brings it back."
    if (is_bulk or _BULK.search(f"{endpoint.path}/{endpoint.handler}")) and endpoint.method not in ("GET", "DELETE"):
        level, reason = "destructive", "It changes many rows at once."
    if any(_is_staff_only(one) for one in permissions) and LEVELS.index(level) < LEVELS.index("admin"):
        level, reason = "admin", "It is open only to staff."
    return level, reason


def _overwrites(endpoint: Endpoint, level: Level) -> bool:
    """Something that was there before may be lost."""
    if endpoint.action == "create":
        return level == "destructive"
    return endpoint.method != "POST" or endpoint.is_detail or level == "destructive"


def _is_staff_only(permission: Any) -> bool:
    """IsAdminUser itself, or a combination that nobody passes without it."""
    if type(permission) is AND:
        return any(_is_staff_only(one) for one in _both(permission))
    if type(permission) is OR:
        return all(_is_staff_only(one) for one in _both(permission))
    return isinstance(permission, IsAdminUser) and type(permission).has_permission is IsAdminUser.has_permission


def _django_permissions(endpoint: Endpoint, permissions: Sequence[Any]) -> tuple[str, ...]:
    if endpoint.hint.permissions is not None:
        return endpoint.hint.permissions
    model = model_of(endpoint)
    named = [name for one in permissions for name in _named(one, endpoint.method, model)]
    return tuple(dict.fromkeys(named))


def _named(permission: Any, method: str, model: Any) -> list[str]:
    """The permissions that one class names; of alternatives none is certain to be needed."""
    if type(permission) is AND:
        return [name for one in _both(permission) for name in _named(one, method, model)]
    if isinstance(permission, DjangoModelPermissions) and model is not None:
        named: list[str] = attempt(lambda: list(permission.get_required_permissions(method, model)), [])
        return named
    return []


def _both(combination: Any) -> tuple[Any, Any]:
    return combination.op1, combination.op2
