"""What marks a text in notes as the game master's alone: a label in one of several languages, or signs round it."""

from __future__ import annotations

import re

from engine.patterns import pattern
from engine.value import value

#: Words for who runs the game and what they prepare, in several languages.
GM_WORDS = (
    "[gd]m(?:['’]s)?|(?:game|dungeon)[ -]?master(?:['’]s)?|prep|preparation"
    "|(?:keeper|storyteller|referee|narrator)(?:['’]s)? (?:eyes|only|notes?|info|secrets?)"
    "|spielleit(?:er|erin|ung)|vorbereitung|sl|spelleider|mj|meneur|director de juego|mestre|pelinjohtaja|mg|mistrz gry"
    "|мастер[ау]?"
)

#: Words for what is kept from players, in several languages.
SECRET_WORDS = (
    f"{GM_WORDS}|secrets?|spoilers?(?: alerts?| warnings?)?|confidential|behind the (?:scenes?|screen)"
    "|(?:not for|hide from|hidden from|keep from|unknown to) (?:the |my )?(?:players|pcs|party)"
    "|(?:players|pcs|party) (?:do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t)"
    " (?:know|see|read)(?: this| that)?"
    "|geheim(?:e[rs]?|nis|nisse)?|confidentiel(?:le)?s?|secretos?|segreto|segreti|segredos?|hemlig(?:t|heter)?"
    "|hemmelig(?:t|heder)?|salai(?:nen|suus|suudet)|sekret[ny]?|tajn[eéayý]|секреты?|тайн[аы]|秘密"
)

#: What may follow such a word.
LABEL_REST = r"(?:[ -]?(?:eyes[ -])?only|[ -]notes?|[ -]info(?:rmation)?|[ -]section)?"

#: What may stand before such a word.
LABEL_LEAD = (
    r"(?:(?:(?:only|notes?|info|reminder) )?(?:for|to) (?:the |my )?|notes? ?[(/]|what (?:the )?"
    r"|the (?=players|pcs|party)|(?:notiz(?:en)? |info )?(?:nur )?für (?:den |die )?|nur (?:den |die )?"
    r"|notes? (?:du |pour (?:le |la ))|not[ae]s? (?:del? |para (?:el |o )|per il |do ))?"
)

#: Such a word as it stands before a colon, with what may go with it. Any space may stand between its words.
SECRET_LABEL = (
    (
        rf"{LABEL_LEAD}(?:{SECRET_WORDS})"
        rf"(?:[ -](?:(?:for the|für (?:den|die)|pour le|pour la|du|del|do) )?(?:{SECRET_WORDS}))?{LABEL_REST}"
    )
    .replace("[ -]", r"[\s-]")
    .replace(" ", r"\s")
)

#: A label with others that mean it before a colon alone.
LABEL_OF_TEXT = rf"(?:{SECRET_LABEL}|hidden|private|keeper|storyteller|referee|narrator)"
LABEL_ALONE = pattern(SECRET_LABEL, re.IGNORECASE)

#: A heading that begins or ends with such a label, but for signs.
SECRET_HEADING = pattern(rf"[\W_]*(?:{SECRET_LABEL})\b.*|.*\b(?:{SECRET_LABEL})[\W_]*", re.IGNORECASE | re.DOTALL)

#: What stands before the date of an evening that was only prepared.
PREPARED_EVENING = pattern(
    rf"[\W_]*(?:{GM_WORDS})\b.*|.*\b(?:{GM_WORDS}){LABEL_REST}[\W_]*|[\W_]*{SECRET_LABEL}[\W_]*",
    re.IGNORECASE | re.DOTALL,
)

#: What stands behind a label: a colon, a long dash or an arrow, or a short dash by itself.
LABEL_END = r"(?:\s*(?:[:：—→]|[-=]>)|\s+[-–](?=\s))"

#: The words of signs for a program, such as classes, tags and the kinds of callouts.
SIGN_WORDS = rf"(?<![^\W_])(?:{SECRET_WORDS}|hidden|private)(?![^\W_])"

