"""An ONNX model as PyTorch would have it: its nodes as torch calls in one torch.fx graph.

    python bench/onnx_torch.py MODEL.onnx INPUTS.npz     # against ONNX Runtime in F32

Whatever depends on constants and sizes alone is computed when the graph is made, so that torch.compile sees a straight
line of calls with fixed sizes; an If whose condition is known is its branch.  Weights become parameters of the wanted type.
What a person who writes the module would write is written so: a batch norm behind a convolution lies in its weights, a
product with a bias is a linear layer, softmax(QK)V is scaled_dot_product_attention, and the usual chains of GELU, hard swish
and layer norm are one call each.
"""
import math
from operator import getitem

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper


class Value:
    """A tensor known when the graph is made (node is None), or what a node of the graph computes, with an example."""

    def __init__(self, sample, node=None):
        self.sample, self.node = sample, node

    @property
    def known(self):
        return self.node is None

    def ints(self):
        if not self.known:
            raise NotImplementedError("sizes or axes that depend on data")
        return [int(i) for i in self.sample.reshape(-1).tolist()]

    def scalar(self):
        """A known tensor of one element as a Python number; else None."""
        return self.sample.item() if self.known and self.sample.numel() == 1 else None


def attributes(node):
    return {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}


class Builder:
    def __init__(self, dtype, device):
        self.dtype, self.device = dtype, device
        self.module, self.graph = torch.nn.Module(), torch.fx.Graph()
        self.held = {}  # id of a known tensor: its node and the tensor that the module holds
        self.opset = 0

    # -- what handlers use

    def known(self, array):
        t = torch.from_numpy(np.array(array))
        return Value(t)

    def hold(self, value):
        key = id(value.sample)
        if key not in self.held:
            t = value.sample
            t = t.to(self.dtype) if t.is_floating_point() else t
            t, name = t.to(self.device).contiguous(), f"c{len(self.held)}"
            if t.is_floating_point():
                self.module.register_parameter(name, torch.nn.Parameter(t, requires_grad=False))
            else:
                self.module.register_buffer(name, t)
            self.held[key] = self.graph.get_attr(name), t, value.sample  # the last keeps the id its own
        return self.held[key]

    def emit(self, call, *args, **kwargs):
        """One torch call: computed now where everything is known, else now on the examples and in the graph."""
        def each(x, of):
            if isinstance(x, (list, tuple)):
                return type(x)(each(y, of) for y in x)
            return of(x) if isinstance(x, Value) else x

        found = []
        each([*args, *kwargs.values()], found.append)
        if all(v.known for v in found):
            result = call(*each(args, lambda v: v.sample), **{k: each(v, lambda v: v.sample) for k, v in kwargs.items()})
            return self.wrap(result, None)
        sample = lambda v: self.hold(v)[1] if v.known else v.sample
        node = lambda v: self.hold(v)[0] if v.known else v.node
        result = call(*each(args, sample), **{k: each(v, sample) for k, v in kwargs.items()})
        made = self.graph.call_function(call, each(args, node), {k: each(v, node) for k, v in kwargs.items()})
        return self.wrap(result, made)

    def wrap(self, result, made):
        if not isinstance(result, (list, tuple)):
            return Value(result, made)
        return [Value(r, made and self.graph.call_function(getitem, (made, i))) for i, r in enumerate(result)]

    # -- the walk over a graph

    def walk(self, graph, env):
        for init in graph.initializer:
            env[init.name] = self.known(numpy_helper.to_array(init))
        nodes = list(graph.node)
        users = {}
        for n in nodes:
            for i in set(n.input):
                users.setdefault(i, []).append(n)
        for o in graph.output:
            users.setdefault(o.name, []).append(None)
        self.env, self.users, self.makers, self.absorbed = env, users, {o: n for n in nodes for o in n.output}, set()
        self.whole = {}  # by the last of several nodes that are one call: the call
        for find in (self.find_attention, self.find_gelu, self.find_layer_norm, self.find_hard_swish):
            for n in nodes:
                find(n)
        for n in nodes:
            if id(n) in self.absorbed:
                continue
            if id(n) in self.whole:
                env[n.output[0]] = self.whole[id(n)]()
                continue
            if n.op_type == "If":
                self.branch(n, env)
                continue
            handler = OPERATORS.get(n.op_type)
            if handler is None or n.domain not in ("", "ai.onnx"):
                raise NotImplementedError(f"{n.op_type} {n.name}")
            args = [env[i] if i else None for i in n.input]
            outs = handler(self, n, attributes(n), *args)
            for name, v in zip(n.output, outs if isinstance(outs, list) else [outs]):
                env[name] = v
        return [env[o.name] for o in graph.output]

    def branch(self, n, env):
        chosen = env[n.input[0]]
        if not chosen.known:
            raise NotImplementedError(f"If {n.name}: its condition depends on data")
        kept = dict(vars(self))
        results = self.walk(attributes(n)["then_branch" if bool(chosen.sample.item()) else "else_branch"], dict(env))
        vars(self).update(kept)
        for name, v in zip(n.output, results):
            env[name] = v

    def only_user(self, name, kind):
        """The one node that reads this value, if it is of this kind."""
        found = self.users.get(name, [])
        return found[0] if len(found) == 1 and found[0] is not None and found[0].op_type == kind else None

    def constant(self, name):
        """A known value of this graph that is there already or comes from a Constant node."""
        maker = self.makers.get(name)
        if name in self.env and self.env[name].known:
            return self.env[name]
        return operator_constant(self, maker, attributes(maker)) if maker is not None and maker.op_type == "Constant" else None

    def sole_maker(self, name, kinds):
        maker = self.makers.get(name)
        return maker if maker is not None and maker.op_type in kinds and len(self.users.get(name, [])) == 1 else None

    def scalar(self, name):
        found = self.constant(name)
        return None if found is None else found.scalar()

    def near(self, name, number):
        return (x := self.scalar(name)) is not None and math.isclose(x, number, rel_tol=1e-4)

    def other(self, node, name):
        """What a node of two inputs reads beside this."""
        return node.input[1] if node.input[0] == name else node.input[0]

    def one_call(self, chain, last, call):
        self.absorbed.update(id(n) for n in chain)
        self.whole[id(last)] = call

    def find_attention(self, soft):
        """softmax(Q K^T * scale + mask) V"""
        last = self.only_user(soft.output[0], "MatMul") if soft.op_type == "Softmax" else None
        if last is None or last.input[0] != soft.output[0]:
            return
        chain, mask, scale, at = [soft], None, 1.0, soft.input[0]
        add = self.sole_maker(at, ("Add",))
        if add is not None:
            scores = [i for i in add.input if self.sole_maker(i, ("Mul", "Div", "MatMul"))]
            if len(scores) != 1:
                return
            chain.append(add)
            at, = scores
            mask = self.other(add, at)
        by = self.sole_maker(at, ("Mul", "Div"))
        if by is not None:
            factor = self.scalar(by.input[1])
            if factor is None:
                return
            scale = float(factor if by.op_type == "Mul" else 1 / factor)
            chain.append(by)
            at = by.input[0]
        product = self.sole_maker(at, ("MatMul",))
        if product is not None:
            get = lambda name: self.env[name]
            self.one_call([*chain, product], last, lambda: self.emit(
                F.scaled_dot_product_attention, get(product.input[0]), self.emit(torch.transpose, get(product.input[1]), -1, -2),
                get(last.input[1]), attn_mask=mask and get(mask), scale=scale))

    def find_gelu(self, erf):
        """x * (1 + erf(x / sqrt 2)) * 0.5, whatever the order of the products"""
        if erf.op_type != "Erf":
            return
        inner, plus = self.sole_maker(erf.input[0], ("Mul", "Div")), self.only_user(erf.output[0], "Add")
        first = plus and self.only_user(plus.output[0], "Mul")
        if inner is None or first is None or not self.near(self.other(plus, erf.output[0]), 1) or \
                not self.near(inner.input[1], math.sqrt(2) if inner.op_type == "Div" else math.sqrt(0.5)):
            return
        x, factor = inner.input[0], self.other(first, plus.output[0])
        before = self.sole_maker(factor, ("Mul",))
        if before is not None and x in before.input and self.near(self.other(before, x), 0.5):  # (x * 0.5) * (1 + erf)
            chain, last = [inner, erf, plus, before], first
        elif (after := self.only_user(first.output[0], "Mul")) is not None:
            if sorted((factor == x, self.near(factor, 0.5))) != [False, True]:
                return
            rest = self.other(after, first.output[0])
            if not (self.near(rest, 0.5) if factor == x else rest == x):
                return
            chain, last = [inner, erf, plus, first], after
        else:
            return
        self.one_call(chain, last, lambda: self.emit(F.gelu, self.env[x]))

    def find_layer_norm(self, root):
        """(x - mean(x)) / sqrt(mean((x - mean(x))^2) + epsilon) * weight + bias over the last axis"""
        if root.op_type != "Sqrt" or (add := self.sole_maker(root.input[0], ("Add",))) is None:
            return
        mean = self.sole_maker(add.input[0], ("ReduceMean",))
        power = mean and self.sole_maker(mean.input[0], ("Pow",))
        divide = self.only_user(root.output[0], "Div")
        if power is None or divide is None or not self.near(power.input[1], 2) or divide.input[0] != power.input[0] or self.scalar(add.input[1]) is None:
            return
        minus, times = self.makers.get(power.input[0]), self.only_user(divide.output[0], "Mul")
        plus = times and self.only_user(times.output[0], "Add")
        if minus is None or minus.op_type != "Sub" or plus is None or len(self.users[minus.output[0]]) != 2:
            return
        middle = self.sole_maker(minus.input[1], ("ReduceMean",))
        weight, bias = self.constant(self.other(times, divide.output[0])), self.constant(self.other(plus, times.output[0]))
        last_axis = lambda n: attributes(n).get("axes") == [-1] and attributes(n).get("keepdims", 1)
        if middle is None or middle.input[0] != minus.input[0] or not (last_axis(middle) and last_axis(mean)) or weight is None or bias is None or \
                weight.sample.ndim != 1 or weight.sample.shape != bias.sample.shape:
            return
        epsilon = self.scalar(add.input[1])
        self.one_call([middle, minus, power, mean, add, root, divide, times], plus, lambda: self.emit(
            F.layer_norm, self.env[minus.input[0]], list(weight.sample.shape), weight, bias, epsilon))

    def find_hard_swish(self, clip):
        """x * clip(x + 3, 0, 6) / 6"""
        if clip.op_type != "Clip" or (add := self.sole_maker(clip.input[0], ("Add",))) is None:
            return
        times = self.only_user(clip.output[0], "Mul")
        last = times and self.only_user(times.output[0], "Div")
        x = next((i for i in add.input if self.scalar(i) is None), None)
        a = attributes(clip)
        low, high = (self.scalar(clip.input[1]), self.scalar(clip.input[2])) if len(clip.input) == 3 else (a.get("min"), a.get("max"))
        if last is not None and x is not None and self.near(self.other(add, x), 3) and (low, high) == (0, 6) and \
                x in times.input and self.near(last.input[1], 6):
            self.one_call([add, clip, times], last, lambda: self.emit(F.hardswish, self.env[x]))


