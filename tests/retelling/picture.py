"""Take the picture of a report that docs/files.md shows: `python tests/retelling/picture.py`."""

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
SIZE = (1200, 900)

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIETLY = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


@contextmanager
def started() -> Iterator[Any]:
    """Start the system's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
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
    with started() as browser:
        take_picture(browser, PICTURE)
