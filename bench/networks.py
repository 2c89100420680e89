"""Networks that neither timm nor transformers have, or not as a plain module: written out here, or wrapped.

Each function takes `tiny` and returns a module in F32 on the CPU.  Their forward takes tensors in the order of
the workload's inputs (workloads.py).
"""


def trained(module):
    """The module with statistics of BatchNorm as a trained network has them: not 0 and 1."""
    import torch.nn as nn
    for m in module.modules():
        if isinstance(m, (nn.BatchNorm2d, nn.BatchNorm3d)):
            nn.init.uniform_(m.running_mean, -.2, .2)
            nn.init.uniform_(m.running_var, .5, 1.5)
            nn.init.uniform_(m.weight, .7, 1.3)
            nn.init.uniform_(m.bias, -.2, .2)
    return module


def restoration(tiny):
    """NAFNet (width 32, one to 28 blocks a stage): LayerNorm over channels, depthwise 3 x 3, halves that multiply each other, a gate of
    the channels' means, residuals with a scale a channel, PixelShuffle up."""
    import torch
    import torch.nn as nn

    class Norm(nn.Module):
        def __init__(self, channels):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(1, channels, 1, 1))
            self.bias = nn.Parameter(torch.zeros(1, channels, 1, 1))

        def forward(self, x):
            mean = x.mean(1, keepdim=True)
            variance = (x - mean).pow(2).mean(1, keepdim=True)
            return (x - mean) / (variance + 1e-6).sqrt() * self.weight + self.bias

    def halves(x):
        a, b = x.chunk(2, 1)
        return a * b

    class Block(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.norm1, self.norm2 = Norm(c), Norm(c)
            self.wide, self.windows = nn.Conv2d(c, 2 * c, 1), nn.Conv2d(2 * c, 2 * c, 3, padding=1, groups=2 * c)
            self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(c, c, 1))
            self.narrow, self.up, self.down = nn.Conv2d(c, c, 1), nn.Conv2d(c, 2 * c, 1), nn.Conv2d(c, c, 1)
            self.beta = nn.Parameter(torch.randn(1, c, 1, 1) * .1)
            self.gamma = nn.Parameter(torch.randn(1, c, 1, 1) * .1)

        def forward(self, x):
            y = halves(self.windows(self.wide(self.norm1(x))))
            x = x + self.narrow(y * self.gate(y)) * self.beta
            return x + self.down(halves(self.up(self.norm2(x)))) * self.gamma

    class Net(nn.Module):
        def __init__(self, width, encoder, decoder):
            super().__init__()
            self.first, self.last = nn.Conv2d(3, width, 3, padding=1), nn.Conv2d(width, 3, 3, padding=1)
            self.encoders, self.downs, self.decoders, self.ups = (nn.ModuleList() for _ in range(4))
            stage = lambda count, c: nn.Sequential(*[Block(c) for _ in range(count)])
            c = width
            for count in encoder:
                self.encoders.append(stage(count, c))
                self.downs.append(nn.Conv2d(c, 2 * c, 2, 2))
                c *= 2
            self.middle = stage(1, c)
            for count in decoder:
                self.ups.append(nn.Sequential(nn.Conv2d(c, 2 * c, 1, bias=False), nn.PixelShuffle(2)))
                c //= 2
                self.decoders.append(stage(count, c))

        def forward(self, image):
            x, skips = self.first(image), []
            for encoder, down in zip(self.encoders, self.downs):
                x = encoder(x)
                skips.append(x)
                x = down(x)
            x = self.middle(x)
            for decoder, up, skip in zip(self.decoders, self.ups, skips[::-1]):
                x = decoder(up(x) + skip)
            return self.last(x) + image

    return (Net(8, (1, 1), (1, 1)) if tiny else Net(32, (1, 1, 1, 28), (1, 1, 1, 1))).eval()


