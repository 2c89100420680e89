"""How scales are asked for: methods, powers of two, headroom, constants; and what is refused."""
import json
import math

import numpy as np
import pytest

from test_mistakes import refused


@pytest.fixture
def report_of(fp8c, model, samples, tmp_path):
    def run(*words, calibrate=True):
        data = ["--calibrate", samples] if calibrate else []
        done = fp8c("compile", model, "-n", "--target", "cpu", "--json", *data, *words)
        return done.json() if done.code == 0 else done
    return run


def activation_scales(report):
    return {v["value"]: v["scale"] for v in report["values"]}


def weight_scales(fp8c, model, samples, *words):
    """Of the dumped graph: the constants that are scale vectors."""
    done = fp8c("compile", model, "-n", "-q", "--target", "cpu", "--calibrate", samples, "--dump-after", "insert-scales",
                *words)
    return [l for l in done.out.splitlines() if ".scale :" in l]


def test_methods(report_of):
    amax = {v["value"]: v["amax"] for v in report_of()["values"]}
    by = {}
    for method in ("max", "percentile", "percentile=98", "mse", "kl", "constant=0.125"):
        report = report_of("--calibrate-method", method)
        assert report["calibration_method"] == method and f"method={method}" in report["options"]
        by[method] = activation_scales(report)
        assert all(n["decision"]["policy"] == method for n in report["nodes"] if "decision" in n)
    for value in amax:
        assert math.isclose(by["max"][value], amax[value] / 448, rel_tol=1e-6)
        assert by["percentile=98"][value] < by["percentile"][value] <= by["max"][value] * (1 + 1e-6)
        assert by["constant=0.125"][value] == 0.125
        assert by["mse"][value] >= by["max"][value] * 0.99


def test_powers_of_two(report_of, fp8c, model, samples):
    for method in ("max", "mse", "kl", "percentile"):
        scales = activation_scales(report_of("--scales", "pow2", "--calibrate-method", method))
        assert all(math.frexp(s)[0] == 0.5 for s in scales.values())
    assert "powers of two" in report_of("--scales", "pow2")["calibration_method"]
    assert any(math.frexp(s)[0] != 0.5 for s in activation_scales(report_of("--calibrate-method", "max")).values())


def test_headroom(report_of):
    once = activation_scales(report_of("--calibrate-method", "max"))
    for word, factor in (("1.5", 1.5), ("2", 2), ("6dB", 1.995262), ("0dB", 1)):
        more = activation_scales(report_of("--calibrate-method", "max", "--headroom", word))
        assert all(math.isclose(more[v], factor * once[v], rel_tol=1e-6) for v in once)


