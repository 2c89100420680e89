"""ONNX Runtime's tensors in a GPU's memory, on a simulated one that ONNX Runtime itself does not see: made, copied, read and written where they lie, in the
order of its streams; parts on the CPU between them."""
import gc
import os
import threading

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from small_models import save

os.environ["FP8C_SIMT_SM"] = "90"  # the chip that is simulated, as the driver says it in this process
fp8c = pytest.importorskip("fp8c")
onnxruntime = pytest.importorskip("onnxruntime")
if not os.environ.get("FP8C_ORT_LIBRARY"):
    pytest.skip("the plugin is not built", allow_module_level=True)
import fp8c.ort  # noqa: E402

random = np.random.default_rng(0)
X = random.standard_normal((4, 32)).astype(np.float32)
W = {"a": random.standard_normal((32, 64)).astype(np.float32) / 6, "b": random.standard_normal((64, 16)).astype(np.float32) / 6}
Value = onnxruntime.OrtValue
NVIDIA = 0x10DE
if tuple(map(int, onnxruntime.__version__.split(".")[:2])) < (1, 24):
    pytest.skip("ONNX Runtime before 1.24 takes no device that it has not found", allow_module_level=True)


def on_device(array):
    return Value.ortvalue_from_numpy(array, "gpu", 0, NVIDIA)


def room_on_device(shape):
    return Value.ortvalue_from_shape_and_type(shape, np.float32, "gpu", 0, NVIDIA)


def knows_cuda():
    """Whether a build without CUDA has the name, which bindings of pointers want; 1.24 has it not."""
    try:
        return bool(Value.ortvalue_from_numpy(X, "cuda", 0))
    except RuntimeError:
        return False


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    nodes = [helper.make_node("MatMul", ["x", "a"], ["h"]), helper.make_node("Relu", ["h"], ["r"]), helper.make_node("MatMul", ["r", "b"], ["y"])]
    return str(save(tmp_path_factory.mktemp("m") / "m.onnx", nodes, [("x", [4, 32])], [("y", [4, 16])], **W))


def session(model, **options):
    made = onnxruntime.SessionOptions()
    made.log_severity_level = 4
    return onnxruntime.InferenceSession(model, fp8c.ort.add_to(made, "gpu", precision="bf16", **options), enable_fallback=0)


@pytest.fixture(scope="module")
def made(model):
    return session(model)


@pytest.fixture(scope="module")
def plain(model):
    return fp8c.Session(fp8c.compile(model, target="sm_90a", precision="bf16"), "cuda:0")


def test_the_gpu_is_offered_though_linux_shows_none():
    kinds = [d.device.type.name for d in fp8c.ort.devices()]
    assert kinds == ["CPU", "GPU"], kinds


def test_arrays_of_the_host_come_and_go(made, plain):
    for k in range(3):
        np.testing.assert_array_equal(made.run(None, {"x": X * k})[0], plain.run(None, {"x": X * k})[0])


@pytest.mark.parametrize("given", ["value", "pointer", "host"])
@pytest.mark.parametrize("taken", ["value", "pointer", "host"])
def test_tensors_of_the_device_are_taken_where_they_lie(made, plain, given, taken):
    if "pointer" in (given, taken) and not knows_cuda():
        pytest.skip("this release has no name for a pointer's device")
    binding, x, y = made.io_binding(), on_device(X), room_on_device((4, 16))
    if given == "value":
        binding.bind_ortvalue_input("x", x)
    elif given == "pointer":
        binding.bind_input("x", "cuda", 0, np.float32, (4, 32), x.data_ptr())
    else:
        binding.bind_cpu_input("x", X)
    if taken == "pointer":
        binding.bind_output("y", "cuda", 0, np.float32, (4, 16), y.data_ptr())
    elif taken == "value":
        binding.bind_ortvalue_output("y", y)
    else:
        binding.bind_output("y", "cpu")
    made.run_with_iobinding(binding)
    have = binding.get_outputs()[0] if taken == "host" else y
    np.testing.assert_array_equal(have.numpy(), plain.run(None, {"x": X})[0])


def test_copies_on_a_stream():
    (device,) = (d for d in fp8c.ort.devices() if d.device.type.name == "GPU")
    if not hasattr(device, "create_sync_stream"):
        pytest.skip("this release has no streams in Python")
    stream, there, again = device.create_sync_stream(), room_on_device(X.shape), room_on_device(X.shape)
    onnxruntime.copy_tensors([Value.ortvalue_from_numpy(X)], [there], stream)
    onnxruntime.copy_tensors([there], [again], stream)
    np.testing.assert_array_equal(again.numpy(), X)


def test_threads_with_tensors_of_both_kinds(made, plain):
    want, wrong = [plain.run(None, {"x": X * k})[0] for k in range(12)], []

    def work(k):
        for i in range(6):
            x = X * (k + i)
            if k % 2:
                y = made.run(None, {"x": x})[0]
            else:
                binding, result = made.io_binding(), room_on_device((4, 16))
                binding.bind_ortvalue_input("x", on_device(x))
                binding.bind_ortvalue_output("y", result)
                made.run_with_iobinding(binding)
                y = result.numpy()
            if not np.array_equal(y, want[k + i]):
                wrong.append((k, i))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_what_a_gpu_lacks_runs_on_the_cpu_between_parts(tmp_path):
    """Tensors are moved between them."""
    nodes = [helper.make_node("MatMul", ["x", "w"], ["a"]), helper.make_node("RandomUniformLike", ["a"], ["u"], low=0.0, high=1e-30),
             helper.make_node("Add", ["a", "u"], ["b"]), helper.make_node("MatMul", ["b", "w"], ["y"])]
    w = random.standard_normal((32, 32)).astype(np.float32)
    path = str(save(tmp_path / "parts.onnx", nodes, [("x", [4, 32])], [("y", [4, 32])], w=w))
    np.testing.assert_allclose(session(path).run(None, {"x": X})[0], X @ w @ w, rtol=0.1, atol=2)


def test_outputs_whose_shape_depends_on_numbers(tmp_path):
    model = onnx.load(save(tmp_path / "n.onnx", [helper.make_node("MatMul", ["x", "a"], ["h"]), helper.make_node("NonZero", ["h"], ["y"])],
                           [("x", [4, 32])], [("y", [2, None], TensorProto.INT64)], a=W["a"]))
    have = session(model.SerializeToString()).run(None, {"x": np.eye(4, 32, dtype=np.float32)})[0]
    assert have.shape[0] == 2 and have.shape[1] == np.count_nonzero(W["a"][:4])


def test_another_device_than_the_session_was_made_for_is_refused(model):
    with pytest.raises(Exception, match='device is "cpu", and the session was made for cuda:0'):
        session(model, device="cpu")


def test_memory_is_used_again(made):
    """What a tensor had is the next one's of its size."""
    places = set()
    for _ in range(20):
        value = on_device(X)
        places.add(value.data_ptr())
        del value
        gc.collect()
    assert len(places) <= 2


def test_memory_of_one_thread_is_not_the_next_ones(made):
    """What a thread freed may still be read on its stream, behind which only the thread itself goes on."""
    value = on_device(X)
    freed = value.data_ptr()
    del value
    gc.collect()
    others = []
    thread = threading.Thread(target=lambda: others.append(on_device(X)))
    thread.start()
    thread.join()
    assert others[0].data_ptr() != freed
    assert on_device(X).data_ptr() == freed
