"""Several slots in a step: whoever joins and leaves, each has the tokens that it has alone."""
import numpy as np
import onnx
import pytest
from decoders import VOCABULARY, decoder, greedy

import fp8c

CAPACITY = 40
FORMS = ["hugging-face", "gqa", "gqa-lengths", "attention-23", "tensor-scatter"]


def compiled(model, **dims):
    return fp8c.compile(model, capacity=CAPACITY, target="cpu", precision="f32", dims=dims or None)


def state_of(plan, slots):
    return fp8c.State(fp8c.Session(plan, threads=1), slots=slots)


def walk(state, prompts, expected, steps, random):
    """Slots join with a prompt, sit out steps, leave and join again; rows stand in any order.  Gives how many tokens were made."""
    live, made = {}, 0
    for _ in range(steps):
        rows = {}
        for slot in map(int, random.permutation(state.slots)):
            if slot in live and (random.random() < 0.03 or state.length(slot) == state.capacity):
                state.truncate(0, slot)
                del live[slot]
            elif slot in live and random.random() < 0.8:
                rows[slot] = [live[slot][1][-1]]
            elif slot not in live and random.random() < 0.15:
                which = int(random.integers(len(prompts)))
                live[slot], rows[slot] = (which, []), prompts[which]
        for slot, logits in zip(rows, state.step_many(rows) if rows else []):
            which, tokens = live[slot]
            tokens.append(int(logits.argmax()))
            assert tokens == expected[which][:len(tokens)], (slot, which)
            made += 1
    return made


def alone(plan, prompts):
    state, texts = state_of(plan, 1), []
    for prompt in prompts:
        state.truncate()
        token = int(state.step(prompt).argmax())
        texts.append([token, *state.continue_many({0: token}, CAPACITY - len(prompt))[0]])
    return texts


def prompts_of(random):
    return [list(map(int, random.integers(0, VOCABULARY, n))) for n in (1, 3, 5, 8, 2, 7, 9, 4)]


@pytest.mark.parametrize("form, steps", [(form, 2000 if form == "hugging-face" else 100) for form in FORMS])
def test_slots_join_and_leave(form, steps, tmp_path):
    model, random = decoder(tmp_path / "m.onnx", form, capacity=CAPACITY, batched=True), np.random.default_rng(7)
    prompts = prompts_of(random)
    expected = alone(compiled(model), prompts)
    if form == "hugging-face":
        assert expected[3][:20] == greedy(model, prompts[3], 20)
    state = state_of(compiled(model, batch="1..64"), 64)
    assert state.batch == 64
    assert walk(state, prompts, expected, steps, random) > 30 * steps


def test_slots_go_on_together(tmp_path):
    """Each with its own end; a slot of the same plan goes on by itself afterwards."""
    model, random = decoder(tmp_path / "m.onnx", batched=True), np.random.default_rng(3)
    prompts = prompts_of(random)
    expected = alone(compiled(model), prompts)
    state = state_of(compiled(model, batch="1,16"), 8)
    first = [int(row.argmax()) for row in state.step_many(enumerate(prompts))]
    assert first == [text[0] for text in expected]
    made = state.continue_many(dict(enumerate(first)), 12, stop=[expected[2][6]])
    for slot, text in enumerate(expected):
        until = text[1:].index(expected[2][6]) + 1 if expected[2][6] in text[1:13] else 12
        assert made[slot] == text[1:until + 1] and state.length(slot) == len(prompts[slot]) + until
    assert int(state.step(made[5][-1:], 5).argmax()) == expected[5][len(made[5]) + 1]
    drawn = state.continue_many({0: 1, 4: 2, 1: 3}, 6, temperature=0.9, seed=4)
    for slot, token in ((0, 1), (4, 2), (1, 3)):
        state.truncate(state.length(slot) - 6, slot)
        assert state.continue_many({slot: token}, 6, temperature=0.9, seed=4)[slot] == drawn[slot]


