"""Explain why a player remembers another number of XP to spend than the log has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from engine.concerns.corrections.events import AwardAmended
from engine.concerns.experience.events import BonusGranted, XpAllocated, XpAwarded
from engine.known import the_sheet
from engine.value import evolve, value
from replay.accounts.clues import OTHERS_CLUE, Case, Clue, Signature
from replay.moment import Moment

T = TypeVar("T")

#: From how many clues sums are tried, and of how many at once.
MOST_CLUES = 16
MOST_AT_ONCE = 4
#: How much less likely each further mistake makes an explanation.
FURTHER = 15
#: How much less likely a mistake is if the player has since agreed to the sheet.
SETTLED = 25
#: How many explanations are printed, and how many of these are sums.
MOST_TOLD = 6
MOST_SUMS = 2


@value
class Explanation:
    """One or more mistakes that explain all or part of the difference. The lines in `remedy` correct `corrects` XP."""

    text: str
    events: tuple[int, ...]
    accounts_for: int
    remedy: tuple[str, ...] = ()
    corrects: int = 0


@value
class Typed:
    """The events of an account that one person typed."""

    by: str
    events: tuple[int, ...]


@value
class Disagreement:
    """A player's claim, the log's value, and likely explanations, best first."""

    character: str
    claimed: int
    logged: int
    difference: int
    explanations: tuple[Explanation, ...]
    signed: Signature | None = None
    typed: tuple[Typed, ...] = ()
    others: tuple[Explanation, ...] = ()


def dispute(moment: Moment, character: str, claimed: int) -> Disagreement:
    """Explain a claim from the log. Raise Refused for an unknown character."""
    moment.campaign.prove()
    logged = the_sheet(moment.state, character).unspent
    case = Case(moment, character)
    found = tuple(explain(case, claimed, claimed - logged)) if claimed != logged else ()
    difference, typed = claimed - logged, tuple(typed_by(moment, case))
    fits = any(each.accounts_for == difference for each in found)
    others = () if fits or difference <= 0 else tuple(explanation(case, (clue,)) for clue in find_others_awards(case))
    return Disagreement(character, claimed, logged, difference, found, case.signed, typed, others)


def find_others_awards(case: Case) -> list[Clue]:
    """Return the latest awards that only others got, to show if nothing explains the difference."""
    return first_by([*case.find_missed(), *case.of_others()], lambda clue: clue.events)[-MOST_TOLD:]


def typed_by(moment: Moment, case: Case) -> Iterator[Typed]:
    """Yield who typed the character's awards, amendments and allocations, and which."""
    mine = {entry.seq for entry in case.entries}
    found: dict[str, list[int]] = {}
    for each in moment.read(XpAwarded, AwardAmended, XpAllocated, BonusGranted, about=case.who):
        if (each.event.award if isinstance(each.event, AwardAmended) else each.seq) in mine:
            found.setdefault(each.by, []).append(each.seq)
    yield from (Typed(by, tuple(events)) for by, events in found.items())


def explain(case: Case, claimed: int, difference: int) -> Iterator[Explanation]:
    """Yield explanations of the whole difference, likeliest first, then of parts."""
    clues = [clue for clue in (*case.clues(), *case.as_it_was(claimed)) if clue.moves * sign_of(difference) > 0]
    agreed = case.signed.seq if case.signed else 0
    clues = [weigh_clue(clue, agreed) for clue in clues]
    clues.sort(key=lambda clue: -clue.likely)
    whole = merge_clues([clue for clue in clues if clue.moves == difference])
    part = [clue for clue in clues if clue.stands and abs(clue.moves) < abs(difference)]
    smaller = [clue for clue in clues if abs(clue.moves) < abs(difference)][:MOST_CLUES]
    groups = [(clue,) for clue in whole] + sums(smaller, difference)[:MOST_SUMS]
    told = sorted(first_by(groups, events_behind), key=lambda group: -likelihood(group)) + [(clue,) for clue in part]
    told.sort(key=lambda group: is_settled(group, agreed))  # a signature settles everything before it
    return (explanation(case, group) for group in told[:MOST_TOLD])


def merge_clues(clues: Sequence[Clue]) -> list[Clue]:
    """Return the clues, likeliest first, with all but the first of each kind of mistake merged into one."""
    found = [clue for clue in clues if not clue.source]
    for source in dict.fromkeys(clue.source for clue in clues if clue.source):
        first, *rest = first_by([clue for clue in clues if clue.source == source], lambda clue: clue.events)
        found += [evolve(first, likely=max(first.likely, OTHERS_CLUE)) if rest and source == "others" else first]
        found += [one_of(rest)] if rest else []
    return sorted(found, key=lambda clue: -clue.likely)


def first_by(items: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """Return items without later ones that have the same key."""
    return list({key(item): item for item in reversed([*items])}.values())[::-1]


def one_of(clues: Sequence[Clue]) -> Clue:
    """Return one clue that lists clues of one kind, any of which can be the explanation."""
    first = clues[0]
    if len(clues) == 1:
        return evolve(first, likely=max(first.likely, OTHERS_CLUE)) if first.source == "others" else first
    text = "one of these: " + "; ".join(clue.text for clue in clues)
    events = tuple(sorted({event for clue in clues for event in clue.events}))
    likely = max(first.likely, OTHERS_CLUE) if first.source == "others" else first.likely
    return evolve(first, text=text, events=events, likely=likely, remedy="")


def weigh_clue(clue: Clue, agreed: int) -> Clue:
    """Return a clue, less likely if the player has signed the sheet since."""
    return evolve(clue, likely=clue.likely - SETTLED) if is_settled((clue,), agreed) else clue


def is_settled(group: Iterable[Clue], agreed: int) -> bool:
    """Return whether the player has signed the sheet since all these mistakes."""
    return max(events_behind(group)) < agreed


def sign_of(number: int) -> int:
    """Return 1, or -1 for a negative number."""
    return 1 if number > 0 else -1


def sums(clues: Sequence[Clue], difference: int) -> list[tuple[Clue, ...]]:
    """Return the few clues that together add up to the difference, likeliest first."""
    found = [
        group
        for size in range(2, MOST_AT_ONCE + 1)
        for group in combinations(clues, size)
        if sum(clue.moves for clue in group) == difference and apart(group)
    ]
    return sorted(found, key=lambda group: -likelihood(group))


def apart(group: Iterable[Clue]) -> bool:
    """Return whether no event is in two clues, so that no award is counted twice."""
    events = [event for clue in group for event in {*clue.events, *clue.same}]
    return len(events) == len(set(events))


def events_behind(group: Iterable[Clue]) -> frozenset[int]:
    """Return the events that some clues are about."""
    return frozenset(event for clue in group for event in clue.events)


def likelihood(group: Sequence[Clue]) -> int:
    """Return how likely it is that all these mistakes were made, up to 100."""
    return min(clue.likely for clue in group) - FURTHER * (len(group) - 1)


def explanation(case: Case, group: Sequence[Clue]) -> Explanation:
    """Combine clues into an explanation, with remedies that will be accepted."""
    text = "; and ".join(clue.text for clue in group)
    if case.signed and is_settled(group, case.signed.seq):
        text += f", before {case.signed.player or 'the player'} agreed to the sheet in #{case.signed.seq}"
    events = tuple(sorted({event for clue in group for event in clue.events}))
    mended = [clue for clue in group if case.accepts(clue)]
    remedies = tuple(clue.remedy for clue in mended)
    moved, corrects = (sum(clue.moves for clue in clues) for clues in (group, mended))
    return Explanation(text, events, moved, remedies, corrects)
