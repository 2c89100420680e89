"""Branches of an image that are weighed against each other, and pixels with a weight each, on a simulated GPU: nothing is stacked,
cut out or turned for them, and what comes out is what the CPU device and ONNX Runtime compute."""
import json
import os
import re
import subprocess

import numpy as np
import pytest
from onnx import helper

from small_models import save

FP8C = os.environ.get("FP8C", "fp8c")
CACHE = os.environ.get("FP8C_TEST_CACHE", "")
BATCH, CHANNELS, HIDDEN, SIZE = 2, 16, 32, 9
node = helper.make_node


def convolution(values, random, nodes, x, y, inputs, outputs, kernel=1, **attrs):
    values[f"{y}.w"] = (random.standard_normal((outputs, inputs, kernel, kernel)) / (inputs ** .5 * kernel)).astype(np.float32)
    values[f"{y}.b"] = random.standard_normal(outputs).astype(np.float32)
    nodes.append(node("Conv", [x, f"{y}.w", f"{y}.b"], [y], **attrs))


def selective(add, nodes, values, n):
    """SKNet: n convolutions, stacked."""
    for i in range(n):
        add("x", f"c{i}", CHANNELS, CHANNELS, 3, pads=[i + 1] * 4, dilations=[i + 1] * 2)
        nodes += [node("Relu", [f"c{i}"], [f"r{i}"]), node("Unsqueeze", [f"r{i}", "one"], [f"u{i}"])]
    nodes.append(node("Concat", [f"u{i}" for i in range(n)], ["p"], axis=1))


def split(add, nodes, values, n):
    """ResNeSt: one convolution, taken apart."""
    add("x", "c", CHANNELS, n * CHANNELS, 3, pads=[1] * 4)
    nodes += [node("Relu", ["c"], ["r"]), node("Reshape", ["r", "apart"], ["p"])]


def weighed(path, branches, n, pool):
    random, nodes = np.random.default_rng(n), []
    values = {"one": np.array([1]), "pixels": np.array([2, 3]), "apart": np.array([0, n, CHANNELS, SIZE, SIZE]), "each": np.array([0, n, CHANNELS, 1, 1]),
              "count": np.float32(SIZE * SIZE)}
    add = lambda *words, **attrs: convolution(values, random, nodes, *words, **attrs)
    branches(add, nodes, values, n)
    nodes.append(node("ReduceSum", ["p", "one"], ["s"], keepdims=0))
    nodes += {"mean": [node("ReduceMean", ["s", "pixels"], ["m"])], "pool": [node("GlobalAveragePool", ["s"], ["m"])],
              "divided": [node("ReduceSum", ["s", "pixels"], ["sp"]), node("Div", ["sp", "count"], ["m"])]}[pool]
    add("m", "f1", CHANNELS, HIDDEN)
    nodes.append(node("Relu", ["f1"], ["fr"]))
    add("fr", "f2", HIDDEN, n * CHANNELS)
    nodes += [node("Reshape", ["f2", "each"], ["l"]), node("Softmax", ["l"], ["w"], axis=1), node("Mul", ["p", "w"], ["pw"]),
              node("ReduceSum", ["pw", "one"], ["y"], keepdims=0)]
    add("y", "z", CHANNELS, CHANNELS)
    return save(path, nodes, [("x", [BATCH, CHANNELS, SIZE, SIZE])], [("z", [BATCH, CHANNELS, SIZE, SIZE])], **values)


