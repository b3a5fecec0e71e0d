"""TOML files that people write: house rules and templates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.refusal import Refused


def read_toml(path: Path, what: str, about: str, largest: int) -> dict[str, Any]:
    """What a file holds; raises Refused for what is no file, has more bytes than `largest`, or cannot be read.

    `what` is said of it, such as “a template”, and `about` is the field of the command that names it.
    """
    import tomllib  # few commands read such a file

    try:
        if path.exists() and not path.is_file():
            raise Refused(f"{path} is no file", about=about)
        if path.exists() and path.stat().st_size > largest:
            raise Refused(f"{path} is too large for {what}: the limit is {largest:,} bytes", about=about)
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise Refused(f"there is no file {path}", about=about) from None
    except RecursionError:
        raise Refused(f"{path} cannot be read as {what}: it is nested too deeply", about=about) from None
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read as {what}: {str(error)[:200]}", about=about) from None
