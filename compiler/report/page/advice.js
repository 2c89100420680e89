"use strict";
/* What to change: the nodes that make most of the error and the steps that take most of the
 * time, each with the words of an override or the option that acts on it. */
const advice = (function () {
  const { make, known, isFp8, fixed, share, seconds, decibels, plural, tag, section, missing, code } = draw;
  const SHOWN = 3;

  /* A product joined of several answers to the names of its parts. */
  const namesOf = (n) => n.decision.members > 1 ? n.sources : [n.name];
  const ruleOf = (n, format) => { const names = namesOf(n); return "{ \"node\": " + (names.length > 1 ? "[" + names.map(draw.quoted).join(", ") + "]" : draw.quoted(names[0])) + ", \"format\": \"" + format + "\" }"; };

  /* The compile again: the line of options that decided the plan, as they are typed.  What was
   * assumed or is the default is left out; files are known by their hashes alone. */
  const typed = { target: "--target", dim: "--dim", shape: "--shape", fix: "--fix", "io-type": "--io-type", "kv-cache": "--kv-cache", tune: "--tune", norms: "--norms", precision: "--precision", method: "--calibrate-method",
    "max-error": "--max-error", "target-speedup": "--target-speedup", "fp8-share": "--fp8-share", judge: "--judge", "judge-output": "--judge-output", preprocess: "--preprocess", set: "--set", state: "--state", repair: "--repair" };
  const defaults = { precision: "auto", method: "mse", repair: "round,centre-maps,bias" };
  const quote = (s) => /^[\w./=,:+%-]+$/.test(s) ? s : "'" + s.replace(/'/g, "'\\''") + "'";
  function compileWords(data, more, but) {
    const words = [], assumed = data.time && data.time.assumed;
    for (const token of (data.options || "").split(" ")) {
      const at = token.indexOf("="), key = at < 0 ? token : token.slice(0, at), value = at < 0 ? "" : token.slice(at + 1);
      if (key === "no-cublaslt" || key === "allow-cpu-fallback") words.push({ key, text: "--" + key });
      else if (key === "evaluate") words.push({ key, text: "--evaluate EVALUATION" });
      else if (key in typed) words.push({ key, text: typed[key] + " ", value, left: defaults[key] === value || (key === "target" && assumed) || (key === "repair" && data.budget) });
      else if (words.length && words[words.length - 1].value !== undefined && at < 0) words[words.length - 1].value += " " + token; /* a value with spaces in it */
    }
    const all = ["fp8c compile " + quote(data.model.name && draw.original(data.model.name) === data.model.name ? data.model.name : "MODEL.onnx"), data.calibration_samples ? "--calibrate DATA" : "",
      ...words.filter((w) => !w.left && !(but || []).includes(w.key)).map((w) => w.text + (w.value !== undefined ? quote(w.value) : "")), more].filter(Boolean);
    let line = 0; /* broken between options, as a shell has it */
    return all.map((w, i) => { const wraps = i && line + w.length > 64; line = wraps ? w.length + 2 : line + w.length + 1; return (wraps ? " \\\n  " : i ? " " : "") + w; }).join("");
  }
  const pinWords = (data, rules) => "cat > pin.json <<'END'\n{ \"rules\": [\n  " + rules.join(",\n  ") + " ] }\nEND\n" + compileWords(data, "--override pin.json");

  function command(words, label) {
    const text = make("code", {}, words), said = make("span", { class: "unseen", role: "status" });
    const copy = make("button", { type: "button", class: "press copy", "aria-label": "copy the command: " + label }, "copy");
    copy.addEventListener("click", () => {
      const select = () => { const r = document.createRange(); r.selectNodeContents(text); getSelection().removeAllRanges(); getSelection().addRange(r); };
      const done = (word) => { copy.textContent = word; said.textContent = word; setTimeout(() => { copy.textContent = "copy"; }, 1500); };
      if (navigator.clipboard) navigator.clipboard.writeText(words).then(() => done("copied"), () => { select(); done("selected"); });
      else { select(); done("selected"); }
    });
    return make("div", { class: "command" }, make("pre", { tabindex: "0", role: "region", "aria-label": label }, text), copy, said);
  }

  const beside = (left, right) => make("div", { class: "pair" }, make("div", {}, left), make("div", {}, right));

  /* ---- Error ---- */

  /* The format that the node should have instead: one with less noise. */
  function wider(n) {
    const f = n.decision.format, d = n.decision;
    const figure = d["sqnr_" + f + "_db"];
    if (isFp8(f) && f !== "e4m3" && known(d.sqnr_e4m3_db) && known(figure) && d.sqnr_e4m3_db > figure) return "e4m3";
    return isFp8(f) ? "bf16" : f === "bf16" ? "f32" : null;
  }
  const optionOf = (n, format) => (n.options || []).find((o) => o.format === format && !o.refused);

  const timeChange = (more) => Math.abs(more) < 5e-9 ? null : more > 0 ? "costs " + seconds(more) : "saves " + seconds(-more);

  function errorRows(nodes) {
    const noisy = nodes.filter((n) => n.decision && n.noise && n.noise.power > 0 && wider(n)).sort((a, b) => (b.noise.share ?? b.noise.power) - (a.noise.share ?? a.noise.power));
    const total = nodes.reduce((sum, n) => sum + (n.noise && n.noise.power > 0 ? n.noise.power : 0), 0);
    if (noisy.length) return { measured: true, rows: noisy.slice(0, SHOWN).map((n) => {
      const to = wider(n), o = optionOf(n, to), left = o && known(o.noise) ? Math.max(0, total - n.noise.power + o.noise) : null;
      return { n, to, makes: share(known(n.noise.share) ? n.noise.share : n.noise.power / total) + " of the error at the outputs",
        brings: [left > 0 ? "about " + fixed(10 * Math.log10(total / left), 1) + " dB at the outputs" : null,
          o && known(o.seconds) && known(n.seconds) ? timeChange(o.seconds - n.seconds) : null].filter(Boolean).join(", "), left: o && known(o.noise) ? n.noise.power - o.noise : 0, total };
    }) };
    const alone = nodes.filter((n) => n.decision && isFp8(n.decision.format) && known(n.decision.sqnr_db)).sort((a, b) => a.decision.sqnr_db - b.decision.sqnr_db);
    return { measured: false, rows: alone.slice(0, SHOWN).map((n) => {
      const to = wider(n), after = n.decision["sqnr_" + to + "_db"];
      return { n, to, makes: decibels(n.decision.sqnr_db) + " at its own output", brings: known(after) ? decibels(after) + " there" : "" };
    }) };
  }

  function drawErrors(box, o) {
    const { measured, rows } = errorRows(o.data.nodes);
    box.append(make("h3", {}, "For less error"));
    if (!rows.length) {
      const fp8 = o.data.nodes.some((n) => n.decision && isFp8(n.decision.format));
      box.append(fp8 ? missing("The error of single nodes was not measured.", "`fp8c compile MODEL.onnx --calibrate DATA` measures it.") : make("p", {}, "No node computes in FP8, so none is in the way."));
      return;
    }
    if (!measured) box.append(make("p", { class: "lead" }, ...code("The largest errors at the nodes' own outputs. What of them reaches the outputs was not measured: `fp8c sensitivity MODEL.onnx --calibrate DATA` measures it, and so does a search (`--max-error 'sqnr>=25dB'`), which also chooses the nodes by itself.")));
    box.append(beside(rowsOf("Nodes with the most error", o, rows, measured ? "makes" : "has"), command(pinWords(o.data, rows.map((r) => ruleOf(r.n, r.to))), "pin these nodes to a wider format")));
    const less = rows.reduce((sum, r) => sum + (r.left || 0), 0), total = rows[0].total;
    if (rows.length > 1 && less > 0 && less < total) box.append(make("p", {}, "All of them together would bring about " + fixed(10 * Math.log10(total / (total - less)), 1) + " dB."));
  }
  const rowsOf = (caption, o, rows, makes) => draw.table(caption, [{ name: "node", of: (r) => o.link(r.n) }, { name: "format", of: (r) => tag(r.n.decision.format) }, { name: makes, of: (r) => r.makes },
    { name: "in", of: (r) => tag(r.to) }, { name: "would bring", of: (r) => r.brings || "–" }], rows);

  /* ---- Time ---- */

  /* What acts on a step: words, and an option, a format to pin, or neither. */
  function remedy(s, n, data) {
    const size = ((data.time && data.time.profile) || "").split(" ")[0].split("="), larger = size.length === 2 ? "--dim " + quote(size[0] + "=" + 8 * size[1]) : null;
    const launches = { words: "takes what any launch takes" + (larger ? "; more samples in a run share it" : ""), option: larger };
    const cpuOnly = (data.variants || []).every((v) => v.target === "cpu");
    if (n && n.decision && !isFp8(n.decision.format)) {
      if (s.limit === "launch" && !(optionOf(n, "e4m3") || {}).seconds) return launches;
      if (n.decision.rule === "gain") return { words: "FP8 may be here, and would save no time" };
      const o = optionOf(n, "e4m3"), refused = (n.options || []).find((x) => x.format === "e4m3" && x.refused);
      if (refused) return { words: "no FP8: " + refused.refused };
      if (o && known(o.seconds) && o.seconds < s.seconds) return { words: "saves " + seconds((known(n.seconds) ? n.seconds : s.seconds) - o.seconds), pin: "e4m3" };
      return { words: n.decision.reason || "computes in " + n.decision.format.toUpperCase() };
    }
    if (s.limit === "launch") return launches;
    if (s.limit === "memory") return { words: n && n.constant_bytes > s.bytes / 2 ? "reads its weights: more samples in a run share them" : "moves " + draw.bytes(s.bytes),
      option: n && n.constant_bytes > s.bytes / 2 ? larger : s.kind === "attention" && (data.inputs || []).some((p) => p.reason || /past|cache/i.test(p.name)) ? "--kv-cache e4m3" : null };
    return { words: "computes as fast as its format goes", option: cpuOnly ? null : "--tune fast, where the GPU is" };
  }

  function drawTimes(box, o) {
    const t = o.data.time, g = o.data.gain, steps = ((t && t.steps) || []).filter((s) => known(s.seconds)).sort((a, b) => b.seconds - a.seconds);
    box.append(make("h3", {}, "For less time"));
    if (!steps.length) { box.append(missing("The time of single steps is not known.", "`--calibrate DATA` or `--target sm_90a --dim NAME=N` gives the sizes that the time model needs.")); return; }
    const total = steps.reduce((sum, s) => sum + s.seconds, 0), byName = new Map(o.data.nodes.map((n) => [n.name, n]));
    const rows = steps.slice(0, SHOWN).map((s) => ({ s, n: byName.get(s.name), r: remedy(s, byName.get(s.name), o.data) }));
    const pins = rows.filter((x) => x.r.pin);
    box.append(make("p", { class: "lead" }, "Times are " + o.timeWords(t) + "."),
      (pins.length ? beside : (x) => x)(draw.table("Steps that take the most time", [{ name: "step", of: (x) => x.n ? o.link(x.n) : x.s.name }, { name: "format", of: (x) => x.s.format ? tag(x.s.format) : "" },
        { name: "takes", number: true, of: (x) => seconds(x.s.seconds) + ", " + share(x.s.seconds / total) }, { name: "limited by", of: (x) => ({ math: "arithmetic", launch: "launches" })[x.s.limit] || x.s.limit },
        { name: "what acts on it", of: (x) => make("span", { class: "wrap" }, x.r.pin ? [tag(x.r.pin), " "] : null, x.r.words, x.r.option ? [": ", make("code", {}, x.r.option)] : null) }], rows), pins.length ? command(pinWords(o.data, pins.map((x) => ruleOf(x.n, x.r.pin))), "pin these nodes to FP8") : null));
    if (g) box.append(make("p", {}, plural(g.left_out, "product") + " could be in FP8 and " + (g.left_out === 1 ? "is" : "are") + " not, since that saves no time: " + seconds(g.bf16_seconds) + " in BF16, " + seconds(g.allowed_seconds) + " with all of them in FP8 (modelled). To have FP8 all the same:"),
      command(compileWords(o.data, "--precision fp8", ["precision"]), "FP8 wherever it may be"));
  }

  /* o: data, link(node) an element that leads to it, timeWords(time). */
  function draw_(o) {
    const box = section("change", "What to change", "The nodes and steps that matter most, and the words that act on them. DATA stands for what was given to --calibrate.");
    if (!(o.data.nodes || []).some((n) => n.decision)) { box.append(make("p", {}, "The model has no matrix products: there is no format to choose.")); return; }
    drawErrors(box, o);
    drawTimes(box, o);
  }
  return { draw: draw_ };
})();
