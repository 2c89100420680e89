"""Figures of parts of the samples, merged: byte for byte those of one process, and nothing else accepted."""
import itertools
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import mlp
from test_calibration_file import change, report
from test_mistakes import refused


def image(path):
    """Two convolutions of images whose sizes are free, of values with a mean that compile would take off."""
    random = np.random.default_rng(3)
    weights = {"w1": random.standard_normal((16, 3, 3, 3)).astype(np.float32), "w2": random.standard_normal((8, 16, 1, 1)).astype(np.float32),
               "far": np.float32(40) + 8 * np.arange(16, dtype=np.float32).reshape(16, 1, 1)}
    nodes = [helper.make_node("Conv", ["x", "w1"], ["a"], pads=[1, 1, 1, 1]), helper.make_node("Add", ["a", "far"], ["b"]),
             helper.make_node("Conv", ["b", "w2"], ["y"])]
    io = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, c, "h", "w"]) for name, c in (("x", 3), ("y", 8))]
    graph = helper.make_graph(nodes, "image", io[:1], io[1:], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 8
    onnx.save(made, path)
    return path


def attention(path):
    """Attention of one head to padded tokens, and the sum over those that are not padding."""
    random = np.random.default_rng(4)
    weights = {f"w{i}": (random.standard_normal((32, 32)) / 4).astype(np.float32) for i in range(3)}
    weights |= {"axis": np.array([1], np.int64), "far": np.float32(-1e9), "one": np.float32(1), "last": np.array([2], np.int64), "mid": np.array([1, 2], np.int64)}
    node = helper.make_node
    nodes = [node("MatMul", ["x", f"w{i}"], [f"{n}0"]) for i, n in enumerate("qkv")]
    nodes += [node("Unsqueeze", [f"{n}0", "axis"], [n]) for n in "qkv"]
    nodes += [node("Transpose", ["k"], ["kt"], perm=[0, 1, 3, 2]), node("MatMul", ["q", "kt"], ["s"]), node("Sub", ["one", "mask"], ["out"]),
              node("Unsqueeze", ["out", "mid"], ["row"]), node("Mul", ["row", "far"], ["bias"]), node("Add", ["s", "bias"], ["t"]),
              node("Softmax", ["t"], ["p"]), node("MatMul", ["p", "v"], ["c0"]), node("Squeeze", ["c0", "axis"], ["c"]), node("Unsqueeze", ["mask", "last"], ["keep"]),
              node("Mul", ["c", "keep"], ["d"]), node("ReduceSum", ["d", "axis"], ["y"], keepdims=0)]
    io = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "attention", [io("x", [1, "n", 32]), io("mask", [1, "n"])], [io("y", [1, 32])],
                              [numpy_helper.from_array(np.asarray(v), k) for k, v in weights.items()])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 8
    onnx.save(made, path)
    return path


def padded(random, i):
    length, x = 4 + i % 9, np.zeros((1, 12, 32), np.float32)
    x[:, :length] = random.standard_normal((1, length, 32)) * 10.0 ** (i % 5 - 2)
    return {"x": x, "mask": (np.arange(12) < length)[None].astype(np.float32)}


KINDS = {
    "mlp": (mlp, lambda random, i: {"x": random.standard_normal((1, 64)).astype(np.float32) * np.float32(10.0 ** (i % 7 - 3))}),
    "image": (image, lambda random, i: {"x": random.standard_normal((1, 3, 8 + i % 3, 9)).astype(np.float32) * (1 + i)}),
    "attention": (attention, padded),
}
SAMPLES = 23


def folder(place, samples):
    """A folder of one .npz a sample: sizes differ."""
    place.mkdir()
    for i, sample in enumerate(samples):
        np.savez(place / f"{i:03}.npz", **{name: x[None] for name, x in sample.items()})
    return place.name


def calibrated(fp8c, model, data, out, *more):
    done = fp8c("calibrate", model, "--calibrate", data, "--target", "cpu", "-q", "-o", out, *more)
    assert done.code == 0, done.err
    return out


def given(tmp_path, kind):
    make, sample = KINDS[kind]
    random = np.random.default_rng(5)
    return make(tmp_path / f"{kind}.onnx"), [sample(random, i) for i in range(SAMPLES)]


@pytest.mark.parametrize("kind", KINDS)
def test_parts_are_the_whole(fp8c, tmp_path, kind):
    model, samples = given(tmp_path, kind)
    whole = (tmp_path / calibrated(fp8c, model, folder(tmp_path / "all", samples), "all.json")).read_bytes()
    document = json.loads(whole)
    assert document["samples"]["count"] == SAMPLES and document["products"] == [] and document["values"]
    assert all(int(v["squares"], 16) > 0 and v["amax"] > 0 for v in document["values"])
    turned = samples[::-1]
    calibrated(fp8c, model, folder(tmp_path / "turned", turned), "turned.json", "--threads", "1")
    assert (tmp_path / "turned.json").read_bytes() == whole
    for parts in (2, 5):
        files = [calibrated(fp8c, model, folder(tmp_path / f"{parts}-{i}", samples[i::parts]), f"{parts}-{i}.json") for i in range(parts)]
        for k, order in enumerate((files, files[::-1], files[1:] + files[:1])):
            assert fp8c("merge", *order, "-o", f"{parts}-{k}.merged").code == 0
            assert (tmp_path / f"{parts}-{k}.merged").read_bytes() == whole
    # what is merged can be merged further, and one file is itself
    assert fp8c("merge", *files[:3], "-o", "some.json").code == 0 and fp8c("merge", "some.json", *files[3:], "-o", "rest.json").code == 0
    assert (tmp_path / "rest.json").read_bytes() == whole
    assert fp8c("merge", "all.json", "-o", "same.json").code == 0 and (tmp_path / "same.json").read_bytes() == whole


