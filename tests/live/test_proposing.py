"""What players may propose, read in what they know: no name, hint or shared beginning tells of what is hidden."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine import Campaign
from engine.registry import name_finders
from engine.types import PLAYERS
from replay.audience.rule import View
from shell.runner import Desk
from shell.serving.players_state import PlayersState
from shell.serving.proposing import NOT_FOR_PLAYERS, NotProposed, PlayersLine, read_proposal

sys.path.append(str(Path(__file__).parents[1] / "retelling"))
from test_audience import GAMES, STORIES, UNSHRUNK, play_twins, twins

TABLE = """new fudge-lite The ferry
rules creation free
pc Fenna by Hanne
pc "Fen Walker" by Hanne
pc Oskar by Milan
npc Shade
npc Wolf
trait Fenna Boating Great
trait "Fen Walker" Lore Good
trait Oskar Melee Good
define gift Lucky
countdown Doom 3 hidden
countdown Flood 2
session start
gain Fenna Lucky
check Wolf Stealth vs Good
check Fenna Boating vs Great rolled + - 0 +
check Oskar Melee vs Good rolled + - 0 +
npc "Fenna Boating"
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Set a table with two players, an NPC who acted and two who are hidden, one of them with a mean name."""
    with_table = Desk(tmp_path_factory.mktemp("ferry") / "ferry.db")
    for line in TABLE.splitlines():
        assert with_table.do(line).fault is None, line
    yield with_table
    with_table.close()


def reads(campaign: Campaign, player: str, line: str, known: PlayersState | None = None) -> PlayersLine | str:
    """Return a player's line as it is proposed, or why it is not."""
    view = View.of(campaign, PLAYERS)

    def find(number: int) -> object:
        found = view.find(number)
        return found.event if found else None

    try:
        state = (known or PlayersState(view)).state
        return read_proposal(line, player, state, view.numbering.find_logged, find)
    except NotProposed as error:
        return str(error)


def number_of(desk: Desk, text: str) -> int:
    """Return the number of the event with a sentence that begins so."""
    assert desk.campaign is not None
    return next(each.seq for each in View.of(desk.campaign).read_seen() if each.text.startswith(text))


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        ("check Fenna Boating vs Great rolled + - 0 +", "check Fenna Boating vs Great rolled + - 0 +"),
        ("check fenn boat vs 2", "check Fenna Boating vs Great"),
        ("check Fenna Boating vs ? rolled + - 0 +", "check Fenna Boating vs ? rolled + - 0 +"),
        ("check Fenna Boating +1 rope vs Good ticks Flood", "check Fenna Boating +1 rope vs Good ticks Flood"),
        ("contest Fenna Boating vs Wolf", "contest Fenna Boating vs Wolf"),
        ("roll 4dF for Fenna", "roll 4dF for Fenna"),
        ("'hello  there", "note hello  there"),
        ("mark Fenna minor", "mark Fenna minor"),
        ("clear Fenna minor", "clear Fenna minor"),
        ("lose Fenna Lucky", "lose Fenna Lucky"),
        ('gain "Fen Walker" Lucky', 'gain "Fen Walker" Lucky'),
        ("spend Fenna 1 on Boating", "spend Fenna 1 on Boating"),
        ("raise Fenna Boating", "raise Fenna Boating"),
        ("point Fenna -1 for luck", "point Fenna -1 for luck"),
        ("sign Fenna", "sign Fenna by Hanne"),
        ("note \x1b[31mred", "note \\x1b[31mred"),
    ],
)
def test_players_propose_what_is_theirs(desk: Desk, line: str, proposed: str) -> None:
    assert desk.campaign is not None
    found = reads(desk.campaign, "Hanne", line)
    assert isinstance(found, PlayersLine), found
    assert found.line == proposed
    assert found.gap or desk.read_as_it_stands(found.exact).problem is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check Oskar Melee vs Good", "Oskar is Milan's"),
        ("check Wolf Melee vs Good", "Wolf is not yours"),
        ("check Shade Melee vs Good", "There is no Shade that you know of"),
        ("check Nobody Melee vs Good", "There is no Nobody that you know of"),
        ("check Fenna Boating vs Shade Wits", "There is no Shade that you know of"),
        ("check Fenna Boating vs Nobody Wits", "There is no Nobody that you know of"),
        ("check Fenna Boating vs Good ticks Doom", "There is no Doom that you know of"),
        ("check Fenna Boating vs Good ticks Never", "There is no Never that you know of"),
        ("check Fenna Boating vs Good secret", NOT_FOR_PLAYERS),
        ("check Fenna Boating vs Good hidden +1", NOT_FOR_PLAYERS),
        ('check Fenna Boating vs Good succeeds "I say so"', NOT_FOR_PLAYERS),
        ("contest Fenna Boating vs Wolf rolled 0 0 0 0", NOT_FOR_PLAYERS),
        ("gain Fenna Lucky until fight", None),
        ("gain all Lucky", NOT_FOR_PLAYERS),
        ("gain Fenna Unknown", "There is no Unknown that you know of"),
        ('lose "Fen Walker" Lucky', "Fen Walker has no Lucky"),
        ("sign Fenna by Milan", "Only Milan signs as Milan"),
        ("roll 4dF", "Say who rolls, as in “roll 4dF for NAME”"),
        ("clear Fenna all", NOT_FOR_PLAYERS),
        *((line, NOT_FOR_PLAYERS) for line in ("undo", "award Fenna 9", "take", "rules phones trust", "secret x")),
        *((line, NOT_FOR_PLAYERS) for line in ("line torture", "xcard", "--json note x", "session end", "")),
        ("note " + 400 * "x", "A line has at most 400 letters"),
    ],
)
def test_players_do_not_propose_what_is_not_theirs(desk: Desk, line: str, said: str | None) -> None:
    assert desk.campaign is not None
    found = reads(desk.campaign, "Hanne", line)
    assert found == said if said else isinstance(found, PlayersLine)


