"""A reply that is an image or a sound -> the content block that MCP has for it, where it is small enough."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from mcpbridge.serve.calls import Reply

LARGEST = 750_000
"""Bytes of an image or a sound that are shown: a third more as base64, which many clients still take."""

SHOWN = {
    "image/png": "image/png",
    "image/jpeg": "image/jpeg",
    "image/jpg": "image/jpeg",
    "image/gif": "image/gif",
    "image/webp": "image/webp",
    "audio/mpeg": "audio/mpeg",
    "audio/wav": "audio/wav",
    "audio/x-wav": "audio/wav",
    "audio/ogg": "audio/ogg",
}
"""The API's media type -> its registered name, which is what models and clients know."""


def block(reply: Reply) -> Mapping[str, Any] | None:
    """The content block; None for nothing, for another kind, and for what is too large."""
    name = SHOWN.get(reply.media_type)
    if name is None or not reply.body or is_too_large(reply):
        return None
    data = base64.b64encode(reply.body).decode("ascii")
    return {"type": name.partition("/")[0], "data": data, "mimeType": name}


def is_too_large(reply: Reply) -> bool:
    """Whether it would be shown if it were smaller."""
    return reply.media_type in SHOWN and (reply.cut or len(reply.body) > LARGEST)
