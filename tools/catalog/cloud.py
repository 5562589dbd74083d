"""Rows of the cloud table to instances and their dated prices."""
import re

from records import leaf, number, slug, without_empty
from sources import ids_of

PROVIDERS = {"verda (datacrunch)": "verda", "akamai (linode)": "akamai", "massed compute": "massed-compute",
             "sf compute": "sf-compute", "latitude.sh": "latitude"}

# Device names of the table by accelerator id, without the vendor's name.
DEVICES = {
    "T4": "t4", "A10": "a10", "A10G": "a10g", "A16": "a16-per-gpu", "A40": "a40", "L4": "l4", "L40": "l40", "L40S": "l40s",
    "V100 16GB SXM": "v100-sxm2-16gb", "V100 16GB PCIe": "v100-pcie-16gb", "V100 32GB": "v100-sxm2-32gb",
    "A100 40GB SXM": "a100-sxm4-40gb", "A100 80GB SXM": "a100-sxm4-80gb", "A100 40GB PCIe": "a100-pcie-40gb",
    "A100 80GB PCIe": "a100-pcie-80gb", "A100 80GB PCIe NVLink": "a100-pcie-80gb",
    "H100 80GB SXM": "h100-sxm5-80gb", "H100 80GB PCIe": "h100-pcie-80gb", "H100 80GB PCIe NVLink": "h100-pcie-80gb",
    "H100 NVL 94GB": "h100-nvl-94gb", "H100 94GB NVL": "h100-nvl-94gb", "H200 SXM": "h200-sxm-141gb",
    "H200 141GB SXM": "h200-sxm-141gb", "H200 141GB NVL": "h200-nvl-141gb", "GH200": "gh200-96gb", "GH200 96GB": "gh200-96gb",
    "B200": "b200-sxm-180gb", "B200 180GB": "b200-sxm-180gb", "B200 180GB SXM": "b200-sxm-180gb",
    "B300": "b300-sxm-288gb", "B300 288GB": "b300-sxm-288gb", "B300 288GB SXM": "b300-sxm-288gb",
    "GB200": "gb200-per-gpu", "GB200 NVL72": "gb200-per-gpu", "GB300": "gb300-per-gpu", "GB300 288GB SXM": "gb300-per-gpu",
    "RTX PRO 6000 Blackwell Server": "rtx-pro-6000-blackwell-server",
    "RTX PRO 6000 Blackwell 96GB Server": "rtx-pro-6000-blackwell-server",
    "RTX PRO 6000 Blackwell 96GB Workstation": "rtx-pro-6000-blackwell-ws",
    "RTX PRO 6000 Blackwell 96GB Max-Q": "rtx-pro-6000-blackwell-maxq",
    "RTX PRO 4000 Blackwell 24GB": "rtx-pro-4000-blackwell", "RTX PRO 4500 Blackwell": "rtx-pro-4500-blackwell",
    "RTX PRO 4500 Blackwell 32GB": "rtx-pro-4500-blackwell", "RTX PRO 5000 Blackwell 48GB": "rtx-pro-5000-blackwell-48gb",
    "RTX 2000 Ada": "rtx-2000-ada", "RTX 4000 Ada": "rtx-4000-ada", "RTX 5000 Ada": "rtx-5000-ada",
    "RTX 6000 Ada": "rtx-6000-ada", "RTX A4000": "rtx-a4000", "RTX A5000": "rtx-a5000", "RTX A6000": "rtx-a6000",
    "RTX 3060 12GB": "rtx-3060-12gb", "RTX 5060 Ti 16GB": "rtx-5060-ti-16gb", "RTX 3080 10GB": "rtx-3080-10gb", "RTX 3090": "rtx-3090", "RTX 4080": "rtx-4080", "RTX 4090": "rtx-4090",
    "RTX 5080": "rtx-5080", "RTX 5090": "rtx-5090",
    "MI300X": "mi300x-192gb", "MI325X": "mi325x-256gb", "MI350X": "mi350x-288gb", "MI355X": "mi355x-288gb",
    "TPU v5e": "tpu-v5e", "TPU v5p": "tpu-v5p", "TPU v6e": "tpu-v6e", "Trainium1": "trainium1", "Inferentia2": "inferentia2",
}
# Names that do not say which of several form factors they mean, by the usual one in clouds. Such an
# instance names its device as unverified.
LIKELY = {
    "H100 80GB": "h100-sxm5-80gb", "A100 80GB": "a100-sxm4-80gb", "H200": "h200-sxm-141gb", "H200 141GB": "h200-sxm-141gb",
    "RTX PRO 6000 Blackwell": "rtx-pro-6000-blackwell-server", "RTX PRO 6000 Blackwell 96GB": "rtx-pro-6000-blackwell-server",
    "V100 16GB": "v100-sxm2-16gb", "V100 32GB": "v100-sxm2-32gb", "P100 16GB": "p100-sxm2-16gb",
}
# Where the instance says what the device name leaves open.
BY_INSTANCE = {
    "Standard_NC6s_v3": "v100-pcie-16gb", "Standard_NC12s_v3": "v100-pcie-16gb", "Standard_NC24s_v3": "v100-pcie-16gb",
    "gpu_8x_v100": "v100-sxm2-16gb",
    "p3.2xlarge": "v100-sxm2-16gb", "p3.8xlarge": "v100-sxm2-16gb", "p3.16xlarge": "v100-sxm2-16gb",
    "VM.GPU3.1": "v100-sxm2-16gb", "VM.GPU3.4": "v100-sxm2-16gb", "8x V100": "v100-sxm2-16gb",
    "p5en.48xlarge": "h200-sxm-141gb", "secure NVIDIA H200": "h200-sxm-141gb",
}

