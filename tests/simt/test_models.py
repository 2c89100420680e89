"""Whole models through the CUDA device on a simulated GPU: host steps between captured graphs give what the CPU device gives."""
import json
import os
import pathlib
import re
import subprocess

import numpy as np
import pytest
from onnx import TensorProto, helper

from conftest import together
from small_models import save

FP8C = os.environ.get("FP8C", "fp8c")
SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "models"
SILERO = ["silero_vad.onnx", "silero_vad_16k_op15.onnx", "silero_vad_op18_ifless.onnx"]
CACHE = os.environ.get("FP8C_TEST_CACHE", "")


@pytest.fixture
def fp8c(tmp_path):
    def run(*words, code=0):
        done = subprocess.run([FP8C, *together(words)], cwd=tmp_path, text=True, capture_output=True, timeout=300)
        assert done.returncode == code, done.stderr
        return done
    return run


@pytest.fixture
def both(fp8c, tmp_path):
    """Compiles for the CPU and the simulated GPU, runs on both; what each gave, and the host steps."""
    def run(model, inputs, *words):
        fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_89", "--precision", "f32", "-q",
             "--cache-dir", CACHE or tmp_path / "cache", "--report-json", "r.json", *words)
        given = []
        for name, data in inputs.items():
            np.save(tmp_path / f"{name}.npy", data)
            given += ["--input", f"{name}={name}.npy"]
        results = []
        for device, folder in ("cpu", "on_cpu"), ("cuda:0", "on_gpu"):
            fp8c("run", "p.fp8c", *given, "--device", device, "--output-dir", folder, "-q")
            results.append({p.stem: np.load(p) for p in sorted((tmp_path / folder).glob("*.npy"))})
        variants = json.loads((tmp_path / "r.json").read_text())["variants"]
        return *results, [[n["op"] for n in s["nodes"]] for s in variants[1]["host_steps"]]
    return run


def agree(cpu, gpu):
    assert cpu.keys() == gpu.keys() and cpu
    for name in cpu:
        assert cpu[name].shape == gpu[name].shape, name
        np.testing.assert_allclose(gpu[name], cpu[name], rtol=2e-5, atol=2e-5, err_msg=name)


def test_between_two_products(both, fp8c, tmp_path):
    """A cast without a form on the GPU: down, computed, up again; twice, so three graphs."""
    node, random = helper.make_node, np.random.default_rng(0)
    def cast(x, y):
        return [node("Cast", [x], [f"{y}_narrow"], name=f"{y}_to", to=TensorProto.INT4), node("Cast", [f"{y}_narrow"], [y], name=f"{y}_from", to=TensorProto.FLOAT)]
    nodes = [node("MatMul", ["x", "w"], ["h"]), *cast("h", "a"), node("MatMul", ["a", "w"], ["b"]), *cast("b", "c"), node("Add", ["c", "x"], ["y"])]
    model = save(tmp_path / "m.onnx", nodes, [("x", [4, 16])], [("y", [4, 16]), ("a", [4, 16])], w=random.standard_normal((16, 16)).astype(np.float32))
    cpu, gpu, steps = both(model, {"x": random.standard_normal((4, 16)).astype(np.float32)}, "--allow-cpu-fallback")
    agree(cpu, gpu)
    assert steps == [["Cast", "Cast"], ["Cast", "Cast"]]
    done = json.loads(fp8c("bench", "p.fp8c", "--device", "cuda:0", "--iterations", 3, "--json").stdout)
    assert done["graph"]["launches_per_run"] == 3 and done["graph"]["host_steps"] == 2
    assert "3 graph launches, and the CPU computes 2 steps" in fp8c("bench", "p.fp8c", "--device", "cuda:0", "--iterations", 3).stdout


@pytest.mark.parametrize("threshold, kept", [(-9.0, True), (9.0, False)])
def test_boxes_that_data_decides(both, tmp_path, threshold, kept):
    """Scores on the GPU; what NonMaxSuppression keeps, and all behind it, on the host, down to no box at all."""
    node, random = helper.make_node, np.random.default_rng(1)
    nodes = [node("MatMul", ["features", "w"], ["s"]), node("Transpose", ["s"], ["scores"], perm=[0, 2, 1]), node("Sigmoid", ["boxes_raw"], ["boxes"]),
             node("NonMaxSuppression", ["boxes", "scores", "most", "iou", "at_least"], ["kept"], name="nms"), node("Gather", ["kept", "two"], ["index"], axis=1),
             node("Gather", ["boxes", "index"], ["found"], axis=1), node("Mul", ["found", "size"], ["pixels"]), node("ReduceSum", ["scores"], ["total"], keepdims=0)]
    model = save(tmp_path / "m.onnx", nodes, [("features", [1, 12, 8]), ("boxes_raw", [1, 12, 4])], [("pixels", None), ("kept", None, TensorProto.INT64), ("total", [])],
                 w=random.standard_normal((8, 3)).astype(np.float32), most=np.array(4, np.int64), iou=np.float32(0.5), at_least=np.float32(threshold),
                 two=np.array(2, np.int64), size=np.float32(640))
    cpu, gpu, steps = both(model, {"features": random.standard_normal((1, 12, 8)).astype(np.float32), "boxes_raw": random.standard_normal((1, 12, 4)).astype(np.float32)},
                           "--allow-cpu-fallback")
    agree(cpu, gpu)
    assert (len(cpu["kept"]) > 0) == kept and steps == [["NonMaxSuppression", "Gather", "Gather", "Mul"]]


