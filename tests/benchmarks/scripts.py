"""How long a line of a script takes, with commits shared and with a commit a line, and a line in a large campaign.

    python tests/benchmarks/scripts.py [--lines 600] [--runs 3] [--characters 200] [--traits 50] [--against FOLDER]

A mixed script is played into a new log by a whole process, in the folder where this is run: its disk counts. The
processor time of a line is that of the process less that of one that plays a single line. With `--against`, another
checkout of the program takes turns with this one. The last table is of single lines with many characters, in one
process: the processor time of a line until it is printed, less that of its commit, and of lines that are refused.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing, redirect_stderr, redirect_stdout
from itertools import chain, cycle, islice
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))  # run by hand, from wherever

from keys import crowd_with_past
from rebuild import ROOT, make

from engine.store.log import SqliteLog
from shell.doors.voice import Voice
from shell.runner import Desk

PLAY = """
import sys
from shell.doors import playing
from shell.__main__ import start
playing.MOST_TOGETHER = int(sys.argv.pop())
sys.exit(start())
"""

#: How many lines share a commit at most.
WAYS = {"commits shared": 100, "a commit a line": 1}

BEGINNING = """\
new peupfudge
define ability Chess, Climbing, Sneaking, Perception
define status Energy: Tired -1, Neutral, Awake +1 start Neutral
pc Ada
pc Bo
pc Cy
npc Odo
session start One
award all 100 for a long road
give Ada 500 torch
give Bo 300 rope
"""

EVENING = """\
note The thief limps on the left foot, and the moon is down
award all 2 for the golden teapot
check Ada Climbing vs 3
check Bo Sneaking vs 2 rolled 0
contest Ada Chess vs Bo
status Ada Energy Tired
spend Ada 2 on Chess
award Bo 1 for wit
check Cy Perception vs 1 rolled 1
note Odo lies
pass Ada 1 torch to Bo
check Ada Climbing +1 rope vs 4
status Ada Energy Neutral
drop Bo 1 torch
give Ada 1 lamp
check Odo Chess vs 2 secret
note "Bo's debt" is paid
spend Bo 1 on Sneaking
undo
check ada per vs 2
"""

#: Lines in the large campaign.
SINGLE = (
    "note the thief limps on the left foot",
    "award P1 1 for wit",
    'check P1 "Trait 1" vs 3 rolled 0',
    'check P1 "Trait 1" vs 3',
)

#: Lines in the large campaign that are misread, or refused by the rules.
REFUSED = (
    "check Nobody Trait vs 3",
    "chek P1 Trait 1 vs 3",
    "check P1 vs 3",
    "check P1 Trait 99 vs 3",
    "contest P1 Trait 1 vs P999 Trait 3",
    "award P999 2",
    "give P1",
    "status P1 Hurt",
    "spend P1 3 Trait 1",
    "spend P1 500 on Trait 1",
    "drop P1 rope",
    "roll 4dF for P999",
    "sheet P999",
    "foo bar baz",
    "p1 +",
    "p1 foo 3",
    "p1 trait99 3",
    "p1 attacks p2 with trait 1",
)


def mixed(count: int) -> str:
    """Return a script of so many lines."""
    return "".join(islice(chain(BEGINNING.splitlines(True), cycle(EVENING.splitlines(True))), count))


def play(program: Path, script: str, together: int, place: Path) -> tuple[float, float]:
    """Play a script into a new log; return the seconds that it took, and those of the processor."""
    log = place / "script.db"
    log.unlink(missing_ok=True)
    folders = {"XDG_STATE_HOME": str(place / "state"), "XDG_CACHE_HOME": str(place / "cache")}
    env = {**os.environ, **folders, "PYTHONPATH": str(program)}
    command = [sys.executable, "-c", PLAY, str(log), str(together)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, input=script.encode(), env=env, cwd=place, stdout=subprocess.DEVNULL, check=True)
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def told_scripts(count: int, runs: int, programs: dict[str, Path], place: Path) -> None:
    """Time scripts in turn, and print what a line takes."""
    took: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for _ in range(runs):
        for way, together in WAYS.items():
            for name, program in programs.items():
                start = play(program, "new peupfudge\n", together, place)[1]
                seconds, processor = play(program, mixed(count), together, place)
                took.setdefault((name, way), []).append((count / seconds, (processor - start) * 1000 / count))
    print(f"a script of {count} lines, medians of {runs}")
    for (name, way), found in took.items():
        rate, processor = (statistics.median(each) for each in zip(*found, strict=True))
        print(f"  {name:<6} {way:<16} {rate:>7.0f} lines a second   {processor:>6.2f} ms of the processor a line")


def spent(desk: Desk, line: str) -> float:
    """Return the processor time of a line without that of its commit, in milliseconds."""
    commits: list[float] = []
    append = SqliteLog.append

    def timed(log: SqliteLog, head: object, rows: object) -> None:
        began = time.thread_time()
        append(log, head, rows)  # type: ignore[arg-type]
        commits.append(time.thread_time() - began)

    with patch.object(SqliteLog, "append", timed), redirect_stdout(io.StringIO()):
        began = time.thread_time()
        assert not Voice().tell(desk.do(line))
        return (time.thread_time() - began - sum(commits)) * 1000


def told_lines(desk: Desk, count: int) -> None:
    """Time single lines in turn, and print what half of each take."""
    took: dict[str, list[float]] = {line: [] for line in SINGLE}
    for _ in range(count):
        for line, found in took.items():
            found.append(spent(desk, line))
    for line, found in took.items():
        print(f"  {line:<40} {statistics.median(found):>6.2f} ms above its commit")


def told_refusals(desk: Desk, count: int) -> None:
    """Time lines that are not carried out, in turn, and print what they take until the reason is printed."""
    took: list[float] = []
    for line in REFUSED * count:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            began = time.thread_time()
            Voice().tell(desk.do(line))
            took.append((time.thread_time() - began) * 1000)
    half, most = statistics.median(took), statistics.quantiles(took, n=20)[-1]
    print(f"  a line that is refused: {half:.2f} ms half of the time, {most:.2f} at most in 95 of 100")


def main() -> None:
    """Print how long lines took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lines", type=int, default=600)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--characters", type=int, default=200)
    parser.add_argument("--traits", type=int, default=50)
    parser.add_argument("--against", type=Path)
    chosen = parser.parse_args()
    programs = {"now": ROOT, **({"other": chosen.against} if chosen.against else {})}
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        place = Path(folder)
        told_scripts(chosen.lines, chosen.runs, programs, place)
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CACHE_HOME"] = folder
        large = place / "large.db"
        make(large, (chosen.characters + 1) * (chosen.traits + 2), crowd_with_past(chosen.characters, chosen.traits))
        print(f"a line with {chosen.characters} characters of {chosen.traits} traits")
        with closing(Desk(large)) as desk:
            told_lines(desk, 10 * chosen.runs)
            told_refusals(desk, 2 * chosen.runs)


if __name__ == "__main__":
    main()
