"""Small models made on the spot, and a way to run the command."""
import json
import os
import subprocess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

FP8C = os.environ.get("FP8C", "fp8c")


class Result:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    def json(self):
        return json.loads(self.out)


# LeakSanitizer of gcc 12 now and then faults itself where the process has used NVRTC on a busy machine.  It has
# found nothing then, so the command runs again, and a leak of ours is found then.
TRACER_FAULT = "LeakSanitizer has encountered a fatal error"


@pytest.fixture
def fp8c(tmp_path):
    """Runs the command in an empty folder with an empty cache."""
    def run(*words, env=None, timeout=120):
        full = dict(os.environ, XDG_CACHE_HOME=str(tmp_path / "cache"), **(env or {}))
        for _ in range(4):
            done = subprocess.run([FP8C, *map(str, words)], cwd=tmp_path, env=full, text=True,
                                  capture_output=True, timeout=timeout)
            if TRACER_FAULT not in done.stderr:
                break
        result = Result(done)
        assert done.returncode >= 0, f"killed by signal {-done.returncode}: {done.stderr}"
        assert "runtime error" not in result.err and "AddressSanitizer" not in result.err, result.err
        return result
    return run


def mlp(path, batch="batch", width=64, seed=0, unsupported=()):
    """x[batch, width] -> Gemm, Gelu written out, Gemm -> y; real numbers, real weights."""
    random = np.random.default_rng(seed)
    f32 = lambda *shape: random.standard_normal(shape).astype(np.float32)
    weights = {"w1": f32(width, 2 * width) / 8, "b1": f32(2 * width) / 4, "w2": f32(2 * width, width) / 11,
               "b2": f32(width) / 4, "half": np.float32(0.5), "one": np.float32(1),
               "rsqrt2": np.float32(0.5 ** 0.5)}
    nodes = [("MatMul", ["x", "w1"], "h0"), ("Add", ["h0", "b1"], "h"), ("Mul", ["h", "rsqrt2"], "e0"),
             ("Erf", ["e0"], "e1"), ("Add", ["e1", "one"], "e2"), ("Mul", ["h", "half"], "e3"),
             ("Mul", ["e3", "e2"], "g"), ("MatMul", ["g", "w2"], "z0"), ("Add", ["z0", "b2"], "y")]
    made = [helper.make_node(op, ins, [out], name=f"n_{out}") for op, ins, out in nodes]
    for i, op in enumerate(unsupported):
        made.append(helper.make_node(op, ["y"], [f"u{i}"], name=f"odd_{i}", domain="com.example" if "." in op else ""))
    io = helper.make_tensor_value_info
    outs = [io("y", TensorProto.FLOAT, [batch, width])]
    outs += [io(f"u{i}", TensorProto.FLOAT, None) for i in range(len(unsupported))]
    graph = helper.make_graph(made, "mlp", [io("x", TensorProto.FLOAT, [batch, width])], outs,
                              [numpy_helper.from_array(np.asarray(v), k) for k, v in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    onnx.save(model, str(path))
    return path


def residual(path, blocks, width=16):
    """x -> blocks of x + MatMul(Relu(x)) * 1/2, four nodes each, and calibration data beside it (.npz)."""
    random = np.random.default_rng(0)
    nodes, weights, x = [], {"half": np.float32(0.5)}, "x"
    for i in range(blocks):
        weights[f"w{i}"] = (random.standard_normal((width, width)) / width ** 0.5).astype(np.float32)
        names = [f"/layer.{i}/{op}_output_0" for op in ("Relu", "MatMul", "Mul", "Add")]
        for op, ins, out in zip(("Relu", "MatMul", "Mul", "Add"), ([x], [names[0], f"w{i}"], [names[1], "half"], [x, names[2]]), names):
            nodes.append(helper.make_node(op, ins, [out], name=f"/layer.{i}/{op}"))
        x = names[3]
    nodes.append(helper.make_node("Identity", [x], ["y"], name="/out"))
    io = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", width])
    graph = helper.make_graph(nodes, "deep", [io("x")], [io("y")], [numpy_helper.from_array(np.asarray(v), k) for k, v in weights.items()])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 8
    onnx.save(made, str(path))
    np.savez(path.with_suffix(".npz"), x=random.standard_normal((4, width)).astype(np.float32))


@pytest.fixture
def model(tmp_path):
    return mlp(tmp_path / "mlp.onnx")


@pytest.fixture
def samples(tmp_path):
    data = np.random.default_rng(1).standard_normal((12, 64)).astype(np.float32)
    np.savez(tmp_path / "samples.npz", x=data)
    return tmp_path / "samples.npz"


@pytest.fixture
def plan(fp8c, model, samples, tmp_path):
    done = fp8c("compile", model, "-o", "mlp.fp8c", "--calibrate", samples, "--target", "cpu", "-q")
    assert done.code == 0, done.err
    return tmp_path / "mlp.fp8c"
