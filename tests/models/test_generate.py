"""Language models generate: token for token what ONNX Runtime gives with a past that grows from nothing."""
import json
import pathlib
import re
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from decoders import FORMS, KV_HEADS, LAYERS, SIZE, VOCABULARY, decoder, greedy  # noqa: E402
from small_models import save  # noqa: E402

PROMPT = [3, 14, 15, 92, 65]


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """50 tokens by ONNX Runtime."""
    tokens = greedy(decoder(tmp_path_factory.mktemp("expected") / "m.onnx"), PROMPT, 50)
    assert len(set(tokens)) > 15  # no loop of a few tokens
    return tokens


@pytest.fixture
def compiled(fp8c, tmp_path):
    def make(model, *options, capacity=64, code=0):
        plan = tmp_path / "m.fp8c"
        done = fp8c("compile", model, "--capacity", capacity, "--target", "cpu", "--precision", "f32", "-o", plan, *options)
        assert done.returncode == code, done.stderr
        return plan if code == 0 else done.stderr
    return make


@pytest.fixture
def generate(fp8c):
    def run(plan, *options, ids=PROMPT, code=0):
        done = fp8c("generate", plan, "--ids", ",".join(map(str, ids)), "--json", "-j", "1", *options)
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout) if code == 0 else done.stderr
    return run


@pytest.mark.parametrize("form", FORMS)
def test_fifty_greedy_tokens_are_those_of_onnx_runtime(form, compiled, generate, expected, tmp_path):
    model = decoder(tmp_path / "m.onnx", form)
    if form not in ("hugging-face", "tensor-scatter"):  # the form means what the others mean
        assert greedy(model, PROMPT, 50) == expected
    assert generate(compiled(model))["ids"] == expected


def test_a_window_counts_distances_not_places(compiled, generate, tmp_path):
    model = decoder(tmp_path / "m.onnx", window=8)
    assert generate(compiled(model))["ids"] == greedy(model, PROMPT, 50)
    model = decoder(tmp_path / "g.onnx", "gqa", window=8)
    assert generate(compiled(model))["ids"] == greedy(model, PROMPT, 50)


def test_positions_in_other_ways(compiled, generate, expected, tmp_path):
    assert generate(compiled(decoder(tmp_path / "m.onnx", causal="positions")))["ids"] == expected
    assert generate(compiled(decoder(tmp_path / "m.onnx", sliced=True)))["ids"] == expected


def test_a_table_for_long_texts(compiled, generate, tmp_path):
    """How many tokens there are decides, not how many fit."""
    model = decoder(tmp_path / "m.onnx", "gqa", long=20)
    tokens = greedy(model, PROMPT, 50)
    assert generate(compiled(model))["ids"] == tokens != greedy(decoder(tmp_path / "n.onnx", "gqa"), PROMPT, 50)


def test_f16_models_generate(compiled, generate, tmp_path):
    model = decoder(tmp_path / "m.onnx", "gqa", kind=np.float16)
    tokens = generate(compiled(model), "-n", "12")["ids"]
    assert tokens == greedy(model, PROMPT, 12, kind=np.float16)


def test_a_buffer_that_is_shared_with_a_size_of_its_own(compiled, generate, expected, tmp_path):
    """GenAI's past_present_share_buffer: past and present are one buffer."""
    model = onnx.load(decoder(tmp_path / "m.onnx", "gqa"))
    for v in [*model.graph.input, *model.graph.output]:
        if v.name.startswith(("past", "present")):
            v.type.tensor_type.shape.dim[2].dim_value = 64
    onnx.save(model, str(tmp_path / "shared.onnx"))
    assert generate(compiled(tmp_path / "shared.onnx"))["ids"] == expected
    assert "holds 64 tokens in the model" in compiled(tmp_path / "shared.onnx", capacity=32, code=2)