def context(path):
    """GCNet: the softmax of one channel is a weight for each pixel."""
    random, nodes = np.random.default_rng(9), []
    values = {"one": np.array([1]), "three": np.array([3]), "rows": np.array([0, 1, SIZE * SIZE]), "flat": np.array([0, CHANNELS, SIZE * SIZE]), "point": np.array([0, CHANNELS, 1, 1]),
              "gain": random.standard_normal(HIDDEN).astype(np.float32), "shift": random.standard_normal(HIDDEN).astype(np.float32)}
    add = lambda *words, **attrs: convolution(values, random, nodes, *words, **attrs)
    add("x", "c", CHANNELS, CHANNELS, 3, pads=[1] * 4)
    nodes.append(node("Relu", ["c"], ["r"]))
    add("r", "m", CHANNELS, 1)
    nodes += [node("Reshape", ["m", "rows"], ["mr"]), node("Softmax", ["mr"], ["ms"], axis=-1), node("Unsqueeze", ["ms", "three"], ["w"]),
              node("Reshape", ["r", "flat"], ["rf"]), node("Unsqueeze", ["rf", "one"], ["ru"]), node("MatMul", ["ru", "w"], ["g"]), node("Reshape", ["g", "point"], ["gp"])]
    add("gp", "f1", CHANNELS, HIDDEN)
    nodes += [node("Transpose", ["f1"], ["ft"], perm=[0, 2, 3, 1]), node("LayerNormalization", ["ft", "gain", "shift"], ["fn"], axis=-1),
              node("Transpose", ["fn"], ["fb"], perm=[0, 3, 1, 2]), node("Relu", ["fb"], ["fr"])]
    add("fr", "f2", HIDDEN, CHANNELS)
    nodes.append(node("Add", ["r", "f2"], ["y"]))
    add("y", "z", CHANNELS, CHANNELS)
    return save(path, nodes, [("x", [BATCH, CHANNELS, SIZE, SIZE])], [("z", [BATCH, CHANNELS, SIZE, SIZE])], **values)


def close(a, b, error):
    assert np.linalg.norm((a - b).ravel()) <= error * np.linalg.norm(b.ravel())


def held(tmp_path, path, precision):
    """Holds both devices and ONNX Runtime against each other; returns what the GPU's launches are."""
    def fp8c(*words):
        done = subprocess.run([FP8C, *map(str, words)], cwd=tmp_path, text=True, capture_output=True, timeout=300, env={**os.environ, "FP8C_SIMT_SM": "90"})
        assert done.returncode == 0, done.stderr
    fp8c("compile", path, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-q", "--cache-dir", CACHE or tmp_path / "cache", "--report-json", "r.json", "--precision", precision)
    x = np.random.default_rng(5).standard_normal((BATCH, CHANNELS, SIZE, SIZE)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    results = []
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device.replace(":", ""), "-q")
        results.append(np.load(tmp_path / device.replace(":", "") / "z.npy"))
    close(results[1], results[0], 2e-3 if precision == "bf16" else 1e-5)
    ort = pytest.importorskip("onnxruntime")
    close(results[0], ort.InferenceSession(path).run(None, {"x": x})[0], 2e-2 if precision == "bf16" else 1e-5)
    report = json.loads((tmp_path / "r.json").read_text())
    gpu = next(v for v in report["variants"] if v["target"] == "sm_90a")
    return [re.sub(r"^fp8c_|_[0-9a-f]{12}$", "", launch["kernel"]) for launch in gpu["launches"]]


@pytest.mark.parametrize("pool", ["mean", "pool", "divided"])
@pytest.mark.parametrize("branches, n", [(selective, 2), (selective, 3), (split, 2), (split, 4)])
def test_weighed_branches(tmp_path, branches, n, pool):
    path = weighed(tmp_path / "m.onnx", branches, n, pool)
    launches = held(tmp_path, path, "bf16")
    # the image turned, convolutions, their sums' mean, two products and their softmax, the branches weighed, a convolution, turned back
    assert sum(not k.startswith("conv") for k in launches) == 5, launches
    assert [k for k in launches if k.startswith(("reduce", "softmax"))] == ["reduce", "softmax"], launches
    held(tmp_path, path, "f32")


def test_global_context(tmp_path):
    path = context(tmp_path / "m.onnx")
    launches = held(tmp_path, path, "bf16")
    kinds = [k for k in launches if not k.startswith("conv")]
    assert [re.split("_", k)[0] for k in kinds] == ["eltwise", "row", "reduce", "row", "eltwise", "transpose"], launches
    held(tmp_path, path, "f32")
