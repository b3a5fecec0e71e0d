"""Things that lie in one place: alike ones are one heap, and its numbers name it wherever a thing is named."""

from __future__ import annotations

import pytest
from playing import play, refused, sheet

from shell.runner import Desk

NUMBERED = """
pc Ann
pc Bob
give Bob 3 stones
give Bob pouch
give Bob 12 stones in pouch
"""


def lies(desk: Desk, who: str) -> list[tuple[str, int, str | None]]:
    """Return what a character carries: what, how many, where."""
    return [(each["item"], each["quantity"], each["in"]) for each in sheet(desk, who)["inventory"]]


def test_alike_things_join_when_what_parted_them_is_undone(table: Desk) -> None:
    play(table, "pc Ann\npc Bob\ngive Ann 8 coins\npass Ann 8 coins to Bob\ngive Ann 4 coins\nundo #5")
    assert lies(table, "Ann") == [("coins", 12, None)]
    play(table, "pass Ann 10 coins to Bob")
    assert (lies(table, "Ann"), lies(table, "Bob")) == ([("coins", 2, None)], [("coins", 10, None)])


@pytest.mark.parametrize("number", ["#4", "#6"])
def test_a_heap_answers_to_the_numbers_of_all_that_joined_it(table: Desk, number: str) -> None:
    play(table, "pc Ann\npc Bob\ngive Ann 8 coins\npass Ann 8 coins to Bob\ngive Ann 4 coins\nundo #5")
    play(table, f"condition Ann {number} = shiny\ndrop Ann 11 {number}")
    assert [(each["quantity"], each["note"]) for each in sheet(table, "Ann")["inventory"]] == [(1, "shiny")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("give Bob 2 torch", "Bob gets 2 × torch"),
        ("give Bob 2 vials", "Bob gets 2 vials"),
        ("move Bob 2 stones to belt", "Bob moves 2 of 3 stones to the belt"),
        ("move Bob 2 stones to pouch", "Bob puts 2 of 3 stones in the pouch"),
        ("drop Bob stones", "Bob drops 1 of 3 stones"),
    ],
)
def test_a_sentence_counts_things_by_the_name_they_have(table: Desk, line: str, said: str) -> None:
    play(table, NUMBERED)
    assert table.do(line).as_json()["events"][0]["text"] == said


def test_a_bare_name_is_what_lies_loose(table: Desk) -> None:
    play(table, NUMBERED + "drop Bob 1 stones")
    assert lies(table, "Bob") == [("stones", 2, None), ("pouch", 1, None), ("stones", 12, "pouch")]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("drop Bob 1 #6", [("stones", 3, None), ("pouch", 1, None), ("stones", 11, "pouch")]),
        ("drop Bob 1 stones from #5", [("stones", 3, None), ("pouch", 1, None), ("stones", 11, "pouch")]),
        ("pass Bob 12 #6 to Ann", [("stones", 3, None), ("pouch", 1, None)]),
        ("move Bob 12 #6 out", [("stones", 15, None), ("pouch", 1, None)]),
        ("give Bob ink in #5", [("stones", 3, None), ("pouch", 1, None), ("stones", 12, "pouch"), ("ink", 1, "pouch")]),
        ("give Bob 2 #6", [("stones", 3, None), ("pouch", 1, None), ("stones", 14, "pouch")]),
    ],
)
def test_a_thing_is_named_by_its_number(table: Desk, line: str, left: list[tuple[str, int, str | None]]) -> None:
    play(table, NUMBERED + line)
    assert lies(table, "Bob") == left


def test_why_knows_a_thing_by_its_number(table: Desk) -> None:
    play(table, NUMBERED)
    assert play(table, "why Bob #6")["value"] == 15
    assert refused(table, "why Bob #99")["message"] == "Bob's sheet shows no “#99”"


@pytest.mark.parametrize("line", ["drop Bob {}stones", "pass Bob {}stones to Ann", "condition Bob {}stones = worn"])
def test_the_numbers_that_an_ambiguous_name_is_answered_with_can_be_typed(table: Desk, line: str) -> None:
    play(table, NUMBERED + "move Bob 3 stones to belt")
    error = refused(table, line.format(""))
    number = error["hint"].split()[-1]
    assert number in error["message"]
    play(table, line.replace("{}stones", number))


def test_nothing_has_a_number_that_is_not_there(table: Desk) -> None:
    play(table, NUMBERED)
    for line in ("drop Bob #99", "give Bob #99", "move Bob stones to #99", "drop Ann #4"):
        assert "#" in refused(table, line)["message"]


def test_a_modifier_that_alike_things_lend_counts_once(table: Desk) -> None:
    play(table, "pc Ann\npc Bob\ndefine ability Lore\ngive Ann book +1 on Lore\npass Ann 1 book to Bob")
    play(table, "give Ann book +1 on Lore\nundo #6")
    assert lies(table, "Ann") == [("book", 2, None)]
    assert [each["value"] for each in play(table, "check Ann Lore vs 1 rolled 0")["modifiers"]] == [1]
