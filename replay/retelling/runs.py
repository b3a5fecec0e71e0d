"""Join alike deeds that follow one another, of several characters or of one, into one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from engine.concerns.countdowns.sheet import number_of_boxes
from engine.retelling import ChangeTold, ClauseTold, DeedTold, DiceTold, DuelTold, TickTold, TryTold, TurnTold
from engine.text import because, join_clauses, join_names, mark_secret
from engine.value import evolve, record
from replay.retelling.strands import Strand, told_as
from replay.retelling.tries import (
    Party,
    Passage,
    join_numbers,
    join_passages,
    tell_deed,
    tell_duels,
    tell_tries,
)

#: How many things are named one by one, and of more, how many are named before the others are counted.
MOST_NAMED, FIRST_NAMED = 5, 3

#: Returns how far a countdown was after an event, or None if nobody saw it being made.
Boxes = Callable[[str, int], str | None]


def tie(stretch: Sequence[Strand]) -> list[Strand]:
    """Tie the other results of rolls to the rolls, and what came of a check to the check."""
    found: list[Strand] = []
    for place, strand in enumerate(stretch):
        told = strand.told
        rest = stretch[place + 1 :]
        at = next((n for n, each in enumerate(found) if is_turned(each, told)), None)
        if isinstance(told, TurnTold) and at is not None:
            found[at] = found[at].with_more(strand, turn=told)
        elif found and comes_of(strand, found[-1], rest):
            found[-1] = found[-1].with_more(strand, behind=(*found[-1].behind, told))
        else:
            found.append(strand)
    return found


def is_turned(strand: Strand, told: object) -> bool:
    """Return whether a roll is the one that another event turned."""
    is_roll = isinstance(strand.told, TryTold | DuelTold)
    return isinstance(told, TurnTold) and is_roll and told.of in strand.seqs and not strand.alone


def comes_of(strand: Strand, before: Strand, rest: Sequence[Strand]) -> bool:
    """Return whether an event came of the same person's check right before it, and of nothing that others share."""
    told, roll = strand.told, before.told
    if strand.secret != before.secret or before.alone:
        return False
    if isinstance(told, DeedTold) and isinstance(roll, DuelTold):
        return told.behind and any(told.who == who for who, _ in roll.sides)
    if not isinstance(roll, TryTold) or not isinstance(told, DeedTold | ChangeTold) or told.who != roll.who:
        return False
    if isinstance(told, DeedTold):
        return told.behind
    following = rest[0].told if rest else None
    return not (isinstance(following, ChangeTold | TickTold) and following.reason == told.reason)


