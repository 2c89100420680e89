"""The CUDA driver and cuBLASLt through ctypes: buffers, captured chains of launches, their times; products as the library does them."""
import ctypes as c
import os

import numpy as np

COMPUTE_F32, F32, BF16, E4M3 = 68, 0, 14, 28
TYPES = {"bf16": BF16, "e4m3": E4M3}
BYTES = {"bf16": 2, "e4m3": 1}
(TRANSA, EPILOGUE, BIAS_POINTER, A_SCALE, B_SCALE, D_SCALE, FAST_ACCUMULATE, BIAS_TYPE, A_MODE, B_MODE) = (3, 7, 8, 17, 18, 20, 25, 26, 31, 32)
OUTER_VECTOR, BIAS, GELU = 3, 4, 32
WORKSPACE_BYTES = 64 << 20
ALGORITHMS = 16  # asked for; the library often has fewer


class Failure(Exception):
    pass


class Driver:
    """The primary context of the first GPU, and one stream that everything runs on."""

    def __init__(self):
        self.lib = c.CDLL("libcuda.so.1")
        device, context, self.stream = c.c_int(), c.c_void_p(), c.c_void_p()
        self.call("cuInit", c.c_uint(0))
        self.call("cuDeviceGet", c.byref(device), c.c_int(0))
        self.call("cuDevicePrimaryCtxRetain", c.byref(context), device)
        self.call("cuCtxPushCurrent_v2", context)
        self.call("cuStreamCreate", c.byref(self.stream), c.c_uint(1))
        self.events = [c.c_void_p(), c.c_void_p()]
        for e in self.events:
            self.call("cuEventCreate", c.byref(e), c.c_uint(0))

    def call(self, name, *args):
        status = getattr(self.lib, name)(*args)
        if status:
            raise Failure(f"{name} failed ({status})")

    def alloc(self, size):
        p = c.c_uint64()
        self.call("cuMemAlloc_v2", c.byref(p), c.c_size_t(max(size, 256)))
        return p.value

    def free(self, pointer):
        self.call("cuMemFree_v2", c.c_uint64(pointer))

    def send(self, pointer, array):
        self.call("cuMemcpyHtoDAsync_v2", c.c_uint64(pointer), c.c_void_p(array.ctypes.data), c.c_size_t(array.nbytes), self.stream)
        self.wait()

    def repeat(self, pointer, size, source, period):
        """Fills memory with what lies elsewhere on the device."""
        for at in range(0, size, period):
            self.call("cuMemcpyDtoDAsync_v2", c.c_uint64(pointer + at), c.c_uint64(source), c.c_size_t(min(period, size - at)), self.stream)

    def wait(self):
        self.call("cuStreamSynchronize", self.stream)

    def captured(self, issue):
        """A graph of what `issue` launches, ready to be launched as a whole."""
        graph, made = c.c_void_p(), c.c_void_p()
        self.call("cuStreamBeginCapture_v2", self.stream, c.c_int(1))
        try:
            issue()
        finally:
            self.call("cuStreamEndCapture", self.stream, c.byref(graph))
        self.call("cuGraphInstantiateWithFlags", c.byref(made), graph, c.c_ulonglong(0))
        self.call("cuGraphDestroy", graph)
        return made

    def drop(self, graph):
        self.call("cuGraphExecDestroy", graph)

    def seconds(self, graph, times):
        """Of one launch: the mean of `times` behind one that is not counted, under which the host runs ahead."""
        self.call("cuGraphLaunch", graph, self.stream)
        self.call("cuEventRecord", self.events[0], self.stream)
        for _ in range(times):
            self.call("cuGraphLaunch", graph, self.stream)
        self.call("cuEventRecord", self.events[1], self.stream)
        self.wait()
        took = c.c_float()
        self.call("cuEventElapsedTime", c.byref(took), self.events[0], self.events[1])
        return took.value * 1e-3 / times


class Algorithm(c.Structure):
    _fields_ = [("algorithm", c.c_uint64 * 8), ("workspace", c.c_size_t), ("state", c.c_int), ("waves", c.c_float), ("reserved", c.c_int * 4)]


class Library:
    def __init__(self, driver):
        names = [os.environ.get("FP8C_CUBLASLT"), "libcublasLt.so.13", "libcublasLt.so.12", "/usr/local/cuda/lib64/libcublasLt.so.13",
                 "/usr/local/cuda/lib64/libcublasLt.so.12"]
        for name in filter(None, names):
            try:
                self.lib = c.CDLL(name)
                break
            except OSError:
                continue
        else:
            raise Failure("no cuBLASLt here")
        self.driver = driver
        self.lib.cublasLtGetVersion.restype = c.c_size_t
        self.lib.cublasLtGetStatusString.restype = c.c_char_p
        self.version = self.lib.cublasLtGetVersion()
        self.handle = c.c_void_p()
        self.call("cublasLtCreate", c.byref(self.handle))
        self.workspace = driver.alloc(WORKSPACE_BYTES)

    def call(self, name, *args):
        status = getattr(self.lib, name)(*args)
        if status:
            raise Failure(f"{name}: {self.lib.cublasLtGetStatusString(status).decode()}")


