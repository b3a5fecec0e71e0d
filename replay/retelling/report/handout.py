"""Gather sheets to print, as they are now or were at the end of a session; of one character also its story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.point import session_span
from engine.refusal import Refused
from engine.state import State
from engine.value import value
from replay.audience.rule import View
from replay.retelling.recap import recap_in
from replay.retelling.report.film import film
from replay.retelling.report.portrait import find_portrait
from replay.retelling.report.printed import account_of, print_sheet
from replay.retelling.wording import mark_numbers, stop_of


@value
class Deeds:
    """What a character did and met in an evening: its heading, its day, and sentences with their events' numbers."""

    evening: str
    day: str
    sentences: tuple[tuple[str, str], ...]


def gather_handout(seen: View, who: Sequence[str], session: int | None) -> dict[str, Any]:
    """Return the data for pages of sheets. Raise Refused for a sheet that the audience does not see."""
    campaign = seen.campaign
    state, last = campaign.state, campaign.state.seq
    if session is not None:
        last = session_span(state, session)[1]
        state = campaign.state_at(last, corrected=True)
    people = people_to_print(seen, state, who)
    seen.work_out(0, last)
    (_, footage), end = film(seen, 0, last), seen.numbering.place_behind(last)
    sheets = [
        print_sheet(
            state,
            seen.sheet(state, name),
            account_of(seen, footage, name, end),
            find_portrait(campaign, state.sheets[name]),
        )
        for name in people
    ]
    return {
        "title": state.title or "A campaign",
        "game": state.rules.title,
        "session": state.session,
        "for_players": seen.for_players,
        "sheets": sheets,
        "deeds": [*list_deeds(seen, state.session, people[0])] if len(people) == 1 else None,
    }


def people_to_print(seen: View, state: State, who: Sequence[str]) -> Sequence[str]:
    """Return whose sheets to print, PCs first: those asked for, one player's own, or all that the audience sees."""
    for name in who:
        if not seen.sees(name):
            raise Refused(f"players do not see {name}'s sheet", about="who", hint=f"“show {name}” shows it to them")
        if name not in state.sheets:
            raise Refused(f"{name} was not there yet", about="who", hint="leave the session out")
    own = [name for name in state.sheets if seen.owns(name)]
    found = list(who) or own or [name for name in state.sheets if seen.sees(name)]
    if not found:
        raise Refused("there are no sheets to print", about="file", hint="“pc NAME” adds a character")
    return sorted(found, key=lambda name: state.sheets[name].kind != "pc") if not who else found


def list_deeds(seen: View, session: int, name: str) -> Iterator[Deeds]:
    """Yield what somebody did and met in each evening up to a session, the last one first. XP stand in the account."""
    for number in reversed([each.number for each in seen.campaign.state.sessions if each.number <= session]):
        told = recap_in(seen, number, name)
        if told.lines:
            sentences = tuple((f"{line.text}{stop_of(line.text)}", mark_numbers(line.seq)) for line in told.lines)
            yield Deeds(f"Session {number}{f': {told.title}' if told.title else ''}", told.dated, sentences)
