"""Mixers on a simulated GPU: zeros behind tokens that are no multiple of 16 take their products to the kernels of whole rows, and what
comes out is what ONNX Runtime computes of the tokens as they are."""
import json
import os
import re
import subprocess

import numpy as np
import onnxruntime
import pytest
from onnx import helper

from small_models import save

FP8C = os.environ.get("FP8C", "fp8c")
CACHE = os.environ.get("FP8C_TEST_CACHE", "")
BATCH, WIDTH, INNER = 2, 32, 64
node = helper.make_node


def mixer(path, tokens):
    """x + back(w2 gelu(w1 turned(norm(x)))) over a free batch, as exports of MLP-Mixers have it."""
    random = np.random.default_rng(tokens)
    weights = {"g": (WIDTH,), "b": (WIDTH,), "w1": (tokens, INNER), "b1": (INNER,), "w2": (INNER, tokens), "b2": (tokens,)}
    values = {k: (random.standard_normal(s) / s[0] ** .5).astype(np.float32) for k, s in weights.items()}
    values |= {"half": np.float32(0.5), "one": np.float32(1), "root": np.float32(2 ** .5)}
    nodes = [node("LayerNormalization", ["x", "g", "b"], ["n"], axis=-1), node("Transpose", ["n"], ["t"], perm=[0, 2, 1]), node("MatMul", ["t", "w1"], ["m"]),
             node("Add", ["m", "b1"], ["y"]), node("Div", ["y", "root"], ["d"]), node("Erf", ["d"], ["e"]), node("Add", ["e", "one"], ["f"]), node("Mul", ["y", "f"], ["h"]),
             node("Mul", ["h", "half"], ["k"]), node("MatMul", ["k", "w2"], ["q"]), node("Add", ["q", "b2"], ["r"]), node("Transpose", ["r"], ["u"], perm=[0, 2, 1]),
             node("Add", ["x", "u"], ["z"])]
    return save(path, nodes, [("x", ["batch", tokens, WIDTH])], [("z", ["batch", tokens, WIDTH])], **values)


def computed(tmp_path, path, tokens, *words):
    """What ONNX Runtime, the CPU device and the GPU give, and the GPU's kernels with what they read."""
    def fp8c(*words):
        done = subprocess.run([FP8C, *map(str, words)], cwd=tmp_path, text=True, capture_output=True, timeout=300, env={**os.environ, "FP8C_SIMT_SM": "90"})
        assert done.returncode == 0, done.stderr
    random = np.random.default_rng(5)
    np.savez(tmp_path / "c.npz", x=random.standard_normal((8, tokens, WIDTH)).astype(np.float32))
    x = random.standard_normal((BATCH, tokens, WIDTH)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    fp8c("compile", path, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "--dim", f"batch={BATCH}", "--calibrate", "c.npz", "-q", "--cache-dir", CACHE or tmp_path / "cache",
         "--report-json", "r.json", *words)
    results = [onnxruntime.InferenceSession(str(path)).run(None, {"x": x})[0]]
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device.replace(":", ""), "-q")
        results.append(np.load(tmp_path / device.replace(":", "") / "z.npy"))
    gpu = next(v for v in json.loads((tmp_path / "r.json").read_text())["variants"] if v["target"] == "sm_90a")
    return *results, [re.sub(r"^fp8c_|_[0-9a-f]{12}$", "", launch["kernel"]) for launch in gpu["launches"] if launch.get("kernel")]


def off(a, b):
    return np.linalg.norm(a - b) / np.linalg.norm(b)


@pytest.mark.parametrize("tokens", [49, 60, 196])
def test_ragged_tokens_are_multiplied_in_fp8(tmp_path, tokens):
    path = mixer(tmp_path / "m.onnx", tokens)
    want, cpu, gpu, kernels = computed(tmp_path, path, tokens, "--precision", "fp8")
    assert sum(k.startswith("gemm_e4m3_e4m3") for k in kernels) == 2 and "pad" in kernels, kernels
    assert off(gpu, cpu) < 5e-3 and off(gpu, want) < 5e-2
    _, _, ragged, kernels = computed(tmp_path, path, tokens, "--precision", "fp8", "--disable", "whole-rows")
    assert not any(k.startswith("gemm_e4m3") for k in kernels), kernels
    assert off(ragged, want) < 1e-2


def test_in_bf16_too(tmp_path):
    path = mixer(tmp_path / "m.onnx", 60)
    want, cpu, gpu, kernels = computed(tmp_path, path, 60, "--precision", "bf16")
    assert "pad" in kernels, kernels
    assert off(gpu, cpu) < 6e-3 and off(gpu, want) < 1e-2
