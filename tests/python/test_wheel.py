"""The wheel as a user gets it: built, checked for other machines, installed into an empty environment, used (FP8C_SLOW=1)."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
USE = """
import fp8c, numpy as np
plan = fp8c.compile("mlp.onnx", calibrate={"x": np.random.default_rng(0).standard_normal((8, 4, 32)).astype("f4")}, target="cpu", precision="fp8")
(y,) = fp8c.Session(plan.save("mlp.fp8c")).run(None, {"x": np.ones((4, 32), "f4")})
assert y.shape == (4, 16) and plan.report["summary"]["fp8_nodes"] == 2
assert "site-packages" in fp8c.__file__
import fp8c.ort, onnxruntime
options = fp8c.ort.add_to(onnxruntime.SessionOptions(), "cpu", precision="f32")
(z,) = onnxruntime.InferenceSession("mlp.onnx", options, enable_fallback=0).run(None, {"x": np.ones((4, 32), "f4")})
assert np.abs(z - y).max() < 0.5
"""


@pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")
def test_the_wheel_works_where_nothing_else_is(mlp, tmp_path):
    contents = []
    for _ in range(2):
        shutil.rmtree(ROOT / "build-wheel", ignore_errors=True)
        subprocess.run(["./dev", "wheel"], cwd=ROOT, check=True, timeout=1500)
        (wheel,) = (ROOT / "dist").glob("fp8c-*.whl")
        contents.append(wheel.read_bytes())
    assert contents[0] == contents[1], "the same sources give other bytes"
    assert wheel.stat().st_size < 12e6
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel, "onnxruntime"], check=True)
    bare = {k: v for k, v in os.environ.items() if not k.startswith(("FP8C", "PYTHON", "LD_"))}
    subprocess.run([python, "-c", USE], cwd=tmp_path, env=bare, check=True)
    done = subprocess.run([tmp_path / "venv" / "bin" / "fp8c", "verify", "mlp.fp8c"], cwd=tmp_path, env=bare, capture_output=True)
    assert done.returncode == 0, done.stderr
