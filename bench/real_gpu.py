#!/usr/bin/env python3
"""Real models on one GPU: fp8c in BF16 and FP8, PyTorch eager and torch.compile in BF16, taking turns in one run, at batch 1 and 16.

  real_gpu.py --pack FOLDER --models DIR [DIR ...] --data DIR     models, calibration figures and inputs for another machine; needs no GPU
  real_gpu.py --bound FOLDER [--only NAMES] [--max-error BUDGET]   formats within an error budget for packed models, found where --pack ran
  real_gpu.py --run FOLDER [--out DIR] [--only NAMES] [--budget 280]   on the GPU: writes real_gpu.json and real_gpu.md to --out
  real_gpu.py --check FOLDER                      the PyTorch form of every packed model against ONNX Runtime in F32, on the CPU
  real_gpu.py --run FOLDER --rehearse             the same way on the CPU device: compile for both targets, run, compare

Both sides are given what is in the ONNX file: PyTorch gets its nodes as torch calls (onnx_torch.py; --check proves it), fp8c
compiles it.  Ports are BF16 on both.  All models are prepared at once, each in a process of its own: plans, torch.compile,
answers.  Then they are timed one after the other, blocks of launches of everybody in turn.  What the plan gives on the GPU is
compared with the same plan's CPU variant, and everybody's answer with the model in F32.
"""
import argparse
import json
import lzma
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import time
import traceback
import typing
from multiprocessing.connection import wait

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import agreement
import runtime

ROOT = pathlib.Path(__file__).resolve().parents[1]
BATCHES, SAMPLES = (1, 16), 16
PRECISIONS = ("bf16", "auto")
WITHIN = "within"  # the formats of --bound, where a model has them
LARGE = 1 << 20  # weights of larger models travel rounded to BF16, which is how both sides compute with them
PLAN_SECONDS = 200  # a compile that takes longer has failed


# ---- The models -----------------------------------------------------------------------------

def pages(x):
    """Pixels of pages as the detection takes them; mirrored ones make the number up."""
    x = np.concatenate([x["x"], x["x"][..., ::-1]]).astype(np.float32) / 255
    mean, spread = np.array([[.485, .456, .406], [.229, .224, .225]], np.float32).reshape(2, 1, 3, 1, 1)
    return {"x": (x - mean) / spread}


def signed(x):
    return {"x": x["x"].astype(np.float32) / 127.5 - 1}


def crops(x):
    """Squares of pages, as large as EfficientNet-Lite0 takes its photographs."""
    x = x["x"].astype(np.float32)
    return {"image": (np.concatenate([x[..., 128:352, 200:424], x[..., 240:464, 40:264]]) - 127) / 128}


def speech(x):
    return {"input": x["input"], "sr": np.array(16000, np.int64)}


def sounds(x):
    """Two seconds at a time; those between the recordings' pieces make the number up."""
    (name, x), = x.items()
    half = x.shape[1] // 2
    return {name: np.concatenate([x, np.concatenate([x[:-1, half:], x[1:, :half]], 1)])}


class Real(typing.NamedTuple):
    file: str
    what: str
    samples: str  # NAME.npz chooses scales, NAME.eval.npz is measured
    inputs: typing.Callable = dict  # of the arrays in such a file: what the model takes, samples along the first axis
    image: bool = False  # PyTorch keeps its maps with channels last
    fixed: tuple = ()
    state: tuple = ()  # an input that an output carries on, and its shape
    note: str = ""


