"""Whatever is typed wrong comes to a sentence with a place and a remedy, and leaves the log as it was."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shell.doors.voice import fault_text
from shell.language.mending.problems import explain_problem
from shell.language.reading import read
from shell.outcome import LineOutcome
from shell.prompt.typed import LineTyped
from shell.runner import Desk

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def table(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Sit at a table at which nothing is ever recorded."""
    desk = Desk(Path(shutil.copy(original, tmp_path_factory.mktemp("bad") / "c.db")), meant="exact")
    desk.open(writable=True)  # not in the first test, at whose end its log would be closed
    yield desk
    desk.close()


#: What is typed, with «» around the place that is at fault; the status; what is said; and the remedy.
#: `...` stands for any remedy.
Refusal = tuple[str, int, str, Any]

UNKNOWN: list[Refusal] = [
    # names that are not there, with what was probably meant
    ("sheet «Kotorix»", 1, "no character “Kotorix”", "did you mean Kotorikh?"),
    ('sheet «"Old Martha"»', 1, "no character “Old Martha”", "did you mean Old Marta?"),
    ("sheet «Zzz»", 1, "no character “Zzz”", "“pc Zzz” or “npc Zzz” adds one"),
    ("check Kotorikh «Percepton» vs 3", 1, "no ability “Percepton”", "did you mean Perception?"),
    ("check Kotorikh Perception vs Nyrv «Fitnss»", 1, "no ability “Fitnss”", "did you mean Fitness?"),
    ("contest Kotorikh Fitness vs «Nyrw»", 1, "no character “Nyrw”", "did you mean Nyrv?"),
    ("status Kotorikh «Enrgy» Tired", 1, "no status or counter “Enrgy”", "did you mean Energy?"),
    ("status Kotorikh «Xx» Tired", 1, "no status or counter “Xx”", ...),
    ("gain Kotorikh «wealty»", 1, "no property “wealty”", "did you mean wealthy?"),
    ("gain Kotorikh «Xx»", 1, "no property “Xx”", "“define property Xx” adds one"),
    ("drop Obazana «jwels»", 1, "no item “jwels”", "did you mean jewels?"),
    ("give Kotorikh rope in «pakc»", 1, "no container “pakc”", "did you mean pack?"),
    ("move Kotorikh pouch to «moon»", 1, "no container “moon”", "“give Kotorikh moon” comes first"),
    ("trait Nyrv «Swimming» 3", 1, "no ability “Swimming”", "“define ability Swimming” adds it"),
    ("rules «chek-dice» 4dF", 1, "no rule “chek-dice”", "did you mean check-dice?"),
    ("checklist «beeings» x", 1, "no checklist item “beeings”", "did you mean beings?"),
    ("help «chekc»", 1, "no command or chapter “chekc”", "did you mean check?"),
    ("status Kotorikh Energy «Tird»", 1, "expected a state, “up” or “down”, not “Tird”", "did you mean Tired?"),
    (
        "status Kotorikh Energy «Happy»",
        1,
        "expected a state, “up” or “down”, not “Happy”",
        "it can be Exhausted, Tired, Neutral or Rested",
    ),
    ("define status Mood: Grim -1 start «Glad»", 1, "no state “Glad”", "the states are Grim"),
    # names that could be several
    ("sheet «old»", 1, "“old” could be Old Marta or Old Marten", None),
    ("why «Old Mart» xp", 1, "“Old Mart” could be Old Marta or Old Marten", None),
    ("raise Kotorikh «Constructio»", 1, "“Constructio” could be Construction Magic or Construction", None),
    ("drop Kotorikh «vial»", 1, "“vial” could be vial of ink or vial of acid", None),
    # places in the history that are not there
    ("sheet Kotorikh at «#999»", 1, "there is no event #999", "the last one is #54"),
    ("sheet Kotorikh at «#0»", 1, "there is no event #0", "the last one is #54"),
    ("ledger Kotorikh at «session 9»", 1, "there is no session 9", "the last one was session 1"),
    ("party at «2026-99-99»", 1, "“2026-99-99” is not a point in the log", "such as #57, session 3 or 2026-11-21"),
    ("log «Kotorik9»", 1, "no character or kind of event “Kotorik9”", "did you mean Kotorikh?"),
    ("sheet «#20»", 1, "no character “#20”", "“why #20” tells what it was"),
    (
        "show «#53»",
        1,
        "no character “#53”",
        "“why #53” tells what it was; “reveal #53” shows it to the players",
    ),
    (
        "show «#20»",
        1,
        "no character “#20”",
        "“why #20” tells what it was",
    ),
    ("why «20»", 2, "expected a character, an event number or “last”, not “20”", "type why #20"),
    ("log «#999»", 1, "there is no event #999", "the last one is #54"),
    ("why «#999» for players", 1, "there is no event #999", "the last one is #54"),
    ("why «#53» for players", 1, "players see no event #53", "“why #53” shows what you know"),
    ("log Kotorikh «r»", 1, "“r” could be reactions, rerolls, rituals, rolls or rulings", None),
    ("log session «9»", 1, "there is no session 9", "the last one was session 1"),
    ("reveal «#1»", 1, "#1 is not secret", "Secret: #53"),
]

