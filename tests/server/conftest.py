"""What the tests of logs on a server share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shell.doors.cli import main


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Type a call as at a shell, and return its status and what it printed."""
    monkeypatch.setattr("sys.stdin", None)

    def carry_out(*words: str) -> tuple[int, str, str]:
        status = main(words)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return carry_out
