"""--weights and `packed` of an override: weights in codes of few bits, what they keep, what they weigh, and what is refused."""
import json
import re

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

K, N = 256, 512
# The least that normally distributed weights keep, and the bits of each, its share of scales included.
FORMS = {"int4": (21, 4.5), "int4:16": (22, 5), "int4:128": (19.5, 4.125), "int8": (43, 8.125), "e4m3": (31, 8.125),
         "e4m3:128": (31, 8.25), "nvfp4": (21, 4.5), "mxfp4": (18.5, 4.25), "mxfp8": (31, 8.25)}


@pytest.fixture
def network(tmp_path):
    """x[batch, K] -> "up" with a bias, Gelu, "down", "last" of few outputs."""
    random = np.random.default_rng(3)
    weights = {"w1": random.standard_normal((K, N)) / 16, "b1": random.standard_normal(N), "w2": random.standard_normal((N, K)) / 22,
               "w3": random.standard_normal((K, 10)) / 16}
    nodes = [helper.make_node("Gemm", ["x", "w1", "b1"], ["up"], name="up"), helper.make_node("Gelu", ["up"], ["g"]),
             helper.make_node("MatMul", ["g", "w2"], ["down"], name="down"), helper.make_node("MatMul", ["down", "w3"], ["y"], name="last")]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", K])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 10])],
                              [numpy_helper.from_array(w.astype(np.float32), name) for name, w in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), tmp_path / "net.onnx")
    np.savez(tmp_path / "data.npz", x=random.standard_normal((12, 4, K)).astype(np.float32))
    return tmp_path / "net.onnx"


def compiled(fp8c, network, *words):
    done = fp8c("compile", network, "-o", "p.fp8c", "--target", "cpu", "--json", *words)
    assert done.code == 0, done.err
    report = done.json()
    return report, {n["name"]: n["decision"] for n in report["nodes"] if "decision" in n}


@pytest.mark.parametrize("form", FORMS)
def test_what_a_format_keeps_and_weighs(fp8c, network, tmp_path, form):
    least, bits = FORMS[form]
    report, decisions = compiled(fp8c, network, "--weights", form, "--precision", "bf16")
    for name in "up", "down":
        said = re.search(r"the weights keep ([0-9.]+) dB in ([0-9.]+) bits each", decisions[name]["reason"])
        assert decisions[name]["rule"] == "packed" and float(said[1]) >= least and float(said[2]) == pytest.approx(bits, abs=.08)
    assert "packed" not in decisions["y" if "y" in decisions else "last"]["rule"]  # too few outputs
    assert (tmp_path / "p.fp8c").stat().st_size < 2 * K * N * bits / 8 + 60000


def test_codes_are_the_nearest(fp8c, network, tmp_path):
    """What the plan computes lies as near to F32 as the weights do, and no cache changes it."""
    x = np.load(tmp_path / "data.npz")["x"][0]
    np.save(tmp_path / "x.npy", x)
    results = []
    for words in (), ("--weights", "int8"):
        compiled(fp8c, network, "--precision", "f32", *words)
        assert fp8c("run", "p.fp8c", "--input", "x=x.npy", "-o", "out", "--device", "cpu").code == 0
        results.append(np.load(tmp_path / "out" / "y.npy"))
    noise = np.linalg.norm(results[1] - results[0]) / np.linalg.norm(results[0])
    assert 1e-4 < noise < .016  # 36 dB: two products of 43 dB each
    compiled(fp8c, network, "--weights", "int8", "--calibrate", "data.npz")
    first = (tmp_path / "p.fp8c").read_bytes()
    compiled(fp8c, network, "--weights", "int8", "--calibrate", "data.npz", "--no-cache")
    assert (tmp_path / "p.fp8c").read_bytes() == first


