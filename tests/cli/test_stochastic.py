"""--repair stochastic=SEED: weights rounded at random, taken only where samples held out say so."""
import numpy as np
import pytest
from onnx import helper
from small_models import save

DEPTH, WIDTH = 64, 32


def compile_(fp8c, folder, weights, words, positive=True):
    """A product of weights and of inputs that are all positive or of both signs."""
    r = np.random.default_rng(2)
    save(folder / "m.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc")], [("x", ["n", DEPTH])], [("y", ["n", WIDTH])], w=weights.astype(np.float32))
    x = r.standard_normal((8, 64, DEPTH)).astype(np.float32)
    np.savez(folder / "c.npz", x=np.abs(x) if positive else x)
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--json", "--target", "cpu", "--precision", "fp8", "--calibrate", "c.npz", *words)
    assert done.code == 0, done.err
    fc, = (n for n in done.json()["nodes"] if n.get("decision"))
    return fc["inputs"][1]["reason"], done.json()


def alike():
    """Weights that all lie 0.4 of the way between two codes, but for one that sets each scale: errors of nearest agree."""
    w = np.full((DEPTH, WIDTH), 1.05)
    w[0] = 1.75
    return w


def error(fp8c, folder):
    x = np.abs(np.random.default_rng(9).standard_normal((64, DEPTH))).astype(np.float32)
    np.save(folder / "x.npy", x)
    results = []
    for plan in "m.onnx", "p.fp8c":
        assert fp8c("run", plan, "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out").code == 0
        results.append(np.load(folder / "out" / "y.npy").astype(np.float64))
    return 10 * np.log10((results[0] ** 2).sum() / ((results[0] - results[1]) ** 2).sum())


def test_errors_that_agree_are_drawn_apart(fp8c, tmp_path):
    pinned = ["--override", "o.json"]
    (tmp_path / "o.json").write_text('{"default": {"weights": {"method": "max"}}}')
    reason, _ = compile_(fp8c, tmp_path, alike(), ["--repair", "none", *pinned])
    assert "at random" not in reason
    nearest = error(fp8c, tmp_path)
    reason, report = compile_(fp8c, tmp_path, alike(), ["--repair", "stochastic=7", *pinned])
    assert "rounded at random (seed 7, draw" in reason and "repair=stochastic=7" in report["options"], reason
    assert error(fp8c, tmp_path) > nearest + 3
    first = (tmp_path / "p.fp8c").read_bytes()
    compile_(fp8c, tmp_path, alike(), ["--repair", "stochastic=7", "--no-cache", "-j", "1", *pinned])
    assert (tmp_path / "p.fp8c").read_bytes() == first  # a seed is one plan, whatever the threads
    compile_(fp8c, tmp_path, alike(), ["--repair", "stochastic=8", *pinned])
    assert (tmp_path / "p.fp8c").read_bytes() != first


@pytest.mark.parametrize("words", ["stochastic", "stochastic,round,bias"])
def test_it_is_not_taken_where_it_loses(fp8c, tmp_path, words):
    w = np.random.default_rng(4).standard_normal((DEPTH, WIDTH))
    reason, _ = compile_(fp8c, tmp_path, w, ["--repair", words], positive=False)
    assert "at random" not in reason, reason


@pytest.mark.parametrize("words", ["stochastic=", "stochastic=-1", "stochastic=65536", "stochastic=x", "bias=1"])
def test_seeds_that_are_none(fp8c, tmp_path, words):
    done = fp8c("compile", "m.onnx", "-n", "--repair", words)
    assert done.code == 2 and "there is no repair" in done.err, done.err
