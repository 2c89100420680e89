"""--override: what a file of rules pins, and what is wrong with one."""
import json
import pathlib
import resource
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import FP8C
from test_mistakes import refused


@pytest.fixture
def compile_with(fp8c, model, samples, tmp_path):
    """Compiles with these rules; the report document, or the failed result."""
    def run(document, *words, calibrate=True, of=model):
        text = document if isinstance(document, str) else json.dumps(document)
        (tmp_path / "over.json").write_text(text)
        data = ["--calibrate", samples] if calibrate else []
        done = fp8c("compile", of, "-o", "p.fp8c", "--target", "cpu", "--override", "over.json", "--json", *data, *words)
        assert (tmp_path / "p.fp8c").exists() == (done.code == 0)
        (tmp_path / "p.fp8c").exists() and (tmp_path / "p.fp8c").rename(tmp_path / "pinned.fp8c")
        return done.json() if done.code == 0 else done
    return run


def formats(report):
    return {n["name"]: n["decision"]["format"] for n in report["nodes"] if "decision" in n}


def decisions(report):
    return {n["name"]: n["decision"] for n in report["nodes"] if "decision" in n}


def test_formats_by_name_expression_and_operator(compile_with):
    for pinned in ("e4m3", "e5m2", "bf16", "f32"):
        report = compile_with({"rules": [{"node": "n_h0", "format": pinned}]})
        assert formats(report)["n_h0"] == pinned and formats(report)["n_z0"] == "e4m3"
        d = decisions(report)
        assert d["n_h0"]["rule"] == "override" and 'rule 1 (node "n_h0")' in d["n_h0"]["reason"]
        assert d["n_z0"]["rule"] == "score"
        operand = next(n for n in report["nodes"] if n["name"] == "n_h0")["inputs"]
        weights = {"e5m2": "e4m3"}.get(pinned, pinned)
        assert [o["format"] for o in operand[:2]] == [pinned, weights]
        assert report["alternatives"][0]["name"] == "override"
    assert formats(compile_with({"rules": [{"regex": "_[hz]0$", "format": "bf16"}]})) == {"n_h0": "bf16", "n_z0": "bf16"}
    assert formats(compile_with({"rules": [{"op": "Linear", "format": "e5m2"}]})) == {"n_h0": "e5m2", "n_z0": "e5m2"}
    both = {"rules": [{"node": ["n_h0", "n_z0"], "op": "Linear", "format": "f32"}]}
    assert formats(compile_with(both)) == {"n_h0": "f32", "n_z0": "f32"}


def test_a_name_is_also_one_of_what_a_node_stands_for(compile_with):
    report = compile_with({"rules": [{"node": "n_h", "format": "bf16"}]})  # the bias that was fused
    assert formats(report) == {"n_h0": "bf16", "n_z0": "e4m3"}


def test_default_is_weaker_than_a_rule(compile_with):
    report = compile_with({"default": {"format": "bf16"}, "rules": [{"node": "n_z0", "format": "e4m3"}]})
    assert formats(report) == {"n_h0": "bf16", "n_z0": "e4m3"}
    assert "the default" in decisions(report)["n_h0"]["reason"]


def test_override_outranks_precision(compile_with):
    rules = {"rules": [{"node": "n_h0", "format": "e4m3"}]}
    assert formats(compile_with(rules, "--precision", "bf16")) == {"n_h0": "e4m3", "n_z0": "bf16"}
    rules = {"rules": [{"node": "n_h0", "format": "bf16"}]}
    assert formats(compile_with(rules, "--precision", "fp8")) == {"n_h0": "bf16", "n_z0": "e4m3"}
    refused(compile_with(rules, "--precision", "f32"), 2, "--precision f32")


