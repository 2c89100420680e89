#!/usr/bin/env python3
"""Writes the seeds of the ONNX fuzz target, always the same bytes.

damage/onnx: three small valid models, whose every truncation and single-bit
flip is tried.  corpus/onnx: valid models of many forms, and hand-made
malformed ones.  Needs numpy and onnx; run it after changing it, and commit
what it writes.
"""
import pathlib
import struct

import numpy as np
from onnx import AttributeProto, TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).resolve().parent
RANDOM = np.random.default_rng(7)
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def model(nodes, inputs, outputs, initializers=(), opset=18, functions=(), domains=()):
    graph = helper.make_graph(nodes, "g", inputs, outputs, initializer=list(initializers))
    imports = [helper.make_opsetid("", opset)] + [helper.make_opsetid(d, 1) for d in domains]
    m = helper.make_model(graph, opset_imports=imports, functions=list(functions), ir_version=8)
    m.producer_name = ""
    return m.SerializeToString(deterministic=True)


def info(name, dims, dtype=FLOAT):
    return helper.make_tensor_value_info(name, dtype, dims)


def floats(name, *dims):
    return numpy_helper.from_array(RANDOM.standard_normal(dims).astype(np.float32), name)


def ints(name, *values):
    return numpy_helper.from_array(np.array(values, np.int64), name)


def mlp():
    typed = helper.make_tensor("b1", FLOAT, [6], RANDOM.standard_normal(6).astype(np.float32))
    nodes = [
        helper.make_node("Gemm", ["x", "w1", "b1"], ["h"], name="fc1", transB=1),
        helper.make_node("Relu", ["h"], ["r"], name="relu"),
        helper.make_node("MatMul", ["r", "w2"], ["z"], name="fc2"),
        helper.make_node("Softmax", ["z"], ["y"], name="prob", axis=-1),
    ]
    return model(nodes, [info("x", ["batch", 4])], [info("y", ["batch", 3])],
                 [floats("w1", 6, 4), typed, floats("w2", 6, 3)])


def old_convolution():
    """Opset 9: attributes that became inputs, Constant nodes, a matrix softmax."""
    nodes = [
        helper.make_node("Pad", ["x"], ["p"], pads=[0, 0, 1, 1, 0, 0, 1, 1], value=0.5),
        helper.make_node("Conv", ["p", "w"], ["c"], kernel_shape=[3, 3]),
        helper.make_node("Clip", ["c"], ["k"], min=0.0, max=6.0),
        helper.make_node("ReduceSum", ["k"], ["s"], axes=[3], keepdims=0),
        helper.make_node("Constant", [], ["one"], value=helper.make_tensor("", INT64, [1], [1])),
        helper.make_node("Unsqueeze", ["s"], ["u"], axes=[0]),
        helper.make_node("Squeeze", ["u"], ["q"], axes=[0]),
        helper.make_node("Softmax", ["q"], ["y"], axis=1),
    ]
    return model(nodes, [info("x", [1, 2, 4, 4])], [info("y", None)], [floats("w", 2, 2, 3, 3)], 9)


def control():
    """A local function with an attribute reference, an If that is decided, unsorted nodes."""
    then = helper.make_graph([helper.make_node("Relu", ["h"], ["t"])], "then", [], [info("t", None)])
    other = helper.make_graph([helper.make_node("Neg", ["h"], ["e"])], "else", [], [info("e", None)])
    alpha = helper.make_node("LeakyRelu", ["a"], ["b"])
    slope = alpha.attribute.add()
    slope.name, slope.type, slope.ref_attr_name = "alpha", AttributeProto.FLOAT, "slope"
    f = helper.make_function("local", "Leak", ["a"], ["b"], [alpha],
                             [helper.make_opsetid("", 18)], ["slope"])
    nodes = [
        helper.make_node("Reshape", ["l", "shape"], ["y"]),
        helper.make_node("Leak", ["i"], ["l"], domain="local", slope=0.25),
        helper.make_node("If", ["yes"], ["i"], then_branch=then, else_branch=other),
        helper.make_node("Add", ["x", "c"], ["h"]),
    ]
    yes = numpy_helper.from_array(np.array(True), "yes")
    return model(nodes, [info("x", ["?", 2])], [info("y", None)],
                 [yes, floats("c", 2), ints("shape", 2, -1)], functions=[f], domains=["local"])


