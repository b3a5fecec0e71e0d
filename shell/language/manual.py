"""The manual, made of usage lines, docstrings and kinds, so it is never stale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from itertools import groupby, takewhile

from engine.heads import declared_shorts
from engine.refusal import names_beginning
from engine.registry import SHORT_HEADS, SHORT_LINES, USAGES
from engine.rules.ruleset import Ruleset
from shell.language.fitting import fit_line
from shell.language.grammar import Phrase, Takes, all_commands, chapter_of, summary_of, take_all
from shell.language.nodes import Bag, Literal, Many, Node, Seq, Slot, walk_nodes
from shell.output import wrap_lines

NOTATION = """\
“help check” explains one command, “help XP” opens a chapter.

UPPERCASE is to be filled in, [ ] may be left out, ... repeats.
Names need no capitals, and their beginning is enough where only one fits.
New names of several words need quotes where they could mean something else.
“WHO, ...” is one name or several: “out bandit 1, 2, 3 fled”. One “undo” takes all of it back."""

SHORT_PAGE = """\
Fewer keys for the same commands. The log and the answer show the full line.

  f c 3            check Finn Climbing vs 3
  f c -1 wet 3     check Finn Climbing -1 wet vs 3
  f c 3 =+0-0      check Finn Climbing vs 3 rolled 1 0 -1 0
  f s o w          check Finn Sneaking vs Odo Wits
  f s v o          contest Finn Sneaking vs Odo
  all sn 3         check all Sneaking vs 3
  f, b s 3         check Finn, Bea Sneaking vs 3
  f                sheet Finn
  f hurt           status Finn Wounds Hurt
  odds f c 3       odds Finn Climbing vs 3
  f c+             raise Finn Climbing
  xp 2             award all 2
  xp f 3, b 1      award Finn 3, Bea 1
  u                undo
  r                redo
  ?undo            help undo
  'we rest         note we rest

“v” stands for vs and “=” for rolled in any line. A verb's only beginning is enough, and one may lead any such line.
A verb wins over a name that begins so. A line that can be read in several ways is refused with them."""

#: Pages of help on what many commands share. Their lines are examples, which tests carry out in every game.
VS_PAGE = """\
“vs” puts a difficulty, or the other side, behind who acts. In short it is “v”.

  check Finn Climbing vs 3              a difficulty
  check Finn Sneaking vs Odo Wits       Odo does not roll
  contest Finn Sneaking vs Odo Wits     both roll
  contest Finn Sneaking vs Odo vs Bea   the same trait
  odds Finn Climbing vs 3               only the chance

What stands before “vs” belongs to the character, what stands behind it to the situation:

  check Finn Climbing +1 rope vs 3      Finn has a rope
  check Finn Climbing vs 3 -1 ledge     the wall is easier

Without “vs” a check is against the usual difficulty, in games that have one.
Without the verb, “vs” itself may be left out: “help short”."""

DICE_PAGE = """\
The game's own dice are rolled for you. Real dice count as well:

  check Finn Climbing vs 3 rolled 1     what they gave
  check Finn Climbing vs 3 =1           the same, in short
  roll 4dF rolled + 0 - 0               each face by itself
  roll 4dF rolled +0-0                  without spaces

Other dice, for one roll:

  check Finn Climbing vs 3 with 3dF     three Fudge dice
  check Finn Climbing vs 3 with 4d6-lowest
  roll 2d6+3                            outside a check
  odds 4dF                              the exact chances

“rules check-dice 3dF” changes the dice of every check from now on, “rules contest-dice” those of contests."""

#: The pages by the word typed after `help`.
HELP_TOPICS = {"vs": VS_PAGE, "dice": DICE_PAGE}

KEYS_PAGE = """\
Keys at the prompt, beside those of every line editor.

  Tab              finish the word: take the first that fits, again for the next
  Enter            carry the line out; in the menu, keep what is chosen
  → or Ctrl-E      take the grey suggestion, a line that worked; Alt-F a word of it
  ↑ and ↓          earlier lines that begin like this one
  Ctrl-R           look for an earlier line by letters in their order, again for the next
  F1               help about the command that is typed; so does ? after a space
  Ctrl-X Ctrl-E    write the line in your editor ($EDITOR)
  Ctrl-W           delete the word before the cursor
  Ctrl-C           clear the line
  Ctrl-Z           rest in the background; “fg” in your shell goes on
  Ctrl-D           leave

