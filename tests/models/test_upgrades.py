"""Every row of frontend/upgrade.c: old forms give what ONNX Runtime gives.

ONNX Runtime reads opset 7 and newer; rows for older models are judged against
the same model written in the newer form.
"""
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import reference

RANDOM = np.random.default_rng(3)
X = RANDOM.standard_normal((2, 3, 4, 5)).astype(np.float32)
FLOAT = TensorProto.FLOAT


def save(path, nodes, inputs, opset, constants=(), outputs=("y",), ir=8):
    io = [helper.make_tensor_value_info(k, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
          for k, v in inputs.items()]
    outs = [onnx.ValueInfoProto(name=n) for n in outputs]
    graph = helper.make_graph(nodes, "g", io, outs, [numpy_helper.from_array(v, k)
                                                     for k, v in dict(constants).items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=ir)
    path.write_bytes(model.SerializeToString())
    return path


@pytest.fixture
def found(fp8c, tmp_path):
    def run(model, inputs, names):
        words = []
        for i, (name, data) in enumerate(inputs.items()):
            np.save(tmp_path / f"in{i}.npy", data)
            words += ["--input", f"{name}={tmp_path / f'in{i}.npy'}"]
        done = fp8c("run", model, *words, "--device", "cpu", "--output-dir", tmp_path / "out", "-q")
        assert done.returncode == 0, done.stderr
        return [np.load(tmp_path / "out" / f"{n}.npy") for n in names]
    return run


def one(op, opset, attributes=None, inputs=("x",), outputs=("y",), more=None):
    return pytest.param(op, opset, attributes or {}, inputs, outputs, more or {},
                        id=f"{op}-{opset}-{'-'.join(map(str, (attributes or {}).values()))}")


VECTOR = {k: RANDOM.uniform(0.5, 1.5, 3).astype(np.float32) for k in ("s", "b", "m", "v")}
REDUCTIONS = ["ReduceL1", "ReduceL2", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin",
              "ReduceProd", "ReduceSum", "ReduceSumSquare"]

OLD_FORMS = [
    *[one(op, 12, {"axes": [1, -1], "keepdims": k}) for op in REDUCTIONS for k in (0, 1)],
    *[one(op, 17, {"axes": [2]}) for op in REDUCTIONS if op != "ReduceSum"],
    one("ReduceSum", 11),
    one("Unsqueeze", 11, {"axes": [0, 3]}),
    one("Squeeze", 11, {"axes": [0]}, ("w",), more={"w": X[None, 0]}),
    one("Squeeze", 11, {}, ("w",), more={"w": X[None, 0]}),
    *[one(op, 11, {"axis": axis}) for op in ("Softmax", "LogSoftmax") for axis in (0, 1, 2, 3, -2)],
    one("Softmax", 12), one("LogSoftmax", 9), one("Hardmax", 11), one("Hardmax", 12, {"axis": 2}),
    one("Clip", 10, {"min": -0.5, "max": 0.25}), one("Clip", 6 + 1, {"max": 0.0}), one("Clip", 10),
    one("Pad", 10, {"pads": [0, 0, 1, 2, 0, 0, 3, 0], "value": 1.5}),
    one("Pad", 10, {"pads": [0, 0, 1, 2, 0, 0, 3, 0], "mode": "reflect"}),
    one("Slice", 9, {"starts": [1, -3], "ends": [9, -1], "axes": [2, 3]}),
    one("Slice", 7, {"starts": [0, 1], "ends": [1, 3]}),
    one("Split", 11, {"axis": 3, "split": [2, 3]}, outputs=("y", "z")),
    one("Split", 11, {"axis": 2}, outputs=("y", "z")),
    one("Split", 13, {"axis": 2}, outputs=("y", "z")),
    one("TopK", 9, {"k": 2, "axis": -1}, outputs=("y", "z")),
    one("Dropout", 10, {"ratio": 0.75}), one("Dropout", 7),
    one("BatchNormalization", 7, {"epsilon": 1e-3}, ("x", "s", "b", "m", "v"), more=VECTOR),
    one("BatchNormalization", 13, {}, ("x", "s", "b", "m", "v"), more=VECTOR),
    one("Upsample", 7, {"scales": [1.0, 1.0, 2.0, 3.0], "mode": "nearest"}),
    one("Upsample", 9, {"mode": "nearest"}, ("x", "f"), more={"f": np.float32([1, 1, 2, 2])}),
    one("Upsample", 9, {"mode": "linear"}, ("x", "f"), more={"f": np.float32([1, 1, 2, 2])}),
    one("Resize", 10, {"mode": "nearest"}, ("x", "f"), more={"f": np.float32([1, 1, 2, 1.5])}),
    one("Resize", 10, {"mode": "nearest"}, ("x", "f"), more={"f": np.float32([1, 1, .5, .5])}),
    one("Resize", 10, {"mode": "nearest"}, ("x", "f"), more={"f": np.float32([1, 2.6, 2.6, 2.6])}),  # 5 times F32's 2.6 is 13
    one("Resize", 10, {"mode": "linear"}, ("x", "f"), more={"f": np.float32([1, 1, 2, 2])}),
    one("Resize", 11, {"mode": "nearest"}, ("x", "r", "f"),
        more={"r": np.float32([]), "f": np.float32([1, 1, 2, 2])}),
    one("Resize", 12, {"mode": "linear", "coordinate_transformation_mode": "align_corners"},
        ("x", "r", "e", "n"), more={"r": np.float32([]), "e": np.float32([]),
                                    "n": np.int64([2, 3, 8, 7])}),
]


@pytest.mark.parametrize("op, opset, attributes, inputs, outputs, constants", OLD_FORMS)
def test_old_form(found, tmp_path, op, opset, attributes, inputs, outputs, constants):
    node = helper.make_node(op, list(inputs), list(outputs), **attributes)
    feed = {"x": X} if "x" in inputs else {"w": constants["w"]}
    model = save(tmp_path / "m.onnx", [node], feed, opset,
                 {k: v for k, v in constants.items() if k not in feed}, outputs)
    try:
        expected = reference(model, feed)
    except Exception as error:
        if "NOT_IMPLEMENTED" not in str(error):
            raise
        pytest.fail(f"ONNX Runtime does not do {op}-{opset}; judge it another way")
    for y, name in zip(found(model, feed, outputs), outputs):
        np.testing.assert_allclose(y, expected[name], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("op", ["Add", "Sub", "Mul", "Div", "Pow"])
@pytest.mark.parametrize("axis", [0, 1, 2, 3, -3, None])
def test_broadcast_by_axis(found, tmp_path, op, axis):
    x = np.abs(X) + 0.5
    rank = 1 if axis is not None else 0
    b = RANDOM.uniform(0.5, 2, X.shape[axis] if rank else ()).astype(np.float32)
    attributes = {"broadcast": 1} | ({"axis": axis} if rank else {})
    model = save(tmp_path / "m.onnx", [helper.make_node(op, ["x", "b"], ["y"], **attributes)],
                 {"x": x}, 6, {"b": b})
    shape = [1] * 4
    if rank:
        shape[axis] = b.size
    numpy_op = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide,
                "Pow": np.power}[op]
    (y,) = found(model, {"x": x}, ["y"])
    np.testing.assert_allclose(y, numpy_op(x, b.reshape(shape)), rtol=1e-5)


def test_prelu_of_channels(found, tmp_path):
    slope = np.float32([0.1, 0.2, 0.3])
    model = save(tmp_path / "m.onnx", [helper.make_node("PRelu", ["x", "s"], ["y"])], {"x": X}, 6,
                 {"s": slope})
    (y,) = found(model, {"x": X}, ["y"])
    np.testing.assert_allclose(y, np.where(X < 0, X * slope.reshape(3, 1, 1), X), rtol=1e-6)


@pytest.mark.parametrize("op, attributes", [("Dropout", {}), ("BatchNormalization", {})])
def test_training_mode_is_refused(fp8c, tmp_path, op, attributes):
    inputs = ["x"] + (list("sbmv") if op != "Dropout" else [])
    model = save(tmp_path / "m.onnx", [helper.make_node(op, inputs, ["y"], name="odd", **attributes)],
                 {"x": X}, 6, VECTOR if op != "Dropout" else {})
    done = fp8c("show", model)
    assert done.returncode != 0 or "training" in done.stdout + done.stderr


def test_group_normalization_18(found, tmp_path):
    x = RANDOM.standard_normal((2, 4, 3)).astype(np.float32)
    scale, bias = np.float32([2, 3]), np.float32([0.5, -1])
    node = helper.make_node("GroupNormalization", ["x", "s", "b"], ["y"], num_groups=2)
    model = save(tmp_path / "m.onnx", [node], {"x": x}, 18, {"s": scale, "b": bias})
    groups = x.reshape(2, 2, 6)
    normal = (groups - groups.mean(-1, keepdims=True)) / np.sqrt(groups.var(-1, keepdims=True) + 1e-5)
    y = normal.reshape(x.shape) * scale.repeat(2)[:, None] + bias.repeat(2)[:, None]
    (found_y,) = found(model, {"x": x}, ["y"])
    np.testing.assert_allclose(found_y, y, rtol=1e-4, atol=1e-5)


def test_unsorted_nodes_and_shadowed_input(found, tmp_path):
    nodes = [helper.make_node("Relu", ["h"], ["y"]), helper.make_node("Add", ["x", "b"], ["h"])]
    b = np.float32([1, -2, 3, 0, 5])
    io = [helper.make_tensor_value_info(n, FLOAT, s) for n, s in (("x", X.shape), ("b", [5]))]
    graph = helper.make_graph(nodes, "g", io, [onnx.ValueInfoProto(name="y")],
                              [numpy_helper.from_array(b, "b")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    (y,) = found(tmp_path / "m.onnx", {"x": X}, ["y"])
    np.testing.assert_array_equal(y, np.maximum(X + b, 0))


def test_function_and_decided_if(found, tmp_path):
    """A function called twice with its attribute and its default; an If on a constant."""
    scale = helper.make_node("LeakyRelu", ["a"], ["b"])
    alpha = scale.attribute.add()
    alpha.name, alpha.type, alpha.ref_attr_name = "alpha", onnx.AttributeProto.FLOAT, "slope"
    f = helper.make_function("local", "Leak", ["a"], ["b"], [scale],
                             [helper.make_opsetid("", 18)], [],
                             [helper.make_attribute("slope", 0.5)])
    branch = lambda op: helper.make_graph([helper.make_node(op, ["l"], ["t"])], op, [],
                                          [helper.make_tensor_value_info("t", FLOAT, None)])
    nodes = [helper.make_node("Leak", ["x"], ["k"], domain="local", slope=0.25),
             helper.make_node("Leak", ["k"], ["l"], domain="local"),
             helper.make_node("If", ["yes"], ["y"], then_branch=branch("Neg"),
                              else_branch=branch("Abs"))]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", FLOAT, X.shape)],
                              [onnx.ValueInfoProto(name="y")],
                              [numpy_helper.from_array(np.array(True), "yes")])
    model = helper.make_model(graph, functions=[f], ir_version=8, opset_imports=[
        helper.make_opsetid("", 18), helper.make_opsetid("local", 1)])
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    (y,) = found(tmp_path / "m.onnx", {"x": X}, ["y"])
    np.testing.assert_allclose(y, -np.where(X < 0, X * 0.125, X), rtol=1e-6)
