"""A misread line that can mean only one thing is done alike at every door, and seen before Enter at the prompt."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import CTRL_C, ENTER, seated

from shell.settings import change_setting

Run = Callable[..., Any]

#: Lines of the campaign, and how they are read.
MISREAD = [
    ("check kot perc against 3 rolled 0", "check Kotorikh Perception vs 3 rolled 0"),
    ("award kot and oba 2", "award Kotorikh, Obazana 2"),
    ("give kot rope x3", "give Kotorikh 3 rope"),
    ("kot is tired", "status Kotorikh Energy Tired"),
]


def words(events: list[dict[str, Any]]) -> list[str]:
    """Return what some events say."""
    return [each["text"] for each in events]


@pytest.mark.parametrize(("line", "read_as"), MISREAD)
def test_every_door_does_it_alike(call: Run, original: Path, tmp_path: Path, line: str, read_as: str) -> None:
    files = [Path(shutil.copy(original, tmp_path / f"{name}.db")) for name in ("one", "script", "json", "words")]
    one = call(files[0], line)
    script = call(files[1], script=f"{line}\n")
    found = json.loads(call("--json", files[2], line).out)
    several = call(files[3], *line.split())
    said = f"read as: {read_as}  (u undoes)"
    assert [each.out.splitlines()[each is script] for each in (one, script, several)] == [said] * 3
    assert (found["ok"], found["command"]) == (True, read_as)
    assert sorted(" ".join(each["typed"] for each in found["account"]).split()) == sorted(line.split())
    last = f"log last {len(found['events'])}"
    for file in files:
        assert words(json.loads(call("--json", file, last).out)["result"]["events"]) == words(found["events"])


@pytest.mark.parametrize(("line", "read_as"), MISREAD)
def test_no_door_does_it_if_only_what_is_written_counts(call: Run, file: Path, line: str, read_as: str) -> None:
    before = file.read_bytes()
    assert call("--exact", file, line).status
    assert call("--exact", file, script=f"{line}\n").status
    assert json.loads(call("--exact", "--json", file, line).out)["ok"] is False
    assert file.read_bytes() == before


def test_it_is_seen_before_enter_and_before_the_answer_in_a_narrow_terminal(file: Path) -> None:
    with seated(file, columns=40) as player:
        player.begin("Golden 1>")
        player.types("award kot and oba 2")
        player.sees("read as: award Kotorikh, Obazana 2")
        player.types(ENTER)
        player.sees("read as: award Kotorikh, Obazana 2  (u u\nndoes)\n✓ #")


def test_the_prompt_asks_first_if_the_user_wants_that(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    change_setting("misread", "ask")
    with seated(file) as player:
        player.types("award kot and oba 2" + ENTER)
        player.sees("Tab makes it: award Kotorikh, Obazana 2")
        player.types(CTRL_C)
