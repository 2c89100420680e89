"""Help, completion and the man page come from the command tables."""
import subprocess

COMMANDS = ["compile", "run", "generate", "perplexity", "show", "compare", "verify", "report", "export", "extract", "bench", "debug", "passes", "ops", "version", "help",
            "completion"]


def test_help_lists_every_command(fp8c):
    for words in ([], ["help"], ["--help"], ["-h"]):
        done = fp8c(*words)
        assert done.code == 0
        for name in COMMANDS:
            assert f"  {name} " in done.out


def test_every_command_explains_itself(fp8c):
    for name in COMMANDS:
        a, b = fp8c("help", name), fp8c(name, "--help")
        assert a.code == b.code == 0 and a.out == b.out and f"usage: fp8c {name}" in a.out


def test_completion_parses(fp8c, tmp_path):
    script = fp8c("completion", "bash").out
    (tmp_path / "c.bash").write_text(script)
    probe = 'source c.bash; COMP_WORDS=(fp8c com); COMP_CWORD=1; _fp8c; echo "${COMPREPLY[*]}"'
    done = subprocess.run(["bash", "-c", probe], cwd=tmp_path, capture_output=True, text=True)
    assert "compile" in done.stdout and "compare" in done.stdout, done.stderr
    for shell in ("zsh", "fish"):
        assert "compile" in fp8c("completion", shell).out


def test_man_page(fp8c):
    page = fp8c("help", "man").out
    assert page.startswith(".TH FP8C 1") and ".SS fp8c compile" in page and "\\-\\-calibrate" in page


def test_version(fp8c):
    assert fp8c("version").out.startswith("fp8c 0.")
    assert fp8c("--version").code == 0


def test_ops_and_passes(fp8c):
    ops = {o["name"]: o for o in fp8c("ops", "--json").json()}
    assert ops["MatMul"]["class"] == "gemm" and ops["Softmax"]["class"] == "wide"
    assert "MatMul" in fp8c("ops").out
    passes = fp8c("passes", "--json").json()
    assert len(passes) > 10 and all(p["does"] for p in passes)
