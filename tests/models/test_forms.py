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

def test_dropout_in_training_is_refused(fp8c, tmp_path):
    """Other operators that draw numbers give the same ones in every run (test_quantised.py); no model that is run wants to be trained."""
    nodes = [h.make_node("Dropout", ["x", "half", "yes"], ["y"], name="n0")]
    model(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, [2, 3])], [("y", T.FLOAT, None)], half=np.float32(.5), yes=np.array(True))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "-p", "f32", "-q")
    assert done.returncode == 4 and "Dropout" in done.stderr and not (tmp_path / "p.fp8c").exists()


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


# ---- A Loop that runs a known number of times --------------------------------------------------------

def embedding_bag(path, offsets, mode="ReduceSum", constant=True, rows=50, size=16, count=20):
    """torch's EmbeddingBag: a Loop over bags, each a Slice of the indices; a product behind."""
    r, io, node = np.random.default_rng(0), h.make_tensor_value_info, h.make_node
    body = h.make_graph([node("Gather", ["starts", "it"], ["s"]), node("Gather", ["ends", "it"], ["e"]), node("Unsqueeze", ["s", "zero"], ["s1"]),
                         node("Unsqueeze", ["e", "zero"], ["e1"]), node("Slice", ["ids", "s1", "e1", "zero"], ["mine"]), node("Gather", ["table", "mine"], ["picked"]),
                         node(mode, ["picked", "zero"], ["bag"], keepdims=0), node("Identity", ["go"], ["go_on"])],
                        "body", [io("it", T.INT64, []), io("go", T.BOOL, [])], [io("go_on", T.BOOL, []), io("bag", T.FLOAT, None)])
    consts = dict(table=r.standard_normal((rows, size)).astype(np.float32), zero=np.array([0]), trip=np.array(len(offsets)), yes=np.array(True),
                  w=r.standard_normal((size, 8)).astype(np.float32))
    ins, nodes, ends = [("ids", T.INT64, [count])], [], np.array([*offsets[1:], count])
    if constant:
        consts.update(starts=np.array(offsets), ends=ends)
    else:
        ins.append(("starts", T.INT64, [len(offsets)]))
        consts.update(one=np.array([1]), big=np.array([1 << 40]), total=np.array([count]))
        nodes += [node("Slice", ["starts", "one", "big", "zero"], ["tail"]), node("Concat", ["tail", "total"], ["ends"], axis=0)]
    nodes += [node("Loop", ["trip", "yes"], ["bags"], body=body, name="loop"), node("MatMul", ["bags", "w"], ["y"], name="head")]
    model(path, nodes, ins, [("y", T.FLOAT, None)], opset=18, ir=9, **consts)
    given = {"ids": r.integers(0, rows, count)}
    return given if constant else given | {"starts": np.array(offsets)}


def operators(fp8c, path, *words):
    done = fp8c("compile", path, "-o", "p.fp8c", "-q", *words)
    assert done.returncode == 0, done.stderr
    return fp8c("show", "p.fp8c", "--steps").stdout


@pytest.mark.parametrize("mode", ["ReduceSum", "ReduceMean", "ReduceMax"])
@pytest.mark.parametrize("offsets", [[0, 3, 4, 9], [0], [0, 5]])
@pytest.mark.parametrize("constant", [True, False])
def test_embedding_bag(fp8c, run_plan, tmp_path, mode, offsets, constant):
    given = embedding_bag(tmp_path / "m.onnx", offsets, mode, constant)
    want = reference(tmp_path / "m.onnx", given)["y"]
    found = run_plan(tmp_path / "m.onnx", given, names=["y"])["y"]
    np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-5)
    assert "Loop" not in operators(fp8c, tmp_path / "m.onnx", "--target", "cpu", "-p", "f32")


def test_an_empty_bag(run_plan, tmp_path):
    given = embedding_bag(tmp_path / "m.onnx", [0, 3, 3, 9])
    np.testing.assert_allclose(run_plan(tmp_path / "m.onnx", given, names=["y"])["y"], reference(tmp_path / "m.onnx", given)["y"], rtol=1e-5, atol=1e-5)


