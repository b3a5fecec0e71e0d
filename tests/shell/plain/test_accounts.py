"""Every line that is advised accounts for each typed word: nothing is lost, and nothing slips into a name or text."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from corpus import CORPUS
from given import one_in

from engine.heads import find_head, is_head
from shell.language.mending.account import account_for_cure
from shell.language.mending.problems import explain_problem
from shell.language.mending.tried_verbs import TRIED_VERBS
from shell.language.reading import read
from shell.runner import Desk

MESSAGES = Path(__file__).parents[2] / "faults" / "messages"

#: Lines whose advice once meant something else, and what it must not say.
MISLEADING = [
    ("award all 10 split", "for split"),
    ('give odo 6" knife', "6 knife"),
    ("give finn torch from tamsin", "torch from tamsin"),
    ("mote odo finds the map", "move"),
    ("award all 2 each half", "for"),
    ("rename hroth as Grell", "to Grell"),
    ("hroth sea lore vs 4, +1", "vs 4 +1"),
    ("pc Old Marta", "by Marta"),
    ("npc Old Marta", "Old, Marta"),
]


def assert_cures_are_accounted_for(desk: Desk, line: str) -> int:
    """Assert that each line that is advised reads, means each typed word, and does the same kind of thing."""
    state = desk.campaign.state if desk.campaign else None
    parse = desk.read_as_it_stands(line)
    if parse.problem is None or state is None:
        return 0
    problem = explain_problem(parse, state, desk.takes)
    for cure in problem.cures:
        meant = read(cure, state)
        assert meant.problem is None, (line, cure)
        account = account_for_cure(parse, meant, state)
        assert problem.several or account is not None, (line, cure)
        first = line.split()[0].casefold()
        verb = cure.split()[0]
        if is_head(first) and first not in {*TRIED_VERBS, *SAME_WORK} and is_head(verb) and verb not in line.split():
            assert problem.several or find_head(first) == find_head(verb), (line, cure)
    return len(problem.cures)


#: Verbs of the program whose work another one does.
SAME_WORK = frozenset({"give", "gain", "lose", "award", "spend", "party", "roll", "session", "ask", "set"})


@pytest.mark.parametrize("file", one_in(6, sorted(MESSAGES.glob("typed/*.txt"))))
def test_every_line_advised_in_the_catalogue_accounts_for_what_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(MESSAGES / "given", tmp_path, dirs_exist_ok=True)
    with closing(Desk(Path("log.db"), meant="exact")) as desk:
        for line in re.findall(r"^> (.*)$", file.read_text("utf-8"), re.MULTILINE):
            if desk.campaign is None or desk.read_as_it_stands(line).problem is None:
                desk.do(line)
            else:  # nothing would be recorded
                assert_cures_are_accounted_for(desk, line)


def test_every_line_advised_in_the_corpus_accounts_for_what_was_typed(tables: dict[str, Path]) -> None:
    found = 0
    for name, path in tables.items():
        with closing(Desk(path, meant="exact")) as desk:
            desk.do("head")
            rows = [row["typed"] for row in CORPUS["line"] if row["table"] == name]
            found += sum(assert_cures_are_accounted_for(desk, typed) for typed in rows)
    assert found > 40


@pytest.mark.parametrize(("line", "said"), MISLEADING)
def test_nothing_is_advised_that_means_something_else(
    tables: dict[str, Path], tmp_path: Path, line: str, said: str
) -> None:
    with closing(Desk(Path(shutil.copy(tables["harbour"], tmp_path / "c.db")), meant="exact")) as desk:
        fault = desk.do(line).fault
        assert fault is not None
        assert said not in f"{fault.hint} {fault.cured}"
