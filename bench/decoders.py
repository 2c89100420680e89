"""Language models out of exporters, token for token beside ONNX Runtime.

    python bench/decoders.py save DIR [--only NAMES]                  # checkpoints with random weights; needs torch, transformers
    python bench/decoders.py export FORM DIR [--only NAMES]           # what an exporter makes of each; needs that exporter
    python bench/decoders.py check DIR [--only NAMES] [--tokens 200]  # needs onnx, onnxruntime and a built fp8c; writes DIR/table.TARGET.json

Forms: `optimum`, `optimum-fp16` (optimum-cli export onnx, merged decoders of encoder-decoder models among them), `script` (torch.onnx, TorchScript, opset 17),
`step20`, `step23` (torch.onnx, a token a run, for models with states of other kinds than keys and values), `dynamo20`, `dynamo23` (torch.onnx, opset 20 and 23; `-own` behind these: without position_ids, so that the model counts by the size of its past), and `genai-fp32`, `genai-fp16`, `genai-int4` and more of ONNX Runtime GenAI's builder (GENAI below).
A check compiles each with --capacity in F32 for the CPU device and takes greedy tokens; --target sm_90a compiles for that GPU too, and says what does not.
"""
import argparse
import concurrent.futures
import contextlib
import inspect
import json
import os
import pathlib
import runpy
import subprocess
import sys
import time
import warnings

import numpy as np

VOCABULARY, POSITIONS = 256, 512
PROMPT = [5, 17, 99, 100, 3, 44]
TIED = {"tie_word_embeddings": True}
SMALL = dict(vocab_size=VOCABULARY, hidden_size=128, intermediate_size=256, num_hidden_layers=2, num_attention_heads=4, max_position_embeddings=POSITIONS,
             bos_token_id=0, eos_token_id=1, pad_token_id=2, tie_word_embeddings=False)
GROUPED = {**SMALL, "num_key_value_heads": 2}
HEADS_OF_32 = {**GROUPED, "head_dim": 32}
EXPERTS = dict(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=64)
OLD = dict(vocab_size=VOCABULARY, bos_token_id=0, eos_token_id=1, tie_word_embeddings=False)
YARN = dict(rope_type="yarn", rope_theta=10000.0, factor=4.0, original_max_position_embeddings=128)
LLAMA3 = dict(rope_type="llama3", rope_theta=10000.0, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=64)
LONG = dict(type="longrope", short_factor=[1.0 + i / 16 for i in range(16)], long_factor=[2.0 + i / 4 for i in range(16)])  # another table for long texts
SSM = dict(mamba_n_heads=8, mamba_d_head=32, mamba_d_state=8, mamba_expand=2, mamba_n_groups=1)
MIXED = dict(num_local_experts=0, shared_intermediate_size=128, position_embedding_type="rope")
DELTA = dict(linear_num_value_heads=4, linear_num_key_heads=2, linear_key_head_dim=16, linear_value_head_dim=16, layer_types=["linear_attention", "full_attention"])
WINDOWS = dict(sliding_window=16, layer_types=["sliding_attention", "full_attention"])
LATENT = dict(num_key_value_heads=4, kv_lora_rank=32, q_lora_rank=48, qk_nope_head_dim=16, qk_rope_head_dim=16, v_head_dim=16, n_routed_experts=4, num_experts_per_tok=2,
              moe_intermediate_size=64, n_shared_experts=1, topk_group=1, first_k_dense_replace=1)

