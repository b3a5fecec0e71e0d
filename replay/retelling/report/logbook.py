"""List every event for a page: sentence, time, kind, characters and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, get_args

from engine.campaign import GM
from engine.chances import find_least_roll
from engine.clock import TableTime, table_time
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.concerns.checks.events import CheckResolved
from engine.concerns.corrections.events import AwardAmended, CheckRuled, EventsRedone, EventsUndone, Renamed
from engine.concerns.damage.events import DamageDealt
from engine.concerns.experience.events import BonusGranted, Drawing, TraitRaised, XpAllocated, XpAwarded, XpTaken
from engine.concerns.rolls.events import Act, CriticalDrawn, ReactionRolled
from engine.concerns.secrets.events import SecretNoted
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.concerns.tables.events import TableRolled
from engine.concerns.uses.events import MissWithdrawn, Turning
from engine.naming import names_in
from engine.patterns import pattern
from engine.rules.ruleset import Ruleset
from engine.store.codec import Unknown
from engine.value import evolve, value
from replay.audience.rule import View, Visible
from replay.explain.events import link_events
from replay.explain.terms import add_up_event, find_chance, tell_chance
from replay.retelling.report.moments import drawn_faces
from replay.whose_lines import end_sentence, with_whose_lines

#: Kinds of events to choose from, each with its letter in the page's data.
KINDS_OF_EVENT = {
    "story": ("s", (SessionStarted, SessionEnded, SceneSet, NoteMade, SecretNoted)),
    "dice": ("d", (Act, ReactionRolled)),
    "XP": ("x", (XpAwarded, MissWithdrawn, XpAllocated, XpTaken, TraitRaised, BonusGranted)),
    "things": ("t", (ItemGiven, ItemDropped, ItemMoved, ItemNoted, ItemPassed)),
    "corrections": ("c", (EventsUndone, EventsRedone, AwardAmended, CheckRuled, Renamed)),
}
#: Events whose sums the page shows.
WITH_SUMS = (Act, ReactionRolled, TableRolled, CriticalDrawn, DamageDealt, *get_args(Turning))
#: Fudge dice whose totals are few enough to draw.
FUDGE_DICE = pattern("([1-6])dF")

#: The most events that are named as what one led to, or as what corrected it.
MOST_LINKED = 8

OTHER_KIND = "other"
OTHER_LETTER = "o"


@value
class LogLine:
    """An event in the page's log. `stop` is whether the slider stops there for a session, a scene, or neither."""

    seq: int
    time: str
    text: str
    kind: str
    stop: str
    counts: bool
    correction: bool
    command_ends: bool
    who: tuple[str, ...]
    mark: str = ""

    @property
    def classes(self) -> str:
        """How the page marks the line: a scene, a session, made or missed, undone."""
        return " ".join(filter(None, (self.stop, self.mark, "" if self.counts else "gone")))


@value
class LogChapter:
    """The log of an evening, or of the events before the first (number 0), from when it `began`."""

    number: int
    title: str
    began: TableTime
    lines: tuple[LogLine, ...]


@value
class RollBehind:
    """The dice of an event as drawn faces, and the lines of its sum."""

    faces: tuple[str, ...]
    lines: tuple[str, ...]


@value
class Taken:
    """A correction on the page: action, speaker, time, reason and target."""

    seq: int
    what: str
    by: str
    when: str
    reason: str
    lines: tuple[tuple[int, str, bool], ...]


def log_chapters(view: View, seen: Sequence[Visible]) -> tuple[LogChapter, ...]:
    """Return the log of the visible events by evenings, the last one first."""
    state = view.campaign.state
    titles = {session.number: session.title for session in state.sessions}
    seen = sorted(seen, key=lambda each: state.session_at(each.logged)) if state.boards else seen
    found = []
    ended = [evolve(each, ending=end_sentence(each.event, taken)) for each, taken in with_whose_lines(seen)]
    for number, group in groupby(
        zip(ended, [*ended[1:], None], strict=True), lambda pair: state.session_at(pair[0].logged)
    ):
        pairs = list(group)
        times = [table_time(state, each.logged, each.at) for each, _ in pairs]
        told = zip(pairs, tell_times(times), strict=True)
        lines = tuple(log_line(each, following, time) for (each, following), time in told)
        found.append(LogChapter(number, titles.get(number, ""), times[0], lines))
    return tuple(reversed(found))


def tell_times(times: Sequence[TableTime]) -> Iterator[str]:
    """Yield the hour and minute of each of some times, with the date where it is another than before."""
    day = times[0].day
    for when in times:
        yield when.hour if when.day == day else f"{when.day} {when.hour}".rstrip()
        day = when.day


