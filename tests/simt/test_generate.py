"""Language models with their states on a simulated GPU: the tokens of ONNX Runtime, prompts in runs of several tokens."""
import json
import os

import fp8c as module
import numpy as np
import onnx
import pytest

import decoders
from decoders import decoder, greedy

CACHE = os.environ.get("FP8C_TEST_CACHE", "")
PROMPT = [3, 14, 15, 92, 65, 35, 89, 79]
FORMS = ["hugging-face", "gqa", "gqa-lengths", "attention-23", "tensor-scatter"]


@pytest.fixture
def compiled(fp8c, tmp_path):
    def make(model, *words, code=0):
        said = fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_89", "--precision", "f32", "-q",
                    "--cache-dir", CACHE or tmp_path / "cache", "--capacity", "32", *words, code=code)
        return said if code else "p.fp8c"
    return make


@pytest.fixture
def generate(fp8c):
    def run(plan, *words, device="cuda:0", ids=PROMPT):
        return json.loads(fp8c("generate", plan, "--ids", ",".join(map(str, ids)), "--json", "-d", device, *words))
    return run


@pytest.mark.parametrize("form", FORMS)
def test_tokens_are_those_of_onnx_runtime(form, compiled, generate, tmp_path):
    model = decoder(tmp_path / "m.onnx", form, capacity=32)
    expected = greedy(decoder(tmp_path / "grows.onnx"), PROMPT, 20)
    plan = compiled(model, "--dim", "sequence_length=1,4")
    for device in "cuda:0", "cpu":
        said = generate(plan, "-n", "20", device=device)
        assert said["ids"] == expected and said["device"] == device


@pytest.mark.parametrize("vocabulary", [97, 2500])  # of as many as two blocks and a half look at
def test_a_gpu_chooses_tokens_itself(vocabulary, compiled, generate, fp8c, tmp_path, monkeypatch):
    """Runs follow each other without the host; what it looks at later is what it would have chosen."""
    monkeypatch.setattr(decoders, "VOCABULARY", vocabulary)
    model = decoder(tmp_path / "m.onnx")
    plan, expected = compiled(model), greedy(model, PROMPT, 24)
    assert "next_token" in fp8c("show", plan, "--steps")
    assert generate(plan, "-n", "24")["ids"] == expected
    until = expected.index(expected[13]) + 1  # the state ends behind the last token that was read
    assert generate(plan, "-n", "24", "--stop", expected[13], "--save-state", "s.state")["ids"] == expected[:until]
    assert generate(plan, "-n", 24 - until, "--load-state", "s.state", ids=expected[until - 1:until])["ids"] == expected[until:]
    drawn = [generate(plan, "-n", "12", "--temperature", "0.9", "--seed", "4", device=device)["ids"] for device in ("cpu", "cuda:0")]
    assert drawn[0] == drawn[1] != expected[:12]


@pytest.mark.parametrize("words", [(), ("--dim", "batch=1,2")], ids=["one", "slots"])
def test_a_profile_times_runs_that_follow_by_themselves(words, compiled, fp8c, tmp_path):
    """Each run of a row records the same events: the host reads them before the next one, and every step has a time."""
    plan = compiled(decoder(tmp_path / "m.onnx", batched=bool(words)), *words)
    assert "next_token" in fp8c("show", plan, "--steps")
    bench = ["bench", plan, "--prompt-tokens", "4", "--new-tokens", "6", "-n", "1", "--profile", "--json", "-d", "cuda:0"]
    for more in [[], ["--slots", "2"]] if words else [[]]:
        steps = [s for s in json.loads(fp8c(*bench, *more))["steps"] if s["kind"] == "kernel"]
        assert any("next_token" in s["kernel"] for s in steps)
        for key in "min_us", "median_us", "max_us":  # a kernel takes 10 us here
            assert [s[key] for s in steps] == [pytest.approx(10, rel=1e-3)] * len(steps)


