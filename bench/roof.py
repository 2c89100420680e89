#!/usr/bin/env python3
"""All workloads on the GPU present: where their time goes by kernel family, beside each family's roof and the time model.

  roof.py ROW... | all [--peer bf16,max-autotune,fp8|none] [--precision auto,bf16] [--seconds 500] [--out DIR]
  roof.py all --prepare                      exports and plans only, which needs no GPU; kept for a later run
  roof.py ROW... --given                     plans under --work are taken as they are, made by --prepare on another machine
  roof.py --table [--out DIR]                the tables of all results kept

A row is one of bench/rows.py.  Several rows are made ready at once (exports, plans, peers), each in a process of its own; when all of
them are, each is timed alone on a GPU: as many rows at the same time as there are GPUs.  In one process the plans and the
peers take turns in blocks of graph launches (gpu.py); then `fp8c bench --roofline` times every step of each plan.
Written to --out: roof-ROW.json, and roof.md with three tables: the rows, where each loses most, and the families of each row.
"""
import argparse
import collections
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gpu
import peers
from measured import clocks_us, step_us, typical_us
from rows import ROWS, bench_words, compile_words, export, inputs, make

SCHEMA = "fp8c-roof-1"
SHORT_US = 5.0  # steps shorter than this say more of launches than of kernels: not in the model's figures
HERE = os.path.abspath(__file__)


# ---- One row, in a process of its own ---------------------------------------------------------

def folder_of(a, row):
    return os.path.join(a.work, f"{row.export_name}-{a.exporter}{'-tiny' if a.tiny else ''}")


def plan_of(a, row, precision):
    return os.path.join(folder_of(a, row), f"{row.name}.{precision}.fp8c")


def rounded_inputs(row, module, tiny):
    given = inputs(row, module, row.batch, 1, tiny)
    return {n: t.bfloat16() if t.is_floating_point() else t for n, t in given.items()}


def prepare(a, row):
    """The export and the plans, which need no GPU."""
    import torch
    torch.set_grad_enabled(False)
    torch.set_num_threads(4)
    folder, start = folder_of(a, row), time.time()
    onnx, data, seconds = export(row, folder, a.tiny, a.exporter)
    gpu.say(start, f"{row.name}: exported in {seconds:.1f} s")
    module = make(row, a.tiny)
    given = rounded_inputs(row, module, a.tiny)
    for precision in a.precision:
        plan = plan_of(a, row, precision)
        words = compile_words(a.fp8c, row, given, onnx, data, plan, os.path.join(folder, "cache"), (a.target,)) + ["--precision", precision, *a.option]
        begin = time.time()
        done = subprocess.run(words, capture_output=True, text=True)
        kept = {"words": words, "compile_seconds": time.time() - begin}
        if done.returncode:
            kept["error"] = done.stderr.strip()[-900:]
        else:
            kept["summary"] = json.loads(done.stdout)["summary"]
        pathlib.Path(plan + ".json").write_text(json.dumps(kept))
        gpu.say(start, f"{row.name} {precision}: {kept.get('error') or kept['summary']['sentence']} ({kept['compile_seconds']:.1f} s)")


