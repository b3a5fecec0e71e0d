"""Serve a log's pages until standard input ends: `python -m shell.serving FILE GROUP lan|here [PORT]`.

The first line of output is JSON: who serves where, or why nobody does.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from pathlib import Path
from typing import Any

import msgspec

from engine.store.door import LogError
from shell.serving.server import Server


def serve_log(arguments: list[str]) -> int:
    """Serve the log, and return the exit status."""
    path, group, lan, port = Path(arguments[0]), arguments[1], arguments[2] == "lan", arguments[3:]
    try:
        server = Server(path, lan=lan, group=group)
        try:
            server.listen(int(port[0]) if port else None)
        except OSError as error:
            return answer_starter({"error": error.strerror or str(error), "port": True}, 1)
        if not server.begin_to_serve():
            return answer_starter({"served": True}, 1)
    except (LogError, OSError) as error:
        return answer_starter({"error": str(error)}, 1)
    answer_starter({"urls": server.urls, "port": server.port, "lan": lan, "wanted": server.wanted}, 0)
    asyncio.run(serve(server))
    return 0


async def serve(server: Server) -> None:
    """Serve until standard input ends."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        while os.read(0, 1024):  # not through `sys.stdin`, whose lock holds up the end of a program for a second
            pass
        loop.call_soon_threadsafe(server.stop)

    threading.Thread(target=wait, daemon=True).start()
    await server.run()


def answer_starter(held: dict[str, Any], status: int) -> int:
    """Print a line for whoever started this, and return a status."""
    sys.stdout.buffer.write(msgspec.json.encode(held) + b"\n")
    sys.stdout.buffer.flush()
    if status == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return status


if __name__ == "__main__":
    sys.exit(serve_log(sys.argv[1:]))
