"""Steps of every kind on states for long: small decoders in several forms and formats, and bench/soak.c, which steps them.

    python bench/soak.py --fp8c build/fp8c --soak build/tests/fp8c_soak [--device cuda:0] [--steps 1000000] [--seconds 170] [--threads 8] [--work DIR]

Makes the models, compiles them (for the device's chip with --target, and for the CPU), runs fp8c_soak with them in one process, and prints what it says.
The exit code is 1 where a plan cannot be made or anything drifts, differs or grows (bench/soak.c says what it looks at).
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / "support")]
import decoders  # noqa: E402

CAPACITY = 128
MANY = ("--dim", "batch=1,4")
CACHE = ("--kv-cache", "e4m3@0.05")
# name: (form of the decoder, options, how far logits of other runs of the same tokens may be)
# Sums over hidden places add zeros, and runs of 1 token and of 16 are other kernels: in F32 the last bits differ, in BF16 roundings do.
PLANS = {
    "f32": ("hugging-face", ("-p", "f32"), 2e-5),
    "f32-many": ("attention-23", ("-p", "f32", *MANY), 2e-5),
    "f32-written": ("tensor-scatter", ("-p", "f32"), 2e-5),
    "bf16-many": ("gqa", ("-p", "bf16", *MANY), 0.03),
    "cache-many": ("hugging-face", ("-p", "bf16", *CACHE, *MANY), 0.03),
    "cache": ("hugging-face", ("-p", "bf16", *CACHE), 0.03),
    "fp8-many": ("hugging-face", ("-p", "fp8", "--calibrate-method", "dynamic", *CACHE, *MANY), 0.3),
}


def compiled(a, name, target):
    form, words, tolerance = PLANS[name]
    model, plan = a.work / f"{name}.onnx", a.work / f"{name}.fp8c"
    decoders.decoder(model, form, capacity=CAPACITY, batched="batch=1,4" in words)
    sizes = ["--dim", "sequence_length=1,16"] if target != "cpu" else []
    done = subprocess.run([a.fp8c, "compile", model, "-o", plan, "--capacity", str(CAPACITY), "--target", "cpu", *(["--target", target] if target != "cpu" else []), *sizes, *words,
                           "-q", "--no-cache", "--repair", "none"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return f"{plan}={tolerance if a.tolerance_of_all is None else a.tolerance_of_all}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fp8c", default=os.environ.get("FP8C", "fp8c"))
    parser.add_argument("--soak", default=os.environ.get("FP8C_SOAK", "fp8c_soak"))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--target", default="sm_90a", help="what a GPU's plans are for")
    parser.add_argument("--steps", type=int, default=100000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-memory", action="store_true", help="read the memory, judge nothing by it (sanitizers)")
    parser.add_argument("--tolerance-of-all", type=float, help="instead of each plan's own (PLANS)")
    parser.add_argument("--size", type=int, default=64, help="numbers of a head, of which there are 4")
    parser.add_argument("--only", default="", help="plans, comma separated")
    parser.add_argument("--work", type=pathlib.Path)
    a = parser.parse_args()
    decoders.SIZE, decoders.WIDTH = a.size, decoders.HEADS * a.size
    with tempfile.TemporaryDirectory() as folder:
        a.work = a.work or pathlib.Path(folder)
        a.work.mkdir(exist_ok=True)
        names = [n for n in a.only.split(",") if n] or list(PLANS)
        # one after the other: the decoders' sizes are the module's
        plans = [compiled(a, n, a.target if a.device.startswith("cuda") else "cpu") for n in names]
        words = ["--device", a.device, "--steps", a.steps, "--seconds", a.seconds, "--threads", a.threads, "--seed", a.seed, *(["--no-memory"] if a.no_memory else []), *plans]
        return subprocess.run([a.soak, *map(str, words)], env={**os.environ, "TMPDIR": str(a.work)}).returncode


if __name__ == "__main__":
    sys.exit(main())
