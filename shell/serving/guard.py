"""Keep strangers and broken clients from the pages: connections, hosts, lengths, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection

import h11
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

#: How many connections one address and all of them may have open.
MOST_OF_ADDRESS = 64
MOST_CONNECTIONS = 300

#: After how many seconds a connection without a whole request is ended.
REQUEST_WITHIN = 10

#: The longest target of a request, in bytes.
LONGEST_TARGET = 300

#: The headers of every answer.
ALWAYS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
NOTHING_ALLOWED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

#: How many connections each address has open.
CONNECTED: Counter[str] = Counter()


class GuardedProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with a limit of connections and of the time that a request may take to come."""

    waits: asyncio.TimerHandle | None = None
    counted: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a connection, and end it at once if there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if CONNECTED[address] >= MOST_OF_ADDRESS or CONNECTED.total() >= MOST_CONNECTIONS:
            transport.abort()
            return
        CONNECTED[address] += 1
        self.counted = address
        self.expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.expect_nothing()
        if self.counted is not None:
            CONNECTED[self.counted] -= 1
            self.counted = None
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Handle what came, and stop waiting once a request is whole."""
        super().handle_events()
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
            self.expect_nothing()

    def on_response_complete(self) -> None:
        """Wait for the next request on a connection that is kept."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self.expect_request()

    def expect_request(self) -> None:
        """End the connection unless a whole request comes in time."""
        self.expect_nothing()
        self.waits = self.loop.call_later(REQUEST_WITHIN, self.transport.abort)

    def expect_nothing(self) -> None:
        """Stop waiting for a request."""
        if self.waits is not None:
            self.waits.cancel()
            self.waits = None


class HostGuard:
    """Answers only to the addresses that were printed, and puts the headers of caution on every answer."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self.refuse(scope)
        await (refused or self.app)(scope, receive, careful(send))

    def refuse(self, scope: Scope) -> PlainTextResponse | None:
        """Return the refusal of a request, or None for one to be answered."""
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_TARGET:
            return PlainTextResponse("Too long", 414)
        if Headers(scope=scope).get("host", "").casefold() not in self.hosts:
            return PlainTextResponse("Not here", 421)
        return None


def careful(send: Send) -> Send:
    """Return a sender that adds the headers of caution, unless an answer has its own."""

    async def send_carefully(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, held in {**ALWAYS, "content-security-policy": NOTHING_ALLOWED}.items():
                headers.setdefault(name, held)
        await send(message)

    return send_carefully
