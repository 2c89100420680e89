"""Sizes of dimensions as lists and ranges, by --dim and by --shape: what is read, what is refused and in which words."""
import numpy as np
import onnx
import pytest
from onnx import helper

from decoders import decoder
from small_models import save


@pytest.fixture
def model(tmp_path):
    """x[batch, seq, 8] and z[batch] -> y; no FP8 and no product."""
    nodes = [helper.make_node("Relu", ["x"], ["r"]), helper.make_node("Unsqueeze", ["z", "axes"], ["u"]), helper.make_node("Add", ["r", "u"], ["y"])]
    return save(tmp_path / "m.onnx", nodes, [("x", ["batch", "seq", 8]), ("z", ["batch"])], [("y", ["batch", "seq", 8])], axes=np.array([1, 2], np.int64))


def profiles(fp8c, *words):
    done = fp8c("compile", "m.onnx", "--target", "sm_89", "--precision", "f32", "-n", "--json", "--no-cache", *words)
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    return [v["profile"] for v in done.json()["variants"]]


@pytest.mark.parametrize("written, sizes", [("3", [3]), ("1,4,2", [1, 4, 2]), ("2..5", [2, 3, 4, 5]), ("1..9:4", [1, 5, 9]), ("4..10:4", [4, 8]),
                                            ("1..3,2,8", [1, 2, 3, 8]), ("7..7", [7]), ("0..2", [0, 1, 2])])
def test_what_is_read(fp8c, model, written, sizes):
    want = [f"batch={n} seq=2" for n in sizes]
    assert profiles(fp8c, "--dim", f"batch={written}", "--dim", "seq=2") == want
    if len(sizes) > 1:  # one size by --shape is no symbol any more
        assert profiles(fp8c, "--shape", f"x={written}x2x8") == [p.split()[0] for p in want]


def test_the_report_has_ranges(fp8c, model):
    words = ["compile", "m.onnx", "--target", "sm_89", "--precision", "f32", "--no-cache", "--dim", "batch=1..12", "--dim", "seq=2"]
    done = fp8c(*words, "-n", "--json")
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    ranges = done.json()["ranges"]
    assert sum(r["variants"] for r in ranges) == 12
    assert ranges[0]["first"] == "batch=1 seq=2" and ranges[-1]["last"] == "batch=12 seq=2"
    for r in ranges:
        assert r["steps"] > 0 and 0 < r["first_seconds"] <= r["last_seconds"], r
    assert fp8c(*words, "-o", "p.fp8c").code == 0
    shown = fp8c("report", "p.fp8c").out
    assert "sm_89 batch=1 seq=2 to batch=12 seq=2: 12 sizes" in " ".join(shown.split()) or len(ranges) > 1, shown
    assert "ranges" not in fp8c("compile", "m.onnx", "--target", "sm_89", "--precision", "f32", "-n", "--json", "--dim", "batch=1", "--dim", "seq=2").json()


def test_inputs_that_share_a_dimension_agree(fp8c, model):
    assert profiles(fp8c, "--shape", "x=1..3x2x8", "--shape", "z=1..3") == ["batch=1", "batch=2", "batch=3"]
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_89", "--shape", "x=1..3x2x8", "--shape", "z=1..4")
    assert done.code == 2 and 'gives the dimension "batch" other sizes than it has already' in done.err
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_89", "--shape", "x=1..3x2x8..9")
    assert done.code == 2 and 'dimension 2 of input "x" is 8 in the model, not 9' in done.err


@pytest.mark.parametrize("written, sentence", [
    ("-1", '"-1" is not a size'), ("5..2", '"5..2" is no range; expected FIRST..LAST'), ("1..", "is no range"), ("..4", "is no range"),
    ("1..4:0", "is no range"), ("1..4:", "is no range"), ("1...4", "is no range"), ("1..4..9", "is no range"), ("1,,2", "is not a size"), ("-1..4", "is no range"),
    ("1..99999999999999999999", "is no range"), ("1..1099511627776", "sizes; a plan can have 1024, with a step for example"),
    ("2..20002:10", "has 2001 sizes; a plan can have 1024, with a step for example: 2..20002:40"),
    ("1..5000", '"1..5000" has 5000 sizes; a plan can have 1024, with a step for example: 1..5000:10')])
def test_what_is_refused(fp8c, model, written, sentence):
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_89", "--dim", f"batch={written}", "--dim", "seq=2")
    assert done.code == 2 and sentence in done.err, done.err


def test_too_many_combinations_are_refused_before_anything_is_done(fp8c, model):
    done = fp8c("compile", "m.onnx", "-n", "--target", "sm_89", "--dim", "batch=1..32", "--dim", "seq=16..512")
    assert done.code == 2 and "make 15904 combinations for 1 target; 1024 are possible" in done.err, done.err
    assert "seq=16..512:16" in done.err


