"""`python -m replay`: the same verbs and the same grammar, for those who only look back and correct."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from given import folder
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from tampering import number, played

from shell.doors.cli import main
from shell.doors.replay_tool import ReplayDesk
from shell.language.grammar import heads
from shell.prompt.completing import Offering
from shell.prompt.typed import LineTyped

ROOT = Path(__file__).parents[2]

STORY = """
new peupfudge "A test"
define ability Chess
pc Ada by Ann
session start
award Ada 3 for winning
spend Ada 3 on Chess
"""

#: Words that look or correct, as the manual has them, and those that add to the story.
HERE = {"sheet", "party", "odds", "log", "ledger", "head", "audit", "search", "replay", "undo", "redo", "amend"}
HERE |= {"whatif", "ruling", "sign", "help", "quit", "exit", "q", "rules"}
NOT_HERE = {
    "new",
    "setup",
    "define",
    "pc",
    "npc",
    "award",
    "spend",
    "check",
    "contest",
    "roll",
    "note",
    "give",
}


@pytest.fixture(scope="module")
def original() -> Iterator[Path]:
    with folder() as name:
        yield played(Path(name) / "c.db", STORY)


@pytest.fixture
def path(original: Path) -> Iterator[Path]:
    """Copy it in memory, to be corrected."""
    with folder() as name:
        yield Path(shutil.copy(original, Path(name) / "c.db"))


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., Any]:
    """Call the replay tool in this process: its status, and what it wrote to either stream."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*arguments: object, script: str = "") -> SimpleNamespace:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(script.encode())))
        status = main([str(each) for each in arguments], replay=True)
        out, err = capsys.readouterr()
        return SimpleNamespace(status=status, out=out, err=err)

    return run


def test_reading_and_auditing_work_as_in_the_program(path: Path, call: Callable[..., Any]) -> None:
    assert "Chess  2" in call(path, "sheet", "ada").out
    assert call(path, "audit").status == 0
    assert [
        event["seq"] for event in json.loads(call("--json", path, "search", "winning").out)["result"]["events"]
    ] == [5]


def test_undoing_works_and_is_recorded(path: Path, call: Callable[..., Any]) -> None:
    assert json.loads(call("--json", path, "undo").out)["result"]["undone"] == [6]
    assert "Chess  0" in call(path, "sheet Ada").out
    assert call(path, script="redo\nsign Ada\n").status == 0
    assert number(path, "SheetSigned") == 9


@pytest.mark.parametrize(
    "line",
    ["award Ada 3", "AWARD ada 3", "check Ada Chess vs 3", "note a dragon", "define nonsense", "rules untrained -1"],
)
def test_what_adds_to_the_story_is_refused_with_a_clear_sentence(
    path: Path, call: Callable[..., Any], line: str
) -> None:
    before = path.read_bytes()
    found = call("--json", path, line)
    answer = json.loads(found.out)
    assert (found.status, answer["ok"], answer["error"]["column"]) == (1, False, 0)
    verb = line.split()[0]
    said = f"“{verb}” is not for the replay tool, which only looks back and corrects"
    assert answer["error"]["message"] == said
    assert answer["error"]["hint"] == f"“fudgelog {path} {line}” does it"
    assert path.read_bytes() == before


def test_a_campaign_is_never_begun_here(path: Path, call: Callable[..., Any]) -> None:
    assert call(path.parent / "new.db", "new peupfudge").status == 1
    assert not (path.parent / "new.db").exists()


def test_a_word_that_is_no_command_is_not_understood(path: Path, call: Callable[..., Any]) -> None:
    found = call(path, "audti")
    assert (found.status, "did you mean audit?" in found.err) == (2, True)
    assert call(path, "sheet Nobody").status == 1


def test_a_script_stops_at_what_is_refused(path: Path, call: Callable[..., Any]) -> None:
    found = call(path, script="audit\naward Ada 3\nundo\n")
    assert (found.status, "line 2:" in found.err, "Undone" in found.out) == (1, True, False)


def test_every_verb_is_here_or_not(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)  # some of them write files
    desk = ReplayDesk(path)
    refused = {verb for verb in heads() if "replay tool" in str(desk.do(f"{verb} here").fault)}
    desk.close()
    assert refused >= NOT_HERE
    assert not refused & HERE


def test_help_lists_what_is_taken_here_and_nothing_else(path: Path, call: Callable[..., Any]) -> None:
    listed = set(json.loads(call("--json", path, "help").out)["result"]["commands"])
    assert listed >= HERE
    assert not listed & NOT_HERE
    text = call(path, "help all").out
    assert "  undo " in text
    assert "  rules " in text
    for line in ("  award ", "Change one rule", "  check "):
        assert line not in text
    assert "  award " not in call(path, "help award").out
    assert "rules KEY VALUE" not in call(path, "help rules").out


def test_the_prompt_offers_what_is_taken_here_and_nothing_else(path: Path) -> None:
    desk = ReplayDesk(path)
    desk.open(writable=False)

    def offered(text: str) -> set[str]:
        found = Offering(LineTyped(desk)).get_completions(Document(text), CompleteEvent())
        return {each.text.strip() for each in found}

    assert offered("") >= HERE
    assert not offered("") & NOT_HERE
    assert "check-dice" in offered("rules c")
    assert "Chess" in offered("why Ada ")
    desk.close()


def test_no_command_is_proposed_that_is_refused_here(path: Path, call: Callable[..., Any]) -> None:
    assert "award" not in call(path, "awrad Ada 3").err


def test_the_door_is_a_program_of_its_own(path: Path) -> None:
    command = [sys.executable, "-m", "replay", str(path), "audit"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout.splitlines()[0][:16]) == (0, "6 events checked")


def test_the_replay_tool_advises_what_works_there(tmp_path: Path) -> None:
    file = tmp_path / "c.db"
    desk = ReplayDesk(played(file, "new fudge\npc Ada\ntrait Ada Climb Good"))
    outcome = desk.do("sheet Bob")
    assert outcome.fault is not None
    assert outcome.fault.hint == f"“fudgelog {file} pc Bob” or “fudgelog {file} npc Bob” adds one"
    desk.close()
