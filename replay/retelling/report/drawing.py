"""Draw pictures for a page: lollipops, bars, dots in a band, and steps.

Some bars have a range, others a tick to compare with. Widths are in per cent, so that a picture fills its column, and
heights in pixels, so that its words keep their size. Colours are classes, which the page's style sheet knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from engine.text import plain, with_sign

#: The value of an attribute that needs no quotes.
UNQUOTED = re.compile(r"[\w.,%#-]+", re.ASCII)

#: The margin of pictures on the left and right, in per cent of the width.
EDGE = 3.0


def drawn_tag(name: str, **attributes: object) -> Markup:
    """Return an empty element. Underscores in names of attributes become hyphens, and `c` is the class."""
    given = {"class" if key == "c" else key.replace("_", "-"): str(held) for key, held in attributes.items()}
    inside = " ".join(f"{key}={as_attribute(held)}" for key, held in given.items())
    return Markup(f"<{name} {inside} />")


def as_attribute(text: str) -> str:
    """Return the value of an attribute, between quotes if it needs them."""
    return text if UNQUOTED.fullmatch(text) else f'"{escape(text)}"'


def drawn_text(x: float, y: float, text: str, kind: str = "") -> Markup:
    """Return text at a place in per cent of a picture, centred unless the class `kind` aligns it otherwise."""
    c = Markup(" class={}").format(kind) if kind else Markup("")
    return Markup("<text x={}% y={}{}>{}</text>").format(decimal(x), decimal(y), c, text)


def decimal(number: float) -> str:
    """Return a number with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


def across(x: float, of: float) -> float:
    """Return the place of a number among 0 to `of`, in per cent between the edges."""
    return EDGE + (100 - 2 * EDGE) * (x / of if of else 0.5)


def picture(height: int, says: str, parts: Iterable[Markup], kind: str = "", role: str = "img") -> Markup:
    """Return a picture with a sentence that describes it. Its role is “group” if it contains links."""
    inside = Markup("").join(parts)
    drawn = Markup('<svg class="{}" height="{}" width="100%" role="{}" aria-label="{}">{}</svg>')
    return drawn.format(f"pic {kind}".strip(), height, role, says, inside)


def drawn_line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """Return a line between two places."""
    return drawn_tag("line", x1=f"{decimal(x1)}%", y1=decimal(y1), x2=f"{decimal(x2)}%", y2=decimal(y2), c=kind)


def drawn_dot(x: float, y: float, kind: str, radius: float = 4) -> Markup:
    """Return a dot."""
    return drawn_tag("circle", cx=f"{decimal(x)}%", cy=decimal(y), r=decimal(radius), c=kind)


def leading_to(seq: int, says: str, inside: Markup) -> Markup:
    """Return a part of a picture that leads to an event."""
    return Markup('<a href="#e{}" aria-label="{}">{}<title>{}</title></a>').format(seq, says, inside, says)


# --- lollipops: an evening's checks ----------------------------------------------------------------------------


class Lollipop(NamedTuple):
    """A check in a picture: its event, margin, outcome, the letter under it and its sentence.

    The margin is None where the audience does not know it, or where there is none.
    """

    seq: int
    margin: int | None
    made: bool
    letter: str
    text: str


#: The height of the line that a check is above or below, of the furthest from it, and of one without a margin.
MIDDLE, FURTHEST, WITHOUT = 64, 44, 5

#: Where the picture ends and its scale begins, in per cent of the width, and the most that it shows.
SCALE_AT, MOST_SHOWN = 95, 12


def lollipops(checks: Sequence[Lollipop], scenes: Sequence[int], says: str) -> Markup:
    """Draw checks in order, as far from the line as their margin.

    Successes are above the line, failures below it, and close to it those without a margin. `scenes` are the places
    among the checks before which a scene begins.
    """
    most = min(MOST_SHOWN, max((abs(each.margin or 0) for each in checks), default=1) or 1)
    parts = [*scale_of_margins(checks, most), *cuts_of_scenes(scenes, len(checks)), *sticks(checks, FURTHEST / most)]
    return picture(142, says, parts, "evening", "group")


