"""What `docs/contributing.md` says is so: its code is the toy's, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import registry

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/contributing.md").read_text("utf-8")
TOY = (ROOT / "tests/luck.py").read_text("utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
CODE = [text for language, text in BLOCKS if language == "python"]
NAMED = re.findall(r"`((?:engine|replay|shell|tests)(?:/[\w./]+)?)`", PAGE)


@pytest.mark.parametrize("block", CODE, ids=lambda block: block.splitlines()[0])
def test_the_code_on_the_page_is_that_of_the_toy(block: str) -> None:
    assert block in TOY


def test_the_page_leaves_none_of_the_toy_out() -> None:
    told = "".join(CODE)
    body = TOY[TOY.index("chapter(") :]
    assert [line for line in body.splitlines() if line not in told.splitlines()] == []


@pytest.mark.parametrize("path", sorted(set(NAMED)))
def test_what_the_page_names_is_in_the_tree(path: str) -> None:
    assert (ROOT / path).exists()


def test_every_decorator_that_the_page_names_is_in_the_registry() -> None:
    named = set(re.findall(r"`@(\w+)`|`(\w+)\(\.\.\.\)`", PAGE))
    assert {name for pair in named for name in pair if name} - {*vars(registry), "answers"} == set()
    assert "answers" in (ROOT / "shell/render/__init__.py").read_text("utf-8")


@pytest.mark.parametrize("path", [*ROOT.glob("engine/concerns/*/*.py")], ids=lambda path: path.parent.name)
def test_rooms_have_the_files_that_the_page_lists_and_no_others(path: Path) -> None:
    listed = re.findall(r"^\| `(\w+\.py)` \|", PAGE, re.MULTILINE)
    assert path.name in (*listed, "__init__.py")
