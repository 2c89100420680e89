"""Models of many shapes, nearly all as timm and transformers have them, with random weights and batch as a free dimension.

They stand beside the rows that kernels were tuned for (rows.py): vision backbones, a diffusion stage and transformer, a
segmenter, encoders with relative positions and masks, a speech encoder, a small decoder.  MODELS says for each name how
the module is made and what its inputs are; rows.py gives each a batch.  Inputs that hold integers are called ids, mask and targets.
"""
import dataclasses
import typing

import networks
from networks import trained


@dataclasses.dataclass(frozen=True)
class Model:
    make: typing.Callable  # tiny -> module in F32 on the CPU
    inputs: typing.Callable  # batch, generator, tiny -> tensors by name
    id_limit: int = 0  # ids are below


def keyword_module(module, names, result):
    """forward(*tensors) of a transformers model, whose tensors are keywords; torch.onnx names inputs by the signature, so it is spelled out."""
    import torch.nn as nn

    class One(nn.Module):
        def __init__(self):
            super().__init__()
            self.module = module

        def forward(self, x):
            return result(self.module(**{names[0]: x}))

    class Two(nn.Module):
        def __init__(self):
            super().__init__()
            self.module = module

        def forward(self, ids, mask):
            return result(self.module(**{names[0]: ids, names[1]: mask}))

    return {1: One, 2: Two}[len(names)]().eval()


def hidden_state(r):
    return r.last_hidden_state


# ---- Images -----------------------------------------------------------------------------

def timm_model(name, channels_last=False, **options):
    def make(tiny):
        import timm
        import torch
        module = trained(timm.create_model(name, **options).eval())
        return module.to(memory_format=torch.channels_last) if channels_last else module
    return make


def image(side, channels=3):
    def inputs(batch, generator, tiny):
        import torch
        return {"x": torch.randn(batch, channels, side, side, generator=generator)}
    return inputs


def unet(tiny):
    """A U-Net as segmentation has it: pairs of 3 x 3 convolutions with BatchNorm and ReLU, MaxPool down, transposed convolutions up, skips by Concat."""
    import torch
    import torch.nn as nn
    width, depth = (16, 2) if tiny else (64, 4)

    def pair(i, o):
        return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(), nn.Conv2d(o, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU())

    class UNet(nn.Module):
        def __init__(self):
            super().__init__()
            sizes = [width << i for i in range(depth + 1)]
            self.down = nn.ModuleList(pair(i, o) for i, o in zip([3, *sizes], sizes))
            self.up = nn.ModuleList(nn.ConvTranspose2d(2 * c, c, 2, stride=2) for c in sizes[-2::-1])
            self.join = nn.ModuleList(pair(2 * c, c) for c in sizes[-2::-1])
            self.pool, self.last = nn.MaxPool2d(2), nn.Conv2d(width, 2, 1)

        def forward(self, x):
            skips = []
            for i, block in enumerate(self.down):
                x = block(self.pool(x) if i else x)
                skips.append(x)
            for up, join, skip in zip(self.up, self.join, skips[-2::-1]):
                x = join(torch.cat((skip, up(x)), 1))
            return self.last(x)

    return trained(UNet().eval())


def clip(frames, side):
    def inputs(batch, generator, tiny):
        import torch
        f, n = (4, 32) if tiny else (frames, side)
        return {"x": torch.randn(batch, 3, f, n, n, generator=generator)}
    return inputs


def video_resnet(tiny):
    """A ResNet-18 of 3 x 3 x 3 convolutions over clips of frames, as torchvision's r3d_18 is."""
    import torch.nn as nn
    import torch.nn.functional as F
    sizes = (8, 16) if tiny else (64, 128, 256, 512)

    def conv(i, o, s=1):
        return nn.Sequential(nn.Conv3d(i, o, 3, s, 1, bias=False), nn.BatchNorm3d(o))

    class Block(nn.Module):
        def __init__(self, i, o, s):
            super().__init__()
            self.a, self.b = conv(i, o, s), conv(o, o)
            self.skip = nn.Sequential(nn.Conv3d(i, o, 1, s, bias=False), nn.BatchNorm3d(o)) if s > 1 else nn.Identity()

        def forward(self, x):
            return F.relu(self.b(F.relu(self.a(x))) + self.skip(x))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.stem = nn.Sequential(nn.Conv3d(3, sizes[0], (3, 7, 7), (1, 2, 2), (1, 3, 3), bias=False), nn.BatchNorm3d(sizes[0]), nn.ReLU())
            steps = [(i, o, 1 + (i != o)) for i, o in zip((sizes[0], *sizes), sizes)]
            self.blocks = nn.Sequential(*(b for i, o, s in steps for b in (Block(i, o, s), Block(o, o, 1))))
            self.last = nn.Linear(sizes[-1], 400)

        def forward(self, x):
            return self.last(self.blocks(self.stem(x)).mean((2, 3, 4)))

    return trained(Net().eval())


