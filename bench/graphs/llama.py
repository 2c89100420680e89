"""Llama-3-8B blocks as the passes leave them, with random weights, for a GPU without PyTorch:

    python bench/graphs/llama.py decode 2 > decode.t; build/tests/gpu/gpu_graphs --time decode.t

decode: batch 16, one token, 1024 past in a BF16 cache; decode-kv8: in an E4M3 cache, as --kv-cache e4m3 leaves it;
prefill: 2048 tokens, attention in FP8.  The product that gives q, k and v turns positions into q and k, but with the word
"apart" behind: a kernel of their own does, as it did before.
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


def attention(i, decode, cache, batch, tokens, apart):
    """From the product that gives q, k and v of block i to the attention's result, flat and in FP8."""
    rows = {"q": HEADS, "k": GROUPS, "v": GROUPS}
    flat = lambda n: f"[{batch}, {tokens}, {rows[n] * SIZE}]"
    heads = lambda n: f"[{batch}, {rows[n]}, {tokens}, {SIZE}]" if decode else f"[{batch}, {tokens}, {rows[n]}, {SIZE}]"
    kind = {n: "bf16" if decode and (n == "q" or cache == "bf16") else KEPT for n in rows}
    store = lambda n, x, how="": f"Cast %{x} {{to=16}} : bf16" if kind[n] == "bf16" else f"Quantize %{x}{how} : {KEPT}"
    packed, sums = f"[{batch}, {tokens}, {PACKED}]", "bf16" if apart else "f32"
    yield f"  region gemm {{\n    %qkv{i}.s = Linear %n{i}, %qkv{i} : f32{packed}"
    if apart:
        yield f"    %qkv{i}.y = Cast %qkv{i}.s {{to=16}} : bf16{packed}\n  }}"
    yield f"    %q{i}, %k{i}, %v{i} = Split %qkv{i}.{'y' if apart else 's'}, %sizes {{axis=2}} : {', '.join(sums + flat(n) for n in rows)}"
    for n in "qk":
        yield f"    %{n}r{i} = Reshape %{n}{i}, %heads {{allowzero=1}} : {sums}[{batch}, {tokens}, {rows[n]}, {SIZE}]"
        if decode:
            yield f"    %{n}t{i} = Transpose %{n}r{i} {{perm=[0, 2, 1, 3]}} : {sums}{heads(n)}"
        if apart:
            yield "  region eltwise {"
        yield f"    %{n}o{i} = Rotary %{n}{'t' if decode else 'r'}{i}, %{'' if decode else 'row.'}cos, %{'' if decode else 'row.'}sin : f32{heads(n)}"
        yield f"    %{n}f{i} = {store(n, f'{n}o{i}')}{heads(n)}"
        if apart:
            yield "  }"
    rounded = not apart or kind["v"] != "bf16"
    if rounded:
        how = ' {mode="div"}' if apart else ""
        yield f"    %vf{i} = {store('v', f'v{i}', how)}{flat('v')}"
    if not apart:
        yield "  }"
    if decode:
        yield f"  %vr{i} = Reshape %v{'f' * rounded}{i}, %heads {{allowzero=1}} : {kind['v']}[{batch}, {tokens}, {GROUPS}, {SIZE}]"
        yield f"  %vt{i} = Transpose %vr{i} {{perm=[0, 2, 1, 3]}} : {kind['v']}{heads('v')}"
        for n, new in ("k", f"%kf{i}"), ("v", f"%vt{i}"):
            yield f"  %{n}c{i} = Concat %past.{n}{i}, {new} {{axis=2}} : {cache}[{batch}, {GROUPS}, {PAST + tokens}, {SIZE}]"
        of, how, result = f"%qf{i}, %kc{i}, %vc{i}", "scale=0.08838834", heads("q")
    else:
        for n in "qk":
            yield f"  %{n}c{i} = Reshape %{n}f{i}, %{'flat' if n == 'q' else 'narrow'} {{allowzero=1}} : {KEPT}{flat(n)}"
        of, result = f"%qc{i}, %kc{i}, %vf{i}", flat("q")
        how = f'is_causal=1, kv_num_heads={GROUPS}, probabilities="e4m3", q_num_heads={HEADS}, scale=0.08838834, scores="f16"'
    to = "aq" if decode else "af"
    yield (f"  region attention {{\n    %a{i} = Attention {of} {{{how}}} : f32{result}\n"
           f"    %{to}{i} = Quantize %a{i} : e4m3@0.01{result}\n  }}")
    if decode:
        yield f"  %at{i} = Transpose %aq{i} {{perm=[0, 2, 1, 3]}} : e4m3@0.01[{batch}, {tokens}, {HEADS}, {SIZE}]"
        yield f"  %af{i} = Reshape %at{i}, %flat {{allowzero=1}} : e4m3@0.01[{batch}, {tokens}, {WIDTH}]"


