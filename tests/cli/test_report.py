"""The report document against its schema, and what the terminal and the page make of it."""
import copy
import json
import pathlib
import re
import shutil
import subprocess

import jsonschema
import pytest

import documents
from conftest import mlp

ROOT = pathlib.Path(__file__).resolve().parents[2]


def closed(schema):
    """The schema with no field allowed that it does not name: what is written is documented."""
    schema = copy.deepcopy(schema)

    def close(o):
        if isinstance(o, dict):
            if "properties" in o or "patternProperties" in o:
                o["additionalProperties"] = False
            for x in o.values():
                close(x)
        elif isinstance(o, list):
            for x in o:
                close(x)

    close(schema)
    return schema


@pytest.fixture(scope="session")
def schema():
    return json.loads((ROOT / "docs" / "report.schema.json").read_text())


def test_schema_is_a_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == schema["properties"]["schema"]["const"] == "fp8c-report-1"


@pytest.mark.parametrize("options", [[], ["--precision", "bf16"], ["--precision", "f32"], ["--precision", "fp8"]])
def test_documents_follow_the_schema(fp8c, model, samples, tmp_path, schema, options):
    words = ["compile", model, "-o", "p.fp8c", "--target", "cpu", "-q", "--report-json", "r.json", *options]
    for calibrate in ([], ["--calibrate", samples]):
        if options == ["--precision", "fp8"] and not calibrate:
            continue
        assert fp8c(*words, *calibrate).code == 0
        returned = json.loads((tmp_path / "r.json").read_text())
        stored = fp8c("report", "p.fp8c", "--json").json()
        for document in (returned, stored):
            jsonschema.Draft202012Validator(closed(schema)).validate(document)
        assert "times" in returned and "times" not in stored
        assert returned["nodes"] == stored["nodes"]


def test_a_compile_says_where_its_time_went(fp8c, model, samples, tmp_path):
    words = ["compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibrate", samples, "--no-cache", "--report-json", "r.json"]
    assert "time went to" not in fp8c(*words).out  # it took no five seconds
    said = [line for line in fp8c(*words, "--verbose").out.splitlines() if line.startswith("time went to ")]
    report = json.loads((tmp_path / "r.json").read_text())
    known = {t["stage"] for t in report["times"]} | {p["name"] for p in report["passes"]}
    assert {"decide", "decide others", "compare"} <= known
    assert len(said) == 1 and {part.rsplit(" ", 2)[0] for part in said[0][len("time went to "):].split(", ")} <= known


def test_the_schema_names_what_the_pages_are_tested_with(fp8c, plan, schema):
    document = documents.filled(fp8c("report", plan, "--json").json())
    jsonschema.Draft202012Validator(closed(schema)).validate(document)


def test_schema_notices(fp8c, plan, schema):
    """The validator is awake: a document spoilt in one place is refused there."""
    good = fp8c("report", plan, "--json").json()
    check = jsonschema.Draft202012Validator(closed(schema))
    for spoil in (lambda d: d.pop("nodes"), lambda d: d["model"].update(bytes="12"),
                  lambda d: d["alternatives"][0].update(secnods=1.0),
                  lambda d: d["nodes"][0].update({"class": "soft"}), lambda d: d.update(schema="fp8c-report-2")):
        bad = copy.deepcopy(good)
        spoil(bad)
        assert not check.is_valid(bad)


# ---- Two plans compared -------------------------------------------------------


@pytest.fixture
def other(fp8c, model, samples, tmp_path):
    done = fp8c("compile", model, "-o", "bf16.fp8c", "--precision", "bf16", "--calibrate", samples, "--target", "cpu", "-q")
    assert done.code == 0, done.err
    return tmp_path / "bf16.fp8c"


