"use strict";
// The page keeps only the last number that it showed, and the event by which it notices another log.
const here = location.pathname.replace(/[^/]*$/, "");
const table = Object.create(null);
const view = { me: null, seat: null, asking: null, said: "", live: null, since: null, first: true, alarm: "", open: new Set(), last: 0, whole: false };
const chosen = new URLSearchParams(location.hash.slice(1));
view.me = chosen.get("as");

// --- elements: texts never become markup

function make(tag, held, ...kids) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(held || {})) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...kids.flat(9).filter(Boolean));
  return made;
}
// Fill an element anew. What had the focus has it again.
function fill(id, ...kids) {
  const filled = document.getElementById(id), focus = document.activeElement && document.activeElement.dataset.key;
  filled.replaceChildren(...kids.filter(Boolean));
  const again = focus && [...filled.querySelectorAll("[data-key]")].find(each => each.dataset.key === focus);
  if (again) again.focus({ preventScroll: true });
  return filled;
}
const text = said => make("bdi", {}, said);
const section = (title, tag, ...kids) => make(`section.${tag}`, {}, make("h2", {}, title), ...kids);
function folded(key, tag, summary, ...kids) {
  return make(tag, { "data-key": key, open: view.open.has(key), toggle: event => {
    view.open[event.target.open ? "add" : "delete"](key);
  } }, make("summary", { "data-key": `s${key}` }, ...summary), ...kids);
}

// --- dice, boxes, sentences

const FACES = { "+": ["+", "plus"], "−": ["−", "minus"], "-": ["−", "minus"], "0": ["", "blank"] };
function dice(faces) {
  if (!faces.length) return null;
  const words = faces.map(face => (FACES[face] || [face, face])[1]).join(", ");
  return make("div.dice", { role: "img", "aria-label": `dice: ${words}` },
    faces.map(face => make("span.die", { "aria-hidden": "true" }, (FACES[face] || [face])[0])));
}
function boxes(all, marked, said) {
  const drawn = Array.from({ length: all }, (_, place) => make(place < marked ? "span.box.on" : "span.box"));
  return make("span.boxes", { role: "img", "aria-label": `${said}: ${marked} of ${all} marked` }, drawn);
}
function tracks(person) {
  return Object.values(person.tracks).flat().map(([state, all, marked, names]) =>
    make("span.track.hurt", {}, `${state}\u00a0`, boxes(all, marked, state), names.length && make("span.no", {}, " ", text(names.join(", ")))));
}
function sentence(roll) {
  const cut = roll.text.lastIndexOf(": ");
  const tag = roll.ok === true ? "b.ok" : roll.ok === false ? "b.no" : "b";
  if (cut < 0) return [text(roll.text)];
  return [text(roll.text.slice(0, cut)), " ", make(tag, {}, text(roll.text.slice(cut + 2)))];
}

// A contest has dice for each side that players see.
function drawn(roll) {
  return roll.sides.length ? make("div.sides", {}, roll.sides.map(([name, faces]) => make("p.side", {}, dice(faces), text(name)))) : dice(roll.faces);
}

// --- the phone

