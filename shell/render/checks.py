"""Answers about checks and their chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.campaign import Recorded
from engine.chances import CheckChances, find_least_roll
from engine.concerns.checks.commands import Check, CheckOdds, GroupCheck
from engine.concerns.checks.decide import members, say_left_out
from engine.concerns.checks.events import CheckResolved
from engine.concerns.checks.narrate import describe_needed
from engine.concerns.checks.project import STAKES_SAID
from engine.concerns.clocks.sheet import FIGHT
from engine.concerns.contests.decide import missed_sides
from engine.concerns.contests.events import ContestResolved
from engine.concerns.rolls.narrate import describe_faces, note_dice
from engine.concerns.tracks.sheet import can_regain
from engine.dice import read_dice
from engine.doubts import doubt_bans, doubt_difficulty, doubt_roll
from engine.naming import names_in
from engine.narrate import tell
from engine.rules.ladder import Ladder
from engine.rules.magic import SPELL
from engine.rules.outcome import in_reach
from engine.rules.parts import Entrant, Part
from engine.rules.ruleset import Ruleset
from engine.state import State
from engine.text import because, fudge_points, join_names, list_parts, percent, plain, quote, with_sign
from engine.types import BY_LEVEL, FUMBLE, NO_DICE
from engine.value import evolve
from shell.render import Answer, Asked, answers
from shell.render.countdowns import describe_ticks
from shell.render.faces import draw_faces
from shell.render.rolls import event_result, luck


@answers(Check)
def answer_checked(asked: Asked) -> Answer:
    """Answer with a check and the chance it had."""
    event = asked.events[0].event
    assert isinstance(event, CheckResolved)
    rules = asked.state.rules
    state = asked.state
    remarks = [
        *warnings(rules, event.modifiers),
        *doubt_check(asked.before, state, event),
        *remark_unstaked(asked.before, event),
        *remark_outside(asked.before),
        *regains(state, asked.events[0]),
    ]
    result = event_result(asked) | chances(rules, event) | {"warnings": remarks}
    return Answer(result, lambda: check_text(asked.events[0].seq, event, result, rules) + describe_brought(asked))


@answers(GroupCheck)
def answer_group(asked: Asked) -> Answer:
    """Answer with a group's checks, who succeeded, and who could not act."""
    left_out = members(asked.before, asked.command)[1]
    starts = [place for place, each in enumerate(asked.events) if isinstance(each.event, CheckResolved)]
    ends = [*starts[1:], len(asked.events)]
    found = [
        answer_checked(evolve(asked, events=asked.events[start:end])) for start, end in zip(starts, ends, strict=True)
    ]
    checks = [each.result for each in found]
    succeeded = [each["character"] for each in checks if each["success"]]
    said = f"{len(succeeded)} of {len(checks)} succeed{f': {join_names(succeeded)}' if succeeded else ''}"
    absent = [f"left out: {say_left_out(left_out)}"] if left_out else []
    return Answer(
        {"checks": checks, "succeeded": succeeded, "left_out": left_out},
        lambda: "\n".join([*(each.text() for each in found), said, *absent]),
    )


def remark_unstaked(state: State, event: CheckResolved) -> Iterator[str]:
    """Yield a remark if nothing was at stake, given the `state` before the check."""
    if not event.at_stake:
        yield f"nothing is at stake{': a miss brings no XP' if state.rules.xp_on_miss else ''}"
    elif STAKES_SAID.of(state) and not event.stakes and not event.automatic:
        yield 'no stake was named: “stakes "THE COST"” in a check says what a failure costs'


def remark_outside(before: State) -> Iterator[str]:
    """Yield a remark on the first roll after a session ended, given the state before it: the next is still to begin."""
    ended = before.last_session.end if before.last_session else None
    if ended is not None and not any(seq > ended for seq in before.rolls):
        yield f"no session is open: “session start” begins session {before.next_session}"


def regains(state: State, rolled: Recorded) -> Iterator[str]:
    """Yield who may regain a box after a player's failure (FL-67): all in a fight, or else those in the roll."""
    event: Any = rolled.event
    if has_player_failed(state, event):
        there = state.sheets if FIGHT.of(state) else set(names_in(event, "character"))
        near = [who for who in can_regain(state) if who in there]
        yield from (f"{who} may regain a box: “clear {quote(who)} of #{rolled.seq}”" for who in near)


