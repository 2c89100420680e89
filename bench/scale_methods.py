#!/usr/bin/env python3
"""Which method should choose the scales of activations?  Every product in E4M3, scales from one
half of the calibration data, errors judged on the other half, several splits and both ways round.

  scale_methods.py --fp8c build/fp8c --data ../shared/data --minilm minilm.onnx [--splits 2] [MODEL ...]

Prints, for each model and method, the mean SQNR of what the last Softmax or Sigmoid reads (else of the
outputs), and of the single splits.  Evaluation data are not touched.
"""
import argparse
import json
import os
import subprocess
import tempfile

import numpy as np

METHODS = [["--calibrate-method", m] for m in ("mse", "max", "kl", "percentile", "percentile=99.9")]
METHODS += [["--calibrate-method", "max", "--headroom", h] for h in ("1.41421", "2")]
MODELS = {
    "det": ("ppocrv3_det.onnx", "ppocrv3_det.pixels.npz", "x=(x/255-[0.485 0.456 0.406])/[0.229 0.224 0.225]"),
    "cls": ("ppocr_mobile_v2_cls.onnx", "ppocr_mobile_v2_cls.pixels.npz", "x=x/127.5-1"),
    "magika": ("magika_v3_3.onnx", "magika_v3_3.npz", None),
    "pitch": ("basic_pitch_nmp.onnx", "basic_pitch_nmp.npz", None),
    "minilm": (None, "minilm.npz", None),
}


def halves(samples, splits):
    random = np.random.default_rng(7)
    count = len(next(iter(samples.values())))
    for _ in range(splits):
        order = random.permutation(count)
        one, two = np.sort(order[:count // 2]), np.sort(order[count // 2:])
        yield one, two
        yield two, one


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fp8c", default="build/fp8c")
    p.add_argument("--data", default="../shared/data")
    p.add_argument("--minilm", help="MiniLM as ONNX (samples/minilm/export.py makes it)")
    p.add_argument("--splits", type=int, default=2)
    p.add_argument("models", nargs="*", default=[])
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in a.models or MODELS:
            model, data, preprocess = MODELS[name]
            model = os.path.join(a.data, "models", model) if model else a.minilm
            if not model:
                print(f"{name}: left out; --minilm names its ONNX file")
                continue
            with np.load(os.path.join(a.data, "calibration", data)) as z:
                samples = {k: z[k] for k in z.files}
            figures = {" ".join(m): [] for m in METHODS}
            for one, two in halves(samples, a.splits):
                for part, rows in (("one", one), ("two", two)):
                    np.savez(os.path.join(folder, part), **{k: v[rows] for k, v in samples.items()})
                for method in METHODS:
                    words = [a.fp8c, "compile", model, "--dry-run", "--json", "--quiet", "--target", "cpu", "--precision", "fp8",
                             "--cache-dir", os.path.join(folder, "cache"), "--calibrate", os.path.join(folder, "one.npz"),
                             "--evaluate", os.path.join(folder, "two.npz"), *method]
                    words += ["--preprocess", preprocess] if preprocess else []
                    done = subprocess.run(words, capture_output=True, text=True)
                    if done.returncode:
                        raise SystemExit(done.stderr)
                    chosen = json.loads(done.stdout)["alternatives"][0]
                    judged = chosen.get("judged") or chosen["outputs"]
                    figures[" ".join(method)].append(np.mean([o["sqnr_db"] for o in judged if o["sqnr_db"] is not None]))
            for method, all_ in figures.items():
                print(f"{name:8} {method:42} {np.mean(all_):6.2f} dB  ({', '.join(f'{x:.1f}' for x in all_)})", flush=True)


if __name__ == "__main__":
    main()
