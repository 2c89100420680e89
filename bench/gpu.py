#!/usr/bin/env python3
"""One workload, fp8c and its peers taking turns on one GPU; or the table of all results.

  gpu.py ROW [--peer bf16,fp8|eager|none] [--tune fast|full] [--quick] [--tiny] [--exporter dynamo|script]
  gpu.py ROW --devices [--batch N]              one plan on the GPU and on the CPU device: how far they part, and the plan from F32
  gpu.py ROW --prepare                          export and compile only, which needs no GPU; a later run keeps both
  gpu.py ROW --dry-run                          what would be done
  gpu.py ROW --rehearse                         the row in small on the CPU device: export, compile, run, compare
  gpu.py --table                                join bench/results/*.json
  gpu.py --list

A row is exported by torch.onnx with random weights, compiled by fp8c (cold, then
warm), and run in this process on the peer's stream: blocks of graph launches of the
one and the other in turn, by CUDA events.  Outputs of both are compared with the F32
model.  Exports, plans and the peers' compile caches are kept under --work and used
again.  Results are written to --out as ROW.PEER.json with GPU, driver, clocks,
versions, command, and every step against its roof.
"""
import argparse
import copy
import dataclasses
import json
import math
import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import peers
import table
from rows import ROWS, bench_words, compile_words, export, inputs, make

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROUNDS, BLOCK, SETTLE = 12, 12, 2  # turns; launches a turn; of which not counted
WAIT_CYCLES = 200_000  # some 100 us


def say(start, text):
    print(f"[{time.time() - start:6.1f} s] {text}", flush=True)


