"""What tests of plans with states on a simulated GPU share."""
import os
import subprocess

import pytest

FP8C = os.environ.get("FP8C", "fp8c")


def together(words):
    """The command's words; a compile asks for eight kernels at a time, which the simulated NVRTC compiles as one (FP8C_SIMT_TOGETHER)."""
    return [*map(str, words), *(["--threads", "8"] if words[0] == "compile" and "--threads" not in words else [])]


@pytest.fixture
def fp8c(tmp_path):
    def run(*words, code=0):
        done = subprocess.run([FP8C, *together(words)], cwd=tmp_path, text=True, capture_output=True, timeout=300)
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr
    return run
