"""Everything that the program prints as input is typed back: it is understood, and accepted where it is complete.

The advices are those of the messages themselves: of every refusal in the catalogue (tests/faults/messages), and of
what is said while and after the evenings in sessions/ are played. Each is typed in a copy of the campaign in which it
was given.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import chdir, closing
from pathlib import Path

import pytest
from given import one_in

from engine.concerns.safety.sheet import AGENDA
from engine.registry import USAGES
from engine.text import in_quotes
from shell.language.grammar import heads
from shell.language.reading import read
from shell.outcome import Fault, LineOutcome
from shell.runner import Desk

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "tests" / "faults" / "messages"
TYPED = sorted(CATALOGUE.glob("typed/*.txt"))
SAID = sorted(CATALOGUE.glob("*.txt"))
SCRIPTS = sorted((ROOT / "sessions").glob("*.session"))

#: Lines in quotation marks; several that are joined by “then” are typed one after the other.
QUOTED = re.compile("“([^”]*(?:”, then “[^”]*)*)”")

#: What is to be filled in, and what is tried in its place until the line is understood.
TO_FILL = re.compile(r"\b[A-Z]{2,}\b|(?<=#)N\b|\bN\b|…|\.\.\.")
FILLERS = ("Zzz", "1", "Fair", "spare.db", "beings")

#: Asked at the end of every evening, of every character.
ASKED = ("audit", "verify", "checklist", "session end", "session start", "head", "party", "keys", "rules")
ASKED_OF = (
    "dispute {} 999",
    "dispute {} 0",
    "dispute {} 1",
    "ledger {}",
    "why {} xp",
    "sheet {}",
    "sign {}",
    "sign {}",
)


def typed_lines(text: str) -> Iterator[Sequence[str]]:
    """Yield the lines that a text quotes as input: those that begin with a verb."""
    for quoted in QUOTED.findall(text):
        lines = [line.removeprefix("fudgelog FILE ") for line in quoted.split("”, then “")]
        if lines[0].partition(" ")[0] in heads():
            yield lines


def cures(line: str, hint: str) -> list[Sequence[str]]:
    """Return the whole lines that a refusal proposes."""
    verb = line.split()[0]
    whole = re.split(rf"(?:, | or )(?={verb} )", hint.removeprefix("type "))
    return [[cure] for cure in whole] if hint.startswith(f"type {verb} ") else []


def check_meant(desk: Desk, line: str, fault: Fault, spare: Path) -> int:
    """Put the word that was meant in the place of the one that was typed: it must not be refused as well."""
    meant = re.match(r"did you mean ([^?]*)\?", fault.hint or "")
    if meant is None or fault.place is None:
        return 0
    start, end = fault.place
    if fault.message.startswith(f"{line[start:end]}: "):  # what is meant stands in that file
        return 0
    wrong = re.search("“([^”]+)”", fault.message)
    if wrong is not None and line.find(wrong[1], start) in range(start, end):  # one part of what is underlined
        start = line.find(wrong[1], start)
        end = start + len(wrong[1])
    mended = f"{line[:start]}{meant[1]}{line[end:]}"
    again = typed_in_a_copy(desk, mended, spare)
    if again is not None and not again.message.endswith(" already"):  # at the group that is meant one may sit
        assert again.place != (start, start + len(meant[1])), f"{line}: {fault.hint} {again.message}"
    return 1


def names_a_command(line: str) -> bool:
    """Return whether a line is only the beginning of usage lines, as in “award” gives XP."""
    return any(usage.startswith(f"{line} ") for usages in USAGES.values() for usage in usages)


def filled(line: str, desk: Desk) -> str | None:
    """Return a line with something in the place of what is to be filled in, so that it is understood; or None."""
    state = desk.campaign.state if desk.campaign else None
    names = [*(state.sheets if state else ()), *AGENDA]
    first = [line, *(TO_FILL.sub(in_quotes(name), line, count=1) for name in names)]
    tried = (TO_FILL.sub(filler, each) for each in first for filler in FILLERS)
    return next((each for each in tried if read(each, state).problem is None), None)


def typed_in_a_copy(desk: Desk, line: str, spare: Path) -> Fault | None:
    """Type a line in a copy of the campaign, in `spare`; return why it fails, if it does."""
    if not spare.exists():
        shutil.copytree(desk.place.file.parent, spare)
    with chdir(spare), closing(Desk(spare / desk.place.file.name, by=desk.by)) as copied:
        return copied.do(line).fault


def check_advice(desk: Desk, lines: Sequence[str], where: str, spare: Path) -> None:
    """Type lines in a copy of the campaign, and assert that each is understood, and accepted if it is complete."""
    for line in lines:
        if TO_FILL.search(line):
            assert filled(line, desk), f"{where} advises “{line}”, which is not understood"
            continue
        fault = typed_in_a_copy(desk, line, spare)
        said = fault and f"{fault.message} ({fault.hint})"
        assert fault is None or names_a_command(line), f"{where} advises “{line}”, which gets: {said}"


def said_by(outcome: LineOutcome) -> str:
    """Return all that an outcome says to people."""
    if outcome.fault is not None:
        return f"{outcome.fault.message}\n{outcome.fault.hint or ''}"
    return outcome.answer.text() if outcome.answer else ""


def play_and_type_back(desk: Desk, lines: Sequence[str], spare: Path) -> int:
    """Play lines, and type back what each outcome advises; return how many advices there were."""
    number = 0
    for line in lines:
        outcome = desk.do(line)
        advised = [*typed_lines(said_by(outcome)), *cures(line, outcome.fault.hint or "" if outcome.fault else "")]
        for place, each in enumerate(advised):
            check_advice(desk, each, line, spare / f"{number + place}")
        number += len(advised)
        if outcome.fault is not None:
            number += check_meant(desk, line, outcome.fault, spare / f"{number}")
        shutil.rmtree(spare, ignore_errors=True)
    return number


@pytest.mark.parametrize("file", one_in(12, TYPED))
def test_what_a_refusal_advises_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    table = tmp_path / "table"
    shutil.copytree(CATALOGUE / "given", table)
    monkeypatch.chdir(table)
    lines = re.findall(r"^> (.*)$", file.read_text("utf-8"), re.MULTILINE)
    with closing(Desk(table / "log.db")) as desk:
        play_and_type_back(desk, lines, tmp_path / "spare")


@pytest.mark.parametrize("script", one_in(6, SCRIPTS))
def test_what_is_said_at_the_end_of_an_evening_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: Path
) -> None:
    table = tmp_path / "table"
    shutil.copytree(script.parent, table)
    monkeypatch.chdir(table)
    played = [line for line in script.read_text("utf-8").splitlines() if line.split("#")[0].strip()]
    with closing(Desk(table / "log.db")) as desk:
        number = play_and_type_back(desk, played, tmp_path / "spare")
        assert desk.campaign is not None
        asked = [*ASKED, *(line.format(f'"{name}"') for name in desk.campaign.state.sheets for line in ASKED_OF)]
        assert number + play_and_type_back(desk, [*asked, "audit"], tmp_path / "spare")


@pytest.mark.parametrize("file", SAID, ids=lambda file: file.stem)
def test_what_a_message_about_a_file_advises_is_understood(file: Path) -> None:
    nowhere = Desk(Path("nowhere.db"))
    for (line,) in typed_lines(file.read_text("utf-8")):
        assert filled(line, nowhere) or names_a_command(line), f"“{line}” is not understood"
