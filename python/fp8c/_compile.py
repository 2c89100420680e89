"""Models to plans."""

from __future__ import annotations

import functools
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from . import _arrays
from ._errors import ArgumentError, BoundError, FileError, UnsupportedError
from ._native import failure, ffi, lib, new_error, path_bytes, set_number, text, told
from ._plan import Plan

Precision: TypeAlias = Literal["auto", "fp8", "bf16", "f32"]
Tune: TypeAlias = Literal["off", "fast", "full"]
Sample: TypeAlias = Mapping[str, Any]
Samples: TypeAlias = "str | os.PathLike[str] | Sample | Iterable[Any]"
Diagnostic: TypeAlias = dict[str, str]

_SEVERITIES = ("note", "warning", "error")


class _Options:
    """A struct fp8c_compile_options, and what its pointers point to."""

    def __init__(self) -> None:
        self.struct = ffi.new("fp8c_compile_options *")
        self.struct.size = ffi.sizeof("fp8c_compile_options")
        self._held: list[Any] = []

    def text(self, field: str, value: str | bytes | None) -> None:
        if value is None:
            return
        held = ffi.new("char[]", value if isinstance(value, bytes) else value.encode())
        self._held.append(held)
        setattr(self.struct, field, held)

    def texts(self, field: str, values: Iterable[str]) -> None:
        """A list and its count: the count of `dims` is `dim_count`."""
        items = [ffi.new("char[]", v.encode()) for v in values]
        array = ffi.new("const char *[]", items) if items else ffi.NULL
        self._held += [*items, array]
        setattr(self.struct, field, array)
        count = {"fixes": "fix_count", "preprocess": "preprocess_count"}.get(field, f"{field[:-1]}_count")
        setattr(self.struct, count, len(items))

    def number(self, field: str, value: Any) -> None:
        set_number(self.struct, field, value)


