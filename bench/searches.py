#!/usr/bin/env python3
"""Whether a search ever loses to what it could have had.

For each model and target: what `--precision auto` and `bf16` have, then five bounds each of --max-error, --fp8-share and --target-speedup. A search loses where

* --max-error: a plan that keeps the budget (auto, all BF16, all E4M3: `budget.others` of the report says of each whether it does) is faster;
  or a looser budget is slower than a tighter one;
* --target-speedup: a looser speed is less exact by more than 0.3 dB, or a plan that was run is as fast as asked and more exact, on the samples that decide;
* --fp8-share: it is slower than BF16 although another plan with the share is not; or a smaller share is less exact by more than 0.3 dB;
* any: auto is both faster and more exact; a time in the front is not above 0; a plan that another goal or bound found reaches this one and is clearly better: faster by 0.5%
  and 1.5 dB within the budget where the search did not run it, or as fast and more exact by 2.5 dB at the speed or the share, or as exact and faster by 5% at the share.

    bench/searches.py SHARED/data MINILM.onnx [--fp8c build/fp8c] [--models minilm,det,cls,magika,silero,pitch,cnn,vit,lstm] [--targets cpu,sm_90a] [--goals error,share,speed] [--out bench/results]

Rows go to searches.json, the table to searches.md; the exit status is 1 where a search loses.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile
import time

from real_models import MODELS
import search_models

SHARES, SPEEDS, STEPS = (0.2, 0.4, 0.6, 0.8, 0.95), (1.02, 1.05, 1.1, 1.2, 1.4), (-0.15, 0.2, 0.5, 0.8, 1.1)
SAME_DB, SAME_TIME = 0.3, 1 + 1e-6
# what one goal finds beside another: samples that judge say up to 2 dB else than those that decide
CLEAR_DB, MARGIN_DB, CLEAR_TIME, CLEARLY_FASTER = 2.5, 1.5, 1.005, 1.05


class Compile:
    def __init__(self, o, folder, name, target):
        self.o, self.folder, self.name, self.target = o, folder, name, target
        if name in MODELS:
            m = MODELS[name]
            self.words = [m.path(o.data, o.minilm), *m.fixed, *m.calibration, "--calibrate", m.deciding(o.data), "--evaluate", m.judging(o.data)]
            self.words += m.shapes if target != "cpu" else []
            self.words += ["--judge-output", "output"] if name == "silero" else []
        else:
            model, decide, judge = o.small[name]
            self.words = [model, "--calibrate", decide, "--evaluate", judge] + (["--dim", "n=8"] if target != "cpu" else [])

    def __call__(self, *options):
        report = self.folder / f"{self.name}.{self.target}.{''.join(c if c.isalnum() else '_' for c in ' '.join(options))}.json"
        start = time.monotonic()
        done = subprocess.run([str(w) for w in (self.o.fp8c, "compile", *self.words, "-n", "-q", "--target", self.target, "--report-json", report, *options)], text=True, capture_output=True)
        row = {"model": self.name, "target": self.target, "options": list(options), "code": done.returncode, "wall_s": round(time.monotonic() - start, 1)}
        if done.returncode not in (0, 7):
            raise SystemExit(f"{self.name} {self.target} {options}: {done.stderr}")
        if not report.exists():
            return row | {"said": done.stderr.strip().splitlines()[-1]}
        r = json.loads(report.read_text())
        chosen = r["alternatives"][0]
        figures = [j["sqnr_db"] if j["sqnr_db"] is not None else 999 for j in chosen.get("judged") or chosen["outputs"]]
        row |= {"seconds": r["time"]["seconds"], "bf16_seconds": r["time"]["bf16_seconds"], "db": min(figures), "share": r["summary"]["fp8_mac_share"],
                "e4m3_db": min([j["sqnr_db"] or 0 for a in r["alternatives"] if a["name"] == "e4m3" for j in a["judged"]] or [0]),
                "bf16_db": min([j["sqnr_db"] or 0 for a in r["alternatives"] if a["name"] == "bf16" for j in a["judged"]] or [0])}
        if "budget" in r:
            row |= {"met": r["budget"]["met"], "safe": r["budget"].get("safe"), "others": r["budget"].get("others", []), "least_front_seconds": min(p["seconds"] for p in r["pareto"]),
                    "ran": [(p["seconds"], p["fp8_mac_share"], p["measured_db"]) for p in r["pareto"] if p["measured_db"] is not None]}
        return row


def budgets(row, name):
    """Five, from below all E4M3 to above BF16; the small CNN's in another metric too."""
    low, high = row["e4m3_db"], row["bf16_db"]
    return [f"sqnr>={low + s * (high - low):.1f}dB" for s in STEPS]


