"""What hands do at a table: numbers without a #, things in the singular, and names by any of their words."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import seated

from engine.concerns.campaign.commands import CreateCampaign
from engine.known import every_trait
from engine.registry import EVENTS
from engine.state import State
from shell.language.grammar import heads, usages
from shell.language.kinds.known import Known
from shell.language.kinds.text import ARTICLES, fold_case
from shell.language.mending.tried_verbs import TRIED_VERBS
from shell.language.names import sheets, traits
from shell.language.offers import by_rank, offers
from shell.language.parse import Misreading, Scene
from shell.language.reading import read
from shell.options import ExitStatus
from shell.runner import Desk

PARTY = """\
new peupfudge
define ability Climbing, "Sea Lore", Lore
pc "Captain Hroth" by Kurt
pc "Tamsin Reed" by Ann
npc "The Eel"
npc "Reed Miller"
pc Bram by Mia
give Bram 3 torches
give Bram 12 arrows
give Bram 2 knives
note one
"""


@pytest.fixture
def party(tmp_path: Path) -> Any:
    """Play the party's beginning."""
    desk = seated(tmp_path / "hands.db", PARTY)
    yield desk
    desk.close()


def fields(desk: Desk, line: str) -> dict[str, Any]:
    """Return the fields of the one event that a line records."""
    outcome = desk.do(line)
    assert outcome.status == 0, (line, outcome.fault)
    (event,) = outcome.events
    return event


# --- verbs that are called otherwise ---------------------------------------------------------------------------


def test_no_verb_is_sent_elsewhere_that_is_a_command_by_now() -> None:
    """But for “take”, which is a command alone and before a number: of a line that waits, or the digits of a phone."""
    assert TRIED_VERBS.keys() & heads().keys() == {"take"}


@pytest.mark.parametrize("verb", TRIED_VERBS)
def test_a_verb_that_people_try_is_answered_with_verbs_that_do_it(party: Desk, verb: str) -> None:
    outcome = party.do("take rope" if verb == "take" else verb)
    assert outcome.fault is not None
    assert outcome.fault.message == f"no command “{verb}”"
    hint = outcome.fault.hint or ""
    proposed = re.findall("“([^”]+)”", hint) or [hint.removeprefix("type ")]
    for each in proposed:
        words = each.replace("#57", "EVENT").split()
        lines = [phrase.line.replace(", ...", "").split() for phrase in usages(words[0])]
        assert any(line[: len(words)] == words for line in lines), each


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("inventory bram", "type sheet bram"),
        ("Inv bram", "type sheet bram"),
        ("take bram 2 torches", "type drop bram 2 torches or give bram 2 torches"),
        ("take tamsin lamp", "type give tamsin lamp"),
        ("heal bram wounds up", "type status bram wounds up"),
        ("hp bram wounds down", "type status bram wounds down"),
        ("init bram lore vs eel", "type contest bram lore vs eel"),
        ("attack bram lore vs 2", "type check bram lore vs 2"),
        ("add pc Zed", "type pc Zed"),
        ("add ability Whist", "type define ability Whist"),
        ("remove bram knife", "type drop bram knife"),
        ("list party", "type party"),
        ("who", "type party"),
        ("who bram", "type sheet bram"),
    ],
)
def test_what_was_typed_after_such_a_verb_is_kept_and_every_line_proposed_works(
    party: Desk, line: str, hint: str
) -> None:
    for prepared in ("define status Wounds: Dead -4, Hurt -1, Whole 0", "session start"):
        assert party.do(prepared).status == 0
    outcome = party.do(line)
    assert outcome.fault is not None
    assert (outcome.status, outcome.fault.hint) == (ExitStatus.NOT_UNDERSTOOD, hint)
    for each in hint.removeprefix("type ").split(" or "):
        assert party.do(each).status == 0, each


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("what did I roll, and why −1?", "why last roll"),
        ("what was my roll", "why last roll"),
        ("why did bram fail", "why last roll of Bram"),
        ("why bram last roll", "why last roll of Bram"),
    ],
)
def test_a_question_about_a_roll_is_told_the_line_that_answers_it(party: Desk, line: str, answer: str) -> None:
    assert party.do("check bram lore vs 2").status == 0
    outcome = party.do(line)
    assert outcome.fault is not None
    assert (outcome.events, outcome.fault.hint) == ((), f"“{answer}” explains the last one")
    assert party.do(answer).status == 0