FORBIDDEN: list[Refusal] = [
    # XP
    ("spend Kotorikh «999 on Perception»", 1, "Kotorikh has 17 XP to spend, not 999", None),
    ("spend Kotorikh «9 on Perception, 9 on Fitness»", 1, "Kotorikh has 17 XP to spend, not 18", None),
    ("spend Nyrv «5 on Fitness»", 1, "Nyrv has 0 XP to spend, not 5", "“award Nyrv 5” would make it enough"),
    ("raise Nyrv «Fitness»", 1, "Fitness 0 needs 1 XP to reach 1; Nyrv has 0 to spend", None),
    ("award «Nyrv», Nyrv 5", 1, "Nyrv is named twice", None),
    # characters, statuses and properties
    ("pc «Kotorikh»", 1, "there is a character “Kotorikh” already", None),
    ("npc «kotorikh»", 1, "there is a character “Kotorikh” already", None),
    ('pc «"ågot ødegård"»', 1, "there is a character “Ågot Ødegård” already", None),
    ('pc «"A\u030agot Ødegård"»', 1, "there is a character “Ågot Ødegård” already", None),
    ('pc «""»', 1, "the character needs a name", None),
    ('pc «" Bruni"»', 1, "“ Bruni” has extra spaces", 'type pc "Bruni"'),
    ('pc «"Old  Bruni"»', 1, "“Old  Bruni” has extra spaces", 'type pc "Old Bruni"'),
    ("trait Nyrv Fitness «51»", 1, "Fitness cannot start at 51: levels at creation go from 0 to 50", None),
    (
        "trait Nyrv Fitness «-1»",
        1,
        "Fitness cannot start at −1: levels at creation go from 0 to 50",
        "a property can lower a level further",
    ),
    ("gain Kotorikh «shroom»", 1, "Kotorikh has Shroom Belly already", None),
    ("lose Kotorikh «wealthy»", 1, "Kotorikh does not have wealthy", "Kotorikh has Teapots, Shroom Belly"),
    ("lose Nyrv «wealthy»", 1, "Nyrv does not have wealthy", "Nyrv has no properties"),
    # things
    ("drop Obazana «4» jewels", 1, "Obazana has 3 jewels, not 4", None),
    (
        "drop Kotorikh «stones»",
        1,
        "Kotorikh has several stones: #44 (12, in pouch), #45 (5, in pack)",
        "name one by its number, such as #44",
    ),
    ("drop Kotorikh stones from «belt»", 1, "Kotorikh has no stones in belt", None),
    ("move Kotorikh «vial of acid» out", 1, "vial of acid: there already", None),
    (
        "pass Kotorikh pouch to «Kotorikh»",
        1,
        "Kotorikh has it already",
        "“move” puts things elsewhere on one character",
    ),
    (
        "give Obazana rope in «jewels»",
        1,
        "Obazana has 3 jewels, and only a single one can hold things",
        "“move” one of them elsewhere first",
    ),
    # sessions, rules and definitions
    ("session start", 1, "session 1 is still open", "“session end” closes it"),
    (
        "redo",
        1,
        "there is nothing to redo",
        "without a number, it follows an undo at once; “redo #N” restores event N at any time",
    ),
    ("rules untrained «lots»", 1, "untrained cannot be lots", "it takes a level, by its number or its word"),
    ("rules ability-list «sometimes»", 1, "ability-list cannot be sometimes", "it takes listed or open"),
    ("define ability Lore «poor 6 decent 4»", 1, "list the words from the lowest level to the highest", None),
    ("define status Mood: «Grim» -1, Grim 2", 1, "the state Grim is named twice", None),
    ("define property X: on «Muscle»", 1, "“on” needs a modifier for A before it", "such as “A -1 on Muscle”"),
    ("practice 3 months", 1, "what practice is worth is not fixed yet", "“practice 1 month = 2” fixes it"),
    ("setup «nowhere.toml»", 1, "there is no file nowhere.toml", None),
    ('note «""»', 1, "the text is empty", "write it after the command"),
    # contests
    ("contest «Kotorikh» Fitness vs Kotorikh", 1, "Kotorikh is on two sides", None),
    ("contest «Kotorikh» vs Nyrv", 1, "the first side needs a trait", "such as “contest Kotorikh TRAIT vs Nyrv”"),
]