def compile(  # noqa: A001 - the word of the field, and of re
    model: Any,
    example_inputs: Sequence[Any] | Mapping[str, Any] | None = None,
    *,
    calibrate: Samples | None = None,
    evaluate: Samples | None = None,
    target: str | Sequence[str] | None = None,
    precision: Precision = "auto",
    max_error: str | None = None,
    target_speedup: float | None = None,
    fp8_share: float | None = None,
    dims: Mapping[str, int | str | Sequence[int]] | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    fix: Mapping[str, Any] | None = None,
    io_types: Mapping[str, str] | None = None,
    state: Mapping[str, str] | None = None,
    set: Mapping[str, Any] | None = None,
    preprocess: Mapping[str, str] | None = None,
    calibrate_method: str | None = None,
    headroom: float | None = None,
    calibration: bytes | str | os.PathLike[str] | None = None,
    save_calibration: str | os.PathLike[str] | None = None,
    overrides: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    repair: str | None = None,
    kv_cache: str | None = None,
    weights: str | None = None,
    preset: str | None = None,
    promote: int | str | None = None,
    capacity: int = 0,
    roles: Mapping[str, str] | None = None,
    all_logits: bool = False,
    judge_outputs: Sequence[str] = (),
    time_limit: float | None = None,
    tune: Tune = "off",
    threads: int = 0,
    cache_dir: str | os.PathLike[str] | None = None,
    cache: bool = True,
    cublaslt: bool = True,
    allow_cpu_fallback: bool = False,
    skip_nonfinite: bool = False,
    strict: bool = False,
    progress: Callable[[str, int, int], None] | bool = False,
    diagnostic: Callable[[Diagnostic], None] | None = None,
) -> Plan:
    """Compiles a model and returns its plan.

    model             an .onnx file or its bytes, an onnx.ModelProto, a torch.export.ExportedProgram, or a
                      torch.nn.Module with `example_inputs`
    calibrate         samples: a .npz file or folder, a dict of arrays whose first axis counts samples, or an
                      iterable of samples, each a dict by input or a tuple in the order of inputs (a DataLoader),
                      or a ray.data.Dataset whose rows are samples: Ray's workers run the model on them all, for
                      scales, and this process on the first of them (docs/python.md)
    evaluate          samples that measure the error and choose nothing; without: a part of `calibrate`
    target            "cpu", "sm_90a" ... or several; None: the CPU and the GPU present
    precision         "auto": rules, scores and time decide among E4M3, E5M2 and BF16
    max_error         an error budget such as "sqnr>=25dB": the fastest formats within it
    target_speedup    over BF16 by the time model: the most accurate formats with it; with max_error the fastest
    fp8_share         0 to 1, of multiply-accumulates: the same
    dims              sizes of named dimensions: {"batch": [1, 8], "seq": 128}, {"batch": range(1, 33)}
    shapes            of inputs: {"x": (1, 3, 224, 224)}
    fix               inputs that become constants
    io_types          types of ports: {"past_k": "e4m3@0.02"}
    state             inputs that take an output from sample to sample: {"state": "stateN"}; with
                      `capacity` the plan keeps it from run to run
    capacity          tokens that the plan's states hold (`State`, `generate`); 0: it keeps none
    roles             with `capacity`, what ports are whose names do not say so: {"ids": "tokens"}
    all_logits        with `capacity`: a run gives the logits of each of its tokens (`State.run`), not of the last alone
    set               inputs that samples do not have, as constants: {"sr": 16000}
    preprocess        what is done with samples before they are inputs: {"x": "(x/255-[.5 .5 .5])/0.25"}
    headroom          the largest code stands for this many times the largest activation seen
    calibration       figures instead of samples: those of `calibrate`, or a file that an earlier compile has saved
                      (`save_calibration`); those of `calibrate` besides samples: scales come from the figures
    overrides         a file or dict of what is pinned (docs/overrides.md)
    repair            corrections that reduce FP8 rounding error: "all", "none", or names with commas
    progress          called with stage, units done and units in all; True: a line on standard error
    diagnostic        called with {"severity", "code", "node", "text"} for each remark

    The others are those of `fp8c compile`, which `fp8c help compile` explains.  Raises `BoundError`, whose
    `report` is the document, where a budget is not kept on held-out samples.
    """
    with tempfile.TemporaryDirectory(prefix="fp8c-") as name:
        folder, options = Path(name), _Options()
        path, inputs = _model_file(model, example_inputs, folder)
        about: dict[str, Any] = {"target": target, "dims": dims, "shapes": shapes, "fix": fix}
        about |= {"io_types": io_types, "set": set, "preprocess": preprocess}
        own_values = (state, capacity, roles, kv_cache, weights, preset, repair, save_calibration)
        if hasattr(calibrate, "map_batches") and calibration is None and not any(own_values):
            from ._calibrate import spread

            shared = {**about, "threads": threads, "skip_nonfinite": skip_nonfinite}
            calibration, calibrate = spread(path, inputs, calibrate, shared)
        options.text("model_path", path_bytes(path))
        callbacks = _Callbacks(progress, diagnostic)
        for field, samples in (("calibrate", calibrate), ("evaluate", evaluate)):
            if isinstance(samples, (list, tuple)):
                options.number(f"{field}_samples", callbacks.samples(samples, inputs, path))
            elif samples is not None:
                options.text(field, path_bytes(_sample_file(samples, inputs, path, folder / field)))
        if isinstance(overrides, Mapping):
            (folder / "overrides.json").write_text(json.dumps(overrides))
            overrides = folder / "overrides.json"
        options.text("overrides", None if overrides is None else path_bytes(overrides))
        _about_model(options, about)
        options.texts("states", _pairs("state", state, str))
        if isinstance(calibration, bytes):
            (folder / "calibration.json").write_bytes(calibration)
            calibration = folder / "calibration.json"
        for field, file in (("calibration", calibration), ("save_calibration", save_calibration)):
            options.text(field, None if file is None else path_bytes(file))
        options.number("headroom", headroom or 0)
        options.texts("judge_ports", judge_outputs)
        options.number("precision", _one_of("precision", precision, ("auto", "fp8", "bf16", "f32")))
        options.number("tune", _one_of("tune", tune, ("off", "fast", "full")))
        options.text("max_error", max_error)
        options.number("target_speedup", target_speedup or 0)
        options.number("fp8_share", fp8_share or 0)
        options.text("calibrate_method", calibrate_method)
        options.text("repairs", repair)
        options.text("kv_cache", kv_cache)
        options.text("weights", weights)
        options.text("preset", preset)
        options.text("promote", None if promote is None else str(promote))
        options.number("capacity", capacity)
        options.texts("roles", _pairs("roles", roles, str))
        options.number("all_logits", all_logits)
        options.number("time_limit_seconds", time_limit or 0)
        options.number("threads", threads)
        options.text("cache_dir", "" if not cache else None if cache_dir is None else path_bytes(cache_dir))
        options.number("no_cublaslt", not cublaslt)
        options.number("allow_cpu_fallback", allow_cpu_fallback)
        options.number("skip_nonfinite", skip_nonfinite)
        options.number("strict", strict)
        options.number("progress", callbacks.progress)
        options.number("diagnostic", callbacks.diagnostic)
        options.number("cancelled", callbacks.cancelled)
        try:
            return _compiled(options, callbacks)
        finally:
            callbacks.end()


