"""One operator a model, for bench/cpu.py: which kinds of operators take longer than ONNX Runtime's, model or no model.

    python bench/cpu_operators.py FOLDER [--only WORDS]    # needs onnx and numpy
    python bench/cpu.py FOLDER --all --threads 1 --rounds 3 --seconds 0.05

Sizes are those of layers of vision and language models; what a model has as a constant (indices, weights, limits) is one.
"""
import argparse
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

RNG = np.random.default_rng(0)
F, I8, U8, I32, I64, B, F16, F64 = (np.dtype(t) for t in ("f4", "i1", "u1", "i4", "i8", "?", "f2", "f8"))
ROWS, IMAGE, TOKENS = (256, 1024), (1, 64, 56, 56), (1, 12, 128, 128)


def normal(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def below(n, *shape, dtype=I64):
    return RNG.integers(0, n, shape).astype(dtype)


def ints(*values):
    return np.array(values, np.int64)


def port(shape, dtype=F):
    """An input of the model."""
    return (tuple(shape), dtype)


UNARY = ("Abs Neg Sign Floor Ceil Round Sqrt Reciprocal Exp Log Erf Sin Cos Tan Atan Sinh Asinh Relu LeakyRelu ThresholdedRelu Elu Celu Selu Sigmoid HardSigmoid "
         "HardSwish Mish Gelu Tanh Softplus Softsign IsNaN IsInf").split()
BINARY = "Add Sub Mul Div Pow Mod PRelu Min Max Greater Equal LessOrEqual".split()
REDUCE = "ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceSumSquare".split()


def elementwise():
    for op in UNARY:
        yield op, op, [port(ROWS)], {}
    for op in BINARY:
        more = {"fmod": 1} if op == "Mod" else {}
        yield op, op, [port(ROWS), port(ROWS)], more
    for op in "Add Mul Div PRelu".split():
        yield f"{op}-row", op, [port(ROWS), port((1024,))], {}
        yield f"{op}-column", op, [port(ROWS), port((256, 1))], {}
        yield f"{op}-channel", op, [port(IMAGE), port((64, 1, 1))], {}
    yield "Add-scalar", "Add", [port(ROWS), np.float32(2)], {}
    yield "Add-scalar-left", "Sub", [np.float32(2), port(ROWS)], {}
    yield "Add-outer", "Add", [port((256, 1)), port((1, 1024))], {}
    yield "Add-middle", "Add", [port((8, 64, 256)), port((8, 1, 256))], {}
    yield "Add-mask", "Add", [port(TOKENS), port((1, 1, 1, 128))], {}
    yield "Pow-2", "Pow", [port(ROWS), np.float32(2)], {}
    yield "Pow-half", "Pow", [port(ROWS), np.float32(.5)], {}
    yield "Pow-3", "Pow", [port(ROWS), np.float32(3)], {}
    for dtype in (I32, I64):
        for op in "Add Mul Div Mod Equal Less Max".split():
            yield f"{op}-{dtype}", op, [port(ROWS, dtype), np.array(7, dtype)], {}
        yield f"Add-{dtype}-both", "Add", [port(ROWS, dtype), port(ROWS, dtype)], {}
    for op in "And Or Xor".split():
        yield op, op, [port(ROWS, B), port(ROWS, B)], {}
    yield "Not", "Not", [port(ROWS, B)], {}
    yield "Where", "Where", [port(ROWS, B), port(ROWS), port(ROWS)], {}
    yield "Where-scalar", "Where", [port(TOKENS, B), port(TOKENS), np.float32(-1e9)], {}
    yield "Where-mask", "Where", [port((1, 1, 128, 128), B), port(TOKENS), np.float32(-1e9)], {}
    yield "Clip", "Clip", [port(ROWS), np.float32(0), np.float32(6)], {}
    yield "Clip-i64", "Clip", [port(ROWS, I64), np.int64(0), np.int64(6)], {}
    yield "Sum-3", "Sum", [port(ROWS)] * 3, {}
    yield "Mean-3", "Mean", [port(ROWS)] * 3, {}
    yield "Max-3", "Max", [port(ROWS)] * 3, {}
    pairs = [(F, F16), (F16, F), (F, I64), (I64, F), (F, I32), (I32, F), (F, U8), (U8, F), (I64, I32), (I32, I64), (F, B), (B, F), (I64, B), (F, F64), (F64, F)]
    for a, b in pairs:
        yield f"Cast-{a}-{b}", "Cast", [port(ROWS, a)], {"to": helper.np_dtype_to_tensor_dtype(b)}


def rows():
    for op in "Softmax LogSoftmax".split():
        yield op, op, [port(TOKENS)], {"axis": -1}
        yield f"{op}-1", op, [port((8, 21, 64, 64))], {"axis": 1}
    yield "Softmax-long", "Softmax", [port((4, 32000))], {"axis": -1}
    yield "Softmax-short", "Softmax", [port((4096, 16))], {"axis": -1}
    yield "Hardmax", "Hardmax", [port(ROWS)], {"axis": -1}
    for width in (64, 1024):
        yield f"LayerNormalization-{width}", "LayerNormalization", [port((256, width)), normal(width), normal(width)], {"axis": -1}
        yield f"RMSNormalization-{width}", "RMSNormalization", [port((256, width)), normal(width)], {"axis": -1}
    yield "InstanceNormalization", "InstanceNormalization", [port(IMAGE), normal(64), normal(64)], {}
    yield "GroupNormalization", "GroupNormalization", [port(IMAGE), normal(64), normal(64)], {"num_groups": 8}
    yield "BatchNormalization", "BatchNormalization", [port(IMAGE), normal(64), normal(64), normal(64), abs(normal(64)) + 1], {}
    yield "LRN", "LRN", [port(IMAGE)], {"size": 5}
    yield "LpNormalization", "LpNormalization", [port(ROWS)], {"axis": -1}
    yield "MeanVarianceNormalization", "MeanVarianceNormalization", [port(IMAGE)], {"axes": [2, 3]}
    for op in REDUCE:
        for name, shape, axes in (("last", ROWS, [1]), ("first", ROWS, [0]), ("space", IMAGE, [2, 3]), ("middle", (8, 64, 512), [1])):
            yield f"{op}-{name}", op, [port(shape), ints(*axes)], {}
        yield f"{op}-all", op, [port(ROWS)], {}
    yield "ReduceMean-channels", "ReduceMean", [port(IMAGE), ints(1)], {}
    yield "ReduceMean-mixed", "ReduceMean", [port((8, 32, 28, 32)), ints(0, 2)], {}
    yield "ReduceSum-i64", "ReduceSum", [port(ROWS, I64), ints(1)], {}
    yield "ReduceSum-i32", "ReduceSum", [port(ROWS, I32), ints(0)], {}
    yield "ReduceMax-i64", "ReduceMax", [port(ROWS, I64), ints(1)], {}
    for op in "ArgMax ArgMin".split():
        yield f"{op}-last", op, [port(ROWS)], {"axis": 1}
        yield f"{op}-first", op, [port(ROWS)], {"axis": 0}
        yield f"{op}-classes", op, [port((1, 21, 128, 128))], {"axis": 1}
    yield "ArgMax-i64", "ArgMax", [port(ROWS, I64)], {"axis": 1}
    for axis in (0, 1):
        yield f"CumSum-{axis}", "CumSum", [port(ROWS), np.int64(axis)], {}
    yield "CumSum-i64", "CumSum", [port(ROWS, I64), np.int64(1)], {}


def pools():
    for name, k, s, p in (("3-2", 3, 2, 1), ("2-2", 2, 2, 0), ("5-1", 5, 1, 2), ("3-1", 3, 1, 1)):
        how = {"kernel_shape": [k, k], "strides": [s, s], "pads": [p] * 4}
        yield f"MaxPool-{name}", "MaxPool", [port(IMAGE)], how
        yield f"AveragePool-{name}", "AveragePool", [port(IMAGE)], how
    yield "MaxPool-112", "MaxPool", [port((1, 64, 112, 112))], {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1] * 4}
    yield "MaxPool-13", "MaxPool", [port((1, 256, 20, 20))], {"kernel_shape": [13, 13], "pads": [6] * 4}
    yield "AveragePool-7", "AveragePool", [port((1, 512, 7, 7))], {"kernel_shape": [7, 7]}
    yield "MaxPool-1d", "MaxPool", [port((1, 64, 3200))], {"kernel_shape": [3], "strides": [2]}
    yield "MaxPool-3d", "MaxPool", [port((1, 32, 8, 28, 28))], {"kernel_shape": [2, 2, 2], "strides": [2, 2, 2]}
    yield "MaxPool-u8", "MaxPool", [port(IMAGE, U8)], {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1] * 4}
    yield "MaxPool-indices", "MaxPool", [port(IMAGE)], {"kernel_shape": [2, 2], "strides": [2, 2], "results": 2}
    yield "LpPool", "LpPool", [port(IMAGE)], {"kernel_shape": [3, 3], "strides": [2, 2]}
    for op in "GlobalAveragePool GlobalMaxPool".split():
        yield op, op, [port((1, 512, 7, 7))], {}
        yield f"{op}-56", op, [port(IMAGE)], {}


