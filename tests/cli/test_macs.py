"""What a report counts as work: every operator that multiplies matrices, whether or not its format can be chosen."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def test_work_without_a_format_counts(fp8c, tmp_path):
    steps, wide, hidden = 6, 32, 48
    r = np.random.default_rng(0)
    c = {"w": r.standard_normal((wide, wide)), "wl": r.standard_normal((1, 4 * hidden, wide)), "rl": r.standard_normal((1, 4 * hidden, hidden))}
    nodes = [helper.make_node("MatMul", ["x", "w"], ["a"], name="fc"), helper.make_node("LSTM", ["a", "wl", "rl"], ["y"], name="lstm", hidden_size=hidden)]
    io = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [steps, 1, wide]), helper.make_tensor_value_info("y", TensorProto.FLOAT, [steps, 1, 1, hidden])]
    graph = helper.make_graph(nodes, "g", io[:1], io[1:], [numpy_helper.from_array(v.astype(np.float32), k) for k, v in c.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 22)], ir_version=10), str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "c.npz", x=r.standard_normal((12, steps, 1, wide)).astype(np.float32))
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "--target", "cpu", "--no-cache", "--calibrate", "c.npz", "--json")
    assert done.code == 0, done.err
    inputs, state = steps * 4 * hidden * wide, steps * 4 * hidden * hidden  # of the LSTM, whose weights are constants: two products
    for a in done.json()["alternatives"]:
        assert a["other_macs"] == 0 and a["total_macs"] == inputs + state + steps * wide * wide, a
    share = done.json()["alternatives"][0]
    assert share["fp8_macs"] == inputs + steps * wide * wide
    words = ["compile", "m.onnx", "-o", "s.fp8c", "--target", "cpu", "--no-cache", "--calibrate", "c.npz"]
    assert fp8c(*words, "--fp8-share", "5%").code == 0
    done = fp8c(*words, "--fp8-share", "50%")  # the LSTM's state alone is more than that
    assert done.code == 7 and "%" in done.err, done.err
    onnx.save(helper.make_model(helper.make_graph(nodes, "g", [*io[:1], helper.make_tensor_value_info("wl", TensorProto.FLOAT, list(c["wl"].shape))], io[1:], [
        numpy_helper.from_array(c[k].astype(np.float32), k) for k in ("w", "rl")]), opset_imports=[helper.make_opsetid("", 22)], ir_version=10), str(tmp_path / "o.onnx"))
    done = fp8c("compile", "o.onnx", "-o", "o.fp8c", "--target", "cpu", "--no-cache", "--precision", "bf16", "--json")
    assert done.code == 0, done.err
    for a in done.json()["alternatives"]:  # weights that a run brings
        assert a["other_macs"] == inputs + state and a["total_macs"] == inputs + state + steps * wide * wide, a


def save(path, nodes, io, constants=()):
    inits = [numpy_helper.from_array(v, k) for k, v in dict(constants).items()]
    values = [helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in io]
    graph = helper.make_graph(nodes, "g", [v for v in values if v.name != "y"], [v for v in values if v.name == "y"], inits)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 22)], ir_version=10), str(path))


def work_of(fp8c, model):
    done = fp8c("compile", model, "-o", "m.fp8c", "--target", "cpu", "--no-cache", "--json")
    assert done.code == 0, done.err
    return done.json()["work"], done.json()["alternatives"][0]


def test_what_computes_on_constants_is_told_apart(fp8c, tmp_path):
    r = np.random.default_rng(0)
    c = {k: r.standard_normal((32, 32)).astype(np.float32) for k in ("a", "b")}
    nodes = [helper.make_node("MatMul", ["a", "b"], ["w"]), helper.make_node("MatMul", ["x", "w"], ["y"])]
    save(tmp_path / "m.onnx", nodes, [("x", TensorProto.FLOAT, [4, 32]), ("y", TensorProto.FLOAT, [4, 32])], c)
    work, chosen = work_of(fp8c, "m.onnx")
    assert chosen["total_macs"] == 4 * 32 * 32
    assert work["folded_macs"] == 32 ** 3 and work["model_macs"] == 32 ** 3 + 4 * 32 * 32
    assert "32768 of them compute on constants" in work["sentence"]
    assert "folded at compile time" in fp8c("report", "m.fp8c").out


def body(nodes, inputs, outputs, name="body"):
    io = lambda names: [helper.make_tensor_value_info(n, k, s) for n, k, s in names]
    return helper.make_graph(nodes, name, io(inputs), io(outputs))


W = {"w": np.eye(16, dtype=np.float32)}
VECTOR = [1, 16]


def test_a_scan_counts_its_steps(fp8c, tmp_path):
    inside = body([helper.make_node("MatMul", ["s", "w"], ["h"]), helper.make_node("Add", ["h", "e"], ["t"]), helper.make_node("Identity", ["t"], ["o"])],
                  [("s", TensorProto.FLOAT, VECTOR), ("e", TensorProto.FLOAT, VECTOR)], [("t", TensorProto.FLOAT, VECTOR), ("o", TensorProto.FLOAT, VECTOR)])
    nodes = [helper.make_node("Scan", ["z", "x"], ["last", "y"], body=inside, num_scan_inputs=1)]
    save(tmp_path / "m.onnx", nodes, [("x", TensorProto.FLOAT, [9] + VECTOR), ("z", TensorProto.FLOAT, VECTOR), ("y", TensorProto.FLOAT, [9] + VECTOR)], W)
    work, chosen = work_of(fp8c, "m.onnx")
    assert chosen["total_macs"] == 9 * 256 and work["bodies_counted_once"] == 0, (work, chosen)


def test_a_loop_that_data_ends_counts_once_and_an_if_its_larger_branch(fp8c, tmp_path):
    loop = body([helper.make_node("MatMul", ["s", "w"], ["t"]), helper.make_node("ReduceMax", ["t"], ["m"], keepdims=0), helper.make_node("Less", ["m", "limit"], ["go"])],
                [("i", TensorProto.INT64, []), ("c", TensorProto.BOOL, []), ("s", TensorProto.FLOAT, VECTOR)], [("go", TensorProto.BOOL, []), ("t", TensorProto.FLOAT, VECTOR)])
    small = body([helper.make_node("Relu", ["x"], ["r1"])], [], [("r1", TensorProto.FLOAT, VECTOR)], "small")
    large = body([helper.make_node("MatMul", ["x", "w"], ["r0"]), helper.make_node("MatMul", ["r0", "w"], ["r2"])], [], [("r2", TensorProto.FLOAT, VECTOR)], "large")
    nodes = [helper.make_node("If", ["k"], ["l"], then_branch=small, else_branch=large), helper.make_node("Loop", ["", "", "l"], ["y"], body=loop)]
    save(tmp_path / "m.onnx", nodes, [("x", TensorProto.FLOAT, VECTOR), ("k", TensorProto.BOOL, []), ("y", TensorProto.FLOAT, VECTOR)], {**W, "limit": np.float32(9)})
    work, chosen = work_of(fp8c, "m.onnx")
    assert chosen["other_macs"] == 256 + 2 * 256 and work["bodies_counted_once"] == 1, (work, chosen)
    assert "1 loop whose trip count data decides is counted once" in work["sentence"]
