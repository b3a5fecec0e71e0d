"""Answer with a file from before the log: each line with the commands that it becomes, and what cannot be placed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.concerns.characters.commands import CreatePc
from engine.concerns.files.commands import Import, TryImport
from engine.concerns.sessions.commands import EndSession, StartPastSession
from engine.refusal import Refused
from engine.state import State
from engine.store.door import Place
from engine.text import count_out, join_names, number_of_events
from replay.bring.entries import BALANCE, CHARACTERS, NOTES, XP, Gathering, Snag, Terms
from replay.bring.plan import BroughtFile, plan_bringing, read_brought
from shell.language.spelling import spell
from shell.render import Answer, Asked

if TYPE_CHECKING:
    from shell.runner import Desk

#: What files hold, in words.
HOLDS = {XP: "XP list", BALANCE: "XP list, of which the sums count", CHARACTERS: "characters", NOTES: "notes"}

#: How many snags an import shows. A dry run shows all.
MOST_SNAGS = 20

#: How many headings above notes for players are named.
MOST_HEADINGS = 5


def terms_of(command: Import | TryImport) -> Terms:
    """Return how a file is brought in."""
    return Terms(Path(command.file).name, command.file, command.kind, command.secret, command.rounding, command.order)


def bring_in(table: Desk, command: Import) -> Asked:
    """Record what a file becomes, or nothing with a snag left in it."""
    must_have_begun(table.place)
    campaign = table.for_writing()
    before = campaign.state
    kept: list[BroughtFile] = []
    file = Path(command.file)
    events = campaign.record(lambda: plan_bringing(campaign, file, terms_of(command), kept.append), by=table.by)
    return Asked(campaign, command, events, before, at_prompt=table.at_prompt, found=kept[-1])


def must_have_begun(place: Place) -> None:
    """Raise Refused where there is no campaign."""
    if not place.is_there():
        said = "there is no campaign yet to bring it into"
        raise Refused(said, about="file", hint="“new” begins one, such as “new fudge”")


def answer_tried(asked: Asked) -> Answer:
    """Answer with what a file became, or would become."""
    found, is_dry = asked.found, isinstance(asked.command, TryImport)
    if is_dry:
        must_have_begun(asked.place)
        found = read_brought(asked.campaign, Path(asked.command.file), terms_of(asked.command))
    brought = asked.events[0].seq if asked.events else None
    before = asked.campaign.state if is_dry else asked.before
    return Answer(
        lambda: bringing_json(found, brought, is_dry),
        lambda: "\n".join(bringing_lines(found, before, brought, is_dry)),
        failed=not found.ready,
    )


def bringing_json(found: BroughtFile, brought: int | None, is_dry: bool) -> dict[str, Any]:
    """Return what a file became as plain data. `brought` is the number of its first event, if it was recorded."""
    gathering = found.gathering
    entries = [
        {"line": each.line, "column": each.column, "text": each.text, "commands": [*map(spell, each.commands)]}
        for each in gathering.entries
    ]
    problems = [
        {"line": each.line, "column": each.column, "name": each.name, "message": each.message, "hint": each.hint}
        for each in snags_in_order(gathering.snags)
    ]
    return {
        "file": gathering.terms.file,
        "kind": gathering.kind,
        "encoding": found.encoding,
        "rows": gathering.rows,
        "entries": entries,
        "problems": problems,
        "new": gathering.new,
        "remarks": gathering.remarks,
        "notes": {"players": gathering.public, "secret": gathering.secret},
        "events": len(found.events) if found.ready else 0,
        "brought": brought,
        "dry_run": is_dry,
    }


def snags_in_order(snags: list[Snag]) -> list[Snag]:
    """Return snags in the order of their places."""
    return sorted(snags, key=lambda each: (each.line, each.column))


def bringing_lines(found: BroughtFile, before: State, brought: int | None, is_dry: bool) -> Iterator[str]:
    """Yield what a file becomes, or became, line by line."""
    gathering = found.gathering
    rows = count_out(gathering.rows, "row" if gathering.kind in (XP, BALANCE) or gathering.form != "sheets" else "line")
    if gathering.kind == NOTES:
        rows = count_out(gathering.rows, "paragraph")
    if brought is None:
        form = "" if gathering.kind == NOTES else f", {gathering.form}"
        yield f"{gathering.terms.file}: {HOLDS.get(gathering.kind, 'file')}, {rows}{form}, {found.encoding}"
    if is_dry:
        yield from place_lines(gathering, before)
    elif not found.ready:
        snags = snags_in_order(gathering.snags)
        told: set[str] = set()
        yield from (line for each in snags[:MOST_SNAGS] for line in snag_lines(each, "          ", told))
        if len(snags) > MOST_SNAGS:
            yield f"  and {len(snags) - MOST_SNAGS} more; “{gathering.terms.spell(dry=True)}” shows all"
    else:
        last = (brought or 0) + len(found.events) - 1
        yield f"✓ #{brought} {gathering.terms.file} is brought in, {rows}: #{brought} to #{last} are from notes"
    *most, last_two, end = ("", *closing_lines(found, brought, is_dry))
    yield from filter(None, most)
    yield f"{last_two} {end}".lstrip()


def closing_lines(found: BroughtFile, brought: int | None, is_dry: bool) -> Iterator[str]:
    """Yield who is new, what was left out, what players will read, and whether anything was recorded."""
    gathering = found.gathering
    yield from (f"{each}." for each in gathering.remarks)
    if gathering.new:
        yield f"New: {new_names(gathering)}."
    if gathering.public and not gathering.snags:
        will = "Players will read" if brought is None else "Players can read"
        hint = f"; “{gathering.terms.line} secret” keeps them from players until revealed" if brought is None else ""
        kept = (
            f" {count_out(gathering.secret, 'other')} {'is' if gathering.secret == 1 else 'are'} secret."
            if gathering.secret
            else ""
        )
        yield f"{will} {count_out(gathering.public, 'note')}{hint}.{kept}{say_under(gathering)}"
    if brought is not None:
        yield f"“undo #{brought}” takes all of it back."
    elif not found.ready:
        lines = len({each.line for each in gathering.snags})
        what = "line" if gathering.kind == NOTES or gathering.form == "sheets" else "row"
        yield f"Nothing was recorded; {count_out(lines, what)} cannot be brought in."
    elif is_dry:
        yield f"Nothing was recorded yet; “{gathering.terms.line}” records {number_of_events(len(found.events))}."


def say_under(gathering: Gathering) -> str:
    """Return the headings above notes that players will read, as one of them may have been meant for no player."""
    named = [f"“{heading}”" for heading in gathering.under]
    more = [f"{len(named) - MOST_HEADINGS} more headings"] if len(named) > MOST_HEADINGS + 1 else named[MOST_HEADINGS:]
    return f" Some stand under {join_names([*named[:MOST_HEADINGS], *more])}." if named else ""


def new_names(gathering: Gathering) -> str:
    """Return the characters that a file adds, by kind."""
    kinds = {"pc": ("player character", "player characters"), "npc": ("NPC", "NPCs")}
    found = []
    for kind, (one, many) in kinds.items():
        names = [name for name, each in gathering.new.items() if each == kind]
        if names:
            found.append(f"{', '.join(names)} ({one if len(names) == 1 else many})")
    return join_names(found)


def place_lines(gathering: Gathering, before: State) -> Iterator[str]:
    """Yield each line of the file with the commands that it becomes, and each snag at its place."""
    said: dict[int, list[str]] = {}
    number = before.session
    for entry in gathering.entries:
        for command in entry.commands:
            if isinstance(command, StartPastSession):
                number = command.number or number + 1
                title = f": {command.named}" if command.named else ""
                said.setdefault(entry.line, []).append(f"Session {number}{title} · {command.date}")
            elif not isinstance(command, EndSession) and not is_told_as_new(gathering, command):
                said.setdefault(entry.line, []).append(spell(command))
    snags: dict[int, list[Snag]] = {}
    for each in snags_in_order(gathering.snags):
        snags.setdefault(each.line, []).append(each)
    width = max((len(str(line)) for line in (*said, *snags)), default=1)
    indent, told = " " * (9 + width), set[str]()
    for line in sorted({*said, *snags}):
        for place, text in enumerate(said.get(line, ())):
            yield f"{f'  line {line:<{width}}  ' if place == 0 else indent}{text}"
        for snag in snags.get(line, ()):
            yield from snag_lines(snag, indent, told)


def is_told_as_new(gathering: Gathering, command: object) -> bool:
    """Return whether a command only adds a character of a list of XP, which is told at the end."""
    return gathering.kind in (XP, BALANCE) and isinstance(command, CreatePc)


def snag_lines(snag: Snag, indent: str, told: set[str]) -> Iterator[str]:
    """Yield the place of a snag, why it is one, and what to do, unless that is `told` but for its numbers."""
    name = f", column {snag.name}" if snag.name else ""
    yield f"  line {snag.line}{name}: {snag.message}"
    said = re.sub(r"\d+", "", snag.hint or "")
    if snag.hint and said not in told:
        yield f"{indent}{snag.hint}"
    told.add(said)
