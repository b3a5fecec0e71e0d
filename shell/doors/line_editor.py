"""Read lines at a terminal with menu, colours, toolbar and keys, which `help keys` lists."""

from __future__ import annotations

from asyncio import sleep
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import Always
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.renderer import CPR_Support
from prompt_toolkit.search import SearchState

from engine.value import evolve
from shell.doors.keys import prompt_keys
from shell.doors.past_lines import PastLines, SuggestWhatWorked
from shell.doors.recall import Recalling
from shell.doors.voice import Voice
from shell.output import wrap_lines
from shell.preview import Preview
from shell.prompt.colours import Colours, style
from shell.prompt.completing import Offering
from shell.prompt.proposed import XCARD_SHOWN
from shell.prompt.toolbar import ADVISED, HAS_FAILED, SEARCHING, SELECTED, toolbar
from shell.prompt.typed import LineTyped
from shell.settings import Settings
from shell.style import has_colours

if TYPE_CHECKING:
    from shell.serving.tray import DeclinedLine, TakenLine

#: How many seconds after the last key a fault is explained, since nobody reads that while typing.
MOMENT = 0.15

#: The sign before the letters of an earlier line.
SEARCH_SIGN = "search> "


class LineEditor:
    """Reads lines in a terminal that can be redrawn."""

    def __init__(self, typed: LineTyped, past: PastLines, settings: Settings) -> None:
        colours = has_colours()
        self.typed, self.past = typed, past
        self.session: PromptSession[Any] = PromptSession(
            history=past,
            completer=Recalling(Offering(typed), typed, past),
            complete_while_typing=True,
            enable_suspend=True,
            lexer=Colours(typed),
            style=style(settings.theme if colours else None),
            auto_suggest=SuggestWhatWorked(past) if settings.suggestions and colours else None,  # grey distinguishes it
            editing_mode=EditingMode.VI if settings.keys == "vi" else EditingMode.EMACS,
            key_bindings=prompt_keys(typed, self.print_help),
            reserve_space_for_menu=6,
            rprompt=self.beside,
        )
        self.session.default_buffer.enable_history_search = Always()  # as an option it would end the completion
        self.session.default_buffer.on_cursor_position_changed += lambda _: typed.touch()
        self.session.default_buffer.on_text_changed += lambda _: typed.touch()
        self.session.default_buffer.on_text_changed += self.put_back
        self.seen, self.rested = "", False
        self.gives_back = settings.refused != "clear"
        if settings.preview:
            self.session.bottom_toolbar = self.toolbar

    @property
    def columns(self) -> int:
        """How many columns the terminal has."""
        return self.session.output.get_size().columns

    def read(self, sign: str, given: Document) -> str | TakenLine | DeclinedLine:
        """Return a line typed behind a sign, where `given` is there already, or what becomes of a player's line."""
        self.typed.searching, proposed = False, self.typed.waiting.proposed
        proposed.changing = None
        proposed.stand("")
        shown = lambda: SEARCH_SIGN if self.typed.searching else sign  # noqa: E731
        line: str | TakenLine | DeclinedLine = self.session.prompt(
            shown, handle_sigint=False, default=given, pre_run=self.begin_watching
        )
        if proposed.changing is None or not isinstance(line, str):
            return line
        from shell.serving.tray import TakenLine  # few lines are players'

        return TakenLine(proposed.changing, line)

    def begin_watching(self) -> None:
        """Look again and again, until the line is entered, whether a phone asks for something."""
        self.typed.waiting.look()
        self.session.app.create_background_task(self.watch())

    async def watch(self) -> None:
        """Redraw whenever something else waits. Take what is trusted once nothing is typed."""
        while True:
            await sleep(self.typed.waiting.pause)
            if self.typed.waiting.look():
                self.session.app.invalidate()
            self.take_trusted()

    def take_trusted(self) -> None:
        """Take a trusted phone's line, if nothing is typed."""
        if not self.typed.waiting.proposed.lines or self.session.default_buffer.text or self.session.app.is_done:
            return
        line = self.typed.waiting.proposed.find_trusted()
        if line is not None:
            from shell.serving.tray import TakenLine  # few lines are players'

            self.session.app.exit(result=TakenLine(line, trusted=True))

    def beside(self) -> str:
        """Return what stands at the right of a line while it is typed, and goes once it is entered."""
        is_typed = self.session.default_buffer.text and not self.session.app.is_done
        return self.typed.waiting.count if is_typed else ""

    def waiting_rows(self) -> StyleAndTextTuples:
        """Return the lines below an empty prompt: what waits, or who follows."""
        waiting = self.typed.waiting
        if waiting.asking and not waiting.proposed.xcard:
            waiting.proposed.stand("")
            return toolbar(Preview(), self.columns, waiting.remark)
        rows = waiting.proposed.rows(self.typed.foresee_proposed)
        waiting.proposed.stand(waiting.proposed.first)
        return toolbar(Preview(result=tuple(rows[1:])), self.columns, rows[0] if rows else waiting.remark)

    def put_back(self, buffer: Buffer) -> None:
        """Let a player's line wait again once nothing is left of it in the prompt."""
        if not buffer.text:
            self.typed.waiting.proposed.changing = None

    def remember_line(self, line: str) -> None:
        """Add a line that was not typed here to those of the campaign, and to ↑."""
        self.past.append_string(line)

    def toolbar(self) -> StyleAndTextTuples:
        """Return the lines below the prompt."""
        menu = self.session.default_buffer.complete_state
        if self.typed.searching and not (menu and menu.current_completion):
            return toolbar(Preview(), self.columns, SEARCHING)
        text, recalled = self.looked_at()
        remark = SELECTED if self.typed.is_selected else HAS_FAILED if recalled and text in self.past.failed else ""
        if not text:
            return self.waiting_rows()
        self.typed.waiting.proposed.stand("")
        remark = XCARD_SHOWN if self.typed.waiting.proposed.xcard else remark
        advised = self.typed.advised if self.typed.refused.text else None
        if advised is not None:
            return toolbar(Preview(result=(ADVISED.format(advised),)), self.columns, remark)
        if self.typed.refused.text:  # its refusal stands right above
            return toolbar(evolve(self.typed.preview(text), problem=""), self.columns, remark)
        rests = self.typed.is_at_an_end(text) and self.is_at_rest(text)
        return toolbar(self.typed.explain_typed(text) if rests else self.typed.preview(text), self.columns, remark)

    def is_at_rest(self, text: str) -> bool:
        """Return whether text was unchanged for a moment. If not, redraw after one."""
        if text != self.seen:
            self.seen, self.rested = text, False
            self.session.app.create_background_task(self.wait(text))
        return self.rested

    async def wait(self, text: str) -> None:
        """Wait a moment, and redraw if the text is unchanged."""
        await sleep(MOMENT)
        if text == self.seen:
            self.rested = True
            self.session.app.invalidate()

    def looked_at(self) -> tuple[str, bool]:
        """Return the line in the prompt, and whether it is an earlier one fetched by ↑ or Ctrl-R."""
        buffer, searching = self.session.default_buffer, self.session.app.layout.search_target_buffer_control
        if searching is None:
            return buffer.text, self.typed.searching or buffer.history_search_text is not None
        state = searching.search_state
        wanted = SearchState(self.session.search_buffer.text, state.direction, state.ignore_case)
        return buffer.document_for_search(wanted).text, True

    def may_give_back(self) -> bool:
        """Return whether to put a refused line back: not if something was typed since."""
        return self.gives_back and self.is_watched()

    def ask(self, question: str) -> str:
        """Return the answer to a question, which is not added to the lines."""
        asking: PromptSession[str] = PromptSession(editing_mode=self.session.editing_mode)
        return asking.prompt(f"{wrap_lines(question.rstrip(), self.columns - 1)} ", handle_sigint=False)

    def is_watched(self) -> bool:
        """Return whether somebody sees the terminal and has typed nothing further."""
        keys = get_typeahead(self.session.input)
        store_typeahead(self.session.input, keys)
        return not keys and self.session.app.renderer.cpr_support == CPR_Support.SUPPORTED

    def print_help(self, about: str) -> None:
        """Print a page of help above the line that is typed."""
        Voice().tell(self.typed.desk.do(f"help {about}".strip()))
