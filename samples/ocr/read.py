#!/usr/bin/env python3
"""Reads the text of a picture with PP-OCRv4: in F32, and in FP8.

  read.py FP8C CACHE_DIR OUT_DIR [PICTURE]

fetches two models (Apache-2.0, 16 MB), compiles each twice with the command FP8C, finds the lines
of PICTURE (or of a page that it draws itself, whose text is known) and reads each.  What it saw
and read is OUT_DIR/read.html.  Needs numpy, onnx and Pillow.

Lines are taken to lie level: boxes are those of connected pixels, not turned ones.
"""
import base64
import html
import os
import sys

try:
    import numpy as np
    import onnx
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    sys.exit(f"this sample needs numpy, onnx and Pillow ({missing}): {sys.executable} -m pip install numpy onnx pillow")

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import plan as plans  # noqa: E402
from lines import components, decode, wrong_letters  # noqa: E402
from wheels import fetch  # noqa: E402

PACKAGE = "rapidocr-onnxruntime==1.4.4"
INSIDE = "rapidocr_onnxruntime/models/"
FILES = {
    "det.onnx": (INSIDE + "ch_PP-OCRv4_det_infer.onnx", "d2a7720d45a54257208b1e13e36a8479894cb74155a5efe29462512d42f49da9"),
    "rec.onnx": (INSIDE + "ch_PP-OCRv4_rec_infer.onnx", "48fc40f24f6d2a207a2b1091d3437eb3cc3eb6b676dc3ef9c37384005483683b"),
}
PAGE = ["Reading is one plan after another:", "the first finds lines, the second reads them.", "Order 4711, paid on 2024-03-09",
        "Total: 1,284.50 EUR (19% included)", "The quick brown fox jumps over the lazy dog.", "FP8 keeps 4 significant bits.",
        "Questions? write to desk@example.org", "Platform 9, seat 42A, coach 7"]
CALIBRATE = [["Minutes of the meeting of 12 May", "Present: seven members and two guests", "The budget of 38,400 was agreed upon.",
              "Next meeting: Friday, 10:30, room 5", "All questions go to the secretary.", "Doors close at 18:00 sharp!"],
             ["Shipping label: fragile, keep dry", "From: Harbour Street 12, 20457", "To: Mill Lane 8 (second floor)",
              "Weight 2.75 kg, parcel 3 of 6", "Track it as JX-550-992-17", "Thank you for your order & visit us"]]
THRESHOLD, LEAST_SCORE, UNCLIP = 0.3, 0.5, 1.6


def draw(lines, seed=0):
    """A page of 640 x 480 with the lines in several sizes."""
    random = np.random.default_rng(seed)
    page = Image.new("RGB", (640, 480), (250, 248, 240))
    pen, y = ImageDraw.Draw(page), 18
    for line in lines:
        size = int(random.integers(19, 26))
        pen.text((int(random.integers(14, 50)), y), line, fill=tuple(int(v) for v in random.integers(0, 90, 3)),
                 font=ImageFont.load_default(size))
        y += size + int(random.integers(18, 30))
    return page


def tensor_of(image):
    """[1, 3, H, W], blue first, -1 to 1."""
    x = np.asarray(image.convert("RGB"), np.float32)[:, :, ::-1] / 127.5 - 1
    return np.ascontiguousarray(x.transpose(2, 0, 1))[None]


