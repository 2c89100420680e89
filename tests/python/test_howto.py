"""docs/howto.md: its blocks run as they stand, in their order, in one folder."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

from fp8c._native import command

PAGE = (pathlib.Path(__file__).parents[2] / "docs" / "howto.md").read_text()
BLOCKS = re.findall(r"^```(sh|python)\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture
def folder(mlp, tmp_path):
    """What the page says there is, and the command on the path."""
    shutil.copy(mlp, tmp_path / "model.onnx")
    random = np.random.default_rng(1)
    np.savez(tmp_path / "samples.npz", x=random.standard_normal((16, 4, 32)).astype(np.float32))
    np.save(tmp_path / "x.npy", random.standard_normal((4, 32)).astype(np.float32))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "fp8c").symlink_to(command()[0])
    return tmp_path


def test_the_blocks_of_the_page(folder):
    assert len([kind for kind, _ in BLOCKS if kind == "sh"]) >= 6 and len([kind for kind, _ in BLOCKS if kind == "python"]) >= 3
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    for kind, text in BLOCKS:
        words = ["sh", "-euc", text] if kind == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    for made in ("out/y.npy", "report.html", "model_qdq.onnx", "deployed.fp8c"):
        assert (folder / made).stat().st_size > 0
