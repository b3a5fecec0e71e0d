"""Events to canonical JSON and back.

msgspec reads JSON straight into the frozen event classes, checking types as it goes, for little more than what
a bare parse costs; what people hand in (rules, templates, imports) goes through cattrs instead, which says where
a mistake is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_args

import msgspec

from engine.events import Event

#: Every event class by the type name under which it is stored.
EVENTS: dict[str, type] = {cls.__name__: cls for cls in get_args(Event)}

#: The version of a type's shape that this program writes; 1 unless it is listed.
VERSIONS: dict[str, int] = {}

_encoder = msgspec.json.Encoder(order="sorted")


class Unreadable(ValueError):
    """A stored event that this program cannot read: of an unknown type, a newer version, or a broken shape."""


def encode(event: Event) -> str:
    """The event's fields as canonical JSON: sorted keys, no spaces, UTF-8."""
    return _encoder.encode(event).decode()


def version(type_name: str) -> int:
    """The version in which events of this type are written."""
    return VERSIONS.get(type_name, 1)


@cache
def reader(type_name: str, v: int) -> Callable[[str], Event]:
    """What reads the bodies of one event type in one version; raises Unreadable where this program knows it not."""
    if type_name not in EVENTS:
        raise Unreadable(f"the event type “{type_name}” is not known to this version of the program")
    if v > version(type_name):
        raise Unreadable(f"{type_name} in version {v} was written by a newer version of the program")
    return msgspec.json.Decoder(EVENTS[type_name]).decode


def decode(type_name: str, v: int, body: str) -> Event:
    """The event that was stored; raises Unreadable."""
    try:
        return reader(type_name, v)(body)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"{type_name}: {error}") from None


def plain(value: Any) -> Any:
    """A value of events or views as plain JSON data."""
    return msgspec.to_builtins(value)
