"""fp8c.from_pretrained: folders as Optimum writes them, with a small tokenizer and a small model each."""

import numpy as np
import pytest

pytest.importorskip("tokenizers")
import fp8c  # noqa: E402
from decoders import greedy  # noqa: E402
from text_models import WIDTH, WORDS, decoder_folder, folder_of  # noqa: E402

TEXTS = ["a good film", "bad", "it was very very very bad and a film", "it was good", "a a a a a a a a"]


def ids(text):
    return [1] + [WORDS.index(word) if word in WORDS else 2 for word in text.split()]


def means(weights, text):
    return (weights["table"] @ weights["w"])[ids(text)].mean(0)


def close(have, want):
    np.testing.assert_allclose(have, want, rtol=1e-5, atol=1e-5)


def test_embeddings_are_means_over_tokens(tmp_path):
    path, weights = folder_of(tmp_path / "m", "embedding")
    embed = fp8c.from_pretrained(path, target="cpu", precision="f32")
    want = np.stack([means(weights, t) for t in TEXTS])
    for batch_size in (1, 2, 32):
        have = embed(TEXTS, batch_size=batch_size)
        assert have.dtype == np.float32
        close(have, want)
    close(embed(TEXTS[0]), want[0])
    assert embed([]).shape == (0, WIDTH)
    close(embed([("good", "film")])[0], means(weights, "good film"))


@pytest.mark.parametrize(
    "mode, pooled",
    [
        ("cls_token", lambda rows: rows[0]),
        ("max_tokens", lambda rows: rows.max(0)),
        ("mean_tokens", lambda rows: rows.mean(0)),
    ],
)
def test_what_sentence_transformers_says_is_obeyed(tmp_path, mode, pooled):
    said = {f"pooling_mode_{m}": m == mode for m in ("cls_token", "max_tokens", "mean_tokens")}
    modules = [{"type": "sentence_transformers.models.Normalize"}]
    path, weights = folder_of(tmp_path / "m", "embedding", **{"1_Pooling/config.json": said, "modules.json": modules})
    embed = fp8c.from_pretrained(path, target="cpu", precision="f32")
    for text, have in zip(TEXTS, embed(TEXTS), strict=True):
        want = pooled((weights["table"] @ weights["w"])[ids(text)])
        close(have, want / np.linalg.norm(want))


def test_labels_and_scores(tmp_path):
    path, weights = folder_of(tmp_path / "m", "classification")
    classify = fp8c.from_pretrained(path, target="cpu", precision="f32")
    for text, have in zip(TEXTS, classify(TEXTS, batch_size=2, top_k=None), strict=True):
        logits = means(weights, text) @ weights["head"]
        scores = np.exp(logits) / np.exp(logits).sum()
        assert [row["label"] for row in have] == [["NEGATIVE", "POSITIVE"][i] for i in np.argsort(-scores)]
        close([row["score"] for row in have], np.sort(scores)[::-1])
    assert classify(TEXTS[1]) == classify(TEXTS)[1] and set(classify("bad")) == {"label", "score"}


def test_texts_calibrate(tmp_path):
    path, weights = folder_of(tmp_path / "m", "embedding")
    embed = fp8c.from_pretrained(path, target="cpu", precision="fp8", calibrate=TEXTS)
    assert embed.plan.report["summary"]["fp8_nodes"] == 1
    have, want = embed(TEXTS), np.stack([means(weights, t) for t in TEXTS])
    assert ((have - want) ** 2).mean() < 0.01 * (want**2).mean()


def test_fixed_sizes_are_padded_to(tmp_path):
    path, weights = folder_of(tmp_path / "m", "embedding", batch=2, seq=12)
    embed = fp8c.from_pretrained(path, target="cpu", precision="f32")
    close(embed(TEXTS), np.stack([means(weights, t) for t in TEXTS]))
    with pytest.raises(fp8c.ArgumentError, match="1 texts of 21 tokens: the plan was compiled for 2 x 12"):
        embed("a " * 20)


def test_long_texts_are_cut(tmp_path):
    path, weights = folder_of(tmp_path / "m", "embedding", **{"tokenizer_config.json": {"model_max_length": 4}})
    embed = fp8c.from_pretrained(path, target="cpu", precision="f32")
    close(embed("a good film it was"), means(weights, "a good film"))


def test_a_plan_in_the_folder(tmp_path):
    path, _ = folder_of(tmp_path / "m", "embedding")
    made = fp8c.from_pretrained(path, target="cpu", precision="f32")
    made.plan.save(path / "model.fp8c")
    again = fp8c.from_pretrained(path, file="model.fp8c")
    np.testing.assert_array_equal(again(TEXTS), made(TEXTS))
    with pytest.raises(fp8c.ArgumentError, match="is a plan already"):
        fp8c.from_pretrained(path, file="model.fp8c", precision="f32")


