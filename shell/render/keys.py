"""Answers about keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.attendance import is_present, those_at_group
from engine.concerns.keys.commands import ShowKeys
from engine.concerns.keys.sheet import HITS, unhit_sessions
from engine.known import the_sheet
from engine.state import Sheet, State
from engine.text import because
from shell.render import Answer, Asked, answers


@answers(ShowKeys)
def answer_keys(asked: Asked) -> Answer:
    """Answer with everybody's keys, and those not hit this session (FL-131)."""
    state, who = asked.state, asked.command.who
    everybody = those_at_group(state, state.sheets.values())
    sheets = [the_sheet(state, who)] if who else everybody
    found = [each for sheet in sheets for each in keys_of(state, sheet)]
    none = "nobody has a key; “define key NAME” adds one, “gain” gives it"
    result = {"keys": found, "not_hit": [each for each in found if each["there"] and not each["hits"]]}
    return Answer(result, lambda: "\n".join(key_line(each) for each in found) or none)


def keys_of(state: State, sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Yield a character's keys as plain data."""
    for name in state.list_held(sheet, "key"):
        yield {
            "character": sheet.name,
            "key": name,
            "cause": state.properties[name].cause or None,
            "hits": HITS.of(sheet).count(name),
            "there": is_present(state, sheet),
            "sessions_without": unhit_sessions(state, sheet, name),
        }


def key_line(found: dict[str, Any]) -> str:
    """Write a key, with its hits this session or its sessions without a hit."""
    times, without = found["hits"], found["sessions_without"]
    hit = "hit once" if times == 1 else f"hit {times} times" if times else "not hit this session"
    hit = hit if found["there"] or times else "away this session"
    long = f", nor in the {without - 1} before" if without > 2 else ", nor in the one before" if without == 2 else ""
    return f"{found['character']} · {found['key']}: {hit}{long}{because(found['cause'] or '')}"
