"""Print how much of each package the tests that play run, and fail where it is less than the floor.

    .venv/bin/python .ci/coverage.py

Measuring makes a test take more than twice as long, so those are measured that use everything once: whole evenings,
every command, every event, every refusal and the prompt. Lines that only a process of its own runs are not counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

TESTS = (
    "tests/test_evenings.py",
    "tests/test_contract.py",
    "tests/faults/test_messages.py",
    "tests/retelling",
    "tests/shell/test_preview.py",
    "tests/shell/test_prompt.py",
)

#: Percent of the lines. Raise them when the gate shows more: a little under what it prints is right.
FLOORS = {"engine": 90, "replay": 81, "shell": 80}

#: What runs in a process of its own, or beside a prompt that has started one: `tests/live` tries it with real pages.
APART = "shell/serving/"


def measured() -> tuple[Counter[str], Counter[str]]:
    """Run the tests; return the lines there are and the lines that ran, by package and by folder."""
    subprocess.run([sys.executable, "-m", "pytest", "-n", "auto", "--cov", "--cov-report=", *TESTS], check=True)
    made = subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", "-"], capture_output=True, check=True)
    there, ran = Counter[str](), Counter[str]()
    for file, found in json.loads(made.stdout)["files"].items():
        if file.startswith(APART):
            continue
        package, *folders = file.split("/")[:-1]
        for name in {package, "/".join([package, *folders[:1]])}:
            there[name] += found["summary"]["num_statements"]
            ran[name] += found["summary"]["covered_lines"]
    return there, ran


def main() -> int:
    """Print a line for each package and folder; return 1 where a package is below its floor."""
    there, ran = measured()
    low = [name for name, floor in FLOORS.items() if 100 * ran[name] < floor * there[name]]
    for name in sorted(there):
        floor = f"   floor {FLOORS[name]}" if name in FLOORS else ""
        print(f"{name:<24} {there[name]:>6} lines {100 * ran[name] / max(1, there[name]):>6.1f} %{floor}")
    if low:
        print(f"below the floor: {', '.join(low)}", file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
