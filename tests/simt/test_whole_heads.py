"""Attention whose heads are no multiple of 8 on a simulated GPU: zeros behind each head take it to the kernels of tensor cores, and
what comes out is what the CPU device computes of the heads as they are."""
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
BATCH, ROWS, WIDTH = 4, 96, 48  # fewer rows are sooner computed as they are
CHIPS = {"sm_90a": ("90", "attention_half"), "sm_89": ("89", "attention")}
node = helper.make_node


def model(path, heads, size, packed, mask):
    """q, k and v of one product that timm cuts, or of three; attention, a product, what is left of the rows added."""
    random, inner = np.random.default_rng(heads * size), heads * size
    ints = {"split": [0, 0, 3, heads, size] if packed else [0, 0, heads, size], "flat": [0, 0, inner], "one": [1], "two": [2], "three": [3], "none": [0], "first": [2]}
    weights = {"wp": (inner, WIDTH), "bp": (WIDTH,)} | ({"w": (WIDTH, 3 * inner), "b": (3 * inner,)} if packed else {f"{a}{o}": s for o in "qkv" for a, s in (("w", (WIDTH, inner)), ("b", (inner,)))})
    values = {k: (random.standard_normal(s) / s[0] ** .5).astype(np.float32) for k, s in weights.items()} | {k: np.array(v, np.int64) for k, v in ints.items()}
    values["scale"] = np.float32(size ** -0.5)
    if mask:
        values["bias"] = random.standard_normal((1, heads, ROWS, ROWS)).astype(np.float32)
    nodes = []
    if packed:
        nodes += [node("MatMul", ["x", "w"], ["m"]), node("Add", ["m", "b"], ["y"]), node("Reshape", ["y", "split"], ["r"]), node("Transpose", ["r"], ["t"], perm=[2, 0, 3, 1, 4])]
        for part, (start, end) in zip("qkv", (("none", "one"), ("one", "two"), ("two", "three"))):
            nodes += [node("Slice", ["t", start, end, "none"], [f"{part}5"]), node("Squeeze", [f"{part}5", "none"], [part])]
    else:
        for part in "qkv":
            nodes += [node("MatMul", ["x", f"w{part}"], [f"{part}m"]), node("Add", [f"{part}m", f"b{part}"], [f"{part}y"]), node("Reshape", [f"{part}y", "split"], [f"{part}r"]),
                      node("Transpose", [f"{part}r"], [part], perm=[0, 2, 1, 3])]
    nodes += [node("Transpose", ["k"], ["kt"], perm=[0, 1, 3, 2]), node("MatMul", ["q", "kt"], ["s"]), node("Mul", ["s", "scale"], ["sm"])]
    if mask:
        nodes += [node("Add", ["sm", "bias"], ["sb"])]
    nodes += [node("Softmax", ["sb" if mask else "sm"], ["p"], axis=-1), node("MatMul", ["p", "v"], ["a"]), node("Transpose", ["a"], ["at"], perm=[0, 2, 1, 3]),
              node("Reshape", ["at", "flat"], ["ar"]), node("MatMul", ["ar", "wp"], ["om"]), node("Add", ["om", "bp"], ["o"]), node("Add", ["o", "x"], ["z"])]
    return save(path, nodes, [("x", [BATCH, ROWS, WIDTH])], [("z", [BATCH, ROWS, WIDTH])], **values)


def computed(tmp_path, path, chip, *words):
    """What both devices give, and the kernels of the GPU."""
    sm, _ = CHIPS[chip]
    def fp8c(*words):
        done = subprocess.run([FP8C, *map(str, words)], cwd=tmp_path, text=True, capture_output=True, timeout=300, env={**os.environ, "FP8C_SIMT_SM": sm})
        assert done.returncode == 0, done.stderr
    fp8c("compile", path, "-o", "p.fp8c", "--target", "cpu", "--target", chip, "-q", "--cache-dir", CACHE or tmp_path / "cache", "--report-json", "r.json", *words)
    np.save(tmp_path / "x.npy", np.random.default_rng(5).standard_normal((BATCH, ROWS, WIDTH)).astype(np.float32))
    results = []
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device.replace(":", ""), "-q")
        results.append(np.load(tmp_path / device.replace(":", "") / "z.npy"))
    report = json.loads((tmp_path / "r.json").read_text())
    gpu = next(v for v in report["variants"] if v["target"] == chip)
    return *results, [re.sub(r"^fp8c_|_[0-9a-f]{12}$", "", launch["kernel"]) for launch in gpu["launches"] if launch.get("kernel")]


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("heads, size, packed, mask", [(4, 12, True, False), (4, 36, True, True), (3, 20, False, True), (2, 13, False, False)])
def test_broken_heads_take_the_tensor_cores(tmp_path, chip, heads, size, packed, mask):
    path = model(tmp_path / "m.onnx", heads, size, packed, mask)
    cpu, gpu, kernels = computed(tmp_path, path, chip, "--precision", "bf16")
    assert CHIPS[chip][1] in kernels and "attention_rows" not in kernels, kernels
    assert np.linalg.norm(gpu - cpu) < 6e-3 * np.linalg.norm(cpu)
    _, rows, kernels = computed(tmp_path, path, chip, "--precision", "bf16", "--disable", "whole-heads")
    assert "attention_rows" in kernels, kernels
    assert np.linalg.norm(gpu - rows) < 6e-3 * np.linalg.norm(rows)


def test_products_in_fp8_get_zeros_too(tmp_path):
    """Weights with a scale for each column, a result rounded for an FP8 product."""
    path = model(tmp_path / "m.onnx", 4, 20, True, False)
    np.savez(tmp_path / "c.npz", x=np.random.default_rng(6).standard_normal((4, BATCH, ROWS, WIDTH)).astype(np.float32))
    cpu, gpu, kernels = computed(tmp_path, path, "sm_90a", "--precision", "fp8", "--calibrate", tmp_path / "c.npz", "--repair", "none")
    assert "attention_half" in kernels, kernels
    weights = [n["inputs"][1]["format"] for n in json.loads((tmp_path / "r.json").read_text())["nodes"] if n["op"] == "Linear"]
    assert weights == ["e4m3", "e4m3"], weights
    assert np.linalg.norm(gpu - cpu) < 2e-2 * np.linalg.norm(cpu)
