"""Answer undo, redo, amend, rename, rule and sign."""

from __future__ import annotations

from typing import Any

from engine.campaign import Campaign, Recorded
from engine.concerns.corrections.commands import Amend, Redo, Rename, Rule, RuleOnCritical, Sign, Undo, WhatIf
from engine.concerns.corrections.events import (
    AwardAmended,
    CriticalRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.concerns.corrections.narrate import list_numbers
from engine.concerns.uses.project import roll_to_turn
from engine.groups import say_group
from engine.history.catalog import FOR_ALL
from engine.history.corrections import Correction
from engine.history.counting import Correcting
from engine.history.staleness import Stale
from engine.known import list_players
from engine.narrate import tell
from engine.patterns import pattern
from engine.refusal import Refused, nearest
from engine.rules.ladder import Ladder
from engine.store import codec
from replay.compare.changes import Change, changes_between, with_new_names
from replay.whose_lines import end_sentence, with_whose_lines
from shell.render import Answer, Asked, answers
from shell.render.events import change_lines, find_changes, first_five, recorded_text, stale_line, stale_text
from shell.render.proof import verified_json, verified_text
from shell.render.rolls import title_dice
from shell.render.trial import NOTHING_WRITTEN, answer_trial
from shell.render.turned import remarks_on_turned

#: A wider undo than the tried one, which can be tried too. Other corrections have to be made first.
WIDER_UNDO = pattern(r"“undo(?=[^”]*” (?:undoes (?:it|them) too|leaves a debt))")

RESULT_KEYS = {"EventsUndone": "undone", "EventsRedone": "redone", "AwardAmended": "amended"}


@answers(Undo, Redo, Amend)
def answer_corrected(asked: Asked) -> Answer:
    """Answer with the correction, the values it changes, and stale rolls."""
    correction = asked.campaign.corrected
    assert correction is not None
    found = find_changes(asked)
    head, end = recorded_text(asked.events), way_back(asked.command, correction)
    told = result(asked.campaign, correction, found)
    return Answer(told, lambda: text(asked.campaign, correction, found, head) + end)


def way_back(command: object, correction: Correction) -> str:
    """Return how to restore what was undone by its number, or ""."""
    *_, last = correction.events
    if not isinstance(command, Undo) or command.event is None or getattr(last, "mode", "") == "reason":
        return ""
    return f"\n  “redo” restores {list_numbers(correction.named)}"


@answers(WhatIf)
def answer_what_if(asked: Asked) -> Answer:
    """Answer with the same, without doing it, in a log whose hashes were all recomputed."""
    asked.campaign.prove()
    tried, said = try_wish(asked), verified_text(asked.campaign)
    return Answer(lambda: tried.result | verified_json(asked.campaign), lambda: tried.text() + said)


def try_wish(asked: Asked) -> Answer:
    """Answer with what a command would do."""
    question: WhatIf = asked.command
    wish = question.command or Undo(question.event, cascade=True, reason="")
    if not isinstance(wish, Undo | Redo | Amend):
        return answer_trial(asked.campaign, wish)
    try:
        correction = asked.campaign.correction(wish)
    except Refused as refused:
        refused.hint = refused.hint and WIDER_UNDO.sub("“whatif undo", refused.hint)
        raise
    found = changed_by(asked.campaign, correction)
    several = correction.events if len(correction.events) > 1 else ()
    head = "\n".join([NOTHING_WRITTEN, *(f"  {tell(each)}" for each in several)])
    return Answer(result(asked.campaign, correction, found), lambda: text(asked.campaign, correction, found, head))


def changed_by(campaign: Campaign, correction: Correction) -> list[Change]:
    """Return every value on the sheets that a correction changes."""
    everywhere = any(campaign.catalog.is_kind(seq, FOR_ALL) for seq in correction.named)
    return with_new_names(changes_between(campaign.state, correction.after, everywhere=everywhere))


def result(campaign: Campaign, correction: Correction, found: list[Change]) -> dict[str, Any]:
    """Return a correction as the contract of `--json` promises."""
    ladder = Ladder.of(campaign.state.rules)
    named = {RESULT_KEYS[type(each).__name__]: list(named_in(each)) for each in correction.events}
    return {
        **named,
        "changes": codec.plain_data(found),
        "stale": [stale_json(each, ladder) for each in correction.stale],
    }


def named_in(event: Correcting) -> tuple[int, ...]:
    """Return the events that a correction undoes, restores or amends."""
    if isinstance(event, EventsUndone | EventsRedone):
        return event.targets
    return (event.award,) if isinstance(event, AwardAmended) else ()


def stale_json(found: Stale, ladder: Ladder) -> dict[str, Any]:
    """Return a stale roll as the contract of `--json` promises, with a sentence on what changed."""
    numbers = {name: each for name, each in codec.plain_data(found).items() if name != "unreadable"}
    return {**numbers, "text": stale_text(found, ladder)}


def text(campaign: Campaign, correction: Correction, found: list[Change], head: str) -> str:
    """Write a correction with its targets, its changes, and the checks that no longer add up."""
    here = campaign.state.group
    named = [
        f"  #{each.seq} {tell(each.event)}{end_sentence(each.event, taken)}{at_group(each.event, here)}"
        for each, taken in with_whose_lines(named_events(campaign, correction))
    ]
    ladder = Ladder.of(campaign.state.rules)
    stale = [stale_line(each, ladder) for each in correction.stale]
    return "\n".join([head, *first_five(named, "events"), *first_five(change_lines(found), "changes"), *stale])


def at_group(event: Any, here: str) -> str:
    """Return at which group an event was recorded, to put behind its sentence, or "" if it was here."""
    return "" if event.group == here else f" (at {say_group(event.group)})"


def named_events(campaign: Campaign, correction: Correction) -> list[Recorded]:
    """Return the events that a correction names."""
    wanted = set(correction.named)
    return [each for each in campaign.events(min(wanted) - 1, max(wanted)) if each.seq in wanted]


@answers(Sign)
def answer_signed(asked: Asked) -> Answer:
    """Answer with the signed sheet, and how much of the log it was checked against."""
    said = doubt_player(asked) + signed_before(asked) + verified_text(asked.campaign)
    return Answer(verified_json(asked.campaign), lambda: recorded_text(asked.events) + said)


def doubt_player(asked: Asked) -> str:
    """Return a remark on a new name that is like a player's, or ""."""
    (new,) = asked.events
    assert isinstance(new.event, SheetSigned)
    by = new.event.player
    players = list_players(asked.state)
    near = nearest(by, players, 0.75) if by and by not in players else None
    return f"\n  {by} plays nobody ({near} does). Meant {near}? Type undo." if near else ""


def signed_before(asked: Asked) -> str:
    """Return where the same sheet was signed before, or "" if it never was or has changed since."""
    from replay.moment import Moment

    (new,) = asked.events
    assert isinstance(new.event, SheetSigned)
    who, found = new.event.character, Moment.of(asked.campaign).read_counting(SheetSigned, about=new.event.character)
    signed = {each.seq: each.event for each in found if isinstance(each.event, SheetSigned)}
    before = max((seq for seq, event in signed.items() if event.character == who and seq < new.seq), default=None)
    if before is None or signed[before].values != new.event.values:
        return ""
    session = asked.state.session_at(before)
    when = f"in session {session}" if session else "before play"
    return f"\n  signed already {when} (#{before}), nothing changed since"


@answers(Rule)
def answer_recorded(asked: Asked) -> Answer:
    """Answer with the ruling."""
    return Answer({}, lambda: recorded_text(asked.events))


@answers(RuleOnCritical)
def answer_critical_ruled(asked: Asked) -> Answer:
    """Answer with the roll as it stands now."""
    first, *others = asked.events
    assert isinstance(first.event, CriticalRuled)
    state, number = asked.state, asked.command.event
    dice = roll_to_turn(state, first.event.character, number).dice
    remarks = remarks_on_turned(asked)
    result = codec.plain_data(state.rolls[number]) | {"dice": title_dice(dice), "of": number, "warnings": remarks}
    lines = [f"✓ #{first.seq} {tell(first.event)}", *(f"  {tell(each.event)}" for each in others)]
    lines += [f"  {remark}" for remark in remarks]
    return Answer(result, lambda: "\n".join(lines))


@answers(Rename)
def answer_renamed(asked: Asked) -> Answer:
    """Answer with the new name."""
    event = asked.events[0].event
    assert isinstance(event, Renamed)
    result = {"kind": event.kind, "before": event.before, "after": event.after, "status": event.status}
    return Answer(result, lambda: recorded_text(asked.events))
