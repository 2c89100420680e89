"""fp8c sensitivity: what one node's format costs at the outputs, and what that predicts."""
import json
import re

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from test_mistakes import refused


@pytest.fixture
def sense(fp8c, model, samples):
    """The document, or the failed result."""
    def run(*words, of=model, data=samples):
        done = fp8c("sensitivity", of, "--calibrate", data, "--target", "cpu", "--json", *words)
        return done.json() if done.code == 0 else done
    return run


def nodes(document):
    return {n["name"]: n for n in document["nodes"]}


def options(node):
    return {o["name"]: o for o in node["options"]}


def output_of(fp8c, tmp_path, model, samples, *words):
    done = fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibrate", samples, "-q", *words)
    assert done.code == 0, done.err
    np.save(tmp_path / "x.npy", np.load(samples)["x"])
    done = fp8c("run", "p.fp8c", "--input", "x=x.npy", "--output-dir", "out", "--device", "cpu")
    assert done.code == 0, done.err
    return np.load(tmp_path / "out" / "y.npy").astype(np.float64)


def sqnr(want, got):
    return 10 * np.log10((want ** 2).sum() / ((got - want) ** 2).sum())


def test_a_node_alone_is_the_plan_with_that_node_alone(fp8c, sense, model, samples, tmp_path):
    """Exactly: the same codes, scales and sums as in the graph that the choice leads to."""
    found = nodes(sense("--exact"))
    want = output_of(fp8c, tmp_path, model, samples, "--precision", "f32")
    for name in ("n_h0", "n_z0"):
        for form in ("e4m3", "e5m2"):
            rules = {"default": {"format": "f32"}, "rules": [{"node": name, "format": form}]}
            (tmp_path / "over.json").write_text(json.dumps(rules))
            got = output_of(fp8c, tmp_path, model, samples, "--override", "over.json", "--disable", "store-types",
                            "--disable", "activations-for-fp8")  # the form of a GELU is no choice of a node's
            alone = options(found[name])[form]["alone_db"][0]
            assert abs(sqnr(want, got) - alone) < 0.006, (name, form)


def test_whole_assignments_are_predicted(fp8c, sense, model, samples, tmp_path):
    document = sense("--check", "12")
    check = document["check"]
    assert len(check["assignments"]) == 12
    for a in check["assignments"]:
        assert abs(a["predicted_db"][0] - a["measured_db"][0]) < 2, a
    assert document["assignments"]["e4m3"]["predicted_db"] != check["assignments"][0]["predicted_db"]
    agreement = check["outputs"][0]["with_pairs"]
    assert agreement["correlation"] > 0.98 and agreement["mean_difference_db"] < 0.7
    # ... and the plans that the compile makes are those that were measured.
    want = output_of(fp8c, tmp_path, model, samples, "--precision", "f32")
    for form in ("e4m3", "bf16"):
        (tmp_path / "over.json").write_text(json.dumps({"default": {"format": form}}))
        got = output_of(fp8c, tmp_path, model, samples, "--override", "over.json")
        assert abs(document["assignments"][form]["predicted_db"][0] - sqnr(want, got)) < 1


def test_scaled_formats_are_near_the_exact_ones(sense):
    scaled, exact = nodes(sense()), nodes(sense("--exact"))
    for name in ("n_h0", "n_z0"):
        a, b = options(scaled[name]), options(exact[name])
        assert [a["e4m3"]["method"], a["e5m2"]["method"], a["bf16"]["method"]] == ["exact", "scaled", "base"]
        assert b["e5m2"]["method"] == "exact"
        assert a["e4m3"] == b["e4m3"]
        assert abs(a["e5m2"]["alone_db"][0] - b["e5m2"]["alone_db"][0]) < 1
        assert a["e4m3"]["alone_db"][0] > a["e5m2"]["alone_db"][0] + 3


