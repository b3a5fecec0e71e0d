"""Answer the commands that retell what was played."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.concerns.retelling.commands import ShowStats, TellRecap
from replay.retelling.recap import AFTERWARDS, NOTE, SCENE, Line, Recap, recap
from shell.render import Answer, Asked, answers
from shell.render.log import session_heading

#: What would be markup in Markdown: signs anywhere, and signs that begin a line.
MARKUP = re.compile(r"[\\`*_<\[\]]")
LEADING = re.compile(r"^(\d*)([#>+\-.)=~|])")


@answers(ShowStats)
def answer_stats(asked: Asked) -> Answer:
    """Answer with figures of dice, luck, actions and traits."""
    from replay.retelling.stats import statistics
    from shell.render.figures import stats_json, stats_text

    command = asked.command
    found = statistics(asked.campaign, command.session, command.who, for_players=command.players)
    return Answer(stats_json(found), lambda: stats_text(found))


@answers(TellRecap)
def answer_recap(asked: Asked) -> Answer:
    """Answer with what happened in an evening."""
    found = recap(asked.campaign, asked.command.session, for_players=asked.command.players)
    text = recap_markdown(found)
    lines = [{"seq": list(line.seq), "text": line.text, "kind": line.kind} for line in found.lines]
    result = {"session": found.session, "title": found.title, "day": found.day, "players": list(found.players)}
    return Answer({**result, "text": text, "lines": lines}, lambda: text)


def recap_markdown(found: Recap) -> str:
    """Write an evening as Markdown that reads well as plain text."""
    heading = markdown(session_heading(found.session, found.title))
    there = f" · {', '.join(map(markdown, found.players))}" if found.players else ""
    blocks = [f"# {heading}", f"{found.day}{there}"]
    if not found.lines:
        blocks.append("Nothing was recorded in this session.")
    return "\n\n".join([*blocks, *recap_blocks(found.lines)])


def recap_blocks(lines: tuple[Line, ...]) -> Iterator[str]:
    """Yield headings, notes and lists of deeds."""
    deeds: list[str] = []
    late = False
    for line in lines:
        begins = line.after and not late
        if deeds and (begins or line.kind in (SCENE, NOTE)):
            yield "\n".join(deeds)
            deeds = []
        if begins:
            yield f"## {AFTERWARDS}"
        late = line.after
        if line.kind == SCENE:
            yield f"## {markdown(line.text)}"
        elif line.kind == NOTE:
            yield with_numbers(line)
        else:
            deeds.append(f"- {with_numbers(line)}")
    if deeds:
        yield "\n".join(deeds)


def with_numbers(line: Line) -> str:
    """Write a sentence with a full stop, and the numbers of its events behind it."""
    said = line.text.rstrip()
    stop = "" if said.rstrip("\"'”’)")[-1:] in (".", "!", "?", "…") and not said.endswith(")") else "."
    first, last = line.seq[0], line.seq[-1]
    in_a_row = len(line.seq) > 2 and last - first == len(line.seq) - 1
    numbers = f"#{first}–#{last}" if in_a_row else ", ".join(f"#{seq}" for seq in line.seq)
    return f"{markdown(said)}{stop} {numbers}"


def markdown(text: str) -> str:
    """Write a text so that Markdown shows it as it is."""
    marked = MARKUP.sub(r"\\\g<0>", text)
    return LEADING.sub(r"\1\\\2", marked)