def timed(a, row):
    import torch
    import runtime
    torch.set_grad_enabled(False)
    torch.backends.cuda.matmul.allow_tf32 = False
    start = time.time()
    module = make(row, a.tiny)
    given = rounded_inputs(row, module, a.tiny)
    module = module.cuda()
    args = tuple(t.cuda() for t in given.values())
    want = module(*(t.float() if t.is_floating_point() else t for t in args)).clone().cpu()
    stream = torch.cuda.Stream()
    launches, held, result = {}, [], {"schema": SCHEMA, "row": row.name, "date": time.strftime("%Y-%m-%dT%H:%M:%S"),
                                      "versions": gpu.versions(a.fp8c), "peers": {}, "plans": {}}
    for name in a.peer:
        try:
            call, _ = peers.make(name, copy.deepcopy(module), args, True)
            graph, answer = gpu.graph_of(call, args, stream)
            graph.replay()  # to be captured is not to be computed
            torch.cuda.synchronize()
            held.append(call)
            launches["peers", name] = graph.replay
            result["peers"][name] = {"sqnr_db": gpu.quality(want, answer.cpu())[0]}
        except Exception as e:  # a peer that cannot run is a result that says so
            result["peers"][name] = {"error": f"{type(e).__name__}: {str(e)[:300]}"}
    for precision in a.precision:
        plan = plan_of(a, row, precision)
        made = pathlib.Path(plan + ".json")
        kept = result["plans"][precision] = json.loads(made.read_text()) if made.exists() else {"error": "there is no such plan"}
        if "error" in kept:
            continue
        session = runtime.Session(a.library, plan, "cuda:0", stream=stream.cuda_stream)
        ins, outs, results, tensors = gpu.bind(session, given, "cuda", row.batch)
        launch = launches["plans", precision] = session.enqueuer(ins, outs)
        launch()
        torch.cuda.synchronize()
        kept["sqnr_db"] = gpu.quality(want, results[0].cpu())[0]
        kept["kernels"] = session.graph()["kernel_nodes"]
        held += [session, ins, outs, results, tensors]
    if a.gate:  # others on this GPU make themselves ready; whoever started this process says when it is alone
        print(READY, flush=True)
        sys.stdin.readline()
    before = gpu.clocks()
    for (side, name), times in gpu.take_turns(launches, stream).items():
        result[side][name]["ms"] = gpu.median(times)
    after = gpu.clocks()
    result.update(gpu=after["gpu"], driver=after["driver"], clock_mhz=[before["clock"], after["clock"]])
    for precision, kept in result["plans"].items():
        if "ms" in kept:
            figures = gpu.run_json([a.fp8c, "bench", plan_of(a, row, precision), "--device", "cuda:0", "--no-transfers", "--duration", "0.3",
                                    "--roofline", "--json", *bench_words(row)])
            kept.update(roof_us=figures["roof_us"], steps_us=figures["steps_us"], model_us=figures.get("model_us"),
                        steps=[{k: s[k] for k in ("kernel", "name", "median_us", "min_us", "max_us", "roof_us", "model_us", "bytes", "flops", "precision") if k in s} for s in figures["steps"]])
    pathlib.Path(a.out, f"roof-{row.name}.json").write_text(json.dumps(result, indent=1))
    gpu.say(start, f"{row.name}: " + ", ".join(f"{n} {p['ms']:.4f} ms" for n, p in
                  (*((peers.PEERS[n], p) for n, p in result["peers"].items()), *((f"fp8c {n}", p) for n, p in result["plans"].items())) if "ms" in p))


# ---- All of them -----------------------------------------------------------------------------

READY = "ready to be timed"