# ---- Operators ------------------------------------------------------------------------------

TYPES = {1: None, 6: torch.int32, 7: torch.int64, 9: torch.bool, 10: None, 11: None, 16: None, 2: torch.uint8, 3: torch.int8}
OPERATORS = {}


def operator(*names):
    def register(f):
        for name in names:
            OPERATORS[name] = f
        return f
    return register


def axes_of(a, given, default=None):
    if given is not None:
        return given.ints()
    return list(a["axes"]) if "axes" in a else default


def pairs(pads):
    """ONNX's begins and ends as F.pad wants them: from the last axis on."""
    half = len(pads) // 2
    return [p for k in reversed(range(half)) for p in (pads[k], pads[k + half])]


@operator("Constant")
def operator_constant(b, n, a):
    if "value" in a:
        return b.known(numpy_helper.to_array(a["value"]))
    (name, value), = a.items()
    return b.known(np.array(value, np.float32 if name.startswith("value_float") else np.int64))


@operator("ConstantOfShape")
def operator_constant_of_shape(b, n, a, shape):
    value = numpy_helper.to_array(a["value"]).reshape(()) if "value" in a else np.float32(0)
    return b.known(np.full(shape.ints(), value))


@operator("Shape")
def operator_shape(b, n, a, x):
    return b.known(np.array(x.sample.shape, np.int64)[a.get("start", 0):a.get("end", None)])


