"""Compiled models: what they take and give, what was decided, and the file they are."""

from __future__ import annotations

import html
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import _arrays
from ._errors import ArgumentError, FormatError
from ._native import check, ffi, lib, new_error, path_bytes, text, told


@dataclass(frozen=True)
class Port:
    """An input or output of a plan.

    shape  sizes; a name where the size is not fixed
    scale  real = stored * scale, for FP8 ports; else 1
    """

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int | str, ...]
    scale: float
    dtype_number: int

    def __str__(self) -> str:
        return f"{self.name}: {self.dtype.name}[{', '.join(map(str, self.shape))}]"


@dataclass(frozen=True)
class Variant:
    """The plan lowered for one target and one set of sizes; `activation_bytes` 0: sized at run time."""

    target: str
    profile: str
    weight_bytes: int
    activation_bytes: int
    workspace_bytes: int
    step_count: int


def _port(p: Any) -> Port:
    shape = tuple(p.shape[i] if p.shape[i] >= 0 else text(p.dim_name[i]) or "?" for i in range(p.rank))
    return Port(text(p.name), _arrays.numpy_type(p.dtype), shape, p.scale, p.dtype)


class Plan:
    """A compiled model.  Immutable: any number of threads and sessions may share one.

    source  a plan's file, or its bytes, which are kept
    hash    64 hexadecimal digits, as `fp8c verify` prints them: another plan is refused
    """

    def __init__(self, source: str | os.PathLike[str] | bytes, *, hash: str | None = None) -> None:
        made, error = ffi.new("fp8c_program **"), new_error()
        self._path: Path | None = None
        self._bytes: Any = None
        self._given_report: dict[str, Any] | None = None
        if isinstance(source, (str, os.PathLike)):
            self._path = Path(source)
            name = path_bytes(source)
            if hash is None:
                check(lib.fp8c_program_open(name, made, error), error)
            else:
                check(lib.fp8c_program_open_pinned(name, hash.encode(), made, error), error)
        else:
            if not isinstance(source, (bytes, bytearray, memoryview)):
                raise ArgumentError(f"a {type(source).__name__} is no plan: give its file or its bytes")
            held = self._bytes = bytes(source)
            check(lib.fp8c_program_from_memory(ffi.from_buffer(held), len(held), made, error), error)
        # The program goes after whatever was made from it: sessions hold this object.
        self._program = ffi.gc(made[0], lib.fp8c_program_free)
        if hash is not None and self._path is None and self.hash != hash.lower():  # a file's was checked
            raise FormatError(f"the plan's hash is {self.hash}, and {hash} was asked for")
        program = self._program
        self.inputs = [
            _port(lib.fp8c_program_input(program, i)) for i in range(lib.fp8c_program_input_count(program))
        ]
        self.outputs = [
            _port(lib.fp8c_program_output(program, i)) for i in range(lib.fp8c_program_output_count(program))
        ]

    def __reduce__(self) -> Any:
        """A pickle is the plan's bytes, for another process or machine; a file that was replaced is refused there."""
        content = self._bytes if self._bytes is not None else self._path.read_bytes()  # type: ignore[union-attr]
        return _unpickled, (content, self.hash)

    def __copy__(self) -> Plan:
        return self

    def __deepcopy__(self, memo: Any) -> Plan:
        return self

    @property
    def hash(self) -> str:
        """The plan's hash, 64 hexadecimal digits."""
        return text(lib.fp8c_program_hash(self._program))

    @property
    def capacity(self) -> int:
        """Tokens that a slot of its states holds (`State` runs it); 0: it keeps none (`Session` does)."""
        return int(lib.fp8c_program_capacity(self._program))

    @property
    def variants(self) -> list[Variant]:
        """What the plan was lowered for: targets and sizes."""
        found: list[Variant] = []
        v = ffi.new("fp8c_variant *")
        while lib.fp8c_program_variant(self._program, len(found), v):
            found.append(
                Variant(
                    text(v.target),
                    text(v.profile),
                    v.weight_bytes,
                    v.activation_bytes,
                    v.workspace_bytes,
                    v.step_count,
                )
            )
        return found

    def verify(self) -> None:
        """Checks every hash in the plan, weights included; raises `FormatError` where one does not hold."""
        error = new_error()
        check(lib.fp8c_program_verify(self._program, error), error)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the plan to a file, whole or not at all, and returns its path."""
        target = Path(path)
        if self._path is not None and target.exists() and target.samefile(self._path):
            return target
        content = self._bytes if self._bytes is not None else self._path.read_bytes()  # type: ignore[union-attr]
        handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(unfinished, 0o666 & ~_umask())
            os.replace(unfinished, target)
        except BaseException:
            os.unlink(unfinished)
            raise
        return target

    def output_shapes(self, inputs: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...] | None]:
        """The outputs' shapes for shapes of all inputs; None: the shape depends on the numbers too."""
        given, known = (
            ffi.new("fp8c_tensor[]", len(self.inputs) or 1),
            ffi.new("fp8c_tensor[]", len(self.outputs) or 1),
        )
        for tensor, port in zip(given, self.inputs, strict=False):
            if port.name not in inputs:
                raise ArgumentError(f'the shape of input "{port.name}" is missing')
            shape = tuple(inputs[port.name])
            _arrays.fill(
                tensor, _arrays.View(0, port.dtype_number, shape, lib.FP8C_PLACE_HOST, None), port.name
            )
        error = new_error()
        check(
            lib.fp8c_program_output_shapes(
                self._program, given, len(self.inputs), known, len(self.outputs), error
            ),
            error,
        )
        shapes: dict[str, tuple[int, ...] | None] = {}
        for tensor, port in zip(known, self.outputs, strict=False):
            sizes = [tensor.shape[i] for i in range(max(0, tensor.rank))]
            shapes[port.name] = None if tensor.rank < 0 or -1 in sizes else tuple(sizes)
        return shapes

    @cached_property
    def report(self) -> Report:
        """What was decided, why, and what it costs."""
        return Report(self)

    @property
    def nodes(self) -> Any:
        """The nodes of the report as a table: a pandas.DataFrame, or a list of dicts without pandas."""
        rows = [_row(node) for node in self.report["nodes"]]
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        return f"<fp8c.Plan {', '.join(map(str, self.inputs))} -> {', '.join(map(str, self.outputs))}>"


