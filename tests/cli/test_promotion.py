"""After how many of k a product's sums leave the tensor core's accumulator: as asked, or where a sample of them shows that it must be."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper


def product(path, depth, one_sided):
    r = np.random.default_rng(3)
    w = r.standard_normal((depth, 64)).astype(np.float32)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc")]
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, ["rows", depth])], [io("y", TensorProto.FLOAT, ["rows", 64])],
                              [numpy_helper.from_array(np.abs(w) if one_sided else w, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(path))
    x = r.standard_normal((8, 16, depth)).astype(np.float32)
    np.savez(path.with_suffix(".npz"), x=np.abs(x) if one_sided else x)


def decision(fp8c, *words, target="sm_90a"):
    done = fp8c("compile", "m.onnx", "-n", "--precision", "fp8", "--calibrate", "m.npz", "--target", target, "--dim", "rows=512", "--json", *words)
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    found, = (n["decision"] for n in done.json()["nodes"] if n.get("decision"))
    return found


@pytest.mark.parametrize("depth", [1024, 4096])
def test_sums_of_one_sign_are_promoted(fp8c, tmp_path, depth):
    """Truncation adds up where all products have one sign: long before 4096 of them, from where on kernels look at the weights."""
    product(tmp_path / "m.onnx", depth, True)
    found = decision(fp8c)
    sums = found["accumulation"]
    assert sums["off_db"] < sums["512_db"] < sums["256_db"] < sums["128_db"] < sums["64_db"]
    assert sums["off_db"] < found["sqnr_db"] + 12 <= sums[f"{sums['promote']}_db"], found
    assert f"they go into F32 every {sums['promote']} of k" in found["reason"]


def test_sums_of_both_signs_are_left_to_the_kernel(fp8c, tmp_path):
    product(tmp_path / "m.onnx", 4096, False)
    found = decision(fp8c)
    assert found["accumulation"]["promote"] == "kernel" and found["accumulation"]["off_db"] > found["sqnr_db"] + 12
    assert "accumulator" not in found["reason"]


@pytest.mark.parametrize("asked", ["off", 512, 256, 128, 64])
@pytest.mark.parametrize("target", ["sm_90a", "sm_89"])
def test_as_asked(fp8c, tmp_path, asked, target):
    product(tmp_path / "m.onnx", 1024, False)
    (tmp_path / "o.json").write_text(json.dumps({"default": {"promote": asked}}))
    assert decision(fp8c, "--override", "o.json", target=target)["accumulation"]["promote"] == asked


@pytest.mark.parametrize("rule, words", [({"promote": 100}, ["none of", "512"]), ({"promote": "512"}, ["none of"]), ({"promote": True}, ["none of"]),
                                         ({"promote": 128, "format": "bf16"}, ["exclude"]), ({"promote": 128, "granularity": "block"}, ["blocks"])])
def test_what_cannot_be(fp8c, tmp_path, rule, words):
    product(tmp_path / "m.onnx", 1024, False)
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", **rule}]}))
    done = fp8c("compile", "m.onnx", "-n", "--precision", "fp8", "--calibrate", "m.npz", "--target", "cpu", "--override", "o.json")
    assert done.code == 2 and all(w in done.err for w in words), done.err


@pytest.mark.parametrize("asked", ["off", 64, None])
def test_an_export_carries_it(fp8c, tmp_path, asked):
    """A plan from an export promotes as the plan does that was exported, and says the same of its sums."""
    product(tmp_path / "m.onnx", 1024, True)
    (tmp_path / "o.json").write_text(json.dumps({"default": {"promote": asked} if asked else {}}))
    words = ["--override", "o.json"] if asked else []
    made = fp8c("compile", "m.onnx", "-o", "one.fp8c", "--precision", "fp8", "--calibrate", "m.npz", "--target", "cpu", *words)
    assert made.code == 0, made.err
    assert fp8c("export", "one.fp8c", "-o", "one.onnx").code == 0
    made = fp8c("compile", "one.onnx", "-o", "two.fp8c", "--target", "cpu")
    assert made.code == 0, made.err
    one, two = (next(n for n in fp8c("report", p, "--json").json()["nodes"] if n.get("decision")) for p in ("one.fp8c", "two.fp8c"))
    assert one == two and one["decision"]["accumulation"]["promote"] == (asked or "kernel")
    carried = {p.key: p.value for n in onnx.load(str(tmp_path / "one.onnx")).graph.node for p in n.metadata_props if p.key.startswith("fp8c.attr.promote")}
    assert carried == ({"fp8c.attr.promote": str(-1 if asked == "off" else asked)} if asked else {})