# name: (model type of transformers, configuration)
ARCHITECTURES = {
    "llama": ("llama", GROUPED), "llama-tied": ("llama", {**GROUPED, **TIED}), "llama-yarn": ("llama", {**GROUPED, "rope_scaling": YARN}),
    "llama-llama3": ("llama", {**GROUPED, "rope_scaling": LLAMA3}), "mistral": ("mistral", GROUPED), "mistral-window": ("mistral", {**GROUPED, "sliding_window": 16}),
    "qwen2": ("qwen2", GROUPED), "qwen3": ("qwen3", HEADS_OF_32), "gemma": ("gemma", {**HEADS_OF_32, **TIED}),
    "gemma2": ("gemma2", {**HEADS_OF_32, **TIED, "sliding_window": 16, "query_pre_attn_scalar": 32}),
    "gemma3": ("gemma3_text", {**HEADS_OF_32, **TIED, "sliding_window": 16, "query_pre_attn_scalar": 32}),
    "phi": ("phi", {**SMALL, "partial_rotary_factor": 0.5}), "phi3": ("phi3", GROUPED),
    "phi3-long": ("phi3", {**GROUPED, "rope_scaling": LONG, "original_max_position_embeddings": 64}),
    "gpt2": ("gpt2", {**OLD, "n_embd": 128, "n_layer": 2, "n_head": 4, "n_positions": POSITIONS}),
    "gpt-neo": ("gpt_neo", {**OLD, "hidden_size": 128, "num_layers": 2, "num_heads": 4, "attention_types": [[["global", "local"], 1]], "window_size": 16,
                            "max_position_embeddings": POSITIONS, "intermediate_size": 256}),
    "gpt-neox": ("gpt_neox", {**SMALL, "rotary_pct": 0.25}),
    "gpt-j": ("gptj", {**OLD, "n_embd": 128, "n_layer": 2, "n_head": 4, "n_positions": POSITIONS, "rotary_dim": 16, "n_inner": 256}),
    "codegen": ("codegen", {**OLD, "n_embd": 128, "n_layer": 2, "n_head": 4, "n_positions": POSITIONS, "rotary_dim": 16, "n_inner": 256}),
    "opt": ("opt", {**OLD, "hidden_size": 128, "ffn_dim": 256, "num_hidden_layers": 2, "num_attention_heads": 4, "max_position_embeddings": POSITIONS,
                    "word_embed_proj_dim": 128}),
    "bloom": ("bloom", {**OLD, "hidden_size": 128, "n_layer": 2, "n_head": 4}),
    "falcon": ("falcon", {**OLD, "hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "new_decoder_architecture": False, "multi_query": True,
                          "parallel_attn": True, "alibi": False, "bias": False}),
    "falcon-new": ("falcon", {**OLD, "hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "num_kv_heads": 2, "new_decoder_architecture": True,
                              "alibi": False, "bias": False}),
    "falcon-alibi": ("falcon", {**OLD, "hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "new_decoder_architecture": False, "multi_query": False,
                                "parallel_attn": False, "alibi": True, "bias": True}),
    "mpt": ("mpt", {**OLD, "d_model": 128, "n_heads": 4, "n_layers": 2, "max_seq_len": POSITIONS, "expansion_ratio": 2}),
    "stablelm": ("stablelm", {**GROUPED, "partial_rotary_factor": 0.25}), "granite": ("granite", GROUPED), "olmo": ("olmo", GROUPED), "olmo2": ("olmo2", GROUPED),
    "cohere": ("cohere", {**GROUPED, **TIED}), "starcoder2": ("starcoder2", GROUPED), "nemotron": ("nemotron", GROUPED), "glm": ("glm", {**HEADS_OF_32, "partial_rotary_factor": 0.5}),
    "smollm3": ("smollm3", GROUPED), "helium": ("helium", HEADS_OF_32), "biogpt": ("biogpt", {**SMALL, **TIED}), "xglm": ("xglm", {**OLD, "d_model": 128, "ffn_dim": 256, "num_layers": 2,
                                                                                                      "attention_heads": 4, "max_position_embeddings": POSITIONS, "pad_token_id": 2}),
    "gpt-bigcode": ("gpt_bigcode", {**OLD, "n_embd": 128, "n_layer": 2, "n_head": 4, "n_positions": POSITIONS, "n_inner": 256, "multi_query": True}),
    "ernie": ("ernie4_5", HEADS_OF_32),
    "mixtral": ("mixtral", {**GROUPED, "num_local_experts": 4, "num_experts_per_tok": 2}), "qwen2-moe": ("qwen2_moe", {**GROUPED, **EXPERTS, "shared_expert_intermediate_size": 128}),
    "qwen3-moe": ("qwen3_moe", {**HEADS_OF_32, **EXPERTS}), "gpt-oss": ("gpt_oss", {**GROUPED, "head_dim": 64, "num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": 16,
                                                                                  "rope_scaling": {**YARN, "beta_fast": 8.0, "beta_slow": 1.0}}),
    "mamba": ("mamba", {**OLD, "hidden_size": 64, "num_hidden_layers": 2, "state_size": 8}), "mamba2": ("mamba2", {**OLD, "hidden_size": 64, "num_hidden_layers": 2, "state_size": 8,
                                                                                                 "num_heads": 4, "head_dim": 32, "n_groups": 1}),
    "rwkv": ("rwkv", {**OLD, "hidden_size": 64, "num_hidden_layers": 2, "attention_hidden_size": 64, "intermediate_size": 128}),
    "lfm2": ("lfm2", {**GROUPED, "layer_types": ["conv", "full_attention"], "conv_L_cache": 3}),
    "falcon-mamba": ("falcon_mamba", {**OLD, "hidden_size": 64, "num_hidden_layers": 2, "state_size": 8}),
    "jamba": ("jamba", {**GROUPED, "num_experts": 2, "num_experts_per_tok": 1, "attn_layer_period": 2, "attn_layer_offset": 1, "expert_layer_period": 2, "expert_layer_offset": 1,
                        "mamba_d_state": 8, "mamba_dt_rank": 8, "use_mamba_kernels": False}),
    "bamba": ("bamba", {**GROUPED, **SSM, "attn_layer_indices": [1]}), "granite-hybrid": ("granitemoehybrid", {**GROUPED, **SSM, **MIXED, "layer_types": ["mamba", "attention"]}),
    "falcon-h1": ("falcon_h1", {**GROUPED, **SSM, "mamba_d_ssm": 256}), "nemotron-h": ("nemotron_h", {**HEADS_OF_32, "hybrid_override_pattern": "M*", "mamba_num_heads": 4,
                                                                                                      "mamba_head_dim": 32, "ssm_state_size": 8, "n_groups": 1}),
    "zamba2": ("zamba2", {**SMALL, "num_key_value_heads": 4, "mamba_d_state": 8, "n_mamba_heads": 4, "mamba_headdim": 64, "layers_block_type": ["mamba", "hybrid"], "adapter_rank": 8,
                          "num_mem_blocks": 1}),
    "qwen3-next": ("qwen3_next", {**HEADS_OF_32, **EXPERTS, **DELTA, "shared_expert_intermediate_size": 64}), "qwen3.5": ("qwen3_5_text", {**HEADS_OF_32, **DELTA}),
    "cohere2": ("cohere2", {**GROUPED, **TIED, **WINDOWS}), "exaone4": ("exaone4", {**GROUPED, **WINDOWS}), "olmo3": ("olmo3", {**GROUPED, **WINDOWS}),
    "llama4": ("llama4_text", {**HEADS_OF_32, "num_local_experts": 4, "num_experts_per_tok": 1, "intermediate_size_mlp": 128, "attention_chunk_size": 32}),
    "afmoe": ("afmoe", {**HEADS_OF_32, **EXPERTS, **WINDOWS}), "olmoe": ("olmoe", {**GROUPED, **EXPERTS}), "granitemoe": ("granitemoe", {**GROUPED, "num_local_experts": 4, "num_experts_per_tok": 2}),
    "phimoe": ("phimoe", {**GROUPED, "num_local_experts": 4}), "ernie-moe": ("ernie4_5_moe", {**GROUPED, "moe_num_experts": 4, "moe_k": 2, "moe_intermediate_size": 64,
                                                                                              "moe_layer_start_index": 1}),
    "jetmoe": ("jetmoe", {**GROUPED, "kv_channels": 32}),
    "deepseek-v2": ("deepseek_v2", {**SMALL, **LATENT, "n_group": 1}), "deepseek-v3": ("deepseek_v3", {**SMALL, **LATENT, "n_group": 2}),
    "persimmon": ("persimmon", {**SMALL, "partial_rotary_factor": 0.5}), "ctrl": ("ctrl", {**OLD, "n_embd": 64, "n_layer": 2, "n_head": 4, "dff": 128, "n_positions": POSITIONS}),
    "glm4": ("glm4", {**HEADS_OF_32, "partial_rotary_factor": 0.5}), "hunyuan": ("hunyuan_v1_dense", HEADS_OF_32), "seed-oss": ("seed_oss", HEADS_OF_32), "apertus": ("apertus", GROUPED),
    "bitnet": ("bitnet", GROUPED), "arcee": ("arcee", GROUPED), "diffllama": ("diffllama", GROUPED),
    "t5": ("t5", {**OLD, "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_heads": 4, "decoder_start_token_id": 0, "pad_token_id": 0}),
    "bart": ("bart", {**OLD, "d_model": 64, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 128,
                      "decoder_ffn_dim": 128, "max_position_embeddings": POSITIONS, "pad_token_id": 2}),
    "whisper": ("whisper", {**OLD, "d_model": 64, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 128,
                            "decoder_ffn_dim": 128, "max_target_positions": POSITIONS, "pad_token_id": 2, "decoder_start_token_id": 0, "max_source_positions": 1500,
                            "num_mel_bins": 16}),
}
ENCODERS = {"t5": "AutoModelForSeq2SeqLM", "bart": "AutoModelForSeq2SeqLM", "whisper": "WhisperForConditionalGeneration"}
GENAI = {"genai-fp32": ("fp32", []), "genai-fp16": ("fp16", []), "genai-bf16": ("bf16", []), "genai-int4": ("int4", []), "genai-int4-16": ("int4", ["int4_block_size=16"]),
         "genai-int4-64": ("int4", ["int4_block_size=64", "int4_is_symmetric=false"]), "genai-int4-128": ("int4", ["int4_block_size=128", "int4_accuracy_level=4"]),
         "genai-int4-table": ("int4", ["int4_op_types_to_quantize=MatMul/Gather"]), "genai-int4-tied": ("int4", ["int4_algo_config=rtn_last", "shared_embeddings=true"])}


