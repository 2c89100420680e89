"""Every C program of samples/ computes what `fp8c run` computes."""
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest

FP8C = os.environ.get("FP8C", "fp8c")
ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = pathlib.Path(os.environ.get("FP8C_SAMPLES", ROOT / "build" / "tests" / "simt" / "samples"))


def command(*words, **more):
    done = subprocess.run([str(w) for w in words], text=True, capture_output=True, timeout=300, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A plan for both devices."""
    where = tmp_path_factory.mktemp("samples")
    command(FP8C, "compile", ROOT / "tests" / "fault" / "mlp.onnx", "-o", where / "mlp.fp8c", "--target", "cpu", "--target", "sm_89",
            "--dim", "batch=4", "--precision", "f32", "-q", "--cache-dir", os.environ.get("FP8C_TEST_CACHE") or where / "cache")
    return where


def expected(folder, x):
    np.save(folder / "x.npy", x)
    command(FP8C, "run", "mlp.fp8c", "--input", "x=x.npy", "--device", "cpu", "--output-dir", "out", "-q", cwd=folder)
    return np.load(folder / "out" / "y.npy")


def numbers(line):
    return [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e[-+]\d+)?", line.split(":", 1)[1])]


def test_run(folder):
    said = command(SAMPLES / "run", folder / "mlp.fp8c", "cpu")
    first = expected(folder, np.ones((1, 16), np.float32)).reshape(-1)[:8]
    line = next(l for l in said.splitlines() if l.startswith("y:"))
    assert "on cpu" in said and np.allclose(numbers(line.replace("]", ":").split(":", 1)[1]), first, rtol=1e-5), said


def test_stream(folder):
    said = command(SAMPLES / "stream", folder / "mlp.fp8c", "4", "5")
    first = expected(folder, np.ones((4, 16), np.float32)).reshape(-1)[:8]
    assert np.allclose(numbers(said), first, rtol=1e-4), said
    assert subprocess.run([SAMPLES / "stream", folder / "none.fp8c"], capture_output=True).returncode == 1


def test_threads(folder):
    """The sum over all requests, however many threads share them."""
    total = sum(float(expected(folder, np.array([(r + i) % 7 for i in range(16)], np.float32).reshape(1, 16) / np.float32(7))
                      .astype(np.float64).sum()) for r in range(21))
    for threads in 1, 4, 8:
        said = command(SAMPLES / "threads", folder / "mlp.fp8c", threads, 21)
        assert f"by {threads} threads" in said and abs(numbers(said.replace("sum", ":"))[0] - total) < 1e-3 * max(1, abs(total)), (said, total)


def test_none_is_left_out():
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {f.stem for f in (ROOT / "samples").glob("*.c")} <= tested
