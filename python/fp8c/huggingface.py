"""Models of Hugging Face as Optimum exports them: a folder with model.onnx, tokenizer.json and config.json.

    import fp8c

    embed = fp8c.from_pretrained("all-MiniLM-L6-v2-onnx", precision="fp8", calibrate=texts)
    vectors = embed(["one sentence", "another"])        # float32 [2, 384]

    classify = fp8c.from_pretrained("distilbert-sst2-onnx")
    classify("I like it")                               # {"label": "POSITIVE", "score": 0.99}

    write = fp8c.from_pretrained("qwen3-onnx", capacity=2048)
    write("Once upon a time", max_new_tokens=50)        # what follows, as text

Needs the tokenizers library: pip install fp8c[hf].  Nothing is fetched from anywhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from ._compile import compile as compile_model
from ._compile import input_names
from ._errors import ArgumentError, FileError, FormatError, UnsupportedError
from ._generation import Generation, prompt_samples
from ._plan import Plan
from ._session import Session

Task: TypeAlias = Literal["embedding", "classification", "generation"]
Texts: TypeAlias = "str | Sequence[str] | Sequence[tuple[str, str]]"
Array: TypeAlias = np.ndarray[Any, Any]

_MODELS = ("model.onnx", "onnx/model.onnx")  # of Optimum, and of models on the hub
_CAPACITY = 2048  # tokens that a language model remembers where nothing is said of it
_TOKENS = (
    "input_ids",
    "decoder_input_ids",
    "token_ids",
    "tokens",
)  # inputs of token ids, as docs/state.md has them
_TOKENS_MOST = 100_000  # a tokenizer's way to say that there is no limit


def from_pretrained(
    folder: str | os.PathLike[str],
    *,
    task: Task | None = None,
    file: str | None = None,
    device: str | None = None,
    threads: int = 0,
    calibrate: Any = None,
    **options: Any,
) -> Any:
    """Compiles the model of a folder, and returns it as a function of texts.

    folder     has the model, tokenizer.json and config.json
    task       None: as config.json says
    file       of the model in the folder, which may be a plan (.fp8c) too; None: model.onnx or onnx/model.onnx
    device     "cpu", "cuda:0"; None: the first GPU that the plan has a variant for, else "cpu"
    threads    of the host; 0: as many as the process may run on
    calibrate  texts, or samples as `fp8c.compile` takes them
    options    of `fp8c.compile`; `capacity` of a language model is what it takes, 2048 tokens at most, where it is
               not given

    Returns an `Embedding`, a `Classification` or a `Generation`.
    """
    root = Path(folder)
    config = _json(root / "config.json")
    chosen = task or _task_of(config)
    if chosen not in _PIPELINES:
        raise ArgumentError(f'task is "{chosen}"; it is one of {", ".join(_PIPELINES)}')
    encoder = _Encoder(root, config)
    path = _model_of(root, file)
    if path.suffix == ".fp8c":
        if options or calibrate is not None:
            raise ArgumentError(f"{path.name} is a plan already; it takes no options of a compile")
        plan = Plan(path)
    else:
        if chosen == "generation":
            options.setdefault("capacity", min(encoder.longest or _CAPACITY, _CAPACITY))
        if calibrate is not None and _are_texts(calibrate):
            if chosen == "generation":
                name = next((n for n in input_names(path) if n in _TOKENS), _TOKENS[0])
                calibrate = prompt_samples(encoder.whole(), calibrate, name, options["capacity"])
            else:
                calibrate = encoder.samples(list(calibrate), input_names(path))
        plan = compile_model(path, calibrate=calibrate, **options)
    session = Session(plan, device, threads=threads)
    if chosen == "generation":
        return Generation(
            session, encoder.whole(), config | _json(root / "generation_config.json", required=False)
        )
    return _PIPELINES[chosen](session, encoder, root, config)


# ---- Files --------------------------------------------------------------------------------


def _json(path: Path, required: bool = True) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text())
    except FileNotFoundError:
        if required:
            raise FileError(f"{path} is missing; a folder that Optimum has written has it") from None
        return {}
    except (ValueError, OSError) as error:
        raise FormatError(f"{path} cannot be read as JSON: {error}") from None
    if not isinstance(document, dict):
        raise FormatError(f"{path} holds a {type(document).__name__}; an object was expected")
    return document


def _model_of(root: Path, file: str | None) -> Path:
    for name in (file,) if file else _MODELS:
        if (root / name).is_file():
            return root / name
    raise FileError(f"{root} has no {file or ' and no '.join(_MODELS)}")


def _task_of(config: dict[str, Any]) -> Task:
    names = [str(name) for name in config.get("architectures") or []]
    if any(name.endswith("ForSequenceClassification") for name in names):
        return "classification"
    if any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in names):
        return "generation"
    if not names or all(name.endswith("Model") or name.endswith("ForMaskedLM") for name in names):
        return "embedding"
    raise UnsupportedError(
        f"config.json says {', '.join(names)}; fp8c.from_pretrained knows embedding, classification and generation (task=...)"
    )


def _are_texts(samples: Any) -> bool:
    return (
        isinstance(samples, (list, tuple))
        and bool(samples)
        and isinstance(samples[0], (str, tuple))
        and all(
            isinstance(s, str) or (isinstance(s, tuple) and all(isinstance(t, str) for t in s))
            for s in samples
        )
    )


# ---- Texts to numbers -----------------------------------------------------------------------


class _Encoder:
    """A folder's tokenizer, and what it writes into inputs of which name."""

    def __init__(self, root: Path, config: dict[str, Any]) -> None:
        try:
            import tokenizers
        except ImportError:
            raise UnsupportedError(
                "fp8c.from_pretrained needs the tokenizers library: pip install fp8c[hf]"
            ) from None
        path = root / "tokenizer.json"
        if not path.is_file():
            raise FileError(
                f"{path} is missing; AutoTokenizer.from_pretrained(...).save_pretrained writes it"
            )
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises plain Exception
            raise FormatError(f"{path} is no tokenizer: {error}") from None
        said = _json(root / "tokenizer_config.json", required=False)
        self.pad = self._pad_id(said, config)
        self.longest = _longest(said, config)
        self._tokenizer.no_padding()
        if self.longest:
            self._tokenizer.enable_truncation(self.longest)
        else:
            self._tokenizer.no_truncation()

    def _pad_id(self, said: dict[str, Any], config: dict[str, Any]) -> int:
        token = said.get("pad_token")
        if isinstance(token, dict):
            token = token.get("content")
        found = self._tokenizer.token_to_id(token) if isinstance(token, str) else None
        return int(config.get("pad_token_id") or 0) if found is None else int(found)

    def whole(self) -> Any:
        """The tokenizer, which cuts nothing any more: a prompt without its end would be another prompt."""
        self._tokenizer.no_truncation()
        return self._tokenizer

    def encode(self, texts: Sequence[Any]) -> list[Any]:
        return list(self._tokenizer.encode_batch(list(texts)))

    def arrays(
        self, encoded: Sequence[Any], names: Iterable[str], rows: int, columns: int
    ) -> dict[str, Array]:
        """Inputs [rows, columns], int64; what no text fills is padding, which the mask hides."""
        given = {
            "input_ids": np.full((rows, columns), self.pad, np.int64),
            "attention_mask": np.zeros((rows, columns), np.int64),
            "token_type_ids": np.zeros((rows, columns), np.int64),
        }
        for row, text in enumerate(encoded):
            count = len(text.ids)
            given["input_ids"][row, :count] = text.ids
            given["attention_mask"][row, :count] = text.attention_mask
            given["token_type_ids"][row, :count] = text.type_ids
        # A row that stands for no text: a mask without a one would make NaN of its mean.
        given["attention_mask"][len(encoded) :, 0] = 1
        positions = np.broadcast_to(np.arange(columns), (rows, columns))
        given["position_ids"] = np.ascontiguousarray(positions, np.int64)
        taken: dict[str, Array] = {}
        for name in names:
            if name not in given:
                raise UnsupportedError(
                    f'the model has an input "{name}"; {", ".join(given)} are what a tokenizer fills'
                )
            taken[name] = given[name]
        return taken

    def samples(self, texts: list[Any], names: list[str]) -> list[dict[str, Array]]:
        """One sample for each text, all of one length as the compiler wants them."""
        encoded = self.encode(texts)
        columns = max(len(text.ids) for text in encoded)
        return [self.arrays([text], names, 1, columns) for text in encoded]