def scale_of_margins(checks: Sequence[Lollipop], most: int) -> Iterator[Markup]:
    """Yield the line, and the scale at the right as far as the checks go on either side."""
    margins = [each.margin or 0 for each in checks]
    every = 1 if most < 3 else 2 if most < 7 else 4
    for step in range(-most, most + 1):
        if step and step % every == 0 and min(margins) <= step <= max(margins):
            y = MIDDLE - step * FURTHEST / most
            yield drawn_line(0, y, SCALE_AT, y, "grid")
            yield drawn_text(100, y + 4, with_sign(step), "end")
    yield drawn_line(0, MIDDLE, 100, MIDDLE, "axis")


def cuts_of_scenes(scenes: Sequence[int], number: int) -> Iterator[Markup]:
    """Yield a line and a numeral for the last of the scenes at each place."""
    for at, place in {at: place for place, at in enumerate(scenes, start=1)}.items():
        x = across(at, number) * SCALE_AT / 100
        yield drawn_line(x, 4, x, 122, "cut")
        yield drawn_text(x, 14, roman(place), "scene")


def sticks(checks: Sequence[Lollipop], unit: float) -> Iterator[Markup]:
    """Yield each check with its stick and dot, a wide place to press, and the letter under it if there is room."""
    number = len(checks)
    known = [place for place in range(number) if checks[place].margin is not None]
    far = {pick(known, key=lambda place: checks[place].margin or 0) for pick in (max, min)} if len(known) > 4 else ()
    for place, each in enumerate(checks):
        x = across(place + 0.5, number) * SCALE_AT / 100
        margin = max(-MOST_SHOWN, min(MOST_SHOWN, each.margin or 0))
        flat = 0 if each.margin is not None and each.made else WITHOUT if each.made else -WITHOUT
        y = MIDDLE - (margin * unit or flat)
        seal, kind = " seal" if place in far else "", "made" if each.made else "missed"
        drawn = drawn_line(x, MIDDLE, x, y, f"stick{seal}" if each.margin is not None else "flat")
        hit = drawn_tag(
            "rect", x=f"{decimal(x - 48 / number)}%", y=20, width=f"{decimal(96 / number)}%", height=104, c="hit"
        )
        yield leading_to(each.seq, each.text, hit + drawn + drawn_dot(x, y, f"{kind}{seal}"))
        if number <= 60:
            yield drawn_text(x, 136, each.letter, "tick")


