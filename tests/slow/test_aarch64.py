"""The compiler and the CPU device of aarch64, run by qemu-user: the bytes of plans and of results are those of x86-64 (FP8C_SLOW=1).

FP8C_AARCH64  a folder with the build (`./dev build --aarch64` makes it)
"""

import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest
from onnx import helper

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import decoders  # noqa: E402
import small_models  # noqa: E402

pytestmark = pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")
RANDOM = np.random.default_rng(0)


@pytest.fixture(scope="module")
def kinds():
    """The command, of both kinds of machine."""
    if not shutil.which("apt-get"):
        pytest.skip("no Debian: no libraries for aarch64")
    subprocess.run(["./dev", "build", "--aarch64"], cwd=ROOT, check=True, timeout=1800)
    libraries = ":".join(str(ROOT / ".cache" / "aarch64" / place / "aarch64-linux-gnu") for place in ("usr/lib", "lib"))
    other = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", f"LD_LIBRARY_PATH={libraries}", str(ROOT / "build-aarch64" / "fp8c")]
    return {"x86-64": [os.environ["FP8C"]], "aarch64": other}


def norm_and_products(path):
    weights = {"a": RANDOM.standard_normal((32, 64)), "b": RANDOM.standard_normal((64, 16)), "scale": np.ones(64), "shift": np.zeros(64)}
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"], name="first"),
        helper.make_node("LayerNormalization", ["h", "scale", "shift"], ["n"]),
        helper.make_node("Gelu", ["n"], ["g"]),
        helper.make_node("MatMul", ["g", "b"], ["s"], name="second"),
        helper.make_node("Softmax", ["s"], ["y"]),
    ]
    small_models.save(path, nodes, [("x", ["batch", 32])], [("y", ["batch", 16])], **{k: v.astype(np.float32) for k, v in weights.items()})
    return RANDOM.standard_normal((8, 4, 32)).astype(np.float32)


def convolutions(path):
    weights = {"a": RANDOM.standard_normal((16, 3, 3, 3)) / 5, "d": RANDOM.standard_normal((16, 1, 3, 3)), "c": RANDOM.standard_normal((8, 16, 1, 1))}
    nodes = [
        helper.make_node("Conv", ["x", "a"], ["h"], pads=[1, 1, 1, 1], strides=[2, 2]),
        helper.make_node("HardSwish", ["h"], ["w"]),
        helper.make_node("Conv", ["w", "d"], ["k"], pads=[1, 1, 1, 1], group=16),
        helper.make_node("Conv", ["k", "c"], ["p"]),
        helper.make_node("GlobalAveragePool", ["p"], ["y"]),
    ]
    small_models.save(path, nodes, [("x", ["batch", 3, 24, 20])], [("y", ["batch", 8, 1, 1])], **{k: v.astype(np.float32) for k, v in weights.items()})
    return RANDOM.standard_normal((4, 2, 3, 24, 20)).astype(np.float32)


def run(words, folder, cache):
    done = subprocess.run(words, cwd=folder, env={**os.environ, "XDG_CACHE_HOME": str(folder / cache)}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("precision", ["f32", "bf16", "fp8"])
@pytest.mark.parametrize("model", [norm_and_products, convolutions])
def test_the_same_plan_and_the_same_results(kinds, tmp_path, model, precision):
    x = model(tmp_path / "m.onnx")
    np.savez(tmp_path / "s.npz", x=x)
    np.save(tmp_path / "x.npy", x[0])
    for kind, command in kinds.items():
        run([*command, "compile", "m.onnx", "--target", "cpu", "--calibrate", "s.npz", "--precision", precision, "-o", f"{kind}.fp8c", "-q"], tmp_path, kind)
    for kind, command in kinds.items():
        run([*command, "run", "x86-64.fp8c", "--input", "x=x.npy", "--output-dir", f"{kind}.out", "-q"], tmp_path, kind)
    results = [(tmp_path / f"{kind}.out" / "y.npy").read_bytes() for kind in kinds]
    assert results[0] == results[1]
    assert (tmp_path / "x86-64.fp8c").read_bytes() == (tmp_path / "aarch64.fp8c").read_bytes()


def test_a_language_model_goes_on_alike(kinds, tmp_path):
    decoders.decoder(tmp_path / "m.onnx")
    said = []
    for kind, command in kinds.items():
        run([*command, "compile", "m.onnx", "--target", "cpu", "--precision", "f32", "--capacity", "64", "-o", f"{kind}.fp8c", "-q"], tmp_path, kind)
        said.append(run([*command, "generate", f"{kind}.fp8c", "--ids", "3,14,15,92,65", "-n", "20"], tmp_path, kind))
    assert said[0] == said[1] and len(said[0].replace(",", " ").split()) == 20, said
