"""One grammar: every usage line reads, spells, completes, and never takes a beginning for a mistake."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints
from unicodedata import normalize

import pytest
from attrs import NOTHING, evolve, fields_dict
from given import folder, one_in
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine import types as w
from engine.concerns.belongings.commands import Drop, Give, Loan, Move, NoteCondition, Pass
from engine.concerns.campaign.commands import (
    AnswerChecklist,
    ChangeRule,
    CreateCampaign,
    Setup,
    ShowChecklist,
    ShowRules,
    ShowWorlds,
)
from engine.concerns.characters.commands import Approve, CreateNpc, CreatePc, SetCharacteristic, ShowParty, ShowSheet
from engine.concerns.checks.commands import Check, CheckOdds, GroupCheck, Opponent
from engine.concerns.chronicle.commands import (
    AskWhy,
    Diff,
    ExplainEvent,
    ExplainLastRoll,
    Replay,
    RunAudit,
    Search,
    ShowEvent,
    ShowHead,
    ShowLastSession,
    ShowLog,
)
from engine.concerns.clocks.commands import EndFight, NextRound, StartFight
from engine.concerns.contests.commands import Contest, ContestOdds, Side
from engine.concerns.corrections.commands import Amend, Redo, Rename, Rule, RuleOnCritical, Sign, Undo, WhatIf
from engine.concerns.countdowns.commands import MakeCountdown, ShowCountdowns, StageOf, TickCountdown
from engine.concerns.countdowns.sheet import COUNTDOWNS
from engine.concerns.counters.commands import (
    DefineCounter,
    HighBand,
    HighClauses,
    LowBand,
    LowClauses,
    MoveCounter,
)
from engine.concerns.counters.events import COUNTERS
from engine.concerns.damage.commands import DealDamage, SetScale
from engine.concerns.effects.commands import PassingEffect
from engine.concerns.experience.commands import (
    AnswerQuestion,
    AnswerQuestions,
    Award,
    AwardEach,
    Bonus,
    Dispute,
    FixPracticeRate,
    Forfeit,
    Prize,
    Raise,
    Share,
    ShowLedger,
    ShowQuestions,
    Spend,
    WeighPractice,
)
from engine.concerns.files.commands import (
    Accept,
    Backup,
    Compare,
    Convert,
    Export,
    Fork,
    Import,
    Rescue,
    Resend,
    TryImport,
    Verify,
)
from engine.concerns.goals.commands import MeetComplication, NeedSet, SetGoal, ShowGoals
from engine.concerns.goals.sheet import GOALS, GoalNow
from engine.concerns.groups.commands import JoinGroup, LeaveGroup, MakeGroup, ShowGroups
from engine.concerns.keys.commands import DefineKey, HitKey, ShowKeys, SwapKey
from engine.concerns.magic.commands import CastSpell, MeetNeed, PerformRitual, PlanRitual, ShowSpells
from engine.concerns.magic.sheet import RITUALS
from engine.concerns.moves.commands import AnswerLeadingQuestion, AskPlayer, MakeMove, ShowMoves
from engine.concerns.phones.commands import (
    ChangeLink,
    DeclineWaiting,
    DropSeat,
    ServePages,
    ShowWaiting,
    StopServing,
    TakeWaiting,
)
from engine.concerns.points.commands import ChangePoints
from engine.concerns.properties.commands import (
    Clause,
    DefineFault,
    DefineGift,
    DefineProperty,
    Gain,
    LevelChange,
    Lose,
    ThingBrought,
)
from engine.concerns.retelling.commands import ShowStats, TellRecap, WriteReport
from engine.concerns.rolls.commands import Critical, DiceOdds, Modifier, React, Reveal, Roll
from engine.concerns.safety.commands import (
    Agree,
    DrawLine,
    DrawVeil,
    HoldSessionZero,
    ShowAgenda,
    ShowConcept,
    ShowXCard,
)
from engine.concerns.seals.commands import SealEvening, ShowChecker, ShowSeals, ShowSince
from engine.concerns.secrets.commands import HideNpc, KeepSecret, ShowNpc
from engine.concerns.sessions.commands import (
    EndSession,
    MakeNote,
    SetScene,
    ShowSpotlight,
    StartPastSession,
    StartSession,
)
from engine.concerns.ships.commands import CreateShip, GiveQuality
from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.concerns.tables.commands import DefineTable, RollTable, RowOf, ShowTables, TableOdds
from engine.concerns.tables.sheet import every_table
from engine.concerns.tracks.commands import (
    Clear,
    DefineTrack,
    GiveTrack,
    Mark,
    Recover,
    Revive,
    StateBoxes,
    TakeOut,
    Tend,
)
from engine.concerns.traits.commands import DefineAbilities, DefineAbility, GiveTrait, Labelled, TradeSlot, TraitLevel
from engine.concerns.uses.commands import AlterRoll, EaseCondition, RerollCheck, TurnToSuccess
from engine.heads import declared_heads
from engine.known import every_trait
from engine.registry import BEARERS, PHRASES, USAGES, Ask
from engine.rules.parts import BANS, CLOCKS, DAMAGE, TIMINGS, Effect
from engine.rules.ruleset import Pairs
from engine.state import GroupBoard, Sheet, Stack, State
from engine.template import world_called
from shell.commands import ChangeSetting, Help, Quit, ShowCompletions, ShowConfig, SpeakAs
from shell.doors.opening import one_line
from shell.language import names
from shell.language.grammar import Phrase, all_commands, bare, compile_shorts, compile_usages, find_first_word, usages
from shell.language.kinds import known
from shell.language.kinds.table import KINDS
from shell.language.kinds.text import bare_spans, fold_case, without_accents, without_comment
from shell.language.nodes import Bag, Literal, Many, Seq, Slot, forms_of, walk_nodes
from shell.language.offers import offers
from shell.language.parse import Scene
from shell.language.reading import read
from shell.language.spelling import is_given, spell
from shell.options import ExitStatus
from shell.prompt.typed import LineTyped
from shell.render import ANSWERERS, load_answers, room_of
from shell.runner import Desk

ROOT = Path(__file__).parents[2]

PERCEPTION, MAGIC, MELEE = "Perception", "Construction Magic", "Mêlée à pied"


def side(who: str, trait: str | None = "", *modifiers: Modifier, **more: Any) -> Side:
    """One side of a contest."""
    return Side(who, trait, modifiers=modifiers, **more)


#: What can hold for every member of a group that rolls.
FOR_EACH: dict[str, Any] = {
    "deduction": 1,
    "modifiers": (Modifier(1, "torch"),),
    "tags": ("dark",),
    "factors": (Modifier(-1, "rain"),),
    "ships": ("Nyrv",),
    "dice": "4dF",
    "secret": True,
    "hidden": 1,
    "anyway": True,
}

#: A right line, and what it means.
#: What a spell has besides what it reaches, and what is read of it.
SPELL_HEAD = "and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst +1 torch when dark"
SPELL_TAIL = (
    "with 4dF point success four maximum points 2 critical rolled 0 anyway secret succeeds luck fails badly"
    " hidden +1 ticks fund stakes rope"
)
SPELL: dict[str, Any] = {
    "deduction": 1,
    "modifiers": (Modifier(1, "torch"),),
    "tags": ("dark",),
    "dice": "4dF",
    "secondary": "Knowledge",
    "instead": True,
    "critical": True,
    "default": 2,
    "advantage": 2,
    "disadvantage": 1,
    "best": True,
    "worst": True,
    "point": True,
    "points": 2,
    "hidden": 1,
    "faces": (0,),
    "secret": True,
    "anyway": True,
    "succeeds": "luck",
    "fails": "badly",
    "ticks": "Funding",
    "stakes": "rope",
    "success": True,
    "four": True,
    "maximum": True,
}

LINES: dict[str, object] = {
    # --- setting up
    "new peupfudge": CreateCampaign("peupfudge"),
    'new peupfudge "The Golden Teapot"': CreateCampaign("peupfudge", "The Golden Teapot"),
    "new house.toml Teapot": CreateCampaign("house.toml", "Teapot"),
    "new C:\\rules=ours.toml Teapot": CreateCampaign("C:\\rules=ours.toml", "Teapot"),
    "rules": ShowRules(),
    "rules contest-dice 4dF": ChangeRule("contest-dice", "4dF"),
    "RULES check 3d6": ChangeRule("check-dice", "3d6"),
    "rules places back, belt": ChangeRule("places", "back, belt"),
    "rules players-see gaps no": ChangeRule("players-see", "gaps no"),
    "rules untrained": ShowRules("untrained"),
    "rules untrained Poor": ChangeRule("untrained", "Poor"),
    "setup": ShowWorlds(),
    "setup sessions/my campaign.toml": Setup("sessions/my campaign.toml"),
    "define ability Cooking default 2": DefineAbility(("Cooking",), default=2),
    "define ability Cooking": DefineAbility(("Cooking",)),
    'define ability Lore, "Sea Lore", 黒 poor 2 decent +4 "very great" 6': DefineAbility(
        ("Lore", "Sea Lore", "黒"), (Labelled("poor", 2), Labelled("decent", 4), Labelled("very great", 6))
    ),
    "define status Mood: Grim -1, Calm, Glad +1": DefineStatus(
        "Mood", (Step("Grim", -1), Step("Calm"), Step("Glad", 1))
    ),
    'define status Mood : Grim −1 , "So so" ±0 on perc, Mêlée start Grim': DefineStatus(
        "Mood", (Step("Grim", -1), Step("So so")), (PERCEPTION, MELEE), "Grim"
    ),
    'define status Mood: Grim -1, Glad 1 start "Glad" on Perception': DefineStatus(
        "Mood", (Step("Grim", -1), Step("Glad", 1)), (PERCEPTION,), "Glad"
    ),
    "define status Mood: Grim -1, Calm when running": DefineStatus(
        "Mood", (Step("Grim", -1), Step("Calm")), tag="running"
    ),
    'define status Mood: Grim -1, Calm moved "by company" start Calm on Muscle': DefineStatus(
        "Mood", (Step("Grim", -1), Step("Calm")), ("Muscle",), "Calm", "by company"
    ),
    "define status Health: Dying -3 out, Ill -1 only Muscle and perc, Well": DefineStatus(
        "Health", (Step("Dying", -3, out=True), Step("Ill", -1, ("Muscle", PERCEPTION)), Step("Well"))
    ),
    "define status Health: Ill Muscle -1 and perc −2, Weak -1 Muscle +1 only Muscle out, Well": DefineStatus(
        "Health",
        (
            Step("Ill", changes=(LevelChange("Muscle", -1), LevelChange(PERCEPTION, -2))),
            Step("Weak", -1, ("Muscle",), True, (LevelChange("Muscle", 1),)),
            Step("Well"),
        ),
    ),
    "define property poor": DefineProperty("poor"),
    'define property wealthy: gives 10 "rare jewels", ring': DefineProperty(
        "wealthy", things=(ThingBrought("rare jewels", 10), ThingBrought("ring"))
    ),
    'define property "hobbit strength": Muscle -1, legal knowledge +2': DefineProperty(
        "hobbit strength", (LevelChange("Muscle", -1), LevelChange("Legal Knowledge", 2))
    ),
    "define property Keen: A +2 on Perception, Knowledge when dark": DefineProperty(
        "Keen", action=2, traits=(PERCEPTION, "Knowledge"), tag="dark"
    ),
    "define property Keen: Muscle -1 a +2 on Perception xp 7 Knowledge when dark": DefineProperty(
        "Keen", (LevelChange("Muscle", -1),), 2, (PERCEPTION,), 7, "Knowledge", "dark"
    ),
    "define property Keen: when dark xp 7 Knowledge": DefineProperty("Keen", bonus=7, practice="Knowledge", tag="dark"),
    "define property Eyes: a 2 on perc and Knowledge when dark, Muscle -1 xp 7 Knowledge gives jewels": DefineProperty(
        "Eyes",
        bonus=7,
        practice="Knowledge",
        things=(ThingBrought("jewels"),),
        clauses=(Clause(None, 2, (PERCEPTION, "Knowledge"), "dark"), Clause("Muscle", -1)),
    ),
    "pc Bruni": CreatePc("Bruni"),
    'pc "Bruni the Bold" by "Anna Maria"': CreatePc("Bruni the Bold", "Anna Maria"),
    "pc Bruni by kurt": CreatePc("Bruni", "Kurt"),
    "pc Bruni by Zoë": CreatePc("Bruni", "Zoë"),
    "npc Ünal": CreateNpc("Ünal"),
    "npc Grum as troll": CreateNpc("Grum", "Troll"),
    "npc Grum, Ünal as troll track 4": CreateNpc("Grum", "Troll", ("Ünal",), boxes=4),
    "npc Grum track 2 as troll": CreateNpc("Grum", "Troll", boxes=2),
    "npc 3 Thief": CreateNpc("Thief", amount=3),
    'npc 12 "Night Watchman" track 1 as Brigand': CreateNpc("Night Watchman", "Brigand", amount=12, boxes=1),
    "define abilities base, fantasy without Languages, Stealth": DefineAbilities(
        ("base", "fantasy"), ("Languages", "Stealth")
    ),
    'define gift "Night Vision", Wings': DefineGift(("Night Vision", "Wings")),
    "define fault Greedy": DefineFault(("Greedy",)),
    "trade Kotorikh 3": TradeSlot("Kotorikh", 3),
    "approve Kotorikh": Approve("Kotorikh"),
    "trait Nyrv Fitness 2 to 4": GiveTrait("Nyrv", (TraitLevel("Fitness", 2, 4),)),
    'npc "Al \\"Scar\\" C\\\\"': CreateNpc('Al "Scar" C\\'),
    "set Kotorikh Profession = Archaeologist, retired": SetCharacteristic(
        "Kotorikh", "Profession", "Archaeologist, retired"
    ),
    'set old marta "Favourite dish" = "stew = soup"': SetCharacteristic("Old Marta", "Favourite dish", "stew = soup"),
    "set 黒猫 eye colour=grün": SetCharacteristic("黒猫", "Eye colour", "grün"),
    "trait Nyrv Fitness 5": GiveTrait("Nyrv", (TraitLevel("Fitness", 5),)),
    'trait Nyrv construction magic 5, "Sea Lore" 3, Stealth 0': GiveTrait(
        "Nyrv", (TraitLevel(MAGIC, 5), TraitLevel("Sea Lore", 3), TraitLevel("Stealth", 0))
    ),
    "checklist": ShowChecklist(),
    "checklist beings humans, hobbits and the odd ant": AnswerChecklist("beings", "humans, hobbits and the odd ant"),
    "checklist starting-xp 20": AnswerChecklist("starting-xp", "20"),
    "practice 1 month = 2": FixPracticeRate(1, "month", 2),
    "practice 12 months": WeighPractice(12, "months"),
    "practice 3 months at 50%": WeighPractice(3, "months", 50),
    'practice 3 "lunar months" at 50': WeighPractice(3, "lunar months", 50),
    # --- at the table
    'session start "The inn" on 2024-03-09': StartPastSession("2024-03-09", named="The inn"),
    'session start 6 "The inn" with Kurt, gromanno on 9 March 2024': StartPastSession(
        "2024-03-09", 6, "The inn", ("Kurt", "Gromanno")
    ),
    "session start Dusk at 9.3.2024": StartPastSession("2024-03-09", named="Dusk"),
    "session start 6 Dusk with kurt at 9.3.2024": StartPastSession("2024-03-09", 6, "Dusk", ("Kurt",)),
    "session start on 2024-03-09": StartPastSession("2024-03-09"),
    "start session 3 doors with Kurt on 9 Mar 2024": StartPastSession("2024-03-09", 3, "doors", ("Kurt",)),
    'start session 3 "doors" with kurt at 2024-03-09': StartPastSession("2024-03-09", 3, "doors", ("Kurt",)),
    "session start 3 doors": StartSession("3 doors"),
    "session start": StartSession(),
    "session start The inn that cost three jewels": StartSession("The inn that cost three jewels"),
    'session start "The inn"': StartSession("The inn"),
    "session start with kurt": StartSession(present=("Kurt",)),
    'session start "The inn" with Kurt, gromanno': StartSession(named="The inn", present=("Kurt", "Gromanno")),
    "start session with kurt": StartSession(present=("Kurt",)),
    'start session "The inn" with Kurt': StartSession(named="The inn", present=("Kurt",)),
    "start session The inn": StartSession("The inn"),
    "start session": StartSession(),
    "end session": EndSession(),
    "exit": Quit(),
    "q": Quit(),
    "session end": EndSession(),
    "scene Outside the inn, night": SetScene("Outside the inn, night"),
    "session zero At the inn": HoldSessionZero("At the inn"),
    "agree": ShowAgenda(),
    "agree pho in the bag": Agree("phones", "in the bag"),
    "concept kot": ShowConcept("Kotorikh"),
    "line harm to animals": DrawLine("harm to animals"),
    "veil torture": DrawVeil("torture"),
    "xcard": ShowXCard(),
    "xcard back": ShowXCard(back=True),
    "gm": ShowMoves(),
    "gm 1 The drums begin": MakeMove("announce badness", "The drums begin"),
    "gm show to kot Ann and Bo argue": MakeMove("show a conflict", "Ann and Bo argue", "Kotorikh"),
    "gm show unfinished A door opens": MakeMove("show a conflict", "A door opens", unfinished=True),
    'gm show "to the north, smoke"': MakeMove("show a conflict", "to the north, smoke"),
    "ask kot Why does the duke owe you?": AskPlayer("Kotorikh", "Why does the duke owe you?"),
    "answer #57 We hid his brother": AnswerLeadingQuestion(57, "We hid his brother"),
    "secret The innkeeper is the thief": KeepSecret("The innkeeper is the thief"),
    "secret scene The cellar, night": KeepSecret("The cellar, night", True),
    'secret "scene of the crime"': KeepSecret("scene of the crime"),
    "show nyrv, gromanno": ShowNpc(("Nyrv", "Gromanno")),
    "hide nyrv": HideNpc(("Nyrv",)),
    "hide nyrv fully": HideNpc(("Nyrv",), fully=True),
    'note The "thief" limps': MakeNote('The "thief" limps'),
    "note   the pit is 12 m deep #57 ": MakeNote("the pit is 12 m deep #57"),
    "note, the pit is deep": MakeNote("the pit is deep"),
    "note: the pit is deeper": MakeNote("the pit is deeper"),
    "roll": Roll(),
    "roll 4dF": Roll("4dF"),
    "roll dF": Roll("1dF"),
    "roll +1 luck": Roll(modifiers=(Modifier(1, "luck"),)),
    'roll 2d6+3 +1 luck -2 "a bad omen" for Old Marta rolled 4 6 secret': Roll(
        "2d6+3", (Modifier(1, "luck"), Modifier(-2, "a bad omen")), "Old Marta", (4, 6), True
    ),
    "roll secret rolled - 0 0 + for 黒猫": Roll(None, (), "黒猫", (-1, 0, 0, 1), True),
    "roll d66 rolled 3 3": Roll("d66", faces=(3, 3)),
    "roll d%": Roll("d%"),
    "roll 4d6-as-dF": Roll("4d6-as-dF"),
    "roll 4d6-lowest": Roll("4d6-lowest"),
    "check Kotorikh Perception vs 3": Check("Kotorikh", PERCEPTION, 3),
    "check kot perc vs 3": Check("Kotorikh", PERCEPTION, 3),
    "CHECK KOTORIKH PERCEPTION VS 3 SECRET": Check("Kotorikh", PERCEPTION, 3, secret=True),
    "check Old Marta Construction Magic vs -1": Check("Old Marta", MAGIC, -1),
    "check Old Marta Construction vs 1": Check("Old Marta", "Construction", 1),
    "check “Old Marta” «construction magic» vs 1": Check("Old Marta", MAGIC, 1),
    'npc “The man with the "hat"”': CreateNpc('The man with the "hat"'),
    "npc „Der Alte“": CreateNpc("Der Alte"),
    "npc „Den gamle”": CreateNpc("Den gamle"),
    "check Old Marten Ride vs Run vs 1": Check("Old Marten", "Ride vs Run", 1),
    "check Man with Hat Mêlée à pied vs 1 with 3dF": Check("Man with Hat", MELEE, 1, dice="3dF"),
    'check "Man with Hat" nothing vs 1': Check("Man with Hat", None, 1),
    "check ægir legal less 2 +1 when magical, dark vs 3": Check(
        "Ægir", "Legal Knowledge", 3, deduction=2, modifiers=(Modifier(1),), tags=("magical", "dark")
    ),
    'check Kotorikh Perception when running +1 torch less 1 vs 3 -1 "the moon is up" rolled -1 0 0 +1': Check(
        "Kotorikh",
        PERCEPTION,
        difficulty=3,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("running",),
        factors=(Modifier(-1, "the moon is up"),),
        faces=(-1, 0, 0, 1),
    ),
    "check Kotorikh Perception vs 3 rolled +2 with 4dF secret": Check(
        "Kotorikh", PERCEPTION, 3, dice="4dF", faces=(2,), secret=True
    ),
    "check Kotorikh Knowledge vs Obazana Charisma": Check(
        "Kotorikh", "Knowledge", opponent=Opponent("Obazana", "Charisma")
    ),
    "check Kotorikh nothing less 1 +1 when dark vs Ann Legal Knowledge +2 rain with 4dF rolled 0 secret": Check(
        "Kotorikh",
        None,
        opponent=Opponent('Ann "Red" Lee', "Legal Knowledge"),
        deduction=1,
        modifiers=(Modifier(1),),
        tags=("dark",),
        factors=(Modifier(2, "rain"),),
        dice="4dF",
        faces=(0,),
        secret=True,
    ),
    "check Kotorikh Knowledge": Check("Kotorikh", "Knowledge"),
    "check Kotorikh, old marta Perception less 1 +1 torch when dark vs 3 -1 rain ship nyrv with 4dF secret hidden +1"
    " anyway": GroupCheck("Kotorikh", ("Old Marta",), trait=PERCEPTION, difficulty=3, **FOR_EACH),
    "check Kotorikh, nyrv Perception less 1 +1 torch when dark vs oba charisma -1 rain ship nyrv with 4dF secret hidden"
    " +1 anyway": GroupCheck(
        "Kotorikh", ("Nyrv",), trait=PERCEPTION, opponent=Opponent("Obazana", "Charisma"), **FOR_EACH
    ),
    "check all Perception less 1 +1 torch when dark vs 3 -1 rain ship nyrv with 4dF secret hidden +1"
    " anyway": GroupCheck(all=True, trait=PERCEPTION, difficulty=3, **FOR_EACH),
    "check all Perception less 1 +1 torch when dark vs oba charisma -1 rain ship nyrv with 4dF secret hidden +1"
    " anyway": GroupCheck(all=True, trait=PERCEPTION, opponent=Opponent("Obazana", "Charisma"), **FOR_EACH),
    "all perc 3": GroupCheck(all=True, trait=PERCEPTION, difficulty=3),
    "kot, oba perc +1 torch nyrv charisma": GroupCheck(
        "Kotorikh",
        ("Obazana",),
        trait=PERCEPTION,
        opponent=Opponent("Nyrv", "Charisma"),
        modifiers=(Modifier(1, "torch"),),
    ),
    "check Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch when"
    " dark vs 3"
    " -1 rain hidden +1 with 4dF point success four maximum points 2 critical rolled 0 anyway secret succeeds luck"
    " fails badly ticks fund stakes rope": Check(
        "Kotorikh",
        PERCEPTION,
        difficulty=3,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
        hidden=1,
        faces=(0,),
        secret=True,
        anyway=True,
        succeeds="luck",
        fails="badly",
        ticks="Funding",
        stakes="rope",
        success=True,
        four=True,
        maximum=True,
    ),
    "check Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch when"
    " dark vs Obazana"
    " Charisma -1 rain hidden +1 with 4dF point success four maximum points 2 critical rolled 0 anyway secret"
    " succeeds luck fails badly ticks fund stakes rope": Check(
        "Kotorikh",
        PERCEPTION,
        opponent=Opponent("Obazana", "Charisma"),
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
        hidden=1,
        faces=(0,),
        secret=True,
        anyway=True,
        succeeds="luck",
        fails="badly",
        ticks="Funding",
        stakes="rope",
        success=True,
        four=True,
        maximum=True,
    ),
    "check Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch when dark"
    " with 4dF point success four maximum points 2 critical rolled 0 anyway secret succeeds luck"
    " fails badly ticks fund stakes rope": Check(
        "Kotorikh",
        PERCEPTION,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
        faces=(0,),
        secret=True,
        anyway=True,
        succeeds="luck",
        fails="badly",
        ticks="Funding",
        stakes="rope",
        success=True,
        four=True,
        maximum=True,
    ),
    "roll 4dF for Kotorikh point points 2": Roll("4dF", who="Kotorikh", point=True, points=2),
    "react Nyrv advantage 2 disadvantage 1": React("Nyrv", advantage=2, disadvantage=1),
    "contest Gromanno Fitness with 2dF vs Nyrv with 1dF with 4dF critical": Contest(
        (side("Gromanno", "Fitness", dice="2dF"), side("Nyrv", dice="1dF")), "4dF", critical=True
    ),
    "contest Gromanno Fitness vs Nyrv with 4dF": Contest((side("Gromanno", "Fitness"), side("Nyrv")), "4dF"),
    "odds contest Gromanno Fitness and Perception instead vs Nyrv with 1dF with 2dF critical": ContestOdds(
        (side("Gromanno", "Fitness", secondary=PERCEPTION, instead=True), side("Nyrv", dice="1dF")),
        "2dF",
        critical=True,
    ),
    "odds Gromanno Fitness vs Nyrv with 1dF with 2dF critical": ContestOdds(
        (side("Gromanno", "Fitness"), side("Nyrv", dice="1dF")), "2dF", critical=True
    ),
    "react Nyrv": React("Nyrv"),
    "react Nyrv +1 charisma rolled 0 open": React("Nyrv", (Modifier(1, "charisma"),), (0,), True),
    "critical for Nyrv rolled 1 2": Critical("Nyrv", (1, 2)),
    "contest Gromanno Fitness vs Nyrv yields": Contest((side("Gromanno", "Fitness"), side("Nyrv", yields=True))),
    "questions": ShowQuestions(),
    "questions Kotorikh, Obazana 3": AnswerQuestions(("Kotorikh", "Obazana"), 3),
    "question Kotorikh 1 yes": AnswerQuestion("Kotorikh", "Was it fun?", yes=True),
    'question Kotorikh "was it f" no': AnswerQuestion("Kotorikh", "Was it fun?", no=True),
    "questions all 3": AnswerQuestions(count=3, all=True),
    "point Kotorikh -1 for a lucky coincidence": ChangePoints("Kotorikh", -1, "a lucky coincidence"),
    "point Kotorikh reroll #57": RerollCheck("Kotorikh", 57),
    "point Kotorikh reroll #57 rolled 0 + - +": RerollCheck("Kotorikh", 57, (0, 1, -1, 1)),
    "point Kotorikh alter #57 -1": AlterRoll("Kotorikh", 57, -1),
    "point Kotorikh success #57": TurnToSuccess("Kotorikh", 57),
    "point Kotorikh convert #57": TurnToSuccess("Kotorikh", 57),
    "point Kotorikh ease serious": EaseCondition("Kotorikh", "serious"),
    "raise Kotorikh Perception permitted": Raise("Kotorikh", PERCEPTION, True),
    "contest Gromanno Fitness vs Nyrv": Contest((side("Gromanno", "Fitness"), side("Nyrv"))),
    "contest Gromanno Fitness vs Nyrv anyway": Contest((side("Gromanno", "Fitness"), side("Nyrv")), anyway=True),
    "contest Gromanno Fitness +1 shoes when running rolled 0 vs Nyrv Muscle -1 dark rolled +2 vs Old Marta "
    "with 4dF at least 3 secret": Contest(
        (
            side("Gromanno", "Fitness", Modifier(1, "shoes"), tags=("running",), faces=(0,)),
            side("Nyrv", "Muscle", Modifier(-1, "dark"), faces=(2,)),
            side("Old Marta"),
        ),
        "4dF",
        3,
        secret=True,
    ),
    "contest Old Marten Ride vs Run vs Man with Hat secret": Contest(
        (side("Old Marten", "Ride vs Run"), side("Man with Hat")), secret=True
    ),
    "roll 4dF rolled ++0-": Roll("4dF", faces=(1, 1, 0, -1)),
    "roll 4dF rolled 0000": Roll("4dF", faces=(0, 0, 0, 0)),
    'status Kotorikh, "Old Marta" Energy Tired for rain': ChangeStatus(
        "Kotorikh", "Energy", "Tired", "rain", others=("Old Marta",)
    ),
    'status Kotorikh, "Old Marta" Energy up for rain': ChangeStatus(
        "Kotorikh", "Energy", None, "rain", up=True, others=("Old Marta",)
    ),
    'status Kotorikh, "Old Marta" Energy down for rain': ChangeStatus(
        "Kotorikh", "Energy", None, "rain", down=True, others=("Old Marta",)
    ),
    "status all Energy Tired for rain": ChangeStatus("", "Energy", "Tired", "rain", all=True),
    "status all Energy up for rain": ChangeStatus("", "Energy", None, "rain", up=True, all=True),
    "status all Energy down for rain": ChangeStatus("", "Energy", None, "rain", down=True, all=True),
    'gain Kotorikh, "Old Marta" "talented observer"': Gain("Kotorikh", "talented observer", others=("Old Marta",)),
    'gain all "talented observer" until scene': Gain("", "talented observer", "scene", all=True),
    'lose Kotorikh, "Old Marta" "talented observer"': Lose("Kotorikh", "talented observer", others=("Old Marta",)),
    'lose all "talented observer"': Lose("", "talented observer", all=True),
    'give Kotorikh, "Old Marta" lamp': Give("Kotorikh", "lamp", others=("Old Marta",)),
    "give all 2 lamp in back note lit +1 bright on Perception": Give(
        "", "lamp", 2, "back", "lit", (Loan(1, "bright", ("Perception",)),), all=True
    ),
    "award Kotorikh 10": Award(("Kotorikh",), 10),
    "award Kotorikh, old marta, 黒猫 10 for the golden teapot, at last": Award(
        ("Kotorikh", "Old Marta", "黒猫"), 10, "the golden teapot, at last"
    ),
    "award all 5": Award(amount=5, all=True),
    "award Kotorikh 3, old marta 1 for the teapot": AwardEach(
        Prize("Kotorikh", 3), (Prize("Old Marta", 1),), "the teapot"
    ),
    "xp 2 for coming": Award(amount=2, reason="coming", all=True),
    "xp kot, oba 2": Award(("Kotorikh", "Obazana"), 2),
    "xp kot 3, oba 1, nyrv 2": AwardEach(Prize("Kotorikh", 3), (Prize("Obazana", 1), Prize("Nyrv", 2))),
    "award all 5 for coming": Award(amount=5, reason="coming", all=True),
    "spend Kotorikh 7 on Construction Magic": Spend("Kotorikh", (Share(7, MAGIC),)),
    "spend Kotorikh 7 on perc permitted": Spend("Kotorikh", (Share(7, PERCEPTION),), permitted=True),
    'spend Kotorikh 7 on "Construction Magic", 3 on perc': Spend("Kotorikh", (Share(7, MAGIC), Share(3, PERCEPTION))),
    "raise Kotorikh Perception": Raise("Kotorikh", PERCEPTION),
    "forfeit Kotorikh 2": Forfeit("Kotorikh", 2),
    "forfeit kot 30 before for the years before": Forfeit("Kotorikh", 30, True, "the years before"),
    "bonus Kotorikh 7 on Perception": Bonus("Kotorikh", 7, PERCEPTION),
    "bonus Kotorikh 7 on Perception for a keen eye": Bonus("Kotorikh", 7, PERCEPTION, "a keen eye"),
    "status Kotorikh Energy Tired": ChangeStatus("Kotorikh", "Energy", "Tired"),
    'status old marta inner not so for "a fright"': ChangeStatus("Old Marta", "Inner Peace", "Not so good", "a fright"),
    "status Kotorikh Energy up": ChangeStatus("Kotorikh", "Energy", up=True),
    "status Kotorikh Energy up for a night's sleep": ChangeStatus(
        "Kotorikh", "Energy", reason="a night's sleep", up=True
    ),
    "status Kotorikh Energy down for a long walk": ChangeStatus("Kotorikh", "Energy", reason="a long walk", down=True),
    'gain Kotorikh "talented observer"': Gain("Kotorikh", "talented observer"),
    'gain Kotorikh "talented observer" until next roll': Gain("Kotorikh", "talented observer", "next roll"),
    "effect Nyrv stunned": PassingEffect("Nyrv", "stunned"),
    'effect Nyrv "numb arm" a -2 on Fitness when running until scene of #57': PassingEffect(
        "Nyrv", "numb arm", -2, ("Fitness",), "running", "scene", 57
    ),
    "effect Nyrv rent a -1 damage -2 armour -3 until next round": PassingEffect(
        "Nyrv", "rent", -1, clock="next round", damage=-2, armour=-3
    ),
    "effect Nyrv enraged damage +1 armour -1 until #57": PassingEffect(
        "Nyrv", "enraged", event=57, damage=1, armour=-1
    ),
    "effect Nyrv blinded no action no defence on next turn": PassingEffect(
        "Nyrv", "blinded", bans=("no action", "no defence"), timing="on next turn"
    ),
    "effect Nyrv weak skill -1 on Fitness on next turn of #57": PassingEffect(
        "Nyrv", "weak", traits=("Fitness",), skill=-1, timing="on next turn", roll=57
    ),
    "effect Nyrv rent no armour on this hit": PassingEffect("Nyrv", "rent", bans=("no armour",), timing="on this hit"),
    "effect Nyrv rent no armour skill -1 until #57": PassingEffect(
        "Nyrv", "rent", bans=("no armour",), skill=-1, event=57
    ),
    "effect Nyrv stunned ends": PassingEffect("Nyrv", "stunned", ends=True),
    "effect Nyrv, Kotorikh wet a -1": PassingEffect("Nyrv", "wet", -1, others=("Kotorikh",)),
    "effect Nyrv, Kotorikh wet ends": PassingEffect("Nyrv", "wet", ends=True, others=("Kotorikh",)),
    'countdown Building 6 "it collapses"': MakeCountdown("Building", (StageOf(6, "it collapses"),)),
    'countdown "The House" 2 creaks, 2, 1 "it falls" against fund moved "by delay" hidden': MakeCountdown(
        "The House", (StageOf(2, "creaks"), StageOf(2), StageOf(1, "it falls")), "Funding", "by delay", hidden=True
    ),
    "countdown Clock 4 secret": MakeCountdown("Clock", (StageOf(4),), secret=True),
    'define table Hits with 2d6: 2 arm, 3-12 "left leg" a -2 until round': DefineTable(
        "Hits", (RowOf((2, 2), "arm"), RowOf((3, 12), "left leg", -2, "round")), "2d6"
    ),
    "define table Blows: 1-2 rent damage -1 armour -9 until next round": DefineTable(
        "Blows", (RowOf((1, 2), "rent", clock="next round", damage=-1, armour=-9),)
    ),
    "define table Odds: 1 dazed no defence on next turn, 2 weak skill -1 until hit": DefineTable(
        "Odds",
        (
            RowOf((1, 1), "dazed", bans=("no defence",), timing="on next turn"),
            RowOf((2, 2), "weak", clock="hit", skill=-1),
        ),
    ),
    "define table Odds: -4..-1 bad, 0-4 good": DefineTable("Odds", (RowOf((-4, -1), "bad"), RowOf((0, 4), "good"))),
    "table weath": RollTable("Weather"),
    "table Weather for Nyrv of #57 rolled 3 4 secret": RollTable("Weather", "Nyrv", 57, (3, 4), True),
    f"spell Kotorikh Perception {SPELL_HEAD} range sight duration several area any {SPELL_TAIL}": CastSpell(
        "Kotorikh", PERCEPTION, "sight", "several actions", "any", **SPELL
    ),
    f"spell minor Kotorikh Perception {SPELL_HEAD} {SPELL_TAIL}": CastSpell(
        "Kotorikh", PERCEPTION, minor=True, **SPELL
    ),
    "spell minor Kotorikh Fitness secret": CastSpell("Kotorikh", "Fitness", minor=True, secret=True),
    "spells": ShowSpells(),
    'ritual Rain needs "a silver bowl", water': PlanRitual("Rain", ("a silver bowl", "water")),
    "ritual asc has blood for the third time": MeetNeed("Ascent", "a drop of blood", "the third time"),
    "ritual Ascent performed by Nyrv for luck": PerformRitual("Ascent", "Nyrv", "luck"),
    'ship "Red Kite" as troll track 4': CreateShip("Red Kite", "Troll", 4),
    "quality Nyrv agile -1 on Fitness, perc when running until scene": GiveQuality(
        "Nyrv", "agile", -1, ("Fitness", PERCEPTION), "running", "scene"
    ),
    "quality Nyrv agile ends": GiveQuality("Nyrv", "agile", ends=True),
    "check kot perc vs 3 -1 rain ship nyrv, gromanno rolled 0": Check(
        "Kotorikh", PERCEPTION, 3, None, (Modifier(-1, "rain"),), ships=("Nyrv", "Gromanno"), faces=(0,)
    ),
    "check kot perc vs oba charisma ship nyrv": Check(
        "Kotorikh", PERCEPTION, opponent=Opponent("Obazana", "Charisma"), ships=("Nyrv",)
    ),
    "odds kot perc vs 3 ship nyrv": CheckOdds("Kotorikh", PERCEPTION, 3, ships=("Nyrv",)),
    "odds check kot perc vs 3 ship nyrv": CheckOdds("Kotorikh", PERCEPTION, 3, ships=("Nyrv",)),
    "odds check kot perc vs oba charisma ship nyrv": CheckOdds(
        "Kotorikh", PERCEPTION, opponent=Opponent("Obazana", "Charisma"), ships=("Nyrv",)
    ),
    "react nyrv to kot +1 charm anyway": React("Nyrv", (Modifier(1, "charm"),), anyway=True, towards="Kotorikh"),
    "react nyrv to kot hostile open because he lied": React(
        "Nyrv", open=True, towards="Kotorikh", attitude="hostile", reason="he lied"
    ),
    "define gift Charming: Muscle -1 a +1 on perc when reactions": DefineProperty(
        "Charming", (LevelChange("Muscle", -1),), 1, (PERCEPTION,), tag="reactions", gift=True
    ),
    "define gift Eyes: Muscle +2 when dark, a -1 when light": DefineProperty(
        "Eyes", gift=True, clauses=(Clause("Muscle", 2, tag="dark"), Clause(None, -1, tag="light"))
    ),
    "define fault Eyes: Muscle -2 when light, a -1 on perc": DefineProperty(
        "Eyes", fault=True, clauses=(Clause("Muscle", -2, tag="light"), Clause(None, -1, (PERCEPTION,)))
    ),
    "define fault Rude: Muscle -1 a -2 on perc when reactions": DefineProperty(
        "Rude", (LevelChange("Muscle", -1),), -2, (PERCEPTION,), tag="reactions", fault=True
    ),
    'gain Kotorikh, nyrv "talented observer" until #57': Gain(
        "Kotorikh", "talented observer", others=("Nyrv",), event=57
    ),
    'gain all "talented observer" until #57': Gain(property="talented observer", all=True, event=57),
    "effect Nyrv, kot wet a -1 on Fitness when running until #57 of #58": PassingEffect(
        "Nyrv", "wet", -1, ("Fitness",), "running", roll=58, others=("Kotorikh",), event=57
    ),
    "roll 4dF odd for Nyrv": Roll("4dF", who="Nyrv", odd=True),
    "roll 4dF even": Roll("4dF", even=True),
    "goals": ShowGoals(),
    'goal Forge needs ore and "three weeks" or Jorgen for kot secret': SetGoal(
        "Forge", (NeedSet(("ore", "three weeks")), NeedSet(("Jorgen",))), "Kotorikh", True
    ),
    "goal Forge needs ore": SetGoal("Forge", (NeedSet(("ore",)),)),
    "met hei plan of #57 for the clerk talked": MeetComplication(
        "Heist", "a plan of the vault", 57, "the clerk talked"
    ),
    "raise kot perc permitted after heist pending": Raise("Kotorikh", PERCEPTION, True, "Heist", True),
    "raise kot perc after heist free": Raise("Kotorikh", PERCEPTION, goal="Heist", free=True),
    "tables": ShowTables(),
    "tables Weather": ShowTables("Weather"),
    "odds table Weather": TableOdds("Weather"),
    "critical for Nyrv of #57": Critical("Nyrv", roll=57),
    "countdown Clock 4 open": MakeCountdown("Clock", (StageOf(4),), open=True),
    "define counter Gold 0..1000": DefineCounter("Gold", (0, 1000)),
    'define counter "Self Worth" -5..+5 start 0 low -3: Muscle -1, perc -1 a -1 on Knowledge when dark low -5: a -2'
    " high 4: a +1": DefineCounter(
        "Self Worth",
        (-5, 5),
        0,
        (
            LowBand(-3, (LevelChange("Muscle", -1), LevelChange(PERCEPTION, -1)), -1, ("Knowledge",), "dark"),
            LowBand(-5, (), -2),
        ),
        (HighBand(4, (), 1),),
    ),
    "define counter Mana 0..9 start 5 low 3: Muscle -1, perc -1 when dark low 1: a -1 on Knowledge and Muscle,"
    " muscle -1 high 8: a +1 when dark, a -1 on Muscle": DefineCounter(
        "Mana",
        (0, 9),
        5,
        below=(
            LowClauses(3, (Clause("Muscle", -1), Clause(PERCEPTION, -1, tag="dark"))),
            LowClauses(1, (Clause(None, -1, ("Knowledge", "Muscle")), Clause("Muscle", -1))),
        ),
        above=(HighClauses(8, (Clause(None, 1, tag="dark"), Clause(None, -1, ("Muscle",)))),),
    ),
    "status Kotorikh Mana -3": MoveCounter("Kotorikh", "Mana", -3),
    "status kot, oba mana -12 anyway for a fireball": MoveCounter(
        "Kotorikh", "Mana", -12, anyway=True, reason="a fireball", others=("Obazana",)
    ),
    "status Kotorikh Mana =0 anyway for sleep": MoveCounter("Kotorikh", "Mana", number=0, anyway=True, reason="sleep"),
    "status kot, oba mana = 7": MoveCounter("Kotorikh", "Mana", number=7, others=("Obazana",)),
    "status all Mana +2 anyway for rest": MoveCounter(counter="Mana", change=2, anyway=True, reason="rest", all=True),
    "status all Mana = 10 anyway for rest": MoveCounter(
        counter="Mana", number=10, anyway=True, reason="rest", all=True
    ),
    "define key Greed": DefineKey("Greed"),
    'define key "Key of the Vow" "a vow shapes what you decide"': DefineKey(
        "Key of the Vow", "a vow shapes what you decide"
    ),
    "hit Kotorikh teapots": HitKey("Kotorikh", "Teapots"),
    "hit Kotorikh tea for the golden one": HitKey("Kotorikh", "Teapots", "the golden one"),
    "swap Kotorikh teapots for vow": SwapKey("Kotorikh", "Teapots", "Vow"),
    "keys": ShowKeys(),
    "keys kot": ShowKeys("Kotorikh"),
    "recap": TellRecap(),
    "recap for players": TellRecap(audience="players"),
    "recap session 1 for players": TellRecap(1, "players"),
    "recap all for players": TellRecap(audience="players", all=True),
    "recap for players session 2..4": TellRecap(range=(2, 4), audience="players"),
    "recap session 2..4 for kurt": TellRecap(range=(2, 4), audience="Kurt"),
    "recap from session 2 for players": TellRecap(first=2, audience="players"),
    "recap for kurt session 1": TellRecap(1, "Kurt"),
    "recap group all": TellRecap(group="all"),
    "recap session 1 group all for players": TellRecap(1, "players", group="all"),
    "recap all group all": TellRecap(all=True, group="all"),
    "recap session 2..4 group all": TellRecap(range=(2, 4), group="all"),
    "recap from session 2 group all": TellRecap(first=2, group="all"),
    "stats": ShowStats(),
    "stats all": ShowStats(all=True),
    "stats session all kot for players": ShowStats(who="Kotorikh", all=True, audience="players"),
    "stats session 1 kot": ShowStats(1, "Kotorikh"),
    "stats Kotorikh for players": ShowStats(who="Kotorikh", audience="players"),
    "stats group all": ShowStats(group="all"),
    "stats session all kot group all for players": ShowStats(None, "Kotorikh", "players", all=True, group="all"),
    "report teapot.html": WriteReport("teapot.html"),
    "report teapot.html session 1 for players again": WriteReport("teapot.html", 1, "players", again=True),
    "report teapot.html all": WriteReport("teapot.html", all=True),
    "report teapot.html group all": WriteReport("teapot.html", group="all"),
    "report teapot.html session all group all": WriteReport("teapot.html", all=True, group="all"),
    "report teapot.html session all for players again": WriteReport(
        "teapot.html", audience="players", all=True, again=True
    ),
    "report teapot.html sheets kot obazana session 1 for players again": WriteReport(
        "teapot.html", 1, "players", sheets=True, who=("Kotorikh", "Obazana"), again=True
    ),
    "report teapot.html sheets Kotorikh, Obazana session 1 for players again": WriteReport(
        "teapot.html", 1, "players", sheets=True, who=("Kotorikh", "Obazana"), again=True
    ),
    "spotlight": ShowSpotlight(),
    "spotlight session 1": ShowSpotlight(1),
    "spotlight session 1 group all": ShowSpotlight(1, "all"),
    "tick funding": TickCountdown("Funding"),
    "tick fund 2 of #57 for the noise": TickCountdown("Funding", 2, 57, "the noise"),
    "countdowns": ShowCountdowns(),
    'define track Wounds: Scratch 3, "Very Hurt" 1 -2': DefineTrack(
        "Wounds", (StateBoxes("Scratch", 3), StateBoxes("Very Hurt", 1, -2))
    ),
    "define track Needs: sick 1, done 1 any order on perc, Muscle final done": DefineTrack(
        "Needs", (StateBoxes("sick", 1), StateBoxes("done", 1)), (PERCEPTION, "Muscle"), True, "done"
    ),
    'define track Hull for ships: minor 2 takes minutes, holed 1 -1 takes "a week" full nothing instead': DefineTrack(
        "Hull",
        (StateBoxes("minor", 2, time="minutes"), StateBoxes("holed", 1, -1, "a week")),
        kind="ships",
        full="nothing",
        instead=True,
    ),
    "track Nyrv 2": GiveTrack("Nyrv", 2),
    "track Nyrv 2 injury": GiveTrack("Nyrv", 2, "injury"),
    "track Nyrv 2 alike": GiveTrack("Nyrv", 2, alike=True),
    "mark Kotorikh": Mark("Kotorikh"),
    "mark Kotorikh Fair injury of #57 as cut permanent": Mark(
        "Kotorikh", where="injury", roll=57, name="cut", permanent=True, degree="Fair"
    ),
    "check Kotorikh Perception best vs Obazana Charisma worst": Check(
        "Kotorikh", "Perception", opponent=Opponent("Obazana", "Charisma", worst=True), best=True
    ),
    'mark Kotorikh 2 minor of #57 as "cracked ribs" permanent': Mark(
        "Kotorikh", 2, "minor", 57, "cracked ribs", permanent=True
    ),
    "mark Kotorikh injury": Mark("Kotorikh", where="injury"),
    "clear Kotorikh 2 min of #57 for a potion": Clear("Kotorikh", 2, "minor", 57, "a potion"),
    "clear Kotorikh all": Clear("Kotorikh", all=True),
    "clear Kotorikh all for a potion": Clear("Kotorikh", reason="a potion", all=True),
    "damage Nyrv 5": DealDamage("Nyrv", 5),
    "damage Nyrv 3 of #57": DealDamage("Nyrv", 3, roll=57),
    "damage Nyrv 0 no armour for this hit": DealDamage("Nyrv", 0, ban="no armour", once="for this hit"),
    "damage Nyrv 3 armour -2 of #57": DealDamage("Nyrv", 3, armour=-2, roll=57),
    "damage Nyrv 2 by Kotorikh with club rolling perc of #57 and #58 rolled 8 3 point points 2": DealDamage(
        "Nyrv", 2, "Kotorikh", "club", PERCEPTION, 57, 58, (8, 3), point=True, points=2
    ),
    "scale Nyrv 2": SetScale("Nyrv", 2),
    "tend Kotorikh": Tend("Kotorikh"),
    "tend Kotorikh injury by Obazana": Tend("Kotorikh", "Obazana", "injury"),
    "tend Kotorikh by Obazana": Tend("Kotorikh", "Obazana"),
    "recover Kotorikh": Recover("Kotorikh"),
    "out Nyrv": TakeOut("Nyrv"),
    "out Nyrv knocked out": TakeOut("Nyrv", "knocked out"),
    "revive Nyrv": Revive("Nyrv"),
    "revive Nyrv by Kotorikh for the ransom": Revive("Nyrv", "Kotorikh", "the ransom"),
    "revive all": Revive(all=True),
    "revive all for the ransom": Revive(reason="the ransom", all=True),
    "fight start": StartFight(),
    "start fight The ford": StartFight("The ford"),
    "end fight": EndFight(),
    "fight start The ford": StartFight("The ford"),
    "fight end": EndFight(),
    "round": NextRound(),
    "lose Kotorikh shroom": Lose("Kotorikh", "Shroom Belly"),
    "give Kotorikh rope": Give("Kotorikh", "rope"),
    "give Kotorikh sling weapon 2 lethality 5 dice 2d6 armour 1": Give(
        "Kotorikh", "sling", weapon=2, lethality=5, dice="2d6", armour=1
    ),
    "give all sling weapon +2 lethality 5 dice 2d6 armour 1": Give(
        "", "sling", weapon=2, lethality=5, dice="2d6", armour=1, all=True
    ),
    "give Kotorikh 12 stones in pouch": Give("Kotorikh", "stones", 12, "pouch"),
    'give Kotorikh "silver coin" in head note "half a crown"': Give(
        "Kotorikh", "silver coin", container="head", note="half a crown"
    ),
    'give Gromanno "old boots" note worn +1 grip on Fitness, perc when running -1 on Charisma': Give(
        "Gromanno",
        "old boots",
        note="worn",
        loans=(Loan(1, "grip", ("Fitness", PERCEPTION), "running"), Loan(-1, traits=("Charisma",))),
    ),
    "give Kotorikh vial of ink": Give("Kotorikh", "vial of ink"),
    'give Kotorikh "2nd hand"': Give("Kotorikh", "2nd hand"),
    "drop Kotorikh stones": Drop("Kotorikh", "stones"),
    "drop Kotorikh stone": Drop("Kotorikh", "stones", 1),
    "drop Kotorikh all stone": Drop("Kotorikh", "stones", all=True),
    "pass Obazana jewel to Kotorikh": Pass("Obazana", "jewels", "Kotorikh", 1),
    "pass Obazana all jewels to Kotorikh": Pass("Obazana", "jewels", "Kotorikh", all=True),
    "move Kotorikh all stones from pack to belt": Move("Kotorikh", "stones", "belt", container="pack", all=True),
    "move Kotorikh all stones from pack out": Move("Kotorikh", "stones", container="pack", all=True, out=True),
    "move Kotorikh stone from pack out": Move("Kotorikh", "stones", None, 1, "pack", out=True),
    "drop Kotorikh 3 stones from pack": Drop("Kotorikh", "stones", 3, "pack"),
    "drop Kotorikh vial of i": Drop("Kotorikh", "vial of ink"),
    'drop Obazana "+1 sword"': Drop("Obazana", "+1 sword"),
    "move Kotorikh pouch to belt": Move("Kotorikh", "pouch", "belt"),
    "move Kotorikh 2 stones from pouch to pack": Move("Kotorikh", "stones", "pack", 2, "pouch"),
    "move Kotorikh old running shoes to feet": Move("Kotorikh", "old running shoes", "feet"),
    "move Kotorikh stones from pouch out": Move("Kotorikh", "stones", container="pouch", out=True),
    "move Kotorikh 1 stones out": Move("Kotorikh", "stones", count=1, out=True),
    "pass Obazana 2 jewels to Kotorikh": Pass("Obazana", "jewels", "Kotorikh", 2),
    "pass Kotorikh stones from pouch to Old Marta": Pass("Kotorikh", "stones", "Old Marta", container="pouch"),
    'condition Kotorikh "vial of ink" = half full': NoteCondition("Kotorikh", "vial of ink", "half full"),
    "reveal #57": Reveal(57),
    # --- correcting
    "undo": Undo(),
    "undo for wrong character": Undo(reason="wrong character"),
    "undo #57": Undo(57),
    "undo #57 #58": Undo(57, others=(58,)),
    "undo #57, #58,#60 keep": Undo(57, others=(58, 60), keep=True),
    "undo last 3 keep": Undo(last=3, keep=True),
    "undo session 7 cascade for it was a dream": Undo(session=7, cascade=True, reason="it was a dream"),
    "undo to #120": Undo(point="#120"),
    "undo to session 3 keep": Undo(point="session 3", keep=True),
    "undo #57 cascade for it was the other mage": Undo(57, cascade=True, reason="it was the other mage"),
    "redo": Redo(),
    "redo #57": Redo(57),
    "amend #34 7": Amend(34, 7),
    "amend #34 7 for we had agreed on seven": Amend(34, 7, "we had agreed on seven"),
    "amend #34 7 keep for seven": Amend(34, 7, "seven", keep=True),
    "amend Kotorikh 7": Amend(None, 7, who="Kotorikh"),
    "amend Kotorikh 7 keep for seven": Amend(None, 7, "seven", keep=True, who="Kotorikh"),
    "amend Kotorikh": Amend(who="Kotorikh"),
    "whatif undo": WhatIf(Undo()),
    "whatif undo #57 cascade": WhatIf(Undo(57, cascade=True)),
    "whatif undo last 3 keep for a try": WhatIf(Undo(last=3, keep=True, reason="a try")),
    "whatif amend #34 7": WhatIf(Amend(34, 7)),
    "whatif spend Kotorikh 3 on Perception": WhatIf(Spend("Kotorikh", (Share(3, "Perception"),))),
    "whatif drop #57": WhatIf(event=57),
    "ruling #57 stands": Rule(57, stands=True),
    "ruling #57 stands for nobody noticed at the time": Rule(57, stands=True, reason="nobody noticed at the time"),
    "ruling #57 beyond": RuleOnCritical(57, beyond=True),
    "ruling #57 beyond for the leap of a lifetime": RuleOnCritical(57, beyond=True, reason="the leap of a lifetime"),
    "ruling #57 +2 for a clean strike": RuleOnCritical(57, change=2, reason="a clean strike"),
    "ruling #57 void for the shoes were at home": Rule(57, void=True, reason="the shoes were at home"),
    "rename Nyrv to Nyvr": Rename("Nyrv", "Nyvr"),
    'rename character Nyrv to "Old Nyvr"': Rename("Nyrv", "Old Nyvr", "character"),
    "rename state Tired of Energy to Weary": Rename("Tired", "Weary", "state", "Energy"),
    "sign Kotorikh": Sign("Kotorikh"),
    'sign Kotorikh by "Anna Maria"': Sign("Kotorikh", "Anna Maria"),
    "seal 4417 by Kurt": SealEvening("Kurt", 4417),
    "seal by Kurt": SealEvening("Kurt"),
    "seal checker": ShowChecker(),
    "seals": ShowSeals(),
    "serve": ServePages(),
    "serve 9000 lan": ServePages(9000, lan=True),
    "serve lan group North": ServePages(lan=True, group="North"),
    "serve stop": StopServing(),
    "serve stop group North": StopServing("North"),
    "serve new link": ChangeLink(),
    "serve new link group North": ChangeLink("North"),
    "serve drop Kurt": DropSeat("Kurt"),
    "serve drop Kurt group North": DropSeat("Kurt", "North"),
    "waiting": ShowWaiting(),
    "take": TakeWaiting(),
    "take 46": TakeWaiting(46),
    "take 1 as note The rope tears": TakeWaiting(1, "note The rope tears"),
    "decline": DeclineWaiting(),
    "decline 46 because the seat is taken": DeclineWaiting(46, "the seat is taken"),
    # --- groups
    "group new North": MakeGroup("North"),
    'group new "The Salt Company"': MakeGroup("The Salt Company"),
    "group North": JoinGroup("North"),
    "group leave": LeaveGroup(),
    "group first": LeaveGroup(),
    "groups": ShowGroups(),
    "as Kurt": SpeakAs("Kurt"),
    'as "Anna Maria"': SpeakAs("Anna Maria"),
    "since #5": ShowSince(event=5),
    "since oct mag ost lan tug": ShowSince("oct mag ost lan tug"),
    # --- looking back
    "sheet Kotorikh": ShowSheet("Kotorikh"),
    "  sheet   kot  ": ShowSheet("Kotorikh"),
    "sheet Old Marta at #57": ShowSheet("Old Marta", "#57"),
    "sheet Kotorikh at session 3": ShowSheet("Kotorikh", "session 3"),
    "sheet Kotorikh at start of session 3": ShowSheet("Kotorikh", "start of session 3"),
    "sheet Kotorikh at 2026-11-21": ShowSheet("Kotorikh", "2026-11-21"),
    "sheet Kotorikh at 2026-11-21 19:30": ShowSheet("Kotorikh", "2026-11-21 19:30"),
    "sheet Kotorikh at 2026-11-21T19:30:05.25Z": ShowSheet("Kotorikh", "2026-11-21T19:30:05.25Z"),
    "sheet Kotorikh at #5 corrected": ShowSheet("Kotorikh", "#5", corrected=True),
    "party": ShowParty(),
    "party at #5 corrected": ShowParty("#5", corrected=True),
    "ledger Kotorikh at #5 corrected": ShowLedger("Kotorikh", "#5", corrected=True),
    "why Kotorikh Perception": AskWhy("Kotorikh", "Perception"),
    "why Kotorikh xp at #5 corrected": AskWhy("Kotorikh", "xp", "#5", corrected=True),
    "dispute Kotorikh 12": Dispute("Kotorikh", 12),
    "dispute Kotorikh 12 at session 1": Dispute("Kotorikh", 12, "session 1"),
    "diff #5 session 1": Diff("#5", "session 1"),
    "diff start of session 1 #9": Diff("start of session 1", "#9"),
    "party at #5": ShowParty("#5"),
    "party group all": ShowParty(group="all"),
    "odds Kotorikh Perception vs 3": CheckOdds("Kotorikh", PERCEPTION, 3),
    "odds Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch when dark vs 3"
    " -1 rain hidden +1 with 4dF point points 2 critical": CheckOdds(
        "Kotorikh",
        PERCEPTION,
        difficulty=3,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
        hidden=1,
    ),
    "odds check Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch"
    " when dark"
    " vs Obazana Charisma -1 rain hidden +1 with 4dF point points 2 critical": CheckOdds(
        "Kotorikh",
        PERCEPTION,
        opponent=Opponent("Obazana", "Charisma"),
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
        hidden=1,
    ),
    "odds Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch when"
    " dark with 4dF"
    " point points 2 critical": CheckOdds(
        "Kotorikh",
        PERCEPTION,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
    ),
    "odds Kotorikh nothing less 1 +1 torch when dark vs 3 -1 rain with d100": CheckOdds(
        "Kotorikh",
        None,
        difficulty=3,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="d100",
    ),
    "odds check Kotorikh Perception and Knowledge instead default 2 less 1 advantage 2 disadvantage 1 best worst"
    " +1 torch"
    " when dark vs 3"
    " -1 rain hidden +1 with 4dF point points 2 critical": CheckOdds(
        "Kotorikh",
        PERCEPTION,
        difficulty=3,
        deduction=1,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="4dF",
        secondary="Knowledge",
        instead=True,
        critical=True,
        default=2,
        advantage=2,
        disadvantage=1,
        best=True,
        worst=True,
        point=True,
        points=2,
        hidden=1,
    ),
    "odds contest Kotorikh Perception vs Obazana with 3dF at least 3": ContestOdds(
        (side("Kotorikh", PERCEPTION), side("Obazana")), "3dF", 3
    ),
    "odds check Kotorikh Knowledge vs Obazana Charisma": CheckOdds(
        "Kotorikh", "Knowledge", opponent=Opponent("Obazana", "Charisma")
    ),
    "odds check Kotorikh Knowledge less 1 +1 when dark vs Obazana Charisma -1 rain with 3d6": CheckOdds(
        "Kotorikh",
        "Knowledge",
        opponent=Opponent("Obazana", "Charisma"),
        deduction=1,
        modifiers=(Modifier(1),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        dice="3d6",
    ),
    "contest Gromanno Fitness at least 1 vs Nyrv secret at least 3": Contest(
        (Side("Gromanno", "Fitness", least=1), Side("Nyrv")), least=3, secret=True
    ),
    "odds Gromanno Fitness vs Nyrv critical at least 3": ContestOdds(
        (Side("Gromanno", "Fitness"), Side("Nyrv")), least=3, critical=True
    ),
    "odds contest Gromanno Fitness vs Nyrv critical at least 3": ContestOdds(
        (Side("Gromanno", "Fitness"), Side("Nyrv")), least=3, critical=True
    ),
    "odds Gromanno Fitness at least 3 vs Nyrv with 4dF": ContestOdds(
        (Side("Gromanno", "Fitness", least=3), Side("Nyrv")), "4dF"
    ),
    "odds Gromanno Fitness vs Nyrv vs Polthova with 4dF at least 3": ContestOdds(
        (side("Gromanno", "Fitness"), side("Nyrv"), side("Polthova")), "4dF", 3
    ),
    "odds 4dF": DiceOdds("4dF"),
    "odds diceless": DiceOdds("diceless"),
    "log": ShowLog(),
    "log last 20": ShowLog(last=20),
    "log all": ShowLog(all=True),
    "log last 5 group all": ShowLog(last=5, group="all"),
    "log last session Kotorikh awards": ShowLastSession(who="Kotorikh", type="XpAwarded"),
    "log session last XpAwarded Kotorikh": ShowLastSession(who="Kotorikh", type="XpAwarded"),
    "log session 3 Kotorikh": ShowLog(session=3, who="Kotorikh"),
    "log last 5 old marta session 1": ShowLog(session=1, who="Old Marta", last=5),
    "log CheckResolved": ShowLog(type="CheckResolved"),
    "log session 1 Kotorikh XpAwarded last 3": ShowLog(session=1, who="Kotorikh", type="XpAwarded", last=3),
    "log #12": ShowEvent(12),
    "log #12 for players": ShowEvent(12, "players"),
    "why #12": ExplainEvent(12),
    "why #12 for Kurt": ExplainEvent(12, "Kurt"),
    "why last roll": ExplainLastRoll(),
    "why last roll of Kotorikh for players": ExplainLastRoll("Kotorikh", "players"),
    "ledger Kotorikh": ShowLedger("Kotorikh"),
    "ledger Kotorikh at session 1": ShowLedger("Kotorikh", "session 1"),
    "head": ShowHead(),
    "audit": RunAudit(),
    "search golden teapot": Search("golden teapot"),
    "replay": Replay(),
    "replay from session 3": Replay(point="session 3"),
    "replay Kotorikh from #4": Replay("Kotorikh", "#4"),
    # --- the file
    "verify": Verify(),
    "verify expect 7f43abe323a7825d #118": Verify("7f43abe323a7825d #118"),
    "verify expect 7f43 abe3 23a7 825d 0c19 5be2 9d64 f18a #118": Verify(
        "7f43 abe3 23a7 825d 0c19 5be2 9d64 f18a #118"
    ),
    "rescue teapot-saved.db": Rescue("teapot-saved.db"),
    "rescue teapot-saved.db from teapot.jsonl": Rescue("teapot-saved.db", "teapot.jsonl"),
    "export my teapot.jsonl": Export("my teapot.jsonl"),
    "export my party.csv for players": Export("my party.csv", "players"),
    "export my notes/ for players": Export("my notes/", "players"),
    "export xp.csv xp": Export("xp.csv", xp=True),
    "export notes.md lonelog for players": Export("notes.md", "players", lonelog=True),
    "export my party.csv for Kurt": Export("my party.csv", "Kurt"),
    "import teapot.jsonl": Import("teapot.jsonl"),
    "import ./21:00=late, or so.jsonl": Import("./21:00=late, or so.jsonl"),
    "import my teapot.jsonl dry-run": TryImport("my teapot.jsonl"),
    'import "my teapot.jsonl" dry-run': TryImport("my teapot.jsonl"),
    "import xp.csv as xp round down dates day-first": Import("xp.csv", "xp", rounding="down", order="day-first"),
    "import my notes.md secret": Import("my notes.md", secret=True),
    "import xp.csv dry-run as balance round up dates month-first": TryImport(
        "xp.csv", "balance", rounding="up", order="month-first"
    ),
    "import notes.md dry-run secret": TryImport("notes.md", secret=True),
    "import xp.csv as xp secret round up dates day-first dry-run": TryImport("xp.csv", "xp", True, "up", "day-first"),
    "fork what-if.db": Fork("what-if.db"),
    'fork "/tmp/what if.db" at #57': Fork("/tmp/what if.db", "#57"),
    "fork C:\\games\\what if.db at #57": Fork("C:\\games\\what if.db", "#57"),
    "compare what-if.db": Compare("what-if.db"),
    'compare "C:\\our games\\a=b.db"': Compare("C:\\our games\\a=b.db"),
    "backup /media/stick/teapot.db": Backup("/media/stick/teapot.db"),
    "convert teapot-2.db": Convert("teapot-2.db"),
    "accept": Accept(),
    "resend": Resend(),
    "accept for the laptop was lost": Accept("the laptop was lost"),
    # --- the program
    "help": Help(),
    "help define property": Help("define property"),
    "config": ShowConfig(),
    "config pager less -R": ChangeSetting("pager", "less -R"),
    "completions bash": ShowCompletions(bash=True),
    "completions zsh": ShowCompletions(zsh=True),
    "completions fish": ShowCompletions(fish=True),
    "quit": Quit(),
    # --- in short
    "u": Undo(),
    "U #57 cascade": Undo(57, cascade=True),
    "r": Redo(),
    "?": Help(),
    "?check": Help("check"),
    "? define property": Help("define property"),
    "'the pit is 12 m deep #57": MakeNote("the pit is 12 m deep #57"),
    "' we rest": MakeNote("we rest"),
    "aw kot 10": Award(("Kotorikh",), 10),
    "contes Gromanno Fitness =0 v nyrv Muscle =+2 v Old Marta": Contest(
        (side("Gromanno", "Fitness", faces=(0,)), side("Nyrv", "Muscle", faces=(2,)), side("Old Marta"))
    ),
    "kot perc 3": Check("Kotorikh", PERCEPTION, 3),
    "kotorikh": ShowSheet("Kotorikh"),
    "old marta construction m +1 torch when dark 3 -1 rain =0 secret": Check(
        "Old Marta",
        MAGIC,
        3,
        modifiers=(Modifier(1, "torch"),),
        tags=("dark",),
        factors=(Modifier(-1, "rain"),),
        faces=(0,),
        secret=True,
    ),
    "kot perc v -1": Check("Kotorikh", PERCEPTION, -1),
    '"Man with Hat" perc -1 3': Check("Man with Hat", PERCEPTION, 3, modifiers=(Modifier(-1),)),
    "kot perc +1 oba charisma": Check(
        "Kotorikh", PERCEPTION, opponent=Opponent("Obazana", "Charisma"), modifiers=(Modifier(1),)
    ),
    "kot perc v nyrv v old marta muscle =1": Contest(
        (side("Kotorikh", PERCEPTION), side("Nyrv"), side("Old Marta", "Muscle", faces=(1,)))
    ),
    "kot tired for rain": ChangeStatus("Kotorikh", "Energy", "Tired", "rain"),
    "kot perc+": Raise("Kotorikh", PERCEPTION),
    "old marta construction ma+ permitted": Raise("Old Marta", MAGIC, True),
    "check kot perc +1 torch v 3 -1 rain =+0-0": Check(
        "Kotorikh",
        PERCEPTION,
        3,
        modifiers=(Modifier(1, "torch"),),
        factors=(Modifier(-1, "rain"),),
        faces=(1, 0, -1, 0),
    ),
}


def wrong_beginnings(line: str, state: State) -> dict[str, str]:
    """Return the beginnings of a line that cannot become right whatever is typed, with what is said about them."""
    found = {line[:end]: read(line[:end], state).problem for end in range(len(line))}
    return {text: problem.said for text, problem in found.items() if problem and not problem.unfinished}


# --- a campaign in which a difficulty may be left out -------------------------------------------------------


USUAL = "rules default-difficulty 0"
TRACK = ("minor 2", "serious 2")
CLUB = 999
TABLE = "Weather = 2d6: 2 storm, 3-12 clear"
RITUAL = GoalNow("Ascent", (("a drop of blood",),))
GOAL = GoalNow("Heist", (("a plan of the vault", "keys"), ("Jorgen",)))
GROUP = "North"


@pytest.fixture(scope="module")
def usual(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the campaign's file, with a usual difficulty and a track: so every usage line holds in it."""
    file = Path(shutil.copy(original, tmp_path_factory.mktemp("usual") / "original.db"))
    desk = Desk(file)
    assert desk.do(USUAL).status == 0
    assert desk.do(f"rules tracks {', '.join(TRACK)}").status == 0
    assert desk.do("give Kotorikh club weapon 2").status == 0
    for line in (
        f"rules tables {TABLE};",
        "rules magic minor and ritual",
        f'ritual {RITUAL.name} needs "{RITUAL.unmet[0]}"',
        f'goal {GOAL.name} needs "a plan of the vault" and keys or Jorgen',
        f"group new {GROUP}",
        "group leave",
    ):
        assert desk.do(line).status == 0, line
    desk.close()
    return file