LOOPS = {"stays: the condition ends it": (dict(trip=np.array(5)), "Less"), "stays: more iterations than are written out": (dict(trip=np.array(1000)), "go"),
         "is written out": (dict(trip=np.array(5)), "go"), "runs never": (dict(trip=np.array(0)), "go"), "once": (dict(trip=np.array(1)), "go")}


@pytest.mark.parametrize("case", LOOPS)
def test_loops_that_carry_and_stack(fp8c, run_plan, tmp_path, case):
    """Two states that change places, one result stacked from a state, one from the iteration's number."""
    (consts, end), io, node = LOOPS[case], h.make_tensor_value_info, h.make_node
    body = h.make_graph([node("Mul", ["a", "half"], ["smaller"]), node("Add", ["b", "smaller"], ["sum"]), node("Cast", ["it"], ["number"], to=T.FLOAT),
                         node("ReduceSum", ["sum"], ["total"], keepdims=0), node("Less", ["number", "two"], ["below"]),
                         node("Identity", ["below" if end == "Less" else "go"], ["go_on"])],
                        "body", [io("it", T.INT64, []), io("go", T.BOOL, []), io("a", T.FLOAT, [3]), io("b", T.FLOAT, [3])],
                        [io("go_on", T.BOOL, []), io("sum", T.FLOAT, [3]), io("smaller", T.FLOAT, [3]), io("total", T.FLOAT, []), io("number", T.FLOAT, [])])
    nodes = [node("Loop", ["trip", "yes", "x", "x2"], ["p", "q", "totals", "numbers"], body=body, name="loop"), node("Add", ["x", "x"], ["x2"])]
    model(tmp_path / "m.onnx", nodes[::-1], [("x", T.FLOAT, [3])], [(n, T.FLOAT, None) for n in ("p", "q", "totals", "numbers")], opset=18, ir=9,
          half=np.float32(.5), two=np.float32(2), yes=np.array(True), **consts)
    given = {"x": np.array([1, -2, 3], np.float32)}
    want = reference(tmp_path / "m.onnx", given)
    found = run_plan(tmp_path / "m.onnx", given, names=want)
    for n in want:
        assert found[n].shape == want[n].shape
        np.testing.assert_allclose(found[n], want[n], rtol=1e-5, atol=1e-30, err_msg=n)
    steps = operators(fp8c, tmp_path / "m.onnx", "--target", "cpu", "-p", "f32")
    assert ("Loop" in steps) == (case.startswith("stays") or case == "runs never")


def test_many_loops_stay_small(fp8c, tmp_path):
    """What all loops of a model become has a bound: a file of some kilobytes is no plan of millions of nodes."""
    io, node, nodes = h.make_tensor_value_info, h.make_node, []
    body = h.make_graph([node("Sin" if i % 2 else "Cos", [f"a{i}"], [f"a{i + 1}"]) for i in range(7)] + [node("Identity", ["go"], ["go_on"])], "body",
                        [io("it", T.INT64, []), io("go", T.BOOL, []), io("a0", T.FLOAT, [3])], [io("go_on", T.BOOL, []), io("a7", T.FLOAT, [3])])
    for i in range(40):
        nodes.append(node("Loop", ["trip", "", f"x{i}"], [f"x{i + 1}"], body=body, name=f"loop{i}"))
    model(tmp_path / "m.onnx", nodes, [("x0", T.FLOAT, [3])], [("x40", T.FLOAT, [3])], opset=18, ir=9, trip=np.array(250))
    steps = operators(fp8c, tmp_path / "m.onnx", "--target", "cpu", "-p", "f32")
    assert steps.count(" Loop ") >= 37 and len(steps.splitlines()) < 4500


