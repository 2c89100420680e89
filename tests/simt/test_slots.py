"""Several slots in one launch of a simulated GPU: each reads and stores the rows of its own slot."""
import itertools
import json
import os

import fp8c as module
import numpy as np
import onnx
import pytest

import decoders
from decoders import VOCABULARY, decoder

CACHE = os.environ.get("FP8C_TEST_CACHE", "")
FORMS = ["hugging-face", "gqa", "gqa-lengths", "attention-23", "tensor-scatter"]


@pytest.fixture
def compiled(fp8c, tmp_path):
    def make(model, *words, code=0, chip="sm_89", capacity=24):
        said = fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", chip, "-q",
                    "--cache-dir", CACHE or tmp_path / "cache", "--capacity", capacity, *words, code=code)
        return said if code else module.Plan(tmp_path / "p.fp8c")
    return make


@pytest.fixture
def wide(monkeypatch):
    """Heads that the kernel of few queries takes, which reads the rows that there are and stores new ones itself."""
    monkeypatch.setattr(decoders, "SIZE", 64)
    monkeypatch.setattr(decoders, "WIDTH", 256)


def state_of(plan, device, slots):
    return module.State(module.Session(plan, device=device, threads=1), slots=slots)


def prompts_of(count, most, seed=2):
    random = np.random.default_rng(seed)
    return [list(map(int, random.integers(0, VOCABULARY, n))) for n in random.integers(1, most, count)]


def alone(state, prompts, count):
    texts = []
    for prompt in prompts:
        state.truncate()
        token = int(state.step(prompt).argmax())
        texts.append([token, *state.continue_many({0: token}, count)[0]])
    return texts


@pytest.mark.parametrize("form", FORMS)
def test_slots_join_and_leave(form, compiled, tmp_path):
    """In F32 the tokens are those of each sequence alone on the CPU; a run of 3 or 4 slots is one of 4, the rest of which is nobody's."""
    plan = compiled(decoder(tmp_path / "m.onnx", form, capacity=24, batched=True), "--precision", "f32", "--dim", "batch=1,4", "--dim", "sequence_length=1,4")
    prompts, random = prompts_of(5, 8), np.random.default_rng(1)
    expected = alone(state_of(plan, "cpu", 1), prompts, 14)
    state, live = state_of(plan, "cuda:0", 7), {}
    assert state.batch == 4
    for _ in range(14):
        rows = {}
        for slot in map(int, random.permutation(7)):
            if slot in live and (len(live[slot][1]) > 13 or random.random() < 0.08):
                state.truncate(0, slot)
                del live[slot]
            elif slot in live and len(rows) < 4 and random.random() < 0.8:
                rows[slot] = [live[slot][1][-1]]
            elif slot not in live and len(rows) < 4 and random.random() < 0.5:
                which = int(random.integers(5))
                live[slot], rows[slot] = (which, []), prompts[which]
        for slot, logits in zip(rows, state.step_many(rows) if rows else []):
            which, tokens = live[slot]
            tokens.append(int(logits.argmax()))
            assert tokens == expected[which][:len(tokens)], (slot, which)


