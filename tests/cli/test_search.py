"""Formats by search: budgets, speeds and shares, from the command line."""
import json
import stat
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper


@pytest.fixture
def compile_(fp8c, model, samples, tmp_path):
    def run(*options, calibrate=samples):
        done = fp8c("compile", model, "-o", "m.fp8c", "--target", "cpu", "-q", "--report-json", "r.json", "--calibrate", calibrate, *options)
        path = tmp_path / "r.json"
        return done, json.loads(path.read_text()) if path.exists() else None

    return run


def judged(report, name="auto"):
    return min(x["sqnr_db"] for a in report["alternatives"] if a["name"] == name for x in a["judged"])


def formats(report):
    return {n["name"]: n["decision"]["format"] for n in report["nodes"] if "decision" in n}


def test_budget_is_kept_and_tight_budgets_cost_time(compile_):
    last = 0
    for bound in (20, 30, 36, 40):
        done, report = compile_("--max-error", f"sqnr>={bound}dB")
        assert done.code == 0, done.err
        assert judged(report) >= bound
        budget = report["budget"]
        assert budget["met"] and budget["metric"] == "sqnr" and budget["bound"] == bound
        assert abs(budget["measured"] - judged(report)) < 0.01
        assert report["evaluation"] == {"split": "held-out", "samples": 3}
        seconds = report["time"]["seconds"]
        assert seconds >= last
        last = seconds
        for n in report["nodes"]:
            if "decision" in n:
                assert n["decision"]["rule"] == "search" and n["decision"]["reason"].startswith("search: ")
                assert sum(o["chosen"] for o in n["options"]) == 1
    assert set(formats(report).values()) == {"bf16"}


@pytest.mark.parametrize("budget, of", [("relative<=8%", "relative"), ("cosine>=0.998", "cosine"), ("kl<=0.002", "kl")])
def test_other_metrics(compile_, budget, of):
    done, report = compile_("--max-error", budget)
    assert done.code == 0, done.err
    assert report["budget"]["metric"] == of and report["budget"]["met"]
    assert any(f == "e4m3" for f in formats(report).values())


def test_agreement_of_decisions(compile_, tmp_path):
    """Twelve decisions say little about a tenth of them, 240 say enough."""
    np.savez(tmp_path / "many.npz", x=np.random.default_rng(1).standard_normal((240, 64)).astype(np.float32))
    done, report = compile_("--max-error", "top1-agreement>=85%", calibrate="many.npz")
    assert done.code == 0, done.err
    budget = report["budget"]
    assert budget["metric"] == "top1-agreement" and budget["met"] and budget["safe"] and 0.85 <= budget["deciding"] <= 1
    assert any(f == "e4m3" for f in formats(report).values())
    done, report = compile_("--max-error", "top1-agreement>=99.9%")
    assert done.code == 0, done.err
    assert set(formats(report).values()) <= {"bf16", "f32"}


