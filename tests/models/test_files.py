"""What a model file may hold, and what is refused, in one sentence that says where."""
import os

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

VALUES = {
    TensorProto.FLOAT: [1.5, -2.0, 3.25], TensorProto.DOUBLE: [1.5, -2.0, 1e300],
    TensorProto.FLOAT16: [1.5, -2.0, 6.1e-5], TensorProto.INT8: [-128, 0, 127],
    TensorProto.INT16: [-32768, 1, 32767], TensorProto.INT32: [-2**31, 1, 2**31 - 1],
    TensorProto.INT64: [-2**63, 1, 2**63 - 1], TensorProto.UINT8: [0, 1, 255],
    TensorProto.UINT16: [0, 1, 65535], TensorProto.UINT32: [0, 1, 2**32 - 1],
    TensorProto.UINT64: [0, 1, 2**64 - 1], TensorProto.BOOL: [True, False, True],
}


def identity(path, tensor, dtype=None):
    out = helper.make_tensor_value_info("y", dtype or tensor.data_type, None)
    graph = helper.make_graph([helper.make_node("Identity", ["w"], ["y"], name="copy")], "g", [],
                              [out], [tensor])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    path.write_bytes(model.SerializeToString())
    return path


def values(fp8c, model, tmp_path):
    done = fp8c("run", model, "--device", "cpu", "--output-dir", tmp_path / "out", "-q")
    assert done.returncode == 0, done.stderr
    return np.load(tmp_path / "out" / "y.npy")


@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("dtype", VALUES, ids=lambda d: TensorProto.DataType.Name(d))
def test_storage_forms(fp8c, tmp_path, dtype, raw):
    numbers = np.array(VALUES[dtype], helper.tensor_dtype_to_np_dtype(dtype))
    tensor = (numpy_helper.from_array(numbers, "w") if raw
              else helper.make_tensor("w", dtype, numbers.shape, numbers))
    tensor.name = "w"
    np.testing.assert_array_equal(values(fp8c, identity(tmp_path / "m.onnx", tensor), tmp_path), numbers)


def external(tmp_path, entries, dims=(4,)):
    tensor = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=dims,
                         data_location=TensorProto.EXTERNAL)
    for key, text in entries:
        entry = tensor.external_data.add()
        entry.key, entry.value = key, text
    return identity(tmp_path / "m.onnx", tensor)


DATA = np.arange(16, dtype=np.float32)


@pytest.mark.parametrize("entries, first", [
    ([("location", "w.bin"), ("offset", "8"), ("length", "16")], 2),
    ([("location", "w.bin")], 0),
    ([("location", "sub/w.bin"), ("offset", "48"), ("checksum", "ignored")], 12)])
def test_external_data(fp8c, tmp_path, entries, first):
    (tmp_path / "sub").mkdir()
    for name in ("w.bin", "sub/w.bin"):
        DATA.tofile(tmp_path / name)
    y = values(fp8c, external(tmp_path, entries), tmp_path)
    np.testing.assert_array_equal(y, DATA[first:first + 4])


@pytest.mark.parametrize("entries, says", [
    ([], "location"), ([("location", "")], "location"),
    ([("location", "../w.bin")], ".."), ([("location", "a/../../w.bin")], ".."),
    ([("location", "/etc/passwd")], "/etc/passwd"), ([("location", "missing.bin")], "missing.bin"),
    ([("location", "link.bin")], "link.bin"), ([("location", "linked/w.bin")], "linked"),
    ([("location", "fifo")], "fifo"), ([("location", "folder")], "folder"),
    ([("location", ".")], ""), ([("location", "x" * 5000)], ""),
    *[([("location", "w.bin"), ("offset", bad)], bad or "offset")
      for bad in ("-1", "0x10", " 1", "1e3", "", "18446744073709551616", "18446744073709551600", "49")],
    *[([("location", "w.bin"), ("length", bad)], "length")
      for bad in ("0", "15", "17", "1000000000000000", "-16")],
    ([("location", "w.bin"), ("location", "w.bin")], "twice"),
    ([("location", "*/_ORT_MEM_ADDR_/*"), ("offset", "8")], "_ORT_MEM_ADDR_")])
