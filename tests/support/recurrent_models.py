"""A recurrent layer of either kind and a product behind it."""
import ml_dtypes
import numpy as np
from onnx import helper
from small_models import save

KINDS = {"LSTM": 4, "GRU": 3, "RNN": 1}
HIDDEN, WIDTH, STEPS, BATCH = 32, 48, 10, 2


def write(folder, op, directions):
    """m.onnx, samples c.npz and an input x.npy; a GRU of two directions multiplies its reset gate behind the product."""
    r = np.random.default_rng(3)
    f32 = lambda *shape: r.standard_normal(shape).astype(np.float32)
    gates, more = KINDS[op], {"linear_before_reset": 1} if op == "GRU" and directions == 2 else {}
    nodes = [helper.make_node(op, ["x", "w", "r", "b"], ["h"], name="cell", hidden_size=HIDDEN, direction=["forward", "bidirectional"][directions - 1], **more),
             helper.make_node("Transpose", ["h"], ["t"], perm=[0, 2, 1, 3]), helper.make_node("Reshape", ["t", "shape"], ["u"]),
             helper.make_node("MatMul", ["u", "v"], ["y"], name="out")]
    save(folder / "m.onnx", nodes, [("x", ["steps", BATCH, WIDTH])], [("y", ["steps", BATCH, 16])], w=f32(directions, gates * HIDDEN, WIDTH) / 7,
         r=f32(directions, gates * HIDDEN, HIDDEN) / 6, b=f32(directions, 2 * gates * HIDDEN) / 4, v=f32(HIDDEN * directions, 16) / 6,
         shape=np.array([0, 0, -1], np.int64))
    np.savez(folder / "c.npz", x=f32(8, STEPS, BATCH, WIDTH))
    np.save(folder / "x.npy", f32(STEPS, BATCH, WIDTH))


def exact(folder, op, directions):
    """The layer alone, of inputs and weights that E4M3 and E5M2 hold as they are; returns what in_steps takes."""
    r = np.random.default_rng(5)
    gates = KINDS[op]
    few = lambda *shape: r.choice(np.array([-1, -.75, -.5, .5, .75, 1], np.float32), shape)
    more = {"linear_before_reset": 1} if op == "GRU" and directions == 2 else {}
    w, h, b = few(directions, gates * HIDDEN, WIDTH) / 16, few(directions, gates * HIDDEN, HIDDEN) / 4, few(directions, 2 * gates * HIDDEN) / 4
    nodes = [helper.make_node(op, ["x", "w", "r", "b"], ["y"], name="cell", hidden_size=HIDDEN, direction=["forward", "bidirectional"][directions - 1], **more)]
    save(folder / "m.onnx", nodes, [("x", ["steps", BATCH, WIDTH])], [("y", ["steps", directions, BATCH, HIDDEN])], w=w, r=h, b=b)
    np.savez(folder / "c.npz", x=few(8, STEPS, BATCH, WIDTH))
    np.save(folder / "x.npy", few(STEPS, BATCH, WIDTH))
    return op, w, h, b, bool(more)


def in_steps(model, x, state):
    """What the operator computes, where what R multiplies is rounded to `state` by 2^-8."""
    op, w, r, b, linear = model
    sigmoid = lambda v: 1 / (1 + np.exp(-v))
    kinds = {"e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}
    rounded = lambda v: v if state is None else (v * 256).astype(kinds[state]).astype(np.float32) / 256
    n, y = HIDDEN, np.zeros((len(x), len(w), BATCH, HIDDEN), np.float32)
    for d in range(len(w)):
        h, c = np.zeros((2, BATCH, n), np.float32)
        half = len(b[d]) // 2
        for t in range(len(x))[::-1 if d else 1]:
            g, s, bias = x[t] @ w[d].T + b[d, :half], rounded(h) @ r[d].T, b[d, half:]
            if op == "LSTM":
                i, o, f, u = np.split(g + s + bias, 4, axis=1)
                c = sigmoid(f) * c + sigmoid(i) * np.tanh(u)
                h = sigmoid(o) * np.tanh(c)
            elif op == "GRU":
                z, reset = np.split(sigmoid((g + s + bias)[:, :2 * n]), 2, axis=1)
                inner = reset * (s[:, 2 * n:] + bias[2 * n:]) if linear else rounded(reset * h) @ r[d, 2 * n:].T + bias[2 * n:]
                h = (1 - z) * np.tanh(g[:, 2 * n:] + inner) + z * h
            else:
                h = np.tanh(g + s + bias)
            y[t, d] = h
    return y


def sqnr(want, got):
    want, got = want.astype(np.float64), got.astype(np.float64)
    return 10 * np.log10((want ** 2).sum() / ((want - got) ** 2).sum())
