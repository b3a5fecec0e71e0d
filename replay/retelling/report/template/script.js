(() => {
  const page = document;
  const $ = (id) => page.getElementById(id);
  const find = (what, inside = page) => [...inside.querySelectorAll(what)];
  const make = (name, kind, ...inside) => {
    const made = page.createElement(name);
    if (kind) made.className = kind;
    made.append(...inside);
    return made;
  };
  const listen = (target, happens, work) => target.addEventListener(happens, work);
  const tellIn = (id, text) => ($(id).textContent = text);
  // A text that somebody typed, which may run from right to left.
  const typed = (name, text, kind) => {
    const made = make(name, kind, text);
    made.dir = "auto";
    return made;
  };
  const draw = (name, attributes, ...inside) => {
    const made = page.createElementNS("http://www.w3.org/2000/svg", name);
    for (const each in attributes) made.setAttribute(each, attributes[each]);
    made.append(...inside);
    return made;
  };
  const plural = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

  // --- where the slider stops, and what changed there ---
  const data = JSON.parse($("data").textContent);
  const seqs = data.seqs.flatMap(([first, many]) => Array.from({ length: many }, (_, i) => first + i));
  const placeOf = new Map(seqs.map((seq, place) => [seq, place]));
  const struck = new Set(data.undone);
  const last = seqs.length - 1;
  const MANY = 5000; // a longer page is laid out and put together as it is scrolled to, for the sake of telephones
  page.documentElement.className = last < MANY ? "js" : "js long";
  const sections = new Map(data.sections);
  const who = data.who.map((each) => (each === -1 ? [] : [].concat(each)));
  const empty = () => data.people.map(() => new Map());
  const state = { stop: last, as: "stood", by: "event", every: false };

  const changesAt = (seq, reading) => (reading === "corrected" && seq in data.c ? data.c[seq] : data.d[seq]) || [];
  const numberIn = (value) => (/^[−-]?\d+$/.test(value) ? Number(value.replace("−", "-")) : null);
  // A row is [value, note, number]; a sheet is a map from the number of a row to it. Sheets are kept every so often.
  const cellOf = (value, note = "", number = numberIn(value)) => (value === undefined ? null : [value, note, number]);
  const EVERY = 50;
  const kept = { stood: [], corrected: [] };
  const now = { stood: null, corrected: null };
  const sheetsAt = (place, reading) => {
    const found = now[reading];
    let [from, sheets] = [-1];
    if (found && found[0] <= place) {
      [from, sheets] = found;
    } else {
      const slot = Math.min(Math.floor((place + 1) / EVERY), kept[reading].length) - 1;
      if (slot >= 0) from = (slot + 1) * EVERY - 1;
      sheets = slot < 0 ? empty() : kept[reading][slot].map((each) => new Map(each));
    }
    for (let at = from + 1; at <= place; at++) {
      for (const [person, row, ...cell] of changesAt(seqs[at], reading)) {
        if (cell.length) sheets[person].set(row, cellOf(...cell));
        else sheets[person].delete(row);
      }
      if ((at + 1) % EVERY === 0 && kept[reading].length === (at + 1) / EVERY - 1)
        kept[reading].push(sheets.map((each) => new Map(each)));
    }
    now[reading] = [place, sheets];
    return sheets;
  };

  // --- the log: it waits as text, evening by evening, and is put into the page where it is looked at ---
  const LINE = /^([\d.]+)(?: class="?([\w ]+)"?)?>#\d+ (?:<time>([^<]*)<\/time> )?<(bdi|s)[^>]*>([^]*?)<\/(?:bdi|s)>/;
  const SIGNS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": "\"" };
  const LETTERS = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };
  const fold = (text) => {
    const low = text.toLowerCase();
    if (!/[^\0-\x7f]/.test(low)) return low;
    return low.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[øłđßæœı]/g, (letter) => LETTERS[letter]);
  };
  const readLine = (text, before) => {
    const [, seq, kind = "", time = "", tag, said] = LINE.exec(text);
    const heard = said.replace(/&(?:amp|lt|gt|#34);/g, (sign) => SIGNS[sign]);
    return { no: Number(seq), marks: kind, clock: time, from: time || before.from, struck: tag === "s", text: heard, plain: fold(heard) };
  };
  const chapters = find("#log details").map((details) => {
    const waiting = details.querySelector("noscript");
    const name = details.querySelector("summary span").textContent;
    return { box: details, noscript: waiting, title: name, day: details.dataset.day, from: details.dataset.from, to: details.dataset.to };
  });
  const linesOf = (chapter) => {
    if (!chapter.known) {
      chapter.known = new Map();
      let before = {};
      for (const text of chapter.noscript.textContent.split("<li id=e").slice(1)) {
        before = readLine(text, before);
        chapter.known.set(before.no, before);
      }
    }
    return chapter.known;
  };
  const chapterOf = (seq) => chapters.find((each) => each.from <= seq && seq <= each.to);
  const lineOf = (seq) => {
    const chapter = chapterOf(seq);
    return chapter && linesOf(chapter).get(seq);
  };
  const sentence = (seq) => {
    const line = lineOf(seq);
    return line ? line.text : "Kept by the game master";
  };
  // What is kept may have no number: then it is between two.
  const numbered = (seq) => (seq % 1 ? "after " : "") + "#" + Math.floor(seq);
  const link = (seq) => {
    const made = make("a", "n", numbered(seq));
    made.href = "#e" + seq;
    return made;
  };
  const drawLine = (line) => {
    const made = make("li", line.marks, link(line.no), " ");
    if (line.clock) made.append(make("time", "", line.clock), " ");
    made.append(typed(line.struck ? "s" : "bdi", line.text));
    if (line.struck) made.append(" ", make("em", "", "undone"));
    return made;
  };
  const build = (chapter) => {
    if (!chapter.noscript.isConnected) return;
    const list = make("ol");
    linesOf(chapter).forEach((line) => {
      const made = drawLine(line);
      made.id = "e" + line.no;
      list.append(made);
    });
    chapter.noscript.replaceWith(list);
    mark(seqs[state.stop]);
  };
  // Other folds wait as text too.
  const unfold = (details) => {
    const waiting = details.querySelector("noscript");
    const chapter = chapters.find((each) => each.box === details);
    if (waiting && chapter) build(chapter);
    else if (waiting) waiting.replaceWith(...new DOMParser().parseFromString(waiting.textContent, "text/html").body.childNodes);
  };
  find("summary").forEach((each) => listen(each, "click", () => unfold(each.parentElement)));
  new IntersectionObserver((seen) => {
    if (seen.some((each) => each.isIntersecting)) chapters.forEach((each) => each.box.open && build(each));
  }, { rootMargin: "800px" }).observe($("log"));
  // A browser's own search finds it where it stands in the page: in quiet moments all is put there, or once a search begins.
  const folded = () => page.querySelector("details noscript");
  // The log is read in quiet moments, so that a search need not wait for it.
  const idly = (work) => window.requestIdleCallback && window.requestIdleCallback(() => work() && idly(work));
  listen(window, "load", () => {
    idly(() => {
      const chapter = chapters.find((each) => !each.known);
      if (chapter) linesOf(chapter);
      else if (last < MANY && folded()) unfold(folded().closest("details"));
      return chapter || (last < MANY && folded());
    });
  });
  listen(page, "keydown", (event) => {
    if (event.key !== "F3" && !((event.ctrlKey || event.metaKey) && event.key === "f")) return;
    while (folded()) unfold(folded().closest("details"));
  });

  // --- sheets ---
  const articles = data.people.map(([name]) => {
    const made = make("article", "sheet", typed("h3", name), typed("p", "", "aside"), make("div", "body"));
    made.dataset.name = name;
    return made;
  });
  $("people").replaceChildren(...articles);
  // “Hurt 1/2” as boxes; who does not see them hears the numbers.
  const boxed = (text) =>
    text.split(", ").flatMap((each, at) => {
      const [, name, marked, boxes] = /^(.*) (\d+)\/(\d+)$/.exec(each) || [];
      const before = at ? make("span", "unseen", ", ") : "";
      if (!boxes || boxes > 30) return [before, each + " "];
      const drawn = Array.from({ length: boxes }, (_, box) => make("i", box < marked ? "box on" : "box"));
      return [before, make("span", "boxes", name, make("span", "unseen", ` ${marked}/${boxes}`), ...drawn)];
    });
  const asked = new WeakMap();
  const whyLink = (person, row, value) => {
    const made = make("a", "why", ...(data.keys[row][0] === "tracks" ? boxed(value) : [value || "yes"]));
    made.href = "#e" + seqs[state.stop];
    made.setAttribute("role", "button");
    asked.set(made, [person, row]);
    return made;
  };
  const way = (old, fresh) => {
    if (!old) return "+";
    if (!fresh) return "−";
    return old[2] === null || fresh[2] === null || fresh[2] === old[2] ? "✱" : fresh[2] > old[2] ? "▲" : "▼";
  };
  const drawRow = (person, row, cell, changed) => {
    const [section, name, where] = data.keys[row];
    const head = make("th", "", typed("bdi", name));
    const was = changed && section !== "tracks" && changed.old;
    const notes = [where, cell[1], was && "was " + was].filter(Boolean);
    const gone = changed && changed.lost;
    const made = make("tr", changed ? (gone ? "new gone" : "new") : "", head);
    made.append(typed("td", gone ? cell[0] : whyLink(person, row, cell[0]), "value"));
    head.scope = "row";
    if (notes.length) head.append(" ", typed("small", notes.join(", ")));
    if (changed) made.dataset.way = head.dataset.way = changed.sign;
    return made;
  };
  // What stands as it did is left alone, for a browser measures anew whatever is put anew.
  const arrange = (parent, wanted) => {
    const kept = new Set(wanted);
    for (const each of [...parent.childNodes]) if (!kept.has(each)) each.remove();
    wanted.forEach((each, at) => parent.childNodes[at] === each || parent.insertBefore(each, parent.childNodes[at] || null));
  };
  const LONG = 16; // a longer table is laid out once it is scrolled to
  const drawings = empty();
  const drawSheet = (person, rows, changed) => {
    const article = articles[person];
    const parts = [];
    const shown = [...rows].map(([row, cell]) => [row, cell, changed.get(row)]);
    for (const [row, each] of changed) if (each.lost) shown.push([row, each.lost, each]);
    shown.sort((a, b) => a[0] - b[0]);
    const used = new Map();
    const reuse = (looks, drawn) => {
      used.set(looks, drawings[person].get(looks) || drawn());
      return used.get(looks);
    };
    for (const [section, title] of sections) {
      const found = shown.filter(([row]) => data.keys[row][0] === section);
      if (section === "who" || !found.length) continue;
      if (title) parts.push(reuse("title " + section, () => make("h4", "", title)));
      const holder = reuse(section, () => make("div", "", make("table", "rows " + section, make("tbody"))));
      holder.className = found.length > LONG ? "many" : "";
      arrange(holder.firstChild.firstChild, found.map((each) => reuse(JSON.stringify(each), () => drawRow(person, ...each))));
      parts.push(holder);
    }
    drawings[person] = used;
    const held = [...rows].find(([row]) => data.keys[row][0] === "who");
    article.classList.toggle("absent", !rows.size && !parts.length);
    article.querySelector(".aside").textContent = held ? held[1][0] : "not there yet";
    arrange(article.querySelector(".body"), parts);
  };

  // --- a moment ---
  // A sheet is drawn only if it is looked at, and only if it is not as it was drawn last.
  let drawn = [];
  const stale = new Set(data.people.keys());
  const isOnView = (article) => !$("people").matches(".one") || article.matches(".chosen");
  const show = () => {
    const [place, reading] = [state.stop, state.as];
    const seq = seqs[place];
    const changes = changesAt(seq, reading);
    const before = place ? sheetsAt(place - 1, reading) : empty();
    const many = before.every((each) => !each.size);
    const olds = changes.map(([person, row]) => before[person].get(row));
    const sheets = sheetsAt(place, reading);
    const touched = empty();
    changes.forEach(([person, row], at) => {
      const old = olds[at];
      const fresh = sheets[person].get(row);
      const was = old && fresh && old[0] !== fresh[0] ? old[0] : "";
      touched[person].set(row, { sign: way(old, fresh), old: was, lost: fresh ? null : old });
    });
    const [from, to] = [Math.min(drawn[0], place), Math.max(drawn[0], place)];
    if (drawn[1] !== reading || to - from > 99) data.people.forEach((_, person) => stale.add(person));
    else for (let at = from; at <= to; at++) for (const [person] of changesAt(seqs[at], reading)) stale.add(person);
    drawn = [place, reading];
    choose(touched);
    articles.forEach((article, person) => {
      if (!stale.has(person) || !isOnView(article)) return;
      drawSheet(person, sheets[person], many ? new Map() : touched[person]);
      stale.delete(person);
    });
    $("slider").value = place;
    $("back").disabled = place === 0;
    $("on").disabled = place === last;
    tell(seq);
  };
  let here = null;
  const mark = (seq) => {
    if (here) here.classList.remove("here");
    here = $("e" + seq);
    if (here) here.classList.add("here");
  };
  const tell = (seq) => {
    const line = lineOf(seq);
    const parts = [numbered(seq)];
    if (line) {
      const chapter = chapterOf(seq);
      const go = make("a", "n", "in the log");
      go.href = "#log";
      listen(go, "click", (event) => {
        event.preventDefault();
        build(chapter);
        clear();
        chapter.box.open = true;
        $("e" + seq).scrollIntoView({ block: "center" });
      });
      const when = line.from ? `${line.from} ${chapter.box.dataset.zone}`.trim() : chapter.day;
      parts.push(` · ${chapter.title} · ${when} · `, go);
    }
    $("place").replaceChildren(...parts);
    tellIn("said", (state.back ? "Back to: " : "") + sentence(seq) + (line && line.struck ? " (undone)" : ""));
    $("slider").setAttribute("aria-valuetext", `${numbered(seq)} ${sentence(seq)}`);
    mark(seq);
    const roll = data.rolls[seq];
    const [faces, ...texts] = roll || [""];
    const dice = faces ? [make("p", "dice", ...faces.split(" ").map((each) => make("i", "die", each === "0" ? "" : each)))] : [];
    const totals = data.totals[seq] ? [drawTotals(...data.totals[seq])] : [];
    $("behind").replaceChildren(...dice, ...texts.map((each) => make("p", "", data.texts[each])), ...totals);
  };
  const minus = (number) => String(number).replace("-", "−");
  const signed = (number) => (number > 0 ? "+" : "") + minus(number);
  // How often Fudge dice give each total: what was enough is dark, and a dot is over what fell.
  const drawTotals = (dice, needed, fell) => {
    let ways = [1];
    for (let die = 0; die < dice; die++) {
      const fewer = ways;
      ways = [...fewer, 0, 0].map((_, at) => (fewer[at] || 0) + (fewer[at - 1] || 0) + (fewer[at - 2] || 0));
    }
    const [wide, most] = [100 / ways.length, ways[dice]];
    const says = `On ${dice}dF ${signed(needed)} or more was enough, and ${signed(fell)} fell.`;
    const made = draw("svg", { class: "pic totals", width: "100%", height: 92, role: "img", "aria-label": says });
    ways.forEach((number, at) => {
      const [total, tall, left] = [at - dice, Math.max(2, (56 * number) / most), wide * at];
      const middle = left + wide / 2 + "%";
      made.append(draw("rect", { x: left + wide * 0.06 + "%", y: 74 - tall, width: wide * 0.88 + "%", height: tall, class: total >= needed ? "enough" : "bar" }));
      if (total === fell) made.append(draw("circle", { cx: middle, cy: 65 - tall, r: 4.5, class: "seal" }));
      made.append(draw("text", { x: middle, y: 90, class: total === fell ? "count" : "" }, signed(total)));
    });
    return made;
  };

  // --- whose sheets ---
  const narrow = matchMedia("(max-width: 700px)");
  const choose = (touched) => {
    const asked = $("whose").value;
    const about = who[state.stop].concat(touched.map((each, person) => (each.size ? person : -1)).filter((each) => each >= 0));
    if (asked === "about" && about.length) state.whom = about[0];
    const person = asked === "about" ? state.whom || 0 : Number(asked);
    const one = asked !== "party";
    $("people").classList.toggle("one", one || data.people.some(([, kind]) => kind !== "pc"));
    articles.forEach((each, number) => each.classList.toggle("chosen", one ? number === person : data.people[number][1] === "pc"));
  };
  const offered = [["party", "the party"], ["about", "who it is about"], ...data.people.map(([name], number) => [number, name])];
  for (const [value, text] of offered) $("whose").append(new Option(text, value));
  $("whose").value = narrow.matches || !data.people.some(([, kind]) => kind === "pc") ? "about" : "party";

  // --- steps ---
  const stops = (place, stride) => {
    if (!state.every && struck.has(seqs[place])) return false;
    if (stride === "scene") return "sc".includes(data.stop[place]);
    if (stride === "session") return data.stop[place] === "s";
    return stride !== "command" || data.ends[place] === "1";
  };
  const step = (way, stride = state.by) => {
    let place = state.stop + way;
    while (place > 0 && place < last && !stops(place, stride)) place += way;
    go(Math.max(0, Math.min(last, place)), way < 0);
  };
  let noted = 0; // browsers refuse to note an address too often
  const go = (place, back = false, keep = true) => {
    state.stop = place;
    state.back = back;
    tellIn("after", "");
    show();
    clearTimeout(noted);
    if (keep) noted = setTimeout(() => history.replaceState(null, "", "#e" + seqs[place]), 200);
  };
  $("slider").max = last;
  listen($("slider"), "input", () => {
    const place = Number($("slider").value);
    go(place, place < state.stop);
  });
  listen($("slider"), "keydown", (event) => {
    const moves = { ArrowLeft: [-1], ArrowRight: [1], ArrowDown: [-1], ArrowUp: [1], PageUp: [-1, "scene"], PageDown: [1, "scene"] };
    if (event.key in moves) {
      event.preventDefault();
      step(...moves[event.key]);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      go(event.key === "Home" ? 0 : last, event.key === "Home");
    }
  });
  listen($("back"), "click", () => step(-1));
  listen($("on"), "click", () => step(1));
  find("[name=stride]").forEach((each) => listen(each, "change", () => (state.by = each.value)));
  find("[name=reading]").forEach((each) =>
    listen(each, "change", () => {
      state.as = each.value;
      show();
    }));
  listen($("undone"), "change", () => (state.every = $("undone").checked));
  listen($("whose"), "change", show);
  $("reading").hidden = !Object.keys(data.c).length;
  $("undone").parentElement.hidden = !data.undone.length;
  const wide = Math.max(150, Math.min(innerWidth, 1220) - 190); // asking for its width would lay out the page
  const ticks = [];
  const apart = (18 * last) / wide; // so far from each other are numbers of sessions
  let named = -apart;
  for (let place = 0; place <= last; place++) {
    const kind = struck.has(seqs[place]) ? "u" : { s: "e", c: "s" }[data.stop[place]];
    if (kind) ticks.push([place, kind]);
  }
  const crowded = ticks.length > wide / 4;
  for (const [place, kind] of crowded ? ticks.filter(([, kind]) => kind === "e") : ticks) {
    const left = (last ? (100 * place) / last : 0).toFixed(2) + "%";
    $("marks").append(draw("line", { x1: left, x2: left, y1: 0, y2: kind === "e" ? 10 : 6, class: kind }));
    if (kind === "e" && place - named >= apart) {
      named = place;
      $("marks").append(draw("text", { x: left, y: 24 }, String(data.sessions[seqs[place]] || "")));
    }
  }

  // --- links to moments ---
  const missing = (seq) => {
    const why = seq > seqs[last] ? "it came after this page was made" : seq < seqs[0] ? "it was before what this page tells" : "the game master keeps it";
    return `#${seq} is not in this copy: ${why}.`;
  };
  const arrive = (scroll) => {
    const moment = /^#e([\d.]+)$/.exec(location.hash);
    const since = /^#since=(\d+)$/.exec(location.hash);
    if (moment && placeOf.has(Number(moment[1]))) go(placeOf.get(Number(moment[1])), false, false);
    else if (moment) tellIn("after", missing(Number(moment[1])));
    else if (since) {
      const fresh = seqs.findIndex((seq) => seq > Number(since[1]));
      go(fresh < 0 ? last : fresh, false, false);
      const many = fresh < 0 ? 0 : seqs.length - fresh;
      tellIn("after", many ? `${plural(many, "event")} since #${since[1]}: step on to see each` : `Nothing new since #${since[1]}`);
    } else return;
    if (scroll) $("sheets").scrollIntoView();
  };
  listen(window, "hashchange", () => arrive(true));
  listen(window, "popstate", () => arrive(false));
  // A whole row answers for the link in it.
  listen(page, "click", (event) => {
    const row = event.target.closest("a, button, summary, input, select, label, tr, .sums div, #log li");
    const found = row && (row.matches("tr, div, li") ? row.querySelector(".why, a.n") : row.closest("a[href^='#e']"));
    if (!found || event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection())) return;
    if (found.matches(".why")) {
      event.preventDefault();
      explain(found);
    } else if (/^#e[\d.]+$/.test(found.hash)) {
      event.preventDefault();
      $("why").close();
      history.pushState(null, "", found.hash);
      arrive(true);
    }
  });

  // --- why ---
  find(".why").forEach((each) => each.setAttribute("role", "button"));
  listen(page, "keydown", (event) => {
    if (event.key === " " && event.target.matches(".why")) {
      event.preventDefault();
      explain(event.target);
    }
  });
  // What an event did to a row, in the unit of the game: a number or words, and the XP behind a level.
  const effectOf = (section, before, fresh) => {
    const [old, then] = [before, fresh].map((cell) => (cell ? cell[2] : 0));
    const level = section === "traits";
    const practised = level && data.xp && then - old ? signed(then - old) + " XP" : "";
    const [low, high] = level ? [before, fresh].map((cell) => (cell ? numberIn(cell[0]) : 0)) : [old, then];
    if (low !== null && high !== null) return [high - low ? signed(high - low) : "", practised];
    const words = before && fresh ? (before[0] === fresh[0] ? "" : `${before[0]} → ${fresh[0]}`) : fresh ? fresh[0] || "yes" : "gone";
    return [words, practised];
  };
  const explain = (found) => {
    const { key: named, after: behind = -1 } = found.dataset;
    const fixed = named !== undefined;
    const [whose, held] = asked.get(found) || [];
    const person = fixed ? data.people.findIndex(([name]) => name === found.closest("article").dataset.name) : whose;
    const row = fixed ? data.keys.findIndex((each) => each.join("\t") === named) : held;
    const [reading, upto] = fixed ? ["corrected", last] : [state.as, state.stop];
    const [section, name, where] = data.keys[row];
    const causes = [];
    let [before, begun] = [null, null];
    for (let place = 0; place <= upto; place++)
      for (const [one, other, ...cell] of changesAt(seqs[place], reading)) {
        if (one !== person || other !== row) continue;
        const fresh = cellOf(...cell);
        if (seqs[place] > behind) causes.push([seqs[place], ...effectOf(section, before, fresh)]);
        else begun = fresh;
        before = fresh;
      }
    const worth = causes.filter(([, effect, practised]) => effect || practised);
    const lines = [];
    let evening = null;
    for (const [seq, ...effect] of worth.length ? worth : causes.slice(-1)) {
      const chapter = chapterOf(Math.floor(seq)) || null;
      if (chapter && chapter !== evening) lines.push(make("li", "evening", chapter.title + " ", make("time", "", chapter.day)));
      evening = chapter;
      lines.push(cause(seq, effect));
    }
    const [sum, xp] = effectOf(section, begun, before);
    if (/^[+−]?\d*$/.test(sum) && before && worth.length) {
      const unit = section === "xp" ? " XP" : section === "tracks" ? " marked" : "";
      const total = make("b", "", minus(numberIn(sum.replace("+", "")) || 0) + unit, make("small", "", xp.replace("+", " ")));
      lines.push(make("li", "total", make("span"), make("span", "", "makes"), total));
    }
    const then = fixed || (upto === last && reading === "corrected") ? "" : ` It is as it stood at ${numbered(seqs[upto])}.`;
    const said = !causes.length ? "Nothing moved it in this evening." : worth.length > 1 ? "These events made it what it is." : "This event made it what it is.";
    tellIn("why-title", `${data.people[person][0]}: ${section === "xp" ? "XP " : ""}${found.dataset.says || name}${where ? " " + where : ""}`);
    tellIn("why-note", said + then);
    $("why-list").replaceChildren(...lines);
    $("why").showModal();
  };
  const cause = (seq, [effect, practised]) => {
    const text = typed("span", sentence(seq));
    (data.awards[seq] || []).forEach(([award, amount]) => {
      text.append(make("small", "", `${amount} XP of `, lineOf(award) ? link(award) : "#" + award, `: ${sentence(award)}`));
    });
    const number = lineOf(seq) ? link(seq) : make("span", "n", numbered(seq));
    return make("li", "", number, text, make("b", "", effect || "", make("small", "", practised)));
  };

  // --- the log's search ---
  for (const [name] of data.people) $("f-who").append(new Option(name, name));
  const MOST = 100;
  let shown = MOST;
  const search = () => {
    const words = fold($("f-text").value).split(/\s+/).filter(Boolean);
    const person = data.people.findIndex(([name]) => name === $("f-who").value);
    const kind = $("f-kind").value;
    const asked = words.length > 0 || person >= 0 || kind !== "";
    const hits = [];
    let found = 0;
    for (const chapter of asked ? chapters : []) {
      let named = false;
      linesOf(chapter).forEach((line) => {
        const at = placeOf.get(line.no);
        if (!words.every((word) => line.plain.includes(word)) || (person >= 0 && !who[at].includes(person))) return;
        if ((kind && data.kind[at] !== kind) || ++found > shown) return;
        if (!named) hits.push(make("li", "evening", chapter.title + " ", make("time", "", chapter.day)));
        named = true;
        hits.push(drawLine(line));
      });
    }
    chapters.forEach((each) => (each.box.hidden = asked));
    $("hits").replaceChildren(...hits);
    $("more").hidden = found <= shown;
    tellIn("more", `Show ${Math.min(MOST, found - shown)} more`);
    tellIn("found", asked ? plural(found, "event") : "");
  };
  const ASKED = ["f-text", "f-who", "f-kind"];
  const clear = () => {
    if (!$("found").textContent) return;
    ASKED.forEach((id) => ($(id).value = ""));
    search();
  };
  ASKED.forEach((id) =>
    listen($(id), "input", () => {
      shown = MOST;
      search();
    }));
  listen($("more"), "click", () => {
    shown += MOST;
    search();
  });

  show();
  arrive(false);
  if (/^#(e\d|since=)/.test(location.hash)) requestAnimationFrame(() => $("sheets").scrollIntoView());
})();
