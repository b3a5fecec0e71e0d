"""An evening as a text: what is told, how neighbours are joined, and recaps of all games that are kept to be read.

    FUDGELOG_REWRITE=1 python -m pytest tests/retelling/test_recap.py

writes those in tests/retelling/told again; read the difference before you commit it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from given import seated

from engine import Refused
from engine.campaign import Campaign
from engine.concerns.characters.events import CharacterCreated
from replay.audience.rule import View
from replay.retelling.recap import recap, recap_in
from replay.retelling.wording import plain_text
from shell.render.retelling import with_numbers
from shell.runner import Desk

TOLD = Path(__file__).with_name("told")
SESSIONS = Path(__file__).parents[2] / "sessions"
BEFORE = """new fudge-lite The mill
rules point-uses alter
pc Ann by Kim
pc Ben by Lee
pc Cy
npc Wolf
npc Miller
trait Ann Stealth Good, Wits Mediocre
trait Wolf Wits Great
define status Mood: Grim -1, Calm, Glad +1
"""
EVENING = """session start The mill at night
scene The mill, from the willows; one window is lit
note The miller is *not* alone
check Ann Stealth vs Wolf Wits rolled 0 0 0 0
check Ben Stealth vs Wolf Wits rolled - 0 0 0
check Cy Stealth vs Wolf Wits rolled - - 0 0
secret The miller's wife is the wolf
check Ann Wits vs Great rolled 0 0 0 0 secret
countdown Dawn 3 hidden
tick Dawn
contest Ann Stealth rolled 0 0 0 0 vs Wolf Wits rolled 0 - 0 0
secret scene The loft, where the wife listens
scene Inside, among the sacks
give Ann lantern
give Ann rope
give Ann 3 sacks
give Ann key
give Ann knife
give Ann 12 nails
give Wolf bone
status Ann Mood down for the smell
status Ben Mood down for the smell
check Ben Wits vs Good rolled 0 0 0 0
undo
check Ben Wits vs Fair rolled + + + +
award Ann, Ben 2 for the key
note And then the light went out...
session end
raise Ann Wits
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Play an evening at the mill, after which something was bought."""
    played = seated(tmp_path / "mill.db", BEFORE + EVENING)
    yield played
    played.close()


def text_of(desk: Desk, line: str) -> str:
    """Return what the program prints to a line."""
    outcome = desk.do(line)
    assert outcome.answer is not None, outcome.fault
    return outcome.answer.text()


@pytest.mark.parametrize("name", ["recap", "recap for players"])
def test_a_recap_reads_as_its_file(desk: Desk, name: str) -> None:
    must_read_as(TOLD / f"{name.replace(' ', '-')}.md", text_of(desk, name))


@pytest.mark.parametrize("name", ["12-lite-mist", "13-peupfudge-salt", "8-fudge-fair", "9-polyhedral-plateau"])
def test_an_evening_of_each_game_reads_as_its_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(Desk(tmp_path / "c.db")) as desk:
        for line in (SESSIONS / f"{name}.session").read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                desk.do(line)
        must_read_as(TOLD / f"{name}.md", text_of(desk, "recap all for players"))


def must_read_as(file: Path, said: str) -> None:
    """Compare a recap with the file that holds it, or write that."""
    text = re.sub(r"\d{4}-\d\d-\d\d", "2026-11-21", said) + "\n"
    if os.environ.get("FUDGELOG_REWRITE"):
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


def test_a_program_gets_every_line_with_its_numbers(desk: Desk) -> None:
    outcome = desk.do("recap session 1")
    assert outcome.answer is not None
    result = json.loads(json.dumps(outcome.answer.result))
    assert (result["session"], result["title"], result["players"]) == (
        1,
        "The mill at night",
        ["Ann (Kim)", "Ben (Lee)", "Cy"],
    )
    assert result["text"] == outcome.answer.text()
    scene, note, *_ = result["lines"]
    assert scene == {"seq": [13], "text": "The mill, from the willows; one window is lit", "kind": "scene"}
    assert (note["text"], note["kind"]) == ("The miller is *not* alone", "note")
    numbers = [seq for line in result["lines"] for seq in line["seq"] if line["kind"] != "standing"]
    assert numbers == sorted(set(numbers))
    assert [line["text"].partition(":")[0] for line in result["lines"] if line["kind"] == "standing"] == [
        *("Open", "Met", "Since then", "XP")
    ]


def test_what_was_undone_is_not_told(desk: Desk) -> None:
    assert "Ben tries Wits against Good" not in text_of(desk, "recap")


def test_a_session_that_is_open_is_told_so_far_and_an_earlier_one_by_its_number(desk: Desk) -> None:
    text_of(desk, "session start")
    assert "Nothing was recorded in this evening." in text_of(desk, "recap")
    assert "The mill at night" in text_of(desk, "recap session 1")


def test_only_the_evening_that_is_told_is_read(desk: Desk) -> None:
    assert desk.campaign is not None
    session = desk.campaign.state.sessions[0]
    with patch.object(View, "see", autospec=True, side_effect=View.see) as seen:
        recap(desk.campaign, session.number)
    elsewhere = [call.args[1] for call in seen.call_args_list if call.args[1].seq < session.start]
    assert {type(each.event) for each in elsewhere} == {CharacterCreated}


def test_several_evenings_read_what_each_of_them_asks_of_the_whole_log_once(desk: Desk) -> None:
    text_of(desk, "session start")
    assert desk.campaign is not None
    sessions, read = [each.number for each in desk.campaign.state.sessions], Campaign.events_of
    view = View.of(desk.campaign)
    with patch.object(Campaign, "events_of", autospec=True, side_effect=read) as asked:
        told = [recap_in(view, number) for number in sessions]
    kinds = [call.args[1:] for call in asked.call_args_list]
    assert len(sessions) > 1
    assert len(kinds) == len(set(kinds))
    assert told == [recap(desk.campaign, number) for number in sessions]


@pytest.mark.parametrize(
    "line",
    [
        "line no spiders",
        "xcard",
        "hide Wolf",
        "define table Omens with 2d6: 2-12 nothing",
        "rename Ben to Benno",
        "sign Ann",
    ],
)
def test_a_tale_says_nothing_of_limits_preparations_and_corrections(desk: Desk, line: str) -> None:
    text_of(desk, "session start")
    assert desk.do(line).fault is None
    assert "Nothing was recorded in this evening." in text_of(desk, "recap")


def test_what_is_revealed_in_a_later_evening_is_told_there_and_then(desk: Desk) -> None:
    assert desk.campaign is not None
    secret = next(each.seq for each in desk.campaign.events() if getattr(each.event, "secret", False))
    text_of(desk, "session start")
    text_of(desk, f"reveal #{secret}")
    told = text_of(desk, "recap for players")
    assert f"**Now known: The miller's wife is the wolf.** #{secret}, " in told


def test_what_is_revealed_in_the_same_evening_is_told_to_players_where_it_was_revealed(desk: Desk) -> None:
    text_of(desk, "session start")
    secret = desk.do("secret The mill is haunted").as_json()["events"][0]["seq"]
    for line in ("note Dawn", f"reveal #{secret}", "note Noon"):
        assert desk.do(line).fault is None
    told = text_of(desk, "recap for players")
    assert told.index("Dawn") < told.index("Now known: The mill is haunted") < told.index("Noon")
    assert told.count("haunted") == 1
    assert "Now known" not in text_of(desk, "recap")


def test_what_makes_the_characters_of_an_evening_is_not_told(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "new.db")
    for line in ("new polyhedral", "session start", "setup caravan", "pc Ann", "trait Ann Blades Great", "scale Ann 1"):
        assert desk.do(line).fault is None
    told = text_of(desk, "recap")
    assert [line for line in told.splitlines() if line.startswith("- ")] == [
        "- **New:** Yusra. #37",
        "- **Joined:** Samira; Oren; Ann. #15, #26, #43",
    ]
    desk.close()


def test_without_a_session_nothing_has_been_played(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "new.db")
    desk.do("new fudge")
    assert desk.campaign is not None
    with pytest.raises(Refused, match="nothing has been played yet"):
        recap(desk.campaign)
    desk.close()


def test_the_end_of_a_session_tells_how_its_recap_begins_and_what_it_offers_works(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in ("session start", "scene The mill", *(f"note thing {n}" for n in range(1, 8))):
        text_of(desk, line)
    said = text_of(desk, "session end")
    told = [line for line in said.splitlines() if re.search("The mill|thing|more", line)]
    more = len(recap(desk.campaign).lines) - 5  # type: ignore[arg-type]
    assert told == ["  The mill", *(f"    thing {n}" for n in range(1, 5)), f"    and {more} more: “recap” tells all"]
    recap_all, seal, *offered = re.findall("“([^”]*)”", said)
    assert (recap_all, seal) == ("recap", "seal NUMBER by PLAYER")
    assert offered == ["recap for players", "report evening.html for players"]
    assert all(text_of(desk, line) for line in offered)
    text_of(desk, "session start")
    text_of(desk, f"note {'so ' * 99}")
    again = text_of(desk, "session end")
    assert text_of(desk, re.findall("“(report[^”]*)”", again)[0])
    (longest,) = re.findall("    so .*", again)
    assert (longest[-1], len(longest) <= 104) == ("…", True)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", "plain"),
        ("*bold* _and_ <b>", r"\*bold\* \_and\_ \<b>"),
        ("# no heading", r"\# no heading"),
        ("12. no list", r"12\. no list"),
        ("- no list", r"\- no list"),
        ("room # 3, 2 - 1", "room # 3, 2 - 1"),
    ],
)
def test_a_text_stays_as_it_is_in_markdown(text: str, written: str) -> None:
    assert plain_text(text) == written


def test_a_sentence_ends_once() -> None:
    from replay.retelling.recap import NOTE, Line

    ends = {"Gone": "Gone. #7", "Who?": "Who? #7", "“Go!”": "“Go!” #7", "It rang (twice)": "It rang (twice). #7"}
    assert {text: with_numbers(Line(NOTE, (7,), text)) for text in ends} == ends
    assert with_numbers(Line(NOTE, (7, 8, 9), "All")) == "All. #7–9"


def test_counters_that_move_alike_are_told_in_one_sentence(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in (
        *("new peupfudge", "define counter Hunger 0..5 start 0", "pc Ann", "pc Ben", "session start"),
        *("status Ann Hunger +2 for a watch", "status Ben Hunger +2 for a watch"),
        *("status Ann Hunger -1 for bread", "status Ann Hunger -1 for bread"),
    ):
        assert desk.do(line).fault is None, line
    told = text_of(desk, "recap")
    desk.close()
    assert "A watch: Ann's and Ben's Hunger rose to 2. #6–7 Bread: Ann's Hunger fell to 0. #8–9" in told


def test_dice_of_nobody_are_a_sentence(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge-lite", "pc Ann", "session start", "roll 1d6 rolled 6", "roll 1d6 secret rolled 5"):
        assert desk.do(line).fault is None, line
    assert desk.campaign is not None
    told = [line.text for line in recap(desk.campaign).lines]
    desk.close()
    assert told == ["The dice came to 6", "(secret) The dice came to 5"]


# --- several evenings ------------------------------------------------------------------------------------------

THREE = """new fudge Tale
pc Ann by Kim
session start One
note first
session end
session start Two
secret note
note second
session end
session start Three
note third
"""


@pytest.mark.parametrize("audience", ["", " for players", " for Kim"])
@pytest.mark.parametrize(
    ("asked", "numbers"),
    [("all", [1, 2, 3]), ("session 1..2", [1, 2]), ("session 3..3", [3]), ("from session 2", [2, 3])],
)
def test_several_evenings_are_told_as_each_is_told_alone(
    tmp_path: Path, asked: str, numbers: list[int], audience: str
) -> None:
    desk = Desk(tmp_path / "tale.db")
    for line in THREE.splitlines():
        assert desk.do(line).fault is None, line
    alone = [desk.do(f"recap session {number}{audience}").as_json()["result"] for number in numbers]
    found = desk.do(f"recap {asked}{audience}")
    desk.close()
    checked = [each.pop("checked") for each in alone]
    text = "\n\n".join(each.pop("text") for each in alone)
    assert found.answer is not None
    assert found.answer.text() == text
    assert found.as_json()["result"] == {"evenings": alone, "text": text, "checked": checked[0]}
    assert text.count("# Session ") == len(numbers)


@pytest.mark.parametrize(
    ("line", "place", "said"),
    [
        ("recap session 2..1", "2..1", "session 2 comes after session 1"),
        ("recap session 1..4", "1..4", "there is no session 4"),
        ("recap from session 4", "4", "there is no session 4"),
    ],
)
def test_evenings_that_are_not_there_are_refused_with_their_place(
    tmp_path: Path, line: str, place: str, said: str
) -> None:
    desk = Desk(tmp_path / "tale.db")
    for each in THREE.splitlines():
        desk.do(each)
    fault = desk.do(line).fault
    desk.close()
    assert fault is not None
    assert fault.place is not None
    assert (line[slice(*fault.place)], fault.message) == (place, said)


@pytest.mark.parametrize(("audience", "kept"), [("", True), (" for players", False)])
def test_all_evenings_begin_with_the_notes_from_before_play(tmp_path: Path, audience: str, kept: bool) -> None:
    with closing(Desk(tmp_path / "tale.db")) as desk:
        for line in ("new fudge Tale", "pc Ann by Kim", "note The mill *burnt* down", "secret Ann did it"):
            desk.do(line)
        for line in THREE.splitlines()[2:]:
            assert desk.do(line).fault is None, line
        found = desk.do(f"recap all{audience}")
        assert found.answer is not None
        before, *_ = found.answer.text().split("# Session 1")
        first, *others = found.as_json()["result"]["evenings"]
    assert before.startswith("# Before play\n")
    assert r"> The mill \*burnt\* down. #3" in before
    assert ("Ann did it" in before) == kept
    assert [first["session"], *(each["session"] for each in others)] == [0, 1, 2, 3]


def test_a_person_at_a_terminal_reads_a_recap_without_escapes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    found = desk.do("recap").answer
    assert found is not None
    assert r"The miller is \*not\* alone" in found.text()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "The miller is *not* alone" in found.text()


def test_before_the_first_evening_all_of_them_are_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "tale.db")
    desk.do("new fudge Tale")
    fault = desk.do("recap all").fault
    desk.close()
    assert fault is not None
    assert fault.message == "nothing has been played yet"


NOTES = """## Session 1: The mill, 2024-03-09

[PC:Ana|player Jo]

[PC:Ben|player Kim]

Ana found the teapot.
"""
LIST = "date,character,player,xp,reason\n2024-03-09,Ana,Jo,3,the bridge\n2024-03-09,Ben,Kim,2,the song\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.md", NOTES, "> Ana found the teapot. #6"),
        ("a.csv", LIST, "- **XP:** Ana 3 and Ben 2 (the bridge, the song). #5, #7"),
    ],
)
def test_a_file_that_brings_an_evening_and_its_characters_has_the_evening_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text, "utf-8")
    with closing(seated(tmp_path / "tale.db", f"new fudge Tale\nimport {name}")) as desk:
        assert said in text_of(desk, "recap").splitlines()


def test_what_makes_a_character_from_a_file_is_not_told_of_the_evening_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ana.csv").write_text("name,player,earned,points\nAna,Jo,37,2\n", "utf-8")
    script = "new fudge Tale\nsession start\nnote Rain\nsession end\nimport ana.csv as characters"
    with closing(seated(tmp_path / "tale.db", script)) as desk:
        listed = [each for each in text_of(desk, "recap").splitlines() if each.startswith("- ")]
    assert [each.partition(" #")[0] for each in listed] == ["- **Joined:** Ana (Jo)."]
