"""--override: what a file of rules pins, and what is wrong with one."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

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


def test_a_name_is_also_that_of_what_a_node_stands_for(compile_with):
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
    ("{\"rules\": [{\"regex\": \"a(b\", \"format\": \"e4m3\"}]}", ["rule 1", "regex"]),
    ("{\"rules\": [{\"regex\": \"" + "a" * 2000 + "\", \"format\": \"e4m3\"}]}", ["longer than 1000"]),
    ("{\"rules\": [{\"node\": [], \"format\": \"e4m3\"}]}", ["names no node"]),
    ("{\"rules\": [{\"node\": [\"n_h0\", 3], \"format\": \"e4m3\"}]}", ["list of names"]),
    ("{\"rules\": [], \"rules\": []}", ["duplicate"]), ("{\"rules\": [{\"op\": \"Linear\", \"format\": \"e4m3\"}]", ["line"]),
    ("{\"rules\": [{\"node\": \"nope\", \"format\": \"e4m3\"}]}", ["matches nothing", "nope"]),
    ("{\"rules\": [{\"node\": [\"n_h0\", \"nope\"], \"format\": \"e4m3\"}]}", ["matches nothing", "\"nope\""]),
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
    refused(compile_with({"rules": [{"node": "cell", "format": "e4m3"}]}, of=m), 2, "cell", "LSTM", "no choice")
    refused(compile_with({"rules": [{"op": "LSTM", "format": "e5m2"}]}, of=m), 2, "matches nothing", "LSTM")
    no_form = "no form with FP8 operands"
    refused(compile_with({"rules": [{"node": "double", "format": "e4m3"}]}, of=m), 2, "double", no_form)
    refused(compile_with({"rules": [{"regex": "^double$", "format": "e5m2"}]}, of=m), 2, "cannot be obeyed", no_form)
    report = compile_with({"rules": [{"regex": ".", "format": "e4m3"}]}, of=m)  # where it can
    assert formats(report)["head"] == "e4m3" and formats(report)["double"] == "bf16"
    told = [d for d in report["diagnostics"] if d["code"] == "override-refused"]
    assert len(told) == 1 and told[0]["node"] == "double"


def test_the_file_itself(fp8c, model, samples, tmp_path):
    words = ["compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibrate", samples, "--override"]
    refused(fp8c(*words, "none.json"), 6, "none.json")
    (tmp_path / "folder.json").mkdir()
    refused(fp8c(*words, "folder.json"), 6, "folder.json")


def test_the_plan_tells_which_rules_made_it(compile_with):
    one = compile_with({"rules": [{"node": "n_h0", "format": "bf16"}]})["options"]
    two = compile_with({"rules": [{"node": "n_z0", "format": "bf16"}]})["options"]
    assert " override=" in one and one != two
