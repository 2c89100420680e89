"""Models that hand on a state: a sample is one step, and what the first steps of a sequence hold says nothing about the others."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

WIDTH, STEPS = 64, 160


def model(folder, rows, massive=()):
    """Rows of tokens with a running mean as the state: a product, a norm behind it."""
    random = np.random.default_rng(3)
    weights = random.standard_normal((WIDTH, WIDTH)) / 8
    weights[list(massive)] /= 3e4  # what is massive is read as little
    constants = {"w": weights.astype(np.float32), "gain": np.ones(WIDTH, np.float32), "half": np.float32(0.5), "axis": np.array([1], np.int64)}
    nodes = [helper.make_node("MatMul", ["x", "w"], ["u"], name="product"), helper.make_node("LayerNormalization", ["u", "gain"], ["n"], axis=-1),
             helper.make_node("ReduceMean", ["n", "axis"], ["m"], keepdims=1), helper.make_node("Add", ["h", "m"], ["both"]),
             helper.make_node("Mul", ["both", "half"], ["next"]), helper.make_node("Add", ["n", "next"], ["y"])]
    value = lambda name, count: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, count, WIDTH])
    graph = helper.make_graph(nodes, "steps", [value("x", rows), value("h", 1)], [value("y", rows), value("next", 1)],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), folder / "m.onnx")


def decided(fp8c, *words):
    done = fp8c("compile", "m.onnx", "-n", "-p", "fp8", "--target", "cpu", "--state", "h=next", "--calibrate", "c.npz", "--evaluate", "e.npz", "--no-cache", "--json", *words)
    assert done.code == 0, done.err
    report = done.json()
    return next(n["decision"] for n in report["nodes"] if n.get("decision")), report


def steps(seed, rows, later):
    """The first eight steps are alike; `later` changes those behind them."""
    random = np.random.default_rng(seed)
    x = random.standard_normal((STEPS, 1, rows, WIDTH))
    later(random, x[8:])
    return x.astype(np.float32)


@pytest.mark.parametrize("rows", [1, 3, 40])
def test_rows_of_late_steps_decide_too(fp8c, tmp_path, rows):
    """Sizes of rows over 20 octaves, behind a norm: one scale keeps 8 dB of them."""
    def sizes(random, x):
        x *= 2.0 ** random.uniform(-20, 0, x.shape[:-1] + (1,))

    model(tmp_path, rows)
    np.savez(tmp_path / "c.npz", x=steps(1, rows, sizes))
    np.savez(tmp_path / "e.npz", x=steps(2, rows, sizes))
    d, _ = decided(fp8c)
    assert "per row" in d["granularity"], d
    assert 5 < d["sqnr_e4m3_db"] < 15 < 24 < d["sqnr_db"], d
    assert d["macs"] == rows * WIDTH * WIDTH


def test_channels_of_late_steps_are_equalised(fp8c, tmp_path):
    def massive(random, x):
        x[..., [3, 40]] *= 3e4

    model(tmp_path, 1, [3, 40])
    np.savez(tmp_path / "c.npz", x=steps(1, 1, massive))
    np.savez(tmp_path / "e.npz", x=steps(2, 1, massive))
    d, report = decided(fp8c, "--repair", "equalise")
    assert any(x["code"] == "equalise" for x in report["diagnostics"])
    assert d["format"] == "e4m3" and d["sqnr_e4m3_db"] > 27, d


def test_all_steps_are_looked_at_where_they_are_few(fp8c, tmp_path):
    def larger(random, x):
        x *= 2.0 ** random.uniform(-20, 0, x.shape[:-1] + (1,))

    model(tmp_path, 1)
    np.savez(tmp_path / "c.npz", x=steps(1, 1, larger)[:24])
    np.savez(tmp_path / "e.npz", x=steps(2, 1, larger)[:24])
    assert "per row" in decided(fp8c)[0]["granularity"]