# Nodes whose network the price source leaves out (GB/s per node and direction in the source).
NETWORKS = {"a3-highgpu-8g": 800, "a3-megagpu-8g": 1600}

# Cells that are no date: the date to keep, and what it leaves out.
DATES = {
    "2026-08-19 or earlier": ("2026-08-19", "or earlier"),
    "2026 (undated file version)": ("2026", "day not given"),
    "undated (2026)": ("2026", "day not given"),
    "undated (2025-2026)": ("2025", "2025 or 2026"),
    "2025-H2 (undated commit)": ("2025-07", "second half of 2025"),
    "2024..2025-03": ("2025-03", "list of 2024 or 2025, last edited in March 2025"),
    "undated file version (2025-11..2026-03?)": ("2025-11", "list between November 2025 and March 2026"),
    "undated file version (v8 schema, mid-2025 or later)": ("2025-06", "list of mid-2025 or later"),
    "undated file version (v8 schema, mid-2025 or later; likely stale)": ("2025-06", "list of mid-2025 or later"),
}

# Rows that are no record of one device.
SKIPPED = [
    ("several devices under one name", lambda r: "/" in r["accelerator"].replace("(1/", "")),
    ("part of a device", lambda r: not r["accelerator_count"].isdigit() or int(r["accelerator_count"]) < 1),
    ("device count guessed", lambda r: "VERIFY" in r["notes"]),
]


def tier_of(row):
    """What sort of offer a row is, in the words of the engine's Tier."""
    if row["instance_type"].startswith(("average", "market average")):
        return "average"
    if row["provider"] == "vastai" or row["instance_type"].startswith("marketplace"):
        return "marketplace"
    if row["region_or_scope"] == "serverless per second":
        return "serverless"
    if row["provider"] == "hf-endpoints":
        return "endpoint"
    return "per_gpu" if row["instance_type"].startswith(("per-gpu", "cheapest", "secure")) else "instance"


def status_of(row):
    if "RETIRED" in row["notes"]:
        return "retired"
    return "superseded" if re.search(r"^OLD|SUPERSEDED|superseded upward", row["notes"]) else "current"


def device_of(row):
    """The device of a row and whether that is certain; (None, False) where the catalog has none."""
    if row["instance_type"] in BY_INSTANCE:
        return BY_INSTANCE[row["instance_type"]], True
    name = re.sub(r"^(NVIDIA|AMD|AWS|Google|Intel) ", "", row["accelerator"])
    name = re.sub(r" \((?:no InfiniBand|confidential|Mega|Intel host|AMD host)\)$", "", name)
    unstated = name.removesuffix(" (form unstated)")
    plain = re.sub(r" \d+GB$", "", unstated)
    certain = unstated == name or re.match(r"B[23]00", name)
    if certain and (unstated in DEVICES or plain in DEVICES):
        return DEVICES.get(unstated) or DEVICES[plain], True
    return LIKELY.get(unstated), False


def date_of(row):
    if row["provider"] == "oci":
        return "2025-12", "undated list, late 2025 or later"
    return DATES.get(row["price_date"], (row["price_date"], ""))


# First words of the table's names of offers that are no instance of the provider.
OFFERS = {"cheapest": "", "secure": "secure cloud", "per-gpu": "per GPU", "average": "average of listings",
          "marketplace": "cheapest host", "serverless": "serverless"}


def offer_word(row):
    """The word that says what sort of offer a row is; empty for a named instance."""
    word = row["instance_type"].split()[0]
    return word if word in OFFERS else ""


def id_of(row, provider, device):
    word = offer_word(row)
    if not word:
        base = f"{provider}-{slug(row['instance_type'])}"
        return f"{base}-{row['region_or_scope']}" if row["instance_type"].startswith("tpu") else base
    extra = "-nvlink" if row["accelerator"].endswith("NVLink") else ""
    host = re.search(r"\((\w+) host\)", row["accelerator"])
    extra += f"-{host.group(1).lower()}" if host else ""
    return f"{provider}-{'' if word == 'per-gpu' else word + '-'}{device}{extra}"


def name_of(row, provider):
    word = offer_word(row)
    if not word:
        return row["instance_type"]
    device = re.sub(rf"^{word}( from| flex)?( NVIDIA| AMD)? | \(Nov\)$| \(form unstated\)", "", row["instance_type"])
    return f"{device}, {OFFERS[word]}" if OFFERS[word] else device