def super_resolution(tiny):
    """ESRGAN's generator with six of its blocks: dense blocks of five convolutions each, LeakyReLU, residuals of a fifth, nearest resizing."""
    import torch
    import torch.nn as nn
    width, growth, count = (16, 8, 1) if tiny else (64, 32, 6)

    class Dense(nn.Module):
        def __init__(self):
            super().__init__()
            self.convs = nn.ModuleList(nn.Conv2d(width + i * growth, growth if i < 4 else width, 3, padding=1) for i in range(5))
            self.act = nn.LeakyReLU(.2)

        def forward(self, x):
            parts = [x]
            for conv in self.convs[:4]:
                parts.append(self.act(conv(torch.cat(parts, 1))))
            return self.convs[4](torch.cat(parts, 1)) * .2 + x

    class Generator(nn.Module):
        def __init__(self):
            super().__init__()
            same = lambda i, o: nn.Conv2d(i, o, 3, padding=1)
            self.first, self.trunk, self.high, self.last = same(3, width), same(width, width), same(width, width), same(width, 3)
            self.blocks = nn.ModuleList(nn.Sequential(Dense(), Dense(), Dense()) for _ in range(count))
            self.ups = nn.ModuleList(same(width, width) for _ in range(2))
            self.act = nn.LeakyReLU(.2)

        def forward(self, image):
            x = first = self.first(image)
            for block in self.blocks:
                x = block(x) * .2 + x
            x = first + self.trunk(x)
            for up in self.ups:
                x = self.act(up(nn.functional.interpolate(x, scale_factor=2, mode="nearest")))
            return self.last(self.act(self.high(x)))

    return Generator().eval()


