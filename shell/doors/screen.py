"""Step through a campaign on a full screen, with the log left of a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth, suspend_to_background_supported

from engine.campaign import Recorded
from engine.clock import table_time
from engine.narrate import tell
from engine.sheet import view
from engine.state import State
from engine.value import record
from replay.audience.rule import View
from replay.explain.events import EventAnswer, explain_seen
from replay.stepping import Stepper, Stride
from shell.doors.screen_text import ScreenLine, fit_width, fragments, mark_new_lines, wrap_text
from shell.output import clean
from shell.render.characters import sheet_text
from shell.render.events import change_lines
from shell.style import REPLAY

USUAL_ANSWER_LINES = 5  # lines for the event, more if it needs them
LEAST_RULED = 10  # rows from which on lines divide the screen
LEAST_TITLE = 12  # columns that the campaign's title keeps before anything is left out
LEAST_BESIDE = 64  # columns from which on the help stands beside the log


@record
class Screen:
    """The parts of the screen, with `scrolled` lines of the sheet above it. `trouble` is the result of a search."""

    stepper: Stepper
    size: Callable[[], Size]
    scrolled: int = 0
    trouble: str = ""
    helping: bool = False
    answer: EventAnswer | None = None

    @property
    def rows(self) -> int:
        """The lines of the log and the sheet."""
        return max(1, self.size().rows - self.answer_rows - (4 if self.is_ruled() else 2))

    def is_ruled(self) -> bool:
        """Return whether there is room for lines between the parts."""
        return self.size().rows >= LEAST_RULED

    @property
    def answer_rows(self) -> int:
        """The lines for the event: a few, but up to half the screen if there is so much to say."""
        rows = self.size().rows
        return max(1, min(USUAL_ANSWER_LINES, rows // 4), min(len(self.step_lines()), rows // 2 - 2))

    @property
    def log_width(self) -> int:
        """The columns of the log: somewhat less than half, none if the help needs all."""
        columns = self.size().columns
        return 0 if self.helping and columns < LEAST_BESIDE else columns * 9 // 20

    @property
    def sheet_width(self) -> int:
        """The columns of the sheet."""
        return max(1, self.size().columns - self.log_width - 1)

    # --- the parts of the screen -------------------------------------------------------------------------------

    def title(self) -> StyleAndTextTuples:
        """Return the title line: the campaign, the event, its time and author."""
        stepper, recorded = self.stepper, self.stepper.frame.recorded
        state = stepper.frame.after
        width = self.size().columns
        parts = ["", f"#{stepper.seq} of {stepper.last}"]
        parts += [f"only {stepper.only}"] if stepper.only else []
        parts += [f"session {state.session}"] if state.session else []
        when = table_time(stepper.campaign.state, recorded.seq, recorded.at)
        parts += [when.told, f"by {recorded.by}"]
        while len(parts) > 2 and get_cwidth(" · ".join(parts)) + LEAST_TITLE > width:
            parts.pop()
        rest = clean(" · ".join(parts))
        title = clean(state.title or "A campaign")
        room = width - get_cwidth(rest) - 1
        title = title if get_cwidth(title) <= room else fit_width(title, max(1, room)).rstrip()
        return [("class:title", fit_width(f" {title}{rest}", width))]

    def log(self) -> StyleAndTextTuples:
        """Return the events around this one, with later ones and those undone by then faint."""
        events, gone = self.stepper.around(self.rows, self.rows), self.stepper.undone()
        lines = [self.log_lines(each, gone) for each in events]
        here = sum(len(line) for each, line in zip(events, lines, strict=True) if each.seq < self.stepper.seq)
        every = [line for each in lines for line in each]
        first = max(0, min(here - self.rows // 2, len(every) - self.rows))
        return fragments(iter(every[first : first + self.rows]), self.log_width)

    def log_lines(self, recorded: Recorded, gone: set[int]) -> list[ScreenLine]:
        """Return an event as lines, broken between words to fit."""
        here = recorded.seq == self.stepper.seq
        mark = "×" if recorded.seq in gone else "▸" if here else " "
        style = "here" if here else "later" if recorded.seq > self.stepper.seq else "struck" if mark == "×" else ""
        number = f"#{recorded.seq}".rjust(len(str(self.stepper.last)) + 1)
        start = f"{mark}{number} "
        return [(style, part) for part in wrap_text(clean(tell(recorded.event)), self.log_width, start)]

    def sheet(self) -> StyleAndTextTuples:
        """Return the sheet with the event's changes highlighted, or the help."""
        lines = self.right_lines()
        first = min(self.scrolled, max(0, len(lines) - self.rows))
        return fragments(iter(lines[first : first + self.rows]), self.sheet_width)

    def right_lines(self) -> list[ScreenLine]:
        """Return all lines beside the log: the sheet's, or the help's."""
        return self.help_lines() if self.helping else self.sheet_lines()

    def sheet_lines(self) -> list[ScreenLine]:
        """Return all lines of the sheet. Changed ones also have a mark, for screens without colours."""
        name = self.stepper.character
        if name is None:
            return [("", " nobody is here yet")]
        frame = self.stepper.frame
        marked = mark_new_lines(on_screen(frame.before, name), on_screen(frame.after, name))
        return [
            ("lit" if new else "", f"{'*' if new else ' '}{part}")
            for line, new in marked
            for part in wrap_text(line, self.sheet_width - 1)
        ]

    def help_lines(self) -> list[ScreenLine]:
        """Return the effect of every key, one to a line."""
        return [("", f" {each.name:<11} {each.says}") for each in SCREEN_KEYS]

    def describe_step(self) -> StyleAndTextTuples:
        """Return the event here: its sentence, its sum, everything that it changed, and what followed."""
        every, rows = self.step_lines(), self.answer_rows
        if len(every) > rows:
            every = [*every[: rows - 1], ("", f" … and {len(every) - rows + 1} more")] if rows > 1 else every[:1]
        return fragments(iter([*every, *[("", "")] * (rows - len(every))]), self.size().columns)

    def step_lines(self) -> list[ScreenLine]:
        """Return all lines about the event here, broken between words to fit."""
        width = max(10, self.size().columns - 2)
        return [(style, f" {part}") for style, line in self.say_step() for part in wrap_text(clean(line), width)]

    def say_step(self) -> Iterator[ScreenLine]:
        """Yield what is said of the event here."""
        frame, found = self.stepper.frame, self.find_answer()
        yield "", tell(frame.recorded.event)
        for each in found.sums:
            title = f"{each.title}: " if each.title else ""
            yield "", title + " · ".join(term.text for term in each.terms)
        if found.chance is not None:
            yield "", f"chance {found.chance_said}"
        yield from (("lit", line.strip()) for line in change_lines(frame.changes))
        yield from (("", f"led to #{each.seq} {each.text}") for each in found.caused)
        yield from (("", f"later #{each.seq} {each.text}") for each in found.corrections)

    def find_answer(self) -> EventAnswer:
        """Return what is known of the event here."""
        campaign, seq = self.stepper.campaign, self.stepper.seq
        if self.answer is None or self.answer.told.seq != seq:
            view = View.of(campaign)
            told = view.find(seq)
            assert told is not None  # the game master sees all
            self.answer = explain_seen(view, told)
        return self.answer

    def bottom(self) -> StyleAndTextTuples:
        """Return the bottom line: keys, or how a search went."""
        width = self.size().columns
        if self.trouble:
            return [("class:trouble", fit_width(f" {self.trouble}", width))]
        hints = [" ←→ event", "q quit", "? keys", "/ search", "PgUp session before", "s scene", "Tab sheet", "f filter"]
        while len(hints) > 1 and get_cwidth("  ".join(hints)) > width:
            hints.pop()
        return [("class:keys", fit_width("  ".join(hints), width))]

    # --- what keys do ------------------------------------------------------------------------------------------

    def move(self, going: Callable[[], object]) -> None:
        """Go somewhere, and scroll the sheet to the changes."""
        going()
        self.trouble, self.scrolled = "", 0
        changed = [place for place, (style, _) in enumerate(self.sheet_lines()) if style == "lit"]
        if changed and changed[-1] >= self.rows:
            self.scrolled = max(0, min(changed[0], changed[-1] - self.rows + 2))

    def scroll(self, lines: int) -> None:
        """Scroll the sheet."""
        self.scrolled = max(0, min(self.scrolled + lines, len(self.right_lines()) - self.rows))

    def search(self, text: str) -> None:
        """Go to the next event with some words."""
        hits = self.stepper.hits
        if text.strip() and not self.stepper.search(text):
            self.stepper.hits = hits
            self.trouble = f"nothing found for “{clean(text)}”"
        elif text.strip():
            self.move(lambda: None)
            self.trouble = f"{len(self.stepper.hits)} found of “{clean(text)}” · n next · N before"


