"""Gather the contents of a page for an audience: an evening or the campaign."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from markupsafe import Markup

from engine.campaign import Campaign
from engine.clock import table_time
from engine.concerns.sessions.events import NoteMade, SceneSet
from engine.point import group_of_session, session_span
from engine.refusal import Refused
from engine.state import State
from engine.value import record, value
from replay.audience.rule import View, Visible
from replay.retelling.recap import must_be_played
from replay.retelling.report.counted import (
    dice_shown,
    evening_chart,
    held_longest,
    luck_shown,
    luck_told,
    traits_used,
    turns_shown,
    xp_by_session,
    xp_shown,
)
from replay.retelling.report.data import pack_page
from replay.retelling.report.drawing import level_scale
from replay.retelling.report.film import Footage, film
from replay.retelling.report.logbook import (
    KINDS_OF_EVENT,
    OTHER_KIND,
    OTHER_LETTER,
    awards_behind,
    corrections_told,
    log_chapters,
    rolls_behind,
    totals_behind,
)
from replay.retelling.report.moments import tell_moments
from replay.retelling.report.party import Places, party_cards, range_of_levels
from replay.retelling.report.printed import PrintedSheet, account_of, print_sheet
from replay.retelling.report.story import NameFinder, tell_evening
from replay.retelling.stats import Statistics, figures_of
from replay.retelling.verdicts import note_of, tell_left_out, tell_moments_of
from replay.seal.finding import find_seals
from replay.seal.known import known_words
from replay.seal.words import LEAST_LETTERS, word_list

#: The most events of a page, for the sake of telephones.
MOST_EVENTS = 20_000


@value
class Stretch:
    """A stretch of the log: the events above `after`, up to and with `last`."""

    after: int
    last: int


@record
class Scope:
    """A report's scope: audience, stretch of the log, and the evening within it to show first.

    `session` is None for all sessions. `span` and `evening` have numbers of the log, `span_counted` and
    `evening_counted` those by which the audience knows events.
    """

    view: View
    session: int | None
    span: Stretch
    number: int
    evening: Stretch

    @classmethod
    def of(
        cls, campaign: Campaign, session: int | None = None, audience: str | None = None, group: str | None = None
    ) -> Scope:
        """Return the scope of a report, of a group or of all for None.

        Raise Refused if nothing was played, or too much for one page.
        """
        state = campaign.state
        group = group_of_session(state, session) if state.boards and session is not None else group
        must_be_played(state, group)
        last = state.next_session - 1 if group is None else state.seen_from(group).session
        number = last if session is None else session
        evening = Stretch(*session_span(state, number))
        span = Stretch(0, state.seq) if session is None else evening
        if span.last - span.after > MOST_EVENTS:
            events = f"{span.last - span.after:,} events are too many for one page"
            raise Refused(events, about="session", hint=f"choose one evening, such as session {state.session}")
        view = View.of(campaign, audience).of_group(group)
        view.work_out(span.after, span.last)
        return cls(view, session, span, number, evening)

    @property
    def campaign(self) -> Campaign:
        """The campaign that the report is about."""
        return self.view.campaign

    @cached_property
    def seen(self) -> tuple[Visible, ...]:
        """The events that the audience sees."""
        return tuple(self.view.read_seen(self.span.after, self.span.last))

    @property
    def told(self) -> tuple[Visible, ...]:
        """The events of the evening that the audience sees."""
        state, number = self.campaign.state, self.number
        found = (each for each in self.seen if self.evening.after < each.logged <= self.evening.last)
        return tuple(each for each in found if not state.boards or state.session_at(each.logged) == number)

    @property
    def span_counted(self) -> Places:
        """The stretch of the log as the audience counts."""
        return self.place_stretch(self.span)

    @property
    def evening_counted(self) -> Places:
        """The evening as the audience counts."""
        return self.place_stretch(self.evening)

    def place_stretch(self, stretch: Stretch) -> Places:
        """Return a stretch of the log as the audience counts."""
        numbering = self.view.numbering
        return Places(numbering.place_behind(stretch.after), numbering.place_behind(stretch.last))

    @property
    def sessions(self) -> tuple[tuple[int, int], ...]:
        """The number of each session with the first event, as the audience counts."""
        found = (each for each in self.campaign.state.sessions if self.view.group in (None, each.group))
        return tuple((each.number, self.view.numbering.renumber(each.start)) for each in found)

    @cached_property
    def then(self) -> State:
        """The campaign at the end of the report, with all corrections."""
        campaign, last = self.campaign, self.span.last
        return campaign.state if last == campaign.state.seq else campaign.state_at(last, corrected=True)

    @cached_property
    def before(self) -> State | None:
        """The campaign before the evening, or None at the beginning."""
        return self.campaign.state_at(self.evening.after, corrected=True) if self.evening.after else None

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The characters whose sheets are in the report: player characters first, the reader's before others."""
        sheets, view = self.then.sheets, self.view
        seen = [name for name in sheets if view.sees(name)]
        return tuple(sorted(seen, key=lambda name: (sheets[name].kind != "pc", not view.owns(name))))

    @property
    def heroes(self) -> tuple[str, ...]:
        """The player characters."""
        return tuple(name for name in self.people if self.then.sheets[name].kind == "pc")

    @cached_property
    def footage(self) -> tuple[Footage, Footage]:
        """The changes by each event when it was recorded, and as they hold now."""
        return film(self.view, self.span.after, self.span.last)

    @property
    def stood(self) -> Footage:
        """The changes by each event when it was recorded."""
        return self.footage[0]

    @property
    def corrected(self) -> Footage:
        """The changes by each event, as they hold now."""
        return self.footage[1]

    @cached_property
    def figures(self) -> Statistics:
        """The figures of the evening."""
        return figures_of(self.view, self.number)

    @cached_property
    def overall(self) -> Statistics:
        """The figures of all that the report is about."""
        return self.figures if self.session is not None else figures_of(self.view)


