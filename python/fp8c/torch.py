"""`torch.compile(module, backend="fp8c")`.

torch's compiler hands over graphs; what it cannot trace stays Python (graph breaks).  Each graph is exported
to ONNX, compiled and run as a plan, one for each set of shapes.  A graph that fp8c does not take runs in torch
as it is, with a warning that says why: no model is broken by choosing this backend.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch.utils import _pytree as pytree

from . import _arrays
from ._compile import compile as compile_model
from ._errors import Fp8cError, UnsupportedError
from ._session import Session

_log = logging.getLogger("fp8c")

_SHAPES_MOST = 16  # sets of shapes that one graph is compiled for; others run in torch


def backend(module: torch.fx.GraphModule, example_inputs: Sequence[Any], **kwargs: Any) -> Callable[..., Any]:
    """Compiles one graph of torch.compile.

    `torch.compile(..., options={...})` takes the keywords of `fp8c.compile`, and

    calibration_calls  so many first calls run in torch and are the samples of the compile behind them.  0, the
                       default: nothing is known of the numbers, and nothing computes in FP8
    fallback           True, the default: torch runs what fp8c does not take; False: that is an error
    """
    options = dict(kwargs.get("options") or {})
    calls = int(options.pop("calibration_calls", 0))
    fallback = bool(options.pop("fallback", True))
    return _Graph(module, calls, fallback, options)


class _Graph:
    """A graph, and its plans by the shapes they take."""

    def __init__(
        self, module: torch.fx.GraphModule, calls: int, fallback: bool, options: dict[str, Any]
    ) -> None:
        self._module, self._calls, self._fallback, self._options = module, calls, fallback, options
        self._plans: dict[Any, _Shapes] = {}
        self._lock = threading.Lock()

    def __call__(self, *args: Any) -> Any:
        if torch.is_grad_enabled() and any(isinstance(a, torch.Tensor) and a.requires_grad for a in args):
            return self._module(*args)  # gradients are torch's
        key = tuple((a.shape, a.dtype, a.device) if isinstance(a, torch.Tensor) else a for a in args)
        with self._lock:
            shapes = self._plans.get(key)
            if shapes is None:
                if len(self._plans) == _SHAPES_MOST:
                    _log.warning(
                        "a graph has met more than %d sets of shapes; torch runs the others", _SHAPES_MOST
                    )
                shapes = _Shapes(self._calls, torch_runs=len(self._plans) >= _SHAPES_MOST)
                self._plans[key] = shapes
            if shapes.plan is None or shapes.plan.is_stale(args):
                self._prepare(shapes, args)
            plan = shapes.plan
        return self._module(*args) if plan is None else plan.run(args)

    def _prepare(self, shapes: _Shapes, args: tuple[Any, ...]) -> None:
        shapes.plan = None
        if shapes.torch_runs:
            return
        if len(shapes.samples) < shapes.calls:
            shapes.samples.append(tuple(a.detach().clone() if _is_input(a) else None for a in args))
            return
        try:
            shapes.plan = _Plan(self._module, args, shapes.samples, self._options)
        except (Fp8cError, torch.onnx.errors.OnnxExporterError) as error:
            if not self._fallback:
                raise
            shapes.torch_runs = True
            _log.warning("torch runs a graph that fp8c does not take: %s", str(error).strip().splitlines()[0])


class _Shapes:
    """What one set of shapes has: samples so far, then a plan."""

    def __init__(self, calls: int, torch_runs: bool) -> None:
        self.calls, self.torch_runs = calls, torch_runs
        self.samples: list[tuple[Any, ...]] = []
        self.plan: _Plan | None = None


def _is_input(arg: Any) -> bool:
    """Whether an argument is an input of the plan: parameters and buffers become constants."""
    return isinstance(arg, torch.Tensor) and not _is_constant(arg)


def _is_constant(arg: Any) -> bool:
    return isinstance(arg, torch.nn.Parameter) or getattr(arg, "_dynamo_static_input_type", None) is not None


_TENSOR = object()  # stands for a tensor among a graph's outputs


class _Outputs:
    """What a graph returns: the places of tensors among other values, and how they nest.

    An object of its own, as export gives a module's attributes back as they were before.
    """

    spec: Any = None
    leaves: Sequence[Any] = ()

    def tensor_count(self) -> int:
        return sum(leaf is _TENSOR for leaf in self.leaves)


class _Frozen(torch.nn.Module):  # type: ignore[misc, unused-ignore]
    """A graph as a function of its inputs alone, which returns tensors alone."""

    def __init__(self, module: torch.fx.GraphModule, args: Sequence[Any]) -> None:
        super().__init__()
        self.graph = module
        self.places = [i for i, a in enumerate(args) if _is_input(a)]
        self.rest = {i: a for i, a in enumerate(args) if not _is_input(a)}
        for i, a in self.rest.items():
            if isinstance(a, torch.Tensor):
                self.register_buffer(f"constant_{i}", a.detach(), persistent=True)
        self.count = len(args)
        self.outputs = _Outputs()

    def forward(self, *inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        args: list[Any] = [None] * self.count
        for i, tensor in zip(self.places, inputs, strict=True):
            args[i] = tensor
        for i, value in self.rest.items():
            args[i] = getattr(self, f"constant_{i}") if isinstance(value, torch.Tensor) else value
        leaves, self.outputs.spec = pytree.tree_flatten(self.graph(*args))
        self.outputs.leaves = [_TENSOR if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
        return tuple(leaf for leaf in leaves if isinstance(leaf, torch.Tensor))


def _traced(frozen: _Frozen, examples: tuple[torch.Tensor, ...]) -> Any:
    """The graph as torch.export's program.  What export cannot trace it says in exceptions of many kinds."""
    try:
        with torch.no_grad():
            return torch.export.export(frozen, examples, strict=False)
    except Exception as error:
        words = str(error).strip().splitlines() or [type(error).__name__]
        raise UnsupportedError(f"torch.export does not take the graph: {words[0]}") from error


