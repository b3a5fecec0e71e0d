"""What hurried game masters type is done, asked or refused, and never recorded as something else."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from corpus import CORPUS

from shell.language.canonical import canonical
from shell.language.reading import read
from shell.language.spelling import spell
from shell.outcome import LineOutcome
from shell.runner import Desk

#: The first names of the people at the tables, as they are typed.
PERSON = re.compile(r"\b(?:hroth|tam|tamsin|finn|odo|bram|ana|boro|cee|bandit \d|thug \d)\b", re.IGNORECASE)


def split_words(line: str) -> list[str]:
    """Return the words and signs of a line."""
    return re.findall(r"\w+|[^\w\s]", line)


def lines_with(verdict: str, people: int = 0) -> list[Any]:
    """Return the lines of the corpus with a verdict, marked if the program cannot do them yet, or those of people."""
    found = []
    for row in CORPUS["line"]:
        waits = row.get("waits_for")
        marks = [pytest.mark.xfail(strict=True, reason=waits)] if waits and not people else []
        if verdict in row and len(PERSON.findall(row["typed"])) >= people:
            found.append(pytest.param(row["table"], row["typed"], row[verdict], marks=marks, id=row["typed"]))
    return found


def carry_out(table: Path, folder: Path, line: str) -> LineOutcome:
    """Carry out a line at a copy of a table."""
    with closing(Desk(Path(shutil.copy(table, folder / "copy.db")))) as desk:
        return desk.do(line)


def commands_of(outcome: LineOutcome) -> list[str]:
    """Return the commands that a line was carried out as."""
    meant = outcome.meant
    return [each if isinstance(each, str) else spell(each) for each in getattr(meant, "commands", (meant,))]


@pytest.mark.parametrize(("table", "typed", "lines"), lines_with("done"))
def test_what_can_mean_one_thing_is_done_as_that_accounts_for_each_word_once_and_is_undone(
    tables: dict[str, Path], tmp_path: Path, table: str, typed: str, lines: list[str]
) -> None:
    written = [carry_out(tables[table], tmp_path, line) for line in lines]
    with closing(Desk(Path(shutil.copy(tables[table], tmp_path / "c.db")))) as desk:
        desk.do("head")
        assert desk.campaign is not None
        state, before = desk.campaign.state, desk.campaign.state.copy()
        outcome = desk.do(typed)
        assert commands_of(outcome) == [spell(each.meant) for each in written], outcome.fault
        refused = next((each.fault.message for each in written if each.fault), None)
        assert (outcome.fault.message if outcome.fault else None) == refused
        assert read(outcome.command, state).command == outcome.meant
        as_typed = " ".join(each.typed for each in outcome.account) or canonical(typed)
        assert sorted(split_words(as_typed)) == sorted(split_words(canonical(typed)))
        if outcome.events:
            assert desk.do("u").fault is None
            assert desk.campaign.state.sheets == before.sheets


@pytest.mark.parametrize(("table", "typed", "lines"), lines_with("done", people=2))
def test_two_people_changed_round_are_never_done_as_if_they_were_not(
    tables: dict[str, Path], tmp_path: Path, table: str, typed: str, lines: list[str]
) -> None:
    first, second, *_ = PERSON.finditer(typed)
    changed = (
        f"{typed[: first.start()]}{second[0]}{typed[first.end() : second.start()]}{first[0]}{typed[second.end() :]}"
    )
    others = [carry_out(tables[table], tmp_path, line) for line in lines]
    assert commands_of(carry_out(tables[table], tmp_path, changed)) != [spell(each.meant) for each in others]


@pytest.mark.parametrize(("table", "typed", "line"), lines_with("asked"))
def test_what_needs_a_guess_is_proposed_and_not_recorded(
    tables: dict[str, Path], tmp_path: Path, table: str, typed: str, line: str
) -> None:
    with closing(Desk(Path(shutil.copy(tables[table], tmp_path / "c.db")))) as desk:
        desk.do("head")
        assert desk.campaign is not None
        before = desk.campaign.state
        outcome = desk.do(typed)
        assert outcome.fault is not None
        assert outcome.fault.cured is not None, outcome.fault
        assert read(outcome.fault.cured, before).command == read(line, before).command, outcome.fault
        assert desk.campaign.state.seq == before.seq


@pytest.mark.parametrize(("table", "typed", "why"), lines_with("refused"))
def test_what_can_mean_two_things_or_nothing_is_refused_without_a_favourite(
    tables: dict[str, Path], tmp_path: Path, table: str, typed: str, why: str
) -> None:
    with closing(Desk(Path(shutil.copy(tables[table], tmp_path / "c.db")))) as desk:
        desk.do("head")
        assert desk.campaign is not None
        seq = desk.campaign.state.seq
        outcome = desk.do(typed)
        assert outcome.fault is not None, f"{outcome.command}, but {why}"
        assert desk.campaign.state.seq == seq
        advised = (outcome.fault.hint or "").removeprefix("type ").split(" or ")
        assert not (outcome.fault.hint or "").startswith("type ") or len(advised) > 1, outcome.fault


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("table", CORPUS["tables"])
def test_owners_and_numbers_anywhere_in_a_line_are_no_fault_of_the_program(
    tables: dict[str, Path], tmp_path: Path, table: str, step: int
) -> None:
    lines = [row["typed"] for row in CORPUS["line"] if row["table"] == table][::step]
    owned = [re.sub(r"(?<=[a-z])(?= |$)", "'s", line) for line in lines]
    owned += [PERSON.sub(r"\g<0>'s", line) for line in lines]
    owned += [PERSON.sub(rf"\g<0> +1{behind}", line) for line in lines for behind in (" xp", ",", " up", " the")]
    with closing(Desk(Path(shutil.copy(tables[table], tmp_path / "c.db")))) as desk:
        found = [(line, desk.do(line).fault) for line in owned]
    assert [each for each in found if each[1] and "Internal error" in each[1].message] == []
