"""Save the events of a damaged log that can be proven as a separate log."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.store.door import Log, LogError, Place, Problem, Report, Where
from engine.store.files import check_rows, locate
from engine.store.placing import create_atomically, must_not_exist, refuse_place
from engine.value import value
from replay.files import jsonl
from replay.files.islands import Islands, must_have_remains
from replay.files.references import explain_unfounded
from replay.files.soundness import first_impossible
from replay.files.verify import verify_log


@value
class Rescued:
    """The result of a rescue: events `saved` and `left`, and the `first` problem.

    Events `left` were read and left out. If the file `ends`, it could be read to its end, so nothing else is missing.
    `filled` are the events from the backup, `lost` those that are missing between sound ones, and `rest` is the file
    with the sound events after them, `set_aside` in number.
    """

    saved: int
    left: int
    first: Problem | None
    ends: bool
    filled: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    set_aside: int = 0
    rest: Path | None = None


def rescue(where: Where, into: Path, backup: Path | None = None) -> Rescued:
    """Save the sound events of a log, with lost ones from a backup. Raise Refused or LogError.

    The new log contains the events that follow one another. Sound events after a lost one are written to a separate
    file.
    """
    place, rest = locate(where), into.with_suffix(".rest.jsonl")
    with refuse_place():
        must_not_exist(rest)
    with closing(must_have_remains(place)) as remains:
        remains.must_not_be_newer()
        report = check_rows(remains.rows())
    islands = Islands.of(place, backup)
    with refuse_place(), TemporaryDirectory(prefix="fudgelog-") as folder:
        locate(into).must_be_free()
        saved, problem = write(islands, Path(folder) / "saved.db", report)
        with closing(locate(Path(folder) / "saved.db").open(writable=False)) as log:
            locate(into).copy(log, must_verify)
    report = report.with_more(of_the_file(place))
    first = problem or next(iter(report.problems), None)
    ends = not any(each.kind == "damage" for each in report.problems)
    filled = tuple(sorted(seq for seq in islands.spare if seq <= saved))
    after = write_rest(islands, rest, saved)
    lost = tuple(seq for seq in range(saved + 1, max(after, default=0)) if seq not in after)
    left = max(0, report.events - (saved - len(filled)))
    return Rescued(saved, left, first, ends, filled, lost, len(after), rest if after else None)


def of_the_file(place: Place) -> list[Problem]:
    """Return the problems of the file that belong to none of its events."""
    return [problem for problem in place.verify().problems if problem.seq is None]


def write(islands: Islands, fresh: Path, report: Report) -> tuple[int, Problem | None]:
    """Write events up to the first impossible one. Return the number of the last and the problem after it."""
    problem = next(iter(report.problems), None)
    upto, why = sum(1 for _ in islands.whole()), None
    while upto:
        fresh.unlink(missing_ok=True)
        with closing(locate(fresh).create(islice(islands.whole(), upto))) as log:
            why = first_impossible(log, upto, explain_unfounded)
        if why is None or why.seq is None:
            return upto, problem
        problem, upto = why, why.seq - 1
    raise LogError(f"nothing of {islands.place} can be saved: {problem.message if problem else 'it holds no event'}")


def write_rest(islands: Islands, rest: Path, saved: int) -> set[int]:
    """Write any sound events after the saved ones to a file, and return their numbers."""
    if next(islands.after(saved), None) is None:
        return set()
    after = set()
    with create_atomically(rest) as fresh, fresh.open("xb") as file:
        file.write(jsonl.header(islands.format))
        for row in islands.after(saved):
            file.write(jsonl.line_of_row(row))
            after.add(row.seq)
    return after


def must_verify(log: Log) -> None:
    """Raise LogError unless a new log verifies."""
    found = verify_log(log)
    if not found.ok:
        raise LogError(f"what was saved does not verify: {found.problems[0].message}")
