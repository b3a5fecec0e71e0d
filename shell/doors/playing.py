"""Play a script with one commit for many lines.

Each line is answered once its events are on disk. A commit waits for the disk, which takes longer than a line. Lines
share one only if nobody waits for it: no more than are there already, and only for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import BinaryIO

from engine.interrupts import until_told
from engine.registry import Anywhere, Ask, OfTheLog
from engine.store.door import HeadMoved, LogError, Unconfirmed
from engine.value import Factory, evolve, record, value
from shell.commands import Quit
from shell.doors.lines import Script
from shell.doors.voice import Saying, Voice, carry_out_line, do_line
from shell.language.grammar import find_first_word
from shell.options import ExitStatus
from shell.outcome import LineOutcome
from shell.render import has_own_way
from shell.runner import Desk, log_fault

#: How long (in seconds) other programs may wait for a turn, and how many lines share a commit at most.
LONGEST_WAIT = 0.05
MOST_TOGETHER = 100


def play(desk: Desk, stream: BinaryIO, voice: Voice, *, keep_going: bool = False) -> ExitStatus:
    """Carry out a script up to the first failure or to its end, and return the first failure's status or DONE."""
    first = ExitStatus.DONE
    for status in play_lines(desk, Script(stream), voice):
        first = first or status
        if status and not keep_going:
            break
    return first


def play_lines(desk: Desk, script: Script, voice: Voice) -> Iterator[ExitStatus]:
    """Carry out the lines of a script, and yield the status of each once its outcome is printed."""
    for number, line in script:
        if isinstance(line, LineOutcome):
            yield voice.tell(line, number)
            continue
        voice.print(voice.echo(line))
        if can_share_commit(desk, line):
            yield from CommonCommit(desk, voice, script).carry_out(number, line)
            continue
        outcome = carry_out_line(desk, line, voice, number)
        yield outcome.status
        if outcome.asked is not None and isinstance(outcome.asked.command, Quit):
            return


def can_share_commit(desk: Desk, line: str) -> bool:
    """Return whether a line only records, and is decided quickly on the state alone."""
    if desk.campaign is None or not desk.campaign.log.writable:
        return False
    found = find_first_word(line).commands
    return bool(found) and not any(issubclass(cls, (Anywhere, Ask, OfTheLog)) or has_own_way(cls) for cls in found)


class Torn(Exception):
    """A fault of the log or the program, with which earlier lines may be lost."""


@value
class Shared:
    """A line that shares a commit, with its outcome and the output for it."""

    number: int
    line: str
    outcome: LineOutcome
    sayings: tuple[Saying, ...]


@record
class CommonCommit:
    """Lines that share a commit."""

    desk: Desk
    voice: Voice
    script: Script
    done: list[Shared] = Factory(list)

    def carry_out(self, number: int, line: str) -> Iterator[ExitStatus]:
        """Carry out a line and the waiting lines after it, and yield their statuses.

        The first one is echoed already. If they cannot be stored together, none was stored, and each is carried out
        again with a separate commit.
        """
        with until_told():
            stored = self.store(number, line)
            if stored:
                self.voice.print(join_sayings(self.sayings()))
        if stored:
            yield from (each.outcome.status for each in self.done)
        else:
            yield from self.carry_out_singly()

    def store(self, number: int, line: str) -> bool:
        """Carry out lines and commit them. Return whether that was possible, even if the disk did not confirm it."""
        assert self.desk.campaign is not None
        try:
            with self.desk.campaign.together():
                self.gather(number, line)
        except Unconfirmed as error:
            self.done = [self.mark_unconfirmed(each, type(error)) for each in self.done]
        except (LogError, HeadMoved, Torn):
            return False
        return True

    def gather(self, number: int, line: str) -> None:
        """Carry out a line and waiting lines after it, up to one that fails or cannot share their commit."""
        self.add(number, line)
        until = time.monotonic() + LONGEST_WAIT
        while not self.done[-1].outcome.status and len(self.done) < MOST_TOGETHER and time.monotonic() < until:
            following = self.script.peek()
            if following is None:
                return
            number, found = following
            if isinstance(found, LineOutcome) or not can_share_commit(self.desk, found):
                return
            self.script.take()
            self.add(number, found)

    def add(self, number: int, line: str) -> None:
        """Carry out a line. Raise Torn if the lines before it may be lost with it."""
        outcome = self.desk.do(line)
        self.done.append(Shared(number, line, outcome, tuple(self.voice.sayings(outcome, number))))
        if outcome.status == ExitStatus.NO_LOG and len(self.done) > 1:
            raise Torn

    def sayings(self) -> Iterator[Saying]:
        """Yield the output for the lines, each after its echo."""
        for place, each in enumerate(self.done):
            yield from self.voice.echo(each.line) if place else ()
            yield from each.sayings

    def mark_unconfirmed(self, shared: Shared, error: type[Unconfirmed]) -> Shared:
        """Return a line marked as not confirmed if it has events, or else as it is."""
        events = shared.outcome.asked.events if shared.outcome.asked is not None else ()
        if not events:
            return shared
        fault = log_fault(find_first_word(shared.line), error(events[-1].seq))
        outcome = evolve(shared.outcome, answer=None, fault=fault)
        return evolve(shared, outcome=outcome, sayings=tuple(self.voice.sayings(outcome, shared.number)))

    def carry_out_singly(self) -> Iterator[ExitStatus]:
        """Carry out the same lines again, each with a commit to itself."""
        for place, each in enumerate(self.done):
            if place:
                self.voice.print(self.voice.echo(each.line))
            yield do_line(self.desk, each.line, self.voice, each.number)


def join_sayings(sayings: Iterable[Saying]) -> Iterator[Saying]:
    """Yield texts that are printed one after the other on a stream as one text."""
    for stream, together in groupby(sayings, key=lambda saying: saying[0]):
        yield stream, "\n".join(text for _, text in together)