# ---- Checkpoints ----------------------------------------------------------------------------------------------------

def save(folder, name):
    import torch
    import transformers
    from tokenizers import Tokenizer, models
    kind, words = ARCHITECTURES[name]
    if "rope_scaling" in words and transformers.__version__ > "5":
        words = {**words, "rope_scaling": {"rope_type": words["rope_scaling"].get("type"), "rope_theta": 10000.0, "factor": 4.0, "original_max_position_embeddings": 64,
                                           **words["rope_scaling"]}}
    config = transformers.AutoConfig.for_model(kind, **words)
    torch.manual_seed(0)
    model = getattr(transformers, ENCODERS[name])(config) if ENCODERS.get(name, "").startswith("Whisper") else \
        getattr(transformers, ENCODERS.get(name, "AutoModelForCausalLM")).from_config(config)
    table = model.get_input_embeddings().weight if config.get_text_config().tie_word_embeddings else None
    for parameter in model.parameters():  # tokens that differ, and are far from ties
        if parameter.dim() > 1 and parameter is not table:
            parameter.data.mul_(4)
    model.generation_config = transformers.GenerationConfig(bos_token_id=0, eos_token_id=1, pad_token_id=2)
    model.eval().save_pretrained(folder / name)
    words = Tokenizer(models.WordLevel({str(i): i for i in range(VOCABULARY)}, unk_token="2"))
    transformers.PreTrainedTokenizerFast(tokenizer_object=words, bos_token="0", eos_token="1", unk_token="2", pad_token="2").save_pretrained(folder / name)
    if name == "whisper":
        transformers.WhisperFeatureExtractor(feature_size=16).save_pretrained(folder / name)


