"""Answers about groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.attendance import HOW_TO_NAME, has_everybody, those_there
from engine.campaign import Campaign
from engine.concerns.clocks.sheet import FIGHT
from engine.concerns.groups.commands import JoinGroup, MakeGroup, ShowGroups
from engine.drafts import is_taken
from engine.groups import list_groups, say_group
from engine.state import State
from shell.output import pad, width
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events


@answers(MakeGroup, JoinGroup)
def answer_seated(asked: Asked) -> Answer:
    """Answer with where the speaker sits now, how to get back, and a session that has everybody."""
    found, first = answer_events(asked), asked.state.seen_from("").last_session
    remarks = ["“group leave” goes back to the first group"] if isinstance(asked.command, MakeGroup) else []
    is_open = first is not None and first.end is None and not asked.state.session_open
    if first is not None and is_open and has_everybody(asked.state, first):
        said = f"everybody is in session {first.number} of the first group, which began without “with”"
        remarks.append(f"{said}: {HOW_TO_NAME}")
    lines = "".join(f"\n  {remark}" for remark in remarks)
    return Answer(found.result | {"warnings": remarks[-1:]}, lambda: found.text() + lines)


@answers(ShowGroups)
def answer_groups(asked: Asked) -> Answer:
    """Answer with all groups: who runs them, what they play, and who is there."""
    speakers = find_speakers(asked.campaign)
    found = [describe_playing(asked.state, group, speakers.get(group, [])) for group in list_groups(asked.state)]
    return Answer({"groups": found}, lambda: "\n".join(tell_groups(found)))


def find_speakers(campaign: Campaign) -> dict[str, list[str]]:
    """Return the speakers of the log by the group at which each sits now, who spoke first coming first.

    Players whose lines were taken speak only through whoever took them.
    """
    seats, found = campaign.state.seats, dict[str, list[str]]()
    rows = campaign.log.read(upto=campaign.state.seq)
    for who in dict.fromkeys(row.actor for row in rows if not is_taken(row.cmd)):
        found.setdefault(seats.get(who, ""), []).append(who)
    return found


def describe_playing(state: State, group: str, speakers: list[str]) -> dict[str, Any]:
    """Return a group as plain data."""
    seen = state.seen_from(group)
    last, fight = seen.last_session, FIGHT.of(seen)
    playing = last if last is not None and last.end is None else None
    there = those_there(seen, (each for each in seen.sheets.values() if each.kind == "pc"))
    return {
        "group": group,
        "here": group == state.group,
        "speakers": speakers,
        "session": playing.number if playing else None,
        "title": playing.title if playing else "",
        "scene": seen.scene,
        "fight": {"title": fight.title, "round": fight.round, "start": fight.start} if fight else None,
        "there": [each.name for each in there],
    }


def tell_groups(found: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each group, in columns."""
    rows = [[*tell_columns(each)] for each in found]
    wide = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        yield "   ".join(pad(text, columns) for text, columns in zip(row, wide, strict=True) if columns).rstrip()


def tell_columns(each: dict[str, Any]) -> Iterator[str]:
    """Yield what is told of a group."""
    name = say_group(each["group"])
    yield f"{name[0].upper()}{name[1:]}"
    yield ", ".join(each["speakers"])
    yield f"session {each['session']}" if each["session"] else "no session"
    yield each["title"] or each["scene"]
    yield ", ".join(each["there"])
    fight = each["fight"]
    yield f"fight, round {fight['round']}" if fight else ""