def test_each_of_many_runs_in_a_row_is_timed(compiled, tmp_path):
    """A call of 20 tokens: the totals of a step are those of 20 runs, not of the last one."""
    from fp8c._native import ffi, lib
    plan = tmp_path / compiled(decoder(tmp_path / "m.onnx"))
    program, session, state = ffi.new("fp8c_program **"), ffi.new("fp8c_session **"), ffi.new("fp8c_state **")
    assert lib.fp8c_program_open(str(plan).encode(), program, ffi.NULL) == 0
    device, tokens, step, slots = ffi.new("char[]", b"cuda:0"), ffi.new("int64_t[20]"), ffi.new("fp8c_step *"), {"size": ffi.sizeof("fp8c_state_options"), "slots": 1}
    options = ffi.new("fp8c_session_options *", {"size": ffi.sizeof("fp8c_session_options"), "device": device, "flags": lib.FP8C_SESSION_TIMING})
    assert lib.fp8c_session_create(program[0], options, session, ffi.NULL) == 0
    assert lib.fp8c_state_create(session[0], ffi.new("fp8c_state_options *", slots), state, ffi.NULL) == 0
    how = ffi.new("fp8c_generation *", {"size": ffi.sizeof("fp8c_generation"), "token": 3, "tokens": tokens, "count": 20})
    assert lib.fp8c_state_generate(state[0], 0, how, ffi.NULL) == 0 and how.made == 20
    for k in range(lib.fp8c_session_step_count(session[0])):
        assert lib.fp8c_session_step(session[0], k, step) and step.runs == 20
        assert ffi.string(step.kind) != b"kernel" or step.seconds == pytest.approx(20 * 10e-6, rel=1e-3)
    lib.fp8c_state_free(state[0])
    lib.fp8c_session_free(session[0])
    lib.fp8c_program_free(program[0])


def without_mask(path):
    """The decoder as exporters give one whose past holds tokens and nothing else (Whisper, BART): a query sees the keys up to its own place."""
    model = onnx.load(path)
    nodes = model.graph.node
    reads = lambda name: next(n for n in nodes if name in n.input)
    held = reads(reads("attention_mask").output[0])
    both = reads(held.output[0])
    for n in nodes:
        n.input[:] = [both.input[0] if i == both.output[0] else i for i in n.input]
    for n in both, held, reads("attention_mask"):
        nodes.remove(n)
    ports = [p for p in model.graph.input if p.name != "attention_mask"]
    del model.graph.input[:]
    model.graph.input.extend(ports)
    onnx.save(model, str(path))
    return path


@pytest.mark.parametrize("words", [dict(), dict(counted=True), dict(kind=np.float16)], ids=["f32", "counted", "f16"])
def test_a_model_without_a_mask_sees_no_padding(words, compiled, generate, tmp_path):
    model = without_mask(decoder(tmp_path / "m.onnx", **words))
    plan = compiled(model, "--dim", "sequence_length=1,4")
    for device in "cuda:0", "cpu":
        assert generate(plan, "-n", "16", device=device)["ids"] == greedy(decoder(tmp_path / "masked.onnx", **words), PROMPT, 16, words.get("kind", np.float32))


def test_slots_of_a_model_without_a_mask(compiled, fp8c, tmp_path):
    """Several sequences of unequal lengths in a run: each is padded to the longest, on the CPU as well."""
    model = without_mask(decoder(tmp_path / "m.onnx", batched=True))
    plan = compiled(model, "--dim", "sequence_length=1", "--dim", "batch=1,2")
    prompts = [PROMPT[:3], PROMPT]
    expected = [greedy(decoder(tmp_path / "masked.onnx"), p, 8) for p in prompts]
    for device in "cuda:0", "cpu":
        words = [w for p in prompts for w in ("--ids", ",".join(map(str, p)))]
        said = json.loads(fp8c("generate", plan, *words, "-n", "8", "-d", device, "--json"))
        assert [r["ids"] for r in said["sequences"]] == expected


def test_what_reads_a_past_otherwise_gets_no_mask(compiled, tmp_path):
    """A sum over a past would count the padding, and no mask could hide it there."""
    model = onnx.load(without_mask(decoder(tmp_path / "m.onnx")))
    model.graph.node.insert(0, onnx.helper.make_node("ReduceMax", ["past_key_values.1.value"], ["largest"], keepdims=0))
    model.graph.node.append(onnx.helper.make_node("Identity", ["largest"], ["seen"]))
    model.graph.output.append(onnx.helper.make_tensor_value_info("seen", onnx.TensorProto.FLOAT, []))
    onnx.save(model, str(tmp_path / "m.onnx"))
    assert "no attention_mask that could hide places" in compiled(tmp_path / "m.onnx", code=4)


