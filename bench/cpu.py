"""The CPU device on real models beside ONNX Runtime in F32: agreement, speed, compile time and memory, one table.

    python bench/cpu.py MODELS [MODELS ...] [--only NAMES] [--threads 2] [--json FILE] [--steps]

MODELS are folders of .onnx files; a file that MODELS below knows is measured on real inputs from ../shared/data/calibration
where they are, else on seeded ones; any other file with --all, on seeded inputs whose free sizes are 1.  Both run in one process, in blocks that take turns (a pause between them lets spinning
threads sleep), and the smallest block median counts, as other work on the machine only ever adds.  With --threads 1 the time is
that of the processor spent by the one thread, which other work on the machine hardly changes.
"""
import argparse
import ctypes
import json
import math
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime

import agreement
import runtime

ROOT = pathlib.Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "calibration"


def samples(name, key, shape, dtype, high):
    """Real samples, or seeded ones of the same kind."""
    path = DATA / f"{name}.eval.npz"
    if path.exists():
        return np.load(path)[key]
    rng = np.random.default_rng(0)
    return rng.integers(0, high, shape).astype(dtype) if high else rng.standard_normal(shape).astype(dtype)


def page():
    return samples("ppocrv3_det.pixels", "x", (8, 3, 480, 640), np.uint8, 256)


def normalised(pixels):
    mean = np.array([.485, .456, .406], np.float32).reshape(1, 3, 1, 1)
    std = np.array([.229, .224, .225], np.float32).reshape(1, 3, 1, 1)
    return (pixels.astype(np.float32) / 255 - mean) / std


def detection():
    return {"x": normalised(page()[:1])}


def recognition():
    return {"x": page()[:1, :, 200:248, :320].astype(np.float32) / 127.5 - 1}


def direction():
    return {"x": samples("ppocr_mobile_v2_cls.pixels", "x", (60, 3, 48, 192), np.uint8, 256)[:1].astype(np.float32) / 127.5 - 1}


def photo():
    return {"image": (page()[:1, :, 128:352, 200:424].astype(np.float32) - 127) / 128}


def files():
    return {"bytes": samples("magika_v3_3", "bytes", (60, 2048), np.int32, 257)[:1]}


def notes():
    name = "serving_default_input_2:0"
    return {name: samples("basic_pitch_nmp", name, (10, 43844, 1), np.float32, 0)[:1]}


def sentence(batch):
    def inputs():
        return {"input_ids": samples("minilm", "input_ids", (60, 128), np.int64, 30522)[:batch],
                "attention_mask": samples("minilm", "attention_mask", (60, 128), np.int64, 2)[:batch]}
    return inputs


def speech():
    x = samples("silero_vad_16k", "input", (1200, 576), np.float32, 0)[500:501]
    return {"input": x, "state": np.zeros((2, 1, 128), np.float32), "sr": np.array(16000, np.int64)}


NUMPY_TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(float16)": np.float16, "tensor(int64)": np.int64,
               "tensor(int32)": np.int32, "tensor(uint8)": np.uint8, "tensor(int8)": np.int8, "tensor(bool)": np.bool_}


def seeded(path):
    """Inputs for any model: normal numbers, small integers, free sizes 1."""
    def inputs():
        rng, found = np.random.default_rng(0), {}
        for port in onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"]).get_inputs():
            shape, dtype = [d if isinstance(d, int) else 1 for d in port.shape], NUMPY_TYPES[port.type]
            found[port.name] = (rng.standard_normal(shape) if np.issubdtype(dtype, np.floating) else rng.integers(0, 2, shape)).astype(dtype)
        return found
    return inputs


# file (without .onnx): its inputs, by what they are
MODELS = {
    "minilm": {"1": sentence(1), "8": sentence(8)},
    "ch_PP-OCRv4_det_infer": {"640x480": detection},
    "ppocrv3_det": {"640x480": detection},
    "ch_PP-OCRv4_rec_infer": {"48x320": recognition},
    "ch_ppocr_mobile_v2.0_cls_infer": {"1": direction},
    "ppocr_mobile_v2_cls": {"1": direction},
    "efficientnet-lite0": {"1": photo},
    "magika_v3_3": {"1": files},
    "basic_pitch_nmp": {"1": notes},
    "silero_vad": {"1": speech},
    "silero_vad_16k_op15": {"1": speech},
    "silero_vad_op18_ifless": {"1": speech},
}


