"""Channel splitting (--repair split): what it takes off the error, on a GPU without a launch more, and as ONNX's own operators."""
import json
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper


def transformer(path, outlier=30):
    """A norm, a product, Gelu and a product, with the norm's result added to: channels 5, 77 and 200 of 256 are `outlier` times as large."""
    random = np.random.default_rng(3)
    f32 = lambda *shape: random.standard_normal(shape).astype(np.float32)
    gain = np.ones(256, np.float32)
    gain[[5, 77, 200]] = outlier
    wide = np.ones(512, np.float32)
    wide[[9, 300]] = outlier
    constants = {"g": gain, "b": f32(256) / 10, "w1": f32(256, 512) / 16 * wide, "b1": f32(512) / 10, "w2": f32(512, 256) / 16,
                 "zero": np.zeros(1, np.float32)}
    nodes = [helper.make_node("LayerNormalization", ["x", "g", "b"], ["n"], name="norm"), helper.make_node("MatMul", ["n", "w1"], ["m"], name="up"),
             helper.make_node("Add", ["m", "b1"], ["h"], name="bias"), helper.make_node("Gelu", ["h"], ["a"], name="gelu"),
             helper.make_node("MatMul", ["a", "w2"], ["d"], name="down"), helper.make_node("Add", ["d", "n"], ["y"], name="residual")]
    io = lambda n: helper.make_tensor_value_info(n, TensorProto.FLOAT, ["batch", 64, 256])
    graph = helper.make_graph(nodes, "split", [io("x")], [io("y")], [numpy_helper.from_array(v, k) for k, v in constants.items() if k != "zero"])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
    model.ir_version = 9
    onnx.save(model, path)
    np.savez(path.with_suffix(".npz"), x=f32(12, 64, 256))


def compiled(fp8c, tmp_path, repair, *words):
    report = tmp_path / "r.json"
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "--precision", "fp8", "--repair", repair, "--calibrate", "m.npz", "--report-json", report, *words)
    assert done.code == 0, done.err
    return json.loads(report.read_text())


def decibels(report):
    return next(a for a in report["alternatives"] if a["name"] == "e4m3")["outputs"][0]["sqnr_db"]


@pytest.fixture
def model(tmp_path):
    transformer(tmp_path / "m.onnx")


@pytest.mark.parametrize("words", [["--target", "cpu"], ["--target", "sm_90a", "--dim", "batch=16"]], ids=["cpu", "gpu"])
def test_split_channels_make_less_noise_in_as_many_launches(fp8c, tmp_path, model, words):
    plain, split = (compiled(fp8c, tmp_path, repair, *words) for repair in ("none", "split"))
    assert decibels(split) > decibels(plain) + 1.5
    if "cpu" in words:
        return
    steps = [[s["kind"] for s in r["time"]["steps"]] for r in (plain, split)]
    assert steps[0] == steps[1]


def test_split_plans_run_as_their_export_does(fp8c, tmp_path, model):
    import onnxruntime

    compiled(fp8c, tmp_path, "split", "--target", "cpu")
    assert fp8c("export", "m.fp8c", "-o", "qdq.onnx").code == 0
    operators = [n.op_type for n in onnx.load(tmp_path / "qdq.onnx").graph.node]
    assert operators.count("Gather") >= 2  # the norm's result and the Gelu's
    x = np.load(tmp_path / "m.npz")["x"][:2]
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", "m.fp8c", "--input", "x=x.npy", "--output-dir", "out").code == 0
    ours = np.load(tmp_path / "out" / "y.npy")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    theirs = onnxruntime.InferenceSession(tmp_path / "qdq.onnx", options, providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
    assert np.square(ours - theirs).sum() < 1e-5 * np.square(theirs).sum()
    assert fp8c("compile", "qdq.onnx", "-o", "again.fp8c", "--target", "cpu").code == 0
    assert fp8c("run", "again.fp8c", "--input", "x=x.npy", "--output-dir", "again").code == 0
    assert np.array_equal(ours, np.load(tmp_path / "again" / "y.npy"))
