"""fp8c.compile: models, samples, options, what it says, and plans as files."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import onnx
import onnxruntime
import pytest

import fp8c

RANDOM = np.random.default_rng(1)
X = RANDOM.standard_normal((5, 32)).astype(np.float32)


def reference(model, feed):
    return onnxruntime.InferenceSession(str(model)).run(None, feed)


def sqnr(want, have):
    return 10 * np.log10(np.square(want).sum() / np.square(want - have).sum())


def samples(count=8, rows=4):
    return RANDOM.standard_normal((count, rows, 32)).astype(np.float32)


@pytest.mark.parametrize("given", ["path", "proto"])
def test_a_model_becomes_a_plan_that_computes_it(mlp, given):
    model = mlp if given == "path" else onnx.load(str(mlp))
    plan = fp8c.compile(model, target="cpu", precision="f32")
    assert [str(p) for p in plan.inputs] == ["x: float32[batch, 32]"]
    assert [v.target for v in plan.variants] == ["cpu"]
    (y,) = fp8c.Session(plan).run(None, {"x": X})
    np.testing.assert_allclose(y, reference(mlp, {"x": X})[0], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("form", ["dict", "dicts", "generator", "tuples", "arrays", "file", "lengths"])
def test_samples_in_every_form_make_fp8(mlp, tmp_path, form):
    data = samples()
    if form == "file":
        np.savez(tmp_path / "samples.npz", x=data)
    given = {
        "dict": {"x": data},
        "dicts": [{"x": s} for s in data],
        "generator": ({"x": s} for s in data),
        "tuples": ((s, "a label") for s in data),
        "arrays": list(data),
        "file": tmp_path / "samples.npz",
        "lengths": [{"x": s[: 2 + i % 3]} for i, s in enumerate(data)],
    }[form]
    plan = fp8c.compile(mlp, calibrate=given, target="cpu", precision="fp8")
    assert plan.report["summary"]["fp8_nodes"] == 2
    assert plan.report["calibration_samples"] + plan.report["evaluation"]["samples"] == 8
    assert sqnr(reference(mlp, {"x": X})[0], fp8c.Session(plan).run(None, {"x": X})[0]) > 20


def test_the_same_samples_in_another_form_give_the_same_plan(mlp, tmp_path):
    data = samples()
    np.savez(tmp_path / "samples.npz", x=data)
    made = [fp8c.compile(mlp, calibrate=c, target="cpu", cache=False) for c in ({"x": data}, tmp_path / "samples.npz")]
    assert made[0].hash == made[1].hash


def test_sizes_overrides_and_ports(mlp):
    plan = fp8c.compile(
        mlp,
        calibrate={"x": samples()},
        target=["cpu", "sm_90a"],
        dims={"batch": [1, 8]},
        overrides={"rules": [{"node": "second", "format": "bf16"}]},
        io_types={"y": "bf16"},
        precision="fp8",
    )
    assert [(v.target, v.profile) for v in plan.variants] == [("cpu", ""), ("sm_90a", "batch=1"), ("sm_90a", "batch=8")]
    formats = {n["name"]: n["decision"]["format"] for n in plan.report["nodes"] if n.get("decision")}
    assert formats == {"first": "e4m3", "second": "bf16"}
    assert plan.outputs[0].dtype.name == "bfloat16"


def test_nodes_are_rows_of_a_table(mlp):
    plan = fp8c.compile(mlp, calibrate={"x": samples()}, target="cpu", precision="fp8")
    nodes = plan.nodes
    rows = nodes.to_dict("records") if hasattr(nodes, "to_dict") else nodes
    assert {r["name"]: r["format"] for r in rows if r["class"] == "gemm"} == {"first": "e4m3", "second": "e4m3"}


def test_the_report_is_a_dict_a_text_and_a_page(mlp, tmp_path):
    plan = fp8c.compile(mlp, calibrate={"x": samples()}, target="cpu")
    again = fp8c.Plan(plan.save(tmp_path / "m.fp8c"))
    for report in (plan.report, again.report):
        assert report["schema"] == "fp8c-report-1" and len(report) == len(list(report))
        assert "first" in str(report)
        assert report._repr_html_().startswith("<iframe srcdoc=")
    assert again.report.save(tmp_path / "m.html").read_text().startswith("<!doctype html>")


def test_a_plan_is_saved_whole_or_not_at_all(mlp, tmp_path):
    plan = fp8c.compile(mlp, target="cpu")
    path = plan.save(tmp_path / "m.fp8c")
    assert fp8c.Plan(path).hash == plan.hash == fp8c.Plan(path, hash=plan.hash).hash
    assert fp8c.Plan(path).save(path) == path
    fp8c.Plan(path).verify()
    with pytest.raises(FileNotFoundError):
        plan.save(tmp_path / "nowhere" / "m.fp8c")
    assert sorted(os.listdir(tmp_path)) == sorted({"m.fp8c", "mlp.onnx"} | ({"cache"} & set(os.listdir(tmp_path))))


def test_progress_and_remarks_are_told(mlp):
    stages, remarks = [], []
    fp8c.compile(
        mlp,
        calibrate={"x": samples()},
        target="cpu",
        max_error="sqnr>=20dB",
        progress=lambda stage, done, total: stages.append((stage, done, total)),
        diagnostic=remarks.append,
    )
    assert "calibrate" in {s for s, _, _ in stages} and all(d <= t for _, d, t in stages)
    assert all(set(r) == {"severity", "code", "node", "text"} for r in remarks)


@pytest.mark.parametrize("stage", ["import", "calibrate", "score", "compare bf16", "compile kernels", "report"])
def test_an_exception_of_a_callback_ends_the_compile(mlp, stage):
    seen = []

    def stop(at, done, total):
        seen.append(at)
        if at == stage:
            raise KeyboardInterrupt(at)

    options = dict(calibrate={"x": samples()}, target=["cpu", "sm_90a"], dims={"batch": 2}, cache=False, precision="fp8")
    if stage == "compile kernels" and not os.environ.get("FP8C_NVRTC"):
        pytest.skip("no NVRTC")
    with pytest.raises(KeyboardInterrupt, match=stage):
        fp8c.compile(mlp, progress=stop, **options)
    assert seen[-1] == stage
    assert fp8c.compile(mlp, **options).hash == fp8c.compile(mlp, **options).hash


def test_ctrl_c_ends_a_compile(mlp):
    """One compile behind the other, so that the signal meets one; what it leaves is no plan."""
    code = f"""
