#!/usr/bin/env python3
"""Problems of every kernel family in sizes that nobody tuned for, as graphs for the time model.

  problem_graphs.py DIR                one file a share for `gpu_graphs`: every problem several times in a row
  problem_graphs.py --alone FILE       every problem once, as the time model is asked for it

A problem is one region as the passes leave it.  In a row, a problem reads what the one before it wrote where the types
allow that, and has weights of its own, as layers of a network do.
"""
import re
import sys

REPEATS, BYTES_MAX = 10, 600 << 20
SIZE = {"f32": 4, "bf16": 2, "e4m3": 1, "i64": 8, "i32": 4, "bool": 1}


class Problem:
    """Lines of a region over the port %x (and others, shared by all copies); %z is what it writes."""

    def __init__(self, family, name, ports, lines, region, out="z", target="sm_90a"):
        self.family, self.name, self.ports, self.lines, self.region, self.out = family, f"{family} {name}", ports, lines, region, out

    def type_of(self, value):
        for line in (*self.ports, *self.lines):
            m = re.match(rf"(?:in\s+|const\s+)?%{value}(?: = .*?)? : (\S+?\[[^\]]*\])", line)
            if m:
                return m.group(1)
        raise ValueError(f"{self.name}: no %{value}")

    def copies(self):
        if self.family == "start":
            return int(self.name.split()[-1])
        type_ = self.type_of(self.out)
        dims = [int(d) for d in type_[type_.index("[") + 1:-1].split(",")]
        size = SIZE[type_.split("@")[0].split("[")[0]]
        for d in dims:
            size *= d
        return max(3, min(REPEATS, BYTES_MAX // size))

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


def main():
    if sys.argv[1] == "--alone":
        with open(sys.argv[2], "w") as f:
            f.write("----\n".join(p.text() for p in problems()))
        return
    shares = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    for i, share in enumerate([p.text(p.copies()) for p in problems()][k::shares] for k in range(shares)):
        with open(f"{sys.argv[1]}/problems-{i:02}.t", "w") as f:
            f.write("----\n".join(share))


if __name__ == "__main__":
    main()