def flow():
    """A Loop with an If in it, both with captures; a sequence carried by it; a Scan."""
    then = helper.make_graph([helper.make_node("Add", ["v", "x"], ["t"])], "t", [], [info("t", [2])])
    other = helper.make_graph([helper.make_node("Mul", ["v", "k"], ["e"])], "e", [], [info("e", [2])])
    loop = helper.make_graph([
        helper.make_node("Less", ["i", "one"], ["first"]),
        helper.make_node("If", ["first"], ["w"], then_branch=then, else_branch=other),
        helper.make_node("SequenceInsert", ["s", "w"], ["longer"]),
        helper.make_node("Identity", ["c"], ["go"]),
    ], "b", [info("i", [], INT64), info("c", [], TensorProto.BOOL), info("v", [2]),
             helper.make_tensor_sequence_value_info("s", FLOAT, None)],
        [info("go", [], TensorProto.BOOL), info("w", [2]), helper.make_tensor_sequence_value_info("longer", FLOAT, None),
         info("w", [2])])
    scan = helper.make_graph([helper.make_node("Add", ["a", "b"], ["d"])], "s", [info("a", []), info("b", [])],
                             [info("d", []), info("d", [])])
    nodes = [
        helper.make_node("SplitToSequence", ["x"], ["parts"], axis=0),
        helper.make_node("SequenceAt", ["parts", "one"], ["p"]),
        helper.make_node("SequenceEmpty", [], ["none"]),
        helper.make_node("Loop", ["n", "", "x", "none"], ["last", "list", "all"], body=loop),
        helper.make_node("ConcatFromSequence", ["list"], ["z"], axis=0),
        helper.make_node("Scan", ["zero", "z"], ["sum", "sums"], body=scan, num_scan_inputs=1),
    ]
    return model(nodes, [info("x", [2]), info("n", [], INT64)],
                 [info("all", [None, 2]), info("p", [1]), info("sums", [None])],
                 [numpy_helper.from_array(np.int64(1), "one"), numpy_helper.from_array(np.float32(0), "zero"),
                  floats("k", 2)])


def contrib():
    """Operators of com.microsoft, one behind the other."""
    ms = {"domain": "com.microsoft"}
    packed = numpy_helper.from_array(RANDOM.integers(0, 256, (8, 1, 8)).astype(np.uint8), "w")
    nodes = [
        helper.make_node("MatMulNBits", ["x", "w", "s"], ["q"], K=8, N=8, bits=4, block_size=16, **ms),
        helper.make_node("SkipLayerNormalization", ["q", "x", "g", "g"], ["n", "", "", "k"], **ms),
        helper.make_node("MultiHeadAttention", ["n", "k", "k"], ["a"], num_heads=2, **ms),
        helper.make_node("FastGelu", ["a", "g"], ["f"], **ms),
        helper.make_node("RotaryEmbedding", ["f", "at", "t", "t"], ["y"], num_heads=2, **ms),
    ]
    return model(nodes, [info("x", [1, 3, 8])], [info("y", [1, 3, 8])],
                 [packed, floats("s", 8), floats("g", 8), floats("t", 4, 2), ints("at", 0)],
                 domains=["com.microsoft"])


def narrow():
    """Elements of 4 and 2 bits, packed in both ways, and a scale without mantissa."""
    tensors, nodes, outputs = [], [], []
    for name, values in (("INT4", [-8, 7, 3]), ("UINT4", [1, 15, 8]), ("FLOAT4E2M1", [1, 2, 3]), ("INT2", [1, -2, 0]),
                         ("UINT2", [3, 2, 1])):
        dtype = getattr(TensorProto, name)
        for raw in (False, True):
            t = helper.make_tensor(name + str(int(raw)), dtype, [3], values)
            if raw:
                t.raw_data = bytes(t.int32_data)
                del t.int32_data[:]
            tensors.append(t)
            nodes.append(helper.make_node("Cast", [t.name], ["o_" + t.name], to=FLOAT))
            outputs.append(info("o_" + t.name, [3]))
    return model(nodes, [info("x", [1])], outputs, tensors, 25)


def storage():
    """Every form a tensor's numbers can have."""
    tensors, nodes, outputs = [], [], []

    def add(name, dtype, values, dims=None, raw=False):
        tensors.append(helper.make_tensor(name, dtype, dims or [len(values)], values, raw=raw))
        nodes.append(helper.make_node("Identity", [name], ["o_" + name]))
        outputs.append(info("o_" + name, None, dtype))

    add("f32", FLOAT, [1.0, 2.0])
    add("f64", TensorProto.DOUBLE, [1.0, 2.0])
    add("f16", TensorProto.FLOAT16, [1.0, 2.0])
    add("bf16", TensorProto.BFLOAT16, [1.0, 2.0])
    add("e4m3", TensorProto.FLOAT8E4M3FN, [1.0, 2.0])
    add("e5m2", TensorProto.FLOAT8E5M2, [1.0, 2.0])
    for name in ("INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64", "BOOL"):
        add(name.lower(), getattr(TensorProto, name), [0, 1])
    add("raw", FLOAT, RANDOM.standard_normal(300).astype(np.float32).tobytes(), [300], raw=True)
    return model(nodes, [info("x", [1])], outputs, tensors)


def tag(field, wire):
    return varint(field << 3 | wire)


