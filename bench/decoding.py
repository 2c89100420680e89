#!/usr/bin/env python3
"""Tokens a second of language models whose states a plan keeps, beside torch.compile (bench/results/decoding.md).

    python3 bench/decoding.py --model llama --layers 4 --vocabulary 32000 --precision fp8 --past 1024 8192 --out llama.json
    python3 bench/decoding.py --model qwen --precision bf16 --peer --out qwen.json
    python3 bench/decoding.py --model llama --layers 8 --precision bf16 --past 1024 --new 65 --slots 1 16 64
    python3 bench/decoding.py --model llama --layers 8 --precision fp8 --prefill 2048
    TMPDIR=/dev/shm python3 bench/decoding.py --table 400 --out table.json

Decoders with random weights in the sizes of Llama-3-8B and Qwen3-0.6B, as Hugging Face's exports write them, with runs of one
token and of --run tokens.  All weights lie in one file of random numbers, each at a place of its own: no two are equal and the
file is small.  FP8 is calibrated on one prompt of eight tokens, without repairs (times do not depend on that).

With --slots as many sequences go on together, all in one run of one plan for all these numbers (`fp8c bench --slots`), and the
peer has a static cache of that batch.  With --prefill so many tokens are a prompt that one run of the plan takes, until its last token's
logits are on the host.

--table SECONDS takes the rows of TABLE in their order as long as there is time: plans are made by several processes while the
GPU measures others, and one thing at a time is on the GPU."""
import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import types

import numpy as np
import onnx
from onnx import TensorProto, helper

SIZES = {
    "llama": dict(width=4096, heads=32, kv=8, size=128, ffn=14336, vocabulary=128256, norms=False, theta=5e5, layers=32),
    "qwen": dict(width=1024, heads=16, kv=8, size=128, ffn=3072, vocabulary=151936, norms=True, theta=1e6, layers=28),
    "tiny": dict(width=256, heads=4, kv=2, size=64, ffn=512, vocabulary=512, norms=True, theta=1e4, layers=2),
}
UNIT = 1 << 16  # numbers between the beginnings of two weights
BANDWIDTH = 4.8e12  # bytes a second, of an H200 (data sheet)


class Graph:
    """Nodes in order; what a call gives is the name of its output."""

    def __init__(self, numbers):
        self.nodes, self.weights, self.small, self.count, self.at, self.numbers = [], [], {}, 0, 0, numbers

    def __call__(self, op, *inputs, out=None, **attributes):
        self.count += 1
        name = out or f"t{self.count}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=f"n{self.count}", **attributes))
        return name

    def const(self, name, array):
        self.small[name] = onnx.numpy_helper.from_array(np.asarray(array), name)
        return name

    def ints(self, *numbers):
        return self.const("i" + "_".join(str(n).replace("-", "m") for n in numbers), np.array(numbers, np.int64))

    def scalar(self, number):
        return self.const(f"s{str(number).replace('-', 'm')}", np.array(number, np.int64))

    def weight(self, name, *shape):
        count = int(np.prod(shape))
        self.at = (self.at + UNIT) % max(self.numbers - count, 1) // UNIT * UNIT
        t = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=shape, data_location=TensorProto.EXTERNAL)
        for key, value in (("location", "weights.bin"), ("offset", str(4 * self.at)), ("length", str(4 * count))):
            t.external_data.add(key=key, value=value)
        self.weights.append(t)
        return name


def write_numbers(path, numbers, width):
    """float32 of the deviation of a product of `width` terms; a file that is there is of the same sizes."""
    if os.path.exists(path):
        return
    part = (np.random.default_rng(0).standard_normal(1 << 23, np.float32) / width ** 0.5).astype(np.float32)
    with open(path, "wb") as f:
        while numbers > 0:
            part[:min(numbers, part.size)].tofile(f)
            numbers -= part.size
            part = np.roll(part, 12345)


def norm(g, x, weight):
    mean = g("ReduceMean", g("Pow", x, g.const("two", np.float32(2))), axes=[-1], keepdims=1)
    return g("Mul", g("Div", x, g("Sqrt", g("Add", mean, g.const("epsilon", np.float32(1e-6))))), weight)