@pytest.fixture(scope="session")
def comparison_schema():
    schema = json.loads((ROOT / "docs" / "comparison.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema


def test_two_plans(fp8c, plan, other, comparison_schema):
    c = fp8c("report", plan, other, "--json").json()
    jsonschema.Draft202012Validator(closed(comparison_schema)).validate(c)
    a, b = (fp8c("report", p, "--json").json() for p in (plan, other))
    assert c["same_model"] and c["a"]["fp8_nodes"] == 2 and c["b"]["fp8_nodes"] == 0
    matrix = [r for r in c["nodes"] if r["matrix"]]
    assert [r["a"]["name"] for r in matrix] == [n["name"] for n in a["nodes"] if "decision" in n]
    assert all(r["a"]["format"] == "e4m3" and r["b"]["format"] == "bf16" and "format" in r["differs"] for r in matrix)
    assert all(r["a"]["kernels"]["cpu"].startswith("e4m3 x e4m3 ->") for r in matrix)
    assert [o["a"]["sqnr_db"] for o in c["outputs"]] == [o["sqnr_db"] for o in a["alternatives"][0]["outputs"]]
    assert [o["b"]["sqnr_db"] for o in c["outputs"]] == [o["sqnr_db"] for o in b["alternatives"][0]["outputs"]]
    assert all(o["a"] and o["b"] for o in c["outputs"])
    assert c["sentence"].startswith("2 of 2 matrix nodes have another format; y: ")
    shown = fp8c("report", plan, other).out
    assert c["sentence"].split(";")[0] in shown and "B against A" in shown
    assert shown.count(" e4m3  bf16 ") == 2


def test_a_plan_and_itself(fp8c, plan):
    c = fp8c("report", plan, plan, "--json").json()
    assert c["sentence"].startswith("Both plans decide the same for all 2 matrix nodes;")
    assert len(c["nodes"]) == 2 and all(r["differs"] == [] for r in c["nodes"])
    assert "  none\n  2 matrix nodes are the same\n" in fp8c("report", plan, plan).out


def test_times_of_other_sizes_are_not_compared(fp8c, plan, tmp_path, comparison_schema):
    report = fp8c("report", plan, "--json").json()
    for name, profile in ("a", "batch=1"), ("b", "batch=8"):
        timed = copy.deepcopy(report)
        timed["time"].update(profile=profile, full=False, seconds=1e-6)
        for a in timed["alternatives"]:
            a["seconds"] = 1e-6
        (tmp_path / f"{name}.json").write_text(json.dumps(timed))
    c = fp8c("report", "a.json", "b.json", "--json").json()
    jsonschema.Draft202012Validator(closed(comparison_schema)).validate(c)
    assert c["b"]["conditions"] == "modelled for sm_90a (H200) at batch=8"
    assert "times are not comparable: of A modelled for sm_90a (H200) at batch=1, of B" in c["sentence"]
    assert "(other)" in fp8c("report", "a.json", "b.json").out
    same = fp8c("report", "a.json", "a.json", "--json").json()
    assert "B takes 1.00 times the time of A, modelled for sm_90a (H200) at batch=1" in same["sentence"]


def test_times_of_a_chip_that_nobody_had_say_so(fp8c, plan, tmp_path):
    report = documents.filled(fp8c("report", plan, "--json").json())
    report["time"].update(target="sm_89", constants="data sheet", profile="batch=8")
    (tmp_path / "d.json").write_text(json.dumps(report))
    assert "time: modelled for sm_89 (not measured on any chip) at batch=8" in fp8c("report", "d.json").out


def test_what_is_judged_is_compared(fp8c, plan, tmp_path):
    (tmp_path / "d.json").write_text(json.dumps(documents.filled(fp8c("report", plan, "--json").json())))
    outputs = {o["name"]: o for o in fp8c("report", "d.json", "d.json", "--json").json()["outputs"]}
    assert list(outputs) == ["y", "y before its Softmax"]
    assert outputs["y before its Softmax"]["a"]["sqnr_db"] == pytest.approx(outputs["y"]["b"]["sqnr_db"] + 3.5)
    assert "SQNR of y before its Softmax" in fp8c("report", "d.json", "d.json").out


def test_plans_of_different_models(fp8c, plan, other, tmp_path):
    mlp(tmp_path / "wide.onnx", width=128)
    assert fp8c("compile", "wide.onnx", "-o", "wide.fp8c", "--precision", "bf16", "--target", "cpu", "-q").code == 0
    c = fp8c("report", plan, "wide.fp8c", "--json").json()
    assert not c["same_model"] and c["sentence"].startswith("The plans are of different models. ")


def merged(report):
    """The document as if one node computed both products: the first stands for the second's nodes too."""
    first, second = [n for n in report["nodes"] if "decision" in n]
    first["sources"] += second["sources"]
    first["decision"]["members"] = 2
    report["nodes"].remove(second)
    return report


def test_nodes_are_matched_by_what_they_stand_for(fp8c, plan, tmp_path):
    report = fp8c("report", plan, "--json").json()
    names = [n["name"] for n in report["nodes"] if "decision" in n]
    (tmp_path / "merged.json").write_text(json.dumps(merged(copy.deepcopy(report))))
    rows = fp8c("report", "merged.json", plan, "--json").json()["nodes"]
    assert [(r["a"]["name"], r["b"]["name"]) for r in rows] == [(names[0], names[0]), (names[0], names[1])]
    assert "members" in rows[0]["differs"]
    lone = copy.deepcopy(report)
    lone["nodes"] = [n for n in lone["nodes"] if n["name"] != names[1]]
    (tmp_path / "lone.json").write_text(json.dumps(lone))
    rows = fp8c("report", "lone.json", plan, "--json").json()["nodes"]
    assert rows[-1]["a"] is None and rows[-1]["b"]["name"] == names[1]
    assert "in B only" in fp8c("report", "lone.json", plan).out
    assert "in A only" in fp8c("report", plan, "lone.json").out


def test_documents_that_are_none(fp8c, plan, tmp_path):
    for content, word in ((b"{", "no JSON"), (b"{}", "no schema"), (b'{"schema": "fp8c-report-9"}', "fp8c-report-9"),
                          (b'{"schema": 3}', "no schema"), (b"", ""), (b"{" * 100000, "no JSON")):
        (tmp_path / "d.json").write_bytes(content)
        for words in (["d.json"], [plan, "d.json"], ["d.json", "--html", "x.html"]):
            done = fp8c("report", *words)
            assert done.code == 3 and done.err.startswith("fp8c: ") and word in done.err, (content, done.err)
    # of the right name and otherwise hollow or of other types: shown, as far as it goes
    for hollow in ({}, {"nodes": 3, "alternatives": {}, "variants": [7, None], "model": [], "summary": "x"},
                   {"nodes": [{"decision": 5}, 3, {"decision": {"format": 7, "macs": "x"}, "kernels": {"a": 1}, "sources": 4}]}):
        (tmp_path / "d.json").write_text(json.dumps({"schema": "fp8c-report-1", **hollow}))
        for words in (["d.json"], [plan, "d.json"], ["d.json", "--html", "x.html"], ["d.json", plan, "--json"]):
            assert fp8c("report", *words).code == 0, words


# ---- The terminal ---------------------------------------------------------------


def test_terminal_says_why_and_what_is_missing(fp8c, plan, other, model):
    said = fp8c("report", plan).out
    assert "Every matrix node computes in FP8." in said
    assert "cpu       2 of 2 FP8 nodes run on kernels that read FP8 operands" in said
    assert "no GPU variant" in said and "--max-error" in said
    report = fp8c("report", other, "--json").json()
    reasons = {n["decision"]["reason"] for n in report["nodes"] if "decision" in n}
    said = fp8c("report", other).out
    assert len(reasons) == 1 and f"2 nodes, 100% of MACs: {reasons.pop()} (" in said
    assert fp8c("compile", model, "-o", "plain.fp8c", "--target", "cpu", "-q").code == 0
    assert "No error was measured" in fp8c("report", "plain.fp8c").out


def test_a_product_behind_a_rounding_step_is_found_among_the_launches(fp8c, model, samples):
    """The first product reads a port, which is rounded by a launch of its own: both stand for the same model node."""
    done = fp8c("compile", model, "-n", "--calibrate", samples, "--target", "sm_90a", "--dim", "batch=64", "--precision", "fp8", "--json")
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    report = done.json()
    assert "e4m3" in report["variants"][0]["launches"][0]["precision"]
    assert " x " not in report["variants"][0]["launches"][0]["precision"]
    for n in report["nodes"]:
        if "decision" in n:
            assert [(k["as_decided"], k["precision"][:11]) for k in n["kernels"]] == [(True, "e4m3 x e4m3")], n["name"]


def test_terminal_says_what_does_not_agree(fp8c, plan, tmp_path):
    report = fp8c("report", plan, "--json").json()
    node = next(n for n in report["nodes"] if "decision" in n)
    node["kernels"][0].update(precision="bf16 x bf16 -> f32", as_decided=False)
    (tmp_path / "d.json").write_text(json.dumps(report))
    said = fp8c("report", "d.json").out
    assert f"DIFFERS: {node['name']} is decided as e4m3 and runs as bf16 x bf16 -> f32" in said
    assert "1 of 2 FP8 nodes" in said


def test_terminal_shows_all_that_a_document_can_hold(fp8c, plan, tmp_path):
    (tmp_path / "d.json").write_text(json.dumps(documents.filled(fp8c("report", plan, "--json").json())))
    said = fp8c("report", "d.json").out
    for words in ("budget sqnr>=25dB: met, measured 25.75", "errors measured on 24 held-out samples", "(3 more left out for NaN or infinity)", "time: modelled for sm_90a (H200) at batch=8", "10% to 90%", "exact",
                  "*   45.25 us", "66.7%", "0.90 us", "sm_90a    2 of 2 FP8 nodes", "warning [small-calibration] 24 samples are few", "(INT8)"):
        assert words in said, words
    assert "compile with" not in said
    assert all(len(line) <= 140 for line in said.splitlines())


def test_long_and_foreign_names_keep_the_columns(fp8c, plan, tmp_path):
    report = fp8c("report", plan, "--json").json()
    nodes = [n for n in report["nodes"] if "decision" in n]
    nodes[0]["name"] = "/a/very/long/path/" * 20 + "größe.0"
    nodes[1]["name"] = "名前" * 3
    (tmp_path / "d.json").write_text(json.dumps(report))
    lines = fp8c("report", "d.json").out.splitlines()
    rows = [l for l in lines if "größe.0" in l or "名前" in l]
    head = next(l for l in lines if l.startswith("  node "))
    assert len(rows) == 2 and {len(r) for r in rows} == {len(head)} and all(len(l) <= 110 for l in lines)


def test_graph_for_graphviz(fp8c, plan, tmp_path):
    """Every kernel is a box, every line leads from what makes a value to what reads it, once."""
    done = fp8c("report", plan, "--dot", "g.dot", "--json")
    report, dot = done.json(), (tmp_path / "g.dot").read_text()
    boxes = dict(re.findall(r'^  (k\d+) \[.*label="((?:[^"\\]|\\.)*)"\];$', dot, re.M))
    kernels = {n.get("region", n["name"]) for n in report["nodes"]}
    assert len(boxes) == len(kernels) + len(report["inputs"]) + len(report["outputs"])
    lines = re.findall(r'^  (k\d+) -> (k\d+) \[label="(\w+)"', dot, re.M)
    assert len(lines) == len(set(lines)) and {a for a, b, f in lines} | {b for a, b, f in lines} == set(boxes)
    by_name = {label.split("\\n")[1]: k for k, label in boxes.items()}
    first, second = [n["name"] for n in report["nodes"] if "decision" in n]
    assert (by_name[first], by_name[second], "e4m3") in lines and "E4M3" in boxes[by_name[first]].upper()
    assert dot.startswith('digraph "mlp.onnx" {') and dot.endswith("}\n") and 'fillcolor="#cfe6f3"' in dot
    dotted = shutil.which("dot")
    if dotted:
        subprocess.run([dotted, "-Tsvg", "g.dot", "-o", "g.svg"], cwd=tmp_path, check=True)
    assert fp8c("report", plan, plan, "--dot", "h.dot").code == 2 and not (tmp_path / "h.dot").exists()


def test_names_in_graphviz_are_words_and_nothing_else(fp8c, plan, tmp_path):
    report = fp8c("report", plan, "--json").json()
    for n in report["nodes"]:
        n["name"] = '"] ; x [label="\\' + "\u202e" + n["name"]
    (tmp_path / "d.json").write_text(json.dumps(report))
    assert fp8c("report", "d.json", "--dot", "g.dot").code == 0
    dot = (tmp_path / "g.dot").read_text()
    assert "\u202e" not in dot and r'\"] ; x [label=\"\\\\xe2\\x80\\xae' in dot
    assert all(line.count('"') - line.count('\\"') in (0, 2, 4, 6, 8, 10) for line in dot.splitlines())