def test_time_beside_error(fp8c, sense, model, samples):
    document = sense()
    assert document["time"]["full"] and document["time"]["profile"] == ""
    for name in ("n_h0", "n_z0"):
        o = options(nodes(document)[name])
        assert o["f32"]["seconds"] > o["bf16"]["seconds"] > o["e4m3"]["seconds"] == o["e5m2"]["seconds"] > 0
    free = fp8c("sensitivity", model, "--calibrate", samples, "--target", "sm_90a", "--json").json()
    assert free["nodes"], "a batch that stays free is no hindrance where no plan is made"
    sized = fp8c("sensitivity", model, "--calibrate", samples, "--target", "sm_90a", "--dim", "batch=8", "--json").json()
    assert not sized["time"]["full"] and sized["time"]["profile"] == "batch=8"


def test_an_estimate_from_some_samples(fp8c, sense):
    exact, estimate = sense(), sense("--estimate", "4")
    assert exact["probes"] == exact["samples"] == 12 and estimate["probes"] == 4
    assert exact["estimate"]["mean_difference_db"] < 2  # what one sample would have said of the others
    for form in ("e4m3", "e5m2"):
        a, b = exact["assignments"][form]["predicted_db"][0], estimate["assignments"][form]["predicted_db"][0]
        assert abs(a - b) < 1
    a, b = (options(nodes(d)["n_h0"])["e4m3"]["alone_db"][0] for d in (exact, estimate))
    assert 0 < abs(a - b) < 1
    # Behind the last product nothing grows, so there its own result says all.
    assert options(nodes(exact)["n_z0"]) == options(nodes(estimate)["n_z0"])
    # Probes are measured as ever; an estimate does not pass for a measurement in the cache.
    assert sense("--samples", "4") == dict(sense("--samples", "4", "--estimate", "4"))
    assert sense() == exact and sense("--estimate", "4") == estimate
    text = fp8c("sensitivity", "mlp.onnx", "--calibrate", "samples.npz", "--target", "cpu", "--estimate", "4").out
    assert "4 of them were measured at the outputs" in text


def test_the_same_document_however_it_is_made(fp8c, sense, model, samples):
    words = ["sensitivity", model, "--calibrate", samples, "--target", "cpu", "--json"]
    first = fp8c(*words, "--no-cache").out
    assert fp8c(*words, "--no-cache", "-j", "1").out == first
    some = fp8c(*words, "--samples", "5")  # fills the cache for 5
    assert some.json()["samples"] == 5
    assert fp8c(*words).out == first       # goes on where it was
    assert fp8c(*words).out == first       # all of it from the cache
    assert fp8c(*words, "--samples", "5").out == some.out
    # A time limit ends between samples: what is done by then counts.
    done = fp8c(*words, "--no-cache", "--time-limit", "1e-9")
    assert done.code == 0 and done.json()["samples"] == 1


def test_a_spoilt_cache_is_not_believed(fp8c, sense, tmp_path):
    first = sense()
    files = sorted((tmp_path / "cache" / "fp8c" / "noise").iterdir())
    assert len(files) == 12
    good = [f.read_bytes() for f in files]
    for f, spoilt in zip(files, (b"", b"{", b'{"figures": []}', good[0][:88], good[0][:-1], good[1] + b" ", good[7])):
        f.write_bytes(spoilt)
    assert sense() == first
    assert [f.read_bytes() for f in files] == good


def outlier_model(path, softmax=True):
    """Three products in a row; the columns of `wide` differ by 2^20, so E4M3 has too little range
    for its activations; `dull` ends in nothing."""
    random = np.random.default_rng(5)
    f32 = lambda *shape: random.standard_normal(shape).astype(np.float32)
    grow = np.geomspace(1, 2.0 ** 20, 32).astype(np.float32)
    weights = {"w0": f32(16, 32) / 4 * grow, "w1": f32(32, 32) / (6 * grow[:, None]), "w2": f32(32, 4) / 6,
               "w3": f32(32, 4) / 6}
    names = [("a", "x", "w0"), ("wide", "a", "w1"), ("last", "wide_r", "w2"), ("dull", "wide_r", "w3")]
    made = []
    for name, x, w in names:
        made.append(helper.make_node("MatMul", [x, w], [name], name=name))
        if name == "wide":
            made.append(helper.make_node("Relu", ["wide"], ["wide_r"], name="relu"))
    made.append(helper.make_node("Softmax", ["last"], ["p"], name="softmax"))
    made.append(helper.make_node("Tanh", ["dull"], ["q"], name="tanh"))
    io = helper.make_tensor_value_info
    graph = helper.make_graph(made, "g", [io("x", TensorProto.FLOAT, [None, 16])],
                              [io("p", TensorProto.FLOAT, [None, 4]), io("q", TensorProto.FLOAT, [None, 4])],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(path))
    return path


