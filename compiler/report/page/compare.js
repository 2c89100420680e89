"use strict";
/* The page of two plans compared (schema fp8c-comparison-1 of docs/report.md). */
(function () {
  const data = draw.read();
  if (data.schema !== "fp8c-comparison-1") return;
  const { byId, make, known, fixed, bytes, counted, seconds, share, decibels, magnitude, arrows, plural, tag, section, table } = draw;
  const a = data.a, b = data.b, rows = data.nodes, matrix = rows.filter((r) => r.matrix);
  const formatOf = (side) => side ? side.format : "";
  const nameOf = (r) => !r.a ? r.b.name : !r.b || r.a.name === r.b.name ? r.a.name : r.a.name + " / " + r.b.name;
  /* with another format all the rest follows */
  const whatOf = (r) => !r.a ? "in B only" : !r.b ? "in A only" : r.differs.includes("format") ? "format" : r.differs.join(", ");
  let details = null;

  function change(x, y) {
    if (!known(x) || !known(y) || !(x > 0)) return "";
    return x === y ? "same" : (y > x ? "+" : "−") + Math.abs(100 * (y / x - 1)).toFixed(1) + "%";
  }

  function drawHead() {
    document.title = "fp8c: " + a.file + " and " + b.file;
    const words = (s) => make("dl", { class: "facts" }, make("dt", {}, "file"), make("dd", {}, s.file), make("dt", {}, "model"), make("dd", {}, s.model, make("span", { class: "quiet" }, " " + s.model_hash.slice(0, 12))),
      make("dt", {}, "compiler"), make("dd", {}, s.compiler || "–"), make("dt", {}, "options"), make("dd", {}, make("code", {}, s.options || "–")),
      make("dt", {}, "calibrated on"), make("dd", {}, s.calibration_samples ? plural(s.calibration_samples, "sample") + ", scales by " + s.calibration_method : "nothing"));
    byId("main").append(make("header", {}, make("h1", {}, "Two plans of " + (data.same_model ? a.model : a.model + " and " + b.model)), make("p", { class: "sentence", id: "sentence" }, data.sentence),
      make("div", { class: "pair" }, make("div", {}, make("h2", {}, "A"), words(a)), make("div", {}, make("h2", {}, "B"), words(b)))));
  }

  const conditions = (s) => s.conditions && known(s.seconds) ? make("div", { class: "quiet" }, s.conditions) : null;

  function drawTotals() {
    const box = section("wholes", "As wholes"), list = [];
    const row = (name, x, y, z) => list.push({ name, x, y, z });
    row("matrix nodes in FP8", a.fp8_nodes + " of " + a.gemm_nodes, b.fp8_nodes + " of " + b.gemm_nodes, "");
    const part = (s) => s.total_macs ? share(s.fp8_macs / s.total_macs) : "–";
    row("multiply-accumulates in FP8", part(a), part(b), "");
    row("weights", bytes(a.weight_bytes), bytes(b.weight_bytes), change(a.weight_bytes, b.weight_bytes));
    if (known(a.seconds) || known(b.seconds)) row("time", [seconds(a.seconds), conditions(a)], [seconds(b.seconds), conditions(b)], a.conditions === b.conditions ? change(a.seconds, b.seconds) : "not comparable");
    for (const o of data.outputs) {
      const x = o.a || {}, y = o.b || {};
      row("SQNR of " + o.name, decibels(x.sqnr_db), decibels(y.sqnr_db), known(x.sqnr_db) && known(y.sqnr_db) ? (y.sqnr_db < x.sqnr_db ? "−" : "+") + Math.abs(y.sqnr_db - x.sqnr_db).toFixed(1) + " dB" : "");
      row("cosine of " + o.name, fixed(x.cosine, 5), fixed(y.cosine, 5), "");
    }
    for (const v of data.variants) {
      const name = v.target + (v.profile ? " " + v.profile : ""), x = v.a || {}, y = v.b || {};
      row(name + ": steps", known(x.steps) ? String(x.steps) : "–", known(y.steps) ? String(y.steps) : "–", change(x.steps, y.steps));
      if (x.activation_bytes || y.activation_bytes) row(name + ": activations", bytes(x.activation_bytes), bytes(y.activation_bytes), change(x.activation_bytes, y.activation_bytes));
    }
    const outputs = data.outputs.filter((o) => (o.a && known(o.a.sqnr_db)) || (o.b && known(o.b.sqnr_db)));
    if (outputs.length) errorChart(box, outputs);
    else box.append(draw.missing("Neither plan has a measured error.", "`fp8c compile MODEL.onnx --calibrate DATA` measures it."));
    box.append(table("As wholes", [{ name: "", of: (r) => r.name }, { name: "A", number: true, of: (r) => r.x }, { name: "B", number: true, of: (r) => r.y }, { name: "B against A", number: true, of: (r) => r.z }], list));
  }

  function errorChart(box, outputs) {
    const all = outputs.flatMap((o) => [o.a && o.a.sqnr_db, o.b && o.b.sqnr_db].filter(known)), axis = draw.linear(Math.min(0, ...all), Math.max(...all), 7), row = 34;
    draw.chart(box, { title: "Error of the outputs against the F32 model", label: "Error of the outputs", height: outputs.length * row + 54, margin: (w) => ({ left: Math.min(w * .35, 220), top: 6 }),
      legend: make("p", { class: "legend" }, make("span", {}, draw.keyMark(0), "A"), make("span", {}, draw.keyMark(1), "B")), x: { axis, title: "SQNR, dB" },
      paint: (f) => outputs.flatMap((o, i) => {
        const y = f.top + (i + .5) * row, at = ["a", "b"].map((k) => o[k] && known(o[k].sqnr_db) ? f.x(o[k].sqnr_db) : null);
        f.put("text", { class: "label", x: f.left - 10, y: y + 4, "text-anchor": "end" }, draw.shortened(o.name, f.left - 14, 12.5));
        if (at[0] !== null && at[1] !== null) f.put("line", { class: "stem", x1: at[0], x2: at[1], y1: y, y2: y });
        return ["a", "b"].flatMap((k, s) => {
          if (at[s] === null) return [];
          f.svg.append(draw.mark(s, at[s], y, 6, { class: "mark s" + s }));
          return [{ x: at[s], y, text: o.name + " in " + k.toUpperCase() + ": " + decibels(o[k].sqnr_db) + ", cosine " + fixed(o[k].cosine, 5) }];
        });
      }) });
  }

  function facts(r) {
    const list = make("div", { class: "pair" });
    for (const [name, s] of [["A", r.a], ["B", r.b]]) {
      const l = make("dl", { class: "facts" }), fact = (key, ...words) => l.append(make("dt", {}, key), make("dd", {}, ...words));
      if (s) {
        fact("node", s.name); fact("format", tag(s.format), " ", s.reason || "");
        if (s.granularity) fact("scales", s.granularity + (s.policy ? "; chosen by " + s.policy : ""));
        if (s.scales.length) fact("scale", s.scales.map(magnitude).join(", "));
        if (known(s.sqnr_db)) fact("its output alone", decibels(s.sqnr_db));
        if (known(s.share)) fact("error contributed", share(s.share));
        if (known(s.seconds)) fact("time", seconds(s.seconds));
        if (s.macs) fact("work", counted(s.macs) + " multiply-accumulates" + (s.members > 1 ? ", " + s.members + " products of the model as one" : ""));
        fact("operands", arrows(s.operands));
        for (const [target, types] of Object.entries(s.kernels)) fact("on " + target, arrows(types || "–"));
      }
      list.append(make("div", {}, make("h3", {}, name), s ? l : make("p", { class: "quiet" }, "has no such node")));
    }
    return list;
  }

  function drawFormats() {
    const box = section("formats", "Formats", "Every cell is a matrix node, above in A, below in B; what differs has a frame. Choose one to see both.");
    const why = make("div", { class: "why", "aria-live": "polite" }, make("p", { class: "quiet" }, "Choose a cell."));
    box.append(draw.legend());
    draw.strip(box, "Matrix nodes in model order", matrix.map((r) => ({ name: nameOf(r), format: formatOf(r.a) || "none", second: formatOf(r.b) || "none", differs: !!whatOf(r),
      run: () => { why.textContent = ""; why.append(make("h3", {}, nameOf(r), make("span", { class: "quiet" }, " " + r.op)), facts(r)); } })));
    box.append(why);
  }

  function drawNodes() {
    const box = section("nodes", "Nodes"), others = rows.length - matrix.length;
    box.append(make("p", { class: "lead controls" }, "Heads sort, rows open. In the table: arrow keys move, Enter opens."));
    const side = (k, key) => (r) => r[k] ? r[k][key] : null;
    const columns = [{ name: "node", class: "name", of: nameOf }, { name: "operator", of: (r) => r.op }];
    for (const k of ["a", "b"]) columns.push({ name: k.toUpperCase(), of: (r) => formatOf(r[k]), show: (r) => r[k] ? tag(r[k].format) : "–" });
    for (const [key, name, show] of [["sqnr_db", "dB", (x) => fixed(x, 1)], ["share", "error share", share], ["seconds", "time", seconds]])
      if (rows.some((r) => [r.a, r.b].some((s) => s && known(s[key])))) for (const k of ["a", "b"])
        columns.push({ name: k.toUpperCase() + " " + name, number: true, of: side(k, key), show: (r) => known(side(k, key)(r)) ? show(side(k, key)(r)) : "" });
    columns.push({ name: "what differs", of: whatOf }, ...["a", "b"].map((k) => ({ name: "why in " + k.toUpperCase(), class: "words", of: (r) => r[k] && r[k].reason || "", show: (r) => make("span", { class: "clamp" }, r[k] && r[k].reason || "") })));
    const differing = rows.some((r) => whatOf(r));
    if (!differing) box.append(make("p", {}, "No node differs."));
    draw.explorer(box, { id: "nodes-table", caption: "Nodes of both plans", placeholder: "name, operator, format, reason", rows, columns, detail: facts,
      choices: [{ name: "only what differs", checked: differing, holds: (r, on) => !on || !!whatOf(r) }].concat(others ? [{ name: "matrix nodes only", checked: false, holds: (r, on) => !on || r.matrix }] : []) });
  }

  draw.start();
  drawHead(); drawTotals();
  if (matrix.length) drawFormats();
  drawNodes();
})();
