"""A convolution has no rows: where runs are of sizes that lie octaves apart and a norm takes a run's size away, the run's own scale is found
without being asked for; where they are alike, or nothing makes the small ones count, one scale of calibration stays."""
import numpy as np
import pytest
from test_e5m2 import CHANNELS, SIDE, WAYS, write

RUNS = 8


def runs(octaves, seed, count=RUNS):
    """Samples of one image, each of its own size over so many octaves."""
    r = np.random.default_rng(seed)
    sizes = np.exp2(-octaves * np.linspace(0, 1, count)[::-1])
    sizes = sizes[r.permutation(count)] if seed != 2 else np.roll(sizes, 1)  # calibration begins with the largest and the smallest
    return (r.standard_normal((count, 1, CHANNELS, SIDE, SIDE)) * sizes[:, None, None, None, None]).astype(np.float32)


def found(fp8c, folder, monkeypatch, norm, octaves, words):
    monkeypatch.setattr("test_e5m2.IMAGES", 1)
    write(folder / "m.onnx", norm)
    np.savez(folder / "c.npz", x=runs(octaves, 2))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--no-cache", "--calibrate", "c.npz", "--json", *words)
    assert done.code == 0, done.err
    return {n["name"]: n["decision"] for n in done.json()["nodes"] if n.get("decision")}


@pytest.mark.parametrize("way", ["scores", "share", "fp8"])  # for a budget BF16 is chosen: two passes more are longer than what so small a product saves
def test_runs_of_many_sizes_have_scales_of_their_own(fp8c, tmp_path, monkeypatch, way):
    decided = found(fp8c, tmp_path, monkeypatch, True, 30, WAYS[way])
    assert {n: (d["format"], d["policy"].startswith("dynamic")) for n, d in decided.items()} == {"wide": ("e4m3", True), "even": ("e4m3", False)}, decided
    results = []
    np.savez(tmp_path / "s.npz", x=runs(30, 3))
    for plan in ("m.onnx", "p.fp8c"):
        assert fp8c("run", plan, "--device", "cpu", "--samples", "s.npz", "--output-dir", "out").code == 0
        results.append(np.load(tmp_path / "out" / "y.npy").astype(np.float64).reshape(RUNS, -1))
    noise = ((results[0] - results[1]) ** 2).sum(1) / (results[0] ** 2).sum(1)
    assert -10 * np.log10(noise.max()) > 18, noise  # every run by itself, the smallest too


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("norm, octaves", [(True, 0), (True, 8), (False, 30)])
def test_where_a_scale_of_the_run_brings_nothing(fp8c, tmp_path, monkeypatch, way, norm, octaves):
    decided = found(fp8c, tmp_path, monkeypatch, norm, octaves, WAYS[way])
    assert not any(d["policy"].startswith("dynamic") for d in decided.values()), decided
