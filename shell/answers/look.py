"""Answers to looking."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.campaign import Campaign, Recorded
from engine.commands.look import (
    AskWhy,
    CheckOdds,
    ContestOdds,
    DiceOdds,
    Diff,
    Dispute,
    Replay,
    RunAudit,
    Search,
    ShowHead,
    ShowLedger,
    ShowLog,
    ShowParty,
    ShowSheet,
)
from engine.known import positive
from engine.point import session_span
from engine.refusal import Refused
from engine.sheet import view
from engine.state import State
from engine.store import codec
from engine.words import BY_LEVEL
from shell.answers import Answer, Asked, answers
from shell.output import event_json

if TYPE_CHECKING:
    from replay.moment import Moment


def reached(campaign: Campaign, command: Any) -> int | None:
    """The event that a command looks back to; None for now. Raises Refused for “corrected” where there is no point."""
    if command.point is not None:
        return campaign.point(command.point)
    if command.corrected:
        raise Refused("“corrected” is about a point of the past", about="corrected", hint="say “at #57 corrected”")
    return None


def state_at(campaign: Campaign, command: Any) -> State:
    """The campaign as it is, as it stood at a point, or as it should have stood there."""
    seq = reached(campaign, command)
    return campaign.state if seq is None else campaign.state_at(seq, corrected=command.corrected)


def heading(campaign: Campaign, command: Any) -> str:
    """Which reading of the past follows, in a line; nothing for the present."""
    seq = reached(campaign, command)
    if seq is None:
        return ""
    if command.corrected:
        return f"as it should have stood at #{seq}, by all that is known now\n"
    return f"as it stood at #{seq}\n"


@answers(ShowSheet)
def sheet(asked: Asked) -> Answer:
    """A character sheet."""
    from shell.views.sheet import sheet_text

    state = state_at(asked.campaign, asked.command)
    found = view(state, asked.command.who)
    return Answer(found.as_json(), lambda: heading(asked.campaign, asked.command) + sheet_text(state, found))


@answers(ShowParty)
def party(asked: Asked) -> Answer:
    """Everyone, shortly."""
    from shell.views.sheet import party_text

    state = state_at(asked.campaign, asked.command)
    found = [view(state, name) for name in state.sheets]
    result = {"characters": [each.as_json() for each in found]}
    return Answer(result, lambda: heading(asked.campaign, asked.command) + party_text(state, found))


@answers(CheckOdds)
def check_odds(asked: Asked) -> Answer:
    """The chance of a check."""
    from engine.chances import of_check
    from shell.views.odds import check_odds_text

    found = of_check(asked.campaign.state, asked.command)
    return Answer(found.as_json(), lambda: check_odds_text(found, asked.campaign.state.rules))


@answers(ContestOdds)
def contest_odds(asked: Asked) -> Answer:
    """Everyone's chance to win a contest."""
    from engine.chances import of_contest
    from shell.views.odds import contest_odds_text

    found = of_contest(asked.campaign.state, asked.command)
    return Answer(found.as_json(), lambda: contest_odds_text(found, asked.campaign.state.rules))


@answers(DiceOdds)
def dice_odds(asked: Asked) -> Answer:
    """The chance of every total of some dice."""
    from engine.chances import of_dice, of_ladder
    from shell.views.odds import dice_odds_text, ladder_odds_text

    rules = asked.campaign.state.rules if asked.campaign else State().rules  # dice need no campaign
    if asked.command.dice == BY_LEVEL:
        levels = of_ladder(rules)
        return Answer(levels.as_json(), lambda: ladder_odds_text(levels, rules))
    found = of_dice(rules, asked.command.dice)
    return Answer(found.as_json(), lambda: dice_odds_text(found, rules))


@answers(ShowLog)
def log(asked: Asked) -> Answer:
    """What was recorded, all of it or a part."""
    from shell.views.story import log_text

    campaign = asked.campaign
    found = list(chosen(campaign, asked.command))
    result = {"events": [event_json(each, campaign.state) for each in found]}
    return Answer(result, lambda: log_text(found, campaign.state, campaign.history.inactive))


def chosen(campaign: Campaign, command: ShowLog) -> Iterator[Recorded]:
    """The events that a `log` command asks for."""
    first, last = 0, campaign.state.seq
    if command.last is not None:
        positive(command.last, "last")
    if command.session is not None:
        first, last = session_span(campaign.state, command.session)
    found = campaign.events(first, last)
    if command.who is None and command.type is None and command.last is not None:
        found = campaign.events(max(first, last - command.last), last)
    typed = (each for each in found if command.type in (None, each.type))
    mine = [each for each in typed if command.who is None or command.who in named(each)]
    yield from mine[-command.last :] if command.last else mine


