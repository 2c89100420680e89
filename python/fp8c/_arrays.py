"""Arrays of NumPy, torch and whoever speaks DLPack, as the library's tensors and back.

Nothing is copied where memory is dense and of the right type: a tensor of the library is a view.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from ._errors import ArgumentError
from ._native import ffi, lib, text

# Types of NumPy by the library's; ml_dtypes has those that NumPy lacks.  Narrow integers and E2M1 hold one
# element a byte in memory, in the library as in ml_dtypes.
_NUMPY: dict[int, np.dtype[Any]] = {
    lib.FP8C_DTYPE_F32: np.dtype(np.float32),
    lib.FP8C_DTYPE_F16: np.dtype(np.float16),
    lib.FP8C_DTYPE_BF16: np.dtype(ml_dtypes.bfloat16),
    lib.FP8C_DTYPE_E4M3: np.dtype(ml_dtypes.float8_e4m3fn),
    lib.FP8C_DTYPE_E5M2: np.dtype(ml_dtypes.float8_e5m2),
    lib.FP8C_DTYPE_I8: np.dtype(np.int8),
    lib.FP8C_DTYPE_I16: np.dtype(np.int16),
    lib.FP8C_DTYPE_I32: np.dtype(np.int32),
    lib.FP8C_DTYPE_I64: np.dtype(np.int64),
    lib.FP8C_DTYPE_U8: np.dtype(np.uint8),
    lib.FP8C_DTYPE_U16: np.dtype(np.uint16),
    lib.FP8C_DTYPE_U32: np.dtype(np.uint32),
    lib.FP8C_DTYPE_U64: np.dtype(np.uint64),
    lib.FP8C_DTYPE_F64: np.dtype(np.float64),
    lib.FP8C_DTYPE_BOOL: np.dtype(np.bool_),
    lib.FP8C_DTYPE_E4M3FNUZ: np.dtype(ml_dtypes.float8_e4m3fnuz),
    lib.FP8C_DTYPE_E5M2FNUZ: np.dtype(ml_dtypes.float8_e5m2fnuz),
    lib.FP8C_DTYPE_I4: np.dtype(ml_dtypes.int4),
    lib.FP8C_DTYPE_U4: np.dtype(ml_dtypes.uint4),
    lib.FP8C_DTYPE_I2: np.dtype(ml_dtypes.int2),
    lib.FP8C_DTYPE_U2: np.dtype(ml_dtypes.uint2),
    lib.FP8C_DTYPE_E2M1: np.dtype(ml_dtypes.float4_e2m1fn),
    lib.FP8C_DTYPE_E8M0: np.dtype(ml_dtypes.float8_e8m0fnu),
}
_OF_NUMPY = {numpy_type: number for number, numpy_type in _NUMPY.items()}

# DLPack: (code, bits) of the types that have one; dlpack.h's DLDataTypeCode.
_OF_DLPACK = {
    (2, 32): lib.FP8C_DTYPE_F32,
    (2, 16): lib.FP8C_DTYPE_F16,
    (2, 64): lib.FP8C_DTYPE_F64,
    (4, 16): lib.FP8C_DTYPE_BF16,
    (10, 8): lib.FP8C_DTYPE_E4M3,
    (11, 8): lib.FP8C_DTYPE_E4M3FNUZ,
    (12, 8): lib.FP8C_DTYPE_E5M2,
    (13, 8): lib.FP8C_DTYPE_E5M2FNUZ,
    (14, 8): lib.FP8C_DTYPE_E8M0,
    (0, 8): lib.FP8C_DTYPE_I8,
    (0, 16): lib.FP8C_DTYPE_I16,
    (0, 32): lib.FP8C_DTYPE_I32,
    (0, 64): lib.FP8C_DTYPE_I64,
    (1, 8): lib.FP8C_DTYPE_U8,
    (1, 16): lib.FP8C_DTYPE_U16,
    (1, 32): lib.FP8C_DTYPE_U32,
    (1, 64): lib.FP8C_DTYPE_U64,
    (6, 8): lib.FP8C_DTYPE_BOOL,
}
_DLPACK_HOST = (1, 3)  # CPU, and host memory that CUDA has pinned
_DLPACK_CUDA = (2, 13)  # CUDA, and managed memory


class View(NamedTuple):
    """Dense memory: where it lies, its type and shape, and whom it belongs to."""

    address: int
    dtype: int
    shape: tuple[int, ...]
    place: int
    owner: Any


def numpy_type(dtype: int) -> np.dtype[Any]:
    """NumPy's type for one of the library's."""
    return _NUMPY[dtype]


def dtype_name(dtype: int) -> str:
    """The library's name of a type: "e4m3"."""
    return text(lib.fp8c_dtype_name(dtype))


