"""One of a thing is named in the singular."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from shell.render.experience import MOST_TYPED
from shell.runner import Desk


def test_one_fudge_point_is_no_plural(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        for line in ("new fudge-lite", "pc Ann", "trait Ann Athletics Good", "session start", "point Ann +1"):
            assert desk.do(line).fault is None, line
        assert desk.do("why Ann points").answer.text().splitlines()[0].startswith("Ann has 1 fudge point")
        assert "fudge points" not in desk.do("why Ann points").answer.text().splitlines()[0]
        refused = desk.do("point Ann -2").fault
        assert refused is not None
        assert "Ann has 1 fudge point, not 2" in str(refused)


def test_one_earlier_award_is_no_plural(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "a.db")) as desk:
        for line in ("new fudge-lite", "pc Ann", *("award Ann 1",) * (MOST_TYPED + 1)):
            assert desk.do(line).fault is None, line
        told = desk.do("dispute Ann 9").answer.text()
    assert "typed by GM: 1 earlier one and #" in told
