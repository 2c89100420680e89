#!/usr/bin/env python3
"""Problems of every kernel family in sizes that nobody tuned for, as graphs for the time model.

  problem_graphs.py DIR [SHARES]       files for `gpu_graphs --time`: every problem several times in a row
  problem_graphs.py --shapes DIR [SHARES]   the same of shapes(): convolutions, products and attentions only, many of each
  problem_graphs.py --halos DIR [SHARES]    the same of halos(): convolutions whose windows share much of their image
  problem_graphs.py --alone FILE       every problem of problems() once, as the time model is asked for it

A problem is one region as the passes leave it.  In a row, a problem reads what the one before it wrote where the types
allow that, and has weights of its own, as layers of a network do.
"""
import re
import sys

REPEATS, BYTES_MAX, WEIGHTS_MAX = 10, 600 << 20, 240 << 20
# Of a product whose weights are more than its results: so many in a row that the L2 cache holds no weights from run to run.
COLD_REPEATS, COLD_BYTES = 48, 120 << 20
SIZE = {"f32": 4, "bf16": 2, "f16": 2, "e4m3": 1, "i64": 8, "i32": 4, "bool": 1}


def bytes_of(type_):
    """Of a type as the text form has it."""
    size = SIZE[type_.split("@")[0].split("[")[0]]
    for d in type_[type_.rindex("[") + 1:-1].split(","):
        size *= int(d)
    return size