Under the line: how it is read, what can follow, and what it would come to.
Typing replaces a refused line, Tab puts what was probably meant in its place,
and Space, an arrow or Backspace keeps it."""

#: The most commands that are listed for a word in them.
MOST_MENTIONS = 8

#: The length from which on a usage line is shortened, unless the page is about it alone.
LONG = 100

#: The number of options that are always shown of a line with nothing else.
FIRST_OPTIONS = 5


def manual(takes: Takes = take_all) -> str:
    """Return all commands that are taken, line by line, by chapter."""
    rows = {title: list(_rows(classes)) for title, classes in chapters(takes).items()}
    columns = max(len(name) for chapter in rows.values() for name, _ in chapter)
    lines = []
    for title, chapter in rows.items():
        lines += [f"{title}:", *(f"  {name.ljust(columns)}  {summary}" for name, summary in chapter)]
    return "\n".join([*lines, "", NOTATION])


OVERVIEW = """
“help check” explains a command, “help checks” a chapter, “help all” shows all.
“help short” shows how to type less. Tab completes."""


#: How many used verbs it takes for `help` to list them first.
LEAST_USED = 3


def overview(columns: int, takes: Takes = take_all, used: Sequence[str] = (), evening: Sequence[str] = ()) -> str:
    """Return the lines that an evening needs, and every verb that is accepted, on one screen.

    `used` are the verbs that the table types most.
    """
    most = f"What you type most: {', '.join(used)}" if len(used) >= LEAST_USED else ""
    names = dict.fromkeys(USAGES[cls][0].split()[0] for classes in chapters(takes).values() for cls in classes)
    verbs = wrap_lines(" ".join(names), columns, hanging=False)
    return wrap_lines("\n".join([*evening, most, verbs, *OVERVIEW.splitlines()[1:]]), columns)


def chapters(takes: Takes = take_all) -> dict[str, list[type]]:
    """Return the commands that are taken under the titles of their chapters."""
    commands = filter(takes, all_commands())
    return {title: list(found) for title, found in groupby(commands, key=lambda cls: chapter_of(cls)[1])}


def find_chapter(typed: str, takes: Takes = take_all) -> str | None:
    """Return the title of the one chapter that begins so, None for none or several."""
    found = names_beginning(typed, chapters(takes))
    return found[0] if len(found) == 1 else None


def chapter_page(title: str, takes: Takes = take_all) -> str:
    """Return a chapter's commands, with their usage lines in short."""
    lines = [f"{title}:"]
    for cls in chapters(takes)[title]:
        lines += [f"  {line}" for line in dict.fromkeys(shorten_usage(line, ()) for line in USAGES[cls])]
        lines.append(f"      {summary_of(cls)}")
    first = USAGES[chapters(takes)[title][0]][0].split()[0]
    return "\n".join([*lines, "", f"“help {first}” explains all that “{first}” takes."])


def find_mentions(typed: str, takes: Takes = take_all) -> list[type]:
    """Return the commands that mention a word, first those with it in their usage lines."""
    word = re.compile(rf"\b{re.escape(typed.strip().casefold().removesuffix('s'))}s?\b")
    commands = list(filter(takes, all_commands()))
    in_lines = [cls for cls in commands if word.search(" ".join(USAGES[cls]).casefold())]
    return list(dict.fromkeys([*in_lines, *(cls for cls in commands if word.search((cls.__doc__ or "").casefold()))]))


def mentions_page(typed: str, found: Sequence[type]) -> str:
    """Return the first words and summaries of the commands that have a word in them."""
    rows = [(first_words(cls), summary_of(cls)) for cls in found[:MOST_MENTIONS]]
    columns = max(len(name) for name, _ in rows)
    more = [f"and {len(found) - MOST_MENTIONS} more"] if len(found) > MOST_MENTIONS else []
    return "\n".join(
        [
            f"These explain “{typed.strip()}”:",
            *(f"  {name.ljust(columns)}  {summary}" for name, summary in rows),
            *more,
            "",
            f"“help {rows[0][0]}” shows all that it takes.",
        ]
    )


