"""Print the table of rules and proofs. Exit with 1, and print why, if a rule or a mark is wrong."""

from __future__ import annotations

import io
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rules_coverage import rules, table  # noqa: E402
from rules_coverage.proofs import collected  # noqa: E402


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    groups, proofs = rules.read(rules.LISTED.read_text("utf-8")), collected()
    print(table.text(groups, proofs))
    wrong = list(table.faults(groups, proofs))
    print(*wrong, sep="\n", end="\n" * bool(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
