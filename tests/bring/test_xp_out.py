"""`export FILE.csv xp`: the list of XP that goes out comes in again as the same."""

from __future__ import annotations

import csv
from pathlib import Path

from brought import BEGUN, Table
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st

PLAYED = """\
pc Ana by Jo
pc Ben
npc Grum
award Ana 2 for practice before play
session start The mill
award Ana, Ben 3 for =1+1 bridges
spend Ana 4 on Stealth
session end
award Ben 1 for afterwards
session start
forfeit Ben 2 for left early
award Grum 1
undo
session end
"""


def test_what_goes_out_comes_in_as_the_same(table: Table, home: Path) -> None:
    for line in PLAYED.splitlines():
        table.do(line)
    assert table.do("export xp.csv xp")["rows"] == 6
    other = Table(home / "other.db")
    other.do("import xp.csv")
    expected = {name: held for name, held in table.xp().items() if name != "Grum"}
    assert other.xp() == expected == {"Ana": (5, 4, 0), "Ben": (4, 0, 2)}
    assert other.campaign.state.sheets["Ana"].player == "Jo"
    assert other.texts("XpAwarded", "XpTaken") == [
        "Ana is awarded 2 XP (practice before play)",
        "Ana is awarded 3 XP (=1+1 bridges)",
        "Ben is awarded 3 XP (=1+1 bridges)",
        "Ben is awarded 1 XP (afterwards)",
        "Ben loses 2 XP (left early)",
    ]
    assert [(each.number, each.title) for each in other.campaign.state.sessions] == [(1, "The mill"), (2, "")]


def test_xp_spent_before_the_log_go_out_as_spent_and_come_in_so(table: Table, home: Path) -> None:
    for line in ("pc Ana", "award Ana 37 for evenings on paper", "forfeit Ana 30 before for levels", "forfeit Ana 2"):
        table.do(line)
    table.do("export xp.csv xp")
    with (home / "xp.csv").open(encoding="utf-8", newline="") as file:
        assert [(row["xp"], row["spent"]) for row in csv.DictReader(file)] == [
            ("37", ""),
            ("0", "30 before the log"),
            ("-2", ""),
        ]
    for how in ("", " as balance"):
        other = Table(home / f"other{len(how)}.db")
        other.do(f"import xp.csv{how}")
        (awarded, spent, taken), (all_awarded, _, all_taken) = other.xp()["Ana"], table.xp()["Ana"]
        assert (awarded - taken, spent) == (all_awarded - all_taken, 0)
        kinds = {each["kind"] for each in other.do("log")["events"] if each["type"] == "XpTaken"}
        assert "before" in kinds


def test_players_get_no_xp_of_those_whom_they_do_not_see(table: Table, home: Path) -> None:
    table.do("npc Grum")
    table.do("award Grum 3")
    table.do("pc Ana")
    table.do("award Ana 3")
    table.do("export xp.csv xp for players")
    with (home / "xp.csv").open(encoding="utf-8", newline="") as file:
        assert [row["character"] for row in csv.DictReader(file)] == ["Ana"]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("award"), st.sampled_from(["Ana", "Bartholomew"]), st.integers(1, 9)),
        st.tuples(st.sampled_from(["spend", "forfeit"]), st.sampled_from(["Ana", "Bartholomew"]), st.integers(1, 4)),
        st.tuples(st.sampled_from(["session start", "session end"]), st.just(""), st.just(0)),
    ),
    max_size=20,
)


@given(STEPS)
@settings(max_examples=30)
def test_any_account_of_xp_comes_in_as_it_went_out(steps: list[tuple[str, str, int]]) -> None:
    with folder() as place:
        table = Table(Path(place) / "a.db", f"{BEGUN}pc Ana\npc Bartholomew\naward all 1\n")
        for verb, who, amount in steps:
            table.tries(f"{verb} {who} {amount}{' on Lore' if verb == 'spend' else ''}" if who else verb)
        table.do(f'export "{place}/xp.csv" xp')
        other = Table(Path(place) / "b.db")
        other.do(f'import "{place}/xp.csv"')
        assert other.xp() == table.xp()
        table.desk.close()
        other.desk.close()
