"""What the README says is so."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from engine.campaign import Campaign
from shell.language.grammar import USAGES, all_commands
from shell.runner import Desk

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)


def test_the_library_example_prints_what_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = next(text for language, text in BLOCKS if language == "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    said = re.search(r"prints `(.+)` and `(.+)`\.", README)
    assert said is not None
    assert printed.getvalue().splitlines() == [said[1], said[2]]


def test_every_line_of_the_tour_can_be_typed_in_its_order(tmp_path: Path) -> None:
    tour = next(text for _, text in BLOCKS if text.startswith("define ability"))
    Campaign.create(tmp_path / "teapot.db").close()
    desk = Desk(tmp_path / "teapot.db")
    for line in tour.splitlines():
        typed = re.split(r" {3,}", line)[0]
        outcome = desk.do(typed)
        assert outcome.fault is None, (typed, outcome.fault)
    desk.close()


@pytest.mark.parametrize("game", ["fudge", "polyhedral", "fudge-lite"])
def test_every_line_of_the_other_games_can_be_typed_in_its_order(tmp_path: Path, game: str) -> None:
    block = next(text for _, text in BLOCKS if text.startswith("new fudge"))
    evening = next(part for part in block.split("\n\n") if part.split()[1] == game)
    desk = Desk(tmp_path / "c.db")
    for line in evening.strip().splitlines():
        typed = re.split(r" {3,}", line)[0]
        outcome = desk.do(typed)
        assert outcome.fault is None, (typed, outcome.fault)
    desk.close()


@pytest.mark.parametrize("mark", ["play", "test"])
def test_the_commands_leave_the_python_of_the_system_alone(mark: str) -> None:
    """Current systems refuse to install into their own Python (PEP 668)."""
    block = re.search(rf"^<!-- {mark} -->\n```\n(.+)\n```$", README, re.MULTILINE)
    assert block is not None
    making, *using = block[1].split(" && ")
    assert making == "python3 -m venv .venv"
    assert [command for command in using if not command.startswith(".venv/bin/")] == []
    assert ".venv/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_the_words_of_the_file_list_are_files() -> None:
    named = re.findall(r"`((?:sessions|engine|tests)/[\w./-]+)`", README)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_a_command_named_in_the_readme_is_one() -> None:
    heads = {line.split()[0] for cls in all_commands() for line in USAGES[cls]}
    named = re.findall(r"`(help|undo|redo|setup|verify|sheet|odds|audit|why)\b[^`]*`", README)
    assert set(named) <= heads
