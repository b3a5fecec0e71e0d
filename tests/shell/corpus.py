"""What hurried game masters type, with the tables at which they do."""

from __future__ import annotations

import tomllib
from pathlib import Path

CORPUS = tomllib.loads((Path(__file__).parent / "plain" / "lines.toml").read_text("utf-8"))