NUMBERS: list[Refusal] = [
    ("award Kotorikh «0»", 1, "0 is too small: it must be 1 or more", None),
    ("award all «-5»", 1, "−5 is too small: it must be 1 or more", None),
    (
        "award Kotorikh «−5»",
        1,
        "−5 is too small: it must be 1 or more",
        "“ledger Kotorikh” lists the awards, “amend #N AMOUNT” corrects one; “forfeit Kotorikh 5” takes earned XP away",
    ),
    ("spend Kotorikh «0 on Perception»", 1, "0 is too small: it must be 1 or more", None),
    ("spend Kotorikh «-3 on Perception»", 1, "−3 is too small: it must be 1 or more", None),
    ("bonus Kotorikh «0» on Perception", 1, "0 is too small: it must be 1 or more", None),
    ("give Kotorikh «0» ropes", 1, "0 is too small: it must be 1 or more", None),
    ("give Kotorikh «-3» ropes", 1, "−3 is too small: it must be 1 or more", None),
    ("drop Obazana «-1» jewels", 1, "−1 is too small: it must be 1 or more", None),
    ("practice «0» months = 2", 1, "0 is too small: it must be 1 or more", None),
    ("define property X: xp «0» Muscle", 1, "0 is too small: it must be 1 or more", None),
    ("award Kotorikh «1000000001»", 1, "1,000,000,001 is too large: numbers go to ±1,000,000,000", None),
    (
        "award Kotorikh «12345678901234567890123»",
        1,
        f"{12345678901234567890123:,} is too large: numbers go to ±1,000,000,000",
        None,
    ),
    ("check Nyrv Fitness vs «1000000001»", 1, "1,000,000,001 is too large: numbers go to ±1,000,000,000", None),
    ("check Nyrv Fitness vs «-1000000001»", 1, "-1,000,000,001 is too small: numbers go to ±1,000,000,000", None),
    ("roll «+1000000001»", 1, "1,000,000,001 is too large: numbers go to ±1,000,000,000", None),
    ("award Kotorikh «ten»", 2, "numbers are typed in digits: 10, not “ten”", "type award Kotorikh 10"),
    ("roll «two d6»", 2, "the number of dice is typed in digits: 2d6", "type roll 2d6"),
    ("roll «Three dF» +1 luck", 2, "the number of dice is typed in digits: 3dF", "type roll 3dF +1 luck"),
    ("award Kotorikh «1.5»", 2, "“1.5” is no whole number", "type award Kotorikh 1 or award Kotorikh 2"),
    ("award Kotorikh 1«,»000", 2, "“,” does not fit here; only “for REASON” can follow", ...),
    ("undo «# 38»", 2, "“# 38” begins a comment, it is not the number of an event", "type undo #38"),
    (
        "whatif undo «# 38» in vain",
        2,
        "“# 38” begins a comment, it is not the number of an event",
        "an event number is such as #57",
    ),
    ("undo «#-1»", 2, "“#-1” begins a comment, it is not the number of an event", "an event number is such as #57"),
    ("redo «# 5»", 2, "“# 5” begins a comment, it is not the number of an event", "type redo #5"),
    ("reveal «48x»", 2, "“48x” is not an event number", "such as #57"),
    ("practice 3 months at «half»", 2, "“half” is not a percentage", "such as 50%"),
]

