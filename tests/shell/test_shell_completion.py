"""The user's own shell completes a call: the program proposes words, and the scripts hand them on."""

from __future__ import annotations

import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 30  # seconds, until a shell that never shows what it should is a failure


def proposed(call: Any, *words: str) -> list[str]:
    """Return what the program proposes for the last of some words."""
    found = call("--complete", *words)
    assert (found.status, found.err) == (0, "")
    return [line.partition("\t")[0] for line in found.out.splitlines()]


def test_the_grammar_and_the_names_of_the_campaign_are_proposed(call: Any, file: Path) -> None:
    before = file.read_bytes()
    assert proposed(call, str(file), "che") == ["check", "checklist"]
    assert proposed(call, str(file), "check", "old") == ["Old Marta", "Old Marten"]
    assert proposed(call, str(file), "check", "Old Marta", "Cons") == ["Construction", "Construction Magic"]
    assert proposed(call, "--as", "Ann", str(file), "session", "st") == ["start"]
    assert "vs" in proposed(call, str(file), "check", "Kotorikh", "Fitness", "")
    assert proposed(call, str(file), "check") == ["check", "checklist"]
    assert proposed(call, str(file), "check", "Old Marta") == ["Old Marta"]
    assert file.read_bytes() == before


def test_files_and_options_are_proposed_where_one_can_stand_and_a_wrong_call_proposes_nothing(
    call: Any, file: Path, home: Path
) -> None:
    (home / "evening.db").touch()
    (home / "even").mkdir()
    assert proposed(call, "even") == ["even/", "evening.db"]
    assert proposed(call, f"{file.parent}/c") == [str(file)]
    assert proposed(call, "--ke") == ["--keep-going"]
    assert (
        proposed(call, "--bogus", "") == proposed(call, "nowhere/x") == proposed(call, "evening.db", "sheet", "") == []
    )
    assert "new" in proposed(call, "typo.db", "")
    assert not (home / "typo.db").exists()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script(call: Any, file: Path, home: Path) -> None:
    typed = [("che",), ("check",), ("check", "Old\\ Mar"), ("check", '"Old Mar')]
    asked = "".join(
        f"COMP_WORDS=(fudgelog {' '.join(map(shlex.quote, (str(file), *words)))}); COMP_CWORD={len(words) + 1}; "
        '_fudgelog; echo "${COMPREPLY[*]}"\n'
        for words in typed
    )
    script = f"{call('completions', 'bash').out}\n{asked}"
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=in_shell(home), check=True)
    assert found.stdout.splitlines() == [*["check checklist"] * 2, "Old\\ Marta Old\\ Marten", "Old Marta Old Marten"]
    assert found.stderr == ""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_stays_at_a_word_that_is_whole_where_a_longer_one_begins_like_it(
    call: Any, file: Path, home: Path
) -> None:
    """Tab is pressed in a terminal: what bash types of the proposals is its own."""
    script = home / "script"
    script.write_text(f"PS1='ready '\n{call('completions', 'bash').out}\n")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(file.parent)
        os.execvpe("bash", ["bash", "--norc", "-i"], {**in_shell(home), "TERM": "dumb"})
    try:
        typed_in(terminal, f"source {script}\n", "ready ")
        typed_in(terminal, f"fudgelog {file.name} chec\t\t\t|", "check|")
        typed_in(terminal, f"\x15fudgelog {file.name} checkl\t|", "checklist |")
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


def in_shell(home: Path) -> dict[str, str]:
    """Return the environment of a shell that finds the program."""
    program = home / "fudgelog"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m shell "$@"\n')
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{home}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(home)}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_completes_with_the_script(call: Any, file: Path, home: Path) -> None:
    typed = ["che", "check Old\\ Mar", 'check "Old Mar']
    asked = "".join(f"complete -C {shlex.quote(f'fudgelog {file} {words}')}; echo end\n" for words in typed)
    script = f"{call('completions', 'fish').out}\n{asked}"
    found = subprocess.run(["fish", "-c", script], capture_output=True, text=True, env=in_shell(home), check=True)
    shown = [[line.partition("\t")[0] for line in part.split("\n") if line] for part in found.stdout.split("end\n")]
    assert shown[:3] == [["check", "checklist"], ["Old Marta", "Old Marten"], ["Old Marta", "Old Marten"]]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_completes_with_the_script(call: Any, file: Path, home: Path) -> None:
    """Tab is pressed in a terminal: zsh completes nowhere else."""
    script = home / "script"
    script.write_text(f"PS1='ready '\nautoload -Uz compinit\ncompinit -u\n{call('completions', 'zsh').out}\n")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(file.parent)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**in_shell(home), "TERM": "dumb"})
    try:
        seen = typed_in(terminal, f"source {script}\n", "ready ")
        for words, completed in (
            ("checkl", "checklist"),
            ("check Old\\ Marta Legal", "Legal\\ Knowledge"),
            ("check Old\\ Marta legal", "Legal\\ Knowledge"),
            ("sheet marta", "Old\\ Marta"),
            ('check "Old Marta" "Legal', '"Legal Knowledge"'),
        ):
            seen = typed_in(terminal, f"fudgelog {file.name} {words}\t", completed)
            os.write(terminal, b"\x15")
        assert "Knowledge" in seen
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


def typed_in(terminal: int, keys: str, awaited: str) -> str:
    """Type some keys, and return what a shell shows up to the awaited text."""
    os.write(terminal, keys.encode())
    seen = ""
    while awaited not in seen:
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, f"never shown: {awaited}\n{seen}"
        seen += os.read(terminal, 4096).decode("utf-8", "replace")
    return seen


@pytest.mark.parametrize(("shell", "check"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_the_scripts_are_sound(call: Any, tmp_path: Path, shell: str, check: list[str]) -> None:
    script = tmp_path / "script"
    script.write_text(call("completions", shell).out)
    assert "fudgelog" in script.read_text()
    if shutil.which(shell) is not None:
        subprocess.run([shell, *check, script], check=True)
