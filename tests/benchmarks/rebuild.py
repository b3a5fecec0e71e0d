"""How fast characters are rebuilt, and how fast one command answers: by hand, side by side, never failing.

    python tests/benchmarks/rebuild.py              all of it, in a minute or two
    python tests/benchmarks/rebuild.py --events N   another number of events than 100,000
    python tests/benchmarks/rebuild.py --runs N     another number of runs of each than 7

Three comparisons, each of them alternating what is compared, every run a fresh process, and the medians set side by
side, so that what the machine does besides falls on both:

1. Opening a campaign of 100,000 events of every kind and folding them into sheets, without its state on disk and
   without hashing, against a floor of raw sqlite3, `orjson.loads` and a fold into bare dicts that does the same work.
   Processor time within the process, from before the file is opened until the last event is folded; imports apart.
   Goal: at most 2 times the floor.
2. `python -m shell c.db sheet NAME` on a log of 10,000 events, against `python -c "import attrs, cattrs, sqlite3"`:
   processor time of the whole process, its state on disk and all modules compiled. Goal: at most 90 ms more.
3. Where the time of (2) goes: starting Python, importing what that sheet loads, all the rest.

The logs are made once through the real `decide` and `append`, a few hundred events a transaction, and kept in the
system's folder for temporary files under the digest of the engine's sources.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from engine.campaign import Campaign  # noqa: E402  # run by hand, from wherever
from engine.clock import local_now  # noqa: E402
from engine.decide import decide  # noqa: E402
from engine.dice import program_draw  # noqa: E402
from engine.drafts import make_drafts, make_rows  # noqa: E402  # run by hand, from wherever
from engine.events import Event, EventsRedone, EventsUndone, SecretRevealed  # noqa: E402
from engine.project import apply  # noqa: E402
from engine.refusal import Refused  # noqa: E402
from engine.registry import EVENTS  # noqa: E402
from engine.state import State  # noqa: E402
from engine.store.door import Draft  # noqa: E402
from shell.language.reading import read  # noqa: E402

PARTY = ["Kotorikh", "Obazana", "Gromanno", "Nyrv", "Polthova", "Old Marta", "Bruni", "Ægir"]
TRAITS = ["Muscle", "Charisma", "Perception", "Fitness", "Knowledge", "Construction Magic", "Stealth", "Mycology"]
STATES = ["Exhausted", "Tired", "Neutral", "Rested"]
PROPERTIES = [f"property {number}" for number in range(12)]
ITEMS = [f"thing {number}" for number in range(40)]
BATCH = 400


# --- making the logs ---------------------------------------------------------------------------------------


def beginning() -> Iterator[str]:
    """Yield the lines that set the campaign up."""
    yield f"define ability {', '.join(json.dumps(trait) for trait in TRAITS)} poor 2 decent 4 great 6"
    yield "define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception"
    for number, name in enumerate(PROPERTIES):
        gift = f" xp {number} Perception" if number % 3 == 1 else ""
        yield f'define property "{name}": Muscle {number % 3 - 1:+d} a {number % 2:+d} on Fitness{gift}'
    yield "practice 1 month = 2"
    yield "checklist beings humans, hobbits and the odd ant"
    for name in PARTY:
        yield f'{"npc" if name in ("Nyrv", "Polthova") else "pc"} "{name}"'
        yield f'trait "{name}" Knowledge 2, Stealth 3'
        yield f'give "{name}" pack'


def evenings(chance: random.Random) -> Iterator[str]:
    """Lines for as many evenings as are asked for, of every kind of command."""
    yield "session start The first"
    while True:
        who, other = (f'"{name}"' for name in chance.sample(PARTY, 2))
        trait = f'"{chance.choice(TRAITS)}"'
        item, held = f'"{chance.choice(ITEMS)}"', f'"{chance.choice(PROPERTIES)}"'
        yield from chance.choice(
            [
                [f"award {who}, {other} {chance.randint(1, 3)} for what they did"],
                [f"spend {who} {chance.randint(1, 3)} on {trait}"],
                [f"spend {who} 2 on {trait}"],
                [f"bonus {who} 1 on {trait} for a keen eye"],
                [f"status {who} Energy {chance.choice(STATES)} for the walk"],
                [f"status {who} Energy {chance.choice(['up', 'down'])}"],
                [f"gain {who} {held}"],
                [f"lose {who} {held}"],
                [f"give {who} {chance.randint(1, 9)} {item} in pack"],
                [f"drop {who} 1 {item} from pack"],
                [f"move {who} 1 {item} from pack to belt", f"drop {who} {item} from belt"],
                [f"pass {who} 1 {item} from pack to {other}", f"drop {other} {item}"],
                [f"condition {who} pack = {chance.choice(['wet', 'dry', 'torn'])}"],
                [f"check {who} {trait} +1 torch vs {chance.randint(1, 5)} -1 rain"],
                [f"check {who} {trait} vs {chance.randint(1, 5)}"],
                [f"check {who} {trait} vs {other} Stealth"],
                [f"check {who} {trait} vs {chance.randint(1, 5)} rolled -1 0 0 +1"],
                [f"contest {who} {trait} vs {other} -1 dark"],
                [f"roll 4dF for {who}", "roll 2d6+3"],
                ["roll 4dF secret", "reveal"],
                ["note that was a mistake", "undo", *(["redo"] if chance.random() < 0.3 else [])],
                ["scene Outside the inn, night"],
                [f"note {who} finds tracks in the snow, and follows them"],
                [f"set {who} Mood = {chance.choice(STATES)}"],
                ["session end", "award all 1", "session start The next"]
                if chance.random() < 0.2
                else ["note so be it"],
                ["rules untrained 0"] if chance.random() < 0.05 else ["note a quiet moment"],
            ]
        )


def decided(line: str, state: State, known: dict[str, object]) -> Sequence[Event]:
    """Return the events that a line makes; none where it is refused, or names what is not there."""
    if line == "reveal":
        return [SecretRevealed(state.seq)]
    if line == "undo":
        return [EventsUndone((state.seq,), "a slip of the tongue")]
    if line == "redo":
        return [EventsRedone((state.seq - 1,))]
    command = known.get(line) or read(line, state).command
    if not line.startswith(("give", "drop", "move", "pass")):  # what these mean depends on what is carried
        known[line] = command
    try:
        return decide(state, command, program_draw) if command else ()
    except Refused:
        return ()


def make(path: Path, wanted: int, lines: Iterable[str]) -> None:
    """Make a log of at most so many events in this file, decided and appended as any other, many commands a commit."""
    making = path.with_suffix(".making")
    making.unlink(missing_ok=True)
    campaign = Campaign.create(making, title="The long campaign")
    state, waiting, known = campaign.state.copy(), list[Draft](), dict[str, object]()
    now = local_now()
    for line in lines:
        events = decided(line, state, known)
        for event in events:
            apply(state, event, state.seq + 1)
        waiting += make_drafts(events, "GM", now)
        if len(waiting) >= BATCH or state.seq >= wanted:
            head = campaign.log.head
            campaign.log.append(head, make_rows(campaign.log, head, waiting))
            waiting.clear()
        if state.seq >= wanted:
            break
    campaign.log.append(campaign.log.head, make_rows(campaign.log, campaign.log.head, waiting))
    campaign.close()
    making.rename(path)


def log_of(wanted: int) -> Path:
    """Return the log of so many events, made if it is not there yet."""
    parts = [file for file in (ROOT / "engine").rglob("*") if file.suffix in (".py", ".sql", ".toml")]
    sources = [*sorted(parts), Path(__file__)]
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    path = Path(tempfile.gettempdir()) / f"fudgelog-{wanted}-{digest}.db"
    if not path.exists():
        start = time.perf_counter()
        make(path, wanted, chain(beginning(), evenings(random.Random(1))))
        print(f"made {path} in {time.perf_counter() - start:.1f} s")
    return path


# --- what is timed, each in a process of its own -------------------------------------------------------------

OURS = """
import sys, time
from pathlib import Path
from engine.campaign import Campaign
from engine.store.log import SqliteLog
import attrs, msgspec, engine.project  # else they are imported with the first event
start = time.process_time()
campaign = Campaign(SqliteLog.open(Path(sys.argv[1]), writable=False))
done = time.process_time() - start
sheets = campaign.state.sheets.values()
things = sum(stack.quantity for sheet in sheets for stack in sheet.stacks.values())
print(done, campaign.state.seq, sum(sheet.awarded for sheet in sheets), things)
"""

FLOOR = """
import sqlite3, sys, time
from orjson import loads

