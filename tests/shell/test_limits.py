"""A line has so many parts at most, and a template so many values: more are refused before they cost any work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from given import one_in

from engine.campaign import Campaign
from engine.concerns.experience.commands import Award
from engine.dice import program_draw
from engine.refusal import Refused
from engine.template import MOST_VALUES
from engine.types import PARTS_LIMIT
from shell.language.reader import Reader
from shell.runner import Desk

#: Lines that can be made as long as anybody likes, by what there is much of in them.
LINES: dict[str, Callable[[int], str]] = {
    "modifiers": lambda n: f"check Ada Climbing {'+1 ' * n}vs 3",
    "modifiers of the difficulty": lambda n: f"check Ada Climbing vs 3 {'+1 wet ' * n}",
    "modifiers of odds": lambda n: f"odds Ada Climbing {'+1 ' * n}vs 3",
    "modifiers of a roll": lambda n: f"roll 4dF {'+1 ' * n}",
    "sides": lambda n: f"contest {' vs '.join(['Ada Climbing'] * n)}",
    "modifiers of a side": lambda n: f"contest Ada Climbing {'+1 ' * n}vs Bob",
    "modifiers of many sides": lambda n: f"contest {' vs '.join(['Ada Climbing +1 +1 +1'] * n)}",
    "characters": lambda n: f"award {', '.join(['Ada'] * n)} 3",
    "abilities": lambda n: f"define ability {', '.join(f'A{i}' for i in range(n))}",
    "states": lambda n: f"define status Mood: {', '.join(f's{i} +1' for i in range(n))}",
    "abilities of a property": lambda n: f"define property Lame: a -1 on {', '.join(['Climbing'] * n)}",
    "allocations": lambda n: f"spend Ada {', '.join(['1 on Climbing'] * n)}",
    "levels": lambda n: f"trait Ada {', '.join(['Climbing 3'] * n)}",
    "loans": lambda n: f"give Ada rope {'+1 on Climbing ' * n}",
}

#: Usage lines that one verb has at most, each of which is read by itself.
MOST_USAGES = 6


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Yield a table with two characters and an ability."""
    desk = Desk(tmp_path / "c.db")
    for line in ("new peupfudge", "define ability Climbing", "pc Ada", "pc Bob"):
        assert desk.do(line).status == 0
    yield desk
    desk.close()


def head(desk: Desk) -> int:
    assert desk.campaign is not None
    return desk.campaign.state.seq


@pytest.mark.parametrize("of", LINES)
@pytest.mark.parametrize("parts", one_in(2, [PARTS_LIMIT + 1, 10_000]))
def test_too_many_parts_are_refused_before_they_are_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, of: str, parts: int
) -> None:
    """Refuse the line, having read no more of it than a line may have."""
    read = 0
    slot = Reader.slot

    def counted(*args: Any) -> Any:
        nonlocal read
        read += 1
        return slot(*args)

    monkeypatch.setattr(Reader, "slot", counted)
    before = head(desk)
    outcome = desk.do(LINES[of](parts))
    assert outcome.fault is not None
    assert (outcome.status, head(desk)) == (1, before)
    assert outcome.fault.message == f"a line has at most {PARTS_LIMIT} modifiers, names or other parts"
    assert read <= MOST_USAGES * 4 * (PARTS_LIMIT + 1)


def test_as_many_parts_as_a_line_may_have_are_recorded(desk: Desk) -> None:
    """Record a check with a hundred modifiers."""
    assert desk.do(LINES["modifiers"](PARTS_LIMIT)).status == 0


def test_a_command_through_the_engine_has_the_same_limit(tmp_path: Path) -> None:
    """Refuse a list of more than a hundred, whoever asks."""
    with Campaign.create(tmp_path / "c.db", draw=program_draw) as campaign, pytest.raises(Refused, match="too many"):
        campaign.execute(Award(tuple(f"A{i}" for i in range(PARTS_LIMIT + 1)), 1))


@pytest.mark.parametrize(
    "template",
    [
        "[abilities]\n" + "".join(f'"A{i}" = {{}}\n' for i in range(MOST_VALUES)),
        '[[characters]]\nname = "Cy"\nitems = [' + ", ".join(f'"i{i}"' for i in range(MOST_VALUES)) + "]\n",
        '[[characters]]\nname = "Cy"\ntraits = {' + ", ".join(f"T{i} = 1" for i in range(PARTS_LIMIT + 1)) + "}\n",
        "gifts = [" + ", ".join(f'"g{i}"' for i in range(PARTS_LIMIT + 1)) + "]\n",
        "[properties.Lame]\naction = -1\non = [" + ", ".join(f'"T{i}"' for i in range(PARTS_LIMIT + 1)) + "]\n",
    ],
    ids=["abilities", "items", "traits", "gifts", "on"],
)
def test_a_template_has_limits_too(desk: Desk, tmp_path: Path, template: str) -> None:
    """Refuse a template that holds too much, and record nothing of it."""
    file = tmp_path / "much.toml"
    file.write_text(template)
    before = head(desk)
    outcome = desk.do(f"setup {file}")
    assert outcome.fault is not None
    assert "limit" in outcome.fault.message
    assert (outcome.status, head(desk)) == (1, before)