def test_a_point_is_spent_on_a_roll_of_ones_own_that_was_seen(desk: Desk) -> None:
    assert desk.campaign is not None
    own, others = number_of(desk, "Fenna tries"), number_of(desk, "Oskar tries")
    assert isinstance(reads(desk.campaign, "Hanne", f"point Fenna reroll #{own}"), PlayersLine)
    for number in (others, 1, 999):
        said = reads(desk.campaign, "Hanne", f"point Fenna reroll #{number}")
        assert said == f"#{number} is no roll of Fenna's that you know of"


def test_a_line_reads_the_same_at_the_game_masters_prompt_whatever_is_hidden_there(desk: Desk) -> None:
    assert desk.campaign is not None
    found = reads(desk.campaign, "Hanne", "check Fen Boating vs Good")
    assert found == "“Fen” can be Fenna or Fen Walker" or isinstance(found, str)
    found = reads(desk.campaign, "Hanne", "check Fenna Boating vs Good")
    assert isinstance(found, PlayersLine)
    command = desk.read_as_it_stands(found.exact).command
    assert (command.who, command.trait) == ("Fenna", "Boating")


def test_by_the_players_own_numbers_a_point_is_spent_on_the_right_roll(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "gaps.db")
    for line in (*TABLE.splitlines(), "rules players-see gaps no"):
        assert desk.do(line).fault is None, line
    assert desk.campaign is not None
    logged = number_of(desk, "Fenna tries")
    seen = View.of(desk.campaign, PLAYERS).numbering.renumber(logged)
    assert seen != logged
    found = reads(desk.campaign, "Hanne", f"point Fenna reroll #{seen}")
    assert isinstance(found, PlayersLine)
    assert found.line == f"point Fenna reroll #{logged}"
    desk.close()


def test_what_was_undone_is_not_known(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "undone.db")
    for line in (*TABLE.splitlines(), "define gift Swift"):
        assert desk.do(line).fault is None, line
    assert desk.campaign is not None
    assert isinstance(reads(desk.campaign, "Hanne", "gain Fenna Swift"), PlayersLine)
    assert desk.do("undo").fault is None
    assert reads(desk.campaign, "Hanne", "gain Fenna Swift") == "There is no Swift that you know of"
    desk.close()


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ("check Fenna Boating vs Good", True),
        ("check Fenna Boating +1 vs Good -1 rolled 0 0 0 0", True),
        ("roll 4dF for Fenna", True),
        ("check Fenna Boating vs ?", False),
        ("check Fenna Boating vs Good ticks Flood", False),
        ("check Fenna Boating vs Good point", False),
        ("check Fenna Boating vs Good with 3d6", False),
        ("note hm", False),
        ("mark Fenna", False),
    ],
)
def test_a_plain_check_or_roll_of_ones_own_may_be_trusted(desk: Desk, line: str, may: bool) -> None:
    assert desk.campaign is not None
    found = reads(desk.campaign, "Hanne", line)
    assert isinstance(found, PlayersLine)
    assert found.may_be_trusted is may


# --- twins ---------------------------------------------------------------------------------------------------------


def lines_to_try(*campaigns: Campaign) -> list[str]:
    """Return lines with every name that some campaign has, hidden ones too, and with their beginnings."""
    finders = name_finders().values()
    names = {name for each in campaigns for find in finders for name in find(each.state) if name.isalpha()}
    typed = sorted({part for name in names for part in (name, name[:3], f"{name}x")})
    return [
        line
        for name in typed
        for line in (
            f"check Ada {name} vs 3",
            f"check {name} Chess vs 3",
            f"check Ada Chess vs {name} Chess",
            f"check Ada Chess vs 3 ticks {name}",
            f"contest Ada Chess vs {name}",
            f"gain Ada {name}",
            f"mark Ada {name}",
            f"raise Ada {name} after {name}",
        )
    ] + [f"point Ada reroll #{number}" for number in range(1, 30)]


def must_read_the_same(game: str, story: Sequence[tuple[object, object]]) -> int:
    """Play a story in two campaigns that differ in secrets alone, and compare how players' lines are read in both."""
    with twins(game) as (one, two):
        differ = play_twins(one, two, story)
        player = one.state.sheets["Ada"].player or ""
        for line in lines_to_try(one, two):
            assert reads(one, player, line) == reads(two, player, line), line
        return differ


@pytest.mark.slow
@settings(max_examples=6, phases=UNSHRUNK, deadline=None)
@given(GAMES, STORIES)
def test_two_campaigns_that_differ_in_secrets_alone_read_every_line_alike(
    game: str, story: list[tuple[object, object]]
) -> None:
    must_read_the_same(game, story)


@settings(max_examples=6, phases=UNSHRUNK, deadline=None)
@given(GAMES, STORIES)
def test_what_players_know_is_the_same_whether_it_was_followed_or_made_at_once(
    game: str, story: list[tuple[object, object]]
) -> None:
    with twins(game) as (one, two):
        view = View.of(one, PLAYERS)
        known = PlayersState(view)
        for number, step in enumerate(story, start=1000):
            play_twins(one, two, [step], number)
            view = view.follow()
            known = known.follow(view)
            assert list(known.state.sheets) == list(PlayersState(View.of(one, PLAYERS)).state.sheets)
        assert known.state == PlayersState(View.of(one, PLAYERS)).state