@pytest.fixture
def file(usual: Path, tmp_path: Path) -> Path:
    """Copy that file, to be played on."""
    return Path(shutil.copy(usual, tmp_path / "c.db"))


@pytest.fixture(scope="module")
def state(state: State) -> State:
    """Return the campaign as it stands, with a usual difficulty and a track."""
    own = state.copy()
    own.sheets["Kotorikh"].stacks[CLUB] = Stack(CLUB, "club", 1, effects=(Effect(DAMAGE, 2),))
    own.rules = evolve(own.rules, default_difficulty=0, tracks=TRACK, tables=Pairs((TABLE,)))
    own.own[RITUALS] = {RITUAL.name: RITUAL}
    own.own[GOALS] = {GOAL.name: GOAL}
    own.boards = {"": own.board, GROUP: GroupBoard(GROUP)}
    own.rules = evolve(own.rules, gm_moves=("announce badness", "show a conflict"))
    return own


def test_without_a_usual_difficulty_a_check_needs_one(desk: Desk) -> None:
    assert desk.do("check Kotorikh Perception").status == 0
    assert desk.do("rules default-difficulty none").status == 0
    outcome = desk.do("check Kotorikh Perception")
    assert (outcome.status, outcome.fault and outcome.fault.message) == (2, "this needs “vs”")


