"""Large plans, and small ones edited to look large: what it costs to open, verify, show, report and run one stays in proportion to its bytes."""
import struct

import pytest

from cases import if_node, one
from conftest import SANITIZED
from plans import Plan, string
from test_malformed import clean, npy
from wire import *

MEMORY, PER_BYTE = 64 << 20, 16
SECONDS, PER_MEGABYTE = (10, 5) if SANITIZED else (1, 0.25)
COMMANDS = (("verify",), ("show",), ("show", "--json"), ("show", "--steps"), ("report",), ("report", "--json"), ("report", "--html", "r.html"))
SCALAR = ("x", ())


def constant(name, x):
    return node("Constant", [], [name], value_float=x)


def branches(count, dims=()):
    """Ifs of one condition, each with a constant in both branches, and inputs with symbols that they do not read."""
    def body(name, x):
        return graph([constant(name, x)], [], [value(name, ())], name=name)
    nodes = [if_node(body(f"t{i}", 1.0), body(f"e{i}", 2.0), [f"y{i}"]) for i in range(count)]
    return one(nodes + [node("Sum", [f"y{i}" for i in range(count)], ["y"])],
               [("c", (), BOOL)] + [(f"x{i}", [f"s{i}_{k}" for k in range(8)]) for i in range(dims and dims[0] or 1)])


def chain(count):
    kinds = ["Relu", "Tanh", "Neg", "Abs", "Sigmoid"]
    return one([node(kinds[i % 5], [f"v{i}" if i else "x"], [f"v{i + 1}" if i + 1 < count else "y"]) for i in range(count)])


def fan(count):
    """Values that all live at once."""
    return one([node("Neg", ["x"], [f"v{i}"]) for i in range(count)] + [node("Sum", [f"v{i}" for i in range(count)], ["y"])])


def nested(deep):
    body = graph([constant("o0", 1.0)], [], [value("o0", ())])
    for k in range(1, deep):
        body = graph([if_node(body, body, [f"o{k}"])], [], [value(f"o{k}", ())])
    return one(if_node(body, body), [("c", (), BOOL)])


def ports(count):
    return one([node("Neg", [f"x{i}"], [f"y{i}"]) for i in range(count)], [(f"x{i}", [f"d{i}", "a" * 1000, "b" * 1000]) for i in range(count)],
               [f"y{i}" for i in range(count)])


def weights(count):
    return one([node("Add", [f"v{i}" if i else "x", f"w{i}"], [f"v{i + 1}" if i + 1 < count else "y"]) for i in range(count)],
               weights=[floats(f"w{i}", [i, 1, 2, 3]) for i in range(count)])


MODELS = {"chain": lambda: chain(20000), "fan": lambda: fan(4000), "branches": lambda: branches(2000), "symbols": lambda: branches(500, (2000,)),
          "nested": lambda: nested(9), "ports": lambda: ports(1000), "weights": lambda: weights(10000)}


def more_symbols(p, count=400000):
    return p.replaced((p.symbols_at, p.symbols_at + 4, struct.pack("<I", p.symbol_count + count)), (p.symbols_end, p.symbols_end, string(b"") * count),
                      (p.bound_end, p.bound_end, b"\xff" * 8 * count))


def long_symbols(p, length=1 << 20):
    end = p.text_end(p.symbols_at + 4)
    return p.replaced((p.symbols_at + 4, end, string(b"s" * length)))


def many_variants(p, count=24):
    one_variant = lambda i: (p.tables[p.variant_at:p.profile_at] + string(b"%d" % i) + p.tables[p.bound_at:p.report_at])
    return p.replaced((p.variants_at, p.report_at, struct.pack("<I", count) + b"".join(one_variant(i) for i in range(count))))


def report(words):
    return lambda p: p.with_report(b'{"schema": "fp8c-report-1", "more": [' + words + b"0]}")


EDITS = {"more-symbols": ("branches", more_symbols), "long-symbols": ("ports", long_symbols), "variants": ("weights", many_variants),
         "report-objects": ("nested", report(b"{}," * 1000000)), "report-arrays": ("nested", report(b"[]," * 1000000)),
         "report-numbers": ("nested", report(b"1," * 1000000)), "report-strings": ("nested", report(b'"",' * 1000000)),
         "report-string": ("nested", report(b'"' + b"x" * 4000000 + b'",')), "report-deep": ("nested", report(b"[" * 100000)),
         "report-quotes": ("nested", report(b'"\\"' * 100000))}


@pytest.fixture(scope="module")
def compiled(runner, tmp_path_factory):
    """The plan of one of MODELS, made once."""
    made = {}

    def get(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            (folder / "m.onnx").write_bytes(MODELS[name]())
            done = runner("compile", "m.onnx", "--target", "cpu", "-q", "--no-cache", "-o", "p.fp8c", folder=folder)
            assert done.code == 0, done.err[:1000]
            made[name] = folder / "p.fp8c"
        return made[name]
    return get


def in_proportion(done, path):
    size = path.stat().st_size
    assert done.cpu < SECONDS + PER_MEGABYTE * size / 2**20, f"{done.cpu:.2f} s for {size} bytes"
    if not SANITIZED:
        assert done.memory < MEMORY + PER_BYTE * size, f"{done.memory >> 20} MiB for {size} bytes"


def judge(runner, folder, path):
    for command, *options in COMMANDS:
        done = runner(command, path.name, *options, folder=folder)
        clean(done)
        assert done.code in (0, 3), done.err[:1000]
        assert done.code == 0 or command == "report", done.err[:1000]
        in_proportion(done, path)


@pytest.mark.parametrize("name", MODELS)
def test_large_plans(runner, tmp_path, compiled, name):
    judge(runner, tmp_path, tmp_path / "p.fp8c" if (tmp_path / "p.fp8c").write_bytes(compiled(name).read_bytes()) else None)


@pytest.mark.parametrize("name", EDITS)
def test_edited_plans(runner, tmp_path, compiled, name):
    model, edit = EDITS[name]
    judge(runner, tmp_path, edit(Plan(compiled(model))).save(tmp_path / "p.fp8c"))


@pytest.mark.parametrize("name", ["chain", "fan", "branches", "weights", "more-symbols"])
def test_runs(runner, tmp_path, compiled, name):
    """A session takes what its steps need, whatever else is written in the plan."""
    model, edit = EDITS.get(name, (name, lambda p: p))
    path = edit(Plan(compiled(model))).save(tmp_path / "p.fp8c")
    npy(tmp_path / "x.npy", (4,), "f", [1, 2, 3, 4])
    given = ["-i", "x=x.npy"]
    if model == "branches":
        (tmp_path / "c.npy").write_bytes(b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '|b1', 'fortran_order': False, 'shape': (), }".ljust(117) + b"\n\x01")
        npy(tmp_path / "x.npy", (1,) * 8, "f", [1])
        given = ["-i", "c=c.npy", "-i", "x0=x.npy"]
    done = runner("run", path.name, "--device", "cpu", *given, "-o", "out", folder=tmp_path)
    clean(done)
    assert done.code == 0, done.err[:1000]
    size = path.stat().st_size
    assert done.cpu < 2 * (SECONDS + PER_MEGABYTE * size / 2**20), f"{done.cpu:.2f} s for {size} bytes"
    if not SANITIZED:
        assert done.memory < MEMORY + 64 * size, f"{done.memory >> 20} MiB for {size} bytes"
