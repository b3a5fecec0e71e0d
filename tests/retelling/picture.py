"""Take the picture of a report that docs/files.md shows: `python tests/retelling/picture.py`.

With `--found` it only looks whether there is a browser to take it with, and fails if there is none.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]

#: The picture, and the evening that it shows.
PICTURE = ROOT / "docs" / "report.png"
EVENING = ROOT / "sessions" / "13-peupfudge-salt.session"

#: How wide and tall it is, in pixels.
SIZE = (1200, 1280)

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIETLY = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


class BrowserMissing(Exception):
    """There is no browser to look at pages in, for the reason given."""


@contextmanager
def started() -> Iterator[Any]:
    """Start the system's Chromium, or else Playwright's own. Raise BrowserMissing if there is none."""
    try:
        import axe_playwright_python  # noqa: F401 - some of the checks are its
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise BrowserMissing(f"{error}: pip install playwright axe-playwright-python") from None
    with sync_playwright() as driver:
        found = CHROMIUM or driver.chromium.executable_path
        if not Path(found).exists():
            raise BrowserMissing("no Chromium: apt-get install chromium, or python -m playwright install chromium")
        browser = driver.chromium.launch(executable_path=found, args=QUIETLY)
        yield browser
        browser.close()


def take_picture(browser: Any, picture: Path) -> None:
    """Play an evening, write its report, and take a picture of how it begins."""
    from shell.runner import Desk

    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "evening.db")
        for line in EVENING.read_text("utf-8").splitlines():
            desk.do(line)
        desk.do(f"report {folder}/evening.html")
        desk.close()
        page = browser.new_page(viewport=dict(zip(("width", "height"), SIZE, strict=True)))
        page.goto(f"file://{folder}/evening.html")
        page.screenshot(path=picture)
        page.close()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    try:
        with started() as browser:
            if "--found" not in sys.argv:
                take_picture(browser, PICTURE)
    except BrowserMissing as missing:
        sys.exit(str(missing))