# ---- Exporters ------------------------------------------------------------------------------------------------------

def command(main, *words):
    """A command line in this process, which has its libraries loaded."""
    kept, sys.argv = sys.argv, [*map(str, words)]
    try:
        with open(os.devnull, "w") as quiet, contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            main()
    except SystemExit as e:
        if e.code:
            raise RuntimeError(f"exit code {e.code}") from None
    finally:
        sys.argv = kept


def optimum(checkpoint, out, form):
    task = "text2text-generation-with-past" if (checkpoint.name in ENCODERS) else "text-generation-with-past"
    if checkpoint.name == "whisper":
        task = "automatic-speech-recognition-with-past"
    half = ["--dtype", "fp16", "--device", "cuda"] if form == "optimum-fp16" else []
    from optimum.commands.optimum_cli import main as optimum_cli
    command(optimum_cli, "optimum-cli", "export", "onnx", "--task", task, "-m", checkpoint, "--library-name", "transformers", *half, out)


def torch_onnx(checkpoint, out, form):
    import torch
    import transformers
    from transformers import DynamicCache
    torch.set_num_threads(1)
    experts = {"experts_implementation": "batched_mm"} if form.startswith("dynamo") and transformers.__version__ > "5" else {}  # grouped products have no form in ONNX
    model = transformers.AutoModelForCausalLM.from_pretrained(checkpoint, **experts).eval()
    layers = len(model(input_ids=torch.tensor([[3]]), use_cache=True).past_key_values.layers)
    shapes = [t.shape for l in model(input_ids=torch.tensor([[3]]), use_cache=True).past_key_values.layers for t in (l.keys, l.values)]
    positions = not form.endswith("-own") and "position_ids" in inspect.signature(model.forward).parameters

    class Decoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, input_ids, attention_mask, position_ids, *past):
            cache = DynamicCache()
            for i in range(layers):
                cache.update(past[2 * i], past[2 * i + 1], i)
            more = {"position_ids": position_ids} if positions else {}
            r = self.model(input_ids=input_ids, attention_mask=attention_mask, past_key_values=cache, use_cache=True, **more)
            return (r.logits, *[t for l in r.past_key_values.layers for t in (l.keys, l.values)])
    b, s, p = 2, 3, 5
    given = (torch.randint(3, 200, (b, s)), torch.ones(b, s + p, dtype=torch.int64), torch.arange(p, p + s)[None].expand(b, s).contiguous(),
             *[torch.randn(b, shape[1], p, shape[3]) for shape in shapes])
    inputs = ["input_ids", "attention_mask", "position_ids"] + [f"past_key_values.{i}.{k}" for i in range(layers) for k in ("key", "value")]
    outputs = ["logits"] + [f"present.{i}.{k}" for i in range(layers) for k in ("key", "value")]
    out.mkdir(parents=True, exist_ok=True)
    if form.startswith("script"):
        free = {n: {0: "batch", 1: "total" if n == "attention_mask" else "seq"} for n in (*inputs[:3], "logits")}
        free |= {n: {0: "batch", 2: "past"} for n in inputs[3:]} | {n: {0: "batch", 2: "total"} for n in outputs[1:]}
        torch.onnx.export(Decoder(), given, out / "model.onnx", dynamo=False, opset_version=17, input_names=inputs, output_names=outputs, dynamic_axes=free)
    else:
        free = torch.export.Dim.DYNAMIC
        shapes = {n: {0: free, 1: free} for n in inputs[:3]} | {"past": tuple({0: free, 2: free} for _ in range(2 * layers))}
        torch.onnx.export(Decoder(), given, dynamo=True, opset_version=int(form[6:8]), input_names=inputs, output_names=outputs, dynamic_shapes=shapes,
                          verbose=False).save(out / "model.onnx")


