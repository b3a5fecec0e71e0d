"""How long the prompt's own work takes for a key: reading the line, its preview, what is offered, its colours.

    python tests/benchmarks/keys.py [--characters 200] [--traits 50] [--events 100000] [--profile]

Every line of LINES is typed key by key in a campaign of that size, and the processor time of each key is taken: what
the program does itself, without drawing. What a mistake is explained with comes only once the typing rests, so it is
timed alone.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # run by hand, from wherever

from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rebuild import make

from shell.prompt.colours import Colours
from shell.prompt.completing import Offering
from shell.prompt.toolbar import toolbar
from shell.prompt.typed import LineTyped
from shell.runner import Desk

COLUMNS = 100

#: What is typed: the ten commonest actions in full and in short, a name that nobody has, and a mistake.
LINES = (
    "check P17 Trait 31 +1 torch vs 3 rolled 0",
    "p17 trait31 3",
    "contest P17 Trait 31 vs P18 Trait 32",
    "p17 trait31 v p18",
    "award all 2 for the golden teapot",
    "award P17, P18 5",
    "spend P17 3 on Trait 31",
    "raise p17 trait31",
    "sheet P199",
    "undo #20",
    "note the thief limps",
    "'the thief limps",
    "check Nobody Trait vs 3",
    "chek P17",
)


def main() -> None:
    """Print how long keys took."""
    options = read_options()
    with open_crowd(options) as desk:
        report(desk, options.profile)


def read_options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=200)
    parser.add_argument("--traits", type=int, default=50)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--profile", action="store_true")
    return parser.parse_args()


@contextmanager
def open_crowd(options: argparse.Namespace) -> Iterator[Desk]:
    """Open a new log of a crowd with a past, as large as the options say."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.db"
        make(path, options.events, crowd_with_past(options.characters, options.traits))
        with closing(Desk(path)) as desk:
            desk.open(writable=False)
            yield desk


def crowd_with_past(characters: int, traits: int) -> Iterator[str]:
    """Yield lines without end: so many characters come, each with so many traits, and much is noted of them."""
    learned = [f'"Trait {number}"' for number in range(traits)]
    yield f"define ability {', '.join(learned)}"
    for name in (f"P{number}" for number in range(characters)):
        yield f"pc {name}"
        yield f"award {name} {2 * traits} for a long road"
        yield f"spend {name} {', '.join(f'2 on {trait}' for trait in learned)}"
    yield from repeat("note the thief limps")


def report(desk: Desk, profiled: bool) -> None:
    """Type every line, and print what its keys took."""
    typed = LineTyped(desk)
    steps: dict[str, Callable[[str], object]] = {
        "reading and colours": lambda text: Colours(typed).lex_document(Document(text))(0),
        "preview": lambda text: toolbar(typed.preview(text), COLUMNS),
        "offers": lambda text: list(Offering(typed).get_completions(Document(text), CompleteEvent(text_inserted=True))),
    }
    took: dict[str, list[float]] = {step: [] for step in steps}
    keys: list[tuple[float, str]] = []
    for text in beginnings():
        for step, work in steps.items():
            took[step].append(spent(work, text))
        keys.append((sum(each[-1] for each in took.values()), text))
    took["all"] = [whole for whole, _ in keys]
    took["why it cannot be"] = [spent(typed.explain_typed, text) for text in beginnings() if typed.is_at_an_end(text)]
    print(f"{len(keys)} keys, ms of our own for each; the goal is 5 for 95 of 100")
    for step, found in took.items():
        print(f"{step:<22}" + "".join(f"{name} {value:>8.2f}   " for name, value in figures(found)))
    for whole, text in sorted(keys, reverse=True)[:5]:
        print(f"{whole:>8.2f}  {text}")
    if profiled:
        profile(steps)


def spent(work: Callable[[str], object], text: str) -> float:
    """Return the processor time of some work for a text, in milliseconds."""
    began = time.thread_time()
    work(text)
    return (time.thread_time() - began) * 1000


def beginnings() -> Iterator[str]:
    """Yield every beginning of every line: what stands there after each key."""
    for line in LINES:
        for end in range(1, len(line) + 1):
            yield line[:end]


def figures(found: list[float]) -> list[tuple[str, float]]:
    """Return the median, the 95th of 100, and the most."""
    return [
        ("median", statistics.median(found)),
        ("p95", statistics.quantiles(found, n=20)[-1]),
        ("most", max(found)),
    ]


def profile(steps: dict[str, Callable[[str], object]]) -> None:
    """Print where the time goes."""
    profiler = cProfile.Profile()
    profiler.enable()
    for text in beginnings():
        for work in steps.values():
            work(text)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)


if __name__ == "__main__":
    main()
