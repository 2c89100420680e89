"""--precision auto for a GPU: FP8 where the time model says that it saves time, and nowhere else."""
import json

import numpy as np
import onnx
import pytest
from onnx import helper
from small_models import save

random = np.random.default_rng(5)


def f32(*shape):
    return random.standard_normal(shape).astype(np.float32)


def few_channels(path):
    """Three convolutions that are over before they have begun: a launch each, whatever their format."""
    nodes, x = [], "x"
    for i in range(3):
        nodes += [helper.make_node("Conv", [x, f"w{i}"], [f"c{i}"], name=f"conv{i}", pads=[1] * 4),
                  helper.make_node("Relu", [f"c{i}"], [y := f"y{i}"], name=f"relu{i}")]
        x = y
    weights = {f"w{i}": f32(32, 32, 3, 3) / 17 for i in range(3)}
    save(path, nodes, [("x", ["n", 32, 12, 12])], [("y2", ["n", 32, 12, 12])], **weights)
    np.savez(path.with_suffix(".npz"), x=f32(4, 32, 12, 12))
    return path


def large_and_tiny(path, width=2048):
    """A product of much arithmetic, and beside it one that is all launch and rounding."""
    nodes = [helper.make_node("MatMul", ["x", "large.w"], ["y"], name="large"), helper.make_node("MatMul", ["t", "tiny.w"], ["z"], name="tiny")]
    save(path, nodes, [("x", ["n", width]), ("t", ["m", 64])], [("y", ["n", width]), ("z", ["m", 64])],
         **{"large.w": f32(width, width) / width ** 0.5, "tiny.w": f32(64, 64) / 8})
    np.savez(path.with_suffix(".npz"), x=f32(4, 64, width), t=f32(4, 2, 64))
    return path


@pytest.fixture
def told(fp8c, tmp_path):
    """The report of a compile for a Hopper GPU."""
    def run(model, *words, target="sm_90a", n="4096"):
        sizes = ["--dim", "n=1"] if "few" in model.name else ["--dim", f"n={n}", "--dim", "m=2"]
        done = fp8c("compile", model, "-n", "--calibrate", model.with_suffix(".npz"), "--target", target, "--json", *sizes, *words)
        if "NVRTC" in done.err:
            pytest.skip("not found: NVRTC")
        assert done.code == 0, done.err
        return done.json()
    return run


def decisions(report):
    return {n["name"]: n["decision"] for n in report["nodes"] if "decision" in n}


def rules(report):
    return {name: (d["format"], d["rule"]) for name, d in decisions(report).items()}


def said(report):
    return [d["text"] for d in report["diagnostics"] if d["code"] == "fp8-no-gain"]


def kernels(report):
    return [(launch["kernel"], launch["precision"]) for v in report["variants"] for launch in v["launches"]]


def test_where_fp8_saves_nothing_all_is_bf16_and_said(told, fp8c, tmp_path):
    model = few_channels(tmp_path / "few.onnx")
    auto, bf16 = told(model), told(model, "-p", "bf16")
    assert set(rules(auto).values()) == {("bf16", "gain")}
    assert kernels(auto) == kernels(bf16) and len(kernels(auto)) >= 3
    words, = said(auto)
    assert words.startswith("FP8 brings nothing here: by the time model of sm_90a at n=1 the whole takes ") and "--precision fp8" in words
    gain = auto["gain"]
    assert (gain["allowed"], gain["left_out"]) == (3, 3) and gain["chosen_seconds"] == gain["bf16_seconds"]
    assert gain["allowed_seconds"] > 0.95 * gain["bf16_seconds"]
    # the times are those of the assignments that stand beside it
    seconds = {a["name"]: a["seconds"] for a in auto["alternatives"]}
    assert seconds["auto"] == pytest.approx(seconds["bf16"]) == pytest.approx(gain["bf16_seconds"])
    assert seconds["e4m3"] == pytest.approx(gain["allowed_seconds"])
    assert "0 of 3 matrix nodes compute in FP8 (3 more could, and would save no time)" in auto["summary"]["sentence"]
    (tmp_path / "r.json").write_text(json.dumps(auto))
    shown = fp8c("report", "r.json").out
    assert "[fp8-no-gain]" in shown and "Why not FP8" in shown and "3 nodes" in shown


