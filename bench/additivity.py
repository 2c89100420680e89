#!/usr/bin/env python3
"""How well the noises of nodes, measured one at a time, foretell whole assignments.

For each model `fp8c sensitivity --check N` predicts N random assignments of E4M3, E5M2 and BF16 from the table of noises and
pair terms, runs each of them whole on the same samples, and compares the dB.

    bench/additivity.py SHARED/data MINILM.onnx [--fp8c build/fp8c] [--count 50] [--models minilm,cls] [--out bench/results]

SHARED/data holds models/ and calibration/ (tests/models uses the same); MINILM.onnx is what samples/minilm/export.py writes.
The result is additivity.json, with every assignment's figures, and the table in additivity.md.
"""
import argparse
import json
import os
import pathlib
import platform
import subprocess
import tempfile
import time

from real_models import MODELS


def run(o, name, folder):
    m = MODELS[name]
    command = [o.fp8c, "sensitivity", str(m.path(o.data, o.minilm)), "--calibrate", str(m.deciding(o.data)), *m.fixed, *m.calibration,
               "--target", "cpu", "--json", "--check", str(o.count), "--seed", str(o.seed), "-q"]
    command += ["--exact"] if o.exact else []
    command += ["--samples", str(o.samples)] if o.samples else []
    command += ["--threads", str(o.threads)] if o.threads else []
    command += ["--cache-dir", o.cache] if o.cache else ["--no-cache"]
    start = time.monotonic()
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{name}: {done.stderr}")
    return entry(json.loads(done.stdout), time.monotonic() - start)


def entry(document, seconds):
    return {"seconds": round(seconds, 1), "samples": document["samples"],
            "products": sum(1 for n in document["nodes"] if n["options"]), "assignments": document["assignments"],
            "profile": document["profile"], "exponent": document["exponent"], "pairs_hold": document["pairs_hold"], "estimate": document["estimate"],
            "outputs": document["outputs"], "check": document["check"]}


def table(results, o):
    lines = ["# Noises of nodes, measured one at a time, against whole assignments", "",
             f"`bench/additivity.py`, {o.count} random assignments of E4M3, E5M2 and BF16 for each model (seed {o.seed}), CPU device, "
             f"as many calibration samples as the table says; {platform.machine()}, {os.cpu_count()} processors. Predicted from the noise of every node by itself, with "
             "pair terms, without them, and merely added up (pair terms, but not put right by all E4M3); measured by running the assignment. dB of SQNR, counted in front of a last Softmax or Sigmoid. "
             + ("Every format measured at the outputs." if o.exact else "E4M3 measured at the outputs, E5M2 scaled from it."), "",
             "| model | products | samples | output | measured, dB | correlation | mean difference, dB | without pairs: correlation | difference | merely added: correlation | difference |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    for name, r in results.items():
        for i, output in enumerate(r["check"]["outputs"]):
            measured = [a["measured_db"][i] for a in r["check"]["assignments"]]
            w, p, a = output["with_pairs"], output["without_pairs"], output["without_correction"]
            lines.append(f"| {name} | {r['products']} | {r['samples']} | {output['port']} | {min(measured):.1f} to {max(measured):.1f} | "
                         f"{w['correlation']:.3f} | {w['mean_difference_db']:.2f} | {p['correlation']:.3f} | {p['mean_difference_db']:.2f} | "
                         f"{a['correlation']:.3f} | {a['mean_difference_db']:.2f} |")
    return "\n".join(lines) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("data", type=pathlib.Path)
    p.add_argument("minilm")
    p.add_argument("--fp8c", default="build/fp8c")
    p.add_argument("--count", type=int, default=50)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--models", default=",".join(MODELS))
    p.add_argument("--exact", action="store_true", help="measure E5M2 at the outputs too")
    p.add_argument("--samples", type=int, default=0, help="the first so many; default all")
    p.add_argument("--threads", type=int, default=0)
    p.add_argument("--cache", help="folder of a cache to use; default none")
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("bench/results"))
    o = p.parse_args()
    kept = o.out / "additivity.json"
    results = json.loads(kept.read_text()) if kept.exists() else {}  # models that are not asked for stay
    with tempfile.TemporaryDirectory() as folder:
        for name in o.models.split(","):
            results[name] = run(o, name, pathlib.Path(folder))
            print("\n".join(table({name: results[name]}, o).splitlines()[6:]), flush=True)
    o.out.mkdir(parents=True, exist_ok=True)
    (o.out / "additivity.json").write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    (o.out / "additivity.md").write_text(table(results, o))


if __name__ == "__main__":
    main()
