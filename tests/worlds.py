"""The small world that tests share: as commands, what anyone may type in it, and evenings with every kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs
import pytest
from given import folder
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from engine import Campaign, Refused
from engine.campaign import Recorded
from engine.commands import (
    Agree,
    Amend,
    AnswerChecklist,
    AnswerLeadingQuestion,
    AskPlayer,
    Award,
    Bonus,
    ChangeRule,
    ChangeStatus,
    Check,
    Clause,
    Clear,
    Contest,
    CreateNpc,
    CreatePc,
    DefineAbility,
    DefineCounter,
    DefineKey,
    DefineProperty,
    DefineStatus,
    DefineTable,
    DefineTrack,
    DrawLine,
    DrawVeil,
    Drop,
    EndFight,
    EndSession,
    FixPracticeRate,
    Forfeit,
    Gain,
    Give,
    GiveTrack,
    GiveTrait,
    HideNpc,
    HighBand,
    HitKey,
    HoldSessionZero,
    KeepSecret,
    Labelled,
    Lose,
    LowBand,
    LowClauses,
    MakeCountdown,
    MakeMove,
    MakeNote,
    Mark,
    MeetComplication,
    Move,
    MoveCounter,
    NeedSet,
    NextRound,
    NoteCondition,
    Opponent,
    Pass,
    PassingEffect,
    Raise,
    Recover,
    Redo,
    Reveal,
    Revive,
    Roll,
    RollTable,
    RowOf,
    Rule,
    SetCharacteristic,
    SetGoal,
    SetScene,
    Share,
    ShowNpc,
    ShowXCard,
    Side,
    Sign,
    Spend,
    StageOf,
    StartFight,
    StartPastSession,
    StartSession,
    StateBoxes,
    Step,
    SwapKey,
    TakeOut,
    Tend,
    TickCountdown,
    TraitLevel,
    Undo,
)
from engine.concerns.files.events import HeadAccepted, LogConverted
from engine.concerns.properties.commands import LevelChange
from engine.events import Event, LineTaken
from engine.history.counting import History
from engine.project import apply
from engine.rules.parts import CLOCKS
from engine.state import Sheet, State
from engine.store import codec
from shell.runner import Desk

WHO = st.sampled_from(["Ada", "Bo", "Cy"])
CLOCK = st.sampled_from(["", *CLOCKS])
KEYS = st.sampled_from(["Vow", "Greed"])
DOOM = st.sampled_from(["Doom", "Escape"])
ORE = st.sampled_from(["ore", "weeks", "Jorgen"])
TRAIT = st.sampled_from(["Chess", "Climbing"])
FEW = st.integers(1, 5)
XP = st.integers(1, 20)
ANY_EVENT = st.integers(0, 999)
ITEM = st.sampled_from(["pouch", "stones"])
STATE = st.sampled_from(["Tired", "Neutral", "Dazed"])

FORGE = (NeedSet(("ore", "weeks")), NeedSet(("Jorgen",)))

WORLD: tuple[object, ...] = (
    DefineAbility(("Chess", "Climbing"), (Labelled("poor", 1),)),
    DefineStatus("Energy", (Step("Tired", -1), Step("Neutral"), Step("Dazed", -3)), start="Neutral", cause="sleep"),
    DefineProperty("gifted", bonus=7, practice="Chess"),
    DefineProperty("ill", (LevelChange("Chess", -1),), action=-1),
    DefineCounter("Mana", (0, 10), 6, (LowBand(3, (), -1, ("Chess",)),), (HighBand(9, (LevelChange("Climbing", 1),)),)),
    DefineTrack("Health", (StateBoxes("Light", 2), StateBoxes("Bad", 1, -1))),
    DefineKey("Vow"),
    DefineKey("Greed", "gold changes hands"),
    CreatePc("Ada"),
    CreatePc("Bo"),
    CreateNpc("Odo"),
    StartSession("One"),
    Award(amount=8, all=True),
)

EVERYDAY: SearchStrategy[object] = st.one_of(
    st.builds(lambda who, n: Award((who,), n, "luck"), WHO, XP),
    st.builds(lambda n: Award(amount=n, all=True), XP),
    st.builds(lambda who, trait, n: Spend(who, (Share(n, trait),)), WHO, TRAIT, FEW),
    st.builds(lambda who, n, m: Spend(who, (Share(n, "Chess"), Share(m, "Climbing"))), WHO, FEW, FEW),
    st.builds(Raise, WHO, TRAIT),
    st.builds(Forfeit, WHO, FEW, st.booleans()),
    st.builds(Bonus, WHO, FEW, TRAIT),
    st.builds(lambda who, trait, n: GiveTrait(who, (TraitLevel(trait, n),)), WHO, TRAIT, st.integers(0, 3)),
    st.builds(lambda who, trait, n: Check(who, trait, n, faces=(0,)), WHO, TRAIT, st.integers(-1, 3)),
    st.builds(lambda who, trait: Check(who, trait, opponent=Opponent("Ada", "Chess"), secret=True), WHO, TRAIT),
    st.builds(lambda one, other, trait: Contest((Side(one, trait), Side(other))), WHO, WHO, TRAIT),
    st.builds(Roll, st.just("4dF"), secret=st.booleans()),
    st.builds(ChangeStatus, WHO, st.just("Energy"), STATE),
    st.builds(lambda who, up: ChangeStatus(who, "Energy", up=up, down=not up), WHO, st.booleans()),
    st.builds(Gain, WHO, st.sampled_from(["gifted", "ill", "Vow", "Greed"]), CLOCK),
    st.builds(Gain, WHO, st.sampled_from(["gifted", "ill"]), event=ANY_EVENT),
    st.builds(PassingEffect, WHO, st.just("dazed"), st.integers(-2, 2), clock=CLOCK, roll=st.none() | ANY_EVENT),
    st.sampled_from([StartFight(), NextRound(), EndFight()]),
    st.builds(
        lambda name, n, other, kept: MakeCountdown(name, (StageOf(n), StageOf(1, "it falls")), other, hidden=kept),
        DOOM,
        FEW,
        st.none() | DOOM,
        st.booleans(),
    ),
    st.builds(TickCountdown, DOOM, FEW, st.none() | ANY_EVENT),
    st.builds(lambda who, kept: SetGoal("Forge", FORGE, who, kept), st.none() | WHO, st.booleans()),
    st.builds(MeetComplication, st.just("Forge"), ORE, st.none() | ANY_EVENT),
    st.builds(lambda who, trait, waits: Raise(who, trait, goal="Forge", pending=waits), WHO, TRAIT, st.booleans()),
    st.just(DefineTable("Mishaps", (RowOf((1, 3), "trips", -1, "scene"), RowOf((4, 6), "shines")))),
    st.builds(RollTable, st.just("Mishaps"), st.none() | WHO, st.none() | ANY_EVENT, secret=st.booleans()),
    st.builds(lambda who, trait, doom: Check(who, trait, 1, faces=(0,), ticks=doom), WHO, TRAIT, DOOM),
    st.builds(MoveCounter, WHO, st.just("Mana"), st.integers(-4, 4), reason=st.just("a spell")),
    st.builds(MoveCounter, WHO, st.just("Mana"), number=st.integers(-2, 12), anyway=st.booleans()),
    st.builds(Mark, WHO, st.none() | FEW, st.none() | st.sampled_from(["Light", "Bad"]), st.none() | ANY_EVENT),
    st.builds(Clear, WHO, st.none() | FEW, roll=st.none() | ANY_EVENT),
    st.builds(Clear, WHO, all=st.just(True)),
    st.builds(Tend, WHO, st.none() | WHO, st.sampled_from(["", "", "Health", "Hull"])),
    st.builds(Recover, WHO),
    st.builds(TakeOut, WHO, st.sampled_from(["", "fled"])),
    st.builds(Revive, WHO, reason=st.just("luck")),
    st.builds(Lose, WHO, st.sampled_from(["gifted", "ill", "Vow"])),
    st.builds(HitKey, WHO, KEYS),
    st.builds(SwapKey, WHO, KEYS, KEYS),
    st.builds(Give, WHO, ITEM, FEW),
    st.builds(Give, WHO, st.just("stones"), FEW, st.just("pouch")),
    st.builds(Drop, WHO, ITEM, st.none() | FEW),
    st.builds(Move, WHO, st.just("stones"), st.just("pouch"), st.none() | FEW),
    st.builds(Pass, WHO, ITEM, WHO, st.none() | FEW),
    st.builds(NoteCondition, WHO, ITEM, st.just("worn")),
)

SELDOM: SearchStrategy[object] = st.one_of(
    st.builds(StartSession, present=st.lists(WHO, max_size=2, unique=True).map(tuple)),
    st.builds(lambda name: CreatePc(name), WHO),
    st.builds(lambda who, text: SetCharacteristic(who, "Mood", text), WHO, st.sampled_from(["gay", "grim"])),
    st.just(DefineAbility(("Climbing", "Lore"))),
    st.just(DefineStatus("Energy", (Step("Tired", -2), Step("Neutral")), start="Neutral")),
    st.sampled_from(
        [
            DefineCounter("Mana", (0, 8), 6, (LowBand(2, (), -2),)),
            DefineCounter("Mana", (0, 9), below=(LowClauses(2, (Clause(None, -2), Clause("Chess", -1, tag="dark"))),)),
        ]
    ),
    st.just(DefineProperty("ill", (LevelChange("Chess", -2),))),
    st.just(DefineTrack("Health", (StateBoxes("Light", 1), StateBoxes("Bad", 2, -2)), order=True, final="Bad")),
    st.sampled_from(
        [
            DefineTrack("Health", (StateBoxes("Light", 3), StateBoxes("Bad", 2, -2)), kind="pcs"),
            DefineTrack("Hull", (StateBoxes("Light", 2, time="minutes"), StateBoxes("Holed", 1)), kind="ships"),
            DefineTrack("Mind", (StateBoxes("Shaken", 2, -1),), kind="npcs", full="nothing"),
            DefineTrack("Mind", (StateBoxes("Shaken", 2, -1),), full="dead", instead=True),
        ]
    ),
    st.builds(lambda who: SetCharacteristic(who, "Kind", "ship"), st.just("Odo")),
    st.builds(GiveTrack, WHO, FEW, alike=st.booleans()),
    st.builds(lambda mode: ChangeRule("key-awards", mode), st.sampled_from(["hit", "key", "any"])),
    st.builds(lambda n: ChangeRule("untrained", str(n)), st.integers(-1, 0)),
    st.just(AnswerChecklist("beings", "all sorts")),
    st.just(FixPracticeRate(1, "month", 2)),
    st.just(SetScene("a cave")),
    st.just(MakeNote("hm")),
    st.sampled_from([Agree("phones", "off"), DrawLine("gore"), DrawVeil("gore"), HoldSessionZero()]),
    st.builds(AskPlayer, WHO, st.just("Why?")),
    st.builds(lambda n: AnswerLeadingQuestion(n, "So."), ANY_EVENT),
    st.builds(MakeMove, st.just("rest"), st.just("A storm."), st.none() | WHO),
    st.just(ChangeRule("gm-moves", "rest")),
    st.builds(lambda how: ChangeRule("players-see", f"gaps {how}"), st.sampled_from(["yes", "no"])),
    st.builds(ShowXCard, st.booleans()),
    st.builds(KeepSecret, st.just("a trap"), st.booleans()),
    st.sampled_from([HideNpc(("Odo",)), ShowNpc(("Odo",))]),
    st.just(StartSession()),
    st.just(EndSession()),
    st.just(StartPastSession("2024-03-09")),
    st.builds(Sign, WHO),
)

#: Corrections name events by any number: what it stands for is one of the events that there are by then.
CORRECTIONS: SearchStrategy[object] = st.one_of(
    st.just(Undo()),
    st.just(Redo()),
    st.builds(Undo, ANY_EVENT),
    st.builds(Undo, ANY_EVENT, cascade=st.just(True)),
    st.builds(Undo, ANY_EVENT, keep=st.just(True)),
    st.builds(lambda n: Undo(last=n), st.integers(1, 4)),
    st.builds(lambda n: Undo(session=n, cascade=True), st.integers(1, 2)),
    st.builds(Redo, ANY_EVENT),
    st.builds(Amend, ANY_EVENT, XP),
    st.builds(Rule, ANY_EVENT, stands=st.just(True)),
    st.builds(Reveal, ANY_EVENT),
)

ANYTHING = st.one_of(EVERYDAY, EVERYDAY, SELDOM, CORRECTIONS)
STORIES = st.lists(ANYTHING, min_size=3, max_size=25)

#: How a projector can take Ann's sheet out of those of a state.
WAYS_TO_TAKE: list[Callable[[dict[str, Sheet]], Sheet]] = [
    lambda sheets: sheets["Ann"],
    lambda sheets: sheets.get("Ann"),  # type: ignore[list-item,return-value]
    lambda sheets: next(iter(sheets.values())),
    lambda sheets: dict(sheets.items())["Ann"],
]


def draw(sides: int) -> int:
    """Dice without surprises."""
    return (sides + 1) // 2


@contextmanager
def a_campaign(world: Sequence[object] = WORLD) -> Iterator[Campaign]:
    """Make a campaign with the small world in it, which goes away."""
    with folder() as place, Campaign.create(Path(place) / "c.db", draw=draw) as campaign:
        for command in world:
            campaign.execute(command)
        yield campaign


def attempt(campaign: Campaign, command: object) -> bool:
    """Do what may be done; says whether it was."""
    event = getattr(command, "event", None)
    if event is not None:
        command = attrs.evolve(command, event=1 + event % campaign.state.seq)  # type: ignore[misc]
    try:
        campaign.execute(command)
    except Refused:
        return False
    return True


def tell(campaign: Campaign, commands: Sequence[object]) -> None:
    """Do all that may be done."""
    for command in commands:
        attempt(campaign, command)


def now(campaign: Campaign) -> State:
    """Return the state without its place in the log, which moves on even when something is taken back."""
    return attrs.evolve(campaign.state.copy(), seq=0)


def straight(events: Sequence[Recorded], history: History) -> State:
    """Return the state by its definition: the events that count, in their places, awards as amended."""
    state = State()
    for each in events:
        if each.seq in history.inactive:
            continue
        apply(state, as_it_counts(each, history), each.seq)
    state.seq = 0
    return state


def as_it_counts(recorded: Recorded, history: History) -> Event:
    """Return an event, if it is an award with the amount that it was amended to."""
    assert not isinstance(recorded.event, codec.Unknown)
    if recorded.seq not in history.amended:
        return recorded.event
    return attrs.evolve(recorded.event, amount=history.amended[recorded.seq])  # type: ignore[call-arg]


# --- an event of every type, as lines --------------------------------------------------------------------------

#: A bit of everything in Peupfudge, with the names that the manual's examples have.
AT_THE_INN = """\
new peupfudge "The Golden Teapot"
rules places back, belt, body, hands
rules questions Did we learn something?, Did we help?
checklist beings humans
practice 1 month = 2
define ability Muscle, Charisma, Perception poor 2 decent 4 great 6
define ability Fitness, Knowledge, Strength, Mycology, Stealth, Construction, "Construction Magic"
define status Spirit: Broken Perception -2 and Muscle -1, Low -1 Muscle -1, Whole
define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception
define counter Mana 0..10 low 3: A -1 on Knowledge
define property "Shroom Belly": a -1 when magical
define property "talented observer": xp 7 Perception
define property "hobbit strength": Strength -1
define key Teapots "a teapot is worth the trouble"
define key Vow
pc Kotorikh by Kurt
pc Obazana
pc Gromanno
npc Nyrv
npc Polthova
npc Grumm
rename Grumm to Grumbold
set Kotorikh Profession = Archaeologist
trait Obazana Charisma 4
award Kotorikh, Obazana 20 for the golden teapot
spend Kotorikh 3 on Perception
forfeit Kotorikh 1 for the burnt library
bonus Kotorikh 2 on Knowledge
give Kotorikh pouch
give Kotorikh pack
give Kotorikh 12 stones in pouch
give Kotorikh "vial of ink" in pack note full
give Kotorikh jewels
give Obazana 3 jewels
move Kotorikh 5 stones to belt
pass Obazana 1 jewels to Kotorikh
condition Kotorikh "vial of ink" = half full
drop Kotorikh 2 stones from pouch
gain Kotorikh "Shroom Belly"
lose Kotorikh "Shroom Belly"
gain Kotorikh Teapots
session zero At the inn
agree phones in the bag
line harm to animals
veil torture
session start "The inn that cost three jewels" with Kurt, Obazana, Gromanno
scene Outside the inn, night
secret The innkeeper is the thief
secret scene The cellar of the inn
scene Outside the inn, night
rules gm-moves announce future badness, show a conflict
gm 1 to Kotorikh The innkeeper whistles
ask Obazana Why does he know you?
answer #{LeadingQuestionAsked} I left without paying
agree world-building yes
hide Polthova
xcard
show Polthova
fight start The thieves of the inn
effect Nyrv stunned a -1 until round
gain Kotorikh "Shroom Belly" until fight
round
fight end
define track injury: minor 2, serious 2
track Nyrv 2
mark Kotorikh 3 as bruised
tend Kotorikh by Obazana
clear Kotorikh serious for a potion
mark Kotorikh
recover Kotorikh
mark Obazana minor permanent
clear Obazana all
out Polthova fled
revive Polthova
set Polthova Kind = ship
note The thief limps
hit Kotorikh Teapots for the golden one
rules magic minor and ritual
ritual Ascent needs "a drop of blood"
ritual Rain needs water
ritual Rain has water
ritual Rain performed by Obazana
define table Weather with 2d6: 2 storm, 3-12 clear
define table Fumble: 1-5 "drops it", 6 falls a -2 until scene
table Fumble for Nyrv rolled 6
goal Heist needs "a plan of the vault" and keys or "a friend inside" for Kotorikh
raise Kotorikh Stealth after Heist pending
met Heist "a plan of the vault"
met Heist keys for the clerk talked
goal Heist needs "a plan of the vault"
countdown Funding 1 "the king pays"
countdown Storm 3
tick Storm
check Kotorikh Perception vs 3 rolled -1 0 0 +1 stakes "the thief is gone"
check Gromanno Fitness vs 0 rolled 0 ticks Funding
contest Gromanno Fitness rolled 1 0 1 vs Nyrv rolled +1
roll 4dF rolled +1 secret
reveal #{DiceRolled}
status Kotorikh Energy down
status Kotorikh Mana -3 for a fireball
question Kotorikh 2 no
questions Obazana 1
ruling #{CheckResolved} stands
amend #{XpAwarded} 21
undo #{NoteMade}
redo #{NoteMade}
sign Kotorikh
swap Kotorikh Teapots for Vow
gain Kotorikh Teapots
session end
seal 4417 by Kurt
since #1
"""

#: A player's line of that evening, which was taken.
PROPOSED = LineTaken("Kurt", "check Kotorikh Perception vs 3 rolled + 0 0 - ticks Storm", "1")

#: What only other games have.
ON_WATCH = """\
new fudge-lite "The Night Watch"
rules points 3
rules approval on
pc Sparrow by Imke
trade Sparrow Great
approve Sparrow
rules points 9
point Sparrow -1 for a lucky coincidence
session start
rules xp-on-miss 1
countdown Escape 3
countdown Alarm 3 against Escape
check Sparrow Stealth vs Great rolled -1 ticks Escape
point Sparrow alter #{CheckResolved} +1
point Sparrow reroll #{CheckResolved} rolled 0
point Sparrow success #{CheckResolved}
mark Sparrow minor
point Sparrow ease
spell Sparrow Magic range touch rolled 0
rules criticals natural
check Sparrow Stealth vs Great rolled -1 -1 -1 -1
ruling #{CheckResolved} -1 for a stumble
ruling #{CheckResolved} beyond for a tumble
fork "{folder}/fork.db" at #1
"""

#: And in Fudge alone.
IN_AMBUSH = """\
new fudge "The Red Road"
rules critical-table 2-7 = trips, 8-12 = is stunned
npc Bandit
pc Nathaniel
session start 2 "The red gate" on 2024-03-09
session end
react Bandit rolled 0 0 0 0
react Bandit to Nathaniel wary because he paid
react Bandit to Nathaniel
critical for Bandit rolled 1 2
"""

#: In Polyhedral Fudge.
AT_THE_FORD = """\
new polyhedral "The Salt Ford"
npc Raider
trait Raider "Damage Capacity" Fair
scale Raider 1
session start
damage Raider 9
clear Raider Scratched
as Jon
as GM
group new North
group leave
group North
group leave
groups
"""


#: The evenings as parameters, the longest of them slow.
EVERY_EVENING = [
    pytest.param(AT_THE_FORD, id="ford"),
    pytest.param(IN_AMBUSH, id="ambush"),
    pytest.param(ON_WATCH, id="watch"),
    pytest.param(AT_THE_INN, id="inn", marks=pytest.mark.slow),
]


def play(desk: Desk, script: str, place: Path) -> None:
    """Carry out every line; `{DiceRolled}` in one is the number of the latest event of that type."""
    numbers: dict[str, int] = {}
    for line in script.splitlines():
        outcome = desk.do(line.format(folder=place, **numbers))
        assert outcome.fault is None, (line, outcome.fault)
        numbers |= {event["type"]: event["seq"] for event in outcome.events}


def happened(path: Path) -> Iterator[object]:
    """Yield every event of a log."""
    with Campaign.open(path, writable=False) as campaign:
        yield from (recorded.event for recorded in campaign.events())


@contextmanager
def played_out() -> Iterator[tuple[Desk, dict[type, object]]]:
    """Play all of these evenings: the desk of the last, and an event of every type there is."""
    with folder() as name:
        place = Path(name)
        for name, script in (("ford", AT_THE_FORD), ("ambush", IN_AMBUSH), ("watch", ON_WATCH), ("inn", AT_THE_INN)):
            desk = Desk(place / f"{name}.db")
            play(desk, script, place)
            if name == "inn":
                assert desk.do(PROPOSED.line, PROPOSED).fault is None
            desk.close()
        paths = [place / f"{name}.db" for name in ("ford", "ambush", "watch", "fork", "inn")]
        examples: dict[type, object] = {type(event): event for path in paths for event in happened(path)}
        # What only happens to a file that is not what it was, or that is of an older format:
        examples[HeadAccepted] = HeadAccepted(9, "0" * 64, "the laptop was lost")
        examples[LogConverted] = LogConverted(1, 9, "0" * 64)
        desk.open(writable=False)
        yield desk, examples
        desk.close()
