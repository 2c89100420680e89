"""Requests a second and times by Triton and by Ray Serve: fp8c beside ONNX Runtime's CPU provider, in the same servers with the same clients.

    FP8C_TRITON_ENV=... FP8C_TRITON_BACKEND=... FP8C_RAY_ENV=... FP8C_LIBRARY=... python3 bench/serving.py MODEL.onnx [--json FILE]

The environments are those of tests/slow (tests/support/triton_server.py, tests/slow/test_serve.py) with onnxruntime in them besides.  The model has an open first
dimension, which counts the batch.  Each server has two instances with a thread each and puts up to eight requests together; all four stand ready and take turns,
so that what else the machine does meets them alike.  In Triton ONNX Runtime is a model of its Python backend.  Clients send one row a request over HTTP, over connections that stay, and wait
for the answer: Triton's have their tensors as bytes, Ray's as JSON.  Percentiles are over the requests of all rounds, rates the median of rounds.
"""

import argparse
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import onnxruntime

import fp8c

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import triton_server  # noqa: E402

INSTANCES, BATCH, DELAY_US = 2, 8, 500
CONFIG = f"""max_batch_size: {BATCH}
dynamic_batching {{ max_queue_delay_microseconds: {DELAY_US} }}
instance_group [{{ kind: KIND_CPU count: {INSTANCES} }}]
"""
TRITON_TYPES = {"float32": "FP32", "int64": "INT64", "int32": "INT32", "uint8": "UINT8", "bool": "BOOL", "float16": "FP16"}

# ONNX Runtime in Triton's Python backend: requests of a batch as one run.
PYTHON_MODEL = '''
import sys
sys.path.append("PACKAGES")
import numpy as np, onnxruntime, os, triton_python_backend_utils as pb
class TritonPythonModel:
    def initialize(self, args):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        path = os.path.join(args["model_repository"], args["model_version"], "model.onnx")
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.inputs = [i.name for i in self.session.get_inputs()]
        self.outputs = [o.name for o in self.session.get_outputs()]
    def execute(self, requests):
        given = [[pb.get_input_tensor_by_name(r, n).as_numpy() for n in self.inputs] for r in requests]
        ends = np.cumsum([row[0].shape[0] for row in given])[:-1]
        made = self.session.run(None, {n: np.concatenate([row[i] for row in given]) for i, n in enumerate(self.inputs)})
        parts = [np.split(a, ends) for a in made]
        return [pb.InferenceResponse([pb.Tensor(n, np.ascontiguousarray(p[k])) for n, p in zip(self.outputs, parts)]) for k in range(len(requests))]
'''


def one_row(plan):
    """A request of one row, arrays by input."""
    random = np.random.default_rng(0)
    feed = {}
    for port in plan.inputs:
        shape = [1] + [d if isinstance(d, int) else 1 for d in port.shape[1:]]
        feed[port.name] = (random.integers(0, 200, shape) if port.dtype.kind in "iu" else random.standard_normal(shape)).astype(port.dtype)
    return feed


def ports_of_config(plan):
    lines = []
    for kind, ports in (("input", plan.inputs), ("output", plan.outputs)):
        for p in ports:
            dims = ", ".join(str(d) if isinstance(d, int) else "-1" for d in p.shape[1:])
            lines.append(f'{kind} [{{ name: "{p.name}" data_type: TYPE_{TRITON_TYPES[p.dtype.name]} dims: [{dims}] }}]')
    return "\n".join(lines)


def triton(model, plan, folder):
    """A server with the models fp8c and onnx."""
    _, packages = triton_server.environment()
    of_wheel = packages / "pytriton" / "tritonserver"
    shutil.copytree(of_wheel / "backends" / "python", folder / "backends" / "python")
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    shutil.copy(of_wheel / "python_backend_stubs" / version / "triton_python_backend_stub", folder / "backends" / "python")
    server = triton_server.Server(folder)
    server.put("fp8c", plan)
    (server.repository / "fp8c" / "config.pbtxt").write_text(f'backend: "fp8c"\n{CONFIG}parameters {{ key: "threads" value: {{ string_value: "1" }} }}\n')
    place = server.repository / "onnx" / "1"
    place.mkdir(parents=True)
    shutil.copy(model, place / "model.onnx")
    (place / "model.py").write_text(PYTHON_MODEL.replace("PACKAGES", str(packages)))
    (server.repository / "onnx" / "config.pbtxt").write_text(f'backend: "python"\n{CONFIG}{ports_of_config(plan)}\n')
    for name in ("fp8c", "onnx"):
        code, answer = server.load(name)
        assert code == 200, (answer, (folder / "log").read_text()[-3000:])
    return server


def triton_request(name, feed):
    """Path, body, headers: tensors as bytes behind the JSON."""
    inputs = [
        {"name": n, "shape": list(a.shape), "datatype": TRITON_TYPES[a.dtype.name], "parameters": {"binary_data_size": a.nbytes}}
        for n, a in feed.items()
    ]
    head = json.dumps({"inputs": inputs, "parameters": {"binary_data_output": True}}).encode()
    body = head + b"".join(a.tobytes() for a in feed.values())
    return f"/v2/models/{name}/infer", body, {"Inference-Header-Content-Length": str(len(head))}


