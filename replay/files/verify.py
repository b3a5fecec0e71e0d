"""Verify a log: read every byte, follow every event, look for a noted hash."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.history.catalog import Catalog
from engine.history.plausible import hidden_sign
from engine.history.timeline import Progress, Timeline
from engine.refusal import Refused
from engine.store import codec
from engine.store.door import Head, Log, LogError, Place, Report, Where
from engine.store.files import locate
from engine.types import PLAYERS_COPY
from engine.value import Factory, record, value
from replay.files.convert import before_conversion, find_misconverted
from replay.files.references import explain_unfounded
from replay.files.soundness import EventCheck, first_impossible
from replay.files.verbatim import readable_rows, salvage_log
from replay.seal.finding import Matched, Unmatched, find_seal, sealed_heads
from replay.seal.words import TypedWords, looks_like_words, read_words

#: How many digits make a hash hard to match: two logs that share 16 cost 2 ** 32 tries.
LEAST_DIGITS = 32
#: How many digits earlier versions showed for notes. They are looked up, and prove little.
WEAK_DIGITS = 16
MOST_DIGITS = 64
HOW_MANY = f"{LEAST_DIGITS} hexadecimal digits or more, as “head” shows them, or the five words of a seal"
NOTED = re.compile(r"(?:(?:head|checkpoint)\s+)?(?:#(\d{1,18})\s+)?([0-9a-f]+(?:\s+[0-9a-f]+)*)(?:\s*#(\d{1,18}))?")


#: The beginning of a players' copy, in any version.
COPY_BEGINS = f'{{"format":"{PLAYERS_COPY}'.encode()


@value
class Noted:
    """A noted head: digits of its hash, and its number if that was noted."""

    digits: str
    seq: int | None = None


@record
class Noticed:
    """Events worth a note though nothing is wrong with them, by number.

    `newer` is the first that a newer program recorded, with its type. `hidden` are those with a sign that is invisible
    or turns the text, each with the code of its first one.
    """

    newer: tuple[int, str] | None = None
    hidden: list[tuple[int, str]] = Factory(list)

    def explain(self, timeline: Timeline, event: object, seq: int, stored: str) -> str | None:
        """Return why an event cannot be at its place. If it can, notice it and return None."""
        why = explain_unfounded(timeline, event, seq, stored)
        if why is None and (sign := hidden_sign(stored)):
            self.hidden.append((seq, sign))
        if self.newer is None and isinstance(event, codec.Unknown):
            self.newer = seq, event.name
        return why


@value
class Verdict:
    """The result of a verification.

    `noted` is what was noted at the table, a hash or the words of a seal, and `at` the event that has it. `sealed` says
    which seal has the words, or why none has. `noticed` is complete for a sound log alone.
    """

    report: Report
    noted: Noted | TypedWords | None = None
    at: int | None = None
    sealed: Matched | Unmatched | None = None
    noticed: Noticed = Factory(Noticed)

    @property
    def matches(self) -> bool | None:
        """Whether the log holds what was noted, or None if nothing was."""
        if self.noted is None:
            return None
        return self.at is not None and (isinstance(self.noted, TypedWords) or self.noted.seq in (None, self.at))

    @property
    def ok(self) -> bool:
        """Whether the log is sound, and holds what was noted, if anything was."""
        return self.report.ok and self.matches is not False


def is_players_copy(path: Path) -> bool:
    """Return whether a file is a players' copy, which is no log but can be proven all the same."""
    try:
        if path.is_file():
            with path.open("rb") as stream:
                return stream.read(len(COPY_BEGINS)) == COPY_BEGINS
    except OSError:
        pass
    return False


def verify(
    where: Where, words: str | None = None, progress: Progress | None = None, trying: Progress | None = None
) -> Verdict:
    """Check a log, whatever its file holds. Raise LogError without a file, Refused for an impossible hash or words.

    `trying` receives the number of seals tried.
    """
    noted = None if words is None else read_noted(words)
    place = locate(where)
    if not place.is_there():
        raise LogError(f"there is no campaign {place}", "“fudgelog FILE verify” checks another", "there-is-none")
    noticed, report = check_events(place, progress)
    verdict = Verdict(report, noted, *look_for(noted, place, report, trying), noticed)
    if isinstance(noted, Noted) and report.ok:
        must_prove(noted, verdict)
    return verdict


