"""The user's settings: what the file may hold, what is said of a wrong one, and who obeys them."""

from __future__ import annotations

import signal
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.output import DummyOutput

from engine.heads import declared_whole_heads
from shell import style
from shell.aliases import expand_alias
from shell.doors.line_editor import LineEditor
from shell.doors.past_lines import PastLines
from shell.doors.plain_lines import PlainLines
from shell.doors.prompt import page_answer
from shell.prompt.pager import pager_command, show_in_pager
from shell.prompt.typed import LineTyped
from shell.runner import Desk
from shell.settings import Settings, read_settings, settings_file


@pytest.fixture
def saved() -> Callable[[str], Path]:
    """Save the settings' file."""

    def save(text: str) -> Path:
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        settings_file().write_text(text, "utf-8")
        return settings_file()

    return save


def test_without_a_file_the_defaults_hold_and_are_printed_as_a_file_that_holds_them(call: Any, saved: Any) -> None:
    found = call("config")
    assert found.status == 0
    assert "~/.config/fudgelog/config.toml does not exist; these are the defaults" in found.out
    assert tomllib.loads(found.out) == Settings().values()
    saved(found.out)
    assert read_settings() == Settings()


def test_what_is_set_holds_and_the_default_is_said(call: Any, saved: Any) -> None:
    saved('suggestions = false\nkeys = "vi"\npager = "less -R"\n[aliases]\nBrawl = "fight start"')
    own = Settings(suggestions=False, keys="vi", pager="less -R", aliases={"brawl": "fight start"})
    assert read_settings() == own
    assert tomllib.loads(call("config").out) == own.values()
    assert "cannot" not in (out := call("config").out)
    assert '(default "emacs")\nkeys = "vi"' in out


def test_a_setting_is_changed_in_its_file_and_all_else_in_it_stays(call: Any, saved: Any) -> None:
    file = saved('# mine\npager = "less" # long\nplain = false\n[aliases]\npager = "log all"\n')
    assert call("config pager off").out == '✓ pager = "off"\n'
    assert call("config previ no").out == "✓ preview = false, from the next start of the prompt on\n"
    assert file.read_text("utf-8") == (
        '# mine\npager = "off"\nplain = false\npreview = false\n[aliases]\npager = "log all"\n'
    )
    assert read_settings() == Settings(pager="off", preview=False, aliases={"pager": "log all"})


def test_the_first_change_makes_the_file(call: Any) -> None:
    assert call("config theme light").status == 0
    assert settings_file().read_text("utf-8") == 'theme = "light"\n'


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        ("config keys nano", "", "keys cannot be “nano”\n  it can be emacs or vi"),
        ("config plain perhaps", "", "it can be on or off"),
        ("config plain on", "plain =", "cannot be changed: "),
        ("config pager off", 'pager = """\nless"""', "cannot be changed"),
    ],
)
def test_a_setting_that_cannot_be_changed_is_refused_and_the_file_stays(
    call: Any, saved: Any, line: str, text: str, said: str
) -> None:
    file = saved(text)
    found = call(line)
    assert found.status != 0
    assert said in found.err
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sugestions = false", "there is no setting “sugestions”: did you mean suggestions?"),
        ('keys = "nano"', "keys cannot be 'nano': it is “emacs” or “vi”"),
        ("preview = 1", "preview cannot be 1: it is true or false"),
        ('refused = "drop"', "refused cannot be 'drop': it is “replace”, “keep” or “clear”"),
        ("aliases = 3", "aliases cannot be '3': it is [aliases] with lines such as"),
        ('[aliases]\nfight = "fight start"', "alias 'fight' would hide the command “fight”: choose another word"),
        ('[aliases]\nu = "undo"', "alias 'u' would hide the command “u”"),
        ('[aliases]\n"two words" = "undo"', "alias 'two words' is not one word that begins with a letter"),
        ("[aliases]\nbrawl = 3", "alias 'brawl' stands for no line"),
        ("preview =", "the settings cannot be read: "),
        ("preview = " + "[" * 9999, "the settings cannot be read: "),
    ],
)
def test_a_wrong_setting_is_told_and_the_default_holds(call: Any, saved: Any, text: str, said: str) -> None:
    saved(text)
    found = read_settings()
    assert found.values() == Settings().values()
    assert found.problems[0].startswith(said)
    assert f"# {said}" in call("config").out


