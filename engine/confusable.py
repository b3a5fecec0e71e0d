"""What a reader sees of a name: names that only a program can tell apart look alike here."""

from __future__ import annotations

import unicodedata

#: Letters of Cyrillic and Greek that look like Latin ones, in the case in which they do; and signs like signs.
TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮҺԚԜӀ" + "аеѕіјкорсухүһԁԛԝѵӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + "αινκορυγϲϳ" + "ıɑɡ" + "’‘ʼ′‐‑‒–—−",
    "ABESIJKMHOPCTYXYHQWI" + "aesijkopcyxyhdqwvl" + "ABEZHIKMNOPTYXCJ" + "aivkopuycj" + "iag" + "''''------",
)
INVISIBLE = ("Cf", "Cc", "Zl", "Zp")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


def look(name: str) -> str:
    """The name as the eye takes it: in one case and script, without what cannot be seen."""
    seen = "".join(character for character in name if _visible(character))
    folded = unicodedata.normalize("NFKC", seen).translate(TWINS).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def _visible(character: str) -> bool:
    selects_a_variant = "\ufe00" <= character <= "\ufe0f"
    return not selects_a_variant and character not in BLANK and unicodedata.category(character) not in INVISIBLE
