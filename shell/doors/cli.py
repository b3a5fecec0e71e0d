"""The program from its arguments to its exit status. The engine is loaded once a command needs it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from shell import __version__
from shell.options import Call, CallError, ExitStatus, help_page, read_call

#: The first argument with which the user's shell asks, followed by the words up to the cursor. `--help` leaves it out.
COMPLETE = "--complete"

#: The number of the signal of a closed pipe. Windows has none.
SIGPIPE = int(getattr(signal, "SIGPIPE", 13))


def main(arguments: Sequence[str] | None = None, *, replay: bool = False) -> int:
    """Run the program, or the replay tool, by default with the command line's arguments. Return the exit status."""
    prepare_streams()
    call = Call()
    try:
        words = sys.argv[1:] if arguments is None else arguments
        if words[:1] == [COMPLETE]:
            return complete_words(words[1:])
        call = read_call(words)
        if call.about is not None:
            print(help_page() if call.about == "--help" else f"fudgelog {__version__}")
            return int(ExitStatus.DONE)
        return run_call(call, replay)
    except CallError as error:
        complain(str(error))
        return int(error.status)
    except KeyboardInterrupt:
        return int(ExitStatus.INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 128 + SIGPIPE
    except Exception as error:
        report(error, call)
        return int(ExitStatus.NO_LOG)


def complete_words(words: Sequence[str]) -> int:
    """Print completions of the last word for the user's shell, and return the exit status."""
    from shell.doors.shell_completion import complete

    complete(words)
    return int(ExitStatus.DONE)


def prepare_streams() -> None:
    """Escape characters that a terminal cannot show, so that no locale causes an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def run_call(call: Call, replay: bool) -> int:
    """Load the engine, carry out the call and return the exit status. From here on Ctrl-C is an exception."""
    from shell.doors.ctrl_c import interrupt
    from shell.doors.opening import open_door

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, interrupt)
    return int(open_door(call, replay=replay))


def complain(message: str) -> None:
    """Print an error, if it can be printed."""
    from shell.output import clean_line, for_reading  # loads the engine

    with suppress(OSError):
        print(for_reading(f"fudgelog: {clean_line(message)}", sys.stderr), file=sys.stderr)


def report(error: Exception, call: Call) -> None:
    """Report a fault of the program, or output that cannot be written, in a sentence."""
    from shell.doors.opening import failure_json, failure_message  # loads the engine

    message = failure_message(error)
    if call.json and not isinstance(error, OSError):
        with suppress(OSError):
            print(failure_json(call, message), flush=True)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # what could not be written is not tried again
    complain(message)
