"""Draw statistics: luck, dice, whose turn it was, XP over time and which traits were used."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.text import count_out, list_faces, percent, plain
from engine.value import value
from replay.audience.numbering import HALF_A_NUMBER
from replay.audience.rule import Visible
from replay.retelling.acting import who_acts
from replay.retelling.dice_stats import PROGRAM, DiceStats, SourceOfRolls
from replay.retelling.luck import BEYOND, successes
from replay.retelling.report.drawing import (
    Lollipop,
    band_dots,
    counted_bars,
    lollipops,
    luck_bars,
    spotlight_strip,
    step_line,
    step_lines,
)
from replay.retelling.report.film import Footage
from replay.retelling.report.party import series_of
from replay.retelling.sample import TOO_FEW, Tried
from replay.retelling.stats import FEW_FOR_MOMENTS, Statistics
from replay.retelling.verdicts import group_verdict, judged_together, luck_verdict, tell_left_out, tell_made, verdict

#: The least checks of an evening for a picture.
FEW_FOR_PICTURE = 3

#: The most checks of which every one is drawn.
MOST_DOTS = 80

#: The most checks with an exact band. With more, a normal distribution replaces it.
EXACT_BAND = 300

#: The most traits, and stretches of a status, shown.
MOST_BARS = 24
MOST_HELD = 6

#: The most sessions named under a picture of XP.
MOST_LABELS = 8

#: The height of a picture of XP, in pixels.
XP_TALL = 84


@value
class EveningChart:
    """The checks of an evening in a sentence, and as a picture if there are enough."""

    said: str
    drawn: Markup | None


@value
class LuckShown:
    """A player's checks made and expected, in words and pictures. Few checks have no pictures."""

    player: str
    made: str
    said: str
    bars: Markup | None
    course: Markup | None


@value
class DiceShown:
    """The dice of one kind from one source, with pictures and test results. Few rolls have no pictures."""

    title: str
    pictures: tuple[tuple[str, Markup], ...]
    said: tuple[str, ...]


@value
class TurnsTaken:
    """A character's turns in an evening: number, share, longest wait, and how many came first in a scene."""

    name: str
    actions: int
    share: str
    wait: int
    first: int
    strip: Markup


@value
class XpShown:
    """Somebody's XP over time, before the others, and whether it was corrected."""

    name: str
    total: int
    corrected: bool
    drawn: Markup


@value
class TraitUsed:
    """A trait with its checks made and expected."""

    trait: str
    made: str


@value
class HeldLong:
    """A state that a character was in for long, its first event, and whether it still holds."""

    who: str
    said: str
    events: int
    seq: float
    still: bool


# --- the evening -----------------------------------------------------------------------------------------------


def evening_chart(seen: Sequence[Visible], found: Statistics) -> EveningChart | None:
    """Return the checks and contests of an evening in order, or None without any that the audience saw."""
    checks: list[Lollipop] = []
    scenes: list[int] = []
    for each in seen:
        if each.type == "SceneSet" and each.counts:
            scenes.append(len(checks))
        checks += lollipops_of(each, found.spotlight.keys()) if each.counts else ()
    if not any(each.counts and falls(each.event) for each in seen):
        return None
    said = tell_checks(found) if found.luck else "The checks of the evening"
    return EveningChart(said, lollipops(checks, scenes, said) if len(checks) >= FEW_FOR_PICTURE else None)


def falls(event: Any) -> bool:
    """Return whether dice fell in a check or contest."""
    return isinstance(event, ContestResolved) or (isinstance(event, CheckResolved) and event.roll is not None)


def lollipops_of(each: Visible, heroes: Collection[str]) -> Iterator[Lollipop]:
    """Yield a check, or each player character's side of a contest: by how much is told where the audience knows it."""
    event = each.event
    if isinstance(event, CheckResolved) and "success" not in each.blanks:
        margin = event.margin if event.roll is not None and "margin" not in each.blanks else None
        yield Lollipop(each.seq, margin, event.success, event.character[:1], each.text)
    elif isinstance(event, ContestResolved):
        for side in event.participants:
            if side.character in heroes:
                yield Lollipop(each.seq, None, side.character == event.winner, side.character[:1], each.text)


def tell_checks(found: Statistics) -> str:
    """Return how many checks were made and expected, and why others are left out."""
    left_out = tell_left_out(found.counted.left_out)
    return tell_made(found.counted, "check").partition(" (")[0] + (f"; {left_out}" if left_out else "")


# --- luck and dice ---------------------------------------------------------------------------------------------


def luck_told(found: Statistics) -> tuple[str, ...]:
    """Return what is said of everybody's luck together, before each player's."""
    judged = f"{tell_made(found.counted, 'check').partition(' (')[0]}; {group_verdict(found)}"
    return tuple(filter(None, (judged, judged_together(found), tell_left_out(found.counted.left_out))))


