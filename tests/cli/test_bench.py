"""fp8c bench: roofline, trace, NVTX; GPU steps over a driver without a GPU (tests/support/fake_cuda.c)."""
import json
import os
import pathlib

import numpy as np
import pytest

from conftest import mlp

FAKES = pathlib.Path(os.environ.get("FP8C_FAKES", "/nonexistent"))


@pytest.fixture
def gpu_plan(fp8c, tmp_path, samples):
    model = mlp(tmp_path / "m.onnx")
    done = fp8c("compile", model, "-o", "gpu.fp8c", "--calibrate", samples, "--target", "cpu", "--target", "sm_90a", "-p", "fp8",
                "--dim", "batch=8", "--io-type", "y=bf16", "--no-cublaslt", "-q")
    if done.code == 4 and "NVRTC" in done.err or done.code == 5:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    return tmp_path / "gpu.fp8c"


@pytest.fixture
def fake_gpu():
    if not (FAKES / "libcuda.so.1").exists():
        pytest.skip("not found: the driver without a GPU; ctest names its folder in FP8C_FAKES")
    return {"LD_LIBRARY_PATH": str(FAKES)}


def test_steps_on_the_cpu_say_what_they_do(fp8c, plan):
    done = fp8c("bench", plan, "--device", "cpu", "--iterations", 3, "--dim", "batch=4", "--roofline", "--json")
    assert done.code == 0, done.err
    figures = done.json()
    products = [s for s in figures["steps"] if s["kernel"] == "Linear"]
    assert [s["flops"] for s in products] == [2 * 4 * 64 * 128] * 2
    for s in products:
        # the activations of 4 rows in one byte each or F32, weights held as F32, a bias
        assert s["bytes"] > 4 * 64 * 128
        assert s["tflops"] == pytest.approx(s["flops"] / s["median_us"] / 1e6, rel=1e-3)
        assert s["gb_per_s"] == pytest.approx(s["bytes"] / s["median_us"] / 1e3, rel=1e-3)
        assert s["nodes"].startswith("n_") and "roof_us" not in s  # nobody says what this CPU could do
    assert "roof" not in figures and figures["steps_timed_in"] == "one run"
    text = fp8c("bench", plan, "--device", "cpu", "--iterations", 3, "--roofline").out
    assert "TFLOP/s" in text and "model nodes" in text and "n_h0" in text


def test_roofline_on_a_gpu(fp8c, gpu_plan, fake_gpu):
    """A kernel takes 10 us there, on 100 multiprocessors at 1 GHz with 1,024 GB/s."""
    done = fp8c("bench", gpu_plan, "--device", "cuda:0", "--iterations", 3, "--roofline", "--json", env=fake_gpu)
    assert done.code == 0, done.err
    figures = done.json()
    roof = figures["roof"]
    assert roof["fp8_tflops"] == pytest.approx(8192 * 100 * 1e9 / 1e12)
    assert roof["bf16_tflops"] == roof["fp8_tflops"] / 2 and roof["gb_per_s"] == pytest.approx(1024)
    assert figures["steps_timed_in"] == "one graph"
    report = fp8c("report", gpu_plan, "--json").json()
    launches = [v for v in report["variants"] if v["target"] == "sm_90a"][0]["launches"]
    assert len(launches) == len(figures["steps"]) >= 2
    products = 0
    for launch, s in zip(launches, figures["steps"]):
        assert s["kernel"] == launch["kernel"] and s["median_us"] == pytest.approx(10, rel=1e-3)
        memory = s["bytes"] / 1024e3
        rate = {"fp8": 819.2e6, "bf16": 409.6e6, "f32": 25.6e6}[s["arithmetic"]]
        assert s["roof_us"] == pytest.approx(max(memory, s["flops"] / rate), rel=1e-3)
        assert s["limit"] == ("math" if s["flops"] / rate > memory else "memory")
        assert s["roof_share"] == pytest.approx(s["roof_us"] / 10, rel=1e-2)
        assert s["model_us"] == pytest.approx(1e6 * launch["model_seconds"], rel=1e-3) and s["model_us"] > 1
        if s["precision"].startswith("e4m3 x e4m3"):
            products += 1
            assert s["arithmetic"] == "fp8" and s["flops"] == 2 * 8 * 64 * 128
    assert products == 2
    assert figures["steps_us"] == pytest.approx(10 * len(launches), rel=1e-3)
    assert figures["model_us"] == pytest.approx(sum(s["model_us"] for s in figures["steps"]), rel=1e-3)
    text = fp8c("bench", gpu_plan, "--device", "cuda:0", "--iterations", 3, "--roofline", env=fake_gpu).out
    assert "roof: 819.2 TFLOP/s FP8" in text and "the time model is off by" in text and "e4m3 x e4m3" in text