@pytest.mark.parametrize("flag", [True, False])
def test_an_if_between_products(both, tmp_path, flag):
    """Its condition is an input; its shape is known, so what follows is the GPU's again."""
    node, random = helper.make_node, np.random.default_rng(2)
    branch = lambda name, op: helper.make_graph([node(op, ["h"], [name])], name, [], [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4, 16])])
    nodes = [node("MatMul", ["x", "w"], ["h"]), node("If", ["flag"], ["k"], name="chooses", then_branch=branch("t", "Exp"), else_branch=branch("e", "Neg")),
             node("MatMul", ["k", "w"], ["y"])]
    model = save(tmp_path / "m.onnx", nodes, [("x", [4, 16]), ("flag", [], TensorProto.BOOL)], [("y", [4, 16])], w=random.standard_normal((16, 16)).astype(np.float32) / 4)
    cpu, gpu, steps = both(model, {"x": random.standard_normal((4, 16)).astype(np.float32), "flag": np.array(flag)}, "--allow-cpu-fallback")
    agree(cpu, gpu)
    assert steps == [["If"]]


def encoder_layer(path, hidden=64, wide=128, heads=2):
    """What an exporter makes of a transformer's layer: products, biases, residuals, GELU, norms."""
    node, random = helper.make_node, np.random.default_rng(4)
    weights = {"heads": np.array([0, 0, heads, hidden // heads], np.int64), "flat": np.array([0, 0, hidden], np.int64), "root": np.float32((hidden // heads) ** -0.5)}
    nodes = []

    def linear(x, name, rows, columns):
        weights[f"{name}_w"] = (random.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)
        weights[f"{name}_b"] = (random.standard_normal(columns) / 10).astype(np.float32)
        nodes.extend([node("MatMul", [x, f"{name}_w"], [f"{name}_y"], name=name), node("Add", [f"{name}_y", f"{name}_b"], [name])])

    def norm(x, y):
        weights[f"{y}_g"], weights[f"{y}_b"] = np.ones(hidden, np.float32), np.zeros(hidden, np.float32)
        nodes.append(node("LayerNormalization", [x, f"{y}_g", f"{y}_b"], [y], axis=-1))

    norm("x", "h")
    for part, order in ("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3]):
        linear("h", part, hidden, hidden)
        nodes.extend([node("Reshape", [part, "heads"], [f"{part}_r"]), node("Transpose", [f"{part}_r"], [f"{part}_t"], perm=order)])
    nodes.extend([node("MatMul", ["q_t", "k_t"], ["s"]), node("Mul", ["s", "root"], ["s_root"]), node("Softmax", ["s_root"], ["p"], axis=-1), node("MatMul", ["p", "v_t"], ["a"]),
                  node("Transpose", ["a"], ["a_t"], perm=[0, 2, 1, 3]), node("Reshape", ["a_t", "flat"], ["a_r"])])
    linear("a_r", "o", hidden, hidden)
    nodes.append(node("Add", ["o", "h"], ["r1"]))
    norm("r1", "n1")
    linear("n1", "up", hidden, wide)
    nodes.append(node("Gelu", ["up"], ["g"]))
    linear("g", "down", wide, hidden)
    nodes.append(node("Add", ["down", "n1"], ["r2"]))
    norm("r2", "y")
    return save(path, nodes, [("x", [2, 24, hidden])], [("y", [2, 24, hidden])], **weights)


@pytest.mark.parametrize("precision, operands, rounded", [("fp8", "e4m3_e4m3", "quantize_cast"), ("bf16", "bf16_bf16", "cast")])
def test_an_encoder_without_kernels_between_its_products(fp8c, tmp_path, precision, operands, rounded):
    """sm_89: every product with what follows it is one mma.sync kernel; nothing rounds, adds or activates on its own."""
    encoder_layer(tmp_path / "m.onnx")
    random = np.random.default_rng(5)
    np.savez(tmp_path / "c.npz", x=random.standard_normal((8, 24, 64)).astype(np.float32))
    np.save(tmp_path / "x.npy", random.standard_normal((2, 24, 64)).astype(np.float32))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "c.npz", "--target", "cpu", "--target", "sm_89", "--precision", precision, "-q", "--cache-dir", CACHE or tmp_path / "cache")
    steps = fp8c("show", "p.fp8c", "--steps").stdout.split("variant  sm_89")[1]
    product = f"gemm_mma_64x32_{operands}_"
    assert re.findall(r"fp8c_(\w+)_[0-9a-f]{12} |(cublaslt)", steps) == [(name, "") for name in (
        f"row_layernormalization_{rounded}", product + "cast", "attention", product + "add_cast", f"row_layernormalization_{rounded}",
        product + "gelu_" + rounded.split("_")[0], product + "add_cast", "row_layernormalization")]
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
    cpu, gpu = (np.load(tmp_path / device / "y.npy") for device in ("cpu", "cud"))
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)


def decoder_block(path, batch, tokens, past, width=128, heads=2, groups=1, size=64, inner=256, packed=True, hands_on=False):
    """A block of Llama as exporters leave it: a packed product cut into q, k and v, or three, positions turned into q and k by halves.
    Its inputs are ports in BF16; gives the compile's words for that, and saves samples and the bits of one set."""
    node, random, nodes = helper.make_node, np.random.default_rng(6), []
    weights = {"sizes": np.array([heads * size, groups * size, groups * size]), "flat": np.array([0, 0, heads * size]), "gamma": np.ones(width, np.float32),
               "halves": np.array([size // 2, size // 2]), "q_heads": np.array([0, 0, heads, size]), "k_heads": np.array([0, 0, groups, size])}

    def op(kind, ins, outs, **attributes):
        nodes.append(node(kind, ins.split(), outs.split(), name=outs.split()[0], **attributes))

    def linear(x, y, rows, columns):
        weights[f"{y}_w"] = (random.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)
        op("MatMul", f"{x} {y}_w", y)

    op("RMSNormalization", "x gamma", "n1", axis=-1)
    if packed:
        linear("n1", "qkv", width, (heads + 2 * groups) * size)
        op("Split", "qkv sizes", "q k v", axis=2)
    for part in "qkv" if not packed else "":
        linear("n1", part, width, (heads if part == "q" else groups) * size)
    for part, of in ("q", "q"), ("k", "k"), ("v", "k"):
        op("Reshape", f"{part} {of}_heads", f"{part}_r")
        op("Transpose", f"{part}_r", f"{part}_t", perm=[0, 2, 1, 3])
    for part in "qk":
        op("Split", f"{part}_t halves", f"{part}_a {part}_b", axis=3)
        op("Neg", f"{part}_b", f"{part}_n")
        op("Concat", f"{part}_n {part}_a", f"{part}_h", axis=-1)
        op("Mul", f"{part}_t cos", f"{part}_c")
        op("Mul", f"{part}_h sin", f"{part}_s")
        op("Add", f"{part}_c {part}_s", f"{part}_o")
    keys, values = ("keys", "values") if past else ("k_o", "v_t")
    if past:
        op("Concat", "past_k k_o", keys, axis=2)
        op("Concat", "past_v v_t", values, axis=2)
    op("Attention", f"q_o {keys} {values}", "a", scale=size ** -0.5, is_causal=0 if past else 1)
    op("Transpose", "a", "a_t", perm=[0, 2, 1, 3])
    op("Reshape", "a_t flat", "a_r")
    linear("a_r", "o", heads * size, width)
    op("Add", "x o", "r")
    op("RMSNormalization", "r gamma", "n2", axis=-1)
    linear("n2", "up", width, 2 * inner)
    op("Split", "up", "gate through", axis=2, num_outputs=2)
    op("Swish", "gate", "opened")
    op("Mul", "opened through", "let")
    linear("let", "down", inner, width)
    op("Add", "r down", "y")
    table = [tokens, size]
    ports = [("x", [batch, tokens, width]), ("cos", table), ("sin", table), *((f"past_{n}", [batch, groups, past, size]) for n in "kv" if past)]
    present = [(name, [batch, groups, past + tokens, size]) for name in ("keys", "values") if hands_on]
    save(path, nodes, ports, [("y", [batch, tokens, width]), *present], opset=24, **weights)
    given = {name: random.standard_normal((8 * batch if name == "x" or "past" in name else 8, *dims[name == "x" or "past" in name:])).astype(np.float32) for name, dims in ports}
    np.savez(path.with_suffix(".npz"), **given)
    for name, dims in ports:
        np.save(path.with_name(name), (given[name].reshape(-1, *dims)[0].view(np.uint32) >> 16).astype(np.uint16))
    return [word for name, _ in ports + present for word in ("--io-type", f"{name}=bf16")], [word for name, _ in ports for word in ("--input", f"{name}={name}.npy")]


def kernels_of(fp8c, target):
    steps = fp8c("show", "p.fp8c", "--steps").stdout.split(f"variant  {target}")[1].split("variant")[0]
    return [name or library for name, library in re.findall(r"fp8c_(\w+)_[0-9a-f]{12} |(cublaslt)", steps)]


@pytest.mark.parametrize("packed, hands_on, norms", [(True, False, "fold"), (False, False, "keep"), (True, True, "keep")])
def test_a_step_of_decoding_turns_positions_in_its_product(fp8c, tmp_path, packed, hands_on, norms):
    """Five launches a block, six where the norms are in weights: the product that gives q, k and v turns the first two and
    rounds all three, the attention that reads the cache writes what the next step reads, and norms stand in front of products."""
    words, inputs = decoder_block(tmp_path / "m.onnx", 2, 1, 130, packed=packed, hands_on=hands_on)
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "m.npz", "--precision", "fp8", "--target", "cpu", "--target", "sm_89", "-q", "--norms", norms,
         "--cache-dir", CACHE or tmp_path / "cache", *words)
    product = "gemm_skinny_e4m3_e4m3_"
    first, second, front = (["row_cast_inversedeviation_quantize"], "add_quantize_cast", "") if norms == "fold" else ([], "add_cast", "row_and_")
    assert kernels_of(fp8c, "sm_89") == [*first, front + product + "rotary_cast", "attention_decode", product + second,
                                         front + product + "swish_mul_quantize", product + "add"]
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", *inputs, "--device", device, "--output-dir", device[:3], "-q")
    for name in ("y", "keys", "values")[:3 if hands_on else 1]:
        cpu, gpu = (np.load(tmp_path / device / f"{name}.npy") for device in ("cpu", "cud"))
        if name != "y":
            cpu, gpu = ((bits.view(np.uint16).astype(np.uint32) << 16).view(np.float32) for bits in (cpu, gpu))
        assert np.linalg.norm(gpu - cpu) < 2e-2 * np.linalg.norm(cpu)


@pytest.mark.parametrize("packed", [True, False])
def test_a_prompt_turns_positions_behind_its_product(fp8c, tmp_path, monkeypatch, packed):
    """With many rows on Hopper a kernel of its own turns q and k and rounds all three for attention in FP8."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    words, inputs = decoder_block(tmp_path / "m.onnx", 1, 40, 0, heads=4, groups=2, packed=packed)
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--calibrate", "m.npz", "--precision", "fp8", "--target", "cpu", "--target", "sm_90a", "-q", "--cache-dir", CACHE or tmp_path / "cache", *words)
    kernels = kernels_of(fp8c, "sm_90a")
    assert len(kernels) == 8 and not any("rotary" in k for k in kernels if k.startswith("gemm")) and sum("rotary" in k for k in kernels) == 1
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", *inputs, "--device", device, "--output-dir", device[:3], "-q")
    cpu, gpu = (np.load(tmp_path / device / "y.npy") for device in ("cpu", "cud"))
    assert np.linalg.norm(gpu - cpu) < 2e-2 * np.linalg.norm(cpu)


def test_a_depthwise_convolution_between_products_stays_channels_last(fp8c, tmp_path, monkeypatch):
    """1 x 1 wider, 3 x 3 each channel by itself, 1 x 1 narrower: on Hopper a kernel each, nothing moves between them."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(4), helper.make_node
    sizes = {"wider": (96, 32, 1, 1), "each": (96, 1, 3, 3), "narrower": (32, 96, 1, 1)}
    weights = {name: (random.standard_normal(s) / np.sqrt(np.prod(s[1:]))).astype(np.float32) for name, s in sizes.items()}
    nodes = [node("Conv", ["x", "wider"], ["a"]), node("HardSwish", ["a"], ["b"]),
             node("Conv", ["b", "each"], ["c"], group=96, pads=[1, 1, 1, 1]), node("HardSwish", ["c"], ["d"]),
             node("Conv", ["d", "narrower"], ["y"])]
    save(tmp_path / "m.onnx", nodes, [("x", [2, 32, 9, 10])], [("y", [2, 32, 9, 10])], **weights)
    x = random.standard_normal((2, 32, 9, 10)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", "bf16", "-q", "--io-type", "y=bf16", "--cache-dir", CACHE or tmp_path / "cache")
    kernels = [re.sub("_bf16_bf16_.*", "", k) for k in kernels_of(fp8c, "sm_90a")]
    assert "conv_mma depthwise conv_mma" in " ".join(kernels)
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
    cpu, gpu = ((np.load(tmp_path / device / "y.npy").view(np.uint16).astype(np.uint32) << 16).view(np.float32) for device in ("cpu", "cud"))
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)
    # every step is held against the CPU device and the F32 model, whose images lie otherwise
    told = json.loads(fp8c("debug", "m.onnx", "p.fp8c", "--input", "x=x.npy", "--device", "cuda:0", "--no-follow", "--json", "-q").stdout)
    assert told["outputs"][0]["sqnr_db"] > 40 and told["agreement"]["values_apart"] == 0
    values = [v for step in told["steps"] for v in step["values"]]
    assert sum("channels_last" in v["name"] for v in values) >= 3 and told["agreement"]["values_compared"] == len(values)
    assert all(v["alone_exact"] or v["alone_db"] > 45 for v in values), values


@pytest.mark.parametrize("precision", ["bf16", "fp8"])
def test_convolutions_in_groups_read_their_own_channels(fp8c, tmp_path, monkeypatch, precision):
    """Groups of 24 and of 4 channels, a step of 2 between them: on Hopper a kernel each, whose tiles of filters are whole groups."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(6), helper.make_node
    weights = {name: (random.standard_normal(s) / np.sqrt(np.prod(s[1:]))).astype(np.float32) for name, s in {"wide": (144, 24, 3, 3), "more": (144, 24, 3, 3), "narrow": (144, 4, 3, 3)}.items()}
    nodes = [node("Conv", ["x", "wide"], ["a"], group=6, pads=[1] * 4), node("Relu", ["a"], ["b"]),
             node("Conv", ["b", "more"], ["c"], group=6, pads=[1] * 4, strides=[2, 2]), node("Relu", ["c"], ["d"]),
             node("Conv", ["d", "narrow"], ["y"], group=36, pads=[1] * 4)]
    save(tmp_path / "m.onnx", nodes, [("x", [2, 144, 30, 26])], [("y", [2, 144, 15, 13])], **weights)
    x = random.standard_normal((2, 144, 30, 26)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "c.npz", x=np.stack([x, x[::-1]]))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", precision, "-q", "--io-type", "y=bf16",
         "--cache-dir", CACHE or tmp_path / "cache", *(["--calibrate", "c.npz"] if precision == "fp8" else []))
    assert " ".join(kernels_of(fp8c, "sm_90a")).count("conv_halo") >= 2
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
    cpu, gpu = ((np.load(tmp_path / device / "y.npy").view(np.uint16).astype(np.uint32) << 16).view(np.float32) for device in ("cpu", "cud"))
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)


@pytest.mark.parametrize("precision", ["bf16", "fp8"])
def test_debug_looks_at_the_parts_of_what_is_joined(fp8c, tmp_path, monkeypatch, precision):
    """Convolutions store where a Concat joins them, and read each other there: each is held against what it really read."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(5), helper.make_node
    w = {f"w{i}": (random.standard_normal((32, 96 if i == 3 else 32, 3, 3)) / np.sqrt(9 * 32)).astype(np.float32) for i in range(4)}
    nodes = [n for i, x in enumerate(["x", "r0", "r1"]) for n in (node("Conv", [x, f"w{i}"], [f"a{i}"], pads=[1] * 4), node("Relu", [f"a{i}"], [f"r{i}"]))]
    nodes += [node("Concat", ["r0", "r1", "r2"], ["c"], axis=1), node("Conv", ["c", "w3"], ["y"], pads=[1] * 4)]
    save(tmp_path / "m.onnx", nodes, [("x", [2, 32, 16, 16])], [("y", [2, 32, 16, 16])], **w)
    x = random.standard_normal((2, 32, 16, 16)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "c.npz", x=np.stack([x, x[::-1]]))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", precision, "-q",
         "--cache-dir", CACHE or tmp_path / "cache", *(["--calibrate", "c.npz"] if precision == "fp8" else []))
    told = json.loads(fp8c("debug", "m.onnx", "p.fp8c", "--input", "x=x.npy", "--device", "cuda:0", "--follow", "100", "--json", "-q").stdout)
    values = [(s, v) for s in told["steps"] for v in s["values"]]
    parts = [v for _, v in values if v["name"].startswith("c.")]
    assert len(parts) == 3 and [v["elements"] for v in parts] == [x.size] * 3, values
    assert told["agreement"]["values_compared"] == len(values) and told["agreement"]["values_apart"] == 0 and told["first_not_finite"] is None
    least, most = (51, 57) if precision == "bf16" else (28, 32)
    for v in parts:  # one product's roundings: neither all that came before, nor nothing
        assert least < v["alone_db"] < most and not v["alone_exact"] and v["total_db"] <= v["alone_db"] + .1, parts
    products = {b["step"] for b in told["blame"]}
    assert {s["step"] for s, v in values if v["name"].startswith(("c.", "y."))} - {values[-1][0]["step"]} <= products
    assert 0.7 < told["outputs"][0]["followed_share"] < 1.3


@pytest.mark.parametrize("precision", ["bf16", "fp8"])
@pytest.mark.parametrize("channels, filters, groups, kernel, step", [(240, 240, 10, 3, 2), (256, 256, 32, 3, 1), (160, 320, 4, 1, 1)])
def test_a_convolution_in_groups_reads_the_channels_of_its_tiles(fp8c, tmp_path, monkeypatch, precision, channels, filters, groups, kernel, step):
    """Groups that end within a tile, and tiles that end within a group: on Hopper a dense convolution, whose zeros are left out."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(5), helper.make_node
    w = (random.standard_normal((filters, channels // groups, kernel, kernel)) / np.sqrt(channels // groups * kernel * kernel)).astype(np.float32)
    out = (9 - 1) // step + 1
    nodes = [node("Conv", ["x", "w"], ["a"], group=groups, pads=[kernel // 2] * 4, strides=[step, step]), node("Relu", ["a"], ["y"])]
    save(tmp_path / "m.onnx", nodes, [("x", [2, channels, 9, 9])], [("y", [2, filters, out, out])], w=w)
    x = random.standard_normal((2, channels, 9, 9)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "c.npz", x=np.stack([x, x[::-1]]))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", precision, "-q", "--shape", f"x=2x{channels}x9x9", "--io-type", "y=bf16",
         "--cache-dir", CACHE or tmp_path / "cache", *(["--calibrate", "c.npz"] if precision == "fp8" else []))
    assert any(k.replace("_halo", "").startswith("conv_bf16" if precision == "bf16" else "conv_e4m3") for k in kernels_of(fp8c, "sm_90a"))
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
    cpu, gpu = ((np.load(tmp_path / device / "y.npy").view(np.uint16).astype(np.uint32) << 16).view(np.float32) for device in ("cpu", "cud"))
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)


@pytest.mark.parametrize("precision", ["bf16", "fp8"])
def test_positions_of_tokens_by_a_convolution_in_groups(fp8c, tmp_path, monkeypatch, precision):
    """As in encoders of speech: an even kernel, whose last result is cut off.  On Hopper one kernel, which reads tokens as they lie."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(6), helper.make_node
    w = (random.standard_normal((240, 48, 16)) / np.sqrt(48 * 16)).astype(np.float32)
    nodes = [node("Transpose", ["x"], ["a"], perm=[0, 2, 1]), node("Conv", ["a", "w"], ["b"], group=5, pads=[8, 8]),
             node("Slice", ["b", "zero", "last", "two"], ["c"]), node("Relu", ["c"], ["d"]), node("Transpose", ["d"], ["y"], perm=[0, 2, 1])]
    ends = {name: np.array([i], np.int64) for name, i in (("zero", 0), ("last", -1), ("two", 2))}
    save(tmp_path / "m.onnx", nodes, [("x", [2, 21, 240])], [("y", [2, 21, 240])], w=w, **ends)
    x = random.standard_normal((2, 21, 240)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "c.npz", x=np.stack([x, x[::-1]]))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", precision, "-q", "--shape", "x=2x21x240", "--io-type", "y=bf16",
         "--cache-dir", CACHE or tmp_path / "cache", *(["--calibrate", "c.npz"] if precision == "fp8" else []))
    kernels = kernels_of(fp8c, "sm_90a")
    assert len(kernels) == 2 and kernels[1].replace("_halo", "").startswith("conv_bf16" if precision == "bf16" else "conv_e4m3"), kernels
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device[:3], "-q")
    cpu, gpu = ((np.load(tmp_path / device / "y.npy").view(np.uint16).astype(np.uint32) << 16).view(np.float32) for device in ("cpu", "cud"))
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)


