"""Real exports of many architectures: does each compile, agree, and become single nodes again?

    python bench/exports.py export DIR [--only NAMES]    # needs torch, transformers, timm (random weights, seed 0)
    python bench/exports.py check DIR [--only NAMES]     # needs onnx, numpy and a built fp8c; writes DIR/table.md, DIR/table.json
    python bench/exports.py check DIR --device cuda:0 --jobs 8   # on the GPU: F32 against torch, BF16 and FP8 against the CPU device

Exporters: `ts` is torch.onnx.export(dynamo=False) at opset 17, `dynamo` is dynamo=True at opset 20 and `dynamo23` at opset 23,
where attention is one operator already; `ts-free` and `dynamo-free` leave the batch free.  Beside each model lie its inputs, torch's outputs in F32, and what its modules hold.
"""
import argparse
import concurrent.futures
import inspect
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

import agreement

EXPORTERS = {"ts": (False, 17), "dynamo": (True, 20), "dynamo23": (True, 23), "ts-free": (False, 17), "dynamo-free": (True, 20)}


# ---- export ---------------------------------------------------------------------------------------------------------


def flat(outputs):
    return [t for o in (outputs if isinstance(outputs, (tuple, list)) else [outputs])
            for t in (flat(o) if isinstance(o, (tuple, list)) else [o])]


# What a person would call one node, by the function or the module that computes it.
FUNCTIONS = {"scaled_dot_product_attention": "Attention", "layer_norm": "LayerNormalization", "rms_norm": "RMSNormalization",
             "group_norm": "GroupNormalization", "instance_norm": "InstanceNormalization", "gelu": "Gelu", "silu": "Swish",
             "hardswish": "HardSwish", "mish": "Mish", "softmax": "Attention"}
MODULES = {"LlamaRMSNorm": "RMSNormalization", "T5LayerNorm": "RMSNormalization", "NewGELUActivation": "Gelu",
           "GELUTanh": "Gelu", "QuickGELUActivation": "Swish"}


