// Players' lines: built by taps, sent to the game master, and what became of them.

const lines = { told: [], own: new Set(), closed: new Set() };
const quoted = name => /^\p{L}[\p{L}\p{N}_'’-]*$/u.test(name) ? name : `"${name}"`;
const wordOf = level => new Map(table.head.ladder).get(level) ?? String(level);
const signed = face => face > 0 ? "+" : face < 0 ? "-" : "0";

// --- the bar at the bottom

function tryButton(person, name, trait) {
  if (!view.seat || person.player !== view.seat) return null;
  return make("button.try", { "data-key": `try${person.name}/${name}`, "aria-label": `try ${name}`, click: () => askCheck(person, name, trait) }, "try");
}
function bar(me) {
  if (!view.seat || table.head.phones === "look") return null;
  const mine = me && me.player === view.seat ? me : null;
  return make("div.bar", {}, lines.told.filter(isShown).map(card), make("div.acts", {},
    make("button", { "data-key": "note", click: askNote }, "Note"),
    mine && mine.points > 0 && make("button", { "data-key": "point", click: () => askPoint(mine) }, "Use a point"),
    mine && Object.keys(mine.tracks).length > 0 && make("button", { "data-key": "hurt", click: () => askInjury(mine) }, "Injury"),
    make("button", { "data-key": "xcard", click: askXCard }, "X-card")));
}
const isShown = line => line.state === "waits" || (lines.own.has(line.id) && !lines.closed.has(line.id));
const STATES = { waits: "Waits for the game master: ", taken: "Taken: ", declined: "Declined: ", dropped: "Not taken: " };
function card(line) {
  const waits = line.state === "waits";
  const act = () => waits ? post("withdraw", { id: line.id }) : dismiss(line);
  return make(`div.card.${line.state}`, {}, make("p", {}, make("b", {}, STATES[line.state]), text(line.line), line.said && make("span", {}, " · ", text(line.said))),
    make("button", { "data-key": `line${line.id}`, click: act }, waits ? "Take back" : "OK"));
}
const TAKEN_SHOWN = 8000;
function dismiss(line) { lines.closed.add(line.id); draw(); }
function tellLines(told) {
  for (const line of told.lines) {
    const before = lines.told.find(each => each.id === line.id);
    if (line.state === "waits") lines.own.add(line.id);
    else if (before && before.state === "waits") {
      say(STATES[line.state] + line.line + (line.said ? `. ${line.said}` : ""));
      if (line.state === "taken") setTimeout(() => dismiss(line), TAKEN_SHOWN);
    }
  }
  lines.told = told.lines;
}

// --- what is sent

const newId = () => [...crypto.getRandomValues(new Uint32Array(3))].map(part => part.toString(36)).join("-");
async function send(line) {
  closeSheet();
  const id = newId();
  lines.own.add(id);
  let [status, answer] = await post("propose", { id, line });
  if (!status) [status, answer] = await post("propose", { id, line }); // the same id is the same line
  if (status !== 200) { lines.told = [...lines.told, { id, line, state: "declined", said: answer.message || "it did not reach the game master" }]; draw(); }
}

// --- sheets to choose on

function closeSheet() { document.getElementById("ask").close(); }
function sheet(title, ...kids) {
  const filled = fill("ask", make("h2", { id: "ask-title" }, ...title), ...kids, make("button.wide", { "data-key": "cancel", click: closeSheet }, "Cancel"));
  if (!filled.open) filled.showModal();
}
// The dice of the game, as far as they can be tapped: how many, and the faces of each.
function tapped() {
  const found = /^(\d{0,2})d(F|\d{1,3})/.exec(table.head.dice || "");
  if (!found) return null;
  const many = Number(found[1] || 1), fudge = found[2] === "F", sides = Number(found[2]);
  if (many > 8 || (!fudge && sides > 20)) return null;
  return { many, fudge, faces: fudge ? [1, 0, -1] : Array.from({ length: sides }, (_, place) => place + 1) };
}
function askCheck(person, name, trait) {
  const kind = tapped(), faces = kind ? Array(kind.many).fill(null) : [];
  const least = trait.odds.least, most = least + trait.odds.at.length - 1;
  let against = null;
  const line = rolled => `check ${quoted(person.name)} ${quoted(name)} vs ${against === null ? "?" : quoted(wordOf(against))}`
    + (rolled ? ` rolled ${faces.map(face => kind.fudge ? signed(face) : face).join(" ")}` : "");
  const step = by => {
    const begin = Math.min(most, Math.max(least, trait.level));
    against = against === null ? begin : against + by;
    if (against < least || against > most) against = null;
    show();
  };
  const tap = place => { faces[place] = kind.faces[(kind.faces.indexOf(faces[place]) + 1) % kind.faces.length]; show(); };
  const die = (face, place) => {
    const [sign, said] = face === null ? ["?", "not set"] : kind.fudge ? FACES[signed(face)] : [String(face), String(face)];
    return make(face === null ? "button.face.unset" : "button.face", { "data-key": `die${place}`, "aria-label": `die ${place + 1}: ${said}`, click: () => tap(place) }, sign);
  };
  function show() {
    const whole = kind !== null && faces.every(face => face !== null);
    const total = whole && kind.fudge ? `, with these dice ${wordOf(trait.level + faces.reduce((sum, face) => sum + face, 0))}` : "";
    const chance = against === null ? null : trait.odds.at[against - least];
    sheet([text(person.name), ": ", text(name)], make("p.aside", {}, trait.name || String(trait.level), total),
      kind && make("fieldset", {}, make("legend", {}, "Your dice: tap until they show what yours do"), make("div.faces", {}, faces.map(die))),
      make("fieldset", {}, make("legend", {}, "Difficulty"), make("div.steps", {},
        make("button", { "data-key": "easier", "aria-label": "easier", click: () => step(-1) }, "−"),
        make("output", {}, against === null ? "the game master says" : wordOf(against), chance == null ? null : make("small", {}, `${(chance * 100).toFixed(1)} % chance before the dice`)),
        make("button", { "data-key": "harder", "aria-label": "harder", click: () => step(1) }, "+"))),
      make("p.line", {}, make("b", {}, text(line(whole))), make("small", {}, "The game master sees this line, and takes, changes or declines it.")),
      make("div.acts", {}, make("button", { "data-key": "roll", click: () => send(line(false)) }, "Roll for me"),
        kind && make("button.main", { "data-key": "send", disabled: !whole, click: () => send(line(true)) }, "Propose")));
  }
  show();
}
// Proposes what is written in a field, behind the beginning of a line.
function proposing(field, begins) {
  const propose = () => { const said = field.value.trim().replace(/\s+/g, " "); if (said) send(`${begins} ${said}`); };
  return make("button.wide.main", { click: propose }, "Propose");
}
function askNote() {
  const written = make("textarea", { rows: 3, maxlength: 300, "aria-label": "the note" });
  sheet(["A note for the log"], written, proposing(written, "note"));
  written.focus();
}
const choices = found => found.map(([said, line]) => make("button.wide", { click: () => send(line) }, text(said)));
function askPoint(person) {
  const who = quoted(person.name), uses = new Set(table.head.uses);
  const mine = table.rolls.filter(roll => roll.who.includes(person.name) && !roll.undone).slice(-2).reverse();
  const found = mine.flatMap(roll => [
    uses.has("alter") && [`+1 on #${roll.n}`, `point ${who} alter #${roll.n} +1`],
    uses.has("reroll") && [`Roll #${roll.n} again`, `point ${who} reroll #${roll.n}`],
    uses.has("convert") && roll.ok === false && [`Make #${roll.n} a success`, `point ${who} success #${roll.n}`],
  ].filter(Boolean));
  if (uses.has("ease") && Object.values(person.tracks).flat().some(state => state[2])) found.push(["Ease an injury", `point ${who} ease`]);
  const reason = make("input", { maxlength: 120, "aria-label": "what for" });
  sheet(["Use a fudge point"], ...choices(found), make("label", {}, "for something else", reason), proposing(reason, `point ${who} -1 for`));
}
function askInjury(person) {
  const who = quoted(person.name), states = Object.values(person.tracks).flat();
  const found = states.filter(([, all, marked]) => marked < all).map(([state]) => [`Mark ${state}`, `mark ${who} ${quoted(state)}`]);
  const healed = states.filter(state => state[2]).map(([state]) => [`Clear ${state}`, `clear ${who} ${quoted(state)}`]);
  sheet(["Injury"], ...choices([...found, ...healed]));
}
function askXCard() {
  const show = () => { closeSheet(); post("xcard", {}); };
  sheet(["X-card"], make("p", {}, "Something should stop. The game master sees an X-card, and nobody learns whose."),
    make("button.wide.main", { click: show }, "Show the X-card"));
}
