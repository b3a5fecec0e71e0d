"""What trust costs: every figure is a ratio to the least that could do the job, taken side by side in one run.

    python tests/benchmarks/trust.py [COMMANDS] [EVENTS] [SECONDS]     (2,000, 1,000,000 and 5 unless said otherwise)

* A commit against raw sqlite3 with the same pragmas, a bare table and no checks: `Log.append` is to take at most 1.3
  times as long. `Campaign.execute` decides, encodes and projects as well. On the disk where this is run from.
* Checking a log against reading and hashing its rows in a bare loop: at most 1.5 times as long, in under 60 MB.
* One, two and eight writers on one log at once: commits, errors, and the longest that one waited.
* A person who types beside a script that writes as fast as it can: 99 of 100 commands are to take less than 250 ms.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from engine import Campaign  # noqa: E402
from engine.clock import local_now  # noqa: E402
from engine.commands import MakeNote  # noqa: E402
from engine.drafts import make_drafts, make_rows  # noqa: E402
from engine.events import NoteMade  # noqa: E402
from engine.store.door import Row, chain_rows  # noqa: E402
from engine.store.inspection import COLUMNS  # noqa: E402
from engine.store.log import SqliteLog as Log  # noqa: E402

NOTE = "It rains, the moon is down, and the thief limps on the left foot"
PRAGMAS = ("journal_mode = DELETE", "synchronous = EXTRA", "fullfsync = ON", "cell_size_check = ON", "mmap_size = 0")
MARKS = ", ".join("?" * len(COLUMNS.split(", ")))


# --- a commit --------------------------------------------------------------------------------------------------


def bare(path: Path) -> sqlite3.Connection:
    """Make a table of the same columns with the same pragmas, and nothing that guards it."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(f"CREATE TABLE event({COLUMNS.replace('seq', 'seq INTEGER PRIMARY KEY', 1)})")
    return connection


def commits(folder: Path, count: int) -> dict[str, list[float]]:
    """Time commits of one event: the bare table's, the log's and the campaign's.

    They take turns, so that what the disk does besides falls on all of them.
    """
    raw = bare(folder / "raw.db")
    campaign = Campaign.create(folder / "campaign.db")
    other = Campaign.create(folder / "log.db")
    log, row = other.log, next(other.log.read())
    seqs = iter(range(1, count + 1))

    def raw_commit() -> None:
        raw.execute("BEGIN IMMEDIATE")
        columns = (next(seqs), os.urandom(16).hex(), row.ts, row.cmd, row.actor, "NoteMade", 1, f'{{"text":"{NOTE}"}}')
        raw.execute(f"INSERT INTO event VALUES ({MARKS})", (*columns, row.salt, row.prev, row.hash))
        raw.execute("COMMIT")

    def append() -> None:
        log.append(log.head, make_rows(log, log.head, make_drafts([NoteMade(NOTE)], "GM", local_now())))

    def execute() -> None:
        campaign.execute(MakeNote(NOTE))

    doings: dict[str, Callable[[], None]] = {"raw": raw_commit, "append": append, "execute": execute}
    took: dict[str, list[float]] = {name: [] for name in doings}
    for _ in range(count):
        for name, do in doings.items():
            began = time.perf_counter()
            do()
            took[name].append(time.perf_counter() - began)
    for each in (raw, campaign, other):
        each.close()
    return took


def told_commits(took: dict[str, list[float]]) -> None:
    """Print the commits as a table."""
    print(f"a commit of one event: {len(took['raw'])} of each, in turn")
    print(f"  {'':<20} {'p50 ms':>8} {'× raw':>6} {'p99 ms':>8} {'× raw':>6}")
    names = {"raw": "raw sqlite3", "append": "Log.append", "execute": "Campaign.execute"}
    floor = [quantile(took["raw"], q) for q in (50, 99)]
    for key, name in names.items():
        p50, p99 = (quantile(took[key], q) for q in (50, 99))
        print(f"  {name:<20} {p50 * 1e3:>8.2f} {p50 / floor[0]:>6.2f} {p99 * 1e3:>8.2f} {p99 / floor[1]:>6.2f}")


def quantile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


# --- checking --------------------------------------------------------------------------------------------------


def long_log(path: Path, events: int) -> None:
    """Write a log of so many events without flushing any of them."""
    with Campaign.create(path) as campaign:
        log = campaign.log
        log.connection.set_authorizer(None)
        log.connection.execute("PRAGMA synchronous = OFF")
        log.connection.execute("PRAGMA cache_size = -200000")
        log.connection.execute("BEGIN")
        for row in rows(log, events):
            log.connection.execute(f"INSERT INTO event({COLUMNS}) VALUES ({MARKS})", values(row))
        log.connection.execute("COMMIT")


def rows(log: Log, events: int) -> Iterator[Row]:
    """Rows that follow the head, a thousand commands at a time."""
    head = log.head
    while head.seq < events:
        made = [NoteMade(f"{NOTE}: {head.seq + number}") for number in range(min(1000, events - head.seq))]
        for row in chain_rows(log.campaign, head, make_drafts(made, "GM", local_now())):
            yield row
            head = type(head)(row.seq, row.hash)


