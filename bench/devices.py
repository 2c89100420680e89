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
import pathlib
import subprocess
import tempfile
import time

import numpy as np

import agreement
import runtime
from real_models import MODELS

PRECISIONS = ("f32", "bf16", "auto")


def mean_and_range(name, x):
    """What --preprocess does to the samples."""
    if name == "det":
        mean, spread = np.array([[.485, .456, .406], [.229, .224, .225]], np.float32).reshape(2, 1, 3, 1, 1)
        return (x.astype(np.float32) / 255 - mean) / spread
    return x.astype(np.float32) / 127.5 - 1 if name == "cls" else x


def samples(name, data, count):
    """One dictionary of inputs for each of the samples, taken at even distances."""
    held = dict(np.load(MODELS[name].judging(data)))
    total = len(next(iter(held.values())))
    found = []
    for i in np.linspace(0, total - 1, count).astype(int):
        one = {k: mean_and_range(name, v[i:i + 1]) for k, v in held.items()}
        if name == "silero":
            one |= {"state": np.zeros((2, 1, 128), np.float32), "sr": np.array(16000, np.int64)}
        found.append(one)
    return found


def compile_plan(a, name, precision, plan):
    m = MODELS[name]
    calibrate = ["--calibrate", m.deciding(a.data), *m.calibration] if precision == "auto" else []
    words = [a.fp8c, "compile", m.path(a.data, a.minilm), "-o", plan, "-p", precision, "-t", "cpu", "-t", a.target, "-q",
             *m.fixed, *m.shapes, *calibrate]
    done = subprocess.run([str(w) for w in words], text=True, capture_output=True)
    return done.stderr.strip() if done.returncode else None


def outputs(a, plan, device, inputs):
    """All float outputs of all samples, their names, and the launches."""
    session = runtime.Session(a.library, str(plan), device)
    found = []
    for x in inputs:
        call, filled = session.on_host(x)
        call()
        found += filled
    names = [n for n, _, _ in session.outputs]
    launches = session.graph()["launches_per_run"] if device != "cpu" else 0
    session.close()
    return found, names, launches


def by_onnxruntime(model, names, inputs):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    peer = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    ports = {i.name for i in peer.get_inputs()}
    return [y for x in inputs for y in peer.run(names, {k: v for k, v in x.items() if k in ports})]


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
        model = MODELS[name].path(a.data, a.minilm)
        if not model:
            continue
        inputs, exact = samples(name, a.data, a.samples), None
        for precision in PRECISIONS:
            plan, began = work / f"{name}-{precision}.fp8c", time.time()
            problem = compile_plan(a, name, precision, plan)
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
            row |= {"cosine": agreement.cosine(cpu, gpu), "between_db": agreement.decibels(cpu, gpu),
                    "plan_db": agreement.decibels(exact, cpu), "launches": launches}
            row["of_range"] = agreement.of_range(by_onnxruntime(model, names, inputs), gpu) if precision == "f32" else None
            own = "" if precision == "f32" else f"{row['plan_db']:.1f}"
            margin = "" if precision == "f32" else f"{row['between_db'] - row['plan_db']:.1f}"
            worst = f"{row['of_range']:.1e}" if precision == "f32" else ""
            print(f"| {name} | {precision} | {row['cosine']:.7f} | {row['between_db']:.1f} | {own} | {margin} | {worst} | {launches} | "
                  f"{seconds:.1f} |", flush=True)
    if a.out:
        a.out.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
