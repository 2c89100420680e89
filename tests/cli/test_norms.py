"""--norms: norms in front of FP8 products go into their weights."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

WIDTH, ROWS = 64, 24


@pytest.fixture
def model(tmp_path):
    """Two pre-norm blocks, an RMS norm in the second, a stream that both read."""
    r = np.random.default_rng(1)
    constants, nodes = {}, []

    def const(name, *shape, scale=1.0):
        constants[name] = (r.standard_normal(shape) * scale).astype(np.float32)
        return name

    def op(kind, ins, out, **attributes):
        nodes.append(helper.make_node(kind, ins, [out], name=f"n_{out}", **attributes))
        return out

    stream = op("MatMul", ["x", const("w0", WIDTH, WIDTH, scale=WIDTH ** -0.5)], "s0")
    for b, kind in enumerate(("LayerNormalization", "RMSNormalization")):
        constants[f"g{b}"] = (1 + 0.3 * r.standard_normal(WIDTH)).astype(np.float32)
        y = op(kind, [stream, f"g{b}"] + ([const(f"t{b}", WIDTH, scale=0.1)] if b == 0 else []), f"norm{b}", axis=-1)
        h = op("MatMul", [y, const(f"wa{b}", WIDTH, 128, scale=WIDTH ** -0.5)], f"a{b}")
        h = op("Add", [h, const(f"ba{b}", 128, scale=0.1)], f"h{b}")
        h = op("Relu", [h], f"r{b}")
        h = op("MatMul", [h, const(f"wb{b}", 128, WIDTH, scale=128 ** -0.5)], f"o{b}")
        stream = op("Add", [stream, h], f"s{b + 1}")
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "blocks", [io("x", TensorProto.FLOAT, [ROWS, WIDTH])],
                              [io(stream, TensorProto.FLOAT, [ROWS, WIDTH])],
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
    onnx.save(proto, str(tmp_path / "m.onnx"))
    np.savez(tmp_path / "c.npz", x=r.standard_normal((16, ROWS, WIDTH)).astype(np.float32))
    np.save(tmp_path / "x.npy", r.standard_normal((ROWS, WIDTH)).astype(np.float32))


def steps(fp8c, plan):
    return fp8c("show", plan, "--steps").out


def run(fp8c, tmp_path, plan):
    done = fp8c("run", plan, "--device", "cpu", "--input", "x=x.npy", "--output-dir", plan + ".out")
    assert done.code == 0, done.err
    return np.load(next((tmp_path / (plan + ".out")).glob("*.npy")))


def compile_as(fp8c, norms, *more):
    done = fp8c("compile", "m.onnx", "--target", "cpu", "--norms", norms, "-o", norms + ".fp8c", "--no-cache", *more)
    assert done.code == 0, done.err
    return norms + ".fp8c"


def test_only_factors_are_left(fp8c, tmp_path, model):
    keep = compile_as(fp8c, "keep", "--calibrate", "c.npz")
    fold = compile_as(fp8c, "fold", "--calibrate", "c.npz", "--report", "fold.json")
    assert "InverseDeviation" not in steps(fp8c, keep)
    assert steps(fp8c, fold).count("InverseDeviation") == 2 and "Normalization" not in steps(fp8c, fold)
    assert "2 of 2 norms in front of products" in (tmp_path / "fold.json").read_text()
    exact = run(fp8c, tmp_path, compile_as(fp8c, "fold", "--precision", "f32"))
    noise = [np.mean((run(fp8c, tmp_path, plan) - exact) ** 2) for plan in (keep, fold)]
    assert noise[1] < 1.3 * noise[0] and noise[0] < 1e-2 * np.mean(exact ** 2)


@pytest.mark.parametrize("precision", ["bf16", "f32"])
def test_wide_products_keep_their_norms(fp8c, tmp_path, model, precision):
    plans = [compile_as(fp8c, norms, "--calibrate", "c.npz", "--precision", precision) for norms in ("keep", "fold")]
    kept, folded = (steps(fp8c, plan).split("inputs", 1)[1] for plan in plans)
    assert kept == folded
    assert np.array_equal(*(run(fp8c, tmp_path, plan) for plan in plans))


def test_figures_tell_which_were_folded(fp8c, tmp_path, model):
    for norms in ("keep", "fold"):
        plan = compile_as(fp8c, norms, "--calibrate", "c.npz", "--save-calibration", "c.json", "--repair", "none")
        first = run(fp8c, tmp_path, plan)
        plan = compile_as(fp8c, norms, "--calibration", "c.json", "--repair", "none")
        assert np.array_equal(run(fp8c, tmp_path, plan), first)


def test_exported_and_read_again(fp8c, tmp_path, model):
    fold = compile_as(fp8c, "fold", "--calibrate", "c.npz")
    assert fp8c("export", fold, "-o", "q.onnx").code == 0
    onnx.checker.check_model(str(tmp_path / "q.onnx"), full_check=True)
    again = fp8c("compile", "q.onnx", "--target", "cpu", "-o", "again.fp8c", "--no-cache")
    assert again.code == 0, again.err
    assert "InverseDeviation" in steps(fp8c, "again.fp8c")
    assert np.array_equal(run(fp8c, tmp_path, "again.fp8c"), run(fp8c, tmp_path, fold))


def test_mistakes(fp8c, model):
    assert fp8c("compile", "m.onnx", "--norms", "some").code == 2
