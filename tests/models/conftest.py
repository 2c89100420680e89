"""Where models are, how the command runs, and what a skip means.

Models come from ../shared/data of a checkout that has it, and from the demo's
cache.  Where ../shared/data is present nothing may be skipped: a skip fails.
"""
import os
import pathlib
import subprocess
import sys

import numpy as np
import onnxruntime
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
FP8C = os.environ.get("FP8C", str(ROOT / "build" / "fp8c"))


def missing(what):
    """Skips, by name; fails where the data was promised."""
    if SHARED.is_dir():
        pytest.fail(f"not found: {what}, though {SHARED.name} is present")
    pytest.skip(f"not found: {what}")


def shared(*parts):
    path = SHARED.joinpath(*parts)
    if not path.exists():
        missing("/".join(parts))
    return path


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """What one test has compiled or measured of a model is there for the next, as for a user's next command."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def fp8c(tmp_path, cache):
    def run(*words, timeout=300):
        env = dict(os.environ, XDG_CACHE_HOME=str(cache))
        done = subprocess.run([FP8C, *map(str, words)], cwd=tmp_path, env=env, text=True,
                              capture_output=True, timeout=timeout)
        assert done.returncode >= 0, f"killed by signal {-done.returncode}: {done.stderr}"
        return done
    return run


@pytest.fixture
def few(tmp_path):
    """The first samples of a calibration file, for tests of what does not depend on how many there are."""
    def cut(name, count):
        samples, path = np.load(shared("calibration", name)), tmp_path / f"few{count}-{name}"
        np.savez(path, **{k: samples[k][:count] for k in samples.files})
        return path
    return cut


@pytest.fixture
def run_plan(fp8c, tmp_path):
    """Compiles for the CPU and runs; outputs by name."""
    def run(model, inputs, precision="f32", names=(), options=()):
        plan = tmp_path / "model.fp8c"
        done = fp8c("compile", model, "-o", plan, "--precision", precision, "--target", "cpu", "-q", *options)
        assert done.returncode == 0, done.stderr
        words = []
        for i, (name, data) in enumerate(inputs.items()):
            np.save(tmp_path / f"in{i}.npy", data)
            words += ["--input", f"{name}={tmp_path / f'in{i}.npy'}"]
        done = fp8c("run", plan, *words, "--device", "cpu", "--output-dir", tmp_path / "out", "-q")
        assert done.returncode == 0, done.stderr
        safe = lambda s: "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in s)
        return {n: np.load(tmp_path / "out" / f"{safe(n)}.npy") for n in names}
    return run


def reference(model, inputs):
    """Outputs by name from ONNX Runtime, unfused: the models' own arithmetic."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # threads that wait take no processor
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    return dict(zip(names, session.run(names, inputs)))


@pytest.fixture(scope="session")
def minilm(tmp_path_factory):
    """all-MiniLM-L6-v2 as the demo exports it, batch and length free."""
    weights, sample = ROOT / ".cache" / "minilm", ROOT / "samples" / "minilm"
    fetched = subprocess.run([sys.executable, str(sample / "fetch.py"), str(weights)],
                             capture_output=True, text=True)
    if fetched.returncode != 0:
        missing("the weights of all-MiniLM-L6-v2 (samples/minilm/fetch.py cannot fetch them)")
    out = tmp_path_factory.mktemp("minilm") / "minilm.onnx"
    subprocess.run([sys.executable, str(sample / "export.py"), str(weights), str(out),
                    "--batch", "dyn", "--seq", "dyn"], check=True, capture_output=True)
    return out
