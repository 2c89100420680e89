"""Every kind of scales and codes that a product with constant weights computes in: what asks for it, and what of normal numbers it keeps at least."""
import numpy as np
from onnx import helper
from small_models import save

ROWS, DEPTH, WIDTH = 32, 256, 128


def pinned(**rule):
    return {"default": rule}


# name: (options, rules of --override, least dB of the product, the format of its activations)
KINDS = {
    "tensor": (["--precision", "fp8"], pinned(weights={"granularity": "tensor"}), 26, "e4m3"),
    "channel": (["--precision", "fp8"], None, 26, "e4m3"),
    "e5m2": ([], pinned(format="e5m2"), 20, "e5m2"),
    "row": ([], pinned(format="e4m3", granularity="row"), 26, "e4m3"),
    "block": ([], pinned(format="e4m3", granularity="block"), 26, "e4m3"),
    "dynamic": (["--precision", "fp8", "--calibrate-method", "dynamic"], None, 26, "e4m3"),
    "delayed": (["--precision", "fp8", "--calibrate-method", "delayed=4"], None, 26, "e4m3"),
    "powers of two": (["--precision", "fp8", "--scales", "pow2"], None, 26, "e4m3"),
    "promoted": (["--precision", "fp8", "--promote", "64"], None, 26, "e4m3"),
    "w8a16": (["--precision", "bf16", "--weights", "e4m3"], None, 30, "bf16"),
    "int4": (["--precision", "bf16", "--weights", "int4"], None, 19, "bf16"),
    "nvfp4": (["--precision", "bf16", "--weights", "nvfp4"], None, 19, "bf16"),
    "mxfp4": (["--precision", "bf16", "--weights", "mxfp4"], None, 17, "bf16"),
    "mxfp8": (["--precision", "bf16", "--weights", "mxfp8"], None, 29, "bf16"),
}


def write(folder):
    """A product of normal numbers and its samples; the inputs that a run gets."""
    r = np.random.default_rng(8)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"], name="fc"), helper.make_node("Add", ["h", "b"], ["y"])]
    save(folder / "m.onnx", nodes, [("x", ["n", DEPTH])], [("y", ["n", WIDTH])], w=(r.standard_normal((DEPTH, WIDTH)) / 16).astype(np.float32),
         b=r.standard_normal(WIDTH).astype(np.float32))
    np.savez(folder / "c.npz", x=r.standard_normal((8, ROWS, DEPTH)).astype(np.float32))
    x = r.standard_normal((ROWS, DEPTH)).astype(np.float32)
    np.save(folder / "x.npy", x)
    return x


def sqnr(want, got):
    want, got = want.astype(np.float64), got.astype(np.float64)
    return 10 * np.log10((want ** 2).sum() / ((want - got) ** 2).sum())
