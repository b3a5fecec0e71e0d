"""How fast history is corrected, looked back at and audited: by hand, in one run, never failing.

    python tests/benchmarks/history.py              all of it, in a minute or so
    python tests/benchmarks/history.py --events N   another number of events than 100,000
    python tests/benchmarks/history.py --runs N     another number of runs of each than 7

Everything is set against full replays of the same log in the same process, timed in turn with it: every event read and
folded from the first on, as when a campaign is opened. The log is the one of `rebuild.py`, copied for each correction
to a folder in memory where there is one: a disk would be timed otherwise. What is timed is processor time, so that
other programs count for little. The goals are printed beside what was reached.
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
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest.mock import patch

from rebuild import log_of

from engine.campaign import Campaign
from engine.concerns.corrections.commands import Undo
from engine.events import XpAwarded
from engine.history.fold import Fold
from engine.state import State
from replay.accounts.ledger import account
from replay.audit.auditor import audit
from replay.compare.diff import diff
from replay.explain.why import why
from replay.files.verify import verify
from replay.moment import Moment
from replay.stepping import Stepper

MEMORY = "/dev/shm"


def timed(work: Callable[[], object]) -> float:
    """How much processor time something takes, in milliseconds."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


class Bench:
    """A log, and what is timed on it beside full replays."""

    def __init__(self, path: Path, folder: Path, runs: int) -> None:
        self.path, self.folder, self.runs = path, folder, runs
        self.campaign = Campaign.open(path, writable=False)
        self.campaign.fold_whole()
        self.last = self.campaign.state.seq

    def replay(self) -> State:
        """Everything from the first event on."""
        return Fold(history=self.campaign.history).through(self.campaign.log, self.last)

    def told(self, name: str, works: Iterable[Callable[[], object]], goal: float) -> None:
        """Time each work in turn with a replay, and print the medians and their ratio."""
        values, replays = zip(*((timed(work), timed(self.replay)) for work in works), strict=True)
        share = statistics.median(values) / statistics.median(replays) * 100
        wanted = f"goal at most {goal:g} %: {'reached' if share <= goal else 'missed'}"
        spread = f"({min(values):.1f} to {max(values):.1f})"
        print(f"  {name:<34} {statistics.median(values):8.1f} ms {spread:<20} {share:7.1f} %, {wanted}")

    def again(self, work: Callable[[], object]) -> list[Callable[[], object]]:
        """Return a work as often as it is to be run."""
        return [work] * self.runs

    def corrected(self, work: Callable[[Campaign], object]) -> Iterator[Callable[[], object]]:
        """Yield a work that is recorded, each time on a copy of the log that is open already."""
        for run in range(self.runs):
            copy = Path(shutil.copy(self.path, self.folder / f"{run}.db"))
            with Campaign.open(copy) as campaign:
                yield lambda campaign=campaign: work(campaign)  # type: ignore[misc]
            copy.unlink()

    def award_after(self, seq: int) -> int:
        """Find an award from there on, of which something was spent."""
        for each in self.campaign.events(seq, self.last):
            is_award = isinstance(each.event, XpAwarded) and each.seq not in self.campaign.history.inactive
            if is_award and each.seq not in self.campaign.state.sheets[each.event.character].lots:
                return each.seq
        raise SystemExit("nothing was ever spent in this log")


def undoing(bench: Bench) -> None:
    """Corrections, with what they would change worked out and the event recorded."""
    bench.told("undo of the last command", bench.corrected(lambda campaign: campaign.execute(Undo())), 1)
    for name, after in (("an early", 0), ("a middle", bench.last // 2)):
        undo = Undo(bench.award_after(after), cascade=True, reason="for a test")
        works = bench.corrected(lambda campaign, undo=undo: campaign.execute(undo))  # type: ignore[misc]
        bench.told(f"undo of {name} award, cascade", works, 100)


def looking_back(bench: Bench) -> None:
    """Sheets at points at random, steps, explanations, and what changed between two points."""
    campaign, chance = bench.campaign, random.Random(1)
    points = [chance.randint(1, bench.last) for _ in range(5 * bench.runs)]
    bench.told("state at a random point", [lambda p=p: campaign.state_at(p) for p in points], 5)  # type: ignore[misc]
    stepper = Stepper(campaign, bench.last // 3)

    def step_back() -> None:
        stepper.back()
        _ = stepper.frame

    bench.told("a step back, with what it changed", bench.again(step_back), 5)
    campaign.prove()
    now = Moment.of(campaign, None)
    bench.told("why of a trait", bench.again(lambda: why(now, "Kotorikh", "Perception")), 30)
    bench.told("ledger", bench.again(lambda: account(Moment.of(campaign), "Kotorikh")), 30)
    bench.told("diff of the second half", bench.again(lambda: diff(campaign, bench.last // 2, bench.last)), 200)


def checking(bench: Bench) -> None:
    """Check the whole log."""
    with patch("replay.audit.auditor.resume", lambda campaign, progress: None):
        bench.told("audit, where hashes are checked", bench.again(lambda: audit(bench.campaign)), 500)
    bench.told("audit again", bench.again(lambda: audit(bench.campaign)), 10)
    bench.told("verify", bench.again(lambda: verify(bench.path)), 400)
    tracemalloc.start()
    with patch("replay.audit.auditor.resume", lambda campaign, progress: None):
        found = audit(bench.campaign)
    print(f"  the audit checked {found.checked} events with {tracemalloc.get_traced_memory()[1] / 1e6:.1f} MB at most,")
    print(f"  and found {len(found.findings)} things; {'nothing' if found.ok else 'SOMETHING'} is wrong")
    tracemalloc.stop()


def profiled(bench: Bench, what: str) -> None:
    """Where the time of one of them goes."""
    with tempfile.TemporaryDirectory() as name, Campaign.open(Path(shutil.copy(bench.path, name))) as campaign:
        works: dict[str, Callable[[], object]] = {
            "undo": lambda: campaign.execute(Undo()),
            "point": lambda: campaign.state_at(bench.last // 2),
            "early": lambda: campaign.execute(Undo(bench.award_after(0), cascade=True)),
            "diff": lambda: diff(campaign, bench.last // 2, bench.last),
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
    parser.add_argument("--profile", choices=["undo", "early", "point", "diff", "audit"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as name:
        bench = Bench(log_of(chosen.events), Path(name), chosen.runs)
        if chosen.profile:
            profiled(bench, chosen.profile)
            return
        corrections = sum(1 for _ in bench.campaign.catalog.undos())
        print(f"{bench.last} events, {corrections} undos")
        undoing(bench)
        looking_back(bench)
        checking(bench)


if __name__ == "__main__":
    main()