def test_fp8_can_be_had_all_the_same(told, tmp_path):
    model = few_channels(tmp_path / "few.onnx")
    forced = told(model, "-p", "fp8")
    assert set(rules(forced).values()) == {("e4m3", "score")} and not said(forced) and "gain" not in forced
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "conv1", "format": "e4m3"}]}))
    pinned = rules(told(model, "--override", tmp_path / "o.json"))
    assert pinned == {"conv0": ("bf16", "gain"), "conv1": ("e4m3", "override"), "conv2": ("bf16", "gain")}
    asked = told(model, "--fp8-share", "100%")
    assert set(rules(asked).values()) == {("e4m3", "search")} and not said(asked)


def test_for_the_cpu_alone_rules_and_scores_decide(told, tmp_path):
    report = told(few_channels(tmp_path / "few.onnx"), target="cpu")
    assert set(rules(report).values()) == {("e4m3", "score")} and not said(report) and "gain" not in report


@pytest.mark.parametrize("make, n", [(few_channels, "1"), (large_and_tiny, "64")])
def test_without_a_target_and_a_gpu_the_answer_is_that_of_the_gpu_it_models(told, fp8c, tmp_path, make, n):
    """The same formats, reasons and times as for --target sm_90a at the samples' sizes; --dim takes other sizes."""
    model = make(tmp_path / ("few.onnx" if make is few_channels else "both.onnx"))
    hidden = {"CUDA_VISIBLE_DEVICES": ""}
    compile_ = lambda *words: fp8c("compile", model, "-n", "--calibrate", model.with_suffix(".npz"), *words, env=hidden)
    asked, done = told(model, n=n), compile_("--json")
    assert done.code == 0, done.err
    report = done.json()
    assert [v["target"] for v in report["variants"]] == ["cpu"]
    assert rules(report) == rules(asked) and said(report)[:1] == [s + ", and --dim NAME=SIZE weighs it at other sizes" for s in said(asked)]
    time = report["time"]
    assert (time["source"], time["target"], time["assumed"], time["full"]) == ("model", "sm_90a", True, False)
    assert time["profile"] == asked["time"]["profile"] and not asked["time"]["assumed"]
    assert time["seconds"] == pytest.approx(asked["time"]["seconds"]) and time["bf16_seconds"] == pytest.approx(asked["time"]["bf16_seconds"])
    shown = compile_()
    assert ("us a run" in shown.out) == (make is few_channels) and ("times as fast as BF16" in shown.out) == (make is large_and_tiny)
    assert f"modelled for sm_90a (H200) at {time['profile']}" in shown.out and "measured on 1 sample" in shown.out
    assert f"formats are those that save time on sm_90a (H200) at {time['profile']}" in shown.err and "--precision fp8" in shown.err
    everywhere = compile_("--json", "-p", "fp8").json()
    assert {r[0] for r in rules(everywhere).values()} == {"e4m3"}
    if make is large_and_tiny:
        larger = compile_("--json", "--dim", "n=4096").json()
        assert larger["time"]["profile"] == "n=4096 m=2" and rules(larger) == {"large": ("e4m3", "score"), "tiny": ("bf16", "gain")}


def test_without_samples_no_sizes_are_assumed_and_that_is_said(fp8c, tmp_path):
    model, hidden = few_channels(tmp_path / "few.onnx"), {"CUDA_VISIBLE_DEVICES": ""}
    done = fp8c("compile", model, "-n", "-q", "-t", "cpu", "--calibrate", "few.npz", "--save-calibration", "c.json")
    assert done.code == 0, done.err
    done = fp8c("compile", model, "-n", "--calibration", "c.json", "--json", env=hidden)
    assert done.code == 0 and "no samples tell the sizes" in done.err and "--dim does" in done.err, done.err
    report = done.json()
    assert set(r[0] for r in rules(report).values()) == {"e4m3"} and "gain" not in report
    assert "no samples tell" not in fp8c("compile", model, "-n", "--precision", "bf16", env=hidden).err