# --- reading and spelling ----------------------------------------------------------------------------------


def test_a_right_line_is_read_whole(state: State) -> None:
    found = {line: read(line, state) for line in LINES}
    assert {line: each.problem for line, each in found.items() if each.problem} == {}
    assert {line: each.command for line, each in found.items()} == LINES


def test_an_entered_line_is_read_as_it_was_typed(state: State) -> None:
    for place, line in enumerate(LINES):
        others = f"{line} # aside", f"{line} # 3", f"{line} {line.split()[-1]}", line.rpartition(" ")[0]
        for text in (line, others[place % 4]):
            typed, entered = read(text, state), read(text, state, entered=True)
            held = (typed.command, typed.marks, typed.problem)
            assert (entered.command, entered.marks, entered.problem) == held, text
            assert entered.problem is not None or entered.phrase is typed.phrase, text


def test_a_whole_line_that_was_entered_notes_nothing_that_could_stand_in_it(state: State) -> None:
    line = "check Kotorikh Perception vs 3"
    assert read(line, state).wants
    assert not read(line, state, entered=True).wants


def test_a_name_is_sought_in_all_the_words_that_it_may_have(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    shortened = [" ".join(word[:4] for word in line.split(" ")) for line in LINES]
    lines = [*LINES, *shortened, *(line.replace('"', "") for line in LINES)]
    sought = [read(line, state) for line in lines]
    monkeypatch.setattr(known, "bare_spans", lambda text, at, most=8: bare_spans(text, at))
    assert [(each.marks, each.problem) for each in map(partial(read, state=state), lines)] == [
        (each.marks, each.problem) for each in sought
    ]


def test_the_next_word_of_an_entered_line_leaves_out_no_option_that_may_begin_with_it() -> None:
    phrases = [phrase for cls in all_commands() for phrase in (*compile_usages(cls), *compile_shorts(cls))]
    bags = [node for phrase in phrases for node in walk_nodes(phrase.body) if isinstance(node, Bag)]
    assert bags
    for bag in bags:
        for option in bag.options:
            words = forms_of(option.first.word) if isinstance(option.first, Literal) else ("?", "vs", *bag.by_word)
            assert all(option in bag.by_word.get(word, bag.by_word[""]) for word in words), (bag, words)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check Kotorikh Perception vs 3", 1),
        ("Kotorikh Perception 3", 1),
        ("sheet Kotorikh at session 1", 1),
        ("whatif award Kotorikh 2", 2),
    ],
)
def test_what_the_first_word_of_a_line_means_is_asked_once_for_all_who_read_it(
    desk: Desk, line: str, words: int
) -> None:
    """A command in another one has a first word too."""
    typed = LineTyped(desk)
    for look in (desk.do, typed.read, typed.preview, typed.offers):
        assert count_calls(find_first_word, partial(look, line)) <= words
    assert desk.do(line).fault is None