def test_without_colours_a_single_command_has_none_either_and_the_file_is_read_once(
    call: Any, saved: Any, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[int] = []

    def count() -> Settings:
        times.append(1)
        return read_settings()

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(style, "terminal_columns", lambda stream: 80)
    monkeypatch.setattr("shell.doors.opening.read_settings", count)
    assert style.STRONG in call(file, script="note one\nnote two\n").out
    saved("colours = false")
    assert style.STRONG not in call(file, script="note one\nnote two\n").out
    assert len(times) == 2


def test_a_file_that_cannot_be_read_is_told(saved: Any) -> None:
    saved("").write_bytes(b"\xff")
    assert "cannot be read" in read_settings().problems[0]


@pytest.mark.parametrize("keys", ["vi", "emacs"])
def test_lines_and_the_answers_to_questions_are_typed_with_the_same_keys(
    keys: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PromptSession, "prompt", lambda session, *_, **__: session.editing_mode.value)
    desk = Desk(file)
    with create_app_session(output=DummyOutput()):
        editor = LineEditor(LineTyped(desk), PastLines(desk), Settings(keys=keys))
        assert editor.read("> ", Document()) == editor.ask("Who?") == keys.upper()


def test_a_long_answer_goes_to_the_pager_and_a_short_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", sys.__stdout__)
    monkeypatch.delenv("PAGER", raising=False)
    shown = tmp_path / "shown"
    pager = f'{sys.executable} -c \'import sys; open("{shown}", "w").write(sys.stdin.read())\''
    assert not show_in_pager("one line", pager)
    assert show_in_pager("line\n" * 500, pager)
    assert shown.read_text() == "line\n" * 500 + "\n"
    assert not show_in_pager("line\n" * 500, "off")
    assert pager_command("no-such-program") == pager_command('"unclosed') == []
    monkeypatch.setenv("PAGER", f"{sys.executable} -V")
    assert pager_command("auto") == [sys.executable, "-V"]


@pytest.mark.rule("B4-17")
def test_ctrl_c_is_left_to_the_pager_while_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saved: Any, file: Path
) -> None:
    monkeypatch.setattr(sys, "stdout", sys.__stdout__)
    shown, pager = tmp_path / "shown", tmp_path / "pager.py"
    pager.write_text(
        "import os, signal, sys\n"
        "os.kill(os.getppid(), signal.SIGINT)\n"
        f"open({str(shown)!r}, 'w').write(sys.stdin.read())\n"
    )
    saved(f'pager = "{sys.executable} {pager}"')
    editor = PlainLines(LineTyped(desk := Desk(file)), PastLines(desk))
    monkeypatch.setattr(PlainLines, "is_watched", lambda editor: True)
    before = signal.getsignal(signal.SIGINT)
    assert page_answer(editor, "line\n" * 500)
    assert shown.read_text() == "line\n" * 500 + "\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_leaves_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "less").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "-K" in pager_command("less -R")


def test_an_alias_is_written_out_for_one_command_and_told_and_never_in_a_script(
    call: Any, saved: Any, file: Path
) -> None:
    saved('[aliases]\nhey = "note hey"')
    found = call(file, "HEY", "Old Marta")
    assert 'hey "Old Marta"' in found.out
    assert found.err == 'note: read as “note hey "Old Marta"”\n'
    assert "no command “hey”" in call(file, script="hey you\n").err


def test_an_alias_wins_over_a_newer_command_of_its_name_and_says_so(saved: Callable[[str], Path]) -> None:
    newer = sorted(declared_whole_heads())
    assert {"since", "serve", "take", "waiting", "decline"} <= {*newer}
    saved("[aliases]\n" + "".join(f'{verb} = "log last 5"\n' for verb in newer) + 'search = "log"\n')
    own = read_settings()
    assert {expand_alias(verb, own.aliases) for verb in newer} == {"log last 5"}
    assert own.problems == (
        *(f"your alias “{verb}” hides a newer command of that name" for verb in newer),
        "alias 'search' would hide the command “search”: choose another word",
    )