def census(module, values):
    """How many attentions, norms and activations one run of the module calls."""
    import torch
    held = {}

    def count(kind):
        held[kind] = held.get(kind, 0) + 1

    class Calls(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            kind = FUNCTIONS.get(getattr(function, "__name__", ""))
            if kind:
                count(kind)
            with torch._C.DisableTorchFunction():  # what it calls inside is not counted
                return function(*args, **(kwargs or {}))

    hooks = [m.register_forward_hook(lambda m, i, o: count(MODULES[type(m).__name__])) for m in module.modules()
             if type(m).__name__ in MODULES]
    with Calls(), torch.no_grad():
        module(*values)
    for h in hooks:
        h.remove()
    return held


def any_number(module):
    """Its forward takes *tensors."""
    return any(p.kind is p.VAR_POSITIONAL for p in inspect.signature(module.forward).parameters.values())


def export(folder, only, exporters):
    import torch
    from architectures import ARCHITECTURES
    torch.set_num_threads(2)
    failures = 0
    for name, build in ARCHITECTURES.items():
        if only and name not in only:
            continue
        torch.manual_seed(0)
        module, inputs = build()
        module = module.eval()
        values = tuple(inputs.values())
        with torch.no_grad():
            outputs = flat(module(*values))
        names = [f"out{i}" for i in range(len(outputs))]
        (folder / f"{name}.json").write_text(json.dumps(census(module, values)))
        np.savez(folder / f"{name}.npz", **{f"in.{k}": v.numpy() for k, v in inputs.items()},
                 **{f"out.{k}": v.numpy() for k, v in zip(names, outputs)})
        for exporter in exporters:
            dynamo, opset = EXPORTERS[exporter]
            path = folder / f"{name}.{exporter}.onnx"
            if path.exists() or path.with_suffix(".failed").exists():
                continue
            began = time.time()
            try:
                with warnings.catch_warnings(), torch.no_grad():
                    warnings.simplefilter("ignore")
                    more = {"verbose": False, "external_data": False} if dynamo else {}
                    if exporter == "ts-free":
                        more["dynamic_axes"] = {k: {0: "batch"} for k in inputs}
                    if exporter == "dynamo-free":
                        batch = torch.export.Dim("batch", min=1, max=64)
                        each = tuple({0: batch} for _ in inputs)
                        more["dynamic_shapes"] = (each,) if any_number(module) else each
                    torch.onnx.export(module, values, str(path), input_names=list(inputs), output_names=names, dynamo=dynamo,
                                      opset_version=opset, **more)
                print(f"{name} {exporter}: {path.stat().st_size / 1e6:.1f} MB, {time.time() - began:.1f} s", flush=True)
            except Exception as error:  # an exporter's failure is a row of the table
                failures += 1
                path.unlink(missing_ok=True)
                path.with_suffix(".failed").write_text(f"{type(error).__name__}: {str(error)[:2000]}")
                print(f"{name} {exporter}: not exported: {type(error).__name__}: {str(error).splitlines()[0][:150]}", flush=True)
    return failures


# ---- check ----------------------------------------------------------------------------------------------------------


class Tool:
    """fp8c, with a cache of its own."""

    def __init__(self, path, work):
        self.path, self.env = path, dict(os.environ, XDG_CACHE_HOME=str(work / "cache"))

    def __call__(self, *words):
        return subprocess.run([self.path, *map(str, words)], env=self.env, text=True, capture_output=True)


def sentence(done):
    """What a failure says, in one line."""
    lines = [l for l in done.stderr.splitlines() if l.strip() and "warning:" not in l]
    return f"exit {done.returncode}: " + (" ".join(lines)[:160] if lines else "")


def run_plan(tool, plan, stored, work, device="cpu"):
    """The plan's outputs, or None and a sentence."""
    words = []
    for i, key in enumerate(k for k in stored.files if k.startswith("in.")):
        np.save(work / f"in{i}.npy", stored[key])
        words += ["--input", f"{key[3:]}={work / f'in{i}.npy'}"]
    done = tool("run", plan, *words, "--device", device, "--output-dir", work / "out", "-q")
    if done.returncode:
        return None, sentence(done)
    return [np.load(work / "out" / f"{k[4:]}.npy") for k in stored.files if k.startswith("out.")], ""


def by_torch(stored):
    return [stored[k] for k in stored.files if k.startswith("out.")]


def worst_db(reference, found):
    """SQNR of the worst output."""
    return min(agreement.decibels([r], [f]) for r, f in zip(reference, found))


def without_kernel(done):
    """Operators of the nodes that a GPU target refuses, counted."""
    import re
    counts = {}
    for op in re.findall(r'error: (\w+) ".*" has no kernel', done.stderr):
        counts[op] = counts.get(op, 0) + 1
    return counts


SHOWN = ("Attention", "LayerNormalization", "RMSNormalization", "GroupNormalization", "InstanceNormalization", "Gelu", "Swish",
         "HardSwish", "Mish", "Rotary", "Softmax")


def check_one(tool, path, stored, held, work):
    row = {"model": path.name.split(".")[0], "exporter": path.name.split(".")[1], "megabytes": path.stat().st_size / 1e6}
    began = time.time()
    done = tool("compile", path, "-o", work / "f32.fp8c", "--precision", "f32", "--target", "cpu", "--report-json", work / "f32.json", "-q")
    row["seconds"] = time.time() - began
    if done.returncode:
        return dict(row, compiles=sentence(done))
    report = json.loads((work / "f32.json").read_text())
    row["compiles"], row["model_nodes"], row["nodes"] = "yes", report["model"]["nodes"], len(report["nodes"])
    found, row["runs"] = run_plan(tool, work / "f32.fp8c", stored, work)
    if found:
        row["error"] = agreement.of_range(by_torch(stored), found)
    ops = {}
    for n in report["nodes"]:
        ops[n["op"]] = ops.get(n["op"], 0) + 1
    row["operators"] = ops
    row["recognised"] = {op: [ops.get(op, 0), held.get(op, 0)] for op in SHOWN if ops.get(op) or held.get(op)}
    np.savez(work / "calibrate.npz", **{k[3:]: stored[k][None] for k in stored.files if k.startswith("in.")})
    done = tool("compile", path, "-o", work / "auto.fp8c", "--target", "cpu", "--calibrate", work / "calibrate.npz", "--report-json", work / "auto.json", "-q")
    row["auto"] = "yes" if done.returncode == 0 else sentence(done)
    if done.returncode == 0:
        found, why = run_plan(tool, work / "auto.fp8c", stored, work)
        summary = json.loads((work / "auto.json").read_text())["summary"]
        row["auto_sqnr_db"] = worst_db(by_torch(stored), found) if found else why
        row["fp8_nodes"], row["gemm_nodes"] = summary["fp8_nodes"], summary["gemm_nodes"]
    done = tool("compile", path, "--precision", "f32", "--target", "sm_90a", "--dry-run", "-q", *(["--dim", "batch=2"] if "free" in path.name else []))
    row["gpu"] = "all" if done.returncode == 0 else without_kernel(done) or sentence(done)
    return row


def check_device(tool, path, stored, work, device, target, budget):
    """The GPU: in F32 against torch, in BF16 and FP8 against the CPU device, each without host steps."""
    row = {"model": path.name.split(".")[0], "exporter": path.name.split(".")[1]}
    np.savez(work / "calibrate.npz", **{k[3:]: stored[k][None] for k in stored.files if k.startswith("in.")})
    free = ["--dim", "batch=2"] if "free" in path.name else []
    for precision in ("f32", "bf16", "auto"):
        plan = work / f"{precision}.fp8c"
        more = ["--calibrate", work / "calibrate.npz", *budget, "--report-json", work / "auto.json"] if precision == "auto" else []
        done = tool("compile", path, "-o", plan, "--precision", precision, "--target", "cpu", "--target", target, "-q", *free, *more)
        if done.returncode:
            return dict(row, problem=f"{precision}: {sentence(done)}")
        gpu, why = run_plan(tool, plan, stored, work, device)
        if not gpu:
            return dict(row, problem=f"{precision}: {why}")
        if precision == "f32":
            row["error"] = agreement.of_range(by_torch(stored), gpu)
            continue
        cpu, why = run_plan(tool, plan, stored, work)
        if not cpu:
            return dict(row, problem=f"{precision}: {why}")
        row[precision], row[precision + "_sqnr_db"] = agreement.cosine(cpu, gpu), worst_db(by_torch(stored), cpu)
    summary = json.loads((work / "auto.json").read_text())["summary"]
    row["fp8_nodes"], row["gemm_nodes"] = summary["fp8_nodes"], summary["gemm_nodes"]
    return row


def device_figures(row):
    if "problem" in row:
        return f"| {row['model']} | {row['exporter']} | {row['problem']} ||||"
    return (f"| {row['model']} | {row['exporter']} | {row['error']:.1e} | {row['bf16']:.6f} ({row['bf16_sqnr_db']:.1f}) | "
            f"{row['auto']:.6f} ({row['auto_sqnr_db']:.1f}; {row['fp8_nodes']}/{row['gemm_nodes']}) |")


DEVICE_HEAD = """| model | exporter | F32 error of range, GPU to torch | BF16: cosine GPU to CPU (dB of the plan) | auto: the same (and products in FP8) |
|---|---|---|---|---|"""
BOUNDS = {"error": lambda x: x <= 1e-3, "bf16": lambda x: x >= 0.9999, "auto": lambda x: x >= 0.999}


def devices(folder, only, exporters, fp8c, device, target, jobs, budget):
    paths = [p for p in sorted(folder.glob("*.onnx")) if (not only or p.name.split(".")[0] in only) and p.name.split(".")[1] in exporters]

    def one(path):
        with tempfile.TemporaryDirectory() as work:
            work = pathlib.Path(work)
            row = check_device(Tool(fp8c, work), path, np.load(folder / f"{path.name.split('.')[0]}.npz"), work, device, target, budget)
        print(device_figures(row), flush=True)
        return row

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(one, paths))
    (folder / "devices.md").write_text("\n".join([DEVICE_HEAD, *map(device_figures, rows)]) + "\n")
    kept = {k: sum(k in r and holds(r[k]) for r in rows) for k, holds in BOUNDS.items()}
    print(f"{len(rows)} exports on {device}: {kept['error']} within 1e-3 of the output's range in F32, {kept['bf16']} with cosine 0.9999 in "
          f"BF16, {kept['auto']} with cosine 0.999 in auto; {sum('problem' in r for r in rows)} do not run")
    return 0 if min(kept.values(), default=0) == len(rows) else 1


