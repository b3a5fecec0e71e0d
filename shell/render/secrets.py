"""Answers about secrets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.corrections.commands import Undo
from engine.concerns.secrets.commands import HideNpc, KeepSecret
from engine.heads import is_head
from engine.naming import names_in
from engine.refusal import Refused
from engine.text import join_names, quote
from engine.types import PLAYERS
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


#: How many events that name somebody are listed one by one.
MOST_TOLD_OF = 5


@answers(HideNpc)
def answer_hidden(asked: Asked) -> Answer:
    """Answer with what players still read of those hidden: the name, or what was typed about them."""
    answer = answer_events(asked)
    if not asked.command.fully:
        named = [name for each in asked.events for name in names_in(each.event, "character")]
        still = f"\n  players still read the name where {join_names(named)} {'act' if named[1:] else 'acts'}"
        cure = f": “hide {', '.join(map(quote, named))} fully” keeps that too"
        return evolve(answer, text=lambda: answer.text() + still + cure)
    told_of = list(find_typed_names(asked))
    data = {**answer.result, "named_in": [{"seq": seq, "text": text} for seq, _, text in told_of]}
    return evolve(answer, data=data, text=lambda: "\n".join([answer.text(), *mention_lines(asked, told_of)]))


def find_typed_names(asked: Asked) -> Iterator[tuple[int, str, str]]:
    """Yield the events that players see in which somebody typed a name that is hidden: number, name and sentence."""
    from replay.audience.nameless import Nameless  # few commands ask what players see
    from replay.audience.rule import View

    names = [name for each in asked.events for name in names_in(each.event, "character")]
    hidden = [(name, Nameless.of(asked.campaign, [name])) for name in names]
    for seen in View.of(asked.campaign, PLAYERS).read_seen():
        yield from ((seen.logged, name, seen.text) for name, each in hidden if each.are_told_of(seen.event))


def mention_lines(asked: Asked, told_of: list[tuple[int, str, str]]) -> Iterator[str]:
    """Yield a line for each of the first events that mention somebody, with what can be done about it."""
    for seq, name, _ in told_of[:MOST_TOLD_OF]:
        cure = f": “undo #{seq}”, or leave it" if can_be_undone(asked, seq) else ", and stays as it is"
        yield f"  #{seq} names {name}{cure}"
    if told_of[MOST_TOLD_OF:]:
        yield f"  and {len(told_of) - MOST_TOLD_OF} more: “search {told_of[0][1]}” lists them"


def can_be_undone(asked: Asked, seq: int) -> bool:
    """Return whether an event can be undone by itself."""
    try:
        plan: Any = asked.campaign.plan(Undo(seq))
    except Refused:
        return False
    return bool(plan.events)