def on_screen(state: State, character: str) -> list[str]:
    """Return a sheet's lines, or none if there is no such sheet."""
    if character not in state.sheets:
        return []
    return clean(sheet_text(state, view(state, character))).split("\n")


# --- keys ------------------------------------------------------------------------------------------------------


@record
class KeyPress:
    """Keys with one effect: their name on the screen, their names in prompt_toolkit, help and effect."""

    name: str
    keys: tuple[str, ...]
    says: str
    does: Callable[[Screen], Any]


def _go(step: Callable[[Stepper], object]) -> Callable[[Screen], None]:
    return lambda screen: screen.move(lambda: step(screen.stepper))


def _toggle_filter(screen: Screen) -> None:
    stepper = screen.stepper
    stepper.keep_to(stepper.character if stepper.only is None else None)


def _toggle_help(screen: Screen) -> None:
    screen.helping, screen.scrolled = not screen.helping, 0


SCREEN_KEYS = (
    KeyPress("→ ↓ Space", ("right", "down", " ", "l"), "the next event", _go(lambda s: s.forward())),
    KeyPress("← ↑", ("left", "up", "h"), "the event before", _go(lambda s: s.back())),
    KeyPress("c", ("c",), "the next command", _go(lambda s: s.forward(Stride.COMMAND))),
    KeyPress("C", ("C",), "the command before", _go(lambda s: s.back(Stride.COMMAND))),
    KeyPress("s", ("s",), "the next scene", _go(lambda s: s.forward(Stride.SCENE))),
    KeyPress("S", ("S",), "the scene before", _go(lambda s: s.back(Stride.SCENE))),
    KeyPress("PgDn", ("pagedown", "]"), "the next session", _go(lambda s: s.forward(Stride.SESSION))),
    KeyPress("PgUp", ("pageup", "["), "the session before", _go(lambda s: s.back(Stride.SESSION))),
    KeyPress("Home g", ("home", "g"), "the first event", _go(lambda s: s.go(1))),
    KeyPress("End G", ("end", "G"), "the last event", _go(lambda s: s.go(s.last))),
    KeyPress("n", ("n",), "the next one found", _go(lambda s: s.next_hit())),
    KeyPress("N", ("N",), "the one found before", _go(lambda s: s.last_hit())),
    KeyPress("Tab", ("tab",), "the next sheet", _go(lambda s: s.choose())),
    KeyPress("Shift-Tab", ("s-tab",), "the sheet before", _go(lambda s: s.choose(-1))),
    KeyPress("f", ("f",), "only whose sheet it is, or all again", _toggle_filter),
    KeyPress("j", ("j",), "the sheet further down", lambda screen: screen.scroll(1)),
    KeyPress("k", ("k",), "the sheet further up", lambda screen: screen.scroll(-1)),
    KeyPress("?", ("?", "f1"), "these keys", _toggle_help),
    KeyPress("/", (), "search", lambda screen: None),
    KeyPress("q", (), "leave", lambda screen: None),
)


