"""A file for every way in which a model can be wrong, or look wrong, and what is to be said about it.

One row a file: `name`, what it holds, the exit code of a compile, and words that the sentence must contain.  Code 0 are
files that look wrong and are right, and must be taken.  `./.venv/bin/python tests/malformed/cases.py FOLDER` writes them all,
with `--small` those that are a few bytes and stand alone: what the importer's fuzz target is seeded with.
"""
import math
import os
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path

from wire import *

BIG = 2**63 - 1
LEAST = -2**63


@dataclass
class Case:
    part: str
    name: str
    make: object  # bytes, or a function that is given the folder and the path of the model
    code: int
    words: tuple
    feed: dict = field(default_factory=dict)  # {input: (shape, letter of struct, numbers)}: the plan is run as well
    run_code: int = 0
    options: tuple = ()

    def write(self, folder):
        path = Path(folder) / "m.onnx"
        data = self.make
        if callable(data):
            data = data(Path(folder))
        if data is not None:
            path.write_bytes(data)
        return path


CASES = []


def case(part, name, make, code, *words, **more):
    CASES.append(Case(part, name, make, code, words, **more))


def one(nodes, inputs=(("x", (4,)),), outputs=("y",), weights=(), **more):
    """A model of these nodes; an output that is given as a name alone is stated without a type."""
    nodes = [nodes] if isinstance(nodes, bytes) else nodes
    return model(graph(nodes, [value(*i) for i in inputs],
                       [value(*o) if isinstance(o, tuple) else sub(1, o) for o in outputs], weights), **more)


RELU = node("Relu", ["x"], ["y"])
VALID = one(RELU)


# ---- A. The wire ---------------------------------------------------------------------------------