def test_a_list_of_prompts(tmp_path):
    model, random = decoder(tmp_path / "m.onnx", batched=True), np.random.default_rng(3)
    prompts = prompts_of(random)
    expected = alone(compiled(model), prompts)
    for dims in ({"batch": "1..64"}, {"batch": "1,3"}, {}):
        plan = compiled(model, **dims)
        assert fp8c.generate(plan, prompts, 12) == [text[:12] for text in expected]
    assert [len(t) for t in fp8c.generate(plan, prompts, 100)] == [CAPACITY - len(p) + 1 for p in prompts]  # the slots are full
    stop = expected[0][4]
    assert fp8c.generate(plan, prompts, 12, stop=[stop]) == [t[: t.index(stop) + 1] if stop in t[:12] else t[:12] for t in expected]
    drawn = fp8c.generate(plan, [prompts[3]] * 3, 9, temperature=1.0, seed=5)
    assert drawn == [fp8c.generate(plan, prompts[3], 9, temperature=1.0, seed=5 + i) for i in range(3)] and drawn[0] != drawn[1]
    assert fp8c.generate(plan, prompts, 0) == [[]] * 8 and fp8c.generate(plan, [np.array(prompts[1])], 3) == [expected[1][:3]]
    assert fp8c.generate(plan, iter(prompts[1]), 3) == expected[1][:3] and fp8c.generate(plan, iter(prompts), 3) == [text[:3] for text in expected]
    with pytest.raises(fp8c.ArgumentError, match="on_token"):
        fp8c.generate(plan, prompts, 3, on_token=print)
    with pytest.raises(fp8c.ArgumentError, match="a tokenizer"):
        fp8c.generate(plan, ["one", "two"], 3)


def test_tokens_are_whole_numbers(tmp_path):
    """As `step` has it, whichever call takes them."""
    state = state_of(compiled(decoder(tmp_path / "m.onnx")), 1)
    for call in (lambda: state.step([1.5]), lambda: state.step_many({0: [1.5]}), lambda: state.continue_many({0: 1.5}, 2),
                 lambda: state.continue_many({0: 1}, 2, stop=[2.5]), lambda: fp8c.generate(state, [1.5], 2), lambda: fp8c.generate(state, [[1.5]], 2)):
        with pytest.raises(TypeError, match="integer"):
            call()
    assert state.length() == 0


def test_exporters_call_the_number_of_sequences_what_they_like(tmp_path):
    model = onnx.load(decoder(tmp_path / "m.onnx", batched=True))
    for port in [*model.graph.input, *model.graph.output]:
        if port.name in ("attention_mask", "position_ids"):
            port.type.tensor_type.shape.dim[0].dim_param = f"s{len(port.name)}"
    onnx.save(model, tmp_path / "n.onnx")
    assert state_of(compiled(tmp_path / "n.onnx", batch="1,4"), 3).batch == 3
    with pytest.raises(fp8c.Fp8cError, match='the number of sequences, which "batch" says'):
        compiled(tmp_path / "n.onnx", batch="1,4", s14=2)


def test_what_cannot_go_together_is_refused(tmp_path):
    model = onnx.load(decoder(tmp_path / "n.onnx", batched=True))
    next(i for i in model.graph.input if i.name == "position_ids").type.tensor_type.shape.dim[0].dim_value = 1
    onnx.save(model, tmp_path / "n.onnx")
    for path, words in (
        (decoder(tmp_path / "o.onnx", "own-positions", batched=True), "counts by the size of its past"),
        (decoder(tmp_path / "p.onnx", causal="positions", batched=True), "compares positions with places"),
        (tmp_path / "n.onnx", 'input "position_ids" is not one for each of them'),
    ):
        with pytest.raises(fp8c.Fp8cError, match=words):
            compiled(path, batch="1..8")
    state = state_of(compiled(decoder(tmp_path / "m.onnx")), 3)
    with pytest.raises(ValueError, match="a run of the plan takes 1 .compile with --dim batch=1..N"):
        state.step_many({0: [1], 2: [1]})
    assert [state.length(slot) for slot in range(3)] == [0, 0, 0]
