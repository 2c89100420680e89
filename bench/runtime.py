"""libfp8c_rt from Python: plans run in the process and on the stream where the peers run."""
import ctypes as c
import os

import numpy as np

MAX_RANK = 8
DTYPES = {"f32": 1, "f16": 2, "bf16": 3, "e4m3": 4, "i8": 6, "i32": 8, "i64": 9, "u8": 10, "f64": 14, "bool": 15}
NAMES = {n: d for d, n in DTYPES.items()}
HOST, DEVICE = 0, 1
ARRAYS = {np.dtype(np.float32): "f32", np.dtype(np.float16): "f16", np.dtype(np.float64): "f64", np.dtype(np.int8): "i8", np.dtype(np.uint8): "u8",
          np.dtype(np.int32): "i32", np.dtype(np.int64): "i64", np.dtype(np.bool_): "bool"}


class Tensor(c.Structure):
    _fields_ = [("data", c.c_void_p), ("dtype", c.c_int), ("place", c.c_int), ("rank", c.c_int32), ("shape", c.c_int64 * MAX_RANK)]


class Error(c.Structure):
    _fields_ = [("status", c.c_int), ("text", c.c_char * 1020)]


class Port(c.Structure):
    _fields_ = [("name", c.c_char_p), ("dtype", c.c_int), ("scale", c.c_float), ("rank", c.c_int32),
                ("shape", c.c_int64 * MAX_RANK), ("dim_name", c.c_char_p * MAX_RANK)]


class Options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("device", c.c_char_p), ("flags", c.c_uint32), ("threads", c.c_int32), ("stream", c.c_void_p),
                ("device_alloc", c.c_void_p), ("device_free", c.c_void_p), ("user", c.c_void_p), ("log", c.c_void_p)]


class GraphInfo(c.Structure):
    _fields_ = [("launches_per_run", c.c_uint32), ("kernel_nodes", c.c_uint32), ("copy_nodes", c.c_uint32), ("other_nodes", c.c_uint32)]


def tensor(address, dtype, shape, place):
    return Tensor(address, DTYPES[dtype], place, len(shape), (c.c_int64 * MAX_RANK)(*shape))


def load(library):
    """A libsodium beside it serves where the machine has none."""
    try:
        return c.CDLL(library)
    except OSError:
        sodium = os.path.join(os.path.dirname(library), "libsodium.so.23")
        if not os.path.exists(sodium):
            raise
        c.CDLL(sodium, mode=c.RTLD_GLOBAL)
        return c.CDLL(library)


class Session:
    """A plan on a device; inputs and outputs are Tensors in port order."""

    def __init__(self, library, plan, device, stream=None, threads=0):
        self.lib = load(library)
        self.lib.fp8c_program_input.restype = self.lib.fp8c_program_output.restype = c.POINTER(Port)
        for name in ("fp8c_program_input_count", "fp8c_program_output_count"):
            getattr(self.lib, name).restype = c.c_size_t
        self.lib.fp8c_session_graph_kernel.restype = c.c_char_p
        self.program, self.session, self.error = c.c_void_p(), c.c_void_p(), Error()
        options = Options(size=c.sizeof(Options), device=device.encode(), threads=threads, stream=stream)
        self.check(self.lib.fp8c_program_open(plan.encode(), c.byref(self.program), c.byref(self.error)))
        self.check(self.lib.fp8c_session_create(self.program, c.byref(options), c.byref(self.session), c.byref(self.error)))
        self.scales = {}  # of ports in FP8: a number is its code times the scale; else 1
        self.inputs = self.ports(self.lib.fp8c_program_input_count, self.lib.fp8c_program_input)
        self.outputs = self.ports(self.lib.fp8c_program_output_count, self.lib.fp8c_program_output)

    def check(self, status):
        if status:
            raise RuntimeError(f"fp8c: {self.error.text.decode()}")

    def ports(self, count, port):
        found = []
        for i in range(count(self.program)):
            p = port(self.program, c.c_size_t(i)).contents
            self.scales[p.name.decode()] = p.scale
            found.append((p.name.decode(), NAMES.get(p.dtype, str(p.dtype)), [p.shape[k] for k in range(p.rank)]))
        return found

    def caller(self, function, inputs, outputs):
        """The call with everything converted already: what is left of Python in it is short."""
        words = (self.session, (Tensor * len(inputs))(*inputs), c.c_size_t(len(inputs)), (Tensor * len(outputs))(*outputs),
                 c.c_size_t(len(outputs)), c.byref(self.error))
        return lambda: self.check(function(*words))

    def run(self, inputs, outputs):
        self.caller(self.lib.fp8c_session_run, inputs, outputs)()

    def on_host(self, inputs, outputs=None):
        """A call on arrays, inputs by name; and the arrays that it fills, in port order: `outputs`, or new ones where the plan knows the sizes."""
        given = [np.asarray(inputs[n], order="C") for n, _, _ in self.inputs]  # ascontiguousarray would give a scalar an axis
        filled = outputs if outputs is not None else [np.empty(shape, next(a for a, k in ARRAYS.items() if k == kind)) for _, kind, shape in self.outputs]
        give, take = ([tensor(x.ctypes.data, ARRAYS[x.dtype], x.shape, HOST) for x in of] for of in (given, filled))
        call = self.caller(self.lib.fp8c_session_run, give, take)
        call.arrays = given  # the addresses are theirs
        return call, filled

    def enqueuer(self, inputs, outputs):
        return self.caller(self.lib.fp8c_session_enqueue, inputs, outputs)

    def graph(self):
        """What the driver says the captured graph holds."""
        info = GraphInfo()
        self.lib.fp8c_session_graph(self.session, c.byref(info))
        kernels = [self.lib.fp8c_session_graph_kernel(self.session, c.c_size_t(i)).decode() for i in range(info.kernel_nodes)]
        return {"launches_per_run": info.launches_per_run, "kernel_nodes": info.kernel_nodes, "copy_nodes": info.copy_nodes,
                "other_nodes": info.other_nodes, "kernels": kernels}

    def close(self):
        self.lib.fp8c_session_free(self.session)
        self.lib.fp8c_program_free(self.program)
        self.session = self.program = None
