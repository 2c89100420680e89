"""Attention as exporters write it: every form becomes one Attention and gives ONNX Runtime's numbers.

A form is a layout of the products (heads, bmm, rows in front, windows, groups, Einsum, pixels), a way in which keys
are shared, a place of the factor, and terms between the product and the softmax, in any order that has a meaning.
"""
import itertools
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import reference

B, S, H, D = 2, 16, 4, 8
N = H * D
LEAST = float(np.finfo(np.float32).min)


class Graph:
    def __init__(self, seed, f16=False):
        self.random = np.random.default_rng(seed)
        self.type = np.float16 if f16 else np.float32
        self.nodes, self.weights, self.ports, self.inputs = [], [], [], {}
        self.x = self.port("x", self.random.standard_normal((B, S, N)).astype(self.type))

    def __call__(self, op, *x, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(x), [name], f"n{len(self.nodes)}", **attributes))
        return name

    def constant(self, x, dtype=None):
        name = f"c{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(x, dtype or self.type), name))
        return name

    def ints(self, *x):
        return self.constant(x, np.int64)

    def port(self, name, data):
        self.inputs[name] = data
        self.ports.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(data.dtype), data.shape))
        return name

    def linear(self, x, n=N, m=N):
        return self("MatMul", x, self.constant(self.random.standard_normal((n, m)) / n ** .5))

    def save(self, path, y, opset=17):
        self.nodes.append(helper.make_node("MatMul", [y, self.constant(self.random.standard_normal((N, N)) / N ** .5)], ["y"], "out"))
        graph = helper.make_graph(self.nodes, "attention", self.ports, [helper.make_tensor_value_info("y", helper.np_dtype_to_tensor_dtype(np.dtype(self.type)), [B, S, N])], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8 if opset < 20 else 10)
        onnx.checker.check_model(model)
        onnx.save(model, path)


# ---- Between the product and the softmax: (graph, scores [..., S, S]) -> scores


def padding(g):
    """Hides the last keys of each sample, all by different amounts; never all of them."""
    return np.arange(S)[None] >= np.array([[S], [S - 5]])[:B]


def added(g, s):
    return g("Add", s, g.port("mask", np.where(padding(g), LEAST, 0)[:, None, None].astype(g.type if g.type == np.float32 else np.float16)))


def bias(g, s):
    return g("Add", g.constant(g.random.standard_normal((1, H, S, S))), s)


def causal(g, s):
    return g("Where", g.constant(np.tril(np.ones((1, 1, S, S))) == 0, bool), g.constant(-np.inf), s)


def kept(g, s):
    return g("Where", g.port("keep", ~padding(g)[:, None, None]), s, g.constant(-1e4 if g.type == np.float16 else -1e9))


def one_minus(g, s):
    m = g.port("ones", (~padding(g))[:, None, None].astype(g.type))
    return g("Sub", s, g("Mul", g("Sub", g.constant(1), m), g.constant(10000)))


def capped(g, s):
    return g("Mul", g("Tanh", g("Div", s, g.constant(5))), g.constant(5))


def maximum(g, s):
    return g("Sub", s, g("ReduceMax", s, axes=[-1], keepdims=1))


def bounded(g, s):
    return g("Max", s, g.constant(LEAST if g.type == np.float32 else -65504.))


def halved(g, s):
    return g("Mul", s, g.constant(.5))


def alibi(g, s):
    """A slope of distance for each head."""
    slopes = 2.0 ** -np.arange(1, H + 1)
    return g("Add", s, g.constant((slopes[:, None, None] * np.arange(1 - S, 1))[None]))


def sliding(g, s):
    """Each query sees the keys up to four before its own."""
    i = np.arange(S)
    seen = (i[None] <= i[:, None]) & (i[None] > i[:, None] - 5)
    return g("Where", g.constant(seen[None, None], bool), s, g.constant(LEAST if g.type == np.float32 else -65504.))


def relative(g, s):
    """A table's number for each head and distance, as T5 adds it."""
    table = g.constant(g.random.standard_normal((2 * S - 1, H)))
    places = g.constant(np.arange(S)[None] - np.arange(S)[:, None] + S - 1, np.int64)
    rows = g("Transpose", g("Gather", table, places, axis=0), perm=[2, 0, 1])
    return g("Add", s, g("Unsqueeze", rows, g.ints(0)))


def chosen(g, s):
    """Scores times ones and zeros, less 1e4 where there are zeros, as GPT-2 was first written."""
    seen = np.tril(np.ones((1, 1, S, S)))
    return g("Sub", g("Mul", s, g.constant(seen)), g.constant(1e4 * (1 - seen)))


def clipped(g, s):
    return g("Clip", s, g.constant(-1e4), g.constant(np.finfo(g.type).max))


def positions(g):
    length = g("Squeeze", g("Slice", g("Shape", g.x), g.ints(1), g.ints(2)), g.ints(0))
    return g("Range", g.constant(0, np.int64), length, g.constant(1, np.int64))


def sliding_by_positions(g, s):
    i = positions(g)
    apart = g("Sub", g("Unsqueeze", i, g.ints(1)), g("Unsqueeze", i, g.ints(0)))
    seen = g("And", g("GreaterOrEqual", apart, g.constant(0, np.int64)), g("Less", apart, g.constant(5, np.int64)))
    return g("Where", seen, s, g.constant(-np.inf))


