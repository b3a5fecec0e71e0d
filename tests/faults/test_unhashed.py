"""What no hash covers is spoiled, and no answer comes of it: pages that lead to rows, indexes, headers, free pages.

An answer of a spoiled log is right, or it is refused, and it ends. One bit is flipped at a time, and in turn every row
of the index of corrections is taken out, or has a bit flipped.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from faulty import a_log, heavy, tried
from given import folder
from test_damage import content

from engine.commands import MakeNote
from engine.store.door import LogError, beginning_of
from engine.store.log import SqliteLog
from shell.runner import Desk

#: The sizes of pages: with small ones, more pages lead to the rows, and some of those lead to others.
SIZES = (4096, 512)

#: More events than are checked whole at each opening.
EVENTS = 5200

#: So many awards are undone, some of them long before the end.
UNDONE = 40

BEGINNING = """\
new peupfudge "The Golden Teapot"
define ability Perception, Muscle poor 2 decent 4 great 6
pc Kotorikh by Kurt
pc Ilse by Anna
award Kotorikh, Ilse 50 for practice before play
spend Kotorikh 7 on Perception
spend Ilse 9 on Muscle
session start "The inn"
"""

END = """\
rename Ilse to Elsa
award Kotorikh 6 for the teapot
undo
redo
amend #7 48
session end
"""

#: What is asked of every spoiled log, and what a file is asked for, one for each.
ASKED = (
    *("sheet Kotorikh", "ledger Kotorikh", "why Kotorikh Perception", "audit", "sign Kotorikh"),
    *("spend Kotorikh 1 on Muscle", "note it rains"),
)
EXPORTS = ("export out.csv", "export out.session", "export out.jsonl")

#: How long an answer may take before it counts as one that never ends, in seconds.
PATIENCE = 120


# --- the log, and where its structures lie ----------------------------------------------------------------------------


def make_log(path: Path, size: int) -> None:
    """Make a long log in which awards were undone early and late, in a file that has free pages."""
    desk = Desk(path)
    carry_out(desk, BEGINNING)
    assert desk.campaign is not None
    undoing = "".join(f"award Kotorikh {n} for a mistake\nundo\n" for n in range(1, UNDONE // 2 + 1))
    carry_out(desk, undoing)
    with desk.campaign.together():
        while desk.campaign.state.seq < EVENTS:
            desk.campaign.execute(MakeNote("It rains, and the moon is down: " + "x" * (desk.campaign.state.seq % 97)))
        desk.campaign.execute(MakeNote("y" * 9000))
    carry_out(desk, undoing + END)
    desk.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as tool:
        tool.execute(f"PRAGMA page_size = {size}")
        tool.execute("VACUUM")
        tool.execute("CREATE TABLE spare(x)")
        tool.executemany("INSERT INTO spare VALUES (?)", [("z" * 3000,)] * 40)
        tool.execute("DROP TABLE spare")


def carry_out(desk: Desk, script: str) -> None:
    for line in script.splitlines():
        outcome = desk.do(line)
        assert outcome.fault is None, (line, outcome.fault)


Places = list[tuple[int, int]]


def structures_of(path: Path, size: int) -> dict[str, Places]:
    """Return the parts of a file that are no hashed row, by name, each with where its stretches begin and end."""
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as tool:
        pages = tool.execute("SELECT name, pageno, pagetype FROM dbstat WHERE pageno > 1").fetchall()
    found: dict[str, Places] = {"header of the file": [(0, 100)], "schema": [(100, size)]}
    used = {1, *(number for _, number, _ in pages)}
    for name, number, kind in pages:
        start = (number - 1) * size
        if name == "event" and kind == "leaf":
            found.setdefault("frames of leaves", []).append((start, start + frame_of(whole[start : start + size])))
        elif name == "event" and kind == "overflow":
            found.setdefault("links of overflow", []).append((start, start + 4))
        else:
            what = "ways to the leaves" if name == "event" else name
            found.setdefault(what, []).append((start, start + size))
    free = {*range(1, len(whole) // size + 1)} - used
    found["free pages"] = [((number - 1) * size, number * size) for number in sorted(free)]
    return found


def frame_of(leaf: bytes) -> int:
    """Return how many bytes of a leaf stand before its first row."""
    return min(cells_of(leaf))


def cells_of(leaf: bytes) -> list[int]:
    """Return where the rows of a leaf begin."""
    count = int.from_bytes(leaf[3:5], "big")
    return [int.from_bytes(leaf[place : place + 2], "big") for place in range(8, 8 + 2 * count, 2)]


@frozen
class Kept:
    """A long log, the answers it gives, and what computers remember of it: nothing, its head, or all."""

    path: Path
    whole: bytes
    structures: dict[str, Places]
    memories: Path
    rows: list[Any]
    right: dict[tuple[str, str], Any]

    def spoil(self, held: bytes, memory: str) -> None:
        """Write the file, and have this computer remember of the log what one does."""
        self.path.write_bytes(held)
        Path(f"{self.path}-journal").unlink(missing_ok=True)
        for name in ("state", "cache"):
            place = self.path.parent / name
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(self.memories / memory / name, place)


MEMORIES = ("nothing", "head", "all")


@pytest.fixture
def kept(made: Kept, home: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Be at home where the log lies, and not where each test is."""
    at_home(monkeypatch, made.path.parent)
    return made


