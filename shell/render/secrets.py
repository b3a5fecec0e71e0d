"""Answers about secrets."""

from __future__ import annotations

from engine.concerns.secrets.commands import KeepSecret
from engine.heads import is_head
from engine.value import evolve
from shell.language.mending.problems import mend
from shell.language.reading import read
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events


@answers(KeepSecret)
def answer_secret(asked: Asked) -> Answer:
    """Answer with the secret note, adding the line for a secret roll if meant."""
    answer, state = answer_events(asked), asked.state
    line: str | None = f"{asked.command.text} secret"
    if is_head(asked.command.text.split()[0]):
        line = mend(str(line), state)
    parse = read(line or "", state)
    if asked.command.scene or "secret" not in parse.values or parse.problem:
        return answer
    more = f"\n  a note, and no roll: “{line}” rolls in secret; “undo” removes the note"
    return evolve(answer, text=lambda: answer.text() + more)
