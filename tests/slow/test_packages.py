"""The packages of one build are the same bytes whenever they are made (FP8C_SLOW=1)."""

import hashlib
import os
import pathlib
import subprocess
import time

import pytest

pytestmark = pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")


def made(folder):
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1764000000"}
    subprocess.run(["cpack", "-B", folder], cwd=os.environ["FP8C_BUILD"], env=environment, check=True, capture_output=True, timeout=300)
    packages = [p for p in pathlib.Path(folder).iterdir() if p.suffix in (".deb", ".gz")]
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in packages}


def test_packages_are_the_same_bytes_twice(tmp_path):
    first = made(tmp_path / "a")
    time.sleep(2)  # times are kept in seconds
    assert made(tmp_path / "b") == first and any(name.endswith(".tar.gz") for name in first)
