"""Explain why a player remembers another number of XP to spend than the log has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from engine.concerns.corrections.events import AwardAmended
from engine.concerns.experience.events import BonusGranted, XpAllocated, XpAwarded, XpTaken
from engine.known import the_sheet
from engine.text import because
from engine.value import evolve, value
from replay.accounts.case import Case, Clue, Signature
from replay.accounts.earlier import earlier_clues
from replay.accounts.others import awards_missed, others_clues
from replay.accounts.own import own_clues
from replay.accounts.remedies import Trials
from replay.moment import Moment

T = TypeVar("T")

#: From how many clues sums are tried, and of how many at once.
MOST_CLUES = 16
MOST_AT_ONCE = 4
#: How much less likely a mistake is if the player has since agreed to the sheet.
SETTLED = 30
#: How many explanations are told at most: one of each of three kinds and a sum, or else so many that explain a part.
MOST_TOLD = 4
MOST_PARTS = 3


@value
class Explanation:
    """One or more mistakes that explain all or part of the difference.

    `choices` are the texts of several that explain it equally well, any of which can be the right one. The lines in
    `remedy` bring the claimed number, if the first of them is the right one and the log is wrong.
    """

    text: str
    events: tuple[int, ...]
    accounts_for: int
    remedy: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


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
    case, difference = Case(moment, character), claimed - logged
    found = tuple(explain(case, claimed, difference)) if difference else ()
    typed = tuple(typed_by(moment, case))
    fits = any(each.accounts_for == difference for each in found)
    others = () if fits or difference <= 0 else tuple(explain_by(case, (clue,)) for clue in latest_missed(case))
    return Disagreement(character, claimed, logged, difference, found, case.signed, typed, others)


def latest_missed(case: Case) -> list[Clue]:
    """Return the latest awards that only others got, to show if nothing explains the difference."""
    missed = [clue for clue in awards_missed(case) if clue.remedy]
    return first_by(sorted(missed, key=lambda clue: clue.events), lambda clue: clue.events)[-MOST_TOLD:]


def typed_by(moment: Moment, case: Case) -> Iterator[Typed]:
    """Yield who typed what moves the character's XP and counts, and which events these are."""
    mine = {entry.seq for entry in case.entries}
    found: dict[str, list[int]] = {}
    for each in moment.read_counting(XpAwarded, AwardAmended, XpAllocated, XpTaken, BonusGranted, about=case.who):
        if (each.event.award if isinstance(each.event, AwardAmended) else each.seq) in mine:
            found.setdefault(each.by, []).append(each.seq)
    yield from (Typed(by, tuple(events)) for by, events in found.items())


def explain(case: Case, claimed: int, difference: int) -> Iterator[Explanation]:
    """Yield explanations of the whole difference, likeliest first, or else of parts.

    There is one explanation for each kind of mistake: in the character's own account, in what others got, and in which
    evening is remembered. So none of these is ever hidden behind more than two others.
    """
    agreed = case.signed.seq if case.signed else 0
    sources = (own_clues(case, claimed), others_clues(case), earlier_clues(case, claimed))
    kinds = [weigh_clues(source, difference, agreed) for source in sources]
    whole = [list_apart(clue for clue in clues if clue.moves == difference) for clues in kinds]
    whole[2] = [clue for clue in whole[2] if not is_told_by(whole[0], clue)]
    trials = Trials(case, claimed)
    for clues in sorted(filter(None, whole), key=lambda clues: -clues[0].likely):
        yield explain_by(case, clues, trials)
    if whole[0] or whole[1]:
        return
    smaller = [clue for clue in sorted([*kinds[0], *kinds[1]], key=likelihood) if abs(clue.moves) < abs(difference)]
    added = find_sum(smaller[:MOST_CLUES], difference)
    together = explain_by_sum(case, added) if added else None
    if together is not None and not is_told_by(whole[2], together):
        yield together
    elif not whole[2]:
        yield from (explain_by(case, (clue,)) for clue in [each for each in smaller if each.stands][:MOST_PARTS])


def weigh_clues(clues: Iterable[Clue], difference: int, agreed: int) -> list[Clue]:
    """Return the clues that move the balance the right way, likeliest first, each about other events."""
    found = [clue for clue in clues if clue.moves * difference > 0]
    found = [evolve(clue, likely=clue.likely - SETTLED) if is_settled(clue, agreed) else clue for clue in found]
    return first_by(sorted(found, key=likelihood), lambda clue: (clue.moves, frozenset(clue.events)))


def list_apart(clues: Iterable[Clue]) -> list[Clue]:
    """Return the clues without those about the same awards as a likelier one: about some of them, or about more."""
    found: list[tuple[frozenset[int], Clue]] = []
    for clue in clues:
        events = frozenset(clue.events)
        if not any(events <= known or known <= events for known, _ in found):
            found.append((events, clue))
    return [clue for _, clue in found]


def is_told_by(clues: Iterable[Clue], found: Clue | Explanation) -> bool:
    """Return whether one of the clues tells of all events of what was found."""
    return any({*found.events} <= {*clue.events} for clue in clues)


def likelihood(clue: Clue) -> int:
    """Return the key that puts the likeliest clue first."""
    return -clue.likely


def first_by(items: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """Return items without later ones that have the same key."""
    return list({key(item): item for item in reversed([*items])}.values())[::-1]


def is_settled(clue: Clue, agreed: int) -> bool:
    """Return whether the player has signed the sheet since this mistake."""
    return max(clue.events) < agreed


def find_sum(clues: Sequence[Clue], difference: int) -> tuple[Clue, ...] | None:
    """Return the fewest and likeliest clues that together add up to the difference, or None."""
    for size in range(2, MOST_AT_ONCE + 1):
        groups = combinations(clues, size)
        found = [group for group in groups if sum(clue.moves for clue in group) == difference and are_apart(group)]
        if found:
            return max(found, key=lambda group: min(clue.likely for clue in group))
    return None


def are_apart(group: Iterable[Clue]) -> bool:
    """Return whether no event is in two clues, so that no award is counted twice."""
    events = [event for clue in group for event in {*clue.events, *clue.same}]
    return len(events) == len(set(events))


def explain_by_sum(case: Case, group: Sequence[Clue]) -> Explanation:
    """Combine clues that explain the difference only together."""
    return Explanation(
        "; and ".join(tell_clue(case, clue) for clue in group), events_of(group), sum(x.moves for x in group)
    )


def explain_by(case: Case, clues: Sequence[Clue], trials: Trials | None = None) -> Explanation:
    """Return one explanation for clues any of which can be the right one, with a remedy for the first if one works."""
    first, *rest = clues
    remedy = trials.find_remedy(first) if trials else ()
    if not rest:
        return Explanation(tell_clue(case, first), events_of(clues), first.moves, remedy)
    told = tuple(tell_clue(case, clue) for clue in clues)
    return Explanation(f"one of these: {'; '.join(told)}", events_of(clues), first.moves, remedy, told)


def tell_clue(case: Case, clue: Clue) -> str:
    """Return the text of a clue, which of it is from notes, and whether the player agreed to the sheet since."""
    told = f"{clue.text}{because(case.tell_notes(clue.events))}"
    if case.signed is None or not is_settled(clue, case.signed.seq):
        return told
    return f"{told}, before {case.signed.player or 'the player'} agreed to the sheet in #{case.signed.seq}"


def events_of(clues: Iterable[Clue]) -> tuple[int, ...]:
    """Return the events that clues are about, in order."""
    return tuple(sorted({event for clue in clues for event in clue.events}))
