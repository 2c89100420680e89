"""docs/pictures/make.py, which makes the pictures of the README out of a report."""
import pathlib
import struct
import subprocess
import sys

import pytest

import browser as chromium

SCRIPT = pathlib.Path(__file__).parents[2] / "docs" / "pictures" / "make.py"


def test_the_pictures_are_made(fp8c, model, samples, tmp_path):
    if not chromium.find():
        pytest.skip("no Chromium: " + ", ".join(chromium.NAMES))
    done = fp8c("compile", model, "-o", "m.fp8c", "--calibrate", samples, "--target", "cpu", "--max-error", "sqnr>=10dB", "--report", "m.html")
    assert done.code == 0, done.err
    done = subprocess.run([sys.executable, SCRIPT, "m.html", "."], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for name, least in (("report.png", 300), ("graph.png", 300)):
        content = (tmp_path / name).read_bytes()
        width, height = struct.unpack(">II", content[16:24])
        assert content.startswith(b"\x89PNG") and width == 900 and height > least and len(content) > 10_000, (name, width, height, len(content))