def test_distances_to_keys_are_those_without_padding(compiled, generate, tmp_path):
    """Relative positions (T5): a bias for each distance between a key and a query, both counted by the size of the past."""
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    g = model.graph
    def add(name, array):
        g.initializer.append(onnx.numpy_helper.from_array(np.asarray(array), name))
        return name
    make = lambda op, inputs, out, **words: onnx.helper.make_node(op, inputs, [out], **words)
    softmaxes = [n for n in g.node if n.op_type == "Softmax"]
    queries = next(n for n in g.node if n.op_type == "Range" and n.input[0] != "s0")
    keys = next(n for n in g.node if n.op_type == "Range" and n.input[0] == "s0")
    made = [make("Unsqueeze", [queries.output[0], add("d.axis1", np.array([1]))], "d.q"), make("Unsqueeze", [keys.output[0], add("d.axis0", np.array([0]))], "d.k"),
            make("Sub", ["d.k", "d.q"], "d.apart"), make("Neg", ["d.apart"], "d.back"), make("Max", ["d.back", add("d.zero", np.array(0))], "d.far"),
            make("Min", ["d.far", add("d.most", np.array(7))], "d.row"), make("Gather", [add("d.table", np.linspace(2, -3, 8, dtype=np.float32)), "d.row"], "d.bias")]
    for i, n in enumerate(softmaxes):
        made.append(make("Add", [n.input[0], "d.bias"], f"d.scores{i}"))
        n.input[0] = f"d.scores{i}"
    # behind what they read, in front of what reads them
    order, ready = [], {i.name for i in g.input} | {w.name for w in g.initializer}
    left = [*made, *g.node]
    while left:
        n = next(n for n in left if all(i in ready or not i for i in n.input))
        left.remove(n)
        order.append(n)
        ready.update(n.output)
    del g.node[:]
    g.node.extend(order)
    onnx.save(model, str(tmp_path / "m.onnx"))
    plan = compiled(tmp_path / "m.onnx", "--dim", "sequence_length=1,4")
    expected = greedy(tmp_path / "m.onnx", PROMPT, 16)
    assert expected != greedy(decoder(tmp_path / "plain.onnx"), PROMPT, 16)
    assert generate(plan, "-n", "16")["ids"] == expected


def test_rows_in_front_of_sequences(compiled, generate, tmp_path):
    """Keys and values as [rows, sequences, heads, size] (ChatGLM)."""
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    g = model.graph
    pasts, presents = ([p for p in ports if p.name.startswith(("past", "present"))] for ports in (g.input, g.output))
    for p, rows in [(p, "past_sequence_length") for p in pasts] + [(p, "all_rows") for p in presents]:
        shape = p.type.tensor_type.shape
        shape.CopyFrom(onnx.helper.make_tensor_type_proto(1, [rows, "batch", decoders.KV_HEADS, decoders.SIZE]).tensor_type.shape)
    for p in presents:
        for n in g.node:
            n.output[:] = [f"{o}.heads" if o == p.name else o for o in n.output]
            n.input[:] = [f"{i}.heads" if i == p.name else i for i in n.input]
        g.node.append(onnx.helper.make_node("Transpose", [f"{p.name}.heads"], [p.name], perm=[2, 0, 1, 3]))
    for p in pasts:
        for n in g.node:
            n.input[:] = [f"{i}.heads" if i == p.name else i for i in n.input]
        g.node.insert(0, onnx.helper.make_node("Transpose", [p.name], [f"{p.name}.heads"], perm=[1, 2, 0, 3]))
    onnx.save(model, str(tmp_path / "m.onnx"))
    plan = compiled(tmp_path / "m.onnx", "--dim", "sequence_length=1,4")
    expected = greedy(decoder(tmp_path / "plain.onnx"), PROMPT, 16)
    for device in "cuda:0", "cpu":
        assert generate(plan, "-n", "16", device=device)["ids"] == expected


def test_a_gpu_that_chooses_sees_what_is_no_number(compiled, fp8c, tmp_path):
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    table = next(w for w in model.graph.initializer if w.name == "table")
    rows = onnx.numpy_helper.to_array(table).copy()
    expected = greedy(tmp_path / "m.onnx", PROMPT, 8)
    late = next(t for t in expected if t not in PROMPT and t != expected[0])
    rows[late] = np.nan
    table.CopyFrom(onnx.numpy_helper.from_array(rows, "table"))
    onnx.save(model, str(tmp_path / "nan.onnx"))
    plan = compiled(tmp_path / "nan.onnx")
    said = fp8c("generate", plan, "--ids", ",".join(map(str, PROMPT)), "-n", "8", "-d", "cuda:0", code=7)
    assert "hold a NaN, or nothing finite" in said