def test_a_question_in_the_right_words_keeps_its_own_problem(party: Desk) -> None:
    outcome = party.do("why last roll of nobody")
    assert outcome.fault is not None
    assert "nobody" in outcome.fault.message


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("undo last 3 events", "type undo last 3"),
        ("undo last 2 commands cascade", "type undo last 2 cascade"),
        ("whatif undo last 2 events", "type whatif undo last 2"),
        ("log last 3 lines", "type log last 3"),
        ("award bram 5 xp", "type award bram 5"),
        ("award bram 5 xp for the mill", "type award bram 5 for the mill"),
    ],
)
def test_the_word_for_what_is_counted_is_left_out(party: Desk, line: str, hint: str) -> None:
    party.meant = "exact"
    outcome = party.do(line)
    assert outcome.fault is not None
    assert outcome.fault.hint == hint
    assert party.do(hint.removeprefix("type ")).status == 0


# --- numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("undo 9", "type undo #9 or undo last 9"),
        ("undo 9 cascade for luck", "type undo #9 cascade for luck or undo last 9 cascade for luck"),
        ("whatif undo 2", "type whatif undo #2 or whatif undo last 2"),
        ("redo 9", "type redo #9"),
        ("amend 9 5", "type amend #9 5"),
        ("ruling 9 void", "type ruling #9 void"),
        ("whatif drop 9", "type whatif drop #9"),
    ],
)
def test_a_bare_number_is_never_taken_for_an_event(party: Desk, line: str, hint: str) -> None:
    assert party.campaign is not None
    party.meant = "exact"
    before = party.campaign.state.seq
    fault = party.do(line).fault
    assert fault is not None
    assert (fault.status, fault.hint) == (ExitStatus.NOT_UNDERSTOOD, hint)
    assert party.campaign.state.seq == before


# --- things ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "quantity"),
    [
        ("drop Bram torch", 1),
        ("drop Bram arrows", 1),
        ("drop Bram knife", 1),
        ("drop Bram 2 torch", 2),
        ("drop Bram all arrow", 12),
        ("pass Bram arrow to hroth", 1),
        ("pass Bram arrows to hroth", 12),
        ("pass Bram all arrow to hroth", 12),
        ("move Bram knife to belt", 1),
        ("move Bram knives to belt", 2),
    ],
)
def test_one_thing_goes_unless_more_are_named(party: Desk, line: str, quantity: int) -> None:
    assert fields(party, line)["quantity"] == quantity


def test_a_count_and_all_contradict_each_other(party: Desk) -> None:
    fault = party.do("drop Bram 2 all arrows").fault
    assert fault is not None
    assert fault.status == ExitStatus.REFUSED
    assert "only one can be meant" in fault.message


def test_one_more_joins_its_plural_and_the_answer_says_so(party: Desk) -> None:
    outcome = party.do("give Bram torch")
    assert outcome.answer is not None
    assert outcome.answer.result["warnings"][0].startswith("Counted with the torches: 4 now.")
    assert "Counted with the torches" in outcome.answer.text()
    assert party.do("undo").status == 0
    assert party.campaign is not None
    assert [stack.quantity for stack in party.campaign.state.sheets["Bram"].stacks.values()] == [3, 12, 2]


def test_a_plural_beside_its_singular_is_remarked_on(party: Desk) -> None:
    party.do("give Bram rope")
    outcome = party.do("give Bram 2 ropes")
    assert outcome.answer is not None
    assert "Bram has rope too, counted apart" in outcome.answer.text()


def test_things_of_their_own_name_are_no_matter_for_remarks(party: Desk) -> None:
    outcome = party.do("give Bram 2 torches")
    assert outcome.answer is not None
    assert outcome.answer.result["warnings"] == []


def test_a_point_among_the_things_is_remarked_on_with_the_line_that_gives_a_fudge_point(party: Desk) -> None:
    outcome = party.do("give Bram point")
    assert outcome.answer is not None
    assert outcome.answer.text().endswith("Meant fudge points? Type undo, then: point Bram +1")


