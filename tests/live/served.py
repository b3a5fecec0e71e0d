"""A campaign whose pages are served, and phones that speak to the server without a browser."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from engine.value import Factory, record
from shell.runner import Desk
from shell.serving.folder import LiveFolder
from shell.serving.parent import Served, leave_order, start_serving, stop_serving
from shell.serving.tray import CLAIM, LINE, REPLY, XCARD

#: After how many seconds something that has to happen is missed.
PATIENCE = 20

EVENING = """new fudge-lite The mill
rules creation free
pc Ann by Kim
pc Ben by Jo
npc Shade
trait Ann Stealth Good, Lore Fair
trait Ben Stealth Fair
session start Night
scene Under the mill
check Ann Stealth vs Good rolled + 0 0 -
"""


@record
class Table:
    """A desk, its log, the pages that are served of its campaign, and the phones that follow.

    All come from one `address`, until others are let come from another.
    """

    desk: Desk
    file: Path
    served: Served
    folder: LiveFolder
    phones: list[Phone] = Factory(list)
    address: int = 1

    @property
    def link(self) -> str:
        """The path of the pages."""
        return "/" + self.served.urls[0].split("/")[3] + "/"

    @property
    def host(self) -> str:
        """The host with its port, as the pages are asked for."""
        return f"127.0.0.1:{self.served.port}"

    def play(self, *lines: str) -> int:
        """Carry out lines, and return the number of the first event of the last one."""
        for line in lines:
            outcome = self.desk.do(line)
            assert outcome.fault is None, (line, outcome.fault)
        return int(outcome.events[0]["seq"]) if outcome.events else 0

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any, dict[str, str]]:
        """Ask for something, and return status, body and headers."""
        come_from = f"127.0.1.{self.address}", 0
        asking = http.client.HTTPConnection("127.0.0.1", self.served.port, PATIENCE, source_address=come_from)
        given = {"Host": self.host, "Origin": f"http://{self.host}", "Content-Type": "application/json"}
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        asking.request(
            method, path, sent, {**given, **{name.replace("_", "-"): held for name, held in headers.items()}}
        )
        answer = asking.getresponse()
        text = answer.read().decode("utf-8", "replace")
        asking.close()
        is_json = (answer.getheader("content-type") or "").startswith("application/json")
        return answer.status, json.loads(text) if is_json else text, dict(answer.getheaders())

    def follow(self, cookie: str = "") -> Phone:
        """Let a phone follow, which hangs up at the end."""
        self.phones.append(Phone(self, cookie))
        return self.phones[-1]

    def move_on(self) -> None:
        """Let those who ask from now on come from another address."""
        self.address += 1

    def clear(self) -> None:
        """Let all phones hang up, refuse who still asks, and take all seats and all that waits."""
        for phone in self.phones:
            phone.hangs_up()
        self.phones.clear()
        for name in self.folder.names("ask-"):
            self.folder.write(name.replace("ask", "answer"), {"taken": False})
        for name in (XCARD, *self.folder.names(LINE), *self.folder.names(CLAIM), *self.folder.names(REPLY)):
            self.folder.remove(name)
        for seat in self.folder.read("serving")["seats"]:
            leave_order(self.folder, {"drop": seat["player"]})
        soon(lambda: self.is_left())

    def is_left(self) -> bool:
        """Return whether nobody follows, asks or has a seat."""
        held = self.folder.read("serving")
        return not (held["followers"] or held["seats"] or self.folder.names("a"))

    def join(self, player: str) -> tuple[str, int]:
        """Ask for a player's seat, and return the phone's cookie and its two digits."""
        status, answer, headers = self.ask("POST", f"{self.link}join", {"player": player})
        assert status == 200, answer
        return headers["set-cookie"].partition(";")[0], answer["code"]


@contextmanager
def served(folder: Path, *, lan: bool = False, lines: str = EVENING) -> Iterator[Table]:
    """Serve a campaign on a free port."""
    file = folder / "mill.db"
    desk = Desk(file)
    for line in lines.splitlines():
        assert desk.do(line).fault is None, line
    assert desk.campaign is not None
    files = LiveFolder(desk.campaign.log.campaign)
    table = Table(desk, file, start_serving(file, files, lan=lan, port=free_port()), files)
    try:
        yield table
    finally:
        for phone in table.phones:
            phone.hangs_up()
        stop_serving(files)
        desk.close()


def free_port() -> int:
    """Return a port that nobody listens at, and that the system gives to no connection meanwhile."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port))
            return port


class Phone:
    """A page that follows, without a browser: the sections that it has, and what it was told of its seat."""

    def __init__(self, table: Table, cookie: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", table.served.port, timeout=PATIENCE)
        self.connection.request("GET", f"{table.link}live", headers={"Host": table.host, "Cookie": cookie})
        self.stream = self.connection.getresponse()
        self.status = self.stream.status
        self.has: dict[str, Any] = {}
        self.seat: list[Any] = []
        self.messages: list[dict[str, Any]] = []
        self.ended = False

    def reads(self) -> None:
        """Read the next message."""
        kind = ""
        while line := self.stream.readline().decode().rstrip("\n"):
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: ") and kind:
                self.seat.append({kind: json.loads(line.removeprefix("data: "))})
            elif line.startswith("data: "):
                self.messages.append(json.loads(line.removeprefix("data: ")))
                self.has |= self.messages[-1]
        self.ended = self.stream.isclosed()

    def sees(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Read until the page shows what it should."""
        until = time.monotonic() + PATIENCE
        while "head" not in self.has or not holds(self.has):
            assert time.monotonic() < until, self.has
            assert not self.ended, self.has
            self.reads()

    def hangs_up(self) -> None:
        """Close the stream."""
        self.stream.close()
        self.connection.close()


def soon(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)
