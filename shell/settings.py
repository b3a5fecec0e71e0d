"""The user's settings: a TOML file in the folder of settings, or the defaults."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from engine.refusal import Refused, did_you_mean, nearest
from engine.store.own_files import SETTINGS, find_folder, read_own, write_own
from engine.value import Factory, field_defaults, field_names, value
from shell.aliases import alias_problems, sound_aliases
from shell.language.parse import join_or
from shell.language.program_names import KNOWN_SETTINGS

#: The purpose of each setting, as `config` prints it.
MEANINGS = {
    "suggestions": "an earlier line in grey behind the cursor; → takes it",
    "preview": "under the line: how it is read, what can follow, what it would come to",
    "colours": "colours on a terminal; NO_COLOR=1 switches them off too",
    "theme": "colours for a “dark” or “light” background; “auto” asks COLORFGBG",
    "keys": "“emacs” or “vi”",
    "refused": "what typing does to a line that was refused: “replace” it, or “keep” it; “clear” gives none back",
    "misread": "a line that is not written right and can mean only one thing: “do” it, or “ask” first, as Tab does",
    "plain": "for screen readers, as --plain: ASCII, no menu, nothing redrawn; “?” behind a line says what it would do",
    "seal": "“ask” for a number when a session of a campaign with players ends, or “never”",
    "pager": "for answers longer than the screen: “auto”, “off”, or a command such as “less -R”",
}

#: The values of settings that take one of a few words.
CHOICES = {
    "theme": ("auto", "dark", "light"),
    "keys": ("emacs", "vi"),
    "refused": ("replace", "keep", "clear"),
    "misread": ("do", "ask"),
    "seal": ("ask", "never"),
}

#: The name of their file.
SETTINGS_NAME = "config.toml"


@value
class Settings:
    """The settings. `problems` are sentences on faults in the file."""

    suggestions: bool = True
    preview: bool = True
    colours: bool = True
    theme: str = "auto"
    keys: str = "emacs"
    refused: str = "replace"
    misread: str = "do"
    plain: bool = False
    seal: str = "ask"
    pager: str = "auto"
    aliases: Mapping[str, str] = Factory(dict)
    problems: tuple[str, ...] = Factory(tuple)

    def values(self) -> dict[str, Any]:
        """Return the settings by name."""
        return {name: getattr(self, name) for name in field_names(Settings) if name != "problems"}


def settings_file() -> Path:
    """Return where the settings are kept. Raise Refused for a user without a home."""
    try:
        return find_folder(SETTINGS) / SETTINGS_NAME
    except OSError as error:
        raise Refused(f"there is no place for settings: {error}", hint="set XDG_CONFIG_HOME to a folder") from None


def read_settings() -> Settings:
    """Return the user's settings. A faulty entry of the file is reported, and the default is used for it."""
    try:
        content = read_own(SETTINGS, SETTINGS_NAME)
        import tomllib  # few have such a file

        found = tomllib.loads(content.decode("utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except UnicodeDecodeError:
        return Settings(problems=("the settings cannot be read: they are not text in UTF-8",))
    except (OSError, ValueError, RecursionError) as error:
        return Settings(problems=(f"the settings cannot be read: {str(error)[:200]}",))
    aliases = found.pop("aliases", {})
    problems = (*problems_in(found), *alias_problems(aliases))
    held = {name: held for name, held in found.items() if fits(name, held)}
    return Settings(**held, aliases=sound_aliases(aliases), problems=problems)


def problems_in(found: dict[str, Any]) -> Iterator[str]:
    """Yield the faults in the settings of a file."""
    for name, held in found.items():
        if name not in MEANINGS:
            close = nearest(name, [*MEANINGS, "aliases"])
            yield f"there is no setting “{name}”{f': {did_you_mean(close)}' if close else ''}"
        elif not fits(name, held):
            yield f"{name} cannot be {held!r}: {describe_expected(name)}"


def fits(name: str, held: object) -> bool:
    """Return whether a setting can hold a value."""
    if name not in MEANINGS or type(held) is not type(default(name)):
        return False
    return name not in CHOICES or held in CHOICES[name]


def known_values(name: str) -> tuple[str, ...]:
    """Return the words that a setting takes, and others if it takes any text."""
    if isinstance(default(name), bool):
        return ("on", "off")
    return CHOICES.get(name, ("auto", "off"))


KNOWN_SETTINGS.update({name: (meaning, partial(known_values, name)) for name, meaning in MEANINGS.items()})


def change_setting(name: str, typed: str) -> None:
    """Write a setting's new value into the file, and leave everything else in it unchanged.

    Raise Refused for a value that it cannot hold, or if the file cannot be changed.
    """
    import tomllib  # few change a setting

    words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    held = words.get(typed.casefold()) if isinstance(default(name), bool) else typed
    if not fits(name, held):
        raise Refused(f"{name} cannot be “{typed}”", about="value", hint=f"it can be {join_or(known_values(name))}")
    path = settings_file()
    try:
        text = read_own(SETTINGS, SETTINGS_NAME).decode("utf-8") if path.exists() else ""
        before, after = tomllib.loads(text), with_line(text, name, f"{name} = {toml_text(held)}")
        if tomllib.loads(after) != {**before, name: held}:
            raise Refused(f"{path} cannot be changed here", hint=f"write {name} = {toml_text(held)} with an editor")
        write_own(SETTINGS, SETTINGS_NAME, after.encode(), flushed=True)
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(f"{path} cannot be changed: {str(error)[:200]}", hint="an editor can mend it") from error


def with_line(text: str, name: str, line: str) -> str:
    """Return a file of settings with the line of one, before the first table."""
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    cut = table.start() if table else len(text)
    top, rest = text[:cut], text[cut:]
    own = re.compile(rf"^[ \t]*{name}[ \t]*=.*$", re.MULTILINE)
    if own.search(top):
        return own.sub(lambda _: line, top, count=1) + rest
    return f"{top}\n{line}\n{rest}" if top and not top.endswith("\n") else f"{top}{line}\n{rest}"


def default(name: str) -> Any:
    """Return the default of a setting."""
    return field_defaults(Settings)[name]


def describe_expected(name: str) -> str:
    """Return the accepted values of a setting."""
    if name in CHOICES:
        return f"it is {join_or([f'“{choice}”' for choice in CHOICES[name]])}"
    return "it is true or false" if isinstance(default(name), bool) else f"it is {MEANINGS[name]}"


def settings_text(held: Settings) -> str:
    """Write the settings as a file, each with its purpose."""
    path = settings_file()
    home = os.path.expanduser("~")
    shown = str(path).replace(home, "~", 1) if str(path).startswith(home + os.sep) else str(path)
    head = f"# {shown}" if path.is_file() else f"# {shown} does not exist; these are the defaults"
    lines = []
    for name, meaning in MEANINGS.items():
        now = getattr(held, name)
        changed = "" if now == default(name) else f" (default {toml_text(default(name))})"
        lines += [f"# {meaning}{changed}", f"{name} = {toml_text(now)}"]
    lines += ['# words of your own for the beginning of a line, such as: brawl = "fight start"', "[aliases]"]
    lines += [f"{toml_text(name)} = {toml_text(whole)}" for name, whole in held.aliases.items()]
    return "\n".join([head, *lines, *(f"# {problem}" for problem in held.problems)])


def toml_text(held: object) -> str:
    """Return a setting as TOML."""
    if isinstance(held, bool):
        return str(held).lower()
    return '"' + str(held).replace("\\", "\\\\").replace('"', '\\"') + '"'
