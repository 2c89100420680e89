"""Compile time grows with the nodes of a model, not with their square."""

import json
import resource

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from conftest import missing

UNARY = ["Relu", "Tanh", "Neg", "Abs", "Sigmoid"]
MOST = 14  # times as long for ten times the nodes


def chain(n):
    return [helper.make_node(UNARY[i % 5], [f"v{i}" if i else "x"], [f"v{i + 1}" if i < n - 1 else "y"]) for i in range(n)]


def fan(n):
    k = n // 2
    sums = [helper.make_node("Add", [f"s{i}" if i else "f0", f"f{i + 1}"], [f"s{i + 1}" if i < k - 2 else "y"]) for i in range(k - 1)]
    return [helper.make_node(UNARY[i % 5], ["x"], [f"f{i}"]) for i in range(k)] + sums


def products(n):
    nodes = chain(n)
    for i in range(1, n, 2):
        nodes[i] = helper.make_node("MatMul", [nodes[i].input[0], "w"], list(nodes[i].output))
    return nodes


def wide_sum(n):
    terms = [helper.make_node("Add", ["x", "w"] if i == 0 else [f"t{i - 1}", "w"], [f"t{i}"]) for i in range(n - 1)]
    return terms + [helper.make_node("Sum", [f"t{i}" for i in range(n - 1)], ["y"])]


def outputs(n):
    return [helper.make_node(UNARY[i % 5], ["x" if i < 5 else f"y{i - 5}"], [f"y{i}"]) for i in range(n)]


def moves(n):
    """Each is a place in what the one before it gives."""
    nodes = []
    for i in range(0, n, 3):
        last = "y" if i + 3 >= n else f"v{i + 3}"
        nodes += [helper.make_node("Reshape", [f"v{i}" if i else "x", "deep"], [f"a{i}"]), helper.make_node("Transpose", [f"a{i}"], [f"b{i}"], perm=[1, 0, 2]),
                  helper.make_node("Reshape", [f"b{i}", "flat"], [last])]
    return nodes


def images(n):
    """Convolutions of few channels, each beside what it reads."""
    nodes = [helper.make_node("Reshape", ["x", "image"], ["v0"])]
    for i in range(0, n, 3):
        nodes += [helper.make_node("Conv", [f"v{i}", "filters"], [f"a{i}"], pads=[1, 1, 1, 1]), helper.make_node("Relu", [f"a{i}"], [f"b{i}"]),
                  helper.make_node("Add", [f"b{i}", f"v{i}"], ["y" if i + 3 >= n else f"v{i + 3}"])]
    return nodes


SHAPES = {"chain": chain, "fan": fan, "products": products, "sum": wide_sum, "outputs": outputs, "moves": moves, "images": images}
WEIGHTS = {"w": (np.random.default_rng(0).standard_normal((16, 16)) / 4).astype(np.float32), "deep": np.int64([8, 2, 16]), "flat": np.int64([16, 16]),
           "image": np.int64([1, 8, 4, 8]), "filters": (np.random.default_rng(1).standard_normal((8, 8, 3, 3)) / 9).astype(np.float32)}


def write(path, kind, n):
    nodes = SHAPES[kind](n)
    names = [f"y{i}" for i in range(n)] if kind == "outputs" else ["y"]
    read = {i for n in nodes for i in n.input}
    weights = [numpy_helper.from_array(array, name) for name, array in WEIGHTS.items() if name in read]
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [16, 16])
    y = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names]
    onnx.save(helper.make_model(helper.make_graph(nodes, kind, [x], y, weights), opset_imports=[helper.make_opsetid("", 18)], ir_version=9), path)


def seconds(fp8c, model, *options):
    """CPU time, which other work on the machine changes less than the clock's."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = fp8c("compile", model, "-o", f"{model}.fp8c", "-q", "--no-cache", *options)
    if "NVRTC" in done.stderr:
        missing("NVRTC")
    assert done.returncode == 0, done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def grows(fp8c, folder, kind, *options):
    models = [str(folder / f"{kind}_{n}.onnx") for n in (1000, 10000)]
    for n, model in zip((1000, 10000), models):
        write(model, kind, n)
    times = [seconds(fp8c, model, *options) for model in models]
    if times[1] > MOST * max(times[0], 0.02):  # what runs beside this takes caches away: the least of two says more
        times = [min(was, seconds(fp8c, model, *options)) for was, model in zip(times, models)]
    assert times[1] <= MOST * max(times[0], 0.02), times


@pytest.mark.parametrize("kind", SHAPES)
def test_compile_time_is_linear(fp8c, tmp_path, kind):
    grows(fp8c, tmp_path, kind, "--target", "cpu")


@pytest.mark.parametrize("kind", ["fan", "products", "moves", "images"])
def test_compile_time_for_a_gpu_is_linear(fp8c, tmp_path, kind):
    grows(fp8c, tmp_path, kind, "--target", "sm_90a")


def test_a_long_chain_of_moves_is_not_as_many_calls_deep(fp8c, tmp_path):
    write(tmp_path / "moves.onnx", "moves", 60000)
    seconds(fp8c, str(tmp_path / "moves.onnx"), "--target", "cpu")  # a GPU's time is modelled besides


def test_a_sum_of_many_is_a_kernel(fp8c, tmp_path):
    """All its operands at once took the registers of many threads, and minutes of the compiler."""
    write(tmp_path / "sum.onnx", "sum", 400)
    assert seconds(fp8c, str(tmp_path / "sum.onnx"), "--target", "sm_90a") < 20


def test_a_concat_of_many_is_a_kernel_in_few_launches(fp8c, tmp_path):
    """Each part by a launch of its own was 1000 kernels' worth of the compiler's time."""
    parts = [f"x{i}" for i in range(1000)]
    graph = helper.make_graph([helper.make_node("Concat", parts, ["y"], axis=1)], "g",
                              [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4, 6]) for name in parts],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [4, 6000])])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), tmp_path / "concat.onnx")
    assert seconds(fp8c, str(tmp_path / "concat.onnx"), "--target", "sm_90a", "--report-json", str(tmp_path / "r.json")) < 20
    launches = json.loads((tmp_path / "r.json").read_text())["variants"][0]["launches"]
    assert len(launches) == 4 and len({launch["kernel"] for launch in launches}) == 1


def test_more_operands_than_a_kernel_has_are_summed_by_several(fp8c, tmp_path):
    write(tmp_path / "sum.onnx", "sum", 2000)
    assert seconds(fp8c, str(tmp_path / "sum.onnx"), "--target", "sm_90a") < 60
