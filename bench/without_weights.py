#!/usr/bin/env python3
"""A row without its weights, for tests/simt/test_rows.py.

  without_weights.py ROW OUT [--work .cache/bench] [--fp8c build/fp8c]

OUT/ROW.onnx.xz is the export (bench/roof.py ROW --prepare) whose large tensors of numbers are zeros in a file that is not kept; OUT/ROW.calibration.json.xz
is what `fp8c compile` finds on its samples (--save-calibration), of each value its largest magnitude alone, as if made of the model of zeros.
"""
import argparse
import json
import lzma
import os
import pathlib
import subprocess
import tempfile

import gpu
from rows import ROWS

SMALL = 256  # bytes: shapes, axes and factors keep their numbers
INTEGERS = (6, 7)  # INT32, INT64


def emptied(source, target):
    import onnx
    model, end = onnx.load(source / "model.onnx", load_external_data=False), 0
    for part in (model, model.graph, *model.graph.node, *model.graph.initializer, *model.graph.input, *model.graph.output):
        part.doc_string = ""
        del part.metadata_props[:]
    del model.graph.value_info[:]
    for tensor in model.graph.initializer:
        where = {e.key: e.value for e in tensor.external_data}
        if not where:
            continue
        del tensor.external_data[:]
        size = int(where["length"])
        if size <= SMALL or tensor.data_type in INTEGERS:
            with open(source / where["location"], "rb") as f:
                f.seek(int(where["offset"]))
                tensor.raw_data = f.read(size)
            tensor.data_location = 0
            continue
        end = max(end, int(where["offset"]) + size)
        for key, value in (("location", "zeros"), ("offset", where["offset"]), ("length", where["length"])):
            tensor.external_data.add(key=key, value=value)
    (target / "model.onnx").write_bytes(model.SerializeToString())
    (target / "zeros").touch()
    os.truncate(target / "zeros", end)


def main():
    import numpy as np
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("row", choices=ROWS)
    ap.add_argument("out", type=pathlib.Path)
    ap.add_argument("--work", type=pathlib.Path, default=pathlib.Path(gpu.ROOT, ".cache", "bench"))
    ap.add_argument("--fp8c", default=os.path.join(gpu.ROOT, "build", "fp8c"))
    a = ap.parse_args()
    source = a.work / f"{ROWS[a.row].export_name}-dynamo"
    kept = json.loads((pathlib.Path(__file__).parents[1] / "tests/simt/rows/rows.json").read_text()).get(a.row, {})
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder)
        emptied(source, target)
        samples = dict(np.load(source / "calibrate.npz"))
        np.savez(target / "one.npz", **{k: v[:1] for k, v in samples.items()})

        def calibrated(model, data, out, *words):
            subprocess.run([a.fp8c, "compile", model, "--dry-run", "--quiet", "--target", "sm_90a", "--repair", "none", "--calibrate", data, "--save-calibration", out,
                            *kept.get("options", ["--dim", f"batch={ROWS[a.row].batch}"]), *words], check=True)
            return json.loads(pathlib.Path(out).read_text())
        found = calibrated(source / "model.onnx", source / "calibrate.npz", target / "real.json")
        # the model of zeros has no magnitudes to go by: one sample tells who it is
        found["model"] = calibrated(target / "model.onnx", target / "one.npz", target / "zero.json", "--precision", "fp8", "--calibrate-method", "constant=0.05", "--no-cache")["model"]
        for v in found["values"]:
            if v.get("histogram"):
                v["histogram"] = [[v["histogram"][-1][0], sum(n for _, n in v["histogram"])]]
            if v.get("channels"):
                v["channels"] = [v["amax"]] * len(v["channels"])
        (a.out / f"{a.row}.onnx.xz").write_bytes(lzma.compress((target / "model.onnx").read_bytes(), preset=9))
        (a.out / f"{a.row}.calibration.json.xz").write_bytes(lzma.compress(json.dumps(found, separators=(",", ":")).encode(), preset=9))


if __name__ == "__main__":
    main()
