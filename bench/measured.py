#!/usr/bin/env python3
"""The table of measured steps that the time model is held to (tests/cost/*.t).

  measured.py rows DUMPS RESULTS OUT     from roof-ROW.json in RESULTS and, in DUMPS, what `fp8c compile ROW ... --dump-after move-first
                                         --report-json ROW.PRECISION.report.json` printed (ROW.PRECISION.txt)
  measured.py problems TIMES OUT         from what `gpu_graphs --time` printed of bench/problem_graphs.py
  measured.py shapes TIMES OUT           the same of its shapes()

A problem is a step (or several that share launches) as the passes leave it, in text form and without weights: constants of
which only the shape counts are blobs, whose bytes the head names.  Equal problems are one, with the median of their times.

What a step takes between two clocks is longer than what it adds to a plan: the clocks themselves, and the start that would
overlap with the kernel before.  clocks_us() says by how much, (sum of steps - run) / steps of that very plan, since it differs
between sessions (2.7 to 3.4 us in later ones, 3.4 to 4.8 in those before); plans of long steps say little of it, and have
CLOCKS_US, the median of the first 15 plans of mostly short ones.  It is taken off each launch: times in the table add up to runs.
"""
import collections
import difflib
import json
import math
import pathlib
import re
import statistics
import sys

import problem_graphs

CLOCKS_US, CLOCKS_LEAST_US, CLOCKS_MOST_US = 4.1, 2.0, 5.0
LONG_STEPS_US = 20.0  # the median step of a plan whose clock falls under its load: its steps between pauses run faster than its run
OUTLIER = 5.0
BYTES = {"f32": 4, "bf16": 2, "f16": 2, "e4m3": 1, "e5m2": 1, "i64": 8, "i32": 4, "bool": 1, "u8": 1, "i8": 1, "f64": 8, "u64": 8, "u32": 4, "i16": 2, "u16": 2}
NAME = r'%(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9_.\-]+)'
STRING = r'"(?:[^"\\]|\\.)*"'


# ---- The text form ------------------------------------------------------------------------

def bare(line):
    """Without reasons, names and decisions."""
    line = re.sub(r" decision \{.*\}$", "", line)
    line = re.sub(rf' from (?:nothing|{STRING}(?:, {STRING})*)$', "", line)
    named = re.search(rf" named ({STRING})$", line)
    line = re.sub(rf" named {STRING}$", "", line)
    line = re.sub(rf"(\]) {STRING}", r"\1", line)
    return line, json.loads(named.group(1)) if named else None


def split_types(text):
    found, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "[") - (c == "]")
        if c == "," and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
    return found + [text[start:].strip()]


class Graph:
    """Lines of a dump: types of all values, constants, and steps: [region or None, node lines]."""

    def __init__(self, text):
        self.types, self.constants, self.steps, self.outs, self.names = {}, {}, [], [], {}
        self.opset = re.search(r"opset (\d+)", text).group(1)
        region = None
        for line in text[:text.index("\n}\n")].split("{\n", 1)[1].splitlines():
            line, name = bare(line.strip())
            if line.startswith("in "):
                value, type_ = re.match(rf"in ({NAME}) : (.*)$", line).groups()
                self.types[value] = type_
            elif line.startswith("const "):
                value, type_, data = re.match(rf"const ({NAME}) : (.*) = ((?:blob|random)\(.*|\{{.*)$", line).groups()
                self.types[value], self.constants[value] = type_, data
            elif line.startswith("out "):
                self.outs.append(re.match(rf"out ({NAME})", line).group(1))
            elif line.startswith("region "):
                region = [line.split()[1], []]
                self.steps.append(region)
            elif line == "}":
                region = None
            elif " = " in line and not line.startswith("symbol "):
                left, types = line.split(" = ", 1)[0], line[line.rindex(" : ") + 3:]
                results = [r.strip() for r in left.split(", ")]
                for r, t in zip(results, split_types(types)):
                    self.types[r] = t
                first = next(r for r in results if r != "_")
                node = (line, name or json.loads(first[1:]) if first.startswith('%"') else name or first[1:], results)
                if region:
                    region[1].append(node)
                else:
                    self.steps.append([None, [node]])
        self.users = collections.defaultdict(set)
        self.made_by = {r: i for i, (_, nodes) in enumerate(self.steps) for _, _, results in nodes for r in results}
        for i, (_, nodes) in enumerate(self.steps):
            for line, _, _ in nodes:
                for v in re.findall(NAME, line.split(" = ", 1)[1]):
                    self.users[v].add(i)

    def step_name(self, i):
        return self.steps[i][1][0][1]


