"""Events to canonical JSON and back.

msgspec reads stored and imported JSON straight into the frozen event classes, checking types as it goes, for little
more than the cost of a bare parse. House rules and templates, which people write, go through cattrs instead, because it
says where a mistake is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.briefs import Brief, find_brief
from engine.interrupts import hold_briefly
from engine.on_demand import on_demand
from engine.registry import Event, event_classes, marks
from engine.store.errors import LogError
from engine.value import value

if TYPE_CHECKING:
    import msgspec
else:
    msgspec = on_demand("msgspec")


#: The version in which an event type is first written.
FIRST_VERSION = 1


class Unreadable(LogError):
    """A stored event whose body does not have the shape of its type."""


@value
class Unknown:
    """An event of a type or version that this program does not know. It is shown, and folded by nothing."""

    name: str
    v: int
    data: Any
    group = ""


@value
class StoredGroup:
    """The key of a stored event that says at which group it was recorded."""

    group: str = ""


#: How that key begins.
GROUP_KEY = '"group":"'


def encode(event: Event) -> str:
    """Return an event's fields as canonical JSON: sorted keys, no spaces, UTF-8."""
    return encoder().encode(event).decode()


@cache
def encoder() -> msgspec.json.Encoder:
    """Return the encoder for the fields of events."""
    return msgspec.json.Encoder(order="sorted")


def version(type_name: str) -> int:
    """Return the version in which events of this type are written."""
    return marks(type_name).version


def is_known(type_name: str, v: int) -> bool:
    """Return whether this program knows a type in this version. If not, a newer program recorded it."""
    return type_name in event_classes() and v <= version(type_name)


@cache
def reader(type_name: str, v: int) -> Callable[[str], Any]:
    """Return the decoder for the bodies of one event type in one version.

    Shapes only grow, by fields with defaults, so the present class reads earlier versions too. Raise Unreadable for a
    version that no program writes.
    """
    if v < FIRST_VERSION:
        raise Unreadable(f"{type_name} has no version {v}", "“verify” shows more")
    if not is_known(type_name, v):
        return lambda body: Unknown(type_name, v, msgspec.json.decode(body))
    return decoder_of(event_classes()[type_name])


@cache
def brief_reader(type_name: str, v: int) -> Callable[[str], Any]:
    """Return the decoder for the bodies of one event type in one version in brief."""
    cls = find_brief(event_classes()[type_name]) if is_known(type_name, v) else None
    if cls is None:
        return reader(type_name, v)
    decode = decoder_of(cls)

    def read(body: str) -> Any:
        found = decode(body)
        found.stored = (type_name, body)
        return found

    return read


def decoder_of(cls: type) -> Callable[[str], Any]:
    """Return the decoder for the JSON of a class.

    Ctrl-C waits until it is made: msgspec looks at the class from C, and would lose Ctrl-C and misread the class.
    """
    with hold_briefly():
        return msgspec.json.Decoder(cls).decode


def decode(type_name: str, v: int, body: str) -> Any:
    """Return a stored event, or Unknown if a newer program wrote it. Raise Unreadable for a bad one."""
    return _decode(reader, type_name, v, body)


def decode_in_brief(type_name: str, v: int, body: str) -> Any:
    """Return what projectors need of a stored event, or all of it. Raise Unreadable for a bad one."""
    return _decode(brief_reader, type_name, v, body)


def decode_whole(event: Any) -> Any:
    """Return an event, or the whole event for a brief."""
    return decode_stored(event.stored) if isinstance(event, Brief) else event


def decode_stored(stored: tuple[str, str]) -> Any:
    """Return the event whose type and body a brief holds."""
    name, body = stored
    return decode(name, version(name), body)


def read_group(body: str) -> str:
    """Return the group at which a stored event was recorded, "" for the first.

    Only that key has these signs in an event: no field has its name, and in a text the quotes have backslashes.
    """
    _, key, rest = body.partition(GROUP_KEY)
    if not key:
        return ""
    name = rest[: rest.index('"')]
    return group_reader()(body).group if "\\" in name else name


@cache
def group_reader() -> Callable[[str], StoredGroup]:
    """Return the decoder for the group of a stored event, for a name with signs that JSON escapes."""
    return decoder_of(StoredGroup)


def _decode(reader_of: Callable[[str, int], Callable[[str], Any]], type_name: str, v: int, body: str) -> Any:
    try:
        event = reader_of(type_name, v)(body)
        if group := read_group(body):
            vars(event)["group"] = group
        return event
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"{type_name}: {error}", "“verify” shows more") from None


def plain_data(held: Any) -> Any:
    """Return a value of events or views as plain JSON data."""
    if isinstance(held, Unknown):
        return held.data
    return msgspec.to_builtins(held)


def fields_of(event: Any) -> dict[str, Any]:
    """Return the fields of an event as plain JSON data, none if the body of an unknown one is no table."""
    found = plain_data(event)
    return found if isinstance(found, dict) else {}