def has_player_failed(state: State, event: CheckResolved | ContestResolved) -> bool:
    """Return whether a player's character missed with a check or in a contest."""
    failed: list[Any] = missed_sides(event) if isinstance(event, ContestResolved) else [] if event.success else [event]
    return any(state.sheets[each.character].kind == "pc" for each in failed)


def describe_brought(asked: Asked) -> str:
    """Say what a roll caused: XP (FL-133), marks of a countdown (FL-77)."""
    state = asked.state
    return "".join(f"\n  {tell(each.event)}{describe_ticks(state, each)}" for each in asked.events[1:])


def chances(rules: Ruleset, event: CheckResolved) -> dict[str, Any]:
    """Return the roll that a check needed, with its exact chance, which is 0 or 1 if no dice were rolled."""
    if event.roll is None:
        certain = int(event.success)
        return {"needed": None, "odds": float(certain), "odds_exact": f"{certain}/1", "extreme": 0, "fumble": False}
    dice, least = read_dice(event.dice), find_least_roll(rules, event)
    pmf = dice.pmf()
    return {
        "needed": in_reach(least),
        "odds": float(pmf.at_least(least)),
        "odds_exact": "{}/{}".format(*pmf.cases_at_least(least)),
        "extreme": dice.extreme(event.roll),
        "fumble": event.roll == FUMBLE,
    }


def warnings(rules: Ruleset, modifiers: Sequence[Part]) -> list[str]:
    """Return a warning if the modifiers exceed the game's limit. Help by a better trait is no modifier (FU-38)."""
    total = sum(p.value for p in modifiers if p.source != "secondary" or p.value <= rules.secondary_bonus)
    limit = rules.modifier_limit
    beyond = f"modifiers of {with_sign(total)}: beyond ±{limit} only in extreme cases"
    return [beyond] if limit and abs(total) > limit else []


def doubt_check(before: State, state: State, event: CheckResolved) -> list[str]:
    """Return the doubts about a check, each once, given the states before it and after it."""
    banned = doubt_bans(before, [event.character], [event.opponent] if event.opponent else [])
    return list(dict.fromkeys([*banned, *doubt_roll(state, event), *doubt_difficulty(state, event)]))


@answers(CheckOdds)
def answer_check_odds(asked: Asked) -> Answer:
    """Answer with the chance of a check."""
    from engine.chances import of_check

    state = asked.state
    found = of_check(state, asked.command)
    remarks = doubt_check(state, state, found.check)
    said = "".join(f"\n  {remark}" for remark in remarks)
    return Answer(found.as_json() | {"warnings": remarks}, lambda: check_odds_text(found, state.rules) + said)


def check_odds_text(found: CheckChances, rules: Ruleset) -> str:
    """Write the chance of a check, and the parts of it."""
    check = found.check
    what = f"{check.character}'s {check.trait}" if check.trait else f"{check.character} without a trait"
    chance = f"{percent(found.chance, rules.decimals)} ({found.exact})"
    head = f"{what} against {check.against or plain(check.difficulty)}: {chance}"
    words = ", ".join(f"{word} {percent(chance, rules.decimals)}" for word, chance in found.outcomes)
    return f"{head}\n  {chance_line(found, rules)}" + (f"\n  {words}" if words else "")


def chance_line(found: CheckChances, rules: Ruleset) -> str:
    """Write a check's roll, difficulty and chance on a line, as the prompt shows it before Enter."""
    check = found.check
    if found.automatic:
        needs = f"no dice are needed, {found.automatic}"
    else:
        chance = percent(found.chance, rules.decimals)
        needs = f"needs {describe_needed(in_reach(found.needed), found.chance, found.dice.spec)}, {chance}"
    against = difficulty_text(check, rules).removeprefix("D ")
    return f"{check.trait or 'No trait'} {start_text(check, rules, found.dice.spec)} vs {against}: {needs}"


def start_text(check: CheckResolved, rules: Ruleset, dice: str) -> str:
    """Write the sum before the dice fall: “4 −1 Hurt = 3”."""
    near = (Part(-check.deduction, "only near"),) if check.deduction else ()
    said = Ladder.of(rules).name_of if rules.ladder else plain
    parts = [*check.level_modifiers, *near, *check.modifiers]
    unknown = " (not on the sheet)" if check.default else ""
    terms = " ".join(f"{with_sign(part.value)} {part.brief}".rstrip() for part in parts)
    if not parts or dice.startswith(BY_LEVEL):
        return f"{said(check.unmodified)}{unknown}{f' {terms}' if terms else ''}"
    return f"{said(check.unmodified)}{unknown} {terms} = {said(check.level + sum(p.value for p in check.modifiers))}"