class _Constant(NamedTuple):
    place: int
    version: int


class _Plan:
    """A graph that was compiled for the shapes of `args`."""

    def __init__(
        self,
        module: torch.fx.GraphModule,
        args: tuple[Any, ...],
        samples: list[tuple[Any, ...]],
        options: dict[str, Any],
    ) -> None:
        frozen = _Frozen(module, args).eval()
        examples = tuple(args[i].detach() for i in frozen.places)
        if not examples:
            raise UnsupportedError("the graph has no inputs besides its weights")
        program = _traced(frozen, examples)
        options = dict(options)
        options.setdefault("target", _target(examples))
        if samples:
            options["calibrate"] = [tuple(s[i] for i in frozen.places) for s in samples]
        plan = compile_model(program, **options)
        self._session = Session(plan, _device(examples))
        # An input that nothing reads is no input of the plan.
        names = [i.arg.name for i in program.graph_signature.input_specs if i.kind.name == "USER_INPUT"]
        place = dict(zip(names, frozen.places, strict=True))
        self._inputs = [(port.name, place[port.name]) for port in plan.inputs]
        self._frozen = frozen
        self._like = examples[0]
        self._constants = [
            _Constant(i, a._version) for i, a in frozen.rest.items() if isinstance(a, torch.Tensor)
        ]
        self._outputs = frozen.outputs
        if len(plan.outputs) != self._outputs.tensor_count():
            have, want = len(plan.outputs), self._outputs.tensor_count()
            raise UnsupportedError(f"the exported graph has {have} outputs, and torch's {want}")

    def is_stale(self, args: tuple[Any, ...]) -> bool:
        """Whether a weight was written to, or is another one, since the plan was made."""
        kept = self._frozen.rest
        return any(
            args[c.place] is not kept[c.place] or args[c.place]._version != c.version for c in self._constants
        )

    def run(self, args: tuple[Any, ...]) -> Any:
        """The graph's outputs, as torch would give them."""
        results = iter(self._session.run(None, {name: args[i] for name, i in self._inputs}))
        leaves = [
            _tensor(next(results), self._like) if leaf is _TENSOR else leaf for leaf in self._outputs.leaves
        ]
        return pytree.tree_unflatten(leaves, self._outputs.spec)


def _tensor(result: Any, like: torch.Tensor) -> torch.Tensor:
    tensor: torch.Tensor = result if isinstance(result, torch.Tensor) else _arrays.torch_of(result, like)
    return tensor if tensor.device == like.device else tensor.to(like.device)


def _device(examples: Sequence[torch.Tensor]) -> str:
    device = examples[0].device
    return f"cuda:{device.index or 0}" if device.type == "cuda" else "cpu"


def _target(examples: Sequence[torch.Tensor]) -> str:
    device = examples[0].device
    if device.type != "cuda":
        return "cpu"
    major, minor = torch.cuda.get_device_capability(device)
    return f"sm_{major}{minor}{'a' if major >= 9 else ''}"