@operator("Size")
def operator_size(b, n, a, x):
    return b.known(np.array(x.sample.numel(), np.int64))


@operator("Identity", "Dropout")
def operator_identity(b, n, a, x, *_):
    return x


@operator("Cast")
def operator_cast(b, n, a, x):
    to = TYPES[a["to"]] or (torch.float32 if x.known else b.dtype)
    return x if x.sample.dtype == to else b.emit(torch.Tensor.to, x, to)


def numbers(x, y):
    """A known operand of one element as a number, where it does not widen the other."""
    def number(v, other):
        s = v.scalar()
        return v if s is None or other.known or v.sample.ndim > other.sample.ndim else s
    return number(x, y), number(y, x)


def binary(call):
    def handler(b, n, a, *args):
        result = args[0]
        for other in args[1:]:
            p, q = numbers(result, other)
            if call in (torch.maximum, torch.minimum) and not (isinstance(p, Value) and isinstance(q, Value)):
                x, limit = (p, q) if isinstance(p, Value) else (q, p)
                result = b.emit(torch.clamp, x, **{"min" if call is torch.maximum else "max": limit})
            else:
                result = b.emit(call, p, q)
        return result
    return handler


def divide(b, n, a, x, y):
    if x.sample.is_floating_point():
        return binary(torch.div)(b, n, a, x, y)
    return b.emit(torch.div, x, y, rounding_mode="trunc")