@pytest.fixture
def kinds(tmp_path):
    """Four products, added up: a plain one; one whose input has a channel 100 times as large as the others; one whose rows
    differ by 2^22 in size, which a norm behind it takes away; one that makes small differences of large numbers."""
    r, n = np.random.default_rng(0), 64
    weight = lambda: (r.standard_normal((n, n)) / 8).astype(np.float32)
    large, outliers, hopeless = np.ones(n, np.float32), weight(), weight()
    large[5] = 100
    outliers[5] /= 100
    constants = {"w_plain": weight(), "w_outliers": outliers, "w_range": weight(), "w_hopeless": hopeless - hopeless.mean(0), "large": large,
                 "offset": np.float32(40), "one": np.ones(n, np.float32), "zero": np.zeros(n, np.float32)}
    node = helper.make_node
    nodes = [node("MatMul", ["x", "w_plain"], ["plain"], name="plain"),
             node("Mul", ["x", "large"], ["xo"]), node("MatMul", ["xo", "w_outliers"], ["o"], name="outliers"),
             node("Mul", ["x", "size"], ["xr"]), node("MatMul", ["xr", "w_range"], ["z"], name="range"),
             node("LayerNormalization", ["z", "one", "zero"], ["r"], epsilon=1e-20),
             node("Add", ["x", "offset"], ["xh"]), node("MatMul", ["xh", "w_hopeless"], ["h"], name="hopeless"),
             node("Add", ["plain", "o"], ["s1"]), node("Add", ["s1", "r"], ["s2"]), node("Add", ["s2", "h"], ["y"])]
    io = lambda name, size: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size])
    graph = helper.make_graph(nodes, "kinds", [io("x", n), io("size", 1)], [io("y", n)],
                              [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 8
    onnx.save(made, str(tmp_path / "kinds.onnx"))
    np.savez(tmp_path / "kinds.npz", x=r.standard_normal((32, n)).astype(np.float32),
             size=np.exp2(-r.uniform(0, 22, (32, 1))).astype(np.float32))
    return tmp_path / "kinds.onnx"


def test_each_kind_of_trouble_is_found_and_said(fp8c, kinds, tmp_path):
    done = fp8c("compile", kinds, "-o", "k.fp8c", "--target", "cpu", "-q", "--calibrate", "kinds.npz", "--max-error", "sqnr>=16dB")
    assert done.code == 0, done.err
    report = fp8c("report", "k.fp8c", "--json").json()
    found = {n["name"]: n["decision"] for n in report["nodes"] if "decision" in n}
    assert {k: d["format"] for k, d in found.items()} == {"plain": "e4m3", "outliers": "e4m3", "range": "e5m2", "hopeless": "bf16"}
    said = {k: d["reason"] for k, d in found.items()}
    assert "outliers: channel 5 of its input reaches" in said["outliers"]
    assert "E5M2's range is needed" in said["range"] and "hopeless in FP8, so BF16" in said["hopeless"]
    assert "outliers" not in said["plain"] + said["range"] + said["hopeless"]
    channels = {v["value"]: v["channels"] for v in report["values"]}
    assert channels["xo"]["largest"] == 5 and 40 < channels["xo"]["outlier_ratio"] < 200
    assert channels["x"]["count"] == 64 and channels["x"]["outlier_ratio"] < 5
    assert report["budget"]["met"] and report["budget"]["safe"]
    terminal = " ".join(fp8c("report", "k.fp8c").out.split())
    for words in ("What stands out outliers (e4m3): ", "channel 5 of its input reaches", "range (e5m2): E5M2's range is needed", "hopeless in FP8, so BF16"):
        assert words in terminal, terminal


def test_formats_that_were_not_weighed_say_why(fp8c, tmp_path):
    """Two products are pinned: what they may not be has its reason."""
    r, node = np.random.default_rng(0), helper.make_node
    io = lambda name, size: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size])
    weights = {"a": r.standard_normal((64, 4)), "b": r.standard_normal((4, 64)), "c": r.standard_normal((64, 64))}
    graph = helper.make_graph([node("MatMul", ["x", "a"], ["h"], name="narrow"), node("Relu", ["h"], ["k"]), node("MatMul", ["k", "b"], ["i"], name="shallow"),
                               node("MatMul", ["i", "c"], ["y"], name="square")], "narrow", [io("x", 64)], [io("y", 64)],
                              [numpy_helper.from_array(v.astype(np.float32), k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "s.npz", x=r.standard_normal((16, 64)).astype(np.float32))
    (tmp_path / "pin.json").write_text('{"rules": [{"node": ["narrow", "shallow"], "format": "bf16"}]}')
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_90a", "--target", "cpu", "--dim", "n=64", "--calibrate", "s.npz", "--fp8-share", "50%", "--json",
                "--override", "pin.json")
    if done.code == 5 or "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    options = {n["name"]: {o["format"]: o.get("refused") for o in n["options"]} for n in done.json()["nodes"] if "options" in n}
    assert set(options) == {"narrow", "shallow", "square"} and all(set(o) == {"e4m3", "e5m2", "bf16", "f32"} for o in options.values())
    refused = {(name, f): why for name, o in options.items() for f, why in o.items() if why}
    assert not any(name == "square" and f in ("e4m3", "bf16") for name, f in refused), refused
    assert all("an override pins" in refused[name, f] for name in ("narrow", "shallow") for f in ("e4m3", "e5m2")), refused


def test_goals_share_what_they_ran(fp8c, model, samples, tmp_path):
    """What one goal ran is not run again for the next, which decides the same as without a cache."""
    ran = lambda: len(list((tmp_path / "cache" / "verdicts").iterdir()))
    plan = lambda name, *words: (fp8c("compile", model, "-o", name, "--target", "cpu", "-q", "--calibrate", samples, *words), (tmp_path / name).read_bytes())[1]
    plan("a.fp8c", "--max-error", "sqnr>=30dB", "--cache-dir", "cache")
    first = ran()
    kept = plan("b.fp8c", "--target-speedup", "1.02", "--cache-dir", "cache")
    assert first >= 10 and ran() - first <= first / 2
    assert kept == plan("c.fp8c", "--target-speedup", "1.02", "--no-cache")


def test_a_share_that_costs_time_is_said(fp8c, tmp_path):
    """Pixels of three numbers are filled up to sixteen bytes for FP8: a pass of its own, and nothing else has the share."""
    r, io = np.random.default_rng(0), lambda name, size: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", size, 64, 64])
    graph = helper.make_graph([helper.make_node("Conv", ["x", "w"], ["y"], name="stem", pads=[1] * 4)], "stem", [io("x", 3)], [io("y", 32)],
                              [numpy_helper.from_array((r.standard_normal((32, 3, 3, 3)) / 5).astype(np.float32), "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8), str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "s.npz", x=r.standard_normal((4, 3, 64, 64)).astype(np.float32))
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_90a", "--dim", "n=16", "--calibrate", "s.npz", "--fp8-share", "95%", "--json")
    if done.code == 5 or "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    report = done.json()
    longer = report["time"]["seconds"] / report["time"]["bf16_seconds"] - 1
    said, = (d["text"] for d in report["diagnostics"] if d["code"] == "slower-than-bf16")
    assert longer > 0.01 and f"the plan takes {100 * longer:.1f}% longer than all in BF16" in said


def test_what_bf16_cannot_is_f32(compile_):
    done, report = compile_("--max-error", "sqnr>=150dB")
    assert done.code == 0, done.err
    assert set(formats(report).values()) == {"f32"} and report["budget"]["met"]


def test_over_budget_is_exit_7_with_the_figure_and_a_report(compile_, tmp_path):
    rng = np.random.default_rng(7)
    np.savez(tmp_path / "eval.npz", x=(300 * rng.standard_normal((5, 64))).astype(np.float32))
    words = ("--max-error", "sqnr>=22dB", "--evaluate", "eval.npz")
    done, report = compile_(*words)
    assert done.code == 7
    assert "sqnr>=22dB" in done.err and " dB on the 5 samples of --evaluate" in done.err and "no plan is written" in done.err
    assert not (tmp_path / "m.fp8c").exists()
    assert report["budget"]["met"] is False and report["budget"]["measured"] < 22
    done, report = compile_(*words, "--write-over-budget")
    assert done.code == 7 and (tmp_path / "m.fp8c").exists()


def test_samples_held_out_have_the_last_word(compile_, tmp_path):
    """Every fourth sample decides nothing: when those are larger than scales allow for, FP8 does not keep the budget."""
    x = np.random.default_rng(3).standard_normal((16, 64)).astype(np.float32)
    x[3::4] *= 40
    np.savez(tmp_path / "larger.npz", x=x)
    done, report = compile_("--max-error", "sqnr>=22dB", calibrate="larger.npz")
    assert done.code == 0, done.err
    assert "calibration-differs" in [d["code"] for d in report["diagnostics"]]
    assert report["budget"]["met"] and report["budget"]["measured"] >= 22
    assert min(x["sqnr_db"] for a in report["alternatives"] if a["name"] == "e4m3" for x in a["judged"]) < 10
    assert "bf16" in formats(report).values()
    # And where nothing else may be chosen, that is exit 7 with the figure.
    (tmp_path / "over.json").write_text(json.dumps({"rules": [{"op": "Linear", "format": "e4m3"}]}))
    done, report = compile_("--max-error", "sqnr>=22dB", "--override", "over.json", calibrate="larger.npz")
    assert done.code == 7 and " dB on the 4 samples held out; no plan is written" in done.err, done.err
    assert not report["budget"]["met"] and not report["budget"]["safe"] and report["budget"]["measured"] < 10


def test_same_command_same_plan(compile_, tmp_path):
    plans = []
    for threads in (1, 2, 2):
        done, _ = compile_("--max-error", "sqnr>=30dB", "--threads", threads, "--no-cache")
        assert done.code == 0, done.err
        plans.append((tmp_path / "m.fp8c").read_bytes())
    assert plans[0] == plans[1] == plans[2]


def test_share(compile_):
    last = 1000
    for share in (0.1, 0.5, 1):
        done, report = compile_("--fp8-share", f"{100 * share:g}%")
        assert done.code == 0, done.err
        assert report["summary"]["fp8_mac_share"] >= share - 1e-6
        assert judged(report) <= last + 0.5
        last = judged(report)
        front = report["pareto"]
        assert [p["seconds"] for p in front[:-1]] == sorted(p["seconds"] for p in front[:-1])
        assert sum(p["chosen"] for p in front) == 1
    assert set(formats(report).values()) <= {"e4m3", "e5m2"}


def test_speed(compile_):
    done, report = compile_("--target-speedup", "1.1")
    assert done.code == 0, done.err
    assert report["time"]["bf16_seconds"] / report["time"]["seconds"] >= 1.1
    assert report["budget"]["metric"] == "speedup" and report["budget"]["met"]
    done, _ = compile_("--target-speedup", "50")
    assert done.code == 7 and "out of reach" in done.err and "times as fast as BF16" in done.err


def test_goals_together(compile_):
    """A budget, a speed and a share: the plan has all that is asked for, or there is none."""
    _, fast = compile_("--target-speedup", "1.1")
    _, most = compile_("--fp8-share", "100%")
    done, report = compile_("--target-speedup", "1.1", "--fp8-share", "100%")
    assert done.code == 0, done.err
    budget = report["budget"]
    assert report["summary"]["fp8_mac_share"] > 1 - 1e-6 > fast["summary"]["fp8_mac_share"]
    assert budget["metric"] == "speedup" and budget["measured"] >= 1.1 and budget["met"] and budget["text"] == "target-speedup 1.1, fp8-share 1"
    assert [(b["metric"], b["met"]) for b in budget["besides"]] == [("fp8-share", True)]
    assert abs(judged(report) - judged(most)) < 0.6
    low, high = judged(most) - 1, judged(fast) + 6
    done, report = compile_("--max-error", f"sqnr>={low:.1f}dB", "--fp8-share", "60%", "--target-speedup", "1.05")
    assert done.code == 0, done.err
    assert judged(report) >= low and report["summary"]["fp8_mac_share"] >= 0.6 and report["budget"]["met"]
    assert [b["metric"] for b in report["budget"]["besides"]] == ["speedup", "fp8-share"]
    done, report = compile_("--max-error", f"sqnr>={high:.1f}dB", "--fp8-share", "100%")
    assert done.code == 7 and "is not kept with --fp8-share 100%" in done.err
    done, _ = compile_("--max-error", "sqnr>=20dB", "--fp8-share", "50%", "--target-speedup", "50")
    assert done.code == 7 and "--target-speedup 50 is out of reach: with 50% of the multiply-accumulates in FP8" in done.err


def test_separate_samples_judge(compile_, tmp_path):
    rng = np.random.default_rng(7)
    np.savez(tmp_path / "eval.npz", x=rng.standard_normal((5, 64)).astype(np.float32))
    done, report = compile_("--max-error", "sqnr>=30dB", "--evaluate", "eval.npz")
    assert done.code == 0, done.err
    assert report["evaluation"] == {"split": "separate", "samples": 5}
    assert report["calibration_samples"] == 12
    # of another kind: it is said, and the budget may well be missed
    np.savez(tmp_path / "eval.npz", x=(300 * rng.standard_normal((5, 64))).astype(np.float32))
    done, report = compile_("--max-error", "sqnr>=22dB", "--evaluate", "eval.npz")
    assert done.code == 7 and "on the 5 samples of --evaluate" in done.err
    assert "calibration-differs" in [d["code"] for d in report["diagnostics"]]


def test_few_samples_are_warned_of(compile_, tmp_path):
    rng = np.random.default_rng(7)
    for count, code in ((1, "nothing-held-out"), (3, "nothing-held-out"), (5, "few-samples")):
        np.savez(tmp_path / "few.npz", x=rng.standard_normal((count, 64)).astype(np.float32))
        done, report = compile_(calibrate="few.npz")
        assert done.code == 0 and code in [d["code"] for d in report["diagnostics"]]
        assert report["evaluation"]["split"] == ("calibration" if count < 4 else "held-out")


def test_overrides_are_obeyed(compile_, tmp_path):
    _, report = compile_()
    node = next(iter(formats(report)))
    (tmp_path / "over.json").write_text(json.dumps({"rules": [{"node": node, "format": "bf16"}]}))
    done, report = compile_("--fp8-share", "30%", "--override", "over.json")
    assert done.code == 0, done.err
    assert formats(report)[node] == "bf16"
    rules = {n["name"]: n["decision"]["rule"] for n in report["nodes"] if "decision" in n}
    assert rules.pop(node) == "override" and set(rules.values()) == {"search"}
    options = {n["name"]: {o["format"]: o.get("refused") for o in n["options"]} for n in report["nodes"] if "options" in n}
    assert options.pop(node) == {"bf16": None, **{f: "an override pins bf16" for f in ("e4m3", "e5m2", "f32")}}
    assert set(map(tuple, (o.values() for o in options.values()))) == {(None,) * 4}


def script(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(f"#!{sys.executable}\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


MEASURE = """
import sys, numpy as np
assert sys.argv[1] == "a b", sys.argv
r, p = np.load(sys.argv[2]), np.load(sys.argv[3])
assert r.files == p.files and len(r.files) >= 1
open("calls", "a").write("%d\\n" % len(r[r.files[0]]))
print("anything before")
print(max(abs(r[k] - p[k]).max() / abs(r[k]).max() for k in r.files))
"""


def test_own_metric(compile_, tmp_path):
    path = script(tmp_path, "score", MEASURE)
    done, report = compile_("--max-error", f"cmd:{path} 'a b'<=0.05")
    assert done.code == 0, done.err
    assert report["budget"]["metric"] == "cmd" and 0 < report["budget"]["measured"] <= 0.05
    calls = (tmp_path / "calls").read_text().split()
    assert calls[-1] == "3" and set(calls[:-1]) == {"12"}  # all samples in tries, those held out judge


def test_own_metric_says_yes_or_no(compile_, tmp_path):
    yes, no = script(tmp_path, "yes", "raise SystemExit(0)"), script(tmp_path, "no", "raise SystemExit(1)")
    done, report = compile_("--max-error", f"cmd:{yes}")
    assert done.code == 0 and set(formats(report).values()) == {"e4m3"}
    done, report = compile_("--max-error", f"cmd:{no}")
    assert done.code == 7 and "the program says so" in done.err


@pytest.mark.parametrize("text, said", [("raise SystemExit(3)", "ended with status 3"), ("print('good')", 'printed "good"'),
                                        ("pass", "is to be one number"), ("import os; os.kill(os.getpid(), 9)", "signal 9"),
                                        ("import time; time.sleep(60)", "did not end within 0.5 s"), ("print('nan')", "is to be one number")])
def test_own_metric_that_fails(compile_, tmp_path, text, said):
    path = script(tmp_path, "bad", text)
    patience = "0.5" if "0.5 s" in said else "60"  # a busy machine starts Python slowly
    done, _ = compile_("--max-error", f"cmd:{path}>=0.5", "--metric-timeout", patience)
    assert done.code == 3 and said in done.err and len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize("options, said", [
    (["--max-error", "good"], "there is sqnr>=25dB"),
    (["--max-error", ""], "there is sqnr>=25dB"),
    (["--max-error", "sqnr<=20dB"], "grows with accuracy"),
    (["--max-error", "sqnr>=loud"], "is no number"),
    (["--max-error", "cosine>=2"], "outside"),
    (["--max-error", "cmd:"], "no program"),
    (["--max-error", "cmd:/no/such/thing>=1"], "cannot be started"),
    (["--target-speedup", "0"], "a number above 0"),
    (["--target-speedup", "-2"], "a number above 0"),
    (["--target-speedup", "fast"], "a number above 0"),
    (["--target-speedup", "0.5"], "from 1 to 100"),
    (["--target-speedup", "1000"], "from 1 to 100"),
    (["--target-speedup", "nan"], "a number above 0"),
    (["--fp8-share", "0"], "wants a share"),
    (["--fp8-share", "120%"], "wants a share"),
    (["--fp8-share", "all"], "wants a share"),
    (["--fp8-share", "-5%"], "wants a share"),
    (["--time-limit", "0"], "a number above 0"),
    (["--time-limit", "10"], "has nothing to do without"),
    (["--write-over-budget"], "has nothing to do without"),
    (["--metric-timeout", "x"], "a number above 0"),
    (["--judge", "all"], "it can be logits|outputs"),
    (["--max-error", "sqnr>=20", "--fp8-share", "150%"], "wants a share"),
    (["--max-error", "sqnr>=20", "--target-speedup", "0.5"], "a factor over BF16 from 1 to 100"),
    (["--max-error", "sqnr>=20", "--precision", "bf16"], "--precision bf16 leaves none"),
    (["--max-error", "sqnr>=20", "--judge-output", "nowhere"], 'no output "nowhere"'),
])
def test_mistakes_are_a_sentence(compile_, options, said):
    done, _ = compile_(*options)
    assert done.code == 2, done.err
    lines = done.err.strip().splitlines()
    assert said in lines[-1] and len(lines) == 1


def test_nothing_to_calibrate_with(fp8c, model):
    for option in (["--max-error", "sqnr>=20"], ["--fp8-share", "50%"], ["--target-speedup", "2"]):
        done = fp8c("compile", model, "-o", "m.fp8c", "--target", "cpu", *option)
        assert done.code == 2 and "needs --calibrate" in done.err
    done = fp8c("compile", model, "-o", "m.fp8c", "--target", "cpu", "--evaluate", "x.npz")
    assert done.code == 2 and "there is no --calibrate" in done.err


def test_evaluation_data_that_is_wrong(compile_, tmp_path):
    np.savez(tmp_path / "other.npz", y=np.zeros((5, 64), np.float32))
    done, _ = compile_("--evaluate", "other.npz")
    assert done.code == 3 and done.err.startswith("fp8c: --evaluate: ") and "no input of the model" in done.err
    done, _ = compile_("--evaluate", "missing.npz")
    assert done.code == 6 and "missing.npz" in done.err


def test_time_limit_gives_the_best_so_far(compile_):
    done, report = compile_("--max-error", "sqnr>=30dB", "--time-limit", "0.001", "--no-cache")
    assert done.code in (0, 7)
    assert "search" in {n["decision"]["rule"] for n in report["nodes"] if "decision" in n}