def compiled(fp8c, model, work):
    """Seconds and peak bytes of a cold compile in F32; or what it says."""
    plan = work / "model.fp8c"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.time()
    code = ("import resource, subprocess, sys; r = subprocess.run(sys.argv[1:], stderr=subprocess.PIPE, text=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.stderr.write(r.stderr); sys.exit(r.returncode)")
    done = subprocess.run([sys.executable, "-c", code, fp8c, "compile", str(model), "-o", str(plan), "--precision", "f32", "--target",
                           "cpu", "--no-cache", "-q", "-j", "2"], text=True, capture_output=True)
    seconds = time.time() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        return None, f"exit {done.returncode}: {done.stderr.splitlines()[-1][:120]}"
    return plan, {"compile_s": min(seconds, cpu + 1), "compile_peak_mb": int(done.stdout) / 1024}


def block(call, seconds, clock):
    """The median of a block of calls."""
    times, until = [], time.perf_counter() + seconds
    while time.perf_counter() < until or len(times) < 3:
        began = clock()
        call()
        times.append(clock() - began)
    return statistics.median(times)


def measure(library, model, plan, inputs, threads, rounds, seconds):
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 3, threads
    peer = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    names, ports = [o.name for o in peer.get_outputs()], {i.name for i in peer.get_inputs()}
    inputs = {name: x for name, x in inputs.items() if name in ports}  # some models have an input less
    expected = peer.run(names, inputs)
    session = runtime.Session(library, str(plan), "cpu", threads=threads)
    expected = [expected[names.index(name)] for name, _, _ in session.outputs]
    call, found = session.on_host(inputs, [np.empty_like(t) for t in expected])
    call()
    error = agreement.of_range(expected, found)
    ours, theirs = math.inf, math.inf
    clock = time.thread_time if threads == 1 else time.perf_counter
    for _ in range(rounds):
        time.sleep(0.1)
        theirs = min(theirs, block(lambda: peer.run(names, inputs), seconds, clock))
        time.sleep(0.1)
        ours = min(ours, block(call, seconds, clock))
    session.close()
    return {"fp8c_ms": ours * 1e3, "ort_ms": theirs * 1e3, "ratio": ours / theirs, "error": error}


def slowest_steps(fp8c, plan, threads, inputs, work):
    words = []
    for i, (name, x) in enumerate(inputs.items()):
        np.save(work / f"s{i}.npy", x)
        words += ["--input", f"{name}={work / f's{i}.npy'}"]
    done = subprocess.run([fp8c, "bench", str(plan), "--device", "cpu", "--threads", str(threads), "--profile", *words],
                          text=True, capture_output=True)
    print(done.stdout or done.stderr)


def row(r):
    if "problem" in r:
        return f"| {r['model']} | {r['inputs']} | {r['problem']} |||||"
    return (f"| {r['model']} | {r['inputs']} | {r['error']:.1e} | {r['fp8c_ms']:.3f} | {r['ort_ms']:.3f} | {r['ratio']:.2f} | "
            f"{r['compile_s']:.1f} | {r['compile_peak_mb']:.0f} of {r['bound_mb']:.0f} |")


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folders", nargs="+", type=pathlib.Path)
    words.add_argument("--only", type=lambda s: s.split(","), default=[])
    words.add_argument("--threads", type=int, default=2)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--seconds", type=float, default=0.4, help="of one block")
    words.add_argument("--all", action="store_true", help="also models that no inputs are known for")
    words.add_argument("--json", type=pathlib.Path)
    words.add_argument("--steps", action="store_true", help="print where the time goes")
    words.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    a = words.parse_args()
    fp8c, library = str(a.build / "fp8c"), str(a.build / "libfp8c_rt.so")
    found, seen = [], set()
    print("| model | inputs | F32 error of range | fp8c, ms | ONNX Runtime, ms | ratio | compile cold, s | peak, MB |\n"
          "|---|---|---|---|---|---|---|---|")
    for path in sorted(p for f in a.folders for p in f.glob("*.onnx")):
        name = path.stem
        if (name not in MODELS and not a.all) or name in seen or (a.only and name not in a.only):
            continue
        seen.add(name)
        with tempfile.TemporaryDirectory() as work:
            work = pathlib.Path(work)
            plan, told = compiled(fp8c, path, work)
            for what, inputs in MODELS.get(name, {"seeded": seeded(path)}).items():
                r = {"model": name, "inputs": what}
                if plan is None:
                    r["problem"] = told
                else:
                    bound = 4 * path.stat().st_size / 2**20 + 300
                    r = dict(r, **told, bound_mb=bound, **measure(library, path, plan, inputs(), a.threads, a.rounds, a.seconds))
                found.append(r)
                print(row(r), flush=True)
                if a.steps and plan:
                    slowest_steps(fp8c, plan, a.threads, inputs(), work)
    ratios = [r["ratio"] for r in found if "ratio" in r]
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\n{len(ratios)} rows: geometric mean {mean:.2f}, worst {max(ratios):.2f}; "
              f"largest error {max(r['error'] for r in found if 'error' in r):.1e} of the output's range")
    if a.json:
        a.json.write_text(json.dumps({"threads": a.threads, "rows": found}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