OPERATORS.update({"Add": binary(torch.add), "Sub": binary(torch.sub), "Mul": binary(torch.mul), "Div": divide, "Pow": binary(torch.pow),
                  "Max": binary(torch.maximum), "Min": binary(torch.minimum), "Equal": binary(torch.eq), "Greater": binary(torch.gt),
                  "Less": binary(torch.lt), "GreaterOrEqual": binary(torch.ge), "LessOrEqual": binary(torch.le)})


def unary(call):
    return lambda b, n, a, x: b.emit(call, x)


for name, call in {"Neg": torch.neg, "Sqrt": torch.sqrt, "Log": torch.log, "Exp": torch.exp, "Reciprocal": torch.reciprocal, "Erf": torch.erf,
                   "Tanh": torch.tanh, "Relu": F.relu, "Sigmoid": torch.sigmoid, "Not": torch.logical_not, "Abs": torch.abs}.items():
    OPERATORS[name] = unary(call)


@operator("HardSigmoid")
def operator_hard_sigmoid(b, n, a, x):
    alpha, beta = a.get("alpha", 0.2), a.get("beta", 0.5)
    if abs(alpha - 1 / 6) < 1e-4 and beta == 0.5:
        return b.emit(F.hardsigmoid, x)
    return b.emit(torch.clamp, b.emit(torch.add, b.emit(torch.mul, x, alpha), beta), min=0.0, max=1.0)