@pytest.mark.parametrize(("loan", "is_doubted"), [("damage", True), ("on Damage", True), ("keen", False), ("", False)])
def test_a_thing_that_adds_to_actions_for_damage_is_remarked_on(tmp_path: Path, loan: str, *, is_doubted: bool) -> None:
    with closing(seated(tmp_path / "c.db", "new fudge\npc Bram")) as desk:
        answer = desk.do(f"give Bram sword +2 {loan}").answer
        assert answer is not None
        assert answer.text().endswith("Meant damage? Type undo, then give it weapon 2.") == is_doubted


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("scene end", "a scene of that name"),
        ("scene Over", "a scene of that name"),
        ("scene start the mill", "“undo”, then “scene the mill”"),
        ("scene the end of the road", ""),
        ("scene The mill", ""),
    ],
)
def test_a_scene_whose_name_looks_like_an_order_is_remarked_on(party: Desk, line: str, remark: str) -> None:
    outcome = party.do(line)
    assert outcome.answer is not None
    assert remark in outcome.answer.text().partition("\n")[2]
    assert bool(remark) == ("\n" in outcome.answer.text())


def test_a_script_drops_as_many_as_were_dropped(party: Desk, tmp_path: Path) -> None:
    for line in ("drop Bram all torches", "drop Bram arrow", "drop Bram 2 knives"):
        assert party.do(line).status == 0
    assert party.do(f"export {tmp_path / 'again.session'}").status == 0
    written = (tmp_path / "again.session").read_text()
    assert "drop Bram all torches" in written
    assert "drop Bram 1 arrows" in written
    assert "drop Bram all knives" in written


# --- names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("hroth", "Captain Hroth"),
        ("tams", "Tamsin Reed"),
        ("eel", "The Eel"),
        ("the e", "The Eel"),
        ("mill", "Reed Miller"),
        ("cap hr", "Captain Hroth"),
        ("ree mil", "Reed Miller"),
        ("tam ree", "Tamsin Reed"),
        ("tams r", "Tamsin Reed"),
    ],
)
def test_the_beginning_of_any_word_of_a_name_will_do(party: Desk, typed: str, name: str) -> None:
    assert party.do(f"sheet {typed}").command == f'sheet "{name}"'


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("cap hr", 'sheet "Captain Hroth"'),
        ("cap hr lore 3 =0", 'check "Captain Hroth" Lore vs 3 rolled 0'),
        ("check bram lore vs cap hr lore rolled 0", 'check Bram Lore vs "Captain Hroth" Lore rolled 0'),
        ("whatif award tams ree 2", 'whatif award "Tamsin Reed" 2'),
        ("why cap hr clim", 'why "Captain Hroth" Climbing'),
    ],
)
def test_the_beginnings_of_several_words_of_a_name_will_do_in_any_line(party: Desk, typed: str, command: str) -> None:
    assert party.do(typed).command == command


def test_a_word_that_another_reading_needs_shortens_no_name(party: Desk) -> None:
    assert party.campaign is not None
    for line, who, what in (("give tams ree", "Tamsin Reed", "ree"), ("tams climb 3", "Tamsin Reed", "Climbing")):
        found = read(line, party.campaign.state)
        assert found.problem is None
        assert [mark.value for mark in found.marks if mark.value is not None][:2] == [who, what]


def test_a_word_of_several_names_is_refused_with_all_of_them(party: Desk) -> None:
    fault = party.do("sheet reed").fault
    assert fault is not None
    assert fault.message == "“reed” could be Tamsin Reed or Reed Miller"


def test_an_article_alone_is_no_name(party: Desk) -> None:
    assert party.do("sheet the").fault is not None


def test_a_whole_name_wins_over_a_word_of_another(party: Desk) -> None:
    assert party.do("check bram lore vs 3 rolled 0").command.startswith("check Bram Lore")


@pytest.mark.parametrize("few", [sheets, traits])
def test_what_the_menu_offers_the_reader_takes(party: Desk, state: State, few: Callable[[Scene], Any]) -> None:
    assert party.campaign is not None
    for each in (state, party.campaign.state):
        scene = Scene(each)
        known = Known("name", few)
        words = {word for name in known.offers(scene) for word in fold_case(name).split() if word not in ARTICLES}
        for typed in {word[:end] for word in words if word.isalpha() for end in range(3, len(word) + 1)}:
            offered = [name for name, _ in by_rank(typed, dict(known.offers(scene)))]
            found = known.read(typed, 0, scene)
            if isinstance(found, Misreading):
                assert set(found.choices) == set(offered), typed
            else:
                assert fold_case(found[0]) == typed or offered == [found[0]], typed


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("chek", "check"), ("sheat", "sheet"), ("check Bram Climbng", "Climbing"), ("sheet Bramm", "Bram")],
)
def test_a_small_typing_error_is_offered_the_near_word(party: Desk, typed: str, offered: str) -> None:
    assert party.campaign is not None
    assert offered in [offer.text for offer in offers(typed, party.campaign.state)]


