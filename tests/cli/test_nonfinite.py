"""NaN and infinity where the model has none: the worst of all errors, and never the compiler's choice."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T, helper as h, numpy_helper as nh


def save(path, nodes, constants, x, y="y"):
    graph = h.make_graph(nodes, "g", [h.make_tensor_value_info("x", T.FLOAT, x)], [h.make_tensor_value_info(y, T.FLOAT, None)],
                         [nh.from_array(v, k) for k, v in constants.items()])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 23)], ir_version=10), path)


def attention(path, rows=16, heads=2, size=32):
    """q, k and v by three products, one attention, one product."""
    random, n = np.random.default_rng(0), heads * size
    constants = {f"w{i}": (random.standard_normal((n, n)) / n ** 0.5).astype(np.float32) for i in "qkvo"}
    nodes = [h.make_node("MatMul", ["x", f"w{i}"], [i], f"make_{i}") for i in "qkv"]
    nodes += [h.make_node("Attention", ["q", "k", "v"], ["a"], "attend", q_num_heads=heads, kv_num_heads=heads), h.make_node("MatMul", ["a", "wo"], ["y"], "last")]
    save(path, nodes, constants, [1, rows, n])
    return n


def decision(report, name):
    return next(n["decision"] for n in report["nodes"] if "decision" in n and (n["name"] == name or name in n["sources"]))


@pytest.mark.parametrize("size, target, formats", [(1, "cpu", "e4m3"), (1, "sm_90a", "e4m3 bf16"), (8, "cpu", "e4m3 bf16"), (8, "sm_90a", "bf16"), (100, "cpu", "e4m3 bf16"), (100, "sm_90a", "bf16"), (600, "cpu", "e4m3 bf16")])
@pytest.mark.parametrize("precision", ["auto", "fp8"])
def test_scores_of_any_size_leave_finite_numbers(fp8c, tmp_path, size, target, formats, precision):
    """F16 holds scores of 1,420 with whole octaves; beyond some 45,000 the softmax is NaN."""
    n = attention(tmp_path / "m.onnx")
    x = (np.random.default_rng(1).standard_normal((8, 1, 16, n)) * size * 2).astype(np.float32)
    np.savez(tmp_path / "x.npz", x=x)
    np.save(tmp_path / "x.npy", x[7])
    words = ("compile", "m.onnx", "-o", "m.fp8c", "-c", "x.npz", "-q", "--precision", precision, "-t", target, "--report-json", "r.json")
    done = fp8c(*words)
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "r.json").read_text())
    d = decision(report, "attend")
    assert d["format"] in formats.split(), d
    assert "inf" not in d["reason"]
    if size > 1 and (target, d["format"]) != ("cpu", "bf16"):
        assert "lengths of q and k" in d["reason"] or d["rule"] == "gain"
    assert not any(o.get("not_finite") for o in report["alternatives"][0]["outputs"])
    assert fp8c(*words).code == 0  # figures out of the cache decide the same
    assert decision(json.loads((tmp_path / "r.json").read_text()), "attend") == d
    if target == "cpu":
        assert fp8c("run", "m.fp8c", "-i", "x=x.npy", "-o", ".", "-d", "cpu", "-q").code == 0
        assert np.isfinite(np.load(tmp_path / "y.npy")).all()


@pytest.fixture
def logarithm(tmp_path):
    """y = log(x w - t): every sum is above t by at least `room` of it: 0.3% is more than BF16 errs by, and less than a deviation of the error in FP8."""
    def make(room):
        random, n = np.random.default_rng(0), 16
        w = random.uniform(0.5, 1.5, (n, 32)).astype(np.float32)
        x = random.uniform(0.5, 1.5, (8, 16, n)).astype(np.float32)
        x[[0, 1, 2, 4, 5, 6]] *= 1.5  # the samples that judge are the near ones
        least = (x.astype(np.float64) @ w).min((0, 1))
        save(tmp_path / "m.onnx", [h.make_node("MatMul", ["x", "w"], ["z"], "product"), h.make_node("Sub", ["z", "t"], ["d"], "sub"), h.make_node("Log", ["d"], ["y"], "log")],
             {"w": w, "t": (least * (1 - room)).astype(np.float32)}, [16, n])
        np.savez(tmp_path / "x.npz", x=x)
        return x
    return make


@pytest.mark.parametrize("room, format", [(0.3, "e4m3"), (0.003, "bf16"), (1e-5, "f32")])
def test_a_result_that_is_not_finite_is_no_choice(fp8c, tmp_path, logarithm, room, format):
    x = logarithm(room)
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "-c", "x.npz", "-t", "cpu", "--report-json", "r.json")
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "r.json").read_text())
    d = decision(report, "product")
    assert d["format"] == format, d
    assert (format == "e4m3") == ("not-finite" not in [x["code"] for x in report["diagnostics"]])
    assert format == "e4m3" or "NaN or infinity" in d["reason"]
    for i in range(len(x)):
        np.save(tmp_path / "x.npy", x[i])
        assert fp8c("run", "m.fp8c", "-i", "x=x.npy", "-o", ".", "-q").code == 0
        assert np.isfinite(np.load(tmp_path / "y.npy")).all()


@pytest.mark.parametrize("goal", [("--max-error", "sqnr>=3dB"), ("--max-error", "relative<=90%"), ("--max-error", "cosine>=0.2"), ("--fp8-share", "50%"), ("--target-speedup", "1.01")])
def test_no_search_takes_it(fp8c, tmp_path, logarithm, goal):
    logarithm(0.003)
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "-c", "x.npz", "-t", "cpu", "--report-json", "r.json", *goal)
    if goal[0] != "--max-error":
        assert done.code == 7 and "out of reach" in done.err and not (tmp_path / "m.fp8c").exists()
        assert goal[0] != "--fp8-share" or "NaN or infinity" in done.err
        return
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "r.json").read_text())
    assert not report["alternatives"][0]["outputs"][0].get("not_finite")
    assert [a["outputs"][0].get("not_finite") for a in report["alternatives"] if a["name"] == "e4m3"] == [True]


def test_compare_says_so(fp8c, tmp_path):
    """Two NaN among good numbers: no tolerance holds, wherever they stand."""
    for name, k in (("a.onnx", 0.0), ("b.onnx", 1.0)):
        save(tmp_path / name, [h.make_node("Sub", ["x", "k"], ["d"], "sub"), h.make_node("Sqrt", ["d"], ["s"], "sqrt"), h.make_node("Add", ["s", "zero"], ["y"], "add")],
             {"k": np.float32(k), "zero": np.float32(0)}, [4])
    np.save(tmp_path / "x.npy", np.array([4, 0.5, 0.25, 1e9], np.float32))
    for rule in ("sqnr>=-300dB", "cosine>=-1", "maxabs<=1e30", "relative<=1e30"):
        done = fp8c("compare", "a.onnx", "b.onnx", "-i", "x=x.npy", "--tolerance", rule)
        assert "2 of 4 numbers are NaN or infinite on one side only" in done.out
        assert done.code == 7
    row = fp8c("compare", "a.onnx", "b.onnx", "-i", "x=x.npy", "--json").json()[0]
    assert row["not_finite"] == 2 and row["sqnr_db"] is None