@operator("Clip")
def operator_clip(b, n, a, x, low=None, high=None):
    low = low.scalar() if low is not None else a.get("min")
    high = high.scalar() if high is not None else a.get("max")
    if (low, high) == (0, 6):
        return b.emit(F.relu6, x)
    return b.emit(torch.clamp, x, min=low, max=high)


@operator("Where")
def operator_where(b, n, a, c, x, y):
    return b.emit(torch.where, c, *numbers(x, y) if not (x.known and y.known) else (x, y))


@operator("Reshape")
def operator_reshape(b, n, a, x, shape):
    sizes = [x.sample.shape[k] if s == 0 and not a.get("allowzero") else s for k, s in enumerate(shape.ints())]
    return b.emit(torch.reshape, x, sizes)


@operator("Flatten")
def operator_flatten(b, n, a, x):
    return b.emit(torch.reshape, x, [math.prod(x.sample.shape[:a.get("axis", 1)]), -1])


@operator("Transpose")
def operator_transpose(b, n, a, x):
    return b.emit(torch.permute, x, list(a.get("perm", reversed(range(x.sample.ndim)))))


@operator("Unsqueeze")
def operator_unsqueeze(b, n, a, x, axes=None):
    axes = axes_of(a, axes)
    rank = x.sample.ndim + len(axes)
    for k in sorted(k % rank for k in axes):
        x = b.emit(torch.unsqueeze, x, k)
    return x


@operator("Squeeze")
def operator_squeeze(b, n, a, x, axes=None):
    axes = axes_of(a, axes, [k for k, s in enumerate(x.sample.shape) if s == 1])
    return b.emit(torch.squeeze, x, [k % x.sample.ndim for k in axes]) if axes else x


@operator("Concat")
def operator_concat(b, n, a, *xs):
    return b.emit(torch.cat, list(xs), a["axis"])


