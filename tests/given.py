"""`given(events).when(command).then(events)`: what the rules make of a command, without a log.

Every story begins with event #1, the campaign's own; so the first event that a test gives is #2.
"""

from __future__ import annotations

import re
import resource
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest
from attrs import Factory, define, frozen

from engine.commands import Check, Contest
from engine.concerns.campaign.decide import begin
from engine.decide import decide
from engine.events import CampaignCreated, CheckResolved, ContestResolved, Event, RulesChanged
from engine.project import fold
from engine.refusal import Refused
from engine.rules.files import load_rules
from engine.rules.structure import change_value
from engine.sheet import SheetView, view
from engine.state import State
from shell.runner import Desk


def beginning(book: str) -> CampaignCreated:
    """Return the first event of a campaign with these rules."""
    return begin(book, "A test", "0123456789abcdef" * 2)


#: The longest that a line may take, in seconds.
BOUND = 10

T = TypeVar("T")

BEGINNING = beginning("peupfudge")


@define
class LoadedDice:
    """Dice that fall as they were laid out; who rolls more of them than that fails."""

    draws: list[int] = Factory(list)

    def lay(self, *faces: int) -> None:
        """Lay out the faces that the next Fudge dice show."""
        self.draws += [face + 2 for face in faces]

    def __call__(self, sides: int) -> int:
        assert self.draws, "dice were rolled that nobody had laid out"
        return self.draws.pop(0)


@frozen
class Outcome:
    """What became of a command: events, or a refusal; and the state that it met."""

    before: State
    events: tuple[Event, ...] = ()
    refusal: Refused | None = None

    def then(self, *events: Event) -> None:
        """Exactly these events, in this order."""
        assert self.refusal is None, self.refusal
        assert self.events == events

    def allowed(self) -> None:
        """Whatever the events are."""
        assert self.refusal is None, self.refusal

    def refused(self, saying: str) -> None:
        """Assert that it was refused, with these words in the sentence."""
        assert self.refusal is not None, f"it was allowed: {self.events}"
        assert saying in self.refusal.message

    @property
    def event(self) -> Event:
        """The only event."""
        assert self.refusal is None, self.refusal
        (event,) = self.events
        return event

    def sheet(self, who: str) -> SheetView:
        """Return a character's sheet afterwards."""
        assert self.refusal is None, self.refusal
        return view(fold(self.events, self.before.copy()), who)


@frozen
class Given:
    """A campaign with the rules of `book`, in which these events have happened."""

    events: tuple[Event, ...]
    dice: LoadedDice = Factory(LoadedDice)
    book: str = "peupfudge"

    @property
    def state(self) -> State:
        return fold((beginning(self.book), *self.events))

    def sheet(self, who: str) -> SheetView:
        """Return a character's sheet."""
        return view(self.state, who)

    def rolling(self, *faces: int) -> Given:
        """With these faces on the program's next Fudge dice."""
        self.dice.lay(*faces)
        return self

    def when(self, command: object) -> Outcome:
        """Decide a command. Deciding looks at the state and leaves it alone."""
        state = self.state
        try:
            outcome = Outcome(self.state, tuple(decide(state, command, self.dice)))
        except Refused as refusal:
            outcome = Outcome(self.state, refusal=refusal)
        assert state == self.state
        return outcome


def given(*events: Event, book: str = "peupfudge") -> Given:
    """Begin a campaign with these rules in which these events have happened, after its beginning."""
    return Given(events, book=book)


def a_check(story: Given, command: Check) -> CheckResolved:
    """Return the event that a check makes."""
    event = story.when(command).event
    assert isinstance(event, CheckResolved)
    return event


def a_contest(story: Given, command: Contest) -> ContestResolved:
    """Return the event that a contest makes."""
    event = story.when(command).event
    assert isinstance(event, ContestResolved)
    return event


def rule(key: str, typed: str, book: str = "peupfudge") -> RulesChanged:
    """Return the event that one rule of the book was set to what was typed."""
    before = load_rules(book)
    rules = change_value(before, key, typed)
    return RulesChanged(key, rules.as_data()[key], before.as_data()[key], rules.as_data(), rules.digest)


def folder() -> tempfile.TemporaryDirectory[str]:
    """Make a folder that goes away."""
    return tempfile.TemporaryDirectory()


@cache
def log_of(lines: str) -> bytes:
    """Return the file of a log that these lines make, played once for all tests that begin with them."""
    with folder() as place:
        path = Path(place) / "played.db"
        desk = Desk(path)
        for line in lines.splitlines():
            outcome = desk.do(line)
            assert outcome.status == 0, (line, outcome.fault)
        desk.close()
        return path.read_bytes()


def seated(path: Path, lines: str) -> Desk:
    """Sit down at a log that these lines made."""
    path.write_bytes(log_of(lines))
    desk = Desk(path)
    desk.open(writable=True)
    return desk


def hyphen_for_minus(line: str) -> bool:
    """Return whether a printed line has a hyphen before a number, outside what was typed or is quoted to be typed."""
    return not line.startswith("> ") and re.search(r"(?<![\w-])-\d", re.sub("“[^”]*”", "", line)) is not None


def one_in(number: int, cases: Iterable[Any], others: Any = pytest.mark.slow) -> list[Any]:
    """Return cases as parameters: one in so many for every run, the others marked as slow, or with another mark."""
    return [
        pytest.param(case, id=getattr(case, "stem", None), marks=() if place % number == 0 else others)
        for place, case in enumerate(cases)
    ]


def within_the_bound(work: Callable[[], T]) -> T:
    """Return the result of some work. The test fails if it takes too long."""

    def too_long(number: int, frame: FrameType | None) -> None:
        pytest.fail("it hangs")  # no error that the program catches

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(BOUND)
    try:
        return work()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def a_full_disk(most: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes, as if the disk were full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    heeded = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, heeded)
