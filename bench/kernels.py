#!/usr/bin/env python3
"""fp8c's products beside the best of cuBLASLt's algorithms, and its attention beside PyTorch's cuDNN, on one GPU.

  kernels.py gemms|attention|all [--gpu-graphs PROGRAM] [--library libfp8c_rt.so] [--work FOLDER] [--out FOLDER]
  kernels.py --list                             the products
  kernels.py --table                            join bench/results/gemms.json and attention.json
  kernels.py gemms --rehearse                   in small, on the simulated GPU of tests/simt

Products are those of the seven workloads at batch 1, 8 and 32, each with what its region does with the sums.  Chains of
launches, weights following each other as layers do, are captured and launched as graphs, contestants in turn.
cuBLASLt's side, of what it proposes the fastest:
  nearest   one launch: one scale for all columns, GELU in the tanh form, no gate, no turn
  outer     scales by column and bias in its epilogue, BF16 out; what is missing then by one kernel of ours
  tensor    the bare product, BF16 out; column scales, bias and all else by one kernel of ours
The figure without what it lacks is the fastest of all, the one with it that of `outer` and `tensor`.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kernel_graphs
from kernel_graphs import ATTENTIONS, gemms

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCHEMA = "fp8c-kernels-1"
TURNS, BLOCK_SECONDS, TRIES = 9, 8e-4, 3  # turns; of launches each, at least; launches of an algorithm that is tried
WANTED_MEAN, WANTED_LEAST, WANTED_AHEAD = 1.2, 0.95, 1.5


def median(x):
    return sorted(x)[len(x) // 2]


# ---- Plans ------------------------------------------------------------------------------

def forms_of(g):
    """cuBLASLt's ways: product, and whether a kernel of ours follows."""
    if g.operands != "e4m3":
        return {"nearest": False}
    return {"nearest": False, "outer": g.end not in ("bf16", "residual"), "tensor": True}


def write_plans(program, texts, folder, jobs):
    """Of graphs by name, the plans' paths; or why there is none."""
    os.makedirs(folder, exist_ok=True)
    shares = [list(texts)[i::jobs] for i in range(jobs)]
    running = []
    for i, share in enumerate(filter(None, shares)):
        for name in share:  # what was made before
            if os.path.exists(os.path.join(folder, f"{name}.fp8c")):
                os.remove(os.path.join(folder, f"{name}.fp8c"))
        path = os.path.join(folder, f"graphs-{i}.t")
        with open(path, "w") as f:
            f.write("----\n".join(texts[n] for n in share))
        environment = dict(os.environ, FP8C_TEST_CACHE=os.path.join(folder, "kernels"))
        running.append(subprocess.Popen([program, "--plans", folder, path], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment))
    said = [p.communicate()[0] for p in running]
    why = dict(l[5:].split(": ", 1) for text in said for l in text.splitlines() if l.startswith("FAIL ") and ": " in l)
    found = {}
    for name in texts:
        path = os.path.join(folder, f"{name}.fp8c")
        found[name] = path if os.path.exists(path) and name not in why else None
    if not any(found.values()):
        raise SystemExit(f"{program} --plans: {said[0].strip()[-800:]}")
    return found, why


# ---- Products ---------------------------------------------------------------------------

