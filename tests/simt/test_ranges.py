"""Plans for ranges of sizes on a simulated GPU: every size gives what the CPU device gives, kernels and weights are shared among
sizes, and a size outside of the range is refused in a sentence."""
import json
import os
import pathlib
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from decoders import decoder
from conftest import together
from small_models import save

fp8c = pytest.importorskip("fp8c")
if not os.environ.get("FP8C_LIBRARY"):
    pytest.skip("the shared library is not built", allow_module_level=True)

FP8C = os.environ.get("FP8C", "fp8c")
CACHE = os.environ.get("FP8C_TEST_CACHE", "")
node = helper.make_node


def mlp(path):
    """Products with a norm between them: rows alone."""
    random = np.random.default_rng(0)
    nodes = [node("MatMul", ["x", "a"], ["h"]), node("LayerNormalization", ["h", "g", "c"], ["n"], axis=-1), node("Gelu", ["n"], ["e"]),
             node("MatMul", ["e", "b"], ["p"]), node("Softmax", ["p"], ["y"], axis=-1)]
    weights = {k: random.standard_normal(s).astype(np.float32) / 5 for k, s in {"a": (24, 40), "b": (40, 10), "g": (40,), "c": (40,)}.items()}
    return save(path, nodes, [("x", ["batch", 24])], [("y", ["batch", 10])], **weights)


def net(path):
    """What is in a ResNet: convolutions, a residual, pooling, the mean of an image, a product."""
    random = np.random.default_rng(1)
    nodes = [node("Conv", ["x", "k0"], ["a"], pads=[1, 1, 1, 1]), node("Relu", ["a"], ["r"]), node("MaxPool", ["r"], ["m"], kernel_shape=[2, 2], strides=[2, 2]),
             node("Conv", ["m", "k1"], ["b"], pads=[1, 1, 1, 1]), node("Add", ["b", "m"], ["s"]), node("Relu", ["s"], ["t"]),
             node("GlobalAveragePool", ["t"], ["g"]), node("Flatten", ["g"], ["f"]), node("MatMul", ["f", "w"], ["y"])]
    weights = {k: random.standard_normal(s).astype(np.float32) / 4 for k, s in {"k0": (8, 3, 3, 3), "k1": (8, 8, 3, 3), "w": (8, 5)}.items()}
    return save(path, nodes, [("x", ["batch", 3, 8, 8])], [("y", ["batch", 5])], **weights)


