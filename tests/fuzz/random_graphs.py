"""Random valid graphs, each run by `fp8c run` in F32 and by ONNX Runtime without optimisations.

    random_graphs.py --count 300 [--seed 1] [--device cpu | --device cuda:0 --target sm_90a | --compile-only] [--keep FOLDER]

Graphs are made from a seed alone.  Twenty go into one model, so that starting processes costs little; a model that does
not agree is taken apart and each of its graphs judged alone.

How far two right results may part is found out from the graph itself.  An operator's result has an error of its own, by
its kind (KINDS) and its element type.  ONNX Runtime runs the graph again with every result of an operator moved by that
error and every input by MOVE, up or down at random, and then the other way round: an output may be off by a few times what
that moves it.  So a difference of two large numbers is judged by the size of the numbers, and nothing is judged more
loosely than what is in front of it demands.  Integers and booleans must be equal wherever those moves leave them equal.
Every other disagreement is an error, unless it stands with its reason in KNOWN below.

With --compile-only nothing runs: each graph becomes a plan for two GPUs in one of PRECISIONS in turn, with host steps for
what has no kernel, so that nothing may be refused.  For the sanitizers, with kernels that tests/simt compiles to nothing.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

FP8C = os.environ.get("FP8C", "fp8c")
BATCH = 20
MOVE = 1e-6
PAIRS = 2  # of moved runs
EPSILON = 2.0 ** -24
UNITS = {np.dtype(np.float32): EPSILON, np.dtype(np.float16): 2.0 ** -11, np.dtype(np.float64): 2.0 ** -53}

# Relative error of one operator's result, in units of its type's rounding: what rounding and the published error of the
# functions of ops/math.h (2 to 4 units) add up to on both sides.  A sum's own error goes with its operands, not with its
# result: the moved operands are for that.  A function may be made of a difference such as 1 + tanh(x): a few units of 1 are
# left, however small the result.
KINDS = {"exact": 0, "arithmetic": 4, "function": 64, "sum": 64}

# What is known to differ, and why.  Where ONNX leaves a result open, or ONNX Runtime computes what ONNX does not say, the
# generator stays away (the row says so); `explained` finds the rest by looking at the numbers.
KNOWN = {
    "NaN is open": "what reads NaN where ONNX does not say whether NaN is the largest or is passed over",
    "cast is open": "Cast or DynamicQuantizeLinear of NaN, of infinity or of a number beyond the type's range: ONNX leaves it open",
    "running sum": "LRN of infinity or NaN: ONNX Runtime adds and subtracts squares along the channels, so NaN stays in the sum",
    "weight of nothing": "Resize of infinity or NaN: whether a pixel with weight 0 is multiplied or passed over",
}
#   InstanceNormalization over elements that are nearly equal: ONNX Runtime cancels (see the row)
#   Gemm over nothing with beta: ONNX Runtime leaves beta out (see the row)
#   MatMul of nothing with a vector, MatMulInteger and QLinearMatMul of nothing: ONNX Runtime leaves the result unwritten (see the rows)
#   GridSample, cubic, at the border: ONNX's reference and fp8c agree, ONNX Runtime computes another thing (see the row)
#   Slice backwards to INT64_MAX: ONNX Runtime reads it as the beginning, ONNX names INT64_MIN for that (see the row)
#   Loop without a trip: the size of scan outputs (see the row)

WILD = {"LRN": "running sum", "Resize": "weight of nothing", "DynamicQuantizeLinear": "cast is open", "QuantizeLinear": "cast is open"}
NAN_IS_OPEN = {"MaxPool", "GlobalMaxPool", "ArgMax", "ArgMin", "TopK", "Hardmax", "ReduceMax", "ReduceMin", "Min", "Max", "Clip", "Unique"}


class Refused(Exception):
    """The generator cannot continue from here; another operator is taken."""


class Maker:
    """One graph: values with known shapes, nodes added one after the other."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.prefix = f"g{seed}_"
        self.opset = None
        self.nodes, self.inputs, self.weights = [], {}, {}
        self.values = {}  # name: (dtype, shape); outputs whose shape only a run tells have shape None
        self.used = set()
        self.lists = set()  # values that are sequences
        self.constants = set()  # weights that are data like an input, not a parameter of an operator
        self.count = 0

    def name(self):
        self.count += 1
        return f"{self.prefix}{self.count}"

    def chance(self, p):
        return self.random.random() < p

    def pick(self, items):
        return items[int(self.random.integers(len(items)))]

    def dim(self):
        return int(self.random.choice([0, 1, 2, 3, 4, 5, 7, 8, 16], p=[.03, .17, .2, .2, .14, .1, .06, .06, .04]))

    def shape(self, low=0, high=4, empty=True):
        dims = [self.dim() for _ in range(self.random.integers(low, high + 1))]
        return tuple(d if empty else max(d, 1) for d in dims)

    def numbers(self, dtype, shape, low=-3, high=3):
        if dtype == np.bool_:
            return self.random.integers(0, 2, shape).astype(bool)
        if np.issubdtype(dtype, np.integer):
            info = np.iinfo(dtype)
            return self.random.integers(max(low * 4, info.min), min(high * 4, info.max), shape).astype(dtype)
        x = self.random.uniform(low, high, shape) if self.chance(.7) else self.random.integers(low * 2, high * 2 + 1, shape) / 2
        return np.asarray(x).astype(dtype)

    def weight(self, array):
        name = self.name()
        self.weights[name] = np.asarray(array)
        return name

    def ints(self, numbers, dtype=np.int64):
        return self.weight(np.asarray(numbers, dtype))

    def input(self, dtype, shape, **limits):
        name = self.name()
        array = self.numbers(dtype, shape, **limits)
        if self.chance(.75):
            self.inputs[name] = array
        else:
            self.weights[name] = array
            self.constants.add(name)
        self.values[name] = (np.dtype(dtype), tuple(shape))
        return name

    def value(self, dtypes=(np.float32,), low=0, high=4, empty=True, test=lambda s: True):
        """An earlier value that fits, or a new input."""
        fits = [n for n, (d, s) in self.values.items()
                if s is not None and d in dtypes and low <= len(s) <= high and (empty or 0 not in s) and test(s)]
        if fits and self.chance(.75):
            return self.pick(fits[-6:])
        for _ in range(20):
            s = self.shape(low, high, empty)
            if test(s):
                return self.input(self.pick(list(dtypes)), s)
        raise Refused

    def shape_of(self, name):
        return self.values[name][1]

    def dtype_of(self, name):
        return self.values[name][0]

    def node(self, op, ins, outs, **attributes):
        """outs: [(dtype, shape)]"""
        names = [self.name() for _ in outs]
        self.nodes.append(helper.make_node(op, ins, names, **{k: v for k, v in attributes.items() if v is not None}))
        self.used.update(ins)
        for n, (d, s) in zip(names, outs):
            if s is not None and int(np.prod(s, dtype=np.int64)) > 20000:
                raise Refused
            self.values[n] = (np.dtype(d), None if s is None else tuple(int(x) for x in s))
        return names


FLOATS = (np.dtype(np.float32),)
NUMBERS = (np.dtype(np.float32), np.dtype(np.int64), np.dtype(np.int32))
ANY = NUMBERS + (np.dtype(np.float16), np.dtype(np.float64), np.dtype(np.uint8), np.dtype(np.int8), np.dtype(np.bool_))
MOVED = NUMBERS + (np.dtype(np.bool_), np.dtype(np.uint8))
BOOL = (np.dtype(np.bool_),)

ROWS = []  # (operator, kind, first opset, make)


def row(op, kind, since=7):
    def keep(make):
        ROWS.append((op, kind, since, make))
        return make
    return keep


def unary(op, kind, since=7, dtypes=FLOATS, gives=None, limits=None, **attributes):
    def make(m):
        if limits:
            x = m.input(np.float32, m.shape(), low=limits[0], high=limits[1])
        else:
            x = m.value(dtypes)
        given = {k: m.pick(v) for k, v in attributes.items() if m.chance(.6)}
        m.node(op, [x], [(gives or m.dtype_of(x), m.shape_of(x))], **given)
    row(op, kind, since)(make)


for name in ("Abs", "Neg"):
    unary(name, "exact", 13, NUMBERS)
unary("Sign", "exact", 13, NUMBERS)
for name in ("Floor", "Ceil", "Round"):
    unary(name, "exact", 13 if name == "Round" else 7)
for name in ("Exp", "Erf", "Sin", "Cos", "Atan", "Sinh", "Cosh", "Asinh", "Tanh", "Softplus", "Sigmoid"):
    unary(name, "function", {"Erf": 9, "Sinh": 9, "Cosh": 9, "Asinh": 9}.get(name, 7))
