"""The tests leave the home of whoever runs them alone. `.ci/run` looks at what they left, this file at the cause."""

from __future__ import annotations

import tempfile
from pathlib import Path

from engine.store.cache import states_folder
from engine.store.memo import folder
from replay.search import index_file
from shell.doors.past_lines import own_lines
from shell.settings import settings_file


def test_whatever_the_program_keeps_for_a_user_is_kept_in_a_folder_that_goes_away() -> None:
    assert Path.home().parent == Path(tempfile.gettempdir())
    kept = (states_folder(), folder(), index_file("ab" * 16), own_lines(), settings_file())
    assert [path for path in kept if Path.home() not in path.parents] == []
