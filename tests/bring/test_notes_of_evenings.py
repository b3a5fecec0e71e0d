"""Notes of evenings in Markdown: headings are evenings and scenes, paragraphs notes, and secrets stay secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from brought import Table, Write, told

from replay.bring.lonelog import escape, escape_beginning, unescape
from replay.bring.notes import find_title, split_blocks

NOTES = """\
---
author: Kim
---
# The Ferry

Everyone lives by
the river.

## Session 1: The mill (2024-03-09)

### At the ford

Ana found the *golden* teapot,
and a `\\[map\\]`.

- The miller lies
  about the flour
- GM: he is the thief
1. First
> quoted
> twice

### GM notes

The teapot is cursed.

### At the inn

Warm beds.

## Session 2 – Night
*Date: 16 March 2024 | Duration: 2h*

Nothing happened.

Session 3, 30.3.2024: So it goes ...
------------------------------------

| a | b |
|---|---|
| 1 | 2 |

```
one
  two
```
"""


def test_notes_become_evenings_scenes_and_notes_with_their_text_unchanged(table: Table, write: Write) -> None:
    write("notes.md", NOTES)
    table.do("import notes.md")
    assert told(table) == [
        (0, "note", "Everyone lives by the river."),
        (1, "scene", "At the ford"),
        (1, "note", "Ana found the *golden* teapot, and a `[map]`."),
        (1, "note", "The miller lies about the flour"),
        (1, "secret note", "he is the thief"),
        (1, "note", "First"),
        (1, "note", "quoted twice"),
        (1, "secret note", "GM notes"),
        (1, "secret note", "The teapot is cursed."),
        (1, "scene", "At the inn"),
        (1, "note", "Warm beds."),
        (2, "note", "*Date: 16 March 2024 | Duration: 2h*"),
        (2, "note", "Nothing happened."),
        (3, "note", "| a | b |"),
        (3, "note", "| 1 | 2 |"),
        (3, "note", "one"),
        (3, "note", "two"),
    ]
    evenings = [(each.number, each.title, each.held) for each in table.campaign.state.sessions]
    assert evenings == [
        (1, "The mill", "2024-03-09"),
        (2, "Night", "2024-03-16"),
        (3, "So it goes ...", "2024-03-30"),
    ]


def test_a_dry_run_says_how_many_notes_players_will_read(table: Table, write: Write) -> None:
    write("notes.md", NOTES)
    said = table.says("import notes.md dry-run")
    assert "Players will read 12 notes; “import notes.md secret” keeps them from players until revealed." in said
    assert "3 others are secret." in said


def test_with_secret_players_read_no_word_of_the_notes(table: Table, write: Write, home: Path) -> None:
    write("notes.md", NOTES)
    table.do("import notes.md secret")
    assert {kind for _, kind, _ in told(table)} == {"secret scene", "secret note"}
    table.do("export p.session for players")
    table.do("export p.csv for players")
    table.do("export p.md lonelog for players")
    for name in ("p.session", "p.csv", "p.md"):
        text = (home / name).read_text()
        assert not any(words in text for words in ("teapot", "river", "notes.md", "Warm", "ford")), name


def test_players_read_neither_file_nor_digest_nor_secret_notes(table: Table, write: Write, home: Path) -> None:
    write("plot-of-the-duke.md", NOTES)
    table.do("import plot-of-the-duke.md")
    digest = table.campaign.event(7).event.digest  # type: ignore[union-attr]
    for name in ("p.jsonl", "p.csv", "p.session", "p.db", "p.md"):
        table.do(f"export {name}{' lonelog' if name == 'p.md' else ''} for players")
        held = (home / name).read_bytes()
        for secret in ("plot-of-the-duke", digest, "he is the thief", "The teapot is cursed."):
            assert secret.encode() not in held, (name, secret)
    recap = table.says("recap all for players")
    assert "golden" in recap
    assert not any(secret in recap for secret in ("thief", "cursed"))


@pytest.mark.parametrize(
    ("heading", "title", "number"),
    [
        ("# Session 4: The mill (9.3.2024)", "The mill", 4),
        ("## Session #4 - The mill - 9 March 2024", "The mill", 4),
        ("## Evening 4, 2024-03-09: Who? (me.)", "Who? (me.)", 4),
        ("## 2024-03-09 The mill", "The mill", 1),
        ("## The mill, 9 Mar 2024 ##", "The mill", 1),
        ("## Session 4 2024-03-09", "", 4),
        ("## Session 4\n\nPlayed: 9 March 2024", "", 4),
        ("## Session 4\n**Saturday, 9 March 2024**", "", 4),
        ("Session 4\n=========\n2024-03-09", "", 4),
    ],
)
def test_an_evening_has_its_date_in_the_heading_or_below(
    table: Table, write: Write, heading: str, title: str, number: int
) -> None:
    write("notes.md", f"{heading}\n\nA note.\n")
    table.do("import notes.md")
    assert [(each.number, each.title, each.held) for each in table.campaign.state.sessions] == [
        (number, title, "2024-03-09")
    ]
    assert told(table) == [(number, "note", "A note.")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("## Session 1\n\nA note.\n", (1, 4, "", "no date for “Session 1”")),
        ("## Session 1\n", (1, 4, "", "no date for “Session 1”")),
        ("## Session 1, 31 April 2024\n", (1, 4, "", "there is no 31 April 2024")),
        ("## Session 1, 3/4/2024\nx\n", (1, 4, "", "“3/4/2024” could be two days")),
        (
            "## Session 2, 2024-03-09\nx\n## Session 3, 2024-03-02\nx\n",
            (3, 4, "", "2024-03-02 is before 2024-03-09 (line 1)"),
        ),
        (
            "## Session 2, 2024-03-09\nx\n## Session 2, 2024-03-16\nx\n",
            (3, 4, "", "session 2 comes after session 2 (line 1)"),
        ),
        ("## Session 1, 2024-03-09\n\x07\n", (2, 1, "", "a control character (U+0007) at character 1 of the text")),
    ],
)
def test_what_cannot_be_placed_is_named_with_its_line(
    table: Table, write: Write, text: str, problem: tuple[int, int, str, str]
) -> None:
    write("notes.md", text)
    assert table.problems("import notes.md dry-run") == [problem]


def test_text_without_evenings_is_notes_only_if_one_says_so(table: Table, write: Write) -> None:
    write("notes.md", "Just this.\n")
    assert "notes.md: no heading is that of a session" in table.says("import notes.md")
    table.do("import notes.md as notes")
    assert told(table) == [(0, "note", "Just this.")]


def test_a_table_below_evenings_is_notes_unless_one_asks_for_the_list(table: Table, write: Write) -> None:
    write(
        "notes.md", "## Session 1, 2024-03-09\n\n| date | character | xp |\n|---|---|---|\n| 2024-03-09 | Ana | 3 |\n"
    )
    assert table.do("import notes.md dry-run")["kind"] == "notes"
    table.do("import notes.md as xp")
    assert table.xp() == {"Ana": (3, 0, 0)}


def test_parts_of_a_text_are_found_where_they_begin() -> None:
    blocks, _ = split_blocks("## a\n\n- b\n  c\nd\n")
    found = [(each.cell.line, each.cell.column, each.depth, each.cell.text) for each in blocks]
    assert found == [(1, 4, 2, "a"), (3, 3, 0, "b c d")]


def test_a_title_is_what_is_left_of_a_heading() -> None:
    assert find_title(" – The mill") == "The mill"


def test_a_backslash_keeps_a_sign_and_is_left_out() -> None:
    for text in ("# a", "GM: b", "[N:Bob]", "back\\slash", "\\[", "end\\", "1. x", "d: d6=5"):
        assert unescape(escape_beginning(escape(text))) == text


def test_evenings_by_number_and_date_may_have_headings_of_several_depths(table: Table, write: Write) -> None:
    write(
        "notes.md",
        "Session 1, 2024-03-09\n=====\n\nFirst.\n\n## Session 2 (16.3.2024): The ford\n\n### Dusk\n\nThen.\n",
    )
    table.do("import notes.md")
    assert [(each.held, each.title) for each in table.campaign.state.sessions] == [
        ("2024-03-09", ""),
        ("2024-03-16", "The ford"),
    ]
    assert (2, "scene", "Dusk") in told(table)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("## Session 2: 23 March\n\nThen.", 5, "no date for “Session 2: 23 March”"),
        ("### Session 2: 23 March\n\nThen.", 5, "no date for “Session 2: 23 March”"),
        ("## Session 2, 9. März 2024\n\nThen.", 5, "“März” is no month in English"),
        ("**Session 2** 30.03.2024\n\nThen.", 5, "“**Session 2** 30.03.2024” begins like an evening"),
        ("Session 2, 30 March: they crossed\n\nThen.", 5, None),
    ],
)
def test_what_may_be_an_evening_becomes_no_note(
    table: Table, write: Write, text: str, line: int, said: str | None
) -> None:
    write("notes.md", f"## Session 1, 2024-03-09\n\nFirst.\n\n{text}\n")
    if said is None:
        table.do("import notes.md")
    else:
        assert [(place, message) for place, _, _, message in table.problems("import notes.md")] == [(line, said)]


def test_a_dry_run_names_the_headings_above_notes_for_players(table: Table, write: Write) -> None:
    write("notes.md", "## Session 1: The inn, 2024-03-09\n\nWarm.\n\n### Plot\n\nHe lies.\n")
    assert "Players will read 2 notes; " in (said := table.says("import notes.md dry-run"))
    assert "Some stand under “Plot”." in said


def test_the_date_of_a_file_is_that_of_its_first_evening(table: Table, write: Write) -> None:
    write("notes.md", "---\ntags: [session]\ndate: 2024-03-09\n---\n# Session 3: The inn\n\nWarm.\n")
    table.do("import notes.md")
    assert [(each.number, each.held) for each in table.campaign.state.sessions] == [(3, "2024-03-09")]


PLAIN_TEXT = """\
Our diary

