"""Every page: fenced blocks of Python run, or the table here says who else runs them or why nobody can; command lines name commands and options that there are.

docs/howto.md (test_howto.py) and docs/quickstart.md (tests/slow/test_jobs.py) run whole, in their order.
"""

import importlib.util
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pytest

import fp8c
from decoders import decoder
from fp8c._native import command

ROOT = pathlib.Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("*.md"), ROOT / "python" / "README.md", ROOT / "samples" / "README.md"])
WHOLE = {"docs/howto.md", "docs/quickstart.md"}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)

# Blocks that are not run here: page, a line of the block, who runs it or why nobody can.
ELSEWHERE = {
    ("python/README.md", "calibration_calls"): "docs/python.md has the same",
    ("docs/python.md", "calibrate=dataset"): "tests/slow/serve_cluster.py: wants a cluster of Ray",
    ("docs/python.md", "fp8c.serve.deployment"): "tests/slow/serve_cluster.py: wants a cluster of Ray",
    ("docs/onnxruntime.md", '"gpu", 0, 0x10de'): "tests/simt/test_ort_device.py: wants a GPU",
    ("docs/triton.md", 'backend: "fp8c"'): "a configuration; tests/slow/test_triton.py loads such",
    ("docs/architecture.md", ""): "a drawing",
}

# What a block finds there, by a line of it: lines that run before, and the modules that it cannot do without.
SAMPLES = "import numpy as np, fp8c\nrandom = np.random.default_rng(0)\nsamples = random.standard_normal((16, 4, 32)).astype('f4'); x = samples[0]\nnp.savez('samples.npz', x=samples)\n"
MODULE = "import torch\nmodule = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.GELU(), torch.nn.Linear(64, 16)).eval()\nexample = torch.randn(4, 32); loader = [(torch.randn(4, 32),) for _ in range(16)]\n"
HERE = {
    ("docs/python.md", 'target=["cpu", "sm_90a"], dims'): (SAMPLES + MODULE, ("torch", "onnxscript", "nvrtc")),
    ("docs/python.md", "session = fp8c.Session(plan) "): (SAMPLES + "plan = fp8c.compile('model.onnx', target='cpu'); mine = np.empty((4, 16), 'f4')\n", ()),
    ("docs/python.md", "fp8c.generate(plan, [1"): (
        "import fp8c\nof = fp8c.compile\nfp8c.compile = lambda m, **k: of(m, **{'target': 'cpu', 'precision': 'f32', 'dims': {'batch': '1..8'}, **k, 'capacity': 64})\n"
        "prompt = [3, 1, 4, 1, 5, 9, 2, 6, 5]\n"
        "make = fp8c.generate\nfp8c.generate = lambda p, ids, n, **k: make(p, ids if isinstance(ids, str) else [i % 50 for i in ids], 5, **k)\n",
        ("tokenizers",),
    ),
    ("docs/python.md", "embed = fp8c.from_pretrained"): ("import fp8c\ntexts = ['it was a good film', 'very bad', 'a film', 'not bad']\n", ("tokenizers",)),
    ("docs/python.md", 'backend="fp8c"'): (MODULE + "import fp8c.torch\nfrom torch._dynamo import register_backend\nregister_backend(fp8c.torch.backend, name='fp8c')\nx = example\n", ("torch", "onnxscript")),
    ("python/README.md", 'dims={"batch": [1, 32]}'): (SAMPLES, ("nvrtc",)),
    ("docs/onnxruntime.md", 'precision="fp8", calibrate="samples.npz"'): (SAMPLES, ("onnxruntime",)),
}


def name_of(page):
    return str(page.relative_to(ROOT))


def blocks():
    """(page, kind, text) of every fenced block of pages that do not run whole."""
    for page in PAGES:
        if name_of(page) not in WHOLE:
            for kind, text in BLOCK.findall(page.read_text()):
                yield name_of(page), kind, text


def row_of(table, page, text):
    return next((row for row in table if row[0] == page and row[1] in text), None)


def test_every_block_has_its_place_and_no_row_is_left_over():
    """One that is new is run, or somebody says why not."""
    used = set()
    for page, _, text in blocks():
        row = row_of(HERE, page, text) or row_of(ELSEWHERE, page, text)
        assert row, f"{page}: a block that nobody runs:\n{text}"
        used.add(row)
    assert used == {*HERE, *ELSEWHERE}, {*HERE, *ELSEWHERE} - used


def is_there(module):
    if module == "nvrtc":
        return bool(os.environ.get("FP8C_NVRTC"))
    return importlib.util.find_spec(module) is not None


@pytest.fixture
def folder(mlp, tmp_path):
    """What the pages say there is."""
    shutil.copy(mlp, tmp_path / "model.onnx")
    decoder(tmp_path / "decoder.onnx", batched=True)
    if is_there("tokenizers"):
        for made, kind in (("all-MiniLM-L6-v2-onnx", "embedding"), ("distilbert-sst2-onnx", "classification"), ("qwen3-onnx", "generation")):
            words = [sys.executable, ROOT / "tests" / "support" / "text_models.py", tmp_path / made, kind]
            subprocess.run(words, check=True)
        shutil.copy(tmp_path / "qwen3-onnx" / "tokenizer.json", tmp_path)
    return tmp_path


@pytest.mark.parametrize("row", HERE, ids=lambda row: row[1][:30])
def test_blocks_run_as_they_stand(row, folder):
    before, wants = HERE[row]
    missing = [module for module in wants if not is_there(module)]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not there")
    (text,) = [t for page, kind, t in blocks() if kind == "python" and row_of(HERE, page, t) == row]
    done = subprocess.run([sys.executable, "-c", before + text], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"


# ---- Commands ---------------------------------------------------------------------------


def lines():
    """(page, words) of every line of `fp8c`, in blocks of any kind and between backquotes."""
    for page in PAGES:
        text = page.read_text()
        found = re.findall(r"^(?: {4})?(?:\S*/)?fp8c ([a-z]+ .*)$", text, re.M) + re.findall(r"`fp8c ([a-z]+ [^`]*)`", text)
        for line in found:
            for part in re.split(r" && (?:\S*/)?fp8c | {2,}#", line):
                if not part.lstrip().startswith(("#", "(docs")):
                    yield name_of(page), part.replace("|", "\\|").replace("<", "\\<")


def known():
    """Options by command, as its help lists them; common ones are listed by each."""
    overview = subprocess.run([*command(), "help"], capture_output=True, text=True, check=True).stdout
    made = {}
    for name in re.findall(r"^  (\w+) +[A-Z]", overview, re.M):
        text = subprocess.run([*command(), "help", name], capture_output=True, text=True, check=True).stdout
        made[name] = set(re.findall(r"(?<![\w-])(--?[a-z][a-z0-9-]*)", text))
    return made | {name: {"--help"} for name in ("help", "version", "completion", "passes", "ops") if name not in made}


def test_command_lines_name_what_there_is():
    options, seen = known(), 0
    for page, line in lines():
        try:
            words = shlex.split(line, comments=True)
        except ValueError:  # prose with an apostrophe
            words = line.split()
        if words[0] not in options:
            assert not any(w.startswith("-") for w in words), f"{page}: there is no command `fp8c {words[0]}`: {line}"
            continue
        seen += 1
        for word in words[1:]:
            option = re.match(r"\[?(--[a-z][a-z0-9-]*)", word)
            if option:
                assert option[1] in options[words[0]], f"{page}: `fp8c {words[0]}` has no {option[1]}: {line}"
    assert seen > 60
