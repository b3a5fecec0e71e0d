"""What `--plain` gives a screen reader: ASCII but for what users typed, nothing drawn over, previews on request."""

from __future__ import annotations

import builtins
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shell.doors.line_editor import LineEditor
from shell.doors.past_lines import PastLines
from shell.doors.plain_lines import PlainLines
from shell.doors.prompt import prompt
from shell.options import ExitStatus
from shell.output import PLAIN, in_ascii
from shell.prompt.typed import LineTyped
from shell.runner import Desk
from shell.settings import settings_file

ROOT = Path(__file__).parents[2]
EVENINGS = sorted((ROOT / "tests" / "evenings").glob("*.txt"))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let these lines be typed where nothing is drawn, and then Ctrl-D."""
    lines: list[str] = []

    def read(question: str) -> str:
        print(question, end="")
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr(builtins, "input", read)
    PLAIN.set(True)
    return lines


def fake_readline(**functions: Any) -> SimpleNamespace:
    """Stand in for the module of that name: pytest has no terminal for it."""
    names = ("add_history", "set_completer", "set_completion_display_matches_hook", "redisplay")
    return SimpleNamespace(**dict.fromkeys(names, lambda *_: None) | functions)


def test_over_all_evenings_nothing_is_beyond_ascii_but_what_users_typed() -> None:
    assert EVENINGS
    for evening in EVENINGS:
        script = (ROOT / "sessions" / f"{evening.stem}.session").read_text("utf-8")
        own = {letter for letter in in_ascii(evening.read_text("utf-8")) if not letter.isascii()}
        assert own <= set(script), (evening.name, own - set(script))


def test_one_command_and_a_script_are_answered_in_ascii_and_json_as_ever(call: Any, file: Path) -> None:
    assert call("--plain", file, "note", "Ægir → home").out == "OK #55 Ægir -> home\n"
    assert call("--plain", file, script="chek\n").err.isascii()
    assert "→" in call("--plain", "--json", file, "log last 1").out
    assert "✓" in call(file, "note", "on").out


def test_the_setting_holds_at_a_terminal_alone(call: Any, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("plain = true")
    assert call(file, "note", "piped").out.startswith("✓")
    monkeypatch.setattr("shell.doors.opening.speaks_to_a_person", lambda: True)
    assert call(file, "note", "read").out.startswith("OK")


def test_a_line_is_explained_on_request_and_then_typed(
    typed: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed += ["kot perc 3 ?", "kot perc 3 =0", "note who is there ?", "check Kotorikh Percepton vs 3", "session ?"]
    desk = Desk(file)
    assert prompt(desk) == ExitStatus.DONE
    desk.close()
    out, err = capsys.readouterr()
    assert "= check Kotorikh Perception vs 3\nPerception 2 vs 3: needs +1 or more on 4dF, 38.3%\n" in out
    assert "OK #55 Kotorikh tries Perception against 3" in out
    assert "OK #56 who is there ?" in out
    assert "then: " in out
    assert 'no ability "Percepton"' in err
    assert (out + err).isascii()


def test_lines_are_kept_and_questions_only_under_the_up_key_and_secrets_nowhere(
    typed: list[str], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recalled: list[str] = []
    readline = fake_readline(add_history=recalled.append)
    monkeypatch.setattr("shell.doors.plain_lines.find_readline", lambda: readline)
    typed += ["pc Dora ?", "note on", "react Nyrv ?", "secret She lies", "", "note who ?"]
    desk = Desk(file)
    assert prompt(desk) == ExitStatus.DONE
    assert list(PastLines(desk).load_history_strings()) == ["note who ?", "note on"]
    desk.close()
    assert recalled == ["pc Dora ?", "note on", "note who ?"]


def test_the_lines_of_the_first_run_are_under_the_up_key(
    typed: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recalled: list[str] = []
    readline = fake_readline(add_history=recalled.append)
    monkeypatch.setattr("shell.doors.plain_lines.find_readline", lambda: readline)
    typed += ["fudge", "Tale", "", "", ""]
    desk = Desk(Path("tale.db"))
    assert prompt(desk) == ExitStatus.DONE
    assert list(PastLines(desk).load_history_strings())[::-1] == recalled
    desk.close()
    assert [line.split()[0] for line in recalled] == ["new", "setup", "check"]


def test_a_window_that_is_no_console_is_read_plainly_and_told_why(
    typed: list[str], file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class NoConsoleScreenBufferError(Exception):
        pass

    def refuse(*_: object) -> None:
        raise NoConsoleScreenBufferError

    PLAIN.set(False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(LineEditor, "__init__", refuse)
    typed += ["note still here"]
    desk = Desk(file)
    assert prompt(desk) == ExitStatus.DONE
    desk.close()
    out, err = capsys.readouterr()
    assert "✓ #55 still here" in out
    assert "winpty" in err


def test_a_dumb_terminal_is_read_plainly(typed: list[str], file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PLAIN.set(False)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("shell.doors.prompt.LineEditor", None)
    desk = Desk(file)
    assert prompt(desk) == ExitStatus.DONE
    desk.close()


def test_tab_finishes_what_is_certain_and_lists_the_rest_as_lines(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readline = fake_readline(get_line_buffer=lambda: "check Old Mart")
    monkeypatch.setattr("shell.doors.plain_lines.find_readline", lambda: readline)
    desk = Desk(file)
    desk.open(writable=False)
    lines = PlainLines(LineTyped(desk), PastLines(desk))

    def completed(text: str) -> list[str]:
        return [line for place in range(9) if (line := lines.complete(text, place)) is not None]

    assert completed("check kot") == ["check Kotorikh "]
    assert completed("check Kotorikh cm") == ["check Kotorikh Construction Magic "]
    assert completed("sheet Kotorikh") == ["sheet Kotorikh "]
    assert completed("check Kotorikh p") == [
        "check Kotorikh p",
        "check Kotorikh Perception",
        "check Kotorikh Mêlée à pied",
    ]
    assert completed("check Kotorikh xyz") == []
    assert completed("check old") == ["check Old Marta", "check Old Marten"]
    PLAIN.set(True)
    lines.sign = "1> "
    lines.list_offers()
    assert capsys.readouterr().out == "\nOld Marta: Ann\nOld Marten: npc\n1> check Old Mart"
    desk.close()


#: What is typed, the sign that eyes see in the answer, and what ears hear instead.
HEARD = [
    ("check Ana Stealth vs Fair rolled 0 + 0 -", "[ ][+][ ][−] = 0", "roll 0, plus, 0, minus = 0"),
    ("roll 4dF rolled - - 0 0", "[−][−][ ][ ] = −2", "minus, minus, 0, 0 = -2"),
    ("countdown Doom 4", "Doom □□□□ 0 of 4", "Doom 0 of 4"),
    ("tick Doom", "Doom ■□□□ 1 of 4", "Doom 1 of 4"),
    ("goal Treasure needs map and key", "", ""),
    ("met Treasure map", "", ""),
    ("goals", "✓ map, □ key", "met: map, open: key"),
    ("mark Ana minor", "", ""),
    ("mark Ana serious", "minor (−1) [x][ ]  serious [x]", "minor (-1) 1 of 2 marked, serious 1 of 1 marked"),
    ("sheet Ana", "minor (−1) [x][ ]  serious [x]", "minor (-1) 1 of 2 marked, serious 1 of 1 marked"),
    ("award Ana 3", "", ""),
    ("undo", "", ""),
    ("ledger Ana", "× award", "undone: award"),
    ("checklist", "[ ] beings", "open: beings"),
    ("odds 2d6", "█", "16.7%"),
    ("log", "× Ana is awarded 3 XP", "undone: Ana is awarded 3 XP"),
    ("log rolls", "− − 0 0 = −2", "minus, minus, 0, 0 = -2"),
]


def test_faces_boxes_and_marks_are_signs_for_eyes_and_words_for_ears(call: Any, home: Path) -> None:
    story = ("new fudge X", "pc Ana", "define track Injury: minor 2 -1, serious 1")
    script = "\n".join([*story, *(line for line, _, _ in HEARD)])
    eyes, ears = (call(*options, "--keep-going", f"{len(options)}.db", script=script) for options in ((), ("--plain",)))
    assert (eyes.err, ears.err) == ("", "")
    assert ears.out.isascii()
    for line, sign, words in HEARD:
        seen, said = (out.partition(f"> {line}\n")[2].partition("\n> ")[0] for out in (eyes.out, ears.out))
        assert sign in seen, line
        assert words in said, line
        assert in_ascii(sign) not in said or not sign, line
