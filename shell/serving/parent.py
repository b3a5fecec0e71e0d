"""Start and stop the process that serves the pages, and find one that runs already."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from engine.value import value
from shell.serving.addresses import HERE
from shell.serving.asking import remark_on
from shell.serving.folder import LiveFolder

#: How many seconds the process may take to answer whether it runs, and to end.
ANSWERS_WITHIN = 1
ENDS_WITHIN = 3

#: The processes that this one started, by the folder of the campaign. They end with it, as their standard input does.
STARTED: dict[LiveFolder, subprocess.Popen[bytes]] = {}


@value
class Served:
    """Who serves a campaign's pages: where, to whom, of which group, and who follows, and whether it has `begun`.

    `wanted` is the port at which one that has begun looked first.
    """

    port: int
    lan: bool
    urls: tuple[str, ...]
    followers: int = 0
    seats: tuple[tuple[str, int | None], ...] = ()
    path: str = ""
    unopened: bool = False
    group: str = ""
    begun: bool = False
    wanted: int = 0


class NotServed(Exception):
    """The pages cannot be served. `port`: because the port is in use."""

    def __init__(self, why: str, *, port: bool) -> None:
        super().__init__(why)
        self.port = port


def find_served(folder: LiveFolder) -> Served | None:
    """Return who serves the pages of a campaign now, perhaps another log's or in another terminal, or None."""
    held = folder.of_any_log.read_serving()
    try:
        found = msgspec.convert(held, _Told)
    except msgspec.ValidationError:
        return None
    seats = tuple((str(each["player"]), each.get("seen")) for each in found.seats)
    if not takes_requests(found.port):
        return None
    urls = tuple(found.urls)
    return Served(found.port, found.lan, urls, found.followers, seats, found.path, found.unopened, found.group)


class _Told(msgspec.Struct):
    port: int
    lan: bool
    urls: list[str]
    followers: int = 0
    seats: list[dict[str, Any]] = []
    path: str = ""
    unopened: bool = False
    group: str = ""


def takes_requests(port: int) -> bool:
    """Return whether there is a server at a port of this computer, however busy."""
    try:
        socket.create_connection((HERE, port), ANSWERS_WITHIN).close()
    except OSError:
        return False
    return True


def start_serving(path: Path, folder: LiveFolder, *, lan: bool, port: int | None, group: str = "") -> Served:
    """Start serving a log to a group, whose campaign has this folder, unless somebody was quicker.

    Raise NotServed if that cannot be done.
    """
    forget(folder)
    words = [sys.executable, "-m", "shell.serving", str(path), group, "lan" if lan else "here"]
    process = subprocess.Popen(
        [*words, *([str(port)] if port is not None else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C at the prompt is not meant for it
    )
    told: dict[str, Any] = {}
    assert process.stdout is not None
    with process.stdout as output, suppress(msgspec.DecodeError):
        told = msgspec.json.decode(output.readline(), type=dict[str, Any])
    if "urls" not in told:
        end_process(process)
        if told.get("served") and (found := find_soon(folder)) is not None:
            return found
        raise NotServed(str(told.get("error") or "it ended at once"), port=bool(told.get("port")))
    STARTED[folder] = process
    return Served(told["port"], told["lan"], tuple(told["urls"]), group=group, begun=True, wanted=told["wanted"])


def find_soon(folder: LiveFolder) -> Served | None:
    """Return who serves the pages of a campaign, which may have to begin yet."""
    until = time.monotonic() + ANSWERS_WITHIN
    while (found := find_served(folder)) is None and time.monotonic() < until:
        time.sleep(0.02)
    return found


def stop_serving(folder: LiveFolder) -> None:
    """End the pages, whoever serves them."""
    leave_order(folder, {"stop": True})
    until = time.monotonic() + ENDS_WITHIN
    while folder.read("serving") and time.monotonic() < until:
        time.sleep(0.02)
    forget(folder)


def forget(folder: LiveFolder) -> None:
    """End the process that this one started for a campaign, if it did."""
    if (process := STARTED.pop(folder, None)) is not None:
        end_process(process)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Let a process end, as it does when its standard input does."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def leave_order(folder: LiveFolder, held: dict[str, Any]) -> None:
    """Leave an order for the server. It is carried out within 0.2 s."""
    folder.write(f"order-{time.time_ns()}", held)


def wait_while_serving(say: Callable[[str], None]) -> None:
    """Wait while this process serves pages, and say what there is to know of them."""
    said = ""
    for folder, process in STARTED.items():
        while process.poll() is None:
            remark = remark_on(folder.read("serving"))
            if remark not in ("", said):
                say(remark)
            said = remark
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