def check_text(seq: int, event: CheckResolved, result: dict[str, Any], rules: Ruleset) -> str:
    """Write a check: the outcome, then the sum, then the chance it had."""
    lines = [f"✓ #{seq} {tell(event)}", f"  {sum_text(event, rules)}"]
    if event.roll is not None and event.dice != NO_DICE:
        needs = describe_needed(result["needed"], result["odds"], event.dice)
        lines.append(f"  {percent(result['odds'], rules.decimals)} chance: {needs}")
    lines += [f"  {event.character} spent {fudge_points(event.points)}"] if event.points else []
    lines += [f"  {warning}" for warning in result["warnings"]]
    return "\n".join([*lines, *luck("", event.dice, event.roll or 0, result["extreme"])])


def sum_text(event: CheckResolved, rules: Ruleset) -> str:
    """Write how a check reached its total: in words if the game has a ladder, else in letters (PF-33, PF-43)."""
    needed = f"; needed {difficulty_text(event, rules)}"
    if event.roll is None:
        return f"{level_text(event, rules, '')}{needed}"
    note = note_dice(event.dice, event.physical)
    return f"{level_text(event, rules, event.dice)}, {rolled_text(event.dice, event, rules, note)}{needed}"


def difficulty_text(event: CheckResolved, rules: Ruleset) -> str:
    """Write D with its parts, its level in words if the game has them."""
    said = Ladder.of(rules).name_of if rules.ladder else plain
    first, *others = event.difficulty_parts or (Part(event.difficulty),)
    most = f"{said(first.value)}{f' for {first.reason}' if first.source == SPELL else ''}"
    parts = f" ({', '.join(filter(None, [most, list_parts(others)]))})" if others or first.source == SPELL else ""
    return f"{'' if rules.ladder else 'D '}{said(event.difficulty)}{parts}"


def level_text(acting: CheckResolved | Entrant, rules: Ruleset, dice: str) -> str:
    """Write the sum before the dice fell: L and A, or the level's word and its additions.

    Additions to a polyhedral die follow the die instead.
    """
    near = (Part(-acting.deduction, "only near"),) if acting.deduction else ()
    parts = (*acting.level_modifiers, *near)
    modifiers = () if dice.startswith(BY_LEVEL) else acting.modifiers
    if not rules.ladder:
        return f"L {modified_text(acting.unmodified, parts, acting.level)}{a_text(modifiers)}"
    unknown = " (not on the sheet)" if acting.default else ""
    return " ".join([f"{Ladder.of(rules).name_of(acting.unmodified)}{unknown}", *map(part_text, (*parts, *modifiers))])


def rolled_text(dice: str, acting: CheckResolved | Entrant, rules: Ruleset, note: str) -> str:
    """Write the faces of the dice and the result, with what was added to a polyhedral die."""
    roll = acting.roll or 0
    faces = f"{draw_faces(describe_faces(dice, acting.faces, roll), dice, acting.faces)}{because(note)}"
    by_level = dice.startswith(BY_LEVEL)
    total = "a fumble" if roll == FUMBLE else plain(acting.total - (rules.polyhedral_zero if by_level else 0))
    if by_level:
        added = "".join(f", {part_text(part)}" for part in acting.modifiers)
        came = f" → {total}" if added or not acting.degree else ""
        return f"{faces}{added}{came}{f', {acting.degree}' if acting.degree else ''}"
    return f"{'roll' if rules.ladder else 'R'} {faces} → {acting.degree or total}"


def part_text(part: Part) -> str:
    """Write one thing that was added, with its reason."""
    return f"{with_sign(part.value)}{because(part.reason)}"


def modified_text(unmodified: int, modifiers: tuple[Part, ...], level: int) -> str:
    """Write a level as unmodified + modifier = modified, or alone if it has no modifier (PF-33)."""
    if not modifiers:
        return plain(level)
    terms = " ".join(f"{'−' if part.value < 0 else '+'} {abs(part.value)}" for part in modifiers)
    reasons = ", ".join(part.reason for part in modifiers)
    return f"{plain(unmodified)} {terms} = {plain(level)} ({reasons})"


def a_text(modifiers: tuple[Part, ...]) -> str:
    """Write A with its parts, or nothing if there are none."""
    if len(modifiers) == 1:
        return f", A {part_text(modifiers[0])}"
    total = sum(part.value for part in modifiers)
    return f", A {with_sign(total)} ({list_parts(modifiers)})" if modifiers else ""
