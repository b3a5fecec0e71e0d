"""Time whole commands as a user types them, each beside the least that could do the job.

    python tests/benchmarks/commands.py              all of it, in a few minutes
    python tests/benchmarks/commands.py --events N   another number of events than 10,000
    python tests/benchmarks/commands.py --runs N     another number of runs of each than 7

Each figure is the processor time of a whole process, `python -m shell FILE COMMAND`, on the mixed log of `rebuild.py`.
The command and its floor take turns, so that whatever else the machine does falls on both; the ratio is of medians.
Floors: an empty Python for what reads no log; for looking and recording, a Python that reads and decodes every row
with sqlite3 and json; for `verify`, one that also hashes every row. Nothing fails, however long it takes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from rebuild import ROOT, log_of

ROWS = "for row in sqlite3.connect(sys.argv[1]).execute('SELECT * FROM event ORDER BY seq'):"
EMPTY = "pass"
READ = f"import json, sqlite3, sys\n{ROWS} json.loads(row[7])"
HASH = f"import hashlib, json, sqlite3, sys\n{ROWS} json.loads(row[7]); hashlib.sha256(repr(row).encode()).digest()"

COMMANDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("--version",), EMPTY),
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
    (("verify",), HASH),
    (("audit",), HASH),
)


def spent(*arguments: str, place: Path) -> float:
    """Run a Python to its end; return the processor time it took, in milliseconds."""
    before = os.times()
    folders = {"XDG_STATE_HOME": str(place / "state"), "XDG_CACHE_HOME": str(place / "cache"), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, *arguments], env={**os.environ, **folders}, capture_output=True, text=True)
    if ended.returncode not in (0, 1) or "Traceback" in ended.stderr:  # 1: an audit that finds something
        raise SystemExit(f"{arguments}: {ended.stderr}")
    after = os.times()
    user, system = after.children_user - before.children_user, after.children_system - before.children_system
    return (user + system) * 1000


def told(command: tuple[str, ...], floor: str, log: Path, runs: int) -> None:
    """Print a row of the table: the command, its time, the floor's, and the ratio."""
    file = () if command[0] in ("--version", "help") else (str(log),)
    ours, least = [], []
    for run in range(runs + 1):
        both = (
            spent("-m", "shell", *file, *command, place=log.parent),
            spent("-c", floor, str(log), place=log.parent),
        )
        if run:  # the first one warms up
            ours.append(both[0])
            least.append(both[1])
    mine, other = statistics.median(ours), statistics.median(least)
    print(f"| `{' '.join(command)}` | {mine:.0f} | {other:.0f} | {mine / other:.1f} |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=7)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        log = Path(shutil.copy(log_of(chosen.events), Path(name) / "c.db"))
        print(f"processor time on a log of {chosen.events:,} events, medians of {chosen.runs}\n")
        print("| command | ms | floor, ms | × floor |\n| --- | ---: | ---: | ---: |")
        for command, floor in COMMANDS:
            told(command, floor, log, chosen.runs)


if __name__ == "__main__":
    main()
