"""Answers about contests and their chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.chances import ContestChances
from engine.concerns.contests.commands import Contest, ContestOdds
from engine.concerns.contests.events import ContestResolved
from engine.concerns.contests.narrate import by_place, tell_contest
from engine.concerns.damage.project import find_leader, relative_degree
from engine.concerns.damage.sheet import has_rating
from engine.concerns.rolls.narrate import note_dice
from engine.dice import read_dice
from engine.doubts import doubt_bans, doubt_roll
from engine.rules.ladder import Ladder
from engine.rules.parts import Entrant
from engine.rules.ruleset import Ruleset
from engine.state import State
from engine.text import name_dice, percent, plain
from engine.types import FUMBLE, NO_DICE
from shell.output import pad, width
from shell.render import Answer, Asked, answers
from shell.render.checks import describe_brought, level_text, regains, rolled_text, warnings
from shell.render.rolls import bar, event_result, luck, title_dice


@answers(Contest)
def answer_contested(asked: Asked) -> Answer:
    """Answer with a contest and everyone's place.

    `relative` is the lead, on a ladder with two sides the first one's relative degree (FU-46, ER-28).
    """
    event = asked.events[0].event
    assert isinstance(event, ContestResolved)
    extremes = {s.character: read_dice(s.dice or event.dice).extreme(s.roll) for s in event.participants}
    result = event_result(asked)
    for side in result["participants"]:
        side["dice"] = title_dice(side["dice"]) or result["dice"]
        side["extreme"] = extremes[side["character"]]
        best = max(other["total"] for other in result["participants"] if other is not side)
        countless = event.automatic or FUMBLE in (side["total"], best)
        alike = side["character"] in event.tied and not event.relative
        side["relative"] = None if countless else 0 if alike else side["total"] - best
    rules = asked.state.rules
    if rules.ladder and len(result["participants"]) == 2:
        result["relative"] = result["participants"][0]["relative"]
    found = [f"{side.character}: {said}" for side in event.participants for said in warnings(rules, side.modifiers)]
    found += dict.fromkeys(doubt_sides(asked.before, asked.state, event.participants))
    result["warnings"] = [*found, *regains(asked.state, asked.events[0])]
    lines = "".join(f"\n  {warning}" for warning in result["warnings"])
    lines += "".join(f"\n  {said}" for said in tell_leads(asked.state, asked.events[0].seq, event))
    return Answer(
        result, lambda: contest_text(asked.events[0].seq, event, extremes, rules) + lines + describe_brought(asked)
    )


def doubt_sides(before: State, state: State, sides: Sequence[Entrant]) -> Iterator[str]:
    """Yield the doubts about the sides of a contest, given the states before it and after it."""
    acting = [side.character for side in sides if not side.yields]
    yield from doubt_bans(before, acting, [name for name in acting if name != sides[0].character])
    yield from (said for side in sides for said in doubt_roll(state, side))


def tell_leads(state: State, seq: int, event: ContestResolved) -> Iterator[str]:
    """Yield by how much each fumble lost, and each side of a tie at the ladder's end, as damage counts it (PO-26)."""
    if event.automatic or not has_rating(state.rules):
        return
    leader = find_leader(state, event)
    for who in event.tied if leader else ():
        if who != leader:
            by = relative_degree(state, seq, event, who)
            yield f"for damage, totals count: {leader} is {by} ahead of {who}"
    for side in event.participants if event.winner else ():
        if side.roll == FUMBLE and side.character != event.winner:
            by = relative_degree(state, seq, event, side.character)
            worst = Ladder.of(state.rules).name_of(state.rules.polyhedral_zero)
            yield f"for damage, {side.character}'s fumble counts as {worst}: relative degree {by}"


@answers(ContestOdds)
def answer_contest_odds(asked: Asked) -> Answer:
    """Answer with everyone's chance to win a contest."""
    from engine.chances import of_contest

    state = asked.state
    found = of_contest(state, asked.command)
    remarks = list(dict.fromkeys(doubt_sides(state, state, found.sides)))
    said = "".join(f"\n  {remark}" for remark in remarks)
    return Answer(found.as_json() | {"warnings": remarks}, lambda: contest_odds_text(found, state.rules) + said)


def contest_odds_text(found: ContestChances, rules: Ruleset) -> str:
    """Write who leads, the chance of each side and of a tie with bars, and what each side rolls."""
    rows = shares(found)
    widest = max(map(width, rows))
    lines = (
        f"  {pad(name, widest)}  {percent(chance, rules.decimals):>6}  {bar(chance)}" for name, chance in rows.items()
    )
    return "\n".join([leads_line(found, rules), *map(str.rstrip, lines), f"  {rolled_by(found)}"])


