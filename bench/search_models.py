"""Three small models that need nothing but numpy and onnx: a convolutional network for drawn digits, a small ViT, and LSTMs over a spectrum."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

GLYPHS = ["01110 10001 10001 10001 01110", "00100 01100 00100 00100 01110", "11110 00001 01110 10000 11111", "11110 00001 00110 00001 11110", "10010 10010 11111 00010 00010",
          "11111 10000 11110 00001 11110", "01110 10000 11110 10001 01110", "11111 00010 00100 01000 01000", "01110 10001 01110 10001 01110", "01110 10001 01111 00001 01110"]


def digits(count, size, channels, seed):
    """Digits of random size, place and stroke on a noisy ground: [count, channels, size, size], and which they are."""
    random = np.random.default_rng(seed)
    images = random.normal(0, 0.15, (count, channels, size, size)).astype(np.float32)
    labels = random.integers(0, 10, count)
    for image, label in zip(images, labels):
        glyph = np.array([[c == "1" for c in row] for row in GLYPHS[label].split()], np.float32)
        zoom = int(random.integers(max(1, size // 8), max(2, size // 5 + 1)))
        glyph = np.kron(glyph, np.ones((zoom, zoom), np.float32))[:size, :size] * random.uniform(0.6, 1.2)
        y, x = (int(random.integers(0, size - s + 1)) for s in glyph.shape)
        image[:, y:y + glyph.shape[0], x:x + glyph.shape[1]] += glyph
    return images, labels


class Graph:
    def __init__(self, seed):
        self.nodes, self.constants, self.random = [], [], np.random.default_rng(seed)

    def __call__(self, op, *inputs, name=None, **attributes):
        out = name or f"{op.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [out], name=out, **attributes))
        return out

    def constant(self, x):
        self.constants.append(numpy_helper.from_array(np.asarray(x), f"c{len(self.constants)}"))
        return self.constants[-1].name

    def weights(self, *shape, fan):
        return self.constant((self.random.standard_normal(shape) * (2 / fan) ** 0.5).astype(np.float32))

    def save(self, path, shape, classes):
        io = helper.make_tensor_value_info
        graph = helper.make_graph(self.nodes, "small", [io("x", TensorProto.FLOAT, ["n", *shape])], [io("y", TensorProto.FLOAT, ["n", classes])], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
        onnx.checker.check_model(model)
        onnx.save(model, str(path))


def digits_cnn(path):
    """Six convolutions of 16 to 64 channels, two of them depthwise, and a product; about 10 M multiply-accumulates an image of 32 x 32."""
    g = Graph(1)
    x, channels = "x", 1
    for out, stride, group in ((16, 1, 1), (16, 1, 16), (32, 2, 1), (32, 1, 32), (64, 2, 1), (64, 1, 1)):
        w = g.weights(out, channels // group, 3, 3, fan=9 * channels // group)
        x = g("Conv", x, w, g.constant(np.zeros(out, np.float32)), pads=[1, 1, 1, 1], strides=[stride, stride], group=group)
        x, channels = g("Relu", x), out
    x = g("Flatten", g("GlobalAveragePool", x))
    g("Gemm", x, g.weights(64, 10, fan=64), g.constant(np.zeros(10, np.float32)), name="y")
    g.save(path, (1, 32, 32), 10)


def small_vit(path, layers=4, width=128, heads=4, size=32, patch=4):
    """Patches of 4 x 4 of an image of 32 x 32 through four layers of 128 numbers with four heads."""
    g, tokens = Graph(2), (size // patch) ** 2
    head = width // heads
    one, zero = g.constant(np.ones(width, np.float32)), g.constant(np.zeros(width, np.float32))
    x = g("Conv", "x", g.weights(width, 3, patch, patch, fan=3 * patch * patch), strides=[patch, patch])
    x = g("Transpose", g("Reshape", x, g.constant(np.array([0, width, tokens]))), perm=[0, 2, 1])
    x = g("Add", x, g.constant((g.random.standard_normal((tokens, width)) * 0.2).astype(np.float32)))
    split, joined = g.constant(np.array([0, tokens, heads, head])), g.constant(np.array([0, tokens, width]))
    linear = lambda v, n, m: g("Add", g("MatMul", v, g.weights(n, m, fan=2 * n)), g.constant(np.zeros(m, np.float32)))
    for _ in range(layers):
        h = g("LayerNormalization", x, one, zero)
        q, k, v = (g("Transpose", g("Reshape", linear(h, width, width), split), perm=[0, 2, 1, 3] if p == 1 else [0, 2, 3, 1]) for p in (1, 3, 1))
        p = g("Softmax", g("Mul", g("MatMul", q, k), g.constant(np.float32(head ** -0.5))), axis=-1)
        a = g("Reshape", g("Transpose", g("MatMul", p, v), perm=[0, 2, 1, 3]), joined)
        x = g("Add", x, linear(a, width, width))
        h = linear(g("LayerNormalization", x, one, zero), width, 4 * width)
        e = g("Add", g("Erf", g("Mul", h, g.constant(np.float32(0.5 ** 0.5)))), g.constant(np.float32(1)))
        x = g("Add", x, linear(g("Mul", g("Mul", h, e), g.constant(np.float32(0.5))), 4 * width, width))
    x = g("ReduceMean", g("LayerNormalization", x, one, zero), g.constant(np.array([1])), keepdims=0)
    g("MatMul", x, g.weights(width, 10, fan=width), name="y")
    g.save(path, (3, size, size), 10)


def small_lstm(path, width=64, steps=24, bands=16):
    """Two LSTMs of 64 numbers between products, over 24 steps of 16 bands: what one step rounds, the next ones carry on."""
    g = Graph(3)
    zero = lambda *shape: g.constant(np.zeros(shape, np.float32))
    linear = lambda v, n, m, **name: g("Add", g("MatMul", v, g.weights(n, m, fan=n)), zero(m), **name)
    x = g("Transpose", "x", perm=[1, 0, 2])
    x = g("Relu", linear(x, bands, width))
    for _ in range(2):
        w, r = (g.weights(1, 4 * width, width, fan=width) for _ in "wr")
        x = g("Squeeze", g("LSTM", x, w, r, zero(1, 8 * width), hidden_size=width), g.constant(np.array([1])))
        x = g("Relu", linear(x, width, width))
    x = g("ReduceMean", x, g.constant(np.array([0])), keepdims=0)
    linear(x, width, 10, name="y")
    g.save(path, (steps, bands), 10)


def bands(count, steps, size, seed):
    """Tones that glide through the bands of a spectrum, on a noisy ground."""
    random = np.random.default_rng(seed)
    at = random.uniform(0, size, (count, 1, 1)) + random.normal(0, 0.2, (count, 1, 1)) * np.arange(steps)[None, :, None]
    return (np.exp(-(np.arange(size) - at) ** 2 / 4) * random.uniform(0.5, 3, (count, 1, 1)) + random.normal(0, 0.1, (count, steps, size))).astype(np.float32)


def make(folder, layers=4, samples=48):
    """The files, and samples that decide and judge, by name: (model, calibration, evaluation)."""
    made = {}
    digits_cnn(folder / "cnn.onnx")
    small_vit(folder / "vit.onnx", layers)
    small_lstm(folder / "lstm.onnx")
    drawn = {"cnn": lambda n, seed: digits(n, 32, 1, seed)[0], "vit": lambda n, seed: digits(n, 32, 3, seed)[0], "lstm": lambda n, seed: bands(n, 24, 16, seed)}
    for name, draw in drawn.items():
        for part, count, seed in (("npz", samples, 10), ("eval.npz", samples // 2, 11)):
            np.savez(folder / f"{name}.{part}", x=draw(count, seed))
        made[name] = tuple(folder / f"{name}.{part}" for part in ("onnx", "npz", "eval.npz"))
    return made
