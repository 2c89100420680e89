"""What a user would pick instead: PyTorch in BF16, or with every linear
layer as torch._scaled_mm on E4M3 codes with one static scale a tensor; eager, or through torch.compile, with or without its search."""
import sys
import time

PEERS = {"bf16": "torch.compile BF16", "max-autotune": "torch.compile BF16, max-autotune", "fp8": "torch.compile FP8", "eager": "eager BF16"}


def without_empty_masks():
    """A model that is given no mask has none.  Under torch.compile transformers makes one for it that hides nothing, and attention then
    runs a third longer; fp8c's export of the same model has no mask."""
    def wrapped(make_mask):
        def none_for_none(*args, attention_mask=None, **others):
            return None if attention_mask is None else make_mask(*args, attention_mask=attention_mask, **others)
        none_for_none.keeps_none = True
        return none_for_none

    for name, module in list(sys.modules.items()):
        found = getattr(module, "create_bidirectional_mask", None) if name.startswith("transformers.models.") else None
        if found and not hasattr(found, "keeps_none"):
            module.create_bidirectional_mask = wrapped(found)


def in_fp8(module):
    import torch
    import torch.nn as nn
    e4m3 = torch.float8_e4m3fn

    class FP8Linear(nn.Module):
        """Quantise, multiply, BF16 out: a linear layer as FP8 inference in PyTorch computes it."""

        def __init__(self, linear):
            super().__init__()
            w = linear.weight.detach().float()
            scale = w.abs().amax() / 448
            self.register_buffer("w", (w / scale).clamp(-448, 448).to(e4m3))
            self.register_buffer("w_scale", scale.reshape(()))
            self.register_buffer("x_scale", torch.tensor(4.0 / 448, device=w.device))
            self.register_buffer("x_inverse", torch.tensor(448 / 4.0, device=w.device))
            bias = None if linear.bias is None else nn.Parameter(linear.bias.detach().bfloat16(), requires_grad=False)
            self.bias = bias

        def forward(self, x):
            flat = x.reshape(-1, x.shape[-1])
            q = (flat.float() * self.x_inverse).clamp(-448, 448).to(e4m3)
            y = torch._scaled_mm(q, self.w.t(), scale_a=self.x_scale, scale_b=self.w_scale, bias=self.bias,
                                 out_dtype=torch.bfloat16, use_fast_accum=True)
            return y.reshape(*x.shape[:-1], -1)

    for name, child in list(module.named_children()):
        if isinstance(child, nn.Linear) and child.in_features % 16 == 0 and child.out_features % 16 == 0:
            setattr(module, name, FP8Linear(child))
        else:
            in_fp8(child)
    return module


def make(how, module, args, quick):
    """The peer ready to be called, and the seconds its compile took (its caches are kept: see gpu.py)."""
    import torch
    without_empty_masks()
    module = module.bfloat16()
    if how == "fp8":
        module = in_fp8(module)
    start = time.time()
    call = module
    if how != "eager":
        torch._dynamo.reset()
        call = torch.compile(module, mode="default" if quick and how != "max-autotune" else "max-autotune-no-cudagraphs", dynamic=False)
    call(*args)
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return call, time.time() - start