Session 1: The wreck
Saturday, 9 March 2024
Present: Jo, Kim

We found the wreck.
• Ben found a rope

Session 2
Date: 16 March 2024
It was dark.

DM only
He lies.
"""


def test_lines_of_plain_text_are_headings_where_nothing_else_is(table: Table, write: Write) -> None:
    write("notes.txt", PLAIN_TEXT)
    table.do("import notes.txt")
    assert told(table) == [
        (0, "note", "Our diary"),
        (1, "note", "Present: Jo, Kim"),
        (1, "note", "We found the wreck."),
        (1, "note", "Ben found a rope"),
        (2, "note", "It was dark."),
        (2, "secret note", "DM only"),
        (2, "secret note", "He lies."),
    ]


def test_a_heading_between_evenings_with_a_date_that_lacks_its_year_is_asked_about(table: Table, write: Write) -> None:
    write("notes.md", "## Session 1: The inn, 2024-03-02\n\nWarm.\n\n## The fair on 9 March\n\nAna buys a rope.\n")
    assert "line 5: no date for “The fair on 9 March”" in table.says("import notes.md dry-run")
    write("notes.md", "## Session 1: The inn, 2024-03-02\n\nWarm.\n\n## The fair on 9 March 2024\n\nAna buys a rope.\n")
    table.do("import notes.md")
    assert [(each.title, each.held) for each in table.campaign.state.sessions][1:] == [("The fair", "2024-03-09")]