def test_products_of_a_loop_get_formats(fp8c, tmp_path):
    """The same weights in each iteration: written out, its products compute in FP8."""
    r, io, node = np.random.default_rng(0), h.make_tensor_value_info, h.make_node
    body = h.make_graph([node("MatMul", ["a", "w"], ["m"], name="step"), node("Tanh", ["m"], ["b"]), node("Identity", ["go"], ["go_on"])], "body",
                        [io("it", T.INT64, []), io("go", T.BOOL, []), io("a", T.FLOAT, ["n", 64])], [io("go_on", T.BOOL, []), io("b", T.FLOAT, ["n", 64])])
    model(tmp_path / "m.onnx", [node("Loop", ["trip", "", "x"], ["y"], body=body)], [("x", T.FLOAT, ["n", 64])], [("y", T.FLOAT, None)], opset=18, ir=9,
          trip=np.array(3), w=(r.standard_normal((64, 64)) / 8).astype(np.float32))
    np.savez(tmp_path / "x.npz", x=r.standard_normal((64, 64)).astype(np.float32))
    steps = operators(fp8c, tmp_path / "m.onnx", "--target", "cpu", "--calibrate", "x.npz", "-p", "fp8")
    assert len([line for line in steps.splitlines() if "Linear" in line and "e4m3, e4m3" in line]) == 3


# ---- Clamps by whether any number is infinite -----------------------------------------------------

def clamped(path, batch, infinite):
    """An F16 T5's residual: torch.where(isinf(x).any(), max - 1000, max) as TorchScript spells it, in front of a norm."""
    node = h.make_node
    nodes = [node("Add", ["a", "b"], ["x"]), node("Cast", ["x"], ["wide"], to=T.DOUBLE), node("IsInf", ["wide"], ["bools"]),
             node("Cast", ["bools"], ["ones"], to=T.INT64), node("ReduceSum", ["ones"], ["count"], keepdims=0), node("Greater", ["count", "none"], ["any"]),
             node("Where", ["any", "less", "most"], ["bound"]), node("Neg", ["bound"], ["minus"]), node("Cast", ["minus"], ["low"], to=T.FLOAT16),
             node("Cast", ["bound"], ["high"], to=T.FLOAT16), node("Clip", ["x", "low", "high"], ["y"])]
    model(path, nodes, [(p, T.FLOAT16, [batch, 5, 64]) for p in "ab"], [("y", T.FLOAT16, [batch, 5, 64])], opset=17, ir=8,
          none=np.array(0), less=np.float32(64504), most=np.float32(65504))
    random = np.random.default_rng(3)
    given = {p: random.uniform(-9, 9, (2, 5, 64)).astype(np.float16) for p in "ab"}
    given["a"][0, 1, :2] = 65504, -65504
    given["b"][0, 1, :2] = 0
    for at, x in infinite.items():
        given["a"][at] = x
    return given


@pytest.mark.parametrize("batch", [2, "batch"])
@pytest.mark.parametrize("infinite", [{}, {(1, 4, 63): np.inf}, {(0, 0, 0): -np.inf}, {(1, 4, 63): np.inf, (1, 4, 3): np.nan, (0, 0, 1): np.nan}, {(0, 2, 2): np.nan}],
                         ids=["none", "one", "negative", "beside_nan", "nan"])
def test_a_clamp_by_any_infinite(fp8c, run_plan, tmp_path, batch, infinite):
    """One kernel asks the rows where they are made, one the rows' answers, one clamps."""
    given = clamped(tmp_path / "m.onnx", batch, infinite)
    want = reference(tmp_path / "m.onnx", given)["y"]
    assert np.nanmax(np.abs(want)) == (64504 if any(np.isinf(x) for x in infinite.values()) else 65504)
    np.testing.assert_array_equal(run_plan(tmp_path / "m.onnx", given, names=["y"])["y"], want)
    shown = operators(fp8c, tmp_path / "m.onnx", "--target", "sm_90a", "--dim", "batch=2") if batch == "batch" else operators(fp8c, tmp_path / "m.onnx", "--target", "sm_90a")
    assert "3 steps" in shown, shown


# ---- Sparse constants ---------------------------------------------------------------------------

def sparse_of(name, dense, by_dimension):
    """A dense array as the sparse tensor that ONNX stores of it."""
    dense = np.asarray(dense)
    at = np.argwhere(dense != 0).astype(np.int64) if by_dimension else np.flatnonzero(dense).astype(np.int64)
    return h.make_sparse_tensor(nh.from_array(dense[dense != 0], name), nh.from_array(at, "indices"), list(dense.shape))