import fp8c, numpy
samples = numpy.random.default_rng(0).standard_normal((200, 4, 32)).astype("f4")
print("begin", flush=True)
while True:
    fp8c.compile({str(mlp)!r}, target="cpu", calibrate={{"x": samples}}, cache=False)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begin\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=20)
    assert child.returncode != 0 and "KeyboardInterrupt" in said


def test_a_goal_that_is_out_of_reach_is_an_error(mlp):
    with pytest.raises(fp8c.BoundError, match="50") as raised:
        fp8c.compile(mlp, calibrate={"x": samples()}, target="cpu", target_speedup=50)
    assert raised.value.report is None or json.dumps(raised.value.report)


MISTAKES = {
    "no such file": (dict(model="none.onnx"), fp8c.FileError, "none.onnx"),
    "no ONNX": (dict(model=__file__), fp8c.FormatError, "test_compile.py"),
    "no model": (dict(model=42), fp8c.ArgumentError, "int is no model"),
    "target": (dict(target="sm_1"), fp8c.Fp8cError, "sm_1"),
    "precision": (dict(precision="fp4"), ValueError, "auto, fp8, bf16, f32"),
    "no samples": (dict(calibrate=[]), fp8c.ArgumentError, "no calibration samples"),
    "samples of another shape": (dict(calibrate={"x": np.ones((3, 2, 31), np.float32)}), fp8c.FormatError, "31"),
    "samples of another input": (dict(calibrate={"z": np.ones((3, 2, 32), np.float32)}), fp8c.Fp8cError, "x"),
    "objects as samples": (dict(calibrate={"x": [object()]}), ValueError, "[Oo]bject"),
    "a size of nothing": (dict(dims={"nothing": 3}), fp8c.Fp8cError, "nothing"),
    "no preset": (dict(preset="te"), fp8c.ArgumentError, "there is no preset"),
    "an override of nothing": (dict(overrides={"nods": []}), fp8c.Fp8cError, "nods"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_exceptions_with_a_sentence(mlp, name):
    options, kind, words = MISTAKES[name]
    options = {"model": mlp, "target": "cpu", **options}
    with pytest.raises(kind, match=words):
        fp8c.compile(options.pop("model"), **options)


def test_samples_are_preprocessed_and_completed(two, mlp, tmp_path):
    """Pixels, and samples that lack an input, make the plan of samples that are ready."""
    pixels = RANDOM.integers(0, 256, (8, 4, 32)).astype(np.float32)
    ready = ((pixels / 255 - 0.5) / 0.25).astype(np.float32)
    options = {"target": "cpu", "precision": "fp8", "cache": False}
    figures = tmp_path / "figures.json"
    made = fp8c.compile(mlp, calibrate={"x": pixels}, preprocess={"x": "(x/255-0.5)/0.25"}, save_calibration=figures, **options)
    want = fp8c.compile(mlp, calibrate={"x": ready}, **options)
    y, expected = (fp8c.Session(plan, threads=1).run(None, {"x": X})[0] for plan in (made, want))
    np.testing.assert_array_equal(y, expected)
    again = fp8c.compile(mlp, calibration=figures, **options)
    assert again.report["summary"]["fp8_nodes"] == 2
    assert sqnr(reference(mlp, {"x": X})[0], fp8c.Session(again, threads=1).run(None, {"x": X})[0]) > 20
    with pytest.raises(fp8c.Fp8cError, match='"i"'):
        fp8c.compile(two, calibrate={"x": pixels[..., :4]}, target="cpu")
    fp8c.compile(two, calibrate={"x": pixels[..., :4]}, set={"i": [1, 2, 3]}, target="cpu")


def test_a_list_of_samples_is_read_where_it_lies(mlp, tmp_path, monkeypatch):
    """No file is written for it; one plan comes of it whatever the cache has; what is wrong ends the compile with its cause."""
    data = samples()
    files = []
    monkeypatch.setattr(np, "savez", lambda *given, **_: files.append(given))
    first, again = (fp8c.compile(mlp, calibrate=list(data), target="cpu", precision="fp8", cache=cache) for cache in (True, False))
    assert not files and bytes(first._bytes) == bytes(again._bytes)
    wanted = fp8c.compile(mlp, calibrate=list(data), evaluate=list(data), target="cpu", precision="fp8")
    assert wanted.report["evaluation"]["samples"] == 8
    with pytest.raises(fp8c.ArgumentError, match='"x" has the type complex64'):
        fp8c.compile(mlp, calibrate=[{"x": X.astype(np.complex64)}], target="cpu")
    with pytest.raises(fp8c.Fp8cError, match='input "x" is missing in sample 1'):
        fp8c.compile(mlp, calibrate=[{"x": X}, {"z": X}], target="cpu")
    with pytest.raises(fp8c.ArgumentError, match="no calibration samples"):
        fp8c.compile(mlp, calibrate=[], target="cpu")


def test_figures_of_parts_are_those_of_all(mlp, tmp_path):
    """calibrate and merge_calibration, of samples in several forms, given to compile as they are and as a file (slow/serve has blocks of Ray)."""
    data = samples(9)
    whole = fp8c.calibrate(mlp, list(data), target="cpu")
    parts = [fp8c.calibrate(mlp, given, target="cpu") for given in ({"x": data[:4]}, iter([{"x": s} for s in data[4:6]]), [(s,) for s in data[6:]])]
    assert fp8c.merge_calibration(parts) == whole == fp8c.merge_calibration(parts[::-1])
    assert json.loads(whole)["samples"]["count"] == 9
    (tmp_path / "c.json").write_bytes(whole)
    made = [fp8c.compile(mlp, calibration=given, target="cpu", precision="fp8") for given in (whole, tmp_path / "c.json")]
    assert made[0].hash == made[1].hash and made[0].report["summary"]["fp8_nodes"] == 2
    with pytest.raises(fp8c.FormatError, match="other options"):
        fp8c.merge_calibration([parts[0], fp8c.calibrate(mlp, [data[0]], target="cpu", shapes={"x": (4, 32)})])
    with pytest.raises(fp8c.ArgumentError, match="files to read"):
        fp8c.merge_calibration([])
    with pytest.raises(fp8c.ArgumentError, match="no calibration samples"):
        fp8c.calibrate(mlp, [], target="cpu")


def test_rows_of_a_dataset_are_samples(mlp):
    """Like a ray.data.Dataset, which is iterated over by its rows and has to be told to keep their order (slow/serve has a true one)."""

    class Dataset:
        def __init__(self, rows):
            self.rows = rows
            self.context = type("Context", (), {})()
            self.context.execution_options = type("Options", (), {"preserve_order": False})()

        def iter_rows(self):
            assert self.context.execution_options.preserve_order
            yield from self.rows

    rows = [{"x": s} for s in samples()]
    made = [fp8c.compile(mlp, calibrate=given, target="cpu", precision="fp8") for given in (Dataset(rows), iter(rows))]
    assert made[0].hash == made[1].hash and made[0].report["summary"]["fp8_nodes"] == 2


def test_presets_and_promotion(mlp):
    plan = fp8c.compile(mlp, target="cpu", preset="transformer-engine", promote=64, cache=False)
    decided = [n["decision"] for n in plan.report["nodes"] if n.get("decision")]
    assert {d["format"] for d in decided} == {"e4m3"} and {d["accumulation"]["promote"] for d in decided} == {64}