def on_both(fp8c, folder, inputs):
    """The plan's outputs on the CPU device and on the simulated GPU, in F32."""
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", *inputs, "--device", device, "--output-dir", device[:3], "-q")
    return [np.load(folder / device / "y.npy") for device in ("cpu", "cud")]


def test_positions_of_rows_and_columns_are_part_of_the_product(fp8c, tmp_path, monkeypatch):
    """As SAM and ViTDet add them, scores taken apart: on Hopper no number for each score is written."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(7), helper.make_node
    weights = {n: (random.standard_normal((16, 16)) * .5).astype(np.float32) for n in ("down", "across")}
    sizes = {"grid": [2, 16, 16, 16], "apart": [2, 16, 16, 16, 16], "flat": [2, 256, 256], "last": [-1], "before": [-2]}
    nodes = [node("Mul", ["q", "scale"], ["s"]), node("Transpose", ["k"], ["t"], perm=[0, 2, 1]), node("MatMul", ["s", "t"], ["a"]),
             node("Reshape", ["q", "grid"], ["g"]), node("MatMul", ["g", "down"], ["r"]), node("MatMul", ["g", "across"], ["c"]),
             node("Unsqueeze", ["r", "last"], ["r1"]), node("Unsqueeze", ["c", "before"], ["c1"]),
             node("Reshape", ["a", "apart"], ["b"]), node("Add", ["b", "r1"], ["d"]), node("Add", ["d", "c1"], ["e"]),
             node("Reshape", ["e", "flat"], ["f"]), node("Softmax", ["f"], ["p"], axis=-1), node("MatMul", ["p", "v"], ["y"])]
    save(tmp_path / "m.onnx", nodes, [(n, [2, 256, 16]) for n in "qkv"], [("y", [2, 256, 16])], **weights,
         **{n: np.array(v, np.int64) for n, v in sizes.items()}, scale=np.array(.25, np.float32))
    inputs = []
    for n in "qkv":
        np.save(tmp_path / f"{n}.npy", random.standard_normal((2, 256, 16)).astype(np.float32))
        inputs += ["--input", f"{n}={n}.npy"]
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache")
    kernels = " ".join(kernels_of(fp8c, "sm_90a"))
    assert "attention_half" in kernels and "concat" in kernels and "eltwise_add" not in kernels
    cpu, gpu = on_both(fp8c, tmp_path, inputs)
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)
    told = json.loads(fp8c("debug", "m.onnx", "p.fp8c", *inputs, "--device", "cuda:0", "--no-follow", "--json", "-q").stdout)
    assert told["outputs"][0]["sqnr_db"] > 35 and told["agreement"]["values_apart"] == 0


def test_short_sequences_share_a_tile_of_attention(fp8c, tmp_path, monkeypatch):
    """As pixels of a word or frames of a place: eight sequences of 16 rows are two of 64, each query with keys of its own."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(8), helper.make_node
    weights = {f"w{n}": (random.standard_normal((32, 32)) / 4).astype(np.float32) for n in "qkv"}
    nodes = [node("MatMul", ["x", f"w{n}"], [n]) for n in "qkv"] + [node("Attention", ["q", "k", "v"], ["y"], q_num_heads=4, kv_num_heads=4)]
    save(tmp_path / "m.onnx", nodes, [("x", [8, 16, 32])], [("y", [8, 16, 32])], opset=23, **weights)
    np.save(tmp_path / "x.npy", random.standard_normal((8, 16, 32)).astype(np.float32))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache")
    assert "bool" in fp8c("show", "p.fp8c", "--steps").stdout
    cpu, gpu = on_both(fp8c, tmp_path, ["--input", "x=x.npy"])
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)


