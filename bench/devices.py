#!/usr/bin/env python3
"""The GPU beside the CPU device: one plan, both devices, real models on real inputs.

    bench/devices.py --fp8c build/fp8c --library build/libfp8c_rt.so --data DIR [--minilm FILE] [--only NAMES] [--samples 4] [--out FILE]

DIR holds models/ and calibration/.  For each model and precision the plan has a variant for the CPU and one for the GPU; the
samples of the .eval files run through both.  Printed, over all float outputs and samples: the cosine between the devices,
SQNR between them, the SQNR of the plan itself (CPU device) against the F32 plan, what lies between these two (10 dB are
wanted), the largest error of the GPU's F32 plan against ONNX Runtime as a share of the output's range, and the launches.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile
import time

import numpy as np

import runtime

PIXELS = ["--preprocess", "x=(x/255-[0.485 0.456 0.406])/[0.229 0.224 0.225]"]
MODELS = {  # name: (file, samples, options of the compile)
    "det": ("ppocrv3_det.onnx", "ppocrv3_det.pixels", [*PIXELS, "--shape", "x=1x3x480x640"]),
    "cls": ("ppocr_mobile_v2_cls.onnx", "ppocr_mobile_v2_cls.pixels", ["--preprocess", "x=x/127.5-1", "--shape", "x=1x3x48x192"]),
    "magika": ("magika_v3_3.onnx", "magika_v3_3", ["--shape", "bytes=1x2048"]),
    "pitch": ("basic_pitch_nmp.onnx", "basic_pitch_nmp", ["--shape", "serving_default_input_2:0=1x43844x1"]),
    "silero": ("silero_vad_op18_ifless.onnx", "silero_vad_16k",
               ["--state", "state=stateN", "--shape", "input=1x576", "--shape", "state=2x1x128", "--set", "sr=16000"]),
    "minilm": (None, "minilm", ["--shape", "input_ids=1x128", "--shape", "attention_mask=1x128"]),
}
PRECISIONS = ("f32", "bf16", "auto")
KINDS = {np.dtype(np.float32): "f32", np.dtype(np.int32): "i32", np.dtype(np.int64): "i64"}


def mean_and_range(name, x):
    """What --preprocess does to the samples."""
    if name == "det":
        mean, spread = np.array([[.485, .456, .406], [.229, .224, .225]], np.float32).reshape(2, 1, 3, 1, 1)
        return (x.astype(np.float32) / 255 - mean) / spread
    return x.astype(np.float32) / 127.5 - 1 if name == "cls" else x


def samples(name, data, file, count):
    """One dictionary of inputs for each of the samples, taken at even distances."""
    held = dict(np.load(data / "calibration" / f"{file}.eval.npz"))
    total = len(next(iter(held.values())))
    found = []
    for i in np.linspace(0, total - 1, count).astype(int):
        one = {k: mean_and_range(name, v[i:i + 1]) for k, v in held.items()}
        if name == "silero":
            one |= {"state": np.zeros((2, 1, 128), np.float32), "sr": np.array(16000, np.int64)}
        found.append(one)
    return found


def compile_plan(a, name, precision, model, plan):
    _, file, options = MODELS[name]
    if precision == "auto":
        options = [*options, "--calibrate", a.data / "calibration" / f"{file}.npz"]
    else:
        options = [o for i, o in enumerate(options)
                   if not {"--preprocess", "--state", "--set"} & {str(o), str(options[i - 1]) if i else ""}]
    words = [a.fp8c, "compile", model, "-o", plan, "-p", precision, "-t", "cpu", "-t", a.target, "-q", *options]
    done = subprocess.run([str(w) for w in words], text=True, capture_output=True)
    return done.stderr.strip() if done.returncode else None


def run(session, inputs):
    held = [np.asarray(inputs[n], order="C") for n, _, _ in session.inputs]
    give = [runtime.tensor(h.ctypes.data, KINDS[h.dtype], h.shape, runtime.HOST) for h in held]
    found = [np.empty(shape, np.float32 if kind == "f32" else np.int64) for _, kind, shape in session.outputs]
    take = [runtime.tensor(y.ctypes.data, kind, y.shape, runtime.HOST) for y, (_, kind, _) in zip(found, session.outputs)]
    session.run(give, take)
    return [y.astype(np.float64) for y in found]


def outputs(a, plan, device, inputs):
    session = runtime.Session(a.library, str(plan), device)
    found = [run(session, x) for x in inputs]
    names = [n for n, _, _ in session.outputs]
    launches = session.graph()["launches_per_run"] if device != "cpu" else 0
    session.close()
    return found, names, launches


def decibels(reference, found):
    signal = sum(float((r * r).sum()) for s in reference for r in s)
    noise = sum(float(((r - f) ** 2).sum()) for s, t in zip(reference, found) for r, f in zip(s, t))
    return 10 * math.log10(signal / noise) if noise > 0 else math.inf


def cosine(x, y):
    """The least of any output of any sample."""
    least = 1.0
    for s, t in zip(x, y):
        for u, v in zip(s, t):
            norm = math.sqrt(float((u * u).sum()) * float((v * v).sum()))
            least = min(least, float((u * v).sum()) / norm if norm else 1.0)
    return least


def of_range(model, names, inputs, found):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    peer = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    ports = {i.name for i in peer.get_inputs()}
    worst = 0.0
    for x, ours in zip(inputs, found):
        for t, y in zip(peer.run(names, {k: v for k, v in x.items() if k in ports}), ours):
            worst = max(worst, float(np.abs(y - t.astype(np.float64)).max()) / (float(t.max() - t.min()) or 1.0))
    return worst


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fp8c", required=True)
    p.add_argument("--library", required=True)
    p.add_argument("--data", required=True, type=pathlib.Path)
    p.add_argument("--minilm", type=pathlib.Path)
    p.add_argument("--only", type=lambda s: s.split(","), default=list(MODELS))
    p.add_argument("--samples", type=int, default=4)
    p.add_argument("--device", default="cuda:0")
    p.add_argument("--target", default="sm_90a")
    p.add_argument("--out", type=pathlib.Path)
    a = p.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="fp8c-devices-"))
    rows = []
    print("| model | precision | cosine | between devices, dB | plan against F32, dB | margin, dB | F32 error of range | launches | compile, s |\n"
          "|---|---|---|---|---|---|---|---|---|")
    for name in a.only:
        file, data, _ = MODELS[name]
        model = a.data / "models" / file if file else a.minilm
        if not model:
            continue
        inputs, exact = samples(name, a.data, data, a.samples), None
        for precision in PRECISIONS:
            plan, began = work / f"{name}-{precision}.fp8c", time.time()
            problem = compile_plan(a, name, precision, model, plan)
            seconds = time.time() - began
            row = {"model": name, "precision": precision, "compile_s": seconds}
            rows.append(row)
            try:
                if problem:
                    raise RuntimeError(problem)
                cpu, names, _ = outputs(a, plan, "cpu", inputs)
                exact = exact or cpu
                gpu, _, launches = outputs(a, plan, a.device, inputs)
            except RuntimeError as e:
                row["problem"] = str(e)
                print(f"| {name} | {precision} | {str(e)[:300]} ||||||", flush=True)
                continue
            row |= {"cosine": cosine(cpu, gpu), "between_db": decibels(cpu, gpu), "plan_db": decibels(exact, cpu), "launches": launches}
            row["of_range"] = of_range(model, names, inputs, gpu) if precision == "f32" else None
            own = "" if precision == "f32" else f"{row['plan_db']:.1f}"
            margin = "" if precision == "f32" else f"{row['between_db'] - row['plan_db']:.1f}"
            worst = f"{row['of_range']:.1e}" if precision == "f32" else ""
            print(f"| {name} | {precision} | {row['cosine']:.7f} | {row['between_db']:.1f} | {own} | {margin} | {worst} | {launches} | "
                  f"{seconds:.1f} |", flush=True)
    if a.out:
        a.out.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
