"""Name the columns of a table. A name is taken as it stands or by a synonym; a near one is only advised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.refusal import did_you_mean, nearest
from engine.text import join_names
from engine.value import value
from replay.bring.entries import Gathering, TextCell
from replay.bring.table import TextTable

#: Columns, each with other names that people give it.
Synonyms = Mapping[str, tuple[str, ...]]

XP_COLUMNS: Synonyms = {
    "date": ("day", "when", "date played"),
    "session": ("session number", "session no", "session no.", "session #", "#", "no", "no.", "evening", "game"),
    "title": ("session title", "adventure", "episode"),
    "character": ("char", "pc", "hero", "name", "who"),
    "player": ("played by",),
    "xp": ("exp", "experience", "xp awarded", "award", "awarded"),
    "reason": ("for", "why", "note", "notes", "comment"),
    "spent": ("spent on", "spend", "xp spent"),
}

#: Columns of a list with a row for each evening. All others are characters.
EVENING_COLUMNS: Synonyms = {name: XP_COLUMNS[name] for name in ("date", "session", "title", "reason")}

CHARACTER_COLUMNS: Synonyms = {
    "character": XP_COLUMNS["character"],
    "player": XP_COLUMNS["player"],
    "kind": ("type", "pc or npc"),
    "points": ("fudge points", "fate points"),
    "earned": ("xp earned", "earned xp", "xp total", "total xp"),
    "spent": ("xp spent", "spent xp"),
}

#: Every name that tells which sign separates the cells.
EVERY_NAME = frozenset(
    each for columns in (XP_COLUMNS, CHARACTER_COLUMNS) for name, others in columns.items() for each in (name, *others)
)


@value
class ListRow:
    """A row of a table: its cells by the names of their columns."""

    cells: Mapping[str, TextCell]
    first: TextCell

    def cell(self, name: str) -> TextCell:
        """Return a cell, or an empty one where the table has no such column."""
        return self.cells.get(name) or TextCell("", self.first.line, self.first.column, name)

    def text(self, name: str) -> str:
        """Return the text of a cell, or "" where the table has no such column."""
        return self.cell(name).text


def name_columns(header: Iterable[TextCell], columns: Synonyms) -> dict[int, str]:
    """Return the names of the columns that are known, by their places from 0."""
    names = {other: name for name, others in columns.items() for other in (name, *others)}
    found = ((place, names.get(" ".join(cell.text.casefold().split()))) for place, cell in enumerate(header))
    return {place: name for place, name in found if name is not None}


def must_be_distinct(gathering: Gathering, header: tuple[TextCell, ...], named: Mapping[int, str]) -> bool:
    """Note a snag for each column that has the name of an earlier one. Return whether there is none."""
    seen: dict[str, TextCell] = {}
    for place, cell in enumerate(header):
        name = named.get(place) or cell.text.casefold()
        if name and name in seen:
            same = seen[name].text
            said = f"“{cell.text}” and “{same}” are one column" if same != cell.text else f"two columns are “{same}”"
            gathering.snag(cell, said, "rename one of them, or delete it")
        seen.setdefault(name, cell)
    return not gathering.snags


def refuse_others(
    gathering: Gathering, table: TextTable, named: Mapping[int, str], known: Iterable[str], of: str
) -> bool:
    """Note a snag for each column that is not known and not empty. Return whether there is none."""
    names = [*known]
    for place, cell in enumerate(table.header):
        filled = any(len(row) > place and row[place].text for row in table.rows)
        if place in named or not (filled or cell.text):
            continue
        if not cell.text:
            gathering.snag(cell, "a column with cells has no name", "name it, or delete it")
        elif filled:
            near = nearest(cell.text, names)
            hint = did_you_mean(near) if near else f"rename it, or delete it; there are {join_names(names)}"
            gathering.snag(cell, f"“{cell.text}” is no column of {of}", hint)
    return not gathering.snags


def read_list_rows(gathering: Gathering, table: TextTable, named: Mapping[int, str]) -> Iterator[ListRow]:
    """Yield the rows of a table. Note a snag for one that has more or fewer cells than the header."""
    width = len(table.header)
    for cells in table.rows:
        gathering.rows += 1
        if len(cells) < width or any(cell.text for cell in cells[width:]):
            at = cells[width] if len(cells) > width else TextCell("", cells[0].line, len(cells))
            gathering.snag(at, f"the row has {len(cells)} cells, and the header {width}", "nothing is moved to fit")
            continue
        named_cells = {name: TextCell(cells[at].text, cells[at].line, at + 1, name) for at, name in named.items()}
        yield ListRow(named_cells, cells[0])
