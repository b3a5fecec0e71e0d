"""What people type at their first evening, and the line that they meant."""

from __future__ import annotations

import pytest

from engine.concerns.safety.sheet import AGENDA
from shell.language.offers import offers
from shell.language.parse import join_or
from shell.runner import Desk

WORLD = """
new fudge-lite
pc Ana
pc Maren
pc Tobias
pc "Old Martha"
pc Jori
pc Jory
pc Bero
pc Ilka
npc Wenna
define status Wounds: Hurt -1, Fine 0 start Fine
define status Vigour: Tired -1, Fresh 0 start Fresh
trait Ana Athletics Good
trait Jory Herbs Good, Letters Good, Brawn Fair
trait Wenna Herbs Good, Brawn Great
"""

OTHERS = ("Ana", "Maren", "Tobias", '"Old Martha"', "Jori", "Jory", "Bero")

#: What is typed, what is said of it, and what is advised.
SEVERAL = [
    ("award Jori, all 2", "“all” stands alone, without names", "type award all 2"),
    ("award all, jori 2", "“all” stands alone, without names", "type award all 2"),
    ("award maren and tobias 3", "several names are joined with commas", "type award maren, tobias 3"),
    ("award ana old marth 3", "several names are joined with commas", "type award ana, old marth 3"),
    ("award maren tobias and ilka 3", "several names are joined with commas", "type award maren, tobias, ilka 3"),
    ("award maren, and tobias 3", "several names are joined with commas", "type award maren, tobias 3"),
    (
        "status maren and tobias wounds hurt",
        "several names are joined with commas",
        "type status maren, tobias wounds hurt",
    ),
    ("give maren and tobias apple", "several names are joined with commas", "type give maren, tobias apple"),
    ("contest jory, wenna brawn", "vs stands between the two, not a comma", "type contest jory brawn vs wenna"),
    (
        "contest jory herbs, wenna herbs",
        "vs stands between the two, not a comma",
        "type contest jory herbs vs wenna herbs",
    ),
    (
        "amend jory, bero 3",
        "“,” does not fit here: amend is for one character",
        "type a line for each, the first: amend jory 3",
    ),
    (
        "check jory and bero herbs vs good",
        "several names are joined with commas",
        "type check jory, bero herbs vs good",
    ),
    (
        "check jory herbs, letters vs 3",
        "“,” does not fit here: check is for one ability",
        "type a line for each, the first: check jory herbs vs 3",
    ),
    (
        "xp all 3, ilka 1",
        "“all” stands alone, without names",
        f"type xp {', '.join(f'{each} 3' for each in OTHERS)}, Ilka 1",
    ),
    (
        "award ilka 1, all 3",
        "“all” stands alone, without names",
        f"type award Ilka 1, {', '.join(f'{each} 3' for each in OTHERS)}",
    ),
    ("maren bero herbs good", "several names are joined with commas", "type maren, bero herbs good"),
    ("sheet all", "“all” does not fit here: sheet takes names, with commas between", "“party” shows everybody"),
    (
        "ledger everyone",
        "“everyone” does not fit here: ledger takes names, with commas between",
        f"type ledger {', '.join(OTHERS)}, Ilka",
    ),
]

STRAYS = [
    ("give bero arrows 12", "“12” stands before what it counts", "type give bero 12 arrows"),
    ("give bero an apple", "names go without “an”", "type give bero apple"),
    ("status jori vigour up 2", "“up” is one step", "type the line once for each step"),
    ("check ana ath vs +1 good", "“+1” stands in the place of the difficulty", "type check ana ath vs good +1"),
    (
        "check ana ath vs -1 rain",
        "“-1” stands in the place of the difficulty",
        "a difficulty comes first: vs DIFFICULTY -1 rain",
    ),
    ("contest jory herbs wenna herbs", "“vs” is missing before “wenna”", "type contest jory herbs vs wenna herbs"),
    (
        "check ana ath vs good + 1",
        "“+” stands right before its number, without a space",
        "type check ana ath vs good +1",
    ),
    ("roll 2d6 - 1", "“-” stands right before its number, without a space", "type roll 2d6 -1"),
    (
        "check ana ath vs good stakes the rope breaks",
        'several words need quotes: "the rope breaks"',
        'type check ana ath vs good stakes "the rope breaks"',
    ),
    ("give bero +1 sword", "“sword” does not fit here: give WHO ... ITEM ...", 'type give bero "+1 sword"'),
    (
        "rename Brawn to Herbs",
        "there is a trait “Herbs” already, and two cannot become one",
        "“why Jory Brawn” shows what to undo and give to Herbs instead",
    ),
    (
        "effect maren dazed -1",
        "“-1” does not fit here",
        "type effect maren dazed a -1, effect maren dazed skill -1 or effect maren dazed damage -1",
    ),
]

