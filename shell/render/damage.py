"""Answers about damage."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.damage.commands import DealDamage
from engine.concerns.damage.events import FROM_DICE, FROM_ROLL, WOUNDS, DamageDealt
from engine.concerns.damage.sheet import arms_of
from engine.concerns.tracks.sheet import disables
from engine.doubts import doubt_ability, doubt_target
from engine.rules.outcome import add_up
from engine.state import State
from engine.store import codec
from shell.render import Answer, Asked, answers
from shell.render.events import recorded_text

#: The names of the methods of damage, by the rule and its value.
METHODS = {
    ("melee-damage", "1"): "weapon and relative degree",
    ("melee-damage", "2"): "the roll of a trait and the weapon",
    ("missile-damage", "1"): "the weapon's lethality",
    ("missile-damage", "2"): "weapon and relative degree",
    ("missile-damage", "3"): "the weapon's dice",
}


@answers(DealDamage)
def answer_damage(asked: Asked) -> Answer:
    """Answer with the damage, its terms, its reductions, and the wound."""
    state = asked.state
    dealt = next(each.event for each in asked.events if isinstance(each.event, DamageDealt))
    armour = add_up([part for part in dealt.rating if part.source == "item"])
    result = codec.plain_data(dealt) | {"armour": armour}
    remarks = [
        f"  {line}"
        for line in (
            *doubt_method(state, dealt),
            *note_secret(state, dealt),
            *note_twice(asked, dealt),
            *doubt_target(state, dealt.character, dealt.of, asked.events[-1].seq),
            *note_able(state, dealt),
        )
    ]
    return Answer(result, lambda: "\n".join([recorded_text(asked.events), *remarks]))


def doubt_method(state: State, dealt: DamageDealt) -> Iterator[str]:
    """Yield a remark on damage found by another method than agreed (OC-29)."""
    agreed = {("melee-damage", state.rules.melee_damage), ("missile-damage", state.rules.missile_damage)}
    used = {pair for pair, method in METHODS.items() if method == method_of(state, dealt)}
    if used and not used & agreed and any(pair in METHODS for pair in agreed):
        rule, number = min(used)
        yield f"the rules name another method for damage; “rules {rule} {number}” names this one"


def note_secret(state: State, dealt: DamageDealt) -> Iterator[str]:
    """Yield a remark on damage caused by a secret roll."""
    secret = sorted(state.secrets & {dealt.of, dealt.rolled})
    if secret:
        yield f"#{secret[0]} is secret: players see the wound of those they know, and not the roll"


def note_twice(asked: Asked, dealt: DamageDealt) -> Iterator[str]:
    """Yield a remark, with the undo, if the same roll wounded the same character before."""
    last = asked.events[-1].seq
    for wound in WOUNDS.of(asked.state.sheets[dealt.character]):
        before = asked.campaign.event(wound.number).event
        if wound.number < last and dealt.of and isinstance(before, DamageDealt) and before.of == dealt.of:
            cure = f"“undo #{wound.number}” takes that away"
            yield f"#{dealt.of} wounded {dealt.character} in #{wound.number} already; {cure}"


def note_able(state: State, dealt: DamageDealt) -> Iterator[str]:
    """Yield a remark on a wound that should stop its bearer, and does not (PO-35)."""
    if dealt.wound is not None and disables(state.rules, dealt.wound):
        yield from doubt_ability(state.sheets[dealt.character])


def method_of(state: State, dealt: DamageDealt) -> str:
    """Return how damage was found, or "" for a typed number."""
    sources = {part.source for part in dealt.parts}
    if FROM_ROLL in sources:
        return METHODS["melee-damage", "1"]
    if FROM_DICE not in sources or dealt.attacker not in state.sheets:
        return ""
    carried = arms_of(state.sheets[dealt.attacker])
    arms = next((each for each in carried if each.name == dealt.weapon), None)
    if arms is not None and arms.lethality is not None:
        return METHODS["missile-damage", "1"]
    return METHODS["missile-damage", "3"] if arms is not None and arms.dice else METHODS["melee-damage", "2"]