def test_the_cpu_serves_every_size(fp8c, model, tmp_path):
    assert fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--dim", "batch=1..4000", "--dim", "seq=16..512").code == 2  # 4000 sizes are too many to list
    assert fp8c("compile", "m.onnx", "-o", "p.fp8c", "--target", "cpu", "--dim", "batch=1..32", "--dim", "seq=16..512").code == 0
    np.save(tmp_path / "x.npy", np.ones((40, 3, 8), np.float32))
    np.save(tmp_path / "z.npy", np.ones(40, np.float32))
    assert fp8c("run", "p.fp8c", "--device", "cpu", "--input", "x=x.npy", "--input", "z=z.npy").code == 0


SUM = "past_sequence_length + sequence_length"


@pytest.fixture
def decoding(tmp_path):
    """A decoder whose mask is as long as the past and the tokens together, and says so."""
    path = decoder(tmp_path / "d.onnx")
    model = onnx.load(path)
    for port in model.graph.input:
        for dim in port.type.tensor_type.shape.dim:
            if dim.dim_param == "total_sequence_length":
                dim.dim_param = SUM
    onnx.save(model, path)
    return path


def compiled(fp8c, *words):
    done = fp8c("compile", "d.onnx", "--target", "sm_90a", "--precision", "bf16", "-n", "--json", "--no-cache", *words)
    if "NVRTC" in done.err:
        pytest.skip("not found: NVRTC")
    assert done.code == 0, done.err
    return done.json()["variants"]


def launches(variant):
    return [(n["name"], n["kernel"]) for n in variant["launches"]]


def test_sizes_by_dim_and_by_shape_give_the_same_plan(fp8c, decoding):
    by_dim, = compiled(fp8c, "--dim", "batch=1", "--dim", "sequence_length=1", "--dim", "past_sequence_length=16")  # the sum follows
    caches = [w for i in range(2) for k in ("key", "value") for w in ("--shape", f"past_key_values.{i}.{k}=1x2x16x16")]
    by_shape, = compiled(fp8c, "--shape", "input_ids=1x1", "--shape", "attention_mask=1x17", "--shape", "position_ids=1x1", *caches)
    assert launches(by_dim) == launches(by_shape)
    assert sum("attention" in kernel for _, kernel in launches(by_dim)) >= 2


def test_a_sum_is_a_size_in_a_range(fp8c, decoding):
    variants = compiled(fp8c, "--dim", "batch=1", "--dim", "sequence_length=1", "--dim", "past_sequence_length=15..17")
    assert len(variants) == 3
    for v in variants:
        assert sum("attention" in kernel for _, kernel in launches(v)) >= 2, v["profile"]


def test_a_sum_is_what_its_name_says(fp8c, decoding, tmp_path):
    sizes = ["--dim", "batch=1", "--dim", "sequence_length=1", "--dim", "past_sequence_length=16"]
    done = fp8c("compile", "d.onnx", "-n", "--target", "sm_90a", "--precision", "bf16", *sizes, "--dim", f"{SUM}=18")
    assert done.code == 2 and f'"{SUM}" is 18, and what its name says is 17; its terms decide it' in done.err, done.err
    assert fp8c("compile", "d.onnx", "-o", "d.fp8c", "--target", "cpu", "--precision", "f32").code == 0
    words = []
    for name, shape, kind in [("input_ids", (1, 1), np.int64), ("attention_mask", (1, 18), np.int64), ("position_ids", (1, 1), np.int64),
                              *((f"past_key_values.{i}.{k}", (1, 2, 16, 16), np.float32) for i in range(2) for k in ("key", "value"))]:
        np.save(tmp_path / f"{name}.npy", np.ones(shape, kind))
        words += ["--input", f"{name}={name}.npy"]
    done = fp8c("run", "d.fp8c", "--device", "cpu", *words)
    assert done.code == 2 and f'"{SUM}" is 18 in input "attention_mask"; by the other inputs it is 17' in done.err, done.err
    np.save(tmp_path / "attention_mask.npy", np.ones((1, 17), np.int64))
    assert fp8c("run", "d.fp8c", "--device", "cpu", *words).code == 0


def test_made_up_inputs_have_the_sizes_of_sums(fp8c, decoding):
    """By their terms, from --dim or a variant's profile, in which one name may be the end of another."""
    assert fp8c("compile", "d.onnx", "-o", "d.fp8c", "--target", "cpu", "--precision", "f32").code == 0
    bench = ["bench", "d.fp8c", "--device", "cpu", "-n", "1", "--range", "input_ids=0:90", "--range", "position_ids=0:30"]
    sizes = ["--dim", "batch=1", "--dim", "sequence_length=3", "--dim", "past_sequence_length=16"]
    done = fp8c(*bench, *sizes)
    assert done.code == 0 and "taken as" not in done.err, done.err
    done = fp8c(*bench, *sizes, "--dim", f"{SUM}=20")
    assert done.code == 2 and "by the other inputs it is 19" in done.err, done.err
    done = fp8c(*bench, "--dim", "batch=1", "--dim", "past_sequence_length=16")
    assert done.code == 0 and "sequence_length, is taken as 1" in done.err and f"{SUM}, is taken" not in done.err, done.err
    assert fp8c("compile", "d.onnx", "-o", "both.fp8c", "--target", "cpu", "--target", "sm_90a", "--precision", "f32", *sizes).code == 0
    done = fp8c("bench", "both.fp8c", *bench[2:])
    assert done.code == 0 and "taken as" not in done.err, done.err
