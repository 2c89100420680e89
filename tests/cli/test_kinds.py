"""Every kind of scales and codes: its numbers on the CPU device, and that it compiles for every chip."""
import json

import numpy as np
import pytest
from scaling_kinds import KINDS, ROWS, sqnr, write

CHIPS = ["sm_89", "sm_90a", "sm_100a", "sm_120a"]


def words_of(folder, kind):
    options, rules, _, _ = KINDS[kind]
    if rules:
        (folder / "o.json").write_text(json.dumps(rules))
    return ["--calibrate", "c.npz", *options, *(["--override", "o.json"] if rules else [])]


def run(fp8c, folder, what):
    assert fp8c("run", what, "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out").code == 0
    return np.load(folder / "out" / "y.npy")


@pytest.mark.parametrize("kind", KINDS)
def test_numbers(fp8c, tmp_path, kind):
    write(tmp_path)
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--json", "--target", "cpu", *words_of(tmp_path, kind))
    assert done.code == 0, done.err
    decided, = (n["decision"] for n in done.json()["nodes"] if n.get("decision"))
    assert decided["format"] == KINDS[kind][3], decided
    assert sqnr(run(fp8c, tmp_path, "m.onnx"), run(fp8c, tmp_path, "p.fp8c")) > KINDS[kind][2]


@pytest.mark.parametrize("kind", KINDS)
def test_every_chip_has_kernels(fp8c, tmp_path, kind):
    """NVRTC takes them; what the plan's step really multiplies is what was decided."""
    write(tmp_path)
    targets = [word for chip in CHIPS for word in ("--target", chip)]
    done = fp8c("compile", "m.onnx", "-n", "--json", "--dim", f"n={ROWS}", *targets, *words_of(tmp_path, kind))
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    node, = (n for n in done.json()["nodes"] if n.get("decision"))
    assert node["decision"]["format"] == KINDS[kind][3], node["decision"]
    assert {k["target"] for k in node["kernels"]} >= set(CHIPS) and all(k["as_decided"] for k in node["kernels"]), node["kernels"]
