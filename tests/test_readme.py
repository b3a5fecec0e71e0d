"""What the README and its neighbours say is so: samples are what the program prints, and lines can be typed.

To write the samples again: FUDGELOG_REWRITE=1 python -m pytest tests/test_readme.py
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

from engine.campaign import Campaign
from shell.doors.playing import play
from shell.doors.voice import Voice
from shell.language.grammar import USAGES, all_commands
from shell.runner import Desk

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
EVENINGS = (ROOT / "sessions/README.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
REWRITE = "FUDGELOG_REWRITE"


def block(beginning: str) -> str:
    """Return the block of the page that begins like this."""
    return next(text for _, text in BLOCKS if text.startswith(beginning))


def play_script(path: Path, script: str) -> str:
    """Return what a script prints; it must not fail."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.closing(Desk(path)) as desk:
        assert play(desk, io.BytesIO(script.encode()), Voice()) == 0, printed.getvalue()
    return printed.getvalue()


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """Play the demo campaign and return its log."""
    path = tmp_path / "demo.db"
    play_script(path, (ROOT / "sessions/demo.session").read_text("utf-8"))
    return path


def test_the_sample_is_what_the_program_prints_after_the_demo(demo: Path) -> None:
    sample = block("> ")
    printed = play_script(demo, "\n".join(re.findall(r"^> (.+)$", sample, re.MULTILINE)))
    if os.environ.get(REWRITE):
        (ROOT / "README.md").write_text(README.replace(sample, printed), "utf-8")
    assert sample == printed, f"{REWRITE}=1 writes it again"


def test_the_library_example_prints_what_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = next(text for language, text in BLOCKS if language == "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    said = re.search(r"prints `(.+)` and `(.+)`:", README)
    assert said is not None
    assert printed.getvalue().splitlines() == [said[1], said[2]]


def test_the_tour_can_be_played_as_it_stands(tmp_path: Path) -> None:
    Campaign.create(tmp_path / "teapot.db").close()
    assert "now called Nyvr" in play_script(tmp_path / "teapot.db", block("define ability"))


@pytest.mark.parametrize("game", ["fudge", "polyhedral", "fudge-lite"])
def test_the_lines_of_the_other_games_can_be_played_as_they_stand(tmp_path: Path, game: str) -> None:
    evening = next(part for part in block("new fudge").split("\n\n") if part.split()[1] == game)
    assert "✓ #1 " in play_script(tmp_path / "c.db", evening)


def test_the_lines_that_look_back_can_be_typed_after_the_demo(demo: Path) -> None:
    printed = play_script(demo, block("why Kotorikh"))
    assert "nothing found" not in printed
    assert "Word of Ilse's teapot" in printed


@pytest.mark.parametrize("mark", ["play", "test"])
def test_the_commands_leave_the_python_of_the_system_alone(mark: str) -> None:
    """Current systems refuse to install into their own Python (PEP 668)."""
    block = re.search(rf"^<!-- {mark} -->\n```\n(.+)\n```$", README, re.MULTILINE)
    assert block is not None
    making, *using = block[1].split(" && ")
    assert making == "python3 -m venv .venv"
    assert [command for command in using if not command.startswith(".venv/bin/")] == []
    assert ".venv/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_every_file_that_the_readme_names_is_there() -> None:
    named = re.findall(r"`((?:sessions|engine|tests|docs)/[\w./-]+)`", README)
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    assert named
    assert len(linked) > 5
    assert [name for name in (*named, *linked) if not (ROOT / name).exists()] == []


def test_the_contents_lead_to_the_headings() -> None:
    headings = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.+)$", README, re.MULTILINE)
    }
    linked = set(re.findall(r"\]\(#([^)]+)\)", README))
    assert linked
    assert linked <= headings


@pytest.mark.parametrize("page", [README, CHANGELOG, EVENINGS], ids=["README", "CHANGELOG", "sessions"])
def test_a_command_that_a_page_names_is_one(page: str) -> None:
    heads = {line.split()[0] for cls in all_commands() for line in USAGES[cls]}
    named = re.findall(r"`([a-z]+) [^`]*`", page)
    assert named
    not_ours = {"pipx", "uv", "python", "with", "when", "at", "f", "xp", "all"}  # “f” is Finn
    assert set(named) - not_ours - heads == set()


# --- its neighbours --------------------------------------------------------------------------------------------


def test_the_table_of_evenings_has_every_script_once() -> None:
    listed = re.findall(r"^\| `([\w.-]+\.session)` \|", EVENINGS, re.MULTILINE)
    assert sorted(listed) == sorted(script.name for script in ROOT.glob("sessions/*.session"))


def test_the_changelog_has_changes_of_three_kinds_and_links_that_lead_somewhere() -> None:
    assert re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)[:3] == ["Added", "Changed", "Fixed"]
    linked = re.findall(r"\]\(([^)#:]+)\)", CHANGELOG)
    assert linked
    assert [name for name in linked if not (ROOT / name).exists()] == []