def test_weights_that_are_zero_or_tiny(fp8c, tmp_path):
    """A block of zeros, one of numbers near the end of F32's range, one large number among small ones."""
    w = np.zeros((64, 64), np.float32)
    w[:, 1], w[:, 2], w[::7, 3] = 1e-38, 3e4, -1
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3, 64])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3, 64])], [numpy_helper.from_array(w, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), tmp_path / "z.onnx")
    x = np.ones((3, 64), np.float32)
    np.save(tmp_path / "x.npy", x)
    for form in FORMS:
        if ":128" in form or form == "int8":
            continue
        compiled(fp8c, "z.onnx", "--weights", form, "--precision", "f32")
        done = fp8c("run", "p.fp8c", "--input", "x=x.npy", "-o", "out", "--device", "cpu")
        assert done.code == 0, done.err
        y = np.load(tmp_path / "out" / "y.npy")
        assert np.isfinite(y).all() and (y[:, 0] == 0).all() and (y[:, 10] == 0).all(), form
        np.testing.assert_allclose(y[:, 2], 64 * 3e4, rtol=.13, err_msg=form)


def test_override(fp8c, network, tmp_path):
    def overrides(document):
        (tmp_path / "o.json").write_text(json.dumps(document))
        return "--override", "o.json"
    _, d = compiled(fp8c, network, *overrides({"rules": [{"node": "up", "packed": "nvfp4"}]}), "--precision", "bf16")
    assert d["up"]["rule"] == "packed" and "nvfp4" in d["up"]["reason"] and d["down"]["rule"] != "packed"
    _, d = compiled(fp8c, network, *overrides({"default": {"packed": "int4:64"}, "rules": [{"node": "down", "packed": "none"}]}))
    assert "int4, a scale for each 64" in d["up"]["reason"] and d["down"]["rule"] != "packed"
    _, d = compiled(fp8c, network, *overrides({"rules": [{"node": "down", "format": "e4m3"}]}), "--weights", "int4", "--calibrate", "data.npz")
    assert d["up"]["rule"] == "packed" and d["down"]["format"] == "e4m3"
    for rule, words in [({"node": "up", "packed": "int3"}, 'none of int4[:BLOCK]'), ({"node": "up", "packed": 4}, "none of int4[:BLOCK]"),
                        ({"node": "up", "packed": "int4", "format": "e4m3"}, "exclude each other"),
                        ({"node": "up", "packed": "int4:512"}, "no whole number of blocks"), ({"node": "last", "packed": "int4"}, "its weights are few")]:
        done = fp8c("compile", network, "-o", "q.fp8c", "--target", "cpu", *overrides({"rules": [rule]}))
        assert done.code == 2 and words in done.err, done.err
        assert not (tmp_path / "q.fp8c").exists()


@pytest.mark.parametrize("wrong", ["int3", "int4:", "int4:24", "int4:8", "nvfp4:16", "int4:131072", ""])
def test_what_is_no_format(fp8c, network, wrong):
    done = fp8c("compile", network, "-o", "q.fp8c", "--target", "cpu", "--weights", wrong)
    assert done.code == 2 and f'--weights "{wrong}"' in done.err and "nvfp4" in done.err


@pytest.mark.parametrize("form", ["int4", "int8:64", "e4m3", "nvfp4"])
def test_export(fp8c, network, tmp_path, form):
    """The exported model computes alike in ONNX Runtime, and is the same plan again."""
    onnxruntime = pytest.importorskip("onnxruntime")
    compiled(fp8c, network, "--weights", form, "--precision", "f32")
    np.save(tmp_path / "x.npy", np.load(tmp_path / "data.npz")["x"][0])
    assert fp8c("export", "p.fp8c", "-o", "e.onnx").code == 0
    x = np.load(tmp_path / "x.npy")
    session = onnxruntime.InferenceSession(tmp_path / "e.onnx", providers=["CPUExecutionProvider"])
    results = [session.run(None, {"x": x})[0]]
    for plan in "p.fp8c", "again.fp8c":
        assert fp8c("run", plan, "--input", "x=x.npy", "-o", "out", "--device", "cpu").code == 0
        results.append(np.load(tmp_path / "out" / "y.npy"))
        assert plan == "again.fp8c" or fp8c("compile", "e.onnx", "-o", "again.fp8c", "--target", "cpu").code == 0
    np.testing.assert_allclose(results[1], results[0], rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(results[1], results[2])


def test_export_of_scales_that_nobody_reads(fp8c, network):
    compiled(fp8c, network, "--weights", "mxfp4", "--precision", "bf16")
    done = fp8c("export", "p.fp8c", "-o", "e.onnx")
    assert done.code == 4 and "E8M0" in done.err