unary("Softsign", "arithmetic")
unary("Tan", "function", limits=(-1, 1))
for name in ("Asin", "Acos", "Atanh"):
    unary(name, "function", 9, limits=(-1, 1))
unary("Acosh", "function", 9, limits=(1, 5))
unary("Sqrt", "arithmetic")
unary("Log", "function", limits=(0, 5))
unary("Reciprocal", "arithmetic")
unary("Relu", "exact")
unary("LeakyRelu", "arithmetic", alpha=[.1, .3, 0.])
unary("ThresholdedRelu", "exact", 10, alpha=[.5, 1., 0.])
unary("Elu", "function", alpha=[.5, 1., 2.])
unary("Celu", "function", 12, alpha=[.5, 1., 2.])
unary("Selu", "function")
unary("HardSigmoid", "arithmetic", alpha=[.2, .5], beta=[.5, .1])
unary("HardSwish", "arithmetic", 14)
unary("Mish", "function", 18)
unary("Gelu", "function", 20, approximate=["none", "tanh"])
unary("Shrink", "arithmetic", 9, lambd=[.5, 1.], bias=[0., .25])
unary("IsNaN", "exact", 9, gives=np.bool_)
unary("IsInf", "exact", 10, gives=np.bool_)
unary("Not", "exact", dtypes=BOOL)
unary("BitwiseNot", "exact", 18, dtypes=(np.dtype(np.int32), np.dtype(np.uint8), np.dtype(np.int64)))
unary("Identity", "exact", 13, MOVED)


def broadcast(m, x):
    """A shape that broadcasts with x's, either being the larger."""
    s = m.shape_of(x)
    cut = int(m.random.integers(0, len(s) + 1))
    out = [1 if m.chance(.25) else d for d in s[cut:]]
    if m.chance(.2) and len(out) == len(s) and len(s) < 4:
        out = [m.random.integers(1, 4)] + out
    return tuple(int(d) for d in out)


def partner(m, x, **limits):
    s, d = m.shape_of(x), m.dtype_of(x)
    same = [n for n, (dd, ss) in m.values.items() if dd == d and ss == s]
    return m.pick(same) if same and m.chance(.4) else m.input(d, broadcast(m, x), **limits)


def binary(op, kind, since=7, dtypes=FLOATS, gives=None, limits=None):
    def make(m):
        x = m.value(dtypes)
        y = m.input(m.dtype_of(x), broadcast(m, x), low=limits[0], high=limits[1]) if limits else partner(m, x)
        s = np.broadcast_shapes(m.shape_of(x), m.shape_of(y))
        ins = [x, y] if limits or m.chance(.5) else [y, x]
        m.node(op, ins, [(gives or m.dtype_of(x), s)])
    row(op, kind, since)(make)


for name in ("Add", "Sub", "Mul"):
    binary(name, "arithmetic", dtypes=NUMBERS)
binary("Div", "arithmetic")
binary("Pow", "function", 7, limits=(1, 3))
binary("PRelu", "arithmetic", 9, limits=(0, 1))
for name in ("Min", "Max"):
    binary(name, "exact", 13, NUMBERS)
for name in ("Sum", "Mean"):
    binary(name, "arithmetic", 8)
for name in ("Equal", "Greater", "Less"):
    binary(name, "exact", 11 if name == "Equal" else 9, NUMBERS, np.bool_)
for name in ("GreaterOrEqual", "LessOrEqual"):
    binary(name, "exact", 16, NUMBERS, np.bool_)
for name in ("And", "Or", "Xor"):
    binary(name, "exact", 7, BOOL, np.bool_)
for name in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
    binary(name, "exact", 18, (np.dtype(np.int32), np.dtype(np.uint8)))


@row("Mod", "exact", 13)
def _(m):
    x = m.value((np.dtype(np.int64), np.dtype(np.int32)))
    y = m.weight(np.asarray(m.pick([1, 2, 3, -2, -3, 7]), m.dtype_of(x)))
    m.node("Mod", [x, y], [(m.dtype_of(x), m.shape_of(x))], fmod=m.pick([0, 1]))


@row("Where", "exact", 9)
def _(m):
    x = m.value(NUMBERS)
    y, c = partner(m, x), m.input(np.bool_, broadcast(m, x))
    try:
        s = np.broadcast_shapes(*(m.shape_of(v) for v in (c, x, y)))
    except ValueError:  # y and c each fit x, but not each other
        raise Refused from None
    m.node("Where", [c, x, y], [(m.dtype_of(x), s)])


@row("Clip", "exact", 12)
def _(m):
    x = m.value(NUMBERS)
    d = m.dtype_of(x)
    low, high = ("" if m.chance(.3) else m.weight(np.asarray(v, d)) for v in (-1, 2))
    m.node("Clip", [x, low, high], [(d, m.shape_of(x))])


@row("MatMul", "sum")
def _(m):
    x = m.value(FLOATS, 1, 4)
    s = m.shape_of(x)
    if m.chance(.15) and s[-1]:  # ONNX Runtime leaves the sum over nothing unwritten there
        w, out = m.input(np.float32, s[-1:]), s[:-1]
    else:
        n = m.dim()
        batch = [1 if m.chance(.5) else d for d in s[:-2]] if m.chance(.4) else []
        w, out = m.input(np.float32, (*batch, s[-1], n)), (*s[:-1], n)
        if batch and len(s) < 2:
            raise Refused
    m.node("MatMul", [x, w], [(np.float32, out)])


@row("Gemm", "sum")
def _(m):
    x = m.value(FLOATS, 2, 2)
    ta, tb, n = m.pick([0, 1]), m.pick([0, 1]), m.dim()
    rows, k = m.shape_of(x)[::-1] if ta else m.shape_of(x)
    w = m.input(np.float32, (n, k) if tb else (k, n))
    ins = [x, w] + ([m.input(np.float32, m.pick([(n,), (1, n), (rows, n), (rows, 1), ()]))] if m.chance(.6) else [])
    if len(ins) == 2 and m.opset < 11:
        raise Refused
    m.node("Gemm", ins, [(np.float32, (rows, n))], transA=ta, transB=tb, alpha=m.pick([1., .5]), beta=m.pick([1., 2.]) if k else 1.)  # ONNX Runtime leaves beta out where there is nothing to sum


