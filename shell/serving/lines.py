"""Players' lines at the server: what a seat proposes and takes back, what its phone is told, and what is dropped."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.patterns import pattern
from engine.value import Factory, record
from shell.serving.bodies import BadBody, is_ours, read_body
from shell.serving.following import Following
from shell.serving.proposing import NotProposed, PlayersLine
from shell.serving.seats import phone_of
from shell.serving.streams import event_message
from shell.serving.tray import REPLY, XCARD, Tray, WaitingLine

if TYPE_CHECKING:
    from shell.serving.server import Server

#: How many lines of a seat wait at most, how many seconds pass between two, and how many a minute all may propose.
MOST_WAITING, SECONDS_BETWEEN, MOST_A_MINUTE = 3, 2.0, 30

#: After how many seconds a line that nobody took is dropped.
WAITS_FOR = 15 * 60

#: How many lines that do not wait any more a phone is told of.
MOST_SETTLED = 5

#: The id that a phone gives a line, by which a second try is the same line.
OWN_ID = pattern(r"[A-Za-z0-9_-]{6,40}")

#: The texts of a reply.
REPLIED = ("phone", "own_id", "line", "exact", "said")

#: What a phone is told of a line that was not taken.
TOO_LONG_AGO, EVENING_OVER, PAGES_CLOSED = "nobody took it", "the evening is over", "the pages were closed"


class TooMuch(Exception):
    """More lines than are let through. The message is for the player."""


@record
class LinesServed:
    """The tray of the campaign that a server serves, and what each phone was told of its lines."""

    server: Server
    settled: dict[str, deque[dict[str, Any]]] = Factory(dict)
    looked_at: float = 0.0
    was_open: bool = False
    recent: deque[tuple[float, str]] = Factory(lambda: deque(maxlen=MOST_A_MINUTE))

    @property
    def tray(self) -> Tray:
        """The tray."""
        return Tray(self.server.folder)

    def must_be_few(self, phone: str) -> None:
        """Raise TooMuch for a phone with enough lines, or too soon after another."""
        now = time.monotonic()
        if sum(each.phone == phone for each in self.tray.find_lines()) >= MOST_WAITING:
            raise TooMuch("Three of your lines wait already")
        if any(now - at < SECONDS_BETWEEN for at, of in self.recent if of == phone):
            raise TooMuch("One line in two seconds")
        if len(self.recent) == MOST_A_MINUTE and now - self.recent[0][0] < 60:
            raise TooMuch("The table proposes too much at once")
        self.recent.append((now, phone))

    def put(self, phone: str, own_id: str, player: str, found: PlayersLine) -> None:
        """Let a line wait."""
        waiting = WaitingLine(
            id=line_id(phone, own_id),
            number=self.tray.free_number(),
            player=player,
            line=found.line,
            exact=found.exact,
            at=int(time.time()),
            gap=found.gap,
            may_be_trusted=found.may_be_trusted,
            phone=phone,
            own_id=own_id,
        )
        self.tray.put(waiting)
        self.tell(phone)

    def withdraw(self, phone: str, own_id: str) -> bool:
        """Take a line back, and return whether it still waited."""
        line = self.tray.find_line(line_id(phone, own_id))
        if line is None or not self.tray.claim(line):
            return False
        self.tray.forget(line)
        self.tell(phone)
        return True

    def tell(self, phone: str) -> None:
        """Tell a phone how its lines stand."""
        self.server.streams.send(self.message(phone), phone)

    def message(self, phone: str) -> bytes:
        """Return the message to a phone about its lines: those that wait, and a few that do no more."""
        waiting = [line for line in self.tray.find_lines() if phone and line.phone == phone]
        found = [{"id": each.own_id, "line": each.line, "state": "waits", "said": ""} for each in waiting]
        return event_message("lines", {"lines": [*self.settled.get(phone, ()), *found]})

    def settle(self, phone: str, own_id: str, line: str, state: str, said: str = "") -> None:
        """Note that a line waits no more, and tell its phone."""
        told = self.settled.setdefault(phone, deque(maxlen=MOST_SETTLED))
        told.append({"id": own_id, "line": line, "state": state, "said": said})
        self.tell(phone)

    async def read_replies(self) -> None:
        """Tell phones what the game master took, and declined and why: it may go without saying by the rules."""
        for _, reply in self.server.folder.take_all(REPLY):
            phone, own_id, line, exact, said = (str(reply.get(name) or "") for name in REPLIED)
            taken = bool(reply.get("taken"))
            if not (taken or said):
                said = await self.server.in_reader(partial(Following.tell_refusal, exact=exact))
            self.settle(phone, own_id, line, "taken" if taken else "declined", said)

    def drop_old(self, *, is_open: bool) -> None:
        """Drop the lines that waited too long, and all of them when the evening ends."""
        ends, self.was_open = self.was_open and not is_open, is_open
        for line in self.tray.find_lines():
            if ends or time.time() - line.at > WAITS_FOR:
                self.drop(line, EVENING_OVER if ends else TOO_LONG_AGO)

    def drop(self, line: WaitingLine, said: str) -> None:
        """Drop a line that nobody is about to take."""
        if self.tray.claim(line):
            self.tray.forget(line)
            self.settle(line.phone, line.own_id, line.line, "dropped", said)

    def is_due(self) -> bool:
        """Return whether to look through the tray again, as it is once a second."""
        now = time.monotonic()
        if now - self.looked_at < 1:
            return False
        self.looked_at = now
        return True

    def settle_abandoned(self, taken: Collection[str]) -> None:
        """Settle the lines whose taker was killed: those that the log has are taken, the others wait again."""
        for name, line in self.tray.find_abandoned():
            if line.id not in taken:
                self.tray.restore(name, line)
            elif self.server.folder.remove(name):
                self.settle(line.phone, line.own_id, line.line, "taken")

    def close(self) -> None:
        """Drop all lines: nobody serves any more."""
        for line in self.tray.find_lines():
            self.drop(line, PAGES_CLOSED)
        for _ in self.server.folder.take_all(REPLY):
            pass
        self.server.folder.remove(XCARD)


def line_id(phone: str, own_id: str) -> str:
    """Return the id of a line: no phone can meet another's."""
    return hashlib.sha256(f"{phone} {own_id}".encode()).hexdigest()[:24]


