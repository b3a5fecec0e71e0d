"""Answer the commands that retell past sessions."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.concerns.retelling.commands import ShowStats, TellRecap, WriteReport
from engine.text import number_of_events
from engine.types import EVERY_GROUP
from replay.retelling.recap import (
    AFTERWARDS,
    NEWS,
    NOTE,
    SCENE,
    STANDING,
    WHERE_IT_STANDS,
    Line,
    Recap,
    group_lines,
    recap,
    recap_latest,
    recaps,
)
from replay.retelling.wording import mark_numbers, plain_text, stop_of, without_escapes
from shell.render import Answer, Asked, answers
from shell.render.log import session_heading
from shell.render.proof import head_text
from shell.render.readings import group_asked, group_heading, group_json

if TYPE_CHECKING:
    from replay.retelling.report.writing import Written


@answers(ShowStats)
def answer_stats(asked: Asked) -> Answer:
    """Answer with figures of dice, luck, actions and traits."""
    from replay.retelling.stats import statistics
    from shell.render.figures import stats_json, stats_text

    command = asked.command
    group = group_asked(asked)
    found = statistics(asked.campaign, command.session, command.who, command.audience, group)
    return Answer(stats_json(found) | group_json(group), lambda: group_heading(group) + stats_text(found))


@answers(TellRecap)
def answer_recap(asked: Asked) -> Answer:
    """Answer with the story of an evening, or of several."""
    command, group = asked.command, group_asked(asked)
    latest = command.group == EVERY_GROUP and command.session is None
    if latest or command.all or command.range is not None or command.first is not None:
        first, last = command.range or (command.first, None)
        of_some = command.all or first is not None
        several = (
            recaps(asked.campaign, first, last, command.audience, group)
            if of_some
            else recap_latest(asked.campaign, command.audience)
        )
        story = "\n\n".join(map(recap_markdown, several))
        return Answer({"evenings": [recap_json(each) for each in several], "text": story}, lambda: show_story(story))
    campaign = asked.campaign if group is None else asked.campaign.seen_from(group)
    found = recap(campaign, command.session, command.audience)
    text = recap_markdown(found)
    return Answer(recap_json(found) | {"text": text}, lambda: show_story(text))


def show_story(text: str) -> str:
    """Return a story in Markdown for whoever reads the output: a file takes it whole, a person needs no escapes."""
    return without_escapes(text) if sys.stdout.isatty() else text


def recap_json(found: Recap) -> dict[str, Any]:
    """Return an evening as the contract has it, without its text."""
    result: dict[str, Any] = {"session": found.session, "title": found.title, "day": found.begun.day}
    result |= {"from_notes": bool(found.begun.held)} | group_json(found.group)
    return result | {"players": list(found.players), "lines": [line_json(line, found) for line in found.lines]}


def line_json(line: Line, found: Recap) -> dict[str, Any]:
    """Return a line of a recap as the contract has it, for one player with whether it is about their character."""
    result = {"seq": list(line.seq), "text": line.text, "kind": line.kind}
    return result | ({"own": line.own} if found.player else {})


@answers(WriteReport)
def answer_report(asked: Asked) -> Answer:
    """Write a report, and answer with its size and with what it leaves out."""
    from replay.retelling.report.writing import write_report  # only this command needs templates

    command = asked.command
    if command.sheets:
        return answer_sheets(asked)
    file, audience = Path(command.file), command.audience
    group = group_asked(asked)
    found = write_report(asked.campaign, file, command.session, audience, again=command.again, group=group)
    result = {"file": str(found.file), "bytes": found.bytes, "events": found.events, "withheld": found.withheld}
    return Answer({**result, "head": found.head and found.head.hash.hex()}, lambda: report_text(found, audience))


def answer_sheets(asked: Asked) -> Answer:
    """Write sheets to print, and answer with whose they are."""
    from replay.retelling.report.writing import write_sheets

    command = asked.command
    file, audience = Path(command.file), command.audience
    found = write_sheets(asked.campaign, file, command.who, command.session, audience, again=command.again)
    result = {"file": str(found.file), "bytes": found.bytes, "sheets": list(found.people)}
    sheets = f"{len(found.people)} sheet{'s' * (len(found.people) > 1)}"
    result["head"] = found.head and found.head.hash.hex()
    said = [f"{file}: {sheets}, {size_in_words(found.bytes)}. Open it in a browser, and print it"]
    if found.left_out:
        result["left_out"] = list(found.left_out)
        said += [f"  portrait left out: {each}" for each in found.left_out]
    return Answer(result, lambda: "\n".join(said))


def size_in_words(bytes: int) -> str:
    """Return the size of a file."""
    return f"{bytes / 1000:,.0f} kB"


def report_text(found: Written, audience: str | None) -> str:
    """Write how large a report is, and for players which part of the campaign it leaves out."""
    size = f"{size_in_words(found.bytes)}, {number_of_events(found.events)}"
    lines = [f"{found.file}: {size}. Open it in a browser, or send it"]
    if audience:
        withheld = f"{number_of_events(found.withheld)} kept by you" if found.withheld else ""
        withheld = "what you keep" if found.withheld is None else withheld
        npcs = f"{found.unshown} NPC{'' if found.unshown == 1 else 's'} not shown" if found.unshown else ""
        lines.append(f"  left out: {', '.join(filter(None, (withheld, npcs))) or 'nothing'}")
    if found.head:
        lines.append(f"  as the log stands at {head_text(found.head)}")
    return "\n".join(lines)


def recap_markdown(found: Recap) -> str:
    """Write an evening as Markdown that reads well as plain text."""
    heading = plain_text(session_heading(found.session, found.title, found.group))
    there = f" · {', '.join(map(plain_text, found.players))}" if found.players else ""
    blocks = [f"# {heading}", f"{found.dated}{there}"]
    if not found.lines:
        blocks.append("Nothing was recorded in this evening.")
    return "\n\n".join([*blocks, *recap_blocks(found)])


def recap_blocks(found: Recap) -> Iterator[str]:
    """Yield headings, quotations, paragraphs of deeds, and the list of where things stand."""
    for part, lines in group_lines(found.lines):
        if part.begins_after:
            yield f"## {AFTERWARDS}"
        if part.kind == STANDING:
            yield f"## {WHERE_IT_STANDS}"
            yield "\n".join(f"- {with_numbers(line, found.own)}" for line in lines)
        elif part.kind == SCENE:
            yield f"## {plain_text(lines[0].text)}"
        elif part.kind == NOTE:
            yield f"> {with_numbers(lines[0])}"
        elif part.kind == NEWS:
            yield with_numbers(lines[0])
        else:
            yield " ".join(with_numbers(line, found.own) for line in lines)


def with_numbers(line: Line, own: Sequence[str] = ()) -> str:
    """Write a sentence with a full stop, and the numbers of its events behind it. `own` names are marked in it."""
    said = line.text.rstrip()
    head = f"**{plain_text(line.head)}**" if line.head else ""
    text = plain_text(said.removeprefix(line.head), leading=not head)
    for name in own if line.own else ():
        text = re.sub(rf"(?<![\w*]){re.escape(plain_text(name))}(?![\w*])", lambda found: f"**{found[0]}**", text)
    whole = f"{head}{text}{stop_of(said)}"
    return f"{f'**{whole}**' if line.kind == NEWS else whole} {mark_numbers(line.seq)}".rstrip()