DICE: list[Refusal] = [
    (
        "check Nyrv Fitness vs 3 rolled «2 2 2 2»",
        1,
        "face 1 is 2, but that die of 4dF shows -1 to +1",
        "give every face, or the total alone",
    ),
    ("check Nyrv Fitness vs 3 rolled «1 1»", 1, "4dF shows 4 faces, not 2", "give every face, or the total alone"),
    ("check Nyrv Fitness vs 3 rolled «5»", 1, "4dF gives -4 to +4, not +5", None),
    ("roll 3d6 rolled «1 2 7»", 1, "face 3 is 7, but that die of 3d6 shows 1 to 6", None),
    ("check Nyrv Fitness vs 3 rolled «x»", 2, "“x” is not a face", "type faces such as - 0 0 +, or 3 3 6"),
    (
        "check Nyrv Fitness vs 3 with «999dF»",
        1,
        "999 dice are too many: 100 at once is the limit",
        "such as 4dF or 2d6+3",
    ),
    ("check Nyrv Fitness vs 3 with «d0»", 1, "d0 is no die: a die has 2 to 1,000,000 sides", "such as 4dF or 2d6+3"),
    ("roll «1d9999999»", 1, "d9999999 is no die: a die has 2 to 1,000,000 sides", ...),
    ("roll «0d6»", 1, "0d6 rolls nothing: at least 1 die is needed", "did you mean 1d6?"),
    ("check Nyrv Fitness vs 3 with «cards»", 2, "“cards” is not a kind of dice", "such as 4dF or 2d6+3"),
    (
        "rules check-dice «banana»",
        1,
        "check-dice: “banana” is not dice",
        "it takes dice such as 4dF or 4d6-lowest, poly, or one of dice-names",
    ),
    (
        "rules npc-dice «foo»",
        1,
        "npc-dice: “foo” is not dice",
        "it takes same, diceless, 1dF, 2dF, npc-d6 or other dice",
    ),
    (
        "rules growth «steps»",
        1,
        "growth: steps needs step-costs, the XP for each step",
        "step-costs come first, such as 1, 1, 1, 2, 4, 8",
    ),
]

GRAMMAR: list[Refusal] = [
    ("«chek» Kotorikh", 2, "no command “chek”", "did you mean check?"),
    ("«frobnicate»", 2, "no command “frobnicate”", "“help” lists them"),
    ('«"sheet"» Kotorikh', 2, 'no command “"sheet"”', "did you mean sheet?"),
    ("«»", 2, "this needs a command", None),
    ("sheet«»", 2, "this needs a character", "sheet WHO [at POINT] [corrected]"),
    ("sheet Kotorikh at«»", 2, "this needs a time", "sheet WHO [at POINT] [corrected]"),
    ("check Kotorikh Perception«»", 2, "this needs “vs”", "check WHO TRAIT ... vs DIFFICULTY ..."),
    ("check Kotorikh Perception vs«»", 2, "this needs a level or a character", "check WHO TRAIT ... vs DIFFICULTY ..."),
    (
        "check Kotorikh Perception vs 3 rolled«»",
        2,
        "this needs a roll: every face, or the total",
        "check WHO TRAIT ... vs DIFFICULTY ... [rolled FACES] ...",
    ),
    (
        "contest Kotorikh Fitness«»",
        2,
        "this needs “vs”",
        "contest SIDE vs ... [with DICE] [at least LEAST] [critical] [secret] [anyway]; SIDE is WHO ...",
    ),
    ("award Kotorikh«»", 2, "this needs a number", None),
    ("award all«»", 2, "this needs a number", "award all AMOUNT [for REASON]"),
    ("spend Kotorikh 5 «Perception»", 2, "“on” is missing before “Perception”", "type spend Kotorikh 5 on Perception"),
    (
        "status Kotorikh Energy«»",
        2,
        "this needs a state, “up” or “down”",
        "it can be Exhausted, Tired, Neutral or Rested",
    ),
    ("session«»", 2, "this needs “start”, “end” or “zero”", None),
    ("session «begin»", 2, "expected “start”, “end” or “zero”, not “begin”", None),
    (
        "define «thing» X",
        2,
        "expected “table”, “track”, “status”, “counter”, “property”, “gift”, “fault”, “key”, “ability” or “abilities”,"
        " not “thing”",
        None,
    ),
    (
        "define status Mood«»",
        2,
        "this needs “:”",
        "define status NAME : STEP, ... [on TRAIT, ...] [when TAG] [start START] [moved CAUSE];"
        " STEP is STATE [MODIFIER] [CHANGE and ...] [only TRAIT and ...] [out]",
    ),
    ("npc«»", 2, "this needs a name or a number", "npc NAME [, OTHER, ...] [as READY] [track BOXES]"),
    ("note«»", 2, "this needs a text", "note TEXT"),
    ("new«»", 2, "this needs a game", "new RULES [TITLE]"),
    ("check Kotorikh Perception vs 3 «rold» 2", 2, "“rold” does not fit here", "did you mean rolled?"),
    ("react Kotorikh«,» Obazana", 2, "“,” does not fit here: react is for one character", ...),
    ("quit «now»", 2, "“now” does not fit here: “quit” stands alone", None),
    ("head «please»", 2, "“please” does not fit here", "type head"),
    ("pc Old «Bob»", 2, "“Bob” does not fit here: pc NAME [by PLAYER]", 'type pc "Old Bob"'),
    (
        "give Kotorikh rope «ladder»",
        2,
        "“ladder” does not fit here: give WHO ... ITEM ...",
        'type give Kotorikh "rope ladder"',
    ),
    (
        "roll +1 «torch light» for Kotorikh",
        2,
        'several words need quotes: "torch light"',
        'type roll +1 "torch light" for Kotorikh',
    ),
    ('sheet «"Kotorikh»', 2, "the closing quote is missing", "type sheet Kotorikh"),
]

