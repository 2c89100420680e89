"""What test_serve.py runs beside Ray: serve_cluster.py FOLDER."""

import concurrent.futures
import json
import os
import pathlib
import sys
import threading
import time
import urllib.error
import urllib.request

import numpy as np

os.environ["RAY_ENABLE_AUTO_CONNECT"] = "0"  # threads of Serve's handles would connect again behind the end
for name in ("READY_CHECK", "HEALTH_CHECK"):  # of Serve's proxies, which other work may hold up
    os.environ[f"RAY_SERVE_PROXY_{name}_TIMEOUT_S"] = "60"
import ray  # noqa: E402
from onnx import helper  # noqa: E402
from ray import serve  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
import fp8c  # noqa: E402
import fp8c.serve  # noqa: E402
import small_models  # noqa: E402
from rude_clients import send_and_go  # noqa: E402

random = np.random.default_rng(0)
X = random.standard_normal((64, 32)).astype(np.float32)


def plan_in(folder):
    weights = {"a": random.standard_normal((32, 16)).astype(np.float32)}
    nodes = [helper.make_node("MatMul", ["x", "a"], ["y"])]
    path = small_models.save(folder / "m.onnx", nodes, [("x", ["batch", 32])], [("y", ["batch", 16])], **weights)
    return fp8c.compile(path, target="cpu", precision="f32")


def posted(body):
    request = urllib.request.Request("http://127.0.0.1:8765/", json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def close(have, want):
    np.testing.assert_allclose(have, want, rtol=1e-5, atol=1e-5)


def clients_that_go(want):
    """Requests that nobody waits for, beside others."""
    body = json.dumps({"x": X[:1].tolist()}).encode()
    with concurrent.futures.ThreadPoolExecutor(12) as threads:
        gone = [threads.submit(send_and_go, 8765, "/", body, share) for share in (0.02, 0.5, 0.99, 1) * 10]
        answers = [(i, threads.submit(posted, {"x": X[i : i + 1].tolist()})) for i in range(20)]
        for future in gone:
            future.result()
        for i, future in answers:
            code, answer = future.result()
            assert code == 200, answer
            close(answer["y"], want[i : i + 1])


def plans_that_are_damaged(plan, folder):
    """They are refused where the deployment is made, before any replica is."""
    content = plan.save(folder / "plan.fp8c").read_bytes()
    for name, damaged in (("cut", content[:-100]), ("changed", content[:200] + b"?" + content[201:]), ("other", b"no plan at all")):
        (folder / name).write_bytes(damaged)
        try:
            fp8c.serve.deployment(folder / name)
            raise AssertionError(f"{name} was taken")
        except fp8c.FormatError as error:
            assert "plan" in str(error), error


def a_dataset_calibrates(folder):
    """The model runs on a dataset's rows where they lie; the plan is that of one process, bit for bit."""
    import ray.data

    rows = [random.standard_normal((4, 32)).astype(np.float32) for _ in range(40)]
    dataset = ray.data.from_items([{"n": n} for n in range(40)], override_num_blocks=8).map(lambda row: {"x": rows[row["n"]]})
    samples, of = [{"x": row} for row in rows], {"target": "cpu", "max_error": "sqnr>=20dB"}
    whole = fp8c.calibrate(folder / "m.onnx", samples, target="cpu")
    assert fp8c.calibrate(folder / "m.onnx", dataset, target="cpu") == whole
    spread, alone = fp8c.compile(folder / "m.onnx", calibrate=dataset, **of), fp8c.compile(folder / "m.onnx", calibrate=samples, calibration=whole, **of)
    assert spread.hash == alone.hash and spread.report["summary"]["fp8_nodes"] == 1
    # What depends on the order of rows, or is no value of the model as it is, runs here, on the rows in their order.
    here, listed = (fp8c.compile(folder / "m.onnx", calibrate=given, target="cpu", precision="fp8", repair="all") for given in (dataset, iter(samples)))
    assert here.hash == listed.hash


def replicas_of(name):
    states = serve.status().applications[name].deployments["fp8c"].replica_states
    return sum(count for state, count in states.items() if state == "RUNNING")


def until(what, seconds):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.2)