def test_what_is_far_from_every_name_is_offered_nothing(party: Desk) -> None:
    assert party.campaign is not None
    assert offers("sheet Xyzzy", party.campaign.state) == []


def test_the_abilities_on_the_sheet_are_offered_first(party: Desk) -> None:
    assert party.campaign is not None
    assert party.do("award Bram 1").status == party.do("spend Bram 1 on Lore").status == 0
    state = party.campaign.state
    offered = [offer.text.strip() for offer in offers("check Bram ", state)]
    assert next(name for name in offered if name in every_trait(state)) == "Lore"
    assert next(iter(every_trait(state))) != "Lore"


def test_nobody_who_is_in_a_contest_is_offered_again(party: Desk) -> None:
    assert party.campaign is not None
    offered = {offer.text for offer in offers("contest Bram Climbing vs ", party.campaign.state)}
    assert "The Eel" in offered
    assert "Bram" not in offered


# --- signatures, and names in advice ---------------------------------------------------------------------------


def test_a_sheet_that_is_signed_again_unchanged_says_so(party: Desk) -> None:
    def signed(who: str) -> list[str]:
        outcome = party.do(f"sign {who}")
        assert outcome.answer is not None
        return outcome.answer.text().split("\n")

    seq = party.campaign.state.seq if party.campaign else 0
    assert signed("bram") == [f"✓ #{seq + 1} Mia agrees to Bram's sheet"]
    assert signed("tamsin") == [f"✓ #{seq + 2} Ann agrees to Tamsin Reed's sheet"]
    assert signed("bram")[1:] == [f"  signed already before play (#{seq + 1}), nothing changed since"]
    assert party.do("session start").status == 0
    assert party.do("award bram 1").status == 0
    assert len(signed("bram")) == 1
    assert signed("bram")[1:] == [f"  signed already in session 1 (#{seq + 6}), nothing changed since"]
    assert signed("bram by Miaa")[1] == "  Miaa plays nobody (Mia does). Meant Mia? Type undo."
    assert len(signed("bram by mia")) == 2
    assert party.do(f"undo #{seq + 6} cascade").status == 0


def test_advice_names_a_character_of_several_words_without_quotes_inside_quotes(party: Desk) -> None:
    answer = party.do("audit").answer
    assert answer is not None
    advised = [each["advice"] for each in answer.result["findings"]]
    assert "“sign Captain Hroth” once the player agrees to it" in advised
    assert party.do("sign Captain Hroth").status == 0


@pytest.mark.parametrize("typed", ["bram", "Bram", "br", "tamsin", '"tamsin reed"'])
def test_who_was_not_there_yet_is_named_in_full(party: Desk, typed: str) -> None:
    for line in (f"why {typed} xp at #2", f"sheet {typed} at #2"):
        fault = party.do(line).fault
        assert fault is not None
        full = "Bram" if "b" in typed.casefold() else "Tamsin Reed"
        assert fault.hint == f"{full} was not there at that point"


def test_the_words_of_the_table_are_offered_for_events_and_not_those_of_programs(party: Desk) -> None:
    assert party.campaign is not None
    offered = {each.text for each in offers("log ", party.campaign.state)}
    assert {"checks", "awards", "notes", "undos"} <= offered
    assert offered & set(EVENTS) == set()
    assert read("log CheckResolved", party.campaign.state).problem is None


@pytest.mark.parametrize("typed", ["fudge lite", "Fudge Lite", "fudge-lite"])
def test_a_game_is_known_by_its_name_as_people_write_it(typed: str) -> None:
    assert read(f'new {typed} "The Watch"', None).command == CreateCampaign("fudge-lite", "The Watch")


@pytest.mark.parametrize("rule", ["rules ability-list listed", "rules ability-list open"])
def test_the_number_of_an_event_is_no_trait(table: Desk, rule: str) -> None:
    for line in ("pc Ann", rule):
        assert table.do(line).fault is None
    fault = table.do("check Ann #2 vs 3").fault
    assert fault is not None
    assert "#2" in fault.message
    assert "define" not in (fault.hint or "")


def test_a_track_is_advised_only_where_there_is_none(table: Desk) -> None:
    for line in ("pc Ann", "define track Injury: minor 2, serious 2"):
        assert table.do(line).fault is None
    fault = table.do("mark Ann hurt").fault
    assert fault is not None
    assert fault.hint == "it can be minor, serious or Injury"
