"""A file of one's own is read in UTF-8, with a mark or without, however its lines end; any other is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from shell.runner import Desk
from shell.settings import read_settings

TEMPLATE = '[[characters]]\nname = "Zoë Müller"\ncharacteristics = { Trade = "Müllerin" }\n'
RULES = 'title = "Zürich"\nuntrained = 1\n'
SETTINGS = '# für Zoë\nsuggestions = false\n[aliases]\nzo = "sheet"\n'

#: How people's editors save what is read, and what is not.
READ: dict[str, Callable[[str], bytes]] = {
    "UTF-8": lambda text: text.encode(),
    "with a mark": lambda text: text.encode("utf-8-sig"),
    "of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "of Windows with a mark": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
}
REFUSED: dict[str, Callable[[str], bytes]] = {
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 big-endian": lambda text: "\ufeff".encode("utf-16-be") + text.encode("utf-16-be"),
    "Windows 1252": lambda text: text.encode("cp1252"),
}
SAVED = {**READ, **REFUSED}


@pytest.mark.parametrize("how", SAVED)
def test_a_template_is_read_as_it_was_saved(tmp_path: Path, how: str) -> None:
    (tmp_path / "t.toml").write_bytes(SAVED[how](TEMPLATE))
    with closing(Desk(tmp_path / "c.db")) as desk:
        desk.do("new fudge")
        outcome = desk.do(f"setup {tmp_path / 't.toml'}")
        assert desk.campaign is not None
        if how in REFUSED:
            assert outcome.fault is not None
            assert outcome.fault.message.endswith("t.toml cannot be read as a template: it is not text in UTF-8")
            assert desk.campaign.state.seq == 1
        else:
            assert desk.campaign.state.sheets["Zoë Müller"].characteristics == {"Trade": "Müllerin"}


@pytest.mark.parametrize("how", SAVED)
def test_house_rules_are_read_as_they_were_saved(tmp_path: Path, how: str) -> None:
    (tmp_path / "r.toml").write_bytes(SAVED[how](RULES))
    with closing(Desk(tmp_path / "c.db")) as desk:
        outcome = desk.do(f"new {tmp_path / 'r.toml'}")
        if how in REFUSED:
            assert outcome.fault is not None
            assert outcome.fault.message.endswith("r.toml cannot be read as rules: it is not text in UTF-8")
            assert not (tmp_path / "c.db").exists()
        else:
            assert desk.campaign is not None
            assert desk.campaign.state.rules.title == "Zürich"


@pytest.mark.parametrize("how", SAVED)
def test_settings_are_read_as_they_were_saved(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "fudgelog").mkdir()
    (tmp_path / "fudgelog" / "config.toml").write_bytes(SAVED[how](SETTINGS))
    found = read_settings()
    if how in REFUSED:
        assert found.problems == ("the settings cannot be read: they are not text in UTF-8",)
    else:
        assert (found.suggestions, found.problems, dict(found.aliases)) == (False, (), {"zo": "sheet"})
