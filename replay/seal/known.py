"""Remember the words of seals in the user's state folder, since computing them takes a moment.

What is remembered only spares work: remembered words that match are computed once more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256

from engine.store.door import Head
from engine.store.memo import name_on_disk
from engine.store.own_files import SEALS, find_folder, parse_own, read_own, write_own
from engine.value import Factory, record
from replay.seal.words import WORDS_OF_SEAL, seal_words

#: The most seals of one campaign that are remembered, those sealed last.
MOST_KNOWN = 10_000

#: The words of a seal.
Words = tuple[str, ...]


@record
class KnownWords:
    """The words of a campaign's seals: those known from earlier, and those `computed` now."""

    campaign: str
    known: Mapping[Head, Words]
    computed: dict[Head, Words] = Factory(dict)

    def of(self, head: Head) -> Words:
        """Return the words of a seal, known or computed."""
        return self.known.get(head) or self.compute(head)

    def compute(self, head: Head) -> Words:
        """Return the words of a seal, computed now."""
        if head not in self.computed:
            self.computed[head] = seal_words(self.campaign, head)
        return self.computed[head]


@contextmanager
def known_words(campaign: str) -> Iterator[KnownWords]:
    """Yield the words of a campaign's seals, and remember at the end those that were computed."""
    words = KnownWords(campaign, read_known(name_on_disk(campaign)))
    try:
        yield words
    finally:
        if any(words.known.get(head) != each for head, each in words.computed.items()):
            write_known(campaign, {**words.known, **words.computed})


def known_of_others(campaign: str) -> Iterator[tuple[str, Mapping[Head, Words]]]:
    """Yield the other campaigns that were sealed on this computer, each with its words."""
    with suppress(OSError):
        for file in sorted(find_folder(SEALS).iterdir()):
            if re.fullmatch(r"[0-9a-f]+", file.name) and file.name != name_on_disk(campaign):
                yield file.name, read_known(file.name)


def read_known(name: str) -> dict[Head, Words]:
    """Return the words in a file, or none if there is no such file, or if it is not as it was written."""
    try:
        match parse_own(read_own(SEALS, name)):
            case {"seals": list(held), "digest": str(digest)} if digest == digest_of(held):
                return dict(map(_parse_seal, held))
    except (OSError, ValueError, RecursionError):
        pass
    return {}


def write_known(campaign: str, words: Mapping[Head, Words]) -> None:
    """Remember words, if the folder can be written to."""
    latest = sorted(words.items(), key=lambda each: each[0].seq)[-MOST_KNOWN:]
    held = [[head.seq, head.hash.hex(), " ".join(each)] for head, each in latest]
    with suppress(OSError):
        write_own(SEALS, name_on_disk(campaign), json.dumps({"seals": held, "digest": digest_of(held)}).encode())


def digest_of(held: list[list[object]]) -> str:
    """Return the digest that tells a file from one that was changed."""
    return sha256(json.dumps(held).encode()).hexdigest()


def _parse_seal(held: object) -> tuple[Head, Words]:
    match held:
        case [int(seq), str(hash), str(words)] if seq > 0 and len(words.split()) == WORDS_OF_SEAL:
            return Head(seq, bytes.fromhex(hash)), tuple(words.split())
    raise ValueError("it holds no seal")
