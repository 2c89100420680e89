"""LSTM, GRU and RNN whose input products are FP8, and those of their state where an override says so, on a simulated GPU beside the CPU device."""
import json
import os
import subprocess

import numpy as np
import pytest
from conftest import together
from recurrent_models import KINDS, STEPS, sqnr, write

FP8C = os.environ.get("FP8C", "fp8c")


@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("state", ["wide", "e4m3"])
@pytest.mark.parametrize("op", KINDS)
def test_two_devices(tmp_path, op, state, directions):
    write(tmp_path, op, directions)

    def fp8c(*words):
        done = subprocess.run([FP8C, *together(words)], cwd=tmp_path, text=True, capture_output=True, timeout=300, env=dict(os.environ, FP8C_SIMT_SM="89"))
        assert done.returncode == 0, done.stderr
    (tmp_path / "o.json").write_text(json.dumps({"default": {"fuse": False}} if state == "wide" else {"rules": [{"op": op, "format": state}]}))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "-q", "--calibrate", "c.npz", "--target", "cpu", "--target", "sm_89", "--dim", f"steps={STEPS}", "--precision",
         "fp8", "--override", "o.json", "--cache-dir", os.environ.get("FP8C_TEST_CACHE") or tmp_path / "cache")
    results = []
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--device", device, "--input", "x=x.npy", "--output-dir", device[:3], "-q")
        results.append(np.load(tmp_path / device[:3] / "y.npy"))
    assert sqnr(*results) > 35, sqnr(*results)
