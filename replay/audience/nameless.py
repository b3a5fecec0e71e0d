"""Keep the names of fully hidden characters from players, in everything that the program says of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from engine.campaign import Campaign
from engine.concerns.secrets.events import CharacterHidden
from engine.concerns.secrets.sheet import is_nameless
from engine.naming import NameStep, Steps, Swap, names_in, rename_in
from engine.players import SOMEBODY
from engine.store import codec
from engine.store.codec import Unknown
from engine.value import record


@record
class Nameless:
    """The characters whose names players must not read, now and in what is past."""

    names: frozenset[str] = frozenset()
    _steps: Steps = ()
    _pattern: re.Pattern[str] | None = None

    @classmethod
    def of(cls, campaign: Campaign, only: Collection[str] | None = None) -> Nameless:
        """Return those of a campaign, or only some of them. One whose making was undone stays among them."""
        sheets = campaign.state.sheets
        hidden = [each.event for each in campaign.events_of(CharacterHidden)]
        fully = {event.character for event in hidden if isinstance(event, CharacterHidden) and event.fully}
        gone = fully - sheets.keys()
        names = sorted({*gone, *(name for name, sheet in sheets.items() if is_nameless(sheet))})
        names = [name for name in names if only is None or name in only]
        steps = tuple(NameStep(Swap("character", name, SOMEBODY, how="joined")) for name in names)
        return cls(frozenset(names), steps, pattern_of(names))

    def hide_in(self, event: Any) -> Any:
        """Return an event in which each of them is “somebody”. What somebody typed stays as it is."""
        return rename_in(event, self._steps) if self.are_in(event) else event

    def are_in(self, event: Any) -> bool:
        """Return whether an event is about any of them."""
        return not self.names.isdisjoint(names_in(event, "character"))

    def are_told_of(self, event: Any) -> bool:
        """Return whether a text that was typed into an event mentions any of them."""
        if self._pattern is None or isinstance(event, Unknown):
            return False
        return any(map(self._pattern.search, texts_in(codec.plain_data(self.hide_in(event)))))


def pattern_of(names: list[str]) -> re.Pattern[str] | None:
    """Return a pattern for mentions of some names, in any case, or None without names."""
    told = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE) if told else None


def texts_in(content: Any) -> Iterator[str]:
    """Yield the texts in plain data, at any depth."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for each in content.values():
            yield from texts_in(each)
    elif isinstance(content, list | tuple):
        for each in content:
            yield from texts_in(each)
