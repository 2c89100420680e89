#!/usr/bin/env python3
"""What rotations in front of FP8 would bring: the SQNR of each product's own result, plain and with a random-sign Hadamard of 128.

  bench/rotations.py MODEL.onnx SAMPLES.npz [--samples 16] [--block 128]

Needs ONNX Runtime and ml_dtypes.  Both operands are rounded to E4M3, activations with one scale, weights with one for each
output, to nearest; x H and H^T w (QuaRot, Ashkboos et al. 2024) are the same product in F32.  Rows behind a mask
`attention_mask` are left out.  Prints dB of both for each product with a constant matrix whose k is a multiple of the block.
"""
import argparse
import statistics

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper


def hadamard(n):
    h = np.ones((1, 1), np.float32)
    while len(h) < n:
        h = np.block([[h, h], [h, -h]])
    return h / np.sqrt(n)


def rounded(x, amax):
    scale = np.maximum(amax, 1e-30) / 448
    return np.clip(x / scale, -448, 448).astype(ml_dtypes.float8_e4m3fn).astype(np.float32) * scale


def decibels(x, w):
    exact = x @ w
    error = rounded(x, np.abs(x).max()) @ rounded(w, np.abs(w).max(0)) - exact
    return 10 * np.log10((exact ** 2).sum() / (error ** 2).sum())


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("model")
    p.add_argument("samples")
    p.add_argument("--samples", dest="count", type=int, default=16)
    p.add_argument("--block", type=int, default=128)
    a = p.parse_args()
    model = onnx.load(a.model)
    weights = {i.name: i for i in model.graph.initializer}
    products = [n for n in model.graph.node if n.op_type in ("MatMul", "Gemm") and n.input[1] in weights]
    names = sorted({n.input[0] for n in products})
    model.graph.output.extend(onnx.ValueInfoProto(name=n) for n in names)
    session, data = onnxruntime.InferenceSession(model.SerializeToString()), np.load(a.samples)
    feed = {i.name: data[i.name][:a.count] for i in session.get_inputs()}
    values, random, gains = dict(zip(names, session.run(names, feed))), np.random.default_rng(0), []
    mask = feed["attention_mask"].astype(bool) if "attention_mask" in feed else None
    for n in products:
        w, x = numpy_helper.to_array(weights[n.input[1]]), values[n.input[0]]
        w = w.T if any(t.name == "transB" and t.i for t in n.attribute) else w
        x = x[mask] if mask is not None and x.shape[:-1] == mask.shape else x.reshape(-1, x.shape[-1])
        k = len(w)
        if w.ndim != 2 or k % a.block:
            continue
        turn = np.kron(np.eye(k // a.block, dtype=np.float32), hadamard(a.block)) * random.choice([-1, 1], k).astype(np.float32)[:, None]
        plain, turned = decibels(x, w), decibels(x @ turn, turn.T @ w)
        gains.append(turned - plain)
        print(f"{n.name:48} {k:6} {plain:6.1f} {turned:6.1f} {turned - plain:+6.1f}")
    print(f"{len(gains)} products: {statistics.median(gains):+.1f} dB in the median, {min(gains):+.1f} to {max(gains):+.1f}; {sum(g >= 1 for g in gains)} gain 1 dB")


if __name__ == "__main__":
    main()
