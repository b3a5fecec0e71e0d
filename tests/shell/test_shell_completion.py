"""The user's own shell completes a call: the program proposes words, and the scripts hand them on."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


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
    program = home / "fudgelog"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m shell "$@"\n')
    program.chmod(0o755)
    typed = [("che",), ("check", "Old\\ Mar"), ("check", '"Old Mar')]
    asked = "".join(
        f"COMP_WORDS=(fudgelog {' '.join(map(shlex.quote, (str(file), *words)))}); COMP_CWORD={len(words) + 1}; "
        '_fudgelog; echo "${COMPREPLY[*]}"\n'
        for words in typed
    )
    script = f"{call('completions', 'bash').out}\n{asked}"
    environment = {**os.environ, "PATH": f"{home}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert found.stdout.splitlines() == ["check checklist", "Old\\ Marta Old\\ Marten", "Old Marta Old Marten"]
    assert found.stderr == ""


@pytest.mark.parametrize(("shell", "check"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_the_scripts_are_sound(call: Any, tmp_path: Path, shell: str, check: list[str]) -> None:
    script = tmp_path / "script"
    script.write_text(call("completions", shell).out)
    assert "fudgelog" in script.read_text()
    if shutil.which(shell) is not None:
        subprocess.run([shell, *check, script], check=True)
