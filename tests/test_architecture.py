"""The house keeps its shape: imports go one way, and a look at a sheet loads no more than it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path

import pytest
from source import HOUSE, ROOT, files, imports, nodes, short, targets, tree

from engine.rooms import ROOMS_FOLDER, rooms
from engine.store.door import Log
from shell.runner import Desk

FORBIDDEN = {
    "engine": {"replay", "shell", "prompt_toolkit"},
    "replay": {"shell", "prompt_toolkit"},
    "shell": set[str](),
}


@pytest.mark.parametrize("package", HOUSE)
def test_imports_go_from_shell_to_replay_to_engine_and_never_back(package: str) -> None:
    backwards = [
        (short(file), module)
        for file in files(package)
        if file.name != "__main__.py"
        for module in imports(file)
        if module.split(".")[0] in FORBIDDEN[package]
    ]
    assert backwards == []


#: What the rest of the program may know of the store: its door, how events are written, what this computer remembers,
#: how logs in files are begun and opened, questions that are asked through the door, and the program's own files.
OPEN = {"door", "codec", "memo", "files", "looks", "own_files", "placing"}


def test_nothing_knows_more_of_the_store_than_its_door() -> None:
    beyond = [
        (short(file), module)
        for file in files()
        if file.parent != ROOT / "engine" / "store"
        for module in imports(file)
        if module.startswith("engine.store.") and module.split(".")[2] not in OPEN
    ]
    assert beyond == []


def test_the_door_has_few_names() -> None:
    own = {name for name in vars(Log) if not name.startswith("_")} | set(Log.__annotations__)
    assert own == {
        *("campaign", "format", "place", "name", "writable", "notes"),
        "revision",
        *("head", "read", "at", "append", "together", "verify", "close"),
        *("bodies", "corrections", "of_types"),  # quicker ways to what `read` yields, which an engine may do without
    }


def test_looks_are_asked_through_the_door_alone() -> None:
    inside = {module for module in imports(ROOT / "engine" / "store" / "looks.py") if module.startswith("engine")}
    assert inside == {"engine.store.door", "engine.registry"}


#: The files that know how the log is kept.
STORE = ("log", "inspection", "connection", "errors", "ours")


def test_only_one_reader_knows_where_the_program_keeps_files_of_its_own() -> None:
    """A new kind of file stands in its list, and so a test spoils it."""
    users = {short(file) for file in files() if re.search(r"XDG_\w+_HOME\"|Path\.home\(", file.read_text("utf-8"))}
    assert users == {"engine/store/own_files.py"}


def test_only_the_store_knows_that_the_log_is_sqlite() -> None:
    users = {
        short(file)
        for file in files()
        if any(module.split(".")[0] in ("sqlite3", "sqlite_utils") for module in imports(file))
    }
    assert users <= {*(f"engine/store/{name}.py" for name in STORE), "replay/search.py", "replay/files/database.py"}


#: Who asks for the file of a log, and does without where it is none: a copy for players lies in the place of a log, no
#: export overwrites the log itself, phones follow a file, a missing file may be begun, and advice speaks of files.
ASKING_FOR_THE_FILE = {
    *("shell/render/files.py", "shell/render/copies.py", "shell/render/phones.py"),
    *("shell/doors/opening.py", "shell/runner.py", "shell/serving/folder.py"),
}


def test_a_log_is_known_by_its_place_and_only_the_store_makes_a_path_of_one() -> None:
    outside = [file for file in files() if file.parent != ROOT / "engine" / "store"]
    made = {(short(file), found) for file in outside for found in paths_of_places(tree(file))}
    assert made == set()
    assert {short(file) for file in outside if "place.file" in file.read_text("utf-8")} == ASKING_FOR_THE_FILE


def paths_of_places(code: ast.AST) -> Iterator[str]:
    """Yield the calls that make a path of a place, or of the text that names one."""
    for call in ast.walk(code):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Path", "PurePath", "os.fspath", "open"):
            for argument in map(ast.unparse, call.args):
                if re.search(r"\b(place|where|log\.name|call\.path)\b", argument):
                    yield ast.unparse(call)


@pytest.mark.parametrize("code", ["Path(log.place)", "open(str(self.place))", "Path(call.path)", "Path(f'{where}.x')"])
def test_a_path_made_of_a_place_is_noticed(code: str) -> None:
    assert list(paths_of_places(ast.parse(code))) == [code]


#: Who may call projectors beside the history: those that try out what commands would make, which no log holds yet.
TRYING_OUT = {
    "engine/decide.py",
    "engine/concerns/effects/decide.py",
    "engine/concerns/tracks/decide.py",
    "replay/bring/plan.py",
    "shell/script/noting.py",
    "shell/script/scribe.py",
    "engine/concerns/campaign/line.py",
}


def test_only_the_history_folds_events_into_a_state() -> None:
    users = {
        short(file)
        for file in files()
        if file.parent.name != "history"
        if any(module == "engine.project" for module in imports(file))
    }
    assert users <= TRYING_OUT


def modules() -> dict[str, Path]:
    """Every module of the three packages, with its file."""
    return {short(file).removesuffix(".py").replace("/", ".").removesuffix(".__init__"): file for file in files()}


def named_by(node: ast.AST, known: Collection[str]) -> Iterator[str]:
    """Yield the modules that an import names; none for anything else."""
    if isinstance(node, ast.ImportFrom) and node.module:
        for name in node.names:
            whole = f"{node.module}.{name.name}"
            yield whole if whole in known else node.module
    elif isinstance(node, ast.Import):
        yield from (name.name for name in node.names)


def run_imports(node: ast.AST, known: Collection[str], *, later: bool) -> Iterator[str]:
    """Yield the modules that a part of a file imports on loading or, with `later`, in functions too.

    Imports for type checkers alone do not run.
    """
    yield from named_by(node, known)
    if isinstance(node, ast.expr) or (isinstance(node, ast.FunctionDef) and not later):
        return
    checked_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    for child in node.orelse if isinstance(node, ast.If) and checked_only else ast.iter_child_nodes(node):
        yield from run_imports(child, known, later=later)


def packages_of(module: str) -> set[str]:
    """Return the packages that a module is in, which are loaded before it."""
    parts = module.split(".")
    return {".".join(parts[:end]) for end in range(1, len(parts))}


def test_no_imports_go_in_a_circle_whichever_module_is_first() -> None:
    known = modules()
    needs: dict[str, set[str]] = {}
    for name, file in known.items():
        direct = set(run_imports(tree(file), known, later=False))
        loaded = direct.union(*map(packages_of, direct)) - packages_of(name)
        needs[name] = loaded & known.keys()
    sound: set[str] = set()
    while free := {name for name, each in needs.items() if name not in sound and each - {name} <= sound}:
        sound |= free
    assert sorted(known.keys() - sound) == []


def test_what_reads_a_line_knows_neither_how_one_is_mended_nor_what_the_user_chose() -> None:
    above = [
        (name, module)
        for name, file in modules().items()
        if name.startswith("shell.language.") and not name.startswith("shell.language.mending")
        for module in imports(file)
        if module.startswith(("shell.language.mending", "shell.settings"))
    ]
    assert above == []


@pytest.mark.slow
def test_whatever_a_module_defines_is_read_somewhere() -> None:
    """But for what a decorator registers, or Python itself asks for."""
    read: set[str] = set()
    for node in chain.from_iterable(map(nodes, files())):
        match node:
            case ast.Name(name, ast.Load()) | ast.Attribute(_, name, _) | ast.alias(name):
                read.add(name)
            case ast.Constant(str(text)) if text.isidentifier():
                read.add(text)
    idle = [
        f"{short(file)}: {name}"
        for file in files()
        for node in tree(file).body
        if not getattr(node, "decorator_list", None)
        for name in defined_by(node)
        if name not in read and not name.startswith("__")
    ]
    assert idle == []


def defined_by(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    return [each.id for target in targets(node) for each in ast.walk(target) if isinstance(each, ast.Name)]


def reach(first: str, arrows: Mapping[str, Collection[str]]) -> set[str]:
    """Return the modules that arrows lead to from one, in one step or more."""
    found: set[str] = set()
    ahead = list(arrows[first])
    while ahead:
        module = ahead.pop()
        if module not in found and module in arrows:
            found.add(module)
            ahead += arrows[module]
    return found


def circles(arrows: Mapping[str, Collection[str]]) -> set[frozenset[str]]:
    """Return the sets of modules that lead to each other."""
    reached = {module: reach(module, arrows) for module in arrows}
    return {
        frozenset(other for other in there if module in reached[other])
        for module, there in reached.items()
        if module in there
    }


def test_at_most_two_modules_need_each_other_imports_in_functions_included() -> None:
    known = modules()
    arrows = {name: set(run_imports(tree(file), known, later=True)) for name, file in known.items()}
    assert [sorted(each) for each in circles(arrows) if len(each) > 2] == []


def test_a_circle_of_modules_is_found() -> None:
    assert circles({"a": "b", "b": "c", "c": "a", "d": "ab", "e": "e"}) == {frozenset("abc"), frozenset("e")}


#: The files of a room that every other room may import.
VOCABULARY = ("events", "commands")

#: What vocabulary is made of.
BELOW_ROOMS = {f"engine.{name}" for name in ("briefs", "naming", "own", "registry", "rules.parts", "types", "value")}


def room_and_part(module: str) -> tuple[str, str] | None:
    """Return the room and the file of it that a module is; None for a module of no room."""
    parts = module.split(".")
    return (parts[2], parts[-1]) if module.startswith("engine.concerns.") else None


def all_imports() -> dict[str, set[str]]:
    """Return what every module imports anywhere, for type checkers too."""
    known = modules()
    return {name: {each for node in nodes(file) for each in named_by(node, known)} for name, file in known.items()}


def test_events_and_commands_are_made_of_vocabulary_alone() -> None:
    beyond = [
        (name, module)
        for name, imported in all_imports().items()
        if (here := room_and_part(name)) and here[1] in VOCABULARY
        for module in imported
        if module.startswith("engine.") and module not in BELOW_ROOMS
        if not ((there := room_and_part(module)) and there[1] in VOCABULARY)
    ]
    assert beyond == []


def read_floors() -> dict[str, int]:
    """Return the floor of each room, from the table in the page of the architecture."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([a-z, ]+) \|$", page, re.MULTILINE)
    return {room: int(floor) for floor, listed in rows for room in listed.split(", ")}


