"""The prompt on a screen: what a game master sees while typing, drawn by the real output into a terminal in memory.

Keys are sent when the screen shows what they answer to; nothing here waits for time to pass.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from select import select
from typing import Any

import pytest
from terminal import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    ENTER,
    F1,
    PATIENCE,
    RIGHT,
    TAB,
    UP,
    Player,
    seated,
)

from engine.campaign import Campaign
from engine.types import NUMBER_LIMIT
from shell.doors.past_lines import PastLines
from shell.doors.prompt import reopen
from shell.options import ExitStatus
from shell.prompt.sign import prompt_sign, short_title
from shell.runner import Desk
from shell.settings import settings_file


@pytest.fixture
def player(file: Path, home: Path) -> Iterator[Player]:
    """Seat a player in front of the campaign."""
    with seated(file) as player:
        yield player


def test_it_says_where_we_are_and_how_to_go_on(player: Player) -> None:
    player.sees("The Golden Teapot · Peupfudge", "Last recorded: #54", "Tab completes", "Ctrl-D leaves")


def test_a_line_is_carried_out_and_what_came_of_it_is_shown(player: Player) -> None:
    player.types("award Kotorikh 5 for luck" + ENTER)
    player.sees("✓ #55 Kotorikh is awarded 5 XP")
    player.stands_in("1>")


def test_names_are_offered_while_they_are_typed_with_a_word_beside_them(player: Player) -> None:
    player.types("check Kotorikh Con")
    player.sees("Construction Magic", "Construction  ")
    player.types("struction M")
    player.waits_for(lambda: "Construction   " not in player.screen.text(), "for one name alone")
    player.sees("Construction Magic")


def test_tab_completes_a_name_with_a_space_in_it(player: Player) -> None:
    player.types("check Kotorikh Construction M")
    player.sees("Construction Magic")
    player.types(TAB)
    player.stands_in("1> check Kotorikh Construction Magic")
    player.types("vs 3 rolled +1" + ENTER)
    player.sees("Kotorikh tries Construction Magic against 3: success by 1")


@pytest.mark.parametrize(
    ("begun", "then", "seen"),
    [
        ("check Kotor", "Fitn", "check Kotorikh Fitn"),
        ("contes", "Kot", "contest Kot"),
        ("session star", '"On"', 'session start "On"'),
        ("session en", "x", "session endx"),
    ],
)
def test_tab_leaves_a_space_behind_where_something_may_follow(player: Player, begun: str, then: str, seen: str) -> None:
    player.types(begun)
    player.stands_in(f"1> {begun}")
    player.waits_for(lambda: len(player.screen.text().splitlines()) > 3, "for the offer")
    player.types(TAB + then)
    player.stands_in(f"1> {seen}")


def test_enter_in_the_menu_chooses_and_never_runs(player: Player) -> None:
    player.types("und" + TAB + ENTER + "#4")
    player.stands_in("1> undo #4")
    player.types(CTRL_C + "award Kotorikh 5" + ENTER)
    player.sees("✓ #55 Kotorikh is awarded 5 XP")


def test_enter_runs_a_line_that_tab_made_whole_where_nothing_else_can_follow(player: Player) -> None:
    player.types("config plain of" + TAB + ENTER)
    player.sees("✓ plain = false")


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("check Kotor\tFitn\tvs 3", "check Kotorikh Fitness vs 3"),
        ("spen\tKot", "spend Kot"),
        ("status Kotorikh Ener\tTir", "status Kotorikh Energy Tir"),
        ("award Old Mart\t\t5", "award Old Marten 5"),
        ("contes\tKot\tFit\tvs Oba", "contest Kotorikh Fitness vs Oba"),
    ],
)
def test_tab_works_however_fast_it_is_typed(player: Player, keys: str, line: str) -> None:
    player.types(keys)
    player.stands_in(f"1> {line}")


def test_what_is_chosen_from_several_leaves_a_space(player: Player) -> None:
    player.types("check Kotorikh Construct" + TAB + "vs")
    player.stands_in("1> check Kotorikh Construction Magic vs")


def test_a_mistake_is_shown_with_its_place_and_the_next_line_can_be_typed(player: Player) -> None:
    player.types("check Kotorikh Percepton vs 3" + ENTER)
    player.sees("^^^^^^^^^", "no ability “Percepton”", "did you mean Perception?")
    player.types("note on we go" + ENTER)
    player.sees("✓ #55 on we go")


def test_a_refused_line_stays_with_the_cursor_behind_what_is_wrong(player: Player) -> None:
    player.types("check Kotorikh Percepton vs 3 rolled 0" + ENTER)
    player.sees("did you mean Perception?\nGolden Teapot 1> check Kotorikh Percepton vs 3 rolled 0")
    player.types(3 * BACKSPACE + "tion" + ENTER)
    player.sees("✓ #55 Kotorikh tries Perception against 3")
    player.stands_in("1>")


def test_typing_replaces_a_refused_line_and_a_space_goes_on_with_it(player: Player) -> None:
    player.types("chek" + ENTER)
    player.sees("no command “chek”", "Typing replaces this line.")
    player.stands_in("1> chek")
    player.types("note on we go" + ENTER)
    player.sees("✓ #55 on we go")
    player.types("check Kotorikh" + ENTER)
    player.sees("this needs", "Typing replaces this line.")
    player.stands_in("1> check Kotorikh")
    player.types(" Perception vs 3 rolled 0" + ENTER)
    player.sees("✓ #56 Kotorikh tries Perception against 3")
    player.types("nonsense" + ENTER)
    player.sees("no command “nonsense”")
    player.types(UP)
    player.stands_in("1> nonsense")
    player.types(CTRL_C)


@pytest.mark.parametrize(("refused", "seen"), [("keep", "1> chekx"), ("clear", "1> x")])
def test_a_refused_line_is_kept_or_cleared_as_the_setting_says(player: Player, refused: str, seen: str) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(f'refused = "{refused}"')
    player.types("chek" + ENTER)
    player.sees("no command “chek”")
    player.types("x")
    player.stands_in(seen)


def test_a_refusal_stands_once_on_the_screen_and_comes_back_for_the_line_that_is_mended(player: Player) -> None:
    player.types("sheet Xyzzy" + ENTER)
    player.sees("Typing replaces this line.", "sheet WHO, ...")
    assert player.screen.text().count("no character “Xyzzy”") == 1
    player.types(BACKSPACE)
    player.sees("no character “Xyzz” — “pc Xyzz” or “npc Xyzz” adds one")


def test_what_the_rules_would_refuse_is_said_before_enter(player: Player) -> None:
    player.types("kot perc 3 =5")
    player.sees("4dF gives -4 to +4, not +5")
    assert "needs +1" not in player.screen.text()


def test_tab_makes_a_refused_line_what_was_probably_meant_and_does_not_run_it(player: Player) -> None:
    player.types("award 2 kot" + ENTER)
    player.sees("Tab makes it: award kot 2", "Typing replaces this line.")
    player.types(TAB)
    player.stands_in("1> award kot 2")
    player.types(CTRL_C + "chek kot perc" + ENTER)
    player.sees("Tab makes it: check kot perc")
    player.types(TAB + " vs 3 rolled 0" + ENTER)
    player.sees("✓ #55 Kotorikh tries Perception against 3")


def test_lines_typed_ahead_are_not_mixed_with_a_refused_one(player: Player) -> None:
    player.types("check Kotorikh Percepton vs 3" + ENTER + "note on we go" + ENTER)
    player.sees("✓ #55 on we go")


def test_the_toolbar_shows_the_reading_and_the_chance_before_enter(player: Player) -> None:
    player.types("kot perc 3")
    player.sees("= check Kotorikh Perception vs 3", "Perception 2 vs 3: needs +1 or more on 4dF, 38.3%", "[with DICE]")
    player.types(CTRL_C + "check Kotorikh ")
    player.waits_for(lambda: "TRAIT" in player.screen.text() and player.screen.bold() == "check TRAIT", "for bold")


def test_the_grey_suggestion_is_taken_with_the_right_key(player: Player) -> None:
    player.types("note once upon a time" + ENTER)
    player.sees("✓ #55 once upon a time")
    player.types("note onc")
    player.sees("Teapot 1> note once upon a time\n")
    player.stands_in("1> note onc")
    player.types(RIGHT)
    player.stands_in("1> note once upon a time")


@pytest.mark.rule("FL-132")
def test_the_questions_are_asked_one_by_one_when_the_session_ends(player: Player) -> None:
    player.types('rules questions "Did we help?", "Did we learn?"' + ENTER)
    player.sees("✓ #55 ")
    player.types("session end" + ENTER)
    player.stands_in("Old Marta: Did we help? [yes, no or Enter]")
    player.types("report evening.html for players" + ENTER)
    player.sees("“report evening.html for players” is neither yes nor no", "Ctrl-C leaves the questions.")
    player.stands_in("Old Marta: Did we help? [yes, no or Enter]")
    player.types("y" + ENTER)
    player.stands_in("Old Marta: Did we learn? [yes, no or Enter]")
    player.types("no" + ENTER)
    player.waits_for(lambda: player.screen.line().endswith("Did we help? [yes, no or Enter]"), "for the next player")
    player.types(CTRL_C)
    player.sees("✓ #57 Old Marta is awarded 1 XP (Did we help?)", "✓ #58 ")
    player.stands_in("To seal the session, a player says any number (“4417 Ann”; Enter: no seal):")
    player.types(ENTER)
    player.stands_in(">")


def test_a_session_is_sealed_with_a_number_and_a_name_that_are_asked_until_they_can_be_read(player: Player) -> None:
    player.types("session end" + ENTER)
    player.stands_in("To seal the session, a player says any number (“4417 Ann”; Enter: no seal):")
    player.types("12345 Ann" + ENTER)
    player.sees("A seal takes a number from 0 to 9999 and the player who says it, such as")
    player.types("note the session was long" + ENTER)
    player.sees("A seal takes a number from 0 to 9999 and the player who says it, such as")
    player.types("ann, 417" + ENTER)
    player.sees("✓ #56 Ann seals the log with the number 417", "│   number 417, said by Ann")
    player.stands_in(">")


def test_an_undone_beginning_of_a_session_asks_for_no_seal(player: Player) -> None:
    player.types("session end" + ENTER)
    player.stands_in("To seal the session, a player says any number (“4417 Ann”; Enter: no seal):")
    player.types(ENTER + "session start Too early" + ENTER)
    player.sees("✓ #56 Session 2 begins: Too early")
    player.types("undo" + ENTER)
    player.sees("✓ #57 Undone: #56")
    player.stands_in(">")


def test_who_wants_no_seal_is_not_asked(player: Player) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('seal = "never"')
    player.types("session end" + ENTER)
    player.sees("✓ #55 Session 1 ends")
    player.stands_in(">")


def test_the_settings_are_obeyed_and_a_wrong_one_is_told(player: Player) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("suggestions = false\npreview = false\nsugestions = 1")
    player.types("note once upon a time" + ENTER)
    player.sees("note: there is no setting “sugestions”: did you mean suggestions?", "✓ #55 once upon a time")
    player.types("kot perc 3")
    player.stands_in("1> kot perc 3")
    player.types(CTRL_C + "note onc")
    player.stands_in("1> note onc")
    assert "needs" not in player.screen.text()
    assert player.screen.text().count("once upon") == 2


def test_a_line_is_coloured_by_what_it_means_and_red_where_nothing_mends_it(player: Player) -> None:
    player.types("check Kotorikh Percepton vs")
    player.waits_for(lambda: player.screen.words("red")[:1] == ["Percepton"], "for red")
    assert player.screen.words("green") == ["Kotorikh"]
    player.types(CTRL_C + "check Kotorikh Percep")
    player.stands_in("1> check Kotorikh Percep")
    player.waits_for(lambda: not player.screen.words("red"), "for a beginning without red")


def test_an_event_is_offered_by_its_number_with_its_sentence(player: Player) -> None:
    player.types("undo #")
    player.sees("#54", "Kotorikh tries Perception against 3")


def test_the_caret_stands_under_the_word_that_was_typed(player: Player) -> None:
    player.types("check Kotorikh Percepton vs 3" + ENTER)
    player.sees("did you mean Perception?")
    lines = player.screen.text().splitlines()
    caret = next(number for number, line in enumerate(lines) if "^^^" in line)
    assert lines[caret].index("^") == lines[caret - 1].index("Percepton")


def test_the_log_at_the_prompt_shows_the_last_session(player: Player) -> None:
    player.types("log" + ENTER)
    player.sees("earlier events: “log all” shows everything")


def test_ctrl_c_clears_the_line_and_stays(player: Player) -> None:
    player.types("award Kotorikh 500")
    player.stands_in("1> award Kotorikh 500")
    player.types(CTRL_C)
    player.stands_in("1>")
    player.types("head" + ENTER)
    player.sees("#54 ")


def test_ctrl_c_in_a_line_that_is_carried_out_leaves_the_campaign_before_the_next(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("shell.doors.prompt.run_lines", interrupt)
    player.types("audit" + ENTER + "award kot 5")
    player.sees("= award Kotorikh 5")


def test_what_others_recorded_before_ctrl_c_is_told_after_it(
    file: Path, desk: Desk, call: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.do("head").status == 0
    assert call(file, "note from elsewhere").status == 0
    reopen(desk)
    assert "#55 was recorded elsewhere" in capsys.readouterr().err


@pytest.mark.parametrize("leave", [CTRL_D, "quit" + ENTER, "exit" + ENTER, "q" + ENTER, "exi # bye" + ENTER])
def test_ctrl_d_and_quit_leave_and_lose_nothing(player: Player, file: Path, leave: str) -> None:
    player.types("note the last words" + ENTER)
    player.sees("✓ #55 the last words")
    player.stands_in("1>")
    player.types(leave)
    player.sees("Session 1 is still open: “session end” closes it.")
    player.stands_in("1>")
    player.types(leave)
    assert player.is_gone() == ExitStatus.DONE
    again = Desk(file)
    assert again.do("log last 1").events == ()
    assert "the last words" in again.do("log last 1").answer.text()  # type: ignore[union-attr]
    again.close()


def test_the_line_before_comes_back_with_the_up_key(player: Player) -> None:
    player.types("note once" + ENTER)
    player.sees("✓ #55 once")
    player.stands_in("1>")
    player.types(UP)
    player.stands_in("1> note once")
    player.types(" more" + ENTER)
    player.sees("✓ #56 once more")


def test_several_lines_that_are_pasted_are_carried_out_one_by_one(player: Player) -> None:
    player.types("\x1b[200~note one\nnote two\x1b[201~")
    player.sees("note two")
    player.types(ENTER)
    player.sees("  1  note one\n  2  note two\nRun these 2 lines, up to the first that fails? (y/n)")
    player.types("n")
    player.sees("(y/n) n")
    player.types(ENTER)
    player.waits_for(lambda: player.screen.text().count("(y/n)") == 2, "for the second question")
    player.types("y")
    player.sees("✓ #55 one", "✓ #56 two")


def test_pasted_lines_stop_at_the_first_that_fails_and_the_rest_is_shown(player: Player, file: Path) -> None:
    player.types("\x1b[200~note one\nchek Kotorikh\nnote two\x1b[201~")
    player.sees("note two")
    player.types(ENTER)
    player.sees("(y/n)")
    player.types("y")
    player.sees("✓ #55 one", "no command “chek”", "Stopped there. Not run:\n  note two")
    player.types("note three" + ENTER)
    player.sees("✓ #56 three")


def test_up_fetches_the_last_line_that_begins_so_and_no_secret_one(player: Player) -> None:
    for line in ("note once", "award Kotorikh 1", "note the secret door"):
        player.types(line + ENTER)
        player.stands_in("1>")
    player.types("no")
    player.stands_in("1> no")
    player.types(UP)
    player.stands_in("1> note once")


def test_lines_are_kept_for_one_campaign_and_no_folder_stops_the_prompt(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, other = Desk(file), Desk(tmp_path / "other.db")
    assert desk.do("head").status == other.do("new fudge").status == 0
    for line in ("note once", "secret The duke lies", "roll 4dF secret", "react Nyrv", "react Nyrv open"):
        PastLines(desk).append_string(line)
    assert list(PastLines(desk).load_history_strings()) == ["react Nyrv open", "note once"]
    assert list(PastLines(other).load_history_strings()) == []
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a file"))
    PastLines(desk).append_string("note twice")
    assert list(PastLines(desk).load_history_strings()) == []
    desk.close()
    other.close()


def test_a_line_that_failed_is_marked_when_it_is_fetched_and_never_suggested(player: Player, file: Path) -> None:
    player.types("note once" + ENTER + "note onely, chek" + ENTER)
    player.sees("✓ #56 onely, chek")
    player.types("chek Kotorikh" + ENTER)
    player.sees("no command “chek”")
    player.types(CTRL_C + "ch")
    player.stands_in("1> ch")
    assert "chek Kotorikh" not in player.screen.text().splitlines()[-1]
    player.types(UP)
    player.stands_in("1> chek Kotorikh")
    player.sees("This line failed when it was last typed.")
    player.types(CTRL_C + "\x12once")
    player.waits_for(lambda: "This line failed" not in player.screen.text(), "for the line that is looked for")
    again = Desk(file)
    again.do("head")
    past = PastLines(again)
    list(past.load_history_strings())
    again.close()
    assert past.failed == {"chek Kotorikh"}
    past.mark("chek Kotorikh", failed=False)
    list(past.load_history_strings())
    assert past.failed == set()


def test_an_earlier_line_is_found_by_letters_in_their_order_at_any_speed_and_not_carried_out(player: Player) -> None:
    player.types("note the tide" + ENTER + "note tea is due" + ENTER + "chek Kotorikh" + ENTER)
    player.sees("✓ #56 tea is due", "no command “chek”")
    player.types("\x12")
    player.sees("search>", "note the tide", "failed", "Esc leaves")
    player.types("ntd" + ENTER)
    player.stands_in("1> note the tide")
    player.types(" turns" + ENTER)
    player.sees("✓ #57 the tide turns")
    player.types("\x12note" + "\x12" * 2 + ENTER)
    player.stands_in("1> note tea is due")
    player.types(CTRL_C + "no\x12zzz\x07")
    player.stands_in("1> nozzz")
    player.types(CTRL_C + "\x12xyz" + ENTER)
    player.stands_in("1> xyz")
    assert "#58" not in player.screen.text()


def test_tab_behind_a_whole_word_and_space_behind_tab_make_one_space(player: Player) -> None:
    player.types("sheet" + TAB + "gro" + TAB + " at" + TAB + "#5")
    player.stands_in("1> sheet Gromanno at #5")
    player.types(CTRL_C + "sheet Gromanno" + TAB + "at")
    player.stands_in("1> sheet Gromanno at")


def test_an_alias_is_written_out_as_it_is_typed_and_a_known_verb_is_none(player: Player) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[aliases]\nhey = "note hey"\nfight = "fight start"')
    player.sees("alias 'fight' would hide the command “fight”")
    player.types("hey")
    player.sees("= note hey")
    player.types(" you" + ENTER)
    player.sees("1> note hey you", "✓ #55 hey you")
    player.types("hey" + ENTER)
    player.sees("= note hey\n✓ #56 hey")


def test_the_verbs_that_this_table_types_most_are_offered_first(player: Player) -> None:
    player.types("co")
    player.sees("contest", "compare", "config")
    player.types(CTRL_C + "config" + ENTER + "head" + ENTER + "note x" + ENTER)
    player.sees("✓ #55 x")
    player.types("co")
    player.waits_for(lambda: menu(player)[:1] == ["config"], "for the verb that was typed")
    player.types(CTRL_C)


def test_help_names_what_is_typed_most_at_the_prompt_alone(desk: Desk) -> None:
    for line in ("head", "config", "head", "note x"):
        desk.do(line)
    desk.used.update(["q"] * 9)  # as the lines of earlier evenings have it
    assert "What you type most" not in desk.do("help").answer.text()  # type: ignore[union-attr]
    desk.at_prompt = True
    assert "\nWhat you type most: head, config, note\n" in desk.do("help").answer.text()  # type: ignore[union-attr]


def menu(player: Player) -> list[str]:
    """Return the first words of the rows under the line, as long as there are any."""
    rows = [row.split() for row in player.screen.screen.display[player.screen.screen.cursor.y + 1 :]]
    return [row[0] for row in rows if row]


def test_help_is_there_at_any_point_and_the_line_stays(player: Player) -> None:
    player.types("raise Kotorikh ?")
    player.sees("Spend exactly the XP that a trait needs")
    player.stands_in("1> raise Kotorikh")
    player.types(CTRL_C + "note who is it ?")
    player.stands_in("1> note who is it ?")
    player.types(CTRL_C + F1)
    player.sees("write the line in your editor")  # its title may have scrolled away


def test_a_long_note_is_written_in_the_editor(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nprintf ' of\\na long tale\\n' >> $1\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    player.types("note the end\x18\x05")
    player.stands_in("1> note the end of a long tale")


@pytest.mark.parametrize(
    ("title", "columns", "shown"),
    [
        ("The Golden Teapot", 20, "Golden Teapot"),
        ("The Café of 黒猫 🐈", 10, "Café"),
        ("The House by the Sea", 14, "House"),
        ("The 黒猫 🐈 Club", 8, "黒猫 🐈"),
        ("Incomprehensibilities", 10, ""),
        ("Tea", 4, ""),
    ],
)
def test_a_title_before_the_line_is_cut_between_words_and_ends_in_no_small_one(
    title: str, columns: int, shown: str
) -> None:
    assert short_title(title, columns) == shown


def test_a_fight_left_open_waits_for_the_next_evening(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    signs = []
    for line in ("new fudge", "session start", "fight start", "session end", "session start"):
        assert desk.do(line).fault is None
        signs.append(prompt_sign(desk.campaign and desk.campaign.state, 80))
    assert signs == ["> ", "1> ", "1, round 1> ", "> ", "2, round 1> "]


def test_the_sign_before_the_line_tells_the_session_and_the_round(player: Player) -> None:
    player.types("fight start" + ENTER)
    player.stands_in("1, round 1>")
    player.types("round" + ENTER)
    player.stands_in("1, round 2>")
    player.types("fight end" + ENTER)
    player.stands_in("1>")
    player.types("session end" + ENTER)
    player.stands_in("To seal the session, a player says any number (“4417 Ann”; Enter: no seal):")
    player.types(ENTER)
    player.stands_in(">")
    player.types("session start" + ENTER)
    player.stands_in("2>")


def test_what_is_typed_too_large_does_not_make_the_prompt_fall(player: Player) -> None:
    player.types(f"award Kotorikh {NUMBER_LIMIT + 1}" + ENTER)
    player.sees("is too large")
    player.types("roll 999dF" + ENTER)
    player.sees("999 dice are too many")
    player.types("note " + "x" * 200 + ENTER)
    player.sees("✓ #55 xxx")


# --- the last mile: a terminal of the system's own ---------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        ([], {"TERM": "dumb"}),
        pytest.param([], {"TERM": "xterm", "NO_COLOR": "1"}, marks=pytest.mark.slow),
        pytest.param([], {"TERM": "xterm"}, marks=pytest.mark.slow),
        pytest.param(["--plain"], {"TERM": "xterm"}, marks=pytest.mark.slow),
    ],
)
def test_the_prompt_runs_in_any_terminal_and_leaves_with_0(
    file: Path, home: Path, options: list[str], environment: dict[str, str]
) -> None:
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "shell", str(file), *options],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        cwd=home,
        start_new_session=True,
    )
    os.close(theirs)
    seen = until(ours, b"leaves.")
    os.write(ours, b"note from a terminal\r")
    seen += until(ours, b"#55 from a terminal")
    os.write(ours, b"quit\r")
    seen += until(ours, b"again leaves.")
    os.write(ours, b"quit\r")  # Ctrl-D would be the terminal's own, for as long as no prompt has taken it over
    seen += until(ours, None)
    os.close(ours)
    assert program.wait(PATIENCE) == 0
    assert b"Traceback" not in seen
    assert options != ["--plain"] or seen.isascii(), seen
    colour = re.findall(rb"\x1b\[[0-9;]*[1-9][0-9;]*m", seen)
    assert (options, environment) == ([], {"TERM": "xterm"}) or not colour


def until(terminal: int, text: bytes | None) -> bytes:
    """Return what a terminal shows until it shows the text, or to its end; where the cursor is, is answered."""
    seen = b""
    while text is None or text not in seen:
        assert select([terminal], [], [], PATIENCE)[0], seen
        try:
            new = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            new = b""
        if not new:
            assert text is None, seen
            break
        if b"\x1b[6n" in new:
            os.write(terminal, b"\x1b[1;1R")
        seen += new
    return seen


def test_a_phone_that_asks_for_a_seat_gets_it_by_its_two_digits(player: Player, file: Path) -> None:
    from shell.serving.folder import LiveFolder

    campaign = Campaign.open(file, writable=False)
    folder = LiveFolder.of(campaign)
    campaign.close()
    folder.write("serving", {"pid": os.getpid(), "path": folder.log, "followers": 1, "seats": []})
    folder.write("ask-46", {"player": "Kurt", "at": 0})
    player.sees("Kurt's phone asks for a seat: type the two digits on it and Enter")
    player.types(ENTER)  # not by Enter alone
    player.types("47" + ENTER)
    player.sees("no phone shows 47")
    assert folder.names("answer-") == []
    player.types(CTRL_C + "46" + ENTER)
    player.sees("✓ Kurt's phone has a seat")
    assert folder.read("answer-46") == {"taken": True}
    folder.remove("ask-46")
    player.sees("1 screen")
    folder.write("serving", {"pid": 2**22 + 1, "path": folder.log, "followers": 1, "seats": []})
    player.sees("the pages have ended: “serve” begins again, with the same link")