def test_external_data_refused(fp8c, tmp_path, entries, says):
    DATA.tofile(tmp_path / "w.bin")
    (tmp_path / "link.bin").symlink_to("w.bin")
    (tmp_path / "real").mkdir()
    DATA.tofile(tmp_path / "real" / "w.bin")
    (tmp_path / "linked").symlink_to("real")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    done = fp8c("compile", external(tmp_path, entries), "-o", "p.fp8c", "--target", "cpu", timeout=10)
    assert done.returncode in (3, 6), (done.returncode, done.stderr)
    assert '"w"' in done.stderr and says in done.stderr, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "p.fp8c").exists()


def graph_of(nodes, outputs=("y",), inputs=("x",), constants=(), opset=18):
    f32 = lambda n: helper.make_tensor_value_info(n, TensorProto.FLOAT, [2])
    graph = helper.make_graph(nodes, "g", [f32(n) for n in inputs],
                              [onnx.ValueInfoProto(name=n) for n in outputs], list(constants))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, name=f"n_{outputs[0] if outputs else op}", **attributes)


W = numpy_helper.from_array(np.float32([1, 2]), "w")
DOUBLE_ATTRIBUTE = node("LeakyRelu", ["x"], ["y"], alpha=0.5)
DOUBLE_ATTRIBUTE.attribute.append(helper.make_attribute("alpha", 0.25))
REFERENCE = node("LeakyRelu", ["x"], ["y"])
_a = REFERENCE.attribute.add()
_a.name, _a.type, _a.ref_attr_name = "alpha", onnx.AttributeProto.FLOAT, "slope"
BODY = helper.make_graph([node("Add", ["x", "x"], ["t"])], "b", [],
                         [onnx.ValueInfoProto(name="t")])