def gather_page(scope: Scope) -> dict[str, Any]:
    """Return all that the page shows."""
    head, numbering = scope.campaign.log.head, scope.view.numbering
    return {
        "for_players": scope.view.for_players,
        "player": scope.view.player,
        "last": numbering.renumber(scope.span.last),
        "head": head.hash.hex() if numbering.has_gaps else None,
        "head_seq": numbering.renumber(head.seq),
        **gather_seals(scope),
        **gather_story(scope),
        **gather_sheets(scope),
        **gather_figures(scope),
    }


def gather_seals(scope: Scope) -> dict[str, Any]:
    """Return the seals, and what the browser makes their words from.

    Readers who must not learn how many events they miss get none.
    """
    campaign, numbering = scope.campaign, scope.view.numbering
    found = find_seals(campaign) if numbering.has_gaps else []
    with known_words(campaign.log.campaign) as words:
        shown = [{"seal": seal, "words": " ".join(words.of(seal.head))} for seal in found]
    heads = [(campaign.log.campaign, seal.head.seq, seal.head.hash.hex()) for seal in found]
    made_from = {"letters": [word[:LEAST_LETTERS] for word in word_list()], "heads": heads}
    return {"seals": shown, "sealed": Markup(json.dumps(made_from, separators=(",", ":"))) if found else None}