def test_a_gpu_that_chooses_no_token_of_the_table_is_refused_as_the_host_is(compiled, fp8c, tmp_path):
    """Logits of more columns than the table has rows, as where a head is padded: the next run would read another token's row."""
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    head = next(w for w in model.graph.initializer if w.name == "head")
    columns = onnx.numpy_helper.to_array(head)
    expected = greedy(tmp_path / "m.onnx", PROMPT, 14)
    stop, late = list(dict.fromkeys(expected))[1:3]
    head.CopyFrom(onnx.numpy_helper.from_array(np.concatenate([columns, 1.01 * columns[:, late:late + 1]], 1), "head"))
    model.graph.output[0].type.tensor_type.shape.dim[2].dim_value = decoders.VOCABULARY + 1
    onnx.save(model, str(tmp_path / "wide.onnx"))
    plan = compiled(tmp_path / "wide.onnx")
    for device in "cpu", "cuda:0":
        said = fp8c("generate", plan, "--ids", ",".join(map(str, PROMPT)), "-n", "14", "-d", device, code=2)
        assert "is 97; the model's tokens are 0 to 96" in said
        said = fp8c("generate", plan, "--ids", ",".join(map(str, PROMPT)), "-n", "14", "-d", device, "--json", "--stop", stop)
        assert json.loads(said)["ids"] == expected[:expected.index(stop) + 1]  # what comes behind a stop is nobody's


@pytest.mark.parametrize("words", [dict(sliced=True), dict(counted=True), dict(causal="positions", window=6), dict(form="own-positions", window=6)],
                         ids=lambda w: " ".join(map(str, w.values())))
def test_positions_are_those_without_padding(words, compiled, generate, tmp_path):
    """A model that counts by the size of its past, which a GPU pads: angles, rows of a table, places compared with position_ids."""
    model = decoder(tmp_path / "m.onnx", **words)
    plan = compiled(model, "--dim", "sequence_length=1,4")
    assert generate(plan, "-n", "16")["ids"] == greedy(model, PROMPT, 16)


def test_a_table_for_long_texts(compiled, generate, fp8c, tmp_path):
    """The length of a text chooses between two, on a GPU as well; where a full slot is short, there is no choice."""
    model = decoder(tmp_path / "m.onnx", "gqa", long=16)
    expected = greedy(model, PROMPT, 20)
    assert expected != greedy(decoder(tmp_path / "n.onnx", "gqa"), PROMPT, 20)
    assert generate(compiled(model), "-n", "20")["ids"] == expected
    compiled(decoder(tmp_path / "m.onnx", "gqa", long=32))
    assert "Where" not in fp8c("show", "p.fp8c", "--steps")


def test_a_window_counts_distances(compiled, generate, tmp_path):
    model = decoder(tmp_path / "m.onnx", window=6)
    assert generate(compiled(model), "-n", "20")["ids"] == greedy(model, PROMPT, 20)


def test_a_state_goes_from_device_to_device(compiled, generate, tmp_path):
    model = decoder(tmp_path / "m.onnx")
    expected, plan = greedy(model, PROMPT, 20), compiled(model)
    assert generate(plan, "-n", "8", "--save-state", "s.state")["ids"] == expected[:8]
    for device in "cuda:0", "cpu":
        assert generate(plan, "-n", "12", "--load-state", "s.state", ids=expected[7:8], device=device)["ids"] == expected[8:]


