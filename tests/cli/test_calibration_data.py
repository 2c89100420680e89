"""Calibration data that cannot be used: one sentence that names the file, quickly, and nothing written."""
import io
import json
import os
import resource
import struct
import subprocess
import zipfile

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from test_mistakes import refused

FP8C = os.environ.get("FP8C", "fp8c")


def npy_header(shape):
    text = ("{'descr': '<f4', 'fortran_order': False, 'shape': %s, }" % (shape,)).encode()
    text += b" " * (118 - len(text) - 1) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def folder(path, **files):
    path.mkdir()
    for name, content in files.items():
        if isinstance(content, bytes):
            (path / name.replace("__", ".")).write_bytes(content)
        else:
            np.save(path / f"{name}.npy", content)


def sparse(path, shape, bytes_):
    """An array that is mostly a hole in its file."""
    path.mkdir()
    with open(path / "x.npy", "wb") as f:
        f.write(npy_header(shape))
        f.truncate(128 + bytes_)


good = np.zeros((3, 64), np.float32)


@pytest.mark.parametrize("make, words", [
    (lambda p: folder(p), ["holds no .npz, no NAME.npy"]),
    (lambda p: folder(p, readme__txt=b"hello"), ["holds no .npz, no NAME.npy"]),
    (lambda p: (folder(p), (p / "inner").mkdir()), ["holds no .npz, no NAME.npy"]),
    (lambda p: folder(p, input_ids=np.zeros((3, 8), np.int64)), ["input_ids", "no input of the model", "\"x\""]),
    (lambda p: folder(p, x=good, q=good), ["q.npy", "no input of the model"]),
    (lambda p: folder(p, x=good[:, :63]), ["x.npy", "dimension 1 is 63", "64"]),
    (lambda p: folder(p, x=good.astype(np.int64)), ["x.npy", "i64", "f32"]),
    (lambda p: folder(p, x=good[:0]), ["x.npy", "no samples"]),
    (lambda p: folder(p, x=np.zeros((2, 2, 2, 64), np.float32)), ["x.npy", "4 dimensions"]),
    (lambda p: folder(p, x__npy=b"\x93NUMPY\x01\x00v\x00{"), ["x.npy", "ends inside its header"]),
    (lambda p: folder(p, x__npy=npy_header("(1000000000000, 64)") + bytes(4096)), ["x.npy", "256000000000000 bytes", "4096"]),
    (lambda p: folder(p, x__npy=npy_header("(4611686018427387904, 64)") + bytes(4096)), ["x.npy", "64 bits"]),
    (lambda p: folder(p, x__npy=npy_header("(-3, 64)") + bytes(4096)), ["x.npy"]),
    (lambda p: sparse(p, "(2, 274877906944)", 2 * 274877906944 * 4), ["x.npy", "274877906944", "64"]),
    (lambda p: sparse(p, "(2, 8589934592, 64)", 2 * 8589934592 * 64 * 4), ["x.npy", "more than 2 GiB"]),
], ids=["empty", "unrelated", "folders", "another-model", "one-too-many", "shape", "type", "no-rows", "rank", "cut-header",
        "liar", "overflow", "negative", "wide", "too-large"])
def test_folders(fp8c, model, tmp_path, make, words):
    try:
        make(tmp_path / "data")
    except OSError as e:
        pytest.skip(f"no file of this size can be made here: {e}")
    done = fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--calibrate", "data", timeout=30)
    refused(done, 3, "data", *words)
    assert not (tmp_path / "p.fp8c").exists()


@pytest.mark.parametrize("content, words", [
    (b"", ["empty"]), (b"hello", ["no readable .npz"]), (b"PK\x03\x04" + bytes(60), ["no readable .npz"])])
def test_npz_files_that_are_none(fp8c, model, tmp_path, content, words):
    (tmp_path / "data.npz").write_bytes(content)
    refused(fp8c("compile", model, "-n", "--target", "cpu", "--calibrate", "data.npz"), 3, "data.npz", *words)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_npz_packed_by_another_method(fp8c, model, tmp_path, method):
    array = io.BytesIO()
    np.save(array, np.zeros((4, 16), np.float32))
    with zipfile.ZipFile(tmp_path / "data.npz", "w", method) as z:
        z.writestr("x.npy", array.getvalue())
    refused(fp8c("compile", model, "-n", "--target", "cpu", "--calibrate", "data.npz"), 3, "x.npy", "packed by another method")


def test_npz_of_another_model(fp8c, model, tmp_path):
    np.savez(tmp_path / "data.npz", input_ids=np.zeros((3, 8), np.int64), attention_mask=np.ones((3, 8), np.int64))
    refused(fp8c("compile", model, "-n", "--target", "cpu", "--calibrate", "data.npz"), 3, "input_ids", "whose inputs are \"x\"")


