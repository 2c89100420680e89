"""A search weighs the values whose channels may be split one by one: those whose remainders save noise for their time are."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WIDTH, HIDDEN, BRANCHES, BATCH = 256, 512, 6, 8192
LOUD = 2  # branches that make nearly all of the result


def model(folder):
    """y = sum of parts of Relu(x g) v, each with a few channels that make most of its noise."""
    random = np.random.default_rng(3)
    weights, nodes, parts = {}, [], []
    for i in range(BRANCHES):
        g = random.uniform(0.5, 1.5, HIDDEN).astype(np.float32)
        g[random.choice(HIDDEN, 24, replace=False)] *= 12
        weights[f"g{i}"] = g
        weights[f"v{i}"] = (random.standard_normal((HIDDEN, WIDTH)) * (1 if i < LOUD else 0.02)).astype(np.float32)
        nodes += [helper.make_node("Mul", ["x", f"g{i}"], [f"h{i}"]), helper.make_node("Relu", [f"h{i}"], [f"r{i}"]),
                  helper.make_node("MatMul", [f"r{i}", f"v{i}"], [f"p{i}"], name=f"n_p{i}")]
        parts.append(f"p{i}")
    nodes.append(helper.make_node("Sum", parts, ["y"]))
    graph = helper.make_graph(nodes, "branches", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", HIDDEN])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", WIDTH])],
                              [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), folder / "m.onnx")
    for name, seed in (("c", 1), ("e", 2)):
        np.savez(folder / f"{name}.npz", x=np.random.default_rng(seed).standard_normal((24, 32, HIDDEN)).astype(np.float32))


def compiled(fp8c, *words):
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_90a", "--dim", f"batch={BATCH}", "--calibrate", "c.npz", "--evaluate", "e.npz", "--json", *words)
    assert done.code == 0, done.err
    report = done.json()
    split = {s["name"] for s in report["time"]["steps"] if s["name"].startswith("n_p") and s["macs"] > BATCH * HIDDEN * WIDTH}
    return report, split


def figures(report):
    chosen = report["alternatives"][0]
    return chosen["outputs"][0]["sqnr_db"], chosen["seconds"], chosen["fp8_macs"] / chosen["total_macs"]


def test_those_that_save_noise_are_split(fp8c, tmp_path):
    model(tmp_path)
    every, all_split = compiled(fp8c, "--precision", "fp8", "--repair", "round,bias,split")
    plain, none = compiled(fp8c, "--precision", "fp8", "--repair", "round,bias")
    (most, slow, _), (least, fast, _) = figures(every), figures(plain)
    assert len(all_split) == BRANCHES and not none and most > least + 0.8 and slow > fast  # it is a test
    report, split = compiled(fp8c, "--fp8-share", "100%")
    db, seconds, in_fp8 = figures(report)
    assert split == {f"n_p{i}" for i in range(LOUD)}, split
    assert in_fp8 == 1 and db > most - 0.4 and seconds < slow, (in_fp8, db, most, seconds, slow, fast)
    # a speed between both has time for one of them
    between = report["time"]["bf16_seconds"] / (fast + 0.6 * (seconds - fast))
    report, split = compiled(fp8c, "--fp8-share", "100%", "--target-speedup", f"{between:.4f}")
    assert len(split) == 1 and split < {f"n_p{i}" for i in range(LOUD)} and least < figures(report)[0] < db
    # so does a budget that one scale a tensor misses by little
    report, split = compiled(fp8c, "--max-error", f"sqnr>={least + 0.4:.2f}dB")
    assert split and report["budget"]["met"] and figures(report)[1] < slow
