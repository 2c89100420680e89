"""EfficientNet-Lite0 as ONNX, from the weights alone: no torch is needed.

A .pth file of the older kind is pickles and raw numbers one after the other.  The pickles name
classes; only the four that a state dict needs are known here, and anything else is refused.
"""
import collections
import pickle
import struct

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MAGIC = 0x1950A86A20F9469CFC6C
TYPES = {"FloatStorage": np.float32, "LongStorage": np.int64}


class Rows:
    """Where a tensor lies in a storage that is read later."""

    def __init__(self, storage, offset, shape, strides, *_):
        self.storage, self.offset, self.shape, self.strides = storage, offset, shape, strides


class StateDict(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return Rows
        if module == "torch" and name in TYPES:
            return name
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a state dict")

    def persistent_load(self, told):
        kind, storage_type, key, _, count, _ = told
        return key, TYPES[storage_type], count


def read_weights(path):
    with open(path, "rb") as f:
        if StateDict(f).load() != MAGIC:
            raise ValueError(f"{path} is no state dict of the older kind")
        for _ in range(2):  # protocol, machine
            StateDict(f).load()
        tensors, keys, storages = StateDict(f).load(), StateDict(f).load(), {}
        wanted = {t.storage[0]: t.storage for t in tensors.values()}
        for key in keys:
            count, = struct.unpack("<q", f.read(8))
            _, dtype, stated = wanted[key]
            if count != stated:
                raise ValueError(f"storage {key} has {count} numbers; {stated} were stated")
            storages[key] = np.frombuffer(f.read(count * np.dtype(dtype).itemsize), dtype)
    found = {}
    for name, t in tensors.items():
        x = storages[t.storage[0]][t.offset:]
        strides = [s * x.itemsize for s in t.strides]
        found[name] = np.lib.stride_tricks.as_strided(x, t.shape, strides).copy()
    return found


# expansion, kernel, stride, channels out, how often
STAGES = [(1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2), (6, 3, 2, 80, 3), (6, 5, 1, 112, 3), (6, 5, 2, 192, 4), (6, 3, 1, 320, 1)]
SIZE = 224


class Builder:
    def __init__(self, weights):
        self.weights, self.nodes, self.constants, self.used = weights, [], [], set()

    def constant(self, name):
        if name not in self.used:
            self.used.add(name)
            self.constants.append(numpy_helper.from_array(self.weights[name], name))
        return name

    def add(self, op, inputs, name, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [name], name=name, **attributes))
        return name

    def conv(self, x, name, norm, size, kernel, stride, groups=1, clip=True):
        """Convolution with TensorFlow's padding, batch normalisation, ReLU6; gives the new size too."""
        out = -(-size // stride)
        pad = max((out - 1) * stride + kernel - size, 0)
        pads = [pad // 2, pad // 2, pad - pad // 2, pad - pad // 2]
        y = self.add("Conv", [x, self.constant(f"{name}.weight")], name, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads,
                     group=groups)
        y = self.add("BatchNormalization", [y, *(self.constant(f"{norm}.{k}") for k in ("weight", "bias", "running_mean", "running_var"))],
                     norm, epsilon=1e-3)
        return (self.add("Clip", [y, "zero", "six"], f"{norm}.relu6") if clip else y), out


def export(weights_path, onnx_path):
    """image [batch, 3, 224, 224], (pixel - 127) / 128, red first -> logits [batch, 1000]."""
    b = Builder(read_weights(weights_path))
    b.weights.update(zero=np.float32(0), six=np.float32(6))
    for name in ("zero", "six"):
        b.constants.append(numpy_helper.from_array(np.asarray(b.weights[name]), name))
    x, size = b.conv("image", "_conv_stem", "_bn0", SIZE, 3, 2)
    channels, i = 32, 0
    for expansion, kernel, first_stride, out_channels, times in STAGES:
        for k in range(times):
            stride, name, before, wide = first_stride if k == 0 else 1, f"_blocks.{i}", x, channels * expansion
            if expansion != 1:
                x, _ = b.conv(x, f"{name}._expand_conv", f"{name}._bn0", size, 1, 1)
            x, size = b.conv(x, f"{name}._depthwise_conv", f"{name}._bn1", size, kernel, stride, groups=wide)
            x, _ = b.conv(x, f"{name}._project_conv", f"{name}._bn2", size, 1, 1, clip=False)
            if stride == 1 and channels == out_channels:
                x = b.add("Add", [x, before], f"{name}.add")
            channels, i = out_channels, i + 1
    x, _ = b.conv(x, "_conv_head", "_bn1", size, 1, 1)
    x = b.add("Flatten", [b.add("GlobalAveragePool", [x], "pool")], "flat")
    b.add("Gemm", [x, b.constant("_fc.weight"), b.constant("_fc.bias")], "logits", transB=1)
    io = lambda name, *shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", *shape])
    graph = helper.make_graph(b.nodes, "efficientnet_lite0", [io("image", 3, SIZE, SIZE)], [io("logits", 1000)], b.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], producer_name="fp8c samples/photos")
    model.ir_version = 8
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, onnx_path)
