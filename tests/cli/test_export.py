"""`fp8c export`: what it writes, what it refuses, and that the file comes back."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper

from test_mistakes import refused


def report(fp8c, plan):
    return fp8c("report", plan, "--json").json()


def test_decisions_come_back(fp8c, plan, tmp_path):
    done = fp8c("export", plan)
    assert done.code == 0 and "mlp_qdq.onnx written" in done.out, done.err
    model = onnx.load(str(tmp_path / "mlp_qdq.onnx"))
    onnx.checker.check_model(model, full_check=True)
    used = {n.op_type for n in model.graph.node}
    assert {"QuantizeLinear", "DequantizeLinear", "MatMul"} <= used and not any(n.domain for n in model.graph.node)
    types = [t.data_type for t in model.graph.initializer]
    assert TensorProto.FLOAT8E4M3FN in types
    assert {p.key for p in model.metadata_props} >= {"fp8c.export", "fp8c.compiler", "fp8c.options", "fp8c.model_hash"}
    done = fp8c("compile", "mlp_qdq.onnx", "-o", "again.fp8c", "--target", "cpu")
    assert done.code == 0 and "those the model was exported with" in done.err, done.err
    one, two = report(fp8c, plan), report(fp8c, "again.fp8c")
    assert one["nodes"] == two["nodes"] and one["inputs"] == two["inputs"] and one["outputs"] == two["outputs"]
    assert [n["decision"]["format"] for n in two["nodes"] if "decision" in n] == ["e4m3", "e4m3"]
    np.save(tmp_path / "x.npy", np.random.default_rng(5).standard_normal((7, 64)).astype(np.float32))
    for name in ("mlp.fp8c", "again.fp8c"):
        assert fp8c("run", name, "-i", "x=x.npy", "-o", name + ".out").code == 0
    assert (tmp_path / "mlp.fp8c.out" / "y.npy").read_bytes() == (tmp_path / "again.fp8c.out" / "y.npy").read_bytes()
    assert fp8c("export", "again.fp8c", "-o", "third.onnx").code == 0
    third = onnx.load(str(tmp_path / "third.onnx"))
    third.graph.name = model.graph.name  # the file's
    assert third.graph == model.graph


def test_weights_beside_the_model(fp8c, plan, tmp_path):
    (tmp_path / "out").mkdir()
    assert fp8c("export", plan, "-o", "out/m.onnx", "--external-data").code == 0
    inside = fp8c("export", plan, "-o", "inside.onnx")
    assert inside.code == 0 and (tmp_path / "out" / "m.onnx.data").stat().st_size > 8192
    beside, whole = onnx.load(str(tmp_path / "out" / "m.onnx")), onnx.load(str(tmp_path / "inside.onnx"))
    for a, b in zip(beside.graph.initializer, whole.graph.initializer):
        assert a.name == b.name and a.raw_data == b.raw_data
    done = fp8c("compile", "out/m.onnx", "-o", "again.fp8c", "--target", "cpu")
    assert done.code == 0 and "those the model was exported with" in done.err, done.err
    assert report(fp8c, "again.fp8c")["nodes"] == report(fp8c, plan)["nodes"]


@pytest.mark.parametrize("io", ["x=bf16", "x=e4m3@0.02", "y=bf16", "y=e5m2@0.5"])
def test_ports_in_other_types(fp8c, model, samples, tmp_path, io):
    words = ["compile", model, "-o", "io.fp8c", "--calibrate", samples, "--target", "cpu", "-q", "--io-type", io]
    assert fp8c(*words).code == 0
    assert fp8c("export", "io.fp8c", "-o", "io.onnx").code == 0
    onnx.checker.check_model(str(tmp_path / "io.onnx"), full_check=True)
    done = fp8c("compile", "io.onnx", "-o", "again.fp8c", "--target", "cpu")
    assert done.code == 0 and "those the model was exported with" in done.err, done.err
    one, two = report(fp8c, "io.fp8c"), report(fp8c, "again.fp8c")
    assert one["nodes"] == two["nodes"] and one["inputs"] == two["inputs"] and one["outputs"] == two["outputs"]


def test_decided_again_when_asked(fp8c, plan, samples):
    assert fp8c("export", plan, "-o", "m.onnx").code == 0
    done = fp8c("compile", "m.onnx", "-o", "f32.fp8c", "--target", "cpu", "--precision", "f32")
    assert done.code == 0 and "exported with" not in done.err, done.err
    assert all(n["decision"]["format"] == "f32" for n in report(fp8c, "f32.fp8c")["nodes"] if "decision" in n)
    done = fp8c("compile", "m.onnx", "-o", "c.fp8c", "--target", "cpu", "--calibrate", samples)
    assert done.code == 0 and "exported with" not in done.err, done.err


def change(path, out, edit):
    model = onnx.load(str(path))
    edit(model.graph)
    onnx.save(model, str(out))


def first(graph, op_type):
    return next(n for n in graph.node if n.op_type == op_type)


def set_scale(graph, number):
    name = first(graph, "QuantizeLinear").input[1]
    t = next(t for t in graph.initializer if t.name == name)
    t.CopyFrom(numpy_helper.from_array(np.float32(number), name))


def set_meta(graph, key, text):
    for n in graph.node:
        for p in n.metadata_props:
            if p.key == key:
                p.value = text
                return
    assert False, key


@pytest.mark.parametrize("number, word", [(0, "scale is 0"), (-1, "scale is -1"), (float("nan"), "scale is nan"),
                                          (float("inf"), "scale is inf")])
def test_scales_that_are_none(fp8c, plan, tmp_path, number, word):
    assert fp8c("export", plan, "-o", "m.onnx").code == 0
    change(tmp_path / "m.onnx", tmp_path / "bad.onnx", lambda g: set_scale(g, number))
    refused(fp8c("compile", "bad.onnx", "-o", "bad.fp8c", "--target", "cpu"), 3, word, "QuantizeLinear")
    assert not (tmp_path / "bad.fp8c").exists()


def swap_inputs(g):
    n = first(g, "Add")
    n.input[0], n.input[1] = n.input[1], n.input[0]


def set_axis(g):
    next(n for n in g.node if n.op_type == "DequantizeLinear" and n.attribute).attribute[0].i = 0


EDITS = {
    "structure": swap_inputs, "axis": set_axis,
    "op": lambda g: set_meta(g, "fp8c.op", "Nonsense"), "wrong op": lambda g: set_meta(g, "fp8c.op", "Gelu"),
    "part": lambda g: set_meta(g, "fp8c.part", "port"), "list": lambda g: set_meta(g, "fp8c.in", '"x", '),
    "input": lambda g: set_meta(g, "fp8c.in", '"nobody"'), "region": lambda g: set_meta(g, "fp8c.region", "4294967295 gemm"),
    "no words": lambda g: [n.ClearField("metadata_props") for n in g.node],
}


@pytest.mark.parametrize("edit", EDITS)
def test_changed_exports_are_any_model(fp8c, plan, tmp_path, edit):
    """What is no longer of our making is read like every other Q/DQ model, and says so."""
    assert fp8c("export", plan, "-o", "m.onnx").code == 0
    change(tmp_path / "m.onnx", tmp_path / "changed.onnx", EDITS[edit])
    done = fp8c("compile", "changed.onnx", "-o", "changed.fp8c", "--target", "cpu")
    if edit == "axis":
        refused(done, 3, "DequantizeLinear")
        return
    assert done.code == 0 and "was changed after fp8c exported it" in done.err, done.err


def test_what_cannot_be_exported(fp8c, plan, tmp_path):
    refused(fp8c("export", "missing.fp8c"), 6, "missing.fp8c")
    (tmp_path / "empty.fp8c").write_bytes(b"")
    refused(fp8c("export", "empty.fp8c"), 3)
    refused(fp8c("export", plan, "-o", "no/folder/m.onnx"), 6, "no/folder")
    bytes_ = bytearray(plan.read_bytes())
    bytes_[-5] ^= 1  # in the last weights
    (tmp_path / "damaged.fp8c").write_bytes(bytes_)
    refused(fp8c("export", "damaged.fp8c"), 3)
    assert not (tmp_path / "damaged_qdq.onnx").exists()


def test_gpu_only_plans_say_what_is_missing(fp8c, model):
    done = fp8c("compile", model, "-o", "gpu.fp8c", "--target", "sm_90a", "--precision", "bf16", "--dim", "batch=4", "-q")
    if done.code == 5 or "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    refused(fp8c("export", "gpu.fp8c"), 4, "--target cpu")