def rounded_to_32(image):
    up = lambda n: max(32, (n + 31) // 32 * 32)
    return image.resize((up(image.width), up(image.height)), Image.Resampling.BILINEAR)


def find_lines(detect, image):
    """Boxes in the picture's pixels, from top to bottom."""
    seen = rounded_to_32(image)
    chance = next(iter(detect(x=tensor_of(seen)).values()))[0, 0]
    sx, sy = image.width / seen.width, image.height / seen.height
    found = []
    for x0, y0, x1, y1 in components(chance > THRESHOLD):
        inside = chance[y0:y1, x0:x1]
        if x1 - x0 < 4 or y1 - y0 < 3 or inside[inside > THRESHOLD].mean() < LEAST_SCORE:
            continue
        grow = (x1 - x0) * (y1 - y0) * UNCLIP / (2 * (x1 - x0 + y1 - y0))  # the model marks the core of a line
        box = (max(0, (x0 - grow) * sx), max(0, (y0 - grow) * sy), min(image.width, (x1 + grow) * sx),
               min(image.height, (y1 + grow) * sy))
        found.append(tuple(int(round(v)) for v in box))
    return sorted(found, key=lambda b: (b[1], b[0]))


def line_tensor(image, box, width=None):
    """A line 48 pixels high; `width` cuts it or fills it up."""
    crop = image.crop(box)
    natural = max(48, (crop.width * 48 // max(1, crop.height) + 7) // 8 * 8)
    x = tensor_of(crop.resize((natural, 48), Image.Resampling.BILINEAR))
    if width is None:
        return x
    x = x[..., :width]
    return np.pad(x, ((0, 0), (0, 0), (0, 0), (0, width - x.shape[3])))


def alphabet(model):
    words = {p.key: p.value for p in onnx.load(model, load_external_data=False).metadata_props}
    return ["", *words["character"].split("\n"), " "]


def page_of(path, image_path, size, boxes, rows, verdict):
    """The picture with its boxes, and what was read, as one web page."""
    with open(image_path, "rb") as f:
        data = base64.b64encode(f.read()).decode()
    marks = "".join(f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}"/><text x="{x0}" y="{y0}">{i + 1}</text>'
                    for i, (x0, y0, x1, y1) in enumerate(boxes))
    cells = "".join("<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"""<!doctype html><meta charset="utf-8"><title>read by fp8c</title>
<style>body{{font:15px sans-serif;margin:2em;max-width:60em}}rect{{fill:none;stroke:#c30;stroke-width:1.5}}
text{{font:11px sans-serif;fill:#c30}}td,th{{padding:.2em .8em;text-align:left;border-bottom:1px solid #ccc}}</style>
<h1>What was read</h1><svg viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}"><image href="data:image/png;base64,{data}"
width="{size[0]}" height="{size[1]}"/>{marks}</svg><p>{html.escape(verdict)}</p>
<table><tr><th>line</th><th>F32</th><th>sure</th><th>FP8</th><th>sure</th></tr>{cells}</table>
""")


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    fp8c, cache, out = sys.argv[1:4]
    os.makedirs(out, exist_ok=True)
    fetch(PACKAGE, FILES, cache)
    model = {name: os.path.join(cache, f"{name}.onnx") for name in ("det", "rec")}
    letters = alphabet(model["rec"])
    plan = lambda name, kind, *options: plans.compiled(fp8c, model[name], os.path.join(out, f"{name}_{kind}.fp8c"), *options)

    detect = {"F32": plan("det", "f32", "--precision", "f32")}
    pages = [draw(lines, seed=i + 1) for i, lines in enumerate(CALIBRATE)]
    np.savez(os.path.join(out, "det_calibrate.npz"), x=np.stack([tensor_of(p) for p in pages]))
    lines = [line_tensor(p, b, 320) for p in pages for b in find_lines(detect["F32"], p)]
    np.savez(os.path.join(out, "rec_calibrate.npz"), x=np.stack(lines))
    detect["FP8"] = plan("det", "fp8", "--calibrate", os.path.join(out, "det_calibrate.npz"))
    read = {"F32": plan("rec", "f32", "--precision", "f32"),
            "FP8": plan("rec", "fp8", "--calibrate", os.path.join(out, "rec_calibrate.npz"))}

    given = sys.argv[4] if len(sys.argv) == 5 else None
    image = Image.open(given).convert("RGB") if given else draw(PAGE)
    image_path = os.path.join(out, "page.png")
    image.save(image_path)
    text, boxes = {}, {}
    for kind in ("F32", "FP8"):
        boxes[kind] = find_lines(detect[kind], image)
        text[kind] = [decode(next(iter(read[kind](x=line_tensor(image, b)).values()))[0], letters) for b in boxes[kind]]
    rows = []
    for i in range(max(len(t) for t in text.values())):
        cells = [text[k][i] if i < len(text[k]) else ("", 0.0) for k in ("F32", "FP8")]
        rows.append([str(i + 1), cells[0][0], f"{cells[0][1]:.3f}", cells[1][0], f"{cells[1][1]:.3f}"])
        print(f"{i + 1:3}  {cells[0][0]}" + ("" if cells[0][0] == cells[1][0] else f"\n     FP8: {cells[1][0]}"))
    whole = {k: "\n".join(t for t, _ in text[k]) for k in text}
    apart = wrong_letters(whole["FP8"], whole["F32"])
    verdict = f"{len(boxes['F32'])} lines in F32, {len(boxes['FP8'])} in FP8; {apart} of {len(whole['F32'])} letters differ"
    if not given:
        verdict += f"; wrong against what was drawn: F32 {wrong_letters(whole['F32'], chr(10).join(PAGE))}, " \
                   f"FP8 {wrong_letters(whole['FP8'], chr(10).join(PAGE))}"
    print(verdict)
    page_of(os.path.join(out, "read.html"), image_path, image.size, boxes["F32"], rows, verdict)
    print(f"picture and text: {os.path.join(out, 'read.html')}")
    # the promise: the same lines, and nineteen of twenty letters alike
    return 0 if len(boxes["F32"]) == len(boxes["FP8"]) and apart <= len(whole["F32"]) // 20 else 1


if __name__ == "__main__":
    sys.exit(main())
