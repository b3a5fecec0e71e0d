"""Save the events of a damaged log that can be proven as a separate log."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path

from engine.store.door import LogError, Problem, Report
from engine.store.files import check_rows, create, must_not_be_newer, read_rows, salvage
from engine.value import value
from replay.files import jsonl
from replay.files.islands import Islands
from replay.files.placing import create_atomically, must_not_exist
from replay.files.references import explain_unfounded
from replay.files.soundness import first_impossible
from replay.files.verbatim import copy_rows
from replay.files.verify import inspect_file, verify


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


def rescue(path: Path, into: Path, backup: Path | None = None) -> Rescued:
    """Save the sound events of a log, with lost ones from a backup. Raise Refused or LogError.

    The new log contains the events that follow one another. Sound events after a lost one are written to a separate
    file.
    """
    rest = into.with_suffix(".rest.jsonl")
    must_not_exist(rest)
    with closing(salvage(path)) as connection:
        must_not_be_newer(connection, path)
        report = check_rows(read_rows(connection))
    islands = Islands.of(path, backup)
    with create_atomically(into) as fresh:
        saved, problem = write(islands, fresh, report)
        must_verify(fresh)
    report = report.with_more(of_the_file(path))
    first = problem or next(iter(report.problems), None)
    ends = not any(each.kind == "damage" for each in report.problems)
    filled = tuple(sorted(seq for seq in islands.spare if seq <= saved))
    after = write_rest(islands, rest, saved)
    lost = tuple(seq for seq in range(saved + 1, max(after, default=0)) if seq not in after)
    left = max(0, report.events - (saved - len(filled)))
    return Rescued(saved, left, first, ends, filled, lost, len(after), rest if after else None)


def of_the_file(path: Path) -> list[Problem]:
    """Return the problems of the file that belong to none of its events."""
    return [problem for problem in inspect_file(path).problems if problem.seq is None]


def write(islands: Islands, fresh: Path, report: Report) -> tuple[int, Problem | None]:
    """Write events up to the first impossible one. Return the number of the last and the problem after it."""
    problem = next(iter(report.problems), None)
    upto, why = sum(1 for _ in islands.whole()), None
    while upto:
        fresh.unlink(missing_ok=True)
        with closing(create(fresh, islands.campaign, islands.format)) as log:
            copy_rows(log, islice(islands.whole(), upto))
            why = first_impossible(log, upto, explain_unfounded)
        if why is None or why.seq is None:
            return upto, problem
        problem, upto = why, why.seq - 1
    raise LogError(f"nothing of {islands.path} can be saved: {problem.message if problem else 'it holds no event'}")


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


def must_verify(fresh: Path) -> None:
    """Raise LogError unless the new file verifies."""
    found = verify(fresh).report
    if not found.ok:
        raise LogError(f"what was saved does not verify: {found.problems[0].message}")
