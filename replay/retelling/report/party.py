"""Show the party for a page with an evening's changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from engine.sheet import TraitView, view
from engine.state import State
from engine.text import count, plain
from engine.value import value
from replay.retelling.report.drawing import level_dots, step_line, step_lines
from replay.retelling.report.film import Cell, Footage, RowKey, Rows, who_plays

#: The events on a card besides traits, statuses and XP.
GOT_AND_LOST = ("properties", "gifts", "faults", "keys", "carried")


@value
class NumberShown:
    """A value on a sheet that opens its “why”: its owner, row, text, and the event that set it.

    A number that counts from a place on has that place as `since`.
    """

    character: str
    key: RowKey
    said: str
    note: str
    seq: float
    before: str | None = None
    dots: Markup | None = None
    costs: bool = False
    since: float | None = None


@value
class PartyCard:
    """A player character after an evening: sums, traits, statuses, gains and losses, and XP over time."""

    name: str
    who: str
    sums: tuple[tuple[str, NumberShown], ...]
    rows: tuple[NumberShown, ...]
    story: tuple[str, ...]
    spark: Markup | None
    in_play: str


@value
class Places:
    """A stretch as the audience counts: behind `after`, up to and with `last`."""

    after: float
    last: float


def rows_at(footage: Footage, upto: float) -> dict[str, dict[RowKey, tuple[Cell, float]]]:
    """Return every row of every sheet after an event, each with the event that set it."""
    found: dict[str, dict[RowKey, tuple[Cell, float]]] = {}
    for seq, changes in footage.items():
        for change in changes if seq <= upto else ():
            rows = found.setdefault(change.character, {})
            if change.cell is None:
                rows.pop(change.key, None)
            else:
                rows[change.key] = change.cell, seq
    return found


def party_cards(
    footage: Footage, before: State | None, now: State, names: Sequence[str], evening: Places
) -> Iterator[PartyCard]:
    """Yield a card for each of these characters, with the changes of an evening."""
    old, new = rows_at(footage, evening.after), rows_at(footage, evening.last)
    low, high = range_of_levels(now, names)
    for name in names:
        was = {key: cell for key, (cell, _) in old.get(name, {}).items()}
        rows = new.get(name, {})
        levels = view(before, name).traits if before and name in before.sheets else {}
        traits = view(now, name).traits
        shown = [*trait_rows(name, rows, was, traits, levels, (low, high)), *status_rows(name, rows, was)]
        sums = tuple(sums_of_evening(name, rows, was, evening.after))
        sums = sums if any(shown.said != "0" for _, shown in sums) else ()
        story = tuple(got_and_lost({key: cell for key, (cell, _) in rows.items()}, was)) if was else ()
        spark, in_play = spark_of(footage, name, evening.last)
        yield PartyCard(name, who_plays(view(now, name)), sums, tuple(shown), story, spark, in_play)


def range_of_levels(state: State, names: Iterable[str]) -> tuple[int, int]:
    """Return the least and the greatest level to draw."""
    levels = [trait.level for name in names for trait in view(state, name).traits.values() if trait.trained]
    return min([0, *levels]), max([4 if state.rules.growth == "practice" else 3, *levels])


def trait_rows(
    name: str,
    rows: Mapping[RowKey, tuple[Cell, float]],
    was: Rows,
    traits: Mapping[str, TraitView],
    levels: Mapping[str, TraitView],
    scale: tuple[int, int],
) -> Iterator[NumberShown]:
    """Yield the traits with something invested, each with its level before the evening if that differs."""
    for trait, now in traits.items():
        key = ("traits", trait, "")
        if (now.trained or now.modifier) and key in rows:
            cell, seq = rows[key]
            old = levels.get(trait)
            dots = level_dots(old.level if old and old.trained else None, now.level, *scale)
            moved = was.get(key) if was else None
            before = moved.said if moved and moved.said != cell.said else None
            yield NumberShown(name, key, cell.said, cell.note, seq, before, dots)


def status_rows(name: str, rows: Mapping[RowKey, tuple[Cell, float]], was: Rows) -> Iterator[NumberShown]:
    """Yield statuses, counters, tracks and other concerns' values, each with its old value."""
    for key, (cell, seq) in rows.items():
        if key[0] in ("statuses", "tracks", "more"):
            old = was.get(key)
            before = old.said if old and old.said != cell.said else None
            yield NumberShown(name, key, cell.said, cell.note, seq, before, costs=cell.note.startswith("−"))


def sums_of_evening(
    name: str, rows: Mapping[RowKey, tuple[Cell, float]], was: Rows, after: float
) -> Iterator[tuple[str, NumberShown]]:
    """Yield the XP earned, spent and taken in the evening, and the balance."""
    for label, said, whole in (
        ("awarded", "earned", False),
        ("spent", "spent", False),
        ("taken", "taken", False),
        ("to spend", "to spend now", True),
    ):
        key = ("xp", label, "")
        if key in rows:
            cell, seq = rows[key]
            number = (cell.number or 0) - (0 if whole else (was.get(key, Cell("0", "", 0)).number or 0))
            yield said, NumberShown(name, key, plain(number), "", seq, since=None if whole else after)


def got_and_lost(rows: Rows, was: Rows) -> Iterator[str]:
    """Yield sentences about gained and lost things, properties, gifts, faults, keys."""
    amounts = {
        key: ((rows.get(key) or Cell("", "", 0)), (was.get(key) or Cell("", "", 0)))
        for key in [*rows, *(key for key in was if key not in rows)]
        if key[0] in GOT_AND_LOST
    }
    got, lost = [], []
    for key, (now, old) in amounts.items():
        held, had = (number_held(cell, key in where) for cell, where in ((now, rows), (old, was)))
        if held > had:
            got.append(count(held - had, key[1]))
        elif held < had:
            lost.append(count(had - held, key[1]))
    moved = {*got} & {*lost}  # things that only moved on the same sheet
    for words, found in (("Got", got), ("No longer", lost)):
        if left := [each for each in found if each not in moved]:
            yield f"{words}: {', '.join(left)}"


def number_held(cell: Cell, there: bool) -> int:
    """Return the number of things in a row."""
    return (1 if cell.number is None else cell.number) if there else 0


def series_of(footage: Footage, name: str, upto: float) -> list[tuple[float, int]]:
    """Return a character's total awarded XP after each event that changed it."""
    key = ("xp", "awarded", "")
    return [
        (seq, (change.cell and change.cell.number) or 0)
        for seq, changes in footage.items()
        for change in changes
        if seq <= upto and change.character == name and change.key == key
    ]


def spark_of(footage: Footage, name: str, last: float) -> tuple[Markup | None, str]:
    """Return a small picture of a character's XP over time, or None without XP, and the total in words."""
    points = series_of(footage, name, last)
    if not points or not points[-1][1]:
        return None, ""
    first = min(footage, default=0)
    total = points[-1][1]
    corners = step_line([(first, 0), *points], first, last, max(amount for _, amount in points), 20)
    return step_lines(corners, (), 20, f"{total} XP over time"), str(total)