@pytest.mark.parametrize("cache, bytes_each", [("bf16", 2), ("e4m3@0.05", 1)])
def test_states_in_the_type_of_the_cache(cache, bytes_each, compiled, generate, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx"), "--kv-cache", cache)
    cpu, gpu = (generate(plan, "-n", "12", device=device) for device in ("cpu", "cuda:0"))
    assert cpu["ids"] == gpu["ids"]
    assert cpu["state_bytes"] == gpu["state_bytes"] == 4 * 2 * 16 * 32 * bytes_each  # new rows go where the others lie


WIDE = dict(SIZE=64, WIDTH=256)
TEXT = [(7 * i) % decoders.VOCABULARY for i in range(60)]


@pytest.fixture
def wide(monkeypatch):
    """Heads that the kernel of few queries takes, which reads the rows that there are and stores new ones itself."""
    for name, number in WIDE.items():
        monkeypatch.setattr(decoders, name, number)


def block_of(steps):
    """Launches of a step's second block: from behind the first attention up to the next."""
    lines = [line for line in steps.split("variant")[1].splitlines() if "fp8c_" in line or "cublasLt" in line]
    first, second = [i for i, line in enumerate(lines) if "attention_decode" in line]
    return lines[first + 1:second + 1]


@pytest.mark.parametrize("precision, cache, normed, launches, weights", [
    ("bf16", "bf16", False, 5, None), ("bf16", "e4m3@0.05", True, 6, None), ("fp8", "e4m3", False, 5, None), ("fp8", "bf16", True, 6, None),
    ("bf16", "e4m3@0.05", False, 9, "int4:32"), ("bf16", "bf16", True, 9, "mxfp4")])
def test_a_block_of_a_step_is_few_launches(precision, cache, normed, launches, weights, fp8c, wide, tmp_path):
    """Beside runs of many tokens, for which formats and regions are chosen too: a step reads its cache as it is kept, its
    product of q, k and v turns them (or a row's kernel norms and turns their heads), and its gate is of one product."""
    model = decoder(tmp_path / "m.onnx", gated=True, normed=normed)
    np.savez(tmp_path / "text.npz", input_ids=np.array(TEXT, np.int64).reshape(4, -1))
    words = [model, "--capacity", "160", "--precision", precision, "--kv-cache", cache, "--dim", "sequence_length=1,32", "-q", "--cache-dir",
             CACHE or tmp_path / "cache", *(["--calibrate", "text.npz"] if precision == "fp8" else []), *(["--weights", weights] if weights else [])]
    fp8c("compile", *words, "-o", "p.fp8c", "--target", "sm_90a")
    assert len(block_of(fp8c("show", "p.fp8c", "--steps"))) == launches
    if precision == "bf16" and not weights:  # every rounding is where it was
        np.save(tmp_path / "ids.npy", np.array(TEXT[:24], np.int64))
        said = []
        for more in [], ["--disable", "few-rows"]:
            fp8c("compile", *words, "-o", "p.fp8c", "--target", "sm_89", *more)
            said.append((len(block_of(fp8c("show", "p.fp8c", "--steps"))), fp8c("perplexity", "p.fp8c", "--tokens", "ids.npy", "--json", "-d", "cuda:0")))
        assert said[0][0] < said[1][0] and said[0][1] == said[1][1]


@pytest.mark.parametrize("form, window, cache, kind, bytes_each", [
    ("hugging-face", 9, "bf16", np.float32, 2), ("hugging-face", 0, "e4m3@0.05", np.float32, 1), ("hugging-face", 0, None, np.float32, 2),
    ("hugging-face", 9, None, np.float16, 2), ("gqa-lengths", 0, "e4m3@0.05", np.float32, 1), ("gqa", 9, None, np.float32, 2),
    ("attention-23", 0, None, np.float32, 2), ("tensor-scatter", 0, "e4m3@0.05", np.float32, 1), ("tensor-scatter", 0, None, np.float16, 2)])
def test_attention_reads_the_rows_that_there_are(form, window, cache, kind, bytes_each, fp8c, wide, tmp_path):
    """Capacity and length apart; no launch moves a cache."""
    capacity = 160 if cache else 640  # where two blocks share a head's keys, the last to arrive adds up
    model = decoder(tmp_path / "m.onnx", form, window=window, kind=kind, capacity=capacity)
    fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_89", "--precision", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache",
         "--capacity", capacity, *(["--kv-cache", cache] if cache else []), "--dim", "sequence_length=1,8")
    sizes = fp8c("show", "p.fp8c", "--steps").split("variant")[2:]
    for steps in sizes:
        assert steps.count("attention_decode") == decoders.LAYERS
        lines = [line for line in steps.splitlines() if not line.endswith(".last")]  # the last row of what the last layer's attention gives
        assert not any(word in line for word in ("cache_", "concat", "slice", "attention_join") for line in lines)
        assert ("attention_clear" in steps) == (capacity > 512)
    logits = {}
    for device in "cpu", "cuda:0":
        state = module.State(module.Session(module.Plan(tmp_path / "p.fp8c"), device=device), slots=2)
        assert state.nbytes == 2 * 2 * decoders.LAYERS * decoders.KV_HEADS * capacity * decoders.SIZE * bytes_each
        logits[device] = [state.step(TEXT[:27])]
        logits[device] += [state.step([token]) for token in TEXT[27:35]]
        state.truncate(5)
        logits[device] += [state.step([token]) for token in TEXT[40:43]]
        state.fork(0, 1)
        logits[device] += [state.step([token], slot) for token in TEXT[50:54] for slot in (0, 1)]
        assert all((a == b).all() for a, b in zip(logits[device][-8::2], logits[device][-7::2]))
    for cpu, gpu in zip(*logits.values()):
        assert np.abs(cpu - gpu).max() < 0.015 * np.abs(cpu).max()