def test_a_constant_scale_needs_no_data(report_of, fp8c, model, tmp_path):
    report = report_of("--calibrate-method", "constant=0.05", calibrate=False)
    assert report["summary"]["fp8_nodes"] == 2 and not report["values"]
    assert not [d for d in report["diagnostics"] if d["code"] == "no-calibration"]
    assert report_of("--calibrate-method", "constant=0.05", "--precision", "fp8", calibrate=False)["summary"]["fp8_nodes"] == 2
    assert fp8c("compile", model, "-o", "c.fp8c", "--target", "cpu", "--calibrate-method", "constant=0.05").code == 0
    assert fp8c("compile", model, "-o", "f.fp8c", "--target", "cpu", "--precision", "f32").code == 0
    x = np.random.default_rng(3).standard_normal((5, 64)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    for plan in ("c", "f"):
        assert fp8c("run", f"{plan}.fp8c", "-i", "x=x.npy", "--output-dir", plan).code == 0
    got, want = (np.load(tmp_path / p / "y.npy") for p in ("c", "f"))
    assert 20 < 10 * math.log10(np.sum(want ** 2) / np.sum((got - want) ** 2)) < 40


@pytest.mark.parametrize("words, told", [
    (["--calibrate-method", "median"], "there are mse, max"), (["--calibrate-method", ""], "there are mse, max"),
    (["--calibrate-method", "percentile=0"], "SHARE"), (["--calibrate-method", "percentile=nan"], "SHARE"),
    (["--calibrate-method", "percentile=100.1"], "SHARE"), (["--calibrate-method", "constant=0"], "not 0"),
    (["--calibrate-method", "constant=nan"], "NaN"), (["--calibrate-method", "constant=inf"], "infinity"),
    (["--calibrate-method", "constant=-1"], "negative"), (["--calibrate-method", "constant=1e-44"], "2^-120"),
    (["--calibrate-method", "constant=x"], "there are mse, max"),
    (["--calibrate-method", "constant=0.05", "--scales", "pow2"], "no power of two"),
    (["--calibrate-method", "constant=0.05", "--headroom", "2"], "constant=SCALE is given"),
    (["--scales", "int8"], "any|pow2"), (["--headroom", "0.5"], "factor"), (["--headroom", "nan"], "factor"),
    (["--headroom", "inf"], "factor"), (["--headroom", "-3dB"], "factor"), (["--headroom", "dB"], "factor"),
    (["--headroom", "100000"], "factor"), (["--headroom", "2x"], "factor")])
def test_nonsense(report_of, words, told):
    refused(report_of(*words), 2, told)


def test_statistics_in_the_report(report_of, samples):
    x = np.load(samples)["x"]
    x = np.abs(x[np.arange(len(x)) % 4 != 3]).ravel()  # every fourth sample is held out
    v = next(v for v in report_of()["values"] if v["value"] == "x")
    assert v["count"] == x.size and math.isclose(v["amax"], x.max(), rel_tol=1e-6)
    assert math.isclose(v["rms"], np.sqrt(np.mean(x.astype(np.float64) ** 2)), rel_tol=1e-6)
    assert math.isclose(v["outlier_ratio"], v["amax"] / v["rms"], rel_tol=1e-6)
    for name, q in v["percentiles"].items():
        assert abs(np.mean(x <= q) - float(name[1:]) / 100) < 0.02
    assert v["format"] == "e4m3" and 28 < v["sqnr_db"] < 34 and v["saturated_share"] == 0
    what = v["what_if"]
    # Normal numbers: every bit that goes from the exponent to the mantissa helps.
    assert v["sqnr_db"] + 4 < what["e3m4_db"] < what["e2m5_db"] + 1 and what["int8_db"] > what["e3m4_db"]


def test_what_other_formats_would_keep(report_of):
    for d in (n["decision"] for n in report_of()["nodes"] if "decision" in n):
        what = d["what_if"]
        # Both operands nearly normal: 6 dB a mantissa bit, where the exponent still reaches.
        assert 4 < what["e3m4_db"] - d["sqnr_e4m3_db"] < 8
        assert what["int8_db"] > d["sqnr_e4m3_db"] + 4 and what["e2m5_db"] > d["sqnr_e4m3_db"] + 4
    assert all("what_if" not in n["decision"] for n in report_of("--precision", "bf16")["nodes"] if "decision" in n)


def test_samples_with_nan_are_left_out_when_asked(fp8c, model, samples, tmp_path, report_of):
    good = np.load(samples)["x"]
    bad = good.copy()
    bad[4, 7] = np.nan
    bad[4, 8] = np.inf
    bad[8, 1] = -np.inf
    np.savez(tmp_path / "bad.npz", x=bad)
    np.savez(tmp_path / "left.npz", x=np.delete(good, [4, 8], 0))
    words = ["compile", model, "-n", "--target", "cpu", "--json", "--calibrate"]
    refused(fp8c(*words, "bad.npz"), 3, "sample 4", "\"x\"", "NaN")
    done = fp8c(*words, "bad.npz", "--skip-nonfinite")
    skipped, left = done.json(), fp8c(*words, "left.npz").json()
    assert skipped["calibration_skipped"] == 2
    assert "2 of 12 calibration samples are left out" in done.err and "4 and 8" in done.err
    assert [d["code"] for d in skipped["diagnostics"] if d["code"] == "samples-skipped"]
    found = {v["value"]: v.pop("nonfinite") for v in skipped["values"]}
    assert found["x"] == 3 and sum(found.values()) == 3
    assert skipped["calibration_samples"] == left["calibration_samples"] and skipped["values"] == left["values"]
    assert [n.get("decision") for n in skipped["nodes"]] == [n.get("decision") for n in left["nodes"]]
    assert skipped["alternatives"] == left["alternatives"]
    clean = report_of("--skip-nonfinite")
    assert clean["calibration_skipped"] == 0 and clean["values"][0]["nonfinite"] == 0
    np.savez(tmp_path / "none.npz", x=np.full((2, 64), np.nan, np.float32))
    refused(fp8c(*words, "none.npz", "--skip-nonfinite"), 3, "all 2 calibration samples")


def test_what_becomes_infinite_inside_is_found(fp8c, model, tmp_path):
    """Finite inputs, an operand that overflows on one sample."""
    x = np.random.default_rng(0).standard_normal((5, 64)).astype(np.float32)
    x[2] = np.copysign(np.float32(3e38), x[2])
    np.savez(tmp_path / "d.npz", x=x)
    words = ["compile", model, "-n", "--target", "cpu", "--json", "--calibrate", "d.npz"]
    refused(fp8c(*words), 3, "calibration sample 2", "\"g\"")
    report = fp8c(*words, "--skip-nonfinite").json()
    assert report["calibration_skipped"] == 1
    assert {v["value"]: v["nonfinite"] > 0 for v in report["values"]} == {"x": False, "g": True}


def test_saturated_elements_are_counted(fp8c, model, samples, tmp_path):
    words = ["compile", model, "--target", "cpu", "-c", samples, "--precision", "fp8", "--calibrate-method", "max", "-q"]
    assert fp8c(*words, "-o", "p.fp8c").code == 0
    report = fp8c("report", "p.fp8c", "--json").json()
    scale = np.float32(activation_scales(report)["x"])
    x = np.load(samples)["x"]
    for factor in (1, 3):
        np.save(tmp_path / "x.npy", x * np.float32(factor))
        done = fp8c("run", "p.fp8c", "-i", "x=x.npy", "--device", "cpu", "--count-saturated")
        y = np.abs(x * np.float32(factor)) * (np.float32(1) / scale)
        beyond = int(np.sum(y > 464))
        lines = [l for l in done.out.splitlines() if "saturated" in l]
        of_x = [l for l in lines if l.startswith("x")]
        assert (beyond > 0) == (factor == 3) and len(of_x) == (factor == 3)
        if of_x:
            assert f"{beyond} of {x.size} elements" in of_x[0] and f"{y.max() / 448:.3g} times" in of_x[0]
        assert f" elements in 2 FP8 values saturated" in lines[-1]
    assert "saturated" not in fp8c("run", "p.fp8c", "-i", "x=x.npy", "--device", "cpu").out
    refused(fp8c("run", "p.fp8c", "-i", "x=x.npy", "--device", "cuda:0", "--count-saturated"), 5)


def test_a_written_softmax_is_judged_alike_in_every_assignment(fp8c, tmp_path, samples):
    """exp(x - max x) / sum, its Exp rounded for storage: what it reads is compared with itself."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    w = (np.random.default_rng(0).standard_normal((64, 32)) / 4).astype(np.float32)
    node = helper.make_node
    nodes = [node("MatMul", ["x", "w"], ["h"], name="product"), node("ReduceMax", ["h", "one"], ["top"], keepdims=1),
             node("Max", ["low", "top"], ["bounded"]), node("Sub", ["h", "bounded"], ["less"]), node("Exp", ["less"], ["e"]),
             node("ReduceSum", ["e", "one"], ["sum"], keepdims=1), node("Div", ["e", "sum"], ["y"])]
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "soft", [io("x", TensorProto.FLOAT, ["n", 64])], [io("y", TensorProto.FLOAT, ["n", 32])],
                              [numpy_helper.from_array(np.asarray(v), k) for k, v in
                               (("w", w), ("one", np.array([1])), ("low", np.array(-np.inf, np.float32)))])
    m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    m.ir_version = 8
    onnx.save(m, str(tmp_path / "soft.onnx"))
    done = fp8c("compile", "soft.onnx", "-n", "--target", "cpu", "-c", samples, "--json")
    assert done.code == 0, done.err
    judged = {a["name"]: a["judged"][0] for a in done.json()["alternatives"] if a.get("judged")}
    assert all(j["before"] == "Softmax" for j in judged.values())
    assert 25 < judged["auto"]["sqnr_db"] < 35 and judged["bf16"]["sqnr_db"] > 45, judged
