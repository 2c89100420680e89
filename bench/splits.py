#!/usr/bin/env python3
"""Whether a budget that a search keeps holds on samples that it never saw.

For each model, and each of N splits of its samples, one part goes to `fp8c compile --calibrate PART --max-error sqnr>=X --evaluate REST`: all
that is decided (scales, noises of nodes, repairs, formats, how far the budget must be kept to be safe) comes from PART; REST only judges.
X is drawn anew for each split from the range between all E4M3 and BF16, so that formats are mixed.

    bench/splits.py SHARED/data MINILM.onnx [--fp8c build/fp8c] [--splits 20] [--models magika,cls] [--out bench/results]

The result is splits.json, a row for each split, and the table in splits.md. Rows that are there are not made again: an experiment that was
interrupted goes on. Seconds of the processor are recorded beside those of the clock, since other work may be running.

A split counts as kept when REST keeps the budget, as broken when it does not, and as refused when the search said itself that no assignment
keeps the budget with the margin that other samples need (`budget.safe` of the report; such a compile promises nothing).
"""
import argparse
import json
import os
import pathlib
import platform
import subprocess
import tempfile
import time

import numpy as np

from real_models import MODELS
import search_models

PARTS = {  # samples in each part, budgets from and to (dB)
    "magika": (30, (28, 37)), "cls": (24, (18, 32)), "silero": (400, (22, 32)), "minilm": (8, (22, 30)), "pitch": (10, (24, 32)), "det": (4, (20, 32)),
    "cnn": (24, (36, 48)), "vit": (24, (30, 46)), "lstm": (24, (34, 50)),
}


def parts(o, name, split):
    """The samples that decide and those that judge; of a model with state two stretches of time."""
    size, (low, high) = PARTS[name]
    state = name in MODELS and "--state" in MODELS[name].calibration
    files = [MODELS[name].deciding(o.data), MODELS[name].judging(o.data)] if name in MODELS else o.small[name][1:]
    both = [np.load(f) for f in files]
    pool = {k: np.concatenate([b[k] for b in both]) for k in both[0].files}
    count = len(next(iter(pool.values())))
    random = np.random.default_rng([split, sum(map(ord, name))])
    order = np.roll(np.arange(count), -random.integers(count)) if state else random.permutation(count)
    budget = round(float(random.uniform(low, high)), 1)
    one, two = order[:size], order[size:2 * size]
    if not state:
        one, two = np.sort(one), np.sort(two)
    return {k: v[one] for k, v in pool.items()}, {k: v[two] for k, v in pool.items()}, budget


def run(o, name, split, folder):
    m = MODELS.get(name)
    path = m.path(o.data, o.minilm) if m else o.small[name][0]
    words = [*m.fixed, *m.calibration, *(["--judge-output", "output"] if name == "silero" else [])] if m else []
    decide, judge, budget = parts(o, name, split)
    np.savez(folder / "decide.npz", **decide)
    np.savez(folder / "judge.npz", **judge)
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    command = [o.fp8c, "compile", path, "-n", "-q", "--target", "cpu", "--no-cache", "--calibrate", folder / "decide.npz",
               "--evaluate", folder / "judge.npz", "--max-error", f"sqnr>={budget}dB", "--report-json", report, *words]
    start, before = time.monotonic(), os.times()
    done = subprocess.run([str(w) for w in command], text=True, capture_output=True)
    wall, after = time.monotonic() - start, os.times()
    if done.returncode not in (0, 7) or not report.exists():
        raise SystemExit(f"{name}, split {split}: {done.stderr}")
    r = json.loads(report.read_text())
    b = r["budget"]
    assert (done.returncode == 0) == b["met"]
    return {"model": name, "split": split, "samples": PARTS[name][0], "bound_db": budget, "measured_db": round(b["measured"], 2),
            "deciding_db": round(b["deciding"], 2), "safe": b["safe"], "predicted_db": r["sensitivity"]["predicted_db"],
            "outcome": "kept" if b["met"] else "broken" if b["safe"] else "refused", "fp8_mac_share": round(r["summary"]["fp8_mac_share"], 3),
            "wall_s": round(wall, 1),
            "cpu_s": round(after.children_user + after.children_system - before.children_user - before.children_system, 1)}


def table(rows, o):
    lines = ["# Budgets on samples that decided nothing", "",
             f"`bench/splits.py`, CPU device, {platform.machine()}, {os.cpu_count()} processors. Each split: some samples decide, as many others judge; the budget (SQNR at the judged "
             "output) is drawn between all E4M3 and BF16. Refused: the search said that nothing keeps the budget safely.", "",
             "| model | splits | samples that decide | budgets, dB | kept | broken | refused | measured above the budget, dB: least, median | MACs in FP8 | CPU s a split |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for name in PARTS:
        of = [r for r in rows if r["model"] == name]
        if not of:
            continue
        count = {k: sum(r["outcome"] == k for r in of) for k in ("kept", "broken", "refused")}
        over = [r["measured_db"] - r["bound_db"] for r in of]
        shares = [r["fp8_mac_share"] for r in of]
        lines.append(f"| {name} | {len(of)} | {of[0]['samples']} | {min(r['bound_db'] for r in of):.1f} to {max(r['bound_db'] for r in of):.1f} | {count['kept']} | "
                     f"{count['broken']} | {count['refused']} | {min(over):+.2f}, {np.median(over):+.2f} | {100 * min(shares):.0f} to {100 * max(shares):.0f}% | {np.mean([r['cpu_s'] for r in of]):.1f} |")
    kept = sum(r["outcome"] == "kept" for r in rows)
    broken = [r for r in rows if r["outcome"] == "broken"]
    lines += ["", f"Kept in {kept} of {len(rows)}; broken in {len(broken)}; {sum(r['cpu_s'] for r in rows) / 60:.1f} minutes of processor time."]
    lines += [f"Broken: {r['model']}, split {r['split']}: {r['bound_db']:.1f} dB asked, {r['measured_db']:.2f} dB found." for r in broken]
    return "\n".join(lines) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("data", type=pathlib.Path)
    p.add_argument("minilm")
    p.add_argument("--fp8c", default="build/fp8c")
    p.add_argument("--splits", type=int, default=20)
    p.add_argument("--models", default="magika,cls,silero,minilm,pitch,cnn,vit,lstm")
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("bench/results"))
    o = p.parse_args()
    o.out.mkdir(parents=True, exist_ok=True)
    kept = o.out / "splits.json"
    rows = json.loads(kept.read_text())["rows"] if kept.exists() else []
    with tempfile.TemporaryDirectory() as folder:
        o.small = search_models.make(pathlib.Path(folder))  # cnn, vit, lstm
        for split in range(o.splits):  # all models in turn: a part of the experiment says something of each
            for name in o.models.split(","):
                if any(r["model"] == name and r["split"] == split for r in rows):
                    continue
                rows.append(run(o, name, split, pathlib.Path(folder)))
                print(json.dumps(rows[-1]), flush=True)
                kept.write_text(json.dumps({"schema": "fp8c-splits-1", "rows": rows}, indent=1) + "\n")
                (o.out / "splits.md").write_text(table(rows, o))
    print(table(rows, o))


if __name__ == "__main__":
    main()
