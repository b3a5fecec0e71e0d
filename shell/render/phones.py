"""Answer the commands of players' phones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.concerns.groups.decide import no_group
from engine.concerns.phones.commands import (
    ChangeLink,
    DeclineWaiting,
    DropSeat,
    ServePages,
    ShowWaiting,
    StopServing,
    TakeWaiting,
)
from engine.refusal import Refused
from engine.text import join_names, quote
from shell.language.kinds.plausible import SPELLED_NUMBERS
from shell.output import PLAIN, page_columns
from shell.render import Answer, Asked, answers, carries_out
from shell.render.readings import group_json
from shell.runner import Desk
from shell.serving.addresses import own_addresses
from shell.serving.asking import NOBODY_CAME, PhoneAsking, tell_time
from shell.serving.folder import LiveFolder
from shell.serving.parent import NotServed, Served, find_served, leave_order, start_serving, stop_serving
from shell.serving.taking import decline_line, take_line, take_xcard
from shell.serving.tray import XCARD, TakenLine, Tray, WaitingLine, XCard, find_waiting

#: What to know of pages in a network, and of those that only this computer shows.
IN_NETWORK = "Whoever is in this network and has the link reads what players may see. Nothing is written without you."
ON_THIS_COMPUTER = "Only this computer shows them: “serve stop”, then “serve lan” lets phones in."

#: The frame of light around a code, in its squares.
QUIET = 2

#: How long is waited for the server to change what it tells.
CHANGES_WITHIN = 1.0


def group_of(asked: Asked) -> str:
    """Return the group whose pages are meant: the named one, or that of who speaks. Raise Refused if there is none."""
    state, named = asked.state, getattr(asked.command, "group", None)
    if named is not None and named not in state.groups:
        raise no_group(state, named, "group")
    return state.group if named is None else str(named)


def live_folder(asked: Asked) -> LiveFolder:
    """Return the folder of the group's pages."""
    return LiveFolder.of(asked.campaign, group_of(asked))


def must_be_served(asked: Asked) -> Served:
    """Return who serves the pages. Raise Refused if nobody does."""
    found = find_served(live_folder(asked))
    if found is None:
        group = group_of(asked)
        hint = f"“serve lan{f' group {quote(group)}' if group else ''}” lets players follow on their phones"
        raise Refused(f"nothing is served{f' at {group}' if group else ''}", hint=hint)
    return found


@answers(ServePages)
def answer_serve(asked: Asked) -> Answer:
    """Begin to serve, or show what is served."""
    file, folder = served_file(asked), live_folder(asked)
    found = find_served(folder) or begin_pages(asked, file, folder)
    if found.begun:
        note = moved_port(found)
        return Answer(served_json(found), lambda: "\n".join([*note, *started_lines(found)]))
    must_be_of(file, found)
    leave_order(folder, {"shown": True})
    return Answer(served_json(found), lambda: "\n".join(status_lines(found)))


def begin_pages(asked: Asked, file: Path, folder: LiveFolder) -> Served:
    """Begin to serve, unless somebody else has just begun. Raise Refused if that cannot be done."""
    command = asked.command
    if command.lan and not own_addresses():
        raise Refused("this computer is in no network", hint="“serve” shows the pages on this computer alone")
    try:
        return start_serving(file, folder, lan=command.lan, port=command.port, group=group_of(asked))
    except NotServed as error:
        raise not_served(command, error) from None


def served_file(asked: Asked) -> Path:
    """Return the file that phones follow. Raise Refused for a log that is none."""
    if asked.place.file is None:
        raise Refused("phones follow a log that is a file")
    return asked.place.file


def must_be_of(file: Path, found: Served) -> None:
    """Raise Refused if another log of the same campaign is served, such as a fork's."""
    if found.path != str(file.resolve()):
        raise Refused(f"another log of this campaign is served: {found.path}", hint="“serve stop” ends that")