@record
class Joiner:
    """Joins what lies between two notes into sentences. A reason leads, or in a list stands behind."""

    party: Party
    boxes: Boxes
    leads: bool = True

    def join(self, stretch: Sequence[Strand]) -> Iterator[Passage]:
        """Yield the sentences of a stretch."""
        for (kind, secret), run in groupby(tie(stretch), key=lambda each: (self.kind_of(each), each.secret)):
            strands = list(run)
            for each in self.join_run(kind, strands):
                text = begin_sentence(each.text, self.party.kept) if self.leads else each.text
                yield evolve(each, text=f"{mark_secret(secret)}{text}")

    @staticmethod
    def kind_of(strand: Strand) -> object:
        """Return the kind of neighbours with which an event is joined."""
        told = strand.told
        if isinstance(told, ChangeTold | TickTold):
            return "moves", told.reason
        if isinstance(told, DeedTold):
            return "deeds", told.reason
        if isinstance(told, ClauseTold):
            return "clauses", strand.seqs
        return type(told)

    def join_run(self, kind: object, run: Sequence[Strand]) -> Iterator[Passage]:
        """Yield the sentences for neighbours of one kind."""
        first = run[0].told
        match first:
            case TryTold():
                yield from join_passages(list(tell_tries(run, self.party)))
            case DuelTold():
                yield from join_passages(list(tell_duels(run, self.party.call)))
            case ChangeTold() | TickTold():
                yield self.tell_moves(run, first.reason)
            case DeedTold():
                yield from self.tell_deeds(run, first.reason)
            case DiceTold():
                yield from self.tell_dice(run)
            case ClauseTold():
                yield Passage(join_numbers(run), self.lead(first.reason, first.clause))

    def lead(self, reason: str, said: str) -> str:
        """Put a reason before what came of it, or behind it in a list."""
        reason = reason.strip().rstrip(".:")
        if not self.leads:
            return f"{said}{because(reason)}"
        return f"{begin_sentence(reason)}: {said}" if reason else said

    # --- statuses, counters, countdowns ------------------------------------------------------------------------

    def tell_moves(self, run: Sequence[Strand], reason: str) -> Passage:
        """Return what one cause moved: whose statuses and counters, and which countdowns."""
        last: dict[tuple[str, str], str] = {}
        for strand in run:
            match strand.told:
                case ChangeTold(who=who, thing=thing, became=became):
                    last[who, thing] = became
                case TickTold(countdown=countdown) as ticked:
                    last["", countdown] = self.tell_tick(ticked, strand.seqs[-1])
        parts: dict[tuple[str, str], list[str]] = {}
        for (who, thing), became in last.items():
            parts.setdefault((thing, became), []).append(who)
        said = [
            f"{self.party.join(who, owning=True)} {thing} {became}" if all(who) else became
            for (thing, became), who in parts.items()
        ]
        return Passage(join_numbers(run), self.lead(reason, "; ".join(said)))

    def tell_tick(self, ticked: TickTold, seq: int) -> str:
        """Return how far a countdown is after a tick."""
        found = self.boxes(ticked.countdown, seq)
        return found or f"{ticked.countdown}, {number_of_boxes(ticked.boxes)} marked"

    # --- deeds -------------------------------------------------------------------------------------------------

    def tell_deeds(self, run: Sequence[Strand], reason: str) -> Iterator[Passage]:
        """Yield what people did: alike deeds of several together, else all that one did."""
        deeds = told_as(run, DeedTold)
        people: dict[DeedTold, list[str]] = {}
        for _, deed in deeds:
            people.setdefault(anybodys(deed), []).append(deed.who)
        shared = {deed for deed, who in people.items() if len(who) > 1 and len(set(who)) == len(who)}
        clauses: dict[DeedTold | str, Passage] = {}
        for _, deed in deeds:
            if anybodys(deed) in shared:
                same = [each for each in deeds if anybodys(each[1]) == anybodys(deed)]
                who = self.party.join([each.who for _, each in same])
                text = f"{who} {tell_deed(deed)}"
                clauses.setdefault(anybodys(deed), Passage(join_numbers([strand for strand, _ in same]), text))
            elif deed.who not in clauses:
                own = [each for each in deeds if each[1].who == deed.who and anybodys(each[1]) not in shared]
                clauses[deed.who] = self.tell_own(own)
        for place, each in enumerate(join_passages(list(clauses.values()))):
            yield evolve(each, text=self.lead("" if place else reason, each.text))

    def tell_own(self, own: Sequence[tuple[Strand, DeedTold]]) -> Passage:
        """Return all that one person did. That somebody was hurt goes without saying before they were out."""
        whats: dict[tuple[str, str], list[str]] = {}
        for _, deed in own:
            whats.setdefault((deed.did, deed.how), []).append(deed.what)
        if own[-1][1].behind:
            last = own[-1][1].did
            whats = {key: named for key, named in whats.items() if any(named) or key[0] == last}
        parts = [" ".join(filter(None, (did, name_few(named)))) + how for (did, how), named in whats.items()]
        who = self.party.call(own[0][1].who)
        return Passage(join_numbers([strand for strand, _ in own]), f"{who} {join_clauses(parts)}")

    def tell_dice(self, run: Sequence[Strand]) -> Iterator[Passage]:
        """Yield to what dice came that were rolled for no check."""
        for (who, verb), rolled in groupby(told_as(run, DiceTold), key=lambda each: (each[1].who, each[1].verb)):
            strands, dice = zip(*rolled, strict=True)
            came = join_names([each.came for each in dice])
            yield Passage(join_numbers(strands), f"{f'{self.party.call(who)} ' if who else ''}{verb} {came}")


def anybodys(deed: DeedTold) -> DeedTold:
    """Return a deed without who did it."""
    return evolve(deed, who="")


def name_few(whats: Sequence[str]) -> str:
    """Return some things, each with how often if it is there several times, and of many only the first.

    >>> name_few(["rope", "nail", "nail"]), name_few(list("abcdef"))
    ('rope and nail (twice)', 'a, b, c and 3 more')
    """
    counted = Counter(whats)
    named = [what if times == 1 else count_times(what, times) for what, times in counted.items() if what or times > 1]
    if len(named) <= MOST_NAMED:
        return join_names(named) if named else ""
    return join_names([*named[:FIRST_NAMED], f"{len(named) - FIRST_NAMED} more"])


def count_times(what: str, times: int) -> str:
    """Return something with how often it was, once for each."""
    said = "twice" if times == 2 else f"{times} times"
    return f"{what} ({said})" if what else said


def begin_sentence(text: str, kept: Sequence[str] = ()) -> str:
    """Return a text with a capital first, unless it begins with one of the names that are `kept` as they are."""
    return text if text.startswith(tuple(kept)) else f"{text[:1].upper()}{text[1:]}"