def luck_shown(found: Statistics) -> Iterator[LuckShown]:
    """Yield the luck of each player."""
    for number, luck in enumerate(found.luck):
        counted, fell = luck.counted, luck_verdict(luck)
        made = tell_made(counted, "check")
        bars = course = None
        if len(counted.checks) >= TOO_FEW:
            first, chances = successes(counted.chances)
            says = f"{luck.player}: {made}, {fell}"
            bars = luck_bars(first, chances, counted.expected, counted.made, says)
            course = course_of(counted.checks, luck.player, number)
        yield LuckShown(luck.player, made, fell, bars, course)


def course_of(trials: Sequence[Tried], player: str, number: int) -> Markup:
    """Draw how far ahead of what was expected a player was after each check."""
    ahead, steps = 0.0, []
    for each in trials:
        ahead += each.made - (each.chance or 0.0)
        steps.append((ahead, each.made))
    bands = list(bands_of([each.chance or 0.0 for each in trials]))
    every = max(1, -(-len(steps) // MOST_DOTS))
    picked = [place for place in range(len(steps)) if place % every == every - 1 or place == len(steps) - 1]
    says = f"{player}: checks made ahead of or behind what was expected, one by one; in the end {ahead:+.1f}"
    return band_dots([steps[p] for p in picked], [bands[p] for p in picked], says.replace("-", "−"), number)


def bands_of(chances: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield after each check how far behind and ahead 95 of 100 campaigns are at most."""
    mean = variance = 0.0
    held = [1.0]
    for place, chance in enumerate(chances):
        mean, variance = mean + chance, variance + chance * (1 - chance)
        if place < EXACT_BAND:
            held = [a * (1 - chance) + b * chance for a, b in zip([*held, 0.0], [0.0, *held], strict=True)]
            yield edge(held) - mean, len(held) - 1 - edge(held[::-1]) - mean
        else:
            yield -BEYOND * variance**0.5, BEYOND * variance**0.5


def edge(chances: Sequence[float]) -> int:
    """Return the first place that more than 2.5 of 100 campaigns do not exceed."""
    total = 0.0
    for place, chance in enumerate(chances):
        total += chance
        if total > 0.025:
            return place
    return len(chances) - 1


def dice_shown(found: Statistics) -> Iterator[DiceShown]:
    """Yield the dice of each technique and source, the most rolled first."""
    pairs = [(dice, source) for dice in found.dice for source in dice.sources]
    for dice, source in sorted(pairs, key=lambda pair: -pair[1].rolls):
        tests = [test for test in found.tests if (test.of, test.source) == (dice.name, source.source)]
        rolls = f"{source.rolls} roll{'' if source.rolls == 1 else 's'}"
        whose = "the program’s dice" if source.source == PROGRAM else source.source
        title = f"{dice.name}, {rolls} with {whose}"
        if source.rolls < FEW_FOR_MOMENTS:
            yield DiceShown(title, (), (describe_rolls(dice, source),))
        else:
            said = tuple(f"{test.kind.capitalize()}: {verdict(test)}" for test in tests)
            yield DiceShown(title, tuple(pictures_of(dice, source)), said)


def describe_rolls(dice: DiceStats, source: SourceOfRolls) -> str:
    """Return the totals of few rolls, the lowest first."""
    fumbles = source.rolls - sum(source.counts.values())
    totals = [signed_total(dice, total) for total, times in sorted(source.counts.items()) for _ in range(times)]
    return ", ".join([*["fumble"] * fumbles, *totals])


def pictures_of(dice: DiceStats, source: SourceOfRolls) -> Iterator[tuple[str, Markup]]:
    """Yield the totals of some dice, and their faces if all dice are alike."""
    share = source.rolls / dice.rolls
    expected = {total: times * share for total, times in dice.expected.items()}
    likely = [total for total, times in expected.items() if times >= 0.05]
    totals = range(min([*likely, *source.counts]), max([*likely, *source.counts]) + 1) if source.counts else range(0)
    if 0 < len(totals) <= 60:
        labels = {total: signed_total(dice, total) for total in totals}
        says = f"totals of {dice.name}: " + ", ".join(
            f"{labels[t]} fell {count_out(source.counts.get(t, 0), 'time')}" for t in totals
        )
        yield "totals", counted_bars(source.counts, expected, labels, says)
    if 1 < len(source.faces) <= 20:
        fell = sum(source.faces.values())
        even = dict.fromkeys(source.faces, fell / len(source.faces))
        faces = {face: list_faces(dice.name, (face,)) for face in source.faces}
        fallen = (f"{faces[face]} fell {count_out(times, 'time')}" for face, times in source.faces.items())
        says = f"faces of {dice.name}: {', '.join(fallen)}"
        yield "faces", counted_bars(source.faces, even, faces, says)


def signed_total(dice: DiceStats, total: int) -> str:
    """Return a total, with a plus sign if totals can be negative."""
    return f"+{total}" if total > 0 and min(dice.expected, default=0) < 0 else plain(total)


# --- whose turn it was -----------------------------------------------------------------------------------------


def turns_shown(seen: Sequence[Visible], found: Statistics) -> Iterator[TurnsTaken]:
    """Yield how often each player character acted in an evening, and when."""
    turns: list[tuple[str, ...]] = []
    began: list[str] = []
    fresh = False
    for each in seen:
        acted = tuple(name for name in who_acts(each.event) if name in found.spotlight) if each.counts else ()
        fresh = fresh or each.type == "SceneSet"
        if acted:
            turns.append(acted)
            began += [acted[0]] if fresh else []
            fresh = False
    total = sum(found.spotlight.values())
    for name, actions in sorted(found.spotlight.items(), key=lambda each: -each[1]) if total else ():
        places = [place for place, acted in enumerate(turns) if name in acted]
        wait, begin = longest_wait(places, len(turns))
        says = f"{name} acted {count_out(actions, 'time')}; the longest wait was {count_out(wait, 'action')} of others"
        strip = spotlight_strip(places, len(turns), (begin, begin + wait), says)
        yield TurnsTaken(name, actions, percent(actions / total, 0), wait, began.count(name), strip)


def longest_wait(places: Sequence[int], number: int) -> tuple[int, int]:
    """Return the longest stretch without an action, and where it begins.

    >>> longest_wait([0, 1, 5], 7)
    (3, 2)
    """
    edges = [-1, *places, number]
    return max((after - before - 1, before + 1) for before, after in pairwise(edges))


# --- experience ------------------------------------------------------------------------------------------------


def xp_shown(
    stood: Footage, corrected: Footage, sessions: Sequence[tuple[int, int]], names: Sequence[str], last: float
) -> Iterator[XpShown]:
    """Yield the XP of each character over time.

    A session is its number and its first event. Values before a correction are a dashed line.
    """
    first = min(stood, default=0)
    lines = {name: series_of(corrected, name, last) for name in names}
    lines = {name: points for name, points in lines.items() if points and points[-1][1]}
    before = {name: series_of(stood, name, last) for name in lines}
    most = max((amount for points in [*lines.values(), *before.values()] for _, amount in points), default=0)
    begun = [session for session in sessions if first < session[1] <= last]
    every = -(-len(begun) // MOST_LABELS) or 1
    labels = ["" if place % every else str(number) for place, (number, _) in enumerate(begun)]
    starts = [100 * (start - first) / max(1, last - first) for _, start in begun]
    ticks = list(zip(starts, labels, strict=True))
    corners = {name: step_line([(first, 0), *points], first, last, most, XP_TALL) for name, points in lines.items()}
    places = {name: place for place, name in enumerate(lines)}
    for name, points in lines.items():
        old = step_line([(first, 0), *before[name]], first, last, most, XP_TALL) if before[name] != points else ""
        others = [place for who, place in places.items() if who != name]
        says = f"{name} had {points[-1][1]} XP in the end"
        drawn = step_lines(corners[name], ticks, XP_TALL, says, id=places[name], others=others, then=old)
        yield XpShown(name, points[-1][1], bool(old), drawn)


def xp_by_session(
    corrected: Footage, sessions: Sequence[tuple[int, int]], names: Sequence[str], last: float
) -> list[tuple[str, list[int]]]:
    """Return a row for each session: the XP awarded to each character up to its end."""
    ends = [start - HALF_A_NUMBER for _, start in sessions[1:] if start <= last] + [last]
    labels = [f"Session {number}" for number, start in sessions if start <= last]
    series = [series_of(corrected, name, last) for name in names]
    rows = []
    for label, end in zip(labels, ends, strict=True):
        rows.append((label, [next((n for seq, n in reversed(points) if seq <= end), 0) for points in series]))
    return rows


# --- what was used ---------------------------------------------------------------------------------------------


def traits_used(found: Statistics) -> list[TraitUsed]:
    """Return the traits that were tried, the most tried first."""
    return [TraitUsed(trait, tell_made(each)) for trait, each in list(found.traits.items())[:MOST_BARS]]


def held_longest(corrected: Footage, names: Sequence[str], after: float, last: float) -> list[HeldLong]:
    """Return the states with an effect that characters were in for the longest stretches of the log."""
    found: list[HeldLong] = []
    since: dict[tuple[str, str], tuple[float, str]] = {}
    for seq, changes in corrected.items():
        for change in changes:
            if change.key[0] != "statuses" or change.character not in names or seq > last:
                continue
            held = since.pop((change.character, change.key[1]), None)
            if held:
                found.append(HeldLong(change.character, held[1], int(seq) - int(held[0]), held[0], still=False))
            if change.cell and change.cell.note:
                since[change.character, change.key[1]] = seq, f"{change.key[1]} {change.cell.said} ({change.cell.note})"
    found += [HeldLong(who, said, int(last) - int(seq), seq, still=True) for (who, _), (seq, said) in since.items()]
    within = [each for each in found if int(each.seq) + each.events > after]
    return sorted(within, key=lambda each: (-each.events, each.seq))[:MOST_HELD]
