"""Turn actors that Foundry exported as JSON into a template for `setup`.

Systems keep their data in their own ways. This one reads skills, gifts, faults and things from an actor's items; put
the names that your system has for them into the tables below.
"""

import json
import sys
from pathlib import Path

KINDS = {"skill": "traits", "attribute": "traits", "gift": "gifts", "stunt": "gifts", "fault": "faults"}
LEVELS = ("level", "rank", "value")


def toml(value: object) -> str:
    """Return a text, a number, a list or a table in TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{toml(name)} = {toml(held)}' for name, held in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


every, entries = {"gifts": [], "faults": []}, []
for path in sys.argv[1:]:
    actor = json.loads(Path(path).read_text(encoding="utf-8"))
    held = {"name": actor["name"], "kind": "npc" if actor["type"] == "npc" else "pc", "traits": {}}
    held |= {"properties": [], "items": []}
    for item in actor["items"]:
        kind, data = KINDS.get(item["type"], "items"), item.get("system", {})
        if kind == "traits":
            level = next((data[key] for key in LEVELS if isinstance(data.get(key), int | str)), None)
            if level is None:
                print(f"left out: {actor['name']}, {item['name']}", file=sys.stderr)
            else:
                held["traits"][item["name"]] = level
        elif kind == "items":
            held["items"].append({"name": item["name"], "count": int(data.get("quantity", 1))})
        else:
            held["properties"].append(item["name"])
            every[kind] += [item["name"]] if item["name"] not in every[kind] else []
    entries.append("[[characters]]\n" + "\n".join(f"{name} = {toml(said)}" for name, said in held.items() if said))
print("\n\n".join([*(f"{name} = {toml(said)}" for name, said in every.items() if said), *entries]))