def values(row: Row) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in COLUMNS.split(", "))


BARE_LOOP = """
import sqlite3, sys, time
from hashlib import sha256
began = time.perf_counter()
connection = sqlite3.connect(sys.argv[1])
after, seen = 0, b""
while True:
    batch = connection.execute("SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT 1000", (after,)).fetchall()
    if not batch:
        break
    after = batch[-1][0]
    for seq, id, ts, cmd, actor, type, v, body, salt, prev, hash in batch:
        digest = sha256(salt + body.encode()).digest()
        seen = sha256(b"%d" % seq + (id + ts + cmd + actor + type).encode() + b"%d" % v + digest + prev).digest()
print(time.perf_counter() - began)
"""
INSPECTION = """
import sys, time
from pathlib import Path
from engine.store.inspection import inspect
began = time.perf_counter()
report = inspect(Path(sys.argv[1]))
assert report.ok
print(time.perf_counter() - began)
"""


def alone(program: str, path: Path) -> tuple[float, float]:
    """Run a program on a log in a process of its own; how long it took, in seconds, and its peak memory, in MB."""
    # Not getrusage(): that would begin with what this process has used.
    measured = f"{program}\nprint(open('/proc/self/status').read())"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run([sys.executable, "-c", measured, path], env=env, capture_output=True, text=True, check=True)
    seconds, status = found.stdout.split("\n", 1)
    return float(seconds), int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) * 1024 / 1e6


def told_checking(path: Path, events: int) -> None:
    """Time checking beside the bare loop, three times in turn, and print the best of each."""
    both = [(alone(BARE_LOOP, path), alone(INSPECTION, path)) for _ in range(3)]
    floor = min(bare[0] for bare, _ in both)
    checked = min(ours[0] for _, ours in both)
    memory = max(ours[1] for _, ours in both)
    print(f"checking {events:,} events ({path.stat().st_size / 1e6:,.0f} MB)")
    print(f"  {'read and hash':<20} {floor:>8.2f} s  peak {both[0][0][1]:.0f} MB")
    print(f"  {'inspect':<20} {checked:>8.2f} s  peak {memory:.0f} MB  × {checked / floor:.2f}")


# --- writers ---------------------------------------------------------------------------------------------------

WRITER = """
import json, sys, time
from engine import Campaign, LogError
from engine.commands import MakeNote
commits, errors, longest = 0, 0, 0.0
with Campaign.open(sys.argv[1]) as campaign:
    until = time.monotonic() + float(sys.argv[2])
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            campaign.execute(MakeNote("again"))
            commits += 1
        except LogError:
            errors += 1
        longest = max(longest, time.monotonic() - began)
print(json.dumps([commits, errors, longest]))
"""


def writing(path: Path, seconds: float) -> subprocess.Popen[bytes]:
    """Start a program that writes as fast as it can."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(seconds)], env=env, stdout=subprocess.PIPE)


def told_writers(folder: Path, writers: int, seconds: float) -> None:
    """Several writers at once, as fast as they can."""
    path = folder / f"{writers}-writers.db"
    Campaign.create(path).close()
    started = [writing(path, seconds) for _ in range(writers)]
    found = [json.loads(each.communicate()[0]) for each in started]
    done = [commits for commits, _, _ in found]
    with closing(Log.open(path, writable=False)) as log:
        stored = log.head.seq - 1
    assert stored == sum(done)
    print(
        f"  {writers} at once, {seconds:g} s: {sum(done) / seconds:,.0f} commits a second,"
        f" {min(done):,} to {max(done):,} each, {sum(errors for _, errors, _ in found)} errors,"
        f" longest wait {max(longest for _, _, longest in found):.2f} s"
    )


def told_person(folder: Path, seconds: float) -> None:
    """Time a person who types twenty commands a second, alone and then beside a script."""
    path = folder / "person.db"
    took: dict[str, list[float]] = {"alone": [], "beside a script": []}
    with Campaign.create(path) as campaign:
        for name, times in took.items():
            script = writing(path, 600) if name != "alone" else None
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                time.sleep(0.05)
                began = time.perf_counter()
                campaign.execute(MakeNote("typed"))
                times.append(time.perf_counter() - began)
            if script is not None:
                script.kill()
                script.communicate()
    for name, times in took.items():
        p50, p99, most = (1e3 * each for each in (quantile(times, 50), quantile(times, 99), max(times)))
        print(f"  a person {name:<15} {len(times):>4}: p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {most:.1f} ms")


def main(count: int = 2000, events: int = 1_000_000, seconds: float = 5) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as place:
        os.environ["XDG_STATE_HOME"] = place
        folder = Path(place)
        told_commits(commits(folder, count))
        long_log(folder / "long.db", events)
        told_checking(folder / "long.db", events)
        print("writers on one log at once")
        for writers in (1, 2, 8):
            told_writers(folder, writers, seconds)
        told_person(folder, seconds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *map(float, sys.argv[3:]))
