#!/usr/bin/env python3
"""The engine against a second implementation from the formulas' sources, over random scenarios.

What the engine chooses is taken from its answer: layout, micro-batch, recomputation, numbers of sequences, prices, and times,
whose fitted efficiencies no source gives. All that follows from them is computed anew and has to agree.

    python3 tests/reference/reference_test.py [SEED [COUNT]]
"""
import json
import sys
import unittest
from collections import Counter, defaultdict
from math import ceil, inf

import cost
import media
import memory
import speed
from architecture import Architecture
from catalog import answers, catalog
from scenarios import Scenarios, kind_of

SEED, COUNT = 2, 1000
NEAR = 1e-6
BENT = 0.01  # causal work of windows and picked tokens, which the engine takes at eight points of a sequence

# Each is compared in at least one scenario, or the test says nothing about it.
MODELS = "dense moe latent window compressed linear encoder vision diffusion speech".split()
LINES = {
    "serving": "weights kv_cache linear_state sampling activations attention_scores kv_cache_copies untied_head towers cuda_graphs "
    "expert_buffers cuda_context collectives draft_weights draft_cache draft_pass",
    "training": "weights trained_weights adapters master_weights optimizer gradients activations checkpoints recomputed_layer "
    "backward_buffers head_input logits reference reference_logits cast_copy gathered_weights gradient_buckets dequantization "
    "quantized_buffers dora_norms optimizer_step fragmentation cuda_context collectives host total",
    "media": "weights weights_text_encoder weights_text_encoder_2 weights_denoiser weights_image_encoder weights_image_decoder "
    "weights_audio_encoder weights_text_decoder state activations cuda_context",
    "media training": "weights gradients optimizer activations cuda_context collectives",
    "model": "params active_params kv_bytes flops gflop",
    "speed": "work mfu samples tokens goodput days optimal tokens_of_step tokens_per_s per_request images",
    "bound": "decode training media",
    "renting": "on_demand spot reserved_1y reserved_3y base hour cash",
    "owning": "hardware installation facility electricity colocation maintenance staff software resale value hour cash",
    "break-even": "utilization rent months",
    "cost": "api run energy co2 requests tokens images audio",
    "power": "node_max_w heat_btu_h circuits_120v_15a circuits_230v_16a power_supply_w racks rack_kw energy_kwh_year co2_kg_year",
}
FORMATS_OF_WEIGHTS = 20  # at least so many
SHARDING = "none zero1 zero2 zero3 fsdp hsdp".split()
OPTIMIZERS = "adamw adamw_8bit paged_adamw_8bit adafactor sgd sgd_momentum lion muon galore".split()
METHODS = "full freeze lora qlora dora".split()