SILERO = dict(samples="silero_vad_16k", inputs=speech, fixed=("sr",), state=("state", "stateN", (2, -1, 128)))
IFS = "every If is decided by sr = 16000 and the sizes when compiling, on both sides"
MODELS = {
    "det-v3": Real("ppocrv3_det.onnx", "PP-OCRv3 detection, 480 x 640", "ppocrv3_det.pixels", pages, True),
    "det-v4": Real("ch_PP-OCRv4_det_infer.onnx", "PP-OCRv4 detection, 480 x 640", "ppocrv3_det.pixels", pages, True),
    "rec-v4": Real("ch_PP-OCRv4_rec_infer.onnx", "PP-OCRv4 recognition, 48 x 320", "lines", signed, True),
    "cls": Real("ppocr_mobile_v2_cls.onnx", "PP-OCR direction, 48 x 192", "ppocr_mobile_v2_cls.pixels", signed, True),
    "lite0": Real("efficientnet-lite0.onnx", "EfficientNet-Lite0, 224 x 224", "ppocrv3_det.pixels", crops, True),
    "minilm": Real("minilm.onnx", "MiniLM, 128 tokens", "minilm"),
    "magika": Real("magika_v3_3.onnx", "Magika, 2,048 bytes", "magika_v3_3"),
    "pitch": Real("basic_pitch_nmp.onnx", "Basic Pitch, 2 s", "basic_pitch_nmp", sounds),
    "silero": Real("silero_vad.onnx", "Silero VAD (nested If)", note=IFS, **SILERO),
    "silero-16k": Real("silero_vad_16k_op15.onnx", "Silero VAD, 16 kHz (If)", note=IFS, **SILERO),
    "silero-ifless": Real("silero_vad_op18_ifless.onnx", "Silero VAD, ifless", note=IFS, **SILERO),
}


def held(m, data, which=""):
    return m.inputs(dict(np.load(data / f"{m.samples}{which}.npz")))


def spread(x):
    """SAMPLES of many, at even distances."""
    return np.ascontiguousarray(x[np.linspace(0, len(x) - 1, SAMPLES).astype(int)]) if len(x) > SAMPLES else x


def evaluated(m, data):
    """SAMPLES of what judges."""
    found = {n: x if n in m.fixed else spread(x) for n, x in held(m, data, ".eval").items()}
    assert all(len(x) == SAMPLES for n, x in found.items() if n not in m.fixed), f"{m.samples}: too few samples"
    return found


def some(m, found, first, count):
    """`count` samples from `first` on as one batch."""
    batch = {n: x if n in m.fixed else x[first:first + count] for n, x in found.items()}
    if m.state:
        name, _, shape = m.state
        batch[name] = np.zeros([count if s < 0 else s for s in shape], np.float32)
    return batch


def compile_words(fp8c, m, model, batch, precision, given, plan):
    """What a user would type; `given`: a batch of inputs by name."""
    words = [fp8c, "compile", model, "-o", plan, "-p", precision, "-t", "cpu", "-t", "sm_90a", "-q", "--no-cache", "-j", "4"]
    for name, x in given.items():
        if name in m.fixed:
            words += ["--fix", f"{name}={x}"]
            continue
        words += ["--shape", f"{name}={'x'.join(map(str, x.shape))}"]
        if x.dtype == np.float32:
            words += ["--io-type", f"{name}=bf16"]
    for port in outputs_of(model):
        words += ["--io-type", f"{port}=bf16"]
    return list(map(str, words))


def outputs_of(model):
    import onnx
    return [o.name for o in onnx.load(str(model)).graph.output]


# ---- Packing ----------------------------------------------------------------------------------

def lighter(path, ids):
    """The file as it travels: large models with weights rounded to BF16; rows of a word table that no sample reads are zero."""
    import onnx
    from onnx import numpy_helper
    raw = path.read_bytes()
    if len(raw) <= LARGE:
        return raw
    model = onnx.load_from_string(raw)

    def rounded(t):
        if t.data_type != onnx.TensorProto.FLOAT or np.prod(t.dims) < 1024:
            return
        x = numpy_helper.to_array(t).copy()
        if ids is not None and len(x) > 20000:
            unread = np.ones(len(x), bool)
            unread[ids] = False
            x[unread] = 0
        bits = x.view(np.uint32)
        bits += 0x7fff + (bits >> 16 & 1)
        bits &= 0xffff0000
        t.CopyFrom(numpy_helper.from_array(x, t.name))

    for t in model.graph.initializer:
        rounded(t)
    for n in model.graph.node:
        for a in n.attribute:
            if n.op_type == "Constant" and a.name == "value":
                rounded(a.t)
    return model.SerializeToString()


def rendered_lines(data):
    """Lines of text as the recognition takes them, as pixels: others choose scales than are measured."""
    from ocr import line_tensor, rendered
    for which, seed, count in (("", 1, 24), (".eval", 2, SAMPLES)):
        random = np.random.default_rng(seed)
        x = [line_tensor(image, (0, 0, image.width, image.height), 320) for _, image in (rendered(random) for _ in range(count))]
        np.savez_compressed(data / f"lines{which}.npz", x=np.round((np.concatenate(x) + 1) * 127.5).astype(np.uint8))