@operator("Split")
def operator_split(b, n, a, x, sizes=None):
    axis = a.get("axis", 0)
    sizes = sizes.ints() if sizes is not None else list(a.get("split", [])) or -(-x.sample.shape[axis] // len(n.output))
    return b.emit(torch.split, x, sizes, axis)


@operator("Slice")
def operator_slice(b, n, a, x, starts=None, ends=None, axes=None, steps=None):
    starts, ends = (v.ints() if v is not None else list(a[k]) for k, v in (("starts", starts), ("ends", ends)))
    axes = axes_of(a, axes, list(range(len(starts))))
    steps = steps.ints() if steps is not None else [1] * len(starts)
    for s, e, k, step in zip(starts, ends, axes, steps):
        size = x.sample.shape[k]
        first, last, step = slice(s, e if step > 0 or e > -size - 1 else None, step).indices(size)
        if step < 0:  # torch slices forwards only: the same elements turned round
            count = max(0, -(-(first - last) // -step))
            x = b.emit(torch.flip, x, [k])
            first, last, step = size - 1 - first, size - 1 - first + (count - 1) * -step + 1 if count else 0, -step
        if (first, last, step) != (0, size, 1):
            x = b.emit(torch.ops.aten.slice.Tensor, x, k, first, max(first, last), step)
    return x


@operator("Gather")
def operator_gather(b, n, a, x, index):
    axis = a.get("axis", 0) % x.sample.ndim
    at = index.scalar()
    if at is not None and index.sample.ndim == 0:
        return b.emit(torch.select, x, axis, int(at))
    if axis == 0 and x.known and x.sample.ndim == 2 and not index.known:
        return b.emit(F.embedding, index, x)
    if index.known:
        index = b.known(index.sample % x.sample.shape[axis])  # from the end where negative
    flat = b.emit(torch.index_select, x, axis, b.emit(torch.reshape, index, [-1]))
    return b.emit(torch.reshape, flat, [*x.sample.shape[:axis], *index.sample.shape, *x.sample.shape[axis + 1:]])


@operator("Expand")
def operator_expand(b, n, a, x, shape):
    sizes = list(torch.broadcast_shapes(tuple(x.sample.shape), tuple(shape.ints())))
    return b.emit(torch.Tensor.expand, x, sizes)


@operator("Pad")
def operator_pad(b, n, a, x, pads=None, value=None, axes=None):
    pads = pads.ints() if pads is not None else list(a["pads"])
    mode = {b"constant": "constant", b"reflect": "reflect", b"edge": "replicate"}[a.get("mode", b"constant")]
    rank = x.sample.ndim
    if axes is not None:
        given, pads = dict(zip((k % rank for k in axes.ints()), zip(pads, pads[len(pads) // 2:]))), [0] * (2 * rank)
        for k, (before, after) in given.items():
            pads[k], pads[k + rank] = before, after
    fill = value.scalar() if value is not None else a.get("value", 0.0)
    words = pairs(pads)
    if not any(words):
        return x
    while len(words) > 2 and words[-2:] == [0, 0]:
        words = words[:-2]
    if mode == "constant":
        return b.emit(F.pad, x, words, "constant", fill)
    lift = rank < len(words) // 2 + 1 + (rank == 2)  # torch pads the last axes of a batch of maps
    y = b.emit(torch.unsqueeze, x, 0) if lift else x
    y = b.emit(F.pad, y, words, mode)
    return b.emit(torch.squeeze, y, 0) if lift else y


def reduction(call):
    def handler(b, n, a, x, axes=None):
        axes = axes_of(a, axes, list(range(x.sample.ndim)))
        return b.emit(call, x, axes, bool(a.get("keepdims", 1)))
    return handler


OPERATORS.update({"ReduceSum": reduction(torch.sum), "ReduceMean": reduction(torch.mean), "ReduceMin": reduction(torch.amin),
                  "ReduceMax": reduction(torch.amax)})


@operator("ReduceL2")
def operator_reduce_l2(b, n, a, x, axes=None):
    return b.emit(torch.linalg.vector_norm, x, 2, axes_of(a, axes), bool(a.get("keepdims", 1)))


@operator("Softmax")
def operator_softmax(b, n, a, x):
    axis = a.get("axis", -1 if b.opset >= 13 else 1) % x.sample.ndim
    if b.opset < 13 and axis != x.sample.ndim - 1:
        raise NotImplementedError("Softmax over several axes")
    return b.emit(torch.softmax, x, axis)


@operator("LayerNormalization")
def operator_layer_norm(b, n, a, x, weight, bias=None):
    axis = a.get("axis", -1) % x.sample.ndim
    return b.emit(F.layer_norm, x, list(x.sample.shape[axis:]), weight, bias, a.get("epsilon", 1e-5))


@operator("BatchNormalization")
def operator_batch_norm(b, n, a, x, weight, bias, mean, var):
    return b.emit(F.batch_norm, x, mean, var, weight, bias, False, 0.0, a.get("epsilon", 1e-5))


@operator("MatMul")
def operator_matmul(b, n, a, x, w):
    if not (w.known and w.sample.ndim == 2 and not x.known):
        return b.emit(torch.matmul, x, w)
    bias, add = None, b.only_user(n.output[0], "Add")
    if add is not None:
        bias = b.constant(next(i for i in add.input if i != n.output[0]))
        bias = bias if bias is not None and bias.sample.numel() == bias.sample.shape[-1:].numel() == w.sample.shape[1] else None
    y = b.emit(F.linear, x, Value(w.sample.t().contiguous()), bias and Value(bias.sample.reshape(-1)))
    if bias is not None:
        b.absorbed.add(id(add))
        b.env[add.output[0]] = y
    return y


@operator("Gemm")
def operator_gemm(b, n, a, x, w, bias=None):
    if a.get("alpha", 1.0) != 1 or a.get("beta", 1.0) != 1 or a.get("transA"):
        raise NotImplementedError("Gemm with factors")
    w = w if a.get("transB") else b.emit(torch.t, w)
    if bias is None or bias.sample.ndim == 1:
        return b.emit(F.linear, x, w, bias)
    return b.emit(torch.add, b.emit(F.linear, x, w), bias)


def window(a, x, kernel):
    """strides, dilations, pads of a convolution or a pool."""
    rank = len(kernel)
    strides, dilations = list(a.get("strides", [1] * rank)), list(a.get("dilations", [1] * rank))
    how = a.get("auto_pad", b"NOTSET")
    if how in (b"SAME_UPPER", b"SAME_LOWER"):
        total = [max(0, (-(-s // t) - 1) * t + (k - 1) * d + 1 - s) for s, t, k, d in zip(x.sample.shape[2:], strides, kernel, dilations)]
        small, large = [t // 2 for t in total], [t - t // 2 for t in total]
        return strides, dilations, small + large if how == b"SAME_UPPER" else large + small
    return strides, dilations, list(a.get("pads", [0] * 2 * rank)) if how != b"VALID" else [0] * 2 * rank


@operator("Conv")
def operator_conv(b, n, a, x, w, bias=None):
    rank = w.sample.ndim - 2
    strides, dilations, pads = window(a, x, w.sample.shape[2:])
    norm = b.only_user(n.output[0], "BatchNormalization")
    target = None
    if norm is not None and w.known:
        values = [b.constant(i) for i in norm.input[1:]]
        if all(v is not None for v in values):
            gamma, beta, mean, var = (v.sample.double() for v in values)
            factor = gamma / torch.sqrt(var + attributes(norm).get("epsilon", 1e-5))
            moved = beta - mean * factor + (bias.sample.double() * factor if bias is not None else 0)
            w = Value((w.sample.double() * factor.reshape(-1, *[1] * (rank + 1))).float())
            bias, target = Value(moved.float()), norm
    if pads[:rank] != pads[rank:]:
        x = b.emit(F.pad, x, pairs(pads))
        pads = [0] * 2 * rank
    y = b.emit((F.conv1d, F.conv2d, F.conv3d)[rank - 1], x, w, bias, strides, pads[:rank], dilations, a.get("group", 1))
    if target is not None:
        b.absorbed.add(id(target))
        b.env[target.output[0]] = y
    return y


@operator("ConvTranspose")
def operator_conv_transpose(b, n, a, x, w, bias=None):
    rank = w.sample.ndim - 2
    strides, dilations, pads = window(a, x, w.sample.shape[2:])
    if pads[:rank] != pads[rank:] or "output_shape" in a:
        raise NotImplementedError("ConvTranspose with uneven pads")
    return b.emit((F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[rank - 1], x, w, bias, strides, pads[:rank],
                  list(a.get("output_padding", [0] * rank)), a.get("group", 1), dilations)


@operator("MaxPool", "AveragePool")
def operator_pool(b, n, a, x):
    kernel = list(a["kernel_shape"])
    rank = len(kernel)
    strides, dilations, pads = window(a, x, kernel)
    if n.op_type == "MaxPool":
        if pads[:rank] != pads[rank:]:
            x = b.emit(F.pad, x, pairs(pads), "constant", -math.inf)
            pads = [0] * 2 * rank
        return b.emit((F.max_pool1d, F.max_pool2d, F.max_pool3d)[rank - 1], x, kernel, strides, pads[:rank], dilations, bool(a.get("ceil_mode", 0)))
    if pads[:rank] != pads[rank:] or any(d != 1 for d in dilations):
        raise NotImplementedError("AveragePool with uneven pads or dilations")
    return b.emit((F.avg_pool1d, F.avg_pool2d, F.avg_pool3d)[rank - 1], x, kernel, strides, pads[:rank], bool(a.get("ceil_mode", 0)),
                  bool(a.get("count_include_pad", 0)))


@operator("GlobalAveragePool", "GlobalMaxPool")
def operator_global_pool(b, n, a, x):
    axes = list(range(2, x.sample.ndim))
    return b.emit(torch.mean if n.op_type == "GlobalAveragePool" else torch.amax, x, axes, True)


@operator("Resize", "Upsample")
def operator_resize(b, n, a, x, roi=None, scales=None, sizes=None):
    shape = x.sample.shape
    if sizes is not None and sizes.sample.numel():
        size = sizes.ints()[2:]
    else:
        size = [int(s * f) for s, f in zip(shape[2:], scales.sample.tolist()[2:])]
    whole = all(t % s == 0 for s, t in zip(shape[2:], size))
    if a.get("mode", b"nearest") != b"nearest" or not whole:
        raise NotImplementedError(f"Resize {a.get('mode')} from {list(shape)} to {size}")
    return b.emit(F.interpolate, x, size=size, mode="nearest")


@operator("LSTM")
def operator_lstm(b, n, a, x, w, r, bias=None, lengths=None, h=None, c=None, p=None):
    if a.get("direction", b"forward") != b"forward" or a.get("layout") or p is not None or "activations" in a:
        raise NotImplementedError("LSTM other than the plain one, forwards")
    size = a["hidden_size"]
    order = lambda t: torch.cat([t[:size], t[2 * size:], t[size:2 * size]])  # ONNX has i, o, f, c; torch i, f, c, o
    w, r = Value(order(w.sample[0]).contiguous()), Value(order(r.sample[0]).contiguous())
    biases = [Value(order(t).contiguous()) for t in bias.sample[0].split(4 * size)]
    h, c = (b.emit(torch.squeeze, s, 0) for s in (h, c))
    steps = []
    for t in range(x.sample.shape[0]):  # one step a call in Silero; a cell is what torch.compile can fuse
        h, c = b.emit(torch.lstm_cell, b.emit(torch.select, x, 0, t), (h, c), w, r, *biases)
        steps.append(h)
    y = b.emit(torch.stack, steps, 0)
    return [b.emit(torch.unsqueeze, y, 1), b.emit(torch.unsqueeze, h, 0), b.emit(torch.unsqueeze, c, 0)]


# ---- The module -----------------------------------------------------------------------------

def module_of(model, inputs, fixed=(), dtype=torch.float32, device="cpu", image=False):
    """torch.fx.GraphModule of an ONNX model for inputs of these sizes; `fixed` inputs are constants.  Its arguments are the
    other inputs in the model's order (`.names`), floats in `dtype`; `image`: maps lie with channels last."""
    model = onnx.load(str(model)) if not isinstance(model, onnx.ModelProto) else model
    b = Builder(dtype, device)
    b.opset = next(o.version for o in model.opset_import if o.domain in ("", "ai.onnx"))
    env, names = {}, []
    weights = {i.name for i in model.graph.initializer}
    for port in model.graph.input:
        if port.name in weights:
            continue
        if port.name in fixed:
            env[port.name] = b.known(inputs[port.name])
            continue
        t = torch.from_numpy(np.array(inputs[port.name]))
        t = (t.to(dtype) if t.is_floating_point() else t).to(device)
        names.append(port.name)
        value = Value(t, b.graph.placeholder(f"in{len(names)}"))
        env[port.name] = b.emit(torch.Tensor.to, value, memory_format=torch.channels_last) if image and t.ndim == 4 else value
    with torch.no_grad():
        outs = b.walk(model.graph, env)
    b.graph.output(tuple(b.hold(o)[0] if o.known else o.node for o in outs))
    b.graph.eliminate_dead_code()
    made = torch.fx.GraphModule(b.module, b.graph)
    made = made.to(memory_format=torch.channels_last) if image else made
    made.names, made.outputs = names, [o.name for o in model.graph.output]
    return made


def arguments(module, inputs, dtype=torch.float32, device="cpu"):
    found = (torch.from_numpy(np.array(inputs[n])) for n in module.names)
    return tuple((t.to(dtype) if t.is_floating_point() else t).to(device).contiguous() for t in found)