def measure(o, folder, name, target):
    compile_ = Compile(o, folder, name, target)
    auto = compile_("--precision", "auto")
    rows = [auto]
    goals = {"error": [("--max-error", b) for b in budgets(auto, name)] if "error" in o.goals else [],
             "share": [("--fp8-share", f"{100 * s:g}%") for s in SHARES] if "share" in o.goals else [],
             "speed": [("--target-speedup", f"{s}") for s in SPEEDS] if "speed" in o.goals else []}
    for options in (x for g in goals.values() for x in g):
        rows.append(compile_(*options))
        print(json.dumps(rows[-1]), flush=True)
    return rows


def ran(r, other):
    """The search ran this plan, so it knows how exact it is on the samples that decide, and with what margin."""
    same = lambda a, b: abs(a - b) <= 1e-6 * abs(b)
    return "seconds" in other and any(same(seconds, other["seconds"]) and same(share, other["share"]) for seconds, share, *_ in r.get("ran", []))


def beaten(r, other):
    """Another goal's plan reaches this goal and is clearly better."""
    option, bound = r["options"][:2]
    if option == "--max-error":
        return r["safe"] and other["seconds"] * CLEAR_TIME < r["seconds"] and other["db"] > min(r["db"], float(bound[len("sqnr>="):-2]) + MARGIN_DB)
    more_exact = other["db"] > r["db"] + CLEAR_DB
    if option == "--fp8-share":
        if other["share"] >= float(bound[:-1]) / 100 and other["db"] >= r["db"] and other["seconds"] * CLEARLY_FASTER < r["seconds"]:
            return True
        return more_exact and other["share"] >= float(bound[:-1]) / 100 and other["seconds"] <= r["seconds"] * SAME_TIME
    return more_exact and other["seconds"] * float(bound) <= other["bf16_seconds"] * SAME_TIME