def dims_of(type_):
    inner = type_[type_.rindex("[") + 1:-1]
    return [int(d) for d in inner.split(",")] if inner.strip() else []


def problem(g, steps, launched):
    """The text of some steps of a graph, results of those that were launched being its results, values renamed and numbers that do not matter made equal; and its blobs' bytes."""
    inside = {r for i in steps for _, _, results in g.steps[i][1] for r in results if r != "_"}
    names, head, blobs = {}, [], []

    def of(value):
        if value not in names:
            if value not in inside:
                type_ = plain_type(g.types[value])
                names[value] = f"%v{len(names)}"
                if value not in g.constants:
                    head.append(f"in {names[value]} : {type_}")
                else:
                    floats = re.match(r"(bf16|f16|f32|f64|e4m3|e5m2)", type_)
                    data = g.constants[value]
                    if data.startswith("blob") or floats and math.prod(dims_of(type_)) > 4:
                        data = f"blob({len(blobs)})"
                        blobs.append(math.prod(dims_of(type_)) * BYTES[re.match(r"\w+", type_).group(0)])
                    head.append(f"const {names[value]} : {type_} = {data}")
            else:
                names[value] = f"%v{len(names)}"
        return names[value]

    def plain_type(type_):
        type_ = re.sub(r"@[-+0-9.e]+(?=\[)", "@0.02", type_)
        return re.sub(NAME, lambda m: of(m.group(0)), type_)

    body, outs = [], []
    for i in steps:
        region, nodes = g.steps[i]
        lines = []
        for line, _, results in nodes:
            cut = line.rindex(" : ")
            line = line[:cut] + " : " + ", ".join(plain_type(t) for t in split_types(line[cut + 3:]))
            right = re.sub(NAME, lambda m: of(m.group(0)), line.split(" = ", 1)[1])
            right = re.sub(r"\b(scale|epsilon)=[-+0-9.e]+", r"\1=0.125", right)
            lines.append(", ".join("_" if r == "_" else of(r) for r in results) + " = " + right)
            outs += [names[r] for r in results if r != "_" and i in launched and (r in g.outs or g.users[r] - set(steps) or not g.users[r])]
        body += ([f"region {region} {{"] + ["  " + l for l in lines] + ["}"]) if region else lines
    return f"graph g opset {g.opset} {{\n" + "".join(f"  {l}\n" for l in (*head, *body, *(f"out {o}" for o in outs))) + "}\n", blobs


# ---- Rows ---------------------------------------------------------------------------------

def family(kernel):
    if not kernel.startswith("fp8c_"):
        return "cublasLt" if kernel.lower().startswith("cublaslt") else kernel.split()[0]
    words = re.sub(r"_[0-9a-f]{12}$", "", kernel)[5:].split("_")
    kept = words[:1]
    while len(kept) < len(words) and words[len(kept)] in ("fp8", "skinny", "mma", "rows", "tiles", "decode", "norm", "held", "elements", "direct", "dot", "lanes", "whole", "half"):
        kept.append(words[len(kept)])
    return "_".join(kept)


def groups(g, launches):
    """Steps and the launches they became: both are in the graph's order, and a launch is named after a step's first node."""
    found, next_step = [], 0
    members = [{n for _, n, _ in nodes} for _, nodes in g.steps]
    for i, l in enumerate(launches):
        k = next((k for k in range(next_step, len(g.steps)) if g.step_name(k) == l["name"]), None)
        if k is not None:
            found.append(([k], [i]))
            next_step = k + 1
            continue
        k = next((k for k in range(next_step) if l["name"] in members[k]), None)
        if k is None or not found:
            return None, f"launch {i} \"{l['name']}\" is no step"
        of = next((f for f in found if k in f[0]), found[-1])  # another launch of a step, or one for its operand
        of[0].append(k) if k not in of[0] else None
        of[1].append(i)
    return found, None


FUSED = 1.25  # a launch that moves so many times what its step reads and writes


