"""Test that no XP are lost or made by awards, spending, forfeits and any corrections of them, by plain arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from given import folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from worlds import attempt

from engine import Campaign
from engine.commands import Amend, Award, CreatePc, DefineAbility, Forfeit, Redo, Share, Spend, Undo
from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone
from engine.concerns.experience.events import Drawing
from engine.events import XpAwarded, XpTaken
from replay.accounts.ledger import account
from replay.audit.auditor import audit
from replay.moment import Moment

WHO = st.sampled_from(["Ann", "Bob"])
FEW = st.integers(1, 6)
EVENT = st.integers(0, 99)

COMMANDS = st.one_of(
    st.builds(lambda who, n: Award((who,), n), WHO, st.integers(1, 9)),
    st.builds(lambda n: Award(amount=n, all=True), FEW),
    st.builds(lambda who, n: Spend(who, (Share(n, "Chess"),)), WHO, FEW),
    st.builds(Forfeit, WHO, FEW, st.booleans()),
    st.builds(Undo, EVENT),
    st.builds(Undo, EVENT, cascade=st.just(True)),
    st.builds(Undo, EVENT, keep=st.just(True)),
    st.just(Undo()),
    st.just(Redo()),
    st.builds(Redo, EVENT),
    st.builds(Amend, EVENT, amount=FEW),
    st.builds(lambda n, amount: Amend(n, amount=amount, keep=True), EVENT, FEW),
)


def moves(campaign: Campaign) -> Iterator[tuple[str, str, int]]:
    """Yield who gained or lost how many XP in which way, by the events that count after all corrections."""
    events = {each.seq: each.event for each in campaign.events()}
    gone: set[int] = set()
    for event in events.values():
        match event:
            case EventsUndone(targets):
                gone |= {*targets}
            case EventsRedone(targets):
                gone -= {*targets}
    amounts = {e.award: e.amount for seq, e in events.items() if isinstance(e, AwardAmended) and seq not in gone}
    for seq, event in events.items():
        if seq not in gone and isinstance(event, XpAwarded):
            yield event.character, "awarded", amounts.get(seq, event.amount)
        elif seq not in gone and isinstance(event, Drawing):
            yield event.character, "taken" if isinstance(event, XpTaken) else "spent", event.amount


@pytest.mark.slow
@pytest.mark.rule("PF-21", "PF-23")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(COMMANDS, min_size=5, max_size=25))
def test_what_was_awarded_was_spent_or_taken_or_is_left_whatever_was_corrected(commands: list[object]) -> None:
    with folder() as place, Campaign.create(Path(place) / "c.db") as campaign:
        for command in (DefineAbility(("Chess",)), CreatePc("Ann"), CreatePc("Bob"), *commands):
            attempt(campaign, command)
        found = list(moves(campaign))
        for name, sheet in campaign.state.sheets.items():
            sums = {
                way: sum(n for who, by, n in found if (who, by) == (name, way)) for way in ("awarded", "spent", "taken")
            }
            assert sums == {"awarded": sheet.awarded, "spent": sheet.spent, "taken": sheet.taken}
            assert sheet.unspent == sums["awarded"] - sums["spent"] - sums["taken"] == sum(sheet.lots.values())
            statement = account(Moment.of(campaign), name)
            assert sum(each.moves for each in statement.entries) == statement.unspent == sheet.unspent
            assert (statement.awarded, statement.spent, statement.taken) == tuple(sums.values())
        assert audit(campaign).ok