def alibi_by_positions(g, s):
    i = positions(g)
    apart = g("Abs", g("Sub", g("Unsqueeze", i, g.ints(0)), g("Unsqueeze", i, g.ints(1))))
    apart = g("Cast", apart, to=helper.np_dtype_to_tensor_dtype(np.dtype(g.type)))
    return g("Sub", s, g("Mul", apart, g.constant(2.0 ** -np.arange(1, H + 1)[:, None, None])))


def hidden_and_finite(g, s):
    """A padding mask of minus infinity inside of one of a finite number."""
    return kept(g, g("Where", g.constant(padding(g)[:, None, None], bool), g.constant(-np.inf), s))


def per_head(g, s):
    return g("Mul", s, g.constant(g.random.random((H, 1, 1)) + .5))


TERMS = {t.__name__: t for t in (added, bias, causal, kept, one_minus, capped, maximum, bounded, halved, per_head, alibi, sliding, relative,
                             hidden_and_finite, chosen, clipped, sliding_by_positions, alibi_by_positions)}


# ---- Layouts: graph, what happens to scores, what happens to shares -> rows [B, S, N]


def heads(g, t, count=H):
    return g("Transpose", g("Reshape", t, g.ints(B, S, count, D)), perm=[0, 2, 1, 3])


def merged(g, y):
    return g("Reshape", g("Transpose", y, perm=[0, 2, 1, 3]), g.ints(B, S, N))


def shares(g, s, terms):
    for t in terms:
        s = t(g, s)
    return g("Softmax", s, axis=-1)


def plain(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def factor_on_both(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    q, k = (g("Mul", t, g.constant(D ** -.25)) for t in (q, g("Transpose", k, perm=[0, 1, 3, 2])))
    return merged(g, g("MatMul", shares(g, g("MatMul", q, k), terms), v))


def guarded(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    p = shares(g, g("Div", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** .5)), terms)
    return merged(g, g("MatMul", g("Where", g("IsNaN", p), g.constant(0), p), v))


def in_f32(g, terms):
    """An F16 model whose softmax computes in F32."""
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("Cast", g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5)), to=TensorProto.FLOAT)
    g.type, before = np.float32, g.type
    p = shares(g, s, terms)
    g.type = before
    return merged(g, g("MatMul", g("Cast", p, to=TensorProto.FLOAT16), v))


def bmm(g, terms):
    q, k, v = (g("Reshape", heads(g, g.linear(g.x)), g.ints(B * H, S, D)) for _ in range(3))
    s = g("MatMul", g("Mul", q, g.constant(D ** -.5)), g("Transpose", k, perm=[0, 2, 1]))
    if terms:
        s = g("Reshape", s, g.ints(B, H, S, S))
        for t in terms:
            s = t(g, s)
        s = g("Reshape", s, g.ints(B * H, S, S))
    y = g("MatMul", g("Softmax", s, axis=-1), v)
    return merged(g, g("Reshape", y, g.ints(B, H, S, D)))


def bmm_around(g, terms):
    """The products in three dimensions, the softmax between them in four."""
    q, k, v = (g("Reshape", heads(g, g.linear(g.x)), g.ints(B * H, S, D)) for _ in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 2, 1])), g.constant(D ** -.5))
    s = g("Add", s, g.constant(g.random.standard_normal((B * H, S, S))))
    p = shares(g, g("Reshape", s, g.ints(B, H, S, S)), terms)
    return merged(g, g("Reshape", g("MatMul", g("Reshape", p, g.ints(B * H, S, S)), v), g.ints(B, H, S, D)))


def rows_in_front(g, terms):
    y = g("Transpose", g.x, perm=[1, 0, 2])
    q, k, v = (g("Transpose", g("Reshape", g.linear(y), g.ints(S, B * H, D)), perm=[1, 0, 2]) for _ in range(3))
    s = g("MatMul", g("Mul", q, g.constant(D ** -.5)), g("Transpose", k, perm=[0, 2, 1]))
    if terms:
        s = g("Reshape", s, g.ints(B, H, S, S))
        for t in terms:
            s = t(g, s)
        s = g("Reshape", s, g.ints(B * H, S, S))
    o = g("Transpose", g("MatMul", g("Softmax", s, axis=-1), v), perm=[1, 0, 2])
    return g("Transpose", g("Reshape", o, g.ints(S, B, N)), perm=[1, 0, 2])


def one_head(g, terms):
    q, k, v = (g.linear(g.x) for _ in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 2, 1])), g.constant(N ** -.5))
    return g("MatMul", g("Softmax", s, axis=-1), v)