def detector(tiny):
    """A detector as YOLOv8-S has it: cross-stage blocks with SiLU, pyramid pooling, a neck of upsampled and concatenated maps, three heads."""
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    c = 8 if tiny else 32

    def conv(i, o, k=1, s=1):
        return nn.Sequential(nn.Conv2d(i, o, k, s, k // 2, bias=False), nn.BatchNorm2d(o), nn.SiLU())

    class Stage(nn.Module):
        def __init__(self, i, o, n, shortcut=True):
            super().__init__()
            self.first, self.last, self.shortcut = conv(i, o), conv((n + 2) * (o // 2), o), shortcut
            self.blocks = nn.ModuleList(nn.Sequential(conv(o // 2, o // 2, 3), conv(o // 2, o // 2, 3)) for _ in range(n))

        def forward(self, x):
            parts = list(self.first(x).chunk(2, 1))
            for block in self.blocks:
                parts.append(parts[-1] + block(parts[-1]) if self.shortcut else block(parts[-1]))
            return self.last(torch.cat(parts, 1))

    class Pyramid(nn.Module):
        def __init__(self, i):
            super().__init__()
            self.first, self.last, self.pool = conv(i, i // 2), conv(2 * i, i), nn.MaxPool2d(5, 1, 2)

        def forward(self, x):
            parts = [self.first(x)]
            for _ in range(3):
                parts.append(self.pool(parts[-1]))
            return self.last(torch.cat(parts, 1))

    class Detector(nn.Module):
        def __init__(self):
            super().__init__()
            self.stem = nn.Sequential(conv(3, c, 3, 2), conv(c, 2 * c, 3, 2), Stage(2 * c, 2 * c, 1))
            self.p3 = nn.Sequential(conv(2 * c, 4 * c, 3, 2), Stage(4 * c, 4 * c, 2))
            self.p4 = nn.Sequential(conv(4 * c, 8 * c, 3, 2), Stage(8 * c, 8 * c, 2))
            self.p5 = nn.Sequential(conv(8 * c, 16 * c, 3, 2), Stage(16 * c, 16 * c, 1), Pyramid(16 * c))
            self.n4, self.n3 = Stage(24 * c, 8 * c, 1, False), Stage(12 * c, 4 * c, 1, False)
            self.d4, self.d5 = conv(4 * c, 4 * c, 3, 2), conv(8 * c, 8 * c, 3, 2)
            self.o4, self.o5 = Stage(12 * c, 8 * c, 1, False), Stage(24 * c, 16 * c, 1, False)
            head = lambda i: nn.ModuleList(nn.Sequential(conv(i, w, 3), conv(w, w, 3), nn.Conv2d(w, o, 1)) for w, o in ((2 * c, 64), (4 * c, 80)))
            self.heads = nn.ModuleList(head(i) for i in (4 * c, 8 * c, 16 * c))

        def forward(self, x):
            double = lambda t: F.interpolate(t, scale_factor=2, mode="nearest")
            p3 = self.p3(self.stem(x))
            p4 = self.p4(p3)
            p5 = self.p5(p4)
            n4 = self.n4(torch.cat((double(p5), p4), 1))
            n3 = self.n3(torch.cat((double(n4), p3), 1))
            o4 = self.o4(torch.cat((self.d4(n3), n4), 1))
            o5 = self.o5(torch.cat((self.d5(o4), p5), 1))
            found = [torch.cat([part(t) for part in head], 1).flatten(2) for head, t in zip(self.heads, (n3, o4, o5))]
            boxes, classes = torch.cat(found, 2).split((64, 80), 1)
            b, _, n = boxes.shape
            weights = boxes.view(b, 4, 16, n).softmax(2)
            places = torch.arange(16, dtype=weights.dtype, device=x.device).view(1, 1, 16, 1)
            return torch.cat(((weights * places).sum(2), classes.sigmoid()), 1)

    return trained(Detector().eval())


def vocoder(tiny):
    """HiFi-GAN's generator (V1): transposed convolutions that lengthen, and dilated 1-D convolutions of 3, 7 and 11 taps with LeakyReLU."""
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    width = 32 if tiny else 512

    class Residual(nn.Module):
        def __init__(self, c, k):
            super().__init__()
            self.first = nn.ModuleList(nn.Conv1d(c, c, k, dilation=d, padding=d * (k - 1) // 2) for d in (1, 3, 5))
            self.second = nn.ModuleList(nn.Conv1d(c, c, k, padding=(k - 1) // 2) for _ in range(3))

        def forward(self, x):
            for a, b in zip(self.first, self.second):
                x = x + b(F.leaky_relu(a(F.leaky_relu(x, .1)), .1))
            return x

    class Generator(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Conv1d(80, width, 7, padding=3)
            ups = ((8, 16), (8, 16), (2, 4), (2, 4))
            self.ups = nn.ModuleList(nn.ConvTranspose1d(width >> i, width >> (i + 1), k, s, (k - s) // 2) for i, (s, k) in enumerate(ups))
            self.blocks = nn.ModuleList(nn.ModuleList(Residual(width >> (i + 1), k) for k in (3, 7, 11)) for i in range(4))
            self.last = nn.Conv1d(width >> 4, 1, 7, padding=3)

        def forward(self, x):
            x = self.first(x)
            for up, blocks in zip(self.ups, self.blocks):
                x = up(F.leaky_relu(x, .1))
                x = sum(b(x) for b in blocks) / 3
            return self.last(F.leaky_relu(x)).tanh()

    return Generator().eval()


def mel(count):
    def inputs(batch, generator, tiny):
        import torch
        return {"x": torch.randn(batch, 80, 16 if tiny else count, generator=generator)}
    return inputs


def segformer(tiny):
    from transformers import SegformerConfig, SegformerForSemanticSegmentation
    sizes = dict(depths=[1, 1, 1, 1], hidden_sizes=[16, 32, 40, 64], decoder_hidden_size=64, num_labels=10) if tiny else \
        dict(depths=[3, 4, 6, 3], hidden_sizes=[64, 128, 320, 512], decoder_hidden_size=768, num_labels=150)
    return keyword_module(SegformerForSemanticSegmentation(SegformerConfig(**sizes)).eval(), ["pixel_values"], lambda r: r.logits)


def diffusion_stage(tiny):
    """A stage as Stable Diffusion's U-Net has it: blocks of GroupNorm, SiLU and 3 x 3 convolutions, self-attention of 8 heads
    at two resolutions, a gated MLP, a skip connection and an upsampling by neighbours."""
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    width = 64 if tiny else 320

    class Residual(nn.Module):
        def __init__(self, i, o):
            super().__init__()
            self.norm1, self.conv1 = nn.GroupNorm(32, i), nn.Conv2d(i, o, 3, padding=1)
            self.norm2, self.conv2 = nn.GroupNorm(32, o), nn.Conv2d(o, o, 3, padding=1)
            self.skip = nn.Conv2d(i, o, 1) if i != o else nn.Identity()

        def forward(self, x):
            return self.skip(x) + self.conv2(F.silu(self.norm2(self.conv1(F.silu(self.norm1(x))))))

    class Attention(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.norm, self.norm1, self.norm2 = nn.GroupNorm(32, c), nn.LayerNorm(c), nn.LayerNorm(c)
            self.qkv, self.out = nn.Linear(c, 3 * c), nn.Linear(c, c)
            self.up, self.down = nn.Linear(c, 8 * c), nn.Linear(4 * c, c)

        def forward(self, x):
            b, c, h, w = x.shape
            y = self.norm(x).flatten(2).transpose(1, 2)
            q, k, v = self.qkv(self.norm1(y)).view(b, h * w, 3, 8, c // 8).permute(2, 0, 3, 1, 4)
            y = y + self.out(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, h * w, c))
            u, g = self.up(self.norm2(y)).chunk(2, -1)
            y = y + self.down(u * F.gelu(g))
            return x + y.transpose(1, 2).reshape(b, c, h, w)

    class Stage(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.first = nn.Conv2d(4, c, 3, padding=1)
            self.block1, self.block2 = Residual(c, c), Residual(c, c)
            self.block3, self.block4 = Residual(c, 2 * c), Residual(2 * c, 2 * c)
            self.block5, self.block6 = Residual(4 * c, 2 * c), Residual(3 * c, c)
            self.attention1, self.attention2, self.attention3 = Attention(c), Attention(2 * c), Attention(2 * c)
            self.down, self.up = nn.Conv2d(c, c, 3, stride=2, padding=1), nn.Conv2d(2 * c, 2 * c, 3, padding=1)
            self.norm, self.last = nn.GroupNorm(32, c), nn.Conv2d(c, 4, 3, padding=1)

        def forward(self, x):
            skip = self.block2(self.attention1(self.block1(self.first(x))))
            low = self.attention2(self.block3(self.down(skip)))
            x = self.attention3(self.block4(low))
            x = self.block5(torch.cat((x, low), 1))
            x = self.up(F.interpolate(x, scale_factor=2, mode="nearest"))
            return self.last(F.silu(self.norm(self.block6(torch.cat((x, skip), 1)))))

    return Stage(width).eval()


def diffusion_transformer(tiny):
    """DiT-XL/2: adaptive LayerNorm with gates, attention, MLP with GELU by tanh, over 256 tokens."""
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    width, blocks, heads = (64, 2, 2) if tiny else (1152, 28, 16)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.modulation = nn.Linear(width, 6 * width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x, c):
            shift1, scale1, gate1, shift2, scale2, gate2 = self.modulation(c)[:, None].chunk(6, -1)
            y = F.layer_norm(x, (width,)) * (1 + scale1) + shift1
            q, k, v = self.qkv(y).view(*y.shape[:2], 3, heads, -1).permute(2, 0, 3, 1, 4)
            x = x + gate1 * self.out(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(y.shape))
            y = F.layer_norm(x, (width,)) * (1 + scale2) + shift2
            return x + gate2 * self.down(F.gelu(self.up(y), approximate="tanh"))

    class Transformer(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.last = nn.Linear(16, width), nn.Linear(width, 32)
            self.time = nn.Sequential(nn.Linear(256, width), nn.SiLU(), nn.Linear(width, width))
            self.positions = nn.Parameter(torch.randn(1, 256, width) * .02)
            self.blocks = nn.ModuleList(Block() for _ in range(blocks))

        def forward(self, x, t):
            c = F.silu(self.time(t))
            x = self.first(x) + self.positions
            for block in self.blocks:
                x = block(x, c)
            return self.last(F.layer_norm(x, (width,)))

    return Transformer().eval()


def diffusion_inputs(batch, generator, tiny):
    import torch
    return {"x": torch.randn(batch, 256, 16, generator=generator), "t": torch.randn(batch, 256, generator=generator)}


# ---- Text and speech -----------------------------------------------------------------------

def tokens(limit, length, masked=True):
    """Ids; and a mask that pads samples by different amounts at their ends."""
    def inputs(batch, generator, tiny):
        import torch
        n = 32 if tiny else length
        found = {"ids": torch.randint(5, limit, (batch, n), generator=generator)}
        if masked:
            found["mask"] = torch.ones(batch, n, dtype=torch.int64)
            for i in range(batch):
                found["mask"][i, n - (i * 37) % (n // 2):] = 0 if (i * 37) % (n // 2) else 1
        return found
    return inputs


def transformer(config, model, names=("input_ids", "attention_mask"), tiny=None, model_options=None, **options):
    """A model of transformers by the names of its configuration and class."""
    def make(small):
        import transformers
        c = getattr(transformers, config)(**{**options, **(tiny if small else {})})
        return keyword_module(getattr(transformers, model)(c, **(model_options or {})).eval(), names, hidden_state)
    return make


def samples(count):
    def inputs(batch, generator, tiny):
        import torch
        return {"x": torch.randn(batch, 4000 if tiny else count, generator=generator)}
    return inputs


def depth_transformer(tiny):
    """DPT-Large: a ViT whose tokens of four depths become maps, joined by convolutions and bilinear resizing."""
    import transformers
    sizes = dict(num_hidden_layers=4, backbone_out_indices=[0, 1, 2, 3], hidden_size=64, num_attention_heads=2, intermediate_size=128, neck_hidden_sizes=[16, 16, 32, 32],
                 fusion_hidden_size=16) if tiny else {}
    return keyword_module(transformers.DPTForDepthEstimation(transformers.DPTConfig(**sizes)).eval(), ["pixel_values"], lambda r: r.predicted_depth)


def audio_decoder(tiny):
    """The decoder of the Descript audio codec at 44.1 kHz: transposed convolutions, dilated convolutions, Snake activations."""
    import torch.nn as nn
    import transformers
    from transformers.models.dac.modeling_dac import DacDecoder
    config = transformers.DacConfig(**(dict(decoder_hidden_size=64, hidden_size=64, encoder_hidden_size=4) if tiny else dict(hidden_size=1024)))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.decoder = DacDecoder(config)

        def forward(self, x):
            return self.decoder(x)

    return Decoder().eval()


def latents(batch, generator, tiny):
    import torch
    return {"x": torch.randn(batch, 64 if tiny else 1024, 8 if tiny else 86, generator=generator)}


def frames(height, width):
    def inputs(batch, generator, tiny):
        import torch
        return {"x": torch.randn(batch, 3, height, width, generator=generator)}
    return inputs


def gated_positions(tiny):
    """ConViT-S.  Its distances of places are no buffers in timm, and a copy in BF16 would keep them in F32, which torch.compile refuses."""
    module = timm_model("convit_small")(tiny)
    for m in module.modules():
        if hasattr(m, "get_rel_indices"):
            places = m.get_rel_indices(196)
            del m.rel_indices
            m.register_buffer("rel_indices", places)
    return module


def video_encoder(tiny):
    """VideoMAE-B.  Its positions are no buffer in transformers, and stay on the CPU, where a CUDA graph cannot read them."""
    module = transformer("VideoMAEConfig", "VideoMAEModel", names=("pixel_values",), tiny={"num_hidden_layers": 2})(tiny)
    for m in module.modules():
        if hasattr(m, "position_embeddings"):
            positions = m.position_embeddings.detach()
            del m.position_embeddings
            m.register_buffer("position_embeddings", positions)
    return module


def vae_decoder(tiny):
    """The decoder of Stable Diffusion's autoencoder: blocks of GroupNorm, SiLU and 3 x 3 convolutions, one attention of a single
    head of 512 channels over all pixels, upsampling by neighbours."""
    import torch.nn as nn
    import torch.nn.functional as F
    width = 32 if tiny else 128

    class Residual(nn.Module):
        def __init__(self, i, o):
            super().__init__()
            self.norm1, self.conv1 = nn.GroupNorm(32, i, eps=1e-6), nn.Conv2d(i, o, 3, padding=1)
            self.norm2, self.conv2 = nn.GroupNorm(32, o, eps=1e-6), nn.Conv2d(o, o, 3, padding=1)
            self.skip = nn.Conv2d(i, o, 1) if i != o else nn.Identity()

        def forward(self, x):
            return self.skip(x) + self.conv2(F.silu(self.norm2(self.conv1(F.silu(self.norm1(x))))))

    class Attention(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.norm = nn.GroupNorm(32, c, eps=1e-6)
            self.q, self.k, self.v, self.out = (nn.Linear(c, c) for _ in range(4))

        def forward(self, x):
            b, c, h, w = x.shape
            y = self.norm(x.view(b, c, h * w)).transpose(1, 2)
            q, k, v = (f(y).view(b, h * w, 1, c).transpose(1, 2) for f in (self.q, self.k, self.v))
            y = self.out(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, h * w, c))
            return x + y.transpose(1, 2).reshape(b, c, h, w)

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            sizes = [4 * width, 4 * width, 2 * width, width]
            self.first = nn.Conv2d(4, sizes[0], 3, padding=1)
            self.middle = nn.Sequential(Residual(sizes[0], sizes[0]), Attention(sizes[0]), Residual(sizes[0], sizes[0]))
            self.blocks = nn.ModuleList(nn.Sequential(Residual(i, o), Residual(o, o), Residual(o, o)) for i, o in zip((sizes[0], *sizes), sizes))
            self.ups = nn.ModuleList(nn.Conv2d(c, c, 3, padding=1) for c in sizes[:-1])
            self.norm, self.last = nn.GroupNorm(32, width, eps=1e-6), nn.Conv2d(width, 3, 3, padding=1)

        def forward(self, x):
            x = self.middle(self.first(x))
            for i, block in enumerate(self.blocks):
                x = block(x)
                if i < len(self.ups):
                    x = self.ups[i](F.interpolate(x, scale_factor=2, mode="nearest"))
            return self.last(F.silu(self.norm(x)))

    return Decoder().eval()


def codec_decoder(tiny):
    """The decoder of EnCodec (24 kHz): two LSTM layers, transposed convolutions, convolutions with reflected edges, ELU."""
    import torch.nn as nn
    import transformers
    from transformers.models.encodec.modeling_encodec import EncodecDecoder
    config = transformers.EncodecConfig(**(dict(num_filters=4, hidden_size=16) if tiny else {}))

    class Decoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.decoder = EncodecDecoder(config)

        def forward(self, x):
            return self.decoder(x)

    return Decoder().eval()


def codes(batch, generator, tiny):
    import torch
    return {"x": torch.randn(batch, 16 if tiny else 128, 8 if tiny else 75, generator=generator)}


def video(count, side):
    def inputs(batch, generator, tiny):
        import torch
        return {"x": torch.randn(batch, count, 3, side, side, generator=generator)}
    return inputs


def numbers(**shapes):
    """Inputs by name, without the batch."""
    def inputs(batch, generator, tiny):
        import torch
        return {n: torch.randn(batch, *shape, generator=generator) for n, shape in shapes.items()}
    return inputs


def joint_inputs(batch, generator, tiny):
    import torch
    width, image_tokens, text_tokens = (64, 16, 8) if tiny else (1152, 1024, 154)
    normal = lambda *shape: torch.randn(batch, *shape, generator=generator)
    return {"x": normal(image_tokens, width), "text": normal(text_tokens, width), "when": normal(width)}


def features(batch, generator, tiny):
    import torch
    return {"x": torch.randn(batch, 13, generator=generator), "ids": torch.randint(5, 3900, (batch, 4 if tiny else 26), generator=generator)}


def two_texts(batch, generator, tiny):
    import torch
    ids = lambda length: torch.randint(5, 7000, (batch, length), generator=generator)
    return {"ids": ids(16 if tiny else 256), "targets": ids(8 if tiny else 128)}


MODELS = {
    "dinov2-b": Model(timm_model("vit_base_patch14_dinov2", img_size=224), image(224)),
    "convnext-b": Model(timm_model("convnext_base"), image(224)),
    "swin-b": Model(timm_model("swin_base_patch4_window7_224"), image(224)),
    "efficientnetv2-s": Model(timm_model("tf_efficientnetv2_s"), image(224)),
    "resnext50": Model(timm_model("resnext50_32x4d"), image(224)),
    "segformer-b2": Model(segformer, image(512)),
    "sd-stage": Model(diffusion_stage, image(64, 4)),
    "dit-xl": Model(diffusion_transformer, diffusion_inputs),
    "roberta-base": Model(transformer("RobertaConfig", "RobertaModel", model_options={"add_pooling_layer": False}, tiny={"num_hidden_layers": 2},
                                      num_hidden_layers=12, vocab_size=50265, max_position_embeddings=514), tokens(50000, 128), 50000),
    "deberta-v3-base": Model(transformer("DebertaV2Config", "DebertaV2Model", tiny={"num_hidden_layers": 2}, hidden_size=768, num_hidden_layers=12,
                                         num_attention_heads=12, intermediate_size=3072, vocab_size=8000, relative_attention=True,
                                         position_buckets=256, pos_att_type=["p2c", "c2p"], share_att_key=True, norm_rel_ebd="layer_norm",
                                         position_biased_input=False), tokens(7000, 256), 7000),
    "t5-base-encoder": Model(transformer("T5Config", "T5EncoderModel", tiny={"num_layers": 2}, d_model=768, d_ff=2048, num_heads=12, num_layers=12,
                                         vocab_size=8000, feed_forward_proj="gated-gelu"), tokens(7000, 512), 7000),
    "qwen3-0.6b": Model(transformer("Qwen3Config", "Qwen3Model", names=("input_ids",), tiny={"num_hidden_layers": 2}, hidden_size=1024,
                                    num_hidden_layers=28, num_attention_heads=16, num_key_value_heads=8, head_dim=128, intermediate_size=3072,
                                    vocab_size=8000, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "wav2vec2-base": Model(transformer("Wav2Vec2Config", "Wav2Vec2Model", names=("input_values",), tiny={"num_hidden_layers": 2},
                                       num_hidden_layers=12), samples(80000)),
    # Rows that no kernel was made for: what a family does in models nobody looked at.
    "mobilenetv3-l": Model(timm_model("mobilenetv3_large_100"), image(224)),
    "efficientnet-b0": Model(timm_model("efficientnet_b0"), image(224)),
    "regnety-032": Model(timm_model("regnety_032"), image(224)),
    "densenet121": Model(timm_model("densenet121"), image(224)),
    "resnet50d": Model(timm_model("resnet50d"), image(224)),
    "nfnet-l0": Model(timm_model("nfnet_l0"), image(224)),
    "mixer-b16": Model(timm_model("mixer_b16_224"), image(224)),
    "maxvit-t": Model(timm_model("maxvit_tiny_tf_224"), image(224)),
    "convmixer": Model(timm_model("convmixer_768_32"), image(224)),
    "ghostnet": Model(timm_model("ghostnet_100"), image(224)),
    "mixnet-s": Model(timm_model("mixnet_s"), image(224)),
    "hrnet-w18": Model(timm_model("hrnet_w18"), image(224)),
    "xception65": Model(timm_model("xception65"), image(224)),
    "rexnet": Model(timm_model("rexnet_100"), image(224)),
    "fastvit-t8": Model(timm_model("fastvit_t8"), image(224)),
    "gernet-s": Model(timm_model("gernet_s"), image(224)),
    "unet": Model(unet, image(256)),
    "yolo-s": Model(detector, image(640)),
    "hifigan": Model(vocoder, mel(200)),
    "r3d-18": Model(video_resnet, clip(8, 112)),
    "gpt2": Model(transformer("GPT2Config", "GPT2Model", names=("input_ids",), tiny={"n_layer": 2}, vocab_size=8000, use_cache=False),
                  tokens(7000, 512, masked=False), 7000),
    "conformer": Model(transformer("Wav2Vec2ConformerConfig", "Wav2Vec2ConformerModel", names=("input_values",), tiny={"num_hidden_layers": 2}, num_hidden_layers=12,
                                   hidden_size=512, num_attention_heads=8, intermediate_size=2048, position_embeddings_type="rotary"), samples(80000)),
    "botnet26t": Model(timm_model("botnet26t_256"), image(256)),
    "coatnet-0": Model(timm_model("coatnet_0_rw_224"), image(224)),
    "eva02-b": Model(timm_model("eva02_base_patch14_224"), image(224)),
    "beitv2-b": Model(timm_model("beitv2_base_patch16_224"), image(224)),
    "cait-s24": Model(timm_model("cait_s24_224"), image(224)),
    "modernbert-base": Model(transformer("ModernBertConfig", "ModernBertModel", tiny={"num_hidden_layers": 3}, vocab_size=8000, pad_token_id=0, bos_token_id=1,
                                         eos_token_id=2, cls_token_id=1, sep_token_id=2), tokens(7000, 512), 7000),
    # Families that stood in no table when their patterns were built.
    "samvit-b": Model(timm_model("samvit_base_patch16"), image(1024)),
    "mvitv2-s": Model(timm_model("mvitv2_small"), image(224)),
    "xcit-s": Model(timm_model("xcit_small_12_p16_224"), image(224)),
    "pvtv2-b2": Model(timm_model("pvt_v2_b2"), image(224)),
    "twins-b": Model(timm_model("twins_svt_base"), image(224)),
    "levit-256": Model(timm_model("levit_256"), image(224)),
    "crossvit-15": Model(timm_model("crossvit_15_240"), image(240)),
    "poolformer-s24": Model(timm_model("poolformer_s24"), image(224)),
    "mobilevit-s": Model(timm_model("mobilevit_s"), image(256)),
    "edgenext-s": Model(timm_model("edgenext_small"), image(256)),
    "swinv2-t": Model(timm_model("swinv2_tiny_window8_256"), image(256)),
    "davit-t": Model(timm_model("davit_tiny"), image(224)),
    "focalnet-t": Model(timm_model("focalnet_tiny_srf"), image(224)),
    "convnextv2-t": Model(timm_model("convnextv2_tiny"), image(224)),
    "inception-v3": Model(timm_model("inception_v3"), image(299)),
    "dla34": Model(timm_model("dla34"), image(224)),
    "vgg16": Model(timm_model("vgg16_bn"), image(224)),
    "res2net50": Model(timm_model("res2net50_26w_4s"), image(224)),
    "efficientformerv2-s1": Model(timm_model("efficientformerv2_s1"), image(224)),
    "hiera-s": Model(timm_model("hiera_small_224"), image(224)),
    "tnt-s": Model(timm_model("tnt_s_patch16_224"), image(224)),
    "siglip-b": Model(timm_model("vit_base_patch16_siglip_224"), image(224)),
    "nextvit-s": Model(timm_model("nextvit_small"), image(224)),
    "tinyvit-21m": Model(timm_model("tiny_vit_21m_224"), image(224)),
    "repvit-m1": Model(timm_model("repvit_m1_1"), image(224)),
    "mobilenetv4-m": Model(timm_model("mobilenetv4_conv_medium"), image(256)),
    "gcvit-t": Model(timm_model("gcvit_tiny"), image(224)),
    "resmlp-24": Model(timm_model("resmlp_24_224"), image(224)),
    "hubert-b": Model(transformer("HubertConfig", "HubertModel", names=("input_values",), tiny={"num_hidden_layers": 2}, num_hidden_layers=12), samples(80000)),
    "wavlm-b": Model(transformer("WavLMConfig", "WavLMModel", names=("input_values",), tiny={"num_hidden_layers": 2}, num_hidden_layers=12), samples(80000)),
    "mixtral-2": Model(transformer("MixtralConfig", "MixtralModel", names=("input_ids",), tiny={"hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 2,
                                   "num_key_value_heads": 1}, vocab_size=8000, hidden_size=2048, intermediate_size=7168, num_hidden_layers=2, num_attention_heads=16,
                                   num_key_value_heads=4, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "gemma2": Model(transformer("Gemma2Config", "Gemma2Model", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=1152, head_dim=256,
                                num_hidden_layers=8, num_attention_heads=8, num_key_value_heads=4, intermediate_size=6912, sliding_window=256, use_cache=False),
                    tokens(7000, 512, masked=False), 7000),
    "phi": Model(transformer("PhiConfig", "PhiModel", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=2048, num_hidden_layers=6,
                             num_attention_heads=32, intermediate_size=8192, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "bloom": Model(transformer("BloomConfig", "BloomModel", names=("input_ids",), tiny={"n_layer": 2}, vocab_size=8000, hidden_size=1024, n_layer=12, n_head=16,
                               use_cache=False), tokens(7000, 512, masked=False), 7000),
    "opt": Model(transformer("OPTConfig", "OPTModel", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=1024, ffn_dim=4096,
                             num_hidden_layers=12, num_attention_heads=16, word_embed_proj_dim=1024, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "mpnet-b": Model(transformer("MPNetConfig", "MPNetModel", model_options={"add_pooling_layer": False}, tiny={"num_hidden_layers": 2}, vocab_size=8000), tokens(7000, 128), 7000),
    "dpt-l": Model(depth_transformer, image(384)),
    "dac-decoder": Model(audio_decoder, latents),
    "yolos-s": Model(transformer("YolosConfig", "YolosModel", names=("pixel_values",), model_options={"add_pooling_layer": False}, tiny={"num_hidden_layers": 2},
                                 hidden_size=384, num_attention_heads=6, intermediate_size=1536, image_size=[512, 864], use_mid_position_embeddings=False),
                     frames(512, 864)),
    "falcon": Model(transformer("FalconConfig", "FalconModel", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=2048,
                                num_hidden_layers=6, num_attention_heads=32, use_cache=False), tokens(7000, 512, masked=False), 7000),
    # A second set of families that stood in no table.
    "efficientvit-b1": Model(timm_model("efficientvit_b1"), image(224)),
    "maxxvit-nano": Model(timm_model("maxxvit_rmlp_nano_rw_256"), image(256)),
    "mobilevitv2": Model(timm_model("mobilevitv2_100"), image(256)),
    "caformer-s18": Model(timm_model("caformer_s18"), image(224)),
    "resnest50": Model(timm_model("resnest50d"), image(224)),
    "volo-d1": Model(timm_model("volo_d1_224"), image(224)),
    "gmlp-s16": Model(timm_model("gmlp_s16_224"), image(224)),
    "hgnetv2-b4": Model(timm_model("hgnetv2_b4"), image(224)),
    "visformer-s": Model(timm_model("visformer_small"), image(224)),
    "convit-s": Model(gated_positions, image(224)),
    "pit-s": Model(timm_model("pit_s_224"), image(224)),
    "mambaout-t": Model(timm_model("mambaout_tiny"), image(224)),
    "starnet-s4": Model(timm_model("starnet_s4"), image(224)),
    "seresnext50": Model(timm_model("seresnext50_32x4d"), image(224)),
    "sequencer-s": Model(timm_model("sequencer2d_s"), image(224)),
    "vovnet39": Model(timm_model("ese_vovnet39b"), image(224)),
    "vae-decoder": Model(vae_decoder, image(32, 4)),
    "encodec-decoder": Model(codec_decoder, codes),
    "albert-b": Model(transformer("AlbertConfig", "AlbertModel", model_options={"add_pooling_layer": False}, tiny={"num_hidden_layers": 2, "hidden_size": 64,
                                  "intermediate_size": 128, "num_attention_heads": 2}, vocab_size=8000, hidden_size=768, num_attention_heads=12,
                                  intermediate_size=3072), tokens(7000, 128), 7000),
    "xlnet-b": Model(transformer("XLNetConfig", "XLNetModel", tiny={"n_layer": 2}, vocab_size=8000, d_model=768, n_layer=12, n_head=12, d_inner=3072,
                                 use_mems_eval=False), tokens(7000, 256), 7000),
    "clip-text": Model(transformer("CLIPTextConfig", "CLIPTextModel", tiny={"num_hidden_layers": 2}, vocab_size=8000, eos_token_id=2), tokens(7000, 77), 7000),
    "gpt-neox": Model(transformer("GPTNeoXConfig", "GPTNeoXModel", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=2048,
                                  num_hidden_layers=6, num_attention_heads=16, intermediate_size=8192, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "olmo2": Model(transformer("Olmo2Config", "Olmo2Model", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=2048,
                               num_hidden_layers=6, num_attention_heads=16, intermediate_size=8192, pad_token_id=1, use_cache=False),
                   tokens(7000, 512, masked=False), 7000),
    "videomae-b": Model(video_encoder, video(16, 224)),
    "detr": Model(transformer("DetrConfig", "DetrModel", names=("pixel_values",), tiny={"encoder_layers": 1, "decoder_layers": 1}), frames(512, 640)),
    "coat-lite": Model(timm_model("coat_lite_small"), image(224)),
    "halonet26t": Model(timm_model("halonet26t"), image(256)),
    "haloregnetz": Model(timm_model("haloregnetz_b"), image(224)),
    "lambda26t": Model(timm_model("lambda_resnet26t"), image(256)),
    "inception-next-t": Model(timm_model("inception_next_tiny"), image(224)),
    "efficientvit-m4": Model(timm_model("efficientvit_m4"), image(224)),
    "swiftformer-s": Model(timm_model("swiftformer_s"), image(224)),
    "fasternet-s": Model(timm_model("fasternet_s"), image(224)),
    "rdnet-t": Model(timm_model("rdnet_tiny"), image(224)),
    "cspdarknet53": Model(timm_model("cspdarknet53"), image(256)),
    "dpn68b": Model(timm_model("dpn68b"), image(224)),
    "skresnet34": Model(timm_model("skresnet34"), image(224)),
    "efficientformer-l1": Model(timm_model("efficientformer_l1"), image(224)),
    "vitamin-s": Model(timm_model("vitamin_small_224"), image(224)),
    "pnasnet5": Model(timm_model("pnasnet5large"), image(331)),
    "tresnet-m": Model(timm_model("tresnet_m"), image(224)),
    "mobileone-s1": Model(timm_model("mobileone_s1"), image(224)),
    "ghostnetv2": Model(timm_model("ghostnetv2_100"), image(224)),
    "dinov3-s": Model(timm_model("vit_small_patch16_dinov3"), image(256)),
    "resnetrs50": Model(timm_model("resnetrs50"), image(224)),
    "gcresnet50t": Model(timm_model("gcresnet50t"), image(256)),
    "mobilenetv5": Model(timm_model("mobilenetv5_base"), image(256)),
    "deeplab": Model(networks.torchvision_model("segmentation.deeplabv3_resnet50", "out", weights_backbone=None, aux_loss=False), image(512)),
    "shufflenet": Model(networks.torchvision_model("shufflenet_v2_x1_0"), image(224)),
    "s3d": Model(networks.torchvision_model("video.s3d"), clip(16, 224)),
    "swin3d-t": Model(networks.torchvision_model("video.swin3d_t"), clip(16, 224)),
    "nafnet": Model(networks.restoration, image(256)),
    "rrdb": Model(networks.super_resolution, image(128)),
    "mmdit": Model(networks.joint_transformer, joint_inputs),
    "tasnet": Model(networks.separator, numbers(x=(1, 32000))),
    "dlrm": Model(networks.recommender, features, 4000),
    "unet3d": Model(networks.volume_segmentation, numbers(x=(1, 64, 64, 64))),
    "bart": Model(networks.sequence_to_sequence, two_texts, 7000),
    "esm2": Model(transformer("EsmConfig", "EsmModel", tiny={"num_hidden_layers": 2}, model_options={"add_pooling_layer": False}, vocab_size=8000, hidden_size=640,
                              num_hidden_layers=12, num_attention_heads=20, intermediate_size=2560, position_embedding_type="rotary", pad_token_id=1,
                              mask_token_id=2, token_dropout=False), tokens(7000, 384), 7000),
    "mpt": Model(transformer("MptConfig", "MptModel", names=("input_ids",), tiny={"n_layers": 2}, vocab_size=8000, d_model=1024, n_layers=6, n_heads=16,
                             max_seq_len=1024, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "gptj": Model(transformer("GPTJConfig", "GPTJModel", names=("input_ids",), tiny={"n_layer": 2}, vocab_size=8000, n_embd=1024, n_layer=6, n_head=16,
                              rotary_dim=32, use_cache=False), tokens(7000, 512, masked=False), 7000),
    "starcoder2": Model(transformer("Starcoder2Config", "Starcoder2Model", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=1536,
                                    num_hidden_layers=6, num_attention_heads=12, num_key_value_heads=2, intermediate_size=6144, use_cache=False),
                        tokens(7000, 512, masked=False), 7000),
    "gemma3": Model(transformer("Gemma3TextConfig", "Gemma3TextModel", names=("input_ids",), tiny={"num_hidden_layers": 2}, vocab_size=8000, hidden_size=1152,
                                num_hidden_layers=6, num_attention_heads=4, num_key_value_heads=1, head_dim=256, intermediate_size=6912, sliding_window=256,
                                use_cache=False), tokens(7000, 512, masked=False), 7000),
    "funnel": Model(transformer("FunnelConfig", "FunnelBaseModel", vocab_size=8000), tokens(7000, 256), 7000),
    "timesformer": Model(transformer("TimesformerConfig", "TimesformerModel", names=("pixel_values",), num_hidden_layers=6), video(8, 224)),
    "sam2": Model(transformer("Sam2VisionConfig", "Sam2VisionModel", names=("pixel_values",)), image(512)),
    "parakeet": Model(transformer("ParakeetEncoderConfig", "ParakeetEncoder", names=("input_features",), num_hidden_layers=4, hidden_size=512,
                                  num_attention_heads=8, intermediate_size=2048), numbers(x=(400, 80))),
}