def test_a_gpu_chooses_the_tokens_of_all_itself(compiled, fp8c, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx", batched=True), "--precision", "f32", "--dim", "batch=4")
    assert "next_token" in fp8c("show", "p.fp8c", "--steps")
    prompts = prompts_of(3, 6)
    expected = alone(state_of(plan, "cpu", 1), prompts, 16)
    state = state_of(plan, "cuda:0", 5)
    first = [int(row.argmax()) for row in state.step_many(zip((4, 0, 2), prompts))]
    stop = expected[1][5]
    made = state.continue_many(dict(zip((4, 0, 2), first)), 16, stop=[stop])
    for slot, prompt, text in zip((4, 0, 2), prompts, expected):
        until = text.index(stop, 1) if stop in text[1:] else 16
        assert made[slot] == text[1:until + 1] and state.length(slot) == len(prompt) + until
    assert int(state.step(made[4][-1:], 4).argmax()) == expected[0][len(made[4]) + 1] if len(made[4]) < 16 else True
    with pytest.raises(ValueError, match="a run of the plan takes 4"):
        state.step_many({slot: [1] for slot in range(5)})
    assert [state.length(slot) for slot in (1, 3)] == [0, 0]


@pytest.mark.parametrize("precision", ["f32", "bf16"])
def test_a_gpu_draws_the_tokens_that_the_host_draws(precision, compiled, fp8c, monkeypatch, tmp_path):
    """The same logits, seeds and steps: what blocks count together is what the host counts, equals and all."""
    monkeypatch.setattr(decoders, "VOCABULARY", 2500)  # lanes of three tokens, of two parts and a half
    plan = compiled(decoder(tmp_path / "m.onnx", batched=True), "--precision", precision, "--dim", "batch=3")
    ways = [dict(temperature=1.0), dict(temperature=0.7, top_k=40), dict(temperature=3.0, top_p=0.9), dict(temperature=1.3, top_k=200, top_p=0.5),
            dict(temperature=1e-30), dict(temperature=1e30, top_k=2499), dict(temperature=2.0, top_k=1), dict(temperature=5.0, top_p=1e-9, top_k=9999)]
    prompts, state = prompts_of(3, 6), state_of(plan, "cuda:0", 4)
    for seed, how in enumerate(ways):
        expected = [list(itertools.islice(state.tokens(p, slot=slot, seed=seed + slot, **how), 9)) for slot, p in enumerate(prompts)]
        for slot, p in enumerate(prompts):
            state.truncate(len(p), slot)
        made = state.continue_many({slot: text[0] for slot, text in enumerate(expected)}, 8, seed=seed, **how)
        assert [made[slot] for slot in range(3)] == [text[1:] for text in expected], how
        for slot in range(3):
            state.truncate(0, slot)


def test_one_that_fails_takes_all_back(compiled, tmp_path):
    """The logits of one row hold a NaN after some tokens: no slot has gone on, and the others can."""
    model = onnx.load(decoder(tmp_path / "m.onnx", batched=True))
    prompts, plan = prompts_of(3, 6), compiled(tmp_path / "m.onnx", "--precision", "f32", "--dim", "batch=4")
    expected = alone(state_of(plan, "cpu", 1), prompts, 10)
    others = {t for text in (*prompts, expected[0], expected[2]) for t in text}
    late = next(t for t in expected[1][2:9] if t not in others and t not in expected[1][:2])
    table = next(w for w in model.graph.initializer if w.name == "table")
    rows = onnx.numpy_helper.to_array(table).copy()
    rows[late] = np.nan
    table.CopyFrom(onnx.numpy_helper.from_array(rows, "table"))
    onnx.save(model, str(tmp_path / "nan.onnx"))
    plan = compiled(tmp_path / "nan.onnx", "--precision", "f32", "--dim", "batch=4")
    for device in "cuda:0", "cpu":
        state = state_of(plan, device, 4)
        first = dict(zip((3, 0, 2), (int(row.argmax()) for row in state.step_many(zip((3, 0, 2), prompts)))))
        with pytest.raises(module.BoundError, match="NaN"):
            state.continue_many(first, 10)
        assert [state.length(slot) for slot in (3, 0, 2)] == list(map(len, prompts))
        made = state.continue_many({slot: first[slot] for slot in (2, 3)}, 10)
        assert [first[3], *made[3]] == expected[0] and [first[2], *made[2]] == expected[2]


@pytest.mark.parametrize("form, precision, cache, capacity", [
    ("hugging-face", "bf16", None, 640), ("hugging-face", "fp8", "e4m3@0.05", 160), ("attention-23", "bf16", None, 160),
    ("gqa-lengths", "bf16", "e4m3@0.05", 160), ("tensor-scatter", "bf16", "e4m3@0.05", 160), ("gqa", "bf16", None, 160)])
def test_attention_finds_each_slot(form, precision, cache, capacity, compiled, fp8c, wide, monkeypatch, tmp_path):
    """On Hopper new rows are stored by the attention that reads the others: no launch moves a cache, and what the slots hold is the CPU's."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    model = decoder(tmp_path / "m.onnx", form, capacity=capacity, batched=True)
    prompts, order = prompts_of(3, 20, seed=5), (5, 1, 3)
    np.savez(tmp_path / "prompts.npz", input_ids=np.random.default_rng(8).integers(0, VOCABULARY, (4, 24)))
    plan = compiled(model, "--precision", precision, *(["--kv-cache", cache] if cache else []), *(["--calibrate", "prompts.npz"] if precision == "fp8" else []),
                    "--dim", "batch=1,4", chip="sm_90a", capacity=capacity)
    for steps in fp8c("show", "p.fp8c", "--steps").split("variant")[2:]:
        assert steps.count("attention_decode") == decoders.LAYERS
        assert not any(word in steps for word in ("cache_", "concat", "slice", "attention_join"))
    logits = {}
    for device in "cpu", "cuda:0":
        state = state_of(plan, device, 6)
        seen = [*state.step_many(zip(order, prompts))]
        for i in range(5):  # one leaves, another joins
            seen += [*state.step_many({5: [7 + i], 1: [11 * i], 3: [i]} if i < 2 else {3: [i], 0: [40 + i], 5: [7 + i]})]
        seen += [state.step([9], slot) for slot in (0, 1, 3, 5)]
        state.truncate(3, 5)
        seen += [*state.step_many({1: [2], 5: [4]})]
        logits[device] = seen
    apart = [np.abs(cpu - gpu).max() / np.abs(cpu).max() for cpu, gpu in zip(*logits.values())]
    if precision == "fp8":  # sums in another order round to other codes: as far apart as a slot by itself is on the two devices
        single = {device: [] for device in logits}
        for device, seen in single.items():
            state = state_of(plan, device, 1)
            for prompt in prompts:
                state.truncate()
                seen += [state.step(prompt), *(state.step([token]) for token in (7, 8, 9, 10))]
        bound = max(np.abs(cpu - gpu).max() / np.abs(cpu).max() for cpu, gpu in zip(*single.values()))
        state, plain = state_of(compiled(model, "--precision", "f32", "--dim", "batch=1,4", capacity=capacity), "cpu", 1), []
        for prompt in prompts:
            state.truncate()
            plain += [state.step(prompt), *(state.step([token]) for token in (7, 8, 9, 10))]
        fp8_costs = max(np.abs(f32 - fp8).max() / np.abs(f32).max() for f32, fp8 in zip(plain, single["cpu"]))
        assert max(apart) < 1.5 * bound and np.median(apart) < bound < fp8_costs < 0.5, (max(apart), bound, fp8_costs)
    else:
        assert max(apart) < 0.02


def test_a_past_that_is_joined_with_nothing_is_one(compiled, fp8c, tmp_path):
    """torch.onnx leaves a Concat of one part in front of the first layer's keys."""
    model = onnx.load(decoder(tmp_path / "m.onnx", batched=True))
    for node in model.graph.node:
        node.input[:] = ["joined" if name == "past_key_values.0.key" else name for name in node.input]
    model.graph.node.insert(0, onnx.helper.make_node("Concat", ["past_key_values.0.key"], ["joined"], axis=-2))
    onnx.save(model, str(tmp_path / "m.onnx"))
    plan = compiled(tmp_path / "m.onnx", "--precision", "f32", "--dim", "batch=2")
    assert fp8c("show", "p.fp8c", "--steps").split("variant")[2].count("cache_store") == 2 * decoders.LAYERS
    prompts = prompts_of(2, 6)
    expected = alone(state_of(plan, "cpu", 1), prompts, 6)
    state = state_of(plan, "cuda:0", 3)
    first = [int(row.argmax()) for row in state.step_many(zip((2, 0), prompts))]
    made = state.continue_many(dict(zip((2, 0), first)), 6)
    assert [[first[i], *made[slot]] for i, slot in enumerate((2, 0))] == expected


def test_what_slots_cannot_be_found_in_is_refused(compiled, tmp_path):
    model = onnx.load(decoder(tmp_path / "m.onnx", "tensor-scatter", capacity=24, batched=True))
    for node in model.graph.node:  # without a length of its own, the rows are written where the model says
        if node.op_type == "Attention":
            del node.input[4:]
    model.graph.input.remove(next(i for i in model.graph.input if i.name == "nonpad_kv_seqlen"))
    onnx.save(model, str(tmp_path / "m.onnx"))
    assert "does something else with" in compiled(tmp_path / "m.onnx", "--precision", "f32", "--dim", "batch=4", code=4)
    assert compiled(tmp_path / "m.onnx", "--precision", "f32")


def test_what_has_no_rows_is_refused_for_several_sequences(compiled, tmp_path):
    """A history of delayed scaling is one for all sequences of a run."""
    model = decoder(tmp_path / "m.onnx", batched=True)
    said = compiled(model, "--precision", "fp8", "--calibrate-method", "delayed", "--dim", "batch=4", code=4)
    assert '"fp8c.amax_history.0" has no rows of tokens' in said and "compile for one sequence" in said
