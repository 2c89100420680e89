"""torch modules: compiled directly, and by torch.compile(module, backend="fp8c")."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")
import fp8c  # noqa: E402
import fp8c.torch  # noqa: E402
from torch import nn  # noqa: E402


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Conv2d(8, 8, 3, padding=1), nn.Conv2d(8, 8, 1)
        self.norm = nn.BatchNorm2d(8)

    def forward(self, x):
        return x + self.b(torch.relu(self.norm(self.a(x))))


class Branches(nn.Module):
    """Several outputs, nested, one of which is no tensor."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(16, 8), nn.Linear(16, 4)

    def forward(self, x):
        return {"one": self.a(x), "both": (self.b(x), x.shape[0])}


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.qkv, self.out = nn.LayerNorm(32), nn.Linear(32, 96), nn.Linear(32, 32)

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).reshape(*x.shape[:2], 3, 4, 8).permute(2, 0, 3, 1, 4)
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.out(y.transpose(1, 2).reshape(x.shape))


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.lstm, self.out = nn.Embedding(50, 16), nn.LSTM(16, 16, batch_first=True), nn.Linear(16, 5)

    def forward(self, ids):
        return self.out(self.lstm(self.table(ids))[0][:, -1])


ARCHITECTURES = {
    "mlp": (lambda: nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 8)), (4, 16)),
    "convolutions": (lambda: nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.LazyLinear(4)), (2, 3, 10, 10)),
    "residual": (Residual, (2, 8, 6, 6)),
    "one dimension": (lambda: nn.Sequential(nn.Conv1d(4, 8, 3, dilation=2), nn.SiLU(), nn.ConvTranspose1d(8, 4, 4, stride=2)), (2, 4, 20)),
    "depthwise": (lambda: nn.Sequential(nn.Conv2d(8, 8, 3, groups=8, padding=1), nn.Hardswish(), nn.AdaptiveAvgPool2d(1)), (2, 8, 9, 9)),
    "group norm": (lambda: nn.Sequential(nn.GroupNorm(2, 8), nn.SiLU(), nn.Conv2d(8, 4, 3), nn.Upsample(scale_factor=2)), (2, 8, 6, 6)),
    "transformer layer": (lambda: nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), (2, 7, 32)),
    "causal attention": (Block, (2, 6, 32)),
    "recurrent": (Words, "ids"),
    "nested outputs": (Branches, (3, 16)),
}


def made(name):
    torch.manual_seed(0)
    build, shape = ARCHITECTURES[name]
    draw = lambda: torch.randint(0, 50, (2, 9)) if shape == "ids" else torch.randn(shape)  # noqa: E731
    module = build().eval()
    module(draw())  # lazy parameters
    return module.requires_grad_(False), draw


def leaves(value):
    return [x.numpy() if isinstance(x, torch.Tensor) else x for x in torch.utils._pytree.tree_leaves(value)]


def close(want, have):
    assert len(want) == len(have)
    for w, h in zip(want, have, strict=True):
        if isinstance(w, str) or w is None:
            assert h == w
            continue
        np.testing.assert_allclose(h, w, rtol=2e-4, atol=2e-5)


@pytest.fixture(autouse=True)
def one_graph_at_a_time():
    torch._dynamo.reset()
    torch.backends.mha.set_fastpath_enabled(False)  # a fused layer of torch's own, which ONNX has not


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_compiled_graphs_agree_with_torch(name):
    module, draw = made(name)
    fast = torch.compile(module, backend=fp8c.torch.backend, options={"precision": "f32", "fallback": False})
    with torch.no_grad():
        for _ in range(2):
            x = draw()
            close(leaves(module(x)), leaves(fast(x)))


def test_a_module_is_compiled_directly():
    module, draw = made("convolutions")
    plan = fp8c.compile(module, (draw(),), target="cpu", precision="f32")
    x = draw()
    (y,) = fp8c.Session(plan)(x).values()
    assert isinstance(y, torch.Tensor)
    close([module(x).numpy()], [y.numpy()])


