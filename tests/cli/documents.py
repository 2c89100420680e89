"""Report documents for tests of what shows them: a real one with every optional field
filled by formulas, and one of a model as large as is wanted."""
import copy
import math


def filled(report):
    """Every field that only a search, a sensitivity run or a GPU brings, with made-up figures."""
    r = copy.deepcopy(report)
    matrix = [n for n in r["nodes"] if "decision" in n]
    r["calibration_skipped"] = 3
    r["evaluation"] = {"split": "held-out", "samples": 24}
    r["budget"] = {"text": "sqnr>=25dB", "metric": "sqnr", "bound": 25.0, "measured": 25.75, "met": True}
    r["time"] = {"source": "model", "target": "sm_90a", "profile": "batch=8", "assumes": "one run at these sizes", "constants": "measured",
                 "seconds": 45.25e-6, "bf16_seconds": 72.25e-6,
                 "steps": [{"name": n["name"], "kind": "gemm", "format": n["decision"]["format"], "limit": ["math", "memory", "launch"][i % 3],
                            "seconds": (2 + i % 5) * 1e-6, "macs": n["decision"]["macs"], "bytes": 4096} for i, n in enumerate(matrix)]}
    r["sensitivity"] = {"method": "exact", "metric": "sqnr", "samples": 16, "correlation": 0.971, "predicted_db": 26.5, "measured_db": 25.75}
    steps = 12
    r["pareto"] = [{"fp8_mac_share": i / (steps - 1), "fp8_nodes": round(len(matrix) * i / (steps - 1)), "seconds": 72.25e-6 - 3e-6 * i,
                    "predicted_db": 44 - 0.16 * i * i, "measured_db": 43.5 - 0.16 * i * i if i % 3 == 0 else None,
                    **({"chosen": True} if i == 9 else {})} for i in range(steps)]
    r["pareto"].append({"fp8_mac_share": 0, "fp8_nodes": 0, "seconds": 150e-6, "predicted_db": 90, "measured_db": None})  # in F32
    total = sum(1 / (i + 1) for i in range(len(matrix)))
    for i, n in enumerate(matrix):
        power = 1e-3 / (i + 1)
        n["noise"] = {"power": power, "share": 1 / (i + 1) / total, "method": "exact" if i % 4 else "estimate"}
        n["seconds"], n["bf16_seconds"] = 1e-6 + 1e-8 * i, 1.9e-6 - 2e-8 * (i % 7)
        n["options"] = [{"format": "e4m3", "granularity": "per tensor", "noise": power, "method": "exact", "seconds": n["seconds"], "chosen": True},
                        {"format": "e5m2", "granularity": "per tensor", "noise": 3 * power, "method": "estimate", "seconds": n["seconds"]},
                        {"format": "bf16", "noise": power / 99, "method": "estimate", "seconds": n["bf16_seconds"]},
                        {"format": "f32", "noise": 0.0, "method": "exact", "seconds": 9 * n["bf16_seconds"]}]
        n["decision"].setdefault("what_if", {"e3m4_db": 36.5, "e2m5_db": 31.0, "int8_db": None})
    names = {a["name"] for a in r["alternatives"]}
    for name in {"f32", "e5m2"} - names:
        other = copy.deepcopy(r["alternatives"][0])
        other["name"] = name
        for o in other["outputs"]:
            o.update({"sqnr_db": None, "cosine": 1.0, "cosine_min": 1.0} if name == "f32" else {"sqnr_db": 19.25})
        r["alternatives"].append(other)
    seconds = {"bf16": 72.25e-6, "e4m3": 39.25e-6, "e5m2": 41.25e-6, "f32": 170e-6}
    for a in r["alternatives"]:
        a["seconds"] = seconds.get(a["name"], 45.25e-6)
        a["metric"] = a["outputs"][0]["sqnr_db"]
        a["judged"] = [{"output": a["outputs"][0]["name"], "before": "Softmax",
                        "sqnr_db": None if a["name"] == "f32" else a["outputs"][0]["sqnr_db"] + 3.5}]
        for o in a["outputs"] + a["judged"]:
            o.pop("spread", None)
            db = o["sqnr_db"]
            if db is not None:
                o["spread"] = {"samples": 24, "min_db": db - 4, "p10_db": db - 2, "median_db": db + 0.5, "p90_db": db + 2.5, "max_db": db + 5}
    for v in r["values"]:
        v.setdefault("what_if", {"e3m4_db": 33.0, "e2m5_db": 30.5, "int8_db": 34.5})
        v["nonfinite"] = 0
    r["diagnostics"] = [{"severity": "warning", "code": "small-calibration", "node": "", "text": "24 samples are few"},
                        {"severity": "note", "code": "store-types", "node": matrix[0]["name"], "text": "stays as it is"}]
    launches = [{"name": n["name"], "kernel": f"fp8c_gemm_e4m3_e4m3_bf16_{i:012x}", "precision": "e4m3 x e4m3 -> bf16", "flops": 2 * n["decision"]["macs"],
                 "bytes_moved": 4096 + i, "model_seconds": n["seconds"]} for i, n in enumerate(matrix)]
    for n, l in zip(matrix, launches):
        n["kernels"].append({"target": "sm_90a", "kernel": l["kernel"], "precision": l["precision"], "as_decided": n["decision"]["format"] in ("e4m3", "e5m2")})
    for batch in (1, 8):
        r["variants"].append({"target": "sm_90a", "profile": f"batch={batch}", "steps": len(launches), "kernels": 7, "weight_bytes": 123456,
                              "activation_bytes": 7000 * batch, "workspace_bytes": 0, "launches": copy.deepcopy(launches)})
    way = lambda name, cost, seconds, taken=False, **more: {"name": name, "cost": cost, "seconds": seconds, "taken": taken, **more}
    r["variants"][-1]["tuning"] = {
        "device": "NVIDIA H200, 132 multiprocessors", "model": {"first_taken": 0, "mean_factor": 1.25, "worst_factor": 1.25, "worst_node": matrix[0]["name"]},
        "problems": [{"node": matrix[0]["name"], "uses": 24, "ways_known": 4, "model_seconds": 5e-6, "ways": [
            way("128 x 128, two in turn", 1.0, 8e-6), way("64 x 128", 1.25, 4e-6, True), way("64 x 64", 1.5, None, failed="too many resources")]}]}
    return r


