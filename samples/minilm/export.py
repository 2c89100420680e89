#!/usr/bin/env python3
"""Builds the ONNX graph of all-MiniLM-L6-v2 straight from its weights.

  export.py MODEL_DIR OUT.onnx [--batch N|dyn] [--seq N|dyn] [--opset 18] [--fused]

MODEL_DIR holds config.json and model.safetensors.  No torch is needed: a BERT
encoder is short enough to be written down.

inputs   input_ids, attention_mask   int64 [batch, seq]
outputs  last_hidden_state           float [batch, seq, 384]
         sentence_embedding          float [batch, 384], mean over the kept
                                     tokens, then unit length

GELU is spelt out with Erf, as exporters of opset 18 do; --fused uses the Gelu
operator instead and needs opset 20 or newer.
"""
import argparse
import json
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file


class Graph:
    """Collects nodes and initialisers; every op returns its output's name."""

    def __init__(self):
        self.nodes, self.constants, self.count = [], {}, 0

    def const(self, name, value):
        self.constants.setdefault(name, np.ascontiguousarray(value))
        return name

    def op(self, kind, *inputs, out=None, **attributes):
        self.count += 1
        out = out or f"{kind}_{self.count}"
        self.nodes.append(helper.make_node(
            kind, list(inputs), [out], name=f"n{self.count}_{kind}", **attributes))
        return out


def build(config, weights, batch, seq, opset, fused):
    g = Graph()
    hidden, heads = config["hidden_size"], config["num_attention_heads"]
    head = hidden // heads

    def f32(value):
        return np.asarray(value, np.float32)

    def i64(value):
        return np.asarray(value, np.int64)

    def linear(x, key):
        y = g.op("MatMul", x, g.const(key + ".weight_t", weights[key + ".weight"].T))
        return g.op("Add", y, g.const(key + ".bias", weights[key + ".bias"]))

    def norm(x, key, out=None):
        return g.op("LayerNormalization", x,
                    g.const(key + ".weight", weights[key + ".weight"]),
                    g.const(key + ".bias", weights[key + ".bias"]),
                    out=out, axis=-1, epsilon=config["layer_norm_eps"])

    def gelu(x):
        if fused:
            return g.op("Gelu", x)
        e = g.op("Erf", g.op("Mul", x, g.const("rsqrt2", f32(0.5 ** 0.5))))
        e = g.op("Add", e, g.const("one", f32(1)))
        return g.op("Mul", g.op("Mul", x, g.const("half", f32(0.5))), e)

    # Word + position + the one token type in use, whose row is folded into the positions.
    words = g.op("Gather", g.const("embeddings.word",
                 weights["embeddings.word_embeddings.weight"]), "input_ids")
    table = (weights["embeddings.position_embeddings.weight"]
             + weights["embeddings.token_type_embeddings.weight"][0])
    if isinstance(seq, int):
        positions = g.const("embeddings.position", table[:seq])
    else:
        length = g.op("Shape", "input_ids", start=1, end=2)
        positions = g.op("Slice", g.const("embeddings.position", table),
                         g.const("zero1", i64([0])), length, g.const("zero1", i64([0])))
    x = norm(g.op("Add", words, positions), "embeddings.LayerNorm")

    # The additive mask [batch, 1, 1, seq]: 0 where kept, -10000 where padded.
    mask = g.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    mask4 = g.op("Unsqueeze", mask, g.const("axes12", i64([1, 2])))
    bias = g.op("Mul", g.op("Sub", g.const("one", f32(1)), mask4),
                g.const("minus", f32(-10000)))

    split = g.const("split_heads", i64([0, 0, heads, head]))
    merge = g.const("merge_heads", i64([0, 0, hidden]))
    scale = g.const("scale", f32(head ** -0.5))
    layers = config["num_hidden_layers"]
    for i in range(layers):
        layer = f"encoder.layer.{i}."
        attention = layer + "attention."
        q, k, v = (g.op("Reshape", linear(x, f"{attention}self.{name}"), split)
                   for name in ("query", "key", "value"))
        q = g.op("Transpose", q, perm=[0, 2, 1, 3])
        k = g.op("Transpose", k, perm=[0, 2, 3, 1])
        v = g.op("Transpose", v, perm=[0, 2, 1, 3])
        s = g.op("Mul", g.op("MatMul", q, k), scale)
        s = g.op("Softmax", g.op("Add", s, bias), axis=-1)
        c = g.op("Transpose", g.op("MatMul", s, v), perm=[0, 2, 1, 3])
        c = linear(g.op("Reshape", c, merge), attention + "output.dense")
        x = norm(g.op("Add", c, x), attention + "output.LayerNorm")
        h = linear(gelu(linear(x, layer + "intermediate.dense")), layer + "output.dense")
        x = norm(g.op("Add", h, x), layer + "output.LayerNorm",
                 out="last_hidden_state" if i == layers - 1 else None)

    axis1 = g.const("axis1", i64([1]))
    mask3 = g.op("Unsqueeze", mask, g.const("axis2", i64([2])))
    total = g.op("ReduceSum", g.op("Mul", x, mask3), axis1, keepdims=0)
    count = g.op("Max", g.op("ReduceSum", mask, axis1, keepdims=1), g.const("tiny", f32(1e-9)))
    mean = g.op("Div", total, count)
    length = g.op("ReduceL2", mean, axis1, keepdims=1)
    length = g.op("Max", length, g.const("tiny12", f32(1e-12)))
    g.op("Div", mean, length, out="sentence_embedding")

    port = helper.make_tensor_value_info
    graph = helper.make_graph(
        g.nodes, "all_minilm_l6_v2",
        [port(name, TensorProto.INT64, [batch, seq]) for name in ("input_ids", "attention_mask")],
        [port("last_hidden_state", TensorProto.FLOAT, [batch, seq, hidden]),
         port("sentence_embedding", TensorProto.FLOAT, [batch, hidden])],
        [numpy_helper.from_array(value, key) for key, value in g.constants.items()])
    model = helper.make_model(graph, producer_name="fp8c samples/minilm/export.py",
                              opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 8 if opset <= 18 else 10
    onnx.checker.check_model(model, full_check=True)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("model_dir")
    parser.add_argument("out")
    parser.add_argument("--batch", default="dyn", help="a number, or dyn (the default)")
    parser.add_argument("--seq", default="dyn", help="a number up to 512, or dyn (the default)")
    parser.add_argument("--opset", type=int, default=18)
    parser.add_argument("--fused", action="store_true", help="use the Gelu operator")
    args = parser.parse_args()
    if args.fused and args.opset < 20:
        parser.error("--fused needs --opset 20 or newer")
    with open(os.path.join(args.model_dir, "config.json"), encoding="utf-8") as f:
        config = json.load(f)
    weights = load_file(os.path.join(args.model_dir, "model.safetensors"))
    batch = "batch" if args.batch == "dyn" else int(args.batch)
    seq = "seq" if args.seq == "dyn" else int(args.seq)
    onnx.save(build(config, weights, batch, seq, args.opset, args.fused), args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