def _about_model(options: _Options, about: Mapping[str, Any]) -> None:
    """What is said of model, samples and targets, by the names of `compile`'s arguments."""

    def pairs(name: str, words: Callable[[Any], str]) -> list[str]:
        return _pairs(name, about[name], words)

    target = about["target"]
    if target is not None and not isinstance(target, (str, Sequence)):
        raise ArgumentError(f'target is {target!r}; "cpu", "sm_90a" or a list of such was expected')
    options.texts("targets", [target] if isinstance(target, str) else target or ())
    options.texts("dims", pairs("dims", _list))
    options.texts("shapes", pairs("shapes", lambda shape: "x".join(map(str, shape))))
    options.texts("fixes", pairs("fix", _constant))
    options.texts("io_types", pairs("io_types", str))
    options.texts("sets", pairs("set", _constant))
    options.texts("preprocess", pairs("preprocess", str))


def _pairs(name: str, given: Any, words: Callable[[Any], str]) -> list[str]:
    """An argument that is a dict, as the library's NAME=VALUE."""
    if given is not None and not isinstance(given, Mapping):
        raise ArgumentError(f"{name} is a {type(given).__name__}; a dict by name was expected")
    return [f"{k}={words(v)}" for k, v in (given or {}).items()]


def _compiled(options: _Options, callbacks: _Callbacks) -> Plan:
    plan, size = ffi.new("void **"), ffi.new("size_t *")
    document, error = ffi.new("char **"), new_error()
    status = lib.fp8c_compile_to_memory(options.struct, plan, size, document, error)
    report = None
    if document[0] != ffi.NULL:
        report = json.loads(text(document[0]))
        lib.fp8c_string_free(document[0])
    callbacks.raise_again()
    if status != lib.FP8C_OK:
        raised = failure(status, error)
        if isinstance(raised, BoundError):
            raised.report = report
        raise raised
    content = bytes(ffi.buffer(plan[0], size[0]))
    lib.fp8c_string_free(plan[0])
    compiled = Plan(content)
    compiled._given_report = report
    return compiled


def _list(value: int | str | Sequence[int]) -> str:
    if isinstance(value, range) and len(value) > 1 and value.step > 0:
        return f"{value[0]}..{value[-1]}" + (f":{value.step}" if value.step > 1 else "")
    return str(value) if isinstance(value, (int, str)) else ",".join(map(str, value))


def _constant(value: Any) -> str:
    numbers = np.asarray(value)
    if numbers.ndim == 0:
        return str(numbers.item())
    return "[" + " ".join(str(v) for v in numbers.reshape(-1).tolist()) + "]"


def _one_of(name: str, value: str, words: Sequence[str]) -> int:
    if value not in words:
        raise ArgumentError(f'{name} is "{value}"; it is one of {", ".join(words)}')
    return words.index(value)


# ---- Models ------------------------------------------------------------------------------


def _model_file(model: Any, example_inputs: Any, folder: Path) -> tuple[Path, list[str] | None]:
    """The model as a file, and the names of its inputs in order where they are known already."""
    if isinstance(model, (str, os.PathLike)):
        return Path(model), None
    if isinstance(model, (bytes, bytearray, memoryview)):
        path = folder / "model.onnx"
        path.write_bytes(model)
        return path, None
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(model, torch.nn.Module):
        return _exported(_traced(model, example_inputs), folder)
    if torch is not None and isinstance(model, torch.export.ExportedProgram):
        return _exported(model, folder)
    if hasattr(model, "SerializeToString") and hasattr(model, "graph"):
        path = folder / "model.onnx"
        try:
            path.write_bytes(model.SerializeToString())
        except ValueError:  # of protobuf: no message may have 2 GiB
            import onnx

            onnx.save(model, path, save_as_external_data=True, all_tensors_to_one_file=True)
        return path, [i.name for i in model.graph.input]
    raise ArgumentError(
        f"a {type(model).__name__} is no model: give an .onnx file or its bytes, an onnx.ModelProto or a torch.nn.Module"
    )