start = time.process_time()
sheets, statuses, rules = {}, {}, {}

def stacks_taken(sheet, body, seq):
    stacks, stack = sheet["stacks"], sheet["stacks"][body["item"]]
    if body["quantity"] < stack["quantity"]:
        stack["quantity"] -= body["quantity"]
        return [dict(stack, id=seq, quantity=body["quantity"], within=None, place=None)]
    inside, taken = [stack], []
    while inside:
        each = inside.pop()
        taken.append(each)
        inside += [other for other in stacks.values() if other["within"] == each["id"]]
    for each in taken:
        del stacks[each["id"]]
    return taken

def put(sheet, taken, onto, within, place):
    if onto is not None:
        sheet["stacks"][onto]["quantity"] += taken[0]["quantity"]
        return
    taken[0]["within"], taken[0]["place"] = within, place
    for each in taken:
        sheet["stacks"][each["id"]] = each

def practice(sheet, trait):
    found = sheet["practice"].get(trait)
    if found is None:
        found = sheet["practice"][trait] = {"given": None, "spent": 0, "bonus": 0}
    return found

count = 0
connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
gone = set()
for kind, body in connection.execute("SELECT type, body FROM event WHERE type IN ('EventsUndone', 'EventsRedone')"):
    targets = loads(body)["targets"]
    gone.update(targets) if kind == "EventsUndone" else gone.difference_update(targets)