def test_pinned_f32_computes_in_f32(compile_with, fp8c, model, tmp_path):
    compile_with({"rules": [{"op": "Linear", "format": "f32"}]})
    assert fp8c("compile", model, "-o", "f32.fp8c", "--target", "cpu", "--precision", "f32", "-q").code == 0
    x = np.random.default_rng(3).standard_normal((5, 64)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    for plan in ("pinned", "f32"):
        assert fp8c("run", f"{plan}.fp8c", "-i", "x=x.npy", "--output-dir", plan).code == 0
    got, want = (np.load(tmp_path / p / "y.npy") for p in ("pinned", "f32"))
    noise = np.sum((got - want) ** 2) / np.sum(want ** 2)
    assert noise < 1e-5 # BF16 between the two, nothing else


@pytest.mark.parametrize("text, words", [
    ("", ["line 1"]), ("[]", ["no object"]), ("{}", ["neither rules nor a default"]), ("{\"rules\": 3}", ["no list"]),
    ("{\"rules\": [{\"op\": \"Linear\", \"format\": \"e4m3\"}, {\"op\": 1, \"format\": \"e4m3\"}]}", ["rule 2", "no string"]),
    ("{\"rules\": [3]}", ["rule 1 is no object"]), ("{\"rules\": [{\"format\": \"e4m3\"}]}", ["selects no node"]),
    ("{\"rules\": [{\"op\": \"Linear\"}]}", ["pins nothing"]), ("{\"default\": {}}", ["pins nothing"]),
    ("{\"rules\": [{\"op\": \"Linear\", \"fromat\": \"e4m3\"}]}", ["unknown key \"fromat\""]),
    ("{\"rule\": []}", ["unknown key \"rule\""]), ("{\"default\": {\"node\": \"x\"}}", ["unknown key \"node\""]),
    ("{\"rules\": [{\"op\": \"Linear\", \"format\": \"fp4\"}]}", ["rule 1", "none of"]),
    ("{\"rules\": [{\"op\": \"Linear\", \"format\": 8}]}", ["rule 1", "none of"]),
    ("{\"rules\": [{\"regex\": \"a(b\", \"format\": \"e4m3\"}]}", ["rule 1", "regex", "missing closing parenthesis", "character 4"]),
    ("{\"rules\": [{\"regex\": \"((a{1,255}){1,255}){1,255}\", \"format\": \"e4m3\"}]}", ["rule 1", "too large"]),
    ("{\"rules\": [{\"regex\": \"^(.*)/\\\\1$\", \"format\": \"e4m3\"}]}", ["matches nothing"]),
    (json.dumps({"rules": [{"op": "Linear", "format": "bf16"}] * 10001}), ["there are 10001 rules; at most 10000"]),
    ("{\"rules\": [{\"regex\": \"" + "a" * 2000 + "\", \"format\": \"e4m3\"}]}", ["longer than 1000"]),
    ("{\"rules\": [{\"node\": [], \"format\": \"e4m3\"}]}", ["names no node"]),
    ("{\"rules\": [{\"node\": [\"n_h0\", 3], \"format\": \"e4m3\"}]}", ["list of names"]),
    ("{\"rules\": [], \"rules\": []}", ["duplicate"]), ("{\"rules\": [{\"op\": \"Linear\", \"format\": \"e4m3\"}]", ["line"]),
    ("{\"rules\": [{\"node\": \"nope\", \"format\": \"e4m3\"}]}", ["matches nothing", "nope"]),
    ("{\"rules\": [{\"node\": [\"n_h0\", \"nope\"], \"format\": \"e4m3\"}]}", ["matches nothing", "\"nope\""]),
    ("{\"rules\": [{\"node\": \"h.packed\", \"format\": \"e4m3\"}]}", ["h.packed", "joined", "sources"]),
    ("{\"rules\": [{\"node\": \"n_e1\", \"format\": \"e4m3\"}]}", ["n_e1", "as Gelu"]),
    ("{\"rules\": [{\"regex\": \"^nope\", \"format\": \"e4m3\"}]}", ["matches nothing", "^nope"]),
    ("{\"rules\": [{\"op\": \"Conv\", \"format\": \"e4m3\"}]}", ["matches nothing", "Conv"]),
    ("{\"rules\": [{\"node\": \"n_h0\", \"format\": \"e4m3\"}, {\"op\": \"Linear\", \"format\": \"bf16\"}]}",
     ["rule 1", "rule 2", "conflict", "n_h0", "e4m3", "bf16"]),
])
def test_mistakes(compile_with, text, words):
    refused(compile_with(text), 2, "over.json", *words)


def test_rules_that_agree_do_not_conflict(compile_with):
    rules = [{"node": "n_h0", "format": "bf16"}, {"op": "Linear", "format": "bf16"}]
    assert formats(compile_with({"rules": rules})) == {"n_h0": "bf16", "n_z0": "bf16"}


def test_without_data_fp8_is_impossible(compile_with):
    refused(compile_with({"rules": [{"node": "n_h0", "format": "e4m3"}]}, calibrate=False), 2, "n_h0", "calibration")
    refused(compile_with({"rules": [{"op": "Linear", "format": "e5m2"}]}, calibrate=False), 2, "rule 1", "calibration")
    soft = {"default": {"format": "e4m3"}}
    assert formats(compile_with(soft, calibrate=False)) == {"n_h0": "bf16", "n_z0": "bf16"}


def mixed(path):
    """x[5, 32] -> LSTM over one sequence, MatMul in F64, MatMul -> y"""
    random = np.random.default_rng(0)
    f32 = lambda *shape: (random.standard_normal(shape) / 4).astype(np.float32)
    weights = {"W": f32(1, 128, 32), "R": f32(1, 128, 32), "d": f32(32, 32).astype(np.float64), "g": f32(32, 32),
               "three": np.array([5, 1, 32]), "two": np.array([5, 32])}
    nodes = [helper.make_node("Reshape", ["x", "three"], ["x3"], name="up"),
             helper.make_node("LSTM", ["x3", "W", "R"], ["h"], hidden_size=32, name="cell"),
             helper.make_node("Reshape", ["h", "two"], ["r"], name="flat"),
             helper.make_node("Cast", ["r"], ["r64"], to=TensorProto.DOUBLE, name="wide"),
             helper.make_node("MatMul", ["r64", "d"], ["d64"], name="double"),
             helper.make_node("Cast", ["d64"], ["d32"], to=TensorProto.FLOAT, name="narrow"),
             helper.make_node("MatMul", ["d32", "g"], ["y"], name="head")]
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "mixed", [io("x", TensorProto.FLOAT, [5, 32])],
                              [io("y", TensorProto.FLOAT, [5, 32])], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(path))
    return path


