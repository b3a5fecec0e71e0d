"""Answers about spells and rituals."""

from __future__ import annotations

from typing import Any

from engine.concerns.magic.commands import CastSpell, ShowSpells
from engine.concerns.magic.sheet import RITUALS
from engine.rules.ladder import Ladder
from engine.rules.magic import BANDS, MINOR_AND_RITUAL, SPELL_BANDS, fair_level
from engine.rules.ruleset import Ruleset
from engine.text import join_names
from shell.render import Answer, Asked, answers
from shell.render.checks import answer_checked

#: For games whose spells are not judged by reach, duration and area.
WITHOUT_BANDS = {
    "none": f"this game has no magic: “rules magic {BANDS}” or “rules magic {MINOR_AND_RITUAL}” brings some",
    MINOR_AND_RITUAL: "“spell minor” casts minor magic, against Fair; “ritual NAME needs NEED” plans a ritual",
}


@answers(CastSpell)
def answer_cast(asked: Asked) -> Answer:
    """Answer with the check that the spell was."""
    return answer_checked(asked)


@answers(ShowSpells)
def answer_spells(asked: Asked) -> Answer:
    """Answer with the bands of spells, and the rituals that are planned."""
    state = asked.state
    rituals = [
        {"name": each.name, "needs": list(each.sets[0]), "lacking": list(each.unmet)}
        for each in RITUALS.of(state).values()
    ]
    bands = bands_as_json(state.rules) if state.rules.magic == BANDS else []
    data = {"magic": state.rules.magic, "bands": bands, "rituals": rituals}
    return Answer(data, lambda: spells_text(data))


def bands_as_json(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the bands of spells as plain data, their levels in words."""
    name, zero = Ladder.of(rules).name_of, fair_level(rules)
    return [
        {
            "least": name(zero + band.least),
            "most": name(zero + band.most),
            "range": band.reach,
            "duration": band.duration,
            "area": band.area,
            "samples": band.samples,
        }
        for band in SPELL_BANDS
    ]


def spells_text(data: dict[str, Any]) -> str:
    """Write the bands, two lines each, or what the game has instead, and then the rituals."""
    lines = [] if data["bands"] else [WITHOUT_BANDS[data["magic"]]]
    for band in data["bands"]:
        lines.append(f"{band['least']} to {band['most']}")
        lines.append(f"  range {band['range']}, duration {band['duration']}, area {band['area']}: {band['samples']}")
    for ritual in data["rituals"]:
        lacks = f"lacks {join_names(ritual['lacking'])}" if ritual["lacking"] else "has all that it needs"
        lines.append(f"Ritual {ritual['name']} {lacks}")
    return "\n".join(lines)
