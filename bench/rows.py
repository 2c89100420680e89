"""The workloads of the tables: models, their inputs, their ONNX exports.

The first are those that kernels were tuned for; the others come from workloads.py.
A row has random weights from one seed, in the ONNX file and in the peers alike, so
outputs can be compared.  `tiny` gives the same structure in small, for rehearsals on
a machine without a GPU.
"""
import dataclasses
import os
import time

import workloads

INTEGERS = ("ids", "mask", "targets")  # inputs of I64; all others are numbers, and BF16 at the ports


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    model: str
    batch: int
    tokens: int = 0  # BERT: of the input; Llama: of the prompt, 1 in decode
    past: int = 0  # Llama decode: tokens in the cache
    against_bf16: float = 0  # how many times faster than torch.compile in BF16 it is to be
    against_fp8: float = 0
    about_ms: float = 0
    what: str = ""
    cache: str = "bf16"  # what fp8c keeps the past in; the peers' is BF16
    options: tuple = ()  # of fp8c compile, which a user of this workload would choose

    @property
    def free(self):
        """The batch is a dimension with a name: one sample at a time calibrates, and rows of one model share an export."""
        return self.model != "llama" or self.batch > 1

    @property
    def export_name(self):
        return "-".join(str(x) for x in (self.model, self.tokens, self.past) if x)

    def tiny(self):
        return dataclasses.replace(self, batch=min(self.batch, 2), tokens=min(self.tokens, 32), past=min(self.past, 32))


