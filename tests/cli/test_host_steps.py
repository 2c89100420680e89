"""--allow-cpu-fallback: what has no GPU kernel is computed by the CPU in the middle of a run, and said so."""
import json
import pathlib

import numpy as np
import pytest
from onnx import TensorProto, helper

from small_models import save

# The report's own schema is checked wherever the package is there.
jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "report.schema.json").read_text())


@pytest.fixture
def found(tmp_path):
    """scores -> Relu -> NonZero -> rows that are not known before; and a product that needs none of it."""
    node = helper.make_node
    random = np.random.default_rng(0)
    return save(tmp_path / "found.onnx", [
        node("MatMul", ["x", "w"], ["h"], name="product"), node("Relu", ["h"], ["r"], name="relu"),
        node("NonZero", ["r"], ["where"], name="finds"), node("Transpose", ["where"], ["places"], name="turns", perm=[1, 0]),
        node("GatherND", ["r", "places"], ["values"], name="takes")],
        [("x", [4, 16])], [("places", None, TensorProto.INT64), ("values", None), ("r", [4, 8])],
        w=random.standard_normal((16, 8)).astype(np.float32))


def test_refused_without_leave(fp8c, found, tmp_path):
    done = fp8c("compile", found, "-o", "p.fp8c", "--target", "sm_90a", "--precision", "f32")
    assert done.code == 4 and not (tmp_path / "p.fp8c").exists()
    assert 'NonZero "finds" has no kernel for sm_90a: the shape of its result depends on data' in done.err
    assert "1 node has no kernel for sm_90a; with --allow-cpu-fallback the CPU computes it" in done.err
    assert "turns" not in done.err  # what only reads it is not what is missing


def test_every_host_step_is_reported(fp8c, found, tmp_path):
    words = ["compile", found, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "--precision", "f32",
             "--report-json", "r.json", "--report", "r.html"]
    done = fp8c(*words, "--allow-cpu-fallback", "--verbose")
    if "NVRTC" in done.err:
        pytest.skip("no NVRTC")
    assert done.code == 0, done.err
    report = json.loads((tmp_path / "r.json").read_text())
    jsonschema.validate(report, SCHEMA)
    cpu, gpu = report["variants"]
    assert cpu["host_steps"] == []
    [step] = gpu["host_steps"]
    assert [n["op"] for n in step["nodes"]] == ["NonZero", "Transpose", "GatherND"]
    assert [n["reason"] for n in step["nodes"]] == [
        "the shape of its result depends on data", 'the shape of "where", which it reads, depends on data',
        'the shape of "places", which it reads, depends on data']
    assert step["to_host_bytes"] == 4 * 8 * 4 and step["to_device_bytes"] == 0
    assert gpu["launches"][step["step"]]["kernel"] == "host" and gpu["launches"][step["step"]]["bytes_moved"] == 128
    warning = 'sm_90a: the CPU computes NonZero "finds" and 2 more nodes in the middle of each run'
    assert any(d["code"] == "host-step" and d["severity"] == "warning" and warning in d["text"] for d in report["diagnostics"])
    assert warning in done.err and "128 bytes go to the host, 0 bytes back" in done.err
    assert "moving 128 B to the host and 0 B back" in done.out and 'GatherND "takes"' in done.out
    assert "host_steps" in (tmp_path / "r.html").read_text() and "Computed by the CPU" in (tmp_path / "r.html").read_text()
    assert "allow-cpu-fallback" in report["options"]
    shown = fp8c("show", "p.fp8c", "--json").json()
    assert "host" in [s.get("kernel") for s in shown["variants"][1]["steps"]]
    assert fp8c("verify", "p.fp8c").code == 0


def test_leave_changes_nothing_where_every_node_has_a_kernel(fp8c, model, tmp_path):
    words = ["compile", model, "--target", "sm_90a", "--dim", "batch=4", "--precision", "f32", "--no-cache"]
    done = fp8c(*words, "-o", "a.fp8c")
    if "NVRTC" in done.err:
        pytest.skip("no NVRTC")
    again = fp8c(*words, "-o", "b.fp8c", "--allow-cpu-fallback", "--report-json", "r.json")
    assert done.code == again.code == 0, again.err
    assert "the CPU computes" not in again.err
    assert json.loads((tmp_path / "r.json").read_text())["variants"][0]["host_steps"] == []


def test_the_tracing_device_shows_the_step(fp8c, found, tmp_path):
    done = fp8c("compile", found, "-o", "p.fp8c", "--target", "sm_90a", "--precision", "f32", "--allow-cpu-fallback", "-q")
    if "NVRTC" in done.err:
        pytest.skip("no NVRTC")
    assert done.code == 0, done.err
    shown = fp8c("show", "p.fp8c", "--steps")
    assert shown.code == 0 and "host" in shown.out