def test_the_first_word_of_a_line_that_nobody_reads_is_asked_once_too(state: State) -> None:
    assert count_calls(find_first_word, lambda: read("award Kotorikh nothing", state)) == 1
    assert count_calls(find_first_word, lambda: read("no such line", state)) == 1


def count_calls(function: Any, run: Callable[[], object]) -> int:
    """Run something and return how often it calls a function."""
    calls = 0

    def note(frame: Any, happened: str, _: object) -> None:
        nonlocal calls
        calls += happened == "call" and frame.f_code is function.__code__

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return calls


def test_a_trait_is_described_only_where_it_is_offered_and_once(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[str] = []
    describe = names.describe_level

    def noted(state: State, sheet: Sheet, trait: str) -> str:
        described.append(trait)
        return describe(state, sheet, trait)

    monkeypatch.setattr(names, "describe_level", noted)
    assert read("check Kotorikh Perception vs 3", state, entered=True).problem is None
    assert described == []
    offered = names.traits(Scene(state, {"who": "Kotorikh"}))
    assert dict(offered) == dict(offered)
    assert described == list(offered)
    assert "Perception" in offered


def test_what_is_spelled_reads_back(state: State) -> None:
    for command in LINES.values():
        assert read(spell(command), state).command == command, spell(command)


@pytest.mark.parametrize("line", one_in(8, LINES))
def test_a_beginning_of_a_right_line_is_whole_or_unfinished_and_never_wrong(line: str, state: State) -> None:
    assert wrong_beginnings(line, state) == {}


@pytest.mark.slow
@pytest.mark.parametrize("line", one_in(3, sorted(set(map(spell, LINES.values())) - set(LINES)), pytest.mark.heavy))
def test_a_beginning_of_a_canonical_line_is_whole_or_unfinished_and_never_wrong(line: str, state: State) -> None:
    assert wrong_beginnings(line, state) == {}


def test_every_usage_line_is_among_the_right_lines_with_every_option_of_it(state: State) -> None:
    said: dict[str, set[str]] = {}
    for line in LINES:
        found = read(line, state)
        assert found.phrase is not None
        usage = "whatif COMMAND" if found.values.keys() == {"command"} else found.phrase.line  # not the inner line
        said.setdefault(usage, set()).update(found.values)
    missing = {
        phrase.line: sorted(phrase.filled - said.get(phrase.line, set()))
        for cls in all_commands()
        for phrase in compile_usages(cls)
        if phrase.line not in said or phrase.filled - said[phrase.line]
    }
    assert missing == {}


def test_every_command_has_a_right_line() -> None:
    assert {type(command) for command in LINES.values()} == set(all_commands())


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Check("Old Marta", MAGIC, 3), 'check "Old Marta" "Construction Magic" vs 3'),
        (Check("Kotorikh", None, 3), "check Kotorikh nothing vs 3"),
        (Award(("Nyrv", "黒猫"), 3, "luck"), "award Nyrv, 黒猫 3 for luck"),
        (KeepSecret("Scene: of the crime"), 'secret "Scene: of the crime"'),
        (KeepSecret("scenery", scene=True), "secret scene scenery"),
        (MakeNote(' "hm" '), 'note " \\"hm\\" "'),
        (MakeNote("“Hm”, he said"), 'note "“Hm”, he said"'),
        (Give("Kotorikh", "secret", 2, "pouch", "note"), 'give Kotorikh 2 secret in pouch note "note"'),
        (Roll(modifiers=(Modifier(1, "secret"),), secret=True), 'roll +1 "secret" secret'),
        (
            DefineStatus("Mood", (Step("Grim", -1), Step("Glad")), start="Glad"),
            "define status Mood: Grim -1, Glad start Glad",
        ),
        (Spend("Kotorikh", (Share(7, MAGIC),)), 'spend Kotorikh 7 on "Construction Magic"'),
    ],
)
def test_the_canonical_line_quotes_what_has_to_be_quoted_and_no_more(command: object, line: str) -> None:
    assert spell(command) == line


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("check Kotorikh Perception vs 3 # in the dark", "check Kotorikh Perception vs 3"),
        ("roll +1 # luck", "roll +1"),
        ("roll 4dF +1 #luck", "roll 4dF +1"),
        ("sheet Kotorikh #as it is", "sheet Kotorikh"),
        ("undo # a slip", "undo"),
        ("undo   # back to the tavern", "undo"),
        ("roll +1 # 3 goblins", "roll +1"),
        ("rules untrained Poor # as in the book", "rules untrained Poor"),
        ("session start # at last", "session start"),
        ("export a b.jsonl # for Ann", "export a b.jsonl"),
        ("diff #1 #3 # what changed", "diff #1 #3"),
        ("undo #3 #what for", "undo #3"),
        ('session start "the door # 3" # by the stairs', 'session start "the door # 3"'),
    ],
)
def test_a_number_sign_after_a_space_and_without_a_number_begins_a_comment(line: str, plain: str, state: State) -> None:
    assert read(line, state).command == read(plain, state).command is not None


