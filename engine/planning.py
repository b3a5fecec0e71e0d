"""Turn a command into a plan for a campaign.

Most commands are decided on the state alone. Those that correct, sign or rule read the log as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.campaign import Plan
from engine.clock import table_time
from engine.concerns.campaign.commands import Setup
from engine.concerns.corrections.commands import Amend, Redo, Rename, Rule, Sign, Undo
from engine.concerns.corrections.events import AwardAmended, EventsUndone
from engine.concerns.experience.commands import Award
from engine.concerns.phones.events import LineTaken
from engine.concerns.safety.commands import ShowXCard
from engine.concerns.seals.commands import SealEvening
from engine.concerns.sessions.events import SessionStarted
from engine.concerns.sessions.sheet import too_early
from engine.decide import act, decide_each
from engine.dice import program_draw
from engine.drafts import ROWS_ENDING, TAKEN_ENDING
from engine.each import Each, command_class
from engine.refusal import Refused
from engine.registry import marks
from engine.text import speaker, within_limits
from engine.value import evolve

if TYPE_CHECKING:
    from engine.campaign import Campaign, Recorded
    from engine.dice import Draw
    from engine.history.corrections import Correction
    from engine.state import State


def plan(campaign: Campaign, command: object, draw: Draw | None = None) -> Plan:
    """Return a command's plan, with dice from `draw` or else the campaign. Raise Refused if it is not allowed."""
    if issubclass(command_class(command), Sign | SealEvening):
        campaign.prove()
    if issubclass(command_class(command), Sign):
        campaign.fold_whole()
    if isinstance(command, Each):
        return plan_list(command, campaign.state, draw or campaign.draw or program_draw)
    if isinstance(command, Rule):
        must_be_ruled_upon(campaign, command.event)
    if isinstance(command, Undo | Redo | Amend | Rename):
        correction = campaign.correction(command)
        must_leave_other_groups(campaign, command, correction)
        return Plan(correction.events, correction)
    try:
        events = tuple(act(command, campaign.state, draw or campaign.draw or program_draw))
        for held in (each.held for each in events if isinstance(each, SessionStarted) and each.held):
            must_have_been(campaign, held)
        planned = Plan(events, ending=ROWS_ENDING if isinstance(command, Setup) else "")
    except Refused as refused:
        if isinstance(command, Award) and command.amount < 0 and len(command.whos) == 1:
            refused.hint = campaign.corrector().advise_lesser_award(command.whos[0], -command.amount)
        raise
    return with_scene_undone(campaign, planned) if isinstance(command, ShowXCard) and command.back else planned


def plan_list(each: Each, state: State, draw: Draw) -> Plan:
    """Return the plan for a list, with what is of each of its commands. Raise Refused if one is not allowed."""
    decided = decide_each(each, state, draw)
    parts = tuple((len(events), after) for events, after in decided)
    return Plan(tuple(event for events, _ in decided for event in events), parts=parts)


def plan_taken(campaign: Campaign, command: object, taken: LineTaken) -> Plan:
    """Return the plan for a player's line. Raise Refused if it is not allowed, or was taken before.

    Whose line it was is not recorded behind what must stay anonymous.
    """
    if any(getattr(each.event, "proposal", "") == taken.proposal for each in campaign.events_of(LineTaken)):
        raise Refused("this line was taken already")
    planned = plan(campaign, command)
    if not planned.events or any(marks(event).anonymous for event in planned.events):
        return planned
    events = (*planned.events, within_limits(taken))
    return evolve(planned, events=events, ending=TAKEN_ENDING, by=speaker(taken.player))


def named_by(campaign: Campaign, command: Undo | Redo) -> tuple[list[Recorded], list[Recorded]]:
    """Return the events that an undo or redo names, to undo and to restore, untried. Raise Refused for none."""
    undone: tuple[int, ...] = ()
    if isinstance(command, Undo):
        undone, restored = campaign.corrector().targets(within_limits(command))
    elif command.event is None:
        undone, restored = campaign.corrector().redo_targets()
    else:
        restored = campaign.catalog.taken_with(command.event, campaign.history)
    return numbered_events(campaign, undone), numbered_events(campaign, restored)


def numbered_events(campaign: Campaign, seqs: tuple[int, ...]) -> list[Recorded]:
    """Return events by their numbers."""
    return [each for each in campaign.events(min(seqs) - 1, max(seqs)) if each.seq in seqs] if seqs else []


def must_leave_other_groups(campaign: Campaign, command: Undo | Redo | Amend | Rename, correction: Correction) -> None:
    """Refuse a cascade, or a debt, in an open session of another group. What is named by its number may be there."""
    if not campaign.state.boards or not isinstance(command, Undo | Amend):
        return
    corrector = campaign.corrector()
    named = corrector.targets(command)[0] if isinstance(command, Undo) else correction.named
    undone = (each for each in correction.events if isinstance(each, EventsUndone))
    kept = (
        each for event in correction.events if isinstance(event, EventsUndone | AwardAmended) for each in event.kept
    )
    further = {*kept, *(target for event in undone if event.mode == "cascade" for target in event.targets)} - {*named}
    corrector.must_leave_others(further, spell_again(command))


def spell_again(command: Undo | Amend) -> str:
    """Return the line of a correction that undoes further events, or leaves a debt."""
    if isinstance(command, Amend):
        return f"amend {f'#{command.event}' if command.event else command.who} {command.amount} keep"
    from engine.history.corrections import again  # loaded by now

    return again(command, "cascade" if command.cascade else "keep")


def with_scene_undone(campaign: Campaign, planned: Plan) -> Plan:
    """Add the undo of the scene to an X-card. The card itself is never refused."""
    try:
        correction = campaign.corrector().undo_scene()
    except Refused:
        return planned
    return Plan((*planned.events, *correction.events), correction)


def must_have_been(campaign: Campaign, day: str) -> None:
    """Raise Refused for an evening of the past that is still to come, or was before the last one."""
    today = campaign.clock().date().isoformat()
    if day > today:
        hint = f"today is {today}; “session start” begins an evening now"
        raise Refused(f"{day} is still to come", about="date", value=day, hint=hint)
    last = campaign.state.last_session
    if last is not None:
        held = last.held or table_time(campaign.state, last.start, campaign.event(last.start).at).day
        if day < held:
            raise too_early(last.number, held, day)


def must_be_ruled_upon(campaign: Campaign, seq: int) -> None:
    """Raise Refused unless the log has a counting check or contest under this number."""
    row = campaign.log.at(seq) if seq <= campaign.state.seq else None
    if row is not None and not marks(row.type).judged:
        raise Refused(f"#{seq} is not a check or contest", about="event", hint="“ruling” is for these only")
    if seq in campaign.history.inactive:
        hint = f"“redo #{seq}” restores it" if campaign.corrector().can_redo(seq) else None
        raise Refused(f"#{seq} is undone", about="event", hint=hint)
