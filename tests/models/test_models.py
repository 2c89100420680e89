"""Real models give what ONNX Runtime gives, and what is not supported is listed whole."""
import numpy as np
import pytest

from conftest import missing, reference, shared


def agree(found, expected, rtol=1e-3, atol=1e-4):
    assert found.keys() == expected.keys()
    for name in expected:
        assert found[name].dtype == expected[name].dtype, name
        np.testing.assert_allclose(found[name], expected[name], rtol=rtol, atol=atol, err_msg=name)


def check(run_plan, model, inputs, **tolerance):
    expected = reference(model, inputs)
    agree(run_plan(model, inputs, names=expected), expected, **tolerance)


def eval_samples(name):
    return np.load(shared("calibration", f"{name}.eval.npz"))


@pytest.mark.parametrize("batch", [1, 3])
def test_direction_classifier(run_plan, batch):
    pixels = eval_samples("ppocr_mobile_v2_cls.pixels")["x"][:batch]
    x = pixels.astype(np.float32) / 127.5 - 1
    check(run_plan, shared("models", "ppocr_mobile_v2_cls.onnx"), {"x": x})


def test_text_detection(run_plan):
    pixels = eval_samples("ppocrv3_det.pixels")["x"][:1, :, :224, :320]
    mean = np.array([.485, .456, .406], np.float32).reshape(1, 3, 1, 1)
    std = np.array([.229, .224, .225], np.float32).reshape(1, 3, 1, 1)
    x = (pixels.astype(np.float32) / 255 - mean) / std
    check(run_plan, shared("models", "ppocrv3_det.onnx"), {"x": x})


def test_file_types(run_plan):
    x = eval_samples("magika_v3_3")["bytes"][:4]
    check(run_plan, shared("models", "magika_v3_3.onnx"), {"bytes": x})


def test_note_transcription(run_plan):
    samples = eval_samples("basic_pitch_nmp")
    name = samples.files[0]
    check(run_plan, shared("models", "basic_pitch_nmp.onnx"), {name: samples[name][:1]})


@pytest.mark.parametrize("model, inputs", [
    ("magika_v3_3.fp8-max.onnx", ("magika_v3_3", "bytes", 1)),
    ("magika_v3_3.fp8-max-dqonly.onnx", ("magika_v3_3", "bytes", 1)),
    ("ppocr_cls.fp8-max.onnx", ("ppocr_mobile_v2_cls.pixels", "x", 127.5)),
])
def test_quantised_by_modelopt(run_plan, model, inputs):
    """Sums in another order move a few codes by one step, so the bound is wide."""
    samples, name, divisor = inputs
    x = eval_samples(samples)[name][:2]
    if divisor != 1:
        x = x.astype(np.float32) / divisor - 1
    check(run_plan, shared("modelopt", model), {name: x}, rtol=0, atol=0.05)


SPEECH = ["silero_vad.onnx", "silero_vad_16k_op15.onnx", "silero_vad_op18_ifless.onnx"]


@pytest.mark.parametrize("rate, batch, width", [(16000, 1, 576), (16000, 3, 576), (8000, 2, 288)])
@pytest.mark.parametrize("model", SPEECH)
def test_speech_detection(run_plan, model, rate, batch, width):
    """If within If: the branch for the sampling rate, and in it one for the state."""
    if rate == 8000 and "16k" in model:
        rate, width = 16000, 576
    random = np.random.default_rng(rate + batch)
    time = np.arange(width, dtype=np.float32) / rate
    voice = .3 * np.sin(2 * np.pi * 180 * time) + .2 * np.sin(2 * np.pi * 720 * time)
    inputs = {"input": (voice + .05 * random.standard_normal((batch, width))).astype(np.float32),
              "state": random.standard_normal((2, batch, 128)).astype(np.float32) * .1,
              "sr": np.array(rate, np.int64)}
    check(run_plan, shared("models", model), inputs)


@pytest.mark.parametrize("model", SPEECH)
def test_speech_detection_at_one_rate(fp8c, run_plan, model, tmp_path):
    """With the rate fixed nothing is left to be decided at run time: a GPU plan is one graph of launches."""
    random = np.random.default_rng(7)
    inputs = {"input": .1 * random.standard_normal((1, 576)).astype(np.float32),
              "state": .1 * random.standard_normal((2, 1, 128)).astype(np.float32)}
    model, words = shared("models", model), ["--fix", "sr=16000", "--shape", "input=1x576", "--shape", "state=2x1x128"]
    expected = reference(model, {**inputs, "sr": np.array(16000, np.int64)})
    agree(run_plan(model, inputs, names=expected, options=words), expected)
    done = fp8c("compile", model, "-n", "-v", "--precision", "f32", "--target", "sm_90a", *words)
    if "NVRTC" not in done.stderr:
        assert done.returncode == 0, done.stderr
        assert "If" not in done.stdout.split()


@pytest.mark.parametrize("batch, length", [(1, 128), (3, 40)])
def test_sentence_embedding(run_plan, minilm, batch, length):
    samples = eval_samples("minilm") if shared("calibration") else missing("calibration")
    inputs = {k: samples[k][:batch, :length] for k in samples.files}
    check(run_plan, minilm, inputs, rtol=1e-3, atol=2e-5)
