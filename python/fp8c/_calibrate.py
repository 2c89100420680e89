"""Figures of samples, taken wherever the samples are and merged to those of all of them."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._compile import (
    Diagnostic,
    Samples,
    _about_model,
    _Callbacks,
    _in_order,
    _model_file,
    _Options,
    _sample_file,
    shown,
)
from ._errors import ArgumentError
from ._native import check, ffi, lib, new_error, path_bytes

_MODEL = "model"  # the folder of a task that the model's files are written to


def calibrate(
    model: Any,
    samples: Samples,
    example_inputs: Sequence[Any] | Mapping[str, Any] | None = None,
    *,
    target: str | Sequence[str] | None = None,
    dims: Mapping[str, int | str | Sequence[int]] | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    fix: Mapping[str, Any] | None = None,
    io_types: Mapping[str, str] | None = None,
    set: Mapping[str, Any] | None = None,
    preprocess: Mapping[str, str] | None = None,
    threads: int = 0,
    skip_nonfinite: bool = False,
    progress: Callable[[str, int, int], None] | bool = False,
    diagnostic: Callable[[Diagnostic], None] | None = None,
) -> bytes:
    """Takes the figures of samples, for `compile(..., calibration=figures)`, and returns them as JSON.

    Models, samples and options are those of `compile`.  The blocks of a ray.data.Dataset are
    calibrated by Ray's tasks where they lie, and merged: the figures are those of one process over all rows,
    bit for bit, whatever the blocks are (docs/calibration.md).  `progress` and `diagnostic` hear of what runs in this
    process, so not of these tasks.
    """
    about = {
        "target": target,
        "dims": dims,
        "shapes": shapes,
        "fix": fix,
        "io_types": io_types,
        "set": set,
        "preprocess": preprocess,
        "threads": threads,
        "skip_nonfinite": skip_nonfinite,
    }
    with tempfile.TemporaryDirectory(prefix="fp8c-") as name:
        folder = Path(name)
        path, inputs = _model_file(model, example_inputs, folder)
        if hasattr(samples, "map_batches"):
            return _figures_of_all(path, inputs, samples, about)
        return _figures(path, inputs, samples, about, folder, _Callbacks(progress, diagnostic))


def merge_calibration(parts: Iterable[bytes | str | os.PathLike[str]]) -> bytes:
    """Merges figures of parts of one set of samples (`calibrate`), given as they are or as files.

    The result is that of all samples at once, bit for bit, in whatever order the parts come.
    """
    with tempfile.TemporaryDirectory(prefix="fp8c-") as name:
        paths = []
        for i, part in enumerate(parts):
            path: str | os.PathLike[str] | Path = (
                part if not isinstance(part, bytes) else Path(name) / f"{i}.json"
            )
            if isinstance(part, bytes):
                Path(path).write_bytes(part)
            paths.append(ffi.new("char[]", path_bytes(path)))
        merged, error = Path(name) / "merged.json", new_error()
        held = ffi.new("const char *[]", paths)
        check(
            lib.fp8c_merge_calibration(held, len(paths), ffi.new("char[]", path_bytes(merged)), error), error
        )
        return merged.read_bytes()


def _figures(
    path: Path,
    inputs: list[str] | None,
    samples: Any,
    about: Mapping[str, Any],
    folder: Path,
    callbacks: _Callbacks,
) -> bytes:
    options, made = _Options(), folder / "figures.json"
    options.text("model_path", path_bytes(path))
    options.text("save_calibration", path_bytes(made))
    if isinstance(samples, (list, tuple)):
        options.number("calibrate_samples", callbacks.samples(samples, inputs, path))
    else:
        options.text("calibrate", path_bytes(_sample_file(samples, inputs, path, folder / "calibrate")))
    _about_model(options, about)
    options.number("threads", about["threads"])
    options.number("skip_nonfinite", about["skip_nonfinite"])
    for field in ("progress", "diagnostic", "cancelled"):
        options.number(field, getattr(callbacks, field))
    error = new_error()
    try:
        status = lib.fp8c_calibrate(options.struct, error)
        callbacks.raise_again()
        check(status, error)
    finally:
        callbacks.end()
    return made.read_bytes()


# ---- Ray ---------------------------------------------------------------------------------


ROWS_HERE = 256  # of a dataset: what a compile needs samples for beside scales


def spread(
    path: Path, inputs: list[str] | None, dataset: Any, about: Mapping[str, Any]
) -> tuple[bytes, list[dict[str, Any]]]:
    """What a compile takes of a dataset: figures of all rows, and the first rows themselves."""
    rows = list(itertools.islice(_in_order(dataset), ROWS_HERE))
    return _figures_of_all(path, inputs, dataset, about), rows


def _figures_of_all(path: Path, inputs: list[str] | None, dataset: Any, about: Mapping[str, Any]) -> bytes:
    """One task a block; the model goes to them once, by Ray's object store."""
    import ray

    held = ray.put({name: file.read_bytes() for name, file in _files_of(path).items()})
    task = {"model": path.name, "inputs": inputs, "about": dict(about), "files": [held]}
    parts = dataset.map_batches(_figures_of_block, batch_size=None, batch_format="numpy", fn_kwargs=task)
    figures = [row["figures"] for row in parts.iter_rows()]
    if not figures:
        raise ArgumentError("there are no calibration samples")
    return merge_calibration(figures)


def _files_of(path: Path) -> dict[str, Path]:
    """The model's file, and those of its weights, by their names beside it."""
    names = [path.name, *shown(path)["external_data"]]
    return {name: path.parent / name for name in names}


def _figures_of_block(
    block: Mapping[str, Any], model: str, inputs: list[str] | None, about: Mapping[str, Any], files: list[Any]
) -> dict[str, Any]:
    """The figures of a block's rows, as a block of one row."""
    import ray

    count = len(next(iter(block.values()), ()))
    if not count:
        return {"figures": np.array([], dtype=object)}
    with tempfile.TemporaryDirectory(prefix="fp8c-") as name:
        folder = Path(name)
        for file, content in ray.get(files[0]).items():
            place = folder / _MODEL / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        rows = [{key: column[i] for key, column in block.items()} for i in range(count)]
        made = _figures(folder / _MODEL / model, inputs, rows, about, folder, _Callbacks(False, None))
    return {"figures": np.array([made], dtype=object)}