def _longest(said: dict[str, Any], config: dict[str, Any]) -> int | None:
    """Tokens that the model takes; None: as many as there are."""
    limits = [said.get("model_max_length")]
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int):
        # RoBERTa and its kin count positions from behind the padding's.
        offset = int(config.get("pad_token_id") or 0) + 1 if "roberta" in str(config.get("model_type")) else 0
        limits.append(positions - offset)
    known = [int(n) for n in limits if isinstance(n, (int, float)) and 0 < n < _TOKENS_MOST]
    return min(known) if known else None


# ---- Pipelines ---------------------------------------------------------------------------------


class Pipeline:
    """A compiled model as a function of texts: tokenizer, batches, padding, plan, and what is made of its outputs.

    plan, session  what runs
    """

    def __init__(self, session: Session, encoder: _Encoder, root: Path, config: dict[str, Any]) -> None:
        self.session, self.plan = session, session.plan
        self._encoder, self._config = encoder, config
        self._names = [port.name for port in self.plan.inputs]
        self._types = {port.name: port.dtype for port in self.plan.inputs}
        self._sizes = self._fixed_sizes()

    def _fixed_sizes(self) -> list[tuple[int | None, int | None]]:
        """Rows and columns that the plan is made for on this device; None: any."""
        axes = next((p.shape for p in self.plan.inputs if p.name == "input_ids"), None)
        if axes is None or len(axes) != 2:
            raise UnsupportedError(
                'the plan has no input "input_ids" of two dimensions: it is no model of texts'
            )
        cpu = self.session.device == "cpu"
        sizes = set()
        for variant in self.plan.variants:
            if (variant.target == "cpu") != cpu:
                continue
            said = dict(word.split("=", 1) for word in variant.profile.split())
            found = [axis if isinstance(axis, int) else _number(said.get(axis)) for axis in axes]
            sizes.add((found[0], found[1]))
        return sorted(sizes, key=lambda size: (size[1] or 0, size[0] or 0))

    def _shape(self, rows: int, columns: int) -> tuple[int, int]:
        """The smallest that the plan takes for so many texts of so many tokens."""
        for most_rows, most_columns in self._sizes:
            if (most_rows is None or rows <= most_rows) and (most_columns is None or columns <= most_columns):
                return most_rows or rows, most_columns or columns
        raise ArgumentError(
            f"{rows} texts of {columns} tokens: the plan was compiled for {_described(self._sizes)} (rows, tokens)"
        )

    def _run(self, texts: Sequence[Any], batch_size: int) -> list[dict[str, Array]]:
        """For each text the outputs' row, and its mask; texts of like length share a batch."""
        if batch_size < 1:
            raise ArgumentError(f"batch_size is {batch_size}; 1 is the least")
        rows_most = max((rows or batch_size for rows, _ in self._sizes), default=batch_size)
        step = min(batch_size, rows_most)
        encoded = self._encoder.encode(texts)
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
        results: list[dict[str, Array]] = [{}] * len(encoded)
        for first in range(0, len(order), step):
            chosen = order[first : first + step]
            batch = [encoded[i] for i in chosen]
            columns = max(1, max(len(text.ids) for text in batch))
            rows, columns = self._shape(len(batch), columns)
            feed = self._encoder.arrays(batch, self._names, rows, columns)
            outputs = self.session(
                **{name: a.astype(self._types[name], copy=False) for name, a in feed.items()}
            )
            mask = np.zeros((rows, columns), np.float32)
            for row, text in enumerate(batch):
                mask[row, : len(text.ids)] = text.attention_mask
            for row, i in enumerate(chosen):
                results[i] = {name: a[row] for name, a in outputs.items()} | {"mask": mask[row]}
        return results

    def _output(self, *names: str) -> str:
        """The first of these that the plan has, or its only output."""
        have = [port.name for port in self.plan.outputs]
        for name in names:
            if name in have:
                return name
        if len(have) == 1:
            return have[0]
        raise UnsupportedError(f"the plan gives {', '.join(have)}; one of {', '.join(names)} was expected")


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdigit() else None