def einsum_on_heads(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("Mul", g("Einsum", q, k, equation="bhid,bhjd->bhij"), g.constant(D ** -.5))
    return merged(g, g("Einsum", shares(g, s, terms), v, equation="bhij,bhjd->bhid"))


def einsum_on_rows(g, terms):
    q, k, v = (g("Reshape", g.linear(g.x), g.ints(B, S, H, D)) for _ in range(3))
    s = g("Mul", g("Einsum", q, k, equation="bqhd,bkhd->bhqk"), g.constant(D ** -.5))
    return g("Reshape", g("Einsum", shares(g, s, terms), v, equation="bhql,blhd->bqhd"), g.ints(B, S, N))


def packed(g, terms):
    t = g("Transpose", g("Reshape", g.linear(g.x, N, 3 * N), g.ints(B, S, 3, H, D)), perm=[2, 0, 3, 1, 4])
    q, k, v = (g("Gather", t, g.constant(i, np.int64), axis=0) for i in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def rotated(g, t, shape):
    angle = g.random.random(shape)
    halves = [g("Slice", t, g.ints(a), g.ints(b), g.ints(3)) for a, b in ((0, D // 2), (D // 2, D))]
    turned = g("Concat", g("Neg", halves[1]), halves[0], axis=-1)
    return g("Add", g("Mul", t, g.constant(np.cos(angle))), g("Mul", turned, g.constant(np.sin(angle))))


def rotary_on_rows(g, terms):
    q, k, v = (g("Reshape", g.linear(g.x), g.ints(B, S, H, D)) for _ in range(3))
    q, k = (rotated(g, t, (1, S, 1, D)) for t in (q, k))
    s = g("MatMul", g("Transpose", q, perm=[0, 2, 1, 3]), g("Transpose", k, perm=[0, 2, 3, 1]))
    s = g("Mul", s, g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), g("Transpose", v, perm=[0, 2, 1, 3])))


def rotary_on_heads(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    q, k = (rotated(g, t, (1, 1, S, D)) for t in (q, k))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), v))


# ---- Rotary positions: (graph, rows [B, S, H, D], angles [S, D / 2]) -> rows


def both(x):
    """A number for each of the two halves."""
    return np.concatenate([x, x], axis=-1)[None, :, None]


def turned_halves(g, t, angles):
    """Halves are an axis of their own, which unbind takes apart."""
    halves = g("Reshape", t, g.ints(B, S, H, 2, -1))
    low, high = (g("Gather", halves, g.constant(i, np.int64), axis=-2) for i in (0, 1))
    turned = g("Concat", g("Neg", high), low, axis=-1)
    return g("Add", g("Mul", t, g.constant(both(np.cos(angles)))), g("Mul", turned, g.constant(both(np.sin(angles)))))


def unbound(g, t):
    pairs = g("Reshape", t, g.ints(B, S, H, -1, 2))
    return [g("Squeeze", g("Slice", pairs, g.ints(i), g.ints(i + 1), g.ints(-1)), g.ints(-1)) for i in (0, 1)]


def stacked(g, even, odd, shape=(B, S, H, -1)):
    return g("Reshape", g("Concat", g("Unsqueeze", even, g.ints(4)), g("Unsqueeze", odd, g.ints(4)), axis=-1), g.ints(*shape))


def turned_neighbours(g, t, angles):
    even, odd = unbound(g, t)
    tables = [g.constant(np.repeat(f(angles), 2, axis=-1)[None, :, None]) for f in (np.cos, np.sin)]
    return g("Add", g("Mul", t, tables[0]), g("Mul", stacked(g, g("Neg", odd), even), tables[1]))


def complex_product(g, low, high, angles):
    cos, sin = (g.constant(f(angles)[None, :, None]) for f in (np.cos, np.sin))
    return g("Sub", g("Mul", low, cos), g("Mul", high, sin)), g("Add", g("Mul", low, sin), g("Mul", cos, high))


def complex_neighbours(g, t, angles):
    return stacked(g, *complex_product(g, *unbound(g, t), angles))


def complex_halves(g, t, angles):
    halves = [g("Slice", t, g.ints(a), g.ints(a + D // 2), g.ints(3)) for a in (0, D // 2)]
    return g("Concat", *complex_product(g, *halves, angles), axis=-1)


def matrices(g, t, angles):
    """A matrix of 2 x 2 for each pair, column by column (Flux)."""
    pairs = g("Reshape", t, g.ints(B, S, H, -1, 1, 2))
    cos, sin = np.cos(angles), np.sin(angles)
    tables = [np.stack(x, axis=-1)[None, :, None] for x in ((cos, sin), (-sin, cos))]
    columns = [g("Mul", g.constant(m), g("Gather", pairs, g.constant(i, np.int64), axis=-1)) for i, m in enumerate(tables)]
    return g("Reshape", g("Add", *columns), g.ints(B, S, H, D))


def part(turn):
    """The first half of the head turns, the other half stays."""

    def some(g, t, angles):
        some = g("Slice", t, g.ints(0), g.ints(D // 2), g.ints(3))
        return g("Concat", turn(g, some, angles[:, :D // 4]), g("Slice", t, g.ints(D // 2), g.ints(D), g.ints(3)), axis=-1)
    some.__name__ = "part_by_" + turn.__name__
    return some


def two_positions(g, t, angles):
    """Each half of the head turns by positions of its own (V-JEPA 2)."""
    halves = [g("Slice", t, g.ints(a), g.ints(a + D // 2), g.ints(3)) for a in (0, D // 2)]
    return g("Concat", turned_neighbours(g, halves[0], angles[:, :D // 4]), turned_neighbours(g, halves[1], angles[:, D // 4:]), axis=-1)


ROTARY = turned_halves, turned_neighbours, complex_neighbours, complex_halves, matrices, part(turned_halves), part(turned_neighbours), part(complex_neighbours), two_positions


@pytest.mark.parametrize("turn", ROTARY, ids=lambda f: f.__name__)
def test_rotary(turn, fp8c, run_plan, tmp_path):
    """Every spelling becomes one Rotary for the queries and one for the keys."""
    g = Graph(7)
    q, k, v = (g("Reshape", g.linear(g.x), g.ints(B, S, H, D)) for _ in range(3))
    angles = g.random.random((S, D // 2)) * 6
    q, k = (turn(g, t, angles) for t in (q, k))
    s = g("MatMul", g("Transpose", q, perm=[0, 2, 1, 3]), g("Transpose", k, perm=[0, 2, 3, 1]))
    s = g("Softmax", g("Mul", s, g.constant(D ** -.5)), axis=-1)
    g.save(tmp_path / "model.onnx", merged(g, g("MatMul", s, g("Transpose", v, perm=[0, 2, 1, 3]))))
    compared(g, fp8c, run_plan, tmp_path, dict(rtol=2e-5, atol=2e-5))
    operators = [n["op"] for n in json.loads((tmp_path / "report.json").read_text())["nodes"]]
    assert operators.count("Rotary") == 2 and not {"Concat", "Neg", "Sub"} & set(operators), operators


def normed(g, t):
    """RMSNorm of each head's numbers."""
    squares = g("ReduceMean", g("Mul", t, t), axes=[-1], keepdims=1)
    factor = g("Reciprocal", g("Sqrt", g("Add", squares, g.constant(1e-6))))
    return g("Mul", g("Mul", t, factor), g.constant(g.random.random(D) + .5))


def norms_on_rows(g, terms):
    """Queries and keys through norms and rotary positions, as Qwen3 has them."""
    q, k, v = (g("Reshape", g.linear(g.x), g.ints(B, S, H, D)) for _ in range(3))
    q, k = (g("Transpose", normed(g, t), perm=[0, 2, 1, 3]) for t in (q, k))
    q, k = (rotated(g, t, (1, 1, S, D)) for t in (q, k))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), g("Transpose", v, perm=[0, 2, 1, 3])))


def norms_on_heads(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    q, k = (normed(g, t) for t in (q, k))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def across(g, terms):
    """Keys and values of another sequence."""
    other = g.port("other", g.random.standard_normal((B, S, N)).astype(g.type))
    q, k, v = (heads(g, g.linear(t)) for t in (g.x, other, other))
    s = g("MatMul", g("Mul", q, g.constant(D ** -.5)), g("Transpose", k, perm=[0, 1, 3, 2]))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def across_longer(g, terms):
    other = g.port("other", g.random.standard_normal((B, S + 9, N)).astype(g.type))
    split = lambda t: g("Transpose", g("Reshape", t, g.ints(B, S + 9, H, D)), perm=[0, 2, 1, 3])
    q, k, v = heads(g, g.linear(g.x)), *(split(g.linear(other)) for _ in range(2))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    hide = np.arange(S + 9)[None] >= np.array([[S + 9], [S]])
    s = g("Add", s, g.port("mask", np.where(hide, LEAST if g.type == np.float32 else -65504., 0)[:, None, None].astype(g.type)))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def einsum_of_shared_keys(g, terms):
    """Einsum of query heads in groups: one key head for two of them."""
    q = g("Reshape", g.linear(g.x), g.ints(B, S, 2, 2, D))
    k, v = (g("Reshape", g.linear(g.x, N, 2 * D), g.ints(B, S, 2, D)) for _ in range(2))
    s = g("Mul", g("Einsum", q, k, equation="bqhgd,bkhd->bhgqk"), g.constant(D ** -.5))
    y = g("Einsum", g("Softmax", s, axis=-1), v, equation="bhgqk,bkhd->bqhgd")
    return g("Reshape", y, g.ints(B, S, N))


def shared_keys(g, terms, on_rows=True):
    """Two heads of keys and values, each repeated for two of the queries."""
    def repeated():
        t = g.linear(g.x, N, 2 * D)
        if on_rows:
            t = g("Expand", g("Reshape", t, g.ints(B, S, 2, 1, D)), g.ints(B, S, 2, 2, D))
            return g("Transpose", g("Reshape", t, g.ints(B, S, H, D)), perm=[0, 2, 1, 3])
        t = g("Unsqueeze", heads(g, t, 2), g.ints(2))
        return g("Reshape", g("Tile", t, g.ints(1, 1, 2, 1, 1)), g.ints(B, H, S, D))
    q, k, v = heads(g, g.linear(g.x)), repeated(), repeated()
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def shared_keys_on_heads(g, terms):
    return shared_keys(g, terms, False)


def grouped(g, terms):
    q = g("Reshape", heads(g, g.linear(g.x)), g.ints(B, 2, 2, S, D))
    k, v = (g("Unsqueeze", heads(g, g.linear(g.x, N, 2 * D), 2), g.ints(2)) for _ in range(2))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 2, 4, 3])), g.constant(D ** -.5))
    return merged(g, g("Reshape", g("MatMul", g("Softmax", s, axis=-1), v), g.ints(B, H, S, D)))


def windows(g, terms):
    q, k, v = (g("Transpose", g("Reshape", g.linear(g.x), g.ints(B, 4, S // 4, H, D)), perm=[0, 1, 3, 2, 4]) for _ in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 2, 4, 3])), g.constant(D ** -.5))
    if "bias" in terms_of(terms):
        s = g("Add", s, g.constant(g.random.standard_normal((H, 4, 4))))
    y = g("Transpose", g("MatMul", g("Softmax", s, axis=-1), v), perm=[0, 1, 3, 2, 4])
    return g("Reshape", y, g.ints(B, S, N))


def sinks(g, terms):
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    for t in terms:
        s = t(g, s)
    s = g("Concat", s, g("Expand", g.constant(g.random.random((1, H, 1, 1))), g.ints(B, H, S, 1)), axis=-1)
    p = g("Slice", g("Softmax", maximum(g, s), axis=-1), g.ints(0), g.ints(-1), g.ints(3))
    return merged(g, g("MatMul", p, v))


def pixels(g, terms):
    y = g("Transpose", g.x, perm=[0, 2, 1])
    weights = lambda: g.constant(g.random.standard_normal((N, N)) / N ** .5)
    q, k, v = (g("Reshape", g("MatMul", weights(), y), g.ints(B, H, D, S)) for _ in range(3))
    s = g("Mul", g("MatMul", g("Transpose", q, perm=[0, 1, 3, 2]), k), g.constant(D ** -.5))
    o = g("MatMul", v, g("Transpose", shares(g, s, terms), perm=[0, 1, 3, 2]))
    return g("Transpose", g("Reshape", o, g.ints(B, N, S)), perm=[0, 2, 1])


def channels_by_bmm(g, terms):
    """Heads out of an image's channels, multiplied in three dimensions."""
    y = g("Transpose", g.x, perm=[0, 2, 1])
    weights = lambda: g.constant(g.random.standard_normal((N, N)) / N ** .5)
    image = lambda: g("Reshape", g("MatMul", weights(), y), g.ints(B, N, 4, S // 4))
    q, k, v = (g("Reshape", image(), g.ints(B * H, D, S)) for _ in range(3))
    s = g("Mul", g("MatMul", g("Transpose", q, perm=[0, 2, 1]), k), g.constant(D ** -.5))
    if terms:
        s = g("Reshape", s, g.ints(B, H, S, S))
        for t in terms:
            s = t(g, s)
        s = g("Reshape", s, g.ints(B * H, S, S))
    o = g("MatMul", g("Softmax", s, axis=-1), g("Transpose", v, perm=[0, 2, 1]))
    return g("Transpose", g("Reshape", g("Transpose", o, perm=[0, 2, 1]), g.ints(B, N, S)), perm=[0, 2, 1])


def scores_of(g, q, k):
    return g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))


def on_heads(g):
    return [heads(g, g.linear(g.x)) for _ in range(3)]


def softmax_in_parts(g, terms):
    q, k, v = on_heads(g)
    s = scores_of(g, q, k)
    for t in terms:
        s = t(g, s)
    e = g("Exp", g("Sub", s, g("ReduceMax", s, axes=[-1], keepdims=1)))
    return merged(g, g("MatMul", g("Div", e, g("ReduceSum", e, g.ints(-1), keepdims=1)), v))


def factor_of_shape(g, terms):
    """torch's scaled_dot_product_attention with a scale that is computed of the head size."""
    q, k, v = on_heads(g)
    size = g("Cast", g("Slice", g("Shape", q), g.ints(-1), g.ints(2 ** 63 - 1)), to=helper.np_dtype_to_tensor_dtype(np.dtype(g.type)))
    root = g("Sqrt", g("Div", g.constant([1.0]), g("Sqrt", size)))
    s = g("MatMul", g("Mul", q, root), g("Mul", g("Transpose", k, perm=[0, 1, 3, 2]), root))
    return merged(g, g("MatMul", g("Dropout", shares(g, s, terms)), v))


def keys_times_queries(g, terms):
    q, k, v = on_heads(g)
    s = g("Mul", g("MatMul", k, g("Transpose", q, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    return merged(g, g("MatMul", shares(g, g("Transpose", s, perm=[0, 1, 3, 2]), terms), v))


def tiled_keys(g, terms):
    """A Tile of every key head, where others write Expand."""
    def spread():
        t = g("Unsqueeze", heads(g, g.linear(g.x, N, N // 2), H // 2), g.ints(2))
        return g("Reshape", g("Tile", t, g.ints(1, 1, 2, 1, 1)), g.ints(B, H, S, D))
    q, k, v = heads(g, g.linear(g.x)), spread(), spread()
    return merged(g, g("MatMul", shares(g, scores_of(g, q, k), terms), v))


def one_key_head(g, terms):
    q = heads(g, g.linear(g.x))
    k, v = (heads(g, g.linear(g.x, N, D), 1) for _ in range(2))
    return merged(g, g("MatMul", shares(g, scores_of(g, q, k), terms), v))


def keys_of_length_one(g, terms):
    """q and k on the unit sphere, and a factor for each head."""
    def length_one(t):
        return g("Div", t, g("Max", g("ReduceL2", t, axes=[-1], keepdims=1), g.constant(1e-3)))
    q, k, v = on_heads(g)
    s = g("MatMul", length_one(q), g("Transpose", length_one(k), perm=[0, 1, 3, 2]))
    return merged(g, g("MatMul", shares(g, s, terms), v))


def queries_in_f32(g, terms):
    """An F16 model that casts queries and keys, and not the values."""
    q, k, v = on_heads(g)
    q, k = (g("Cast", t, to=TensorProto.FLOAT) for t in (q, k))
    g.type, before = np.float32, g.type
    p = shares(g, scores_of(g, q, k), terms)
    g.type = before
    return merged(g, g("MatMul", g("Cast", p, to=TensorProto.FLOAT16), v))


def all_in_f32(g, terms):
    q, k, v = (g("Cast", t, to=TensorProto.FLOAT) for t in on_heads(g))
    g.type, before = np.float32, g.type
    y = g("MatMul", shares(g, scores_of(g, q, k), terms), v)
    g.type = before
    return merged(g, g("Cast", y, to=TensorProto.FLOAT16))


def terms_of(terms):
    return [t.__name__ for t in terms]


WITH_TERMS = plain, factor_on_both, guarded, bmm, bmm_around, rows_in_front, einsum_on_heads, einsum_on_rows, packed, rotary_on_rows, rotary_on_heads, \
    shared_keys, shared_keys_on_heads, sinks, pixels, channels_by_bmm, norms_on_rows, norms_on_heads, across, \
    softmax_in_parts, factor_of_shape, keys_times_queries, tiled_keys, one_key_head, keys_of_length_one
WITHOUT = one_head, grouped, windows, across_longer, einsum_of_shared_keys
INSIDE_CAP = {"halved"}  # a mask inside a cap is not the operator's, nor is a factor for each head outside a mask


def has_meaning(names):
    for i, n in enumerate(names):
        if n == "capped" and not set(names[:i]) <= INSIDE_CAP:
            return False
        if n == "per_head" and not set(names[:i]) <= {"halved", "maximum"}:
            return False
        if n == "bounded" and i == 0:
            return False
        if n == "chosen" and {"causal", "sliding_by_positions"} & set(names[:i]):  # minus infinity times 0
            return False
    if {"kept", "hidden_and_finite"} <= set(names):  # both have the port "keep"
        return False
    if {"sliding", "one_minus"} <= set(names):  # a row may see no key: its scores are less 1e4, and F32 leaves them ten bits
        return False
    return True


def suits(layout, names):
    """The maximum of the scores alone may not go where a sink comes after it."""
    return layout is not sinks or "maximum" not in names


def chains(count, seed):
    """Random orders of up to four different terms."""
    random = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        names = list(random.permutation(sorted(TERMS))[:random.integers(1, 5)])
        if has_meaning(names):
            found.append(tuple(str(n) for n in names))
    return found


CASES = [(layout, ()) for layout in (*WITH_TERMS, *WITHOUT)] + [(windows, ("bias",))] + [(plain, (n,)) for n in TERMS if n != "bounded"] + \
    [(layout, names) for layout, names in zip(itertools.cycle(WITH_TERMS), chains(3 * len(WITH_TERMS), 1)) if suits(layout, names)]


def compared(g, fp8c, run_plan, tmp_path, close):
    """One Attention, and ONNX Runtime's numbers."""
    path = tmp_path / "model.onnx"
    want = reference(path, g.inputs)["y"]
    got = run_plan(path, g.inputs, names=["y"], options=["--report-json", tmp_path / "report.json"])["y"]
    operators = [n["op"] for n in json.loads((tmp_path / "report.json").read_text())["nodes"]]
    assert operators.count("Attention") == 1 and "Softmax" not in operators and "Einsum" not in operators, operators
    np.testing.assert_allclose(got.astype(np.float32), want.astype(np.float32), **close)
    return got


def check(g, build, names, fp8c, run_plan, tmp_path, close):
    g.save(tmp_path / "model.onnx", build(g, [TERMS[n] for n in names]))
    compared(g, fp8c, run_plan, tmp_path, close)


@pytest.mark.parametrize("build, names", CASES, ids=lambda x: x.__name__ if callable(x) else "-".join(x) or "bare")
def test_forms(build, names, fp8c, run_plan, tmp_path):
    check(Graph(7), build, names, fp8c, run_plan, tmp_path, dict(rtol=2e-5, atol=2e-5))


@pytest.mark.parametrize("names", [(), ("added",), ("causal",), ("kept", "bias")], ids="-".join)
@pytest.mark.parametrize("build", [plain, in_f32, queries_in_f32, all_in_f32], ids=lambda x: x.__name__)
def test_half(build, names, fp8c, run_plan, tmp_path):
    """An F16 model rounds its scores, fp8c does not: they agree to F16's eleven bits of sums of N terms."""
    check(Graph(7, f16=True), build, names, fp8c, run_plan, tmp_path, dict(rtol=1e-2, atol=1e-2))


# ---- Heads that are mixed: (graph, scores or shares [B, H, S, S], the matrix [new, old], a bias or None) -> the same


def by_linear(g, s, matrix, bias):
    """torch's Linear of heads that were moved last."""
    s = g("MatMul", g("Transpose", s, perm=[0, 2, 3, 1]), g.constant(matrix.T))
    if bias is not None:
        s = g("Add", s, g.constant(bias))
    return g("Transpose", s, perm=[0, 3, 1, 2])


def by_pixels(g, s, matrix, bias):
    return g("Conv", s, g.constant(matrix[:, :, None, None]), *([] if bias is None else [g.constant(bias)]))


def by_norm(g, s, matrix, bias):
    """A BatchNormalization behind the convolution, as DeepViT's re-attention has it."""
    s = by_pixels(g, s, matrix, bias)
    return g("BatchNormalization", s, *(g.constant(g.random.random(H) + .5) for _ in range(4)))


def by_einsum(g, s, matrix, bias):
    s = g("Einsum", s, g.constant(matrix.T), equation="bhij,hg->bgij")
    return s if bias is None else g("Add", s, g.constant(bias[:, None, None]))


def by_product(g, s, matrix, bias):
    s = g("Reshape", g("MatMul", g.constant(matrix), g("Reshape", s, g.ints(B, H, S * S))), g.ints(B, H, S, S))
    return s if bias is None else g("Add", s, g.constant(bias[:, None, None]))


def by_layer_norm(g, s, matrix, bias):
    """LayerNormalization over the heads behind the matrix."""
    s = g("MatMul", g("Transpose", s, perm=[0, 2, 3, 1]), g.constant(matrix.T))
    s = g("LayerNormalization", s, g.constant(g.random.random(H) + .5), *([] if bias is None else [g.constant(bias)]), axis=-1, epsilon=1e-3)
    return g("Transpose", s, perm=[0, 3, 1, 2])


def mixed_heads(g, mix, before, after, terms, biased, inside=()):
    def mixed(s):
        return mix(g, s, g.random.standard_normal((H, H)) / 2, g.random.standard_normal(H) if biased else None)
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("MatMul", g("Mul", q, g.constant(D ** -.5)), g("Transpose", k, perm=[0, 1, 3, 2]))
    for t in inside:
        s = t(g, s)
    p = shares(g, mixed(s) if before else s, terms)
    return merged(g, g("MatMul", mixed(p) if after else p, v))


@pytest.mark.parametrize("names", [(), ("halved",), ("causal",), ("kept", "bias")], ids=lambda x: "-".join(x) or "bare")
@pytest.mark.parametrize("before, after", [(1, 0), (0, 1), (1, 1)], ids=["before", "after", "both"])
@pytest.mark.parametrize("mix", [by_linear, by_pixels, by_norm, by_einsum, by_product], ids=lambda f: f.__name__)
def test_mixed_heads(mix, before, after, names, fp8c, run_plan, tmp_path):
    """Talking heads and re-attention in every spelling."""
    for biased in (True, False):
        g = Graph(7)
        g.save(tmp_path / "model.onnx", mixed_heads(g, mix, before, after, [TERMS[n] for n in names], biased))
        compared(g, fp8c, run_plan, tmp_path, dict(rtol=2e-5, atol=2e-5))


@pytest.mark.parametrize("biased", [True, False], ids=["biased", "plain"])
def test_mixed_heads_are_normed(biased, fp8c, run_plan, tmp_path):
    g = Graph(7)
    g.save(tmp_path / "model.onnx", mixed_heads(g, by_layer_norm, 0, 1, [causal], biased))
    compared(g, fp8c, run_plan, tmp_path, dict(rtol=2e-4, atol=2e-5))


@pytest.mark.parametrize("inside", ["added", "capped", "maximum"])
def test_heads_mixed_behind_terms(inside, fp8c, run_plan, tmp_path):
    """What stands between the product and the mix, and is no factor, keeps it from being Attention, and its numbers."""
    g = Graph(7)
    g.save(tmp_path / "model.onnx", mixed_heads(g, by_linear, 1, 1, [], True, [TERMS[inside]]))
    want = reference(tmp_path / "model.onnx", g.inputs)["y"]
    np.testing.assert_allclose(run_plan(tmp_path / "model.onnx", g.inputs, names=["y"])["y"], want, rtol=2e-5, atol=2e-5)

def unseen(heads=1):
    """Where keys are hidden: the last ones of all rows, and all of some rows."""
    hide = np.zeros((B, heads, S, S), bool)
    hide[..., S - 3:] = True
    hide[0, :, 2] = hide[1, :, 5:7] = True
    return hide


def with_nan(g, p):
    return p


def without_nan(g, p):
    return g("Where", g("IsNaN", p), g.constant(0), p)


def by_finite(g, s):
    return g("Where", g.port("hide", np.ones((B, 1, 1, S), bool)), g.constant(-1e9), s)


def by_infinity(g, s):
    return g("Where", g.port("hide", unseen()), g.constant(-np.inf), s)


def by_constant(g, s):
    return g("Where", g.constant(unseen(), bool), g.constant(-np.inf), s)


def by_sum(g, s):
    return g("Add", s, g.port("mask", np.where(unseen(), -np.inf, 0).astype(np.float32)))


def by_head(g, s):
    hide = unseen(H).copy()
    hide[:, 1] = False
    return g("Where", g.port("hide", hide), g.constant(-np.inf), s)


def by_both(g, s):
    """A finite number takes the place of minus infinity: the first keys of a hidden row are seen after all."""
    first = np.zeros((B, 1, 1, S), bool)
    first[..., :4] = True
    return g("Where", g.port("first", first), g.constant(-1e9), by_infinity(g, s))


def by_finite_inside(g, s):
    first = np.zeros((B, 1, 1, S), bool)
    first[..., :S - 3] = True
    return by_infinity(g, g("Where", g.port("first", first), g.constant(-1e9), s))


def by_sum_with_bound(g, s):
    return g("Max", by_sum(g, s), g.constant(LEAST))


@pytest.mark.parametrize("guard", [with_nan, without_nan], ids=lambda x: x.__name__)
@pytest.mark.parametrize("term", [by_finite, by_infinity, by_constant, by_sum, by_head, by_both, by_finite_inside, by_sum_with_bound], ids=lambda x: x.__name__)
def test_rows_without_keys(term, guard, fp8c, run_plan, tmp_path):
    """Keys that finite numbers hide have equal shares where no other is seen; minus infinity leaves NaN, or what a guard makes of it."""
    g = Graph(7)
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    g.save(tmp_path / "model.onnx", merged(g, g("MatMul", guard(g, g("Softmax", term(g, s), axis=-1)), v)))
    compared(g, fp8c, run_plan, tmp_path, dict(rtol=2e-5, atol=2e-5))
    steps = fp8c("show", "p.fp8c", "--steps").stdout if not fp8c("compile", "model.onnx", "-o", "p.fp8c", "-q", "--target", "sm_90a", "-p", "bf16").returncode else ""
    assert "attention" in steps and "reducemax" not in steps and "isnan" not in steps, steps  # nobody asks again which rows those are


def hides(g):
    hide = g.port("hide", unseen())
    return lambda s: g("Where", hide, g.constant(LEAST), s), lambda p: g("Where", hide, g.constant(0), p)


def keeps(g):
    keep = g.port("keep", ~unseen())
    return lambda s: g("Where", keep, s, g.constant(-np.inf)), lambda p: g("Where", keep, p, g.constant(0))


def negates(g):
    keep = g.port("keep", ~unseen(H))
    hide = g("Not", keep)
    return lambda s: g("Where", hide, g.constant(-1e9), s), lambda p: g("Where", keep, p, g.constant(0))


def adds(g):
    keep = g.port("keep", ~unseen())
    return lambda s: g("Add", s, g("Where", keep, g.constant(0), g.constant(-1e9))), lambda p: g("Where", keep, p, g.constant(0))


@pytest.mark.parametrize("mask", [hides, keeps, negates, adds], ids=lambda x: x.__name__)
def test_shares_of_hidden_keys_are_made_0(mask, fp8c, run_plan, tmp_path):
    """As older DeBERTa does behind its softmax: what rows that see no key spread over all goes too."""
    g = Graph(7)
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    front, behind = mask(g)
    s = g("Mul", g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])), g.constant(D ** -.5))
    g.save(tmp_path / "model.onnx", merged(g, g("MatMul", behind(g("Softmax", front(s), axis=-1)), v)))
    got = compared(g, fp8c, run_plan, tmp_path, dict(rtol=2e-5, atol=2e-5))
    assert not got[0, 2].any()


def test_shares_made_0_by_another_condition_stay(fp8c, run_plan, tmp_path):
    g = Graph(7)
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    s = g("Where", g.port("hide", unseen()), g.constant(LEAST), g("MatMul", q, g("Transpose", k, perm=[0, 1, 3, 2])))
    first = np.zeros((B, 1, 1, S), bool)
    first[..., :4] = True
    p = g("Where", g.port("first", first), g.constant(0), g("Softmax", s, axis=-1))
    g.save(tmp_path / "model.onnx", merged(g, g("MatMul", p, v)))
    want = reference(tmp_path / "model.onnx", g.inputs)["y"]
    np.testing.assert_allclose(run_plan(tmp_path / "model.onnx", g.inputs, names=["y"])["y"], want, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("kind", ["bool", "float"])
def test_operator_rows_without_keys(kind, fp8c, run_plan, tmp_path):
    """ONNX's own Attention gives 0 there in ONNX Runtime, and NaN in none."""
    g = Graph(7)
    mask = ~unseen() if kind == "bool" else np.where(unseen(), -np.inf, 0).astype(np.float32)
    q, k, v = (heads(g, g.linear(g.x)) for _ in range(3))
    g.save(tmp_path / "model.onnx", merged(g, g("Attention", q, k, v, g.port("mask", mask))), 23)
    got = compared(g, fp8c, run_plan, tmp_path, dict(rtol=2e-5, atol=2e-5))
    assert np.isfinite(got).all() and not got[0, 2].any()


@pytest.mark.parametrize("shape", [(2, 4, 4), (2, 2, 4, 4), (1, 2, 2, 4, 4)], ids=len)
def test_sums_of_themselves(shape, fp8c, tmp_path):
    """A value added to itself again and again has more paths than can be followed."""
    nodes = [helper.make_node("Mul", ["x", "x"], ["s0"])]
    nodes += [helper.make_node("Add", [f"s{i}", f"s{i}"], [f"s{i + 1}"]) for i in range(40)]
    nodes.append(helper.make_node("Softmax", ["s40"], ["p0"], axis=-1))
    nodes += [helper.make_node("Mul", [f"p{i}", f"p{i}"], [f"p{i + 1}"]) for i in range(40)]
    nodes.append(helper.make_node("MatMul", ["p40", "x"], ["y"]))
    port = lambda n: helper.make_tensor_value_info(n, TensorProto.FLOAT, shape)
    onnx.save(helper.make_model(helper.make_graph(nodes, "sums", [port("x")], [port("y")]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
              tmp_path / "model.onnx")
    done = fp8c("compile", "model.onnx", "-o", "model.fp8c", "--target", "cpu", "-q", timeout=20)
    assert done.returncode == 0, done.stderr
