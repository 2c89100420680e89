"""A compile that was done before comes out of the cache, and only that."""
import json

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from conftest import mlp

KEPT = "this plan comes from the cache"


@pytest.fixture
def compile_(fp8c, tmp_path):
    model = mlp(tmp_path / "m.onnx")
    np.savez(tmp_path / "data.npz", x=np.random.default_rng(1).standard_normal((6, 64)).astype(np.float32))

    def run(*more, name="a.fp8c", **also):
        done = fp8c("compile", model, "-o", name, "--calibrate", "data.npz", "--target", "cpu",
                    "--report-json", "r.json", *more, **also)
        assert done.code == 0, done.err
        plan = tmp_path / name
        return done, plan.read_bytes() if plan.exists() else b"", json.loads((tmp_path / "r.json").read_text())
    return run


def plans(tmp_path):
    return sorted((tmp_path / "cache" / "fp8c" / "plans").glob("*"))


def test_the_same_compile_again(compile_, tmp_path):
    first, plan, report = compile_()
    assert KEPT not in first.err and len(plans(tmp_path)) == 1
    again, same, document = compile_(name="b.fp8c")
    assert KEPT in again.err and same == plan
    assert [t["stage"] for t in document["times"]] == ["import", "samples", "cache", "write"]
    for r in (report, document):
        r.pop("times")
        for p in r["passes"]:
            p.pop("seconds", None)
    assert document == report
    # neither threads nor the folder change what a plan holds
    assert KEPT in compile_("--threads", "1")[0].err
    # what was said is said again
    said = [line for line in first.err.splitlines() if "warning" in line or "note" in line]
    assert said and all(line in again.err for line in said)


def test_no_cache(compile_, tmp_path):
    compile_("--no-cache")
    assert not plans(tmp_path)
    compile_()
    assert KEPT not in compile_("--no-cache")[0].err


@pytest.mark.parametrize("words", [
    ["--precision", "bf16"], ["--calibrate-method", "max"], ["--headroom", "2"], ["--scales", "pow2"],
    ["--repair", "none"], ["--disable", "fuse-bias"], ["--judge", "outputs"], ["--target", "sm_90a", "--dim", "batch=4"],
    ["--evaluate", "data.npz"], ["--fp8-share", "50%"], ["--max-error", "sqnr>=10dB"], ["--io-type", "y=bf16"],
    ["--preprocess", "x=x*2"], ["--skip-nonfinite"], ["--shape", "x=3x64"]])
def test_other_options_are_another_plan(compile_, fp8c, words, tmp_path):
    compile_()
    if "sm_90a" in words and "NVRTC" in fp8c("compile", "m.onnx", "-n", *words).err:
        pytest.skip("not found: NVRTC")
    done, plan, _ = compile_(*words)
    assert KEPT not in done.err and len(plans(tmp_path)) == 2
    done, same, _ = compile_(*words)
    assert KEPT in done.err and same == plan


def test_other_samples(compile_, tmp_path):
    _, plan, _ = compile_()
    data = np.load(tmp_path / "data.npz")["x"]
    np.savez(tmp_path / "data.npz", x=data * 3)
    done, other, _ = compile_()
    assert KEPT not in done.err and other != plan
    np.savez(tmp_path / "data.npz", x=data)
    done, same, _ = compile_()
    assert KEPT in done.err and same == plan


@pytest.mark.parametrize("external", [False, True])
def test_other_weights(compile_, tmp_path, external):
    def store(model):
        for beside in tmp_path.glob("m.data"):
            beside.unlink()
        onnx.save(model, str(tmp_path / "m.onnx"), save_as_external_data=external, location="m.data", size_threshold=0)
    model = onnx.load(str(tmp_path / "m.onnx"))
    store(model)
    _, plan, _ = compile_()
    model = onnx.load(str(tmp_path / "m.onnx"))
    weight = next(t for t in model.graph.initializer if t.name == "w2")
    changed = numpy_helper.to_array(weight).copy()
    changed[3, 5] += 1
    weight.CopyFrom(numpy_helper.from_array(changed, "w2"))
    store(model)
    done, other, _ = compile_()
    assert KEPT not in done.err and other != plan


def test_what_is_not_kept(compile_, fp8c, tmp_path):
    compile_("--dry-run")
    compile_("--save-calibration", "c.json")
    compile_("--time-limit", "60", "--max-error", "sqnr>=10dB")
    fp8c("compile", "m.onnx", "-o", "s.fp8c", "--target", "cpu", "--stop-after", "canonicalize")
    assert not plans(tmp_path)
    # a dry run reports what was kept, and writes nothing
    compile_()
    done, _, report = compile_("--dry-run", name="none.fp8c")
    assert KEPT in done.err and report["summary"] and not (tmp_path / "none.fp8c").exists()


def test_a_cache_that_cannot_be_written(compile_, tmp_path):
    (tmp_path / "cache" / "fp8c").mkdir(parents=True)
    (tmp_path / "cache" / "fp8c" / "plans").write_text("no folder")
    _, plan, _ = compile_()
    assert plan
