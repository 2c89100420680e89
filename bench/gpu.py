#!/usr/bin/env python3
"""fp8c beside PyTorch on one GPU, in one run: medians of CUDA-graph replays.

  gpu.py --fp8c PATH [--plan minilm=FILE.fp8c] [--rows minilm:1,minilm:32,bert-large:32] [--out DIR]
         [--peers eager-bf16,compile-bf16,compile-fp8] [--quick]

A row is MODEL:BATCH.  minilm, bert-base and bert-large are BERT encoders with
random weights (minilm: those of the plan given); a model without a plan is
exported by torch.onnx and compiled here.  The peers run the same
encoder: eager BF16, torch.compile BF16, and torch.compile with every linear
layer as torch._scaled_mm (E4M3, static scale per tensor).  Prints a table and
writes DIR/<row>.json with GPU, driver, versions, clocks and the command.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import torch
import torch.nn as nn
import torch.nn.functional as F
from transformers import BertConfig, BertModel

torch.set_grad_enabled(False)
E4M3 = torch.float8_e4m3fn
MODELS = {  # hidden, layers, heads, intermediate, tokens
    "minilm": (384, 6, 12, 1536, 128),
    "bert-base": (768, 12, 12, 3072, 128),
    "bert-large": (1024, 24, 16, 4096, 384),
}


class FP8Linear(nn.Module):
    """A linear layer as FP8 inference in PyTorch computes it: quantise, multiply, BF16 out."""

    def __init__(self, linear):
        super().__init__()
        w = linear.weight.detach().float()
        scale = w.abs().amax() / 448
        self.register_buffer("w", (w / scale).clamp(-448, 448).to(E4M3))
        self.register_buffer("w_scale", scale.reshape(()))
        self.register_buffer("x_scale", torch.tensor(4.0 / 448, device=w.device))
        self.register_buffer("x_inverse", torch.tensor(448 / 4.0, device=w.device))
        self.bias = nn.Parameter(linear.bias.detach().bfloat16(), requires_grad=False)

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        q = (flat.float() * self.x_inverse).clamp(-448, 448).to(E4M3)
        y = torch._scaled_mm(q, self.w.t(), scale_a=self.x_scale, scale_b=self.w_scale, bias=self.bias,
                             out_dtype=torch.bfloat16, use_fast_accum=True)
        return y.reshape(*x.shape[:-1], -1)


def in_fp8(module):
    for name, child in list(module.named_children()):
        if isinstance(child, nn.Linear):
            setattr(module, name, FP8Linear(child))
        else:
            in_fp8(child)
    return module


class Encoder(nn.Module):
    def __init__(self, name):
        super().__init__()
        hidden, layers, heads, inner, _ = MODELS[name]
        torch.manual_seed(0)
        self.bert = BertModel(BertConfig(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads,
                                         intermediate_size=inner), add_pooling_layer=False)

    def forward(self, ids, mask=None):
        return self.bert(input_ids=ids, attention_mask=mask).last_hidden_state


def median(times):
    return sorted(times)[len(times) // 2]


def graph_ms(call, args, rounds=50):
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call(*args)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call(*args)
    times = []
    for i in range(rounds + 5):
        a, b = torch.cuda.Event(True), torch.cuda.Event(True)
        a.record()
        graph.replay()
        b.record()
        b.synchronize()
        if i >= 5:
            times.append(a.elapsed_time(b))
    return median(times)


def peer(name, batch, how, quick):
    model = Encoder(name).eval().cuda().bfloat16()
    if "fp8" in how:
        model = in_fp8(model)
    ids = torch.randint(0, 30000, (batch, MODELS[name][4]), device="cuda")
    mask = torch.ones_like(ids) if name == "minilm" else None
    start = time.time()
    call = model
    if how.startswith("compile"):
        torch._dynamo.reset()
        call = torch.compile(model, mode="default" if quick else "max-autotune-no-cudagraphs", dynamic=False)
    call(ids, mask)
    torch.cuda.synchronize()
    seconds = time.time() - start
    ms = graph_ms(call, (ids, mask))
    del model, call
    torch.cuda.empty_cache()
    return {"ms": ms, "build_seconds": seconds}


def export(name, folder):
    """ONNX by torch.onnx, weights beside it; two batches of calibration ids."""
    import numpy as np
    path = os.path.join(folder, name + ".onnx")
    model = Encoder(name).eval()
    ids = torch.randint(0, 30000, (2, MODELS[name][4]))
    batch = torch.export.Dim("batch", min=1, max=512)
    torch.onnx.export(model, (ids,), path, input_names=["ids"], output_names=["hidden"], dynamo=True,
                      dynamic_shapes=({0: batch},), opset_version=20)
    np.savez(os.path.join(folder, name + ".npz"), ids=np.random.default_rng(0).integers(0, 30000, (4, MODELS[name][4])))
    return path


def fp8c_json(words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: exit {done.returncode}: {done.stderr.strip()[-600:]}")
    return json.loads(done.stdout)


def compile_plan(fp8c, name, batches, folder):
    onnx, plan = export(name, folder), os.path.join(folder, name + ".fp8c")
    words = [fp8c, "compile", onnx, "-o", plan, "--calibrate", os.path.join(folder, name + ".npz"), "--target", "sm_90a",
             "--dim", "batch=" + ",".join(map(str, batches)), "--json", "--cache-dir", os.path.join(folder, "cache")]
    seconds = []
    for _ in ("cold", "warm"):
        start = time.time()
        report = fp8c_json(words)
        seconds.append(time.time() - start)
    print(f"compiled {name}: cold {seconds[0]:.1f} s, warm {seconds[1]:.1f} s; {report['summary'].get('sentence')}", flush=True)
    return plan, seconds


def ours(fp8c, plan, name, batch):
    return fp8c_json([fp8c, "bench", plan, "--device", "cuda:0", "--no-transfers", "--duration", "1", "--dim", f"batch={batch}",
                      "--dim", "seq=128", "--profile", "--json"] + RANGES[name])


RANGES = {"minilm": ["--range", "input_ids=0:30521", "--range", "attention_mask=1:1"],
          "bert-base": ["--range", "ids=0:29999"], "bert-large": ["--range", "ids=0:29999"]}


def device_ms(figures):
    return next(p for p in figures["parts"] if p["name"] == "device")["p50_ms"]


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("--fp8c", required=True)
    ap.add_argument("--plan", action="append", default=[])
    ap.add_argument("--rows", default="minilm:1,minilm:32")
    ap.add_argument("--peers", default="eager-bf16,compile-bf16,compile-fp8")
    ap.add_argument("--out", default="bench/results")
    ap.add_argument("--quick", action="store_true", help="torch.compile without its search")
    a = ap.parse_args()
    rows = [(r.split(":")[0], int(r.split(":")[1])) for r in a.rows.split(",")]
    plans = dict(p.split("=", 1) for p in a.plan)
    builds = {}
    folder = tempfile.mkdtemp()
    os.makedirs(a.out, exist_ok=True)
    print(f"{'row':<16}{'fp8c':>10}" + "".join(f"{p:>22}" for p in a.peers.split(",")), flush=True)
    for name, batch in rows:
        result = {"row": f"{name}:{batch}", "command": " ".join(sys.argv), "torch": torch.__version__, "date": time.strftime("%Y-%m-%d")}
        if name not in plans:
            plans[name], builds[name] = compile_plan(a.fp8c, name, sorted({b for n, b in rows if n == name}), folder)
        if name in builds:
            result["fp8c_compile_seconds"] = dict(zip(("cold", "warm"), builds[name]))
        before = ours(a.fp8c, plans[name], name, batch)
        result["peers"] = {}
        for how in filter(None, a.peers.split(",")):
            try:
                result["peers"][how] = peer(name, batch, how, a.quick)
            except Exception as e:  # a peer that cannot run is a row that says so
                result["peers"][how] = {"error": f"{type(e).__name__}: {str(e)[:300]}"}
        after = ours(a.fp8c, plans[name], name, batch)
        result["fp8c_ms"] = [device_ms(before), device_ms(after)]
        for key in ("gpu", "driver", "clock_mhz", "power_watts", "graph", "steps"):
            result[key] = after.get(key)
        mine = min(result["fp8c_ms"])
        cells = "".join(f"{p['ms']:>10.4f} ({p['ms'] / mine:>5.2f}x)   " if "ms" in p else f"{'failed':>22}"
                        for p in result["peers"].values())
        print(f"{name}:{batch:<8} {mine:>10.4f} ms {cells}", flush=True)
        with open(os.path.join(a.out, f"{name}-{batch}.json"), "w") as f:
            json.dump(result, f, indent=1)


if __name__ == "__main__":
    main()