def figures(row):
    parts = [f"{k.replace('Normalization', 'Norm')} {a}" + (f"/{b}" if b or k not in ("Rotary", "Softmax") else "")
             for k, (a, b) in row.get("recognised", {}).items()]
    gpu = row.get("gpu", "")
    gpu = gpu if isinstance(gpu, str) else ", ".join(f"{k} {v}" for k, v in sorted(gpu.items()))
    error = f"{row['error']:.1e}" if "error" in row else row.get("runs", "")
    db = row.get("auto_sqnr_db", row.get("auto", ""))
    db = f"{db:.1f} ({row['fp8_nodes']}/{row['gemm_nodes']})" if isinstance(db, float) else db
    nodes = f"{row['model_nodes']} / {row['nodes']}" if "nodes" in row else ""
    return f"| {row['model']} | {row['exporter']} | {row['compiles']} | {nodes} | {error} | {db} | {', '.join(parts)} | {gpu} |"


HEAD = """| model | exporter | compiles | nodes before / after | F32 error of range | auto SQNR, dB (FP8 products) | one node each: found / called | without GPU kernel |
|---|---|---|---|---|---|---|---|"""


def check(folder, only, exporters, fp8c):
    rows, bad = [], 0
    for path in sorted([*folder.glob("*.onnx"), *folder.glob("*.failed")]):
        name = path.name.split(".")[0]
        if (only and name not in only) or path.name.split(".")[1] not in exporters:
            continue
        if path.suffix == ".failed":
            row = {"model": name, "exporter": path.name.split(".")[1], "compiles": "not exported: " + path.read_text()[:100].replace("\n", " ")}
        else:
            with tempfile.TemporaryDirectory() as work:
                work = pathlib.Path(work)
                row = check_one(Tool(fp8c, work), path, np.load(folder / f"{name}.npz"), json.loads((folder / f"{name}.json").read_text()), work)
            bad += row["compiles"] != "yes" or not row.get("error", 1) <= 1e-3
        rows.append(row)
        print(figures(row), flush=True)
    (folder / "table.md").write_text("\n".join([HEAD, *map(figures, rows)]) + "\n")
    (folder / "table.json").write_text(json.dumps(rows, indent=1))
    print(f"{len(rows)} exports, {bad} fail or differ by more than 1e-3 of the output's range")
    return 1 if bad else 0


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=["export", "check"])
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--only", type=lambda s: s.split(","), default=[])
    words.add_argument("--exporters", type=lambda s: s.split(","), default=list(EXPORTERS))
    words.add_argument("--fp8c", default=str(pathlib.Path(__file__).resolve().parents[1] / "build" / "fp8c"))
    words.add_argument("--device", help="check on this GPU, against the CPU device")
    words.add_argument("--target", default="sm_90a", help="that GPU's")
    words.add_argument("--max-error", metavar="BUDGET", help="the error that the FP8 plans on that GPU may have")
    words.add_argument("--jobs", type=int, default=1, help="models checked at a time on a GPU")
    a = words.parse_args()
    a.folder.mkdir(parents=True, exist_ok=True)
    if a.what == "export":
        return export(a.folder, a.only, a.exporters)
    if a.device:
        return devices(a.folder, a.only, a.exporters, a.fp8c, a.device, a.target, a.jobs, ["--max-error", a.max_error] if a.max_error else [])
    return check(a.folder, a.only, a.exporters, a.fp8c)


if __name__ == "__main__":
    sys.exit(main())
