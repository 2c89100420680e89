"""Models of a few nodes for the tests of the Python package."""

import os
import sys

import numpy as np
import pytest
from onnx import TensorProto, helper

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
import small_models  # noqa: E402


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Every test begins with an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def mlp(tmp_path):
    """x[batch, 32] -> MatMul, Relu, MatMul -> y[batch, 16], as a file."""
    random = np.random.default_rng(0)
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"], name="first"),
        helper.make_node("Relu", ["h"], ["r"]),
        helper.make_node("MatMul", ["r", "b"], ["y"], name="second"),
    ]
    weights = {k: random.standard_normal(s).astype(np.float32) / 6 for k, s in {"a": (32, 64), "b": (64, 16)}.items()}
    return small_models.save(tmp_path / "mlp.onnx", nodes, [("x", ["batch", 32])], [("y", ["batch", 16])], **weights)


@pytest.fixture
def two(tmp_path):
    """x, i -> x + x (sum), i * i (square), where x is not zero (places): its shape is known behind the run."""
    nodes = [
        helper.make_node("Add", ["x", "x"], ["sum"]),
        helper.make_node("Mul", ["i", "i"], ["square"]),
        helper.make_node("NonZero", ["x"], ["places"]),
    ]
    inputs = [("x", ["n", 4]), ("i", [3], TensorProto.INT64)]
    outputs = [("sum", ["n", 4]), ("square", [3], TensorProto.INT64), ("places", [2, None], TensorProto.INT64)]
    return small_models.save(tmp_path / "two.onnx", nodes, inputs, outputs)
