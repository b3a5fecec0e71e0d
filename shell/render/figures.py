"""Write statistics as data, and as bars and sentences that claim no more than the figures support."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.text import percent, plain
from replay.retelling.dice_stats import PROGRAM, DiceStats, SourceOfRolls, StrayTest
from replay.retelling.sample import Counted
from replay.retelling.stats import SUREST_MISS, Luck, Statistics, StoryMoment
from replay.retelling.verdicts import (
    group_verdict,
    judged_together,
    luck_verdict,
    note_of,
    tell_left_out,
    tell_made,
    tell_moments_of,
    verdict,
)
from shell.output import pad, width
from shell.render.rolls import bar

NOTHING_TO_COUNT = "no dice have fallen and nobody has acted yet"

LUCK = "Luck (checks that dice decided, each by the chance that it had)"

SPOTLIGHT = "Spotlight (what was logged, not who talked{})"


def stats_json(found: Statistics) -> dict[str, Any]:
    """Return the figures as the contract has them."""
    total = sum(found.spotlight.values())
    return {
        "session": found.session,
        "character": found.character,
        "dice": {each.name: dice_json(each) for each in found.dice},
        "spotlight": {
            name: {"actions": actions, "share": actions / total if total else 0.0}
            for name, actions in found.spotlight.items()
        },
        "checks": sample_json(found.counted),
        "success": {trait: trait_json(each) for trait, each in found.traits.items()},
        "luck": {each.player: luck_json(each) for each in found.luck},
        "moments": [
            {"kind": each.kind, "seq": each.seq, "chance": each.chance, "text": each.text} for each in found.moments
        ],
        "tests": [stray_json(each) for each in found.tests],
        "left_out": found.left_out,
        "turns_left_out": found.turns_left_out,
        "note": note_of(found),
    }


def dice_json(found: DiceStats) -> dict[str, Any]:
    """Return the figures of a technique as data. `p_value` is for its sources, each tested separately."""
    return {
        "rolls": found.rolls,
        "fumbles": found.fumbles,
        "mean": found.mean,
        "expected_mean": found.expected_mean,
        "counts": {str(total): found.counts[total] for total in sorted(found.counts)},
        "expected": {str(total): expected for total, expected in found.expected.items()},
        "p_value": found.p_value,
        "sources": {each.source: source_json(each) for each in found.sources},
    }


def source_json(found: SourceOfRolls) -> dict[str, Any]:
    """Return the figures of the rolls from one source."""
    return {
        "rolls": found.rolls,
        "mean": found.mean,
        "counts": {str(total): found.counts[total] for total in sorted(found.counts)},
        "p_value": found.totals.p_value if found.totals else None,
        "faces": {str(face): fell for face, fell in found.faces.items()},
        "faces_p_value": found.of_faces.p_value if found.of_faces else None,
    }


def sample_json(found: Counted) -> dict[str, Any]:
    """Return a sample of checks: how many, made and expected, and what is left out of it."""
    return {
        "checks": len(found.checks),
        "made": found.made,
        "expected": found.expected,
        "left_out": found.left_out,
    }


def trait_json(found: Counted) -> dict[str, Any]:
    """Return how the checks of a trait went."""
    return {
        "tried": len(found.checks),
        "succeeded": found.made,
        "expected": found.expected,
        "left_out": found.left_out,
    }


def luck_json(found: Luck) -> dict[str, Any]:
    """Return the luck of a player, without chances for few checks."""
    return {
        "checks": len(found.counted.checks),
        "deserved": found.counted.expected,
        "got": found.counted.made,
        "left_out": found.counted.left_out,
        "at_most": found.at_most,
        "at_least": found.at_least,
        "p_value": found.p_value,
        "adjusted": found.adjusted,
    }


def stray_json(found: StrayTest) -> dict[str, Any]:
    """Return a test."""
    return {
        "kind": found.kind,
        "of": found.of,
        "source": found.source,
        "rolls": found.rolls,
        "times": found.times,
        "p_value": found.p_value,
        "adjusted": found.adjusted,
        "seen_of_ten": found.seen,
        "verdict": verdict(found),
    }


def stats_text(found: Statistics) -> str:
    """Write the figures for people."""
    parts = [*dice_text(found), *luck_text(found), *spotlight_lines(found), *traits_text(found), *moments_text(found)]
    note = note_of(found)
    return "\n\n".join([*parts, *([note] if note else [])]) if parts else NOTHING_TO_COUNT


def dice_text(found: Statistics) -> Iterator[str]:
    """Yield a block for the dice of each source."""
    for each in found.dice:
        for source in each.sources:
            tests = [test for test in found.tests if (test.of, test.source) == (each.name, source.source)]
            yield "\n".join([heading_of(each, source), *total_lines(each, source), *map(stray_line, tests)])


def heading_of(dice: DiceStats, source: SourceOfRolls) -> str:
    """Return which dice fell how often, and their average."""
    which = f"{dice.name}{'' if source.source == PROGRAM else f', {source.source}'}"
    times = f"{source.rolls} roll{'' if source.rolls == 1 else 's'}"
    fumbles = source.rolls - sum(source.counts.values())
    fumbled = f", {fumbles} of them {'a fumble' if fumbles == 1 else 'fumbles'}" if fumbles else ""
    if not source.counts:  # a fumble has no number
        return f"{which}: {times}{', a fumble' if fumbles == 1 else ', all fumbles'}"
    mean, expected = (f"{number:.2f}".replace("-", "−") for number in (source.mean, dice.expected_mean))
    return f"{which}: {times}{fumbled}, on average {mean} (expected {expected})"


def total_lines(dice: DiceStats, source: SourceOfRolls) -> Iterator[str]:
    """Yield a line for each actual or likely total: how often it fell, how often it was expected to, and a bar."""
    share = source.rolls / dice.rolls
    totals = [total for total, times in dice.expected.items() if times * share >= 0.5]
    totals = sorted({*totals, *source.counts})
    most = max(source.counts.values(), default=1)
    for total in totals:
        fell, expected = source.counts.get(total, 0), dice.expected.get(total, 0.0) * share
        drawn = bar(fell, most) if fell else ""
        yield f"  {plain(total):>4} {fell:>4}  ({expected:.1f} expected)  {drawn}".rstrip()


def stray_line(test: StrayTest) -> str:
    """Return the result of a test, in a line."""
    return f"  {test.kind}: {verdict(test)}"


def luck_text(found: Statistics) -> Iterator[str]:
    """Yield a block with the checks made and expected: of all together first, then of each player."""
    if found.luck:
        wide = max(width(each.player) for each in found.luck)
        together = f"{tell_made(found.counted, 'check')}; {group_verdict(found)}"
        lines = [together, *(luck_line(each, wide) for each in found.luck)]
        lines += [judged_together(found), tell_left_out(found.counted.left_out)]
        yield "\n".join([LUCK, *(f"  {line}" for line in lines if line)])


def luck_line(found: Luck, wide: int) -> str:
    """Return a player's checks made and expected, and how often such luck occurs."""
    judged = luck_verdict(found)
    return f"{pad(found.player, wide)}  {tell_made(found.counted, 'check')}{f': {judged}' if judged else ''}"


