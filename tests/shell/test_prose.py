"""A sentence is no command, whichever verb it begins like: it writes no file, does nothing to anybody, is a note."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from given import one_in
from hypothesis import given, settings
from hypothesis import strategies as st

from shell.language.grammar import heads
from shell.runner import Desk

WORLD = """\
new peupfudge "The Ford"
define ability Climbing, Perception, "Sea Lore"
define status Energy: Tired -1, Neutral 0, Lively +1
define track Injury: scratch 3, hurt 1 -1
define property wealthy
pc Tom by Ann
pc Andra by Jo
pc Isa by Kim
npc Bandit, Odo
session start First
award all 5
give Tom rope
"""

#: Sentences that begin with a verb of the program.
WHOLE = """\
accept the offer of the baron and ride home
agree they did, but nobody kept the word
answer came there none from the dark cellar
approve of it he would not until morning
ask an old woman about the well
ask the innkeeper about the well
audit of the guild begins in the morning
award of the prize falls to a stranger
backup arrives at noon
bonus of the day is a warm meal
check the door for traps before we go in
clear skies above the pass until evening
compare notes with the guild of thieves
concept of honour is strange to them
condition of the bridge is worse than before
contest of the archers ends without a winner
convert the heathens first said the priest
countdown to midnight begins in the tower
critical of the king is what they were
damage to the hull was worse than feared
decline the offer of the duke they must
define beauty however you like it
diff between the two maps is a river
dispute about the border goes on
drop of blood on the snow by the gate
effect of the potion wears off at dawn
end of the road and no inn in sight
exit through the back door of the inn
export of grain is forbidden by the duke
fight breaks out in the square at noon
fight starts when the bell rings
forfeit of the wager is a cask of ale
fork in the road leads north
gain of the one is loss for the other
give peace a chance tonight
give the dog a bone and it follows you
goal of the evening is to survive
head of the guild is an old woman
help is on the way to us
hide in the barn until dark
hit the road before the sun rises
import taxes are due at the gate
keys jingle in the dark behind the door
line breaks under the charge of the horse
line forms at the gate before dawn
line is drawn in the sand
line of bandits on the ridge
lines of soldiers cross the bridge
log cabin in the woods stands empty
lose heart they did not in the storm
mark of the beast is on the door
move along said the guard at the gate
new moon over the marsh and no wind
odds are against us in the valley
out of the mist comes a ship
out to the west lies the sea
party of strangers comes over the hill
pass over the mountains is closed until spring
point of no return lies behind us
practice of dark arts is forbidden here
quality of the wine is poor at best
question of honour is what it was
quit while you are ahead said the dealer
raise the alarm and run for the wall
react they did not when the gate fell
recover they would not before the spring
redo the knots before they slip
rename the inn they did after the fire
report from the scouts: the bridge is down
report of a dragon reaches the village
rescue party reaches the ford
resend the letter by another rider
reveal of the traitor shocks the court
revive the old custom they would
ritual of the moon needs silver
roll of thunder shakes the camp
round the corner waits a man with a knife
rules of the house are on the wall
scale of the disaster is seen at dawn
scene of carnage in the hall
scene is set for the duel at dawn
seal of the duke is on the letter
as the sun sets they leave the inn
group of bandits waits at the ford
groups of pilgrims pass the mill
set sail for the islands at dawn
serve the soup while it is hot
session of the council ends in a row
session starts at dawn with fog
sheet of ice covers the lake
ship sails at dawn tomorrow
ship without a crew drifts into the bay
show must go on
show to the world what they were made of
sign of the serpent above the door
since the flood nobody comes here
spell of bad weather keeps us in the inn
spend the night in the barn they must
start a fire in the barn to draw them out
stats of the guard are on the board
status of the strangers is not clear
swap of the hostages is set for noon
table talk turns to war and to taxes
tables turn when the guard arrives
take the left path along the river
tend to the horses before you sleep
tick of the clock is all they hear
track leads into the marsh and ends there
trade with the north is dead since the war
trait of the family is a red beard
undo the knot before the tide is in
veil of mist covers the marsh
verify it who can said the clerk
waiting is all that is left to do
why the bridge burned nobody would say
""".splitlines()

#: Sentences that begin with the beginning of a verb, and those that begin with none.
BEGUN = """\
all the bells of the town ring
back to the ford before night falls
comp the guards they did not
he was never seen again in the valley
in the morning the strangers are gone
lin was the name of the ferryman
no one answers the door
no smoke rises from the chimneys
not a soul in the village
not even the dogs bark at us here
nothing moves in the marsh at night
on the ridge stands a man with a horn
resc they hoped for did not come
res of the day we sleep in the barn
sea and sky are one in the storm
sec after sec the tower leans over
the bandits cross the river at night
the bell of the tower rings twice
the dead man in the well smells of wine
they found the dead king in his bed
ren is what the stranger wants
vei of silver runs under the hill
we leave the dying horse at the ford
who killed the miller is not known
""".splitlines()

#: Sentences about somebody known, some of them dead.
ABOUT_SOMEBODY = """\
Bandit is dead on the floor of the barn
Bandit lies dead in the mud of the road.
Odo mourns the dead king of the north
Tom finds a dead man in the well.
Tom saw the dead man in the cellar
the bandit lies dead.
the dead bandit lies in the mud.
Tom kills time with a book in the inn
Andra would rather die than speak to him
""".splitlines()


def all_kept_out(place: Path) -> Iterator[str]:
    """Yield the files in a folder, but for the log with what SQLite keeps beside it."""
    for each in place.rglob("*"):
        if not each.name.startswith("log.db"):
            yield each.name


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path / "log.db", at_prompt=True)
    for line in WORLD.splitlines():
        assert desk.do(line).fault is None, line
    yield desk
    desk.close()


@pytest.mark.parametrize("sentence", one_in(4, [*WHOLE, *BEGUN]))
def test_a_sentence_that_begins_like_a_verb_is_proposed_as_a_note_and_as_nothing_else(
    desk: Desk, tmp_path: Path, sentence: str
) -> None:
    outcome = desk.do(sentence)
    assert outcome.fault is not None, outcome.command
    assert outcome.fault.hint == f"type note {sentence}"
    assert outcome.fault.cured == f"note {sentence}"
    assert [*all_kept_out(tmp_path)] == []
    assert desk.do(outcome.fault.cured).events[0]["text"] == sentence


@pytest.mark.parametrize("sentence", ABOUT_SOMEBODY)
def test_a_sentence_about_somebody_takes_nobody_out_of_play(desk: Desk, sentence: str) -> None:
    outcome = desk.do(sentence)
    assert outcome.fault is not None, outcome.command
    assert f"note {sentence}" in str(outcome.fault.hint)
    assert not str(outcome.fault.cured).startswith("out ")


#: Verbs in full before any text or new name.
ANY_TEXT = {"note", "secret", "search", "scene", "line", "veil", "pc", "npc", "q"}

#: What goes on behind a verb in a sentence.
TAILS = (
    "of the old town is gone",
    "and the boat drifts into the night",
    "is what the stranger wants",
    "in the morning they find the gate open",
    "by the river where the mill was",
    "the bridge and the mill until evening",
    "from the north they come with torches",
)


@settings(max_examples=100, deadline=None)
@given(which=st.data())
def test_no_sentence_writes_a_file_or_becomes_more_than_a_note(
    tmp_path_factory: pytest.TempPathFactory, which: st.DataObject
) -> None:
    must_be_a_note_at_most(tmp_path_factory, which)


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(which=st.data())
def test_no_sentence_of_many_writes_a_file_or_becomes_more_than_a_note(
    tmp_path_factory: pytest.TempPathFactory, which: st.DataObject
) -> None:
    must_be_a_note_at_most(tmp_path_factory, which)


def must_be_a_note_at_most(tmp_path_factory: pytest.TempPathFactory, which: st.DataObject) -> None:
    """Type a sentence that begins like a verb. Nothing is recorded, and no file is written beside the log."""
    head = which.draw(st.sampled_from(sorted({*heads()} - ANY_TEXT)))
    begun = head[: which.draw(st.integers(2, len(head)))]
    line = f"{begun} {which.draw(st.sampled_from(TAILS))}"
    place = tmp_path_factory.getbasetemp() / "any sentence"
    with pytest.MonkeyPatch.context() as patch:
        place.mkdir(exist_ok=True)
        patch.chdir(place)
        desk = Desk(place / "log.db", at_prompt=True)
        if not (place / "log.db").exists():
            assert all(desk.do(each).fault is None for each in WORLD.splitlines())
        outcome = desk.do(line)
        desk.close()
    assert outcome.events == (), line
    assert outcome.fault is not None, line
    assert outcome.fault.cured in (None, f"note {line}"), line
    assert [*all_kept_out(place)] == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("line harm to animals", "harm to animals"),
        ('line "of sight, broken in play"', "of sight, broken in play"),
        ("line: of any torture nothing is told", "of any torture nothing is told"),
        ("veil sex between characters", "sex between characters"),
        ("scene Under the trees, in the night", "Under the trees, in the night"),
        ("scene in the barn behind the inn", "in the barn behind the inn"),
        ('scene "of the crime"', "of the crime"),
        ("note of the day: it rains", "of the day: it rains"),
    ],
)
def test_a_text_behind_its_verb_is_no_sentence(desk: Desk, line: str, meant: str) -> None:
    outcome = desk.do(line)
    assert [event["text"] for event in outcome.events] == [f"{prefix(line)}{meant}"]


def prefix(line: str) -> str:
    """Return what the log shows before a text."""
    return {"l": "Line: ", "v": "Veil: ", "s": "Scene: "}.get(line[0], "")


@pytest.mark.parametrize("line", ["rescue copy", "fork copy", "backup copy", "backup my copy of it"])
def test_a_new_log_is_named_by_its_ending_its_folder_or_in_quotes(desk: Desk, tmp_path: Path, line: str) -> None:
    head, name = line.split(maxsplit=1)
    assert desk.do(line).fault is not None
    assert [*all_kept_out(tmp_path)] == []
    if head != "rescue":
        outcome = desk.do(f"{head} {name}.db")
        assert outcome.fault is None, outcome.fault
        assert (tmp_path / f"{name}.db").exists()
        for other in (f'{head} "{name}"', f"{head} ./other"):
            assert desk.do(other).fault is None, other


@pytest.mark.parametrize("typed", ["sesion start The mill at dusk", "pc Bo of the Hill by Kim"])
def test_a_slip_or_a_long_new_name_makes_no_sentence(desk: Desk, typed: str) -> None:
    cured = desk.do(typed).fault.cured  # type: ignore[union-attr]
    assert cured is not None
    assert not cured.startswith("note")


#: First words that no sentence begins with, and those behind which any text is meant or looked for.
NO_SENTENCE = re.compile(
    r"amend|pc|npc|gm|q|whatif|xcard|met|config|completions|checklist|countdowns|recap|replay|ruling|spells|spotlight"
    r"|goals|ledger|questions|seals|setup|note|secret|search"
)


def test_the_sentences_begin_with_every_verb_that_is_a_word() -> None:
    begun = {line.split()[0] for line in WHOLE}
    assert not {head for head in heads() if head not in begun and not NO_SENTENCE.fullmatch(head)}
