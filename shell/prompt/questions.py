"""The questions at the end of a session, asked one by one at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from engine.concerns.experience.sheet import open_questions
from shell.language.kinds.text import spelled_name
from shell.output import clean_line, for_reading
from shell.runner import Desk


def ask_questions(desk: Desk, ask: Callable[[str], str]) -> list[str]:
    """Ask the ended session's open questions, and return the lines that record the answers (FL-132).

    `ask` shows a question and returns the typed text. Enter leaves a question open, and anything but yes and no is
    asked again. Ctrl-C and Ctrl-D end the questions.
    """
    lines: list[str] = []
    if desk.campaign is None:
        return lines
    state = desk.campaign.state
    with suppress(KeyboardInterrupt, EOFError):
        for sheet, number in open_questions(state):
            question = f"{clean_line(sheet.name)}: {clean_line(state.rules.questions[number - 1])}"
            answer = answer_to(f"{question} [yes, no or Enter] ", ask)
            if answer:
                lines.append(f"question {spelled_name(sheet.name)} {number} {answer}")
    return lines


def answer_to(question: str, ask: Callable[[str], str]) -> str | None:
    """Ask until the answer is yes, no or nothing, and return None for nothing."""
    while typed := ask(question).strip():
        if answer := meant_by(typed):
            return answer
        said = f"“{clean_line(typed)}” is neither yes nor no. Enter leaves it open, Ctrl-C leaves the questions."
        print(for_reading(said))
    return None


def meant_by(typed: str) -> str | None:
    """Return the answer that text is or begins, or None for any other.

    >>> meant_by("Y"), meant_by("no"), meant_by(""), meant_by("perhaps")
    ('yes', 'no', None, None)
    """
    word = typed.strip().casefold()
    return next((answer for answer in ("yes", "no") if word and answer.startswith(word)), None)
