"""The products of the seven workloads and the attentions beside PyTorch's, as graphs for `gpu_graphs --plans`.

A product stands in the region that the passes leave of it (`fp8c compile --dump-after store-types` of one layer of
each row shows them), and is launched several times in a row with weights of its own, as layers follow each other.
"""
import dataclasses

BATCHES = (1, 8, 32)
L2_BYTES = 50 << 20  # weights that come round again are not to be there still
X_SCALE, OUT_SCALE = 0.02, 0.05


@dataclasses.dataclass(frozen=True)
class Gemm:
    """rows x k times k x n, and what the region does with the sums."""
    workload: str
    node: str
    batch: int
    rows: int
    n: int
    k: int
    end: str           # fp8, bf16, gelu, residual, swiglu, rotary
    bias: bool = True
    operands: str = "e4m3"
    head: int = 128    # size of one; rotary alone asks
    most: int = 32     # launches in a row

    @property
    def name(self):
        return f"{self.workload}-{self.node}-{self.batch}"

    @property
    def what(self):
        column = "column scale" + (", bias" if self.bias else "")
        end = {"fp8": "E4M3", "bf16": "BF16", "gelu": "erf-GELU, E4M3", "residual": "residual, BF16",
               "swiglu": "SwiGLU, E4M3", "rotary": "positions turned, BF16"}[self.end]
        return f"{column}, {end}" if self.operands == "e4m3" else f"BF16 operands{', bias' if self.bias else ''}, {end}"

    @property
    def out_n(self):
        return self.n // 2 if self.end == "swiglu" else self.n

    @property
    def weight_bytes(self):
        return self.n * self.k * (1 if self.operands == "e4m3" else 2)

    @property
    def flops(self):
        return 2 * self.rows * self.n * self.k

    @property
    def constant(self):
        """The weights lie in the plan: their layout or their signs decide the kernel, or their scales have no bias to go with."""
        return self.operands != "e4m3" or self.rows <= 16 or self.k > 4096 or not self.bias

    @property
    def weights(self):
        """How many of them follow each other before the first comes again."""
        least = -(-2 * L2_BYTES // self.weight_bytes)
        return max(1 if self.rows >= 1024 else 2, min(least, 2 if self.constant and self.rows >= 1024 else self.most))

    @property
    def launches(self):
        """In a row: as many as the weights, or fewer than 4 ms of them."""
        return max(self.weights, min(16, self.most, int(4e-3 * 1e15 / self.flops)))

    def tiny(self):
        """The same kinds in small, for the simulated GPU."""
        return dataclasses.replace(self, rows=min(self.rows, 16 + self.batch), k=128, n=96 if self.end == "rotary" else 128, head=16, most=2)


def gemms(batches=BATCHES):
    found = []
    for batch in batches:
        def encoder(name, tokens, width, inner):
            for node, n, k, end in (("qkv", 3 * width, width, "fp8"), ("out", width, width, "residual"),
                                    ("fc1", inner, width, "gelu"), ("fc2", width, inner, "residual")):
                found.append(Gemm(name, node, batch, batch * tokens, n, k, end))

        def llama(name, tokens):
            rows = batch * tokens
            for node, n, k, end in (("qkv", 6144, 4096, "rotary" if rows <= 16 else "bf16"), ("out", 4096, 4096, "residual"),
                                    ("gate-up", 28672, 4096, "swiglu"), ("down", 4096, 14336, "residual")):
                found.append(Gemm(name, node, batch, rows, n, k, end, bias=False))

        encoder("bert-large-384", 384, 1024, 4096)
        encoder("bert-base-128", 128, 768, 3072)
        found.append(Gemm("vit-l", "patches", batch, batch * 196, 1024, 768, "bf16"))
        encoder("vit-l", 197, 1024, 4096)
        found.append(Gemm("vit-l", "head", batch, batch, 1000, 1024, "bf16", operands="bf16", bias=False))
        encoder("whisper", 1500, 1280, 5120)
        llama("llama-prefill-2048", 2048)
        llama("llama-decode", 1)
    return found


# ---- Text ------------------------------------------------------------------------------

def graph(name, ports, body, outs, follows=False):
    head = f"# name: {name}\n# target: sm_90a\n" + "# follows: 1\n" * follows
    return head + "graph g opset 23 {\n" + "".join(f"  {line}\n" for line in (*ports, *body, *(f"out %{o}" for o in outs))) + "}\n"


def quantised(to, of, shape):
    return f"%{to} = Quantize %{of} : e4m3@{OUT_SCALE}{shape}"


def turned(i, of, g, source):
    """The parts of a packed q, k and v: the first two with positions turned.  `source`: f32 sums, or BF16 in memory."""
    heads = g.n // g.head
    groups = heads // 6  # Llama-3-8B: 32 of q, 8 of k, 8 of v
    rows = {"q": heads - 2 * groups, "k": groups, "v": groups}
    flat = lambda n: f"[{g.rows}, 1, {rows[n] * g.head}]"
    shape = lambda n: f"[{g.rows}, {rows[n]}, 1, {g.head}]"
    yield f"%q{i}, %k{i}, %v{i} = Split %{of}, %sizes {{axis=2}} : {', '.join(source + flat(n) for n in rows)}"
    for n in "qk":
        yield f"%{n}r{i} = Reshape %{n}{i}, %heads {{allowzero=1}} : {source}[{g.rows}, 1, {rows[n]}, {g.head}]"
        yield f"%{n}t{i} = Transpose %{n}r{i} {{perm=[0, 2, 1, 3]}} : {source}{shape(n)}"
        if source != "f32":
            yield "region eltwise {"
        yield f"%{n}o{i} = Rotary %{n}t{i}, %cos, %sin : f32{shape(n)}"
        yield f"%{n}f{i} = Cast %{n}o{i} {{to=16}} : bf16{shape(n)}"
        if source != "f32":
            yield "}"
    if source == "f32":
        yield f"%vf{i} = Cast %v{i} {{to=16}} : bf16{flat('v')}"


def rotary_ports(g):
    heads = g.n // g.head
    groups = heads // 6
    return [f"in %cos : bf16[1, {g.head}]", f"in %sin : bf16[1, {g.head}]",
            f"const %sizes : i64[3] = {{{(heads - 2 * groups) * g.head}, {groups * g.head}, {groups * g.head}}}",
            f"const %heads : i64[4] = {{{g.rows}, 1, -1, {g.head}}}"]


def end_of(g, i, h, shape):
    """What follows the F32 number %h of every element, and the result's name."""
    if g.end == "fp8":
        return [quantised(f"z{i}", h, shape)]
    if g.end == "gelu":
        return [f'%g{i} = Gelu %{h} {{approximate="fp8"}} : f32{shape}', quantised(f"z{i}", f"g{i}", shape)]
    if g.end == "residual":
        both = f"%{h}, %r" if g.workload.startswith("bert") else f"%r, %{h}"  # as the models add
        return [f"%a{i} = Add {both} : f32{shape}", f"%z{i} = Cast %a{i} {{to=16}} : bf16{shape}"]
    return [f"%z{i} = Cast %{h} {{to=16}} : bf16{shape}"]


def gated(i, gate, up, shape):
    return [f'%s{i} = Swish %{gate} {{approximate="fp8"}} : f32{shape}', f"%p{i} = Mul %s{i}, %{up} : f32{shape}", quantised(f"z{i}", f"p{i}", shape)]


def own(g):
    """The chain of fp8c's kernels.  Ports: x, r, cos, sin, then the weights that are no constants; results all of one kind."""
    rows = f"{g.rows}, 1" if g.end == "rotary" else f"{g.rows}"
    shape, half = f"[{rows}, {g.n}]", f"[{rows}, {g.n // 2}]"
    e4m3 = g.operands == "e4m3"
    x, w = (f"e4m3@{X_SCALE}", "e4m3@%s/0" if g.constant else f"e4m3@{X_SCALE}") if e4m3 else ("bf16", "bf16")
    ports = [f"in %x : {x}[{rows}, {g.k}]"]
    if g.end == "residual":
        ports.append(f"in %r : bf16{shape}")
    if g.end == "rotary":
        ports += rotary_ports(g)
    if e4m3 and g.constant:
        ports.append(f"const %s : f32[{g.n}] = random(1)")
    if g.bias:
        ports.append(f"const %b : bf16[{g.n}] = random(2)")
    for j in range(g.weights):
        ports.append(f"const %w{j} : {w}[{g.n}, {g.k}] = random({10 + j})" if g.constant else f"in %w{j} : {w}[{g.n}, {g.k}]")
    body, outs = [], []
    for i in range(g.launches):
        body.append("region gemm {")
        body.append(f"%y{i} = Linear %x, %w{i % g.weights}{', %b' if g.bias else ''} : f32{shape}")
        if g.end == "swiglu":
            body.append(f"%g{i}, %h{i} = Split %y{i} {{axis=1, num_outputs=2}} : f32{half}, f32{half}")
            body += gated(i, f"g{i}", f"h{i}", half)
        elif g.end == "rotary":
            body += turned(i, f"y{i}", g, "f32")
        else:
            body += end_of(g, i, f"y{i}", shape)
        body.append("}")
        outs += [f"qf{i}", f"kf{i}", f"vf{i}"] if g.end == "rotary" else [f"z{i}"]
    return graph(f"{g.name}-own", ports, body, outs)


def rest(g, form):
    """One kernel of ours (rotary: two that lie together) for what is missing behind cuBLASLt's product %t in BF16.
    `outer`: it has the column's scale and bias already; `tensor`: neither."""
    rows = f"{g.rows}, 1" if g.end == "rotary" else f"{g.rows}"
    columns = form == "tensor"
    shape, half = f"[{rows}, {g.n}]", f"[{rows}, {g.n // 2}]"
    ports, body = [f"in %t : bf16{shape}"], []
    if g.end == "residual":
        ports.append(f"in %r : bf16{shape}")
    if g.end == "rotary":
        ports += rotary_ports(g)

    def scaled(of, to, n, scale, shape):
        """%of in memory as F32 numbers %to."""
        body.append(f"%{to}.f = Cast %{of} {{to=1}} : f32{shape}")
        if columns:
            ports.append(f"const %{scale} : f32[{n}] = random(1)")
            body.append(f"%{to}.m = Mul %{to}.f, %{scale} : f32{shape}")
        if columns and g.bias:
            ports.append(f"const %b : bf16[{n}] = random(2)")
            body.append(f"%{to}.b = Add %{to}.m, %b : f32{shape}")
        return f"{to}.b" if columns and g.bias else f"{to}.m" if columns else f"{to}.f"

    if g.end == "swiglu":
        body.append(f"%g, %h = Split %t {{axis=1, num_outputs=2}} : bf16{half}, bf16{half}")
        body.append("region eltwise {")
        gate, up = scaled("g", "gate", g.n // 2, "s", half), scaled("h", "up", g.n // 2, "u", half)
        body += gated(0, gate, up, half)
        body.append("}")
    elif g.end == "rotary":  # `tensor`: the columns' scales are forgiven
        body += turned(0, "t", g, "bf16")
    else:
        body.append("region eltwise {")
        body += end_of(g, 0, scaled("t", "y", g.n, "s", shape), shape)
        body.append("}")
    outs = ["qf0", "kf0"] if g.end == "rotary" else ["z0"]
    # as in a plan: a launch of at most one wave, here of threads with eight numbers each, starts early
    return graph(f"{g.name}-{form}", ports, body, outs, follows=g.rows * g.out_n // 8 <= 132 * 2048)


# ---- Attention --------------------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Attention:
    name: str
    batch: int
    tokens: int
    heads: int
    groups: int
    size: int
    causal: bool = False
    wanted: float = 0  # TFLOP/s
    launches: int = 16

    @property
    def flops(self):
        """Of one: of a causal one those under the diagonal."""
        return 4 * self.batch * self.heads * self.tokens ** 2 * self.size // (2 if self.causal else 1)

    @property
    def what(self):
        keys = f" ({self.groups} of keys)" if self.groups != self.heads else ""
        return f"batch {self.batch}, {self.heads} heads of {self.size}{keys}, {self.tokens} tokens{', causal' * self.causal}"


ATTENTIONS = (
    Attention("attention-64-384", 32, 384, 16, 16, 64, wanted=540),
    Attention("attention-64-1500", 8, 1500, 20, 20, 64, wanted=620),
    Attention("attention-128-2048", 4, 2048, 32, 8, 128, wanted=1000),
    Attention("attention-128-2048-causal", 4, 2048, 32, 8, 128, causal=True, wanted=640),
    Attention("attention-128-2048-causal-1", 1, 2048, 32, 8, 128, causal=True),
    Attention("attention-64-197", 64, 197, 16, 16, 64),
)


def attention(c):
    q, kv = f"e4m3@{OUT_SCALE}[{c.batch}, {c.tokens}, {c.heads * c.size}]", f"e4m3@{OUT_SCALE}[{c.batch}, {c.tokens}, {c.groups * c.size}]"
    how = f'q_num_heads={c.heads}, kv_num_heads={c.groups}, probabilities="e4m3", scores="f16"' + ", is_causal=1" * c.causal
    body = []
    for i in range(c.launches):
        body += ["region attention {", f"%a{i} = Attention %q, %k, %v {{{how}}} : f32[{c.batch}, {c.tokens}, {c.heads * c.size}]",
                 f"%z{i} = Quantize %a{i} : {q}", "}"]
    return graph(c.name, [f"in %q : {q}", f"in %k : {kv}", f"in %v : {kv}"], body, [f"z{i}" for i in range(c.launches)])