def first_words(cls: type) -> str:
    """Return the words that the lines of a command begin with."""
    return " ".join(takewhile(str.isalpha, takewhile(str.islower, USAGES[cls][0].split())))


def _rows(classes: Sequence[type]) -> Iterator[tuple[str, str]]:
    """Yield each command's first words with its summary, "" for words that repeat those above."""
    before = ""
    for cls in classes:
        name = first_words(cls)
        yield ("" if name == before else name), summary_of(cls)
        before = name


def order(phrase: Phrase, word: str, typed: Sequence[str]) -> str:
    """Return a short usage line with the typed options, to show the order of words."""
    line = shorten_usage(phrase.for_one, typed)
    if word in re.findall(r"\w+", line):
        return line
    slots = (node.slot if isinstance(node, Many) else node for node in walk_nodes(phrase.body))
    part = next(slot for slot in slots if isinstance(slot, Slot) and slot.phrase and word in slot.phrase.stops)
    assert part.phrase is not None
    name = part.field.upper() if part.field.upper() in line else part.field[:-1].upper()
    return f"{line}; {name} is {shorten_usage(part.phrase.line, typed)}"


def shorten_usage(line: str, typed: Sequence[str]) -> str:
    """Return a usage line, of a long one only options with a typed word."""
    if len(line) <= LONG:
        return line
    every = re.findall(r"\[[^\]]*\]|[^\s\[\]]+", line)
    all_options = every[0].islower() and all(part[0] == "[" for part in every[2:])
    first = every[2:FIRST_OPTIONS] if all_options else []
    parts = [
        part if part[0] != "[" or part in first or set(re.findall(r"[a-z]\w*", part)) & set(typed) else "..."
        for part in every
    ]
    return " ".join(part for part, before in zip(parts, ["", *parts], strict=False) if part != "..." or part != before)


def page(phrases: Sequence[Phrase], columns: int, rules: Ruleset | None = None) -> str:
    """Return the help page of usages that begin alike: their lines, the description, and the game's examples."""
    return "\n\n".join(_page(cls, columns, rules) for cls in dict.fromkeys(phrase.cls for phrase in phrases))


def _page(cls: type, columns: int, rules: Ruleset | None) -> str:
    heads = {line.split()[0] for line in USAGES[cls]}
    paragraphs = cleandoc(cls.__doc__ or "").split("\n\n")
    lines = [line for each in paragraphs for line in ("", *_paragraph(each.splitlines(), heads, rules))]
    body = wrap_lines("\n".join(f"    {line}".rstrip() for line in lines), columns)
    first, *others = USAGES[cls]
    usages = dict.fromkeys([first, *(shorten_usage(line, ()) for line in others)])
    return "\n".join([*usages, *(f"in short: {line}" for line in forms_in_short(cls)), body])


def forms_in_short(cls: type) -> list[str]:
    """Return the shorter ways to type a command: a short verb, or none."""
    heads = {line.split()[0] for line in USAGES[cls]}
    words = [word for word, head in {**declared_shorts(), **SHORT_HEADS}.items() if head in heads]
    return [*words, *dict.fromkeys(shorten_usage(line, ()) for line in SHORT_LINES.get(cls, {}))]


def _paragraph(lines: list[str], heads: set[str], rules: Ruleset | None) -> list[str]:
    """Return a paragraph of help for a game.

    Examples fit the game. Words to fill in are explained on a line each.
    """
    if all(line.split()[0] in heads for line in lines):
        return [fitted for line in lines if (fitted := fit_line(line, rules)) is not None]
    text = " ".join(lines)
    return re.split(r"(?<=[.”]) (?=[A-Z“])", text) if re.match("[A-Z]{2}", text) else [text]


def node_text(node: Node, line: str) -> str:
    """Return a part of a usage line as it is written there."""
    match node:
        case Literal(word):
            return word
        case Slot(field):
            return field.upper() if field.upper() in line else field[:-1].upper()
        case Many(slot, separator):
            return f"{node_text(slot, line)}{', ' if separator == ',' else ''}..."
        case Seq(nodes):
            return " ".join(node_text(child, line) for child in nodes)
        case Bag(options):
            return " ".join(f"[{node_text(option, line)}]" for option in options)
