"""Windows: processes of the program on one file, started in a moment, whose every file call can be made to fail.

Started as a program, under `recorder.c`, this is what they are forked from: it has imported all of the program.
"""

from __future__ import annotations

import ctypes
import errno
import gc
import json
import mmap
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

KILL, SHORT = 0, -1
ERRORS = {"kill": KILL, "EIO": errno.EIO, "ENOSPC": errno.ENOSPC, "short": SHORT}

#: From how many events on a log is long, in one way or another. In the window of a long log that is one.
THRESHOLDS = (
    ("engine.following", "LEAST_TO_KEEP"),
    ("engine.following", "WORTH_KEEPING"),
    ("engine.store.opening", "CHECKED_WHOLE"),
    ("replay.audit.auditor", "ENOUGH_AUDITED"),
)


class Fault(ctypes.Structure):
    """What `recorder.c` shares with a window: which of its next file calls fails, how, and whether one did."""

    _fields_ = [(name, ctypes.c_int) for name in ("left", "error", "reading", "calls", "fired")]
    left: int
    error: int
    reading: int
    calls: int
    fired: int


def compiled(folder: Path, name: str = "recorder") -> Path | None:
    """Compile the recorder, or another library for LD_PRELOAD; None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    made = folder / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


class Nursery:
    """The process that windows are forked from."""

    def __init__(self, recorder: Path) -> None:
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {**os.environ, "LD_PRELOAD": str(recorder), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, __file__, str(theirs.fileno())]
        self.process = subprocess.Popen(command, env=env, pass_fds=[theirs.fileno()])
        theirs.close()

    def fork(self, arguments: list[str], env: dict[str, str], streams: list[int]) -> int:
        """Start the program with these arguments, surroundings and standard streams; returns its process id."""
        socket.send_fds(self.line, [json.dumps([arguments, env]).encode()], streams)
        return int(self.line.recv(64))

    def close(self) -> None:
        """Let it end."""
        self.line.close()
        self.process.wait()


class Window:
    """A process of the program that carries out a line at a time and answers in JSON.

    The recorder watches what is `watched`, by default the log's folder, and writes to the file `record`, if any. With
    `is_long`, the log is treated as a long one: what of it can be kept is kept. A `fault`, as `arm` takes it, is there
    before the process begins, so that the calls of its start are counted each time.
    """

    def __init__(
        self,
        nursery: Nursery,
        path: Path,
        scratch: Path,
        env: dict[str, str],
        record: Path | None,
        watched: Path | None = None,
        *,
        is_long: bool = False,
        fault: tuple[str, int, bool] | None = None,
    ) -> None:
        self.shared = scratch / f"fault-{os.urandom(4).hex()}"
        self.shared.write_bytes(bytes(ctypes.sizeof(Fault)))
        with self.shared.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        self.fault = Fault.from_buffer(self.memory)
        if fault is not None:
            self.arm(*fault)
        theirs_in, self.into = os.pipe()
        self.out, theirs_out = os.pipe()
        self.said = scratch / f"{self.shared.name}-said"
        env = {**env, "RECORDER_FOLDER": str(watched or path.parent), "RECORDER_FAULT": str(self.shared)}
        if is_long:
            env["AS_IF_LONG"] = "yes"
        if record is not None:
            env["RECORDER_FILE"] = str(record)
        with self.said.open("wb") as err:
            arguments = ["--json", "--keep-going", str(path)]
            self.pid = nursery.fork(arguments, env, [theirs_in, theirs_out, err.fileno()])
        os.close(theirs_in)
        os.close(theirs_out)
        self.pending = b""
        self.alive = True

    def arm(self, kind: str, call: int, reading: bool) -> None:
        """Let one of the next file calls fail."""
        self.fault.error, self.fault.reading, self.fault.left = ERRORS[kind], reading, call

    def disarm(self) -> bool:
        """Let nothing fail from here on; returns whether anything did."""
        self.fault.left = 0
        fired, self.fault.fired = bool(self.fault.fired), 0
        return fired

    def type(self, line: str) -> None:
        """Type a line, and wait for nothing."""
        try:
            os.write(self.into, f"{line}\n".encode())
        except BrokenPipeError:
            self.alive = False

    def answer(self, seconds: float = 120) -> dict[str, Any] | None:
        """Return the answer to the first line that has none yet; None where the window is gone."""
        limit = time.monotonic() + seconds
        while b"\n" not in self.pending:
            assert select.select([self.out], [], [], max(0, limit - time.monotonic()))[0], "a window hangs"
            more = os.read(self.out, 1 << 20)
            if not more:
                self.alive = False
                return None
            self.pending += more
        line, _, self.pending = self.pending.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def ask(self, line: str) -> dict[str, Any] | None:
        """Type a line and return the answer."""
        self.type(line)
        return self.answer()

    def close(self) -> str:
        """Leave; returns what was said on the standard error."""
        os.close(self.into)
        while os.read(self.out, 1 << 16):
            pass
        os.close(self.out)
        return self.said.read_text("utf-8")


# --- the nursery's side ----------------------------------------------------------------------------------------


def import_all() -> None:
    """Import everything that a window may need."""
    for package in ("engine", "replay", "shell"):
        found = import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    gc.freeze()


def become(arguments: list[str], env: dict[str, str], streams: list[int]) -> int:
    """Be the program."""
    from shell.__main__ import start

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, max(streams) + 1)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8")  # noqa: SIM115  # those there were are the nursery's
        for number, mode in enumerate("rww")
    )
    os.environ.update(env)
    if "AS_IF_LONG" in env:
        be_long()
    sys.argv = ["fudgelog", *arguments]
    return start()


def be_long() -> None:
    """Treat every log as a long one."""
    for module, name in THRESHOLDS:
        assert isinstance(getattr(sys.modules[module], name), int)
        setattr(sys.modules[module], name, 1)


def serve(line: socket.socket) -> None:
    """Fork a window for each message, until there are no more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, streams, _, _ = socket.recv_fds(line, 1 << 16, 3)
        if not message:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            status = become(*json.loads(message), streams)
            sys.stdout.flush()
            os._exit(status)
        for stream in streams:
            os.close(stream)
        line.send(str(pid).encode())


if __name__ == "__main__":
    import_all()
    serve(socket.socket(fileno=int(sys.argv[1])))