def triton_answer(body, headers, plan):
    """The first output of an answer."""
    assert "Inference-Header-Content-Length" in headers, (body[:300], dict(headers))
    head = json.loads(body[: int(headers["Inference-Header-Content-Length"])])
    at = int(headers["Inference-Header-Content-Length"])
    for output in head["outputs"]:
        size = output["parameters"]["binary_data_size"]
        if output["name"] == plan.outputs[0].name:
            return np.frombuffer(body[at : at + size], plan.outputs[0].dtype).reshape(output["shape"])
        at += size
    raise AssertionError(head)


class Target:
    """One way to ask: where, and what."""

    def __init__(self, name, port, request, read):
        self.name, self.port, self.request, self.read = name, port, request, read
        self.rates, self.times = {}, {}

    def ask(self, connection):
        path, body, headers = self.request
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status == 200, content[:500]
        return content, answer.headers

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def load(self, clients, seconds):
        """So many clients for so long; keeps each request's time."""
        kept, begun = [[] for _ in range(clients)], threading.Barrier(clients + 1)

        def client(times):
            connection = self.connection()
            self.ask(connection)
            begun.wait()
            end = time.perf_counter() + seconds
            while (start := time.perf_counter()) < end:
                self.ask(connection)
                times.append(time.perf_counter() - start)
            connection.close()

        threads = [threading.Thread(target=client, args=(times,)) for times in kept]
        for t in threads:
            t.start()
        begun.wait()
        start = time.perf_counter()
        for t in threads:
            t.join()
        took = time.perf_counter() - start
        self.rates.setdefault(clients, []).append(sum(map(len, kept)) / took)
        self.times.setdefault(clients, []).extend(x for times in kept for x in times)

    def row(self, clients):
        times = np.array(self.times[clients])
        return {"way": self.name, "clients": clients, "requests": len(times), "per_second": statistics.median(self.rates[clients]),
                "p50_ms": 1e3 * float(np.percentile(times, 50)), "p99_ms": 1e3 * float(np.percentile(times, 99))}


def ray_servers(model, plan_file):
    python = Path(os.environ["FP8C_RAY_ENV"]) / "bin" / "python"
    port = triton_server.free_port()
    words = [python, ROOT / "bench" / "serving_ray.py", model, plan_file, str(port), str(INSTANCES), str(BATCH), str(DELAY_US / 1e6)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("ready"):
            return process, port
    raise AssertionError("Ray's servers did not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--precision", default="f32")
    parser.add_argument("--clients", default="1,8,64")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--servers", default="triton,ray")
    parser.add_argument("--json", type=Path, help="the figures as a document, too")
    a = parser.parse_args()
    clients = [int(n) for n in a.clients.split(",")]
    with tempfile.TemporaryDirectory(prefix="fp8c-serving-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        plan = fp8c.compile(a.model, target="cpu", precision=a.precision)
        plan_file = plan.save(folder / "plan.fp8c")
        feed = one_row(plan)
        want = {"fp8c": fp8c.Session(plan, "cpu", threads=1).run(None, feed)[0], "onnx": onnxruntime.InferenceSession(str(a.model)).run(None, feed)[0]}
        targets, server, ray = [], None, None
        try:
            if "triton" in a.servers:
                server = triton(a.model.resolve(), plan, folder / "triton")
                targets += [
                    Target(f"Triton, {words}", server.http, triton_request(kind, feed), lambda c, h: triton_answer(c, h, plan))
                    for kind, words in (("fp8c", "fp8c"), ("onnx", "ONNX Runtime"))
                ]
            if "ray" in a.servers:
                ray, port = ray_servers(a.model.resolve(), plan_file)
                body = json.dumps({n: x.tolist() for n, x in feed.items()}).encode()
                targets += [
                    Target(f"Ray Serve, {words}", port, (f"/{kind}", body, {}), lambda c, h: np.array(json.loads(c)[plan.outputs[0].name]))
                    for kind, words in (("fp8c", "fp8c"), ("onnx", "ONNX Runtime"))
                ]
            for t in targets:  # what is measured is right
                have = t.read(*t.ask(t.connection()))
                np.testing.assert_allclose(have, want["fp8c" if t.name.endswith("fp8c") else "onnx"], rtol=1e-3, atol=1e-4)
            before = os.getloadavg()[0]
            for _ in range(a.rounds):
                for count in clients:
                    for t in targets:
                        t.load(count, a.seconds)
        finally:
            if server:
                server.stop()
            if ray:
                ray.stdin.close()
                ray.wait(60)
    rows = [t.row(count) for t in targets for count in clients]
    print(f"{a.model.stem}, {a.precision}; {INSTANCES} instances of a thread, batches of {BATCH} at most; load before {before:.1f} on {os.cpu_count()} processors\n")
    print("| server | clients | requests/s | p50, ms | p99, ms |\n|---|---|---|---|---|")
    for r in rows:
        print(f"| {r['way']} | {r['clients']} | {r['per_second']:.0f} | {r['p50_ms']:.1f} | {r['p99_ms']:.1f} |")
    if a.json:
        a.json.write_text(json.dumps({"model": a.model.stem, "precision": a.precision, "load": before, "processors": os.cpu_count(), "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