class Problem:
    """Lines of a region over the port %x (and others, shared by all copies); %z is what it writes."""

    def __init__(self, family, name, ports, lines, region, out="z", cold=False):
        self.family, self.name, self.ports, self.lines, self.region, self.out, self.cold = family, f"{family} {name}", ports, lines, region, out, cold

    def type_of(self, value):
        for line in (*self.ports, *self.lines):
            m = re.match(rf"(?:in\s+|const\s+)?%{value}(?: = .*?)? : (\S+?\[[^\]]*\])", line)
            if m:
                return m.group(1)
        raise ValueError(f"{self.name}: no %{value}")

    def copies(self):
        if self.family == "start":
            return int(self.name.split()[-1])
        made = bytes_of(self.type_of(self.out))
        held = bytes_of(self.type_of("w")) if any("%w " in p for p in self.ports) else 1
        repeats = min(COLD_REPEATS, COLD_BYTES // held) if self.cold and held > made else REPEATS
        return max(3, min(max(repeats, REPEATS), BYTES_MAX // made, WEIGHTS_MAX // held))

    def text(self, copies=1):
        ports = [p for p in self.ports if not p.startswith("const %w") and not p.startswith("const %s ")]
        own = [p for p in self.ports if p.startswith("const %w") or p.startswith("const %s ")]
        chained = "x" in [re.match(r"(?:in|const)\s+%(\w+)", p).group(1) for p in ports] and self.type_of("x") == self.type_of(self.out)
        body, outs = [], []
        inside = {m for line in self.lines for m in re.findall(r"%(\w+)", line.split(" = ")[0])}
        for i in range(copies):
            def rename(line):
                def one(m):
                    v = m.group(1)
                    if v == "x" and chained and i:
                        return f"%{self.out}{i - 1}"
                    if v in inside or any(p.startswith(f"const %{v} ") for p in own):
                        return f"%{v}{i}"
                    return m.group(0)
                return re.sub(r"%(\w+)", one, line)
            for p in own:
                ports.append(re.sub(r"random\((\d+)\)", lambda m: f"random({int(m.group(1)) + i})", rename(p)))
            body += ([f"region {self.region} {{"] if self.region else []) + [("  " if self.region else "") + rename(l) for l in self.lines] + (["}"] if self.region else [])
            outs.append(f"out %{self.out}{i}")
        if chained:
            outs = outs[-1:]
        return f"# name: {self.name}\n# target: sm_90a\ngraph g opset 23 {{\n" + "".join(f"  {l}\n" for l in (*ports, *body, *outs)) + "}\n"


def product(rows, n, k, operands, end, seed=1):
    fp8 = operands == "e4m3"
    ports = [f"in %x : {'e4m3@0.02' if fp8 else 'bf16'}[{rows}, {k}]", *([f"const %s : f32[{n}] = random(3)"] if fp8 else []),
             f"const %w : {'e4m3@%s/0' if fp8 else 'bf16'}[{n}, {k}] = random({seed})", f"const %b : bf16[{n}] = random(2)"]
    lines = [f"%y = Linear %x, %w, %b : f32[{rows}, {n}]"]
    if end == "residual":
        ports.append(f"in %r : bf16[{rows}, {n}]")
        lines += [f"%a = Add %r, %y : f32[{rows}, {n}]", f"%z = Cast %a {{to=16}} : bf16[{rows}, {n}]"]
    elif end == "gelu":
        lines += [f'%g = Gelu %y {{approximate="fp8"}} : f32[{rows}, {n}]', f"%z = Quantize %g : e4m3@0.05[{rows}, {n}]"]
    elif end == "fp8":
        lines += [f"%z = Quantize %y : e4m3@0.05[{rows}, {n}]"]
    else:
        lines += [f"%z = Cast %y {{to=16}} : bf16[{rows}, {n}]"]
    return Problem("product", f"{operands} {rows} x {n} x {k} {end}", ports, lines, "gemm")


def conv(images, side, channels, filters, window, operands, stride=1, group=1, end="relu"):
    pad, to = window // 2, (side - 1) // stride + 1
    fp8 = operands == "e4m3"
    shape = f"[{images}, {to}, {to}, {filters}]"
    ports = [f"in %x : {'e4m3@0.02' if fp8 else 'bf16'}[{images}, {side}, {side}, {channels}]",
             f"const %w : {'e4m3@0.01' if fp8 else 'bf16'}[{filters}, {window}, {window}, {channels // group}] = random(1)", f"const %b : f32[{filters}] = random(2)"]
    how = f"channels_last=1, {f'group={group}, ' if group > 1 else ''}pads=[{pad}, {pad}, {pad}, {pad}], strides=[{stride}, {stride}]"
    lines = [f"%y = Conv %x, %w, %b {{{how}}} : f32{shape}", f"%h = Relu %y : f32{shape}"]
    lines.append(f"%z = Quantize %h : e4m3@0.02{shape}" if fp8 else f"%z = Cast %h {{to=16}} : bf16{shape}")
    family = "depthwise" if group == channels and group > 1 else "grouped" if group > 1 else "conv"
    return Problem(family, f"{operands} {images} x {side} x {side} x {channels} to {filters}, {window} x {window}, step {stride}", ports, lines, "conv")


def attention(batch, tokens, heads, size, operands, causal=False, groups=None, mask=False, past=None):
    groups, keys = groups or heads, past or tokens
    shape, kv = f"[{batch}, {tokens}, {heads * size}]", f"[{batch}, {keys}, {groups * size}]"
    fp8 = operands == "e4m3"
    of = "e4m3@0.05" if fp8 else "bf16"
    how = f"q_num_heads={heads}, kv_num_heads={groups}" + (', probabilities="e4m3", scores="f16"' if fp8 else "") + ", is_causal=1" * causal
    ports = [f"in %x : {of}{shape}", f"in %k : {of}{kv}", f"in %v : {of}{kv}"] + ([f"in %m : bf16[1, {heads}, {tokens}, {keys}]"] if mask else [])
    lines = [f"%a = Attention %x, %k, %v{', %m' if mask else ''} {{{how}}} : f32{shape}", f"%z = Quantize %a : e4m3@0.05{shape}" if fp8 else f"%z = Cast %a {{to=16}} : bf16{shape}"]
    return Problem("attention", f"{operands} {batch} x {tokens} x {keys}, {heads} heads of {size}{f' ({groups} of keys)' if groups != heads else ''}{', causal' * causal}{', bias' * mask}", ports, lines, "attention")


def norm(rows, width, kind, fp8=True, residual=False):
    shape = f"[{rows}, {width}]"
    ports = [f"in %x : bf16{shape}", f"const %g : f32[{width}] = random(1)"] + ([f"const %b : f32[{width}] = random(2)"] if kind == "LayerNormalization" else [])
    lines, of = [], "x"
    if residual:
        ports.append(f"in %r : bf16{shape}")
        lines, of = [f"%a = Add %x, %r : f32{shape}"], "a"
    lines.append(f"%n = {kind} %{of}, %g{', %b' if kind == 'LayerNormalization' else ''} : f32{shape}")
    lines.append(f"%z = Quantize %n : e4m3@0.02{shape}" if fp8 else f"%z = Cast %n {{to=16}} : bf16{shape}")
    return Problem("row", f"{kind} {rows} x {width}{' of a sum' * residual} to {'e4m3' if fp8 else 'bf16'}", ports, lines, "row")


def softmax(rows, width):
    return Problem("row", f"Softmax {rows} x {width}", [f"in %x : bf16[{rows}, {width}]"],
                   [f"%n = Softmax %x {{axis=-1}} : f32[{rows}, {width}]", f"%z = Cast %n {{to=16}} : bf16[{rows}, {width}]"], "row")


def elementwise(count, what):
    shape = f"[{count // 1024}, 1024]" if count >= 1024 else f"[{count}]"
    ports = [f"in %x : bf16{shape}"]
    if what == "gelu to e4m3":
        lines = [f'%g = Gelu %x : f32{shape}', f"%z = Quantize %g : e4m3@0.05{shape}"]
    elif what == "swish and product":
        ports.append(f"in %r : bf16{shape}")
        lines = [f"%g = Swish %x : f32{shape}", f"%m = Mul %g, %r : f32{shape}", f"%z = Cast %m {{to=16}} : bf16{shape}"]
    elif what == "sum":
        ports.append(f"in %r : bf16{shape}")
        lines = [f"%m = Add %x, %r : f32{shape}", f"%z = Cast %m {{to=16}} : bf16{shape}"]
    else:
        lines = [f"%z = Quantize %x : e4m3@0.05{shape}"]
    return Problem("eltwise", f"{what}, {count}", ports, lines, "eltwise")


def move(name, ports, line):
    return Problem("move", name, ports, [line], None)


def transpose(shape, perm, of="bf16"):
    to = [shape[p] for p in perm]
    return move(f"Transpose {of} {shape} by {perm}", [f"in %x : {of}{shape}"], f"%z = Transpose %x {{perm={perm}}} : {of}{to}")


def image_norm(batch, side, channels, groups, last, swish=True):
    shape = f"[{batch}, {side}, {side}, {channels}]" if last else f"[{batch}, {channels}, {side}, {side}]"
    lines = [f"%n = GroupNormalization %x, %g, %b {{{'channels_last=1, ' * last}num_groups={groups}}} : f32{shape}"]
    lines += [f'%s1 = Swish %n {{approximate="fp8"}} : f32{shape}', f"%z = Quantize %s1 : e4m3@0.02{shape}"] if swish else [f"%z = Cast %n {{to=16}} : bf16{shape}"]
    return Problem("image norm", f"{batch} x {side} x {side} x {channels}, {groups} groups, channels {'last' if last else 'first'}", [f"in %x : bf16{shape}", f"const %g : f32[{channels}] = random(1)", f"const %b : f32[{channels}] = random(2)"], lines, "norm")


def resize(batch, side, channels, times, mode, last):
    a, b = ([batch, side, side, channels], [batch, side * times, side * times, channels]) if last else ([batch, channels, side, side], [batch, channels, side * times, side * times])
    axes = [1, 2] if last else [2, 3]
    how = 'mode="linear"' if mode == "linear" else 'mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"'
    return Problem("resize", f"{mode} {times} times {batch} x {side} x {side} x {channels}, channels {'last' if last else 'first'}", [f"in %x : bf16{a}", f"const %up : f32[2] = {{{times}, {times}}}"],
                   [f"%z = Resize %x, _, %up {{axes={axes}, {how}}} : bf16{b}"], None)


def reduction(shape, axes, op="ReduceMean"):
    to = [1 if i in axes else d for i, d in enumerate(shape)]
    return Problem("reduce", f"{op} {shape} over {axes}", [f"in %x : bf16{shape}", f"const %axes : i64[{len(axes)}] = {{{', '.join(map(str, axes))}}}"],
                   [f"%m = {op} %x, %axes : f32{to}", f"%z = Cast %m {{to=16}} : bf16{to}"], "reduce")


def problems():
    for n in (1, 6, 12, 48):
        yield Problem("start", f"elementwise of 1024, in a row {n}", ["in %x : bf16[1024]"], ["%h = Relu %x : f32[1024]", "%z = Cast %h {to=16} : bf16[1024]"], "eltwise")
    for width in (192, 768, 1536, 4096):
        for rows in (64, 1024, 6272, 32768):
            yield norm(rows, width, "LayerNormalization")
    for width, rows in ((1024, 512), (1024, 8192), (4096, 16), (4096, 2048), (128, 65536)):
        yield norm(rows, width, "RMSNormalization", fp8=False)
        yield norm(rows, width, "LayerNormalization", fp8=False, residual=True)
    for rows, width in ((1536, 128), (49152, 128), (12288, 512), (50176, 49), (384, 4096)):
        yield softmax(rows, width)
    for what in ("gelu to e4m3", "swish and product", "sum", "quantize"):
        for count in (1 << 12, 1 << 17, 3 << 19, 3 << 21, 3 << 24):
            yield elementwise(count, what)
    for rows in (128, 384, 1576, 6304, 16384):
        for n, k, end in ((768, 768, "residual"), (3072, 768, "gelu"), (768, 3072, "residual"), (2304, 768, "fp8"), (320, 320, "bf16"), (4096, 1024, "bf16")):
            yield product(rows, n, k, "e4m3", end)
    for rows in (128, 1576, 6304):
        for n, k, end in ((768, 768, "bf16"), (3072, 768, "bf16"), (768, 3072, "bf16"), (320, 320, "bf16"), (1024, 4096, "bf16")):
            yield product(rows, n, k, "bf16", end)
    for rows in (1, 8, 16, 32):
        for n, k in ((1024, 1024), (4096, 4096), (11008, 2048), (1000, 768)):
            yield product(rows, n, k, "e4m3", "bf16")
    for rows in (1, 16):
        for n, k in ((1024, 1024), (4096, 4096)):
            yield product(rows, n, k, "bf16", "bf16")
    for batch in (1, 16):
        for operands in ("e4m3", "bf16"):
            for side, channels, filters, window, stride in ((112, 64, 64, 3, 1), (56, 64, 256, 1, 1), (56, 128, 128, 3, 2), (28, 192, 192, 3, 1), (28, 512, 128, 1, 1), (14, 384, 384, 3, 1), (14, 96, 576, 1, 1),
                                                            (7, 640, 640, 3, 1), (64, 320, 320, 3, 1), (224, 16, 32, 3, 2), (28, 48, 240, 1, 1)):
                yield conv(batch, side, channels, filters, window, operands, stride)
    for batch in (1, 16):
        for side, channels, window, stride in ((112, 48, 3, 1), (56, 144, 3, 2), (28, 240, 5, 1), (14, 672, 3, 1), (7, 1152, 5, 1), (56, 128, 7, 1), (14, 512, 7, 1)):
            yield conv(batch, side, channels, channels, window, "bf16", stride, group=channels)
    for channels, groups, side in ((128, 32, 56), (512, 8, 14)):
        yield conv(8, side, channels, channels, 3, "bf16", group=groups)
    for batch, tokens, heads, size in ((1, 128, 12, 32), (1, 384, 16, 64), (8, 128, 12, 64), (32, 197, 12, 64), (16, 256, 16, 72), (4, 4096, 8, 40), (4, 1024, 8, 80), (8, 512, 12, 64), (2, 1500, 20, 64), (256, 49, 6, 32)):
        for operands in ("e4m3", "bf16"):
            yield attention(batch, tokens, heads, size, operands)
    for operands in ("e4m3", "bf16"):
        yield attention(1, 2048, 32, 128, operands, causal=True, groups=8)
        yield attention(4, 512, 16, 128, operands, causal=True, groups=8)
        yield attention(4, 16384, 1, 64, operands, past=256)
    for batch, tokens, heads, size in ((8, 256, 12, 64), (8, 512, 12, 64), (64, 49, 8, 32)):
        yield attention(batch, tokens, heads, size, "bf16", mask=True)
    yield attention(16, 1, 32, 128, "bf16", groups=8, past=1024)
    yield attention(1, 1, 32, 128, "bf16", groups=8, past=4096)
    for of in ("bf16", "e4m3@0.02"):
        yield transpose([32, 197, 12, 64], [0, 2, 1, 3], of)
        yield transpose([8, 512, 2304], [0, 2, 1], of)
        yield transpose([4, 320, 64, 64], [0, 2, 3, 1], of)
        yield transpose([32, 3, 224, 224], [0, 2, 3, 1], of)
        yield transpose([1, 384, 16, 64], [0, 2, 1, 3], of)
        yield transpose([32, 8, 7, 8, 7, 128], [0, 1, 3, 2, 4, 5], of)
    for rows, width in ((2048, 768), (32768, 768), (1024, 64)):
        yield move(f"Concat {rows} x {width} of columns", [f"in %x : bf16[{rows}, {width}]", f"in %r : bf16[{rows}, {width}]"], f"%z = Concat %x, %r {{axis=1}} : bf16[{rows}, {2 * width}]")
        yield move(f"Gather {rows} of {width}", [f"in %t : bf16[30000, {width}]", f"in %i : i64[{rows}]"], f"%z = Gather %t, %i : bf16[{rows}, {width}]")
    for batch, side, channels in ((32, 56, 128), (4, 64, 320), (1, 14, 512)):
        yield move(f"Pad {batch} x {side} x {side} x {channels}", [f"in %x : bf16[{batch}, {side}, {side}, {channels}]", "const %p : i64[8] = {0, 0, 0, 0, 0, 2, 2, 0}"],
                   f"%z = Pad %x, %p : bf16[{batch}, {side + 2}, {side + 2}, {channels}]")
    yield move("GatherElements 96 x 256 x 512 to 256", ["in %x : bf16[96, 256, 512]", "in %i : i64[96, 256, 256]"], "%z = GatherElements %x, %i {axis=2} : bf16[96, 256, 256]")
    yield move("CumSum 32 x 128", ["in %x : i32[32, 128]", "const %p : i64[] = {1}"], "%z = CumSum %x, %p : i32[32, 128]")
    yield move("CumSum 64 x 4096", ["in %x : f32[64, 4096]", "const %p : i64[] = {1}"], "%z = CumSum %x, %p : f32[64, 4096]")
    yield move("Expand 64 x 1 x 1024 to 64 x 128 x 1024", ["in %x : bf16[64, 1, 1024]", "const %p : i64[3] = {64, 128, 1024}"], "%z = Expand %x, %p : bf16[64, 128, 1024]")
    for batch, side, channels, groups in ((4, 64, 320, 32), (1, 64, 320, 32), (2, 32, 640, 32), (4, 16, 1280, 32), (1, 256, 128, 32), (16, 56, 64, 8)):
        yield image_norm(batch, side, channels, groups, True)
        yield image_norm(batch, side, channels, groups, False, swish=False)
    for batch, side, channels, times in ((4, 128, 150, 4), (4, 16, 768, 4), (1, 64, 256, 2), (8, 28, 64, 2)):
        for mode in ("linear", "nearest"):
            yield resize(batch, side, channels, times, mode, False)
            yield resize(batch, side, channels, times, mode, True)
    for shape, axes in (([32, 56, 56, 144], [1, 2]), ([32, 7, 7, 1152], [1, 2]), ([1, 14, 14, 672], [1, 2]), ([8, 512, 768], [1]), ([128, 64, 64, 4], [0]), ([32, 64, 56, 56], [2, 3]), ([65536, 16], [1])):
        yield reduction(shape, axes)
    for batch, side, channels in ((32, 112, 64), (1, 112, 64), (8, 28, 256)):
        to = side // 2
        yield Problem("pool", f"MaxPool {batch} x {side} x {side} x {channels}", [f"in %x : bf16[{batch}, {side}, {side}, {channels}]"],
                      [f"%z = MaxPool %x {{channels_last=1, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]}} : bf16[{batch}, {to}, {to}, {channels}]"], None)


# ---- Shapes: convolutions, products and attentions only -----------------------------------------

NUMBERS = {"e4m3": "e4m3@0.02", "bf16": "bf16", "f16": "f16", "f32": "f32"}


def weights(dims, operands):
    """A port of weights with what scales them: a number for each filter in FP8."""
    fp8 = operands == "e4m3"
    shape = f"[{', '.join(map(str, dims))}]"
    return ([f"const %s : f32[{dims[0]}] = random(3)"] if fp8 else []) + [f"const %w : {'e4m3@%s/0' if fp8 else operands}{shape} = random(1)"]


def end_of(end, shape, ports):
    """Lines from %y, which are F32 sums, to %z."""
    lines, of = [], "y"
    words = end.split()
    for word in words[:-1]:
        if word == "sum":
            ports.append(f"in %r : bf16{shape}")
            lines.append(f"%a = Add %{of}, %r : f32{shape}")
            of = "a"
        elif word == "relu":
            lines.append(f"%h = Relu %{of} : f32{shape}")
            of = "h"
        elif word in ("swish", "gelu"):
            form = ' {approximate="fp8"}' if words[-1] == "e4m3" else ""
            lines.append(f"%g = {word.capitalize()} %{of}{form} : f32{shape}")
            of = "g"
        elif word == "sigmoid":
            lines.append(f"%g = Sigmoid %{of} : f32{shape}")
            of = "g"
    if words[-1] == "e4m3":
        lines.append(f"%z = Quantize %{of} : e4m3@0.05{shape}")
    elif words[-1] == "f32":
        lines[-1:] = [re.sub(r"^%\w+", "%z", lines[-1])]
    else:
        lines.append(f"%z = Cast %{of} {{to={dict(bf16=16, f16=10)[words[-1]]}}} : {words[-1]}{shape}")
    return lines


def shaped_conv(operands, batch, size, channels, filters, window, stride=1, groups=1, end="relu bf16", last=True, pads=None, blocks=1, dilation=1):
    """`size` and `window`: numbers of one or two axes; `blocks`: of channels, between which weights are taken for zeros."""
    size, window = ((v, v) if isinstance(v, int) else v for v in (size, window))
    pads = [dilation * (w - 1) // 2 if dilation > 1 else w // 2 for w in window] if pads is None else pads
    to = [(s + 2 * p - dilation * (w - 1) - 1) // stride + 1 for s, w, p in zip(size, window, pads)]

    def shape(spatial, c):
        dims = [batch, *spatial, c] if last else [batch, c, *spatial]
        return f"[{', '.join(map(str, dims))}]"
    of = [filters, *window, channels // groups] if last else [filters, channels // groups, *window]
    ports = [f"in %x : {NUMBERS[operands]}{shape(size, channels)}", *weights(of, operands), f"const %b : f32[{filters}] = random(2)"]
    how = ["channels_last=1"] * last + [f"group={groups}"] * (groups > 1) + [f"blocks={blocks}"] * (blocks > 1) + [f"dilations={[dilation] * len(size)}"] * (dilation > 1) + [f"pads={[*pads, *pads]}", f"strides={[stride] * len(size)}"]
    lines = [f"%y = Conv %x, %w, %b {{{', '.join(how)}}} : f32{shape(to, filters)}"]
    lines += end_of(end, shape(to, filters), ports)
    name = f"{operands} {batch} x {' x '.join(map(str, size))} x {channels} to {filters}, {' x '.join(map(str, window))}, step {stride}{f', {groups} groups' if groups > 1 else ''}{'' if last else ', channels first'}, {end}{f', {blocks} blocks' if blocks > 1 else ''}{f', taps {dilation} apart' if dilation > 1 else ''}"
    return Problem("conv", name, ports, lines, "conv")


def shaped_product(operands, rows, n, k, end="bf16"):
    shape = f"[{rows}, {n}]"
    ports = [f"in %x : {NUMBERS[operands]}[{rows}, {k}]", *weights([n, k], operands)]
    ports.append(f"const %b : {'f32' if operands == 'f32' else 'f16' if operands == 'f16' else 'bf16'}[{n}] = random(2)")
    lines = [f"%y = Linear %x, %w, %b : f32{shape}"] if end != "f32" else [f"%z = Linear %x, %w, %b : f32{shape}"]
    lines += end_of(end, shape, ports) if end != "f32" else []
    return Problem("product", f"{operands} {rows} x {n} x {k}, {end}", ports, lines, "gemm", cold=True)


def batched(operands, batch, m, n, k):
    lines = [f"%y = MatMul %x, %k : f32[{batch}, {m}, {n}]", f"%z = Cast %y {{to={dict(bf16=16, f16=10)[operands]}}} : {operands}[{batch}, {m}, {n}]"]
    return Problem("product", f"{operands} {batch} of {m} x {n} x {k}", [f"in %x : {operands}[{batch}, {m}, {k}]", f"in %k : {operands}[{batch}, {k}, {n}]"], lines, "gemm")


# channels after the passes made groups dense: of ResNeXt, RegNetX and RegNetY; in FP8 a multiple of 16
GROUPED = ((56, 48, 1), (56, 80, 1), (28, 96, 1), (56, 128, 1), (28, 176, 1), (28, 208, 1), (28, 256, 1), (56, 240, 2), (28, 432, 2), (14, 336, 1), (14, 432, 1), (14, 512, 1), (14, 720, 1), (28, 720, 2), (14, 912, 2),
           (7, 912, 1), (7, 1024, 1), (14, 1024, 2), (7, 1920, 1))
# side, channels, filters, window, stride, what follows in BF16 and in FP8
CONVS = ((56, 64, 64, 1, 1, "relu"), (56, 256, 64, 1, 1, "relu"), (56, 64, 256, 1, 1, "sum relu"), (28, 512, 256, 1, 2, ""), (28, 128, 512, 1, 1, "sum relu"), (14, 1024, 256, 1, 1, "relu"), (7, 512, 2048, 1, 1, "sum relu"),
         (7, 1280, 320, 1, 1, ""), (14, 432, 432, 1, 1, "relu"), (28, 240, 80, 1, 1, ""), (14, 672, 112, 1, 1, ""), (14, 112, 672, 1, 1, "swish"), (7, 192, 1152, 1, 1, "swish"), (7, 1152, 320, 1, 1, ""), (28, 40, 240, 1, 1, "swish"),
         (56, 48, 192, 3, 1, "swish"), (28, 64, 256, 3, 1, "swish"), (56, 48, 192, 3, 2, "swish"), (28, 256, 64, 1, 1, "sum"), (14, 160, 960, 1, 1, "swish"), (14, 960, 160, 1, 1, "sum"),
         (64, 320, 320, 3, 1, ""), (32, 640, 640, 3, 1, "sum"), (16, 1280, 1280, 3, 1, ""), (8, 1280, 1280, 3, 1, "sum"), (32, 1280, 640, 3, 1, ""), (64, 320, 320, 3, 2, ""), (128, 128, 128, 3, 1, "swish"), (64, 512, 512, 3, 1, "swish"),
         (64, 64, 64, 3, 1, "relu"), (80, 96, 96, 3, 1, "swish"), (40, 192, 192, 3, 1, "swish"), (20, 384, 384, 3, 1, "swish"), (20, 384, 192, 1, 1, "swish"), (160, 48, 96, 3, 2, "swish"))
# few filters, which conv_mma.c takes
FEW = ((112, 32, 16, 1, 1, ""), (112, 16, 96, 1, 1, "relu"), (56, 96, 24, 1, 1, ""), (56, 24, 144, 1, 1, "relu"), (56, 144, 24, 1, 1, "sum"), (28, 144, 32, 1, 1, ""), (28, 192, 32, 1, 1, "sum"), (28, 32, 192, 1, 1, "relu"), (14, 384, 64, 1, 1, ""),
       (112, 24, 24, 3, 1, "swish"), (112, 32, 32, 3, 1, "relu"), (112, 16, 64, 3, 2, "relu"), (224, 16, 16, 3, 1, "relu"), (56, 32, 64, 3, 2, "relu"), (160, 48, 48, 3, 1, "swish"), (128, 16, 32, 5, 1, "relu"))
DEPTHWISE = ((112, 32, 3, 1), (112, 96, 3, 2), (56, 24, 3, 1), (56, 144, 5, 2), (28, 192, 3, 1), (28, 240, 3, 2), (14, 384, 3, 1), (14, 480, 5, 1), (14, 960, 5, 2), (7, 960, 5, 1), (7, 1536, 3, 1), (56, 96, 7, 1), (28, 192, 7, 1), (14, 384, 7, 1), (7, 768, 7, 1),
             (128, 256, 3, 1), (32, 512, 3, 1))


def followed(end, operands):
    return f"{end} {'e4m3' if operands == 'e4m3' else 'bf16'}".strip()


def shapes():
    for batch in (1, 32):
        for operands in ("e4m3", "bf16"):
            for side, channels, stride in GROUPED[:: 1 if batch > 1 else 2]:
                yield shaped_conv(operands, batch, side, channels, channels, 3, stride, end=followed("relu", operands))
    for i, (side, channels, filters, window, stride, end) in enumerate(CONVS):
        for operands in ("e4m3", "bf16"):
            if operands == "bf16" or channels % 16 == 0:
                for batch in (1, 16) if i % 2 else (8,):
                    yield shaped_conv(operands, batch, side, channels, filters, window, stride, end=followed(end, operands))
    for i, (side, channels, filters, window, stride, end) in enumerate(FEW):
        for operands in ("e4m3", "bf16"):
            if operands == "bf16" or channels % 16 == 0:
                for batch in (1, 32) if i % 2 else (8,):
                    yield shaped_conv(operands, batch, side, channels, filters, window, stride, end=followed(end, operands))
    for i, (side, channels, window, stride) in enumerate(DEPTHWISE):
        for batch in (1, 32) if i % 2 else (8,):
            yield shaped_conv("bf16", batch, side, channels, channels, window, stride, channels, "relu bf16" if i % 3 else "swish bf16")
        yield shaped_conv("e4m3", 16, side, channels, channels, window, stride, channels, "relu e4m3")
    for operands in ("f32", "bf16", "f16"):
        wide = "bf16" if operands == "bf16" else operands
        for batch, side, channels, filters, window, stride, groups in ((1, 56, 64, 64, 3, 1, 1), (8, 28, 128, 128, 3, 1, 1), (1, 14, 256, 256, 3, 1, 1), (4, 7, 512, 512, 3, 1, 1), (8, 56, 64, 128, 1, 1, 1), (2, 112, 32, 64, 3, 2, 1),
                                                                       (4, 28, 512, 512, 3, 1, 32), (4, 14, 1024, 1024, 3, 1, 128), (8, 14, 528, 528, 3, 1, 66), (4, 224, 3, 32, 3, 2, 1)):
            yield shaped_conv(operands, batch, side, channels, filters, window, stride, groups, f"relu {wide}", last=False)
        yield shaped_conv(operands, 4, (500,), 512, 512, (3,), 1, 1, f"relu {wide}", last=False)
        yield shaped_conv(operands, 4, (199,), 768, 768, (128,), 1, 16, f"relu {wide}", last=False)
    for operands in ("bf16", "e4m3"):
        for batch, side, channels, groups in ((8, 14, 512, 8), (8, 28, 256, 16), (4, 14, 512, 64), (1, 14, 528, 22), (8, 28, 128, 4), (2, 7, 1024, 32)):
            yield shaped_conv(operands, batch, side, channels, channels, 3, 1, groups, followed("relu", operands))
    for batch, side, channels, groups in ((4, 14, 1024, 128), (8, 14, 528, 66), (8, 28, 1280, 80)):
        yield shaped_conv("e4m3", batch, side, channels, channels, 3, 1, groups, "relu e4m3", last=False)
    for batch, channels, filters in ((1, 96, 4), (1, 672, 28), (1, 1152, 48), (1, 48, 1152), (32, 96, 8), (32, 8, 96), (32, 480, 120), (32, 120, 480), (64, 1152, 48), (64, 48, 1152), (128, 1536, 64), (128, 64, 1536), (8, 2048, 128), (8, 128, 2048)):
        yield shaped_conv("f32", batch, 1, channels, filters, 1, 1, 1, "relu f32" if filters < channels else "sigmoid f32", last=False)
    for rows, n, k, end in ((4096, 1152, 16, "bf16"), (100352, 128, 48, "bf16"), (50176, 96, 48, "bf16"), (16384, 320, 32, "bf16"), (16384, 64, 32, "bf16"), (4096, 4096, 32, "e4m3"), (65536, 64, 64, "bf16"), (65536, 256, 64, "gelu e4m3"), (16384, 32, 256, "bf16"),
                            (16384, 16, 64, "bf16"), (4096, 32, 1152, "bf16"), (4096, 48, 768, "bf16"), (24, 4096, 1024, "bf16"), (32, 1000, 2048, "bf16"), (48, 3072, 768, "gelu e4m3"), (64, 768, 3072, "bf16"), (64, 4096, 4096, "bf16"), (96, 1024, 1024, "bf16"), (128, 2304, 768, "e4m3"),
                            (128, 4096, 14336, "bf16"), (200, 512, 2048, "sum bf16"), (256, 512, 512, "bf16"), (256, 64, 4096, "bf16"), (512, 128, 2048, "bf16"), (512, 11008, 4096, "swish e4m3"), (784, 1280, 1280, "sum bf16"), (1024, 160, 640, "bf16"), (1024, 1024, 1024, "sum bf16"), (1024, 1024, 8192, "bf16"),
                            (2048, 96, 384, "bf16"), (2048, 5120, 1280, "gelu e4m3"), (3136, 384, 96, "gelu e4m3"), (6272, 768, 192, "gelu e4m3"), (6272, 192, 768, "sum bf16"), (8192, 8192, 1024, "bf16"), (12544, 384, 128, "bf16"), (8192, 768, 128, "bf16"), (77, 768, 768, "bf16"), (154, 1280, 320, "bf16")):
        yield shaped_product("e4m3", rows, n, k, end)
    for rows, n, k, end in ((4096, 1152, 16, "bf16"), (100352, 128, 48, "bf16"), (16384, 320, 32, "bf16"), (4096, 4096, 32, "bf16"), (65536, 64, 64, "bf16"), (65536, 256, 64, "gelu bf16"), (16384, 32, 256, "bf16"), (4096, 32, 1152, "bf16"), (24, 4096, 1024, "bf16"), (32, 1000, 2048, "bf16"), (64, 768, 3072, "bf16"),
                            (64, 4096, 4096, "bf16"), (96, 1024, 1024, "bf16"), (128, 4096, 14336, "bf16"), (200, 512, 2048, "sum bf16"), (256, 512, 512, "bf16"), (256, 64, 4096, "bf16"), (512, 128, 2048, "bf16"), (784, 1280, 1280, "sum bf16"), (1024, 160, 640, "bf16"), (1024, 1024, 8192, "bf16"), (2048, 5120, 1280, "gelu bf16"),
                            (6272, 192, 768, "sum bf16"), (6272, 768, 192, "gelu bf16"), (8192, 8192, 1024, "bf16"), (12544, 384, 128, "bf16"), (4096, 1000, 100, "bf16"), (77, 768, 768, "bf16"), (2048, 49, 49, "bf16")):
        yield shaped_product("bf16", rows, n, k, end)
    for rows, n, k, end in ((32768, 256, 40, "bf16"), (8192, 512, 24, "bf16"), (50176, 64, 96, "bf16"), (12544, 256, 160, "bf16"), (48, 1000, 768, "bf16"), (512, 2048, 512, "gelu bf16"), (4096, 320, 1280, "sum bf16"), (16384, 128, 512, "sum bf16"),
                            (1024, 4096, 1024, "gelu bf16"), (128, 768, 768, "sum bf16"), (3136, 384, 96, "gelu bf16")):
        yield shaped_product("bf16", rows, n, k, end)
    for rows, n, k, end in ((32, 1000, 1280, "bf16"), (64, 1000, 1024, "bf16"), (128, 100, 512, "bf16"), (2048, 512, 80, "bf16"), (8192, 96, 16, "bf16"), (24576, 640, 112, "bf16")):
        yield shaped_product("e4m3", rows, n, k, end)
    for rows, n, k, end in ((1, 1024, 1024, "f16"), (16, 4096, 1024, "f16"), (64, 1024, 1024, "f16"), (128, 3072, 768, "gelu f16"), (1024, 768, 768, "sum f16"), (4096, 768, 3072, "f16"), (4096, 64, 64, "f16")):
        yield shaped_product("f16", rows, n, k, end)
    for rows, n, k in ((1, 1000, 2048), (16, 1024, 1024), (128, 768, 768), (1024, 768, 3072), (4096, 256, 64), (8, 4096, 1024), (256, 1024, 1024), (64, 256, 256)):
        yield shaped_product("f32", rows, n, k, "f32")
    for operands in ("e4m3", "bf16"):
        for rows, n, k in ((1, 512, 512), (1, 2048, 2048), (1, 4096, 14336), (1, 28672, 4096), (2, 1280, 320), (4, 11008, 4096), (8, 4096, 4096), (16, 1152, 256), (16, 6912, 1152), (16, 768, 3072), (16, 14336, 4096), (12, 2304, 768)):
            yield shaped_product(operands, rows, n, k)
    for rows, n, k in ((32, 4096, 14336), (32, 14336, 4096), (24, 4096, 4096)):
        yield shaped_product("e4m3", rows, n, k)
    for batch, m, n, k in ((96, 128, 128, 64), (96, 128, 64, 128), (384, 49, 49, 32), (384, 49, 32, 49), (12, 1024, 1024, 64), (12, 1024, 64, 1024), (8, 512, 512, 512), (64, 16, 16, 64), (32, 256, 64, 64), (4, 4096, 77, 40), (1024, 64, 64, 32)):
        yield batched("bf16", batch, m, n, k)
    for batch, tokens, heads, size in ((2, 4096, 8, 40), (2, 1024, 8, 80), (8, 256, 8, 160), (2, 1024, 10, 64), (1, 1024, 16, 96), (8, 256, 6, 64), (1, 8192, 8, 64), (16, 64, 12, 64), (64, 64, 4, 32), (4, 1024, 8, 128), (1, 256, 4, 256), (32, 50, 12, 64), (1, 577, 16, 64), (2, 2304, 5, 64), (4, 900, 8, 32)):
        for operands in ("e4m3", "bf16"):
            yield attention(batch, tokens, heads, size, operands)
    for operands in ("e4m3", "bf16"):
        for batch, tokens, heads, size, past in ((2, 4096, 8, 40, 77), (2, 1024, 8, 80, 77), (2, 256, 8, 160, 77), (4, 100, 8, 32, 4096), (1, 300, 8, 32, 1024), (2, 64, 8, 64, 2048), (1, 1024, 4, 64, 1024), (1, 512, 2, 128, 512)):
            yield attention(batch, tokens, heads, size, operands, past=past)
        yield attention(1, 4096, 32, 128, operands, causal=True, groups=8)
        yield attention(8, 256, 12, 64, operands, causal=True)


def halos():
    """As networks have them: RegNet's and ResNeXt's groups, short ones of HRNet, first stages, and sequences of vocoders."""
    for side, channels, stride, blocks in ((56, 72, 1, 3), (28, 216, 1, 9), (14, 576, 1, 24), (7, 1512, 1, 63), (112, 72, 2, 3), (56, 216, 2, 9), (56, 128, 1, 32), (14, 512, 1, 32)):
        yield shaped_conv("bf16", 32, side, channels, channels, 3, stride, blocks=blocks)
    for side, channels in ((56, 128), (28, 256), (14, 512), (7, 1024)):
        yield shaped_conv("e4m3", 32, side, channels, channels, 3, blocks=32, end="relu e4m3")
    for batch in (64, 1):
        for side, channels in ((56, 64), (28, 128), (14, 256)):
            yield shaped_conv("e4m3", batch, side, channels, channels, 3, end="relu e4m3")
    for side, channels in ((56, 24), (28, 40), (14, 72), (7, 144)):
        for end in ("relu bf16", "sum relu bf16"):
            yield shaped_conv("bf16", 16, side, channels, channels, 3, end=end)
    for operands, batch, size, channels, filters, window, stride, end in (
            ("bf16", 32, 56, 64, 64, 3, 1, "relu bf16"), ("bf16", 1, 28, 128, 128, 3, 1, "relu bf16"), ("e4m3", 32, 56, 128, 32, 3, 1, "bf16"), ("e4m3", 32, 14, 128, 32, 3, 1, "bf16"),
            ("e4m3", 32, 96, 48, 192, 3, 2, "swish bf16"), ("bf16", 32, 192, 24, 24, 3, 1, "swish bf16"), ("e4m3", 32, 48, 64, 256, 3, 1, "swish bf16"), ("e4m3", 8, 320, 32, 64, 3, 2, "swish e4m3"),
            ("e4m3", 8, 160, 32, 32, 3, 1, "swish e4m3"), ("e4m3", 8, 80, 64, 64, 3, 1, "swish e4m3"), ("e4m3", 8, 40, 128, 128, 3, 1, "swish e4m3"), ("e4m3", 8, 256, 64, 64, 3, 1, "relu e4m3"),
            ("bf16", 8, 256, 32, 32, 3, 1, "relu bf16"), ("bf16", 32, 17, 192, 192, (1, 7), 1, "relu bf16"), ("e4m3", 32, 17, 192, 192, (7, 1), 1, "relu e4m3"), ("bf16", 16, 112, 8, 16, 3, 1, "relu bf16"), ("bf16", 16, 112, 16, 16, 5, 1, "relu bf16")):
        yield shaped_conv(operands, batch, size, channels, filters, window, stride, end=end)
    for steps, channels in ((1600, 256), (12800, 128), (25600, 64), (51200, 32)):
        for taps in (3, 11):
            yield shaped_conv("e4m3", 4, (1, steps), channels, channels, (1, taps), end="relu e4m3")
    yield shaped_conv("e4m3", 4, (1, 25600), 64, 64, (1, 7), end="relu e4m3", dilation=5)


def main():
    if sys.argv[1] == "--alone":
        with open(sys.argv[2], "w") as f:
            f.write("----\n".join(p.text() for p in problems()))
        return
    lists = {"--shapes": shapes, "--halos": halos}
    found, words = (lists[sys.argv[1]], sys.argv[2:]) if sys.argv[1] in lists else (problems, sys.argv[1:])
    shares = int(words[1]) if len(words) > 1 else 16
    for i, share in enumerate([p.text(p.copies()) for p in found()][k::shares] for k in range(shares)):
        with open(f"{words[0]}/problems-{i:02}.t", "w") as f:
            f.write("----\n".join(share))


if __name__ == "__main__":
    main()
