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
    others = steps * 4 * hidden * (wide + hidden)
    for a in done.json()["alternatives"]:
        assert a["other_macs"] == others and a["total_macs"] == others + steps * wide * wide, a
    share = done.json()["alternatives"][0]
    assert share["fp8_macs"] == steps * wide * wide
    words = ["compile", "m.onnx", "-o", "s.fp8c", "--target", "cpu", "--no-cache", "--calibrate", "c.npz"]
    assert fp8c(*words, "--fp8-share", "5%").code == 0
    done = fp8c(*words, "--fp8-share", "50%")  # the LSTM alone is more than that
    assert done.code == 7 and "%" in done.err, done.err
