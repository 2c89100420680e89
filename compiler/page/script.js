"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {}))
      if (key === "class") element.className = value; else element.setAttribute(key, value);
    for (const child of children) element.append(child);
    return element;
  };
  const bytes = (n) => n < 1e4 ? n + " B" : n < 1e7 ? (n / 1e3).toFixed(1) + " kB" : (n / 1e6).toFixed(1) + " MB";
  const figure = (x, digits) => typeof x === "number" ? x.toFixed(digits) : "–";
  const tag = (format) => make("span", { class: "tag " + format }, format);
  const nodes = data.nodes || [];
  const formatOf = (n) => n.decision ? n.decision.format : ((n.outputs[0] || {}).format || "other");

  byId("title").textContent = data.model.name + " in FP8";
  document.title = "fp8c: " + data.model.name;
  byId("sentence").textContent = (data.summary || {}).sentence || "";
  byId("facts").textContent = data.compiler + " · opset " + data.model.opset + " · " + data.model.nodes +
    " model nodes, " + nodes.length + " after optimisation · " + bytes(data.model.bytes) + " · calibrated on " +
    data.calibration_samples + " samples by " + data.calibration_method;

  Chart.defaults.color = css("--text");
  Chart.defaults.borderColor = css("--line");
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;
  const title = (text) => ({ display: true, text, align: "start" });
  const palette = [css("--e4m3"), css("--bf16"), css("--e5m2"), css("--f32")];

  function drawAlternatives() {
    const list = data.alternatives || [];
    const outputs = list.length ? list[0].outputs.filter((o) => typeof o.sqnr_db === "number").map((o) => o.name) : [];
    new Chart(byId("chart-error"), { type: "bar",
      data: { labels: list.map((a, i) => a.name + (i === 0 ? " (chosen)" : "")),
        datasets: outputs.map((name, i) => ({ label: name, backgroundColor: palette[i % palette.length],
          data: list.map((a) => (a.outputs.find((o) => o.name === name) || {}).sqnr_db) })) },
      options: { plugins: { title: title("SQNR against F32, dB") }, scales: { y: { beginAtZero: true } } } });
    new Chart(byId("chart-bytes"), { type: "bar",
      data: { labels: list.map((a) => a.name),
        datasets: [{ label: "MB", backgroundColor: palette[0], data: list.map((a) => a.weight_bytes / 1e6) }] },
      options: { plugins: { title: title("Weights, MB"), legend: { display: false } }, scales: { y: { beginAtZero: true } } } });
    const table = make("table");
    table.append(make("tr", {}, ...["assignment", "FP8 nodes", "FP8 MACs", "weights", "outputs"].map((h) => make("th", {}, h))));
    for (const a of list)
      table.append(make("tr", {}, make("td", {}, a.name), make("td", {}, a.fp8_nodes + " of " + a.gemm_nodes),
        make("td", {}, a.total_macs ? (100 * a.fp8_macs / a.total_macs).toFixed(1) + "%" : "–"), make("td", {}, bytes(a.weight_bytes)),
        make("td", {}, a.outputs.filter((o) => typeof o.cosine === "number").map((o) => o.name + ": " + figure(o.sqnr_db, 1) +
          " dB, cosine " + figure(o.cosine, 5) + " (worst " + figure(o.cosine_min, 5) + ")").join("; "))));
    byId("table-compare").append(table);
  }

  let chosen = null;
  function explain(n, cell) {
    if (chosen) chosen.setAttribute("aria-pressed", "false");
    if (cell) { chosen = cell; cell.setAttribute("aria-pressed", "true"); }
    const box = byId("why");
    box.textContent = "";
    const d = n.decision || {};
    box.append(make("strong", {}, n.name), " (" + n.op + ") ", tag(formatOf(n)), " ");
    box.append(d.reason || (n.outputs[0] || {}).reason || (n.region_kind ? "part of one " + n.region_kind + " kernel" : "no decision was needed"), make("br"));
    const facts = [];
    if (d.granularity) facts.push(d.granularity);
    if (d.policy) facts.push("scale by " + d.policy);
    if (typeof d.sqnr_e4m3_db === "number") facts.push("alone: E4M3 " + figure(d.sqnr_e4m3_db, 1) + " dB, E5M2 " +
      figure(d.sqnr_e5m2_db, 1) + " dB, BF16 " + figure(d.sqnr_bf16_db, 1) + " dB");
    facts.push("operands " + n.inputs.map((o) => o.type).join(" × ") + " → " + n.outputs.map((o) => o.type).join(", "));
    for (const k of n.kernels || []) facts.push(k.target + ": " + k.kernel + " (" + k.precision + ")");
    box.append(make("span", { class: "quiet" }, facts.join(" · ")));
  }

  function drawMap() {
    for (const [format, meaning] of [["e4m3", "E4M3 operands"], ["e5m2", "E5M2 operands"], ["bf16", "BF16"], ["f32", "F32 or integers"]])
      byId("legend").append(make("span", {}, tag(format), " " + meaning));
    const largest = Math.max(1, ...nodes.map((n) => n.decision ? n.decision.macs : 0));
    for (const n of nodes) {
      if (!n.decision) continue;
      const cell = make("button", { class: "cell " + formatOf(n), type: "button", "aria-pressed": "false",
        title: n.name + ": " + formatOf(n), "aria-label": n.name + ", " + formatOf(n) }, formatOf(n));
      cell.style.width = (1.6 + 3.4 * Math.sqrt(n.decision.macs / largest)) + "rem";
      cell.addEventListener("click", () => explain(n, cell));
      byId("map").append(cell);
    }
    const matrix = nodes.filter((n) => n.decision && typeof n.decision.sqnr_e4m3_db === "number");
    const line = (label, key, colour, style) => ({ label, data: matrix.map((n) => n.decision[key]), borderColor: colour,
      backgroundColor: colour, pointStyle: style, pointRadius: 3, borderWidth: 1.5 });
    new Chart(byId("chart-nodes"), { type: "line",
      data: { labels: matrix.map((n) => n.name), datasets: [line("E4M3", "sqnr_e4m3_db", palette[0], "circle"),
        line("E5M2", "sqnr_e5m2_db", palette[2], "rect"), line("BF16", "sqnr_bf16_db", palette[1], "triangle")] },
      options: { plugins: { title: title("Each matrix node alone: SQNR of its output, dB"), legend: { labels: { usePointStyle: true } } },
        scales: { x: { ticks: { display: false } } }, onClick: (e, hit) => { if (hit.length) explain(matrix[hit[0].index], null); } } });
  }

  const columns = [
    { name: "node", of: (n) => n.name }, { name: "operator", of: (n) => n.op },
    { name: "format", of: formatOf, show: (n) => tag(formatOf(n)) },
    { name: "E4M3 dB", number: true, of: (n) => n.decision && n.decision.sqnr_e4m3_db, digits: 1 },
    { name: "MACs", number: true, of: (n) => n.decision && n.decision.macs, digits: 0 },
    { name: "constants", number: true, of: (n) => n.constant_bytes, show: (n) => n.constant_bytes ? bytes(n.constant_bytes) : "" },
    { name: "region", of: (n) => n.region_kind ? n.region_kind + " " + n.region : "" },
    { name: "operands", of: (n) => n.inputs.map((o) => o.format).join(" × ") + " → " + n.outputs.map((o) => o.format).join(", ") },
    { name: "kernel", of: (n) => (n.kernels || []).map((k) => k.kernel + " (" + k.precision + ")").join("; ") },
    { name: "why", of: (n) => (n.decision && n.decision.reason) || (n.outputs[0] || {}).reason || "" } ];
  let order = null, descending = false;
  function drawTable() {
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    let rows = nodes.filter((n) => !byId("matrix-only").checked || n.decision);
    rows = rows.filter((n) => { const all = columns.map((c) => c.of(n)).join(" ").toLowerCase(); return words.every((w) => all.includes(w)); });
    if (order) rows = rows.slice().sort((a, b) => {
      const x = order.of(a), y = order.of(b);
      const sign = order.number ? (x ?? -Infinity) - (y ?? -Infinity) : String(x).localeCompare(String(y));
      return descending ? -sign : sign; });
    const body = byId("nodes").tBodies[0];
    body.textContent = "";
    for (const n of rows)
      body.append(make("tr", {}, ...columns.map((c) => make("td", c.number ? { class: "number" } : {},
        c.show ? c.show(n) : c.number ? (typeof c.of(n) === "number" ? c.of(n).toFixed(c.digits) : "") : c.of(n) || ""))));
    byId("shown").textContent = rows.length + " of " + nodes.length + " nodes";
  }
  function drawHead() {
    const head = make("tr", {});
    for (const c of columns) {
      const button = make("button", { type: "button" }, c.name), cell = make("th", c.number ? { class: "number" } : {}, button);
      button.addEventListener("click", () => {
        descending = order === c ? !descending : false; order = c;
        for (const th of head.children) th.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", descending ? "descending" : "ascending"); drawTable(); });
      head.append(cell);
    }
    byId("nodes").tHead.append(head);
    byId("filter").addEventListener("input", drawTable);
    byId("matrix-only").addEventListener("change", drawTable);
    drawTable();
  }

  let valueChart = null;
  function drawValue() {
    const v = (data.values || [])[byId("value").selectedIndex];
    if (!v) return;
    const reader = nodes.find((n) => n.op === "Quantize" && n.inputs.some((o) => o.name === v.value));
    const scale = reader ? reader.outputs[0].scale : 0, top = reader && reader.outputs[0].format === "e5m2" ? 57344 : 448;
    byId("value-facts").textContent = "amax " + v.amax.toPrecision(4) + ", rms " + figure(v.rms, 4) + ", zeros " +
      (v.count ? (100 * v.zeros / v.count).toFixed(1) : "0") + "%" + (scale ? ", scale " + scale.toPrecision(4) +
      ": the format reaches " + (scale * top).toPrecision(4) : "");
    const log2 = v.histogram.map((c, i) => v.first_log2 + i / v.bins_per_octave);
    const inside = (x) => !scale || (x <= Math.log2(scale * top) && x >= Math.log2(scale) - 10);
    if (valueChart) valueChart.destroy();
    valueChart = new Chart(byId("chart-value"), { type: "bar",
      data: { labels: log2.map((x) => "2^" + x.toFixed(2)), datasets: [{ label: "values", data: v.histogram,
        backgroundColor: log2.map((x) => inside(x) ? palette[0] : palette[1]), barPercentage: 1, categoryPercentage: 1 }] },
      options: { plugins: { title: title(scale ? "Magnitudes (log scale); the other colour saturates or rounds to zero" : "Magnitudes (log scale)"),
        legend: { display: false } }, scales: { y: { type: "logarithmic" } } } });
  }
  function fillValues() {
    for (const v of data.values || []) byId("value").append(make("option", {}, v.value));
    byId("value").addEventListener("change", drawValue);
    if ((data.values || []).length) drawValue(); else byId("h-values").parentElement.hidden = true;
  }

  function drawVariants() {
    for (const v of data.variants || []) {
      const box = make("details", {}, make("summary", {}, v.target + " " + v.profile + ": " + v.steps + " steps, weights " +
        bytes(v.weight_bytes) + (v.activation_bytes ? ", activations " + bytes(v.activation_bytes) : "")));
      if (v.launches.length) {
        const table = make("table", {}, make("tr", {}, ...["#", "kernel", "operand types", "node"].map((h) => make("th", {}, h))));
        v.launches.forEach((l, i) => table.append(make("tr", {}, make("td", {}, String(i)), make("td", {}, l.kernel),
          make("td", {}, l.precision || ""), make("td", {}, l.name || ""))));
        box.append(table);
      }
      byId("variants").append(box);
    }
    for (const d of data.diagnostics || [])
      byId("remarks").append(make("li", {}, make("strong", {}, d.severity), " " + (d.node ? d.node + ": " : "") + d.text));
    if (!(data.diagnostics || []).length) byId("remarks").append(make("li", {}, "none"));
  }

  drawAlternatives(); drawMap(); drawHead(); fillValues(); drawVariants();
})();
