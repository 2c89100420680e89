"""--preset: what a published recipe says of formats and scales, product by product; --promote says one key of it."""
import json

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

WIDTH = 256


def constants(r):
    f32 = lambda *shape: r.standard_normal(shape).astype(np.float32)
    return {"w": f32(WIDTH, WIDTH) / 16, "v": f32(WIDTH, 96) / 16, "u": f32(96, WIDTH) / 10}


def write(path, rows="rows"):
    """Two Linear, of 256 and 256 of k, one of 96, and a product of two activations."""
    node, io = helper.make_node, helper.make_tensor_value_info
    nodes = [node("MatMul", ["x", "w"], ["a"], name="first"), node("MatMul", ["a", "v"], ["b"], name="second"),
             node("MatMul", ["b", "u"], ["c"], name="shallow"), node("Transpose", ["a"], ["t"], perm=[0, 2, 1]),
             node("MatMul", ["c", "t"], ["y"], name="both")]
    weights = constants(np.random.default_rng(5))
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, ["n", rows, WIDTH])], [io("y", TensorProto.FLOAT, None)],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(path))
    np.savez(path.with_suffix(".npz"), x=np.random.default_rng(6).standard_normal((4, 16, WIDTH)).astype(np.float32))
    return weights


@pytest.fixture
def decisions(fp8c, tmp_path):
    write(tmp_path / "m.onnx")

    def compile_(*words):
        done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--json", *words)
        assert done.code == 0, done.err
        return {n["name"]: n["decision"] for n in done.json()["nodes"] if n.get("decision")}, done
    return compile_


def codes(report):
    return [d["code"] for d in report["diagnostics"]]


SHAPES = {"deepseek": ("weights per 128 x 128 block, activations per 128 of a row", "amax of each block"),
          "transformer-engine": ("weights and activations per tensor", "delayed=1024: amax of earlier runs; weights max"),
          "transformer-engine-current": ("weights and activations per tensor", "dynamic: amax of each run; weights max"),
          "fp8-dynamic": ("weights per output channel, activations per row", "amax of each row; weights max")}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("calibrated", [False, True])
def test_what_a_preset_expands_to(decisions, name, calibrated):
    """No recipe needs samples, and samples change none of it."""
    found, done = decisions("--preset", name, *(["--calibrate", "m.npz"] if calibrated else []))
    for node in ("first", "second"):
        d = found[node]
        assert (d["format"], d["rule"]) == ("e4m3", "override") and d["reason"].startswith(f"pinned by --preset {name}"), d
        assert (d["granularity"], d["policy"]) == SHAPES[name], d
    assert found["both"]["format"] == "bf16"  # recipes speak of weights
    assert found["shallow"]["format"] == ("bf16" if name == "deepseek" else "e4m3")
    report = done.json()
    assert f"preset={name}" in report["options"] and "no-calibration" not in codes(report)


def test_where_blocks_do_not_fit_a_note_says_so(decisions):
    _, done = decisions("--preset", "deepseek")
    note, = (d for d in done.json()["diagnostics"] if d["code"] == "override-refused")
    assert note["node"] == "shallow" and "--preset deepseek does not hold" in note["text"] and "multiple of 128" in note["text"], note


