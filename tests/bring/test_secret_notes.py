"""What in notes is marked as the game master's alone, in whatever way, is read by no player."""

from __future__ import annotations

from pathlib import Path

import pytest
from brought import BEGUN, Table, Write, told
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.bring.front_matter import find_why_secret

#: Marks of secrets in campaign notes; each ends with what it marks.
CLOSED_MARKS = [
    "> [!secret] He lies.",
    "> [!GM]- He lies.\n> He lies twice.",
    "> [!spoiler]+ Plot\n>\n> He lies.",
    "> [!gm] Plot\n> - Plot\n>\n> He lies.",
    "> [!dm-only] He lies.",
    "> [!note|secret] He lies.",
    "> [!info] GM only\n> He lies.",
    "> [!info]- **For the GM**\n>\n> He lies.",
    "> [!secret] Plot\nHe lies.",
    "> > [!secret] Plot\n> > He lies.",
    "> Plot by day.\n> GM: plot\n>\n> He lies.",
    "> **GM notes**\n>\n> He lies.",
    "%% He lies. %%",
    "%%\nPlot\n\n- He lies.\n%%",
    "Plot, said\nMara %% he lies\nand lies %% to them.",
    "<!-- He lies.\nHe lies twice. -->",
    "<!-- Plot\n\nHe lies.\n\n-->",
    "<!-- Plot\n\n### He lies.\n\n-->",
    "<!-- a --> <!-- Plot\n\nHe lies. -->",
    "||He lies.||",
    "Mara said: ||he lies||, by night.",
    "||Plot\n\nHe lies.||",
    ">!He lies.!<",
    "Mara said >!he lies!< by night.",
    "[spoiler]He lies.[/spoiler]",
    "[spoiler=Plot]\n\nHe lies.\n\n[/spoiler]",
    "[gm]\nHe lies.\n\nHe lies twice.\n[/gm]",
    ":::secret\nHe lies.\n:::",
    "::: {.gm-only}\n\n::: tip\nPlot\n:::\n\nHe lies.\n\n:::",
    ":::spoiler The plot\n- Plot\n\n### He lies.\n:::",
    "{{gm\nHe lies.\n\nHe lies twice.\n}}",
    "{{note,secret\n{{wide Plot}}\n\nHe lies.\n}}",
    "{% secret %}\nHe lies.\n{% endsecret %}",
    "```secret\nHe lies.\n```",
    "```ad-secret\ntitle: Plot\n\nHe lies.\n```",
    "~~~ gm\nHe lies.\n~~~",
    "````spoiler\n```\nPlot\n```\nHe lies.\n````",
    "!!! secret\n    He lies.\n\n    He lies twice.",
    '??? gm "Plot"\n\n    He lies.',
    '<section class="secret">\n\nHe lies.\n\n</section>',
    '<section class="secret revealed" id="secret-Yx1">\n<section>\nPlot\n</section>\nHe lies.\n</section>',
    '<div class="gm_only"><p>He lies.</p>\n</div>',
    "<aside data-role='dm'>\n\nHe lies.\n\n</aside>",
    'Mara said <span class="spoiler">he lies</span> by night.',
    "<spoiler>\nHe lies.\n\nHe lies twice.\n</spoiler>",
    "<p hidden>He lies.</p>",
    '<div style="display: none">\n\nHe lies.\n</div>',
    "<details><summary>GM</summary>\n\nHe lies.\n\n</details>",
    "<details>\n<summary><b>For the GM: plot</b></summary>\n\n<details>\nPlot\n</details>\n\nHe lies.\n</details>",
    "<details><summary>The plot (spoilers)</summary>He lies.</details>",
    "GM: He lies.",
    "- GM: Plot\n  - He lies.",
    "- GM: Plot\n\n    He lies.",
    "- **GM notes**\n  - He lies.",
    "- **SL:** He lies.",
    "- [ ] GM: He lies.",
    "*GM only:* He lies.",
    "__Secret__: He lies.",
    "(GM: He lies.)",
    "[GM] He lies.",
    "GM – He lies.",
    "GM：He lies.",
    "For the GM: He lies.",
    "Not for the players: He lies.",
    "What the players don’t know: He lies.",
    "Keeper's notes: He lies.",
    "Geheim: He lies.",
    "Секрет: He lies.",
    "MG: He lies.",
    "GM: so it is:\n- He lies.",
    "GM:\n- Plot\n- He lies.",
    "GM: Plot\n    - He lies.",
    "GM:\nHe lies.",
    "They met Jo. GM: he lies.",
    "They met Jo (GM: he lies) at night.",
    "They met Jo. **GM:** he lies.",
    "They met Jo. [GM] he lies.",
    "They met Jo; he lies. #gm",
    "#secret/plot He lies.",
    "[N:Jo|secret: he lies]",
    "| Who | Secret |\n|---|---|\n| Jo | Plot |\n| Bo | He lies. |",
    "Who | GM notes\n--- | ---\nJo | Plot\nBo | He lies.",
    "| **GM** | He lies. |",
    "> [!note]- Secret: he lies.",
    "They met Jo.[^1]\n\n[^1]: GM: he lies.",
    "GM\u00a0only: He lies.",
    "GM—He lies.",
    "GM -> He lies.",
    "🔒 GM: He lies.",
    "- ⚠️ **Secret:** He lies.",
    "**GM only** He lies.",
    "* **GM** He lies.",
    "Note for the GM: He lies.",
    "Notes (GM): He lies.",
    "Nur für die SL: He lies.",
    "Secret du MJ : He lies.",
    "Spoiler alert: He lies.",
    "Hidden: He lies.",
    "Keeper: He lies.",
    "[hide]He lies.[/hide]",
]

