"""The findings of an audit, in order, and how many are listed."""

from __future__ import annotations

from engine.value import Factory, record, value

WRONG, OPEN, NOTE = "wrong", "open", "note"
WEIGHTS = (WRONG, OPEN, NOTE)

#: How many findings of one kind are listed. The rest are counted.
MOST_OF_KIND = 500


@value
class Finding:
    """A problem or a note for the table, with advice.

    `weight` is "wrong" for the impossible, "open" for matters to decide, "note" otherwise. `many` names several
    findings of this kind, in the plural.
    """

    seq: int
    rule: str
    message: str
    expected: str | int | bool | None = None
    found: str | int | bool | None = None
    advice: str = ""
    weight: str = NOTE
    many: str = ""


@value
class Audit:
    """The result of an audit: the number of events checked, and the findings, wrong ones first."""

    checked: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.weight != WRONG for finding in self.findings)


@record
class Findings:
    """A growing list of findings, limited to MOST_OF_KIND of one kind."""

    listed: list[Finding] = Factory(list)
    counts: dict[tuple[str, str], int] = Factory(dict)

    def add(self, finding: Finding) -> None:
        """Add a finding, or only count it if there are many like it."""
        kind = (finding.rule, finding.weight)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if self.counts[kind] <= MOST_OF_KIND:
            self.listed.append(finding)

    def in_order(self) -> tuple[Finding, ...]:
        """Return all findings by weight, and by number within a weight."""
        more = [self._more(*kind, count - MOST_OF_KIND) for kind, count in self.counts.items() if count > MOST_OF_KIND]
        return tuple(sorted([*self.listed, *more], key=lambda finding: (WEIGHTS.index(finding.weight), finding.seq)))

    def _more(self, rule: str, weight: str, count: int) -> Finding:
        last = max(finding.seq for finding in self.listed if (finding.rule, finding.weight) == (rule, weight))
        return Finding(last, rule, f"{count} more like this after #{last}", weight=weight)
