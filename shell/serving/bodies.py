"""What a request carries, and whether one of our own pages sent it."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

#: The longest body of a request, in bytes.
LONGEST_BODY = 4096


class BadBody(Exception):
    """A request without the body that it needs."""


def is_ours(request: Request) -> bool:
    """Return whether one of our own pages sent a request, which names where it comes from."""
    origin = request.headers.get("origin", "")
    return origin.removeprefix("http://").casefold() in request.app.state.server.hosts and origin.startswith("http://")


async def read_body(request: Request) -> dict[str, Any]:
    """Return the JSON that a request carries. Raise BadBody for anything else."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise BadBody("JSON is expected")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise BadBody("Too long")
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadBody("JSON is expected") from None
