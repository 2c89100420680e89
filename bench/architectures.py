"""The architectures that bench/exports.py exports: small, of the true structure, with random weights.

Each builder gives (module, inputs by name, calibration ranges): torch, transformers and timm are needed.
"""
import torch
from torch import nn
from torch.nn import functional as F


class Wrap(nn.Module):
    """One tensor out of a model that answers with a record."""

    def __init__(self, model, names, pick):
        super().__init__()
        self.model, self.names, self.pick = model, names, pick

    def forward(self, *tensors):
        return self.pick(self.model(**dict(zip(self.names, tensors))))


def ids(high, *shape):
    return torch.randint(0, high, shape)


def padding(batch, length):
    """A mask with a padded row, so that it matters."""
    mask = torch.ones(batch, length, dtype=torch.int64)
    mask[-1, length - length // 3:] = 0
    return mask


def bert(attention="sdpa"):
    from transformers import BertConfig, BertModel
    model = BertModel(BertConfig(hidden_size=128, num_hidden_layers=2, num_attention_heads=4, intermediate_size=512,
                                 vocab_size=1000, attn_implementation=attention), add_pooling_layer=True)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    return (Wrap(model, names, lambda r: (r.last_hidden_state, r.pooler_output)),
            dict(zip(names, (ids(1000, 2, 48), padding(2, 48), ids(2, 2, 48)))))


def vit():
    import timm
    return (timm.create_model("vit_tiny_patch16_224", depth=2, img_size=64, num_classes=50), {"x": torch.randn(2, 3, 64, 64)})


def convnext():
    import timm
    return (timm.create_model("convnext_atto", depths=(1, 1, 2, 1), num_classes=50), {"x": torch.randn(2, 3, 64, 64)})


def swin():
    import timm
    return (timm.create_model("swin_tiny_patch4_window7_224", img_size=56, window_size=7, embed_dim=48, depths=(2, 2),
                              num_heads=(2, 4), num_classes=50), {"x": torch.randn(2, 3, 56, 56)})


def resnet50():
    import timm
    model = timm.create_model("resnet50", num_classes=100)
    return randomised(model), {"x": torch.randn(2, 3, 96, 96)}


def efficientnet():
    import timm
    return randomised(timm.create_model("efficientnet_b0", num_classes=100)), {"x": torch.randn(2, 3, 96, 96)}


def mobilenet():
    import timm
    return randomised(timm.create_model("mobilenetv3_small_100", num_classes=100)), {"x": torch.randn(2, 3, 96, 96)}


def randomised(model):
    """Batch normalisation as after training, not the identity that it starts as."""
    for m in model.modules():
        if isinstance(m, nn.BatchNorm2d):
            nn.init.uniform_(m.running_mean, -0.2, 0.2)
            nn.init.uniform_(m.running_var, 0.5, 1.5)
            nn.init.uniform_(m.weight, 0.7, 1.3)
            nn.init.uniform_(m.bias, -0.2, 0.2)
    return model


class ResBlock(nn.Module):
    """A diffusion U-Net's: GroupNorm, SiLU, convolution, twice, with the time between."""

    def __init__(self, n_in, n_out, n_time):
        super().__init__()
        self.norm1, self.conv1 = nn.GroupNorm(8, n_in), nn.Conv2d(n_in, n_out, 3, padding=1)
        self.time = nn.Linear(n_time, n_out)
        self.norm2, self.conv2 = nn.GroupNorm(8, n_out), nn.Conv2d(n_out, n_out, 3, padding=1)
        self.short = nn.Conv2d(n_in, n_out, 1) if n_in != n_out else nn.Identity()

    def forward(self, x, t):
        h = self.conv1(F.silu(self.norm1(x)))
        h = h + self.time(F.silu(t))[:, :, None, None]
        return self.short(x) + self.conv2(F.silu(self.norm2(h)))


class CrossAttention(nn.Module):
    def __init__(self, n, n_context, heads):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v = nn.Linear(n, n, bias=False), nn.Linear(n_context, n, bias=False), nn.Linear(n_context, n, bias=False)
        self.out = nn.Linear(n, n)

    def forward(self, x, context):
        b, l, n = x.shape
        split = lambda t: t.view(b, -1, self.heads, n // self.heads).transpose(1, 2)
        a = F.scaled_dot_product_attention(split(self.q(x)), split(self.k(context)), split(self.v(context)))
        return self.out(a.transpose(1, 2).reshape(b, l, n))


class SpatialTransformer(nn.Module):
    def __init__(self, n, n_context, heads=4):
        super().__init__()
        self.norm, self.proj_in, self.proj_out = nn.GroupNorm(8, n), nn.Conv2d(n, n, 1), nn.Conv2d(n, n, 1)
        self.norm1, self.attn1 = nn.LayerNorm(n), CrossAttention(n, n, heads)
        self.norm2, self.attn2 = nn.LayerNorm(n), CrossAttention(n, n_context, heads)
        self.norm3, self.geglu, self.out = nn.LayerNorm(n), nn.Linear(n, 8 * n), nn.Linear(4 * n, n)

    def forward(self, x, context):
        b, c, h, w = x.shape
        y = self.proj_in(self.norm(x)).permute(0, 2, 3, 1).reshape(b, h * w, c)
        n = self.norm1(y)
        y = y + self.attn1(n, n)
        y = y + self.attn2(self.norm2(y), context)
        a, gate = self.geglu(self.norm3(y)).chunk(2, dim=-1)
        y = y + self.out(a * F.gelu(gate))
        return x + self.proj_out(y.reshape(b, h, w, c).permute(0, 3, 1, 2))


class UNet(nn.Module):
    """Stable diffusion's in small: sine time embedding, two levels, cross attention, skips."""

    def __init__(self, n=32, n_context=48):
        super().__init__()
        t = 4 * n
        self.n = n
        self.time = nn.Sequential(nn.Linear(n, t), nn.SiLU(), nn.Linear(t, t))
        self.conv_in = nn.Conv2d(4, n, 3, padding=1)
        self.down1, self.tr1 = ResBlock(n, n, t), SpatialTransformer(n, n_context)
        self.shrink = nn.Conv2d(n, n, 3, stride=2, padding=1)
        self.down2, self.tr2 = ResBlock(n, 2 * n, t), SpatialTransformer(2 * n, n_context)
        self.mid1, self.mid_tr, self.mid2 = ResBlock(2 * n, 2 * n, t), SpatialTransformer(2 * n, n_context), ResBlock(2 * n, 2 * n, t)
        self.up2 = ResBlock(4 * n, 2 * n, t)
        self.grow = nn.Conv2d(2 * n, 2 * n, 3, padding=1)
        self.up1, self.tr3 = ResBlock(3 * n, n, t), SpatialTransformer(n, n_context)
        self.norm_out, self.conv_out = nn.GroupNorm(8, n), nn.Conv2d(n, 4, 3, padding=1)

    def forward(self, sample, timestep, context):
        half = self.n // 2
        freq = torch.exp(-9.210340371976184 * torch.arange(half, dtype=torch.float32) / half)
        angle = timestep[:, None].float() * freq[None, :]
        t = self.time(torch.cat([torch.cos(angle), torch.sin(angle)], dim=-1))
        x = self.conv_in(sample)
        a = self.tr1(self.down1(x, t), context)
        b = self.tr2(self.down2(self.shrink(a), t), context)
        y = self.mid2(self.mid_tr(self.mid1(b, t), context), t)
        y = self.up2(torch.cat([y, b], dim=1), t)
        y = self.grow(F.interpolate(y, scale_factor=2.0, mode="nearest"))
        y = self.tr3(self.up1(torch.cat([y, a], dim=1), t), context)
        return self.conv_out(F.silu(self.norm_out(y)))


def unet():
    return UNet(), {"sample": torch.randn(2, 4, 16, 16), "timestep": torch.tensor([10, 500]), "context": torch.randn(2, 7, 48)}


def llama_model(layers=2):
    from transformers import LlamaConfig, LlamaForCausalLM
    return LlamaForCausalLM(LlamaConfig(hidden_size=128, intermediate_size=352, num_hidden_layers=layers, num_attention_heads=8,
                                        num_key_value_heads=2, vocab_size=512, max_position_embeddings=256))


def llama():
    return (Wrap(llama_model(), ["input_ids", "attention_mask"], lambda r: r.logits),
            {"input_ids": ids(512, 2, 24), "attention_mask": padding(2, 24)})


class Cached(nn.Module):
    """A decoder's step: the past in, what it becomes out."""

    def __init__(self, model, layers):
        super().__init__()
        self.model, self.layers = model, layers

    def forward(self, input_ids, attention_mask, position_ids, *past):
        from transformers import DynamicCache
        cache = DynamicCache()
        for i in range(self.layers):
            cache.update(past[2 * i], past[2 * i + 1], i)
        r = self.model(input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids, past_key_values=cache,
                       use_cache=True)
        present = [t for layer in r.past_key_values.layers for t in (layer.keys, layer.values)]
        return (r.logits, *present)


def cached(model, layers, heads, size, past=20):
    """Two sequences of one new token each."""
    names = {"input_ids": ids(512, 2, 1), "attention_mask": torch.ones(2, past + 1, dtype=torch.int64),
             "position_ids": torch.full((2, 1), past, dtype=torch.int64)}
    names["attention_mask"][-1, :5] = 0
    for i in range(layers):
        names[f"past_k{i}"], names[f"past_v{i}"] = torch.randn(2, heads, past, size), torch.randn(2, heads, past, size)
    return Cached(model, layers), names


def llama_cache():
    return cached(llama_model(), 2, 2, 16)


def gpt2_model():
    from transformers import GPT2Config, GPT2LMHeadModel
    return GPT2LMHeadModel(GPT2Config(n_embd=128, n_layer=2, n_head=4, n_positions=128, vocab_size=512, resid_pdrop=0,
                                      embd_pdrop=0, attn_pdrop=0))


def gpt2():
    return (Wrap(gpt2_model(), ["input_ids", "attention_mask"], lambda r: r.logits),
            {"input_ids": ids(512, 2, 24), "attention_mask": padding(2, 24)})


def gpt2_cache():
    return cached(gpt2_model(), 2, 4, 32)


def whisper_config():
    from transformers import WhisperConfig
    return WhisperConfig(d_model=128, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
                         encoder_ffn_dim=512, decoder_ffn_dim=512, num_mel_bins=40, max_source_positions=100,
                         max_target_positions=64, vocab_size=512, pad_token_id=0, bos_token_id=1, eos_token_id=2,
                         decoder_start_token_id=1)


def whisper_encoder():
    from transformers.models.whisper.modeling_whisper import WhisperEncoder
    return Wrap(WhisperEncoder(whisper_config()), ["input_features"], lambda r: r.last_hidden_state), {"mel": torch.randn(2, 40, 200)}


def whisper_decoder():
    from transformers.models.whisper.modeling_whisper import WhisperDecoder
    return (Wrap(WhisperDecoder(whisper_config()), ["input_ids", "encoder_hidden_states"], lambda r: r.last_hidden_state),
            {"input_ids": ids(512, 2, 12), "encoder_hidden_states": torch.randn(2, 100, 128)})


def t5_encoder():
    from transformers import T5Config, T5EncoderModel
    model = T5EncoderModel(T5Config(d_model=128, d_kv=32, d_ff=256, num_layers=2, num_heads=4, vocab_size=512, dropout_rate=0,
                                    feed_forward_proj="gated-gelu"))
    names = ["input_ids", "attention_mask"]
    return (Wrap(model, names, lambda r: r.last_hidden_state), {"input_ids": ids(512, 2, 24), "attention_mask": padding(2, 24)})


def sam_encoder():
    from transformers import SamVisionConfig
    from transformers.models.sam.modeling_sam import SamVisionEncoder
    model = SamVisionEncoder(SamVisionConfig(hidden_size=64, output_channels=32, num_hidden_layers=3, num_attention_heads=2,
                                             image_size=128, patch_size=8, mlp_dim=256, window_size=6, global_attn_indexes=[1]))
    for name, p in model.named_parameters():  # zero as they begin: the relative positions would not be seen
        if "rel_pos" in name or "pos_embed" in name:
            nn.init.normal_(p, std=0.2)
    return Wrap(model, ["pixel_values"], lambda r: r.last_hidden_state), {"pixel_values": torch.randn(2, 3, 128, 128)}


class Bits(nn.Module):
    """What the networks above leave out: each norm, activation and shuffle, as modules write them."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 3, padding=1)
        self.inorm, self.gnorm = nn.InstanceNorm2d(16, affine=True), nn.GroupNorm(4, 16)
        self.down, self.mid = nn.PixelUnshuffle(2), nn.Conv2d(64, 64, 1)
        self.up, self.out = nn.PixelShuffle(2), nn.Conv2d(16, 8, 1)
        self.line = nn.Linear(8, 8)

    def forward(self, x):
        y = F.mish(self.inorm(self.conv(x)))
        y = F.hardswish(self.gnorm(y))
        y = F.gelu(self.mid(self.down(y)), approximate="tanh")
        y = F.silu(self.up(y))
        b, c, h, w = y.shape  # channels shuffled, as ShuffleNet does
        y = y.view(b, 4, c // 4, h, w).transpose(1, 2).reshape(b, c, h, w)
        y = self.out(y)
        y = y * torch.sigmoid(1.702 * y)  # the GELU of CLIP
        y = F.hardsigmoid(y) * F.softplus(y) + F.elu(y) + F.leaky_relu(y, 0.1)
        return F.log_softmax(self.line(y.permute(0, 2, 3, 1)), dim=-1)


def bits():
    return Bits(), {"x": torch.randn(2, 3, 16, 16)}


def clip_text():
    from transformers import CLIPTextConfig, CLIPTextModel
    model = CLIPTextModel(CLIPTextConfig(hidden_size=128, intermediate_size=256, num_hidden_layers=2, num_attention_heads=4,
                                         vocab_size=512, max_position_embeddings=32))
    return Wrap(model, ["input_ids"], lambda r: r.last_hidden_state), {"input_ids": ids(500, 2, 16)}


# name: builder, how often its attentions, norms and activations occur in the module tree:
# (attention, layer norm, rms norm, group/instance norm, activation)
ARCHITECTURES = {
    "bert": bert,
    "bert-eager": lambda: bert("eager"),
    "vit": vit,
    "convnext": convnext,
    "swin": swin,
    "resnet50": resnet50,
    "efficientnet": efficientnet,
    "mobilenet": mobilenet,
    "unet": unet,
    "llama": llama,
    "llama-cache": llama_cache,
    "gpt2": gpt2,
    "gpt2-cache": gpt2_cache,
    "whisper-encoder": whisper_encoder,
    "whisper-decoder": whisper_decoder,
    "t5-encoder": t5_encoder,
    "sam-encoder": sam_encoder,
    "clip-text": clip_text,
    "bits": bits,
}