UNREADABLE: list[Refusal] = [
    ("note «a\x00b»", 1, "a control character (U+0000) at character 2 of the text", None),
    ("note «\x1b[31mred»", 1, "a control character (U+001B) at character 1 of the text", None),
    ("note «a\x85b»", 1, "a control character (U+0085) at character 2 of the text", None),
    ("note «a\u2028b»", 1, "a line break (U+2028) at character 2 of the text", None),
    ("note «a\u2029b»", 1, "a line break (U+2029) at character 2 of the text", None),
    ("note «a\ud800b»", 1, "half a character (U+D800) at character 2 of the text", None),
    ('pc «"a\x07b"»', 1, "a control character (U+0007) at character 2 of the text", None),
    ('give Nyrv «"a\x7fb"»', 1, "a control character (U+007F) at character 2 of the text", None),
    ("roll «+1 a\udc00»", 1, "half a character (U+DC00) at character 2 of the text", None),
    ("undo for «a\x00»", 1, "a control character (U+0000) at character 2 of the text", None),
    ("note «" + "x" * 10_001 + "»", 1, "a text of 10,001 characters is too long: the limit is 10,000", None),
    ("npc «" + "é" * 10_001 + "»", 1, "a text of 10,001 characters is too long: the limit is 10,000", None),
]

#: What was once said otherwise.
MENDED: list[Refusal] = [
    (
        "check Kotorikh Perception vs «Nyrw» Fitness",
        1,
        "expected a level or a character, not “Nyrw”",
        "did you mean Nyrv?",
    ),
    ("check Kotorikh Perception vs «lots»", 2, "expected a level or a character, not “lots”", None),
    ("check Nyrv Fitness less «-1» vs 3", 1, "−1 is too small: it must be 1 or more", None),
    ("odds Nyrv Fitness less «-1» vs 3", 1, "−1 is too small: it must be 1 or more", None),
    ("log last «-5»", 1, "−5 is too small: it must be 1 or more", None),
    ("log last «0»", 1, "0 is too small: it must be 1 or more", None),
    (
        "set Kotorikh Profession «Archaeologist»",
        2,
        "“=” is missing before “Archaeologist”",
        "type set Kotorikh Profession = Archaeologist",
    ),
    ('give Kotorikh «""»', 1, "the item needs a name", None),
    ('sheet «""»', 1, "no character “”", None),
    ("odds «1d9999999»", 1, "d9999999 is no die: a die has 2 to 1,000,000 sides", ...),
    ("contest Nyrv Fitness vs Polthova rolled «9»", 1, "3dF gives -3 to +3, not +9", None),
    ("define property X: «Swimming» -1", 1, "no ability “Swimming”", ...),
    ("drop Obazana «rope»", 1, "no item “rope”", "Obazana carries jewels, +1 sword"),
    ("move Kotorikh pouch to «pouch»", 1, "the pouch cannot go into itself", None),
]

#: Words of the grammar where they do not belong.
DISORDER: list[Refusal] = [
    (
        "check Nyrv Fitness vs 3 with 3d6 «less» 2",
        2,
        "“less” stands before “vs”",
        "type check Nyrv Fitness less 2 vs 3 with 3d6",
    ),
    ("check «vs» 3", 1, "no character “vs”", "the order is: check WHO TRAIT ... vs DIFFICULTY ..."),
    ("check Nyrv «vs» 3", 1, "no ability “vs”", "the order is: check WHO TRAIT ... vs DIFFICULTY ..."),
    ("award Kotorikh «for» luck 5", 2, "“for” is not a number", "the order is: award WHO, ... AMOUNT [for REASON]"),
    (
        "spend Nyrv «on» Fitness 5",
        2,
        "“on” is not a number",
        "the order is: spend WHO SHARE, ... [permitted]; SHARE is AMOUNT on TRAIT",
    ),
    (
        "contest Nyrv Fitness vs Polthova with 3d6 rolled «9»",
        1,
        "3d6 shows 3 faces, not 1",
        ...,
    ),
    ("check Nyrv Fitness vs 3 secret «secret»", 2, "“secret” is there already", ...),
]

