"""Operators of com.microsoft that read and give codes, against ONNX Runtime."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from conftest import reference

RANDOM = np.random.default_rng(5)
SCALE, OTHER, OUT = np.float32(0.0213907), np.float32(0.0317131), np.float32(0.0571193)  # no sum lies between two codes, where orders of adding show


def codes(*shape, dtype=np.uint8):
    info = np.iinfo(dtype)
    return RANDOM.integers(info.min, info.max, shape, dtype, endpoint=True)


def reals(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


X, Y = codes(2, 6, 8, 8), codes(2, 6, 1, 8)
A, B = codes(5, 16), codes(16, 7, dtype=np.int8)
ZERO, MINUS = np.uint8(120), np.int8(-3)
COLUMNS = (np.arange(7) / 200 + 0.01).astype(np.float32)


def model(path, op, inputs, outputs, constants, attrs, domain="com.microsoft"):
    """One node; whatever is not a port is an initializer."""
    ports = [h.make_tensor_value_info(f"i{k}", h.np_dtype_to_tensor_dtype(x.dtype), x.shape) for k, x in enumerate(inputs)
             if x is not None and k not in constants]
    consts = [numpy_helper.from_array(np.asarray(inputs[k]), f"i{k}") for k in constants]
    names = [f"i{k}" if x is not None else "" for k, x in enumerate(inputs)]
    node = h.make_node(op, names, [f"o{k}" for k in range(outputs)], domain=domain, name="it", **attrs)
    outs = [onnx.ValueInfoProto(name=f"o{k}") for k in range(outputs)]
    onnx.save(h.make_model(h.make_graph([node], "g", ports, outs, consts), ir_version=9,
                           opset_imports=[h.make_opsetid("", 18), h.make_opsetid("com.microsoft", 1)]), path)
    return {f"i{k}": x for k, x in enumerate(inputs) if x is not None and k not in constants}


SCALES = {"QLinearConv": (1, 2, 3, 4, 5, 6, 7)}
CASES = [
    ("QLinearAdd", [X, SCALE, ZERO, Y, OTHER, np.uint8(9), OUT, np.uint8(77)], {}),
    ("QLinearAdd", [X.view(np.int8), SCALE, MINUS, X.view(np.int8), OTHER, MINUS, OUT, MINUS], {}),
    ("QLinearMul", [X, SCALE, ZERO, Y, OTHER, np.uint8(9), OUT, np.uint8(77)], {}),
    ("QLinearSigmoid", [X, SCALE, ZERO, np.float32(1 / 256), np.uint8(0)], {}),
    ("QLinearLeakyRelu", [X, SCALE, ZERO, OTHER, np.uint8(30)], {"alpha": 0.2}),
    ("QLinearGlobalAveragePool", [X, SCALE, ZERO, OTHER, np.uint8(30)], {}),
    ("QLinearGlobalAveragePool", [X, SCALE, ZERO, OTHER, np.uint8(30)], {"channels_last": 1}),
    ("QLinearAveragePool", [X, SCALE, ZERO, OTHER, np.uint8(30)], {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}),
    ("QLinearSoftmax", [X, SCALE, ZERO, np.float32(1 / 256), np.uint8(0)], {"opset": 13, "axis": -1}),
    ("QLinearConcat", [OUT, np.uint8(3), X, SCALE, ZERO, X, OTHER, np.uint8(1), Y.repeat(8, 2), OUT, np.uint8(3)], {"axis": 1}),
    ("QLinearWhere", [np.array([[True, False] * 4]), X, SCALE, ZERO, X[:, :, ::-1].copy(), OTHER, np.uint8(1), OUT, np.uint8(3)], {}),
    ("QGemm", [A, SCALE, ZERO, B, OTHER, MINUS, codes(7, dtype=np.int32) // 2**20, OUT, np.uint8(99)], {}),
    ("QGemm", [A, SCALE, ZERO, B.T.copy(), COLUMNS, np.zeros(7, np.int8), None, OUT, np.uint8(99)], {"transB": 1, "alpha": 1.5}),
    ("MatMulIntegerToFloat", [A, B, SCALE, COLUMNS, ZERO, None, reals(7)], {}),
    ("DynamicQuantizeMatMul", [reals(3, 5, 16), B, OTHER, MINUS, reals(7)], {}),
    ("QuantizeLinear", [reals(4, 6), SCALE, np.uint16(30000)], {}),
    ("DequantizeLinear", [codes(4, 6, dtype=np.int16), SCALE, np.int16(-40)], {}),
    ("DequantizeLinear", [codes(4, 6, dtype=np.int8), COLUMNS[:6], np.arange(6, dtype=np.int8)], {"axis": 1}),
]


@pytest.mark.parametrize("op, inputs, attrs", CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_operator(run_plan, tmp_path, op, inputs, attrs):
    fixed = [k for k, x in enumerate(inputs) if x is not None and (np.ndim(x) < 2)]
    given = model(tmp_path / "model.onnx", op, inputs, 1, fixed, attrs)
    expected = reference(tmp_path / "model.onnx", given)["o0"]
    found = run_plan(tmp_path / "model.onnx", given, names=["o0"])["o0"]
    assert found.dtype == expected.dtype and found.shape == expected.shape
    if expected.dtype == np.float32:
        np.testing.assert_allclose(found, expected, rtol=2e-6, atol=1e-6)
    else:
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("past", [False, True])
def test_attention(run_plan, tmp_path, past):
    """Against the same weights in F32: ONNX Runtime's own sums of codes agree to their rounding."""
    x, w = codes(2, 5, 32), codes(32, 96, dtype=np.int8)
    bias, mask = reals(96), np.array([5, 3], np.int32)
    state = reals(2, 2, 4, 6, 8) if past else None
    given = model(tmp_path / "model.onnx", "QAttention",
                  [x, w, bias, np.float32(0.01), np.float32(0.004), None if past else mask, np.uint8(128), np.int8(0), state], 2 if past else 1,
                  [k for k in (1, 2, 3, 4, 6, 7)], {"num_heads": 4})
    expected = reference(tmp_path / "model.onnx", given)
    found = run_plan(tmp_path / "model.onnx", given, names=expected)
    for name, want in expected.items():
        np.testing.assert_allclose(found[name], want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("columns", [False, True])
def test_dynamic_lstm(run_plan, tmp_path, columns):
    """Weights as the codes say, tokens as they are: as an LSTM of those weights, which ONNX Runtime's differs from by the rounding of tokens."""
    x, w, r, bias = reals(7, 2, 5), codes(1, 5, 24, dtype=np.int8), codes(1, 6, 24, dtype=np.int8), reals(1, 48)
    ws, rs = (np.full((1, 24), 0.004, np.float32) * np.arange(1, 25) / 12, np.full((1, 24), 0.005, np.float32)) if columns else \
        (np.array([0.004], np.float32), np.array([0.005], np.float32))
    ws, wz, rz = ws.astype(np.float32), np.zeros(ws.shape, np.int8), np.zeros(rs.shape, np.int8)
    given = model(tmp_path / "model.onnx", "DynamicQuantizeLSTM", [x, w, r, bias, None, None, None, None, ws, wz, rs, rz], 3,
                  (1, 2, 3, 8, 9, 10, 11), {"hidden_size": 6})
    real = [(c.astype(np.float32) * (s[:, None] if columns else s)).transpose(0, 2, 1).copy() for c, s in ((w, ws), (r, rs))]
    plain = model(tmp_path / "plain.onnx", "LSTM", [x, *real, bias], 3, (1, 2, 3), {"hidden_size": 6}, domain="")
    expected = reference(tmp_path / "plain.onnx", plain)
    found = run_plan(tmp_path / "model.onnx", given, names=expected)
    for name, want in expected.items():
        np.testing.assert_allclose(found[name], want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("activation, params", [("Relu", None), ("LeakyRelu", [0.25]), ("LeakyRelu", [2.0]), ("Clip", [-0.5, 1.0]), ("HardSigmoid", [0.3, 0.4]),
                                                ("Tanh", None), ("Sigmoid", None)])
@pytest.mark.parametrize("added", [False, True])
def test_fused_conv(run_plan, tmp_path, activation, params, added):
    if added and activation != "Relu":
        pytest.skip("ONNX Runtime adds in front of Relu alone")
    x, w, b = reals(2, 4, 9, 9), reals(6, 4, 3, 3), reals(6)
    attrs = {"activation": activation, "strides": [2, 2], "pads": [1, 1, 1, 1]} | ({"activation_params": params} if params else {})
    given = model(tmp_path / "model.onnx", "FusedConv", [x, w, b] + ([reals(2, 6, 5, 5)] if added else []), 1, (1, 2), attrs)
    expected = reference(tmp_path / "model.onnx", given)
    found = run_plan(tmp_path / "model.onnx", given, names=expected)
    np.testing.assert_allclose(found["o0"], expected["o0"], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("activation, more", [("Relu", {}), ("LeakyRelu", {"activation_alpha": 0.3}), ("Elu", {"activation_alpha": 1.2})])
def test_fused_gemm(run_plan, tmp_path, activation, more):
    given = model(tmp_path / "model.onnx", "FusedGemm", [reals(5, 8), reals(6, 8), reals(6)], 1, (1, 2),
                  {"activation": activation, "transB": 1, "alpha": 0.5, **more})
    expected = reference(tmp_path / "model.onnx", given)
    found = run_plan(tmp_path / "model.onnx", given, names=expected)
    np.testing.assert_allclose(found["o0"], expected["o0"], rtol=1e-5, atol=1e-5)


def test_an_activation_that_is_none(fp8c, tmp_path):
    model(tmp_path / "model.onnx", "FusedGemm", [reals(5, 8), reals(8, 6)], 1, (1,), {"activation": "Sine"})
    done = fp8c("compile", tmp_path / "model.onnx")
    assert done.returncode == 4 and "its activation is not done" in done.stderr


# ---- Random numbers ---------------------------------------------------------------------------------------------------


def draws(tmp_path, nodes, ports, outputs):
    onnx.save(h.make_model(h.make_graph(nodes, "g", ports, [h.make_tensor_value_info(n, t, None) for n, t in outputs]), ir_version=9,
                           opset_imports=[h.make_opsetid("", 18)]), tmp_path / "model.onnx")
    return tmp_path / "model.onnx"


@pytest.mark.parametrize("free", [False, True])
def test_random_numbers(fp8c, run_plan, tmp_path, free):
    """Their moments, that nodes differ, that seeds decide, and that sizes known or not give the same."""
    shape = ["a", "b"] if free else [100, 700]
    nodes = [h.make_node("RandomNormalLike", ["x"], ["normal"], mean=2.0, scale=3.0), h.make_node("RandomNormalLike", ["x"], ["other"]),
             h.make_node("RandomUniformLike", ["x"], ["uniform"], low=-1.0, high=2.5, dtype=T.FLOAT16),
             h.make_node("Bernoulli", ["x"], ["coin"], dtype=T.INT64), h.make_node("RandomNormal", [], ["one"], shape=[50], seed=3.0),
             h.make_node("RandomNormal", [], ["same"], shape=[50], seed=3.0), h.make_node("RandomUniform", [], ["wide"], shape=[3, 4], dtype=T.DOUBLE)]
    path = draws(tmp_path, nodes, [h.make_tensor_value_info("x", T.FLOAT, shape)],
                 [("normal", 1), ("other", 1), ("uniform", 10), ("coin", 7), ("one", 1), ("same", 1), ("wide", 11)])
    y = run_plan(path, {"x": np.full((100, 700), 0.3, np.float32)}, names=["normal", "other", "uniform", "coin", "one", "same", "wide"])
    n = 70000 ** -0.5  # deviations of means; five of them
    assert abs(y["normal"].mean() - 2) < 15 * n and abs(y["normal"].std() - 3) < 15 * n and abs(y["other"].std() - 1) < 5 * n
    assert abs(np.corrcoef(y["normal"].ravel() - 2, y["other"].ravel())[0, 1]) < 5 * n
    assert abs(np.corrcoef(y["other"].ravel()[1:], y["other"].ravel()[:-1])[0, 1]) < 5 * n
    assert abs((y["other"] ** 4).mean() - 3) < 5 * n * 96 ** 0.5
    assert y["uniform"].dtype == np.float16 and y["uniform"].min() >= -1 and y["uniform"].max() <= 2.5 and abs(y["uniform"].mean() - 0.75) < 7 * n
    assert y["coin"].dtype == np.int64 and set(np.unique(y["coin"])) == {0, 1} and abs(y["coin"].mean() - 0.3) < 5 * n
    assert (y["one"] == y["same"]).all() and y["wide"].dtype == np.float64 and y["wide"].shape == (3, 4)
    assert "draw random numbers, which are the same in every run" in fp8c("compile", path, "-o", tmp_path / "p.fp8c").stderr
    again = run_plan(path, {"x": np.full((100, 700), 0.3, np.float32)}, names=["normal"])
    assert (again["normal"] == y["normal"]).all()


def test_multinomial(run_plan, tmp_path):
    path = draws(tmp_path, [h.make_node("Multinomial", ["x"], ["y"], sample_size=20000, dtype=T.INT64)],
                 [h.make_tensor_value_info("x", T.FLOAT, [2, 3])], [("y", 7)])
    likely = np.array([[0.1, 0.2, 0.7], [0.0, 0.5, 0.5]], np.float32)
    y = run_plan(path, {"x": np.log(np.maximum(likely, 1e-30))}, names=["y"])["y"]
    assert y.dtype == np.int64 and y.shape == (2, 20000)
    for row, p in zip(y, likely, strict=True):
        assert np.abs(np.bincount(row, minlength=3) / 20000 - p).max() < 5 * 0.5 / 20000 ** 0.5


def test_random_numbers_on_a_gpu(fp8c, tmp_path):
    """Of a known size they are constants."""
    path = draws(tmp_path, [h.make_node("RandomNormalLike", ["x"], ["noise"]), h.make_node("Add", ["x", "noise"], ["y"])],
                 [h.make_tensor_value_info("x", T.FLOAT, [4, 64])], [("y", 1)])
    done = fp8c("compile", path, "--target", "sm_90a", "--dry-run")
    assert done.returncode == 0, done.stderr


# ---- Q/DQ -------------------------------------------------------------------------------------------------------------


class Once:
    def __init__(self, feeds):
        self.feeds = iter([feeds])

    def get_next(self):
        return next(self.feeds, None)


@pytest.mark.parametrize("per_channel", [False, True])
def test_a_static_quantised_model(fp8c, run_plan, tmp_path, per_channel):
    """ONNX Runtime's Q/DQ of a small network: the same numbers on the CPU, and on a GPU no launch of their own for what is rounded."""
    from onnxruntime.quantization import QuantFormat, quantize_static
    weights = {"w1": reals(8, 3, 3, 3), "b1": reals(8), "w2": reals(8, 8, 1, 1), "b2": reals(8), "w3": reals(10, 8), "b3": reals(10)}
    nodes = [h.make_node("Conv", ["x", "w1", "b1"], ["a"], pads=[1, 1, 1, 1]), h.make_node("Relu", ["a"], ["b"]),
             h.make_node("MaxPool", ["b"], ["p"], kernel_shape=[2, 2], strides=[2, 2]), h.make_node("Conv", ["p", "w2", "b2"], ["c"]),
             h.make_node("Add", ["c", "p"], ["d"]), h.make_node("Relu", ["d"], ["e"]), h.make_node("GlobalAveragePool", ["e"], ["g"]),
             h.make_node("Flatten", ["g"], ["f"]), h.make_node("Gemm", ["f", "w3", "b3"], ["y"], transB=1)]
    graph = h.make_graph(nodes, "g", [h.make_tensor_value_info("x", T.FLOAT, [2, 3, 16, 16])], [h.make_tensor_value_info("y", T.FLOAT, [2, 10])],
                         [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(h.make_model(graph, ir_version=9, opset_imports=[h.make_opsetid("", 17)]), tmp_path / "plain.onnx")
    feeds = {"x": reals(2, 3, 16, 16)}
    quantize_static(str(tmp_path / "plain.onnx"), str(tmp_path / "model.onnx"), Once(feeds), quant_format=QuantFormat.QDQ, per_channel=per_channel)
    expected = reference(tmp_path / "model.onnx", feeds)
    found = run_plan(tmp_path / "model.onnx", feeds, names=["y"])
    np.testing.assert_allclose(found["y"], expected["y"], rtol=1e-6, atol=1e-6)
    done = fp8c("compile", tmp_path / "model.onnx", "--target", "sm_90a", "--precision", "bf16", "--dry-run", "-q", "--report-json", "r.json")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "r.json").read_text())
    kernels = [x["kernel"] for v in report["variants"] for x in v["launches"]]
    assert not any("quantize_linear" in k or "dequantizelinear" in k for k in kernels), kernels
    assert len(kernels) <= 9, kernels