def test_what_has_no_fp8_form(compile_with, tmp_path):
    m = mixed(tmp_path / "mixed.onnx")
    np.savez(tmp_path / "samples.npz", x=np.random.default_rng(2).standard_normal((4, 5, 32)).astype(np.float32))
    refused(compile_with({"rules": [{"node": "narrow", "format": "e4m3"}]}, of=m), 2, "narrow", "Cast", "no choice")
    refused(compile_with({"rules": [{"op": "Cast", "format": "e5m2"}]}, of=m), 2, "matches nothing", "Cast")
    assert formats(compile_with({"rules": [{"op": "LSTM", "format": "e5m2"}]}, of=m))["cell"] == "e5m2"
    no_form = "no form with FP8 operands"
    refused(compile_with({"rules": [{"node": "double", "format": "e4m3"}]}, of=m), 2, "double", no_form)
    refused(compile_with({"rules": [{"regex": "^double$", "format": "e5m2"}]}, of=m), 2, "cannot be obeyed", no_form)
    report = compile_with({"rules": [{"regex": ".", "format": "e4m3"}]}, of=m)  # where it can
    assert formats(report)["head"] == "e4m3" and formats(report)["double"] == "bf16"
    told = [d for d in report["diagnostics"] if d["code"] == "override-refused"]
    assert len(told) == 1 and told[0]["node"] == "double"


def operands(report, name):
    return next(n for n in report["nodes"] if n["name"] == name)["inputs"][:2]