class Comparisons:
    def __init__(self, seed, count):
        self.catalog = catalog()
        self.by = {k: {x["id"]: x for x in self.catalog[k]} for k in ("models", "formats", "engines", "accelerators", "grids")}
        self.made, self.wrong = Counter(), defaultdict(list)
        self.answered = 0
        drawn = Scenarios(self.catalog, seed)
        while self.answered < count:
            batch = [drawn.draw() for _ in range(count - self.answered + 50)]
            for scenario, answer in zip(batch, answers(batch)):
                if answer["ok"] and self.answered < count:
                    self.answered += 1
                    self.of(scenario, answer)

    def equal(self, kind, ours, engines, near=NEAR):
        self.made[kind] += 1
        if abs(ours - engines) > near * max(abs(ours), abs(engines)) + 1e-9:
            self.wrong[kind].append((ours, engines, self.asked))

    def at_least(self, kind, least, engines):
        self.made[kind] += 1
        if engines < least * (1 - NEAR):
            self.wrong[kind].append((least, engines, self.asked))

    def lines(self, kind, ours, answer):
        theirs = {line["id"]: line["gb"] * 1e9 for line in answer["memory"]["lines"]}
        for name in ours.keys() | theirs.keys():
            if ours.get(name) or theirs.get(name):
                self.equal(f"{kind}: {name}", ours.get(name, 0), theirs.get(name, 0))

    def of(self, asked, answer):
        self.asked = asked
        self.s, self.model = answer["scenario"], self.by["models"][asked["model"]]
        self.device = self.by["accelerators"][asked["hardware"]["accelerator"]]
        self.count, self.layout = asked["hardware"]["count"], dict(answer["speed"]["layout"])
        kind = kind_of(self.model)
        self.made["kind: " + kind] += 1
        trains = asked["workload"] in ("train", "finetune")
        if kind in ("encoder", "vision", "diffusion", "speech"):
            self.media(answer, trains)
        else:
            self.architecture = Architecture(self.model)
            self.counts(answer["model"])
            (self.training if trains else self.serving)(answer)
        self.cost(answer, trains)

    def counts(self, of):
        a = self.architecture
        self.equal("model: params", a.params(), of["params_b"] * 1e9)
        self.equal("model: active_params", a.active_params(), of["active_params_b"] * 1e9)
        bits = self.by["formats"][self.s["precision"]["kv"]]["bits"]
        self.equal("model: kv_bytes", a.cache(1, bits), of["kv_bytes_per_token"])
        self.equal("model: flops", 2 * a.multiplied() + a.mixing(0, True), of["flops_per_token"])

    # Serving

    def chunk(self, engine):
        """Prompt tokens of a step: as told, or the engine's, of which some take fewer on small devices."""
        if self.s["serve"]["prefill_chunk"] != "auto":
            return self.s["serve"]["prefill_chunk"]
        return self.small(engine) and engine.get("small_prefill_chunk") or engine.get("prefill_chunk", 8192)

    def small(self, engine):
        usable = self.device.get("usable_memory_bytes", self.device["memory_gb"] * 2**30)
        return usable < engine.get("small_below_mb", 0) * 1e6 or self.device["id"] in engine.get("small_devices", [])

    def limit(self, engine):
        """Sequences that may run together: as told, or the engine's."""
        told = self.s["serve"].get("max_sequences", "auto")
        return told if told != "auto" else self.small(engine) and engine.get("small_sequences") or engine.get("sequences", 1024)

    def serving(self, answer):
        serve, v = self.s["serve"], answer["speed"]
        weights, kv = (self.by["formats"][self.s["precision"][k]] for k in ("weights", "kv"))
        if weights["id"] == self.model.get("native_precision"):  # as its checkpoint has it
            weights = weights | {"part_bits": weights.get("part_bits", {}) | self.model.get("part_bits", {})}
        prompt, out = serve["input_tokens"], serve["output_tokens"]
        full = serve["max_context"] if serve["max_context"] != "auto" else prompt + out
        as_many = serve.get("concurrency", "max" if self.s["workload"] == "batch" else 32) == "max"
        context = prompt + out / 2 if as_many else full
        sequences = max(1, ceil(v["concurrency"] / self.layout["data"] - 1e-9))
        if "engine" in self.asked["serve"] and not serve.get("disaggregated"):
            engine = self.here(self.by["engines"][self.asked["serve"]["engine"]], weights)
            chunk = self.chunk(engine)
            drafted = answer["scenario"]["serve"]["speculative"]["tokens"] if "speculation" in v else 0
            left = self.left(engine, answer["memory"]["usable_gb"] * 1e9)
            rest = (prompt, chunk, serve["eager"], drafted, self.limit(engine), left)
            ask = (self.layout, engine, sequences, context, *rest)
            if as_many and self.s["workload"] == "batch":  # fewer than fit, where more do not pay: the engine is told
                share = min(1 if left else serve["memory_fraction"], 1 - self.s["constraints"]["headroom"])
                more = memory.serving(self.architecture, weights, kv, *ask[:2], sequences + 1, *ask[3:])
                if sequences < self.limit(engine) and sum(more.values()) <= answer["memory"]["usable_gb"] * 1e9 * share:
                    rest = (*rest[:4], sequences, left)
                    ask = (*ask[:4], *rest)
            if as_many:  # live requests, unless there is no room for the whole of one
                whole = (self.layout, engine, 1, full, *rest)
                one = memory.serving(self.architecture, weights, kv, *whole)
                self.draft(one, weights, kv, whole)
                share = min(1 if left else serve["memory_fraction"], 1 - self.s["constraints"]["headroom"])
                ask = whole if sum(one.values()) > answer["memory"]["usable_gb"] * 1e9 * share else ask
            ours = memory.serving(self.architecture, weights, kv, *ask)
            self.draft(ours, weights, kv, ask)
            self.lines("serving", ours, answer)
            self.made["format: " + weights["id"]] += 1
        self.equal("speed: tokens_per_s", v["requests_per_s"] * out, v["tokens_per_s"])
        self.equal("speed: per_request", 1000 / v["tpot_ms"], v["tokens_per_s_per_request"])
        steps = 1
        if "speculation" in v:
            asked = serve["speculative"]
            steps = speed.tokens_of_step(asked["acceptance"], asked["tokens"])
            self.equal("speed: tokens_of_step", steps, v["speculation"]["tokens_per_step"])
        bits = min([weights["bits"], *weights.get("part_bits", {}).values()])
        read = speed.least_read(self.architecture, bits, kv["bits"], prompt, self.layout)
        self.at_least("bound: decode", read / (self.device["bandwidth_gb_s"] * 1e6) / steps, v["tpot_ms"])

    def here(self, engine, weights):
        """The engine with what its kernels pad experts to on this device, and its buffers by the links there are."""
        own = (self.device["vendor"], self.device["architecture"])
        tiles = [t for t in engine.get("tiles", []) if weights["id"].startswith(tuple(t["formats"])) and (not t.get("on") or set(own) & set(t["on"]))]
        bus = {} if self.device.get("fabric", {}).get("domain", 1) > 2 else {"communicator_mb": engine.get("bus_communicator_mb", memory.BUS_COMMUNICATOR / 1e6)}
        return engine | bus | {"tile": (tiles or [None])[0]}

    def left(self, engine, usable):
        """Bytes that an engine leaves for what a step takes, where its share of the memory is of weights and caches alone."""
        fraction = self.asked["serve"].get("memory_fraction", "auto")
        if not engine.get("kept_free"):
            return 0
        if fraction != "auto":
            return usable * (1 - fraction)
        return next(k["mb"] * 1e6 for k in engine["kept_free"] if usable < k.get("below_mb", inf) * 1e6)

    def draft(self, ours, weights, kv, ask):
        """Weights, cache and pass of a model that drafts, on as many ranks as its heads allow, or of prediction layers."""
        name = self.s["serve"].get("speculative", {}).get("draft")
        if name == "mtp":
            model = self.architecture.prediction(self.model.get("mtp_params", 0))
            bits = weights.get("part_bits", {}).get("prediction")
            weights = weights | {"bits": bits, "part_bits": {}} if bits else weights
            own = {**self.layout, "pipeline": 1}
        elif name and name != "ngram":
            model = Architecture(self.by["models"][name])
            tensor = self.layout["tensor"] if model.get("heads") % self.layout["tensor"] == 0 else 1
            own = {"tensor": tensor, "pipeline": 1, "context": 1, "expert": 1, "data": 1}
        else:
            return
        engine, rest, limit = ask[1], ask[2:-3], ask[-2]
        apart = engine.get("logits") == "chunk"  # each has buffers of its own, and a cache of 16 bits
        held = memory.serving(model, weights, kv | {"bits": 16} if apart else kv, own, engine, *rest, 0, limit, reads=False)
        ours["draft_weights"] = held["weights"]
        ours["draft_cache"] = held["kv_cache"] + held["kv_cache_copies"] + held["linear_state"]
        passing = [held[line] for line in ("activations", "sampling", "attention_scores", "joined_attention") if line in held]
        ours["draft_pass"] = sum(passing) if apart else 0

    # Training

    def training(self, answer):
        t, v, layout = self.s["train"], answer["speed"], self.layout
        pair = 2 if t["objective"] == "dpo" else 1
        layout["micro_batch"] *= pair
        layout["per_node"] = 8
        base = self.asked.get("precision", {}).get("weights")
        if not base:
            base = "nf4" if t["method"] == "qlora" else "fp32" if t["recipe"] in ("fp32", "autocast") else "bf16"
        overheads = next(
            o for o in self.catalog["calibration"]["training_overheads"]
            if t["framework"] in o.get("frameworks", [t["framework"]]) and "before" not in o
        )
        framework = next(f for f in self.catalog["frameworks"] if f["id"] == t["framework"])
        habits = next(
            (h for h in framework.get("habits", []) if t["objective"] in h.get("objectives", [t["objective"]]) and "before" not in h), {}
        )
        overheads = {**overheads, "habits": habits}
        usable = answer["memory"]["usable_gb"] * 1e9
        ours = memory.Training(Architecture(self.model), t, layout, self.by["formats"][base], overheads, usable)
        lines = ours.fullest()
        host = lines.pop("host")
        self.lines("training", lines, answer)
        self.equal("training: total", sum(lines.values()), answer["memory"]["per_gpu_gb"] * 1e9)
        if host:
            self.equal("training: host", host, answer["memory"].get("host_gb", 0) * 1e9)
        for what in ("sharding", "optimizer", "method"):
            self.made[f"{what}: {layout[what] if what == 'sharding' else t[what]}"] += 1
        self.training_speed(t, v, layout, pair, ours)

    def training_speed(self, t, v, layout, pair, ours):
        a, nodes = self.architecture, ceil(self.count / 8)
        tokens = layout["global_batch"] * t["sequence"] * pair
        rates = self.device["rates_tflops"]
        peak = max(rates.get("bf16") or rates["fp16"], v["roofline"]["peak_tflops"])
        if t["method"] != "freeze" and t["objective"] == "lm":
            work = speed.training_work(a, t["method"], t["sequence"], tokens)
            near = BENT if speed.bends(a, t["sequence"]) else NEAR * 10
            self.equal("speed: work", work / v["step_s"] / self.count / 1e12, v["tflops_per_gpu"], near)
        self.at_least("bound: training", v["tflops_per_gpu"] / v["roofline"]["peak_tflops"], 1)
        self.equal("speed: mfu", v["tflops_per_gpu"] / peak, v["mfu"])
        self.equal("speed: samples", layout["global_batch"] / v["step_s"], v["samples_per_s"])
        self.equal("speed: tokens", tokens / v["step_s"] * (1 if t["packed"] else 0.5), v["tokens_per_s"])
        trainable = a.params()
        if t["method"] in memory.ADAPTERS:  # counted of the model as published, whatever tables the software holds twice
            one = {**layout, "tensor": 1, "pipeline": 1, "expert": 1}
            overheads = {**ours.overheads, "unties_head": False}
            trainable = memory.Training(Architecture(self.model), t, one, ours.base, overheads, 0).trainable()
        if t["method"] != "freeze":
            kept = speed.checkpoint_s(trainable, t["recipe"], t["optimizer"], nodes)
            self.equal("speed: goodput", speed.goodput(kept, 50677 * 3600 / self.count, 600), v["goodput"])
        self.equal("speed: days", v["tokens"] / v["tokens_per_s"] / 86400 / v["goodput"], v["days"])
        if "compute_optimal" in v:
            of, gpu_s = v["compute_optimal"], v["days"] * 86400 * self.count
            params = speed.optimal(gpu_s * v["tflops_per_gpu"] * 1e12 * v["goodput"], t["tokens_per_param"])
            self.equal("speed: optimal", params, of["budget_params_b"] * 1e9)
            self.equal("speed: optimal", t["tokens_per_param"] * params, of["budget_tokens"])
            self.equal("speed: optimal", t["tokens_per_param"] * a.active_params(), of["tokens"])
            self.equal("speed: optimal", v["tokens"] / t["tokens_per_param"], of["params_b"] * 1e9)

    # Media

    def media(self, answer, trains):
        m, serve, v = self.model, self.s["serve"], answer["speed"]
        width, longest = m.get("image_size", 0), m.get("max_context", inf)
        height, windows = m.get("image_height", width), 1
        if trains:
            t = self.s["train"]
            width, height = (width, height) if t["image_size"] == "auto" else (t["image_size"], t["image_size"])
            every = media.passes(m, width, height, 1, False, min(t["sequence"], longest), 0)
            self.lines("media training", media.training(every, t, self.layout), answer)
            work = 3 * sum(p.runs * p.work for p in every if p.trained) * self.layout["global_batch"]
            self.equal("speed: work", work / v["step_s"] / self.count / 1e12, v["tflops_per_gpu"])
            self.equal("speed: samples", self.layout["global_batch"] / v["step_s"], v["samples_per_s"])
            self.equal("speed: days", v["samples"] / v["samples_per_s"] / 86400, v["days"])
            self.at_least("bound: training", v["tflops_per_gpu"] / v["roofline"]["peak_tflops"], 1)
            return
        given = lambda value, otherwise: otherwise if value == "auto" else value
        answers_of = given(serve["output_tokens"], 200)
        if kind_of(m) == "speech":
            window = m.get("window_s", 30)
            audio = given(serve["audio_s"], window)
            windows = ceil(audio / window)
            answers_of = 2.5 * min(window, audio)  # 150 words a minute
        every = media.passes(
            m, given(serve["width"], width), given(serve["height"], height), given(serve["steps"], m.get("steps", 1)),
            serve.get("guidance", m.get("guidance", False)), min(given(serve["input_tokens"], 0), longest), answers_of,
        )
        f = self.by["formats"][self.s["precision"]["weights"]]
        together, host = media.serving(every, f, v["batch"]), answer["memory"].get("host_gb", 0)
        self.lines("media", media.in_turn(every, f, v["batch"]) if host else together, answer)
        if host:
            held = sum(b for name, b in together.items() if name.startswith("weights"))
            self.equal("media: host", held * self.count, host * 1e9)
        self.made["format: " + f["id"]] += 1
        self.equal("model: params", sum(p.params for p in every), answer["model"]["params_b"] * 1e9)
        work = sum(p.work * p.runs * p.inputs for p in every)
        self.equal("model: gflop", windows * work, answer["model"].get("gflop_per_request", 0) * 1e9)
        items = v["requests_per_s"] * windows
        self.equal("speed: images", v["batch"] * self.count / v["batch_ms"] * 1000, items)
        # Networks in FP32, 16 bits and fewer each have their own peak: the highest is a bound for all but the devices that
        # are fitted above it, whose roof is raised.
        peak = max(*self.device["rates_tflops"].values(), v["roofline"]["peak_tflops"]) * 1e12
        known = sum(p.work * p.runs * p.inputs for p in every if p.known)
        self.at_least("bound: media", v["batch"] * known / peak * 1000, v["batch_ms"])

    # Cost

    def cost(self, answer, trains):
        c, of = self.s["cost"], answer["cost"]
        device = self.device
        machines = cost.Machines(c, device.get("segment", "datacenter"), device.get("power_w", 0), device.get("idle_power_w"), self.count, 8)
        grid = self.by["grids"].get(c.get("grid"))
        if "power" in of:
            self.power(c, of, machines, answer, trains)
        flows = {way["id"]: self.way(c, of, way, machines, grid, answer, trains) for way in of.get("ways", [])}
        rented, owned = flows.get(c["pricing"]), flows.get("buy")
        for point in of.get("cash_flow", []):
            for name, flow, key in (("owning", owned, "buy_usd"), ("renting", rented, "rent_usd")):
                if flow and key in point:
                    self.equal(f"{name}: cash", flow.paid_by(point["month"] / 12), point[key])
        if rented and owned and "break_even" in of:
            self.break_even(c, of, machines, grid, rented, owned)
        self.units(of, answer, trains)

    def paid(self, of, way):
        """Accelerators of the whole instances that are paid: the engine's choice, which the price of an hour tells."""
        if of.get("way") == way["id"] == self.s["cost"]["pricing"] and not self.s["cost"]["base_share"]:
            return round(of["usd_per_h"] / way["usd_gpu_h"])
        return self.count

    def way(self, c, of, way, machines, grid, answer, trains):
        name = way["id"]
        if name == "buy":
            return self.own(c, of, way, machines, grid)
        if name == "api":
            v, serve = answer["speed"], self.s["serve"]
            prices = way["usd_per_1m_input_tokens"], way["usd_per_1m_output_tokens"]
            usd = cost.hosted(c, *prices, serve["input_tokens"], serve["output_tokens"], v["requests_per_s"])
            self.equal("cost: api", usd, way["npv"])
            return None
        base = next((w["usd_gpu_h"] for w in of["ways"] if w["id"] == "reserved_1y"), None) if c["base_share"] else 0
        whole = "rent_usd_gpu_h" in self.asked["cost"] or self.paid(of, way) != self.count or of.get("way") == name
        if base is None or not whole or (c["base_share"] and "rent_usd_gpu_h" not in self.asked["cost"]):
            return None  # how many accelerators are paid is not told
        efficiency = 1
        if name == "spot":  # ten minutes to start again, once a day; training tells what it loses by its days
            efficiency = answer["speed"]["days"] / way["days"] if trains else 1 / (1 + 600 / 86400)
        flow = cost.renting(c, name, way["usd_gpu_h"], self.paid(of, way), efficiency, base)
        self.equal("renting: " + ("base" if c["base_share"] else name), flow.value(), way["npv"])
        self.equal("renting: hour", flow.value() / cost.useful_hours(c, self.count), way["usd_per_useful_gpu_h"])
        if trains and name in ("on_demand", "spot") and not c["base_share"]:
            hour = way["usd_gpu_h"] * self.paid(of, way) / self.count
            before = c["start_h"] * self.count * self.s.get("train", {}).get("experiments", 1)  # paid as each run begins
            usd = hour * (1 + c["start_overhead"]) * (1 + c["support_fraction"]) / efficiency * (of["gpu_hours"] + before)
            self.equal("cost: run", usd, way["usd_per_run"])
        return flow

    def server(self, c, of, machines):
        """Of one machine: given, or what the engine says of the hardware."""
        if c["server_usd"] != "auto":
            return c["server_usd"]
        nodes = machines.nodes + c["spare_nodes"]
        hardware = next(line["usd"] for line in of["lines"] if line["id"] == "hardware")
        return hardware / nodes - cost.given(c["network_usd_per_gpu"], machines.network()) * self.count / machines.nodes

    def own(self, c, of, way, machines, grid):
        lines, flow = cost.owning(c, machines, self.server(c, of, machines), grid)
        theirs = {line["id"]: line["usd"] for line in of["lines"]}
        for name in lines.keys() | theirs.keys():
            if lines.get(name) or theirs.get(name):
                self.equal("owning: " + name, lines.get(name, 0), theirs.get(name, 0))
        self.equal("owning: value", flow.value(), way["npv"])
        self.equal("owning: hour", flow.value() / cost.useful_hours(c, self.count), way["usd_per_useful_gpu_h"])
        return flow

    def break_even(self, c, of, machines, grid, rented, owned):
        """Where the engine says that both cost the same, they do."""
        b, pricing = of["break_even"], c["pricing"]
        way = next(w for w in of["ways"] if w["id"] == pricing)
        if pricing != "spot" and not c["base_share"]:
            rent = lambda more, usd: cost.renting({**c, **more}, pricing, usd, self.paid(of, way), 1).value()
            if 0 < b.get("utilization", 0) < 1:
                use = {"utilization": b["utilization"]}
                own = cost.owning({**c, **use}, machines, self.server(c, of, machines), grid)[1].value()
                self.equal("break-even: utilization", rent(use, way["usd_gpu_h"]), own)
            if "rent_usd_gpu_h" in b:
                self.equal("break-even: rent", rent({}, b["rent_usd_gpu_h"]), owned.value())
        if 0 < b.get("months", 0) < 12 * c["years"] - 1e-6:
            at = b["months"] / 12
            self.equal("break-even: months", owned.paid_by(at), rented.paid_by(at))

    def power(self, c, of, machines, answer, trains):
        p = of["power"]
        ours = cost.power_plan(c, machines)
        pue = cost.given(c["pue"], cost.PLACES[c["location"]][1])
        nodes = machines.nodes + c["spare_nodes"]
        ours["energy_kwh_year"] = machines.wall / 1000 * nodes * cost.mean_load(c, machines) * cost.HOURS * pue
        grid = self.by["grids"][c.get("grid", "us")]
        if "co2_g_kwh" in grid:
            ours["co2_kg_year"] = ours["energy_kwh_year"] * grid["co2_g_kwh"] / 1000
        for name in LINES["power"].split():
            if ours.get(name) or p.get(name):
                self.equal("power: " + name, ours.get(name, 0), p.get(name, 0))
        kw, v = machines.wall * c["load_fraction"] * machines.nodes / 1000, answer["speed"]
        if trains:
            energy = kw * v["days"] * 24
        elif "tpot_ms" in v:
            energy = kw * 1e6 / (v["tokens_per_s"] * 3600)
        else:
            energy = kw * 1000 / (v["requests_per_s"] * 3600)
        self.equal("cost: energy", energy, of["energy_kwh"])
        if "co2_g_kwh" in grid:
            self.equal("cost: co2", energy * pue * grid["co2_g_kwh"] / 1000, of["co2_kg"])

    def units(self, of, answer, trains):
        """What an hour of useful work costs, spread over what is done in it."""
        v, hour = answer["speed"], of.get("usd_per_useful_h")
        if trains or not hour or of.get("way") == "api":
            return
        requests = v["requests_per_s"] * 3600
        if "usd_per_1k_requests" in of:
            self.equal("cost: requests", hour / requests * 1000, of["usd_per_1k_requests"])
        if "usd_per_1k_images" in of:
            self.equal("cost: images", hour / (v["images_per_s"] * 3600) * 1000, of["usd_per_1k_images"])
        if "usd_per_audio_h" in of:
            self.equal("cost: audio", hour / v["audio_s_per_s"], of["usd_per_audio_h"])
        if "prefill_share" in of and "usd_per_1m_output_tokens" in of:
            serve, share = self.s["serve"], of["prefill_share"]
            for part, tokens, side in ((share, serve["input_tokens"], "input"), (1 - share, serve["output_tokens"], "output")):
                self.equal("cost: tokens", hour / requests * part / tokens * 1e6, of[f"usd_per_1m_{side}_tokens"])


