"""What a compile costs grows with the nodes, not with their square: each shape of graph at 30,000 nodes."""
import pytest

from cases import one
from conftest import SANITIZED
from test_malformed import clean
from wire import *

COUNT, SECONDS = (3000, 60) if SANITIZED else (30000, 6)  # of processor time; a walk of all nodes for each node takes more
KINDS = ["Relu", "Tanh", "Neg", "Abs", "Sigmoid"]


def names(n):
    return ["x"] + [f"v{i}" for i in range(n - 1)] + ["y"]


def chain(n, **more):
    v = names(n)
    return one([node(KINDS[i % 5], [v[i]], [v[i + 1]], **more) for i in range(n)])


def products(n):
    v = names(n)
    return one([node("MatMul", [v[i], "w"], [v[i + 1]]) if i % 2 else node("Tanh", [v[i]], [v[i + 1]]) for i in range(n)], [("x", (4, 4))],
               weights=[floats("w", [0.1] * 16, [4, 4])])


def one_for_all(n):
    """A value that all read, and a node that reads all."""
    return one([node("Add", ["x", f"c{i}"], [f"f{i}"]) for i in range(n)] + [node("Sum", [f"f{i}" for i in range(n)], ["y"])],
               weights=[floats(f"c{i}", [i], []) for i in range(n)])


def readers_of_few(n):
    nodes = [node(KINDS[i], ["x"], [f"f{i}"]) for i in range(5)]
    return one(nodes + [node("Add", [f"s{i}" if i else "f0", f"f{i % 5}"], [f"s{i + 1}" if i + 1 < n else "y"]) for i in range(n)])


def diamonds(n):
    v = names(n // 3)
    return one([x for i in range(n // 3) for x in (node("Relu", [v[i]], [f"a{i}"]), node("Tanh", [v[i]], [f"b{i}"]),
                                                  node("Add", [f"a{i}", f"b{i}"], [v[i + 1]]))])


def functions(n):
    v = names(n // 3)
    f = function("F", ["a"], ["b"], [node("Tanh", ["a"], ["t"]), node("Relu", ["t"], ["r"]), node("Neg", ["r"], ["b"])])
    return one([node("F", [v[i]], [v[i + 1]], domain="local") for i in range(n // 3)], functions=[f], opsets=opset() + opset(1, "local"))


def weights(n):
    v = names(n)
    return one([node("Add", [v[i], f"w{i}"], [v[i + 1]]) for i in range(n)], weights=[floats(f"w{i}", [i, 1, 2, 3]) for i in range(n)])


def outputs(n):
    return one([node("Add", ["x", f"w{i}"], [f"y{i}"]) for i in range(n)], outputs=[f"y{i}" for i in range(n)],
               weights=[floats(f"w{i}", [i, 1, 2, 3]) for i in range(n)])


SHAPES = {"chain": chain, "one-name": lambda n: chain(n, name="same"), "products": products, "one-for-all": one_for_all,
          "readers-of-few": readers_of_few, "concat": lambda n: one(node("Concat", ["x"] * n, ["y"], axis=0)), "diamonds": diamonds,
          "functions": functions, "weights": weights, "outputs": outputs}


@pytest.mark.parametrize("name", SHAPES)
def test_time_of_a_compile(runner, tmp_path, name):
    (tmp_path / "m.onnx").write_bytes(SHAPES[name](COUNT))
    done = runner("compile", "m.onnx", "--target", "cpu", "-q", "--no-cache", "-o", "p.fp8c", folder=tmp_path)
    clean(done)
    assert done.code == 0, done.err[:1000]
    assert done.cpu < SECONDS, f"{done.cpu:.2f} s for {COUNT} nodes"