def test_a_line_means_the_same_as_the_words_that_a_shell_makes_of_it(state: State) -> None:
    lines = [line for line in LINES if not {"\\", "“", "'"} & set(line) and " " in line and 'The "thief"' not in line]
    words = {line: one_line(shlex.split(line)) for line in lines}
    assert sum('"' in line for line in words) > 20
    others = {line: each for line, each in words.items() if each != line}
    assert [line for line, each in others.items() if read(each, state).command != read(line, state).command] == []


@pytest.mark.parametrize("text", ["we went to room # 3", "to #room", "#room", "# 3 is the door", "#3", "room #"])
def test_a_text_that_takes_the_rest_of_the_line_keeps_its_number_signs(text: str, state: State) -> None:
    assert read(f"note {text}", state).command == MakeNote(text)


def test_a_note_on_a_thing_takes_the_rest_of_the_line_where_nothing_else_can_be_meant(state: State) -> None:
    assert read("give Nyrv rope note of fine silk # bought", state).values["note"] == "of fine silk"
    assert read("give Nyrv rope note worn +1 on Fitness", state).values["note"] == "worn"
    for line in ("of silk +1 on Fitness", "of silk weapn 3", "kept in oil"):
        assert read(f"give Nyrv rope note {line}", state).problem is not None


