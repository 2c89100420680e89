"""fp8c in ONNX Runtime: the execution provider that runs plans, and compiles models when a session is made.

    import fp8c.ort
    import onnxruntime

    options = onnxruntime.SessionOptions()
    fp8c.ort.add_to(options, precision="fp8", calibrate="samples.npz")
    session = onnxruntime.InferenceSession("model.onnx", options)

Needs onnxruntime 1.23 or newer.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, Literal

from ._errors import NoDeviceError, UnsupportedError

PROVIDER = "Fp8cExecutionProvider"

_HERE = Path(__file__).resolve().parent
_lock = threading.Lock()


def library() -> str:
    """The plugin's file, which `onnxruntime.register_execution_provider_library` takes."""
    return os.environ.get("FP8C_ORT_LIBRARY") or str(_HERE / "lib" / "libfp8c_ort.so")


def devices() -> list[Any]:
    """What the provider runs on here, as onnxruntime.OrtEpDevice; the first call registers the provider."""
    import onnxruntime

    if not hasattr(onnxruntime, "register_execution_provider_library"):
        raise UnsupportedError(
            f"onnxruntime {onnxruntime.__version__} takes no plugins; 1.23 is the first that does"
        )
    with _lock:
        found = [d for d in onnxruntime.get_ep_devices() if d.ep_name == PROVIDER]
        if not found:
            onnxruntime.register_execution_provider_library("fp8c", library())
            found = [d for d in onnxruntime.get_ep_devices() if d.ep_name == PROVIDER]
    return found


def add_to(session_options: Any, kind: Literal["cpu", "gpu"] | None = None, **options: Any) -> Any:
    """Adds the provider to an onnxruntime.SessionOptions, and returns that.

    kind     the device; None: the GPU that ONNX Runtime sees, else the CPU
    options  of the provider (docs/onnxruntime.md): precision, calibrate, target ...
    """
    by_kind: dict[str, Any] = {}
    for device in devices():
        by_kind.setdefault(device.device.type.name.lower(), device)
    chosen = by_kind.get(kind) if kind else by_kind.get("gpu") or by_kind.get("cpu")
    if chosen is None:
        raise NoDeviceError(f"ONNX Runtime sees no {kind or 'CPU or GPU'} that fp8c runs on")
    session_options.add_provider_for_devices([chosen], {name: str(value) for name, value in options.items()})
    return session_options