def _traced(module: Any, example_inputs: Any) -> Any:
    """A module as torch.export's program, in the state it is used in: as in eval()."""
    if example_inputs is None:
        raise ArgumentError("a torch.nn.Module needs example_inputs: a tuple by position or a dict by name")
    import torch

    by_name = isinstance(example_inputs, Mapping)
    modes = [(m, m.training) for m in module.modules()]
    module.eval()
    try:
        with torch.no_grad():
            args = () if by_name else tuple(example_inputs)
            return torch.export.export(module, args, dict(example_inputs) if by_name else None, strict=False)
    finally:
        for part, training in modes:
            part.training = training


def without_writes(program: Any) -> Any:
    """A torch.export program in functional form; refused if it writes into its inputs or buffers.

    A plan has no such writes.  They show in this form alone: before, they are operators among others.
    """
    functional = program.run_decompositions({})
    signature = functional.graph_signature
    for kind, written in (
        ("buffer", signature.buffers_to_mutate),
        ("input", signature.user_inputs_to_mutate),
    ):
        if written:
            raise UnsupportedError(f"the graph writes into its {kind} {', '.join(sorted(written.values()))}")
    return functional


def _exported(program: Any, folder: Path) -> tuple[Path, list[str]]:
    import torch

    path = folder / "model.onnx"
    exported = torch.onnx.export(without_writes(program), dynamo=True, verbose=False)
    exported.save(str(path), external_data=True)
    return path, [value.name for value in exported.model.graph.inputs]


# ---- Samples -----------------------------------------------------------------------------


def _sample_file(samples: Any, inputs: list[str] | None, model: Path, path: Path) -> Path:
    """Samples as files: a .npz whose first axes count them, or a folder of such of one each.

    What is iterated over once, and may be larger than memory, is kept there; lists are read where they lie.
    """
    if isinstance(samples, (str, os.PathLike)):
        return Path(samples)
    if isinstance(samples, Mapping):
        if not samples:
            raise ArgumentError("there are no calibration samples")
        return _written(path.with_suffix(".npz"), {name: _numbers(array) for name, array in samples.items()})
    if not isinstance(samples, Iterable) and not hasattr(samples, "iter_rows"):
        raise ArgumentError(
            f"a {type(samples).__name__} holds no samples: give a file, a dict of arrays, or samples to iterate over"
        )
    path.mkdir()
    count = 0
    names = _names_when_asked(inputs, model)
    for sample in _in_order(samples):
        arrays = _by_input(sample, names)
        _written(
            path / f"{count:08}.npz", {name: _numbers(array)[np.newaxis] for name, array in arrays.items()}
        )
        count += 1
    if not count:
        raise ArgumentError("there are no calibration samples")
    return path


def _in_order(samples: Any) -> Iterable[Any]:
    """The samples of an iterable, or the rows of a ray.data.Dataset, in the order that it has them.

    Ray's workers read and prepare the rows, in whatever order they become ready unless it is told to keep theirs.
    """
    if not hasattr(samples, "iter_rows"):
        given: Iterable[Any] = samples
        return given
    if hasattr(samples, "context"):
        samples.context.execution_options.preserve_order = True
    rows: Iterable[Any] = samples.iter_rows()
    return rows


def _names_when_asked(inputs: list[str] | None, model: Path) -> Callable[[], list[str]]:
    """The names of inputs, which samples by place alone need."""
    return functools.cache(lambda: inputs or input_names(model))


def _by_input(sample: Any, names: Callable[[], list[str]]) -> Mapping[str, Any]:
    """One sample by the names of inputs."""
    if isinstance(sample, Mapping):
        return sample
    parts = sample if isinstance(sample, (tuple, list)) else (sample,)
    return dict(zip(names(), parts, strict=False))  # a DataLoader's labels come after the inputs


