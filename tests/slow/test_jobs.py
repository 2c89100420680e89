"""docs/quickstart.md: its blocks run as they stand, in an environment that has the wheel and nothing of the tree (FP8C_SLOW=1).

FP8C_WHEEL names the wheel; without, `./dev wheel` makes it.  FP8C_JOBS_ENV is a folder with an environment that is kept, since torch and Ray are large; without,
it is made anew.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not os.environ.get("FP8C_SLOW"), reason="FP8C_SLOW is not set")
ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "quickstart.md").read_text()
BARE = {k: v for k, v in os.environ.items() if not k.startswith(("FP8C", "PYTHON", "LD_"))}
JOBS = ["Compile", "Read the report", "Run", "A torch module", "torch.compile", "ONNX Runtime", "Embed texts, generate text", "Serve"]


def jobs():
    """(title, its blocks as (kind, text)); what comes before the first job has the title ""."""
    parts = re.split(r"^## \d+\. (.*)\n", PAGE, flags=re.M)
    titles, texts = ["", *parts[1::2]], parts[::2]
    return [(t, re.findall(r"^```(sh|python)\n(.*?)^```$", text, re.M | re.S)) for t, text in zip(titles, texts, strict=True)]


def wheel():
    if not os.environ.get("FP8C_WHEEL"):
        subprocess.run(["./dev", "wheel"], cwd=ROOT, check=True, timeout=1500)
    (made,) = [pathlib.Path(os.environ["FP8C_WHEEL"])] if os.environ.get("FP8C_WHEEL") else (ROOT / "dist").glob("fp8c-*.whl")
    return made.resolve()


@pytest.fixture(scope="module")
def venv(tmp_path_factory):
    """An environment without fp8c: the page installs it."""
    folder = pathlib.Path(os.environ.get("FP8C_JOBS_ENV") or tmp_path_factory.mktemp("jobs") / "venv")
    if not (folder / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([folder / "bin" / "python", "-m", "pip", "uninstall", "-y", "--quiet", "fp8c"], check=True, env=BARE)
    return folder


def run(words, folder, environment, seconds):
    """A block in a group of its own, so that nothing of it (Ray's processes) stays behind."""
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return process.returncode, output


def test_the_jobs_of_the_page(venv, tmp_path):
    found = jobs()
    assert [title for title, _ in found] == ["", *JOBS] and all(blocks for _, blocks in found)
    (tmp_path / "dist").mkdir()
    made = wheel()
    (tmp_path / "dist" / made.name).symlink_to(made)
    environment = {**BARE, "PATH": f"{venv / 'bin'}:{BARE['PATH']}", "HOME": str(tmp_path), "RAY_ADDRESS": "local", "PIP_CACHE_DIR": os.path.expanduser("~/.cache/pip")}
    for title, blocks in found:
        if title.startswith("Embed"):  # the folders that the page says there are
            for name, kind in (("sentence-model", "embedding"), ("language-model", "generation")):
                words = [venv / "bin" / "python", ROOT / "tests" / "support" / "text_models.py", tmp_path / name, kind]
                subprocess.run(words, check=True, env=environment)
        for kind, text in blocks:
            words = ["sh", "-euc", text] if kind == "sh" else ["python", "-c", text]
            code, output = run(words, tmp_path, environment, 1500 if "pip install" in text else 300)
            assert code == 0, f"{title}\n{text}\n{output}"
        if not title:  # the package is the wheel's
            _, output = run(["python", "-c", "import fp8c; print(fp8c.__file__, fp8c.compile)"], tmp_path, environment, 60)
            assert str(venv) in output, output
    for name in ("model.fp8c", "report.html", "out/y.npy"):
        assert (tmp_path / name).stat().st_size > 0
