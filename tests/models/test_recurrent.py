"""LSTM, GRU and RNN under --precision fp8: what they multiply all inputs by is a product in FP8, counted as one, and ONNX Runtime computes its export alike.
With an override what they multiply their state by is FP8 too: every step rounds the state, and nothing else does."""
import json
import os
import subprocess

import numpy as np
import onnxruntime as ort
import pytest
import recurrent_models
from recurrent_models import BATCH, HIDDEN, KINDS, STEPS, WIDTH, exact, in_steps, sqnr, write

FP8C = os.environ.get("FP8C", "fp8c")


def exact_as_the_model(folder, fp8c):
    """In F32 the layer is two nodes as well, and gives what ONNX Runtime gives."""
    fp8c("compile", "m.onnx", "-o", "f.fp8c", "-q", "--no-cache", "--target", "cpu", "--precision", "f32", "--report-json", "r.json")
    decided = {n["name"]: n["decision"]["format"] for n in json.loads((folder / "r.json").read_text())["nodes"] if n.get("decision")}
    assert decided == {"cell.input": "f32", "cell": "f32", "out": "f32"}, decided
    fp8c("run", "f.fp8c", "--device", "cpu", "--input", "x=x.npy", "--output-dir", "f32", "-q")
    want = ort.InferenceSession(str(folder / "m.onnx")).run(None, {"x": np.load(folder / "x.npy")})[0]
    assert sqnr(want, np.load(folder / "f32" / "y.npy")) > 110


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
    assert {name: d["format"] for name, d in decided.items()} == {"cell.input": "e4m3", "cell": "bf16", "out": "e4m3"}, decided
    assert decided["cell"]["rule"] == "recurrent" and decided["cell"]["sqnr_e4m3_db"] > 25  # what it would keep
    assert decided["cell.input"]["macs"] == STEPS * BATCH * rows * WIDTH and decided["cell"]["macs"] == STEPS * BATCH * rows * HIDDEN
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
    decided = {n["name"]: n["decision"]["format"] for n in json.loads((tmp_path / "r.json").read_text())["nodes"] if n.get("decision")}
    assert decided["cell"] == "bf16" and decided["cell.input"] == "e4m3", decided  # as good as any product; the state stays wide
    exact_as_the_model(tmp_path, fp8c)


@pytest.mark.parametrize("directions", [1, 2])
@pytest.mark.parametrize("state", ["e4m3", "e5m2"])
@pytest.mark.parametrize("op", KINDS)
def test_the_state_is_rounded_in_every_step(tmp_path, op, state, directions):
    model = exact(tmp_path, op, directions)
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "cell", "format": state}]}))

    def fp8c(*words):
        done = subprocess.run([FP8C, *words], cwd=tmp_path, text=True, capture_output=True, timeout=120)
        return done.returncode, done.stderr
    code, words = fp8c("compile", "m.onnx", "-o", "p.fp8c", "-q", "--no-cache", "--calibrate", "c.npz", "--target", "cpu", "--precision", "bf16", "--override", "o.json",
                       "--scales", "pow2", "--repair", "none", "--io-type", "y=f32", "--report-json", "r.json")
    assert code == 0, words
    report = json.loads((tmp_path / "r.json").read_text())
    decided = {n["name"]: n["decision"] for n in report["nodes"] if n.get("decision")}
    assert {name: (d["format"], d["rule"]) for name, d in decided.items()} == {"cell.input": (state, "override"), "cell": (state, "override")}, decided
    assert report["alternatives"][0]["fp8_macs"] == report["alternatives"][0]["total_macs"]
    assert decided["cell"]["granularity"] == "weights and state per tensor" and "its state reached" in decided["cell"]["reason"]
    code, words = fp8c("run", "p.fp8c", "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out", "-q")
    assert code == 0, words
    got, x = np.load(tmp_path / "out" / "y.npy"), np.load(tmp_path / "x.npy")
    rounded, real = in_steps(model, x, state), in_steps(model, x, None)
    assert sqnr(rounded, got) > 80 > 50 > sqnr(rounded, real), (sqnr(rounded, got), sqnr(rounded, real))
    assert abs(decided["cell"]["sqnr_db"] - sqnr(real, rounded)) < 3  # what calibration said of it
    code, words = fp8c("export", "p.fp8c", "-o", "e.onnx", "-q")
    assert code == 4 and '"cell" rounds its state to ' + state in words


def test_what_cannot_be_is_said(tmp_path):
    write(tmp_path, "LSTM", 1)
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "cell", "format": "e4m3", "granularity": "row"}]}))
    done = subprocess.run([FP8C, "compile", "m.onnx", "-n", "-q", "--no-cache", "--calibrate", "c.npz", "--target", "cpu", "--precision", "fp8", "--override", "o.json"],
                          cwd=tmp_path, text=True, capture_output=True, timeout=120)
    assert done.returncode == 2 and "a recurrent layer has one scale for its state" in done.stderr, done.stderr


@pytest.mark.parametrize("op,directions,hidden", [("LSTM", 1, 32), ("GRU", 2, 64), ("RNN", 1, 16), ("LSTM", 1, 272)])
def test_a_gpu_has_small_states_in_fp8(tmp_path, monkeypatch, op, directions, hidden):
    """With --precision fp8, where steps get shorter by it (states of up to 256 numbers) and the layer keeps what a product in FP8 keeps."""
    monkeypatch.setattr(recurrent_models, "HIDDEN", hidden)
    write(tmp_path, op, directions)
    run = lambda *words: subprocess.run([FP8C, *words], cwd=tmp_path, text=True, capture_output=True, timeout=120)
    done = run("compile", "m.onnx", "-o", "p.fp8c", "-q", "--no-cache", "--calibrate", "c.npz", "--target", "sm_90a", "--target", "cpu", "--dim", f"steps={STEPS}",
               "--precision", "fp8", "--report-json", "r.json")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "r.json").read_text())
    cell = next(n["decision"] for n in report["nodes"] if n["name"] == "cell")
    enough = cell["sqnr_e4m3_db"] >= 28.5
    assert (cell["format"], cell["rule"]) == (("e4m3", "score") if hidden <= 256 and enough else ("bf16", "recurrent")), cell
    assert (report["alternatives"][0]["fp8_macs"] == report["alternatives"][0]["total_macs"]) == (cell["format"] == "e4m3")
    assert hidden > 256 or enough  # of these models
    exported = run("export", "p.fp8c", "-o", "e.onnx", "-q")
    if cell["format"] == "e4m3":
        assert exported.returncode == 4 and '"cell" rounds its state to e4m3' in exported.stderr
    else:
        assert exported.returncode == 0, exported.stderr
    done = run("compile", "m.onnx", "-n", "-q", "--no-cache", "--calibrate", "c.npz", "--target", "sm_90a", "--dim", f"steps={STEPS}", "--report-json", "r.json")
    assert done.returncode == 0, done.stderr
    assert next(n["decision"]["format"] for n in json.loads((tmp_path / "r.json").read_text())["nodes"] if n["name"] == "cell") == "bf16"  # unasked, the state stays wide
