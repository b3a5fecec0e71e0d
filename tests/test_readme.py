"""What the README and the pages for users say is so: samples are what the program prints, and lines can be typed.

To write the samples again: FUDGELOG_REWRITE=1 python -m pytest tests/test_readme.py
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from pathlib import Path

import pytest

from engine.campaign import Campaign
from shell.doors.cli import main
from shell.doors.playing import play
from shell.doors.voice import Voice
from shell.language.grammar import USAGES, all_commands
from shell.options import ExitStatus
from shell.runner import Desk

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "sessions/README.md")
}
README = PAGES["README.md"]
CHANGELOG = PAGES["CHANGELOG.md"]
EVENINGS = PAGES["sessions/README.md"]
GAMES = PAGES["docs/games.md"]
LIBRARY = PAGES["docs/library.md"]
SCRIPTING = PAGES["docs/scripting.md"]
REWRITE = "FUDGELOG_REWRITE"


def block(page: str, beginning: str) -> str:
    """Return the block of a page that begins like this."""
    return next(text for text in re.findall(r"```\w*\n(.*?)```", page, re.DOTALL) if text.startswith(beginning))


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
    sample = block(README, "> ")
    printed = play_script(demo, "\n".join(re.findall(r"^> (.+)$", sample, re.MULTILINE)))
    if os.environ.get(REWRITE):
        (ROOT / "README.md").write_text(README.replace(sample, printed), "utf-8")
    assert sample == printed, f"{REWRITE}=1 writes it again"


def test_the_library_example_prints_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block(LIBRARY, "from engine"), "library.md", "exec"), {})
    said = re.search(r"prints `(.+)` and `(.+)`:", LIBRARY)
    assert said is not None
    assert printed.getvalue().splitlines() == [said[1], said[2]]


def test_a_first_check_is_five_lines_away_and_an_evening_follows(tmp_path: Path) -> None:
    first = block(README, "new peupfudge")
    assert len(first.splitlines()) == 5
    begun = play_script(tmp_path / "ferry.db", first)
    assert "Wenna tries Boatcraft against 4" in begun
    assert "Wenna's Boatcraft is 4, which is 15 XP" in begun
    assert "Session 1 ends" in play_script(tmp_path / "ferry.db", block(README, "pc "))


def test_what_is_said_to_be_shorter_is_read_so(tmp_path: Path) -> None:
    play_script(tmp_path / "ferry.db", block(README, "new peupfudge") + block(README, "pc "))
    short = re.search(
        r"type less: `(.+)` checks Marta's Watchfulness against 3, `(.+)` shows .+, `(.+)` is undo", README
    )
    assert short is not None
    printed = play_script(tmp_path / "ferry.db", "\n".join(short.groups()))
    assert "Old Marta tries Watchfulness against 3" in printed
    assert "Old Marta · played by Ann" in printed
    assert "Undone: #" in printed


def test_the_tour_can_be_played_as_it_stands(tmp_path: Path) -> None:
    Campaign.create(tmp_path / "teapot.db").close()
    assert "now called Nyvr" in play_script(tmp_path / "teapot.db", block(GAMES, "define ability"))


@pytest.mark.parametrize("game", ["fudge", "polyhedral", "fudge-lite"])
def test_the_lines_of_the_other_games_can_be_played_as_they_stand(tmp_path: Path, game: str) -> None:
    evening = next(part for part in block(GAMES, "new fudge").split("\n\n") if part.split()[1] == game)
    assert "✓ #1 " in play_script(tmp_path / "c.db", evening)


def test_the_lines_that_look_back_can_be_typed_after_the_demo(demo: Path) -> None:
    printed = play_script(demo, block(README, "why Kotorikh"))
    assert "nothing found" not in printed
    assert "Word of Ilse's teapot" in printed


def test_json_is_as_the_page_says(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", str(demo), "check kot perc vs 3 rolled - 0 0 0"]) == 0
    (event,) = json.loads(capsys.readouterr().out)["events"]
    keys = re.findall(r"^\| `(\w+)` \|", SCRIPTING, re.MULTILINE)
    assert keys == list(event)[: len(keys)]
    sample = block(SCRIPTING, "{")
    main(["--json", str(demo), json.loads(sample)["command"]])
    assert sample == capsys.readouterr().out


def test_every_exit_status_is_on_the_page() -> None:
    listed = re.findall(r"^\| (\d+) \|", SCRIPTING, re.MULTILINE)
    assert [int(status) for status in listed] == list(ExitStatus)


@pytest.mark.parametrize("mark", ["play", "test"])
def test_the_commands_leave_the_python_of_the_system_alone(mark: str) -> None:
    """Current systems refuse to install into their own Python (PEP 668)."""
    block = re.search(rf"^<!-- {mark} -->\n```\n(.+)\n```$", README, re.MULTILINE)
    assert block is not None
    making, *using = block[1].split(" && ")
    assert making == "python3 -m venv .venv"
    assert [command for command in using if not command.startswith(".venv/bin/")] == []
    assert ".venv/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_every_file_that_the_readme_and_its_neighbours_name_is_there() -> None:
    named = re.findall(r"`((?:sessions|engine|tests|docs)/[\w./-]+\.(?!db`)\w+)`", EVENINGS + GAMES)
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    assert named
    assert len(linked) > 10
    assert [name for name in (*named, *linked) if not (ROOT / name).exists()] == []


def test_the_readme_is_read_in_one_go() -> None:
    assert len(README.splitlines()) <= 165


def anchors(page: str) -> set[str]:
    """Return what can stand behind a # in a link to a page: its headings, and the places that it names."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    made = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
    return made | set(re.findall(r'<a id="([^"]+)">', page))


@pytest.mark.parametrize("page", [page for page in PAGES if re.search(r"\]\([^):]*#", PAGES[page])])
def test_a_link_into_a_page_leads_to_a_heading(page: str) -> None:
    linked = re.findall(r"\]\(([^)#:]*)#([^)]+)\)", PAGES[page])
    folder = (ROOT / page).parent
    assert [
        f"{path}#{place}"
        for path, place in linked
        if place not in anchors(((folder / path) if path else ROOT / page).read_text("utf-8"))
    ] == []


FOR_USERS = [
    *("README.md", "CHANGELOG.md", "sessions/README.md"),
    *(f"docs/{name}.md" for name in ("games", "promises", "files", "scripting")),
]


@pytest.mark.parametrize("page", FOR_USERS)
def test_a_command_that_a_page_names_is_one(page: str) -> None:
    heads = {line.split()[0] for cls in all_commands() for line in USAGES[cls]}
    named = re.findall(r"`([a-z]+) [^`]*`", PAGES[page])
    assert named
    not_ours = {
        "pipx",
        "uv",
        "fudgelog",
        "with",
        "when",
        "at",
        "for",
        "from",
        "rolled",
        "all",
        "f",
        "m",
        "xp",
    }  # “m” is Marta
    assert set(named) - not_ours - heads == set()


# --- its neighbours --------------------------------------------------------------------------------------------


def test_the_table_of_evenings_has_every_script_once() -> None:
    listed = re.findall(r"^\| `([\w.-]+\.session)` \|", EVENINGS, re.MULTILINE)
    assert sorted(listed) == sorted(script.name for script in ROOT.glob("sessions/*.session"))


def test_the_changelog_says_in_a_page_what_the_release_brings_with_links_that_lead_somewhere() -> None:
    assert 20 <= len(CHANGELOG.splitlines()) <= 80
    linked = re.findall(r"\]\(([^)#:]+)\)", CHANGELOG)
    assert linked
    assert [name for name in linked if not (ROOT / name).exists()] == []
