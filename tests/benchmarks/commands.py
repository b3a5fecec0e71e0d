"""Time whole commands as a user types them, each beside the least that could do the job.

    python tests/benchmarks/commands.py              all of it, in a few minutes
    python tests/benchmarks/commands.py --events N   another number of events than 10,000
    python tests/benchmarks/commands.py --runs N     another number of runs of each than 7
    python tests/benchmarks/commands.py --characters N   another number of characters in the crowd than 200
    python tests/benchmarks/commands.py --against FOLDER beside another checkout of the program, instead of the floor

Each figure is the processor time of a whole process, `python -m shell FILE COMMAND`, on the mixed log of `rebuild.py`,
and for the last commands on a log of a crowd, each with 50 traits. The command and its floor take turns, so that
whatever else the machine does falls on both; the ratio is of medians. The first run, which opens a log that this
computer has not seen, does not count.
Floors: an empty Python for what reads no log; for looking and recording, a Python that reads and decodes every row
with sqlite3 and json; for `verify`, one that also hashes every row. Nothing fails, however long it takes.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rebuild import ROOT, log_of, make

ROWS = "for row in sqlite3.connect(sys.argv[1]).execute('SELECT * FROM event ORDER BY seq'):"
EMPTY = "pass"
READ = f"import json, sqlite3, sys\n{ROWS} json.loads(row[7])"
HASH = f"import hashlib, json, sqlite3, sys\n{ROWS} json.loads(row[7]); hashlib.sha256(repr(row).encode()).digest()"

COMMANDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("--version",), EMPTY),
    (("--help",), EMPTY),
    (("help", "check"), EMPTY),
    (("head",), READ),
    (("sheet", "Kotorikh"), READ),
    (("ledger", "Kotorikh"), READ),
    (("why", "Kotorikh", "Perception"), READ),
    (("log", "last", "20"), READ),
    (("note", "The", "thief", "limps"), READ),
    (("award", "all", "1", "for", "the", "golden", "teapot"), READ),
    (("check", "Kotorikh", "Perception", "vs", "3", "rolled", "0"), READ),
    (("undo",), READ),
    (("whatif", "undo", "session", "1", "cascade"), READ),
    (("diff", "#500", "#1400"), READ),
    (("verify",), HASH),
    (("audit",), HASH),
)

IN_THE_CROWD: tuple[tuple[tuple[str, ...], str], ...] = (
    (("sheet", "P1"), READ),
    (("note", "The", "thief", "limps"), READ),
    (("award", "P1", "1", "for", "the", "golden", "teapot"), READ),
)


def crowd_of(characters: int) -> Iterator[str]:
    """Yield the lines that bring in many characters, each with 50 traits."""
    yield f"define ability {', '.join(f'T{number}' for number in range(50))}"
    for number in range(characters):
        yield f"pc P{number}"
        yield f"trait P{number} {', '.join(f'T{each} {each % 5 + 1}' for each in range(50))}"


def spent(*arguments: str, place: Path, program: Path = ROOT) -> float:
    """Run a Python to its end; return the processor time it took, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    folders = {f"XDG_{kind}_HOME": str(place / kind.lower()) for kind in ("CACHE", "CONFIG", "STATE")}
    env = {**os.environ, **folders, "PYTHONPATH": str(program)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody compiles it all at each start
    ended = subprocess.run([sys.executable, *arguments], env=env, cwd=place, capture_output=True, text=True)
    if ended.returncode not in (0, 1) or "Traceback" in ended.stderr:  # 1: an audit that finds something
        raise SystemExit(f"{arguments}: {ended.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def told(command: tuple[str, ...], floor: str, log: Path, runs: int, against: Path | None) -> None:
    """Print a row of the table: the command, its time, the floor's or the other program's, and the ratio."""
    file = () if command[0] in ("--version", "help") else (str(log),)
    other = log.with_name("other") / log.name  # what a command records is recorded in both
    ours, least = [], []
    for run in range(runs + 1):
        mine = spent("-m", "shell", *file, *command, place=log.parent)
        if against is None:
            both = mine, spent("-c", floor, str(log), place=log.parent)
        else:
            there = (str(other),) if file else ()
            both = mine, spent("-m", "shell", *there, *command, place=other.parent, program=against)
        if run:  # the first one warms up
            ours.append(both[0])
            least.append(both[1])
    our, their = statistics.median(ours), statistics.median(least)
    print(f"| `{' '.join(command)}` | {our:.0f} | {their:.0f} | {our / their:.2f} |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--characters", type=int, default=200)
    parser.add_argument("--against", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "other").mkdir()
        mixed, crowd = Path(name) / "c.db", Path(name) / "crowd.db"
        shutil.copy(log_of(chosen.events), mixed)
        make(crowd, chosen.characters * 51, crowd_of(chosen.characters))
        for log in (mixed, crowd):
            shutil.copy(log, log.with_name("other"))
        floor_name = "floor" if chosen.against is None else "other program"
        print(f"processor time on a log of {chosen.events:,} events, medians of {chosen.runs}\n")
        print(f"| command | ms | {floor_name}, ms | × {floor_name} |\n| --- | ---: | ---: | ---: |")
        for command, floor in COMMANDS:
            told(command, floor, mixed, chosen.runs, chosen.against)
        print(f"\nthe same with {chosen.characters} characters of 50 traits\n")
        for command, floor in IN_THE_CROWD:
            told(command, floor, crowd, chosen.runs, chosen.against)


if __name__ == "__main__":
    main()