def torch_type(dtype: int) -> Any:
    """Torch's type for one of the library's; None if it has none."""
    return getattr(sys.modules["torch"], _NUMPY[dtype].name, None)  # torch's names are NumPy's and ml_dtypes'


def is_torch(array: Any) -> bool:
    """Whether this is a tensor of torch; torch is not imported to find out."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def view(array: Any, dtype: int, name: str, stream: int | None) -> View:
    """The memory of an array that goes into a port.

    array   a NumPy array, a number, a list, a tensor of torch, or what has `__dlpack__`
    dtype   of the port.  Lists and numbers become it; arrays must have it already
    name    of the port, for the message
    stream  the CUDA stream that will read; the array's producer makes it wait.  None: the host reads
    """
    if isinstance(array, np.ndarray):
        return _view_of_numpy(array, dtype, name)
    if is_torch(array):
        return _view_of_torch(array, dtype, name, stream)
    if hasattr(array, "__dlpack__"):
        return _view_of_dlpack(array, dtype, name, stream)
    return _view_of_numpy(of_numbers(array, dtype, name), dtype, name)


def of_numbers(numbers: Any, dtype: int, name: str) -> np.ndarray[Any, Any]:
    """Lists and numbers in a port's type, refused where that changes an integer or loses a float to infinity."""
    try:
        given = np.asarray(numbers)
        if given.size == 0:  # NumPy takes a list of nothing for floats
            given = given.astype(numpy_type(dtype))
        with np.errstate(over="ignore"):
            made = given.astype(
                numpy_type(dtype), casting="same_kind" if given.dtype.kind in "biuf" else "safe"
            )
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            f'"{name}" is a {type(numbers).__name__} that is no {dtype_name(dtype)} array: {error}'
        ) from None
    if made.dtype.kind in "iu" and not np.array_equal(made, given):
        raise ArgumentError(f'"{name}" has numbers that {dtype_name(dtype)} does not hold')
    if given.dtype.kind == "f" and made.dtype.kind not in "iub":
        lost = np.isfinite(given) & ~np.isfinite(made.astype(np.float64))
        if lost.any():
            raise ArgumentError(f'"{name}" has numbers beyond what {dtype_name(dtype)} holds')
    return made


def _expect(have: str, dtype: int, name: str) -> ArgumentError:
    wanted = numpy_type(dtype).name
    return ArgumentError(f'"{name}" has the type {have}, and the plan takes {dtype_name(dtype)} ({wanted})')


def _view_of_numpy(array: np.ndarray[Any, Any], dtype: int, name: str) -> View:
    if _OF_NUMPY.get(array.dtype) != dtype:
        # Codes of types that NumPy lacks may come as plain bits of their width.
        wanted = numpy_type(dtype)
        bits = array.dtype.kind == "u" and array.dtype.itemsize == wanted.itemsize
        if not bits or wanted.isbuiltin == 1:
            raise _expect(str(array.dtype), dtype, name)
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise ArgumentError(f'"{name}" has masked elements, which a plan has no word for; fill them first')
    if not (array.flags.c_contiguous and array.flags.aligned):
        array = np.require(array, requirements=["C", "A"])
    return View(array.__array_interface__["data"][0], dtype, array.shape, lib.FP8C_PLACE_HOST, array)


def _view_of_torch(tensor: Any, dtype: int, name: str, stream: int | None) -> View:
    if tensor.dtype is not torch_type(dtype):
        raise _expect(str(tensor.dtype), dtype, name)
    tensor = tensor.detach().contiguous()
    if tensor.device.type == "cpu":
        return View(tensor.data_ptr(), dtype, tuple(tensor.shape), lib.FP8C_PLACE_HOST, tensor)
    if tensor.device.type != "cuda":
        raise ArgumentError(
            f'"{name}" lies on {tensor.device}; the host and CUDA devices are what fp8c reads'
        )
    torch_follows(stream, tensor.device)
    return View(tensor.data_ptr(), dtype, tuple(tensor.shape), lib.FP8C_PLACE_DEVICE, tensor)


def torch_follows(stream: int | None, device: Any) -> None:
    """Makes a stream wait for what torch has queued on its own; without one the host waits."""
    cuda = sys.modules["torch"].cuda
    if stream is None:
        cuda.current_stream(device).synchronize()
    else:
        cuda.ExternalStream(stream, device=device).wait_stream(cuda.current_stream(device))


