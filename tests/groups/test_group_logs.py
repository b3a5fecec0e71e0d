"""Logs in which groups alternate: scripts, copies, checks, and what an earlier program makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from given import seated

from engine import Campaign
from engine.commands import MakeNote
from engine.concerns.groups.events import GroupJoined
from engine.history import packing
from engine.history.fold import Fold
from engine.project import apply
from engine.sheet import values, view
from engine.state import State
from replay.audit.auditor import audit
from replay.files.transfer import export_jsonl, import_new
from replay.files.verify import verify
from shell.runner import Desk

EVENINGS = """\
new fudge The World
pc Ada by Ann
pc Bo by Bob
pc Cy by Cyn
as Mara
session start "The inn" with Ada
scene Before the inn
as Jon
group new North
session start "The ford" with Bo, Cy
fight start
as Mara
note the inn is full
as Jon
award all 3
effect Cy stunned a -1 until fight
as Mara
fight start
award Ada 2
as Jon
scene A ford
roll 2d6 for Bo rolled 3 4
undo
as Mara
roll 2d6 for Ada rolled 1 6
as "Lee Ann"
group North
note a note by Lee
as Jon
xcard back
rename North to Northwatch
fight end
session end
as Mara
undo
session end"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two evenings that alternate."""
    found = seated(tmp_path / "world.db", EVENINGS)
    assert found.do("as Mara").fault is None
    yield found
    found.close()


def list_values(campaign: Campaign) -> dict[str, object]:
    """Return what all sheets show, and where everybody sits."""
    state = campaign.seen_from("").state
    sheets = {name: values(view(state, name)) for name in state.sheets}
    scenes = {group: state.seen_from(group).scene for group in ("", *state.groups)}
    sessions = [(each.number, each.title, each.group, each.end is None) for each in state.sessions]
    return {"sheets": sheets, "scenes": scenes, "sessions": sessions, "groups": state.groups, "seats": state.seats}


def test_a_script_of_alternating_evenings_makes_the_same_sheets_speakers_and_groups(desk: Desk, tmp_path: Path) -> None:
    answer = desk.do(f"export {tmp_path / 'all.session'}").answer
    assert answer is not None
    assert "23 lines" in answer.text() or "differ" not in answer.text(), answer.text()
    script = (tmp_path / "all.session").read_text("utf-8")
    assert 'as "Lee Ann"' in script
    assert "group Northwatch" in script
    again = Desk(tmp_path / "again.db")
    for line in filter(None, script.splitlines()):
        assert line.startswith("#") or again.do(line).fault is None, line
    assert desk.campaign is not None
    assert again.campaign is not None
    assert list_values(again.campaign) == list_values(desk.campaign)
    counting = [each for each in desk.campaign.events() if each.seq not in desk.campaign.history.inactive]
    told = {(each.by, each.event.group, each.type) for each in counting if each.type in ("NoteMade", "SceneSet")}
    made = {(each.by, each.event.group, each.type) for each in again.campaign.events()}
    assert told <= made
    again.close()


def test_a_script_of_one_speaker_and_group_says_neither(tmp_path: Path) -> None:
    desk = seated(tmp_path / "one.db", "new fudge\npc Ada\nsession start\nnote x")
    assert desk.do(f"export {tmp_path / 'one.session'}").fault is None
    lines = (tmp_path / "one.session").read_text("utf-8").splitlines()
    assert not any(line.startswith(("as ", "group ")) for line in lines)
    desk.close()


def test_a_copy_in_lines_of_json_has_every_byte_and_group(desk: Desk, tmp_path: Path) -> None:
    assert desk.campaign is not None
    head = export_jsonl(desk.campaign.log, tmp_path / "all.jsonl")
    assert import_new(tmp_path / "all.jsonl", tmp_path / "copy.db").head == head
    with Campaign.open(tmp_path / "copy.db") as copy:
        assert list_values(copy) == list_values(desk.campaign)
        assert copy.seen_from("").state == desk.campaign.seen_from("").state


def test_alternating_evenings_pass_every_check_twice(desk: Desk) -> None:
    assert desk.campaign is not None
    assert verify(desk.place.file).report.ok
    assert audit(desk.campaign).ok
    assert desk.do("note more").fault is None
    assert audit(desk.campaign).ok


def test_a_log_is_folded_alike_in_one_go_event_by_event_and_from_disk(desk: Desk) -> None:
    assert desk.campaign is not None
    whole = desk.campaign.seen_from("").state
    counting = desk.campaign.history
    fold = Fold(State(), counting, naming=desk.campaign.naming).through(desk.campaign.log, whole.seq)
    assert fold == whole
    single = State()
    for each in desk.campaign.events():
        if each.seq in counting.inactive:
            single.arrive(each.seq, each.event.group)
            single.seq = each.seq
        else:
            apply(single, each.event, each.seq)
    assert single == whole
    kept: State = packing.unpack(packing.pack(whole))
    assert kept == whole
    for state in (kept, whole.copy(), whole.apart()):  # a board that is seen and changed is that of its group
        assert state.board is state.boards[state.group]
    assert [whole.group_at(each.seq) for each in desk.campaign.events()] == [
        each.event.group for each in desk.campaign.events()
    ]


def test_notes_and_undone_events_have_a_group_and_a_session_too(desk: Desk) -> None:
    assert desk.campaign is not None
    state = desk.campaign.state
    for each in desk.campaign.events():
        expected = 0 if each.event.group == "" and state.session_at(each.seq) == 0 else 1 + bool(each.event.group)
        assert state.session_at(each.seq) == expected or each.event.group == "", each


def test_no_event_carries_a_group_before_it_was_made(tmp_path: Path, desk: Desk) -> None:
    assert desk.campaign is not None
    seen = {""}
    for each in desk.campaign.events():
        assert each.event.group in {"Northwatch", *seen}
        if isinstance(each.event, GroupJoined):
            seen.add(each.event.name)
    export_jsonl(desk.campaign.log, tmp_path / "all.jsonl")
    lines = (tmp_path / "all.jsonl").read_text("utf-8").splitlines()
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([*lines[:4], lines[4].replace('"body":{', '"body":{"group":"Nowhere",', 1)]), "utf-8")
    assert desk.do(f"import {forged}").fault is not None


def test_an_audit_of_a_group_that_was_never_made_finds_it(tmp_path: Path) -> None:
    from engine.drafts import make_drafts, make_rows  # as a forger would
    from engine.events import NoteMade
    from engine.groups import put_in_group

    with Campaign.create(tmp_path / "c.db", "fudge") as campaign:
        campaign.execute(MakeNote("here"))
        drafts = make_drafts([put_in_group(NoteMade("there"), "Nowhere")], "GM", campaign.clock())
        campaign.log.append(campaign.log.head, make_rows(campaign.log, campaign.log.head, drafts))
    report = verify(tmp_path / "c.db").report
    assert [each.why for each in report.problems] == ["no group “Nowhere”"]


def test_two_looks_at_once_at_different_groups_see_their_own(desk: Desk) -> None:
    assert desk.campaign is not None
    north, first = desk.campaign.seen_from("Northwatch"), desk.campaign.seen_from("")
    assert (north.state.scene, first.state.scene) == ("A ford", "Before the inn")
    assert (north.state.session, first.state.session) == (2, 1)