def _described(sizes: Sequence[tuple[int | None, int | None]]) -> str:
    return (
        ", ".join(f"{rows or 'any'} x {columns or 'any'}" for rows, columns in sizes) or "no device like this"
    )


class Embedding(Pipeline):
    """Texts to vectors: the mean of the last layer over a text's tokens, or what the folder says instead.

    sentence-transformers' 1_Pooling/config.json (mean, first token, maximum) and modules.json (whether vectors have
    the length 1) are obeyed.
    """

    def __init__(self, session: Session, encoder: _Encoder, root: Path, config: dict[str, Any]) -> None:
        super().__init__(session, encoder, root, config)
        self._ready = next((p.name for p in self.plan.outputs if p.name == "sentence_embedding"), None)
        self._hidden = self._ready or self._output("last_hidden_state", "token_embeddings")
        said = _json(root / "1_Pooling" / "config.json", required=False)
        modes = [
            name.removeprefix("pooling_mode_")
            for name, on in said.items()
            if name.startswith("pooling_mode_") and on
        ]
        self._pooling = modes[0] if modes else "mean_tokens"
        if len(modes) > 1 or self._pooling not in ("mean_tokens", "cls_token", "max_tokens"):
            raise UnsupportedError(
                f"1_Pooling/config.json asks for {', '.join(modes)}; mean_tokens, cls_token or max_tokens is done"
            )
        path = root / "modules.json"
        self._normalize = path.is_file() and "Normalize" in path.read_text()

    def __call__(self, texts: Texts, *, batch_size: int = 32) -> Array:
        """Vectors, float32 [texts, width]; [width] for a text that is a string.

        texts       strings, or pairs of them
        batch_size  texts that run together
        """
        one = isinstance(texts, str)
        rows = [self._pooled(r) for r in self._run([texts] if one else list(texts), batch_size)]
        if not rows:
            return np.zeros((0, self._width()), np.float32)
        return rows[0] if one else np.stack(rows)

    def _width(self) -> int:
        size = next(p.shape[-1] for p in self.plan.outputs if p.name == self._hidden)
        return size if isinstance(size, int) else 0

    def _pooled(self, result: dict[str, Array]) -> Array:
        hidden = result[self._hidden].astype(np.float32)
        if not self._ready:
            taken = hidden[result["mask"] > 0]
            if self._pooling == "cls_token" or not len(taken):
                hidden = hidden[0]
            else:
                hidden = taken.mean(0) if self._pooling == "mean_tokens" else taken.max(0)
        length = float(np.linalg.norm(hidden)) if self._normalize else 1.0
        return np.asarray(hidden / length if length else hidden, np.float32)


