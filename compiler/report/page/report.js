"use strict";
/* The report page: one document (docs/report.md) as sections.  What the document
 * does not hold is said, with the option that brings it. */
(function () {
  const data = draw.read();
  if (data.schema !== "fp8c-report-1") return;
  const { byId, make, shape, known, fixed, bytes, counted, seconds, share, decibels, magnitude, arrows, plural, isFp8, tag, section, missing, table } = draw;
  const nodes = data.nodes || [], matrix = nodes.filter((n) => n.decision), alternatives = data.alternatives || [];
  const chosen = alternatives[0], named = (name) => alternatives.find((a) => a.name === name);
  /* The formats that a node's figures are of. */
  const rounded = draw.formatRows.filter((f) => f.figure);
  const figuresOf = (d) => rounded.map((f) => f.shown + " " + decibels(d[f.figure])).join(", ");
  const formatOf = (n) => n.decision ? n.decision.format : ((n.outputs[0] || {}).format || "");
  /* FP8 was not weighed: a rule says no. */
  const refusedByRule = (n) => !!n.decision && !isFp8(n.decision.format) && !["score", "gain", "search", "option", "override"].includes(n.decision.rule);
  const whyOf = (n) => (n.decision ? n.decision.reason : (n.outputs[0] || {}).reason) || "";
  const macsOf = (n) => n.decision ? n.decision.macs : null;
  const gainOf = (n) => known(n.seconds) && known(n.bf16_seconds) ? n.bf16_seconds - n.seconds : null;
  /* What an assignment is measured at: the outputs, and what stands in front of a last Softmax and is judged instead. */
  const placesOf = (a) => (a ? a.outputs : []).filter((o) => o.cosine !== null || known(o.sqnr_db))
    .concat(((a && a.judged) || []).filter((p) => p.before).map((p) => ({ ...p, name: p.output + " before its " + p.before, exact: !known(p.sqnr_db) && a.name === "f32" })));
  const measuredPlaces = (a) => placesOf(a).filter((o) => known(o.sqnr_db));
  const judgedPlaces = (a) => { const j = ((a && a.judged) || []).filter((p) => known(p.sqnr_db)); return j.length ? j.map((p) => ({ ...p, name: p.output + (p.before ? " before its " + p.before : "") })) : measuredPlaces(a); };
  const leastPlace = (a) => judgedPlaces(a).sort((x, y) => x.sqnr_db - y.sqnr_db)[0] || null;
  const worst = (a) => { const p = leastPlace(a); return p ? p.sqnr_db : null; };
  const macShare = (a) => a && a.total_macs ? a.fp8_macs / a.total_macs : null;
  const evaluated = () => { const e = data.evaluation; return e && e.samples ? plural(e.samples, { "held-out": "held-out sample", separate: "sample of --evaluate", calibration: "calibration sample" }[e.split] || "sample",
    { "held-out": "held-out samples", separate: "samples of --evaluate", calibration: "calibration samples" }[e.split]) : chosen && chosen.samples ? plural(chosen.samples, "sample") : ""; };
  const calibrateHow = "`fp8c compile MODEL.onnx --calibrate DATA` measures it.";
  let details = null, drawn = null; /* the table of nodes and the picture, to which charts and cells lead */

  /* ---- Head ---- */

  function drawHead() {
    const model = data.model, s = data.summary || {};
    document.title = "fp8c: " + model.name;
    const tiles = make("dl", { class: "tiles" });
    const tile = (name, value, note) => tiles.append(make("div", {}, make("dt", {}, name), make("dd", {}, make("strong", {}, value), note ? make("span", {}, note) : null)));
    if (chosen) {
      tile("Matrix nodes in FP8", chosen.fp8_nodes + " of " + chosen.gemm_nodes, plural(nodes.length, "node") + " after optimisation");
      if (chosen.total_macs) tile("Multiply-accumulates in FP8", share(macShare(chosen)), counted(chosen.total_macs) + " for one sample" +
        (chosen.attention_macs ? "; " + share(s.fp8_mac_share_outside_attention) + " outside attention" : ""));
      const least = leastPlace(chosen), bf16 = named("bf16");
      if (least) tile(judgedPlaces(chosen).length > 1 ? "SQNR, least of the outputs" : "SQNR", decibels(least.sqnr_db), least.name + (bf16 && bf16 !== chosen ? "; BF16: " + decibels((judgedPlaces(bf16).find((o) => o.name === least.name) || {}).sqnr_db) : "") + (evaluated() ? "; measured on " + evaluated() : ""));
      else tile("SQNR", "not measured", "needs --calibrate");
      tile("Weights", bytes(chosen.weight_bytes), bf16 && bf16 !== chosen && bf16.weight_bytes && bf16.weight_bytes !== chosen.weight_bytes ? "BF16: " + bytes(bf16.weight_bytes) + ", " + change(chosen.weight_bytes, bf16.weight_bytes) : "");
    }
    const t = data.time;
    /* times of a chip that is full compare formats: no run takes them */
    if (t && known(t.seconds) && !t.full) tile(t.source === "model" ? "Time, modelled" : "Time, measured", seconds(t.seconds), (known(t.bf16_seconds) && chosen && chosen.fp8_nodes ? (t.bf16_seconds / t.seconds).toFixed(2) + " times as fast as BF16; " : "") + chipOf(t) +
      (t.assumed ? "; the plan is for the CPU, as no GPU was present" : ""));
    const b = data.budget;
    if (b) tile("Budget " + b.text, make("span", { class: b.met ? "good" : "bad" }, b.met ? "✓ met" : "✗ not met"), [b, ...(b.besides || [])].every((x) => known(x.measured)) ? "measured: " + [b, ...(b.besides || [])].map((x) => magnitude(x.measured)).join(", ") : "");
    byId("main").append(make("header", {}, make("h1", {}, model.name), make("p", { class: "sentence", id: "sentence" }, s.sentence || ""), tiles,
      make("p", { class: "quiet" }, [data.compiler, "opset " + model.opset, plural(model.nodes, "model node"), bytes(model.bytes),
        data.calibration_samples ? "calibrated on " + plural(data.calibration_samples, "sample") + (data.calibration_skipped ? " (" + draw.grouped(data.calibration_skipped) + " more left out for NaN or infinity)" : "") +
          ", scales by " + data.calibration_method : "not calibrated"].join(" · "))));
  }
  /* "modelled for sm_90a (H200) at batch=8": the GPU whose measurements the model's constants are. */
  const chipOf = (t) => (t.source === "model" ? "modelled for " + t.target + (t.constants === "measured" ? " (H200)" : "") : "measured on " + t.target) + (t.profile ? " at " + t.profile : "");
  const change = (now, before) => (now <= before ? "−" : "+") + Math.abs(100 * (1 - now / before)).toFixed(0) + "%";

  /* ---- Assignments ---- */

  function drawAlternatives() {
    const box = section("assignments", "Assignments", "Error against the F32 model" + (evaluated() ? " on " + evaluated() : "") +
      ". SQNR = 10 log₁₀(Σ ref² / Σ (ref − x)²): more decibels are better, 6 dB halve the error.");
    const measured = alternatives.filter((a) => worst(a) !== null);
    if (!measured.length) box.append(missing("No error was measured" + (data.calibration_samples ? "." : ": there was no calibration data."), calibrateHow));
    else errorChart(box, measured);
    const outputs = [...new Set(alternatives.flatMap((a) => placesOf(a).map((o) => o.name)))];
    const largest = Math.max(...alternatives.map((a) => a.weight_bytes), 1);
    /* a line an output within every cell */
    const lines = (of) => (a) => outputs.map((name) => make("div", {}, of(placesOf(a).find((o) => o.name === name) || { exact: a.name === "f32" }, name)));
    const columns = [{ name: "assignment", of: (a) => a === chosen ? [a.name, make("span", { class: "chosen" }, "chosen")] : a.name },
      { name: "FP8 nodes", number: true, of: (a) => a.fp8_nodes + " of " + a.gemm_nodes },
      { name: "FP8 MACs", number: true, of: (a) => share(macShare(a)) },
      { name: "weights", number: true, of: (a) => [bytes(a.weight_bytes), meter(a.weight_bytes / largest)] }];
    const timed = data.time && data.time.source === "model" ? "time, modelled" : "time";
    if (alternatives.some((a) => known(a.seconds))) columns.push({ name: timed, number: true, of: (a) => seconds(a.seconds) });
    if (outputs.length) columns.push({ name: "output", of: lines((o, name) => name) },
      { name: "SQNR", number: true, of: lines((o) => o.not_finite ? "NaN or infinity" : known(o.sqnr_db) ? decibels(o.sqnr_db) : o.cosine === 1 || o.exact ? "exact" : "–") });
    if (alternatives.some((a) => placesOf(a).some((o) => o.spread))) columns.push({ name: "10% to 90%", title: "of single samples", number: true, of: lines((o) => o.spread ? fixed(o.spread.p10_db, 1) + " to " + decibels(o.spread.p90_db) : "–") });
    if (outputs.length) columns.push({ name: "cosine", number: true, of: lines((o) => fixed(o.cosine, 5)) }, { name: "worst", title: "of single samples", number: true, of: lines((o) => fixed(o.cosine_min, 5)) });
    box.append(table("Assignments", columns, alternatives));
  }
  const meter = (x) => make("span", { class: "meter", "aria-hidden": "true" }, make("i", { style: "width:" + (100 * x).toFixed(1) + "%" }));

  /* A row an assignment, a mark an output, a line over the spread of the samples. */
  function errorChart(box, list) {
    const outputs = [...new Set(list.flatMap((a) => measuredPlaces(a).map((o) => o.name)))], line = outputs.length > 1 ? 16 : 24;
    const all = list.flatMap((a) => measuredPlaces(a).flatMap((o) => [o.sqnr_db, ...(o.spread ? [o.spread.min_db, o.spread.max_db].filter(known) : [])]));
    const axis = draw.linear(Math.min(0, ...all), Math.max(...all), 7), block = outputs.length * line + 14;
    const spread = list.some((a) => placesOf(a).some((o) => o.spread));
    const legend = make("p", { class: "legend" }, outputs.length < 2 ? null : outputs.map((name, k) => make("span", {}, draw.keyMark(k), name)),
      spread ? make("span", {}, "Lines: single samples, all of them (thin) and 10% to 90% (thick)") : null);
    draw.chart(box, { title: "Error of every assignment", label: "Error of every assignment", legend, height: list.length * block + 54,
      margin: { left: 92, top: 6 }, x: { axis, title: "SQNR, dB" },
      paint: (f) => {
        const points = [];
        list.forEach((a, i) => {
          const top = f.top + i * block;
          if (i) f.put("line", { class: "grid", x1: 0, x2: f.right, y1: top, y2: top });
          f.put("text", { class: "label" + (a === chosen ? " strong" : ""), x: 4, y: top + block / 2 + 4 }, a.name);
          outputs.forEach((name, k) => {
            const o = placesOf(a).find((x) => x.name === name), y = top + 7 + (k + .5) * line, p = o && o.spread;
            if (!o || !known(o.sqnr_db)) return;
            if (p && known(p.min_db) && known(p.max_db)) f.put("line", { class: "thin s" + k % 4, x1: f.x(p.min_db), x2: f.x(p.max_db), y1: y, y2: y });
            if (p && known(p.p10_db) && known(p.p90_db)) f.put("line", { class: "thick s" + k % 4, x1: f.x(p.p10_db), x2: f.x(p.p90_db), y1: y, y2: y });
            if (!p) f.put("line", { class: "stem", x1: f.left, x2: f.x(o.sqnr_db), y1: y, y2: y });
            f.svg.append(draw.mark(k % 4, f.x(o.sqnr_db), y, 6, { class: "mark s" + k % 4 }));
            points.push({ x: f.x(o.sqnr_db), y, text: a.name + (a === chosen ? " (chosen)" : "") + ", " + name + ": " + decibels(o.sqnr_db) + (known(o.cosine) ? ", cosine " + o.cosine.toFixed(5) : "") +
              (p ? "; single samples " + fixed(p.min_db, 1) + " to " + decibels(p.max_db) + ", median " + decibels(p.median_db) : "") });
          });
        });
        return points;
      } });
  }
  /* ---- Error against time ---- */

  const timeWords = (t) => chipOf(t) + (t.assumes ? ": " + t.assumes : "") + (t.constants ? "; the model's constants are " + (t.constants === "measured" ? "measured" : "from the data sheet") : "");

  function drawFront() {
    const front = data.pareto || [], t = data.time || {};
    const timed = front.length ? front.some((p) => known(p.seconds)) : alternatives.filter((a) => known(a.seconds) && worst(a) !== null).length > 1;
    const box = section("front", "Error against " + (timed ? "time" : "share"), "Upwards is more exact, " + (timed ? "to the left is faster." : "to the right is more in FP8.") +
      (front.length ? " The line joins the assignments that no other beats in both." : "") + (timed && t.target ? " Times are " + timeWords(t) + "." : "") + (front.length && timed ? " Times are of finished graphs, fusions and casts included." : ""));
    const xOf = (seconds, share) => timed ? (known(seconds) ? seconds * 1e6 : null) : share;
    const refused = (a) => isFp8(a.name) && a.fp8_nodes === 0; /* all in FP8, where nothing may be: it is another's point */
    const timedBy = timed && t.source ? ", time " + (t.source === "model" ? "modelled" : "measured") : "";
    const measured = alternatives.filter((a) => !refused(a)).map((a) => ({ name: a.name, x: xOf(a.seconds, macShare(a)), y: worst(a), chosen: a === chosen, nodes: a.fp8_nodes, share: macShare(a), seconds: a.seconds })).filter((p) => known(p.x) && known(p.y));
    const searched = front.map((p) => ({ x: xOf(p.seconds, p.fp8_mac_share), y: known(p.predicted_db) ? p.predicted_db : p.measured_db, measured: p.measured_db, predicted: p.predicted_db, chosen: p.chosen, nodes: p.fp8_nodes,
      share: p.fp8_mac_share, seconds: p.seconds, front: true })).filter((p) => known(p.x) && known(p.y)).sort((a, b) => a.x - b.x);
    if (!front.length) box.append(missing("No assignments were searched, so there is no front to choose from.", "`fp8c compile MODEL.onnx --calibrate DATA --max-error 'sqnr>=25dB'` (or `--target-speedup`, `--fp8-share`) searches, and keeps it in the plan."));
    if (measured.length + searched.length < 2) { if (!measured.length) box.append(missing("No error was measured.", calibrateHow)); return; }
    /* what is slower than BF16 and than the choice (nodes in F32) would press all else together */
    const bf16 = measured.find((p) => p.name === "bf16"), edge = timed && bf16 ? 1.08 * Math.max(bf16.x, ...measured.concat(searched).filter((p) => p.chosen).map((p) => p.x)) : Infinity;
    const points = measured.filter((p) => p.x <= edge), line = searched.filter((p) => p.x <= edge), all = line.concat(points), beyond = measured.length + searched.length - all.length;
    const xs = all.map((p) => p.x), ys = all.map((p) => p.y).concat(line.map((p) => p.measured).filter(known));
    const least = Math.min(...xs), most = Math.max(...xs), margin = (most - least || least || 1) * .06, pad = (Math.max(...ys) - Math.min(...ys)) * .08 + .5;
    const xAxis = timed ? draw.linear(least - margin, most + margin, 7) : { ticks: [0, .2, .4, .6, .8, 1], at: (x) => (x + .04) / 1.12, text: (x) => Math.round(100 * x) + "%" };
    const words = (p) => (p.front ? "front" : p.name) + (p.chosen ? " (chosen)" : "") + ": " + (p.front ? "predicted " + decibels(p.predicted) + (known(p.measured) ? ", measured " + decibels(p.measured) : "") : decibels(p.y)) +
      "; " + share(p.share) + " of MACs in FP8" + (known(p.nodes) ? ", " + plural(p.nodes, "node") : "") + (known(p.seconds) ? "; " + seconds(p.seconds) : "");
    draw.chart(box, { title: "Error against " + (timed ? "time" : "share of multiply-accumulates in FP8"), label: "Error against " + (timed ? "time" : "share in FP8"), height: (w) => w < 500 ? 280 : 380,
      x: { axis: xAxis, title: timed ? "time, µs" + (t.source === "model" ? ", modelled" : "") : "multiply-accumulates in FP8" }, y: { axis: draw.linear(Math.min(...ys) - pad, Math.max(...ys) + pad, 6), title: "SQNR, dB" },
      legend: make("p", { class: "legend" }, make("span", {}, draw.keyMark(0), "error measured" + timedBy), line.length ? make("span", {}, draw.keyMark(3), "front, predicted") : null, make("span", {}, make("span", { class: "ring", "aria-hidden": "true" }), "chosen"),
        beyond ? make("span", {}, plural(beyond, "point") + " further right, in the table") : null),
      paint: (f) => {
        const place = (p) => ({ x: f.x(p.x), y: f.y(p.y) });
        if (line.length) f.put("polyline", { class: "front", points: line.map((p) => f.x(p.x) + "," + f.y(p.y)).join(" ") });
        for (const p of line) {
          f.svg.append(draw.mark(3, f.x(p.x), f.y(p.y), 4, { class: "mark s3" }));
          if (known(p.measured)) { f.put("line", { class: "stem", x1: f.x(p.x), x2: f.x(p.x), y1: f.y(p.y), y2: f.y(p.measured) }); f.svg.append(draw.mark(0, f.x(p.x), f.y(p.measured), 4, { class: "mark s0" })); }
        }
        for (const p of points) f.svg.append(draw.mark(0, f.x(p.x), f.y(p.y), 6, { class: "mark s0" }));
        for (const p of all.filter((q) => q.chosen)) f.put("circle", { class: "chosen-ring", cx: f.x(p.x), cy: f.y(p.y), r: 10 });
        draw.labels(f, points.map((p) => ({ ...place(p), text: p.name + (p.chosen ? " (chosen)" : ""), strong: p.chosen })), line.map(place));
        return all.slice().sort((a, b) => a.x - b.x).map((p) => ({ ...place(p), text: words(p) }));
      } });
    if (searched.length) box.append(make("details", {}, make("summary", {}, "All " + plural(searched.length, "point") + " of the front as a table"),
      table("The front", [{ name: "time", number: true, of: (p) => [seconds(p.seconds), p.chosen ? make("span", { class: "chosen" }, "chosen") : ""] }, { name: "FP8 nodes", number: true, of: (p) => known(p.nodes) ? String(p.nodes) : "–" }, { name: "FP8 MACs", number: true, of: (p) => share(p.share) },
        { name: "predicted", number: true, of: (p) => decibels(p.predicted) }, { name: "measured", number: true, of: (p) => decibels(p.measured) }], searched)));
  }

  /* ---- Formats in model order ---- */

  function facts(n) {
    const d = n.decision, list = make("dl", { class: "facts" });
    const fact = (name, ...words) => list.append(make("dt", {}, name), make("dd", {}, ...words));
    fact("format", tag(formatOf(n)), " ", whyOf(n) || (n.region_kind ? "part of one " + n.region_kind + " kernel" : "no decision was needed"));
    if (d && d.rule) fact("decided by", d.rule === "score" ? "its measured error" : d.rule === "option" ? "an option" : "the rule " + d.rule);
    if (d && d.granularity) fact("scales", d.granularity + (d.policy ? "; chosen by " + d.policy : ""));
    if (d && known(d.sqnr_e4m3_db)) fact("its output alone", figuresOf(d));
    if (d && d.what_if) list.append(make("dt", { class: "whatif" }, "what if"), make("dd", { class: "whatif" }, ifWords(d.what_if) + " (fp8c computes in none of these)"));
    if (n.noise) fact("error contributed", share(n.noise.share) + " of the noise at the output; noise over signal " + magnitude(n.noise.power) + " (" + n.noise.method + ")");
    if (gainOf(n) !== null) fact("time", seconds(n.seconds) + "; BF16: " + seconds(n.bf16_seconds));
    for (const o of n.options || []) fact("option " + o.format + (o.granularity ? ", " + o.granularity : ""), (o.refused ? "not weighed: " + o.refused : o.chosen ? "chosen; " : "") +
      [known(o.noise) ? "noise over signal " + magnitude(o.noise) : null, known(o.seconds) ? seconds(o.seconds) : null].filter(Boolean).join(", "));
    if (d && d.macs) fact("work", plural(d.macs, "multiply-accumulate") + " a sample" + (d.members > 1 ? ", " + d.members + " products of the model as one" : ""));
    fact("operands", n.inputs.map((o) => o.type).join(" × ") || "none", " → ", n.outputs.map((o) => o.type).join(", "));
    for (const o of n.inputs.concat(n.outputs)) if (o.reason) fact(o.name, o.reason);
    for (const k of n.kernels || []) fact("on " + k.target, make("code", {}, k.kernel), k.precision ? " " + arrows(k.precision) : "");
    if (n.sources.length) fact("stands for", n.sources.join(", "));
    return list;
  }
  const ifNames = [["e3m4_db", "E3M4"], ["e2m5_db", "E2M5"], ["int8_db", "INT8"]];
  const valueIfNames = [...ifNames, ["e4m3_ieee_db", "E4M3 with infinities"], ["e4m3fnuz_db", "E4M3FNUZ"], ["e5m2fnuz_db", "E5M2FNUZ"]];
  const likeWords = (f) => f ? (f.family === "student-t" ? "Student-t of " + f.freedom : f.family === "laplace" ? "Laplace" : "normal") : "";
  const ifWords = (w) => ifNames.filter(([k]) => known(w[k])).map(([k, name]) => name + " " + decibels(w[k])).join(", ");

  /* What a node is, with a way to its row and its box. */
  function linkTo(n) {
    const b = make("button", { type: "button", class: "to" }, n.name);
    b.addEventListener("click", () => details.show(n));
    return b;
  }

  /* The kernel that was chosen in the picture, or the node whose cell was: why it is what it is. */
  function explain(why, n, others, port) {
    why.textContent = "";
    if (port) { why.append(make("h3", {}, port.title, make("span", { class: "quiet" }, " " + port.port)), make("p", {}, draw.arrows(port.name))); return; }
    const row = make("button", { type: "button", class: "press" }, "its row in the table");
    row.addEventListener("click", () => details.show(n));
    why.append(make("h3", {}, n.name, make("span", { class: "quiet" }, " " + n.op)), facts(n));
    if (others.length) why.append(make("p", { class: "quiet" }, "In the same kernel: " + others.map((x) => x.op + (["Quantize", "Cast"].includes(x.op) ? " to " + x.outputs[0].format.toUpperCase() : "")).join(", ") + "."));
    why.append(make("p", {}, row));
  }

  function drawGraph() {
    const box = section("graph", "Graph", "Above, a cell for each matrix node in model order; the line in it is its work (square root of its multiply-accumulates). Below, a box for each kernel: its colour is the format of its operands, → says what it stores, lines are coloured by what they carry. " +
      "Choose a cell or a box to see why it is what it is.");
    const why = make("div", { class: "why", "aria-live": "polite" }, make("p", { class: "quiet" }, "Nothing is chosen."));
    const largest = Math.max(1, ...matrix.map(macsOf));
    box.append(draw.legend());
    if (!matrix.length) box.append(make("p", { class: "missing" }, "The model has no matrix products."));
    else draw.strip(box, "Matrix nodes in model order", matrix.map((n) => ({ name: n.name, format: formatOf(n), weight: Math.sqrt(macsOf(n) / largest), run: () => drawn.show(n) })));
    const left = make("div", {}), pair = make("div", { class: "side" }, left, why);
    box.append(pair);
    drawn = picture.view(left, { data, formatOf, chosen: (b) => explain(why, b.main, b.nodes.filter((n) => n !== b.main), b.port ? b : null) });
  }

  /* ---- Error and time by node ---- */

  function drawCost() {
    const box = section("cost", "Error by node");
    const noisy = nodes.filter((n) => n.noise && n.noise.power > 0).sort((a, b) => (b.noise.share ?? b.noise.power) - (a.noise.share ?? a.noise.power));
    if (noisy.length) rankedChart(box, noisy);
    else box.append(missing("How much every node contributes to the error of the outputs was not measured.", "`fp8c sensitivity MODEL.onnx --calibrate DATA` measures it; a search (`--max-error`, `--target-speedup`, `--fp8-share`) does too and keeps it in the plan."));
    if (!nodes.some((n) => gainOf(n) !== null)) box.append(missing("What every node's format gains in time is not known.", "A search (`--max-error`, `--target-speedup`, `--fp8-share`) weighs it."));
    const s = data.sensitivity;
    if (s) box.append(make("p", { class: "quiet" }, "Sensitivity: " + s.method + " on " + plural(s.samples, "sample") + (s.metric ? ", by " + s.metric : "") +
      (known(s.correlation) ? "; correlation of estimate and exact " + s.correlation.toFixed(3) : "") + (known(s.predicted_db) ? "; predicted " + decibels(s.predicted_db) + ", measured " + decibels(s.measured_db) : "") + "."));
    const alone = matrix.filter((n) => known(n.decision.sqnr_e4m3_db));
    if (alone.length) aloneChart(box, alone); else box.append(missing("The error of single nodes was not measured.", calibrateHow));
    whatIf(box);
    stepTimes(box);
  }

  /* What the time model says of every step: where the time goes, and what limits it there. */
  function stepTimes(box) {
    const t = data.time, steps = ((t && t.steps) || []).filter((s) => known(s.seconds)).sort((a, b) => b.seconds - a.seconds);
    if (!steps.length) return;
    const total = steps.reduce((sum, s) => sum + s.seconds, 0), by = (limit) => steps.filter((s) => s.limit === limit).reduce((sum, s) => sum + s.seconds, 0) / total;
    const parts = [["math", "arithmetic"], ["memory", "memory"], ["launch", "launches"]].filter(([k]) => by(k) > 0).map(([k, name]) => share(by(k)) + " in steps limited by " + name);
    const d = make("details", {}, make("summary", {}, "Where the " + (t.source === "model" ? "modelled " : "") + "time goes: " + plural(steps.length, "step") + ", " + seconds(total)));
    box.append(make("h3", {}, "Time by step"), make("p", { class: "lead" }, "Times are " + timeWords(t) + ". " + parts.join(", ") + "."), d);
    draw.explorer(d, { id: "steps-table", caption: "Steps by time", placeholder: "name, kind, limit", rows: steps, choices: [], detail: (s) => make("p", {}, s.name + ": " + seconds(s.seconds) + ", " + share(s.seconds / total) + " of the whole"),
      columns: [{ name: "step", class: "name", of: (s) => s.name }, { name: "kind", of: (s) => s.kind }, { name: "format", of: (s) => s.format, show: (s) => s.format ? tag(s.format) : "" }, { name: "limited by", of: (s) => s.limit },
        { name: "time", number: true, of: (s) => s.seconds, show: (s) => seconds(s.seconds) }, { name: "share", number: true, of: (s) => s.seconds / total, show: (s) => share(s.seconds / total) },
        { name: "MACs", number: true, of: (s) => s.macs, show: (s) => s.macs ? counted(s.macs) : "" }, { name: "moved", number: true, of: (s) => s.bytes, show: (s) => bytes(s.bytes) }] });
  }

  /* How formats that fp8c does not compute in would do against E4M3. */
  function whatIf(box) {
    const rows = ifNames.map(([key, name]) => {
      const by = matrix.filter((n) => n.decision.what_if && known(n.decision.what_if[key]) && known(n.decision.sqnr_e4m3_db)).map((n) => ({ n, d: n.decision.what_if[key] - n.decision.sqnr_e4m3_db })).sort((x, y) => x.d - y.d);
      return { name, by };
    }).filter((r) => r.by.length);
    if (!rows.length) return;
    const signed = (x) => (x < 0 ? "−" : "+") + Math.abs(x).toFixed(1) + " dB";
    box.append(make("div", { class: "whatif" }, make("h3", {}, "What if"), make("p", { class: "lead" }, "The same products measured in formats that fp8c does not compute in, against E4M3. Node by node they stand in brackets in the table of nodes."),
      table("What if", [{ name: "format", of: (r) => r.name + " (what if)" }, { name: "nodes it would serve better", number: true, of: (r) => r.by.filter((x) => x.d > 0).length + " of " + r.by.length },
        { name: "median", number: true, of: (r) => signed(r.by[r.by.length >> 1].d) }, { name: "at worst", of: (r) => signed(r.by[0].d) + ", " + r.by[0].n.name }, { name: "at best", of: (r) => signed(r.by[r.by.length - 1].d) + ", " + r.by[r.by.length - 1].n.name }], rows)));
  }

  function rankedChart(box, noisy) {
    const top = noisy.slice(0, 24), total = noisy.reduce((sum, n) => sum + n.noise.power, 0), part = (n) => known(n.noise.share) ? n.noise.share : n.noise.power / total;
    const timed = top.some((n) => gainOf(n) !== null), gains = top.map((n) => Math.max(0, gainOf(n) || 0)), most = Math.max(...gains, 1e-12), row = 22, high = Math.max(part(top[0]), 1e-12);
    draw.chart(box, { title: "Error contributed" + (timed ? ", and time gained over BF16" : "") + (noisy.length > top.length ? ": the first " + top.length + " of " + noisy.length + " nodes" : ""), label: "Error contributed by node",
      height: top.length * row + 34, margin: { left: 0, right: 0, top: 26, bottom: 4 }, byColumn: false,
      paint: (f) => {
        const name = Math.min(f.width * .34, 280), rest = f.width - name - 24, first = timed ? rest * .5 : rest, gap = 58;
        f.put("text", { class: "axis", x: name + 8, y: 14 }, "share of the error");
        if (timed) f.put("text", { class: "axis", x: name + 24 + first, y: 14 }, "time gained");
        return top.map((n, i) => {
          const y = f.top + i * row, w = Math.max(1, (first - gap) * Math.max(0, part(n)) / high), g = gainOf(n);
          f.put("text", { class: "label", x: name, y: y + 14, "text-anchor": "end" }, draw.shortened(n.name, name - 4, 12.5));
          f.put("rect", { x: name + 8, y: y + 3, width: w, height: row - 7, fill: "url(#fill-" + draw.look(formatOf(n)) + ")" });
          f.put("text", { class: "tick", x: name + 12 + w, y: y + 14 }, share(part(n)));
          if (timed && g !== null) {
            const v = Math.max(1, (rest - first - gap) * Math.max(0, g) / most);
            f.put("rect", { class: "gain", x: name + 24 + first, y: y + 3, width: v, height: row - 7 });
            f.put("text", { class: "tick", x: name + 28 + first + v, y: y + 14 }, seconds(g));
          }
          return { x: name + 8 + w, y: y + row / 2, text: n.name + " (" + formatOf(n).toUpperCase() + "): " + share(part(n)) + " of the error, noise over signal " + magnitude(n.noise.power) + " (" + n.noise.method + ")" +
            (g !== null ? "; gains " + seconds(g) : ""), run: () => details.show(n) };
        });
      }, legend: draw.legend(), hint: "Point at a bar, or use the arrow keys; Enter opens the node in the table." });
  }

  function aloneChart(box, list) {
    const series = rounded.map((f, i) => [f.figure, f.shown + (f.weights === f.name ? "" : " activations"), i, f.name]);
    const all = list.flatMap((n) => series.map(([k]) => n.decision[k]).filter(known)), last = Math.max(1, list.length - 1);
    const ringed = list.length <= 150, refused = (n, format) => isFp8(format) && refusedByRule(n);
    draw.chart(box, { title: "Each matrix node alone: SQNR of its own output with its operands in the format", label: "Each matrix node alone", height: 300, margin: { bottom: 30 }, byColumn: true,
      legend: make("p", { class: "legend" }, series.map(([, name, form, f]) => { const s = shape("svg", { class: "keymark", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }); s.append(draw.mark(form, 8, 8, 5.5, { class: "mark c-" + f })); return make("span", {}, s, name); }),
        ringed ? make("span", {}, make("span", { class: "ring", "aria-hidden": "true" }), "chosen") : null,
        list.some(refusedByRule) ? make("span", {}, shape("svg", { class: "keymark", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, draw.mark(0, 8, 8, 4.5, { class: "mark c-e4m3 refused" })), "hollow: a rule keeps FP8 out of the node") : null),
      x: { axis: { ticks: [], at: (i) => (i + .5) / (last + 1), text: () => "" }, title: "matrix nodes in model order" }, y: { axis: draw.linear(Math.min(...all) - 1, Math.max(...all) + 1, 6), title: "SQNR, dB" },
      paint: (f) => {
        const points = [], room = (f.right - f.left) / list.length, r = Math.min(4.5, Math.max(2.8, room * .4));
        list.forEach((n, i) => {
          const ys = series.map(([k]) => n.decision[k]).filter(known).map(f.y);
          f.put("line", { class: "stem", x1: f.x(i), x2: f.x(i), y1: Math.min(...ys), y2: Math.max(...ys) });
          for (const [key, , form, format] of series) {
            const db = n.decision[key];
            if (!known(db)) continue;
            f.svg.append(draw.mark(form, f.x(i), f.y(db), r, { class: "mark c-" + format + (refused(n, format) ? " refused" : "") }));
            if (n.decision.format === format && ringed) f.put("circle", { class: "chosen-ring", cx: f.x(i), cy: f.y(db), r: r + 3.5 });
          }
          points.push({ x: f.x(i), y: f.y(n.decision.sqnr_e4m3_db), text: n.name + ": " + figuresOf(n.decision) +
            "; chosen: " + formatOf(n).toUpperCase() + (refusedByRule(n) ? ", since " + whyOf(n) : ""), run: () => details.show(n) });
        });
        return points;
      }, hint: "Point at a node, or use the arrow keys; Enter opens it in the table." });
  }

  /* ---- Refusals ---- */

  function drawRefusals() {
    const left = matrix.filter((n) => !isFp8(formatOf(n)));
    const box = section("refusals", "Why not FP8", left.length ? plural(left.length, "matrix node") + " of " + matrix.length + " compute in no FP8, for these reasons." : null);
    if (!left.length) box.append(make("p", {}, matrix.length ? "Every matrix node computes in FP8." : "There are no matrix nodes."));
    const groups = new Map(), total = matrix.reduce((sum, n) => sum + macsOf(n), 0);
    for (const n of left) {
      /* figures in a sentence differ from node to node: one group for each wording without them */
      const key = whyOf(n).replace(/[-−]?\d+(\.\d+)?/g, "#") || "no reason was recorded";
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(n);
    }
    const list = make("div", { class: "refusals" });
    for (const group of [...groups.values()].sort((a, b) => b.length - a.length)) {
      const macs = group.reduce((sum, n) => sum + macsOf(n), 0);
      list.append(make("details", { class: group.length <= 40 ? "print" : null }, make("summary", {}, make("strong", {}, plural(group.length, "node")), total ? " · " + share(macs / total) + " of MACs" : "", make("span", { class: "reason" }, whyOf(group[0]) || "no reason was recorded", group.some((n) => whyOf(n) !== whyOf(group[0])) ? make("span", { class: "quiet" }, " (figures of the first)") : null)),
        make("p", { class: "names" }, group.map((n) => make("span", {}, n.name)))));
    }
    box.append(list);
  }

  /* ---- What really runs ---- */

  function drawProof() {
    const box = section("proof", "Kernels", "From the plan's own steps: the operand types that every kernel reads and writes.");
    const targets = [...new Set(matrix.flatMap((n) => n.kernels.map((k) => k.target)))];
    const variants = data.variants || [];
    const rows = targets.map((t) => {
      const have = matrix.map((n) => ({ n, k: n.kernels.find((k) => k.target === t) })).filter((x) => x.k);
      const fp8 = matrix.filter((n) => isFp8(formatOf(n))).length, good = have.filter((x) => isFp8(formatOf(x.n)) && x.k.as_decided).length;
      return { t, have, fp8, good, odd: have.filter((x) => x.k.as_decided === false), lost: matrix.length - have.length };
    });
    if (rows.length) box.append(table("Proof by target", [{ name: "target", of: (r) => r.t },
      { name: "FP8 nodes whose kernel reads FP8", number: true, of: (r) => r.good + " of " + r.fp8 },
      { name: "other matrix nodes", number: true, of: (r) => String(matrix.length - r.fp8) },
      { name: "verdict", of: (r) => r.odd.length ? make("strong", { class: "bad" }, "✗ differs: " + r.odd.map((x) => x.n.name + " (" + arrows(x.k.precision || "?") + ")").join(", ")) : r.lost ? make("strong", { class: "bad" }, "✗ " + plural(r.lost, "node") + " not found among the steps") : make("span", { class: "good" }, "✓ as decided") }], rows));
    if (!variants.some((v) => v.target !== "cpu")) box.append(missing("The plan has no GPU variant.", "`--target sm_90a` (with `--dim NAME=N` for open dimensions) adds one; no GPU need be present."));
    for (const r of rows) {
      const kinds = new Map();
      for (const x of r.have) { const key = x.k.precision || "?"; kinds.set(key, (kinds.get(key) || []).concat(x)); }
      box.append(make("h3", {}, "Matrix products on " + r.t), table("Operand types on " + r.t, [{ name: "operands → result", of: (k) => arrows(k[0]) }, { name: "nodes", number: true, of: (k) => String(k[1].length) },
        { name: "multiply-accumulates", number: true, of: (k) => counted(k[1].reduce((s, x) => s + macsOf(x.n), 0)) }], [...kinds].sort((a, b) => b[1].length - a[1].length)));
    }
    const modelled = (v) => v.launches.length && v.launches.every((l) => known(l.model_seconds)) ? v.launches.reduce((sum, l) => sum + l.model_seconds, 0) : null;
    const timed = variants.some((v) => modelled(v) !== null);
    if (variants.length) box.append(make("h3", {}, "Variants"), table("Variants", [{ name: "target", of: (v) => v.target }, { name: "sizes", of: (v) => v.profile || "any" }, { name: "steps", number: true, of: (v) => String(v.steps) },
      { name: "kernels", number: true, of: (v) => v.kernels ? String(v.kernels) : "–" }, { name: "weights", number: true, of: (v) => bytes(v.weight_bytes) }, { name: "activations", number: true, of: (v) => v.activation_bytes ? bytes(v.activation_bytes) : "–" },
      { name: "workspace", number: true, of: (v) => v.workspace_bytes ? bytes(v.workspace_bytes) : "–" }].concat(timed ? [{ name: "time, modelled", number: true, of: (v) => seconds(modelled(v)) }] : []), variants));
    for (const v of variants.filter((v) => (v.host_steps || []).length)) {
      const rows = v.host_steps.flatMap((s) => s.nodes.map((n, i) => ({ s, n, first: i === 0 })));
      box.append(make("h3", {}, "Computed by the CPU in the middle of a run on " + v.target + " " + v.profile), table("Host steps", [{ name: "step", number: true, of: (x) => x.first ? String(x.s.step) : "" }, { name: "node", of: (x) => x.n.name || "" },
        { name: "operator", of: (x) => x.n.op }, { name: "why", of: (x) => x.n.reason }, { name: "to the host", number: true, of: (x) => x.first ? bytes(x.s.to_host_bytes) : "" }, { name: "to the GPU", number: true, of: (x) => x.first ? bytes(x.s.to_device_bytes) : "" }], rows));
    }
    for (const v of variants.filter((v) => v.tuning)) {
      const t = v.tuning, rows = t.problems.flatMap((p) => p.ways.map((w, i) => ({ p, w, first: i === 0 })));
      box.append(make("h3", {}, "Timed for " + v.target + " " + v.profile), make("p", {}, t.device + ". The model's first choice was taken for " + t.model.first_taken + " of " + plural(t.problems.length, "problem") +
        (known(t.model.mean_factor) ? "; its times are off by a factor of " + t.model.mean_factor.toFixed(2) + " in the mean, " + t.model.worst_factor.toFixed(2) + " at worst (" + t.model.worst_node + ")." : ".")),
        table("Timed kernels", [{ name: "node", of: (x) => x.first ? x.p.node : "" }, { name: "uses", number: true, of: (x) => x.first ? String(x.p.uses) : "" }, { name: "time, modelled", number: true, of: (x) => x.first ? seconds(x.p.model_seconds) : "" },
          { name: "way", of: (x) => x.w.name }, { name: "model's cost", number: true, of: (x) => known(x.w.cost) ? x.w.cost.toFixed(2) : "–" }, { name: "time, measured", number: true, of: (x) => seconds(x.w.seconds) }, { name: "", of: (x) => x.w.taken ? "✓ taken" : x.w.failed ? "left out: " + x.w.failed : "" }], rows));
    }
    const listed = variants.filter((v) => v.launches.length || v.launches_left_out);
    if (!listed.length) return;
    const pick = make("select", { id: "variant" }, listed.map((v) => make("option", {}, v.target + " " + v.profile))), view = make("div");
    const show = () => {
      const v = listed[pick.selectedIndex], timed = v.launches.some((l) => known(l.model_seconds));
      view.textContent = "";
      view.append(v.launches_left_out ? missing("The " + plural(v.launches_left_out, "launch", "launches") + " of this variant are left out of the page for its size.", "`fp8c report PLAN.fp8c --json` has them.") :
        table("Launches", [{ name: "#", number: true, of: (l) => String(v.launches.indexOf(l)) }, { name: "node", of: (l) => l.name || "" }, { name: "reads → writes", of: (l) => arrows(l.precision || "") }, { name: "kernel", of: (l) => make("code", {}, l.kernel) },
          { name: "flops", number: true, of: (l) => counted(l.flops) }, { name: "moved", number: true, of: (l) => bytes(l.bytes_moved) }].concat(timed ? [{ name: "time, modelled", number: true, of: (l) => seconds(l.model_seconds) }] : []), v.launches));
    };
    const d = make("details", {}, make("summary", {}, "Every launch"), make("p", { class: "controls" }, make("label", { for: "variant" }, "Variant "), pick), view);
    pick.addEventListener("change", show);
    d.addEventListener("toggle", () => { if (d.open && !view.firstChild) show(); }); /* when first opened: there may be many */
    box.append(d);
  }

  /* ---- Nodes ---- */

  function drawNodes() {
    const box = section("nodes", "Nodes");
    box.append(make("p", { class: "lead controls" }, "Heads sort, rows open. In the table: arrow keys move, Enter opens."));
    const any = (f) => nodes.some((n) => { const x = f(n); return known(x) && x !== 0; });
    const decided = (key) => (n) => n.decision ? n.decision[key] : null, what = (key) => (n) => n.decision && n.decision.what_if ? n.decision.what_if[key] : null;
    const order = new Map(nodes.map((n, i) => [n, i + 1]));
    const columns = [{ name: "node", class: "name", of: (n) => n.name }, { name: "format", of: formatOf, show: (n) => formatOf(n) ? tag(formatOf(n)) : "" },
      { name: "why", of: whyOf, show: (n) => make("span", { class: "clamp" }, whyOf(n)), class: "words" }, { name: "operator", of: (n) => n.op }, { name: "#", number: true, title: "place in model order", of: (n) => order.get(n) }];
    const figures = (name, of, show, title, aside) => { if (any(of)) columns.push({ name, number: true, title, aside, of, show: (n) => known(of(n)) ? show(of(n)) : "" }); };
    for (const f of rounded) figures(f.shown + " dB", decided(f.figure), (x) => fixed(x, 1), "its output alone, " + (f.weights === f.name ? "operands" : "activations") + " in " + f.shown);
    for (const [key, name] of ifNames) figures("(" + name + " dB)", what(key), (x) => fixed(x, 1), "what if: fp8c does not compute in " + name, true);
    figures("error share", (n) => n.noise ? n.noise.share : null, share, "of the noise at the output");
    figures("time", (n) => n.seconds, seconds, "modelled");
    figures("gain", gainOf, seconds, "modelled time in BF16 less that as chosen");
    figures("MACs", macsOf, counted, "multiply-accumulates for one sample");
    figures("constants", (n) => n.constant_bytes, (x) => x ? bytes(x) : "");
    columns.push({ name: "operands", of: (n) => n.inputs.map((o) => o.format).join(" × ") + " → " + n.outputs.map((o) => o.format).join(", "), class: "types" });
    const present = [...new Set(matrix.map(formatOf))];
    details = draw.explorer(box, { id: "nodes-table", caption: "Nodes", placeholder: "name, operator, format, reason, kernel", rows: nodes, columns, detail: (n) => { const b = make("button", { type: "button", class: "press" }, "show it in the graph"); b.addEventListener("click", (e) => { e.stopPropagation(); drawn.show(n); byId("graph-search").closest("section").querySelector(".canvas").scrollIntoView({ block: "center" }); }); return make("div", {}, facts(n), b); },
      more: (n) => n.kernels.map((k) => k.kernel + " " + k.precision).concat(n.sources, n.region_kind || ""),
      choices: [{ name: "matrix nodes only", checked: matrix.length > 0, holds: (n, on) => !on || !!n.decision }].concat(present.length < 2 ? [] :
        present.map((f) => ({ name: f.toUpperCase(), checked: true, holds: (n, on) => on || !n.decision || formatOf(n) !== f }))) });
  }

  /* ---- Values ---- */

  const lattices = Object.fromEntries(draw.formatRows.filter((f) => f.fp8).map((f) => [f.name, f]));
  function latticeOf(format) {
    const { mantissa, least, max } = lattices[format], steps = 1 << mantissa, all = [];
    for (let m = 1; m < steps; m++) all.push(m * 2 ** (least - mantissa)); /* subnormal */
    for (let e = least; ; e++) for (let m = 0; m < steps; m++) { const x = (1 + m / steps) * 2 ** e; if (x > max) return all; all.push(x); }
  }
  function storedAs(v) {
    if (v.format && v.scale) return { format: v.format, scale: v.scale };
    const reader = nodes.find((n) => n.op === "Quantize" && n.inputs.some((o) => o.name === v.value)), o = reader && reader.outputs[0];
    return o && lattices[o.format] ? { format: o.format, scale: o.scale || null } : null;
  }

  function drawValues() {
    const values = data.values || [];
    const box = section("values", "Values", "How the magnitudes of a value are spread, and the numbers that its format has.");
    if (!values.length) { box.append(missing("No value was looked at: there was no calibration data.", "`--calibrate DATA` gathers their histograms.")); return; }
    const pick = make("select", { id: "value" }, values.map((v, i) => make("option", { value: i }, v.value)));
    box.append(make("p", { class: "controls" }, make("label", { for: "value" }, "Value "), pick));
    const list = make("dl", { class: "tiles small" });
    box.append(list);
    const view = make("div");
    box.append(view);
    const paint = () => { view.textContent = ""; list.textContent = ""; valueFacts(list, values[pick.selectedIndex]); valueChart(view, values[pick.selectedIndex]); };
    pick.addEventListener("change", paint);
    const first = values.findIndex((v) => storedAs(v));
    pick.selectedIndex = Math.max(0, first);
    paint();
    const figuresOf = (key) => values.some((v) => known(v[key]));
    const columns = [{ name: "value", of: (v) => v.value, class: "name" }, { name: "stored as", of: (v) => { const s = storedAs(v); return s ? s.format : ""; }, show: (v) => { const s = storedAs(v); return s ? tag(s.format) : "–"; } },
      { name: "scale", number: true, of: (v) => (storedAs(v) || {}).scale, show: (v) => magnitude((storedAs(v) || {}).scale) }, { name: "amax", number: true, of: (v) => v.amax, show: (v) => magnitude(v.amax) }, { name: "rms", number: true, of: (v) => v.rms, show: (v) => magnitude(v.rms) },
      { name: "amax / rms", number: true, title: "outlier ratio", of: (v) => v.rms > 0 ? v.amax / v.rms : null, show: (v) => v.rms > 0 ? (v.amax / v.rms).toFixed(1) : "–" },
      { name: "zeros", number: true, of: (v) => v.count ? v.zeros / v.count : null, show: (v) => v.count ? share(v.zeros / v.count) : "–" }];
    const more = (key, name, show, title) => { if (figuresOf(key)) columns.push({ name, number: true, title, of: (v) => v[key], show: (v) => known(v[key]) ? show(v[key]) : "–" }); };
    more("sqnr_db", "SQNR dB", (x) => fixed(x, 1), "of rounding to the stored format");
    more("saturated_share", "saturated", share);
    more("underflow_share", "to zero", share);
    more("nonfinite", "not finite", draw.grouped);
    if (values.some((v) => v.distribution)) columns.push({ name: "like", aside: true, title: "the family of distributions that its numbers are most like", of: (v) => (v.distribution || {}).family, show: (v) => likeWords(v.distribution) || "–" },
      { name: "expected best", aside: true, title: "of 8 bits, for numbers distributed so", of: (v) => (v.distribution || {}).best, show: (v) => v.distribution ? v.distribution.best.toUpperCase() : "–" });
    for (const [key, name] of valueIfNames)
      if (values.some((v) => v.what_if && known(v.what_if[key]))) columns.push({ name: "(" + name + " dB)", number: true, aside: true, title: "what if: fp8c does not compute in it", of: (v) => (v.what_if || {})[key], show: (v) => fixed((v.what_if || {})[key], 1) });
    const d = make("details", { class: values.length <= 60 ? "print" : null }, make("summary", {}, "All " + plural(values.length, "value") + " as a table"));
    box.append(d);
    draw.explorer(d, { id: "values-table", caption: "Calibrated values", placeholder: "name", rows: values, columns, choices: [], detail: (v) => { const l = make("dl", { class: "facts" }); l.append(make("dt", {}, "percentiles of the magnitudes"),
      make("dd", {}, Object.entries(v.percentiles || {}).map(([k, x]) => k + " " + magnitude(x)).join(", ") || "not kept")); return l; } });
    if (columns.some((c) => c.name.startsWith("("))) box.append(make("p", { class: "quiet whatif" }, "Columns in brackets say what if: the same data rounded to formats that fp8c does not compute in."));
    else box.append(missing("What E3M4, E2M5 and INT8 would do to the values is not in this document.", "This version of fp8c adds it to every compile with `--calibrate DATA`."));
  }

  function valueFacts(list, v) {
    const put = (name, value, note, className) => list.append(make("div", { class: className }, make("dt", {}, name), make("dd", {}, make("strong", {}, value), note ? make("span", {}, note) : null)));
    const s = storedAs(v);
    put("stored as", s ? s.format.toUpperCase() : "no FP8", s ? (s.scale ? "scale " + magnitude(s.scale) : "scales of its own by channel or row") : "no FP8 product reads it");
    put("largest magnitude", magnitude(v.amax), v.rms > 0 ? (v.amax / v.rms).toFixed(1) + " times the rms, " + magnitude(v.rms) : "");
    put("zeros", v.count ? share(v.zeros / v.count) : "–", plural(v.count, "number"));
    if (v.channels && known(v.channels.outlier_ratio)) put("channels", String(v.channels.count), "number " + v.channels.largest + " reaches " + v.channels.outlier_ratio.toPrecision(3) + " times as far as the median");
    if (known(v.sqnr_db)) put("rounding keeps", decibels(v.sqnr_db), known(v.saturated_share) ? share(v.saturated_share) + " saturate, " + share(v.underflow_share) + " become zero" : "");
    if (v.distribution) put("distributed like", likeWords(v.distribution), "expected best of 8 bits: " + v.distribution.best.toUpperCase() + ", " + decibels(v.distribution.best_db), "whatif");
    if (v.what_if && ifWords(v.what_if)) put("what if; fp8c computes in none", valueIfNames.filter(([k]) => known(v.what_if[k])).map(([k]) => fixed(v.what_if[k], 1)).join(" / ") + " dB", valueIfNames.filter(([k]) => known(v.what_if[k])).map(([, name]) => name).join(" / ") + ", each by its best scale", "whatif");
  }

  function valueChart(host, v) {
    const s = storedAs(v), scale = s && s.scale, lattice = scale ? latticeOf(s.format).map((x) => Math.log2(x * scale)) : [];
    const step = 1 / v.bins_per_octave, bins = v.histogram.map((count, i) => ({ count, from: v.first_log2 + i * step }));
    if (!bins.length) { host.append(make("p", { class: "missing" }, "Every number of this value is zero.")); return; }
    const low = Math.floor(Math.min(bins[0].from, lattice.length ? lattice[0] - 1.5 : Infinity)), high = Math.ceil(Math.max(bins[bins.length - 1].from + step, lattice.length ? lattice[lattice.length - 1] + .7 : -Infinity));
    const every = Math.max(1, Math.ceil((high - low) / 12)), ticks = [];
    for (let e = Math.ceil(low / every) * every; e <= high; e += every) ticks.push(e);
    const y = draw.decades(Math.max(...bins.map((b) => b.count)));
    const top = lattice[lattice.length - 1], zero = lattice.length ? lattice[0] - 1 : null; /* below half of the least code */
    const total = bins.reduce((sum, b) => sum + b.count, 0) || 1, sum = (f) => bins.filter(f).reduce((t, b) => t + b.count, 0) / total;
    const over = scale ? sum((b) => b.from >= top) : 0, under = scale ? sum((b) => b.from + step <= zero) : 0;
    draw.chart(host, { title: v.value + ": magnitudes" + (scale ? " and the numbers " + s.format.toUpperCase() + " has at this scale" : ""), label: "Histogram of " + v.value, height: 320, byColumn: true,
      margin: { top: 26, bottom: scale ? 60 : 44 }, x: { axis: { ticks: scale ? [] : ticks, at: (e) => (e - low) / (high - low), text: (e) => "2" + draw.superscript(e) }, title: "magnitude" }, y: { axis: y, title: "how many numbers" },
      paint: (f) => {
        if (scale) { /* the axis stands below the lattice */
          f.put("rect", { class: "outside", x: f.x(top), y: f.top, width: Math.max(0, f.right - f.x(top)), height: f.bottom - f.top });
          f.put("rect", { class: "outside", x: f.left, y: f.top, width: Math.max(0, f.x(zero) - f.left), height: f.bottom - f.top });
          for (const t of ticks) f.put("text", { class: "tick", x: f.x(t), y: f.bottom + 31, "text-anchor": "middle" }, "2" + draw.superscript(t));
          f.put("path", { class: "lattice", d: lattice.map((x) => "M" + f.x(x).toFixed(1) + " " + (f.bottom + 3) + "v11").join("") });
          const note = (x, text, anchor) => f.put("text", { class: "label", x, y: 16, "text-anchor": anchor }, text);
          note(Math.max(f.left + 4, f.x(zero) - 4), "", "end");
          if (f.x(zero) - f.left > draw.measure("to zero: 99.9%") + 8) note(f.x(zero) - 6, "to zero: " + share(under), "end"); else note(f.left, "to zero: " + share(under), "start");
          if (f.right - f.x(top) > draw.measure("saturates: 99.9%") + 8) note(f.x(top) + 6, "saturates: " + share(over), "start"); else note(f.right, "saturates: " + share(over), "end");
        }
        const kind = !s ? "bar" : "bar c-" + s.format;
        for (const b of bins) if (b.count) f.put("rect", { class: scale && (b.from >= top || b.from + step <= zero) ? "bar lost" : kind, x: f.x(b.from), width: Math.max(.6, f.x(b.from + step) - f.x(b.from) - .4), y: f.y(b.count), height: f.bottom - f.y(b.count) });
        return bins.filter((b) => b.count).map((b) => ({ x: (f.x(b.from) + f.x(b.from + step)) / 2, y: f.y(b.count), text: magnitude(2 ** b.from) + " to " + magnitude(2 ** (b.from + step)) + ": " + plural(b.count, "number") +
          (scale ? b.from >= top ? ", saturate" : b.from + step <= zero ? ", become zero" : "" : "") }));
      }, legend: scale ? make("p", { class: "legend" }, make("span", {}, make("span", { class: "key " + s.format, "aria-hidden": "true" }), "numbers within reach"), make("span", {}, make("span", { class: "key lost", "aria-hidden": "true" }), "saturate or become zero"),
        make("span", {}, make("span", { class: "key ticks", "aria-hidden": "true" }), "a tick: a number of " + s.format.toUpperCase())) : null });
  }

  /* ---- Remarks, and how it was made ---- */

  function drawRemarks() {
    const box = section("remarks", "Remarks"), list = data.diagnostics || [];
    if (!list.length) box.append(make("p", {}, "There are none."));
    else box.append(make("ul", { class: "remarks" }, list.map((d) => make("li", { class: d.severity }, make("strong", {}, d.severity), " ", d.node ? make("code", {}, d.node) : null, d.node ? " " : null, d.text, make("span", { class: "quiet" }, " [" + d.code + "]")))));
  }
  function drawMade() {
    const box = section("made", "Making"), list = make("dl", { class: "facts" });
    const fact = (name, ...words) => list.append(make("dt", {}, name), make("dd", {}, ...words));
    for (const kind of ["inputs", "outputs"]) fact(kind, data[kind].map((p) => p.name + ": " + p.type).join(", "));
    fact("options", make("code", {}, data.options));
    fact("model", make("code", {}, data.model.hash), data.model.producer ? " by " + data.model.producer : "");
    fact("compiler", data.compiler + (data.nvrtc ? ", NVRTC " + data.nvrtc : ""));
    if (data.times) fact("time of the compile", data.times.map((t) => t.stage + " " + seconds(t.seconds)).join(", "));
    const ran = (data.passes || []).filter((p) => p.changes);
    box.append(list, make("details", {}, make("summary", {}, plural((data.passes || []).length, "pass", "passes") + ", of which " + ran.length + " changed something"),
      table("Passes", [{ name: "pass", of: (p) => p.name }, { name: "changes", number: true, of: (p) => String(p.changes) }].concat((data.passes || []).some((p) => known(p.seconds)) ? [{ name: "time", number: true, of: (p) => seconds(p.seconds) }] : []), data.passes || [])));
  }

  draw.start();
  if (matrix.some((n) => n.decision.what_if) || (data.values || []).some((v) => v.what_if)) draw.onDemand("what if", "what E3M4, E2M5 and INT8 would hold of the same numbers: fp8c computes in none of them", "whatif");
  drawHead(); advice.draw({ data, link: linkTo, timeWords }); drawGraph(); drawAlternatives(); drawFront(); drawCost(); drawRefusals(); drawProof(); drawNodes(); drawValues(); drawRemarks(); drawMade();
})();
