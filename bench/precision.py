#!/usr/bin/env python3
"""Accuracy at a share of multiply-accumulates in FP8, on real models, against a plain greedy
search and NVIDIA ModelOpt.

  bench/precision.py --fp8c build/fp8c --data DIR --minilm minilm.onnx [--rows det,cls] [--target sm_90a] [--out FILE.json]

With --target the plan is one for a GPU: what its kernels have not in FP8 stays BF16, and the column "speed" says how
much faster than BF16 the time model calls it (MiniLM 32 sentences of 128 tokens, or those of --minilm-size, the others
one sample).  --speed X asks for that much besides.

DIR holds models/ and calibration/.  The calibration samples choose, the .eval samples only judge
(`--evaluate`).  Figures are SQNR of what a last Softmax or Sigmoid reads, over all judged samples:
of the worst output, and of all outputs as one.  Both are printed; the figure to reach is compared with
the worst, and for MiniLM with the embedding, which is what its task uses.  The comparison columns
are fixed figures, measured elsewhere with the same calibration and other code.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

from real_models import MODELS

ROWS = [  # model, share %, figure to reach, output it is about, ModelOpt, greedy
    ("det", 87, 33.0, None, "29.2 at 86.9%", "32.1"),
    ("det", 90, 31.0, None, "", "30.0"),
    ("cls", 42, 31.0, None, "26.3 at 41.9%", "29.7"),
    ("cls", 90, 23.0, None, "", "21.2"),
    ("minilm", 100, 24.5, "sentence_embedding", "20.8", "22.5"),
    ("minilm", 90, 26.0, "sentence_embedding", "", "24.1"),
    ("magika", 99, 31.0, None, "29.0 at 99.97%", "30.7 at 90.8%"),
    ("silero", 60, 30.0, None, "", "29.0 at 61%"),
    ("pitch", 90, 33.0, None, "", "32.9"),
]


def figures(alternative, output):
    judged = alternative["judged"]
    worst = min(x["sqnr_db"] for x in judged)
    noise = sum(x["signal"] * 10 ** (-x["sqnr_db"] / 10) for x in judged)
    pooled = 10 * math.log10(sum(x["signal"] for x in judged) / noise)
    of = next((x["sqnr_db"] for x in judged if x["output"] == output), worst)
    return {"compared": of, "worst": worst, "pooled": pooled}


def run(a, work, name, share):
    m = MODELS[name]
    extra = [*m.shapes[:2], "--judge-output", "output"] if name == "silero" else []
    if a.target != "cpu":
        batch, tokens = a.minilm_size.split("x")
        extra = ["--dim", f"batch={batch}", "--dim", f"seq={tokens}"] if name == "minilm" else [*m.shapes, *extra[2:]]
    report = work / f"{name}-{share}.json"
    words = [a.fp8c, "compile", m.path(a.data, a.minilm), "-o", work / f"{name}-{share}.fp8c", "--target", a.target, "-q", "--fp8-share", f"{share}%",
             "--calibrate", m.deciding(a.data), "--evaluate", m.judging(a.data), "--report-json", report,
             "--cache-dir", work / "cache", "--threads", a.threads, *m.fixed, *m.calibration, *extra]
    words += ["--target-speedup", a.speed] if a.speed else []
    start = time.monotonic()
    done = subprocess.run([str(w) for w in words], text=True, capture_output=True)
    seconds = time.monotonic() - start
    if done.returncode:
        return {"error": done.stderr.strip(), "seconds": seconds}, None
    return {"seconds": seconds}, json.loads(report.read_text())


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fp8c", required=True)
    p.add_argument("--data", required=True, type=pathlib.Path)
    p.add_argument("--minilm", help="the ONNX file that samples/minilm/export.py writes")
    p.add_argument("--minilm-size", default="32x128", help="sentences x tokens that times are of, with a GPU's --target")
    p.add_argument("--rows", help="models, joined by commas; default: all")
    p.add_argument("--target", default="cpu")
    p.add_argument("--speed", help="with a GPU's --target: times as fast as BF16, besides the share")
    p.add_argument("--threads", default="2")
    p.add_argument("--work", help="folder for plans, reports and the cache; default: a temporary one")
    p.add_argument("--out", help="write the table as JSON too")
    a = p.parse_args()
    work = pathlib.Path(a.work or tempfile.mkdtemp(prefix="fp8c-precision-"))
    work.mkdir(parents=True, exist_ok=True)
    wanted = a.rows.split(",") if a.rows else list(MODELS)
    table = []
    print("| model | share asked | share | reached, dB | to reach | worst output | all as one | BF16 | all E4M3 | speed | ModelOpt | greedy | s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for name, share, goal, output, modelopt, greedy in ROWS:
        if name not in wanted or (name == "minilm" and not a.minilm):
            continue
        done, report = run(a, work, name, share)
        row = {"model": name, "asked": share, "goal": goal, **done}
        if report is None:
            print(f"| {name} | {share}% | - | {done['error']} | {goal} | | | | | | {modelopt} | {greedy} | {done['seconds']:.0f} |", flush=True)
            table.append(row)
            continue
        of = {x["name"]: x for x in report["alternatives"]}
        chosen = report["alternatives"][0]
        f, bf16, e4m3 = (figures(x, output) for x in (chosen, of["bf16"], of["e4m3"]))
        row.update(speed=of["bf16"]["seconds"] / chosen["seconds"], share=chosen["fp8_macs"] / chosen["total_macs"], chosen=f, bf16=bf16, e4m3=e4m3,
                   reached=f["compared"] >= goal, predicted=report["sensitivity"]["predicted_db"], front=report["pareto"])
        table.append(row)
        print(f"| {name} | {share}% | {100 * row['share']:.1f}% | **{f['compared']:.1f}**{'' if row['reached'] else ' (not reached)'} | {goal:g} | {f['worst']:.1f} "
              f"| {f['pooled']:.1f} | {bf16['compared']:.1f} | {e4m3['compared']:.1f} | {row['speed']:.2f} | {modelopt} | {greedy} | {done['seconds']:.0f} |", flush=True)
    if a.out:
        pathlib.Path(a.out).write_text(json.dumps(table, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
