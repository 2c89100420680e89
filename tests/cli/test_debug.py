"""fp8c debug: each step beside the F32 model, and the errors followed to the outputs."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import mlp


@pytest.fixture
def x(tmp_path):
    np.save(tmp_path / "x.npy", np.random.default_rng(7).standard_normal((9, 64)).astype(np.float32))
    return "x=x.npy"


def figures(document):
    """(step, value) pairs by the name of the value."""
    return {v["name"]: (s, v) for s in document["steps"] for v in s["values"]}


def test_errors_enter_where_numbers_are_rounded(fp8c, model, plan, x):
    done = fp8c("debug", model, plan, "--input", x, "--json", "--follow", 100)
    assert done.code == 0, done.err
    d = done.json()
    assert d["schema"] == "fp8c-debug-1" and d["device"] == "cpu" and d["same_model"]
    values = figures(d)
    products = [s for s in d["steps"] if s["kernel"] == "Linear"]
    assert len(products) == 2 and all(s["precision"] == "e4m3 x e4m3 -> f32" for s in products)
    for s in d["steps"]:
        for v in s["values"]:
            if s["kernel"] in ("Quantize", "Linear"):
                assert 20 < v["alone_db"] < 50, (s, v)  # FP8: some 31 dB a rounding
            if s["kernel"] == "Gelu":
                # the form for results that are rounded to FP8 (docs/numbers.md)
                assert v["alone_db"] > 55 and v["total_db"] < 50
    # the last product's result is the output
    last = values["y"][1]
    assert last["total_db"] == pytest.approx(d["outputs"][0]["sqnr_db"], abs=1e-6)
    # errors of different steps add as noise powers: together they are the output's error
    assert 0.8 < d["outputs"][0]["followed_share"] < 1.25
    blame = [b["step"] for b in d["blame"]]
    assert set(blame) == {s["step"] for s in d["steps"] if s["kernel"] in ("Quantize", "Linear", "Gelu")}
    worst = [min(v for v in b["outputs_db"]) for b in d["blame"]]
    assert worst == sorted(worst)
    assert d["first_not_finite"] is None and d["agreement"] is None and d["values_without_counterpart"] == 0


def test_saturation_is_blamed(fp8c, model, plan, tmp_path):
    """An input far outside of what calibration saw: the one rounding that clips it is the culprit."""
    x = np.random.default_rng(7).standard_normal((9, 64)).astype(np.float32)
    x[4, 20] = 500
    np.save(tmp_path / "x.npy", x)
    d = fp8c("debug", model, plan, "--input", "x=x.npy", "--json", "--follow", 100).json()
    worst, second = d["blame"][:2]
    clipped = d["steps"][worst["step"]]
    assert clipped["kernel"] == "Quantize" and clipped["values"][0]["name"].startswith("x."), clipped
    assert worst["alone_db"] < 6 and worst["outputs_db"][0] < second["outputs_db"][0] - 10
    assert 0.9 < d["outputs"][0]["followed_share"] < 1.1
    only_it = fp8c("debug", model, plan, "--input", "x=x.npy", "--json", "--follow", 1).json()
    assert only_it["blame"][0]["step"] == worst["step"] and "outputs_db" not in only_it["blame"][1]


def test_words(fp8c, model, plan, x):
    done = fp8c("debug", model, plan, "--input", x, "--steps")
    assert done.code == 0, done.err
    assert "y: SQNR " in done.out and "against the F32 model" in done.out
    assert "where the error enters: " in done.out and "every value of the plan is finite" in done.out
    assert "the errors followed make up" in done.out
    assert done.out.count("Linear") == 4  # twice among the steps, twice among the blamed
    quick = fp8c("debug", model, plan, "--input", x, "--no-follow")
    assert quick.code == 0 and "followed make up" not in quick.out
    made_up = fp8c("debug", model, plan, "--random", 3, "--dim", "batch=4")
    assert made_up.code == 0 and "SQNR" in made_up.out


def test_f32_plan_has_no_error(fp8c, model, tmp_path, x):
    assert fp8c("compile", model, "-o", "f32.fp8c", "--precision", "f32", "--target", "cpu", "-q").code == 0
    done = fp8c("debug", model, "f32.fp8c", "--input", x)
    assert done.code == 0 and "no step adds an error of its own" in done.out
    d = fp8c("debug", model, "f32.fp8c", "--input", x, "--json").json()
    assert d["outputs"][0]["exact"] and d["blame"] == []


def test_first_infinity(fp8c, tmp_path):
    """BF16 holds what F32 holds; 3e38 squared does not fit either, and both are told."""
    io = helper.make_tensor_value_info
    w = np.eye(16, dtype=np.float32)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"], name="n_h"), helper.make_node("Mul", ["h", "h"], ["s"], name="n_s"),
             helper.make_node("MatMul", ["s", "w"], ["y"], name="n_y")]
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, [2, 16])], [io("y", TensorProto.FLOAT, [2, 16])],
                              [numpy_helper.from_array(w, "w")])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, tmp_path / "inf.onnx")
    assert fp8c("compile", "inf.onnx", "-o", "inf.fp8c", "--precision", "bf16", "--target", "cpu", "-q").code == 0
    x = np.ones((2, 16), np.float32)
    x[1, 5] = 3e30
    np.save(tmp_path / "x.npy", x)
    d = fp8c("debug", "inf.onnx", "inf.fp8c", "--input", "x=x.npy", "--json").json()
    first = d["first_not_finite"]
    assert first["nodes"] == "n_s" and first["element"] == 21 and first["count"] == 1 and first["model_count"] == 1
    assert "the F32 model has them there too" in fp8c("debug", "inf.onnx", "inf.fp8c", "--input", "x=x.npy").out


def test_inputs_of_another_format(fp8c, model, samples, tmp_path, x):
    """A port in BF16: the model is given the same real numbers."""
    assert fp8c("compile", model, "-o", "io.fp8c", "--calibrate", samples, "--target", "cpu", "--io-type", "x=bf16", "-q").code == 0
    bits = (np.load(tmp_path / "x.npy").view(np.uint32) >> 16).astype(np.uint16)
    np.save(tmp_path / "b.npy", bits)
    done = fp8c("debug", model, "io.fp8c", "--input", "x=b.npy", "--json")
    assert done.code == 0, done.err
    assert done.json()["outputs"][0]["sqnr_db"] > 20


def test_mistakes(fp8c, model, plan, x, tmp_path):
    def refused(code, word, *words):
        done = fp8c("debug", *words)
        assert done.code == code and word in done.err, (done.code, done.err)
    refused(2, "usage", model)
    refused(2, "the model comes first", plan, model, "--input", x)
    refused(2, "NAME=FILE", model, plan, "--input", "x")
    refused(5, "cuda:0", model, plan, "--input", x, "--device", "cuda:0")
    refused(2, "device", model, plan, "--input", x, "--device", "abacus")
    refused(2, "whole number", model, plan, "--input", x, "--follow", "-3")
    refused(6, "none.onnx", "none.onnx", plan, "--input", x)
    other = mlp(tmp_path / "other.onnx", seed=5)
    done = fp8c("debug", other, plan, "--input", x)
    assert done.code == 0 and "not made from this file" in done.err
    gpu_only = fp8c("compile", model, "-o", "gpu.fp8c", "--target", "sm_90a", "--dim", "batch=9", "-q")
    if gpu_only.code == 0:  # NVRTC is here
        refused(4, "no variant for the CPU", model, "gpu.fp8c", "--input", x, "--device", "trace:sm_90a")
