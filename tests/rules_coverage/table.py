"""The table of rules and proofs, and the mistakes in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules_coverage.proofs import Proofs
from rules_coverage.rules import Group, Rule, is_elsewhere

NAMED = 2  # of the tests that prove a rule

HEAD = """\
# The rules, and the tests that prove them

`python -m tests.rules_coverage` prints this table, and a test compares it with this file. To write it again:
`FUDGELOG_REWRITE=1 python -m pytest tests/test_rules_coverage.py`

What a rule means: [docs/rules.md](../../docs/rules.md).
"""


def faults(groups: Sequence[Group], proofs: Proofs) -> Iterator[str]:
    """Yield rules without a test or a reason, reasons that no longer hold, and marks that name no rule."""
    rules = [rule for group in groups for rule in group.rules]
    for rule in rules:
        if rule.id not in proofs and not rule.reason:
            yield f"{rule.id}, {rule.says}: neither a test nor a reason"
        if rule.id in proofs and rule.reason:
            yield f"{rule.id}, {rule.says}: “{rule.reason}”, but it is proven by {proofs[rule.id][0]}"
    for name in sorted(proofs.keys() - {rule.id for rule in rules}):
        if not is_elsewhere(name):
            yield f"{name} is no rule, but {proofs[name][0]} names it"


def text(groups: Sequence[Group], proofs: Proofs) -> str:
    """Return the table in Markdown."""
    return "\n".join([HEAD, *_totals(groups, proofs), *(line for group in groups for line in _group(group, proofs))])


KINDS = ("rules", "proven", "only shown", "not proven yet")


def _totals(groups: Sequence[Group], proofs: Proofs) -> Iterator[str]:
    yield f"| | {' | '.join(KINDS)} |"
    yield "| --- |" + " ---: |" * len(KINDS)
    total: Counter[str] = Counter()
    for group in groups:
        counted = Counter(_kind(rule, proofs) for rule in group.rules) + Counter(rules=len(group.rules))
        total += counted
        yield _row(group.title, *(counted[kind] for kind in KINDS))
    yield _row("all", *(total[kind] for kind in KINDS))


def _kind(rule: Rule, proofs: Proofs) -> str:
    if rule.id in proofs:
        return "proven"
    return "only shown" if rule.shown else "not proven yet"


def _group(group: Group, proofs: Proofs) -> Iterator[str]:
    yield from ("", f"## {group.title}", "", "| id | rule | proven by |", "| --- | --- | --- |")
    for rule in group.rules:
        yield _row(rule.id, rule.says, _proof(proofs[rule.id]) if rule.id in proofs else rule.reason)


def _proof(tests: Sequence[str]) -> str:
    more = f" and {len(tests) - NAMED} more" if len(tests) > NAMED else ""
    return ", ".join(f"`{test}`" for test in tests[:NAMED]) + more


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"
