"""Join checks and contests that follow one another into few sentences."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import groupby

from engine.retelling import ChangeTold, DeedTold, DuelTold, TryTold, TurnTold
from engine.text import because, join_names
from engine.value import value
from replay.retelling.strands import Strand, told_as

#: The least margin that is told. Without any it is “barely”.
MARGIN_TOLD = 3

#: What was tried, if it was named just before.
AGAIN = "it"

#: The most clauses in one sentence.
MOST_CLAUSES = 3

Caller = Callable[[str], str]
Try = tuple[Strand, TryTold]


@value
class Passage:
    """A part of a sentence with the numbers of its events. A `whole` one is joined with no other."""

    seqs: tuple[int, ...]
    text: str
    whole: bool = False


@value
class Party:
    """What a recap calls everybody, which players' characters are there, and names that begin with a small letter."""

    call: Caller
    present: frozenset[str] = frozenset()
    kept: tuple[str, ...] = ()

    def join(self, names: Sequence[str], *, owning: bool = False) -> str:
        """Return several names, or that it is everybody if three or more players' characters are all there are."""
        ending = "'s" if owning else ""
        if len(names) > 2 and set(names) == self.present:
            return f"Everybody{ending}"
        return join_names([f"{self.call(name)}{ending}" for name in names])


# --- checks ----------------------------------------------------------------------------------------------------


def tell_tries(run: Sequence[Strand], party: Party) -> Iterator[Passage]:
    """Yield clauses for neighbouring checks: by trait if several people tried it, else by person."""
    tries = told_as(run, TryTold)
    shared = find_tried_by_several(tries)
    done: set[Hashable] = set()
    for strand, tried in tries:
        key = key_of(strand, tried)
        if key is None:
            yield Passage(strand.seqs, tell_alone(strand, tried, party.call), whole=True)
        elif key in shared:
            if key not in done:
                yield tell_trait([each for each in tries if key_of(*each) == key], party)
            done.add(key)
        elif tried.who not in done:
            done.add(tried.who)
            alone = [each for each in tries if key_of(*each) not in (None, *shared)]
            yield tell_person([each for each in alone if each[1].who == tried.who], party.call)


def key_of(strand: Strand, tried: TryTold) -> tuple[str, str | None] | None:
    """Return what was tried, and against whom, or None for a check that is told by itself."""
    if strand.turn or strand.behind or strand.alone or tried.stakes:
        return None
    return tried.trait, tried.against


def find_tried_by_several(tries: Sequence[Try]) -> set[Hashable]:
    """Return what was tried by several people, once by each."""
    people: dict[Hashable, list[str]] = {}
    for strand, tried in tries:
        if key_of(strand, tried) is not None:
            people.setdefault(key_of(strand, tried), []).append(tried.who)
    return {key for key, who in people.items() if len(who) > 1 and len(set(who)) == len(who)}


def tell_trait(group: Sequence[Try], party: Party) -> Passage:
    """Return who of a group made what all of it tried, and who missed it."""
    what, parts = "", []
    for verb in dict.fromkeys(tried.verb for _, tried in group):
        alike = [each for each in group if each[1].verb == verb]
        tries = [tried for _, tried in alike]
        who = party.join([each.who for each in tries])
        barely, rest = tell_margin_of(tries)
        said = what or object_of(tries[0], party.call)
        parts.append(f"{who} {barely}{verb} {said}{rest}")
        what = AGAIN
    return Passage(join_numbers([strand for strand, _ in group]), "; ".join(parts))


def tell_person(own: Sequence[Try], call: Caller) -> Passage:
    """Return a clause for all that one person tried: what was made, what was missed."""
    said, before = call(own[0][1].who), ""
    last: bool | None = None
    for verb in dict.fromkeys(tried.verb for _, tried in own):
        things: dict[Hashable, list[TryTold]] = {}
        tries = [tried for _, tried in own if tried.verb == verb]
        for each in tries:
            things.setdefault((each.trait, each.against), []).append(each)
        objects = [tell_object(found, call, "" if place else before) for place, found in enumerate(things.values())]
        joint = "" if last is None else ", but" if last != tries[0].success else ", and"
        again = before and objects[0][1] == AGAIN and tries[0].success and own[-len(tries)][1] is tries[0]
        said += f"{', then' if again else joint} {tell_objects(verb, objects)}"
        last, before = tries[0].success, object_of(tries[0], call) if len(things) == 1 else ""
    return Passage(join_numbers([strand for strand, _ in own]), said)


def tell_objects(verb: str, objects: Sequence[tuple[str, str, str]]) -> str:
    """Return a verb with what was made or missed: the trait, whether barely, and the rest behind it."""
    (barely, what, rest), *others = objects
    if not others:
        return f"{barely}{verb} {what}{rest}"
    listed = [f"{what}{rest}", *(f"{each[0]}{each[1]}{each[2]}" for each in others)]
    apart = any(each[0] or each[2] for each in objects)
    *most, end = listed
    return f"{barely}{verb} {', '.join(most)}{', and' if apart else ' and'} {end}"


def tell_object(tries: Sequence[TryTold], call: Caller, before: str) -> tuple[str, str, str]:
    """Return whether something was tried barely, the trait or “it” if it is as before, and the rest behind it."""
    what = object_of(tries[0], call)
    what = AGAIN if what == before else what
    times = "" if len(tries) == 1 else " twice" if len(tries) == 2 else f" {len(tries)} times"
    barely, rest = tell_margin_of(tries)
    return barely, what, f"{times}{rest}"