def test_snake_is_in_its_convolution(fp8c, tmp_path, monkeypatch):
    """x + sin(a x)^2 / a, with an a for each channel, as vocoders have it: no launch and no Transpose of its own."""
    monkeypatch.setenv("FP8C_SIMT_SM", "90")
    random, node = np.random.default_rng(9), helper.make_node
    weights = {"w1": random.standard_normal((64, 64, 3)) / 14, "w2": random.standard_normal((64, 64, 3)) / 14, "a": random.uniform(.5, 2, (1, 64, 1)), "two": np.array(2.)}
    weights = {k: v.astype(np.float32) for k, v in weights.items()} | {"inverse": (1 / weights["a"]).astype(np.float32)}
    nodes = [node("Conv", ["x", "w1"], ["c"], pads=[1, 1]), node("Mul", ["a", "c"], ["d"]), node("Sin", ["d"], ["e"]), node("Pow", ["e", "two"], ["f"]),
             node("Mul", ["inverse", "f"], ["g"]), node("Add", ["c", "g"], ["h"]), node("Conv", ["h", "w2"], ["y"], pads=[1, 1])]
    save(tmp_path / "m.onnx", nodes, [("x", [2, 64, 40])], [("y", [2, 64, 40])], **weights)
    np.save(tmp_path / "x.npy", 3 * random.standard_normal((2, 64, 40)).astype(np.float32))
    fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--target", "sm_90a", "-p", "bf16", "-q", "--cache-dir", CACHE or tmp_path / "cache")
    kernels = kernels_of(fp8c, "sm_90a")
    assert sum("sin" in k for k in kernels) == 1 and any(k.startswith(("conv", "gemm")) and "sin" in k for k in kernels), kernels
    assert not any(k.startswith("eltwise_mul") for k in kernels), kernels
    cpu, gpu = on_both(fp8c, tmp_path, ["--input", "x=x.npy"])
    assert np.linalg.norm(gpu - cpu) < 1e-2 * np.linalg.norm(cpu)