# --- what phones ask for -----------------------------------------------------------------------------------------


def refuse_request(status: int, said: str) -> Response:
    """Return the refusal of what a phone asked for."""
    return JSONResponse({"message": said}, status)


async def propose(request: Request) -> Response:
    """Let a seat propose a line."""
    server: Server = request.app.state.server
    cookie = request.cookies.get("seat", "")
    player, phone = server.seats.player_of(cookie), phone_of(cookie)
    try:
        held = await read_body(request)
    except BadBody as error:
        return refuse_request(400, str(error))
    own_id, line = held.get("id"), held.get("line")
    if player is None or not is_ours(request):
        return refuse_request(403, "Only players with a seat propose lines")
    if not isinstance(line, str) or not isinstance(own_id, str) or not OWN_ID.fullmatch(own_id):
        return refuse_request(400, "A line and its id are expected")
    return await propose_once(server, phone, own_id, player, line)


async def propose_once(server: Server, phone: str, own_id: str, player: str, line: str) -> Response:
    """Let a line wait, unless it waits or was settled already."""
    lines = server.lines
    known = any(each["id"] == own_id for each in lines.settled.get(phone, ()))
    if known or lines.tray.find_line(line_id(phone, own_id)) is not None:
        return JSONResponse({})
    try:
        lines.must_be_few(phone)
        found = await server.in_reader(lambda log: log.read_proposal(player, line))
    except TooMuch as error:
        return refuse_request(429, str(error))
    except NotProposed as error:
        return refuse_request(403, str(error))
    lines.put(phone, own_id, player, found)
    return JSONResponse({"line": found.line})


async def withdraw(request: Request) -> Response:
    """Let a seat take a line back."""
    server: Server = request.app.state.server
    cookie = request.cookies.get("seat", "")
    try:
        held = await read_body(request)
    except BadBody as error:
        return refuse_request(400, str(error))
    if server.seats.player_of(cookie) is None or not is_ours(request):
        return refuse_request(403, "Only players with a seat propose lines")
    gone = server.lines.withdraw(phone_of(cookie), str(held.get("id")))
    return JSONResponse({}) if gone else refuse_request(409, "It does not wait any more")


async def show_xcard(request: Request) -> Response:
    """Let a seat show an X-card. Whose it is goes nowhere, and one is shown at a time."""
    server: Server = request.app.state.server
    if server.seats.player_of(request.cookies.get("seat", "")) is None or not is_ours(request):
        return refuse_request(403, "Only players with a seat show an X-card")
    if not server.lines.tray.has_xcard():
        server.folder.write(XCARD, {})
    return JSONResponse({})