def pack(a):
    out, data = a.pack, a.pack / "data"
    data.mkdir(parents=True, exist_ok=True)
    chosen = pathlib.Path(a.work) / "choose"
    chosen.mkdir(parents=True, exist_ok=True)
    rendered_lines(data)
    os.replace(data / "lines.npz", chosen / "lines.npz")
    for m in MODELS.values():
        if m.samples != "lines":
            whole = np.load(a.data / "calibration" / f"{m.samples}.eval.npz")
            np.savez_compressed(data / f"{m.samples}.eval.npz", **{n: spread(x) for n, x in whole.items()})
            (chosen / f"{m.samples}.npz").write_bytes((a.data / "calibration" / f"{m.samples}.npz").read_bytes())
    for name in a.only:
        m = MODELS[name]
        path = next((d / m.file for d in [*a.models, a.data / "models"] if (d / m.file).exists()), None)
        if path is None:
            print(f"{name}: {m.file} is in none of the folders", flush=True)
            continue
        words = [np.load(f)["input_ids"] for f in (data / "minilm.eval.npz", chosen / "minilm.npz")] if name == "minilm" else []
        model = out / f"{name}.onnx"
        model.write_bytes(lighter(path, np.unique(np.concatenate([w.ravel() for w in words])) if words else None))
        found = held(m, chosen)
        file, figures = chosen / f"{name}.calibrate.npz", out / f"{name}.json"
        np.savez(file, **{n: x for n, x in found.items() if n not in m.fixed})
        more = ["--state", f"{m.state[0]}={m.state[1]}"] if m.state else []
        line = compile_words(a.fp8c, m, model, 1, "auto", some(m, found, 0, 1), chosen / "plan.fp8c")
        done = subprocess.run([*line, "--dry-run", "--calibrate", str(file), *more, "--save-calibration", str(figures)], text=True, capture_output=True)
        if done.returncode:
            raise SystemExit(f"{name}: {done.stderr.strip()[-600:]}")
        for f in (model, figures):
            f.with_name(f.name + ".xz").write_bytes(lzma.compress(f.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
            f.unlink()
        print(f"{name}: {path.stat().st_size / 1e6:.1f} MB, packed {model.with_name(model.name + '.xz').stat().st_size / 1e6:.1f}", flush=True)
    total = sum(f.stat().st_size for f in out.rglob("*") if f.is_file())
    print(f"{out}: {total / 2**20:.1f} MiB")


def bound(a):
    """The fastest formats within the budget, product by product, as an override file."""
    chosen = pathlib.Path(a.work) / "choose"
    for name in names_in(a.bound, a.only):
        m = MODELS[name]
        model, _ = unpacked(a.bound, name, chosen)
        found, judging = held(m, chosen), chosen / f"{name}.judge.npz"
        np.savez(judging, **{n: x for n, x in evaluated(m, a.bound / "data").items() if n not in m.fixed})
        report = chosen / f"{name}.json"
        more = ["--state", f"{m.state[0]}={m.state[1]}"] if m.state else []
        line = compile_words(a.fp8c, m, model, 1, "auto", some(m, found, 0, 1), chosen / "plan.fp8c")
        done = subprocess.run([*line, "--dry-run", "--calibrate", str(chosen / f"{name}.calibrate.npz"), *more, "--max-error", a.max_error, "--judge", "outputs",
                               "--evaluate", str(judging), "--report-json", str(report)], text=True, capture_output=True)
        if done.returncode not in (0, 7):  # 7: the samples that judge want a little more than those that chose
            print(f"{name}: {done.stderr.strip()[-300:]}", flush=True)
            continue
        formats = {}
        for n in json.loads(report.read_text())["nodes"]:
            if n.get("decision"):
                products = [s for s in n["sources"] if "MatMul" in s]  # of several that became one
                formats.setdefault(n["decision"]["format"], []).extend(products if n["name"].endswith(".packed") else [n["name"]])
        rules = [{"node": names, "format": f} for f, names in sorted(formats.items())]
        (a.bound / f"{name}.within.json").write_text(json.dumps({"budget": a.max_error, "override": {"rules": rules}}))
        print(f"{name}: " + ", ".join(f"{len(names)} in {f}" for f, names in sorted(formats.items())), flush=True)
    return 0


def unpacked(folder, name, work):
    """The model and its calibration figures in `work`."""
    found = []
    for suffix in ("onnx", "json"):
        path = work / f"{name}.{suffix}"
        path.write_bytes(lzma.decompress((folder / f"{name}.{suffix}.xz").read_bytes()))
        found.append(path)
    return found


def names_in(folder, only):
    return [n for n in only if (folder / f"{n}.onnx.xz").exists()]


# ---- The PyTorch form against ONNX Runtime --------------------------------------------------

def check(a):
    import onnx_torch
    import onnxruntime
    import torch
    worst = {}
    for name in names_in(a.check, a.only):
        m = MODELS[name]
        model, _ = unpacked(a.check, name, pathlib.Path(a.work))
        found = evaluated(m, a.check / "data")
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        peer = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        ports = {i.name for i in peer.get_inputs()}
        for count in (1, 3):  # another batch makes another graph
            given = some(m, found, 0, count)
            module = onnx_torch.module_of(model, given, m.fixed, image=m.image)
            with torch.no_grad():
                got = [y.numpy() for y in module(*onnx_torch.arguments(module, given))]
            want = peer.run(module.outputs, {k: v for k, v in given.items() if k in ports})
            spread = [float(np.abs(w - g).max() / max(w.max() - w.min(), np.abs(w).max())) for w, g in zip(want, got, strict=True)]
            worst[name] = max(worst.get(name, 0.0), *spread)
        calls = [n.target for n in module.graph.nodes if n.op == "call_function"]
        held = {k: sum(getattr(c, "__name__", "") == k for c in calls) for k in ("scaled_dot_product_attention", "gelu", "linear")}
        print(f"{name}: {worst[name]:.1e} of the output's range; {len(calls)} calls, " + ", ".join(f"{v} {k}" for k, v in held.items() if v), flush=True)
    (a.check / "check.json").write_text(json.dumps(worst, indent=1))
    return 0 if worst and max(worst.values()) <= 1e-3 else 1


# ---- One model, in a process of its own -------------------------------------------------------

class OnGPU:
    name = "cuda"

    def __init__(self):
        import torch
        self.stream = torch.cuda.Stream()

    def session(self, a, plan):
        return runtime.Session(a.library, str(plan), "cuda:0", stream=self.stream.cuda_stream)

    def launch(self, session, ins, outs):
        return session.enqueuer(ins, outs)

    def graph(self, call, args):
        import gpu
        made, out = gpu.graph_of(call, args, self.stream)
        return made.replay, out, (made, call)

    def wait(self):
        import torch
        torch.cuda.synchronize()

    def turns(self, launches):
        import gpu
        return gpu.take_turns(launches, self.stream)


class OnCPU:
    """For rehearsals: everything but what only a GPU has."""
    name = "cpu"

    def session(self, a, plan):
        return runtime.Session(a.library, str(plan), "cpu")

    def launch(self, session, ins, outs):
        return session.caller(session.lib.fp8c_session_run, ins, outs)

    def graph(self, call, args):
        return (lambda: call(*args)), call(*args), None

    def wait(self):
        pass

    def turns(self, launches):
        times = {name: [] for name in launches}
        for name, launch in launches.items():
            for _ in range(3):
                begin = time.perf_counter()
                launch()
                times[name].append((time.perf_counter() - begin) * 1e3)
        return times


def answers(session, given, batch, device, launch, wait_for):
    """Float outputs of one call as arrays, and what holds its memory."""
    import gpu
    import torch
    ins, outs, results, kept = gpu.bind(session, {n: torch.from_numpy(np.array(x)) for n, x in given.items()}, device, batch)
    for t, (_, _, shape) in zip(results, session.outputs):
        assert list(t.shape) == shape, f"a plan with free sizes: {shape}"
    call = launch(session, ins, outs)
    call()
    wait_for()
    return call, results, (kept, ins, outs)


def arrays(tensors):
    return [t.detach().float().cpu().numpy() for t in tensors]


def prepare(a, name, device):
    """Everything but the timing: for each batch what is known, and the launches by name."""
    import gpu
    import onnx_torch
    import torch
    torch.set_grad_enabled(False)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.set_num_threads(2)
    m, work = MODELS[name], pathlib.Path(a.work) / name
    work.mkdir(parents=True, exist_ok=True)
    model, figures = unpacked(a.run, name, work)
    found = evaluated(m, a.run / "data")
    rounded = lambda batch: {n: torch.from_numpy(np.array(x)).bfloat16().float().numpy() if x.dtype == np.float32 else x for n, x in batch.items()}
    within, override = a.run / f"{name}.within.json", work / "override.json"
    precisions = PRECISIONS + ((WITHIN,) if within.exists() else ())
    if within.exists():
        override.write_text(json.dumps(json.loads(within.read_text())["override"]))
    making = {}
    for batch in a.batches:
        for precision in precisions:
            plan = work / f"{precision}-{batch}.fp8c"
            line = compile_words(a.fp8c, m, model, batch, "bf16" if precision == "bf16" else "auto", some(m, found, 0, batch), plan)
            line += ["--report-json", str(plan) + ".json"] + (["--calibration", str(figures)] if precision != "bf16" else [])
            line += ["--override", str(override)] if precision == WITHIN else []
            making[batch, precision] = plan, time.time(), subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    rows = []
    for batch in a.batches:
        given = rounded(some(m, found, 0, batch))
        row = {"model": name, "what": m.what, "batch": batch, "note": m.note, "ms": {}, "sqnr_db": {}, "peer": {}, "plans": {}}
        launches, kept = {}, []
        exact = onnx_torch.module_of(model, given, m.fixed, device=device.name, image=m.image)
        want = arrays(exact(*onnx_torch.arguments(exact, given, device=device.name)))
        del exact
        module = onnx_torch.module_of(model, given, m.fixed, torch.bfloat16, device.name, m.image)
        args = onnx_torch.arguments(module, given, torch.bfloat16, device.name)
        began = time.time()
        for how in ("eager", "compile"):
            try:
                call = module
                if how == "compile":
                    torch._dynamo.reset()
                    call = torch.compile(module, fullgraph=True, dynamic=False, backend="aot_eager" if a.rehearse else "inductor")
                    call(*args)
                    row["peer"]["compile_seconds"] = time.time() - began
                launches[f"{how} graph"], out, keep = device.graph(call, args)
                launches[f"{how} graph"]()
                device.wait()
                row["sqnr_db"][how] = agreement.decibels(want, arrays(out))
                kept += [keep, call]
                if how == "eager":
                    launches["eager"] = lambda module=module, args=args: module(*args)
            except Exception as e:  # a peer that cannot run is a result that says so
                row["peer"][f"{how}_error"] = f"{type(e).__name__}: {str(e)[:400]}"
        rows.append((row, launches, kept, given, want))
    for row, launches, kept, given, want in rows:
        for precision in precisions:
            plan, began, process = making[row["batch"], precision]
            of = row["plans"][precision] = {"budget": json.loads(within.read_text())["budget"]} if precision == WITHIN else {}
            try:
                told = process.communicate(timeout=max(1, began + PLAN_SECONDS - time.time()))[1]
                if process.returncode:
                    raise RuntimeError(told.strip()[-400:])
                report = json.loads(pathlib.Path(str(plan) + ".json").read_text())
                of["fp8_nodes"], of["gemm_nodes"] = report["summary"]["fp8_nodes"], report["summary"]["gemm_nodes"]
                judge = runtime.Session(a.library, str(plan), "cpu", threads=2)
                session = device.session(a, plan)
                apart, between = [], ([], [])
                for first in range(4 if row["batch"] == 1 else 1):
                    other = given if first == 0 else rounded(some(m, found, first * SAMPLES // 4, 1))
                    by_cpu = arrays(answers(judge, other, row["batch"], "cpu", OnCPU().launch, lambda: None)[1])
                    call, results, keep = answers(session, other, row["batch"], device.name, device.launch, device.wait)
                    if first == 0:
                        launches[f"fp8c {precision}"] = call
                        kept += [keep, session, results]
                        row["sqnr_db"][precision] = agreement.decibels(want, arrays(results))
                    apart.append(agreement.cosine(by_cpu, arrays(results)))
                    between[0].extend(by_cpu)
                    between[1].extend(arrays(results))
                of["cosine"], of["between_db"] = min(apart), agreement.decibels(*between)
                of["graph"] = session.graph() if device.name == "cuda" else {}
                judge.close()
            except Exception as e:
                of["error"] = f"{type(e).__name__}: {str(e)[:400]}"
                process.kill()
    return [(row, launches, kept) for row, launches, kept, _, _ in rows]


def slowest(a, name, batch):
    """Where the FP8 plan spends its time, each step alone, by the command itself."""
    m = MODELS[name]
    words = [a.fp8c, "bench", str(pathlib.Path(a.work) / name / f"auto-{batch}.fp8c"), "--device", "cuda:0", "--no-transfers", "--duration", "0.3", "--roofline", "--json"]
    for n, x in evaluated(m, a.run / "data").items():
        words += ["--range", f"{n}=0:{x.max()}"] if x.dtype.kind == "i" and n not in m.fixed else []
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return {"error": "longer than a minute"}
    if done.returncode:
        return {"error": done.stderr.strip()[-300:]}
    found = json.loads(done.stdout)
    steps = sorted(found["steps"], key=lambda s: -s["median_us"])
    return {"steps_us": found.get("steps_us"), "roof_us": found.get("roof_us"), "model_us": found.get("model_us"), "steps": steps[:12]}


def child(a, name, pipe):
    """Prepares, says so, waits to be told, times, answers; an exception is an answer too."""
    os.setpgid(0, 0)  # the compilers that it starts end with it
    try:
        os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "4")
        device = OnCPU() if a.rehearse else OnGPU()
        prepared = prepare(a, name, device)
        pipe.send(("ready", None))
        pipe.recv()
        import gpu
        for row, launches, _ in prepared:
            before = gpu.clocks()
            times = device.turns(launches)
            after = gpu.clocks()
            row["clock_mhz"], row["power_watts"] = [before["clock"], after["clock"]], [before["power"], after["power"]]
            row["ms"] = {k: gpu.median(v) for k, v in times.items()}
            row["samples_ms"] = {k: [round(t, 5) for t in v] for k, v in times.items()}
        pipe.send(("done", [row for row, _, _ in prepared]))
        pipe.recv()  # nothing is freed while others are timed
    except Exception:
        pipe.send(("failed", traceback.format_exc()[-1500:]))


# ---- The run ------------------------------------------------------------------------------------

def end(process):
    """With all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        process.kill()


def run(a):
    start = time.time()
    say = lambda text: print(f"[{time.time() - start:6.1f} s] {text}", flush=True)
    for name in ("TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR"):
        os.environ.setdefault(name, str(pathlib.Path(a.work) / name.split("_")[0].lower()))
    context, children, results, problems = multiprocessing.get_context("spawn"), {}, [], {}
    for name in names_in(a.run, a.only):
        ours, theirs = context.Pipe()
        process = context.Process(target=child, args=(a, name, theirs), daemon=False)
        process.start()
        theirs.close()
        children[name] = process, ours
    import gpu
    versions = gpu.versions(a.fp8c)

    def answer(names, until):
        """Of one of them, or None when the time is over."""
        pipes = {children[n][1]: n for n in names}
        ready = wait(list(pipes), max(0.0, until - time.time()))
        if not ready:
            return None
        name = pipes[ready[0]]
        try:
            return name, *ready[0].recv()
        except EOFError:
            return name, "failed", "its process ended"

    waiting, prepared = set(children), []
    while waiting:
        told = answer(waiting, start + a.budget * 0.75)
        if told is None:
            for name in waiting:
                problems[name] = f"not ready after {a.budget * 0.75:.0f} s"
            break
        name, what, more = told
        waiting.discard(name)
        say(f"{name} {what}")
        if what == "ready":
            prepared.append(name)
        else:
            problems[name] = more
    for name in set(children) - set(prepared):  # the GPU and the processor are to be quiet
        end(children[name][0])
    for name in [n for n in MODELS if n in prepared]:
        children[name][1].send("go")
        told = answer([name], start + a.budget)
        if told and told[1] == "done":
            results += told[2]
            for row in told[2]:
                say(f"{name} at batch {row['batch']}: " + ", ".join(f"{k} {v:.4f}" for k, v in row["ms"].items()))
            if a.steps and not a.rehearse and time.time() < start + a.budget - 10:
                told[2][-1]["slowest"] = slowest(a, name, told[2][-1]["batch"])
        else:
            problems[name] = told[2] if told else "not timed in time"
            end(children[name][0])
        write(a, results, problems, time.time() - start, versions)
    for name in prepared:
        try:
            children[name][1].send("end")
        except OSError:
            pass
    for process, _ in children.values():
        process.join(20)
        end(process)
    for name, why in problems.items():
        say(f"{name}: {why}")
    write(a, results, problems, time.time() - start, versions)
    say(f"written to {a.out}")
    return 0 if results and not problems else 1


def write(a, results, problems, seconds, versions):
    import gpu
    chip = gpu.clocks()
    checked = a.run / "check.json"
    document = {"date": time.strftime("%Y-%m-%dT%H:%M:%S"), "command": " ".join(sys.argv), "gpu": "none: a rehearsal" if a.rehearse else chip["gpu"],
                "driver": chip["driver"], "clock_max_mhz": chip["clock_max"], "versions": versions, "seconds": seconds,
                "against_onnxruntime": json.loads(checked.read_text()) if checked.exists() else {}, "problems": problems, "rows": results}
    a.out.mkdir(parents=True, exist_ok=True)
    (a.out / "real_gpu.json").write_text(json.dumps(document, indent=1) + "\n")
    (a.out / "real_gpu.md").write_text(page(document))


def figure(x, form="{:.4f}"):
    return "" if x is None else form.format(x)


def page(d):
    """The results as they stand in bench/results."""
    versions = d["versions"]
    lines = ["# Real models on a GPU, beside PyTorch", "", "    python bench/real_gpu.py --run PACKED", "",
             f"{d['gpu']}, driver {d['driver']}, PyTorch {versions.get('torch')}, {versions.get('fp8c')}, {d['date'][:10]}. Milliseconds, medians of launches taking",
             "turns in one run. PyTorch computes the same ONNX nodes in BF16 (bench/onnx_torch.py, in F32 within",
             f"{max(d['against_onnxruntime'].values(), default=0.0):.1e} of the output's range of ONNX Runtime): called eagerly from Python, the same calls as one CUDA graph, and torch.compile in its default mode",
             "(no search) as one CUDA graph. \"Times\" is against that last. FP8 is `--precision auto`: products in FP8 where calibration allows and the time model says that it pays. Ports are BF16.", "",
             "| model | batch | fp8c BF16 | fp8c FP8 | eager | eager graph | compile graph | times, BF16 | times, FP8 | kernels BF16 / FP8 |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    gained = {"bf16": [], "auto": []}
    for r in d["rows"]:
        ms, peer = r["ms"], r["ms"].get("compile graph")
        times = {p: peer / ms[f"fp8c {p}"] if peer and ms.get(f"fp8c {p}") else None for p in PRECISIONS}
        for p, t in times.items():
            gained[p] += [t] if t else []
        kernels = " / ".join(launches_of(r["plans"][p]) for p in PRECISIONS)
        lines.append(f"| {r['what']} | {r['batch']} | " + " | ".join(figure(ms.get(k)) for k in ("fp8c bf16", "fp8c auto", "eager", "eager graph", "compile graph")) +
                     f" | {figure(times['bf16'], '{:.2f}')} | {figure(times['auto'], '{:.2f}')} | {kernels} |")
    if gained["bf16"] and gained["auto"]:
        lines += ["", "Geometric mean over the rows: " + ", ".join(f"{name} {np.exp(np.mean(np.log(gained[p]))):.2f} times" for p, name in (("bf16", "BF16"), ("auto", "FP8"))) + "."]
    graphs = [of["graph"] for r in d["rows"] for of in r["plans"].values() if of.get("graph")]
    lines += ["", f"{sum(g['launches_per_run'] == 1 for g in graphs)} of {len(graphs)} plans are one graph launch a run."] if graphs else []
    lines += ["", "The plan's GPU variant against its CPU variant (the least cosine of any output and sample, and dB), and every answer against the model in F32 (SQNR, dB):", "",
              "| model | batch | BF16: cosine (dB) | FP8: cosine (dB) | fp8c BF16 | fp8c FP8 | eager BF16 | compile BF16 |", "|---|---|---|---|---|---|---|---|"]
    for r in d["rows"]:
        near = [f"{figure(of.get('cosine'), '{:.7f}')} ({figure(of.get('between_db'), '{:.1f}')})" for of in (r["plans"][p] for p in PRECISIONS)]
        lines.append(f"| {r['what']} | {r['batch']} | {' | '.join(near)} | " + " | ".join(figure(r["sqnr_db"].get(k), "{:.1f}") for k in ("bf16", "auto", "eager", "compile")) + " |")
    held_to = [r for r in d["rows"] if WITHIN in r["plans"] and "error" not in r["plans"][WITHIN]]
    if held_to:
        lines += ["", "The fastest formats whose error against F32 keeps a budget (`--max-error`), found on other samples:", "",
                  "| model | batch | budget | products in FP8 | ms | BF16, ms | GPU against CPU variant: cosine (dB) | against F32, dB |", "|---|---|---|---|---|---|---|---|"]
    for r in held_to:
        of = r["plans"][WITHIN]
        lines.append(f"| {r['what']} | {r['batch']} | {of['budget']} | {of['fp8_nodes']} of {of['gemm_nodes']} | {figure(r['ms'].get('fp8c within'))} | {figure(r['ms'].get('fp8c bf16'))} | "
                     f"{figure(of['cosine'], '{:.7f}')} ({figure(of['between_db'], '{:.1f}')}) | {figure(r['sqnr_db'].get(WITHIN), '{:.1f}')} |")
    told = {f"{r['what']}: {r['note']}." for r in d["rows"] if r["note"]}
    told |= {f"{r['what']}, batch {r['batch']}: {k.replace('_', ' ')}: {v}" for r in d["rows"] for k, v in r["peer"].items() if k.endswith("error")}
    told |= {f"{r['what']}, batch {r['batch']}, {p}: {of['error']}" for r in d["rows"] for p, of in r["plans"].items() if "error" in of}
    told |= {f"{MODELS[n].what}: not measured: {why.strip().splitlines()[-1]}" for n, why in d["problems"].items()}
    return "\n".join(lines + [""] + [f"* {t}" for t in sorted(told)]) + "\n"


def launches_of(of):
    graph = of.get("graph") or {}
    if not graph:
        return "-"
    more = "" if graph["launches_per_run"] == 1 else f" in {graph['launches_per_run']} launches"
    return f"{graph['kernel_nodes']}{more}"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = p.add_mutually_exclusive_group(required=True)
    what.add_argument("--pack", type=pathlib.Path)
    what.add_argument("--check", type=pathlib.Path)
    what.add_argument("--bound", type=pathlib.Path)
    what.add_argument("--run", type=pathlib.Path)
    p.add_argument("--models", nargs="+", type=pathlib.Path, default=[], help="folders of .onnx files")
    p.add_argument("--data", type=pathlib.Path, help="holds models/ and calibration/")
    p.add_argument("--fp8c", default=str(ROOT / "build" / "fp8c"))
    p.add_argument("--library", help="libfp8c_rt.so; default: beside the command")
    p.add_argument("--work", default=str(ROOT / ".cache" / "real"))
    p.add_argument("--out", type=pathlib.Path, default=ROOT / "bench" / "results")
    p.add_argument("--max-error", default="cosine>=0.999")
    p.add_argument("--only", type=lambda s: s.split(","), default=list(MODELS))
    p.add_argument("--batches", type=lambda s: tuple(map(int, s.split(","))), default=BATCHES)
    p.add_argument("--budget", type=float, default=280, help="seconds for the whole run; preparing gets three quarters of them")
    p.add_argument("--steps", action="store_true", help="also where the time goes in the FP8 plans of the last batch, step by step")
    p.add_argument("--rehearse", action="store_true", help="on the CPU device")
    a = p.parse_args()
    a.library = a.library or os.path.join(os.path.dirname(os.path.abspath(a.fp8c)), "libfp8c_rt.so")
    os.makedirs(a.work, exist_ok=True)
    return pack(a) if a.pack else bound(a) if a.bound else check(a) if a.check else run(a)


if __name__ == "__main__":
    sys.exit(main())