def test_a_node_that_is_hopeless_is_found_and_said_so(fp8c, sense, tmp_path):
    model = outlier_model(tmp_path / "m.onnx")
    np.savez(tmp_path / "s.npz", x=np.random.default_rng(2).standard_normal((10, 16)).astype(np.float32))
    as_it_is = ["--repair", "round,centre-maps,bias"]  # equalise would mend it
    document = sense("--output-port", "p", *as_it_is, of=model, data=tmp_path / "s.npz")
    assert document["outputs"] == [{"port": "p", "value": "last", "before": "Softmax"}]
    assert document["ranking"][0] == "wide"
    found = nodes(document)
    assert found["wide"]["error_share"] > 0.7
    wide = options(found["wide"])
    # Range is what it lacks.  The two samples that are measured say 3 dB and more, of which an estimate takes what they agree on.
    assert wide["e5m2"]["alone_db"][0] > wide["e4m3"]["alone_db"][0] + 2
    # What the judged output does not need makes no error there.
    assert options(found["dull"])["e4m3"]["alone_db"] == [None]
    assert found["dull"]["error_share"] == 0
    both = sense(*as_it_is, of=model, data=tmp_path / "s.npz")
    assert [o["port"] for o in both["outputs"]] == ["p", "q"]
    assert options(nodes(both)["dull"])["e4m3"]["alone_db"][1] is not None
    text = fp8c("sensitivity", model, "--calibrate", tmp_path / "s.npz", "--target", "cpu", "--check", "3", *as_it_is)
    assert text.code == 0, text.err
    assert '"p" in front of its Softmax and "q"' in text.out
    assert text.out.index("\nwide ") < text.out.index("\nlast ")
    assert "3 random assignments" in text.out
    assert "1 of 4 products make 80%" in fp8c("sensitivity", model, "--calibrate", tmp_path / "s.npz", "--target",
                                               "cpu", "--output-port", "p", *as_it_is).out


def recurrent(path):
    io = helper.make_tensor_value_info
    random = np.random.default_rng(5)
    w = (random.standard_normal((24, 8)) / 5).astype(np.float32)
    v = (random.standard_normal((8, 3)) / 3).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("Concat", ["x", "s"], ["c"], axis=1), helper.make_node("MatMul", ["c", "w"], ["h"], name="h"),
         helper.make_node("Tanh", ["h"], ["t"]), helper.make_node("MatMul", ["t", "v"], ["y"], name="y")], "g",
        [io("x", TensorProto.FLOAT, [1, 16]), io("s", TensorProto.FLOAT, [1, 8])],
        [io("y", TensorProto.FLOAT, [1, 3]), io("t", TensorProto.FLOAT, [1, 8])],
        [numpy_helper.from_array(w, "w"), numpy_helper.from_array(v, "v")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(path))
    return path


