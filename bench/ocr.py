"""Text read from rendered lines by PP-OCRv4's reader: fp8c beside ONNX Runtime, letter by letter.

    python bench/ocr.py REC.onnx [--lines 40] [--seed 1] [--fp8c build/fp8c]

REC.onnx is what samples/ocr/read.py fetches.  Lines are made of seeded words and figures, drawn with Pillow's own font in many
sizes and colours; other such lines calibrate.  F32 and BF16 must give the text of ONNX Runtime, auto at most 1% other letters.

Beside each count stands how near the letters were: a plan's noise is the median over columns of what it adds to the
differences between a column's 20 likeliest letters (natural logarithms of their chances, root mean square), and a margin
is ONNX Runtime's own difference between the best two.  A letter can part where its margin is of the size of the noise.
"""
import argparse
import pathlib
import sys
import tempfile

import numpy as np
import onnxruntime
from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "samples"), str(ROOT / "samples" / "ocr")]
import plan as plans  # noqa: E402
from lines import decode, wrong_letters  # noqa: E402
from read import alphabet, line_tensor  # noqa: E402

WORDS = ("river table seven paper light north glass market garden winter bridge signal copper letter number morning silver planet window "
         "harbour engine pocket ticket forest yellow driver street summer").split()


def rendered(random):
    """A line of two to five words and figures, and its picture."""
    parts = [str(random.choice(WORDS)) if random.random() < 0.75 else f"{random.integers(1, 99999):,}" for _ in range(random.integers(2, 6))]
    text = " ".join(parts).capitalize()
    size = int(random.integers(18, 40))
    font = ImageFont.load_default(size)
    left, top, right, bottom = font.getbbox(text)
    light = tuple(int(v) for v in random.integers(200, 256, 3))
    image = Image.new("RGB", (right - left + 16, bottom - top + 12), light)
    ImageDraw.Draw(image).text((8 - left, 6 - top), text, fill=tuple(int(v) for v in random.integers(0, 110, 3)), font=font)
    return text, image


def sorted_chances(p):
    """Of each column: its 20 likeliest letters, best first, and the logarithms of their chances."""
    top = np.argsort(-p, axis=1)[:, :20]
    return top, np.log(np.maximum(np.take_along_axis(p, top, 1), 1e-38))


def noise(peer, other):
    """By column: what `other` adds to the differences between the likeliest letters."""
    found = []
    for p, q in zip(peer, other):
        top, chances = sorted_chances(p)
        d = np.log(np.maximum(np.take_along_axis(q, top, 1), 1e-38)) - chances
        found.append(np.sqrt(np.var(d, axis=1)))
    return np.concatenate(found)


def margins(peer):
    return np.concatenate([chances[:, 0] - chances[:, 1] for _, chances in map(sorted_chances, peer)])


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("model")
    words.add_argument("--lines", type=int, default=40)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--fp8c", default=str(ROOT / "build" / "fp8c"))
    a = words.parse_args()
    letters, random = alphabet(a.model), np.random.default_rng(a.seed)
    whole = lambda image: (0, 0, image.width, image.height)
    calibrate = [line_tensor(image, whole(image), 320) for _, image in (rendered(random) for _ in range(24))]
    lines = [rendered(random) for _ in range(a.lines)]
    tensors = [line_tensor(image, whole(image)) for _, image in lines]
    peer, plain = [], []
    for to, level in ((peer, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL), (plain, onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL)):
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = level
        session = onnxruntime.InferenceSession(a.model, options, providers=["CPUExecutionProvider"])
        to += [session.run(None, {session.get_inputs()[0].name: x})[0][0] for x in tensors]
    texts = [decode(p, letters)[0] for p in peer]
    total, bad, near = sum(map(len, texts)), 0, margins(peer)
    truth = sum(wrong_letters(p, t) for p, (t, _) in zip(texts, lines))
    print(f"{a.lines} lines, {total} letters read by ONNX Runtime, {truth} of them not as drawn; {len(near)} columns, margins below "
          f"0.01, 0.03, 0.1, 0.3: {', '.join(str((near < x).sum()) for x in (0.01, 0.03, 0.1, 0.3))}; "
          f"noise of ONNX Runtime without its optimisations {np.median(noise(peer, plain)):.2g}")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        np.savez(work / "calibrate.npz", x=np.concatenate(calibrate)[:, None])
        for name, most, *options in (("f32", 0, "--precision", "f32"), ("bf16", 0, "--precision", "bf16"),
                                     ("auto", total // 100, "--calibrate", str(work / "calibrate.npz"))):
            plan = plans.compiled(a.fp8c, a.model, str(work / f"{name}.fp8c"), "-q", *options)
            chances = [next(iter(plan(x=x).values()))[0] for x in tensors]
            read = [decode(q, letters)[0] for q in chances]
            apart = sum(wrong_letters(r, t) for r, t in zip(read, texts))
            drawn = sum(wrong_letters(r, t) for r, (t, _) in zip(read, lines))
            bad += apart > most
            print(f"{name}: {apart} letters other than ONNX Runtime's ({100 * apart / total:.2f}%, at most {most} wanted); "
                  f"{drawn} not as drawn; "
                  f"noise {np.median(noise(peer, chances)):.2g}", flush=True)
            for r, t, p, q in zip(read, texts, peer, chances):
                if r == t or apart > 12:
                    continue
                for c in np.flatnonzero(p.argmax(1) != q.argmax(1)):
                    x, y = p[c].argmax(), q[c].argmax()
                    print(f"    {t!r} column {c}: {letters[x]!r} to {letters[y]!r}, margin {np.log(p[c, x] / p[c, y]):.3f}, "
                          f"in the plan {np.log(q[c, x] / q[c, y]):.3f}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
