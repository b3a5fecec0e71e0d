"""Tell who joined in an evening, and which NPCs the players met for the first time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.naming import names_in
from engine.retelling import ArrivalTold, OpenTold, SheetTold, Telling, retell
from engine.text import because
from engine.value import record
from replay.audience.rule import View
from replay.retelling.fights import name_alike, name_of_kind
from replay.retelling.strands import Strand, told_as
from replay.retelling.tries import Passage, join_numbers


@record
class Newcomers:
    """Those who are new in an evening that began behind event `after`."""

    view: View
    heroes: frozenset[str]
    after: int

    def tell_joined(self, books: Sequence[Strand]) -> Iterator[Passage]:
        """Yield the players' characters that joined, with all that made them if that was after the evening."""
        for strand, came in told_as(books, ArrivalTold):
            if came.kind == "pc":
                made = [each for each in books if is_making(each, came.who, strand)]
                yield Passage(join_numbers([strand, *made]), f"{came.who}{because(came.player or '')}")

    def tell_met(self, books: Sequence[Strand], story: Sequence[Strand]) -> Iterator[Passage]:
        """Yield the NPCs who were met for the first time."""
        yield from self._tell(self._find_met(story), books)

    def tell_new(self, books: Sequence[Strand], story: Sequence[Strand]) -> Iterator[Passage]:
        """Yield the NPCs who came into the campaign and did nothing yet."""
        acted = {name for each in story for name in each.names}
        came = [each.who for _, each in told_as(books, ArrivalTold) if each.kind != "pc"]
        yield from self._tell([name for name in came if name not in acted], books)

    def _tell(self, names: Sequence[str], books: Sequence[Strand]) -> Iterator[Passage]:
        """Yield names, of alike ones together with their numbers."""
        came = {each.who: strand for strand, each in told_as(books, ArrivalTold)}
        kinds: dict[str, list[str]] = {}
        for name in names:
            kinds.setdefault(name_of_kind(name), []).append(name)
        for alike in kinds.values():
            yield Passage(join_numbers([came[name] for name in alike if name in came]), name_alike(alike))

    def _find_met(self, story: Sequence[Strand]) -> list[str]:
        """Return the NPCs in the story of this evening, and in none before."""
        acted = dict.fromkeys(name for each in story if not each.secret for name in each.names)
        sheets = self.view.campaign.state.sheets
        found = [name for name in acted if name not in self.heroes and name in sheets]
        return [name for name in found if name not in self._met_before(found)]

    def _met_before(self, names: Sequence[str]) -> set[str]:
        """Return those who were in an earlier evening. No more events are read than needed."""
        missing, found = set(names), set[str]()
        first = self.view.campaign.state.sessions[0].start - 1
        for each in self.view.read_seen(first, self.after):
            here = missing & set(names_in(each.event, "character"))
            if here and each.counts and is_met_in(each.event):
                found |= here
                missing -= here
            if not missing:
                break
        return found


def is_met_in(event: object) -> bool:
    """Return whether an event is told of the characters in it, and not only prepares them."""
    told = retell(event, Telling(), "")
    return told is not None and not isinstance(told, ArrivalTold | SheetTold | OpenTold)


def is_making(strand: Strand, who: str, arrival: Strand) -> bool:
    """Return whether something after the evening only made a character who joined then."""
    return strand.late and arrival.late and strand is not arrival and set(strand.names) == {who}