def test_ports_by_other_names(compiled, generate, expected, tmp_path):
    names = {"input_ids": "words", "logits": "scores", "attention_mask": "held", "position_ids": "where"}
    names.update({f"past_key_values.{i}.{k}": f"in_{k}_{i}" for i in range(2) for k in ("key", "value")})
    names.update({f"present.{i}.{k}": f"out_{k}_{i}" for i in range(2) for k in ("key", "value")})
    model = decoder(tmp_path / "m.onnx", ports=names)
    assert "--role INPUT=tokens" in compiled(model, code=2)
    plan = compiled(model, "--role", "words=tokens", "--role", "held=mask", "--role", "where=positions")
    assert generate(plan)["ids"] == expected


def test_a_length_that_is_named_for_one_token(compiled, generate, expected, fp8c, tmp_path):
    """Optimum's "past_sequence_length + 1", in models that take prompts too."""
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    for port in [*model.graph.input, *model.graph.output]:
        for d in port.type.tensor_type.shape.dim:
            if d.dim_param in ("total_sequence_length", "past_sequence_length + sequence_length"):
                d.dim_param = "past_sequence_length + 1"
    onnx.save(model, tmp_path / "one.onnx")
    assert generate(compiled(tmp_path / "one.onnx"))["ids"] == expected
    for sizes in "1", "1,16":
        done = fp8c("compile", "one.onnx", "--capacity", 64, "--target", "sm_90a", "--dim", f"sequence_length={sizes}", "-o", "g.fp8c")
        assert done.returncode == 0, done.stderr


def test_several_outputs_of_floats(compiled, generate, expected, fp8c, tmp_path):
    """Logits are the output of that name, or the one as wide as the vocabulary; of two it must be said."""
    base = decoder(tmp_path / "m.onnx")

    def with_outputs(path, *names):
        model = onnx.load(base)
        head = next(n for n in model.graph.node if n.output[0] == "logits")
        hidden, kept = head.input[0], [o for o in model.graph.output if o.name != "logits"]
        del model.graph.output[:]
        for name in names:
            if name == "hidden":
                model.graph.node.append(helper.make_node("Identity", [hidden], ["hidden"]))
            elif name != "logits":
                model.graph.node.append(helper.make_node("Identity", ["logits"], [name]))
            model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "sequence_length", None]))
        model.graph.output.extend(kept)
        onnx.save(model, path)
        return path
    assert generate(compiled(with_outputs(tmp_path / "h.onnx", "hidden", "logits", "logits_1")))["ids"] == expected
    assert generate(compiled(with_outputs(tmp_path / "w.onnx", "hidden", "scores")))["ids"] == expected
    two = with_outputs(tmp_path / "two.onnx", "scores_0", "scores_1")
    done = fp8c("compile", two, "--capacity", 64, "--target", "cpu", "-p", "f32", "-o", "two.fp8c")
    assert "--role OUTPUT=logits is to say which" in done.stderr
    assert "no output that gives logits" in generate("two.fp8c", code=2)
    assert generate(compiled(two, "--role", "scores_1=logits"))["ids"] == expected


