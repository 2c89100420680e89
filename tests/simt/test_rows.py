"""The rows of bench/results/roof.md as they are lowered today, beside a kept table: launches, and what the time model says of them.

rows/NAME.onnx.xz is the export without its weights, which are zeros here; rows/NAME.calibration.json.xz is what its samples held
(bench/without_weights.py).
Nothing is compiled and nothing runs.  A row that takes more than 2% more launches or more modelled time than rows/rows.json says
fails, and what changed is printed family by family; FP8C_UPDATE=1 writes the table anew, and belongs to a change that means it.
"""
import collections
import concurrent.futures
import json
import lzma
import os
import pathlib
import re
import subprocess

import onnx

FP8C = os.environ.get("FP8C", "fp8c")
ROWS = pathlib.Path(__file__).parent / "rows"
TABLE = ROWS / "rows.json"
MORE = 1.02
FILLED_MAX = 64


def family(kernel):
    return re.sub(r"_[0-9a-f]{12}$", "", kernel)


def weightless(row, folder):
    """The model with zeros as long as its weights were, in a file that takes no room."""
    path = folder / "model.onnx"
    path.write_bytes(lzma.decompress((ROWS / f"{row}.onnx.xz").read_bytes()))
    model = onnx.load(path, load_external_data=False)
    ends = [sum(int(e.value) for e in i.external_data if e.key in ("offset", "length")) for i in model.graph.initializer if i.external_data]
    (folder / "zeros").touch()
    os.truncate(folder / "zeros", max(ends))
    (folder / "calibration.json").write_bytes(lzma.decompress((ROWS / f"{row}.calibration.json.xz").read_bytes()))
    return path


def lowered(row, options, precision, folder):
    """By family of kernels, launches and modelled microseconds."""
    path = folder / f"{precision}.json"
    words = [FP8C, "compile", folder / "model.onnx", "--dry-run", "--quiet", "--no-cache", "--target", "sm_90a", "--repair", "none", "--precision", precision,
             "--report-json", path, *options, *(["--calibration", folder / "calibration.json"] if precision == "fp8" else [])]
    for _ in range(FILLED_MAX):
        done = subprocess.run([str(w) for w in words], text=True, capture_output=True, timeout=300,
                              env={**os.environ, "FP8C_SIMT_SM": "90", "FP8C_SIMT_EMPTY": "1", "FP8C_SIMT_SKIP": "1"})
        unknown = re.search(r'holds no figures of value "(.*?)"', done.stderr)
        if not unknown:
            break
        add_figures(folder / "calibration.json", unknown.group(1))
    assert done.returncode == 0, f"{row} {precision}: {done.stderr}"
    found = collections.defaultdict(lambda: [0, 0.0])
    for launch in json.loads(path.read_text())["variants"][0]["launches"]:
        of = found[family(launch["kernel"])]
        of[0] += 1
        of[1] += 1e6 * (launch.get("model_seconds") or 0)
    return {name: [n, round(us, 1)] for name, (n, us) in sorted(found.items())}


def add_figures(path, name):
    """Of a value that the kept samples never saw, because passes give another graph now."""
    calibration = json.loads(path.read_text())
    kept = next(v for v in calibration["values"] if v["amax"] > 0)
    calibration["values"].append({**{k: v for k, v in kept.items() if k != "channels"}, "name": name})
    path.write_text(json.dumps(calibration))


def total(families, column):
    return sum(f[column] for f in families.values())


def changes(was, now):
    none = [0, 0.0]
    for name in sorted(was.keys() | now.keys()):
        a, b = was.get(name, none), now.get(name, none)
        if a[0] != b[0] or abs(a[1] - b[1]) > 0.005 * total(was, 1):
            yield f"    {name}: {a[0]} launches, {a[1]:.1f} us -> {b[0]}, {b[1]:.1f}"


def test_launches_and_modelled_time_have_not_grown(tmp_path):
    table = json.loads(TABLE.read_text())
    tasks = [(row, precision) for row in table for precision in ("fp8", "bf16")]
    for row in table:
        (tmp_path / row).mkdir()
        weightless(row, tmp_path / row)
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        found = dict(zip(tasks, pool.map(lambda t: lowered(t[0], table[t[0]]["options"], t[1], tmp_path / t[0]), tasks)))
    worse = []
    for (row, precision), now in found.items():
        was = table[row].get(precision, {})
        figures = f"{row} {precision}: {total(was, 0)} launches, {total(was, 1):.0f} us -> {total(now, 0)}, {total(now, 1):.0f}"
        if any(total(now, i) > MORE * total(was, i) for i in (0, 1)):
            worse.append("\n".join([figures, *changes(was, now)]))
        elif was != now:
            print("\n".join([figures, *changes(was, now)]))
        table[row][precision] = now
    if os.environ.get("FP8C_UPDATE"):
        TABLE.write_text(json.dumps(table, indent=1) + "\n")
    else:
        assert not worse, "more than the kept table says (FP8C_UPDATE=1 writes it anew):\n" + "\n".join(worse)
