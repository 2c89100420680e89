"""Random networks of the kinds that are compiled for a GPU, each of their steps held against the CPU device.

    random_networks.py --count 40 [--seed 1] [--target sm_90a] [--keep FOLDER]

Convolutional networks of images and of volumes (few channels and many, depthwise, grouped, strided and transposed convolutions, gates, pools, joins,
resizes) and transformers (norms, attention of several forms, gated layers), small, with fusions as they come, in each of
PRECISIONS in turn.  `fp8c debug` gives every step the bytes it read and the CPU device the same ones: a result that is further
from the CPU's than another order of summing explains is an error, and so is a network that is refused.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from random_graphs import FP8C, Maker, Refused, attempt, close, compile_for_gpu, model_of, tell

PRECISIONS = "fp8", "bf16", "auto", "f32"
SCALES = ".02", ".05", ".1"  # of all that is quantised: codes that saturate, and codes that do not
CHANNELS = 3, 4, 6, 8, 12, 16, 24, 32, 40, 48, 64, 96
WIDTHS = 16, 24, 32, 48, 64, 72, 80, 96, 128


class Network(Maker):
    def __init__(self, seed):
        super().__init__(seed)
        self.opset = 23

    def op(self, name, ins, shape, **attributes):
        if 0 in shape:
            raise Refused
        return self.node(name, ins, [(np.float32, shape)], **attributes)[0]

    def normal(self, *shape, scale=1.):
        return self.weight((self.random.standard_normal(shape) * scale).astype(np.float32))

    def number(self, x):
        return self.weight(np.float32(x))

    def between(self, low, high):
        return int(self.random.integers(low, high))

    def begin(self, *shape):
        name = self.name()
        self.inputs[name] = self.random.standard_normal(shape).astype(np.float32)
        self.values[name] = (np.dtype(np.float32), shape)
        return name

    def images(self, test=lambda s: True):
        return [v for v, (_, s) in self.values.items() if len(s) in (4, 5) and test(s)]


# ---- Convolutional networks


def convolution(m, x):
    n, c, *size = m.shape_of(x)
    kernel = m.pick([(1, 1), (3, 3), (3, 3), (5, 5), (1, 3), (3, 1), (7, 1), (2, 2)])
    depthwise = m.chance(.3)
    group = c if depthwise else m.pick([g for g in (1, 1, 1, 2, 4) if c % g == 0])
    filters = c * m.pick([1, 1, 1, 2]) if depthwise else group * max(1, m.pick(CHANNELS) // group)
    strides = m.pick([(1, 1), (1, 1), (2, 2), (1, 2), (2, 1)])
    dilations = m.pick([(1, 1)] * 6 + [(2, 2), (1, 2)])
    if len(size) == 3:  # in front of rows and columns
        kernel, strides, dilations = (m.pick([1, 3, 3, 5]), *kernel), (m.pick([1, 1, 2]), *strides), (m.pick([1, 1, 1, 2]), *dilations)
    pads = [k // 2 for k in kernel] * 2 if m.chance(.7) else [m.between(0, k) for k in kernel * 2]
    out = [(d + pads[i] + pads[i + len(size)] - dilations[i] * (kernel[i] - 1) - 1) // strides[i] + 1 for i, d in enumerate(size)]
    if min(out) < 1:
        raise Refused
    each = c // group
    ins = [x, m.normal(filters, each, *kernel, scale=(each * np.prod(kernel)) ** -.5)] + ([m.normal(filters, scale=.3)] if m.chance(.6) else [])
    return m.op("Conv", ins, (n, filters, *out), kernel_shape=kernel, strides=strides, dilations=dilations, pads=pads, group=group)


def activation(m, x):
    s, name = m.shape_of(x), m.pick(["Relu", "HardSwish", "SiLU", "LeakyRelu", "Clip", "Tanh", "Sigmoid", "PRelu", "Gelu", "Erf"])
    if name == "SiLU":
        return m.op("Mul", [x, m.op("Sigmoid", [x], s)], s)
    if name == "Clip":
        return m.op("Clip", [x, m.number(0), m.number(6)], s)
    if name == "PRelu":
        return m.op("PRelu", [x, m.normal(s[1], *[1] * (len(s) - 2), scale=.2)], s)
    if name == "Erf":  # Gelu as exporters write it
        e = m.op("Add", [m.op("Erf", [m.op("Mul", [x, m.number(.5 ** .5)], s)], s), m.number(1)], s)
        return m.op("Mul", [m.op("Mul", [x, m.number(.5)], s), e], s)
    return m.op(name, [x], s, **({"approximate": m.pick(["none", "tanh"])} if name == "Gelu" else {}))


def with_earlier(m, x):
    others = [v for v, (_, s) in m.values.items() if s == m.shape_of(x) and v != x]
    if not others:
        raise Refused
    ins = [x, m.pick(others)]
    return m.op(m.pick(["Add", "Add", "Mul", "Sub", "Max"]), ins if m.chance(.5) else ins[::-1], m.shape_of(x))


def with_constants(m, x):
    n, c, *size = s = m.shape_of(x)
    kind = m.pick(["channels", "rows", "pixels", "number", "norm"])
    if kind == "norm":
        spread = m.weight(np.abs(m.random.standard_normal(c)).astype(np.float32) + np.float32(.5))
        return m.op("BatchNormalization", [x, m.normal(c), m.normal(c), m.normal(c, scale=.3), spread], s)
    shape = {"channels": (1, c, *[1] * len(size)), "rows": (size[-1],), "pixels": (1, 1, *size), "number": ()}[kind]
    return m.op(m.pick(["Add", "Mul", "Sub"]), [x, m.normal(*shape)], s)


def pool(m, x):
    n, c, *size = m.shape_of(x)
    kernel, stride = m.pick([2, 3]), m.pick([1, 2])
    pad = m.pick([0, 1]) if kernel == 3 else 0
    if min(size) < kernel:
        raise Refused
    name = m.pick(["MaxPool", "AveragePool"])
    return m.op(name, [x], (n, c, *[(d + 2 * pad - kernel) // stride + 1 for d in size]), kernel_shape=[kernel] * len(size), strides=[stride] * len(size),
                pads=[pad] * 2 * len(size), count_include_pad=m.pick([0, 1]) if name == "AveragePool" else None)


def gate(m, x):
    n, c, *size = m.shape_of(x)
    few, ones = max(1, c // m.pick([2, 4])), [1] * len(size)
    mean = m.op("GlobalAveragePool", [x], (n, c, *ones)) if m.chance(.6) else m.op("ReduceMean", [x, m.ints(range(2, 2 + len(size)))], (n, c, *ones), keepdims=1)
    a = m.op("Relu", [m.op("Conv", [mean, m.normal(few, c, *ones, scale=c ** -.5), m.normal(few)], (n, few, *ones))], (n, few, *ones))
    a = m.op("Conv", [a, m.normal(c, few, *ones, scale=few ** -.5), m.normal(c)], (n, c, *ones))
    a = m.op(m.pick(["HardSigmoid", "Sigmoid"]), [a], (n, c, *ones))
    return m.op("Mul", [x, a] if m.chance(.5) else [a, x], m.shape_of(x))


def join(m, x):
    n, _, *size = m.shape_of(x)
    others = m.images(lambda s: s[0] == n and list(s[2:]) == size)
    parts = [x] + [m.pick(others) for _ in range(m.pick([1, 2]))]
    channels = sum(m.shape_of(p)[1] for p in parts)
    if channels > 160:
        raise Refused
    return m.op("Concat", parts, (n, channels, *size), axis=m.pick([1, -1 - len(size)]))


def cut(m, x):
    n, c, *size = m.shape_of(x)
    if c < 2:
        raise Refused
    if m.chance(.5):
        halves = (c // 2, c - c // 2)
        return m.node("Split", [x, m.ints(halves)], [(np.float32, (n, h, *size)) for h in halves], axis=1)[0]
    first = m.between(0, c - 1)
    end = m.between(first + 1, c + 1)
    return m.op("Slice", [x, m.ints([first]), m.ints([end]), m.ints([1])], (n, end - first, *size))


def larger(m, x):
    n, c, height, width = m.shape_of(x)
    if height * width > 300:
        raise Refused
    kind, twice = m.pick(["deconv", "deconv", "shuffle", "scale", "size"]), (2 * height, 2 * width)
    if kind == "deconv":
        kernel, filters = m.pick([2, 4]), m.pick(CHANNELS[:8])
        return m.op("ConvTranspose", [x, m.normal(c, filters, kernel, kernel, scale=2 / kernel * c ** -.5)], (n, filters, *twice),
                    strides=[2, 2], kernel_shape=[kernel] * 2, pads=[kernel // 2 - 1] * 4)
    if kind == "shuffle":
        if c % 4:
            raise Refused
        return m.op("DepthToSpace", [x], (n, c // 4, *twice), blocksize=2, mode=m.pick(["DCR", "CRD"]))
    if kind == "size":
        size = m.between(1, 2 * height), m.between(1, 2 * width)
        return m.op("Resize", [x, "", "", m.ints([n, c, *size])], (n, c, *size), mode=m.pick(["linear", "nearest", "cubic"]),
                    coordinate_transformation_mode=m.pick(["half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"]))
    times, mode = m.pick([1, 2, 2, 2]), m.pick(["nearest", "linear"])
    return m.op("Resize", [x, "", m.weight(np.array([1, 1, times, times], np.float32))], (n, c, times * height, times * width), mode=mode,
                coordinate_transformation_mode=m.pick(["half_pixel", "asymmetric"]), nearest_mode="floor" if mode == "nearest" else None)


def mix(m, x):
    n, c, height, width = s = m.shape_of(x)
    kind = m.pick(["softmax", "pad", "instance", "group", "transpose", "tokens", "tokens"])
    if kind == "softmax":
        return m.op("Softmax", [x], s, axis=m.pick([1, -1]))
    if kind == "pad":
        p = [m.between(0, 3) for _ in range(4)]
        return m.op("Pad", [x, m.ints([0, 0, *p[:2], 0, 0, *p[2:]])], (n, c, height + p[0] + p[2], width + p[1] + p[3]), mode=m.pick(["constant", "edge"]))
    if kind in ("instance", "group"):
        if height * width < 5:
            raise Refused
        groups = {"num_groups": m.pick([g for g in (1, 2, 4, 8) if c % g == 0])} if kind == "group" else {}
        return m.op("GroupNormalization" if groups else "InstanceNormalization", [x, m.normal(c), m.normal(c)], s, **groups)
    if kind == "transpose":
        order = m.pick([(0, 1, 3, 2), (0, 2, 3, 1), (0, 3, 1, 2)])
        return m.op("Transpose", [x], tuple(s[i] for i in order), perm=order)
    t = m.op("Transpose", [x], (n, height, width, c), perm=[0, 2, 3, 1])
    t = norm(m, t) if m.chance(.5) else activation(m, linear(m, t, m.pick(CHANNELS)))
    return m.op("Transpose", [t], (n, m.shape_of(t)[-1], height, width), perm=[0, 3, 1, 2])


# ---- Transformers


def linear(m, x, columns, bias=.8):
    *rows, depth = m.shape_of(x)
    w = m.normal(depth, columns, scale=depth ** -.5)
    if m.chance(.25):
        w = m.op("Transpose", [m.normal(columns, depth, scale=depth ** -.5)], (depth, columns), perm=[1, 0])
    y = m.op("MatMul", [x, w], (*rows, columns))
    return m.op("Add", [y, m.normal(columns, scale=.3)], (*rows, columns)) if m.chance(bias) else y


def norm(m, x):
    *rows, width = s = m.shape_of(x)
    if m.chance(.7):
        return m.op("LayerNormalization", [x, m.normal(width)] + ([m.normal(width, scale=.3)] if m.chance(.7) else []), s, axis=-1)
    mean = m.op("ReduceMean", [m.op("Mul", [x, x], s), m.ints([-1])], (*rows, 1), keepdims=1)  # RMS, as exporters write it
    root = m.op("Sqrt", [m.op("Add", [mean, m.number(1e-5)], (*rows, 1))], (*rows, 1))
    y = m.op("Mul", [x, m.op("Reciprocal", [root], (*rows, 1))], s) if m.chance(.5) else m.op("Div", [x, root], s)
    return m.op("Mul", [y, m.normal(width)], s)


def mask_of(m, rows, keys):
    """Numbers to add, or truth values; the first key is read by every row."""
    kind = m.pick(["none", "none", "numbers", "bool", "causal", "keys"])
    if kind == "none":
        return kind, None
    shown = m.random.random((1, 1, 1 if kind == "keys" else rows, keys)) < .7
    shown[..., 0] = True
    if kind == "bool":
        return kind, m.weight(shown)
    if kind == "causal":
        return "numbers", m.weight(np.triu(np.full((1, 1, rows, keys), -3e38, np.float32), 1))
    return "numbers", m.weight(np.where(shown, 0 if kind == "keys" else m.random.standard_normal(shown.shape), -1e4).astype(np.float32))


def written_out(m, q, k, v, mask):
    """Attention as exporters write it, from heads [B, H, S, D]."""
    batch, heads, rows, size = m.shape_of(q)
    keys, scale, scores, kind = m.shape_of(k)[2], size ** -.5, (batch, heads, rows, m.shape_of(k)[2]), m.pick(["q", "mul", "div"])
    if kind == "q":
        q = m.op("Mul", [q, m.number(scale)], m.shape_of(q))
    s = m.op("MatMul", [q, m.op("Transpose", [k], (batch, heads, size, keys), perm=[0, 1, 3, 2])], scores)
    if kind != "q":
        s = m.op("Mul", [s, m.number(scale)], scores) if kind == "mul" else m.op("Div", [s, m.number(1 / scale)], scores)
    if mask[0] == "numbers":
        s = m.op("Add", [s, mask[1]], scores)
    elif mask[0] == "bool":
        s = m.op("Where", [mask[1], s, m.number(-1e9)], scores)
    return m.op("MatMul", [m.op("Softmax", [s], scores, axis=-1), v], (batch, heads, rows, size))


def repeated(m, x, times):
    batch, heads, keys, size = m.shape_of(x)
    x = m.op("Unsqueeze", [x, m.ints([2])], (batch, heads, 1, keys, size))
    x = m.op("Expand", [x, m.ints([batch, heads, times, keys, size])], (batch, heads, times, keys, size))
    return m.op("Reshape", [x, m.ints([batch, heads * times, keys, size])], (batch, heads * times, keys, size))


def heads_of(m, x, heads, size):
    batch, rows, _ = m.shape_of(x)
    x = m.op("Reshape", [x, m.ints([batch, rows, heads, size])], (batch, rows, heads, size))
    return m.op("Transpose", [x], (batch, heads, rows, size), perm=[0, 2, 1, 3])


def attention(m, x):
    batch, rows, width = m.shape_of(x)
    size, heads = m.pick([8, 16, 16, 32, 64]), m.pick([1, 2, 3, 4])
    if m.chance(.3):  # one product, cut in three
        t = m.op("Reshape", [linear(m, x, 3 * heads * size), m.ints([batch, rows, 3, heads, size])], (batch, rows, 3, heads, size))
        t = m.op("Transpose", [t], (3, batch, heads, rows, size), perm=[2, 0, 3, 1, 4])
        q, k, v = (m.op("Gather", [t, m.weight(np.int64(i))], (batch, heads, rows, size), axis=0) for i in range(3))
    else:
        others = [n for n, (_, s) in m.values.items() if len(s) == 3 and s[0] == batch]
        source, of_keys = m.pick(others) if m.chance(.2) else x, m.pick([h for h in (1, 2, 4) if heads % h == 0]) if m.chance(.25) else heads
        q = heads_of(m, linear(m, x, heads * size), heads, size)
        k, v = (heads_of(m, linear(m, source, of_keys * size), of_keys, size) for _ in range(2))
    mask, times = mask_of(m, rows, m.shape_of(k)[2]), heads // m.shape_of(k)[1]
    if m.chance(.35):
        y = m.op("Attention", [q, k, v] + ([mask[1]] if mask[1] else []), (batch, heads, rows, size))
    else:
        y = written_out(m, q, *((repeated(m, t, times) for t in (k, v)) if times > 1 else (k, v)), mask)
    y = m.op("Transpose", [y], (batch, rows, heads, size), perm=[0, 2, 1, 3])
    return linear(m, m.op("Reshape", [y, m.ints([batch, rows, heads * size])], (batch, rows, heads * size)), width)


def layers(m, x):
    width, inner = m.shape_of(x)[-1], m.pick([16, 32, 64, 96, 128, 200])
    if m.chance(.35):
        y = activation(m, linear(m, x, inner, 0))
        y = m.op("Mul", [y, linear(m, x, inner, 0)], m.shape_of(y))
    else:
        y = activation(m, linear(m, x, inner))
    return linear(m, y, width)


def block(m, x):
    first = m.chance(.5)
    y = m.pick([attention, attention, layers, layers, layers])(m, norm(m, x) if first else x)
    if m.chance(.85):
        y = m.op("Add", [x, y] if m.chance(.5) else [y, x], m.shape_of(x))
    return norm(m, y) if not first and m.chance(.8) else y


def between_blocks(m, x):
    batch, rows, width = s = m.shape_of(x)
    kind = m.pick(["linear", "activation", "first", "token", "place", "softmax"])
    if kind == "first" and rows > 1:
        kept = m.between(1, rows)
        return m.op("Slice", [x, m.ints([0]), m.ints([kept]), m.ints([1])], (batch, kept, width))
    if kind == "token":
        return m.op("Concat", [m.normal(batch, 1, width), x], (batch, rows + 1, width), axis=1)
    if kind == "place":
        return m.op("Add", [x, m.normal(1, rows, width, scale=.3)], s)
    if kind == "softmax":
        return m.op("Softmax", [x], s, axis=-1)
    return activation(m, x) if kind == "activation" else linear(m, x, m.pick(WIDTHS))


# ---- One of them


IMAGE_STEPS = ([convolution] * 7 + [activation] * 5 + [with_earlier] * 3 + [with_constants] * 2 + [pool, gate, join, join, cut, larger, larger, mix, mix])
VOLUME_STEPS = [convolution] * 7 + [activation] * 4 + [with_earlier] * 3 + [with_constants] * 2 + [pool, gate, gate, join, cut]
TOKEN_STEPS = [block] * 7 + [between_blocks] * 3


def make_network(seed):
    m = Network(seed)
    if seed % 5 == 3:
        x, steps, wanted = m.begin(m.pick([1, 1, 2]), m.pick(CHANNELS), *[m.between(2, 8) for _ in range(3)]), VOLUME_STEPS, m.between(3, 9)
    elif m.chance(.6):
        x, steps, wanted = m.begin(m.pick([1, 1, 2, 3]), m.pick(CHANNELS), m.between(3, 19), m.between(3, 19)), IMAGE_STEPS, m.between(3, 10)
    else:
        x, steps, wanted = m.begin(m.pick([1, 1, 2, 3]), m.pick([1, 2, 7, 8, 16, 17, 33, 40, 64]), m.pick(WIDTHS)), TOKEN_STEPS, m.between(1, 5)
    for _ in range(wanted):
        made = attempt(m, lambda m: m.pick(steps)(m, x))
        if made:
            x = made if steps is TOKEN_STEPS or m.chance(.9) else m.pick(m.images())
    return close(m, .03)


def wrong_with(m, words, target, folder):
    """What is wrong, or None."""
    refused = compile_for_gpu(model_of([m]), folder, "--target", "cpu", "--target", target, "--calibrate-method", *words)
    if refused:
        return f"compile: exit code {refused[0]}: {refused[1]}"
    feeds = []
    for name, array in m.inputs.items():
        np.save(folder / f"{name}.npy", array)
        feeds += ["--input", f"{name}={name}.npy"]
    done = subprocess.run([FP8C, "debug", "m.onnx", "m.fp8c", "--device", "cuda:0", "--no-follow", "--json", "-q", *feeds],
                          cwd=folder, capture_output=True, text=True, timeout=900)
    if done.returncode:
        return f"debug: exit code {done.returncode}: {done.stderr.strip()}"
    told = json.loads(done.stdout)["agreement"]
    if told["values_compared"] == 0:
        return "nothing was compared"
    return f"{told['values_apart']} of {told['values_compared']} results apart, first {told['first_apart']}" if told["values_apart"] else None


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--count", type=int, default=40)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--target", default="sm_90a")
    words.add_argument("--keep", type=Path, help="folder for models that part")
    given = words.parse_args()
    found, nodes = 0, Counter()
    with tempfile.TemporaryDirectory() as folder:
        for i in range(given.count):
            m = make_network(given.seed * 1000000 + i)
            if not m.outputs:
                continue
            nodes.update(n.op_type for n in m.nodes)
            how = [f"constant={SCALES[i // len(PRECISIONS) % len(SCALES)]}", "--precision", PRECISIONS[i % len(PRECISIONS)]]
            wrong = wrong_with(m, how, given.target, Path(folder))
            if wrong:
                found += 1
                print(f"{m.prefix[:-1]} ({' '.join(how)}): {wrong}\n    {tell(m)}", flush=True)
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{m.prefix[:-1]}.onnx").write_bytes(model_of([m]))
    print(f"{given.count} networks, {sum(nodes.values())} nodes of {len(nodes)} operators for {given.target}: {found} part from the CPU device or are refused")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