def test_formats_of_operands(compile_with):
    seen = {}
    for a, b in (("e4m3", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e4m3"), ("e5m2", "e5m2")):
        rule = {"node": "n_h0", "activations": {"format": a}, "weights": {"format": b}}
        report = compile_with({"rules": [rule]})
        assert [o["format"] for o in operands(report, "n_h0")] == [a, b]
        assert [o["format"] for o in operands(report, "n_z0")] == ["e4m3", "e4m3"]
        d = decisions(report)["n_h0"]
        assert d["rule"] == "override" and d["format"] == a and d.get("weights_format") == ("e5m2" if b == "e5m2" else None)
        seen[a, b] = d["sqnr_db"]
    assert seen["e4m3", "e4m3"] > max(seen["e4m3", "e5m2"], seen["e5m2", "e4m3"]) + 2
    assert min(seen["e4m3", "e5m2"], seen["e5m2", "e4m3"]) > seen["e5m2", "e5m2"] + 1
    half = compile_with({"rules": [{"node": "n_h0", "weights": {"format": "e5m2"}}]})
    assert [o["format"] for o in operands(half, "n_h0")] == ["e4m3", "e5m2"]


def test_operands_follow_the_default_too(compile_with):
    report = compile_with({"default": {"activations": {"format": "e5m2"}, "weights": {"format": "e5m2"}},
                           "rules": [{"node": "n_z0", "format": "e4m3"}]})
    assert [o["format"] for o in operands(report, "n_h0")] == ["e5m2", "e5m2"]
    assert [o["format"] for o in operands(report, "n_z0")] == ["e4m3", "e4m3"]


def test_scales_of_operands(compile_with):
    rule = {"node": "n_h0", "activations": {"scale": 0.0375}, "weights": {"scale": 0.001}}
    report = compile_with({"rules": [rule]})
    assert [o["scale"] for o in operands(report, "n_h0")] == [pytest.approx(0.0375), pytest.approx(0.001)]
    d = decisions(report)["n_h0"]
    assert d["rule"] == "score" and d["policy"] == "constant=0.0375; weights constant=0.001"
    assert operands(report, "n_z0")[0]["scale"] != pytest.approx(0.0375)
    amax = {v["value"]: v["amax"] for v in report["values"]}
    report = compile_with({"rules": [{"op": "Linear", "activations": {"method": "max"}, "weights": {"granularity": "tensor"}}]})
    for name, value in (("n_h0", "x"), ("n_z0", "g")):
        x, w = operands(report, name)
        assert x["scale"] == pytest.approx(amax[value] / 448) and "scale" in w and "scale_axis" not in w
        assert "activations per tensor" in decisions(report)[name]["granularity"]
    report = compile_with({"rules": [{"op": "Linear", "granularity": "channel", "weights": {"method": "max"}}]})
    assert operands(report, "n_h0")[1]["scale_axis"] == 0
    assert decisions(report)["n_h0"]["policy"] == "mse; weights max"


def test_a_value_read_by_two_scales_is_stored_twice(fp8c, samples, tmp_path):
    """Two products read x; one of them with a scale of its own."""
    random = np.random.default_rng(0)
    w = {k: (random.standard_normal((64, 64)) / 8).astype(np.float32) for k in ("w1", "w2")}
    io = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMul", ["x", k], ["y" + k], name=k) for k in w], "two",
                              [io("x", TensorProto.FLOAT, ["n", 64])], [io("y" + k, TensorProto.FLOAT, ["n", 64]) for k in w],
                              [numpy_helper.from_array(v, k) for k, v in w.items()])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(tmp_path / "two.onnx"))
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "w2", "activations": {"scale": 0.25}}]}))
    done = fp8c("compile", "two.onnx", "-n", "--target", "cpu", "-c", samples, "--override", "o.json", "--json")
    report = done.json()
    assert operands(report, "w2")[0]["scale"] == 0.25 and operands(report, "w1")[0]["scale"] < 0.1
    assert sum(n["op"] == "Quantize" for n in report["nodes"]) == 2


def test_a_pinned_scale_needs_no_data(compile_with):
    rule = {"op": "Linear", "format": "e4m3", "activations": {"scale": 0.05}}
    assert formats(compile_with({"rules": [rule]}, calibrate=False)) == {"n_h0": "e4m3", "n_z0": "e4m3"}


def test_fusion(fp8c, tmp_path, compile_with, samples):
    """Tanh and Exp behind a product are its kernel's, unless they are kept apart."""
    io = helper.make_tensor_value_info
    w = (np.random.default_rng(0).standard_normal((64, 64)) / 8).astype(np.float32)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"], name="product"), helper.make_node("Tanh", ["h"], ["t"], name="tanh"),
             helper.make_node("Exp", ["t"], ["e"], name="exp"), helper.make_node("MatMul", ["e", "w"], ["y"], name="last")]
    graph = helper.make_graph(nodes, "chain", [io("x", TensorProto.FLOAT, [4, 64])], [io("y", TensorProto.FLOAT, [4, 64])],
                              [numpy_helper.from_array(w, "w")])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(tmp_path / "chain.onnx"))
    np.savez(tmp_path / "samples.npz", x=np.random.default_rng(2).standard_normal((4, 4, 64)).astype(np.float32))

    def kernels(document):
        report = compile_with(document, of=tmp_path / "chain.onnx")
        together = {}
        for n in report["nodes"]:
            if "region" in n and n["op"] not in ("Quantize", "Cast"):
                together.setdefault(n["region"], set()).add(n["op"])
        return sorted(sorted(t) for t in together.values() if len(t) > 1)
    whole = [["Exp", "Linear", "Tanh"]]
    assert kernels({"default": {"format": "e4m3"}}) == kernels({"rules": [{"node": "exp", "fuse": True}]}) == whole
    assert kernels({"rules": [{"node": "exp", "fuse": False}]}) == [["Linear", "Tanh"]]
    assert kernels({"rules": [{"op": "Tanh", "fuse": False}]}) == []
    assert kernels({"rules": [{"node": "product", "fuse": False}]}) == [["Exp", "Tanh"]]
    assert kernels({"default": {"fuse": False}}) == []


