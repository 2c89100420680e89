"""A language model of a folder as a function of texts."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ._errors import ArgumentError, BusyError, UnsupportedError
from ._session import Session
from ._state import State

_UNFINISHED = "\ufffd"  # what bytes of a character decode to until all of them are there


class Generation:
    """Prompts to what a language model goes on with: tokenizer, plan with states, and the choice of tokens.

    plan, session  what runs
    ends           token ids that end a text
    capacity       tokens that a prompt and what follows it may have together
    """

    def __init__(self, session: Session, tokenizer: Any, config: dict[str, Any]) -> None:
        if not session.plan.capacity:
            raise UnsupportedError(
                "the plan keeps no states from run to run; compile with a capacity to generate text"
            )
        self.session, self.plan = session, session.plan
        self.capacity = session.plan.capacity
        self.ends = frozenset(_ids(config.get("eos_token_id")))
        self._tokenizer = tokenizer
        self._state = State(session)
        self._lock = threading.Lock()
        self._reader: int | None = None  # the thread whose stream goes on

    def __call__(
        self,
        prompts: str | Sequence[str],
        *,
        max_new_tokens: int = 50,
        temperature: float = 0.0,
        top_k: int = 0,
        top_p: float = 0.0,
        seed: int = 0,
    ) -> Any:
        """What follows each prompt, as text; one text for a prompt that is a string.

        prompts         strings; they are continued one after another
        max_new_tokens  so many tokens at most; fewer where the text ends (`ends`) or the capacity is reached
        temperature     0: the most likely token each time; else drawn, with `seed`, from the `top_k` most likely
                        that together have the probability `top_p` (0: no limit)
        """
        how = dict(
            max_new_tokens=max_new_tokens, temperature=temperature, top_k=top_k, top_p=top_p, seed=seed
        )
        if isinstance(prompts, str):
            return "".join(self.stream(prompts, **how))  # type: ignore[arg-type]
        return ["".join(self.stream(prompt, **how)) for prompt in prompts]  # type: ignore[arg-type]

    def stream(
        self,
        prompt: str,
        *,
        max_new_tokens: int = 50,
        temperature: float = 0.0,
        top_k: int = 0,
        top_p: float = 0.0,
        seed: int = 0,
    ) -> Iterator[str]:
        """As a call, piece by piece as the tokens come; pieces are whole characters.

        Another thread's call waits until the stream is read to its end, or closed; a call of the same
        thread, which would wait for itself, is refused (BusyError).
        """
        ids = self._ids_of(prompt)
        with self._alone():
            self._state.truncate()
            tokens: list[int] = []
            said = ""
            if max_new_tokens < 1:
                return
            drawn = self._state.tokens(ids, temperature=temperature, top_k=top_k, top_p=top_p, seed=seed)
            for token in drawn:
                if token in self.ends:
                    break
                tokens.append(token)
                text = self._tokenizer.decode(tokens)
                if not text.endswith(_UNFINISHED) and len(text) > len(said):
                    yield text[len(said) :]
                    said = text
                if len(tokens) == max_new_tokens:
                    break
            text = self._tokenizer.decode(tokens)
            if len(text) > len(said):
                yield text[len(said) :]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        thread = threading.get_ident()
        if self._reader == thread:
            raise BusyError("a stream of this thread goes on: read it to its end, or close it")
        with self._lock:
            self._reader = thread
            try:
                yield
            finally:
                self._reader = None

    def _ids_of(self, prompt: Any) -> list[int]:
        if not isinstance(prompt, str):
            raise ArgumentError(f"a prompt is a {type(prompt).__name__}; a string was expected")
        ids = list(self._tokenizer.encode(prompt).ids)
        if not ids:
            raise ArgumentError("a prompt has no tokens")
        if len(ids) > self.capacity:
            raise ArgumentError(
                f"a prompt has {len(ids)} tokens, and the plan was compiled for {self.capacity} (capacity)"
            )
        return ids


def _ids(given: Any) -> list[int]:
    """Token ids as configurations have them: a number, a list, or nothing."""
    if given is None:
        return []
    return [int(i) for i in given] if isinstance(given, list) else [int(given)]


def prompt_samples(tokenizer: Any, texts: Sequence[str], name: str, longest: int) -> list[dict[str, Any]]:
    """Texts as samples of one length: their tokens one after another, in as many rows as there are texts.

    name     of the model's input of token ids
    longest  tokens that a row may have
    """
    for text in texts:
        if not isinstance(text, str):
            raise ArgumentError(f"a text to calibrate with is a {type(text).__name__}; a string was expected")
    ids = [i for text in texts for i in tokenizer.encode(text).ids]
    width = min(longest, max(1, len(ids) // max(1, len(texts))))
    rows = [ids[at : at + width] for at in range(0, len(ids) - width + 1, width)]
    return [{name: np.array([row], np.int64)} for row in rows]
