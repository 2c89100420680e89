"""--fix makes an input a constant: it is no port of the plan, and what it decides is decided at compile time."""
import json

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper


@pytest.fixture
def chooser(tmp_path):
    """y = x + bias, doubled where k is 2; the branch's node stands in an If."""
    io = helper.make_tensor_value_info
    branch = lambda name, op: helper.make_graph([helper.make_node(op, ["s", "s"], [name], name=f"n_{name}")], name, [],
                                                [io(name, TensorProto.FLOAT, None)])
    nodes = [helper.make_node("Add", ["x", "bias"], ["s"], name="sum"),
             helper.make_node("Equal", ["k", "two"], ["is_two"], name="asks"),
             helper.make_node("If", ["is_two"], ["y"], name="chooses", then_branch=branch("twice", "Add"), else_branch=branch("square", "Mul"))]
    graph = helper.make_graph(nodes, "chooser", [io("x", TensorProto.FLOAT, ["batch", 4]), io("k", TensorProto.INT64, []),
                                                 io("bias", TensorProto.FLOAT, [4])],
                              [io("y", TensorProto.FLOAT, None)], [numpy_helper.from_array(np.array(2, np.int64), "two")])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 8
    onnx.save(made, str(tmp_path / "chooser.onnx"))
    return tmp_path / "chooser.onnx"


@pytest.mark.parametrize("k, op", [(2, "Add"), (3, "Mul")])
def test_a_fixed_input_decides(fp8c, chooser, tmp_path, k, op):
    done = fp8c("compile", chooser, "-o", "p.fp8c", "--target", "cpu", "--precision", "f32", "--fix", f"k={k}",
                "--fix", "bias=[0.5 -1 2 0]", "--report-json", "r.json")
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "r.json").read_text())
    assert [p["name"] for p in report["inputs"]] == ["x"]
    assert "If" not in {n["op"] for n in report["nodes"]} and op in {n["op"] for n in report["nodes"]}
    x = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", "p.fp8c", "--input", "x=x.npy", "--output-dir", "out", "-q").code == 0
    want = ort.InferenceSession(str(chooser), providers=["CPUExecutionProvider"]).run(
        None, {"x": x, "k": np.array(k, np.int64), "bias": np.array([.5, -1, 2, 0], np.float32)})[0]
    np.testing.assert_array_equal(np.load(tmp_path / "out" / "y.npy"), want)


def test_another_value_is_another_plan(fp8c, chooser, tmp_path):
    words = ["compile", chooser, "--target", "cpu", "--fix", "bias=1", "-o"]
    for i, k in enumerate([2, 3, 2]):
        assert fp8c(*words, f"{i}.fp8c", "--fix", f"k={k}").code == 0
    plans = [(tmp_path / f"{i}.fp8c").read_bytes() for i in range(3)]
    assert plans[0] != plans[1] and plans[0] == plans[2]


def test_data_may_hold_a_fixed_input(fp8c, chooser, tmp_path):
    np.savez(tmp_path / "d.npz", x=np.ones((5, 4), np.float32), k=np.full(5, 2), bias=np.zeros((5, 4), np.float32))
    words = ["compile", chooser, "-o", "p.fp8c", "--target", "cpu", "--calibrate", "d.npz", "-q"]
    done = fp8c(*words, "--fix", "k=2", "--fix", "bias=0")
    assert done.code == 0, done.err
    np.savez(tmp_path / "d.npz", x=np.ones((5, 4), np.float32), other=np.zeros(5))
    done = fp8c(*words, "--fix", "k=2", "--fix", "bias=0")
    assert done.code == 3 and '"other" is no input of the model' in done.err


@pytest.mark.parametrize("words, sentence", [
    (["--fix", "k"], '--fix "k" is not of the form NAME=VALUE'),
    (["--fix", "z=1"], '--fix: the model has no input "z"'),
    (["--fix", "k=1", "--fix", "k=2"], '--fix names input "k" twice'),
    (["--fix", "k=1.5"], '--fix "k=1.5": "1.5" is no i64'),
    (["--fix", "k=[1 2]"], '--fix gives input "k" 2 numbers; it takes 1'),
    (["--fix", "bias=[1 2"], '--fix "bias=[1 2": a number or [a b c] was expected'),
    (["--fix", "bias=nan"], '"nan" is no f32'),
    (["--fix", "x=0"], '--fix: input "x" has free dimensions; fix its shape too (--shape x=AxBxC)'),
    (["--shape", "x=1099511627776x4"], '--shape: input "x" would exceed 2^40 bytes'),
    (["--fix", "k=2", "--set", "k=2", "--calibrate", "d.npz"], '--set: the model has no input "k"'),
    (["--fix", "k=2", "--io-type", "k=f32"], '--io-type: the model has no port "k"'),
])
def test_mistakes(fp8c, chooser, tmp_path, words, sentence):
    np.savez(tmp_path / "d.npz", x=np.ones((5, 4), np.float32))
    done = fp8c("compile", chooser, "-o", "p.fp8c", "--target", "cpu", "-q", *words)
    assert done.code == 2 and sentence in done.err and not (tmp_path / "p.fp8c").exists()


