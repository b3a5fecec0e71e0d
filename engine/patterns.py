"""Regular expressions that are compiled when they are first used.

A command imports dozens of them and uses a few, and compiling one takes as long as importing a module.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from re import compile as pattern
else:

    class pattern:  # named like a function, because it is called like re.compile
        """A regular expression with the methods of a compiled one."""

        def __init__(self, spelled: str, flags: int = 0) -> None:
            self.spelled = spelled
            self.flags = flags

        def __getattr__(self, name: str) -> Any:
            found = getattr(re.compile(self.spelled, self.flags), name)
            setattr(self, name, found)  # the next access finds it at once
            return found


__all__ = ["pattern"]