def at_home(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Have computers remember logs in a folder."""
    patch.setenv("XDG_STATE_HOME", str(home / "state"))
    patch.setenv("XDG_CACHE_HOME", str(home / "cache"))


@pytest.fixture(scope="module", params=SIZES)
def made(request: pytest.FixtureRequest) -> Iterator[Kept]:
    """Make the log once, with the right answers."""
    with folder() as place, pytest.MonkeyPatch.context() as patch:
        home = Path(place)
        at_home(patch, home)
        path, memories = home / "log.db", home / "memories"
        make_log(path, request.param)
        for name in ("state", "cache"):
            for memory in MEMORIES:
                (memories / memory / name).mkdir(parents=True)
            shutil.rmtree(home / name, ignore_errors=True)
        for line in ("head", "audit"):
            answer(path, line)
        for name in ("state", "cache"):
            shutil.copytree(home / name, memories / "all" / name, dirs_exist_ok=True)
        shutil.copytree(home / "state" / "fudgelog" / "heads", memories / "head" / "state" / "fudgelog" / "heads")
        found = content(path)
        assert isinstance(found, list)
        log = Kept(path, path.read_bytes(), structures_of(path, request.param), memories, found, {})
        for memory in MEMORIES:
            for line in (*ASKED, *EXPORTS):
                log.spoil(log.whole, memory)
                log.right[memory, line] = answer(path, line)
                assert "refused" not in log.right[memory, line], log.right[memory, line]
        yield log


# --- an answer --------------------------------------------------------------------------------------------------------


def answer(path: Path, line: str) -> dict[str, Any]:
    """Return what a line is answered with, but for what says how much was checked, and when."""
    written = path.parent / line.split()[-1] if line.startswith("export") else None
    line = line.replace("out.", f"{path.parent}/out.")
    if written is not None:
        written.unlink(missing_ok=True)
    desk = Desk(path)
    try:
        outcome = desk.do(line)
        if outcome.fault is not None:
            return {"refused": outcome.fault.message, "status": int(outcome.status)}
        assert outcome.answer is not None
        unsaid = ("verified", "checked", "head", "words")
        result = {key: held for key, held in outcome.answer.result.items() if key not in unsaid}
        events = [(each["seq"], each["type"], each["text"]) for each in outcome.events]
        return {
            "result": json.loads(json.dumps(result)),
            "events": json.loads(json.dumps(events)),
            "file": written.read_text("utf-8") if written is not None else "",
        }
    finally:
        desk.close()


def answer_apart(path: Path, line: str) -> dict[str, Any]:
    """Return the same from a process of its own; assert that it ends."""
    into = path.parent / "answer.json"
    into.unlink(missing_ok=True)
    child = os.fork()
    if not child:
        try:
            signal.alarm(0)
            into.write_text(json.dumps(answer(path, line)), "utf-8")
        except BaseException as error:
            into.write_text(json.dumps({"raised": repr(error)}), "utf-8")
        finally:
            os._exit(0)
    until = time.monotonic() + PATIENCE
    while not os.waitpid(child, os.WNOHANG)[0]:
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return {"raised": "it did not end"}
        time.sleep(0.002)
    return dict(json.loads(into.read_text("utf-8"))) if into.exists() else {"raised": "the program died"}


def must_be_right_or_refused(kept: Kept, held: bytes, memory: str, what: str) -> Counter[str]:
    """Ask everything of a spoiled log, and return how often what came of it."""
    came: Counter[str] = Counter()
    for line in (*ASKED, random.Random(what).choice(EXPORTS)):
        kept.spoil(held, memory)
        found, where = answer_apart(kept.path, line), f"{line}: {what}, known: {memory}"
        assert "raised" not in found, (where, found)
        mend(kept, held)
        after = content(kept.path)
        if "refused" in found:
            assert found["status"] in (1, 3), (where, found)
            assert "Internal error" not in found["refused"], (where, found)
            assert after == kept.rows, where
        else:
            assert found == kept.right[memory, line], where
            assert isinstance(after, list), where
            assert after[: len(kept.rows)] == kept.rows, where
            assert len(after) == len(kept.rows) + len(found["events"]), where
        came["refused" if "refused" in found else "right"] += 1
        tried(32)
    return came


def mend(kept: Kept, held: bytes) -> None:
    """Put back what was spoiled in the file, where it still stands, so that its rows can be read from outside."""
    now, size = bytearray(kept.path.read_bytes()), 4096
    changed = (at for at in range(0, len(held), size) if held[at : at + size] != kept.whole[at : at + size])
    for place in (place for at in changed for place in range(at, at + size)):
        now[place] = kept.whole[place] if now[place] == held[place] else now[place]
    kept.path.write_bytes(now)


# --- what is spoiled --------------------------------------------------------------------------------------------------


def spoiled_bits(kept: Kept, seed: int, count: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield where a bit is flipped, what is remembered, and the file: each structure as often as another."""
    chance = random.Random(seed)
    for _ in range(count):
        name = chance.choice(sorted(kept.structures))
        start, end = chance.choice(kept.structures[name])
        place, bit = chance.randrange(start, end), chance.randrange(8)
        held = bytearray(kept.whole)
        held[place] ^= 1 << bit
        yield f"{name}, byte {place}, bit {bit}", chance.choice(MEMORIES), bytes(held)


def lacking(kept: Kept, seq: int) -> bytes:
    """Return the file without the row of the index of corrections that leads to an event."""
    kept.path.write_bytes(kept.whole)
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as tool:
        (sql,) = tool.execute("SELECT sql FROM sqlite_schema WHERE name = 'event_corrects'").fetchone()
        tool.execute("DROP INDEX event_corrects")
        tool.execute(f"{sql} AND seq <> {seq}")
        tool.execute("PRAGMA writable_schema = ON")
        tool.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'event_corrects'", (sql,))
    return kept.path.read_bytes()


def corrections_in(kept: Kept) -> list[int]:
    """Return the numbers of the events that the index of corrections leads to."""
    kept.path.write_bytes(kept.whole)
    with closing(sqlite3.connect(kept.path)) as tool:
        types = "('EventsUndone', 'EventsRedone', 'AwardAmended', 'Renamed')"
        rows = tool.execute(f"SELECT seq FROM event INDEXED BY event_corrects WHERE type IN {types}").fetchall()
    return [seq for (seq,) in rows]


def flipped_rows(kept: Kept, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield the file with a bit of each row of the index of corrections flipped, then with the lowest of its key."""
    chance = random.Random(seed)
    for cell in rows_of_index(kept):
        length = kept.whole[cell]
        lowest = cell + 4 + (kept.whole[cell + 2] - 1), 0
        for place, bit in [(cell + chance.randrange(1 + length), chance.randrange(8)), lowest]:
            held = bytearray(kept.whole)
            held[place] ^= 1 << bit
            yield f"a row of the index of corrections, byte {place}, bit {bit}", bytes(held)


def rows_of_index(kept: Kept) -> Iterator[int]:
    """Yield where each row of the index of corrections begins."""
    for start, end in kept.structures["event_corrects"]:
        page = kept.whole[start:end]
        count, is_leaf = int.from_bytes(page[3:5], "big"), page[0] == 10
        first = 8 if is_leaf else 12
        for place in range(first, first + 2 * count, 2):
            yield start + int.from_bytes(page[place : place + 2], "big") + (0 if is_leaf else 4)


@pytest.mark.slow
@pytest.mark.rule("P5")
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=heavy) for seed in range(2, 22))])
def test_what_no_hash_covers_decides_no_answer(kept: Kept, seed: int, request: pytest.FixtureRequest) -> None:
    """Flip 50 bits for each seed and size of pages, 2,000 in all; the quick form flips a few of the first seed."""
    count = 50 if "heavy" in request.config.option.markexpr.replace("not heavy", "") else 4
    came: Counter[str] = Counter()
    for what, memory, held in spoiled_bits(kept, seed, count):
        came += must_be_right_or_refused(kept, held, memory, f"seed {seed}, {what}")
    print(f"seed {seed}: {count} bits, {dict(came)}")


@pytest.mark.slow
@pytest.mark.rule("P5")
@pytest.mark.parametrize("every", [24, pytest.param(1, marks=heavy)])
def test_no_row_of_the_index_of_corrections_decides_an_answer(kept: Kept, every: int) -> None:
    """Take out each row, and flip a bit of each."""
    came: Counter[str] = Counter()
    known = cycle(("head", "all"))
    seqs = corrections_in(kept)
    assert len(seqs) > UNDONE
    spoiled = [(f"without the row of #{seq}", lacking(kept, seq)) for seq in seqs[::every]]
    for what, held in [*spoiled, *[*flipped_rows(kept, every)][::every]]:
        came += must_be_right_or_refused(kept, held, next(known), what)
    print(f"{len(seqs)} rows of the index: {dict(came)}")


# --- one page at a time -----------------------------------------------------------------------------------------------


@pytest.fixture
def small(quick: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a log of few events on small pages, so that two levels of pages lead to its rows, and read few at a time."""
    monkeypatch.setattr("engine.store.log.BATCH", 10)
    monkeypatch.setattr("engine.store.log.FILTERED", 10)
    path = a_log(quick / "log.db", events=150)
    with closing(sqlite3.connect(path, isolation_level=None)) as tool:
        tool.execute("PRAGMA page_size = 512")
        tool.execute("VACUUM")
    return path


def pages_of(path: Path, kind: str) -> list[int]:
    """Return where the pages of a kind begin that belong to the table of events, in their order."""
    with closing(sqlite3.connect(path)) as tool:
        query = "SELECT pageno FROM dbstat WHERE name = 'event' AND pagetype = ? ORDER BY path"
        return [(number - 1) * 512 for (number,) in tool.execute(query, (kind,))]


def ways_in(page: bytes) -> list[int]:
    """Return where an interior page has the numbers of the pages below it; the key stands behind all but the last."""
    count = int.from_bytes(page[3:5], "big")
    return [*(int.from_bytes(page[place : place + 2], "big") for place in range(12, 12 + 2 * count, 2)), 8]


def end_of_key(held: bytes, way: int) -> int:
    """Return where the key behind a page's number ends."""
    return next(place for place in range(way + 4, way + 13) if held[place] < 128)


def read_to_its_end(path: Path) -> bool:
    """Read a log in each way; return whether all its events were found, and assert that no other is ever told."""
    try:
        log = SqliteLog.open(path, writable=False)
    except LogError:
        return False
    with closing(log):
        readings = (log.read, log.bodies, lambda: log.of_types(["NoteMade"], 150), log.corrections)
        found = [numbers_read(read) for read in readings]
    assert all(numbers == right for numbers, right in zip(found, RIGHT, strict=True) if numbers is not None)
    return None not in found


#: The numbers of all events in the small log, of its notes, and of its corrections.
RIGHT = ([*range(1, 151)], [*range(1, 151)], [*range(5, 151)], [])


def numbers_read(read: Callable[[], Iterator[Any]]) -> list[int] | None:
    """Return the numbers that a reader tells; None where it finds damage."""
    try:
        return [row[0] for row in read()]
    except LogError:
        return None


@pytest.mark.rule("P5")
@pytest.mark.parametrize("bits", [1, 0x7F])
def test_a_key_that_leads_elsewhere_makes_no_reader_skip_an_event_or_go_on_for_ever(small: Path, bits: int) -> None:
    held, ended = small.read_bytes(), Counter[bool]()
    for start in pages_of(small, "internal"):
        for way in ways_in(held[start : start + 512])[:-1]:
            spoiled = bytearray(held)
            spoiled[end_of_key(held, start + way)] ^= bits
            small.write_bytes(spoiled)
            ended[read_to_its_end(small)] += 1
            tried(32)
    assert ended[True] + ended[False] > 40


@pytest.mark.rule("P5")
def test_an_event_whose_number_is_asked_for_is_told_or_the_log_is_damaged(small: Path) -> None:
    held, lost = small.read_bytes(), 0
    root, *_ = pages_of(small, "internal")
    for way in ways_in(held[root : root + 512])[:-1]:
        spoiled = bytearray(held)
        spoiled[end_of_key(held, root + way)] ^= 8
        small.write_bytes(spoiled)
        with closing(SqliteLog.open(small, writable=False)) as log:
            for seq in range(1, 151):
                try:
                    row = log.at(seq)
                except LogError:
                    lost += 1
                else:
                    assert row is not None
                    assert row.seq == seq
    assert lost


@pytest.mark.rule("P5")
@pytest.mark.parametrize("to", ["itself", "the beginning", "its neighbour"])
def test_a_page_that_leads_to_another_in_its_place_is_told_as_damage(small: Path, to: str) -> None:
    held = small.read_bytes()
    root, *_ = inner = pages_of(small, "internal")
    for start in inner:
        ways = [start + way for way in ways_in(held[start : start + 512])]
        for way, neighbour in zip(ways, [*ways[1:], ways[0]], strict=True):
            page = {"itself": start // 512 + 1, "the beginning": root // 512 + 1}.get(to)
            spoiled = bytearray(held)
            spoiled[way : way + 4] = held[neighbour : neighbour + 4] if page is None else page.to_bytes(4, "big")
            small.write_bytes(spoiled)
            assert not is_sound(small)
            assert way == ways[-1] or not read_to_its_end(small)
            tried(32)


def is_sound(path: Path) -> bool:
    """Return whether a log that this computer saw can be opened and read."""
    try:
        with closing(SqliteLog.open(path, writable=False)) as log:
            sound = log.verify(beginning_of(log.campaign)).ok
            assert not sound or [row.seq for row in log.read()] == [*range(1, 151)]
            return sound
    except LogError:
        return False


@pytest.mark.rule("P5")
def test_a_last_page_that_lost_rows_is_not_the_end_of_a_shorter_log(small: Path) -> None:
    held = bytearray(small.read_bytes())
    last = pages_of(small, "leaf")[-1]
    held[last + 4] -= 1
    small.write_bytes(held)
    with closing(SqliteLog.open(small, writable=False)) as log:
        assert log.head.seq == 149
        report = log.verify(beginning_of(log.campaign))
    assert [(each.kind, each.message) for each in report.problems] == [
        ("damage", "the file has 149 events, and an index of 150")
    ]