class Bench:
    """Memory that all products share, and their chains."""

    def __init__(self, a):
        import cublaslt
        self.lt, self.library_path = cublaslt, a.library
        self.driver = cublaslt.Driver()
        self.blas = cublaslt.Library(self.driver)
        self.turns, self.block = (2, 0) if a.rehearse else (TURNS, BLOCK_SECONDS)
        self.period = 1 << 24
        self.sources = {}
        for kind, array in (("e4m3", cublaslt.codes(20, self.period, 1)), ("bf16", cublaslt.bf16(self.period // 2, 2))):
            self.sources[kind] = self.driver.alloc(self.period)
            self.driver.send(self.sources[kind], array)

    def filled(self, held, kind, count):
        size = count * self.lt.BYTES[kind]
        p = self.driver.alloc(size)
        held.append(p)
        self.driver.repeat(p, size, self.sources[kind], self.period)
        return p

    def floats(self, held, x, count):
        import numpy as np
        p = self.driver.alloc(4 * count)
        held.append(p)
        self.driver.send(p, np.full(count, x, np.float32))
        return p

    def enqueuer(self, plan, memory, sessions):
        """The plan on memory by port name; results on "out"."""
        import runtime
        s = runtime.Session(self.library_path, plan, "cuda:0", stream=self.driver.stream.value, threads=1)
        sessions.append(s)
        port = lambda p, at: runtime.tensor(at, p[1], p[2], runtime.DEVICE)
        call = s.enqueuer([port(p, memory[p[0]]) for p in s.inputs], [port(p, memory["out"]) for p in s.outputs])
        call()  # modules are loaded before a capture
        self.driver.wait()
        return call

    def products(self, g, m):
        """cuBLASLt's, by form."""
        bias = m["bias"] if g.bias else None
        common = (self.blas, g.rows, g.n, g.k, g.operands)
        addend = m.get("r") if g.end == "residual" else None
        found = {"nearest": lambda: self.lt.Product(*common, "e4m3" if g.end in ("fp8", "gelu") else "bf16", "tensor", bias, g.end == "gelu", addend, one=m["one"])}
        if g.operands == "e4m3":
            found["outer"] = lambda: self.lt.Product(*common, "bf16", "outer", bias, False, addend, m["column"], m["row"])
            found["tensor"] = lambda: self.lt.Product(*common, "bf16", "tensor")
        return found

    def fastest(self, g, product, m, weights):
        """Of the algorithms that it proposes: the chain, how many there are, which it is."""
        best, chosen, others, why = math.inf, None, 0, None
        algorithms = product.algorithms()
        for i, algorithm in enumerate(algorithms):
            def issue():
                for j in range(g.launches):
                    product.issue(algorithm, weights[j % g.weights], m["x"], m["t"] if product.result == "bf16" else m["out"], m["t"])
            try:
                issue()  # what it loads at its first launch, it cannot in a capture
                self.driver.wait()
                graph = self.driver.captured(issue)
            except self.lt.Failure as e:
                why = str(e)
                others += 1
                continue
            seconds = self.driver.seconds(graph, 1 if self.block == 0 else TRIES)
            self.driver.drop(graph)
            if seconds < best:
                best, chosen = seconds, i
        if chosen is None:
            raise self.lt.Failure(why or "it proposes no algorithm")
        return algorithms[chosen], {"algorithms": len(algorithms), "failed": others, "taken": chosen + 1}

    def gemm(self, g, plans, why):
        """One row of the table."""
        held, sessions, graphs, made = [], [], {}, []
        result = {"name": g.name, "workload": g.workload, "node": g.node, "batch": g.batch, "rows": g.rows, "n": g.n, "k": g.k, "what": g.what,
                  "launches": g.launches, "weights": g.weights, "forms": {}}
        try:
            m = {"x": self.filled(held, g.operands, g.rows * g.k), "t": self.filled(held, "bf16", g.rows * g.n), "one": self.floats(held, 1, 1),
                 "r": self.filled(held, "bf16", g.rows * g.n), "bias": self.filled(held, "bf16", g.n), "out": self.filled(held, "bf16", g.rows * g.n),
                 "cos": self.filled(held, "bf16", g.head), "sin": self.filled(held, "bf16", g.head),
                 "column": self.floats(held, 1e-3, g.n), "row": self.floats(held, 1, g.rows)}
            weights = [self.filled(held, g.operands, g.n * g.k) for _ in range(g.weights)]
            m.update({f"w{i}": w for i, w in enumerate(weights)})
            if not plans[f"{g.name}-own"]:
                return dict(result, error=f"no plan: {why.get(f'{g.name}-own', 'gpu_graphs ended before')}")
            graphs["own"] = self.driver.captured(self.enqueuer(plans[f"{g.name}-own"], m, sessions))
            for form, make in self.products(g, m).items():
                told = result["forms"][form] = {}
                follows = forms_of(g)[form]
                try:
                    if follows and not plans[f"{g.name}-{form}"]:
                        raise self.lt.Failure(f"no plan for what follows: {why.get(f'{g.name}-{form}', 'gpu_graphs ended before')}")
                    product = make()
                    made.append(product)
                    algorithm, found = self.fastest(g, product, m, weights)
                    told.update(found)
                    behind = self.enqueuer(plans[f"{g.name}-{form}"], m, sessions) if follows else None

                    def issue(rest):
                        for j in range(g.launches):
                            product.issue(algorithm, weights[j % g.weights], m["x"], m["t"] if product.result == "bf16" else m["out"], m["t"])
                            if rest:
                                rest()
                    graphs[form] = self.driver.captured(lambda: issue(None))
                    if behind:
                        graphs[f"{form}+"] = self.driver.captured(lambda: issue(behind))
                except self.lt.Failure as e:
                    told["error"] = str(e)
            times = {name: [] for name in graphs}
            counts = {name: max(1, math.ceil(self.block / self.driver.seconds(graph, 1))) if self.block else 1 for name, graph in graphs.items()}
            for turn in range(self.turns):
                for name in sorted(graphs, reverse=turn % 2 == 1):
                    times[name].append(self.driver.seconds(graphs[name], counts[name]) / g.launches * 1e6)
            add_times(result, {name: median(x) for name, x in times.items()})
            result["samples_us"] = {name: [round(t, 4) for t in x] for name, x in times.items()}
        except (self.lt.Failure, RuntimeError) as e:
            result["error"] = str(e)
        finally:
            for graph in graphs.values():
                self.driver.lib.cuGraphExecDestroy(graph)
            for x in (*made, *sessions):
                x.close()
            for p in held:
                self.driver.lib.cuMemFree_v2(self.lt.c.c_uint64(p))
        return result


def add_times(result, us):
    """The figures of a row from each contestant's microseconds a product: `FORM` the library's launch, `FORM+` with the kernel behind."""
    result["own_us"] = us["own"]
    for form, told in result["forms"].items():
        if form in us:
            told["us"] = us[form]
        if f"{form}+" in us:
            told["with_rest_us"] = us[f"{form}+"]
    exact = result["forms"] if list(result["forms"]) == ["nearest"] else {f: t for f, t in result["forms"].items() if f != "nearest"}
    whole = {f: us.get(f"{f}+", us.get(f)) for f in exact}
    whole = {f: t for f, t in whole.items() if t and "error" not in exact[f]}
    if whole:
        result["with_form"] = min(whole, key=whole.get)
        result["with_us"] = whole[result["with_form"]]
        result["with"] = result["with_us"] / us["own"]
    alone = [t for t in (us.get("nearest"), result.get("with_us")) if t]
    if alone:
        result["without_us"] = min(alone)
        result["without"] = result["without_us"] / us["own"]


def measure_gemms(a, start):
    products = gemms()
    if a.only:
        products = [g for g in products if a.only in g.name]
    if a.rehearse:
        products = [g.tiny() for g in products]
    texts = {}
    for g in products:
        texts[f"{g.name}-own"] = kernel_graphs.own(g)
        texts.update({f"{g.name}-{form}": kernel_graphs.rest(g, form) for form, follows in forms_of(g).items() if follows})
    plans, why = write_plans(a.gpu_graphs, texts, os.path.join(a.work, "gemms"), a.jobs)
    say(start, f"{sum(map(bool, plans.values()))} of {len(plans)} plans made")
    bench = Bench(a)
    before, rows = clocks(), []
    for g in products:
        if time.time() - start > a.seconds:
            rows.append({"name": g.name, "workload": g.workload, "node": g.node, "batch": g.batch, "rows": g.rows, "n": g.n, "k": g.k, "what": g.what,
                         "forms": {}, "error": f"not reached within {a.seconds:g} s"})
            continue
        rows.append(bench.gemm(g, plans, why))
        r = rows[-1]
        say(start, f"{g.name}: " + (r.get("error") or f"{r['own_us']:.2f} us, cuBLASLt {figure(r.get('without_us'))} / {figure(r.get('with_us'))}"))
    return dict(header(a, before), part="gemms", cublaslt=bench.blas.version, products=rows)


# ---- Attention --------------------------------------------------------------------------

def peer_attentions(c, kernel, sdpa):
    """cuDNN's on the same sizes: heads beside each other in memory as a packed product leaves them, and apart; the faster one counts."""
    import torch
    normal = lambda tokens_first, heads: (torch.randn(c.batch, c.tokens, heads, c.size, device="cuda", dtype=torch.bfloat16).transpose(1, 2) if tokens_first
                                          else torch.randn(c.batch, heads, c.tokens, c.size, device="cuda", dtype=torch.bfloat16))
    found, errors = {}, {}
    for layout, tokens_first in (("tokens first", True), ("heads first", False)):
        for keys in ("grouped", "repeated") if c.groups != c.heads else ("",):
            q, k, v = (normal(tokens_first, c.heads if keys == "repeated" else h) for h in (c.heads, c.groups, c.groups))
            name = " ".join(filter(None, (layout, keys and f"keys {keys}")))

            def call(q, k, v, more={"enable_gqa": True} if keys == "grouped" else {}):
                with kernel(sdpa):
                    for _ in range(c.launches):
                        out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=c.causal, **more)
                return out
            try:
                call(q, k, v)
                torch.cuda.synchronize()
                found[name] = call, (q, k, v)
            except RuntimeError as e:
                errors[name] = str(e).strip().splitlines()[0][:300]
    return found, errors


def replayed(graph, stream, times=5):
    import torch
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    with torch.cuda.stream(stream):
        graph.replay()
        begin.record(stream)
        for _ in range(times):
            graph.replay()
        end.record(stream)
    end.synchronize()
    return begin.elapsed_time(end) * 1e-3 / times


def measure_attention(a, start):
    import runtime
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel

    from gpu import graph_of, take_turns
    if not torch.cuda.is_available():
        raise SystemExit("PyTorch sees no GPU here")
    torch.set_grad_enabled(False)
    cases = [c for c in ATTENTIONS if a.only is None or a.only in c.name]
    plans, why = write_plans(a.gpu_graphs, {c.name: kernel_graphs.attention(c) for c in cases}, os.path.join(a.work, "attention"), a.jobs)
    say(start, f"{sum(map(bool, plans.values()))} of {len(plans)} plans made")
    stream, before, rows = torch.cuda.Stream(), clocks(), []
    for c in cases:
        row = {"name": c.name, "what": c.what, "flops": c.flops, "launches": c.launches, "wanted": c.wanted}
        rows.append(row)
        if not plans[c.name]:
            row["error"] = f"no plan: {why.get(c.name, 'gpu_graphs ended before')}"
            continue
        try:
            session = runtime.Session(a.library, plans[c.name], "cuda:0", stream=stream.cuda_stream)
            data = {n: (torch.randn(shape, device="cuda") / kernel_graphs.OUT_SCALE).clamp(-448, 448).to(torch.float8_e4m3fn) for n, _, shape in session.inputs}
            out = torch.empty(c.batch, c.tokens, c.heads * c.size, device="cuda", dtype=torch.float8_e4m3fn)
            ins = [runtime.tensor(data[n].data_ptr(), kind, shape, runtime.DEVICE) for n, kind, shape in session.inputs]
            outs = [runtime.tensor(out.data_ptr(), kind, shape, runtime.DEVICE) for _, kind, shape in session.outputs]
            found, row["peer_errors"] = peer_attentions(c, sdpa_kernel, SDPBackend.CUDNN_ATTENTION)
            captured = {name: graph_of(call, args, stream) for name, (call, args) in found.items()}
            row["tried_us"] = {name: replayed(graph, stream) * 1e6 / c.launches for name, (graph, _) in captured.items()}
            launches = {"fp8c": session.enqueuer(ins, outs)}
            if captured:  # the faster of its layouts takes turns
                best = min(row["tried_us"], key=row["tried_us"].get)
                launches[best] = captured[best][0].replay
            torch.cuda.synchronize()
            times = take_turns(launches, stream)
            us = {name: median(x) * 1e3 / c.launches for name, x in times.items()}
            least = {name: min(x) * 1e3 / c.launches for name, x in times.items()}
            add_attention(row, us, least)
            row["graph"] = session.graph()["kernel_nodes"]
            session.close()
            say(start, f"{c.what}: fp8c {row['tflops']:.0f} TFLOP/s, cuDNN " + (f"{row['peer_tflops']:.0f} ({row['ratio']:.2f} times)" if "ratio" in row else str(row["peer_errors"])))
        except RuntimeError as e:
            row["error"] = str(e).strip()[:500]
            say(start, f"{c.what}: {row['error']}")
    versions = {"torch": torch.__version__, "cuda": torch.version.cuda}
    try:
        versions["cudnn"] = torch.backends.cudnn.version()
    except RuntimeError as e:  # another than it was built with is found: the figures stand
        versions["cudnn"] = str(e).splitlines()[0]
    return dict(header(a, before), part="attention", torch=versions, attentions=rows)


def add_attention(row, us, least):
    row.update(us=us["fp8c"], least_us=least["fp8c"], tflops=row["flops"] / us["fp8c"] * 1e-6, least_tflops=row["flops"] / least["fp8c"] * 1e-6, all_us=us)
    peers = {name: t for name, t in us.items() if name != "fp8c"}
    if peers:
        row["peer"] = min(peers, key=peers.get)
        row.update(peer_us=us[row["peer"]], peer_tflops=row["flops"] / us[row["peer"]] * 1e-6, ratio=us[row["peer"]] / us["fp8c"])


# ---- Tables -----------------------------------------------------------------------------

def figure(x, digits=2):
    return "-" if x is None else f"{x:.{digits}f}"


def geometric_mean(x):
    return math.exp(sum(map(math.log, x)) / len(x)) if x else None


def mark(reached):
    return "reached" if reached else "missed"


def origin(r):
    more = f"cuBLASLt {r['cublaslt']}" if "cublaslt" in r else ", ".join(f"{k} {v}" for k, v in r["torch"].items())
    return (f"{r['gpu']}, driver {r['driver']}, {more}, {r['fp8c']}; SM clock {r['clock_mhz'][0]:.0f} MHz before, {r['clock_mhz'][1]:.0f} after "
            f"(highest {r['clock_max_mhz']:.0f}), {r['power_watts'][0]:.0f} and {r['power_watts'][1]:.0f} W; {r['date'][:10]}. `{r['command']}`\n\n")


def gemm_table(r):
    rows = r["products"]
    text = origin(r)
    for key, how in (("with", "with what cuBLASLt lacks"), ("without", "without it")):
        found = {x["name"]: x[key] for x in rows if key in x}
        if not found:
            continue
        mean, worst = geometric_mean(list(found.values())), min(found, key=found.get)
        below = sum(x < WANTED_LEAST for x in found.values())
        text += (f"* {how}: {mean:.2f} times faster in the geometric mean of {len(found)} products (wanted {WANTED_MEAN}: {mark(mean >= WANTED_MEAN)}); least "
                 f"{found[worst]:.2f} ({worst}; wanted {WANTED_LEAST}: {mark(below == 0)}), {below} below {WANTED_LEAST}\n")
    text += (f"* {sum('error' in x for x in rows)} of {len(rows)} products without a figure of ours, {sum('error' not in x and 'with' not in x for x in rows)} without one of cuBLASLt's\n\n"
             "| product | rows x n x k | what it ends in | fp8c, us | TFLOP/s | cuBLASLt in one launch, us | by column + ours, us | bare + ours, us | times faster without | with |\n"
             "|---|---|---|---|---|---|---|---|---|---|\n")
    for x in rows:
        forms = x["forms"]

        def cell(form):
            told = forms.get(form)
            if told is None:
                return ""
            if "error" in told:
                return told["error"].replace("|", "/")
            both = f"{told['us']:.2f}" + (f" → {told['with_rest_us']:.2f}" if "with_rest_us" in told else "")
            return f"{both} ({told['taken']} of {told['algorithms']})"

        own = x.get("own_us")
        tflops = 2 * x["rows"] * x["n"] * x["k"] / own * 1e-6 if own else None
        text += (f"| {x['workload']} {x['node']}, batch {x['batch']} | {x['rows']} x {x['n']} x {x['k']} | {x['what']} | {figure(own) if own else x.get('error', '-')} | "
                 f"{figure(tflops, 0)} | {cell('nearest')} | {cell('outer')} | {cell('tensor')} | {figure(x.get('without'))} | {figure(x.get('with'))} |\n")
    return text


def attention_table(r):
    text = origin(r) + ("| attention | fp8c, us | TFLOP/s (at its least) | wanted | cuDNN BF16, us | TFLOP/s | layout | times faster (wanted 1.5) |\n"
                        "|---|---|---|---|---|---|---|---|\n")
    for x in r["attentions"]:
        if "error" in x:
            text += f"| {x['what']} | {x['error']} | | | | | | |\n"
            continue
        wanted = f"{x['wanted']:g}: {mark(x['tflops'] >= x['wanted'])}" if x["wanted"] else ""
        peer = (f"{x['peer_us']:.1f} | {x['peer_tflops']:.0f} | {x['peer']} | {x['ratio']:.2f} ({mark(x['ratio'] >= WANTED_AHEAD)})" if "ratio" in x
                else f"{'; '.join(x['peer_errors'].values())} | | |")
        text += f"| {x['what']} | {x['us']:.1f} | {x['tflops']:.0f} ({x['least_tflops']:.0f}) | {wanted} | {peer} |\n"
    return text


def tables(folder):
    text = ""
    for name, title, of in (("gemms", "Products", gemm_table), ("attention", "Attention", attention_table)):
        path = os.path.join(folder, f"{name}.json")
        if os.path.exists(path):
            with open(path) as f:
                r = json.load(f)
            if r.get("schema") == SCHEMA and not r.get("rehearsal"):
                text += f"# {title}\n\n{of(r)}\n"
    return text or f"no result of schema {SCHEMA} in {folder}\n"


# ---- The command ------------------------------------------------------------------------

def say(start, text):
    print(f"[{time.time() - start:6.1f} s] {text}", flush=True)


def clocks():
    from gpu import clocks as now
    return now()


def header(a, before):
    after = clocks()
    fp8c = subprocess.run([a.fp8c, "version"], capture_output=True, text=True).stdout.strip().splitlines()[:1] if os.path.exists(a.fp8c) else []
    return {"schema": SCHEMA, "rehearsal": a.rehearse, "date": time.strftime("%Y-%m-%dT%H:%M:%S"), "command": " ".join(sys.argv), "fp8c": fp8c[0] if fp8c else "",
            "gpu": after["gpu"], "driver": after["driver"], "clock_mhz": [before["clock"], after["clock"]], "clock_max_mhz": after["clock_max"],
            "clock_memory_mhz": after["clock_memory"], "power_watts": [before["power"], after["power"]]}


def write(a, name, result, table):
    os.makedirs(a.out, exist_ok=True)
    with open(os.path.join(a.out, f"{name}.json"), "w") as f:
        json.dump(result, f, indent=1)
    with open(os.path.join(a.out, f"{name}.md"), "w") as f:
        f.write(table)


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("part", nargs="?", choices=["gemms", "attention", "all"])
    ap.add_argument("--gpu-graphs", default=os.path.join(ROOT, "build", "tests", "gpu", "gpu_graphs"))
    ap.add_argument("--fp8c", default=os.path.join(ROOT, "build", "fp8c"), help="whose version is told")
    ap.add_argument("--library", help="libfp8c_rt.so; default: beside the command")
    ap.add_argument("--work", default=os.path.join(ROOT, ".cache", "bench", "kernels"), help="graphs, plans (some 3 GB) and kernels")
    ap.add_argument("--out", default=os.path.join(ROOT, "bench", "results"))
    ap.add_argument("--only", help="those whose name has this in it")
    ap.add_argument("--seconds", type=float, default=150, help="no product is begun later")
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--rehearse", action="store_true", help="in small, on the simulated GPU (docs/kernels.md)")
    ap.add_argument("--table", action="store_true")
    ap.add_argument("--list", action="store_true")
    a = ap.parse_args()
    if a.list:
        for g in gemms():
            print(f"{g.name:<30} {g.rows:>6} x {g.n:>5} x {g.k:>5}  {g.what}")
        print(f"{len(gemms())} products")
        return
    if a.table:
        print(tables(a.out), end="")
        return
    if not a.part:
        raise SystemExit("name gemms, attention or all; or --list or --table")
    if not os.path.exists(a.gpu_graphs):
        raise SystemExit(f"{a.gpu_graphs} is not there; build with tests, or name it by --gpu-graphs")
    a.library = a.library or os.path.join(os.path.dirname(os.path.abspath(a.fp8c)), "libfp8c_rt.so")
    start, failures = time.time(), []
    for name, measured, table in (("gemms", measure_gemms, gemm_table), ("attention", measure_attention, attention_table)):
        if a.part not in (name, "all"):
            continue
        try:
            result = measured(a, start)
        except Exception as e:  # the other part is measured all the same
            if a.part != "all":
                raise
            failures.append(f"{name}: {type(e).__name__}: {e}")
            continue
        text = table(result)
        write(a, name, result, text)
        print(text.split("\n| ")[0])
        say(start, f"written to {a.out}")
    if failures:
        raise SystemExit("\n".join(failures))


if __name__ == "__main__":
    main()
