"""Delayed scaling on a simulated GPU: what a session remembers is bit for bit what the CPU device remembers."""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from onnx import helper

from conftest import together
from small_models import save

FP8C = os.environ.get("FP8C", "fp8c")
HEADER = 96  # of a saved slot
STREAM = """
import sys
import numpy as np
import fp8c
plan, device, folder = sys.argv[1:]
x = np.load("x.npy")
with fp8c.Session(plan, device) as session:
    state = fp8c.State(session, own=True)
    y = [session.run(None, {"x": v})[0] for v in x]
    state.save(f"{folder}.state")
    assert state.length() == len(x)
    again = session.run(None, {"x": x[0]})[0]  # by the history of all of them
    state.truncate(0)
    assert np.array_equal(session.run(None, {"x": x[0]})[0], y[0]), "forgotten, the first run is a first run again"
    state.load(f"{folder}.state")
    assert state.length() == len(x) and np.array_equal(session.run(None, {"x": x[0]})[0], again)
    state.load(f"{folder}.state")
    state.save(f"{folder}.state")
np.save(f"{folder}.npy", np.stack(y))
"""


@pytest.mark.skipif("FP8C_LIBRARY" not in os.environ, reason="there is no shared library")
@pytest.mark.parametrize("target, chip", [("sm_89", "89"), ("sm_90a", "90")])
@pytest.mark.parametrize("method", ["delayed=3", "delayed=5,margin=1,recent"])
def test_histories_of_two_devices(tmp_path, target, chip, method):
    r = np.random.default_rng(1)
    nodes = [helper.make_node("MatMul", ["x", "w1"], ["h0"], name="first"), helper.make_node("Relu", ["h0"], ["h"]),
             helper.make_node("MatMul", ["h", "w2"], ["y"], name="second")]
    save(tmp_path / "m.onnx", nodes, [("x", [16, 64])], [("y", [16, 32])],
         w1=(r.standard_normal((64, 48)) / 8).astype(np.float32), w2=(r.standard_normal((48, 32)) / 7).astype(np.float32))
    environment = dict(os.environ, FP8C_SIMT_SM=chip)

    def done(*words):
        result = subprocess.run([words[0], *together(words[1:])], cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=300)
        assert result.returncode == 0, result.stderr
    done(FP8C, "compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", target, "--precision", "fp8", "--calibrate-method", method, "-q",
         "--report-json", "r.json", "--cache-dir", os.environ.get("FP8C_TEST_CACHE") or tmp_path / "cache")
    gpu_variant = json.loads((tmp_path / "r.json").read_text())["variants"][1]
    assert gpu_variant["kernels"] <= 6, gpu_variant  # products, rows of both, scales, histories
    x = np.stack([r.standard_normal((16, 64)) * size for size in (1, 30, 4, 0.25, 0.25, 0.1, 900)]).astype(np.float32)
    x[5, 2, 3] = np.inf  # a run of which nothing stays
    np.save(tmp_path / "x.npy", x)
    for device in "cpu", "cuda:0":
        done(sys.executable, "-c", STREAM, "p.fp8c", device, tmp_path / device[:3])
    cpu, gpu = (np.frombuffer((tmp_path / f"{d}.state").read_bytes()[HEADER:][:2 * int(method[8]) * 4], np.float32).reshape(2, -1) for d in ("cpu", "cud"))
    assert np.array_equal(cpu[0], gpu[0]) and cpu[0][0] == np.abs(x[6]).max(), (cpu, gpu)
    assert np.allclose(cpu[1], gpu[1], rtol=2e-2) and (cpu > 0).all()  # of what the first product gave
    a, b = (np.load(tmp_path / f"{d}.npy")[[0, 1, 2, 3, 4, 6]].astype(np.float64) for d in ("cpu", "cud"))
    assert 10 * np.log10((a ** 2).sum() / ((a - b) ** 2).sum()) > 30


SIZES = """
import numpy as np
import fp8c
with fp8c.Session("p.fp8c", "cuda:0") as session, fp8c.Session("p.fp8c", "cpu") as beside:
    slots, wanted = fp8c.State(session, slots=2), fp8c.State(beside, slots=2)
    own = fp8c.State(session, own=True)
    for slot, n in (0, 2), (1, 4), (0, 1), (1, 4), (0, 4):
        x = np.random.default_rng(n).standard_normal((n, 64)).astype(np.float32) * n
        y, want = (s.run({"x": x}, slot=slot)["y"] for s in (slots, wanted))
        assert y.shape == (n, 48) and np.allclose(y, want, rtol=1e-3, atol=1e-3 * np.abs(want).max()), (slot, n)
        assert own.run({"x": x})["y"].shape == (n, 48)
    try:
        slots.run({"x": np.zeros((3, 64), np.float32)})
    except fp8c.ArgumentError as e:
        assert "no variant of the plan takes inputs of these sizes" in str(e), e
    else:
        raise SystemExit("3 rows were taken")
    assert [slots.length(0), slots.length(1), own.length()] == [3, 2, 5]
"""


@pytest.mark.skipif("FP8C_LIBRARY" not in os.environ, reason="there is no shared library")
def test_slots_of_a_plan_for_several_sizes(tmp_path):
    """A run of a slot gives results of the size that its inputs have, in a plan without tokens too."""
    r = np.random.default_rng(1)
    save(tmp_path / "m.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"], name="first")], [("x", ["n", 64])], [("y", ["n", 48])],
         w=(r.standard_normal((64, 48)) / 8).astype(np.float32))
    words = [FP8C, "compile", "m.onnx", "-o", "p.fp8c", "-q", "--target", "cpu", "--target", "sm_89", "--dim", "n=1,2,4", "--precision", "fp8",
             "--calibrate-method", "delayed=3", "--cache-dir", os.environ.get("FP8C_TEST_CACHE") or tmp_path / "cache"]
    for command in words, [sys.executable, "-c", SIZES]:
        result = subprocess.run([command[0], *together(command[1:])], cwd=tmp_path, env=dict(os.environ, FP8C_SIMT_SM="89"), text=True, capture_output=True, timeout=300)
        assert result.returncode == 0, result.stderr