def looks_up(arrows: Mapping[str, Collection[str]], floors: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the imports by which the behaviour of a room asks that of another which is not on a lower floor.

    Modules of no room stand between where they ask rooms themselves.
    """
    found = []
    for name in arrows:
        here = room_and_part(name)
        for module in rooms_asked(name, arrows) if here and here[1] not in VOCABULARY else ():
            there = room_and_part(module)
            if here and there and here[0] != there[0] and floors[there[0]] >= floors[here[0]]:
                found.append((name, module))
    return found


def rooms_asked(name: str, arrows: Mapping[str, Collection[str]]) -> set[str]:
    """Return the behaviour of rooms that a module imports, itself or by way of modules of no room."""
    inner = {module: there for module, there in arrows.items() if module == name or not room_and_part(module)}
    ends = {end for module in (name, *reach(name, inner)) for end in arrows[module]}
    return {end for end in ends if (there := room_and_part(end)) and there[1] not in VOCABULARY}


def test_every_room_has_a_floor_in_the_table() -> None:
    assert sorted(read_floors()) == sorted(rooms())


def test_behaviour_of_rooms_looks_down() -> None:
    assert looks_up(all_imports(), read_floors()) == []


def test_an_arrow_up_or_to_the_same_floor_is_found() -> None:
    low, high, middle = "engine.concerns.low.sheet", "engine.concerns.high.sheet", "engine.middle"
    vocabulary = "engine.concerns.high.events"
    floors = {"low": 1, "high": 2}
    assert looks_up({high: {low, middle}, middle: {low}, low: {vocabulary}, vocabulary: set()}, floors) == []
    assert looks_up({high: set(), low: {high}}, floors) == [(low, high)]
    assert looks_up({high: set(), low: {middle}, middle: {high}}, floors) == [(low, high)]
    assert looks_up({high: set(), low: {high}}, {"low": 2, "high": 2}) == [(low, high)]


#: What stands below the rooms: the rules, the state, and what both are made of.
LOWER = re.compile(r"engine\.(rules|dice|state|own|text|known|project|types|value|naming|refusal)(\..*)?")

#: Definitions that the state keeps as the events that made them, and rolls that the rules settle again.
KEPT_AS_EVENTS = {
    ("engine.state", "engine.concerns.experience.events"),
    ("engine.state", "engine.concerns.properties.events"),
    ("engine.state", "engine.concerns.statuses.events"),
    ("engine.state", "engine.concerns.traits.events"),
    ("engine.rules.uses", "engine.concerns.checks.events"),
    ("engine.rules.contested", "engine.concerns.contests.events"),
}


def test_rules_and_state_know_no_room_beyond_the_events_that_they_keep() -> None:
    up = {
        (name, module)
        for name, imported in all_imports().items()
        if LOWER.fullmatch(name)
        for module in imported
        if room_and_part(module)
    }
    assert up == KEPT_AS_EVENTS


#: What holds the state and the rules in force, with what it may know of the rules.
DATA = {"engine.state": {"engine.rules.parts", "engine.rules.ruleset"}, "engine.rules.ruleset": set[str]()}


def test_state_and_rules_in_force_are_data_that_ask_no_rule() -> None:
    imported = all_imports()
    asked = {name: {module for module in imported[name] if module.startswith("engine.rules.")} for name in DATA}
    assert asked == DATA


def test_the_program_itself_takes_commands_and_events_from_their_rooms() -> None:
    """`engine.commands` and `engine.events` are for those who use the engine as a library."""
    users = [
        (name, module)
        for name, file in modules().items()
        for module in imports(file)
        if module in ("engine.commands", "engine.events")
    ]
    assert users == []


@pytest.mark.parametrize("part", ["commands", "events"])
def test_type_checkers_are_told_of_every_room(part: str) -> None:
    text = (ROOT / "engine" / f"{part}.py").read_text("utf-8")
    told = re.findall(rf"from engine\.concerns\.(\w+)\.{part} import \*", text)
    assert told == [room for room in rooms() if (ROOMS_FOLDER / room / f"{part}.py").exists()]


def lengths() -> Iterator[tuple[str, int]]:
    """Yield every file and function of the three packages with how many lines it has."""
    for module, file in modules().items():
        yield module, len(file.read_text("utf-8").splitlines())
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{module}.{node.name}()", (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_and_functions_stay_short() -> None:
    found = dict(lengths())
    assert len(found) > 3000
    assert [name for name, lines in found.items() if lines > (40 if name.endswith("()") else 500)] == []


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines: a function's, a class's, or those it assigns."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    return [target.id for target in targets(node) if isinstance(target, ast.Name)]


def test_every_public_name_has_one_meaning() -> None:
    """One word has one meaning in the whole tree."""
    defined: dict[str, list[str]] = {}
    for module, file in modules().items():
        for node in tree(file).body:
            for name in names_of(node):
                if len(name) > 1 and not name.startswith("_"):
                    defined.setdefault(name, []).append(module)
    several = {name: where for name, where in defined.items() if len(where) > 1}
    assert several == {}


#: Participles that end in neither -ed nor -ing, and are not verbs as they stand.
IRREGULAR = {
    *("begun", "bought", "brought", "built", "caught", "done", "drawn", "driven", "fallen", "found", "given", "gone"),
    *("held", "hidden", "kept", "known", "laid", "left", "lit", "lost", "made", "meant", "paid", "said", "seen"),
    *("sent", "shown", "sold", "spent", "taken", "thrown", "told", "worn", "written"),
}


def is_participle(word: str) -> bool:
    """Return whether a name is one word that looks like a participle."""
    ends = word.endswith(("ed", "ing")) and word not in {"bring", "everything", "feed", "need", "string"}
    return "_" not in word and (word in IRREGULAR or ends)


def test_a_function_is_named_by_what_it_does_not_by_a_participle() -> None:
    """A decorated one may be: its decorator says that it is a property, or for which event it is."""
    found = [
        f"{module}.{node.name}"
        for module, file in modules().items()
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and is_participle(node.name.lstrip("_"))
    ]
    assert found == []


#: Runs a line and prints the modules that it loaded, and how many classes attrs compiled.
WATCHED = """
import sys, engine.campaign, engine.store.opening
engine.store.opening.CHECKED_WHOLE = 1
engine.following.LEAST_TO_KEEP = engine.following.WORTH_KEEPING = 1
from shell.doors.cli import main
status, loaded, compiled, found = main(sys.argv[1:]), [*sys.modules], 0, [object]
for cls in found:
    found += [] if cls is type else cls.__subclasses__()
    of_ours = cls.__module__.startswith(("engine.", "replay.", "shell."))
    compiled += of_ours and isinstance(vars(cls).get("__attrs_attrs__"), tuple)
print(status, compiled, *loaded)
"""


def loaded_by(*words: str | Path) -> tuple[int, set[str]]:
    """Run a line in a fresh process, on a log that is long; return how many classes were compiled, and the modules."""
    asked = [sys.executable, "-c", WATCHED, *map(str, words)]
    said = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()[-1].split()
    assert said[0] == "0"
    return int(said[1]), set(said[2:])


@pytest.fixture(scope="module")
def long_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a log whose state is kept on disk."""
    path = tmp_path_factory.mktemp("long") / "c.db"
    desk = Desk(path)
    for line in ("new peupfudge", "define ability Chess", "pc Ann", "award Ann 9", "spend Ann 4 on Chess", "note one"):
        assert desk.do(line).status == 0
    desk.close()
    loaded_by(path, "head")
    return path


#: What no command at the table needs.
HEAVY = {
    *("prompt_toolkit", "sqlite_utils", "cattrs", "jinja2", "replay.search", "shell.doors.prompt"),
    *("engine.players", "engine.retelling"),
}

#: What a look does not need: deciding, folding, telling what happened, rolling dice, and what reads and writes events.
FOR_RECORDING = {
    *("attrs", "msgspec"),
    *("engine.decide", "engine.project", "engine.narrate", "engine.dice", "engine.rules.house", "fractions"),
    *("engine.history.corrections", "engine.concerns.campaign.commands"),
}


@pytest.mark.parametrize(
    ("line", "most_compiled", "unneeded"),
    [
        ("sheet Ann", 0, FOR_RECORDING),
        ("party", 0, FOR_RECORDING),
        ("note it rains", 0, {"fractions", "engine.history.corrections", "shell.render.files"}),
        ("check Ann Chess vs 3 rolled 0", 0, set[str]()),
    ],
)
def test_a_line_loads_and_compiles_little_more_than_it_needs(
    long_log: Path, line: str, most_compiled: int, unneeded: set[str]
) -> None:
    compiled, modules = loaded_by(long_log, line)
    assert sorted(modules & (HEAVY | unneeded)) == []
    assert compiled <= most_compiled


@pytest.mark.parametrize("line", ["new fudge", "rules", "note it rains", "roll rolled +1"])
def test_cattrs_is_loaded_for_what_people_hand_in_alone(tmp_path: Path, line: str) -> None:
    program = (
        "import sys; from shell.doors.cli import main\n"
        "main([sys.argv[1], 'new fudge']), main([sys.argv[1], sys.argv[2]])\n"
        "print('cattrs' in sys.modules)"
    )
    log = str(tmp_path / "c.db")
    asked = [sys.executable, "-c", program, log, line]
    found = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True)
    assert found.stdout.splitlines()[-1] == "False"


