"""--calibrate-method dynamic: one scale for a tensor, from the largest number that a run holds."""
import json

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper


def write(path, nodes, x, y, **constants):
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, x)], [io("y", TensorProto.FLOAT, y)],
                              [numpy_helper.from_array(v.astype(np.float32), k) for k, v in constants.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(path))


def linear(path):
    r = np.random.default_rng(1)
    w, b = r.standard_normal((96, 64)) / 10, r.standard_normal(64)
    write(path, [helper.make_node("MatMul", ["x", "w"], ["z"], name="fc"), helper.make_node("Add", ["z", "b"], ["y"])], ["n", 5, 96], ["n", 5, 64], w=w, b=b)
    return w.astype(np.float32), b.astype(np.float32)


def run(fp8c, folder, plan, x):
    np.save(folder / "x.npy", x)
    assert fp8c("run", plan, "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out").code == 0
    return np.load(folder / "out" / "y.npy").astype(np.float64)


def sqnr(want, got):
    return 10 * np.log10((want ** 2).sum() / ((want - got) ** 2).sum())


def decisions(done):
    assert done.code == 0, done.err
    return [n["decision"] for n in done.json()["nodes"] if n.get("decision")]


DYNAMIC = ["--calibrate-method", "dynamic", "--precision", "fp8", "--target", "cpu"]


def test_the_scale_is_the_runs_own(fp8c, tmp_path):
    """Without a sample, and whatever the size of a run's numbers: code 448 is the largest of all of them."""
    w, b = linear(tmp_path / "m.onnx")
    decided, = decisions(fp8c("compile", "m.onnx", "-o", "p.fp8c", "--json", *DYNAMIC))
    assert decided["format"] == "e4m3" and decided["policy"] == "dynamic: amax of each run", decided
    assert decided["granularity"] == "weights per output channel, activations per tensor"
    normal = np.random.default_rng(2).standard_normal((3, 5, 96)).astype(np.float32)
    for size in (1e-6, 1, 3e7):
        x = normal * np.float32(size)
        got = run(fp8c, tmp_path, "p.fp8c", x) - b
        assert sqnr(x.astype(np.float64) @ w, got) > 26
        unit = np.maximum(np.abs(x).max() * np.float32(1 / 448), np.float32(2.0 ** -100))
        codes = (x * (np.float32(1) / unit)).clip(-448, 448).astype(ml_dtypes.float8_e4m3fn)
        assert np.abs(codes.astype(np.float32)).max() == 448
    assert np.array_equal(run(fp8c, tmp_path, "p.fp8c", np.zeros((1, 5, 96), np.float32))[0, 0], b)


def test_what_calibration_never_saw(fp8c, tmp_path):
    """Inputs a thousand times as large saturate at a scale of the samples."""
    w, b = linear(tmp_path / "m.onnx")
    x = np.random.default_rng(2).standard_normal((9, 5, 96)).astype(np.float32)
    np.savez(tmp_path / "c.npz", x=x)
    assert fp8c("compile", "m.onnx", "-o", "still.fp8c", "--calibrate", "c.npz", "--precision", "fp8", "--target", "cpu").code == 0
    assert fp8c("compile", "m.onnx", "-o", "own.fp8c", "--calibrate", "c.npz", *DYNAMIC).code == 0
    large = x[:2] * 1000
    want = large.astype(np.float64) @ w + b
    assert sqnr(want, run(fp8c, tmp_path, "own.fp8c", large)) > 26 > 3 > sqnr(want, run(fp8c, tmp_path, "still.fp8c", large))


def test_node_by_node(fp8c, tmp_path):
    linear(tmp_path / "m.onnx")
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", "format": "e4m3", "activations": {"method": "dynamic"}}]}))
    decided, = decisions(fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--override", "o.json", "--json"))
    assert decided["policy"] == "dynamic: amax of each run"
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", "format": "e4m3", "weights": {"method": "dynamic"}}]}))
    done = fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--override", "o.json")
    assert done.code == 2 and "weights are all known" in done.err


def test_convolutions(fp8c, tmp_path):
    r = np.random.default_rng(4)
    w = r.standard_normal((24, 16, 3, 3)) / 12
    write(tmp_path / "m.onnx", [helper.make_node("Conv", ["x", "w", "b"], ["y"], name="conv", pads=[1] * 4)], ["n", 16, 9, 7], ["n", 24, 9, 7],
          w=w, b=r.standard_normal(24))
    decided, = decisions(fp8c("compile", "m.onnx", "-o", "p.fp8c", "--json", *DYNAMIC))
    assert decided["format"] == "e4m3" and decided["policy"] == "dynamic: amax of each run", decided
    x = 500 * r.standard_normal((2, 16, 9, 7)).astype(np.float32)
    assert sqnr(run(fp8c, tmp_path, "m.onnx", x), run(fp8c, tmp_path, "p.fp8c", x)) > 26


@pytest.mark.parametrize("words", [["--headroom", "2"], ["--scales", "pow2"]])
def test_what_excludes_it(fp8c, tmp_path, words):
    linear(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", *DYNAMIC, *words)
    assert done.code == 2 and "dynamic scales" in done.err, done.err


def test_on_a_gpu(fp8c, tmp_path):
    """Three short launches beside the product's, in whose epilogue the scale is multiplied."""
    linear(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", "--calibrate-method", "dynamic", "--precision", "fp8", "--target", "sm_90a", "--dim", "n=64", "--json")
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    decided, = decisions(done)
    assert decided["format"] == "e4m3" and len(done.json()["time"]["steps"]) <= 5
