"""Every rule has a test that proves it or a reason why not, and the table of them is up to date.

To write the table again (read the difference before you commit it):

    FUDGELOG_REWRITE=1 python -m pytest tests/test_rules_coverage.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rules_coverage import rules, table
from rules_coverage.proofs import Proofs

ROOT = Path(__file__).parents[1]
TABLE = rules.LISTED.with_name("table.md")
REWRITE = "FUDGELOG_REWRITE"


@pytest.mark.slow
def test_every_rule_has_a_test_or_a_reason_and_the_table_says_which() -> None:
    """Collect all tests, whichever are being run. A mark that is no rule is named too."""
    command = [sys.executable, "-m", "tests.rules_coverage"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert (printed.stderr, printed.returncode) == ("", 0)
    (of_one_parameter,) = (line for line in printed.stdout.splitlines() if line.startswith("| WX-PO-4 |"))
    assert "tests/rules/test_dice.py::test_faces_come_to_the_total_of_the_worked_example" in of_one_parameter
    if os.environ.get(REWRITE):
        TABLE.write_text(printed.stdout, "utf-8")
    assert printed.stdout == TABLE.read_text("utf-8"), f"{REWRITE}=1 writes it again"


# --- what is a fault, and what the table says --------------------------------------------------------------

A_GAME = """
[XY]
title = "A game"
XY-01 = { says = "the first rule" }
XY-02 = { says = "the second", shown = "advice" }
XY-03 = { says = "the third", pending = true }
"""
FIRST: Proofs = {"XY-01": ["tests/test_a.py::test_it"]}


def faults(proofs: Proofs) -> list[str]:
    return list(table.faults(rules.read(A_GAME), proofs))


def test_a_rule_is_proven_or_gives_a_reason() -> None:
    assert faults(FIRST) == []
    assert faults({}) == ["XY-01, the first rule: neither a test nor a reason"]


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("XY-02", "XY-02, the second: “only shown: advice”, but it is proven by tests/test_a.py::test_more"),
        ("XY-03", "XY-03, the third: “not proven yet”, but it is proven by tests/test_a.py::test_more"),
        ("XY-05", "XY-05 is no rule, but tests/test_a.py::test_more names it"),
        ("YX-01", "YX-01 is no rule, but tests/test_a.py::test_more names it"),
    ],
)
def test_a_reason_goes_once_there_is_a_test_and_a_mark_names_a_rule(rule: str, fault: str) -> None:
    assert faults(FIRST | {rule: ["tests/test_a.py::test_more"]}) == [fault]


@pytest.mark.parametrize("name", ["B4-01", "C2-8", "C.3", "I6", "P1"])
def test_a_promise_of_the_log_is_no_rule_of_a_game_and_may_be_named(name: str) -> None:
    assert faults(FIRST | {name: ["tests/test_a.py::test_trust"]}) == []


def test_the_table_counts_and_names_the_first_tests_of_each_rule() -> None:
    proofs = {"XY-01": [f"tests/test_a.py::test_{n}" for n in ("one", "two", "three")]}
    assert table.text(rules.read(A_GAME), proofs).removeprefix(table.HEAD).split("\n") == [
        "",
        "| | rules | proven | only shown | not proven yet |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| A game | 3 | 1 | 1 | 1 |",
        "| all | 3 | 1 | 1 | 1 |",
        "",
        "## A game",
        "",
        "| id | rule | proven by |",
        "| --- | --- | --- |",
        "| XY-01 | the first rule | `tests/test_a.py::test_one`, `tests/test_a.py::test_two` and 1 more |",
        "| XY-02 | the second | only shown: advice |",
        "| XY-03 | the third | not proven yet |",
    ]
