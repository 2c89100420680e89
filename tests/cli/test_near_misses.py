"""What was meant is suggested, and a file that is no model is told for what it is."""
import gzip

import numpy as np
import pytest


@pytest.mark.parametrize("words, meant", [
    (["compile", "mlp.onnx", "--target", "sm_90"], "sm_90a"), (["complie", "mlp.onnx"], "compile"), (["compile", "mlp.onnx", "--calibrte", "x"], "--calibrate"), (["compile", "mlp.onnx", "--precision", "fb16"], "bf16"),
    (["run", "mlp.fp8c", "--input", "xx=x.npy"], "x")])
def test_suggestions(fp8c, model, plan, tmp_path, words, meant):
    np.save(tmp_path / "x.npy", np.zeros((2, 64), np.float32))
    done = fp8c(*words)
    assert done.code == 2 and f'did you mean "{meant}"?' in done.err, done.err


@pytest.mark.parametrize("content, part", [(b"", "empty"), (gzip.compress(b"x" * 100), "gzip"), (b"<html><body>", "HTML"), (b'{"a": 1}', "JSON"),
                                           (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS")])
def test_no_model(fp8c, tmp_path, content, part):
    (tmp_path / "m.onnx").write_bytes(content)
    done = fp8c("compile", "m.onnx", "-o", "m.fp8c")
    assert done.code == 3 and "m.onnx: is no ONNX model but " in done.err and part in done.err, done.err


def test_the_one_input_needs_no_name(fp8c, plan, tmp_path):
    np.save(tmp_path / "in.npy", np.ones((2, 64), np.float32))
    named = fp8c("run", plan, "--input", "x=in.npy", "--output-dir", "a")
    bare = fp8c("run", plan, "--input", "in.npy", "--output-dir", "b")
    assert named.code == bare.code == 0, bare.err
    assert (tmp_path / "a" / "y.npy").read_bytes() == (tmp_path / "b" / "y.npy").read_bytes()
    (tmp_path / "c").mkdir()
    np.save(tmp_path / "c" / "y.npy", np.ones((2, 64), np.float32))
    before = (tmp_path / "c" / "y.npy").read_bytes()
    assert fp8c("run", plan, "--input", "c/y.npy", "--output-dir", "c").code == 2 and (tmp_path / "c" / "y.npy").read_bytes() == before


def test_made_up_inputs_are_told(fp8c, plan, model, tmp_path):
    assert "the inputs are made up" in fp8c("compare", model, plan).err
    np.save(tmp_path / "in.npy", np.ones((2, 64), np.float32))
    assert "made up" not in fp8c("compare", model, plan, "--input", "in.npy").err
