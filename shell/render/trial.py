"""Answer what a command would do, as the prompt shows it before Enter."""

from __future__ import annotations

from engine.campaign import Campaign
from engine.concerns.uses.events import Turning
from engine.decide import try_out
from engine.each import command_class
from engine.narrate import tell
from engine.planning import plan
from engine.refusal import Refused
from engine.registry import DECIDES, Event, marks
from engine.state import State
from engine.store import codec
from replay.compare.changes import changes_between
from shell.language.spelling import spell
from shell.render import Answer, way_of
from shell.render.events import SUMS, change_lines, defined_already, first_five

NOTHING_WRITTEN = "nothing is written; it would be:"

#: For a command that rolls without known chances.
DICE_DECIDE = "what the dice decide"

#: For a command that would record nothing.
SO_ALREADY = "nothing, as it is so already"


def answer_trial(campaign: Campaign, command: object) -> Answer:
    """Answer with what a command would do. Raise Refused as it would."""
    from shell.preview.result import result_of  # it imports this package
    from shell.preview.trial import DiceNeeded, let_no_dice_fall

    campaign.must_take_more()
    verb, state = spell(command).split()[0], campaign.state
    if command_class(command) not in DECIDES or way_of(command) is not None:
        raise Refused(f"“{verb}” can only be done, not tried", hint=f"“help {verb}” says what it does")
    said, after = list(result_of(command, state, None)), state
    try:
        planned = plan(campaign, command, let_no_dice_fall)
        undoes = planned.correction
        after = undoes.after if undoes else try_out(state, command, let_no_dice_fall)
        told = [tell(each) for each in planned.events]
        if undoes or not said:
            said = told or [defined_already(command) or SO_ALREADY]
        elif any(decides_roll(each) for each in planned.events):
            said += told
    except DiceNeeded:
        said = said or [DICE_DECIDE]
    lines = first_five([f"  {line}" for line in said], "events")
    lines += first_five(changes_besides(said, state, after), "changes")
    return Answer(lambda: trial_json(state, after, said), lambda: "\n".join([NOTHING_WRITTEN, *lines]))


def decides_roll(event: Event) -> bool:
    """Return whether an event is a check or contest, or gives one another result."""
    return marks(event).judged or isinstance(event, Turning)


def changes_besides(said: list[str], before: State, after: State) -> list[str]:
    """Write the changes of the sheets that were not mentioned yet."""
    found = [each for each in changes_between(before, after, everywhere=True) if each.field not in SUMS]
    known = "\n".join(said)
    return [line for line in change_lines(found) if line.partition(": ")[2] not in known]


def trial_json(before: State, after: State, said: list[str]) -> dict[str, object]:
    """Return the changes that the sheets would have, and the lines that the prompt shows."""
    return {"changes": codec.plain_data(changes_between(before, after, everywhere=True)), "lines": said}