ROWS = {r.name: r for r in (
    Row("bert-large-32", "bert-large", 32, tokens=384, against_bf16=3.1, against_fp8=2.7, about_ms=7.8,
        what="BERT-large, batch 32, 384 tokens"),
    Row("bert-large-1", "bert-large", 1, tokens=384, against_bf16=2.5, against_fp8=2.1, about_ms=0.80,
        what="BERT-large, batch 1, 384 tokens"),
    Row("bert-base-8", "bert-base", 8, tokens=128, against_bf16=2.2, against_fp8=1.95, about_ms=0.47,
        what="BERT-base, batch 8, 128 tokens"),
    Row("vit-l-64", "vit-l", 64, against_bf16=2.1, against_fp8=1.55, about_ms=8.1, what="ViT-L/16, batch 64",
        options=("--norms", "fold")),
    Row("llama-prefill-2048", "llama", 1, tokens=2048, against_bf16=2.15, against_fp8=1.16, about_ms=2.73,
        what="4 Llama-3-8B blocks, prefill 2048"),
    Row("llama-decode-16", "llama", 16, tokens=1, past=1024, against_bf16=2.4, against_fp8=1.8, about_ms=0.31,
        what="4 Llama-3-8B blocks, decode, batch 16, 1024 past"),
    Row("llama-decode-16-kv8", "llama", 16, tokens=1, past=1024, cache="e4m3",
        what="4 Llama-3-8B blocks, decode, batch 16, 1024 past in E4M3 (the peers' in BF16)"),
    Row("whisper-8", "whisper", 8, against_bf16=1.95, against_fp8=1.53, about_ms=20.3,
        what="Whisper-large-v3 encoder, batch 8", options=("--norms", "fold")),
    Row("resnet50-64", "resnet50", 64, against_bf16=1.5, about_ms=2.0, what="ResNet-50, batch 64"),
    Row("minilm-1", "minilm", 1, tokens=128, what="MiniLM's shape, batch 1, 128 tokens"),
    Row("minilm-32", "minilm", 32, tokens=128, what="MiniLM's shape, batch 32, 128 tokens"),
    Row("dinov2-b-32", "dinov2-b", 32, what="DINOv2-B, batch 32"),
    Row("convnext-b-32", "convnext-b", 32, what="ConvNeXt-B, batch 32"),
    Row("swin-b-32", "swin-b", 32, what="Swin-B, batch 32"),
    Row("efficientnetv2-s-32", "efficientnetv2-s", 32, what="EfficientNetV2-S, batch 32"),
    Row("resnet50-1", "resnet50", 1, what="ResNet-50, batch 1"),
    Row("resnext50-32", "resnext50", 32, what="ResNeXt-50 32x4d, batch 32"),
    Row("segformer-b2-4", "segformer-b2", 4, what="SegFormer-B2, batch 4, 512 x 512"),
    Row("sd-stage-4", "sd-stage", 4, what="Stable-Diffusion stage, batch 4, 64 x 64"),
    Row("dit-xl-16", "dit-xl", 16, what="DiT-XL/2, batch 16"),
    Row("roberta-32", "roberta-base", 32, what="RoBERTa-base, batch 32, 128 tokens, padding mask"),
    Row("deberta-8", "deberta-v3-base", 8, what="DeBERTa-v3-base, batch 8, 256 tokens"),
    Row("t5-encoder-8", "t5-base-encoder", 8, what="T5-base encoder, batch 8, 512 tokens"),
    Row("qwen3-0.6b-4", "qwen3-0.6b", 4, what="Qwen3-0.6B, batch 4, 512 tokens"),
    Row("wav2vec2-8", "wav2vec2-base", 8, what="wav2vec2-base, batch 8, 5 s"),
    Row("mobilenetv3-l-32", "mobilenetv3-l", 32, what="MobileNetV3-L, batch 32"),
    Row("efficientnet-b0-32", "efficientnet-b0", 32, what="EfficientNet-B0, batch 32"),
    Row("regnety-032-32", "regnety-032", 32, what="RegNetY-3.2GF, batch 32"),
    Row("densenet121-32", "densenet121", 32, what="DenseNet-121, batch 32"),
    Row("resnet50d-32", "resnet50d", 32, what="ResNet-50-D, batch 32"),
    Row("nfnet-l0-32", "nfnet-l0", 32, what="NFNet-L0, batch 32"),
    Row("mixer-b16-32", "mixer-b16", 32, what="MLP-Mixer-B/16, batch 32"),
    Row("maxvit-t-16", "maxvit-t", 16, what="MaxViT-T, batch 16"),
    Row("convmixer-16", "convmixer", 16, what="ConvMixer-768/32, batch 16"),
    Row("ghostnet-32", "ghostnet", 32, what="GhostNet, batch 32"),
    Row("mixnet-s-32", "mixnet-s", 32, what="MixNet-S, batch 32"),
    Row("hrnet-w18-16", "hrnet-w18", 16, what="HRNet-W18, batch 16"),
    Row("xception65-8", "xception65", 8, what="Xception-65, batch 8"),
    Row("rexnet-32", "rexnet", 32, what="ReXNet, batch 32"),
    Row("fastvit-t8-32", "fastvit-t8", 32, what="FastViT-T8, batch 32"),
    Row("gernet-s-32", "gernet-s", 32, what="GERNet-S, batch 32"),
    Row("unet-8", "unet", 8, what="U-Net, batch 8, 256 x 256"),
    Row("yolo-s-8", "yolo-s", 8, what="YOLOv8-S's shape, batch 8, 640 x 640"),
    Row("hifigan-4", "hifigan", 4, what="HiFi-GAN V1, batch 4, 200 frames"),
    Row("r3d-18-8", "r3d-18", 8, what="a 3-D ResNet-18, batch 8, 8 frames of 112 x 112"),
    Row("gpt2-8", "gpt2", 8, what="GPT-2, batch 8, 512 tokens"),
    Row("conformer-8", "conformer", 8, what="a Conformer encoder of wav2vec2, batch 8, 5 s"),
    Row("botnet26t-32", "botnet26t", 32, what="BoTNet-26T, batch 32, 256 x 256"),
    Row("coatnet-0-16", "coatnet-0", 16, what="CoAtNet-0, batch 16"),
    Row("eva02-b-16", "eva02-b", 16, what="EVA-02-B/14, batch 16"),
    Row("beitv2-b-16", "beitv2-b", 16, what="BEiT v2-B/16, batch 16"),
    Row("cait-s24-16", "cait-s24", 16, what="CaiT-S24, batch 16"),
    Row("modernbert-8", "modernbert-base", 8, what="ModernBERT-base, batch 8, 512 tokens, padding mask"),
    Row("samvit-b-2", "samvit-b", 2, what="SAM's encoder (ViT-B), batch 2, 1024 x 1024"),
    Row("mvitv2-s-16", "mvitv2-s", 16, what="MViTv2-S, batch 16"),
    Row("xcit-s-16", "xcit-s", 16, what="XCiT-S12/16, batch 16"),
    Row("pvtv2-b2-32", "pvtv2-b2", 32, what="PVTv2-B2, batch 32"),
    Row("twins-b-16", "twins-b", 16, what="Twins-SVT-B, batch 16"),
    Row("levit-256-64", "levit-256", 64, what="LeViT-256, batch 64"),
    Row("crossvit-15-16", "crossvit-15", 16, what="CrossViT-15, batch 16, 240 x 240"),
    Row("poolformer-s24-32", "poolformer-s24", 32, what="PoolFormer-S24, batch 32"),
    Row("mobilevit-s-32", "mobilevit-s", 32, what="MobileViT-S, batch 32, 256 x 256"),
    Row("edgenext-s-32", "edgenext-s", 32, what="EdgeNeXt-S, batch 32, 256 x 256"),
    Row("swinv2-t-16", "swinv2-t", 16, what="Swin v2-T, batch 16, 256 x 256"),
    Row("davit-t-16", "davit-t", 16, what="DaViT-T, batch 16"),
    Row("focalnet-t-16", "focalnet-t", 16, what="FocalNet-T, batch 16"),
    Row("convnextv2-t-32", "convnextv2-t", 32, what="ConvNeXt v2-T, batch 32"),
    Row("inception-v3-32", "inception-v3", 32, what="Inception v3, batch 32, 299 x 299"),
    Row("dla34-32", "dla34", 32, what="DLA-34, batch 32"),
    Row("vgg16-32", "vgg16", 32, what="VGG-16 with BatchNorm, batch 32"),
    Row("res2net50-32", "res2net50", 32, what="Res2Net-50, batch 32"),
    Row("efficientformerv2-s1-32", "efficientformerv2-s1", 32, what="EfficientFormer v2-S1, batch 32"),
    Row("hiera-s-16", "hiera-s", 16, what="Hiera-S, batch 16"),
    Row("tnt-s-16", "tnt-s", 16, what="TNT-S, batch 16"),
    Row("siglip-b-32", "siglip-b", 32, what="SigLIP's ViT-B/16, batch 32"),
    Row("nextvit-s-32", "nextvit-s", 32, what="Next-ViT-S, batch 32"),
    Row("tinyvit-21m-32", "tinyvit-21m", 32, what="TinyViT-21M, batch 32"),
    Row("repvit-m1-32", "repvit-m1", 32, what="RepViT-M1.1, batch 32"),
    Row("mobilenetv4-m-32", "mobilenetv4-m", 32, what="MobileNet v4-Conv-M, batch 32, 256 x 256"),
    Row("gcvit-t-16", "gcvit-t", 16, what="GC ViT-T, batch 16"),
    Row("resmlp-24-32", "resmlp-24", 32, what="ResMLP-24, batch 32"),
    Row("hubert-b-8", "hubert-b", 8, what="HuBERT-base, batch 8, 5 s"),
    Row("wavlm-b-8", "wavlm-b", 8, what="WavLM-base, batch 8, 5 s"),
    Row("mixtral-2-1", "mixtral-2", 1, what="2 blocks of Mixtral's kind (8 experts), 512 tokens"),
    Row("gemma2-4", "gemma2", 4, what="8 blocks of Gemma 2's kind, batch 4, 512 tokens"),
    Row("phi-4", "phi", 4, what="6 blocks of Phi's kind, batch 4, 512 tokens"),
    Row("bloom-8", "bloom", 8, what="12 blocks of BLOOM's kind (ALiBi), batch 8, 512 tokens"),
    Row("opt-8", "opt", 8, what="12 blocks of OPT's kind, batch 8, 512 tokens"),
    Row("mpnet-b-32", "mpnet-b", 32, what="MPNet-base, batch 32, 128 tokens, padding mask"),
    Row("dpt-l-4", "dpt-l", 4, what="DPT-Large, batch 4, 384 x 384"),
    Row("dac-decoder-4", "dac-decoder", 4, what="the decoder of DAC (44.1 kHz), batch 4, 1 s"),
    Row("yolos-s-4", "yolos-s", 4, what="YOLOS-S, batch 4, 512 x 864"),
    Row("falcon-4", "falcon", 4, what="6 blocks of Falcon's kind, batch 4, 512 tokens"),
    Row("efficientvit-b1-32", "efficientvit-b1", 32, what="EfficientViT-B1, batch 32"),
    Row("maxxvit-nano-16", "maxxvit-nano", 16, what="MaxxViT-nano, batch 16, 256 x 256"),
    Row("mobilevitv2-32", "mobilevitv2", 32, what="MobileViT v2-1.0, batch 32, 256 x 256"),
    Row("caformer-s18-32", "caformer-s18", 32, what="CAFormer-S18, batch 32"),
    Row("resnest50-32", "resnest50", 32, what="ResNeSt-50-D, batch 32"),
    Row("volo-d1-16", "volo-d1", 16, what="VOLO-D1, batch 16"),
    Row("gmlp-s16-32", "gmlp-s16", 32, what="gMLP-S/16, batch 32"),
    Row("hgnetv2-b4-32", "hgnetv2-b4", 32, what="HGNet v2-B4, batch 32"),
    Row("visformer-s-32", "visformer-s", 32, what="Visformer-S, batch 32"),
    Row("convit-s-16", "convit-s", 16, what="ConViT-S, batch 16"),
    Row("pit-s-32", "pit-s", 32, what="PiT-S, batch 32"),
    Row("mambaout-t-32", "mambaout-t", 32, what="MambaOut-T, batch 32"),
    Row("starnet-s4-32", "starnet-s4", 32, what="StarNet-S4, batch 32"),
    Row("seresnext50-32", "seresnext50", 32, what="SE-ResNeXt-50 32x4d, batch 32"),
    Row("sequencer-s-16", "sequencer-s", 16, what="Sequencer2D-S (LSTM), batch 16"),
    Row("vovnet39-32", "vovnet39", 32, what="VoVNet-39b, batch 32"),
    Row("vae-decoder-4", "vae-decoder", 4, what="the decoder of Stable Diffusion's autoencoder, batch 4, 256 x 256"),
    Row("encodec-decoder-8", "encodec-decoder", 8, what="the decoder of EnCodec (24 kHz), batch 8, 1 s"),
    Row("albert-b-32", "albert-b", 32, what="ALBERT-base, batch 32, 128 tokens, padding mask"),
    Row("xlnet-b-8", "xlnet-b", 8, what="XLNet-base, batch 8, 256 tokens, padding mask"),
    Row("clip-text-32", "clip-text", 32, what="CLIP's text encoder, batch 32, 77 tokens, padding mask"),
    Row("gpt-neox-4", "gpt-neox", 4, what="6 blocks of GPT-NeoX's kind, batch 4, 512 tokens"),
    Row("olmo2-4", "olmo2", 4, what="6 blocks of OLMo 2's kind, batch 4, 512 tokens"),
    Row("videomae-b-2", "videomae-b", 2, what="VideoMAE-B, batch 2, 16 frames of 224 x 224"),
    Row("detr-4", "detr", 4, what="DETR (ResNet-50), batch 4, 512 x 640"),
    Row("coat-lite-16", "coat-lite", 16, what="CoaT-Lite-Small, batch 16"),
    Row("halonet26t-32", "halonet26t", 32, what="HaloNet-26T, batch 32, 256 x 256"),
    Row("haloregnetz-32", "haloregnetz", 32, what="Halo-RegNetZ-B, batch 32"),
    Row("lambda26t-32", "lambda26t", 32, what="LambdaResNet-26T, batch 32, 256 x 256"),
    Row("inception-next-t-32", "inception-next-t", 32, what="InceptionNeXt-T, batch 32"),
    Row("efficientvit-m4-64", "efficientvit-m4", 64, what="EfficientViT-M4, batch 64"),
    Row("swiftformer-s-32", "swiftformer-s", 32, what="SwiftFormer-S, batch 32"),
    Row("fasternet-s-32", "fasternet-s", 32, what="FasterNet-S, batch 32"),
    Row("rdnet-t-32", "rdnet-t", 32, what="RDNet-T, batch 32"),
    Row("cspdarknet53-32", "cspdarknet53", 32, what="CSPDarknet-53, batch 32, 256 x 256"),
    Row("dpn68b-32", "dpn68b", 32, what="DPN-68b, batch 32"),
    Row("skresnet34-32", "skresnet34", 32, what="SK-ResNet-34, batch 32"),
    Row("efficientformer-l1-32", "efficientformer-l1", 32, what="EfficientFormer-L1, batch 32"),
    Row("vitamin-s-16", "vitamin-s", 16, what="ViTamin-S, batch 16"),
    Row("pnasnet5-4", "pnasnet5", 4, what="PNASNet-5-Large, batch 4, 331 x 331"),
    Row("tresnet-m-32", "tresnet-m", 32, what="TResNet-M, batch 32"),
    Row("mobileone-s1-32", "mobileone-s1", 32, what="MobileOne-S1 as it is trained, batch 32"),
    Row("ghostnetv2-32", "ghostnetv2", 32, what="GhostNet v2, batch 32"),
    Row("dinov3-s-32", "dinov3-s", 32, what="DINOv3-S/16, batch 32, 256 x 256"),
    Row("resnetrs50-32", "resnetrs50", 32, what="ResNet-RS-50, batch 32"),
    Row("gcresnet50t-32", "gcresnet50t", 32, what="GC-ResNet-50-T, batch 32, 256 x 256"),
    Row("mobilenetv5-16", "mobilenetv5", 16, what="MobileNet v5-Base, batch 16, 256 x 256"),
    Row("deeplab-4", "deeplab", 4, what="DeepLab v3 (ResNet-50), batch 4, 512 x 512"),
    Row("shufflenet-64", "shufflenet", 64, what="ShuffleNet v2-1.0, batch 64"),
    Row("s3d-4", "s3d", 4, what="S3D, batch 4, 16 frames of 224 x 224"),
    Row("swin3d-t-2", "swin3d-t", 2, what="Video Swin-T, batch 2, 16 frames of 224 x 224"),
    Row("nafnet-4", "nafnet", 4, what="NAFNet (width 32), batch 4, 256 x 256"),
    Row("rrdb-2", "rrdb", 2, what="ESRGAN's generator with 6 blocks, batch 2, 128 x 128"),
    Row("mmdit-4", "mmdit", 4, what="8 joint blocks of Stable Diffusion 3's kind, batch 4, 1,024 and 154 tokens"),
    Row("tasnet-4", "tasnet", 4, what="Conv-TasNet, batch 4, 32,000 samples"),
    Row("dlrm-512", "dlrm", 512, what="DLRM with 26 tables, batch 512"),
    Row("unet3d-2", "unet3d", 2, what="a U-Net of volumes, batch 2, 64 x 64 x 64"),
    Row("bart-8", "bart", 8, what="BART-base, batch 8, 256 and 128 tokens"),
    Row("esm2-8", "esm2", 8, what="12 layers of ESM-2's kind, batch 8, 384 tokens, padding mask"),
    Row("mpt-4", "mpt", 4, what="6 blocks of MPT's kind (ALiBi), batch 4, 512 tokens"),
    Row("gptj-4", "gptj", 4, what="6 blocks of GPT-J's kind, batch 4, 512 tokens"),
    Row("starcoder2-4", "starcoder2", 4, what="6 blocks of StarCoder 2's kind, batch 4, 512 tokens"),
    Row("gemma3-4", "gemma3", 4, what="6 blocks of Gemma 3's kind, batch 4, 512 tokens"),
    Row("funnel-8", "funnel", 8, what="Funnel Transformer's encoder, batch 8, 256 tokens, padding mask"),
    Row("timesformer-2", "timesformer", 2, what="6 layers of TimeSformer, batch 2, 8 frames of 224 x 224"),
    Row("sam2-2", "sam2", 2, what="SAM 2's encoder (Hiera-T), batch 2, 512 x 512"),
    Row("parakeet-8", "parakeet", 8, what="4 layers of Parakeet's encoder, batch 8, 400 frames"),
)}

