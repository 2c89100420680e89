"""Attention of shifted windows, each with a mask of its own: one Attention whose mask repeats, and back in an export."""
import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

IMAGES, WINDOWS, HEADS, ROWS, SIZE = 2, 3, 2, 16, 16
WIDTH = HEADS * SIZE


def windows(path):
    """As Swin is exported: a bias by head on the scores of all windows, a mask by window on those of one image."""
    rng = np.random.default_rng(0)
    constants = {"w": rng.standard_normal((WIDTH, 3 * WIDTH)) / 6, "w2": rng.standard_normal((WIDTH, WIDTH)) / 6,
                 "bias": rng.standard_normal((1, HEADS, ROWS, ROWS)), "root": np.float32(SIZE ** -.5),
                 "mask": np.where(rng.random((1, WINDOWS, 1, ROWS, ROWS)) < .3, -100, 0)}
    shapes = {"five": [-1, ROWS, 3, HEADS, SIZE], "unit": [0], "apart": [-1, WINDOWS, HEADS, ROWS, ROWS],
              "together": [-1, HEADS, ROWS, ROWS], "merged": [-1, ROWS, WIDTH]}
    steps = [("MatMul", "x w", "qkv"), ("Reshape", "qkv five", "r"), ("Transpose", "r", "t", [2, 0, 3, 1, 4]),
             ("Split", "t", "a b c"), ("Squeeze", "a unit", "q"), ("Squeeze", "b unit", "k"), ("Squeeze", "c unit", "v"),
             ("Mul", "q root", "qs"), ("Transpose", "k", "kt", [0, 1, 3, 2]), ("MatMul", "qs kt", "s"), ("Add", "s bias", "sb"),
             ("Reshape", "sb apart", "sw"), ("Add", "sw mask", "sm"), ("Reshape", "sm together", "sr"), ("Softmax", "sr", "p"),
             ("MatMul", "p v", "o"), ("Transpose", "o", "ot", [0, 2, 1, 3]), ("Reshape", "ot merged", "m"), ("MatMul", "m w2", "y")]
    nodes = [helper.make_node(op, i.split(), o.split(), **({"perm": more[0]} if more else {"axis": 0, "num_outputs": 3} if op == "Split" else {}))
             for op, i, o, *more in steps]
    initial = [numpy_helper.from_array(np.asarray(a, np.float32), n) for n, a in constants.items()]
    initial += [numpy_helper.from_array(np.array(a), n) for n, a in shapes.items()]
    port = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [IMAGES * WINDOWS, ROWS, WIDTH]) for n in "xy"]
    graph = helper.make_graph(nodes, "windows", port[:1], port[1:], initial)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), path)


@pytest.mark.parametrize("precision, least", [("fp8", 20), ("bf16", 40)])
def test_windows(fp8c, tmp_path, precision, least):
    windows(str(tmp_path / "m.onnx"))
    x = np.random.default_rng(1).standard_normal((8, IMAGES * WINDOWS, ROWS, WIDTH)).astype(np.float32)
    np.savez(tmp_path / "samples.npz", x=x)
    np.save(tmp_path / "x.npy", x[0])
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c", "-c", "samples.npz", "-p", precision, "--target", "cpu", "--target", "sm_90a",
                "--dump-after", "store-types")
    assert done.code == 0 and "mask_repeats=1" in done.out, done.err
    assert fp8c("export", "m.fp8c", "-o", "back.onnx").code == 0
    assert fp8c("compile", "back.onnx", "-o", "again.fp8c", "--target", "cpu").code == 0
    for plan in ("m", "again"):
        assert fp8c("run", f"{plan}.fp8c", "--device", "cpu", "-i", "x=x.npy", "-o", f"{plan}.out").code == 0
    y, again = (np.load(tmp_path / f"{plan}.out" / "y.npy") for plan in ("m", "again"))
    assert (y == again).all()
    for model, bound in (("m.onnx", least), ("back.onnx", 45)):
        z = onnxruntime.InferenceSession(str(tmp_path / model)).run(None, {"x": x[0]})[0]
        assert 10 * np.log10((z ** 2).sum() / max(((y - z) ** 2).sum(), 1e-30)) >= bound