def port_bytes(text):
    """Of what a problem reads and writes, each once."""
    types = dict(re.findall(r"(?:in|const) (%\w+) : (\S+?\[[^\]]*\])", text))
    types.update((v, t) for line in re.findall(r"^ +(%\w+.*? = .*)$", text, re.M) for v, t in zip(
        re.findall(r"%\w+", line.split(" = ")[0]), split_types(line[line.rindex(" : ") + 3:])))
    ports = re.findall(r"^  (?:in|out|const) (%\w+)", text, re.M)
    return sum(math.prod(dims_of(types[v])) * BYTES[re.match(r"\w+", types[v]).group(0)] for v in ports)


PLACES = {"Slice", "Split", "Transpose", "Reshape", "Squeeze", "Unsqueeze", "Flatten", "Expand"}


def with_places(g, steps, launched):
    """And the steps that were no launches, because these read where they would have moved something; None where such a step
    computes something, in a launch of others.  What others wrote at their places of a Concat is one value."""
    found, left = set(steps), list(steps)
    while left:
        for line, _, _ in g.steps[left.pop()][1]:
            for value in re.findall(NAME, line.split(" = ", 1)[1]):
                k = g.made_by.get(value)
                if k is None or k in launched or k in found:
                    continue
                operators = {re.match(r"\w+", l.split(" = ", 1)[1]).group(0) for l, _, _ in g.steps[k][1]}
                if operators == {"Concat"}:
                    continue
                if operators - PLACES:
                    return None
                found.add(k)
                left.append(k)
    return found


def step_us(step):
    """What a step takes: the median of runs, or their mean in results of before medians were kept."""
    return step["median_us"] if "median_us" in step else step["mean_us"]


def typical_us(step):
    """Without what one slow run among few made of a mean: a first launch was 530 times as long as the next."""
    return min(step_us(step), OUTLIER * step.get("min_us", math.inf))


def clocks_us(plan):
    """What the clocks around a step add to it, in this plan's measurement."""
    steps = plan["steps"]
    if statistics.median(step_us(s) for s in steps) > LONG_STEPS_US:
        return CLOCKS_US
    apart = (sum(map(typical_us, steps)) - 1000 * plan["ms"]) / len(steps)
    return min(max(apart, CLOCKS_LEAST_US), CLOCKS_MOST_US)


def times_of(launches, steps):
    """Microseconds of each launch.  Names may differ (of another version of the exporter), work may not."""
    of = [(family(l["kernel"]), l["bytes_moved"], l["flops"]) for l in launches]
    measured = [(family(s["kernel"]), s["bytes"], s["flops"]) for s in steps]
    us = [None] * len(of)
    for a, b, count in difflib.SequenceMatcher(None, of, measured, autojunk=False).get_matching_blocks():
        us[a:a + count] = (step_us(s) for s in steps[b:b + count])
    return us


def by(name, launches):
    """The library's own time, also where another family is asked before it."""
    return "# by: cublaslt\n" if name == "cublasLt" and launches == 1 else ""