def named(recorded: Recorded) -> set[str]:
    """The characters that an event is about."""
    body: dict[str, Any] = codec.plain(recorded.event)
    names = {body.get(key) for key in ("character", "to", "opponent")}
    names |= {side["character"] for side in body.get("participants", ())}
    return {name for name in names if name} | ({body["name"]} if recorded.type == "CharacterCreated" else set())


@answers(ShowLedger)
def ledger(asked: Asked) -> Answer:
    """An XP account."""
    from replay.ledger import account
    from shell.views.history import ledger_text

    found = account(moment(asked), asked.command.who)
    result = codec.plain(found) | {"debt": found.debt}
    return Answer(result, lambda: heading(asked.campaign, asked.command) + ledger_text(found))


def moment(asked: Asked) -> Moment:
    """The moment that a command looks back to."""
    from replay.moment import Moment

    return Moment.of(asked.campaign, reached(asked.campaign, asked.command), corrected=asked.command.corrected)


@answers(AskWhy)
def why(asked: Asked) -> Answer:
    """What made a value what it is."""
    from replay.why import why as explained
    from shell.views.history import why_text

    found = explained(moment(asked), asked.command.who, asked.command.name)
    result = codec.plain(found)
    result |= result.pop("details")
    return Answer(result, lambda: heading(asked.campaign, asked.command) + why_text(found))


@answers(Dispute)
def dispute(asked: Asked) -> Answer:
    """What explains that a player claims another number of XP."""
    from replay.dispute import dispute as weighed
    from replay.moment import Moment
    from shell.views.history import dispute_text

    found = weighed(Moment.of(asked.campaign), asked.command.who, asked.command.amount)
    return Answer(codec.plain(found), lambda: dispute_text(found))


@answers(Diff)
def diff(asked: Asked) -> Answer:
    """What changed between two points."""
    from replay.diff import diff as compared
    from shell.views.history import diff_text

    first, second = asked.campaign.point(asked.command.first), asked.campaign.point(asked.command.second)
    found = compared(asked.campaign, first, second)
    return Answer({"from": first, "to": second, "changes": codec.plain(found)}, lambda: diff_text(found))


@answers(ShowHead)
def head(asked: Asked) -> Answer:
    """How long the log is, and its hash."""
    found = asked.campaign.log.head
    result = {"events": found.seq, "head": found.hash.hex()}
    return Answer(result, lambda: f"#{found.seq} {found.hash.hex()}")


@answers(RunAudit)
def audit(asked: Asked) -> Answer:
    """Whether everything adds up."""
    from replay.audit import audit as checked
    from shell.progress import telling
    from shell.views.audit import audit_json, audit_text

    with telling() as progress:
        found = checked(asked.campaign, progress)
    return Answer(audit_json(found), lambda: audit_text(found), failed=not found.ok)


@answers(Search)
def search(asked: Asked) -> Answer:
    """Where some words stand; what was taken back is marked."""
    from replay.search import search as events_with
    from shell.views.story import log_text

    campaign, text = asked.campaign, asked.command.text
    found = events_with(campaign, text)
    inactive = campaign.history.inactive
    result = [event_json(each, campaign.state) | {"undone": each.seq in inactive} for each in found]
    said = f"nothing is found of “{text}”"
    return Answer({"events": result}, lambda: log_text(found, campaign.state, inactive) if found else said)


@answers(Replay)
def replay(asked: Asked) -> Answer:
    """Stepping through the history: on a full screen, or, where there is none, event after event."""
    campaign, point = asked.campaign, asked.command.point
    first = 1 if point is None else max(1, campaign.point(point))
    if on_a_screen():
        return Answer({"from": first, "to": campaign.state.seq}, lambda: step_through(campaign, first))
    from replay.stepping import walk
    from shell.views.replay import replay_text

    found = list(walk(campaign, first))
    events = [event_json(each, campaign.state) | {"changes": codec.plain(changes)} for each, changes in found]
    return Answer({"from": first, "to": campaign.state.seq, "events": events}, lambda: replay_text(found))


def on_a_screen() -> bool:
    """Whether somebody sits at a terminal that can show a full screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")


def step_through(campaign: Campaign, first: int) -> str:
    """Step through on a full screen; there is nothing to say afterwards."""
    from replay.stepping import Stepper
    from shell.screen import run

    run(Stepper(campaign, first))
    return ""
