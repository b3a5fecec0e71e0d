"""Answer a player's line that was taken: as the line itself is answered, with whose it was."""

from __future__ import annotations

from engine.concerns.phones.events import LineTaken
from engine.value import evolve
from replay.whose_lines import end_sentence
from shell.render import Answer, Asked, answer


def answer_taken(asked: Asked) -> Answer:
    """Return the answer to a command that was carried out for a player, whose line it was behind the first sentence."""
    last = asked.events[-1].event if asked.events else None
    if not isinstance(last, LineTaken):
        return answer(asked)
    said = answer(evolve(asked, events=asked.events[:-1]))
    return evolve(said, text=lambda: end_first_line(said.text(), end_sentence(asked.events[0].event, last)))


def end_first_line(text: str, ending: str) -> str:
    """Return a text with an ending behind its first line."""
    first, line_break, rest = text.partition("\n")
    return f"{first}{ending}{line_break}{rest}"
