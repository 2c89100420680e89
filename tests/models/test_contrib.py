"""Operators of com.microsoft against ONNX Runtime, or against their formulas where its CPU has none."""
import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from conftest import reference

TYPES = {np.dtype(np.float32): T.FLOAT, np.dtype(np.int32): T.INT32, np.dtype(np.int64): T.INT64,
         np.dtype(np.uint8): T.UINT8}


def rand(*shape, seed=0, scale=1.):
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def build(tmp_path, op, inputs, constants=(), outputs=1, domain="com.microsoft", free=True, **attrs):
    """A model of one node; inputs None are left out; names in `constants` are initialisers."""
    names = [f"i{k}" if x is not None else "" for k, x in enumerate(inputs)]
    outs = [f"o{k}" for k in range(outputs)] if isinstance(outputs, int) else outputs
    node = h.make_node(op, names, outs, domain=domain, name="it", **attrs)
    ports, consts = [], []
    for k, x in enumerate(inputs):
        if x is None:
            continue
        if k in constants:
            consts.append(numpy_helper.from_array(x, f"i{k}"))
        else:
            shape = [f"d{k}_{a}" if free and a < x.ndim - 1 and x.ndim > 1 else n for a, n in enumerate(x.shape)]
            ports.append(h.make_tensor_value_info(f"i{k}", TYPES[x.dtype], shape))
    graph = h.make_graph([node], "g", ports, [h.make_tensor_value_info(o, T.FLOAT, None) for o in outs if o], consts)
    model = h.make_model(graph, ir_version=9, opset_imports=[h.make_opsetid("", 18), h.make_opsetid("com.microsoft", 1)])
    for out in model.graph.output:
        out.ClearField("type")
    path = tmp_path / "model.onnx"
    onnx.save(model, path)
    return path, {f"i{k}": x for k, x in enumerate(inputs) if x is not None and k not in constants}


def check(run_plan, tmp_path, op, inputs, expected=None, rtol=1e-4, atol=1e-5, **more):
    path, given = build(tmp_path, op, inputs, **more)
    if expected is None:
        expected = reference(path, given)
    found = run_plan(path, given, names=expected)
    for name, want in expected.items():
        assert found[name].shape == want.shape, name
        np.testing.assert_allclose(found[name].astype(np.float64), want.astype(np.float64), rtol=rtol, atol=atol,
                                   err_msg=f"{op} {name}")


X = rand(2, 5, 16)


@pytest.mark.parametrize("op, inputs, attrs", [
    ("Gelu", [X], {}),
    ("QuickGelu", [X], {}),
    ("QuickGelu", [X], {"alpha": 1.2}),
    ("FastGelu", [X], {}),
    ("FastGelu", [X, rand(16, seed=1)], {}),
    ("BiasGelu", [X, rand(16, seed=1)], {}),
])
def test_activations(run_plan, tmp_path, op, inputs, attrs):
    check(run_plan, tmp_path, op, inputs, **attrs)


@pytest.mark.parametrize("a, b, attrs", [
    ((3, 4), (4, 5), {"alpha": .5}),
    ((4, 3), (4, 5), {"transA": 1}),
    ((2, 3, 4), (2, 5, 4), {"transB": 1, "alpha": 2.}),
    ((3, 2, 4), (3, 2, 5), {"transBatchA": 1, "transBatchB": 1, "transA": 0, "transB": 1}),
])
def test_fused_matmul(run_plan, tmp_path, a, b, attrs):
    if attrs.get("transBatchA"):
        a, b = (3, 2, 4), (5, 2, 4)
    check(run_plan, tmp_path, "FusedMatMul", [rand(*a), rand(*b, seed=1)], free=False, **attrs)


@pytest.mark.parametrize("outputs", [1, ["o0", "", "", "o3"]])
@pytest.mark.parametrize("bias", [False, True])
def test_skip_norms(run_plan, tmp_path, outputs, bias):
    gamma, beta, b = rand(16, seed=2), rand(16, seed=3), rand(16, seed=4) if bias else None
    skip = rand(2, 5, 16, seed=1)
    check(run_plan, tmp_path, "SkipLayerNormalization", [X, skip, gamma, beta, b], outputs=outputs, epsilon=1e-5)
    check(run_plan, tmp_path, "SkipSimplifiedLayerNormalization", [X, skip, gamma, b], outputs=outputs, epsilon=1e-5)


