"""Rows of the table of hosted prices to price records of the catalog's models."""
import re

from records import normalized, number, without_empty
from sources import ids_of

# Hosts that the two tables call differently, and hosts reached through Hugging Face's router.
PROVIDERS = {"togetherai": "together", "huggingface_together": "together", "huggingface_nebius": "nebius",
             "huggingface_hyperbolic": "hyperbolic", "huggingface_sambanova": "sambanova", "novita-ai": "novita",
             "fireworks-ai": "fireworks", "amazon-bedrock": "aws", "google-vertex": "gcp",
             "cloudflare-workers-ai": "cloudflare", "wandb": "wandb"}

# Rows of a price table that matched a name by pattern and hold another model's price.
PATTERN_MATCHED = {("groq", "llama-3.1-405b-reasoning")}  # the price of the 70B model

# Other weights under a base model's name, or a name that means whatever is newest.
OTHER_MODELS = re.compile(r"dolphin|hermes|glm-5-turbo|qwen3-8b$|-latest$|deepseek-(chat|reasoner)$|speciale", re.I)

VENDOR = re.compile(r"^(?:(?:zai|qwen|openai|google|minimax|mistral|moonshot|moonshotai)\.|(?:alibaba|databricks|openai|zai|meta|open)-)")
VERSION = re.compile(r"-v?\d:0$")
# Ends that say how a model is served or tuned, not which model it is.
SERVED = re.compile(r"-(tee|fast|turbo|tput|fp8|nvfp4|maas|bf16|highspeed|instant|versatile|specdec|dynamic|instruct|it|preview|"
                    r"int4-mixed-ar|32768|v0\.1|v0|0711|0905|2507)$")


def spellings(served_as):
    """What a host's name for a model may mean, the longest first."""
    name = served_as.lower().split("/")[-1].replace(" ", "-")
    name = re.sub(r"(?<=\d)p(?=\d)", ".", VERSION.sub("", name))
    names = [name, VENDOR.sub("", name)]
    while SERVED.search(names[-1]):
        names.append(SERVED.sub("", names[-1]))
    return names


def model_of(served_as, models):
    """The catalog id a host's name means; None when it means none for certain."""
    if OTHER_MODELS.search(served_as):
        return None
    return next((models[key] for name in spellings(served_as) if (key := normalized(name)) in models), None)


def date_of(row):
    """The day of the table: that of a model's entry is the model's, not the price's."""
    snapshot = re.search(r"snapshot (\d{4}-\d\d-\d\d)", row["date"])
    return snapshot.group(1) if snapshot else row["date"][:10]


def record(row, provider, model):
    notes = ["no check date of its own"] if row["date"].startswith("no check") else []
    if row["provider"].startswith("huggingface_"):
        notes.append("through Hugging Face's router")
    return without_empty({
        "provider": provider, "model": model, "input_usd_m": number(row["input_usd_per_m"]),
        "output_usd_m": number(row["output_usd_per_m"]), "date": date_of(row), "served_as": row["model"],
        "source": " ".join(ids_of(row["source"])), "note": "; ".join(notes)})


def convert(rows, models):
    """Price records by provider, and how many rows were left out for which reason. `models` is ids by
    normalized spelling."""
    prices, left_out, seen = {}, {}, set()
    for row in rows:
        provider = PROVIDERS.get(row["provider"], row["provider"])
        model = model_of(row["model"], models)
        price = record(row, provider, model) if model else None
        key = price and (provider, model, price["served_as"].lower(), price["date"])
        reason = ("price of another model" if (provider, row["model"]) in PATTERN_MATCHED else
                  "model not in the catalog" if not model else
                  "listed twice" if key in seen else "")
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        seen.add(key)
        prices.setdefault(provider, []).append(price)
    return prices, left_out
