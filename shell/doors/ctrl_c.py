"""What Ctrl-C does: it interrupts, but never an import.

At the prompt it is a signal while lines are carried out, and a key while one is typed.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | int | None

#: How the files of Python's own import system are called.
IMPORT_SYSTEM = "<frozen importlib"

#: How long Ctrl-C waits for an import before it tries again, in seconds.
SOON = 0.005


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; during an import, do it soon after.

    A module of which half was imported would be imported again later, and what it registers would be there twice.
    """
    if is_importing(frame):
        again = threading.Timer(SOON, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        signal.default_int_handler(number, frame)


def is_importing(frame: FrameType | None) -> bool:
    """Return whether a frame, or one that it returns to, imports a module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORT_SYSTEM):
            return True
        frame = frame.f_back
    return False


def on_interrupt(handler: Handler) -> Handler:
    """Set what Ctrl-C does as a signal, and return what it did.

    Off the main thread, leave it as it is. Only while lines are carried out is it a signal. Otherwise it is a key like
    any other: as a signal it could interrupt prompt_toolkit itself, or come between two lines and end the program.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
