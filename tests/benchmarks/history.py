"""How fast history is corrected, looked back at and audited: by hand, in one run, never failing.

    python tests/benchmarks/history.py              all of it, in a minute or so
    python tests/benchmarks/history.py --events N   another number of events than 100,000
    python tests/benchmarks/history.py --runs N     another number of runs of each than 7

Everything is set against a full replay of the same log in the same process: every event read and folded from the
first on, as when a campaign is opened. The log is the one of `rebuild.py`, copied for each correction to a folder in
memory where there is one: a disk would be timed otherwise. Goals: an undo of the last command in at most 2 % of a
full replay, the sheet at any point in at most 15 %.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import random
import shutil
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

from rebuild import log_of

from engine.campaign import Campaign
from engine.concerns.corrections.commands import Undo
from engine.events import XpAwarded
from engine.history.fold import Fold
from engine.state import State
from replay.audit.auditor import audit
from replay.stepping import Stepper

MEMORY = "/dev/shm"


def timed(work: Callable[[], object]) -> float:
    """How long something takes, in milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


class Bench:
    """A log, and how long a full replay of it takes."""

    def __init__(self, path: Path, folder: Path, runs: int) -> None:
        self.path, self.folder, self.runs = path, folder, runs
        self.campaign = Campaign.open(path, writable=False)
        self.last = self.campaign.state.seq
        self.replays = [timed(self.replay) for _ in range(runs)]
        self.whole = statistics.median(self.replays)

    def replay(self) -> State:
        """Everything from the first event on."""
        return Fold(history=self.campaign.history).through(self.campaign.log, self.last)

    def told(self, name: str, values: Sequence[float], goal: float | None = None) -> None:
        """Print a median, what lies around it, and what part of a full replay that is."""
        share = statistics.median(values) / self.whole * 100
        wanted = "" if goal is None else f", goal at most {goal:g} %: {'reached' if share <= goal else 'missed'}"
        spread = f"({min(values):.1f} to {max(values):.1f})"
        print(f"  {name:<46} {statistics.median(values):8.1f} ms {spread:<20} {share:7.1f} %{wanted}")

    def corrected(self, work: Callable[[Campaign], object]) -> list[float]:
        """How long something takes that is recorded: each time on a copy of its own, open for long."""
        found = []
        for run in range(self.runs):
            copy = Path(shutil.copy(self.path, self.folder / f"{run}.db"))
            with Campaign.open(copy) as campaign:
                found.append(timed(lambda campaign=campaign: work(campaign)))  # type: ignore[misc]
            copy.unlink()
        return found

    def award_in_the_middle(self) -> int:
        """Find an award from about the middle, of which something was spent."""
        for each in self.campaign.events(self.last // 2, self.last):
            if (
                isinstance(each.event, XpAwarded)
                and each.seq not in self.campaign.state.sheets[each.event.character].lots
            ):
                return each.seq
        raise SystemExit("nothing was ever spent in this log")


def undoing(bench: Bench) -> None:
    """Corrections, with what they would change worked out and the event recorded."""
    middle = bench.award_in_the_middle()
    cascade = Undo(middle, cascade=True, reason="for a test")
    bench.told("undo of the last command", bench.corrected(lambda campaign: campaign.execute(Undo())), 2)
    bench.told(f"undo #{middle} cascade", bench.corrected(lambda campaign: campaign.execute(cascade)))


def looking_back(bench: Bench) -> None:
    """Sheets at points at random, and steps."""
    chance = random.Random(1)
    points = [chance.randint(1, bench.last) for _ in range(5 * bench.runs)]
    bench.told("state at a random point", [timed(lambda p=p: bench.campaign.state_at(p)) for p in points], 15)  # type: ignore[misc]
    stepper = Stepper(bench.campaign, bench.last // 3)

    def step_back() -> None:
        stepper.back()
        _ = stepper.frame

    bench.told("a step back, with what it changed", [timed(step_back) for _ in range(5 * bench.runs)])


def auditing(bench: Bench) -> None:
    """Time the whole audit, and print how much memory it takes at its height."""
    bench.told("audit", [timed(lambda: audit(bench.campaign)) for _ in range(max(1, bench.runs // 3))])
    tracemalloc.start()
    found = audit(bench.campaign)
    print(f"  it checked {found.checked} events with {tracemalloc.get_traced_memory()[1] / 1e6:.1f} MB at most,")
    print(f"  and found {len(found.findings)} things; {'nothing' if found.ok else 'SOMETHING'} is wrong")
    tracemalloc.stop()


def profiled(bench: Bench, what: str) -> None:
    """Where the time of one of them goes."""
    with tempfile.TemporaryDirectory() as name, Campaign.open(Path(shutil.copy(bench.path, name))) as campaign:
        works: dict[str, Callable[[], object]] = {
            "undo": lambda: campaign.execute(Undo()),
            "point": lambda: campaign.state_at(bench.last // 2),
            "audit": lambda: audit(campaign),
        }
        with cProfile.Profile() as profile:
            works[what]()
        pstats.Stats(profile).sort_stats("cumulative").print_stats(25)


def main() -> None:
    """All of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--profile", choices=["undo", "point", "audit"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as name:
        bench = Bench(log_of(chosen.events), Path(name), chosen.runs)
        if chosen.profile:
            profiled(bench, chosen.profile)
            return
        corrections = len(bench.campaign.history.undos)
        print(f"{bench.last} events, {corrections} undos")
        bench.told("full replay", bench.replays)
        undoing(bench)
        looking_back(bench)
        auditing(bench)


if __name__ == "__main__":
    main()