for seq, kind, v, text in connection.execute("SELECT seq, type, v, body FROM event ORDER BY seq"):
    count += 1
    if seq in gone:
        continue
    body = loads(text)
    if kind == "XpAwarded":
        sheet = sheets[body["character"]]
        sheet["awarded"] += body["amount"]
        sheet["lots"][seq] = body["amount"]
        sheet["used"].clear()
    elif kind == "XpAllocated":
        sheet = sheets[body["character"]]
        sheet["spent"] += body["amount"]
        practice(sheet, body["trait"])["spent"] += body["amount"]
        lots = sheet["lots"]
        for award, amount in body["draws"]:
            if award in lots:
                lots[award] -= amount
    elif kind == "BonusGranted":
        sheet = sheets[body["character"]]
        sheet["bonus"] += body["amount"]
        practice(sheet, body["trait"])["bonus"] += body["amount"]
    elif kind == "StatusChanged":
        sheets[body["character"]]["statuses"][body["status"]] = body["state"]
    elif kind == "PropertyGained":
        sheets[body["character"]]["properties"][body["property"]] = seq
    elif kind == "PropertyLost":
        sheets[body["character"]]["properties"].pop(body["property"], None)
    elif kind == "ItemGiven":
        stacks = sheets[body["character"]]["stacks"]
        if body["item"] is not None:
            stacks[body["item"]]["quantity"] += body["quantity"]
        else:
            place = body["where"] if body["within"] is None else None
            stacks[seq] = {"id": seq, "name": body["name"], "quantity": body["quantity"], "within": body["within"],
                           "place": place, "note": body["note"], "effects": body["effects"]}
    elif kind == "ItemDropped":
        stacks_taken(sheets[body["character"]], body, seq)
    elif kind == "ItemMoved":
        sheet = sheets[body["character"]]
        place = body["where"] if body["within"] is None else None
        put(sheet, stacks_taken(sheet, body, seq), body["onto"], body["within"], place)
    elif kind == "ItemPassed":
        put(sheets[body["to"]], stacks_taken(sheets[body["character"]], body, seq), body["onto"], None, None)
    elif kind == "CheckResolved":
        sheets[body["character"]]["used"].add(body["trait"])
    elif kind == "ContestResolved":
        for side in body["participants"]:
            sheets[side["character"]]["used"].add(side["trait"])
    elif kind == "ItemNoted":
        sheets[body["character"]]["stacks"][body["item"]]["note"] = body["note"]
    elif kind == "CharacterCreated":
        sheets[body["name"]] = {"awarded": 0, "spent": 0, "bonus": 0, "lots": {}, "used": set(), "practice": {},
                                "statuses": dict(statuses), "properties": {}, "stacks": {}, "characteristics": {}}
    elif kind == "CharacteristicSet":
        sheets[body["character"]]["characteristics"][body["name"]] = body["text"]
    elif kind == "TraitGiven":
        practice(sheets[body["character"]], body["trait"])["given"] = body["level"]
    elif kind == "StatusDefined":
        statuses[body["name"]] = body["start"]
    elif kind == "CampaignCreated":
        rules = body["rules"]
done = time.process_time() - start
things = sum(stack["quantity"] for sheet in sheets.values() for stack in sheet["stacks"].values())
print(done, count, sum(sheet["awarded"] for sheet in sheets.values()), things)
"""

#: Prints the modules that a line loads.
LOADED = """
import sys
from shell.doors.cli import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""