#: Who may take times apart: what shows and reads the time at the table, what writes the time of an event, and what
#: keeps the lines that were typed in a file of its own.
OF_TIME = {"engine/clock.py", "engine/dates.py", "engine/point.py", "engine/drafts.py", "shell/doors/past_lines.py"}

#: The fields that hold the time of an event, in UTC, and the functions that read or write a time.
TIMES = {"at", "ts", "local"}
MAKING_TIMES = {"fromisoformat", "strptime", "strftime", "astimezone", "utcoffset", "utcnow", "localtime", "gmtime"}


def takes_time_apart(node: ast.AST) -> bool:
    """Return whether a part of a file cuts the time of an event, asks its text for a part, or reads or writes one."""
    if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Attribute):
        return node.value.attr in TIMES
    return isinstance(node, ast.Attribute) and (node.attr in MAKING_TIMES or ast.unparse(node) == "datetime.now")


def test_a_day_or_a_time_for_people_comes_from_the_table_clock_alone() -> None:
    """What else took one apart would show UTC, or the time of the computer that reads."""
    assert [short(file) for file in files() if any(map(takes_time_apart, nodes(file)))] == sorted(OF_TIME)


def test_no_page_cuts_a_time() -> None:
    pages = [*(ROOT / "replay" / "retelling" / "report" / "template").iterdir()]
    assert pages
    assert [
        page.name for page in pages if re.search(r"\.at\b(?!\()|new Date|DateTimeFormat", page.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    "cut", ["each.at[:10]", "row.ts[11:16]", "pair[0].at.replace('T', ' ')", "datetime.now()", "moment.astimezone(UTC)"]
)
def test_a_time_that_is_taken_apart_is_noticed(cut: str) -> None:
    assert any(map(takes_time_apart, ast.walk(ast.parse(cut))))
    assert not any(map(takes_time_apart, ast.walk(ast.parse("table_time(state, each.seq, each.at).day"))))
