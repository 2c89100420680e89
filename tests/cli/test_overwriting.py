"""What is written is never a file that is read, whatever it is called."""
import os

import numpy as np
import onnx
import pytest

from conftest import mlp


@pytest.fixture
def x(tmp_path):
    np.save(tmp_path / "x.npy", np.ones((2, 64), np.float32))
    return tmp_path / "x.npy"


def spared(done, files, *words):
    """Refused in a sentence with these words, and the files are as they were."""
    assert done.code == 2 and len(done.err.splitlines()) == 1, (done.code, done.err)
    for word in words:
        assert word in done.err, done.err
    for path, content in files.items():
        assert path.read_bytes() == content, path


@pytest.mark.parametrize("name", ["y.npy", "link.npy", "hard.npy"])
def test_outputs_of_a_run(fp8c, plan, x, tmp_path, name):
    (tmp_path / "out").mkdir()
    x.rename(tmp_path / "out" / "y.npy")
    if name == "link.npy":
        os.symlink("out/y.npy", tmp_path / name)
    elif name == "hard.npy":
        os.link(tmp_path / "out" / "y.npy", tmp_path / name)
    given = f"out/{name}" if name == "y.npy" else name
    kept = {tmp_path / "out" / "y.npy": (tmp_path / "out" / "y.npy").read_bytes()}
    spared(fp8c("run", plan, "-i", f"x={given}", "-o", "./out"), kept, 'output "y"', f"overwrite {given}, which is read")
    assert fp8c("run", plan, "-i", f"x={given}", "-o", "elsewhere").code == 0


def test_outputs_that_share_a_file_name(fp8c, tmp_path):
    mlp(tmp_path / "m.onnx")
    model = onnx.load(str(tmp_path / "m.onnx"))
    for name in ("a/b", "a_b"):
        model.graph.node.append(onnx.helper.make_node("Neg", ["y"], [name]))
        model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["batch", 64]))
    onnx.save(model, str(tmp_path / "m.onnx"))
    np.save(tmp_path / "x.npy", np.ones((2, 64), np.float32))
    done = fp8c("run", "m.onnx", "-i", "x=x.npy", "-o", "out")
    spared(done, {}, 'outputs "a/b" and "a_b" would both be written to out/a_b.npy')
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("words", [
    ["compile", "mlp.onnx", "-n", "--log", "@mlp.onnx"],
    ["compile", "mlp.onnx", "-n", "--calibrate", "samples.npz", "--save-calibration", "@samples.npz"],
    ["compile", "mlp.onnx", "-n", "--calibrate", "samples.npz", "--log", "@samples.npz"],
    ["compile", "mlp.onnx", "--override", "o.json", "-o", "@o.json"],
    ["compile", "mlp.onnx", "-n", "--override", "o.json", "--log", "@o.json"],
    ["sensitivity", "mlp.onnx", "--calibrate", "samples.npz", "--log", "@samples.npz"],
    ["report", "mlp.fp8c", "--html", "@mlp.fp8c"],
    ["report", "mlp.fp8c", "other.fp8c", "--html", "@other.fp8c"],
    ["export", "mlp.fp8c", "-o", "@mlp.fp8c"],
    ["extract", "mlp.onnx", "--to", "g", "-o", "@mlp.onnx"],
    ["bench", "mlp.fp8c", "-i", "x=x.npy", "-n", "1", "--export", "@x.npy"],
    ["bench", "mlp.fp8c", "-i", "x=x.npy", "-n", "1", "--trace", "@mlp.fp8c"],
])
def test_every_file_that_is_written(fp8c, plan, x, tmp_path, words):
    """`@` stands for a link to the file."""
    (tmp_path / "o.json").write_text('{"rules": [{"op": "Linear", "format": "bf16"}]}')
    (tmp_path / "other.fp8c").write_bytes(plan.read_bytes())
    target = words[-1][1:]
    kept = {tmp_path / target: (tmp_path / target).read_bytes()}
    os.symlink(target, tmp_path / "link")
    for name in (target, "./" + target, "link"):
        spared(fp8c(*words[:-1], name), kept, f"{words[-2] if words[-2][1] == '-' else '--output'} {name} would overwrite {target}, which is read")