def moves():
    for name, shape, perm in (("nhwc", IMAGE, [0, 2, 3, 1]), ("nchw", (1, 56, 56, 64), [0, 3, 1, 2]), ("heads", (1, 128, 12, 64), [0, 2, 1, 3]), ("matrix", ROWS, [1, 0]),
                              ("keys", (1, 128, 12, 64), [0, 2, 3, 1]), ("swap", (8, 32, 32, 16), [0, 2, 1, 3]), ("blocks", (1, 7, 8, 7, 8, 64), [0, 1, 3, 2, 4, 5]), ("reverse", (32, 32, 32, 8), [3, 2, 1, 0])):
        yield f"Transpose-{name}", "Transpose", [port(shape)], {"perm": perm}
    yield "Transpose-i64", "Transpose", [port(ROWS, I64)], {"perm": [1, 0]}
    yield "Transpose-u8", "Transpose", [port((1, 224, 224, 3), U8)], {"perm": [0, 3, 1, 2]}
    yield "Transpose-rgb", "Transpose", [port((1, 224, 224, 3))], {"perm": [0, 3, 1, 2]}
    yield "Expand", "Expand", [port((256, 1)), ints(256, 1024)], {}
    yield "Expand-rows", "Expand", [port((1, 1024)), ints(256, 1024)], {}
    yield "Expand-heads", "Expand", [port((1, 4, 1, 128, 64)), ints(1, 4, 4, 128, 64)], {}
    yield "Tile", "Tile", [port((64, 256)), ints(4, 4)], {}
    yield "Slice-rows", "Slice", [port(ROWS), ints(16), ints(240), ints(0)], {}
    yield "Slice-columns", "Slice", [port(ROWS), ints(16), ints(1000), ints(1)], {}
    yield "Slice-steps", "Slice", [port(IMAGE), ints(0, 0), ints(56, 56), ints(2, 3), ints(2, 2)], {}
    yield "Slice-last-2", "Slice", [port(ROWS), ints(0), ints(1024), ints(1), ints(2)], {}
    yield "Slice-back", "Slice", [port(ROWS), ints(-1), ints(-2000), ints(1), ints(-1)], {}
    yield "Concat-channels", "Concat", [port(IMAGE), port(IMAGE)], {"axis": 1}
    yield "Concat-last", "Concat", [port((256, 512)), port((256, 512))], {"axis": 1}
    yield "Concat-narrow", "Concat", [port((4096, 16)), port((4096, 16)), port((4096, 1))], {"axis": 1}
    yield "Split-last", "Split", [port((128, 2304))], {"axis": 1, "num_outputs": 3, "results": 3}
    yield "Split-channels", "Split", [port(IMAGE)], {"axis": 1, "num_outputs": 2, "results": 2}
    for mode in "constant reflect edge wrap".split():
        yield f"Pad-{mode}", "Pad", [port(IMAGE), ints(0, 0, 1, 1, 0, 0, 1, 1)], {"mode": mode}
    yield "Pad-last", "Pad", [port(ROWS), ints(0, 0, 0, 8)], {}
    yield "DepthToSpace", "DepthToSpace", [port((1, 64, 56, 56))], {"blocksize": 2}
    yield "DepthToSpace-CRD", "DepthToSpace", [port((1, 64, 56, 56))], {"blocksize": 2, "mode": "CRD"}
    yield "SpaceToDepth", "SpaceToDepth", [port((1, 16, 112, 112))], {"blocksize": 2}
    yield "Trilu", "Trilu", [port((8, 256, 256))], {}
    yield "ReverseSequence", "ReverseSequence", [port((64, 16, 128)), below(64, 16)], {}


