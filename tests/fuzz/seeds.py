"""Writes what a fuzzer of models begins with: seeds.py FOLDER [--most BYTES]

The backend suite's models, random graphs (random_graphs.py), the kept corpus, and the small malformed files.  Always the
same files, where the same onnx is installed.
"""
import argparse
import sys
from pathlib import Path

import onnx

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "malformed")]


def suite():
    data = Path(onnx.__file__).parent / "backend" / "test" / "data"
    for path in sorted(data.glob("*/*/model.onnx")):
        yield f"suite_{path.parent.name}", path.read_bytes()


def random_models():
    from random_graphs import OPSETS, make_graph, model_of
    for i in range(240):
        made = make_graph(900000000 + i, OPSETS[i % len(OPSETS)])
        if made.outputs:
            yield f"random_{i}", model_of([made])


def kept():
    for folder in ("corpus/onnx", "damage/onnx"):
        for path in sorted((HERE / folder).iterdir()):
            yield f"kept_{path.name}", path.read_bytes()


def malformed():
    from cases import CASES
    for c in CASES:
        if isinstance(c.make, bytes) and c.part != "B" and not c.name.startswith("cut_to_"):  # B: what costs as much as is allowed
            yield f"malformed_{c.part}_{c.name}".replace("/", "_"), c.make


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("folder", type=Path)
    words.add_argument("--most", type=int, default=4096, help="bytes of a file; larger ones are left out")
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for make in (suite, random_models, kept, malformed):
        for name, data in make():
            if len(data) <= given.most:
                (given.folder / name).write_bytes(data)
                count += 1
    print(f"{count} files in {given.folder}")


if __name__ == "__main__":
    main()