def log_line(each: Visible, following: Visible | None, time: str) -> LogLine:
    """Return an event as a line with its time. `following` is the next visible one."""
    event = each.event
    kind = next((letter for letter, types in KINDS_OF_EVENT.values() if isinstance(event, types)), OTHER_LETTER)
    stop = {SessionStarted: "session", SceneSet: "scene"}.get(type(event), "")
    mark = ("made" if event.success else "missed") if isinstance(event, CheckResolved) else ""
    who = () if isinstance(event, Unknown) else tuple(dict.fromkeys(names_in(event, "character")))
    ends = following is None or following.cmd != each.cmd
    return LogLine(each.seq, time, each.text, kind, stop, each.counts, kind == "c", ends, who, mark)


def awards_behind(seen: Sequence[Visible]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield for each event that draws XP the awards it drew from, with amounts, as far as the audience sees them."""
    known = {each.seq for each in seen}
    for each in seen:
        if isinstance(each.event, Drawing) and "draws" not in each.blanks:
            draws = [(award, amount) for award, amount in each.event.draws if award in known]
            if draws:
                yield each.seq, draws


def rolls_behind(view: View, seen: Sequence[Visible]) -> Iterator[tuple[int, RollBehind]]:
    """Yield the dice, sums and links of the events that have some, as far as the audience sees them, by number."""
    state, links = view.campaign.state, link_events(seen)
    for each in seen:
        rules, has_sum = state.rules_at(each.logged), isinstance(each.event, WITH_SUMS)
        lines = [*lines_behind(each, rules, view.knows_level)] if has_sum else []
        lines += link_lines(*links.get(each.seq, ((), ())))
        if lines:
            faces = drawn_faces(each.event) if has_sum and "faces" not in each.blanks else ()
            yield each.seq, RollBehind(faces, tuple(lines))


def totals_behind(view: View, seen: Sequence[Visible]) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield for each plain check by Fudge dice how many they were, the total that was enough, and what fell."""
    for each in seen:
        event: Any = each.event
        found = FUDGE_DICE.fullmatch(getattr(event, "dice", ""))
        if found and each.whole and isinstance(event, CheckResolved) and event.roll is not None and not event.points:
            needed = find_least_roll(view.campaign.state.rules_at(each.logged), event)
            yield each.seq, (int(found[1]), needed, event.roll)


def link_lines(caused: Sequence[int], corrections: Sequence[int]) -> Iterator[str]:
    """Yield what an event led to, and what corrected it.

    >>> list(link_lines(range(2, 12), [13]))
    ['led to #2, #3, #4, #5, #6, #7, #8, #9 and 2 more', 'since then #13']
    """
    for said, numbers in (("led to", caused), ("since then", corrections)):
        more = f" and {len(numbers) - MOST_LINKED} more" if len(numbers) > MOST_LINKED else ""
        if numbers:
            yield f"{said} {', '.join(f'#{number}' for number in numbers[:MOST_LINKED])}{more}"


def lines_behind(each: Visible, rules: Ruleset, knows_level: Callable[[str], bool]) -> Iterator[str]:
    """Yield the terms of an event's sums, a line each, and the chance that it had."""
    for found in add_up_event(each, rules, knows_level):
        yield from [found.title] if found.title else []
        yield from (term.text for term in found.terms)
    chance = find_chance(each.event, rules) if each.whole else None
    if chance is not None:
        yield f"chance {tell_chance(each.event, rules, chance)}"


def corrections_told(view: View, after: int, last: int) -> Iterator[Taken]:
    """Yield the events that undid, restored, amended, renamed or ruled between two numbers of the log.

    Only events that the audience sees count.
    """
    for each in view.read_seen(after, last):
        when = table_time(view.campaign.state, each.logged, each.at).told
        if isinstance(each.event, EventsUndone | EventsRedone | AwardAmended | CheckRuled):
            yield correction_taken(each, view, when)
        elif isinstance(each.event, Renamed):
            yield Taken(each.seq, each.text, each.by, when, "", ())


def correction_taken(each: Visible, view: View, when: str) -> Taken:
    """Return a correction with its time and the events that it is about."""
    event: Any = each.event
    match event:
        case EventsUndone(mode="reason"):
            what, about = "Reason given later", event.targets
        case EventsUndone():
            what, about = "Undone", event.targets
        case EventsRedone():
            what, about = "Restored", event.targets
        case AwardAmended(before=before, amount=amount):
            what, about = f"Amended: {before} XP became {amount}", (event.award,)
        case _:
            what, about = f"Ruled: {'stands' if event.ruling == 'stands' else 'void'}", (event.event,)
    lines = tuple((told.seq, told.text, not told.counts) for told in map(view.find, about) if told)
    return Taken(each.seq, what, "the GM" if each.by == GM else each.by, when, event.reason, lines)
