"use strict";
/* The picture of the graph: a box for each kernel (a region of nodes, or a node by itself),
 * layered by dagre (dagre.js).  Runs of boxes that repeat, and stretches too long to look at,
 * are drawn as one box each until they are opened, so that a picture never has many boxes at
 * once.  Each box is reached by keyboard; it is laid out when it first comes into view. */
const picture = (function () {
  const { make, shape, plural, formats, look, grouped } = draw;
  const MOST_BOXES = 40; /* more are folded */
  const STRETCH = 24; /* boxes of a stretch that does not repeat */
  const MOST_DRAWN = 400; /* "open all" stops there: layout takes more than its share of time beyond */
  const LONGEST_BLOCK = 1000; /* boxes of a block whose repeats are looked for */
  const roundings = ["Quantize", "Cast"];

  /* ---- Boxes and lines ---- */

  function boxesOf(data, formatOf) {
    const boxes = [], ofRegion = new Map(), producer = new Map();
    const port = (p, kind) => ({ port: kind, nodes: [], title: p.name, name: p.type, format: p.format, stored: [], lines: new Map() });
    for (const p of data.inputs) { producer.set(p.name, boxes.length); boxes.push(port(p, "input")); }
    for (const n of data.nodes) {
      let at = n.region === undefined ? undefined : ofRegion.get(n.region);
      if (at === undefined) {
        at = boxes.length;
        boxes.push({ nodes: [], lines: new Map() });
        if (n.region !== undefined) ofRegion.set(n.region, at);
      }
      boxes[at].nodes.push(n);
      for (const o of n.outputs) producer.set(o.name, at);
    }
    const line = (from, to, format) => { if (from !== undefined && from !== to) boxes[to].lines.set(from, (boxes[to].lines.get(from) || new Set()).add(format)); };
    boxes.forEach((b, at) => {
      if (b.port) return;
      const work = b.nodes.filter((n) => !roundings.includes(n.op));
      b.main = b.nodes.find((n) => n.decision) || work[work.length - 1] || b.nodes[0];
      b.title = [...new Set((work.length ? work : b.nodes).map((n) => n.op))].join(" · ");
      b.name = b.main.name;
      b.format = formatOf(b.main);
      b.rounding = !work.length;
      for (const n of b.nodes) for (const i of n.inputs) if (!i.constant) line(producer.get(i.name), at, i.format);
    });
    for (const p of data.outputs) {
      const from = producer.get(p.name);
      if (from === undefined) continue; /* the same value twice: its first name is the graph's */
      boxes.push(port(p, "output"));
      line(from, boxes.length - 1, p.format);
    }
    /* what leaves a box, as its readers see it */
    for (const b of boxes) for (const [from, formats] of b.lines) for (const f of formats) boxes[from].stored = [...new Set([...(boxes[from].stored || []), f])];
    boxes.forEach((b, at) => { b.at = at; b.stored = b.stored || []; b.words = [b.title, b.name, b.format, ...b.nodes.flatMap((n) => [n.name, n.op, ...n.sources, ...n.inputs.filter((i) => i.constant).map((i) => i.name)])].join(" ").toLowerCase(); });
    return boxes;
  }

  /* ---- Folding ---- */

  const signature = (b) => b.port ? "port " + b.at : b.nodes.map((n) => n.op).filter((op) => !roundings.includes(op)).join() || "rounding";

  /* Where a sequence of signatures repeats: { from, period, count } that covers most, or null. */
  function repeatOf(signs) {
    let best = null;
    for (let period = 1; period <= Math.min(signs.length / 2, LONGEST_BLOCK); period++)
      for (let i = 0, run = 0; i + period <= signs.length; i++) {
        if (i + period < signs.length && signs[i] === signs[i + period]) { run++; continue; }
        const count = Math.floor(run / period) + 1;
        if (count > 1 && (!best || count * period > best.count * best.period)) best = { from: i - run, period, count, room: run % period };
        run = 0;
      }
    return best;
  }

  /* What the names of a block have in common and other blocks have not: "encoder/layer.3". */
  function commonName(boxes) {
    for (const names of [boxes.filter((b) => b.main && b.main.decision).map((b) => b.main.name),
      boxes.flatMap((b) => b.nodes.flatMap((n) => n.decision ? n.inputs.filter((i) => i.constant).map((i) => i.name) : []))]) {
      if (names.length < 2) continue;
      let n = 0;
      while (names.every((x) => n < x.length && x[n] === names[0][n])) n++;
      const cut = Math.max(names[0].lastIndexOf("/", n - 1), names[0].lastIndexOf(".", n - 1));
      if (cut > 0) return names[0].slice(0, cut).replace(/^\//, "");
    }
    return "";
  }

  const group = (boxes, title) => ({ items: boxes.length > MOST_BOXES ? fold(boxes) : boxes, boxes, title, open: false });
  function stretches(boxes) {
    if (boxes.length <= STRETCH) return boxes;
    const parts = Math.ceil(boxes.length / Math.max(STRETCH, Math.ceil(boxes.length / STRETCH))), out = [];
    for (let i = 0; i < parts; i++) {
      const part = boxes.slice(Math.floor(i * boxes.length / parts), Math.floor((i + 1) * boxes.length / parts));
      out.push(group(part, part[0].name + " and on"));
    }
    return out;
  }
  /* A list of boxes as a list of boxes and groups of boxes.  Every group is a stretch of the order in
   * which the graph runs, so what is folded has no cycles either. */
  function fold(boxes) {
    const best = boxes.length > 3 ? repeatOf(boxes.map(signature)) : null;
    if (!best || best.period < 3 || best.count * best.period < 8) return stretches(boxes);
    const cutAt = (shift) => Array.from({ length: best.count }, (none, i) => boxes.slice(best.from + shift + i * best.period, best.from + shift + (i + 1) * best.period));
    const namesAt = (shift) => { const names = cutAt(shift).map(commonName); return new Set(names).size === names.length && names.every(Boolean) ? names : null; };
    let shift = 0; /* where a repeat begins is free by some boxes: where names tell the blocks apart, if there is such a place */
    while (shift < best.room && !namesAt(shift)) shift++;
    const names = namesAt(shift);
    if (!names) shift = 0;
    const from = best.from + shift;
    return [...fold(boxes.slice(0, from)), ...cutAt(shift).map((b, i) => Object.assign(group(b, names ? names[i] : "block"), { of: (i + 1) + " of " + best.count })),
      ...fold(boxes.slice(from + best.count * best.period))];
  }

  /* ---- Layout ---- */

  const titleOf = (g) => g.title + (!g.of ? "" : g.title === "block" ? " " + g.of : " (" + g.of + ")");
  const sizes = { box: [188, 46], port: [156, 40], group: [212, 60] };
  const kindOf = (item) => item.items ? "group" : item.port ? "port" : "box";

  /* Items that are seen, the groups around them, and lines between what is seen. */
  function layout(items) {
    const seen = [], frames = [], shownAs = new Map();
    const walk = (list, parent) => { for (const item of list) {
      item.id = item.items ? "g" + item.boxes[0].at + "-" + item.boxes.length : "b" + item.at;
      item.parent = parent;
      if (item.items && item.open) { frames.push(item); walk(item.items, item); continue; }
      seen.push(item);
      for (const b of item.boxes || [item]) shownAs.set(b.at, item);
    } };
    walk(items, null);
    const lines = new Map();
    for (const to of seen) for (const b of to.boxes || [to]) for (const [at, formats] of b.lines) {
      const from = shownAs.get(at), key = from.id + " " + to.id;
      if (from === to) continue;
      if (!lines.has(key)) lines.set(key, { v: from.id, w: to.id, from, to, formats: new Set() });
      for (const f of formats) lines.get(key).formats.add(f);
    }
    const nodes = frames.map((f) => ({ v: f.id, width: 0, height: 0, parent: f.parent ? f.parent.id : null }))
      .concat(seen.map((i) => ({ v: i.id, width: sizes[kindOf(i)][0], height: sizes[kindOf(i)][1], parent: i.parent ? i.parent.id : null })));
    const edges = [...lines.values()];
    dagre.layout(nodes, edges, { nodesep: 24, ranksep: 34, edgesep: 12 }, {});
    const placed = new Map(nodes.map((n) => [n.v, n]));
    for (const i of frames.concat(seen)) { const p = placed.get(i.id); i.place = { x: p.x, y: p.y, width: p.width, height: p.height }; }
    for (const f of frames) { f.place.y -= 9; f.place.height += 18; } /* room for its name */
    const right = (p) => p.x + p.width / 2, bottom = (p) => p.y + p.height / 2;
    const places = frames.concat(seen).map((i) => i.place), points = edges.flatMap((e) => e.points);
    return { seen, frames, edges, width: Math.max(...places.map(right), ...points.map((p) => p.x)) + 26, height: Math.max(...places.map(bottom), ...points.map((p) => p.y)) + 26 };
  }

  /* ---- Drawing ---- */

  const rank = formats.slice(0, -1).concat("f16", "f32");
  const narrowest = (formats) => [...formats].sort((a, b) => (rank.indexOf(a) + 1 || 9) - (rank.indexOf(b) + 1 || 9))[0];
  const upper = (formats) => [...formats].map((f) => f.toUpperCase()).join(", ");
  const cut = (words, room, size) => {
    let keep = words.length;
    if (draw.measure(words, size) <= room) return words;
    while (keep > 1 && draw.measure(words.slice(0, keep) + "…", size) > room) keep--;
    return words.slice(0, keep) + "…";
  };
  const curve = (p) => "M" + p[0].x + " " + p[0].y + p.slice(1, -1).map((q, i) => { const next = i + 2 === p.length - 1 ? p[p.length - 1] : { x: (q.x + p[i + 2].x) / 2, y: (q.y + p[i + 2].y) / 2 };
    return "Q" + q.x + " " + q.y + " " + next.x + " " + next.y; }).join("") + (p.length === 2 ? "L" + p[1].x + " " + p[1].y : "");

  function saidOf(item) {
    if (item.items) return titleOf(item) + ": " + plural(item.boxes.length, "kernel") + ", opens";
    return item.port ? item.port + " " + item.title + ", " + item.name : item.title + ", " + item.name + ", " + item.format.toUpperCase() + (item.stored.length ? ", stores " + upper(item.stored) : "");
  }

  function paintItem(item) {
    const { x, y, width: w, height: h } = item.place, kind = kindOf(item);
    const g = shape("g", { class: "item " + kind, tabindex: "-1", role: "button", "aria-label": saidOf(item), transform: "translate(" + (x - w / 2) + " " + (y - h / 2) + ")" }, shape("title", {}, saidOf(item)));
    const put = (tag, a, ...c) => g.append(shape(tag, a, ...c));
    if (kind === "group") {
      put("rect", { class: "under", x: 5, y: -4, width: w - 10, height: h, rx: 6 });
      put("rect", { class: "body", width: w, height: h, rx: 6 });
      put("text", { class: "title", x: 10, y: 19 }, "▸ " + draw.shortened(titleOf(item), w - 34, 12.5));
      put("text", { class: "tick", x: 10, y: 35 }, plural(item.boxes.length, "kernel"));
      const cells = item.boxes.filter((b) => b.main && b.main.decision), room = w - 20, each = Math.min(16, room / Math.max(1, cells.length));
      cells.forEach((b, i) => put("rect", { x: 10 + i * each, y: 43, width: Math.max(1, each - 1.5), height: 9, fill: "url(#fill-" + look(b.format) + ")" }));
      return g;
    }
    put("rect", { class: "body " + look(item.format), width: w, height: h, rx: item.port ? h / 2 : item.rounding ? 14 : 5 });
    if (item.port) {
      put("text", { class: "title", x: w / 2, y: 17, "text-anchor": "middle" }, draw.shortened(item.title, w - 24, 12.5));
      put("text", { class: "tick", x: w / 2, y: 32, "text-anchor": "middle" }, cut(draw.arrows(item.name), w - 24));
      return g;
    }
    if (item.main.decision) put("rect", { x: 0, y: 0, width: 9, height: h, rx: 4, fill: "url(#fill-" + look(item.format) + ")" });
    const label = item.main.decision ? item.format.toUpperCase() : "", to = item.stored.length ? "→ " + upper(item.stored) : "";
    const labelRoom = label ? draw.measure(label, 12.5) + 12 : 4, toRoom = to ? Math.min(92, draw.measure(to) + 8) : 0;
    put("text", { class: "title", x: 16, y: 19 }, cut(item.title, w - 22 - labelRoom, 12.5));
    if (label) put("text", { class: "title strong", x: w - 8, y: 19, "text-anchor": "end" }, label);
    put("text", { class: "tick", x: 16, y: 36 }, draw.shortened(item.name, w - 26 - toRoom));
    if (to) put("text", { class: "tick", x: w - 8, y: 36, "text-anchor": "end" }, cut(to, 92));
    return g;
  }

  /* The picture by itself: every look that the page's style gives stands at its element. */
  function standalone(svg) {
    const copy = svg.cloneNode(true), patterns = document.querySelector("svg.patterns defs"), looks = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight"];
    const settle = (live, made) => {
      const style = getComputedStyle(live);
      made.setAttribute("style", looks.map((k) => k + ":" + style.getPropertyValue(k)).join(";"));
      for (const name of ["class", "tabindex", "role", "aria-label"]) made.removeAttribute(name);
      [...live.children].forEach((child, i) => settle(child, made.children[i]));
    };
    settle(svg, copy);
    const defs = patterns.cloneNode(true);
    settle(patterns, defs);
    copy.prepend(defs, shape("rect", { x: -12, y: -12, width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor }));
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return new XMLSerializer().serializeToString(copy);
  }

  /* ---- The view ---- */

  /* o: data, formatOf, chosen(box).  Returns { show(node) }. */
  function view(host, o) {
    const boxes = boxesOf(o.data, o.formatOf), items = boxes.length > MOST_BOXES ? fold(boxes) : boxes;
    const ofNode = new Map(boxes.flatMap((b) => b.nodes.map((n) => [n, b])));
    const first = items.find((i) => i.of); /* of blocks that repeat one is open, to be seen */
    if (first) first.open = true;
    const search = make("input", { type: "search", id: "graph-search", placeholder: "name, operator, format", autocomplete: "off" });
    const status = make("span", { class: "quiet", role: "status", id: "graph-status" });
    const button = (words, title, run) => { const b = make("button", { type: "button", class: "press", title, "aria-label": title }, words); b.addEventListener("click", run); return b; };
    const groupsOf = (list) => list.flatMap((i) => i.items ? [i, ...groupsOf(i.items)] : []), groups = groupsOf(items);
    const folded = groups.length > 0;
    const box = make("div", { class: "canvas", role: "group", "aria-label": "Picture of the graph. Arrow keys follow its lines, Enter opens, plus and minus zoom." });
    host.append(make("div", { class: "controls", role: "search", "aria-label": "Find in the picture" }, make("label", { for: "graph-search" }, "Find "), search,
      make("span", { class: "presses" }, button("−", "zoom out", () => zoom(1 / 1.25)), button("+", "zoom in", () => zoom(1.25)), button("fit", "fit the width", fit),
        folded ? button("open all", "open all blocks", openAll) : null, folded ? button("close all", "close all blocks", closeAll) : null, button("save", "save what is drawn as SVG", save)), status), box);

    let now = null, scale = 0, svg = null, elements = new Map(), chosen = null, found = null, focus = null;

    function paint() {
      now = layout(items);
      elements = new Map();
      svg = shape("svg", { viewBox: "-12 -12 " + now.width + " " + now.height });
      svg.append(shape("defs", {}, formats.concat("other").map((f) => shape("marker", { id: "tip-" + f, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
        shape("path", { class: "tip " + f, d: "M0 1L8 4L0 7z" })))));
      for (const f of now.frames) {
        const p = f.place, g = shape("g", { class: "item frame", tabindex: "-1", role: "button", "aria-label": titleOf(f) + ", open; Enter closes it" }, shape("title", {}, "close " + titleOf(f)),
          shape("rect", { class: "body", x: p.x - p.width / 2, y: p.y - p.height / 2, width: p.width, height: p.height, rx: 8 }),
          shape("text", { class: "title", x: p.x - p.width / 2 + 10, y: p.y - p.height / 2 + 16 }, cut("▾ " + titleOf(f), p.width - 20, 12.5)));
        elements.set(f, g);
        svg.append(g);
      }
      for (const e of now.edges) {
        const f = look(narrowest(e.formats));
        svg.append(shape("path", { class: "edge " + f, d: curve(e.points), "marker-end": "url(#tip-" + f + ")" }, shape("title", {}, e.from.title + " → " + e.to.title + ": " + upper(e.formats))));
      }
      for (const i of now.seen) { const g = paintItem(i); elements.set(i, g); svg.append(g); }
      for (const [item, g] of elements) {
        g.addEventListener("click", () => { if (!dragged) act(item); });
        g.addEventListener("keydown", (e) => key(e, item));
        g.addEventListener("focus", () => { reach(item); });
      }
      box.textContent = "";
      box.append(svg);
      if (!scale) scale = Math.min(1, Math.max(.72, (box.clientWidth - 4) / now.width));
      resize();
      if (!box.scrollLeft && now.width * scale > box.clientWidth) box.scrollLeft = now.seen[0].place.x * scale - box.clientWidth / 2;
      reach(elements.has(focus) ? focus : now.seen[0]);
      mark();
    }
    const painted = () => { if (!now) paint(); };
    function resize() { svg.setAttribute("width", now.width * scale); svg.setAttribute("height", now.height * scale); }
    function reach(item) { /* the one stop of the Tab key */
      if (focus && elements.has(focus)) elements.get(focus).setAttribute("tabindex", "-1");
      focus = item;
      if (item) elements.get(item).setAttribute("tabindex", "0");
    }
    function mark() {
      for (const [item, g] of elements) {
        const inside = item.boxes || [item];
        g.classList.toggle("chosen", item === chosen);
        g.classList.toggle("dim", !!found && !g.classList.contains("frame") && !inside.some((b) => found.has(b)));
        g.classList.toggle("hit", !!found && !g.classList.contains("frame") && inside.some((b) => found.has(b)));
      }
    }
    const placeOf = (item) => ({ x: item.place.x * scale - box.scrollLeft, y: item.place.y * scale - box.scrollTop });
    function keep(item, before) { box.scrollLeft = item.place.x * scale - before.x; box.scrollTop = item.place.y * scale - before.y; }
    function centre(item) { keep(item, { x: box.clientWidth / 2, y: Math.min(box.clientHeight / 2, 260) }); }
    function zoom(by) {
      painted();
      const x = (box.scrollLeft + box.clientWidth / 2) / scale, y = (box.scrollTop + box.clientHeight / 2) / scale;
      scale = Math.min(2.5, Math.max(.08, scale * by));
      resize();
      box.scrollLeft = x * scale - box.clientWidth / 2; box.scrollTop = y * scale - box.clientHeight / 2;
    }
    function fit() { painted(); scale = Math.min(1.4, Math.max(.08, (box.clientWidth - 4) / now.width)); resize(); box.scrollLeft = 0; }

    function act(item) {
      if (item.items) { toggle(item); return; }
      chosen = item;
      mark();
      o.chosen(item);
    }
    function toggle(item) {
      const before = placeOf(item), top = item.open ? before.y - item.place.height * scale / 2 : before.y;
      item.open = !item.open;
      paint();
      const to = item.open ? item.items[0] : item;
      if (item.open) { keep(item, before); box.scrollTop = (item.place.y - item.place.height / 2) * scale - top + 30; } else keep(item, { x: before.x, y: Math.max(60, top) });
      elements.get(to).focus({ preventScroll: true });
      status.textContent = (item.open ? "opened " : "closed ") + item.title;
    }
    function save() {
      painted();
      make("a", { href: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(standalone(svg)), download: o.data.model.name.replace(/\.onnx$/, "") + ".svg" }).click();
    }
    function openAll() {
      let drawn = items.length, left = 0;
      for (const g of groups) {
        if (!g.open && drawn + g.items.length > MOST_DRAWN) { left++; continue; }
        if (!g.open) drawn += g.items.length;
        g.open = true;
      }
      paint();
      status.textContent = left ? "more would be too many at once: " + plural(left, "block") + " left closed" : "all is open";
    }
    function closeAll() { for (const g of groups) g.open = false; paint(); box.scrollTop = 0; status.textContent = "all blocks are closed"; }

    /* Along the lines, across the rank, and out. */
    function key(e, item) {
      const near = (list) => list.sort((a, b) => Math.abs(a.place.x - item.place.x) - Math.abs(b.place.x - item.place.x))[0];
      const inner = item.open ? item.items[0] : null;
      const beside = (sign) => now.seen.filter((i) => i !== item && Math.abs(i.place.y - item.place.y) < 30 && Math.sign(i.place.x - item.place.x) === sign);
      const to = { ArrowDown: () => inner || near(now.edges.filter((x) => x.from === item).map((x) => x.to)) || now.seen[now.seen.indexOf(item) + 1],
        ArrowUp: () => near(now.edges.filter((x) => x.to === item).map((x) => x.from)) || now.seen[now.seen.indexOf(item) - 1],
        ArrowRight: () => near(beside(1)), ArrowLeft: () => near(beside(-1)), Home: () => now.seen[0], End: () => now.seen[now.seen.length - 1] }[e.key];
      if (to) { const next = to(); if (next) { elements.get(next).focus({ preventScroll: true }); inView(next); } }
      else if (e.key === "Enter" || e.key === " ") act(item);
      else if (e.key === "+" || e.key === "=") zoom(1.25);
      else if (e.key === "-") zoom(1 / 1.25);
      else if (e.key === "Escape" && (item.open || item.parent)) toggle(item.open ? item : item.parent);
      else return;
      e.preventDefault();
    }
    function inView(item) {
      const p = placeOf(item), w = item.place.width * scale / 2 + 8, h = item.place.height * scale / 2 + 8;
      if (p.x - w < 0 || p.x + w > box.clientWidth || p.y - h < 0 || p.y + h > box.clientHeight) centre(item);
    }

    /* ---- Finding ---- */

    let turn = -1;
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      painted();
      turn = -1;
      found = words.length ? new Set(boxes.filter((b) => words.every((w) => b.words.includes(w)))) : null;
      status.textContent = found ? (found.size ? plural(found.size, "kernel") + " found; Enter goes to the next" : "nothing found") : "";
      mark();
    });
    search.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || !found || !found.size) return;
      e.preventDefault();
      turn = (turn + (e.shiftKey ? -1 : 1) + found.size) % found.size;
      reveal([...found][turn]);
      status.textContent = (turn + 1) + " of " + grouped(found.size);
    });
    function reveal(b) { /* opens what lies around the box, chooses it */
      let closed = false;
      const enclosing = (list) => { for (const i of list) if (i.items && i.boxes.includes(b)) { closed = closed || !i.open; i.open = true; enclosing(i.items); } };
      painted();
      enclosing(items);
      if (closed) paint();
      act(b);
      reach(b);
      centre(b);
    }

    /* ---- Mouse ---- */

    let from = null, dragged = false;
    box.addEventListener("pointerdown", (e) => { dragged = false; if (e.pointerType === "mouse" && e.button === 0) from = { x: e.clientX + box.scrollLeft, y: e.clientY + box.scrollTop, at: [e.clientX, e.clientY] }; });
    addEventListener("pointermove", (e) => {
      if (!from) return;
      if (!dragged && Math.hypot(e.clientX - from.at[0], e.clientY - from.at[1]) < 5) return;
      dragged = true;
      box.classList.add("dragged");
      box.scrollLeft = from.x - e.clientX; box.scrollTop = from.y - e.clientY;
    });
    addEventListener("pointerup", () => { from = null; box.classList.remove("dragged"); });
    box.addEventListener("wheel", (e) => { if (!e.ctrlKey && !e.metaKey) return; e.preventDefault(); zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15); }, { passive: false });

    const lazy = new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) { lazy.disconnect(); painted(); } }, { rootMargin: "300px" });
    lazy.observe(box);
    host.addEventListener("focusin", painted); /* the Tab key goes on into the picture */
    addEventListener("beforeprint", painted);
    return { boxes, show: (node) => { const b = ofNode.get(node); if (b) reveal(b); return !!b; } };
  }

  return { view, standalone };
})();