# hidden, layers, heads, intermediate
BERTS = {"minilm": (384, 6, 12, 1536), "bert-base": (768, 12, 12, 3072), "bert-large": (1024, 24, 16, 4096)}
VOCABULARY = 30522
LLAMA_BLOCKS = 4


# ---- Models --------------------------------------------------------------------------

def make(row, tiny=False):
    """The module in F32 on the CPU, weights from seed 0."""
    import torch
    torch.manual_seed(0)
    if row.model in BERTS:
        return bert(row.model, tiny)
    if row.model in workloads.MODELS:
        return workloads.MODELS[row.model].make(tiny)
    return {"vit-l": vit, "resnet50": resnet50, "llama": llama, "whisper": whisper}[row.model](tiny)


def bert(name, tiny):
    import torch.nn as nn
    from transformers import BertConfig, BertModel
    hidden, layers, heads, inner = (64, 2, 2, 128) if tiny else BERTS[name]
    config = BertConfig(hidden_size=hidden, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=inner)

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.bert = BertModel(config, add_pooling_layer=False)

        def forward(self, ids):
            return self.bert(input_ids=ids).last_hidden_state

    return Encoder().eval()


def vit(tiny):
    import timm
    if tiny:
        from timm.models.vision_transformer import VisionTransformer
        return VisionTransformer(img_size=32, patch_size=16, embed_dim=64, depth=2, num_heads=2, num_classes=32).eval()
    return timm.create_model("vit_large_patch16_224").eval()