@pytest.mark.parametrize("rule, words", [
    ({"granularity": "group"}, ["granularity", "none of"]), ({"activations": {}}, ["pins nothing"]), ({"activations": 3}, ["no object"]),
    ({"activations": {"format": "bf16"}}, ["none of \"e4m3\""]), ({"weights": {"fromat": "e4m3"}}, ["unknown key \"fromat\""]),
    ({"activations": {"granularity": "channel"}}, ["none of"]), ({"weights": {"granularity": "row"}}, ["none of"]),
    ({"activations": {"scale": 0}}, ["not 0"]), ({"activations": {"scale": -0.5}}, ["negative"]), ({"weights": {"scale": 1e-44}}, ["2^-120"]),
    ({"activations": {"scale": "0.5"}}, ["no number"]), ({"activations": {"scale": 1e300}}, ["2^120"]),
    ({"activations": {"method": "best"}}, ["there are mse"]), ({"activations": {"method": 3}}, ["no string"]),
    ({"weights": {"method": "kl"}}, ["weights are all known"]), ({"weights": {"method": "constant=0"}}, ["not 0"]),
    ({"activations": {"scale": 1, "method": "max"}}, ["a scale and a method"]),
    ({"granularity": "channel", "weights": {"granularity": "tensor"}}, ["one of an operand"]),
    ({"granularity": "channel", "weights": {"scale": 0.5}}, ["weights.scale 0.5", "weights.granularity channel", "exclude"]),
    ({"granularity": "row", "activations": {"scale": 0.5}}, ["activations.scale", "activations.granularity row"]),
    ({"granularity": "block", "activations": {"method": "max"}}, ["activations.method max", "block"]),
    ({"format": "bf16", "activations": {"format": "e4m3"}}, ["format bf16", "activations.format e4m3", "exclude"]),
    ({"format": "e4m3", "weights": {"format": "e5m2"}}, ["format e4m3", "weights.format e5m2"]),
    ({"format": "f32", "granularity": "channel"}, ["format f32", "granularity"]), ({"fuse": "no"}, ["true nor false"])])
def test_mistakes_about_operands(compile_with, rule, words):
    refused(compile_with({"rules": [dict(rule, op="Linear")]}), 2, "over.json", "rule 1", *words)


def test_not_a_number_is_no_json(compile_with):
    for number in ("NaN", "Infinity", "-Infinity", "nan"):
        text = '{"rules": [{"op": "Linear", "activations": {"scale": %s}}]}' % number
        refused(compile_with(text), 2, "line 1")


@pytest.mark.parametrize("first, second, words", [
    ({"activations": {"scale": 0.5}}, {"activations": {"scale": 0.25}}, ["activations.scale 0.5 against 0.25"]),
    ({"activations": {"scale": 0.5}}, {"activations": {"method": "max"}}, ["activations.scale 0.5 against activations.method max"]),
    ({"granularity": "channel"}, {"granularity": "tensor"}, ["weights.granularity channel against tensor"]),
    ({"granularity": "channel"}, {"weights": {"scale": 0.5}}, ["weights.scale 0.5 against weights.granularity channel"]),
    ({"format": "e4m3"}, {"weights": {"format": "e5m2"}}, ["format e4m3 against weights.format e5m2"]),
    ({"format": "bf16"}, {"activations": {"scale": 0.5}}, ["format bf16 against activations.scale 0.5"]),
    ({"fuse": True}, {"fuse": False}, ["fuse true against false"])])
