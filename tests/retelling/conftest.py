"""The browser in which pages are tried."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from picture import BrowserMissing, started


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start a Chromium. Where there is none the test is skipped, or fails if the gate says that there must be one."""
    try:
        with started() as found:
            yield found
    except BrowserMissing as missing:
        if os.environ.get("FUDGELOG_BROWSER") == "must":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