@pytest.mark.parametrize("run, cache, size", [(40, "bf16", 32), (200, "e4m3@0.05", 96)])
def test_prompts_read_the_rows_that_there_are(run, cache, size, fp8c, monkeypatch, tmp_path):
    """Parts of a prompt have so many queries that several blocks share them, the last with fewer; no launch copies a cache."""
    monkeypatch.setattr(decoders, "SIZE", size)
    monkeypatch.setattr(decoders, "WIDTH", size * decoders.HEADS)
    model = decoder(tmp_path / "m.onnx", capacity=480)
    fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_89", "--precision", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache",
         "--capacity", 480, "--kv-cache", cache, "--dim", f"sequence_length=1,{run}")
    for steps in fp8c("show", "p.fp8c", "--steps").split("variant")[2:]:
        assert steps.count("attention_decode") == decoders.LAYERS and "cache_" not in steps
    text = [(7 * i) % decoders.VOCABULARY for i in range(2 * run + 3)]
    logits = []
    for device in "cpu", "cuda:0":
        state = module.State(module.Session(module.Plan(tmp_path / "p.fp8c"), device=device))
        logits.append([state.step(part) for part in (text[:run], text[run:2 * run], text[2 * run:2 * run + 1], text[2 * run + 1:])])
    for cpu, gpu in zip(*logits):
        assert np.abs(cpu - gpu).max() < 0.015 * np.abs(cpu).max()


@pytest.mark.parametrize("form, run, capacity, cache, kind, words", [
    ("hugging-face", 200, 700, "bf16", np.float32, dict()), ("hugging-face", 200, 701, "e4m3@0.05", np.float32, dict(window=150)),
    ("hugging-face", 130, 700, None, np.float16, dict(window=9)), ("attention-23", 150, 513, "bf16", np.float32, dict()),
    ("attention-23", 150, 400, "e4m3@0.05", np.float32, dict()), ("tensor-scatter", 200, 640, "bf16", np.float32, dict()),
    ("tensor-scatter", 200, 641, "e4m3@0.05", np.float32, dict()), ("gqa", 144, 640, "bf16", np.float32, dict(window=70))])