def test_what_is_wrong_is_said(tmp_path):
    path, _ = folder_of(tmp_path / "m", "embedding")
    with pytest.raises(fp8c.FileError, match="has no other.onnx"):
        fp8c.from_pretrained(path, file="other.onnx")
    with pytest.raises(fp8c.ArgumentError, match="batch_size is 0"):
        fp8c.from_pretrained(path, target="cpu", precision="f32")(TEXTS, batch_size=0)
    config = (path / "config.json").read_text()
    (path / "config.json").write_text('{"architectures": ["TinyForTokenClassification"]}')
    with pytest.raises(fp8c.UnsupportedError, match="says TinyForTokenClassification; .*knows embedding"):
        fp8c.from_pretrained(path)
    (path / "config.json").write_text("[]")
    with pytest.raises(fp8c.FormatError, match="holds a list"):
        fp8c.from_pretrained(path)
    (path / "config.json").write_text(config)
    (path / "tokenizer.json").write_text("{}")
    with pytest.raises(fp8c.FormatError, match="tokenizer.json is no tokenizer"):
        fp8c.from_pretrained(path)
    (path / "tokenizer.json").unlink()
    with pytest.raises(fp8c.FileError, match="tokenizer.json is missing"):
        fp8c.from_pretrained(path)


PROMPT = "w3 w14 w15 w92 w65"


def followed(path, count):
    """What ONNX Runtime goes on with."""
    return [f"w{i}" for i in greedy(path / "model.onnx", [int(w[1:]) for w in PROMPT.split()], count)]


def test_a_language_model_goes_on(tmp_path):
    path = decoder_folder(tmp_path / "m")
    want = followed(path, 20)
    write = fp8c.from_pretrained(path, target="cpu", precision="f32", threads=1)
    assert write.capacity == 64 and write(PROMPT, max_new_tokens=20) == " ".join(want)
    assert write([PROMPT, "w7", PROMPT], max_new_tokens=3)[::2] == [" ".join(want[:3])] * 2
    assert list(write.stream(PROMPT, max_new_tokens=3)) == [want[0], f" {want[1]}", f" {want[2]}"]
    assert write(PROMPT, max_new_tokens=0) == ""
    assert len(write(PROMPT, max_new_tokens=1000).split()) == 64 - 5 + 1  # the capacity is reached
    drawn = [write(PROMPT, max_new_tokens=20, temperature=1.5, seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(fp8c.ArgumentError, match="has 65 tokens, and the plan was compiled for 64"):
        write("w1 " * 65)
    with pytest.raises(fp8c.ArgumentError, match="has no tokens"):
        write("")
    with pytest.raises(fp8c.ArgumentError, match="is a dict"):
        write([{"role": "user", "content": "w1"}])
    half = write.stream(PROMPT)
    assert next(half) == want[0]
    with pytest.raises(fp8c.BusyError, match="a stream of this thread goes on"):
        write(PROMPT)
    assert next(half) == f" {want[1]}"
    half.close()
    assert write(PROMPT, max_new_tokens=5) == " ".join(want[:5])


def test_a_text_ends_where_its_configuration_says(tmp_path):
    want = followed(decoder_folder(tmp_path / "a"), 10)
    third = int(want[2][1:])
    assert want.index(want[2]) == 2
    path = decoder_folder(tmp_path / "b", **{"generation_config.json": {"eos_token_id": [96, third]}})
    write = fp8c.from_pretrained(path, target="cpu", precision="f32", threads=1, capacity=32)
    assert write.capacity == 32 and write.ends == {96, third} and write(PROMPT) == " ".join(want[:2])


def test_prompts_calibrate(tmp_path):
    path = decoder_folder(tmp_path / "m")
    random = np.random.default_rng(0)
    texts = [" ".join(f"w{i}" for i in random.integers(0, 97, count)) for count in (9, 14, 6, 11, 8, 12)]
    write = fp8c.from_pretrained(path, target="cpu", precision="fp8", calibrate=texts, threads=1)
    assert write.plan.report["summary"]["fp8_nodes"] > 0
    same = [a == b for a, b in zip(write(PROMPT, max_new_tokens=8).split(), followed(path, 8), strict=True)]
    assert same[0] and sum(same) >= 3
    made = write.plan.save(path / "model.fp8c")
    assert fp8c.from_pretrained(path, file=made.name)(PROMPT) == write(PROMPT)
    fp8c.compile(path / "model.onnx", target="cpu", precision="f32").save(path / "model.fp8c")
    with pytest.raises(fp8c.UnsupportedError, match="keeps no states"):
        fp8c.from_pretrained(path, file="model.fp8c")


def test_a_task_that_is_none(tmp_path):
    path = decoder_folder(tmp_path / "m")
    with pytest.raises(fp8c.ArgumentError, match='task is "text-generation"; it is one of embedding, classification, generation'):
        fp8c.from_pretrained(path, task="text-generation")
