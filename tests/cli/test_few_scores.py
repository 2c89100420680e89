"""Formats that are compared on few samples of few numbers: chance makes none of them look better than its own errors allow."""
import re

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH, BLOCKS = 64, 16


def model(folder):
    """A residual net whose two scores are all that is judged: what a rounding does to them on two samples is nearly chance."""
    random = np.random.default_rng(5)
    weights, nodes, last = {}, [], "x"
    for i in range(BLOCKS):
        weights[f"w{i}"] = (random.standard_normal((WIDTH, WIDTH)) / 8).astype(np.float32)
        nodes += [helper.make_node("MatMul", [last, f"w{i}"], [f"h{i}"], name=f"n{i}"), helper.make_node("Relu", [f"h{i}"], [f"r{i}"]),
                  helper.make_node("Add", [last, f"r{i}"], [f"x{i}"])]
        last = f"x{i}"
    weights["head"] = (random.standard_normal((WIDTH, 2)) / 8).astype(np.float32)
    nodes += [helper.make_node("MatMul", [last, "head"], ["scores"], name="n_head"), helper.make_node("Softmax", ["scores"], ["y"])]
    value = lambda name, width: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", width])
    graph = helper.make_graph(nodes, "scores", [value("x", WIDTH)], [value("y", 2)], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), folder / "m.onnx")
    np.savez(folder / "c.npz", x=np.random.default_rng(6).standard_normal((24, 1, WIDTH)).astype(np.float32))


def test_no_format_looks_better_than_it_is(fp8c, tmp_path):
    """Where numbers are within 15 octaves E5M2, of one bit less, errs twice as much (6 dB), and two samples say anything."""
    model(tmp_path)
    done = fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--calibrate", "c.npz", "--fp8-share", "50%", "--repair", "none", "--json")
    assert done.code == 0, done.err
    nodes = [n["decision"] for n in done.json()["nodes"] if n.get("decision")]
    alone = [re.search(r"alone e4m3 ([\d.]+) dB.*?e5m2 ([\d.]+) dB", d["reason"]) for d in nodes]
    gaps = [float(m[1]) - float(m[2]) for m in alone if m]
    assert len(gaps) >= BLOCKS, nodes
    assert min(gaps) > 0, gaps
    assert not any(d["format"] == "e5m2" for d in nodes)