@pytest.mark.parametrize("by_dimension", [False, True])
def test_sparse_constants_are_dense(fp8c, tmp_path, by_dimension):
    random = np.random.default_rng(4)
    w = np.where(random.random((64, 32)) < 0.1, random.standard_normal((64, 32)), 0).astype(np.float32)
    c = np.where(random.random((2, 3, 32)) < 0.3, random.standard_normal((2, 3, 32)), 0).astype(np.float32)
    inner = h.make_graph([h.make_node("Add", ["p", "b"], ["q"])], "branch", [], [h.make_tensor_value_info("q", T.FLOAT, None)],
                         sparse_initializer=[sparse_of("b", np.eye(32, dtype=np.float32)[3], by_dimension)])
    nodes = [h.make_node("MatMul", ["x", "w"], ["m"]), h.make_node("Constant", [], ["c"], sparse_value=sparse_of("c", c, by_dimension)),
             h.make_node("Add", ["m", "c"], ["p"]), h.make_node("ReduceSum", ["x"], ["s"], keepdims=0), h.make_node("Greater", ["s", "zero"], ["yes"]),
             h.make_node("If", ["yes"], ["z"], then_branch=inner, else_branch=inner)]
    io = h.make_tensor_value_info
    graph = h.make_graph(nodes, "g", [io("x", T.FLOAT, [2, 3, 64])], [io("z", T.FLOAT, None)],
                         [nh.from_array(np.array(0, np.float32), "zero")], sparse_initializer=[sparse_of("w", w, by_dimension)])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 21)], ir_version=10), str(tmp_path / "m.onnx"))
    x = random.standard_normal((2, 3, 64)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    for name, extract in ("m", None), ("part", ["extract", "m.onnx", "--to", "z", "-o", "part.onnx"]):
        if extract:
            assert fp8c(*extract).returncode == 0
        done = fp8c("run", f"{name}.onnx", "--input", "x=x.npy", "--output-dir", name)
        assert done.returncode == 0, done.stderr
        np.testing.assert_allclose(np.load(tmp_path / name / "z.npy"), x @ w + c + np.eye(32, dtype=np.float32)[3], rtol=1e-5, atol=1e-5)


def test_a_sparse_constant_is_worth_fp8(fp8c, tmp_path):
    """The product with it is a product like any other."""
    w = np.where(np.random.default_rng(1).random((256, 256)) < 0.2, 0.1, 0).astype(np.float32)
    graph = h.make_graph([h.make_node("MatMul", ["x", "w"], ["y"], name="p")], "g", [h.make_tensor_value_info("x", T.FLOAT, [8, 256])],
                         [h.make_tensor_value_info("y", T.FLOAT, [8, 256])], sparse_initializer=[sparse_of("w", w, True)])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 21)], ir_version=10), str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(2).standard_normal((8, 8, 256)).astype(np.float32))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "x.npz", "--target", "cpu", "--precision", "fp8", "-q", "--report-json", "r.json")
    assert done.returncode == 0, done.stderr
    formats = [n["decision"]["format"] for n in json.loads((tmp_path / "r.json").read_text())["nodes"] if "decision" in n]
    assert formats == ["e4m3"]


# ---- Norms over the channels of images -------------------------------------------------------------

def steps(*lines):
    """Nodes of lines such as "m = ReduceMean x axis keepdims=0"."""
    nodes = []
    for line in lines:
        out, words = line.split(" = ")
        op, *words = words.split()
        nodes.append(h.make_node(op, [w for w in words if "=" not in w], [out], name=out, **{k: int(v) for k, v in (w.split("=") for w in words if "=" in w)}))
    return nodes


