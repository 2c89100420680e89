"""fp8c.State and fp8c.generate: a language model goes on."""

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx
import pytest
from decoders import VOCABULARY, decoder, greedy

import fp8c
from fp8c import _native

PROMPT = [3, 14, 15, 92, 65]


@pytest.fixture
def model(tmp_path):
    return decoder(tmp_path / "m.onnx")


@pytest.fixture
def state(model):
    return fp8c.State(fp8c.Session(fp8c.compile(model, target="cpu", precision="f32", capacity=32), threads=1), slots=3)


def test_tokens_are_those_of_onnx_runtime(state, model):
    expected, heard = greedy(model, PROMPT, 20), []
    assert fp8c.generate(state, PROMPT, 20, on_token=heard.append) == expected == heard
    state.truncate()
    assert fp8c.generate(state, PROMPT, 20, stop=[expected[4]]) == expected[:5]
    state.truncate()
    assert len(fp8c.generate(state, PROMPT, 100)) == 32 - len(PROMPT) + 1  # the slot is full
    assert fp8c.generate(state, PROMPT, 0) == []


def test_what_an_encoder_read_is_given_to_every_run(model, tmp_path):
    """Keys and values that are the same in every run are inputs like others, and no states."""
    made = onnx.load(model)
    head = next(n for n in made.graph.node if n.output[0] == "logits")
    head.output[0] = "own"
    node, weight = onnx.helper.make_node, np.random.default_rng(1).standard_normal((32, VOCABULARY)).astype(np.float32)
    names = [f"past_key_values.0.encoder.{k}" for k in ("key", "value")]
    for name in names:
        made.graph.input.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["batch", 2, "encoder_length", 16]))
    made.graph.node.extend([node("Mul", names, ["product"]), node("ReduceMean", ["product"], ["mean"], axes=[2], keepdims=0), node("Reshape", ["mean", "flat"], ["row"]),
                            node("MatMul", ["row", "encoder_weight"], ["heard"]), node("Add", ["own", "heard"], ["logits"])])
    made.graph.initializer.extend([onnx.numpy_helper.from_array(np.array([1, 1, 32]), "flat"), onnx.numpy_helper.from_array(weight, "encoder_weight")])
    onnx.save(made, tmp_path / "e.onnx")
    state = fp8c.State(fp8c.Session(fp8c.compile(tmp_path / "e.onnx", target="cpu", precision="f32", capacity=32, all_logits=True), threads=1))
    heard = {name: np.random.default_rng(i).standard_normal((1, 2, 7, 16)).astype(np.float32) for i, name in enumerate(names)}
    import onnxruntime

    session = onnxruntime.InferenceSession(tmp_path / "e.onnx", providers=["CPUExecutionProvider"])
    text = [*PROMPT, 7, 11]
    given = {"input_ids": np.array([text]), "attention_mask": np.ones((1, 7), np.int64), "position_ids": np.arange(7)[None]}
    given |= {i.name: np.zeros((1, 2, 0, 16), np.float32) for i in session.get_inputs() if i.name.startswith("past") and i.name not in heard}
    want = session.run(["logits"], given | heard)[0][0]
    got = [state.run({"input_ids": np.array([ids]), **heard})["logits"][0] for ids in (PROMPT, [7], [11])]
    np.testing.assert_allclose(np.concatenate(got), want, rtol=1e-4, atol=1e-4)
    assert state.length() == 7
    with pytest.raises(ValueError, match="takes more than tokens"):
        state.step([1])
    with pytest.raises(ValueError, match='"past_key_values.0.encoder.value" is missing'):
        state.run({"input_ids": np.array([[1]]), names[0]: heard[names[0]]})
    with pytest.raises(ValueError, match="do not fit"):
        state.run({"input_ids": np.ones((1, 26), np.int64), **heard})
    assert state.length() == 7


@pytest.mark.parametrize("form", ["hugging-face", "attention-23", "gqa", "tensor-scatter"])
def test_a_run_gives_the_logits_of_its_last_token(form, tmp_path):
    """To the bit those that it has among all of them, in one sequence and in several; what the states hold is the same."""
    saved = {}
    for batched in False, True:
        made = decoder(tmp_path / "m.onnx", form, capacity=32, batched=batched)
        for name, words in ("last", {}), ("all", {"all_logits": True}):
            plan = fp8c.compile(made, target="cpu", precision="bf16", capacity=32, **words)
            state = fp8c.State(fp8c.Session(plan, threads=1))
            rows = [state.run({"input_ids": np.array([ids])})["logits"] for ids in (PROMPT, [7], [11, 13])]
            assert [r.shape for r in rows] == [(1, 1 if name == "last" else n, VOCABULARY) for n in (len(PROMPT), 1, 2)]
            state.save(tmp_path / "s")
            saved[name] = [r[:, -1] for r in rows] + [np.fromfile(tmp_path / "s", np.uint8)[-4096:-32]]  # the file ends with a hash, which names the plan
        for last, whole in zip(saved["last"], saved["all"], strict=True):
            np.testing.assert_array_equal(last, whole)


