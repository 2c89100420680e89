"""Plans made ready on a device, and run."""

from __future__ import annotations

import os
import sys
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays
from ._errors import ArgumentError, BusyError
from ._native import check, failure, ffi, lib, new_error, set_number, text
from ._plan import Plan

_address_of = ffi.from_buffer  # memory of an array, as long as the array lives
_READY_MOST = 64  # sets of shapes whose structs a session keeps

if TYPE_CHECKING:
    from types import TracebackType


class Session:
    """A plan made ready on one device: weights in place, buffers laid out, the CUDA graph captured.

    plan     a `Plan`, or a plan's file
    device   "cpu", "cuda:0"; None: the first GPU that the plan has a variant for, else "cpu"
    threads  of the host; 0: as many as the process may run on
    stream   a CUDA stream to work on, as an integer; None: the session makes one
    log      is called with each warning, and with what was chosen

    Runs of one session follow one another, whatever thread asks for them; `run` releases Python's global
    lock.  For runs beside one another make several sessions.
    """

    def __init__(
        self,
        plan: Plan | str | os.PathLike[str],
        device: str | None = None,
        *,
        threads: int = 0,
        stream: int | None = None,
        log: Callable[[str], None] | None = None,
    ) -> None:
        self.plan = plan if isinstance(plan, Plan) else Plan(plan)
        if device is not None and not isinstance(device, str):
            raise ArgumentError(f'device is {device!r}; "cpu", "cuda:0" or None was expected')
        self._lock = threading.Lock()
        self._worker: ThreadPoolExecutor | None = None
        self._session: Any = ffi.NULL
        self._states: list[Any] = []  # ours to free first; State puts them here, each in a list of one
        options = ffi.new("fp8c_session_options *")
        options.size = ffi.sizeof("fp8c_session_options")
        device_name = ffi.new("char[]", device.encode()) if device is not None else ffi.NULL
        options.device = device_name
        set_number(options, "threads", threads)
        options.stream = ffi.cast("void *", stream or 0)
        if log is not None:
            self._log = ffi.callback(
                "void(void *, fp8c_log_level, const char *)", lambda _, __, t: log(text(t))
            )
            options.log = self._log
        made, error = ffi.new("fp8c_session **"), new_error()
        check(lib.fp8c_session_create(self.plan._program, options, made, error), error)
        self._session = made[0]
        self._stream = int(ffi.cast("uintptr_t", lib.fp8c_session_stream(self._session))) or None
        self.device = text(lib.fp8c_session_device(self._session))
        self._input_names = [p.name for p in self.plan.inputs]
        self._input_types = [(p.name, p.dtype) for p in self.plan.inputs]
        self._input_set = set(self._input_names)
        self._input_ports = [(p.name, p.dtype_number) for p in self.plan.inputs]
        self._output_names = [p.name for p in self.plan.outputs]
        self._output_dtypes = [p.dtype_number for p in self.plan.outputs]
        self._input_count, self._output_count = len(self._input_names), len(self._output_names)
        self._input_tensors = ffi.new("fp8c_tensor[]", max(1, len(self._input_names)))
        self._output_tensors = ffi.new("fp8c_tensor[]", max(1, len(self._output_names)))
        self._ready: dict[tuple[tuple[int, ...], ...], _Ready] = {}
        self._shapes: Any = None
        self._known: tuple[tuple[int, ...] | None, ...] = ()
        self._error = new_error()
        with _alive_lock:
            _alive.add(self)

    def close(self) -> None:
        """Frees the session's memory; it cannot run any more."""
        if self._worker is not None:
            self._worker.shutdown()
            self._worker = None
        with self._lock:
            self._free()

    def _free(self) -> None:
        """States lie in the session's memory, and the session reads its plan."""
        for held in self._states:
            lib.fp8c_state_free(held[0])
            held[0] = ffi.NULL
        self._states.clear()
        if self._session != ffi.NULL:
            lib.fp8c_session_free(self._session)
            self._session = ffi.NULL

    def __reduce__(self) -> Any:
        raise TypeError("a session lives on its device and is neither copied nor pickled; its plan is")

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_session", None):
            self._free()

    def __repr__(self) -> str:
        return f"<fp8c.Session of {self.plan!r} on {self.device}>"

    # ---- Runs --------------------------------------------------------------------------

    def run(
        self,
        names: Sequence[str] | None,
        feed: Mapping[str, Any],
        *,
        out: Mapping[str, Any] | None = None,
    ) -> list[Any]:
        """Runs once and returns the outputs called `names`, all of them for None, in that order.

        feed  arrays by the names of inputs: NumPy, torch (CPU or CUDA), DLPack, or plain numbers
        out   arrays of the caller by the names of outputs, which the results are written to

        Results are NumPy arrays; torch's where an input is torch's, on the device of the session if that
        input lies there.
        """
        wanted = self._output_names if names is None else names
        if type(feed) is not dict and not isinstance(feed, Mapping):
            raise ArgumentError(f"feed is a {type(feed).__name__}; a dict of arrays by input was expected")
        if names is not None or out:
            if isinstance(names, str):
                raise ArgumentError(f'names is "{names}"; a list of names was expected')
            for name in [*wanted, *(out or ())]:
                if name not in self._output_names:
                    raise ArgumentError(
                        f'there is no output "{name}"; the plan has {", ".join(self._output_names)}'
                    )
        with self._lock:
            made = self._run_again(feed, out)
            if made is None:
                results = self._run(wanted, feed, out or {})
                return [results[name] for name in wanted]
        if names is None:
            return made
        return [made[self._output_names.index(name)] for name in names]

    def __call__(self, *arrays: Any, **feed: Any) -> dict[str, Any]:
        """Runs once on inputs in the plan's order, or by name, and returns all outputs by name."""
        if len(arrays) > len(self._input_names):
            raise ArgumentError(
                f"{len(arrays)} inputs are given, and the plan takes {len(self._input_names)}"
            )
        for name, array in zip(self._input_names, arrays, strict=False):
            if name in feed:
                raise ArgumentError(f'input "{name}" is given twice')
            feed[name] = array
        return dict(zip(self._output_names, self.run(None, feed), strict=True))

    def run_async(
        self, names: Sequence[str] | None, feed: Mapping[str, Any], *, out: Mapping[str, Any] | None = None
    ) -> Future[list[Any]]:
        """As `run`, in a thread of the session's own; the arrays must stay as they are until the result is there."""
        with self._lock:
            if self._worker is None:
                self._worker = ThreadPoolExecutor(1, thread_name_prefix="fp8c")
        return self._worker.submit(self.run, names, feed, out=out)

    def _run_again(self, feed: Mapping[str, Any], out: Mapping[str, Any] | None) -> list[Any] | None:
        """All outputs of a run on arrays of NumPy in shapes that were run before; None: it is none of these.

        Only addresses change from one such run to the next, and no check is made twice: what stands between the
        caller and the C function is a few microseconds.
        """
        if len(feed) != self._input_count or not self._session:
            return None
        given = []
        for name, dtype in self._input_types:
            array = feed.get(name)
            if type(array) is not np.ndarray or array.dtype != dtype or not array.flags.aligned:
                return None
            given.append(array)
        ready = self._ready.get(tuple([array.shape for array in given]))
        if ready is None:
            return None
        made = []
        try:
            for tensor, array in zip(ready.inputs, given):  # noqa: B905 - their lengths are the plan's
                tensor.data = _address_of(array)
            for tensor, name, dtype, shape in ready.outputs:
                array = out.get(name) if out else None
                if array is None:
                    array = np.empty(shape, dtype)
                elif type(array) is not np.ndarray or array.dtype != dtype or array.shape != shape:
                    return None
                tensor.data = _address_of(
                    array, require_writable=True
                )  # refused where it cannot be written to
                made.append(array)
        except (
            BufferError,
            TypeError,
            ValueError,
        ):  # an array that is not dense, or one that NumPy lends nobody
            return None
        self._call(lib.fp8c_session_run, ready.input_tensors, ready.output_tensors)
        return made

    def _run(self, wanted: Sequence[str], feed: Mapping[str, Any], out: Mapping[str, Any]) -> dict[str, Any]:
        if self._session == ffi.NULL:
            raise BusyError("the session was closed")
        inputs = self._views_of(feed)
        _fill_all(self._input_tensors, inputs, self._input_names)
        like = None
        if "torch" in sys.modules:
            like = next((seen.owner for seen in inputs if _arrays.is_torch(seen.owner)), None)
        given = tuple(seen.shape for seen in inputs)
        shapes = self._output_shapes(given)
        if None in shapes:
            self._call(lib.fp8c_session_run_views, self._input_tensors, self._output_tensors)
            taken = {name: i for i, name in enumerate(self._output_names) if name in wanted or name in out}
            return {name: self._taken(i, out.get(name), like) for name, i in taken.items()}
        made = [self._array(i, shape, out, like) for i, shape in enumerate(shapes) if shape is not None]
        outputs = [self._place(i, array, shapes[i], own=not out) for i, array in enumerate(made)]
        _fill_all(self._output_tensors, outputs, self._output_names)
        self._call(lib.fp8c_session_run, self._input_tensors, self._output_tensors)
        if given not in self._ready and all(type(seen.owner) is np.ndarray for seen in [*inputs, *outputs]):
            if len(self._ready) == _READY_MOST:
                self._ready.clear()
            self._ready[given] = _Ready(inputs, outputs, self._input_names, self._output_names)
        return dict(zip(self._output_names, made, strict=True))

    def _call(self, function: Any, inputs: Any, outputs: Any) -> None:
        status = function(self._session, inputs, self._input_count, outputs, self._output_count, self._error)
        if status != lib.FP8C_OK:
            raise failure(status, self._error)

    def _give(self, feed: Mapping[str, Any]) -> list[_arrays.View]:
        """Fills the inputs of a call that takes all of them; what is returned lives until it ends."""
        views = self._views_of(feed)
        _fill_all(self._input_tensors, views, self._input_names)
        return views

    def _take(self) -> dict[str, Any]:
        """Copies of all outputs of such a call."""
        return {name: self._taken(i, None, None) for i, name in enumerate(self._output_names)}

    def _views_of(self, feed: Mapping[str, Any]) -> list[_arrays.View]:
        names = self._input_names
        if len(feed) != len(names) or not feed.keys() >= self._input_set:
            parts = [f'input "{n}" is missing' for n in names if n not in feed]
            parts += [f'there is no input "{n}"' for n in feed if n not in names]
            raise ArgumentError(f"{'; '.join(parts)}; the plan takes {', '.join(names)}")
        stream = self._stream
        return [_arrays.view(feed[name], dtype, name, stream) for name, dtype in self._input_ports]

    def _output_shapes(self, shapes: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...] | None, ...]:
        if shapes != self._shapes:
            known = self.plan.output_shapes(dict(zip(self._input_names, shapes, strict=True)))
            self._shapes, self._known = shapes, tuple(known.values())
        return self._known

    def _array(self, index: int, shape: tuple[int, ...], out: Mapping[str, Any], like: Any) -> Any:
        """The array that an output is written to: the caller's, or a new one."""
        given = out.get(self._output_names[index])
        if given is not None:
            return given
        dtype = self._output_dtypes[index]
        if like is None or _arrays.torch_type(dtype) is None:
            return np.empty(shape, _arrays.numpy_type(dtype))
        on = like.device if like.device.type == "cuda" and self.device != "cpu" else "cpu"
        return like.new_empty(shape, dtype=_arrays.torch_type(dtype), device=on)

    def _place(self, index: int, array: Any, shape: tuple[int, ...] | None, own: bool) -> _arrays.View:
        name = self._output_names[index]
        if own and shape is not None and isinstance(array, np.ndarray):  # as np.empty has made it
            address = array.__array_interface__["data"][0]
            return _arrays.View(address, self._output_dtypes[index], shape, lib.FP8C_PLACE_HOST, array)
        seen = _arrays.view(array, self._output_dtypes[index], name, None)
        if not _is_itself(seen, array):
            raise ArgumentError(
                f'the array for output "{name}" is not dense, or read-only: nothing can be written to it'
            )
        if seen.shape != shape:
            raise ArgumentError(
                f'output "{name}" has the shape {shape}, and the array given for it {seen.shape}'
            )
        return seen

    def _taken(self, index: int, target: Any, like: Any) -> Any:
        """A result that lies in the session's memory, in an array of the caller's kind."""
        array = _arrays.copied(self._output_tensors[index])
        if target is None:
            return array if like is None else _arrays.torch_of(array, like)
        name = self._output_names[index]
        seen = _arrays.view(target, self._output_tensors[index].dtype, name, None)
        if seen.shape != array.shape or not _is_itself(seen, target):
            raise ArgumentError(
                f'output "{name}" has the shape {array.shape}, and the array given for it {seen.shape}'
            )
        if seen.place != lib.FP8C_PLACE_HOST:
            raise ArgumentError(
                f'the shape of output "{name}" is not known before the run; give an array of the host'
            )
        ffi.memmove(ffi.cast("char *", seen.address), array.reshape(-1).view(np.uint8).data, array.nbytes)
        return target