#: Marks that hold up to the next heading.
OPEN_MARKS = [
    "### Geheim\n\nHe lies.",
    "### Nur für den Spielleiter\n\nHe lies.",
    "### DM notes\n\nHe lies.",
    "### Pour le MJ\n\nHe lies.",
    "### Spoilers\n\n- He lies.",
    "### [GM] Plot\n\nHe lies.",
    "### Plot (GM only)\n\n#### Plot\n\nHe lies.",
    "### DM-only: the plot\n\nHe lies.",
    "### What the players do not know\n\nHe lies.",
    "### Plot #secret\n\nHe lies.",
    "### Cellar %% plot %%\n\nHe lies.",
    "### Behind the scenes\n\nHe lies.",
    "GM\n--\n\nHe lies.",
    "GM:\n\nHe lies.",
    "GM:\n\nPlot.\n\n**The plot**\n\n- He lies.",
    "GM:\n\n- Plot\n\nHe lies.",
    "**GM notes**\n\nHe lies.",
    "**GM notes**\nHe lies.\n\nHe lies twice.",
    "**GM notes:**\n\n- He lies.",
    "__For the GM__\n\nHe lies.",
    "***Secrets of the mill***\n\nHe lies.",
    "<b>DM only</b>\n\nHe lies.",
    "GM only\n\nHe lies.",
    "[GM notes]\n\nHe lies.",
    "(secret)\n\nHe lies.",
    "#gm\n\nHe lies.",
    "Plot.\n**GM notes**\nHe lies.",
]

#: What stands beside a secret and is none.
PUBLIC_TEXTS = [
    "GM: Plot\n- Warm beds.",
    "- GM: Plot\n- Warm beds.",
    "GM: so:\n- Plot\n\nWarm beds.",
    "GM:\nPlot.\n\nWarm beds.",
    "<!-- Plot -->\n\nWarm beds.",
    "%% Plot %%\n\nWarm beds.\n\n%% Plot %%",
    "Wait <!-- what\n\nWarm beds.",
    "Wait %% what\n\nWarm beds.",
    "Wait ||what\n\nWarm beds.",
    "> [!info] Warm beds.",
    r"Warm beds: 100\%% sure, not 90%%.",
    "**Warm beds.**",
    "**The inn**\n\nWarm beds.",
    "<details><summary>The map</summary>\n\nWarm beds.\n\n</details>",
    '<div class="map">\nWarm beds.\n</div>',
    ":::tip\nWarm beds.\n:::",
    "```\nWarm beds.\n```",
    "| Who | Where |\n|---|---|\n| Jo | Warm beds. |",
    "He told her the secret of the Warm beds.",
    "Warm beds: [a map](secret.png).",
    "Warm [beds](#map) || cold ones.",
    "Kim (GM): Warm beds.",
    "Keeper and narrator: Warm beds.",
    "“GM: hm,” said Kim in the Warm beds.",
    "A note for the players: Warm beds.",
    "### The secret door\n\nWarm beds.",
    "{{note\nWarm beds.\n}}",
]


