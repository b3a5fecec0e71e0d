"""Lines in the tray and at the prompt: who has one, when a key takes it, and what is taken by itself."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import DummyOutput

from engine.events import LineTaken
from engine.refusal import Refused
from engine.store.own_files import LIVE, find_folder
from engine.value import evolve
from shell.doors.keys import bind_declining
from shell.doors.prompt import carry_out_declined
from shell.prompt.proposed import RIPE_AFTER, XCARD_SHOWN, ProposedLines
from shell.prompt.typed import LineTyped
from shell.runner import Desk
from shell.serving.folder import LiveFolder
from shell.serving.taking import take_line, tray_of
from shell.serving.tray import XCARD, DeclinedLine, TakenLine, Tray, WaitingLine

TABLE = """new fudge-lite The ferry
rules creation free
pc Fenna by Hanne
trait Fenna Boating Great
session start
"""

CHECK = "check Fenna Boating vs Great rolled + 0 0 -"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Set a table."""
    with_table = Desk(tmp_path / "ferry.db")
    for line in TABLE.splitlines():
        assert with_table.do(line).fault is None, line
    yield with_table
    with_table.close()


def put(desk: Desk, line: str = CHECK, id: str = "aa", number: int = 1, *, may_be_trusted: bool = True) -> WaitingLine:
    """Let a line of Hanne's wait."""
    found = WaitingLine(id, number, "Hanne", line, line, int(time.time()), may_be_trusted=may_be_trusted)
    tray_of(desk).put(found)
    return found


def proposed(desk: Desk, phones: str = "propose") -> ProposedLines:
    """Return the lines as the prompt shows them, where phones have a rule."""
    found = ProposedLines(desk)
    found.read(tray_of(desk).folder, {"phones": phones})
    return found


def test_the_tray_is_for_its_user_alone(desk: Desk) -> None:
    put(desk)
    folder = find_folder(LIVE)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()} == {0o600}


def test_a_line_that_is_no_line_of_ours_does_not_wait(desk: Desk) -> None:
    folder = tray_of(desk).folder
    for name, held in (("line-bb", {"id": "bb"}), ("line-cc", {"id": 3, "number": "x"}), ("line-dd", {})):
        folder.write(name, held)
    (find_folder(LIVE) / folder.call("line-ee")).write_text("{not json")
    assert tray_of(desk).find_lines() == []


def test_a_key_within_a_moment_takes_nothing_and_typing_begins_the_moment_again(desk: Desk) -> None:
    line, found = put(desk), proposed(desk)
    found.stand(found.first)
    assert found.ripe == ""
    time.sleep(RIPE_AFTER + 0.05)
    assert found.ripe == line.id
    found.stand("")
    found.stand(found.first)
    assert found.ripe == ""


def test_a_line_that_another_took_is_not_ripe(desk: Desk) -> None:
    line, found = put(desk), proposed(desk)
    found.stand(found.first)
    time.sleep(RIPE_AFTER + 0.05)
    assert tray_of(desk).claim(line)
    found.read(tray_of(desk).folder, {"phones": "propose"})
    assert found.ripe == ""


def test_of_two_takers_of_a_line_one_takes_it(desk: Desk) -> None:
    line, other = put(desk), Desk(desk.where)
    assert take_line(desk, TakenLine(line)).fault is None
    other.open(writable=True)
    with pytest.raises(Refused, match="Hanne's line does not wait here any more"):
        take_line(other, TakenLine(line))
    assert desk.campaign is not None
    desk.campaign.refresh()
    assert [each.event.proposal for each in desk.campaign.events_of(LineTaken)] == ["aa"]  # type: ignore[union-attr]
    other.close()


def test_del_declines_the_line_that_stood_there_and_none_that_got_its_number(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    line, typed = put(desk), LineTyped(desk)
    shown = typed.waiting.proposed
    shown.lines = [line]
    shown.stand(shown.first)
    pressed = press_delete(typed)
    tray_of(desk).folder.remove("line-aa")  # its player takes it back, and proposes another
    other = put(desk, "note hm", "bb", line.number)
    carry_out_declined(desk, pressed)
    assert "Hanne's line does not wait here any more" in capsys.readouterr().err
    assert tray_of(desk).find_lines() == [other]
    carry_out_declined(desk, DeclinedLine(other))
    assert capsys.readouterr().out == "✓ Hanne's line is declined\n"
    assert tray_of(desk).find_lines() == []
    assert tray_of(desk).folder.read("reply-bb")["taken"] is False


def press_delete(typed: LineTyped) -> DeclinedLine:
    """Press Del at an empty prompt, and return what it ends with."""
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        keys = KeyBindings()
        bind_declining(keys, typed)
        session: PromptSession[DeclinedLine] = PromptSession(key_bindings=keys)
        time.sleep(RIPE_AFTER + 0.05)
        keyboard.send_text("\x1b[3~")
        return session.prompt()


def test_a_taker_that_was_interrupted_leaves_the_line_waiting_or_taken(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = put(desk)
    do = Desk.do
    for after in (False, True):

        def interrupted(self: Desk, text: str, taken: LineTaken | None = None, *, after: bool = after) -> object:
            if after:
                do(self, text, taken)
            raise KeyboardInterrupt

        monkeypatch.setattr(Desk, "do", interrupted)
        with pytest.raises(KeyboardInterrupt):
            take_line(desk, TakenLine(line))
        monkeypatch.setattr(Desk, "do", do)
        assert [each.id for each in tray_of(desk).find_lines()] == ([] if after else ["aa"])
    assert tray_of(desk).folder.read("reply-aa")["taken"] is True


def test_an_x_card_comes_before_all_lines(desk: Desk) -> None:
    put(desk)
    tray_of(desk).folder.write(XCARD, {})
    found = proposed(desk)
    assert (found.first, found.rows(str)[0]) == (XCARD_SHOWN, "X-card")


def test_a_line_is_trusted_by_the_rule_alone_and_not_after_it_was_refused(desk: Desk) -> None:
    put(desk, "note hm", "bb", 2, may_be_trusted=False)
    line = put(desk)
    assert proposed(desk).find_trusted() is None
    found = proposed(desk, "trust")
    assert found.find_trusted() == line
    found.refused.add(line.id)
    assert found.find_trusted() is None


def test_a_line_is_not_taken_by_itself_where_phones_are_trusted_no_more(desk: Desk) -> None:
    assert desk.do("rules phones trust").fault is None
    line, elsewhere = put(desk), Desk(desk.where)
    assert elsewhere.do("rules phones propose").fault is None
    with pytest.raises(Refused, match="phones are trusted no more"):
        take_line(desk, TakenLine(line, trusted=True))
    assert tray_of(desk).find_lines() == [line]
    assert elsewhere.do("rules phones trust").fault is None
    assert take_line(desk, TakenLine(line, trusted=True)).fault is None
    elsewhere.close()


def test_a_free_number_is_none_of_two_digits(desk: Desk) -> None:
    for number in range(1, 10):
        put(desk, id=f"n{number}", number=number)
    assert tray_of(desk).free_number() == 100


def test_a_line_whose_taker_lives_is_not_abandoned(desk: Desk) -> None:
    tray, line = tray_of(desk), put(desk)
    assert tray.claim(line)
    assert list(tray.find_abandoned()) == []
    folder = find_folder(LIVE)
    mine = tray.folder.call(f"claim-aa-{os.getpid()}")
    os.rename(folder / mine, folder / tray.folder.call("claim-aa-999999"))
    assert [found for _, found in tray.find_abandoned()] == [line]
    assert evolve(Tray(LiveFolder("another")), folder=tray.folder).find_lines() == []
