"""What docs/architecture.md says of "where to add things", done: each patch beside this file adds one thing.

    examples.py ROOT                 every patch applies, and touches no more files than the document says
    examples.py ROOT --build DIR     the tree with all of them is built in DIR, and the new things work

The patches apply in the order of their names, each on top of those before.  One that does not apply any more is made
anew: apply it by hand, `git diff -U2`."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Places, as the table in docs/architecture.md counts them.
PLACES = {"1-operator": 1, "2-pass": 4, "3-family": 4, "4-chip": 1, "5-command": 2, "6-format": 7}
LEFT_OUT = ("build", "build-*", ".git", ".venv", ".cache", "demo-out", "__pycache__")
SKIPPED = 77


def touched(patch):
    return re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(), re.M)


def apply_all(tree):
    found = sorted(HERE.glob("*.patch"))
    assert [p.stem for p in found] == sorted(PLACES), "a patch has no row in PLACES, or a row no patch"
    for patch in found:
        files = touched(patch)
        assert 0 < len(files) <= PLACES[patch.stem], f"{patch.name} touches {len(files)} files: {', '.join(files)}"
        done = subprocess.run(["patch", "-p1", "--no-backup-if-mismatch", "-i", patch], cwd=tree, capture_output=True, text=True)
        assert done.returncode == 0, f"{patch.name} does not apply:\n{done.stdout}{done.stderr}"
        print(f"{patch.stem}: {len(files)} of {PLACES[patch.stem]} places")


def check(root):
    with tempfile.TemporaryDirectory() as folder:
        for patch in HERE.glob("*.patch"):
            for name in touched(patch):
                to = Path(folder, name)
                to.parent.mkdir(parents=True, exist_ok=True)
                if Path(root, name).exists():
                    shutil.copy(Path(root, name), to)
        apply_all(folder)


def said(*words, **more):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def format_computes(fp8c, model, folder):
    """Every product in the new format, on the CPU device; its report has a row for the format."""
    import numpy as np
    np.savez(folder / "x.npz", x=np.random.default_rng(1).standard_normal((16, 16)).astype("f"))
    (folder / "all.json").write_text('{"default": {"format": "e3m4"}}')
    plan, page = folder / "e3m4.fp8c", folder / "e3m4.html"
    said(fp8c, "compile", model, "--override", folder / "all.json", "-c", folder / "x.npz", "--target", "cpu", "--no-cache",
         "-q", "-o", plan)
    report = json.loads(said(fp8c, "report", plan, "--json"))
    decided = [n["decision"] for n in report["nodes"] if n.get("decision")]
    assert len(decided) == 2 and all(d["format"] == "e3m4" and d["sqnr_e3m4_db"] > d["sqnr_e4m3_db"] for d in decided), decided
    by_name = {a["name"]: a["outputs"][0]["sqnr_db"] for a in report["alternatives"]}
    assert by_name["e3m4"] == by_name["override"] > by_name["e4m3"], by_name
    kernels = [k["precision"] for n in report["nodes"] if n.get("decision") for k in n["kernels"]]
    assert len(kernels) == 2 and all(k.startswith("e3m4 x e3m4") for k in kernels), kernels
    said(fp8c, "report", plan, "--html", page)
    assert '"name":"e3m4"' in page.read_text() and ".e3m4{" in page.read_text()
    refused = subprocess.run([fp8c, "export", plan, "-o", folder / "qdq.onnx"], capture_output=True, text=True)
    assert refused.returncode != 0 and "ONNX has no type" in refused.stderr, refused.stderr


def build(root, folder):
    tree, made = Path(folder, "tree"), Path(folder, "build")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(root, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
    apply_all(tree)
    said("cmake", "-S", tree, "-B", made, "-DCMAKE_BUILD_TYPE=Release", "-DFP8C_TESTS=ON")
    wanted = ["fp8c", "golden_run", "gpu_graphs", "test_schedule", "test_chips", "test_numbers"]
    has_simt = (made / "tests/simt/CTestTestfile.cmake").exists() and "simt/scalar" in said("ctest", "--test-dir", made, "-N")
    said("cmake", "--build", made, "-j", os.cpu_count(), "--target", *wanted, *(["simt"] if has_simt else []))
    # The pass makes the operator, which computes what it stands for; every family and chip is what its row says.
    names = ["golden/fuse_cube", "unit/test_schedule", "unit/test_chips", "unit/test_numbers"]
    names += ["simt/scalar", "simt/e3m4"] if has_simt else []
    said("ctest", "--test-dir", made, "--no-tests=error", "--output-on-failure", "-R", f"^({'|'.join(names)})$")
    assert "fuse-cube" in said(made / "fp8c", "passes")
    assert "fp8c.Cube" in said(made / "fp8c", "ops")
    assert "up to 448" in said(made / "fp8c", "formats")
    assert "List the float formats" in said(made / "fp8c", "help", "formats")
    format_computes(made / "fp8c", tree / "tests/fault/mlp.onnx", Path(folder))
    plan = Path(folder, "mlp.fp8c")
    compiled = subprocess.run([made / "fp8c", "compile", tree / "tests/fault/mlp.onnx", "-p", "f32", "--dim", "batch=1", "-q",
                               "--target", "sm_110a", "-o", plan], capture_output=True, text=True)
    if compiled.returncode == 5 or "NVRTC" in compiled.stderr:
        print(f"no compiler for the chip here: {compiled.stderr.strip()}")
    else:
        assert compiled.returncode == 0, compiled.stderr
        assert "sm_110a" in said(made / "fp8c", "show", plan)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--build", metavar="DIR")
    given = parser.parse_args()
    if not shutil.which("patch"):
        print("skipped: there is no patch(1) here")
        sys.exit(SKIPPED)
    if given.build:
        build(given.root, given.build)
    else:
        check(given.root)