class Reference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.compared = Comparisons(SEED, COUNT)

    @classmethod
    def tearDownClass(cls):
        made = cls.compared.made
        total = sum(n for k, n in made.items() if k.split(":")[0] in LINES)
        print(f"{cls.compared.answered} scenarios, {total} comparisons")
        for kind in sorted(made):
            print(f"{made[kind]:7d} {kind}")

    def agrees(self, group):
        wrong = {k: v for k, v in self.compared.wrong.items() if k.split(":")[0] == group}
        told = []
        for kind, found in sorted(wrong.items()):
            ours, engines, asked = found[0]
            told.append(f"{kind}: {len(found)} differ; here {ours!r}, the engine {engines!r}, of {json.dumps(asked)}")
        self.assertFalse(told, "\n" + "\n".join(told))
        self.all_made(f"{group}: {name}" for name in LINES[group].split())

    def all_made(self, kinds):
        none = [kind for kind in kinds if not self.compared.made[kind]]
        self.assertFalse(none, "nothing was compared of these")

    def test_every_choice_is_met(self):
        self.all_made("kind: " + kind for kind in MODELS)
        self.all_made("sharding: " + kind for kind in SHARDING)
        self.all_made("optimizer: " + kind for kind in OPTIMIZERS)
        self.all_made("method: " + kind for kind in METHODS)
        formats = [kind for kind in self.compared.made if kind.startswith("format: ")]
        self.assertGreater(len(formats), FORMATS_OF_WEIGHTS)


for group in LINES:
    setattr(Reference, "test_" + group.replace(" ", "_").replace("-", "_"), lambda self, group=group: self.agrees(group))

if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        SEED = int(sys.argv.pop(1))
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        COUNT = int(sys.argv.pop(1))
    unittest.main()
