"""A player remembers another number of XP to spend than the log says: what in the log explains the difference?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from attrs import evolve

from engine.known import the_sheet
from engine.value import value
from replay.accounts.clues import Case, Clue
from replay.moment import Moment

#: Of so many clues sums are tried, of so many at once.
MOST_CLUES = 16
MOST_AT_ONCE = 4
#: How much less likely each further mistake makes it.
FURTHER = 15
#: How much less likely a mistake is after which the player agreed to the sheet.
SETTLED = 25
#: So many explanations are told, and so many of them that are sums.
MOST_TOLD = 6
MOST_SUMS = 2


@value
class Explanation:
    """A mistake, or several, that would explain the difference, or a part of it; `remedy` are lines to set it right."""

    text: str
    events: tuple[int, ...]
    accounts_for: int
    remedy: tuple[str, ...] = ()


@value
class Signature:
    """The last time that the sheet was agreed to: the event, the XP to spend on it then, and by whom."""

    seq: int
    unspent: int
    player: str | None


@value
class Disagreement:
    """What a player claims to have to spend, what the log says, and what may explain the difference, best first."""

    character: str
    claimed: int
    logged: int
    difference: int
    explanations: tuple[Explanation, ...]
    signed: Signature | None = None


def dispute(moment: Moment, character: str, claimed: int) -> Disagreement:
    """Explain a claim from the log; raises Refused for a character that is not there."""
    logged = the_sheet(moment.state, character).unspent
    case = Case(moment, character)
    signed = Signature(*case.signed) if case.signed else None
    found = tuple(explain(case, claimed, claimed - logged)) if claimed != logged else ()
    return Disagreement(character, claimed, logged, claimed - logged, found, signed)


def explain(case: Case, claimed: int, difference: int) -> Iterator[Explanation]:
    """What would explain all of a difference, likeliest first; then what would explain a part of it."""
    clues = [clue for clue in (*case.clues(), *case.as_it_was(claimed)) if clue.moves * sign_of(difference) > 0]
    clues = [weighed(clue, case.signed[0] if case.signed else 0) for clue in clues]
    clues.sort(key=lambda clue: -clue.likely)
    whole = [clue for clue in clues if clue.moves == difference]
    part = [clue for clue in clues if clue.stands and abs(clue.moves) < abs(difference)]
    smaller = [clue for clue in clues if abs(clue.moves) < abs(difference)][:MOST_CLUES]
    groups = [(clue,) for clue in whole] + sums(smaller, difference)[:MOST_SUMS]
    told = sorted(without_repeats(groups), key=lambda group: -likelihood(group)) + [(clue,) for clue in part]
    return (explanation(group) for group in told[:MOST_TOLD])


def weighed(clue: Clue, agreed: int) -> Clue:
    """A clue, less likely where the player has agreed to the sheet since."""
    return evolve(clue, likely=clue.likely - SETTLED) if max(clue.events) < agreed else clue


def sign_of(number: int) -> int:
    """1, or -1 for a number below zero."""
    return 1 if number > 0 else -1


def sums(clues: Sequence[Clue], difference: int) -> list[tuple[Clue, ...]]:
    """The sets of a few clues that together make exactly the difference, likeliest first."""
    found = [
        group
        for size in range(2, MOST_AT_ONCE + 1)
        for group in combinations(clues, size)
        if sum(clue.moves for clue in group) == difference and apart(group)
    ]
    return sorted(found, key=lambda group: -likelihood(group))


def apart(group: Iterable[Clue]) -> bool:
    """Whether no event stands in two clues."""
    events = [event for clue in group for event in clue.events]
    return len(events) == len(set(events))


def without_repeats(groups: Iterable[tuple[Clue, ...]]) -> list[tuple[Clue, ...]]:
    """The groups, of those about the same events the first."""
    return list({frozenset(e for clue in group for e in clue.events): group for group in reversed([*groups])}.values())


def likelihood(group: Sequence[Clue]) -> int:
    """How likely it is that all of these mistakes were made."""
    return min(clue.likely for clue in group) - FURTHER * (len(group) - 1)


def explanation(group: Sequence[Clue]) -> Explanation:
    """One clue or several as an explanation."""
    text = "; and ".join(clue.text for clue in group)
    events = tuple(sorted({event for clue in group for event in clue.events}))
    return Explanation(text, events, sum(clue.moves for clue in group), tuple(c.remedy for c in group if c.remedy))
