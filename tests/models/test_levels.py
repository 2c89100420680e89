"""Exported models at every optimisation level of ONNX Runtime, the default included.

Its optimisers take the Q/DQ of a model to be 8-bit integers: a Relu in front of a QuantizeLinear goes, QuantizeLinear moves
through pools and reshapes, and what lies between the two becomes an integer operator (docs/interop.md).
"""
import re
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import ROOT
from test_interop import DEFAULT, LEVELS, moved_a_little, run_device, run_runtime, runtime, sqnr

sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
ALL_LEVELS = LEVELS.ORT_DISABLE_ALL, LEVELS.ORT_ENABLE_BASIC, LEVELS.ORT_ENABLE_EXTENDED, LEVELS.ORT_ENABLE_ALL


class Net:
    """A graph under construction: each call adds a node and gives its output."""

    def __init__(self, *shape):
        self.nodes, self.constants, self.shape, self.random = [], [], shape, np.random.default_rng(7)

    def constant(self, array):
        self.constants.append(numpy_helper.from_array(np.asarray(array), f"c{len(self.constants)}"))
        return self.constants[-1].name

    def weights(self, *shape):
        fan = int(np.prod(shape[1:])) if len(shape) > 2 else shape[0]
        return self.constant((self.random.standard_normal(shape) * (2 / fan) ** .5).astype(np.float32))

    def __getattr__(self, op):
        def add(*inputs, **attributes):
            inputs = [i if isinstance(i, str) else self.constant(i) for i in inputs]
            self.nodes.append(helper.make_node(op, inputs, [f"t{len(self.nodes)}"], **attributes))
            return self.nodes[-1].output[0]
        return add

    def conv(self, x, inputs, filters, kernel=3, **attributes):
        bias = self.constant(self.random.standard_normal(filters).astype(np.float32) * np.float32(.2))
        w = self.weights(filters, inputs // attributes.get("group", 1), kernel, kernel)
        return self.Conv(x, w, bias, pads=[kernel // 2] * 4, **attributes)

    def product(self, x, inputs, columns):
        return self.Add(self.MatMul(x, self.weights(inputs, columns)), self.random.standard_normal(columns).astype(np.float32))

    def save(self, path, y):
        io = helper.make_tensor_value_info
        self.nodes[-1].output[0] = "y"
        assert self.nodes[-1].op_type and y
        graph = helper.make_graph(self.nodes, "net", [io("x", TensorProto.FLOAT, self.shape)], [io("y", TensorProto.FLOAT, None)], self.constants)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(path))


F = np.float32


def relu_pool():
    n = Net(2, 16, 16, 16)
    h = n.MaxPool(n.Relu(n.conv("x", 16, 32)), kernel_shape=[2, 2], strides=[2, 2])
    return n, n.Flatten(n.GlobalAveragePool(n.Relu(n.conv(h, 32, 32))))


def residual():
    n = Net(2, 32, 12, 12)
    h = n.Relu(n.conv("x", 32, 32))
    return n, n.AveragePool(n.Relu(n.Add(n.conv(h, 32, 32), "x")), kernel_shape=[2, 2], strides=[2, 2])


def clips():
    n = Net(2, 16, 10, 10)
    h = n.Clip(n.conv("x", 16, 32), F(0), F(6))
    h = n.Clip(n.conv(h, 32, 32, group=32), F(-1), F(1))
    return n, n.Clip(n.conv(h, 32, 16, kernel=1), F(0))


def activations():
    n = Net(2, 16, 8, 8)
    h = n.LeakyRelu(n.conv("x", 16, 32), alpha=.1)
    parts = [n.conv(n.HardSwish(h), 32, 8), n.conv(n.Sigmoid(h), 32, 8), n.conv(n.Gelu(h), 32, 8)]
    return n, n.Softmax(n.Concat(*parts, axis=1), axis=1)


def moved():
    """QuantizeLinear stands behind what moves numbers."""
    n = Net(2, 16, 8, 8)
    h = n.Resize(n.Relu(n.conv("x", 16, 16)), "", np.array([1, 1, 2, 2], F), mode="nearest")
    h = n.Reshape(n.Transpose(h, perm=[0, 2, 3, 1]), np.array([2, 256, 16]))
    h = n.Slice(h, np.array([0]), np.array([200]), np.array([1]))
    return n, n.Unsqueeze(n.Relu(n.product(h, 16, 24)), np.array([1]))


def gated():
    n = Net(3, 20, 64)
    h = n.LayerNormalization("x", np.linspace(.5, 1.5, 64, dtype=F), np.linspace(-.1, .1, 64, dtype=F))
    h = n.Gelu(n.product(h, 64, 128))
    return n, n.Add(n.product(n.Relu(h), 128, 64), "x")


def scores():
    n = Net(2, 24, 32)
    q, k, v = (n.Relu(n.product("x", 32, 32)) for _ in range(3))
    p = n.Softmax(n.Mul(n.MatMul(q, n.Transpose(k, perm=[0, 2, 1])), F(.1)))
    return n, n.product(n.MatMul(p, v), 32, 16)


def decided(fp8c, tmp_path, *words):
    done = fp8c("compile", "net.onnx", "-o", "net.fp8c", "--target", "cpu", "-q", "--precision", "fp8", *words)
    assert done.returncode == 0, done.stderr
    done = fp8c("export", "net.fp8c", "-o", "net_qdq.onnx")
    assert done.returncode == 0, done.stderr
    kinds = [n.op_type for n in onnx.load(str(tmp_path / "net_qdq.onnx")).graph.node]
    return tmp_path / "net_qdq.onnx", kinds.count("QuantizeLinear")


def agrees_at_every_level(model, found, inputs, folder, least=59):
    """Where a sum in another order moves a number over a border between two codes, the measure is ONNX Runtime with its
    sums moved by as little (docs/interop.md)."""
    expected = moved = None
    for level in ALL_LEVELS:
        at_level = run_runtime(model, inputs, level)
        expected = expected or at_level
        for name in found:
            apart = sqnr(np.asarray(found[name], F), np.asarray(at_level[name], F)) if found[name].size else np.inf
            if apart < least:
                moved = moved or run_runtime(moved_a_little(model, folder / "moved.onnx"), inputs)
                assert apart >= sqnr(expected[name], moved[name]) - 6, (name, level)


def mostly_agrees_by_rows(model, found, inputs):
    """FP8 attention rounds scores to F16 in front of their exponentials: a near tie that tips is another code in one row.
    The other rows are the same to the last bits of F32."""
    for level in ALL_LEVELS:
        expected = run_runtime(model, inputs, level)["y"]
        rows = [sqnr(a, b) for a, b in zip(found.reshape(-1, found.shape[-1]), expected.reshape(-1, expected.shape[-1]))]
        assert np.quantile(rows, .2) >= 100 and sqnr(found, expected) >= 40, level


@pytest.mark.parametrize("make", [relu_pool, residual, clips, activations, moved, gated, scores])
def test_every_level_computes_the_same(fp8c, tmp_path, make):
    net, y = make()
    net.save(tmp_path / "net.onnx", y)
    x = np.random.default_rng(1).standard_normal((4, *net.shape)).astype(F)
    np.savez(tmp_path / "data.npz", x=x)
    model, roundings = decided(fp8c, tmp_path, "--calibrate", "data.npz")
    assert roundings >= 2
    found = run_device(tmp_path / "net.fp8c", {"x": x[0]}, tmp_path, ["y"])
    if make is scores:
        mostly_agrees_by_rows(model, found["y"], {"x": x[0]})
    else:
        agrees_at_every_level(model, found, {"x": x[0]}, tmp_path)


def test_random_networks_at_every_level(fp8c, tmp_path):
    from random_graphs import model_of
    from random_networks import make_network

    roundings = 0
    for seed in range(1, 25):
        m = make_network(seed)
        if not m.outputs:
            continue
        (tmp_path / "net.onnx").write_bytes(model_of([m]))
        model, count = decided(fp8c, tmp_path, "--calibrate-method", "constant=0.05")
        roundings += count
        found = run_device(tmp_path / "net.fp8c", m.inputs, tmp_path, m.outputs)
        agrees_at_every_level(model, found, m.inputs, tmp_path)
    assert roundings > 50


def test_without_its_words_it_is_any_model(fp8c, tmp_path):
    """The fences do not hide what another tool's Q/DQ model says."""
    net, y = residual()
    net.save(tmp_path / "net.onnx", y)
    x = np.random.default_rng(1).standard_normal((4, *net.shape)).astype(F)
    np.savez(tmp_path / "data.npz", x=x)
    path, _ = decided(fp8c, tmp_path, "--calibrate", "data.npz")
    model = onnx.load(str(path))
    for n in model.graph.node:
        n.ClearField("metadata_props")
    model.ClearField("metadata_props")
    onnx.save(model, str(tmp_path / "bare.onnx"))
    done = fp8c("compile", "bare.onnx", "-o", "bare.fp8c", "--target", "cpu", "--report-json", "r.json")
    assert done.returncode == 0 and "contains Q/DQ nodes" in done.stderr, done.stderr
    one, two = (run_device(tmp_path / f"{name}.fp8c", {"x": x[0]}, tmp_path, ["y"])["y"] for name in ("net", "bare"))
    assert sqnr(one, two) >= 59
    report = (tmp_path / "r.json").read_text()
    assert len(re.findall(r'"rule":\s*"imported"', report)) == 2, report


def test_what_export_says_of_the_levels(fp8c, tmp_path):
    """The version that the command names is the one these tests run."""
    import onnxruntime

    net, y = relu_pool()
    net.save(tmp_path / "net.onnx", y)
    assert fp8c("compile", "net.onnx", "-o", "net.fp8c", "--target", "cpu", "-q", "--precision", "bf16").returncode == 0
    said = fp8c("export", "net.fp8c", "-o", "net_qdq.onnx").stdout
    assert f"ONNX Runtime {onnxruntime.__version__}" in said and "every optimisation level" in said, said
    assert DEFAULT == LEVELS.ORT_ENABLE_ALL and runtime(tmp_path / "net_qdq.onnx", DEFAULT)
