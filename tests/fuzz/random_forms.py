"""Forms of operators that random_graphs.py does not draw: every attribute, older opsets, other types, up to seven dimensions.

    random_forms.py --count 300 [the options of random_graphs.py]

The rows are drawn and judged like those of random_graphs.py, most of them one node to a graph.  Each graph is then dressed
at random, as exporters dress theirs, which must change nothing: dimensions get names, weights become Constant nodes or
inputs with a default, and runs of nodes become local functions.
"""
import sys
from math import prod

import numpy as np
import onnx
from onnx import helper, numpy_helper

import random_graphs
from random_graphs import KIND_OF, ROWS, Refused, axis, broadcast, indices, info_of, reduced, row

D = np.dtype
F16, F32, F64 = D(np.float16), D(np.float32), D(np.float64)
SIGNED = (D(np.int8), D(np.int16), D(np.int32), D(np.int64))
UNSIGNED = (D(np.uint8), D(np.uint16), D(np.uint32), D(np.uint64))
INTEGERS = SIGNED + UNSIGNED
ALL = INTEGERS + (F16, F32, F64, D(np.bool_))
ROWS.clear()


def some(m, dtypes, least=0, most=5, empty=True, **limits):
    """A new input of one of the types."""
    return m.input(m.pick(list(dtypes)), m.shape(least, most, empty), **limits)


def between(m, low, high):
    return int(m.random.integers(low, high))


def keep_some(m, **attributes):
    """Those attributes that are given; the others keep their defaults."""
    return {k: v for k, v in attributes.items() if v is not None and m.chance(.7)}


# ---- Elementwise ---------------------------------------------------------------------------------

for name, since, types in (("Abs", 13, SIGNED + UNSIGNED + (F16, F64)), ("Neg", 13, SIGNED + (F16, F64)), ("Sign", 13, ALL[:-1]), ("Relu", 14, SIGNED + (F16, F64)),
                           ("BitwiseNot", 18, INTEGERS)):
    @row(name, "exact", since)
    def _(m, name=name, types=types):
        x = some(m, types)
        m.node(name, [x], [(m.dtype_of(x), m.shape_of(x))])

for name in ("Exp", "Log", "Sqrt", "Tanh", "Sigmoid", "Erf", "Softplus", "Reciprocal", "Ceil", "Floor", "Round", "Sin", "Cos", "Elu", "Selu", "HardSigmoid", "LeakyRelu",
             "ThresholdedRelu", "Softsign", "HardSwish", "Celu", "Mish", "Gelu"):
    @row(name, "function", {"Mish": 18, "Gelu": 20, "HardSwish": 14, "Celu": 12, "Round": 11, "ThresholdedRelu": 10}.get(name, 9))
    def _(m, name=name):
        low = .1 if name in ("Log", "Sqrt", "Reciprocal") else -3
        x = some(m, (F16, F64), low=low)
        m.node(name, [x], [(m.dtype_of(x), m.shape_of(x))])

for name, since, types in (("Add", 14, INTEGERS + (F16, F64)), ("Sub", 14, INTEGERS + (F16, F64)), ("Mul", 14, INTEGERS + (F16, F64)), ("Min", 13, INTEGERS + (F16, F64)),
                           ("Max", 13, INTEGERS + (F16, F64)), ("BitwiseAnd", 18, INTEGERS), ("BitwiseOr", 18, INTEGERS), ("BitwiseXor", 18, INTEGERS)):
    @row(name, "arithmetic", since)
    def _(m, name=name, types=types):
        x = some(m, types)
        y = m.input(m.dtype_of(x), broadcast(m, x))
        m.node(name, [x, y] if m.chance(.5) else [y, x], [(m.dtype_of(x), np.broadcast_shapes(m.shape_of(x), m.shape_of(y)))])

for name, since, types in (("Equal", 11, INTEGERS + (F16, F64, D(np.bool_))), ("Less", 13, INTEGERS + (F16, F64)), ("Greater", 13, INTEGERS + (F16, F64)),
                           ("LessOrEqual", 16, INTEGERS + (F16, F64)), ("GreaterOrEqual", 16, INTEGERS + (F16, F64))):
    @row(name, "exact", since)
    def _(m, name=name, types=types):
        x = some(m, types)
        y = m.input(m.dtype_of(x), broadcast(m, x))
        m.node(name, [x, y] if m.chance(.5) else [y, x], [(np.bool_, np.broadcast_shapes(m.shape_of(x), m.shape_of(y)))])


@row("Div", "arithmetic", 14)
def _(m):
    """Integers are divided towards zero."""
    x = some(m, INTEGERS + (F16, F64))
    d, s = m.dtype_of(x), broadcast(m, x)
    y = m.name()
    by = m.random.integers(1, 5, s) * (m.random.choice([-1, 1], s) if d.kind != "u" else 1)
    m.inputs[y] = np.asarray(by).astype(d)
    m.values[y] = (d, s)
    m.node("Div", [x, y], [(d, np.broadcast_shapes(m.shape_of(x), s))])


@row("Mod", "exact", 13)
def _(m):
    x = some(m, INTEGERS + (F16, F32, F64))
    d, s = m.dtype_of(x), broadcast(m, x)
    y = m.name()
    by = m.random.integers(1, 5, s) * (m.random.choice([-1, 1], s) if d.kind != "u" else 1)
    m.inputs[y] = np.asarray(by).astype(d)
    m.values[y] = (d, s)
    m.node("Mod", [x, y], [(d, np.broadcast_shapes(m.shape_of(x), s))], fmod=1 if d.kind == "f" else m.pick([0, 1, None]))


@row("Pow", "function", 13)
def _(m):
    """Base and exponent of different types."""
    x = some(m, (F32, F64, D(np.int32), D(np.int64)), low=1, high=3)
    y = m.input(m.pick([F32, F64, D(np.int32), D(np.int64)]), broadcast(m, x), low=0, high=.6)
    if m.dtype_of(x).kind == "i" and m.dtype_of(y).kind == "f":
        raise Refused
    m.node("Pow", [x, y], [(m.dtype_of(x), np.broadcast_shapes(m.shape_of(x), m.shape_of(y)))])


@row("BitShift", "exact", 11)
def _(m):
    x = some(m, UNSIGNED)
    s = broadcast(m, x)
    y = m.name()
    m.inputs[y] = np.asarray(m.random.integers(0, 8, s)).astype(m.dtype_of(x))
    m.node("BitShift", [x, y], [(m.dtype_of(x), np.broadcast_shapes(m.shape_of(x), s))], direction=m.pick(["LEFT", "RIGHT"]))


@row("PRelu", "arithmetic", 9)
def _(m):
    x = some(m, (F32, F64, F16, D(np.int32), D(np.int64)), 1, 5)
    s = m.shape_of(x)
    cut = between(m, 0, len(s) + 1)
    m.node("PRelu", [x, m.input(m.dtype_of(x), [1 if m.chance(.3) else d for d in s[cut:]])], [(m.dtype_of(x), s)])


for name in ("Sum", "Mean", "Min", "Max"):
    @row(name, "arithmetic", 13)
    def _(m, name=name):
        """Of one value and of many that broadcast."""
        x = some(m, (F32, F64, F16))
        ins = [x] + [m.input(m.dtype_of(x), broadcast(m, x)) for _ in range(between(m, 0, 5))]
        try:
            s = np.broadcast_shapes(*(m.shape_of(i) for i in ins))
        except ValueError:
            raise Refused from None
        m.node(name, ins, [(m.dtype_of(x), s)])


@row("Clip", "exact", 7)
def _(m):
    types = (F32,) if m.opset < 12 else INTEGERS + (F16, F64)
    x = some(m, types)
    d = m.dtype_of(x)
    low, high = sorted(int(v) for v in m.random.integers(0 if d.kind == "u" else -3, 5, 2))
    if m.opset < 11:
        return m.node("Clip", [x], [(d, m.shape_of(x))], **keep_some(m, min=float(low), max=float(high)))
    ends = ["" if m.chance(.3) else m.input(d, ()) for _ in range(2)]
    for e, v in zip(ends, (low, high)):
        (m.inputs if e in m.inputs else m.weights)[e or "-"] = np.asarray(v, d)
    m.inputs.pop("-", None), m.weights.pop("-", None)
    return m.node("Clip", [x] + ends[:2 if ends[1] else 1 if ends[0] else 0], [(d, m.shape_of(x))])


@row("Where", "exact", 9)
def _(m):
    x = some(m, ALL)
    y, c = m.input(m.dtype_of(x), broadcast(m, x)), m.input(np.bool_, broadcast(m, x))
    try:
        s = np.broadcast_shapes(*(m.shape_of(v) for v in (c, x, y)))
    except ValueError:
        raise Refused from None
    m.node("Where", [c, x, y], [(m.dtype_of(x), s)])


@row("IsInf", "exact", 10)
def _(m):
    x = some(m, (F32, F64))
    if x in m.inputs and m.inputs[x].size:
        m.inputs[x].flat[0] = m.pick([np.inf, -np.inf, np.nan])
    m.node("IsInf", [x], [(np.bool_, m.shape_of(x))], **keep_some(m, detect_negative=m.pick([0, 1]), detect_positive=m.pick([0, 1])))


@row("Shrink", "arithmetic", 9)
def _(m):
    x = some(m, (F32, F64, F16, D(np.int32), D(np.int8)))
    m.node("Shrink", [x], [(m.dtype_of(x), m.shape_of(x))], **keep_some(m, lambd=m.pick([.5, 1., 2.]), bias=m.pick([0., 1.])))


