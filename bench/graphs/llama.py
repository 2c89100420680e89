"""Llama-3-8B blocks as the passes leave them, with random weights, for a GPU without PyTorch:

    python bench/graphs/llama.py decode 2 > decode.t; build/tests/gpu/gpu_graphs --time decode.t

decode: batch 16, one token, 1024 past in a BF16 cache; decode-kv8: in an E4M3 cache, as --kv-cache e4m3 leaves it;
prefill: 2048 tokens, attention in FP8.
"""
import itertools
import sys

WIDTH, HEADS, GROUPS, SIZE, INNER, PAST = 4096, 32, 8, 128, 14336, 1024
PACKED = WIDTH + 2 * GROUPS * SIZE
WEIGHTS = (("qkv", PACKED, WIDTH), ("out", WIDTH, WIDTH), ("up", 2 * INNER, WIDTH), ("down", WIDTH, INNER))


def norm(to, of, shape):
    return f"""  region row {{
    %{to}.f = RMSNormalization %{of}, %gamma : f32{shape}
    %{to} = Quantize %{to}.f : e4m3@0.01{shape}
  }}"""


KEPT = "e4m3@0.01"  # a cache of decode-kv8


def attention(i, decode, cache, batch, tokens):
    """From the product that gives q, k and v of block i to the attention's result, flat and in FP8.

    In decode the product's kernel turns q and k.  In prefill a kernel behind it does."""
    rows = {"q": HEADS, "k": GROUPS, "v": GROUPS}
    heads = lambda n: f"[{batch}, {rows[n]}, {tokens}, {SIZE}]"
    kept = cache != "bf16"
    stored = lambda n, x: f"Cast %{x} {{to=16}} : bf16" if decode and not (kept and n != "q") else f"Quantize %{x} : {KEPT}"
    product = f"Linear %n{i}, %qkv{i} : f32[{batch}, {tokens}, {PACKED}]"
    parts = lambda kind: ", ".join(f"{kind}[{batch}, {tokens}, {rows[n] * SIZE}]" for n in rows)

    def turned(n, kind):
        yield f"    %{n}r{i} = Reshape %{n}{i}, %heads {{allowzero=1}} : {kind}[{batch}, {tokens}, {rows[n]}, {SIZE}]"
        yield f"    %{n}t{i} = Transpose %{n}r{i} {{perm=[0, 2, 1, 3]}} : {kind}{heads(n)}"

    def rotary(n):
        yield f"    %{n}o{i} = Rotary %{n}t{i}, %cos, %sin : f32{heads(n)}"
        yield f"    %{n}f{i} = {stored(n, f'{n}o{i}')}{heads(n)}"

    split = f"%q{i}, %k{i}, %v{i} = Split %qkv{i}.{'s' if decode else 'y'}, %sizes {{axis=2}} : "
    yield f"  region gemm {{\n    %qkv{i}.s = {product}"
    if decode:
        yield f"    {split}{parts('f32')}"
        for n in "qk":
            yield from turned(n, "f32")
            yield from rotary(n)
        yield f"    %vq{i} = {stored('v', f'v{i}')}[{batch}, {tokens}, {rows['v'] * SIZE}]\n  }}"
        of, kind = f"vq{i}", KEPT if kept else "bf16"
    else:
        yield f"    %qkv{i}.y = Cast %qkv{i}.s {{to=16}} : bf16[{batch}, {tokens}, {PACKED}]\n  }}\n  {split}{parts('bf16')}"
        for n in "qk":
            yield from turned(n, "bf16")
            yield "  region eltwise {"
            yield from rotary(n)
            yield "  }"
        of, kind = f"v{i}", "bf16"
    yield f"  %vr{i} = Reshape %{of}, %heads {{allowzero=1}} : {kind}[{batch}, {tokens}, {rows['v']}, {SIZE}]"
    yield f"  %vt{i} = Transpose %vr{i} {{perm=[0, 2, 1, 3]}} : {kind}{heads('v')}"
    how = "" if decode else 'is_causal=1, probabilities="e4m3", scores="f16", '
    if decode:
        for n, new in (("k", f"%kf{i}"), ("v", f"%vt{i}")):
            yield f"  %{n}c{i} = Concat %past.{n}{i}, {new} {{axis=2}} : {cache}[{batch}, {GROUPS}, {PAST + tokens}, {SIZE}]"
    else:
        yield f"  %vc{i} = Quantize %vt{i} : e4m3@0.01{heads('v')}"
    keys = f"%kc{i}" if decode else f"%kf{i}"
    yield (f"  region attention {{\n    %a{i} = Attention %qf{i}, {keys}, %vc{i} {{{how}scale=0.08838834}} : f32{heads('q')}\n"
           f"    %aq{i} = Quantize %a{i} : e4m3@0.01{heads('q')}\n  }}")
    yield f"  %at{i} = Transpose %aq{i} {{perm=[0, 2, 1, 3]}} : e4m3@0.01[{batch}, {tokens}, {HEADS}, {SIZE}]"
    yield f"  %af{i} = Reshape %at{i}, %flat {{allowzero=1}} : e4m3@0.01[{batch}, {tokens}, {WIDTH}]"


