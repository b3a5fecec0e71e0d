"""The questions at the end of a session, asked one by one at the prompt, and the number that seals it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from engine.concerns.experience.sheet import open_questions
from engine.known import list_players
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


#: The question for a number, and what it takes.
SAY_A_NUMBER = "To seal the session, a player says any number (“4417 {}”; Enter: no seal): "
TAKEN = "A seal takes a number from 0 to 9999 and the player who says it, such as {}."


def ask_number(desk: Desk, ask: Callable[[str], str]) -> list[str]:
    """Ask a player for the number that seals the ended session, and return the line that seals it, or none.

    Nobody is asked where nobody is known as a player. What cannot be read is asked again.
    """
    players = list_players(desk.campaign.state) if desk.campaign else []
    with suppress(KeyboardInterrupt, EOFError):
        while players and (typed := ask(SAY_A_NUMBER.format(clean_line(players[0]))).strip()):
            line = line_to_seal(typed, players)
            parse = desk.read_as_it_stands(line)
            fault = desk.foresee_fault(parse)
            if fault is None and parse.phrase is not None and parse.phrase.head == "seal":
                return [line]
            print(for_reading(TAKEN.format(f"“4417 {clean_line(players[0])}”")))
    return []


def line_to_seal(typed: str, players: list[str]) -> str:
    """Return the line for a number and a name in any order. A lone player need not be named.

    >>> line_to_seal("4417 Kurt", ["Kurt"]), line_to_seal("kurt, 4417", ["Kurt"]), line_to_seal("Kurt", ["Kurt"])
    ('seal 4417 by Kurt', 'seal 4417 by kurt', 'seal by Kurt')
    >>> line_to_seal("4417", ["Kurt"]), line_to_seal("4417", ["Kurt", "Olga"])
    ('seal 4417 by Kurt', 'seal 4417 by ')
    """
    words = typed.replace(",", " ").split()
    numbers = [word for word in words if word[:1].isdigit()]
    name = " ".join(word for word in words if word not in (*numbers, "by"))
    by = name or (spelled_name(players[0]) if len(players) == 1 else "")
    return " ".join(["seal", *numbers, "by", by])