def test_times_of_an_ideal_chip_are_in_no_headline(told, fp8c, tmp_path):
    report = told(few_channels(tmp_path / "few.onnx"), target="cpu")
    assert report["time"]["full"] and "as fast as" not in report["summary"]["sentence"]


def test_an_assumed_gpu_refuses_nothing_that_the_cpu_can(fp8c, tmp_path):
    save(tmp_path / "one.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc")], [("x", ["n", 256])], [("y", ["n", 64])], w=f32(256, 64) / 16)
    np.savez(tmp_path / "one.npz", x=f32(4, 8, 256))
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", "format": "e4m3", "granularity": "block"}]}))
    done = fp8c("compile", "one.onnx", "-n", "--calibrate", "one.npz", "--override", "o.json", "--json", env={"CUDA_VISIBLE_DEVICES": ""})
    assert done.code == 0, done.err
    assert decisions(done.json())["fc"]["granularity"] == "weights per 128 x 128 block, activations per 128 of a row"


def test_a_product_that_saves_nothing_stays_bf16_beside_one_that_does(told, tmp_path):
    model = large_and_tiny(tmp_path / "both.onnx")
    report = told(model)
    assert rules(report) == {"large": ("e4m3", "score"), "tiny": ("bf16", "gain")}
    reason = decisions(report)["tiny"]["reason"]
    assert reason.startswith("by the time model of sm_90a at n=4096 m=2 FP8 would save ") and " us" in reason
    assert not said(report) and (report["gain"]["allowed"], report["gain"]["left_out"]) == (2, 1)
    assert report["gain"]["chosen_seconds"] < 1.002 * report["gain"]["allowed_seconds"] < 0.95 * report["gain"]["bf16_seconds"]
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "tiny", "format": "e4m3"}]}))
    assert rules(told(model, "--override", tmp_path / "o.json")) == {"large": ("e4m3", "score"), "tiny": ("e4m3", "override")}


def test_nothing_is_left_out_where_everything_gains(told, tmp_path):
    """Alone, the large product is in FP8 with nothing said; what it needs of time is half of what it would in BF16."""
    save(tmp_path / "one.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"], name="large")], [("x", ["n", 2048]), ("m", ["m", 1])], [("y", ["n", 2048])],
         w=f32(2048, 2048) / 45)
    np.savez(tmp_path / "one.npz", x=f32(4, 64, 2048), m=f32(4, 2, 1))
    report = told(tmp_path / "one.onnx")
    assert rules(report) == {"large": ("e4m3", "score")} and not said(report) and "gain" not in report
    seconds = {a["name"]: a["seconds"] for a in report["alternatives"]}
    assert seconds["auto"] < 0.75 * seconds["bf16"]


def test_the_first_sizes_decide(told, tmp_path):
    model = large_and_tiny(tmp_path / "both.onnx", 512)
    assert rules(told(model, n="1,16384"))["large"] == ("bf16", "gain")
    assert rules(told(model, n="16384,1"))["large"] == ("e4m3", "score")


def test_the_same_comes_out_every_time_and_dumps_show_it(fp8c, tmp_path):
    model = large_and_tiny(tmp_path / "both.onnx")
    words = ["compile", model, "--calibrate", "both.npz", "--target", "sm_90a", "--dim", "n=4096", "--dim", "m=2", "--no-cache", "-q"]
    for name, threads in (("one", 1), ("two", 2)):
        done = fp8c(*words, "-o", name, "-j", threads)
        if "NVRTC" in done.err:
            pytest.skip("not found: NVRTC")
        assert done.code == 0, done.err
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    done = fp8c(*words, "-n", "--dump-after", "insert-scales")
    dumped = done.out + done.err
    assert dumped.count("graph g") == 1 and dumped.count("Quantize") == 1, dumped