def step_onnx(checkpoint, out, form):
    """A token a run: states of convolutions and of sums (past_conv.0, past_ssm.0) beside keys and values."""
    import torch
    import transformers
    from transformers import DynamicCache
    torch.set_num_threads(1)
    model = transformers.AutoModelForCausalLM.from_pretrained(checkpoint, experts_implementation="batched_mm").eval()
    cached = "past_key_values" if "past_key_values" in inspect.signature(model.forward).parameters else "cache_params"
    with torch.no_grad():
        layers = model(input_ids=torch.tensor([[3, 5]]), use_cache=True)[cached].layers
    linear = lambda layer, kind: getattr(layer, kind + "_states", None) or {}
    parts = [(i, k, linear(l, k)[0]) for i, l in enumerate(layers) for k in ("conv", "recurrent") if torch.is_tensor(linear(l, k).get(0))]
    parts += [(i, k, getattr(l, k)) for i, l in enumerate(layers) for k in ("keys", "values") if torch.is_tensor(getattr(l, k, None))]
    grows = any(k == "keys" for _, k, _ in parts)

    class Step(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, input_ids, *rest):
            cache, past = DynamicCache(config=model.config), rest[grows:]
            for (i, k, _), t in zip(parts, past):
                layer = cache.layers[i]
                if k == "keys":
                    layer.lazy_initialization(t, t)
                if k in ("keys", "values"):
                    setattr(layer, k, t)
                else:
                    linear(layer, k)[0], getattr(layer, f"is_{k}_states_initialized")[0], layer.has_previous_state[0] = t, True, True
                    layer.dtype, layer.device = t.dtype, t.device
                if k == "conv":
                    layer.conv_kernel_size[0] = t.shape[-1]
            more = {"attention_mask": rest[0]} if grows else {}
            r = self.model(input_ids=input_ids, use_cache=True, **{cached: cache}, **more)
            return (r.logits, *[getattr(cache.layers[i], k) if k in ("keys", "values") else linear(cache.layers[i], k)[0] for i, k, _ in parts])
    ports = {"conv": "past_conv.{}", "recurrent": "past_ssm.{}", "keys": "past_key_values.{}.key", "values": "past_key_values.{}.value"}
    pasts = [ports[k].format(i) for i, k, _ in parts]
    free = torch.export.Dim.DYNAMIC
    shapes = (None, *[{1: free}] * grows, *[{2: free} if k in ("keys", "values") else None for _, k, _ in parts])
    given = (torch.tensor([[3]]), *[torch.ones(1, 3, dtype=torch.int64)] * grows, *[t.clone() for _, _, t in parts])
    out.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(Step(), given, dynamo=True, opset_version=int(form[4:6]), input_names=["input_ids", *["attention_mask"] * grows, *pasts],
                      output_names=["logits", *[n.replace("past_key_values", "present").replace("past_", "present_") for n in pasts]],
                      dynamic_shapes={"input_ids": None, "rest": shapes[1:]}, verbose=False).save(out / "model.onnx")