def test_data_that_need_more_memory_than_there_is(model, tmp_path):
    """Samples that fit, and a model whose results for them do not."""
    with open(FP8C, "rb") as f:
        if b"__asan_init" in f.read():
            pytest.skip("AddressSanitizer needs the address space")
    try:
        sparse(tmp_path / "data", "(2, 400000, 64)", 2 * 400000 * 64 * 4)
    except OSError as e:
        pytest.skip(f"no file of this size can be made here: {e}")
    limit = 450 << 20
    done = subprocess.run([FP8C, "compile", str(model), "-o", "p.fp8c", "--target", "cpu", "--no-cache", "--threads", "1", "--calibrate", "data"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=60,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert done.returncode == 6, (done.returncode, done.stderr)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("fp8c: ") and "out of memory" in last
    assert not (tmp_path / "p.fp8c").exists()


@pytest.mark.parametrize("words, told", [
    (["--set", "x"], "NAME=VALUE"), (["--set", "q=1"], "no input"), (["--set", "x=abc"], "abc"), (["--set", "x=nan"], "nan"), (["--set", "x=[1 2"], "expected"),
    (["--state", "x"], "NAME=VALUE"), (["--state", "x=q"], "no output"), (["--state", "q=y"], "no input"),
    (["--preprocess", "x"], "NAME=VALUE"), (["--preprocess", "q=q/2"], "no input"), (["--preprocess", "x=x/"], "x/"),
    (["--preprocess", "x=sin(x)"], "sin"), (["--preprocess", "x=x/[1 2 3]"], "3"), (["--threads", "-3"], "whole number"),
    (["--pass-limit", "-1"], "whole number"), (["--pass-limit", "x"], "whole number")])
def test_options_about_data(fp8c, model, samples, words, told):
    done = fp8c("compile", model, "-n", "--target", "cpu", "--calibrate", samples, *words)
    assert done.code in (2, 3), (done.code, done.err)
    refused(done, done.code, told)


def pooled(path, masked):
    """Words of a table, two products, and their mean: of the words that the mask keeps, or of all positions."""
    random = np.random.default_rng(5)
    f32 = lambda *shape: random.standard_normal(shape).astype(np.float32)
    weights = {"table": f32(50, 32), "w1": f32(32, 64) / 6, "w2": f32(64, 32) / 8, "axis": np.array([1], np.int64),
               "last": np.array([-1], np.int64)}
    nodes = [("Gather", ["table", "ids"], "x"), ("MatMul", ["x", "w1"], "h"), ("Relu", ["h"], "r"), ("MatMul", ["r", "w2"], "z"),
             ("Cast", ["mask"], "kept"), ("Unsqueeze", ["kept", "last"], "m"), ("Mul", ["z", "m"], "zm"),
             ("ReduceSum", ["zm" if masked else "z", "axis"], "s"), ("ReduceSum", ["kept", "axis"], "n"), ("Div", ["s", "n"], "y")]
    made = [helper.make_node(op, ins, [out], name=f"n_{out}", **({"to": 1} if op == "Cast" else {"keepdims": 0} if out == "s" else {})) for op, ins, out in nodes]
    io = helper.make_tensor_value_info
    ports = [io(n, TensorProto.INT64, ["batch", "seq"]) for n in ("ids", "mask")]
    graph = helper.make_graph(made, "pooled", ports, [io("y", TensorProto.FLOAT, ["batch", 32])],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    onnx.save(model, str(path))
    ids, mask = np.zeros((12, 20), np.int64), np.zeros((12, 20), np.int64)
    for i in range(12):
        ids[i, :5 + i] = random.integers(1, 50, 5 + i)
        mask[i, :5 + i] = 1
    np.savez(path.with_suffix(".npz"), ids=ids, mask=mask)


@pytest.mark.parametrize("target", [["cpu"], ["sm_90a", "--dim", "batch=1", "--dim", "seq=20"]], ids=["cpu", "one-size"])
@pytest.mark.parametrize("masked", [True, False])
def test_padding_decides_nothing_where_the_model_ignores_it(fp8c, tmp_path, masked, target):
    pooled(tmp_path / "m.onnx", masked)
    done = fp8c("compile", "m.onnx", "-n", "--target", *target, "--precision", "fp8", "--calibrate", "m.npz", "--save-calibration", "c.json",
                "--report-json", "r.json")
    assert done.code == 0, done.err
    said = [d for d in json.loads((tmp_path / "r.json").read_text())["diagnostics"] if d["code"] == "padding"]
    counts = {v["name"]: v["count"] for v in json.loads((tmp_path / "c.json").read_text())["values"]}
    decide = [5 + i for i in range(12) if i % 4 != 3]  # every fourth sample is held out
    rows = sum(decide) if masked else 20 * len(decide)
    assert bool(said) == masked
    assert not masked or f"{len(decide)} of {len(decide)} calibration samples contain padding" in said[0]["text"]
    assert counts["x"] == rows * 32


def test_a_size_the_model_cannot_have_leaves_the_padding(fp8c, tmp_path):
    """Rows of zeros at the end look like padding; without them the number of rows is odd, and halves doubled are no odd number."""
    random = np.random.default_rng(6)
    w = random.standard_normal((16, 16, 1, 1)).astype(np.float32)
    nodes = [helper.make_node("AveragePool", ["x"], ["half"], kernel_shape=[2, 1], strides=[2, 1]),
             helper.make_node("Resize", ["half", "", "scales"], ["whole"], mode="nearest"), helper.make_node("Add", ["x", "whole"], ["s"]),
             helper.make_node("Conv", ["s", "w"], ["c"]), helper.make_node("GlobalMaxPool", ["c"], ["y"])]
    graph = helper.make_graph(nodes, "even", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 16, "rows", 8])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 16, 1, 1])],
                              [numpy_helper.from_array(w, "w"), numpy_helper.from_array(np.array([1, 1, 2, 1], np.float32), "scales")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    onnx.save(model, tmp_path / "even.onnx")
    x = random.standard_normal((6, 1, 16, 16, 8)).astype(np.float32)
    x[..., 9:, :] = 0
    np.savez(tmp_path / "even.npz", x=x)
    done = fp8c("compile", "even.onnx", "-o", "even.fp8c", "--target", "cpu", "--calibrate", "even.npz")
    assert done.code == 0, done.err
    assert "padding" not in [d["code"] for d in fp8c("report", "even.fp8c", "--json").json()["diagnostics"]]