def varint(x):
    out = b""
    while x >= 128:
        out += bytes([x & 127 | 128])
        x >>= 7
    return out + bytes([x])


def field(number, payload):
    return tag(number, 2) + varint(len(payload)) + payload


def nested(depth):
    """A graph in an attribute of a node of a graph ..."""
    inner = b""
    for _ in range(depth):
        inner = field(1, field(5, field(6, inner)))
    return field(7, inner)


def malformed():
    valid = mlp()
    node = field(4, b"Relu") + field(1, b"x") + field(2, b"y")
    yield "empty", b""
    yield "one_byte", b"\x08"
    yield "text", b"This is no model.\n"
    yield "png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    yield "long_tag", b"\xff" * 10
    yield "field_zero", b"\x00\x01"
    for wire in (3, 4, 6, 7):
        yield f"wire_type_{wire}", tag(7, wire) + b"\0"
    yield "wrong_wire_type", tag(7, 0) + b"\1"
    for length in (2**31 - 1, 2**32 - 1, 2**63, 100):
        yield f"length_{length}", tag(7, 2) + varint(length) + b"\0"
    yield "graph_twice", field(7, b"") + field(7, b"")
    yield "oneof_twice", field(7, field(11, field(2, field(1, b"") + field(4, b""))))
    yield "name_not_utf8", field(7, field(2, b"\xff\xfe"))
    yield "name_with_zero", field(7, field(2, b"a\0b"))
    yield "name_with_escape", field(8, tag(2, 0) + b"\x12") + field(
        7, field(1, field(4, b"\x1b[31mRed") + field(3, b"\x1b]0;title\x07\n")))
    yield "unknown_fields", valid + b"".join(field(1000 + i, b"x") for i in range(1000))
    yield "many_empty_nodes", field(8, tag(2, 0) + b"\x12") + field(7, field(1, b"") * 5000)
    for depth in (20, 21, 22, 2000):
        yield f"nested_{depth}", nested(depth)
    yield "cycle", field(8, tag(2, 0) + b"\x12") + field(
        7, field(1, field(4, b"Relu") + field(1, b"y") + field(2, b"y")) +
        field(12, field(1, b"y")))
    yield "output_twice", field(8, tag(2, 0) + b"\x12") + field(
        7, field(1, node) * 2 + field(12, field(1, b"y")))
    yield "undefined_input", field(8, tag(2, 0) + b"\x12") + field(
        7, field(1, node) + field(12, field(1, b"y")))
    yield "no_graph", field(8, tag(2, 0) + b"\x12")
    yield "no_outputs", field(8, tag(2, 0) + b"\x12") + field(7, field(2, b"g"))
    for opset in (0, 2**63 - 1, 2**64 - 1):
        yield f"opset_{opset}", field(8, tag(2, 0) + varint(opset)) + field(7, field(1, node))
    for dims in ((-1,), (2**32, 2**32), (0, 2**63 - 1), (2**42 + 1, 2**42), (2**63 - 1, 2),
                 (1,) * 9):
        yield "dims_" + "_".join(map(str, dims))[:40], field(8, tag(2, 0) + b"\x12") + field(
            7, field(5, b"".join(tag(1, 0) + varint(d & 2**64 - 1) for d in dims) + tag(2, 0) +
                     b"\1" + field(8, b"w")) + field(12, field(1, b"w")))
    weight = tag(1, 0) + b"\2" + tag(2, 0) + b"\1" + field(8, b"w")
    for name, more in {
            "raw_short": field(9, b"1234567"), "raw_long": field(9, b"123456789"),
            "raw_and_floats": field(9, b"12345678") + field(4, b"12345678"),
            "external_up": tag(14, 0) + b"\1" + field(13, field(1, b"location") + field(2, b"../w")),
            "external_root": tag(14, 0) + b"\1" + field(
                13, field(1, b"location") + field(2, b"/etc/passwd")),
            "external_none": tag(14, 0) + b"\1",
            "packed_cut": field(7, b"\x80"), "packed_floats_cut": field(4, b"12345")}.items():
        yield name, field(8, tag(2, 0) + b"\x12") + field(
            7, field(5, weight + more) + field(12, field(1, b"w")))
    yield "float_in_the_dark", struct.pack("<f", 1.0)


def main():
    small = {"mlp": mlp(), "old_convolution": old_convolution(), "control": control()}
    for name, data in small.items():
        (HERE / "damage" / "onnx" / f"{name}.onnx").write_bytes(data)
    (HERE / "corpus" / "onnx" / "storage.onnx").write_bytes(storage())
    for name, data in malformed():
        (HERE / "corpus" / "onnx" / f"{name}.bin").write_bytes(data)
    for make in (flow, contrib, narrow):
        (HERE / "damage" / "onnx" / f"{make.__name__}.onnx").write_bytes(make())


if __name__ == "__main__":
    main()