def test_a_step_is_its_median(fp8c, gpu_plan, fake_gpu):
    """A kernel that once waits a millisecond takes no longer than in the other runs."""
    words = ["bench", gpu_plan, "--device", "cuda:0", "--iterations", 3, "--profile", "--json"]
    kernels = len(fp8c(*words, env=fake_gpu).json()["graph"]["kernels"])
    last = 14 * kernels + 1  # behind one run that asks for shapes, 5 and 3, and 3 and 2 that time steps
    done = fp8c(*words, env={**fake_gpu, "FP8C_FAKE_STALL": str(last)})
    steps = done.json()["steps"]
    assert [s["median_us"] for s in steps] == [pytest.approx(10, rel=1e-3)] * len(steps)
    assert [round(s["max_us"]) for s in steps] == [1010] + [10] * (len(steps) - 1)
    assert all(s["min_us"] == pytest.approx(10, rel=1e-3) for s in steps)


def test_trace(fp8c, plan, gpu_plan, fake_gpu, tmp_path):
    for words, env in ((["--device", "cpu"], {}), (["--device", "cuda:0"], fake_gpu)):
        done = fp8c("bench", gpu_plan, *words, "--iterations", 3, "--trace", "t.json", env=env)
        assert done.code == 0, done.err
        trace = json.loads((tmp_path / "t.json").read_text())
        events = [e for e in trace["traceEvents"] if e["ph"] == "X"]
        steps = [e for e in events if e["tid"] == 3]
        assert steps and all(e["dur"] >= 0 and e["ts"] >= 0 for e in events)
        assert any("n_h0" in e["name"] for e in steps), [e["name"] for e in steps]
        assert all(a["ts"] + a["dur"] <= b["ts"] + 1e-6 for a, b in zip(steps, steps[1:]))
        assert {e["name"] for e in trace["traceEvents"] if e["ph"] == "M"} == {"process_name", "thread_name"}
        assert any("e4m3" in e["args"]["precision"] for e in steps)
    refused = fp8c("bench", plan, "--iterations", 1, "--trace", "no/such/folder/t.json")
    assert refused.code == 6 and "no/such/folder" in refused.err


def test_nvtx_ranges(fp8c, gpu_plan, fake_gpu, tmp_path):
    """A run is a range; what is launched by itself is a range inside, named after the model's nodes."""
    np.save(tmp_path / "x.npy", np.zeros((8, 64), np.float32))
    tool = {"NVTX_INJECTION64_PATH": str(FAKES / "fake_nvtx.so"), "FAKE_NVTX_LOG": str(tmp_path / "log")}
    assert fp8c("run", gpu_plan, "--device", "cpu", "--input", "x=x.npy", env=tool).code == 0
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines[0] == "m.onnx" and any(l.startswith(" n_h0") for l in lines[1:])
    assert all(l.startswith(" ") for l in lines[1:])
    done = fp8c("bench", gpu_plan, "--device", "cuda:0", "--iterations", 2, env={**tool, **fake_gpu})
    assert done.code == 0, done.err
    assert any("n_h0" in l for l in (tmp_path / "log").read_text().splitlines())  # while the graph was captured
    broken = {"NVTX_INJECTION64_PATH": str(tmp_path / "none.so")}
    assert fp8c("run", gpu_plan, "--device", "cpu", "--input", "x=x.npy", env=broken).code == 0


def test_debug_on_a_gpu_that_computes_nothing(fp8c, gpu_plan, fake_gpu, tmp_path):
    """No kernel writes there: the first step's result is what the activations were filled with."""
    np.save(tmp_path / "x.npy", np.ones((8, 64), np.float32))
    done = fp8c("debug", "m.onnx", gpu_plan, "--input", "x=x.npy", "--device", "cuda:0", "--json", env=fake_gpu)
    assert done.code == 0, done.err
    document = done.json()
    assert document["target"] == "sm_90a" and document["first_not_finite"]["step"] == 0
    assert document["agreement"]["first_apart"]["step"] == 0
    assert all(s["kernel"].startswith("fp8c_") for s in document["steps"])
    assert any("n_h0" in s["nodes"] for s in document["steps"])
    text = fp8c("debug", "m.onnx", gpu_plan, "--input", "x=x.npy", "--device", "cuda:0", "--steps", env=fake_gpu)
    assert text.code == 0 and "first NaN or infinity: step 0" in text.out and "leaves the CPU device" in text.out
