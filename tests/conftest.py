"""What all tests share: a campaign of its own for each, a clock that stands, and dice that fall as they are told."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from given import LoadedDice, folder
from hypothesis import HealthCheck, Phase, settings
from memory import Memory
from postgres import TestServer, running_server, why_none

from engine import Campaign
from shell.runner import Desk

EIGHT_IN_THE_EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def forget_inherited_signals() -> None:
    """Give every program that the tests start the signals' default meanings.

    Under nohup, or in the background of a shell, some are ignored, and programs inherit that. A handler is not
    inherited: it leaves this process as deaf as it was, and its children get the default.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    by_python = {signal.SIGPIPE, signal.SIGXFSZ}  # ignored by Python, which gives its children the default
    for number in signal.valid_signals() - by_python:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    signal.signal(signal.SIGINT, signal.default_int_handler)


forget_inherited_signals()

MEMORY = "/dev/shm"


def keep_files_in_memory() -> None:
    """Keep the files of the tests in memory, where the system has room there and lets programs be run from it.

    A log is flushed to the disk at every command, and that is what a test of many commands would wait for.
    TMPDIR=/tmp python -m pytest tries them on a disk.
    """
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK):
        place = os.statvfs(MEMORY)
        if place.f_bavail * place.f_frsize > 2**30 and not place.f_flag & os.ST_NOEXEC:
            os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


keep_files_in_memory()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage only in what the tests make: what is collected before stays to the end, and is much."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


# How long an example takes says something about the machine, and never fails a test. The gate tries the same examples
# each time, so that what it refuses is what a change did; everywhere else others are tried.
settings.register_profile(
    "house", deadline=None, derandomize=bool(os.environ.get("CI")), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
settings.register_profile("unshrunk", phases=[Phase.explicit, Phase.reuse, Phase.generate])


@contextmanager
def empty_home() -> Iterator[None]:
    """Give the tests an empty home. Without XDG folders, settings, states and caches lie there too."""
    with folder() as place, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", place)
        for name in [name for name in os.environ if name.startswith("XDG_") or name == "FUDGELOG_FILE"]:
            patch.delenv(name)
        yield


@pytest.fixture(autouse=True, scope="session")
def home_of_all() -> Iterator[None]:
    """Give an empty home to what is made once for the tests of several files."""
    with empty_home():
        yield


@pytest.fixture(autouse=True, scope="module")
def own_home(home_of_all: None) -> Iterator[None]:
    """Give the tests of each file an empty home.

    In a home of all, a note on each log that was ever closed would lie in one folder, which every close reads.
    """
    with empty_home():
        yield


@pytest.fixture(autouse=True, scope="session")
def logs_elsewhere() -> Iterator[None]:
    """With FUDGELOG_LOGS=memory or postgresql, keep new logs there: what never looks at a file must not notice.

    FUDGELOG_LOGS=memory python -m pytest tests/history/test_ledger.py tests/history/test_corrections.py
    """
    kept = os.environ.get("FUDGELOG_LOGS")
    with ExitStack() as elsewhere:
        if kept == "postgresql":
            assert not why_none(), why_none()
            find_place = elsewhere.enter_context(running_server()).find_place
        if kept:
            patch = elsewhere.enter_context(pytest.MonkeyPatch.context())
            patch.setattr("engine.store.files.FilePlace", Memory().locate if kept == "memory" else find_place)
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[TestServer]:
    """Run a server of PostgreSQL, for all tests of this process that want one."""
    if reason := why_none():
        pytest.skip(reason)
    with running_server() as running:
        yield running


@pytest.fixture(autouse=True)
def desks_are_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the logs of all desks that a test sat down at, as the end of a program does."""
    desks: list[Desk] = []
    for name in ("begin", "open"):
        monkeypatch.setattr(Desk, name, noting(desks, getattr(Desk, name)))
    yield
    for desk in desks:
        desk.close()


def noting(desks: list[Desk], method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that notes the desk it is called at."""

    def noted(desk: Desk, *args: Any, **named: Any) -> Any:
        desks.append(desk)
        return method(desk, *args, **named)

    return noted


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """Return a clock that stands at eight in the evening."""
    return lambda: EIGHT_IN_THE_EVENING


@pytest.fixture
def dice() -> LoadedDice:
    """Dice that show what `dice.lay(+1, 0, -1, 0)` laid out."""
    return LoadedDice()


@pytest.fixture
def campaign(tmp_path: Path, clock: Callable[[], datetime], dice: LoadedDice) -> Iterator[Campaign]:
    """Make an empty campaign of Peupfudge, as a program would use it."""
    with Campaign.create(tmp_path / "campaign.db", "peupfudge", "A test", clock=clock, draw=dice) as campaign:
        yield campaign


@pytest.fixture
def table() -> Iterator[Desk]:
    """Make an empty campaign of Peupfudge, as a game master would: lines go in, outcomes come out."""
    with folder() as place:
        desk = Desk(Path(place) / "table.db")
        assert desk.do('new peupfudge "A test"').status == 0
        yield desk
        desk.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start a Chromium. Where there is none the test is skipped, or fails if the gate says that there must be one."""
    sys.path.append(str(Path(__file__).with_name("retelling")))
    from picture import BrowserMissing, started  # no other test needs it

    try:
        with started() as found:
            yield found
    except BrowserMissing as missing:
        if os.environ.get("FUDGELOG_BROWSER") == "must":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
