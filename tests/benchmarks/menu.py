"""How long it takes from a key to the menu drawn, beside prompt_toolkit drawing a menu of the same rows.

    python tests/benchmarks/menu.py [--characters 200] [--traits 50] [--events 20000]

Every line of `keys.py` is typed key by key at the prompt and at a bare one, which offers the same rows without looking
for them. The processor time of a key counts from the moment it is sent until the menu stands on a terminal that draws
nothing. The goal: 20 ms above the bare prompt, for half of the keys.
"""

from __future__ import annotations

import asyncio
import io
import statistics
import time
from collections.abc import Callable, Iterator

from keys import COLUMNS, LINES, open_crowd, read_options
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from shell.doors.line_editor import LineEditor
from shell.doors.past_lines import PastLines
from shell.prompt.completing import Offering
from shell.prompt.typed import LineTyped
from shell.runner import Desk
from shell.settings import Settings

ROWS = 30
WHERE_IS_THE_CURSOR, HERE = "\x1b[6n", "\x1b[1;1R"


class Terminal(io.StringIO):
    """A terminal that draws nothing, and says where its cursor is, as prompt_toolkit asks before it draws a menu."""

    encoding = "utf-8"

    def __init__(self, keys: PipeInput) -> None:
        super().__init__()
        self.keys = keys

    def isatty(self) -> bool:
        return True

    def write(self, data: str) -> int:
        if WHERE_IS_THE_CURSOR in data:
            self.keys.send_text(HERE)
        return len(data)


class SameRows(Completer):
    """Offers what was found for a text before."""

    def __init__(self, found: dict[str, list[Completion]]) -> None:
        self.found = found

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        yield from self.found.get(document.text, ())


def main() -> None:
    """Print how long the keys took at both prompts."""
    with open_crowd(read_options()) as desk:
        compare(desk)


def compare(desk: Desk) -> None:
    """Type every line at both prompts, and print what a key with a menu took."""
    typed = LineTyped(desk)
    offering = Offering(typed)
    texts = [line[:end] for line in LINES for end in range(1, len(line) + 1)]
    event = CompleteEvent(text_inserted=True)
    rows = {text: list(offering.get_completions(Document(text), event)) for text in texts}
    with_menu = {text: found for text, found in rows.items() if found}
    ours = asyncio.run(type_all(with_menu, lambda: LineEditor(typed, PastLines(desk), Settings()).session))
    bare = asyncio.run(type_all(with_menu, lambda: bare_session(with_menu)))
    above = [ours[text] - bare[text] for text in with_menu]
    print(f"{len(above)} keys with a menu, ms of processor time until it is drawn; the goal is a median of 20 above")
    for name, found in (("this prompt", [*ours.values()]), ("a bare one", [*bare.values()]), ("above it", above)):
        print(f"{name:<12} median {statistics.median(found):>7.2f}   most {max(found):>7.2f}")


def bare_session(rows: dict[str, list[Completion]]) -> PromptSession[str]:
    """Return a prompt of prompt_toolkit alone that offers these rows."""
    return PromptSession(completer=SameRows(rows), complete_while_typing=True, reserve_space_for_menu=6)


async def type_all(rows: dict[str, list[Completion]], seat: Callable[[], PromptSession[str]]) -> dict[str, float]:
    """Return how long each key took until its menu was drawn, in milliseconds; `seat` makes the prompt."""
    took: dict[str, float] = {}
    with create_pipe_input() as keys:
        output = Vt100_Output(Terminal(keys), lambda: Size(rows=ROWS, columns=COLUMNS), term="xterm")
        with create_app_session(keys, output):
            session = seat()
            drawn = asyncio.Event()
            session.app.after_render += lambda _: drawn.set()
            prompt = asyncio.create_task(session.prompt_async())
            for line in LINES:
                for end in range(1, len(line) + 1):
                    began = time.thread_time()
                    keys.send_text(line[end - 1])
                    await wait_for_menu(session, line[:end], rows, drawn)
                    if line[:end] in rows:
                        took.setdefault(line[:end], (time.thread_time() - began) * 1000)
                session.default_buffer.reset()
            prompt.cancel()
            await asyncio.wait([prompt])
    return took


async def wait_for_menu(
    session: PromptSession[str], text: str, rows: dict[str, list[Completion]], drawn: asyncio.Event
) -> None:
    """Wait until the prompt has drawn a text, with its menu if it has one."""
    while True:
        await drawn.wait()
        drawn.clear()
        menu = session.default_buffer.complete_state
        shown = len(menu.completions) if menu and menu.original_document.text == text else 0
        if session.default_buffer.text == text and shown == len(rows.get(text, ())):
            return


if __name__ == "__main__":
    main()
