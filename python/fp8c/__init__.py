"""fp8c compiles ONNX models for FP8 and runs them.

    import fp8c

    plan = fp8c.compile("model.onnx", calibrate={"x": samples})
    print(plan.report)
    session = fp8c.Session(plan)
    y, = session.run(None, {"x": x})
    plan.save("model.fp8c")

A plan carries GPU code: run only plans you trust.
"""

from ._calibrate import calibrate, merge_calibration
from ._compile import compile
from ._errors import (
    ArgumentError,
    BoundError,
    BusyError,
    CancelledError,
    DeviceError,
    DeviceFaultError,
    DeviceMemoryError,
    FileError,
    FormatError,
    Fp8cError,
    HostMemoryError,
    InternalError,
    NoDeviceError,
    UnsupportedError,
)
from ._native import lib as _lib
from ._native import text as _text
from ._plan import Plan, Port, Report, Variant
from ._session import Session
from ._state import State, generate
from .huggingface import from_pretrained

__version__: str = _text(_lib.fp8c_version())

__all__ = [
    "ArgumentError",
    "BoundError",
    "BusyError",
    "CancelledError",
    "DeviceError",
    "DeviceFaultError",
    "DeviceMemoryError",
    "FileError",
    "FormatError",
    "Fp8cError",
    "HostMemoryError",
    "InternalError",
    "NoDeviceError",
    "Plan",
    "Port",
    "Report",
    "Session",
    "State",
    "UnsupportedError",
    "Variant",
    "__version__",
    "calibrate",
    "compile",
    "from_pretrained",
    "generate",
    "merge_calibration",
]
