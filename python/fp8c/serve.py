"""Plans behind Ray Serve: replicas over the nodes of a cluster, requests in batches.

    from ray import serve
    import fp8c.serve

    handle = serve.run(fp8c.serve.deployment("model.fp8c", num_replicas=2).bind())
    outputs = fp8c.serve.call(handle, {"x": x})       # arrays by the names of outputs

HTTP: POST / with {"x": [[...]]} gives lists by the names of outputs; what the plan does not take gets 400.
Needs ray[serve]: pip install fp8c[serve].
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import of_numbers
from ._errors import ArgumentError, Fp8cError, UnsupportedError
from ._plan import Plan
from ._session import Session

_SIZE_TRIED = 16  # of open dimensions, to find out which of them is the batch


def deployment(
    plan: Plan | str | os.PathLike[str],
    *,
    device: str | None = None,
    threads: int = 0,
    max_batch_size: int = 1,
    batch_wait_timeout_s: float = 0.005,
    **options: Any,
) -> Any:
    """A plan as a Ray Serve deployment: `.bind()` makes an application of it.

    plan                  a `Plan`, or its file; its bytes go to the replicas, whatever node they are on
    device                of each replica: "cpu", "cuda:0"; None: the first GPU that Ray lets the replica see and
                          that the plan has a variant for, else "cpu"
    threads               of each replica; 0: as many as the process may run on
    max_batch_size        more than 1: requests that are alike but for their first dimension run together, so
                          many at most, where that dimension is open in every port
    batch_wait_timeout_s  how long the first of them waits for others
    options               of `ray.serve.deployment`: num_replicas, autoscaling_config, ray_actor_options ...
    """
    try:
        from ray import serve
    except ImportError:
        raise UnsupportedError("fp8c.serve needs Ray Serve: pip install fp8c[serve]") from None
    if max_batch_size < 1:
        raise ArgumentError(f"max_batch_size is {max_batch_size}; 1 is the least")
    content = _content(plan)
    opened = Plan(content)
    if opened.capacity:
        raise UnsupportedError(
            "the plan keeps states from run to run (capacity), and requests know no slots; compile without"
        )
    if max_batch_size > 1:
        _check_rows(opened)

    class Replica:
        """One plan on one device."""

        def __init__(self) -> None:
            self._session = Session(Plan(content), device, threads=threads)

        async def __call__(self, request: Any) -> Any:
            """Takes a dict of arrays, or an HTTP request whose body is one as JSON."""
            if isinstance(request, dict):  # a request of HTTP is a Mapping too, of something else
                return await self._answer(request)
            from starlette.responses import JSONResponse

            try:
                outputs = await self._answer(await _numbers_of(request, self._session.plan))
            except Fp8cError as error:
                wrong = isinstance(error, ValueError)  # what the caller passed
                return JSONResponse({"error": str(error)}, status_code=400 if wrong else 500)
            return {
                name: array.astype(np.float32 if array.dtype.kind == "V" else array.dtype).tolist()
                for name, array in outputs.items()
            }

        async def _answer(self, feed: dict[str, Any]) -> dict[str, Any]:
            # A request that is wrong is refused here, alone, and spoils no batch.
            self._session.plan.output_shapes({name: np.shape(array) for name, array in feed.items()})
            if max_batch_size == 1:
                return await asyncio.to_thread(self._session, **feed)
            outcome = await self._together(feed)
            if isinstance(outcome, Exception):
                raise outcome
            made: dict[str, Any] = outcome
            return made

        @serve.batch(max_batch_size=max_batch_size, batch_wait_timeout_s=batch_wait_timeout_s)  # type: ignore[misc, untyped-decorator, unused-ignore]
        async def _together(self, feeds: list[dict[str, Any]]) -> list[Any]:
            return await asyncio.to_thread(run_rows, self._session, feeds)

    options.setdefault("name", "fp8c")
    return serve.deployment(**options)(Replica)


def call(handle: Any, feed: Mapping[str, Any], *, seconds: float = 60) -> dict[str, Any]:
    """One request by a Ray Serve handle, asked again where the replica that had it is lost.

    A plan has no memory, so a request may be asked twice; what the plan refuses is not.  `seconds` is the time
    in which it must succeed.
    """
    from ray import exceptions

    end = time.monotonic() + seconds
    pause = 0.05
    while True:
        try:
            answer: dict[str, Any] = handle.remote(dict(feed)).result(
                timeout_s=max(0.01, end - time.monotonic())
            )
            return answer
        except (exceptions.RayActorError, exceptions.RaySystemError):
            if time.monotonic() + pause >= end:
                raise
        time.sleep(pause)
        pause = min(1.0, 2 * pause)


def run_rows(session: Session, feeds: list[dict[str, Any]]) -> list[Any]:
    """Outputs for each of several feeds, or what went wrong with it; alike ones run as one.

    Where such a run fails, or its outputs have not a row for each of the inputs', each of them runs alone: one
    that is wrong spoils no other.
    """
    arrays = [{name: np.asarray(array) for name, array in feed.items()} for feed in feeds]
    groups: dict[Any, list[int]] = {}
    for i, feed in enumerate(arrays):
        key = tuple((name, a.dtype, a.shape[1:]) for name, a in sorted(feed.items()))
        groups.setdefault(key, []).append(i)
    results: list[Any] = [None] * len(feeds)
    for members in groups.values():
        made = _run_stacked(session, [arrays[i] for i in members]) if len(members) > 1 else None
        for place, i in enumerate(members):
            results[i] = made[place] if made else _run_alone(session, arrays[i])
    return results


def _run_stacked(session: Session, feeds: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """Several feeds in one run; None where that cannot be."""
    counts = [{array.shape[0] for array in feed.values()} for feed in feeds]
    if any(len(count) != 1 for count in counts):
        return None
    ends = np.cumsum([count.pop() for count in counts])
    try:
        outputs = session(**{name: np.concatenate([feed[name] for feed in feeds]) for name in feeds[0]})
    except Fp8cError:
        return None
    if any(np.shape(array)[:1] != (ends[-1],) for array in outputs.values()):
        return None
    parts = {name: np.split(array, ends[:-1]) for name, array in outputs.items()}
    return [{name: part[place] for name, part in parts.items()} for place in range(len(feeds))]


def _run_alone(session: Session, feed: dict[str, Any]) -> Any:
    try:
        return session(**feed)
    except Exception as error:  # whoever asked is told
        return error


def _content(plan: Plan | str | os.PathLike[str]) -> bytes:
    if not isinstance(plan, Plan):
        return Path(plan).read_bytes()
    if plan._path is not None:
        return plan._path.read_bytes()
    return bytes(plan._bytes)


def _check_rows(plan: Plan) -> None:
    """Requests can be stacked where every port begins with one open dimension, which all of them share."""
    ports = [*plan.inputs, *plan.outputs]
    first = {str(port.shape[0]) if port.shape else "none" for port in ports}
    if not all(port.shape and isinstance(port.shape[0], str) for port in ports) or (
        len(first) > 1 and not all(_follows(plan, rows) for rows in (2, 3))
    ):
        raise ArgumentError(
            "max_batch_size: one open dimension, first in every port, was expected; "
            f"the ports begin with {', '.join(sorted(first))}"
        )


def _follows(plan: Plan, rows: int) -> bool:
    """Whether so many rows of every input give so many of every output, as far as that is known before a run.

    Exporters give one dimension many names.  What a run gives is looked at again (`run_rows`).
    """
    given = {
        port.name: (rows, *(size if isinstance(size, int) else _SIZE_TRIED for size in port.shape[1:]))
        for port in plan.inputs
    }
    try:
        known = plan.output_shapes(given)
    except Fp8cError:  # those sizes do not fit each other: nothing is known
        return False
    return all(shape is None or shape[:1] == (rows,) for shape in known.values())


async def _numbers_of(request: Any, plan: Plan) -> dict[str, Any]:
    """An HTTP request's body as arrays of the ports' types."""
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:  # the latter: brackets a hundred thousand deep
        raise ArgumentError(f"the body is no JSON: {error}") from None
    if not isinstance(body, dict):
        raise ArgumentError(f"the body is a {type(body).__name__}; an object of arrays by input was expected")
    types = {port.name: port.dtype_number for port in plan.inputs}
    feed: dict[str, Any] = {}
    for name, numbers in body.items():
        if name not in types:
            raise ArgumentError(f'there is no input "{name}"; the plan takes {", ".join(types)}')
        feed[name] = of_numbers(numbers, types[name], name)
    return feed