class Product:
    """[n][k] weights times [rows][k] tokens: the weights are the library's A, whose columns come first.

    `scales`: "tensor" (a factor for all) or "outer" (vectors: of columns and of rows); `addend`: BF16 numbers of the result's shape, added."""

    def __init__(self, library, rows, n, k, operands, result, scales, bias=None, gelu=False, addend=None, column=None, row=None, one=None):
        self.library, self.result, self.addend = library, result, addend
        kind = TYPES[operands]
        self.desc, self.layouts = c.c_void_p(), [c.c_void_p() for _ in range(4)]
        library.call("cublasLtMatmulDescCreate", c.byref(self.desc), c.c_int(COMPUTE_F32), c.c_int(F32))
        self.set(TRANSA, c.c_int32(1))
        self.set(EPILOGUE, c.c_int32((BIAS if bias else 0) | (GELU if gelu else 0) or 1))
        if operands == "e4m3":
            self.set(FAST_ACCUMULATE, c.c_int8(1))
        if bias:
            self.set(BIAS_TYPE, c.c_int32(BF16))
            self.set(BIAS_POINTER, c.c_uint64(bias))
        if scales == "outer":
            self.set(A_MODE, c.c_int32(OUTER_VECTOR))
            self.set(B_MODE, c.c_int32(OUTER_VECTOR))
            self.set(A_SCALE, c.c_uint64(column))
            self.set(B_SCALE, c.c_uint64(row))
        if result == "e4m3":
            self.set(D_SCALE, c.c_uint64(one))
        # of C too: with an FP8 result it is BF16 and elsewhere, read or not
        for layout, (what, first, second) in zip(self.layouts, ((kind, k, n), (kind, k, rows), (BF16, n, rows), (TYPES[result], n, rows))):
            library.call("cublasLtMatrixLayoutCreate", c.byref(layout), c.c_int(what), c.c_uint64(first), c.c_uint64(second), c.c_int64(first))
        self.alpha, self.beta = c.c_float(1e-3), c.c_float(1.0 if addend else 0.0)

    def set(self, attribute, value):
        self.library.call("cublasLtMatmulDescSetAttribute", self.desc, c.c_int(attribute), c.byref(value), c.c_size_t(c.sizeof(value)))

    def algorithms(self):
        """What the library proposes, in its order."""
        found, count, preference = (Algorithm * ALGORITHMS)(), c.c_int(), c.c_void_p()
        limit = c.c_size_t(WORKSPACE_BYTES)
        self.library.call("cublasLtMatmulPreferenceCreate", c.byref(preference))
        self.library.call("cublasLtMatmulPreferenceSetAttribute", preference, c.c_int(1), c.byref(limit), c.c_size_t(8))
        try:
            self.library.call("cublasLtMatmulAlgoGetHeuristic", self.library.handle, self.desc, *self.layouts, preference, c.c_int(ALGORITHMS),
                              found, c.byref(count))
        finally:
            self.library.lib.cublasLtMatmulPreferenceDestroy(preference)
        return [a for a in found[:count.value] if a.state == 0]

    def issue(self, algorithm, weights, tokens, to, other):
        """`other`: memory for a C that is not read."""
        addend = self.addend or (other if self.result == "e4m3" else to)
        a, b, c_, d = self.layouts
        self.library.call("cublasLtMatmul", self.library.handle, self.desc, c.byref(self.alpha), c.c_uint64(weights), a, c.c_uint64(tokens), b,
                          c.byref(self.beta), c.c_uint64(addend), c_, c.c_uint64(to), d, c.byref(algorithm.algorithm), c.c_uint64(self.library.workspace),
                          c.c_size_t(WORKSPACE_BYTES), self.library.driver.stream)

    def close(self):
        self.library.lib.cublasLtMatmulDescDestroy(self.desc)
        for layout in self.layouts:
            self.library.lib.cublasLtMatrixLayoutDestroy(layout)


def codes(deviation, count, seed):
    """Normal numbers as E4M3 codes: what a chip draws, and so its clock, depends on them."""
    grid = np.array([(m / 8 * 2 ** -6 if e == 0 else (1 + m / 8) * 2.0 ** (e - 7)) for e in range(16) for m in range(8)])[:127]
    x = np.random.default_rng(seed).standard_normal(count) * deviation
    nearest = np.searchsorted((grid[1:] + grid[:-1]) / 2, np.abs(x))
    return (nearest | (x < 0) << 7).astype(np.uint8)


def bf16(count, seed):
    x = np.random.default_rng(seed).standard_normal(count).astype(np.float32)
    return (x.view(np.uint32) >> 16).astype(np.uint16)
