"""Models with massive activations (bench/outliers.py) keep in FP8 what the same function without them keeps, and say how."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))
import outliers  # noqa: E402


def kept(fp8c, folder, *words, **what):
    outliers.build(folder / "m.onnx", **what)
    outliers.samples(folder / "c.npz", 8, 1)
    outliers.samples(folder / "e.npz", 4, 2)
    done = fp8c("compile", "m.onnx", "-n", "--precision", "fp8", "--calibrate", "c.npz", "--evaluate", "e.npz", "--json", "--no-cache", *words)
    assert done.code == 0, done.err
    return done.json()


def decibels(report):
    return report["alternatives"][0]["outputs"][0]["sqnr_db"]


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(outliers, "BLOCKS", 1)


@pytest.mark.parametrize("target,norm", [(["--target", "cpu"], "LayerNormalization"), (["--target", "sm_90a", "--dim", "batch=8"], "RMSNormalization")],
                         ids=["cpu", "gpu"])
def test_massive_channels_cost_nothing(fp8c, tmp_path, target, norm):
    plain = kept(fp8c, tmp_path, *target, norm=norm)
    massive = kept(fp8c, tmp_path, *target, norm=norm, channels=3e4)
    without = kept(fp8c, tmp_path, *target, "--repair", "round,bias", norm=norm, channels=3e4)
    assert decibels(massive) > decibels(plain) - 1, (decibels(massive), decibels(plain))
    assert decibels(without) < decibels(plain) - 3  # it is a test
    assert all(n["decision"]["format"] == "e4m3" for n in massive["nodes"] if n.get("decision"))
    if "sm_90a" in target:
        assert len(massive["time"]["steps"]) == len(plain["time"]["steps"])
    assert any("brought to one size" in d["text"] for d in massive["diagnostics"])
    assert not any("brought to one size" in d["text"] for d in plain["diagnostics"] + without["diagnostics"])


def test_figures_that_are_saved_are_of_the_model(fp8c, tmp_path):
    outliers.build(tmp_path / "m.onnx", channels=3e4)
    outliers.samples(tmp_path / "c.npz", 8, 1)
    words = ["--target", "cpu", "--precision", "fp8"]
    assert fp8c("compile", "m.onnx", "-o", "a.fp8c", "--calibrate", "c.npz", "--save-calibration", "c.json", *words).code == 0
    done = fp8c("compile", "m.onnx", "-o", "b.fp8c", "--calibration", "c.json", *words)
    assert done.code == 0, done.err
