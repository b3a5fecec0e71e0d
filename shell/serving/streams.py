"""The open streams: one for each page that follows, and what is sent to all or to one of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

import msgspec

from engine.value import Factory, record

#: How many pages may follow at a time, and how many messages wait for a slow one before its stream is closed.
MOST_STREAMS = 40
MOST_WAITING = 100

#: After how many seconds without a message a stream is told that somebody is there.
BEAT = 15


@record
class Stream:
    """A page that follows, with the hash of its phone's cookie."""

    phone: str
    queue: asyncio.Queue[bytes | None] = Factory(lambda: asyncio.Queue(MOST_WAITING))

    async def messages(self, first: bytes) -> AsyncIterator[bytes]:
        """Yield the messages, `first` before all others, until the stream is closed."""
        yield first
        loop = asyncio.get_running_loop()
        beat = loop.time() + BEAT
        while True:
            try:
                message = await asyncio.wait_for(self.queue.get(), beat - loop.time())
            except TimeoutError:
                beat += BEAT
                yield b": here\n\n"
                continue
            if message is None:
                return
            yield message


@record
class Streams:
    """All pages that follow now."""

    open: list[Stream] = Factory(list)

    def send(self, message: bytes, phone: str | None = None) -> None:
        """Send a message to all pages, or to those of one phone. The stream of a page that lags behind ends."""
        for stream in [each for each in self.open if phone in (None, each.phone)]:
            try:
                stream.queue.put_nowait(message)
            except asyncio.QueueFull:
                self.end(stream)

    def end(self, stream: Stream) -> None:
        """Close a stream once what waits for it was sent, or at once if too much waits."""
        if stream in self.open:
            self.open.remove(stream)
        while stream.queue.full():
            stream.queue.get_nowait()
        stream.queue.put_nowait(None)

    def end_all(self) -> None:
        """Close all streams."""
        for stream in list(self.open):
            self.end(stream)


def sections_message(found: Mapping[str, bytes]) -> bytes:
    """Return a message with some sections, which are JSON already."""
    inner = b",".join(msgspec.json.encode(name) + b":" + held for name, held in found.items())
    return b"data: {" + inner + b"}\n\n"


def event_message(event: str, held: object) -> bytes:
    """Return a message of another kind."""
    return b"event: " + event.encode() + b"\ndata: " + msgspec.json.encode(held) + b"\n\n"
