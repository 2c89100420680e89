"""What a user can do wrong: one sentence, the documented exit code, nothing left behind."""
import os
import stat

import numpy as np
import pytest

from conftest import mlp


def refused(done, code, *words):
    assert done.code == code, (done.code, done.out, done.err)
    lines = [l for l in done.err.splitlines() if l]
    assert lines and lines[-1].startswith("fp8c: "), done.err
    for word in words:
        assert word in done.err, done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize("words, hint", [
    (["nonsense"], "no command"), (["compile"], "usage"), (["compile", "a.onnx", "--bogus"], "no option"),
    (["compile", "a.onnx", "--precision", "int4"], "auto|fp8|bf16|f32"), (["compile", "a.onnx", "-o"], "wants FILE"),
    (["compile", "a.onnx", "--threads", "x"], "whole number"), (["run", "a.fp8c", "b.fp8c"], "usage"),
    (["help", "nonsense"], "no command"), (["completion", "tcsh"], "bash, zsh and fish"),
    (["compile", "a.onnx", "--threads", "99999999999999999999"], "whole number")])
def test_usage(fp8c, words, hint):
    refused(fp8c(*words), 2, hint)


@pytest.mark.parametrize("option, value, word", [
    ("--target", "sm_42", "there is no target"), ("--dim", "batch", "NAME=VALUE"), ("--dim", "batch=-1", "not a size"),
    ("--dim", "nope=4", "nope"), ("--shape", "x=1x2x3", "2 dimensions"), ("--shape", "x=1,2", "an x stands between dimensions"), ("--target", "h100", "sm_90a (H100, H200)"), ("--shape", "q=1", "no input"),
    ("--io-type", "x=int7", "type can be"), ("--io-type", "x=e4m3", "scale"), ("--io-type", "x=e4m3@-1", "positive"),
    ("--io-type", "zz=bf16", "no port"), ("--disable", "nope", "no pass"), ("--stop-after", "nope", "no pass"),
    ("--calibrate", "missing.npz", "missing.npz")])
def test_bad_option_values(fp8c, model, tmp_path, option, value, word):
    done = fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu", option, value)
    assert done.code in (2, 3, 6)
    refused(done, done.code, word)
    assert not (tmp_path / "p.fp8c").exists()


ANY_TEXT = {"--output", "--output-dir", "--cache-dir", "--log", "--report", "--report-json", "--save-calibration", "--html"}


@pytest.mark.parametrize("command", ["compile", "sensitivity"])
def test_every_option_refuses_nonsense(fp8c, model, samples, command):
    """What is no number, name, file or rule is told in one sentence, whichever option it is given to."""
    import re
    options = re.findall(r"^\s+(?:-\w, )?(--[a-z0-9-]+) ([A-Z(]\S*|[a-z|0-9]+\|\S*)", fp8c("help", command).out, re.M)
    assert len(options) > 15
    for option, _ in options:
        if option in ANY_TEXT:
            continue
        for nonsense in ("", "?!", "-1", "nan", "1e999", "\x1b[31m"):
            data = [] if option == "--calibrate" else ["--calibrate", samples]
            target = [] if option == "--target" else ["--target", "cpu"]
            done = fp8c(command, model, *data, *target, *(["--dry-run"] if command == "compile" else []), option, nonsense)
            assert done.code in (2, 3, 4, 6), (option, nonsense, done.code, done.err)
            refused(done, done.code)


def test_what_is_not_done_is_refused_by_name(fp8c, model):
    refused(fp8c("compile", model, "--target", "cpu", "--tune", "slow"), 2, "--tune")
    for how in "off", "fast", "full":
        assert fp8c("compile", model, "--target", "cpu", "--tune", how, "--dry-run").code == 0


def test_fp8_without_calibration_is_refused(fp8c, model):
    refused(fp8c("compile", model, "--precision", "fp8"), 2, "--calibrate")


