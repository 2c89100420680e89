"""Folders of models for texts, as Optimum writes them: a small tokenizer and a small model.

    python text_models.py FOLDER [embedding|generation]
"""

import json
import pathlib
import sys

import numpy as np
import decoders
import small_models
import tokenizers
from onnx import TensorProto, helper

WORDS = ["[PAD]", "[CLS]", "[UNK]", "a", "good", "bad", "film", "it", "was", "and", "very"]
WIDTH = 16


def folder_of(path, kind, batch="batch", seq="seq", **files):
    """token -> vector (a table), then, for a classification, the mean over the mask -> two logits."""
    random = np.random.default_rng(3)
    weights = {"table": random.standard_normal((len(WORDS), WIDTH)), "w": random.standard_normal((WIDTH, WIDTH))}
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["tokens"]),
        helper.make_node("MatMul", ["tokens", "w"], ["last_hidden_state"], name="product"),
    ]
    output = ("last_hidden_state", [batch, seq, WIDTH])
    if kind == "classification":
        weights["head"] = random.standard_normal((WIDTH, 2))
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["ones"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", ["ones", "last"], ["mask"]),
            helper.make_node("Mul", ["last_hidden_state", "mask"], ["kept"]),
            helper.make_node("ReduceSum", ["kept", "axis"], ["sum"], keepdims=0),
            helper.make_node("ReduceSum", ["mask", "axis"], ["count"], keepdims=0),
            helper.make_node("Div", ["sum", "count"], ["mean"]),
            helper.make_node("MatMul", ["mean", "head"], ["logits"], name="head"),
        ]
        output = ("logits", [batch, 2])
    constants = {k: v.astype(np.float32) for k, v in weights.items()}
    if kind == "classification":
        constants |= {"last": np.array([-1]), "axis": np.array([1])}
    names = ["input_ids"] + ["attention_mask"] * (kind == "classification")
    inputs = [(name, [batch, seq], TensorProto.INT64) for name in names]
    path.mkdir()
    small_models.save(path / "model.onnx", nodes, inputs, [output], **constants)
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(single="[CLS] $A", pair="[CLS] $A $B:1", special_tokens=[("[CLS]", 1)])
    tokenizer.enable_padding(length=32)  # what exports carry along, and does not count
    tokenizer.save(str(path / "tokenizer.json"))
    architecture = "TinyModel" if kind == "embedding" else "TinyForSequenceClassification"
    config = {"architectures": [architecture], "pad_token_id": 0, "id2label": {"0": "NEGATIVE", "1": "POSITIVE"}}
    for name, content in {"config.json": config, "tokenizer_config.json": {"pad_token": "[PAD]"}, **files}.items():
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text(json.dumps(content))
    return path, {k: constants[k] for k in weights}


def decoder_folder(path, **files):
    """A language model whose words are w0 to w96, as Optimum writes it; w0 ends a text."""
    path.mkdir()
    decoders.decoder(path / "model.onnx")
    words = {f"w{i}": i for i in range(decoders.VOCABULARY)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="w1"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(path / "tokenizer.json"))
    config = {"architectures": ["TinyForCausalLM"], "max_position_embeddings": 64, "eos_token_id": 0}
    for name, content in {"config.json": config, **files}.items():
        (path / name).write_text(json.dumps(content))
    return path


if __name__ == "__main__":
    place = pathlib.Path(sys.argv[1])
    decoder_folder(place) if sys.argv[2:] == ["generation"] else folder_of(place, "embedding")