def test_rules_that_conflict(compile_with, first, second, words):
    rules = [dict(first, node="n_h0"), dict(second, op="Linear")]
    refused(compile_with({"rules": rules}), 2, "rule 1", "rule 2", "conflict", "n_h0", *words)


def test_channels_need_weights(fp8c, tmp_path):
    """A product of two activations has no output channels that are known."""
    io = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "y"], ["z"], name="both")], "two",
                              [io("x", TensorProto.FLOAT, [4, 32]), io("y", TensorProto.FLOAT, [32, 32])],
                              [io("z", TensorProto.FLOAT, [4, 32])])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(tmp_path / "both.onnx"))
    random = np.random.default_rng(2)
    np.savez(tmp_path / "d.npz", x=random.standard_normal((3, 4, 32)).astype(np.float32),
             y=random.standard_normal((3, 32, 32)).astype(np.float32))
    words = ["compile", "both.onnx", "-n", "--target", "cpu", "-c", "d.npz", "--json", "--override", "o.json"]
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "both", "granularity": "channel"}]}))
    refused(fp8c(*words), 2, "both", "output channels outermost")
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "both", "format": "e4m3", "weights": {"scale": 0.5}}]}))
    report = fp8c(*words).json()
    assert [o["scale"] for o in operands(report, "both")][1] == 0.5


def test_the_file_itself(fp8c, model, samples, tmp_path):
    words = ["compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibrate", samples, "--override"]
    refused(fp8c(*words, "none.json"), 6, "none.json")
    (tmp_path / "folder.json").mkdir()
    refused(fp8c(*words, "folder.json"), 6, "folder.json")


def test_the_plan_tells_which_rules_made_it(compile_with):
    one = compile_with({"rules": [{"node": "n_h0", "format": "bf16"}]})["options"]
    two = compile_with({"rules": [{"node": "n_z0", "format": "bf16"}]})["options"]
    assert " override=" in one and one != two


def one_product(path, k, n, bias=True):
    """x[rows, k] -> MatMul (, Add) -> y"""
    random = np.random.default_rng(0)
    w = (random.standard_normal((k, n)) / 8 * np.exp2(random.integers(-6, 6, (k, 1)))).astype(np.float32)
    b = random.standard_normal(n).astype(np.float32)
    io = helper.make_tensor_value_info
    nodes = [helper.make_node("MatMul", ["x", "w"], ["p" if bias else "y"], name="product")]
    nodes += [helper.make_node("Add", ["p", "b"], ["y"], name="sum")] if bias else []
    graph = helper.make_graph(nodes, "one", [io("x", TensorProto.FLOAT, ["rows", k])], [io("y", TensorProto.FLOAT, ["rows", n])],
                              [numpy_helper.from_array(v, k_) for k_, v in (("w", w), ("b", b))])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(path))
    return w, b


def e4m3(x):
    import ml_dtypes
    return np.clip(x, -448, 448).astype(ml_dtypes.float8_e4m3fn).astype(np.float64)


def by_amax(x, axis):
    """Codes and scales as the plan computes them, in F32."""
    scale = np.maximum(np.abs(x).max(axis, keepdims=True) * np.float32(1 / np.float32(448)), np.float32(2.0 ** -100))
    return e4m3(x * (np.float32(1) / scale)), scale.astype(np.float64)


def run_one(fp8c, tmp_path, granularity, x):
    rule = {"rules": [{"node": "product", "format": "e4m3", "granularity": granularity}]}
    (tmp_path / "o.json").write_text(json.dumps(rule))
    done = fp8c("compile", "one.onnx", "-o", "one.fp8c", "--target", "cpu", "--override", "o.json")
    assert done.code == 0, done.err
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", "one.fp8c", "-i", "x=x.npy", "--output-dir", "out").code == 0
    return np.load(tmp_path / "out" / "y.npy")


def test_row_scales(fp8c, tmp_path):
    """Rows of very different size keep the same precision, and no data was seen before."""
    w, b = one_product(tmp_path / "one.onnx", 96, 40)
    x = np.random.default_rng(1).standard_normal((9, 96)).astype(np.float32) * np.float32(10.0) ** np.arange(-20, 25, 5, dtype=np.float32)[:, None]
    got = run_one(fp8c, tmp_path, "row", x)
    codes, scale = by_amax(x, 1)
    for i in range(len(x)):  # against exact arithmetic with exact weights: what is left is the weights' own rounding
        want = codes[i] @ w.astype(np.float64) * scale[i]
        error = got[i] - b - want
        assert np.sum(error ** 2) < 2e-3 * np.sum(want ** 2) + 1e-9 * np.sum(b.astype(np.float64) ** 2), i


