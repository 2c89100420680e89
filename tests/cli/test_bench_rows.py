"""bench/: the table of workloads without torch or a GPU: what would be done, the table, the binding."""
import json
import os
import pathlib
import subprocess
import sys

import ml_dtypes
import numpy as np
import onnx
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import real_gpu  # noqa: E402
import runtime  # noqa: E402
import table  # noqa: E402
from rows import ROWS  # noqa: E402

FP8C = pathlib.Path(os.environ.get("FP8C", "fp8c"))
LIBRARY = FP8C.parent / "libfp8c_rt.so"


def gpu_py(*words):
    done = subprocess.run([sys.executable, str(ROOT / "bench" / "gpu.py"), *map(str, words)], text=True, capture_output=True)
    return done


def test_rows_and_dry_run(tmp_path):
    listed = gpu_py("--list").stdout
    assert all(name in listed for name in ROWS) and len(ROWS) >= 7
    for name, row in ROWS.items():
        done = gpu_py(name, "--peer", "bf16", "--dry-run", "--work", tmp_path, "--out", tmp_path)
        assert done.returncode == 0, done.stderr
        assert row.what in done.stdout and "torch.compile BF16" in done.stdout and "--io-type y=bf16" in done.stdout
        assert (f"--dim batch={row.batch}" in done.stdout) == row.free
        assert f"{name}.bf16.json" in done.stdout
        assert ("--kv-cache e4m3" in done.stdout and "past_k0=" not in done.stdout) == (row.cache == "e4m3")
        assert ("past_k0=bf16" in done.stdout) == (row.past > 0 and row.cache == "bf16")
    assert not list(tmp_path.iterdir())
    timed = gpu_py("bert-large-32", "--dry-run", "--tune", "fast")
    assert timed.returncode == 0 and "--tune fast" in timed.stdout
    assert "needs one" in gpu_py("bert-large-32", "--prepare", "--tune", "fast").stderr
    unknown = gpu_py("bert-huge", "--dry-run")
    assert unknown.returncode != 0 and "bert-large-32" in unknown.stderr
    unknown = gpu_py("bert-large-32", "--peer", "int8")
    assert unknown.returncode != 0 and "bf16, max-autotune, fp8" in unknown.stderr


def result(row, peer, ours, theirs, date="2026-11-21T10:00:00", **more):
    step = lambda kernel, us, roof: {"kernel": kernel, "median_us": us, "roof_us": roof}
    return {"schema": table.SCHEMA, "row": row, "peer": peer, "date": date, "fp8c_ms": ours, "peer_ms": theirs, "gpu": "NVIDIA H200",
            "driver": "580.1", "clock_mhz": [1980, 1755], "versions": {"torch": "2.11.0", "fp8c": "fp8c 0.1.0"},
            "fp8c_compile_seconds": [17.5, 1.9], "peer_compile_seconds": 150.2, "sqnr_db": {"fp8c": 24.1, "peer": 40.2},
            "graph": {"launches_per_run": 1, "kernel_nodes": 169},
            "steps": [step("fp8c_gemm_e4m3_e4m3_aaaa", 200, 50), step("fp8c_gemm_e4m3_e4m3_bbbb", 100, 40),
                      step("fp8c_attention_cccc", 90, 20), step("copy", 5, 6)], **more}


def test_table_joins_results(tmp_path):
    assert "no result" in gpu_py("--table", "--out", tmp_path).stdout
    files = {"a": result("bert-large-32", "bf16", 7.8, 24.4), "b": result("bert-large-32", "fp8", 7.9, 21.5),
             "old": result("bert-large-32", "fp8", 99.0, 21.5, date="2026-11-01T10:00:00"),
             "c": result("vit-l-64", "bf16", 12.0, 16.9), "d": result("vit-l-64", "fp8", 13.0, 12.6),
             "tuned": result("bert-large-1", "bf16", 0.8, 2.0, tune="fast", tuning={
                 "first_taken": 4, "problems": 5, "changed": {"n33_MatMul": "64 x 128"}, "failed": 0, "mean_factor": 1.17, "worst_factor": 1.4, "worst_node": "n33_MatMul"}),
             "rehearsed": result("whisper-8", "fp8", 1.0, 9.0, rehearsal=True), "foreign": {"row": "minilm:1"}}
    for name, content in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    text = gpu_py("--table", "--out", tmp_path).stdout
    bert = next(l for l in text.splitlines() if l.startswith("| BERT-large, batch 32"))
    assert "| 7.800 | 24.400 | 3.13 (of 3.1: reached) | 7.900 | 21.500 | 2.72 (of 2.7: reached) | 17.5 / 1.9 |" in bert
    assert "24.1 / 40.2 / 40.2" in bert and "1 launch, 169 kernels" in bert
    vit = next(l for l in text.splitlines() if l.startswith("| ViT"))
    assert "(of 2.1: missed)" in vit and "0.97 (of 1.55: missed)" in vit
    assert "Reached against both peers: bert-large-32." in text and "Slower than torch.compile FP8: vit-l-64." in text
    assert "NVIDIA H200, driver 580.1, PyTorch 2.11.0" in text and "1980 to 1755 MHz" in text
    losses = text.split("Largest losses of vit-l-64:")[1]
    assert "2 x fp8c_gemm_e4m3_e4m3: 300 us, 210 beyond the roof" in losses and "fp8c_attention: 90 us, 70" in losses
    assert "Whisper" not in text and "copy" not in losses
    assert "17.5 / 1.9 (--tune fast)" in text and "| 17.5 / 1.9 |" in text
    assert "bert-large-1: --tune fast: the model's way was the fastest for 4 of 5 problems, others for n33_MatMul: 64 x 128; its times are off by a factor of 1.17" in text