def test_a_state_goes_on_from_a_file(compiled, generate, expected, fp8c, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx"))
    first = generate(plan, "-n", "20", "--save-state", "s.state")
    assert first["ids"] == expected[:20] and first["length"] == len(PROMPT) + 19
    assert generate(plan, "-n", "30", "--load-state", "s.state", ids=[expected[19]])["ids"] == expected[20:]
    saved = (tmp_path / "s.state").read_bytes()
    for name, data in {"bit": saved[:500] + bytes([saved[500] ^ 4]) + saved[501:], "head": saved[:81] + b"\x01" + saved[82:],
                       "short": saved[:-9], "long": saved + b"x", "empty": b"", "other": b"X" + saved[1:]}.items():
        (tmp_path / name).write_bytes(data)
        assert "saved state" in generate(plan, "--load-state", name, code=3), name
    plan = compiled(decoder(tmp_path / "m.onnx", seed=1))
    assert "a state of the plan" in generate(plan, "--load-state", "s.state", code=2)


def test_tokens_are_drawn_by_the_seed(compiled, generate, expected, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx"))
    draw = lambda *o: generate(plan, "-n", "20", *o)["ids"]
    warm = draw("--temperature", "2", "--seed", "7")
    assert warm == draw("--temperature", "2", "--seed", "7") != draw("--temperature", "2", "--seed", "8")
    assert warm != expected[:20]
    assert draw("--temperature", "2", "--top-k", "1") == expected[:20]
    assert draw("--temperature", "2", "--top-p", "0.000001") == expected[:20]
    assert generate(plan, "--stop", str(expected[9]))["ids"][-1] == expected[9]


def test_what_cannot_be_is_a_sentence(compiled, generate, fp8c, tmp_path):
    model = decoder(tmp_path / "m.onnx")
    plan = compiled(model, capacity=16)
    assert "do not fit the plan's capacity of 16" in generate(plan, "-n", "13", code=2)
    assert len(generate(plan, "-n", "12")["ids"]) == 12
    assert f"the model's tokens are 0 to {VOCABULARY - 1}" in generate(plan, "-n", "1", ids=[VOCABULARY], code=2)
    assert "the model's tokens are" in generate(plan, "-n", "1", ids=[-1], code=2)
    assert "--count is \"0\"; it takes a whole number from 1 on" in generate(plan, "-n", "0", code=2)
    assert "--capacity is \"0\"; it takes a whole number from 1 on" in compiled(model, capacity=0, code=2)
    assert "temperature" in generate(plan, "-n", "1", "--temperature", "nan", code=2)
    assert "top-p" in generate(plan, "-n", "1", "--temperature", "1", "--top-p", "2", code=2)
    for ids in ("1,,2", "x", "", "1,"):
        assert fp8c("generate", plan, "--ids", ids).returncode == 2
    assert "fp8c_state_create" in fp8c("run", plan, "--input", f"input_ids={ids_file(tmp_path)}").stderr
    assert "compile it with --capacity" in fp8c("generate", model, "--ids", "1").stderr
    done = fp8c("compile", model, "-o", "plain.fp8c", "--target", "cpu", "-q")
    assert "compile the model with --capacity" in generate("plain.fp8c", code=2)
    assert "no input past*" in compiled(save(tmp_path / "r.onnx", [helper.make_node("Relu", ["x"], ["y"])], [("x", [4])], [("y", [4])]), code=2)
    assert "2 sequences at once" in compiled(decoder(tmp_path / "two.onnx", batch=2), code=4)
    for words, said in ((["--state", "nothing=logits"], "no input"), (["--role", "input_ids=word"], "there are tokens"),
                        (["--role", "logits=tokens"], "no input \"logits\""), (["--state", "input_ids=logits"], "another type")):
        assert said in compiled(model, *words, code=2), words


def ids_file(folder):
    np.save(folder / "ids.npy", np.array([PROMPT]))
    return folder / "ids.npy"


def test_a_past_without_a_present(compiled, tmp_path):
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    del model.graph.output[-1]
    onnx.save(model, str(tmp_path / "less.onnx"))
    assert 'what input "past_key_values.1.value" becomes' in compiled(tmp_path / "less.onnx", code=2)


def test_nan_in_the_logits_is_an_error(compiled, generate, tmp_path):
    model = onnx.load(decoder(tmp_path / "m.onnx"))
    head = next(w for w in model.graph.initializer if w.name == "head")
    array = onnx.numpy_helper.to_array(head).copy()
    array[0, 40] = np.nan
    head.CopyFrom(onnx.numpy_helper.from_array(array, "head"))
    onnx.save(model, str(tmp_path / "nan.onnx"))
    assert "logit of token 40 is NaN" in generate(compiled(tmp_path / "nan.onnx"), code=7)


def test_perplexity_is_that_of_the_logits(compiled, fp8c, tmp_path):
    model = decoder(tmp_path / "m.onnx")
    plan = compiled(model, capacity=32)
    ids = np.random.default_rng(5).integers(0, VOCABULARY, (2, 33))
    np.save(tmp_path / "ids.npy", ids)
    import onnxruntime
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    nats = []
    for text in ids:
        n = 32  # a window of the capacity
        given = {"input_ids": text[None, :n], "attention_mask": np.ones((1, n), np.int64), "position_ids": np.arange(n)[None]}
        given.update({i.name: np.zeros((1, KV_HEADS, 0, SIZE), np.float32) for i in session.get_inputs() if i.name.startswith("past")})
        logits = session.run(["logits"], given)[0][0].astype(np.float64)
        logits -= logits.max(-1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(-1, keepdims=True))
        nats += [-logits[i, text[i + 1]] for i in range(n - 1)]
    done = fp8c("perplexity", plan, "--tokens", "ids.npy", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["tokens"] == 62 and abs(said["nats_per_token"] - np.mean(nats)) < 1e-5 * np.mean(nats)
    for bad in (ids.astype(np.float32), ids[:, :1]):
        np.save(tmp_path / "bad.npy", bad)
        assert fp8c("perplexity", plan, "--tokens", "bad.npy").returncode == 3
    np.save(tmp_path / "bad.npy", ids + 90)
    assert "the model's tokens are" in fp8c("perplexity", plan, "--tokens", "bad.npy").stderr


def test_the_size_of_a_head_is_left_open(compiled, generate, expected, tmp_path):
    """ONNX Runtime GenAI names it "kv_cache_dim"."""
    model = onnx.load(decoder(tmp_path / "m.onnx", "gqa"))
    for port in [*model.graph.input, *model.graph.output]:
        if port.name.startswith(("past", "present")):
            port.type.tensor_type.shape.dim[3].dim_param = "kv_cache_dim"
    onnx.save(model, tmp_path / "open.onnx")
    assert generate(compiled(tmp_path / "open.onnx"))["ids"] == expected


@pytest.mark.parametrize("form", FORMS)
def test_prompts_calibrate(form, fp8c, tmp_path):
    """A sample is a prompt: tokens alone.  Masks, positions and states are what the runtime would say."""
    model, plan = decoder(tmp_path / "m.onnx", form), tmp_path / "m.fp8c"
    prompts = np.random.default_rng(0).integers(0, VOCABULARY, (12, 24))
    np.savez(tmp_path / "prompts.npz", input_ids=prompts)
    figures = []
    for target in ("cpu", "sm_90a"):  # for a GPU each prompt is 24 runs of one token
        done = fp8c("compile", model, "--capacity", 64, "--target", target, "--precision", "fp8", "--calibrate", tmp_path / "prompts.npz", "-o", plan)
        assert done.returncode == 0, done.stderr
        figures.append(float(re.search(r"logits: ([0-9.]+) dB", done.stdout).group(1)))
    assert min(figures) > 15 and max(figures) - min(figures) < 3


def test_prompts_that_cannot_be(fp8c, tmp_path):
    model = decoder(tmp_path / "m.onnx")
    ids = np.zeros((4, 80), np.int64)
    for arrays, said in (({"input_ids": ids}, '"input_ids" holds 80 tokens; a prompt has 1 to 64 (--capacity)'),
                         ({"input_ids": ids[:, :8], "attention_mask": np.ones((4, 8), np.int64)}, "the runtime computes it"),
                         ({"input_ids": ids[:, :8], "attention_mask": np.ones((4, 8, 2), np.float32)}, "the runtime computes it"),
                         ({"input_ids": ids[:, :8] - 1}, f'token 0 of "input_ids" is -1; the model\'s tokens are 0 to {VOCABULARY - 1}'),
                         ({"input_ids": ids[:, :8] + VOCABULARY}, "the model's tokens are 0 to")):
        np.savez(tmp_path / "p.npz", **arrays)
        done = fp8c("compile", model, "--capacity", 64, "--target", "cpu", "--calibrate", tmp_path / "p.npz", "-o", tmp_path / "p.fp8c")
        assert done.returncode == 2 or done.returncode == 3, done.stderr
        assert said in done.stderr
        assert not (tmp_path / "p.fp8c").exists()


@pytest.mark.parametrize("target", ["cpu", "sm_90a"])
def test_attention_is_one_node_whatever_the_sizes_of_a_run(target, fp8c, tmp_path):
    """Products, masks and softmax are one Attention for any number of tokens, so that a cache can be kept for it."""
    several = ["--dim", "sequence_length=1,16"] if target != "cpu" else []
    for form in FORMS:
        words = ["compile", decoder(tmp_path / "m.onnx", form), "--capacity", 64, "--target", target, *several, "-o", tmp_path / "m.fp8c"]
        done = fp8c(*words, "--precision", "f32", "--dump-after", "fuse-attention")
        assert done.returncode == 0, done.stderr
        attentions = len(re.findall(r" = (?:GroupQuery)?Attention ", done.stdout))
        assert (attentions, done.stdout.count(" = Softmax ")) == (LAYERS, 0), form
        if form in ("hugging-face", "gqa"):
            done = fp8c(*words, "--kv-cache", "bf16")
            assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("deep", [(60, "Add"), (20000, "Neg")], ids=["doubled", "long"])
def test_positions_behind_many_nodes_are_refused_at_once(deep, compiled, tmp_path):
    """Numbers are followed so far and no further: each Add doubles the ways to its beginning, and each node of a chain takes some of the stack."""
    count, op = deep
    model = onnx.load(decoder(tmp_path / "m.onnx", "own-positions"))
    at, reader = next((i, n) for i, n in enumerate(model.graph.node) if (n.op_type == "Range" if op == "Add" else n.input[0] == "cos"))
    port = 0 if op == "Add" else 1
    names = [reader.input[port], *(f"more{k}" for k in range(count))]
    nodes = list(model.graph.node)
    del model.graph.node[:]
    more = [helper.make_node(op, [a] * (1 + (op == "Add")), [b]) for a, b in zip(names, names[1:])]
    model.graph.node.extend(nodes[:at] + more + nodes[at:])
    reader = model.graph.node[at + count]
    reader.input[port] = names[-1]
    onnx.save(model, tmp_path / "n.onnx")
    assert "counts by the size of its past" in compiled(tmp_path / "n.onnx", "--target", "sm_90a", code=4)


def test_show_says_what_a_plan_keeps(compiled, fp8c, tmp_path):
    shown = json.loads(fp8c("show", compiled(decoder(tmp_path / "m.onnx")), "--json").stdout)
    assert [p["name"] for p in shown["inputs"]] == ["input_ids"] and [p["name"] for p in shown["outputs"]] == ["logits"]
    assert shown["memory"]["capacity"] == 64 and shown["memory"]["vocabulary"] == VOCABULARY
    assert shown["memory"]["tokens"] == "input_ids" and len(shown["memory"]["states"]) == 4 and shown["memory"]["states"][0]["output"] == "present.0.key"


def test_bench_times_prompts_and_tokens(compiled, fp8c, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx"))
    bench = lambda *words: fp8c("bench", plan, "-d", "cpu", "-j", 1, *words)
    done = bench("-n", 3, "--prompt-tokens", 10, "--new-tokens", 5, "--slots", 2, "--percentile", 75, "--json", "--export", "f.json", "--profile")
    assert done.returncode == 0, done.stderr
    said, parts = json.loads(done.stdout), {}
    for p in said["parts"]:
        parts[p["name"]] = p
        assert 0 < p["min_ms"] <= p["p50_ms"] <= p["p75_ms"] <= p["p99_ms"] <= p["max_ms"] and p["min_ms"] <= p["mean_ms"] <= p["max_ms"]
    assert (said["rounds"], said["slots"], said["prompt_tokens"], said["new_tokens"], said["capacity"]) == (3, 2, 10, 5, 64)
    samples = json.loads((tmp_path / "f.json").read_text())["samples_ms"]
    assert {name: len(s) for name, s in samples.items()} == {"first token": 3 * 2, "token": 3 * 4, "of many": 3}
    assert said["slots_together"] == 1 and said["tokens_per_second_of_many"] == pytest.approx(2e3 / parts["of many"]["mean_ms"], rel=1e-3)
    assert said["prompt_tokens_per_second"] == pytest.approx(10e3 / parts["first token"]["mean_ms"], rel=1e-3)
    assert said["tokens_per_second"] == pytest.approx(2e3 / parts["token"]["mean_ms"], rel=1e-3)
    assert said["steps_timed_in"] == "one run" and sum(s["kernel"] == "Attention" for s in said["steps"]) == LAYERS
    shown = bench("-n", 1)
    assert "of 33 tokens behind a prompt of 32, 1 slot; states take" in shown.stdout and "first token" in shown.stdout
    whole = json.loads(bench("-n", 1, "--prompt-tokens", 64, "--json", "--profile").stdout)  # nothing fits behind it
    assert [p["name"] for p in whole["parts"]] == ["first token"] and sum(s["kernel"] == "Attention" for s in whole["steps"]) == LAYERS
    for words, sentence in ((["--prompt-tokens", 60, "--new-tokens", 6], "6 tokens behind a prompt of 60 do not fit the plan's capacity of 64"),
                            (["--prompt-tokens", 65], "a prompt of 65 does not fit"), (["--streams", 2], "--slots is the number"),
                            (["--dim", "sequence_length=3"], "has no --dim"), (["--roofline"], "has no --roofline")):
        done = bench(*words)
        assert done.returncode == 2 and sentence in done.stderr, words
    done = fp8c("bench", decoder(tmp_path / "m.onnx"), "--slots", 2)
    assert done.returncode == 2 and "for plans that keep states" in done.stderr


def test_bench_of_slots_that_go_together(compiled, fp8c, tmp_path):
    plan = compiled(decoder(tmp_path / "m.onnx", batched=True), "--dim", "batch=1..64")
    done = fp8c("bench", plan, "-d", "cpu", "-j", 1, "-n", 2, "--prompt-tokens", 10, "--new-tokens", 5, "--slots", 6, "--json", "--export", "f.json", "--profile")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    mean = {p["name"]: p["mean_ms"] for p in said["parts"]}
    assert {name: len(s) for name, s in json.loads((tmp_path / "f.json").read_text())["samples_ms"].items()} == {"first token": 2, "token": 2 * 4, "of many": 2}
    assert said["slots_together"] == 6 and sum(s["kernel"] == "Attention" for s in said["steps"]) == LAYERS
    for rate, tokens, part in (("prompt_tokens_per_second", 60, "first token"), ("tokens_per_second", 6, "token"), ("tokens_per_second_of_many", 6, "of many")):
        assert said[rate] == pytest.approx(tokens * 1e3 / mean[part], rel=1e-3)
    shared = fp8c("bench", plan, "-d", "cpu", "-j", 1, "-n", 2, "--prompt-tokens", 10, "--new-tokens", 5, "--slots", 6, "--shared-prompt", "--json", "--export", "s.json")
    first = json.loads((tmp_path / "s.json").read_text())["samples_ms"]["first token"]
    assert len(first) == 2 and json.loads(shared.stdout)["prompt_tokens_per_second"] == pytest.approx(10 * 2 / (sum(first) / 1e3), rel=1e-4)
    assert "6 slots, 6 in a run" in fp8c("bench", plan, "-d", "cpu", "-j", 1, "-n", 1, "--slots", 6).stdout


def test_several_prompts_go_together(compiled, fp8c, expected, tmp_path):
    """Each has the tokens that it has alone, whatever number of them the plan takes at once."""
    plan = compiled(decoder(tmp_path / "m.onnx", batched=True), "--dim", "batch=1..64")
    others = ([7, 7], [11, 2, 3, 5, 8, 13, 21])
    alone = [json.loads(fp8c("generate", plan, "--ids", ",".join(map(str, ids)), "-n", 12, "--json", "-j", 1).stdout)["ids"] for ids in (PROMPT, *others)]
    assert alone[0] == expected[:12]
    words = [w for ids in (PROMPT, *others) for w in ("--ids", ",".join(map(str, ids)))]
    plan = plan.rename(tmp_path / "many.fp8c")
    single = compiled(tmp_path / "m.onnx")
    for made, together in ((plan, 3), (single, 1)):
        done = fp8c("generate", made, *words, "-n", 12, "-j", 1)
        assert done.returncode == 0 and [list(map(int, line.split())) for line in done.stdout.splitlines()] == alone, done.stderr
        said = json.loads(fp8c("generate", made, *words, "-n", 12, "-j", 1, "--json", "--stop", alone[1][4]).stdout)
        assert said["slots_together"] == together
        for one, tokens, prompt in zip(said["sequences"], alone, (PROMPT, *others)):
            until = tokens.index(alone[1][4]) + 1 if alone[1][4] in tokens else 12
            assert one["ids"] == tokens[:until] and one["prompt_tokens"] == len(prompt) and one["length"] == len(prompt) + until - 1
    drawn = [json.loads(fp8c("generate", plan, "--ids", "7,7", "-n", 8, "--json", "-j", 1, "--temperature", 1, "--seed", seed).stdout)["ids"] for seed in (3, 4)]
    done = fp8c("generate", plan, "--ids", "7,7", "--ids", "7,7", "-n", 8, "-j", 1, "--temperature", 1, "--seed", 3)
    assert [list(map(int, line.split())) for line in done.stdout.splitlines()] == drawn and drawn[0] != drawn[1]
    fp8c("generate", plan, "--ids", "3,14", "-n", 1, "--save-state", "begin.state", "-j", 1)  # what several go on from
    done = fp8c("generate", plan, "--ids", "15,92,65", "--ids", "15", "-n", 6, "--load-state", "begin.state", "-j", 1)
    assert list(map(int, done.stdout.splitlines()[0].split())) == expected[:6]
    for option in (["--save-state", "s.state"], ["--stream"]):
        done = fp8c("generate", plan, *words, *option)
        assert done.returncode == 2 and "is about one prompt, and --ids gives 3" in done.stderr
    done = fp8c("generate", plan, *words, "--ids", ",".join(["1"] * 60), "-n", 12)
    assert done.returncode == 2 and "12 tokens behind 0 and a prompt of 60 do not fit" in done.stderr


def test_bench_of_a_state_without_tokens(fp8c, tmp_path):
    nodes = [helper.make_node("Add", ["x", "h"], ["hn"]), helper.make_node("Relu", ["hn"], ["y"])]
    model = save(tmp_path / "r.onnx", nodes, [("x", [1, 4]), ("h", [1, 4])], [("y", [1, 4]), ("hn", [1, 4])])
    done = fp8c("compile", model, "--state", "h=hn", "--capacity", 1, "--target", "cpu", "-q", "-o", "r.fp8c")
    assert done.returncode == 0, done.stderr
    done = fp8c("bench", "r.fp8c", "-n", 7, "--slots", 2, "--json", "--export", "f.json", "--profile")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(json.loads((tmp_path / "f.json").read_text())["samples_ms"]["run"]) == said["rounds"] == 7
    assert said["runs_per_second"] == pytest.approx(2e3 / said["parts"][0]["mean_ms"], rel=1e-3)
    assert {"Add", "Relu"} <= {w for s in said["steps"] for w in re.findall("[A-Z][a-z]+", s["kernel"])}
    assert "takes no tokens" in fp8c("bench", "r.fp8c", "--new-tokens", 3).stderr
