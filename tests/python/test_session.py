"""fp8c.Session: arrays in and out, threads, and wrong input."""

import threading

import ml_dtypes
import numpy as np
import pytest

import fp8c
from fp8c import _arrays
from fp8c._native import lib

X = np.random.default_rng(1).standard_normal((5, 32)).astype(np.float32)


@pytest.fixture
def session(mlp):
    return fp8c.Session(fp8c.compile(mlp, target="cpu", precision="f32"), threads=1)


@pytest.fixture
def several(two):
    return fp8c.Session(fp8c.compile(two, target="cpu"), threads=1)


def test_every_type_of_the_library_is_one_of_numpy():
    for number in range(1, lib.FP8C_DTYPE_COUNT):
        bits = lib.fp8c_dtype_bits(number)
        assert _arrays.numpy_type(number).itemsize == max(1, bits // 8), _arrays.dtype_name(number)


def test_outputs_by_name_and_inputs_by_place_and_name(several):
    x, i = np.array([[0, 1, 2, 3]], np.float32), np.array([1, 2, 3])
    total, square, places = several.run(None, {"x": x, "i": i})
    np.testing.assert_array_equal(total, x + x)
    np.testing.assert_array_equal(square, i * i)
    np.testing.assert_array_equal(places, np.nonzero(x))
    assert list(several(x, i)) == list(several(x=x, i=i)) == ["sum", "square", "places"]
    (only,) = several.run(["square"], {"x": x, "i": [4, 5, 6]})
    np.testing.assert_array_equal(only, [16, 25, 36])


def test_a_shape_may_change_from_run_to_run(session, several):
    for rows in (1, 7, 0, 7):
        (y,) = session.run(None, {"x": np.ones((rows, 32), np.float32)})
        assert y.shape == (rows, 16)
    for rows in (2, 0, 3):
        assert several(np.ones((rows, 4), np.float32), [1, 2, 3])["places"].shape == (2, 4 * rows)


def again(session, x, out=None):
    """A run in shapes that were run before, by the way that checks nothing twice; None where it is left to the other."""
    made = session._run_again({"x": x}, out)
    return None if made is None else made[0]


def test_a_run_in_known_shapes_is_prepared_already(session, several):
    """What stands between a caller and the C function is short for arrays of NumPy, and only for them."""
    want = {rows: session.run(None, {"x": X[:rows]})[0].copy() for rows in (5, 2)}
    assert again(session, X[:3]) is None
    for rows in (5, 2, 5):
        np.testing.assert_array_equal(again(session, X[:rows].copy()), want[rows])
    mine, first = np.empty((5, 16), np.float32), again(session, X)
    assert again(session, -X, {"y": mine}) is mine and not np.array_equal(mine, first)
    np.testing.assert_array_equal(first, want[5])
    locked = np.empty((5, 16), np.float32)
    locked.flags.writeable = False
    wide = np.ones((5, 64), np.float32)
    for x, out in ((X.astype(np.float64), None), (X.astype(">f4"), None), (X.tolist(), None), (wide[:, ::2], None), (X, {"y": locked}),
                   (X, {"y": mine.astype(np.float64)}), (X, {"y": mine[:4]}), (X, {"y": np.empty((5, 32), np.float32)[:, ::2]})):
        assert again(session, x, out) is None, (x, out)
    for out in (locked, mine[:4], mine.astype(np.float64)):
        with pytest.raises(fp8c.ArgumentError):
            session.run(None, {"x": X}, out={"y": out})
    np.testing.assert_array_equal(session.run(None, {"x": wide[:, ::2]})[0], session.run(None, {"x": wide[:, :32].copy()})[0])
    several(np.ones((2, 4), np.float32), np.arange(3))
    assert several._run_again({"x": np.ones((2, 4), np.float32), "i": np.arange(3)}, None) is None  # the shape of places depends on numbers
    for rows in range(1, 200):
        session.run(None, {"x": np.zeros((rows, 32), np.float32)})
    assert len(session._ready) <= 64
    session.close()
    assert again(session, X) is None
    with pytest.raises(fp8c.BusyError):
        session.run(None, {"x": X})


def test_outputs_in_the_order_of_their_names(two):
    session = fp8c.Session(fp8c.compile(two, target="cpu"), threads=1)
    feed = {"x": np.zeros((0, 4), np.float32), "i": np.arange(3)}
    for _ in range(2):
        square, total = session.run(["square", "sum"], feed)
        assert total.shape == (0, 4) and square.tolist() == [0, 1, 4]


def test_results_go_into_arrays_of_the_caller(session, several):
    (want,) = session.run(None, {"x": X})
    mine = np.empty((5, 16), np.float32)
    (y,) = session.run(None, {"x": X}, out={"y": mine})
    assert y is mine
    np.testing.assert_array_equal(mine, want)
    feed = {"x": np.ones((1, 4), np.float32), "i": [1, 2, 3]}
    places = np.empty((2, 4), np.int64)
    assert several.run(["places"], feed, out={"places": places})[0] is places
    np.testing.assert_array_equal(places, [[0, 0, 0, 0], [0, 1, 2, 3]])
    for bad in (np.empty((4, 16), np.float32), np.empty((5, 16), np.float64), np.empty((16, 5), np.float32).T):
        with pytest.raises(fp8c.ArgumentError, match='"y"'):
            session.run(None, {"x": X}, out={"y": bad})
    frozen = np.empty((5, 16), np.float32)
    frozen.flags.writeable = False
    with pytest.raises(fp8c.ArgumentError, match="read-only"):
        session.run(None, {"x": X}, out={"y": frozen})


def test_results_stay_when_the_session_runs_again_and_goes(mlp):
    session = fp8c.Session(fp8c.compile(mlp, target="cpu"))
    (first,) = session.run(None, {"x": X})
    kept = first.copy()
    session.run(None, {"x": -X})
    session.close()
    np.testing.assert_array_equal(first, kept)
    with pytest.raises(fp8c.BusyError, match="closed"):
        session.run(None, {"x": X})


class Lent:
    """Memory that is reached by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **_):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack_is_read_where_it_lies(session):
    (want,) = session.run(None, {"x": X})
    (y,) = session.run(None, {"x": Lent(X)})
    np.testing.assert_array_equal(y, want)
    wide = np.repeat(X, 2, axis=1)
    with pytest.raises(fp8c.ArgumentError, match="not dense"):
        session.run(None, {"x": Lent(wide[:, ::2])})
    with pytest.raises(fp8c.ArgumentError, match='"x" has the type DLPack'):
        session.run(None, {"x": Lent(X.astype(np.float64))})


def test_arrays_that_are_not_dense_are_made_so(session):
    (want,) = session.run(None, {"x": X})
    np.testing.assert_array_equal(session.run(None, {"x": np.asfortranarray(X)})[0], want)
    np.testing.assert_array_equal(session.run(None, {"x": np.repeat(X, 2, axis=1)[:, ::2]})[0], want)
    np.testing.assert_array_equal(session.run(None, {"x": X.tolist()})[0], want)


def test_ports_of_narrow_types(mlp):
    plan = fp8c.compile(mlp, target="cpu", precision="bf16", io_types={"x": "bf16", "y": "e4m3@0.25"})
    session = fp8c.Session(plan)
    x = X.astype(ml_dtypes.bfloat16)
    (y,) = session.run(None, {"x": x})
    assert y.dtype == ml_dtypes.float8_e4m3fn and plan.outputs[0].scale == 0.25
    np.testing.assert_array_equal(session.run(None, {"x": x.view(np.uint16)})[0].view(np.uint8), y.view(np.uint8))


WRONG = {
    "missing": ({}, 'input "x" is missing; the plan takes x'),
    "unknown": ({"x": X, "z": X}, 'there is no input "z"'),
    "type": ({"x": X.astype(np.float64)}, '"x" has the type float64, and the plan takes f32'),
    "rank": ({"x": X[0]}, "x"),
    "size": ({"x": X[:, :31]}, "31"),
    "rank nine": ({"x": np.ones((1,) * 9, np.float32)}, "9 dimensions"),
    "text": ({"x": "hello"}, "no f32 array"),
    "ragged": ({"x": [[1.0], [1.0, 2.0]]}, "no f32 array"),
    "none": ({"x": None}, '"x"'),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_told_and_changes_nothing(session, name):
    feed, words = WRONG[name]
    (want,) = session.run(None, {"x": X})
    with pytest.raises(fp8c.ArgumentError, match=words):
        session.run(None, feed)
    np.testing.assert_array_equal(session.run(None, {"x": X})[0], want)


def test_numbers_that_a_port_does_not_hold_are_refused(several):
    feed = {"x": np.ones((1, 4), np.float32), "i": [1.5, 2, 3]}
    with pytest.raises(fp8c.ArgumentError, match='"i"'):
        several.run(None, feed)


def test_names_that_are_no_outputs(session):
    with pytest.raises(fp8c.ArgumentError, match='no output "z"; the plan has y'):
        session.run(["z"], {"x": X})


def test_plans_that_are_none(mlp, tmp_path):
    content = bytearray(fp8c.compile(mlp, target="cpu").save(tmp_path / "m.fp8c").read_bytes())
    content[len(content) // 2] ^= 1
    with pytest.raises(fp8c.FormatError):
        plan = fp8c.Plan(bytes(content))
        plan.verify()
    with pytest.raises(fp8c.FormatError):
        fp8c.Plan(b"")
    with pytest.raises(fp8c.FileError, match="none.fp8c"):
        fp8c.Session(tmp_path / "none.fp8c")
    with pytest.raises(fp8c.Fp8cError, match="hash"):
        fp8c.Plan(tmp_path / "m.fp8c", hash="0" * 64)


def test_devices_that_are_not_there(mlp):
    plan = fp8c.compile(mlp, target="cpu")
    with pytest.raises(fp8c.Fp8cError):
        fp8c.Session(plan, device="cuda:99")
    with pytest.raises(fp8c.ArgumentError, match="tpu"):
        fp8c.Session(plan, device="tpu")


def test_threads_take_turns_and_each_gets_its_own_result(session):
    feeds = [np.full((3, 32), i, np.float32) for i in range(8)]
    want = [session.run(None, {"x": f})[0] for f in feeds]
    wrong = []

    def work(i):
        for _ in range(50):
            if not np.array_equal(session.run(None, {"x": feeds[i]})[0], want[i]):
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_runs_in_the_background(session):
    futures = [session.run_async(None, {"x": X * i}) for i in range(5)]
    for i, future in enumerate(futures):
        np.testing.assert_array_equal(future.result()[0], session.run(None, {"x": X * i})[0])
    with pytest.raises(fp8c.ArgumentError):
        session.run_async(None, {}).result()


def test_every_status_has_an_exception():
    from fp8c._errors import Fp8cError
    from fp8c._native import failure, new_error

    for status in range(1, lib.FP8C_ERROR_CANCELLED + 1):
        assert type(failure(status, new_error())) is not Fp8cError, status


def test_sessions_of_a_plan_have_its_weights_once(tmp_path):
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    w = np.random.default_rng(0).standard_normal((4096, 4096)).astype(np.float32)
    io = helper.make_tensor_value_info
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "g",
        [io("x", TensorProto.FLOAT, [2, 4096])],
        [io("y", TensorProto.FLOAT, [2, 4096])],
        [numpy_helper.from_array(w, "w")],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10), tmp_path / "m.onnx")
    plan = fp8c.Plan(fp8c.compile(tmp_path / "m.onnx", target="cpu", precision="bf16").save(tmp_path / "m.fp8c"))
    x = np.ones((2, 4096), np.float32)
    sessions, used, results = [], [], []
    for _ in range(6):
        sessions.append(fp8c.Session(plan, threads=1))
        results.append(sessions[-1].run(None, {"x": x})[0])
        used.append(int(open("/proc/self/statm").read().split()[1]) * 4096)
    assert all(np.array_equal(r, results[0]) for r in results)
    assert used[-1] - used[0] < w.nbytes // 2, [u >> 20 for u in used]
    for session in sessions[:-1]:
        session.close()
    np.testing.assert_array_equal(sessions[-1].run(None, {"x": x})[0], results[0])
