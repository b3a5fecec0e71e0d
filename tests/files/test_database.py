"""`export FILE.db`: tables of a campaign that answer what a group asks, and are never the truth."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder

from shell.runner import Desk

ROOT = Path(__file__).parents[2]
ASKED = dict(re.findall(r"^### (.+?)\n.*?```sql\n(.*?)```", (ROOT / "docs/queries.md").read_text("utf-8"), re.M | re.S))


@pytest.fixture(scope="module")
def demo() -> Iterator[sqlite3.Connection]:
    """Make the tables of the two evenings of the demo."""
    with folder() as place, closing(Desk(Path(place) / "demo.db")) as desk:
        lines = (ROOT / "sessions/demo.session").read_text("utf-8").splitlines()
        for line in (*(line for line in lines if line and not line.startswith("#")), f'export "{place}/tables.db"'):
            assert desk.do(line).status == 0, line
        with closing(sqlite3.connect(f"{place}/tables.db")) as tables:
            yield tables


def test_the_page_has_fifteen_questions() -> None:
    assert len(ASKED) == 15


#: Questions to which the demo has no answer.
NOT_IN_DEMO = {"Who is hurt now?", "Who met whom, and when first?"}


@pytest.mark.parametrize("question", sorted(ASKED.keys() - NOT_IN_DEMO))
def test_each_question_of_the_page_is_answered_by_its_query(demo: sqlite3.Connection, question: str) -> None:
    assert demo.execute(ASKED[question]).fetchall()


def test_the_tables_say_what_the_program_says(
    log: Path, result: Callable[..., dict[str, Any]], do: Callable[..., Any]
) -> None:
    do(log, "export tables.db")
    with closing(sqlite3.connect("tables.db")) as tables:
        for name in ("Kotorikh", "Old Marta", "Nyrv"):
            sheet = result(log, f'sheet "{name}"')
            found = tables.execute("SELECT xp_awarded, xp_spent, xp_unspent FROM character WHERE name = ?", [name])
            assert found.fetchone() == tuple(sheet["xp"][field] for field in ("awarded", "spent", "unspent"))
            traits = tables.execute("SELECT trait, effective FROM trait WHERE character = ?", [name]).fetchall()
            assert dict(traits) == {trait: each["effective"] for trait, each in sheet["traits"].items()}
            things = tables.execute("SELECT item, quantity FROM item WHERE character = ? ORDER BY id", [name])
            assert things.fetchall() == [(each["item"], each["quantity"]) for each in sheet["inventory"]]
        events = {each["seq"]: each for each in result(log, "log")["events"]}
        rolls = tables.execute("SELECT event, total, chance FROM roll WHERE kind = 'check'").fetchall()
        assert {seq: (events[seq]["total"], events[seq].get("chance")) for seq, _, _ in rolls} == {
            seq: (total, chance) for seq, total, chance in rolls
        }
        assert tables.execute("SELECT count(*) FROM event").fetchone() == (len(events),)
        assert tables.execute("SELECT count(*) FROM event WHERE NOT counts").fetchone()[0] > 0
        assert tables.execute("PRAGMA foreign_key_check").fetchall() == []


def test_tables_are_made_again_in_place_and_no_other_file_is_replaced(log: Path, do: Callable[..., Any]) -> None:
    assert do(log, "export tables.db").status == 0
    do(log, "note a later note")
    assert do(log, "export tables.db").status == 0
    with closing(sqlite3.connect("tables.db")) as tables:
        assert tables.execute("SELECT text FROM note ORDER BY event DESC").fetchone() == ("a later note",)
    before = log.read_bytes()
    outcome = do(log, f'export "{log}"')
    assert (outcome.status, outcome.fault.message) == (1, f"{log} is the log that you play in")
    assert log.read_bytes() == before
    assert do("tables.db", "log").status == 3


def test_an_undo_of_a_session_tells_players_no_attitude(home: Path, do: Callable[..., Any]) -> None:
    setting = "react Odo to Bo kind because zealotry"
    for line in ("new fudge", "pc Bo", "npc Odo", "session start", setting, "award Bo 1", "undo session 1", "show Odo"):
        assert do("night.db", line).status == 0, line
    for audience, told in (("", True), (" for players", False)):
        do("night.db", f"export tables{told}.db{audience}")
        with closing(sqlite3.connect(f"tables{told}.db")) as tables:
            assert ("zealotry" in "\n".join(tables.iterdump())) == told


def test_players_tables_end_what_a_secret_ended_and_name_no_event(home: Path, do: Callable[..., Any]) -> None:
    for line in ("new fudge-lite", "pc Ann", "effect Ann poisoned a -1 until scene", "secret scene The crypt"):
        assert do("night.db", line).status == 0, line
    do("night.db", "export tables.db for players")
    with closing(sqlite3.connect(home / "tables.db")) as tables:
        rows = tables.execute("SELECT event, after FROM change WHERE kind = 'effects' ORDER BY id").fetchall()
    assert [(event, after is None) for event, after in rows] == [(3, False), (None, True)]


def test_tables_for_players_have_no_secrets_and_no_levels_of_npcs(home: Path, do: Callable[..., Any]) -> None:
    for line in (
        *("new fudge-lite The mill", "pc Ann by Kim", "npc Wolf", "trait Wolf Wits Great", "session start Night"),
        *("secret the miller is the thief", "check Ann Stealth vs Wolf Wits rolled 0 0 0 +", "countdown Doom 3 hidden"),
        "contest Ann Stealth rolled 0 0 0 0 vs Wolf Wits rolled 0 0 + 0",
    ):
        assert do("night.db", line).status == 0, line
    do("night.db", "export party.db for players")
    with closing(sqlite3.connect("party.db")) as tables:
        assert not re.search("miller|Doom|Great", "\n".join(tables.iterdump()))
        rolls = tables.execute("SELECT character, level, total, difficulty, margin, chance FROM roll").fetchall()
        assert rolls == [
            ("Ann", 0, 1, None, None, None),
            ("Ann", 0, 0, None, None, None),
            ("Wolf", None, 3, *3 * [None]),
        ]
        assert tables.execute("SELECT kind, xp_awarded FROM character WHERE name = 'Wolf'").fetchone() == ("npc", None)
        assert tables.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_corrected_name_is_no_character(home: Path, do: Callable[..., Any]) -> None:
    for line in ("new fudge", "pc Bob by Lee", "rename Bob to Bobby", "export party.db for players", "export gm.db"):
        assert do("night.db", line).status == 0, line
    for name in ("party.db", "gm.db"):
        with closing(sqlite3.connect(name)) as tables:
            assert tables.execute("SELECT name FROM character").fetchall() == [("Bobby",)]
            assert tables.execute("PRAGMA foreign_key_check").fetchall() == []


def test_tables_of_another_campaign_or_audience_or_with_others_in_them_are_not_replaced(
    log: Path, do: Callable[..., Any]
) -> None:
    outcome = do(log, "export tables.db for players")
    assert "tables to query for players" in outcome.answer.text()
    before = Path("tables.db").read_bytes()
    assert do(log, "export tables.db").fault.message == "tables.db holds tables for another audience"
    do("other.db", "new fudge")
    assert do("other.db", "export tables.db for players").fault.message == "tables.db holds tables of another campaign"
    assert Path("tables.db").read_bytes() == before
    with closing(sqlite3.connect("tables.db")) as tables:
        tables.execute("CREATE TABLE mine (word)")
    refused = do(log, "export tables.db for players").fault.message
    assert refused == "tables.db holds what this program did not make: 'mine'"


def test_luck_is_that_of_stats_and_sides_that_rolled_no_dice_have_no_roll(
    home: Path, do: Callable[..., Any], result: Callable[..., dict[str, Any]]
) -> None:
    for line in (
        *("new fudge", "rules point-uses maximum, reroll", "pc Ann by Kim", "pc Bo by Lee", "npc Wolf"),
        *("trait Ann Run Good", "point Ann +5"),
        *("session start", "check Ann Run vs Fair rolled 0", "check Bo Run vs Fair rolled +1"),
        *("check Ann Run vs Great rolled 0", "point Ann reroll #11 rolled +2", "check Ann Run vs Good rolled -1"),
        *(
            "ruling #13 void",
            "trait Wolf Run Good",
            "contest Ann Run rolled 1 vs Wolf Run yields",
            "export tables.db",
        ),
    ):
        assert do("night.db", line).status == 0, line
    luck = result("night.db", "stats")["luck"]
    with closing(sqlite3.connect("tables.db")) as tables:
        found = {player: got for player, *got in tables.execute("SELECT player, checks, made FROM luck")}
        assert found == {"Kim": [2, 1], "Lee": [1, 0]}
        assert found == {player: [each["checks"], each["got"]] for player, each in luck.items()}
        sides = tables.execute("SELECT character, dice, roll FROM roll WHERE kind = 'contest'").fetchall()
        assert sides == [("Ann", "4dF", 1), ("Wolf", None, None)]


#: Two evenings with everything that the last five questions ask for.
EVENINGS = (
    *(
        "new fudge-lite",
        "rules point-uses alter, reroll, convert, succeed",
        "pc Ann by Kim",
        "pc Bo by Lee",
        "npc Wolf",
    ),
    *(
        "trait Ann Run Good",
        "trait Wolf Run Fair",
        "point Ann +3 for a good story",
        "point Bo +1",
        "session start with Kim",
    ),
    *("scene The weir", "note Ann waits", "check Ann Run vs Great rolled 0 0 0 0", "pc Cy by Mo", "scene The mill"),
    *("check Ann Run vs Wolf Run rolled 0 0 0 0", "mark Ann minor", "session end", "session start", "scene The loft"),
    *("note Bo sneezes", "check Bo Run vs Fair point success", "session end"),
)


@pytest.mark.parametrize("audience", ["", " for players"])
def test_the_last_questions_are_answered_from_what_was_played(
    home: Path, do: Callable[..., Any], audience: str
) -> None:
    turned = False
    for line in EVENINGS:
        if line.startswith("pc Cy"):
            seq = do("night.db", "point Ann alter #13 +1").events[0]["of"]
            turned = seq == 13
        assert do("night.db", line).status == 0, line
    assert turned
    assert do("night.db", f"export tables.db{audience}").status == 0
    with closing(sqlite3.connect("tables.db")) as tables:
        found = {question: tables.execute(query).fetchall() for question, query in ASKED.items()}
    assert [set(there.split(", ")) for _, _, there in found["Who was there?"]] == [{"Ann", "Cy"}, {"Ann", "Bo", "Cy"}]
    assert [text for _, text in found["What happened in the last scene?"]][:2] == ["Scene: The loft", "Bo sneezes"]
    assert [row[:4] for row in found["Who is hurt now?"]] == [("Ann", "injury", "minor", 1)]
    assert found["What did points change?"] == [("Ann", 1, 2, 1), ("Bo", 1, 1, 1)]
    assert [row[:3] for row in found["Who met whom, and when first?"]] == [("Wolf", "Ann", 1)]


#: Ways to gain and spend fudge points, in two games.
SPENDING = """\
new fudge-lite|rules points 3|rules point-uses alter, reroll, convert, succeed, plus four, ease|pc Ann|pc Bo
point Ann +4|trait Ann Run Good|session start|check Ann Run vs Good point four|check Ann Run vs Great rolled 0 0 0 0
point Ann alter #10 +1|mark Ann minor|point Ann ease|undo|point Ann reroll #10|undo #9

new polyhedral|rules points 2|pc Ann|pc Bo|point Ann +4|trait Ann Run Good|trait Bo Run Fair|session start
contest Ann Run point vs Bo Run|roll poly-d6 for Ann point|check Ann Run point"""


@pytest.mark.parametrize("lines", SPENDING.split("\n\n"), ids=["fudge-lite", "polyhedral"])
def test_the_points_of_the_tables_add_up_to_those_on_sheets(home: Path, do: Callable[..., Any], lines: str) -> None:
    for line in (*lines.replace("\n", "|").split("|"), "export tables.db"):
        outcome = do("night.db", line)
        assert outcome.status == 0, (line, outcome.fault)
    with closing(sqlite3.connect("tables.db")) as tables:
        sums = dict(tables.execute("SELECT character, sum(amount) FROM point WHERE counts GROUP BY character"))
    assert "Ann" in sums
    by_rules = do("night.db", "sheet Bo").answer.result["points"] - sums.get("Bo", 0)
    assert do("night.db", "sheet Ann").answer.result["points"] == by_rules + sums["Ann"]
