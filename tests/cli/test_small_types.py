"""Types of 8 bits and fewer that nothing multiplies in (both FNUZ types, E8M0, E2M1, INT2, UINT2): computed bit for bit as onnx's reference does, or refused by the node's name."""
import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper
from onnx.reference import ReferenceEvaluator

TYPES = {"e4m3fnuz": (T.FLOAT8E4M3FNUZ, ml_dtypes.float8_e4m3fnuz), "e5m2fnuz": (T.FLOAT8E5M2FNUZ, ml_dtypes.float8_e5m2fnuz), "e8m0": (T.FLOAT8E8M0, ml_dtypes.float8_e8m0fnu),
         "e2m1": (T.FLOAT4E2M1, ml_dtypes.float4_e2m1fn), "i2": (T.INT2, ml_dtypes.int2), "u2": (T.UINT2, ml_dtypes.uint2)}
FNUZ, NARROW = ("e4m3fnuz", "e5m2fnuz"), ("i2", "u2")
SIDE = 64


def numbers(name):
    """Every octave that the type holds and some beyond; what is special about floats, where a cast says what becomes of it."""
    r = np.random.default_rng(3)
    if name in NARROW:
        return r.integers(*((-2, 2) if name == "i2" else (0, 4)), (8, SIDE)).astype(np.float32)
    x = (r.standard_normal((8, SIDE)) * np.exp2(r.integers(-20, 18, (8, SIDE)))).astype(np.float32)
    if name == "e8m0":
        return np.abs(x)
    x[0, :13] = [0, -0.0, 240, 248, 247.9, 57344, 61440, -61440, 1e-30, -1e-30, 2**-11, 2**-18, 1e30]
    if name in FNUZ:
        x[1, :3] = [np.inf, -np.inf, np.nan]
    return x


def codes(name, shape):
    """Numbers of the type; floats are finite."""
    r, kind = np.random.default_rng(5), TYPES[name][1]
    if name in ("e2m1", *NARROW):
        bits = 4 if name == "e2m1" else 2
        low = -2 if name == "i2" else 0
        return r.integers(0, 16, shape).astype(np.uint8).view(kind) if bits == 4 else r.integers(low, low + 4, shape).astype(kind)
    every = (np.arange(100, 150) if name == "e8m0" else np.delete(np.arange(256), 128)).astype(np.uint8)
    return r.choice(every, shape).view(kind)


def tensor(name, label, array):
    """As ONNX files hold it: elements of fewer than 8 bits are packed, the first in the low bits."""
    kind = TYPES[name][0]
    each = {T.FLOAT4E2M1: 2, T.INT2: 4, T.UINT2: 4}.get(kind, 1)
    flat = np.pad(array.astype(np.int8 if name == "i2" else np.uint8).view(np.uint8).ravel() if name in NARROW else array.view(np.uint8).ravel(), (0, -array.size % each))
    packed = sum((flat[i::each] & (255 >> (8 - 8 // each))) << (i * 8 // each) for i in range(each)).astype(np.uint8)
    return T(name=label, data_type=kind, dims=array.shape, raw_data=packed.tobytes())


def save(path, nodes, inputs, outputs, weights=()):
    port = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [port(*p) for p in inputs], [port(*p) for p in outputs], list(weights))
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 25)], ir_version=13), path)
    return ReferenceEvaluator(str(path))


def computed(fp8c, folder, feed, options=("--precision", "f32")):
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "-q", "--target", "cpu", *options)
    assert done.code == 0, done.err
    words = []
    for name, array in feed.items():
        np.save(folder / f"{name}.npy", array)
        words += ["--input", f"{name}={name}.npy"]
    done = fp8c("run", "m.fp8c", "--device", "cpu", "--output-dir", "out", "-q", *words)
    assert done.code == 0, done.err
    return {p.stem: np.load(p) for p in (folder / "out").glob("*.npy")}


