"""Forms of operators and ports that exporters leave now and then, against ONNX Runtime or onnx's own evaluator."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper as nh

from conftest import reference


def model(path, nodes, ins, outs, opset=21, ir=10, **consts):
    """Ports are (name, type, shape); a shape None is unknown."""
    io = h.make_tensor_value_info
    graph = h.make_graph(nodes, "g", [io(*p) for p in ins], [io(*p) for p in outs],
                         [nh.from_array(np.asarray(v), k) for k, v in consts.items()])
    m = h.make_model(graph, opset_imports=[h.make_opsetid("", opset)], ir_version=ir)
    onnx.save(m, str(path))
    return path


# ---- F64 outputs --------------------------------------------------------------------------------

def ends_in(path, kind):
    """Three products whose last steps are in this type, as torch leaves them where a Python float met a tensor."""
    random = np.random.default_rng(0)
    w = {f"w{i}": (random.standard_normal((64, 64)) / 8).astype(np.float32) for i in range(3)}
    nodes = [h.make_node("MatMul", ["x", "w0"], ["a0"], name="p0"), h.make_node("Relu", ["a0"], ["r0"]), h.make_node("MatMul", ["r0", "w1"], ["a1"], name="p1"),
             h.make_node("Relu", ["a1"], ["r1"]), h.make_node("MatMul", ["r1", "w2"], ["a2"], name="p2"), h.make_node("Cast", ["a2"], ["b"], to=kind),
             h.make_node("Mul", ["b", "c"], ["m"]), h.make_node("Softmax", ["m"], ["y"])]
    return model(path, nodes, [("x", T.FLOAT, ["n", 64])], [("y", kind, ["n", 64])], c=np.array(8., np.float64 if kind == T.DOUBLE else np.float32), **w)


@pytest.mark.parametrize("words", [["--max-error", "sqnr>=40dB"], ["--max-error", "kl<=0.01"], ["--max-error", "relative<=2%", "--judge", "outputs"],
                                   ["--fp8-share", "60%"], ["--precision", "fp8"]])
def test_an_error_at_f64_outputs_is_measured(fp8c, tmp_path, words):
    """What is decided and told is what it is where the same outputs are F32."""
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32))
    found = []
    for kind in T.FLOAT, T.DOUBLE:
        ends_in(tmp_path / "m.onnx", kind)
        done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "x.npz", "--target", "cpu", "-q", "--report-json", "r.json", *words)
        assert done.returncode == 0, done.stderr
        r = json.loads((tmp_path / "r.json").read_text())
        found.append(([n["decision"]["format"] for n in r["nodes"] if "decision" in n],
                      [o["sqnr_db"] for a in r["alternatives"][:1] for o in a["outputs"]]))
    assert found[0][0] == found[1][0]
    assert found[1][1] == pytest.approx(found[0][1], abs=0.5) and found[1][1][0] > 10


def test_sensitivity_at_f64_outputs(fp8c, tmp_path):
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32))
    found = []
    for kind in T.FLOAT, T.DOUBLE:
        ends_in(tmp_path / "m.onnx", kind)
        done = fp8c("sensitivity", "m.onnx", "--calibrate", "x.npz", "--exact", "--json")
        assert done.returncode == 0, done.stderr
        found.append([n["error_share"] for n in json.loads(done.stdout)["nodes"]])
    assert found[1] == pytest.approx(found[0], abs=0.02)


# ---- Random numbers -----------------------------------------------------------------------------

@pytest.mark.parametrize("op, inputs, attributes", [("RandomNormal", [], {"shape": [2, 3]}), ("RandomUniform", [], {"shape": [2, 3]}), ("RandomNormalLike", ["x"], {}),
                                                    ("RandomUniformLike", ["x"], {}), ("Bernoulli", ["x"], {}), ("Multinomial", ["x"], {"sample_size": 2}),
                                                    ("Dropout", ["x", "half", "yes"], {})])
def test_what_draws_at_random_is_refused(fp8c, tmp_path, op, inputs, attributes):
    """So that passes may merge equal nodes and fold constants, whatever they are."""
    nodes = [h.make_node(op, inputs, [f"r{i}"], name=f"n{i}", **attributes) for i in range(2)] + [h.make_node("Sub", ["r0", "r1"], ["y"])]
    model(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, [2, 3])], [("y", T.INT32 if op == "Multinomial" else T.FLOAT, None)], half=np.float32(.5), yes=np.array(True))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "-p", "f32", "-q")
    assert done.returncode == 4 and op in done.stderr and not (tmp_path / "p.fp8c").exists()


# ---- Einsum -------------------------------------------------------------------------------------

EQUATIONS = [("bij,bjk->bik", [(2, 3, 4), (2, 4, 5)]), ("ii->i", [(4, 4)]), ("i,j,k", [(2,), (3,), (4,)]), ("...ij->...ji", [(2, 3, 4)]), ("ij->", [(3, 5)]),
             ("bi,bi->b", [(3, 6), (1, 6)])]


@pytest.mark.parametrize("kind, equation, shapes", [(k, *e) for k in ("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")
                                                    for e in (EQUATIONS if k in ("int64", "float64") else EQUATIONS[:1])])
def test_einsum_of_every_type(run_plan, tmp_path, kind, equation, shapes):
    """onnx's evaluator; integers wrap as NumPy's do."""
    random, t = np.random.default_rng(0), np.dtype(kind)
    if t.kind == "f":
        inputs = {f"x{i}": random.standard_normal(s).astype(t) for i, s in enumerate(shapes)}
    else:
        low = np.iinfo(t).min if t.itemsize < 8 else -(1 << 40) * (t.kind == "i")
        high = np.iinfo(t).max if t.itemsize < 8 else 1 << 40
        inputs = {f"x{i}": random.integers(low, high, s).astype(t) for i, s in enumerate(shapes)}
    number = h.np_dtype_to_tensor_dtype(t)
    model(tmp_path / "m.onnx", [h.make_node("Einsum", list(inputs), ["y"], equation=equation)], [(n, number, x.shape) for n, x in inputs.items()], [("y", number, None)])
    wide = {n: x.astype(np.float64) if t.kind == "f" else x.astype(np.uint64) for n, x in inputs.items()}
    want = np.einsum(equation, *wide.values()).astype(t)
    found = run_plan(tmp_path / "m.onnx", inputs, names=["y"])["y"]
    assert found.dtype == t and found.shape == want.shape
    if t.kind == "f":
        np.testing.assert_allclose(found.astype(np.float64), want.astype(np.float64), rtol=2e-3 if t.itemsize == 2 else 1e-5, atol=2e-3 if t.itemsize == 2 else 1e-5)
    else:
        np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("kinds, words", [(["bool", "bool"], "type bool"), (["int64", "int32"], "i64 is wanted"), (["float32", "int64"], "f32 is wanted")])
def test_einsum_of_types_that_onnx_has_not(fp8c, tmp_path, kinds, words):
    model(tmp_path / "m.onnx", [h.make_node("Einsum", ["a", "b"], ["y"], equation="i,i->", name="e")],
          [(n, h.np_dtype_to_tensor_dtype(np.dtype(k)), [4]) for n, k in zip("ab", kinds)], [("y", T.FLOAT, None)])
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "-p", "f32", "-q")
    assert done.returncode in (3, 4) and words in done.stderr and '"e"' in done.stderr


# ---- BatchNormalization in training mode -----------------------------------------------------------

@pytest.mark.parametrize("shape", [(4, 3, 5, 6), (7, 3), (2, 3, 9), (1, 3, 2, 2, 2)])
@pytest.mark.parametrize("outputs, free", [(1, True), (2, False), (3, True)])
def test_batchnorm_with_the_batch_s_statistics(run_plan, tmp_path, shape, outputs, free):
    """Constant weights; running statistics where they are asked for; against ONNX Runtime."""
    r = np.random.default_rng(0)
    consts = {n: r.standard_normal(3).astype(np.float32) for n in ("scale", "bias", "mean")} | {"var": r.random(3).astype(np.float32) + .5}
    x = (r.standard_normal(shape) * 3 + 5).astype(np.float32)
    outs = ["y", "running_mean", "running_var"][:outputs]
    node = h.make_node("BatchNormalization", ["x", *consts], outs, training_mode=1, momentum=.8, epsilon=1e-3)
    model(tmp_path / "m.onnx", [node], [("x", T.FLOAT, ["n", 3, *[f"d{i}" for i in range(len(shape) - 2)]] if free else shape)], [(n, T.FLOAT, None) for n in outs],
          opset=17, ir=8, **consts)
    axes = (0, *range(2, x.ndim))
    column = lambda v: v.reshape(1, 3, *[1] * (x.ndim - 2))
    mean, var = x.astype(np.float64).mean(axes), x.astype(np.float64).var(axes)
    want = {"y": (x - column(mean)) / np.sqrt(column(var) + 1e-3) * column(consts["scale"]) + column(consts["bias"]),
            "running_mean": consts["mean"] * .8 + mean * .2, "running_var": consts["var"] * .8 + var * .2}
    found = run_plan(tmp_path / "m.onnx", {"x": x}, names=outs)
    for n in outs:
        np.testing.assert_allclose(found[n], want[n], rtol=2e-5, atol=2e-5, err_msg=n)
    if outputs == 3: # ONNX Runtime wants all three
        theirs = reference(tmp_path / "m.onnx", {"x": x})
        np.testing.assert_allclose(found["y"], theirs["y"], rtol=2e-5, atol=2e-5)
