"""A recurrent layer of either kind and a product behind it."""
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


def sqnr(want, got):
    want, got = want.astype(np.float64), got.astype(np.float64)
    return 10 * np.log10((want ** 2).sum() / ((want - got) ** 2).sum())
