"""--repair means: noise of rounding moves the means of what lies behind a ReLU, layer after layer; biases take that back where samples held out say so."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

CHANNELS, SIDE, LAYERS = 16, 12, 8


def write(folder, rectified, samples=32):
    """Convolutions of many small numbers, with a ReLU behind each or none."""
    r, node, io = np.random.default_rng(2), helper.make_node, helper.make_tensor_value_info
    nodes, weights, x = [], {}, "x"
    for i in range(LAYERS):
        weights[f"w{i}"] = (r.standard_normal((CHANNELS, CHANNELS, 3, 3)) * (2 / (9 * CHANNELS)) ** 0.5).astype(np.float32)
        weights[f"b{i}"] = (r.standard_normal(CHANNELS) / 10).astype(np.float32)
        nodes.append(node("Conv", [x, f"w{i}", f"b{i}"], [f"c{i}"], name=f"conv{i}", pads=[1, 1, 1, 1]))
        x = f"c{i}"
        if rectified:
            nodes.append(node("Relu", [x], [f"r{i}"]))
            x = f"r{i}"
    nodes.append(node("GlobalAveragePool", [x], ["y"]))
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, ["n", CHANNELS, SIDE, SIDE])], [io("y", TensorProto.FLOAT, ["n", CHANNELS, 1, 1])],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(folder / "m.onnx"))
    (folder / "o.json").write_text('{"default": {"format": "e5m2"}}')  # more noise
    np.savez(folder / "c.npz", x=r.standard_normal((samples, 1, CHANNELS, SIDE, SIDE)).astype(np.float32))
    np.savez(folder / "e.npz", x=r.standard_normal((16, 1, CHANNELS, SIDE, SIDE)).astype(np.float32))


def compiled(fp8c, repair, *words):
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--no-cache", "--precision", "fp8", "--calibrate", "c.npz", "--evaluate", "e.npz", "--repair", repair, "--override", "o.json", "--json",
                *(words or ("--target", "cpu")))
    assert done.code == 0, done.err
    report = done.json()
    notes = [d for d in report["diagnostics"] if d["code"].startswith("means")]
    return report["alternatives"][0]["outputs"][0]["sqnr_db"], notes, report


@pytest.mark.parametrize("target", [("--target", "cpu"), ("--target", "cpu", "--target", "sm_90a", "--dim", "n=1")])
def test_means_behind_rectifiers(fp8c, tmp_path, target):
    write(tmp_path, True)
    plain, none, _ = compiled(fp8c, "round,bias", *target)
    ours, notes, report = compiled(fp8c, "round,bias,means", *target)
    assert not none and [d["code"] for d in notes] == ["means-given-back"] and f"{LAYERS} products" in notes[0]["text"], notes
    assert ours > plain + 1, (plain, ours)
    biases = [i for n in report["nodes"] if n["op"] == "Conv" for i in n["inputs"] if "lack on average" in (i.get("reason") or "")]
    assert len(biases) >= LAYERS - 2  # nothing lacks in front


def test_where_nothing_drifts_nothing_changes(fp8c, tmp_path):
    """Without a ReLU noise stays centred: what samples held out do not confirm is not done."""
    write(tmp_path, False)
    plain, _, _ = compiled(fp8c, "round,bias")
    ours, notes, report = compiled(fp8c, "round,bias,means")
    left = notes[0]["code"] == "means-left"
    assert ours == plain if left else ours > plain, (plain, ours, notes)
    assert left == (": biases stay as they are" in notes[0]["text"]) == ("lack on average" not in str(report["nodes"])), notes


def test_few_samples(fp8c, tmp_path):
    write(tmp_path, True, samples=4)
    _, notes, _ = compiled(fp8c, "round,bias,means")
    assert [d["code"] for d in notes] == ["means-left"] and "fewer than 8 samples" in notes[0]["text"], notes