# ---- Forks -------------------------------------------------------------------------------

_alive: weakref.WeakSet[Session] = weakref.WeakSet()
_alive_lock = threading.Lock()
_forking: list[Session] = []


def _before_fork() -> None:
    """Waits for runs in flight: a child has the sessions as they are, and none of the threads that run them."""
    _alive_lock.acquire()
    _forking.extend(_alive)
    for session in _forking:
        session._lock.acquire()


def _behind_fork() -> None:
    for session in _forking:
        session._lock.release()
    _forking.clear()
    _alive_lock.release()


def _in_child() -> None:
    for session in _forking:
        session._worker = None  # its thread is the parent's
    _behind_fork()


os.register_at_fork(before=_before_fork, after_in_parent=_behind_fork, after_in_child=_in_child)


class _Ready:
    """Structs for arrays of NumPy in one set of shapes, and what is made for the outputs; addresses are filled in."""

    def __init__(
        self,
        inputs: Sequence[_arrays.View],
        outputs: Sequence[_arrays.View],
        input_names: Sequence[str],
        output_names: Sequence[str],
    ) -> None:
        self.input_tensors = ffi.new("fp8c_tensor[]", max(1, len(inputs)))
        self.output_tensors = ffi.new("fp8c_tensor[]", max(1, len(outputs)))
        _fill_all(self.input_tensors, inputs, input_names)
        _fill_all(self.output_tensors, outputs, output_names)
        self.inputs = [self.input_tensors[i] for i in range(len(inputs))]
        self.outputs = [
            (self.output_tensors[i], output_names[i], _arrays.numpy_type(seen.dtype), seen.shape)
            for i, seen in enumerate(outputs)
        ]


def _fill_all(tensors: Any, seen: Sequence[_arrays.View], names: Sequence[str]) -> None:
    """Writes views into structs."""
    for i, view in enumerate(seen):
        _arrays.fill(tensors[i], view, names[i])


def _is_itself(seen: _arrays.View, target: Any) -> bool:
    """Whether a view shows the caller's memory, not a dense copy of it."""
    if isinstance(target, np.ndarray):
        return bool(seen.owner is target and target.flags.writeable)
    return not _arrays.is_torch(target) or bool(target.is_contiguous())