def test_prompts_are_tiles_of_wgmma_over_the_cache(form, run, capacity, cache, kind, words, fp8c, wide, monkeypatch, tmp_path):
    """On Hopper parts of more than 128 tokens read the rows that there are, too: masks with and without windows, order by an attribute,
    lengths that begin and end nowhere in particular; no launch copies a cache."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    model = decoder(tmp_path / "m.onnx", form, kind=kind, capacity=capacity, **words)
    fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "--precision", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache",
         "--capacity", capacity, *(["--kv-cache", cache] if cache else []), "--dim", f"sequence_length=1,{run}")
    one, steps = fp8c("show", "p.fp8c", "--steps").split("variant")[2:4]
    assert ("attention_spans" in one) == ("window" in words)  # a token reads the keys of its window
    assert steps.count("attention_half") == decoders.LAYERS and not any(w in steps for w in ("cache_read", "cache_write", "concat"))
    assert steps.count("attention_codes") == (decoders.LAYERS if cache and "e4m3" in cache else 0)
    text = [(7 * i) % decoders.VOCABULARY for i in range(2 * run + 3)]
    logits = []
    for device in "cpu", "cuda:0":
        state = module.State(module.Session(module.Plan(tmp_path / "p.fp8c"), device=device))
        logits.append([state.step(part) for part in (text[:run], text[run:run + 1], text[run + 1:run + 2], text[run + 2:2 * run + 2])])
    for cpu, gpu in zip(*logits):
        assert np.abs(cpu - gpu).max() < 0.015 * np.abs(cpu).max()


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("cache", ["bf16", "e4m3@0.05"])
def test_slots_are_copied_and_kept_by_their_rows(many, cache, fp8c, wide, tmp_path):
    """Where more rows lie behind those of the tokens, of a longer text before; files go from device to device."""
    model = decoder(tmp_path / "m.onnx", capacity=160, batched=many)
    fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_89", "--precision", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache", "--capacity", "160",
         "--kv-cache", cache, "--dim", "sequence_length=1,8", *(["--dim", "batch=1,2"] if many else []))
    plan = module.Plan(tmp_path / "p.fp8c")
    cpu, gpu = (module.State(module.Session(plan, device=device), slots=3) for device in ("cpu", "cuda:0"))
    own, names = {}, {cpu: "cpu", gpu: "gpu"}
    for state in cpu, gpu:
        state.step(TEXT[40:83], slot=1)
        state.step(TEXT[:27])
        state.fork(0, 1)
        state.save(tmp_path / names[state])
        own[state] = state.step([TEXT[27]])
        np.testing.assert_array_equal(state.step([TEXT[27]], slot=1), own[state])
        state.step([TEXT[30]], slot=1)  # is no longer what slot 0 is
        state.truncate(27)
        np.testing.assert_array_equal(state.step([TEXT[27]]), own[state])
        assert state.length(0) == 28 and state.length(1) == 29
    for state, other in (cpu, gpu), (gpu, cpu):
        state.step(TEXT[50:90], slot=2)
        state.load(tmp_path / names[state], slot=2)
        np.testing.assert_array_equal(state.step([TEXT[27]], slot=2), own[state])
        state.load(tmp_path / names[other], slot=2)
        assert np.abs(state.step([TEXT[27]], slot=2) - own[state]).max() < 0.015 * np.abs(own[state]).max()


def test_behind_the_last_attention_one_row_of_a_prompt_is_computed(fp8c, wide, monkeypatch, tmp_path):
    """Its products and the vocabulary's multiply one row for the logits of the last token, and the tokens stay what they are; --all-logits keeps all rows."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    model = decoder(tmp_path / "m.onnx", capacity=160, gated=True)
    flops, tokens = {}, {}
    for name, more in ("last", []), ("all", ["--all-logits"]):
        fp8c("compile", model, "-o", "p.fp8c", "--target", "sm_90a", "--precision", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache", "--capacity", "160",
             "--dim", "sequence_length=1,64", "--report-json", "r.json", *more)
        one, prompt = json.loads((tmp_path / "r.json").read_text())["variants"]
        flops[name] = [[launch["flops"] for launch in v["launches"] if "gemm" in launch["kernel"] or "Matmul" in launch["kernel"]] for v in (one, prompt)]
        tokens[name] = fp8c("generate", "p.fp8c", "--ids", ",".join(map(str, TEXT[:67])), "-n", "20", "-d", "cuda:0")
    (one, last), (same, whole) = flops["last"], flops["all"]
    assert one == same and last[:-4] == whole[:-4]
    assert [64 * f for f in last[-4:]] == whole[-4:]  # what attention gives; gate and up; down; the vocabulary
    assert tokens["last"] == tokens["all"]


@pytest.mark.parametrize("form", ["hugging-face", "own-positions", "gqa", "attention-23", "tensor-scatter"])
def test_forms_in_fp8_on_hopper(form, fp8c, monkeypatch, tmp_path):
    """Products in E4M3 by wgmma, a cache in E4M3: each form's logits are those of the CPU device, step by step."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    model = decoder(tmp_path / "m.onnx", form, capacity=32)
    np.savez(tmp_path / "p.npz", input_ids=np.random.default_rng(0).integers(0, decoders.VOCABULARY, (8, 12)))
    fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "--precision", "fp8", "--calibrate", "p.npz", "-q", "--capacity", "32",
         "--cache-dir", CACHE or tmp_path / "cache")
    logits = []
    for device in "cpu", "cuda:0":
        state = module.State(module.Session(module.Plan(tmp_path / "p.fp8c"), device=device))
        logits.append([state.step([token]) for token in PROMPT[:3]])
    for cpu, gpu in zip(*logits):
        assert np.abs(cpu - gpu).max() < 0.03 * np.abs(cpu).max()


def test_a_cache_that_another_kernel_writes_is_waited_for(fp8c, wide, monkeypatch, tmp_path):
    """Without a length of its own TensorScatter stores by a launch, and attention, which starts while that ends, reads what it stored."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    model = onnx.load(decoder(tmp_path / "m.onnx", "tensor-scatter", capacity=160))
    for node in model.graph.node:
        if node.op_type == "Attention":
            del node.input[4:]
    model.graph.input.remove(next(i for i in model.graph.input if i.name == "nonpad_kv_seqlen"))
    onnx.save(model, str(tmp_path / "m.onnx"))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "--precision", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache",
         "--capacity", 160)
    steps = fp8c("show", "p.fp8c", "--steps")
    assert steps.count("cache_store") == 2 * decoders.LAYERS and steps.count("attention_decode") == decoders.LAYERS
    cpu, gpu = (json.loads(fp8c("generate", "p.fp8c", "--ids", "3,14,15,92", "-n", "4", "--json", "-d", d))["ids"] for d in ("cpu", "cuda:0"))
    assert cpu == gpu