def not_served(command: ServePages, error: NotServed) -> Refused:
    """Return the refusal of pages that cannot be served."""
    if not error.port:
        return Refused(f"the pages cannot be served: {error}")
    if command.port is None:
        return Refused("no port is free for the pages", hint="“serve 9000” names one")
    lan = " lan" if command.lan else ""
    group = f" group {quote(command.group)}" if command.group else ""
    hint = f"“serve {min(command.port + 1, 65535)}{lan}{group}” tries the next"
    return Refused(f"port {command.port} cannot be used", about="port", hint=hint)


def moved_port(started: Served) -> list[str]:
    """Say that another port is used than the last one, or the usual one, which is in use."""
    moved = started.port != started.wanted
    return [f"Port {started.wanted} is in use; serving at {started.port}."] if moved else []


def served_json(found: Served) -> dict[str, Any]:
    """Return who serves and follows as the contract of `--json` promises."""
    seats = [{"player": player, "seen": None if seen is None else tell_time(seen)} for player, seen in found.seats]
    return {
        "url": found.urls[0],
        "urls": list(found.urls),
        "port": found.port,
        "lan": found.lan,
        "followers": found.followers,
        "seats": seats,
    } | group_json(found.group)


def started_lines(found: Served) -> Iterator[str]:
    """Yield what to know of pages that are served now: their link, the code of it, and who reads along."""
    yield f"✓ {tell_whose(found)} follow at {found.urls[0]}"
    yield from code_lines(found.urls[0]) if found.lan else []
    bare = found.urls[0].rsplit("/", 2)[0]
    yield f"  Without a camera: open {bare} and ask to come in. For a TV add #tv"
    yield from (f"  Also at {url}" for url in found.urls[1:])
    yield f"  {IN_NETWORK if found.lan else ON_THIS_COMPUTER}"


def tell_whose(found: Served) -> str:
    """Return whose players follow."""
    return f"Players of {found.group}" if found.group else "Players"


def status_lines(found: Served) -> Iterator[str]:
    """Yield the link of the pages, and who follows."""
    yield f"{tell_whose(found)} follow at {found.urls[0]}"
    yield from code_lines(found.urls[0]) if found.lan else []
    yield from (f"  Also at {url}" for url in found.urls[1:])
    yield f"  {tell_followers(found)}"
    yield from () if found.lan else [f"  {ON_THIS_COMPUTER}"]
    if found.unopened:
        yield f"  {NOBODY_CAME.format(found.port)}"


def tell_followers(found: Served) -> str:
    """Return how many screens follow, and whose seats there are."""
    screens = "1 screen follows" if found.followers == 1 else f"{found.followers or 'no'} screens follow"
    players = [player for player, _ in found.seats]
    return f"{screens}; seats: {join_names(players)}" if players else f"{screens}; nobody has a seat"


def code_lines(url: str) -> list[str]:
    """Return the code of a link, two of its rows on a line, or nothing for ears and where it does not fit.

    Light is drawn and dark left out, as terminals are dark.
    """
    import segno

    if PLAIN.get():
        return []
    rows = [list(row) for row in segno.make(url.upper(), error="L", boost_error=False).matrix_iter(border=QUIET)]
    if len(rows[0]) > page_columns():
        return []
    rows += [[1] * len(rows[0])] if len(rows) % 2 else []
    squares = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(squares[bool(a), bool(b)] for a, b in zip(one, two, strict=True)) for one, two in pairs]


@answers(StopServing)
def answer_stopped(asked: Asked) -> Answer:
    """End the pages."""
    must_be_served(asked)
    stop_serving(live_folder(asked))
    return Answer({}, lambda: "✓ The pages are closed")


@answers(ChangeLink)
def answer_new_link(asked: Asked) -> Answer:
    """Give the pages another link."""
    before = must_be_served(asked)
    leave_order(live_folder(asked), {"new link": True})
    until, found = time.monotonic() + CHANGES_WITHIN, before
    while found.urls == before.urls and time.monotonic() < until:
        time.sleep(0.02)
        found = find_served(live_folder(asked)) or found
    said = ["✓ Every open page and every seat has ended.", *status_lines(found)]
    return Answer(served_json(found), lambda: "\n".join(said))


