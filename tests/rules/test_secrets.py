"""Test secret notes and scenes, and NPCs that are hidden from the players."""

from __future__ import annotations

from pathlib import Path

import pytest
from given import folder
from tabletop import play

from shell.runner import Desk

#: A player character and two NPCs in a session.
SET_UP = """
new fudge-lite
pc Ann
npc Orc, Elf
session start
"""


def refused(desk: Desk, line: str) -> str:
    """Return the message of a line that is refused."""
    return str(desk.do(line).as_json()["error"]["message"])


def log_of(desk: Desk) -> str:
    """Return the log as it is printed, which says the same as its data."""
    answer = desk.do("log").answer
    assert answer is not None
    assert all(each["text"] in answer.text() for each in answer.result["events"][-2:])
    return answer.text()


def secrets(desk: Desk) -> set[int]:
    """Return the numbers of the events that are secret."""
    assert desk.campaign is not None
    return set(desk.campaign.state.secrets)


@pytest.mark.parametrize(
    ("line", "type", "text"),
    [
        ("secret the king is dead", "SecretNoted", "(secret) the king is dead"),
        ("secret scene the crypt", "SceneSet", "(secret) Scene: the crypt"),
        ('secret "scene of the crime"', "SecretNoted", "(secret) scene of the crime"),
    ],
)
def test_a_secret_stays_one_until_it_is_revealed(desk: Desk, line: str, type: str, text: str) -> None:
    outcome = desk.do(line)
    (event,) = outcome.as_json()["events"]
    assert (event["type"], event["secret"], text in outcome.answer.text()) == (type, True, True)
    assert secrets(desk) == {event["seq"]}
    play(desk, f"reveal #{event['seq']}")
    assert secrets(desk) == set()
    assert text.replace("(secret)", "(revealed)") in log_of(desk)
    play(desk, "undo")
    assert secrets(desk) == {event["seq"]}
    assert text in log_of(desk)
    play(desk, f"undo #{event['seq']}")
    assert secrets(desk) == set()


def test_a_note_that_only_sounds_secret_is_remarked_on(desk: Desk) -> None:
    for line, told in (("note secret the mayor lies", True), ("note Secretly she smiles", False)):
        answer = desk.do(line).answer
        assert answer is not None
        assert ("players see this note" in answer.text()) == told


def test_a_note_and_a_scene_are_public_unless_they_are_secret(desk: Desk) -> None:
    assert not play(desk, "note the king lives")["events"][0].get("secret")
    assert not play(desk, "scene the hall")["events"][0]["secret"]
    assert secrets(desk) == set()


def test_a_secret_scene_ends_what_lasts_one_scene(desk: Desk) -> None:
    play(desk, "effect Ann brave a +1 until scene")
    ended = play(desk, "secret scene the crypt")["events"]
    assert [event["type"] for event in ended] == ["SceneSet", "EffectEnded"]


@pytest.mark.rule("FL-42")
def test_what_players_do_not_know_can_change_and_what_was_revealed_stays(desk: Desk) -> None:
    plan = play(desk, "secret the butler did it")["events"][0]["seq"]
    play(desk, f"undo #{plan}")
    plan = play(desk, "secret the cook did it")["events"][0]["seq"]
    known = play(desk, f"reveal #{plan}")["events"][0]["seq"]
    assert f"#{known} depends on #{plan}" in refused(desk, f"undo #{plan}")


def test_an_npc_is_hidden_and_shown(desk: Desk) -> None:
    (hiding,) = play(desk, "hide orc")["events"]
    assert (hiding["type"], hiding["text"]) == ("CharacterHidden", "(secret) Orc is hidden from the players")
    assert (play(desk, "sheet Orc")["result"]["visibility"], secrets(desk)) == ("hidden", {hiding["seq"]})
    assert "Visibility: hidden" in desk.do("sheet Orc").answer.text()
    assert [each["seq"] for each in play(desk, "why Orc visibility")["result"]["because"]] == [hiding["seq"]]
    (showing,) = play(desk, "show orc")["events"]
    assert (showing["type"], showing["text"]) == ("CharacterShown", "Orc is shown to the players")
    assert (play(desk, "sheet Orc")["result"]["visibility"], secrets(desk)) == ("shown", set())
    assert refused(desk, "show orc") == f"Orc is shown already, since #{showing['seq']}"
    play(desk, "undo")
    assert (play(desk, "sheet Orc")["result"]["visibility"], secrets(desk)) == ("hidden", {hiding["seq"]})
    play(desk, f"reveal #{hiding['seq']}")
    assert (play(desk, "sheet Orc")["result"]["visibility"], secrets(desk)) == ("shown", set())


def test_several_npcs_are_hidden_at_once_and_keep_it_under_another_name(desk: Desk) -> None:
    assert [event["character"] for event in play(desk, "hide orc, elf")["events"]] == ["Orc", "Elf"]
    play(desk, "rename Orc to Grumm")
    assert play(desk, "sheet Grumm")["result"]["visibility"] == "hidden"
    assert play(desk, "sheet Ann")["result"]["visibility"] is None


def test_a_script_plays_secrets_again(desk: Desk) -> None:
    play(desk, "secret the king is dead\nsecret scene the crypt\nhide orc\nshow elf\nshow orc")
    with folder() as place:
        written = Path(place) / "again.session"
        play(desk, f"export {written}")
        lines = written.read_text("utf-8").splitlines()
    assert lines[-5:] == ["secret the king is dead", "secret scene the crypt", "hide Orc", "show Elf", "show Orc"]