def speech(rate):
    time = np.arange(576, dtype=np.float32)[None] / 16000
    random = np.random.default_rng(3)
    return {"input": (.3 * np.sin(2 * np.pi * 180 * time) + .01 * random.standard_normal((1, 576))).astype(np.float32),
            "state": .1 * random.standard_normal((2, 1, 128)).astype(np.float32), **({"sr": np.array(rate, np.int64)} if rate else {})}


SHAPES = ["--shape", "input=1x576", "--shape", "state=2x1x128"]


@pytest.mark.parametrize("name", [n for n in SILERO if "16k" not in n])
def test_speech_detection(both, fp8c, name):
    """The rate decides an If, which is the host's; the model for one rate alone asks for sizes only, and those are known."""
    if not (SHARED / name).exists():
        pytest.skip(f"not found: {name}")
    refused = fp8c("compile", SHARED / name, "-o", "n.fp8c", "--target", "sm_89", "--precision", "f32", "-q", *SHAPES, code=4)
    assert "--allow-cpu-fallback" in refused.stderr
    cpu, gpu, steps = both(SHARED / name, speech(16000), "--allow-cpu-fallback", *SHAPES)
    agree(cpu, gpu)
    assert steps and all("If" in s for s in steps)


@pytest.mark.parametrize("name", SILERO)
def test_speech_detection_at_one_rate(both, name):
    """With its rate fixed there is nothing left for the host."""
    if not (SHARED / name).exists():
        pytest.skip(f"not found: {name}")
    cpu, gpu, steps = both(SHARED / name, speech(None), "--fix", "sr=16000", *SHAPES)
    agree(cpu, gpu)
    assert steps == []