def test_two_files_under_one_name(fp8c, model, tmp_path):
    """Neither is there yet, and the second would take the first one's place."""
    done = fp8c("compile", model, "--report", "r.html", "--report-json", f"../{tmp_path.name}/./r.html")
    spared(done, {}, "--report and --report-json would both be written to")
    assert not (tmp_path / "r.html").exists() and not list(tmp_path.glob("*.fp8c"))


def test_a_log_that_ends_in_the_middle(fp8c, model):
    done = fp8c("compile", model, "-n", "-q", "--log", "/dev/full")
    assert done.code == 6 and 'the log "/dev/full" could not be written to its end' in done.err


def test_a_file_without_a_name(fp8c):
    done = fp8c("show", "")
    assert done.code == 6 and "its name is empty" in done.err


def external(tmp_path, name="w.bin", unsupported=()):
    model = onnx.load(str(mlp(tmp_path / "m.onnx", unsupported=unsupported)))
    onnx.save(model, str(tmp_path / "m.onnx"), save_as_external_data=True, location=name, size_threshold=64)
    return tmp_path / name


@pytest.mark.parametrize("unsupported", [(), ("com.example.Odd",)])
def test_a_log_over_weights(fp8c, tmp_path, unsupported):
    weights = external(tmp_path, unsupported=unsupported)
    kept = {weights: weights.read_bytes()}
    spared(fp8c("compile", "m.onnx", "-n", "--log", "w.bin"), kept, "--log w.bin would overwrite weights of m.onnx")
    shown = fp8c("show", "m.onnx", "--json").json()
    assert [os.path.basename(p) for p in shown["external_data"]] == ["w.bin"]
    # a log that is there from the last time is written again
    for _ in range(2):
        done = fp8c("compile", "m.onnx", "-n", "-q", "--log", "log")
        assert done.code == (4 if unsupported else 0) and "import" in (tmp_path / "log").read_text()
    # and a model that cannot be read leaves everything as it is
    (tmp_path / "m.onnx").write_bytes(b"no model")
    assert fp8c("compile", "m.onnx", "-n", "--log", "w.bin").code == 3
    assert weights.read_bytes() == kept[weights]


def test_a_part_over_the_weights_of_the_whole(fp8c, tmp_path):
    weights = external(tmp_path, "part.onnx.data")
    kept = {weights: weights.read_bytes()}
    spared(fp8c("extract", "m.onnx", "--to", "g", "-o", "part.onnx", "--external-data"), kept, "part.onnx.data: the model would overwrite")
    assert fp8c("extract", "m.onnx", "--to", "g", "-o", "part.onnx").code == 0


@pytest.mark.parametrize("words, where", [(["-o", "none/p.fp8c"], "none/p.fp8c"), (["-o", "."], "."), (["--report", "none/r.html"], "none/r.html"),
                                          (["--report-json", "/dev/null"], "/dev/null")])
def test_a_place_that_cannot_be_written_to(fp8c, model, samples, tmp_path, words, where):
    """Told at once: what would take the time has not begun."""
    done = fp8c("compile", model, "--calibrate", samples, "--target", "cpu", "--log", "log", *words)
    assert done.code == 6 and where in done.err and "optimise" not in (tmp_path / "log").read_text()
    assert not list(tmp_path.glob(".fp8c*")) and not list(tmp_path.glob("*.fp8c"))


def test_a_plan_is_no_model(fp8c, plan):
    done = fp8c("compile", plan, "-o", "again.fp8c")
    assert done.code == 3 and "mlp.fp8c: is a plan; an ONNX model is expected" in done.err