#: What is nearly right, with the line that was probably meant.
NEARLY: list[Refusal] = [
    (
        "spend Kotorikh 3 «Fitness», 2 Muscle",
        2,
        "“on” is missing before “Fitness”",
        "type spend Kotorikh 3 on Fitness, 2 on Muscle",
    ),
    (
        "move Kotorikh pouch «belt»",
        2,
        "expected “to” or “out”, not “belt”",
        "type move Kotorikh pouch to belt",
    ),
    (
        "trait Nyrv Fitness 3 «Muscle» 2",
        2,
        "“Muscle” does not fit here: trait WHO GIVEN, ...; GIVEN is TRAIT LEVEL [to UPTO] [as ROLE]",
        "type trait Nyrv Fitness 3, Muscle 2",
    ),
    ("pc Bruni «played» by Ann", 2, "“played” does not fit here", "type pc Bruni by Ann"),
    ("pc The «Salt» Road", 2, "“Salt” does not fit here: pc NAME [by PLAYER]", 'type pc "The Salt Road"'),
    ("pc Old «Bruni» by Ann", 2, "“Bruni” does not fit here: pc NAME [by PLAYER]", 'type pc "Old Bruni" by Ann'),
    ("pc Old «Bruni» by Olga Kay", 2, "“Bruni” does not fit here: pc NAME [by PLAYER]", None),
    (
        "set Nyrv «Hair length» = short",
        2,
        'several words need quotes: "Hair length"',
        'type set Nyrv "Hair length" = short',
    ),
    (
        "define status «Very odd»: Sad -1, Fine",
        2,
        'several words need quotes: "Very odd"',
        'type define status "Very odd": Sad -1, Fine',
    ),
    (
        "define counter «Big luck» 0..9 start 3",
        2,
        'several words need quotes: "Big luck"',
        'type define counter "Big luck" 0..9 start 3',
    ),
    (
        "define ability «Sea Lore», Boats",
        2,
        'several words need quotes: "Sea Lore"',
        'type define ability "Sea Lore", Boats',
    ),
    (
        "check Kotorikh Perception +1 «bright lamp» vs 3",
        2,
        'several words need quotes: "bright lamp"',
        'type check Kotorikh Perception +1 "bright lamp" vs 3',
    ),
    (
        "check Kotorikh Perception vs 3 -1 «rusty old lock» rolled 0",
        2,
        'several words need quotes: "rusty old lock"',
        'type check Kotorikh Perception vs 3 -1 "rusty old lock" rolled 0',
    ),
    ("define ability «Sea Lore»", 2, 'several words need quotes: "Sea Lore"', 'type define ability "Sea Lore"'),
    ("ledger «everyone»", 1, "“everyone” does not fit here: ledger takes names, with commas between", ...),
    ("ledger «all»", 1, "“all” does not fit here: ledger takes names, with commas between", ...),
    ("dispute «all» 3", 1, "“all” does not fit here: dispute is for one character", "type a line for each"),
    ("amend Nyrv«,» Obazana 3", 2, "“,” does not fit here: amend is for one character", ...),
    (
        "check «fitness» vs 3",
        1,
        "no character “fitness”",
        "fitness is a trait; the order is: check WHO TRAIT ... vs DIFFICULTY ...",
    ),
    ("log Kotorikh «3»", 1, "no kind of event “3”", "type log Kotorikh session 3 or log Kotorikh last 3"),
    (
        "sheet Kotorikh «#47»",
        2,
        "“#47” does not fit here: sheet WHO [at POINT] [corrected]",
        "type sheet Kotorikh at #47",
    ),
    ("drop Nyrv «rope»", 1, "no item “rope”", "Nyrv carries nothing"),
    ("rename «Foo» to Bar", 1, "nothing is called “Foo”", None),
]

EVERY = [*UNKNOWN, *FORBIDDEN, *NUMBERS, *DICE, *GRAMMAR, *UNREADABLE, *MENDED, *DISORDER, *NEARLY]
TABLE = [pytest.param(*each, id=each[0][:60].encode("ascii", "backslashreplace").decode()) for each in EVERY]


def marked(typed: str) -> tuple[str, tuple[int, int] | None]:
    """Return the line without its marks, and the place that they stood around."""
    start, end = typed.find("«"), typed.find("»")
    line = typed.replace("«", "").replace("»", "")
    return (line, None) if start < 0 else (line, (start, max(end - 1, start + 1)))


@pytest.mark.parametrize(("typed", "status", "message", "hint"), TABLE)
def test_what_is_wrong_is_refused_with_its_place_and_a_remedy_and_nothing_is_recorded(
    table: Desk, typed: str, status: int, message: str, hint: Any
) -> None:
    line, place = marked(typed)
    before = table.place.file.read_bytes()
    foretold = LineTyped(table).explain_typed(line).problem
    outcome = table.do(line)
    assert outcome.fault is not None
    assert str(outcome.fault).startswith(foretold), "what takes the log to find is not foretold"
    assert (outcome.fault.message, outcome.fault.place) == (message, place)
    assert hint in (outcome.fault.hint, ...)
    assert (outcome.status, outcome.events) == (status, ())
    assert table.place.file.read_bytes() == before
    must_be_shown_in_a_few_clean_lines(outcome)