def same(ours, theirs, name=None):
    """The same bits, signs of zeros included; `name` says what raw bytes mean."""
    if ours.dtype.kind == "V":
        ours = ours.view(TYPES[name][1])
    a, b = ours.astype(np.float32), np.asarray(theirs).astype(np.float32)
    both = np.isnan(a) & np.isnan(b)
    assert a.shape == b.shape and ((a.view(np.uint32) == b.view(np.uint32)) | both).all(), [(x, y) for x, y in zip(a[a != b], b[a != b])][:5]


@pytest.mark.parametrize("name, floats", [*((n, {}) for n in TYPES), *((n, {"saturate": 0}) for n in (*FNUZ, "e8m0"))])
def test_casts_and_ports(fp8c, tmp_path, name, floats):
    kind = TYPES[name][0]
    nodes = [helper.make_node("Cast", ["x"], ["q"], to=kind, **floats), helper.make_node("Cast", ["q"], ["y"], to=T.FLOAT), helper.make_node("Cast", ["x"], ["h"], to=T.FLOAT16),
             helper.make_node("Cast", ["h"], ["hq"], to=kind, **floats), helper.make_node("Cast", ["hq"], ["hy"], to=T.FLOAT16), helper.make_node("Cast", ["p"], ["py"], to=T.FLOAT),
             helper.make_node("Transpose", ["p"], ["pt"], perm=[1, 0])]
    shape = [8, SIDE]
    outputs = [("q", kind, shape), ("y", T.FLOAT, shape), ("hy", T.FLOAT16, shape), ("py", T.FLOAT, shape), ("pt", kind, shape[::-1])]
    reference = save(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, shape), ("p", kind, shape)], outputs)
    x, p = numbers(name), codes(name, shape)
    ours, theirs = computed(fp8c, tmp_path, {"x": x, "p": p}), reference.run(None, {"x": x, "p": p})
    for (label, *_), want in zip(outputs, theirs):
        same(ours[label], want, name)


@pytest.mark.parametrize("axis", [None, 1])
@pytest.mark.parametrize("name", [n for n in TYPES if n != "e8m0"])
def test_quantized_and_back(fp8c, tmp_path, name, axis):
    kind, count = TYPES[name][0], [] if axis is None else [SIDE]
    scales = np.exp2(np.random.default_rng(7).uniform(-3, 3, count)).astype(np.float32)
    zero = tensor(name, "z", np.zeros(count, np.uint8).view(TYPES[name][1]) if name not in NARROW else np.ones(count, np.int8).astype(TYPES[name][1]))
    more = {} if axis is None else {"axis": axis}
    nodes = [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"], **more), helper.make_node("DequantizeLinear", ["q", "s", "z"], ["y"], **more)]
    x = numbers("e2m1")
    x[(np.abs(x) > 1e8) | (x == 0)] = 0.25  # onnx's reference makes int32 of large ones, and adds E2M1's zero point, 0, to -0
    reference = save(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, [8, SIDE])], [("q", kind, [8, SIDE]), ("y", T.FLOAT, [8, SIDE])],
                     [helper.make_tensor("s", T.FLOAT, count, scales.ravel()), zero])
    q, y = reference.run(None, {"x": x})
    ours = computed(fp8c, tmp_path, {"x": x})
    same(ours["q"], q, name)
    same(ours["y"], y)


@pytest.mark.parametrize("how", ["DequantizeLinear", "Cast"])
@pytest.mark.parametrize("name", TYPES)
def test_weights(fp8c, tmp_path, name, how):
    """Times the unit matrix they are what the reference makes of them; plans for GPUs hold them too."""
    w = codes(name, (SIDE, SIDE))
    nodes = [helper.make_node(how, ["w", "s"] if how == "DequantizeLinear" else ["w"], ["v"], **({} if how == "DequantizeLinear" else {"to": T.FLOAT})), helper.make_node("MatMul", ["x", "v"], ["y"])]
    port = lambda label: (label, T.FLOAT, [SIDE, SIDE])
    reference = save(tmp_path / "m.onnx", nodes, [port("x")], [port("y")], [helper.make_tensor("s", T.FLOAT, [], [0.37]), tensor(name, "w", w)])
    unit = np.eye(SIDE, dtype=np.float32)
    same(computed(fp8c, tmp_path, {"x": unit})["y"] + 0.0, reference.run(None, {"x": unit})[0] + 0.0)
    for chip in ("sm_90a", "sm_89"):
        done = fp8c("compile", "m.onnx", "-o", "gpu.fp8c", "-q", "--target", chip)
        assert done.code == 0, done.err