def bindings(screen: Screen, line: Buffer) -> KeyBindings:
    """Bind all keys. While a search is typed, only those that end it apply."""
    keys = KeyBindings()
    typing = has_focus(line)
    for each in SCREEN_KEYS:
        for key in each.keys:
            keys.add(key, filter=~typing)(_handler(each, screen))

    @keys.add("/", filter=~typing)
    def search(event: KeyPressEvent) -> None:
        line.reset()
        screen.trouble = ""
        event.app.layout.focus(line)

    @keys.add("enter", filter=typing)
    def found(event: KeyPressEvent) -> None:
        event.app.layout.focus_last()
        screen.search(line.text)

    @keys.add("escape", filter=typing, eager=True)
    @keys.add("c-c", filter=typing)
    def never_mind(event: KeyPressEvent) -> None:
        event.app.layout.focus_last()

    @keys.add("q", filter=~typing)
    @keys.add("c-c", filter=~typing)
    @keys.add("c-d", filter=~typing)
    def leave(event: KeyPressEvent) -> None:
        event.app.exit()

    @keys.add("c-z", filter=Condition(suspend_to_background_supported))
    def rest(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    return keys


def _handler(key: KeyPress, screen: Screen) -> Callable[[KeyPressEvent], None]:
    def press(event: KeyPressEvent) -> None:
        key.does(screen)

    return press


# --- the whole -------------------------------------------------------------------------------------------------


def application(stepper: Stepper) -> Application[None]:
    """Return the screen, ready to run."""
    screen = Screen(stepper, lambda: get_app().output.get_size())
    line = Buffer(multiline=False)
    return Application(
        layout=layout(screen, line),
        key_bindings=bindings(screen, line),
        style=Style.from_dict(REPLAY),
        full_screen=True,
    )


def layout(screen: Screen, line: Buffer) -> Layout:
    """Lay out the title, the log beside the sheet, the events, and the keys or the search in their place."""
    typing = has_focus(line)
    log = Window(
        FormattedTextControl(screen.log, focusable=True), width=lambda: screen.log_width, always_hide_cursor=True
    )
    body = VSplit([log, Window(width=1, char="│", style="class:line"), screen_part(screen.sheet)])
    words = VSplit([screen_part(lambda: [("", " / ")], width=3), Window(BufferControl(line), height=1)], height=1)
    rows = [
        screen_part(screen.title, height=1),
        body,
        horizontal_line(screen),
        screen_part(screen.describe_step, height=lambda: screen.answer_rows),
        horizontal_line(screen),
        ConditionalContainer(words, typing),
        ConditionalContainer(screen_part(screen.bottom, height=1), ~typing),
    ]
    return Layout(HSplit(rows), focused_element=log)


def horizontal_line(screen: Screen) -> ConditionalContainer:
    """Return a line across the screen, if there is room for one."""
    return ConditionalContainer(Window(height=1, char="─", style="class:line"), Condition(screen.is_ruled))


def screen_part(text: Callable[[], StyleAndTextTuples], **size: Any) -> Window:
    """Return a window for the text that a function returns."""
    return Window(FormattedTextControl(text), **size)


def run_screen(stepper: Stepper) -> None:
    """Step through the campaign until the user leaves."""
    application(stepper).run()
