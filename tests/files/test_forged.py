"""Find forged events whose chain is right, by `verify`, by importing and by the audit alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from forging import json, rechained, text_of

from engine.store.door import Row
from engine.store.log import SqliteLog as Log


def rolled_again(body: dict[str, Any]) -> list[Any]:
    """Return the sides of a contest with other faces for the first."""
    first, *others = body["participants"]
    return [first | {"faces": [-1, -1, -1]}, *others]


#: A type of event, and what a forger makes of its body.
FORGERIES: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "dice that are none": ("DiceRolled", lambda body: {"dice": "4dFx"}),
    "dice of a check that are none": ("CheckResolved", lambda body: {"dice": "4dFx"}),
    "a check of the program's without faces": ("CheckResolved", lambda body: {"faces": [], "physical": False}),
    "a roll of the program's without faces": ("DiceRolled", lambda body: {"faces": [], "physical": False}),
    "a contest with nobody": ("ContestResolved", lambda body: {"participants": []}),
    "a contest of one": ("ContestResolved", lambda body: {"participants": body["participants"][:1]}),
    "a signature of nothing": ("SheetSigned", lambda body: {"values": {}}),
    "faces that give another result": ("CheckResolved", lambda body: {"faces": [1, 1, 1, 1]}),
    "a side whose faces give another result": ("ContestResolved", lambda body: {"participants": rolled_again(body)}),
    "dice without a result": ("CheckResolved", lambda body: {"roll": None}),
    "a digest of other rules": ("CampaignCreated", lambda body: {"digest": "0" * 64}),
    "a digest of other rules in a change": ("RulesChanged", lambda body: {"digest": "0" * 64}),
    "rules that lack most of them": ("RulesChanged", lambda body: {"rules": {"name": "mine"}}),
    "a session below one": ("SessionStarted", lambda body: {"number": -6}),
    "a session that skips one": ("SessionStarted", lambda body: {"number": 2}),
    "the end of another session": ("SessionEnded", lambda body: {"number": 2}),
    "a kind of character": ("CharacterCreated", lambda body: {"kind": "pcx"}),
    "an escape sequence": ("SceneSet", lambda body: {"text": "\x1b[2J"}),
    "a sign of C1": ("SceneSet", lambda body: {"text": "\x9b2J"}),
}


@pytest.fixture
def forged(log: Path, request: pytest.FixtureRequest) -> tuple[Path, int]:
    """Return a log whose chain is right around one forged event, and the number of that event."""
    type_name, forge = FORGERIES[request.param]
    chosen: list[int] = []

    def change(row: Row) -> Row:
        if row.type != type_name or (chosen and chosen != [row.seq]):
            return row
        chosen.append(row.seq)
        body = msgspec.json.decode(row.body)
        return row._replace(body=json(body | forge(body)))

    return rechained(log, "forged.db", change), chosen[0]


@pytest.mark.rule("P5", "B4-23")
@pytest.mark.parametrize("forged", FORGERIES, indirect=True)
def test_verify_and_audit_find_the_same_forgery(forged: tuple[Path, int], do: Callable[..., Any]) -> None:
    """Name the forged event first in both, and never fail over it."""
    path, seq = forged
    found = do(path, "verify")
    assert found.status == 1
    assert found.answer.result["problems"][0]["seq"] == seq
    audited = do(path, "audit")
    if audited.fault is None:  # such a log may be refused when it is opened
        assert seq in [each["seq"] for each in audited.answer.result["findings"] if each["wrong"]]
    else:
        assert f"#{seq}" in audited.fault.message


@pytest.mark.rule("P5", "B4-23")
@pytest.mark.parametrize("forged", FORGERIES, indirect=True)
def test_a_forgery_is_not_imported(forged: tuple[Path, int], do: Callable[..., Any]) -> None:
    """Refuse the file that holds it, and make no log."""
    path, _ = forged
    log = Log.open(path, writable=False)
    Path("forged.jsonl").write_bytes(text_of(list(log.read()), log.format))
    log.close()
    assert do("new.db", "import forged.jsonl").status == 1
    assert not Path("new.db").exists()