def genai(checkpoint, out, form):
    precision, options = GENAI[form]
    out.mkdir(parents=True, exist_ok=True)
    command(lambda: runpy.run_module("onnxruntime_genai.models.builder", run_name="__main__"), "builder", "-i", checkpoint, "-o", out, "-p", precision, "-e", "cpu" if precision in ("fp32", "int4") else "cuda",
            "-c", out / "cache", "--extra_options", "hf_token=false", *options)


def export(folder, form, name):
    make = next((f for word, f in (("optimum", optimum), ("genai", genai), ("step", step_onnx)) if form.startswith(word)), torch_onnx)
    if not list((folder / form / name).glob("*.onnx")):
        make(folder / "checkpoints" / name, folder / form / name, form)


# ---- Beside ONNX Runtime --------------------------------------------------------------------------------------------

def feed(port, ids, past, sizes, kept):
    """What the decoder's port takes in a run of `ids` behind `past` tokens; None where it is not known."""
    import onnxruntime  # noqa: F401
    n, count = port.name, len(ids)
    kind = {"float": np.float32, "float16": np.float16, "int64": np.int64, "int32": np.int32, "bool": np.bool_}.get(port.type[7:-1])
    if n in kept:
        return kept[n]
    known = {"input_ids": [ids], "attention_mask": np.ones((1, past + count)), "position_ids": [range(past, past + count)], "use_cache_branch": [past > 0],
             "cache_position": range(past, past + count), "past_sequence_length": past, "total_sequence_length": past + count}
    if n in known:
        value = np.array(list(known[n]) if isinstance(known[n], range) else known[n], kind)
        return value
    if n.startswith("past"):
        return np.zeros([d if isinstance(d, int) else 1 if i == 0 else sizes.get(n, {}).get(i, 0) for i, d in enumerate(port.shape)], kind)
    return None


def head_sizes(model):
    """Sizes that ports leave open and the configuration knows (GenAI's)."""
    config = model.parent / "genai_config.json"
    if not config.exists():
        return {}
    decoder = json.loads(config.read_text())["model"]["decoder"]
    names = [decoder["inputs"][k] % i for i in range(decoder["num_hidden_layers"]) for k in ("past_key_names", "past_value_names") if k in decoder["inputs"]]
    return {n: {1: decoder["num_key_value_heads"], 3: decoder["head_size"]} for n in names}


def plain(model):
    """The model as it is computed exactly: ONNX Runtime rounds what products of packed weights multiply where accuracy_level is 4."""
    import onnx
    made = onnx.load(model, load_external_data=False)
    packed = [a for n in made.graph.node if n.op_type == "MatMulNBits" for a in n.attribute if a.name == "accuracy_level"]
    if not packed:
        return model
    for a in packed:
        a.i = 1
    path = model.with_suffix(".plain")  # beside its weights
    onnx.save(made, path)
    return path


