"""Triton with the fp8c backend on the CPU: HTTP, gRPC, batches, reload, metrics, and what is wrong (FP8C_SLOW=1).

tests/support/triton_server.py says where the server comes from.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from onnx import helper

import fp8c

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
import small_models  # noqa: E402
from rude_clients import send_and_go  # noqa: E402
from triton_server import Server  # noqa: E402

pytestmark = pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")
X = np.random.default_rng(1).standard_normal((16, 32)).astype(np.float32)
GRPC = """
import sys, numpy as np, tritonclient.grpc as grpc
client = grpc.InferenceServerClient("localhost:" + sys.argv[1])
x = np.load(sys.argv[2])
given = grpc.InferInput("x", list(x.shape), "FP32")
given.set_data_from_numpy(x)
np.save(sys.argv[3], client.infer("mlp", [given]).as_numpy("y"))
try:
    wrong = grpc.InferInput("x", [2, 31], "FP32")
    wrong.set_data_from_numpy(np.zeros((2, 31), np.float32))
    client.infer("mlp", [wrong])
    sys.exit("a wrong shape was taken")
except grpc.InferenceServerException as error:
    assert "INVALID_ARGUMENT" in str(error), error
"""


def plan_of(tmp_path, seed, batch="batch"):
    random = np.random.default_rng(seed)
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"]),
        helper.make_node("Relu", ["h"], ["r"]),
        helper.make_node("MatMul", ["r", "b"], ["y"]),
    ]
    weights = {k: random.standard_normal(s).astype(np.float32) / 6 for k, s in {"a": (32, 64), "b": (64, 16)}.items()}
    path = small_models.save(tmp_path / f"{seed}.onnx", nodes, [("x", [batch, 32])], [("y", [batch, 16])], **weights)
    return fp8c.compile(path, target="cpu", precision="f32")


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    return plan_of(tmp_path_factory.mktemp("plans"), 0)


@pytest.fixture(scope="module")
def server(plan, tmp_path_factory):
    made = Server(tmp_path_factory.mktemp("triton"), mlp=plan)
    yield made
    made.stop()


def expected(plan, x):
    return fp8c.Session(plan, threads=1).run(None, {"x": x})[0]


def test_http_and_grpc_give_what_the_plan_gives(server, plan, tmp_path):
    code, y = server.infer(X[:5])
    assert code == 200, y
    np.testing.assert_array_equal(y, expected(plan, X[:5]))
    np.save(tmp_path / "x.npy", X)
    words = [server.python, "-c", GRPC, str(server.grpc), tmp_path / "x.npy", tmp_path / "y.npy"]
    subprocess.run(words, check=True)
    np.testing.assert_array_equal(np.load(tmp_path / "y.npy"), expected(plan, X))
    _, document = server.ask("v2/models/mlp")
    assert document["inputs"] == [{"name": "x", "datatype": "FP32", "shape": [-1, 32]}]
    assert document["outputs"] == [{"name": "y", "datatype": "FP32", "shape": [-1, 16]}]


def test_requests_run_together(server, plan):
    before = [server.metric(m) for m in ("nv_inference_count", "nv_inference_exec_count")]
    parts = [X[i : i + 1 + i % 2] for i in range(12)]
    with concurrent.futures.ThreadPoolExecutor(len(parts)) as threads:
        answers = list(threads.map(server.infer, parts))
    for x, (code, y) in zip(parts, answers, strict=True):
        assert code == 200, y
        np.testing.assert_allclose(y, expected(plan, x), rtol=1e-5, atol=1e-5)
    count, runs = (server.metric(m) - b for m, b in zip(("nv_inference_count", "nv_inference_exec_count"), before, strict=True))
    assert count == sum(len(x) for x in parts) and runs < len(parts)


def test_wrong_input_is_refused_and_the_server_goes_on(server, plan):
    for x, datatype, words in [(X[:2, :31], "FP32", "unexpected shape"), (X[:2].astype(int), "INT64", "data-type"),
                               (np.concatenate([X, X]), "FP32", "batch")]:
        code, text = server.infer(x, datatype=datatype)
        assert code == 400 and words in text, text
    assert server.infer(X[:1])[0] == 200


def test_clients_that_go_take_nothing_with_them(server, plan):
    given = {"name": "x", "shape": [1, 32], "datatype": "FP32", "data": X[0].tolist()}
    body = json.dumps({"inputs": [given]}).encode()
    want = expected(plan, X)
    with concurrent.futures.ThreadPoolExecutor(12) as threads:
        gone = [threads.submit(send_and_go, server.http, "/v2/models/mlp/infer", body, share) for share in (0.02, 0.5, 0.99, 1) * 10]
        answers = [(i, threads.submit(server.infer, X[i : i + 1])) for i in range(16)]
        for future in gone:
            future.result()
        for i, future in answers:
            code, y = future.result()
            assert code == 200, y
            np.testing.assert_allclose(y, want[i : i + 1], rtol=1e-5, atol=1e-5)
    assert server.process.poll() is None and server.infer(X[:1])[0] == 200


def test_a_thousand_requests_at_once(server, plan):
    want = expected(plan, X)
    with concurrent.futures.ThreadPoolExecutor(200) as threads:
        for i, (code, y) in enumerate(threads.map(lambda i: server.infer(X[i % 16 : i % 16 + 1]), range(1000))):
            assert code == 200, y
            np.testing.assert_allclose(y, want[i % 16 : i % 16 + 1], rtol=1e-5, atol=1e-5)


def test_two_versions_and_a_file_that_is_cut_under_load(server, plan, tmp_path):
    """Each has its own numbers; what is loaded goes on while its file is no plan any more."""
    other = plan_of(tmp_path, 5)
    server.put("both", plan)
    (server.repository / "both" / "2").mkdir()
    other.save(server.repository / "both" / "2" / "model.fp8c")
    configuration = server.repository / "both" / "config.pbtxt"
    configuration.write_text(configuration.read_text() + "version_policy { all {} }\n")
    assert server.load("both")[0] == 200
    given = {"inputs": [{"name": "x", "shape": [1, 32], "datatype": "FP32", "data": X[0].tolist()}]}
    wrong, stop, asked = [], threading.Event(), [0]

    def ask(version, want):
        while not stop.is_set():
            code, answer = server.ask(f"v2/models/both/versions/{version}/infer", given)
            asked[0] += 1
            if code != 200 or not np.allclose(answer["outputs"][0]["data"], want[0], rtol=1e-5, atol=1e-5):
                wrong.append((version, code, answer))

    clients = [threading.Thread(target=ask, args=(v, expected(p, X[:1]))) for v, p in ((1, plan), (2, other)) for _ in range(3)]
    for client in clients:
        client.start()
    file = server.repository / "both" / "1" / "model.fp8c"
    content = file.read_bytes()
    try:
        for _ in range(3):
            with open(file, "r+b") as plan_file:
                plan_file.truncate(1000)
            code, answer = server.load("both")
            assert code == 400 and "plan" in answer["error"], answer
            file.write_bytes(content)
            assert server.load("both")[0] == 200
            time.sleep(0.5)  # requests wait for each other for a fifth of a second
    finally:
        stop.set()
        for client in clients:
            client.join()
    assert not wrong and asked[0] > 10, (asked, wrong[:2])


def test_models_that_are_wrong_are_not_loaded(server, plan, tmp_path):
    content = plan.save(tmp_path / "plan.fp8c").read_bytes()
    wrong = 'input [{ name: "x" data_type: TYPE_FP64 dims: [32] }]\n'
    for name, plan_bytes, config, words in [
        ("cut", content[:-100], "", "plan|bytes"),
        ("changed", content[:200] + b"?" + content[201:], "", "plan|hash"),
        ("other", b"no plan at all", "", "plan"),
        ("types", content, wrong, "TYPE_FP64 in the configuration; the plan has f32"),
        ("names", content, wrong.replace('"x"', '"z"').replace("64", "32"), 'has an input "z", and the plan none'),
    ]:
        server.put(name, plan_bytes, config)
        code, answer = server.load(name)
        assert code == 400 and any(word in answer["error"] for word in words.split("|")), (name, answer)
    assert server.infer(X[:1])[0] == 200


def test_another_plan_takes_its_place(server, tmp_path):
    other = plan_of(tmp_path, 1)
    server.put("mlp", other)
    assert server.load("mlp")[0] == 200
    np.testing.assert_array_equal(server.infer(X[:3])[1], expected(other, X[:3]))


def test_a_plan_of_fixed_size(server, tmp_path):
    """Requests that do not fit it together run one by one."""
    fixed = plan_of(tmp_path, 2, batch=2)
    server.put("fixed", fixed)
    code, answer = server.load("fixed")
    assert code == 200, answer
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        for code, y in threads.map(lambda i: server.infer(X[2 * i : 2 * i + 2], "fixed"), range(4)):
            assert code == 200, y
    code, text = server.infer(X[:3], "fixed")
    assert code == 400 and "has shape [3, 32]" in text
