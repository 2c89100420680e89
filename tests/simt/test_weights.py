"""Weights on their way to a GPU: more than two windows of pinned memory hold, and many small ones beside each other."""
import os
import subprocess

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from conftest import together

FP8C = os.environ.get("FP8C", "fp8c")
ROWS, WIDTH, SMALL = 100_003, 257, 40  # 98 MiB, in which no row begins where a window does


def test_many_windows(tmp_path):
    table = np.random.default_rng(5).integers(0, 1 << 20, (ROWS, WIDTH)).astype(np.float32)
    small = [np.arange(3, dtype=np.float32) + i for i in range(SMALL)]
    chosen = np.concatenate([np.arange(0, ROWS, 997), [ROWS - 1]]).astype(np.int64)
    constants = [numpy_helper.from_array(table, "table"), *(numpy_helper.from_array(c, f"c{i}") for i, c in enumerate(small))]
    nodes = [helper.make_node("Gather", ["table", "ids"], ["rows"])]
    nodes += [helper.make_node("Add", [f"y{i}" if i else "x", f"c{i}"], [f"y{i + 1}"]) for i in range(SMALL)]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [info("ids", TensorProto.INT64, [len(chosen)]), info("x", TensorProto.FLOAT, [3])],
                              [info("rows", TensorProto.FLOAT, [len(chosen), WIDTH]), info(f"y{SMALL}", TensorProto.FLOAT, [3])], constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10), tmp_path / "m.onnx")
    np.save(tmp_path / "ids.npy", chosen)
    np.save(tmp_path / "x.npy", np.array([1, 2, 3], np.float32))

    def fp8c(*words):
        done = subprocess.run([FP8C, *together(words)], cwd=tmp_path, env=dict(os.environ, FP8C_SIMT_SM="90"), text=True, capture_output=True, timeout=300)
        assert done.returncode == 0, done.stderr
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "-q", "--target", "sm_90a", "--precision", "f32",
         "--cache-dir", os.environ.get("FP8C_TEST_CACHE") or tmp_path / "cache")
    fp8c("run", "p.fp8c", "--input", "ids=ids.npy", "--input", "x=x.npy", "--device", "cuda:0", "--output-dir", "out", "-q")
    assert (np.load(tmp_path / "out" / "rows.npy") == table[chosen]).all()
    assert (np.load(tmp_path / "out" / f"y{SMALL}.npy") == np.array([1, 2, 3]) + sum(small)).all()
