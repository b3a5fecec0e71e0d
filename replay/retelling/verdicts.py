"""Say what statistics show, in words that claim no more."""

from __future__ import annotations

from replay.retelling.luck import UNUSUAL
from replay.retelling.stats import FEW_FOR_MOMENTS, TOO_FEW, Luck, Statistics, StrayTest


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


def describe_uncounted(found: Statistics) -> str:
    """Return how many checks are not in the luck, or nothing if all are.

    Checks decided by a point or a ruling are not counted, and neither are secret ones.
    """
    more = sum(each.chance is None for each in found.trials)
    return f"{more} more {'is' if more == 1 else 'are'} not counted" if more else ""


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


def luck_verdict(found: Luck) -> str:
    """Return how often luck is as good or as bad as this."""
    if found.checks < FEW_FOR_MOMENTS:
        return "too few to say"
    less = found.got < found.deserved
    often = of_campaigns(found.at_most if less else found.at_least)
    return f"as {'bad or worse' if less else 'good or better'} in {often}"


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
