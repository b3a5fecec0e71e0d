"""Read lists of XP: a row for each award, or a row for each evening with a column for each character."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.concerns.experience.commands import Award, Forfeit, Share, Spend
from engine.known import every_trait
from engine.patterns import pattern
from engine.refusal import Refused
from engine.value import Factory, record
from replay.bring.amounts import NO_AMOUNT, read_amount
from replay.bring.columns import (
    EVENING_COLUMNS,
    XP_COLUMNS,
    ListRow,
    must_be_distinct,
    name_columns,
    read_list_rows,
    refuse_others,
)
from replay.bring.dates import find_order, read_day
from replay.bring.entries import BALANCE, NOBODY, Gathering, TextCell, join_lines
from replay.bring.evenings import Evenings, read_evening_number
from replay.bring.secret_marks import find_secret
from replay.bring.table import TextTable

#: XP and a trait, in either order: “4 on Stealth”, “Stealth 4”.
SPENT_ON = pattern(r"(?P<first>[0-9]+)\s*(?:xp\s+)?(?:(?:on|in|for)\s+)?(?P<trait>\D.*)", re.IGNORECASE)
TRAIT_FIRST = pattern(r"(?P<trait>.*\D?)[\s:=]+(?P<first>[0-9]+)")

#: XP that were spent before the log began.
SPENT_BEFORE = pattern(r"([0-9]+)\s+before(?: the log)?", re.IGNORECASE)

#: An amount and a reason in brackets.
WITH_REASON = pattern(r"([^(]*?)\s*(?:\((.*)\))?", re.DOTALL)


@record
class XpList:
    """The reading of a list of XP. `sums` and `spent` are what each character got in a balance.

    `behind` is the evening of the campaign that the row is about, if that is there already, and `known_before` whether
    any was.
    """

    gathering: Gathering
    evenings: Evenings
    order: str | None = None
    sums: dict[str, int] = Factory(dict)
    spent: dict[str, int] = Factory(dict)
    places: dict[str, TextCell] = Factory(dict)
    held: dict[tuple[str, str], None] = Factory(dict)
    behind: int | None = None
    known_before: bool = False
    _traits: dict[str, str] = Factory(dict)

    @property
    def is_balance(self) -> bool:
        """Whether only the sum of each character counts."""
        return self.gathering.kind == BALANCE

    def read_awards(self, table: TextTable) -> None:
        """Read a list with a row for each award."""
        named = name_columns(table.header, XP_COLUMNS)
        distinct = must_be_distinct(self.gathering, table.header, named)
        if not (refuse_others(self.gathering, table, named, XP_COLUMNS, "an XP list") and distinct):
            return
        self.must_have_dates(table, named)
        for row in read_list_rows(self.gathering, table, named):
            opened = self.open_evening(row)
            who = self.gathering.find_person(row.cell("character"), player=row.text("player") or None)
            self.read_award(row, who if opened else None)

    def read_evenings(self, table: TextTable) -> None:
        """Read a list with a row for each evening."""
        gathering = self.gathering
        named = name_columns(table.header, EVENING_COLUMNS)
        if not must_be_distinct(gathering, table.header, named):
            return
        self.must_have_dates(table, named)
        people = {}
        for place, cell in enumerate(table.header):
            filled = any(len(row) > place and row[place].text for row in table.rows)
            if place not in named and (filled or cell.text):
                people[place] = gathering.find_person(TextCell(cell.text, cell.line, place + 1), distinct=True)
        columns = named | {place: f"#{place}" for place in people}
        for row in read_list_rows(gathering, table, columns):
            opened = self.open_evening(row)
            for place, who in people.items():
                at = row.cell(f"#{place}")
                cell = TextCell(at.text, at.line, at.column, table.header[place].text)
                found = WITH_REASON.fullmatch(cell.text)
                amount, reason = found.groups() if found else (cell.text, None)
                if amount not in NO_AMOUNT:
                    self.give(cell, amount, who if opened else None, reason or row.text("reason"))

    def must_have_dates(self, table: TextTable, named: Mapping[int, str]) -> None:
        """Find the order of day and month, and raise Refused for a list without dates."""
        place = next((at for at, name in named.items() if name == "date"), None)
        if place is None:
            if not self.is_balance:
                hint = (
                    f"name one “date”; or “import {self.gathering.terms.spelled} as balance” records one sum a person"
                )
                raise Refused("no column says when", about="file", hint=hint)
            return
        texts = (row[place].text for row in table.rows if len(row) > place)
        self.order = self.gathering.terms.order or find_order(texts)

    def open_evening(self, row: ListRow) -> bool:
        """Open the evening of a row unless it is open. Note a snag and return False if the row does not tell."""
        gathering, now, at = self.gathering, self.evenings, row.cell("date")
        number_at, title = row.cell("session"), join_lines(row.text("title"))
        number = read_evening_number(number_at.text) if number_at.text else None
        if number_at.text and number is None:
            hint = "leave the row out" if number_at.text.casefold() in NOBODY else "write it such as 3"
            gathering.snag(number_at, f"“{number_at.text}” is no number of a session", hint)
            return False
        if self.is_balance:
            return self.note_held(row, number)
        is_same = number is not None and number == now.number
        day = now.day
        if at.text or not is_same:
            try:
                day = read_day(at.text, self.order, gathering.terms.line) if at.text else ""
            except Refused as refused:
                gathering.snag(at, refused.message, refused.hint)
                return False
        if not day:
            gathering.snag(at, "empty: a date is missing", "write the date in every row")
            return False
        return self.go_to(row, number, title, day)

    def go_to(self, row: ListRow, number: int | None, title: str, day: str) -> bool:
        """Open an evening unless it is the open one. Note a snag and return False if it is out of order."""
        gathering, now, at = self.gathering, self.evenings, row.cell("date")
        is_same = now.open and (day == now.day if number is None else number == now.number)
        if is_same and day != now.day:
            gathering.snag(at, f"session {number} was on {now.day} (line {now.line}), not {day}")
        elif is_same and title and title != now.title:
            said = f"“{title}” is another title than “{now.title}” (line {now.line})" if now.title else ""
            said = said or f"the title stands in a later row than line {now.line}"
            gathering.snag(row.cell("title"), said, "write it in the evening's first row")
        elif is_same:
            return True
        elif self.is_known(number, day):
            now.end()
            now.number, now.title, now.day, now.line = number, title, day, at.line
            return True
        else:
            self.behind = None
            return now.begin(at, row.cell("session"), number, title, day)
        return False

    def is_known(self, number: int | None, day: str) -> bool:
        """Return whether an evening is in the campaign, by notes without XP. Its XP then come in behind and name it."""
        held = (each for each in self.gathering.state.sessions if each.held == day and not self.gathering.has_xp)
        found = next((each.number for each in held if number in (None, each.number)), None)
        if found is not None and not self.known_before:
            self.gathering.remarks.append("Evenings that are there already stay as they are: their XP name the session")
        self.behind, self.known_before = found, self.known_before or found is not None
        return found is not None

    def note_held(self, row: ListRow, number: int | None) -> bool:
        """Note the evening of a row of a balance. Note a snag and return False for a date that is none."""
        at, day = row.cell("date"), ""
        if at.text:
            try:
                day = read_day(at.text, self.order, self.gathering.terms.line)
            except Refused as refused:
                self.gathering.snag(at, refused.message, refused.hint)
                return False
        if day or number is not None:
            self.held[day, str(number or "")] = None
        return True

    def read_award(self, row: ListRow, who: str | None) -> None:
        """Read the XP of a row, and what was spent of them."""
        cell, spent = row.cell("xp"), row.cell("spent")
        if cell.text in NO_AMOUNT:
            if not cell.text and not spent.text:
                self.gathering.snag(cell, "empty: an amount is missing", "write 0 for none")
        else:
            self.give(cell, cell.text, who, row.text("reason"))
        if spent.text not in NO_AMOUNT:
            with self.gathering.noting(spent):
                if (before := SPENT_BEFORE.fullmatch(spent.text)) is not None:
                    self.spend_before(spent, who, int(before[1]), join_lines(row.text("reason")))
                    return
                shares = tuple(self.read_share(each) for each in re.split(r"[,;+]", spent.text) if each.strip())
                if who is not None:
                    self.spend(spent, who, shares)

    def give(self, cell: TextCell, text: str, who: str | None, reason: str) -> None:
        """Award an amount to a character, or take it if it is below zero. Note a snag for text that is no amount."""
        gathering = self.gathering
        with gathering.noting(cell):
            if find_secret(reason) is not None:
                raise Refused(
                    f"players read the reason “{join_lines(reason)}”", hint="leave it out, and add it with “secret”"
                )
            amount, why = read_amount(text, gathering.terms.rounding, gathering.terms.line), join_lines(reason)
            if self.behind is not None:
                why = f"session {self.behind}: {why}" if why else f"session {self.behind}"
            if who is None or not amount:
                return
            if self.is_balance:
                self.sums[who] = self.sums.get(who, 0) + amount
                self.places.setdefault(who, cell)
            elif amount > 0:
                gathering.enter(cell, Award((who,), amount, why))
            else:
                gathering.enter(cell, Forfeit(who, -amount, reason=why))

    def read_share(self, text: str) -> Share:
        """Return XP spent on a trait. Raise Refused for other text."""
        typed = join_lines(text)
        found = SPENT_ON.fullmatch(typed) or TRAIT_FIRST.fullmatch(typed)
        if found is None:
            raise Refused(f"“{typed}” does not say how much was spent on what", hint="write it such as 4 on Stealth")
        if not self._traits:
            self._traits.update({name.casefold(): name for name in every_trait(self.gathering.state)})
        trait = found["trait"].strip()
        return Share(read_amount(found["first"], None, ""), self._traits.get(trait.casefold(), trait))

    def spend(self, cell: TextCell, who: str, shares: tuple[Share, ...]) -> None:
        """Spend XP of a character on traits."""
        if self.is_balance:
            self.spent[who] = self.spent.get(who, 0) + sum(share.amount for share in shares)
            self.places.setdefault(who, cell)
        else:
            self.gathering.enter(cell, Spend(who, shares))

    def spend_before(self, cell: TextCell, who: str | None, amount: int, reason: str) -> None:
        """Take XP of a character that are in the levels already."""
        if who is not None and self.is_balance:
            self.spent[who] = self.spent.get(who, 0) + amount
            self.places.setdefault(who, cell)
        elif who is not None and amount:
            self.gathering.enter(cell, Forfeit(who, amount, before=True, reason=reason))

    def finish(self) -> None:
        """Close the last evening, or enter the sums of a balance."""
        self.evenings.end()
        reason = self.balance_reason()
        for who, cell in self.places.items():
            total, spent = self.sums.get(who, 0), self.spent.get(who, 0)
            given = [Award((who,), total, reason)] if total > 0 else []
            taken = [Forfeit(who, -total, reason=reason)] if total < 0 else []
            before = [Forfeit(who, spent, before=True, reason=reason)] if spent else []
            self.gathering.enter(cell, *given, *taken, *before)

    def balance_reason(self) -> str:
        """Return which evenings a balance is of."""
        days = sorted(day for day, _ in self.held if day)
        if not self.held:
            return f"{self.gathering.rows} rows from notes"
        many = "1 evening" if len(self.held) == 1 else f"{len(self.held)} evenings"
        return (
            f"{many} from notes, {days[0]} to {days[-1]}"
            if len(days) > 1
            else f"{many} from notes{f', {days[0]}' if days else ''}"
        )