def windows(m, s, kernel, strides, pads, dilations, ceil=False):
    out = []
    for d, (size, k, st, di) in enumerate(zip(s, kernel, strides, dilations)):
        room = size + pads[d] + pads[d + len(s)] - (di * (k - 1) + 1)
        if room < 0:
            raise Refused
        out.append(room // st + 1)
    return out


@row("Conv", "sum")
def _(m):
    x = m.value(FLOATS, 3, 4, False)
    n, c, *s = m.shape_of(x)
    group = m.pick([g for g in (1, 2, c) if c % g == 0])
    out = group * int(m.random.integers(1, 4))
    kernel = [int(m.random.integers(1, min(4, d + 1))) for d in s]
    strides, dilations = [m.pick([1, 1, 2]) for _ in s], [m.pick([1, 1, 2]) for _ in s]
    pads = [m.pick([0, 0, 1]) for _ in range(2 * len(s))]
    spatial = windows(m, s, kernel, strides, pads, dilations)
    ins = [x, m.input(np.float32, (out, c // group, *kernel))] + ([m.input(np.float32, (out,))] if m.chance(.5) else [])
    m.node("Conv", ins, [(np.float32, (n, out, *spatial))], group=group, strides=strides, dilations=dilations, pads=pads)


@row("ConvTranspose", "sum")
def _(m):
    x = m.value(FLOATS, 3, 4, False)
    n, c, *s = m.shape_of(x)
    out = int(m.random.integers(1, 4))
    kernel, strides = [int(m.random.integers(1, 4)) for _ in s], [m.pick([1, 2]) for _ in s]
    spatial = [(d - 1) * st + k for d, st, k in zip(s, strides, kernel)]
    m.node("ConvTranspose", [x, m.input(np.float32, (c, out, *kernel))], [(np.float32, (n, out, *spatial))], strides=strides)


for pool, kind in (("MaxPool", "exact"), ("AveragePool", "sum"), ("LpPool", "sum")):
    @row(pool, kind, 11)
    def _(m, pool=pool):
        x = m.value(FLOATS, 3, 4, False)
        n, c, *s = m.shape_of(x)
        kernel = [int(m.random.integers(1, min(4, d + 1))) for d in s]
        strides = [m.pick([1, 2]) for _ in s]
        pads = [m.pick([0, 0, min(1, kernel[i % len(s)] - 1)]) for i in range(2 * len(s))]
        spatial = windows(m, s, kernel, strides, pads, [1] * len(s))
        more = {"count_include_pad": m.pick([0, 1])} if pool == "AveragePool" else {}
        m.node(pool, [x], [(np.float32, (n, c, *spatial))], kernel_shape=kernel, strides=strides, pads=pads, **more)

for pool, kind in (("GlobalMaxPool", "exact"), ("GlobalAveragePool", "sum")):
    @row(pool, kind)
    def _(m, pool=pool):
        x = m.value(FLOATS, 3, 4, False)
        n, c, *s = m.shape_of(x)
        m.node(pool, [x], [(np.float32, (n, c, *[1] * len(s)))])


def axis(m, x):
    rank = len(m.shape_of(x))
    return int(m.random.integers(-rank, rank))


for name in ("Softmax", "LogSoftmax", "Hardmax"):
    @row(name, "exact" if name == "Hardmax" else "sum", 11)
    def _(m, name=name):
        x = m.value(FLOATS, 1, 4, False)
        m.node(name, [x], [(np.float32, m.shape_of(x))], axis=axis(m, x))


@row("LpNormalization", "sum")
def _(m):
    x = m.value(FLOATS, 1, 4, False)
    m.node("LpNormalization", [x], [(np.float32, m.shape_of(x))], axis=axis(m, x), p=m.pick([1, 2]))


@row("LayerNormalization", "sum", 17)
def _(m):
    x = m.value(FLOATS, 1, 4, False)
    a = axis(m, x)
    tail = m.shape_of(x)[a:]
    m.node("LayerNormalization", [x, m.input(np.float32, tail), m.input(np.float32, tail)], [(np.float32, m.shape_of(x))], axis=a)


@row("InstanceNormalization", "sum")
def _(m):
    # ONNX Runtime computes x * a + (b - mean * a): where all of a channel is nearly equal nothing but its rounding is left.
    x = m.input(np.float32, (2, 3, 3, m.dim() + 3))
    c = m.shape_of(x)[1]
    m.node("InstanceNormalization", [x, m.input(np.float32, (c,)), m.input(np.float32, (c,))], [(np.float32, m.shape_of(x))])


@row("BatchNormalization", "arithmetic", 15)
def _(m):
    x = m.value(FLOATS, 2, 4, False)
    c = (m.shape_of(x)[1],)
    ins = [x] + [m.input(np.float32, c) for _ in range(3)] + [m.input(np.float32, c, low=0, high=3)]
    m.node("BatchNormalization", ins, [(np.float32, m.shape_of(x))])


@row("LRN", "sum", 13)
def _(m):
    x = m.value(FLOATS, 4, 4, False)
    m.node("LRN", [x], [(np.float32, m.shape_of(x))], size=m.pick([1, 3, 5]))


def reduced(s, axes, keep):
    gone = {a % len(s) for a in axes} if axes else set(range(len(s)))
    return [1 if i in gone else d for i, d in enumerate(s) if keep or i not in gone]


for name in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2", "ReduceLogSumExp", "ReduceSumSquare"):
    @row(name, "exact" if name in ("ReduceMax", "ReduceMin") else "sum", 11)
    def _(m, name=name):
        x = m.value(FLOATS, 1, 4, False)
        s = m.shape_of(x)
        axes = sorted({int(a) for a in m.random.integers(0, len(s), m.random.integers(1, len(s) + 1))}) if m.chance(.8) else []
        axes = [a - len(s) if m.chance(.3) else a for a in axes]
        keep = m.pick([0, 1])
        as_input = m.opset >= (13 if name == "ReduceSum" else 18)
        ins = [x] + ([m.ints(axes)] if axes and as_input else [])
        m.node(name, ins, [(np.float32, reduced(s, axes, keep))], keepdims=keep, axes=axes if axes and not as_input else None)

for name in ("ArgMax", "ArgMin"):
    @row(name, "exact", 12)
    def _(m, name=name):
        x = m.value(FLOATS, 1, 4, False)
        a, keep = axis(m, x), m.pick([0, 1])
        m.node(name, [x], [(np.int64, reduced(m.shape_of(x), [a], keep))], axis=a, keepdims=keep, select_last_index=m.pick([0, 1]))


@row("CumSum", "sum", 11)
def _(m):
    x = m.value(NUMBERS, 1, 4)
    m.node("CumSum", [x, m.ints(axis(m, x))], [(m.dtype_of(x), m.shape_of(x))], exclusive=m.pick([0, 1]), reverse=m.pick([0, 1]))


@row("Reshape", "exact", 7)
def _(m):
    x = m.value(MOVED)
    s = list(m.shape_of(x))
    total = int(np.prod(s, dtype=np.int64))
    if 0 in s or not s:
        out = s + [1]
        wanted = out if 0 not in s else None
        if wanted is None:
            raise Refused
    else:
        out = m.pick([[total], [1, total], s[::-1], s + [1], [s[0], total // s[0]]])
        wanted = list(out)
        if m.chance(.5):
            wanted[int(m.random.integers(len(wanted)))] = -1
    m.node("Reshape", [x, m.ints(wanted)], [(m.dtype_of(x), out)])


@row("Flatten", "exact", 13)
def _(m):
    x = m.value(FLOATS, 1, 4)
    s = m.shape_of(x)
    a = int(m.random.integers(-len(s), len(s) + 1))
    k = a + len(s) if a < 0 else a
    m.node("Flatten", [x], [(m.dtype_of(x), (int(np.prod(s[:k], dtype=np.int64)), int(np.prod(s[k:], dtype=np.int64))))], axis=a)


@row("Unsqueeze", "exact", 11)
def _(m):
    x = m.value(MOVED, 0, 3)
    s = list(m.shape_of(x))
    a = int(m.random.integers(-len(s) - 1, len(s) + 1))
    s.insert(a if a >= 0 else a + len(s) + 1, 1)
    m.node("Unsqueeze", [x] + ([m.ints([a])] if m.opset >= 13 else []), [(m.dtype_of(x), s)], axes=None if m.opset >= 13 else [a])


@row("Squeeze", "exact", 11)
def _(m):
    x = m.value(MOVED, 1, 4, test=lambda s: 1 in s)
    s = list(m.shape_of(x))
    a = m.pick([i for i, d in enumerate(s) if d == 1])
    given = a - len(s) if m.chance(.4) else a
    del s[a]
    m.node("Squeeze", [x] + ([m.ints([given])] if m.opset >= 13 else []), [(m.dtype_of(x), s)], axes=None if m.opset >= 13 else [given])


@row("Shape", "exact", 15)
def _(m):
    x = m.value(MOVED)
    s = m.shape_of(x)
    start = int(m.random.integers(-5, 4))
    m.node("Shape", [x], [(np.int64, (len(s[max(start + len(s), 0) if start < 0 else start:]),))], start=start)


@row("Size", "exact", 13)
def _(m):
    x = m.value(MOVED)
    m.node("Size", [x], [(np.int64, ())])


@row("Expand", "exact", 8)
def _(m):
    x = m.value(MOVED, 0, 3)
    s = m.shape_of(x)
    to = [m.dim() if d == 1 and m.chance(.5) else m.pick([d, 1]) for d in s]
    to = ([2] if m.chance(.3) else []) + to
    m.node("Expand", [x, m.ints(to)], [(m.dtype_of(x), np.broadcast_shapes(s, tuple(to)))])


@row("Tile", "exact", 13)
def _(m):
    x = m.value(NUMBERS, 1, 3)
    r = [m.pick([0, 1, 1, 2, 3]) for _ in m.shape_of(x)]
    m.node("Tile", [x, m.ints(r)], [(m.dtype_of(x), [a * b for a, b in zip(m.shape_of(x), r)])])


@row("Transpose", "exact", 13)
def _(m):
    x = m.value(MOVED, 1, 4)
    s = m.shape_of(x)
    perm = [int(p) for p in m.random.permutation(len(s))]
    m.node("Transpose", [x], [(m.dtype_of(x), [s[p] for p in perm])], perm=perm)


@row("Slice", "exact", 13)
def _(m):
    x = m.value(MOVED, 1, 4)
    s = m.shape_of(x)
    a = axis(m, x)
    start, end, step = int(m.random.integers(-9, 9)), int(m.pick([-2 ** 63, -3, -1, 0, 2, 5, 2 ** 63 - 1])), m.pick([1, 1, 2, -1, -2, 5])
    if step < 0 and end == 2 ** 63 - 1:
        end = -2 ** 63
    size = len(range(s[a])[slice(start, None if (end == -2 ** 63 and step < 0) else end, step)])
    out = list(s)
    out[a] = size
    m.node("Slice", [x, m.ints([start]), m.ints([end]), m.ints([a]), m.ints([step])], [(m.dtype_of(x), out)])


@row("Concat", "exact", 13)
def _(m):
    x = m.value(MOVED, 1, 4)
    a, s = axis(m, x), list(m.shape_of(x))
    others = []
    for _ in range(m.random.integers(0, 3)):
        t = list(s)
        t[a] = m.dim()
        others.append(m.input(m.dtype_of(x), t))
    out = list(s)
    out[a] += sum(m.shape_of(o)[a] for o in others)
    m.node("Concat", [x] + others, [(m.dtype_of(x), out)], axis=a)


@row("Split", "exact", 13)
def _(m):
    x = m.value(NUMBERS, 1, 4)
    a, s = axis(m, x), list(m.shape_of(x))
    first = int(m.random.integers(0, s[a] + 1))
    parts = [[*s], [*s]]
    parts[0][a], parts[1][a] = first, s[a] - first
    m.node("Split", [x, m.ints([first, s[a] - first])], [(m.dtype_of(x), p) for p in parts], axis=a)


@row("Pad", "exact", 13)
def _(m):
    x = m.value(NUMBERS, 1, 4, False)
    s, mode = m.shape_of(x), m.pick(["constant", "constant", "edge", "reflect"])
    most = 2 if mode != "reflect" else 0
    pads = [int(m.random.integers(-1 if mode == "constant" and d > 2 else 0, (min(most, 2) if mode != "reflect" else min(d - 1, 2)) + 1)) for d in s * 2]
    out = [d + a + b for d, a, b in zip(s, pads, pads[len(s):])]
    ins = [x, m.ints(pads)] + ([m.weight(np.asarray(3, m.dtype_of(x)))] if mode == "constant" and m.chance(.5) else [])
    m.node("Pad", ins, [(m.dtype_of(x), out)], mode=mode)


@row("DepthToSpace", "exact", 13)
def _(m):
    x = m.value(FLOATS, 4, 4, test=lambda s: s[1] % 4 == 0)
    n, c, h, w = m.shape_of(x)
    m.node("DepthToSpace", [x], [(np.float32, (n, c // 4, h * 2, w * 2))], blocksize=2, mode=m.pick(["DCR", "CRD"]))


@row("SpaceToDepth", "exact", 13)
def _(m):
    x = m.value(FLOATS, 4, 4, test=lambda s: s[2] % 2 == 0 and s[3] % 2 == 0)
    n, c, h, w = m.shape_of(x)
    m.node("SpaceToDepth", [x], [(np.float32, (n, c * 4, h // 2, w // 2))], blocksize=2)


@row("Trilu", "exact", 14)
def _(m):
    x = m.value((np.dtype(np.float32), np.dtype(np.int64)), 2, 4)
    ins = [x] + ([m.ints(int(m.random.integers(-4, 5)))] if m.chance(.6) else [])
    m.node("Trilu", ins, [(m.dtype_of(x), m.shape_of(x))], upper=m.pick([0, 1]))


def indices(m, dim, shape):
    if dim == 0:
        raise Refused
    return m.weight(m.random.integers(-dim, dim, shape)) if m.chance(.5) else m.named_input(m.random.integers(-dim, dim, shape))


def named_input(self, array):
    name = self.name()
    self.inputs[name] = np.asarray(array, np.int64)
    return name


Maker.named_input = named_input


@row("Gather", "exact", 11)
def _(m):
    x = m.value(MOVED, 1, 4)
    a, s, i = axis(m, x), list(m.shape_of(x)), m.shape(0, 2)
    a_ = a % len(s)
    m.node("Gather", [x, indices(m, s[a], i)], [(m.dtype_of(x), [*s[:a_], *i, *s[a_ + 1:]])], axis=a)


@row("GatherElements", "exact", 11)
def _(m):
    x = m.value(NUMBERS, 1, 4, False)
    a, s = axis(m, x), list(m.shape_of(x))
    i = [int(m.random.integers(1, d + 1)) for d in s]
    m.node("GatherElements", [x, indices(m, s[a], i)], [(m.dtype_of(x), i)], axis=a)


@row("GatherND", "exact", 12)
def _(m):
    x = m.value(NUMBERS, 1, 4, False)
    s = m.shape_of(x)
    depth = int(m.random.integers(1, len(s) + 1))
    n = m.random.integers(1, 4)
    i = np.stack([m.random.integers(-d, d, n) for d in s[:depth]], -1)
    m.node("GatherND", [x, m.named_input(i)], [(m.dtype_of(x), (n, *s[depth:]))])


@row("ScatterElements", "sum", 11)
def _(m):
    x = m.value(FLOATS, 1, 3, False)
    a, s = axis(m, x), list(m.shape_of(x))
    i = [int(m.random.integers(1, d + 1)) for d in s]
    order = np.argsort(m.random.random([s[a] if k == a % len(s) else d for k, d in enumerate(i)]), axis=a)
    order = np.take(order, np.arange(i[a]), axis=a)  # no index twice along the axis
    m.node("ScatterElements", [x, m.named_input(order), m.input(np.float32, i)], [(np.float32, s)], axis=a,
           reduction=m.pick(["none", "add", "max"]) if m.opset >= 18 else None)


@row("ScatterND", "exact", 11)
def _(m):
    x = m.value(FLOATS, 1, 3, False)
    s = m.shape_of(x)
    n = int(m.random.integers(1, s[0] + 1))
    i = m.random.permutation(s[0])[:n, None]
    m.node("ScatterND", [x, m.named_input(i), m.input(np.float32, (n, *s[1:]))], [(np.float32, s)])


@row("TopK", "exact", 11)
def _(m):
    x = m.value(FLOATS, 1, 4, False)
    a, s = axis(m, x), list(m.shape_of(x))
    k = int(m.random.integers(0, s[a] + 1))
    out = list(s)
    out[a] = k
    m.node("TopK", [x, m.ints([k])], [(np.float32, out), (np.int64, out)], axis=a, largest=m.pick([0, 1]))


@row("NonZero", "exact", 13)
def _(m):
    x = m.value((np.dtype(np.float32), np.dtype(np.int64), np.dtype(np.bool_)), 1, 3)
    m.node("NonZero", [x], [(np.int64, None)])


@row("Compress", "exact", 11)
def _(m):
    x = m.value(NUMBERS, 1, 3)
    a = axis(m, x)
    m.node("Compress", [x, m.input(np.bool_, (m.shape_of(x)[a],))], [(m.dtype_of(x), None)], axis=a)


@row("Unique", "exact", 11)
def _(m):
    x = m.value((np.dtype(np.float32), np.dtype(np.int64)), 1, 2, False)
    m.node("Unique", [x], [(m.dtype_of(x), None)] + [(np.int64, None)] * 3)


@row("OneHot", "exact", 11)
def _(m):
    s = m.shape(0, 2)
    m.node("OneHot", [m.input(np.int64, s), m.ints(5), m.weight(np.asarray([-1, 2], np.float32))], [(np.float32, (*s, 5))])


@row("Resize", "sum", 13)
def _(m):
    x = m.value(FLOATS, 4, 4, False)
    n, c, h, w = m.shape_of(x)
    to = (n, c, int(m.random.integers(1, 9)), int(m.random.integers(1, 9)))
    mode = m.pick(["nearest", "linear"])
    m.node("Resize", [x, "", "", m.ints(to)], [(np.float32, to)], mode=mode,
           coordinate_transformation_mode=m.pick(["half_pixel", "asymmetric", "align_corners"]))


@row("Einsum", "sum", 12)
def _(m):
    x = m.value(FLOATS, 2, 2)
    i, j = m.shape_of(x)
    k = m.dim()
    equation, out = m.pick([("ij,jk->ik", (i, k)), ("ij,jk->ki", (k, i)), ("ij,jk->k", (k,)), ("ij,jk", (i, k))])
    m.node("Einsum", [x, m.input(np.float32, (j, k))], [(np.float32, out)], equation=equation)


@row("Cast", "exact", 13)
def _(m):
    x = m.value(ANY)
    to = m.pick([TensorProto.FLOAT, TensorProto.INT64, TensorProto.INT32, TensorProto.BOOL, TensorProto.DOUBLE, TensorProto.FLOAT16])
    m.node("Cast", [x], [(helper.tensor_dtype_to_np_dtype(to), m.shape_of(x))], to=to)


@row("QuantizeLinear", "exact", 13)
def _(m):
    x = m.value(FLOATS)
    d = m.pick([np.uint8, np.int8])
    m.node("QuantizeLinear", [x, m.weight(np.float32(m.pick([.1, .05, .25]))), m.weight(d(m.pick([0, 3])))], [(d, m.shape_of(x))])


@row("DequantizeLinear", "arithmetic", 13)
def _(m):
    x = m.value((np.dtype(np.uint8), np.dtype(np.int8)), 1, 4)
    s, a = m.shape_of(x), axis(m, x)
    d = m.dtype_of(x)
    if m.chance(.5):
        ins, a = [m.weight(np.float32(.1)), m.weight(np.zeros((), d))], None
    else:
        ins = [m.weight(m.random.uniform(.1, 1, s[a]).astype(np.float32)), m.weight(m.numbers(d, (s[a],)))]
    m.node("DequantizeLinear", [x] + ins, [(np.float32, s)], axis=a)


@row("ConstantOfShape", "exact", 9)
def _(m):
    s = m.shape(1, 3)
    m.node("ConstantOfShape", [m.ints(s)], [(np.float32, s)], value=numpy_helper.from_array(np.asarray([2.5], np.float32)))


@row("Range", "exact", 11)
def _(m):
    start, limit, step = (int(v) for v in (m.random.integers(-4, 4), m.random.integers(-4, 8), m.pick([1, 2, -1])))
    m.node("Range", [m.ints(start), m.ints(limit), m.ints(step)], [(np.int64, (len(range(start, limit, step)),))])


@row("EyeLike", "exact", 9)
def _(m):
    x = m.value(FLOATS, 2, 2)
    m.node("EyeLike", [x], [(np.float32, m.shape_of(x))], k=int(m.random.integers(-2, 3)))


@row("If", "exact", 13)
def _(m):
    x = m.value(FLOATS)
    y = partner(m, x)
    if m.shape_of(x) != m.shape_of(y):
        raise Refused
    branches = []
    for op in ("Add", "Mul"):
        out = m.name()
        branches.append(helper.make_graph([helper.make_node(op, [x, y], [out])], op, [], [
            helper.make_tensor_value_info(out, TensorProto.FLOAT, None)]))
    m.node("If", [m.input(np.bool_, ())], [(np.float32, m.shape_of(x))], then_branch=branches[0], else_branch=branches[1])
    m.used.update((x, y))


@row("Loop", "sum", 13)
def _(m):
    x = m.value(FLOATS)
    s = m.shape_of(x)
    y = m.input(np.float32, s, low=0, high=1)
    i, c, v, c2, v2, scan = (m.name() for _ in range(6))
    trips = int(m.random.integers(1, 4))  # of none, ONNX leaves the size of what would have been stacked open
    body = helper.make_graph(
        [helper.make_node("Identity", [c], [c2]), helper.make_node("Mul", [v, y], [v2]), helper.make_node("Neg", [v2], [scan])], "body",
        [helper.make_tensor_value_info(i, TensorProto.INT64, ()), helper.make_tensor_value_info(c, TensorProto.BOOL, ()),
         helper.make_tensor_value_info(v, TensorProto.FLOAT, s)],
        [helper.make_tensor_value_info(n, t, None) for n, t in ((c2, TensorProto.BOOL), (v2, TensorProto.FLOAT), (scan, TensorProto.FLOAT))])
    m.node("Loop", [m.named_input(trips), "", x], [(np.float32, s), (np.float32, None)], body=body)
    m.used.update((x, y))


def info_of(name, dtype, shape=None):
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(dtype)), shape)


@row("Loop", "sum", 13)
def _(m):
    """Goes on while a condition that is carried holds, with an If inside that reads from outside both bodies."""
    x = m.value(FLOATS)
    s = m.shape_of(x)
    y, outside = m.input(np.float32, s, low=-1, high=1), m.input(np.bool_, ())
    i, c, v, w, d, even, two, zero, rest, most, c2, t, e = (m.name() for _ in range(13))
    then = helper.make_graph([helper.make_node("Sub", [v, y], [t])], "then", [], [info_of(t, np.float32)])
    other = helper.make_graph([helper.make_node("If", [outside], [e], then_branch=helper.make_graph(
        [helper.make_node("Add", [v, y], [e + "a"])], "a", [], [info_of(e + "a", np.float32)]), else_branch=helper.make_graph(
        [helper.make_node("Mul", [v, y], [e + "b"])], "b", [], [info_of(e + "b", np.float32)]))], "else", [], [info_of(e, np.float32)])
    constant = lambda name, number: helper.make_node("Constant", [], [name], value=numpy_helper.from_array(np.int64(number)))
    body = helper.make_graph(
        [constant(two, 2), constant(zero, 0), constant(most, int(m.random.integers(1, 4))), helper.make_node("Mod", [i, two], [rest]),
         helper.make_node("Equal", [rest, zero], [even]), helper.make_node("If", [even], [w], then_branch=then, else_branch=other),
         helper.make_node("Less", [i, most], [c2]), helper.make_node("Identity", [w], [d])],
        "body", [info_of(i, np.int64, ()), info_of(c, np.bool_, ()), info_of(v, np.float32, s)],
        [info_of(c2, np.bool_), info_of(w, np.float32), info_of(d, np.float32)])
    start = m.input(np.bool_, ())
    if start in m.inputs:
        m.inputs[start] = np.asarray(True)  # of no trip, see above
    else:
        m.weights[start] = np.asarray(True)
    m.node("Loop", [m.named_input(m.random.integers(1, 6)), start, x], [(np.float32, s), (np.float32, None)], body=body)
    m.used.update((x, y, outside))


@row("If", "exact", 13)
def _(m):
    """Branches of different shapes, of integers, nested."""
    x, d = m.value((np.dtype(np.float32), np.dtype(np.int64)), 1, 3), None
    d = m.dtype_of(x)
    inner, first, second, third, flat = m.input(np.bool_, ()), *(m.name() for _ in range(4))
    nested = helper.make_graph([helper.make_node("If", [inner], [first], then_branch=helper.make_graph(
        [helper.make_node("Neg", [x], [second])], "t", [], [info_of(second, d)]), else_branch=helper.make_graph(
        [helper.make_node("Abs", [x], [third])], "e", [], [info_of(third, d)]))], "nested", [], [info_of(first, d)])
    other = helper.make_graph([helper.make_node("Flatten", [x], [flat], axis=0)], "flat", [], [info_of(flat, d)])
    m.node("If", [m.input(np.bool_, ())], [(d, None)], then_branch=nested, else_branch=other)
    m.used.update((x, inner))


@row("Scan", "sum", 13)
def _(m):
    x = m.value(FLOATS, 2, 3, False)
    n, *s = m.shape_of(x)
    state, k = m.input(np.float32, s), m.input(np.float32, s)
    a, b, c, d = (m.name() for _ in range(4))
    body = helper.make_graph([helper.make_node("Add", [a, b], [c]), helper.make_node("Mul", [c, k], [d])], "scan",
                             [info_of(a, np.float32, s), info_of(b, np.float32, s)], [info_of(c, np.float32), info_of(d, np.float32)])
    m.node("Scan", [state, x], [(np.float32, s), (np.float32, (n, *s))], body=body, num_scan_inputs=1, scan_input_directions=[m.pick([0, 1])])
    m.used.add(k)


# ---- Other types ---------------------------------------------------------------------------------

SMALL = (np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.int16), np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.uint64))
WIDER = (np.dtype(np.float64), np.dtype(np.float16))


def fresh(m, dtypes, low=0, high=3):
    d = m.pick(list(dtypes))
    fits = [n for n, (dd, s) in m.values.items() if dd == d and s is not None and low <= len(s) <= high]
    return m.pick(fits) if fits and m.chance(.6) else m.input(d, m.shape(low, high))


@row("Cast", "exact", 13)
def _(m):
    """Between any two types; numbers that fit into all of them."""
    x = m.input(m.pick(list(ANY + SMALL)), m.shape(), low=0, high=5)
    to = m.pick(list(ANY + SMALL))
    m.node("Cast", [x], [(to, m.shape_of(x))], to=helper.np_dtype_to_tensor_dtype(to))


for name in ("Add", "Sub", "Mul"):
    @row(name, "arithmetic", 14)
    def _(m, name=name):
        x = fresh(m, (np.dtype(np.float64), np.dtype(np.float64), np.dtype(np.uint32), np.dtype(np.uint64), np.dtype(np.int16), np.dtype(np.int8), np.dtype(np.uint8)))
        y = partner(m, x)
        m.node(name, [x, y], [(m.dtype_of(x), np.broadcast_shapes(m.shape_of(x), m.shape_of(y)))])

for name, kind in (("Exp", "function"), ("Sqrt", "arithmetic"), ("Tanh", "function"), ("Abs", "exact"), ("Neg", "exact"), ("Relu", "exact"), ("Floor", "exact")):
    @row(name, kind, 14)
    def _(m, name=name):
        x = fresh(m, (np.dtype(np.float64),))
        m.node(name, [x], [(m.dtype_of(x), m.shape_of(x))])

for name in ("Add", "Mul", "Sub", "Div"):
    @row(name, "arithmetic", 14)
    def _(m, name=name):
        x = fresh(m, (np.dtype(np.float16),))
        y = m.input(np.float16, broadcast(m, x), low=1, high=3)
        m.node(name, [x, y], [(np.float16, np.broadcast_shapes(m.shape_of(x), m.shape_of(y)))])


@row("MatMul", "sum", 13)
def _(m):
    d = m.pick([np.dtype(np.float64), np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.uint32)])
    n, k, j = m.dim(), m.dim(), m.dim()
    m.node("MatMul", [m.input(d, (n, k)), m.input(d, (k, j))], [(d, (n, j))])


for name in ("ReduceSum", "ReduceMax", "ReduceMean"):
    @row(name, "sum" if name != "ReduceMax" else "exact", 18)
    def _(m, name=name):
        d = m.pick([np.dtype(np.float64), np.dtype(np.int32), np.dtype(np.int64)] if name == "ReduceSum" else
                   [np.dtype(np.float64), np.dtype(np.int32)] if name == "ReduceMean" else [np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.int64)])
        s = m.shape(1, 3, False)
        a = int(m.random.integers(0, len(s)))
        m.node(name, [m.input(d, s), m.ints([a])], [(d, reduced(s, [a], 0))], keepdims=0)


@row("ReduceSum", "sum", 13)
def _(m):
    """Over nothing: zeros; with no axes, nothing is done or all is summed."""
    x = m.value(FLOATS, 0, 3)
    s, noop = m.shape_of(x), m.pick([0, 1])
    m.node("ReduceSum", [x, m.ints([])], [(np.float32, s if noop else [1] * len(s))], noop_with_empty_axes=noop)


@row("BitShift", "exact", 11)
def _(m):
    d = m.pick([np.dtype(np.uint8), np.dtype(np.uint32), np.dtype(np.uint64)])
    x = m.input(d, m.shape())
    m.node("BitShift", [x, m.weight(np.asarray(int(m.random.integers(0, 7)), d))], [(d, m.shape_of(x))], direction=m.pick(["LEFT", "RIGHT"]))


@row("CastLike", "exact", 15)
def _(m):
    x, y = m.value(NUMBERS), m.value(NUMBERS)
    m.node("CastLike", [x, y], [(m.dtype_of(y), m.shape_of(x))])


# ---- Further operators ---------------------------------------------------------------------------

@row("DynamicQuantizeLinear", "exact", 11)
def _(m):
    x = m.value(FLOATS, 1, 3, False)
    m.node("DynamicQuantizeLinear", [x], [(np.uint8, m.shape_of(x)), (np.float32, ()), (np.uint8, ())])


@row("MatMulInteger", "exact", 10)
def _(m):
    n, k, j = m.dim(), max(m.dim(), 1), m.dim()  # as below
    a, b = m.input(np.uint8, (n, k), low=0), m.input(m.pick([np.uint8, np.int8]), (k, j))
    zeros = [m.weight(np.uint8(3)), m.weight(np.asarray(m.pick([0, 2]), m.dtype_of(b)))] if m.chance(.6) else []
    m.node("MatMulInteger", [a, b] + zeros, [(np.int32, (n, j))])


@row("QLinearMatMul", "exact", 10)
def _(m):
    n, k, j = m.dim(), max(m.dim(), 1), m.dim()  # ONNX Runtime leaves the result unwritten where there is nothing to sum
    a, b = m.input(np.uint8, (n, k), low=0), m.input(np.uint8, (k, j), low=0)
    scale = lambda x: m.weight(np.float32(x))
    zero = lambda x: m.weight(np.uint8(x))
    m.node("QLinearMatMul", [a, scale(.25), zero(3), b, scale(.5), zero(2), scale(m.pick([.5, 1., 2.])), zero(128)], [(np.uint8, (n, j))])


for name, gates in (("LSTM", 4), ("GRU", 3), ("RNN", 1)):
    @row(name, "sum", 14)
    def _(m, name=name, gates=gates):
        length, batch, width, hidden = (int(m.random.integers(1, k)) for k in (6, 4, 5, 5))
        direction = m.pick(["forward", "reverse", "bidirectional"])
        d = 2 if direction == "bidirectional" else 1
        x = m.input(np.float32, (length, batch, width), low=-1, high=1)
        ins = [x, m.input(np.float32, (d, gates * hidden, width), low=-1, high=1), m.input(np.float32, (d, gates * hidden, hidden), low=-1, high=1)]
        if m.chance(.6):
            ins.append(m.input(np.float32, (d, 2 * gates * hidden), low=-1, high=1))
        state = (np.float32, (d, batch, hidden))
        outs = [(np.float32, (length, d, batch, hidden)), state] + ([state] if name == "LSTM" else [])
        more = {"linear_before_reset": m.pick([0, 1])} if name == "GRU" else {}
        m.node(name, ins, outs, hidden_size=hidden, direction=direction, **more)


@row("GridSample", "sum", 16)
def _(m):
    n, c, h, w, p, q = (int(m.random.integers(1, k)) for k in (3, 3, 6, 6, 5, 5))
    # Places between pixels: on the border of two a rounding decides which is nearest.
    grid = m.input(np.float32, (n, p, q, 2), low=-1.2, high=1.2)
    # Cubic at the border: ONNX moves the place onto the border first, ONNX Runtime each of the pixels around it.
    padding = m.pick(["zeros", "border"])
    mode = "bilinear" if m.opset < 20 else "linear" if padding == "border" else m.pick(["linear", "cubic"])
    m.node("GridSample", [m.input(np.float32, (n, c, h, w)), grid], [(np.float32, (n, c, p, q))], mode=mode, padding_mode=padding,
           align_corners=m.pick([0, 1]))


@row("ReverseSequence", "exact", 10)
def _(m):
    s = (*(int(m.random.integers(1, 6)) for _ in range(2)), *m.shape(0, 1))
    x = m.input(np.float32, s)
    m.node("ReverseSequence", [x, m.named_input(m.random.integers(1, s[0] + 1, s[1]))], [(np.float32, s)], time_axis=0, batch_axis=1)


@row("MeanVarianceNormalization", "sum", 13)
def _(m):
    x = m.input(np.float32, (2, 3, 3, m.dim() + 3))
    m.node("MeanVarianceNormalization", [x], [(np.float32, m.shape_of(x))], axes=m.pick([[0, 2, 3], [2, 3], [1]]))


@row("GroupNormalization", "sum", 21)
def _(m):
    x = m.input(np.float32, (2, 4, 3, m.dim() + 3))
    m.node("GroupNormalization", [x, m.input(np.float32, (4,)), m.input(np.float32, (4,))], [(np.float32, m.shape_of(x))], num_groups=m.pick([1, 2]))


@row("RMSNormalization", "sum", 23)
def _(m):
    x = m.value(FLOATS, 1, 4, False)
    a = axis(m, x)
    m.node("RMSNormalization", [x, m.input(np.float32, m.shape_of(x)[a:])], [(np.float32, m.shape_of(x))], axis=a)


@row("Attention", "sum", 23)
def _(m):
    batch, heads, q, k, d, v = (int(m.random.integers(1, n)) for n in (3, 3, 5, 6, 6, 6))
    ins = [m.input(np.float32, s, low=-1, high=1) for s in ((batch, heads, q, d), (batch, heads, k, d), (batch, heads, k, v))]
    if m.chance(.5):
        ins.append(m.input(np.float32, (q, k)))
    m.node("Attention", ins, [(np.float32, (batch, heads, q, v))], is_causal=0 if len(ins) > 3 else m.pick([0, 1]))


@row("Det", "sum", 11)
def _(m):
    n = int(m.random.integers(1, 5))
    x = m.input(np.float32, (*m.shape(0, 2, False), n, n))
    m.node("Det", [x], [(np.float32, m.shape_of(x)[:-2])])


@row("GlobalLpPool", "sum")
def _(m):
    x = m.value(FLOATS, 3, 4, False)
    n, c, *s = m.shape_of(x)
    m.node("GlobalLpPool", [x], [(np.float32, (n, c, *[1] * len(s)))], p=2)


@row("Dropout", "exact", 13)
def _(m):
    x = m.value(FLOATS)
    m.node("Dropout", [x], [(np.float32, m.shape_of(x)), (np.bool_, m.shape_of(x))])


@row("ReduceLogSum", "sum", 18)
def _(m):
    x = m.input(np.float32, m.shape(1, 3, False), low=1, high=4)
    a = int(m.random.integers(0, len(m.shape_of(x))))
    m.node("ReduceLogSum", [x, m.ints([a])], [(np.float32, reduced(m.shape_of(x), [a], 1))])


@row("SplitToSequence", "exact", 13)
def _(m):
    """A sequence, something out of its middle, and all of it joined again."""
    x = m.value(FLOATS, 1, 3, test=lambda s: s[0] > 0)
    s = m.shape_of(x)
    parts, = m.node("SplitToSequence", [x], [(np.float32, None)], axis=0, keepdims=1)
    m.node("SequenceAt", [parts, m.named_input(m.random.integers(-s[0], s[0]))], [(np.float32, (1, *s[1:]))])
    m.node("SequenceLength", [parts], [(np.int64, ())])
    joined = (*s[:1], *s[1:]) if len(s) < 2 or m.chance(.5) else (1, s[1] * s[0], *s[2:])
    m.node("ConcatFromSequence", [parts], [(np.float32, joined)], axis=0 if joined == tuple(s) else 1)
    m.lists.add(parts)


for name in ("SequenceAt", "SequenceLength", "ConcatFromSequence"):
    @row(name, "exact", 99)  # made by the row above
    def _(m):
        raise Refused


OPSETS = (11, 12, 13, 15, 17, 18, 20, 21, 23)


def attempt(m, make):
    """What make(m) gives, or None and m as it was."""
    before = (len(m.nodes), dict(m.values), dict(m.inputs), dict(m.weights), set(m.used))
    try:
        return make(m) or True
    except Refused:
        m.values, m.inputs, m.weights, m.used = before[1:]
        del m.nodes[before[0]:]
    return None


def close(m, again):
    """Results that nobody reads are outputs, and some of the others; inputs and weights that nobody reads go."""
    made = [o for n in m.nodes for o in n.output]
    m.outputs = [o for o in made if o not in m.lists and (o not in m.used or m.chance(again))]
    read = {i for n in m.nodes for i in n.input} | m.used
    m.inputs = {k: v for k, v in m.inputs.items() if k in read}
    m.weights = {k: v for k, v in m.weights.items() if k in read}
    return m


def make_graph(seed, opset):
    m = Maker(seed)
    m.opset = opset
    rows = [r for r in ROWS if r[2] <= opset]
    wanted = int(m.random.integers(1, 9))
    for _ in range(60):
        if len(m.nodes) >= wanted:
            break
        attempt(m, m.pick(rows)[3])
    return close(m, .15)


def data_of(g, fed):
    return {**g.inputs, **({k: v for k, v in g.weights.items() if k in g.constants} if fed else {})}


def error_of(graph, node, output):
    """Of a node's own arithmetic, relative to its result."""
    known = None if output in graph.lists else graph.values.get(output)
    return KINDS[KIND_OF[node.op_type]] * UNITS[known[0]] if known and known[0] in UNITS else 0


def shaken_nodes(graph):
    """The nodes, each result that is rounded multiplied by an input of 1 +- its error; and those inputs: (name, type, shape, error)."""
    nodes, factors = [], []
    for n in graph.nodes:
        moves = [(o, error_of(graph, n, o)) for o in n.output if o]
        copy = onnx.NodeProto.FromString(n.SerializeToString())
        behind = []
        for i, (o, error) in enumerate(moves):
            if error:
                dtype, shape = graph.values[o]
                copy.output[i] = o + "_exact"
                factors.append((o + "_factor", dtype, shape or (), error))
                behind.append(helper.make_node("Mul", [o + "_exact", o + "_factor"], [o]))
        nodes += [copy] + behind
    return nodes, factors


def model_of(graphs, shaken=False):
    """`shaken`: results take factors, and constants that are data are inputs, so that they can be moved."""
    info = lambda name, dtype, shape: helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(dtype)), shape)
    nodes, inputs = [], [info(k, v.dtype, v.shape) for g in graphs for k, v in data_of(g, shaken).items()]
    for g in graphs:
        if not shaken:
            nodes += g.nodes
            continue
        more, factors = shaken_nodes(g)
        nodes += more
        inputs += [info(*f[:3]) for f in factors]
    outputs = [info(o, g.values[o][0], None) for g in graphs for o in g.outputs]
    weights = [numpy_helper.from_array(v, k) for g in graphs for k, v in g.weights.items() if not (shaken and k in g.constants)]
    made = helper.make_model(helper.make_graph(nodes, "random", inputs, outputs, weights),
                             opset_imports=[helper.make_opsetid("", graphs[0].opset)])
    made.ir_version = 8
    return made.SerializeToString()


def run_ort(session, feeds):
    return [np.asarray(o) for o in session.run(None, feeds)]


def session_of(data):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def compile_for_gpu(data, folder, *words, **environment):
    """What is said against it, or None; the plan is m.fp8c."""
    (folder / "m.onnx").write_bytes(data)
    words = words or ("--target", TARGET, "--precision", "f32")
    done = subprocess.run([FP8C, "compile", "m.onnx", "-o", "m.fp8c", *words, "-q", "--no-cache"], cwd=folder,
                          capture_output=True, text=True, timeout=600, env={**os.environ, **environment})
    return None if done.returncode == 0 else (done.returncode, done.stderr.strip())


def with_kernels(graphs, folder, tally, found):
    """Those that a GPU can do.  Kernels are not compiled for the question where tests/simt would do it."""
    able = []
    for g in graphs:
        wrong = compile_for_gpu(model_of([g]), folder, FP8C_SIMT_EMPTY="1")
        if wrong is None:
            able.append(g)
        elif wrong[0] == 4:
            tally["without kernel"] += 1
        else:
            tally["disagree"] += 1
            found.append((g, f"refused: {wrong[1]}"))
    return able


def run_fp8c(data, feeds, names, folder):
    """The outputs, or the sentence of a refusal."""
    (folder / "m.onnx").write_bytes(data)
    for old in (folder / "out").glob("*"):
        old.unlink()
    wrong = None if DEVICE == "cpu" else compile_for_gpu(data, folder)
    if wrong:
        return wrong[1]
    words = [FP8C, "run", "m.onnx" if DEVICE == "cpu" else "m.fp8c", "-o", "out", "-q", "-d", DEVICE, "-j", "1"]
    for i, (name, array) in enumerate(feeds.items()):
        np.save(folder / f"{i}.npy", array)
        words += ["-i", f"{name}={i}.npy"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode:
        return done.stderr.strip() or f"exit code {done.returncode}"
    return [np.load(folder / "out" / f"{n}.npy") for n in names]


def moved_runs(graphs):
    """ONNX Runtime's outputs with everything moved, and moved the other way; as many as PAIRS of them."""
    session, random, runs = session_of(model_of(graphs, True)), np.random.default_rng(0), []
    moves = [(k, v, MOVE if np.issubdtype(v.dtype, np.floating) else 0) for g in graphs for k, v in data_of(g, True).items()]
    moves += [(name, np.ones(shape, dtype), error) for g in graphs for name, dtype, shape, error in shaken_nodes(g)[1]]
    for _ in range(PAIRS):
        signs = [random.choice([-1, 1], v.shape) for _, v, _ in moves]
        for way in (1, -1):
            with np.errstate(all="ignore"):
                runs.append(run_ort(session, {k: np.asarray(v * (1 + way * error * sign), v.dtype) if error else v
                                              for (k, v, error), sign in zip(moves, signs)}))
    return runs


KIND_OF = {r[0]: r[1] for r in ROWS}


def difference(graph, ours, theirs, again):
    """What is wrong with one output, or None."""
    if ours.shape != theirs.shape:
        same = [a.shape == theirs.shape for a in again]
        return f"shape {ours.shape}, ONNX Runtime {theirs.shape}" if all(same) else None
    if ours.dtype != theirs.dtype:
        return f"type {ours.dtype}, ONNX Runtime {theirs.dtype}"
    if ours.size == 0:
        return None
    same = [a for a in again if a.shape == theirs.shape]
    if len(same) < len(again):
        return None  # a shape that comes from the numbers, and that their rounding changes
    if not np.issubdtype(ours.dtype, np.floating):
        wrong = ours != theirs
        for a in same:
            wrong &= a == theirs
        return f"{int(wrong.sum())} of {wrong.size} elements differ, first {ours[wrong][:4]} and {theirs[wrong][:4]}" if wrong.any() else None
    x, y = (np.atleast_1d(v).astype(np.float64) for v in (ours, theirs))
    with np.errstate(all="ignore"):
        shift = np.zeros_like(y)
        for a in (np.atleast_1d(a).astype(np.float64) for a in same):
            d = np.abs(a - y)
            shift = np.maximum(shift, np.where(np.isfinite(d), d, np.where((a == y) | (np.isnan(a) & np.isnan(y)), 0, np.inf)))
        unstable = np.isinf(shift)
        shift = np.where(np.isfinite(shift), shift, 0)
        unit = UNITS[ours.dtype]
        functions = sum(KIND_OF[n.op_type] == "function" for n in graph.nodes)
        widest = max([UNITS[d] for d, _ in graph.values.values() if d in UNITS], default=0)
        allowed = 8 * widest * functions + 4 * shift + 4 * np.sqrt(np.mean(shift ** 2)) + 4 * unit * np.abs(y) + SMALLEST[ours.dtype]
        equal = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= allowed)
    wrong = ~equal & ~unstable
    if not wrong.any():
        return None
    at = tuple(int(i[0]) for i in np.nonzero(wrong))
    return f"{int(wrong.sum())} of {wrong.size} elements differ, first {x[at]!r} and {y[at]!r} where {allowed[at]:.3g} is allowed"


# What is left of a number that underflows on the way, or is a subnormal one.
SMALLEST = {np.dtype(np.float32): 1e-30, np.dtype(np.float16): 2.0 ** -23, np.dtype(np.float64): 1e-300}


def judge(graphs, folder, tally, found):
    """Compares a batch; when something is wrong, each of its graphs alone."""
    names = [o for g in graphs for o in g.outputs]
    feeds = {k: v for g in graphs for k, v in g.inputs.items()}
    data = model_of(graphs)
    try:
        theirs, again = run_ort(session_of(data), feeds), moved_runs(graphs)
    except Exception as refusal:  # ONNX Runtime has many classes of them
        theirs = str(refusal)
    if theirs.__class__ is str and len(graphs) > 1:
        return [judge([g], folder, tally, found) for g in graphs]
    ours = run_fp8c(data, feeds, names, folder)
    if ours.__class__ is str and len(graphs) > 1:
        return [judge([g], folder, tally, found) for g in graphs]
    if theirs.__class__ is str:
        tally["both refuse" if ours.__class__ is str else "ONNX Runtime refuses"] += 1
        return None
    if ours.__class__ is str:
        tally["disagree"] += 1
        return found.append((graphs[0], f"refused: {ours}"))
    at = 0
    for g in graphs:
        wrong = [(o, difference(g, ours[at + i], theirs[at + i], [a[at + i] for a in again])) for i, o in enumerate(g.outputs)]
        at += len(g.outputs)
        wrong = [(o, w) for o, w in wrong if w]
        if wrong:
            open_ = explained(g)
            why = {open_.get(o) for o, _ in wrong}
            if None not in why:
                tally.update(why)
                tally["explained"] += 1
                continue
        tally["disagree" if wrong else "agree"] += 1
        if wrong:
            found.append((g, "; ".join(f"{o}: {w}" for o, w in wrong)))
    return None


def explained(graph):
    """{value: its row of KNOWN}: what a result that is open leads to, as ONNX Runtime computes it."""
    kept, graph.outputs = graph.outputs, [o for n in graph.nodes for o in n.output if o and o not in graph.lists]
    try:
        values = dict(zip(graph.outputs, run_ort(session_of(model_of([graph])), graph.inputs)))
    finally:
        graph.outputs = kept
    values.update(graph.inputs)
    values.update(graph.weights)
    is_float = lambda name: np.issubdtype(values[name].dtype, np.floating)
    found = {}
    for n in graph.nodes:
        given = [i for i in list(n.input) + captured(n) if i in values]
        why = next((found[i] for i in given if i in found), None)
        if n.op_type in NAN_IS_OPEN and any(is_float(i) and np.isnan(values[i]).any() for i in given):
            why = "NaN is open"
        wild = bool(given) and is_float(given[0]) and not np.isfinite(values[given[0]]).all()
        if wild and n.op_type in WILD:
            why = WILD[n.op_type]
        if n.op_type == "Cast" and is_float(given[0]) and np.issubdtype(values[n.output[0]].dtype, np.integer):
            info, x = np.iinfo(values[n.output[0]].dtype), values[given[0]].astype(np.float64)
            if not np.all((x > float(info.min) - 1) & (x < float(info.max) + 1)):
                why = "cast is open"
        found.update({o: why for o in n.output if why})
    return found


def captured(node):
    """What the bodies of a node read, from within and from outside."""
    return [i for a in node.attribute if a.HasField("g") for n in a.g.node for i in list(n.input) + captured(n)]


def tell(graph):
    shape = lambda name: list(graph.values[name][1]) if graph.values.get(name, (0, None))[1] is not None else ""
    words = lambda a: "" if a.HasField("g") else f", {a.name}=" + " ".join(str(helper.get_attribute_value(a)).split())
    return "; ".join(f"{n.op_type}({', '.join(f'{i}{shape(i)}' for i in n.input)}{''.join(words(a) for a in n.attribute)}) -> {', '.join(n.output)}"
                     for n in graph.nodes)


PRECISIONS = ["auto"], ["bf16"], ["f32"], ["fp8", "--calibrate-method", "constant=0.05"]


def compile_only(graphs, folder, tally, found):
    for i, g in enumerate(graphs):
        wrong = compile_for_gpu(model_of([g]), folder, "--target", "sm_90a", "--target", "sm_89", "--allow-cpu-fallback", "--precision",
                                *PRECISIONS[i % len(PRECISIONS)], FP8C_SIMT_EMPTY="1")
        tally["disagree" if wrong else "compiled"] += 1
        if wrong:
            found.append((g, f"{' '.join(PRECISIONS[i % len(PRECISIONS)])}: exit code {wrong[0]}: {wrong[1]}"))


DEVICE, TARGET, COMPILE_ONLY = "cpu", "sm_90a", False


def main():
    global DEVICE, TARGET, COMPILE_ONLY
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--count", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--device", default="cpu", help="cpu, or cuda:0 with the GPU's plan (on the processor: tests/simt)")
    words.add_argument("--target", default=TARGET, help="of a plan for a GPU; tests/simt is an sm_89")
    words.add_argument("--compile-only", action="store_true", help="for GPUs, in every precision; nothing runs")
    words.add_argument("--keep", type=Path, help="folder for models that disagree")
    words.add_argument("--without", default="", help="operators to leave out, with commas between them")
    given = words.parse_args()
    DEVICE, TARGET, COMPILE_ONLY = given.device, given.target, given.compile_only
    left_out = set(filter(None, given.without.split(",")))
    ROWS[:] = [r for r in ROWS if r[0] not in left_out]
    tally, found, nodes, told = Counter(), [], Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, given.count, BATCH):
            opset = OPSETS[first // BATCH % len(OPSETS)]
            graphs = [make_graph(given.seed * 1000000 + i, opset) for i in range(first, min(first + BATCH, given.count))]
            graphs = [g for g in graphs if g.outputs]
            if DEVICE != "cpu":
                graphs = with_kernels(graphs, Path(folder), tally, found)
            nodes.update(n.op_type for g in graphs for n in g.nodes)
            if given.compile_only:
                compile_only(graphs, Path(folder), tally, found)
            elif graphs:
                judge(graphs, Path(folder), tally, found)
            for graph, wrong in found[told:]:
                print(f"{graph.prefix[:-1]} (opset {graph.opset}): {wrong}\n    {tell(graph)}", flush=True)
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{graph.prefix[:-1]}.onnx").write_bytes(model_of([graph]))
            told = len(found)
    for why, words in KNOWN.items():
        if tally[why]:
            print(f"{tally[why]} graphs: {why}: {words}")
    if given.compile_only:
        print(f"{tally['compiled'] + len(found)} graphs, {sum(nodes.values())} nodes of {len(nodes)} operators: {tally['compiled']} compiled, {len(found)} not")
        return 1 if found else 0
    kernels = f"{tally['without kernel']} without kernel, " if DEVICE != "cpu" else ""
    print(f"{DEVICE}: {tally['agree'] + tally['explained'] + len(found) + tally['ONNX Runtime refuses'] + tally['both refuse'] + tally['without kernel']} graphs, "
          f"{sum(nodes.values())} nodes of {len(nodes)} operators: {tally['agree']} agree, {kernels}{tally['ONNX Runtime refuses']} refused by ONNX Runtime, "
          f"{tally['both refuse']} by both, {tally['explained']} differ for reasons that are known, {len(found)} disagree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
