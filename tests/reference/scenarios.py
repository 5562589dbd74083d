"""Random scenarios over what the reference computes, the same for a seed: models of every kind, layouts, formats, methods,
optimizers, ways to pay. Layouts, micro-batches and prices are left to the engine in some and given in others."""
import random

TOKENS = ("decoder", "moe", "hybrid", "multimodal")
OPTIMIZERS = ("adamw", "adamw_8bit", "paged_adamw_8bit", "adafactor", "sgd", "sgd_momentum", "lion", "muon", "galore")
SHARDING = ("none", "zero1", "zero2", "zero3", "fsdp", "hsdp")


class Scenarios:
    def __init__(self, catalog, seed):
        self.r, self.catalog = random.Random(seed), catalog
        self.models = {}
        for m in catalog["models"]:
            self.models.setdefault(kind_of(m), []).append(m)
        fast = lambda a: a.get("rates_tflops", {}).get("bf16") and a.get("bandwidth_gb_s", 0) > 200
        self.devices = [a for a in catalog["accelerators"] if fast(a)]
        self.large = [a for a in self.devices if a["memory_gb"] >= 40 and a["vendor"] in ("NVIDIA", "AMD")]
        parts = {"head", "beside_experts", "prediction"}  # that memory.stored tells apart
        self.weights = [f for f in catalog["formats"] if f.get("for_weights", True) and parts.issuperset(f.get("part_bits", {}))]
        self.caches = [f for f in catalog["formats"] if f.get("for_kv")]
        self.engines = catalog["engines"]

    def draw(self):
        r = self.r
        workload = r.choice(("serve", "serve", "batch", "train", "train", "finetune", "finetune", "finetune"))
        kind = r.choice(sorted(self.models))
        if kind == "speech":
            workload = "serve"
        model = r.choice(self.models[kind])
        s = {"workload": workload, "model": model["id"]}
        device = r.choice(self.large if r.random() < 0.7 else self.devices)
        count = r.choice((1, 1, 2, 4, 8, 8, 16, 32, 64))
        s["hardware"] = {"accelerator": device["id"], "count": count, "per_node": 8}
        media = kind in ("encoder", "vision", "diffusion", "speech")
        if workload in ("serve", "batch"):
            self._serving(s, count, kind, model)
        else:
            self._training(s, count, kind, model)
        s["cost"] = self._cost()
        return s

    def _layout(self, count, training, experts):
        r, left, parallel = self.r, count, {}
        for name in ("tensor", "pipeline") + (("context",) if training else ()):
            size = r.choice([n for n in (1, 1, 2, 4, 8) if n <= left])
            parallel[name] = size
            left //= size
        parallel["data"] = left
        parallel["expert"] = r.choice((1, left * parallel["tensor"])) if experts else 1
        return parallel

    def _serving(self, s, count, kind, model):
        r = self.r
        serve = s["serve"] = {"eager": r.random() < 0.2}
        if r.random() < 0.6:
            s["precision"] = {"weights": r.choice(self.weights)["id"]}
        if kind in ("encoder", "vision", "diffusion", "speech"):
            return self._media(serve, kind, model)
        if "precision" in s:
            s["precision"]["kv"] = r.choice(self.caches)["id"]
        serve["input_tokens"] = r.choice((100, 512, 2048, 8000, 30000))
        serve["output_tokens"] = r.choice((1, 64, 512, 2000))
        serve["concurrency"] = r.choice((1, 1, 3, 16, 32, 100, "max"))
        if r.random() < 0.85:
            serve["engine"] = r.choice(self.engines)["id"]
        if r.random() < 0.3:
            serve["prefill_chunk"] = r.choice((256, 1024, 4096))
        if r.random() < 0.2:
            serve["max_context"] = r.choice((32768, 40000))
        if r.random() < 0.15:
            drafts = {"draft": r.choice(("ngram", "llama-3.2-1b", "mtp")), "tokens": r.choice((1, 3, 5))}
            serve["speculative"] = {**drafts, "acceptance": r.choice((0.5, 0.7, 1))}
        if r.random() < 0.1 and count > 1:
            serve["disaggregated"] = True
        if r.random() < 0.4:
            s["parallel"] = self._layout(count, False, True if r.random() < 0.3 else False)

        return None

    def _media(self, serve, kind, model):
        r = self.r
        if r.random() < 0.5:
            serve["batch"] = r.choice((1, 2, 8, 32))
        if kind in ("vision", "diffusion") and r.random() < 0.5:
            serve["width"] = r.choice((224, 512, 768, 1024))
            serve["height"] = r.choice((224, 512, 768, 1024))
        if kind == "diffusion":
            serve["steps"] = r.choice((1, 4, 20, 50))
            serve["guidance"] = r.random() < 0.5
        if kind == "speech" and r.random() < 0.5:
            serve["audio_s"] = r.choice((10, 30, 100))
        if kind == "encoder" and not model.get("components"):
            serve["input_tokens"] = r.choice((64, 256, 512))

    def _training(self, s, count, kind, model):
        r = self.r
        media = kind in ("encoder", "vision", "diffusion", "speech")
        t = s["train"] = {"optimizer": r.choice(OPTIMIZERS), "packed": r.random() < 0.8, "compiled": r.random() < 0.3}
        t["recipe"] = r.choice(("mixed", "mixed", "mixed_fp16_grads", "autocast", "bf16", "fp32", "fp8"))
        t["checkpointing"] = r.choice(("none", "full", "auto") if media else ("none", "selective", "full", "auto"))
        t["micro_batch"] = r.choice((1, 1, 2, 4, "auto"))
        t["global_batch"] = r.choice((16, 64, 256, "auto"))
        if kind not in ("vision", "diffusion"):
            t["sequence"] = r.choice((1024, 2048, 4096, 8192))
        s["parallel"] = {}
        if r.random() < 0.5 and not media:
            s["parallel"] = self._layout(count, True, r.random() < 0.2)
        if r.random() < 0.7:
            s["parallel"]["sharding"] = r.choice(SHARDING[:-1] if media else SHARDING)
        if media:
            if kind != "encoder" and r.random() < 0.5:
                t["image_size"] = r.choice((224, 256, 512))
            return
        t["framework"] = r.choice(("megatron", "pytorch", "transformers", "litgpt"))
        t["flash_attention"] = r.random() < 0.8
        t["loss"] = r.choice(("plain", "plain", "chunked", "fused"))
        t["offload"] = r.choice(("none",) * 6 + ("optimizer", "parameters", "activations"))
        t["optimizer_in_backward"] = r.random() < 0.1
        t["tokens"] = r.choice((1e7, 1e9, 1e12))
        if r.random() < 0.15:
            t["objective"] = r.choice(("dpo", "grpo"))
            t["reference"] = r.random() < 0.7
        if s["workload"] == "finetune":
            t["method"] = r.choice(("full", "freeze", "lora", "lora", "qlora", "qlora", "dora"))
            t["trained_layers"] = r.choice((1, 2, 6))
            targets = r.choice(("attention", "qv", "qkv", "all_linear"))
            t["lora"] = {"rank": r.choice((4, 8, 16, 64, 200)), "targets": targets, "embeddings": r.random() < 0.2}
            if t["method"] == "qlora" and r.random() < 0.4:
                s["precision"] = {"weights": r.choice(("nf4", "gptq-int4", "awq-int4", "int8"))}

    def _cost(self):
        r = self.r
        some = {
            "location": lambda: r.choice(("home", "office", "colocation", "hyperscale")),
            "utilization": lambda: r.choice((0.05, 0.3, 0.6, 1)),
            "years": lambda: r.choice((0.5, 1, 2.5, 3, 4, 7.25)),
            "discount_rate": lambda: r.choice((0, 0.05, 0.2)),
            "availability": lambda: r.choice((0.8, 0.99)),
            "server_usd": lambda: r.choice((4000, 250000)),
            "network_usd_per_gpu": lambda: r.choice((0, 1000)),
            "facility_usd": lambda: r.choice((0, 50000)),
            "spare_nodes": lambda: r.choice((0, 1, 2)),
            "install_fraction": lambda: r.choice((0, 0.1)),
            "server_kw_max": lambda: r.choice((0.8, 10.2)),
            "idle_fraction": lambda: r.choice((0.1, 0.5)),
            "load_fraction": lambda: r.choice((0.6, 1)),
            "pue": lambda: r.choice((1, 1.3)),
            "electricity_usd_kwh": lambda: r.choice((0.05, 0.3)),
            "electricity_drift": lambda: r.choice((-0.05, 0.1)),
            "electricity_included": lambda: True,
            "colo_usd_kw_month": lambda: r.choice((0, 200)),
            "maintenance_fraction": lambda: r.choice((0, 0.1)),
            "staff_fte": lambda: r.choice((0, 0.5)),
            "staff_usd_year": lambda: r.choice((90000, 200000)),
            "software_usd_year": lambda: r.choice((0, 10000)),
            "resale_fraction": lambda: r.choice((0, 0.35)),
            "resale_cost_fraction": lambda: r.choice((0, 0.2)),
            "rent_usd_gpu_h": lambda: r.choice((0.5, 2, 8)),
            "reserved_usd_gpu_h": lambda: r.choice((0.4, 1.5)),
            "rent_drift": lambda: r.choice((-0.2, 0.1)),
            "spot_ratio": lambda: r.choice((0.3, 0.7)),
            "always_on": lambda: r.random() < 0.5,
            "start_h": lambda: r.choice((0, 2)),
            "start_overhead": lambda: r.choice((0, 0.2)),
            "support_fraction": lambda: r.choice((0, 0.1)),
            "storage_gb": lambda: r.choice((0, 5000)),
            "egress_gb_month": lambda: r.choice((0, 1000)),
            "base_share": lambda: r.choice((0.2, 0.5)),
            "pricing": lambda: r.choice(("on_demand", "spot", "reserved_1y", "reserved_3y")),
            "grid": lambda: r.choice(self.catalog["grids"])["id"],
        }
        return {k: draw() for k, draw in some.items() if r.random() < 0.25}


def kind_of(model):
    """What the test counts by: kinds of the catalog, and of decoders the sort of attention."""
    kind = model.get("kind", "decoder")
    if kind in TOKENS:
        if model.get("linear"):
            return "linear"
        if model.get("kv_lora_rank"):
            return "latent"
        if model.get("compressed"):
            return "compressed"
        if model.get("window"):
            return "window"
        if model.get("experts"):
            return "moe"
        return "dense"
    return kind