def rotate(g, x, cosines, sines, size):
    low, high = g("Slice", x, g.ints(0), g.ints(size // 2), g.ints(3)), g("Slice", x, g.ints(size // 2), g.ints(size), g.ints(3))
    return g("Add", g("Mul", x, cosines), g("Mul", g("Concat", g("Neg", high), low, axis=3), sines))


def repeated(g, x, s):
    size = lambda i: g("Slice", g("Shape", x), g.ints(i), g.ints(i + 1), g.ints(0))
    many, rows = size(0) if s["slots"] else g.ints(1), size(2)
    wide = g("Concat", many, g.ints(s["kv"]), g.ints(s["heads"] // s["kv"]), rows, g.ints(s["size"]), axis=0)
    return g("Reshape", g("Expand", g("Unsqueeze", x, g.ints(2)), wide), g("Concat", many, g.ints(s["heads"]), rows, g.ints(s["size"]), axis=0))


def block(g, x, i, s, mask, cosines, sines):
    width, heads, kv, size = s["width"], s["heads"], s["kv"], s["size"]
    ones, narrow = g.const("ones", np.ones(width, np.float32)), g.const("narrow", np.ones(size, np.float32))
    turn = lambda x: g("Transpose", x, perm=[0, 2, 1, 3])
    y = norm(g, x, ones)
    q, k, v = (g("Reshape", g("MatMul", y, g.weight(f"{n}{i}", width, h * size)), g.ints(0, 0, h, size)) for n, h in (("q", heads), ("k", kv), ("v", kv)))
    if s["norms"]:
        q, k = norm(g, q, narrow), norm(g, k, narrow)
    q, k, v = rotate(g, turn(q), cosines, sines, size), rotate(g, turn(k), cosines, sines, size), turn(v)
    k = g("Concat", f"past_key_values.{i}.key", k, axis=2, out=f"present.{i}.key")
    v = g("Concat", f"past_key_values.{i}.value", v, axis=2, out=f"present.{i}.value")
    scores = g("Mul", g("MatMul", q, g("Transpose", repeated(g, k, s), perm=[0, 1, 3, 2])), g.const("scale", np.float32(size ** -0.5)))
    y = g("MatMul", g("Softmax", g("Add", scores, mask), axis=-1), repeated(g, v, s))
    x = g("Add", x, g("MatMul", g("Reshape", turn(y), g.ints(0, 0, heads * size)), g.weight(f"o{i}", heads * size, width)))
    y = norm(g, x, ones)
    gate, up = g("MatMul", y, g.weight(f"gate{i}", width, s["ffn"])), g("MatMul", y, g.weight(f"up{i}", width, s["ffn"]))
    y = g("Mul", g("Mul", gate, g("Sigmoid", gate)), up)
    return g("Add", x, g("MatMul", y, g.weight(f"down{i}", s["ffn"], width)))


def ports(s):
    f32, port, total = TensorProto.FLOAT, helper.make_tensor_value_info, "past_sequence_length + sequence_length"
    inputs = [port("input_ids", TensorProto.INT64, ["batch", "sequence_length"]), port("attention_mask", TensorProto.INT64, ["batch", "total_sequence_length"]),
              port("position_ids", TensorProto.INT64, ["batch", "sequence_length"])]
    outputs = [port("logits", f32, ["batch", "sequence_length", s["vocabulary"]])]
    for i in range(s["layers"]):
        for what in ("key", "value"):
            inputs.append(port(f"past_key_values.{i}.{what}", f32, ["batch", s["kv"], "past_sequence_length", s["size"]]))
            outputs.append(port(f"present.{i}.{what}", f32, ["batch", s["kv"], total, s["size"]]))
    return inputs, outputs


def write_model(folder, s, positions):
    numbers = max(s["vocabulary"], s["ffn"]) * s["width"] + 64 * UNIT
    write_numbers(f"{folder}/weights.bin", numbers, s["width"])
    g = Graph(numbers)
    size = s["size"]
    angles = np.arange(positions)[:, None] / s["theta"] ** (np.arange(size // 2) * 2 / size)[None]
    cos, sin = (np.concatenate([f(angles)] * 2, 1).astype(np.float32) for f in (np.cos, np.sin))
    x = g("Gather", g.weight("table", s["vocabulary"], s["width"]), "input_ids")
    x = g("Mul", x, g.const("up", np.array(s["width"] ** 0.5, np.float32)))
    length = g("Gather", g("Shape", "input_ids"), g.scalar(1), axis=0)
    past = g("Gather", g("Shape", "past_key_values.0.key"), g.scalar(2), axis=0)
    end = g("Add", past, length)
    places = g("Range", past, end, g.scalar(1))
    seen = g("LessOrEqual", g("Unsqueeze", g("Range", g.scalar(0), end, g.scalar(1)), g.ints(0)), g("Unsqueeze", places, g.ints(1)))
    held = g("Cast", g("Unsqueeze", "attention_mask", g.ints(1, 2)), to=TensorProto.BOOL)
    mask = g("Where", g("And", g("Unsqueeze", seen, g.ints(0, 1)), held), g.const("zero", np.float32(0)), g.const("lowest", np.float32(-6e4)))
    cosines, sines = (g("Unsqueeze", g("Gather", g.const(n, t), "position_ids"), g.ints(1)) for n, t in (("cos", cos), ("sin", sin)))
    for i in range(s["layers"]):
        x = block(g, x, i, s, mask, cosines, sines)
    g("MatMul", norm(g, x, g.const("ones", np.ones(s["width"], np.float32))), g.weight("head", s["width"], s["vocabulary"]), out="logits")
    graph = helper.make_graph(g.nodes, "decoder", *ports(s), [*g.small.values(), *g.weights])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10), f"{folder}/model.onnx")


def linear_numbers(s):
    return s["layers"] * (s["width"] * s["size"] * (2 * s["heads"] + 2 * s["kv"]) + 3 * s["width"] * s["ffn"]) + s["width"] * s["vocabulary"]


def shared_figures(o, s, past, slots, rate, cache):
    """`rate`: tokens a second of all slots together."""
    held = slots * 2 * s["layers"] * s["kv"] * s["size"] * (1 if "e4m3" in cache else 2) * (past + o.new / 2)
    moved = (1 if o.precision == "fp8" else 2) * linear_numbers(s) + held
    return dict(past=past, tokens_per_second=rate, share_of_bandwidth=moved * rate / slots / BANDWIDTH)


def fp8c(o, *words):
    left = max(o.until - time.time(), 1) if o.until else None
    done = subprocess.run([o.fp8c, *map(str, words)], capture_output=True, text=True, timeout=left)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def made_plan(o, s, work):
    """One plan for all numbers of slots and both sizes of a run, as a file."""
    capacity = max(*o.past, o.prefill or 0) + 2 * o.new
    write_model(work, s, capacity)
    words = ["--precision", o.precision, "--kv-cache", cache_of(o)]
    if o.precision == "fp8":
        np.savez(f"{work}/prompt.npz", input_ids=np.arange(8, dtype=np.int64)[None] * 37 % 500)
        words += ["--calibrate", f"{work}/prompt.npz", "--repair", "none"]
    sizes = ["--dim", f"sequence_length=1,{o.prefill or o.run}"] + (["--dim", "batch=" + ",".join(map(str, o.slots))] if o.slots else [])
    plan = f"{work}/plan.fp8c"
    fp8c(o, "compile", f"{work}/model.onnx", "--capacity", capacity, "--target", o.target, *words, *o.compile, *sizes, "-q", "-o", plan)
    if o.steps:
        open(o.steps, "w").write(fp8c(o, "show", plan, "--steps"))
    return plan


def cache_of(o):
    return o.cache or ("e4m3@0.05" if o.precision == "fp8" else "bf16")


def measured(o, s, plan):
    part = lambda j, name: next(p for p in j["parts"] if p["name"] == name)
    if o.prefill:
        j = json.loads(fp8c(o, "bench", plan, "--prompt-tokens", o.prefill, "--new-tokens", 1, "-n", 5, "--json", "-d", o.device))
        yield dict(prefill=o.prefill, prompt_ms=part(j, "first token")["p50_ms"])
        return
    for slots, past in itertools.product(o.slots or [1], o.past):
        # Rounds behind one that is not counted: capturing the graph takes as long as ten tokens of 32 blocks, once.
        j = json.loads(fp8c(o, "bench", plan, "--prompt-tokens", past, "--new-tokens", o.new, "--slots", slots, "--shared-prompt", "-n", 3, "--json", "-d", o.device))
        streamed, first = part(j, "token"), part(j, "first token")
        yield dict(slots=slots, **shared_figures(o, s, past, slots, j["tokens_per_second_of_many"], cache_of(o)), streamed_ms_p50=streamed["p50_ms"],
                   streamed_ms_p99=streamed["p99_ms"], prompt_ms=first["p50_ms"])


def ours(o, s, work):
    yield from measured(o, s, made_plan(o, s, work))


def replayed(torch, step, begin, count):
    """Seconds of a step as one CUDA graph, of `count` in a row, three times."""
    for _ in range(3):
        step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    seconds = []
    for _ in range(3):
        begin()
        graph.replay()
        torch.cuda.synchronize()
        start = time.time()
        for _ in range(count):
            graph.replay()
        torch.cuda.synchronize()
        seconds.append((time.time() - start) / count)
    return seconds


def peer(o, s):
    """What a PyTorch user has: BF16, a static cache, torch.compile, one CUDA graph a token, greedy."""
    import torch
    import torch.nn.functional as F
    W, H, KV, D = s["width"], s["heads"], s["kv"], s["size"]
    rand = lambda *shape: torch.nn.Parameter(torch.randn(shape, device="cuda", dtype=torch.bfloat16) * shape[-1] ** -0.5, requires_grad=False)
    ones = lambda n: torch.ones(n, device="cuda", dtype=torch.bfloat16)

    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv, self.o = rand((H + 2 * KV) * D, W), rand(W, H * D)
            self.gate_up, self.down = rand(2 * s["ffn"], W), rand(W, s["ffn"])

        def forward(self, x, cos, sin, pos, mask, k, v):
            rotate = lambda t: t * cos + torch.cat([-t[..., D // 2:], t[..., :D // 2]], -1) * sin
            batch, count = x.shape[:2]
            y = F.linear(F.rms_norm(x, (W,), ones(W), 1e-6), self.qkv)
            q, nk, nv = y.view(batch, count, H + 2 * KV, D).transpose(1, 2).split([H, KV, KV], 1)
            if s["norms"]:
                q, nk = F.rms_norm(q, (D,), ones(D), 1e-6), F.rms_norm(nk, (D,), ones(D), 1e-6)
            nk = rotate(nk)
            k.index_copy_(2, pos, nk)
            v.index_copy_(2, pos, nv)
            if count > 1:  # a prompt: nothing is before it
                y = F.scaled_dot_product_attention(rotate(q), nk, nv, is_causal=True, enable_gqa=True)
            else:
                y = F.scaled_dot_product_attention(rotate(q), k, v, attn_mask=mask, enable_gqa=True)
            x = x + F.linear(y.transpose(1, 2).reshape(batch, count, H * D), self.o)
            g, u = F.linear(F.rms_norm(x, (W,), ones(W), 1e-6), self.gate_up).chunk(2, -1)
            return x + F.linear(F.silu(g) * u, self.down)

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = torch.nn.ModuleList(Layer() for _ in range(s["layers"]))
            self.table, self.head = rand(s["vocabulary"], W), rand(s["vocabulary"], W)

        def caches(self, batch, capacity):
            a = torch.arange(capacity, device="cuda")[:, None] / s["theta"] ** (torch.arange(D // 2, device="cuda") * 2 / D)[None]
            self.cos, self.sin = (torch.cat([f] * 2, 1).to(torch.bfloat16) for f in (a.cos(), a.sin()))
            self.k, self.v = ([torch.randn(batch, KV, capacity, D, device="cuda", dtype=torch.bfloat16) for _ in self.layers] for _ in range(2))
            self.places = torch.arange(capacity, device="cuda")

        def forward(self, token, pos):
            x, mask = self.table[token], (self.places <= pos[:, None])[None, None]
            for layer, k, v in zip(self.layers, self.k, self.v):
                x = layer(x, self.cos[pos], self.sin[pos], pos, mask, k, v)
            x = x[:, -1:]
            if token.shape[1] > 1:
                return F.linear(F.rms_norm(x, (W,), ones(W), 1e-6), self.head).argmax(-1)
            token.copy_(F.linear(F.rms_norm(x, (W,), ones(W), 1e-6), self.head).argmax(-1))
            pos.add_(1)

    with torch.no_grad():
        model = Model()
        step = model if o.peer_blocks else torch.compile(model, fullgraph=True, dynamic=False)
        if o.peer_blocks:  # one compile for all of them
            for layer in model.layers:
                layer.compile(fullgraph=True, dynamic=False)
        name = f"torch.compile, BF16, one CUDA graph a {'prompt' if o.prefill else 'token'}"
        about = dict(what=name, torch=torch.__version__, gpu=torch.cuda.get_device_name())
        if o.prefill:
            model.caches(1, o.prefill + 2 * o.new)
            token, pos = torch.arange(o.prefill, device="cuda")[None] * 37 % 500, torch.arange(o.prefill, device="cuda")
            seconds = replayed(torch, lambda: step(token, pos), lambda: None, 10)
            yield dict(prefill=o.prefill, prompt_ms=1e3 * min(seconds), **about)
            return
        for slots, past in itertools.product(o.slots or [1], o.past):
            torch._dynamo.reset()
            model.k = model.v = None
            model.caches(slots, past + 2 * o.new)
            token, pos = torch.full((slots, 1), 5, device="cuda"), torch.full((1,), past, device="cuda")
            seconds = replayed(torch, lambda: step(token, pos), lambda: pos.fill_(past), o.new)
            yield dict(slots=slots, past=past, **about, tokens_per_second=slots / min(seconds))


# The most wanted first; a row's options stand as they would on the command line.
TABLE = [
    "--model llama --precision fp8 --past 1024 8192 --run 32 --slots 1 16 64",
    "--model qwen --past 1024 8192 --slots 1 16 64 --peer",
    "--model qwen --precision fp8 --past 1024 8192 --run 32 --slots 1 16 64",
    "--model qwen --precision bf16 --past 1024 8192 --run 32 --slots 1 16 64",
    "--model llama --past 1024 8192 --slots 1 16 64 --peer",
    "--model llama --layers 8 --precision fp8 --prefill 2048",
    "--model llama --layers 8 --prefill 2048 --peer",
    "--model qwen --precision fp8 --prefill 2048",
    "--model qwen --prefill 2048 --peer",
    "--model llama --layers 8 --precision bf16 --past 1024 8192 --run 32",
    "--model llama --layers 8 --past 1024 8192 --peer",
]
MAKERS = 3  # processes that make plans at a time


def prepare_row(row, folder):
    """The row's plan."""
    try:
        work, shared = f"{folder}/{row.number}", f"{folder}/{row.o.model}.bin"
        os.makedirs(work)
        with row.lock:
            if not os.path.exists(shared):
                write_numbers(shared, max(row.s["vocabulary"], row.s["ffn"]) * row.s["width"] + 64 * UNIT, row.s["width"])
        os.link(shared, f"{work}/weights.bin")
        row.plan = made_plan(row.o, row.s, work)
    except (OSError, SystemExit, subprocess.TimeoutExpired) as e:
        row.failed = str(e)[-500:]
    row.made = True


def take_row(row, note, seconds):
    """Measures the row if it is ready; whether it was."""
    if not row.made:
        return False
    row.done = True
    if row.o.peer:
        words = [sys.executable, os.path.abspath(__file__), *row.words.split(), "--out", row.out]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=seconds)
            row.failed = done.stderr[-500:] if done.returncode else None
        finally:
            for r in json.load(open(row.out)) if os.path.exists(row.out) else []:
                note(row, **r)
    elif row.plan:
        try:
            for r in measured(row.o, row.s, row.plan):
                note(row, **r)
        except SystemExit as e:
            row.failed = str(e)[-500:]
        os.remove(row.plan)
    return True


def table(parser, given, folder):
    begin, results, rows, lock = time.time(), [], [], threading.Lock()

    def left():
        return given.table - (time.time() - begin)

    def note(row, **figures):
        results.append(dict(dict(model=row.o.model, layers=row.s["layers"], precision="bf16" if row.o.peer else row.o.precision), **figures, at=round(time.time() - begin, 1)))
        print(json.dumps(results[-1]), flush=True)
        if given.out:
            json.dump(results, open(given.out, "w"), indent=1)
    for number, words in enumerate(TABLE):
        if given.rows and number not in given.rows:
            continue
        o, s = asked(parser, [*words.split(), "--fp8c", given.fp8c, "--device", given.device, "--target", given.target])
        o.until = begin + given.table
        if given.rehearse:
            o.past, o.new, o.prefill, o.run, o.slots = [24], 4, o.prefill and 32, 4, o.slots and [1, 2]
            s.update(SIZES["tiny"], slots=o.slots)
        rows.append(types.SimpleNamespace(number=number, words=words, o=o, s=s, lock=lock, plan=None, made=o.peer, failed=None, done=o.peer and given.rehearse, out=f"{folder}/{number}.json"))
    waiting = [row for row in rows if not row.o.peer]

    def make():
        while waiting and left() > 20:
            prepare_row(waiting.pop(0), folder)
    makers = [threading.Thread(target=make, daemon=True) for _ in range(MAKERS)]
    for m in makers:
        m.start()
    while left() > 5 and not all(row.done for row in rows):
        for row in rows:
            try:
                if not row.done and take_row(row, note, left()):
                    break
            except subprocess.TimeoutExpired:
                row.failed = "no time left"
        else:
            time.sleep(0.2)
    for m in makers:
        m.join()
    for row in rows:
        if row.failed or not row.done:
            note(row, words=row.words, failed=row.failed and row.failed[-300:] or "no time left")


def asked(parser, words=None):
    o = parser.parse_args(words)
    o.until = None
    o.compile = ["--" + word for word in o.compile]
    s = dict(SIZES[o.model], slots=o.slots)
    s.update({k: v for k, v in (("layers", o.layers), ("vocabulary", o.vocabulary)) if v})
    return o, s


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--model", choices=SIZES, default="qwen")
    p.add_argument("--layers", type=int, help="fewer than the model has")
    p.add_argument("--vocabulary", type=int)
    p.add_argument("--precision", choices=("bf16", "fp8"), default="fp8")
    p.add_argument("--cache", help="type of the KV cache; default e4m3@0.05 in FP8, else bf16")
    p.add_argument("--past", type=int, nargs="+", default=[1024, 8192], help="tokens in front of those that are timed")
    p.add_argument("--new", type=int, default=129, help="tokens that are timed")
    p.add_argument("--slots", type=int, nargs="+", help="so many sequences together, all numbers by one plan; default: one")
    p.add_argument("--run", type=int, default=128, help="tokens of a prompt that a run takes")
    p.add_argument("--compile", nargs="*", default=[], metavar="OPTION", help="further options of fp8c compile, without their dashes: disable=few-rows")
    p.add_argument("--target", default="sm_90a")
    p.add_argument("--device", default="cuda:0")
    p.add_argument("--fp8c", default="fp8c")
    p.add_argument("--steps", metavar="FILE", help="keep what `fp8c show --steps` says of the plan")
    p.add_argument("--peer", action="store_true", help="time torch.compile instead")
    p.add_argument("--peer-blocks", action="store_true", help="compile a block of the peer's for all of them: seconds instead of a minute for each size, tokens come 2%% slower")
    p.add_argument("--prefill", type=int, metavar="TOKENS", help="time a prompt of so many tokens, taken by one run")
    p.add_argument("--table", type=float, metavar="SECONDS", help="rows of both models beside torch.compile, as many as there is time for")
    p.add_argument("--rows", type=int, nargs="+", help="these rows of the table alone, by number from 0")
    p.add_argument("--rehearse", action="store_true", help="--table with small models and without peers")
    p.add_argument("--out", help="figures as JSON")
    o, s = asked(p)
    results = []
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as work:
        if o.table:
            table(p, o, work)
            return
        for r in peer(o, s) if o.peer else ours(o, s, work):
            results.append(dict(model=o.model, layers=s["layers"], vocabulary=s["vocabulary"], precision="bf16" if o.peer else o.precision, **r))
            print(json.dumps(results[-1]), flush=True)
            if o.out:
                json.dump(results, open(o.out, "w"), indent=1)


if __name__ == "__main__":
    main()