def must_be_shown_in_a_few_clean_lines(outcome: LineOutcome) -> None:
    """Assert that a fault takes little room, as text and as JSON."""
    assert outcome.fault is not None
    text = fault_text(outcome.line, outcome.fault)
    assert len(text.splitlines()) <= 4
    assert all(len(each) < 240 for each in text.splitlines())
    assert text.replace("\n", "").isprintable()
    assert json.loads(json.dumps(outcome.as_json()))["error"]["message"] == outcome.fault.message


# --- advice that can be typed -------------------------------------------------------------------------------


def assert_advice_can_be_typed(desk: Desk, line: str) -> None:
    """Assert that every line that is advised for a wrong one is right, or the beginning of a right one."""
    assert desk.campaign is not None
    state = desk.campaign.state
    parse = read(line, state)
    if parse.problem is None:
        return
    problem = explain_problem(parse, state)
    for cure in problem.cures:
        assert read(cure, state).problem is None, (line, cure)
    for quoted in re.findall("“([^”]+)”", problem.hint or ""):
        found = read(quoted, state).problem
        assert found is None or found.unfinished, (line, quoted)


def test_every_line_that_is_advised_can_be_typed(table: Desk) -> None:
    table.do("head")
    for typed, *_ in EVERY:
        if typed:
            assert_advice_can_be_typed(table, marked(typed)[0])


@pytest.mark.parametrize("typed", [each[0] for each in EVERY if str(each[3]).startswith("did you mean")])
def test_what_is_probably_meant_gets_further_than_what_was_typed(table: Desk, typed: str) -> None:
    line, place = marked(typed)
    fault = table.do(line).fault
    assert fault is not None
    assert place is not None
    meant = (fault.hint or "").removeprefix("did you mean ").split("?")[0]
    mended = f"{line[: place[0]]}{meant}{line[place[1] :]}"
    again = table.read(mended).problem
    assert again is None or again.start > place[0], mended


# --- through the doors -------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [each[0] for each in EVERY if each[0].isprintable()][::9])
def test_no_door_shows_the_inside_of_the_program(call: Run, file: Path, typed: str) -> None:
    line, place = marked(typed)
    before = file.read_bytes()
    found = call("--exact", file, line)
    assert found.status in (1, 2)
    assert found.out == ""
    assert "Traceback" not in found.err
    assert ("^" in found.err) == (place is not None)
    assert file.read_bytes() == before


def test_a_wrong_line_in_the_middle_of_a_script_takes_back_nothing_that_was_recorded(call: Run, file: Path) -> None:
    found = call(file, script="award Kotorikh 5\nspend Kotorikh 999 on Perception\naward Kotorikh 7\n")
    assert found.status == 1
    assert "Kotorikh has 22 XP to spend, not 999" in found.err
    assert "XP: 22 to spend" in call(file, "sheet Kotorikh").out


def test_of_a_command_with_several_parts_none_is_recorded_if_one_is_refused(call: Run, file: Path) -> None:
    before = file.read_bytes()
    for line in (
        "spend Kotorikh 5 on Perception, 99 on Fitness",
        "award Kotorikh, Kotorikh 5",
        "trait Nyrv Fitness 3, Muscle 99",
        'define ability Lore, ""',
    ):
        assert call(file, line).status == 1
    assert file.read_bytes() == before


def test_a_long_line_is_shown_around_the_place_that_is_wrong(call: Run, file: Path) -> None:
    found = call(file, "award " + "Kotorikh, " * 90 + "Kotorix 5")
    assert found.status == 1
    assert "did you mean Kotorikh?" in found.err
    assert max(map(len, found.err.splitlines())) < 200