def test_first_calls_calibrate():
    module, draw = made("mlp")
    fast = torch.compile(module, backend=fp8c.torch.backend, options={"calibration_calls": 3, "precision": "fp8", "fallback": False})
    with torch.no_grad():
        for call in range(5):
            x = draw()
            assert torch.equal(fast(x), module(x)) == (call < 3)


def test_a_weight_that_changes_makes_a_new_plan():
    module, draw = made("mlp")
    fast = torch.compile(module, backend=fp8c.torch.backend, options={"precision": "f32", "fallback": False})
    with torch.no_grad():
        x = draw()
        fast(x)
        module[0].weight.mul_(2)
        close([module(x).numpy()], [fast(x).numpy()])


def test_graphs_that_write_and_gradients_stay_with_torch(caplog):
    class Counts(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("calls", torch.zeros(1))

        def forward(self, x):
            self.calls += 1
            return x * self.calls

    counts = torch.compile(Counts(), backend=fp8c.torch.backend)
    with torch.no_grad():
        assert [float(counts(torch.ones(1))) for _ in range(3)] == [1, 2, 3]
    assert "torch runs a graph" in caplog.text
    with pytest.raises(fp8c.UnsupportedError, match="writes into its buffer calls"):
        fp8c.compile(Counts(), (torch.ones(1),), target="cpu")
    module = nn.Linear(4, 4)
    torch.compile(module, backend=fp8c.torch.backend)(torch.ones(1, 4)).sum().backward()
    assert module.weight.grad is not None


def test_inputs_that_are_written_to_stay_with_torch(caplog):
    """As caches of keys and values are."""

    def write(cache, x):
        cache[:, 1] = x
        return cache.sum()

    fast = torch.compile(write, backend=fp8c.torch.backend)
    with torch.no_grad():
        cache = torch.zeros(2, 3)
        assert float(fast(cache, torch.ones(2))) == 2 and float(cache[0, 1]) == 1
    assert "writes into its input" in caplog.text


class Odd(nn.Module):
    """Keywords, None, values of Python, one tensor twice, and writes into what the graph itself has made."""

    def __init__(self):
        super().__init__()
        self.a = nn.Linear(8, 8)

    def forward(self, x, *, scale=1.0, mask=None):
        y = self.a(x) * scale
        y.add_(1)
        y[:, 0] = 3
        if mask is not None:
            y = y.masked_fill_(mask, 0)
        return y, y, None, {"word": "w", "rows": x.shape[0], "none": mask}


class Breaks(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        y = self.a(x)
        if y.sum().item() > 0:
            y = y * 2
        return self.b(y), y > 0, y.argmax(-1)


ODD = {
    "keywords": (Odd, [((4,), {}), ((4,), {"scale": 2.5}), ((4,), {"mask": torch.rand(4, 8) > 0.5})]),
    "breaks": (Breaks, [((4,), {}), ((3,), {}), ((0,), {})]),
    "dropout": (lambda: nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5)), [((4,), {}), ((5,), {})]),
    "random": (lambda: nn.RReLU(0.2, 0.2), [((4,), {})]),
}


@pytest.mark.parametrize("dynamic", [None, True])
@pytest.mark.parametrize("name", ODD)
def test_whatever_a_graph_has_it_gives_what_torch_gives(name, dynamic):
    """Where export fails torch runs the graph."""
    build, calls = ODD[name]
    module = build().eval()
    fast = torch.compile(module, backend=fp8c.torch.backend, options={"precision": "f32"}, dynamic=dynamic)
    with torch.no_grad():
        for (rows,), keywords in calls:
            x = torch.randn(rows, 8)
            want, have = module(x, **keywords), fast(x, **keywords)
            assert torch.utils._pytree.tree_structure(want) == torch.utils._pytree.tree_structure(have)
            close(leaves(want), leaves(have))


def test_types_without_numpy(tmp_path):
    module, draw = made("mlp")
    plan = fp8c.compile(module, (draw(),), target="cpu", precision="bf16", io_types={"input": "bf16"})
    (y,) = fp8c.Session(plan)(draw().bfloat16()).values()
    assert y.dtype == torch.float32
    with pytest.raises(fp8c.ArgumentError, match="float32"):
        fp8c.Session(plan)(draw())
