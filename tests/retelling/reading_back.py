"""Read a finished recap back: a parser of its own, which knows names and traits, and no function of the program.

`Reader.claims_of` finds who tried what in a sentence, and how it went. `results_in` finds the same in the log, in the
events of a sentence's numbers. `differences` compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.uses.events import RollAltered, RollRerolled
from replay.audience.rule import View, Visible
from replay.retelling.recap import Line


class Claim(NamedTuple):
    """One result that a text tells: who tried what against whom, how it went at first and in the end.

    `margin` is what the text tells of it: “barely”, “by 3”, “by 1 to 4”, or nothing.
    """

    who: str
    trait: str
    against: str
    first: str
    last: str
    margin: str


VERBS = r"made|missed|fumbled"
FOUGHT = r"won|lost|tied"
MARGIN = r"(?: by (?:up to )?\d+(?: to \d+)?)?"
ASIDE = r"(?: \((?!at stake)[^()]*\))?"


class Reader:
    """Reads sentences. It knows the short names with the whole ones, and the traits."""

    def __init__(self, names: Mapping[str, str], traits: Iterable[str], heroes: Iterable[str]) -> None:
        self.names, self.heroes = dict(names), list(heroes)
        longest = sorted(map(re.escape, self.names), key=len, reverse=True)
        one = "|".join(longest)
        self.people = rf"(?:Everybody|(?:{one})(?:(?:, (?:{one}))* and (?:{one}))?)"
        self.one, self.trait = f"(?:{one})", "(?:" + "|".join(map(re.escape, traits)) + ")"
        self.thing = rf"(?:{self.trait}(?: against {self.one})?|it)"
        self.fight = ("", frozenset[str]())

    def claims_of(self, sentence: str) -> Iterator[Claim]:
        """Yield the claims of one sentence."""
        said = re.sub(r"^\(secret\) ", "", sentence)
        begun = re.match(r"Fight(?:: [^.]*)?\. ?(?:(?P<trait>.*?) ?[Aa]gainst (?P<foes>.*))?$", said)
        if begun:
            self.fight = (begun["trait"] or "", frozenset(self.people_in(begun["foes"] or "")))
            return
        said = re.sub(r"^Round \d+: ", "", said)
        before = ""
        said = re.sub(r" \(at stake: “[^”]*”\)", "", said)
        for clause in said.split("; "):
            found = list(self._claims_in(clause, before))
            yield from found
            if found:
                before = found[-1].trait + (f" against {found[-1].against}" if found[-1].against else "")

    def people_in(self, text: str) -> list[str]:
        """Return the whole names of those whom a text names; alike ones may share it."""
        text = re.sub(r"(\b[A-Z]\w+) (\d+) and (\d+)", r"\1 \2 and \1 \3", text)
        if text == "Everybody":
            return self.heroes
        return [self.names[each] for each in re.findall(self.one, text)]

    def _claims_in(self, clause: str, before: str) -> Iterator[Claim]:
        """Yield the claims of one clause. “it” is what the clause `before` was about."""
        alone = re.match(r"(With a fudge point|By ruling), (.*)", clause)
        text = f"{alone[2]} {alone[1].lower()}" if alone else clause
        tried = re.match(rf"(?P<who>{self.people}) (?=(?:barely )?(?:{VERBS}) )(?P<rest>.*)", text)
        fought = re.match(rf"(?P<who>{self.people}) (?P<rest>(?:barely )?(?:{FOUGHT})\b(?! in).*)", text)
        beat = re.match(r"(?P<rest>.* (?:beat|tied).*)", text)
        if tried:
            for who in self.people_in(tried["who"]):
                yield from self._tries(who, tried["rest"], before, alone=bool(alone))
        elif fought and self.fight[1]:
            yield from self._bouts(self.people_in(fought["who"]), fought["rest"])
        elif beat:
            yield from self._duel(beat["rest"])

    def _tries(self, who: str, rest: str, before: str, *, alone: bool) -> Iterator[Claim]:
        turned = re.match(
            rf"(?P<barely>barely )?(?P<first>{VERBS}) (?P<what>{self.thing}),"
            rf" then (?P<again>barely )?(?P<last>{VERBS}) it(?P<by>{MARGIN}){ASIDE} with a fudge point",
            rest,
        )
        if turned:
            yield claim(who, turned["what"], turned["first"], turned["last"], turned["again"], turned["by"])
            return
        verb, last, position = "", before, 0
        part = re.compile(
            rf"(?:, but |, then |, and | and |, )?(?:(?P<barely>barely )?(?P<verb>{VERBS}) |(?P<hardly>barely ))?"
            rf"(?P<what>{self.thing})(?P<times> twice| \d+ times)?(?P<by>{MARGIN})(?: even)?(?: with a fudge point)?"
            rf"{ASIDE}"
        )
        while found := part.match(rest, position):
            verb = found["verb"] or verb
            what = last if found["what"] == "it" else found["what"]
            times = {None: 1, " twice": 2}.get(found["times"]) or int(re.findall(r"\d+", found["times"])[0])
            yield from [claim(who, what, verb, verb, found["barely"] or found["hardly"], found["by"])] * times
            last, position = what, found.end()

    def _bouts(self, people: Iterable[str], rest: str) -> Iterator[Claim]:
        found = re.match(
            rf"(?P<barely>barely )?(?P<first>{FOUGHT})(?: with (?P<trait>{self.trait}))?"
            rf"(?: against (?P<foe>{self.one}))?(?:, then (?P<then>{FOUGHT}))?(?: even)?(?: with a fudge point)?"
            rf"(?P<by>{MARGIN})",
            rest,
        )
        assert found is not None, rest
        for who in people:
            trait = found["trait"] or self.fight[0]
            foe = self.names[found["foe"]] if found["foe"] else "|".join(sorted(self.fight[1]))
            margin = "barely" if found["barely"] else found["by"].strip()
            yield Claim(who, trait, foe, found["first"], found["then"] or found["first"], margin)

    def _duel(self, said: str) -> Iterator[Claim]:
        side = rf"{self.one}(?:'s {self.trait})?"
        found = re.match(
            rf"(?P<one>{side}) (?:(?P<verb>beat) (?P<two>{side})|and (?P<even>{side}) tied)"
            rf"(?: in (?P<trait>{self.trait}))?(?P<barely>, barely)?(?P<by>{MARGIN})",
            said,
        )
        if found is None:
            return
        verb = "beat" if found["verb"] else "tied"
        one, two = (re.sub(r"'s .*", "", each) for each in (found["one"], found["two"] or found["even"]))
        margin = "barely" if found["barely"] else found["by"].strip()
        yield Claim(self.names[one], "", self.names[two], verb, verb, margin)


def claim(who: str, what: str, first: str, last: str, barely: str | None, by: str | None) -> Claim:
    """Return a claim of a check."""
    trait, _, against = what.partition(" against ")
    return Claim(who, trait, against, first, last, "barely" if barely else (by or "").strip())


# --- the log ---------------------------------------------------------------------------------------------------


class Result(NamedTuple):
    """A result in the log, as an audience sees it: as in a claim, with the margin as a number or unknown.

    Of a contest, `first` is the winner's name.
    """

    who: str
    trait: str
    against: str
    first: str
    last: str
    margin: int | None
    is_contest: bool = False


def results_in(view: View, numbers: Iterable[int]) -> Iterator[Result]:
    """Yield the results of checks and contests among some events."""
    found = {seq: each for seq in sorted(numbers) if (each := view.find(seq)) is not None and each.counts}
    turned = {each.event.of: each for each in found.values() if isinstance(each.event, RollAltered | RollRerolled)}
    for seq in sorted({*found, *turned}):
        each = found.get(seq) or view.find(seq)
        assert each is not None
        event, turn = each.event, turned.get(seq)
        if isinstance(event, CheckResolved):
            last = (turn or each).event
            verbs = [VERB[made] for made in (event.success, last.success)]
            first = verbs[seq not in found]  # what was told before is told with its end alone
            margin = None if is_unknown(each, turn) else abs(last.margin)
            yield Result(event.character, event.trait or "", event.opponent or "", first, verbs[1], margin)
        elif isinstance(event, ContestResolved) and turn is None and (event.winner or event.tied):
            one, two = (side.character for side in event.participants)
            is_known = event.winner and not event.automatic and "relative" not in each.blanks
            yield Result(one, "", two, event.winner or "", "", event.relative if is_known else None, True)


VERB = {True: "made", False: "missed"}


def is_unknown(each: Visible, turn: Visible | None) -> bool:
    """Return whether the margin of a check is not told: hidden, decided otherwise, or nobody named a difficulty."""
    last = (turn or each).event
    if "margin" in (turn or each).blanks or last.critical or (turn is None and each.event.automatic):
        return True
    if turn is not None:
        return bool((last.margin >= 0) != last.success)
    return each.event.opponent is None and any(part.source == "rules" for part in each.event.difficulty_parts[:1])


# --- both ------------------------------------------------------------------------------------------------------


def differences(view: View, reader: Reader, lines: Iterable[Line]) -> Iterator[str]:
    """Yield what lines say otherwise than the log: another person, outcome or margin, or a result left out.

    Claims that tell a margin choose their results first: one without a margin fits more of those that are alike.
    """
    for line in lines:
        if line.kind not in ("deed", "fight"):
            continue
        claims, results = list(reader.claims_of(line.text)), list(results_in(view, line.seq))
        group = list(results)
        for each in sorted(claims, key=lambda told: not told.margin):
            meant = [result for result in results if is_meant(each, result, reader)]
            fitting = [result for result in meant if fits_margin(each, result, group)]
            if fitting:
                results.remove(fitting[0])
            elif not meant or not each.margin:
                yield f"not in the log: {each} in “{line.text}” {results}"
            else:
                yield f"by another margin: {each} in “{line.text}” {results}"
        yield from (f"left out or otherwise: {each} in “{line.text}”" for each in results)


def is_meant(told: Claim, result: Result, reader: Reader) -> bool:
    """Return whether a claim is about a result, and says how it went."""
    foes = {reader.names.get(foe, foe) for foe in told.against.split("|")}
    if result.is_contest:
        return is_won(told, result, foes)
    if told.who != result.who or result.against not in foes:
        return False
    if told.first in FIGHTING:
        same = told.trait in (result.trait, "")
        return same and (FIGHTING[told.first], FIGHTING[told.last]) == (result.first, result.last)
    return (told.trait, told.first, told.last) == (result.trait, result.first, result.last)


#: The words of a fight for those of a check.
FIGHTING = {"won": "made", "lost": "missed", "tied": "tied"}


def is_won(told: Claim, result: Result, foes: set[str]) -> bool:
    """Return whether a claim is about a contest, and says who won it."""
    if told.who not in (result.who, result.against):
        return False
    other = result.against if told.who == result.who else result.who
    winners = {"beat": told.who, "won": told.who, "lost": other, "tied": ""}
    return other in foes and told.first in winners and winners[told.first] == result.first


def fits_margin(told: Claim, result: Result, group: Iterable[Result]) -> bool:
    """Return whether a margin is as a claim tells it. Of alike results with an unknown one nothing is told."""
    margin, numbers = result.margin, [int(found) for found in re.findall(r"\d+", told.margin)]
    key = (result.trait, result.against, result.first, result.last)
    alike = [each.margin for each in group if (each.trait, each.against, each.first, each.last) == key]
    if told.margin == "barely":
        return margin == 0
    if "up to" in told.margin:
        numbers = [0, *numbers]
    if numbers:
        return margin is not None and min(numbers) <= margin <= max(numbers) > 2 and set(numbers) <= set(alike)
    return margin is None or margin < 3 or None in alike
