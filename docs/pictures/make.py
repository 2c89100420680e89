#!/usr/bin/env python3
"""The pictures of the report page in README: make.py REPORT.html [FOLDER], after ./dev demo and

  build/fp8c compile demo-out/minilm.onnx -o demo-out/budget.fp8c --calibrate demo-out/calibrate.npz --max-error 'sqnr>=22dB' \\
    --target cpu --target sm_90a --dim batch=8 --dim seq=128 --report demo-out/budget.html
  python docs/pictures/make.py demo-out/budget.html

Writes report.png (the head and what to change) and graph.png into FOLDER, or beside this file.  Needs a Chromium (FP8C_CHROMIUM, or on the path).
"""
import base64
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cli"))
import browser as chromium  # noqa: E402

WIDTH, SCALE = 1200, 0.75
LIMIT = 200_000  # bytes of a picture that is committed


def picture(b, path, first, last):
    """What lies between the tops of two elements of the page."""
    top, bottom = (b.run(f"document.querySelector('{s}').getBoundingClientRect().top + scrollY") for s in (first, last))
    clip = {"x": 0, "y": max(0, top - 8), "width": WIDTH, "height": bottom - top, "scale": SCALE}
    data = base64.b64decode(b.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"])
    path.write_bytes(data)
    print(f"{path}: {len(data) / 1000:.0f} kB")
    assert len(data) < LIMIT, f"{path} is too large to be kept"


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, chromium.Browser(chromium.find(), profile) as b:
        b.open(page, width=WIDTH, height=900)
        picture(b, folder / "report.png", "header", "#graph")
        # the bar at the top follows the window; here it would lie across the picture
        b.run("document.querySelector('.top').style.position = 'static'")
        b.run("[...document.querySelectorAll('.cell')].slice(0, 9).at(-1).click(), document.querySelector('.canvas').scrollIntoView({ block: 'end' }), "
              "new Promise((done) => setTimeout(done, 500))")
        picture(b, folder / "graph.png", "#graph", "#assignments")


main()
