"""Gather the events of an evening as a narrator tells them, each with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from engine.concerns.characters.events import CharacterCreated
from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked
from engine.naming import names_in
from engine.retelling import (
    ChangeTold,
    DeedTold,
    HeadingTold,
    NewsTold,
    RevealTold,
    SheetTold,
    Telling,
    Told,
    TurnTold,
    WordsTold,
    retell,
)
from engine.value import evolve, value
from replay.audience.rule import View, Visible
from replay.audience.secrets import is_marked

#: Before what was secret until now.
NOW_KNOWN = "Now known: "


@value
class Strand:
    """An event as a narrator tells it, with the numbers of all events in it.

    `names` are the characters in it. `turn` is the other result that a roll got, and `behind` what came of it for the
    same person. A turn is `alone` if its roll was told before.
    """

    seqs: tuple[int, ...]
    told: Told
    names: tuple[str, ...] = ()
    secret: bool = False
    late: bool = False
    turn: TurnTold | None = None
    behind: tuple[DeedTold | ChangeTold, ...] = ()
    alone: bool = False

    def with_more(self, other: Strand, **changes: object) -> Strand:
        """Return the strand with another one's numbers, and with changes."""
        return evolve(self, seqs=(*self.seqs, *other.seqs), names=(*self.names, *other.names), **changes)


T = TypeVar("T")


def told_as(strands: Iterable[Strand], cls: type[T]) -> list[tuple[Strand, T]]:
    """Return those strands that are told in one way, each with how."""
    return [(each, each.told) for each in strands if isinstance(each.told, cls)]


@value
class StrandReader:
    """Reads the events of an evening for an audience: what it calls people, and the number before the evening."""

    view: View
    call: Callable[[str], str]
    after: int

    def gather(self, begun: Visible, found: Sequence[Visible], end: int) -> Iterator[Strand]:
        """Yield the events of an evening that are told, after its beginning. Those above number `end` came after it."""
        elsewhere = self.view.revealed if self.view.for_players else frozenset()
        set_up, answered = find_set_up(begun, found), find_answered(found)
        for each in found:
            if each.seq in elsewhere or each.seq in set_up or each.seq in answered:
                continue
            strand = self.tell(each)
            if strand is not None:
                yield evolve(strand, late=each.seq > end)

    def tell(self, each: Visible) -> Strand | None:
        """Return an event as it is told, or None if it is not."""
        told = retell(each.event, Telling(each.blanks, self.call), each.text)
        match told:
            case None:
                return None
            case RevealTold(event=number):
                return self._reveal(each, number)
            case WordsTold():
                return self._quote(each, told)
        return Strand((each.seq,), told, tuple(names_in(each.event, "character")), is_marked(each.event))

    def _reveal(self, each: Visible, number: int) -> Strand | None:
        """Return what a revelation shows: to players where it was revealed, to the game master only if it was older."""
        known = self.view.find(number)
        if known is None or isinstance(known.event, type(each.event)):
            return None
        if not self.view.for_players and number > self.after:
            return None
        strand = self.tell(known)
        if strand is None:
            return None
        seqs = (*strand.seqs, each.seq)
        if isinstance(strand.told, WordsTold | HeadingTold | NewsTold):
            return Strand(seqs, NewsTold(f"{NOW_KNOWN}{strand.told.text}"), strand.names)
        return evolve(strand, seqs=seqs, secret=False)

    def _quote(self, each: Visible, told: WordsTold) -> Strand:
        """Return words of the game master or a player, an answer with its question."""
        seqs: tuple[int, ...] = (each.seq,)
        if told.asks:
            told = WordsTold(f"“{told.text}” (to {self.call(told.asks)})")
        elif told.answers is not None:
            question = self.view.find(told.answers)
            if question is not None and isinstance(question.event, LeadingQuestionAsked):
                seqs = (question.seq, each.seq)
                told = WordsTold(f"“{question.event.text}” {self.call(question.event.character)}: “{told.text}”")
        return Strand(seqs, told, tuple(names_in(each.event, "character")), is_marked(each.event))


def find_answered(found: Sequence[Visible]) -> set[int]:
    """Return the questions that are told with their answers in the same evening."""
    return {each.event.question for each in found if isinstance(each.event, LeadingQuestionAnswered)}


def find_set_up(begun: Visible, found: Sequence[Visible]) -> set[int]:
    """Return the events that make the characters who join in a session.

    If a file brings characters, these are all its events except their joining. The file that brought the evening
    itself is told: what it says happened then.
    """
    joined = {each.event.name: each.cmd for each in found if isinstance(each.event, CharacterCreated)}
    brought = {*joined.values()} - {begun.cmd}
    return {
        each.seq
        for each in found
        if not isinstance(each.event, CharacterCreated)
        and (each.cmd in brought or (makes_sheet(each) and each.event.character in joined))
    }


def makes_sheet(each: Visible) -> bool:
    """Return whether an event only writes to a sheet, as making a character does."""
    return isinstance(retell(each.event, Telling(each.blanks), ""), SheetTold)
