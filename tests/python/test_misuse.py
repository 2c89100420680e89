"""What a caller gets wrong, and what a process does to a session that others would not: sentences, and nothing silent."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import fp8c

X = np.random.default_rng(1).standard_normal((4, 32)).astype(np.float32)


@pytest.fixture
def plan(mlp):
    return fp8c.compile(mlp, target="cpu", precision="f32")


@pytest.fixture
def session(plan):
    return fp8c.Session(plan, threads=1)


@pytest.mark.parametrize("dtype", [d for d in "?bhilBHILefdgFDOSUMmV" if d != "f"] + [">f4", ml_dtypes.bfloat16, ml_dtypes.int4, ml_dtypes.float8_e3m4])
def test_no_other_type_is_taken_for_a_float(session, dtype):
    """Nor unsigned integers for the bits of a type that NumPy has."""
    wide = {"S": "S4", "U": "U4", "M": "M8[s]", "m": "m8[s]", "V": "V4"}.get(dtype, dtype) if isinstance(dtype, str) else dtype
    wrong = np.zeros((4, 32), "u4" if dtype == "I" else wide)
    for _ in range(2):  # before a run of these shapes, and behind it
        with pytest.raises(fp8c.ArgumentError, match="has the type"):
            session.run(None, {"x": wrong})
        session.run(None, {"x": X})


def test_memory_of_every_kind_is_read(session):
    (want,) = session.run(None, {"x": X})
    unaligned = np.frombuffer(b"?" + X.tobytes(), np.uint8)[1:].view(np.float32).reshape(X.shape)
    read_only = X.copy()
    read_only.flags.writeable = False
    for x in (np.asfortranarray(X), np.repeat(X, 2, 1)[:, ::2], X[::-1][::-1], unaligned, read_only, X.view(np.matrix), np.ma.masked_array(X)):
        np.testing.assert_array_equal(session.run(None, {"x": x})[0], want)
    with pytest.raises(fp8c.ArgumentError, match="masked"):
        session.run(None, {"x": np.ma.masked_array(X, X > 0)})


@pytest.mark.parametrize(
    "words, call",
    [
        ("feed is a list", lambda s: s.run(None, [X])),
        ("feed is a NoneType", lambda s: s.run(None, None)),
        ('names is "y"', lambda s: s.run("y", {"x": X})),
        ("device is 5", lambda s: fp8c.Session(s.plan, 5)),
        ("threads is '2'", lambda s: fp8c.Session(s.plan, threads="2")),
        ("threads is 1099511627776", lambda s: fp8c.Session(s.plan, threads=2**40)),
        ("NoneType is no plan", lambda s: fp8c.Plan(None)),
        ("target is 5", lambda s: fp8c.compile("m.onnx", target=5)),
        ("dims is a int", lambda s: fp8c.compile("m.onnx", dims=5)),
        ("capacity is", lambda s: fp8c.compile("m.onnx", capacity=2**70)),
        ("int holds no samples", lambda s: fp8c.compile("m.onnx", calibrate=5)),
        ("no calibration samples", lambda s: fp8c.compile("m.onnx", calibrate={})),
        ("numbers were expected", lambda s: fp8c.compile("m.onnx", calibrate={"x": np.zeros(3, object)})),
    ],
)
def test_wrong_arguments_are_named(session, words, call):
    with pytest.raises(fp8c.ArgumentError, match=words):
        call(session)


def test_a_model_may_be_bytes(mlp, session):
    made = fp8c.compile(open(mlp, "rb").read(), target="cpu", precision="f32")
    np.testing.assert_array_equal(fp8c.Session(made, threads=1).run(None, {"x": X})[0], session.run(None, {"x": X})[0])


def test_samples_need_no_package_that_the_wheel_does_not_bring(mlp, tmp_path):
    """A list, an iterable and tuples, where there is no onnx; inputs that have a constant are none."""
    model = onnx.load(mlp)
    model.graph.input.append(helper.make_tensor_value_info("a", TensorProto.FLOAT, [32, 64]))
    onnx.save(model, tmp_path / "m.onnx")
    (tmp_path / "onnx.py").write_text("raise ImportError('there is no onnx')\n")
    words = "import numpy as np, fp8c\nx = [np.ones((4, 32), 'f4') * k for k in range(1, 9)]\n"
    words += "plans = [fp8c.compile('m.onnx', calibrate=s, target='cpu', precision='fp8') for s in ([{'x': a} for a in x], ((a, 0) for a in x), [(a, 0) for a in x])]\n"
    words += "assert all(p.report['summary']['fp8_nodes'] == 2 for p in plans)\n"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run([sys.executable, "-c", words], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with pytest.raises(fp8c.FormatError):
        fp8c.compile(tmp_path / "onnx.py", calibrate=[(X,)])
    with pytest.raises(fp8c.FileError):
        fp8c.compile(tmp_path / "no.onnx", calibrate=[(X,)])


def test_plans_are_copied_and_pickled_and_sessions_are_not(plan, session, tmp_path):
    assert copy.copy(plan) is plan and copy.deepcopy([plan])[0] is plan
    for of in (plan, fp8c.Plan(plan.save(tmp_path / "p.fp8c"))):
        assert pickle.loads(pickle.dumps(of)).hash == plan.hash
    of = fp8c.Plan(tmp_path / "p.fp8c")
    (tmp_path / "p.fp8c").write_bytes(b"another file by now")
    with pytest.raises(fp8c.FormatError):
        pickle.loads(pickle.dumps(of))
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            way(session)
    assert session.run(None, {"x": X})[0].shape == (4, 16)


def in_child(work):
    """Whether a child of this process does its work within ten seconds."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os._exit(0 if work() else 1)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_child_goes_on_with_sessions_of_its_parent(plan, threads):
    """While another thread of the parent runs one, and when the parent has run asynchronously."""
    many = np.repeat(X, 200, 0)
    session = fp8c.Session(plan, threads=threads)
    want = session.run_async(None, {"x": many}).result()[0]
    stop = threading.Event()

    def load():
        while not stop.is_set():
            session.run(None, {"x": many})

    other = threading.Thread(target=load)
    other.start()
    try:
        for _ in range(5):
            assert in_child(lambda: np.array_equal(session.run(None, {"x": many})[0], want))
            assert in_child(lambda: np.array_equal(session.run_async(None, {"x": many}).result(8)[0], want))
        assert in_child(lambda: np.array_equal(fp8c.Session(plan, threads=threads).run(None, {"x": many})[0], want))
    finally:
        stop.set()
        other.join()
    np.testing.assert_array_equal(session.run(None, {"x": many})[0], want)