def test_every_input_fixed(fp8c, chooser, tmp_path):
    done = fp8c("compile", chooser, "-o", "p.fp8c", "--target", "cpu", "--shape", "x=2x4", "--fix", "x=1", "--fix", "k=2", "--fix", "bias=0.25")
    assert done.code == 0, done.err
    assert fp8c("run", "p.fp8c", "--output-dir", "out", "-q").code == 0
    np.testing.assert_array_equal(np.load(tmp_path / "out" / "y.npy"), np.full((2, 4), 2.5, np.float32))


@pytest.fixture
def doubling(fp8c, chooser, tmp_path):
    """The plan of k = 2 and a bias, and what it takes: x alone."""
    assert fp8c("compile", chooser, "-o", "two.fp8c", "--target", "cpu", "--precision", "bf16", "--fix", "k=2", "--fix", "bias=[0.5 -1 2 0]",
                "--shape", "x=3x4", "--report-json", "r.json").code == 0
    assert json.loads((tmp_path / "r.json").read_text())["fixed"] == [{"name": "k", "shape": [], "value": "2"},
                                                                      {"name": "bias", "shape": [4], "value": "[0.5 -1 2 0]"}]
    np.save(tmp_path / "x.npy", np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32))
    return ["--input", "x=x.npy"]


def test_a_plan_remembers_what_was_fixed(fp8c, chooser, doubling, tmp_path):
    debugged = fp8c("debug", chooser, "two.fp8c", *doubling, "--json")
    assert debugged.code == 0, debugged.err
    assert [l.split("fp8c: note: ")[1] for l in debugged.err.splitlines()] == [
        f'input "k" of {chooser} is fixed to 2, as the plan has it', f'input "bias" of {chooser} is fixed to [0.5 -1 2 0], as the plan has it']
    assert debugged.json()["outputs"][0]["exact"]
    for words in (["two.fp8c", chooser], [chooser, "two.fp8c"]):
        compared = fp8c("compare", *words, *doubling, "--tolerance", "sqnr>=40dB")
        assert compared.code == 0 and "is fixed to 2" in compared.err, compared.err
    # a value given goes before the plan's: x + bias is squared, not doubled
    assert fp8c("compare", chooser, "two.fp8c", *doubling, "--fix", "k=3", "--tolerance", "sqnr>=40dB").code == 7
    # a model that was exported from the plan has the input no more
    assert fp8c("export", "two.fp8c", "-o", "out.onnx", "-q").code == 0
    exported = fp8c("compare", "out.onnx", "two.fp8c", *doubling, "--tolerance", "sqnr>=40dB")
    assert exported.code == 0 and "fixed" not in exported.err, exported.err


def test_a_fixed_shape_is_remembered(fp8c, chooser, tmp_path):
    assert fp8c("compile", chooser, "-o", "p.fp8c", "--target", "cpu", "--fix", "k=2", "--shape", "x=2x4", "--fix", "x=1").code == 0
    np.save(tmp_path / "b.npy", np.arange(4, dtype=np.float32))
    done = fp8c("compare", chooser, "p.fp8c", "--input", "bias=b.npy", "--tolerance", "cosine>=0.9999")
    assert done.code == 0, done.err


def test_models_that_are_run_as_they_are(fp8c, chooser, doubling, tmp_path):
    fixed = ["--fix", "k=2", "--fix", "bias=[0.5 -1 2 0]"]
    assert fp8c("run", chooser, *doubling, *fixed, "--output-dir", "out", "-q").code == 0
    want = (np.load(tmp_path / "x.npy") + np.array([.5, -1, 2, 0], np.float32)) * 2
    np.testing.assert_array_equal(np.load(tmp_path / "out" / "y.npy"), want)
    for words in (["compare", chooser, chooser, "--shape", "x=5x4"], ["bench", chooser, "-n", 2, "--shape", "x=5x4"]):
        done = fp8c(*words, *fixed)
        assert done.code == 0, done.err
    for words in (["run", "two.fp8c"], ["bench", "two.fp8c"], ["compare", "two.fp8c", "two.fp8c"]):
        done = fp8c(*words, *doubling, "--fix", "k=2")
        assert done.code == 2 and "--fix is about an ONNX model" in done.err
    done = fp8c("run", chooser, *doubling, "--fix", "k=1.5", "--fix", "bias=0")
    assert done.code == 2 and '"1.5" is no i64' in done.err
