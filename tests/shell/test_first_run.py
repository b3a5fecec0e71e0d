"""The first run: a campaign from a few questions, each answer the command that it became, and no file after Ctrl-C."""

from __future__ import annotations

import builtins
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.rules.files import BUILT_IN
from engine.types import TEXT_LIMIT
from shell.doors.first_run import GAMES
from shell.doors.prompt import prompt
from shell.options import ExitStatus
from shell.runner import Desk

Answers = list[str | type[BaseException]]
Begin = Callable[..., tuple[ExitStatus, list[str]]]

#: What a newcomer types for “fudgelog t.db”, and Enter for each question.
KEYS = len("fudgelog t.db\n") + 5


@pytest.fixture
def begin(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Begin:
    """Open the prompt on a file that is not there, and answer: its status, and the lines that were printed."""
    monkeypatch.setenv("TERM", "dumb")

    def run(answers: Answers, file: str = "a-new_tale.db") -> tuple[ExitStatus, list[str]]:
        left = iter([*answers, EOFError])

        def read(question: str) -> str:
            print(question)
            answer = next(left)
            if isinstance(answer, str):
                return answer
            raise answer

        monkeypatch.setattr(builtins, "input", read)
        desk = Desk(Path(file))
        status = prompt(desk)
        desk.close()
        return status, capsys.readouterr().out.splitlines()

    return run


def events_of(file: str) -> list[str]:
    """Return the types of a log's events."""
    desk = Desk(Path(file))
    desk.open(writable=False)
    assert desk.campaign is not None
    found = [each.type for each in desk.campaign.events()]
    desk.close()
    return found


def test_every_game_that_there_is_can_be_chosen() -> None:
    assert tuple(GAMES) == BUILT_IN


@pytest.mark.parametrize("game", ["", "fudge", "poly", "fudge-l"])
def test_enter_leads_from_an_empty_folder_to_the_first_check_and_shows_the_commands(begin: Begin, game: str) -> None:
    status, out = begin([game, "", "", "", ""])
    assert (status, KEYS) == (ExitStatus.DONE, 19)
    assert events_of("a-new_tale.db")[-1] == "CheckResolved"
    assert os.listdir() == ["a-new_tale.db"]
    lines = [line.removeprefix("> ") for line in out if line.startswith("> ") and len(line) > 2]
    assert [line.split()[0] for line in lines] == ["new", "setup", "check"]
    assert lines[0].endswith('"A New Tale"')
    again = Desk(Path("again.db"))
    assert not any(again.do(line).status for line in lines)
    again.close()
    assert events_of("again.db") == events_of("a-new_tale.db")


@pytest.mark.parametrize(("game", "level"), [("peup", "4"), ("fudge", "Good"), ("fudge lite", "Good")])
def test_an_empty_world_gets_a_character_and_a_trait_first(begin: Begin, game: str, level: str) -> None:
    _, out = begin([game, "The cliff", "empty", "Old Marta", "Sea Lore", ""])
    assert f'> trait "Old Marta" "Sea Lore" {level}' in out
    assert any(line.startswith('> check "Old Marta" "Sea Lore" vs ') for line in out)
    assert events_of("a-new_tale.db")[-1] == "CheckResolved"


def test_what_cannot_be_is_said_and_asked_again(begin: Begin) -> None:
    _, out = begin(
        ["chess", "f", "2", "x" * (TEXT_LIMIT + 1), "fudge", "Tale", "", "ma", "chek", "check maren sail vs 1 =0"]
    )
    assert "“chess” is none of these: type a name, the beginning of one, or a number." in out
    assert "“f” is none of these: type a name, the beginning of one, or a number." in out
    assert "> check maren sail vs 1 =0" in out
    assert events_of("a-new_tale.db")[-1] == "CheckResolved"


@pytest.mark.parametrize(("key", "status"), [(KeyboardInterrupt, ExitStatus.INTERRUPTED), (EOFError, ExitStatus.DONE)])
def test_ctrl_c_at_any_question_leaves_no_file(begin: Begin, key: type[BaseException], status: ExitStatus) -> None:
    for answered in range(6):
        found, _ = begin([*["fudge", "", "empty", "", ""][:answered], key])
        assert found == status
        assert os.listdir() == []


def test_a_command_or_quit_goes_ones_own_way(begin: Begin) -> None:
    assert begin(["chess", "exit"])[0] == ExitStatus.DONE
    assert os.listdir() == []
    _, out = begin(['new fudge "My own"', "pc Ann"])
    assert any("My own begins" in line for line in out)
    assert events_of("a-new_tale.db") == ["CampaignCreated", "CharacterCreated"]


def test_a_command_in_the_place_of_the_title_goes_ones_own_way_and_a_title_that_begins_like_one_does_not(
    begin: Begin,
) -> None:
    _, out = begin(["fudge", "help log"])
    assert any(line.startswith("log") for line in out)
    assert os.listdir() == []
    begin(["fudge", "Check Mate", "", "", ""])
    assert "CheckResolved" in events_of("a-new_tale.db")


def test_a_question_mark_or_help_in_the_place_of_an_answer_says_how_to_answer(begin: Begin) -> None:
    _, out = begin(["?", "fudge", "?", "", "empty", "?", "Ana", "help", "Climbing", ""])
    assert sum("Enter takes what stands in [ ]" in line for line in out) == 5
    assert "> pc Ana" in out
    assert events_of("a-new_tale.db")[-1] == "CheckResolved"


def test_a_command_in_the_place_of_a_name_is_carried_out_and_names_nobody(begin: Begin) -> None:
    status, out = begin(["fudge", "", "empty", "pc Ana by Kim", "", "trait Ana Stealth Good", ""])
    assert status == ExitStatus.DONE
    assert [line for line in out if line.startswith("> ")][1:] == [
        "> pc Ana by Kim",
        "> trait Ana Stealth Good",
        "> check Ana Stealth vs Fair",
    ]
    assert events_of("a-new_tale.db")[1:] == ["CharacterCreated", "TraitGiven", "CheckResolved"]


@pytest.mark.parametrize("agrees", [True, False])
def test_lines_that_are_pasted_in_the_place_of_the_title_are_carried_out(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, agrees: bool
) -> None:
    asked: list[list[str]] = []

    def may_run(lines: list[str]) -> bool:
        asked.append(lines)
        return agrees

    monkeypatch.setattr("shell.doors.prompt.may_run", may_run)
    begin(["fudge", "define ability Chess\npc Ann\naward Ann 2\n"])
    assert asked == [["define ability Chess", "pc Ann", "award Ann 2"]]
    assert events_of("a-new_tale.db")[1:] == ["AbilityDefined", "CharacterCreated", "XpAwarded"] * agrees


def test_a_pasted_title_is_the_first_line_and_the_others_answer_what_is_asked_next(begin: Begin) -> None:
    begin(["fudge", "The Salt Road\nempty\nAna\nClimbing\n\n", ""])
    assert events_of("a-new_tale.db")[-1] == "CheckResolved"
    begin(["fudge", "The Salt Road\nempty\nAna\nnote Hello"], "other.db")
    assert events_of("other.db")[1:] == ["CharacterCreated", "NoteMade"]


def test_a_whole_script_pasted_at_a_question_goes_its_own_way(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shell.doors.prompt.may_run", lambda lines: True)
    begin(["new fudge Mine\npc Ann"])
    begin(["fudge", "new fudge Mine\npc Ann"], "other.db")
    assert events_of("a-new_tale.db") == events_of("other.db") == ["CampaignCreated", "CharacterCreated"]


def test_the_title_that_a_file_offers_is_no_command(begin: Begin) -> None:
    begin(["", "", "", "", ""], "help.db")
    assert "CheckResolved" in events_of("help.db")


def test_a_file_that_cannot_be_made_is_not_asked_about(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shell.doors.first_run.os.access", lambda *_: False)
    _, out = begin([])
    assert (
        "There is no campaign a-new_tale.db yet: “new peupfudge” begins one (or fudge, polyhedral, fudge-lite)." in out
    )
