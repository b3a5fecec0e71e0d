"""A sentence of the log, typed back, is done or proposed as the line that it tells of, or records nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from given import one_in

from engine.decide import decide
from engine.narrate import tell
from shell.language.reading import read
from shell.runner import Desk

SESSIONS = Path(__file__).parents[3] / "sessions"

#: Evenings of each game, whose sentences are typed back.
EVENINGS = ("13-peupfudge-salt", "demo")

#: Lines after which the same can happen again, and their sentences.
AGAIN = """\
give odo rope
award odo 2 for the song
check tamsin Sneaking vs 3 rolled 0 0 + -
gain odo Brave
countdown Storm 4
tick Storm for the wind
point odo +1
pass tamsin torch to odo
"""


@pytest.fixture
def harbour(tables: dict[str, Path], tmp_path: Path) -> Iterator[Desk]:
    """Return a desk at a copy of a table."""
    with closing(Desk(Path(shutil.copy(tables["harbour"], tmp_path / "c.db")))) as desk:
        desk.do("define property Brave")
        yield desk


@pytest.mark.parametrize("sign", ["", "✓ ", "✓ #{seq} ", "#{seq}  "])
def test_a_sentence_typed_back_is_proposed_as_its_line(harbour: Desk, sign: str) -> None:
    for line in AGAIN.splitlines():
        recorded = harbour.do(line)
        assert recorded.fault is None, (line, recorded.fault)
        event = recorded.events[-1]
        outcome = harbour.do(f"{sign.format(seq=event['seq'])}{event['text']}")
        if line.startswith(("gain", "countdown", "pass")):  # which cannot happen twice
            assert outcome.fault is not None
            continue
        assert outcome.fault is not None, outcome.command
        assert outcome.fault.cured is not None, (event["text"], outcome.fault)
        again = harbour.do(outcome.fault.cured)
        assert again.events[-1]["text"] == event["text"]
        assert harbour.do("u").fault is None


@pytest.mark.parametrize("name", one_in(2, EVENINGS))
def test_no_sentence_of_an_evening_is_done_as_something_else(name: str, tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        for line in (SESSIONS / f"{name}.session").read_text("utf-8").splitlines():
            desk.do(line)
        assert desk.campaign is not None
        proposed = 0
        for recorded in [*desk.campaign.events()]:
            state, sentence = desk.campaign.state, tell(recorded.event)
            outcome = desk.do(sentence)
            if outcome.fault is None:
                assert any(tell(each) == sentence for each in decide(state, outcome.meant, lambda sides: 1)), sentence
                desk.do("u")
            elif outcome.fault.message == "this is how the log tells it":
                command = read(str(outcome.fault.cured), state).command
                told = [each for each in decide(state, command, lambda sides: 1) if tell(each) == sentence]
                assert [type(each) for each in told] == [type(recorded.event)]
                proposed += 1
        assert proposed > 10
