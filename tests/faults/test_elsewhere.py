"""The same log comes to the same on any machine: whatever its locale, time zone, hash seed or Python."""

from __future__ import annotations

import hashlib
import itertools
import shutil
import subprocess
from pathlib import Path

import pytest
from faulty import ROOT, environment, run, side_by_side, tried

SEEDS = ("0", "1", "4294967295", "random")
LOCALES = ("C", "C.UTF-8", "tr_TR.UTF-8")
ZONES = ("UTC", "Pacific/Kiritimati")

#: Half of all there could be: every two of them meet.
SURROUNDINGS = [
    (seed, locale, zone)
    for (place, seed), (number, locale), (turn, zone) in itertools.product(*map(enumerate, (SEEDS, LOCALES, ZONES)))
    if (place + number + turn) % 2 == 0
]
LOOKING = """\
party
log
sheet Ilse
ledger Ilse
why Ilse Mycology
audit
stats
head
verify
party at #5
party at session 1
"""
EVENING = """\
define ability Mycology, Perception poor 2 decent 4 great 6
define status Energy: Tired -1, Neutral 0, Rested +1 on Perception
pc Ilse by Olivia
npc "Çağatay İnce"
award Ilse 30 for practice before play
spend Ilse 19 on Mycology, 3 on Perception
session start "The golden teapot"
check Ilse Perception +1 torch vs 3 rolled -1 0 0 +1
contest Ilse Perception vs "Çağatay İnce" rolled +2
give Ilse 12 stones
status Ilse Energy down
award Ilse 5
undo
session end
"""


@pytest.mark.slow
@pytest.mark.rule("P11", "B4-29")
def test_a_log_comes_to_the_same_whatever_surrounds_it(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    assert run(path, "new", "peupfudge").status == 0
    played = run(path, stdin=EVENING)
    assert played.status == 0, played.err

    def looked(surroundings: tuple[str, str, str]) -> str:
        seed, locale, zone = surroundings
        place = tmp_path / "-".join(surroundings).replace("/", "-")
        place.mkdir()
        copy = shutil.copy(path, place / "log.db")
        env = environment(
            PYTHONHASHSEED=seed, LC_ALL=locale, LANG=locale, TZ=zone, PYTHONIOENCODING="utf-8",
            XDG_STATE_HOME=str(place), XDG_CACHE_HOME=str(place),
        )  # fmt: skip
        text = run(copy, stdin=LOOKING, env=env)
        plain = run("--json", copy, stdin=LOOKING, env=env)
        assert text.status == plain.status, (text, plain)
        assert "Mycology" in text.out
        tried(29)
        return hashlib.sha256(f"{text}{plain}".replace(str(place), "").encode()).hexdigest()

    found = side_by_side(looked, SURROUNDINGS)
    assert len(found) == 12
    assert len(set(found)) == 1


@pytest.mark.slow
@pytest.mark.rule("P11", "B4-29")
@pytest.mark.parametrize("version", ["3.12", "3.13", "3.14"])
def test_a_later_python_reads_the_log_all_the_same(tmp_path: Path, version: str) -> None:
    python = f"python{version}"
    needed = [python, "-c", "import attrs, cattrs, msgspec, prompt_toolkit"]
    if not shutil.which(python) or subprocess.run(needed, capture_output=True).returncode:
        pytest.skip(f"there is no Python {version} with what the program needs")
    path = tmp_path / "log.db"
    assert run(path, "new", "peupfudge").status == 0
    assert run(path, stdin=EVENING).status == 0
    looking = [python, "-m", "shell", path, "party"]
    found = subprocess.run(looking, capture_output=True, cwd=ROOT, env=environment())
    assert found.stdout.decode() == run(path, "party").out
    tried(29)