def test_perplexity_is_that_of_the_cpu(compiled, fp8c, tmp_path):
    """It empties the slot between texts."""
    plan = compiled(decoder(tmp_path / "m.onnx"))
    np.save(tmp_path / "ids.npy", np.random.default_rng(5).integers(0, 97, (2, 12)))
    nats = [json.loads(fp8c("perplexity", plan, "--tokens", "ids.npy", "--json", "-d", d))["nats_per_token"] for d in ("cpu", "cuda:0")]
    assert abs(nats[0] - nats[1]) < 1e-5 * nats[0]


def test_what_a_gpu_cannot_keep_is_refused(compiled, tmp_path):
    model = onnx.load(decoder(tmp_path / "m.onnx", "own-positions"))  # positions by the square of a length are nobody's
    end = next(n for n in model.graph.node if n.op_type == "Range").input
    at = next(i for i, n in enumerate(model.graph.node) if n.op_type == "Range")
    model.graph.node.insert(at, onnx.helper.make_node("Mul", [end[1], end[1]], ["square"]))
    model.graph.node.insert(at + 1, onnx.helper.make_node("Mod", ["square", end[1]], ["nothing"]))
    model.graph.node.insert(at + 2, onnx.helper.make_node("Add", [end[0], "nothing"], ["begin"]))
    end[0] = "begin"
    onnx.save(model, tmp_path / "n.onnx")
    assert "counts by the size of its past" in compiled(tmp_path / "n.onnx", code=4)
    model = onnx.load(decoder(tmp_path / "m.onnx", "attention-23"))  # its past is read by others than attention
    model.graph.node.append(onnx.helper.make_node("ReduceMax", ["past_key_values.0.key"], ["highest"], keepdims=0))
    model.graph.output.append(onnx.helper.make_tensor_value_info("highest", onnx.TensorProto.FLOAT, []))
    onnx.save(model, tmp_path / "n.onnx")
    assert "no attention_mask" in compiled(tmp_path / "n.onnx", code=4)


def test_prompts_want_a_run_of_one_token(compiled, fp8c, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx"), "--dim", "sequence_length=4")
    assert "compile for 1 as well" in fp8c("generate", plan, "--ids", "1,2,3,4,5", "-n", "2", "-d", "cuda:0", code=2)


def test_a_prompt_computes_and_fetches_what_is_wanted(compiled, tmp_path):
    """Slots have one place on the GPU; runs of a prompt in front of its last leave the logits out, and of the last one a row comes back."""
    import ctypes

    capacity, slot, logits = 32, 2 * 2 * 2 * 32 * 16 * 4, 16 * 97 * 4  # bytes: layers x two x heads x tokens x a head's numbers
    plan = tmp_path / compiled(decoder(tmp_path / "m.onnx", capacity=capacity), "--dim", "sequence_length=1,4,16")
    driver = ctypes.CDLL("libcuda.so.1")
    driver.fake_cuda_held.restype, driver.fake_cuda_kernels.restype = ctypes.c_size_t, ctypes.c_ulong
    session = module.Session(plan, device="cuda:0")
    held = driver.fake_cuda_held()
    with module.State(session) as state:
        assert driver.fake_cuda_held() - held == slot
        counts = []
        for tokens in (PROMPT * 2, PROMPT * 2 + PROMPT[:4], PROMPT[:4]):
            state.truncate(0, 0)
            before = driver.fake_cuda_kernels()
            state.step(tokens, slot=0)
            counts.append(driver.fake_cuda_kernels() - before)
        last, both, four = counts
        assert four < both < last + four  # the sixteen in front have no logits
        assert driver.fake_cuda_held() - held < slot + logits
