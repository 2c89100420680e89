#!/usr/bin/env python3
"""What each kind of activation scale costs and loses on a GPU: an MLP block behind a norm, all products FP8 (bench/results/precision.md).

    python3 bench/scale_kinds.py --fp8c build/fp8c --target sm_90a --device cuda:0
    python3 bench/scale_kinds.py --fp8c build/fp8c --target cpu --device cpu --width 256 --inner 512 --rows 64

Prints, for each kind, runs a second at each number of rows (`fp8c bench --no-transfers`, ports in BF16) and how far the device is from
the CPU device on four samples of 64 rows, of a block --compared WIDTH INNER wide (null: the same numbers)."""
import argparse
import json
import os
import subprocess
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OVERRIDES = {"row": {"format": "e4m3", "granularity": "row"}, "block": {"format": "e4m3", "granularity": "block"}, "e5m2": {"format": "e5m2"}}
METHODS = {"tensor": [], "dynamic": ["--calibrate-method", "dynamic"], "delayed": ["--calibrate-method", "delayed=16"]}


def write_model(folder, width, inner):
    r = np.random.default_rng(1)
    f32 = lambda *shape: r.standard_normal(shape).astype(np.float32)
    weights = {"g": np.ones(width, np.float32), "w1": f32(width, inner) / width ** 0.5, "w2": f32(inner, width) / inner ** 0.5}
    nodes = [helper.make_node("RMSNormalization", ["x", "g"], ["a"], name="norm"), helper.make_node("MatMul", ["a", "w1"], ["b"], name="up"),
             helper.make_node("Gelu", ["b"], ["c"], name="gelu", approximate="tanh"), helper.make_node("MatMul", ["c", "w2"], ["y"], name="down")]
    port = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", width])
    graph = helper.make_graph(nodes, "mlp", [port("x")], [port("y")], [numpy_helper.from_array(np.asarray(v, np.float32), k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11), f"{folder}/m.onnx")
    np.savez(f"{folder}/m.npz", x=f32(4, 64, width))


def options(folder, kind):
    if kind == "bf16":
        return ["--precision", "bf16"]
    if kind in METHODS:
        return ["--precision", "fp8", "--repair", "none", *METHODS[kind]]
    with open(f"{folder}/{kind}.json", "w") as f:
        json.dump({"default": OVERRIDES[kind]}, f)
    return ["--override", f"{folder}/{kind}.json", "--repair", "none"]


def decibels(folder):
    a, b = (np.load(f"{folder}/{d}/y.npy").astype(np.float64) for d in ("cpu", "device"))
    noise = ((a - b) ** 2).sum()
    return round(float(10 * np.log10((a ** 2).sum() / noise)), 1) if noise else None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fp8c", default="fp8c")
    p.add_argument("--target", default="sm_90a")
    p.add_argument("--device", default="cuda:0")
    p.add_argument("--width", type=int, default=2048)
    p.add_argument("--inner", type=int, default=8192)
    p.add_argument("--rows", type=int, nargs="+", default=[1024, 4096])
    p.add_argument("--compared", type=int, nargs=2, default=[256, 512], metavar=("WIDTH", "INNER"))
    p.add_argument("--duration", default="0.5")
    o = p.parse_args()
    fp8c = os.path.abspath(o.fp8c) if os.path.sep in o.fp8c else o.fp8c

    def run(*words):
        done = subprocess.run([fp8c, *map(str, words)], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        return done.stdout
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        write_model(small, *o.compared)
        write_model(large, o.width, o.inner)
        for kind in ("bf16", *METHODS, *OVERRIDES):
            targets = ["--target", "cpu"] + (["--target", o.target] if o.target != "cpu" else [])
            run("compile", f"{small}/m.onnx", "-q", "-o", f"{small}/p.fp8c", *targets, "--dim", "n=64", "--calibrate", f"{small}/m.npz", *options(small, kind))
            for name, device in (("cpu", "cpu"), ("device", o.device)):
                run("run", f"{small}/p.fp8c", "-q", "--device", device, "--samples", f"{small}/m.npz", "--output-dir", f"{small}/{name}")
            figures = dict(kind=kind, device_against_cpu_db=decibels(small))
            for rows in o.rows:
                run("compile", f"{large}/m.onnx", "-q", "-o", f"{large}/p.fp8c", "--target", o.target, "--dim", f"n={rows}", "--io-type", "x=bf16", "--io-type", "y=bf16",
                    "--calibrate", f"{large}/m.npz", *options(large, kind))
                measured = json.loads(run("bench", f"{large}/p.fp8c", "--device", o.device, "--duration", o.duration, "--no-transfers", "--json"))
                figures[f"runs_per_second_of_{rows}_rows"] = round(measured["runs_per_second"])
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
