"""Rows of the model table to model records."""
import json
import pathlib
import re

import components
from records import RETRIEVED, leaf, normalized, number, without_asides, without_empty
from sources import ids_of

KINDS = {"decoder-llm": "decoder", "moe-llm": "moe", "ssm-hybrid": "hybrid"}

FILES = {"codellama": "llama", "gpt2": "gpt", "gpt3": "gpt", "gpt-j": "gpt", "gpt-neox": "gpt", "gpt-oss": "gpt-oss",
         "bert": "encoder", "modernbert": "encoder", "t5": "encoder", "embedding": "encoder",
         "vision": "vision", "yolo": "vision", "stable-diffusion": "diffusion", "flux": "diffusion",
         "wan": "diffusion", "hunyuan-video": "diffusion"}

BIASES = {"qkv": "qkv", "qkv+o": "qkv_o", "qkv+o+mlp": "all", "mlp": "mlp"}
NORMS = {"ln": "layernorm", "ln_nb": "layernorm_no_bias", "none": "none"}

# Routers with a bias per expert (DeepSeek-V3's correction bias; gpt-oss has an ordinary one).
ROUTER_BIAS = re.compile(r"^(deepseek-(v3|r1|v4)|kimi-|glm-4\.[567]|glm-5|minimax-m[23]|nemotron-3|mimo-v2|gpt-oss|hy3)")
SHARED_GATE = re.compile(r"^(qwen1\.5-moe|qwen2-57b|qwen3-next|qwen3\.5)")

# Dimensions that the table has in prose, and parameters that no field describes.
DETAILS = {
    "gemma-4-26b-a4b": {"parallel_dense": True, "global_head_dim": 512, "global_kv_heads": 2, "global_k_is_v": True},
    "gemma-4-31b": {"global_head_dim": 512, "global_kv_heads": 4, "global_k_is_v": True},
    "gemma-4-12b": {"global_head_dim": 512, "global_kv_heads": 1, "global_k_is_v": True},
    "gemma-4-e2b": {"per_layer_embedding": 256, "kv_layers": 15, "global_head_dim": 512, "intermediate": 9654},
    "gemma-4-e4b": {"per_layer_embedding": 256, "kv_layers": 24, "global_head_dim": 512},
    "hunyuan-large": {"kv_layers": 32},
    "mimo-v2-flash": {"value_head_dim": 128, "window_kv_heads": 8},
    "llama-3.3-nemotron-super-49b": {"attention_layers": 49, "intermediate": 20531},
    "llama-3.2-11b-vision": {"kv_layers": 32},
    "roberta-large": {"learned_positions": 514},
    "xlm-roberta-large": {"learned_positions": 514},
    "bge-m3": {"learned_positions": 8194},
    "bloom-7b1": {"embedding_norm": True},
    "bloom-176b": {"embedding_norm": True},
    "gpt-oss-20b": {"expert_bias": True, "attention_sinks": True},
    "gpt-oss-120b": {"expert_bias": True, "attention_sinks": True},
    "kimi-k3": {"expert_latent": 3584},
    "e5-mistral-7b": {"tied_embeddings": True},
    "jamba-v0.1": {"moe_layers": 16, "dense_layers": 16},
    "jamba-1.5-large": {"moe_layers": 36, "dense_layers": 36},
}
# DeepSeek-V4: one shared vector of 512 is key and value of all heads. Layers see a window of 128 and, except
# the window-only ones, the context compressed 4 or 128 times; an indexer picks among the entries of ratio 4.
for _id, _rank, _groups, _by_4, _by_128, _kept in (("deepseek-v4-flash", 1024, 8, 21, 20, 512),
                                                   ("deepseek-v4-pro", 1536, 16, 30, 31, 1024)):
    DETAILS[_id] = {"kv_heads": 1, "head_dim": 512, "k_is_v": True, "window": 128, "full_attention_layers": 0,
                    "q_lora_rank": _rank, "o_lora_rank": 1024, "o_groups": _groups, "attention_sinks": True,
                    "indexer_heads": 64, "indexer_dim": 128,
                    "compressed": [{"layers": _by_4, "ratio": 4, "top_k": _kept}, {"layers": _by_128, "ratio": 128}],
                    "original_context": 65536}
_V4 = ("extra: hyper-connections (two matrices of 24 x 4 x hidden a layer, one at the end), norms of the shared key, "
       "less the routing biases of the 3 layers that route by hash")