def test_real_models_travel_in_bf16(tmp_path):
    """Larger files are rounded to the nearest BF16, ties to even, and rows that nobody reads are empty; small ones stay."""
    x = np.random.default_rng(5).standard_normal((20001, 20)).astype(np.float32)
    x[0, :2] = [1 + 2 ** -8, 1 + 3 * 2 ** -8]
    make = lambda t: onnx.helper.make_model(onnx.helper.make_graph([], "g", [], [], [onnx.numpy_helper.from_array(t, "t")])).SerializeToString()
    (tmp_path / "m.onnx").write_bytes(make(x))
    got, = onnx.load_from_string(real_gpu.lighter(tmp_path / "m.onnx", np.array([0, 7]))).graph.initializer
    got = onnx.numpy_helper.to_array(got)
    assert np.array_equal(got[[0, 7]], x[[0, 7]].astype(ml_dtypes.bfloat16).astype(np.float32)) and got[0, :2].tolist() == [1.0, 1 + 2 ** -6]
    assert not got[1:7].any() and not got[8:].any()
    (tmp_path / "m.onnx").write_bytes(make(x[:100]))
    assert real_gpu.lighter(tmp_path / "m.onnx", None) == make(x[:100])


def test_real_models_page():
    near = lambda cosine, kernels: {"cosine": cosine, "between_db": 50.0, "graph": {"launches_per_run": 1, "kernel_nodes": kernels}}
    row = {"what": "Some model", "batch": 16, "note": "", "ms": {"fp8c bf16": 0.5, "fp8c auto": 0.25, "eager": 4.0, "eager graph": 2.0, "compile graph": 1.0},
           "sqnr_db": {"bf16": 40.0, "auto": 25.0, "eager": 38.0, "compile": 39.0}, "peer": {}, "plans": {"bf16": near(0.99999, 31), "auto": near(0.9999, 30)}}
    failed = {**row, "batch": 1, "ms": {"fp8c bf16": 0.5}, "peer": {"compile_error": "no such call"}, "plans": {"bf16": near(1.0, 31), "auto": {"error": "it broke"}}}
    text = real_gpu.page({"gpu": "NVIDIA H200", "driver": "580.1", "versions": {"torch": "2.11.0", "fp8c": "fp8c 0.1.0"}, "date": "2026-11-22T09:00:00",
                          "against_onnxruntime": {"cls": 2e-5}, "rows": [row, failed], "problems": {"cls": "a trace\nValueError: what"}})
    assert "| Some model | 16 | 0.5000 | 0.2500 | 4.0000 | 2.0000 | 1.0000 | 2.00 | 4.00 | 31 / 30 |" in text
    assert "| Some model | 1 | 0.5000 |  |  |  |  |  |  | 31 / - |" in text
    assert "3 of 3 plans are one graph launch" in text
    assert "BF16 2.00 times, FP8 4.00 times" in text and "| Some model | 16 | 0.9999900 (50.0) | 0.9999000 (50.0) | 40.0 | 25.0 | 38.0 | 39.0 |" in text
    assert "batch 1: compile error: no such call" in text and "auto: it broke" in text and "PP-OCR direction, 48 x 192: not measured: ValueError: what" in text


@pytest.mark.skipif(not LIBRARY.exists() or b"__asan_init" in LIBRARY.read_bytes(), reason="no library that a plain Python can load")
def test_plans_run_through_the_binding(fp8c, plan, tmp_path):
    x = np.random.default_rng(3).standard_normal((5, 64)).astype(np.float32)
    y = np.zeros_like(x)
    session = runtime.Session(str(LIBRARY), str(plan), "cpu", threads=1)
    assert session.inputs == [("x", "f32", [-1, 64])] and session.outputs == [("y", "f32", [-1, 64])]
    assert session.scales == {"x": 1.0, "y": 1.0}
    here = lambda a: runtime.tensor(a.ctypes.data, "f32", list(a.shape), runtime.HOST)
    session.run([here(x)], [here(y)])
    assert session.graph()["kernel_nodes"] == 0
    with pytest.raises(RuntimeError, match="shape"):
        session.run([here(x[:, :3].copy())], [here(y)])
    session.close()
    np.save(tmp_path / "x.npy", x)
    assert fp8c("run", plan, "--input", "x=x.npy", "--output-dir", "out").code == 0
    assert np.array_equal(np.load(tmp_path / "out" / "y.npy"), y)
    with pytest.raises(RuntimeError, match="no such|cannot"):
        runtime.Session(str(LIBRARY), str(tmp_path / "none.fp8c"), "cpu")
