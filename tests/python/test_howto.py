"""docs/howto.md: its blocks run as they stand, in their order, in one folder; its programs in C are compiled first."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from decoders import decoder

import fp8c
from fp8c._native import command

ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "howto.md").read_text()
BLOCKS = re.findall(r"^```(sh|python|c)\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture
def folder(mlp, tmp_path):
    """What the page says there is, and the command on the path."""
    shutil.copy(mlp, tmp_path / "model.onnx")
    random = np.random.default_rng(1)
    np.savez(tmp_path / "samples.npz", x=random.standard_normal((16, 4, 32)).astype(np.float32))
    np.save(tmp_path / "x.npy", random.standard_normal((4, 32)).astype(np.float32))
    fp8c.compile(decoder(tmp_path / "decoder.onnx"), target="cpu", precision="f32", capacity=64).save(tmp_path / "decoder.fp8c")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "fp8c").symlink_to(command()[0])
    return tmp_path


def built(text, folder):
    """A program of the page, linked with the library that its first line names."""
    library = re.search(r"--libs (\w+)\)", text)[1]
    where = pathlib.Path(os.environ["FP8C_LIBRARY"]).parent
    (folder / "program.c").write_text(text)
    words = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", "program.c", "-o", "program", f"-L{where}", f"-l{library}", f"-Wl,-rpath,{where}"]
    subprocess.run(words, cwd=folder, check=True)
    return ["./program"]


def test_the_blocks_of_the_page(folder):
    kinds = [kind for kind, _ in BLOCKS]
    assert kinds.count("sh") >= 6 and kinds.count("python") >= 3 and kinds.count("c") >= 3
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    for kind, text in BLOCKS:
        words = {"sh": ["sh", "-euc", text], "python": [sys.executable, "-c", text]}.get(kind) or built(text, folder)
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
    for made in ("out/y.npy", "report.html", "model_qdq.onnx", "deployed.fp8c", "from_c.fp8c"):
        assert (folder / made).stat().st_size > 0