# Multi-token-prediction layers and vision or audio towers, which params_b leaves out: (parameters, note).
MTP = {"deepseek-v3": (11.5e9, "about, without the shared tables"), "deepseek-r1": (11.5e9, "about, without the shared tables"),
       "deepseek-v4-flash": (6610048891, ""), "qwen3.5-397b-a17b": (6595568128, "")}
TOWER = {"qwen3.5-397b-a17b": (456010480, ""), "qwen3.5-27b": (0.45e9, "about"), "qwen3.5-35b-a3b": (0.45e9, "about"),
         "qwen3.5-122b-a10b": (0.45e9, "about"), "gemma-3-4b": (0.42e9, "about, the checkpoint less the decoder"),
         "gemma-3-12b": (0.42e9, "about, the checkpoint less the decoder"),
         "gemma-3-27b": (0.42e9, "about, the checkpoint less the decoder"), "gemma-4-31b": (0.55e9, "about"),
         "ministral-3-3b": (0.4e9, "about"), "qwen2.5-vl-7b": (676550144, "counted into the published 8.29 billion")}

# Positions before the position encoding was stretched, where not seen in a configuration at hand.
ORIGINAL_CONTEXT = {"llama-3.1": 8192, "llama-3.2-1b": 8192, "llama-3.2-3b": 8192, "llama-3.3": 8192, "deepseek-v2": 4096,
                    "deepseek-v3": 4096, "deepseek-r1": 4096, "gpt-oss": 4096}

# Published formats that the table has in prose: the format of the experts, or of the released weights.
PRECISIONS = {
    "fp4 experts + fp8": leaf("mxfp4", unverified=True, note="FP4 experts of unstated block form; the rest FP8"),
    "mxfp4 experts + bf16": leaf("mxfp4", note="experts; the rest BF16"), "mxfp4 experts": leaf("mxfp4", note="experts"),
    "fp8/bf16": leaf("fp8", note="also BF16"), "bf16 (fp8-trained)": leaf("bf16", note="trained in FP8"),
    "fp8 (K2) / int4 QAT experts (Thinking, K2.5+)": leaf("fp8", note="K2; Thinking and K2.5 have INT4 experts"),
    "fp8/nvfp4/bf16 releases": leaf("fp8", note="also NVFP4 and BF16"),
    "bf16/fp8/nvfp4 releases": leaf("bf16", note="also FP8 and NVFP4"),
}

# Parameters that no field describes: how many, and what they are.
EXTRA = {
    "gemma-4-26b-a4b": (341790, "extra: three more norms per layer (3 x 2816), scales of router and experts (2816 + 128) "
                                "and one layer scale, 30 times"),
    "gemma-4-31b": (60, "extra: one scale a layer"),
    "gemma-4-12b": (48, "extra: one scale a layer"),
    "gemma-4-e2b": (2390284067 - 2348810240, "intermediate is the mean of 15 layers of 6144 and 20 of 12288; extra: "
                                             "projections and gates of the per-layer embeddings 41,341,696, rounding"),
    "gemma-4-e4b": (2901250090 - 2818572288, "extra: projections and gates of the per-layer embeddings 82,683,136, less "
                                             "the shared layers' key norms"),
    "deepseek-v4-flash": (33905687, _V4),
    "deepseek-v4-pro": (84099683, _V4),
    "kimi-k3": (2116939776, "extra: output gates of the 24 attention layers (24 x 7168 x 12288) and further norms"),
    "minimax-m3": (224133120, "extra: indexers of 57 layers, 6144 x (4 + 1) x 128 each"),
    "mimo-v2-flash": (2496, "extra: attention sinks of the 39 windowed layers"),
    "llama-3.2-11b-vision": (962172451, "extra: the vision encoder and the projections of image keys and values"),
    "llama-3.3-nemotron-super-49b": (139264, "intermediate is the mean over the layers, whose widths differ up to 28672; "
                                             "extra: its rounding"),
}


BERT = re.compile(r"^(bert|distilbert|roberta|xlm-roberta|all-minilm|bge|arctic-embed)")


def traits(notes):
    """key=value words and marks of the notes column."""
    found = dict(re.findall(r"\b([a-z_]+)=([^\s;,]+)", notes))
    for mark in ("attn_out_gate",):
        if mark in notes:
            found[mark] = "1"
    return found


