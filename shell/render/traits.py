"""Answers about traits and their levels at creation."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Recorded
from engine.concerns.traits.commands import GiveTrait
from engine.concerns.traits.events import TraitGiven
from engine.known import every_trait, listed_traits
from engine.refusal import nearest
from engine.rules.creation import list_rest
from engine.rules.ladder import Ladder
from engine.store import codec
from engine.text import join_names, quote
from shell.render import Answer, Asked, answers
from shell.render.events import FEW, find_changes, growth, recorded_text, trait_on


@answers(GiveTrait)
def answer_trait_given(asked: Asked) -> Answer:
    """Answer with levels given at creation, and for a trait that had practice with the resulting level."""

    def tell_given(each: Recorded) -> str:
        assert isinstance(each.event, TraitGiven)
        states = (asked.before, asked.state)
        known, now = (trait_on(state, each.event.character, each.event.trait) for state in states)
        moved = f": {growth(known, now)}" if known and now and known.xp else ""
        return f"{recorded_text((each,))}{moved}"

    warnings = [said for each in asked.events for said in doubt_levels(asked, each.event)]
    warnings += list(dict.fromkeys(said for each in asked.events for said in late(asked, each)))
    warnings += rest_remark(asked)
    lines = "".join(f"\n  {warning}" for warning in warnings)
    result = {"changes": codec.plain_data(find_changes(asked)), "warnings": warnings}
    return Answer(result, lambda: "\n".join(map(tell_given, asked.events)) + lines)


def rest_remark(asked: Asked) -> list[str]:
    """Return a remark on the level that a character's other listed traits have from the first level on (FL-14)."""
    state, who = asked.state, asked.command.who
    before, rest = asked.before.sheets.get(who), list_rest(state, state.sheets[who])
    level = state.rules.creation_rest
    if not rest or level is None or (before is not None and list_rest(asked.before, before)):
        return []
    more = f" and {len(rest) - FEW} more" if len(rest) > FEW else ""
    named = f"{', '.join(rest[:FEW])}{more}" if more else join_names(rest)
    return [f"Listed traits without a level are {Ladder.of(state.rules).name_of(level)} from now on: {named}"]


def late(asked: Asked, given: Recorded) -> Iterator[str]:
    """Yield a remark on a level that is given in play, without XP (PF-30)."""
    assert isinstance(given.event, TraitGiven)
    who = given.event.character
    if given.seq in asked.state.sheets[who].late:
        yield f"{who} has played and pays no XP for this; “ledger {quote(who)}” and “audit” list it"


def doubt_levels(asked: Asked, event: object) -> Iterator[str]:
    """Yield the doubts about a given trait: a similar known name, or a low level."""
    assert isinstance(event, TraitGiven)
    state = asked.state
    known = {*listed_traits(state), *every_trait(asked.before)}
    near = [name for name in known if name.casefold().startswith(event.trait.casefold())]
    near = near or [name for name in [nearest(event.trait, known, 0.75)] if name]
    if near and event.trait not in known:
        others = " and ".join(sorted(near))
        exist = f"{others} exist{'' if len(near) > 1 else 's'} too"
        yield f"New trait {event.trait} ({exist}). Meant {near[0]}? Type undo."
    least = state.rules.creation_usual
    if least is not None and event.level < least:
        usual = Ladder.of(state.rules).name_of(least)
        yield f"{event.trait} {event.word} is unusually low: most traits start at {usual} or better"
