"""What `docs/contributing.md` says is so: its code is the toy's, and what it names is there.

To write the sample again: FUDGELOG_REWRITE=1 python -m pytest tests/test_contributing.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine import players, registry, retelling
from engine.heads import declared_heads
from engine.registry import USAGES
from engine.rooms import ROOMS_FOLDER
from shell.language.grammar import all_commands

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/contributing.md").read_text("utf-8")
TOY = (ROOT / "tests/luck.py").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
CODE = [text for language, text in BLOCKS if language == "python"]
NAMED = re.findall(r"`((?:engine|replay|shell|tests)(?:/[\w./]+)?)`", PAGE)
REWRITE = "FUDGELOG_REWRITE"


@pytest.mark.parametrize("block", CODE, ids=lambda block: block.splitlines()[0])
def test_the_code_on_the_page_is_that_of_the_toy(block: str) -> None:
    assert block in TOY


def test_the_page_leaves_none_of_the_toy_out() -> None:
    shown = "".join(CODE)
    body = TOY[TOY.index("chapter(") :]
    assert [line for line in body.splitlines() if line not in shown.splitlines()] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/contributing.md"])
def test_pip_is_upgraded_before_it_is_asked_for_a_group(page: str) -> None:
    """Python 3.11 brings a pip that knows none."""
    before, found, _ = (ROOT / page).read_text("utf-8").partition(" --group ")
    assert found
    assert "pip install --upgrade pip" in before


#: Plays lines with the toy, and prints all of it to one stream, as a terminal would.
PLAYING = """
import sys, luck
from pathlib import Path
from shell.doors.voice import Voice, do_line
from shell.runner import Desk
sys.stderr = sys.stdout
desk = Desk(Path(sys.argv[1]))
for line in ("new peupfudge", "pc Bo", "pc Ada"):
    desk.do(line)
for line in sys.stdin.read().splitlines():
    print(f"> {line}", flush=True)
    do_line(desk, line, Voice(), typed_at=2)
"""


def test_the_sample_is_what_the_program_prints(tmp_path: Path) -> None:
    sample = next(text for _, text in BLOCKS if text.startswith("> luck"))
    typed = "\n".join(re.findall(r"^> (.+)$", sample, re.MULTILINE))
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    played = subprocess.run(
        [sys.executable, "-c", PLAYING, str(tmp_path / "luck.db")],
        input=typed.encode(),
        env=os.environ | {"PYTHONPATH": paths, "PYTHONUTF8": "1", "COLUMNS": "120"},
        capture_output=True,
        check=True,
    )
    printed = played.stdout.decode()
    if os.environ.get(REWRITE):
        (ROOT / "docs/contributing.md").write_text(PAGE.replace(sample, printed), "utf-8")
    assert sample == printed, f"{REWRITE}=1 writes it again"


@pytest.mark.parametrize("path", sorted(set(NAMED)))
def test_what_the_page_names_is_in_the_tree(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("page", ["docs/contributing.md", "CONTRIBUTING.md"])
def test_the_dependency_groups_that_a_page_names_are_there(page: str) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    named = set(re.findall(r"--group (\w+)", (ROOT / page).read_text("utf-8")))
    assert named
    assert named <= groups.keys()


def test_every_decorator_that_the_page_names_is_one_that_rooms_use() -> None:
    named = set(re.findall(r"`@(\w+)`|`(\w+)\(\.\.\.\)`", PAGE))
    known = {*vars(registry), *vars(players), *vars(retelling), "answers", "value"}
    assert {name for pair in named for name in pair if name} - known == set()
    assert "answers" in (ROOT / "shell/render/__init__.py").read_text("utf-8")


def test_rooms_have_the_files_that_the_page_lists_and_no_others() -> None:
    listed = re.findall(r"^\| `(\w+\.py)` \|", PAGE, re.MULTILINE)
    files = [*ROOT.glob("engine/concerns/*/*.py")]
    assert [str(path) for path in files if path.name not in (*listed, "__init__.py")] == []
    assert {path.name for path in files} == {*listed, "__init__.py"}


IN_ROOMS = [cls for cls in all_commands() if cls.__module__.startswith(f"engine.{ROOMS_FOLDER.name}.")]


def test_every_command_of_a_room_is_found_by_the_first_word_of_its_lines() -> None:
    cure = "write the usage lines as texts behind @command("
    for cls in IN_ROOMS:
        for head in {line.split()[0] for line in USAGES[cls]}:
            assert cls.__module__ in declared_heads().get(head, ()), (cls, cure)
