"""Run the fault suite and write what was tried into its page, README.md.

python tests/faults/page.py          what every push tries, in a few minutes
python tests/faults/page.py --all    the heavy tests too, in an hour or so
"""

from __future__ import annotations

import json
import os
import platform
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = HERE / "README.md"
TABLE = re.compile(r"(<!-- tried -->\n).*?(<!-- end -->)", re.DOTALL)


def tried(marks: str) -> tuple[bool, dict[int, int]]:
    """Run the suite; whether all of it passed, and how many faults of each row were tried."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "counts"
        env = {**os.environ, "PYTHONPATH": str(ROOT), "FUDGELOG_FAULTS": str(file)}
        ended = subprocess.run([sys.executable, "-m", "pytest", str(HERE), "-m", marks], cwd=ROOT, env=env)
        return ended.returncode == 0, {int(row): count for row, count in json.loads(file.read_text()).items()}


def table(counts: dict[int, int], *, all_of_it: bool) -> str:
    """Return the counts as the page has them."""
    sys.path[:0] = [str(HERE), str(ROOT)]
    from faulty import ROWS

    what = "with the heavy tests" if all_of_it else "as on every push"
    where = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.system()}"
    rows = [f"| {row} | {ROWS[row]} | {counts[row]:,} |" for row in ROWS if counts.get(row)]
    return "\n".join(
        [f"Tried {what} on {where}; none failed.", "", "| # | fault | tried |", "| ---: | --- | ---: |", *rows]
    )


def main() -> int:
    """Run, and write the page if all is well."""
    all_of_it = "--all" in sys.argv[1:]
    passed, counts = tried("heavy or not heavy" if all_of_it else "not heavy")
    if not passed:
        print("some test failed: the page stays as it is", file=sys.stderr)
        return 1
    said = table(counts, all_of_it=all_of_it)
    page = PAGE.read_text("utf-8")
    PAGE.write_text(TABLE.sub(lambda found: f"{found[1]}{said}\n{found[2]}", page), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
