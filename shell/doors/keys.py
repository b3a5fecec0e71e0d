"""The prompt's keys beyond those of every line editor, listed by `help keys`."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, completion_is_selected, emacs_insert_mode, vi_insert_mode
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from shell.doors.recall import add_recalling_keys
from shell.prompt.typed import LineTyped


def prompt_keys(typed: LineTyped, show_help: Callable[[str], None]) -> KeyBindings:
    """Return the keys of the prompt. `show_help` prints a page of help."""
    keys = completing_keys(typed)

    @keys.add("f1")
    @keys.add("?", filter=Condition(lambda: asks_for_help(typed)))
    def explain(event: KeyPressEvent) -> None:
        """Print the page of the typed command, and leave the line as it is."""
        about = typed.help_page(event.current_buffer.text)
        run_in_terminal(lambda: show_help(about))

    @keys.add("c-x", "c-e")
    async def edit(event: KeyPressEvent) -> None:
        """Edit the line in $EDITOR. The result becomes one line, which is not carried out yet."""
        buffer = event.current_buffer
        await buffer.open_in_editor()
        text = " ".join(filter(None, map(str.strip, buffer.text.splitlines())))
        buffer.document = Document(text, len(text))

    @keys.add(" ", filter=Condition(lambda: ends_alias(typed)))
    def write_out(event: KeyPressEvent) -> None:
        """Write out the alias that the line begins with."""
        text = f"{typed.expand(event.current_buffer.text)} "
        event.current_buffer.document = Document(text, len(text))

    @keys.add(" ", filter=completion_is_selected & Condition(has_space))
    def go_on(event: KeyPressEvent) -> None:
        """Continue after a completion that added its space."""
        event.current_buffer.complete_state = None

    bind_taking(keys, typed)
    bind_declining(keys, typed)
    bind_beginning_again(keys, typed)
    add_recalling_keys(keys, typed)
    return keys


#: Whether nothing is typed.
EMPTY_PROMPT = Condition(lambda: not get_app().current_buffer.text)


def bind_taking(keys: KeyBindings, typed: LineTyped) -> None:
    """Let keys take or change what waits below an empty prompt."""
    waiting, proposed = typed.waiting, typed.waiting.proposed
    is_line = Condition(lambda: bool(proposed.lines) and proposed.first == proposed.lines[0].id)

    @keys.add("enter", filter=EMPTY_PROMPT & Condition(lambda: bool(proposed.ripe)))
    def take(event: KeyPressEvent) -> None:
        """Take the line that stands there, or put it into the prompt if its difficulty is not said."""
        from shell.serving.tray import TakenLine  # few lines are players'

        if proposed.xcard:
            event.app.exit(result="take 0")
        elif proposed.lines[0].gap:
            change(event)
        else:
            event.app.exit(result=TakenLine(proposed.lines[0]))

    @keys.add("right", filter=EMPTY_PROMPT & is_line & Condition(lambda: not waiting.asking))
    def change(event: KeyPressEvent) -> None:
        """Put the line that stands there into the prompt."""
        event.current_buffer.document = Document(*proposed.lines[0].to_change)
        proposed.changing = proposed.lines[0]

    @keys.add("escape", filter=Condition(lambda: proposed.changing is not None), eager=True)
    def put_back(event: KeyPressEvent) -> None:
        """Let the line wait again."""
        event.current_buffer.text = ""


def bind_declining(keys: KeyBindings, typed: LineTyped) -> None:
    """Let a key decline what waits below an empty prompt."""
    waiting, proposed = typed.waiting, typed.waiting.proposed

    @keys.add("delete", filter=EMPTY_PROMPT & Condition(lambda: bool(proposed.ripe)))
    def decline(event: KeyPressEvent) -> None:
        """Decline the line that stands there, or put the X-card away."""
        from shell.serving.tray import DeclinedLine  # few lines are players'

        event.app.exit(result="decline 0" if proposed.xcard else DeclinedLine(proposed.lines[0]))

    @keys.add("delete", filter=EMPTY_PROMPT & Condition(lambda: bool(waiting.asking)))
    def refuse_phone(event: KeyPressEvent) -> None:
        """Refuse the phone that asks."""
        event.app.exit(result=f"decline {waiting.asking[0].number}")


def bind_beginning_again(keys: KeyBindings, typed: LineTyped) -> None:
    """Let typing replace a refused line that nobody touched.

    A space keeps it to be edited. After that, only a line that comes at once, from a program, replaces it.
    """
    begins = Condition(lambda: is_untouched(typed) and (typed.replaces or a_whole_line_comes()))
    typing = emacs_insert_mode | vi_insert_mode

    @keys.add("<any>", filter=begins & typing)
    @keys.add(Keys.BracketedPaste, filter=begins & typing)
    def begin_again(event: KeyPressEvent) -> None:
        """Begin a line, or continue the refused one."""
        buffer = event.current_buffer
        if event.data != " ":
            buffer.text = ""
        buffer.insert_text(event.data)

    @keys.add("tab", filter=Condition(lambda: is_untouched(typed) and typed.advised is not None))
    def take_advice(event: KeyPressEvent) -> None:
        """Replace a refused line by what was probably meant, without carrying it out."""
        text = typed.advised or ""
        event.current_buffer.document = Document(text, len(text))

    @keys.add("up", filter=begins)
    def recall(event: KeyPressEvent) -> None:
        """Fetch the last line, with any beginning."""
        event.current_buffer.text = ""
        event.current_buffer.auto_up(count=event.arg)


def completing_keys(typed: LineTyped) -> KeyBindings:
    """Return the keys that complete: Tab at any typing speed, and Enter, which in the menu only chooses."""
    keys = KeyBindings()

    @keys.add("tab")
    def complete(event: KeyPressEvent) -> None:
        """Take the first offer here, or the next one if there are several."""
        buffer = event.current_buffer
        menu = buffer.complete_state
        if menu and menu.current_completion and len(menu.completions) > 1:
            buffer.complete_next()
        elif typed.ends_whole(buffer.document.text_before_cursor):
            buffer.insert_text(" ")
        else:
            open_menu(buffer)

    @keys.add("up", filter=~completion_is_selected)
    def recall(event: KeyPressEvent) -> None:
        """Fetch the last line that begins like this one, even if the menu is open."""
        buffer = event.current_buffer
        buffer.complete_state = None
        buffer.auto_up(count=event.arg)

    bind_choosing(keys, typed)
    return keys


def bind_choosing(keys: KeyBindings, typed: LineTyped) -> None:
    """Let Enter choose in the menu."""

    @keys.add("enter", filter=completion_is_selected & Condition(may_go_on_from_menu))
    def choose(event: KeyPressEvent) -> None:
        """Take what is chosen in the menu, with a space if more may follow, without carrying the line out."""
        buffer = event.current_buffer
        buffer.complete_state = None
        text = buffer.document.text_before_cursor
        if not text.endswith(" ") and typed.may_go_on(text):
            buffer.insert_text(" ")


def may_go_on_from_menu() -> bool:
    """Return whether another choice or more text can follow the chosen one."""
    menu = get_app().current_buffer.complete_state
    return menu is not None and (len(menu.completions) > 1 or has_space())


def has_space() -> bool:
    """Return whether a space precedes the cursor."""
    return get_app().current_buffer.document.char_before_cursor == " "


def asks_for_help(typed: LineTyped) -> bool:
    """Return whether “?” at the cursor asks for help: after a space, except where free text is typed."""
    document = get_app().current_buffer.document
    return document.is_cursor_at_the_end and document.text.endswith(" ") and not typed.takes_text(document.text)


def ends_alias(typed: LineTyped) -> bool:
    """Return whether the line before the cursor is just an alias."""
    document = get_app().current_buffer.document
    return document.is_cursor_at_the_end and " " not in document.text and typed.expand(document.text) != document.text


def is_untouched(typed: LineTyped) -> bool:
    """Return whether a refused line is unchanged in the prompt."""
    return bool(typed.refused.text) and get_app().current_buffer.document == typed.refused


def a_whole_line_comes() -> bool:
    """Return whether more keys with Enter came at the same moment."""
    return Keys.ControlM in (each.key for each in get_app().key_processor.input_queue)


def open_menu(buffer: Buffer) -> None:
    """Offer what can follow here, and take the first offer.

    prompt_toolkit would look for it in the background, and lose the keys that are typed meanwhile.
    """
    found = list(buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
    if found:
        buffer.complete_state = CompletionState(buffer.document, found)
        buffer.go_to_completion(0)