def test_slots_and_files(state, tmp_path):
    logits = state.step(PROMPT)
    assert logits.shape == (VOCABULARY,) and logits.dtype == np.float32
    state.fork(0, 1)
    state.save(tmp_path / "s", slot=1)
    state.load(tmp_path / "s", slot=2)
    three = [state.step([7], slot) for slot in range(3)]
    np.testing.assert_array_equal(three[0], three[1])
    np.testing.assert_array_equal(three[0], three[2])
    state.truncate(4, slot=1)
    assert [state.length(slot) for slot in range(3)] == [6, 4, 6] and (state.slots, state.capacity) == (3, 32)
    with pytest.raises(ValueError, match="slot 3"):
        state.step([1], 3)
    with pytest.raises(ValueError, match="holds 6 of 32 tokens"):
        state.step([1] * 27)
    with pytest.raises(ValueError, match="no tokens"):
        state.step([])
    assert state.length() == 6


@pytest.fixture
def freed(monkeypatch):
    """What is freed, in order."""
    order = []

    class Library:
        def __getattr__(self, name):
            function = getattr(_native.lib, name)
            return function if not name.endswith("_free") else lambda pointer: (order.append(name.split("_")[1]), function(pointer))

    for module in (fp8c._state, fp8c._session, fp8c._plan):
        monkeypatch.setattr(module, "lib", Library())
    return order


@pytest.mark.parametrize("how", ["dropped", "circle", "closed", "session-closed"])
def test_states_end_before_their_session(model, tmp_path, freed, how):
    """They lie in its memory, whoever lets go of what first."""
    plan = fp8c.compile(model, target="cpu", precision="f32", capacity=8).save(tmp_path / "m.fp8c")
    gc.collect()
    freed.clear()
    state = fp8c.State(plan)
    state.step(PROMPT)
    session = state.session
    if how == "circle":
        state.session.mine = state
    if how == "closed":
        state.close()
    if how == "session-closed":
        session.close()
    if how.endswith("closed"):
        for use in (lambda: state.step([1]), state.length, state.truncate, lambda: state.save(tmp_path / "s")):
            with pytest.raises(RuntimeError, match="closed"):
                use()
    del state, session
    gc.collect()
    assert freed == ["state", "session", "program"]


def test_threads_share_a_state(state):
    """Each call is whole: slots hold what their own thread gave them."""
    want = state.step(PROMPT, 0)
    state.truncate()
    prompts = [PROMPT, PROMPT[::-1], [9, 9, 9]]
    alone = [[state.step([t], slot) for t in prompts[slot]] for slot in range(3)]
    np.testing.assert_allclose(alone[0][-1], want, atol=1e-4)
    for slot in range(3):
        state.truncate(0, slot)
    with ThreadPoolExecutor(3) as pool:
        for _ in range(5):
            runs = list(pool.map(lambda slot: [state.step([t], slot) for t in prompts[slot]], range(3)))
            for slot in range(3):
                np.testing.assert_array_equal(runs[slot], alone[slot])
                state.truncate(0, slot)


def test_a_plan_without_states(model):
    with pytest.raises(ValueError, match="--capacity"):
        fp8c.State(fp8c.compile(model, target="cpu", precision="f32"))


def test_text(state, tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({f"w{i}": i for i in range(VOCABULARY)}, unk_token="w0"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    words.save(str(tmp_path / "tokenizer.json"))
    ids = fp8c.generate(state, PROMPT, 5)
    state.truncate()
    said = fp8c.generate(state, " ".join(f"w{t}" for t in PROMPT), 5, tokenizer=tmp_path / "tokenizer.json")
    assert said.split() == [f"w{t}" for t in ids]
    with pytest.raises(ValueError, match="needs a tokenizer"):
        fp8c.generate(state, "w1")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(ValueError, match="no tokenizer"):
        fp8c.generate(state, "w1", tokenizer=tmp_path / "bad.json")


class Shrinks(dict):
    """A prompt that is 24 tokens long when it is hashed and counted, and 3 when it is read to run."""

    reads = 0

    def get(self, name, default=None):
        if name not in self:
            return default
        self.reads += 1
        return self[name] if self.reads < 3 else self[name][:, :3]


def test_prompts_that_change_meanwhile(model):
    random = np.random.default_rng(0)
    prompts = [Shrinks(input_ids=random.integers(0, VOCABULARY, (1, 24))) for _ in range(4)]
    with pytest.raises(fp8c.FormatError, match="has become shorter: it holds 3 tokens now"):
        fp8c.compile(model, target="sm_90a", precision="fp8", capacity=32, calibrate=prompts)