def network_of(row):
    rate = re.match(r"([\d.]+) Gbps", row["network_gb_s_or_gbps"])
    if rate:
        return number(rate.group(1))
    return leaf(NETWORKS.get(row["instance_type"]), "stas00-network")


# Scopes of prices that are no region.
NO_REGION = ("all ", "any ", "per GPU", "list", "North America list", "secure", "annual", "average", "market", "serverless")


def instance_of(row, provider, device, certain):
    remembered = "from memory (Azure" in row["notes"] or "from the-full-stack" in row["notes"]
    shape = "vCPU and host memory from memory" if remembered else ""
    fabricless = "without InfiniBand" if "(no InfiniBand)" in row["accelerator"] else ""
    confidential = "confidential computing" if "(confidential)" in row["accelerator"] else ""
    bridge = "with NVLink bridges" if row["accelerator"].endswith("PCIe NVLink") else ""
    form = "" if certain else "form factor not stated, taken for the usual one"
    region = row["region_or_scope"]
    if region.startswith(NO_REGION):
        region = ""
    tier, status = tier_of(row), status_of(row)
    return without_empty({
        "id": id_of(row, provider, device), "name": name_of(row, provider), "provider": provider,
        "tier": tier if tier != "instance" else None, "status": status if status != "current" else None,
        "accelerator": leaf(device, unverified=not certain),
        "count": leaf(int(row["accelerator_count"]), unverified=remembered) if row["accelerator_count"] != "1" else None,
        "region": region,
        "vcpus": leaf(number(row["vcpus"]), unverified=remembered),
        "host_memory_gb": leaf(number(row["host_memory_gb"]), unverified=remembered),
        "network_gbps": network_of(row), "source": " ".join(ids_of(row["source"])), "retrieved": date_of(row)[0],
        "note": "; ".join(filter(None, (form, fabricless, confidential, bridge, shape)))})


PRICE_NOTES = [
    (r"cheapest of secure and community cloud", "cheapest of secure and community cloud"),
    (r"spot is a \"from\" price", "a \"from\" price that moves every 15 minutes"),
    (r"EUR list price", "EUR list price at the ECB rate of the day"),
    (r"list price moved up daily", "rose daily in early October 2026"),
    (r"own date not stated|spot column from dstackai", "kept by hand, day not stated"),
]


def prices_of(row, id, device):
    date, weak = date_of(row)
    sources = ids_of(row["source"])
    prices = []
    for kind in ("on_demand", "spot", "reserved_1y", "reserved_3y"):
        usd = number(row[f"{kind}_usd_h"])
        if usd is None:
            continue
        notes = [weak]
        source = sources
        if kind.startswith("reserved") and "DERIVED" in row["notes"]:
            notes.append("derived: on-demand price x commitment ratio of asia-east1")
            source = sources if "cyclenerd-gcp" in sources else sources + ["cyclenerd-gcp"]
        elif kind == "spot" and "US availability zones" in row["notes"]:
            notes.append("median of US zones, undated")
            source = ["skypilot-catalog"]
        elif kind == "on_demand" and re.match(r"a3-highgpu-[124]g", row["instance_type"]):
            notes.append("list-equivalent: sold as spot or flex-start only")
        for pattern, words in PRICE_NOTES:
            if re.search(pattern, row["notes"] + row["source"]) and (kind == "spot") == words.startswith(("a \"from", "kept by hand")):
                notes.append(words)
        if kind == "on_demand" and row["provider"] == "gcp" and "tpu" in row["instance_type"]:
            notes.append("kept by hand, day not stated")
        prices.append(without_empty({"of": id, "kind": None if kind == "on_demand" else kind, "usd": usd, "date": date,
                                     "source": " ".join(source), "note": "; ".join(dict.fromkeys(filter(None, notes)))}))
        if kind == "on_demand" and "same price seen 2026-11-09 (data-receipts)" in row["notes"]:
            prices.append({"of": id, "usd": usd, "date": "2026-11-09", "source": "data-receipts"})
    return prices


def convert(rows):
    """Instances and prices by provider, and how many rows were left out for which reason."""
    instances, prices, left_out = {}, {}, {}
    seen, held = {}, set()
    for row in rows:
        reason = next((why for why, test in SKIPPED if test(row)), None)
        device, certain = device_of(row)
        if not reason and not device:
            reason = "device not in the catalog"
        provider = PROVIDERS.get(row["provider"], row["provider"])
        if not reason and row["instance_type"].startswith("cheapest") and (provider, device) in held:
            reason = "the provider's own instances are there"
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        if tier_of(row) == "instance" and status_of(row) == "current":
            held.add((provider, device))
        instance = instance_of(row, provider, device, certain)
        if instance["id"] not in seen:
            seen[instance["id"]] = instance
            instances.setdefault(provider, []).append(instance)
        prices.setdefault(provider, []).extend(prices_of(row, instance["id"], device))
    return instances, prices, left_out