def test_state_is_carried_and_not_judged(fp8c, sense, tmp_path):
    model = recurrent(tmp_path / "r.onnx")
    np.savez(tmp_path / "s.npz", x=np.random.default_rng(3).standard_normal((20, 16)).astype(np.float32))
    words = ["--state", "s=t"]
    document = sense(*words, of=model, data=tmp_path / "s.npz")
    assert document["state_carried"] and [o["port"] for o in document["outputs"]] == ["y"]
    # What the cache has leaves its state to what it has not.
    fresh = sense(*words, "--no-cache", "--samples", "15", of=model, data=tmp_path / "s.npz")
    kept = sorted(f for f in (tmp_path / "cache").rglob("noise/*") if f.is_file())
    assert len(kept) > 10
    for file in kept[::2]:
        file.unlink()
    assert sense(*words, "--samples", "15", of=model, data=tmp_path / "s.npz") == fresh
    text = fp8c("sensitivity", model, "--calibrate", tmp_path / "s.npz", "--target", "cpu", *words)
    assert "State is carried on" in text.out
    # A compile keeps some of the samples to judge by: both parts carry on.
    assert fp8c("compile", model, "-o", tmp_path / "p.fp8c", "--calibrate", tmp_path / "s.npz", "--target", "cpu", *words).code == 0


def test_budgets_with_a_state(fp8c, tmp_path):
    """What BF16 keeps is never refused."""
    model = recurrent(tmp_path / "r.onnx")
    np.savez(tmp_path / "s.npz", x=np.random.default_rng(3).standard_normal((24, 16)).astype(np.float32))
    words = ["compile", model, "-o", tmp_path / "p.fp8c", "--calibrate", tmp_path / "s.npz", "--target", "cpu", "--state", "s=t", "-q",
             "--report-json", tmp_path / "r.json"]
    assert fp8c(*words, "--precision", "bf16").code == 0
    sentence = json.loads((tmp_path / "r.json").read_text())["summary"]["sentence"]
    best = float(re.search(r"y: ([\d.]+) dB", sentence)[1])
    for part in .5, .7, .8, .9:
        done = fp8c(*words, "--max-error", f"sqnr>={best * part:.1f}dB")
        assert done.code == 0, (part, best, done.err)
        budget = json.loads((tmp_path / "r.json").read_text())["budget"]
        assert budget["met"] and budget["measured"] >= best * part - .1


def test_mistakes(fp8c, sense, model, samples, tmp_path):
    refused(fp8c("sensitivity", model), 2, "give --calibrate")
    refused(sense("--output-port", "nothing"), 2, 'no output "nothing"')
    for bad in ("0", "-1", "x", "nan", "inf"):
        refused(sense("--time-limit", bad), 2, "--time-limit")
    refused(sense("--check", "-1"), 2, "--check")
    refused(fp8c("sensitivity"), 2, "usage")
    refused(sense(of=tmp_path / "none.onnx"), 6, "none.onnx")
    (tmp_path / "empty").mkdir()
    assert sense(data=tmp_path / "empty").code != 0
    io = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("Cast", ["x"], ["y"], to=TensorProto.INT64)], "g",
                              [io("x", TensorProto.FLOAT, [None, 64])], [io("y", TensorProto.INT64, [None, 64])])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8),
              str(tmp_path / "ints.onnx"))
    refused(sense(of=tmp_path / "ints.onnx"), 4, "no error to measure")


def test_what_sums_keep_is_what_the_report_says(fp8c, tmp_path):
    """Of a product deep enough, and in the same figures; a table in the text."""
    r, node, io = np.random.default_rng(3), helper.make_node, helper.make_tensor_value_info
    weights = {"deep": np.abs(r.standard_normal((1024, 32))).astype(np.float32), "flat": r.standard_normal((32, 8)).astype(np.float32)}
    graph = helper.make_graph([node("MatMul", ["x", "deep"], ["h"], name="deep"), node("MatMul", ["h", "flat"], ["y"], name="flat")], "g",
                              [io("x", TensorProto.FLOAT, ["n", 1024])], [io("y", TensorProto.FLOAT, ["n", 8])],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "c.npz", x=np.abs(r.standard_normal((8, 1024))).astype(np.float32))
    words = ["--calibrate", "c.npz", "--target", "cpu", "--repair", "none"]
    found = nodes(fp8c("sensitivity", "m.onnx", "--json", *words).json())
    report = fp8c("compile", "m.onnx", "-n", "--json", "--evaluate", "c.npz", "--precision", "fp8", *words).json()
    said = next(n["decision"]["accumulation"] for n in report["nodes"] if n["name"] == "deep")
    assert found["flat"]["accumulation"] is None
    assert found["deep"]["accumulation"] == {k: v for k, v in said.items() if k != "promote"}
    assert found["deep"]["accumulation"]["off_db"] < found["deep"]["accumulation"]["64_db"]
    text = fp8c("sensitivity", "m.onnx", *words).out
    table = text[text.index("Sums in E4M3"):].splitlines()
    assert table[1].split() == ["node", "off", "512", "256", "128", "64"] and table[2].split()[0] == "deep" and len(table) == 3
    assert float(table[2].split()[1]) == pytest.approx(said["off_db"], abs=0.06)


