"""`compile --tune` on a simulated GPU whose kernels take as long as a script says: FP8C_FAKE_TIMES="4=20,2=5" makes kernels
of 4 blocks take 20 us and those of 2 blocks 5."""
import copy
import json
import os
import pathlib
import subprocess

import jsonschema
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

FP8C = os.environ.get("FP8C", "fp8c")
ROOT = pathlib.Path(__file__).resolve().parents[2]
EMPTY = {"FP8C_SIMT_SM": "90", "FP8C_SIMT_EMPTY": "1", "FP8C_SIMT_SKIP": "1"}  # every kernel does nothing: nothing is compiled


@pytest.fixture(scope="module")
def cubins(tmp_path_factory):
    """Kernels of one test are another's; plans and times are not."""
    folder = os.environ.get("FP8C_TEST_CACHE") or tmp_path_factory.mktemp("cache")
    (pathlib.Path(folder) / "kernels").mkdir(parents=True, exist_ok=True)
    return pathlib.Path(folder) / "kernels"


@pytest.fixture
def fp8c(tmp_path, cubins):
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "kernels").symlink_to(cubins)

    def run(*words, code=0, times="", target="sm_89", **env):
        done = subprocess.run([FP8C, *map(str, words)], cwd=tmp_path, text=True, capture_output=True, timeout=300,
                              env={**os.environ, "FP8C_FAKE_TIMES": times, "XDG_CACHE_HOME": str(tmp_path / "none"), **env})
        assert done.returncode == code, done.stderr
        return done

    def compile_(model, *words, out="p.fp8c", code=0, times="", target="sm_89", **env):
        done = run("compile", model, "-o", out, "--target", target, "--precision", "bf16", "--cache-dir", cache, "--report-json", "r.json",
                   *words, code=code, times=times, **env)
        done.variant = json.loads((tmp_path / "r.json").read_text())["variants"][-1]
        done.plan = (tmp_path / out).read_bytes()
        return done

    run.compile, run.cache = compile_, cache
    run.forget = lambda: [p.unlink() for p in (cache / "plans").glob("*")]
    run.times = lambda: sorted((cache / "timings").glob("*")) if (cache / "timings").exists() else []
    return run


def save(path, nodes, inputs, outputs, **weights):
    io = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "g", [io(*x) for x in inputs], [io(*x) for x in outputs],
                              [numpy_helper.from_array(v.astype(np.float32), k) for k, v in weights.items()])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    made.ir_version = 10
    onnx.save(made, str(path))
    return path


@pytest.fixture
def product(tmp_path):
    """4 rows x 256 x 64: in blocks of 16, 32, 48 or 64 columns, 4, 2, 2 and 1 of them, 8 warps each."""
    w = np.random.default_rng(0).standard_normal((256, 64))
    return save(tmp_path / "m.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"], name="one")], [("x", [4, 256])], [("y", [4, 64])], w=w)


def problem(done, node="one"):
    found, = [p for p in done.variant["tuning"]["problems"] if p["node"] == node]
    return found


def taken(done, node="one"):
    way, = [w["name"] for w in problem(done, node)["ways"] if w["taken"]]
    return way