def test_simplified_layer_norm(run_plan, tmp_path):
    check(run_plan, tmp_path, "SimplifiedLayerNormalization", [X, rand(16, seed=2)], domain="", epsilon=1e-5, axis=-1)


@pytest.mark.parametrize("segments, mask, positions", [(True, True, False), (False, False, False), (True, True, True)])
def test_embed_layer_norm(run_plan, tmp_path, segments, mask, positions):
    r = np.random.default_rng(3)
    ids = r.integers(0, 20, (2, 6)).astype(np.int32)
    tables = [rand(20, 8, seed=1), rand(10, 8, seed=2), rand(2, 8, seed=3) if segments else None]
    inputs = [ids, r.integers(0, 2, (2, 6)).astype(np.int32) if segments else None, *tables,
              rand(8, seed=4), rand(8, seed=5), np.array([[1] * 6, [1] * 4 + [0] * 2], np.int32) if mask else None,
              np.tile(np.arange(6, dtype=np.int32)[::-1], (2, 1)).copy() if positions else None]
    check(run_plan, tmp_path, "EmbedLayerNormalization", inputs, outputs=["o0", "o1", "o2"],
          constants=(2, 3, 4, 5, 6), epsilon=1e-6)


MASKS = {"none": None, "counts": np.array([5, 3], np.int32),
         "keys": np.array([[1] * 5, [1] * 3 + [0] * 2], np.int32),
         "queries": np.random.default_rng(5).integers(0, 2, (2, 5, 5)).astype(np.int32) | np.eye(5, dtype=np.int32)}


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("causal", [0, 1])
def test_attention(run_plan, tmp_path, mask, causal):
    inputs = [X, rand(16, 48, seed=1, scale=.3), rand(48, seed=2), MASKS[mask]]
    check(run_plan, tmp_path, "Attention", inputs, constants=(1, 2), num_heads=4, unidirectional=causal)


def test_attention_with_past(run_plan, tmp_path):
    past = rand(2, 2, 4, 3, 4, seed=7)
    inputs = [X, rand(16, 48, seed=1, scale=.3), rand(48, seed=2), None, past]
    check(run_plan, tmp_path, "Attention", inputs, constants=(1, 2), num_heads=4, unidirectional=1, outputs=2)


@pytest.mark.parametrize("case", ["plain", "bias", "padding", "cross", "past", "packed_kv", "packed_qkv"])
def test_multi_head_attention(run_plan, tmp_path, case):
    q, k, v = X, rand(2, 7, 16, seed=1), rand(2, 7, 16, seed=2)
    inputs, outputs = [q, k, v], 1
    if case == "bias":
        inputs += [rand(48, seed=3)]
    if case == "padding":
        inputs += [None, np.array([[1] * 7, [1] * 4 + [0] * 3], np.int32), rand(2, 4, 5, 7, seed=4)]
    if case == "cross":
        inputs = [q, rand(2, 4, 7, 4, seed=1), rand(2, 4, 7, 4, seed=2)]
    if case == "past":
        inputs += [None, None, None, rand(2, 4, 3, 4, seed=5), rand(2, 4, 3, 4, seed=6)]
        outputs = 3
    expected = None
    if case.startswith("packed"): # ONNX Runtime's CPU does these apart
        heads = rand(2, 7, 4, 3, 4, seed=1)
        apart = [heads[:, :, :, i].reshape(2, 7, 16).copy() for i in range(3)]
        if case == "packed_kv":
            apart[0], inputs = q, [q, heads[:, :, :, 1:].copy()]
        else:
            inputs = [heads]
        path, given = build(tmp_path, "MultiHeadAttention", apart, num_heads=4, free=False)
        expected = reference(path, given)
    check(run_plan, tmp_path, "MultiHeadAttention", inputs, expected, outputs=outputs, num_heads=4, free=False)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("past", [0, 6])