def test_constant_scales_are_those_that_keep_the_budget(fp8c, tmp_path):
    """Held against ml_dtypes: both operands in E4M3 with the scale 2^-b; a larger second product shifts its own range alone."""
    r, node, io = np.random.default_rng(3), helper.make_node, helper.make_tensor_value_info
    weights = {"a": (r.standard_normal((64, 64)) / 8).astype(np.float32), "b": (r.standard_normal((64, 64)) * 32).astype(np.float32)}
    graph = helper.make_graph([node("MatMul", ["x", "a"], ["h"], name="small"), node("MatMul", ["h", "b"], ["y"], name="large")], "g",
                              [io("x", TensorProto.FLOAT, ["n", 64])], [io("y", TensorProto.FLOAT, ["n", 64])],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(tmp_path / "m.onnx"))
    x = r.standard_normal((4, 64)).astype(np.float32)
    np.savez(tmp_path / "c.npz", x=x)
    words = ["--calibrate", "c.npz", "--target", "cpu", "--repair", "none", "--constant-scales", "20"]
    document = fp8c("sensitivity", "m.onnx", "--json", *words).json()
    found, biases = nodes(document), document["constant_scales"]["biases"]
    assert biases == list(range(-12, 20)) and document["constant_scales"]["budget_db"] == 20
    x0 = x[:1]
    for name, left, right in (("small", x0, weights["a"]), ("large", (x0 @ weights["a"]).astype(np.float32), weights["b"])):
        of = found[name]["constant_scales"]
        for form, dtype in (("e4m3", ml_dtypes.float8_e4m3fn), ("e5m2", ml_dtypes.float8_e5m2)):
            for b, db in zip(biases, of[form]["db"]):
                most = float(ml_dtypes.finfo(dtype).max)
                p = (left * 2.0 ** b).clip(-most, most).astype(np.float32).astype(dtype).astype(np.float64)
                q = (right * 2.0 ** b).clip(-448, 448).astype(np.float32).astype(ml_dtypes.float8_e4m3fn).astype(np.float64)
                assert db == pytest.approx(sqnr(left.astype(np.float64) @ right, p @ q * 4.0 ** -b), abs=0.1), (name, form, b)
            assert of[form]["kept"] == [b for b, db in zip(biases, of[form]["db"]) if db >= 20] and of[form]["kept"]
        assert set(of["e4m3"]["kept"]) < set(of["e5m2"]["kept"]) | set(of["e4m3"]["kept"])
    small, large = (set(found[n]["constant_scales"]["e4m3"]["kept"]) for n in ("small", "large"))
    assert document["constant_scales"]["kept"]["e4m3"] == sorted(small & large) and max(large) < max(small)
    text = fp8c("sensitivity", "m.onnx", *words).out
    assert "leaves the node's own result 20 dB" in text and text.splitlines()[-1].startswith("every product")
    bare = fp8c("sensitivity", "m.onnx", "--json", *words[:-2]).json()
    assert "constant_scales" not in bare and bare["nodes"][0]["accumulation"] == document["nodes"][0]["accumulation"]
    for wrong in ("0", "-3", "x", "inf"):
        assert fp8c("sensitivity", "m.onnx", *words[:-1], wrong).code == 2
