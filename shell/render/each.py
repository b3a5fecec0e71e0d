"""The answer to a list: that to each of its commands, as if it had been typed alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from engine.each import Each, command_class
from engine.registry import Ask
from engine.store import codec
from engine.value import evolve
from shell.render import Answer, Asked, answer, answers
from shell.render.events import find_changes
from shell.render.proof import unchecked_text, verified_text


@answers(Each)
def answer_each(asked: Asked) -> Answer:
    """Answer each command of a list, with the state that it left. How far the log was checked is printed once."""
    looks = issubclass(command_class(asked.command), Ask)
    parts = [evolve(asked, command=each) for each in asked.command.commands] if looks else [*done_for_each(asked)]
    found = [answer(part) for part in parts]
    proofs = (verified_text(asked.campaign), unchecked_text(asked.campaign))
    return Answer(
        {"each": [result_for_one(part, own) for part, own in zip(parts, found, strict=True)]},
        lambda: join_texts([own.text() for own in found], "\n\n" if looks else "\n", proofs),
        failed=any(own.failed for own in found),
        apart=any(own.apart for own in found),
    )


def done_for_each(asked: Asked) -> Iterator[Asked]:
    """Yield each command of a list with its events, and the states before and after it."""
    events, before = iter(asked.events), asked.before
    for command, (count, after) in zip(asked.command.commands, asked.campaign.parts, strict=True):
        yield evolve(asked, command=command, events=tuple(islice(events, count)), before=before, after=after)
        before = after


def result_for_one(part: Asked, found: Answer) -> dict[str, Any]:
    """Return the result of one command of a list, with what it changed."""
    result = found.result
    if not part.events or "changes" in result:
        return result
    return result | {"changes": codec.plain_data(find_changes(part))}


def join_texts(texts: Sequence[str], between: str, ends: Sequence[str]) -> str:
    """Return some texts as one, with each of these ends that all of them have only once."""
    shared = next((end for end in ends if end and all(text.endswith(end) for text in texts)), "")
    return between.join(text.removesuffix(shared) for text in texts if text) + shared