class Classification(Pipeline):
    """Texts to labels, with scores."""

    def __init__(self, session: Session, encoder: _Encoder, root: Path, config: dict[str, Any]) -> None:
        super().__init__(session, encoder, root, config)
        self._logits = self._output("logits")
        named = config.get("id2label") or {}
        self._labels = {int(k): str(v) for k, v in named.items()}
        self._sigmoid = config.get("problem_type") == "multi_label_classification"

    def __call__(self, texts: Texts, *, batch_size: int = 32, top_k: int | None = 1) -> Any:
        """For each text its label: {"label", "score"}; one of these for a text that is a string.

        texts       strings, or pairs of them
        batch_size  texts that run together
        top_k       more than 1, or None for all: a list of so many labels for each text, best first
        """
        one = isinstance(texts, str)
        found = [self._scored(r, top_k) for r in self._run([texts] if one else list(texts), batch_size)]
        return found[0] if one else found

    def _scored(self, result: dict[str, Array], top_k: int | None) -> Any:
        logits = result[self._logits].astype(np.float64)
        if self._sigmoid or len(logits) == 1:
            scores = 1 / (1 + np.exp(-logits))
        else:
            shifted = np.exp(logits - logits.max())
            scores = shifted / shifted.sum()
        order = np.argsort(-scores, kind="stable")
        labels = [{"label": self._labels.get(int(i), f"LABEL_{i}"), "score": float(scores[i])} for i in order]
        return labels[0] if top_k == 1 else labels[:top_k]


_PIPELINES: dict[str, Any] = {
    "embedding": Embedding,
    "classification": Classification,
    "generation": Generation,
}
