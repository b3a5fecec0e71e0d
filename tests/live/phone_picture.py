"""Take the picture of a phone beside a prompt that the README shows: `python tests/live/phone_picture.py`."""

from __future__ import annotations

import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "retelling"))

from picture import BrowserMissing, started
from served import served

ROOT = Path(__file__).parents[2]

#: The picture, the evening that it shows, and the last line of that before what is typed.
PHONE_PICTURE = ROOT / "docs" / "phone.png"
MIST = ROOT / "sessions" / "12-lite-mist.session"
BEFORE = 'mark "Drowned Hand 1"'

#: What is typed at the prompt, and how wide and tall phone and picture are, in pixels.
TYPED = ("round", 'mark Oskar serious as "a cold grip"', "check Fenna Boating -1 dark vs Fair rolled + + 0 0")
PHONE = (360, 620)
PICTURE = (1060, 662)

STYLE = """
body { margin: 0; padding: 20px; display: flex; gap: 28px; background: #fff; align-items: center; }
pre { flex: 1; margin: 8px 0; align-self: flex-start; color: #1f2328; white-space: pre-wrap; }
pre { font: 13px/1.7 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
b { color: #0550ae; }
img { width: 360px; border: 1px solid #968b7b; border-radius: 18px; }
"""


def take_phone_picture(browser: Any, picture: Path) -> None:
    """Type some lines while a phone follows, and take a picture of both."""
    lines = MIST.read_text("utf-8").split(f"{BEFORE}\n")[0] + BEFORE
    played = "\n".join(line for line in lines.splitlines() if line and not line.startswith("#"))
    with TemporaryDirectory() as folder, served(Path(folder), lines=played) as table:
        phone = browser.new_page(viewport=dict(zip(("width", "height"), PHONE, strict=True)))
        phone.goto(table.served.urls[0] + "#as=Oskar")
        phone.locator("h1").first.wait_for()
        said = []
        for line in TYPED:
            outcome = table.desk.do(line)
            assert outcome.answer is not None, outcome.fault
            said.append(f"<b>&gt; {escape(line)}</b>\n{escape(str(outcome.answer.text()))}")
        phone.get_by_text("a cold grip").first.wait_for()
        shown = b64encode(phone.screenshot()).decode()
        phone.close()
        text = "\n".join(said)
        page = browser.new_page(viewport=dict(zip(("width", "height"), PICTURE, strict=True)))
        page.set_content(f"<style>{STYLE}</style><pre>{text}</pre><img src='data:image/png;base64,{shown}'>")
        page.locator("img").wait_for()
        page.screenshot(path=picture)
        page.close()


if __name__ == "__main__":
    try:
        with started() as browser:
            take_phone_picture(browser, PHONE_PICTURE)
    except BrowserMissing as missing:
        sys.exit(str(missing))
