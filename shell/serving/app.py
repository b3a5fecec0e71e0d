"""The pages' routes: what a phone can ask for, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from engine.refusal import Refused
from engine.store.door import LogError
from shell.serving.bodies import BadBody, is_ours, read_body
from shell.serving.guard import HostGuard
from shell.serving.lines import propose, show_xcard, withdraw
from shell.serving.pages import fill_page
from shell.serving.seats import TooMany, phone_of
from shell.serving.streams import MOST_STREAMS, Stream, event_message, sections_message

if TYPE_CHECKING:
    from shell.serving.server import Server

RequestHandler = Callable[[Request], Awaitable[Response]]

#: The cookies of a phone with the link, and of one at the door.
SEAT, AT_THE_DOOR = "seat", "door"


def make_app(server: Server) -> ASGIApp:
    """Return the application of a server."""
    routes = [
        Route("/", show_door, methods=["GET"]),
        Route("/ask", ask_in, methods=["POST"]),
        Route("/asked", tell_asked, methods=["GET"]),
        Route("/{link}/", with_link(show_page), methods=["GET"]),
        Route("/{link}/live", with_link(follow), methods=["GET"]),
        Route("/{link}/at/{number:int}", with_link(tell_hash), methods=["GET"]),
        Route("/{link}/report", with_link(give_report), methods=["GET"]),
        Route("/{link}/join", with_link(join), methods=["POST"]),
        Route("/{link}/leave", with_link(leave), methods=["POST"]),
        Route("/{link}/propose", with_link(propose), methods=["POST"]),
        Route("/{link}/withdraw", with_link(withdraw), methods=["POST"]),
        Route("/{link}/xcard", with_link(show_xcard), methods=["POST"]),
    ]
    app = Starlette(routes=routes, exception_handlers={404: not_there, 405: not_so, Exception: failed})
    app.router.redirect_slashes = False
    app.state.server = server
    return HostGuard(app, server.hosts)


def server_of(request: Request) -> Server:
    """Return the server that a request reached."""
    found: Server = request.app.state.server
    return found


def with_link(handler: RequestHandler) -> RequestHandler:
    """Return a handler that answers only to those who have the link."""

    async def handle(request: Request) -> Response:
        given, link = str(request.path_params["link"]), server_of(request).link
        if not secrets.compare_digest(given.encode(), link.encode()):
            return await not_there(request, None)
        return await handler(request)

    return handle


async def not_there(request: Request, error: Any) -> Response:
    """Answer what is not there, whether or not a link was wrong."""
    return PlainTextResponse("Not found", 404)


async def not_so(request: Request, error: Any) -> Response:
    """Answer a request in a way that is not understood."""
    return PlainTextResponse("Not allowed", 405)


async def failed(request: Request, error: Exception) -> Response:
    """Answer a fault of the program, of which a phone learns no more."""
    return PlainTextResponse("That did not work", 500)


# --- reading -----------------------------------------------------------------------------------------------------


async def show_page(request: Request) -> Response:
    """Answer with the page that follows."""
    return html_page("live.html")


async def follow(request: Request) -> Response:
    """Answer with a stream: all sections, then those that change."""
    server, cookie = server_of(request), request.cookies.get(SEAT, "")
    if len(server.streams.open) >= MOST_STREAMS:
        return PlainTextResponse("Too many screens follow", 503)
    stream = Stream(phone_of(cookie) if cookie else "")

    async def messages() -> Any:
        player = server.seats.player_of(cookie)
        server.begin(stream, player)  # nothing that is sent from now on is missed
        first = sections_message(server.following.document.held) + event_message("seat", {"player": player})
        try:
            async for message in stream.messages(first + server.lines.message(stream.phone)):
                yield message
        finally:
            server.finish(stream)

    return StreamingResponse(messages(), media_type="text/event-stream")


async def tell_hash(request: Request) -> Response:
    """Answer with the hash of an event, by which a phone notices another log."""
    found = await server_of(request).in_reader(lambda log: log.hash_at(request.path_params["number"]))
    return JSONResponse({"hash": found}) if found else await not_there(request, None)


async def give_report(request: Request) -> Response:
    """Answer with the players' report, to keep. One is made at a time."""
    try:
        text = await server_of(request).in_reader(lambda log: log.report())
    except (LogError, Refused) as error:
        return PlainTextResponse(str(error), 409)
    # The page carries its own policy, which permits its script by its hash.
    headers = {"content-disposition": 'attachment; filename="evening.html"', "content-security-policy": "sandbox"}
    return HTMLResponse(text, headers=headers)


# --- coming in ---------------------------------------------------------------------------------------------------


async def show_door(request: Request) -> Response:
    """Answer whoever comes without the link with a page that only lets them ask, and names no campaign."""
    return html_page("door.html")


async def ask_in(request: Request) -> Response:
    """Let a phone without the link ask to come in."""
    return await ask(request, None, AT_THE_DOOR, "/")


async def tell_asked(request: Request) -> Response:
    """Answer a phone at the door with the link once it was let in."""
    server, cookie = server_of(request), request.cookies.get(AT_THE_DOOR, "")
    phone = phone_of(cookie)
    if cookie and phone in server.seats.let_in:
        return JSONResponse({"link": f"/{server.link}/"})
    said = server.seats.refused.get(phone)
    return JSONResponse({} if said is None else {"refused": said})


async def join(request: Request) -> Response:
    """Let a phone ask for a player's seat."""
    try:
        held = await read_body(request)
    except BadBody as error:
        return PlainTextResponse(str(error), 400)
    server, player = server_of(request), held.get("player")
    if player not in server.following.players():
        return JSONResponse({"message": "There is no such player"}, 404)
    return await ask(request, player, SEAT, f"/{server.link}/")


async def leave(request: Request) -> Response:
    """Give up a phone's seat."""
    server, cookie = server_of(request), request.cookies.get(SEAT, "")
    if not is_ours(request):
        return PlainTextResponse("Not from here", 403)
    server.seats.leave(cookie)
    server.streams.send(event_message("seat", {"player": None}), phone_of(cookie))
    server.note()
    return JSONResponse({})


async def ask(request: Request, player: str | None, cookie: str, path: str) -> Response:
    """Let a phone ask the game master, and answer with the two digits that it shows."""
    server = server_of(request)
    if not is_ours(request):
        return PlainTextResponse("Not from here", 403)
    address = request.client.host if request.client else ""
    try:
        held, code = server.seats.ask(player, address, server.following.seen)
    except TooMany:
        return JSONResponse({"message": "Somebody is asking already. Try again in a moment"}, 429)
    answer = JSONResponse({"code": code})
    answer.set_cookie(cookie, held, path=path, httponly=True, samesite="strict")
    return answer


def html_page(name: str) -> Response:
    """Return a page with a policy that permits its own style and script alone."""
    nonce = secrets.token_urlsafe(12)
    own = f"'nonce-{nonce}'"
    policy = (
        f"default-src 'none'; script-src {own}; style-src {own}; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(fill_page(name, nonce), headers={"content-security-policy": policy})
