"""Answers to looking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import codec
from engine.campaign import Campaign, Recorded
from engine.commands.look import (
    CheckOdds,
    ContestOdds,
    DiceOdds,
    ShowHead,
    ShowLedger,
    ShowLog,
    ShowParty,
    ShowSheet,
)
from engine.point import session_span
from engine.sheet import view
from engine.state import State
from shell.answers import Answer, Asked, answers
from shell.output import event_json


def state_at(campaign: Campaign, point: str | None) -> State:
    """The campaign as it is, or as it stood at a point."""
    return campaign.state if point is None else campaign.state_at(campaign.point(point))


@answers(ShowSheet)
def sheet(asked: Asked) -> Answer:
    """A character sheet."""
    from shell.views.sheet import sheet_text

    state = state_at(asked.campaign, asked.command.point)
    found = view(state, asked.command.who)
    return Answer(found.as_json(), lambda: sheet_text(state, found))


@answers(ShowParty)
def party(asked: Asked) -> Answer:
    """Everyone, shortly."""
    from shell.views.sheet import party_text

    state = state_at(asked.campaign, asked.command.point)
    found = [view(state, name) for name in state.sheets]
    return Answer({"characters": [each.as_json() for each in found]}, lambda: party_text(found))


@answers(CheckOdds)
def check_odds(asked: Asked) -> Answer:
    """The chance of a check."""
    from engine.chances import of_check
    from shell.views.odds import check_odds_text

    found = of_check(asked.campaign.state, asked.command)
    return Answer(found.as_json(), lambda: check_odds_text(found))


@answers(ContestOdds)
def contest_odds(asked: Asked) -> Answer:
    """Everyone's chance to win a contest."""
    from engine.chances import of_contest
    from shell.views.odds import contest_odds_text

    found = of_contest(asked.campaign.state, asked.command)
    return Answer(found.as_json(), lambda: contest_odds_text(found))


@answers(DiceOdds)
def dice_odds(asked: Asked) -> Answer:
    """The chance of every total of some dice."""
    from engine.chances import of_dice
    from shell.views.odds import dice_odds_text

    found = of_dice(asked.command.dice)
    return Answer(found.as_json(), lambda: dice_odds_text(found))


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
    from replay.ledger import ledger as account
    from shell.views.story import ledger_text

    point = asked.command.point
    found = account(asked.campaign, asked.command.who, None if point is None else asked.campaign.point(point))
    return Answer(codec.plain(found), lambda: ledger_text(found))


@answers(ShowHead)
def head(asked: Asked) -> Answer:
    """How long the log is, and its hash."""
    found = asked.campaign.log.head
    result = {"events": found.seq, "head": found.hash.hex()}
    return Answer(result, lambda: f"#{found.seq} {found.hash.hex()}")