@row("Cast", "exact", 9)
def _(m):
    x = some(m, ALL, low=0, high=5)
    to = m.pick(ALL)
    m.node("Cast", [x], [(to, m.shape_of(x))], to=helper.np_dtype_to_tensor_dtype(to))


# ---- Moves ---------------------------------------------------------------------------------------

@row("Transpose", "exact", 7)
def _(m):
    x = some(m, ALL, 0, 7)
    s = m.shape_of(x)
    perm = [int(p) for p in m.random.permutation(len(s))] if m.chance(.85) else None
    m.node("Transpose", [x], [(m.dtype_of(x), [s[p] for p in perm] if perm is not None else s[::-1])], perm=perm or None)


@row("Expand", "exact", 8)
def _(m):
    x = some(m, ALL, 0, 6)
    s = m.shape_of(x)
    to = [m.dim() if d == 1 and m.chance(.5) else m.pick([d, 1]) for d in s]
    to = m.pick([[], [2], [1, 3], [0]]) + to[between(m, 0, len(to) + 1) if m.chance(.2) else 0:]
    try:
        out = np.broadcast_shapes(s, tuple(to))
    except ValueError:
        raise Refused from None
    m.node("Expand", [x, m.ints(to) if m.chance(.6) else m.named_input(to)], [(m.dtype_of(x), out)])


@row("Tile", "exact", 7)
def _(m):
    x = some(m, ALL, 0, 5)
    r = [m.pick([0, 1, 1, 2, 3]) for _ in m.shape_of(x)]
    m.node("Tile", [x, m.ints(r) if m.chance(.6) else m.named_input(r)], [(m.dtype_of(x), [a * b for a, b in zip(m.shape_of(x), r)])])


@row("Slice", "exact", 7)
def _(m):
    x = some(m, ALL, 1, 6)
    s = list(m.shape_of(x))
    axes = [int(a) for a in m.random.permutation(len(s))[:between(m, 1, len(s) + 1)]]
    starts, ends = ([int(m.pick([-2 ** 62, -9, -2, -1, 0, 1, 2, 3, 9])) for _ in axes] for _ in range(2))
    ends = [e if m.chance(.6) else 2 ** 62 for e in ends]
    steps = [m.pick([1, 1, 2, 3, -1, -2]) if m.opset >= 10 else 1 for _ in axes]
    ends = [-2 ** 62 if st < 0 and e == 2 ** 62 else e for e, st in zip(ends, steps)]
    out = list(s)
    for a, b, e, st in zip(axes, starts, ends, steps):
        out[a] = len(range(s[a])[slice(b, None if (e == -2 ** 62 and st < 0) else e, st)])
    given = [a - len(s) if m.chance(.4) and m.opset >= 10 else a for a in axes]
    if m.opset < 10:
        return m.node("Slice", [x], [(m.dtype_of(x), out)], axes=given, starts=starts, ends=ends)
    small = m.chance(.3)
    fit = lambda v: np.clip(np.asarray(v, np.int64), -2 ** 31, 2 ** 31 - 1).astype(np.int32) if small else np.asarray(v, np.int64)
    ins = [fit(v) for v in (starts, ends, given, steps)]
    names = [m.weight(v) for v in ins]
    if m.chance(.3):
        for n, v in zip(names, ins):
            m.inputs[n] = m.weights.pop(n)
    if all(st == 1 for st in steps) and m.chance(.5):
        names.pop()
    return m.node("Slice", [x] + names, [(m.dtype_of(x), out)])


@row("Concat", "exact", 7)
def _(m):
    x = some(m, ALL, 1, 6)
    s = list(m.shape_of(x))
    a = axis(m, x) if m.opset >= 11 else between(m, 0, len(s))
    ins, out = [x], list(s)
    for _ in range(between(m, 0, 6)):
        t = list(s)
        t[a] = m.dim()
        out[a] += t[a]
        ins.append(m.input(m.dtype_of(x), t))
    m.node("Concat", ins, [(m.dtype_of(x), out)], axis=a)


