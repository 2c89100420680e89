"""`fp8c run` and `fp8c compare` over every sample of data as --calibrate takes it."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

WIDE = 16
W = (np.random.default_rng(0).standard_normal((WIDE, WIDE)) / 4).astype(np.float32)


@pytest.fixture
def model(tmp_path):
    """y = relu(x w) + b, where b is an input of its own."""
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"]), helper.make_node("Relu", ["h"], ["r"]), helper.make_node("Add", ["r", "b"], ["y"])]
    io = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", ["n", WIDE]), ("b", [1]), ("y", ["n", WIDE]))]
    graph = helper.make_graph(nodes, "g", io[:2], io[2:], [numpy_helper.from_array(W, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), str(tmp_path / "m.onnx"))
    x = np.random.default_rng(1).standard_normal((5, WIDE)).astype(np.float32)
    b = np.arange(5, dtype=np.float32).reshape(5, 1)
    np.savez(tmp_path / "s.npz", x=x, b=b)
    return x, b


def expected(x, b):
    return np.maximum(x @ W, 0)[:, None, :] + b[:, None, :]


def test_run_stacks_outputs(fp8c, tmp_path, model):
    done = fp8c("run", "m.onnx", "--samples", "s.npz", "--output-dir", "out", "--json")
    assert done.code == 0, done.err
    y = np.load(tmp_path / "out" / "y.npy")
    assert y.shape == (5, 1, WIDE)
    np.testing.assert_allclose(y, expected(*model), rtol=1e-5, atol=1e-6)
    said = done.json()
    assert said["samples"] == 5 and said["outputs"][0]["shape"] == [5, 1, WIDE]


def test_run_takes_folders_and_set(fp8c, tmp_path, model):
    (tmp_path / "data").mkdir()
    np.save(tmp_path / "data" / "x.npy", model[0])
    assert fp8c("run", "m.onnx", "--samples", "data", "--set", "b=2", "--output-dir", "out").code == 0
    np.testing.assert_allclose(np.load(tmp_path / "out" / "y.npy"), expected(model[0], np.full((5, 1), 2.0, np.float32)), rtol=1e-5, atol=1e-6)
    done = fp8c("run", "m.onnx", "--samples", "data", "--set", "b=2", "--output-dir", "data")
    assert done.code == 2 and "among the samples" in done.err


def test_outputs_of_other_shapes_are_apart(fp8c, tmp_path):
    """How many numbers are not zero is for the data to say."""
    node = helper.make_node("NonZero", ["x"], ["y"])
    io = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4]), helper.make_tensor_value_info("y", TensorProto.INT64, [2, "k"])]
    onnx.save(helper.make_model(helper.make_graph([node], "g", io[:1], io[1:]), opset_imports=[helper.make_opsetid("", 18)], ir_version=9), str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "s.npz", x=np.array([[1, 0, 2, 0], [0, 0, 0, 3]], np.float32))
    assert fp8c("run", "m.onnx", "--samples", "s.npz", "--output-dir", "out").code == 0
    assert [np.load(tmp_path / "out" / f"y.{i}.npy").tolist() for i in range(2)] == [[[0, 0], [0, 2]], [[0], [3]]]


def test_compare_names_the_worst_sample(fp8c, tmp_path, model):
    x, b = model
    x[3] = 1000 * x[3]  # far beyond what the scales were made for
    np.savez(tmp_path / "wild.npz", x=x, b=b)
    assert fp8c("compile", "m.onnx", "-o", "m.fp8c", "--calibrate", "s.npz", "--precision", "fp8", "--target", "cpu").code == 0
    done = fp8c("compare", "m.onnx", "m.fp8c", "--samples", "wild.npz", "--json")
    assert done.code == 0, done.err
    y = done.json()[0]
    assert y["samples"] == 5 and y["worst_sample"]["sqnr_db"] == 3 and y["worst_sample"]["max_abs"] == 3
    assert y["mean"]["sqnr_db"] > y["sqnr_db"]
    done = fp8c("compare", "m.onnx", "m.fp8c", "--samples", "wild.npz", "--tolerance", "sqnr>=20dB")
    assert done.code == 7 and "in sample 3" in done.err and "sample 3" in done.out
    done = fp8c("compare", "m.onnx", "m.onnx", "--samples", "wild.npz")
    assert done.code == 0 and "exactly the same in all 5 samples" in done.out


@pytest.mark.parametrize("words, said", [
    (["--samples", "s.npz", "--input", "x=x.npy"], "--samples has all inputs"),
    (["--input", "x=x.npy", "--set", "b=1"], "--set is about --samples"),
])
def test_mistakes_are_told(fp8c, model, words, said):
    done = fp8c("run", "m.onnx", *words)
    assert done.code == 2 and said in done.err, done.err


def test_data_of_another_model_is_refused(fp8c, tmp_path, model):
    np.savez(tmp_path / "other.npz", z=model[0])
    done = fp8c("run", "m.onnx", "--samples", "other.npz")
    assert done.code == 3 and "--samples" in done.err and "no input of the model" in done.err, done.err
