"""Explain numbers without their #, units, events named by kind, and an event in place of a name."""

from __future__ import annotations

from engine.concerns.experience.events import XpAwarded
from engine.naming import every_name_in, names_in
from engine.patterns import pattern
from engine.state import State
from engine.value import evolve
from shell.language.furthest import AN_EVENT
from shell.language.grammar import take_all
from shell.language.kinds.text import spelled_name
from shell.language.mending.advisable import is_accepted
from shell.language.mending.bad_line import BadLine
from shell.language.mending.slips import SMALL
from shell.language.names import sheet_values
from shell.language.parse import Misreading, Scene, say_misplaced, say_shared

#: Words for counted things, which no number takes here.
UNITS = frozenset({"event", "command", "line", "step", "time", "point", "xp"})

#: Words for the last command, which `undo` and `redo` mean by themselves.
LATEST = SMALL | {"it", "last", "latest", "now", "once", "one", "that", "the", "this"}

#: The number of an event, or a count of events.
NUMBER = pattern(r"[#\d]")

#: A number with a decimal or half.
FRACTION = pattern(r"(?P<sign>[+\-−]?)(?:(?P<whole>\d{1,9})(?:[.,]\d{1,2}|[½¼¾])|[½¼¾])(?:\s*xp)?(?=[\s,]|$)")

#: Commands about events that were recorded.
ABOUT_EVENTS = ("undo", "redo")


def explain_counted(line: BadLine) -> Misreading | None:
    """Explain a number without its #, or a unit behind a count."""
    return explain_fraction(line) or explain_bare_number(line) or explain_unit(line)


def explain_fraction(line: BadLine) -> Misreading | None:
    """Explain a number with a fraction where whole ones count, with the whole ones beside it."""
    start = line.problem.start
    comma = line.typed == "," and line.before and line.before[-1].end == start  # as in 1,5
    found = FRACTION.match(line.text, line.before[-1].start if comma else start)
    if found is None or not (comma or "number" in (line.problem.wanted or line.problem.said)):
        return None
    whole = int(found["whole"] or 0)
    least, most = (f"{found['sign']}{each}" for each in (whole, whole + 1))
    cures = [f"{line.text[: found.start()]}{each}{line.text[found.end() :]}" for each in (least, most)]
    cures = [each for each in cures if line.accepts(each)]
    said = f"“{found[0]}” is no whole number"
    return line.advise(*cures, said=said, several=True, start=found.start(), end=found.end()) if cures else None


def explain_bare_number(line: BadLine) -> Misreading | None:
    """Explain a number without its #: an event or, where the line takes one, a count."""
    if AN_EVENT not in (line.problem.wanted or "") or not line.typed.isdigit():
        return None
    after = line.text[line.problem.end :].strip()
    if after.isalpha() and after.casefold() not in line.phrase.stops:  # “3 events”, “2 steps”
        counted = evolve(line, parse=evolve(line.parse, text=line.text[: line.problem.end])).insert("last")
        return line.advise(counted) if line.reads(counted) else None
    lines = [] if "last" in line.keywords() else [line.insert("#").replace("# ", "#", 1), line.insert("last")]
    cures = [each for each in lines if line.accepts(each)]
    if len(cures) < 2:
        return line.advise(*cures) if cures else None
    return line.advise(*cures, said=say_shared(line.typed, ["the number of an event", "a count"]))


def explain_unit(line: BadLine) -> Misreading | None:
    """Explain the word for what is counted after a number, as in “undo last 3 events”."""
    last, word = line.before[-1:], line.typed.casefold()
    if not last or not isinstance(last[0].value, int) or not {word, word.removesuffix("s")} & UNITS:
        return None
    rest = line.text[line.problem.end :]
    cure = f"{line.text[: line.problem.start].rstrip()}{rest}"
    if not line.reads(cure):
        return None
    point = f"point {line.text[line.before[0].end : last[0].start].strip()} +{last[0].value}{rest}"
    if line.phrase.head == "award" and word.startswith("point") and line.accepts(point):
        said, advice = say_shared(line.typed, ["XP", "fudge points"]), f"“{cure}” gives XP, “{point}” fudge points"
        return line.advise(said=said, advice=advice)
    return line.advise(cure, said=say_misplaced(line.typed))


def explain_event(line: BadLine) -> Misreading | None:
    """Explain an event to undo or redo that is named by its kind, not by number."""
    typed, *words = line.text.rstrip(" .!?").split()
    if line.phrase.head not in ABOUT_EVENTS or NUMBER.search(line.text) or line.typed.casefold() in line.phrase.stops:
        return None
    called = [word for word in words if word.casefold() not in LATEST]
    if not called:
        return line.advise(*filter(line.accepts, [typed]), said=say_misplaced(line.typed))
    shown = (f"log {word} last 5" for word in called if word != "all")
    found = next((each for each in shown if is_accepted(each, line.state, take_all)), "log last 5")
    said = f"“{' '.join(called)}” is not the number of an event"
    return line.advise(said=said, advice=f"“{found}” shows the numbers; “{line.phrase.head} #N” takes one")


def find_question(event: object, state: State) -> str | None:
    """Return the line that asks why a value is what an event made it, or None if the event names no value."""
    who = next((name for name in names_in(event, "character") if name in state.sheets), None)
    if who is None:
        return None
    values = sheet_values(Scene(state, {"who": who}))
    named = [name for _, name in every_name_in(event) if name in values]
    named += ["xp"] if isinstance(event, XpAwarded) else []
    return f"why {spelled_name(who)} {spelled_name(named[0])}" if named else None
