"""Answers about session zero and safety."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.corrections.events import EventsUndone
from engine.concerns.safety.commands import HoldSessionZero, ShowAgenda, ShowConcept, ShowXCard
from engine.concerns.safety.sheet import AGENDA, CONCEPT, SCENE_BEGAN, agreements
from engine.known import the_sheet
from engine.state import State
from engine.text import quote
from shell.render import Answer, Asked, answers
from shell.render.corrections import answer_corrected
from shell.render.events import answer_events, recorded_text
from shell.render.heard import tick_box


@answers(ShowAgenda)
def answer_agenda(asked: Asked) -> Answer:
    """Answer with session zero's topics, agreed or open, and the lines and veils (FL-02, FL-05)."""
    state = asked.state
    return Answer(agenda_json(state), lambda: "\n".join(agenda_lines(state)))


@answers(ShowConcept)
def answer_concept(asked: Asked) -> Answer:
    """Answer with seven questions about a character, answered by their characteristics (RT-12)."""
    sheet = the_sheet(asked.state, asked.command.who)
    held = {name.casefold(): text for name, text in sheet.characteristics.items()}
    items = [
        {"name": name, "question": question, "answer": answer, "done": bool(answer)}
        for name, question in CONCEPT.items()
        for answer in [held.get(name.casefold(), "")]
    ]
    done = sum(bool(item["done"]) for item in items)

    def text() -> str:
        wide = max(map(len, CONCEPT))
        rows = [box_line(each["name"], each["answer"], each["question"], wide) for each in items]
        return "\n".join([*rows, f"{done} of {len(items)} answered; “set {quote(sheet.name)} Goal = …” answers one"])

    return Answer({"character": sheet.name, "items": items, "done": done, "of": len(items)}, text)


@answers(HoldSessionZero)
def answer_session_zero(asked: Asked) -> Answer:
    """Answer with the agenda too."""
    state = asked.state
    return Answer(agenda_json(state), lambda: "\n".join([recorded_text(asked.events), *agenda_lines(state)]))


def agenda_json(state: State) -> dict[str, Any]:
    """Return the agenda as plain data."""
    found = agreements(state)
    items = [
        {"topic": topic, "question": question, "answer": found.answer(topic), "done": bool(found.answer(topic))}
        for topic, question in AGENDA.items()
    ]
    settled = {"done": len(AGENDA) - len(found.open), "of": len(AGENDA), "open": found.open}
    return {"items": items, **settled, "lines": found.lines, "veils": found.veils, "session_zero": found.held}


def agenda_lines(state: State) -> Iterator[str]:
    """Yield a line for each topic, and one on how many are settled."""
    found, wide = agreements(state), max(map(len, AGENDA))
    for topic, question in AGENDA.items():
        said = found.answer(topic)
        yield box_line(topic, said, question, wide)
    advice = "; “agree TOPIC TEXT” settles one" if found.open else ""
    yield f"{len(AGENDA) - len(found.open)} of {len(AGENDA)} agreed{advice}"


def box_line(name: Any, answer: Any, question: Any, wide: int) -> str:
    """Return a line with the answer behind a crossed box, or the question behind an empty one."""
    return f"{tick_box(done=bool(answer))} {name:<{wide}}  {answer or question}"


def open_topics(state: State) -> Iterator[str]:
    """Yield the topics that session zero left open, if anything was agreed on at all."""
    found = agreements(state)
    if found.open and (found.held or len(found.open) < len(AGENDA)):
        yield f"  still open from session zero: {', '.join(found.open)}"


@answers(ShowXCard)
def answer_x_card(asked: Asked) -> Answer:
    """Answer with the X-card and what changed by going back to the start of the scene (FL-06)."""
    if any(isinstance(each.event, EventsUndone) for each in asked.events):
        undone = answer_corrected(asked).data  # the text would repeat the scene that nobody wants to read again
        return Answer(
            undone, lambda: f"{recorded_text(asked.events)}\n  “redo” restores it, and “undo” undoes the card too"
        )
    began = SCENE_BEGAN.of(asked.state)
    nothing = f"nothing is left to undo since #{began}" if began else "no scene or session has begun"
    more = nothing if asked.command.back else "“xcard back” undoes the scene so far"
    return Answer(answer_events(asked).data, lambda: f"{recorded_text(asked.events)}\n  {more}")
