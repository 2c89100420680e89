"""Checkpoints of E4M3 codes with a scale for each 128 by 128 of them (DeepSeek's, Qwen3-FP8's) compute as they are."""
import json

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

K, N = 384, 320


def checkpoint(path, alike=True):
    """y = x w^T: codes [n][k], DequantizeLinear of blocks of 128 along k, whose scales repeat for 128 outputs; returns codes and scales."""
    r = np.random.default_rng(5)
    w = r.standard_normal((N, K)).astype(np.float32)
    scales = np.repeat(r.uniform(0.001, 0.01, ((N + 127) // 128, K // 128)), 128, 0)[:N].astype(np.float32)
    if not alike:
        scales[5, 1] *= 2
    codes = (w / scales.repeat(128, 1)).clip(-448, 448).astype(ml_dtypes.float8_e4m3fn)
    stored = helper.make_tensor("w", TensorProto.FLOAT8E4M3FN, [N, K], codes.view(np.uint8).tobytes(), raw=True)
    nodes = [helper.make_node("DequantizeLinear", ["w", "s"], ["d"], axis=1, block_size=128), helper.make_node("Transpose", ["d"], ["t"], perm=[1, 0]),
             helper.make_node("MatMul", ["x", "t"], ["y"], name="fc")]
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, ["rows", K])], [io("y", TensorProto.FLOAT, ["rows", N])],
                              [stored, numpy_helper.from_array(scales, "s")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11), str(path))
    return codes.astype(np.float32), scales


def expected(x, codes, scales):
    """Activations by 128 of a row, as the documentation has it; sums of a block in F64."""
    y = np.zeros((len(x), N))
    for b in range(K // 128):
        part = x[:, b * 128:(b + 1) * 128]
        unit = np.maximum(np.abs(part).max(1, keepdims=True) * np.float32(1 / 448), np.float32(2.0 ** -100))
        rounded = (part * (np.float32(1) / unit)).clip(-448, 448).astype(ml_dtypes.float8_e4m3fn).astype(np.float64)
        y += rounded @ codes[:, b * 128:(b + 1) * 128].T.astype(np.float64) * (unit * scales[:, b])
    return y


def the_decision(report):
    decided, = (n["decision"] for n in report["nodes"] if n.get("decision"))
    return decided


@pytest.mark.parametrize("words", [["--precision", "fp8"], ["--override", "o.json"]], ids=" ".join)
def test_codes_and_scales_stay(fp8c, tmp_path, words):
    """Without a sample: a run finds the activations' scales."""
    codes, scales = checkpoint(tmp_path / "m.onnx")
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", "format": "e4m3"}]}))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--json", *words)
    assert done.code == 0, done.err
    decided = the_decision(done.json())
    assert decided["format"] == "e4m3" and decided["granularity"] == "weights per 128 x 128 block, activations per 128 of a row", decided
    x = (np.random.default_rng(1).standard_normal((9, K)) * np.exp2(np.random.default_rng(2).integers(-8, 8, (9, 3)).repeat(128, 1))).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", "p.fp8c", "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out").code == 0
    want, got = expected(x, codes, scales), np.load(tmp_path / "out" / "y.npy")
    assert np.abs(got - want).max() < 3e-7 * np.abs(want).max()  # another scale's last bit shows in the golden test


def test_otherwise_they_stay_packed(fp8c, tmp_path):
    checkpoint(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--json")
    assert done.code == 0 and the_decision(done.json())["format"] != "e4m3"
    checkpoint(tmp_path / "other.onnx", alike=False)
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", "format": "e4m3"}]}))
    done = fp8c("compile", "other.onnx", "-n", "--target", "cpu", "--override", "o.json")
    assert done.code == 2 and "codes of few bits" in done.err, done.err


@pytest.mark.parametrize("target, rows", [("sm_90a", 2048), ("sm_89", 2048)])
def test_on_gpus(fp8c, tmp_path, target, rows):
    checkpoint(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", "--precision", "fp8", "--target", target, "--dim", f"rows={rows}", "--json")
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0 and the_decision(done.json())["format"] == "e4m3", done.err
    assert len([s for s in done.json()["time"]["steps"]]) == 2  # what rounds the blocks, and the product