def run_json(words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: exit {done.returncode}: {done.stderr.strip()[-1500:]}")
    return json.loads(done.stdout)


def clocks():
    """Name, driver, SM clock in MHz, power in W, as nvidia-smi tells them."""
    query = "name,driver_version,clocks.sm,clocks.max.sm,clocks.mem,power.draw"
    first = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")[0] or "0"  # the GPU that is cuda:0 here
    try:
        done = subprocess.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader,nounits", f"--id={first}"],
                              capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return {"gpu": "unknown", "driver": "unknown", "clock": 0.0, "clock_max": 0.0, "clock_memory": 0.0, "power": 0.0}
    name, driver, *numbers = (f.strip() for f in done.stdout.strip().split(","))
    number = lambda s: float(s) if s.replace(".", "", 1).isdigit() else 0.0
    return dict(zip(("gpu", "driver", "clock", "clock_max", "clock_memory", "power"), (name, driver, *map(number, numbers))))


def versions(fp8c):
    found = {"fp8c": subprocess.run([fp8c, "version"], capture_output=True, text=True).stdout.strip().splitlines()[0]}
    for name in ("torch", "transformers", "timm", "onnx", "onnxscript"):
        try:
            found[name] = __import__(name).__version__
        except ImportError:
            pass
    import torch
    found["cuda"] = torch.version.cuda or "none"
    return found


def compile_of(a, row, onnx, data, module_inputs, folder, targets):
    """The plan, the cache and the command that makes it; other options make another plan."""
    name = "".join([row.name, *a.option])
    plan, cache = os.path.join(folder, f"{name}.fp8c"), os.path.join(folder, f"cache-{name}")
    return plan, cache, compile_words(a.fp8c, row, module_inputs, onnx, data, plan, cache, targets, a.tune) + a.option


def build_plan(a, row, onnx, data, module_inputs, folder, targets, start):
    """Cold, in an empty cache, then warm; the report and both times.  What --prepare made is kept."""
    plan, cache, words = compile_of(a, row, onnx, data, module_inputs, folder, targets)
    kept = plan + ".json"
    if os.path.exists(kept) and not a.prepare:
        with open(kept) as f:
            made = json.load(f)
        if made["words"] == words and made["made_by"] == os.path.getmtime(a.fp8c):
            return plan, made["seconds"], made["report"], words
    shutil.rmtree(cache, ignore_errors=True)
    seconds = []
    for how in ("cold", "warm"):
        begin = time.time()
        report = run_json(words)
        seconds.append(time.time() - begin)
        say(start, f"compiled {how} in {seconds[-1]:.1f} s: {report['summary']['sentence']}")
    if a.prepare:
        with open(kept, "w") as f:
            json.dump({"words": words, "made_by": os.path.getmtime(a.fp8c), "seconds": seconds, "report": report}, f)
    return plan, seconds, report, words


def tuning_of(report):
    """What --tune found: how far the time model was off, and the problems for which another way than the model's was taken."""
    found = [v["tuning"] for v in report["variants"] if "tuning" in v]
    if not found:
        return None
    first, = found
    changed = {p["node"]: [w["name"] for w in p["ways"] if w["taken"]][0] for p in first["problems"] if not p["ways"][0]["taken"]}
    failed = sum("failed" in w for p in first["problems"] for w in p["ways"])
    return {**first["model"], "problems": len(first["problems"]), "changed": changed, "failed": failed}


def quality(want, got):
    """SQNR in dB and cosine against the F32 model."""
    want, got = want.float().flatten().double(), got.float().flatten().double()
    noise = float(((want - got) ** 2).sum())
    signal = float((want * want).sum())
    cosine = float((want * got).sum() / (want.norm() * got.norm() + 1e-300))
    known = math.isfinite(noise) and noise > 0 and signal > 0
    return (10 * math.log10(signal / noise) if known else None), (cosine if math.isfinite(cosine) else None)


def torch_dtype(name):
    import torch
    return {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16, "i64": torch.int64, "i32": torch.int32,
            "e4m3": torch.float8_e4m3fn}[name]


def in_format(t, dtype, scale):
    """What a port of this type is given; torch does not saturate by itself."""
    if dtype == "e4m3":
        t = (t.float() / scale).clamp(-448, 448)
    return t.to(torch_dtype(dtype))


def bind(session, given, device, batch):
    """torch tensors in the ports' formats, and the runtime's views of them."""
    import runtime
    import torch
    place = runtime.DEVICE if device == "cuda" else runtime.HOST
    held, ins = [], []
    for name, dtype, _ in session.inputs:
        t = in_format(given[name], dtype, session.scales[name]).to(device).contiguous()
        held.append(t)
        ins.append(runtime.tensor(t.data_ptr(), dtype, list(t.shape), place))
    outs, results = [], []
    for _, dtype, shape in session.outputs:
        t = torch.empty([batch if s < 0 else s for s in shape], dtype=torch_dtype(dtype), device=device)
        results.append(t)
        outs.append(runtime.tensor(t.data_ptr(), dtype, list(t.shape), place))
    return ins, outs, results, held


# ---- On the GPU ---------------------------------------------------------------------------

def graph_of(call, args, stream):
    import torch
    with torch.cuda.stream(stream):
        for _ in range(3):
            call(*args)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        out = call(*args)
    torch.cuda.synchronize()
    return graph, out


def take_turns(launches, stream):
    """Milliseconds of each launch, by who launched: blocks in turn, the first of a block not counted.
    The GPU waits a little before each, so that the launch is there when the clock starts."""
    import torch
    times = {name: [] for name in launches}
    for _ in range(ROUNDS):
        for name, launch in launches.items():
            for i in range(BLOCK):
                begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                with torch.cuda.stream(stream):
                    torch.cuda._sleep(WAIT_CYCLES)
                    begin.record(stream)
                    launch()
                    end.record(stream)
                end.synchronize()
                if i >= SETTLE:
                    times[name].append(begin.elapsed_time(end))
    return times


def median(x):
    return sorted(x)[len(x) // 2]


def measure(a, row, folder, start):
    import torch
    import runtime
    if not torch.cuda.is_available() and not a.prepare:
        raise SystemExit("PyTorch sees no GPU here; --rehearse goes the same way in small on the CPU")
    torch.set_grad_enabled(False)
    torch.backends.cuda.matmul.allow_tf32 = False
    onnx, data, seconds = export(row, folder, a.tiny, a.exporter)
    say(start, f"exported in {seconds:.1f} s" if seconds else "export kept from before")
    module = make(row, a.tiny)
    given = inputs(row, module, row.batch, 1, a.tiny)
    plan, compile_seconds, report, words = build_plan(a, row, onnx, data, given, folder, ("sm_90a",), start)
    if a.prepare:
        return None, plan
    rounded = {n: t.bfloat16() if t.is_floating_point() else t for n, t in given.items()}  # what both are given
    module = module.cuda()
    want = module(*(t.float().cuda() if t.is_floating_point() else t.cuda() for t in rounded.values())).cpu()
    stream = torch.cuda.Stream()
    result = {"schema": table.SCHEMA, "row": row.name, "date": time.strftime("%Y-%m-%dT%H:%M:%S"),
              "command": " ".join(sys.argv), "compile_command": " ".join(words), "versions": versions(a.fp8c),
              "tiny": a.tiny, "quick": a.quick, "export_seconds": seconds, "fp8c_compile_seconds": compile_seconds,
              "summary": report["summary"], "tune": a.tune, "tuning": tuning_of(report)}
    args = tuple(t.cuda() for t in rounded.values())
    launches, answers, held_calls, alone = {}, {}, [], {name: {"peer": name} for name in a.peer}
    for name in a.peer:
        if name == "none":
            continue
        try:
            call, alone[name]["peer_compile_seconds"] = peers.make(name, copy.deepcopy(module), args, a.quick)
            say(start, f"{peers.PEERS[name]} compiled in {alone[name]['peer_compile_seconds']:.1f} s")
            held_calls.append(call)  # its graph reads the module's weights
            graph, answers[name] = graph_of(call, args, stream)
            launches[name] = graph.replay
        except Exception as e:  # a peer that cannot run is a result that says so
            alone[name]["peer_error"] = f"{type(e).__name__}: {str(e)[:500]}"
            say(start, f"the peer failed: {alone[name]['peer_error']}")
    session = runtime.Session(a.library, plan, "cuda:0", stream=stream.cuda_stream)
    ins, outs, results, held = bind(session, rounded, "cuda", row.batch)
    launches = {"fp8c": session.enqueuer(ins, outs), **launches}
    launches["fp8c"]()
    torch.cuda.synchronize()
    before = clocks()
    times = take_turns(launches, stream)
    after = clocks()
    result["fp8c_ms"], result["fp8c_samples_ms"] = median(times["fp8c"]), times["fp8c"]
    db, cosine = quality(want, results[0].cpu())
    for name, of in alone.items():
        of["sqnr_db"], of["cosine"] = {"fp8c": db}, {"fp8c": cosine}
        if name in answers:
            of["peer_ms"], of["peer_samples_ms"] = median(times[name]), times[name]
            of["sqnr_db"]["peer"], of["cosine"]["peer"] = quality(want, answers[name].cpu())
    result["graph"] = session.graph()
    session.close()
    result.update(gpu=after["gpu"], driver=after["driver"], clock_mhz=[before["clock"], after["clock"]],
                  clock_max_mhz=after["clock_max"], clock_memory_mhz=after["clock_memory"],
                  power_watts=[before["power"], after["power"]])
    del held
    return [dict(result, **of) for of in alone.values()], plan


def add_steps(a, row, plan, results, start):
    """Every step against its roof, by the command itself."""
    words = [a.fp8c, "bench", plan, "--device", "cuda:0", "--no-transfers", "--duration", "1", "--roofline", "--json"]
    figures = run_json(words + bench_words(row))
    device = next(p for p in figures["parts"] if p["name"] == "device")
    for result in results:
        add_figures(result, figures, device)
    say(start, f"fp8c bench: {device['p50_ms']:.4f} ms; steps add up to {figures['steps_us'] / 1e3:.3f} ms")


def add_figures(result, figures, device):
    for key in ("roof", "roof_us", "steps_us", "model_us", "model_steps_us", "model_off_by", "steps_timed_in", "steps"):
        result[key] = figures.get(key)
    result["fp8c_bench_ms"] = device["p50_ms"]


# ---- Without one -----------------------------------------------------------------------------

def rehearse(a, row, folder, start):
    """The same way in small on the CPU device, both variants compiled."""
    import torch
    import runtime
    torch.set_grad_enabled(False)
    onnx, data, seconds = export(row, folder, True, a.exporter)
    say(start, f"exported in {seconds:.1f} s" if seconds else "export kept from before")
    module = make(row, True)
    given = inputs(row, module, row.batch, 1, True)
    plan, compile_seconds, report, _ = build_plan(a, row, onnx, data, given, folder, ("cpu", "sm_90a"), start)
    rounded = {n: t.bfloat16() if t.is_floating_point() else t for n, t in given.items()}
    want = module(*(t.float() if t.is_floating_point() else t for t in rounded.values()))
    session = runtime.Session(a.library, plan, "cpu")
    ins, outs, results, _ = bind(session, rounded, "cpu", row.batch)
    session.run(ins, outs)
    session.close()
    call, _ = peers.make("eager", module, tuple(rounded.values()), True)
    db, cosine = quality(want, results[0])
    peer_db, _ = quality(want, call(*rounded.values()))
    say(start, f"{row.name} in small: fp8c {db:.1f} dB (cosine {cosine:.5f}), eager BF16 {peer_db:.1f} dB against F32")
    return {"schema": table.SCHEMA, "rehearsal": True, "row": row.name, "peer": a.peer[0], "date": time.strftime("%Y-%m-%dT%H:%M:%S"),
            "versions": versions(a.fp8c), "fp8c_compile_seconds": compile_seconds, "summary": report["summary"],
            "sqnr_db": {"fp8c": db, "eager": peer_db}, "cosine": {"fp8c": cosine}}


# ---- One plan on both devices -----------------------------------------------------------------

def on_device(a, row, plan, device, given, stream=None):
    """The plan's outputs there, on the CPU."""
    import runtime
    session = runtime.Session(a.library, plan, device, **({"stream": stream.cuda_stream} if stream else {}))
    ins, outs, results, held = bind(session, given, "cuda" if stream else "cpu", row.batch)
    session.run(ins, outs)
    if stream:
        stream.synchronize()
    found = [r.float().cpu() for r in results]
    session.close()
    del held
    return found


def each_step(a, onnx, plan, given, folder, device="cuda:0"):
    """`fp8c debug` of the plan: how each step on the GPU agrees with the CPU device's operators on the same stored bytes."""
    import numpy as np
    import torch
    words = [a.fp8c, "debug", onnx, plan, "--device", device, "--no-follow", "--json", "--quiet"]
    for n, t in given.items():
        file = os.path.join(folder, f"{n}.npy")
        np.save(file, t.view(torch.uint16).numpy() if t.is_floating_point() else t.numpy())  # NumPy has no BF16: its bits
        words += ["--input", f"{n}={file}"]
    found = run_json(words)
    return {"agreement": found["agreement"], "steps": len(found["steps"]),
            "debug_outputs_db": {o["name"]: o["sqnr_db"] for o in found["outputs"]}}


def devices(a, row, folder, start):
    import torch
    torch.set_grad_enabled(False)
    onnx, data, seconds = export(row, folder, a.tiny, a.exporter)
    say(start, f"exported in {seconds:.1f} s" if seconds else "export kept from before")
    module = make(row, a.tiny)
    given = inputs(row, module, row.batch, 1, a.tiny)
    name = f"{row.name}.devices"
    plan, _, report, words = build_plan(a, dataclasses.replace(row, name=name), onnx, data, given, folder, ("cpu", "sm_90a"), start)
    rounded = {n: t.bfloat16() if t.is_floating_point() else t for n, t in given.items()}
    stream = None
    if torch.cuda.is_available():
        module, stream = module.cuda(), torch.cuda.Stream()
    want = module(*((t.float() if t.is_floating_point() else t).to("cuda" if stream else "cpu") for t in rounded.values())).cpu()
    gpu = on_device(a, row, plan, "cuda:0", rounded, stream) if stream else None
    say(start, "ran on the GPU" if stream else "PyTorch sees no GPU here: the CPU device alone")
    cpu = on_device(a, row, plan, "cpu", rounded)
    result = {"schema": table.SCHEMA, "devices": True, "row": row.name, "batch": row.batch, "date": time.strftime("%Y-%m-%dT%H:%M:%S"),
              "command": " ".join(sys.argv), "compile_command": " ".join(words), "versions": versions(a.fp8c), **clocks(),
              "plan_db": quality(want, cpu[0])[0], "summary": report["summary"]}
    if gpu:
        result["between_db"], result["between_cosine"] = quality(cpu[0], gpu[0])
        result["gpu_db"] = quality(want, gpu[0])[0]
        result.update(each_step(a, onnx, plan, rounded, folder))
        say(start, f"each step on the same bytes: {result['agreement']}")
    say(start, f"{row.name}, batch {row.batch}: between devices {result.get('between_db')} dB (cosine {result.get('between_cosine')}), "
               f"plan against F32 {result['plan_db']:.2f} dB")
    with open(os.path.join(a.out, f"{name}.json"), "w") as f:
        json.dump(result, f, indent=1)


def dry_run(a, row, folder):
    named = ["ids"] if row.tokens and row.model != "llama" else ["x"] + ["past_k0", "past_v0"] * bool(row.past)
    _, _, words = compile_of(a, row, os.path.join(folder, "model.onnx"), os.path.join(folder, "calibrate.npz"), named, folder, ("sm_90a",))
    print(f"row      {row.name}: {row.what}")
    if row.against_bf16:
        print(f"wanted   {row.against_bf16} times torch.compile BF16, {row.against_fp8} times FP8; about {row.about_ms} ms")
    print(f"export   torch.onnx ({a.exporter}) into {folder}{' (there already)' if os.path.exists(os.path.join(folder, 'model.onnx')) else ''}")
    print(f"compile  {' '.join(words)}")
    print(f"peers    {', '.join(peers.PEERS.get(p, 'none') for p in a.peer)}{', default mode' if a.quick else ''}; caches in {os.environ['TORCHINDUCTOR_CACHE_DIR']}")
    print(f"measure  {ROUNDS} turns of {BLOCK} launches each, the first {SETTLE} of a turn not counted")
    for peer in a.peer:
        print(f"result   {os.path.join(a.out, f'{row.name}.{peer}.json')}")


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("row", nargs="?", help=", ".join(ROWS))
    ap.add_argument("--peer", default=["fp8"], type=lambda s: s.split(","), help=f"{', '.join(peers.PEERS)}, or none; several by commas")
    ap.add_argument("--fp8c", default=os.path.join(ROOT, "build", "fp8c"))
    ap.add_argument("--library", help="libfp8c_rt.so; default: beside the command")
    ap.add_argument("--work", default=os.path.join(ROOT, ".cache", "bench"), help="exports, plans and caches, kept")
    ap.add_argument("--out", default=os.path.join(ROOT, "bench", "results"))
    ap.add_argument("--exporter", default="dynamo", choices=["dynamo", "script"])
    ap.add_argument("--tune", default="off", choices=["off", "fast", "full"], help="fp8c times its kernels: the build times are those of that")
    ap.add_argument("--option", action="append", default=[], help="of fp8c compile besides those of the row, as one word: --option=--norms=keep")
    ap.add_argument("--quick", action="store_true", help="torch.compile without its search")
    ap.add_argument("--tiny", action="store_true", help="the row in small")
    ap.add_argument("--prepare", action="store_true", help="export and compile, and keep both for a later run")
    ap.add_argument("--devices", action="store_true", help="one plan on the GPU and on the CPU device")
    ap.add_argument("--batch", type=int, help="with --devices: another batch than the row's")
    ap.add_argument("--dry-run", action="store_true")
    ap.add_argument("--rehearse", action="store_true", help="in small, on the CPU device")
    ap.add_argument("--table", action="store_true")
    ap.add_argument("--list", action="store_true")
    a = ap.parse_args()
    if a.list:
        print("\n".join(f"{r.name:<20} {r.what}" for r in ROWS.values()))
        return
    if a.table:
        print(table.table(a.out), end="")
        return
    if a.prepare and a.tune != "off":
        raise SystemExit("--prepare is for where no GPU is, and --tune needs one")
    if a.row not in ROWS:
        raise SystemExit(f"there is no row {a.row!r}; the rows are {', '.join(ROWS)}" if a.row else "name a row, or --table or --list")
    for peer in a.peer:
        if peer not in (*peers.PEERS, "none"):
            raise SystemExit(f"there is no peer {peer!r}; the peers are {', '.join(peers.PEERS)} and none")
    # what torch.compile found is kept from run to run
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", os.path.join(a.work, "inductor"))
    os.environ.setdefault("TRITON_CACHE_DIR", os.path.join(a.work, "triton"))
    a.library = a.library or os.path.join(os.path.dirname(os.path.abspath(a.fp8c)), "libfp8c_rt.so")
    small = a.tiny or a.rehearse
    row = ROWS[a.row].tiny() if small else ROWS[a.row]
    folder = os.path.join(a.work, f"{row.export_name}-{a.exporter}{'-tiny' if small else ''}")
    if a.batch and not (a.devices and row.free):
        raise SystemExit("--batch goes with --devices, and with a row whose batch is free")
    if a.dry_run:
        dry_run(a, row, folder)
        return
    start = time.time()
    os.makedirs(a.out, exist_ok=True)
    if a.devices:
        devices(a, dataclasses.replace(row, batch=a.batch or row.batch), folder, start)
        return
    if a.rehearse:
        results = [rehearse(a, row, folder, start)]
    else:
        results, plan = measure(a, row, folder, start)
        if a.prepare:
            return
        for result in results:
            ratio = f", {peers.PEERS[result['peer']]} {result['peer_ms']:.4f} ms: {result['peer_ms'] / result['fp8c_ms']:.2f} times faster" \
                if "peer_ms" in result else ""
            say(start, f"{row.name}: fp8c {result['fp8c_ms']:.4f} ms{ratio}; SQNR against F32 {result['sqnr_db']}")
        write(a, results)  # before the profile: what was measured is not lost with it
        add_steps(a, row, plan, results, start)
    write(a, results)
    say(start, f"written to {a.out}")


def write(a, results):
    for result in results:
        with open(os.path.join(a.out, f"{result['row']}.{result['peer']}.json"), "w") as f:
            json.dump(result, f, indent=1)


if __name__ == "__main__":
    main()
