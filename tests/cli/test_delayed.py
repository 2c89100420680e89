"""--calibrate-method delayed: scales made of the largest magnitudes of earlier runs, which a session remembers."""
import json

import ml_dtypes
import numpy as np
import pytest
from decoders import decoder
from onnx import helper
from test_dynamic import decisions, linear, run, sqnr, write

F32 = np.float32


def compile_(fp8c, *words):
    return decisions(fp8c("compile", "m.onnx", "-o", "p.fp8c", "--json", "--precision", "fp8", "--target", "cpu", "--repair", "none", *words))


class Reference:
    """Transformer Engine's DelayedScaling in numpy: amax of earlier runs, then one chain of fused multiply-adds."""

    def __init__(self, runs, margin=0, recent=False, first=F32(1), limit=448, kind=ml_dtypes.float8_e4m3fn):
        self.history, self.factor, self.recent = np.zeros(runs, F32), F32(F32(1) / F32(limit)) * F32(2) ** margin, recent
        self.first, self.limit, self.kind = F32(first), F32(limit), kind

    def scale(self):
        top = self.history[0] if self.recent else self.history.max()
        return max(F32(top * self.factor), F32(2.0 ** -100)) if top > 0 else self.first

    def remember(self, x):
        top = np.abs(x).max() if np.isfinite(x).all() else F32(np.inf)
        self.history = np.concatenate([[top if 0 < top < np.inf else self.history[0]], self.history[:-1]]).astype(F32)

    def linear(self, x, codes, scales, bias):
        s = self.scale()
        q = (x * (F32(1) / s)).clip(-self.limit, self.limit).astype(self.kind).astype(np.float64)
        total = np.zeros(q.shape[:-1] + (codes.shape[0],), F32)
        for k in range(q.shape[-1]):  # products of codes are exact in F64, and so is one addition
            total = (total.astype(np.float64) + q[..., k, None] * codes[:, k].astype(np.float64)).astype(F32)
        self.remember(x)
        return (total * scales) * s + bias


def weights_by_max(w):
    scales = (np.abs(w).max(0) / F32(448)).astype(F32)
    return (w.T * (F32(1) / scales)[:, None]).astype(ml_dtypes.float8_e4m3fn), scales


def stream(count=7):
    """Runs whose numbers grow and shrink by two octaves and more."""
    r = np.random.default_rng(3)
    return [(r.standard_normal((2, 5, 96)) * size).astype(F32) for size in [1, 30, 5, 0.2, 0.2, 0.1, 900][:count]]


WEIGHTS_BY_MAX = {"default": {"weights": {"method": "max"}}}


@pytest.mark.parametrize("words, how", [("delayed=3", {"runs": 3}), ("delayed=2,margin=2", {"runs": 2, "margin": 2}), ("delayed=4,recent", {"runs": 4, "recent": True})])
def test_every_bit_is_the_references(fp8c, tmp_path, words, how):
    """The same session, run by run; the first finds no history, and its scale is 1."""
    w, b = linear(tmp_path / "m.onnx")
    (tmp_path / "o.json").write_text(json.dumps(WEIGHTS_BY_MAX))
    decided, = compile_(fp8c, "--calibrate-method", words, "--override", "o.json")
    assert decided["format"] == "e4m3" and decided["policy"].startswith(words.split(",")[0]) and "amax of earlier runs" in decided["policy"], decided
    codes, scales = weights_by_max(w)
    reference = Reference(**how)
    runs = stream()
    np.savez(tmp_path / "s.npz", x=np.stack(runs))
    done = fp8c("run", "p.fp8c", "--device", "cpu", "--samples", "s.npz", "--output-dir", "out")
    assert done.code == 0, done.err
    got = np.load(tmp_path / "out" / "y.npy").reshape(len(runs), 2, 5, 64)
    for i, x in enumerate(runs):
        want = reference.linear(x, codes, scales, b)
        assert np.array_equal(want.view(np.uint32), got[i].view(np.uint32)), (i, np.abs(want - got[i]).max())


def test_calibration_is_the_first_runs_history(fp8c, tmp_path):
    """The first run rounds by the samples' largest number, as --calibrate-method max does; a session begins anew each time."""
    w, b = linear(tmp_path / "m.onnx")
    x = np.random.default_rng(2).standard_normal((9, 5, 96)).astype(F32)
    np.savez(tmp_path / "c.npz", x=x)
    compile_(fp8c, "--calibrate", "c.npz", "--calibrate-method", "max")
    fixed = run(fp8c, tmp_path, "p.fp8c", x[:2])
    compile_(fp8c, "--calibrate", "c.npz", "--calibrate-method", "delayed")
    for _ in range(2):
        first = run(fp8c, tmp_path, "p.fp8c", x[:2])
        assert np.allclose(first, fixed, rtol=1e-5, atol=1e-5)
    assert sqnr(x[:2].astype(np.float64) @ w + b, first) > 26


