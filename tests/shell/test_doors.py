"""Four doors: which file, which words, what is written where, and with what status it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shell.doors import voice
from shell.doors.cli import main
from shell.doors.opening import one_line
from shell.options import DEFAULT_FILE, OPTIONS, ExitStatus
from shell.runner import Desk

Run = Callable[..., Any]

HEAD = "head"
ROOT = Path(__file__).parents[2]


def events(file: Path) -> int:
    """How many events a log holds, asked of SQLite itself."""
    connection = sqlite3.connect(file)
    try:
        return int(connection.execute("SELECT count(*) FROM event").fetchone()[0])
    finally:
        connection.close()


def last(file: Path) -> tuple[str, str, dict[str, Any]]:
    """Who recorded the last event, its type, and its fields."""
    connection = sqlite3.connect(file)
    try:
        actor, kind, body = connection.execute("SELECT actor, type, body FROM event ORDER BY seq DESC").fetchone()
    finally:
        connection.close()
    return actor, kind, json.loads(body)


# --- which file --------------------------------------------------------------------------------------------


def test_a_first_word_that_ends_in_db_is_the_file(call: Run, file: Path) -> None:
    assert call(file, HEAD).out.startswith(f"{events(file)} events")


def test_a_first_word_that_is_an_existing_file_is_the_file_whatever_its_name(call: Run, file: Path) -> None:
    other = shutil.copy(file, file.with_name("sheet"))
    assert call(other, "sheet", "Kotorikh").status == 0


def test_a_first_word_that_is_no_file_begins_the_command(call: Run, file: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("FUDGELOG_FILE", str(file))
    assert call("sheet", "Kotorikh").out.startswith("Kotorikh")
    assert call("sheet Kotorikh").out.startswith("Kotorikh")


def test_the_file_of_the_first_word_wins_over_that_of_the_environment(
    call: Run, file: Path, home: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("FUDGELOG_FILE", str(home / "not there.db"))
    assert call(file, HEAD).status == 0
    assert call(HEAD).status == 3


def test_an_empty_name_in_the_environment_counts_as_none(call: Run, monkeypatch: Any) -> None:
    monkeypatch.setenv("FUDGELOG_FILE", "")
    assert DEFAULT_FILE in call(HEAD).err


def test_without_either_the_file_is_the_campaign_in_the_folder_of_sessions(call: Run, file: Path, home: Path) -> None:
    assert call(HEAD).status == 3
    (home / "sessions").mkdir()
    shutil.copy(file, home / "sessions" / "campaign.db")
    assert call(HEAD).status == 0


@pytest.mark.parametrize("name", ["my camp.db", "100%#?.db", "Ærø 黒.db", "-x.db", "it's.db", "a&mode=memory.db"])
def test_a_campaign_file_may_have_any_name(call: Run, home: Path, name: str) -> None:
    assert call(name, "new", "peupfudge").status == 0
    assert (home / name).exists()
    assert call(name, "note", "here").status == 0
    assert events(home / name) == 2


@pytest.mark.parametrize("line", ["note x", "sheet Kotorikh", "undo", HEAD, "chek", "log"])
def test_a_mistyped_file_never_becomes_a_campaign(call: Run, home: Path, line: str) -> None:
    found = call("typo.db", line)
    assert found.status == 3
    assert "there is no campaign typo.db" in found.err
    assert list(home.iterdir()) == []


def test_a_script_for_a_mistyped_file_makes_none_either(call: Run, home: Path) -> None:
    found = call("typo.db", script="note x\nnote y\n")
    assert found.status == 3
    assert "line 1" in found.err
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("line", ["help", "help check", "odds 4dF", "quit"])
def test_what_needs_no_campaign_is_answered_without_one(call: Run, home: Path, line: str) -> None:
    found = call("typo.db", line)
    assert (found.status, found.err) == (0, "")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("line", ["help", "help check", "quit"])
def test_help_and_quit_need_no_sound_campaign(call: Run, home: Path, line: str) -> None:
    (home / "diary.db").write_text("dear diary")
    found = call("diary.db", line)
    assert (found.status, found.err) == (0, "")
    assert call("diary.db", "sheet Kotorikh").status == 3


@pytest.mark.parametrize("line", ["new peupfudge", 'new peupfudge "Another"'])
def test_new_refuses_a_file_that_is_there(call: Run, file: Path, line: str) -> None:
    before = file.read_bytes()
    found = call(file, line)
    assert found.status == 1
    assert "already" in found.err
    assert file.read_bytes() == before


def test_new_refuses_a_file_that_is_no_campaign_and_leaves_it_alone(call: Run, home: Path) -> None:
    (home / "diary.db").write_text("dear diary")
    assert call("diary.db", "new peupfudge").status in (1, 3)
    assert (home / "diary.db").read_text() == "dear diary"


def test_new_with_wrong_rules_makes_no_file(call: Run, home: Path) -> None:
    found = call("x.db", "new", "peupfugde")
    assert (found.status, "did you mean peupfudge?" in found.err) == (1, True)
    assert list(home.iterdir()) == []


def test_new_may_be_typed_in_any_case_as_every_word(call: Run, home: Path) -> None:
    assert call("x.db", "NEW peupfudge").status == 0


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("x" * 2000), "is not a campaign log"),
        (lambda path: path.write_text(""), "x.db is empty"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: sqlite3.connect(path).execute("CREATE TABLE t(x)").connection.close(), "another program made it"),
    ],
)
def test_what_is_no_campaign_log_cannot_be_opened(call: Run, home: Path, make: Any, said: str) -> None:
    make(home / "x.db")
    for line in (HEAD, "note x"):
        found = call("x.db", line)
        assert (found.status, found.out) == (3, "")
        assert said in found.err


def test_a_folder_that_is_not_there_is_said_to_be_so(call: Run, home: Path) -> None:
    found = call("nowhere/x.db", "new peupfudge")
    assert found.status == 3
    assert "nowhere/x.db" in found.err


# --- which words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["check Kotorikh vs 7"], "check Kotorikh vs 7"),
        (["check", "Kotorikh", "Construction Magic", "vs", "7"], 'check Kotorikh "Construction Magic" vs 7'),
        (["pc", "Old Marta"], 'pc "Old Marta"'),
        (["pc", 'Ann "Red" Lee'], 'pc "Ann \\"Red\\" Lee"'),
        (["pc", "a\\ b"], 'pc "a\\\\ b"'),
        (["session", "start", ""], 'session start ""'),
        (["note", "a\u00a0b"], 'note "a\u00a0b"'),
        (["note", "so", "it", "is"], "note so it is"),
        (["award", "Old Marta,", "Ann", "3"], 'award "Old Marta", Ann 3'),
        (["define", "property", "keen eyes:", "Perception", "+1"], 'define property "keen eyes": Perception +1'),
        (["note", "wait for it:"], 'note "wait for it:"'),
        (["note", ",", " , ", "a,"], 'note , " , " a,'),
    ],
)
def test_several_words_are_a_line_and_one_that_holds_spaces_was_quoted(words: list[str], line: str) -> None:
    assert one_line(words) == line


def test_one_argument_is_a_whole_line(call: Run, file: Path) -> None:
    found = call("--json", file, 'check Kotorikh "Construction Magic" vs 7 rolled 0')
    assert json.loads(found.out)["result"]["trait"] == "Construction Magic"


def test_several_arguments_mean_the_same_as_the_line(call: Run, file: Path) -> None:
    found = call("--json", file, "check", "Kotorikh", "Construction Magic", "vs", "7", "rolled", "0")
    assert json.loads(found.out)["result"]["trait"] == "Construction Magic"


def test_a_command_on_the_command_line_leaves_standard_input_alone(call: Run, file: Path) -> None:
    before = events(file)
    assert call(file, "head", script="note x\n").status == 0
    assert events(file) == before


def test_a_new_name_of_several_words_needs_no_further_quotes_on_the_command_line(call: Run, file: Path) -> None:
    assert call(file, "pc", "Bruni the Bold").status == 0
    assert last(file)[1:] == (
        "CharacterCreated",
        {"kind": "pc", "name": "Bruni the Bold", "player": None, "approved": True, "ship": False},
    )


def test_every_door_makes_the_same_events_of_a_line(call: Run, file: Path, original: Path) -> None:
    line = 'give Kotorikh 2 "silver coins" in pouch note "half a crown"'
    through = {
        "line": [(line,), ""],
        "words": [("give", "Kotorikh", "2", "silver coins", "in", "pouch", "note", "half a crown"), ""],
        "script": [(), f"# a gift\n\n  {line}  # shiny\n"],
    }
    found = {}
    for door, (words, script) in through.items():
        shutil.copy(original, file)
        assert call(file, *words, script=script).status == 0
        found[door] = last(file)
    assert found["line"] == found["words"] == found["script"]


def test_the_gm_speaks_unless_another_name_is_given(call: Run, file: Path) -> None:
    call(file, "note", "mine")
    assert last(file)[0] == "GM"
    call("--as", "Anna Maria", file, "note", "hers")
    assert last(file)[0] == "Anna Maria"
    call("--as", "Kurt", file, script="note his\n")
    assert last(file)[0] == "Kurt"


def test_whoever_spoke_is_shown_with_every_event(call: Run, file: Path) -> None:
    found = call("--json", "--as", "Ågot", file, "note", "x")
    assert json.loads(found.out)["events"][0]["by"] == "Ågot"


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[31m", "x" * 20_000, "\udcff"])
def test_who_speaks_has_to_have_a_name_that_a_log_can_hold(call: Run, file: Path, name: str) -> None:
    before = file.read_bytes()
    found = call("--as", name, file, "note", "x")
    assert found.status in (1, 2)
    assert found.err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bogus"], "there is no option --bogus"),
        (["--as"], "--as needs a name"),
        (["--as", "--json", "c.db", "head"], "--as needs a name"),
        (["--json=yes", "c.db", "head"], "--json takes no value"),
        (["--jason", "c.db", "head"], "there is no option --jason; did you mean --json?"),
        (["c.db", "--vers", "head"], "there is no option --vers; did you mean --version?"),
        (["c.db", "--frobnicate", "head"], "there is no option --frobnicate; “fudgelog --help” lists them"),
    ],
)
def test_a_wrong_option_is_not_understood(call: Run, arguments: list[str], said: str) -> None:
    found = call(*arguments)
    assert (found.status, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "--as", "Kurt", "{}", "note x"),
        ("{}", "--json", "--as", "Kurt", "note x"),
        ("--as=Kurt", "{}", "--json", "--plain", "--keep-going", "note", "x"),
    ],
)
def test_options_stand_anywhere_before_the_command(
    call: Run, file: Path, arguments: tuple[str, ...], monkeypatch: Any
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    found = json.loads(call(*(each.format(file) for each in arguments)).out)
    assert [(event["by"], event["text"]) for event in found["events"]] == [("Kurt", "x")]


@pytest.mark.parametrize("words", [("note", "--json", "is", "a", "word"), ("note --json is a word",)])
def test_the_words_of_a_command_are_never_options(call: Run, file: Path, words: tuple[str, ...]) -> None:
    found = json.loads(call("--json", file, *words).out)
    assert found["events"][0]["text"] == "--json is a word"


def test_options_before_a_command_need_no_file(call: Run, file: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("FUDGELOG_FILE", str(file))
    assert json.loads(call("--json", "head").out)["ok"]


def test_a_line_may_be_longer_than_any_file_name(call: Run, file: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("FUDGELOG_FILE", str(file))
    assert call("note " + "x" * 5000).status == 0


def test_an_empty_command_says_what_it_needs(call: Run, file: Path) -> None:
    for words in ([""], ["   "]):
        found = call(file, *words)
        assert found.status == 2
        assert "this needs a command" in found.err


# --- statuses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("sheet Kotorikh", ExitStatus.DONE),
        ("note so it is", ExitStatus.DONE),
        ("sheet Nobody", ExitStatus.REFUSED),
        ("spend Kotorikh 99999 on Perception", ExitStatus.REFUSED),
        ("chek Kotorikh", ExitStatus.NOT_UNDERSTOOD),
        ("check Kotorikh", ExitStatus.NOT_UNDERSTOOD),
        ("sheet Kotorikh please", ExitStatus.NOT_UNDERSTOOD),
    ],
)
def test_the_exit_status_tells_what_came_of_a_line(call: Run, file: Path, line: str, status: ExitStatus) -> None:
    assert call(file, line).status == status


def test_the_statuses_are_those_of_the_contract() -> None:
    assert {status.name: status.value for status in ExitStatus} == {
        "DONE": 0,
        "REFUSED": 1,
        "NOT_UNDERSTOOD": 2,
        "NO_LOG": 3,
        "INTERRUPTED": 130,
    }


def answering(file: Path, home: Path) -> subprocess.Popen[bytes]:
    """Start the program, and return it while it answers its first line."""
    program = subprocess.Popen(
        [sys.executable, "-m", "shell", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        cwd=home,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(b"head\n")
    program.stdin.flush()
    program.stdout.readline()
    return program


def test_an_interrupted_program_ends_with_130_and_says_nothing_of_its_inside(file: Path, home: Path) -> None:
    program = answering(file, home)
    assert program.stdout is not None
    program.stdout.readline()  # it has answered, and waits for the next line
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=30)
    assert program.returncode == 130
    assert b"Traceback" not in err


def test_a_reader_that_has_enough_ends_the_program_quietly(file: Path, home: Path) -> None:
    program = answering(file, home)
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdout.close()
    try:
        program.stdin.write(b"log\n" * 200)
        program.stdin.close()
    except BrokenPipeError:
        pass
    assert program.wait(timeout=30) == 128 + signal.SIGPIPE
    assert program.stderr is not None
    assert program.stderr.read() == b""
    program.stderr.close()


# --- scripts -----------------------------------------------------------------------------------------------


def test_a_script_stops_at_the_first_line_that_does_not_succeed_and_names_it(call: Run, file: Path) -> None:
    before = events(file)
    found = call(file, script="# a wrong evening\nnote one\n\nnote two\nchek Kotorikh\nnote three\n")
    assert found.status == 2
    assert "line 5" in found.err
    assert "did you mean check?" in found.err
    assert events(file) == before + 2
    assert "three" not in found.out


@pytest.mark.parametrize(("line", "status"), [("sheet Nobody", 1), ("chek", 2)])
def test_a_script_ends_with_the_status_of_the_line_it_stopped_at(call: Run, file: Path, line: str, status: int) -> None:
    assert call(file, script=f"head\n{line}\nhead\n").status == status


def test_a_script_may_keep_going_and_still_ends_with_the_first_failures_status(call: Run, file: Path) -> None:
    before = events(file)
    found = call("--keep-going", file, script="note one\nsheet Nobody\nnote two\nchek\nnote three\n")
    assert found.status == 1
    assert "line 2" in found.err
    assert "line 4" in found.err
    assert events(file) == before + 3


@pytest.mark.parametrize(
    "comment",
    [
        "# a comment",
        "  # a comment",
        "\t#\ta comment",
        "#",
        pytest.param("#a comment"),
        pytest.param("#!/usr/bin/fudgelog"),
        pytest.param("## a chapter"),
        "",
        "   ",
        "\t",
        "\r",
    ],
)
def test_comments_and_blank_lines_are_skipped_and_counted(call: Run, file: Path, comment: str) -> None:
    found = call(file, script=f"{comment}\nchek\n")
    assert "line 2" in found.err
    assert found.out == "> chek\n"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("note we went to room # 3", "we went to room # 3"),
        ("note one #", "one #"),
        ("note one #2", "one #2"),
        ("note one#two", "one#two"),
        ('note "one # two"', "one # two"),
        ('note "one # two" # three', '"one # two" # three'),
        ('note it is 5" # wide', 'it is 5" # wide'),
        ("note “one # two” # three", "“one # two” # three"),
        ("note „one # two“", "„one # two“"),
        ("note “one # two", "“one # two"),
    ],
)
def test_a_line_of_a_script_means_what_it_means_as_an_argument(call: Run, file: Path, line: str, text: str) -> None:
    assert call(file, script=line).status == 0
    assert last(file)[2]["text"] == text
    assert call(file, line).status == 0
    assert last(file)[2]["text"] == text


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("head   # the last event", 0),
        ("sheet Nobody   # who is not there", 1),
        ("undo #", 2),
        ("heed # the last event", 2),
    ],
)
def test_a_single_command_may_have_a_comment(call: Run, file: Path, line: str, status: int) -> None:
    assert call(file, line).status == status


@pytest.mark.parametrize("words", [["# hello"], ["  #hello"], ["#", "hello"], ["--json", "# hello"]])
def test_a_comment_alone_is_done_as_in_a_script(call: Run, file: Path, words: list[str]) -> None:
    before = events(file)
    options = [word for word in words if word.startswith("--")]
    found = call(*options, file, *words[len(options) :])
    assert (found.status, found.out, found.err, events(file)) == (0, "", "", before)


def test_a_text_that_takes_the_rest_of_a_single_command_keeps_its_number_sign(call: Run, file: Path) -> None:
    assert call(file, "note we went to room # 3").status == 0
    assert last(file)[2]["text"] == "we went to room # 3"


def test_a_script_may_come_from_any_system(call: Run, file: Path) -> None:
    script = "\ufeff# on Windows\r\nnote grün\r\n\r\nnote 黒猫\r\n".encode()
    assert call(file, script=script).status == 0
    assert last(file)[2]["text"] == "黒猫"
    assert call(file, script=b"note the last line may lack its end").status == 0


@pytest.mark.parametrize(
    ("script", "line", "byte"),
    [
        (b"head\nnote \xff\nnote x\n", 2, 6),
        ("head\nnote grün".encode("latin-1"), 2, 8),
        ("note 黒".encode()[:-1], 1, 6),
    ],
)
def test_bytes_that_are_no_text_are_refused_with_their_place(
    call: Run, file: Path, script: bytes, line: int, byte: int
) -> None:
    before = file.read_bytes()
    found = call(file, script=script)
    assert found.status == 1
    assert found.err.startswith(f"line {line}:\n")
    assert f"byte {byte} of the line is not UTF-8" in found.err
    *_, last = map(json.loads, call("--json", file, script=script).out.splitlines())
    error = last["error"]
    assert (error["line"], error["column"]) == (line, byte - 1)
    assert file.read_bytes() == before


def test_a_script_is_stopped_at_a_line_without_end(call: Run, file: Path) -> None:
    found = call(file, script="head\nnote " + "x" * 200_000 + "\nnote y\n")
    assert found.status == 2
    assert "line 2" in found.err
    assert "100,000 bytes" in found.err


def test_quit_ends_a_script_well(call: Run, file: Path) -> None:
    before = events(file)
    assert call(file, script="note one\nQuit\nnote two\n").status == 0
    assert events(file) == before + 1


def test_a_script_ends_only_at_a_line_that_is_quit_and_answers_it_like_any_other(call: Run, file: Path) -> None:
    before = events(file)
    refused = call(file, script="quit now\nnote two\n")
    assert (refused.status, "“now” does not fit here" in refused.err) == (2, True)
    found = call("--json", file, script="q # the evening is over\nnote two\n")
    said = {"ok": True, "command": "quit", "events": [], "result": {}}
    assert (found.status, [json.loads(line) for line in found.out.splitlines()]) == (0, [said])
    assert call(file, script="exi\nnote two\n").status == 0
    assert events(file) == before


def test_an_empty_script_does_nothing_well(call: Run, file: Path) -> None:
    found = call(file, script="")
    assert (found.status, found.out, found.err) == (0, "", "")


def test_a_script_shows_every_line_before_what_came_of_it(call: Run, file: Path) -> None:
    last = events(file)
    found = call(file, script="note one\nnote two\n")
    said = ["> note one", f"✓ #{last + 1} one", "> note two", f"✓ #{last + 2} two"]
    assert [line[:10] for line in found.out.splitlines()] == said


# --- what is written where ---------------------------------------------------------------------------------


def test_answers_go_to_stdout_and_errors_to_stderr(call: Run, file: Path) -> None:
    good = call(file, "sheet Kotorikh")
    assert (good.err, "Construction Magic" in good.out) == ("", True)
    bad = call(file, "sheet Nobody")
    assert (bad.out, "no character “Nobody”" in bad.err) == ("", True)


def test_an_error_shows_the_line_with_its_place_underlined_and_the_remedy(call: Run, file: Path) -> None:
    assert call(file, "check Kotorikh Percepton vs 3").err == (
        "  check Kotorikh Percepton vs 3\n"
        "                 ^^^^^^^^^\n"
        "no ability “Percepton”\n"
        "  did you mean Perception?\n"
    )


def test_the_place_is_under_the_word_even_behind_wide_letters(call: Run, file: Path) -> None:
    _, line, caret, *_ = ["", *call(file, "check 黒猫 Percepton vs 3").err.splitlines()]
    assert line == "  check 黒猫 Percepton vs 3"
    assert caret == "             ^^^^^^^^^"


def test_a_line_that_fits_is_repeated_whole_above_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "terminal_columns", lambda _stream: 60)
    line = "check ana athletics vs old athletics -1 wet with 2d6"
    assert voice.caret(line, 49, 52) == [f"  {line}", f"  {' ' * 49}^^^"]


def test_a_line_that_does_not_fit_is_cut_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "terminal_columns", lambda _stream: 60)
    line = f"note {'lantern ' * 20}Percepton {'harbour ' * 20}"
    shown, mark = voice.caret(line, line.index("Percepton"), line.index("Percepton") + 9)
    assert shown == "  … lantern lantern Percepton harbour harbour harbour …"
    assert mark.index("^") == shown.index("Percepton")


def test_a_line_that_wrapped_at_the_prompt_is_repeated_above_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "terminal_columns", lambda _stream: 60)
    line = "check ana athletics vs old athletics -1 wet with 2d6"
    assert voice.caret(line, 10, 19, 5) == [f"{' ' * 15}{'^' * 9}"]
    assert voice.caret(line, 10, 19, 9) == [f"  {line}", f"  {' ' * 10}{'^' * 9}"]


def test_no_colour_leaves_the_program_when_no_terminal_listens(call: Run, file: Path) -> None:
    for line in ("sheet Kotorikh", "log", "help", "chek", "odds 4dF"):
        found = call(file, line)
        assert "\x1b" not in found.out + found.err


def test_what_was_typed_can_do_nothing_to_a_terminal(call: Run, file: Path) -> None:
    found = call(file, "sheet \x1b[31mred\x07")
    assert "\x1b" not in found.err
    assert "\x07" not in found.err
    assert "\\x1b[31mred\\x07" in found.err


# --- JSON --------------------------------------------------------------------------------------------------


def test_json_is_one_object_a_line_for_every_command_of_a_script(call: Run, file: Path) -> None:
    found = call("--json", "--keep-going", file, script="head\n\n# no\nchek\nnote x\nsheet Nobody\n")
    told = [json.loads(line) for line in found.out.splitlines()]
    assert [each["ok"] for each in told] == [True, False, True, False]
    assert found.err == ""
    assert found.status == 2


def test_json_tells_the_command_with_its_names_in_full(call: Run, file: Path) -> None:
    told = json.loads(call("--json", file, "check kot construction magic VS 3 rolled 0").out)
    assert told["command"] == 'check Kotorikh "Construction Magic" vs 3 rolled 0'


def test_json_tells_an_error_with_column_and_hint(call: Run, file: Path) -> None:
    found = call("--json", file, "check Kotorikh Percepton vs 3")
    assert json.loads(found.out) == {
        "ok": False,
        "command": "check Kotorikh Percepton vs 3",
        "error": {"message": "no ability “Percepton”", "column": 15, "hint": "did you mean Perception?"},
    }
    assert (found.status, found.err) == (1, "")


def test_json_tells_an_error_that_has_no_place_without_one(call: Run, home: Path) -> None:
    told = json.loads(call("--json", "typo.db", "head").out)
    assert told["error"]["column"] is None
    assert set(told["error"]) == {"message", "column", "hint"}


def test_json_counts_columns_in_characters_from_the_beginning_of_what_was_typed(call: Run, file: Path) -> None:
    line = "   check 黒猫 Percepton vs 3"
    for found in (call("--json", file, line), call("--json", file, script=f"{line}\n")):
        assert json.loads(found.out)["error"]["column"] == line.index("Percepton")


def test_json_events_carry_number_session_time_type_and_their_own_fields(call: Run, file: Path) -> None:
    told = json.loads(call("--json", file, "award Kotorikh, Obazana 5 for luck").out)
    first, second = told["events"]
    assert {"seq", "session", "at", "type"} <= set(first)
    assert (first["type"], first["session"], second["seq"]) == ("XpAwarded", 1, first["seq"] + 1)
    assert (first["character"], first["amount"], first["reason"]) == ("Kotorikh", 5, "luck")
    assert first["at"].endswith("Z")


def test_json_writes_letters_as_they_are_where_the_stream_can_hold_them(call: Run, file: Path) -> None:
    assert "Ægir" in call("--json", file, "sheet Ægir").out


#: At least these fields are promised.
FIELDS = {
    "sheet Kotorikh": "name kind player characteristics traits statuses properties inventory xp tracks points keys"
    " gifts faults",
    "check Kotorikh Perception +1 torch vs 3 rolled 0": "character trait level modifiers dice faces roll physical"
    " total difficulty difficulty_parts margin success degree critical odds",
    "contest Kotorikh Fitness vs Nyrv": "participants winner tied relative",
    "roll 4dF": "dice faces roll total degree physical",
    "odds Kotorikh Perception vs 3": "chance level modifiers difficulty needed dice",
    "odds 4dF": "dice pmf at_least",
    "ledger Kotorikh": "entries awarded spent unspent",
    "log": "events",
    "undo": "undone changes",
    "redo": "redone changes",
    "head": "events head",
}


@pytest.mark.parametrize(("line", "fields"), FIELDS.items(), ids=list(FIELDS))
def test_json_results_have_at_least_the_fields_of_the_contract(call: Run, file: Path, line: str, fields: str) -> None:
    if line == "redo":
        call(file, "undo")
    told = json.loads(call("--json", file, line).out)
    assert told["ok"] is True
    assert set(fields.split()) - set(told["result"]) == set()


@pytest.mark.parametrize(
    ("line", "path", "fields"),
    [
        (
            "sheet Kotorikh",
            ["traits", "Perception"],
            "level modifier effective level_name xp progress needed interpretation",
        ),
        ("sheet Kotorikh", ["inventory", 0], "item quantity in note"),
        ("sheet Kotorikh", ["xp"], "awarded spent unspent bonus"),
        ("check Kotorikh Perception +1 torch vs 3 rolled 0", ["modifiers", 0], "value reason source"),
        ("check Kotorikh Perception vs 3 -1 rain rolled 0", ["difficulty_parts", 0], "value reason"),
        (
            "contest Kotorikh Fitness vs Nyrv",
            ["participants", 0],
            "character trait level modifiers faces roll total degree place",
        ),
        ("ledger Kotorikh", ["entries", 0], "seq session at kind amount trait reason balance"),
        ("log", ["events", 0], "seq session at type"),
        ("undo", ["changes", 0], "character field before after"),
    ],
)
def test_json_parts_of_results_have_at_least_the_fields_of_the_contract(
    call: Run, file: Path, line: str, path: list[Any], fields: str
) -> None:
    if line == "undo":
        call(file, "award Kotorikh 1")
    found = json.loads(call("--json", file, line).out)["result"]
    for step in path:
        found = found[step]
    assert set(fields.split()) - set(found) == set()


def test_json_of_undo_and_redo_names_what_was_taken_back_and_what_changed(call: Run, file: Path) -> None:
    seq = json.loads(call("--json", file, "award Kotorikh 5").out)["events"][0]["seq"]
    undone = json.loads(call("--json", file, "undo for a mistake").out)["result"]
    assert undone["undone"] == [seq]
    change = {"character": "Kotorikh", "field": "xp.unspent", "before": 22, "after": 17}
    assert change in [{key: each[key] for key in change} for each in undone["changes"]]
    redone = json.loads(call("--json", file, "redo").out)["result"]
    assert redone["redone"] == [seq]


def award_to(call: Run, file: Path, who: str) -> int:
    """Return the number of the first award to somebody."""
    entries = json.loads(call("--json", file, f"ledger {who}").out)["result"]["entries"]
    return next(entry["seq"] for entry in entries if entry["kind"] == "award")


def test_json_of_a_refused_undo_lists_what_stands_on_what_was_to_go(call: Run, file: Path) -> None:
    seq = award_to(call, file, "Kotorikh")
    found = call("--json", file, f"undo #{seq}")
    error = json.loads(found.out)["error"]
    assert found.status == 1
    assert [set(each) for each in error["dependents"]] == [{"seq", "text"}]
    assert "3 XP to Perception" in error["dependents"][0]["text"]
    assert re.search(rf"#{seq} paid for #\d+ \(3 XP to Perception\)\n", call(file, f"undo #{seq}").err)


@pytest.mark.parametrize("how", ["cascade", "keep"])
def test_json_of_an_undo_that_reaches_back_tells_all_that_went(call: Run, file: Path, how: str) -> None:
    seq = award_to(call, file, "Kotorikh")
    told = json.loads(call("--json", file, f"undo #{seq} {how} for a test").out)["result"]
    assert {"undone", "changes", "stale"} <= set(told)
    assert seq in told["undone"]
    assert {"character", "field", "before", "after"} <= set(told["changes"][0])


def test_json_of_amend_and_whatif_tell_what_changes_and_whatif_writes_nothing(call: Run, file: Path) -> None:
    seq, before = award_to(call, file, "Obazana"), file.read_bytes()
    imagined = json.loads(call("--json", file, f"whatif amend #{seq} 7").out)["result"]
    assert file.read_bytes() == before
    done = json.loads(call("--json", file, f"amend #{seq} 7").out)["result"]
    assert {"amended", "changes", "stale"} <= set(done)
    assert done["amended"] == [seq]
    assert imagined["changes"] == done["changes"]
    assert {each["field"]: each["after"] for each in done["changes"]}["xp.unspent"] == 7


# --- the program in a process of its own -------------------------------------------------------------------


def test_it_runs_from_a_checkout_as_python_m_shell(program: Run, file: Path) -> None:
    found = program(file, "sheet", "Kotorikh")
    assert found.status == 0
    assert found.out.decode().startswith("Kotorikh")
    assert found.err == b""


def test_a_script_runs_through_a_pipe(program: Run, file: Path) -> None:
    last = events(file)
    found = program(file, script="note grün\nchek\nnote x\n".encode())
    assert found.status == 2
    assert found.out.decode() == f"> note grün\n✓ #{last + 1} grün\n> chek\n"
    assert "line 2:\n  chek\n  ^^^^\nno command “chek”" in found.err.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "TERM": "dumb", "NO_COLOR": "1"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
    ids=lambda environment: " ".join(f"{key}={value}" for key, value in environment.items()),
)
def test_no_locale_makes_it_fail(program: Run, file: Path, environment: dict[str, str]) -> None:
    script = "sheet Ægir\nsheet 黒猫\nodds 4dF\nlog\nhelp\nnote grün\nchek ünder\n".encode()
    text = program(file, script=script, **environment)
    assert text.status == 2
    assert b"Traceback" not in text.err
    assert b"did you mean check?" in text.err
    told = program("--json", file, script=script, **environment)
    assert told.status == 2
    lines = [json.loads(line) for line in told.out.decode(environment.get("PYTHONIOENCODING", "utf-8")).splitlines()]
    assert lines[1]["result"]["name"] == "黒猫"
    assert [line["ok"] for line in lines] == [True] * 6 + [False]


def test_letters_that_a_locale_cannot_show_are_escaped(program: Run, file: Path) -> None:
    found = program(file, "sheet Ægir", PYTHONIOENCODING="ascii")
    assert found.out.startswith(b"\\xc6gir")


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (["--help"], b"fudgelog FILE"),
        (["--version"], b"fudgelog "),
        (["help"], b"  pc Finn by Kim"),
        (["help", "pc"], b"pc"),
    ],
)
def test_help_and_version_need_no_campaign(program: Run, home: Path, arguments: list[str], begins: bytes) -> None:
    found = program(*arguments)
    assert (found.status, found.err) == (0, b"")
    assert found.out.startswith(begins)
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("module", ["shell", "replay"])
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(module: str, option: str) -> None:
    """What takes longer to import than the answer takes to print is left out."""
    program = (
        "import atexit, runpy, sys\n"
        "heavy = {'engine', 'attr', 'attrs', 'msgspec', 'prompt_toolkit', 'importlib.metadata', 'shell.runner'}\n"
        "atexit.register(lambda: print(sorted(heavy & (set(sys.modules) - before))))\n"
        f"sys.argv = ['fudgelog', {option!r}]\n"
        "before = set(sys.modules)\n"
        f"runpy.run_module({module!r}, run_name='__main__')\n"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


def test_the_page_of_help_fits_a_narrow_terminal_and_names_every_option(call: Run) -> None:
    page = call("--help").out
    assert max(map(len, page.splitlines())) <= 60
    assert all(name in page for names, *_ in OPTIONS for name in names)


@pytest.mark.parametrize("arguments", [("--help", "--as", "x"), ("c.db", "--help"), ("--json", "--help", "head")])
def test_help_is_an_option_like_the_others(call: Run, arguments: tuple[str, ...]) -> None:
    assert call(*arguments).out == call("--help").out


def test_the_version_is_the_one_that_is_installed(call: Run) -> None:
    from importlib.metadata import version

    assert call("--version").out == f"fudgelog {version('fudgelog')}\n"


def test_bytes_on_the_command_line_that_are_no_text_are_refused_in_a_sentence(program: Run, file: Path) -> None:
    before = file.read_bytes()
    found = program(file, "note", "\udcff")
    assert found.status == 1
    assert b"Traceback" not in found.err
    assert file.read_bytes() == before


@pytest.mark.parametrize(("words", "status"), [("head", 0), ("", 0)])
def test_a_closed_standard_input_is_an_empty_script(file: Path, home: Path, words: str, status: int) -> None:
    command = f'exec "{sys.executable}" -m shell "{file}" {words} <&-'
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    found = subprocess.run(["sh", "-c", command], capture_output=True, cwd=home, env=environment, timeout=60)
    assert b"Traceback" not in found.stderr
    assert found.returncode == status


# --- the manual --------------------------------------------------------------------------------------------


def test_help_lists_every_command(call: Run) -> None:
    from engine.registry import USAGES
    from shell.language.grammar import all_commands, summary_of

    out = call("help all").out
    assert {USAGES[cls][0].split()[0] for cls in all_commands()} <= set(out.split())
    assert [summary_of(cls) for cls in all_commands() if f"  {summary_of(cls)}\n" not in out] == []


def test_help_alone_fits_one_screen_with_every_command_on_it(call: Run) -> None:
    from engine.registry import USAGES
    from shell.language.evening import evening_lines
    from shell.language.grammar import all_commands, take_all
    from shell.language.manual import overview

    out = call("help").out
    assert {USAGES[cls][0].split()[0] for cls in all_commands()} <= set(re.findall(r"[\w-]+", out))
    assert "“help all”" in out
    lines = overview(80, evening=evening_lines(None, take_all)).splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


def test_help_shows_the_table_first_then_looking_back_and_files_after_the_rules(call: Run) -> None:
    titles = re.findall(r"^(\S.*):$", call("help all").out, re.MULTILINE)
    later = [
        "Looking back",
        "Correcting",
        "Characters and traits",
        "The campaign and its rules",
        "Files",
        "The program",
    ]
    assert titles[:3] == ["Sessions", "Checks", "Contests"]
    assert titles[-6:] == later


def test_every_title_of_help_opens_a_chapter_with_every_line_of_its_commands(call: Run) -> None:
    from engine.registry import USAGES
    from shell.language.manual import chapters, shorten_usage

    for title, classes in chapters().items():
        out = call("help", *title.lower().split()).out
        assert out.startswith(f"{title}:\n")
        assert [line for cls in classes for line in USAGES[cls] if f"  {shorten_usage(line, ())}\n" not in out] == []


def test_help_of_a_chapter_takes_the_beginning_of_its_title(call: Run) -> None:
    assert call("help looking").out.startswith("Looking back:\n")
    assert json.loads(call("--json", "help checks").out)["result"]["usages"][0].startswith("check WHO")


def test_every_word_to_fill_in_is_explained_on_the_page_that_shows_it() -> None:
    """“help X” on a page lets that page explain its words."""
    from engine.registry import USAGES
    from shell.language.grammar import all_commands

    docs = {cls: (cls.__doc__ or "") for cls in all_commands()}
    first = {USAGES[cls][0].split()[0]: doc for cls, doc in reversed(docs.items())}
    silent = {}
    for cls, doc in docs.items():
        prose = doc + " ".join(first[word] for word in re.findall(r"“help (\w+)”", doc))
        words = set(re.findall(r"\b[A-Z]{2,}\b", " ".join(USAGES[cls])))
        silent[cls.__name__] = {word for word in words if not re.search(rf"\b{word}\b", prose)}
    assert {name: words for name, words in silent.items() if words} == {}


def test_help_of_a_command_shows_its_lines_what_it_does_and_examples(call: Run) -> None:
    out = call("help check").out
    assert out.startswith("check WHO TRAIT")
    assert "Roll a trait against a difficulty." in out
    assert "    TAG is the kind of action, such as running.\n" in out
    assert "check Kotorikh Knowledge vs Obazana Charisma" in out


def test_help_of_a_word_with_several_commands_shows_them_all_or_the_one_that_was_meant(call: Run) -> None:
    every = call("help define").out
    assert all(f"define {what} NAME" in every for what in ("ability", "status", "property"))
    one = call("help define ability").out
    assert "define ability NAME" in one
    assert "define status" not in one


def test_help_of_what_is_no_command_says_what_was_probably_meant(call: Run) -> None:
    found = call("help chekc")
    assert found.status == 1
    assert "did you mean check?" in found.err


def test_a_file_that_lies_there_is_no_remedy_for_a_wrong_command(call: Run, file: Path, home: Path) -> None:
    (home / "u.db").touch()
    assert "u.db" not in call(file, "u").err


def test_a_file_without_its_ending_is_asked_after(call: Run, home: Path) -> None:
    for words in (("new", "fudge", "T"), ("note", "x")):
        found = call("teapot", *words)
        assert found.status == 2
        assert "no command or file “teapot”" in found.err
        assert "did you mean teapot.db" in found.err
    assert list(home.iterdir()) == []
    call("teapot.db", "new", "fudge")
    assert "did you mean teapot.db" in call("teapot").err


@pytest.mark.parametrize(
    ("words", "said", "advice"),
    [
        (
            ("nowhere.db", "sheet", "kot"),
            "there is no campaign nowhere.db",
            "“fudgelog nowhere.db new peupfudge” begins",
        ),
        (("saves/teapot",), "no command or file “saves/teapot”", "did you mean saves/teapot.db?"),
        (("teapot.txt", "log"), "no command or file “teapot.txt”", "a campaign's file ends in .db"),
        (("sheet", "kot"), "no file was named, and there is no sessions/campaign.db", "“fudgelog FILE.db COMMAND”"),
        (("f",), "no command or file “f”", "did you mean fight, or forfeit, or fork?"),
    ],
)
def test_a_missing_file_is_blamed_by_the_name_that_was_typed(
    call: Run, home: Path, words: tuple[str, ...], said: str, advice: str
) -> None:
    (home / "f.db").touch()
    found = call(*words)
    assert said in found.err
    assert advice in found.err
    assert ("campaign.db" in found.err) == ("campaign.db" in said)


@pytest.mark.parametrize("word", ["quit", "exit", "Q"])
def test_every_word_that_leaves_is_understood_through_every_door(call: Run, file: Path, word: str) -> None:
    assert call(file, word).status == 0
    found = call(file, script=f"note before\n{word}\nnote after\n")
    assert "before" in found.out
    assert "after" not in found.out


def test_a_session_is_started_and_ended_in_either_order_of_words(call: Run, file: Path) -> None:
    assert call(file, "session end").status == 0
    assert json.loads(call("--json", file, "start session The inn").out)["command"] == "session start The inn"
    assert json.loads(call("--json", file, "END session").out)["command"] == "session end"


def test_a_mistyped_command_is_not_taken_for_a_file_alone(call: Run, file: Path) -> None:
    assert "did you mean check?" in call(file, "chek", "Kotorikh").err
    assert "did you mean chek.db, or check?" in call("chek", "note").err


def test_in_a_script_an_error_names_its_line(call: Run, file: Path) -> None:
    *_, refused = map(
        json.loads, call("--json", file, script="head\n\n# so far\nsheet Nobody\nnote x\n").out.splitlines()
    )
    assert refused["error"]["line"] == 4
    (alone,) = map(json.loads, call("--json", file, "sheet Nobody").out.splitlines())
    assert "line" not in alone["error"]


def test_points_may_be_words_with_spaces_of_their_own(call: Run, file: Path) -> None:
    call("--keep-going", file, script="session start\nsession end\nsession start\nnote y\nsession end\n")
    assert call(file, "diff", "session 1", "session 2").status == 0
    assert call(file, "diff", "start of session 1", "session 2").status == 0
    assert call(file, "party", "at", "2099-11-21T20:10:50+01:00").status == 0
    assert call(file, 'diff "session 1 session 2').status == 2
    assert call(file, "party at 0001-01-01T00:00:00+14:00").status == 1


def test_all_is_nobodys_name(call: Run, file: Path) -> None:
    for line in ('pc "all"', "npc ALL"):
        found = call(file, line)
        assert found.status == 1
        assert "in commands the word means everybody" in found.err


@pytest.mark.rule("P13")
def test_a_clock_before_1970_is_recorded_as_it_is(call: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: -(10**18))
    assert call(file, "note", "long ago").status == 0
    assert call(file, "verify").status == 0


def test_a_fault_of_the_program_fails_one_line_and_not_the_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.concerns.characters.commands import ShowSheet
    from shell.render import ANSWERERS, load_answers

    def broken(asked: object) -> None:
        raise KeyError("Ann")

    load_answers("characters")
    monkeypatch.setitem(ANSWERERS, ShowSheet, broken)
    desk = Desk(tmp_path / "c.db")
    for line in ("new peupfudge", "pc Ann"):
        assert desk.do(line).fault is None
    fault = desk.do("sheet Ann").fault
    assert fault is not None
    assert fault.message.startswith("Internal error (KeyError: 'Ann'). Everything marked ✓ is saved.")
    assert desk.do("award Ann 3").fault is None
    assert desk.do("ledger Ann").answer.result["awarded"] == 3  # type: ignore[union-attr]
    desk.close()


def test_without_a_file_a_campaign_begins_in_a_folder_that_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that the user names has to be there: it may be misspelt."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FUDGELOG_FILE", raising=False)
    assert main(["new", "fudge"]) == 0
    assert Path(DEFAULT_FILE).exists()
    assert main(["nowhere/a.db", "new", "fudge"]) == 3
    assert "there is no folder nowhere: make it first" in capsys.readouterr().err
