"""For long: steps of any kind do not grow a session, what a slot holds does not drift, and neither do runs of any size.

FP8C_SOAK_STEPS and FP8C_SOAK_SIZES say how many; slow/soak takes a hundred thousand steps of each form and a thousand sizes."""

import ctypes
import gc
import os
import pathlib

import numpy as np
import pytest
from decoders import VOCABULARY, decoder
from onnx import helper
from small_models import save

import fp8c

STEPS = int(os.environ.get("FP8C_SOAK_STEPS", "1500"))
SIZES = int(os.environ.get("FP8C_SOAK_SIZES", "150"))
CAPACITY, SLOTS = 48, 4


def resident():
    """Bytes of this process in memory, without what malloc keeps but does not use."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Soak:
    """Steps drawn at random; beside each slot the tokens that it must hold, and the logits of the last."""

    def __init__(self, plan, folder, seed=3):
        self.random = np.random.default_rng(seed)
        self.session = fp8c.Session(plan, threads=1)
        self.state = fp8c.State(self.session, slots=SLOTS)
        self.fresh = fp8c.State(fp8c.Session(plan, threads=1))
        self.held = [[] for _ in range(SLOTS)]
        self.logits = [None] * SLOTS
        self.files = {}
        self.folder = folder
        self.counts = {}

    def append(self, slot, count):
        ids = self.random.integers(0, VOCABULARY, count).tolist()
        self.logits[slot] = self.state.step(ids, slot)
        self.held[slot] = self.held[slot] + ids

    def token(self, slot):
        if len(self.held[slot]) < CAPACITY:
            self.append(slot, 1)

    def prompt(self, slot):
        room = CAPACITY - len(self.held[slot])
        if room:
            self.append(slot, int(self.random.integers(1, room + 1)))

    def truncate(self, slot):
        length = int(self.random.integers(0, len(self.held[slot]) + 1))
        self.state.truncate(length, slot)
        if length < len(self.held[slot]):
            self.logits[slot] = None
        self.held[slot] = self.held[slot][:length]

    def fork(self, slot):
        to = int(self.random.integers(SLOTS))
        self.state.fork(slot, to)
        self.held[to], self.logits[to] = list(self.held[slot]), self.logits[slot]

    def save(self, slot):
        name = int(self.random.integers(3))
        self.state.save(self.folder / f"{name}.state", slot)
        self.files[name] = (list(self.held[slot]), self.logits[slot])

    def load(self, slot):
        if self.files:
            name = sorted(self.files)[int(self.random.integers(len(self.files)))]
            self.state.load(self.folder / f"{name}.state", slot)
            self.held[slot], self.logits[slot] = list(self.files[name][0]), self.files[name][1]

    def refused(self, slot):
        for ids in ([VOCABULARY], [1] * (CAPACITY - len(self.held[slot]) + 1)):
            with pytest.raises(ValueError):
                self.state.step(ids, slot)

    def renewed(self, slot):
        """Slots come and go beside those that stay."""
        with fp8c.State(self.session, slots=2) as other:
            other.step(self.random.integers(0, VOCABULARY, 5).tolist(), 1)

    def check(self):
        """What each slot holds is what a run of all its tokens at once gives."""
        for slot, tokens in enumerate(self.held):
            assert self.state.length(slot) == len(tokens)
            if not tokens or self.logits[slot] is None:
                continue
            self.fresh.truncate()
            want = self.fresh.step(tokens)
            error = np.abs(want - self.logits[slot]).max() / np.abs(want).max()
            assert error < 2e-5, (slot, tokens, error)

    def run(self, count):
        kinds = [self.token] * 60 + [self.prompt] * 12 + [self.truncate] * 12 + [self.fork] * 8 + [self.save, self.load] * 3 + [self.refused, self.renewed]
        for _ in range(count):
            kind = kinds[int(self.random.integers(len(kinds)))]
            kind(int(self.random.integers(SLOTS)))
            self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1


@pytest.mark.parametrize("form", ["hugging-face", "gqa", "tensor-scatter"])
def test_steps_of_any_kind(form, tmp_path):
    model = decoder(tmp_path / "m.onnx", form, capacity=CAPACITY)
    soak = Soak(fp8c.compile(model, target="cpu", precision="f32", capacity=CAPACITY), tmp_path)
    pieces = 10
    sizes = []
    for _ in range(pieces):
        soak.run(STEPS // pieces)
        soak.check()
        sizes.append(resident())
    assert len(soak.counts) == 8 or STEPS < 1500
    nbytes = soak.state.nbytes
    assert nbytes == fp8c.State(soak.session, slots=SLOTS).nbytes
    # the first fifth makes room for the largest prompt; a leak of 16 bytes a step would show in the long form
    assert sizes[-1] - sizes[1] < max(1 << 20, 8 * STEPS), [s >> 10 for s in sizes]


def test_runs_of_any_size(tmp_path):
    """One session of open sizes; each result is that of the numbers by NumPy."""
    random = np.random.default_rng(4)
    a, b = (random.standard_normal(s).astype(np.float32) / 4 for s in ((24, 40), (40, 24)))
    nodes = [
        helper.make_node("MatMul", ["x", "a"], ["h"]),
        helper.make_node("Relu", ["h"], ["r"]),
        helper.make_node("MatMul", ["r", "b"], ["p"]),
        helper.make_node("ReduceMean", ["p", "one"], ["y"], keepdims=0),
    ]
    ports = [("x", ["batch", "seq", 24])], [("y", ["batch", 24])]
    model = save(tmp_path / "m.onnx", nodes, *ports, a=a, b=b, one=np.array([1]))
    session, sizes = fp8c.Session(fp8c.compile(model, target="cpu", precision="f32"), threads=1), []
    largest = np.zeros((12, 64, 24), np.float32)
    for i in range(SIZES):
        x = random.standard_normal((random.integers(1, 13), random.integers(1, 65), 24)).astype(np.float32)
        want = (np.maximum(x.astype(np.float64) @ a, 0) @ b).mean(1)
        np.testing.assert_allclose(session(x=x)["y"], want, rtol=1e-4, atol=1e-4 * np.abs(want).max())
        if i == SIZES // 5:
            session(x=largest)
            sizes.append(resident())
    assert resident() - sizes[0] < max(1 << 20, 400 * SIZES)