def rows(dumps, results, out):
    table, skipped = collections.defaultdict(list), collections.Counter()
    for path in sorted(pathlib.Path(results).glob("roof-*.json")):
        result = json.loads(path.read_text())
        for precision, plan in result["plans"].items():
            dump = pathlib.Path(dumps, f"{result['row']}.{precision}.txt")
            if "steps" not in plan or not dump.exists():
                continue
            g = Graph(dump.read_text())
            launches = json.loads(pathlib.Path(dumps, f"{result['row']}.{precision}.report.json").read_text())["variants"][0]["launches"]
            us, clocks = times_of(launches, plan["steps"]), clocks_us(plan)
            if None in us:
                print(f"{result['row']} {precision}: {us.count(None)} of {len(us)} launches have no time")
            found, why = groups(g, launches)
            if why:
                print(f"{result['row']} {precision}: {why}")
                continue
            launched = {k for steps, _ in found for k in steps}
            for steps, which in found:
                if which[0] == 0:
                    continue  # the clock in front of the first launch counts the graph's own start
                if any(us[i] is None for i in which):
                    skipped[family(launches[which[0]]["kernel"])] += 1
                    continue
                whole = with_places(g, steps, launched)
                if whole is None:
                    skipped[family(launches[which[0]]["kernel"])] += 1
                    continue
                text, blobs = problem(g, sorted(whole), launched)
                if sum(launches[i]["bytes_moved"] for i in which) > FUSED * port_bytes(text):
                    skipped[family(launches[which[0]]["kernel"])] += 1
                    continue  # neighbours share the launch
                table[text].append((sum(us[i] - clocks for i in which), len(which), family(launches[which[0]]["kernel"]), f"{result['row']} {precision}", blobs, result["gpu"].replace("NVIDIA ", "")))
    lines = [f"# Steps of the rows of bench/results/roof.md on an H200 (2026-11-23), microseconds less what the clocks around a launch take.", "# Made by bench/measured.py rows."]
    parts = []
    for text, x in sorted(table.items(), key=lambda t: (t[1][0][2], -statistics.median(y[0] for y in t[1]), t[0])):
        head = f"# family: {x[0][2]}\n# chip: sm_90a\n# us: {max(0.1, statistics.median(y[0] for y in x)):.4g}\n{by(x[0][2], x[0][1])}# launches: {x[0][1]}\n# steps: {len(x)}\n# of: {', '.join(sorted({y[3] for y in x}))}\n"
        parts.append(head + (f"# blobs: {' '.join(map(str, x[0][4]))}\n" if x[0][4] else "") + text)
    pathlib.Path(out).write_text("\n".join(lines) + "\n----\n" + "----\n".join(parts))
    print(f"{sum(len(x) for x in table.values())} steps, {len(table)} problems; without a time: {dict(skipped)}")


# ---- Problems in a row ---------------------------------------------------------------------

START_US = 4.0  # of a graph of launches: 1, 6, 12 and 48 of the least kernel take 4.6, 7.9, 11.4 and 34.1 us


def problems(times, out, asked, by_kernel):
    """`by_kernel`: a problem's family is the kernel's that ran, else what it asks for."""
    found = {}
    for line in pathlib.Path(times).read_text().splitlines():
        m = re.match(r"\s*([\d.]+) us a launch \(.*?\), (\d+) launches, \d+ TFLOP/s(?:, (\S+))?: (.*)$", line)
        if m:
            found[m.group(4)] = (float(m.group(1)), int(m.group(2)), m.group(3))
    parts, without = [], 0
    for p in asked:
        if p.family == "start":
            continue
        if p.name not in found:
            without += 1
            continue
        us, launches, kernel = found[p.name]
        copies = p.copies()
        # gpu_graphs says what a launch takes; a problem may have several
        us = (us * launches - START_US) / copies
        text, blobs = p.text().split("\n", 2)[2], []

        def blob(m):
            type_ = re.sub(r"@[^\[]*", "", m.group(2))
            blobs.append(math.prod(dims_of(type_)) * BYTES[type_.split("[")[0]])
            return f"{m.group(1)}{m.group(2)} = blob({len(blobs) - 1})"
        text = re.sub(r"(const %\w+ : )(\S+\[[^\]]*\]) = random\(\d+\)", blob, text)
        name = family(kernel if kernel == "cuBLASLt" else f"fp8c_{kernel}") if by_kernel else p.family.replace(" ", "_") + "s"
        parts.append(f"# family: {name}\n# chip: sm_90a\n# us: {us:.4g}\n{by(name, -(-launches // copies))}# launches: {-(-launches // copies)}\n# of: {p.name}\n" + (f"# blobs: {' '.join(map(str, blobs))}\n" if blobs else "") + text)
    head = f"# Problems in sizes that no kernel was tuned for, several in a row on an H200, microseconds of one without the graph's start.\n# Made by bench/measured.py {'shapes' if by_kernel else 'problems'}.\n"
    pathlib.Path(out).write_text(head + "----\n" + "----\n".join(parts))
    print(f"{len(parts)} problems, {without} without a time")


if __name__ == "__main__":
    if sys.argv[1:2] == ["problems"] and len(sys.argv) == 4:
        problems(*sys.argv[2:], problem_graphs.problems(), False)
    elif sys.argv[1:2] == ["shapes"] and len(sys.argv) == 4:
        problems(*sys.argv[2:], problem_graphs.shapes(), True)
    elif sys.argv[1:2] == ["rows"] and len(sys.argv) == 5:
        rows(*sys.argv[2:])
    else:
        raise SystemExit(__doc__)