class _Capsule:
    """The tensor in a DLPack capsule, which is kept until this is gone."""

    _DECLARED = """
      typedef struct { int32_t device_type, device_id; } fp8c_py_device;
      typedef struct { uint8_t code, bits; uint16_t lanes; } fp8c_py_dtype;
      typedef struct { void *data; fp8c_py_device device; int32_t ndim; fp8c_py_dtype dtype;
                       int64_t *shape, *strides; uint64_t byte_offset; } fp8c_py_dltensor;
    """
    ffi.cdef(_DECLARED)

    def __init__(self, capsule: Any):
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        self.capsule = capsule  # its own destructor ends the loan, as we do not rename it
        self.tensor = ffi.cast("fp8c_py_dltensor *", get(capsule, b"dltensor"))


def _view_of_dlpack(array: Any, dtype: int, name: str, stream: int | None) -> View:
    kind, _ = array.__dlpack_device__()
    if kind in _DLPACK_HOST:
        capsule = array.__dlpack__()
    elif kind in _DLPACK_CUDA:
        capsule = array.__dlpack__(stream=stream if stream is not None else 1)
    else:
        raise ArgumentError(
            f'"{name}" lies on a device of DLPack type {kind}; the host and CUDA are what fp8c reads'
        )
    held = _Capsule(capsule)
    t = held.tensor
    have = _OF_DLPACK.get((t.dtype.code, t.dtype.bits))
    if have != dtype or t.dtype.lanes != 1:
        raise _expect(f"DLPack code {t.dtype.code} of {t.dtype.bits} bits", dtype, name)
    shape = tuple(t.shape[i] for i in range(t.ndim))
    if t.strides != ffi.NULL:
        dense = 1
        for i in reversed(range(t.ndim)):
            if shape[i] != 1 and t.strides[i] != dense and 0 not in shape:
                raise ArgumentError(f'"{name}" is not dense; make it contiguous first')
            dense *= shape[i]
    place = lib.FP8C_PLACE_HOST if kind in _DLPACK_HOST else lib.FP8C_PLACE_DEVICE
    return View(int(ffi.cast("uintptr_t", t.data)) + t.byte_offset, dtype, shape, place, (array, held))


def view_of_numbers(array: np.ndarray[Any, Any], name: str) -> View:
    """A dense array of whatever type the library has."""
    dtype = _OF_NUMPY.get(array.dtype)
    if dtype is None:
        raise ArgumentError(f'"{name}" has the type {array.dtype}, which fp8c does not have')
    return View(array.__array_interface__["data"][0], dtype, array.shape, lib.FP8C_PLACE_HOST, array)


def fill(tensor: Any, seen: View, name: str) -> None:
    """Writes a view into a struct fp8c_tensor."""
    if len(seen.shape) > lib.FP8C_MAX_RANK:
        raise ArgumentError(f'"{name}" has {len(seen.shape)} dimensions; {lib.FP8C_MAX_RANK} are the most')
    tensor.data = ffi.cast("void *", seen.address)
    tensor.dtype = seen.dtype
    tensor.place = seen.place
    tensor.rank = len(seen.shape)
    for i, size in enumerate(seen.shape):
        tensor.shape[i] = size


def copied(tensor: Any) -> np.ndarray[Any, Any]:
    """A copy of host memory that the library lends."""
    shape = tuple(tensor.shape[i] for i in range(tensor.rank))
    made = np.empty(shape, numpy_type(tensor.dtype))
    if made.nbytes:
        ffi.memmove(made.reshape(-1).view(np.uint8).data, tensor.data, made.nbytes)
    return made


def torch_of(array: np.ndarray[Any, Any], like: Any) -> Any:
    """An array as a tensor of torch, on the CPU; as it is where torch has no such type."""
    torch = sys.modules["torch"]
    name = array.dtype.name
    if getattr(torch, name, None) is None:
        return array
    bits = array if array.dtype.kind in "biuf" else array.view(f"u{array.dtype.itemsize}")
    tensor = torch.from_numpy(bits)
    return tensor if bits is array else tensor.view(getattr(torch, name))


def numpy_of(tensor: Any) -> np.ndarray[Any, Any]:
    """A tensor of torch on the CPU as an array; types that NumPy lacks are ml_dtypes'."""
    try:
        made: np.ndarray[Any, Any] = tensor.numpy()
        return made
    except TypeError:
        torch = sys.modules["torch"]
        bits: np.ndarray[Any, Any] = (
            tensor.contiguous().view(getattr(torch, f"uint{8 * tensor.element_size()}")).numpy()
        )
        return bits.view(getattr(ml_dtypes, str(tensor.dtype).removeprefix("torch.")))