def _unpickled(content: bytes, hash: str) -> Plan:
    return Plan(content, hash=hash)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _row(node: dict[str, Any]) -> dict[str, Any]:
    decision = node.get("decision") or {}
    return {
        "name": node["name"],
        "op": node["op"],
        "class": node["class"],
        "format": decision.get("format"),
        "granularity": decision.get("granularity"),
        "rule": decision.get("rule"),
        "reason": decision.get("reason"),
        "sqnr_db": decision.get("sqnr_db"),
        "macs": decision.get("macs"),
        "seconds": node.get("seconds"),
        "bf16_seconds": node.get("bf16_seconds"),
    }


class Report(Mapping[str, Any]):
    """The report of a plan: a dict by docs/report.md, a page in a notebook, text for a terminal."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    @cached_property
    def _document(self) -> dict[str, Any]:
        given = self._plan._given_report
        if given is not None:
            return given
        document: dict[str, Any] = json.loads(self._printed("--json"))
        return document

    def text(self) -> str:
        """What `fp8c report` prints."""
        return self._printed()

    def html(self) -> str:
        """One web page that loads nothing else."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            self._printed("--html", str(page))
            return page.read_text()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the page to a file."""
        Path(path).write_text(self.html())
        return Path(path)

    def _printed(self, *options: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            plan = self._plan._path or self._plan.save(Path(folder) / "plan.fp8c")
            return told("report", str(plan), *options)

    def __getitem__(self, key: str) -> Any:
        return self._document[key]

    def __iter__(self) -> Any:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<fp8c.Report: {self._document['summary']['sentence']}>"

    def _repr_html_(self) -> str:
        page = html.escape(self.html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:720px;border:1px solid #ccc"></iframe>'