def losses(rows):
    """What each row loses to, in words."""
    found = []
    auto = rows[0]
    by = lambda option: [r for r in rows if r["options"][0] == option and "seconds" in r and r["code"] == 0]
    for r in rows[1:]:
        name = f"{r['model']} {r['target']} {' '.join(r['options'])}"
        if "seconds" not in r or r["code"] != 0:
            continue
        if r["least_front_seconds"] <= 0:
            found.append(f"{name}: a front has {r['least_front_seconds']} s")
        if auto["seconds"] * SAME_TIME < r["seconds"] and auto["db"] > r["db"] + SAME_DB and not ran(r, auto) and (r["options"][0] != "--fp8-share" or auto["share"] >= float(r["options"][1][:-1]) / 100):
            found.append(f"{name}: auto is faster ({auto['seconds']:.3g} s, not {r['seconds']:.3g}) and more exact ({auto['db']:.1f} dB, not {r['db']:.1f})")
        for other in r["others"]:
            if r["options"][0] == "--max-error" and r["safe"] and other["keeps"] and other["seconds"] * SAME_TIME < r["seconds"]:
                found.append(f"{name}: {other['name']} keeps it in {other['seconds']:.3g} s, not {r['seconds']:.3g}")
            if r["options"][0] == "--fp8-share" and r["seconds"] > r["bf16_seconds"] * SAME_TIME and other["keeps"] and other["seconds"] <= r["bf16_seconds"]:
                found.append(f"{name}: {r['bf16_seconds'] / r['seconds']:.2f} times BF16's speed, and {other['name']} has the share at {r['bf16_seconds'] / other['seconds']:.2f}")
    for loose, tight in zip(by("--max-error"), by("--max-error")[1:]):
        if loose["safe"] and tight["safe"] and loose["seconds"] > tight["seconds"] * SAME_TIME:
            found.append(f"{loose['model']} {loose['target']}: {loose['options'][1]} takes {loose['seconds']:.4g} s, {tight['options'][1]} {tight['seconds']:.4g}")
    for r in rows[1:]:
        for other in rows if "seconds" in r and r["code"] == 0 else []:
            splits = other["options"][0] == "--fp8-share" != r["options"][0]  # a share alone has channels split unasked
            known = r["options"][0] == "--max-error" and (other["options"][0] == "--max-error" or ran(r, other))  # it does not keep the budget with the margin for other samples
            if other is not r and not splits and not known and other.get("code") == 0 and "seconds" in other and beaten(r, other):
                found.append(f"{r['model']} {r['target']} {' '.join(r['options'])}: {' '.join(other['options'])} has {other['seconds']:.4g} s, {other['db']:.1f} dB, "
                             f"{100 * other['share']:.0f}%, not {r['seconds']:.4g} s, {r['db']:.1f} dB, {100 * r['share']:.0f}%")
    for r in by("--target-speedup"):
        fast = [db for seconds, _, db in r["ran"] if seconds * float(r["options"][1]) <= r["bf16_seconds"] * SAME_TIME]
        own = [db for seconds, share, db in r["ran"] if abs(seconds - r["seconds"]) <= 1e-6 * seconds and abs(share - r["share"]) <= 1e-6]
        if own and max(fast) > max(own) + 0.01:
            found.append(f"{r['model']} {r['target']} {' '.join(r['options'])}: {max(own):.2f} dB on the samples that decide, and a plan that it ran has {max(fast):.2f}")
    for option in ("--fp8-share", "--target-speedup"):
        for loose, tight in zip(by(option), by(option)[1:]):
            if loose["db"] < tight["db"] - SAME_DB and (option != "--fp8-share" or loose["seconds"] > tight["seconds"] * SAME_TIME or tight["seconds"] <= tight["bf16_seconds"]):
                found.append(f"{loose['model']} {loose['target']} {option} {loose['options'][1]}: {loose['db']:.1f} dB, {tight['options'][1]} {tight['db']:.1f}")
    return found


def table(rows, found):
    lines = ["# Searches beside what is there without one", "", "`bench/searches.py`. Times by the model, as a multiple of BF16's speed; SQNR at the judged output, on samples that decide nothing.", "",
             "| model | target | asked | speed | SQNR, dB | MACs in FP8 | |", "|---|---|---|---|---|---|---|"]
    for r in rows:
        asked = " ".join(r["options"])
        if "seconds" not in r:
            lines.append(f"| {r['model']} | {r['target']} | {asked} | | | | exit {r['code']} |")
            continue
        note = "" if r["code"] == 0 else f"exit {r['code']}"
        note += " (narrow)" if r.get("safe") is False and r["options"][0] == "--max-error" else ""
        exact = "exact" if r["db"] == 999 else f"{r['db']:.1f}"
        lines.append(f"| {r['model']} | {r['target']} | {asked} | {r['bf16_seconds'] / r['seconds']:.2f} | {exact} | {100 * r['share']:.0f}% | {note.strip()} |")
    return "\n".join(lines + ["", f"{len(found)} of {len(rows)} lose."] + [f"* {f}" for f in found]) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("data", type=pathlib.Path)
    p.add_argument("minilm")
    p.add_argument("--fp8c", default="build/fp8c")
    p.add_argument("--models", default="minilm,det,cls,magika,silero,pitch,cnn,vit,lstm")
    p.add_argument("--targets", default="cpu,sm_90a")
    p.add_argument("--goals", default="error,share,speed")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("bench/results"))
    o = p.parse_args()
    o.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        folder = pathlib.Path(folder)
        o.small = search_models.make(folder)
        parts = list(pool.map(lambda x: measure(o, folder, *x), [(m, t) for m in o.models.split(",") for t in o.targets.split(",")]))
    rows, found = [r for part in parts for r in part], [f for part in parts for f in losses(part)]
    (o.out / "searches.json").write_text(json.dumps({"schema": "fp8c-searches-1", "rows": rows}, indent=1) + "\n")
    (o.out / "searches.md").write_text(table(rows, found))
    print(table(rows, found))
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