def test_numbers_are_the_recipes(fp8c, tmp_path):
    """Per-tensor dynamic scales and the weights' amax, rounded by ml_dtypes: the result is that to F32's sums."""
    r, node, io = np.random.default_rng(7), helper.make_node, helper.make_tensor_value_info
    w = (r.standard_normal((WIDTH, 64)) / 16).astype(np.float32)
    graph = helper.make_graph([node("MatMul", ["x", "w"], ["y"], name="fc")], "g", [io("x", TensorProto.FLOAT, ["n", WIDTH])],
                              [io("y", TensorProto.FLOAT, ["n", 64])], [numpy_helper.from_array(w, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(tmp_path / "m.onnx"))
    assert fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--preset", "transformer-engine-current", "--repair", "none").code == 0
    x = (r.standard_normal((8, WIDTH)) * 37).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", "p.fp8c", "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out").code == 0
    rounded = []
    for v in (x, w):
        scale = np.abs(v).max() / np.float32(448)
        rounded.append((v / scale).astype(np.float32).astype(ml_dtypes.float8_e4m3fn).astype(np.float64) * scale)
    want, got = rounded[0] @ rounded[1], np.load(tmp_path / "out" / "y.npy").astype(np.float64)
    exact = x.astype(np.float64) @ w
    noise = lambda a, b: 10 * np.log10((a ** 2).sum() / ((a - b) ** 2).sum())
    assert noise(want, got) > noise(exact, got) + 15 > 15, (noise(want, got), noise(exact, got))


def test_rules_of_a_file_outrank_it(decisions, tmp_path):
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "first", "format": "bf16"}, {"node": "second", "weights": {"method": "mse"}}]}))
    found, _ = decisions("--preset", "transformer-engine", "--override", "o.json")
    assert found["first"]["format"] == "bf16" and found["shallow"]["policy"].endswith("weights max")
    assert found["second"]["format"] == "e4m3" and "weights max" not in found["second"]["policy"]


@pytest.mark.parametrize("words, says", [
    (["--precision", "fp8"], "--precision"), (["--max-error", "sqnr>=20dB"], "--max-error"), (["--fp8-share", "50%"], "--fp8-share"),
    (["--calibrate-method", "max"], "--calibrate-method"), (["--scales", "pow2"], "--scales pow2"), (["--headroom", "2"], "--headroom"),
    (["--weights", "int4"], "--weights"), (["--promote", "64"], "--promote"), (["--override", "o.json"], "default of --override")])
def test_contradictions_are_one_sentence(fp8c, tmp_path, words, says):
    write(tmp_path / "m.onnx")
    (tmp_path / "o.json").write_text(json.dumps({"default": {"format": "bf16"}}))
    done = fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--calibrate", "m.npz", "--preset", "deepseek", *words)
    assert done.code == 2 and says in done.err and "give one of them" in done.err, done.err
    assert "--preset deepseek" in done.err and len(done.err.strip().splitlines()) == 1, done.err


def test_words_that_there_are_not(fp8c, tmp_path):
    write(tmp_path / "m.onnx")
    done = fp8c("compile", "m.onnx", "-n", "--preset", "deepseak")
    assert done.code == 2 and "deepseek" in done.err
    done = fp8c("compile", "m.onnx", "-n", "--promote", "100")
    assert done.code == 2 and "512" in done.err
    done = fp8c("compile", "m.onnx", "-n", "--promote", "64", "--precision", "bf16")
    assert done.code == 2 and "leaves none of them in FP8" in done.err
    text = fp8c("help", "compile").out
    assert "--preset" in text and "amax of earlier runs" in " ".join(text.split()) and "--promote" in text


@pytest.mark.parametrize("asked", ["off", "512", "256", "128", "64"])
def test_promote_is_the_overrides_key(decisions, asked):
    found, done = decisions("--promote", asked, "--precision", "fp8", "--calibrate", "m.npz")
    linear = [found[n]["accumulation"]["promote"] for n in ("first", "second", "shallow")]
    assert [str(p) for p in linear] == [asked] * 3
    assert "accumulation" not in found["both"] and "override-refused" not in codes(done.json())


def test_promote_auto_changes_nothing_and_rules_outrank_it(fp8c, decisions, tmp_path):
    words = ["--precision", "fp8", "--calibrate", "m.npz"]
    plain, _ = decisions(*words)
    assert decisions("--promote", "auto", *words)[0] == plain
    (tmp_path / "o.json").write_text(json.dumps({"rules": [{"node": "first", "promote": 64}, {"node": "second", "granularity": "block"}]}))
    found, done = decisions("--promote", "256", "--override", "o.json", *words)
    assert [found[n].get("accumulation", {}).get("promote") for n in ("first", "second", "shallow")] == [64, None, 256]
    assert "per 128 x 128 block" in found["second"]["granularity"] and "override-refused" not in codes(done.json())
    assert "no-calibration" in codes(fp8c("compile", "m.onnx", "-n", "--target", "cpu", "--promote", "64", "--json").json())
