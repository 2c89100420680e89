"""What bench/serving.py runs in the environment of Ray: one deployment of fp8c.serve at /fp8c, and the same over ONNX Runtime at /onnx, until its input ends.

    serving_ray.py MODEL.onnx PLAN PORT REPLICAS BATCH WAIT
"""

import sys

import ray
from ray import serve

import fp8c
import fp8c.serve


def onnx_session(model):
    """What a replica takes for a Session, over ONNX Runtime."""

    class Session:
        def __init__(self, plan, device, threads):
            import onnxruntime

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = threads
            self.plan = plan
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            self._names = [o.name for o in self._session.get_outputs()]

        def __call__(self, **feed):
            return dict(zip(self._names, self._session.run(None, feed), strict=True))

    return Session


def main():
    model, plan = sys.argv[1:3]
    port, replicas, batch = map(int, sys.argv[3:6])
    ray.init(num_cpus=16, include_dashboard=False, log_to_driver=False)
    serve.start(http_options={"host": "127.0.0.1", "port": port})
    of = {"device": "cpu", "threads": 1, "max_batch_size": batch, "batch_wait_timeout_s": float(sys.argv[6]), "num_replicas": replicas, "max_ongoing_requests": 128}
    serve.run(fp8c.serve.deployment(plan, **of).bind(), name="fp8c", route_prefix="/fp8c")
    fp8c.serve.Session = onnx_session(model)
    serve.run(fp8c.serve.deployment(plan, **of).bind(), name="onnx", route_prefix="/onnx")
    print("ready", flush=True)
    sys.stdin.read()
    serve.shutdown()
    ray.shutdown()


if __name__ == "__main__":
    main()