#: Imports modules in the order in which they were loaded before.
IMPORT = """
import sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
"""


def ran(*arguments: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a fresh Python with these arguments, as users run it: compiled modules are kept."""
    env = {name: held for name, held in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if home is not None:
        env |= {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CACHE", "CONFIG", "STATE")}
    asked = [sys.executable, *arguments]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True, env=env)


def alternated(runs: int, *sides: Callable[[], float]) -> list[list[float]]:
    """Return what each side measures, run in turn, after one run of each that does not count."""
    for side in sides:
        side()
    found: list[list[float]] = [[] for _ in sides]
    for _ in range(runs):
        for side, measured in zip(sides, found, strict=True):
            measured.append(side())
    return found


def spent(home: Path, *arguments: str) -> float:
    """Return the processor time that a fresh Python takes with these arguments, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran(*arguments, home=home)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def told(name: str, values: Sequence[float], unit: str) -> str:
    """Return a median with what lies around it."""
    return f"  {name:<44} {statistics.median(values):9.1f} {unit}   ({min(values):.1f} to {max(values):.1f})"


def verdict(value: float, goal: float) -> str:
    """Whether a goal was reached, in words."""
    return "reached" if value <= goal else "missed"


# --- the comparisons -----------------------------------------------------------------------------------------


def rebuilding(path: Path, runs: int) -> None:
    """Comparison 1."""
    check = [ran("-c", code, str(path)).stdout.split()[1:] for code in (OURS, FLOOR)]
    print(f"rebuilding {check[0][0]} events" + ("" if check[0] == check[1] else f" — the sides differ: {check}"))

    def timed(code: str) -> Callable[[], float]:
        return lambda: float(ran("-c", code, str(path)).stdout.split()[0]) * 1000

    ours, floor = alternated(runs, timed(OURS), timed(FLOOR))
    ratio = statistics.median(a / b for a, b in zip(ours, floor, strict=True))
    print(told("fudgelog: open and fold", ours, "ms"))
    print(told("floor: sqlite3, orjson, dicts", floor, "ms"))
    print(f"  ratio {ratio:.2f}, goal at most 2: {verdict(ratio, 2)}\n")


def answering(path: Path, runs: int) -> None:
    """Comparisons 2 and 3."""
    line = (str(path), "sheet", "Kotorikh")
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        ran("-m", "shell", *line, home=home)  # keeps the state on disk
        loaded = ran("-c", LOADED, *line, home=home).stderr.split()
        modules = [module for module in loaded if module not in ("__main__", "sitecustomize", "usercustomize")]
        ours, imports, bare, loading = alternated(
            runs * 2,
            lambda: spent(home, "-m", "shell", *line),
            lambda: spent(home, "-c", "import attrs, cattrs, sqlite3"),
            lambda: spent(home, "-c", ""),
            lambda: spent(home, "-c", IMPORT, *modules),
        )
    more = statistics.median(ours) - statistics.median(imports)
    print("processor time of one command on a log of 10,000 events, or as many as there are")
    print(told("python -m shell c.db sheet Kotorikh", ours, "ms"))
    print(told('python -c "import attrs, cattrs, sqlite3"', imports, "ms"))
    print(f"  {more:.0f} ms more, goal at most 40: {verdict(more, 40)}\n")
    print("where it goes")
    print(told('starting Python, python -c ""', bare, "ms"))
    print(
        told(
            f"importing the {len(modules)} modules of it",
            [each - b for each, b in zip(loading, bare, strict=True)],
            "ms",
        )
    )
    print(
        told("opening, reading, answering, printing", [each - b for each, b in zip(ours, loading, strict=True)], "ms")
    )


def main() -> None:
    """All of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=7)
    chosen = parser.parse_args()
    large, small = log_of(chosen.events), log_of(min(chosen.events, 10_000))
    kinds(large)
    rebuilding(large, chosen.runs)
    answering(small, chosen.runs)


def kinds(path: Path) -> None:
    """Print the types of events, the most frequent first."""
    connection = sqlite3.connect(path)
    found = Counter(dict(connection.execute("SELECT type, count(*) FROM event GROUP BY type")))
    connection.close()
    print(", ".join(f"{kind} {count}" for kind, count in found.most_common()))
    print(f"not among them: {', '.join(sorted(set(EVENTS) - set(found))) or 'none'}\n")


if __name__ == "__main__":
    main()
