"""Open matters: a session end's questions (FL-132), and levels that wait (FL-135)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.attendance import those_there
from engine.concerns.goals.sheet import GOALS
from engine.own import Own
from engine.refusal import Refused
from engine.registry import shows
from engine.state import Sheet, State
from engine.types import EventNumber, Goal, Trait
from engine.value import value


@value
class PendingLevel:
    """A level that is paid for with an event, and waits for a goal."""

    number: EventNumber
    goal: Goal
    trait: Trait
    amount: int
    level: int | None = None
    word: str | None = None


#: The paid levels of a character that wait for a goal, oldest first (FL-135).
PENDING_LEVELS: Own[tuple[PendingLevel, ...]] = Own("pending", ())


def paid_level(sheet: Sheet, trait: str) -> PendingLevel | None:
    """Return the oldest paid level of a trait that waits for a goal, or None."""
    return next((each for each in PENDING_LEVELS.of(sheet) if each.trait == trait), None)


def must_be_unpaid(state: State, sheet: Sheet, trait: str, about: str = "trait") -> None:
    """Refuse to pay twice for a level that waits for a goal (FL-135)."""
    found = paid_level(sheet, trait)
    if found is not None:
        said = f"the next level of {trait} is paid already, with #{found.number}"
        hint = "“audit” says why it waits" if is_overdue(state, found) else f"it rises after {found.goal}"
        raise Refused(said, about=about, value=trait, hint=hint)


def is_overdue(state: State, level: PendingLevel) -> bool:
    """Return whether a level still waits though its goal is reached, as after an undo of its rise."""
    found = GOALS.of(state).get(level.goal)
    return found is not None and found.reached


@shows(80, "pending", "Pending")
def pending_shown(state: State, sheet: Sheet) -> str | None:
    """Return the levels that are paid for, and what they wait for, or None for none."""
    waiting = [
        f"{each.trait}{f' at {each.word}' if each.word else ''} after {each.goal} ({each.amount} XP paid)"
        for each in PENDING_LEVELS.of(sheet)
    ]
    return ", ".join(waiting) or None


def answers_of(state: State, sheet: Sheet) -> dict[int, str | int]:
    """Return a player's answers in this session by event: the question, or how many were answered."""
    same = [each for each in state.sheets.values() if each is sheet or (each.player and each.player == sheet.player)]
    return {seq: answer for each in same for seq, answer in each.answers.items()}


def count_answers(answers: dict[int, str | int]) -> int:
    """Return how many questions some answers answered."""
    return sum(answer if isinstance(answer, int) else 1 for answer in answers.values())


def must_be_unanswered(state: State, sheet: Sheet, question: str, count: int = 1) -> None:
    """Refuse a question that a player has answered in this session, and more answers than questions (FL-132)."""
    asked = state.rules.questions
    if question and question not in asked:
        raise Refused(f"“{question}” is none of the questions", about="question")
    answers = answers_of(state, sheet)
    again = [seq for seq, answer in answers.items() if question and answer == question]
    if again or count_answers(answers) + count > len(asked):
        when = f"in session {state.session}" if state.session else "before the first session"
        named = ", ".join(f"#{seq}" for seq in again or answers)
        them = "it" if len(again or answers) == 1 else "them"
        about = "question" if question else "count"
        raise Refused(f"already answered {when} ({named}): undo {them} first", about=about)


def open_questions(state: State) -> Iterator[tuple[Sheet, int]]:
    """Yield the questions still open for characters who are present, each with its player's character and number.

    A player who gave only a number of answers, as in `questions Kotorikh 3`, has no open questions.
    """
    heard: set[str] = set()
    for sheet in those_there(state, (each for each in state.sheets.values() if each.kind == "pc")):
        answers = answers_of(state, sheet).values()
        who = sheet.player or sheet.name
        if who in heard or any(isinstance(answer, int) for answer in answers):
            continue
        heard.add(who)
        numbered = enumerate(state.rules.questions, start=1)
        yield from ((sheet, number) for number, question in numbered if question not in answers)
