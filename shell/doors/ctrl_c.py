"""What Ctrl-C does: it interrupts once, but never an import.

At the prompt it is a signal while lines are carried out, and a key while one is typed.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | int | None

#: The names of the files of Python's import system.
IMPORT_SYSTEM = "<frozen importlib"

#: How long Ctrl-C waits for an import before it tries again, in seconds.
SOON = 0.005


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but during an import soon after it. From then on Ctrl-C has no effect.

    An interrupted import would be repeated later, and register everything twice. A second Ctrl-C could interrupt what
    catches the first.
    """
    if is_importing(frame):
        again = threading.Timer(SOON, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.default_int_handler(number, frame)


def is_importing(frame: FrameType | None) -> bool:
    """Return whether a frame, or one that it returns to, imports a module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORT_SYSTEM):
            return True
        frame = frame.f_back
    return False


def on_interrupt(handler: Handler) -> Handler:
    """Set the effect of Ctrl-C as a signal, and return the former one. Off the main thread, change nothing.

    It is a signal only while lines are carried out. Otherwise it is a key: as a signal it could interrupt
    prompt_toolkit itself, or come between two lines and end the program.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C, as a signal, raise KeyboardInterrupt once in here."""
    before = on_interrupt(interrupt)
    try:
        yield
    finally:
        on_interrupt(before)