def wire():
    def a(name, make, code, *words, **more):
        case("A", name, make, code, *words, **more)
    a("valid", VALID, 0)
    a("empty", b"", 3, "is no ONNX model but empty")
    a("one_byte", b"\x08", 3, "byte 1", "ends inside a field")
    a("text", b"This is no model.\n", 3, "byte ")
    a("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 3, "byte ")
    short = sub(7, graph([node("Relu", "x", "y")], [value("x", [1])], [value("y", [1])], name="")) + opset()
    a("whole", short, 0)
    for n in range(1, len(short)):
        a(f"cut_to_{n}", short[:n], 3, "states no opset" if n == len(short) - 4 else "byte ")
    a("long_tag", b"\xff" * 10 + b"\1", 3, "byte 0", "number of more than 10 bytes")
    for name, field in (("text", tag(99, 2) + varint(5) + b"1234"), ("64_bits", tag(99, 1) + b"1234567"), ("32_bits", tag(99, 5) + b"123")):
        size = {"text": 5, "64_bits": 8, "32_bits": 4}[name]
        words = (f"a field of {size} bytes, but {size - 1} are left",)
        body = graph([RELU], [value("x")], [value("y")])
        a(f"unknown_{name}_one_byte_over_its_message", sub(7, body + field) + opset(), 3, *words)
        a(f"unknown_{name}_one_byte_over_the_file", VALID + field, 3, *words)
        a(f"unknown_{name}_to_the_end_of_its_message", sub(7, body + field + b"5") + opset(), 0)
    a("field_zero", b"\x00\x01", 3, "field number 0 does not exist")
    a("field_too_large", varint(2**32 << 3) + b"\0", 3, "field number", "does not exist")
    a("unknown_group_end", tag(7, 4) + b"\0", 3, "wire type 4")
    for kind in (3, 4, 6, 7):
        a(f"wire_type_{kind}", tag(99, kind) + b"\0", 3, f"wire type {kind}, which ONNX does not use")
    found = messages()
    for owner, way in paths(found).items():
        for name, number, kind, repeated in found[owner]:
            right = wire_type(kind, found)
            for wrong in sorted({0, 1, 2, 5} - {right} - ({2} if repeated else set())):
                body = {0: b"\1", 1: b"12345678", 2: b"\1a", 5: b"1234"}[wrong]
                a(f"{owner}_{name}_as_{wrong}", at(way, tag(number, wrong) + body), 3,
                  f"{name} has wire type {wrong}, not {right}")
    for length in (2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1, 100):
        a(f"length_{length}", tag(7, 2) + varint(length) + b"\0", 3, f"graph has {length} bytes, but 1 are left")
    a("graph_twice", VALID + sub(7, b""), 3, "graph is given twice")
    a("type_twice", VALID + b"", 0)
    twice = sub(1, "x") + sub(2, sub(1, num(1, 1)) + sub(4, sub(1, b"")))
    a("oneof_twice", model(graph([RELU], [twice], [value("y")])), 3, "sequence_type is given twice")
    both = sub(1, "x") + sub(2, sub(1, num(1, 1) + sub(2, sub(1, num(1, 4) + sub(2, "n")))))
    a("dimension_twice", model(graph([RELU], [both], [value("y")])), 3, "dim_param is given twice")
    weight = tensor("w", [], INT64, None)
    numbers = b"".join(varint(x) for x in (1, 2, 3, 4))
    add = [node("Add", ["x", "w"], ["y"])]
    io = ((("x", (4,), INT64),), (("y", (4,), INT64),))
    a("dims_packed", one(add, *io, [sub(1, varint(4)) + weight + sub(7, numbers)]), 0)
    a("dims_and_data_unpacked", one(add, *io, [num(1, 4) + weight + b"".join(num(7, x) for x in (1, 2, 3, 4))]), 0)
    a("data_in_two_packs", one(add, *io, [num(1, 4) + weight + sub(7, numbers[:2]) + sub(7, numbers[2:])]), 0)
    a("pack_cut", one(add, *io, [num(1, 4) + weight + sub(7, b"\x80")]), 3, "int64_data ends inside a number")
    a("pack_number_too_long", one(add, *io, [num(1, 4) + weight + sub(7, b"\x80" * 10 + b"\1")]), 3, "int64_data")
    a("float_pack_cut", one(add, *io, [num(1, 4) + weight + sub(4, b"12345")]), 3, "float_data holds 5 bytes, no multiple of 4")
    a("unknown_fields", lambda _: VALID + b"".join(num(1000 + i % 100000, 7) for i in range(10**6)), 0)
    a("unknown_fields_inside", lambda _: one(node("Relu", ["x"], ["y"]) + num(100, 7) * 10**6), 0)
    for name, bad in {"not_utf8": b"\xff\xfe", "overlong": b"\xc0\x80", "surrogate": b"\xed\xa0\x80", "past_unicode": b"\xf4\x90\x80\x80",
                      "cut_utf8": b"a\xe2\x82", "zero": b"a\0b"}.items():
        a(f"name_{name}", one(node("Relu", ["x"], ["y"]) + sub(3, bad)), 3, "name is not valid UTF-8 text without zero bytes")
        a(f"value_name_{name}", one(node("Relu", [bad], ["y"])), 3, "input is not valid UTF-8")
    evil = "\x1b[31mred\x07\n\x1b]0;title\x07\r\u202eevil\u2028\u0085\x9b31m"
    a("escape_in_op", one(node(evil, ["x"], ["y"], name=evil)), 4, "\\x1b[31mred", "cannot be done")
    a("escape_in_domain", one(node("Relu", ["x"], ["y"], domain=evil)), 4, "\\x1b[31mred")
    a("escape_in_input", one(node("Relu", [evil], ["y"])), 3, "\\x1b[31mred", "which nothing gives")
    a("escape_in_attribute", one(node("Relu", ["x"], ["y"], attribute(evil, i=1))), 3, "\\x1b[31mred", "no attribute")
    a("escape_in_weight", one(RELU, weights=[tensor(evil, [1], 99, b"1234")]), 4, "\\x1b[31mred", "element type")
    a("escape_in_output", one(RELU, outputs=(evil,)), 3, "\\x1b[31mred", "given by nothing")
    a("escape_in_shape", one(RELU, inputs=[("x", ("\x1b[31mred",))], outputs=[("y", (5,))]), 0)
    a("escape_in_names_that_work", one(node("Relu", [evil], [evil + "y"], name=evil), [(evil, (4,))], [evil + "y"]), 0)
    a("huge_name", lambda _: one(node("NoSuchOperator" * 100000, ["x"], ["y"])), 4, "NoSuchOperator", "cannot be done")

    def sparse(bytes_, start):
        def make(folder):
            with open(folder / "m.onnx", "wb") as out:
                out.write(start)
                out.truncate(bytes_)
        return make
    a("zeros_of_2GiB_less_1", sparse(2**31 - 1, b""), 3, "field number 0")
    rest = 2**31 - 1 - len(VALID)
    a("unknown_field_of_2GiB", sparse(2**31 - 1, VALID + tag(1000, 2) + varint(rest - len(tag(1000, 2)) - 5)), 0)
    a("zeros_of_2GiB_and_1", sparse(2**31 + 1, b""), 3, "2147483649 bytes; a protobuf file has at most 2147483647")


# ---- B. Bombs ------------------------------------------------------------------------------------

def nested_graphs(depth):
    inner = b""
    for _ in range(depth):
        inner = sub(1, sub(4, "If") + sub(5, sub(1, "then_branch") + sub(6, inner) + num(20, 5)))
    return sub(7, inner) + opset()


def nested_types(depth):
    inner = sub(1, num(1, 1))
    for _ in range(depth):
        inner = sub(4, sub(1, inner))
    return model(graph([RELU], [sub(1, "x") + sub(2, inner)], [value("y")]))


def nested(depth, numbers):
    """`depth` times the fields inside each other, without copying what is inside."""
    parts, size = [], 0
    for _ in range(depth):
        for number in reversed(numbers):
            head = tag(number, 2) + varint(size)
            parts.append(head)
            size += len(head)
    return b"".join(reversed(parts))


def chain(op, count, inputs=("x",)):
    names = ["x"] + [f"v{i}" for i in range(count - 1)] + ["y"]
    return [node(op, [names[i] if k == "x" else k for k in inputs], [names[i + 1]]) for i in range(count)]


def local_calls(leaf, inputs, deep):
    """f0 is `leaf`, and each function after it calls the one before it twice."""
    functions = [leaf] + [function(f"f{k}", inputs, ["b"], [
        node(f"f{k - 1}", inputs, ["m"], domain="local"), node(f"f{k - 1}", ["m"] if inputs else [], ["b"], domain="local")]) for k in range(1, deep)]
    last = f"f{deep - 1}"
    nodes = [node(last, ["x"], ["c"], domain="local")] if inputs else [node(last, [], ["c"], domain="local")]
    return one(nodes + [node("Add", ["x", "c"], ["y"])], functions=functions, opsets=opset() + opset(1, "local"))


def calls_in_branches(deep):
    """Each function has an If, decided at run time, both branches of which call the one before it twice."""
    functions = [function("f0", ["a", "c"], ["b"], [node("Neg", ["a"], ["b"])])]
    for k in range(1, deep):
        branch = graph([node(f"f{k - 1}", ["a", "c"], ["m"], domain="local"), node(f"f{k - 1}", ["m", "c"], ["o"], domain="local")], [], [value("o")])
        functions.append(function(f"f{k}", ["a", "c"], ["b"], [if_node(branch, branch, ["b"])]))
    return one([node("Cast", ["x"], ["c"], to=9), node(f"f{deep - 1}", ["x", "c"], ["y"], domain="local")], [("x", ())],
               functions=functions, opsets=opset() + opset(1, "local"))


def sequence_maps(deep, count):
    """A body within bodies, each run for every element of one sequence."""
    body = graph([], [value("e")], [sub(1, "e")])
    for k in range(deep):
        body = graph([node("SequenceMap", ["s"], [f"o{k}"], attribute("body", g=body))], [value("e")], [sub(1, "e")])
    return one([node("SequenceConstruct", ["x"] * count, ["s"]), node("SequenceMap", ["s"], ["t"], attribute("body", g=body)),
                node("SequenceAt", ["t", "i"], ["y"])], weights=[ints("i", [0], [])])


def bombs():
    def b(name, make, code, *words, **more):
        case("B", name, make, code, *words, **more)
    many = 5 * 10**6
    head = graph([RELU], [value("x")], [value("y")])
    for name, number in {"nodes": 1, "tensors": 5, "inputs": 11, "outputs": 12, "value_infos": 13, "sparse_tensors": 15}.items():
        b(f"empty_{name}", lambda _, n=number: sub(7, head + sub(n, b"") * many) + opset(), 3, "would unpack to more than", "the limit is")
    b("empty_attributes", lambda _: one(RELU + sub(5, b"") * many), 3, "would unpack to more than")
    b("empty_metadata", lambda _: VALID + sub(14, b"") * many, 3, "would unpack to more than")
    b("empty_functions", lambda _: VALID + sub(25, b"") * many, 3, "would unpack to more than")
    b("empty_opsets", lambda _: VALID + sub(8, b"") * many, 3, "would unpack to more than")
    b("empty_strings", lambda _: one(RELU + sub(1, b"") * many), 3, "would unpack to more than")
    b("empty_dims", lambda _: one(RELU, weights=[tensor("w", [], more=b"\x08\0" * many)]), 3, "would unpack to more than")
    for depth in (64, 65, 100, 101, 600, 9000, 100000):
        words = ("nested deeper than 64",)
        b(f"graphs_{depth}_deep", lambda _, d=depth: sub(7, nested(d, [1, 5, 6])), 3, *words)
        b(f"types_{depth}_deep", lambda _, d=depth: model(graph([RELU], [sub(1, "x") + sub(2, nested(d, [4, 1]))],
                                                                [value("y")])), 3, *words)
    b("graphs_10_deep", nested_graphs(10), 3, "If", "it has no condition")
    b("types_10_deep", nested_types(10), 4, "x", "tensor")
    b("chain_of_million", lambda _: one(chain("Neg", 10**6)), 4, "more than 250000 nodes")
    b("chain_of_250001", lambda _: one([node("Neg", ["x"], ["y"])] + [node("Neg", ["x"], [""], name="n" * 40)] * 250000), 4, "more than 250000 nodes")
    b("chain_of_10000", lambda _: one(chain("Neg", 10000)), 0)
    b("chain_backwards", lambda _: one(chain("Neg", 10000)[::-1]), 0)
    b("consumers_of_one", lambda _: one([node("Neg", ["x"], [f"v{i}"]) for i in range(20000)] +
                                        [node("Sum", [f"v{i}" for i in range(20000)], ["y"])]), 0)
    b("inputs_262145", lambda _: one(node("Concat", ["x"] * 262145, ["y"], axis=0)), 3, "Concat \"y\": there are 262145 inputs; 1 to 262144 are wanted")
    b("consumers_of_one_summed", lambda _: one([node("Neg", ["x"], [f"v{i}"]) for i in range(20000)] + [
        node("Sum", [f"v{k * 1000 + i}" for i in range(1000)], [f"s{k}"]) for k in range(20)] + [node("Sum", [f"s{k}" for k in range(20)], ["y"])]), 0)
    b("reshapes", lambda _: one(chain("Reshape", 10000, ("x", "s")), weights=[ints("s", [4])]), 0)
    b("doubling", one([node("Add", [f"v{i}"] * 2, [f"v{i + 1}"]) for i in range(64)], [("v0", (4,))], ("v64",)), 0)
    b("doubling_by_concat", one([node("Concat", [f"v{i}"] * 2, [f"v{i + 1}"], axis=0) for i in range(64)], [("v0", (4,))], ("v64",)),
      4, "Concat \"v37\"", "[549755813888] exceeds 2^40 bytes")
    b("doubling_constant", one([node("Concat", [f"v{i}"] * 2, [f"v{i + 1}"], axis=0) for i in range(40)] +
                               [node("Add", ["x", "v40"], ["y"])], weights=[floats("v0", [1, 2, 3, 4])]), 4, "Concat \"v37\"", "exceeds 2^40 bytes")
    b("functions_doubling", one(node("f30", ["x"], ["y"], domain="local"), functions=[
        function("f0", ["a"], ["b"], [node("Neg", ["a"], ["b"])])] + [
        function(f"f{i}", ["a"], ["b"], [node(f"f{i - 1}", ["a"], ["c"], domain="local"),
                                         node(f"f{i - 1}", ["c"], ["b"], domain="local")]) for i in range(1, 31)],
        opsets=opset() + opset(1, "local")), 4, "call each other more than 24 deep, or themselves")
    b("functions_doubling_20", one(node("f20", ["x"], ["y"], domain="local"), functions=[
        function("f0", ["a"], ["b"], [node("Neg", ["a"], ["b"])])] + [
        function(f"f{i}", ["a"], ["b"], [node(f"f{i - 1}", ["a"], ["c"], domain="local"),
                                         node(f"f{i - 1}", ["c"], ["b"], domain="local")]) for i in range(1, 21)],
        opsets=opset() + opset(1, "local")), 4, "with its local functions in place the model has more than 250000 nodes")
    for name, leaf, inputs in (("constants", function("f0", [], ["b"], [node("Constant", [], ["b"], value_float=1.0)]), []),
                               ("nothing", function("f0", ["a"], ["a"], []), ["a"])):
        for deep in (14, 18, 23):
            b(f"functions_of_{name}_{deep}", local_calls(leaf, inputs, deep), 0 if deep == 14 else 4,
              *(() if deep == 14 else ("with its local functions in place the model has more than 250000 nodes",)))
    b("functions_of_functions_not_taken", calls_in_branches(12), 4, "reading the model takes more than")
    b("functions_wide", lambda _: one(node("f1", ["x"], ["y"], domain="local"), functions=[
        function("f0", ["a"], ["b"], [node("Constant", [], ["c"], value_ints=[1] * 20000), node("Neg", ["a"], ["b"])]),
        function("f1", ["a"], ["b"], [node("f0", ["a"], [f"b{k or ''}"], domain="local") for k in range(20000)])],
        opsets=opset() + opset(1, "local")), 4, "with its local functions and bodies in place the model has more than", "bytes of nodes (the limit is 32 MiB + 8 x the file)")
    b("functions_of_long_names", lambda _: one(node("f1", ["x"], ["y"], domain="local"), functions=[
        function("f0", ["a"], ["b"], [node("Neg", ["a"], ["n" * 30000]), node("Neg", ["n" * 30000], ["b"], name="m" * 30000)]),
        function("f1", ["a"], ["b"], [node("f0", ["a"], [f"b{k or ''}"], domain="local") for k in range(20000)])],
        opsets=opset() + opset(1, "local")), 4, "with its local functions and bodies in place")
    b("functions_long_names_of_calls", lambda _: one(node("f1", ["x"], ["y"], domain="local"), functions=[
        function("f" * 100000, ["a"], ["b"], [node("Neg", ["a"], ["b"])]),
        function("f1", ["a"], ["b"], [node("f" * 100000, ["a"], [f"b{k or ''}"], domain="local") for k in range(20)])],
        opsets=opset() + opset(1, "local")), 0)
    b("functions_of_opsets", lambda _: one(node("f1", ["x"], ["y"], domain="local"), functions=[
        function("f0", ["a"], ["b"], [node("Neg", ["a"], ["b"])]) + sub(9, num(2, 18)) * 50000,
        function("f1", ["a"], ["b"], [node("f0", ["a"], [f"b{k or ''}"], domain="local") for k in range(50000)])],
        opsets=opset() + opset(1, "local")), 4, "with its local functions and bodies in place")
    b("functions_of_weights", lambda _: one([node("Cast", ["x"], ["c"], to=9), node("f1", ["x", "c"], ["y"], domain="local")], functions=[
        function("f0", ["a", "c"], ["b"], [if_node(*[graph([node("Neg", ["a"], ["o"])], [], [value("o")],
                                                           [floats(f"w{k}", [k, k]) for k in range(1000)])] * 2, ["b"])]),
        function("f1", ["a", "c"], ["b"], [node("f0", ["a", "c"], [f"b{k or ''}"], domain="local") for k in range(20000)])],
        opsets=opset() + opset(1, "local")), 4, "with its local functions and bodies in place")
    b("functions_given_numbers", lambda _: one(node("f1", ["x"], ["y"], domain="local", n=[1] * 20000), functions=[
        function("f0", ["a"], ["b"], [node("Constant", [], ["c"]) + sub(5, sub(1, "value_ints") + sub(21, "n") + num(20, 7)),
                                      node("Gather", ["c", "a"], ["b"])], attributes=["n"]),
        function("f1", ["a"], ["b"], [node("f0", ["a"], [f"b{k or ''}"], domain="local") +
                                      sub(5, sub(1, "n") + sub(21, "n") + num(20, 7)) for k in range(20000)], attributes=["n"])],
        inputs=[("x", (1,), INT64)], opsets=opset() + opset(1, "local")), 4, "reading the model takes more than", "MiB, which is the limit")
    b("sequence_maps", sequence_maps(4, 64), 4, "more than 250000 nodes")
    b("attributes_40000", lambda _: one(node("Neg", ["x"], ["y"], **{f"a{k}": k for k in range(40000)})), 4, "has 40000 attributes; at most 256 are read")
    b("attributes_of_a_call", lambda _: one(node("f0", ["x"], ["y"], domain="local", **{f"a{k}": k for k in range(300)}), functions=[
        function("f0", ["a"], ["b"], [node("Neg", ["a"], ["b"])])], opsets=opset() + opset(1, "local")), 4, "has 300 attributes; at most 256 are read")
    b("unknown_operators_100000", lambda _: one([node("N" * 180, ["x"], ["y"])] * 100000), 4, "100000 nodes of the model cannot be done")
    b("ports_100001", lambda _: one([RELU], [("x", (4,))] + [(f"i{k}", ()) for k in range(100000)]), 4, "the model has 100001 inputs and 1 outputs; at most 100000 of each are read")
    b("initializers_200000", lambda _: one([RELU], weights=[floats(f"w{k}", [1, 2]) for k in range(200000)]), 0)
    huge, large = 2**40, 2**37  # of 4 bytes: beyond what a shape may be, and within it
    one_number = {"x": ((1,), "f", [1])}
    for name, n in (("huge", huge), ("large", large)):
        size = ints("s", [n])
        told = dict(feed=one_number, run_code=6) if n == large else {}
        words = ("exceeds 2^40 bytes",) if n == huge else ("memory",)
        b(f"expand_{name}", one(node("Expand", ["x", "s"], ["y"]), [("x", (1,))], weights=[size]), 4 if n == huge else 0, *words, **told)
        b(f"tile_{name}", one(node("Tile", ["x", "s"], ["y"]), [("x", (1,))], weights=[size]), 4 if n == huge else 0, *words, **told)
        b(f"constant_of_shape_{name}", one([node("ConstantOfShape", ["s"], ["c"]), node("Add", ["x", "c"], ["y"])], [("x", (1,))], weights=[size]),
          4 if n == huge else 0, *words, **told)
        b(f"expand_constant_{name}", one([node("Expand", ["c", "s"], ["d"]), node("Add", ["x", "d"], ["y"])], [("x", (1,))],
                                         weights=[size, floats("c", [1])]), 4 if n == huge else 0, *words, **told)
        b(f"nonzero_{name}", one([node("ConstantOfShape", ["s"], ["c"]), node("NonZero", ["c"], ["n"]), node("Gather", ["x", "n"], ["y"])],
                                 [("x", (1,))], weights=[size]), 4 if n == huge else 0, *words, **told)
        b(f"eye_like_{name}", one([node("ConstantOfShape", ["s"], ["c"]), node("EyeLike", ["c"], ["e"]), node("Add", ["e", "x"], ["y"])], [("x", (1,))],
                                  weights=[ints("s", [2**18, n >> 18])]), 4 if n == huge else 0, *words, **told)
        b(f"range_{name}", one([node("Range", ["a", "b", "c"], ["r"]), node("Cast", ["r"], ["f"], to=1), node("Add", ["x", "f"], ["y"])], [("x", (1,))],
                               weights=[ints("a", [0], []), ints("b", [n >> 1], []), ints("c", [1], [])]), 4 if n == huge else 0, *words, **told)
        b(f"pad_{name}", one(node("Pad", ["x", "p"], ["y"]), [("x", (1,))], weights=[ints("p", [n >> 1, n >> 1])]), 4 if n == huge else 0, *words, **told)
    b("expand_to_overflow", one(node("Expand", ["x", "s"], ["y"]), [("x", (1,))], weights=[ints("s", [huge, huge])]), 4, "Expand", "exceeds 2^40 bytes")
    b("tile_to_overflow", one(node("Tile", ["x", "s"], ["y"]), [("x", (1, 1))], weights=[ints("s", [huge, huge])]), 4, "Tile", "exceeds 2^40 bytes")
    b("range_of_all", one([node("Range", ["a", "b", "c"], ["r"]), node("Add", ["x", "r"], ["y"])], [("x", (1,), INT64)],
                          weights=[ints("a", [LEAST], []), ints("b", [BIG], []), ints("c", [1], [])]), 4, "Range", "is more than 64 bits hold")
    b("range_zero_step", one(node("Range", ["a", "b", "c"], ["y"]), weights=[ints("a", [0], []), ints("b", [9], []), ints("c", [0], [])]),
      3, "Range", "0")
    b("pad_to_overflow", one(node("Pad", ["x", "p"], ["y"]), [("x", (1,))], weights=[ints("p", [BIG, BIG])]), 3, "Pad")
    b("one_hot", one(node("OneHot", ["i", "d", "v"], ["y"]), [("i", (1,), INT64)], weights=[ints("d", [large], []), floats("v", [0, 1])]),
      0, "memory", feed={"i": ((1,), "q", [1])}, run_code=6)
    b("resize", one(node("Resize", ["x", "", "k"], ["y"]), [("x", (1, 1, 2, 2))], weights=[floats("k", [1, 1, 1e5, 1e5])]), 0, "memory",
      feed={"x": ((1, 1, 2, 2), "f", [1] * 4)}, run_code=6)
    b("hann_window", one([node("HannWindow", ["s"], ["w"]), node("Add", ["x", "w"], ["y"])], [("x", (1,))], weights=[ints("s", [huge], [])]),
      3, "HannWindow", "input 0 is not one number from 0")
    b("fold_many", one([node("Expand", ["c", "s"], [f"d{i}"]) for i in range(400)] + [node("Sum", ["x"] + [f"d{i}" for i in range(400)], ["y"])],
                       [("x", (1,))], weights=[ints("s", [4 << 20]), floats("c", [1])]), 0)
    b("fold_chain", one([node("Expand", ["c", "s"], ["v0"])] + [node("Add", [f"v{i}", "c"], [f"v{i + 1}"]) for i in range(400)] +
                        [node("Add", ["v400", "x"], ["y"])], [("x", (1,))], weights=[ints("s", [4 << 20]), floats("c", [1])]), 0)
    b("fold_product", one([node("Expand", ["c", "s"], ["m"]), node("MatMul", ["m", "m"], ["p"]), node("MatMul", ["p", "p"], ["q"]),
                           node("Add", ["x", "q"], ["y"])], [("x", (1,))], weights=[ints("s", [2048, 2048]), floats("c", [1])]), 0)
    b("matmul_inner_huge", one([node("ConstantOfShape", ["s"], ["m"]), node("ConstantOfShape", ["t"], ["n"]), node("MatMul", ["m", "n"], ["p"]),
                                node("Add", ["x", "p"], ["y"])], [("x", (1,))], weights=[ints("s", [1, large]), ints("t", [large, 1])]), 0, "memory", feed=one_number, run_code=6)
    b("many_symbols", lambda _: one([RELU], [("x", (4,))] + [(f"i{k}", (f"s{k}",)) for k in range(20000)]), 0)
    b("symbols_of_4000", lambda _: one([RELU], [("x", (4,))] + [(f"i{k}", (f"s{k}",)) for k in range(4000)]), 0)
    b("einsum_bomb", one(node("Einsum", ["x", "x", "x", "x"], ["y"], equation="abcdefgh,ijklmnop,qrstuvwx,yzABCDEF->"),
                         [("x", (16,) * 8)]), 0)
    c = floats("c", [1] * 1000)
    b("einsum_constant", one([node("Einsum", ["c"] * 6, ["e"], equation="a,b,c,d,e,f->"), node("Add", ["x", "e"], ["y"])], weights=[c]), 0)


# ---- C. Graphs -----------------------------------------------------------------------------------

def if_node(then, orelse, outs=("y",), condition="c"):
    return node("If", [condition], outs, attribute("then_branch", g=then), attribute("else_branch", g=orelse))


def graphs():
    def c(name, make, code, *words, **more):
        case("C", name, make, code, *words, **more)
    c("cycle_1", one(node("Add", ["x", "y"], ["y"])), 3, "cycle through Add \"y\"")
    c("cycle_2", one([node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"])], outputs=("b",)), 3, "cycle through")
    c("cycle_1000", lambda _: one([node("Relu", [f"v{(i + 999) % 1000}"], [f"v{i}"]) for i in range(1000)], outputs=("v0",)), 3, "cycle through Relu")
    c("output_twice", one([RELU, RELU]), 3, "value \"y\" is given by two nodes")
    c("output_twice_in_a_node", one(node("TopK", ["x", "k"], ["y", "y"]), weights=[ints("k", [2])]), 3, "\"y\" is given by two nodes")
    c("output_of_graph_twice", one(RELU, outputs=("y", "y")), 3, "output \"y\" is listed twice")
    c("input_twice", one(RELU, [("x", (4,)), ("x", (4,))]), 3, "value \"x\" is given twice")
    c("node_gives_input", one([RELU, node("Relu", ["y"], ["x"])]), 3, "cycle through Relu")
    c("initializer_twice", one(node("Add", ["x", "w"], ["y"]), weights=[floats("w", [1] * 4)] * 2), 3, "value \"w\" is given twice")
    c("initializer_and_node", one(node("Relu", ["x"], ["w"]), outputs=("w",), weights=[floats("w", [1] * 4)]), 3, "\"w\" is given twice")
    c("undefined_input", one(node("Relu", ["q"], ["y"])), 3, "Relu \"y\"", "it reads \"q\", which nothing gives")
    c("undefined_output", one(RELU, outputs=("q",)), 3, "output \"q\" of the graph is given by nothing")
    c("input_without_name", one(RELU, [("", (4,))]), 3, "input 0 has no name")
    c("output_without_name", one(RELU, outputs=("",)), 3, "output 0 has no name")
    c("initializer_without_name", one(RELU, weights=[floats("", [1])]), 3, "initializer 0 has no name")
    c("required_input_empty", one(node("Add", ["x", ""], ["y"])), 3, "Add", "1 inputs; 2 are wanted")
    c("optional_input_empty", one(node("Clip", ["x", "", ""], ["y"])), 0)
    c("node_without_outputs", one([RELU, node("Relu", ["x"], [])]), 3, "output")
    c("node_with_empty_output", one([RELU, node("Relu", ["x"], [""])]), 3, "output")
    c("node_without_op_type", one(node("", ["x"], ["y"])), 4, "no operator (node \"y\")")
    c("node_without_inputs", one(node("Relu", [], ["y"])), 3, "Relu", "0 inputs")
    c("too_many_inputs", one(node("Relu", ["x", "x"], ["y"])), 3, "Relu", "2 inputs")
    c("too_many_outputs", one(node("Relu", ["x"], ["y", "z"])), 3, "Relu", "2 outputs")
    c("million_inputs", lambda _: one(node("Relu", ["x"] * 300000, ["y"])), 3, "Relu", "300000 inputs")
    c("shadowing", one(node("Add", ["x", "w"], ["y"]), [("x", (4,)), ("w", (4,))], weights=[floats("w", [1] * 4)]), 0)
    c("shadowing_other_shape", one(node("Add", ["x", "w"], ["y"]), [("x", (4,)), ("w", (3,))], weights=[floats("w", [1] * 4)]), 0)
    one_true = tensor("c", [], BOOL, b"\1")
    late = graph([node("Relu", ["z"], ["t"])], [], [value("t", None)])
    c("capture_of_later", one([if_node(late, late), node("Relu", ["x"], ["z"])], weights=[one_true]), 0)
    c("capture_of_nothing", one(if_node(graph([node("Relu", ["q"], ["t"])], [], [value("t", None)]), late), weights=[one_true]), 3, "reads \"q\"")
    inner = graph([node("Relu", ["x"], ["t"])], [], [value("t", None)])
    c("capture_of_itself", one(if_node(graph([node("Relu", ["y"], ["t"])], [], [value("t", None)]), inner), weights=[one_true]), 3, "cycle through If")
    c("branch_value_outside", one([if_node(inner, inner), node("Relu", ["t"], ["u"])], outputs=("y", "u"), weights=[one_true]), 3, "reads \"t\"")
    c("if_without_branch", one(node("If", ["c"], ["y"]), weights=[one_true]), 3, "no graph \"then_branch\"")
    c("if_with_other_outputs", one(if_node(graph([node("Relu", ["x"], ["t"])], [], [value("t", None)] * 2), inner), weights=[one_true]), 3, "1 outputs")
    c("if_branch_with_inputs", one(if_node(graph([node("Relu", ["x"], ["t"])], [value("i")], [value("t", None)]), inner), weights=[one_true]),
      3, "graph \"then_branch\" has 1 inputs; 0 are wanted")
    c("if_condition_of_two", one(if_node(inner, inner), weights=[tensor("c", [2], BOOL, b"\1\0")]), 0)  # a run refuses it
    c("if_branch_without_outputs", one(if_node(graph([], [], []), inner, outs=()), outputs=("x",), weights=[one_true]), 0)
    c("no_graph", opset(), 3, "holds no graph")
    c("no_outputs", one(RELU, outputs=()), 3, "the graph has no outputs")
    c("no_nodes", one([], outputs=("x",)), 0)
    c("output_is_input", one([], outputs=("x",)), 0)
    c("output_is_weight", one([], outputs=("w",), weights=[floats("w", [1])]), 0)
    recursive = lambda *functions: one(node("f", ["x"], ["y"], domain="local"), functions=functions, opsets=opset() + opset(1, "local"))
    call = lambda name: node(name, ["a"], ["b"], domain="local")
    c("function_of_itself", recursive(function("f", ["a"], ["b"], [call("f")])), 4, "call themselves")
    c("functions_of_each_other", recursive(function("f", ["a"], ["b"], [call("g")]), function("g", ["a"], ["b"], [call("f")])), 4, "call themselves")
    true = node("Constant", [], ["c"], attribute("value", t=tensor("", [], BOOL, b"\1")))
    c("function_through_if", recursive(function("f", ["a"], ["b"], [
        true, if_node(graph([node("f", ["a"], ["t"], domain="local")], [], [value("t", None)]),
                      graph([node("Neg", ["a"], ["t"])], [], [value("t", None)]), ["b"])])), 4, "call themselves")
    body = graph([node("f", ["a"], ["t"], domain="local"), node("Identity", ["k"], ["kk"])],
                 [value("i", (), INT64), value("k", (), BOOL)], [value("kk", None, BOOL), value("t", None)])
    c("function_through_loop", recursive(function("f", ["a"], ["b"], [
        true, node("Constant", [], ["n"], attribute("value", t=ints("", [3], []))),
        node("Loop", ["n", "c"], ["b"], attribute("body", g=body))])), 4, "call themselves")
    scan_body = graph([node("f", ["s"], ["t"], domain="local")], [value("s")], [value("t", None)])
    c("function_through_scan", recursive(function("f", ["a"], ["b"], [
        node("Scan", ["a"], ["b"], attribute("body", g=scan_body), num_scan_inputs=1)])), 3, "Scan", "rank 0, which has no axis 0")
    c("function_twice", recursive(function("f", ["a"], ["b"], [node("Neg", ["a"], ["b"])]), function("f", ["a"], ["b"], [node("Neg", ["a"], ["b"])])),
      3, "local function \"f\" is defined twice")
    c("function_unused_recursive", one(RELU, functions=[function("f", ["a"], ["b"], [call("f")])]), 0)
    c("function_too_many_inputs", one(node("f", ["x", "x"], ["y"], domain="local"), functions=[function("f", ["a"], ["b"], [node("Neg", ["a"], ["b"])])],
                                      opsets=opset() + opset(1, "local")), 3, "it has 2 inputs and 1 outputs; its function has 1 and 1")
    c("function_gives_nothing", recursive(function("f", ["a"], ["b"], [node("Neg", ["a"], ["q"])])), 3, "reads \"b\"")
    c("function_reads_outside", recursive(function("f", [], ["b"], [node("Neg", ["x"], ["b"])])), 3, "")
    c("function_input_twice", recursive(function("f", ["a", "a"], ["b"], [node("Neg", ["a"], ["b"])])), 3, "\"a\" is given twice")
    c("function_opset_huge", recursive(function("f", ["a"], ["b"], [node("Neg", ["a"], ["b"])], version=BIG)), 4, f"opset {BIG}; fp8c reads")
    c("unknown_op", one(node("NoSuch", ["x"], ["y"])), 4, "NoSuch (node \"y\")")
    c("unknown_domain", one(node("Relu", ["x"], ["y"], domain="com.example")), 4, "com.example:Relu (node \"y\")")
    c("own_operator", one(node("Quantize", ["x"], ["y"])), 4, "Quantize")
    c("opset_0", one(RELU, opsets=opset(0)), 4, "opset 0; fp8c reads opset")
    c("opset_minus_1", one(RELU, opsets=opset(-1)), 4, "opset -1; fp8c reads opset")
    c("opset_max", one(RELU, opsets=opset(BIG)), 4, f"opset {BIG}, which is newer")
    c("opset_missing", one(RELU, opsets=b""), 3, "states no opset")
    c("opset_other_domain_only", one(RELU, opsets=opset(1, "com.example")), 3, "states no opset")
    c("opset_twice", one(RELU, opsets=opset(18) * 2), 3, "states two opsets")
    c("opset_twice_by_name", one(RELU, opsets=opset(18) + opset(17, "ai.onnx")), 3, "states two opsets")
    c("opset_without_version", one(RELU, opsets=opset(None)), 4, "opset 0")
    c("ir_version_0", one(RELU, ir=0), 0)
    c("ir_version_huge", one(RELU, ir=BIG), 0)
    soft = lambda *attributes: one(node("Softmax", ["x"], ["y"], *attributes))
    c("attribute_of_wrong_type", soft(attribute("axis", f=1.0)), 3, "Softmax \"y\": attribute \"axis\" is a float; it must be an integer")
    c("attribute_as_string", soft(attribute("axis", s="0")), 3, "\"axis\" is a string; it must be an integer")
    c("attribute_as_list", soft(attribute("axis", ints=[0])), 3, "\"axis\" is a list of integers; it must be an integer")
    c("attribute_as_tensor", soft(attribute("axis", t=ints("", [0], []))), 3, "\"axis\" is a tensor; it must be an integer")
    c("attribute_as_graph", soft(attribute("axis", g=graph([], [], []))), 4, "kind fp8c does not read (type 5)")
    for kind in ("tensors", "graphs", "sparse_tensor", "tp"):
        c(f"attribute_as_{kind}", soft(attribute("axis", **{kind: [b""] if kind.endswith("s") else b""})), 4, "attribute \"axis\" is of a kind fp8c does not read")
    c("attribute_of_type_99", soft(attribute("axis", i=0, type=99)), 4, "kind fp8c does not read (type 99)")
    c("attribute_of_type_minus_1", soft(attribute("axis", i=0, type=-1)), 4, "type -1")
    c("attribute_without_type", soft(attribute("axis", i=0, type=None)), 0)
    c("attribute_twice", soft(attribute("axis", i=0), attribute("axis", i=0)), 3, "attribute \"axis\" is given twice")
    c("attribute_twice_of_microsoft", one(node("QuickGelu", ["x"], ["y"], attribute("alpha", f=1.0), attribute("alpha", f=1.0), domain="com.microsoft"), opsets=opset() + opset(1, "com.microsoft")),
      3, "attribute \"alpha\" is given twice")
    c("attribute_f_and_i", soft(attribute("axis", i=0, more=f32(2, 1.0))), 0)
    c("attribute_empty", soft(sub(1, "axis")), 4, "\"axis\"")
    c("attribute_without_name", soft(num(3, 1) + num(20, 2)), 3, "an attribute has no name")
    c("attribute_unknown", soft(attribute("colour", i=0)), 3, "Softmax \"y\": it has no attribute \"colour\"")
    c("attribute_tensor_missing", one(node("ConstantOfShape", ["s"], ["y"], sub(1, "value") + num(20, 4)), weights=[ints("s", [2])]), 4, "\"value\"")
    c("attribute_missing", one(node("Concat", ["x", "x"], ["y"])), 3, "Concat", "axis")
    c("ref_outside_function", soft(sub(1, "axis") + sub(21, "axis") + num(20, 2)), 3, "refers to \"axis\", but the node is in no function")
    c("ref_not_given", one(node("f", ["x"], ["y"], domain="local"), functions=[function("f", ["a"], ["b"], [
        node("Concat", ["a", "a"], ["b"], sub(1, "axis") + sub(21, "k") + num(20, 2))], attributes=["k"])], opsets=opset() + opset(1, "local")),
      3, "axis")
    c("constant_without_value", one([node("Constant", [], ["k"]), node("Add", ["x", "k"], ["y"])]), 3, "Constant", "a constant has 0, 1 and 1")
    c("constant_with_input", one([node("Constant", ["x"], ["k"], attribute("value_float", f=1.0)), node("Add", ["x", "k"], ["y"])]), 3, "a constant has 0, 1 and 1")
    c("constant_of_two_values", one([node("Constant", [], ["k"], value_float=1.0, value_int=1), node("Add", ["x", "k"], ["y"])]), 3, "2 attributes")
    c("constant_of_string", one([node("Constant", [], ["k"], value_string="a"), node("Add", ["x", "k"], ["y"])]), 4, "value_string")
    sparse_constant = lambda payload: one([node("Constant", [], ["k"], attribute("sparse_value", sparse_tensor=payload)), node("Add", ["x", "k"], ["y"])])
    c("constant_sparse", sparse_constant(sub(1, floats("", [2.0])) + sub(2, ints("", [1])) + num(3, 4)), 0)
    c("constant_sparse_empty", sparse_constant(b""), 3, "sparse_value", "has no values")
    c("constant_sparse_other_kind", one([node("Constant", [], ["k"], attribute("sparse_value", f=1.0)), node("Add", ["x", "k"], ["y"])]), 3, "holds no sparse tensor")
    c("constant_of_wrong_kind", one([node("Constant", [], ["k"], attribute("value_int", f=1.0)), node("Add", ["x", "k"], ["y"])]), 3, "\"value_int\" is a float; it must be an integer")
    c("types_differ", one(node("Add", ["x", "w"], ["y"]), weights=[ints("w", [1] * 4)]), 3, "Add", "i64", "f32")
    c("output_of_other_type", one(RELU, outputs=[("y", (4,), INT64)]), 3, "output \"y\" is stated as INT64 but is f32")
    c("output_of_other_shape", one(RELU, outputs=[("y", (5,))]), 3, "y", "5")
    c("output_of_other_rank", one(RELU, outputs=[("y", (4, 1))]), 3, "y")


def sparse(d):
    """A sparse weight s, by its values, its indices and its dimensions."""
    def weight(values, indices, dims, used=False):
        nodes = [node("Add", ["x", "s"], ["y"])] if used else [RELU]
        return model(graph(nodes, [value("x")], [value("y")]) + sub(15, sub(1, values) + (sub(2, indices) if indices else b"") + b"".join(num(3, n) for n in dims)))
    two, what = floats("s", [1, 2]), "initializer \"s\""
    for name, indices, dims, used in (("places", ints("", [0, 3]), (4,), True), ("dimensions", ints("", [0, 1, 1, 0], [2, 2]), (2, 4), False),
                                      ("one_dimension", ints("", [0, 3], [2, 1]), (4,), True), ("last_of_8", ints("", [0, 255]), (2,) * 8, False)):
        d(f"sparse_{name}", weight(two, indices, dims, used), 0)
    d("sparse_none", weight(floats("s", []), None, (4,), True), 0)
    d("sparse_of_0_elements", weight(floats("s", []), None, (0, BIG)), 0)
    d("sparse_scalar", weight(floats("s", [1]), ints("", [0]), ()), 0)
    d("sparse_scalar_no_index", weight(floats("s", [1]), ints("", [], [1, 0]), ()), 0)
    for name, indices, dims in (("after", [0, 4], (4,)), ("minus_1", [-1, 2], (4,)), ("min", [LEAST, 0], (4,)), ("max", [0, BIG], (4,)), ("in_0", [0, 0], (0,))):
        d(f"sparse_index_{name}", weight(two, ints("", indices), dims), 3, what, "outside of 0 to")
    for name, indices in (("after", [0, 0, 2, 0]), ("minus_1", [0, -1, 1, 0]), ("max", [0, 0, 1, BIG])):
        d(f"sparse_dimension_{name}", weight(two, ints("", indices, [2, 2]), (2, 4)), 3, what, "outside of dimension")
    for name, indices in (("twice", [3, 3]), ("descending", [3, 0])):
        d(f"sparse_{name}", weight(two, ints("", indices), (4,)), 3, what, "not in ascending order")
    for name, indices, dims in (("missing", None, (4,)), ("few", ints("", [0]), (4,)), ("many", ints("", [0, 1, 2]), (4,)), ("rank_0", ints("", [0], []), (4,)),
                                ("rank_3", ints("", [0, 1], [2, 1, 1]), (4,)), ("of_other_rank", ints("", [0, 1], [2, 1]), (2, 2))):
        d(f"sparse_indices_{name}", weight(two, indices, dims), 3, what, "need indices of shape")
    d("sparse_indices_float", weight(two, two, (4,)), 3, what, "they must be integers")
    d("sparse_values_of_rank_2", weight(floats("s", [1, 2], [2, 1]), ints("", [0, 1]), (4,)), 3, what, "its stored values have 2 dimensions")
    d("sparse_values_short", weight(tensor("s", [2], raw=b"1234"), ints("", [0, 1]), (4,)), 3, what, "raw_data has 4 bytes")
    for name, dims in {"minus_1": (-1,), "product": (2**32, 2**32), "bytes": (2**61, 2), "max": (BIG,)}.items():
        d(f"sparse_shape_{name}", weight(two, ints("", [0, 1]), dims), 3, what)
    d("sparse_bomb", weight(two, ints("", [0, 2**35]), (2**36,)), 4, "more than 128 MiB as dense ones")
    several = lambda count: model(graph([RELU], [value("x")], [value("y")]) + b"".join(
        sub(15, sub(1, floats(f"s{i}", [1])) + sub(2, ints("", [2**23])) + num(3, 2**24 - 1)) for i in range(count)))
    d("sparse_bombs", several(3), 4, "initializer \"s2\"", "more than 128 MiB as dense ones")
    d("sparse_rank_9", weight(two, ints("", [0, 0]), (1,) * 9), 4, what, "9 dimensions; fp8c does 8")
    d("sparse_string", weight(tensor("s", [1], STRING, None, sub(6, "text")), ints("", [0]), (4,)), 4, what, "STRING")
    d("sparse_scale", weight(tensor("s", [1], 24, b"1"), ints("", [0]), (4,)), 4, what, "no zero")
    d("sparse_without_name", weight(floats("", [1]), ints("", [0]), (4,)), 3, "sparse initializer 0 has no name")
    d("sparse_and_dense", model(graph([RELU], [value("x")], [value("y")], [two]) + sub(15, sub(1, two) + sub(2, ints("", [0, 1])) + num(3, 4))), 3, "\"s\"")
    d("sparse_is_input", model(graph([node("Add", ["x", "s"], ["y"])], [value("x"), value("s")], [value("y")]) +
                               sub(15, sub(1, two) + sub(2, ints("", [0, 1])) + num(3, 4))), 0)
    d("sparse_empty", model(graph([RELU], [value("x")], [value("y")]) + sub(15, b"")), 3, "sparse initializer 0 has no name")


# ---- D. Shapes and tensors -----------------------------------------------------------------------

def shapes():
    def d(name, make, code, *words, **more):
        case("D", name, make, code, *words, **more)
    weight = lambda dims, dtype=FLOAT, raw=b"", more=b"": one(RELU, weights=[tensor("w", dims, dtype, raw, more)])
    what = "initializer \"w\""
    for name, dims in {"minus_1": (-1,), "min": (LEAST,), "max": (BIG,), "product": (2**32, 2**32), "product_42": (2**42 + 1, 2**42),
                       "max_by_2": (BIG, 2), "size_max_less_7": (-8,), "align_up": (2**62 - 2,), "bytes": (2**61, 2)}.items():
        d(f"weight_{name}", weight(dims), 3, what)
    d("weight_max_without_data", weight((2**40,), raw=None), 3, what, "0 numbers in float_data; its shape needs 1099511627776")
    d("weight_0_by_max", weight((0, BIG)), 0)
    d("weight_0_by_max_twice", weight((0, BIG, BIG)), 0)
    d("weight_0_by_minus_1", weight((0, -1)), 3, what, "negative")
    d("weight_rank_0", weight((), raw=b"\0\0\x80\x3f"), 0)
    d("weight_rank_8", weight((1,) * 8, raw=b"1234"), 0)
    d("weight_rank_9", weight((1,) * 9, raw=b"1234"), 4, what, "9 dimensions; fp8c does 8")
    d("weight_rank_1000", weight((1,) * 1000, raw=b"1234"), 4, what, "1000 dimensions; fp8c does 8")
    for by in (-1, 1, -4, 4):
        d(f"raw_by_{by}", weight((4,), raw=b"1" * (16 + by)), 3, what, f"raw_data has {16 + by} bytes; its type needs 16")
    d("raw_large_by_1", weight((1000,), raw=b"1" * 3999), 3, what, "raw_data has 3999 bytes; its type needs 4000")
    d("raw_empty", weight((4,)), 3, what, "raw_data has 0 bytes; its type needs 16")
    d("raw_for_none", weight((0,), raw=b"1"), 3, what, "raw_data has 1 bytes; its type needs 0")
    for by in (-1, 1):
        d(f"float_data_by_{by}", weight((4,), raw=None, more=sub(4, b"1234" * (4 + by))), 3, what, f"{4 + by} numbers in float_data; its shape needs 4")
    d("data_in_other_field", weight((4,), raw=None, more=sub(7, b"\1" * 4)), 3, what, "0 numbers in float_data")
    d("data_twice", weight((2,), raw=b"12345678", more=sub(4, b"12345678")), 3, what, "numbers in more than one place")
    d("no_data", weight((4,), raw=None), 3, what, "0 numbers in float_data")
    for kind, name in ((21, "u4"), (22, "i4"), (23, "e2m1")):
        d(f"{name}_odd", weight((3,), kind, b"12"), 0)
        d(f"{name}_odd_short", weight((3,), kind, b"1"), 3, what, "raw_data has 1 bytes; its type needs 2")
        d(f"{name}_odd_long", weight((3,), kind, b"123"), 3, what, "raw_data has 3 bytes; its type needs 2")
    d("u2_of_5", weight((5,), 25, b"12"), 0)
    d("u2_of_5_short", weight((5,), 25, b"1"), 3, what, "raw_data has 1 bytes; its type needs 2")
    for kind in (0, 8, 14, 15, 27, 99, -1, 2**31 - 1, -2**31):
        name = {0: "UNDEFINED", 8: "STRING", 14: "COMPLEX64", 15: "COMPLEX128"}.get(kind, "unknown type")
        d(f"data_type_{kind}", weight((1,), kind, b"1234"), 4, what, f"element type {name} ({kind}), which fp8c does not do")
    d("string_data", weight((1,), STRING, None, sub(6, "text")), 4, what, "STRING")
    cast = node("Cast", ["w"], ["v"], to=1)
    for kind, name in ((17, "e4m3"), (19, "e5m2"), (18, "e4m3fnuz"), (20, "e5m2fnuz")):
        d(f"{name}_nan_codes", one([cast, node("Add", ["x", "v"], ["y"])], weights=[tensor("w", [4], kind, b"\x7f\xff\x80\xfe")]), 0,
          feed={"x": ((4,), "f", [1] * 4)})
        for number in (256, -1, 2**31 - 1, -2**31):
            d(f"{name}_int32_{number}", weight((1,), kind, None, sub(5, varint(number))), 3, what, f"int32_data holds {number}, which is no")
    for kind, number in ((BOOL, 2), (UINT8, 256), (INT8, 128), (INT8, -129), (10, 65536), (16, -1), (21, 256), (4, 65536), (5, 32768)):
        d(f"type_{kind}_int32_{number}", weight((1,), kind, None, sub(5, varint(number))), 3, what, f"int32_data holds {number}, which is no")
    d("uint32_too_large", weight((1,), 12, None, sub(11, varint(2**32))), 3, what, "uint64_data holds 4294967296, which is no u32")
    d("bool_raw_of_2", one(node("Where", ["w", "x", "x"], ["y"]), weights=[tensor("w", [4], BOOL, b"\2\xff\0\1")]), 0, feed={"x": ((4,), "f", [1] * 4)})
    d("segment", weight((1,), raw=b"1234", more=sub(3, num(1, 0) + num(2, 1))), 4, what, "one segment of a tensor")
    sparse(d)
    for name, dims in {"minus_1": (-1,), "min": (LEAST,)}.items():
        d(f"input_{name}", one(RELU, [("x", dims)]), 0)
    d("input_max", one(RELU, [("x", (BIG,))]), 4, "input \"x\"", "exceeds 2^40 bytes")
    d("input_product", one(RELU, [("x", (2**32, 2**32))]), 4, "input \"x\"", "exceeds 2^40 bytes")
    d("input_bytes", one(RELU, [("x", (2**61, 2))]), 4, "input \"x\"", "exceeds 2^40 bytes")
    d("input_0_by_max", one(RELU, [("x", (0, BIG))]), 0)
    d("input_rank_0", one(RELU, [("x", ())]), 0)
    d("input_rank_9", one(RELU, [("x", (1,) * 9)]), 4, "input \"x\"", "9 dimensions")
    d("input_rank_1000", one(RELU, [("x", (1,) * 1000)]), 4, "input \"x\"", "1000 dimensions")
    d("input_without_shape", one(RELU, [("x", None)]), 4, "input \"x\"")
    d("input_without_type", model(graph([RELU], [sub(1, "x")], [value("y")])), 3, "input \"x\"")
    for kind in (0, 8, 14, 99, -1):
        d(f"input_type_{kind}", one(RELU, [("x", (4,), kind)]), 4, "input \"x\"")
    for kind, number in {"sequence": 4, "map": 5, "sparse": 8, "optional": 9}.items():
        d(f"input_{kind}", model(graph([RELU], [sub(1, "x") + sub(2, sub(number, b""))], [value("y")])), 4, "input \"x\"")
    d("symbol_empty", one(RELU, [("x", ("",))]), 0)
    d("symbol_with_number", one(RELU, [("x", ("4",))]), 0)
    d("symbol_like_anonymous", one(node("Concat", ["x", "z"], ["y"], axis=0), [("x", (None,)), ("z", ("x.0",))]), 0)
    d("output_scale_of_symbols", one(node("Reshape", ["x", "s"], ["y"]), [("x", ("a", "b"))], [("y", ("b", "a"))], [ints("s", [-1, 1])]), 0)


# ---- E. Parameters of operators ------------------------------------------------------------------

def operators():
    def e(name, make, code, *words, **more):
        case("E", name, make, code, *words, **more)
    image, kernel = [("x", (1, 4, 8, 8))], tensor("w", [4, 4, 3, 3], FLOAT, bytes(4 * 4 * 9 * 4))
    conv = lambda weight=kernel, **more: one(node("Conv", ["x", "w"], ["y"], **more), image, weights=[weight])
    e("conv_dilations_rank", conv(dilations=[1]), 3, "Conv", "dilations")
    e("conv_dilations_rank_3", conv(dilations=[1, 1, 1]), 3, "Conv", "dilations")
    e("conv_strides_rank", conv(strides=[1, 1, 1]), 3, "Conv", "strides")
    e("conv_pads_rank", conv(pads=[1, 1]), 3, "Conv", "pads")
    e("conv_kernel_rank", conv(kernel_shape=[3]), 3, "Conv", "kernel_shape")
    e("conv_kernel_other", conv(kernel_shape=[5, 5]), 3, "Conv", "kernel")
    for key in ("strides", "dilations"):
        for bad in (0, -1, LEAST, BIG):
            e(f"conv_{key}_{bad}", conv(**{key: [bad, 1]}), 3, "Conv", key)
    for bad in (0, -1, 3, 8, LEAST, BIG):
        e(f"conv_group_{bad}", conv(group=bad), 3, "Conv", "group" if bad < 1 else "channels")
    for bad in (LEAST, BIG, -9):
        e(f"conv_pads_{bad}", conv(pads=[bad, 0, 0, 0]), 3, "Conv")
    e("conv_pads_both_max", conv(pads=[BIG, BIG, BIG, BIG]), 3, "Conv")
    e("conv_kernel_larger", conv(tensor("w", [4, 4, 9, 9], FLOAT, bytes(4 * 4 * 81 * 4))), 3, "Conv")
    e("conv_kernel_empty", conv(tensor("w", [4, 4, 0, 3], FLOAT, b"")), 3, "Conv")
    e("conv_channels", conv(tensor("w", [4, 3, 3, 3], FLOAT, bytes(4 * 3 * 9 * 4))), 3, "Conv", "channels")
    e("conv_weight_rank", conv(tensor("w", [4, 4, 3], FLOAT, bytes(4 * 4 * 3 * 4))), 3, "Conv")
    e("conv_bias_length", one(node("Conv", ["x", "w", "b"], ["y"]), image, weights=[kernel, floats("b", [1] * 3)]), 3, "Conv", "bias")
    e("conv_auto_pad", conv(auto_pad="SIDEWAYS"), 3, "Conv", "SIDEWAYS")
    e("conv_auto_pad_and_pads", conv(auto_pad="SAME_UPPER", pads=[1, 1, 1, 1]), 0)  # pads are not looked at then
    e("conv_transpose_group", one(node("ConvTranspose", ["x", "w"], ["y"], group=3), image, weights=[kernel]), 3, "ConvTranspose", "group")
    e("conv_transpose_output_padding", one(node("ConvTranspose", ["x", "w"], ["y"], output_padding=[BIG, BIG]), image, weights=[kernel]), 3, "ConvTranspose")
    e("conv_transpose_output_shape", one(node("ConvTranspose", ["x", "w"], ["y"], output_shape=[-5, 3]), image, weights=[kernel]), 3, "ConvTranspose")
    e("conv_transpose_stride", one(node("ConvTranspose", ["x", "w"], ["y"], strides=[BIG, BIG]), image, weights=[kernel]), 3, "ConvTranspose")
    pool = lambda op="MaxPool", **more: one(node(op, ["x"], ["y"], **more), image)
    e("pool_kernel_0", pool(kernel_shape=[0, 1]), 3, "MaxPool", "kernel")
    e("pool_kernel_minus", pool(kernel_shape=[-1, 1]), 3, "MaxPool", "kernel")
    e("pool_kernel_huge", pool(kernel_shape=[BIG, 1]), 3, "MaxPool")
    e("pool_kernel_rank", pool(kernel_shape=[3]), 3, "MaxPool", "kernel")
    e("pool_without_kernel", pool(), 3, "MaxPool", "kernel_shape")
    e("pool_stride_0", pool(kernel_shape=[2, 2], strides=[0, 1]), 3, "MaxPool")
    e("pool_pads_min", pool("AveragePool", kernel_shape=[2, 2], pads=[LEAST, 0, 0, 0]), 3, "AveragePool")
    e("pool_pads_past_kernel", pool(kernel_shape=[2, 2], pads=[5, 0, 0, 0]), 0, feed={"x": ((1, 4, 8, 8), "f", [1] * 256)})
    e("lp_pool_p_0", pool("LpPool", kernel_shape=[2, 2], p=0), 3, "LpPool", "p")
    gemm = lambda a, b, **more: one(node("Gemm", ["x", "w"], ["y"], **more), [("x", a)], weights=[tensor("w", b, FLOAT, bytes(4 * b[0] * b[1]))])
    e("gemm_k", gemm((2, 3), (4, 5)), 3, "Gemm", "3", "4")
    e("gemm_k_transposed", gemm((2, 3), (3, 5), transA=1), 3, "Gemm", "2", "3")
    e("gemm_rank", gemm((2, 3, 1), (3, 5)), 3, "Gemm", "rank 2")
    e("gemm_bias", one(node("Gemm", ["x", "w", "b"], ["y"]), [("x", (2, 3))], weights=[tensor("w", [3, 2], FLOAT, bytes(24)), floats("b", [1] * 3)]), 3, "Gemm")
    e("matmul_k", one(node("MatMul", ["x", "w"], ["y"]), [("x", (2, 3))], weights=[tensor("w", [4, 2], FLOAT, bytes(32))]), 3, "MatMul", "3 and 4")
    e("matmul_scalar", one(node("MatMul", ["x", "w"], ["y"]), [("x", (2, 3))], weights=[floats("w", [1], [])]), 3, "MatMul")
    e("matmul_batch", one(node("MatMul", ["x", "w"], ["y"]), [("x", (2, 1, 3))], weights=[tensor("w", [3, 3, 2], FLOAT, bytes(72))]), 3, "MatMul", "broadcast")
    e("add_shapes", one(node("Add", ["x", "w"], ["y"]), weights=[floats("w", [1] * 3)]), 3, "Add", "do not broadcast")
    reshape = lambda s, dims=(2, 3), **more: one(node("Reshape", ["x", "s"], ["y"], **more), [("x", dims)], weights=[s])
    e("reshape_two_minus_1", reshape(ints("s", [-1, -1])), 3, "Reshape", "-1")
    e("reshape_minus_1_with_0", reshape(ints("s", [-1, 0]), (0, 3), allowzero=1), 3, "Reshape")
    e("reshape_minus_1_of_empty", reshape(ints("s", [-1, 0]), (0, 0)), 3, "Reshape")
    e("reshape_minus_2", reshape(ints("s", [-2, 3])), 3, "Reshape", "-2")
    e("reshape_min", reshape(ints("s", [LEAST])), 3, "Reshape")
    e("reshape_count", reshape(ints("s", [7])), 3, "Reshape", "[2, 3] cannot be reshaped to [7]")
    e("reshape_0_past_rank", reshape(ints("s", [2, 3, 0])), 3, "Reshape")
    e("reshape_overflow", reshape(ints("s", [2**32, 2**32])), 4, "Reshape", "exceeds 2^40 bytes")
    e("reshape_rank_9", reshape(ints("s", [1] * 8 + [6])), 3, "Reshape")
    e("reshape_floats", reshape(floats("s", [6])), 3, "Reshape", "f32")
    e("reshape_matrix", reshape(ints("s", [2, 3], [1, 2])), 3, "Reshape", "rank 2")
    e("reshape_indivisible", reshape(ints("s", [-1, 4])), 3, "Reshape")
    gather = lambda i, **more: one(node("Gather", ["x", "i"], ["y"], **more), [("x", (4,))], weights=[i])
    for bad in (4, -5, BIG, LEAST):
        e(f"gather_{bad}", gather(ints("i", [bad])), 3, "Gather", str(bad))
        e(f"gather_folded_{bad}", one([node("Gather", ["w", "i"], ["v"]), node("Add", ["x", "v"], ["y"])], weights=[ints("i", [bad]), floats("w", [1] * 4)]), 3,
          "Gather", str(bad))
        run = dict(feed={"x": ((4,), "f", [1, 2, 3, 4]), "i": ((1,), "q", [bad])}, run_code=2)
        e(f"gather_at_run_time_{bad}", one(node("Gather", ["x", "i"], ["y"]), [("x", (4,)), ("i", (1,), INT64)]), 0, "Gather", str(bad), **run)
        e(f"gather_elements_at_run_time_{bad}", one(node("GatherElements", ["x", "i"], ["y"]), [("x", (4,)), ("i", (1,), INT64)]), 0, "GatherElements", str(bad), **run)
        e(f"scatter_at_run_time_{bad}", one(node("ScatterElements", ["x", "i", "u"], ["y"]), [("x", (4,)), ("i", (1,), INT64)], weights=[floats("u", [1])]),
          0, "ScatterElements", str(bad), **run)
        e(f"gather_nd_at_run_time_{bad}", one(node("GatherND", ["x", "i"], ["y"]), [("x", (4,)), ("i", (1,), INT64)]), 0, "GatherND", str(bad), **run)
        e(f"scatter_nd_at_run_time_{bad}", one(node("ScatterND", ["x", "i", "u"], ["y"]), [("x", (4,)), ("i", (1,), INT64)], weights=[floats("u", [1], [])]),
          0, "ScatterND", str(bad), **run)
    e("gather_axis", gather(ints("i", [0]), axis=1), 3, "Gather", "axis 1 is outside a tensor of rank 1")
    e("gather_floats", gather(floats("i", [0])), 3, "Gather", "f32")
    slice_ = lambda starts, ends, steps, axes=0: one(node("Slice", ["x", "a", "b", "c", "d"], ["y"]), weights=[
        ints("a", [starts]), ints("b", [ends]), ints("c", [axes]), ints("d", [steps])])
    e("slice_step_0", slice_(0, 4, 0), 3, "Slice", "step")
    e("slice_step_min", slice_(3, LEAST, LEAST), 0, feed={"x": ((4,), "f", [1, 2, 3, 4])})
    e("slice_step_max", slice_(0, BIG, BIG), 0, feed={"x": ((4,), "f", [1, 2, 3, 4])})
    e("slice_all_min", slice_(LEAST, LEAST, -1), 0, feed={"x": ((4,), "f", [1, 2, 3, 4])})
    e("slice_axis", slice_(0, 4, 1, 1), 3, "Slice", "axis 1")
    e("slice_axis_min", slice_(0, 4, 1, LEAST), 3, "Slice", "axis")
    e("slice_lengths", one(node("Slice", ["x", "a", "b"], ["y"]), weights=[ints("a", [0, 0]), ints("b", [4])]), 3, "Slice")
    e("slice_axis_twice", one(node("Slice", ["x", "a", "b", "c"], ["y"]), [("x", (4, 4))], weights=[ints("a", [0, 0]), ints("b", [4, 4]), ints("c", [0, 0])]), 3, "Slice", "axis 0")
    e("div_min_by_minus_1", one([node("Div", ["a", "b"], ["c"]), node("Add", ["x", "c"], ["y"])], [("x", (1,), INT64)], weights=[ints("a", [LEAST]), ints("b", [-1])]), 0)
    e("mod_min_by_minus_1", one([node("Mod", ["a", "b"], ["c"]), node("Add", ["x", "c"], ["y"])], [("x", (1,), INT64)], weights=[ints("a", [LEAST]), ints("b", [-1])]), 0)
    e("div_by_0", one([node("Div", ["a", "b"], ["c"]), node("Add", ["x", "c"], ["y"])], [("x", (1,), INT64)], weights=[ints("a", [1]), ints("b", [0])]), 0)
    e("abs_and_neg_of_min", one([node("Abs", ["a"], ["b"]), node("Neg", ["b"], ["c"]), node("Add", ["x", "c"], ["y"])], [("x", (1,), INT64)], weights=[ints("a", [LEAST])]), 0)
    for axis in (1, -2, BIG, LEAST):
        e(f"concat_axis_{axis}", one(node("Concat", ["x", "x"], ["y"], axis=axis)), 3, "Concat", f"axis {axis} is outside")
        e(f"softmax_axis_{axis}", one(node("Softmax", ["x"], ["y"], axis=axis)), 3, "Softmax", f"axis {axis} is outside")
        e(f"flatten_axis_{axis}", one(node("Flatten", ["x"], ["y"], axis=axis)), 0 if axis == 1 else 3, *(() if axis == 1 else ("Flatten", "axis")))
        e(f"reduce_axis_{axis}", one(node("ReduceMean", ["x", "a"], ["y"]), weights=[ints("a", [axis])]), 3, "ReduceMean", f"axis {axis} is outside")
        e(f"arg_max_axis_{axis}", one(node("ArgMax", ["x"], ["y"], axis=axis)), 3, "ArgMax", f"axis {axis} is outside")
        e(f"squeeze_axis_{axis}", one(node("Squeeze", ["x", "a"], ["y"]), [("x", (1,))], weights=[ints("a", [axis])]), 3, "Squeeze", f"axis {axis} is outside")
        e(f"unsqueeze_axis_{axis}", one(node("Unsqueeze", ["x", "a"], ["y"]), weights=[ints("a", [axis])]), 0 if axis in (1, -2) else 3,
          *(() if axis in (1, -2) else ("Unsqueeze", "axis")))
        e(f"cum_sum_axis_{axis}", one(node("CumSum", ["x", "a"], ["y"]), weights=[ints("a", [axis], [])]), 3, "CumSum", f"axis {axis} is outside")
        e(f"layer_norm_axis_{axis}", one(node("LayerNormalization", ["x", "w"], ["y"], axis=axis), weights=[floats("w", [1] * 4)]), 3, "LayerNormalization", "axis")
        e(f"split_axis_{axis}", one(node("Split", ["x"], ["y", "z"], axis=axis, num_outputs=2)), 3, "Split", f"axis {axis} is outside")
        e(f"top_k_axis_{axis}", one(node("TopK", ["x", "k"], ["y", "i"], axis=axis), weights=[ints("k", [1])]), 3, "TopK", f"axis {axis} is outside")
    e("squeeze_of_4", one(node("Squeeze", ["x", "a"], ["y"]), weights=[ints("a", [0])]), 3, "Squeeze")
    e("squeeze_twice", one(node("Squeeze", ["x", "a"], ["y"]), [("x", (1, 1))], weights=[ints("a", [0, 0])]), 3, "Squeeze", "twice")
    e("unsqueeze_twice", one(node("Unsqueeze", ["x", "a"], ["y"]), weights=[ints("a", [0, 0])]), 3, "Unsqueeze", "twice")
    e("unsqueeze_past_rank", one(node("Unsqueeze", ["x", "a"], ["y"]), weights=[ints("a", list(range(9)))]), 3, "Unsqueeze")
    e("reduce_axis_twice", one(node("ReduceMean", ["x", "a"], ["y"]), weights=[ints("a", [0, 0])]), 3, "ReduceMean", "twice")
    e("concat_shapes", one(node("Concat", ["x", "w"], ["y"], axis=1), [("x", (2, 2))], weights=[tensor("w", [3, 2], FLOAT, bytes(24))]), 3, "Concat")
    e("concat_ranks", one(node("Concat", ["x", "w"], ["y"], axis=0), weights=[tensor("w", [3, 2], FLOAT, bytes(24))]), 3, "Concat", "rank")
    e("split_sizes", one(node("Split", ["x", "s"], ["y", "z"]), weights=[ints("s", [3, 3])]), 3, "Split")
    e("split_negative", one(node("Split", ["x", "s"], ["y", "z"]), weights=[ints("s", [5, -1])]), 3, "Split")
    e("split_outputs", one(node("Split", ["x"], ["y", "z"], num_outputs=3)), 3, "Split")
    e("split_num_0", one(node("Split", ["x"], ["y"], num_outputs=0)), 3, "Split")
    for name, perm in {"twice": [0, 0], "short": [0], "long": [0, 1, 2], "negative": [-1, 0], "past": [0, 2], "max": [BIG, 0]}.items():
        e(f"transpose_{name}", one(node("Transpose", ["x"], ["y"], perm=perm), [("x", (2, 3))]), 3, "Transpose", "perm")
    for k in (-1, 5, LEAST, BIG):
        e(f"top_k_{k}", one(node("TopK", ["x", "k"], ["y", "i"]), weights=[ints("k", [k])]), 3, "TopK", f"k is {k}; the axis has 4 elements")
    e("top_k_two", one(node("TopK", ["x", "k"], ["y", "i"]), weights=[ints("k", [1, 1])]), 3, "TopK")
    resize = lambda scales, **more: one(node("Resize", ["x", "", "s"], ["y"], **more), [("x", (1, 1, 4, 4))], weights=[floats("s", scales)])
    nan, inf = float("nan"), float("inf")
    for bad in (nan, inf, -inf, 0.0, -1.0, 1e30):
        e(f"resize_{bad}", resize([1, 1, bad, 1]), 3, "Resize", "scale" if bad != 1e30 else "")
    e("resize_three_scales", resize([1, 1, 2]), 3, "Resize")
    e("resize_scales_and_sizes", one(node("Resize", ["x", "", "s", "z"], ["y"]), [("x", (1, 1, 4, 4))], weights=[floats("s", [1] * 4), ints("z", [1, 1, 8, 8])]), 3, "Resize")
    e("resize_sizes_negative", one(node("Resize", ["x", "", "", "z"], ["y"]), [("x", (1, 1, 4, 4))], weights=[ints("z", [1, 1, -8, 8])]), 3, "Resize")
    e("resize_nothing", one(node("Resize", ["x"], ["y"]), [("x", (1, 1, 4, 4))]), 3, "Resize")
    e("resize_mode", resize([1, 1, 2, 2], mode="smooth"), 4, "Resize", "smooth")
    e("resize_tf_crop_without_roi", resize([1, 1, 2, 2], coordinate_transformation_mode="tf_crop_and_resize"), 3, "Resize", "roi")
    q = lambda scale, zero=tensor("z", [], UINT8, b"\0"), version=23, **more: one(node("QuantizeLinear", ["x", "s", "z"], ["y"], **more), [("x", (2, 4))], weights=[scale, zero], opsets=opset(version))
    for bad in (0.0, -1.0, nan, inf, -inf):
        e(f"quantize_scale_{bad}", q(floats("s", [bad], [])), 3, "QuantizeLinear", "scale")
        e(f"dequantize_scale_{bad}", one(node("DequantizeLinear", ["x", "s"], ["y"]), [("x", (2, 4), UINT8)], weights=[floats("s", [bad], [])], opsets=opset(23)), 3, "DequantizeLinear", "scale")
        e(f"quantize_scale_axis_{bad}", q(floats("s", [1, bad, 1, 1]), tensor("z", [4], UINT8, bytes(4))), 3, "QuantizeLinear", "scale")
    e("quantize_scale_subnormal", q(floats("s", [1e-42], [])), 0, feed={"x": ((2, 4), "f", [1] * 8)})
    e("quantize_scale_shape", q(floats("s", [1] * 3), tensor("z", [3], UINT8, bytes(3))), 3, "QuantizeLinear", "scale")
    e("quantize_zero_shape", q(floats("s", [1] * 4), tensor("z", [3], UINT8, bytes(3))), 3, "QuantizeLinear")
    e("quantize_axis", q(floats("s", [1] * 4), tensor("z", [4], UINT8, bytes(4)), axis=2), 3, "QuantizeLinear", "axis 2 is outside")
    e("quantize_block_0_with_axis", q(floats("s", [1] * 4, [2, 2]), tensor("z", [2, 2], UINT8, bytes(4)), block_size=0), 3, "QuantizeLinear")
    e("quantize_block_wrong", q(floats("s", [1] * 4, [2, 2]), tensor("z", [2, 2], UINT8, bytes(4)), block_size=1), 3, "QuantizeLinear")
    e("quantize_block_negative", q(floats("s", [1] * 4, [2, 2]), tensor("z", [2, 2], UINT8, bytes(4)), block_size=-1), 3, "QuantizeLinear", "block_size")
    e("quantize_block_huge", q(floats("s", [1] * 2, [2, 1]), tensor("z", [2, 1], UINT8, bytes(2)), block_size=BIG), 0, feed={"x": ((2, 4), "f", [1] * 8)})
    e("quantize_zero_fp8", q(floats("s", [1], []), tensor("z", [], 17, b"\x38")), 4, "QuantizeLinear", "zero point in e4m3 is 1; only 0")
    e("quantize_zero_float", q(floats("s", [1], []), floats("z", [0], [])), 4, "QuantizeLinear", "f32")
    e("quantize_output_dtype", q(floats("s", [1], []), output_dtype=3), 3, "QuantizeLinear", "output_dtype")
    e("quantize_output_dtype_99", one(node("QuantizeLinear", ["x", "s"], ["y"], output_dtype=99), [("x", (2, 4))], weights=[floats("s", [1], [])], opsets=opset(23)), 3, "QuantizeLinear", "99")
    e("clip_min_above_max", one(node("Clip", ["x", "a", "b"], ["y"]), weights=[floats("a", [2], []), floats("b", [1], [])]), 0, feed={"x": ((4,), "f", [1] * 4)})
    e("clip_nan", one(node("Clip", ["x", "a", "b"], ["y"]), weights=[floats("a", [nan], []), floats("b", [nan], [])]), 0, feed={"x": ((4,), "f", [1] * 4)})
    e("clip_vector", one(node("Clip", ["x", "a"], ["y"]), weights=[floats("a", [1, 2])]), 3, "Clip")
    norm = lambda var, **more: one(node("BatchNormalization", ["x", "s", "b", "m", "v"], ["y"], **more), [("x", (1, 2, 4, 4))], weights=[
        floats("s", [1, 1]), floats("b", [0, 0]), floats("m", [0, 0]), floats("v", var)])
    e("batch_norm_negative", norm([-1, 1]), 0, feed={"x": ((1, 2, 4, 4), "f", [1] * 32)})
    e("batch_norm_epsilon_nan", norm([1, 1], epsilon=nan), 0, feed={"x": ((1, 2, 4, 4), "f", [1] * 32)})
    e("batch_norm_after_conv", one([node("Conv", ["x", "w"], ["c"]), node("BatchNormalization", ["c", "s", "s", "s", "v"], ["y"])], image,
                                   weights=[kernel, floats("s", [1] * 4), floats("v", [-1, 0, nan, 1])]), 0, feed={"x": ((1, 4, 8, 8), "f", [1] * 256)})
    e("batch_norm_length", norm([1, 1, 1]), 3, "BatchNormalization")
    e("batch_norm_training", norm([1, 1], training_mode=7), 0)
    cast = lambda **more: one(node("Cast", ["x"], ["y"], **more), opsets=opset(19))
    e("cast_saturate_7", cast(to=17, saturate=7), 3, "Cast", "saturate")
    e("cast_to_missing", cast(), 3, "Cast", "to")
    for kind in (0, 8, 14, 99, -1, BIG):
        e(f"cast_to_{kind}", cast(to=kind), 3 if kind not in (8, 14) else 4, "Cast", {8: "STRING", 14: "COMPLEX64"}.get(kind, f"to={kind} is no element type"))
    e("where_condition", one(node("Where", ["x", "x", "x"], ["y"])), 3, "Where", "bool")
    e("not_of_floats", one(node("Not", ["x"], ["y"])), 3, "Not", "f32")
    e("expand_shapes", one(node("Expand", ["x", "s"], ["y"]), weights=[ints("s", [3])]), 3, "Expand")
    e("expand_negative", one(node("Expand", ["x", "s"], ["y"]), weights=[ints("s", [-1])]), 3, "Expand", "-1")
    e("tile_negative", one(node("Tile", ["x", "s"], ["y"]), weights=[ints("s", [-1])]), 3, "Tile", "-1")
    e("tile_rank", one(node("Tile", ["x", "s"], ["y"]), weights=[ints("s", [1, 1])]), 3, "Tile")
    e("constant_of_shape_negative", one(node("ConstantOfShape", ["s"], ["y"]), weights=[ints("s", [-1])]), 3, "ConstantOfShape", "-1")
    e("constant_of_shape_two_values", one(node("ConstantOfShape", ["s"], ["y"], attribute("value", t=floats("", [1, 2]))), weights=[ints("s", [2])]), 3, "ConstantOfShape")
    e("constant_of_shape_at_run_time", one(node("ConstantOfShape", ["s"], ["y"]), [("s", (2,), INT64)]), 0, "ConstantOfShape", feed={"s": ((2,), "q", [-1, 4])}, run_code=3)
    e("range_at_run_time", one(node("Range", ["a", "b", "c"], ["y"]), [("a", (), INT64), ("b", (), INT64), ("c", (), INT64)]), 0, "Range",
      feed={"a": ((), "q", [0]), "b": ((), "q", [5]), "c": ((), "q", [0])}, run_code=3)
    e("reshape_at_run_time", one(node("Reshape", ["x", "s"], ["y"]), [("x", (4,)), ("s", (2,), INT64)]), 0, "Reshape",
      feed={"x": ((4,), "f", [1] * 4), "s": ((2,), "q", [3, -1])}, run_code=3)
    e("tile_at_run_time", one(node("Tile", ["x", "s"], ["y"]), [("x", (4,)), ("s", (1,), INT64)]), 0, "Tile",
      feed={"x": ((4,), "f", [1] * 4), "s": ((1,), "q", [BIG])}, run_code=3)
    e("pad_at_run_time", one(node("Pad", ["x", "s"], ["y"]), [("x", (4,)), ("s", (2,), INT64)]), 0, "Pad",
      feed={"x": ((4,), "f", [1] * 4), "s": ((2,), "q", [LEAST, 0])}, run_code=3)
    e("top_k_at_run_time", one(node("TopK", ["x", "k"], ["y", "i"]), [("x", (4,)), ("k", (1,), INT64)]), 0, "TopK",
      feed={"x": ((4,), "f", [1] * 4), "k": ((1,), "q", [9])}, run_code=3)
    e("slice_at_run_time", one(node("Slice", ["x", "a", "b", "a", "c"], ["y"]), [("x", (4,)), ("c", (1,), INT64)], weights=[ints("a", [0]), ints("b", [4])]), 0, "Slice",
      feed={"x": ((4,), "f", [1] * 4), "c": ((1,), "q", [0])}, run_code=3)
    e("one_hot_at_run_time", one(node("OneHot", ["x", "d", "v"], ["y"]), [("x", (1,), INT64), ("d", (), INT64)], weights=[floats("v", [0, 1])]), 0, "OneHot",
      feed={"x": ((1,), "q", [0]), "d": ((), "q", [-3])}, run_code=3)
    e("pad_rank", one(node("Pad", ["x", "p"], ["y"]), weights=[ints("p", [1])]), 3, "Pad")
    e("pad_negative_all", one(node("Pad", ["x", "p"], ["y"]), weights=[ints("p", [-3, -3])]), 3, "Pad")
    e("pad_mode", one(node("Pad", ["x", "p"], ["y"], mode="mirror"), weights=[ints("p", [1, 1])]), 4, "Pad", "mirror")
    e("pad_reflect_too_far", one(node("Pad", ["x", "p"], ["y"], mode="reflect"), weights=[ints("p", [9, 9])]), 0, feed={"x": ((4,), "f", [1] * 4)})
    e("pad_reflect_of_none", one(node("Pad", ["x", "p"], ["y"], mode="reflect"), [("x", (0,))], weights=[ints("p", [2, 2])]), 3, "Pad")
    e("einsum_equation", one(node("Einsum", ["x"], ["y"], equation="ab->c")), 3, "Einsum")
    e("einsum_empty", one(node("Einsum", ["x"], ["y"], equation="")), 3, "Einsum")
    e("einsum_nonsense", one(node("Einsum", ["x"], ["y"], equation="->->..,,")), 3, "Einsum")
    e("depth_to_space_0", one(node("DepthToSpace", ["x"], ["y"], blocksize=0), image), 3, "DepthToSpace", "blocksize")
    e("depth_to_space_huge", one(node("DepthToSpace", ["x"], ["y"], blocksize=2**32), image), 3, "DepthToSpace")
    e("space_to_depth_3", one(node("SpaceToDepth", ["x"], ["y"], blocksize=3), image), 3, "SpaceToDepth")
    e("group_norm_groups", one(node("GroupNormalization", ["x", "s", "s"], ["y"], num_groups=3), image, weights=[floats("s", [1] * 4)], opsets=opset(21)), 3, "GroupNormalization")
    e("group_norm_groups_0", one(node("GroupNormalization", ["x", "s", "s"], ["y"], num_groups=0), image, weights=[floats("s", [1] * 4)], opsets=opset(21)), 3, "GroupNormalization")
    e("lrn_size", one(node("LRN", ["x"], ["y"], size=LEAST), image), 3, "LRN", "size")
    e("gather_nd_batch_dims", one(node("GatherND", ["x", "i"], ["y"], batch_dims=BIG), weights=[ints("i", [0])]), 3, "GatherND", "batch_dims")
    e("gather_nd_depth", one(node("GatherND", ["x", "i"], ["y"]), weights=[ints("i", [0, 0])]), 3, "GatherND")
    e("scatter_reduction", one(node("ScatterElements", ["x", "i", "x"], ["y"], reduction="xor"), weights=[ints("i", [0, 1, 2, 3])]), 4, "ScatterElements", "xor")
    e("attention_heads", one(node("Attention", ["x", "x", "x"], ["y"], q_num_heads=3, kv_num_heads=3), [("x", (1, 4, 8))], opsets=opset(23)), 3, "Attention")
    e("attention_heads_0", one(node("Attention", ["x", "x", "x"], ["y"], q_num_heads=0, kv_num_heads=0), [("x", (1, 4, 8))], opsets=opset(23)), 3, "Attention")
    e("lstm_direction", one(node("LSTM", ["x", "w", "r"], ["y"], hidden_size=2, direction="sideways"), [("x", (3, 1, 2))], weights=[
        tensor("w", [1, 8, 2], FLOAT, bytes(64)), tensor("r", [1, 8, 2], FLOAT, bytes(64))]), 4, "LSTM", "sideways")
    e("lstm_hidden_size", one(node("LSTM", ["x", "w", "r"], ["y"], hidden_size=BIG), [("x", (3, 1, 2))], weights=[
        tensor("w", [1, 8, 2], FLOAT, bytes(64)), tensor("r", [1, 8, 2], FLOAT, bytes(64))]), 3, "LSTM")
    e("lstm_activation", one(node("LSTM", ["x", "w", "r"], ["y"], attribute("activations", strings=["Relu"]), hidden_size=2), [("x", (3, 1, 2))], weights=[
        tensor("w", [1, 8, 2], FLOAT, bytes(64)), tensor("r", [1, 8, 2], FLOAT, bytes(64))]), 3, "LSTM")
    e("roi_align_size", one(node("RoiAlign", ["x", "r", "b"], ["y"], output_height=-1), image, weights=[floats("r", [0, 0, 4, 4], [1, 4]), ints("b", [0])]), 3, "RoiAlign")
    e("roi_align_batch", one(node("RoiAlign", ["x", "r", "b"], ["y"]), image, weights=[floats("r", [0, 0, 4, 4], [1, 4]), ints("b", [7])]), 0, "RoiAlign", "7",
      feed={"x": ((1, 4, 8, 8), "f", [1] * 256)}, run_code=2)
    e("dft_length", one(node("DFT", ["x", "n"], ["y"]), [("x", (1, 4, 1))], weights=[ints("n", [-1], [])], opsets=opset(20)), 3, "DFT")
    # A size of x is free, so nobody looks at the tables before the run.
    e("rotary_with_a_narrow_table", one(node("RotaryEmbedding", ["x", "t", "t", "at"], ["y"]), [("x", (2, 4, "s", 8)), ("t", (50, 0)), ("at", (2, 3), INT64)],
      ["y"], opsets=opset(23)), 0)
    for name, more in {"same": [attribute("auto_pad", s="SAME_UPPER")], "given": []}.items():
        e(f"window_over_2_63_{name}", one(node("MaxPool", ["x"], ["y"], attribute("kernel_shape", ints=[2]), *more), [("x", (1, 0, BIG))], ["y"]),
          3, "MaxPool", "size 9223372036854775807 where windows slide")
    for pieces, code in ((2**33, 0), (2**59, 6), (2**62, 6)):  # of nothing each, so that the input is small
        e(f"split_to_{pieces}", one([node("SplitToSequence", ["x"], ["s"], attribute("axis", i=1)), node("SequenceLength", ["s"], ["y"])],
          [("x", (0, pieces))], [("y", (), INT64)]), code, *(["SplitToSequence", "does not fit in memory"] if code else []))
    # Windows over nothing, and windows far larger than an image: little time, little memory.
    def windows(name, op, size, filters=None, **attributes):
        weights = [] if filters is None else [tensor("w", filters, FLOAT, bytes(4 * math.prod(filters)))]
        e(name, one(node(op, ["x"] + ["w"] * len(weights), ["y"], **attributes), [("x", size)], ["y"], weights), 0,
          feed={"x": (size, "f", [1] * math.prod(size))})
    windows("conv_of_no_channels", "Conv", (1, 0, 4, 4), (2, 0, 3, 3))
    windows("conv_of_padding_alone", "Conv", (1, 4, 4, 0), (4, 1, 1, 1), group=4, pads=[0, 1, 0, 1])
    windows("max_pool_of_padding_alone", "MaxPool", (1, 4, 4, 0), kernel_shape=[2, 2], pads=[1, 1, 1, 1])
    windows("depthwise_rows_far_apart", "Conv", (1, 1, 1, 1024), (1, 1, 64, 1), dilations=[1023, 1], strides=[1, 64], pads=[32300, 0, 32300, 0])
    windows("max_pool_rows_far_apart", "MaxPool", (1, 1, 4, 1024), kernel_shape=[64, 1], dilations=[1023, 1], strides=[1, 64], pads=[32300, 0, 32300, 0])
    windows("conv_of_a_long_row", "Conv", (1, 64, 2, 2047), (1, 64, 1, 1024))
    for op in ("MaxPool", "AveragePool", "LpPool"):
        windows(f"{op}_kernel_over_everything", op, (1, 1, 4, 4, 4), kernel_shape=[2**30] * 3, pads=[2**29] * 6)
    windows("average_over_padding", "AveragePool", (1, 1, 4, 4, 4), kernel_shape=[2**30] * 3, pads=[2**29] * 6, count_include_pad=1)
    for block in (17, 24, 0, 8):
        e(f"codes_in_blocks_of_{block}", one(node("MatMulNBits", ["x", "w", "s"], ["y"], K=17, N=3, bits=4, block_size=block, domain="com.microsoft"), [("x", (2, 17))], ["y"], [
            tensor("w", [3, 1, 8], UINT8, bytes(24)), floats("s", [1] * 3)], opsets=opset() + opset(1, "com.microsoft")), 3, "MatMulNBits", f"block_size {block}")
    e("reverse_sequence_length", one(node("ReverseSequence", ["x", "n"], ["y"]), [("x", (4, 1))], weights=[ints("n", [9])]), 0, "ReverseSequence", "9",
      feed={"x": ((4, 1), "f", [1] * 4)}, run_code=2)


# ---- F. External data ----------------------------------------------------------------------------

def external(location, offset=None, length=None, more=(), dims=(4,)):
    """`more`: further (key, value) pairs."""
    pairs = [("location", location), ("offset", offset), ("length", length), *more]
    entries = b"".join(sub(13, sub(1, k) + sub(2, v)) for k, v in pairs if v is not None)
    return one(node("Add", ["x", "w"], ["y"]), weights=[tensor("w", dims, FLOAT, None, entries + num(14, 1))])


def files():
    def f(name, make, code, *words, **more):
        case("F", name, make, code, *words, **more)

    def beside(prepare, *given, **more):
        def make(folder):
            prepare(folder)
            return external(*given, **more)
        return make

    def data(folder):
        (folder / "w.bin").write_bytes(struct.pack("<4f", 1, 2, 3, 4))
    what = "initializer \"w\""
    f("beside", beside(data, "w.bin"), 0)
    f("beside_dot", beside(data, "./w.bin"), 0)
    f("with_offset_and_length", beside(data, "w.bin", "4", "12", dims=(3,)), 3, "broadcast")
    for location in ("../x", "a/../../x", "a/..", ".."):
        f(f"up_{location.replace('/', '_')}", external(location), 3, what, f"\"{location}\" contains \"..\"", "below the model's folder")
    f("absolute", external("/etc/passwd"), 3, what, "\"/etc/passwd\" is absolute")
    f("two_slashes", external("//"), 3, what, "\"//\" is absolute")
    f("memory_of_process", external("/proc/self/mem"), 3, what, "is absolute")
    f("zero_device", external("/dev/zero"), 3, what, "is absolute")
    f("dot", external("."), 6, what, "is a folder; a regular file is expected")
    f("dot_slash", external("./"), 6, what)
    f("location_empty", external(""), 3, what, "external data without a location")
    f("location_missing", external(None), 3, what, "external data without a location")
    f("nothing_given", one(node("Add", ["x", "w"], ["y"]), weights=[tensor("w", [4], FLOAT, None, num(14, 1))]), 3, what, "external data without a location")
    f("backslashes", external("..\\..\\x"), 6, what, "cannot be opened")
    f("backslash_escape", external("a\x1b[31m"), 6, what, "\\x1b")
    f("zero_in_path", external(b"w.bin\0/../x"), 3, "not valid UTF-8 text without zero bytes")
    f("long_path", external("a" * 5000), 3, what, "a path of 5000 bytes; at most 512")
    f("long_path_of_parts", external("a/" * 2500 + "a"), 3, what, "a path of 5001 bytes; at most 512")
    f("path_of_512", external("a" * 255 + "/" + "b" * 256), 6, what, "cannot be opened: ")
    f("ort_memory", external("*/_ORT_MEM_ADDR_/*", "140000000000000", "16"), 6, what, "cannot be opened")

    def link(folder):
        data(folder)
        os.symlink("w.bin", folder / "l.bin")
    f("link", beside(link, "l.bin"), 6, what, "symbolic link")

    def link_folder(folder):
        (folder / "real").mkdir()
        (folder / "real" / "w.bin").write_bytes(bytes(16))
        os.symlink("real", folder / "d")
    f("link_to_folder", beside(link_folder, "d/w.bin"), 6, what, "symbolic link")

    def link_outside(folder):
        os.symlink("/etc/passwd", folder / "l.bin")
    f("link_outside", beside(link_outside, "l.bin"), 6, what, "symbolic link")

    def hard(folder):
        data(folder)
        os.link(folder / "w.bin", folder / "h.bin")
    f("hard_link", beside(hard, "h.bin"), 0)  # package managers make them; they lead nowhere a path could not

    def fifo(folder):
        os.mkfifo(folder / "p.bin")
    f("fifo", beside(fifo, "p.bin"), 6, what, "is a pipe; a regular file is expected")

    def folder_there(folder):
        (folder / "d").mkdir()
    f("folder", beside(folder_there, "d"), 6, what, "is a folder; a regular file is expected")

    def unreadable(folder):
        data(folder)
        os.chmod(folder / "w.bin", 0)
    f("no_permission", beside(unreadable, "w.bin"), 0 if os.geteuid() == 0 else 6, *(() if os.geteuid() == 0 else (what, "cannot be opened")))
    f("missing", external("none.bin"), 6, what, "none.bin: cannot be opened")
    for offset in ("-1", str(2**63), "0x10", " 1", "1e3", "", "+1", "1 ", "1.0", str(2**64)):
        f(f"offset_{offset or 'empty'}", beside(data, "w.bin", offset), 3, what, "lies outside \"w.bin\"" if offset == str(2**63) else
          f"offset \"{offset}\" is no decimal number")
    for length in ("0", "15", "17", str(10**15), "-1", "", "0x10", str(2**64 - 1)):
        digits = length.isdigit()
        f(f"length_{length or 'empty'}", beside(data, "w.bin", None, length), 3, what,
          f"has length {length}; its type needs 16 bytes" if digits else f"length \"{length}\" is no decimal number")
    f("sum_wraps", beside(data, "w.bin", str(2**64 - 8), "16"), 3, what, "lies outside")
    f("petabyte", beside(data, "w.bin", None, None, dims=(2**48,)), 3, what, "lies outside")
    f("short_file", beside(data, "w.bin", "4"), 3, what, "at 4 + 16 lies outside \"w.bin\", which has 16 bytes")

    def overlapping(folder):
        (folder / "w.bin").write_bytes(struct.pack("<8f", *range(8)))
        t = lambda name, offset: tensor(name, [4], FLOAT, None, sub(13, sub(1, "location") + sub(2, "w.bin")) +
                                        sub(13, sub(1, "offset") + sub(2, offset)) + num(14, 1))
        return one([node("Add", ["x", "a"], ["z"]), node("Add", ["z", "b"], ["y"])], weights=[t("a", "0"), t("b", "8")])
    f("overlapping", overlapping, 0)  # reading twice harms nobody
    f("unknown_keys", beside(data, "w.bin", more=[("checksum", "0"), ("colour", "red")]), 0)
    f("location_twice", beside(data, "w.bin", more=[("location", "w.bin")]), 3, what, "gives its location twice")
    f("offset_twice", beside(data, "w.bin", "0", more=[("offset", "0")]), 3, what, "gives its offset twice")
    f("raw_and_external", one(node("Add", ["x", "w"], ["y"]), weights=[tensor("w", [4], FLOAT, bytes(16), sub(13, sub(1, "location") + sub(2, "w.bin")) + num(14, 1))]),
      3, what, "numbers in more than one place")
    f("attribute_external", one([node("Constant", [], ["w"], attribute("value", t=tensor("", [4], FLOAT, None, sub(13, sub(1, "location") + sub(2, "../x")) + num(14, 1)))),
                                 node("Add", ["x", "w"], ["y"])]), 3, "contains \"..\"")
    f("from_pipe", None, 6, "is a device; a regular file is expected", options=("/dev/stdin",))
    f("onto_model", VALID, 2, "m.onnx", options=("-o", "m.onnx"))
    f("onto_weights", beside(data, "w.bin"), 2, "w.bin", options=("-o", "w.bin"))
    f("onto_link_to_model", lambda folder: os.symlink("m.onnx", folder / "p.fp8c") or VALID, 2, "p.fp8c", options=("-o", "p.fp8c"))
    def put(name, bytes_, model=VALID):
        def make(folder):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(bytes_)
            return model(folder) if callable(model) else model
        return make
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }".ljust(117) + b"\n"
    sample = put("c/x.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + bytes(32))
    for name, words in {"report": ("--report",), "json": ("--report-json",), "log": ("--log",)}.items():
        f(f"{name}_onto_model", VALID, 2, "m.onnx", "would overwrite", options=("-n", *words, "m.onnx"))
    f("report_onto_weights", beside(data, "w.bin"), 2, "w.bin: the report would overwrite", "weights", options=("-n", "--report-json", "w.bin"))
    f("log_onto_weights", beside(data, "w.bin"), 2, "--log w.bin would overwrite weights of m.onnx", options=("-n", "--log", "w.bin"))
    f("report_onto_overrides", put("o.json", b'{"rules": []}'), 2, "--report ./o.json would overwrite o.json",
      options=("-n", "--override", "o.json", "--report", "./o.json"))
    f("report_onto_sample", sample, 2, "--report c/x.npy would overwrite c, which is read", options=("-n", "--calibrate", "c", "--report", "c/x.npy"))
    f("figures_onto_model", sample, 2, "--save-calibration m.onnx would overwrite m.onnx",
      options=("-n", "--calibrate", "c", "--save-calibration", "m.onnx"))
    f("figures_onto_figures", put("f.json", b"{}"), 2, "--report-json f.json would overwrite f.json",
      options=("-n", "--calibration", "f.json", "--report-json", "f.json"))
    f("report_onto_plan", VALID, 2, "--output and --report would both be written to p.fp8c", options=("-o", "p.fp8c", "--report", "p.fp8c"))
    f("onto_folder", lambda folder: (folder / "d").mkdir() or VALID, 6, "d", options=("-o", "d"))
    f("onto_fifo", lambda folder: os.mkfifo(folder / "p") or VALID, 6, "p", options=("-o", "p"))
    f("onto_full_disk", VALID, 6, "/dev/full", options=("-o", "/dev/full"))


for each in (wire, bombs, graphs, shapes, operators, files):
    each()
assert len({(c.part, c.name) for c in CASES}) == len(CASES)

if __name__ == "__main__":
    wanted = [c for c in CASES if isinstance(c.make, bytes)] if "--small" in sys.argv[2:] else CASES
    for c in wanted:
        folder = Path(sys.argv[1]) / c.part / c.name.replace("/", "_")
        folder.mkdir(parents=True, exist_ok=True)
        c.write(folder)
    print(f"{len(wanted)} files in {sys.argv[1]}")