#: The callout of a secret, by its kind or by its title.
CALLOUT = pattern(
    rf"\[!(?:[^\]]*{SIGN_WORDS}[^\]]*\][+-]?\s*(?P<held>.*)|[^\]]*\][+-]?[\s*_]*{SECRET_LABEL}[*_:：]*\s*)",
    re.IGNORECASE | re.DOTALL,
)

#: Signs and pictures before a label, such as a lock.
SIGNS_BEFORE = r"(?:[^\w\s()\[\]{}<>|\\%#*`=~\"'“”„«»‘’]{1,4}\s*)?"

#: What marks a note as secret, with what it says.
SECRET_MARKS = (
    pattern(
        rf"(?:\[[ x]\]\s+)?{SIGNS_BEFORE}[*_`=~]*{LABEL_OF_TEXT}\)?[*_`=~]*{LABEL_END}[*_`=~]*\s*(.*)",
        re.IGNORECASE | re.DOTALL,
    ),
    pattern(rf"(?:\*{{1,3}}|_{{1,3}}){SECRET_LABEL}(?:\*{{1,3}}|_{{1,3}})\s+(.*)", re.IGNORECASE | re.DOTALL),
    pattern(rf"[(\[]{LABEL_OF_TEXT}\s*[:：]\s*(.*?)[)\]]?", re.IGNORECASE | re.DOTALL),
    pattern(rf"\[{SECRET_LABEL}\]\s*(.*)", re.IGNORECASE | re.DOTALL),
    CALLOUT,
    pattern(r"<!--\s*((?:(?!-->).)*?)\s*(?:-->)?", re.DOTALL),
    pattern(r"%%\s*((?:(?!%%).)*?)\s*(?:%%)?", re.DOTALL),
)

#: A label further on in a text: behind a sentence, in brackets or emphasis, or as a tag.
SECRET_INSIDE = pattern(
    rf"(?:(?<!\\)(?:[.!?;|]|\][+-]?:?)\s+|(?<!\\)[(\[{{|]\s*)[*_]*{SECRET_LABEL}[*_]*\s*[:：]"
    rf"|(?<![\w\\*])[*_=~]{{1,3}}{SECRET_LABEL}[*_=~]*\s*[:：]"
    rf"|(?<!\\)\[{SECRET_LABEL}\]|(?<!\\)\({SECRET_LABEL}\)(?!\s*[:：])|(?:^|(?<=\s))#{SIGN_WORDS}",
    re.IGNORECASE,
)

#: A line that is emphasized as a whole, as a heading without its sign.
EMPHASIZED = pattern(r"(\*{1,3}|_{1,3}|<(?:b|i|u|em|strong)>)\s*([^*_<>]+?)\s*(?:\1|</\w+>)\s*[:：]?\s*")
SENTENCE_END = (".", "!", "?")

#: Signs that may stand round a label.
ROUND_LABEL = " \t:：.,()[]{}|/–—-*_=~`#!<>"


@value
class Fence:
    """Signs round what is secret. `begins` is its first sign, and `opens` and `ends` are counted from there on.

    NAME in them stands for what `begins` calls its name. Without its end, one that `must_end` is a mistake, and another
    marks its paragraph alone. A `short` one ends before the next heading.
    """

    begins: re.Pattern[str]
    opens: str
    ends: str
    must_end: bool = False
    short: bool = False


#: An element of HTML that hides what it holds by its name, class or style, and one to unfold by its summary.
HIDING_ELEMENT = (
    r"(?<!\\)<(?P<name>(?:secret|spoiler|hidden|[gd]m)\b[\w-]*|[a-z][\w-]*(?=\s(?:[^<>]*[\s;\"'])?"
    rf"(?:(?:class|id|title|data-[\w-]+)\s*=\s*[\"']?[^\"'<>]*{SIGN_WORDS}|hidden\b"
    r"|(?:style\s*=[\"'\s]*)?display:\s*none))"
    rf"|details\b(?=[^>]*>\s*<summary\b[^>]*>(?:<[^<>]*>|[\W_])*(?:{SECRET_LABEL}\b|[^<>]*\b{SECRET_LABEL}[\s:]*<)))"
)

