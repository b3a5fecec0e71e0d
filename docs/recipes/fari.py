"""Turn characters that Fari exported as JSON into a template for `setup`: skills, aspects, stunts."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path


def blocks(part: dict, section: str = "") -> Iterator[tuple[str, dict]]:
    """Yield every block below a part of the file, with the name of its section."""
    if "type" in part:
        yield section, part
    for key in ("pages", "rows", "columns", "sections", "blocks"):
        for inner in part.get(key, ()):
            yield from blocks(inner, part.get("label") or section)


def toml(value: object) -> str:
    """Return a text, a number, a list or a table in TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{toml(name)} = {toml(held)}' for name, held in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


entries, stunts = [], []
for path in sys.argv[1:]:
    character = json.loads(Path(path).read_text(encoding="utf-8"))
    texts, levels, own = {}, {}, []
    for section, block in blocks(character):
        label, value = block["label"], block["value"]
        if block["type"] == "Skill" and value:
            levels[label] = int(value)
        elif block["type"] == "Text" and value and "Stunt" in section:
            own.append(value)
        elif block["type"] == "Text" and value:
            texts[label if label not in texts else f"{label} {len(texts)}"] = value
        elif value and block["type"] != "Link":
            print(f"left out: {character['name']}, {label}", file=sys.stderr)
    stunts += [each for each in own if each not in stunts]
    held = {"name": character["name"], "characteristics": texts, "traits": levels, "properties": own}
    entries.append("[[characters]]\n" + "\n".join(f"{name} = {toml(said)}" for name, said in held.items() if said))
print("\n\n".join([f"gifts = {toml(stunts)}", *entries]))
