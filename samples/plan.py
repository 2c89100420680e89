"""A plan as a function: arrays by name in, arrays by name out, through `fp8c run`."""
import os
import subprocess
import sys
import tempfile

import numpy as np


def compiled(fp8c, model, plan, *options):
    """Compiles unless the plan is there and newer."""
    if not os.path.exists(plan) or os.path.getmtime(plan) < os.path.getmtime(model):
        done = subprocess.run([fp8c, "compile", model, "-o", plan, "--target", "cpu", *options])
        if done.returncode:
            sys.exit(done.returncode)
    return lambda **inputs: run(fp8c, plan, inputs)


def run(fp8c, plan, inputs):
    with tempfile.TemporaryDirectory() as folder:
        words = []
        for name, x in inputs.items():
            path = os.path.join(folder, f"in_{len(words)}.npy")
            np.save(path, x)
            words += ["--input", f"{name}={path}"]
        out = os.path.join(folder, "out")
        done = subprocess.run([fp8c, "run", plan, *words, "--device", "cpu", "--output-dir", out, "--quiet"])
        if done.returncode:
            sys.exit(done.returncode)
        return {name[:-4]: np.load(os.path.join(out, name)) for name in sorted(os.listdir(out))}