def replicas_follow_the_load(plan, want):
    """One, more of them while requests wait, spread over the nodes; and one again.  No request is lost on the way."""
    scaling = {"min_replicas": 1, "max_replicas": 3, "target_ongoing_requests": 0.2, "upscale_delay_s": 1, "downscale_delay_s": 2, "metrics_interval_s": 0.5, "look_back_period_s": 4}
    app = fp8c.serve.deployment(plan, device="cpu", threads=1, max_ongoing_requests=4, autoscaling_config=scaling, ray_actor_options={"num_cpus": 1}).bind()
    handle = serve.run(app, name="scaled", route_prefix="/scaled")
    assert replicas_of("scaled") == 1
    stop, lost = threading.Event(), []

    def load():
        while not stop.is_set():
            try:
                close(fp8c.serve.call(handle, {"x": X})["y"], want)
            except Exception as error:  # noqa: BLE001 - every kind is a request that was lost
                lost.append(repr(error))

    clients = [threading.Thread(target=load) for _ in range(12)]
    for client in clients:
        client.start()
    try:
        until(lambda: replicas_of("scaled") >= 2, 90)
    finally:
        stop.set()
        for client in clients:
            client.join()
    until(lambda: replicas_of("scaled") == 1, 90)
    assert not lost, lost[:3]
    serve.delete("scaled")


def main(folder):
    plan = plan_in(folder)
    want = fp8c.Session(plan, "cpu", threads=1)(X)["y"]
    plans_that_are_damaged(plan, folder)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "dashboard_port": 0, "include_dashboard": False})
    second = cluster.add_node(num_cpus=2)
    ray.init(address=cluster.address, log_to_driver=False)
    serve.start(http_options={"host": "127.0.0.1", "port": 8765})
    a_dataset_calibrates(folder)
    replicas_follow_the_load(plan, want)
    app = fp8c.serve.deployment(plan, device="cpu", threads=1, max_batch_size=8, num_replicas=3, ray_actor_options={"num_cpus": 1}, max_ongoing_requests=32).bind()
    handle = serve.run(app)

    close(fp8c.serve.call(handle, {"x": X})["y"], want)
    with concurrent.futures.ThreadPoolExecutor(16) as threads:  # requests of one and two rows that run together
        parts = [slice(i, i + 1 + i % 2) for i in range(60)]
        for part, outputs in zip(parts, threads.map(lambda p: fp8c.serve.call(handle, {"x": X[p]}), parts), strict=True):
            close(outputs["y"], want[part])

    code, answer = posted({"x": X[:2].tolist()})
    assert code == 200, answer
    close(answer["y"], want[:2])
    for body, words in [({"x": X[:2, :31].tolist()}, "has shape [2, 31]"), ({"z": [1]}, 'no input "z"'), ([1], "is a list"), ({"x": "text"}, "no f32 array"), ({"x": [["1"] * 32]}, "no f32 array"), ({"x": [[1e300] * 32]}, "beyond what f32 holds"), ({}, 'input "x" is missing')]:
        code, answer = posted(body)
        assert code == 400 and words in answer["error"], (body, code, answer)

    with concurrent.futures.ThreadPoolExecutor(200) as threads:  # a thousand at once
        asked = [(i % 60, threads.submit(posted, {"x": X[i % 60 : i % 60 + 1].tolist()})) for i in range(1000)]
        for i, future in asked:
            code, answer = future.result()
            assert code == 200, answer
            close(answer["y"], want[i : i + 1])
    clients_that_go(want)
    lost, done, stop = [], [0], threading.Event()

    def load(seed):
        i = seed
        while not stop.is_set():
            i = (i * 7 + 1) % 63
            try:
                close(fp8c.serve.call(handle, {"x": X[i : i + 1]})["y"], want[i : i + 1])
                done[0] += 1
            except Exception as error:  # noqa: BLE001 - every kind is a request that was lost
                lost.append(repr(error))

    clients = [threading.Thread(target=load, args=(k,)) for k in range(8)]
    for client in clients:
        client.start()
    time.sleep(2)
    before = done[0]
    cluster.remove_node(second, allow_graceful=False)
    time.sleep(6)
    stop.set()
    for client in clients:
        client.join()
    assert not lost, lost[:3]
    assert before > 0 and done[0] > before, (before, done[0])
    close(fp8c.serve.call(handle, {"x": X})["y"], want)
    print(f"all held: {before} requests before the node died, {done[0] - before} behind it")
    serve.shutdown()
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
