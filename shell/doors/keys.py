"""What Tab and Enter do at the prompt: Tab completes at typing speed, and Enter in the menu only chooses."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent


def completing_keys(may_go_on: Callable[[str], bool]) -> KeyBindings:
    """Return the keys that complete; `may_go_on` tells whether something may follow a text."""
    keys = KeyBindings()

    @keys.add("tab")
    def complete(event: KeyPressEvent) -> None:
        """Take the first of what could stand here, or the next one if there are several."""
        buffer = event.current_buffer
        menu = buffer.complete_state
        if menu and menu.current_completion and len(menu.completions) > 1:
            buffer.complete_next()
        else:
            open_menu(buffer)

    @keys.add("up", filter=~completion_is_selected)
    def recall(event: KeyPressEvent) -> None:
        """Fetch the last line that begins like this one. The menu that opens while typing is no obstacle."""
        buffer = event.current_buffer
        buffer.complete_state = None
        buffer.auto_up(count=event.arg)

    @keys.add("enter", filter=completion_is_selected)
    def choose(event: KeyPressEvent) -> None:
        """Keep what is chosen in the menu, with a space if something may follow. The line is not carried out."""
        buffer = event.current_buffer
        buffer.complete_state = None
        text = buffer.document.text_before_cursor
        if not text.endswith(" ") and may_go_on(text):
            buffer.insert_text(" ")

    return keys


def open_menu(buffer: Buffer) -> None:
    """Offer what could stand here and take the first.

    prompt_toolkit would look for it in the background, and lose the keys that are typed meanwhile.
    """
    found = list(buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
    if found:
        buffer.complete_state = CompletionState(buffer.document, found)
        buffer.go_to_completion(0)
