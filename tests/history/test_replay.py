"""Stepping through a campaign: where a step goes, what lights up, and what the full screen shows of it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
import terminal
from given import folder
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from tampering import played
from terminal import PATIENCE

from engine.campaign import Campaign
from engine.narrate import tell
from replay.stepping import Stepper, Stride, find_concerned, walk
from shell.doors.screen import SCREEN_KEYS, Screen, run_screen
from shell.doors.screen_text import fit_width, mark_new_lines
from shell.runner import Desk

STORY = """
new peupfudge "The Golden Teapot"
define ability Mycology, Fitness, "Construction Magic" poor 2 decent 4 great 6
define status Energy: Exhausted -2, Tired -1, Neutral 0, Lively +1
pc Ilse by Kurt
npc Nyrv
session start "The inn"
scene The crossroads
award Ilse 10 for the golden teapot
spend Ilse 7 on "Construction Magic", 3 on Mycology
check Ilse Mycology vs 3 rolled +1
session end
session start "The tower"
scene The cellar
status Nyrv Energy Tired
note something moves
undo #9 cascade for it was another mage
session end
"""

ABILITIES, STATUS, ILSE, NYRV, SESSION, INN, AWARD, SPENT, SPENT_TOO, CHECK = 2, 5, 6, 7, 8, 9, 10, 11, 12, 13
ENDED, SESSION_2, CELLAR, TIRED, NOTE, UNDO, LAST = range(14, 21)


@pytest.fixture(scope="module")
def path() -> Iterator[Path]:
    with folder() as name:
        yield played(Path(name) / "c.db", STORY.replace("#9", "#10"))


@pytest.fixture
def stepper(path: Path) -> Iterator[Stepper]:
    with Campaign.open(path, writable=False) as campaign:
        yield Stepper(campaign)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


# --- where a step goes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stride", "stops"),
    [
        (Stride.EVENT, list(range(1, LAST + 1))),
        (Stride.COMMAND, [1, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
        (Stride.SCENE, [1, INN, CELLAR, LAST]),
        (Stride.SESSION, [1, SESSION, SESSION_2, LAST]),
    ],
)
def test_steps_go_forward_and_come_back_the_same_way(stepper: Stepper, stride: Stride, stops: list[int]) -> None:
    there = [stepper.seq]
    while stepper.seq < LAST:
        stepper.forward(stride)
        there.append(stepper.seq)
    assert there == stops
    back = [stepper.seq]
    while stepper.seq > 1:
        stepper.back(stride)
        back.append(stepper.seq)
    assert back == stops[::-1]


def test_no_step_goes_beyond_either_end(stepper: Stepper) -> None:
    for stride in Stride:
        stepper.go(-5)
        stepper.back(stride)
        assert stepper.seq == 1
        stepper.go(999)
        stepper.forward(stride)
        assert stepper.seq == LAST


def test_a_search_goes_to_where_words_stand_next_and_round(stepper: Stepper) -> None:
    stepper.go(ENDED)
    assert stepper.search("mage OR teapot")
    assert (stepper.seq, stepper.hits) == (UNDO, [1, AWARD, UNDO])
    stepper.next_hit()
    assert stepper.seq == 1
    stepper.last_hit()
    assert stepper.seq == UNDO
    stepper.last_hit()
    assert stepper.seq == AWARD
    assert not stepper.search("dragon")
    assert stepper.seq == AWARD


# --- what happened there ---------------------------------------------------------------------------------------


@pytest.mark.rule("I5")
def test_every_frame_is_the_campaign_as_it_stood(stepper: Stepper) -> None:
    for seq in [*range(1, LAST + 1), *range(LAST, 0, -1)]:
        stepper.go(seq)
        assert stepper.frame.before == stepper.campaign.state_at(seq - 1)
        assert stepper.frame.after == stepper.campaign.state_at(seq)


def test_a_walk_tells_the_same_changes_as_standing_there(stepper: Stepper) -> None:
    for recorded, changes in walk(stepper.campaign):
        stepper.go(recorded.seq)
        assert (recorded, set(changes)) == (stepper.frame.recorded, set(stepper.frame.changes))


def test_a_walk_can_begin_anywhere(stepper: Stepper) -> None:
    whole = list(walk(stepper.campaign))
    assert list(walk(stepper.campaign, SPENT)) == whole[SPENT - 1 :]


def test_a_correction_shows_what_it_changed(stepper: Stepper) -> None:
    stepper.go(UNDO)
    fields = {change.field for change in stepper.frame.changes}
    assert {"traits.Mycology", "traits.Construction Magic", "xp.awarded"} <= fields
    assert stepper.character == "Ilse"


def test_the_sheet_is_that_of_whoever_is_concerned_until_another_is_chosen(stepper: Stepper) -> None:
    shown = {}
    for seq in (SESSION, CHECK, ENDED, TIRED, NOTE, UNDO):
        stepper.go(seq)
        shown[seq] = stepper.character
    assert shown == {SESSION: "Ilse", CHECK: "Ilse", ENDED: "Ilse", TIRED: "Nyrv", NOTE: "Nyrv", UNDO: "Ilse"}
    stepper.choose(-1)
    assert stepper.character == "Nyrv"
    stepper.go(CHECK)
    assert stepper.character == "Nyrv"
    stepper.choose()
    assert stepper.character == "Ilse"


def test_before_anybody_is_there_no_sheet_is_shown(stepper: Stepper) -> None:
    assert stepper.character is None
    stepper.choose()
    assert stepper.character is None


def test_only_lines_that_changed_are_lit() -> None:
    before = ["Ilse", "", "Abilities", "  Mycology  0", "", "XP: 3"]
    after = ["Ilse", "", "Abilities", "  Mycology  2", "  Chess  1", "", "XP: 3"]
    assert [line for line, new in mark_new_lines(before, after) if new] == ["  Mycology  2", "  Chess  1"]
    assert [line for line, _ in mark_new_lines(before, after)] == after


@pytest.mark.parametrize(
    ("text", "shown"), [("Ilse", "Ilse  "), ("Kotorikh", "Kotor…"), ("黒猫黒猫", "黒猫… "), ("", "      ")]
)
def test_text_is_cut_to_columns(text: str, shown: str) -> None:
    assert fit_width(text, 6) == shown


# --- without a screen ------------------------------------------------------------------------------------------


def test_without_a_terminal_every_event_is_printed_with_what_it_changed(path: Path) -> None:
    desk = Desk(path)
    outcome = desk.do(f"replay from #{SPENT_TOO}")
    desk.close()
    assert outcome.answer is not None
    text = outcome.answer.text()
    assert text.startswith(f"#{SPENT_TOO} ")
    assert "Ilse puts 3 XP in Mycology\n    Ilse: Mycology 0 → 2\n" in text
    assert "Ilse: Mycology 2 → 0" in text
    events = outcome.answer.result["events"]
    assert [event["seq"] for event in events] == list(range(SPENT_TOO, LAST + 1))
    assert {"character": "Ilse", "field": "traits.Mycology", "before": "0", "after": "2"} in events[0]["changes"]


@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        ("replay", SESSION_2, LAST),
        ("replay from session 1", SESSION, LAST),
        ("replay from Session 2", SESSION_2, LAST),
        ("replay from start of session 1", SESSION, LAST),
        (f"replay from #{NOTE}", NOTE, LAST),
    ],
)
def test_a_replay_begins_with_the_last_evening_or_with_the_beginning_of_another(
    path: Path, line: str, first: int, last: int
) -> None:
    with closing(Desk(path)) as desk:
        outcome = desk.do(line)
        assert outcome.answer is not None, outcome.fault
        found = outcome.answer.result
    assert (found["from"], found["to"], found["events"][0]["seq"]) == (first, last, first)


def test_a_replay_of_one_character_has_its_events_with_sessions_and_scenes(path: Path) -> None:
    with closing(Desk(path)) as desk:
        outcome = desk.do("replay Nyrv from #1")
        assert outcome.answer is not None, outcome.fault
        types = [(event["seq"], event["type"]) for event in outcome.answer.result["events"]]
    assert (TIRED, "StatusChanged") in types
    assert (SESSION_2, "SessionStarted") in types
    assert not {AWARD, CHECK, NOTE} & {seq for seq, _ in types}


def test_a_filter_steps_through_the_events_of_one_character_alone(stepper: Stepper) -> None:
    stepper.keep_to("Nyrv")
    there = []
    while not there or there[-1] != stepper.seq:
        there.append(stepper.seq)
        stepper.forward()
    named = [each for each in stepper.campaign.events() if "Nyrv" in find_concerned(each.event)]
    assert {each.seq for each in named} <= {*there}
    assert [each.seq for each in stepper.around(99, 99)] == sorted({*stepper.about, stepper.seq})
    stepper.back()
    assert stepper.seq == there[-2]
    stepper.keep_to(None)
    stepper.forward()
    assert stepper.seq == there[-2] + 1


def test_a_replay_from_nowhere_is_refused(path: Path) -> None:
    desk = Desk(path)
    outcome = desk.do("replay from #99")
    desk.close()
    assert outcome.status == 1


# --- the full screen -------------------------------------------------------------------------------------------


class Terminal(terminal.Screen):
    """A terminal in memory, whose screen shows a sheet."""

    def lit(self) -> list[str]:
        """Return the lines of the sheet that stand out."""
        start = self.screen.display[1].index("│") + 1
        lines = [(self.screen.buffer[row], line) for row, line in enumerate(self.screen.display) if "│" in line]
        return [line[start:].strip() for cells, line in lines if cells[start].bold]


class Watcher:
    """Somebody in front of the screen: looks, and presses keys."""

    def __init__(self, path: Path, keys: PipeInput, columns: int, rows: int) -> None:
        self.keys = keys
        self.terminal = Terminal(keys.send_text, columns, rows)
        self.left: list[BaseException | None] = []
        self.thread = Thread(target=self.sit_down, args=(path,), daemon=True)
        self.thread.start()

    def sit_down(self, path: Path) -> None:
        try:
            with create_app_session(self.keys, self.terminal.output), Campaign.open(path, writable=False) as campaign:
                run_screen(Stepper(campaign))
                self.left.append(None)
        except BaseException as error:  # whatever it is, the test is to show it
            self.left.append(error)
        with self.terminal.drawn:
            self.terminal.drawn.notify_all()

    def press(self, keys: str) -> None:
        self.keys.send_text(keys)

    def sees(self, *texts: str) -> None:
        """Wait until the screen shows all of these."""
        with self.terminal.drawn:
            drawn = self.terminal.drawn.wait_for(
                lambda: all(text in self.terminal.text() for text in texts) or self.left, PATIENCE
            )
            assert drawn, f"waited for {texts}, and saw:\n{self.terminal.text()}"
            assert all(text in self.terminal.text() for text in texts), (self.left, self.terminal.text())

    def leaves(self) -> None:
        with self.terminal.drawn:
            assert self.terminal.drawn.wait_for(lambda: self.left, PATIENCE), self.terminal.text()
        self.thread.join(PATIENCE)
        assert self.left == [None]


@pytest.fixture
def watch(path: Path) -> Iterator[Callable[..., Watcher]]:
    """Somebody in front of a screen of some size."""
    with create_pipe_input() as keys:
        watchers: list[Watcher] = []

        def sit_down(columns: int = 80, rows: int = 24) -> Watcher:
            watchers.append(Watcher(path, keys, columns, rows))
            return watchers[0]

        yield sit_down
        for watcher in watchers:
            if not watcher.left:
                watcher.press("q")
            watcher.leaves()


RIGHT, LEFT, PAGE_DOWN, PAGE_UP, HOME, END, SHIFT_TAB = (
    f"\x1b[{code}" for code in ("C", "D", "6~", "5~", "H", "F", "Z")
)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 60), (60, 12), (40, 8)])
def test_the_screen_is_drawn_in_any_size_and_left(watch: Callable[..., Watcher], columns: int, rows: int) -> None:
    watcher = watch(columns, rows)
    watcher.sees("The Golden Teapot · #1 of 20", "▸ #1")
    watcher.press(END)
    watcher.sees("#20 of 20")
    watcher.press("q")
    watcher.leaves()


def test_a_tiny_screen_keeps_the_event_and_its_number(watch: Callable[..., Watcher]) -> None:
    watcher = watch(20, 5)
    watcher.sees("The Gol… · #1 of 20", "▸ #1", "q quit")
    watcher.press(RIGHT)
    watcher.sees("#2 of 20", "▸ #2")


def test_steps_show_the_log_the_sheet_and_what_changed(watch: Callable[..., Watcher]) -> None:
    watcher = watch()
    watcher.sees("nobody is here yet")
    watcher.press(PAGE_DOWN + "c" + "c")
    watcher.sees(f"#{AWARD} of 20", "session 1", "Ilse is awarded 10 XP", "*XP: 10 to spend", "XP awarded 0 → 10")
    assert watcher.terminal.lit() == ["*XP: 10 to spend (awarded 10, spent 0)"]
    watcher.press("c")
    watcher.sees(f"#{SPENT_TOO} of 20", "*  Mycology", "2", "Mycology 0 → 2")
    watcher.press(LEFT)
    watcher.sees(f"#{SPENT} of 20", "Construction Magic 0 → 3", "   Mycology            0")
    watcher.press(HOME)
    watcher.sees("#1 of 20")


@pytest.mark.parametrize("rows", [1, 3, 9, 40])
@pytest.mark.parametrize("columns", [50, 80, 200])
def test_events_too_long_for_their_line_go_on_below_it(stepper: Stepper, columns: int, rows: int) -> None:
    screen = Screen(stepper, lambda: Size(rows=rows + 9, columns=columns))
    for seq in range(1, stepper.last + 1):
        stepper.go(seq)
        lines = "".join(text for _, text in screen.log()).split("\n")
        assert len(lines) <= screen.rows
        assert all(len(line) == screen.log_width and "…" not in line for line in lines)
        here = next(number for number, line in enumerate(lines) if line.startswith("▸"))
        told = tell(stepper.frame.recorded.event)
        shown = " ".join("".join(lines[here:]).partition(f"#{seq} ")[2].split())
        assert shown.startswith(told) or told.startswith(shown)


def test_what_was_taken_back_is_crossed_out_from_there_on(watch: Callable[..., Watcher]) -> None:
    watcher = watch()
    watcher.press(END + LEFT)
    watcher.sees(f"▸#{UNDO}", "×#10 Ilse is awarded", "*  Mycology            0", "Undone: #10–#12")
    watcher.press(LEFT)
    watcher.sees(f"▸#{NOTE}", " #10 Ilse is awarded")


def test_tab_changes_the_sheet(watch: Callable[..., Watcher]) -> None:
    watcher = watch()
    watcher.press(PAGE_DOWN)
    watcher.sees("Ilse · played by Kurt")
    watcher.press("\t\t")
    watcher.sees("Nyrv · NPC")
    watcher.press(SHIFT_TAB)
    watcher.sees("Ilse · played by Kurt")


def test_a_search_goes_to_its_hits_and_says_when_there_are_none(watch: Callable[..., Watcher]) -> None:
    watcher = watch()
    watcher.sees("#1 of 20")
    watcher.press("/")
    watcher.sees("\n /")
    watcher.press("another mage\r")
    watcher.sees(f"#{UNDO} of 20", "1 found of “another mage”")
    watcher.press("/dragon\r")
    watcher.sees("nothing found for “dragon”", f"#{UNDO} of 20")
    watcher.press("/q\x03")
    watcher.sees("q quit", f"#{UNDO} of 20")
    watcher.press("/teapot\rn")
    watcher.sees(f"#{AWARD} of 20")


def test_scenes_and_sessions_are_stepped_through_both_ways(watch: Callable[..., Watcher]) -> None:
    watcher = watch()
    watcher.press("ss")
    watcher.sees(f"#{CELLAR} of 20", "Scene: The cellar")
    watcher.press(PAGE_UP)
    watcher.sees(f"#{SESSION_2} of 20")
    watcher.press("S")
    watcher.sees(f"#{INN} of 20")


def test_the_screen_tells_what_a_roll_was(watch: Callable[..., Watcher]) -> None:
    watcher = watch(100, 30)
    watcher.press(PAGE_DOWN + "c" * 4)
    watcher.sees(f"#{CHECK} of 20", "level", "dice", "against", "chance")


def test_a_key_keeps_to_the_events_of_the_character_shown(watch: Callable[..., Watcher]) -> None:
    watcher = watch()
    watcher.press(PAGE_DOWN + PAGE_DOWN + RIGHT + RIGHT)
    watcher.sees(f"#{TIRED} of 20", "Nyrv · NPC")
    watcher.press("f")
    watcher.sees("only Nyrv", f"▸#{TIRED}")
    watcher.press(LEFT + LEFT + LEFT)
    watcher.sees(f"#{INN} of 20", "Nyrv · NPC")
    watcher.press("f" + RIGHT)
    watcher.sees(f"#{INN + 1} of 20")


def test_every_key_is_explained(watch: Callable[..., Watcher]) -> None:
    watcher = watch(100, 40)
    watcher.press("?")
    watcher.sees(*(key.says for key in SCREEN_KEYS))
    watcher.press("?")
    watcher.sees("nobody is here yet")


def test_every_key_can_be_read_on_a_narrow_and_low_screen(watch: Callable[..., Watcher]) -> None:
    watcher = watch(40, 12)
    watcher.press("?")
    watcher.sees(*(key.says for key in SCREEN_KEYS[:4]))
    watcher.press("j" * len(SCREEN_KEYS))
    watcher.sees(*(key.says for key in SCREEN_KEYS[-4:]))


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_the_program_opens_the_screen_on_a_terminal_and_prints_on_a_dumb_one(path: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "dumb", "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "shell", str(path), f"replay from #{LAST}"]
    subprocess.run(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, check=True, timeout=60)
    os.close(theirs)
    assert f"#{LAST} ".encode() in os.read(ours, 1000)
    ours, theirs = pty.openpty()
    environment["TERM"] = "xterm"
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    while b"of 20" not in shown:
        shown += os.read(ours, 1000)
    os.write(ours, b"q")
    assert program.wait(60) == 0
    os.close(ours)