def test_a_keyword_wins_over_a_bare_word(state: State) -> None:
    assert read("roll +1 secret", state).command == Roll(modifiers=(Modifier(1),), secret=True)
    assert read('roll +1 "secret"', state).command == Roll(modifiers=(Modifier(1, "secret"),))


def test_the_longest_name_wins(state: State) -> None:
    assert read("check Nyrv Construction Magic vs 1", state).values["trait"] == MAGIC
    assert read("check Nyrv Construction vs 1", state).values["trait"] == "Construction"


def test_a_name_that_is_whole_wins_over_those_that_begin_with_it(state: State) -> None:
    assert read("raise Nyrv knowledge", state).command == Raise("Nyrv", "Knowledge")
    assert read("raise Nyrv Construction", state).command == Raise("Nyrv", "Construction")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_a_name_is_found_in_any_unicode_form_and_case(form: Any, state: State) -> None:
    line = normalize(form, "check ÅGOT ødegård MÊLÉE À PIED vs 1")
    assert read(line, state).command == Check("Ågot Ødegård", MELEE, 1)


@pytest.mark.parametrize(
    "command",
    [
        Give("Kotorikh", "stone"),
        Give("Obazana", "jewel"),
        CreatePc("Bruni", "Anna"),
        SetCharacteristic("Kotorikh", "Eye", "one"),
        Check("Nyrv", PERCEPTION, 1, tags=("magic",)),
    ],
)
def test_a_new_name_is_its_own_even_where_a_known_one_begins_so(command: object, state: State) -> None:
    """Otherwise giving a stone hands out stones, and Anna's character becomes Anna Maria's, without a word."""
    assert read(spell(command), state).command == command


