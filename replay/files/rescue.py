"""Save what can still be proven of a damaged log as a separate log."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from engine.store.door import LogError, Problem, Report
from engine.store.files import check_rows, must_not_be_newer, read_rows, salvage
from engine.value import value
from replay.files.placing import placed
from replay.files.references import unfounded
from replay.files.soundness import first_impossible
from replay.files.verbatim import salvaged
from replay.files.verify import inspected, verify


@value
class Rescued:
    """The result of a rescue: events `saved`, events read and left out (`left`), and the `first` problem.

    `ends` tells that the file could be read to its end, so that nothing else is missing.
    """

    saved: int
    left: int
    first: Problem | None
    ends: bool


def rescue(path: Path, into: Path) -> Rescued:
    """Save the sound beginning of a log; raise LogError if there is none."""
    with closing(salvage(path)) as connection:
        must_not_be_newer(connection, path)
        report = check_rows(read_rows(connection))
    if not report.sound:
        why = report.problems[0].message if report.problems else "it holds no event"
        raise LogError(f"nothing of {path} can be saved: {why}")
    with placed(into) as fresh:
        saved, problem = write(path, fresh, report.sound)
        must_verify(fresh)
    return tell_rescue(report.with_more(of_the_file(path)), saved, problem)


def of_the_file(path: Path) -> list[Problem]:
    """Return the problems of the file that belong to none of its events."""
    return [problem for problem in inspected(path).problems if problem.seq is None]


def write(path: Path, fresh: Path, upto: int) -> tuple[int, Problem | None]:
    """Write the events up to a number, or up to the first impossible one; return the last, and why."""
    problem: Problem | None = None
    while upto:
        fresh.unlink(missing_ok=True)
        with closing(salvaged(path, fresh, upto)) as log:
            found = first_impossible(log, upto, unfounded)
        if found is None or found.seq is None:
            return upto, problem
        problem, upto = found, found.seq - 1
    raise LogError(f"nothing of {path} can be saved: {problem.message if problem else 'it holds no event'}")


def must_verify(fresh: Path) -> None:
    """Raise LogError unless the new file verifies."""
    found = verify(fresh).report
    if not found.ok:
        raise LogError(f"what was saved does not verify: {found.problems[0].message}")


def tell_rescue(report: Report, saved: int, problem: Problem | None) -> Rescued:
    """Return the result of a rescue."""
    first = problem or next(iter(report.problems), None)
    ends = not any(each.kind == "damage" for each in report.problems)
    return Rescued(saved, max(0, report.events - saved), first, ends)
