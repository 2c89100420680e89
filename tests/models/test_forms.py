"""Forms of operators and ports that exporters leave now and then, against ONNX Runtime or onnx's own evaluator."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper as nh

from conftest import reference


def model(path, nodes, ins, outs, opset=21, ir=10, **consts):
    """Ports are (name, type, shape); a shape None is unknown."""
    io = h.make_tensor_value_info
    graph = h.make_graph(nodes, "g", [io(*p) for p in ins], [io(*p) for p in outs],
                         [nh.from_array(np.asarray(v), k) for k, v in consts.items()])
    m = h.make_model(graph, opset_imports=[h.make_opsetid("", opset)], ir_version=ir)
    onnx.save(m, str(path))
    return path


# ---- F64 outputs --------------------------------------------------------------------------------

def ends_in(path, kind):
    """Three products whose last steps are in this type, as torch leaves them where a Python float met a tensor."""
    random = np.random.default_rng(0)
    w = {f"w{i}": (random.standard_normal((64, 64)) / 8).astype(np.float32) for i in range(3)}
    nodes = [h.make_node("MatMul", ["x", "w0"], ["a0"], name="p0"), h.make_node("Relu", ["a0"], ["r0"]), h.make_node("MatMul", ["r0", "w1"], ["a1"], name="p1"),
             h.make_node("Relu", ["a1"], ["r1"]), h.make_node("MatMul", ["r1", "w2"], ["a2"], name="p2"), h.make_node("Cast", ["a2"], ["b"], to=kind),
             h.make_node("Mul", ["b", "c"], ["m"]), h.make_node("Softmax", ["m"], ["y"])]
    return model(path, nodes, [("x", T.FLOAT, ["n", 64])], [("y", kind, ["n", 64])], c=np.array(8., np.float64 if kind == T.DOUBLE else np.float32), **w)


@pytest.mark.parametrize("words", [["--max-error", "sqnr>=40dB"], ["--max-error", "kl<=0.01"], ["--max-error", "relative<=2%", "--judge", "outputs"],
                                   ["--fp8-share", "60%"], ["--precision", "fp8"]])
def test_an_error_at_f64_outputs_is_measured(fp8c, tmp_path, words):
    """What is decided and told is what it is where the same outputs are F32."""
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32))
    found = []
    for kind in T.FLOAT, T.DOUBLE:
        ends_in(tmp_path / "m.onnx", kind)
        done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "x.npz", "--target", "cpu", "-q", "--report-json", "r.json", *words)
        assert done.returncode == 0, done.stderr
        r = json.loads((tmp_path / "r.json").read_text())
        found.append(([n["decision"]["format"] for n in r["nodes"] if "decision" in n],
                      [o["sqnr_db"] for a in r["alternatives"][:1] for o in a["outputs"]]))
    assert found[0][0] == found[1][0]
    assert found[1][1] == pytest.approx(found[0][1], abs=0.5) and found[1][1][0] > 10


def test_sensitivity_at_f64_outputs(fp8c, tmp_path):
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32))
    found = []
    for kind in T.FLOAT, T.DOUBLE:
        ends_in(tmp_path / "m.onnx", kind)
        done = fp8c("sensitivity", "m.onnx", "--calibrate", "x.npz", "--exact", "--json")
        assert done.returncode == 0, done.stderr
        found.append([n["error_share"] for n in json.loads(done.stdout)["nodes"]])
    assert found[1] == pytest.approx(found[0], abs=0.02)


# ---- Random numbers -----------------------------------------------------------------------------

@pytest.mark.parametrize("op, inputs, attributes", [("RandomNormal", [], {"shape": [2, 3]}), ("RandomUniform", [], {"shape": [2, 3]}), ("RandomNormalLike", ["x"], {}),
                                                    ("RandomUniformLike", ["x"], {}), ("Bernoulli", ["x"], {}), ("Multinomial", ["x"], {"sample_size": 2}),
                                                    ("Dropout", ["x", "half", "yes"], {})])
def test_what_draws_at_random_is_refused(fp8c, tmp_path, op, inputs, attributes):
    """So that passes may merge equal nodes and fold constants, whatever they are."""
    nodes = [h.make_node(op, inputs, [f"r{i}"], name=f"n{i}", **attributes) for i in range(2)] + [h.make_node("Sub", ["r0", "r1"], ["y"])]
    model(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, [2, 3])], [("y", T.INT32 if op == "Multinomial" else T.FLOAT, None)], half=np.float32(.5), yes=np.array(True))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "-p", "f32", "-q")
    assert done.returncode == 4 and op in done.stderr and not (tmp_path / "p.fp8c").exists()
