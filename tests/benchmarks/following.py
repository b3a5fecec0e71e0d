"""What it costs that players follow: how soon an event is on every page, and what the process that serves takes.

    python tests/benchmarks/following.py                 an evening, 40 followers, six browsers, and 10,000 events
    python tests/benchmarks/following.py --followers N   another number of followers without a browser
    python tests/benchmarks/following.py --notes N       another number of recorded notes than 30
    python tests/benchmarks/following.py --taps N        another number of proposed lines than 10
    python tests/benchmarks/following.py --events N      another size of the long log
    python tests/benchmarks/following.py --no-browser    the followers without a browser alone

The time of an event begins before its line is carried out, so the log's own flush is in it. Keys are those of one line,
typed at real prompts in turns: without pages, with them, and while a line waits. What they take is processor time of
the prompt, as a busy machine stretches all other times.
"""

from __future__ import annotations

import argparse
import os
import selectors
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rebuild import ROOT, log_of

sys.path.insert(0, str(ROOT / "tests" / "live"))
sys.path.insert(0, str(ROOT / "tests" / "retelling"))

from at_prompt import CTRL_U, DELETE, ENTER, GameMaster, at_prompt
from served import EVENING, Table, served
from test_lines_served import propose, take_seat

from engine.types import PLAYERS
from replay.audience.rule import View
from replay.live.sections import sections
from shell.runner import Desk
from shell.serving.following import Following
from shell.serving.lines import SECONDS_BETWEEN
from shell.serving.pages import whole_page

#: Notes when a page was last drawn.
NOTE_ARRIVALS = """new MutationObserver(() => { window.arrived = performance.timeOrigin + performance.now(); })
    .observe(document.getElementById("page"), { childList: true })"""

#: A line that a phone proposes, and how long it stands at the prompt before Enter takes it.
PROPOSED = "check Ann Stealth vs Good rolled + 0 0 -"
RIPE = 0.9

#: How many seconds pass between two keys, and how many lines are typed at each prompt.
BETWEEN_KEYS = 0.04
LINES_TYPED = 8

TYPED = "check Ann Stealth +1 dark vs Good rolled + 0 0 -"
SERVES = 5.0


def main() -> None:
    """Print how long events take to their pages, and what serving costs."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("STATE", "CACHE", "CONFIG"):
            os.environ[f"XDG_{kind}_HOME"] = f"{folder}/{kind}"
        with served(Path(folder)) as table:
            print_sizes(table)
            print_idle(table)
            with ExitStack() as stack:
                followers = [follow(table, stack) for _ in range(options.followers)]
                print_times(f"event → {options.followers} followers", times_to(table, followers, options.notes))
            if options.browser:
                print_times("event → six browsers", times_to_browsers(table, options.notes))
            print_taps(table, options.taps)
            print_keys(table)
        print_change(Path(folder), options.events)


def read_options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--followers", type=int, default=40)
    parser.add_argument("--notes", type=int, default=30)
    parser.add_argument("--taps", type=int, default=10)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--no-browser", dest="browser", action="store_false")
    return parser.parse_args()


def print_times(what: str, found: list[float]) -> None:
    """Print the middle of some times and what most are below, in ms."""
    cuts = quantiles(found, n=20)
    print(f"{what}: p50 {1000 * median(found):.0f} ms, p95 {1000 * cuts[-1]:.0f} ms, {len(found)} times")


# --- followers -----------------------------------------------------------------------------------------------------


def follow(table: Table, stack: ExitStack) -> socket.socket:
    """Return a connection that follows, from which the first message was read."""
    opened = stack.enter_context(socket.create_connection(("127.0.0.1", table.served.port)))
    opened.sendall(f"GET {table.link}live HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
    while b"event: seat" not in opened.recv(1 << 16):
        pass
    opened.setblocking(False)
    return opened


def times_to(table: Table, followers: list[socket.socket], notes: int) -> list[float]:
    """Return how long each of some notes takes to each follower. None may miss one."""
    found, selector = [], selectors.DefaultSelector()
    for each in followers:
        selector.register(each, selectors.EVENT_READ)
    for number in range(notes):
        text = f"The lantern flickers {number}."
        begun = time.perf_counter()
        table.play(f"note {text}")
        waiting = set(followers)
        while waiting:
            for key, _ in selector.select(10) or [(None, 0)]:
                assert key is not None, "a follower missed an event"
                if text.encode() in key.fileobj.recv(1 << 20) and key.fileobj in waiting:  # type: ignore[union-attr]
                    found.append(time.perf_counter() - begun)
                    waiting.discard(key.fileobj)  # type: ignore[arg-type]
    return found


def times_to_browsers(table: Table, notes: int) -> list[float]:
    """Return how long each of some notes takes until each of six pages has drawn it."""
    from picture import started

    found = []
    with started() as browser:
        pages = [browser.new_context().new_page() for _ in range(6)]
        for place, page in enumerate(pages):
            page.goto(table.served.urls[0] + ("#tv" if place == 5 else "#look"))
            page.locator("h1").first.wait_for()
            page.evaluate(NOTE_ARRIVALS)
        for number in range(notes):
            begun = time.time()
            table.play(f"note A shadow passes {number}.")
            for page in pages:
                page.locator(f"text=A shadow passes {number}.").first.wait_for()
                found.append(page.evaluate("window.arrived") / 1000 - begun)
    return found


# --- the process that serves ----------------------------------------------------------------------------------------


def print_sizes(table: Table) -> None:
    """Print how much is sent."""
    with socket.create_connection(("127.0.0.1", table.served.port)) as opened:
        opened.sendall(f"GET {table.link}live HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
        text = b""
        while b"event: seat" not in text:
            text += opened.recv(1 << 16)
    page = whole_page("live.html").encode()
    script = page.partition(b"<script")[2]
    print(
        f"first message {len(text) / 1000:.1f} kB, page {len(page) / 1000:.1f} kB, scripts {len(script) / 1000:.1f} kB"
    )


def print_idle(table: Table) -> None:
    """Print what the process takes while nothing happens, where the system tells."""
    process = Path(f"/proc/{table.folder.read('serving')['pid']}")
    if not process.exists():
        return
    before = ticks(process)
    time.sleep(SERVES)
    used = (ticks(process) - before) / os.sysconf("SC_CLK_TCK") / SERVES
    memory = next(line for line in (process / "status").read_text().splitlines() if line.startswith("VmRSS"))
    print(f"serving: {int(memory.split()[1]) / 1024:.0f} MB, idle {100 * used:.1f} % of a core")


def ticks(process: Path) -> int:
    """Return the processor time of a process, in the system's ticks."""
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def print_change(folder: Path, events: int) -> None:
    """Print the processor time of a change on a long log, beside that of making the whole document again."""
    path = Path(shutil.copy(log_of(events), folder / "long.db"))
    desk = Desk(path)
    desk.do("note The evening begins")  # whoever serves has opened the log, and checked all of it
    following = Following(path)
    following.look()
    changes, wholes = [], []
    for number in range(10):  # in turns
        desk.do(f"note {number}")
        changes.append(timed(following.look))
        wholes.append(timed(lambda: sections(View.of(following.campaign, PLAYERS))))
    desk.close()
    one, two = 1000 * median(changes), 1000 * median(wholes)
    print(f"a change at {events:,} events: {one:.0f} ms of the processor; all made again {two:.0f}: {one / two:.2f}")