#: Every kind of signs that can stand round what is secret.
FENCES = (
    Fence(pattern(r"(?<!\\)<!--"), "<!--", "-->"),
    Fence(pattern(r"(?<![^\s(])%%(?!\{)"), "%%", "%%"),
    Fence(pattern(r"(?<![^\s(\"“*_])\|\|(?=[^\s|])"), r"\|\|", r"\|\|", short=True),
    Fence(pattern(r"(?<!\\)>!(?=\S)"), ">!", "!<", short=True),
    Fence(
        pattern(rf"(?<!\\)\[(?P<name>{SIGN_WORDS}|hide)\b[^\]]*\]", re.IGNORECASE), r"\[NAME", r"\[/NAME", short=True
    ),
    Fence(pattern(HIDING_ELEMENT, re.IGNORECASE), r"<NAME\b", r"</NAME\b", must_end=True),
    Fence(
        pattern(rf"^\s*:{{3,}}.*{SIGN_WORDS}", re.IGNORECASE), r"^\s*:{3,}\s*[^\s:]", r"^\s*:{3,}\s*$", must_end=True
    ),
    Fence(pattern(rf"^\s*\{{\{{[^}}]*{SIGN_WORDS}", re.IGNORECASE), r"\{\{", r"\}\}", must_end=True),
    Fence(
        pattern(rf"(?<!\\)\{{%-?\s*{SIGN_WORDS}[^%\n]*%\}}", re.IGNORECASE),
        r"\{%-?\s*(?!end|\s)",
        r"\{%-?\s*end",
        must_end=True,
    ),
    Fence(
        pattern(rf"^\s*(?P<name>`{{3,}}|~{{3,}})[^`~\n]*{SIGN_WORDS}", re.IGNORECASE),
        r"NAME[`~]*\s*[^`~\s]",
        r"^\s*NAME[`~]*\s*$",
        must_end=True,
    ),
)

#: A block below its first line by being indented, as in “!!! secret”.
INDENTED_BLOCK = pattern(rf"\s*(?:!!!|\?\?\?\+?)\s.*{SIGN_WORDS}", re.IGNORECASE)

#: A line that holds nothing but a sign round what is secret.
ONLY_SIGNS = pattern(
    r"\s*(?:</?[A-Za-z][^<>]*>|:{3,}\s*\{?[\w.#-]*\}?|\{\{[^\s}]*|\}\}|%%|\|\||<!--|-->|>!|!<|\[/?\w+\]|\{%.*%\}"
    r"|(?:!!!|\?\?\?\+?)\s+\w+)\s*"
)


def find_secret(text: str) -> str | None:
    """Return what a note says that is marked as the game master's alone, or None for another note.

    >>> find_secret("GM: he lies"), find_secret("%% he lies %%"), find_secret("He lies")
    ('he lies', 'he lies', None)
    >>> find_secret("They met Jo. GM: he lies")
    'They met Jo. GM: he lies'
    """
    found = (mark.fullmatch(text) for mark in SECRET_MARKS)
    held = next(((each[1] or "").strip() for each in found if each), None)
    return text if held is None and SECRET_INSIDE.search(text) else held


def is_secret_heading(text: str) -> bool:
    """Return whether a heading says that what stands below is for the game master alone.

    >>> is_secret_heading("GM notes"), is_secret_heading("The cellar [secret]"), is_secret_heading("The secret door")
    (True, True, False)
    """
    return SECRET_HEADING.fullmatch(text) is not None or SECRET_INSIDE.search(text) is not None


def is_label(text: str) -> bool:
    """Return whether a text is nothing but a label and signs round it.

    >>> is_label("**GM notes:**"), is_label("#gm"), is_label("GM: he lies")
    (True, True, False)
    """
    return LABEL_ALONE.fullmatch(text.strip(ROUND_LABEL)) is not None


def is_emphasized_heading(line: str) -> bool:
    """Return whether a line is emphasized as a whole and says that what stands below is secret.

    >>> is_emphasized_heading("**Notes for the GM**"), is_emphasized_heading("**Secret doors are fun.**")
    (True, False)
    """
    found = EMPHASIZED.fullmatch(line.strip())
    return found is not None and not found[2].endswith(SENTENCE_END) and is_secret_heading(found[2].rstrip(":"))
