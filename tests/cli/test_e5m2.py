"""E5M2 is for range: products whose activations span more octaves than E4M3 holds get it from rules, scores and searches where the
small numbers count, and no other product does.  Images of a convolution have one scale, so that no other scales can help."""
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

CHANNELS, SIDE, IMAGES = 32, 6, 8


def write(path, norm):
    """Two convolutions; a norm behind each takes an image's size away, or nothing does."""
    r, node, io = np.random.default_rng(1), helper.make_node, helper.make_tensor_value_info
    weights = {w: (r.standard_normal((CHANNELS, CHANNELS, 3, 3)) / (9 * CHANNELS) ** 0.5).astype(np.float32) for w in ("u", "v")}
    weights |= {"one": np.ones(CHANNELS, np.float32), "zero": np.zeros(CHANNELS, np.float32)}
    nodes = [node("Conv", ["x", "u"], ["a"], name="wide", pads=[1, 1, 1, 1])]
    if norm:
        nodes.append(node("InstanceNormalization", ["a", "one", "zero"], ["b"], epsilon=1e-30))
    nodes += [node("Relu", ["b" if norm else "a"], ["c"]), node("Conv", ["c", "v"], ["y"], name="even", pads=[1, 1, 1, 1])]
    used = {name for n in nodes for name in n.input}
    shape = ["n", IMAGES, CHANNELS, SIDE, SIDE][1:]
    graph = helper.make_graph(nodes, "g", [io("x", TensorProto.FLOAT, shape)], [io("y", TensorProto.FLOAT, shape)],
                              [numpy_helper.from_array(v, k) for k, v in weights.items() if k in used])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), str(path))


def images(octaves, seed, count=8):
    """Samples of images, each of its own size over so many octaves; the first one is the largest."""
    r = np.random.default_rng(seed)
    sizes = np.exp2(-octaves * r.uniform(0, 1, (count, IMAGES)))
    sizes[:, 0] = 1
    return (r.standard_normal((count, IMAGES, CHANNELS, SIDE, SIDE)) * sizes[:, :, None, None, None]).astype(np.float32)


def formats(fp8c, folder, norm, octaves, words):
    write(folder / "m.onnx", norm)
    np.savez(folder / "c.npz", x=images(octaves, 2))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--no-cache", "--calibrate", "c.npz", "--json", *words)
    assert done.code == 0, done.err
    return {n["name"]: n["decision"] for n in done.json()["nodes"] if n.get("decision")}


WAYS = {"scores": [], "budget": ["--max-error", "sqnr>=18dB"], "share": ["--fp8-share", "100%"], "fp8": ["--precision", "fp8"]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("octaves", [20, 24])
def test_range_decides_for_e5m2(fp8c, tmp_path, way, octaves):
    found = formats(fp8c, tmp_path, True, octaves, WAYS[way])
    assert {n: d["format"] for n, d in found.items()} == {"wide": "e5m2", "even": "e4m3"}, found
    assert found["wide"]["sqnr_e5m2_db"] > found["wide"]["sqnr_e4m3_db"] + 1 and "range" in found["wide"]["reason"], found["wide"]
    x = images(octaves, 3, 1)[0]
    np.save(tmp_path / "x.npy", x)
    results = []
    for plan in ("m.onnx", "p.fp8c"):
        assert fp8c("run", plan, "--device", "cpu", "--input", "x=x.npy", "--output-dir", "out").code == 0
        results.append(np.load(tmp_path / "out" / "y.npy").astype(np.float64))
    noise = ((results[0] - results[1]) ** 2).sum((1, 2, 3)) / (results[0] ** 2).sum((1, 2, 3))
    assert -10 * np.log10(noise.max()) > 15, noise  # every image by itself, the smallest too


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("norm, octaves", [(True, 0), (True, 16), (False, 24)])
def test_range_that_does_not_count_decides_nothing(fp8c, tmp_path, way, norm, octaves):
    """Images of one size, or of 16 octaves, which E4M3 holds with its subnormal numbers; and images whose small numbers nothing makes large again."""
    found = formats(fp8c, tmp_path, norm, octaves, WAYS[way])
    assert {d["format"] for d in found.values()} == {"e4m3"}, found


def attention(folder, octaves):
    """One whose first key no query attends to, and whose values there are 2^octaves times as large; samples of it."""
    node, io = helper.make_node, helper.make_tensor_value_info
    shape = [1, 2, 32, 64]
    graph = helper.make_graph([node("Attention", ["q", "k", "v"], ["y"], name="attention")], "g", [io(n, TensorProto.FLOAT, shape) for n in "qkv"],
                              [io("y", TensorProto.FLOAT, shape)])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=11), str(folder / "a.onnx"))
    r = np.random.default_rng(4)
    q, k, v = r.standard_normal((3, 4, *shape[1:])).astype(np.float32)
    q[..., 0], k[:, :, 0, 0] = 16, -16
    v[:, :, 0] *= 2.0 ** octaves
    np.savez(folder / "a.npz", q=q, k=k, v=v)
    return {n: x[:1] for n, x in zip("qkv", (q, k, v))}


