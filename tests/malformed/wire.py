"""ONNX messages written byte by byte, so that anything can be said in them.

Field numbers are those of frontend/onnx.proto; a message is bytes, several fields one after
the other are several bytes joined.
"""
import re
import struct
from pathlib import Path

FLOAT, UINT8, INT8, INT32, INT64, STRING, BOOL = 1, 2, 3, 6, 7, 8, 9
ATTRIBUTE = {"f": (2, 1), "i": (3, 2), "s": (4, 3), "t": (5, 4), "g": (6, 5), "floats": (7, 6),
             "ints": (8, 7), "strings": (9, 8), "tensors": (10, 9), "graphs": (11, 10), "sparse_tensor": (22, 11),
             "tp": (14, 13)}


def varint(x):
    x &= 2**64 - 1
    out = bytearray()
    while x >= 128:
        out.append(x & 127 | 128)
        x >>= 7
    out.append(x)
    return bytes(out)


def tag(field, wire):
    return varint(field << 3 | wire)


def num(field, x):
    return tag(field, 0) + varint(x)


def text(x):
    return x.encode() if isinstance(x, str) else x


def sub(field, payload):
    payload = text(payload)
    return tag(field, 2) + varint(len(payload)) + payload


def f32(field, x):
    return tag(field, 5) + struct.pack("<f", x)


def attribute(name, **given):
    """One of ATTRIBUTE's keys, `type` (a number to state another kind, None to state none), `more` (further fields)."""
    kind = next(k for k in given if k in ATTRIBUTE)
    field, stated = ATTRIBUTE[kind]
    x = given[kind]
    if kind == "f":
        body = f32(field, x)
    elif kind == "i":
        body = num(field, x)
    elif kind == "ints":
        body = b"".join(num(field, each) for each in x)
    elif kind == "floats":
        body = b"".join(f32(field, each) for each in x)
    elif kind in ("strings", "tensors", "graphs"):
        body = b"".join(sub(field, each) for each in x)
    else:
        body = sub(field, x)
    stated = given.get("type", stated)
    return sub(1, name) + body + (b"" if stated is None else num(20, stated)) + given.get("more", b"")


def node(op, ins, outs, *attributes, name="", domain="", **ints):
    """Attributes are messages; integers and lists of them may be given by name."""
    body = b"".join(sub(1, x) for x in ins) + b"".join(sub(2, x) for x in outs)
    body += sub(4, op) + (sub(3, name) if name else b"") + (sub(7, domain) if domain else b"")
    for key, x in ints.items():
        kind = "ints" if isinstance(x, (list, tuple)) else "f" if isinstance(x, float) else "s" if isinstance(x, str) else "i"
        attributes += (attribute(key, **{kind: x}),)
    return body + b"".join(sub(5, a) for a in attributes)


def shape(dims):
    return b"".join(sub(1, b"" if d is None else sub(2, d) if isinstance(d, (str, bytes)) else num(1, d)) for d in dims)


def value(name, dims=(4,), dtype=FLOAT):
    """dims None: no shape."""
    kind = num(1, dtype) + (b"" if dims is None else sub(2, shape(dims)))
    return sub(1, name) + sub(2, sub(1, kind))


def tensor(name, dims, dtype=FLOAT, raw=None, more=b""):
    return b"".join(num(1, d) for d in dims) + num(2, dtype) + sub(8, name) + (b"" if raw is None else sub(9, raw)) + more


def floats(name, numbers, dims=None):
    return tensor(name, [len(numbers)] if dims is None else dims, FLOAT, struct.pack(f"<{len(numbers)}f", *numbers))


def ints(name, numbers, dims=None):
    return tensor(name, [len(numbers)] if dims is None else dims, INT64, struct.pack(f"<{len(numbers)}q", *numbers))


def graph(nodes, inputs, outputs, weights=(), name="g"):
    return (b"".join(sub(1, x) for x in nodes) + sub(2, name) + b"".join(sub(5, x) for x in weights) +
            b"".join(sub(11, x) for x in inputs) + b"".join(sub(12, x) for x in outputs))


def opset(version=18, domain=""):
    return sub(8, (sub(1, domain) if domain else b"") + (b"" if version is None else num(2, version)))


def model(the_graph, opsets=None, functions=(), ir=8):
    return (num(1, ir) + sub(7, the_graph) + b"".join(sub(25, f) for f in functions) + (opset() if opsets is None else opsets))


def function(name, ins, outs, nodes, domain="local", attributes=(), version=18):
    return (sub(1, name) + b"".join(sub(4, x) for x in ins) + b"".join(sub(5, x) for x in outs) +
            b"".join(sub(6, x) for x in attributes) + b"".join(sub(7, x) for x in nodes) +
            sub(9, num(2, version)) + sub(10, domain))


def messages():
    """{message: [(field, number, type, repeated)]} of frontend/onnx.proto, inner messages by their own name."""
    found, stack = {}, []
    source = (Path(__file__).parents[2] / "frontend" / "onnx.proto").read_text()
    for line in source.splitlines():
        line = line.split("//")[0].strip()
        opened = re.match(r"(message|enum|oneof) (\w+) \{", line)
        field = re.match(r"(?:(optional|repeated) )?(\w+) (\w+) = (\d+)(?: \[.*\])?;", line)
        if opened:
            stack.append(opened.groups())
            if opened[1] == "message":
                found[opened[2]] = []
        elif line == "}":
            stack.pop()
        elif field and stack[-1][0] != "enum":
            owner = next(name for kind, name in reversed(stack) if kind == "message")
            found[owner].append((field[3], int(field[4]), field[2], field[1] == "repeated"))
    return found


WIRE = {"string": 2, "bytes": 2, "float": 5, "double": 1, "int64": 0, "int32": 0, "uint64": 0}


def wire_type(kind, found):
    return WIRE.get(kind, 2 if kind in found else 0)  # what is left are enumerations


def paths(found):
    """{message: the field numbers that lead to it from ModelProto}"""
    way = {"ModelProto": []}
    todo = ["ModelProto"]
    for owner in todo:
        for _, number, kind, _ in found[owner]:
            if kind in found and kind not in way:
                way[kind] = way[owner] + [number]
                todo.append(kind)
    return way


def at(way, payload):
    """`payload` in the message that the field numbers lead to."""
    for number in reversed(way):
        payload = sub(number, payload)
    return payload