def spotlight_lines(found: Statistics) -> Iterator[str]:
    """Yield a block with how often each player character acted."""
    total = sum(found.spotlight.values())
    if total:
        wide, most = max(map(width, found.spotlight)), max(found.spotlight.values())
        lines = (
            f"  {pad(name, wide)} {acted:>4} {percent(acted / total, 0):>5}  {bar(acted, most)}".rstrip()
            for name, acted in sorted(found.spotlight.items(), key=lambda pair: -pair[1])
        )
        more = tell_left_out(found.turns_left_out)
        yield "\n".join([SPOTLIGHT.format(f"; {more}" if more else ""), *lines])


def traits_text(found: Statistics) -> Iterator[str]:
    """Yield a block with the checks of each trait, made and expected."""
    if found.traits:
        wide = max(map(width, found.traits))
        lines = (f"  {pad(trait, wide)}  {tell_made(each)}" for trait, each in found.traits.items())
        yield "\n".join(["Traits tried", *lines])


def moments_text(found: Statistics) -> Iterator[str]:
    """Yield a block with the moments worth remembering, and of how many checks and rolls they are."""
    if found.moments:
        yield "\n".join([f"Moments, {tell_moments_of(found)}", *map(moment_line, found.moments)])


def moment_line(found: StoryMoment) -> str:
    """Return a moment with its number and chance: of a miss, that of success."""
    chance = 1 - found.chance if found.kind == SUREST_MISS else found.chance
    return f"  {found.kind} ({percent(chance)}): {found.text} #{found.seq}"