def gather_story(scope: Scope) -> dict[str, Any]:
    """Return the masthead, the evenings, the moments and the corrections."""
    state, view, names = scope.campaign.state, scope.view, NameFinder.of(scope.heroes)
    own = [each for each in state.sessions if view.group in (None, each.group)]
    others = own if scope.session is None else []
    corrections = list(corrections_told(view, scope.span.after, scope.span.last))
    evening = tell_evening(view, scope.number, names)
    # in their order, so that each evening's state is folded from that of the one before
    earlier = [tell_evening(view, each.number, names) for each in others if each.number != scope.number]
    return {
        "title": state.title or "A campaign",
        "game": state.rules.title,
        "evening": evening,
        "day": evening.begun.spoken_day,
        "hours": tell_hours(scope),
        "stand": f"after session {scope.number}, {evening.begun.day}",
        "last_scene": last_told(scope, SceneSet),
        "last_note": last_told(scope, NoteMade),
        "earlier": earlier[::-1],
        "moments": tell_moments(view, scope.figures, scope.told, scope.before, scope.then),
        "moments_of": tell_moments_of(scope.figures),
        "corrections": [each for each in corrections if each.seq > scope.evening_counted.after],
        "corrected_before": [each for each in corrections if each.seq <= scope.evening_counted.after],
    }


def last_told(scope: Scope, kind: type[SceneSet | NoteMade]) -> str:
    """Return the text of the last event of a kind in the evening, or nothing."""
    found = [each.event.text for each in scope.told if each.counts and isinstance(each.event, kind)]
    return found[-1] if found else ""


def print_for_report(scope: Scope, name: str) -> PrintedSheet:
    """Return a sheet as the report prints it."""
    account = account_of(scope.view, scope.corrected, name, scope.span_counted.last)
    return print_sheet(scope.then, scope.view.sheet(scope.then, name), account)


def tell_hours(scope: Scope) -> str:
    """Say from when to when the evening went, with the zone, or that it is from notes; "" if nothing is told of it."""
    shown = [table_time(scope.campaign.state, each.logged, each.at) for each in scope.told]
    shown = shown[:1] if any(each.held for each in shown) else shown
    hours = " to ".join(dict.fromkeys(shown[place].hour for place in (0, -1) if shown))
    return f"{hours} {shown[0].zone}".lstrip() if shown else ""


def gather_sheets(scope: Scope) -> dict[str, Any]:
    """Return the party, every sheet, the log, and the data with which the script changes sheets."""
    view, then, evening = scope.view, scope.then, scope.evening_counted
    stood, corrected = scope.stood, scope.corrected
    log, awards = log_chapters(view, scope.seen), awards_behind(scope.seen)
    kinds = [(name, then.sheets[name].kind) for name in scope.people]
    return {
        "scale": level_scale(*range_of_levels(then, scope.heroes)),
        "cards": list(party_cards(corrected, scope.before, then, scope.heroes, evening)),
        "sheets": [print_for_report(scope, name) for name in scope.heroes or scope.people],
        "log": log,
        "kinds": [*((title, letter) for title, (letter, _) in KINDS_OF_EVENT.items()), (OTHER_KIND, OTHER_LETTER)],
        "data": Markup(
            pack_page(
                stood,
                corrected,
                log,
                rolls_behind(view, scope.seen),
                awards,
                kinds,
                totals_behind(view, scope.seen),
                practised=then.rules.growth == "practice",
            )
        ),
    }


def gather_figures(scope: Scope) -> dict[str, Any]:
    """Return the statistics: the evening's checks, luck, dice, turns, XP and traits."""
    evening, last = scope.told, scope.span_counted.last
    heroes = scope.heroes
    return {
        "chart": evening_chart(evening, scope.figures),
        "luck": list(luck_shown(scope.overall)),
        "luck_told": luck_told(scope.overall) if scope.overall.luck else (),
        "dice": list(dice_shown(scope.overall)),
        "note": note_of(scope.overall),
        "turns": list(turns_shown(evening, scope.figures)),
        "turns_left_out": tell_left_out(scope.figures.turns_left_out),
        "xp": list(xp_shown(scope.stood, scope.corrected, scope.sessions, heroes, last)),
        "xp_names": heroes,
        "xp_rows": xp_by_session(scope.corrected, scope.sessions, heroes, last),
        "traits": traits_used(scope.overall),
        "held": held_longest(scope.corrected, heroes, scope.evening_counted.after, last),
    }
