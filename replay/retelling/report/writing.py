"""Write pages for a browser: a report of a campaign, or sheets alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.campaign import Campaign
from engine.refusal import Refused
from engine.store.door import Head
from engine.store.files import must_be_sound
from engine.store.placing import create_atomically, must_not_exist
from engine.value import value
from replay.audience.rule import View, Withheld
from replay.retelling.report.handout import gather_handout
from replay.retelling.report.page import Scope, gather_page
from replay.retelling.report.rendering import GENERATOR, render

PAGE_ENDINGS = (".html", ".htm")

#: How many bytes of a file are read to tell whether it is such a page.
BYTES_LOOKED_AT = 1024


@value
class Written:
    """A written report: its file, size, number of events, and what it leaves out of its span.

    `unshown` is how many NPCs it has no sheet of. The number of events left out and the head of the log are None for an
    audience that may not know how many events there are.
    """

    file: Path
    bytes: int
    events: int
    withheld: int | None
    unshown: int
    head: Head | None


@value
class SheetsWritten:
    """Sheets that were written: file, size, characters, the head of the log, and why portraits are left out."""

    file: Path
    bytes: int
    people: tuple[str, ...]
    head: Head | None
    left_out: tuple[str, ...] = ()


def write_report(
    campaign: Campaign,
    path: Path,
    session: int | None = None,
    audience: str | None = None,
    *,
    again: bool = False,
    group: str | None = None,
) -> Written:
    """Write a report of a session, or of all of a group or of every one, into a file. Raise Refused or LogError."""
    found: list[Scope] = []

    def page() -> str:
        found.append(Scope.of(campaign, session, audience, group))
        return render(gather_page(found[0]))

    bytes, head = write_page(campaign, path, page, again=again)
    scope = found[0]
    span = scope.view.events(scope.span.after, scope.span.last)
    withheld = sum(isinstance(each, Withheld) and scope.view.is_of_group(each.seq) for each in span)
    unshown = sum(not scope.view.sees(name) for name in campaign.state.sheets)
    known = (withheld, unshown, head) if scope.view.numbering.has_gaps else (None, unshown, None)
    return Written(path, bytes, len(scope.seen), *known)


def write_sheets(
    campaign: Campaign,
    path: Path,
    who: Sequence[str] = (),
    session: int | None = None,
    audience: str | None = None,
    *,
    again: bool = False,
) -> SheetsWritten:
    """Write sheets, of all characters if none is named, into a file, one to a page. Raise Refused or LogError."""
    view = View.of(campaign, audience)
    found = gather_handout(view, who, session)
    bytes, head = write_page(campaign, path, lambda: render(found, "sheets.html"), again=again)
    people = tuple(sheet.name for sheet in found["sheets"])
    left_out = tuple(f"{each.name}: {each.portrait.left_out}" for each in found["sheets"] if each.portrait.left_out)
    return SheetsWritten(path, bytes, people, head if view.numbering.has_gaps else None, left_out)


def write_page(campaign: Campaign, path: Path, page: Callable[[], str], *, again: bool) -> tuple[int, Head]:
    """Write a page into a file, and return its size and the head of the log. Raise Refused or LogError.

    The log is checked first, so that only a log as it was recorded is sent to others.
    """
    must_be_writable(path, again=again)
    head = campaign.log.head
    must_be_sound(campaign.log, head.seq)
    text = page().encode()
    with create_atomically(path, replaces=lambda path: again) as fresh:
        fresh.write_bytes(text)
    return len(text), head


def must_be_writable(path: Path, *, again: bool) -> None:
    """Raise Refused for a name that no page can have, and for a file that must stay."""
    if path.suffix.casefold() not in PAGE_ENDINGS:
        raise Refused("a report is a page for a browser", about="file", hint="give it a name that ends in .html")
    if not is_page(path):
        must_not_exist(path)
    elif not again:
        raise Refused(f"there is a report {path} already", about="file", hint="“again” at the end writes over it")


def is_page(path: Path) -> bool:
    """Return whether a file is a page that this program wrote."""
    try:
        with path.open("rb") as file:
            return not path.is_symlink() and GENERATOR.encode() in file.read(BYTES_LOOKED_AT)
    except OSError:
        return False
