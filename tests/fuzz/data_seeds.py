"""Writes what the target of arrays, samples and settings begins with: data_seeds.py FOLDER

The first byte of a file says which reader the rest is for (fuzz_data.c).
"""
import io
import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper


def array(a, **more):
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(a), **more)
    return out.getvalue()


def archive(compressed=False, **arrays):
    out = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(out, **arrays)
    return out.getvalue()


def arrays():
    for letter in ("f4", "f2", "f8", "i1", "i8", "u2", "b1", "V1", ">f4", "V2", "c8", "U3"):
        yield letter.replace(">", "big_"), array(np.zeros((2, 3), np.dtype(letter)))
    yield "scalar", array(np.float32(1))
    yield "empty", array(np.zeros((0, 4), np.float32))
    yield "fortran", array(np.asfortranarray(np.arange(24, dtype=np.float32).reshape(2, 3, 4)))
    yield "version_2", array(np.zeros(3, np.float32), version=(2, 0))
    yield "version_3", array(np.zeros(3, np.float32), version=(3, 0))
    yield "rank_9", array(np.zeros((1,) * 9, np.float32))


def samples():
    x, ids = np.arange(32, dtype=np.float32).reshape(2, 4, 4), np.arange(24, dtype=np.int64).reshape(2, 4, 3)
    yield "plain", archive(x=x, ids=ids)
    yield "compressed", archive(True, x=x, ids=ids)
    yield "one", archive(x=x)
    yield "flat", archive(x=x[0], ids=ids[0])
    yield "bytes", archive(x=x.astype(np.uint8))
    yield "none", archive(x=x[:0])
    yield "other", archive(z=x)


def tensors():
    yield "raw", numpy_helper.from_array(np.arange(6, dtype=np.float32).reshape(2, 3), "x").SerializeToString()
    for kind in (TensorProto.FLOAT, TensorProto.INT64, TensorProto.FLOAT16, TensorProto.FLOAT8E4M3FN, TensorProto.INT4, TensorProto.STRING):
        values = [b"a", b"b"] if kind == TensorProto.STRING else [1, 2]
        yield f"typed_{kind}", helper.make_tensor("x", kind, [2], values).SerializeToString()


def calibrations():
    value = {"count": 8, "zeros": 2, "sum_squares": 5.5, "amax": 2.0, "histogram": [[300, 2], [320, 4]], "channels": [2.0, 1.0, 0.5, 0.25]}
    product = {"e4m3_db": 31.5, "e5m2_db": 25.0, "bf16_db": "inf", "macs": 16, "measured": True, "what_if_db": [30.0, None, 1]}
    document = {"schema": "fp8c-calibration-1", "compiler": "0.1.0", "model": {"name": "m", "hash": "h", "weights": "w"},
                "samples": {"count": 2, "hash": "s"}, "histogram": {"bins_per_octave": 8, "first_log2": -40}, "method": "mse",
                "values": [dict(value, name=n) for n in ("x", "h", "y")], "products": [dict(product, name=n) for n in ("fc/MatMul", "out")]}
    yield "whole", json.dumps(document).encode()
    yield "other_model", json.dumps(dict(document, model={})).encode()
    yield "twice", json.dumps(dict(document, values=document["values"] * 2)).encode()
    yield "empty", json.dumps(dict(document, values=[], products=[])).encode()


def overrides():
    for i, document in enumerate((
            {"rules": [{"node": "fc/MatMul", "format": "e4m3", "granularity": "row"}]},
            {"rules": [{"regex": "^fc/.*", "format": "bf16"}, {"op": "Linear", "node": ["out"], "format": "f32", "fuse": False}]},
            {"rules": [{"op": "Linear", "activations": {"format": "e5m2", "scale": 0.5}, "weights": {"granularity": "channel", "method": "max"}}]},
            {"default": {"format": "bf16"}, "rules": []},
            {"rules": [{"node": "missing", "format": "e4m3"}]})):
        yield str(i), json.dumps(document).encode()


def expressions():
    for i, words in enumerate(("x", "(x/255-[.4 .5 .4 0])/.25", "x*2+1-3/x", "[1 2 3 4]", "((((x))))", "-x", "1e308*x*10", "x-[1]", "(", "x 1")):
        yield str(i), words.encode()


def graphs():
    for folder in ("golden", "gpu/graphs"):
        for path in sorted((Path(__file__).resolve().parent.parent / folder).rglob("*.t")):
            words = path.read_text().split("----")[0]
            if len(words) < 3000:
                yield f"{path.parent.name}_{path.stem}", words.encode()


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for letter, make in {"a": arrays, "s": samples, "t": tensors, "c": calibrations, "o": overrides, "e": expressions, "g": graphs}.items():
        for name, data in make():
            (folder / f"{letter}_{name}").write_bytes(letter.encode() + data)
            count += 1
    print(f"{count} files in {folder}")


if __name__ == "__main__":
    main()