def test_the_fastest_is_taken_and_its_time_kept(fp8c, product, tmp_path):
    plain = fp8c.compile(product, "--tune", "off", out="off.fp8c")
    assert "tuning" not in plain.variant and not fp8c.times()
    first = fp8c.compile(product, "--tune", "fast", times="4=20,2=5")
    p = problem(first)
    assert [w["name"] for w in p["ways"]] == ["16 columns, 8 warps", "32 columns, 8 warps", "48 columns, 8 warps"] and p["ways_known"] == 12
    assert [w["seconds"] for w in p["ways"]] == pytest.approx([20e-6, 5e-6, 5e-6]) and taken(first) == "32 columns, 8 warps"
    assert p["ways"][0]["cost"] == 1 and all(w["cost"] > 1 for w in p["ways"][1:])
    model = first.variant["tuning"]["model"]
    factor = max(5e-6 / p["model_seconds"], p["model_seconds"] / 5e-6)
    assert model["first_taken"] == 0 and model["worst_node"] == "one" and model["mean_factor"] == model["worst_factor"] == pytest.approx(factor, rel=1e-3)
    assert len(fp8c.times()) == 3 and first.plan != plain.plan
    # the same bits either way
    np.save(tmp_path / "x.npy", np.random.default_rng(1).standard_normal((4, 256)).astype(np.float32))
    for plan in "off", "p":
        fp8c("run", f"{plan}.fp8c", "--input", "x=x.npy", "--device", "cuda:0", "--output-dir", plan, "-q")
    assert (np.load(tmp_path / "off" / "y.npy") == np.load(tmp_path / "p" / "y.npy")).all()
    # with the times there, none is taken: another clock changes nothing
    stamps = [t.stat().st_mtime_ns for t in fp8c.times()]
    fp8c.forget()
    again = fp8c.compile(product, "--tune", "fast", out="q.fp8c", times="4=1,2=50")
    assert again.plan == first.plan and [t.stat().st_mtime_ns for t in fp8c.times()] == stamps
    # and the plan itself is kept, apart from those made otherwise
    assert "this plan comes from the cache" in fp8c.compile(product, "--tune", "fast", "-v", out="q.fp8c", times="4=1,2=50").stderr
    assert fp8c.compile(product, out="q.fp8c").plan == plain.plan  # off is the default
    # without a cache the clock decides anew
    other = fp8c.compile(product, "--tune", "fast", "--no-cache", out="q.fp8c", times="4=1,2=50")
    assert taken(other) == "16 columns, 8 warps"


@pytest.mark.parametrize("times,way", [("4=10.05,2=10", "16 columns, 8 warps"), ("4=10.3,2=10", "32 columns, 8 warps")])
def test_what_is_as_fast_stays_with_the_model(fp8c, product, times, way):
    assert taken(fp8c.compile(product, "--tune", "fast", times=times)) == way


def test_full_looks_at_all_and_says_so(fp8c, product):
    done = fp8c.compile(product, "--tune", "full", "-v", times="4=20,2=5,1=3")
    names = [w["name"] for w in problem(done)["ways"]]
    assert len(names) == 12 and names[0] == "16 columns, 8 warps" and {"16 columns, 4 warps", "64 columns, 2 warps"} < set(names)
    assert taken(done).startswith("64 columns") and " tune=full" in done.variant.get("options", "") + json.loads(
        (fp8c.cache.parent / "r.json").read_text())["options"]
    assert "Timed on fake, 100 multiprocessors" in done.stdout and "* 64 columns" in done.stdout
    assert "Timed on fake" in fp8c("report", "p.fp8c").stdout
    # the three that fast looks at were timed
    fp8c.compile(product, "--tune", "fast", times="4=20,2=5,1=3")
    assert len(fp8c.times()) == 12


def test_document_keeps_to_its_schema(fp8c, product, tmp_path):
    fp8c.compile(product, "--tune", "fast", "--report", "r.html", FP8C_FAKE_REFUSES="2")
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text())

    def close(part):
        if isinstance(part, dict):
            if "properties" in part:
                part.setdefault("additionalProperties", False)
            part = part.values()
        for x in part if not isinstance(part, str) and hasattr(part, "__iter__") else ():
            close(x)
    closed = copy.deepcopy(schema)
    close(closed)
    jsonschema.Draft202012Validator(closed).validate(json.loads((tmp_path / "r.json").read_text()))
    assert "first_taken" in (tmp_path / "r.html").read_text()


def test_what_fails_is_left_out_and_named(fp8c, product):
    done = fp8c.compile(product, "--tune", "fast", times="2=5", FP8C_FAKE_REFUSES="2")
    assert [("failed" in w, w["seconds"] is None) for w in problem(done)["ways"]] == [(False, False), (True, True), (True, True)]
    assert taken(done) == "16 columns, 8 warps"
    assert 'warning: sm_89: 32 columns, 8 warps is left out: launching kernel' in done.stderr
    first = fp8c.compile(product, "--tune", "fast", "--no-cache", FP8C_FAKE_REFUSES="4")  # the model's own choice fails
    assert taken(first) == "32 columns, 8 warps" and len(fp8c.times()) == 1


def test_faulting_kernel_ends_the_timing_and_not_the_compile(fp8c, product):
    done = fp8c.compile(product, "--tune", "fast", target="sm_90a", FP8C_SIMT_SM="90", FP8C_SIMT_EMPTY="1")
    assert "a kernel being timed faulted" in done.stderr and not fp8c.times()
    assert all(w["seconds"] is None for w in problem(done)["ways"]) and done.variant["tuning"]["model"]["mean_factor"] is None


