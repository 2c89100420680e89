"""The CPU device gives the same bits with every level of vector instructions that the processor has."""
import pathlib

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

LEVELS = ["x86-64", "x86-64-v3", "x86-64-v4"]


def levels():
    """Those of this processor, by the flags that tell AVX2 with FMA and AVX-512 apart."""
    flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
    v3 = {"avx2", "fma", "bmi1", "bmi2"} <= flags
    v4 = v3 and {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags
    return LEVELS[:1 + v3 + v4]


@pytest.fixture
def network(tmp_path):
    """A convolution, a depthwise one with a stride, one of a single pixel, norms, products, a softmax: each kind of loop that has levels."""
    random = np.random.default_rng(0)
    weights = {"c": (12, 3, 3, 3), "d": (12, 1, 5, 5), "p": (24, 12, 1, 1), "w": (24, 40), "s": (40,), "b": (40,),
               "z": (37, 24, 15, 19)}
    nodes = [helper.make_node("Conv", ["x", "c"], ["h"], pads=[1, 1, 1, 1]), helper.make_node("Relu", ["h"], ["r"]),
             helper.make_node("Conv", ["r", "d"], ["e"], group=12, strides=[2, 2], pads=[2, 2, 2, 2]),
             helper.make_node("Conv", ["e", "p"], ["f"]), helper.make_node("Conv", ["f", "z"], ["o"]), helper.make_node("Sigmoid", ["f"], ["g"]),
             helper.make_node("GlobalAveragePool", ["g"], ["a"]), helper.make_node("Flatten", ["a"], ["t"]),
             helper.make_node("MatMul", ["t", "w"], ["m"]), helper.make_node("LayerNormalization", ["m", "s", "b"], ["n"]),
             helper.make_node("Softmax", ["n"], ["y"])]
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 3, 29, 37])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("y", "f", "o")],
        [numpy_helper.from_array(random.standard_normal(shape).astype(np.float32) / 3, name) for name, shape in weights.items()])
    path = tmp_path / "net.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)
    np.savez(tmp_path / "data.npz", x=random.standard_normal((4, 2, 3, 29, 37)).astype(np.float32))
    np.save(tmp_path / "x.npy", random.standard_normal((2, 3, 29, 37)).astype(np.float32))
    return path


@pytest.mark.parametrize("precision", ["f32", "fp8"])
def test_every_level_gives_the_same_bits(fp8c, network, tmp_path, precision):
    plans, outputs = [], []
    for level in levels():
        env = {"FP8C_CPU_LEVEL": level}
        done = fp8c("compile", network, "-o", "p.fp8c", "--calibrate", "data.npz", "--precision", precision, "--target",
                    "cpu", "--no-cache", "-q", env=env)
        assert done.code == 0, done.err
        plans.append((tmp_path / "p.fp8c").read_bytes())
        done = fp8c("run", "p.fp8c", "--input", "x=x.npy", "-o", level, "--device", "cpu", env=env)
        assert done.code == 0, done.err
        outputs.append([(tmp_path / level / f"{name}.npy").read_bytes() for name in "yfo"])
    assert all(plan == plans[0] for plan in plans) and all(each == outputs[0] for each in outputs)


@pytest.mark.parametrize("wrong", ["avx2", "x86-64-v9", "x86-64-v2"])
def test_a_level_that_is_not_there(fp8c, wrong):
    done = fp8c("version", env={"FP8C_CPU_LEVEL": wrong})
    assert done.code == 2 and done.err == f'fp8c: FP8C_CPU_LEVEL is "{wrong}"; this processor has {", ".join(levels())}\n'