def resnet50(tiny):
    import timm
    import torch
    if tiny:
        from timm.models.resnet import Bottleneck, ResNet
        return ResNet(Bottleneck, [1, 1, 1, 1], channels=(16, 32, 64, 128), num_classes=32).eval()
    # Images whose channels lie last are what PyTorch's convolutions are fastest with.
    return timm.create_model("resnet50").eval().to(memory_format=torch.channels_last)


def whisper(tiny):
    import torch.nn as nn
    from transformers import WhisperConfig
    from transformers.models.whisper.modeling_whisper import WhisperEncoder
    small = dict(d_model=64, encoder_layers=2, encoder_attention_heads=2, encoder_ffn_dim=128, num_mel_bins=16, max_source_positions=32)
    large = dict(d_model=1280, encoder_layers=32, encoder_attention_heads=20, encoder_ffn_dim=5120, num_mel_bins=128)
    config = WhisperConfig(**(small if tiny else large))

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder = WhisperEncoder(config)

        def forward(self, mel):
            return self.encoder(mel).last_hidden_state

    return Encoder().eval()


def llama(tiny):
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
    width, heads, groups, inner = (128, 4, 2, 256) if tiny else (4096, 32, 8, 14336)
    size = width // heads

    class Norm(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(width))

        def forward(self, x):
            return F.rms_norm(x, (width,), self.weight, 1e-5)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = Norm(), Norm()
            self.qkv = nn.Linear(width, (heads + 2 * groups) * size, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            self.gate_up = nn.Linear(width, 2 * inner, bias=False)
            self.down = nn.Linear(inner, width, bias=False)

        def forward(self, x, cos, sin, past_k=None, past_v=None):
            batch, tokens, _ = x.shape
            q, k, v = self.qkv(self.norm1(x)).split([heads * size, groups * size, groups * size], -1)
            q, k, v = [t.view(batch, tokens, -1, size).transpose(1, 2) for t in (q, k, v)]

            def rotated(t):
                a, b = t.chunk(2, -1)
                return t * cos + torch.cat((-b, a), -1) * sin

            q, k = rotated(q), rotated(k)
            if past_k is not None:
                k, v = torch.cat((past_k, k), 2), torch.cat((past_v, v), 2)
            a = F.scaled_dot_product_attention(q, k, v, is_causal=past_k is None, enable_gqa=True)
            x = x + self.out(a.transpose(1, 2).reshape(batch, tokens, width))
            gate, up = self.gate_up(self.norm2(x)).chunk(2, -1)
            return x + self.down(F.silu(gate) * up)

    class Blocks(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList(Block() for _ in range(LLAMA_BLOCKS))
            self.norm = Norm()
            self.cache_shape = (groups, size)
            self.width, self.size = width, size

        def forward(self, x, cos, sin, *past):
            for i, block in enumerate(self.blocks):
                x = block(x, cos, sin, *past[2 * i:2 * i + 2])
            return self.norm(x)

    return Blocks().eval()


# ---- Inputs ----------------------------------------------------------------------------

def inputs(row, module, batch, seed, tiny=False):
    """Named inputs in F32 (or I64), on the CPU."""
    import torch
    g = torch.Generator().manual_seed(seed)
    normal = lambda *shape: torch.randn(*shape, generator=g)
    if row.model in workloads.MODELS:
        return workloads.MODELS[row.model].inputs(batch, g, tiny)
    if row.model in BERTS:
        return {"ids": torch.randint(0, VOCABULARY - 522, (batch, row.tokens), generator=g)}
    if row.model in ("vit-l", "resnet50"):
        side = 32 if tiny else 224
        return {"image": normal(batch, 3, side, side)}
    if row.model == "whisper":
        return {"mel": normal(batch, 16 if tiny else 128, 64 if tiny else 3000)}
    groups, size = module.cache_shape
    # a rotation by random angles: numbers as large as real ones, whatever the position
    angle = normal(row.tokens, size // 2).repeat(1, 2)
    found = {"x": normal(batch, row.tokens, module.width), "cos": angle.cos(), "sin": angle.sin()}
    if row.past:
        for i in range(LLAMA_BLOCKS):
            for kind in "kv":
                found[f"past_{kind}{i}"] = normal(batch, groups, row.past, size)
    return found


def has_batch(row, name):
    return name not in ("cos", "sin")


def bench_words(row):
    """How `fp8c bench` makes inputs up for a row: sizes, and which integers its embeddings know."""
    import torch
    words = ["--dim", f"batch={row.batch}"] if row.free else []
    if row.model in BERTS:
        words += ["--range", "ids=0:30000"]
    elif row.model in workloads.MODELS and workloads.MODELS[row.model].id_limit:
        model = workloads.MODELS[row.model]
        for name in model.inputs(1, torch.Generator(), True):
            if name in INTEGERS:
                words += ["--range", f"{name}=1:1" if name == "mask" else f"{name}=5:{model.id_limit - 1}"]
    return words


# ---- Export -------------------------------------------------------------------------------

def export(row, folder, tiny=False, exporter="dynamo", samples=4):
    """model.onnx (weights beside it) and calibrate.npz in `folder`, unless they are there."""
    import numpy as np
    import torch
    path, data = os.path.join(folder, "model.onnx"), os.path.join(folder, "calibrate.npz")
    if os.path.exists(path) and os.path.exists(data):
        return path, data, 0.0
    os.makedirs(folder, exist_ok=True)
    start = time.time()
    module = make(row, tiny)
    example = inputs(row, module, 2 if row.free else 1, 1, tiny)
    # The file appears whole or not at all: an interrupted export is not taken for one.
    unfinished = os.path.join(folder, f"unfinished-{os.getpid()}")  # rows of one model may be made ready at the same time
    os.makedirs(unfinished, exist_ok=True)
    target = os.path.join(unfinished, "model.onnx")
    options = dict(input_names=list(example), output_names=["y"], opset_version=20, verbose=False)
    with torch.no_grad():
        if exporter == "dynamo":
            batch = torch.export.Dim("batch", min=1, max=512)
            shapes = [{0: batch} if has_batch(row, n) else {} for n in example]
            if row.model == "llama":  # forward(x, cos, sin, *past)
                shapes = (*shapes[:3], tuple(shapes[3:]))
            torch.onnx.export(module, tuple(example.values()), target, dynamo=True, external_data=True,
                              dynamic_shapes=tuple(shapes) if row.free else None, **options)
        else:
            axes = {n: {0: "batch"} for n in (*example, "y") if has_batch(row, n)}
            torch.onnx.export(module, tuple(example.values()), target, dynamo=False,
                              dynamic_axes=axes if row.free else None, **options)
    count = 1 if row.model == "llama" and not tiny else samples
    sets = [inputs(row, module, 1, 100 + i, tiny) for i in range(count)]
    # the first axis counts samples: the batch where there is one, an axis of its own else
    stack = {n: np.concatenate([s[n].numpy() for s in sets]) if has_batch(row, n) else np.stack([s[n].numpy() for s in sets])
             for n in example}
    np.savez(os.path.join(unfinished, "calibrate.npz"), **stack)
    for name in sorted(os.listdir(unfinished), key=lambda n: n == "model.onnx"):
        os.replace(os.path.join(unfinished, name), os.path.join(folder, name))
    os.rmdir(unfinished)
    return path, data, time.time() - start


def compile_words(fp8c, row, module_inputs, onnx, data, plan, cache, targets=("sm_90a",), tune="off"):
    """The compile a user would run: ports in BF16 as the peers have them, but for a cache that is kept in another format."""
    words = [fp8c, "compile", onnx, "-o", plan, "--calibrate", data, "--cache-dir", cache, "--json", *(["--tune", tune] if tune != "off" else [])]
    for t in targets:
        words += ["--target", t]
    if row.free:
        words += ["--dim", f"batch={row.batch}"]
    if row.cache != "bf16":
        words += ["--kv-cache", row.cache]
    for name in module_inputs:
        if name not in INTEGERS and (row.cache == "bf16" or not name.startswith("past_")):
            words += ["--io-type", f"{name}=bf16"]
    return words + ["--io-type", "y=bf16", *row.options]