@answers(DropSeat)
def answer_dropped(asked: Asked) -> Answer:
    """Take a player's phone its seat."""
    found, player = must_be_served(asked), asked.command.player
    seated = [name for name, _ in found.seats]
    if player not in seated:
        hint = f"seats: {join_names(seated)}" if seated else "nobody has a seat"
        raise Refused(f"no player “{player}” follows", about="player", hint=hint)
    leave_order(live_folder(asked), {"drop": player})
    return Answer({"player": player}, lambda: f"✓ {player}'s phone has no seat any more")


# --- phones that ask -----------------------------------------------------------------------------------------------


@answers(ShowWaiting)
def answer_waiting(asked: Asked) -> Answer:
    """Answer with what waits."""
    found = find_waiting(live_folder(asked))
    return Answer(
        {"lines": [each.as_json() for each in found]},
        lambda: "\n".join(each.told for each in found) or "nothing waits",
    )


@carries_out(TakeWaiting)
def carry_out_take(desk: Desk, command: TakeWaiting) -> Asked:
    """Take a line, which is carried out as if it had been typed, or let a phone in. Raise Refused."""
    campaign = desk.for_writing()
    folder = LiveFolder.of(campaign)
    found = the_waiting(folder, command.number)
    if isinstance(found, PhoneAsking):
        folder.write(f"answer-{found.number}", {"taken": True})
        return Asked(campaign, command, place=desk.place, found=found)
    outcome = take_xcard(desk) if isinstance(found, XCard) else take_line(desk, TakenLine(found, command.line or None))
    if outcome.fault is not None or outcome.asked is None:
        fault = outcome.fault
        raise Refused(fault.message if fault else "nothing was taken", hint=fault.hint if fault else None)
    return outcome.asked


@answers(TakeWaiting)
def answer_let_in(asked: Asked) -> Answer:
    """Answer that a phone was let in."""
    found, served = asked.found, find_served(live_folder(asked))
    seated = [player for player, _ in served.seats] if served else []
    more = f". {found.player} has another phone here already" if found.player in seated else ""
    said = f"{found.player}'s phone has a seat{more}" if found.player else "the phone is let in"
    return Answer({"number": found.number, "player": found.player}, lambda: f"✓ {said}")


@answers(DeclineWaiting)
def answer_put_away(asked: Asked) -> Answer:
    """Decline a line, or refuse a phone."""
    folder, said = live_folder(asked), asked.command.text
    found = the_waiting(folder, asked.command.number)
    if isinstance(found, PhoneAsking):
        folder.write(f"answer-{found.number}", {"taken": False, "said": said})
        whose = f"{found.player}'s phone is refused" if found.player else "the phone is refused"
    elif isinstance(found, XCard):
        folder.remove(XCARD)
        whose = "the X-card is put away"
    else:
        whose = decline_line(Tray(folder), found, said)
    return Answer({"number": found.number, "player": found.player}, lambda: f"✓ {whose}")


def the_waiting(folder: LiveFolder, number: int | None) -> PhoneAsking | WaitingLine | XCard:
    """Return what waits under a number, or the only line that waits. Raise Refused if there is none, or several."""
    waiting = find_waiting(folder)
    lines = [each for each in waiting if not isinstance(each, PhoneAsking)]
    if number is None and len(lines) == 1:
        return lines[0]
    found = next((each for each in waiting if each.number == number), None)
    if found is not None:
        return found
    if not waiting:
        raise Refused("nothing waits", about="number")
    if not lines:
        said = f"no phone shows {number}" if number else "type the two digits that the phone shows"
        raise Refused(said, about="number", hint="“waiting” lists the phones that ask")
    few = SPELLED_NUMBERS[len(lines) - 1] if len(lines) <= len(SPELLED_NUMBERS) else len(lines)
    said = f"{few} {'line waits' if len(lines) == 1 else 'lines wait'}"
    raise Refused(f"{said}: “waiting” lists {'it' if len(lines) == 1 else 'them'}", about="number")