@pytest.mark.rule("PF-05")
def test_the_beginning_of_a_trait_is_that_trait_where_no_other_can_be_given_and_it_is_not_in_quotes(
    state: State,
) -> None:
    own, known = (GiveTrait("Nyrv", (TraitLevel(name, 3),)) for name in ("Legal", "Legal Knowledge"))
    assert read("trait Nyrv Legal 3", state).command == known
    assert read('trait Nyrv "Legal" 3', state).command == own
    state.rules = evolve(state.rules, ability_list="open")
    assert read("trait Nyrv Legal 3", state).command == own


def test_a_known_name_wins_over_a_new_one_in_any_case(state: State) -> None:
    assert read("give Kotorikh STONES", state).command == Give("Kotorikh", "stones")
    assert read("pc Bruni by ann", state).command == CreatePc("Bruni", "Ann")


def test_without_a_campaign_only_what_needs_none_is_whole() -> None:
    whole = {line for line in LINES if read(line, None).problem is None}
    assert {"odds 4dF", "help", "quit", "new peupfudge", "head"} <= whole
    assert not whole & {"sheet Kotorikh", "check kot perc vs 3", "gain Kotorikh wealthy"}


# --- what could stand here ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("ch", ["check", "checklist"]),
        ("con", ["contest", "condition", "concept"]),
        ("check kot", ["Kotorikh"]),
        ("check Old ", ["Old Marta", "Old Marten"]),
        ("check Old Marte", ["Old Marten"]),
        ("check om", ["Old Marta", "Old Marten"]),
        ("check Kotorikh cm", [MAGIC]),
        ("check Kotorikh Construction Ma", [MAGIC]),
        ('check Kotorikh "Construction M', [f'"{MAGIC}"']),
        ("check Kotorikh Perception ", ["vs", "less", "when", "and"]),
        ("rename Nyrv ", ["to", "of"]),
        ("rules ", ["ladder"]),
        ("check Kotorikh Perception when ", ["magical", "running"]),
        ("check Kotorikh Perception vs 3 ", ["with", "rolled", "secret"]),
        ("check Kotorikh Perception vs 3 secret ", ["with", "rolled"]),
        ("check Kotorikh Perception vs 3 with ", ["4dF", "3dF"]),
        ("status Kotorikh ", ["Energy", "Inner Peace"]),
        ("status Kotorikh Inner Peace ", ["Shattered", "Not so good", "Fine", "up", "down"]),
        ("drop Kotorikh ", ["pouch", "pack", "stones"]),
        ("drop Obazana ", ["jewels", '"+1 sword"']),
        ("move Kotorikh pouch to b", ["back", "belt", "body"]),
        ("gain Kotorikh t", ["talented observer"]),
        ("pc Bruni by ", ["Ann", "Anna Maria", "Kurt"]),
        ("new ", ["peupfudge"]),
        ("rules c", ["check-dice", "contest-dice", "contest-rolls"]),
        ("rules outcomes ", ["0 = at a cost, 3 = with style, -3 = a disaster", "none"]),
        ("rules players-see g", ["gaps yes", "gaps no"]),
        ("rules dice-names 3d6 = n", ["3d6 = none"]),
        ("checklist st", ["statuses", "starting-xp", "starting-kit"]),
        ("session ", ["start", "end"]),
        ("define ", ["table", "track", "status"]),
        ("award ", ["Old Marta", "Kotorikh", "Obazana"]),
        ("sheet Kotorikh ", ["at"]),
        ("sheet Kotorikh at ", ["#", "session", "start of session"]),
    ],
)
def test_it_is_offered_what_fits_and_the_best_first(line: str, first: list[str], state: State) -> None:
    assert [offer.text for offer in offers(line, state)][: len(first)] == first


@pytest.mark.parametrize(
    "line", ["sheet Kotor", "sheet Kotorikh", "status Kotorikh Ener", "award Kotorikh 5", 'sheet "Old Marta"']
)
def test_no_word_is_offered_that_would_become_one_with_the_word_before_it(line: str, state: State) -> None:
    assert [offer.text for offer in offers(line, state) if offer.start == len(line) and offer.text.isalnum()] == []


@pytest.mark.parametrize(
    ("line", "offer", "said"),
    [
        ("check Kotorikh Know", "Knowledge", "2"),
        ("check Kotorikh Perc", PERCEPTION, "2"),
        ("check Kot", "Kotorikh", "Anna Maria"),
        ("check Nyr", "Nyrv", "npc"),
        ("status Kotorikh Energy T", "Tired", "-1"),
        ("drop Obazana j", "jewels", "has 3"),
        ("roll ", "4dF", "for checks"),
        ("awa", "award", "Give XP to characters, or to all player characters."),
    ],
)
def test_an_offer_says_what_it_stands_for(line: str, offer: str, said: str, state: State) -> None:
    assert next(found.meta for found in offers(line, state) if found.text == offer).startswith(said)


#: Few lines by default, more in the slow step, all of them by hand: there are many lines, and many offers in each.
OFFERED_IN = [
    pytest.param(line, marks=() if place % 12 == 0 else pytest.mark.slow if place % 6 == 0 else pytest.mark.heavy)
    for place, line in enumerate(line for line in LINES if line.strip() == line)
]


@pytest.mark.parametrize("line", OFFERED_IN)
def test_whatever_is_offered_leaves_the_line_whole_or_unfinished(line: str, state: State) -> None:
    """Taking any offer, at the end of any word of a right line, never makes the line wrong."""
    wrong = []
    for end in [place for place, sign in enumerate(line) if sign == " "]:
        for offer in offers(line[: end + 1], state):
            taken = line[: offer.start] + offer.text
            problem = read(taken, state).problem
            if problem and not problem.unfinished:
                wrong.append((taken, problem.said))
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("sheet ann", 'sheet "Ann \\"Red\\" Lee"'),
        ("drop Obazana ", 'drop Obazana "+1 sword"'),
    ],
)
def test_a_name_that_needs_quotes_is_offered_in_quotes(line: str, taken: str, state: State) -> None:
    assert taken in [line[: offer.start] + offer.text for offer in offers(line, state)]
    assert read(taken, state).problem is None


def test_what_may_be_left_out_is_wanted_where_it_may_stand(state: State) -> None:
    found = read("check Kotorikh Perception vs 3 +1 torch ", state)
    assert {w.node.word for w in found.wants if isinstance(w.node, Literal) and w.at == 40} >= {"with", "rolled"}


# --- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["setup", "import", "fork", "compare", "rescue", "export", "backup"])
def test_every_command_reads_the_name_of_a_file_as_the_system_has_it(verb: str, state: State) -> None:
    for name in ("21:00.db", "a=b,c.db", "C:\\games\\new.db", "our games/a b.db", "-x.db", "it's.db", "at/vs/for.db"):
        assert read(f"{verb} {name}", state).command.file == name
        assert read(f'{verb} "{name}"', state).command.file == name


def test_a_bare_tilde_is_the_own_folder_and_a_quoted_one_is_itself(state: State, tmp_path: Path) -> None:
    assert read("import ~/a.jsonl", state).command == Import(f"{tmp_path}/a.jsonl")
    assert read('import "~/a.jsonl"', state).command == Import("~/a.jsonl")
    assert read("import ~olivia/a.jsonl", state).command == Import("~olivia/a.jsonl")
    assert spell(Import("~/a.jsonl")) == 'import "~/a.jsonl"'


def test_files_are_offered_as_they_are_typed(state: State, tmp_path: Path) -> None:
    (tmp_path / "our games").mkdir()
    for name in ("teapot.jsonl", "teapot=2.jsonl", ".hidden", "our games/a.db", "bad\nname"):
        (tmp_path / name).touch()
    found = {line: [offer.text for offer in offers(line, state)] for line in ("import ", "import te", "compare ~/our")}
    assert found["import "] == ["our games/", "teapot.jsonl", "teapot=2.jsonl"]
    assert found["import te"] == ["teapot.jsonl", "teapot=2.jsonl"]
    assert found["compare ~/our"] == ["~/our games/"]
    assert [offer.text for offer in offers("compare ~/our games/", state)] == ["~/our games/a.db"]
    assert [offer.text for offer in offers('compare "our games/', state)] == ['"our games/a.db"']
    assert offers("compare nowhere/", state) == []


# --- reading is total --------------------------------------------------------------------------------------

PIECES = sorted(
    {piece for line in LINES for piece in line.split()}
    | {'"', "“", "”", "«", "\\", '\\"', ",", ":", "=", "#", " ", "−"}
)
modest = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@modest
@given(text=st.text(max_size=40))
def test_reading_never_raises(text: str, state: State) -> None:
    for campaign in (state, None):
        found = read(text, campaign)
        assert (found.problem is None) == (found.command is not None)
        assert offers(text, campaign) is not None


@modest
@given(data=st.data())
def test_reading_never_raises_for_pieces_of_right_lines(data: st.DataObject, state: State) -> None:
    pieces = data.draw(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=12))
    text = data.draw(st.sampled_from(["", " "])).join(pieces) if data.draw(st.booleans()) else " ".join(pieces)
    found, entered = read(text, state), read(text, state, entered=True)
    assert (entered.command, entered.marks, entered.problem) == (found.command, found.marks, found.problem)
    assert all(0 <= mark.start <= mark.end <= len(text) for mark in found.marks)
    if found.problem is not None:
        assert 0 <= found.problem.start <= found.problem.end <= len(text)
        assert found.problem.said
        assert found.problem.hint != ""
    else:
        assert read(spell(found.command), state).command == found.command


@modest
@given(data=st.data())
def test_a_right_line_cut_and_mended_anywhere_is_read(data: st.DataObject, state: State) -> None:
    line = data.draw(st.sampled_from(list(LINES)))
    cut = data.draw(st.integers(0, len(line)))
    text = line[:cut] + data.draw(st.text(max_size=3)) + line[cut:]
    found = read(text, state)
    assert found.problem is None or found.problem.start <= len(text)


# --- commands made of their types --------------------------------------------------------------------------