REFUSED = {
    "cycle of one": (graph_of([node("Relu", ["y"], ["y"])]), 3, "cycle"),
    "cycle of three": (graph_of([node("Relu", ["c"], ["a"]), node("Relu", ["a"], ["b"]),
                                 node("Add", ["b", "x"], ["c"])], ["c"]), 3, "cycle"),
    "output twice": (graph_of([node("Relu", ["x"], ["y"]), node("Abs", ["x"], ["y"])]), 3, '"y"'),
    "input given again": (graph_of([node("Relu", ["w"], ["x"])], ["x"], constants=[W]), 3, '"x"'),
    "undefined input": (graph_of([node("Relu", ["nobody"], ["y"])]), 3, "nobody"),
    "undefined output": (graph_of([node("Relu", ["x"], ["y"])], ["z"]), 3, '"z"'),
    "no outputs": (graph_of([node("Relu", ["x"], ["y"])], []), 3, "no outputs"),
    "node without outputs": (graph_of([node("Relu", ["x"], []), node("Relu", ["x"], ["y"])]), 3, "outputs"),
    "initializer twice": (graph_of([node("Add", ["x", "w"], ["y"])], constants=[W, W]), 3, '"w"'),
    "unknown operator": (graph_of([node("Frobnicate", ["x"], ["y"])]), 4, "Frobnicate"),
    "unknown attribute": (graph_of([node("Relu", ["x"], ["y"], power=2)]), 3, "power"),
    "attribute of another kind": (graph_of([node("LeakyRelu", ["x"], ["y"], alpha=2)]), 3, "alpha"),
    "attribute twice": (graph_of([DOUBLE_ATTRIBUTE]), 3, "alpha"),
    "reference outside a function": (graph_of([REFERENCE]), 3, "slope"),
    "opset 0": (graph_of([node("Relu", ["x"], ["y"])], opset=0), 4, "opset 0"),
    "opset of tomorrow": (graph_of([node("Relu", ["x"], ["y"])], opset=2**62), 4, "newer"),
    "loop with another body": (graph_of([node("Loop", ["", "x"], ["y"], body=BODY)]), 3, '"body" has 0 inputs; 2 are wanted'),
    "too few inputs": (graph_of([node("Add", ["x"], ["y"])]), 3, "input"),
    "too many inputs": (graph_of([node("Relu", ["x", "x", "x"], ["y"])]), 3, "inputs"),
    "shapes that do not fit": (graph_of([node("Add", ["x", "w"], ["y"])], constants=[
        numpy_helper.from_array(np.zeros(3, np.float32), "w")]), 3, "n_y"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_graph_refused(fp8c, tmp_path, case):
    model, code, says = REFUSED[case]
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", timeout=10)
    assert done.returncode == code, (done.returncode, done.stderr)
    assert says in done.stderr and "m.onnx" in done.stderr, done.stderr
    assert not (tmp_path / "p.fp8c").exists()


def test_opset_given_twice(fp8c, tmp_path):
    model = graph_of([node("Relu", ["x"], ["y"])])
    model.opset_import.append(helper.make_opsetid("ai.onnx", 17))
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    assert fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu").returncode == 3


def test_function_that_calls_itself(fp8c, tmp_path):
    f = helper.make_function("local", "F", ["a"], ["b"], [helper.make_node("F", ["a"], ["b"], domain="local")],
                             [helper.make_opsetid("", 18)])
    model = graph_of([helper.make_node("F", ["x"], ["y"], domain="local")])
    model.functions.append(f)
    model.opset_import.append(helper.make_opsetid("local", 1))
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", timeout=10)
    assert done.returncode == 4 and "themselves" in done.stderr, done.stderr


def test_doubling_functions(fp8c, tmp_path):
    """Each function calls the next one twice: 2^22 nodes when inlined."""
    model = graph_of([helper.make_node("F0", ["x"], ["y"], domain="local")])
    for i in range(22):
        calls = [helper.make_node(f"F{i + 1}", [a], [b], domain="local") for a, b in (("a", "m"), ("m", "b"))]
        if i == 21:
            calls = [helper.make_node("Relu", ["a"], ["m"]), helper.make_node("Relu", ["m"], ["b"])]
        model.functions.append(helper.make_function("local", f"F{i}", ["a"], ["b"], calls,
                                                    [helper.make_opsetid("", 18)]))
    model.opset_import.append(helper.make_opsetid("local", 1))
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    done = fp8c("show", "m.onnx", timeout=60)
    assert done.returncode in (3, 4), done.stderr


def test_unsupported_are_listed_whole(fp8c, tmp_path):
    nodes = [node(op, ["x"], [f"y{i}"]) for i, op in enumerate(["Odd", "Relu", "Even", "Odd"])]
    model = graph_of(nodes, [f"y{i}" for i in range(4)])
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu")
    assert done.returncode == 4
    for name in ("n_y0", "n_y2", "n_y3", "Odd", "Even"):
        assert name in done.stderr, done.stderr


def test_names_cannot_drive_a_terminal(fp8c, tmp_path):
    model = graph_of([helper.make_node("\x1b[31mRed", ["x"], ["y"], name="\x1b]0;title\x07\n")])
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu")
    assert done.returncode == 4
    assert "\x1b" not in done.stdout + done.stderr and "\x07" not in done.stdout + done.stderr
    assert "\\x1b[31mRed" in done.stderr


def test_a_long_chain_is_no_recursion(fp8c, tmp_path):
    names = [f"v{i}" for i in range(100000)]
    nodes = [onnx.NodeProto(op_type="Relu", input=[a], output=[b]) for a, b in zip(names[1:], names)]
    model = graph_of([], [names[0]])
    model.graph.node.extend(nodes)  # last first: every node waits for the one behind it
    model.graph.node.append(onnx.NodeProto(op_type="Relu", input=["x"], output=[names[-1]]))
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
    done = fp8c("show", "m.onnx", timeout=60)
    assert done.returncode == 0, done.stderr