function rollLine(roll, place) {
  const details = [roll.undone && "undone", roll.chance && `chance ${roll.chance}`, `#${roll.n}`, (roll.faces.length || roll.sides.length) && (roll.real ? "real dice" : "the program's dice")];
  const fresh = place === 0 && !view.first && roll.n > view.last ? ".fresh" : "";
  return make(`li.roll${roll.undone ? ".struck" : ""}${fresh}`, {}, drawn(roll),
    make("p.said", {}, ...sentence(roll)),
    make("small", {}, details.filter(Boolean).join(" · ")),
    roll.sums.length && folded(`r${roll.n}`, "details.more", ["how it came about"], make("ul", {}, roll.sums.map(sum => make("li", {}, text(sum))))));
}
// The best traits come first; many at the lowest level are folded.
const FOLDED_FROM = 4;
const levelOf = trait => trait.name || String(trait.level).replace("-", "−") + (trait.word ? ` (${trait.word})` : "");
function traits(person) {
  const all = Object.entries(person.traits).sort((one, two) => two[1].level - one[1].level);
  const least = all.length ? all[all.length - 1][1].level : 0, low = all.filter(([, trait]) => trait.level === least);
  const folds = low.length >= FOLDED_FROM && low.length < all.length;
  const rest = folds && make("li", {}, folded(`l${person.name}`, "details.low", [text(`${low.length} others`), make("b", {}, levelOf(low[0][1]))],
    make("ul.traits", {}, low.map(each => traitRow(person, each)))));
  return make("ul.traits", {}, (folds ? all.slice(0, -low.length) : all).map(each => traitRow(person, each)), rest);
}
function traitRow(person, [name, trait]) {
  const words = new Map(table.head.ladder);
  const rows = trait.odds.at.flatMap((chance, place) => {
    const against = trait.odds.least + place;
    return chance > 0 && chance < 1 ? [make("dt", {}, `against ${words.get(against) ?? against}`), make("dd.num", {}, `${(chance * 100).toFixed(1)} %`)] : [];
  });
  return make("li", {}, folded(`t${person.name}/${name}`, "details", [text(name), make("b", {}, levelOf(trait))],
    make("dl.odds", {}, rows.length ? rows : make("dt", {}, "no difficulty leaves it to the dice"))), tryButton(person, name, trait));
}
function ownSheet(person) {
  const marks = Object.keys(person.tracks), facts = marks.length ? [[marks.join(", "), tracks(person)], ...person.facts] : person.facts;
  return make("section.me", {}, make("h2", {}, text(person.name)), make("p.aside", {}, text(person.about)),
    facts.length && make("dl.facts", {}, facts.map(([name, said]) => make("div", {}, make("dt", {}, name), make("dd.num", {}, said)))),
    traits(person), person.held.map(([title, all]) => make("p.foot", {}, make("b", {}, `${title}: `), text(all))));
}
function countdown(found) {
  return make("li.down", {}, make("b", {}, text(found.name)), boxes(found.boxes, found.marked, found.name),
    found.then && make("small", {}, "then ", text(found.then)), found.cause && make("small", {}, "marked ", text(found.cause)));
}
function storyLine(line) {
  const said = line.kind === "scene" ? line.text.replace(/^Scene: /, "") : line.text;
  const tag = { note: "p.note", scene: "p.scene-set" }[line.kind] || "p";
  const fresh = view.since !== null && line.n > view.since ? ".new" : "";
  return make(`li${line.undone ? ".struck" : ""}${fresh}`, {}, make("span.n.num", {}, `#${line.n}`),
    make(tag, {}, make("span.t", {}, text(said)), line.undone && (line.why ? ` (undone: ${line.why})` : " (undone)"), line.proposed_by ? ` (${line.proposed_by}'s line)` : line.by ? ` (${line.by})` : ""));
}
function member(person) {
  return make("li", {}, make("p.who", {}, text(person.name), " ", make("small", {}, text(person.player || (person.kind === "pc" ? "" : "NPC")))),
    make("p", {}, tracks(person), person.brief.join(" · ")));
}
function headline() {
  const head = table.head;
  const link = view.live === false ? "no connection" : table.trouble ? "the log cannot be read" : "live";
  const turns = head.fight && head.fight.acted.map(([name, done]) => make(done ? "span.turn.done" : "span.turn", {}, make("span", {}, text(name), done ? " has acted" : " to act")));
  return [
    view.alarm && make("div.alarm", { role: "alert" }, make("b", {}, "This is not the log that this phone saw. "), view.alarm, " ", make("button", { "data-key": "alarm", click: calm }, "I know why")),
    make("header", {}, make("div.top", {}, make("p.over", {}, text(head.title), head.group && [" · ", text(head.group)], head.session ? ` · evening ${head.session}` : ""),
      make(link === "live" ? "p.link" : "p.link.off", {}, link)),
      make("h1.scene", {}, text(head.scene || head.name || "Nothing has been played yet")),
      head.fight && make("p.fight", {}, make("b", {}, `Round ${head.fight.round}`), turns)),
  ];
}
function ending() {
  if (!table.ended) return null;
  const tags = { scene: "p.scene-set", note: "p.note", heading: "p.scene-set" };
  return make("section.long.recap", {}, make("h2", {}, "The evening is over"),
    table.ended.map(line => make(tags[line.kind] || "p", {}, text(line.text))),
    make("a.go", { href: `${here}report`, download: "evening.html", "data-key": "keep" }, "Keep this evening"));
}
function phone() {
  const own = table.party.filter(person => view.seat && person.player === view.seat);
  const me = table.party.find(person => person.name === view.me) || own[0];
  const others = table.party.filter(person => person !== me);
  const news = view.since === null ? [] : table.lines.filter(line => line.n > view.since && !line.undone);
  const tabs = own.length > 1 ? make("div.tabs", {}, own.map(person => make("button.choice", {
    "aria-pressed": String(person === me), "data-key": `as${person.name}`, click: () => choose(person.name) }, text(person.name)))) : null;
  const proof = table.proof && `This page remembers #${table.proof.n} ${table.proof.hash.slice(0, 8)}. It notices a log that was changed later, not a changed page: that comes from the game master's computer.`;
  return make("div.phone", {}, ...headline(),
    news.length && folded("news", "details.news", [`${news.length} new since you looked`], make("ul", {}, news.map(line => make("li", {}, text(line.text))))),
    tabs, make("div.two", {}, make("div.first", {}, ending(), me && ownSheet(me),
        table.countdowns.length && section("Countdowns", "downs", make("ul", {}, table.countdowns.map(countdown))),
        table.rolls.length && section("Last rolls", "rolls", make("ul", {}, table.rolls.slice(-4).reverse().map(rollLine)))),
      make("div.second", {}, others.length && section("The party", "others", make("ul.plain", {}, others.map(member))),
        table.lines.length && section("This evening", "story", make("ol", { reversed: true }, table.lines.slice().reverse().map(storyLine)),
          make("button.button.later", { "data-key": "whole", hidden: true, click: () => { view.whole = true; draw(); } }, "show what was before")))),
    make("div.foot", {}, view.seat ? make("p", {}, "You are here as ", text(view.seat), ". ", make("button", { "data-key": "leave", click: leave }, "Leave the seat"))
      : make("p", {}, "You only look. ", make("button", { "data-key": "who", click: ask_again }, "Say who you are")), proof && make("p", {}, proof)), bar(me));
}
function door() {
  const names = table.head.players;
  const body = view.asking ? make("section.narrow", {}, make("h2", {}, "Show the game master these two digits"), make("p.code", {}, String(view.asking)),
    make("p", {}, "They type them, and you have your seat."), make("button.choice", { "data-key": "look", click: look }, "Only look meanwhile"))
    : make("section.narrow", {}, make("h2", {}, "Who are you?"), view.said && make("p.no", { role: "alert" }, view.said),
      names.map(name => make("button.choice", { "data-key": `j${name}`, click: () => join(name) }, text(name),
        make("small", {}, text(table.party.filter(person => person.player === name).map(person => person.name).join(", "))))),
      make("button.choice", { "data-key": "look", click: look }, "I only look"));
  return make("div.phone", {}, ...headline(), body);
}

