"""The worlds that come with the program: each is set up whole, by its game's rules, and can be played at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.checklist import checklist, unready
from engine.rules.files import BUILT_IN
from engine.template import SHIPPED_WORLDS, WORLDS, shipped_worlds
from shell.language.offers import offers
from shell.runner import Desk

FOR_GAME = {world.game: world.name for world in shipped_worlds()}

#: A check that somebody of each world can make, and what the dice show.
CHECKS = {
    "ferry": "check Wenna Boatcraft vs 4 rolled 0",
    "lighthouse": "check Maren Notice when dark vs Good rolled 0",
    "caravan": "check Samira Tracking vs Good rolled 4",
    "observatory": "check Ilka Magic Lore when stargazing vs Great rolled 0",
}


@pytest.fixture(params=BUILT_IN)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """Begin a campaign of each game."""
    desk = Desk(tmp_path / "c.db")
    assert desk.do(f"new {request.param}").status == 0
    yield desk
    desk.close()


def game_of(desk: Desk) -> str:
    """Return the game of the campaign."""
    assert desk.campaign is not None
    return desk.campaign.state.rules.name


def said(desk: Desk, line: str) -> str:
    """Return the text that a line prints; it must not fail."""
    outcome = desk.do(line)
    assert outcome.status == 0, (line, outcome.fault)
    assert outcome.answer is not None
    return outcome.answer.text()


def test_every_game_has_a_world_and_every_file_is_one() -> None:
    assert sorted(FOR_GAME) == sorted(BUILT_IN)
    assert sorted(WORLDS) == sorted(file.stem for file in SHIPPED_WORLDS.glob("*.toml"))


def test_a_new_campaign_says_which_world_it_could_have(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    assert "“setup lighthouse” adds a world to begin with" in said(desk, "new fudge")
    desk.close()


def test_a_world_is_set_up_in_one_go_and_its_campaign_is_ready_to_play(desk: Desk) -> None:
    world = FOR_GAME[game_of(desk)]
    assert f"{world} is set up, with " in said(desk, f"setup {world}")
    assert desk.campaign is not None
    state = desk.campaign.state
    assert [item.topic for item in checklist(state) if not item.done] == []
    assert unready(state) == []
    assert len({each.cmd for each in desk.campaign.events(2)}) == 1


def test_a_world_can_be_played_and_audited(desk: Desk) -> None:
    world = FOR_GAME[game_of(desk)]
    for line in (f"setup {world}", "session start", CHECKS[world]):
        said(desk, line)
    assert desk.campaign is not None
    for name, sheet in desk.campaign.state.sheets.items():
        if sheet.kind == "pc":
            said(desk, f'sign "{name}"')
    audit = desk.do("audit").answer
    assert audit is not None
    assert audit.result["findings"] == []


def test_everyone_in_a_world_has_a_sheet_with_traits_things_and_a_state(desk: Desk) -> None:
    said(desk, f"setup {FOR_GAME[game_of(desk)]}")
    assert desk.campaign is not None
    assert 2 <= len(desk.campaign.state.sheets) <= 3
    for name in desk.campaign.state.sheets:
        sheet = desk.do(f'sheet "{name}"').answer
        assert sheet is not None
        assert all(sheet.result[key] for key in ("traits", "inventory", "statuses", "characteristics"))
        assert {each["level"] for each in sheet.result["traits"].values()} != {0}
        assert name in sheet.text()


def test_setup_alone_lists_the_worlds_that_of_this_game_first(desk: Desk) -> None:
    world = FOR_GAME[game_of(desk)]
    listed = said(desk, "setup").splitlines()
    assert listed[0].split()[0] == world
    assert sorted(line.split()[0] for line in listed[: len(WORLDS)]) == sorted(WORLDS)
    assert f"“setup {world}” is for this campaign" in listed[-1]


def test_the_worlds_are_listed_before_there_is_a_campaign(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "nowhere.db")
    assert "Begin with “new GAME”, then “setup NAME”" in said(desk, "setup")
    assert not desk.place.file.exists()


def test_a_world_for_another_game_is_refused_with_the_one_for_this(desk: Desk) -> None:
    game = game_of(desk)
    for other in set(WORLDS) - {FOR_GAME[game]}:
        fault = desk.do(f"setup {other}").fault
        assert fault is not None
        assert fault.message.startswith(f"{other} is for ")
        assert fault.hint == f"“setup {FOR_GAME[game]}” is for this game"


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("setup fery", "no world or file “fery”", "did you mean ferry?"),
        (
            "setup nowhere",
            "no world or file “nowhere”",
            "“setup” lists the worlds; a template is a file that ends in .toml",
        ),
        ("setup nowhere.toml", "there is no file nowhere.toml", None),
    ],
)
def test_what_is_neither_a_world_nor_a_file_is_refused_with_both_ways(
    desk: Desk, line: str, message: str, hint: str | None
) -> None:
    fault = desk.do(line).fault
    assert fault is not None
    assert (fault.message, fault.hint) == (message, hint)


def test_a_file_that_lies_there_wins_over_the_beginning_of_a_world(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fer").write_text('[checklist]\nbeings = "ants"\n')
    assert "fer is set up" in said(desk, "setup fer")
    assert desk.do("setup ferr").command == "setup ferry"


def test_a_template_that_brings_somebody_with_xp_to_spend_is_told(tmp_path: Path) -> None:
    """It was recorded, and then printed as a fault of the program."""
    desk = Desk(tmp_path / "c.db")
    said(desk, "new peupfudge")
    (tmp_path / "own.toml").write_text(
        '[abilities]\nLore = {}\n[[characters]]\nname = "Ann"\nxp = 3\nspend = { Lore = 3 }\n'
    )
    assert f"{tmp_path}/own.toml is set up, with Ann" in said(desk, f'setup "{tmp_path}/own.toml"')
    desk.close()


def test_tab_offers_the_world_of_the_game_with_what_it_is_about(desk: Desk) -> None:
    assert desk.campaign is not None
    world = FOR_GAME[game_of(desk)]
    offered = {offer.text: offer.meta for offer in offers("setup ", desk.campaign.state)}
    assert world in offered
    assert len(offered[world]) > 20
    assert not set(WORLDS) - {world} & set(offered)