def greedy(model, prompt, count):
    """Tokens by ONNX Runtime, and how far the most likely was from the next at least, relative to the largest."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(plain(model)), options, providers=["CPUExecutionProvider"])
    sizes, kept, tokens, past, margin, ids = head_sizes(model), {}, [], 0, 9.0, list(prompt)
    for name in sizes:
        sizes[name][2] = len(prompt) + count  # a buffer that past and present share
    outputs = [o.name for o in session.get_outputs()]
    waiting = []  # of the prompt, where a run takes one token
    if next(p.shape for p in session.get_inputs() if p.name == "input_ids")[-1] == 1:
        ids, waiting = ids[:1], ids[1:]
    while len(tokens) < count:
        given = {p.name: feed(p, ids, past, sizes, kept) for p in session.get_inputs()}
        missing = [n for n, v in given.items() if v is None]
        if missing:
            raise RuntimeError(f"inputs that nobody knows: {', '.join(missing)}")
        answers = dict(zip(outputs, session.run(None, given)))
        past += len(ids)
        for p in session.get_inputs():
            for old, new in (("past_key_values", "present"), ("past", "present"), ("past_key_values", "present_key_values")):
                if p.name.startswith("past") and p.name.replace(old, new, 1) in answers:
                    kept[p.name] = answers[p.name.replace(old, new, 1)]
        if waiting:
            ids, waiting = waiting[:1], waiting[1:]
            continue
        logits = answers["logits"][0, -1].astype(np.float32)
        best = np.sort(logits)
        margin = min(margin, float((best[-1] - best[-2]) / np.abs(best).max()))
        ids = [int(logits.argmax())]
        tokens += ids
    return tokens, margin


def checked(fp8c, model, count, target, work):
    """A row: what came out, and what of it is wrong."""
    row = {"form": model.parts[-3], "name": model.parts[-2], "file": model.name}
    try:
        tokens, row["margin"] = greedy(model, PROMPT, count)
    except Exception as e:
        return {**row, "verdict": "ONNX Runtime: " + str(e).strip().replace("\n", " ")[-140:]}
    plan = work / f"{row['form']}.{row['name']}.{model.stem}.fp8c"
    done = subprocess.run([fp8c, "compile", model, "-o", plan, "--capacity", str(len(PROMPT) + count), "--precision", "f32", "--target", target, "-q"], capture_output=True,
                          text=True, timeout=600)
    if done.returncode:
        return {**row, "verdict": f"compile ({done.returncode}): {done.stderr.strip()[-400:]}"}
    if target != "cpu":
        plan.unlink()
        return {**row, "verdict": "compiled"}
    done = subprocess.run([fp8c, "generate", plan, "--ids", ",".join(map(str, PROMPT)), "-n", str(count), "--json", "-j", "1"], capture_output=True, text=True, timeout=600)
    plan.unlink()
    if done.returncode:
        return {**row, "verdict": f"generate ({done.returncode}): {done.stderr.strip()[-400:]}"}
    got = json.loads(done.stdout)["ids"]
    first = next((i for i, (a, b) in enumerate(zip(tokens, got)) if a != b), None)
    return {**row, "different": len(set(tokens)), "verdict": "equal" if got == tokens else f"differs from token {first} on"}


def check(folder, only, forms, count, target, fp8c):
    work = folder / "plans"
    work.mkdir(exist_ok=True)
    models = [m for m in sorted(folder.glob("*/*/*.onnx")) if (not only or m.parts[-2] in only) and (not forms or m.parts[-3] in forms)]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("FP8C_JOBS", "3"))) as pool:
        rows = []
        for row in pool.map(lambda m: checked(fp8c, m, count, target, work), models):
            rows.append(row)
            print(f"{row['form']:16} {row['name']:16} {row['file']:28} {row.get('margin', 0):.1e} {row.get('different', 0):4} {row['verdict']}", flush=True)
    (folder / f"table.{target}.json").write_text(json.dumps(rows, indent=1))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["save", "export", "check"])
    parser.add_argument("words", nargs="+", help="DIR, and for an export FORM DIR")
    parser.add_argument("--only", default="", help="architectures, comma separated")
    parser.add_argument("--forms", default="", help="of a check, comma separated")
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--fp8c", default=os.environ.get("FP8C", "fp8c"))
    a = parser.parse_args()
    only, folder = [n for n in a.only.split(",") if n], pathlib.Path(a.words[-1]).resolve()
    warnings.simplefilter("ignore")
    if a.command == "check":
        rows = check(folder, only, [f for f in a.forms.split(",") if f], a.tokens, a.target, a.fp8c)
        return sum(r["verdict"] not in ("equal", "compiled") for r in rows) and 1
    for name in only or ARCHITECTURES:
        started = time.time()
        try:
            save(folder / "checkpoints", name) if a.command == "save" else export(folder, a.words[0], name)
            print(f"{name}: {time.time() - started:.1f} s", flush=True)
        except Exception as e:
            print(f"{name}: {type(e).__name__}: {str(e).strip().splitlines()[-1][:300] if str(e).strip() else ''}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
