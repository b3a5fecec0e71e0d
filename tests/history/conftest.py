"""What the tests of history share: a clock that never goes back, for one that does is a finding of the audit's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from engine.campaign import Campaign
from engine.clock import local_now


@pytest.fixture(autouse=True, scope="module")
def onwards() -> Iterator[None]:
    """For every test, and before anything that a whole file shares is made: whatever the machine's clock does."""
    latest = local_now()

    def later() -> datetime:
        nonlocal latest
        latest = max(latest, local_now())
        return latest

    with pytest.MonkeyPatch.context() as patch:
        for make in (Campaign.create, Campaign.open):
            patch.setitem(make.__func__.__kwdefaults__, "clock", later)
        yield
