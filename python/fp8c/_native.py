"""The C library behind the package.

The published headers are the only declaration of its functions and structs: cffi reads them, so
nothing here repeats what they say.  A wheel carries library, headers and command beside this file; in
a source tree `FP8C_LIBRARY` names the library and the headers are those of `include/`.
"""

from __future__ import annotations

import ctypes.util
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import cffi

from ._errors import ArgumentError, Fp8cError, error_of_exit, error_of_status

_HERE = Path(__file__).resolve().parent


def _headers() -> Path:
    for folder in (_HERE / "include" / "fp8c", _HERE.parents[1] / "include" / "fp8c"):
        if (folder / "fp8c.h").exists():
            return folder
    raise ImportError(
        f"fp8c.h lies neither in {_HERE / 'include'} nor in the source tree; the package is not whole"
    )


def _declarations(text: str) -> str:
    """What cffi understands of a header: declarations, and constants that are numbers."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    kept = []
    for line in text.splitlines():
        if line.startswith("#") and not re.fullmatch(r"#define \w+ \d+\s*", line):
            continue
        kept.append(line.replace("FP8C_API ", ""))
    return "\n".join(kept)


def _library() -> str:
    named = os.environ.get("FP8C_LIBRARY")
    if named:
        return named
    bundled = sorted((_HERE / "lib").glob("libfp8c.so.*"))
    if bundled:
        return str(bundled[0])
    return ctypes.util.find_library("fp8c") or "libfp8c.so.0"


ffi: Any = cffi.FFI()
for _name in ("fp8c.h", "compiler.h"):
    ffi.cdef(_declarations((_headers() / _name).read_text()))
try:
    lib: Any = ffi.dlopen(_library())
except OSError as error:
    raise ImportError(
        f"the fp8c library cannot be loaded ({error}); FP8C_LIBRARY may name another libfp8c.so"
    ) from None


def text(pointer: Any) -> str:
    """A C string as Python's; "" for NULL."""
    return "" if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def new_error() -> Any:
    """A struct that a call fills when it fails."""
    return ffi.new("fp8c_error *")


def check(status: int, error: Any) -> None:
    """Raises what a call returned, if it failed."""
    if status != lib.FP8C_OK:
        raise failure(status, error)


def failure(status: int, error: Any) -> Fp8cError:
    """The exception of a status and its sentence."""
    name = text(lib.fp8c_status_name(status))
    return error_of_status(name, text(error.text) or name)


def set_number(struct: Any, field: str, value: Any) -> None:
    """Writes a number into a struct of options; what its field cannot hold is refused by name."""
    try:
        setattr(struct, field, value)
    except (TypeError, OverflowError):
        raise ArgumentError(f"{field} is {value!r}, which is no number that it can be") from None


def path_bytes(path: str | os.PathLike[str]) -> bytes:
    """A file's name as the library takes it."""
    return os.fsencode(path)


def command() -> list[str]:
    """The command, as the first words of an argv."""
    bundled = _HERE / "bin" / "fp8c"
    return [os.environ.get("FP8C") or (str(bundled) if bundled.exists() else "fp8c")]


def told(*words: str) -> str:
    """What the command prints; its last line is the error's, where it fails."""
    line = [*command(), *words]
    try:
        done = subprocess.run(line, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Fp8cError(f'the command "{line[0]}" is not there; FP8C may name it') from None
    if done.returncode:
        raise error_of_exit(done.returncode, done.stderr.strip() or f"`fp8c {words[0]}` has failed")
    return done.stdout


def nvrtc_environment() -> None:
    """Lets the library find NVRTC where `pip install fp8c[gpu]` has put it."""
    if os.environ.get("FP8C_NVRTC"):
        return
    try:
        import nvidia
    except ImportError:
        return
    for folder in nvidia.__path__:
        found = sorted(Path(folder).glob("*/lib/libnvrtc.so.1[23]"))
        if found:
            os.environ["FP8C_NVRTC"] = str(found[-1])
            return


nvrtc_environment()