class Stage:
    """A process of this program for a row.  Its lines are printed as they come."""

    def __init__(self, name, which, device, *words):
        common = [w for w in sys.argv[1:] if w not in ROWS and w != "all"]
        self.name, self.ready = name, threading.Event()
        self.process = subprocess.Popen([sys.executable, HERE, name, "--stage", which, *common, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "CUDA_VISIBLE_DEVICES": str(device)})
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.strip() == READY:
                self.ready.set()
            else:
                print(line, end="", flush=True)
        self.ready.set()  # it has ended

    def ended_well(self, until):
        """Tells it to go on, and waits for its end, at most to the time `until`."""
        try:
            self.process.stdin.write("go\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it has ended: its exit status says how
        try:
            return self.process.wait(max(until - time.time(), 0)) == 0
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False


def run_all(a, rows):
    """Makes as many rows ready at a time as there are workers (exports, plans, peers, graphs), then times each of them alone on its GPU.
    What does not fit into the seconds is left out by name."""
    start, count, left = time.time(), gpus(), []
    until = start + a.seconds

    def made_ready(name, device):
        if until - time.time() < 5 or not (a.given or Stage(name, "prepare", "").ended_well(until)):
            left.append(f"{name} (not ready)")
            return None
        if a.prepare:
            return None
        stage = Stage(name, "time", device, "--gate")
        stage.ready.wait(max(until - time.time(), 0))
        return stage

    def timed_in_turn(stages):
        for stage in stages:
            if not stage.ended_well(until):
                left.append(f"{stage.name} (not timed)")

    with ThreadPoolExecutor(a.workers) as pool:
        for first in range(0, len(rows), a.workers):
            devices = [i % count for i in range(len(rows[first:first + a.workers]))]
            stages = list(pool.map(made_ready, rows[first:first + a.workers], devices))
            list(pool.map(timed_in_turn, [[s for s, at in zip(stages, devices) if s and at == device] for device in range(count)]))
    if left:
        print(f"left out after {time.time() - start:.0f} s: {', '.join(left)}")
    if not a.prepare:
        text = table(a.out)
        pathlib.Path(a.out, "roof.md").write_text(text)
        print(text)


def gpus():
    """GPUs that may be used."""
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    return len(given.split(",")) if given else visible_gpus()


def visible_gpus():
    try:
        return max(1, len(subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.strip().splitlines()))
    except OSError:
        return 1


# ---- Tables ------------------------------------------------------------------------------------

def family(kernel):
    """fp8c_group_norm_silu_802aaf5b801f: group_norm_silu; a library's kernel keeps its first words."""
    if kernel.startswith("fp8c_"):
        return re.sub(r"_[0-9a-f]{12}$", "", kernel)[5:]
    return kernel.split("<")[0][:32]


def by_family(steps):
    """name: [steps, us, roof us, model us], the longest first."""
    found = collections.defaultdict(lambda: [0, 0.0, 0.0, 0.0])
    for s in steps:
        of = found[family(s["kernel"])]
        for i, x in enumerate((1, typical_us(s), s.get("roof_us", 0.0), s.get("model_us", 0.0))):
            of[i] += x
    return sorted(found.items(), key=lambda kv: -kv[1][1])


def model_errors(plan):
    """Factors by which the time model is off, of steps that are long enough; and the worst step.  A step between clocks is longer than in a run."""
    steps = plan.get("steps", [])[1:]  # the clock in front of the first launch counts the graph's own start
    clocks = clocks_us(plan) if steps else 0
    us = lambda s: step_us(s) - clocks
    off = [(max(s["model_us"] / us(s), us(s) / s["model_us"]), s) for s in steps if us(s) >= SHORT_US and s.get("model_us")]
    return sorted(off, key=lambda x: x[0])


def read(folder):
    found = {}
    for path in sorted(pathlib.Path(folder).glob("roof-*.json")):
        result = json.loads(path.read_text())
        if result.get("schema") == SCHEMA:
            found[result["row"]] = result
    return {name: found[name] for name in ROWS if name in found}


def geometric_mean(x):
    product = 1.0
    for v in x:
        product *= v
    return product ** (1 / len(x)) if x else None


def cell(x, digits=2):
    return "-" if x is None else f"{x:.{digits}f}"


# A peer in BF16 is what a user has before any decision on precision; one in FP8 has another loss, and is compared apart.
KINDS_OF_PEERS = {"BF16": ("bf16", "max-autotune", "eager"), "FP8": ("fp8",)}


def fastest_peer(result, kind):
    return min((p["ms"] for n, p in result["peers"].items() if n in KINDS_OF_PEERS[kind] and "ms" in p), default=None)


def rows_table(found):
    lines = ["| row | GPU | peer BF16, ms | fp8c auto, ms | times | fp8c bf16, ms | times | peer FP8, ms | auto, times | kernels | share of roof | model: median, worst | SQNR auto / bf16 / peer, dB | compile, s |",
             "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"]
    ratios = collections.defaultdict(list)
    for name, r in found.items():
        auto, bf16 = r["plans"].get("auto", {}), r["plans"].get("bf16", {})
        peer = {kind: fastest_peer(r, kind) for kind in KINDS_OF_PEERS}
        times = {}
        for what, plan, kind in (("auto", auto, "BF16"), ("bf16", bf16, "BF16"), ("auto", auto, "FP8")):
            times[what, kind] = peer[kind] / plan["ms"] if peer[kind] and "ms" in plan else None
            if times[what, kind]:
                ratios[f"fp8c {what} over peers in {kind}"].append(times[what, kind])
        off = model_errors(auto)
        share = auto["roof_us"] / (1000 * auto["ms"]) if auto.get("roof_us") and auto.get("ms") else None
        quality = (auto.get("sqnr_db"), bf16.get("sqnr_db"), next((p.get("sqnr_db") for p in r["peers"].values()), None))
        lines.append("| " + " | ".join((
            name, r["gpu"].replace("NVIDIA ", "").split(" ")[0], cell(peer["BF16"], 3), cell(auto.get("ms"), 3), cell(times["auto", "BF16"]), cell(bf16.get("ms"), 3),
            cell(times["bf16", "BF16"]), cell(peer["FP8"], 3), cell(times["auto", "FP8"]), str(auto.get("kernels", "-")), cell(share),
            f"{cell(off[len(off) // 2][0] if off else None)}, {cell(off[-1][0] if off else None, 1)}", " / ".join(cell(q, 1) for q in quality), cell(auto.get("compile_seconds"), 0))) + " |")
    for what, x in ratios.items():
        lines.append(f"\nGeometric mean of {what}, {len(x)} rows: {geometric_mean(x):.2f}; least {min(x):.2f}.")
    return lines


def families_table(name, plan, count=8):
    clocks = clocks_us(plan)
    lines = ["", f"{name}: {plan['steps_us']:.0f} us in {len(plan['steps'])} steps between clocks, each {clocks:.1f} us longer so than in a run, "
             f"{1000 * plan['ms']:.0f} in a run, roof {plan['roof_us']:.0f}, model {plan['model_us'] or 0:.0f}", "",
             "| family | steps | us of a run | share of roof | model / measured |", "|---|---|---|---|---|"]
    for kernel, (n, us, roof, model) in by_family(plan["steps"])[:count]:
        us = max(us - clocks * n, 0.1 * n)
        lines.append(f"| {kernel} | {n} | {us:.0f} | {roof / us:.2f} | {model / us:.2f} |")
    return lines


# What would be tried next where a family loses much, by the first words of its name.
NEXT = (
    ("attention_fp8", "turn V once a head in the product that makes it, not once a block of rows; exponentials of half of the scores by polynomials"),
    ("attention", "attention with a bias in FP8; scores' bias read by TMA beside the keys"),
    ("gemm_skinny", "two modulation products of a block as one; weights of the next asked for before this one has ended"),
    ("gemm_e4m3_e4m3_bf16", "residuals in E4M3, or added before they are rounded in shared memory: half of the epilogue's bytes"),
    ("gemm", "tiles of 256 x 128 by two consumers, and a persistent order of tiles that keeps weights in the L2 cache"),
    ("cublasLt", "the same products in FP8, or a rounding and a bias in our own BF16 kernel instead of a launch behind the library's"),
    ("conv_e4m3_e4m3_bf16_swish", "a sigmoid with an approximate reciprocal; results stored in E4M3 besides, where squeeze and excitation follows"),
    ("conv_mma", "windows of a row shared through registers: L1 is at 76% of its rate"),
    ("conv_rows", "squeeze and excitation, both products and the mean, in one launch"),
    ("conv", "tiles of 128 filters for 320 (three, of which one half empty) instead of five of 64; the image's rows kept for all taps of a column"),
    ("depthwise", "windows of 5 x 5 and more as products of a band matrix on the tensor cores; sums in packed BF16 pairs"),
    ("row", "norms whose row stays in registers between the two sums; one launch with the product behind it (factors in its epilogue)"),
    ("norm", "moments by the convolution in front, in its epilogue"),
    ("group_norm", "moments by the convolution in front, in its epilogue"),
    ("squeeze", "attention that reads q, k and v of windows where the packed product left them"),
    ("transpose", "the product in front writes what is turned, by the tensor map it stores through"),
    ("concat", "halves of a concatenation written by those who make them, at their places"),
    ("gather_elements", "relative positions read inside of attention, as an index of the bias"),
    ("reduce", "the mean over an image in the epilogue of the filters for each channel in front"),
    ("resize", "resized on the way into the product behind it"),
    ("pool", "a row of windows a thread, each element read once"),
    ("eltwise", "in the epilogue of the product in front"),
    ("pad", "padding by the copy engine's bounds instead of a copy"),
)


def next_of(name, us):
    """`us`: of one step."""
    if us < SHORT_US:
        return "fewer launches: neighbours in one, or a layer in one persistent kernel"
    return next((what for first, what in NEXT if name.startswith(first)), "a profile of it")


def losses_table(found, count=3):
    """By row what keeps it from its roof: microseconds of a run (steps less their clocks) above the families' roofs."""
    lines = ["", "Losses: by row the three families that lie furthest above their roof, in microseconds of a run, and what to try next.", "",
             "| row | share of roof | family | steps | us | above its roof | next |", "|---|---|---|---|---|---|---|"]
    for name, r in found.items():
        plan = r["plans"].get("auto", {})
        if not plan.get("steps"):
            continue
        clocks = clocks_us(plan)
        families = [(f, n, us - clocks * n, us - clocks * n - roof) for f, (n, us, roof, _) in by_family(plan["steps"])]
        for i, (f, n, us, loss) in enumerate(sorted(families, key=lambda x: -x[3])[:count]):
            lines.append(f"| {name if not i else ''} | {plan['roof_us'] / (1000 * plan['ms']):.2f} | {f} | {n} | {us:.0f} | {loss:.0f} | {next_of(f, us / n)} |" if not i else
                         f"| | | {f} | {n} | {us:.0f} | {loss:.0f} | {next_of(f, us / n)} |")
    return lines


def table(folder):
    found = read(folder)
    if not found:
        return f"no result of schema {SCHEMA} in {folder}\n"
    lines = rows_table(found) + losses_table(found)
    for name, r in found.items():
        plan = r["plans"].get("auto", {})
        if plan.get("steps"):
            lines += families_table(name, plan)
    return "\n".join(lines) + "\n"


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("rows", nargs="*", help="names of rows, or all")
    ap.add_argument("--peer", default=["bf16"], help=f"of {', '.join(peers.PEERS)}; the fastest counts", type=lambda s: [] if s == "none" else s.split(","))
    ap.add_argument("--precision", default=["auto", "bf16"], type=lambda s: s.split(","))
    ap.add_argument("--target", default="sm_90a")
    ap.add_argument("--option", action="append", default=[], help="of fp8c compile besides those of the row, as one word")
    ap.add_argument("--fp8c", default=os.path.join(gpu.ROOT, "build", "fp8c"))
    ap.add_argument("--library", help="libfp8c_rt.so; default: beside the command")
    ap.add_argument("--work", default=os.path.join(gpu.ROOT, ".cache", "bench"))
    ap.add_argument("--out", default=os.path.join(gpu.ROOT, "bench", "results"))
    ap.add_argument("--exporter", default="dynamo", choices=["dynamo", "script"])
    ap.add_argument("--seconds", type=float, default=3600, help="for everything; what does not fit is left out by name")
    ap.add_argument("--workers", type=int, default=4, help="rows made ready at the same time")
    ap.add_argument("--tiny", action="store_true", help="models in small")
    ap.add_argument("--prepare", action="store_true")
    ap.add_argument("--given", action="store_true", help="make no export and no plan; those under --work are there")
    ap.add_argument("--gate", action="store_true", help=argparse.SUPPRESS)
    ap.add_argument("--stage", choices=["prepare", "time"], help=argparse.SUPPRESS)
    ap.add_argument("--table", action="store_true")
    a = ap.parse_args()
    if a.table:
        print(table(a.out), end="")
        return
    rows = list(ROWS) if a.rows == ["all"] else a.rows
    unknown = [r for r in rows if r not in ROWS]
    if unknown or not rows:
        raise SystemExit(f"{'there is no row ' + ', '.join(unknown) if unknown else 'name rows'}; the rows are all, {', '.join(ROWS)}")
    a.library = a.library or os.path.join(os.path.dirname(os.path.abspath(a.fp8c)), "libfp8c_rt.so")
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", os.path.join(a.work, "inductor"))
    os.environ.setdefault("TRITON_CACHE_DIR", os.path.join(a.work, "triton"))
    os.makedirs(a.out, exist_ok=True)
    if not a.stage:
        run_all(a, rows)
        return
    row = ROWS[rows[0]].tiny() if a.tiny else ROWS[rows[0]]
    (prepare if a.stage == "prepare" else timed)(a, row)


if __name__ == "__main__":
    main()
