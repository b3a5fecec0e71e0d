"""Build the package as an installer does, and look at what its users get."""

from __future__ import annotations

import re
import shutil
import site
import subprocess
import sys
import tomllib
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "replay", "shell")
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of what it is made of."""
    pytest.importorskip("setuptools", minversion="77.0.3")
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    built_by = subprocess.run([sys.executable, "-c", BUILD, built], cwd=source, capture_output=True, text=True)
    assert built_by.returncode == 0, built_by.stderr
    return next(built.glob("*.whl"))


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        shipped = {name for name in opened.namelist() if name.split("/")[0] in PACKAGES}
    there = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    assert shipped == there
    assert {f"{package}/py.typed" for package in PACKAGES} <= shipped
    assert {"engine/store/schema-2.sql", "engine/rulesets/peupfudge.toml", "engine/worlds/ferry.toml"} <= shipped


def test_the_wheel_carries_its_licence_and_its_notice(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith("METADATA"))
        metadata = Parser().parsestr(opened.read(name).decode())
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]


#: More that a user may write: every field of an event has its type, once it is known which event it is.
MORE = """
with Campaign.open("teapot.db", writable=False) as campaign:
    allocated = [each.event for each in campaign.events() if isinstance(each.event, XpAllocated)]
    reveal_type(allocated[0].amount)
    reveal_type(allocated[0].character)
    reveal_type(campaign.sheet("Ilse").traits["Mycology"].level)
"""


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of a project that uses the library."""
    place = tmp_path_factory.mktemp("elsewhere")
    venv.create(place / "env", symlinks=True)
    (packages,) = (place / "env").glob("lib/python*/site-packages")
    shutil.unpack_archive(wheel, packages, "zip")
    (packages / "needed.pth").write_text("\n".join(site.getsitepackages()))
    return place


@pytest.mark.slow
def test_a_project_that_uses_the_library_sees_its_types(elsewhere: Path) -> None:
    pytest.importorskip("mypy")
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/library.md").read_text("utf-8"), re.DOTALL)
    (elsewhere / "example.py").write_text(f"{example}{MORE}", "utf-8")
    strict = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(elsewhere / "env/bin/python")]
    found = subprocess.run([*strict, "example.py"], cwd=elsewhere, capture_output=True, text=True)
    assert re.findall(r"error: .*", found.stdout) == [], found.stdout
    assert re.findall(r'Revealed type is "(?:builtins\.)?(\w+)', found.stdout) == ["int", "str", "int"]


def test_every_version_of_python_that_is_promised_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = [each.rpartition(" :: ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    assert project["requires-python"] == f">={promised[0]}"