def test_rows_that_are_odd(fp8c, tmp_path):
    w, b = one_product(tmp_path / "one.onnx", 96, 40)
    x = np.ones((7, 96), np.float32)
    x[1] = 0
    x[2] = -0.0
    x[3] = 1e-45
    x[4, 5] = np.inf
    x[5, 5] = np.nan
    x[6] = 1e36
    got = run_one(fp8c, tmp_path, "row", x)
    assert np.array_equal(got[1], b) and np.array_equal(got[2], b)  # zeros: the bias
    assert np.allclose(got[3], b, atol=1e-30)
    assert not np.isfinite(got[4]).any() and np.isnan(got[5]).all()  # nothing hides in a code
    ordinary = got[0] - b
    assert np.isfinite(got[0]).all()
    assert np.allclose(got[6].astype(np.float64) / 1e36, ordinary, rtol=0.01, atol=0.01)


def test_block_scales(fp8c, tmp_path):
    """Against the same blocks in numpy: codes, scales and sums."""
    w, b = one_product(tmp_path / "one.onnx", 256, 160)
    random = np.random.default_rng(1)
    x = (random.standard_normal((6, 256)) * np.exp2(random.integers(-9, 9, (6, 2)).repeat(128, 1))).astype(np.float32)
    got = run_one(fp8c, tmp_path, "block", x)
    want = np.zeros((6, 160))
    for k in range(2):
        block = slice(k * 128, (k + 1) * 128)
        codes, scale = by_amax(x[:, block], 1)
        for n in (slice(0, 128), slice(128, 160)):
            weights, weights_scale = by_amax(w[block, n].reshape(-1), 0)
            want[:, n] += codes @ weights.reshape(128, -1) * scale * weights_scale
    assert np.allclose(got, want + b, rtol=1e-4, atol=1e-4 * np.abs(want).max())
    plain = x.astype(np.float64) @ w
    assert np.sum((got - b - plain) ** 2) < 3e-3 * np.sum(plain ** 2)


def test_where_rows_and_blocks_cannot_be(fp8c, tmp_path, model, samples):
    def told(rule, of, *words):
        (tmp_path / "o.json").write_text(json.dumps({"rules": [rule]}))
        return fp8c("compile", of, "-n", "--override", "o.json", *(words or ["--target", "cpu"]))
    one_product(tmp_path / "one.onnx", 96, 40)
    refused(told({"node": "product", "format": "e4m3", "granularity": "block"}, "one.onnx"), 2, "multiple of 128")
    refused(told({"op": "Linear", "format": "e4m3", "granularity": "block"}, "one.onnx"), 2, "cannot be obeyed", "128")
    one_product(tmp_path / "one.onnx", 128, 64)
    refused(told({"node": "product", "format": "e4m3", "granularity": "block"}, "one.onnx", "--target", "cpu", "--scales", "pow2"), 2, "powers of two")
    refused(told({"node": "product", "format": "e4m3", "granularity": "row"}, "one.onnx", "--target", "cpu", "--scales", "pow2"), 2, "powers of two")
    io = helper.make_tensor_value_info
    w = np.ones((32, 32, 3, 3), np.float32)
    graph = helper.make_graph([helper.make_node("Conv", ["x", "w"], ["y"], name="conv")], "c", [io("x", TensorProto.FLOAT, [1, 32, 9, 9])],
                              [io("y", TensorProto.FLOAT, [1, 32, 7, 7])], [numpy_helper.from_array(w, "w")])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(tmp_path / "conv.onnx"))
    for grain in ("row", "block"):
        refused(told({"node": "conv", "format": "e4m3", "granularity": grain}, "conv.onnx"), 2, "conv", grain)