def _written(path: Path, arrays: dict[str, np.ndarray[Any, Any]]) -> Path:
    np.savez(path, allow_pickle=False, **arrays)  # type: ignore[arg-type, unused-ignore]
    return path


def shown(model: Path) -> dict[str, Any]:
    """What `fp8c show` says of a model: its inputs, the files of its weights ..."""
    if not model.exists():
        raise FileError(f"{model}: cannot be opened: No such file or directory")
    document: dict[str, Any] = json.loads(told("show", str(model), "--json"))
    return document


def input_names(model: Path) -> list[str]:
    """A model's inputs in their order."""
    return [port["name"] for port in shown(model)["inputs"]]


def _numbers(array: Any) -> np.ndarray[Any, Any]:
    if _arrays.is_torch(array):
        array = array.detach().cpu()
        return _arrays.numpy_of(array)
    numbers = np.asarray(array)
    if numbers.dtype.kind in "OSUMm":
        raise ArgumentError(f"samples hold {numbers.dtype} ({type(array).__name__}); numbers were expected")
    return numbers


# ---- What a compile says meanwhile -------------------------------------------------------


class _Callbacks:
    """Callbacks of a compile.

    An exception in one of them, such as Ctrl-C's, ends the compile and is raised again.
    """

    def __init__(
        self,
        progress: Callable[[str, int, int], None] | bool,
        diagnostic: Callable[[Diagnostic], None] | None,
    ):
        self._lock = threading.Lock()
        self._held: list[Any] = []
        self._raised: BaseException | None = None
        self._line = progress is True
        self._progress = self._print if progress is True else progress or None
        self._diagnostic = diagnostic
        self._width = 0
        # Python looks for Ctrl-C when it runs a function, so it does that whenever the library asks.
        self.cancelled = self._callback("bool(void *)", lambda _: self._raised is not None)
        self.progress = ffi.NULL
        self.diagnostic = ffi.NULL
        if self._progress:
            self.progress = self._callback(
                "void(void *, const char *, uint64_t, uint64_t)", self._on_progress
            )
        if diagnostic:
            self.diagnostic = self._callback("void(void *, const fp8c_diagnostic *)", self._on_diagnostic)

    def _callback(self, declared: str, function: Callable[..., Any]) -> Any:
        return ffi.callback(declared, function, onerror=self._keep)

    def _keep(self, kind: Any, error: BaseException, trace: Any) -> None:
        with self._lock:
            self._raised = self._raised or error

    def samples(self, given: Sequence[Any], inputs: list[str] | None, model: Path) -> Any:
        """Samples in memory as the library asks for them: one input of one sample at a time."""
        if not given:
            raise ArgumentError("there are no calibration samples")
        names = _names_when_asked(inputs, model)
        lent: list[Any] = [None]  # what the library reads, until it asks again

        def read(_: Any, index: int, name: Any, tensor: Any) -> bool:
            if self._raised is not None:
                return False
            array = _by_input(given[index], names).get(text(name))
            if array is not None:
                numbers = lent[0] = np.ascontiguousarray(_numbers(array))
                _arrays.fill(tensor, _arrays.view_of_numbers(numbers, text(name)), text(name))
            return True

        function = self._callback("bool(void *, size_t, const char *, fp8c_tensor *)", read)
        source = ffi.new("fp8c_samples *", {"count": len(given), "read": function})
        self._held += [function, source]
        return source

    def _on_progress(self, _: Any, stage: Any, done: int, total: int) -> None:
        if self._raised is None and self._progress:
            self._progress(text(stage), done, total)

    def _on_diagnostic(self, _: Any, d: Any) -> None:
        if self._raised is None and self._diagnostic:
            self._diagnostic(
                {
                    "severity": _SEVERITIES[d.severity],
                    "code": text(d.code),
                    "node": text(d.node),
                    "text": text(d.text),
                }
            )

    def _print(self, stage: str, done: int, total: int) -> None:
        share = f" {100 * done // total}%" if total else ""
        line = f"fp8c: {stage}{share}"
        print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def end(self) -> None:
        if self._line and self._width:
            print(file=sys.stderr)

    def raise_again(self) -> None:
        if self._raised is not None:
            raise self._raised
