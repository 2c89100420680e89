"""What a run costs in ONNX Runtime, by the execution provider, beside fp8c.Session: both run the same plan, taking turns.

    python3 bench/ort.py MODEL.onnx [--dim batch=8] [--rounds 200]
"""

import argparse
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime

import fp8c
import fp8c.ort
from fp8c._native import command


def inputs_of(plan, dims):
    random = np.random.default_rng(0)
    feed = {}
    for port in plan.inputs:
        shape = [d if isinstance(d, int) else dims.get(d, 1) for d in port.shape]
        integer = port.dtype.kind in "iu"
        feed[port.name] = (random.integers(0, 2, shape) if integer else random.standard_normal(shape)).astype(port.dtype)
    return feed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--dim", action="append", default=[], help="NAME=SIZE of an open dimension; else 1")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    a = parser.parse_args()
    dims = {name: int(size) for name, size in (d.split("=") for d in a.dim)}
    plan = fp8c.compile(a.model, target="cpu")
    feed = inputs_of(plan, dims)
    session = fp8c.Session(plan, "cpu", threads=a.threads)
    with tempfile.TemporaryDirectory() as folder:
        context = str(Path(folder) / "context.onnx")
        subprocess.run([*command(), "export", "--ort", str(plan.save(Path(folder) / "plan.fp8c")), "-o", context, "-q"], check=True)
        options = fp8c.ort.add_to(onnxruntime.SessionOptions(), "cpu", threads=a.threads)
        other = onnxruntime.InferenceSession(context, options, enable_fallback=0)
    for have, want in zip(other.run(None, feed), session.run(None, feed), strict=True):
        np.testing.assert_array_equal(have, want)
    times = {"fp8c.Session": [], "ONNX Runtime": []}
    for _ in range(a.rounds):
        for name, run in (("fp8c.Session", session.run), ("ONNX Runtime", other.run)):
            start = time.perf_counter()
            run(None, feed)
            times[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(t) for name, t in times.items()}
    for name, seconds in medians.items():
        print(f"{name:14} {1e6 * seconds:10.1f} us")
    print(f"ratio          {medians['ONNX Runtime'] / medians['fp8c.Session']:10.3f}")


if __name__ == "__main__":
    main()
