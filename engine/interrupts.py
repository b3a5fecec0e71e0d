"""Delay Ctrl-C while something must not stop half-way."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

#: The delays that the outermost `until_told` ends.
_longer: ExitStack | None = None


@contextmanager
def hold_interrupts() -> Iterator[Callable[[], bool]]:
    """Delay SIGINT until the end of this block, or of `until_told` around it.

    Yield a function that tells whether one came. Off the main thread, delay nothing.
    """
    if _longer is None:
        with hold_briefly() as came:
            yield came
    else:
        yield _longer.enter_context(hold_briefly())


@contextmanager
def until_told() -> Iterator[None]:
    """Delay Ctrl-C until the result has been printed.

    A command that records nothing can be interrupted at any time.
    """
    global _longer
    if _longer is not None:
        yield
        return
    with ExitStack() as longer:
        _longer = longer
        try:
            yield
        finally:
            _longer = None


@contextmanager
def let_interrupt() -> Iterator[None]:
    """Let Ctrl-C end this block at once, even in an `until_told` block.

    It is for writing that does not count yet and has no result to print.
    """
    global _longer
    before, _longer = _longer, None
    try:
        yield
    finally:
        _longer = before


@contextmanager
def hold_briefly() -> Iterator[Callable[[], bool]]:
    """Delay SIGINT until the end of this block, also within an `until_told` block.

    Yield what `hold_interrupts` yields. Off the main thread, delay nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(came)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
        if came:
            signal.raise_signal(signal.SIGINT)