# --- text that can be recorded -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("note " + "x" * 10_000, "x" * 10_000),
        ("note 👩‍👩‍👧 שלום 黒猫 ａ", "👩‍👩‍👧 שלום 黒猫 ａ"),
        ("note e\u0301", "é"),
        ("note 100% ${HOME} %s {x} `ls` ; DROP TABLE event; --", "100% ${HOME} %s {x} `ls` ; DROP TABLE event; --"),
        ("note a\u00a0b\u200b", "a\u00a0b\u200b"),
        ("note \\n is no line break", "\\n is no line break"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_any_text_that_can_be_read_is_kept_as_it_was_typed_in_nfc(desk: Desk, line: str, text: str) -> None:
    outcome = desk.do(line)
    assert outcome.status == 0
    assert outcome.events[0]["text"] == text


@pytest.mark.parametrize(
    "number",
    [
        "1000000000",
        "+1000000000",
        pytest.param("000000000000000000000000000007"),
    ],
)
def test_the_greatest_numbers_are_taken(desk: Desk, number: str) -> None:
    assert desk.do(f"award Kotorikh {number}").status == 0


# --- fuzz --------------------------------------------------------------------------------------------------

MANY = """\
check contest award spend status give drop move pass roll odds sheet log define ability property undo redo rules
practice trait set condition reveal Kotorikh Old Marta old Nyrv Perception Construction Magic Energy Tired pouch
stones vial vs on for at in from to out with rolled secret when less all session start of = : , # #48 " \\ +1 -1 −
0 1 7 999999999999 4dF 3d6 d% poly 2026-11-21"""
WORDS = st.sampled_from([*MANY.split(), "\x00", "\ud800", "\u2028", "x" * 300])
RIGHT = st.sampled_from(
    [
        'check kot Construction Magic +1 torch when dark vs 3 -1 "the moon" with 4dF rolled -1 0 0 +1 secret',
        "contest Nyrv Fitness +1 shoes rolled 0 vs Old Marta with 3dF at least 3",
        "spend Kotorikh 7 on Construction Magic, 3 on Mêlée à pied",
        "status old marta inner peace not so good for a fright",
        'give Kotorikh 2 "silver coins" in pouch note worn +1 grip on Fitness when running',
        "move Kotorikh 2 stones from pouch to belt",
        "define property Keen: Muscle -1 a +2 on Perception xp 7 Knowledge when dark",
        "sheet 黒猫 at start of session 1",
    ]
)


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """Cut and patch a right line somewhere."""
    line = draw(RIGHT)
    start, end = sorted(draw(st.lists(st.integers(0, len(line)), min_size=2, max_size=2)))
    patch = draw(WORDS | st.text(max_size=3) | st.just(line[start:end] * 2))
    return line[:start] + patch + line[end:] if draw(st.booleans()) else line[:start] + patch


LINES = st.lists(WORDS | st.text(max_size=4), max_size=10).map(" ".join) | spoiled()


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=LINES)
@example(line="„ not")
@example(line="”, not “")
def test_no_line_makes_the_table_fall_and_no_failed_one_changes_a_byte_of_the_log(table: Desk, line: str) -> None:
    must_be_answered_or_refused(table, line)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=LINES)
def test_no_line_of_many_makes_the_table_fall_and_no_failed_one_changes_a_byte_of_the_log(
    table: Desk, line: str
) -> None:
    must_be_answered_or_refused(table, line)


def must_be_answered_or_refused(table: Desk, line: str) -> None:
    """Type a line. It has an answer, or a fault that is told as text and JSON and leaves every byte of the log."""
    before = table.place.file.read_bytes()
    outcome = table.do(line)
    if outcome.fault is not None:
        assert table.place.file.read_bytes() == before
        assert outcome.status in (1, 2)
        assert outcome.fault.message
        assert fault_text(outcome.line, outcome.fault)
    else:
        assert outcome.answer is not None
        assert outcome.answer.text() is not None
    json.dumps(outcome.as_json())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=LINES)
@example(line="contest Nyrv Fitness +1 shoe+1 shoe")
def test_whatever_is_typed_every_line_that_is_advised_can_be_typed(table: Desk, line: str) -> None:
    table.do("head")
    assert_advice_can_be_typed(table, line)


def test_after_all_that_the_log_still_makes_the_same_campaign(table: Desk) -> None:
    assert table.campaign is not None
    again = Desk(table.place.file)
    again.open(writable=False)
    assert again.campaign is not None
    assert again.campaign.state == table.campaign.state
    again.close()


@pytest.mark.rule("B4-24")
@pytest.mark.parametrize(
    ("name", "said"), [("deep", "nested too deeply"), ("pipe", "is no file"), ("large", "is too large for a template")]
)
def test_a_template_that_is_none_is_refused_in_a_sentence(desk: Desk, tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / f"{name}.toml"
    if name == "pipe":
        os.mkfifo(path)
    else:
        path.write_text("x = " + "[" * 5000 if name == "deep" else "# x\n" * 300_000)
    outcome = desk.do(f'setup "{path}"')
    assert outcome.fault is not None
    assert outcome.status == 1
    assert said in outcome.fault.message
