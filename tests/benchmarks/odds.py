"""How fast exact odds are, beside icepool in the same run: by hand, never failing.

    python tests/benchmarks/odds.py [RUNS]          needs icepool, which the tests use as an oracle where it is there

Each figure is the median of many runs, ours with every cache emptied before it: the odds of dice that nobody asked for
before. Both sides are asked for the same numbers, and these are compared.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import icepool

sys.path.insert(0, str(Path(__file__).parents[2]))  # run by hand, from wherever

from engine.dice import read_dice, technique
from engine.rules import odds
from engine.rules.race import race

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
FUDGE = icepool.Die([-1, 0, 1])
DEPTH = 12  # how far icepool follows an exploding die; ours has no end


def main() -> None:
    print(f"{'':<32}{'ours':>10}{'icepool':>10}{'ratio':>8}")
    for name, ours, theirs in CASES:
        assert abs(ours() - theirs()) < 1e-8, name
        mine, other = timed(ours), timed(theirs)
        print(f"{name:<32}{mine * 1000:>7.3f} ms{other * 1000:>7.3f} ms{other / mine:>8.1f}")


def timed(ask: Callable[[], Fraction | float]) -> float:
    """Seconds of one answer, the median of many."""
    took = []
    for _ in range(RUNS):
        forget()
        began = time.perf_counter()
        ask()
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def forget() -> None:
    """Empty what we keep of earlier odds. icepool's own tables, if any, stay as they are."""
    for module in (odds, technique):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def at_least(spec: str, least: int) -> Fraction:
    """Our chance of a total."""
    return read_dice(spec).pmf().at_least(least)


def first_of_three() -> Fraction:
    """Return the chance that the first of three racers is alone first, with 3dF each and starts of 5, 4 and 3."""
    pmf = read_dice("3dF").pmf()
    return race([(5, pmf), (4, pmf), (3, pmf)]).alone(0)


def their_first_of_three() -> float:
    def alone(first: int, second: int, third: int) -> bool:
        return first + 5 > max(second + 4, third + 3)

    dice = 3 @ FUDGE
    return float(icepool.map(alone, dice, dice, dice).probability(True))


CASES: tuple[tuple[str, Callable[[], Fraction | float], Callable[[], Fraction | float]], ...] = (
    ("4dF, +2 or more", lambda: at_least("4dF", 2), lambda: (4 @ FUDGE).probability(">=", 2)),
    ("9dF, +3 or more", lambda: at_least("9dF", 3), lambda: (9 @ FUDGE).probability(">=", 3)),
    (
        "exploding d6, 13 or more",
        lambda: at_least("poly-d6-exploding", 13),
        lambda: icepool.d(6).explode(depth=DEPTH).probability(">=", 13),
    ),
    ("a race of three, 3dF each", first_of_three, their_first_of_three),
)

if __name__ == "__main__":
    main()