@pytest.mark.parametrize("rotary, window", [(0, -1), (1, -1), (1, 3)])
def test_group_query_attention(run_plan, tmp_path, packed, past, rotary, window):
    batch, length, heads, kv, size = 2, 1 if past else 5, 4, 2, 16
    q, k, v = (rand(batch, length, n * size, seed=s) for s, n in enumerate((heads, kv, kv)))
    angles = np.arange(32)[:, None] / 10000 ** (np.arange(size // 2) / (size // 2))
    tables = [np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)] if rotary else []
    inputs = [np.concatenate([q, k, v], 2), None, None] if packed else [q, k, v]
    inputs += [rand(batch, kv, past, size, seed=7), rand(batch, kv, past, size, seed=8),
               np.full(batch, past + length - 1, np.int32), np.array([past + length], np.int32), *tables]
    check(run_plan, tmp_path, "GroupQueryAttention", inputs, outputs=3, num_heads=heads, kv_num_heads=kv,
          do_rotary=rotary, local_window_size=window, free=False, constants=(7, 8))


@pytest.mark.parametrize("form, free", [("plain", True), ("rotary", True), ("window", False), ("bias", True), ("packed", False), ("positions", False)])
@pytest.mark.parametrize("valid, length, room, total", [
    ([6, 3], 1, 12, 7),      # a buffer of fixed capacity, a step for sequences of unequal lengths
    ([11, 0], 1, 12, 12),    # ... its last place; a first step beside it
    ([12, 4], 1, 12, 13),    # a past that grows, of unequal lengths
    ([0, 0], 5, 12, 5),      # a prompt in front of an empty buffer
    ([0, -2], 5, 12, 5),     # ... that is filled up behind its end
    ([0, -2], 5, 0, 5),      # ... without a buffer
    ([4], 3, 12, 7),         # a prompt behind a past
])
def test_group_query_attention_in_a_buffer(run_plan, tmp_path, form, free, valid, length, room, total):
    """`seqlens_k` says how much of the past each sequence has; behind it the buffer holds NaN that nobody may read."""
    heads, kv, size, batch = 4, 2, 16, len(valid)
    if form == "positions" and length > 1 and valid != [4]:
        pytest.skip("the default's positions")
    q, k, v = (rand(batch, length, n * size, seed=s) for s, n in enumerate((heads, kv, kv)))
    angles = np.arange(32)[:, None] / 10000 ** (np.arange(size // 2) / (size // 2))
    tables = [np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)]
    past = [rand(batch, kv, room, size, seed=s) for s in (7, 8)]
    for b, n in enumerate(valid):
        for p in past:
            p[b, :, max(n, 0):] = np.nan
    lengths = np.array([n + length - 1 for n in valid], np.int32)
    inputs = [np.concatenate([q, k, v], 2), None, None] if form == "packed" else [q, k, v]
    inputs += [*past, lengths, np.array([total], np.int32)]
    if form in ("rotary", "positions"):
        inputs += tables
    if form == "positions":
        inputs += [(np.maximum(valid, 0)[:, None] + np.arange(length)).astype(np.int64)]
    if form == "bias":
        inputs += [None, None, None, rand(batch, heads, length, total, seed=9)]
    more = dict(outputs=3, num_heads=heads, kv_num_heads=kv, do_rotary=int(form in ("rotary", "positions")),
                local_window_size=3 if form == "window" else -1)
    path, given = build(tmp_path, "GroupQueryAttention", inputs, free=False, constants=(7, 8) if form in ("rotary", "positions") else (), **more)
    want = reference(path, given)
    path, given = build(tmp_path, "GroupQueryAttention", inputs, free=free, constants=(7, 8) if form in ("rotary", "positions") else (), **more)
    found = run_plan(path, given, names=want)
    for name, w in want.items():
        assert found[name].shape == w.shape, name
        rows = [np.s_[b, :length + min(n, 0)] if name == "o0" else np.s_[b] for b, n in enumerate(valid)]
        for r in rows: # what follows the end of a prompt is nobody's
            np.testing.assert_allclose(found[name][r], w[r], rtol=1e-4, atol=1e-5, err_msg=name)


def test_group_query_attention_says_what_does_not_fit(fp8c, tmp_path):
    """More keys than the buffer and total_sequence_length have room for."""
    inputs = [rand(2, 1, 32), rand(2, 1, 16, seed=1), rand(2, 1, 16, seed=2), rand(2, 1, 6, 16, seed=3),
              rand(2, 1, 6, 16, seed=4), np.array([5, 9], np.int32), np.array([6], np.int32)]
    path, given = build(tmp_path, "GroupQueryAttention", inputs, num_heads=2, kv_num_heads=1, free=False)
    fp8c("compile", path, "--target", "cpu", "-p", "f32", "-o", "p.fp8c", "-q")
    words = []
    for name, x in given.items():
        np.save(tmp_path / f"{name}.npy", x)
        words += ["--input", f"{name}={name}.npy"]
    done = fp8c("run", "p.fp8c", *words)
    assert done.returncode and "sequence 1: 1 rows from 9 on do not fit a cache of 6" in done.stderr


@pytest.mark.parametrize("interleaved", [0, 1])
@pytest.mark.parametrize("form", ["rows", "heads", "offset"])
def test_rotary(run_plan, tmp_path, interleaved, form):
    x = rand(2, 3, 5, 8) if form == "heads" else rand(2, 5, 24)
    positions = np.array([4], np.int64) if form == "offset" else np.arange(10, dtype=np.int64).reshape(2, 5)
    check(run_plan, tmp_path, "RotaryEmbedding", [x, positions, rand(16, 4, seed=1), rand(16, 4, seed=2)],
          constants=(2, 3), interleaved=interleaved)


@pytest.mark.parametrize("bits, block", [(4, 32), (4, 16), (8, 32), (2, 32)])
@pytest.mark.parametrize("k", [64, 80])
@pytest.mark.parametrize("zeros", [False, True])
def test_matmul_nbits(run_plan, tmp_path, bits, block, k, zeros):
    if bits == 2 and (k % 64 or not zeros):
        pytest.skip("not in this ONNX Runtime")
    r, n = np.random.default_rng(1), 24
    blocks = -(-k // block)
    w = r.integers(0, 256, (n, blocks, block * bits // 8)).astype(np.uint8)
    z = r.integers(0, 256, n * -(-blocks * bits // 8)).astype(np.uint8) if zeros else None
    check(run_plan, tmp_path, "MatMulNBits", [rand(3, k), w, np.abs(rand(n * blocks, seed=2)) + .1, z],
          constants=(1, 2, 3), K=k, N=n, bits=bits, block_size=block, rtol=1e-3, atol=2e-3 * 2 ** bits)


def nbits(tmp_path, m, k, n, block, zeros=None, indices=None, **level):
    """MatMulNBits of random codes: the model, and the weights that they stand for."""
    r, blocks = np.random.default_rng(3), -(-k // block)
    codes, scales = r.integers(0, 16, (n, blocks * block), dtype=np.uint8), np.abs(rand(n, blocks, seed=2)) + .1
    packed = (codes[:, ::2] | codes[:, 1::2] << 4).reshape(n, blocks, block // 2)
    z = np.full((n, blocks), 8) if zeros is None else zeros
    each = np.repeat(np.arange(blocks), block)[:k]
    w = (codes[:, :k].astype(np.float32) - z.astype(np.float32)[:, each]) * scales[:, each]
    path, _ = build(tmp_path, "MatMulNBits", [rand(m, k), packed, scales.reshape(-1), zeros, indices],
                    constants=(1, 2, 3, 4), K=k, N=n, bits=4, block_size=block, **level)
    return path, w


@pytest.mark.parametrize("rows", [1, 3, 30])
@pytest.mark.parametrize("precision", ["f32", "bf16"])
def test_packed_weights_stay_packed(fp8c, run_plan, tmp_path, rows, precision):
    """The plan has the bytes of codes and scales, and the results those of an unpacked product, bit by bit."""
    k, n, block = 320, 200, 32
    path, w = nbits(tmp_path, rows, k, n, block)
    x = rand(rows, k)
    found = run_plan(path, {"i0": x}, precision=precision, names=["o0"])["o0"]
    plain = h.make_model(h.make_graph(
        [h.make_node("MatMul", ["i0", "w"], ["o0"])], "g", [h.make_tensor_value_info("i0", T.FLOAT, [rows, k])],
        [h.make_tensor_value_info("o0", T.FLOAT, None)], [numpy_helper.from_array(np.ascontiguousarray(w.T), "w")]),
        ir_version=9, opset_imports=[h.make_opsetid("", 18)])
    onnx.save(plain, tmp_path / "plain.onnx")
    want = reference(path, {"i0": x})["o0"]
    if precision == "f32":
        same = run_plan(tmp_path / "plain.onnx", {"i0": x}, names=["o0"])["o0"]
        np.testing.assert_array_equal(found, same)
        np.testing.assert_allclose(found, want, rtol=1e-4, atol=1e-4)
    else:
        assert np.linalg.norm(found - want) < .01 * np.linalg.norm(want)
    fp8c("compile", path, "-o", "size.fp8c", "--target", "cpu")
    assert (tmp_path / "size.fp8c").stat().st_size < k * n * .75 + 30000


def rounded_by_blocks(x, block):
    """What activations of 8 bits stand for."""
    parts = x.reshape(len(x), -1, block)
    scales = np.abs(parts).max(-1, keepdims=True) / np.float32(127)
    return (np.rint(parts / scales) * scales).reshape(x.shape)


@pytest.mark.parametrize("rows", [1, 5, 30])
@pytest.mark.parametrize("level, target, rounds", [(4, "cpu", True), (0, "cpu", False), (1, "cpu", False), (4, "sm_90a", False)])
def test_accuracy_level(fp8c, run_plan, tmp_path, rows, level, target, rounds):
    """Level 4 permits activations of 8 bits, by blocks: a plan for the CPU has them, and says so; any other has not."""
    k, n, block = 320, 200, 64
    path, w = nbits(tmp_path, rows, k, n, block, accuracy_level=level)
    x = rand(rows, k)
    np.save(tmp_path / "x.npy", x)
    done = fp8c("compile", path, "-o", "m.fp8c", "--target", "cpu", "--target", target, "--precision", "f32", "--dim", f"d0_0={rows}", "--report-json", "m.json")
    assert done.returncode == 0, done.stderr
    assert ("accuracy_level 4 permits" in (tmp_path / "m.json").read_text()) == rounds
    fp8c("run", "m.fp8c", "--device", "cpu", "--input", "i0=x.npy", "--output-dir", "found")
    found = np.load(tmp_path / "found" / "o0.npy")
    exact = {r: (rounded_by_blocks(x, block) if r else x).astype(np.float64) @ w.T for r in (True, False)}
    assert np.abs(found - exact[rounds]).max() < 1e-5 * np.abs(exact[rounds]).max()
    assert np.abs(found - exact[not rounds]).max() > 1e-4 * np.abs(exact[rounds]).max()
    if rounds:
        np.testing.assert_allclose(found, reference(path, {"i0": x})["o0"], atol=1e-5 * np.abs(found).max())


@pytest.mark.parametrize("kind", ["bytes", "bytes with zeros", "u4", "i4 with zeros"])
@pytest.mark.parametrize("columns", [64, 96])
def test_gather_block_quantized(fp8c, run_plan, tmp_path, kind, columns):
    """Rows of a table of 4-bit codes, which the plan has two a byte; a GPU gathers them too."""
    r, rows, block = np.random.default_rng(4), 40, 32
    codes, blocks = r.integers(0, 256, (rows, columns // 2)).astype(np.uint8), columns // block
    scales, zeros = np.abs(rand(rows, blocks, seed=2)) + .1, r.integers(0, 256, (rows, -(-blocks // 2))).astype(np.uint8)
    narrow = {"u4": T.UINT4, "i4 with zeros": T.INT4}.get(kind)
    if narrow and blocks % 2:
        pytest.skip("zeros of whole bytes")

    def table(name, data, width):
        return h.make_tensor(name, narrow, [rows, width], data.tobytes(), raw=True) if narrow else numpy_helper.from_array(data, name)
    consts = [table("w", codes, columns), numpy_helper.from_array(scales, "s")]
    names = ["w", "i", "s"]
    if "zeros" in kind:
        consts, names = consts + [table("z", zeros, blocks)], names + ["z"]
    node = h.make_node("GatherBlockQuantized", names, ["o0"], domain="com.microsoft", block_size=block, quantize_axis=1, **({} if narrow else {"bits": 4}))
    graph = h.make_graph([node], "g", [h.make_tensor_value_info("i", T.INT64, ["b", 3])], [h.make_tensor_value_info("o0", T.FLOAT, None)], consts)
    path = tmp_path / "gather.onnx"
    onnx.save(h.make_model(graph, ir_version=10, opset_imports=[h.make_opsetid("", 21), h.make_opsetid("com.microsoft", 1)]), path)
    given = {"i": np.array([[0, 5, 39], [7, 7, 1]])}
    np.testing.assert_array_equal(run_plan(path, given, names=["o0"])["o0"], reference(path, given)["o0"])
    assert (tmp_path / "model.fp8c").stat().st_size < rows * columns * .75 + 30000
    done = fp8c("compile", path, "-o", "gpu.fp8c", "--target", "sm_90a", "--dim", "b=2", "--precision", "f32", "--stop-after", "store-types")
    assert done.returncode == 0, done.stderr


def test_zero_points_in_floats(fp8c, run_plan, tmp_path):
    x, whole = rand(3, 64), np.random.default_rng(5).integers(0, 16, (24, 2)).astype(np.float32)
    path, w = nbits(tmp_path, 3, 64, 24, 32, zeros=whole)
    np.testing.assert_allclose(run_plan(path, {"i0": x}, names=["o0"])["o0"], x @ w.T, rtol=1e-4, atol=1e-4)
    path, _ = nbits(tmp_path, 3, 64, 24, 32, zeros=whole + .5)
    done = fp8c("compile", path, "-o", "z.fp8c", "--target", "cpu")
    assert done.returncode == 4 and "zero points in f32" in done.stderr and "whole numbers" in done.stderr


def test_columns_in_order_and_out_of_order(fp8c, run_plan, tmp_path):
    x, order = rand(3, 64), np.repeat(np.arange(2, dtype=np.int32), 32)
    path, w = nbits(tmp_path, 3, 64, 24, 32, indices=order)
    np.testing.assert_allclose(run_plan(path, {"i0": x}, names=["o0"])["o0"], x @ w.T, rtol=1e-4, atol=1e-4)
    path, _ = nbits(tmp_path, 3, 64, 24, 32, indices=order[::-1].copy())
    done = fp8c("compile", path, "-o", "g.fp8c", "--target", "cpu")
    assert done.returncode == 4 and "g_idx" in done.stderr


def test_bias_split_gelu(run_plan, tmp_path):
    x, b = rand(2, 5, 16), rand(16, seed=1)
    left, right = np.split((x + b).astype(np.float64), 2, -1)
    erf = np.vectorize(__import__("math").erf)
    check(run_plan, tmp_path, "BiasSplitGelu", [x, b], {"o0": left * right * .5 * (1 + erf(right / 2 ** .5))})


@pytest.mark.parametrize("activation", [0, 1])
def test_group_norm(run_plan, tmp_path, activation):
    x, gamma, beta = rand(2, 4, 3, 8), rand(8, seed=1), rand(8, seed=2)
    g = x.reshape(2, 12, 4, 2).astype(np.float64)
    y = (g - g.mean((1, 3), keepdims=True)) / np.sqrt(g.var((1, 3), keepdims=True) + 1e-5)
    y = y.reshape(x.shape) * gamma + beta
    check(run_plan, tmp_path, "GroupNorm", [x, gamma, beta], {"o0": y / (1 + np.exp(-y)) if activation else y},
          groups=4, activation=activation, epsilon=1e-5, constants=(1, 2))


def test_nhwc_conv(run_plan, tmp_path):
    x, w, b = rand(2, 6, 5, 4), rand(8, 4, 3, 3, seed=1), rand(8, seed=2)
    path, given = build(tmp_path, "Conv", [x.transpose(0, 3, 1, 2).copy(), w, b], constants=(1, 2), domain="",
                        pads=[1, 1, 1, 1], free=False)
    want = reference(path, given)["o0"].transpose(0, 2, 3, 1)
    check(run_plan, tmp_path, "NhwcConv", [x, w, b], {"o0": want}, constants=(1, 2), pads=[1, 1, 1, 1])


def test_what_is_not_done_is_refused_by_name(fp8c, tmp_path):
    path, _ = build(tmp_path, "MultiHeadAttention", [rand(2, 5, 16), rand(2, 5, 16), rand(2, 5, 16)], num_heads=4,
                    outputs=["o0", "", "", "o3"])
    done = fp8c("compile", path, "-o", "model.fp8c", "--target", "cpu")
    assert done.returncode == 4 and "output 3" in done.stderr
    path, _ = build(tmp_path, "WordConvEmbedding", [X])
    done = fp8c("compile", path, "-o", "model.fp8c", "--target", "cpu")
    assert done.returncode == 4 and "WordConvEmbedding" in done.stderr
    path, _ = build(tmp_path, "CausalConvWithState", [rand(2, 6, 5), rand(6, 1, 4, seed=1)], constants=(1,), outputs=2, activation="gelu")
    done = fp8c("compile", path, "-o", "model.fp8c", "--target", "cpu")
    assert done.returncode == 4 and "activation is neither silu nor swish nor none" in done.stderr


@pytest.mark.parametrize("past, bias, activation", [(True, True, "silu"), (True, False, "none"), (False, True, "swish"), (False, False, None)])
def test_causal_conv_with_state(run_plan, tmp_path, past, bias, activation):
    """A convolution over what came before as well, by channel; its last inputs are what the next run takes."""
    inputs = [rand(2, 6, 5), rand(6, 1, 4, seed=1), rand(6, seed=2) if bias else None, rand(2, 6, 3, seed=3) if past else None]
    check(run_plan, tmp_path, "CausalConvWithState", inputs, constants=(1, 2), outputs=2, **({"activation": activation} if activation else {}))
