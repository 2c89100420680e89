"""fp8c.serve on a cluster of two nodes in this machine: batches, HTTP, wrong requests, and a node that is killed under load (FP8C_SLOW=1).

Runs in an environment with ray[serve]: FP8C_RAY_ENV, a folder that is made where it is absent.
"""

import os
import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")
HERE = pathlib.Path(__file__).parent


def environment():
    folder = pathlib.Path(os.environ["FP8C_RAY_ENV"])
    python = folder / "bin" / "python"
    if not (folder / "made").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "ray[serve,data]", "cffi", "numpy", "ml_dtypes", "onnx"], check=True)
        (folder / "made").touch()
    return python


def test_two_nodes_of_which_one_dies(tmp_path):
    done = subprocess.run([environment(), HERE / "serve_cluster.py", tmp_path], capture_output=True, text=True, timeout=400)
    # Threads of Serve's write on behind the end of Ray: what counts is what stands before that.
    own = [part for part in done.stderr.split("Traceback ") if "serve_cluster.py" in part]
    assert done.returncode == 0 and "all held" in done.stdout, f"{done.returncode}\n{done.stdout[-2000:]}\n{''.join(own)[:5000]}"