LISTED = [
    ("agree tone", "no topic “tone”", f"it can be {join_or(list(AGENDA))}"),
    ("agree phnes on", "no topic “phnes”", "did you mean phones?"),
    ("status bero", "this needs a status", "it can be Wounds or Vigour"),
    ("status ana wounds", "this needs a state, “up” or “down”", "it can be Hurt or Fine"),
    ("bonus bero 2", "this needs “on”", "type bonus bero 2 on TRAIT"),
    ("help hp", "no command or chapter “hp”", "“status” moves a status; “define counter” makes one that is a number"),
    ("wound maren 2", "no command “wound”", "type mark maren 2"),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a desk at a campaign with a handful of people."""
    desk = Desk(tmp_path_factory.mktemp("meant") / "c.db", meant="exact")
    for line in WORLD.strip().splitlines():
        assert desk.do(line).fault is None, line
    return desk


def advised(table: Desk, typed: str) -> tuple[str, str | None]:
    """Return what is said of a line and what is advised."""
    fault = table.do(typed).fault
    assert fault is not None
    return fault.message, fault.hint


@pytest.mark.parametrize(("typed", "said", "advice"), SEVERAL)
def test_names_joined_otherwise_than_the_grammar_does_are_mended(
    table: Desk, typed: str, said: str, advice: str
) -> None:
    assert advised(table, typed) == (said, advice)


@pytest.mark.parametrize(("typed", "said", "advice"), STRAYS)
def test_a_word_that_strays_into_a_line_is_put_where_it_belongs(
    table: Desk, typed: str, said: str, advice: str
) -> None:
    assert advised(table, typed) == (said, advice)


@pytest.mark.parametrize(("typed", "said", "advice"), LISTED)
def test_what_a_line_lacks_at_its_end_is_listed_or_spelled_out(table: Desk, typed: str, said: str, advice: str) -> None:
    assert advised(table, typed) == (said, advice)


@pytest.mark.parametrize("typed", ["move ana coin out", "drop ana coin out"])
def test_a_missing_thing_does_not_turn_a_command_into_another(table: Desk, typed: str) -> None:
    said, advice = advised(table, typed)
    assert said == "no item “coin”"
    assert "type" not in (advice or "")


@pytest.mark.parametrize("typed", ["npc Grum as", 'npc "Harbour Rat" as Thug'])
def test_the_ready_made_are_listed(table: Desk, typed: str) -> None:
    assert "Brigand" in (advised(table, typed)[1] or "")


def test_the_latest_roll_that_fits_is_advised(table: Desk) -> None:
    for line in ("session start", "rules points 3"):
        assert table.do(line).fault is None
    rolled = table.do("check ana athletics vs great rolled -1").as_json()["events"][0]["seq"]
    fault = table.do("point ana reroll").fault
    assert fault is not None
    assert (fault.message, fault.hint) == ("this needs an event number", f"type point ana reroll #{rolled}")
    assert table.do(f"point ana reroll #{rolled}").fault is None


def test_a_reason_is_not_advised_where_none_can_be_meant_and_no_line_twice(table: Desk) -> None:
    assert "for u" not in (advised(table, "u u")[1] or "")
    assert "for" not in (advised(table, "xp 2 ana")[1] or "")
    assert advised(table, "npc Captain Vey")[1] == 'type npc "Captain Vey"'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gm 1 To the north smoke rises", "To the north smoke rises → all"),
        ("gm 1 Unfinished work lies there", "Unfinished work lies there → all"),
        ("secret Scene of the crime", "(secret) Scene of the crime"),
        ("secret check ana ath vs 3", "“check ana ath vs 3 secret” rolls in secret"),
        ("secret scene Cellar", "(secret) Scene: Cellar"),
    ],
)
def test_a_text_that_begins_like_the_grammar_is_kept_whole(table: Desk, line: str, said: str) -> None:
    answer = table.do(line).answer
    assert answer is not None
    assert said in answer.text()


def test_a_passing_effect_needs_a_name(table: Desk) -> None:
    assert advised(table, "effect maren")[0] == "this needs a name"


@pytest.mark.parametrize(
    ("about", "verbs"),
    [
        ("stakes", ["check", "spell"]),
        ("wounds", ["damage", "clear"]),
        ("armour", ["damage", "give"]),
        ("weapon", ["give"]),
    ],
)
def test_help_about_a_word_lists_the_commands_that_have_it(table: Desk, about: str, verbs: list[str]) -> None:
    answer = table.do(f"help {about}").answer
    assert answer is not None
    listed = {line.split()[0] for line in answer.text().splitlines() if line.startswith("  ")}
    assert set(verbs) <= listed


def test_help_offers_commands_and_chapters() -> None:
    assert [offer.text for offer in offers("help ch", None)] == [
        "check",
        "checklist",
        "Checks",
        "Characters and traits",
    ]
    assert {"all", "check", "Looking back"} <= {offer.text for offer in offers("help ", None)}
