"""How long it takes from the start of the program to its first prompt, beside a Python that imports prompt_toolkit.

    python tests/benchmarks/start.py [--events 10000] [--runs 7]

Each is run on a terminal in turn with the others, and left with Ctrl-D as soon as it waits for a line. The processor
time of the whole process counts, the leaving included. A bare prompt of prompt_toolkit is timed too: it imports more
of it than the name, and draws.
"""

from __future__ import annotations

import argparse
import os
import pty
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from rebuild import ROOT, log_of

#: What a terminal is asked, and answers, and what prompt_toolkit writes once it waits for a line.
WHERE_IS_THE_CURSOR, HERE = b"\x1b[6n", b"\x1b[1;1R"
WAITING = b"\x1b[?2004h"
CTRL_D = b"\x04"

BARE = """
import prompt_toolkit
try:
    prompt_toolkit.PromptSession().prompt()
except EOFError:
    pass
"""


def main() -> None:
    """Print how long each start took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=7)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = shutil.copy(log_of(chosen.events), Path(folder) / "c.db")
        starts = {
            "fudgelog FILE": ["-m", "shell", str(log)],
            "import prompt_toolkit": ["-c", "import prompt_toolkit"],
            "a bare prompt": ["-c", BARE],
        }
        took: dict[str, list[float]] = {name: [] for name in starts}
        for run in range(chosen.runs + 1):
            for name, arguments in starts.items():
                spent = start(arguments, Path(folder))
                if run:  # the first one opens a log that this computer has not seen
                    took[name].append(spent)
    least = statistics.median(took["import prompt_toolkit"])
    print(f"processor time to the first prompt of a log of {chosen.events:,} events, medians of {chosen.runs}")
    for name, found in took.items():
        print(f"{name:<22} {statistics.median(found):>6.0f} ms   {statistics.median(found) - least:>+6.0f} ms")


def start(arguments: list[str], home: Path) -> float:
    """Run a Python on a terminal until it waits for a line, leave it; return its processor time in milliseconds."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody compiles it all at each start
        os.environ |= {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CACHE", "CONFIG", "STATE")}
        os.environ |= {"HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
        os.execv(sys.executable, [sys.executable, *arguments])
    seen = b""
    while data := read(terminal):
        seen += data
        os.write(terminal, HERE * data.count(WHERE_IS_THE_CURSOR) + CTRL_D * data.count(WAITING))
    _, status, used = os.wait4(process, 0)
    os.close(terminal)
    if status:
        raise SystemExit(f"{arguments}: {seen.decode()}")
    return (used.ru_utime + used.ru_stime) * 1000


def read(terminal: int) -> bytes:
    """Return what a terminal shows next; nothing once its process has ended."""
    try:
        return os.read(terminal, 10_000)
    except OSError:  # as Linux says it
        return b""


if __name__ == "__main__":
    main()
