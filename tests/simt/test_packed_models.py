"""Models that bring weights of few bits: the plan has their codes, the CPU device and a simulated GPU multiply them, and both give what
numpy gives of the weights that the codes stand for."""
import json
import os
import subprocess
import sys

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from conftest import together

FP8C = os.environ.get("FP8C", "fp8c")
CACHE = os.environ.get("FP8C_TEST_CACHE", "")
K, N = 256, 160
random = np.random.default_rng(7)


def tensor(name, kind, shape, data):
    return h.make_tensor(name, kind, shape, data.tobytes(), raw=True)


def nibbles(codes):
    flat = codes.reshape(-1).astype(np.uint8)
    return flat[::2] | flat[1::2] << 4


def by_blocks(scales, block):
    return np.repeat(scales, block, axis=1)[:, :K]


def int4():
    """MatMulNBits with zero points, as ONNX Runtime GenAI writes it."""
    block, codes = 32, random.integers(0, 16, (N, K))
    scales = (random.random((N, K // block)) * .02 + .001).astype(np.float32)
    zeros = random.integers(0, 16, (N, K // block))
    node = h.make_node("MatMulNBits", ["x", "w", "s", "z"], ["y"], domain="com.microsoft", K=K, N=N, bits=4, block_size=block)
    consts = [tensor("w", T.UINT8, [N, K // block, block // 2], nibbles(codes)), tensor("s", T.FLOAT, [N * K // block], scales),
              tensor("z", T.UINT8, [N * K // block // 2], nibbles(zeros))]
    return [node], consts, (codes - by_blocks(zeros, block)) * by_blocks(scales, block), K * N / 2


def fp8_blocks():
    """E4M3 with a scale for 128 x 128 weights, as DeepSeek and Qwen3 ship it."""
    w = random.standard_normal((N, K)).astype(ml_dtypes.float8_e4m3fn)
    scales = np.repeat((random.random((-(-N // 128), K // 128)) * .02 + .001).astype(np.float32), 128, axis=0)[:N]
    nodes = [h.make_node("DequantizeLinear", ["w", "s"], ["d"], axis=1, block_size=128), h.make_node("Transpose", ["d"], ["t"], perm=[1, 0]),
             h.make_node("MatMul", ["x", "t"], ["y"])]
    consts = [tensor("w", T.FLOAT8E4M3FN, [N, K], w), tensor("s", T.FLOAT, scales.shape, np.ascontiguousarray(scales))]
    return nodes, consts, w.astype(np.float32) * by_blocks(scales, 128), K * N


def fp8_channels():
    """E4M3 with a scale for each column, in front of a Gemm with a bias."""
    w = random.standard_normal((N, K)).astype(ml_dtypes.float8_e4m3fn)
    scales = (random.random(N) * .02 + .001).astype(np.float32)
    nodes = [h.make_node("DequantizeLinear", ["w", "s"], ["d"], axis=0), h.make_node("Gemm", ["x", "d"], ["y"], transB=1)]
    return nodes, [tensor("w", T.FLOAT8E4M3FN, [N, K], w), tensor("s", T.FLOAT, [N], scales)], w.astype(np.float32) * scales[:, None], K * N


def fp4(block, scales_of):
    codes = random.integers(0, 16, (N, K)).astype(np.uint8)
    numbers = np.array([0, .5, 1, 1.5, 2, 3, 4, 6, -0., -.5, -1, -1.5, -2, -3, -4, -6], np.float32)
    nodes, consts, scales = scales_of(block)
    nodes += [h.make_node("DequantizeLinear", ["w", "s"], ["d"], axis=1, block_size=block),
              h.make_node("Transpose", ["d"], ["t"], perm=[1, 0]), h.make_node("MatMul", ["x", "t"], ["y"])]
    consts.append(tensor("w", T.FLOAT4E2M1, [N, K], nibbles(codes)))
    return nodes, consts, numbers[codes] * by_blocks(scales, block), K * N / 2


def nvfp4():
    def scales_of(block):
        codes = (random.random((N, K // block)) * 20 + 1).astype(ml_dtypes.float8_e4m3fn)
        one = np.array(.0137, np.float32)
        return [h.make_node("DequantizeLinear", ["c", "one"], ["s"])], [tensor("c", T.FLOAT8E4M3FN, codes.shape, codes), tensor("one", T.FLOAT, [], one)], \
            codes.astype(np.float32) * one
    return fp4(16, scales_of)


def mxfp4():
    def scales_of(block):
        scales = (2. ** random.integers(-9, -3, (N, K // block))).astype(np.float32)
        return [], [tensor("s", T.FLOAT, scales.shape, scales)], scales
    return fp4(32, scales_of)


def mxfp8():
    block, w = 32, random.standard_normal((N, K)).astype(ml_dtypes.float8_e4m3fn)
    scales = (2. ** random.integers(-9, -3, (N, K // block))).astype(np.float32)
    nodes = [h.make_node("DequantizeLinear", ["w", "s"], ["d"], axis=1, block_size=block), h.make_node("Transpose", ["d"], ["t"], perm=[1, 0]),
             h.make_node("MatMul", ["x", "t"], ["y"])]
    return nodes, [tensor("w", T.FLOAT8E4M3FN, [N, K], w), tensor("s", T.FLOAT, scales.shape, scales)], \
        w.astype(np.float32) * by_blocks(scales, block), K * N


def compiled(tmp_path, make, rows, target):
    """Results of the CPU device and of a simulated GPU, what they should be, the GPU's steps, and bytes of weights beside those of the codes."""
    nodes, consts, w, code_bytes = make()
    graph = h.make_graph(nodes, "g", [h.make_tensor_value_info("x", T.FLOAT, [rows, K])], [h.make_tensor_value_info("y", T.FLOAT, [rows, N])], consts)
    onnx.save(h.make_model(graph, ir_version=11, opset_imports=[h.make_opsetid("", 23), h.make_opsetid("com.microsoft", 1)]), tmp_path / "m.onnx")
    x = random.standard_normal((rows, K)).astype(ml_dtypes.bfloat16).astype(np.float32)
    np.save(tmp_path / "x.npy", x)

    def fp8c(*words):
        done = subprocess.run([FP8C, *together(words)], cwd=tmp_path, text=True, capture_output=True, timeout=300,
                              env=dict(os.environ, FP8C_SIMT_SM="90" if target == "sm_90a" else "89"))
        assert done.returncode == 0, done.stderr
        return done.stdout
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", target, "--precision", "bf16", "-q", "--cache-dir",
         CACHE or tmp_path / "cache", "--report-json", "r.json")
    found = []
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
        found.append(np.load(tmp_path / device[:3] / "y.npy"))
    weights = json.loads((tmp_path / "r.json").read_text())["variants"][1]["weight_bytes"]
    return found, x.astype(np.float64) @ w.astype(np.float64).T, fp8c("show", "p.fp8c", "--steps"), weights, code_bytes


@pytest.mark.parametrize("rows", [1, 50])
@pytest.mark.parametrize("make", [int4, fp8_blocks, fp8_channels, nvfp4, mxfp4, mxfp8], ids=lambda f: f.__name__)
def test_weights_stay_packed(tmp_path, make, rows):
    found, want, _, weights, code_bytes = compiled(tmp_path, make, rows, "sm_89")
    for y in found:
        assert np.linalg.norm(y - want) < 3e-5 * np.linalg.norm(want)
    assert weights < code_bytes * 1.4 + 1000


@pytest.mark.parametrize("make", [int4, fp8_blocks, nvfp4, mxfp4, mxfp8], ids=lambda f: f.__name__)
def test_many_rows_make_numbers_of_the_codes(tmp_path, make, monkeypatch):
    """The plan has codes alone, and each run rounds what they stand for to BF16, by at most 2^-8 of each weight."""
    for size in "KN":
        monkeypatch.setattr(sys.modules[__name__], size, 1024)
    found, want, steps, weights, code_bytes = compiled(tmp_path, make, 512, "sm_90a")
    assert "dequantize_packed" in steps
    assert np.linalg.norm(found[0] - want) < 3e-5 * np.linalg.norm(want)
    assert np.linalg.norm(found[1] - want) < 2 ** -8 * np.linalg.norm(want)
    assert weights < code_bytes * 1.4 + 1000