def look_for(
    noted: Noted | TypedWords | None, place: Place, report: Report, trying: Progress | None
) -> tuple[int | None, Matched | Unmatched | None]:
    """Return the event that has what was noted, and for words the seal that has them, or why none has."""
    if isinstance(noted, TypedWords):
        found = find_seal(*read_seals(place, report), noted, trying)
        return found.head.seq if isinstance(found, Matched) else None, found
    return None if noted is None else find(place, noted, report), None


def read_seals(place: Place, report: Report) -> tuple[str, list[Head]]:
    """Return the campaign of a log, and the heads that were sealed in its sound part."""
    if not report.sound:
        return "", []
    with TemporaryDirectory(prefix="fudgelog-") as folder, closing(sound_part(place, Path(folder), report)) as log:
        return log.campaign, sealed_heads(log, report.sound)


def must_prove(noted: Noted, verdict: Verdict) -> None:
    """Raise Refused for a hash of too few digits, saying whether they match, as that is some evidence."""
    if len(noted.digits) < LEAST_DIGITS:
        found = f"they are those of #{verdict.at} here" if verdict.matches else "no event here has them"
        raise Refused(
            f"{len(noted.digits)} digits are weak evidence, for a forger can match them: {found}",
            about="hash",
            hint=f"type all {LEAST_DIGITS} digits if you noted them; “head” shows {LEAST_DIGITS} to note from now on",
        )


def read_noted(words: str) -> Noted | TypedWords:
    """Read the words of a seal, or a typed hash or its beginning, with or without groups and number."""
    if looks_like_words(words):
        return read_words(words)
    found = NOTED.fullmatch(words.strip().casefold())
    digits = "" if found is None else "".join(found[2].split())
    if found is not None and len(digits) < WEAK_DIGITS:
        raise Refused(f"{len(digits)} digits are too few for a hash", about="hash", hint=HOW_MANY)
    if found is None or len(digits) > MOST_DIGITS:
        raise Refused(f"“{words}” is not the hash of an event", about="hash", hint=HOW_MANY)
    number = found[1] or found[3]
    return Noted(digits, int(number) if number else None)


def check_events(place: Place, progress: Progress | None = None) -> tuple[Noticed, Report]:
    """Check everything at a place, and return what was noticed, with the report.

    The rows that are hashed make the catalog too, so that a sound log is read only once more.
    """
    noticed, catalog = Noticed(), Catalog()
    report = place.verify(catalog.take_in)
    if not report.sound:
        return noticed, report
    with TemporaryDirectory(prefix="fudgelog-") as folder, closing(sound_part(place, Path(folder), report)) as log:
        catalog = catalog if report.ok else Catalog.of(log, report.sound)
        return noticed, with_impossible(log, report, catalog, noticed.explain, progress)


def with_impossible(
    log: Log, report: Report, catalog: Catalog, check: EventCheck, progress: Progress | None = None
) -> Report:
    """Return the report on a log, with the first event that is intact but impossible."""
    problem = first_impossible(log, report.sound, check, progress, catalog)
    if problem is None and catalog.branch:
        problem = find_misconverted(log, report.sound)
    return report if problem is None else report.with_more([problem])


def verify_log(log: Log, progress: Progress | None = None) -> Report:
    """Check an open log as `verify` does."""
    report = log.verify()
    if not report.sound:
        return report
    return with_impossible(log, report, Catalog.of(log, report.sound), explain_unfounded, progress)


def sound_part(place: Place, folder: Path, report: Report) -> Log:
    """Open the log, or a copy of its sound part, since a damaged file may read differently every time."""
    return place.open(writable=False) if report.ok else salvage_log(place, folder / "sound.db", report.sound)


def find(place: Place, noted: Noted, report: Report) -> int | None:
    """Return the sound event whose hash, also before a conversion, begins with the noted digits, or None."""
    with closing(readable_rows(place)) as rows:
        for row in rows:
            if row.seq > report.sound:
                return None
            if row.hash.hex().startswith(noted.digits):
                return row.seq
    if not report.ok:
        return None
    with closing(place.open(writable=False)) as log:
        old = (row.seq for row in before_conversion(log, report.sound) if row.hash.hex().startswith(noted.digits))
        return next(old, None)
