"""Tell the bookkeeping of an evening in short: XP, purchases, fudge points, sheets of NPCs, and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from engine.retelling import (
    AmendTold,
    AwardTold,
    ChangeTold,
    DeedTold,
    DuelTold,
    PointsTold,
    PurchaseTold,
    SheetTold,
    Telling,
    TryTold,
    TurnTold,
    UndoTold,
    retell,
)
from engine.text import because, count_out, join_clauses, join_names, plain
from engine.value import evolve, value
from replay.audience.rule import View
from replay.retelling.strands import Strand, told_as
from replay.retelling.tries import Party, Passage, join_numbers

#: How an undone event must be told to stand among the corrections: as something on a sheet, not as words.
ON_SHEETS = (AwardTold, PurchaseTold, SheetTold, DeedTold, ChangeTold)


@value
class Bookkeeper:
    """Tells the bookkeeping of an evening."""

    view: View
    party: Party

    def tell_sheets(self, books: Sequence[Strand]) -> Iterator[Passage]:
        """Yield what was written on the sheets of NPCs."""
        for strands, written in group_by_person(told_as(books, SheetTold)):
            what = join_names([each.what for each in written])
            yield Passage(join_numbers(strands), f"{self.party.call(written[0].who)} {written[0].did} {what}")

    def tell_purchases(self, books: Sequence[Strand], *, late: bool) -> Iterator[Passage]:
        """Yield what each put XP in, in the evening or after it."""
        for strands, bought in group_by_person(told_as((each for each in books if each.late == late), PurchaseTold)):
            by_trait: dict[tuple[str, str, str], PurchaseTold] = {}
            for each in bought:
                key = (each.verb, each.trait, each.unit)
                before = by_trait[key].amount if key in by_trait else 0
                by_trait[key] = evolve(each, amount=each.amount + before)
            by_verb: dict[str, list[str]] = {}
            for each in by_trait.values():
                by_verb.setdefault(each.verb, []).append(tell_purchase(each))
            said = join_clauses([f"{verb} {join_names(parts)}" for verb, parts in by_verb.items()])
            yield Passage(join_numbers(strands), f"{self.party.call(bought[0].who)} {said}")

    def tell_xp(self, books: Sequence[Strand]) -> Iterator[Passage]:
        """Yield how many XP each got in all, and for what, every reason once."""
        awards = told_as(books, AwardTold)
        sums: dict[str, int] = {}
        for _, award in awards:
            sums[award.who] = sums.get(award.who, 0) + award.amount
        alike: dict[int, list[str]] = {}
        for who, amount in sums.items():
            alike.setdefault(amount, []).append(who)
        if not awards:
            return
        said = [
            f"{self.party.join(names)} {plain(amount)}{' each' if len(names) > 1 else ''}"
            for amount, names in alike.items()
        ]
        together = join_names(said) if len(sums) == len(alike) else "; ".join(said)
        reasons = dict.fromkeys(award.reason.rstrip(".") for _, award in awards if award.reason)
        yield Passage(join_numbers([each for each, _ in awards]), f"{together}{because(', '.join(reasons))}")

    def tell_points(self, strands: Sequence[Strand]) -> Iterator[Passage]:
        """Yield how many fudge points each spent and got, as far as the audience saw. What is left is on the sheet."""
        moved: dict[str, list[int]] = {}
        moving = [each for each in strands if any(find_points(each))]
        for each in moving:
            for who, points in find_points(each):
                moved.setdefault(who, [0, 0])[points > 0] += abs(points)
        alike: dict[str, list[str]] = {}
        for who, (spent, got) in moved.items():
            parts = [f"{verb} {points}" for verb, points in (("spent", spent), ("got", got)) if points]
            alike.setdefault(" and ".join(parts), []).append(who)
        for said, names in alike.items():
            yield Passage(join_numbers(moving), f"{self.party.join(names)} {said}{' each' if len(names) > 1 else ''}")

    # --- corrections -------------------------------------------------------------------------------------------

    def tell_corrections(self, books: Sequence[Strand], scenes: Sequence[int]) -> Iterator[Passage]:
        """Yield the corrections that changed a sheet later, but not those of a slip in the same scene."""
        alike: dict[AmendTold, list[tuple[Strand, AmendTold]]] = {}
        for strand, amended in told_as(books, AmendTold):
            alike.setdefault(evolve(amended, who=""), []).append((strand, amended))
        for key, found in alike.items():
            names = self.party.join(list(dict.fromkeys(each.who for _, each in found)), owning=True)
            text = f"{names} {key.thing}, {key.change}{because(key.reason)}"
            yield Passage(join_numbers([strand for strand, _ in found]), text)
        for strand, undone in told_as(books, UndoTold):
            scene = max((seq for seq in scenes if seq < strand.seqs[0]), default=0)
            if undone.far or any(seq < scene for seq in undone.targets):
                yield from self._tell_undo(strand, undone)

    def _tell_undo(self, strand: Strand, undone: UndoTold) -> Iterator[Passage]:
        """Yield what was undone that stood on sheets, by its sentence in the log."""
        found = [each for seq in undone.targets if (each := self.view.find(seq)) is not None]
        told = [each.text for each in found if isinstance(retell(each.event, Telling(each.blanks), ""), ON_SHEETS)]
        if told:
            more = f" and {count_out(len(told) - 1, 'other')}" if len(told) > 1 else ""
            verb = undone.verbs[len(told) > 1]
            yield Passage(strand.seqs, f"“{told[0]}”{more} {verb}{because(undone.reason)}")


Owned = TypeVar("Owned", SheetTold, PurchaseTold)


def group_by_person(found: Iterable[tuple[Strand, Owned]]) -> Iterator[tuple[list[Strand], list[Owned]]]:
    """Yield what is about each person, with the strands."""
    people: dict[str, tuple[list[Strand], list[Owned]]] = {}
    for strand, told in found:
        strands, parts = people.setdefault(told.who, ([], []))
        strands.append(strand)
        parts.append(told)
    yield from people.values()


def tell_purchase(bought: PurchaseTold) -> str:
    """Return what XP bought, without the verb: a level, or so much towards one."""
    xp = f"{bought.amount} {bought.unit}"
    if bought.to or not bought.amount:
        to = f" to {bought.to}" if bought.to else ""
        return f"{bought.trait}{to}{because(xp) if bought.amount else ''}"
    return f"{xp} in {bought.trait}{f', which waits for {bought.waits}' if bought.waits else ''}"


def find_points(strand: Strand) -> Iterator[tuple[str, int]]:
    """Yield who spent or got fudge points in an event, and how many. Spent ones are below zero."""
    if isinstance(strand.told, DuelTold):
        yield from ((who, -points) for who, points in strand.told.points)
    if isinstance(strand.told, PointsTold):
        yield strand.told.who, strand.told.amount
    for told in (strand.told, strand.turn):
        if isinstance(told, TryTold | TurnTold | DeedTold) and told.points:
            yield told.who, -told.points