@row("Split", "exact", 7)
def _(m):
    x = some(m, ALL, 1, 5)
    s = list(m.shape_of(x))
    a = axis(m, x) if m.opset >= 11 else between(m, 0, len(s))
    count = between(m, 1, 5)
    outs = lambda sizes: [(m.dtype_of(x), [z if i == a % len(s) else d for i, d in enumerate(s)]) for z in sizes]
    if m.chance(.5):
        cuts = sorted(between(m, 0, s[a] + 1) for _ in range(count - 1))
        sizes = [e - b for b, e in zip([0] + cuts, cuts + [s[a]])]
        if m.opset < 13:
            return m.node("Split", [x], outs(sizes), split=sizes, axis=a)
        return m.node("Split", [x, m.ints(sizes)], outs(sizes), axis=a)
    if m.opset >= 18:
        each = -(-s[a] // count)
        sizes = [each] * (count - 1) + [s[a] - each * (count - 1)]
        if min(sizes) < 0:
            raise Refused
        return m.node("Split", [x], outs(sizes), axis=a, num_outputs=count)
    if s[a] % count:
        raise Refused
    return m.node("Split", [x], outs([s[a] // count] * count), axis=a)


@row("Squeeze", "exact", 7)
def _(m):
    s = [1 if m.chance(.5) else m.dim() for _ in range(between(m, 1, 7))]
    x = m.input(m.pick(list(ALL)), s)
    ones = [i for i, d in enumerate(s) if d == 1]
    gone = [i for i in ones if m.chance(.6)]
    if not gone or m.chance(.3):
        return m.node("Squeeze", [x], [(m.dtype_of(x), [d for d in s if d != 1])])
    given = [int(i) - (len(s) if m.chance(.4) and m.opset >= 11 else 0) for i in m.random.permutation(gone)]
    if m.opset < 11:
        given.sort()
    out = [d for i, d in enumerate(s) if i not in gone]
    return m.node("Squeeze", [x] + ([m.ints(given)] if m.opset >= 13 else []), [(m.dtype_of(x), out)], axes=None if m.opset >= 13 else given)


@row("Unsqueeze", "exact", 7)
def _(m):
    x = some(m, ALL, 0, 4)
    s = m.shape_of(x)
    more = between(m, 1, 4)
    rank = len(s) + more
    axes = [int(a) for a in m.random.permutation(rank)[:more]]
    left = iter(s)
    out = [1 if i in axes else next(left) for i in range(rank)]
    given = [a - (rank if m.chance(.4) and m.opset >= 11 else 0) for a in axes]
    if m.opset < 11:
        given.sort()
    m.node("Unsqueeze", [x] + ([m.ints(given)] if m.opset >= 13 else []), [(m.dtype_of(x), out)], axes=None if m.opset >= 13 else given)


@row("Reshape", "exact", 7)
def _(m):
    """Zeros that keep a dimension, -1, and zeros that are zeros."""
    x = some(m, ALL, 0, 5)
    s = list(m.shape_of(x))
    if m.opset >= 14 and 0 in s and m.chance(.5):
        out = [d for d in s if d] + [0]
        return m.node("Reshape", [x, m.ints(out)], [(m.dtype_of(x), out)], allowzero=1)
    keep = between(m, 0, len(s) + 1)
    rest = prod(s[keep:])
    tail = m.pick([[rest], [1, rest], [rest, 1]])
    out = s[:keep] + tail
    wanted = [0 if m.chance(.5) else d for d in s[:keep]] + tail
    if m.chance(.6) and 0 not in out:
        wanted[between(m, 0, len(wanted))] = -1
    if any(w == 0 and (i >= len(s) or (i < len(s) and s[i] != out[i])) for i, w in enumerate(wanted)):
        raise Refused
    return m.node("Reshape", [x, m.ints(wanted) if m.chance(.7) else m.named_input(wanted)], [(m.dtype_of(x), out)])


@row("Flatten", "exact", 9)
def _(m):
    x = some(m, ALL, 0, 5)
    s = m.shape_of(x)
    a = between(m, -len(s) if m.opset >= 11 else 0, len(s) + 1)
    k = a + len(s) if a < 0 else a
    m.node("Flatten", [x], [(m.dtype_of(x), (prod(s[:k]), prod(s[k:])))], axis=a)


@row("Shape", "exact", 7)
def _(m):
    x = some(m, ALL, 0, 6)
    s = m.shape_of(x)
    ends = keep_some(m, start=between(m, -8, 8), end=between(m, -8, 8)) if m.opset >= 15 else {}
    m.node("Shape", [x], [(np.int64, None)], **ends)


@row("Pad", "exact", 7)
def _(m):
    types = (F32,) if m.opset < 11 else tuple(d for d in ALL if d not in (F16, D(np.int16), D(np.uint16)))
    x = some(m, types, 1, 5, False)
    s, d = m.shape_of(x), m.dtype_of(x)
    mode = m.pick(["constant", "constant", "edge", "reflect"] + (["wrap"] if m.opset >= 19 else []))
    axes = [int(a) for a in m.random.permutation(len(s))[:between(m, 1, len(s) + 1)]] if m.opset >= 18 and m.chance(.5) else None
    of = [s[a] for a in axes] if axes else list(s)
    most = lambda k: {"constant": 3, "edge": 3, "reflect": k - 1, "wrap": k}[mode]
    pads = [between(m, 0, most(k) + 1) for k in of * 2]
    if mode == "constant" and m.chance(.3):
        pads = [between(m, -(k // 2), 3) for k in of * 2]
    out = list(s)
    for i, a in enumerate(axes or range(len(s))):
        out[a] += pads[i] + pads[len(of) + i]
    if m.opset < 11:
        return m.node("Pad", [x], [(d, out)], mode=mode, pads=pads, value=m.pick([None, 2.5]) if mode == "constant" else None)
    ins = [x, m.ints(pads) if m.chance(.7) else m.named_input(pads)]
    if mode == "constant" and m.chance(.6):
        ins.append(m.input(d, ()))
    if axes:
        given = np.asarray([a - (len(s) if m.chance(.4) else 0) for a in axes], m.pick([np.int32, np.int64]))
        ins += [""] * (3 - len(ins)) + [m.weight(given)]
    return m.node("Pad", ins, [(d, out)], mode=mode)


@row("CenterCropPad", "exact", 18)
def _(m):
    x = some(m, (F32, D(np.int64)), 1, 4, False)
    s = list(m.shape_of(x))
    axes = [int(a) for a in m.random.permutation(len(s))[:between(m, 1, len(s) + 1)]]
    to = [between(m, 1, 9) for _ in axes]
    for a, t in zip(axes, to):
        s[a] = t
    m.node("CenterCropPad", [x, m.ints(to)], [(m.dtype_of(x), s)], axes=[a - (len(s) if m.chance(.4) else 0) for a in axes])


for name in ("DepthToSpace", "SpaceToDepth"):
    @row(name, "exact", 13)
    def _(m, name=name):
        b = m.pick([1, 2, 3])
        n, c, h, w = m.dim(), between(m, 1, 4), between(m, 1, 4), between(m, 1, 4)
        x = m.input(m.pick([F32, F64, D(np.uint8)]), (n, c * b * b, h, w) if name == "DepthToSpace" else (n, c, h * b, w * b))
        out = (n, c, h * b, w * b) if name == "DepthToSpace" else (n, c * b * b, h, w)
        m.node(name, [x], [(m.dtype_of(x), out)], blocksize=b, **({"mode": m.pick(["DCR", "CRD", None])} if name == "DepthToSpace" else {}))


@row("Trilu", "exact", 14)
def _(m):
    x = some(m, (F32, F64, D(np.int64), D(np.bool_)), 2, 5)
    ins = [x] + ([m.named_input(between(m, -9, 10))] if m.chance(.6) else [])
    m.node("Trilu", ins, [(m.dtype_of(x), m.shape_of(x))], **keep_some(m, upper=m.pick([0, 1])))


@row("Gather", "exact", 7)
def _(m):
    x = some(m, ALL, 1, 5)
    s = list(m.shape_of(x))
    a, i = axis(m, x) if m.opset >= 11 else between(m, 0, len(s)), m.shape(0, 3)
    if s[a] == 0:
        raise Refused
    low = -s[a] if m.opset >= 11 else 0
    at = m.name()
    m.inputs[at] = np.asarray(m.random.integers(low, s[a], i)).astype(m.pick([np.int32, np.int64]))
    a_ = a % len(s)
    m.node("Gather", [x, at], [(m.dtype_of(x), [*s[:a_], *i, *s[a_ + 1:]])], axis=a)


@row("GatherElements", "exact", 11)
def _(m):
    x = some(m, ALL, 1, 5, False)
    a, s = axis(m, x), list(m.shape_of(x))
    i = [between(m, 0, d + 1) for d in s]
    i[a] = m.dim()
    m.node("GatherElements", [x, indices(m, s[a], i)], [(m.dtype_of(x), i)], axis=a)


@row("GatherND", "exact", 12)
def _(m):
    x = some(m, ALL, 1, 5, False)
    s = m.shape_of(x)
    batch = between(m, 0, len(s))
    depth = between(m, 1, len(s) - batch + 1)
    more = [m.dim() for _ in range(between(m, 0, 3))]
    i = np.stack([m.random.integers(-d, d, (*s[:batch], *more)) for d in s[batch:batch + depth]], -1)
    m.node("GatherND", [x, m.named_input(i)], [(m.dtype_of(x), (*s[:batch], *more, *s[batch + depth:]))], batch_dims=batch)


@row("ScatterElements", "sum", 11)
def _(m):
    """Indices that meet are added, multiplied, or the largest is kept, in the order of the updates."""
    reduction = m.pick(["add", "mul"] + (["max", "min"] if m.opset >= 18 else [])) if m.opset >= 16 else None
    x = some(m, (F32, F64, D(np.int64), D(np.int32)), 1, 4, False)
    a, s = axis(m, x), list(m.shape_of(x))
    i = [between(m, 0, d + 1) for d in s]
    at = m.random.integers(-s[a], s[a], i)
    if reduction is None:
        at = np.take(np.argsort(m.random.random([s[a] if k == a % len(s) else d for k, d in enumerate(i)]), axis=a), np.arange(i[a]), axis=a)
    m.node("ScatterElements", [x, m.named_input(at), m.input(m.dtype_of(x), i)], [(m.dtype_of(x), s)], axis=a, reduction=reduction)


@row("ScatterND", "sum", 11)
def _(m):
    reduction = m.pick(["add", "mul"] + (["max", "min"] if m.opset >= 18 else [])) if m.opset >= 16 else None
    x = some(m, (F32, F64, D(np.int64), D(np.int32)), 1, 4, False)
    s = m.shape_of(x)
    depth = between(m, 1, len(s) + 1)
    places = np.stack(np.meshgrid(*[np.arange(d) for d in s[:depth]], indexing="ij"), -1).reshape(-1, depth)
    places = places[m.random.permutation(len(places))[:between(m, 0, len(places) + 1)]]
    if reduction and len(places):
        places = np.concatenate([places, places[:2]])
    m.node("ScatterND", [x, m.named_input(places), m.input(m.dtype_of(x), (len(places), *s[depth:]))], [(m.dtype_of(x), s)], reduction=reduction)


@row("OneHot", "exact", 9)
def _(m):
    s, depth = list(m.shape(0, 3)), between(m, 1, 6)
    a = between(m, -len(s) - 1, len(s) + 1)
    out = list(s)
    out.insert(a if a >= 0 else a + len(s) + 1, depth)
    at, d = m.name(), m.pick([F32, D(np.int64), D(np.int32)])
    m.inputs[at] = np.asarray(m.random.integers(-depth - 1, depth + 2, s)).astype(m.pick([np.int64, np.int32, np.float32]))
    size = m.weight(np.asarray(m.pick([depth, [depth]])).astype(m.pick([np.int64, np.int32])))
    if len(m.weights[size].shape) and m.opset < 11:
        raise Refused
    m.node("OneHot", [at, size, m.input(d, (2,))], [(d, out)], axis=a)


@row("ReverseSequence", "exact", 10)
def _(m):
    s = (*(between(m, 1, 6) for _ in range(2)), *m.shape(0, 2))
    time = m.pick([0, 1])
    x = m.input(m.pick([F32, D(np.int64), D(np.bool_)]), s)
    m.node("ReverseSequence", [x, m.named_input(m.random.integers(1, s[time] + 1, s[1 - time]))], [(m.dtype_of(x), s)], time_axis=time, batch_axis=1 - time)


@row("Compress", "exact", 9)
def _(m):
    x = some(m, ALL, 1, 4)
    s = m.shape_of(x)
    if m.chance(.4):
        return m.node("Compress", [x, m.input(np.bool_, (between(m, 0, prod(s) + 1),))], [(m.dtype_of(x), None)])
    a = axis(m, x) if m.opset >= 11 else between(m, 0, len(s))
    return m.node("Compress", [x, m.input(np.bool_, (between(m, 0, s[a] + 1),))], [(m.dtype_of(x), None)], axis=a)


@row("Unique", "exact", 11)
def _(m):
    x = some(m, (F32, D(np.int64), D(np.int8), F64), 1, 4, False, low=-1, high=1)
    a = axis(m, x) if m.chance(.6) else None
    m.node("Unique", [x], [(m.dtype_of(x), None)] + [(np.int64, None)] * 3, axis=a, **keep_some(m, sorted=m.pick([0, 1])))


@row("NonZero", "exact", 9)
def _(m):
    x = some(m, (F32, D(np.int64), D(np.int32), D(np.uint8), D(np.bool_)), 1, 5)  # of a scalar ONNX Runtime gives (1, n), ONNX (0, n)
    m.node("NonZero", [x], [(np.int64, None)])


@row("TopK", "exact", 10)
def _(m):
    """Equal numbers come in the order of their indices."""
    x = some(m, (F32,) if m.opset < 11 else (F32, F64, D(np.int64), D(np.int32)), 1, 5, False)
    a, s = axis(m, x) if m.opset >= 11 else None, list(m.shape_of(x))
    k = between(m, 0 if m.opset >= 11 else 1, s[-1 if a is None else a] + 1)
    out = list(s)
    out[-1 if a is None else a] = k
    m.node("TopK", [x, m.named_input([k])], [(m.dtype_of(x), out), (np.int64, out)], axis=a, **(keep_some(m, largest=m.pick([0, 1]), sorted=1) if m.opset >= 11 else {}))


@row("ConstantOfShape", "exact", 9)
def _(m):
    s, d = m.shape(0, 5), m.pick(ALL)
    value = numpy_helper.from_array(np.asarray([m.pick([0, 1, 3])]).astype(d)) if m.chance(.8) else None
    m.node("ConstantOfShape", [m.ints(s) if m.chance(.5) else m.named_input(s)], [(d if value else F32, s)], value=value)


@row("Range", "exact", 11)
def _(m):
    d = m.pick([F32, F64, D(np.int16), D(np.int32), D(np.int64)])
    start, limit, step = between(m, -5, 5), between(m, -5, 12), m.pick([1, 2, 3, -1, -2])
    names = [m.weight(np.asarray(v, d)) for v in (start, limit, step)]
    if m.chance(.5):
        for n in names:
            m.inputs[n] = m.weights.pop(n)
    m.node("Range", names, [(d, (len(range(start, limit, step)),))])


@row("EyeLike", "exact", 9)
def _(m):
    x = some(m, (F32, F64, D(np.int64), D(np.int32)), 2, 2)
    d = m.pick([F32, F64, D(np.int64), D(np.int32)]) if m.chance(.6) else None
    m.node("EyeLike", [x], [(d or m.dtype_of(x), m.shape_of(x))], k=between(m, -4, 5), dtype=helper.np_dtype_to_tensor_dtype(d) if d else None)


# ---- Reductions ----------------------------------------------------------------------------------

for name in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"):
    @row(name, "exact" if name in ("ReduceMax", "ReduceMin") else "sum", 11)
    def _(m, name=name):
        types = [F32] + ([D(np.int32), D(np.int64)] if name != "ReduceProd" else []) + ([F64] if name in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceSumSquare", "ReduceLogSumExp") else [])
        if name in ("ReduceLogSum", "ReduceLogSumExp", "ReduceL2", "ReduceMean"):  # of integers their rounding is open
            types = [d for d in types if d.kind == "f"]
        if name in ("ReduceMax", "ReduceMin") and m.opset >= 12:
            types += [D(np.int8), D(np.uint8)] + ([D(np.bool_)] if m.opset >= 20 else [])
        x = some(m, types, 0, 6, m.chance(.1) and name == "ReduceSum", low=1 if name == "ReduceLogSum" else -3)
        s, d = m.shape_of(x), m.dtype_of(x)
        axes = [int(a) for a in m.random.permutation(len(s))[:between(m, 0, len(s) + 1)]]
        axes = [a - len(s) if m.chance(.3) else a for a in axes]
        keep, noop = m.pick([0, 1, None]), m.pick([0, 1, None])
        as_input = m.opset >= (13 if name == "ReduceSum" else 18)
        if not axes and noop and as_input:
            out = list(s)
        else:
            out = reduced(s, axes, keep != 0)
        ins = [x] + ([m.ints(axes) if m.chance(.7) else m.named_input(axes)] if as_input and (axes or m.chance(.5)) else [])
        m.node(name, ins, [(d, out)], keepdims=keep, axes=axes if axes and not as_input else None, noop_with_empty_axes=noop if as_input else None)

for name in ("ArgMax", "ArgMin"):
    @row(name, "exact", 7)
    def _(m, name=name):
        x = some(m, (F32,) if m.opset < 13 else (F32, F64, D(np.int32), D(np.int8), D(np.uint8)), 1, 5, False)
        a, keep = axis(m, x) if m.opset >= 11 else between(m, 0, len(m.shape_of(x))), m.pick([0, 1, None])
        m.node(name, [x], [(np.int64, reduced(m.shape_of(x), [a], keep != 0))], axis=a, keepdims=keep, select_last_index=m.pick([0, 1]) if m.opset >= 12 else None)


@row("CumSum", "sum", 11)
def _(m):
    x = some(m, (F32, F64, D(np.int32), D(np.int64)), 1, 5)
    a = m.weight(np.asarray(axis(m, x), m.pick([np.int32, np.int64])))
    if m.chance(.4):
        m.inputs[a] = m.weights.pop(a)
    m.node("CumSum", [x, a], [(m.dtype_of(x), m.shape_of(x))], **keep_some(m, exclusive=m.pick([0, 1]), reverse=m.pick([0, 1])))


for name in ("Softmax", "LogSoftmax", "Hardmax"):
    @row(name, "exact" if name == "Hardmax" else "sum", 7)
    def _(m, name=name):
        """Before opset 13 everything behind the axis is one row."""
        x = some(m, (F32, F64) if name != "Hardmax" else (F32,), 1, 6, False)
        a = axis(m, x) if m.opset >= 11 else between(m, 0, len(m.shape_of(x)))
        m.node(name, [x], [(m.dtype_of(x), m.shape_of(x))], axis=None if m.chance(.2) and len(m.shape_of(x)) > 1 else a)


@row("LpNormalization", "sum", 7)
def _(m):
    x = some(m, (F32, F64), 1, 5, False)
    m.node("LpNormalization", [x], [(m.dtype_of(x), m.shape_of(x))], axis=axis(m, x), p=m.pick([1, 2, None]))


@row("LayerNormalization", "sum", 17)
def _(m):
    x = some(m, (F32, F64), 1, 6, False)
    d, s, a = m.dtype_of(x), m.shape_of(x), axis(m, x)
    tail = s[a:]
    ins = [x, m.input(d, tail)] + ([m.input(d, tail)] if m.chance(.6) else [])
    a_ = a % len(s)
    stats = [(F32, (*s[:a_], *[1] * len(tail)))] * 2 if d == F32 and m.chance(.5) and prod(tail) > 3 else []
    m.node("LayerNormalization", ins, [(d, s)] + stats, axis=a, epsilon=m.pick([None, 1e-3]))


@row("InstanceNormalization", "sum", 7)
def _(m):
    s = (m.dim() or 1, between(m, 1, 4), *[between(m, 2, 5) for _ in range(between(m, 1, 4))])
    x = m.input(F32, s)
    m.inputs[x] = m.inputs.pop(x, m.weights.pop(x, None)) * 1 + np.arange(prod(s)).reshape(s).astype(np.float32) % 7
    m.constants.discard(x)
    m.node("InstanceNormalization", [x, m.input(F32, (s[1],)), m.input(F32, (s[1],))], [(F32, s)], epsilon=m.pick([None, 1e-2]))


@row("BatchNormalization", "arithmetic", 9)
def _(m):
    x = some(m, (F32,), 2, 5, False)
    d, c = F32, (m.shape_of(x)[1],)
    ins = [x] + [m.input(d, c) for _ in range(3)] + [m.input(d, c, low=0, high=3)]
    m.node("BatchNormalization", ins, [(d, m.shape_of(x))], **keep_some(m, epsilon=1e-3, momentum=.5))


@row("LRN", "sum", 7)
def _(m):
    x = m.input(F32, [m.dim() or 1 for _ in range(4)])
    m.node("LRN", [x], [(F32, m.shape_of(x))], size=m.pick([1, 3, 5, 7]), **keep_some(m, alpha=.1, beta=m.pick([.5, 1.]), bias=2.))


@row("MeanVarianceNormalization", "sum", 9)
def _(m):
    x = m.input(F32, (2, 3, between(m, 2, 5), between(m, 2, 6)))
    m.node("MeanVarianceNormalization", [x], [(F32, m.shape_of(x))], axes=m.pick([[0, 2, 3], [2, 3], [-1, -2], [1, 3], None]))


@row("GroupNormalization", "sum", 21)
def _(m):
    groups, each = between(m, 1, 4), between(m, 1, 3)
    c = groups * each
    x = m.input(F32, (between(m, 1, 3), c, *[between(m, 2, 5) for _ in range(between(m, 1, 4))]))
    m.node("GroupNormalization", [x, m.input(F32, (c,)), m.input(F32, (c,))], [(F32, m.shape_of(x))], num_groups=groups, epsilon=m.pick([None, 1e-3]))


# ---- Windows -------------------------------------------------------------------------------------

def window(m, spatial, dilated=True):
    """Attributes of a window that fits, with padding in one of its spellings."""
    kernel = [between(m, 1, min(5, d + 2)) for d in spatial]
    more = {"strides": [m.pick([1, 1, 2, 3]) for _ in spatial] if m.chance(.7) else None, "dilations": [m.pick([1, 1, 2]) for _ in spatial] if dilated and m.chance(.5) else None}
    way = m.pick(["pads", "pads", "pads", "SAME_UPPER", "SAME_LOWER", "VALID", "none"])
    reach = [(k - 1) * (more["dilations"] or [1] * len(kernel))[i] + 1 for i, k in enumerate(kernel)]
    pads = [0] * (2 * len(spatial))
    if way == "pads":
        more["pads"] = pads = [between(m, 0, k) for k in kernel * 2]
    elif way != "none":
        more["auto_pad"] = way
        if way.startswith("SAME") and more["dilations"]:  # engines differ
            raise Refused
    if any(d + pads[i] + pads[len(spatial) + i] < r for i, (d, r) in enumerate(zip(spatial, reach))):
        raise Refused
    return kernel, more


def picture(m, types=(F32,), channels=None, rank=None):
    return m.input(m.pick(list(types)), (between(m, 1, 3), channels or between(m, 1, 5), *[between(m, 1, 8) for _ in range(rank or between(m, 1, 4))]))


@row("Conv", "sum", 7)
def _(m):
    x = picture(m)
    n, c, *s = m.shape_of(x)
    kernel, more = window(m, s)
    group = m.pick([g for g in range(1, c + 1) if c % g == 0])
    out = group * between(m, 1, 4)
    ins = [x, m.input(F32, (out, c // group, *kernel))] + ([m.input(F32, (out,))] if m.chance(.5) else [])
    m.node("Conv", ins, [(F32, None)], group=group, kernel_shape=kernel if m.chance(.6) else None, **more)


@row("ConvTranspose", "sum", 7)
def _(m):
    x = picture(m)
    n, c, *s = m.shape_of(x)
    kernel = [between(m, 1, 5) for _ in s]
    strides = [m.pick([1, 2, 3]) for _ in s]
    dilations = [m.pick([1, 1, 2]) for _ in s]
    group = m.pick([g for g in range(1, c + 1) if c % g == 0])
    each = between(m, 1, 4)
    more = {"pads": [between(m, 0, 2) for _ in range(2 * len(s))], "output_padding": [between(m, 0, st) for st in strides] if m.chance(.5) else None}
    full = [(d - 1) * st + (k - 1) * di + 1 for d, st, k, di in zip(s, strides, kernel, dilations)]
    if m.chance(.3):
        more = {"output_shape": [max(1, f - between(m, 0, 3)) for f in full], "auto_pad": m.pick([None, "SAME_UPPER", "SAME_LOWER"])}
    elif m.chance(.3):
        more = {"auto_pad": m.pick(["VALID", "SAME_UPPER", "SAME_LOWER"])}
        if more["auto_pad"] != "VALID" and any(f < d * st for f, d, st in zip(full, s, strides)):
            raise Refused
    if "pads" in more and any(f - more["pads"][i] - more["pads"][len(s) + i] < 1 for i, f in enumerate(full)):
        raise Refused
    ins = [x, m.input(F32, (c, each, *kernel))] + ([m.input(F32, (each * group,))] if m.chance(.5) else [])
    m.node("ConvTranspose", ins, [(F32, None)], strides=strides, dilations=dilations, group=group, kernel_shape=kernel if m.chance(.6) else None, **more)


@row("MaxPool", "exact", 8)
def _(m):
    x = picture(m, (F32,) if m.opset < 12 else (F32, D(np.int8), D(np.uint8)))
    kernel, more = window(m, m.shape_of(x)[2:], m.opset >= 10)
    ceil = m.pick([0, 1, None]) if m.opset >= 10 and "auto_pad" not in more else None
    outs = [(m.dtype_of(x), None)] + ([(np.int64, None)] if m.chance(.5) else [])
    m.node("MaxPool", [x], outs, kernel_shape=kernel, ceil_mode=ceil, storage_order=m.pick([0, 1, None]) if len(outs) > 1 else None, **more)


@row("AveragePool", "sum", 7)
def _(m):
    x = picture(m)
    kernel, more = window(m, m.shape_of(x)[2:], m.opset >= 19)
    ceil = m.pick([0, 1, None]) if m.opset >= 19 and "auto_pad" not in more else None
    m.node("AveragePool", [x], [(F32, None)], kernel_shape=kernel, count_include_pad=m.pick([0, 1, None]), ceil_mode=ceil, **more)


@row("LpPool", "sum", 11)
def _(m):
    x = picture(m)
    kernel, more = window(m, m.shape_of(x)[2:], m.opset >= 18)
    ceil = m.pick([0, 1, None]) if m.opset >= 18 and "auto_pad" not in more else None
    m.node("LpPool", [x], [(F32, None)], kernel_shape=kernel, p=m.pick([1, 2, 3, None]), ceil_mode=ceil, **more)


for name in ("GlobalMaxPool", "GlobalAveragePool", "GlobalLpPool"):
    @row(name, "exact" if name == "GlobalMaxPool" else "sum", 7)
    def _(m, name=name):
        x = picture(m)
        n, c, *s = m.shape_of(x)
        m.node(name, [x], [(F32, (n, c, *[1] * len(s)))], **(keep_some(m, p=m.pick([1, 2, 3])) if name == "GlobalLpPool" else {}))


@row("MaxUnpool", "exact", 11)
def _(m):
    x = picture(m, rank=2)
    n, c, h, w = m.shape_of(x)
    k = m.pick([1, 2])
    if h < k or w < k:
        raise Refused
    y, at = m.node("MaxPool", [x], [(F32, (n, c, h // k, w // k)), (np.int64, (n, c, h // k, w // k))], kernel_shape=[k, k], strides=[k, k])
    if h % k or w % k:  # ONNX Runtime takes the indices as those of the given shape, ONNX of the shape that follows
        raise Refused
    more = [m.ints([n, c, h, w])] if m.chance(.6) else []
    m.node("MaxUnpool", [y, at] + more, [(F32, (n, c, h, w))], kernel_shape=[k, k], strides=[k, k])


@row("Resize", "sum", 11)
def _(m):
    rank = m.pick([3, 4, 4, 5])
    mode = m.pick(["nearest", "linear", "cubic"])
    if mode == "cubic":
        rank = 4
    x = m.input(m.pick([F32, D(np.uint8), D(np.int8)]) if mode != "cubic" else F32, (between(m, 1, 3), between(m, 1, 3), *[between(m, 1, 8) for _ in range(rank - 2)]))
    s = list(m.shape_of(x))
    modes = ["half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"] + (["half_pixel_symmetric"] if m.opset >= 19 else [])
    coordinates = m.pick(modes if mode != "cubic" else [w for w in modes if not w.startswith("pytorch")])  # of one pixel ONNX Runtime takes another
    d = m.dtype_of(x)
    if d.kind != "f" and mode != "nearest":
        raise Refused
    antialias = 1 if m.opset >= 18 and mode != "nearest" and rank == 4 and m.chance(.3) else None
    more = {"mode": mode, "coordinate_transformation_mode": coordinates, "antialias": antialias}
    if mode == "nearest":
        more["nearest_mode"] = m.pick(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"])
    if mode == "cubic":
        more.update(keep_some(m, cubic_coeff_a=m.pick([-.5, -.75]), exclude_outside=m.pick([0, 1])))
    if m.opset >= 18 and m.chance(.4):
        axes = list(range(2, rank))
        to = [between(m, 1, 12) for _ in axes]
        if m.chance(.5) and not antialias:
            more["keep_aspect_ratio_policy"] = m.pick(["stretch", "not_larger", "not_smaller"])
        return m.node("Resize", [x, "", "", m.ints(to)], [(d, None)], axes=axes, **more)
    if m.chance(.5):
        to = s[:2] + [between(m, 1, 12) for _ in s[2:]]
        return m.node("Resize", [x, "" if m.opset >= 13 else m.weight(np.zeros(0, np.float32)), "" if m.opset >= 13 else m.weight(np.zeros(0, np.float32)), m.ints(to)], [(d, to)], **more)
    scales = np.asarray([1, 1] + [m.pick([.5, .7, 1, 1.5, 2, 2.6, 3]) for _ in s[2:]], np.float32)
    if any(int(k * f) < 1 for k, f in zip(s, scales)) or coordinates == "align_corners" and any(int(k * f) != k * f for k, f in zip(s, scales)):
        raise Refused  # the last: the corner is that of the rounded size for ONNX Runtime
    return m.node("Resize", [x, m.weight(np.zeros(0, np.float32)) if m.opset < 13 else "", m.weight(scales)], [(d, None)], **more)


@row("Resize", "sum", 11)
def _(m):
    """A part of the picture, and a number for what lies outside it."""
    x = m.input(F32, (1, between(m, 1, 3), between(m, 2, 8), between(m, 2, 8)))
    s = list(m.shape_of(x))
    roi = [0, 0] + [m.pick([.03, .2, -.2]) for _ in range(2)] + [1, 1] + [m.pick([.98, .7, 1.3]) for _ in range(2)]
    to = s[:2] + [m.pick([t for t in range(1, 9) if t != k]) for k in s[2:]]  # ONNX Runtime reads no part where a size stays
    empty = m.weight(np.zeros(0, np.float32)) if m.opset < 13 else ""
    m.node("Resize", [x, m.weight(np.asarray(roi, np.float32)), empty, m.ints(to)], [(F32, to)], mode=m.pick(["linear", "nearest"]),
           coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=m.pick([None, 7.5]))


@row("Upsample", "sum", 7)
def _(m):
    if m.opset >= 10:
        raise Refused
    x = m.input(F32, (1, between(m, 1, 3), between(m, 1, 5), between(m, 1, 5)))
    n, c, h, w = m.shape_of(x)
    scales = [1., 1., float(m.pick([1, 2, 3])), float(m.pick([1, 2, 3]))]
    out = [int(d * f) for d, f in zip((n, c, h, w), scales)]
    ins = [x] if m.opset < 9 else [x, m.weight(np.asarray(scales, np.float32))]
    m.node("Upsample", ins, [(F32, out)], mode=m.pick(["nearest", "linear", None]), scales=scales if m.opset < 9 else None)


@row("GridSample", "sum", 16)
def _(m):
    deep = m.opset >= 20 and m.chance(.4)
    size = [between(m, 1, 6) for _ in range(3 if deep else 2)]
    n, c = between(m, 1, 3), between(m, 1, 3)
    to = [between(m, 1, 5) for _ in size]
    padding = m.pick(["zeros", "border", "reflection"])
    mode = m.pick(["bilinear", "nearest"] if m.opset < 20 else ["linear", "nearest"])
    grid = m.input(F32, (n, *to, len(size)), low=-1.2, high=1.2)
    m.node("GridSample", [m.input(F32, (n, c, *size)), grid], [(F32, (n, c, *to))], mode=mode, padding_mode=padding, **keep_some(m, align_corners=m.pick([0, 1])))


@row("AffineGrid", "sum", 20)
def _(m):
    size = [between(m, 2, 5) for _ in range(m.pick([2, 3]))]  # where the corners of one pixel lie is open
    n, k = between(m, 1, 3), len(size)
    m.node("AffineGrid", [m.input(F32, (n, k, k + 1)), m.ints([n, 2, *size]) if m.chance(.5) else m.named_input([n, 2, *size])], [(F32, (n, *size, k))],
           **keep_some(m, align_corners=m.pick([0, 1])))


@row("RoiAlign", "sum", 10)
def _(m):
    x = m.input(F32, (between(m, 1, 3), between(m, 1, 3), between(m, 2, 9), between(m, 2, 9)))
    n, c, h, w = m.shape_of(x)
    count = between(m, 0, 4)
    corner = m.random.uniform(0, 4, (count, 2))
    boxes = m.name()
    m.inputs[boxes] = np.concatenate([corner, corner + m.random.uniform(.5, 6, (count, 2))], 1).astype(np.float32)
    ph, pw = between(m, 1, 4), between(m, 1, 4)
    more = keep_some(m, mode=m.pick(["avg", "max"]), sampling_ratio=m.pick([0, 1, 2]), spatial_scale=m.pick([.5, 1.]))
    more.update(keep_some(m, coordinate_transformation_mode=m.pick(["half_pixel", "output_half_pixel"])) if m.opset >= 16 else {})
    if more.get("mode") == "max":  # ONNX Runtime takes the largest product with a weight, ONNX of the sums
        del more["mode"]
    m.node("RoiAlign", [x, boxes, m.named_input(m.random.integers(0, n, count))], [(F32, (count, c, ph, pw))], output_height=ph, output_width=pw, **more)


@row("Col2Im", "sum", 18)
def _(m):
    image, block = [between(m, 2, 7) for _ in range(2)], [between(m, 1, 3) for _ in range(2)]
    strides, dilations, pads = [m.pick([1, 2]) for _ in range(2)], [m.pick([1, 1, 2]) for _ in range(2)], [m.pick([0, 0, 1]) for _ in range(4)]
    count = [(image[i] + pads[i] + pads[i + 2] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1 for i in range(2)]
    if min(count) < 1:
        raise Refused
    n, c = between(m, 1, 3), between(m, 1, 3)
    m.node("Col2Im", [m.input(F32, (n, c * prod(block), prod(count))), m.ints(image), m.ints(block)], [(F32, (n, c, *image))], strides=strides, dilations=dilations, pads=pads)


@row("DeformConv", "sum", 19)
def _(m):
    group, offsets = m.pick([1, 2]), m.pick([1, 2])
    n, c, out, h, w = between(m, 1, 3), 2 * between(m, 1, 3), group * between(m, 1, 3), between(m, 3, 7), between(m, 3, 7)
    kh, kw, pads, strides = between(m, 1, 4), between(m, 1, 4), [m.pick([0, 1])] * 4, [m.pick([1, 2])] * 2
    oh, ow = ((d + 2 * pads[0] - k) // strides[0] + 1 for d, k in ((h, kh), (w, kw)))
    ins = [m.input(F32, (n, c, h, w)), m.input(F32, (out, c // group, kh, kw)), m.input(F32, (n, offsets * kh * kw * 2, oh, ow), low=-1, high=1)]
    if m.chance(.7):
        ins += [m.input(F32, (out,)) if m.chance(.6) else ""] + ([m.input(F32, (n, offsets * kh * kw, oh, ow), low=0, high=1)] if m.chance(.6) else [])
        if ins[-1] == "":
            ins.pop()
    m.node("DeformConv", ins, [(F32, (n, out, oh, ow))], group=group, offset_group=offsets, pads=pads, strides=strides, kernel_shape=[kh, kw] if m.chance(.5) else None)


@row("NonMaxSuppression", "exact", 10)
def _(m):
    batches, classes, boxes = between(m, 1, 3), between(m, 1, 3), between(m, 1, 9)
    corner = m.random.uniform(0, 4, (batches, boxes, 2))
    far = corner + m.random.uniform(.5, 3, (batches, boxes, 2))
    centred = m.pick([0, 1])
    b, s = m.name(), m.name()
    m.inputs[b] = np.concatenate([corner, far - corner if centred else far], -1).astype(np.float32)
    m.inputs[s] = (m.random.permutation(batches * classes * boxes).reshape(batches, classes, boxes) / 50).astype(np.float32)
    ins = [b, s] + ([m.named_input(m.pick([0, 1, 2, 5]))] if m.chance(.8) else [])
    if len(ins) > 2 and m.chance(.7):
        ins.append(m.weight(np.asarray(m.pick([.1, .3, .6]), np.float32)))
        if m.chance(.6):
            ins.append(m.weight(np.asarray([m.pick([0, .05, .2])], np.float32)))
    m.node("NonMaxSuppression", ins, [(np.int64, None)], **keep_some(m, center_point_box=centred) if not centred else {"center_point_box": 1})


# ---- Products ------------------------------------------------------------------------------------

@row("MatMul", "sum", 9)
def _(m):
    d = m.pick([F32, F32, F64, D(np.int32), D(np.uint64)])
    n, k, j = m.dim() or 1, m.dim() or 1, m.dim() or 1
    batch = [m.dim() or 1 for _ in range(between(m, 0, 4))]
    thin = lambda: [1 if m.chance(.3) else b for b in batch][between(m, 0, len(batch) + 1) if m.chance(.4) else 0:]
    left, right = thin(), thin()
    a, b = m.input(d, (*left, n, k)), m.input(d, (*right, k, j))
    if m.chance(.1):
        b = m.input(d, (k,))
        m.node("MatMul", [a, b], [(d, (*left, n))])
    elif m.chance(.1):
        a = m.input(d, (k,))
        m.node("MatMul", [a, b], [(d, (*right, j))])
    else:
        m.node("MatMul", [a, b], [(d, (*np.broadcast_shapes(tuple(left), tuple(right)), n, j))])


@row("Gemm", "sum", 7)
def _(m):
    d = m.pick([F32, F64])
    ta, tb, n, k, rows = m.pick([0, 1, None]), m.pick([0, 1, None]), between(m, 1, 9), between(m, 1, 9), between(m, 1, 9)
    ins = [m.input(d, (k, rows) if ta else (rows, k)), m.input(d, (n, k) if tb else (k, n))]
    if m.opset < 11 or m.chance(.7):
        ins.append(m.input(d, m.pick([(n,), (1, n), (rows, n), (rows, 1), (), (1,), (1, 1)])))
    m.node("Gemm", ins, [(d, (rows, n))], transA=ta, transB=tb, **keep_some(m, alpha=m.pick([0., .5, -2.]), beta=m.pick([0., .3, -1.])))


@row("Einsum", "sum", 12)
def _(m):
    """Up to three operands, letters that repeat, broadcast dimensions, and what is left out summed."""
    letters = "abcdef"[:between(m, 2, 6)]
    size = {k: between(m, 1, 5) for k in letters}
    terms = ["".join(m.pick(letters) for _ in range(between(m, 0, 4))) for _ in range(between(m, 1, 4))]
    if any(len(set(t)) < len(t) for t in terms) and len(terms) > 1:
        terms = ["".join(dict.fromkeys(t)) for t in terms]
    used = list(dict.fromkeys("".join(terms)))
    out = [str(k) for k in m.random.permutation(used)[:between(m, 0, len(used) + 1)]] if used else []
    dots = m.chance(.2)
    lead = m.shape(0, 2, False) if dots else ()
    ins = [m.input(F32, ((*lead,) if dots else ()) + tuple(size[k] for k in t), low=-1, high=1) for t in terms]
    equation = ",".join(("..." if dots else "") + t for t in terms)
    if dots or m.chance(.7):
        equation += "->" + ("..." if dots else "") + "".join(out)
    if m.chance(.3):
        equation = equation.replace(",", " , ").replace("->", " -> ")
    m.node("Einsum", ins, [(F32, None)], equation=equation)


@row("Det", "sum", 11)
def _(m):
    n = between(m, 1, 5)
    x = m.input(F32, (*m.shape(0, 3, False), n, n))
    m.node("Det", [x], [(F32, m.shape_of(x)[:-2])])


# ---- Quantised -----------------------------------------------------------------------------------

def scales_of(m, x):
    """For the whole tensor, an axis or blocks of one: the axis, the block and the scales' shape."""
    s = m.shape_of(x)
    way = m.pick(["tensor", "axis"] + (["block"] if m.opset >= 21 else [])) if m.opset >= 13 else "tensor"
    if way == "tensor":
        return None, None, ()
    a = axis(m, x)
    block = m.pick([b for b in range(1, s[a] + 1) if s[a] % b == 0]) if way == "block" else None
    return a, block, tuple(k // block if i == a % len(s) else k for i, k in enumerate(s)) if block else (s[a],)


@row("QuantizeLinear", "exact", 10)
def _(m):
    x = some(m, (F32,), 1, 4, False)
    s = m.shape_of(x)
    d = m.pick([D(np.uint8), D(np.int8)] + ([D(np.int16), D(np.uint16)] if m.opset >= 21 else []))
    a, block, shape = scales_of(m, x)
    scale = m.weight(np.asarray(m.random.choice([.03125, .0625, .25], shape)).astype(np.float32))
    ins = [x, scale] + ([m.weight(np.asarray(m.random.integers(0, 6, shape)).astype(d))] if m.chance(.7) or d not in (D(np.uint8),) else [])
    m.node("QuantizeLinear", ins, [(d, s)], axis=a, block_size=block)


@row("DequantizeLinear", "arithmetic", 10)
def _(m):
    types = [D(np.uint8), D(np.int8)] + ([D(np.int16), D(np.uint16)] if m.opset >= 21 else [])
    x = some(m, types, 1, 4, False)
    s, d = m.shape_of(x), m.dtype_of(x)
    a, block, shape = scales_of(m, x)
    ins = [x, m.weight(np.asarray(m.random.uniform(.1, 1, shape)).astype(np.float32))] + ([m.weight(m.numbers(d, shape))] if m.chance(.7) else [])
    m.node("DequantizeLinear", ins, [(F32, s)], axis=a, block_size=block)


@row("QLinearConv", "exact", 10)
def _(m):
    n, c, out, s = between(m, 1, 3), between(m, 1, 4), between(m, 1, 4), [between(m, 1, 7) for _ in range(2)]
    kernel, more = window(m, s)
    scale = lambda v: m.weight(np.asarray(v, np.float32))
    each = m.chance(.5)
    wide = m.random.choice([.25, .5], out) if each else m.pick([.25, .5])
    ins = [m.input(np.uint8, (n, c, *s), low=0), scale(.25), m.weight(np.uint8(3)), m.input(np.uint8, (out, c, *kernel), low=0), scale(wide),
           m.weight(np.full(out, 2, np.uint8) if each else np.uint8(2)), scale(m.pick([.5, 1., 2.])), m.weight(np.uint8(100))]
    if m.chance(.5):
        ins.append(m.weight(m.random.integers(-50, 50, out).astype(np.int32)))
    m.node("QLinearConv", ins, [(np.uint8, None)], **more)


@row("ConvInteger", "exact", 10)
def _(m):
    n, c, s = between(m, 1, 3), between(m, 1, 5), [between(m, 1, 7) for _ in range(2)]
    group = m.pick([g for g in range(1, c + 1) if c % g == 0])
    out = group * between(m, 1, 4)
    kernel, more = window(m, s)
    ins = [m.input(np.uint8, (n, c, *s), low=0), m.input(np.uint8, (out, c // group, *kernel), low=0)]
    zeros = m.pick([[], [m.weight(np.uint8(3))], [m.weight(np.uint8(3)), m.weight(np.uint8(2))]])
    m.node("ConvInteger", ins + zeros, [(np.int32, None)], group=group, **more)


@row("MatMulInteger", "exact", 10)
def _(m):
    n, k, j = between(m, 1, 6), between(m, 1, 6), between(m, 1, 6)
    batch = [between(m, 1, 4) for _ in range(between(m, 0, 3))]
    a, b = m.input(m.pick([np.uint8, np.int8]), (*batch, n, k), low=0), m.input(m.pick([np.uint8, np.int8]), (k, j), low=0)
    zeros = []
    if m.chance(.6):
        zeros = [m.weight(np.asarray(3, m.dtype_of(a))), m.weight(np.asarray(m.random.integers(0, 4, j) if m.chance(.5) else 2).astype(m.dtype_of(b)))]
    m.node("MatMulInteger", [a, b] + zeros, [(np.int32, (*batch, n, j))])


# ---- Recurrent networks, attention ---------------------------------------------------------------

for name, gates in (("LSTM", 4), ("GRU", 3), ("RNN", 1)):
    @row(name, "sum", 14)
    def _(m, name=name, gates=gates):
        length, batch, width, hidden = (between(m, 1, k) for k in (6, 4, 5, 5))
        direction = m.pick(["forward", "reverse", "bidirectional"])
        d = 2 if direction == "bidirectional" else 1
        small = dict(low=-1, high=1)
        ins = [m.input(F32, (length, batch, width), **small), m.input(F32, (d, gates * hidden, width), **small), m.input(F32, (d, gates * hidden, hidden), **small)]
        ins.append(m.input(F32, (d, 2 * gates * hidden), **small) if m.chance(.6) else "")
        if m.chance(.5):
            lengths = m.name()
            m.inputs[lengths] = m.random.integers(1, length + 1, batch).astype(np.int32)
            ins.append(lengths)
        else:
            ins.append("")
        ins += [m.input(F32, (d, batch, hidden), **small) if m.chance(.5) else ""]
        if name == "LSTM":
            ins += [m.input(F32, (d, batch, hidden), **small) if m.chance(.5) else "", m.input(F32, (d, 3 * hidden), **small) if m.chance(.4) else ""]
        while ins[-1] == "":
            ins.pop()
        state = (F32, (d, batch, hidden))
        outs = [(F32, (length, d, batch, hidden)), state] + ([state] if name == "LSTM" else [])
        per = {"LSTM": 3, "GRU": 2, "RNN": 1}[name]
        acts = [m.pick(["Tanh", "Sigmoid", "Relu", "HardSigmoid", "Softsign", "Softplus"]) for _ in range(per * d)] if m.chance(.4) else None
        more = {"linear_before_reset": m.pick([0, 1])} if name == "GRU" else {"input_forget": m.pick([0, 0, 1, None])} if name == "LSTM" else {}
        m.node(name, ins, outs, hidden_size=hidden, direction=direction, activations=acts, clip=m.pick([None, None, .5]) if name != "LSTM" else None, **more)  # of an LSTM: whether what the last activation reads is clipped


@row("Attention", "sum", 23)
def _(m):
    """Three or four dimensions, shared heads, a past, boolean masks, a cap, and its own outputs between."""
    batch, kv, share, q, k, d, v = (between(m, 1, n) for n in (3, 3, 3, 5, 6, 6, 6))
    heads, past = kv * share, between(m, 0, 4) if m.chance(.4) else 0
    small = dict(low=-1, high=1)
    flat = m.chance(.4)
    form = lambda n, h, w: (batch, n, h * w) if flat else (batch, h, n, w)
    ins = [m.input(F32, form(q, heads, d), **small), m.input(F32, form(k, kv, d), **small), m.input(F32, form(k, kv, v), **small)]
    total = k + past
    mask = m.pick([None, None, F32, D(np.bool_)])
    if mask:
        shape = m.pick([(q, total), (batch, 1, q, total), (1, heads, q, total), (batch, heads, q, total), (1, 1, 1, total)])
        ins.append(m.input(mask, shape))
        at = ins[-1]
        if mask == D(np.bool_):
            (m.inputs if at in m.inputs else m.weights)[at][..., 0] = True
    if past:
        ins += [""] * (4 - len(ins)) + [m.input(F32, (batch, kv, past, d), **small), m.input(F32, (batch, kv, past, v), **small)]
    outs = [(F32, form(q, heads, v))]
    if past:
        outs += [(F32, (batch, kv, total, d)), (F32, (batch, kv, total, v))]
    more = {"q_num_heads": heads, "kv_num_heads": kv} if flat else {}
    m.node("Attention", ins, outs, is_causal=m.pick([0, 1, None]), softcap=m.pick([None, None, 2.]), scale=m.pick([None, .3]), **more)


@row("RotaryEmbedding", "sum", 23)
def _(m):
    batch, heads, length, half = (between(m, 1, n) for n in (3, 4, 5, 4))
    width = 2 * half
    turned = m.pick([0, 2]) if half == 1 else m.pick([0, width, 2])
    if turned == width:
        turned = 0
    places = turned // 2 or half
    flat = m.chance(.4)
    x = m.input(F32, (batch, length, heads * width) if flat else (batch, heads, length, width))
    if m.chance(.6):
        ins = [x, m.input(F32, (9, places)), m.input(F32, (9, places)), m.named_input(m.random.integers(0, 9, (batch, length)))]
    else:
        ins = [x, m.input(F32, (batch, length, places)), m.input(F32, (batch, length, places))]
    m.node("RotaryEmbedding", ins, [(F32, m.shape_of(x))], interleaved=m.pick([0, 1, None]), rotary_embedding_dim=turned or None, num_heads=heads if flat else None)


# ---- Signals, losses -----------------------------------------------------------------------------

@row("DFT", "sum", 17)
def _(m):
    n = between(m, 1, 9)
    x = m.input(m.pick([F32, F64]), (between(m, 1, 3), n, 1) if m.chance(.6) else (between(m, 1, 3), n, 2))
    one, inverse = m.pick([0, 1]), m.pick([0, 1])
    if one and (inverse or m.shape_of(x)[-1] == 2):
        raise Refused
    ins = [x] + ([m.ints(between(m, 1, 12))] if m.chance(.5) else [])
    if m.opset >= 20 and m.chance(.5):
        ins += [""] * (2 - len(ins)) + [m.ints(1)]
    m.node("DFT", ins, [(m.dtype_of(x), None)], onesided=one, inverse=inverse, axis=1 if m.opset < 20 else None)


for name in ("HannWindow", "HammingWindow", "BlackmanWindow"):
    @row(name, "function", 17)
    def _(m, name=name):
        n = between(m, 2, 20)
        m.node(name, [m.ints(n) if m.chance(.5) else m.named_input(n)], [(F32, (n,))], **keep_some(m, periodic=m.pick([0, 1])))


@row("NegativeLogLikelihoodLoss", "sum", 13)
def _(m):
    n, c, more = between(m, 1, 5), between(m, 2, 5), m.shape(0, 2, False)
    ignored = m.pick([None, 1])
    ins = [m.input(F32, (n, c, *more)), m.named_input(m.random.integers(0, c, (n, *more)))] + ([m.input(F32, (c,), low=.5, high=2)] if m.chance(.5) else [])
    how = m.pick(["none", "mean", "sum"])
    if how == "mean" and ignored is not None:
        raise Refused
    m.node("NegativeLogLikelihoodLoss", ins, [(F32, (n, *more) if how == "none" else ())], reduction=how, ignore_index=ignored)


@row("SoftmaxCrossEntropyLoss", "sum", 13)
def _(m):
    n, c, more = between(m, 1, 5), between(m, 2, 5), m.shape(0, 2, False)
    ins = [m.input(F32, (n, c, *more)), m.named_input(m.random.integers(0, c, (n, *more)))] + ([m.input(F32, (c,), low=.5, high=2)] if m.chance(.5) else [])
    how = m.pick(["none", "mean", "sum"])
    m.node("SoftmaxCrossEntropyLoss", ins, [(F32, (n, *more) if how == "none" else ())] + ([(F32, (n, c, *more))] if m.chance(.5) else []), reduction=how)


# ---- Bodies --------------------------------------------------------------------------------------

@row("Scan", "sum", 11)
def _(m):
    """Several states and inputs, read and stacked along any axis, forwards and backwards."""
    length, states, reads = between(m, 1, 5), between(m, 0, 3), between(m, 1, 3)
    s = m.shape(0, 2, False)
    begin = [m.input(F32, s) for _ in range(states)]
    axes = [between(m, 0, len(s) + 1) for _ in range(reads)]
    data = [m.input(F32, (*s[:a], length, *s[a:])) for a in axes]
    inner = [m.name() for _ in range(states + reads)]
    nodes, outs = [], []
    for k in range(states):
        outs.append(m.name())
        nodes.append(helper.make_node(m.pick(["Add", "Max"]), [inner[k], inner[-1]], [outs[-1]]))
    stacked = []
    for k in range(between(m, 0 if states else 1, 3)):
        stacked.append(m.name())
        nodes.append(helper.make_node(m.pick(["Mul", "Sub"]), [m.pick(inner), m.pick(inner)], [stacked[-1]]))
    body = helper.make_graph(nodes, "scan", [info_of(i, F32, s) for i in inner], [info_of(o, F32) for o in outs + stacked])
    to = [between(m, 0, len(s) + 1) for _ in stacked]
    made = [(F32, s)] * states + [(F32, (*s[:a], length, *s[a:])) for a in to]
    m.node("Scan", begin + data, made, body=body, num_scan_inputs=reads, scan_input_axes=[a - (len(s) + 1 if m.chance(.3) else 0) for a in axes],
           scan_output_axes=[a - (len(s) + 1 if m.chance(.3) else 0) for a in to] or None, scan_input_directions=[m.pick([0, 1]) for _ in axes],
           scan_output_directions=[m.pick([0, 1]) for _ in to] or None)


@row("Loop", "sum", 13)
def _(m):
    """Its state grows from trip to trip, its body reads from outside, and either limit may be left out."""
    x = m.input(F32, m.shape(1, 2, False))
    s, trips = m.shape_of(x), between(m, 1, 5)
    outside = m.input(F32, s)
    i, c, v, c2, v2, most = (m.name() for _ in range(6))
    grows = m.chance(.5)
    by = m.pick(["cond", "trips", "both"])
    nodes = [helper.make_node("Constant", [], [most], value=numpy_helper.from_array(np.int64(trips - 1))), helper.make_node("Less", [i, most], [c2])]
    nodes.append(helper.make_node("Concat", [v, outside], [v2], axis=0) if grows else helper.make_node("Sub", [v, outside], [v2]))
    body = helper.make_graph(nodes, "body", [info_of(i, np.int64, ()), info_of(c, np.bool_, ()), info_of(v, F32)], [info_of(c2, np.bool_), info_of(v2, F32)])
    limit = "" if by == "cond" else m.named_input(trips + 2 if by == "both" else trips)
    start = "" if by == "trips" else m.weight(np.asarray(True))
    m.node("Loop", [limit, start, x], [(F32, None)], body=body)
    m.used.update((x, outside))


@row("SplitToSequence", "exact", 11)
def _(m):
    """Parts of one or several sizes, one put in, one taken out, then stacked or joined."""
    x = some(m, (F32, D(np.int64)), 1, 4, False)
    s, d, a = m.shape_of(x), m.dtype_of(x), axis(m, x)
    cuts = m.pick([None, 1, 2])
    parts, = m.node("SplitToSequence", [x] + ([m.ints(cuts)] if cuts else []), [(d, None)], axis=a, keepdims=m.pick([0, 1, None]) if cuts is None else None)
    m.lists.add(parts)
    m.node("SequenceLength", [parts], [(np.int64, ())])
    count = -(-s[a] // (cuts or 1))
    at = m.named_input(between(m, -count, count))
    one, = m.node("SequenceAt", [parts, at], [(d, None)])
    more, = m.node("SequenceInsert", [parts, one] + ([m.named_input(between(m, -count, count + 1))] if m.chance(.6) else []), [(d, None)])
    m.lists.add(more)
    if m.chance(.5):
        less, = m.node("SequenceErase", [more] + ([m.named_input(between(m, -count, count))] if m.chance(.6) else []), [(d, None)])
        m.lists.add(less)
        more = less
    if cuts in (None, 1):
        m.node("ConcatFromSequence", [more], [(d, None)], axis=m.pick([0, -1]), new_axis=1)


for name in ("SequenceAt", "SequenceLength", "SequenceInsert", "SequenceErase", "ConcatFromSequence"):
    @row(name, "exact", 99)  # made by the row above
    def _(m):
        raise Refused

# ---- Dressing ------------------------------------------------------------------------------------

def name_dimensions(made, random):
    """Equal sizes of inputs have one name, names of their own, or none."""
    for i in made.graph.input:
        for d in i.type.tensor_type.shape.dim:
            way = random.random()
            size = d.dim_value
            if way < .5:
                d.dim_param = f"size {size}"
            elif way < .6:
                d.dim_param = f"{i.name}.{size}.{random.integers(1000)}"
            elif way < .7:
                d.ClearField("value")


def move_weights(made, random):
    """A weight is the value of a Constant node, or an input with a default."""
    graph, kept, front = made.graph, [], []
    for w in graph.initializer:
        way = random.random()
        if way < .25:
            front.append(helper.make_node("Constant", [], [w.name], value=w))
        else:
            kept.append(w)
            if way > .9:
                graph.input.append(helper.make_tensor_value_info(w.name, w.data_type, w.dims))
    nodes = front + list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)


def add_function(made, random, number):
    """A run of nodes becomes one call, and numbers among their attributes are given by it."""
    graph, opsets = made.graph, [helper.make_opsetid("", made.opset_import[0].version)]
    begin = int(random.integers(len(graph.node)))
    end = min(begin + int(random.integers(1, 4)), len(graph.node))
    inner = list(graph.node)[begin:end]
    if any(n.domain or any(a.HasField("g") or a.HasField("t") for a in n.attribute) for n in inner):
        return
    gives = [o for n in inner for o in n.output if o]
    reads = [i for i in dict.fromkeys(i for n in inner for i in n.input) if i and i not in gives]
    given = {}
    for n in inner:
        for a in n.attribute:
            if a.type in (onnx.AttributeProto.FLOAT, onnx.AttributeProto.INT, onnx.AttributeProto.INTS) and random.random() < .5:
                name = f"given{len(given)}"
                given[name] = helper.get_attribute_value(a)
                a.CopyFrom(onnx.AttributeProto(name=a.name, ref_attr_name=name, type=a.type))
    made.functions.append(helper.make_function("random.functions", f"f{number}", reads, gives, inner, opsets, list(given)))
    call = helper.make_node(f"f{number}", reads, gives, domain="random.functions", **given)
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes[:begin] + [call] + nodes[end:])


def dressed(data, seed):
    """The same model, written differently."""
    made, random = onnx.load_from_string(data), np.random.default_rng(seed)
    for k in range(int(random.integers(0, 4))):
        add_function(made, random, k)
    if made.functions:
        made.opset_import.append(helper.make_opsetid("random.functions", 1))
    if random.random() < .6:
        move_weights(made, random)
    if random_graphs.DEVICE == "cpu" and not random_graphs.COMPILE_ONLY and random.random() < .6:
        name_dimensions(made, random)
    return made.SerializeToString()


plain = random_graphs.model_of


def model_of(graphs, shaken=False):
    data = plain(graphs, shaken)
    return data if shaken else dressed(data, int(graphs[0].prefix[1:-1]))


def make_graph(seed, opset):
    """One to three nodes of these rows, which rarely fit each other."""
    m = random_graphs.Maker(seed)
    m.opset = opset
    rows = [r for r in ROWS if r[2] <= opset]
    wanted = between(m, 1, 4)
    for _ in range(30):
        if len(m.nodes) >= wanted:
            break
        random_graphs.attempt(m, m.pick(rows)[3])
    return random_graphs.close(m, .15)


if __name__ == "__main__":
    random_graphs.model_of, random_graphs.make_graph = model_of, make_graph
    random_graphs.OPSETS = tuple(range(7, 26))
    KIND_OF.clear()
    KIND_OF.update({r[0]: r[1] for r in ROWS})
    sys.exit(random_graphs.main())