CENTRED = ["m = ReduceMean x axis", "d = Sub x m", "s = Mul d d"]
ROOT_OF = ["e = Add v eps", "r = Sqrt e"]
CHANNEL_NORMS = {
    "rms": ("RMSNormalization", ["s = Pow x two", "v = ReduceMean s axis", *ROOT_OF, "i = Reciprocal r", "n = Mul x i", "y = Mul n w"]),
    "rms-plain": ("RMSNormalization", ["s = Mul x x", "v = ReduceMean s axis", *ROOT_OF, "y = Div x r"]),
    "rms-of-sums": ("RMSNormalization", ["s = Mul x x", "t = ReduceSum s axis", "v = Div t count", *ROOT_OF, "n = Div x r", "y = Mul n w3"]),
    "layer": ("LayerNormalization", [*CENTRED, "v = ReduceMean s axis", *ROOT_OF, "n = Div d r", "g = Mul n w", "y = Add g b"]),
    "torch's var": ("LayerNormalization", [*CENTRED, "u = ReduceMean s axis keepdims=0", "v = Reshape u kept", *ROOT_OF, "i = Reciprocal r", "n = Mul d i",
                                           "g = Mul n w3", "y = Add g b"]),
    "torch's var_mean": ("LayerNormalization", [*CENTRED, "u = ReduceMean s axis keepdims=0", "v = Reshape u kept", "t = ReduceSum x axis keepdims=0", "k = Reshape t kept",
                                                "f = Div k count", "c = Sub x f", *ROOT_OF, "i = Reciprocal r", "n = Mul c i", "g = Mul n w", "y = Add g b"]),
    "permuted": ("LayerNormalization", ["p = Transpose x", "n = LayerNormalization p w1 b1", "y = Transpose n"]),
    "normalize": (None, ["l = ReduceL2 x axis", "c = Clip l eps", "shape = Shape x", "e = Expand c shape", "n = Div x e", "y = Mul n w"]),
    "unsqueezed": (None, ["l = ReduceL2 x axis keepdims=0", "u = Unsqueeze l axis", "y = Div x u"]),
}


@pytest.mark.parametrize("form", CHANNEL_NORMS)
def test_norms_over_channels(fp8c, run_plan, tmp_path, form):
    """Between convolutions, as torch's exporters write them: one node where there is one, and always of the last axis."""
    random, norm, lines = np.random.default_rng(0), *CHANNEL_NORMS[form]
    nodes = steps(*lines)
    for n in nodes:
        if n.op_type == "Transpose":
            n.attribute.append(h.make_attribute("perm", [0, 2, 3, 1] if n.input[0] == "x" else [0, 3, 1, 2]))
    number = lambda *shape: random.standard_normal(shape).astype(np.float32)
    nodes = [h.make_node("Conv", ["image", "first"], ["x"], name="before", pads=[1] * 4), *nodes, h.make_node("Conv", ["y", "last"], ["z"], name="after")]
    consts = dict(first=number(16, 8, 3, 3), last=number(8, 16, 1, 1), w=number(1, 16, 1, 1), w3=number(16, 1, 1), b=number(1, 16, 1, 1), w1=number(16), b1=number(16),
                  axis=np.array([1]), two=np.float32(2), count=np.float32(16), eps=np.float32(1e-5), kept=np.array([-1, 1, 6, 7]))
    used = {i for n in nodes for i in n.input}
    model(tmp_path / "m.onnx", nodes, [("image", T.FLOAT, ["batch", 8, 6, 7])], [("z", T.FLOAT, ["batch", 8, 6, 7])], opset=20, ir=9,
          **{k: v for k, v in consts.items() if k in used})
    given = {"image": number(2, 8, 6, 7)}
    want = reference(tmp_path / "m.onnx", given)["z"]
    np.testing.assert_allclose(run_plan(tmp_path / "m.onnx", given, names=["z"])["z"], want, rtol=2e-5, atol=2e-5)
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "-p", "f32", "-q", "--report-json", "r.json")
    assert done.returncode == 0, done.stderr
    found = [n["op"] for n in json.loads((tmp_path / "r.json").read_text())["nodes"] if n["op"] not in ("Conv", "Transpose", "Cast")]
    assert found == [norm] if norm else {"Expand", "Unsqueeze"}.isdisjoint(found), found
