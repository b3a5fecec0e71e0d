"""The recipes for files of other programs write what this program reads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from brought import Table, Write, told

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"

FARI = {
    "name": "Tamsin Reed",
    "pages": [
        {
            "label": "Character",
            "sections": [
                {
                    "label": "Aspects",
                    "blocks": [
                        {"type": "Text", "label": "High Concept", "value": "Ferryman with “debts”"},
                        {"type": "Text", "label": "Other Aspect", "value": "Afraid of bridges"},
                        {"type": "Text", "label": "Other Aspect", "value": "Knows the river"},
                        {"type": "Text", "label": "Trouble", "value": ""},
                    ],
                },
                {
                    "label": "Stunts & Extras",
                    "blocks": [{"type": "Text", "label": "Stunt #1", "value": "Night Vision"}],
                },
            ],
        },
        {
            "label": "More",
            "rows": [
                {
                    "columns": [
                        {
                            "sections": [
                                {
                                    "label": "Skills",
                                    "blocks": [
                                        {"type": "Skill", "label": "Boating", "value": "3"},
                                        {"type": "Skill", "label": "Lore", "value": ""},
                                        {"type": "PointCounter", "label": "Fate Points", "value": "3"},
                                        {"type": "Link", "label": "A page", "value": "https://example.org"},
                                    ],
                                }
                            ]
                        }
                    ]
                }
            ],
        },
    ],
}

FOUNDRY = {
    "name": "Old Finn",
    "type": "npc",
    "items": [
        {"name": "Boating", "type": "skill", "system": {"rank": 2}},
        {"name": "Swimming", "type": "skill", "system": {}},
        {"name": "Lucky", "type": "stunt", "system": {}},
        {"name": "Greedy", "type": "fault", "system": {}},
        {"name": "torch", "type": "equipment", "system": {"quantity": 3}},
    ],
}

CHAT = """\
March 09, 2024 8:15PM
Jo (GM): The mill is dark.
Ana:I listen.
(To GM): I take the purse.
March 09, 2024 8:20PM Ana: rolling 4dF
Ana: rolling 4dF (+ 0 - +) = 1
March 10, 2024 12:05AM
Ana: Home at last.
March 16, 2024 8:00PM
Jo (GM): A week later.
"""


def run(recipe: str, *files: Path) -> tuple[str, str]:
    """Run a recipe, and return what it writes and what it says."""
    done = subprocess.run(
        [sys.executable, RECIPES / recipe, *files], capture_output=True, encoding="utf-8", check=True, timeout=60
    )
    return done.stdout, done.stderr


def test_characters_of_fari_come_in_as_a_template(write: Write, home: Path) -> None:
    template, said = run("fari.py", write("tamsin.json", json.dumps(FARI)))
    write("tamsin.toml", template)
    table = Table(home / "f.db", "new fudge")
    table.do("setup tamsin.toml")
    sheet = table.campaign.state.sheets["Tamsin Reed"]
    assert sheet.characteristics == {
        "High Concept": "Ferryman with “debts”",
        "Other Aspect": "Afraid of bridges",
        "Other Aspect 2": "Knows the river",
    }
    assert {name: practice.given for name, practice in sheet.practice.items()} == {"Boating": 3}
    assert list(sheet.properties) == ["Night Vision"]
    assert said == "left out: Tamsin Reed, Fate Points\n"


def test_actors_of_foundry_come_in_as_a_template(write: Write, home: Path) -> None:
    template, said = run("foundry.py", write("finn.json", json.dumps(FOUNDRY)))
    write("finn.toml", template)
    table = Table(home / "f.db", "new fudge")
    table.do("setup finn.toml")
    sheet = table.campaign.state.sheets["Old Finn"]
    assert sheet.kind == "npc"
    assert {name: practice.given for name, practice in sheet.practice.items()} == {"Boating": 2}
    assert sorted(sheet.properties) == ["Greedy", "Lucky"]
    assert [(stack.name, stack.quantity) for stack in sheet.stacks.values()] == [("torch", 3)]
    assert said == "left out: Old Finn, Swimming\n"


def test_a_chat_of_roll20_comes_in_as_evenings(table: Table, write: Write) -> None:
    notes, said = run("roll20.py", write("chat.txt", CHAT))
    write("evening.md", notes)
    table.do("import evening.md")
    assert told(table) == [
        (1, "note", "Jo (GM): The mill is dark."),
        (1, "note", "Ana:I listen."),
        (1, "secret note", "(To GM): I take the purse."),
        (1, "note", "Ana: rolling 4dF"),
        (1, "note", "Ana rolls"),
        (1, "note", "d: 4dF=[+ 0 - +]"),
        (1, "note", "Ana: Home at last."),
        (2, "note", "Jo (GM): A week later."),
    ]
    assert [each.held for each in table.campaign.state.sessions] == ["2024-03-09", "2024-03-16"]
    assert table.texts("DiceRolled") == ["+ 0 − + = +1 (4dF, real dice)"]
    assert said == ""


@pytest.mark.parametrize("recipe", sorted(each.name for each in RECIPES.glob("*.py")))
def test_a_recipe_is_short_and_needs_nothing_but_python(recipe: str) -> None:
    lines = (RECIPES / recipe).read_text("utf-8").splitlines()
    assert len(lines) <= 44
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
