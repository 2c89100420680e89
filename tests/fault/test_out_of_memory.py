"""The n-th allocation of a command fails, in whatever library: it says so and ends with 6, and every old file is whole.

Where a library does without (a buffer of stdio), the result is the same to the last byte.  Every n with FP8C_EVERY_ALLOCATION=1."""
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import pathlib

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from conftest import FP8C, mlp, residual  # noqa: E402

FAULT, EVERY = os.environ["FP8C_MALLOC_FAULT"], os.environ.get("FP8C_EVERY_ALLOCATION")
POINTS = 60  # of a command
FILES = {"out.fp8c": b"old plan", "out.html": b"old page", "out.json": b"old report", "saved.json": b"old figures"}


def timeless(content):
    """Without what differs from run to run."""
    return re.sub(rb'"(seconds|times)": ?(\[[^]]*\]|[-+.e\d]+)', b"", content)


def run(folder, words, at=0, on=False, env=()):
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    env = {**os.environ, "LD_PRELOAD": FAULT, "FP8C_FAIL_AT": str(at), "FP8C_COUNT_IN": str(folder / "count"), "FP8C_NVRTC": "none", **dict(env)}
    if on:
        env["FP8C_FAIL_ON"] = "1"
    done = subprocess.run([FP8C, *words], cwd=folder, env=env, capture_output=True, timeout=120)
    done.files = {name: (folder / name).read_bytes() for name in FILES}
    done.seen = timeless(done.stdout), {name: timeless(content) for name, content in done.files.items()}
    return done


def make(folder):
    folder.mkdir(exist_ok=True)
    mlp(folder / "mlp.onnx", width=16)
    np.savez(folder / "mlp.npz", x=np.random.default_rng(1).standard_normal((4, 16)).astype(np.float32))
    residual(folder / "deep.onnx", 2)
    for name in ("mlp", "deep"):
        subprocess.run([FP8C, "compile", f"{name}.onnx", "-o", f"{name}.fp8c", "-c", f"{name}.npz", "--target", "cpu", "-q", "--no-cache"],
                       cwd=folder, check=True)


OUTPUTS = ["-o", "out.fp8c", "--report", "out.html", "--report-json", "out.json"]
COMMANDS = {
    "compile": ["compile", "mlp.onnx", *OUTPUTS, "-c", "mlp.npz", "--save-calibration", "saved.json", "--target", "cpu", "-q", "-j", "1", "--no-cache"],
    "compile bf16": ["compile", "deep.onnx", *OUTPUTS, "--precision", "bf16", "--target", "cpu", "-q", "-j", "2", "--no-cache"],
    "report": ["report", "mlp.fp8c"],
    "report --json": ["report", "deep.fp8c", "--json"],
    "report --html": ["report", "mlp.fp8c", "--html", "out.html"],
    "report of two": ["report", "mlp.fp8c", "deep.fp8c"],
    "show": ["show", "mlp.onnx", "--json"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_allocation(tmp_path, command):
    words = COMMANDS[command]
    folders = [tmp_path / str(i) for i in range(3)]
    for folder in folders:
        make(folder)
    good = run(folders[0], words)
    assert good.returncode == 0, good.stderr
    count = int((folders[0] / "count").read_text())
    again = run(folders[0], words)
    assert again.seen == good.seen
    step = 1 if EVERY else max(1, count // POINTS)
    points = [min(n + random.Random(n).randrange(step), count) for n in range(1, count + 1, step)]

    def try_at(folder, mine):
        failed = 0
        for i, at in enumerate(mine):
            done = run(folder, words, at, on=i % 2 == 1)
            where = f"allocation {at} of {count}{' and all after it' if i % 2 else ''}: {done.returncode} {done.stderr.decode()[-300:]}"
            if done.returncode == 0:
                assert done.seen == good.seen, where
            else:
                assert done.returncode == 6 and re.search(rb"memory|Malloc|could not be started", done.stderr), where
                assert done.files == FILES, where
                failed += 1
            assert not list(folder.glob(".fp8c-*")), where
        return failed

    with concurrent.futures.ThreadPoolExecutor(len(folders)) as threads:
        runs = [threads.submit(try_at, folder, points[i::len(folders)]) for i, folder in enumerate(folders)]
        assert sum(r.result() for r in runs) > len(points) // 2
