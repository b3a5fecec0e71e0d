"""Find which tests name which rule, by collecting the whole suite."""

from __future__ import annotations

import io
from collections import defaultdict
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

Proofs = dict[str, list[str]]
"""For each rule that a mark names, the tests that name it, as `file::test`."""


class Noting:
    """A plugin of pytest that notes the marks of every test, heavy ones included."""

    def __init__(self) -> None:
        self.noted: defaultdict[str, dict[str, tuple[bool, str, int]]] = defaultdict(dict)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        file, line, _ = item.location
        test = item.nodeid.partition("[")[0]
        place = (not test.startswith("tests/rules/"), file, line or 0)  # the tests of the rules themselves come first
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                self.noted[rule].setdefault(test, place)

    def proofs(self) -> Proofs:
        return {rule: sorted(tests, key=lambda test: tests[test]) for rule, tests in self.noted.items()}


def collected() -> Proofs:
    """Return what the marks of all tests name; raises RuntimeError with the output of pytest if collecting fails."""
    noting, said = Noting(), io.StringIO()
    with redirect_stdout(said):
        status = pytest.main(
            ["--collect-only", "-p", "no:cacheprovider", f"--rootdir={ROOT}", str(ROOT / "tests")], [noting]
        )
    if status != pytest.ExitCode.OK:
        raise RuntimeError(said.getvalue())
    return noting.proofs()