def leads_line(found: ContestChances, rules: Ruleset) -> str:
    """Write who leads a contest and all chances on one line, as the prompt shows it before Enter."""
    best, second, *_ = sorted(found.chances.values(), reverse=True)
    first = max(found.chances, key=lambda name: found.chances[name])
    said = ", ".join(f"{name} {percent(chance, rules.decimals)}" for name, chance in shares(found).items())
    return f"{first if best > second else 'nobody'} leads: {said}"


def shares(found: ContestChances) -> dict[str, float]:
    """Return everyone's chance to win, the likeliest first, then the chances of a tie and of too low results."""
    rows = dict(sorted(found.chances.items(), key=lambda row: -row[1])) | {"tie": found.tie}
    return rows | ({"too low": found.short} if found.short else {})


def rolled_by(found: ContestChances) -> str:
    """Say which dice the sides of a contest roll, only once if all have the same."""
    names = {each.character: side_dice(each, dice) for each, dice in zip(found.sides, found.rolled, strict=True)}
    kinds = set(names.values())
    return kinds.pop() if len(kinds) == 1 else ", ".join(f"{who} {dice}" for who, dice in names.items())


def side_dice(side: Entrant, dice: str) -> str:
    """Say which dice a side of a contest rolls, if it does."""
    return "does not resist" if side.yields else "does not roll" if dice == NO_DICE else name_dice(dice)


def contest_text(seq: int, event: ContestResolved, extremes: dict[str, int], rules: Ruleset) -> str:
    """Write the outcome of a contest, then every side by place. Dice that all sides share are written once."""
    ranked = by_place(event)
    columns = [max(map(width, each)) for each in zip(*map(who_and_what, ranked), strict=True)]
    notes = {side.character: _note(event, side) for side in ranked if not stands_still(event, side)}
    alike = len(set(notes.values())) == 1 and len(notes) > 1
    rows = [side_text(event, side, columns, "" if alike else notes.get(side.character, ""), rules) for side in ranked]
    dice = [f"  {note}" for note in set(notes.values()) if alike and note]
    lucky = [line for side in ranked for line in _luck(event, side, extremes[side.character])]
    return "\n".join([f"✓ #{seq} {head_of(event)}", *rows, *dice, *lucky])


def head_of(event: ContestResolved) -> str:
    """Return who won a contest, without the results, which the table below has, unless they explain a tie's winner."""
    first, second, *_ = ranked = by_place(event)
    return tell_contest(event, ranked if event.winner and first.place == second.place else ())


def _luck(event: ContestResolved, side: Entrant, extreme: int) -> list[str]:
    return luck(f"{side.character}: ", side.dice or event.dice, side.roll, extreme)


def _note(event: ContestResolved, side: Entrant) -> str:
    return note_dice(side.dice or event.dice, side.physical)


def stands_still(event: ContestResolved, side: Entrant) -> bool:
    """Return whether a side rolled nothing."""
    return side.yields or ((side.dice or event.dice) == NO_DICE and not side.roll)


def why_still(event: ContestResolved, rules: Ruleset) -> str:
    """Explain who alone rolls in a game where only one side does, a player character before an NPC (FL-28)."""
    rolled = [side.character for side in event.participants if not stands_still(event, side)]
    return f" (in this game only {rolled[0]} does)" if rules.contest_rolls == "first" and len(rolled) == 1 else ""


def who_and_what(side: Entrant) -> tuple[str, str]:
    """Return who a side of a contest is, and the trait that it acts with."""
    return side.character, side.trait or "no trait"


def place_text(event: ContestResolved, side: Entrant) -> str:
    """Write a side's place, as “1=” for a tie. A side that lost to an equal result has the next place."""
    alike = [other.character for other in event.participants if other.place == side.place]
    first = [who for who in alike if who in (event.winner, *event.tied)]
    if first and side.character not in first:
        return f"{1 + len(first)}."
    alike = first or alike
    return f"{side.place}{'=' if alike[1:] else '.'}"


def side_text(event: ContestResolved, side: Entrant, columns: Sequence[int], note: str, rules: Ruleset) -> str:
    """Write one side of a contest with its place, its trait and its sum."""
    cells = "  ".join(map(pad, who_and_what(side), columns))
    still = side.yields or stands_still(event, side)
    dice = side.dice or event.dice
    start = f"  {place_text(event, side)} {cells}  {level_text(side, rules, '' if still else dice)}"
    if side.yields:
        return f"{start}, does not resist"
    if still:
        return f"{start}, no roll{why_still(event, rules)} → {side.degree or plain(side.total)}"
    critical = f", a critical {side.critical}" if side.critical else ""
    called = f", {side.outcome}" if side.outcome else ""
    return f"{start}, {rolled_text(dice, side, rules, note)}{critical}{called}"
