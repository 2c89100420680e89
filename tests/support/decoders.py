"""Small decoders with random weights, in the forms that exporters give them.

All forms of one seed compute the same numbers: token table, blocks of attention (4 heads over 2 heads of keys, rotary
positions) and of a gated product, logits."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

VOCABULARY, HEADS, KV_HEADS, SIZE, LAYERS, POSITIONS = 97, 4, 2, 16, 2, 512
WIDTH = HEADS * SIZE
FORMS = ["hugging-face", "own-positions", "gqa", "gqa-lengths", "attention-23", "tensor-scatter"]


class Graph:
    """Nodes in order; what a call gives is the name of its first output."""

    def __init__(self):
        self.nodes, self.weights, self.count = [], {}, 0

    def __call__(self, op, *inputs, out=None, outputs=1, **attributes):
        self.count += 1
        names = out if isinstance(out, list) else [out or f"t{self.count}"] + [f"t{self.count}.{i}" for i in range(1, outputs)]
        domain = attributes.pop("domain", "")
        self.nodes.append(helper.make_node(op, list(inputs), names, name=f"n{self.count}", domain=domain, **attributes))
        return names[0] if len(names) == 1 else names

    def const(self, name, array):
        self.weights[name] = np.asarray(array)
        return name

    def ints(self, *numbers):
        name = "i" + "_".join(str(n).replace("-", "m") for n in numbers)
        return self.const(name, np.array(numbers, np.int64))

    def scalar(self, number):
        return self.const(f"s{str(number).replace('-', 'm')}", np.array(number, np.int64))


def tables():
    angles = np.arange(POSITIONS)[:, None] / 100.0 ** (np.arange(SIZE // 2) * 2 / SIZE)[None]
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def heads(g, x, count):
    return g("Transpose", g("Reshape", x, g.ints(0, 0, count, SIZE)), perm=[0, 2, 1, 3])


def rotate(g, x, cosines, sines):
    """As transformers writes it: x * cos + rotate_half(x) * sin."""
    low = g("Slice", x, g.ints(0), g.ints(SIZE // 2), g.ints(3))
    high = g("Slice", x, g.ints(SIZE // 2), g.ints(SIZE), g.ints(3))
    half = g("Concat", g("Neg", high), low, axis=3)
    return g("Add", g("Mul", x, cosines), g("Mul", half, sines))


def repeated(g, x):
    """Keys of KV_HEADS heads for HEADS heads of queries."""
    shape = g("Shape", x)
    many = g("Slice", shape, g.ints(0), g.ints(1), g.ints(0)) if g.batched else g.ints(1)
    rows = g("Slice", shape, g.ints(2), g.ints(3), g.ints(0))
    wide = g("Concat", many, g.ints(KV_HEADS), g.ints(HEADS // KV_HEADS), rows, g.ints(SIZE), axis=0)
    x = g("Expand", g("Unsqueeze", x, g.ints(2)), wide)
    return g("Reshape", x, g("Concat", many, g.ints(HEADS), rows, g.ints(SIZE), axis=0))


def norm(g, x):
    mean = g("ReduceMean", g("Mul", x, x), axes=[-1], keepdims=1) if g.opset < 18 else g("ReduceMean", g("Mul", x, x), g.ints(-1), keepdims=1)
    return g("Div", x, g("Sqrt", g("Add", mean, g.const("epsilon", g.kind(1e-5)))))


def decoder(path, form="hugging-face", capacity=64, seed=0, kind=np.float32, batch="batch", window=0, ports=None, causal="places", sliced=False, batched=False, counted=False, long=0, gated=False, normed=False):
    """Writes the model; gives its path.  `ports`: names of ports that are not the form's own.
    `causal`: by what a query is compared with keys, "places" or "positions".  `sliced`: positions are rows cut out of a table.
    `batched`: every node takes several sequences.
    `counted`: they are a Range from 0 and the size of the past, as torch.export writes it.  `long`: texts longer than this have another table ("gqa").
    `gated`: a gate of weights of its own (Llama).  `normed`: norms of heads before positions turn them (Qwen3)."""
    random = np.random.default_rng(seed)
    weight = lambda *shape: (random.standard_normal(shape) / shape[0] ** 0.5).astype(kind)
    g = Graph()
    g.kind, g.batched = kind, batched
    g.opset = {"attention-23": 23, "tensor-scatter": 24}.get(form, 17)
    name = lambda n: (ports or {}).get(n, n)
    written = form == "tensor-scatter"
    rows = capacity if written else "past_sequence_length"
    port = helper.make_tensor_value_info
    inputs = [port(name("input_ids"), TensorProto.INT64, [batch, "sequence_length"])]
    outputs = [port(name("logits"), helper.np_dtype_to_tensor_dtype(np.dtype(kind)), [batch, "sequence_length", VOCABULARY])]
    if form in ("hugging-face", "own-positions", "gqa"):
        inputs.append(port(name("attention_mask"), TensorProto.INT64, [batch, "total_sequence_length"]))
    if form in ("hugging-face", "attention-23", "tensor-scatter"):
        inputs.append(port(name("position_ids"), TensorProto.INT64, [batch, "sequence_length"]))
    if form == "gqa-lengths":
        inputs += [port("seqlens_k", TensorProto.INT32, [batch]), port("total_sequence_length", TensorProto.INT32, [1])]
    if written:
        inputs += [port("write_indices", TensorProto.INT64, [batch]), port("nonpad_kv_seqlen", TensorProto.INT64, [batch])]
    total = capacity if written else "past_sequence_length + sequence_length"
    for i in range(LAYERS):
        for what in ("key", "value"):
            float_type = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
            inputs.append(port(name(f"past_key_values.{i}.{what}"), float_type, [batch, KV_HEADS, rows, SIZE]))
            outputs.append(port(name(f"present.{i}.{what}"), float_type, [batch, KV_HEADS, total, SIZE]))
    ids, positions = name("input_ids"), name("position_ids")
    cosines, sines = (t.astype(kind) for t in tables())
    x = g("Gather", g.const("table", random.standard_normal((VOCABULARY, WIDTH)).astype(kind)), ids)
    length = g("Gather", g("Shape", ids), g.scalar(1), axis=0)
    if form in ("hugging-face", "own-positions"):
        past = g("Gather", g("Shape", name("past_key_values.0.key")), g.scalar(2), axis=0)
        end = g("Add", past, length)
        places = g("Range", past, end, g.scalar(1))
        if causal == "positions":
            places = g("Squeeze", positions, g.ints(0))
        if form == "own-positions":
            positions = g("Unsqueeze", places, g.ints(0))
        if counted:
            rows = g("Squeeze", g("Shape", name("past_key_values.1.key"), start=2, end=3))
            positions = g("Unsqueeze", g("Add", g("Range", g.scalar(0), length, g.scalar(1)), rows), g.ints(0))
        seen = g("LessOrEqual", g("Unsqueeze", g("Range", g.scalar(0), end, g.scalar(1)), g.ints(0)), g("Unsqueeze", places, g.ints(1)))
        if window:
            first = g("Sub", g("Unsqueeze", places, g.ints(1)), g.scalar(window))
            seen = g("And", seen, g("Greater", g("Unsqueeze", g("Range", g.scalar(0), end, g.scalar(1)), g.ints(0)), first))
        held = g("Cast", g("Unsqueeze", name("attention_mask"), g.ints(1, 2)), to=TensorProto.BOOL)
        mask = g("Where", g("And", g("Unsqueeze", seen, g.ints(0, 1)), held), g.const("zero", kind(0)), g.const("lowest", kind(-1e9 if kind == np.float32 else -6e4)))
        cut = lambda t, n: g("Slice", g.const(n, np.concatenate([t, t], 1)), g("Unsqueeze", past, g.ints(0)), g("Unsqueeze", end, g.ints(0)), g.ints(0))
        pair = (lambda t, n: g("Unsqueeze", cut(t, n), g.ints(0, 1))) if sliced else lambda t, n: g("Unsqueeze", g("Gather", g.const(n, np.concatenate([t, t], 1)), positions), g.ints(1))
        cos, sin = pair(cosines, "cos"), pair(sines, "sin")
    else:
        cos, sin = g.const("cos", cosines), g.const("sin", sines)
    if form == "gqa":
        summed = g("ReduceSum", name("attention_mask"), g.ints(1), keepdims=0)
        last = g("Cast", g("Sub", summed, g.ints(1)), to=TensorProto.INT32)
        everything = g("Cast", g("Gather", g("Shape", name("attention_mask")), g.scalar(1), axis=0), to=TensorProto.INT32)
    if form == "gqa-lengths":
        last, everything = "seqlens_k", "total_sequence_length"
    if long:  # as ONNX Runtime GenAI writes it: the size of the mask decides
        def branch(tables):
            made = [helper.make_node("Constant", [], [n], value=numpy_helper.from_array(t, n)) for n, t in tables.items()]
            return helper.make_graph(made, "branch", [], [port(n, helper.np_dtype_to_tensor_dtype(np.dtype(kind)), t.shape) for n, t in tables.items()])
        size = g("Gather", g("Shape", name("attention_mask")), g.scalar(1), axis=0)
        cos, sin = g("If", g("Greater", size, g.scalar(long)), out=["cos_rows", "sin_rows"], then_branch=branch({"cos_far": cosines[::-1].copy(), "sin_far": sines[::-1].copy()}),
                     else_branch=branch({"cos_near": cosines, "sin_near": sines}))
    for i in range(LAYERS):
        y = norm(g, x)
        q, k, v = (g("MatMul", y, g.const(f"{n}{i}", weight(WIDTH, h * SIZE))) for n, h in (("q", HEADS), ("k", KV_HEADS), ("v", KV_HEADS)))
        pk, pv, nk, nv = (name(n) for n in (f"past_key_values.{i}.key", f"past_key_values.{i}.value", f"present.{i}.key", f"present.{i}.value"))
        if form in ("gqa", "gqa-lengths"):
            y = g("GroupQueryAttention", q, k, v, pk, pv, last, everything, cos, sin, domain="com.microsoft", num_heads=HEADS,
                  kv_num_heads=KV_HEADS, do_rotary=1, out=[f"y{i}", nk, nv], local_window_size=window or -1)[0]
        elif form in ("attention-23", "tensor-scatter"):
            q, k = (g("RotaryEmbedding", heads(g, t, h), cos, sin, positions) for t, h in ((q, HEADS), (k, KV_HEADS)))
            v = heads(g, v, KV_HEADS)
            if written:
                k = g("TensorScatter", pk, k, "write_indices", axis=2, out=nk)
                v = g("TensorScatter", pv, v, "write_indices", axis=2, out=nv)
                # a query sees the keys up to its own place
                places = g("Unsqueeze", g("Range", g.scalar(0), g.scalar(capacity), g.scalar(1)), g.ints(0, 1))
                seen = g("LessOrEqual", places, g("Unsqueeze", positions, g.ints(2)))
                y = g("Attention", q, k, v, g("Unsqueeze", seen, g.ints(1)), "", "", "nonpad_kv_seqlen")
            else:
                y = g("Attention", q, k, v, "", pk, pv, out=[f"y{i}", nk, nv], is_causal=1)[0]
            y = g("Reshape", g("Transpose", y, perm=[0, 2, 1, 3]), g.ints(0, 0, WIDTH))
        else:
            normal = lambda t, h: g("Mul", norm(g, g("Reshape", t, g.ints(0, 0, h, SIZE))), g.const("scales", np.linspace(0.5, 1.5, SIZE, dtype=kind)))
            turned = lambda t, h: g("Transpose", normal(t, h), perm=[0, 2, 1, 3]) if normed else heads(g, t, h)
            q, k = (rotate(g, turned(t, h), cos, sin) for t, h in ((q, HEADS), (k, KV_HEADS)))
            k = g("Concat", pk, k, axis=2, out=nk)
            v = g("Concat", pv, heads(g, v, KV_HEADS), axis=2, out=nv)
            scores = g("Mul", g("MatMul", q, g("Transpose", repeated(g, k), perm=[0, 1, 3, 2])), g.const("scale", kind(SIZE ** -0.5)))
            y = g("MatMul", g("Softmax", g("Add", scores, mask), axis=-1), repeated(g, v))
            y = g("Reshape", g("Transpose", y, perm=[0, 2, 1, 3]), g.ints(0, 0, WIDTH))
        x = g("Add", x, g("MatMul", y, g.const(f"o{i}", weight(WIDTH, WIDTH))))
        z = norm(g, x)
        y = g("MatMul", z, g.const(f"up{i}", weight(WIDTH, 2 * WIDTH)))
        y = g("Mul", y, g("Sigmoid", y))
        if gated:
            y = g("Mul", y, g("MatMul", z, g.const(f"times{i}", weight(WIDTH, 2 * WIDTH))))
        x = g("Add", x, g("MatMul", y, g.const(f"down{i}", weight(2 * WIDTH, WIDTH))))
    g("MatMul", norm(g, x), g.const("head", 3 * weight(WIDTH, VOCABULARY)), out=name("logits"))
    graph = helper.make_graph(g.nodes, "decoder", inputs, outputs, [numpy_helper.from_array(w, n) for n, w in g.weights.items()])
    domains = [helper.make_opsetid("", g.opset)] + [helper.make_opsetid("com.microsoft", 1)] * form.startswith("gqa")
    onnx.save(helper.make_model(graph, opset_imports=domains, ir_version=10), str(path))
    return path


def greedy(path, prompt, count, kind=np.float32):
    """Tokens by ONNX Runtime, with a past that grows from nothing."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    names = [i.name for i in session.get_inputs()]
    past = {n: np.zeros((1, KV_HEADS, 0, SIZE), kind) for n in names if n.startswith("past")}
    tokens, fresh, before = [], list(prompt), 0
    while len(tokens) < count:
        after = before + len(fresh)
        given = {"input_ids": np.array([fresh], np.int64), "attention_mask": np.ones((1, after), np.int64),
                 "position_ids": np.arange(before, after, dtype=np.int64)[None],
                 "seqlens_k": np.array([after - 1], np.int32), "total_sequence_length": np.array([after], np.int32), **past}
        results = dict(zip([o.name for o in session.get_outputs()], session.run(None, {n: given[n] for n in names})))
        past = {n: results[n.replace("past_key_values", "present")] for n in past}
        fresh, before = [int(results["logits"][0, -1].argmax())], after
        tokens += fresh
    return tokens