def block(i, decode, cache, batch, tokens):
    shape = lambda columns: f"[{batch}, {tokens}, {columns}]"
    wide, inner = shape(WIDTH), shape(INNER)
    add = lambda to, x, y, w: (f"  region gemm {{\n    %{to}.s = Linear %{y}, %{w} : f32{wide}\n    %{to}.r = Add %{x}, %{to}.s : f32{wide}\n"
                               f"    %{to} = Cast %{to}.r {{to=16}} : bf16{wide}\n  }}")
    yield norm(f"n{i}", f"x{i}", wide)
    yield from attention(i, decode, cache, batch, tokens)
    yield add(f"m{i}", f"x{i}", f"af{i}", f"out{i}")
    yield norm(f"l{i}", f"m{i}", wide)
    yield f"""  region gemm {{
    %u{i} = Linear %l{i}, %up{i} : f32{shape(2 * INNER)}
    %g{i}, %h{i} = Split %u{i} {{axis=2, num_outputs=2}} : f32{inner}, f32{inner}
    %s{i} = Swish %g{i} : f32{inner}
    %p{i} = Mul %s{i}, %h{i} : f32{inner}
    %d{i} = Quantize %p{i} : e4m3@0.01{inner}
  }}"""
    yield add(f"x{i + 1}", f"m{i}", f"d{i}", f"down{i}")


def graph(form, blocks):
    decode, cache = form != "prefill", KEPT if form == "decode-kv8" else "bf16"
    batch, tokens = (16, 1) if decode else (1, 2048)
    seeds = itertools.count(1)
    yield f"# name: {blocks} Llama-3-8B blocks, {'decode, batch 16, 1024 past' + ' in E4M3' * (cache != 'bf16') if decode else 'prefill of 2048 tokens'}"
    yield "# tolerance: 8e-2" if decode else "# target: sm_90a"
    yield f"graph g opset 23 {{\n  in %x0 : bf16[{batch}, {tokens}, {WIDTH}]\n  in %cos : bf16[{tokens}, {SIZE}]\n  in %sin : bf16[{tokens}, {SIZE}]"
    for i, n in itertools.product(range(blocks if decode else 0), "kv"):
        yield f"  in %past.{n}{i} : {cache}[{batch}, {GROUPS}, {PAST}, {SIZE}]"
    yield f"  const %gamma : f32[{WIDTH}] = random({next(seeds)})"
    yield f"  const %sizes : i64[3] = {{{WIDTH}, {GROUPS * SIZE}, {GROUPS * SIZE}}}"
    yield f"  const %heads : i64[4] = {{{batch}, {tokens}, -1, {SIZE}}}\n  const %flat : i64[3] = {{{batch}, {tokens}, {WIDTH}}}"
    for i, (name, rows, columns) in itertools.product(range(blocks), WEIGHTS):
        yield f"  const %{name}{i}.w : f32[{rows}] = random({next(seeds)})"
        yield f"  const %{name}{i} : e4m3@%{name}{i}.w/0[{rows}, {columns}] = random({next(seeds)})"
    for i in range(blocks):
        yield from block(i, decode, cache, batch, tokens)
    yield f"  out %x{blocks}\n}}"


if len(sys.argv) != 3 or sys.argv[1] not in ("decode", "decode-kv8", "prefill"):
    raise SystemExit(__doc__)
print("\n".join(graph(sys.argv[1], int(sys.argv[2]))))
