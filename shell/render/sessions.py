"""Answer the commands of sessions, scenes and notes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.attendance import those_at_group, those_there
from engine.campaign import Campaign
from engine.clock import FROM_NOTES, is_from_notes
from engine.concerns.clocks.sheet import FIGHT
from engine.concerns.sessions.commands import EndSession, MakeNote, SetScene, ShowSpotlight, StartSession
from engine.concerns.sessions.sheet import was_away
from engine.groups import group_called, say_group
from engine.known import list_players
from engine.point import session_span
from engine.refusal import Refused
from engine.state import State
from engine.text import count_out, percent, plain
from engine.types import EVERY_GROUP
from engine.value import evolve, value
from replay.retelling.acting import who_acts
from shell.output import pad, width
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events, recorded_text
from shell.render.moves import awaits_json, awaits_lines
from shell.render.readings import group_json

#: The report that is offered at the end of an evening.
EVENING = Path("evening.html")

#: How a campaign with players proves its log later.
SEALING = "“seal NUMBER by PLAYER” gives five words that prove this log later"

#: Words for beginning or ending something other than a scene.
BEGINNING, ENDING = ("begin", "begins", "start", "starts"), ("end", "ends", "over", "stop")

#: How many lines of the recap, and letters of each, are shown at the end of a session.
FIRST_LINES, LONGEST_LINE = 5, 100


@answers(EndSession)
def answer_session_ended(asked: Asked) -> Answer:
    """Answer with the session's end, unspent XP, how to prove the log later, and in text a short recap."""
    from shell.render.proof import checkpoint_line  # loads much that a note does not need

    last = asked.campaign.state.last_session
    is_past, there = last is not None and bool(last.held), those_at_group(asked.state, asked.state.sheets.values())
    unspent = {sheet.name: sheet.unspent for sheet in there if sheet.unspent}
    head = asked.campaign.log.head

    def text() -> str:
        left = ", ".join(f"{name} {plain(xp)}" for name, xp in unspent.items())
        to_spend = [f"  XP to spend: {left}"] if left else []
        said = [recorded_text(asked.events), *to_spend, *open_fight(asked.state)]
        if is_past:  # what was proved or told at the table then is not known
            return "\n".join(said)
        told = first_of_recap(asked.campaign)
        proof = [f"  {checkpoint_line(head.hash)}"]
        if list_players(asked.state):
            proof = [] if asked.at_prompt else [f"  {SEALING}"]  # the prompt asks for a number next
        return "\n".join([*said, *told, *proof, f"  {offer_retelling()}"])

    return Answer({"unspent": unspent, "events": head.seq, "head": head.hash.hex()}, text)


def offer_retelling() -> str:
    """Offer the documents that can be read or sent once an evening is over."""
    again = " again" if EVENING.exists() else ""
    report = f"“report {EVENING} for players{again}” makes a page of it"
    return f"“recap for players” tells what they may see, {report}"


def first_of_recap(campaign: Campaign) -> Iterator[str]:
    """Yield how the recap of the last evening begins, and how many lines are left."""
    from textwrap import shorten  # only the end of a session needs these

    from replay.retelling.recap import SCENE, recap

    found = recap(campaign).lines
    for line in found[:FIRST_LINES]:
        yield f"{'  ' if line.kind == SCENE else '    '}{shorten(line.text, LONGEST_LINE, placeholder=' …')}"
    more = len(found) - FIRST_LINES
    if more > 0:
        yield f"    and {more} more: “recap” tells all"


@answers(StartSession)
def answer_session_started(asked: Asked) -> Answer:
    """Answer with the session's start, and any fight still on from the last one."""
    from shell.render.safety import open_topics  # loads the corrections, which a note does not need

    started = answer_events(asked)
    left = [*open_topics(asked.state), *open_fight(asked.state)]
    return evolve(started, text=lambda: "\n".join([started.text(), *left]))


def open_fight(state: State) -> Iterator[str]:
    """Yield that a fight is still on, if one is."""
    if FIGHT.of(state) is not None:
        yield "  a fight is still on: “fight end” ends it"


@answers(MakeNote)
def answer_noted(asked: Asked) -> Answer:
    """Answer with the note, and a remark if it is made outside a session or only sounds secret."""
    between = "" if asked.state.session_open else " (no session is open: “session start” begins one)"
    seen = "\n  players see this note: “undo” it, and write “secret TEXT” instead"
    public = seen if sounds_secret(asked.command.text) else ""
    noted = answer_events(asked)
    return Answer(noted.data, lambda: f"{noted.text()}{between}{public}")


@answers(SetScene)
def answer_scene(asked: Asked) -> Answer:
    """Answer with the scene, and a remark if its name looks like an order."""
    scene, (first, *more) = answer_events(asked), asked.command.text.split()
    said = ""
    if not more and first.casefold() in ENDING:
        said = f"\n  a scene of that name: the next “scene” ends one, or “session end”; “undo” takes back “{first}”"
    if more and first.casefold() in BEGINNING:
        said = f"\n  “{first}” is a part of its name: “undo”, then “scene {' '.join(more)}”"
    return evolve(scene, text=lambda: scene.text() + said)


