"""bench/kernels.py on the simulated GPU: every kind of product, every form of cuBLASLt's, captured, launched and told.  Each launch takes 10 us."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = pathlib.Path(os.environ["FP8C"]).parent / "libfp8c_rt.so"


@pytest.mark.skipif(not LIBRARY.exists(), reason="no shared library is built")
def test_every_kind(tmp_path):
    done = subprocess.run([sys.executable, str(ROOT / "bench" / "kernels.py"), "gemms", "--rehearse", "--only=-8", "--jobs", "2", "--gpu-graphs", os.environ["FP8C_GRAPHS"],
                           "--fp8c", os.environ["FP8C"], "--work", str(tmp_path), "--out", str(tmp_path)], text=True, capture_output=True,
                          env={**os.environ, "FP8C_SIMT_SM": "90", "FP8C_SIMT_EMPTY": "1", "FP8C_SIMT_SKIP": "1"})
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "gemms.json").read_text())
    products = {p["name"]: p for p in result["products"]}
    assert len(products) == 26 and not [p for p in products.values() if "error" in p]
    for p in products.values():
        assert p["own_us"] == pytest.approx(10), p["name"]
        assert not [f for f in p["forms"].values() if "error" in f], p["name"]
        kernel_behind = p["what"].endswith(("E4M3", "turned, BF16"))
        assert p["with"] == pytest.approx(2 if kernel_behind else 1) and p["without"] == pytest.approx(1), p["name"]
    assert set(products["vit-l-head-8"]["forms"]) == {"nearest"}
    assert "26 products" in (tmp_path / "gemms.md").read_text()