@pytest.mark.parametrize("target", [["cpu"], ["cpu", "--target", "sm_90a"]])
@pytest.mark.parametrize("octaves, format", [(0, "e4m3"), (10, "e4m3"), (22, "e5m2")])
def test_values_of_an_attention(fp8c, tmp_path, octaves, format, target):
    """Values have E5M2 where their range counts; queries, keys and probabilities never do."""
    inputs = attention(tmp_path, octaves)
    done = fp8c("compile", "a.onnx", "-o", "a.fp8c", "--precision", "fp8", "--no-cache", "--calibrate", "a.npz", "--json", "--target", *target)
    assert done.code == 0, done.err
    nodes = done.json()["nodes"]
    d, = (n["decision"] for n in nodes if n.get("decision"))
    assert d["format"] == format and (d["sqnr_e5m2_db"] > d["sqnr_e4m3_db"] + 1) == (format == "e5m2"), d
    assert ("values in E5M2" in d["reason"]) == (format == "e5m2"), d
    operands = [i["format"] for i in next(n for n in nodes if n["op"] == "Attention")["inputs"][:3]]
    assert operands == ["e4m3", "e4m3", format], operands
    results = {}
    for n, x in inputs.items():
        np.save(tmp_path / f"{n}.npy", x)
    fp8c("export", "a.fp8c", "-o", "a8.onnx")
    for plan in "a.onnx", "a.fp8c", "a8.onnx":
        done = fp8c("run", plan, "--device", "cpu", *(w for n in "qkv" for w in ("--input", f"{n}={n}.npy")), "--output-dir", "out")
        assert done.code == 0, done.err
        results[plan] = np.load(tmp_path / "out" / "y.npy").astype(np.float64)
    db = lambda a, b: 10 * np.log10((a ** 2).sum() / max(((a - b) ** 2).sum(), 1e-300))
    assert db(results["a.onnx"], results["a.fp8c"]) > 18 and db(results["a.fp8c"], results["a8.onnx"]) > 50


def test_an_override_of_attention(fp8c, tmp_path):
    attention(tmp_path, 0)
    words = ["compile", "a.onnx", "-n", "--target", "cpu", "--calibrate", "a.npz", "--json", "--override", "o.json"]
    for rules in {"rules": [{"op": "Attention", "format": "e5m2"}]}, {"default": {"format": "e5m2"}}:
        (tmp_path / "o.json").write_text(json.dumps(rules))
        nodes = fp8c(*words).json()["nodes"]
        assert [i["format"] for n in nodes if n["op"] == "Attention" for i in n["inputs"][:3]] == ["e4m3", "e4m3", "e5m2"]
    (tmp_path / "o.json").write_text('{"rules": [{"op": "Attention", "format": "f32"}]}')
    done = fp8c(*words)
    assert done.code == 2 and "attention computes in FP8 or BF16" in done.err, done.err
