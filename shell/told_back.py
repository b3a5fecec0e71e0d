"""Find the line behind a sentence of the log that was typed back, such as “Ann gets rope”."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from engine.campaign import Campaign
from engine.decide import decide
from engine.history.names import Naming
from engine.line import Before, Unsayable, commands_for
from engine.narrate import tell
from engine.patterns import pattern
from engine.refusal import Refused
from shell.language.kinds.text import fold_case
from shell.language.spelling import spell

#: How many of the latest events are compared with what was typed.
MOST_SENTENCES = 200

#: For each open campaign: the naming under which its late sentences were made, up to which event, and these.
FOUND_SENTENCES: WeakKeyDictionary[Campaign, tuple[Naming | None, int, dict[str, int]]] = WeakKeyDictionary()

#: What the log prints before a sentence: its mark and its number.
BEFORE_SENTENCE = pattern(r"\s*(?:[✓×]\s*)?(?:#\d+\s+)?")

#: What can be wrong with a command that is made for another moment.
NOT_NOW = (Refused, Unsayable, LookupError, TypeError, ValueError)


def find_told(campaign: Campaign, text: str) -> str | None:
    """Return the line that records again what a sentence of the log tells, or None.

    The sentence has to be one of a late event, and the line has to be told by the same one now.
    """
    typed = fold_case(text[BEFORE_SENTENCE.match(text).end() :])  # type: ignore[union-attr]
    seq = find_sentences(campaign).get(typed) if len(typed.split()) > 1 else None
    return None if seq is None else next(lines_again(campaign, campaign.event(seq).event, typed), None)


def find_sentences(campaign: Campaign) -> Mapping[str, int]:
    """Return the sentences of late events, each with the last that it tells of.

    A sentence stays as it is until something is renamed, so each is made once.
    """
    last = campaign.state.seq
    naming, upto, held = FOUND_SENTENCES.get(campaign, (None, 0, {}))
    if naming != campaign.naming:
        upto, held = 0, {}
    for recorded in campaign.events(max(last - MOST_SENTENCES, upto, 0), last):
        held[fold_case(tell(recorded.event))] = recorded.seq
    held = {told: seq for told, seq in held.items() if seq > last - MOST_SENTENCES}
    FOUND_SENTENCES[campaign] = campaign.naming, last, held
    return held


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
