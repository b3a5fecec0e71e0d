"""Answers about traits and their levels at creation."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Recorded
from engine.concerns.traits.commands import GiveTrait
from engine.concerns.traits.events import TraitGiven
from engine.refusal import nearest
from engine.rules.ladder import Ladder
from engine.store import codec
from replay.compare.changes import changes, views
from shell.render import Answer, Asked, answers
from shell.render.events import growth, recorded_text


@answers(GiveTrait)
def answer_trait_given(asked: Asked) -> Answer:
    """Answer with levels at creation; if there was practice in a trait already, with the result."""
    after = views(asked.campaign.state)
    found = changes(asked.before, after)

    def told(each: Recorded) -> str:
        assert isinstance(each.event, TraitGiven)
        known = asked.before[each.event.character].traits.get(each.event.trait)
        now = after[each.event.character].traits.get(each.event.trait)
        moved = f": {growth(known, now)}" if known and now and known.xp else ""
        return f"{recorded_text((each,))}{moved}"

    warnings = [said for each in asked.events for said in doubts(asked, each.event)]
    lines = "".join(f"\n  {warning}" for warning in warnings)
    result = {"changes": codec.plain_data(found), "warnings": warnings}
    return Answer(result, lambda: "\n".join(map(told, asked.events)) + lines)


def doubts(asked: Asked, event: object) -> Iterator[str]:
    """Yield what to look at in a trait that was given: a name much like a known one, a level that is low."""
    assert isinstance(event, TraitGiven)
    state = asked.campaign.state
    known = {*state.listed(), *(trait for sheet in asked.before.values() for trait in sheet.traits)}
    near = [name for name in known if name.casefold().startswith(event.trait.casefold())]
    near = near or [name for name in [nearest(event.trait, known, 0.75)] if name]
    if near and event.trait not in known:
        others = " and ".join(sorted(near))
        exist = f"{others} exist{'' if len(near) > 1 else 's'} too"
        yield f"New trait {event.trait} ({exist}). Meant {near[0]}? Type undo."
    least = state.rules.creation_usual
    if least is not None and event.level < least:
        usual = Ladder.of(state.rules).said(least)
        yield f"{event.trait} {event.word} is unusually low: most traits start at {usual} or better"