def test_the_figures_are_those_of_the_samples(fp8c, tmp_path):
    """The input's figures against NumPy's: exact integers of Python for the sum of squares."""
    model, samples = given(tmp_path, "mlp")
    calibrated(fp8c, model, folder(tmp_path / "all", samples), "all.json")
    x = np.concatenate([s["x"] for s in samples])
    value = next(v for v in json.loads((tmp_path / "all.json").read_text())["values"] if v["name"] == "x")
    squares = sum(int(abs(float(v)) * 2 ** 149) ** 2 for v in x.reshape(-1))
    assert int(value["squares"], 16) == squares and value["sum_squares"] == squares / 2 ** 298
    assert value["count"] == x.size and np.float32(value["amax"]) == np.abs(x).max()
    assert np.array_equal(np.float32(value["channels"]), np.abs(x).max(0))


def test_a_plan_of_merged_figures(fp8c, tmp_path):
    model, samples = given(tmp_path, "mlp")
    files = [calibrated(fp8c, model, folder(tmp_path / f"p{i}", samples[i::2]), f"p{i}.json") for i in range(2)]
    assert fp8c("merge", *files, "-o", "c.json").code == 0
    done = fp8c("compile", model, "-o", "m.fp8c", "--target", "cpu", "--calibration", "c.json", "--calibrate-method", "max")
    assert done.code == 0, done.err
    told = report(fp8c, "m.fp8c")
    assert told["calibration_samples"] == SAMPLES
    assert [n["decision"]["format"] for n in told["nodes"] if "decision" in n] == ["e4m3", "e4m3"]
    amax = max(np.abs(s["x"]).max() for s in samples)
    scales = [o["scale"] for n in told["nodes"] for o in n["outputs"] if o["name"].startswith("x.") and "scale" in o]
    assert scales and np.float32(scales[0]) == np.float32(amax) / np.float32(448)


@pytest.fixture
def parts(fp8c, tmp_path):
    model, samples = given(tmp_path, "mlp")
    for i in range(2):
        calibrated(fp8c, model, folder(tmp_path / f"p{i}", samples[i::2]), f"p{i}.json")
    return model, samples


def test_what_does_not_belong_together(fp8c, parts, tmp_path):
    model, samples = parts
    other = mlp(tmp_path / "other.onnx", seed=3)
    calibrated(fp8c, other, "p0", "other.json")
    refused(fp8c("merge", "p0.json", "other.json", "-o", "c.json"), 3, "other.json", "another model", "mlp.onnx")
    calibrated(fp8c, model, "p1", "sized.json", "--shape", "x=1x64")
    refused(fp8c("merge", "p0.json", "sized.json", "-o", "c.json"), 3, "sized.json", "other options")
    done = fp8c("compile", model, "-n", "-q", "--target", "cpu", "--calibrate", "p1", "--save-calibration", "compiled.json")
    assert done.code == 0, done.err
    refused(fp8c("merge", "p0.json", "compiled.json", "-o", "c.json"), 3, "compiled.json", "fp8c calibrate")
    refused(fp8c("merge", "p0.json", "p0.json", "-o", "c.json"), 2, "one file", "twice")
    refused(fp8c("merge", "p0.json", "p1.json", "-o", "p1.json"), 2, "overwrite")
    refused(fp8c("merge", "p0.json", "p1.json"), 2, "-o")
    refused(fp8c("merge", "-o", "c.json"), 2, "usage")
    refused(fp8c("merge", "p0.json", "missing.json", "-o", "c.json"), 6, "missing.json")
    refused(fp8c("merge", "p0.json", "p1.json", "-o", "no/such.json"), 6, "no")
    assert not (tmp_path / "c.json").exists()


EDITS = {
    "version": (lambda d: d.update(compiler="9.9"), "9.9"),
    "external data": (lambda d: d["model"].update(weights="0" * 64), "external data"),
    "no model": (lambda d: d.pop("model"), "model"),
    "graph": (lambda d: d.update(graph="0" * 64), "other options"),
    "value gone": (lambda d: d["values"].pop(), "other options"),
    "squares": (lambda d: d["values"][0].update(squares="1"), "squares"),
    "no squares": (lambda d: d["values"][0].pop("squares"), "squares"),
    "no digits": (lambda d: d["values"][0].update(squares="0x12"), "squares"),
    "long": (lambda d: d["values"][0].update(squares="1" * 400), "squares"),
    "hash": (lambda d: d["samples"].update(hash="short"), "hash"),
    "counts": (lambda d: [d["values"][0].update(count=2 ** 63 - 1, histogram=[]), d["values"][0].update(zeros=2 ** 63 - 1)], "too large"),
    "many samples": (lambda d: d["samples"].update(count=2 ** 63 - 1), "too large"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_changed_parts(fp8c, parts, tmp_path, edit):
    change(tmp_path / "p1.json", EDITS[edit][0])
    refused(fp8c("merge", "p0.json", "p1.json", "-o", "c.json"), 3, "p1.json", EDITS[edit][1])
    assert not (tmp_path / "c.json").exists()


def test_options_that_figures_do_not_have(fp8c, parts):
    model, _ = parts
    words = ["calibrate", model, "--target", "cpu", "-o", "c.json"]
    refused(fp8c(*words), 2, "--calibrate")
    refused(fp8c(*words, "--calibrate", "p0", "--state", "x=y"), 2, "--state")
    refused(fp8c(*words, "--calibrate", "p0", "--repair", "none"), 2, "--repair", "compile")
    refused(fp8c(*words, "--calibrate", "p0", "--calibrate-method", "kl"), 2, "--calibrate-method")
    refused(fp8c("calibrate", model, "--calibrate", "p0", "-o", model), 2, "overwrite")
