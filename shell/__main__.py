"""`python -m shell` is the program, from a checkout."""

import gc
import signal
import sys

#: How many objects are made before garbage is looked for. A command makes that many as it loads, and keeps them.
MANY_OBJECTS = 50_000


def report_unraisable(found: "sys.UnraisableHookArgs") -> None:
    """Report an exception that nobody can catch, as in a finalizer, like Python, but ignore Ctrl-C."""
    if found.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(found)


def start(*, replay: bool = False) -> int:
    """Run the program, or the replay tool. While it loads and once it has ended, Ctrl-C ends it without a message."""
    gc.set_threshold(MANY_OBJECTS)
    sys.unraisablehook = report_unraisable
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from shell.doors.cli import main

    try:
        return main(replay=replay)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        gc.freeze()  # as Python ends it would look for garbage three times
        if interruptible:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(start())