def test_nothing_of_a_bad_run_stays(fp8c, tmp_path):
    """Zeros, NaN and infinity leave the last run's magnitude in front, so that later runs are as exact as before."""
    w, b = linear(tmp_path / "m.onnx")
    compile_(fp8c, "--calibrate-method", "delayed=2")
    good = np.random.default_rng(2).standard_normal((2, 5, 96)).astype(F32) * 50
    for bad in (0, np.nan, np.inf):
        x = np.stack([good, np.full_like(good, bad), np.full_like(good, bad), np.full_like(good, bad), good])
        np.savez(tmp_path / "s.npz", x=x)
        assert fp8c("run", "p.fp8c", "--device", "cpu", "--samples", "s.npz", "--output-dir", "out").code == 0
        last = np.load(tmp_path / "out" / "y.npy").reshape(5, 2, 5, 64)[-1]
        assert sqnr(good.astype(np.float64) @ w + b, last.astype(np.float64)) > 26, bad


def test_values_that_are_read_twice_share_a_history(fp8c, tmp_path):
    r = np.random.default_rng(4)
    nodes = [helper.make_node("MatMul", ["x", "u"], ["a"], name="first"), helper.make_node("MatMul", ["x", "v"], ["b"], name="second"),
             helper.make_node("Add", ["a", "b"], ["c"]), helper.make_node("Relu", ["c"], ["d"]), helper.make_node("MatMul", ["d", "w"], ["y"], name="third")]
    write(tmp_path / "m.onnx", nodes, ["n", 64], ["n", 32], u=r.standard_normal((64, 48)), v=r.standard_normal((64, 48)), w=r.standard_normal((48, 32)))
    done = fp8c("compile", "m.onnx", "-n", "--json", "--precision", "fp8", "--target", "cpu", "--calibrate-method", "delayed=8")
    states = [p for p in done.json()["inputs"] if "amax_history" in p["name"]]
    assert [p["type"] for p in states] == ["f32[2, 8]"], states


def test_node_by_node_beside_others(fp8c, tmp_path):
    linear(tmp_path / "m.onnx")
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "fc", "format": "e5m2", "activations": {"method": "delayed=16,margin=1"}}]}))
    decided, = decisions(fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--override", "o.json", "--json"))
    assert decided["format"] == "e5m2" and decided["policy"] == "delayed=16,margin=1: amax of earlier runs", decided


@pytest.mark.parametrize("words", ["delayed=0", "delayed=4097", "delayed=", "delayed=2,", "delayed=2,margin=9", "delayed=2,margin=1,margin=1", "delayed=recent,2", "delayed=2,2"])
def test_words_that_mean_nothing(fp8c, tmp_path, words):
    linear(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", "--precision", "fp8", "--calibrate-method", words)
    assert done.code == 2 and f'scale method "{words}"' in done.err and "delayed=RUNS" in done.err, done.err


@pytest.mark.parametrize("words", [["--headroom", "2"], ["--scales", "pow2"]])
def test_what_excludes_it(fp8c, tmp_path, words):
    linear(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", "--precision", "fp8", "--calibrate-method", "delayed", *words)
    assert done.code == 2 and "delayed scales" in done.err, done.err


def test_slots_of_a_decoder_have_histories_of_their_own(fp8c, tmp_path):
    """Behind a file of its slot a text goes on as without: what earlier runs held is in it."""
    decoder(tmp_path / "d.onnx")
    done = fp8c("compile", "d.onnx", "-o", "d.fp8c", "--capacity", "64", "--target", "cpu", "--precision", "fp8", "--calibrate-method", "delayed=4")
    assert done.code == 0 and "amax_history" not in done.err, done.err
    whole = json.loads(fp8c("generate", "d.fp8c", "--ids", "1,5,9", "-n", "12", "--json").out)["ids"]
    half = json.loads(fp8c("generate", "d.fp8c", "--ids", "1,5,9", "-n", "6", "--json", "--save-state", "half.state").out)["ids"]
    rest = json.loads(fp8c("generate", "d.fp8c", "--ids", str(half[-1]), "-n", "6", "--json", "--load-state", "half.state").out)["ids"]
    assert half + rest == whole, (half, rest, whole)