def linear_mixer(row):
    """The `linear` object of a hybrid, from its description in words."""
    text = row["linear_attn_details"]
    layers, id = int(row["layers"]), row["id"]
    conv = re.search(r"conv (\d+)", text)
    common = {"conv": int(conv.group(1))} if conv and conv.group(1) != "4" else {}
    if text.startswith("gated DeltaNet"):
        key, dim, value, value_dim = map(int, re.search(r"(\d+) k-heads x(\d+), (\d+) v-heads x(\d+)", text).groups())
        return {"kind": "gated_deltanet", "layers": layers - int(row["layers_with_full_attention"]),
                "key_heads": key, "value_heads": value, "key_dim": dim, "value_dim": value_dim} | common
    if text.startswith("KDA"):
        count, heads, dim = map(int, re.search(r"in (\d+) layers: (\d+) heads x(\d+)", text).groups())
        return {"kind": "kda", "layers": count, "value_heads": heads, "key_dim": dim, "value_dim": dim}
    if text.startswith("lightning"):
        count, heads, dim = map(int, re.search(r"in (\d+) of \d+ layers: (\d+) heads x(\d+)", text).groups())
        return {"kind": "lightning", "layers": count, "value_heads": heads, "key_dim": dim, "value_dim": dim, "conv": 0}
    if text.startswith("Mamba-1"):
        count, inner, state = map(int, re.search(r"in (\d+) layers: d_inner (\d+), state (\d+)", text).groups())
        # Every channel is a head of width one; rank of the time step: hidden / 16.
        return {"kind": "mamba1", "layers": count, "value_heads": inner, "key_dim": state, "value_dim": 1,
                "dt_rank": int(row["hidden"]) // 16} | common
    if text.startswith("Mamba-2"):
        count = re.search(r"in (\d+) (?:blocks|of)", text)
        heads, dim, state, groups = map(
            int, re.search(r"(\d+) heads x(\d+), state (\d+), groups (\d+)", text).groups())
        groups = {"groups": groups} if groups != 1 else {}
        return {"kind": "mamba2", "layers": int(count.group(1)) if count else layers,
                "value_heads": heads, "key_dim": state, "value_dim": dim} | common | groups
    if text.startswith("compressed KV"):
        return None
    raise ValueError(f"{id}: linear attention not understood: {text}")


def attention_fields(row, found):
    heads, kv = number(row["heads"]), number(row["kv_heads"])
    hidden, dim = number(row["hidden"]), number(row["head_dim"])
    fields = {"heads": heads, "kv_heads": kv if kv != heads else None}
    if heads and hidden != heads * dim:
        fields["head_dim"] = dim
    if row["mla_kv_lora_rank"]:
        nope = int(found["nope"])
        fields |= {"head_dim": None, "kv_heads": None, "kv_lora_rank": number(row["mla_kv_lora_rank"]),
                   "rope_head_dim": number(row["mla_qk_rope_dim"]), "nope_head_dim": nope,
                   "value_head_dim": int(found["v"]), "q_lora_rank": int(found["q_lora"]) or None}
    if row["sliding_window"] and "bidirectional" not in row["attention"] and "compressed" not in row["attention"]:
        fields |= {"window": number(row["sliding_window"]),
                   "full_attention_layers": int(row["layers_with_full_attention"])}
    if "bidirectional" in row["attention"] and row["sliding_window"]:
        fields |= {"window": number(row["sliding_window"]),
                   "full_attention_layers": int(row["layers_with_full_attention"])}
    if "dsa_indexer" in found:
        indexer_heads, indexer_dim = map(int, found["dsa_indexer"].split("x"))
        fields |= {"indexer_heads": indexer_heads, "indexer_dim": indexer_dim, "indexer_top_k": 2048}
    if found.get("attn_out_gate"):
        fields["attention_gate"] = True
    if found.get("qk_norm"):
        fields["qk_norm"] = found["qk_norm"]
    return fields


def feed_forward_fields(row, found):
    id, layers = row["id"], int(row["layers"])
    fields = {"intermediate": number(row["intermediate"]), "gated": False if found.get("mlp") == "ungated" else None}
    if not row["n_experts"]:
        return fields
    width = number(row["moe_intermediate"])
    shared = int(found["shared_ffn"]) if "shared_ffn" in found else int(row["n_shared_experts"] or 0) * width
    dense = int(row["n_dense_layers"] or 0)
    fields |= {"experts": number(row["n_experts"]), "experts_per_token": number(row["n_experts_active"]),
               "expert_intermediate": width, "shared_intermediate": shared or None,
               "dense_layers": dense or None,
               "router_bias": True if ROUTER_BIAS.match(id) else None,
               "shared_gate": True if SHARED_GATE.match(id) else None,
               "expert_latent": int(found["moe_latent"]) if "moe_latent" in found else None}
    if not dense and id != "gemma-4-26b-a4b":
        fields["intermediate"] = None
    return fields


def block_fields(row, notes):
    """Models whose blocks are one mixer each (Nemotron-H): how many of each sort."""
    blocks = re.search(r"blocks: (\d+) mamba, (\d+) attention, (\d+) mlp, (\d+) moe", notes)
    if not blocks:
        return {}
    _, attention, dense, moe = map(int, blocks.groups())
    fields = {"attention_layers": attention, "dense_layers": dense or None, "norms_per_layer": 1,
              "moe_layers": moe or None}
    if not dense:
        fields["intermediate"] = None
    return fields


def trait_fields(found):
    fields = {}
    if "bias" in found:
        words = found["bias"].split("+")
        if "lm_head" in words:
            fields["lm_head_bias"] = True
            words.remove("lm_head")
        fields["bias"] = BIASES["+".join(words)]
    if "norm" in found:
        fields["norm"] = NORMS[found["norm"]]
    if "norms_per_layer" in found and found["norms_per_layer"] != "2":
        fields["norms_per_layer"] = int(found["norms_per_layer"])
    if "learned_pos" in found:
        fields["learned_positions"] = int(found["learned_pos"])
    return fields


def image_fields(row, notes):
    """Work per image of models that are not token decoders; timm counts multiply-adds, so twice that."""
    macs = re.search(r"gmacs_per_image=([\d.]+) at (\d+)x", notes)
    flops = re.search(r"gflops_per_image=([\d.]+) at (\d+)x", notes)
    fields = {}
    if macs:
        fields = {"gflop_per_image": number(f"{2 * float(macs.group(1)):.4g}" if float(macs.group(1)) < 1000 else
                                            f"{2 * float(macs.group(1)):.1f}"), "image_size": int(macs.group(2))}
        fields["activations_m"] = number(re.search(r"activations_M=([\d.]+)", notes).group(1))
    elif flops:
        fields = {"gflop_per_image": number(flops.group(1)), "image_size": int(flops.group(2))}
    return fields


TRAIT_WORDS = re.compile(
    r"\b(mlp|bias|norm|norms_per_layer|qk_norm|learned_pos|shared_ffn|q_lora|nope|v|dsa_indexer|moe_latent|o_lora|"
    r"gmacs_per_image|gflops_per_image|activations_M)=\S+|\battn_out_gate\b")


def prose(notes):
    """The part of the notes that is for people."""
    text = TRAIT_WORDS.sub("", notes)
    text = re.sub(r"at \d+x\d+ \(FLOPs = 2x\);?|\(each block is one mixer; layers = blocks\)", "", text)
    text = re.sub(r"; param formula reconstructed by us|^head_dim column = .*$|intermediate = widest layer;|"
                  r"; that README lists .*$|\s?\bgroups; (?=hc_mult)|params_active excludes the per-layer embedding table;", "", text)
    text = re.sub(r"\(computed from architecture by us[^)]*\)", "(computed from the architecture)", text)
    text = re.sub(r"final weights gated;?", "", text)
    text = re.sub(r"^at \d+x\d+ (\(vendor)", r"\1", text.strip())
    return re.sub(r"\s+([;.,])", r"\1", re.sub(r"\s+", " ", text)).strip(" ;.")


def aliases(row):
    names = [row["hf_id"]] if row["hf_id"] else []
    if "/" in row["hf_id"]:
        names.append(row["hf_id"].split("/", 1)[1])
    for pattern, suffix in VARIANTS:
        if pattern.match(row["id"]):
            names.append(row["id"] + suffix)
    return names + ALIASES.get(row["id"], [])


# Families whose tuned releases have the same architecture under a longer name.
VARIANTS = [
    (re.compile(r"(llama-3\.[123]|codellama|mi[sx]tral|ministral|qwen2|phi-3|phi-4-mini|falcon|mpt|olmo|smollm2|granite|"
                r"exaone-3|dbrx|kimi-k2|qwen3-(next|4b|coder)|mistral-nemo|starcoder2-15b)(?!.*instruct)"), "-instruct"),
    (re.compile(r"(qwen1\.5|yi-|deepseek-(moe|v2)|internlm2|glm-4-9b)"), "-chat"),
    (re.compile(r"gemma-"), "-it"),
]

ALIASES = {
    "llama-1-7b": ["llama-7b"], "llama-1-13b": ["llama-13b"], "llama-1-30b": ["llama-30b", "llama-33b"],
    "llama-1-65b": ["llama-65b"],
    "llama-4-scout": ["llama-4-scout-17b-16e", "llama-4-scout-17b-16e-instruct", "llama-4-scout-109b"],
    "llama-4-maverick": ["llama-4-maverick-17b-128e", "llama-4-maverick-17b-128e-instruct", "llama-4-maverick-400b"],
    "llama-3.1-70b": ["llama-70b", "meta-llama-3.1-70b", "meta-llama-3.1-70b-instruct",
                      "meta-llama/Llama-3.1-70B-Instruct", "meta-llama/Meta-Llama-3.1-70B-Instruct"],
    "llama-3.1-8b": ["llama-8b", "meta-llama-3.1-8b", "meta-llama-3.1-8b-instruct",
                     "meta-llama/Llama-3.1-8B-Instruct", "meta-llama/Meta-Llama-3.1-8B-Instruct"],
    "llama-3.1-405b": ["llama-405b", "meta-llama-3.1-405b", "meta-llama-3.1-405b-instruct",
                       "meta-llama/Llama-3.1-405B-Instruct"],
    "llama-3-8b": ["meta-llama-3-8b-instruct", "meta-llama/Meta-Llama-3-8B-Instruct"],
    "llama-3-70b": ["meta-llama-3-70b-instruct", "meta-llama/Meta-Llama-3-70B-Instruct"],
    "llama-2-7b": ["llama2-7b-chat", "meta-llama/Llama-2-7b-chat-hf"],
    "llama-2-13b": ["llama2-13b-chat", "meta-llama/Llama-2-13b-chat-hf"],
    "llama-2-70b": ["llama2-70b-chat", "meta-llama/Llama-2-70b-chat-hf"],
    "llama-3.2-1b": ["meta-llama/Llama-3.2-1B-Instruct"], "llama-3.2-3b": ["meta-llama/Llama-3.2-3B-Instruct"],
    "llama-3.3-70b": ["llama-3.3-70b-instruct"],
    "mistral-7b-v0.1": ["mistral-7b-instruct-v0.1"],
    "mistral-7b-v0.3": ["mistral-7b", "mistral-7b-instruct", "mistral-7b-instruct-v0.3", "mistral-7b-v0.2",
                        "mistral-7b-instruct-v0.2",
                        "mistralai/Mistral-7B-Instruct-v0.3"],
    "mistral-nemo-12b": ["mistral-nemo"], "mistral-small-24b": [
        "mistral-small", "mistral-small-3", "mistral-small-3.1", "mistral-small-3.1-24b-instruct", "mistral-small-2506",
        "mistral-small-3.2-24b", "mistral-small-3.2-24b-2506", "mistral-small-3.2-24b-instruct-2506"],
    "mistral-large-123b": ["mistral-large", "mistral-large-2"],
    "mixtral-8x7b": ["mixtral", "mixtral-8x7b-instruct-v0.1", "mistralai/Mixtral-8x7B-Instruct-v0.1"],
    "mixtral-8x22b": ["mixtral-8x22b-instruct-v0.1"],
    "qwen3-235b-a22b": ["qwen3-235b", "qwen3-235b-a22b-instruct-2507", "qwen3-235b-a22b-thinking-2507"],
    "qwen3-30b-a3b": ["qwen3-30b", "qwen3-coder-30b-a3b", "qwen3-coder-30b-a3b-instruct", "qwen3-30b-a3b-instruct-2507"],
    "qwen3-coder-480b-a35b": ["qwen3-coder-480b", "qwen3-coder-480b-a35b-instruct", "qwen3-coder"],
    "qwen3-next-80b-a3b": ["qwen3-next", "qwen3-next-80b", "qwen3-next-80b-a3b-thinking", "qwen3-coder-next-80b-a3b",
                           "qwen3-coder-next"],
    "qwen2.5-7b": ["qwen2.5-coder-7b"], "qwen2.5-14b": ["qwen2.5-coder-14b"], "qwen2.5-32b": ["qwen2.5-coder-32b"],
    "qwen2.5-0.5b": ["qwen2.5-coder-0.5b"], "qwen2.5-1.5b": ["qwen2.5-coder-1.5b"], "qwen2.5-3b": ["qwen2.5-coder-3b"],
    "r1-distill-qwen-1.5b": ["deepseek-r1-distill-qwen-1.5b"], "r1-distill-qwen-7b": ["deepseek-r1-distill-qwen-7b"],
    "r1-distill-qwen-14b": ["deepseek-r1-distill-qwen-14b"], "r1-distill-qwen-32b": ["deepseek-r1-distill-qwen-32b"],
    "r1-distill-llama-8b": ["deepseek-r1-distill-llama-8b"], "r1-distill-llama-70b": ["deepseek-r1-distill-llama-70b"],
    "deepseek-v3": ["deepseek-v3-671b", "deepseek-v3-0324", "deepseek-v3.1", "deepseek-v3.1-terminus",
                    "deepseek-v3-671b-a37b"],
    "deepseek-r1": ["deepseek-r1-671b", "deepseek-r1-0528", "deepseek-r1-671b-a37b", "deepseek-r1-0528-671b-a37b"],
    "gpt-oss-20b": ["openai/gpt-oss-20b"], "gpt-oss-120b": ["openai/gpt-oss-120b"],
    "gpt-3-175b": ["gpt-3", "gpt3", "gpt3-175b"], "kimi-k2": ["kimi-k2-1t", "kimi-k2-0711", "kimi-k2-0905", "kimi-k2-thinking", "kimi-k2.5", "kimi-k2.6",
                                                               "kimi-k2.5-1t-a32b"],
    # Spellings of published measurements.
    "nemotron-3-super-120b-a12b": ["nemotron_3_super"], "nemotron-3-nano-30b-a3b": ["nemotron_3_nano", "nvidia-nemotron-3-nano-30b-a3b"],
    "nemotron-3-ultra-550b-a55b": ["nemotron_3_ultra"], "flux.1-dev": ["flux", "flux-dev", "flux.1", "flux.1-schnell", "flux.1 (11.9b)"],
    "phi-1.5": ["phi-1.5 1.3b"],
    # Later releases of the same architecture.
    "minimax-m2": ["minimax-m2.1", "minimax-m2.5", "minimax-m2.7", "minimax-m2.1-230b-a10b", "minimax-m2.5-230b-a10b"],
    "glm-4.6": ["glm-4.7"], "glm-5": ["glm-5.1"], "deepseek-v3.2": ["deepseek-v3.2-exp", "deepseek-v3.2-685b-a37b"],
    "qwen3.5-27b": ["qwen3.6-27b"], "qwen3.5-35b-a3b": ["qwen3.6-35b-a3b"],
    "bert-base": ["bert-base-uncased", "bert"], "bert-large": ["bert-large-uncased"],
    "gpt2": ["gpt2-small", "gpt-2"], "gpt2-xl": ["gpt-2-xl"], "bloom-176b": ["bloom"],
    "resnet50": ["resnet-50"], "resnet18": ["resnet-18"], "resnet101": ["resnet-101"], "resnet152": ["resnet-152"],
    "vit-b16": ["vit-b/16", "vit-base"], "vit-l16": ["vit-l/16", "vit-large"], "vit-h14": ["vit-h/14", "vit-huge"],
    "whisper-large-v3": ["whisper-large", "whisper"], "sd-1.5": ["stable-diffusion-1.5", "stable-diffusion", "sd1.5"],
    "sdxl-base": ["sdxl", "stable-diffusion-xl"], "sd3-medium": ["sd3", "stable-diffusion-3"],
    "sd3.5-large": ["stable-diffusion-3.5-large"],
    "opt-175b": ["opt"], "falcon-180b": ["falcon"], "phi-2": ["phi2"], "phi-4": ["phi4"],
}


# Families as their makers spell them, by the records that are there: of each model, and of each spelling in a table.
CATALOG = pathlib.Path(__file__).parents[2] / "catalog" / "models"
FAMILY = {known["id"]: known["family"] for path in sorted(CATALOG.glob("*.json")) for known in json.loads(path.read_text())}
SPELLED = {normalized(family): family for family in FAMILY.values()}


def family_of(row):
    return FAMILY.get(row["id"]) or SPELLED.get(normalized(row["family"]), row["family"])


def record(row):
    notes, found = row["notes"], traits(row["notes"])
    is_text = row["kind"] not in ("vision", "diffusion")
    linear = linear_mixer(row) if row["linear_attn_details"] else None
    memory_only = row["source"].startswith("from memory")
    result = {"id": row["id"], "name": row["name"], "aliases": aliases(row), "family": family_of(row),
              "kind": KINDS.get(row["kind"], row["kind"]), "release": row["release"], "license": row["license_short"]}
    if result["kind"] == "decoder":
        del result["kind"]
    total, active = number(row["params_total_b"]), number(row["params_active_b"])
    result |= {"params_b": total, "active_params_b": active if active != total else None}
    if row["layers"]:
        result |= {"layers": number(row["layers"]), "hidden": number(row["hidden"])}
        result |= feed_forward_fields(row, found) if is_text or row["intermediate"] else {}
        if row["heads"] and row["heads"] != "0":
            result |= attention_fields(row, found)
    if is_text:
        result |= {"vocab": number(row["vocab"]), "tied_embeddings": True if row["tied_embeddings"] == "yes" else None,
                   "max_context": number(row["max_context"])}
    result |= trait_fields(found) | block_fields(row, notes) | image_fields(row, notes)
    if linear:
        result["linear"] = linear
    if row["id"].startswith("mamba2"):
        result |= {"heads": None, "kv_heads": None, "head_dim": None, "intermediate": None, "norms_per_layer": 1}
    if BERT.match(row["id"]):
        result |= {"gated": False, "bias": "all", "norm": "layernorm", "embedding_norm": True,
                   "learned_positions": 512}
        pooler = 0 if row["id"].startswith("distil") else result["hidden"] ** 2 + result["hidden"]
        roberta = "learned_positions" in DETAILS.get(row["id"], {})
        # Two rows of token types weigh as much as the final norm that BERT does not have; RoBERTa has one row.
        result["extra_params"] = pooler - (result["hidden"] if roberta else 0) or None
    if re.match(r"t5-(small|base|large|3b|11b)$", row["id"]):
        hidden, heads, decoder = result["hidden"], result["heads"], result["layers"] // 2
        inner = heads * int(row["head_dim"])
        result["gated"] = False
        # Cross-attention and its norm per decoder layer, the decoder's final norm, two position tables.
        result["extra_params"] = decoder * (4 * hidden * inner + hidden) + hidden + 2 * 32 * heads
    if row["kind"] == "speech":
        result |= {"gated": False, "bias": "all", "norm": "layernorm"}
    result |= DETAILS.get(row["id"], {})
    for field, known in (("mtp_params", MTP), ("tower_params", TOWER)):
        count, remark = known.get(row["id"], (None, ""))
        result[field] = leaf(count and int(count), note=remark)
    if row["id"] == "qwen2.5-vl-7b":
        result["params_b"] = round(total - TOWER[row["id"]][0] / 1e9, 9)
    stretched = next((known for start, known in ORIGINAL_CONTEXT.items() if row["id"].startswith(start)), None)
    if stretched and row["id"] != "deepseek-v3.2":
        result["original_context"] = leaf(stretched, unverified=True)
    note = prose(notes)
    if row["id"] in EXTRA:
        result["extra_params"], why = EXTRA[row["id"]]
        note = f"{note}; {why}" if note else why
    if memory_only and result.get("layers"):
        result["layers"] = leaf(result["layers"], unverified=True)
        note = (note + "; " if note else "") + "dimensions not seen in a source, confirmed only by the total"
    counted = components.fields_of(row["id"])
    result |= counted
    origins = ids_of(row["source"]) + (["counted-networks"] if "components" in counted else [])
    result |= {"native_precision": PRECISIONS.get(row["native_precision"], row["native_precision"]), "source": " ".join(origins),
               "retrieved": RETRIEVED, "note": note}
    return without_empty(without_asides(result))


def family_file(row):
    return {"multimodal": ""}.get(row["kind"], "") or FILES.get(row["family"], row["family"])


def records_by_file(rows):
    files = {}
    for row in rows:
        files.setdefault(family_file(row), []).append(record(row))
    return files
