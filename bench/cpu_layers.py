"""Small models of one kind of layer each, for bench/cpu.py: recurrent layers, transposed convolutions, resizing, sampling, pools,
softmax across rows, integer products and packed weights.

    python bench/cpu_layers.py FOLDER          # needs torch, onnx and onnxruntime
    python bench/cpu.py FOLDER --all --threads 1 --rounds 3 --seconds 0.1
"""
import pathlib
import sys
import warnings

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from torch import nn


class Call(nn.Module):
    """A function as a module."""

    def __init__(self, function, inner=None):
        super().__init__()
        self.function, self.inner = function, inner

    def forward(self, *x):
        return self.function(self.inner, *x) if self.inner else self.function(*x)


def recurrent(layer):
    return Call(lambda inner, x: inner(x)[0], layer)


def interpolated(**how):
    return Call(lambda x: F.interpolate(x, scale_factor=2, **how))


def layers():
    rand, conv = torch.randn, nn.ConvTranspose2d
    yield "lstm-1", recurrent(nn.LSTM(128, 256, 2, batch_first=True, bidirectional=True)), [rand(1, 50, 128)]
    yield "lstm-16", recurrent(nn.LSTM(128, 256, 1, batch_first=True)), [rand(16, 50, 128)]
    yield "gru-1", recurrent(nn.GRU(128, 256, 2, batch_first=True, bidirectional=True)), [rand(1, 50, 128)]
    yield "gru-8", recurrent(nn.GRU(64, 128, 1, batch_first=True)), [rand(8, 100, 64)]
    for equation, shapes in {"bqhd,bkhd->bhqk": [(2, 64, 8, 32)] * 2, "bi,oij,bj->bo": [(8, 64), (32, 64, 64), (8, 64)],
                             "nkctv,kvw->nctw": [(1, 3, 64, 50, 25), (3, 25, 25)]}.items():
        yield "einsum-" + equation.split("->")[1], Call(lambda *x, e=equation: torch.einsum(e, *x)), [rand(*s) for s in shapes]
    yield "transposed", nn.Sequential(conv(64, 32, 4, 2, 1), nn.ReLU(), conv(32, 16, 2, 2), nn.ReLU(), conv(16, 8, 3, 2, 1, 1)), [rand(1, 64, 32, 32)]
    yield "transposed-1d", nn.Sequential(nn.ConvTranspose1d(256, 128, 16, 8, 4), nn.LeakyReLU(.1), nn.ConvTranspose1d(128, 64, 16, 8, 4)), [rand(1, 256, 64)]
    yield "resize-linear", interpolated(mode="bilinear", align_corners=False), [rand(1, 64, 64, 64)]
    yield "resize-nearest", interpolated(mode="nearest"), [rand(1, 64, 64, 64)]
    yield "resize-cubic", interpolated(mode="bicubic", align_corners=False), [rand(1, 16, 64, 64)]
    yield "grid-sample", Call(lambda x, g: F.grid_sample(x, g.tanh(), align_corners=False)), [rand(1, 32, 64, 64), rand(1, 64, 64, 2)]
    yield "pools", nn.Sequential(nn.MaxPool2d(3, 2, 1), nn.AvgPool2d(3, 1, 1), nn.MaxPool2d(5, 1, 2), nn.AdaptiveAvgPool2d(1)), [rand(1, 64, 112, 112)]
    yield "grouped", nn.Sequential(nn.Conv2d(128, 128, 3, 1, 1, groups=32), nn.ReLU(), nn.Conv2d(128, 256, 3, 2, 1, groups=4)), [rand(1, 128, 56, 56)]
    yield "softmax", Call(lambda x: F.softmax(x, -1) + F.softmax(x, 2)), [rand(8, 12, 128, 128)]
    yield "functions", Call(lambda x: F.gelu(x) + F.silu(x) + torch.tanh(x) + torch.exp(-x.abs()) + F.softplus(x) + F.mish(x) + torch.sin(x)), [rand(64, 4096)]
    yield "transposes", Call(lambda x: (x.permute(0, 2, 1, 3) * 2, x.permute(3, 2, 0, 1) + 1, x.permute(0, 3, 1, 2) * 3)), [rand(8, 64, 12, 64)]
    yield "norms", nn.Sequential(nn.GroupNorm(8, 64), nn.InstanceNorm2d(64, affine=True), nn.LayerNorm([64, 64])), [rand(2, 64, 64, 64)]
    yield "encoder", nn.TransformerEncoder(nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True, activation="gelu"), 2), [rand(4, 64, 256)]


def packed(m, k, n, block, bits, level, zeros):
    """One MatMulNBits of random codes."""
    r, blocks = np.random.default_rng(0), -(-k // block)
    constants = {"w": r.integers(0, 256, (n, blocks, block * bits // 8)).astype(np.uint8), "s": (r.random(n * blocks) * .01 + .001).astype(np.float32)}
    if zeros:
        constants["z"] = r.integers(0, 256, n * -(-blocks * bits // 8)).astype(np.uint8)
    node = helper.make_node("MatMulNBits", ["x", *constants], ["y"], domain="com.microsoft", K=k, N=n, bits=bits, block_size=block, accuracy_level=level)
    ports = [helper.make_tensor_value_info(p, TensorProto.FLOAT, [m, width]) for p, width in (("x", k), ("y", n))]
    graph = helper.make_graph([node], "g", ports[:1], ports[1:], [numpy_helper.from_array(x, name) for name, x in constants.items()])
    return helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)])


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore")
    torch.manual_seed(0)
    for name, layer, inputs in layers():
        torch.onnx.export(layer.eval(), tuple(inputs), str(folder / f"{name}.onnx"), opset_version=18, dynamo=False)
    for m in (1, 4, 16, 128):
        for k, n, block, bits, level in ((4096, 4096, 32, 4, 4), (2048, 5632, 128, 4, 4), (1024, 3072, 64, 4, 4), (2048, 2048, 32, 8, 4), (2048, 2048, 32, 4, 0)):
            onnx.save(packed(m, k, n, block, bits, level, bits == 4 and block != 64), folder / f"int{bits}-{m}x{k}x{n}-{block}-level{level}.onnx")
    from onnxruntime.quantization import QuantType, quantize_dynamic
    quantize_dynamic(folder / "encoder.onnx", folder / "encoder-int8.onnx", weight_type=QuantType.QInt8)


if __name__ == "__main__":
    main()
