"""Turn a chat log of Roll20, copied as text from its archive page, into notes for `import`.

An evening begins with the first line of a day, and what goes on after midnight belongs to it. Whispers are secret.
"""

import re
import sys
from datetime import datetime, timedelta
from pathlib import Path

TIME = re.compile(r"(?P<day>[A-Z][a-z]+ \d\d?, \d{4}) (?P<hour>\d\d?:\d\d[AP]M)\s*")
SAID = re.compile(r"(?P<who>[^:]{1,60}):\s*(?P<text>.*)")
ROLLED = re.compile(r"rolling (?P<dice>\d+dF)\b.*?\((?P<faces>[-+0 ]+)\)")
PAUSE = timedelta(hours=6)

last = None
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    timed = TIME.match(line)
    if timed:
        now = datetime.strptime(f"{timed['day']} {timed['hour']}", "%B %d, %Y %I:%M%p")
        if last is None or (now.date() != last.date() and now - last > PAUSE):
            print(f"\n## {now:%Y-%m-%d}\n")
        last, line = now, line[timed.end() :]
    rolled, said = ROLLED.search(line), SAID.match(line)
    if not line.strip() or last is None:
        continue
    if line.startswith(("(To ", "(From ")):
        print(f"- GM: {line}")
    elif rolled:
        faces = " ".join(rolled["faces"].split())
        print(f"- {said['who'] if said else 'Somebody'} rolls\n\nd: {rolled['dice']}=[{faces}]\n")
    else:
        print(f"- {line.strip()}")
