"""LSTM, GRU and RNN under --precision fp8: what they multiply all inputs by is a product in FP8, counted as one, and ONNX Runtime computes its export alike."""
import json
import os
import subprocess

import numpy as np
import onnxruntime as ort
import pytest
from recurrent_models import BATCH, HIDDEN, KINDS, STEPS, WIDTH, sqnr, write

FP8C = os.environ.get("FP8C", "fp8c")


@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("op", KINDS)
def test_input_products_are_fp8(tmp_path, op, directions):
    write(tmp_path, op, directions)

    def fp8c(*words):
        done = subprocess.run([FP8C, *words], cwd=tmp_path, text=True, capture_output=True, timeout=120)
        assert done.returncode == 0, done.stderr
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "-q", "--no-cache", "--calibrate", "c.npz", "--target", "cpu", "--precision", "fp8", "--report-json", "r.json")
    report = json.loads((tmp_path / "r.json").read_text())
    decided = {n["name"]: n["decision"] for n in report["nodes"] if n.get("decision")}
    rows = directions * KINDS[op] * HIDDEN
    assert {name: d["format"] for name, d in decided.items()} == {"cell.input": "e4m3", "out": "e4m3"}, decided
    assert decided["cell.input"]["macs"] == STEPS * BATCH * rows * WIDTH
    whole = report["alternatives"][0]
    state = STEPS * BATCH * rows * HIDDEN
    assert whole["total_macs"] - whole["fp8_macs"] == state, whole  # the state's own product stays wide
    results = []
    for plan in "m.onnx", "p.fp8c":
        fp8c("run", plan, "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out", "-q")
        results.append(np.load(tmp_path / "out" / "y.npy"))
    assert sqnr(*results) > 24
    fp8c("export", "p.fp8c", "-o", "e.onnx", "-q")
    assert sqnr(results[1], ort.InferenceSession(str(tmp_path / "e.onnx")).run(None, {"x": np.load(tmp_path / "x.npy")})[0]) > 100
    fp8c("compile", "m.onnx", "-n", "-q", "--no-cache", "--calibrate", "c.npz", "--target", "cpu", "--report-json", "r.json")
    assert [n["name"] for n in json.loads((tmp_path / "r.json").read_text())["nodes"] if n.get("decision")] == ["out"]  # unasked, the layer stays whole
