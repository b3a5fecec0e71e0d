"""Keep keys typed between two lines off the screen.

While no line is read, a terminal echoes them into the answer that is being printed, or over the next prompt. The next
line gets them in any case.
"""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unechoed() -> Iterator[None]:
    """Keep the terminal from echoing keys and from holding them back until Enter.

    Ctrl-C stays a signal. If standard input is no terminal, or the system has no such modes, change nothing.
    """
    if not sys.stdin.isatty():
        yield
        return
    try:
        import termios  # not on every system
    except ImportError:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    silent = termios.tcgetattr(sys.stdin)
    silent[0] &= ~termios.ICRNL  # so that Enter is read as within a line
    silent[3] &= ~(termios.ECHO | termios.ICANON)
    silent[6][termios.VMIN], silent[6][termios.VTIME] = 1, 0
    termios.tcsetattr(sys.stdin, termios.TCSANOW, silent)
    if select.select([sys.stdin], [], [], 0)[0]:
        print("\r\x1b[K", end="", flush=True)  # erases what the terminal echoed while the program loaded
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
