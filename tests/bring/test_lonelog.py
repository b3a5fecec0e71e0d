"""Lonelog comes in as commands where it says one, and what goes out in it comes in as the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from brought import BEGUN, Table, Write, told
from given import folder
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.concerns.countdowns.sheet import COUNTDOWNS
from engine.concerns.goals.sheet import GOALS
from replay.bring.secret_marks import is_label

SOLO = """\
## Session 1
*Date: 2025-09-03 | Duration: 1h30*

### S1 *Dark alley, midnight*
```
@ Sneak past the guard
d: d6=5 vs TN 4 -> Success
=> I slip by [N:Jonah|friendly]
[Clock:Alert 2/6] [Thread:Find the sister|Open]
? Is he alone?
-> Yes, but... (d6=2)
tbl: d100=42 -> a broken sword
d: 2d6=[3, 4], 4dF=[+ 0 - +]
[PC:Tamsin|player Jo]
[Clock:Alert 6/6]
[Thread:Find the sister|Closed]
[L:Alley|dark]
[Clock:Alert 1/4]
(note: a pause)
```
"""


def test_lines_and_tags_become_commands_and_stay_as_notes_where_they_say_more(table: Table, write: Write) -> None:
    write("solo.md", SOLO)
    table.do("import solo.md")
    assert [text for _, _, text in told(table)] == [
        "*Date: 2025-09-03 | Duration: 1h30*",
        "S1 *Dark alley, midnight*",
        "@ Sneak past the guard",
        "d: d6=5 vs TN 4 -> Success",
        "=> I slip by [N:Jonah|friendly]",
        "? Is he alone?",
        "-> Yes, but... (d6=2)",
        "tbl: d100=42 -> a broken sword",
        "d: 2d6=[3, 4], 4dF=[+ 0 - +]",
        "[L:Alley|dark]",
        "(note: a pause)",
    ]
    state = table.campaign.state
    assert {name: sheet.kind for name, sheet in state.sheets.items()} == {"Jonah": "npc", "Tamsin": "pc"}
    assert state.sheets["Tamsin"].player == "Jo"
    assert [(each.name, each.marked, each.boxes) for each in COUNTDOWNS.of(state).values()] == [("Alert", 1, 4)]
    assert GOALS.of(state)["Find the sister"].reached
    assert table.texts("DiceRolled") == [
        "5 (1d6, real dice)",
        "42 (1d100, real dice)",
        "3 + 4 = 7 (2d6, real dice)",
        "+ 0 − + = +1 (4dF, real dice)",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[Clock:Flood 1/6]", "2 boxes of Flood are marked already, so 1/6 cannot be"),
        ("[Clock:Flood 3/8]", "Flood has 6 boxes, so 3/8 cannot be"),
        ("[N:Jonas]", "“Jonas” is new beside Jonah (line 2)"),
    ],
)
def test_a_tag_that_cannot_be_is_named(table: Table, write: Write, line: str, said: str) -> None:
    write("solo.md", f"## Session 1, 2024-03-09\n[N:Jonah]\n[Clock:Flood 2/6]\n{line}\n")
    ((at, _, _, message),) = table.problems("import solo.md")
    assert (at, message) == (4, said)


def test_what_is_for_the_game_master_is_hidden_as_a_countdown_and_a_goal_too(table: Table, write: Write) -> None:
    write("solo.md", "## Session 1, 2024-03-09\nGM: [Clock:Doom 1/4]\nGM: [Thread:The heir|Open]\n")
    table.do("import solo.md")
    assert COUNTDOWNS.of(table.campaign.state)["Doom"].hidden
    assert GOALS.of(table.campaign.state)["The heir"].hidden


PLAYED = """\
pc Ana by Jo
npc Jonah
session start The mill: a beginning
scene At the # ford
note GM: is a word
note # one, [N:Bob] and \\ two
secret The plot
secret scene The cellar
scene GM screens
countdown Flood 4 creaks, 2 breaks
tick Flood 3
countdown Doom 3 hidden
goal Heir needs "a proof"
check Ana Stealth vs 2 rolled +1
met Heir "a proof"
session end
note after all
session start
scene Session 3: no heading of one
note d: d6=5
tick Doom
"""


def shape(table: Table) -> object:
    """Return scenes, notes but for rolls, countdowns and people."""
    state = table.campaign.state
    clocks = [(each.name, each.marked, each.boxes, each.hidden) for each in COUNTDOWNS.of(state).values()]
    people = [(sheet.name, sheet.kind, sheet.player) for sheet in state.sheets.values()]
    notes = [each for each in told(table) if not each[2].startswith("d: ") or each[2] == "d: d6=5"]
    goals = [(each.name, each.reached) for each in GOALS.of(state).values()]
    return notes, clocks, people, goals


def test_what_goes_out_comes_in_as_the_same(table: Table, home: Path) -> None:
    for line in PLAYED.splitlines():
        table.do(line)
    table.do("export out.md lonelog")
    other = Table(home / "other.db")
    other.do("import out.md")
    assert shape(other) == shape(table)


def test_players_get_what_they_see_and_it_comes_in_too(table: Table, home: Path) -> None:
    for line in PLAYED.splitlines():
        table.do(line)
    table.do("export out.md lonelog for players")
    text = (home / "out.md").read_text()
    assert not any(secret in text for secret in ("plot", "cellar", "Doom"))
    other = Table(home / "other.db")
    other.do("import out.md")
    assert told(other)[:2] == [(1, "scene", "At the # ford"), (1, "note", "GM: is a word")]


TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=30)
#: Texts as a line can hold them: without spaces at their ends, and with signs that mean something in Markdown.
SIGNS = st.lists(
    st.one_of(
        TEXTS,
        st.sampled_from(
            [
                *("# ", "- ", "GM: ", "[N:Bo]", "\\", "|", "> ", "d: d6=5", "1. ", "```", "---", "[", "]", "Session 3"),
                *("%%", "<!--", "-->", "GM only:", "(GM: ", "[GM] ", "GM - ", "a:"),
                *(
                    "||",
                    ">!",
                    "!<",
                    "[gm]",
                    "<p hidden>",
                    ":::gm",
                    "{{gm",
                    "```gm",
                    "{% gm %}",
                    "!!! gm",
                    "#gm",
                    "**",
                    "GM notes",
                ),
                *("<!-- x -->", ". GM: ", "(gm)", "|secret:", "*GM:* "),
            ]
        ),
    ),
    min_size=1,
    max_size=4,
).map(lambda parts: " ".join("".join(parts).split()))
LINES = st.lists(
    st.tuples(st.sampled_from(["note", "scene", "secret", "secret scene"]), SIGNS.filter(bool)), min_size=1, max_size=5
)


@given(LINES, SIGNS)
@settings(max_examples=15)
def test_a_note_scene_and_title_comes_in_as_it_went_out(lines: list[tuple[str, str]], title: str) -> None:
    must_come_in_as_it_went_out(lines, title)


@pytest.mark.slow
@given(LINES, SIGNS)
@settings(max_examples=100)
def test_any_note_scene_and_title_comes_in_as_it_went_out(lines: list[tuple[str, str]], title: str) -> None:
    must_come_in_as_it_went_out(lines, title)


def must_come_in_as_it_went_out(lines: list[tuple[str, str]], title: str) -> None:
    """Write an evening of notes and scenes as Lonelog, and read it into another campaign.

    A title that is nothing but a label keeps its evening from players there, whoever wrote it.
    """
    from engine.commands import KeepSecret, MakeNote, SetScene, StartSession

    assume(not is_label(title))
    with folder() as place:
        table = Table(Path(place) / "a.db", BEGUN)
        table.campaign.execute(StartSession(title))
        for kind, text in lines:
            is_scene, is_secret = "scene" in kind, "secret" in kind
            command = KeepSecret(text, is_scene) if is_secret else SetScene(text) if is_scene else MakeNote(text)
            table.campaign.execute(command)
        table.do(f'export "{place}/out.md" lonelog')
        other = Table(Path(place) / "b.db", BEGUN)
        other.do(f'import "{place}/out.md"')
        assert told(other) == told(table)
        assert other.campaign.state.sessions[-1].title == table.campaign.state.sessions[-1].title
        table.desk.close()
        other.desk.close()


def test_what_is_too_long_for_a_note_is_refused_at_once(table: Table, write: Write) -> None:
    write("solo.md", f"## Session 1: The mill, 2024-03-09\n\n{'[PC:' * 50_000}\n")
    assert "a text of 200,000 characters is too long: the limit is 10,000" in table.says("import solo.md")
