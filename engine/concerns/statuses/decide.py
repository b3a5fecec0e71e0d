"""Decide commands about statuses."""

from __future__ import annotations

import re

from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.concerns.statuses.events import StatusChanged, StatusDefined, StatusState
from engine.concerns.statuses.project import the_status
from engine.dice import Draw
from engine.known import find_spelling, named_trait, the_sheets, traits_to_be
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.rules.parts import Effect
from engine.state import Sheet, State
from engine.text import quote


@decides(DefineStatus)
def define_status(state: State, command: DefineStatus, draw: Draw) -> list[Event]:
    """Define a status, its states worst first (PF-11, PF-12)."""
    names = [step.state for step in command.steps]
    counted = next(filter(re.compile(r"\d+\.\.\d+").fullmatch, names), None)
    if counted:
        hint = f"“define counter {quote(command.name)} {counted}” defines a number"
        raise Refused(f"{counted} is no state", about="steps", value=counted, hint=hint)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise Refused(f"the state {twice} is named twice", about="steps", value=twice)
    start = command.start or next((s.state for s in command.steps if not (s.modifier or s.out or s.changes)), names[-1])
    if start not in names:
        raise unknown("state", start, names, about="start", hint=f"the states are {', '.join(names)}")
    states = (_state(state, each, command.tag) for each in command.steps)
    return [
        StatusDefined(
            find_spelling(state, "status", command.name, "name"),
            tuple(states),
            traits_to_be(state, command.traits),
            start,
            command.cause,
            command.tag,
        )
    ]


def _state(state: State, step: Step, tag: str | None) -> StatusState:
    """Return a state with its effects."""
    levels = (Effect("level", to.change, (named_trait(state, to.trait, "steps"),), tag) for to in step.changes)
    traits = traits_to_be(state, step.traits, "steps")
    return StatusState(step.state, step.modifier, traits, step.out, tuple(levels))


@decides(ChangeStatus)
def change_status(state: State, command: ChangeStatus, draw: Draw) -> list[Event]:
    """Move one step up or down, stopping at the ends, or straight to a state (PF-67)."""
    sheets = the_sheets(state, (command.who, *command.others), "who", everyone=command.all)
    status = the_status(state, command.status)
    return [_change_status(sheet, status, command) for sheet in sheets]


def _change_status(sheet: Sheet, status: StatusDefined, command: ChangeStatus) -> StatusChanged:
    before = sheet.statuses[command.status]
    return StatusChanged(sheet.name, command.status, before, _next_state(status, before, command), command.reason)


def _next_state(status: StatusDefined, before: str, command: ChangeStatus) -> str:
    names = [step.name for step in status.states]
    if command.state is None:
        step = names.index(before) + (1 if command.up else -1)
        return names[max(0, min(step, len(names) - 1))]
    return command.state