def encoder(path, hidden=32, heads=2, words=50):
    """Words looked up, attention with a mask, a mean over the words that count."""
    random = np.random.default_rng(2)
    w = {k: (random.standard_normal(s) / np.sqrt(s[0])).astype(np.float32)
         for k, s in {"table": (words, hidden), "wq": (hidden, hidden), "wk": (hidden, hidden), "wv": (hidden, hidden), "wo": (hidden, hidden)}.items()}
    w |= {"split": np.array([0, 0, heads, hidden // heads], np.int64), "flat": np.array([0, 0, hidden], np.int64), "root": np.float32((hidden // heads) ** -0.5),
          "one": np.float32(1), "low": np.float32(-10000), "axes": np.array([1, 2], np.int64), "last": np.array([2], np.int64), "of_words": np.array([1], np.int64),
          "g": np.ones(hidden, np.float32), "c": np.zeros(hidden, np.float32)}
    nodes = [node("Gather", ["table", "ids"], ["x"]), node("Cast", ["mask"], ["m"], to=TensorProto.FLOAT), node("Unsqueeze", ["m", "axes"], ["m4"]),
             node("Sub", ["one", "m4"], ["gone"]), node("Mul", ["gone", "low"], ["bias"])]
    for part, order in ("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3]):
        nodes += [node("MatMul", ["x", "w" + part], [part]), node("Reshape", [part, "split"], [part + "r"]), node("Transpose", [part + "r"], [part + "t"], perm=order)]
    nodes += [node("MatMul", ["qt", "kt"], ["s"]), node("Mul", ["s", "root"], ["sr"]), node("Add", ["sr", "bias"], ["sm"]), node("Softmax", ["sm"], ["p"], axis=-1),
              node("MatMul", ["p", "vt"], ["a"]), node("Transpose", ["a"], ["at"], perm=[0, 2, 1, 3]), node("Reshape", ["at", "flat"], ["ar"]), node("MatMul", ["ar", "wo"], ["o"]),
              node("Add", ["o", "x"], ["r"]), node("LayerNormalization", ["r", "g", "c"], ["y"], axis=-1), node("Unsqueeze", ["m", "last"], ["m3"]),
              node("Mul", ["y", "m3"], ["ym"]), node("ReduceSum", ["ym", "of_words"], ["z"], keepdims=0)]
    i64 = TensorProto.INT64
    return save(path, nodes, [("ids", ["batch", "seq"], i64), ("mask", ["batch", "seq"], i64)], [("y", ["batch", "seq", hidden]), ("z", ["batch", hidden])], **w)


def inputs_of(model, sizes, random):
    b, s = sizes.get("batch", 1), sizes.get("seq", 1)
    if model is mlp:
        return {"x": random.standard_normal((b, 24)).astype(np.float32)}
    if model is net:
        return {"x": random.standard_normal((b, 3, 8, 8)).astype(np.float32)}
    mask = (np.arange(s) < random.integers(1, s + 1, (b, 1))).astype(np.int64)
    return {"ids": random.integers(0, 50, (b, s)), "mask": mask}


def compiled(folder, model, *words, target="sm_89"):
    model(folder / "m.onnx")
    words = ["compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", target, "--precision", "f32", "-q", "--report-json", "r.json",
             "--cache-dir", CACHE or folder / "cache", *words]
    done = subprocess.run([FP8C, *together(words)], cwd=folder, text=True, capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return fp8c.Plan(folder / "p.fp8c"), json.loads((folder / "r.json").read_text())


def kernels_of(report):
    gpu = [v for v in report["variants"] if v["target"] != "cpu"]
    return gpu, {n["kernel"] for v in gpu for n in v["launches"]}


CASES = [(mlp, ["--dim", "batch=1..70"], {"batch": (1, 70)}, 80), (net, ["--dim", "batch=1..12"], {"batch": (1, 12)}, 60),
         (encoder, ["--dim", "batch=1..4", "--dim", "seq=3..6"], {"batch": (1, 4), "seq": (3, 6)}, 60)]


@pytest.mark.parametrize("model, words, ranges, runs", CASES, ids=lambda x: getattr(x, "__name__", None))
def test_random_sizes_give_what_the_cpu_gives(tmp_path, model, words, ranges, runs):
    plan, report = compiled(tmp_path, model, *words)
    gpu, kernels = kernels_of(report)
    assert len(gpu) == np.prod([high - low + 1 for low, high in ranges.values()])
    sessions = fp8c.Session(plan, device="cpu"), fp8c.Session(plan, device="cuda:0")
    random = np.random.default_rng(7)
    for _ in range(int(os.environ.get("FP8C_SOAK_SIZES", runs))):  # slow/soak: a thousand
        sizes = {name: int(random.integers(low, high + 1)) for name, (low, high) in ranges.items()}
        x = inputs_of(model, sizes, random)
        want, got = (s(**x) for s in sessions)
        for name in want:
            assert got[name].shape == want[name].shape, sizes
            np.testing.assert_allclose(got[name], want[name], rtol=2e-5, atol=2e-5, err_msg=f"{name} at {sizes}")


def test_what_the_sizes_share(tmp_path):
    """One copy of the weights, in the file and for the device, and kernels that take the number of rows as an argument."""
    plan, report = compiled(tmp_path, mlp, "--dim", "batch=1..70")
    gpu, kernels = kernels_of(report)
    ours = {k for k in kernels if k.startswith("fp8c_row") or k.startswith("fp8c_eltwise")}
    assert len(ours) < 10, sorted(ours)  # rows a block and lanes may differ
    weights = {v.weight_bytes for v in plan.variants if v.target != "cpu"}
    assert len(weights) <= 2  # few rows have another layout
    one = (tmp_path / "one").mkdir() or tmp_path / "one"
    compiled(one, mlp, "--dim", "batch=64")
    tables = 40000
    assert (tmp_path / "p.fp8c").stat().st_size < (one / "p.fp8c").stat().st_size + 70 * tables


def test_a_size_outside_is_refused(tmp_path):
    plan, _ = compiled(tmp_path, encoder, "--dim", "batch=1..4", "--dim", "seq=3..6")
    session = fp8c.Session(plan, device="cuda:0")
    random = np.random.default_rng(0)
    with pytest.raises(ValueError, match=r"no variant of the plan takes ids \[5, 3\], mask \[5, 3\]; it is for batch=1\.\.4 seq=3\.\.6"):
        session(**inputs_of(encoder, {"batch": 5, "seq": 3}, random))
    session(**inputs_of(encoder, {"batch": 4, "seq": 6}, random))  # and goes on


def test_graphs_come_and_go(tmp_path):
    """More sizes than graphs that are captured ahead: a size that comes back gives the same bits."""
    plan, _ = compiled(tmp_path, mlp, "--dim", "batch=1..70")
    session = fp8c.Session(plan, device="cuda:0")
    random = np.random.default_rng(0)
    feeds = [inputs_of(mlp, {"batch": b}, random) for b in (70, 1, 33, 69, 17)]
    first = [session(**f)["y"] for f in feeds]
    for b in range(1, 71):
        session(**inputs_of(mlp, {"batch": b}, random))
    for f, y in zip(feeds, first):
        np.testing.assert_array_equal(session(**f)["y"], y)


def test_fp8_on_hopper(tmp_path, monkeypatch):
    """Products by wgmma and attention in FP8 take their rows and batch as arguments."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random = np.random.default_rng(3)
    np.savez(tmp_path / "c.npz", **{k: v for k, v in inputs_of(encoder, {"batch": 16, "seq": 40}, random).items()})
    plan, report = compiled(tmp_path, encoder, "--dim", "batch=2..5", "--dim", "seq=40", "--precision", "fp8", "--calibrate", "c.npz", "--repair", "none",
                            target="sm_90a")
    gpu, kernels = kernels_of(report)
    for family in "gemm_e4m3", "attention":
        ours = {k for k in kernels if k.startswith("fp8c_" + family)}
        assert ours and len(ours) < 4, sorted(kernels)
    sessions = fp8c.Session(plan, device="cpu"), fp8c.Session(plan, device="cuda:0")
    for batch in 5, 2, 3, 4:
        x = inputs_of(encoder, {"batch": batch, "seq": 40}, random)
        want, got = (s(**x) for s in sessions)
        for name in want:
            assert got[name].shape == want[name].shape
            assert np.linalg.norm(got[name] - want[name]) < 2e-2 * np.linalg.norm(want[name]), (name, batch)


@pytest.mark.parametrize("form", ["hugging-face", "own-positions", "attention-23"])
def test_a_past_that_grows_from_nothing(tmp_path, form):
    """No rows are a size: the first step of a decoder, and the next ones, out of one plan."""
    def model(path):
        decoder(path, form)
        made = onnx.load(path)
        for port in made.graph.input:
            for dim in port.type.tensor_type.shape.dim:
                if dim.dim_param == "total_sequence_length":
                    dim.dim_param = "past_sequence_length + sequence_length"
        onnx.save(made, path)
    plan, _ = compiled(tmp_path, model, "--dim", "batch=1", "--dim", "sequence_length=1", "--dim", "past_sequence_length=0..2")
    sessions = fp8c.Session(plan, device="cpu"), fp8c.Session(plan, device="cuda:0")
    caches = [{p.name: np.zeros((1, 2, 0, 16), np.float32) for p in plan.inputs if "past" in p.name} for _ in sessions]
    for past in range(3):
        results = []
        for session, cache in zip(sessions, caches):
            x = {"input_ids": np.array([[5 + past]]), "attention_mask": np.ones((1, past + 1), np.int64), "position_ids": np.array([[past]])}
            results.append(session(**cache, **{p.name: x[p.name] for p in plan.inputs if p.name in x}))
            cache.update({name.replace("present", "past_key_values"): y for name, y in results[-1].items() if name != "logits"})
        for name, y in results[0].items():
            np.testing.assert_allclose(results[1][name], y, rtol=1e-4, atol=1e-4, err_msg=f"{name} after {past}")
