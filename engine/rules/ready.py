"""The bestiary of the house, from which “npc NAME as WHICH” takes characters.

The rules hold one as an entry: “Bandit = Fighting Fair to Good, Stealth Poor: gift Quick, fault Greedy, track 2,
behaviour loot and run, setting the moors”. A rules file has a table for each: [ready.Bandit].
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from engine.refusal import did_you_mean, nearest
from engine.rules.entries import levels_known, must_be_whole, must_have_only, read_level, wrong_entry
from engine.rules.ladder import Ladder
from engine.rules.ruleset import MOST_BOXES, pair
from engine.value import value

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset

#: The keys of a ready-made character in a file's table.
READY_KEYS = ("traits", "gifts", "faults", "track", "behaviours", "setting", "description")


#: The words before a description in an entry, and all words before parts of an entry except traits.
DESCRIBING = ("setting", "description")
ENTRY_WORDS = ("gift", "fault", "track", "behaviour", *DESCRIBING)


@value
class ReadyCharacter:
    """A ready-made non-player character: ranges of traits, gifts and faults.

    `boxes` is the size of its individual track, None for the usual one. `behaviours` describe its usual actions, and
    `setting` and `description` where it belongs and what it is like.
    """

    name: str
    traits: dict[str, tuple[int, int]]
    gifts: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    boxes: int | None = None
    behaviours: tuple[str, ...] = ()
    setting: str = ""
    description: str = ""

    @property
    def characteristics(self) -> dict[str, str]:
        """The characteristics on its sheet, in words (FL-62)."""
        said = {"Setting": self.setting, "Description": self.description, "Behaviour": "; ".join(self.behaviours)}
        return {name: text for name, text in said.items() if text}


def house_npcs(rules: Ruleset) -> tuple[ReadyCharacter, ...]:
    """Return the ready-made characters of these rules. Raise Refused for an entry that cannot be read."""
    return _read(rules.ready, Ladder.of(rules)) if rules.ready else ()


@lru_cache(maxsize=16)
def _read(entries: tuple[str, ...], ladder: Ladder) -> tuple[ReadyCharacter, ...]:
    return tuple(_npc(*pair(entry), ladder) for entry in entries)


def _npc(name: str, text: str, ladder: Ladder) -> ReadyCharacter:
    """Return a ready-made character from its entry. Raise Refused for the first part that is wrong."""
    listed, _, said = text.partition(":")
    traits = dict(_trait(name, each, ladder) for each in _parts(listed))
    found: dict[str, list[str]] = {word: [] for word in ENTRY_WORDS}
    for part in _parts(said):
        word, _, rest = part.partition(" ")
        if word not in found or not rest.strip():
            close = nearest(word, found)
            known = "each is such as gift Quick, fault Greedy, track 2 or behaviour loot"
            hint = did_you_mean(close) if close and close != word else known
            raise _wrong(name, f"cannot have “{part[:40]}”", hint)
        found[word].append(rest.strip())
    gifts, faults, behaviours = (tuple(found[word]) for word in ("gift", "fault", "behaviour"))
    setting, description = (", ".join(found[word]) for word in DESCRIBING)
    return ReadyCharacter(name, traits, gifts, faults, _boxes(name, found["track"]), behaviours, setting, description)


def _parts(text: str) -> Iterator[str]:
    yield from filter(None, (each.strip() for each in text.split(",")))


def _boxes(name: str, said: list[str]) -> int | None:
    if not said:
        return None
    if len(said) > 1 or not re.fullmatch(r"\d{1,3}", said[0]) or not 1 <= int(said[0]) <= MOST_BOXES:
        raise _wrong(name, f"cannot have a track of “{said[-1][:40]}”", f"a track has 1 to {MOST_BOXES} boxes")
    return int(said[0])


def _trait(name: str, text: str, ladder: Ladder) -> tuple[str, tuple[int, int]]:
    """Return a trait with its range of levels, of which “to” separates the lowest from the highest."""
    begins, _, ends = text.rpartition(" to ")
    ranging = _split_level(begins, ladder)
    trait, low = ranging or _split_level(text, ladder) or ("", None)
    if low is None:
        raise _wrong(name, f"needs a level in “{text[:40]}”", levels_known(ladder))
    high = read_level(ends, ladder) if ranging else low
    if high is None or high < low:
        raise _wrong(name, f"cannot have {trait} up to “{ends[:40]}”", "from low to high")
    return trait, (low, high)


def _split_level(text: str, ladder: Ladder) -> tuple[str, int] | None:
    """Return a trait and the level behind it, the longest run of last words that is one, or None without a level."""
    words = text.split()
    for place in range(1, len(words)):
        level = read_level(" ".join(words[place:]), ladder)
        if level is not None and words[place - 1] != "to":
            return " ".join(words[:place]), level
    return None


_wrong = partial(wrong_entry, "ready")


def check_ready(rules: Ruleset) -> None:
    """Raise Refused for ready-made characters that are wrong, or of one name."""
    seen: set[str] = set()
    for npc in house_npcs(rules):
        if npc.name.casefold() in seen:
            raise _wrong(npc.name, "is there twice")
        seen.add(npc.name.casefold())


def spell_ready(name: str, held: object) -> str:
    """Return a ready-made character in a file's table as an entry. Raise Refused for unknown keys or values."""
    if not isinstance(held, Mapping):
        return f"{name} = {held}"
    must_have_only("ready", name, held, READY_KEYS)
    must_be_whole("ready", name, [name], ";=")
    traits = held.get("traits", {})
    if not isinstance(traits, Mapping):
        raise _wrong(name, "needs a level for each trait", 'such as traits = { Fighting = ["Fair", "Good"] }')
    must_be_whole("ready", name, traits)
    listed = [f"{trait} {_range(level)}" for trait, level in traits.items()]
    more = [f"gift {each}" for each in _texts(name, held, "gifts")]
    more += [f"fault {each}" for each in _texts(name, held, "faults")]
    more += [f"track {held['track']}"] if "track" in held else []
    more += [f"behaviour {each}" for each in _texts(name, held, "behaviours")]
    more += [f"{key} {each}" for key in DESCRIBING if key in held for each in _texts(name, {key: [held[key]]}, key)]
    return f"{name} = {', '.join(listed)}: {', '.join(more)}" if more else f"{name} = {', '.join(listed)}"


def _range(level: object) -> str:
    return " to ".join(map(str, level)) if isinstance(level, list) else str(level)


def _texts(name: str, held: Mapping[str, Any], key: str) -> list[str]:
    texts = held.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise _wrong(name, f"needs {key} as texts", f'such as {key} = ["Quick"]')
    must_be_whole("ready", name, texts, ",;")
    return texts
