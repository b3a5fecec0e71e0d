"""Explain an event of any kind: what it was, its sum, what it brought about, and what corrected it since."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from engine.campaign import Campaign
from engine.concerns.corrections.events import AwardAmended, CheckRuled, EventsRedone, EventsUndone
from engine.concerns.rolls.events import SecretRevealed
from engine.concerns.uses.events import MissWithdrawn, RollRerolled, Turning
from engine.history.staleness import Stale, find_stale
from engine.naming import holds_numbers, names_in, numbers_in
from engine.refusal import Refused
from engine.registry import event_classes, is_brought, marks
from engine.value import evolve, value
from replay.audience.rule import View, Visible
from replay.compare.changes import Change
from replay.explain.origins import find_origin
from replay.explain.terms import SideSum, SumTerm, add_up_event, find_chance, tell_chance
from replay.moment import Moment
from replay.stepping import Stepper

#: Events that correct another, or give it another result.
CORRECTING_EVENTS = EventsUndone | EventsRedone | AwardAmended | CheckRuled | Turning | SecretRevealed

#: The kinds of numbers by which an event names one that it follows from. Things and places are named by others.
FOLLOWED = ("event", "award", "effect")


@value
class EventAnswer:
    """An event as its audience sees it, with everything known about it.

    `sums` are its terms, and `chance` the chance of its result with the words for it. `about` are earlier events that
    it names, and `cause` the one that brought it about. `caused` are the events that it brought about, and those that
    followed from it later. `corrections` are those that changed it since. `strangers` are characters in it whose levels
    the audience does not learn. Only the game master reads the `changes` that it made on sheets when it was recorded,
    and how a roll is `stale`.
    """

    audience: str | None
    told: Visible
    session: int
    sums: tuple[SideSum, ...]
    chance: float | None
    chance_said: str
    cause: Visible | None
    about: tuple[Visible, ...]
    caused: tuple[Visible, ...]
    corrections: tuple[Visible, ...]
    strangers: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()
    stale: Stale | None = None

    @property
    def undone_by(self) -> int | None:
        """The undo that took the event, None if it counts."""
        if self.told.counts:
            return None
        undos = (each for each in reversed(self.corrections) if isinstance(each.event, EventsUndone))
        return next((each.seq for each in undos if each.event.mode != "reason"), None)

    @property
    def revealed_by(self) -> int | None:
        """The event that showed a secret to the players, None if none that counts did."""
        shown = (each for each in self.corrections if isinstance(each.event, SecretRevealed) and each.counts)
        return next((each.seq for each in shown), None)


def look_up_event(campaign: Campaign, number: int, audience: str | None = None) -> EventAnswer:
    """Explain an event by its number. Raise Refused if there is none that the audience sees."""
    view = View.of(campaign, audience)
    told = view.find(number) if number > 0 else None
    if told is None:
        raise refuse_unseen(campaign, number, audience)
    return look_up(view, told)


def look_up_last_roll(campaign: Campaign, who: str | None, audience: str | None = None) -> EventAnswer:
    """Explain the last roll that the audience sees, of a character or of all. Raise Refused if there is none."""
    view = View.of(campaign, audience)
    rolls = (
        each for each in view.read_of(*types_of_rolls()) if who is None or who in names_in(each.event, "character")
    )
    last = next(iter(deque(rolls, 1)), None)
    if last is None:
        raise Refused(f"{who} has rolled nothing yet" if who else "nobody has rolled yet", about="who")
    return look_up(view, last)


@cache
def types_of_rolls() -> tuple[type, ...]:
    """Return the types of events that are rolls of dice, or an action without any."""
    return tuple(cls for cls in event_classes().values() if marks(cls).fell or issubclass(cls, RollRerolled))


def look_up(view: View, told: Visible) -> EventAnswer:
    """Explain an event that an audience sees, once all hashes are recomputed."""
    campaign = view.campaign
    campaign.prove()
    found = explain_seen(view, told)
    return found if view.for_players else with_what_is_kept(campaign, found)


def with_what_is_kept(campaign: Campaign, found: EventAnswer) -> EventAnswer:
    """Return an answer with what only the game master reads. An award has the amount that was recorded."""
    frame = Stepper(campaign, found.told.logged).frame
    told = evolve(found.told, event=frame.recorded.event)
    return evolve(found, told=told, changes=frame.changes, stale=find_stale_since(campaign, told))


def find_stale_since(campaign: Campaign, told: Visible) -> Stale | None:
    """Return how a roll that counts has become stale by later corrections, or None."""
    event: Any = told.event
    if not marks(event).judged or not told.counts:
        return None
    then, now = (campaign.state_at(told.logged - 1, corrected=corrected) for corrected in (False, True))
    return None if find_stale(then, event, told.logged) else find_stale(now, event, told.logged)


def refuse_unseen(campaign: Campaign, number: int, audience: str | None) -> Refused:
    """Return the refusal to explain an event that is not there, or that players do not see."""
    last = campaign.state.seq
    if audience is not None and 0 < number <= last:
        return Refused(f"players see no event #{number}", about="event", hint=f"“why #{number}” shows what you know")
    return Refused(f"there is no event #{number}", about="event", hint=f"the last one is #{last}")


def explain_seen(view: View, told: Visible) -> EventAnswer:
    """Explain an event that an audience sees."""
    state, seq = view.campaign.state, told.logged
    rules = state.rules_at(seq)
    sums = tuple(with_origins(view, told, each) for each in add_up_event(told, rules, view.knows_level))
    chance = find_chance(told.event, rules) if told.whole else None
    said = "" if chance is None else tell_chance(told.event, rules, chance)
    cause = find_cause(view, told)
    later = [*find_brought(view, told), *find_later(view, told)]
    corrections = tuple(each for each in later if corrects(each.event, told.seq))
    caused = tuple(each for each in later if each not in corrections)
    about, session = tuple(find_named(view, told, cause)), state.session_at(seq)
    strangers = frozenset(who for who in names_in(told.event, "character") if not view.knows_level(who))
    return EventAnswer(view.audience, told, session, sums, chance, said, cause, about, caused, corrections, strangers)


def with_origins(view: View, told: Visible, found: SideSum) -> SideSum:
    """Return a sum in which each part of a sheet says since which event it was there, if the audience sees that."""
    if not any(term.part is not None and term.bearer is not None for term in found.terms):
        return found
    before = Moment.of(view.campaign, told.logged - 1)
    return evolve(found, terms=tuple(with_origin(view, before, term) for term in found.terms))


def with_origin(view: View, before: Moment, term: SumTerm) -> SumTerm:
    """Return a term that names the event since which a sheet lends it."""
    if term.part is None or term.bearer is None:
        return term
    seq = find_origin(before, term.bearer, term.part)
    origin = None if seq is None else find_seen(view, seq)
    return term if origin is None else evolve(term, since=origin.seq)


def find_seen(view: View, seq: int) -> Visible | None:
    """Return an event by its number in the log, or None if the audience does not see it."""
    return next(view.read_seen(seq - 1, seq), None)


def find_cause(view: View, told: Visible) -> Visible | None:
    """Return the event of the same command that brought an event about, or None."""
    if not is_brought(told.event):
        return None
    for seq in range(told.logged - 1, 0, -1):
        before = view.campaign.event(seq)
        if before.cmd != told.cmd:
            return None
        if not is_brought(before.event):
            return find_seen(view, seq)
    return None


def find_brought(view: View, told: Visible) -> Iterator[Visible]:
    """Yield the events that an event brought about in the same command."""
    if is_brought(told.event):
        return
    for each in view.campaign.events(told.logged):
        if each.cmd != told.cmd or not is_brought(each.event):
            return
        found = find_seen(view, each.seq)
        if found is not None:
            yield found


def find_later(view: View, told: Visible) -> Iterator[Visible]:
    """Yield the later events that name an event by its number, those of other commands."""
    for each in view.read_of(*types_with_numbers()):
        is_told_already = each.cmd == told.cmd and is_brought(each.event) and not is_brought(told.event)
        if each.logged > told.logged and not is_told_already and told.seq in followed_by(each.event):
            yield each


def link_events(seen: Iterable[Visible]) -> dict[int, tuple[list[int], list[int]]]:
    """Return for each event of all that an audience sees the numbers of what it led to, and of what corrected it."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    cause, last = 0, 0
    for each in seen:
        brought = is_brought(each.event)
        cause = (cause if each.logged == last + 1 else 0) if brought else each.seq
        last = each.logged
        named = {number for number in followed_by(each.event) if number < each.seq} | ({cause} if brought else set())
        for number in named - {0}:
            found.setdefault(number, ([], []))[corrects(each.event, number)].append(each.seq)
    return found


def find_named(view: View, told: Visible, cause: Visible | None) -> Iterator[Visible]:
    """Yield the earlier events that an event names, except the one that brought it about."""
    for number in sorted(followed_by(told.event)):
        found = view.find(number) if 0 < number < told.seq else None
        if found is not None and found != cause:
            yield found


def followed_by(event: Any) -> set[int]:
    """Return the numbers of the events that an event names."""
    return {number for kind, number in numbers_in(event) if kind in FOLLOWED}


@cache
def types_with_numbers() -> tuple[type, ...]:
    """Return the types of events that name others by number."""
    every = event_classes().values()
    return tuple(cls for cls in every if holds_numbers(cls) and not marks(cls).branches)


def corrects(event: Any, number: int) -> bool:
    """Return whether an event corrected the one of a number, or gave it another result."""
    if isinstance(event, MissWithdrawn):
        return event.award == number
    return isinstance(event, CORRECTING_EVENTS)
