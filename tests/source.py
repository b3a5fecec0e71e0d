"""The source of the house, each file read as a tree once for all tests that look at it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.store import own_files

ROOT = Path(__file__).parents[1]
HOUSE = ("engine", "replay", "shell")


@cache
def files(*packages: str) -> tuple[Path, ...]:
    """Return the Python files of some packages, or of all three, in order."""
    return tuple(file for package in packages or HOUSE for file in sorted((ROOT / package).rglob("*.py")))


@cache
def tree(file: Path) -> ast.Module:
    """Return a file as a tree."""
    return ast.parse(file.read_text("utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Return everything in a file's tree."""
    return tuple(ast.walk(tree(file)))


def imports(file: Path) -> Iterator[str]:
    """Yield every module that a file imports, wherever in it."""
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def targets(node: ast.stmt) -> list[ast.expr]:
    """Return what a statement assigns to."""
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


def short(file: Path) -> str:
    """Return where a file is in the tree."""
    return file.relative_to(ROOT).as_posix()


#: Every kind of file that the program keeps for itself, as its module declares them.
OWN_KINDS = tuple(kind for kind in vars(own_files).values() if isinstance(kind, own_files.OwnKind))
