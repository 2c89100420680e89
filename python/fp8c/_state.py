"""What a plan keeps from run to run, and text by a language model."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import numpy as np

from ._errors import ArgumentError, BusyError, FormatError
from ._native import check, ffi, lib, new_error, path_bytes, set_number
from ._plan import Plan
from ._session import Session


class State:
    """The states of a plan that was compiled with `capacity`, for sequences in slots of lengths of their own.

    session  a `Session`, a `Plan`, or a plan's file
    slots    how many sequences
    own      instead what runs of the session itself take and leave (delayed scaling), as slot 0: to save, load or
             reset it

    Several slots go through one step where the plan was compiled for several sequences in a run
    (dim=["batch=1..64"], by the model's name for that dimension); `batch` says how many at most.

    A call that fails leaves every slot as it was.  Threads may share it: their calls wait for each other.
    The states end with their session.
    """

    def __init__(
        self, session: Session | Plan | str | os.PathLike[str], slots: int = 1, *, own: bool = False
    ) -> None:
        self.session = session if isinstance(session, Session) else Session(session)
        self._held: list[Any] = [ffi.NULL]
        options = ffi.new("fp8c_state_options *")
        options.size = ffi.sizeof("fp8c_state_options")
        set_number(options, "slots", slots)
        options.own = own
        made, error = ffi.new("fp8c_state **"), new_error()
        with self.session._lock:
            if self.session._session == ffi.NULL:
                raise BusyError("the session was closed")
            check(lib.fp8c_state_create(self.session._session, options, made, error), error)
            self._held[0] = made[0]
            self.session._states.append(self._held)
            self.slots: int = lib.fp8c_state_slots(made[0])
            self.capacity: int = lib.fp8c_state_capacity(made[0])
            self.nbytes: int = lib.fp8c_state_bytes(made[0])
            self.batch: int = lib.fp8c_state_batch(made[0])

    def close(self) -> None:
        """Frees the memory of the states; they cannot be used any more."""
        with self.session._lock:
            self._free()

    def _free(self) -> None:
        if self._held[0] != ffi.NULL:
            self.session._states[:] = [held for held in self.session._states if held is not self._held]
            lib.fp8c_state_free(self._held[0])
            self._held[0] = ffi.NULL

    def __del__(self) -> None:
        if getattr(self, "_held", None):
            self._free()

    def __reduce__(self) -> Any:
        raise TypeError(
            "states lie in their session's memory and are neither copied nor pickled; save() writes one"
        )

    def __enter__(self) -> State:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _used(self) -> Iterator[Any]:
        with self.session._lock:
            if self._held[0] == ffi.NULL:
                raise BusyError("the state, or its session, was closed")
            yield self._held[0]

    def __repr__(self) -> str:
        return f"<fp8c.State of {self.slots} slots of {self.capacity} tokens on {self.session.device}>"

    def length(self, slot: int = 0) -> int:
        """Tokens in a slot (runs, where the model takes no tokens)."""
        with self._used() as state:
            return int(lib.fp8c_state_length(state, slot))

    def step(self, tokens: Iterable[int], slot: int = 0) -> np.ndarray:
        """Appends tokens to a slot; returns the logits of the last, float32 [vocabulary]."""
        ids = ffi.new("int64_t[]", [operator.index(t) for t in tokens])
        logits, width, error = ffi.new("const float **"), ffi.new("size_t *"), new_error()
        with self._used() as state:
            check(lib.fp8c_state_step(state, slot, ids, len(ids), logits, width, error), error)
            return np.frombuffer(ffi.buffer(logits[0], 4 * width[0]), np.float32).copy()

    def run(self, feed: Mapping[str, Any], slot: int = 0) -> dict[str, Any]:
        """One run of the model with the states of a slot, on all inputs of the plan by name; returns all outputs.

        For models that take more than tokens (what an encoder read, say) or none.  Tokens are appended as `step`
        does it, in one run.
        """
        session, error = self.session, new_error()
        with self._used() as state:
            views = session._give(feed)
            inputs, outputs = session._input_tensors, session._output_tensors
            count = len(session._output_names)
            status = lib.fp8c_state_run(state, slot, inputs, len(views), outputs, count, error)
            check(status, error)
            return session._take()

    def step_many(
        self, rows: Mapping[int, Iterable[int]] | Iterable[tuple[int, Iterable[int]]]
    ) -> np.ndarray:
        """Appends tokens to several slots in one step, {slot: tokens}; returns the logits of each one's
        last token, float32 [rows, vocabulary], in that order.  `batch` slots at most."""
        pairs = [
            (operator.index(slot), ffi.new("int64_t[]", [operator.index(t) for t in tokens]))
            for slot, tokens in (rows.items() if isinstance(rows, Mapping) else rows)
        ]
        given = ffi.new("fp8c_state_row[]", len(pairs))
        for row, (slot, ids) in zip(given, pairs, strict=True):
            row.slot, row.tokens, row.count = slot, ids, len(ids)
        logits, width, error = ffi.new("const float **"), ffi.new("size_t *"), new_error()
        with self._used() as state:
            check(lib.fp8c_state_step_many(state, given, len(pairs), logits, width, error), error)
            flat = np.frombuffer(ffi.buffer(logits[0], 4 * width[0] * len(pairs)), np.float32)
            return flat.reshape(len(pairs), width[0]).copy()

    def continue_many(
        self,
        tokens: Mapping[int, int],
        count: int,
        *,
        temperature: float = 0.0,
        top_k: int = 0,
        top_p: float = 0.0,
        seed: int = 0,
        stop: Iterable[int] = (),
    ) -> dict[int, list[int]]:
        """Continues several slots at once, {slot: the token it begins with}: up to `count` new tokens of
        each, fewer where one of `stop` was chosen.  The last of them is not appended: it begins the next
        call.  A slot draws by `seed` and its number.  A GPU takes no word from the host between
        tokens."""
        if count < 1:
            return {int(slot): [] for slot in tokens}
        slots = ffi.new("int64_t[]", [operator.index(slot) for slot in tokens])
        stops = ffi.new("int64_t[]", [operator.index(t) for t in stop])
        samplers, made = ffi.new("fp8c_sampler[]", len(slots)), ffi.new("fp8c_generation[]", len(slots))
        new = [ffi.new("int64_t[]", count) for _ in slots]
        for i, token in enumerate(tokens.values()):
            samplers[i].size = ffi.sizeof("fp8c_sampler")
            samplers[i].temperature, samplers[i].top_k, samplers[i].top_p = temperature, top_k, top_p
            samplers[i].seed = seed + slots[i]  # sequences of one prompt are to differ
            made[i].size, made[i].token = ffi.sizeof("fp8c_generation"), operator.index(token)
            made[i].sampler = samplers + i
            made[i].stops, made[i].stop_count = stops, len(stops)
            made[i].tokens, made[i].count = new[i], count
        error = new_error()
        with self._used() as state:
            check(lib.fp8c_state_generate_many(state, slots, made, len(slots), error), error)
        return {int(slots[i]): list(new[i][0 : made[i].made]) for i in range(len(slots))}

    def truncate(self, length: int = 0, slot: int = 0) -> None:
        """Forgets all but the first tokens of a slot."""
        error = new_error()
        with self._used() as state:
            check(lib.fp8c_state_truncate(state, slot, length, error), error)

    def fork(self, source: int, to: int) -> None:
        """Makes slot `to` a copy of slot `source`."""
        error = new_error()
        with self._used() as state:
            check(lib.fp8c_state_fork(state, source, to, error), error)

    def save(self, path: str | os.PathLike[str], slot: int = 0) -> None:
        """Writes a slot to a file, which belongs to this plan."""
        error = new_error()
        with self._used() as state:
            check(lib.fp8c_state_save(state, slot, path_bytes(path), error), error)

    def load(self, path: str | os.PathLike[str], slot: int = 0) -> None:
        """Reads what `save` wrote into a slot."""
        error = new_error()
        with self._used() as state:
            check(lib.fp8c_state_load(state, slot, path_bytes(path), error), error)

    def tokens(
        self,
        prompt: Iterable[int],
        *,
        temperature: float = 0.0,
        top_k: int = 0,
        top_p: float = 0.0,
        seed: int = 0,
        slot: int = 0,
    ) -> Iterator[int]:
        """Continues a slot by a prompt, token by token, until the caller stops asking or the slot is full."""
        sampler = ffi.new("fp8c_sampler *")
        sampler.size = ffi.sizeof("fp8c_sampler")
        sampler.temperature, sampler.top_k, sampler.top_p, sampler.seed = temperature, top_k, top_p, seed
        token, error = ffi.new("int64_t *"), new_error()
        logits = self.step(prompt, slot)
        while True:
            pointer = ffi.cast("const float *", logits.ctypes.data)
            at = self.length(slot)
            check(lib.fp8c_sample(pointer, len(logits), sampler, at, token, error), error)
            yield int(token[0])
            if at == self.capacity:
                return
            logits = self.step([token[0]], slot)


def _tokenizer_of(path: str | os.PathLike[str]) -> Any:
    try:
        import tokenizers
    except ImportError:
        raise ImportError(
            "fp8c.generate of text needs the tokenizers library: pip install fp8c[hf]"
        ) from None
    try:
        return tokenizers.Tokenizer.from_file(os.fspath(path))
    except Exception as error:  # it raises no other
        raise FormatError(f"{os.fspath(path)} is no tokenizer: {error}") from None


def _generate_many(
    state: State, prompts: list[list[int]], count: int, stop: Iterable[int], how: dict[str, Any]
) -> list[list[int]]:
    """Each prompt in the slot of its number; as many go together as the plan takes."""
    texts: list[list[int]] = []
    ends, token, error = {operator.index(t) for t in stop}, ffi.new("int64_t *"), new_error()
    sampler = ffi.new("fp8c_sampler *")
    sampler.size = ffi.sizeof("fp8c_sampler")
    sampler.temperature, sampler.top_k, sampler.top_p = how["temperature"], how["top_k"], how["top_p"]
    for begin in range(0, len(prompts), state.batch):
        slots = range(begin, min(begin + state.batch, len(prompts)))
        logits = state.step_many([(s, prompts[s]) for s in slots])
        for slot, row in zip(slots, logits, strict=True):
            sampler.seed = how["seed"] + slot
            pointer = ffi.cast("const float *", row.ctypes.data)
            check(lib.fp8c_sample(pointer, len(row), sampler, state.length(slot), token, error), error)
            texts.append([int(token[0])])
        while True:
            room = {s: min(count - len(texts[s]), state.capacity - state.length(s)) for s in slots}
            alive = {s: texts[s][-1] for s in slots if room[s] > 0 and texts[s][-1] not in ends}
            if not alive:
                break
            least = min(room[s] for s in alive)
            for slot, more in state.continue_many(alive, least, stop=ends, **how).items():
                texts[slot] += more
    return texts


def generate(
    model: State | Session | Plan | str | os.PathLike[str],
    prompt: str | Sequence[int] | Sequence[str] | Sequence[Sequence[int]],
    count: int = 50,
    *,
    tokenizer: str | os.PathLike[str] | None = None,
    temperature: float = 0.0,
    top_k: int = 0,
    top_p: float = 0.0,
    seed: int = 0,
    stop: Iterable[int] = (),
    on_token: Callable[[int], None] | None = None,
) -> str | list[int] | list[str] | list[list[int]]:
    """Continues a prompt with a language model that was compiled with `capacity`.

    model      a `State` (its slot 0 goes on), or what one is made of
    prompt     token ids, or text with `tokenizer`, a tokenizer.json; or a list of prompts, each in the
               slot of its number, which go through the model together as far as the plan takes them
    count      so many tokens at most; fewer where the capacity is reached
    stop       ids that end it, such as the end of text
    on_token   is called with each token

    The others are as `fp8c generate` has them.  Returns text for text, ids for ids, and a list for a
    list.
    """
    given: Any = prompt if isinstance(prompt, str) else list(prompt)  # an iterator gives them once
    many = given is not prompt and any(isinstance(p, (str, Sequence, np.ndarray)) for p in given)
    prompts: list[Any] = given if many else [given]
    words: Any = None
    if any(isinstance(p, str) for p in prompts):
        if tokenizer is None:
            raise ArgumentError("a prompt of text needs a tokenizer (tokenizer.json)")
        words = _tokenizer_of(tokenizer)
    lists = [words.encode(p).ids if isinstance(p, str) else [operator.index(t) for t in p] for p in prompts]
    state = model if isinstance(model, State) else State(model, slots=len(prompts))
    if many:
        if on_token is not None:
            raise ArgumentError("on_token hears the tokens of one prompt, and there is a list of them")
        how = {"temperature": temperature, "top_k": top_k, "top_p": top_p, "seed": seed}
        texts = _generate_many(state, lists, count, stop, how) if count > 0 else [[] for _ in prompts]
        return [words.decode(t) for t in texts] if words else texts
    ids = lists[0]
    ends = {operator.index(t) for t in stop}
    tokens: list[int] = []
    if count < 1:
        return "" if words else tokens
    for token in state.tokens(ids, temperature=temperature, top_k=top_k, top_p=top_p, seed=seed):
        tokens.append(token)
        if on_token is not None:
            on_token(token)
        if len(tokens) == count or token in ends:
            break
    return words.decode(tokens) if words else tokens
