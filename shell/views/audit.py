"""What an audit found, for people: what is wrong first, each with what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.store import codec
from replay.audit import NOTE, OPEN, WRONG, Audit, Finding

HEADINGS = {WRONG: "Wrong", OPEN: "To settle at the table", NOTE: "Notes"}


def audit_json(found: Audit) -> dict[str, Any]:
    """The audit as the contract has it; `wrong` tells a finding that cannot be right from one to be known."""
    findings = [codec.plain(finding) | {"wrong": finding.weight == WRONG} for finding in found.findings]
    return {"ok": found.ok, "checked": found.checked, "findings": findings}


def audit_text(found: Audit) -> str:
    """The whole audit."""
    return "\n".join(_lines(found))


def _lines(found: Audit) -> Iterator[str]:
    yield summary(found)
    for weight, heading in HEADINGS.items():
        findings = [finding for finding in found.findings if finding.weight == weight]
        if findings:
            yield f"\n{heading}"
        for finding in findings:
            yield from finding_lines(finding)


def summary(found: Audit) -> str:
    """How it went, in a sentence."""
    counts = {weight: sum(finding.weight == weight for finding in found.findings) for weight in HEADINGS}
    wrong = f"{counts[WRONG]} wrong" if counts[WRONG] else "everything adds up"
    others = [f"{counts[OPEN]} to settle"] * bool(counts[OPEN])
    others += [f"{counts[NOTE]} note{'s' if counts[NOTE] > 1 else ''}"] * bool(counts[NOTE])
    events = f"{found.checked:,} event{'s' if found.checked != 1 else ''}"
    return f"{events} checked: {', '.join([wrong, *others])}"


def finding_lines(finding: Finding) -> Iterator[str]:
    """A finding, and under it what to do."""
    yield f"  #{finding.seq} {finding.rule}: {finding.message}"
    if finding.advice:
        yield f"      {finding.advice}"