def roman(number: int) -> str:
    """Return a number in small Roman numerals."""
    signs = ((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    said = ""
    for worth, sign in signs:
        times, number = divmod(number, worth)
        said += sign * times
    return said


# --- bars with a range: luck -----------------------------------------------------------------------------------


def luck_bars(first: int, chances: Sequence[float], deserved: float, got: int, says: str) -> Markup:
    """Draw the chance of each number of successes, and mark the usual range, the expected and the actual number.

    The usual range holds 95 of 100 campaigns.
    """
    likely = [place for place, chance in enumerate(chances) if chance > 0.0005]
    low = min([first + place for place in likely] + [got])
    high = max([first + place for place in likely] + [got])
    held = {first + place: chance for place, chance in enumerate(chances)}
    return picture(100, says, _luck_bars(low, high, held, deserved, got))


def _luck_bars(low: int, high: int, held: Mapping[int, float], deserved: float, got: int) -> Iterator[Markup]:
    number, most = high - low + 1, max(held.values())
    wide = (100 - 2 * EDGE) / number

    def middle_of(successes: float) -> float:
        return EDGE + (successes - low + 0.5) * wide

    for successes in range(low, high + 1):
        tall = 60 * held.get(successes, 0.0) / most
        if tall > 0.3:
            x, across_it = decimal(middle_of(successes) - wide * 0.44), decimal(wide * 0.88)
            yield drawn_tag(
                "rect", x=f"{x}%", y=decimal(70 - tall), width=f"{across_it}%", height=decimal(tall), c="bar"
            )
    below = [n for n in range(low, high + 1) if sum(p for m, p in held.items() if m <= n) >= 0.025]
    above = [n for n in range(low, high + 1) if sum(p for m, p in held.items() if m >= n) >= 0.025]
    yield drawn_line(EDGE, 70.5, 100 - EDGE, 70.5, "axis")
    yield drawn_line(middle_of(below[0] - 0.5), 77, middle_of(above[-1] + 0.5), 77, "range")
    yield drawn_line(middle_of(deserved), 64, middle_of(deserved), 83, "due")
    yield drawn_dot(middle_of(got), 77, "seal", 5)
    for successes in sorted({low, high}):
        yield drawn_text(middle_of(successes), 97, plain(successes), "tick")


# --- dots in a band: luck over time ----------------------------------------------------------------------------


def band_dots(steps: Sequence[tuple[float, bool]], bands: Sequence[tuple[float, float]], says: str, id: int) -> Markup:
    """Draw, check by check, the successes beyond expectation, in the band that 95 of 100 campaigns keep to.

    Each picture on a page has its `id`.
    """
    most = max(1.0, *(abs(edge) for band in bands for edge in band), *(abs(step) for step, _ in steps))
    number = len(steps)

    def height(amount: float) -> float:
        return 40 - 32 * amount / most

    upper = [f"{10 * across(i, number - 1 or 1):.0f},{decimal(height(band[1]))}" for i, band in enumerate(bands)]
    lower = [f"{10 * across(i, number - 1 or 1):.0f},{decimal(height(band[0]))}" for i, band in enumerate(bands)]
    area = drawn_tag("polygon", points=" ".join([*upper, *reversed(lower)]), c="band")
    box = Markup('<svg viewBox="0 0 1000 80" preserveAspectRatio="none" width="100%" height="80">{}</svg>')
    places = [(10 * across(place, number - 1 or 1), height(step), made) for place, (step, made) in enumerate(steps)]
    wide = 6 if number <= 40 else 4
    dots = [dots_path([(x, y) for x, y, made in places if made], wide, f"d{id}")]
    dots.append(dots_path([(x, y) for x, y, made in places if not made], wide, f"m{id}"))
    dots.append(drawn_tag("use", href=f"#m{id}", c="dots hollow", stroke_width=decimal(wide / 2)))
    parts = [box.format(area), drawn_line(0, 40, 100, 40, "axis"), box.format(Markup("").join(dots))]
    whole = int(most)
    parts += (
        [drawn_text(0, height(sign * whole) + 4, with_sign(sign * whole), "start") for sign in (1, -1)] if whole else []
    )
    return picture(80, says, parts)


def dots_path(places: Iterable[tuple[float, float]], wide: float, id: str) -> Markup:
    """Return many dots as one path, which keeps them round where the picture is stretched."""
    corners = "".join(f"M{x:.0f},{decimal(y)}h.01" for x, y in places)
    path = drawn_tag("path", id=id, d=corners, vector_effect="non-scaling-stroke")
    return Markup("<g class=dots stroke-width={}>{}</g>").format(decimal(wide), path)


# --- bars against a tick: faces and totals ---------------------------------------------------------------------


def counted_bars(
    counts: Mapping[int, int], expected: Mapping[int, float], labels: Mapping[int, str], says: str
) -> Markup:
    """Draw how often each total or face fell, with a line at the expected number."""
    most = max([*counts.values(), *expected.values(), 1])
    return picture(126, says, _counted_bars(counts, expected, labels, most))


def _counted_bars(
    counts: Mapping[int, int], expected: Mapping[int, float], labels: Mapping[int, str], most: float
) -> Iterator[Markup]:
    wide = (100 - 2 * EDGE) / len(labels)
    for place, (total, label) in enumerate(labels.items()):
        x, fell = EDGE + (place + 0.5) * wide, counts.get(total, 0)
        tall = 82 * fell / most
        if fell:
            left, across_it = decimal(x - wide * 0.38), decimal(wide * 0.76)
            yield drawn_tag(
                "rect", x=f"{left}%", y=decimal(104 - tall), width=f"{across_it}%", height=decimal(tall), c="bar"
            )
        due = 104 - 82 * expected.get(total, 0.0) / most
        yield drawn_line(x - wide * 0.46, due, x + wide * 0.46, due, "due")
        if fell and len(labels) <= 24:
            yield drawn_text(x, min(104 - tall, due) - 5, str(fell), "count")
        if len(labels) <= 24 or place % 5 == 0:
            yield drawn_text(x, 121, label, "tick")
    yield drawn_line(0, 104.5, 100, 104.5, "axis")


# --- steps: experience over time -------------------------------------------------------------------------------


def step_line(points: Sequence[tuple[float, int]], first: float, last: float, most: int, tall: float) -> str:
    """Return the path of a line, 1000 wide, that keeps its height until the next point."""
    span, rise = max(1, last - first), (tall - 4) / (most or 1)
    corners = {round(1000 * (seq - first) / span): decimal(tall - rise * amount) for seq, amount in points}
    return f"M0,{decimal(tall)}{''.join(f'H{x}V{y}' for x, y in corners.items())}H1000"


def step_lines(
    corners: str,
    ticks: Iterable[tuple[float, str]],
    tall: int,
    says: str,
    *,
    id: int | None = None,
    others: Iterable[int] = (),
    then: str = "",
) -> Markup:
    """Draw a line of steps over ticks at places in per cent.

    Earlier values `then` are a broken line. Lines with an `id` are drawn once, and again as the `others` in the
    pictures beside theirs.
    """
    scaled = {"vector_effect": "non-scaling-stroke"}
    drawn = [drawn_tag("use", href=f"#x{other}", c="others") for other in others]
    drawn += [drawn_tag("path", d=then, c="then", **scaled)] if then else []
    own = drawn_tag("path", d=corners, **({} if id is None else {"id": f"x{id}"}), **scaled)
    drawn.append(Markup('<g class="steps">{}</g>').format(own))
    box = Markup('<svg viewBox="0 0 1000 {}" preserveAspectRatio="none" width="100%" height="{}">{}</svg>')
    parts = [box.format(tall, tall, Markup("").join(drawn))]
    places = list(ticks)
    for x, label in places:
        parts.append(drawn_line(x, tall + 1, x, tall + 6, "mark"))
        parts += [drawn_text(x, tall + 20, label, "tick")] if label else []
    return picture(tall + (26 if places else 8), says, parts)


def level_scale(low: int, high: int) -> Markup:
    """Draw the marks of a scale of levels once, for all pictures of levels to use."""
    span = max(1, high - low)
    marks = Markup("").join(drawn_dot(4 + 92 * place / span, 8, "mark", 1.2) for place in range(span + 1))
    return Markup('<svg width="0" height="0" aria-hidden="true"><g id="levels">{}</g></svg>').format(marks)


def level_dots(before: int | None, now: int, low: int, high: int) -> Markup:
    """Draw a level on the scale, and the former one if it differs."""
    span = max(1, high - low)
    parts = [drawn_tag("use", href="#levels")]
    x = 4 + 92 * (now - low) / span
    if before is not None and before != now:
        was = 4 + 92 * (before - low) / span
        parts += [drawn_line(was, 8, x, 8, "stick"), drawn_dot(was, 8, "missed", 3.5)]
    parts.append(drawn_dot(x, 8, "made", 4.5))
    return Markup('<svg class="dots" height="16" width="100%" aria-hidden="true">{}</svg>').format(
        Markup("").join(parts)
    )


# --- a strip: whose turn it was --------------------------------------------------------------------------------


def spotlight_strip(places: Sequence[int], number: int, waited: tuple[int, int], says: str) -> Markup:
    """Draw a tick for each turn of a character among all turns, and mark the longest wait."""
    wide = 100 / max(1, number)
    begin, end = waited
    left, across_it = decimal(begin * wide), decimal((end - begin) * wide)
    parts = [drawn_tag("rect", x=f"{left}%", y="5", width=f"{across_it}%", height="14", c="wait")]
    parts.append(drawn_line(0, 19.5, 100, 19.5, "axis"))
    parts += [drawn_line((place + 0.5) * wide, 4, (place + 0.5) * wide, 19, "turn") for place in places]
    return picture(24, says, parts)
