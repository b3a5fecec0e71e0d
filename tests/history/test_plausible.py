"""What may be stored of an event: how deep its data may be nested, and from which text that is judged."""

from __future__ import annotations

import pytest

from engine.events import NoteMade, SheetSigned
from engine.history.names import Naming
from engine.history.plausible import body_of, forbidden_text, must_be_shallow
from engine.naming import Swap
from engine.refusal import Refused
from engine.store.codec import Unknown, encode
from engine.types import NESTED_LIMIT


@pytest.mark.parametrize("wrap", [lambda held: [held], lambda held: (held, 1), lambda held: {"a": "b", "c": held}])
def test_data_may_be_nested_up_to_the_limit_and_no_deeper(wrap: object) -> None:
    assert callable(wrap)
    held: object = 1
    for _ in range(NESTED_LIMIT):
        held = wrap(held)
    must_be_shallow(held)
    with pytest.raises(Refused, match="nested too deeply"):
        must_be_shallow(wrap(held))


def test_an_event_nested_too_deeply_is_named_as_such() -> None:
    held: object = "Good"
    for _ in range(NESTED_LIMIT):
        held = [held]
    signed = SheetSigned("Ada", "Ben", {"traits": held})
    assert forbidden_text(signed, encode(signed)) == "it is nested too deeply"
    flat = SheetSigned("Ada", "Ben", {"traits": [[]] * NESTED_LIMIT})
    assert forbidden_text(flat, encode(flat)) is None


def test_an_event_is_judged_by_what_is_stored_or_by_its_names_now() -> None:
    note = NoteMade("a\u2028b")
    escaped = encode(note).replace("\u2028", "\\u2028")
    named = Naming(((2, (Swap("character", "Ada", "Ida"),)),))
    assert body_of(note, escaped, None) == escaped
    assert body_of(note, escaped, named) == encode(note)
    assert body_of(Unknown("HatEaten", 1, {}), "{}", None) == ""
    assert forbidden_text(note, escaped) == forbidden_text(note, encode(note)) is not None