READABLE = st.characters(exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"])
text = st.text(READABLE, max_size=20).map(lambda t: normalize("NFC", t))
new_names = text.filter(lambda name: name.strip()) | st.sampled_from(
    ["vs", "secret", "nothing", "all", "up", "+1", "3", "a", "at least", "#", ",", 'x"y', "back\\", "Old"]
)
LIKE_A_COMMENT = re.compile(r"(^|\s)#(\s|$)")
numbers = st.integers(-(10**9), 10**9)
ASCII_POINTS = st.one_of(
    st.integers(0, 99999).map("#{}".format),
    st.integers(0, 999).map("session {}".format),
    st.integers(0, 999).map("start of session {}".format),
    st.sampled_from(["2026-11-21", "2026-11-21 19:30", "2026-11-21T19:30:05Z"]),
)
ANY: dict[Any, st.SearchStrategy[Any]] = {
    w.Name: new_names,
    w.Unit: new_names,
    w.RulesetName: new_names,
    w.TemplateName: new_names.filter(lambda name: world_called(name) is None),
    w.Label: new_names,
    w.StageEvent: new_names,
    w.WayOut: new_names,
    w.Speaker: new_names,
    w.TitleBeforeNames: new_names,
    w.Reason: new_names,
    w.Remark: new_names,
    **dict.fromkeys(
        (w.Text, w.Title, w.SessionTitle, w.SceneText, w.Limit),
        text.filter(lambda text: not LIKE_A_COMMENT.search(text))
        | st.sampled_from(["a # b", '"quoted"', "“quoted”", "„a", '"', "\\", " spaced ", "x = y", "#57", "a #57"]),
    ),
    w.Setting: text,
    w.SealWords: text,
    w.SealNumber: st.integers(0, 9999),
    w.File: text,
    w.NewLog: text,
    w.Date: st.dates().map(str),
    w.HeldKind: st.sampled_from(["xp", "characters", "notes", "balance"]),
    w.Rounding: st.sampled_from(["up", "down"]),
    w.DayOrder: st.sampled_from(["day-first", "month-first"]),
    w.Level: numbers,
    w.Amount: numbers,
    w.Count: numbers,
    w.Signed: numbers,
    w.Offset: numbers,
    w.EventNumber: st.integers(0, 10**9),
    w.Quantity: st.integers(0, 10**9 - 1) | st.integers(0, 10**6).map(lambda thousandths: thousandths / 1000),
    w.OtherEvent: st.integers(0, 10**9),
    w.Percent: st.integers(0, 10**6),
    w.Point: ASCII_POINTS,
    w.Clock: st.sampled_from([*CLOCKS]),
    w.Timing: st.sampled_from([*TIMINGS]),
    w.Ban: st.sampled_from([*BANS]),
    w.Degree: st.sampled_from(["Fair", "Superb"]),
    w.Once: st.sampled_from(["for this hit", "on this hit"]),
    w.Bounds: st.tuples(numbers, numbers),
    w.RowSpan: st.tuples(numbers, numbers),
    w.SpellRange: st.sampled_from(["touch", "bowshot", "sight", "any"]),
    w.SpellDuration: st.sampled_from(["one action", "several actions", "scene", "any"]),
    w.SpellArea: st.sampled_from(["one", "several", "crowd", "any"]),
    w.TrackOrState: st.sampled_from(["injury", "minor", "serious"]),
    w.Track: st.sampled_from(["injury"]),
    w.ActorKind: st.sampled_from(["pcs", "npcs", "ships", "all"]),
    w.FullTrack: st.sampled_from(["dead", "incapacitated", "nothing"]),
    w.EventType: st.sampled_from(["CheckResolved", "XpAwarded"]),
    w.DiceSpec: st.sampled_from(["4dF", "1dF", "2d6+3", "d66", "d%", "d100", "diceless", "4d6-as-dF", "4d6-lowest"]),
    w.Command: st.sampled_from([Undo(), Amend(34, 7), Award(("Kotorikh",), 3, "a # b")]),
    w.Faces: st.lists(numbers, min_size=1, max_size=5).map(tuple),
}


def of_type(kind: Any, state: State, values: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a type: names that are known are drawn from the campaign, new ones may be known as well."""
    sheet = state.sheets.get(values.get("who", ""))
    carried = [stack.name for stack in sheet.stacks.values()] if sheet else []
    status = state.statuses.get(values.get("status", ""))
    known: dict[Any, list[str]] = {
        w.Character: list(state.sheets),
        w.CharacterOfPlayer: list(state.sheets),
        w.Trait: every_trait(state),
        w.Status: list(state.statuses),
        w.StateName: [step.name for step in status.states] if status else [],
        w.Property: list(state.properties),
        w.Item: carried,
        w.Weapon: ["club"],
        w.Container: [*carried, *state.rules.places],
        w.KnownName: list(BEARERS[values["kind"]](state))
        if values.get("kind") in BEARERS
        else [*state.sheets, *every_trait(state)],
        w.NameKind: ["character", "trait", "item"],
        w.SettingName: ["pager", "keys"],
        w.RuleKey: ["check-dice", "untrained", "places"],
        w.Topic: ["beings", "starting-xp"],
        w.GmMove: list(state.rules.gm_moves),
        w.AgendaTopic: ["phones", "pvp"],
        w.TraitList: ["base", "science-fiction"],
        w.Role: ["broad", "style"],
        w.ReadyNpc: ["Troll", "Huai Dan"],
        w.NewTrait: every_trait(state),
        w.SheetValue: every_trait(state),
        w.NewItem: carried,
        w.Characteristic: ["Profession", "Eye colour"],
        w.Tag: ["magical", "running"],
        w.Question: list(state.rules.questions),
        w.OtherKey: [name for name, each in state.properties.items() if each.kind == "key"],
        w.Key: [name for name in (sheet.properties if sheet else ()) if state.properties[name].kind == "key"],
        w.Audience: ["players", *(sheet.player for sheet in state.sheets.values() if sheet.player)],
        w.Attendee: [*state.sheets, *(sheet.player for sheet in state.sheets.values() if sheet.player)],
        w.Countdown: list(COUNTDOWNS.of(state)),
        w.Counter: list(COUNTERS.of(state)),
        w.Table: list(every_table(state)),
        w.Ritual: [RITUAL.name],
        w.Need: list(RITUAL.unmet),
        w.Goal: [GOAL.name],
        w.Complication: list(GOAL.unmet),
        w.Player: ["Anna Maria", "Kurt", "Ann"],
        w.Group: [*state.groups],
        w.AnyGroup: ["all", *state.groups],
    }
    if kind in (w.Trait | None, w.ActionOrTrait | None):
        return st.none() | st.sampled_from(every_trait(state))
    if kind in (w.NewTrait, w.SheetValue, w.NewItem, w.Characteristic, w.Tag, w.Player):
        fresh = new_names.filter(
            lambda name: (
                not any(
                    without_accents(word).startswith(without_accents(fold_case(name)))
                    for each in known[kind]
                    for word in (fold_case(each), *fold_case(each).split())
                )
            )
        )
        return st.sampled_from(known[kind]) | fresh if known[kind] else fresh
    if kind in known:
        return st.sampled_from(known[kind]) if known[kind] else st.nothing()
    return ANY[kind]


def types_in(cls: type) -> Iterator[Any]:
    """Yield the types of a class's fields, without the None that they may be instead, and of what they are made of."""
    for kind in get_type_hints(cls, include_extras=True).values():
        yield from (kind, bare(kind), *get_args(bare(kind)))


def field_type(cls: type, slot: Slot) -> Any:
    """Return the type that a slot reads one value of; what may be None by default is only filled with something."""
    kind = get_type_hints(cls, include_extras=True)[slot.field]
    if kind not in KINDS or fields_dict(cls)[slot.field].default is not NOTHING:
        kind = bare(kind)
    return get_args(kind)[0] if kind not in KINDS and get_args(kind) else kind


def holds_several(cls: type, field: str) -> bool:
    """Return whether a field of a class holds several values."""
    return get_origin(bare(get_type_hints(cls, include_extras=True)[field])) is tuple


def fill(draw: st.DrawFn, node: Any, phrase: Phrase, state: State, values: dict[str, Any]) -> None:
    """Draw a value for every slot of a node, options sometimes."""
    match node:
        case Literal(_, flag) if flag:
            values[flag] = True
        case Slot():
            values[node.field] = one(draw, node, phrase, state, values)
        case Many(slot, _, least) if not holds_several(phrase.cls, slot.field):  # in a list of several such commands
            values[slot.field] = one(draw, slot, phrase, state, values)
        case Many(slot, _, least):
            count = draw(st.integers(least, least + 2))
            values[slot.field] = tuple(one(draw, slot, phrase, state, values) for _ in range(count))
        case Seq(nodes):
            for child in nodes:
                fill(draw, child, phrase, state, values)
        case Bag(options):
            for option in options:
                if draw(st.booleans()):
                    fill(draw, option, phrase, state, values)


def one(draw: st.DrawFn, slot: Slot, phrase: Phrase, state: State, values: dict[str, Any]) -> Any:
    """One value for a slot, or a whole part for a phrase's."""
    if slot.field == "who" and w.Item in get_type_hints(phrase.cls, include_extras=True).values():
        return draw(st.sampled_from([sheet.name for sheet in state.sheets.values() if sheet.stacks]))
    if slot.phrase is None:
        return draw(of_type(field_type(phrase.cls, slot), state, values))
    within = {name: value for name, value in values.items() if name not in slot.phrase.filled}
    fill(draw, slot.phrase.body, slot.phrase, state, within)
    return slot.phrase.cls(**{name: within[name] for name in slot.phrase.filled if name in within})


@st.composite
def commands(draw: st.DrawFn, phrase: Phrase, state: State) -> Any:
    """Commands that this usage line can say."""
    values: dict[str, Any] = {}
    fill(draw, phrase.body, phrase, state, values)
    command = phrase.cls(**values)
    assume(all(is_given(command, name) for name in phrase.demanded))
    return command


USAGE_LINES = {phrase.line: phrase for cls in all_commands() for phrase in compile_usages(cls)}


@pytest.mark.slow
@pytest.mark.parametrize("usage", USAGE_LINES)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_command_holds_its_line_reads_back_the_same(usage: str, data: st.DataObject, state: State) -> None:
    command = data.draw(commands(USAGE_LINES[usage], state))
    line = spell(command)
    again = read(line, state).command
    if any(getattr(command, name, ()) for name in ("clauses", "below", "above")):
        # with one condition for all they are read as the command without clauses
        assert sorted(spell(again).split()) == sorted(line.split())
    else:
        assert again == command, line
    assert without_comment(line) == line, "a script takes a part of it for a comment"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# 5 is the door"),
        pytest.param("#"),
        pytest.param("door\u00a0# 5"),
        "door # 5",
        "door #5",
        "#5",
        'the "door" # 5',
    ],
)
def test_text_with_a_number_sign_is_spelled_so_that_a_script_keeps_it(text: str, state: State) -> None:
    assert read(spell(MakeNote(text)), state).command == MakeNote(text)


#: What can be carried out with anything in it; what takes the path of a file is not to be tried with any path, and
#: pages are served on no port that somebody may need.
HARMLESS = [
    line
    for line, phrase in USAGE_LINES.items()
    if not {w.File, w.NewLog, w.RulesetName, w.TemplateName} & set(types_in(phrase.cls))
    and phrase.cls is not ServePages
]


@pytest.mark.slow
@pytest.mark.parametrize("usage", HARMLESS)
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_command_holds_it_is_carried_out_or_refused(
    usage: str, data: st.DataObject, state: State, usual: Path, tmp_path: Path
) -> None:
    line = spell(data.draw(commands(USAGE_LINES[usage], state)))
    desk = Desk(Path(shutil.copy(usual, tmp_path / "c.db")))
    try:
        outcome = desk.do(line)
        assert outcome.status in (ExitStatus.DONE, ExitStatus.REFUSED)
        assert (outcome.answer.text() if outcome.answer else outcome.fault) is not None
        written = json.loads(json.dumps(outcome.as_json()))["command"]
        assert sorted(written.split()) == sorted(line.split())  # “when” of all clauses stands before “xp”, or behind it
    finally:
        desk.close()


# --- the declarations --------------------------------------------------------------------------------------


def test_the_words_that_commands_begin_with_are_found_without_loading_any_room() -> None:
    modules: dict[str, set[str]] = {}
    for cls in all_commands():
        if cls.__module__.startswith("engine.concerns."):
            for line in USAGES[cls]:
                modules.setdefault(line.split()[0], set()).add(cls.__module__)
    assert {head: set(found) for head, found in declared_heads().items()} == modules


def test_each_word_that_commands_begin_with_finds_all_of_them() -> None:
    for cls in all_commands():
        for phrase in compile_usages(cls):
            assert phrase in usages(phrase.head)


def starts(node: Any, state: State) -> Iterator[tuple[str, Any]]:
    """Yield what a node can begin with: a word, or a sign, or any text, as far as two options could be confused."""
    match node:
        case Literal(word):
            yield "word", word
        case Many(slot):
            yield from starts(slot, state)
        case Seq(nodes):
            yield from starts(nodes[0], state)
        case Bag(options):
            for option in options:
                yield from starts(option, state)
        case Slot(_, kind, None):
            yield "kind", kind.name if kind else ""
        case Slot(_, _, phrase) if phrase:
            yield from starts(phrase.body, state)


def test_neighbouring_options_begin_differently(state: State) -> None:
    for phrase in chain.from_iterable(map(compile_usages, (*USAGES, *PHRASES))):
        for bag in (node for node in walk_nodes(phrase.body) if isinstance(node, Bag)):
            begun = [start for option in bag.options for start in set(starts(option, state))]
            assert len(begun) == len(set(begun)), phrase.line
            names = [start for start in begun if start[0] == "kind" and start[1] not in SIGNED]
            assert len(names) <= 1 or names == [("kind", "character"), ("kind", "kind of event")], phrase.line


#: Kinds that begin with a sign or a digit, or are words that stand together, so that they stand apart from any name.
SIGNED = (
    "number with its sign",
    "number",
    "kind of dice",
    "event number",
    "kind of event",
    "time of an effect",
    "ban",
    "words for a single hit",
)


def examples(cls: type) -> list[str]:
    """Return the example lines of a docstring: those at its end that begin with one of the class's words."""
    heads = {line.split()[0] for line in USAGES[cls]}
    lines = [line.strip() for line in (cls.__doc__ or "").splitlines()[1:]]
    return [line for line in lines if line.split()[:1] and line.split()[0] in heads]


EXAMPLES = [(cls, line) for cls in USAGES for line in examples(cls)]

#: Where the docstrings are at home.
EXAMPLE_CAMPAIGN = """\
rules questions Did we learn something?
define ability Strength, Mycology, Stealth
define property "hobbit strength": Strength -1
give Kotorikh jewels
rules gm-moves announce future badness, show a conflict
"""


@pytest.fixture(scope="module")
def of_the_examples(usual: Path) -> Iterator[Desk]:
    """Sit at the table of the campaign in which the examples can be typed."""
    with folder() as place:
        desk = Desk(Path(shutil.copy(usual, place)))
        for each in EXAMPLE_CAMPAIGN.splitlines():
            assert desk.do(each).status == 0
        yield desk
        desk.close()


def test_every_example_of_the_manual_reads_whole(of_the_examples: Desk) -> None:
    for cls, line in EXAMPLES:
        found = of_the_examples.read(line)
        assert found.problem is None, (line, found.problem.message)
        assert type(found.command) is cls, line


def test_every_command_that_takes_anything_has_an_example_in_the_manual() -> None:
    without = {cls.__name__ for cls in all_commands() if any(" " in line for line in USAGES[cls]) and not examples(cls)}
    assert without <= {"ShowParty", "EndSession", "EndFight"}


def test_what_answers_a_command_stands_in_the_file_that_goes_with_its_room() -> None:
    for cls in USAGES:
        load_answers(room_of(cls))
        if cls in ANSWERERS:
            assert ANSWERERS[cls].__module__ == f"shell.render.{room_of(cls)}", cls
        else:
            assert not issubclass(cls, Ask), f"{cls}: only what is recorded has an answer by default"


def test_every_field_of_a_command_can_be_typed() -> None:
    for cls in USAGES:
        filled = frozenset().union(*(phrase.filled for phrase in compile_usages(cls)))
        assert filled == {field.name for field in cls.__attrs_attrs__}, cls  # type: ignore[attr-defined]


def test_every_command_of_the_engine_is_decided() -> None:
    from engine.registry import DECIDES

    elsewhere = {CreateCampaign, Setup, Undo, Redo, Amend, Import, Accept, Resend, SpeakAs, TakeWaiting}
    import_module("engine.decide")
    assert {cls for cls in USAGES if not issubclass(cls, Ask)} - set(DECIDES) == elsewhere
