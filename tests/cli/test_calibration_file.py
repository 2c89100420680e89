"""Calibration figures as a file: the same decisions without the samples, and nothing else accepted."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import mlp
from test_mistakes import refused


@pytest.fixture
def saved(fp8c, model, samples, tmp_path):
    done = fp8c("compile", model, "-o", "one.fp8c", "--target", "cpu", "--calibrate", samples, "-q",
                "--save-calibration", "c.json")
    assert done.code == 0, done.err
    return tmp_path / "c.json"


def report(fp8c, plan):
    return fp8c("report", plan, "--json").json()


@pytest.mark.parametrize("more", [[], ["--no-cache"], ["--precision", "fp8"]])
def test_same_decisions_without_samples(fp8c, model, samples, saved, tmp_path, more):
    samples.unlink()
    done = fp8c("compile", model, "-o", "two.fp8c", "--target", "cpu", "--calibration", "c.json", *more)
    assert done.code == 0 and "no node computes" not in done.err, done.err
    one, two = report(fp8c, "one.fp8c"), report(fp8c, "two.fp8c")
    if not more or more == ["--no-cache"]:
        assert one["nodes"] == two["nodes"] and one["values"] == two["values"]
    assert [n["decision"]["format"] for n in two["nodes"] if "decision" in n] == ["e4m3", "e4m3"]
    assert one["calibration_samples"] == two["calibration_samples"] == json.loads(saved.read_text())["samples"]["count"]
    np.save(tmp_path / "x.npy", np.random.default_rng(5).standard_normal((7, 64)).astype(np.float32))
    for name in ("one.fp8c", "two.fp8c"):
        assert fp8c("run", name, "-i", "x=x.npy", "-o", name + ".out").code == 0
    assert (tmp_path / "one.fp8c.out" / "y.npy").read_bytes() == (tmp_path / "two.fp8c.out" / "y.npy").read_bytes()


def test_centred_maps_are_known_by_both_names(fp8c, tmp_path):
    """What a convolution reads without its mean is saved with it too: a compile without samples takes none off."""
    random = np.random.default_rng(3)
    values = {"w": random.standard_normal((32, 32, 1, 1)).astype(np.float32), "c": np.float32(40) + 8 * np.arange(32, dtype=np.float32).reshape(32, 1, 1)}
    nodes = [helper.make_node("Add", ["x", "c"], ["far"]), helper.make_node("Conv", ["far", "w"], ["z"]),
             helper.make_node("Sub", ["z", "c"], ["y"])]
    io = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 32, 8, 8]) for name in ("x", "y")]
    graph = helper.make_graph(nodes, "far", io[:1], io[1:], [numpy_helper.from_array(v, k) for k, v in values.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    onnx.save(model, tmp_path / "far.onnx")
    np.savez(tmp_path / "far.npz", x=random.standard_normal((8, 1, 32, 8, 8)).astype(np.float32))
    done = fp8c("compile", "far.onnx", "-o", "one.fp8c", "--target", "cpu", "--calibrate", "far.npz", "--save-calibration", "c.json")
    assert done.code == 0, done.err
    names = [v["name"] for v in json.loads((tmp_path / "c.json").read_text())["values"]]
    assert names == ["far", "far.centred"]
    assert any(note["code"] == "centre" for note in report(fp8c, "one.fp8c")["diagnostics"])
    done = fp8c("compile", "far.onnx", "-o", "two.fp8c", "--target", "cpu", "--calibration", "c.json")
    assert done.code == 0, done.err
    formats = [[n["decision"]["format"] for n in report(fp8c, plan)["nodes"] if "decision" in n] for plan in ("one.fp8c", "two.fp8c")]
    assert formats == [["e4m3"], ["e4m3"]]


def test_same_file_again(fp8c, model, samples, saved):
    first = saved.read_bytes()
    done = fp8c("compile", model, "-n", "-q", "--target", "cpu", "--calibrate", samples, "--no-cache", "--threads", "1",
                "--save-calibration", "d.json")
    assert done.code == 0 and (saved.parent / "d.json").read_bytes() == first


def test_another_method_estimates(fp8c, model, saved):
    done = fp8c("compile", model, "-o", "max.fp8c", "--target", "cpu", "-q", "--calibration", "c.json",
                "--calibrate-method", "max")
    assert done.code == 0, done.err
    decisions = [n["decision"] for n in report(fp8c, "max.fp8c")["nodes"] if "decision" in n]
    assert all(d["format"] == "e4m3" and "estimated from histograms" in d["reason"] for d in decisions)
    x = next(v for v in json.loads(saved.read_text())["values"] if v["name"] == "x")
    scales = [o["scale"] for n in report(fp8c, "max.fp8c")["nodes"] for o in n["outputs"]
              if o["name"].startswith("x.") and "scale" in o]
    assert scales and np.float32(scales[0]) == np.float32(x["amax"]) / np.float32(448)


def test_another_model(fp8c, saved, tmp_path):
    other = mlp(tmp_path / "other.onnx", seed=3)
    refused(fp8c("compile", other, "-o", "p.fp8c", "--target", "cpu", "--calibration", "c.json"), 3, "c.json",
            "another model", "mlp.onnx")
    assert not (tmp_path / "p.fp8c").exists()


def change(saved, edit):
    document = json.loads(saved.read_text())
    edit(document)
    saved.write_text(json.dumps(document))


def drop_value(d):
    d["values"] = [v for v in d["values"] if v["name"] == "x"]


EDITS = {
    "schema": (lambda d: d.update(schema="fp8c-calibration-9"), "fp8c-calibration-9"),
    "no schema": (lambda d: d.pop("schema"), "fp8c-calibration-1"),
    "hash": (lambda d: d["model"].update(hash="0" * 64), "another model"),
    "weights": (lambda d: d["model"].update(weights="0" * 64), "external data"),
    "grid": (lambda d: d["histogram"].update(bins_per_octave=4), "grid"),
    "no samples": (lambda d: d["samples"].update(count=0), "samples"),
    "samples": (lambda d: d["samples"].update(count="many"), "samples"),
    "no values": (lambda d: d.pop("values"), "lists"),
    "value missing": (drop_value, "no figures of value"),
    "value twice": (lambda d: d["values"].append(d["values"][0]), "twice"),
    "value unnamed": (lambda d: d["values"][0].pop("name"), "values[0]"),
    "count": (lambda d: d["values"][0].update(count=d["values"][0]["count"] + 1), "contradict"),
    "negative": (lambda d: d["values"][0].update(zeros=-1), "contradict"),
    "amax": (lambda d: d["values"][0].update(amax="large"), "contradict"),
    "huge": (lambda d: d["values"][0].update(amax=1e300), "contradict"),
    "channel": (lambda d: d["values"][0].update(channels=[1e30]), "channels"),
    "channels": (lambda d: d["values"][0].update(channels=["wide"]), "channels"),
    "bin": (lambda d: d["values"][0]["histogram"][0].__setitem__(0, 100000), "contradict"),
    "order": (lambda d: d["values"][0]["histogram"].reverse(), "contradict"),
    "pair": (lambda d: d["values"][0]["histogram"][0].append(1), "contradict"),
    "score": (lambda d: d["products"][0].update(e4m3_db="good"), "product"),
    "no score": (lambda d: d["products"][0].pop("macs"), "product"),
    "list": (lambda d: d["values"].__setitem__(0, 7), "values[0]"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_changed_files(fp8c, model, saved, edit):
    change(saved, EDITS[edit][0])
    refused(fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibration", "c.json"), 3, "c.json", EDITS[edit][1])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"schema": 1}', b"\xff\xfe", b'{"a":1,"a":2}', b"[" * 100000])
def test_no_such_files(fp8c, model, tmp_path, content):
    (tmp_path / "c.json").write_bytes(content)
    refused(fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibration", "c.json"), 3, "c.json")


def test_options_that_contradict(fp8c, model, samples, saved):
    words = ["compile", model, "-n", "--target", "cpu"]
    refused(fp8c(*words, "--calibration", "c.json", "--calibrate", samples), 3, "was written by a compile")
    refused(fp8c(*words, "--save-calibration", "d.json"), 2, "no --calibrate")
    refused(fp8c(*words, "--calibration", "missing.json"), 6, "missing.json")
    refused(fp8c(*words, "--calibration", "c.json", "--max-error", "sqnr>=20dB"), 2, "--calibrate")
    refused(fp8c(*words, "--calibrate", samples, "--precision", "f32", "--save-calibration", "d.json"), 2, "nothing to save")
    refused(fp8c(*words, "--calibrate", samples, "--save-calibration", "no/such/d.json"), 6, "no/such")


def test_values_without_names_are_known_by_what_made_them(fp8c, tmp_path):
    """Numbers of a graph's values change with options; one that another value has now must not bring that value's figures."""
    random = np.random.default_rng(7)
    weights = {"w": random.standard_normal((32, 96)).astype(np.float32), "heads": np.array([0, 0, 3, 2, 16]), "back": np.array([0, 0, 32]),
               **{f"at{i}": np.array(i) for i in range(3)}}
    nodes = [helper.make_node("MatMul", ["x", "w"], ["qkv"]), helper.make_node("Reshape", ["qkv", "heads"], ["split"]),
             helper.make_node("Transpose", ["split"], ["first"], perm=[2, 0, 3, 1, 4])]
    nodes += [helper.make_node("Gather", ["first", f"at{i}"], [name], axis=0) for i, name in enumerate("qkv")]
    nodes += [helper.make_node("Transpose", ["k"], ["kt"], perm=[0, 1, 3, 2]), helper.make_node("MatMul", ["q", "kt"], ["scores"]),
              helper.make_node("Softmax", ["scores"], ["shares"], axis=-1), helper.make_node("MatMul", ["shares", "v"], ["heads_out"]),
              helper.make_node("Transpose", ["heads_out"], ["joined"], perm=[0, 2, 1, 3]), helper.make_node("Reshape", ["joined", "back"], ["y"])]
    io = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["b", 16, 32]) for name in ("x", "y")]
    graph = helper.make_graph(nodes, "heads", io[:1], io[1:], [numpy_helper.from_array(a, k) for k, a in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), tmp_path / "heads.onnx")
    np.savez(tmp_path / "heads.npz", x=random.standard_normal((4, 1, 16, 32)).astype(np.float32))
    words = ("compile", "heads.onnx", "--target", "cpu", "--precision", "fp8", "-q")
    done = fp8c(*words, "-o", "one.fp8c", "--calibrate", "heads.npz", "--repair", "none", "--save-calibration", "c.json")
    assert done.code == 0, done.err
    saved = json.loads((tmp_path / "c.json").read_text())
    names = [v["name"] for v in saved["values"]]
    assert not any(n[0] == "v" and n[1:].isdigit() for n in names) and any(" of " in n for n in names), names
    done = fp8c(*words, "-o", "two.fp8c", "--calibration", "c.json", "--repair", "none")
    assert done.code == 0, done.err
    one, two = report(fp8c, "one.fp8c"), report(fp8c, "two.fp8c")
    assert one["nodes"] == two["nodes"]


def test_figures_give_scales_and_samples_the_rest(fp8c, model, samples, tmp_path):
    """Beside samples figures of others decide the scales; errors, budgets and the rounding of weights are of the samples."""
    random = np.random.default_rng(7)
    np.savez(tmp_path / "wide.npz", x=8 * random.standard_normal((16, 4, 64)).astype(np.float32))
    assert fp8c("calibrate", model, "--calibrate", "wide.npz", "-o", "wide.json", "--target", "cpu").code == 0
    common = ["--target", "cpu", "--precision", "fp8"]
    made = {
        "samples": ["--calibrate", samples, "--repair", "none"],
        "figures": ["--calibration", "wide.json"],
        "both": ["--calibration", "wide.json", "--calibrate", samples, "--repair", "none"],
        "again": ["--calibration", "wide.json", "--calibrate", samples, "--repair", "none"],
        "rounded": ["--calibration", "wide.json", "--calibrate", samples],
    }
    for name, words in made.items():
        done = fp8c("compile", model, "-o", f"{name}.fp8c", *common, *words, "-v")
        assert done.code == 0, done.err
        assert name in ("again", "rounded") or ("scales come from the figures" in done.err) == (name == "both")
    scales = {name: [v["scale"] for v in report(fp8c, f"{name}.fp8c")["values"] if v.get("scale")] for name in made}
    assert scales["both"] == scales["figures"] != scales["samples"]
    assert (tmp_path / "both.fp8c").read_bytes() == (tmp_path / "again.fp8c").read_bytes()  # the second out of the cache
    assert (tmp_path / "both.fp8c").read_bytes() != (tmp_path / "rounded.fp8c").read_bytes()
    errors = {name: report(fp8c, f"{name}.fp8c")["summary"]["sentence"] for name in ("figures", "both")}
    assert "measured on" in errors["both"] and "measured on" not in errors["figures"]
    done = fp8c("compile", model, "-o", "budget.fp8c", "--target", "cpu", "--calibration", "wide.json", "--calibrate", samples, "--max-error", "sqnr>=10dB")
    assert done.code == 0, done.err


@pytest.mark.parametrize("words, hint", [(["--repair", "all"], '"round" and "bias"'), (["--norms", "fold"], "--norms fold"), (["--save-calibration", "d.json"], "figures are given")])
def test_what_figures_beside_samples_cannot_have(fp8c, model, samples, saved, words, hint):
    refused(fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibration", "c.json", "--calibrate", samples, *words), 2, hint)
