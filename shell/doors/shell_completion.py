"""Complete the words of a call in the user's shell, whose script `fudgelog completions bash` prints."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from engine.store.door import LogError
from shell.doors.opening import one_line
from shell.language.offers import offers
from shell.options import OPTIONS, Call, CallError, is_file, read_call
from shell.output import clean_line
from shell.runner import Desk

#: The most proposals, as a shell asks before it shows as many.
MOST = 200


def complete(words: Sequence[str]) -> None:
    """Print completions of the last word, one to a line, each with a tab and an explanation."""
    with suppress(CallError, LogError, OSError):
        for text, what in list(proposals(words))[:MOST]:
            print(f"{clean_line(text)}\t{clean_line(what)}")


def proposals(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield completions of the last word: options, files, or the grammar's."""
    *before, typed = words or ("",)
    call = read_call(before)
    if typed.startswith("-") and not call.words:
        yield from ((name, what) for names, _, _, what in OPTIONS for name in names if name.startswith(typed))
        return
    if not call.words and not any(map(is_file, before)):
        yield from files(typed)
    desk = Desk(os.path.expanduser(call.path))
    try:
        yield from next_words(desk, call, typed)
    finally:
        desk.close()


def files(typed: str) -> Iterator[tuple[str, str]]:
    """Yield the campaign logs, and the folders, whose paths begin so."""
    folder, name = os.path.split(typed)
    for found in sorted(Path(folder or ".").expanduser().iterdir()):
        if found.name.startswith(name) and (name or not found.name.startswith(".")):
            path = os.path.join(folder, found.name)
            if found.is_dir():
                yield f"{path}/", "a folder"
            elif found.suffix == ".db":
                yield path, "a campaign"


def next_words(desk: Desk, call: Call, typed: str) -> Iterator[tuple[str, str]]:
    """Yield what the grammar accepts in place of a word, first that word itself if it is whole."""
    if desk.place.is_there():
        desk.open(writable=False)
    line = f"{one_line(call.words)} " if call.words else ""
    yield from (word for word in words_after(desk, line, typed[:-1]) if word[0] == typed)
    yield from words_after(desk, line, typed)


def words_after(desk: Desk, line: str, typed: str) -> Iterator[tuple[str, str]]:
    """Yield the prompt's offers at the end of a line, with explanations."""
    state = desk.campaign.state if desk.campaign else None
    for offer in offers(line + typed, state, desk.takes):
        if offer.start == len(line):
            yield offer.text.strip('"').replace('\\"', '"'), offer.meta


#: The scripts, which give the program the words up to the cursor, and take its lines.
SCRIPTS = {
    "bash": """\
# For bash: put this line into ~/.bashrc
#   eval "$(fudgelog completions bash)"
_fudgelog() {
    local line words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    COMPREPLY=()
    while IFS=$'\\t' read -r line _; do
        case $line in */) compopt -o nospace 2>/dev/null ;; esac
        case ${COMP_WORDS[COMP_CWORD]} in [\\"\\']*) ;; *) printf -v line %q "$line" ;; esac
        COMPREPLY+=("$line")
    done < <("${COMP_WORDS[0]}" --complete "${words[@]//[\\\\\\"\\']/}" 2>/dev/null)
}
complete -F _fudgelog fudgelog""",
    "zsh": """\
# For zsh: put this line into ~/.zshrc, behind compinit
#   eval "$(fudgelog completions zsh)"
_fudgelog() {
    local -a found
    local text what
    while IFS=$'\\t' read -r text what; do
        found+=("${text//:/\\\\:}:$what")
    done < <("${words[1]}" --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    _describe -V fudgelog found -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]} l:|=* r:|=*'
}
compdef _fudgelog fudgelog""",
    "fish": """\
# For fish: write this into a file
#   fudgelog completions fish > ~/.config/fish/completions/fudgelog.fish
function __fudgelog
    set -l typed (commandline -ct | string replace -ra '[\\\\\\\\"\\']' '')
    fudgelog --complete (commandline -opc)[2..-1] "$typed" 2>/dev/null
end
complete -c fudgelog -f -a '(__fudgelog)'""",
}