def large(report, nodes, variants):
    """A document of `nodes` nodes, two fifths of them matrix nodes, made of a real one's."""
    r = filled(report)
    matrix = [n for n in r["nodes"] if "decision" in n]
    others = [n for n in r["nodes"] if "decision" not in n]
    values, out, kept = r["values"], [], []
    formats = ["e4m3", "e4m3", "e4m3", "bf16", "e5m2", "e4m3", "f32"]
    for i in range(nodes):
        of = matrix if i % 5 < 2 else others
        n = copy.deepcopy(of[i % len(of)])
        block = f"/model/encoder/layer.{i // 20}/attention/self/"
        n["name"], n["sources"] = f"{block}{n['op']}_{i}", [f"{block}{n['op']}_{i}", f"{block}Add_{i}"]
        if "decision" in n:
            n["decision"].update(format=formats[i % len(formats)], macs=1000 * (1 + i * 7919 % 5000))
            for key, base in (("sqnr_e4m3_db", 31), ("sqnr_e5m2_db", 26), ("sqnr_bf16_db", 52)):
                n["decision"][key] = base + 5 * math.sin(i / 9)
            n["noise"].update(power=1e-4 * (1 + math.cos(i)), share=(1 + math.cos(i)) / (0.4 * nodes))
            n["kernels"][-1]["as_decided"] = n["kernels"][0]["as_decided"] = True
            v = copy.deepcopy(values[i % len(values)])
            v["value"] = n["name"] + "_output_0"
            kept.append(v)
        out.append(n)
    r["nodes"], r["values"] = out, kept
    launches = [{"name": n["name"], "kernel": f"fp8c_gemm_e4m3_e4m3_bf16_cast_{i:012x}", "precision": "e4m3 x e4m3 -> bf16", "flops": 123456789 + i,
                 "bytes_moved": 987654 + i} for i, n in enumerate(out)]
    r["variants"] = r["variants"][:1] + [{"target": "sm_90a", "profile": f"batch={i + 1} seq=128", "steps": len(launches), "kernels": 90, "weight_bytes": 10**8,
                                           "activation_bytes": 10**7, "workspace_bytes": 0, "launches": launches} for i in range(variants)]
    return r


def layers(report, count, kinds=("query", "key", "attention", "norm", "up", "down")):
    """A document of `count` layers that are alike but for their names, and one kernel a node: a chain in which
    the first kernel's result is read by the last of its layer too.  The last product of layer 1 is BF16."""
    r = copy.deepcopy(report)
    matrix = next(n for n in r["nodes"] if "decision" in n)
    other = copy.deepcopy(next(n for n in r["nodes"] if "decision" not in n))
    nodes, last = [], r["inputs"][0]["name"]
    for layer in range(count):
        first = None
        for kind in kinds:
            n = copy.deepcopy(other if kind == "norm" else matrix)
            n["name"] = f"encoder.layer.{layer}.{kind}"
            n["op"], n["sources"] = {"norm": "LayerNormalization", "attention": "Attention"}.get(kind, "Linear"), [n["name"]]
            n["region"], n["region_kind"] = len(nodes), "gemm"
            out = {"name": f"value{len(nodes)}", "type": "bf16[?, 64]", "format": "bf16", "constant": False}
            ins = [last] + ([first] if kind == "down" else [])
            n["inputs"] = [dict(out, name=v) for v in ins] + [i for i in n["inputs"] if i["constant"]]
            n["outputs"] = [out]
            if kind == "down" and layer == 1:
                n["decision"].update(format="bf16", rule="small")
            nodes.append(n)
            last, first = out["name"], first or out["name"]
    nodes[-1]["outputs"][0]["name"] = r["outputs"][0]["name"]
    r["nodes"], r["values"] = nodes, []
    return r
