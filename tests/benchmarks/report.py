"""What a report costs: the time to make one, its size, and how soon a browser has it ready. By hand, never failing.

    python tests/benchmarks/report.py               campaigns of 2,016 and 10,000 events, in a minute or two
    python tests/benchmarks/report.py --events N    another campaign
    python tests/benchmarks/report.py --runs N      another number of runs than 5
    python tests/benchmarks/report.py --no-browser  the time to make it and its size alone

The time is that of the processor, from before the log is opened until the page is written, in a fresh process whose
imports are done. It is set beside an import of what the command needs, so that what the machine does besides falls on
both. The page is opened at the width of a telephone, with the processor slowed down four times. Until it is ready the
time is that of the browser's main thread; of a step and of a search it is what somebody waits for.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from rebuild import ROOT, log_of

sys.path.insert(0, str(ROOT / "tests" / "retelling"))

MAKE = """
import sys, time
from pathlib import Path
import engine.project, shell.runner
from engine.campaign import Campaign
from replay.retelling.report.writing import write_report
imported = time.process_time()
campaign = Campaign.open(sys.argv[1], writable=False)
written = write_report(campaign, Path(sys.argv[2]), again=True)
print(imported, time.process_time() - imported, written.bytes)
"""

#: How many nodes a page holds.
NODES = """() => {
    const nodes = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let held = 0;
    while (nodes.nextNode()) held++;
    return held;
}"""

SHOWN = "() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))"
STEPS_TIMED = 100

#: How many times slower than here a telephone is taken to be.
SLOWER = 4

#: How long steps back with the slider take, each with its layout.
STEP = f"""async () => {{
    const found = [];
    for (let step = 0; step < {STEPS_TIMED}; step++) {{
        const begun = performance.now();
        document.getElementById("back").click();
        document.body.offsetHeight;
        found.push(performance.now() - begun);
        await new Promise((done) => setTimeout(done));
    }}
    return found;
}}"""

#: How long searches for some words take, each with its layout.
SEARCH = """async () => {
    const found = [], field = document.getElementById("f-text");
    for (const word of ["go", "golden", "mood", "snow", ""]) {
        const begun = performance.now();
        field.value = word;
        field.dispatchEvent(new Event("input"));
        document.body.offsetHeight;
        found.push(performance.now() - begun);
        await new Promise((done) => setTimeout(done));
    }
    return Math.max(...found);
}"""


def make(log: Path, page: Path, runs: int) -> None:
    """Print how long a report takes to make, and how large it is."""
    found = []
    for _ in range(runs):
        command = [sys.executable, "-c", MAKE, str(log), str(page)]
        answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        found.append([float(each) for each in answer.split()])
    imported, made, size = (median(column) for column in zip(*found, strict=True))
    print(f"  made in {made * 1000:.0f} ms, {made / imported:.2f} times its imports ({imported * 1000:.0f} ms)")
    print(f"  {size / 1000:.0f} kB")


def look(browser: Any, page: Path, runs: int) -> None:
    """Print how soon a browser has a page ready, and how fast its slider is."""
    found = []
    for _ in range(runs):
        context = browser.new_context(viewport={"width": 360, "height": 740}, offline=True)
        tab = context.new_page()
        session = context.new_cdp_session(tab)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        tab.goto(f"file://{page}")
        tab.evaluate(SHOWN)
        ready = busy(session)
        steps = sorted(tab.evaluate(STEP))
        found.append(
            (tab.evaluate(NODES), ready, steps[len(steps) // 2], steps[-len(steps) // 20], tab.evaluate(SEARCH))
        )
        context.close()
    nodes, ready, step, slowest, search = (median(column) for column in zip(*found, strict=True))
    print(
        f"  {nodes:,.0f} nodes, ready in {ready:.0f} ms; a step of the slider {step:.1f} ms, 19 of 20 {slowest:.1f} ms"
    )
    print(f"  a search {search:.0f} ms at most")


def busy(session: Any) -> float:
    """Return how long a tab's main thread has worked, in milliseconds."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in found if each["name"] == "TaskDuration")) * 1000


def look_at_all(pages: list[Path], runs: int) -> None:
    """Open each page in a Chromium, if there is one."""
    from picture import BrowserMissing, started

    try:
        with started() as browser:
            for page in pages:
                print(f"{page.stem} events in Chromium {browser.version}")
                look(browser, page, runs)
    except BrowserMissing as missing:
        print(f"no browser: {missing}")


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, nargs="*", default=[2016, 10_000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--no-browser", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        pages = [Path(folder) / f"{events}.html" for events in asked.events]
        for events, page in zip(asked.events, pages, strict=True):
            print(f"{events:,} events")
            make(log_of(events), page, asked.runs)
        if not asked.no_browser:
            look_at_all(pages, asked.runs)


if __name__ == "__main__":
    main()
