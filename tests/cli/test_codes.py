"""Ports in BF16 and FP8, which NumPy has not: ml_dtypes' arrays and plain uint16 or uint8 are the same codes to every command, never numbers."""
import json

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

KINDS = {"bf16": (TensorProto.BFLOAT16, ml_dtypes.bfloat16, np.uint16), "e4m3": (TensorProto.FLOAT8E4M3FN, ml_dtypes.float8_e4m3fn, np.uint8),
         "e5m2": (TensorProto.FLOAT8E5M2, ml_dtypes.float8_e5m2, np.uint8)}
RANDOM = np.random.default_rng(0)
W = (RANDOM.standard_normal((64, 32)) / 8).astype(np.float32)
X = RANDOM.standard_normal((24, 64)).astype(np.float32)


def model_of(path, kind):
    """x @ w with ports of this type."""
    nodes = [helper.make_node("Cast", ["x"], ["xf"], to=TensorProto.FLOAT), helper.make_node("MatMul", ["xf", "w"], ["yf"], name="product"),
             helper.make_node("Cast", ["yf"], ["y"], to=kind)]
    io = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [io("x", kind, ["n", 64])], [io("y", kind, ["n", 32])], [numpy_helper.from_array(W, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), str(path))


def scales(fp8c, plan):
    return [[i.get("scale") for i in n["inputs"]] for n in fp8c("report", plan, "--json").json()["nodes"] if "decision" in n]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("form", ["ml_dtypes", "plain"])
def test_every_command_reads_codes(fp8c, tmp_path, name, form):
    kind, dtype, plain = KINDS[name]
    model_of(tmp_path / "m.onnx", kind)
    x = X.astype(dtype)
    given = x if form == "ml_dtypes" else x.view(plain)
    np.save(tmp_path / "x.npy", given[:5])
    np.savez(tmp_path / "data.npz", x=given)
    for more, factor in ([], 1), (["--preprocess", "x=x*2"], 2):
        done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "data.npz", "--target", "cpu", "-q", "--calibrate-method", "max", *more)
        assert done.code == 0, done.err
        # scales are of the numbers that codes stand for: amax / 448
        found = scales(fp8c, "p.fp8c")[0][0]
        largest = np.abs((x.astype(np.float32) * factor).astype(dtype).astype(np.float32)).max()
        assert found == pytest.approx(largest / 448, rel=0.3)
    for program in "p.fp8c", "m.onnx":
        done = fp8c("run", program, "--input", "x=x.npy", "--output-dir", program + ".out")
        assert done.code == 0, done.err
        y = np.load(tmp_path / (program + ".out") / "y.npy")  # raw bytes, as numpy reads what ml_dtypes saves
        want = x[:5].astype(np.float32) @ W
        got = y.view(dtype).astype(np.float32)
        assert got.shape == want.shape and np.sum((got - want) ** 2) < 0.02 * np.sum(want ** 2)
    assert fp8c("compare", "m.onnx", "p.fp8c", "--input", "x=x.npy", "--tolerance", "sqnr>=20dB").code == 0
    assert json.loads(fp8c("debug", "m.onnx", "p.fp8c", "--input", "x=x.npy", "--json").out)
    done = fp8c("bench", "p.fp8c", "--input", "x=x.npy", "-n", "2", "--device", "cpu")
    assert done.code == 0, done.err
    # what the plan gives is what a plan takes
    assert (y.dtype.itemsize, y.dtype.kind) == (np.dtype(dtype).itemsize, "V")


@pytest.mark.parametrize("io, dtype, plain, scale", [("bf16", ml_dtypes.bfloat16, np.uint16, 1), ("e4m3@0.02", ml_dtypes.float8_e4m3fn, np.uint8, 0.02)])
def test_ports_of_the_plan_alone(fp8c, tmp_path, io, dtype, plain, scale):
    """--io-type: the model's ports hold F32, the plan's codes; numbers and codes are the same input to both."""
    model_of(tmp_path / "m.onnx", TensorProto.FLOAT)
    codes = (X[:5] / scale).astype(dtype)
    np.savez(tmp_path / "data.npz", x=X)
    np.save(tmp_path / "numbers.npy", codes.astype(np.float32) * np.float32(scale))
    np.save(tmp_path / "ml.npy", codes)
    np.save(tmp_path / "plain.npy", codes.view(plain))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "data.npz", "--target", "cpu", "-q", "--io-type", f"x={io}")
    assert done.code == 0, done.err
    said = set()
    for form in "numbers", "ml", "plain":
        assert fp8c("run", "p.fp8c", "--input", f"x={form}.npy", "--output-dir", form).code == 0
        assert (tmp_path / form / "y.npy").read_bytes() == (tmp_path / "numbers" / "y.npy").read_bytes()
        done = fp8c("compare", "m.onnx", "p.fp8c", "--input", f"x={form}.npy", "--json")
        assert done.code == 0, done.err
        said.add(done.out)
        done = fp8c("compare", "p.fp8c", "m.onnx", "--input", f"x={form}.npy")
        assert done.code == 0, done.err
        done = fp8c("debug", "m.onnx", "p.fp8c", "--input", f"x={form}.npy", "--json")
        assert done.code == 0, done.err
    assert len(said) == 1


def test_what_codes_are_not(fp8c, tmp_path):
    """Codes for a port of numbers, and raw bytes of another width, are mistakes."""
    model_of(tmp_path / "f32.onnx", TensorProto.FLOAT)
    model_of(tmp_path / "bf16.onnx", TensorProto.BFLOAT16)
    np.save(tmp_path / "bits.npy", X.astype(ml_dtypes.bfloat16).view(np.uint16))
    np.save(tmp_path / "raw.npy", X.astype(ml_dtypes.bfloat16))
    np.save(tmp_path / "bytes.npy", X.astype(ml_dtypes.float8_e4m3fn))
    np.savez(tmp_path / "bytes.npz", x=X.astype(ml_dtypes.float8_e4m3fn))
    for model, x, words in (("f32", "bits", "u16"), ("f32", "raw", "not known"), ("bf16", "bytes", "not known")):
        done = fp8c("run", model + ".onnx", "--input", f"x={x}.npy", "--output-dir", "out")
        assert done.code != 0 and words in done.err, done.err
    done = fp8c("compile", "bf16.onnx", "-o", "p.fp8c", "--calibrate", "bytes.npz", "--target", "cpu", "-q")
    assert done.code == 3 and "raw elements of 1 byte(s), where the input wants bf16" in done.err