@pytest.mark.parametrize("content", [b"", b"\x00", b"hello, world\n" * 9, b"\x89PNG\r\n\x1a\n" + bytes(64), b"\x0a" * 100])
def test_not_a_model(fp8c, tmp_path, content):
    (tmp_path / "m.onnx").write_bytes(content)
    refused(fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu"), 3)
    assert not (tmp_path / "p.fp8c").exists()
    refused(fp8c("show", "m.onnx"), 3)


def test_not_a_plan(fp8c, tmp_path, model):
    (tmp_path / "p.fp8c").write_bytes(b"FP8C" + bytes(500))
    for words in (["verify", "p.fp8c"], ["report", "p.fp8c"], ["show", "p.fp8c"], ["run", "p.fp8c"], ["bench", "p.fp8c"]):
        refused(fp8c(*words), 3)
    os.rename(model, tmp_path / "model.fp8c")
    refused(fp8c("verify", "model.fp8c"), 3)


@pytest.mark.parametrize("command", ["compile", "run", "bench", "compare", "debug", "generate", "perplexity", "sensitivity", "calibrate"])
def test_threads_beyond_what_a_pool_has(fp8c, command):
    """The bounds and what was given are named, instead of another number taking its place."""
    for given in "257", "99999999999", "-1", "9" * 30, "2147483648":
        done = fp8c(command, "a.onnx", *(["b.onnx"] if command in ("compare", "debug") else []), f"--threads={given}")
        refused(done, 2, f'"{given}"', "from 0", "to 256")
    assert "whole number" not in fp8c(command, "a.onnx", "--threads=256").err


def test_missing_and_odd_files(fp8c, tmp_path):
    refused(fp8c("compile", "none.onnx"), 6, "none.onnx")
    os.mkdir(tmp_path / "folder.onnx")
    refused(fp8c("compile", "folder.onnx"), 6, "folder.onnx")
    os.mkfifo(tmp_path / "pipe.onnx")
    refused(fp8c("compile", "pipe.onnx", timeout=10), 6, "pipe.onnx")


def test_outputs_that_cannot_be_written(fp8c, model, tmp_path):
    refused(fp8c("compile", model, "-o", "no/such/folder/p.fp8c", "--target", "cpu"), 6)
    os.mkdir(tmp_path / "p.fp8c")
    refused(fp8c("compile", model, "-o", "p.fp8c", "--target", "cpu"), 6)


def test_all_unsupported_operators_are_listed(fp8c, tmp_path):
    mlp(tmp_path / "odd.onnx", unsupported=["StringNormalizer", "NoSuchOperator"])
    done = fp8c("compile", "odd.onnx", "-o", "p.fp8c", "--target", "cpu")
    refused(done, 4, "StringNormalizer", "NoSuchOperator", "odd_0", "odd_1")
    shown = fp8c("show", "odd.onnx", "--json")
    assert shown.code == 4 and len(shown.json()["problems"]) == 2
    facts = shown.json()
    assert (facts["opset"], facts["nodes"]) == (18, 11)
    assert facts["bytes"] == os.path.getsize(tmp_path / "odd.onnx")
    lines = fp8c("show", "odd.onnx").out.split("\n")
    assert "opset 18, 11 nodes" in lines[0] and lines[-1] == ""
    assert lines[-2].startswith("The model cannot be compiled: ") and lines[-2].endswith(".")
    assert not (tmp_path / "p.fp8c").exists()


def test_wrong_inputs(fp8c, plan, tmp_path):
    np.save(tmp_path / "wide.npy", np.zeros((1, 65), np.float32))
    np.save(tmp_path / "ints.npy", np.zeros((1, 64), np.int32))
    np.save(tmp_path / "x.npy", np.zeros((1, 64), np.float32))
    refused(fp8c("run", plan), 2, "missing")
    refused(fp8c("run", plan, "-i", "q=x.npy"), 2, "no input")
    refused(fp8c("run", plan, "-i", "x=x.npy", "-i", "x=x.npy"), 2, "twice")
    refused(fp8c("run", plan, "-i", "x"), 2, "NAME=FILE")
    refused(fp8c("run", plan, "-i", "x=wide.npy"), 2, "64")
    refused(fp8c("run", plan, "-i", "x=ints.npy"), 2, "f32")
    (tmp_path / "bad.npy").write_bytes(b"\x93NUMPY\x01\x00\xff\xff")
    refused(fp8c("run", plan, "-i", "x=bad.npy"), 3, "bad.npy")
    refused(fp8c("run", plan, "-i", "x=x.npy", "--device", "cuda:77"), 5)
    refused(fp8c("run", plan, "-i", "x=x.npy", "--device", "tpu"), 2, "tpu")


@pytest.mark.parametrize("array, word", [
    (np.full((3, 64), np.nan, np.float32), "NaN"), (np.full((3, 64), np.inf, np.float32), "nf"),
    (np.zeros((3, 63), np.float32), "x"), (np.zeros((0, 64), np.float32), "no sample"), (np.zeros((3, 64), np.int64), "x")])
def test_bad_calibration(fp8c, model, tmp_path, array, word):
    np.savez(tmp_path / "bad.npz", x=array)
    done = fp8c("compile", model, "--calibrate", "bad.npz", "--target", "cpu", "-o", "p.fp8c")
    refused(done, done.code, word)
    assert done.code in (2, 3) and not (tmp_path / "p.fp8c").exists()


def test_names_cannot_drive_a_terminal(fp8c, tmp_path):
    import onnx
    mlp(tmp_path / "m.onnx", unsupported=["NoSuchOperator"])
    m = onnx.load(tmp_path / "m.onnx")
    m.graph.node[-1].name = "\x1b[31mred\x07\n\x1b]0;title\x07"
    onnx.save(m, tmp_path / "m.onnx")
    for words in (["compile", "m.onnx"], ["show", "m.onnx"]):
        done = fp8c(*words)
        assert done.code == 4 and "\x1b" not in done.out + done.err and "\x07" not in done.out + done.err


def test_the_nvrtc_that_was_named_is_the_only_one(fp8c, model, tmp_path):
    """Another version in its place would make other kernels than asked for, without a word."""
    named = str(tmp_path / "libnvrtc.so.99")
    done = fp8c("compile", model, "-o", "p.fp8c", "--target", "sm_90a", "--precision", "bf16", "--dim", "batch=2", "--no-cache", env={"FP8C_NVRTC": named})
    refused(done, done.code, "NVRTC", named)
    assert done.code and not (tmp_path / "p.fp8c").exists()


def test_closed_output(fp8c):
    import subprocess
    done = subprocess.run(f"{os.environ['FP8C']} ops >/dev/full", shell=True, capture_output=True, text=True)
    assert done.returncode == 6 and "standard output" in done.stderr
