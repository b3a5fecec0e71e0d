"""The note on what this computer last saw stays in its folder, whatever a log calls its campaign."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.memo import folder, last_seen, remember


@pytest.mark.rule("P12")
@pytest.mark.parametrize("campaign", ["../../../evil", "..", "", "/etc/evil", "a/b", "con", "\udcff", "ab" * 16])
def test_a_forged_identity_names_no_file_outside_the_folder(
    campaign: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    log = tmp_path / "log.db"
    log.touch()
    remember(campaign, str(log), 7, "ab")
    seen = last_seen(campaign).get(str(log))
    assert seen is not None
    assert seen.events == 7
    assert [path.parent for path in tmp_path.rglob("*") if path.is_file() and path != log] == [folder()]
