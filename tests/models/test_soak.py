"""bench/soak.py in short: threads that share programs step states in every way, and what has drifted is found."""
import json
import os
import subprocess
import sys

from conftest import FP8C, ROOT

SOAK = os.environ.get("FP8C_SOAK", str(ROOT / "build" / "tests" / "fp8c_soak"))
STEPS = int(os.environ.get("FP8C_SOAK_STEPS", "2500"))
UNJUDGED = ["--no-memory"] * (os.environ.get("FP8C_SANITIZED", "0") != "0" or STEPS < 20000)


def soak(*words):
    done = subprocess.run([sys.executable, ROOT / "bench" / "soak.py", "--fp8c", FP8C, "--soak", SOAK, "--size", "16", *map(str, words)], capture_output=True, text=True)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_threads_step_states_of_shared_programs():
    code, said = soak("--steps", STEPS, "--threads", 7, *UNJUDGED)
    assert (code, said["wrong"]) == (0, "")
    assert said["steps"] >= STEPS and len(said["marks"]) == 10
    assert all(said["kinds"][k] for k in ("token", "prompt", "several", "text", "texts", "cut", "copy", "save", "load", "refused", "state", "tape"))
    assert len({p["plan"] for p in said["plans"]}) == 7 and said["checks"] > 0
    assert all(p["drift"] <= 1e-6 for p in said["plans"] if "f32" in p["plan"])


def test_what_has_drifted_is_found(tmp_path):
    """Scales of each run's own numbers depend on how many tokens it has, and no tolerance at all finds that."""
    code, said = soak("--steps", 1200, "--threads", 1, "--only", "fp8-many", "--no-memory", "--tolerance-of-all", 0)
    assert code == 1 and said["wrong"].endswith("a slot: has drifted")