@pytest.mark.parametrize("sm, target", [("89", "sm_89"), ("121", "sm_121a"), ("107", "sm_100f"), ("86", None)])
def test_default_targets_are_the_cpu_and_the_gpu_present(fp8c, tmp_path, monkeypatch, sm, target):
    """A GPU newer than the table gets its family's form; one that there is no code for is named."""
    monkeypatch.setenv("FP8C_SIMT_SM", sm)
    random = np.random.default_rng(0)
    save(tmp_path / "m.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"])], [("x", [40, 48])], [("y", [40, 32])],
         w=random.standard_normal((48, 32)).astype("f4"))
    done = fp8c("compile", "m.onnx", "-o", "p.fp8c", "--precision", "f32", "--cache-dir", CACHE or tmp_path / "cache")
    variants = [line.split()[1] for line in fp8c("show", "p.fp8c", "--steps").stdout.splitlines() if line.startswith("variant ")]
    assert variants == (["cpu", target] if target else ["cpu"])
    assert ("compute capability 8.6, which fp8c makes no code for; the plan is for the CPU alone" in done.stderr) == (target is None)
    x = random.standard_normal((40, 48)).astype("f4")
    np.save(tmp_path / "x.npy", x)
    results = {}
    for device in ["cpu", "cuda:0"] if target else ["cpu"]:
        fp8c("run", "p.fp8c", "--input", "x=x.npy", "--device", device, "--output-dir", device, "-q")
        results[device] = np.load(tmp_path / device / "y.npy")
    if target:
        np.testing.assert_allclose(results["cuda:0"], results["cpu"], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("precision", ["f32", "bf16"])
def test_a_buffer_that_a_step_is_written_into(fp8c, tmp_path, precision):
    """GroupQueryAttention of ONNX Runtime GenAI's shared buffers: one plan for sequences of any lengths, as on the CPU."""
    heads, kv, size, room, random = 4, 2, 64, 160, np.random.default_rng(0)
    ports = [("q", [2, 1, heads * size]), ("k", [2, 1, kv * size]), ("v", [2, 1, kv * size]), ("past_k", [2, kv, room, size]),
             ("past_v", [2, kv, room, size]), ("lengths", [2], TensorProto.INT32), ("mask", ["batch", "total"], TensorProto.INT64)]
    nodes = [helper.make_node("Shape", ["mask"], ["t"], start=1), helper.make_node("Cast", ["t"], ["total"], to=TensorProto.INT32),
             helper.make_node("GroupQueryAttention", ["q", "k", "v", "past_k", "past_v", "lengths", "total", "cos", "sin"], ["y", "present_k", "present_v"],
                              domain="com.microsoft", num_heads=heads, kv_num_heads=kv, do_rotary=1)]
    angles = np.arange(256)[:, None] / 10000 ** (np.arange(size // 2) / (size // 2))
    model = save(tmp_path / "m.onnx", nodes, ports, [("y", [2, 1, heads * size]), ("present_k", None), ("present_v", None)],
                 cos=np.cos(angles).astype("f4"), sin=np.sin(angles).astype("f4"))
    fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", "--target", "sm_89", "--precision", precision, "-q", "--dim", "batch=2",
         "--dim", "total=140", "--cache-dir", CACHE or tmp_path / "cache")
    if precision == "bf16":
        assert "attention_decode" in kernels_of(fp8c, "sm_89")
    given = []
    lengths = np.array([139, 3], np.int32)
    data = {p[0]: random.standard_normal(p[1]).astype("f4") for p in ports[:5]} | {"lengths": lengths, "mask": np.ones((2, 140), np.int64)}
    for b, n in enumerate(lengths):
        data["past_k"][b, :, n:] = data["past_v"][b, :, n:] = np.nan
    for name, x in data.items():
        np.save(tmp_path / f"{name}.npy", x)
        given += ["--input", f"{name}={name}.npy"]
    results = []
    for device in "cpu", "cuda:0":
        fp8c("run", "p.fp8c", *given, "--device", device, "--output-dir", device, "-q")
        results.append({n: np.load(tmp_path / device / f"{n}.npy") for n in ("y", "present_k", "present_v")})
    tolerance = 1e-5 if precision == "f32" else 2 ** -7
    for name, want in results[0].items():
        assert want.shape == ((2, 1, heads * size) if name == "y" else (2, kv, room, size)) and np.isfinite(want).all()
        np.testing.assert_allclose(results[1][name], want, rtol=tolerance, atol=tolerance, err_msg=name)


def test_a_loop_that_is_written_out(both, tmp_path):
    """EmbeddingBag as torch leaves it: with constant offsets every bag has a size, one of them none, and no step is the host's."""
    node, io, random = helper.make_node, helper.make_tensor_value_info, np.random.default_rng(0)
    body = helper.make_graph([node("Gather", ["starts", "it"], ["s"]), node("Gather", ["ends", "it"], ["e"]), node("Unsqueeze", ["s", "zero"], ["s1"]),
                              node("Unsqueeze", ["e", "zero"], ["e1"]), node("Slice", ["ids", "s1", "e1", "zero"], ["mine"]), node("Gather", ["table", "mine"], ["rows"]),
                              node("ReduceSum", ["rows", "zero"], ["bag"], keepdims=0), node("Identity", ["go"], ["go_on"])], "body",
                             [io("it", TensorProto.INT64, []), io("go", TensorProto.BOOL, [])], [io("go_on", TensorProto.BOOL, []), io("bag", TensorProto.FLOAT, None)])
    model = save(tmp_path / "m.onnx", [node("Loop", ["trip", "yes"], ["bags"], body=body), node("MatMul", ["bags", "w"], ["y"])], [("ids", [20], TensorProto.INT64)],
                 [("y", None)], starts=np.array([0, 3, 3, 9]), ends=np.array([3, 3, 9, 20]), zero=np.array([0]), trip=np.array(4), yes=np.array(True),
                 table=random.standard_normal((50, 16)).astype("f4"), w=random.standard_normal((16, 8)).astype("f4"))
    cpu, gpu, hosts = both(model, {"ids": random.integers(0, 50, 20)})
    agree(cpu, gpu)
    assert not hosts and cpu["y"].shape == (4, 8)


def test_rows_between_tokens(both, tmp_path):
    """masked_scatter as torch exports it: a model of images and text puts rows of the image where tokens say so, with no step of the host's."""
    node, random = helper.make_node, np.random.default_rng(0)
    nodes = [node("Equal", ["ids", "image"], ["is"]), node("Unsqueeze", ["is", "last"], ["row"]), node("Shape", ["x"], ["whole"]), node("Expand", ["row", "whole"], ["mask"]),
             node("NonZero", ["mask"], ["found"]), node("Transpose", ["found"], ["at"], perm=[1, 0]), node("Reshape", ["v", "last"], ["flat"]), node("Shape", ["at"], ["size"]),
             node("Gather", ["size", "none"], ["count"]), node("Unsqueeze", ["count", "first"], ["to"]), node("Slice", ["flat", "first", "to", "first"], ["mine"]),
             node("ScatterND", ["x", "at", "mine"], ["put"]), node("MatMul", ["put", "w"], ["y"])]
    model = save(tmp_path / "m.onnx", nodes, [("ids", [2, 9], TensorProto.INT64), ("x", [2, 9, 16]), ("v", [2, 4, 16])], [("y", None)], image=np.array(7),
                 last=np.array([-1]), first=np.array([0]), none=np.array(0), w=random.standard_normal((16, 8)).astype("f4"))
    ids = random.integers(0, 5, (2, 9))
    ids[0, 2:5] = ids[1, 4:8] = 7
    cpu, gpu, hosts = both(model, {"ids": ids, "x": random.standard_normal((2, 9, 16)).astype("f4"), "v": random.standard_normal((2, 4, 16)).astype("f4")})
    agree(cpu, gpu)
    assert not hosts and cpu["y"].shape == (2, 9, 8)


def test_a_front_end_of_audio(both, tmp_path):
    """A spectrogram of mel bands, as models of speech have it in front: frames, their spectra and a product, with no step of the host's."""
    node, random = helper.make_node, np.random.default_rng(0)
    model = save(tmp_path / "m.onnx", [node("Unsqueeze", ["x", "last"], ["signal"]), node("STFT", ["signal", "step", "window"], ["spectra"]), node("Mul", ["spectra", "spectra"], ["squares"]),
                                       node("ReduceSum", ["squares", "last"], ["power"], keepdims=0), node("MatMul", ["power", "bands"], ["mel"]), node("Log", ["mel"], ["y"])],
                 [("x", [2, 400])], [("y", None)], last=np.array([-1]), step=np.array(16), window=np.hanning(64).astype("f4"), bands=random.random((33, 20)).astype("f4"))
    cpu, gpu, hosts = both(model, {"x": random.standard_normal((2, 400)).astype("f4")})
    agree(cpu, gpu)
    assert not hosts and cpu["y"].shape == (2, 22, 20)


@pytest.mark.parametrize("op", ["Sum", "Max", "Min", "Mean"])
@pytest.mark.parametrize("dtype", ["FLOAT", "FLOAT16"])
def test_more_values_than_a_kernel_takes(fp8c, tmp_path, op, dtype):
    """The CPU's own plan has one node, which rounds once; the GPU's several give the same bits."""
    kind, random, count = getattr(TensorProto, dtype), np.random.default_rng(3), 500
    shapes = [[3, 5] if i % 3 == 1 else [5] if i % 3 else [3, 1] for i in range(count)]
    ports = [helper.make_tensor_value_info(f"x{i}", kind, s) for i, s in enumerate(shapes)]
    nodes = [helper.make_node(op, [p.name for p in ports], ["y"])]
    graph = helper.make_graph(nodes, "g", ports, [helper.make_tensor_value_info("y", kind, [3, 5])])
    (tmp_path / "m.onnx").write_bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9).SerializeToString())
    given = []
    for i, s in enumerate(shapes):
        x = (random.standard_normal(s) * 10.0 ** random.integers(-3, 2)).astype(np.float32 if dtype == "FLOAT" else np.float16)
        np.save(tmp_path / f"x{i}.npy", x)
        given += ["--input", f"x{i}=x{i}.npy"]
    results = []
    for target, device in ("cpu", "cpu"), ("sm_89", "cuda:0"):
        fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", target, "--precision", "f32", "-q", "--cache-dir", CACHE or tmp_path / "cache")
        fp8c("run", "p.fp8c", *given, "--device", device, "--output-dir", device[:3], "-q")
        results.append(np.load(tmp_path / device[:3] / "y.npy"))
    assert results[0].dtype == results[1].dtype
    assert results[0].tobytes() == results[1].tobytes()