def indexed():
    yield "Gather-rows", "Gather", [normal(30000, 384), port((1, 128), I64)], {}
    yield "Gather-columns", "Gather", [port(ROWS), below(1024, 512)], {"axis": 1}
    yield "Gather-middle", "Gather", [port((8, 196, 384)), below(196, 64)], {"axis": 1}
    yield "Gather-one", "Gather", [port((8, 196, 384)), np.int64(0)], {"axis": 1}
    yield "Gather-table", "Gather", [port((961, 12)), below(961, 65536)], {}
    yield "GatherElements", "GatherElements", [port(ROWS), below(1024, 256, 256)], {"axis": 1}
    yield "GatherElements-0", "GatherElements", [port(ROWS), below(256, 128, 1024)], {"axis": 0}
    yield "GatherND", "GatherND", [port((64, 64, 64)), below(64, 4096, 2)], {}
    yield "GatherND-scalars", "GatherND", [port((64, 64, 64)), below(64, 16384, 3)], {}
    for reduction in ("none", "add", "max"):
        yield f"ScatterElements-{reduction}", "ScatterElements", [port(ROWS), below(1024, 256, 256), port((256, 256))], {"axis": 1, "reduction": reduction}
        yield f"ScatterND-{reduction}", "ScatterND", [port((64, 64, 64)), below(64, 1024, 2), port((1024, 64))], {"reduction": reduction}
    yield "ScatterND-scalars", "ScatterND", [port((64, 4096)), np.stack([below(64, 8192), below(4096, 8192)], 1), port((8192,))], {}
    for name, shape, k in (("classes", (1, 1000), 5), ("boxes", (1, 8400), 300), ("vocabulary", (1, 32000), 50), ("rows", (256, 1024), 8), ("experts", (512, 64), 4), ("sort", (4, 4096), 4096)):
        yield f"TopK-{name}", "TopK", [port(shape), ints(k)], {"results": 2}
    yield "TopK-axis0", "TopK", [port((1024, 64)), ints(16)], {"axis": 0, "results": 2}
    yield "NonZero", "NonZero", [port(ROWS)], {}
    yield "NonZero-bool", "NonZero", [port((1, 65536), B)], {}
    yield "Compress", "Compress", [port(ROWS), below(2, 256, dtype=B)], {"axis": 0}
    yield "Unique", "Unique", [port((4096,), I64)], {}
    yield "Unique-f32", "Unique", [port((4096,))], {"results": 4}
    yield "OneHot", "OneHot", [port((256,), I64), np.int64(1000), np.array([0, 1], np.float32)], {}
    corner = abs(normal(1, 2000, 2)) * 100
    boxes = np.concatenate([corner, corner + abs(normal(1, 2000, 2)) * 40], -1)
    yield "NonMaxSuppression", "NonMaxSuppression", [boxes, port((1, 1, 2000)), ints(200), np.array([.5], np.float32), np.array([.1], np.float32)], {}
    yield "NonMaxSuppression-classes", "NonMaxSuppression", [boxes, port((1, 20, 2000)), ints(100), np.array([.5], np.float32), np.array([.5], np.float32)], {}
    yield "Range", "Range", [np.int64(0), port((), I64), np.int64(1)], {}
    yield "ConstantOfShape", "ConstantOfShape", [port((2,), I64)], {}