// --- the table's screen

function screen() {
  const head = table.head, rolls = table.rolls.filter(roll => !roll.undone), now = rolls[rolls.length - 1];
  const note = [...table.lines].reverse().find(line => line.kind === "note" && !line.undone);
  const acted = new Map(head.fight ? head.fight.acted : []);
  const people = table.party.slice(0, 5).map(person => make("li", {}, make(person.name.length > 20 ? "p.who.wordy" : "p.who", {}, text(person.name),
    make("span", {}, acted.has(person.name) ? (acted.get(person.name) ? "● has acted" : "○ to act") : text(person.player || ""))),
    make("p", {}, tracks(person), person.brief.join("   "))));
  return make("div.tv", {},
    make("header", {}, make("h1", {}, text(head.scene || head.name || head.title)), make("p", {}, head.fight ? `Round ${head.fight.round}` : text(head.title))),
    make("div.fits", {}, now && make("div.now", {}, drawn(now), make("p.said", {}, ...sentence(now))),
      ...rolls.slice(-3, -1).reverse().map(roll => make("ul.before", {}, make("li", {}, dice(roll.faces.length ? roll.faces : (roll.sides[0] || [])[1] || []) || make("span"), text(roll.text))))),
    make("div.fits", {}, make("ul.party", {}, people), note && people.length < 5 && make("p.quote", {}, text(note.text))),
    make("footer.fits", {}, table.countdowns.slice(0, 3).map(found => make("p", {}, make("b", {}, text(found.name)),
      boxes(found.boxes, found.marked, found.name), found.then && make("span.then", {}, "  then ", text(found.then))))));
}
// Beside another column the evening is as long as that, on a phone two dozen lines.
const FEW = 24;
function shorten() {
  const story = document.querySelector(".story ol"), first = document.querySelector(".first"), more = document.querySelector(".later");
  if (!story || view.whole) return;
  const beside = first.offsetTop === document.querySelector(".second").offsetTop;
  const enough = () => beside ? more.getBoundingClientRect().bottom > first.getBoundingClientRect().bottom : story.childElementCount > FEW;
  more.hidden = false;
  const before = story.childElementCount;
  while (enough() && story.childElementCount > 6) story.lastElementChild.remove();
  more.hidden = story.childElementCount === before;
}
// What does not fit is left out whole.
function fit() {
  for (const part of document.querySelectorAll(".tv .fits")) {
    while (part.scrollHeight > part.clientHeight + 1) {
      const last = part.lastElementChild;
      if (!last || (part.childElementCount === 1 && last.childElementCount < 2)) break;
      if (last.matches("ul.party") && last.childElementCount > 1) last.lastElementChild.remove();
      else last.remove();
    }
  }
}