def sounds_secret(text: str) -> bool:
    """Return whether a note begins like a secret, or a secret part of a line."""
    return text.casefold().lstrip("( ").startswith(("secret ", "secret:", "secret)"))


@value
class Turns:
    """How often a player acted in a session. `last` is the event of the latest action, or 0."""

    who: str
    characters: tuple[str, ...]
    actions: int = 0
    last: int = 0


@answers(ShowSpotlight)
def answer_spotlight(asked: Asked) -> Answer:
    """Answer with each player's actions in a session, and a suggestion whose turn it might be (FL-50)."""
    if asked.command.group not in (None, EVERY_GROUP):
        seen = asked.campaign.seen_from(group_called(asked.command.group))
        asked = evolve(asked, campaign=seen, command=evolve(asked.command, group=None))
    state = asked.state
    number = asked.command.session
    if number is None and asked.command.group == EVERY_GROUP and state.boards:
        return answer_every_spotlight(asked)
    if number is None:
        number = state.session
    if not number:
        raise Refused("no session has started yet", about="session", hint="“session start” opens one")
    found = count_turns(asked.campaign, number)
    total = sum(each.actions for each in found)
    waits = min(found, key=lambda each: each.last, default=None)
    least = min(found, key=lambda each: (each.actions, each.last), default=None)
    result = {
        "session": number,
        "players": [turns_json(each, total) for each in found],
        "waits": waits.who if waits else None,
        "next": least.who if least else None,
        "awaits": awaits_json(state) if number == state.session else None,
    }
    asked_now = [*awaits_lines(state)] if number == state.session else []
    left_out = count_from_notes(asked.campaign, number)
    result |= {"left_out": {FROM_NOTES: left_out} if left_out else {}}
    notes = [f"left out: {count_out(left_out, 'action')} {FROM_NOTES}"] if left_out else []
    turns = [] if notes and not total else [spotlight_text(found, total, waits, least)]
    return Answer(result, lambda: "\n".join([*turns, *notes, *asked_now]))


def answer_every_spotlight(asked: Asked) -> Answer:
    """Answer with the spotlight of each group that has played, one after the other."""
    latest = {each.group: each.number for each in asked.state.sessions}
    told = []
    for group, number in sorted(latest.items(), key=lambda each: each[1]):
        there = evolve(asked, campaign=asked.campaign.seen_from(group), command=ShowSpotlight(number))
        told.append((group, answer_spotlight(there)))
    text = "\n\n".join(f"At {say_group(group)}, session {latest[group]}\n{each.text()}" for group, each in told)
    return Answer({"groups": [each.result | group_json(group) for group, each in told]}, lambda: text)


def count_from_notes(campaign: Campaign, number: int) -> int:
    """Return how often somebody acted in what is from notes of a session, which is no turn that anybody took here."""
    events = campaign.events(*session_span(campaign.state, number))
    found = (each for each in events if campaign.state.session_at(each.seq) == number)
    return sum(len([*who_acts(each.event)]) for each in found if is_from_notes(campaign.state, each.seq))


def turns_json(turns: Turns, total: int) -> dict[str, object]:
    """Return a player's actions as JSON, with their share of all."""
    return {
        "player": turns.who,
        "characters": list(turns.characters),
        "actions": turns.actions,
        "share": turns.actions / total if total else 0.0,
        "last": turns.last or None,
    }


def spotlight_text(found: list[Turns], total: int, waits: Turns | None, least: Turns | None) -> str:
    """Write how often everybody acted, and who has waited longest."""
    if waits is None or least is None:
        return "no player character is there"
    wide = max(width(each.who) for each in found)
    lines = [
        f"{pad(each.who, wide)} {each.actions:>3}  {percent(each.actions / total, 0) if total else '':>4}".rstrip()
        for each in found
    ]
    since = f"since #{waits.last}" if waits.last else "all evening"
    lines.append(f"{waits.who} has waited longest, {since}")
    return "\n".join([*lines, *([f"{least.who} has acted least"] if least is not waits else [])])


def count_turns(campaign: Campaign, number: int) -> list[Turns]:
    """Return how often each player acted in a session, most first. Raise Refused for an unknown session."""
    state = campaign.state
    after, last = session_span(state, number)
    players = dict(players_of(state, number))
    acted: dict[str, list[int]] = {who: [] for who in players.values()}
    for each in campaign.events(after, last):
        elsewhere = state.boards and state.session_at(each.seq) != number
        if each.seq not in campaign.history.inactive and not elsewhere and not is_from_notes(state, each.seq):
            for who in {players[name] for name in who_acts(each.event) if name in players}:
                acted[who].append(each.seq)
    turns = [
        Turns(who, tuple(name for name, each in players.items() if each == who), len(seqs), max(seqs, default=0))
        for who, seqs in acted.items()
    ]
    return sorted(turns, key=lambda each: -each.actions)


def players_of(state: State, number: int) -> Iterator[tuple[str, str]]:
    """Yield the player characters of a session, each with its player, or its own name if it has none."""
    now = number == state.session
    for sheet in those_there(state, state.sheets.values()) if now else state.sheets.values():
        if sheet.kind == "pc" and not was_away(sheet, number):
            yield sheet.name, sheet.player or sheet.name
