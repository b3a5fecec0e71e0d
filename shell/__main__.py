"""`python -m shell` is the program, from a checkout."""

import signal
import sys


def start() -> int:
    """Run the program. Before it has begun and once it has ended, Ctrl-C simply ends it, without a word."""
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from shell.cli import main

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
