#!/usr/bin/env python3
"""Transformers with massive activations, and what each way of rounding to FP8 keeps of them.

  bench/outliers.py --fp8c build/fp8c [--target sm_90a] [--work DIR]

Each model is two pre-norm blocks of attention and a feed-forward part (256 wide, Relu, 16 patches or tokens), and a
norm with a head behind them.  Channels: the norms' gains and the hidden channels of the feed-forward part have four
channels of 256 that reach so many times as far as the others, and the weights behind them are as much smaller, so that
the function is that of the plain model.  Token: the first one is so many times as large as the others (the head is
judged on the others).  Columns: one scale for the tensor without corrections, a scale for each row without corrections, fp8c's
own choice with `--precision fp8`, and `--max-error "sqnr>=30dB"`; dB of the result on samples that decide nothing, and the
share of the multiply-accumulates in FP8."""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH, HEADS, HIDDEN, TOKENS, BLOCKS = 256, 4, 512, 16, 2
MASSIVE = [3, 50, 90, 200]


def build(path, channels=1.0, token=1.0, norm="LayerNormalization"):
    r = np.random.default_rng(11)
    constants, nodes = {}, []

    def const(name, x):
        constants[name] = np.asarray(x, np.float32)
        return name

    def weight(name, k, n, rows=None, columns=None):
        w = r.standard_normal((k, n)) / k ** 0.5
        if rows is not None:
            w = w / rows[:, None]
        return const(name, w if columns is None else w * columns)

    def op(kind, ins, out, **attributes):
        nodes.append(helper.make_node(kind, ins, [out], name=f"n_{out}", **attributes))
        return out

    by, hidden = np.ones(WIDTH), np.ones(HIDDEN)
    by[MASSIVE], hidden[MASSIVE] = channels, channels
    of_norm = lambda tag: [const(f"g{tag}", (1 + 0.2 * r.standard_normal(WIDTH)) * by)] + (
        [const(f"t{tag}", 0.1 * r.standard_normal(WIDTH) * by)] if norm[0] == "L" else [])
    if token != 1:
        scale = np.ones((TOKENS, 1))
        scale[0] = token
        stream = op("Mul", ["x", const("token", scale)], "x0")
    else:
        stream = op("Identity", ["x"], "x0")
    for b in range(BLOCKS):
        y = op(norm, [stream, *of_norm(f"a{b}")], f"na{b}", axis=-1)
        q, k, v = (op("MatMul", [y, weight(f"w{which}{b}", WIDTH, WIDTH, by)], f"{which}{b}") for which in "qkv")
        attended = op("Attention", [q, k, v], f"at{b}", q_num_heads=HEADS, kv_num_heads=HEADS)
        stream = op("Add", [stream, op("MatMul", [attended, weight(f"wo{b}", WIDTH, WIDTH)], f"o{b}")], f"s{b}")
        y = op(norm, [stream, *of_norm(f"f{b}")], f"nf{b}", axis=-1)
        h = op("Relu", [op("MatMul", [y, weight(f"wu{b}", WIDTH, HIDDEN, by, hidden)], f"u{b}")], f"r{b}")
        stream = op("Add", [stream, op("MatMul", [h, weight(f"wd{b}", HIDDEN, WIDTH, hidden)], f"d{b}")], f"e{b}")
    y = op(norm, [stream, *of_norm("last")], "last", axis=-1)
    head = op("MatMul", [y, weight("wh", WIDTH, 64, by)], "whole" if token != 1 else "y")
    if token != 1:
        for name, value in {"from": [1], "to": [TOKENS], "axis": [1]}.items():
            constants[name] = np.array(value, np.int64)
        op("Slice", [head, "from", "to", "axis"], "y")
    io = lambda n, dims: helper.make_tensor_value_info(n, TensorProto.FLOAT, ["batch", *dims])
    graph = helper.make_graph(nodes, "outliers", [io("x", [TOKENS, WIDTH])], [io("y", [TOKENS - (token != 1), 64])],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11), str(path))


def samples(path, count, seed):
    np.savez(path, x=np.random.default_rng(seed).standard_normal((count, TOKENS, WIDTH)).astype(np.float32))


CASES = [("plain", {}), *((f"channels x {m:,}", {"channels": float(m)}) for m in (30, 300, 3000, 30000)), ("first token x 1,000", {"token": 1e3}),
         ("RMSNorm, channels x 30,000", {"channels": 3e4, "norm": "RMSNormalization"})]


def decibels(a, work, words, goal=("--precision", "fp8")):
    done = subprocess.run([a.fp8c, "compile", work / "m.onnx", "-n", "--target", a.target, *(["--dim", "batch=8"] if a.target != "cpu" else []),
                           *goal, "--calibrate", work / "c.npz", "--evaluate", work / "e.npz", "--report-json", work / "r.json",
                           "-q", "--no-cache", *words], capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    report = json.loads((work / "r.json").read_text())
    chosen = report["alternatives"][0]
    return f"{chosen['outputs'][0]['sqnr_db']:.1f} ({100 * chosen['fp8_macs'] / chosen['total_macs']:.0f}%)"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fp8c", required=True)
    p.add_argument("--target", default="cpu")
    p.add_argument("--work", type=pathlib.Path)
    a = p.parse_args()
    work = a.work or pathlib.Path(tempfile.mkdtemp(prefix="fp8c-outliers-"))
    work.mkdir(parents=True, exist_ok=True)
    samples(work / "c.npz", 16, 1)
    samples(work / "e.npz", 8, 2)
    for name in ("tensor", "row"):
        pinned = {"default": {"format": "e4m3", "granularity": name}}
        (work / f"{name}.json").write_text(json.dumps(pinned))
    print("| model | one scale | a scale for each row | fp8c | fp8c within 30 dB |\n|---|---|---|---|---|")
    for name, what in CASES:
        build(work / "m.onnx", **what)
        plain = ["--repair", "none", "--override"]
        figures = [decibels(a, work, [*plain, work / "tensor.json"]), decibels(a, work, [*plain, work / "row.json"]), decibels(a, work, []),
                   decibels(a, work, [], ("--max-error", "sqnr>=30dB"))]
        print(f"| {name} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
