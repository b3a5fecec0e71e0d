"""Find the line behind a sentence of the log that was typed back, such as “Ann gets rope”."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Campaign
from engine.decide import decide
from engine.line import Before, Unsayable, commands_for
from engine.narrate import tell
from engine.patterns import pattern
from engine.refusal import Refused
from shell.language.kinds.text import fold_case
from shell.language.spelling import spell

#: How many of the latest events are compared with what was typed.
MOST_SENTENCES = 200

#: What the log prints before a sentence: its mark and its number.
BEFORE_SENTENCE = pattern(r"\s*(?:[✓×]\s*)?(?:#\d+\s+)?")

#: What can be wrong with a command that is made for another moment.
NOT_NOW = (Refused, Unsayable, LookupError, TypeError, ValueError)


def find_told(campaign: Campaign, text: str) -> str | None:
    """Return the line that records again what a sentence of the log tells, or None.

    The sentence has to be one of a late event, and the line has to be told by the same one now.
    """
    typed = fold_case(text[BEFORE_SENTENCE.match(text).end() :])  # type: ignore[union-attr]
    state = campaign.state
    if len(typed.split()) < 2:
        return None
    for recorded in reversed([*campaign.events(max(state.seq - MOST_SENTENCES, 0), state.seq)]):
        if fold_case(tell(recorded.event)) == typed:
            return next(lines_again(campaign, recorded.event, typed), None)
    return None


def lines_again(campaign: Campaign, event: object, typed: str) -> Iterator[str]:
    """Yield the line of an event, if it would be told by the sentence that was typed."""
    state = campaign.state
    try:
        commands = [*commands_for(event, Before(state, state, {seq: seq for seq in range(1, state.seq + 1)}))]
        for command in commands:
            if any(fold_case(tell(each)) == typed for each in decide(state, command, lambda sides: 1)):
                yield spell(command)
    except NOT_NOW:
        return