def test_damaged_times_are_measured_again(fp8c, product):
    first = fp8c.compile(product, "--tune", "fast", times="4=20,2=5")
    good = [t.read_bytes() for t in fp8c.times()]
    time = good[0].split(b"\n")[-2]
    damages = [b"", b"\n", b"fp8c cache 1\n", good[0][:-1], good[0][:40], good[0] + b"\n", good[0].replace(b" columns", b" colomns"), b"\xff" * 5000, b"\0" * 200,
               *(good[0].replace(b"\n" + time, b"\n" + other) for other in (b"1", b"1e999", b"-1"))]
    for damage in damages:
        fp8c.times()[0].write_bytes(damage)
        fp8c.forget()
        again = fp8c.compile(product, "--tune", "fast", times="4=20,2=5")
        assert "warning: 1 of the cache's entries is damaged or of something else, and was computed again (" in again.stderr, damage
        assert again.plan == first.plan and [t.read_bytes() for t in fp8c.times()] == good
    fp8c.times()[0].unlink()
    fp8c.times()[0].with_name("0" * 64).mkdir()  # nobody asks for it
    assert fp8c.compile(product, "--tune", "fast", times="4=20,2=5").plan == first.plan


def test_without_a_gpu_the_model_decides(fp8c, product):
    off = fp8c.compile(product, "--tune", "off", out="off.fp8c")
    done = fp8c.compile(product, "--tune", "fast", FP8C_SIMT_SM="100")
    assert "no GPU here runs code for sm_89, so no kernel is timed" in done.stderr and "tuning" not in done.variant
    assert done.variant == off.variant and not fp8c.times()


def test_what_does_not_fit_into_the_cache_is_timed_out_of_memory(fp8c, product):
    fp8c.compile(product, "--tune", "fast", times="4=20,2=5")
    cold = fp8c.compile(product, "--tune", "fast", "--no-cache", times="4=20,2=5", FP8C_FAKE_CACHE="100")
    assert taken(cold) == "32 columns, 8 warps"  # what pushes the cache out is not counted
    fp8c.forget()
    fp8c.compile(product, "--tune", "fast", times="4=20,2=5", FP8C_FAKE_CACHE="100")
    assert len(fp8c.times()) == 6  # times of their own


def test_time_limit(fp8c, product):
    done = fp8c.compile(product, "--tune", "fast", "--time-limit", "0.000001")
    assert "the time limit ended the timing of kernels after 0 of 3" in done.stderr and taken(done) == "16 columns, 8 warps"
    assert "has nothing to do without" in fp8c("compile", product, "--target", "sm_89", "--time-limit", "1", "-o", "q.fp8c", code=2).stderr


def test_equal_layers_are_one_problem(fp8c, tmp_path):
    random = np.random.default_rng(2)
    nodes = [helper.make_node("MatMul", [x, w], [y], name=y) for x, w, y in
             [("x", "w0", "a"), ("a", "w1", "b"), ("b", "w2", "c"), ("c", "w3", "d"), ("d", "w4", "y")]]
    model = save(tmp_path / "m.onnx", nodes, [("x", [4, 64])], [("y", [4, 64])], **{f"w{i}": random.standard_normal((64, 64)) for i in range(5)})
    problems = fp8c.compile(model, "--tune", "fast").variant["tuning"]["problems"]
    assert sorted(p["uses"] for p in problems) == [1, 4]  # the last one's result is a port


