"""The server: it follows a log for reading alone, and lets phones follow it."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from engine.store.own_files import LIVE, alone
from shell.serving.addresses import HERE, USUAL_PORT, listen, own_addresses
from shell.serving.app import make_app
from shell.serving.folder import ChangeWatch, LiveFolder, watch_own_folder
from shell.serving.following import Following
from shell.serving.guard import GuardedProtocol
from shell.serving.lines import LinesServed
from shell.serving.links import last_port, new_link, table_link
from shell.serving.seats import Seats, phone_of
from shell.serving.streams import Stream, Streams, event_message, sections_message

T = TypeVar("T")

#: How often the times of the log and of the folder are looked at, in seconds.
LOOK_EVERY = 0.06

#: How often the log itself is looked at where its times say nothing, as some file systems tell them late, in seconds.
READ_EVERY = 1

#: How often this computer's addresses are looked up, and after how long it is odd that nobody came, in seconds.
PLACE_EVERY = 5
OPENED_WITHIN = 60

#: The file that says who serves and who follows.
SERVING = "serving"


class Server:
    """Serves a campaign's pages at a port until it is told to stop."""

    def __init__(self, path: Path, *, lan: bool, group: str = "") -> None:
        self.reader = ThreadPoolExecutor(1)  # SQLite wants one thread for one connection
        self.following = self.reader.submit(Following, path, group).result()
        self.reader.submit(self.following.look).result()
        self.folder = LiveFolder.of(self.following.campaign, self.following.group)
        self.lan = lan
        self.opened: list[socket.socket] = []
        self.port = self.wanted = last_port(self.folder) or USUAL_PORT
        self.addresses = (own_addresses() if lan else []) or [HERE]
        self.hosts: set[str] = set()
        self.link = ""
        self.seats = Seats(self.folder, self.following.name_now)
        self.streams = Streams()
        self.lines = LinesServed(self)
        self.seen: dict[str, int] = {}
        self.began = time.monotonic()
        self.was_opened = self.has_moved = False
        self.noted: dict[str, Any] = {}
        config = uvicorn.Config(
            make_app(self),
            http=GuardedProtocol,
            ws="none",
            lifespan="off",
            access_log=False,
            server_header=False,
            date_header=False,
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        self.http = uvicorn.Server(config)

    @property
    def urls(self) -> list[str]:
        """The addresses of the pages, the one to show first."""
        return [f"http://{each}:{self.port}/{self.link}/" for each in self.addresses]

    @property
    def is_unopened(self) -> bool:
        """Whether it is odd by now that nobody in the network has opened the page."""
        return self.lan and not self.was_opened and time.monotonic() - self.began > OPENED_WITHIN

    def listen(self, port: int | None) -> None:
        """Listen at a port, or by default at the last one if it is free. Raise OSError if none is."""
        self.wanted = port or self.wanted
        opened = listen(self.wanted, lan=self.lan, or_another=port is None)
        self.opened, self.port = [opened], int(opened.getsockname()[1])
        self.name_hosts()

    def name_hosts(self) -> None:
        """Answer to this computer's addresses."""
        self.hosts.clear()
        self.hosts |= {f"{each}:{self.port}" for each in (*self.addresses, HERE, "localhost")}

    def move(self, addresses: list[str]) -> None:
        """Take in the addresses that this computer has now. Where it has none, those that it had may come back."""
        if addresses and addresses != self.addresses:
            self.addresses, self.has_moved = addresses, True
            self.name_hosts()

    def begin_to_serve(self) -> bool:
        """Remove what is left of a server that was killed, and write down that this one serves, unless another does."""
        with alone(LIVE):
            if self.folder.of_any_log.read_serving():
                return False
            for name in ("ask-", "answer-", "order-"):
                for _ in self.folder.take_all(name):
                    pass
            self.link = table_link(self.folder, self.port)
            self.seats.load()
            self.note()
        return True

    async def run(self) -> None:
        """Serve until it is told to stop."""
        tasks = [asyncio.create_task(self.keep_looking()), asyncio.create_task(self.keep_place())]
        try:
            await self.http.serve(self.opened)
        finally:
            for task in tasks:
                task.cancel()
            self.seats.close()
            if self.folder.read(SERVING).get("pid") == os.getpid():  # else another one serves by now
                self.folder.remove(SERVING)
            self.reader.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """End all streams, and the server."""
        self.lines.close()
        self.streams.end_all()
        self.http.should_exit = True

    async def in_reader(self, ask: Callable[[Following], T]) -> T:
        """Return what is asked of the log, in the thread that reads it."""
        return await asyncio.get_running_loop().run_in_executor(self.reader, ask, self.following)

    async def keep_looking(self) -> None:
        """Look again and again at the log, and at the folder where others leave answers and orders."""
        log, read = self.following.path, 0.0
        of_log, of_folder = ChangeWatch(log, log.parent), watch_own_folder()
        while True:
            if of_log.has_changed() or time.monotonic() - read > READ_EVERY:
                await self.look_at_log()
                read = time.monotonic()
            if of_folder.has_changed():
                await self.obey()
            self.seats.forget_old(time.monotonic())
            await self.look_at_lines()
            await asyncio.sleep(LOOK_EVERY)

    async def look_at_log(self) -> None:
        """Send what was recorded since the last look."""
        found, is_another = await self.in_reader(lambda log: (log.look(), log.has_another_log()))
        if is_another:
            self.streams.end_all()  # pages that come back ask first for the event that they remember
        if found:
            self.streams.send(sections_message(found))
            self.note()  # a player may have another name, and phones another rule

    async def keep_place(self) -> None:
        """Look now and then whether this computer has another address, and whether anybody came."""
        while True:
            await asyncio.sleep(PLACE_EVERY)
            if self.lan:
                self.move(await asyncio.to_thread(own_addresses))
            self.note()

    async def look_at_lines(self) -> None:
        """Drop the lines that nobody will take, and settle those whose taker was killed."""
        if not self.lines.is_due():
            return
        found = {line.id for _, line in self.lines.tray.find_abandoned()}
        taken = await self.in_reader(lambda log: log.find_taken(found)) if found else set()
        self.lines.settle_abandoned(taken)
        self.lines.drop_old(is_open=self.following.is_open)

    async def obey(self) -> None:
        """Do what the game master answered and ordered."""
        for name, answer in self.folder.take_all("answer-"):
            code = name.removeprefix("answer-")
            found = self.seats.answer(int(code), answer) if code.isdecimal() else None
            if found is not None and found.player is not None:
                phone = phone_of(found.cookie)
                said = {"player": self.seats.player_of(found.cookie), "refused": not answer.get("taken")}
                self.streams.send(event_message("seat", said | {"said": str(answer.get("said") or "")}), phone)
        await self.lines.read_replies()
        for _, order in self.folder.take_all("order-"):
            self.carry_out(order)
        self.note()

    def carry_out(self, order: dict[str, Any]) -> None:
        """Carry out an order from another terminal."""
        if order.get("shown"):
            self.has_moved = False
        elif order.get("stop"):
            self.stop()
        elif order.get("new link"):
            self.link = new_link(self.folder, self.port)
            self.seats.load()
            self.streams.send(event_message("gone", {}))
            self.streams.end_all()
        elif isinstance(player := order.get("drop"), str):
            gone = [cookie for cookie, found in self.seats.held.items() if self.following.name_now(*found) == player]
            self.seats.drop(player)
            for phone in gone:
                self.streams.send(event_message("seat", {"player": None}), phone)

    def begin(self, stream: Stream, player: str | None) -> None:
        """Count a page that follows."""
        self.streams.open.append(stream)
        self.was_opened = True
        if player is not None:
            self.seen[player] = int(time.time())
        self.note()

    def finish(self, stream: Stream) -> None:
        """Forget a page that follows no more."""
        if stream in self.streams.open:
            self.streams.open.remove(stream)
        self.note()

    def note(self) -> None:
        """Write down who serves and who follows, if that changed."""
        seats = {self.following.name_now(*found) for found in self.seats.held.values()}
        held = {
            "pid": os.getpid(),
            "path": str(self.following.path.resolve()),
            "port": self.port,
            "lan": self.lan,
            "group": self.following.group,
            "phones": (self.following.document.read("head") or {}).get("phones"),
            "urls": self.urls,
            "moved": self.has_moved,
            "unopened": self.is_unopened,
            "followers": len(self.streams.open),
            "seats": [{"player": player, "seen": self.seen.get(player)} for player in sorted(seats)],
        }
        if held != self.noted:
            self.noted = held
            self.folder.write(SERVING, held)
