"""What stands between a caller and the C function that runs a plan: fp8c.Session, and ONNX Runtime with fp8c as its execution provider.

    python3 bench/overheads.py [MODEL.onnx ...] [--dim batch=8] [--rounds 400] [--json FILE]

One plan, on the CPU, run in ways that take turns: the C function with everything prepared, Session.run, Session.run into arrays of the caller; then a second
Session ("cold") and ONNX Runtime, by `run` and with its tensors bound (IOBinding), each of which has weights of its own and finds another's in the caches, as the first three do not.  Without a model: two small
products, where a run is nearly nothing but what stands around it.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, save

import fp8c
import fp8c.ort
from fp8c._native import command, ffi, lib

WAYS = ("C", "Session.run", "with out=", "cold", "ONNX Runtime", "bound")


def two_products(folder):
    rng = np.random.default_rng(0)
    weights = {"a": rng.standard_normal((32, 64)), "b": rng.standard_normal((64, 16))}
    nodes = [helper.make_node("MatMul", ["x", "a"], ["h"]), helper.make_node("MatMul", ["h", "b"], ["y"])]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, ["batch", w]) for n, w in (("x", 32), ("y", 16))]
    constants = [numpy_helper.from_array(w.astype(np.float32), name) for name, w in weights.items()]
    graph = helper.make_graph(nodes, "two-products", ports[:1], ports[1:], constants)
    path = Path(folder) / "two-products.onnx"
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), path)
    return path


def inputs_of(plan, dims):
    rng = np.random.default_rng(0)
    feed = {}
    for port in plan.inputs:
        shape = [d if isinstance(d, int) else dims.get(d, 1) for d in port.shape]
        integer = port.dtype.kind in "iu"
        feed[port.name] = (rng.integers(0, 2, shape) if integer else rng.standard_normal(shape)).astype(port.dtype)
    return feed


def c_call(session, feed, outputs):
    """The C function on structs that are filled beforehand."""
    def tensors(ports, arrays):
        made = ffi.new("fp8c_tensor[]", len(ports))
        for tensor, port in zip(made, ports, strict=True):
            array = arrays[port.name]
            tensor.data, tensor.dtype = ffi.cast("void *", array.ctypes.data), port.dtype_number
            tensor.place, tensor.rank, tensor.shape = lib.FP8C_PLACE_HOST, array.ndim, array.shape
        return made

    given, taken = tensors(session.plan.inputs, feed), tensors(session.plan.outputs, outputs)
    words = (session._session, given, len(feed), taken, len(outputs), ffi.new("fp8c_error *"))

    def run():
        assert lib.fp8c_session_run(*words) == lib.FP8C_OK

    return run


def in_onnx_runtime(plan, folder, threads):
    context = str(Path(folder) / "context.onnx")
    subprocess.run([*command(), "export", "--ort", str(plan.save(Path(folder) / "plan.fp8c")), "-o", context, "-q"], check=True)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # of its own, which have nothing to do
    fp8c.ort.add_to(options, "cpu", threads=threads)
    return onnxruntime.InferenceSession(context, options, enable_fallback=0)


def bindings(session, feed, like):
    """Inputs and outputs where they lie; the outputs' arrays."""
    binding, made = session.io_binding(), {name: np.empty_like(array) for name, array in like.items()}
    for name, array in feed.items():
        binding.bind_cpu_input(name, array)
    for name, array in made.items():
        binding.bind_output(name, "cpu", 0, array.dtype, array.shape, array.ctypes.data)
    return binding, made


def measured(model, a, folder):
    """Seconds by the name of each way, for every round."""
    dims = {name: int(size) for name, size in (d.split("=") for d in a.dim)}
    plan = fp8c.compile(model, target="cpu", precision=a.precision)
    feed = inputs_of(plan, dims)
    session = fp8c.Session(plan, "cpu", threads=a.threads)
    want = session(**feed)
    outputs = {name: np.empty_like(array) for name, array in want.items()}
    cold = fp8c.Session(fp8c.Plan(plan.save(Path(folder) / "plan.fp8c")), "cpu", threads=a.threads)
    other = in_onnx_runtime(plan, folder, a.threads)
    direct = c_call(session, feed, outputs)
    bound, given = bindings(other, feed, outputs)
    ways = dict(zip(WAYS, (
        direct,
        lambda: session.run(None, feed),
        lambda: session.run(None, feed, out=outputs),
        lambda: cold.run(None, feed),
        lambda: other.run(None, feed),
        lambda: other.run_with_iobinding(bound),
    ), strict=True))
    for have, name in zip(other.run(None, feed), want, strict=True):
        np.testing.assert_array_equal(have, want[name])
    other.run_with_iobinding(bound)
    for name, array in given.items():
        np.testing.assert_array_equal(array, want[name])
    direct()
    for name, array in outputs.items():
        np.testing.assert_array_equal(array, want[name])
    times = {name: [] for name in ways}
    for _ in range(a.rounds):
        for name, run in random.sample(list(ways.items()), len(ways)):  # what ran before leaves its traces in caches
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path)
    parser.add_argument("--dim", action="append", default=[], help="NAME=SIZE of an open dimension; else 1")
    parser.add_argument("--precision", default="f32")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path, help="the figures as a document, too")
    a = parser.parse_args()
    document = {"load": os.getloadavg()[0], "processors": os.cpu_count(), "threads": a.threads, "rows": []}
    print(f"threads {a.threads}, load {document['load']:.1f} on {document['processors']} processors; medians of {a.rounds} rounds, us\n")
    print("| model | " + " | ".join(WAYS) + " | Session.run - C | ONNX Runtime / cold | bound / cold |\n|---|" + "---|" * (len(WAYS) + 3))
    with tempfile.TemporaryDirectory() as folder:
        for model in a.models or [two_products(folder)]:
            us = {name: 1e6 * statistics.median(t) for name, t in measured(model, a, folder).items()}
            above, ratio, bound = us["Session.run"] - us["C"], us["ONNX Runtime"] / us["cold"], us["bound"] / us["cold"]
            print(f"| {model.stem} | " + " | ".join(f"{us[name]:.1f}" for name in WAYS) + f" | {above:.1f} | {ratio:.3f} | {bound:.3f} |", flush=True)
            document["rows"].append({"model": model.stem, "us": us, "session_above_c_us": above, "ort_over_session": ratio, "bound_over_session": bound})
    if a.json:
        a.json.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
