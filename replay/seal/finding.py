"""Find the seals in a log, and the one whose words somebody noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.campaign import Campaign
from engine.clock import TableTime, table_time
from engine.concerns.seals.events import SealSpoken
from engine.history.timeline import Progress
from engine.store.door import Head, Log, Row
from engine.store.memo import last_seen
from engine.value import value
from replay.files.convert import before_conversion
from replay.seal.known import KnownWords, Words, known_of_others, known_words
from replay.seal.words import TypedWords

#: The progress of a search among the seals.
SEALS_TRIED = "tried {:,} of {:,} seals"


@value
class Seal:
    """A seal in a log: the head that it sealed, who said which number when, and in which session.

    `at` is in UTC, and `told` the time at the table.
    """

    head: Head
    player: str
    number: int | None
    at: str
    told: TableTime
    session: int


@value
class Matched:
    """The seal that has the typed words. `slip` is a word that was one letter off, with the one that is meant."""

    head: Head
    words: Words
    slip: tuple[str, str] | None = None


@value
class Unmatched:
    """Why no seal has the typed words, as a sentence without a full stop."""

    reason: str


def find_seals(campaign: Campaign) -> list[Seal]:
    """Return the seals of a campaign, first to last."""
    state, found = campaign.state, []
    for head, row in sealed_rows(campaign.log, campaign.state.seq):
        event = campaign.read(row).event
        if isinstance(event, SealSpoken):
            told, session = table_time(state, row.seq, row.ts), state.session_at(row.seq)
            found.append(Seal(head, event.player, event.number, row.ts, told, session))
    return found


def seal_at(campaign: Campaign, seq: int) -> Seal:
    """Return the seal that an event is."""
    return next(each for each in find_seals(campaign) if each.head.seq == seq)


def sealed_heads(log: Log, upto: int) -> list[Head]:
    """Return the heads of a log that were sealed, up to an event."""
    return [head for head, _ in sealed_rows(log, upto)]


def sealed_rows(log: Log, upto: int) -> Iterator[tuple[Head, Row]]:
    """Yield the events that sealed a log, each with the head that it sealed.

    What was sealed before a conversion keeps the hash that it had then, and its words.
    """
    former = {row.seq: row.hash for row in before_conversion(log, upto) if row.type == SealSpoken.__name__}
    for row in log.of_types([SealSpoken.__name__], upto):
        yield Head(row.seq, former.get(row.seq, row.hash)), row


def find_seal(
    campaign: str, heads: Iterable[Head], typed: TypedWords, progress: Progress | None = None
) -> Matched | Unmatched:
    """Return the last seal of a campaign that has the typed words, or why none has them.

    Words with one letter off are taken only if no seal has just those that were typed.
    """
    newest = sorted(heads, key=lambda head: -head.seq)
    with known_words(campaign) as words:
        for done, head in enumerate(newest):
            if progress is not None:
                progress(done, len(newest))
            if typed.agrees(words.of(head)) and typed.agrees(words.compute(head)):
                return Matched(head, words.compute(head))
        for head in newest:
            if typed.find_slip(words.of(head)) and (slip := typed.find_slip(words.compute(head))):
                return Matched(head, words.compute(head), slip)
        return Unmatched(explain_unmatched(words, newest, typed))


def explain_unmatched(words: KnownWords, heads: list[Head], typed: TypedWords) -> str:
    """Return why no seal with one of these heads has the typed words, as far as this computer can tell."""
    for head in heads:
        if typed.is_in_another_order(words.of(head)):
            return f"these are the words of #{head.seq}, but in another order"
    for head in with_words(typed, words.known):
        return f"these words sealed #{head.seq} of another copy of this campaign, which went another way than this log"
    for name, known in known_of_others(words.campaign):
        for _ in with_words(typed, known):
            where = next((f", {seen.path}" for seen in last_seen(name).values()), "")
            return f"these are words of another campaign{where}"
    if not heads:
        return "nothing in this log is sealed"
    misspelt = typed.find_misspelt()
    if misspelt is not None:
        return f"no word of a seal begins like “{misspelt}”"
    unlike = "or something before the seal was changed"
    return f"no seal of this log has these words: they are those of another log, {unlike}"


def with_words(typed: TypedWords, known: Mapping[Head, Words]) -> Iterable[Head]:
    """Yield the known seals that have the typed words."""
    return (head for head, words in known.items() if typed.agrees(words))
