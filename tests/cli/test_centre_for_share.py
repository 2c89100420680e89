"""Where a share of FP8 is asked for, what products read is centred if that lowers the error: convolutions of sequences are products too."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CHANNELS, LENGTH = 64, 48


def test_sequences_far_from_zero_are_centred(fp8c, tmp_path):
    random = np.random.default_rng(7)
    weights = {"w": random.standard_normal((CHANNELS, CHANNELS)).astype(np.float32) / 8, "b": (random.standard_normal(CHANNELS) * 40).astype(np.float32),
               "v": random.standard_normal((CHANNELS, CHANNELS)).astype(np.float32) / 8}
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h0"]), helper.make_node("Add", ["h0", "b"], ["h"]), helper.make_node("MatMul", ["h", "v"], ["y"])]
    value = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", LENGTH, CHANNELS])
    graph = helper.make_graph(nodes, "far", [value("x")], [value("y")], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), tmp_path / "m.onnx")
    np.savez(tmp_path / "c.npz", x=np.random.default_rng(8).standard_normal((16, 1, LENGTH, CHANNELS)).astype(np.float32))
    figures = {}
    for words in ([], ["--repair", "round,bias"]):
        done = fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--calibrate", "c.npz", "--fp8-share", "100%", "--json", *words)
        assert done.code == 0, done.err
        report = done.json()
        chosen = report["alternatives"][0]
        figures[bool(words)] = chosen["outputs"][0]["sqnr_db"]
        assert chosen["fp8_macs"] == chosen["total_macs"]
        assert any("without the mean of each channel" in d["text"] for d in report["diagnostics"]) == (not words)
    assert figures[False] > figures[True] + 6, figures
