"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const make = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  document.documentElement.classList.add("js");

  // --- where the slider stops, and what changed there ---
  const seqs = data.seq.flatMap(([first, many]) => Array.from({ length: many }, (_, i) => first + i));
  const placeOf = new Map(seqs.map((seq, place) => [seq, place]));
  const undone = new Set(data.undone);
  const last = seqs.length - 1;
  const sections = new Map(data.sections);
  const who = data.who.map((each) => (each === -1 ? [] : [].concat(each)));
  const state = { place: last, reading: "stood", stride: "event", all: false };

  const changesAt = (seq, reading) => {
    if (reading === "corrected" && seq in data.c) return data.c[seq] || [];
    return data.d[seq] || [];
  };
  // A row is [value, note, number]; a sheet is a map from the number of a row to it. Sheets are kept every so often.
  const EVERY = 250;
  const kept = { stood: [], corrected: [] };
  const now = { stood: null, corrected: null };
  const applied = (sheets, place, reading) => {
    for (const [person, row, value, note, number] of changesAt(seqs[place], reading)) {
      if (value === undefined) sheets[person].delete(row);
      else sheets[person].set(row, [value, note || "", number === undefined ? numberIn(value) : number]);
    }
  };
  const numberIn = (value) => (/^[−-]?\d+$/.test(value) ? Number(value.replace("−", "-")) : null);
  const sheetsAt = (place, reading) => {
    const found = now[reading];
    let sheets, from;
    if (found && found.place <= place) {
      ({ sheets, place: from } = found);
    } else {
      const slot = Math.min(Math.floor((place + 1) / EVERY), kept[reading].length) - 1;
      from = slot < 0 ? -1 : (slot + 1) * EVERY - 1;
      sheets = slot < 0 ? data.people.map(() => new Map()) : kept[reading][slot].map((each) => new Map(each));
    }
    for (let at = from + 1; at <= place; at++) {
      applied(sheets, at, reading);
      if ((at + 1) % EVERY === 0 && kept[reading].length === (at + 1) / EVERY - 1)
        kept[reading].push(sheets.map((each) => new Map(each)));
    }
    now[reading] = { sheets, place };
    return sheets;
  };

  // --- what is folded in waits as text, for a long page has many lines ---
  const unfold = (details) => {
    const waiting = details && details.querySelector("noscript");
    if (waiting) waiting.replaceWith(...new DOMParser().parseFromString(waiting.textContent, "text/html").body.childNodes);
  };
  // A browser's own search finds it where it stands in the page: in quiet moments all is put there, or once a search begins.
  const MANY = 5000; // on longer pages that would keep a telephone busy for seconds
  const folded = () => document.querySelector("details noscript");
  const unfoldNext = () => {
    if (!folded()) return;
    unfold(folded().closest("details"));
    window.requestIdleCallback(unfoldNext);
  };
  if (window.requestIdleCallback && last < MANY) window.addEventListener("load", () => window.requestIdleCallback(unfoldNext));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F3" && !((event.ctrlKey || event.metaKey) && event.key === "f")) return;
    while (folded()) unfold(folded().closest("details"));
  });
  const chapters = [...document.querySelectorAll("#log details")];
  document.querySelectorAll("details").forEach((each) => each.addEventListener("toggle", () => unfold(each)));

  // --- sentences stand in the log alone ---
  const lineOf = (seq) => {
    unfold(chapters.find((each) => each.dataset.from <= seq && seq <= each.dataset.to));
    return $("e" + seq);
  };
  const sentence = (seq) => {
    const line = lineOf(seq);
    return line ? line.querySelector("bdi, s").textContent : "Kept by the game master";
  };
  const timeOf = (line) => {  // it stands where it is another than in the line before
    while (line && !line.querySelector("time")) line = line.previousElementSibling;
    return line ? line.querySelector("time").textContent : "";
  };
  // What is kept may have no number: then it is between two.
  const numbered = (seq) => (seq % 1 ? "after " : "") + "#" + Math.floor(seq);
  const link = (seq) => {
    const made = make("a", numbered(seq), "n");
    made.href = "#e" + seq;
    return made;
  };

  // --- sheets ---
  const articles = data.people.map(([name]) => {
    let found = [...document.querySelectorAll(".sheet")].find((each) => each.dataset.name === name);
    if (!found) {
      found = make("article", undefined, "sheet");
      found.dataset.name = name;
      const head = make("h3", name);
      head.dir = "auto";
      found.append(head, make("p", "", "aside"), make("div", undefined, "body"));
      $("people").append(found);
    }
    return found;
  });
  const whyLink = (person, row, value) => {
    const made = make("a", value || "yes", "why");
    made.href = "#e" + seqs[state.place];
    made.dataset.person = person;
    made.dataset.row = row;
    made.setAttribute("role", "button");
    return made;
  };
  const way = (old, fresh) => {
    if (!old) return "+";
    if (!fresh) return "−";
    return old[2] === null || fresh[2] === null ? "✱" : fresh[2] > old[2] ? "▲" : fresh[2] < old[2] ? "▼" : "✱";
  };
  const drawRow = (person, row, cell, changed) => {
    const [section, name, where] = data.keys[row];
    const made = make("tr");
    made.dataset.row = row;
    const head = make("th", name);
    head.scope = "row";
    head.dir = "auto";
    const beside = make("td", [where && "in " + where, cell[1]].filter(Boolean).join(", "), "beside");
    const value = make("td", undefined, "value");
    beside.dir = value.dir = "auto";
    if (changed && changed.gone) {
      value.textContent = cell[0];
      made.className = "new gone";
    } else {
      value.append(whyLink(person, row, cell[0]));
      if (changed) made.className = "new";
    }
    if (changed) {
      made.dataset.way = head.dataset.way = changed.way;
      if (changed.was) beside.append(make("span", (beside.textContent ? ", " : "") + "was " + changed.was, "was"));
    }
    made.append(head, beside, value);
    return made;
  };
  // What stands as it did is left alone, for a browser measures anew whatever is put anew.
  const arrange = (parent, wanted) => {
    const kept = new Set(wanted);
    for (const each of [...parent.childNodes]) if (!kept.has(each)) each.remove();
    wanted.forEach((each, at) => parent.childNodes[at] === each || parent.insertBefore(each, parent.childNodes[at] || null));
  };
  const drawings = data.people.map(() => new Map());
  const drawSheet = (person, rows, changed) => {
    const article = articles[person];
    const parts = [];
    const shown = [...rows].map(([row, cell]) => [row, cell, changed.get(row)]);
    for (const [row, each] of changed) if (each.gone) shown.push([row, each.gone, each]);
    shown.sort((a, b) => a[0] - b[0]);
    const used = new Map();
    const reuse = (looks, draw) => {
      used.set(looks, drawings[person].get(looks) || draw());
      return used.get(looks);
    };
    for (const [section, title] of sections) {
      const found = shown.filter(([row]) => data.keys[row][0] === section);
      if (section === "who" || !found.length) continue;
      if (title) parts.push(reuse("title " + section, () => make("h4", title)));
      const table = reuse(section, () => {
        const made = make("table", undefined, "rows " + section);
        made.append(make("tbody"));
        return made;
      });
      arrange(table.firstChild, found.map((each) => reuse(JSON.stringify(each), () => drawRow(person, ...each))));
      parts.push(table);
    }
    drawings[person] = used;
    const held = [...rows].find(([row]) => data.keys[row][0] === "who");
    article.classList.toggle("absent", !rows.size && !parts.length);
    article.querySelector(".aside").textContent = held ? held[1][0] : "not there yet";
    arrange(article.querySelector(".body"), parts);
  };

  // --- a moment ---
  // A sheet is drawn only if it is looked at, and only if it is not as it was drawn last.
  let drawn = { reading: "" };
  const stale = new Set(data.people.keys());
  let draw;
  const isOnView = (article) => !$("people").matches(".one") || article.matches(".chosen");
  window.addEventListener("beforeprint", () => draw(true));
  const show = () => {
    const { place, reading } = state;
    const seq = seqs[place];
    const changes = changesAt(seq, reading);
    const before = place ? sheetsAt(place - 1, reading) : data.people.map(() => new Map());
    const many = before.every((each) => !each.size);
    const olds = changes.map(([person, row]) => before[person].get(row));
    const sheets = sheetsAt(place, reading);
    const touched = data.people.map(() => new Map());
    changes.forEach(([person, row], at) => {
      const old = olds[at];
      const fresh = sheets[person].get(row);
      const was = old && fresh && old[0] !== fresh[0] ? old[0] : "";
      touched[person].set(row, { way: way(old, fresh), was, gone: fresh ? null : old });
    });
    const [from, to] = [Math.min(drawn.place, place), Math.max(drawn.place, place)];
    if (drawn.reading !== reading || to - from > 99) data.people.forEach((_, person) => stale.add(person));
    else for (let at = from; at <= to; at++) for (const [person] of changesAt(seqs[at], reading)) stale.add(person);
    drawn = { place, reading };
    choose(touched);
    draw = (all) =>
      articles.forEach((article, person) => {
        if (!stale.has(person) || !(all || isOnView(article))) return;
        drawSheet(person, sheets[person], many ? new Map() : touched[person]);
        stale.delete(person);
      });
    draw(false);
    $("slider").value = place;
    $("back").disabled = place === 0;
    $("on").disabled = place === last;
    tell(seq);
  };
  let here = null;
  const tell = (seq) => {
    const line = lineOf(seq);
    const chapter = line && line.closest("details").querySelector("summary");
    const at = line ? timeOf(line) : "";
    const said = chapter ? [...chapter.childNodes].filter((each) => each.nodeName !== "SMALL").map((each) => each.textContent).join("").trim() : "";
    $("place").replaceChildren(numbered(seq), said ? ` · ${said}` : "", at ? ` · ${at} ${line.closest("details").dataset.zone}` : "");
    if (line) {
      const go = make("a", "in the log", "n");
      go.href = "#log";
      go.addEventListener("click", (event) => {
        event.preventDefault();
        line.closest("details").open = true;
        line.scrollIntoView({ block: "center" });
      });
      $("place").append(" · ", go);
    }
    $("said").textContent = (state.back ? "Back to: " : "") + sentence(seq) + (line && line.matches(".gone") ? " (undone)" : "");
    $("slider").setAttribute("aria-valuetext", `${numbered(seq)} ${sentence(seq)}`);
    if (here) here.classList.remove("here");
    here = line;
    if (here) here.classList.add("here");
    drawRoll(data.rolls[seq]);
  };
  const drawRoll = (roll) => {
    const parts = [];
    if (roll) {
      if (roll[0]) {
        const dice = make("p", undefined, "dice");
        roll[0].split(" ").forEach((each) => dice.append(make("i", each === "0" ? "" : each, "die")));
        parts.push(dice);
      }
      parts.push(...roll.slice(1).map((each) => make("p", data.texts[each])));
    }
    $("behind").replaceChildren(...parts);
  };

  // --- whose sheets ---
  const narrow = window.matchMedia("(max-width: 700px)");
  const choose = (touched) => {
    const asked = $("whose").value;
    const about = who[state.place].concat(touched.map((each, person) => (each.size ? person : -1)).filter((each) => each >= 0));
    if (asked === "about" && about.length) state.person = about[0];
    const person = asked === "about" ? (state.person === undefined ? 0 : state.person) : Number(asked);
    const one = asked !== "party";
    $("people").classList.toggle("one", one || data.people.some(([, kind]) => kind !== "pc"));
    articles.forEach((each, number) => each.classList.toggle("chosen", one ? number === person : data.people[number][1] === "pc"));
  };
  const offered = [["party", "the party"], ["about", "who it is about"], ...data.people.map(([name], number) => [String(number), name])];
  for (const [value, text] of offered) $("whose").append(new Option(text, value));
  $("whose").value = narrow.matches || !data.people.some(([, kind]) => kind === "pc") ? "about" : "party";

  // --- steps ---
  const stops = (place, stride) => {
    if (!state.all && undone.has(seqs[place])) return false;
    if (stride === "scene") return "sc".includes(data.stop[place]);
    if (stride === "session") return data.stop[place] === "s";
    return stride !== "command" || data.ends[place] === "1";
  };
  const step = (way, stride = state.stride) => {
    let place = state.place + way;
    while (place > 0 && place < last && !stops(place, stride)) place += way;
    go(Math.max(0, Math.min(last, place)), way < 0);
  };
  let noted = 0; // browsers refuse to note an address too often
  const go = (place, back = false, keep = true) => {
    state.place = place;
    state.back = back;
    show();
    clearTimeout(noted);
    if (keep) noted = setTimeout(() => history.replaceState(null, "", "#e" + seqs[place]), 200);
  };
  $("slider").max = last;
  $("slider").addEventListener("input", () => {
    const place = Number($("slider").value);
    go(place, place < state.place);
  });
  $("slider").addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: [-1], ArrowRight: [1], ArrowDown: [-1], ArrowUp: [1], PageUp: [-1, "scene"], PageDown: [1, "scene"] };
    if (event.key in keys) {
      event.preventDefault();
      step(...keys[event.key]);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      go(event.key === "Home" ? 0 : last, event.key === "Home");
    }
  });
  $("back").addEventListener("click", () => step(-1));
  $("on").addEventListener("click", () => step(1));
  document.querySelectorAll("[name=stride]").forEach((each) => each.addEventListener("change", () => (state.stride = each.value)));
  document.querySelectorAll("[name=reading]").forEach((each) =>
    each.addEventListener("change", () => {
      state.reading = each.value;
      show();
    }));
  $("undone").addEventListener("change", () => (state.all = $("undone").checked));
  $("whose").addEventListener("change", show);
  $("reading").hidden = !Object.keys(data.c).length;
  $("undone").parentElement.hidden = !data.undone.length;
  const marks = [];
  const apart = (18 * last) / ($("marks").clientWidth || 300); // so far from each other are numbers of sessions
  let named = -apart;
  for (let place = 0; place <= last; place++) {
    const kind = undone.has(seqs[place]) ? "u" : { s: "e", c: "s" }[data.stop[place]];
    if (kind) marks.push([place, kind]);
  }
  const crowded = marks.length > $("marks").clientWidth / 4;
  for (const [place, kind] of crowded ? marks.filter(([, kind]) => kind === "e") : marks) {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const percent = (last ? (100 * place) / last : 0).toFixed(2) + "%";
    drawn.setAttribute("x1", percent);
    drawn.setAttribute("x2", percent);
    drawn.setAttribute("y1", 0);
    drawn.setAttribute("y2", kind === "e" ? 10 : 6);
    drawn.setAttribute("class", kind);
    $("marks").append(drawn);
    if (kind === "e" && place - named >= apart) {
      named = place;
      const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      text.setAttribute("x", percent);
      text.setAttribute("y", 24);
      text.textContent = data.sessions[seqs[place]] || "";
      $("marks").append(text);
    }
  }

  // --- links to moments ---
  const arrive = (scroll) => {
    const moment = /^#e([\d.]+)$/.exec(location.hash);
    const since = /^#since=(\d+)$/.exec(location.hash);
    if (moment && placeOf.has(Number(moment[1]))) go(placeOf.get(Number(moment[1])), false, false);
    else if (since) {
      const fresh = seqs.findIndex((seq) => seq > Number(since[1]));
      go(fresh < 0 ? last : fresh, false, false);
      const many = fresh < 0 ? 0 : seqs.length - fresh;
      $("after").textContent = many ? `${many} event${many > 1 ? "s" : ""} since #${since[1]}: step on to see each` : `Nothing new since #${since[1]}`;
    } else return;
    if (scroll) $("sheets").scrollIntoView();
  };
  window.addEventListener("hashchange", () => arrive(true));
  document.addEventListener("click", (event) => {
    const found = event.target.closest('a[href^="#e"]');
    if (!found || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (found.matches(".why")) {
      event.preventDefault();
      explain(found);
    } else if (/^#e[\d.]+$/.test(found.getAttribute("href"))) {
      event.preventDefault();
      $("why").close();
      history.pushState(null, "", found.getAttribute("href"));
      arrive(true);
    }
  });
  window.addEventListener("popstate", () => arrive(false));

  // --- why ---
  document.querySelectorAll(".why").forEach((each) => each.setAttribute("role", "button"));
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.matches(".why")) {
      event.preventDefault();
      explain(event.target);
    }
  });
  const keyOf = (found) => {
    if (found.dataset.row !== undefined) return found.dataset.row;
    const row = found.closest("tr");
    return [row.closest("table").className.split(" ")[1], row.firstElementChild.textContent, row.dataset.in || ""].join("\t");
  };
  const rowNamed = (text) => data.keys.findIndex((key) => key.join("\t") === text);
  const explain = (found) => {
    const fixed = found.dataset.person === undefined;
    const person = fixed ? data.people.findIndex(([name]) => name === found.closest("article").dataset.name) : Number(found.dataset.person);
    const row = fixed ? rowNamed(keyOf(found)) : Number(found.dataset.row);
    const [reading, upto] = fixed ? ["corrected", last] : [state.reading, state.place];
    const list = [];
    let before = null;
    for (let place = 0; place <= upto; place++)
      for (const [one, other, value, note, number] of changesAt(seqs[place], reading))
        if (one === person && other === row) {
          const fresh = value === undefined ? null : [value, note || "", number === undefined ? numberIn(value) : number];
          const idle = before ? fresh && before[2] === fresh[2] && before[0] === fresh[0] : fresh && fresh[2] === 0;
          list.push([idle, cause(seqs[place], before, fresh)]);
          before = fresh;
        }
    const [section, name, where] = data.keys[row];
    $("why-title").textContent = `${data.people[person][0]}: ${section === "xp" ? "XP " : ""}${name}${where ? " in " + where : ""}`;
    const worth = list.filter(([idle]) => !idle);
    const lines = (worth.length ? worth : list.slice(-1)).map(([, line]) => line);
    const summed = before && before[2] !== null;
    if (summed) {
      const total = make("li", undefined, "total");
      const unit = section === "traits" && String(before[2]) !== before[0] ? ` (${before[2]} XP)` : "";
      total.append(make("span", ""), make("span", "makes"), make("b", before[0] + unit));
      lines.push(total);
    }
    const then = fixed || (upto === last && reading === "corrected") ? "" : ` It is as it stood at ${numbered(seqs[upto])}.`;
    $("why-note").textContent = (lines.length > (summed ? 2 : 1) ? "These events made it what it is." : "This event made it what it is.") + then;
    $("why-list").replaceChildren(...lines);
    $("why").showModal();
  };
  const signed = (number) => (number > 0 ? "+" + number : number < 0 ? "−" + -number : "0");
  const cause = (seq, before, fresh) => {
    const made = make("li");
    const text = make("span", sentence(seq));
    text.dir = "auto";
    let effect = fresh ? fresh[0] : "gone";
    const held = (cell) => (cell ? cell[2] : 0);
    if ((before || fresh) && held(before) !== null && held(fresh) !== null) effect = signed(held(fresh) - held(before));
    else if (before && fresh) effect = `${before[0]} → ${fresh[0]}`;
    const number = lineOf(seq) ? link(seq) : make("span", numbered(seq), "n");
    const awards = data.awards[seq];
    if (awards) {
      const paid = make("small", " paid with ");
      awards.forEach(([award, amount], at) => paid.append(at ? "; " : "", `${amount} XP of `, lineOf(award) ? link(award) : "#" + award, `: ${sentence(award)}`));
      text.append(paid);
    }
    made.append(number, text, make("b", effect));
    return made;
  };

  // --- the log's filter ---
  for (const [name] of data.people) $("f-who").append(new Option(name, name));
  const filter = () => {
    chapters.forEach(unfold);
    const text = $("f-text").value.trim().toLocaleLowerCase();
    const person = data.people.findIndex(([name]) => name === $("f-who").value);
    const kind = $("f-kind").value;
    let found = 0;
    for (let at = 0; at <= last; at++) {
      const line = lineOf(seqs[at]);
      if (!line) continue;
      const fits =
        (!text || line.textContent.toLocaleLowerCase().includes(text)) &&
        (person < 0 || who[at].includes(person)) &&
        (!kind || data.kind[at] === kind);
      line.hidden = !fits;
      found += fits;
    }
    const asked = text || person >= 0 || kind;
    chapters.forEach((each) => {
      each.hidden = Boolean(asked) && !each.querySelector("li:not([hidden])");
      if (asked && !each.hidden) each.open = true;
    });
    $("found").textContent = asked ? `${found} event${found === 1 ? "" : "s"}` : "";
  };
  ["f-text", "f-who", "f-kind"].forEach((id) => $(id).addEventListener("input", filter));
  $("filter").addEventListener("submit", (event) => event.preventDefault());

  show();
  arrive(false);
  if (/^#(e\d|since=)/.test(location.hash)) requestAnimationFrame(() => $("sheets").scrollIntoView({ behavior: "instant" }));
})();
