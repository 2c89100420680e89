"""Attention in FP8 under masks that add numbers to all keys of a row: a softmax does not see them, and scores in F16 have no room for large ones."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T, helper as h, numpy_helper as nh

from conftest import reference

S, H, D = 32, 4, 32
N = H * D
ROWS = np.linspace(-1, 1, S, dtype=np.float32)[:, None]
HIDDEN = np.where(np.tril(np.ones((S, S), bool)), 0, -3e38).astype(np.float32)


def by_row(most):
    """A constant of up to `most` for each row, and a causal mask."""
    return np.float32(most) * ROWS + HIDDEN


def save(path, mask=None, causal=0, shape=(1, 1, S, S)):
    """q, k and v of x, one attention with the mask (None: a port of that shape), one product."""
    random = np.random.default_rng(0)
    constants = {f"w{i}": (random.standard_normal((N, N)) / N ** .5).astype(np.float32) for i in "qkvo"}
    nodes = [h.make_node("MatMul", ["x", f"w{i}"], [i], f"make_{i}") for i in "qkv"]
    ports = [h.make_tensor_value_info("x", T.FLOAT, [2, S, N])]
    if mask is not None and mask.shape[-2] == 1:  # ONNX Runtime wants a row for each query
        save(path.with_name("reference.onnx"), np.repeat(mask, S, -2), causal)
    if mask is None:
        ports.append(h.make_tensor_value_info("mask", T.FLOAT, shape))
    else:
        constants["mask"] = mask
    nodes += [h.make_node("Attention", ["q", "k", "v", "mask"], ["a"], "attend", q_num_heads=H, kv_num_heads=H, is_causal=causal),
              h.make_node("MatMul", ["a", "wo"], ["y"], "last")]
    graph = h.make_graph(nodes, "g", ports, [h.make_tensor_value_info("y", T.FLOAT, [2, S, N])], [nh.from_array(v, k) for k, v in constants.items()])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 23)], ir_version=10), path)


def level(fp8c, run_plan, folder, inputs, samples=None):
    """The results' SQNR in FP8 against ONNX Runtime, and the attention's decision."""
    random = np.random.default_rng(1)
    np.savez(folder / "c.npz", x=random.standard_normal((4, 2, S, N)).astype(np.float32), **(samples or {}))
    path = folder / "model.onnx"
    if path.with_name("reference.onnx").exists():  # with the mask, in the only form that ONNX Runtime takes
        want = reference(path.with_name("reference.onnx"), {"x": inputs["x"]})["y"]
    else:
        want = reference(path, inputs)["y"]
    got = run_plan(path, inputs, "fp8", ["y"], ["-c", folder / "c.npz", "--report-json", folder / "r.json"])["y"]
    nodes = json.loads((folder / "r.json").read_text())["nodes"]
    d = next(n["decision"] for n in nodes if n["op"] == "Attention")
    assert d["format"] == "e4m3", d
    return 10 * np.log10((want ** 2).sum() / ((want - got) ** 2).sum()), d


def x():
    return {"x": np.random.default_rng(2).standard_normal((2, S, N)).astype(np.float32)}


CONSTANTS = {
    "of all keys": np.full((1, 1, 1, S), 1e4, np.float32),
    "of all keys, below": np.full((1, 1, 1, S), -1e4, np.float32),
    "of rows": by_row(1e4),
    "of rows, twenty": by_row(20),
    "largest": by_row(1e5),
    "of half precision": np.where(HIDDEN < 0, -np.inf, 3e4 * ROWS).astype(np.float16),
    "of heads": (by_row(300)[None, None] + 700 * np.arange(H)[None, :, None, None]).astype(np.float32),
}


@pytest.mark.parametrize("mask", CONSTANTS.values(), ids=CONSTANTS)
def test_constants_go_before_codes_are_made(mask, fp8c, run_plan, tmp_path):
    """Bounded below by what F32 keeps of scores beside 1e5, which is 8 thousandths."""
    save(tmp_path / "model.onnx", mask.astype(np.float32))
    db, d = level(fp8c, run_plan, tmp_path, x())
    assert db > 20 and "scores stay in F32" not in d["reason"], (db, d)


def test_slopes_by_key_under_causal_order(fp8c, run_plan, tmp_path):
    """Each query sees another largest number of one row: the mask gets a row for each."""
    mask = (np.arange(S, dtype=np.float32) * 2000)[None, None, None]
    save(tmp_path / "model.onnx", mask, causal=1)
    db, d = level(fp8c, run_plan, tmp_path, x())
    assert db > 20 and "scores stay in F32" not in d["reason"], (db, d)


PORTS = {
    "as large as in calibration": (1e4, by_row(1e4)),
    "larger than in calibration": (0, by_row(1e4)),
    "larger, all keys alike": (0, np.full((S, S), 5e4, np.float32) + HIDDEN),
    "largest of F16 and more": (8, np.full((S, S), -1e6, np.float32)),
    "smaller": (1e4, by_row(0)),
}


@pytest.mark.parametrize("calibrated, mask", PORTS.values(), ids=PORTS)
def test_a_run_may_add_what_no_sample_did(calibrated, mask, fp8c, run_plan, tmp_path):
    save(tmp_path / "model.onnx")
    masks = np.broadcast_to(by_row(calibrated), (4, 1, 1, S, S))
    given = np.broadcast_to(mask, (1, 1, S, S))
    bound = 20 if abs(mask[mask > -1e8]).max() < 1e5 else 15  # F32 keeps a sixteenth of a score beside 1e6
    db, d = level(fp8c, run_plan, tmp_path, x() | {"mask": given}, {"mask": masks})
    assert db > bound and "scores stay in F32" not in d["reason"], (db, d)


@pytest.mark.parametrize("shape", [(1, 1, 1, S), (2, 1, 1, S), (1, H, 1, S), (S, S), (1, 1, S, 1)], ids=str)
@pytest.mark.parametrize("causal", [0, 1])
def test_shapes_of_ports(shape, causal, fp8c, run_plan, tmp_path):
    """Under a causal order later keys hide earlier ones, which earlier queries see alone."""
    save(tmp_path / "model.onnx", causal=causal, shape=shape)
    random = np.random.default_rng(3)
    mask = 2e4 * random.uniform(-1, 1, (*shape[:-1], 1)) + random.standard_normal(shape)
    mask = (mask + causal * 1e4 * (np.arange(shape[-1]) >= S // 2)).astype(np.float32)
    masks = np.zeros((4, *shape), np.float32)
    save(tmp_path / "reference.onnx", np.ascontiguousarray(np.broadcast_to(mask, (2, H, S, S))), causal)
    db, d = level(fp8c, run_plan, tmp_path, x() | {"mask": mask}, {"mask": masks})
    assert db > 20 and "scores stay in F32" not in d["reason"], (db, d)


def test_calibration_files_say_nothing_of_masks(fp8c, tmp_path):
    """A mask's name depends on the options, and its numbers decide nothing: a file serves whatever they are."""
    save(tmp_path / "model.onnx")
    masks = np.broadcast_to(by_row(1e4), (4, 1, 1, S, S))
    np.savez(tmp_path / "c.npz", x=np.random.default_rng(1).standard_normal((4, 2, S, N)).astype(np.float32), mask=masks)
    reasons = []
    for words in (["-c", "c.npz", "--save-calibration", "s.json"], ["--calibration", "s.json"], ["--calibration", "old.json"]):
        done = fp8c("compile", "model.onnx", "-o", "m.fp8c", "-q", "--precision", "fp8", "-t", "sm_90a", *words, "--report-json", "r.json")
        assert done.returncode == 0, done.stderr
        nodes = json.loads((tmp_path / "r.json").read_text())["nodes"]
        reasons.append(next(n["decision"] for n in nodes if n["op"] == "Attention"))
        file = json.loads((tmp_path / "s.json").read_text())
        assert "mask" not in [v["name"] for v in file["values"]]
        file["values"].append(file["values"][0] | {"name": "mask"})  # as files of before have it
        (tmp_path / "old.json").write_text(json.dumps(file))
    assert reasons[0] == reasons[1] == reasons[2] and reasons[0]["format"] == "e4m3"
