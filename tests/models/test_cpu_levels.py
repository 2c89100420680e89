"""Loops of the CPU device that are written for each level of vector instructions: every level gives the same bits, and they are
ONNX Runtime's within rounding.  Sizes fill no vector, no block and no panel; some numbers are infinite, NaN or -0."""
import os
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from conftest import FP8C, reference

LEVELS = "x86-64", "x86-64-v3", "x86-64-v4"
R = np.random.default_rng(11)


def rand(*shape):
    return R.standard_normal(shape).astype(np.float32)


def laced(*shape):
    """Numbers among which a few are not finite, or negative zeros."""
    x = rand(*shape)
    flat = x.reshape(-1)
    for number in (np.nan, np.inf, -np.inf, -0.):
        flat[R.integers(0, flat.size, max(1, flat.size // 300))] = number
    return x


def recurrent(op, batch, hidden, direction, **attributes):
    gates, n = {"LSTM": 4, "GRU": 3, "RNN": 1}[op], 2 if direction == "bidirectional" else 1
    lengths = np.array([12, 4, 9, 10, 12][:batch], np.int32)
    state = [rand(n, batch, hidden)] * (2 if op == "LSTM" else 1)
    weights = [rand(n, gates * hidden, 11) / 4, rand(n, gates * hidden, hidden) / 4, rand(n, 2 * gates * hidden), lengths]
    return op, [rand(12, batch, 11), *weights, *state], (1, 2, 3, 4), {"hidden_size": hidden, "direction": direction, **attributes}


def scales(*by):
    return np.array(by, np.float32)


CASES = {
    # with 12 steps and up to 4 sequences the state's weights are laid out once
    "lstm, one sequence": recurrent("LSTM", 1, 71, "bidirectional"),
    "lstm, more": recurrent("LSTM", 5, 17, "reverse"),
    "lstm, clipped": recurrent("LSTM", 3, 33, "forward", clip=.5),
    "gru, one sequence": recurrent("GRU", 1, 70, "forward"),
    "gru, linear": recurrent("GRU", 2, 40, "bidirectional", linear_before_reset=1),
    "gru, more": recurrent("GRU", 5, 24, "forward"),
    "gru, other functions": recurrent("GRU", 2, 24, "forward", activations=["HardSigmoid", "Softsign"]),
    "rnn": recurrent("RNN", 2, 65, "reverse"),
    "softmax across rows": ("Softmax", [rand(2, 40, 9, 11)], (), {"axis": 1}),
    "log softmax across rows": ("LogSoftmax", [rand(3, 19, 37)], (), {"axis": 1}),
    "softmax across long rows": ("Softmax", [rand(1, 5003, 21)], (), {"axis": 1}),
    "largest, laced": ("MaxPool", [laced(2, 19, 14, 17)], (), {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}),
    "largest of 25": ("MaxPool", [laced(1, 37, 9, 20)], (), {"kernel_shape": [5, 5], "pads": [2, 2, 2, 2]}),
    "transposed": ("ConvTranspose", [rand(2, 21, 7, 9), rand(21, 13, 4, 4), rand(13)], (1, 2), {"strides": [2, 2], "pads": [1, 1, 1, 1]}),
    "transposed, one axis": ("ConvTranspose", [rand(1, 40, 33), rand(40, 6, 8)], (1,), {"strides": [4]}),
    "columns of both": ("Gemm", [rand(37, 50), rand(37, 29)], (), {"transA": 1}),
    "nearest twice": ("Resize", [laced(2, 3, 10, 13), None, scales(1, 1, 2, 2)], (2,), {"mode": "nearest"}),
    "nearest, uneven": ("Resize", [laced(2, 3, 10, 13), None, scales(1, 1, 3, 1.7)], (2,), {"mode": "nearest"}),
    "linear twice": ("Resize", [rand(2, 3, 10, 13), None, scales(1, 1, 2, 2)], (2,), {"mode": "linear"}),
    "linear, smaller": ("Resize", [rand(1, 3, 30, 31), None, scales(1, 1, .6, .3)], (2,), {"mode": "linear", "antialias": 1}),
    "linear rows": ("Resize", [rand(1, 3, 10, 31), None, scales(1, 1, 2, 1)], (2,), {"mode": "linear"}),
    "cubic": ("Resize", [rand(1, 3, 10, 13), None, scales(1, 1, 2, 1.5)], (2,), {"mode": "cubic"}),
    **{f"grid, {mode}, {padding}": ("GridSample", [rand(2, 5, 7, 9), (R.random((2, 11, 13, 2)) * 3 - 1.5).astype(np.float32)], (),
                                    {"mode": mode, "padding_mode": padding})
       for mode in ("linear", "cubic") for padding in ("zeros", "border", "reflection")},
    "grid of volumes": ("GridSample", [rand(1, 3, 4, 5, 6), (R.random((1, 3, 4, 7, 3)) * 3 - 1.5).astype(np.float32)], (), {"mode": "linear"}),
}


# ONNX Runtime's pools pass over NaN, it clips some of a cell's sums alone, and moves a cubic's coordinate to the border where ONNX moves what it reads.
OTHER_ELSEWHERE = {"largest, laced", "largest of 25", "lstm, clipped", "grid, cubic, border"}


@pytest.mark.parametrize("name", CASES)
def test_every_level_gives_the_same_bits(tmp_path, fp8c, name):
    op, inputs, constants, attributes = CASES[name]
    names = [f"i{k}" if x is not None else "" for k, x in enumerate(inputs)]
    given = {f"i{k}": x for k, x in enumerate(inputs) if x is not None and k not in constants}
    graph = h.make_graph([h.make_node(op, names, ["y"], **attributes)], "g",
                         [h.make_tensor_value_info(i, T.FLOAT, x.shape) for i, x in given.items()], [h.make_tensor_value_info("y", T.FLOAT, None)],
                         [numpy_helper.from_array(inputs[k], f"i{k}") for k in constants])
    graph.output[0].type.tensor_type.ClearField("shape")
    path = tmp_path / "model.onnx"
    onnx.save(h.make_model(graph, ir_version=10, opset_imports=[h.make_opsetid("", 20)]), path)
    done = fp8c("compile", path, "-o", "m.fp8c", "--target", "cpu", "--precision", "f32")
    assert done.returncode == 0, done.stderr
    words = []
    for i, x in given.items():
        np.save(tmp_path / f"{i}.npy", x)
        words += ["--input", f"{i}={i}.npy"]
    found = []
    for level in LEVELS:
        done = subprocess.run([FP8C, "run", "m.fp8c", "--device", "cpu", "--threads", "2", "--output-dir", level, *words], cwd=tmp_path,
                              env=dict(os.environ, FP8C_CPU_LEVEL=level), text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
        found.append(np.load(tmp_path / level / "y.npy"))
    assert all(f.tobytes() == found[0].tobytes() for f in found)
    want = reference(path, given)["y"]
    if name not in OTHER_ELSEWHERE:
        np.testing.assert_allclose(found[0], want, rtol=1e-4, atol=2e-5)