def bring_evening(table: Table, write: Write, text: str) -> list[tuple[int, str, str]]:
    """Bring in an evening with a text between two others, and return what is told."""
    before = "## Session 1: The inn, 2024-03-09\n\nIt was dark.\n\n"
    write("notes.md", f"{before}{text}\n\n### At the ford\n\nIt was wet.\n\n## Session 2, 2024-03-16\n\nMore.\n")
    table.do("import notes.md")
    return told(table)


@pytest.mark.parametrize("text", CLOSED_MARKS + OPEN_MARKS)
def test_what_is_marked_as_secret_in_any_way_is_kept_from_players(table: Table, write: Write, text: str) -> None:
    found = bring_evening(table, write, text)
    kinds = {kind for _, kind, said in found if "lies" in said}
    assert kinds == {"secret note"}
    assert sum(said.count("lies") for _, _, said in found) == text.count("lies")
    assert "lies" not in table.says("recap all for players")
    assert (found[0], found[-1]) == ((1, "note", "It was dark."), (2, "note", "More."))
    assert (1, "note", "It was wet.") in found


@pytest.mark.parametrize("text", CLOSED_MARKS)
def test_what_follows_a_secret_with_an_end_is_for_players(table: Table, write: Write, text: str) -> None:
    assert (1, "note", "Warm beds.") in bring_evening(table, write, f"{text}\n\nWarm beds.")


@pytest.mark.parametrize("text", PUBLIC_TEXTS)
def test_what_stands_beside_a_secret_is_for_players(table: Table, write: Write, text: str) -> None:
    found = bring_evening(table, write, text)
    assert [(number, kind) for number, kind, said in found if "Warm" in said] == [(1, "note")]


@pytest.mark.parametrize("text", ['<section class="secret">\n\nHe lies.', ":::gm\nHe lies.", "```secret\nHe lies."])
def test_a_sign_round_a_secret_without_its_end_is_asked_about(table: Table, write: Write, text: str) -> None:
    write("notes.md", f"## Session 1: The inn, 2024-03-09\n\n{text}\n\n## Session 2, 2024-03-16\n\nMore.\n")
    ((line, _, _, said),) = table.problems("import notes.md")
    assert (line, said.endswith("has no end, so nobody knows what is secret")) == (3, True)


def test_a_secret_in_the_heading_of_an_evening_is_asked_about(table: Table, write: Write) -> None:
    write("notes.md", "## Session 1: The inn %% he lies %%, 2024-03-09\n\nWarm.\n")
    assert [said for *_, said in table.problems("import notes.md")] == ["players read the heading of an evening"]


@pytest.mark.parametrize(
    "heading",
    [
        "## Session 3 prep, 2024-03-23",
        "## Session 3: GM notes, 2024-03-23",
        "## GM plot 2024-03-23",
        "## 2024-03-23: GM only",
        "## Prep for session 3, 2024-03-23",
    ],
)
def test_an_evening_that_was_only_prepared_is_secret(table: Table, write: Write, heading: str) -> None:
    write("notes.md", f"## Session 1, 2024-03-09\n\nWarm.\n\n{heading}\n\nHe lies.\n\n### Then\n\nHe lies twice.\n")
    table.do("import notes.md")
    assert {kind for _, kind, said in told(table) if "lies" in said} == {"secret note"}


@pytest.mark.parametrize(
    "about",
    [
        "secret: true",
        "gm-only: yes",
        "dm_only: 1",
        '"private": true',
        "publish: false",
        "dg-publish: false",
        "players: no",
        "visibility: gm",
        "audience: [dm]",
        "tags: [session, secret]",
        "tags:\n  - session\n  - gm/plot",
        "type: gm-notes",
        "cssclasses: secret",
    ],
)
def test_a_file_that_says_so_of_itself_is_secret_as_a_whole(table: Table, write: Write, about: str) -> None:
    write("notes.md", f"---\ndate: 2024-03-09\n{about}\n---\n# Session 1: The inn\n\nHe lies.\n")
    result = table.do("import notes.md dry-run")
    assert result["remarks"] == [f"All of it is secret: “{about.splitlines()[-1].strip()}” says so"]
    table.do("import notes.md")
    assert told(table) == [(1, "secret note", "He lies.")]


