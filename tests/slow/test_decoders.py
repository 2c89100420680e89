"""Exports of language models by Optimum, torch.onnx and ONNX Runtime GenAI: 200 greedy tokens are ONNX Runtime's in F32 (FP8C_SLOW=1).

Each exporter has an environment of its own in FP8C_DECODERS_ENV (a temporary folder without), made by pip.  FP8C_TORCH_PYTHON names an interpreter that has torch
and transformers 5, with onnxscript and onnxruntime-genai where these exports are wanted: its packages are borrowed, for torch alone is gigabytes.
"""

import os
import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")
ROOT = pathlib.Path(__file__).parents[2]
TOOL = ROOT / "bench" / "decoders.py"
BARE = {k: v for k, v in os.environ.items() if not k.startswith(("FP8C", "PYTHON", "LD_"))} | {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_VERBOSITY": "error", "PYTHONWARNINGS": "ignore"}
OPTIMUM = ["optimum-onnx==0.1.0", "optimum~=2.1.0", "transformers<4.58", "huggingface-hub<1", "tokenizers<0.23", "accelerate", "psutil", "requests", "urllib3", "certifi", "idna",
           "charset_normalizer"]
EVERYWHERE = "llama,mistral-window,qwen3,gemma3,phi,gpt2,gpt-neox,bloom,opt,mpt,gpt-j,codegen,falcon-alibi,stablelm,phi3-long,gpt-oss"
FORMS = {"optimum": ("optimum", EVERYWHERE), "script": ("torch", "llama,gemma2,bloom,mpt,falcon,whisper"), "dynamo20": ("torch", "llama,gemma3,gpt-j,phi3-long"),
         "dynamo23": ("torch", "llama,gemma3,cohere,gpt2,phi3-long"), "dynamo23-own": ("torch", "llama,gpt2,xglm"),
         "genai-fp32": ("torch", "llama,gemma2,phi3-long,lfm2"), "genai-fp16": ("torch", "llama"), "genai-int4": ("torch", "llama,phi,lfm2"),
         "genai-int4-16": ("torch", "llama"), "genai-int4-64": ("torch", "llama"), "genai-int4-128": ("torch", "llama"), "genai-int4-table": ("torch", "llama,gemma2"),
         "genai-int4-tied": ("torch", "llama-tied")}


def run(*words, seconds=1800, environment=BARE):
    done = subprocess.run([*map(str, words)], env=environment, capture_output=True, text=True, timeout=seconds)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = pathlib.Path(os.environ.get("FP8C_DECODERS_ENV") or tmp_path_factory.mktemp("decoders")).resolve()
    made.mkdir(parents=True, exist_ok=True)
    return made


@pytest.fixture(scope="module")
def torch_python():
    python = os.environ.get("FP8C_TORCH_PYTHON", sys.executable)
    code, said = run(python, "-c", "import torch, transformers, onnxscript; assert transformers.__version__ > '5'")
    if code:
        pytest.skip(f"FP8C_TORCH_PYTHON: {python} has no torch with transformers 5 and onnxscript: {said.strip().splitlines()[-1]}")
    return python


@pytest.fixture(scope="module")
def optimum_python(folder, torch_python):
    """Optimum wants transformers 4, in front of the borrowed packages."""
    python = folder / "optimum" / "bin" / "python"
    if not python.exists():
        assert run(torch_python, "-m", "venv", folder / "optimum")[0] == 0
        _, borrowed = run(torch_python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
        (site,) = (folder / "optimum").glob("lib/python*/site-packages")
        (site / "borrowed.pth").write_text(borrowed)
    if run(python, "-c", "import optimum.exporters.onnx")[0]:
        code, said = run(python, "-m", "pip", "install", "--quiet", "--no-deps", *OPTIMUM)
        if code:
            pytest.skip(f"Optimum was not installed: {said.strip().splitlines()[-1]}")
    return python


@pytest.mark.parametrize("form", FORMS)
def test_tokens_are_those_of_onnx_runtime(form, folder, torch_python, request):
    kind, names = FORMS[form]
    python = request.getfixturevalue("optimum_python") if kind == "optimum" else torch_python
    if form.startswith("genai") and run(python, "-c", "import onnxruntime_genai")[0]:
        pytest.skip(f"FP8C_TORCH_PYTHON: {python} has no onnxruntime-genai")
    work = folder / f"of-{kind}"
    work.mkdir(exist_ok=True)
    new = [n for n in names.split(",") if not (work / "checkpoints" / n / "model.safetensors").exists()]
    if new:
        code, said = run(python, TOOL, "save", work, "--only", ",".join(new))
        assert code == 0, said
    code, said = run(python, TOOL, "export", form, work, "--only", names)
    assert code == 0 and all(list((work / form / n).glob("*.onnx")) for n in names.split(",")), said
    code, said = run(sys.executable, TOOL, "check", work, "--forms", form, "--only", names, environment=os.environ)
    assert code == 0, said
    assert said.count(" equal") == len(names.split(",")), said