def test_decoding_splits_its_keys_as_timed(fp8c, tmp_path):
    """64 heads of 1024 keys: 2 parts fill the chip; sums of 1 and 4 come in another order, which full alone may take."""
    node = helper.make_node
    nodes = [node("Concat", ["pk", "k"], ["ks"], axis=2), node("Concat", ["pv", "v"], ["vs"], axis=2), node("Transpose", ["ks"], ["kt"], perm=[0, 1, 3, 2]),
             node("MatMul", ["q", "kt"], ["s"], name="scores"), node("Mul", ["s", "c"], ["t"]), node("Softmax", ["t"], ["p"], axis=-1),
             node("MatMul", ["p", "vs"], ["y"], name="mix")]
    heads = lambda n: [1, 64, n, 32]
    model = save(tmp_path / "m.onnx", nodes, [("q", heads(1)), ("k", heads(1)), ("v", heads(1)), ("pk", heads(1023)), ("pv", heads(1023))],
                 [("y", heads(1))], c=np.float32(0.125) * np.ones(1))
    ports = [w for p in ("q", "k", "v", "pk", "pv") for w in ("--io-type", f"{p}=bf16")]
    times = "256=25,128=20,64=10"
    fast = fp8c.compile(model, "--tune", "fast", *ports, times=times)
    p, = fast.variant["tuning"]["problems"]
    assert [w["name"] for w in p["ways"]] == ["2 parts of the keys, 16 warps, 2 steps ahead", "2 parts of the keys, 16 warps, 1 step ahead"]
    full = fp8c.compile(model, "--tune", "full", *ports, times=times)
    p, = full.variant["tuning"]["problems"]
    assert {w["name"].split(",")[0] for w in p["ways"]} == {"4 parts of the keys", "2 parts of the keys", "1 part of the keys"}
    for way in p["ways"]:  # the launch that joins the parts counts
        assert way["seconds"] == pytest.approx({"4": 35e-6, "2": 30e-6, "1": 10e-6}[way["name"][0]])
    assert taken(full, p["node"]).startswith("1 part of the keys") and [l["kernel"].startswith("fp8c_attention_decode") for l in full.variant["launches"]] == [True]


def test_hopper_tiles(fp8c, tmp_path):
    """FP8 products of 4096 rows; the kernels are not run, the script says that 64 x 64 is fastest."""
    random = np.random.default_rng(3)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"], name="wide"), helper.make_node("Relu", ["h"], ["r"]), helper.make_node("MatMul", ["r", "v"], ["y"], name="narrow")]
    model = save(tmp_path / "m.onnx", nodes, [("x", [4096, 256])], [("y", [4096, 256])], w=random.standard_normal((256, 1024)), v=random.standard_normal((1024, 256)))
    words = ["--calibrate-method", "constant=0.05", "--precision", "fp8", "--io-type", "y=bf16", "--io-type", "x=bf16", "--tune", "full"]
    done = fp8c.compile(model, *words, target="sm_90a", times="64=40,128=30,256=5", **EMPTY)
    wide, narrow = ([w["name"] for w in problem(done, name)["ways"]] for name in ("wide", "narrow"))
    assert wide[0] == "128 x 256, two together" and {"64 x 128", "128 x 96, two in turn", "256 x 128, two together"} <= set(wide)
    assert narrow[0] == "128 x 64" and {"64 x 64", "128 x 128, two in turn", "192 x 128, two in turn"} <= set(narrow)
    assert taken(done, "narrow") == "64 x 64"
    other = fp8c.compile(model, *words, "--no-cache", target="sm_90a", times="64=4", **EMPTY)
    assert taken(other, "narrow") == "128 x 128, two in turn"


def test_algorithms_of_the_library(fp8c, tmp_path):
    """An F32 product is cuBLASLt's.  It proposes three algorithms here; beyond them the last is meant again."""
    w = np.random.default_rng(4).standard_normal((64, 96))
    model = save(tmp_path / "m.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"], name="one")], [("x", [40, 64])], [("y", [40, 96])], w=w)
    words = ["--precision", "f32"]
    fast = fp8c.compile(model, *words, "--tune", "fast", out="fast.fp8c", times="1001=5")
    assert "tuning" not in fast.variant and fast.plan[24] == 0  # one way alone adds in the library's own order
    full = fp8c.compile(model, *words, "--tune", "full", times="1000=9,1001=5,1002=7")
    assert [round(w["seconds"] * 1e6) for w in problem(full)["ways"]] == [9, 5, 7, 7, 7, 7, 7, 7] and taken(full) == "cuBLASLt's proposal 2"
    assert full.plan[24] == 8  # a feature of the format
    x = np.random.default_rng(5).standard_normal((40, 64)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", "cuda:0", "--output-dir", "out", "-q")
    np.testing.assert_allclose(np.load(tmp_path / "out" / "y.npy"), x @ w.astype(np.float32), rtol=1e-4, atol=1e-4)
    done = json.loads(fp8c("bench", "p.fp8c", "--device", "cuda:0", "-n", "3", "--roofline", "--json", times="1000=9,1001=5,1002=7").stdout)
    assert [s["median_us"] for s in done["steps"]] == [pytest.approx(5, rel=1e-3)]  # and is the one that runs
