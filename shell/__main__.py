"""`python -m shell` is the program, from a checkout."""

import signal
import sys


def unraisable(found: "sys.UnraisableHookArgs") -> None:
    """What is raised where nobody can catch it, as in a finalizer, is told as ever; a Ctrl-C there is passed over."""
    if found.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(found)


def start() -> int:
    """Run the program. Before it has begun and once it has ended, Ctrl-C simply ends it, without a word."""
    sys.unraisablehook = unraisable
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from shell.doors.cli import main

    try:
        if interruptible:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        if interruptible:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(start())
