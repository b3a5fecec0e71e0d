"""Decide commands about magic."""

from __future__ import annotations

from engine.concerns.checks.commands import Check
from engine.concerns.checks.decide import check_or_use
from engine.concerns.checks.events import MINOR, CheckResolved
from engine.concerns.goals.sheet import the_need
from engine.concerns.magic.commands import CastSpell, MeetNeed, PerformRitual, PlanRitual
from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.concerns.magic.sheet import RITUALS, the_ritual
from engine.dice import Draw
from engine.known import must_not_be_a_number, the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.magic import BANDS, MINOR_AND_RITUAL, SPELL, fair_level, spell_parts
from engine.rules.outcome import add_up
from engine.rules.parts import Part
from engine.state import State
from engine.value import evolve, held_fields

#: The fields of a spell that a check lacks.
OF_A_SPELL = ("range", "duration", "area", "minor")


@decides(CastSpell)
def cast_spell(state: State, command: CastSpell, draw: Draw) -> list[Event]:
    """Roll magic against a spell's difficulty, in parts (FL-35, FL-36, FL-121)."""
    criteria = (MINOR,) if command.minor else (command.range, command.duration, command.area)
    resolved, *others = check_or_use(state, check_of_spell(state, command), draw)
    assert isinstance(resolved, CheckResolved)
    difficulty = (*parts_of_spell(state, command), *resolved.difficulty_parts[1:])
    return [evolve(resolved, difficulty_parts=difficulty, spell=criteria), *others]


def check_of_spell(state: State, command: CastSpell) -> Check:
    """Return the check that casts a spell. Raise Refused for a form of magic that the game lacks."""
    must_be_form(state, MINOR_AND_RITUAL if command.minor else BANDS, "minor" if command.minor else "who")
    fields = {name: each for name, each in held_fields(command).items() if name not in OF_A_SPELL}
    return Check(**fields, difficulty=add_up(parts_of_spell(state, command)))


def parts_of_spell(state: State, command: CastSpell) -> tuple[Part, ...]:
    """Return the difficulty of a spell in parts."""
    if command.minor:
        return (Part(fair_level(state.rules), "minor magic", SPELL),)
    return tuple(spell_parts(state.rules, command.range, command.duration, command.area))


def must_be_form(state: State, form: str, about: str) -> None:
    """Refuse a form of magic that the game does not have (OC-25)."""
    if state.rules.magic != form:
        what = "spells by range, duration and area" if form == BANDS else "minor magic and rituals"
        raise Refused(f"this game has no {what}", about=about, hint=f"“rules magic {form}” brings them")


@decides(PlanRitual)
def plan_ritual(state: State, command: PlanRitual, draw: Draw) -> list[Event]:
    """Plan a ritual with its needs (FL-124)."""
    must_be_form(state, MINOR_AND_RITUAL, "name")
    must_not_be_a_number("ritual", command.name)
    same = next((each for each in RITUALS.of(state) if each.casefold() == command.name.casefold()), command.name)
    return [RitualPlanned(same, command.needs)]


@decides(MeetNeed)
def meet_need(state: State, command: MeetNeed, draw: Draw) -> list[Event]:
    """Record that one of a ritual's needs is met (FL-124)."""
    ritual = the_ritual(state, command.name)
    return [NeedMet(ritual.name, the_need(ritual, command.need), command.reason)]


@decides(PerformRitual)
def perform_ritual(state: State, command: PerformRitual, draw: Draw) -> list[Event]:
    """Perform a ritual: it works without a roll (FL-125)."""
    who = None if command.who is None else the_sheet(state, command.who).name
    return [RitualPerformed(the_ritual(state, command.name).name, who, command.reason)]
