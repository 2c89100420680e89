"""`fp8c extract`: a part of a model gives what the whole gives at the same place."""
import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import mlp
from test_mistakes import refused


def run(path, inputs, names=None):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = names or [o.name for o in session.get_outputs()]
    return dict(zip(names, session.run(names, inputs)))


def ports(model):
    return [i.name for i in model.graph.input], [o.name for o in model.graph.output]


@pytest.fixture
def taps(tmp_path):
    """What the model of conftest.mlp holds at every value, and x."""
    mlp(tmp_path / "mlp.onnx")
    whole = onnx.load(str(tmp_path / "mlp.onnx"))
    for n in whole.graph.node[:-1]:
        whole.graph.output.append(helper.make_tensor_value_info(n.output[0], TensorProto.FLOAT, ["batch", None]))
    onnx.save(whole, str(tmp_path / "taps.onnx"))
    x = np.random.default_rng(3).standard_normal((5, 64)).astype(np.float32)
    return dict(run(tmp_path / "taps.onnx", {"x": x}), x=x)


def test_between_values(fp8c, taps, tmp_path):
    done = fp8c("extract", "mlp.onnx", "--from", "h", "--to", "g", "-o", "gelu.onnx")
    assert done.code == 0 and "gelu.onnx written: 5 of 9 nodes, 3 constants, 1 input, 1 output" in done.out, done.err
    part = onnx.load(str(tmp_path / "gelu.onnx"))
    onnx.checker.check_model(part, full_check=True)
    assert ports(part) == (["h"], ["g"])
    found = run(tmp_path / "gelu.onnx", {"h": taps["h"]})
    np.testing.assert_array_equal(found["g"], taps["g"])
    # the type of h was inferred, with its symbol
    assert part.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"
    assert part.graph.input[0].type.tensor_type.shape.dim[1].dim_value == 128
    assert fp8c("compile", "gelu.onnx", "--target", "cpu", "-o", "gelu.fp8c").code == 0


def test_nodes_name_their_borders(fp8c, taps, tmp_path):
    done = fp8c("extract", "mlp.onnx", "--from", "n_z0", "--to", "n_y", "-q")
    assert done.code == 0 and done.out == "", done.err
    part = onnx.load(str(tmp_path / "mlp_part.onnx"))
    assert ports(part) == (["g"], ["y"]) and [n.op_type for n in part.graph.node] == ["MatMul", "Add"]
    np.testing.assert_allclose(run(tmp_path / "mlp_part.onnx", {"g": taps["g"]})["y"], taps["y"], rtol=1e-6, atol=1e-6)


def test_from_or_to_alone(fp8c, taps, tmp_path):
    told = fp8c("extract", "mlp.onnx", "--to", "g", "--to", "e1", "-o", "head.onnx", "--json").json()
    assert told["output"] == "head.onnx" and told["outputs"] == 2 and 0 < told["nodes"] < told["model_nodes"]
    assert ports(onnx.load(str(tmp_path / "head.onnx"))) == (["x"], ["g", "e1"])
    found = run(tmp_path / "head.onnx", {"x": taps["x"]})
    np.testing.assert_array_equal(found["e1"], taps["e1"])
    # e2 alone does not give g: what else it takes of x stays an input
    assert fp8c("extract", "mlp.onnx", "--from", "e2", "-o", "tail.onnx").code == 0
    tail = onnx.load(str(tmp_path / "tail.onnx"))
    assert ports(tail) == (["e2", "x"], ["y"]) and "n_e1" not in {n.name for n in tail.graph.node}


def test_weights_in_every_place(fp8c, tmp_path):
    """raw and typed constants, Constant nodes, a body that reads outside values, a function, external data."""
    random = np.random.default_rng(0)
    big, small = random.standard_normal((32, 32)).astype(np.float32), random.standard_normal(32).astype(np.float32)
    inside = random.standard_normal((32, 32)).astype(np.float32)
    body = lambda op: helper.make_graph([helper.make_node(op, ["m", "small"], [f"{op}_out"])], op, [],
                                        [helper.make_tensor_value_info(f"{op}_out", TensorProto.FLOAT, None)])
    nodes = [helper.make_node("MatMul", ["x", "big"], ["m"]),
             helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(inside)),
             helper.make_node("If", ["yes"], ["k"], then_branch=body("Add"), else_branch=body("Sub")),
             helper.make_node("Twice", ["k"], ["t"], domain="mine"),
             helper.make_node("MatMul", ["t", "c"], ["y"])]
    twice = helper.make_function("mine", "Twice", ["a"], ["b"], [helper.make_node("Add", ["a", "a"], ["b"])],
                                 [helper.make_opsetid("", 18)])
    io = lambda n: helper.make_tensor_value_info(n, TensorProto.FLOAT, [3, 32])
    typed = helper.make_tensor("small", TensorProto.FLOAT, [32], small.tolist())
    graph = helper.make_graph(nodes, "all", [io("x")], [io("y")],
                              [numpy_helper.from_array(big, "big"), typed, numpy_helper.from_array(np.array(True), "yes")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("mine", 1)], functions=[twice])
    model.ir_version = 8
    onnx.save(model, str(tmp_path / "all.onnx"))
    onnx.save(model, str(tmp_path / "beside.onnx"), save_as_external_data=True, location="beside.bin", size_threshold=64)
    x = random.standard_normal((3, 32)).astype(np.float32)
    m = run(tmp_path / "all.onnx", {"x": x})
    (tmp_path / "out").mkdir()
    for name in ("all.onnx", "beside.onnx"):
        for more in ((), ("--external-data",)):
            done = fp8c("extract", name, "--from", "x", "--to", "y", "-o", f"out/{name}", *more)
            assert done.code == 0, done.err
            np.testing.assert_array_equal(run(tmp_path / "out" / name, {"x": x})["y"], m["y"])
    assert fp8c("extract", "all.onnx", "--from", "m", "-o", "tail.onnx").code == 0
    tail = onnx.load(str(tmp_path / "tail.onnx"))
    assert [t.name for t in tail.graph.initializer] == ["small", "yes"] or {t.name for t in tail.graph.initializer} == {"small", "yes"}
    np.testing.assert_array_equal(run(tmp_path / "tail.onnx", {"m": x @ big})["y"].shape, (3, 32))


@pytest.mark.parametrize("words, code, told", [
    (["--from", "nowhere"], 2, 'no value and no node of that name'),
    (["--to", "nowhere"], 2, 'gives a value of that name'),
    (["--from", "w1"], 2, "it is a constant"),
    (["--from", "g", "--to", "h"], 2, 'does not read "g"'),
    (["--from", "h", "--to", "h"], 2, 'begins and ends at "h"'),
    ([], 2, "give --from, --to or both"),
])
def test_what_cannot_be(fp8c, tmp_path, words, code, told):
    mlp(tmp_path / "mlp.onnx")
    done = fp8c("extract", "mlp.onnx", *words)
    refused(done, code, told)
    assert not (tmp_path / "mlp_part.onnx").exists()


def test_no_model(fp8c, tmp_path):
    (tmp_path / "bad.onnx").write_bytes(b"\x08\x08")
    refused(fp8c("extract", "bad.onnx", "--to", "y"), 3, "no graph")
    refused(fp8c("extract", "none.onnx", "--to", "y"), 6, "none.onnx")