def images():
    scales = np.array([1, 1, 2, 2], np.float32)
    for mode in "nearest linear cubic".split():
        how = {"mode": mode, "coordinate_transformation_mode": "asymmetric" if mode == "nearest" else "half_pixel", **({"nearest_mode": "floor"} if mode == "nearest" else {})}
        yield f"Resize-{mode}-2", "Resize", [port((1, 64, 40, 40)), None, scales], how
        yield f"Resize-{mode}-size", "Resize", [port((1, 3, 240, 320)), None, None, ints(1, 3, 224, 224)], how
        yield f"Resize-{mode}-half", "Resize", [port((1, 64, 56, 56)), None, np.array([1, 1, .5, .5], np.float32)], how
    yield "Resize-nearest-4", "Resize", [port((1, 21, 64, 64)), None, np.array([1, 1, 4, 4], np.float32)], {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    yield "Resize-nearest-3d", "Resize", [port((1, 16, 8, 16, 16)), None, np.array([1, 1, 2, 2, 2], np.float32)], {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    yield "Resize-nearest-u8", "Resize", [port((1, 3, 240, 320), U8), None, np.array([1, 1, 2, 2], np.float32)], {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    yield "Resize-linear-nhwc", "Resize", [port((1, 56, 56, 32)), None, np.array([1, 2, 2, 1], np.float32)], {"mode": "linear"}
    yield "Resize-linear-corners", "Resize", [port((1, 64, 32, 32)), None, np.array([1, 1, 2, 2], np.float32)], {"mode": "linear", "coordinate_transformation_mode": "align_corners"}
    yield "Resize-linear-1d", "Resize", [port((1, 64, 1000)), None, np.array([1, 1, 2], np.float32)], {"mode": "linear"}
    for mode in "linear nearest cubic".split():
        yield f"GridSample-{mode}", "GridSample", [port((1, 32, 48, 48)), port((1, 48, 48, 2))], {"mode": mode}
    yield "AffineGrid", "AffineGrid", [port((1, 2, 3)), ints(1, 3, 128, 128)], {}
    boxes = np.concatenate([abs(normal(64, 2)) * 10, abs(normal(64, 2)) * 10 + 20], -1)
    yield "RoiAlign", "RoiAlign", [port((1, 64, 50, 50)), boxes, np.zeros(64, np.int64)], {"output_height": 7, "output_width": 7, "sampling_ratio": 2}
    yield "Col2Im", "Col2Im", [port((1, 64 * 9, 784)), ints(30, 30), ints(3, 3)], {}
    yield "MaxUnpool", "MaxUnpool", [port((1, 64, 28, 28)), below(56 * 56, 1, 64, 28, 28)], {"kernel_shape": [2, 2], "strides": [2, 2]}


def products():
    for name, a, b in (("1", (1, 768), (768, 768)), ("128", (128, 768), (768, 768)), ("narrow", (512, 512), (512, 8)), ("wide", (16, 64), (64, 8192)), ("odd", (197, 193), (193, 197))):
        yield f"MatMul-{name}", "MatMul", [port(a), normal(*b)], {}
        yield f"MatMul-{name}-both", "MatMul", [port(a), port(b)], {}
    yield "MatMul-scores", "MatMul", [port((1, 12, 128, 64)), port((1, 12, 64, 128))], {}
    yield "MatMul-values", "MatMul", [port(TOKENS), port((1, 12, 128, 64))], {}
    yield "MatMul-vector", "MatMul", [port((64, 1, 64)), port((64, 64, 100))], {}
    yield "MatMul-small", "MatMul", [port((2048, 8, 8)), port((2048, 8, 8))], {}
    yield "Gemm", "Gemm", [port((1, 2048)), normal(1000, 2048), normal(1000)], {"transB": 1}
    yield "Gemm-64", "Gemm", [port((64, 512)), normal(1000, 512), normal(1000)], {"transB": 1}
    for equation, shapes in {"bhid,bhjd->bhij": [(1, 8, 128, 64)] * 2, "bij,jk->bik": [(4, 64, 128), (128, 128)], "bi,bj->bij": [(64, 128)] * 2, "bhwc,hkc->bhwk": [(4, 14, 14, 64), (14, 14, 64)],
                             "nhwc,nhwk->nck": [(1, 28, 28, 64), (1, 28, 28, 32)], "i,i->": [(65536,)] * 2, "bii->b": [(64, 128, 128)]}.items():
        yield "Einsum-" + equation.replace(",", "_").replace("->", "_to_"), "Einsum", [port(s) for s in shapes], {"equation": equation}
    for dtype in (U8, I8):
        w = RNG.integers(-127, 128, (512, 512)).astype(I8)
        zero = np.array(3, dtype)
        yield f"MatMulInteger-{dtype}", "MatMulInteger", [port((128, 512), dtype), w, zero], {}
        yield f"MatMulInteger-1-{dtype}", "MatMulInteger", [port((1, 512), dtype), w, zero], {}
    yield "QLinearMatMul", "QLinearMatMul", [port((128, 512), U8), np.float32(.02), np.uint8(128), RNG.integers(-127, 128, (512, 512)).astype(I8), np.float32(.01), np.int8(0), np.float32(.1), np.uint8(120)], {}
    yield "QLinearConv", "QLinearConv", [port((1, 64, 28, 28), U8), np.float32(.02), np.uint8(128), RNG.integers(-127, 128, (64, 64, 3, 3)).astype(I8), np.float32(.01), np.int8(0), np.float32(.1),
                                         np.uint8(120)], {"pads": [1] * 4}
    yield "ConvInteger", "ConvInteger", [port((1, 64, 28, 28), U8), below(255, 64, 64, 3, 3, dtype=U8), np.uint8(128), np.uint8(127)], {"pads": [1] * 4}
    yield "DynamicQuantizeLinear", "DynamicQuantizeLinear", [port(ROWS)], {"results": 3}
    for t in (U8, I8):
        yield f"QuantizeLinear-{t}", "QuantizeLinear", [port(ROWS), np.float32(.02), np.array(3, t)], {}
        yield f"DequantizeLinear-{t}", "DequantizeLinear", [port(ROWS, t), np.float32(.02), np.array(3, t)], {}
    yield "QuantizeLinear-axis", "QuantizeLinear", [port(IMAGE), abs(normal(64)), np.zeros(64, np.uint8)], {"axis": 1}
    yield "DequantizeLinear-axis", "DequantizeLinear", [port(IMAGE, U8), abs(normal(64)), np.zeros(64, np.uint8)], {"axis": 1}


def windows():
    def conv(name, x, w, op="Conv", **how):
        return f"{op}-{name}", op, [port(x), normal(*w), normal(w[0] if op == "Conv" else w[1] * how.get("group", 1))], how
    yield conv("3x3", (1, 64, 56, 56), (64, 64, 3, 3), pads=[1] * 4)
    yield conv("3x3-14", (1, 256, 14, 14), (256, 256, 3, 3), pads=[1] * 4)
    yield conv("3x3-stride", (1, 64, 56, 56), (128, 64, 3, 3), pads=[1] * 4, strides=[2, 2])
    yield conv("1x1", (1, 64, 56, 56), (256, 64, 1, 1))
    yield conv("1x1-7", (1, 512, 7, 7), (2048, 512, 1, 1))
    yield conv("1x1-stride", (1, 256, 56, 56), (512, 256, 1, 1), strides=[2, 2])
    yield conv("stem", (1, 3, 224, 224), (64, 3, 7, 7), pads=[3] * 4, strides=[2, 2])
    yield conv("stem-3", (1, 3, 224, 224), (32, 3, 3, 3), pads=[1] * 4, strides=[2, 2])
    yield conv("patches", (1, 3, 224, 224), (768, 3, 16, 16), strides=[16, 16])
    yield conv("depthwise-3", (1, 144, 56, 56), (144, 1, 3, 3), pads=[1] * 4, group=144)
    yield conv("depthwise-3-stride", (1, 144, 56, 56), (144, 1, 3, 3), pads=[1] * 4, group=144, strides=[2, 2])
    yield conv("depthwise-5", (1, 240, 28, 28), (240, 1, 5, 5), pads=[2] * 4, group=240)
    yield conv("depthwise-7", (1, 96, 56, 56), (96, 1, 7, 7), pads=[3] * 4, group=96)
    yield conv("depthwise-1d", (1, 256, 500), (256, 1, 31), pads=[15, 15], group=256)
    yield conv("groups-32", (1, 256, 28, 28), (256, 8, 3, 3), pads=[1] * 4, group=32)
    yield conv("groups-2", (1, 128, 28, 28), (128, 64, 3, 3), pads=[1] * 4, group=2)
    yield conv("dilated", (1, 64, 32, 32), (64, 64, 3, 3), pads=[2] * 4, dilations=[2, 2])
    yield conv("1d", (1, 80, 1000), (128, 80, 3), pads=[1, 1])
    yield conv("1d-dilated", (1, 64, 2000), (64, 64, 3), pads=[4, 4], dilations=[4])
    yield conv("1d-wide", (1, 1, 16000), (128, 1, 400), strides=[160])
    yield conv("3d", (1, 16, 8, 28, 28), (32, 16, 3, 3, 3), pads=[1] * 6)
    yield conv("3d-stem", (1, 3, 8, 56, 56), (24, 3, 1, 3, 3), pads=[0, 1, 1] * 2, strides=[1, 2, 2])
    yield conv("3d-depthwise", (1, 54, 8, 28, 28), (54, 1, 3, 3, 3), pads=[1] * 6, group=54)
    yield conv("batch-8", (8, 32, 28, 28), (64, 32, 3, 3), pads=[1] * 4)
    yield conv("9x1", (1, 64, 28, 28), (64, 64, 1, 7), pads=[0, 3, 0, 3])
    yield conv("2", (1, 64, 28, 28), (64, 32, 2, 2), op="ConvTranspose", strides=[2, 2])
    yield conv("4", (1, 64, 28, 28), (64, 32, 4, 4), op="ConvTranspose", strides=[2, 2], pads=[1] * 4)
    yield conv("3", (1, 64, 28, 28), (64, 64, 3, 3), op="ConvTranspose", pads=[1] * 4)
    yield conv("depthwise", (1, 64, 28, 28), (64, 1, 4, 4), op="ConvTranspose", strides=[2, 2], pads=[1] * 4, group=64)
    yield conv("1d", (1, 128, 200), (128, 64, 8), op="ConvTranspose", strides=[4], pads=[2, 2])
    yield conv("3d", (1, 32, 4, 14, 14), (32, 16, 2, 2, 2), op="ConvTranspose", strides=[2, 2, 2])
    steps, wide, hidden = 30, 64, 128
    for op, gates in (("LSTM", 4), ("GRU", 3), ("RNN", 1)):
        for batch in (1, 8):
            yield f"{op}-{batch}", op, [port((steps, batch, wide)), normal(1, gates * hidden, wide) * .1, normal(1, gates * hidden, hidden) * .1, normal(1, 2 * gates * hidden)], {"hidden_size": hidden}
    yield "GRU-before", "GRU", [port((steps, 1, wide)), normal(1, 3 * hidden, wide) * .1, normal(1, 3 * hidden, hidden) * .1, normal(1, 6 * hidden)], {"hidden_size": hidden, "linear_before_reset": 1}
    yield "DFT", "DFT", [port((16, 1024, 1)), None, np.int64(1)], {}
    yield "STFT", "STFT", [port((1, 16000, 1)), np.int64(160), normal(400), np.int64(400)], {}
    qkv = [port((1, 12, 128, 64))] * 3
    yield "Attention", "Attention", qkv, {}
    yield "Attention-causal", "Attention", qkv, {"is_causal": 1}
    yield "RotaryEmbedding", "RotaryEmbedding", [port((1, 12, 128, 64)), normal(1, 128, 32), normal(1, 128, 32)], {}


KINDS = (elementwise, rows, pools, moves, indexed, images, products, windows)
OLDER = {"Attention": 23, "RMSNormalization": 23, "RotaryEmbedding": 23}


def model(op, inputs, how):
    """A model of one node; of `inputs`, None is left out, arrays are constants and the others are its ports."""
    how = dict(how)
    names, ports, constants = [], [], []
    for i, x in enumerate(inputs):
        names.append("" if x is None else f"x{i}")
        if isinstance(x, tuple):
            ports.append(helper.make_tensor_value_info(f"x{i}", helper.np_dtype_to_tensor_dtype(x[1]), x[0]))
        elif x is not None:
            constants.append(numpy_helper.from_array(np.asarray(x), f"x{i}"))
    results = [f"y{i}" for i in range(how.pop("results", 1))]
    if op in ("LSTM", "GRU", "RNN"):
        results = ["y0", "y1"]
    node = helper.make_node(op, names, results, **how)
    graph = helper.make_graph([node], "g", ports, [helper.make_tensor_value_info(y, TensorProto.UNDEFINED, None) for y in results], constants)
    for y in graph.output:
        y.ClearField("type")
    made = helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", OLDER.get(op, 21))])
    made = onnx.shape_inference.infer_shapes(made, strict_mode=True, data_prop=True)
    kinds = {v.name: v for v in made.graph.value_info}
    for y in made.graph.output:
        if not y.HasField("type") and y.name in kinds:
            y.CopyFrom(kinds[y.name])
    return made


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--only", type=lambda s: s.split(","), default=[], help="names that begin so")
    a = words.parse_args()
    a.folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        for name, op, inputs, how in kind():
            if a.only and not any(name.startswith(w) for w in a.only):
                continue
            onnx.save(model(op, inputs, how), a.folder / f"{name}.onnx")


if __name__ == "__main__":
    main()
