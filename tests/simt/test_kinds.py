"""Kinds of scales that a run computes, on a simulated Hopper beside the CPU device."""
import json
import os
import subprocess

import numpy as np
import pytest
from conftest import together
from scaling_kinds import KINDS, ROWS, sqnr, write

FP8C = os.environ.get("FP8C", "fp8c")


@pytest.mark.parametrize("kind", ["tensor", "e5m2", "row", "block", "dynamic", "delayed", "promoted"])
def test_on_hopper(tmp_path, kind):
    write(tmp_path)
    options, rules, _, _ = KINDS[kind]
    environment = dict(os.environ, FP8C_SIMT_SM="90")

    def fp8c(*words):
        done = subprocess.run([FP8C, *together(words)], cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=300)
        assert done.returncode == 0, done.stderr
    if rules:
        (tmp_path / "o.json").write_text(json.dumps(rules))
        options = [*options, "--override", "o.json"]
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "-q", "--target", "cpu", "--target", "sm_90a", "--dim", f"n={ROWS}", "--calibrate", "c.npz", *options,
         "--cache-dir", os.environ.get("FP8C_TEST_CACHE") or tmp_path / "cache")
    results = []
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
        results.append(np.load(tmp_path / device[:3] / "y.npy"))
    assert sqnr(*results) > 60, sqnr(*results)  # of one product, the tensor core's sums apart
