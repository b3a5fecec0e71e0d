"""Answers about fudge points that were spent on a roll in the log."""

from __future__ import annotations

from engine.concerns.points.sheet import points
from engine.concerns.uses.commands import AlterRoll, RerollCheck, TurnToSuccess
from engine.concerns.uses.project import roll_to_turn
from engine.narrate import tell
from engine.store import codec
from engine.text import fudge_points
from shell.render import Answer, Asked, answers
from shell.render.rolls import title_dice
from shell.render.turned import remarks_on_turned


@answers(RerollCheck)
def answer_rerolled(asked: Asked) -> Answer:
    """Answer with the check as it stands after the new roll."""
    return answer_used(asked)


@answers(AlterRoll)
def answer_altered(asked: Asked) -> Answer:
    """Answer with the check as it stands after it was altered."""
    return answer_used(asked)


@answers(TurnToSuccess)
def answer_turned(asked: Asked) -> Answer:
    """Answer with the check, which is a success now."""
    return answer_used(asked)


def answer_used(asked: Asked) -> Answer:
    """Answer with a check as it stands now, and the points left."""
    state, command = asked.state, asked.command
    check = roll_to_turn(state, command.who, command.roll)
    left = points(state, state.sheets[command.who]) or 0
    result = codec.plain_data(state.rolls[command.roll])
    remarks = remarks_on_turned(asked)
    result |= {"dice": title_dice(check.dice), "of": command.roll, "points_left": left, "warnings": remarks}
    first, *others = asked.events
    lines = [f"✓ #{first.seq} {tell(first.event)}", *(f"  {tell(each.event)}" for each in others)]
    lines += [f"  {command.who} has {fudge_points(left) if left else 'no fudge point'} left"]
    lines += [f"  {remark}" for remark in remarks]
    return Answer(result, lambda: "\n".join(lines))