@pytest.fixture
def two_kinds(tmp_path):
    """A Conv, a product with weights, and one of two values; calibration samples."""
    random = np.random.default_rng(3)
    weights = {"w": random.standard_normal((128, 24, 3, 3)) / 15, "v": random.standard_normal((64, 128)) / 8, "s": np.array([-1, 128, 64])}
    nodes = [helper.make_node("Conv", ["x", "w"], ["c"], name="conv", pads=[1] * 4), helper.make_node("Reshape", ["c", "s"], ["r"]),
             helper.make_node("MatMul", ["r", "v"], ["l"], name="linear"), helper.make_node("Transpose", ["l"], ["t"], perm=[0, 2, 1]),
             helper.make_node("MatMul", ["t", "l"], ["y"], name="both")]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 24, 8, 8])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 128, 128])],
                              [numpy_helper.from_array(v if k == "s" else v.astype(np.float32), k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(tmp_path / "two.onnx"))
    np.savez(tmp_path / "samples.npz", x=random.standard_normal((8, 24, 8, 8)).astype(np.float32))
    return tmp_path / "two.onnx"


@pytest.mark.parametrize("precision", ["auto", "fp8"])
@pytest.mark.parametrize("grain, left_out", [("row", ["both", "conv"]), ("block", ["both", "conv", "linear"]), ("channel", ["both"])])
def test_a_default_falls_back_where_it_cannot_be(compile_with, two_kinds, grain, left_out, precision):
    """Such a node is as it would be without a default: in FP8, by its own figures, with a remark that says why."""
    words = ["--precision", precision]
    plain = decisions(compile_with({"default": {"fuse": True}}, *words, of=two_kinds))
    report = compile_with({"default": {"granularity": grain}}, *words, of=two_kinds)
    found, told = decisions(report), {d["node"]: d["text"] for d in report["diagnostics"] if d["code"] == "override-refused"}
    assert sorted(told) == left_out
    assert {d["format"] for d in found.values()} == {d["format"] for d in plain.values()} == {"e4m3"}
    assert found["conv"] == plain["conv"] and "per output channel, activations per tensor" in found["conv"]["granularity"]
    if grain == "row":
        assert "only MatMul and Linear have" in told["conv"] and "activations.granularity row" in told["conv"]
        assert found["both"]["granularity"] == "first operand per row, second per tensor" and "no constant" in told["both"]
        assert "activations per row" in found["linear"]["granularity"]
    # with a format beside it, which holds
    pinned = decisions(compile_with({"default": {"granularity": grain, "format": "e5m2"}}, *words, of=two_kinds))
    assert {d["format"] for d in pinned.values()} == {"e5m2"} and {d["rule"] for d in pinned.values()} == {"override"}


def test_a_rule_falls_back_as_a_whole(compile_with, two_kinds):
    """By expression: where some nodes obey, the others are the compiler's; by name it is an error, whoever decides the format."""
    report = compile_with({"rules": [{"regex": "conv|linear", "granularity": "row", "format": "e5m2"}]}, of=two_kinds)
    found = decisions(report)
    assert found["linear"]["format"] == "e5m2" and "per row" in found["linear"]["granularity"]
    assert found["conv"]["format"] == "e4m3" and found["conv"]["rule"] == "score"
    assert [d["node"] for d in report["diagnostics"] if d["code"] == "override-refused"] == ["conv"]
    refused(compile_with({"rules": [{"node": "conv", "granularity": "row"}]}, of=two_kinds), 2, "conv", "only MatMul and Linear")
    refused(compile_with({"rules": [{"op": "Conv", "granularity": "block"}]}, of=two_kinds), 2, "cannot be obeyed on any node")


@pytest.mark.parametrize("hostile", ["((a{1,255}){1,255}){1,255}", "((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+$|x", "(.|a)*[ab](.|[abc]){330}x", "n(.*)*(.*)*(.*)*!"])
def test_a_hostile_expression_costs_little(fp8c, model, tmp_path, hostile):
    """Within 5 s and 400 MB of address space, whatever the answer."""
    made = onnx.load(str(model))
    for n in made.graph.node:
        n.name += "a" * 3000
    onnx.save(made, str(model))
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"regex": hostile, "format": "bf16"}]}))
    sanitized = b"__asan_init" in pathlib.Path(FP8C).read_bytes()  # its shadow needs all the address space there is
    bound = None if sanitized else lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
    done = subprocess.run([FP8C, "compile", "mlp.onnx", "-n", "-q", "-j", "1", "--target", "cpu", "--override", "o.json"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=60 if sanitized else 5, preexec_fn=bound)
    assert done.returncode == 2 and "rule 1" in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
