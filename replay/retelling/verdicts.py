"""Say what statistics show, in words that claim no more."""

from __future__ import annotations

from collections.abc import Mapping

from engine.campaign import GM
from engine.text import count_out, join_names
from replay.retelling.dice_stats import StrayTest
from replay.retelling.luck import UNUSUAL
from replay.retelling.sample import TOO_FEW, Counted
from replay.retelling.stats import Luck, Statistics


def verdict(test: StrayTest) -> str:
    """Return a test's result in words, which judge nobody's honesty and never prove that all is well."""
    one, many = ("roll", "rolls") if test.kind == "totals" else ("face", "faces")
    what = f"{test.times} {one if test.times == 1 else many}"
    if test.rolls < TOO_FEW:
        return f"too few to say ({what})"
    if test.adjusted < UNUSUAL:
        return f"unusual: flawless dice stray so far in {of_campaigns(test.adjusted)}"
    power = "" if test.seen is None else f"; a die off by one twelfth would have been seen {times_of_ten(test.seen)}"
    return f"no sign against them in {what}{power}"


def times_of_ten(seen: int) -> str:
    """Return how often of ten something would have been seen."""
    return {0: "hardly ever", 10: "nearly always"}.get(seen, f"{seen} times of 10" if seen > 1 else "once in 10 times")


def of_campaigns(chance: float) -> str:
    """Return a chance as a number of campaigns in a hundred, or in as many as needed."""
    if chance >= 0.995:
        return "nearly all campaigns"
    if chance >= 0.01:
        return f"{round(chance * 100)} of 100 campaigns"
    return f"1 of {round(1 / chance):,} campaigns" if chance > 1e-9 else "hardly any campaign"


# --- checks ----------------------------------------------------------------------------------------------------


def tell_made(counted: Counted, thing: str = "") -> str:
    """Return how many checks of a sample were made and expected, and how many are left out.

    >>> tell_made(Counted())
    'none counted'
    """
    tried, left_out = len(counted.checks), sum(counted.left_out.values())
    besides = f" ({left_out} left out)" if left_out else ""
    if not tried:
        return f"none counted{besides}"
    named = f" {thing}{'' if tried == 1 else 's'}" if thing else ""
    return f"{counted.made} of {tried}{named} made, {counted.expected:.1f} expected{besides}"


def tell_left_out(left_out: Mapping[str, int]) -> str:
    """Return how much is left out and why, or nothing if nothing is.

    >>> tell_left_out({"undone": 2, "secret": 1})
    '3 left out: 1 secret, 2 undone'
    """
    reasons = ", ".join(f"{times} {why}" for why, times in sorted(left_out.items()))
    return f"{sum(left_out.values())} left out: {reasons}" if left_out else ""


def luck_verdict(found: Luck) -> str:
    """Return how often luck strays so far from what is expected, either way, or nothing for few checks."""
    return "" if found.adjusted is None else f"so far off, either way, in {of_campaigns(found.adjusted)}"


def group_verdict(found: Statistics) -> str:
    """Return one sentence on everybody's luck: who is unusual, if anybody is, of those with enough checks."""
    judged = [each for each in found.luck if each.adjusted is not None]
    if not judged:
        return f"a verdict takes {TOO_FEW} checks of one player"
    unusual = [name_whose(each) for each in judged if each.adjusted is not None and each.adjusted < UNUSUAL]
    few = "; too few of the others" if len(judged) < len(found.luck) else ""
    return f"{f'unusual: {join_names(unusual)}' if unusual else f'nothing unusual with {name_judged(judged)}'}{few}"


def name_whose(luck: Luck) -> str:
    """Return whose luck it is, in a sentence."""
    return "the game master" if luck.player == GM else luck.player


def name_judged(judged: list[Luck]) -> str:
    """Return whose luck was judged: one by name, several by their number."""
    players = [each for each in judged if each.player != GM]
    named = [name_whose(players[0]) if len(players) == 1 else count_out(len(players), "player")] if players else []
    return join_names([*named, *(["the game master"] if len(players) < len(judged) else [])])


def judged_together(found: Statistics) -> str:
    """Return that figures of several players allow for their number, or nothing for one."""
    judged = sum(each.adjusted is not None for each in found.luck)
    return (
        f"One of {judged} strays further by chance than one alone: each figure allows for that." if judged > 1 else ""
    )


def tell_moments_of(found: Statistics) -> str:
    """Return of how many checks and rolls the moments are."""
    rolls = sum(each.rolls for each in found.dice)
    return f"of {count_out(len(found.counted.checks), 'check')} and {count_out(rolls, 'roll')}"


# --- dice ------------------------------------------------------------------------------------------------------


def note_of(found: Statistics) -> str:
    """Return how many tests were made and which rolls they leave out, as a note beside the results."""
    notes = []
    told = sum(test.rolls >= TOO_FEW for test in found.tests)
    if told > 1:
        odd = told * UNUSUAL
        notes.append(f"{told} tests: {odd:.1f} of them would look odd by chance, so each is held to more.")
    if found.left_out:
        counted = ", ".join(f"{times} {why}" for why, times in sorted(found.left_out.items()))
        notes.append(f"Left out where the dice are tested: {counted}.")
    return " ".join(notes)
