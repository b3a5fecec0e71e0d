"""Answers about moves of the game master and questions to the players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.moves.commands import AskPlayer, ShowMoves
from engine.concerns.moves.sheet import AWAITED, LEADING_QUESTIONS, PEACEFUL, is_world_shared, listed_moves
from engine.state import State
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events, recorded_text


@answers(ShowMoves)
def answer_moves(asked: Asked) -> Answer:
    """Answer with the moves to choose from, who is asked, and open questions."""
    state = asked.state
    waiting = [
        {"seq": seq, "character": each.character, "text": each.text}
        for seq, each in LEADING_QUESTIONS.of(state).items()
        if each.answer is None
    ]
    listed = [{"move": move, "text": text or None} for move, text in listed_moves(state).items()]
    result = {"moves": listed, "awaits": awaits_json(state), "questions": waiting}
    return Answer(result, lambda: "\n".join(move_lines(state)))


def move_lines(state: State) -> Iterator[str]:
    """Yield the moves and open questions, who is asked, and how to choose another list of moves."""
    for number, (move, text) in enumerate(listed_moves(state).items(), start=1):
        yield f"{number:>2}  {move}{f': {text}' if text else ''}"
    if not state.rules.gm_moves:
        yield "no list of moves; “rules gm-moves A, B” makes one"
    elif state.rules.gm_moves != PEACEFUL:
        yield f"peaceful moves instead: “rules gm-moves {', '.join(PEACEFUL)}”"
    yield from awaits_lines(state)
    for seq, each in LEADING_QUESTIONS.of(state).items():
        if each.answer is None:
            yield f"#{seq} {each.character}: {each.text} (“answer #{seq} TEXT”)"


def awaits_json(state: State) -> dict[str, Any] | None:
    """Return who is asked since which event, as plain data, or None if nobody is."""
    found = AWAITED.of(state)
    return None if found is None else {"character": found.character, "seq": found.event}


def awaits_lines(state: State) -> Iterator[str]:
    """Yield who is asked for the next action, if somebody is."""
    found = AWAITED.of(state)
    if found is not None:
        yield f"{found.character or 'everybody'} is asked, since #{found.event}"


@answers(AskPlayer)
def answer_asked(asked: Asked) -> Answer:
    """Answer with the question, and with open topics of session zero (FL-93)."""
    recorded = answer_events(asked)
    (event,) = asked.events
    said = [f"“answer #{event.seq} TEXT” keeps the answer"]
    if is_world_shared(asked.state) is None:
        said.append("not agreed yet: do players help to build the world? “agree world-building yes”")
    return Answer(recorded.result, lambda: "\n  ".join([recorded_text(asked.events), *said]))
