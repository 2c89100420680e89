"""`python -m fp8c` is the command."""

import subprocess
import sys

import fp8c


def run(*words):
    return subprocess.run([sys.executable, "-m", "fp8c", *words], capture_output=True, text=True)


def test_the_command_runs_and_its_exit_codes_come_through():
    assert run("version").stdout.split()[1] == fp8c.__version__
    assert run("compile").returncode == 2
    assert run("compile", "none.onnx").returncode == 6
