#!/usr/bin/env python3
"""What the demo shows, and what it promises.

  compare.py SENTENCES F32_DIR FP8_DIR REPORT.json F32_BENCH.json FP8_BENCH.json

The two folders hold sentence_embedding.npy as `fp8c run` wrote them.  Exits 1
when the embeddings are further apart, or less of the model is in FP8, than the
demo promises.
"""
import json
import sys

import numpy as np

from wordpiece import read_sentences

MEAN_COSINE, EACH_COSINE = 0.996, 0.985
LINEAR_LAYERS, MAC_SHARE = 36, 0.95
SHOWN = (0, 1, 2, 3, 5, 6)  # three pairs that mean nearly the same
FP8 = ("e4m3", "e5m2")


def read_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def embeddings(folder):
    x = np.load(f"{folder}/sentence_embedding.npy").astype(np.float64)
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def print_matrix(title, rows, e):
    print(f"\n{title}")
    for i in rows:
        print("   " + " ".join(f"{e[i] @ e[j]:6.3f}" for j in rows))


def linear_layers(report):
    """(linear layers, those in FP8)"""
    layers = in_fp8 = 0
    for node in report["nodes"]:
        if node["op"] == "Linear":
            members = node["decision"]["members"]  # q, k and v are one product
            layers += members
            if all(operand["format"] in FP8 for operand in node["inputs"][:2]):
                in_fp8 += members
    return layers, in_fp8


def end_to_end_ms(path):
    parts = {part["name"]: part["p50_ms"] for part in read_json(path)["parts"]}
    return parts["end to end"]


def main():
    sentences_path, f32_dir, fp8_dir, report_path, f32_bench, fp8_bench = sys.argv[1:]
    sentences = read_sentences(sentences_path)
    f32, fp8 = embeddings(f32_dir), embeddings(fp8_dir)
    if len(f32) != len(sentences) or f32.shape != fp8.shape:
        sys.exit(f"compare.py: {len(sentences)} sentences, but embeddings {f32.shape} and {fp8.shape}")

    for i in SHOWN:
        print(f"   {sentences[i]}")
    print_matrix("similarity, F32 graph", SHOWN, f32)
    print_matrix("similarity, FP8 plan", SHOWN, fp8)

    f32_ms, fp8_ms = end_to_end_ms(f32_bench), end_to_end_ms(fp8_bench)
    print(f"\ntime on the CPU device for all {len(sentences)} sentences, median: "
          f"F32 {f32_ms:.1f} ms, FP8 {fp8_ms:.1f} ms")
    print("   (the CPU device computes what a GPU would, to the same roundings; FP8 is faster on GPUs)")

    cosine = (f32 * fp8).sum(-1)
    report = read_json(report_path)
    layers, in_fp8 = linear_layers(report)
    share = report["summary"]["fp8_mac_share_outside_attention"]
    worst = int(cosine.argmin())
    print(f"\nlinear layers in FP8: {in_fp8} of {layers}, "
          f"{100 * share:.1f}% of the multiply-accumulates outside attention, "
          f"{100 * report['summary']['fp8_mac_share']:.1f}% of all")
    print(f"cosine of F32 and FP8 embeddings over {len(cosine)} sentences: mean {cosine.mean():.5f}, "
          f"worst {cosine.min():.5f} (\"{sentences[worst]}\")")

    failures = []
    if not np.isfinite(cosine).all():
        failures.append("an embedding is not finite")
    if not cosine.mean() >= MEAN_COSINE:
        failures.append(f"the mean cosine is below {MEAN_COSINE}")
    if not cosine.min() >= EACH_COSINE:
        failures.append(f"a cosine is below {EACH_COSINE}")
    if layers != LINEAR_LAYERS or in_fp8 != LINEAR_LAYERS:
        failures.append(f"not all of {LINEAR_LAYERS} linear layers are in FP8")
    if share < MAC_SHARE:
        failures.append(f"less than {100 * MAC_SHARE:.0f}% of the multiply-accumulates are in FP8")
    for failure in failures:
        print(f"compare.py: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