def joint_transformer(tiny):
    """Eight joint blocks as Stable Diffusion 3 and Flux have them: image and text with weights of their own, one attention over both,
    norms of q and k, six modulations a stream."""
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    width, heads, count = (64, 2, 1) if tiny else (1152, 18, 8)
    both = lambda make: nn.ModuleList(make() for _ in range(2))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.modulations = both(lambda: nn.Linear(width, 6 * width))
            self.norm = nn.LayerNorm(width, elementwise_affine=False, eps=1e-6)
            self.qkv, self.out = both(lambda: nn.Linear(width, 3 * width)), both(lambda: nn.Linear(width, width))
            self.norm_q, self.norm_k = both(lambda: nn.RMSNorm(width // heads)), both(lambda: nn.RMSNorm(width // heads))
            self.mlp = both(lambda: nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width)))

        def forward(self, streams, when):
            when = F.silu(when)
            changes = [m(when)[:, None].chunk(6, -1) for m in self.modulations]
            parts = []
            for i, (x, c) in enumerate(zip(streams, changes)):
                q, k, v = self.qkv[i](self.norm(x) * (1 + c[1]) + c[0]).view(*x.shape[:2], 3, heads, -1).permute(2, 0, 3, 1, 4)
                parts.append((self.norm_q[i](q), self.norm_k[i](k), v))
            q, k, v = [torch.cat(p, 2) for p in zip(*parts)]
            joint = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
            split = streams[0].shape[1]
            found = []
            for i, (x, c, y) in enumerate(zip(streams, changes, (joint[:, :split], joint[:, split:]))):
                x = x + c[2] * self.out[i](y)
                found.append(x + c[5] * self.mlp[i](self.norm(x) * (1 + c[4]) + c[3]))
            return found

    class Blocks(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList(Block() for _ in range(count))
            self.last = nn.Linear(width, 64)
            self.width = width

        def forward(self, x, text, when):
            streams = [x, text]
            for block in self.blocks:
                streams = block(streams, when)
            return self.last(streams[0])

    return Blocks().eval()


def separator(tiny):
    """Conv-TasNet: an encoder of 16 samples, dilated depthwise 1-D convolutions with PReLU and norms over all of a sequence, masks, a decoder."""
    import torch
    import torch.nn as nn
    basis, narrow, wide, depth, repeats = (32, 16, 32, 2, 1) if tiny else (512, 128, 512, 8, 3)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder, self.decoder = nn.Conv1d(1, basis, 16, 8, bias=False), nn.ConvTranspose1d(basis, 1, 16, 8, bias=False)
            self.norm, self.begin = nn.GroupNorm(1, basis), nn.Conv1d(basis, narrow, 1)
            self.blocks, self.residuals, self.skips = nn.ModuleList(), nn.ModuleList(), nn.ModuleList()
            for i in range(repeats * depth):
                apart = 2 ** (i % depth)
                self.blocks.append(nn.Sequential(
                    nn.Conv1d(narrow, wide, 1), nn.PReLU(), nn.GroupNorm(1, wide),
                    nn.Conv1d(wide, wide, 3, padding=apart, dilation=apart, groups=wide), nn.PReLU(), nn.GroupNorm(1, wide)))
                self.residuals.append(nn.Conv1d(wide, narrow, 1))
                self.skips.append(nn.Conv1d(wide, narrow, 1))
            self.masks = nn.Sequential(nn.PReLU(), nn.Conv1d(narrow, 2 * basis, 1))

        def forward(self, audio):
            code = torch.relu(self.encoder(audio))
            x, skips = self.begin(self.norm(code)), 0
            for block, residual, skip in zip(self.blocks, self.residuals, self.skips):
                y = block(x)
                x, skips = x + residual(y), skips + skip(y)
            masks = torch.sigmoid(self.masks(skips)).view(code.shape[0], 2, basis, -1)
            return self.decoder((code[:, None] * masks).flatten(0, 1))

    return Net().eval()


def recommender(tiny):
    """DLRM: 26 embeddings, their products with each other, two stacks of Linears."""
    import torch
    import torch.nn as nn
    features, width = (4, 16) if tiny else (26, 64)

    def stack(*sizes):
        layers = [f for a, b in zip(sizes, sizes[1:]) for f in (nn.Linear(a, b), nn.ReLU())]
        return nn.Sequential(*layers)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.tables = nn.ModuleList(nn.Embedding(4000, width) for _ in range(features))
            self.bottom = stack(13, 512, 256, width)
            self.top = nn.Sequential(stack(width + features * (features + 1) // 2, 1024, 1024, 512), nn.Linear(512, 1), nn.Sigmoid())
            self.register_buffer("pairs", torch.tril_indices(features + 1, features + 1, -1))

        def forward(self, x, ids):
            dense = self.bottom(x)
            all_ = torch.stack([dense] + [t(ids[:, i]) for i, t in enumerate(self.tables)], 1)
            products = all_ @ all_.transpose(1, 2)
            return self.top(torch.cat([dense, products[:, self.pairs[0], self.pairs[1]]], 1))

    return Net().eval()


def volume_segmentation(tiny):
    """A U-Net of volumes as medical segmentation has it: 3 x 3 x 3 convolutions, InstanceNorm, LeakyReLU, transposed convolutions, skips."""
    import torch
    import torch.nn as nn
    widths = (8, 16) if tiny else (32, 64, 128, 256)

    def pair(i, o):
        one = lambda a: (nn.Conv3d(a, o, 3, padding=1), nn.InstanceNorm3d(o, affine=True), nn.LeakyReLU(.01))
        return nn.Sequential(*one(i), *one(o))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.down = nn.ModuleList(pair(i, o) for i, o in zip((1,) + widths, widths))
            self.up = nn.ModuleList(nn.ConvTranspose3d(o, i, 2, 2) for i, o in zip(widths, widths[1:]))
            self.join = nn.ModuleList(pair(2 * i, i) for i in widths[:-1])
            self.last = nn.Conv3d(widths[0], 4, 1)

        def forward(self, x):
            skips = []
            for i, down in enumerate(self.down):
                x = down(nn.functional.max_pool3d(x, 2) if i else x)
                skips.append(x)
            for i in range(len(widths) - 2, -1, -1):
                x = self.join[i](torch.cat([self.up[i](x), skips[i]], 1))
            return self.last(x)

    return Net().eval()


def sequence_to_sequence(tiny):
    """BART-base: an encoder, and a decoder that attends to it."""
    import torch.nn as nn
    import transformers
    sizes = dict(d_model=64, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=128,
                 decoder_ffn_dim=128) if tiny else {}
    full = dict(d_model=768, encoder_layers=6, decoder_layers=6, encoder_attention_heads=12, decoder_attention_heads=12, encoder_ffn_dim=3072,
                decoder_ffn_dim=3072)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.module = transformers.BartModel(transformers.BartConfig(vocab_size=8000, use_cache=False, **{**full, **sizes}))

        def forward(self, ids, targets):
            return self.module(input_ids=ids, decoder_input_ids=targets).last_hidden_state

    return Net().eval()


def torchvision_model(name, result=None, **options):
    """A model of torchvision by its name (`segmentation.deeplabv3_resnet50`), without weights; `result` names what is taken of a dictionary."""
    def make(tiny):
        import functools
        import torch.nn as nn
        import torchvision

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                make_it = functools.reduce(getattr, name.split("."), torchvision.models)
                self.module = make_it(weights=None, **options)

            def forward(self, x):
                y = self.module(x)
                return y[result] if result else y

        return trained(Net().eval())
    return make