// --- drawing

const onTv = () => location.hash === "#tv";
const looksOn = () => view.seat || location.hash === "#look" || chosen.has("as");
function draw() {
  if (!table.head) return;
  const at = scrollY;
  fill("page", onTv() ? screen() : looksOn() ? phone() : door());
  document.title = `${table.head.title || "Live"} · live`;
  scrollTo(0, at);
  if (onTv()) fit();
  else shorten();
  view.last = table.rolls.reduce((most, roll) => Math.max(most, roll.n), view.last);
}
const say = said => { document.getElementById("said").textContent = said; };
function choose(name) { view.me = name; draw(); }
function look() { view.asking = null; view.said = ""; history.replaceState(null, "", "#look"); draw(); }
function ask_again() { chosen.delete("as"); history.replaceState(null, "", location.pathname); draw(); scrollTo(0, 0); }
function calm() { view.alarm = ""; keep(); draw(); }

// --- remembering

const place = () => `fudgelog:${table.proof ? table.proof.campaign : table.head.title}`;
function remembered() { try { return JSON.parse(localStorage.getItem(place())) || {}; } catch { return {}; } }
function keep() {
  const last = table.lines.length ? table.lines[table.lines.length - 1].n : 0;
  const seen = Object.assign(remembered(), { seen: last });
  if (table.proof && !view.alarm) seen.proof = { n: table.proof.n, hash: table.proof.hash, day: new Date().toLocaleDateString() };
  // A browser without storage follows too.
  try { localStorage.setItem(place(), JSON.stringify(seen)); } catch { return; }
}
async function witness() {
  const known = remembered().proof;
  if (!table.proof || !known) return;
  const answer = await fetch(`${here}at/${known.n}`, { cache: "no-store" }).catch(() => null);
  if (!answer || (!answer.ok && answer.status !== 404)) return;
  const now = answer.ok ? (await answer.json()).hash : null;
  if (now === known.hash) return;
  view.alarm = `On ${known.day} this phone saw #${known.n} as ${known.hash.slice(0, 8)}; now it is ${now ? now.slice(0, 8) : "not there"}. Ask the game master what happened.`;
}

// --- following: sections that changed come whole

let source = null, wait = 500;
function follow() {
  if (source || document.hidden) return;
  source = new EventSource(`${here}live`);
  source.onopen = () => { wait = 500; };
  source.onerror = () => { if (source) source.close(); source = null; view.live = false; draw(); setTimeout(follow, wait); wait = Math.min(wait * 2, 8000); };
  source.onmessage = async event => {
    const had = new Map((table.lines || []).map(line => [line.n, line.undone])), connecting = view.live !== true;
    Object.assign(table, JSON.parse(event.data));
    view.live = true;
    if (view.first) { const seen = remembered().seen; view.since = seen === undefined ? null : seen; }
    if (connecting) await witness();
    const fresh = table.lines.filter(line => line.undone ? had.get(line.n) === false : !had.has(line.n));
    if (!view.first && fresh.length) say(fresh.slice(-3).map(line => line.text + (line.undone ? " (undone)" : "")).join(". "));
    draw();
    keep();
    view.first = false;
  };
  source.addEventListener("seat", event => {
    const told = JSON.parse(event.data);
    view.seat = told.player;
    if (told.refused) view.said = told.said ? `The game master said no: ${told.said}` : "The game master said no";
    if (told.player || told.refused) view.asking = null;
    draw();
  });
  source.addEventListener("lines", event => { tellLines(JSON.parse(event.data)); draw(); });
  source.addEventListener("gone", () => { location.replace("/"); });
}
function close() { if (source) source.close(); source = null; }
document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else follow(); });
addEventListener("hashchange", draw);
addEventListener("resize", draw);

async function post(where, held) {
  const answer = await fetch(here + where, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(held) }).catch(() => null);
  if (!answer) return [0, {}];
  return [answer.status, await answer.json().catch(() => ({}))];
}
async function join(name) {
  const [status, answer] = await post("join", { player: name });
  view.asking = status === 200 ? answer.code : null;
  view.said = status === 200 ? "" : answer.message || "That did not work";
  close();
  follow(); // the stream has to carry the new cookie
  draw();
}
async function leave() { await post("leave", {}); view.seat = null; ask_again(); }
follow();
