"""Compile, run, show, compare, verify, report, bench: the way a user goes."""
import hashlib
import json
import os

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper

from conftest import mlp


def test_run_agrees_with_onnx_runtime(fp8c, model, tmp_path):
    assert fp8c("compile", model, "-o", "f32.fp8c", "--precision", "f32", "--target", "cpu").code == 0
    x = np.random.default_rng(3).standard_normal((5, 64)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    done = fp8c("run", "f32.fp8c", "--input", "x=x.npy", "--output-dir", "out")
    assert done.code == 0, done.err
    want = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
    np.testing.assert_allclose(np.load(tmp_path / "out" / "y.npy"), want, rtol=2e-5, atol=2e-5)


def test_fp8_plan_computes_in_fp8_and_is_close(fp8c, model, plan):
    report = fp8c("report", plan, "--json").json()
    matrix = [n for n in report["nodes"] if "decision" in n]
    assert len(matrix) == 2 and all(n["decision"]["format"] == "e4m3" for n in matrix)
    for n in matrix:
        assert {o["format"] for o in n["inputs"][:2]} == {"e4m3"}, n
        assert n["decision"]["reason"]
    assert [n["decision"]["macs"] for n in matrix] == [64 * 128, 128 * 64]  # of one sample
    summary = report["summary"]
    assert summary["fp8_mac_share"] == summary["fp8_mac_share_outside_attention"] == 1.0
    assert summary["sentence"].startswith("2 of 2 matrix nodes compute in FP8: 100% of the multiply-accumulates; y: ")
    done = fp8c("compare", model, plan, "--random", 5, "--dim", "batch=9", "--tolerance", "sqnr>=22dB")
    assert done.code == 0, done.out + done.err


def test_compare_outside_its_tolerance_is_7(fp8c, model, plan):
    done = fp8c("compare", model, plan, "--random", 5, "--tolerance", "sqnr>=90dB")
    assert done.code == 7 and "outside sqnr>=90dB" in done.err
    assert fp8c("compare", plan, plan, "--random", 5, "--tolerance", "maxabs<=0").code == 0


def test_report_says_what_the_alternatives_cost(fp8c, plan):
    report = fp8c("report", plan, "--json").json()
    by_name = {a["name"]: a for a in report["alternatives"]}
    assert set(by_name) >= {"auto", "bf16", "e4m3"}
    sqnr = lambda name: by_name[name]["outputs"][0]["sqnr_db"]
    assert sqnr("bf16") > sqnr("auto") > 20
    assert by_name["auto"]["weight_bytes"] < by_name["bf16"]["weight_bytes"]
    text = fp8c("report", plan).out
    assert "e4m3" in text and "n_y" in text or "n_z0" in text


def test_html_report_is_one_file(fp8c, plan, tmp_path):
    assert fp8c("report", plan, "--html", "r.html").code == 0
    page = (tmp_path / "r.html").read_text()
    assert page.startswith("<!doctype html>") and "</script>" in page
    assert "http://" not in page.split("<script>")[0] and 'src="' not in page
    assert len(page) < 2_000_000


def test_plans_are_byte_identical(fp8c, model, samples, tmp_path):
    def digest(name, *more, env=None):
        done = fp8c("compile", model, "-o", name, "--calibrate", samples, "--target", "cpu", "--no-cache", *more, env=env)
        assert done.code == 0, done.err
        return hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
    os.makedirs(tmp_path / "elsewhere")
    first = digest("a.fp8c", "--threads", 1)
    assert digest("elsewhere/b.fp8c", "--threads", 3) == first
    assert digest("c.fp8c", env={"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}) == first
    # a warm cache gives the same decisions
    assert fp8c("compile", model, "-o", "d.fp8c", "--calibrate", samples, "--target", "cpu").code == 0
    assert fp8c("compile", model, "-o", "e.fp8c", "--calibrate", samples, "--target", "cpu").code == 0
    assert (tmp_path / "d.fp8c").read_bytes() == (tmp_path / "e.fp8c").read_bytes()


def test_verify_and_pin(fp8c, plan, tmp_path):
    digest = fp8c("verify", plan).out.split()[0]
    assert len(digest) == 64
    assert fp8c("verify", plan, "--json").json() == {"plan": str(plan), "hash": digest}
    np.save(tmp_path / "x.npy", np.zeros((1, 64), np.float32))
    assert fp8c("run", plan, "-i", "x=x.npy", "--pin", digest).code == 0
    done = fp8c("run", plan, "-i", "x=x.npy", "--pin", "0" * 64)
    assert done.code == 3 and digest in done.err


def test_run_tells_in_json(fp8c, plan, tmp_path):
    np.save(tmp_path / "x.npy", np.full((3, 64), 1e6, np.float32))
    told = fp8c("run", plan, "-i", "x=x.npy", "-o", "out", "--device", "cpu", "--count-saturated", "--json").json()
    (out,) = told["outputs"]
    assert out["dtype"] == "f32" and out["shape"] == list(np.load(tmp_path / out["file"]).shape)
    assert told["fp8_values"] > 0 and told["reach"] > 1 and all(s["saturated"] <= s["elements"] for s in told["saturated"])
    assert told["saturated"]


def test_made_up_inputs_say_what_they_assume(fp8c, plan):
    done = fp8c("bench", plan, "--device", "cpu", "--duration", "0.05")
    assert 'dimension 0 of made-up input "x", batch, is taken as 1' in done.err
    assert "taken as" not in fp8c("bench", plan, "--device", "cpu", "--duration", "0.05", "--dim", "batch=2").err


def test_show_model_and_plan(fp8c, model, plan):
    shown = fp8c("show", model, "--json").json()
    assert shown["supported"] and shown["inputs"][0]["shape"] == ["batch", 64]
    assert shown["outputs"][0]["shape"] == ["batch", 64]
    assert fp8c("show", model).out.endswith("\nEvery operator is supported.\n")
    shown = fp8c("show", plan, "--json").json()
    assert [v["target"] for v in shown["variants"]] == ["cpu"]
    assert any(s["kernel"] == "Linear" and "e4m3" in s["precision"] for s in shown["variants"][0]["steps"])
    assert "variant  cpu" in fp8c("show", plan, "--steps").out


def test_bench_exports_its_samples(fp8c, plan, tmp_path):
    done = fp8c("bench", plan, "--iterations", 7, "--dim", "batch=4", "--profile", "--percentile", 95, "--export", "t.json", "--json")
    assert done.code == 0, done.err
    figures = json.loads((tmp_path / "t.json").read_text())
    assert figures["runs"] == 7 and len(figures["samples_ms"]) == 7
    total = next(p for p in figures["parts"] if p["name"] == "end to end")
    assert 0 < total["min_ms"] <= total["p50_ms"] <= total["p95_ms"] <= total["max_ms"]
    assert figures["steps"] and all(0 <= s["min_us"] <= s["median_us"] <= s["max_us"] for s in figures["steps"])


def test_io_types(fp8c, model, samples, tmp_path):
    done = fp8c("compile", model, "-o", "io.fp8c", "--calibrate", samples, "--target", "cpu", "--io-type", "x=e4m3@0.01",
                "--io-type", "y=bf16")
    assert done.code == 0, done.err
    ports = fp8c("show", "io.fp8c", "--json").json()
    assert ports["inputs"][0]["dtype"] == "e4m3" and ports["outputs"][0]["dtype"] == "bf16"
    codes = np.full((2, 64), 0x38, np.uint8)  # 1.0, so x = 0.01
    np.save(tmp_path / "x.npy", codes)
    assert fp8c("run", "io.fp8c", "-i", "x=x.npy", "-o", "out").code == 0
    got = np.load(tmp_path / "out" / "y.npy")
    bits = got.view(np.uint16).astype(np.uint32) << 16
    x = np.full((2, 64), 0.01, np.float32)
    want = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
    np.testing.assert_allclose(bits.view(np.float32), want, atol=0.1)


def test_dry_run_writes_no_plan(fp8c, model, samples, tmp_path):
    done = fp8c("compile", model, "-o", "no.fp8c", "--calibrate", samples, "--dry-run", "--target", "cpu")
    assert done.code == 0 and "no plan written" in done.out
    assert "Matrix nodes, each alone" in done.out and "What really runs" in done.out
    assert not (tmp_path / "no.fp8c").exists()
    assert fp8c("compile", model, "--dry-run", "--target", "cpu", "-q").out == ""


def test_dry_run_lists_what_no_target_has(fp8c, tmp_path):
    """Every node of every target and size, each once."""
    io = lambda name, *dims: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", 4, *dims])
    nodes = [helper.make_node("Det", ["x"], ["y"], name="det_one"), helper.make_node("Relu", ["x"], ["a"], name="relu"),
             helper.make_node("Det", ["a"], ["z"], name="det_two")]
    graph = helper.make_graph(nodes, "odd", [io("x", 20, 20)], [io("y"), io("z")])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 8
    onnx.save(made, str(tmp_path / "odd.onnx"))
    done = fp8c("compile", "odd.onnx", "--dry-run", "--precision", "f32", "--target", "sm_89", "--target", "sm_90a", "--target", "cpu",
                "--dim", "batch=1,2")
    assert done.code == 4
    for target in ("sm_89", "sm_90a"):
        for node in ('Det "det_one"', 'Det "det_two"'):
            assert done.err.count(f"{node} has no kernel for {target}") == 1, done.err
    assert "relu" not in done.err.lower()


def test_passes_can_be_stopped_dumped_disabled(fp8c, model):
    names = [p["name"] for p in fp8c("passes", "--json").json()]
    assert "fold-constants" in names and "fuse-gelu" in names
    done = fp8c("compile", model, "--dry-run", "--target", "cpu", "--precision", "f32", "--dump-after", "fuse-gelu")
    assert "= Gelu" in done.out and "graph mlp" in done.out
    done = fp8c("compile", model, "--dry-run", "--target", "cpu", "--precision", "f32", "--disable", "fuse-gelu",
                "--dump-after", "all")
    assert "= Gelu" not in done.out and "= Erf" in done.out
    # what runs for each target and each size alone, with or without a compiler for its kernels
    words = ["compile", model, "--dry-run", "--target", "sm_90a", "--precision", "f32", "--dim", "batch=1,3", "--dump-after", "move-first"]
    done = fp8c(*words)
    assert done.out.count("graph mlp") == 2 and "symbol batch = 3" in done.out
    assert "graph mlp" not in fp8c(*words, "--disable", "move-first").out


def test_bf16_without_calibration(fp8c, model, tmp_path):
    done = fp8c("compile", model, "-o", "b.fp8c", "--target", "cpu", "--precision", "bf16")
    assert done.code == 0
    assert fp8c("compare", model, "b.fp8c", "--random", 2, "--tolerance", "sqnr>=40dB").code == 0
    done = fp8c("compile", model, "-o", "a.fp8c", "--target", "cpu")
    assert done.code == 0 and "without --calibrate" in done.err


def test_progress_is_quiet_in_a_pipe(fp8c, model, samples):
    done = fp8c("compile", model, "--calibrate", samples, "--target", "cpu", "-q")
    assert done.code == 0 and done.out == "" and done.err == ""
