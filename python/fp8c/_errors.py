"""What can go wrong, as exceptions.

Each is also the built-in exception that Python programs catch for such a mistake, where there is one.
The text is the library's own sentence: what was found, what was expected, and where.
"""

from __future__ import annotations

from typing import Any


class Fp8cError(Exception):
    """The base of all errors of fp8c."""


class ArgumentError(Fp8cError, ValueError):
    """A value that the call forbids: a wrong shape, type, name or combination of options."""


class FileError(Fp8cError, OSError):
    """A file could not be opened, read or written."""


class FormatError(Fp8cError, ValueError):
    """Bytes that are no valid model, plan or sample file."""


class UnsupportedError(Fp8cError, NotImplementedError):
    """Understood, but not done by this build or device."""


class HostMemoryError(Fp8cError, MemoryError):
    """The host's memory ran out."""


class DeviceError(Fp8cError, RuntimeError):
    """The driver or a CUDA library reported a failure."""


class NoDeviceError(DeviceError):
    """There is no driver, or no such GPU."""


class DeviceMemoryError(DeviceError):
    """The device's memory ran out; the session may be tried again."""


class DeviceFaultError(DeviceError):
    """A kernel faulted; only a new process recovers."""


class BusyError(Fp8cError, RuntimeError):
    """Another thread is inside this session."""


class InternalError(Fp8cError, RuntimeError):
    """A bug in fp8c; the text says where."""


class BoundError(Fp8cError):
    """A bound that was asked for, such as an error budget, is not met; `report` says how far."""

    report: dict[str, Any] | None = None


class CancelledError(Fp8cError):
    """The caller ended a compile."""


_BY_STATUS: dict[str, type[Fp8cError]] = {
    "argument": ArgumentError,
    "file": FileError,
    "format": FormatError,
    "unsupported": UnsupportedError,
    "no memory": HostMemoryError,
    "device memory": DeviceMemoryError,
    "no device": NoDeviceError,
    "device": DeviceError,
    "device fault": DeviceFaultError,
    "busy": BusyError,
    "internal": InternalError,
    "bound not met": BoundError,
    "cancelled": CancelledError,
}


def error_of_status(name: str, sentence: str) -> Fp8cError:
    """The exception for `fp8c_status_name`'s word."""
    return _BY_STATUS.get(name, Fp8cError)(sentence)


_BY_EXIT: dict[int, type[Fp8cError]] = {2: ArgumentError, 3: FormatError, 4: UnsupportedError, 6: FileError}


def error_of_exit(code: int, sentence: str) -> Fp8cError:
    """The exception for an exit code of the command."""
    return _BY_EXIT.get(code, Fp8cError)(sentence)