def object_of(tried: TryTold, call: Caller) -> str:
    """Return what was tried, and against whom."""
    return f"{tried.trait} against {call(tried.against)}" if tried.against else tried.trait


def tell_margin_of(tries: Sequence[TryTold]) -> tuple[str, str]:
    """Return “barely” if that is all, and the margins and remarks of alike tries."""
    margins = [each.margin for each in tries]
    aside = [", ".join(each.aside) for each in tries if each.aside]
    remarks = because(join_names(aside if len(set(aside)) > 1 else aside[:1])) if aside else ""
    if set(margins) == {0}:
        return "barely ", remarks
    return "", f"{tell_margins(margins)}{remarks}"


def tell_margins(margins: Sequence[int | None]) -> str:
    """Return by how much, if that is worth telling.

    >>> tell_margins([3]), tell_margins([1, 4]), tell_margins([2]), tell_margins([None, 4])
    (' by 3', ' by 1 to 4', '', '')
    """
    known = sorted(each for each in margins if each is not None)
    if len(known) < len(margins) or not known or known[-1] < MARGIN_TOLD:
        return ""
    if known[0] == known[-1]:
        return f" by {known[0]}"
    return f" by {known[0]} to {known[-1]}" if known[0] else f" by up to {known[-1]}"


# --- a check by itself -----------------------------------------------------------------------------------------


def tell_alone(strand: Strand, tried: TryTold, call: Caller) -> str:
    """Return a check with what turned it, what was at stake, and what came of it."""
    who, turn, what = call(tried.who), strand.turn, object_of(tried, call)
    failed = not (turn or tried).success
    stakes = f" (at stake: “{tried.stakes}”)" if tried.stakes and failed else ""
    if turn is None:
        barely, rest = tell_margin_of([tried])
        said = f"{who} {barely}{tried.verb} {what}{rest}"
    elif strand.alone:
        means = f"{turn.means[:1].upper()}{turn.means[1:]}"
        said = f"{means}, {who} {tell_turned(turn, what)}"
    else:
        said = f"{who} {tell_turn_of(tried, turn, what)}"
    return f"{said}{stakes}{tell_behind(strand.behind)}"


def tell_turned(turn: TurnTold, what: str) -> str:
    """Return the other result of a roll."""
    barely = "barely " if turn.margin == 0 else ""
    margin = "" if turn.margin is None else tell_margins([turn.margin])
    return f"{barely}{turn.verb} {what}{margin}{because(', '.join(turn.aside))}"


def tell_turn_of(tried: TryTold, turn: TurnTold, what: str) -> str:
    """Return a check with its other result: the first one only if it differs."""
    if tried.verb != turn.verb:
        return f"{tried.verb} {what}, then {tell_turned(turn, AGAIN)} {turn.means}"
    even = "" if turn.success else " even"
    margin = "" if turn.margin is None else tell_margins([turn.margin])
    barely = "barely " if turn.margin == 0 else ""
    return f"{barely}{turn.verb} {what}{margin}{even} {turn.means}{because(', '.join(turn.aside))}"


def tell_behind(behind: Sequence[DeedTold | ChangeTold]) -> str:
    """Return what came of a check for the same person."""
    said = ""
    for each in behind:
        if isinstance(each, DeedTold):
            said += f" and {tell_deed(each)}"
        else:
            said += f", and {each.thing} {each.became}{because(each.reason)}"
    return said


def tell_deed(deed: DeedTold) -> str:
    """Return what somebody did, without who."""
    return f"{' '.join(filter(None, (deed.did, deed.what)))}{deed.how}"


# --- contests --------------------------------------------------------------------------------------------------


def tell_duels(run: Sequence[Strand], call: Caller) -> Iterator[Passage]:
    """Yield clauses for neighbouring contests, for alike ones with how often."""
    for said, alike in groupby(run, key=lambda each: tell_duel(each, call)):
        strands = list(alike)
        times = "" if len(strands) == 1 else " twice" if len(strands) == 2 else f" {len(strands)} times"
        yield Passage(join_numbers(strands), f"{said}{times}")


def tell_duel(strand: Strand, call: Caller) -> str:
    """Return a contest, with its other result if it was turned, and what came of it."""
    duel, turn = strand.told, strand.turn
    assert isinstance(duel, DuelTold)
    if turn is not None and strand.alone:
        return f"{turn.means[:1].upper()}{turn.means[1:]}, {turn.clause}"
    margin = "" if duel.margin is None else ", barely" if duel.margin == 0 else tell_margins([duel.margin])
    said = f"{duel.clause}{'' if turn else margin}{because(', '.join(duel.aside))}"
    said = f"{said}, then {turn.clause} {turn.means}" if turn else said
    came = "".join(f"; {call(each.who)} {tell_deed(each)}" for each in strand.behind if isinstance(each, DeedTold))
    return f"{said}{came}"


# --- what both share -------------------------------------------------------------------------------------------


def join_numbers(strands: Sequence[Strand]) -> tuple[int, ...]:
    """Return the numbers of some strands' events, in order."""
    return tuple(sorted({seq for each in strands for seq in each.seqs}))


def join_passages(found: Sequence[Passage], most: int = MOST_CLAUSES) -> Iterator[Passage]:
    """Yield sentences of a few clauses each. A whole clause is a sentence of its own."""
    for whole, run in groupby(found, key=lambda each: each.whole):
        several, size = list(run), 1 if whole else most
        for first in range(0, len(several), size):
            part = several[first : first + size]
            seqs = tuple(sorted({seq for each in part for seq in each.seqs}))
            yield Passage(seqs, "; ".join(each.text for each in part))
