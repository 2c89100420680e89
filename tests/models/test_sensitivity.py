"""fp8c sensitivity on real models: where errors are counted, and that they foretell whole assignments."""
import json

import numpy as np
import pytest

from conftest import shared

DET = "x=(x/255-[0.485 0.456 0.406])/[0.229 0.224 0.225]"


def sense(fp8c, model, samples, *words):
    done = fp8c("sensitivity", model, "--calibrate", samples, "--target", "cpu", "--json", "-q",
                *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def agrees(document, correlation, decibels):
    for output in document["check"]["outputs"]:
        found = output["with_pairs"]
        assert found["correlation"] > correlation and found["mean_difference_db"] < decibels, output


def test_minilm(fp8c, minilm):
    document = sense(fp8c, minilm, shared("calibration", "minilm.npz"), "--samples", "2", "--check", "5")
    assert [o["port"] for o in document["outputs"]] == ["last_hidden_state", "sentence_embedding"]
    nodes = [n for n in document["nodes"] if n["options"]]
    assert len(nodes) == 42 and sum(n["op"] == "Attention" for n in nodes) == 6
    assert abs(sum(n["macs_share"] for n in document["nodes"]) - 1) < 1e-4
    e4m3 = document["assignments"]["e4m3"]["predicted_db"]
    assert 18 < e4m3[0] < 26 and 18 < e4m3[1] < 27
    agrees(document, 0.95, 1.2)


def test_a_softmax_that_is_written_out(fp8c):
    document = sense(fp8c, shared("models", "magika_v3_3.onnx"), shared("calibration", "magika_v3_3.npz"), "--samples", "3")
    assert [(o["port"], o["before"]) for o in document["outputs"]] == [("target_label", "Softmax")]
    # What the Softmax reads, not what is left when the row's largest is taken away: that is 13 dB louder.
    assert document["outputs"][0]["value"].endswith("Dense_1/AddV2:0")
    # Squares and sums of the norms that are written out stay F32: in BF16 they would cost 18 dB.
    every = {name: a["predicted_db"][0] for name, a in document["assignments"].items()}
    assert every["bf16"] > 38 and every["bf16"] > every["e4m3"] + 9


@pytest.mark.parametrize("model, samples, words, before", [
    ("ppocr_mobile_v2_cls.onnx", "ppocr_mobile_v2_cls.pixels.npz", ["--preprocess", "x=x/127.5-1", "--samples", "6"], "Softmax"),
    ("ppocrv3_det.onnx", "ppocrv3_det.pixels.npz", ["--preprocess", DET, "--samples", "1", "--estimate", "1"], "Sigmoid")])
def test_convolutions(fp8c, tmp_path, model, samples, words, before):
    """Depthwise and first convolutions too: whether they are worth FP8 is the error's business."""
    images = np.load(shared("calibration", samples))["x"]
    np.savez(tmp_path / "part.npz", x=images[:, :, :224, :320])  # of an image of 480 x 640 a quarter
    document = sense(fp8c, shared("models", model), "part.npz", *words)
    assert [o["before"] for o in document["outputs"]] == [before]
    nodes = [n for n in document["nodes"] if n["options"]]
    assert len(nodes) > 50 and {n["op"] for n in nodes} >= {"Conv"}
    alone = [n["options"][0]["alone_db"][0] for n in nodes]
    assert all(x is None or 10 < x < 120 for x in alone)
    every = document["assignments"]["e4m3"]["predicted_db"][0]
    assert 8 < every < min(x for x in alone if x is not None)


def test_a_search_is_not_taken_in_by_chance(fp8c, tmp_path):
    """Two logits a sample and 54 products: some assignment's errors always cancel on the samples that decide.

    What is foretold of the chosen one must hold when it is run, on samples that decided nothing too.
    """
    samples = np.load(shared("calibration", "ppocr_mobile_v2_cls.pixels.npz"))["x"]
    np.savez(tmp_path / "decide.npz", x=samples[0::2])
    np.savez(tmp_path / "judge.npz", x=samples[1::2])
    done = fp8c("compile", shared("models", "ppocr_mobile_v2_cls.onnx"), "-o", "p.fp8c", "-q", "--target", "cpu", "--preprocess", "x=x/127.5-1",
                "--calibrate", "decide.npz", "--evaluate", "judge.npz", "--max-error", "sqnr>=30dB", "--report-json", "r.json")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "r.json").read_text())
    budget = report["budget"]
    assert budget["met"] and budget["safe"] and budget["measured"] >= 30 and budget["deciding"] >= 30
    assert abs(report["sensitivity"]["predicted_db"] - budget["deciding"]) < 3
    assert report["summary"]["fp8_mac_share"] > 0  # few products of this network save time