def block(i, decode, cache, batch, tokens, apart):
    shape = lambda columns: f"[{batch}, {tokens}, {columns}]"
    wide, inner = shape(WIDTH), shape(INNER)
    add = lambda to, x, y, w: (f"  region gemm {{\n    %{to}.s = Linear %{y}, %{w} : f32{wide}\n    %{to}.r = Add %{x}, %{to}.s : f32{wide}\n"
                               f"    %{to} = Cast %{to}.r {{to=16}} : bf16{wide}\n  }}")
    yield norm(f"n{i}", f"x{i}", wide)
    yield from attention(i, decode, cache, batch, tokens, apart)
    yield add(f"m{i}", f"x{i}", f"af{i}", f"out{i}")
    yield norm(f"l{i}", f"m{i}", wide)
    yield f"""  region gemm {{
    %u{i} = Linear %l{i}, %up{i} : f32{shape(2 * INNER)}
    %g{i}, %h{i} = Split %u{i} {{axis=2, num_outputs=2}} : f32{inner}, f32{inner}
    %s{i} = Swish %g{i} {{approximate="fp8"}} : f32{inner}
    %p{i} = Mul %s{i}, %h{i} : f32{inner}
    %d{i} = Quantize %p{i} : e4m3@0.01{inner}
  }}"""
    yield add(f"x{i + 1}", f"m{i}", f"d{i}", f"down{i}")


def graph(form, blocks, apart):
    decode, cache = form != "prefill", KEPT if form == "decode-kv8" else "bf16"
    batch, tokens = (16, 1) if decode else (1, 2048)
    seeds = itertools.count(1)
    yield f"# name: {blocks} Llama-3-8B blocks, {'decode, batch 16, 1024 past' + ' in E4M3' * (cache != 'bf16') if decode else 'prefill of 2048 tokens'}{', q and k turned by a kernel of their own' * apart}"
    yield "# tolerance: 8e-2" if decode else "# target: sm_90a"
    yield f"graph g opset 23 {{\n  in %x0 : bf16[{batch}, {tokens}, {WIDTH}]\n  in %cos : bf16[{tokens}, {SIZE}]\n  in %sin : bf16[{tokens}, {SIZE}]"
    for i, n in itertools.product(range(blocks if decode else 0), "kv"):
        yield f"  in %past.{n}{i} : {cache}[{batch}, {GROUPS}, {PAST}, {SIZE}]"
    yield f"  const %gamma : f32[{WIDTH}] = random({next(seeds)})"
    yield f"  const %sizes : i64[3] = {{{WIDTH}, {GROUPS * SIZE}, {GROUPS * SIZE}}}"
    yield f"  const %heads : i64[4] = {{{batch}, {tokens}, -1, {SIZE}}}\n  const %flat : i64[3] = {{{batch}, {tokens}, {WIDTH}}}"
    yield f"  const %narrow : i64[3] = {{{batch}, {tokens}, {GROUPS * SIZE}}}\n  const %one : i64[1] = {{1}}"
    for i, (name, rows, columns) in itertools.product(range(blocks), WEIGHTS):
        yield f"  const %{name}{i}.w : f32[{rows}] = random({next(seeds)})"
        yield f"  const %{name}{i} : e4m3@%{name}{i}.w/0[{rows}, {columns}] = random({next(seeds)})"
    for n in ("cos", "sin") if not decode else ():
        yield f"  %row.{n} = Unsqueeze %{n}, %one : bf16[{tokens}, 1, {SIZE}]"
    for i in range(blocks):
        yield from block(i, decode, cache, batch, tokens, apart)
    yield f"  out %x{blocks}\n}}"


if len(sys.argv) not in (3, 4) or sys.argv[1] not in ("decode", "decode-kv8", "prefill") or sys.argv[3:] not in ([], ["apart"]):
    raise SystemExit(__doc__)
print("\n".join(graph(sys.argv[1], int(sys.argv[2]), len(sys.argv) == 4)))
