"""Tell where an evening leaves things: what is open, who is hurt, who was met, and the bookkeeping."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.retelling import AmendTold, ArrivalTold, AwardTold, OpenTold, PointsTold, PurchaseTold, SheetTold, UndoTold
from engine.value import evolve, record
from replay.audience.rule import View
from replay.retelling.bookkeeping import Bookkeeper
from replay.retelling.people import Newcomers, is_making
from replay.retelling.runs import Joiner
from replay.retelling.strands import Strand, told_as
from replay.retelling.tries import Passage
from replay.retelling.unfinished import Unfinished

#: What stands in this list alone, and not in the story.
IN_THE_LIST = (AmendTold, ArrivalTold, AwardTold, OpenTold, PointsTold, PurchaseTold, SheetTold, UndoTold)


@record
class Aftermath:
    """Where things stand after an evening of the events above number `after`, up to `last`, for an audience."""

    view: View
    joiner: Joiner
    unfinished: Unfinished
    heroes: frozenset[str]
    after: int
    last: int

    def tell(
        self, books: Sequence[Strand], story: Sequence[Strand], scenes: Sequence[int]
    ) -> Iterator[tuple[str, Passage]]:
        """Yield the labels of the list, each with what it says."""
        keeper, come = Bookkeeper(self.view, self.joiner.party), Newcomers(self.view, self.heroes, self.after)
        late = [each for each in books if not isinstance(each.told, IN_THE_LIST) and not self._is_making(each, books)]
        bought = [each for each in books if not self._is_making(each, books)]
        parts: dict[str, Iterator[Passage]] = {
            "Open": self._tell_open(),
            **self._tell_heroes(),
            "Met": come.tell_met(books, story),
            "New": come.tell_new(books, story),
            "Joined": come.tell_joined(books),
            "Sheets": keeper.tell_sheets(books),
            "Raised": keeper.tell_purchases(bought, late=False),
            "Since then": self._tell_since(keeper, bought, late),
            "XP": keeper.tell_xp(books),
            "Fudge points": keeper.tell_points([*story, *books]),
            "Set right": keeper.tell_corrections(books, scenes),
        }
        for label, clauses in parts.items():
            found = list(clauses)
            if found:
                seqs = tuple(sorted({seq for each in found for seq in each.seqs}))
                yield label, Passage(seqs, "; ".join(each.text for each in found))

    def _tell_open(self) -> Iterator[Passage]:
        yield from self.unfinished.open_countdowns(self.last)
        yield from self.unfinished.open_goals(self.last)

    def _tell_heroes(self) -> dict[str, Iterator[Passage]]:
        """Return which players' characters are hurt, and which left play."""
        state = self.unfinished.state_at(self.last)
        then = [name for name, seq in self.view.joined.items() if seq <= self.last and name in self.heroes]
        sheets = [state.sheets[name] for name in then if name in state.sheets]
        return {"Hurt": self.unfinished.hurt_at(sheets), "Out of play": self.unfinished.out_at(sheets, self.last)}

    @staticmethod
    def _tell_since(keeper: Bookkeeper, bought: Sequence[Strand], late: Sequence[Strand]) -> Iterator[Passage]:
        """Yield what happened to sheets after the evening."""
        yield from keeper.tell_purchases(bought, late=True)
        yield from Joiner(keeper.party, lambda name, seq: None, leads=False).join(
            [evolve(each, secret=False) for each in late]
        )

    @staticmethod
    def _is_making(strand: Strand, books: Sequence[Strand]) -> bool:
        return any(is_making(strand, came.who, arrival) for arrival, came in told_as(books, ArrivalTold))
