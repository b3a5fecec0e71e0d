"""What Ctrl-C does at the prompt.

It is a signal while lines are carried out, and a key while one is typed.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | int | None


def on_interrupt(handler: Handler) -> Handler:
    """Set what Ctrl-C does as a signal, and return what it did.

    Off the main thread, leave it as it is. Only while lines are carried out is it a signal. Otherwise it is a key like
    any other: as a signal it could interrupt prompt_toolkit itself, or come between two lines and end the program.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