def timed(work: Callable[[], Any]) -> float:
    """Return the processor time that some work takes, which has to come to something."""
    begun = time.process_time()
    assert work()
    return time.process_time() - begun


# --- lines and keys -------------------------------------------------------------------------------------------------


def print_taps(table: Table, taps: int) -> None:
    """Print how long a proposed line takes to the prompt, and from Enter to six pages."""
    cookie = take_seat(table, "Kim")
    to_prompt, to_pages = [], []
    with at_prompt(table.file, "mill 1>") as gm, ExitStack() as stack:
        pages = [follow(table, stack) for _ in range(6)]
        for number in range(taps):
            begun = time.perf_counter()
            assert propose(table, cookie, PROPOSED, f"line-{number}")[0] == 200
            gm.sees("Enter takes it")
            to_prompt.append(time.perf_counter() - begun)
            time.sleep(RIPE)
            begun = time.perf_counter()
            gm.types(ENTER)
            to_pages += [until_taken(page, begun) for page in pages]
            gm.sees_no("Enter takes it")
            time.sleep(SECONDS_BETWEEN)
    print_times("tap → the prompt shows the line", to_prompt)
    print_times("Enter → six pages", to_pages)


def until_taken(page: socket.socket, begun: float) -> float:
    """Return how long it took until a page has the line of a player that was taken."""
    page.settimeout(20)
    while b'"proposed_by":"Kim"' not in page.recv(1 << 20):
        pass
    return time.perf_counter() - begun


def print_keys(table: Table) -> None:
    """Print what keys take at the prompt without pages, with pages, and while a line waits."""
    quiet = Path(tempfile.mkdtemp(dir=os.environ["XDG_STATE_HOME"])) / "mill.db"
    other = Desk(quiet)
    for line in EVENING.splitlines():
        other.do(line)
    other.close()
    cookie = take_seat(table, "Jo")
    found: dict[str, list[float]] = {"without pages": [], "with pages": [], "while a line waits": []}
    with at_prompt(quiet, "mill 1>") as alone, at_prompt(table.file, "mill 1>") as served_one:
        for number in range(LINES_TYPED):  # in turns
            found["without pages"].append(key_time(alone))
            found["with pages"].append(key_time(served_one))
            assert propose(table, cookie, "note The wheel turns", f"keys-{number}")[0] == 200
            served_one.sees("Enter takes it")
            found["while a line waits"].append(key_time(served_one))
            time.sleep(RIPE)
            served_one.types(DELETE)
            served_one.sees_no("Enter takes it")
            time.sleep(SECONDS_BETWEEN)
    first = median(found["without pages"])
    for kind, times in found.items():
        print(
            f"a key at the prompt {kind}: {1000 * median(times):.1f} ms of the processor, {median(times) / first:.2f}"
        )


def key_time(gm: GameMaster) -> float:
    """Return the processor time that a prompt takes for a key of a line, on Linux."""
    clock = Path(f"/proc/{gm.pid}/schedstat")
    begun = int(clock.read_text().split()[0])
    for key in TYPED:
        gm.types(key)
        time.sleep(BETWEEN_KEYS)
    time.sleep(10 * BETWEEN_KEYS)
    used = int(clock.read_text().split()[0]) - begun
    gm.types(CTRL_U)
    time.sleep(10 * BETWEEN_KEYS)
    return used / len(TYPED) / 1e9


if __name__ == "__main__":
    main()
