"use strict";
/* What the report and the comparison are drawn with: elements, figures in words,
 * charts as SVG.  A chart takes one tab stop; its points are walked with the
 * arrow keys and read out below it, for the mouse, the keyboard and a screen reader alike. */
const draw = (function () {
  const byId = (id) => document.getElementById(id);
  const fill = (element, attributes, children) => {
    for (const [key, value] of Object.entries(attributes || {}))
      if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
    for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
    return element;
  };
  const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const shape = (tag, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
  const known = (x) => typeof x === "number" && isFinite(x);

  /* ---- The document ---- */

  /* A name out of a model may hold characters that reorder the text around them, or show
   * nothing: they are shown as JSON writes them.  What must be typed again is kept as it is. */
  const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
  const escaped = (s) => s.replace(hidden, (c) => [...Array(c.length).keys()].map((i) => "\\u" + c.charCodeAt(i).toString(16).padStart(4, "0")).join(""));
  const originals = new Map();
  function shown(s) {
    const plain = escaped(s);
    if (plain !== s) originals.set(plain, s);
    return plain;
  }
  const read = () => JSON.parse(byId("data").textContent, (key, x) => typeof x === "string" ? shown(x) : x);
  const original = (s) => originals.has(s) ? originals.get(s) : s;
  /* A string as JSON has it, with nothing in it that does not show. */
  const quoted = (s) => escaped(JSON.stringify(original(s)));

  /* ---- Figures in words ---- */

  const minus = (s) => s.replace(/^-/, "−");
  const fixed = (x, digits) => known(x) ? minus(x.toFixed(digits)) : "–";
  const grouped = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  const bytes = (n) => !known(n) ? "–" : n < 1e4 ? grouped(n) + " B" : n < 1e7 ? (n / 1e3).toFixed(1) + " kB" :
    n < 1e10 ? (n / 1e6).toFixed(1) + " MB" : (n / 1e9).toFixed(1) + " GB";
  const counted = (n) => !known(n) ? "–" : n < 1e4 ? grouped(n) : n < 1e6 ? (n / 1e3).toFixed(1) + " k" :
    n < 1e9 ? (n / 1e6).toFixed(1) + " M" : (n / 1e9).toFixed(2) + " G";
  const seconds = (s) => { if (!known(s)) return "–"; const m = Math.abs(s);
    return minus(m >= 1 ? s.toFixed(2) + " s" : m >= 1e-3 ? (s * 1e3).toFixed(m < 1e-2 ? 2 : 1) + " ms" :
      (s * 1e6).toFixed(m < 1e-5 ? 2 : 1) + " µs"); };
  /* "100%" only when it is all of it, "0%" only when it is nothing. */
  const share = (x) => !known(x) ? "–" : x === 1 ? "100%" : x === 0 ? "0%" : x < 0 ? "−" + (-100 * x).toFixed(1) + "%" : x > 0.9994 && x < 1 ? "99.9%" :
    x < 0.0005 ? "<0.1%" : (100 * x).toFixed(1) + "%";
  const decibels = (x) => known(x) ? fixed(x, 1) + " dB" : "–";
  const magnitude = (x) => !known(x) ? "–" : x === 0 ? "0" : Math.abs(x) >= 1e5 || Math.abs(x) < 1e-3 ?
    x.toExponential(2).replace(/e([+-])(\d+)/, (all, sign, e) => "e" + (sign === "-" ? "−" : "") + e) :
    String(+x.toPrecision(4));
  const arrows = (types) => types.replace(/ x /g, " × ").replace(/->/g, "→");
  const plural = (n, one, many) => grouped(n) + " " + (n === 1 ? one : many || one + "s");

  /* ---- Formats: a colour, a pattern, a mark and a word each ---- */

  /* The rows of base/formats.def, FP8 first. */
  const formatRows = JSON.parse(byId("formats").textContent), formats = formatRows.map((f) => f.name);
  const isFp8 = (format) => formatRows.some((f) => f.fp8 && f.name === format);
  for (const f of formats)
    if (!byId("fill-" + f)) document.querySelector(".patterns defs").append(shape("pattern", { id: "fill-" + f, width: 8, height: 8, patternUnits: "userSpaceOnUse" }, shape("rect", { width: 8, height: 8, fill: "var(--" + f + ")" })));
  const look = (format) => formats.includes(format) ? format : "other";
  const tag = (format) => make("span", { class: "tag " + look(format) }, format.toUpperCase());
  const legend = () => make("p", { class: "legend" },
    formatRows.map((f) => make("span", {}, make("span", { class: "key " + f.name, "aria-hidden": "true" }), f.shown + (!f.fp8 ? "" : f.weights === f.name ? " operands" : " activations"))));
  /* Marks differ in form, so that they can be told apart without colour. */
  function mark(form, x, y, r, attributes) {
    const p = (...points) => shape("polygon", { points: points.map(([a, b]) => (x + a * r) + "," + (y + b * r)).join(" "), ...attributes });
    if (form === 1) return p([-.9, -.9], [.9, -.9], [.9, .9], [-.9, .9]);
    if (form === 2) return p([0, -1.15], [1.1, .85], [-1.1, .85]);
    if (form === 3) return p([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]);
    return shape("circle", { cx: x, cy: y, r, ...attributes });
  }

  const keyMark = (form) => shape("svg", { class: "keymark", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, mark(form % 4, 8, 8, 5.5, { class: "mark s" + form % 4 }));

  /* ---- Axes ---- */

  function linear(low, high, wanted) {
    if (!(high > low)) { low -= 1; high = low + 2; }
    const raw = (high - low) / (wanted || 5), power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((m) => m * power >= raw * 0.999);
    const from = Math.floor(low / step + 1e-9) * step, to = Math.ceil(high / step - 1e-9) * step;
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), ticks = [];
    for (let i = 0; from + i * step <= to + step / 2; i++) ticks.push(from + i * step);
    return { from, to, ticks, at: (x) => (x - from) / (to - from), text: (x) => minus((Math.abs(x) < step / 1e6 ? 0 : x).toFixed(digits)) };
  }
  const superscript = (n) => String(n).replace(/[-0-9]/g, (c) => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[+c]);
  function decades(high) { /* 1 .. high, and a little room below 1 so that a count of 1 shows */
    const top = Math.max(1, Math.ceil(Math.log10(Math.max(high, 2)))), every = Math.ceil(top / 5), ticks = [];
    for (let e = 0; e <= top; e += every) ticks.push(10 ** e);
    return { from: 0.6, to: 10 ** top, ticks, at: (x) => (Math.log10(Math.max(x, 0.6)) - Math.log10(0.6)) / (top - Math.log10(0.6)),
      text: (x) => x < 1e4 ? grouped(x) : "10" + superscript(Math.round(Math.log10(x))) };
  }

  const measure = (function () {
    const context = document.createElement("canvas").getContext("2d");
    return (text, size) => { context.font = (size || 12) + "px system-ui, sans-serif"; return context.measureText(text).width; };
  })();
  const shortened = (text, room, size) => {
    if (measure(text, size) <= room) return text;
    let keep = text.length;
    while (keep > 3 && measure("…" + text.slice(-keep), size) > room) keep--;
    return "…" + text.slice(-keep); /* the end of a node's name tells it apart */
  };

  /* ---- A chart ---- */

  const charts = [];
  let onPaper = false;

  /* paint(frame) draws into frame.svg; frame.x and frame.y turn numbers to places.
   * It returns the points: { x, y (places), text, run (Enter or click; may be absent) }. */
  function chart(host, o) {
    const readout = make("p", { class: "readout", "aria-live": "polite" });
    const box = make("div", { class: "chart", tabindex: "0", role: "group", "aria-roledescription": "chart",
      "aria-label": o.label + ". Arrow keys walk through its points." });
    host.append(make("figure", {}, make("figcaption", {}, o.title), o.legend || null, box, readout));
    let points = [], current = -1, cursor = null, svg = null, width = 0;
    const hint = o.hint || "Point at the chart, or focus it and use the arrow keys.";
    readout.textContent = hint;
    function show(i) {
      current = i;
      const p = points[i];
      if (cursor) cursor.remove();
      cursor = p ? shape("circle", { class: "cursor", cx: p.x, cy: p.y, r: 8 }) : null;
      if (cursor) svg.append(cursor);
      readout.textContent = p ? p.text : hint;
    }
    function paint(forced) {
      const w = Math.max(260, Math.floor(forced || box.clientWidth || 900));
      if (w === width) return;
      width = w;
      const h = typeof o.height === "function" ? o.height(w) : o.height;
      const ticks = o.y && o.y.axis ? Math.max(...o.y.axis.ticks.map((t) => measure(o.y.axis.text(t)))) : 0;
      const m = { top: 10, right: 16, bottom: o.x && o.x.title ? 44 : 28, left: Math.ceil(ticks) + 34, ...(typeof o.margin === "function" ? o.margin(w) : o.margin) };
      svg = shape("svg", { viewBox: "0 0 " + w + " " + h, width: w, height: h, "aria-hidden": "true", focusable: "false" });
      const inner = { left: m.left, top: m.top, right: w - m.right, bottom: h - m.bottom };
      const frame = { svg, width: w, height: h, ...inner,
        x: (v) => inner.left + o.x.axis.at(v) * (inner.right - inner.left), y: (v) => inner.bottom - o.y.axis.at(v) * (inner.bottom - inner.top) };
      const put = (tag, a, ...c) => svg.append(shape(tag, a, ...c));
      frame.put = put;
      for (const t of o.y && o.y.axis ? o.y.axis.ticks : []) {
        put("line", { class: "grid", x1: inner.left, x2: inner.right, y1: frame.y(t), y2: frame.y(t) });
        put("text", { class: "tick", x: inner.left - 8, y: frame.y(t) + 4, "text-anchor": "end" }, o.y.axis.text(t));
      }
      if (o.x && o.x.axis) {
        let last = -1e9;
        for (const t of o.x.axis.ticks) {
          const at = frame.x(t), text = o.x.axis.text(t), half = measure(text) / 2;
          put("line", { class: "grid", x1: at, x2: at, y1: inner.top, y2: inner.bottom });
          if (at - half < last + 8) continue;
          put("text", { class: "tick", x: at, y: inner.bottom + 17, "text-anchor": "middle" }, text);
          last = at + half;
        }
      }
      put("line", { class: "base", x1: inner.left, x2: inner.right, y1: inner.bottom, y2: inner.bottom });
      if (o.x && o.x.title) put("text", { class: "axis", x: (inner.left + inner.right) / 2, y: h - 6, "text-anchor": "middle" }, o.x.title);
      if (o.y && o.y.title) put("text", { class: "axis", transform: "translate(14 " + (inner.top + inner.bottom) / 2 + ") rotate(-90)", "text-anchor": "middle" }, o.y.title);
      points = o.paint(frame) || [];
      box.textContent = "";
      box.append(svg);
      if (current >= 0) show(Math.min(current, points.length - 1));
    }
    function nearest(event) {
      const r = svg.getBoundingClientRect(), k = width / r.width;
      const x = (event.clientX - r.left) * k, y = (event.clientY - r.top) * k;
      let best = -1, least = Infinity;
      points.forEach((p, i) => { const d = o.byColumn ? Math.abs(p.x - x) + Math.abs(p.y - y) / 1e3 : Math.hypot(p.x - x, p.y - y);
        if (d < least) { least = d; best = i; } });
      return o.byColumn || least < 40 ? best : -1;
    }
    box.addEventListener("pointermove", (e) => { const i = nearest(e); if (i >= 0 && i !== current) show(i); });
    box.addEventListener("click", (e) => { const i = nearest(e); if (i >= 0) { show(i); if (points[i].run) points[i].run(); } });
    box.addEventListener("keydown", (e) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
      if (step && points.length) show(current < 0 ? (step > 0 ? 0 : points.length - 1) : Math.min(points.length - 1, Math.max(0, current + step)));
      else if (e.key === "Home" && points.length) show(0);
      else if (e.key === "End" && points.length) show(points.length - 1);
      else if (e.key === "Enter" && current >= 0 && points[current].run) points[current].run();
      else if (e.key === "Escape") show(-1);
      else return;
      e.preventDefault();
    });
    paint();
    new ResizeObserver(() => { if (!onPaper) paint(); }).observe(box);
    charts.push({ box, paint });
  }

  /* Places labels so that they touch neither each other nor the marks nor a line through `path`. */
  function labels(frame, items, path) {
    const along = (path || []).flatMap((p, i) => { const q = path[Math.max(0, i - 1)], steps = Math.max(1, Math.ceil(Math.hypot(p.x - q.x, p.y - q.y) / 8));
      return Array.from({ length: steps }, (none, k) => ({ x: q.x + (p.x - q.x) * (k + 1) / steps, y: q.y + (p.y - q.y) * (k + 1) / steps })); });
    const taken = along.map((p) => ({ l: p.x - 5, r: p.x + 5, t: p.y - 5, b: p.y + 5 })).concat( items.map((i) => ({ l: i.x - 12, r: i.x + 12, t: i.y - 12, b: i.y + 12 })));
    const free = (a) => a.l >= frame.left && a.r <= frame.right + 10 && a.t >= 0 && a.b <= frame.bottom &&
      taken.every((b) => a.r < b.l || a.l > b.r || a.b < b.t || a.t > b.b);
    for (const i of items) {
      const w = measure(i.text, i.strong ? 13.6 : 12.5) + 2, near = 14, far = -14 - w;
      const tries = [[near, 0], [far, 0], [-w / 2, -22], [-w / 2, 22], [near, -18], [near, 18], [far, -18], [far, 18], [near, 36], [near, -36], [far, 36], [far, -36], [-w / 2, -40], [-w / 2, 40], [near, 54], [far, -54], [near, -54], [far, 54]];
      for (const [dx, dy] of tries) {
        const a = { l: i.x + dx, r: i.x + dx + w, t: i.y + dy - 8, b: i.y + dy + 8 };
        if (!free(a)) continue;
        taken.push(a);
        frame.put("text", { class: "label" + (i.strong ? " strong" : ""), x: a.l, y: i.y + dy + 4 }, i.text);
        break;
      }
    }
  }

  /* ---- The frame of the page ---- */

  function section(id, title, lead) { /* the link at the top says what the heading says */
    const box = make("section", { id, "aria-labelledby": "h-" + id }, make("h2", { id: "h-" + id }, title),
      lead ? make("p", { class: "lead" }, lead) : null);
    byId("main").append(box);
    byId("contents").append(make("a", { href: "#" + id }, title));
    return box;
  }
  /* Something that is shown on demand all over the page, by a box beside the colours. */
  function onDemand(name, title, className) {
    const input = make("input", { type: "checkbox", id: "show-" + className });
    input.addEventListener("change", () => document.body.classList.toggle("with-" + className, input.checked));
    byId("theme").closest("label").before(make("label", { class: "theme", title }, input, " ", name));
  }
  /* What is not in the document, and which option brings it. */
  const missing = (what, how) => make("p", { class: "missing" }, what + " ", ...code(how));
  /* `words` in backquotes become code. */
  const code = (text) => text.split("`").map((part, i) => i % 2 ? make("code", {}, part) : part);

  function table(caption, columns, rows, attributes) {
    const number = (c) => c.number ? { class: "number" } : {};
    return make("div", { class: "scroll fit", tabindex: "0", role: "region", "aria-label": caption },
      make("table", attributes || {}, make("caption", { class: "unseen" }, caption),
        make("thead", {}, make("tr", {}, columns.map((c) => make("th", { scope: "col", ...number(c) }, c.name)))),
        make("tbody", {}, rows.map((r) => make("tr", {}, columns.map((c, i) =>
          make(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : number(c), c.of(r))))))));
  }

  /* A table that sorts by its heads, filters by words and formats, and whose rows
   * open: one tab stop, then up, down, Home, End and Enter. */
  function explorer(host, o) {
    const id = o.id, classOf = (c) => [c.number && "number", c.aside && "aside", c.class].filter(Boolean).join(" ") || null;
    const search = make("input", { type: "search", id: id + "-filter", placeholder: o.placeholder, autocomplete: "off" });
    const shown = make("span", { class: "quiet", role: "status", id: id + "-shown" });
    const boxes = o.choices.map((c) => {
      const input = make("input", { type: "checkbox" });
      input.checked = c.checked;
      input.addEventListener("change", fillBody);
      return { input, holds: c.holds, label: make("label", { class: "choice" }, input, " ", c.name) };
    });
    const head = make("tr", {}), body = make("tbody", {});
    const full = make("table", { id, role: "treegrid", "aria-readonly": "true" }, make("caption", { class: "unseen" }, o.caption), make("thead", {}, head), body);
    host.append(make("div", { class: "controls", role: "search", "aria-label": "Filter of the table" },
      make("label", { for: id + "-filter" }, "Filter "), search, boxes.map((b) => b.label), shown));
    const view = make("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": o.caption + ", scrolls" }, full);
    host.append(view);
    let order = null, descending = false;
    const words = new Map(o.rows.map((r) => [r, o.columns.map((c) => c.of(r)).concat(o.more ? o.more(r) : []).join(" ").toLowerCase()]));
    function open(row, r) {
      const next = row.nextElementSibling;
      if (next && next.classList.contains("opened")) { next.remove(); row.setAttribute("aria-expanded", "false"); return; }
      row.after(make("tr", { class: "opened" }, make("td", { colspan: o.columns.length }, o.detail(r))));
      row.setAttribute("aria-expanded", "true");
    }
    function fillBody() {
      const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let rows = o.rows.filter((r) => boxes.every((b) => b.holds(r, b.input.checked)) && wanted.every((w) => words.get(r).includes(w)));
      if (order) rows = rows.map((r, i) => [r, i]).sort(([a, i], [b, k]) => {
        const x = order.of(a), y = order.of(b), none = (v) => v === null || v === undefined || v === "" || (order.number && !known(v));
        if (none(x) || none(y)) return none(x) - none(y) || i - k; /* what is not known stays below */
        const sign = order.number ? x - y : String(x).localeCompare(String(y), "en");
        return (descending ? -sign : sign) || i - k; }).map(([r]) => r);
      body.textContent = "";
      rows.forEach((r, i) => {
        const row = make("tr", { tabindex: i === 0 ? "0" : "-1", "aria-expanded": "false" }, o.columns.map((c, k) => make(k === 0 ? "th" : "td",
          { scope: k === 0 ? "row" : null, class: classOf(c) }, c.show ? c.show(r) : c.of(r) ?? "")));
        row.addEventListener("click", () => { if (!String(getSelection())) open(row, r); });
        row.rowOf = r;
        body.append(row);
      });
      shown.textContent = plural(rows.length, "row") + " of " + grouped(o.rows.length);
    }
    body.addEventListener("keydown", (e) => {
      const rows = [...body.children].filter((r) => r.rowOf), at = rows.indexOf(document.activeElement);
      if (at < 0) return;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[e.key];
      if (to !== undefined && rows[to]) { rows[at].tabIndex = -1; rows[to].tabIndex = 0; rows[to].focus(); e.preventDefault(); }
      else if (e.key === "Enter" || e.key === " ") { open(rows[at], rows[at].rowOf); e.preventDefault(); }
    });
    for (const c of o.columns) {
      const button = make("button", { type: "button" }, c.name);
      const cell = make("th", { scope: "col", class: classOf(c), title: c.title || null, "data-name": c.name }, button);
      button.addEventListener("click", () => {
        descending = order === c ? !descending : !!c.number; order = c; /* figures: the largest first */
        for (const th of head.children) th.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", descending ? "descending" : "ascending");
        fillBody();
      });
      head.append(cell);
    }
    search.addEventListener("input", fillBody);
    fillBody();
    return { show(r) { /* opens the row of r, wherever it stands */
      search.value = ""; boxes.forEach((b) => { if (!b.holds(r, b.input.checked)) b.input.checked = !b.input.checked; });
      fillBody();
      const row = [...body.children].find((x) => x.rowOf === r);
      if (!row) return;
      body.querySelectorAll("tr[tabindex='0']").forEach((x) => { x.tabIndex = -1; });
      row.tabIndex = 0; open(row, r); row.focus(); row.scrollIntoView({ block: "center" });
    } };
  }

  /* Cells that stand for nodes: one tab stop, arrow keys between them. */
  function strip(host, label, items) {
    const box = make("div", { class: "map", role: "group", "aria-label": label + "; arrow keys move" });
    const cells = items.map((i, k) => {
      const both = i.format + (i.second ? " and " + i.second : "") + (i.differs ? ", differs" : "");
      const cell = make("button", { type: "button", class: "cell " + (i.second ? "two" : look(i.format)) + (i.differs ? " differs" : ""), tabindex: k === 0 ? "0" : "-1", "aria-pressed": "false",
        "aria-label": i.name + ", " + both, title: i.name + ": " + both },
        make("span", { class: "word" + (i.second ? " " + look(i.format) : ""), "aria-hidden": "true" }, i.format.toUpperCase()),
        i.second ? make("span", { class: "word " + look(i.second), "aria-hidden": "true" }, i.second.toUpperCase()) : null,
        known(i.weight) ? make("span", { class: "load", "aria-hidden": "true" }, make("i", { style: "width:" + (100 * i.weight).toFixed(1) + "%" })) : null);
      cell.addEventListener("click", () => press(cell, i));
      return cell;
    });
    let pressed = null;
    function press(cell, i) {
      if (pressed) pressed.setAttribute("aria-pressed", "false");
      pressed = cell;
      cell.setAttribute("aria-pressed", "true");
      i.run();
    }
    box.addEventListener("keydown", (e) => {
      const at = cells.indexOf(document.activeElement);
      const across = cells.filter((c) => c.offsetTop === cells[0].offsetTop).length;
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + across, ArrowUp: at - across, Home: 0, End: cells.length - 1 }[e.key];
      if (at < 0 || to === undefined || !cells[to]) return;
      cells[at].tabIndex = -1; cells[to].tabIndex = 0; cells[to].focus(); press(cells[to], items[to]);
      e.preventDefault();
    });
    box.append(...cells);
    host.append(box);
  }

  function start() {
    const theme = byId("theme"), root = document.documentElement;
    const set = (t) => { if (t) root.setAttribute("data-theme", t); else root.removeAttribute("data-theme"); };
    let kept = "";
    try { kept = localStorage.getItem("fp8c-theme") || ""; } catch (e) { /* a page may have no storage */ }
    if (["light", "dark"].includes(kept)) { theme.value = kept; set(kept); }
    theme.addEventListener("change", () => { set(theme.value); try { localStorage.setItem("fp8c-theme", theme.value); } catch (e) { /* as above */ } });
    /* On paper what is short is open, and charts are drawn for the width of a page. */
    const closed = [];
    addEventListener("beforeprint", () => {
      onPaper = true;
      document.querySelectorAll("details.print:not([open])").forEach((d) => { d.open = true; closed.push(d); });
      for (const c of charts) if (c.box.isConnected) c.paint(860);
    });
    addEventListener("afterprint", () => {
      onPaper = false;
      while (closed.length) closed.pop().open = false;
      for (const c of charts) if (c.box.isConnected) c.paint();
    });
  }

  return { read, original, quoted, onDemand, byId, make, shape, known, fixed, grouped, bytes, counted, seconds, share, decibels, magnitude, arrows, plural, formats, formatRows, isFp8, look, tag, legend, mark, keyMark,
    linear, decades, superscript, measure, shortened, chart, labels, section, missing, code, table, explorer, strip, start };
})();