@pytest.mark.parametrize("name", TYPES)
def test_what_no_gpu_computes_is_refused_by_name(fp8c, tmp_path, name):
    kind, shape = TYPES[name][0], [8, SIDE]
    nodes = [helper.make_node("Cast", ["x"], ["q"], name="there", to=kind), helper.make_node("Cast", ["q"], ["y"], name="back", to=T.FLOAT)]
    weights = []
    if name != "e8m0":
        nodes += [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["c"], name="quantize"), helper.make_node("DequantizeLinear", ["c", "s", "z"], ["d"], name="dequantize")]
        weights = [helper.make_tensor("s", T.FLOAT, [], [0.5]), tensor(name, "z", np.zeros((), np.uint8).view(TYPES[name][1]))]
    save(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, shape)], [("y", T.FLOAT, shape)] + ([("d", T.FLOAT, shape)] if weights else []), weights)
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "-q", "--target", "sm_90a")
    assert done.code == 4 and not (tmp_path / "m.fp8c").exists()
    for node in nodes:
        assert any(f'{node.op_type} "{node.name}" has no kernel for sm_90a' in line and name in line for line in done.err.splitlines()), done.err


def test_e8m0_has_no_zero_point(fp8c, tmp_path):
    nodes = [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["y"], name="quantize")]
    weights = [helper.make_tensor("s", T.FLOAT, [], [1.0]), tensor("e8m0", "z", np.full((), 127, np.uint8).view(ml_dtypes.float8_e8m0fnu))]
    save(tmp_path / "m.onnx", nodes, [("x", T.FLOAT, [8])], [("y", T.FLOAT8E8M0, [8])], weights)
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "-q", "--target", "cpu")
    assert done.code == 4 and 'QuantizeLinear "quantize"' in done.err and "e8m0" in done.err, done.err


@pytest.mark.parametrize("name", NARROW)
def test_integers_of_2_bits_from_files(fp8c, tmp_path, name):
    """As `run` writes them (int8, uint8), as ml_dtypes does (raw), as samples; a number that the type does not hold is refused."""
    kind, shape = TYPES[name][0], [8, SIDE]
    save(tmp_path / "m.onnx", [helper.make_node("Cast", ["x"], ["y"], to=T.FLOAT)], [("x", kind, shape)], [("y", T.FLOAT, shape)])
    x = codes(name, shape)
    plain = x.astype(np.int8 if name == "i2" else np.uint8)
    for given in (x, plain):
        same(computed(fp8c, tmp_path, {"x": given})["y"], x)
        np.savez(tmp_path / "s.npz", x=given[None])
        done = fp8c("run", "m.fp8c", "--device", "cpu", "--samples", "s.npz", "--output-dir", "many", "-q")
        assert done.code == 0, done.err
        same(np.load(tmp_path / "many/y.npy")[0], x)
    plain[3, 5] = 4 if name == "u2" else 2
    np.save(tmp_path / "x.npy", plain)
    np.savez(tmp_path / "s.npz", x=plain[None])
    for words in (("--input", "x=x.npy"), ("--samples", "s.npz")):
        done = fp8c("run", "m.fp8c", "--device", "cpu", "--output-dir", "out", *words)
        assert done.code == 3 and f"element {3 * SIDE + 5} is {plain[3, 5]}, which is no {name}" in done.err, done.err
    np.save(tmp_path / "x.npy", plain.view(np.uint8 if name == "i2" else np.int8))
    assert f"the program expects {name}" in fp8c("run", "m.fp8c", "--device", "cpu", "--output-dir", "out", "--input", "x=x.npy").err
