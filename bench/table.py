"""Joins the result files of bench/gpu.py into one table (Markdown)."""
import json
import pathlib

from measured import step_us
from rows import ROWS

SCHEMA = "fp8c-bench-1"


def read(folder):
    """By row and peer; of several files for one, the newest."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        result = json.loads(path.read_text())
        if result.get("schema") != SCHEMA or result.get("rehearsal") or result.get("tiny") or result.get("devices"):
            continue
        key = result["row"], result["peer"]
        if key not in found or result["date"] >= found[key]["date"]:
            found[key] = result
    return found


def ratio(result):
    return result["peer_ms"] / result["fp8c_ms"] if result.get("peer_ms") else None


def figure(x, digits=3):
    return "" if x is None else f"{x:.{digits}f}"


def verdict(x, wanted):
    if x is None:
        return ""
    return f"{x:.2f}" + (f" (of {wanted:g}: {'reached' if x >= wanted else 'missed'})" if wanted else "")


def tuned(result):
    return f" (--tune {result['tune']})" if result.get("tune", "off") != "off" else ""


def tuning(result):
    """How the time model did against the clock."""
    t = result.get("tuning")
    if not t:
        return None
    other = ", ".join(f"{node}: {way}" for node, way in sorted(t["changed"].items()))
    return (f"--tune {result['tune']}: the model's way was the fastest for {t['first_taken']} of {t['problems']} problems"
            + (f", others for {other}" if other else "") + (f"; its times are off by a factor of {t['mean_factor']:.2f} in the mean, "
            f"{t['worst_factor']:.2f} at worst ({t['worst_node']})" if t["mean_factor"] else "") + (f"; {t['failed']} failed" if t["failed"] else ""))


def losses(result, count=3):
    """Kernels by what they take beyond their roof, in microseconds a run."""
    lost = {}
    for s in result.get("steps") or []:
        if "roof_us" in s:
            name = s["kernel"].rsplit("_", 1)[0] if s["kernel"].startswith("fp8c_") else s["kernel"]
            times, us, roof = lost.get(name, (0, 0, 0))
            lost[name] = times + 1, us + step_us(s), roof + s["roof_us"]
    worst = sorted(lost.items(), key=lambda kv: kv[1][2] - kv[1][1])[:count]
    return [f"{n} x {name}: {us:.0f} us, {us - roof:.0f} beyond the roof" for name, (n, us, roof) in worst if us > roof]


def both_devices(folder):
    """What --devices found: a plan on the GPU and on the CPU device."""
    lines = []
    for name, row in ROWS.items():
        path = pathlib.Path(folder) / f"{name}.devices.json"
        if not path.exists():
            continue
        r = json.loads(path.read_text())
        if r.get("schema") != SCHEMA or "between_db" not in r:
            continue
        each = r["agreement"]
        worst = each["worst"]
        lines.append(f"| {name} | {r['batch']} | {r['plan_db']:.1f} | {r['gpu_db']:.1f} | {r['between_db']:.1f} | {r['between_cosine']:.5f} | "
                     f"{each['values_compared']} | {worst['agreement_db']:.1f} ({worst['kernel'].rsplit('_', 1)[0].removeprefix('fp8c_')}) |")
    return lines and ["| plan of | batch | CPU device against F32, dB | GPU against F32, dB | between them, dB | cosine | "
                      "results of steps compared, on the same bytes | the worst of these, dB |", "|---|---|---|---|---|---|---|---|", *lines]


def table(folder):
    found = read(folder)
    lines = ["| workload | fp8c, ms | compile BF16 | times faster | fp8c, ms | compile FP8 | times faster | "
             "fp8c compile cold / warm, s | peers' compile, s | SQNR to F32: fp8c / BF16 / FP8, dB | graph |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    details, reached, slower = [], [], []
    machines = set()
    for name, row in ROWS.items():
        bf16, fp8 = found.get((name, "bf16")), found.get((name, "fp8"))
        if not bf16 and not fp8:
            continue
        any_ = bf16 or fp8
        a, b = (ratio(r) if r else None for r in (bf16, fp8))
        cold, warm = any_["fp8c_compile_seconds"]
        quality = " / ".join(figure(x, 1) or "-" for x in (any_["sqnr_db"].get("fp8c"), bf16 and bf16["sqnr_db"].get("peer"),
                                                            fp8 and fp8["sqnr_db"].get("peer")))
        graph = any_["graph"]
        compiles = ", ".join(f"{k} {r['peer_compile_seconds']:.0f}" for k, r in (("BF16", bf16), ("FP8", fp8))
                             if r and r.get("peer_compile_seconds"))
        lines.append(f"| {row.what} | {figure(bf16 and bf16['fp8c_ms'])} | {figure(bf16 and bf16.get('peer_ms'))} | "
                     f"{verdict(a, row.against_bf16)} | {figure(fp8 and fp8['fp8c_ms'])} | {figure(fp8 and fp8.get('peer_ms'))} | "
                     f"{verdict(b, row.against_fp8)} | {cold:.1f} / {warm:.1f}{tuned(any_)} | {compiles} | {quality} | "
                     f"{graph['launches_per_run']} launch, {graph['kernel_nodes']} kernels |")
        if a and b and row.against_bf16:
            (reached if a >= row.against_bf16 and b >= row.against_fp8 else details).append(name)
        if b and b < 1:
            slower.append(name)
        for r in (bf16, fp8):
            if r:
                machines.add(f"{r['gpu']}, driver {r['driver']}, PyTorch {r['versions']['torch']}, {r['versions']['fp8c']}; "
                             f"SM clock {r['clock_mhz'][0]:.0f} to {r['clock_mhz'][1]:.0f} MHz; {r['date'][:10]}")
    if len(lines) == 2:
        return f"no result of schema {SCHEMA} in {folder}\n"
    text = "\n".join(lines) + "\n\n"
    text += "Milliseconds of one graph launch with data in place, medians; each pair measured in one run, taking turns.\n\n"
    for machine in sorted(machines):
        text += f"* {machine}\n"
    text += f"\nReached against both peers: {', '.join(reached) or 'none'}.\n"
    if slower:
        text += f"Slower than torch.compile FP8: {', '.join(slower)}.\n"
    for name in ROWS:
        said = tuning(found.get((name, "bf16")) or found.get((name, "fp8")) or {})
        if said:
            text += f"\n{name}: {said}.\n"
    for name in details:
        lost = losses(found.get((name, "fp8")) or found.get((name, "bf16")))
        if lost:
            text += f"\nLargest losses of {name}:\n\n" + "".join(f"* {l}\n" for l in lost)
    devices = both_devices(folder)
    if devices:
        text += "\nOne plan on the GPU and on the CPU device (`--devices`):\n\n" + "\n".join(devices) + "\n"
    return text
