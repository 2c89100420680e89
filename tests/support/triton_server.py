"""Triton's server out of the wheel nvidia-pytriton, with our backend, in a folder of its own.

FP8C_TRITON_ENV      a folder with the wheel's environment; it is made where it is absent
FP8C_TRITON_BACKEND  libtriton_fp8c.so
FP8C_LIBRARY         libfp8c.so, beside which that of the runtime lies
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import numpy as np

CONFIG = """max_batch_size: 16
dynamic_batching { max_queue_delay_microseconds: 200000 }
instance_group [{ kind: KIND_CPU }]
parameters { key: "threads" value: { string_value: "1" } }
"""


def environment():
    """A Python environment with the server's wheel and its client."""
    folder = pathlib.Path(os.environ["FP8C_TRITON_ENV"])
    python = folder / "bin" / "python"
    if not (folder / "made").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [python, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--no-deps", "nvidia-pytriton==0.7.0"], check=True)
        subprocess.run([*pip, "tritonclient[grpc]", "numpy<2"], check=True)
        (folder / "made").touch()
    packages = next((folder / "lib").glob("python3*")) / "site-packages"
    return python, packages


def free_port():
    with socket.socket() as s:
        s.bind(("localhost", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, folder, **plans):
        self.python, packages = environment()
        self.repository, backends = folder / "models", folder / "backends"
        (backends / "fp8c").mkdir(parents=True)
        self.repository.mkdir()
        shutil.copy(os.environ["FP8C_TRITON_BACKEND"], backends / "fp8c" / "libtriton_fp8c.so")
        for name, plan in plans.items():
            self.put(name, plan)
        self.http, self.grpc, self.metrics = free_port(), free_port(), free_port()
        words = [
            packages / "pytriton" / "tritonserver" / "bin" / "tritonserver",
            f"--model-repository={self.repository}",
            f"--backend-directory={backends}",
            f"--http-port={self.http}",
            f"--grpc-port={self.grpc}",
            f"--metrics-port={self.metrics}",
            "--model-control-mode=explicit",
            *[f"--load-model={name}" for name in plans],
        ]
        libraries = f"{packages / 'nvidia_pytriton.libs'}:{pathlib.Path(os.environ['FP8C_LIBRARY']).parent}"
        self.log = open(folder / "log", "wb")
        self.process = subprocess.Popen(words, env={**os.environ, "LD_LIBRARY_PATH": libraries}, stdout=self.log, stderr=self.log)
        end = time.monotonic() + 60
        while self.status("v2/health/ready") != 200:
            assert self.process.poll() is None and time.monotonic() < end, (folder / "log").read_text()[-3000:]
            time.sleep(0.1)

    def put(self, name, plan, config=""):
        (self.repository / name / "1").mkdir(parents=True, exist_ok=True)
        path = self.repository / name / "1" / "model.fp8c"
        path.write_bytes(plan) if isinstance(plan, bytes) else plan.save(path)
        (self.repository / name / "config.pbtxt").write_text(f'backend: "fp8c"\n{CONFIG}{config}')

    def ask(self, path, body=None):
        """The answer's code and document."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(f"http://localhost:{self.http}/{path}", data), timeout=60) as r:
                return r.status, json.loads(r.read() or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def status(self, path):
        try:
            return self.ask(path)[0]
        except OSError:
            return 0

    def infer(self, x, name="mlp", datatype="FP32"):
        given = {"name": "x", "shape": list(x.shape), "datatype": datatype, "data": x.reshape(-1).tolist()}
        code, answer = self.ask(f"v2/models/{name}/infer", {"inputs": [given]})
        if code != 200:
            return code, answer["error"]
        (y,) = answer["outputs"]
        return code, np.array(y["data"], np.float32).reshape(y["shape"])

    def load(self, name):
        return self.ask(f"v2/repository/models/{name}/load", {})

    def metric(self, name):
        with urllib.request.urlopen(f"http://localhost:{self.metrics}/metrics", timeout=60) as r:
            lines = r.read().decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name + "{") and 'model="mlp"' in line)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
            self.log.close()
