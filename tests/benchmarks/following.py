"""What it costs that players follow: how soon an event is on every page, and what the process that serves takes.

    python tests/benchmarks/following.py                 an evening, 40 followers, six browsers, and 10,000 events
    python tests/benchmarks/following.py --followers N   another number of followers without a browser
    python tests/benchmarks/following.py --notes N       another number of recorded notes than 30
    python tests/benchmarks/following.py --events N      another size of the long log
    python tests/benchmarks/following.py --no-browser    the followers without a browser alone

The time of an event begins before its line is carried out, so the log's own flush is in it. Keys are those of one line,
read and previewed as at the prompt while a note is recorded now and then, in turns with pages served and without.
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
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rebuild import ROOT, log_of

sys.path.insert(0, str(ROOT / "tests" / "live"))
sys.path.insert(0, str(ROOT / "tests" / "retelling"))

from served import EVENING, Table, served

from engine.types import PLAYERS
from replay.audience.rule import View
from replay.live.sections import sections
from shell.prompt.typed import LineTyped
from shell.runner import Desk
from shell.serving.following import Following
from shell.serving.pages import PAGE_FILES, whole_page

#: Notes when a page was last drawn.
NOTE_ARRIVALS = """new MutationObserver(() => { window.arrived = performance.timeOrigin + performance.now(); })
    .observe(document.getElementById("page"), { childList: true })"""

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
            print_keys(table)
        print_change(Path(folder), options.events)


def read_options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--followers", type=int, default=40)
    parser.add_argument("--notes", type=int, default=30)
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
    script = sum(file.stat().st_size for file in PAGE_FILES.glob("*.js") if file.name != "door.js")
    page = len(whole_page("live.html").encode())
    print(f"first message {len(text) / 1000:.1f} kB, page {page / 1000:.1f} kB, scripts {script / 1000:.1f} kB")


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
    desk, following = Desk(path), Following(path)
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


# --- keys -----------------------------------------------------------------------------------------------------------


def print_keys(table: Table) -> None:
    """Print how long keys take at the prompt with pages served, beside without them."""
    quiet = Path(tempfile.mkdtemp(dir=os.environ["XDG_STATE_HOME"])) / "quiet.db"
    other = Desk(quiet)
    for line in EVENING.splitlines():
        other.do(line)
    with_pages: list[float] = []
    without: list[float] = []
    for number in range(10):  # in turns
        without += key_times(other, number)
        with_pages += key_times(table.desk, number)
    other.close()
    one, two = quantiles(with_pages, n=20)[-1], quantiles(without, n=20)[-1]
    print(f"keys at the prompt: p95 {1000 * one:.1f} ms with pages served, {1000 * two:.1f} without: {one / two:.2f}")


def key_times(desk: Any, number: int) -> Iterator[float]:
    """Yield how long each key of a line takes behind a note that is recorded."""
    desk.do(f"note The wheel turns {number}")
    typed = LineTyped(desk)
    for end in range(1, len(TYPED) + 1):
        begun = time.perf_counter()
        typed.preview(TYPED[:end])
        typed.waiting.look()
        yield time.perf_counter() - begun


if __name__ == "__main__":
    main()