@pytest.mark.parametrize("name", ["gm-notes.md", "Session 3 prep.md", "secrets.md", "DM_only.txt", "the-mill.gm.md"])
def test_a_file_that_is_named_so_is_secret_as_a_whole(table: Table, write: Write, name: str) -> None:
    write(name, "Session 1: The inn, 2024-03-09\n---\n\nHe lies.\n")
    assert "All of it is secret: its name says so." in table.says(f'import "{name}" dry-run')
    table.do(f'import "{name}"')
    assert told(table) == [(1, "secret note", "He lies.")]


@pytest.mark.parametrize("about", ["gm: Kim", "secret: false", "publish: true", "players: [Jo, Ben]", "tags: [inn]"])
def test_a_file_that_names_its_game_master_or_players_is_not_secret(about: str) -> None:
    assert find_why_secret("the-secret-door.md", f"---\n{about}\n---\n") is None


PARTS = st.lists(
    st.one_of(
        st.sampled_from(CLOSED_MARKS).map(lambda text: (True, text)),
        st.integers(1, 99).map(lambda number: (False, f"Warm {number}.")),
        st.integers(1, 99).map(lambda number: (False, f"- Warm {number}.")),
        st.integers(1, 99).map(lambda number: (False, f"> Warm {number}.")),
        st.integers(1, 99).map(lambda number: (False, f"### Warm {number}")),
    ),
    min_size=2,
    max_size=7,
)


@given(PARTS, st.booleans())
@settings(max_examples=20)
def test_secrets_among_other_notes_are_secret_and_the_others_are_not(parts: list[tuple[bool, str]], open: bool) -> None:
    must_keep_apart(parts, open)


@pytest.mark.slow
@given(PARTS, st.booleans())
@settings(max_examples=300)
def test_any_secrets_among_other_notes_are_secret_and_the_others_are_not(
    parts: list[tuple[bool, str]], open: bool
) -> None:
    must_keep_apart(parts, open)


def must_keep_apart(parts: list[tuple[bool, str]], open: bool) -> None:
    """Bring in parts of notes between empty lines, perhaps with an open secret at their end."""
    with folder() as place:
        table = Table(Path(place) / "a.db", BEGUN)
        last = [(True, OPEN_MARKS[13])] if open else []
        text = "\n\n".join(each for _, each in [*parts, *last])
        Path(place, "notes.md").write_text(f"## Session 1, 2024-03-09\n\n{text}\n", "utf-8")
        table.do(f'import "{place}/notes.md"')
        found = told(table)
        assert {kind for _, kind, said in found if "lies" in said} <= {"secret note"}
        warm = [(kind, said) for _, kind, said in found if "Warm" in said]
        assert len(warm) == sum(not secret for secret, _ in parts)
        assert {kind for kind, _ in warm} <= {"note", "scene"}
        assert "lies" not in table.says("recap all for players")
        table.desk.close()


def test_a_secret_reason_of_a_list_is_asked_about(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,xp,reason\n2024-03-09,Ana,3,GM: he lies\n2024-03-09,Ben,3,the secret door\n")
    ((line, column, _, said),) = table.problems("import xp.csv")
    assert (line, column, said) == (2, 3, "players read the reason “GM: he lies”")


@pytest.mark.parametrize("text", ["Secret: he lies", "GM notes\nHe lies.", "Gear: rope\nGM notes: he lies"])
def test_a_secret_on_a_sheet_is_asked_about(table: Table, write: Write, text: str) -> None:
    write("ana.txt", f"Ana\nPlayer: Jo\n\n{text}\n")
    problems = table.problems("import ana.txt as characters")
    assert any("marked as secret" in said or "cannot be placed" in said for *_, said in problems)


def test_a_folder_is_refused_with_a_line_for_one_of_its_files(table: Table, write: Write, home: Path) -> None:
    (home / "vault").mkdir()
    assert "vault is a folder, and files are brought in one by one" in table.says("import vault")
    write("vault/b.md", "## Session 1, 2024-03-09\n\nWarm.\n")
    write("vault/a.png", "")
    said = table.says("import vault/ dry-run")
    assert "“import vault/b.md dry-run” previews one" in said
    assert "note Warm." in table.says("import vault/b.md dry-run")
