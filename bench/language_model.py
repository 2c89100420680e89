#!/usr/bin/env python3
"""Perplexity of a small language model in F32, BF16 and FP8, as trained and with massive activations.

  python3 -m venv lmvenv && lmvenv/bin/pip install torch onnx numpy
  lmvenv/bin/python bench/language_model.py --fp8c build/fp8c --work DIR [--json FILE.json] [--rows plain,channels] [--target sm_90a]

The model reads bytes: 4 blocks of width 128 (RMSNorm, rotary positions, 4 heads over 2, a gated product).  It is trained on
this project's sources and documents for --steps steps, in some minutes on two threads, once: DIR keeps the weights.  Files that are
kept out of training (every 16th) calibrate and judge: the first of them calibrate, the others judge.  The model is exported by torch.onnx.

Massive activations change nothing that the model computes, but what it computes with:
  channels  what a norm gives, what the gated product gives, keys and values have channels 30 to 30,000 times as large as others,
            and what reads them is as much smaller
  first     in every block two hidden channels are 1,000 times as large as the others at the first token alone, and cancel
"plain" beside each is one scale for a tensor of activations by its largest, one for each row of weights, and no repair.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import time
import warnings

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, VOCABULARY = 256, 257  # the token in front of every text, then bytes
WIDTH, HEADS, KV_HEADS, SIZE, LAYERS, HIDDEN = 128, 4, 2, 32, 4, 352
POSITIONS, WINDOW = 512, 192
FORMATS = [("F32", ["-p", "f32"]), ("BF16", ["-p", "bf16", "--kv-cache", "bf16"]), ("FP8", ["-p", "fp8", "--kv-cache", "bf16"]),
           ("FP8, E4M3 cache", ["-p", "fp8", "--kv-cache", "e4m3"]),
           ("plain FP8", ["-p", "fp8", "--kv-cache", "bf16", "--repair", "none", "--norms", "keep", "--calibrate-method", "max"])]


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.gain


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        linear = lambda rows, columns: nn.Linear(columns, rows, bias=False)
        self.first, self.second = Norm(), Norm()
        self.q, self.k, self.v = linear(HEADS * SIZE, WIDTH), linear(KV_HEADS * SIZE, WIDTH), linear(KV_HEADS * SIZE, WIDTH)
        self.o = linear(WIDTH, HEADS * SIZE)
        self.gate, self.up, self.down = linear(HIDDEN, WIDTH), linear(HIDDEN, WIDTH), linear(WIDTH, HIDDEN)

    def forward(self, x, cos, sin, mask, past):
        b, s = x.shape[0], x.shape[1]
        y = self.first(x)
        heads = lambda t, n: t.view(b, s, n, SIZE).transpose(1, 2)
        turn = lambda t: t * cos + torch.cat((-t[..., SIZE // 2:], t[..., :SIZE // 2]), -1) * sin
        q, k, v = turn(heads(self.q(y), HEADS)), turn(heads(self.k(y), KV_HEADS)), heads(self.v(y), KV_HEADS)
        if past is not None:
            k, v = torch.cat((past[0], k), 2), torch.cat((past[1], v), 2)
        wide = lambda t: t[:, :, None].expand(b, KV_HEADS, HEADS // KV_HEADS, t.shape[2], SIZE).reshape(b, HEADS, t.shape[2], SIZE)
        shares = torch.softmax(q @ wide(k).transpose(2, 3) * SIZE ** -0.5 + mask, -1)
        x = x + self.o((shares @ wide(v)).transpose(1, 2).reshape(b, s, HEADS * SIZE))
        y = self.second(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), (k, v)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.last = Norm()
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)
        angles = torch.arange(POSITIONS)[:, None] / 10000.0 ** (torch.arange(SIZE // 2) * 2 / SIZE)[None]
        self.register_buffer("angles", torch.cat((angles, angles), 1), persistent=False)
        for p in self.parameters():
            if p.dim() == 2:
                nn.init.normal_(p, std=0.02 if p is self.table.weight else p.shape[1] ** -0.5)

    def forward(self, input_ids, attention_mask=None, position_ids=None, *past):
        b, s = input_ids.shape
        if position_ids is None:
            position_ids = torch.arange(s)[None]
            mask = torch.full((s, s), -1e9).triu(1)
        else:
            places = torch.arange(attention_mask.shape[1])
            seen = (places <= position_ids[..., None]) & attention_mask[:, None].bool()
            mask = torch.where(seen, 0.0, -1e9)[:, None]
        angles = self.angles[position_ids][:, None]
        cos, sin = angles.cos(), angles.sin()
        x, kept = self.table(input_ids), []
        for i, block in enumerate(self.blocks):
            x, pair = block(x, cos, sin, mask, past[2 * i:2 * i + 2] if past else None)
            kept += pair
        logits = self.head(self.last(x))
        return (logits, *kept) if past else logits


# ---- Text and training --------------------------------------------------------------------------


def files():
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "*.c", "*.h", "*.md", "*.py", "*.cuh"], capture_output=True, text=True, check=True).stdout.split()
    return [p for p in (ROOT / n for n in sorted(names)) if p.stat().st_size > 2000]


def texts(kept_out):
    return [list(p.read_bytes()) for i, p in enumerate(files()) if (i % 16 == 0) == kept_out]


def train(path, steps):
    torch.manual_seed(1)
    text = torch.tensor([b for t in texts(False) for b in t])
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95), weight_decay=0.1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, steps, pct_start=0.05)
    start = time.time()
    for step in range(steps):
        at = torch.randint(len(text) - WINDOW, (8,))
        batch = torch.stack([text[i:i + WINDOW] for i in at])
        given = torch.cat((torch.full((8, 1), FIRST), batch[:, :-1]), 1)
        loss = F.cross_entropy(model(given).flatten(0, 1), batch.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 100 == 0 or step + 1 == steps:
            print(f"step {step}: {loss.item():.3f} nats a byte, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
    torch.save(model.state_dict(), path)
    return model


def windows(count, skip):
    """[count, WINDOW] tokens from files that training did not see: one window of each in turn."""
    rows, left = [], [t for t in texts(True) if len(t) > 8 * WINDOW]
    for i in range(skip, skip + count):
        t = left[i % len(left)]
        at = (i // len(left) + 1) * (WINDOW - 1) % (len(t) - WINDOW)
        rows.append([FIRST] + t[at:at + WINDOW - 1])
    return np.array(rows, np.int64)


# ---- Massive activations ------------------------------------------------------------------------


def scale_channels(model):
    """Powers of two, 30 to 30,000 together: what is multiplied by one is divided by it, without rounding."""
    factors = 2.0 ** torch.tensor([5, 7, 9, 11, 13, 15])  # 32 ... 32,768
    with torch.no_grad():
        for b in model.blocks:
            at = torch.linspace(3, WIDTH - 5, len(factors)).long()
            for norm, readers in ((b.first, (b.q, b.k, b.v)), (b.second, (b.gate, b.up))):
                norm.gain[at] *= factors
                for r in readers:
                    r.weight[:, at] /= factors
            at = torch.linspace(2, HIDDEN - 7, len(factors)).long()
            b.up.weight[at] *= factors[:, None]
            b.down.weight[:, at] /= factors
            # of keys whole pairs that positions turn, of values any: each head of keys is read by two of queries
            for h in range(KV_HEADS):
                for i, f in ((1, 32.0), (6, 512.0)):
                    for half in (0, SIZE // 2):
                        b.k.weight[h * SIZE + i + half] *= f
                        for q in range(HEADS // KV_HEADS):
                            b.q.weight[(h * HEADS // KV_HEADS + q) * SIZE + i + half] /= f
                for i, f in ((3, 32.0), (20, 512.0)):
                    b.v.weight[h * SIZE + i] *= f
                    for q in range(HEADS // KV_HEADS):
                        b.o.weight[:, (h * HEADS // KV_HEADS + q) * SIZE + i] /= f


def first_token(model, factor=1000.0):
    """Two of the hidden channels see the first token alone and are read with opposite signs."""
    ids = torch.tensor(windows(8, 0))
    with torch.no_grad():
        for b in model.blocks:
            seen = {}
            hook = b.second.register_forward_hook(lambda m, i, o: seen.__setitem__("y", o))
            model(ids)
            hook.remove()
            y = seen["y"]
            rows = torch.cat((y[:1, 0], y[:, 1:].flatten(0, 1)))
            want = torch.full((len(rows), 1), -1.0)
            want[0] = 1.0
            weight = torch.ones(len(rows), 1)
            weight[0] = len(rows)  # as much as all others
            direction = torch.linalg.lstsq(rows * weight.sqrt(), want * weight.sqrt()).solution[:, 0]
            others, hidden = rows[1:] @ direction, F.silu(b.gate(rows)) * b.up(rows)
            gain = 30.0 / max(-others.max().item(), 0.02)  # silu of -30 is nothing
            peak = F.silu(gain * (rows[0] @ direction)) * gain * (rows[0] @ direction)
            for channel, sign in ((0, 1.0), (1, -1.0)):
                b.gate.weight[channel] = direction * gain
                b.up.weight[channel] = direction * gain * factor * hidden.abs().max() / peak
                b.down.weight[:, channel] = sign * b.down.weight[:, 2] / factor


# ---- Measuring ----------------------------------------------------------------------------------


def export(model, path):
    s, p = 3, 5
    past = [torch.zeros(1, KV_HEADS, p, SIZE) for _ in range(2 * LAYERS)]
    names = [f"{{}}.{i}.{what}" for i in range(LAYERS) for what in ("key", "value")]
    inputs = ["input_ids", "attention_mask", "position_ids"] + [n.format("past_key_values") for n in names]
    outputs = ["logits"] + [n.format("present") for n in names]
    axes = {"input_ids": {0: "batch", 1: "seq"}, "attention_mask": {0: "batch", 1: "total"}, "position_ids": {0: "batch", 1: "seq"}, "logits": {0: "batch", 1: "seq"}}
    axes.update({n.format("past_key_values"): {0: "batch", 2: "past"} for n in names})
    axes.update({n.format("present"): {0: "batch", 2: "total"} for n in names})
    given = (torch.zeros(1, s, dtype=torch.int64), torch.ones(1, s + p, dtype=torch.int64), torch.arange(p, p + s)[None], *past)
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    torch.onnx.export(model, given, str(path), dynamo=False, opset_version=17, input_names=inputs, output_names=outputs, dynamic_axes=axes)


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(str(w) for w in words)}: {done.stderr.strip()}")
    return done.stdout


def measure(args, model, kind):
    onnx_file, rows = args.work / f"{kind}.onnx", {}
    export(model, onnx_file)
    # What computes in which format is decided for all targets of a plan together: its CPU variant judges what the GPU's rules allow.
    targets = [word for t in dict.fromkeys([args.target, "cpu"]) for word in ("--target", t)]
    with torch.no_grad():
        ids = torch.tensor(np.load(args.work / "judge.npy"))
        logits = model(ids[:, :-1]).double()
        nats = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    rows["torch, F32"] = {"perplexity": math.exp(nats)}
    for name, words in FORMATS:
        plan = args.work / "model.fp8c"
        data = ["--calibrate", args.work / "calibrate.npz"] if "fp8" in words else []
        run(args.fp8c, "compile", onnx_file, "-o", plan, "-q", "--capacity", WINDOW, *targets, "-j", args.threads, *words, *data)
        rows[name] = json.loads(run(args.fp8c, "perplexity", plan, "--tokens", args.work / "judge.npy", "-j", args.threads, "--json"))
        over = 100 * (rows[name]["perplexity"] / rows["BF16" if "BF16" in rows else "F32"]["perplexity"] - 1)
        rows[name]["over_bf16_percent"] = over
        print(f"{kind:10} {name:18} {rows[name]['perplexity']:9.4f} {over:+8.3f}% of BF16", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fp8c", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--windows", type=int, default=96, help="windows of text that judge")
    parser.add_argument("--target", default="cpu", help="whose rules decide what computes in FP8; the CPU computes")
    parser.add_argument("--rows", default="plain,channels,first")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.work.mkdir(parents=True, exist_ok=True)
    weights = args.work / f"weights.{args.steps}.pt"
    if not weights.exists():
        train(weights, args.steps)
    np.save(args.work / "judge.npy", windows(args.windows, 16))
    np.savez(args.work / "calibrate.npz", input_ids=windows(16, 0))
    figures = {}
    for kind in args.rows.split(","):
        model = Model()
        model.load_state_dict(torch.load(weights))
        model.eval()
        {"plain": lambda m: None, "channels": scale_channels, "first": first_token}[kind](model)
        figures[kind] = measure(args, model, kind)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
