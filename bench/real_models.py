"""The real models of these measurements: files, samples, and what their compile must be told."""
import typing

PIXELS = "x=(x/255-[0.485 0.456 0.406])/[0.229 0.224 0.225]"


class Model(typing.NamedTuple):
    file: str | None  # below models/; None: all-MiniLM-L6-v2, which samples/minilm/export.py writes
    samples: str  # below calibration/, as NAME.npz, which choose, and NAME.eval.npz, which judge
    calibration: list  # options that concern the samples
    fixed: list  # options that fix an input of the model
    shapes: list  # options that fix every size, for a GPU

    def path(self, data, minilm):
        return data / "models" / self.file if self.file else minilm

    def deciding(self, data):
        return data / "calibration" / f"{self.samples}.npz"

    def judging(self, data):
        return data / "calibration" / f"{self.samples}.eval.npz"


MODELS = {
    "det": Model("ppocrv3_det.onnx", "ppocrv3_det.pixels", ["--preprocess", PIXELS], [], ["--shape", "x=1x3x480x640"]),
    "cls": Model("ppocr_mobile_v2_cls.onnx", "ppocr_mobile_v2_cls.pixels", ["--preprocess", "x=x/127.5-1"], [], ["--shape", "x=1x3x48x192"]),
    "minilm": Model(None, "minilm", [], [], ["--shape", "input_ids=1x128", "--shape", "attention_mask=1x128"]),
    "magika": Model("magika_v3_3.onnx", "magika_v3_3", [], [], ["--shape", "bytes=1x2048"]),
    "silero": Model("silero_vad_op18_ifless.onnx", "silero_vad_16k", ["--state", "state=stateN"], ["--fix", "sr=16000"],
                    ["--shape", "input=1x576", "--shape", "state=2x1x128"]),
    "pitch": Model("basic_pitch_nmp.onnx", "basic_pitch_nmp", [], [], ["--shape", "serving_default_input_2:0=1x43844x1"]),
}
