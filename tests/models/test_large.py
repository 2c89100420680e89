"""Models that are larger than the memory they are compiled in: weights in sparse external data."""
import subprocess
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from conftest import FP8C
from test_minilm import MEASURED

COUNT, SIDE, USED = 16, 2896, 64  # sixteen matrices of 33.5 MB


@pytest.fixture
def large(tmp_path):
    """x through COUNT products, each of which moves the first USED numbers by one place and doubles them."""
    nodes, weights, x, size = [], [], "x", SIDE * SIDE * 4
    with open(tmp_path / "large.data", "wb") as data:
        data.truncate(COUNT * size)
        for i in range(COUNT):
            for k in range(USED):
                data.seek(i * size + 4 * (k * SIDE + (k + 1) % USED))
                data.write(np.float32(2).tobytes())
            t = TensorProto(name=f"w{i}", data_type=TensorProto.FLOAT, dims=[SIDE, SIDE], data_location=TensorProto.EXTERNAL)
            for key, value in (("location", "large.data"), ("offset", i * size), ("length", size)):
                t.external_data.add(key=key, value=str(value))
            weights.append(t)
            nodes += [helper.make_node("MatMul", [x, f"w{i}"], [f"h{i}"], name=f"product{i}"), helper.make_node("Relu", [f"h{i}"], [f"r{i}"])]
            x = f"r{i}"
    io = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", SIDE])
    model = helper.make_model(helper.make_graph(nodes, "large", [io("x")], [io(x)], weights), opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    (tmp_path / "large.onnx").write_bytes(model.SerializeToString())
    return tmp_path / "large.onnx"


@pytest.mark.parametrize("options", [["--precision", "bf16"], ["--precision", "fp8", "--calibrate-method", "constant=512"]])
def test_compiled_in_less_memory_than_it_has(fp8c, large, tmp_path, options):
    """536 MB of weights, transposed and rounded: at most twice the largest and what is kept in memory (256 MiB), with room for the rest."""
    words = [FP8C, "compile", large, "-o", "plan", "--target", "cpu", "-q", "--no-cache", *options]
    done = subprocess.run([sys.executable, "-c", MEASURED, *map(str, words)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    memory = int(done.stdout.split()[0])
    assert memory < 2 * SIDE * SIDE * 4 + (256 << 20) + 160_000_000, memory
    assert {p.name for p in tmp_path.iterdir()} == {"large.onnx", "large.data", "plan"}
    x = np.zeros((1, SIDE), np.float32)
    x[0, :USED] = 2.0 ** (np.arange(USED) % 3 % 2)  # within the codes of one scale, before the last product and after
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", "plan", "-i", "x=x.npy", "-o", "out", "-q").returncode == 0
    want = np.zeros_like(x)
    want[0, :USED] = np.roll(x[0, :USED], COUNT) * 2.0 ** COUNT
    np.testing.assert_array_equal(np.load(tmp_path / "out" / f"r{COUNT - 1}.npy"), want)


def test_large_transposed_convolution_becomes_one_of_squares(fp8c, tmp_path):
    """75 MB of weights, to which half as many zeros are added: a kernel of 16 in steps of 8."""
    weight = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[1536, 768, 16], data_location=TensorProto.EXTERNAL)
    weight.external_data.add(key="location", value="w.data")
    with open(tmp_path / "w.data", "wb") as data:
        data.truncate(1536 * 768 * 16 * 4)
    node = helper.make_node("ConvTranspose", ["x", "w"], ["y"], name="up", strides=[8], pads=[4, 4])
    io = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    model = helper.make_model(helper.make_graph([node], "up", [io("x", [1, 1536, 10])], [io("y", [1, 768, 80])], [weight]),
                              opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    (tmp_path / "up.onnx").write_bytes(model.SerializeToString())
    graph = fp8c("compile", tmp_path / "up.onnx", "--target", "sm_90a", "--dump-after", "deconv-to-conv", "--stop-after", "deconv-to-conv", "-n").stdout
    assert " = Conv " in graph and " = ConvTranspose " not in graph
