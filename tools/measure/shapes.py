"""What a plain decoder needs to know of a model: from a config.json of Hugging Face, or the catalog."""
import dataclasses
import json
import pathlib

CATALOG = pathlib.Path(__file__).resolve().parents[2] / "catalog" / "models"

# Fields of a catalog record that change how a layer computes: the plain decoder has none of them.
SPECIAL = ["kv_lora_rank", "linear", "compressed", "k_is_v", "components", "gflop_per_image", "expert_latent",
           "parallel_dense", "per_layer_embedding", "attention_layers", "kv_layers", "indexer_top_k", "window",
           "shared_intermediate", "dense_layers", "global_head_dim", "attention_gate", "learned_positions",
           "extra_params"]
# The same of a config.json, where a truthy value means it.
SPECIAL_KEYS = ["kv_lora_rank", "linear_num_value_heads", "mamba_d_state", "n_shared_experts", "first_k_dense_replace",
                "shared_expert_intermediate_size", "vision_config", "text_config"]


class NotPlain(ValueError):
    """The model has layers that the decoder of this tool does not have, or says too little."""


@dataclasses.dataclass(frozen=True)
class Shapes:
    """Sizes of a decoder with grouped-query attention and gated feed-forward layers, dense or of experts."""
    name: str
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    intermediate: int  # of an expert where there are experts
    vocab: int
    tied: bool = False
    experts: int = 0
    experts_per_token: int = 0
    qkv_bias: bool = False

    def params(self):
        """Parameters of the decoder, embeddings, head and norms included."""
        inner, cached = self.heads * self.head_dim, self.kv_heads * self.head_dim
        attention = self.hidden * (2 * inner + 2 * cached) + (inner + 2 * cached if self.qkv_bias else 0)
        mlp = 3 * self.hidden * self.intermediate * max(1, self.experts) + self.hidden * self.experts
        tables = self.vocab * self.hidden * (1 if self.tied else 2)
        return self.layers * (attention + mlp + 2 * self.hidden) + tables + self.hidden


def of_config(config, name):
    """Shapes of a parsed config.json. Raises NotPlain."""
    special = [key for key in SPECIAL_KEYS if config.get(key)]
    if special:
        raise NotPlain(f"{name} is no plain decoder: {', '.join(special)}")
    experts = config.get("num_local_experts") or config.get("num_experts") or 0
    try:
        heads = config["num_attention_heads"]
        return Shapes(
            name=name,
            layers=config["num_hidden_layers"],
            hidden=config["hidden_size"],
            heads=heads,
            kv_heads=config.get("num_key_value_heads") or heads,
            head_dim=config.get("head_dim") or config["hidden_size"] // heads,
            intermediate=(config.get("moe_intermediate_size") if experts else None) or config["intermediate_size"],
            vocab=config["vocab_size"],
            tied=bool(config.get("tie_word_embeddings")),
            experts=experts,
            experts_per_token=config.get("num_experts_per_tok") or 0,
            qkv_bias=bool(config.get("attention_bias")) or config.get("model_type") == "qwen2",
        )
    except KeyError as missing:
        raise NotPlain(f"{name} does not say {missing.args[0]}") from None


def records():
    """Records of catalog/models by id; releases with what they have of the model they are based on."""
    own = {record["id"]: record for file in sorted(CATALOG.glob("*.json")) for record in json.loads(file.read_text(encoding="utf-8"))}

    def whole(record):
        return {**whole(own[record["based_on"]]), **record} if "based_on" in record else record

    return {name: whole(record) for name, record in own.items()}


def of_record(record):
    """Shapes of a record of catalog/models. Raises NotPlain."""
    model = {key: leaf["value"] if isinstance(leaf, dict) and "value" in leaf else leaf for key, leaf in record.items()}
    special = [key for key in SPECIAL if model.get(key)]
    if special or not model.get("gated", True) or model.get("kind", "decoder") not in ("decoder", "moe"):
        raise NotPlain(f"{model['id']} is no plain decoder: {', '.join(special) or model.get('kind', 'not gated')}")
    experts = model.get("experts", 0)
    return Shapes(
        name=model["id"],
        layers=model["layers"],
        hidden=model["hidden"],
        heads=model["heads"],
        kv_heads=model.get("kv_heads", model["heads"]),
        head_dim=model.get("head_dim", model["hidden"] // model["heads"]),
        intermediate=model["expert_intermediate"] if experts else model["intermediate"],
        vocab=model["vocab"],
        tied=model.get("tied_embeddings", False),
        experts=experts,
        experts_per_token=model.get("experts_per_token", 0),
        qkv_bias=model.get("bias", "none") == "qkv",
    )


def find(model):
    """Shapes of `model`: the path of a config.json (or its folder), or an id or alias of the catalog. Raises NotPlain."""
    path = pathlib.Path(model)
    if path.is_dir():
        path = path / "config.json"
    if path.is_file():
        name = path.parent.resolve().name if path.name == "config.json" else path.stem
        return of_config(json.loads(path.read_text(encoding="utf-8")), name)
    for record in records().values():
        if model.lower() in [record["id"].lower(), *(alias.lower() for alias in record.get("aliases", []))]:
            return of_record(record)
    raise NotPlain(f"{model} is neither a config.json nor a model of the catalog")
