"""Bytes on the fullest accelerator, line by line, of serving and of training.

Sources: Kwon et al. 2023 (paged cache), Korthikanti et al. 2022 (activations, pipelines), Shoeybi et al. 2019 (tensor
parallelism), Rajbhandari et al. 2020 (ZeRO), Ren et al. 2021 (offload), Zhao et al. 2023 (FSDP), DeepSpeed's defaults, Hu et
al. 2021 (LoRA), Dettmers et al. 2022 and 2023 (8-bit moments, QLoRA), Liu et al. 2024 (DoRA), Shazeer and Stern 2018
(Adafactor), Zhao et al. 2024 (GaLore), Chen et al. 2023 (Lion), Jordan et al. 2024 (Muon), Rafailov et al. 2023 (reference
model). What was fitted (fragmentation, contexts) and what engines reserve is the catalog's, and taken from it.
"""
from math import ceil

from cache import laid_out

MIB, GIB = 2**20, 2**30
CONTEXT = (426 + 32) * MIB
COMMUNICATOR = 0.42 * GIB  # vLLM outside PyTorch on two H100, less on one
BUS_COMMUNICATOR = 0.12 * GIB  # on two RTX 4090, less on one


def collectives(layout, each=COMMUNICATOR):
    """Stages of a pipeline only send to each other."""
    return each * sum(layout[d] > 1 for d in ("tensor", "context", "data", "expert")) + COMMUNICATOR * (layout["pipeline"] > 1)


def ranks_of_experts(layout):
    return max(layout["tensor"], layout["expert"])


def stages(layout):
    """First and last of each: whether it has the table of tokens and the head."""
    return [(True, True)] if layout["pipeline"] == 1 else [(True, False), (False, True)]


def share_of_layers(model, layout):
    return ceil(model.layers / layout["pipeline"]) / model.layers


def part(matrix, layer, tensor):
    """Of a matrix on one rank; heads of keys are whole, one at least."""
    if matrix.split == "whole":
        return 1
    return ceil(layer.kv_heads / tensor) / layer.kv_heads if matrix.split == "kv" else 1 / tensor


class Held:
    """Parameters on one rank: `matrices` and `experts` are quantized, `others` are not, `head` is one of them."""

    def __init__(self, matrices, experts, others, head=0):
        self.matrices, self.experts, self.others, self.head = matrices, experts, others, head
        self.dense = matrices + others
        self.total = self.dense + experts


def held_layer(layer, layout):
    sizes = [(m.name == "router", m.params * part(m, layer, layout["tensor"])) for m in layer.matrices]
    return Held(
        sum(n for router, n in sizes if not router),
        layer.experts * layer.expert / ranks_of_experts(layout),
        sum(n for router, n in sizes if router) + layer.small,
    )


def held_tables(model, layout, stage):
    """Tables of tokens, head and all that is outside of layers; the head alone."""
    first, last = stage
    t = layout["tensor"]
    head = (model.embedding if model.tied else model.head if last else 0) / t
    table = model.embedding / t if first and not model.tied else 0
    others = model.other - model.lookup + model.lookup / t if first else 0
    return head + table + others, head


def held(model, layout, stage, tile=None):
    share = share_of_layers(model, layout)
    parts = [(g.count * share, held_layer(g, layout)) for g in model.groups]
    tables, head = held_tables(model, layout, stage)
    add = lambda what: sum(n * getattr(p, what) for n, p in parts)
    return Held(add("matrices"), add("experts") * grown(model, layout, tile), add("others") + tables, head)


def grown(model, layout, tile):
    """What experts take in whole tiles of a kernel, of what they take as they are."""
    sides = [(g.outer, g.expert_width / (1 if layout["expert"] > 1 else layout["tensor"])) for g in model.groups if g.experts]
    if not tile or not sides:
        return 1
    whole = lambda side, of: ceil(side / of) * of / side
    return whole(sides[0][0], tile.get("hidden", 1)) * whole(sides[0][1], tile.get("width", 1))


def stored(h, f):
    """In a number format: all of a file, whose head may have bits of its own, or quantized matrices and the rest in 16."""
    bits = f["bits"]
    parts = f.get("part_bits", {})
    dense = parts.get("beside_experts", bits) if h.experts else bits
    if f.get("whole_file"):
        rest, head = dense, parts.get("head", dense)
    else:
        rest = head = max(16, bits)
    return (h.matrices * dense + h.experts * bits + (h.others - h.head) * rest + h.head * head) / 8


def serving(model, weights, kv, layout, engine, sequences, context, prompt, chunk, eager, drafted=0, limit=1024, left=0, reads=True):
    """Lines of one replica. `passing`: what comes one after the other, of which the most is held. `drafted` tokens of a
    sequence are verified with the one it would make alone. `left`: bytes that the engine leaves for what a step takes;
    `reads`: a prompt is read meanwhile."""
    t, share = layout["tensor"], share_of_layers(model, layout)
    cache, reading, states = (n * share for n in laid_out(model, kv["bits"], t, engine, ceil(context / layout["context"]), chunk))
    graphs = 0 if eager else engine.get("cuda_graphs_mb", 0) * 1e6
    head = model.vocab * model.hidden / t
    if engine.get("quantizes_head") and weights["bits"] < 16 and not weights.get("whole_file"):
        copy = head * (weights["bits"] / 8 + 4 - (0 if model.tied else 2))
    else:
        second = engine.get("unties_head") or weights["id"] in engine.get("own_head_formats", [])
        copy = 2 * head if second and model.tied else 0
    prompts = sequences * min(prompt, context)
    profiled = engine.get("logits") == "limit"  # a whole step at loading
    step = chunk if profiled else min(chunk, prompts)
    verified = sequences * (1 + drafted)
    logits = {"sequences": verified, "chunk": min(chunk, sequences * context), "prompt": prompts, "limit": max(limit, verified)}
    kept = engine.get("keeps_expert_buffers", False)
    passing = {
        "activations": 2 * step * widest(model, layout, not kept),
        "sampling": engine.get("bytes_per_logit", 4) * model.vocab * logits[engine.get("logits", "sequences")],
        "attention_scores": engine.get("bytes_per_score", 0) * step * min(prompt, context)
        * max([g.heads for g in model.groups if g.attention], default=0) / t,
        "joined_attention": 0 if not engine.get("joins_attention") else weights["bits"] / 8 * share / t
        * sum(g.count * m.params for g in model.groups for m in g.matrices if m.name in ("q", "k", "v")),
    }
    if left - graphs >= max(passing.values()):
        passing = {"activations": left - graphs}
    return {
        "weights": max(stored(held(model, layout, s, engine.get("tile")), weights) for s in stages(layout)),
        "kv_cache": cache * sequences + (reading if reads else 0),
        "kv_cache_copies": cache * sequences * (engine.get("kv_copies", 1) - 1),
        "linear_state": states * verified,
        "untied_head": copy,
        "towers": 0 if engine.get("leaves_towers") else 2 * model.get("tower_params", 0) / t,
        max(passing, key=passing.get): max(passing.values()),
        "expert_buffers": 2 * step * written_by_experts(model, layout) if kept else 0,
        "cuda_graphs": graphs,
        "cuda_context": engine["context_mb"] * 1e6 if "context_mb" in engine else CONTEXT,
        "collectives": collectives({**layout, "data": 1}, engine["communicator_mb"] * 1e6 if "communicator_mb" in engine else COMMUNICATOR),
    }


def written_by_experts(model, layout):
    """Values a token: the product, and in one buffer what of gate and up or of the outputs is more."""
    over = 1 if layout["expert"] > 1 else layout["tensor"]
    narrow = lambda g: g.expert_width / over
    return max((g.per_token * (narrow(g) + max(narrow(g) * (2 if model.gated else 1), g.outer)) for g in model.groups if g.experts), default=0)


def widest(model, layout, routes=True):
    """Values a token has alive at once: residual and normed input, and what the operation reads and writes."""
    h, t, most = model.hidden, layout["tensor"], 0
    up = 3 if model.gated else 2
    for g in model.groups:
        if g.attention:
            keys = g.heads if g.mla else g.kv_heads
            narrow = g.q_rank + g.latent + g.rope if g.mla else 0
            most = max(most, (g.heads + keys) * (g.key + g.value) / t + narrow)
        if g.linear:
            most = max(most, 2 * g.projected / t)
        routed = 0
        if g.experts:
            over = 1 if layout["expert"] > 1 else t
            routed = g.per_token * (up * g.expert_width / over + g.outer) * routes + up * g.shared / t
        most = max(most, h + up * g.width / t, h + routed)
    return 2 * h + most


# Bytes of a trained parameter: the weights that the forward pass reads, gradients, a master copy, one full moment.
RECIPES = {
    "mixed": (2, 4, 4, 4),  # Megatron-LM with FP32 gradients
    "mixed_fp16_grads": (2, 2, 4, 4),  # ZeRO, section 3.1
    "autocast": (4, 4, 0, 4),
    "fp32": (4, 4, 0, 4),
    "bf16": (2, 2, 0, 2),
    "fp8": (2, 4, 4, 4),
    "mxfp8": (2, 4, 4, 4),
    "nvfp4": (2, 4, 4, 4),
}
AUTOGRAD = ("autocast", "fp32", "bf16")
NARROW = ("fp8", "mxfp8", "nvfp4")
ADAPTERS = ("lora", "qlora", "dora")
GATHERED = ("zero3", "fsdp", "hsdp")
LOGIT = 2 + 4 + 4 + 4  # bytes: logits, FP32 copy, log-softmax, gradient
GALORE_RANK = 128
SPARED = ("router", "compress")
MIXING = ("q", "k", "v", "o", "q_down", "q_up", "kv_down", "kv_up", "o_down", "o_up")


def moments(optimizer, moment):
    """Bytes of state for a parameter of a matrix of layers, and for one of tables and vectors; None: in factors."""
    eight = 2 * (1 + 4 / 256)  # two moments, an FP32 scale for 256 of each
    return {
        "adamw": (2 * moment, 2 * moment),
        "adamw_8bit": (eight, eight),
        "paged_adamw_8bit": (eight, eight),
        "lion": (moment, moment),
        "sgd_momentum": (moment, moment),
        "sgd": (0, 0),
        "muon": (moment, 2 * moment),  # hands tables and vectors to AdamW
        "galore": (None, 2 * moment),
        "adafactor": (None, moment),
    }[optimizer]


def factored(optimizer, inputs, outputs, moment):
    """Adafactor: a row and a column. GaLore: two moments of rank x the longer side, the projector of the shorter."""
    if optimizer == "adafactor":
        return moment * (inputs + outputs)
    rank = min(GALORE_RANK, inputs, outputs)
    return moment * (2 * rank * max(inputs, outputs) + rank * min(inputs, outputs))


def carries_adapter(name, targets):
    if name in SPARED or name.startswith("index_"):
        return False
    if targets == "all_linear":
        return True
    if targets == "qv":
        return name in ("q", "v", "q_up", "kv_up")
    if targets == "qkv" and (name.startswith("o") or name == "linear_out"):
        return False
    return name in MIXING or name.startswith("linear_")


class Training:
    """Memory of training a token decoder. `t`: the scenario's train; `layout` with what was chosen (micro-batch ...)."""

    def __init__(self, model, t, layout, base, overheads, usable):
        self.model, self.t, self.layout, self.base, self.overheads = model, t, layout, base, overheads
        self.usable, self.reference = usable, t["reference"] and t["objective"] != "lm"
        self.habits = overheads["habits"]
        if overheads.get("unties_head") and model.tied:
            model.tied, model.head = False, model.embedding
        self.adapters = t["method"] in ADAPTERS
        self.weight, self.gradient, self.master, self.moment = RECIPES[t["recipe"]]
        self.value = 4 if t["recipe"] == "fp32" else 2
        kind = layout["sharding"]
        self.gathers, self.zero = kind in GATHERED, kind in ("zero1", "zero2", "zero3")
        self.divides_gradients = self.gathers or (kind == "zero2" and layout["pipeline"] == 1)
        self.autocast_residual = t["recipe"] == "autocast" and not self.gathers
        self.residual = 4 if self.autocast_residual else self.value
        self.copies = layout["data"] * layout["context"]
        over = self.copies, max(1, self.copies * layout["tensor"] / ranks_of_experts(layout))
        if kind == "hsdp":
            node = max(1, layout["per_node"] / layout["tensor"])
            over = min(over[0], node), min(over[1], node)
        self.over = over
        self.tokens = layout["micro_batch"] * t["sequence"] / layout["context"]
        self.keeps = layout["checkpointing"]
        layers = [(g, self.kept(g, self.keeps)) for g in model.groups]
        self.kept_all = sum(g.count * k for g, k in layers)
        self.kept_most = max(k for _, k in layers)
        self.again = max(self.kept(g, "none") - k for g, k in layers) if self.keeps != "none" else 0
        self.flowing = max(self.backward(g) for g in model.groups)
        self.unit = max(held_layer(g, layout).total for g in model.groups)

    # Activations

    def trained(self, layer, *names):
        """Whether a matrix of these is trained, so that its input is needed again."""
        there = [m.name for m in layer.matrices if m.name in names]
        return any(not self.adapters or carries_adapter(n, self.t["lora"]["targets"]) for n in there)

    def norm(self, kind, width):
        """Fused: its input. RMSNorm written out: an FP32 copy, and the normed values where its weight is trained."""
        if kind == "none":
            return 0
        if kind != "rms" or self.t["compiled"]:
            return width * self.residual
        return width * (4 + (0 if self.adapters else self.residual))

    def kept(self, g, keeps):
        h, e, t = self.model.hidden, self.value, self.t
        if keeps == "full":
            return self.of_tokens(h * self.residual)
        m, flash = self.model, t["flash_attention"]
        total = m.norms * self.norm(m.norm, h)
        if self.adapters:
            total += t["lora"]["rank"] * e * sum(self.trained(g, x.name) for x in g.matrices)
        if g.attention:
            tensor = self.layout["tensor"]
            keys = g.heads if g.mla or not flash else ceil(g.kv_heads / tensor) * tensor
            total += (g.heads + keys) * (g.key + g.value) * e  # queries and output, keys and values
            if g.mla:
                total += (2 * g.q_rank + 2 * g.latent + g.rope) * e  # around the norms of the narrow middles
            total += h * e if self.trained(g, "q", "k", "v", "q_down", "kv_down") else 0
            if m.qk_norm != "none":
                total += self.norm(m.norm, (g.heads + g.kv_heads) * g.key)
            if flash:
                total += 4 * g.heads  # the logarithm of each sum
            elif keeps == "none":
                total += 2 * e * g.heads * t["sequence"]  # scores after softmax, and what multiplies values
        if g.linear:
            total += h * e if self.trained(g, "linear_in") else 0
            total += (g.projected + 2 * g.values) * e
            total += max(0, g.projected - g.values) * e if g.history or g.convolved else 0
        if g.width:
            total += h * e if self.trained(g, "gate", "up") else 0
            total += self.feed_forward(g.width, self.trained(g, "down"))
        if g.experts:
            trained = not self.adapters or t["lora"]["targets"] == "all_linear"
            total += g.per_token * (self.feed_forward(g.expert_width, trained) + g.outer * e * (2 if trained else 1))
            total += 8 * g.experts  # FP32 logits and probabilities of the router
            total += self.feed_forward(g.shared, self.trained(g, "shared_down"))
            total += h * e if trained else 0
        return self.of_tokens(total)

    def feed_forward(self, width, down):
        """Gate, up and the activated gate, which a compiler makes again; their product is the input of the last matrix."""
        entering = (2 if self.t["compiled"] else 3) if self.model.gated else 1
        return width * self.value * (entering + (1 if down else 0))

    def backward(self, g):
        width = max(g.width, g.per_token * g.expert_width + g.shared)
        return self.of_tokens(self.value * ((3 if self.model.gated else 2) * width + 2 * self.model.hidden))

    def of_tokens(self, each):
        return each * self.tokens / self.layout["tensor"]

    # States

    def divided(self, dense, experts, sharded):
        return dense / self.over[0] + experts / self.over[1] if sharded else dense + experts

    def adapter(self, inputs, outputs):
        """Parameters, and bytes of optimizer state."""
        r, moment = self.t["lora"]["rank"], self.moment
        params = r * (inputs + outputs) + (outputs if self.t["method"] == "dora" else 0)
        per = moments(self.t["optimizer"], moment)[0]
        if self.t["optimizer"] == "adafactor":
            state = moment * ((inputs + r) + (r + outputs) + (outputs if self.t["method"] == "dora" else 0))
        else:  # GaLore's rank is no less than an adapter's: as AdamW
            state = params * (2 * moment if per is None else per)
        return params, state

    def states(self, stage):
        t, model, layout = self.t, self.model, self.layout
        h, share = held(model, layout, stage), share_of_layers(model, layout)
        sharded = layout["sharding"] != "none"
        tables, _ = held_tables(model, layout, stage)
        s = {"held": h, "tables": tables, "frozen": 0}
        if self.adapters:
            dense = [0, 0]
            experts = [0, 0]
            for g in model.groups:
                for m in g.matrices:
                    if carries_adapter(m.name, t["lora"]["targets"]):
                        for i, n in enumerate(self.adapter(m.inputs, m.outputs)):
                            dense[i] += g.count * share * n / layout["tensor"]
                if g.experts and t["lora"]["targets"] == "all_linear":
                    shapes = [(g.outer, g.expert_width)] * (g.expert_matrices - 1) + [(g.expert_width, g.outer)]
                    for shape in shapes:
                        for i, n in enumerate(self.adapter(*shape)):
                            experts[i] += g.count * share * g.experts * n / ranks_of_experts(layout)
            if t["lora"]["embeddings"]:
                whole = s["held"].head + (model.embedding / layout["tensor"] if stage[0] and not model.tied else 0)
                dense[0] += whole
                dense[1] += self.of_tables(whole)
            s["params"], states = (dense[0], experts[0]), (dense[1], experts[1])
            # PEFT brings what bitsandbytes leaves in 16 bits to FP32.
            wide = t["method"] == "qlora" and self.habits.get("wide_tables") and self.base["id"] in ("nf4", "bnb-nf4")
            frozen = stored(Held(h.matrices, 0, h.others), self.base) + (2 * h.others if wide else 0)
            s["frozen"] = self.divided(frozen, stored(Held(0, h.experts, 0), self.base), self.gathers)
            trained = 1
        else:
            s["params"] = h.dense, h.experts
            states = self.optimizer_states(h, tables, share)
            trained = 1
            if t["method"] == "freeze":
                layers = sum(g.count * held_layer(g, layout).total for g in model.groups) * share
                trained = min(1, t["trained_layers"] / model.layers) * layers / h.total
                rest = stored(Held(h.matrices + h.experts, 0, h.others), self.base) * (1 - trained)
                s["frozen"] = self.divided(rest, 0, self.gathers)
        each = lambda size, divide: trained * self.divided(s["params"][0] * size, s["params"][1] * size, divide)
        s["trainable"] = trained * sum(s["params"])
        s["weights"] = each(self.weight, self.gathers)
        s["master"] = each(self.master, sharded)
        s["gradients"] = each(self.gradient, self.divides_gradients)
        s["moment"] = each(self.moment, sharded)
        s["optimizer"] = trained * self.divided(*states, sharded)
        return s

    def trainable(self):
        """Parameters, all ranks together."""
        return self.states((True, True))["trainable"]

    def of_tables(self, tables):
        """Optimizer state of tables and all outside of layers, taken as one table as wide as the model."""
        if self.t["optimizer"] == "adafactor":
            return self.moment * (tables / self.model.hidden + self.model.hidden)
        return tables * moments(self.t["optimizer"], self.moment)[1]

    def optimizer_states(self, h, tables, share):
        matrix, other = moments(self.t["optimizer"], self.moment)
        if matrix is not None:
            return h.matrices * matrix + h.others * other, h.experts * matrix
        kind, moment, tensor = self.t["optimizer"], self.moment, self.layout["tensor"]
        dense, experts = self.of_tables(tables), 0
        for g in self.model.groups:
            n = g.count * share
            for m in g.matrices:
                dense += n * factored(kind, m.inputs, m.outputs, moment) * part(m, g, tensor)
            dense += n * g.small * other
            if g.experts:
                each = g.expert_matrices * factored(kind, g.outer, g.expert_width, moment)
                experts += n * g.experts * each / ranks_of_experts(self.layout)
        return dense, experts

    # Moments of a step

    def lines(self, stage, moment):
        """Lines by id, with what is in host memory under "host"."""
        t, layout, model = self.t, self.layout, self.model
        s = self.states(stage)
        h, last, kind = s["held"], stage[1], layout["sharding"]
        out, passing = {"host": 0}, {}
        add = lambda name, amount: out.__setitem__(name, out.get(name, 0) + amount)
        away = lambda there, name, amount: add("host" if there else name, amount)
        offload = t["offload"]
        to_host = offload in ("optimizer", "parameters")
        if s["frozen"]:
            away(offload == "parameters", "weights", s["frozen"])
            add("trained_weights" if t["method"] == "freeze" else "adapters", s["weights"])
        else:
            away(offload == "parameters", "weights", s["weights"])
        if moment == "loading":
            add("loading", self.value * h.total)
            add("cuda_context", self.overheads["context_gb"] * 1e9)
            return out
        if self.reference and not self.adapters:
            over = self.over if self.gathers else (1, 1)
            away(offload == "parameters", "reference", 2 * (h.dense / over[0] + h.experts / over[1]))
        away(to_host, "master_weights", s["master"])
        away(to_host or t["optimizer"] == "paged_adamw_8bit", "optimizer", s["optimizer"])
        self.add_gradients(add, s, last, moment, to_host)
        working = moment != "optimizer"
        quantized = self.adapters and self.base["bits"] < 16
        if working:
            self.add_copies(add, h, quantized)
            if quantized:
                deep = 1 if self.keeps == "full" else model.layers * share_of_layers(model, layout)
                passing["quantized_buffers"] = self.of_tokens(self.overheads["quantized_layer"] * model.hidden) * deep
            self.add_activations(add, passing, stage, moment)
        self.add_communication(add, s, moment)
        # PyTorch's AdamW works on all parameters at once; DeepSpeed's ZeRO-3 by sub-groups.
        foreach = t["optimizer"] == "adamw" and t["recipe"] in AUTOGRAD and not t["compiled"] and kind != "zero3"
        if moment == "optimizer" and foreach and not t["optimizer_in_backward"] and not to_host:
            add("optimizer_step", s["moment"])
        add("cuda_context", self.overheads["context_gb"] * 1e9)
        add("collectives", collectives(layout))
        for name, amount in passing.items():
            add(name, amount)
        self.add_fragmentation(out, passing)
        return out

    def add_gradients(self, add, s, last, moment, to_host):
        """All of them, or those of the head and one layer, which exist first."""
        t, h, model = self.t, s["held"], self.model
        head = model.vocab * model.hidden / self.layout["tensor"] if last else 0
        first = s["gradients"] * (0 if self.adapters else min(1, (head + self.unit) / h.total))
        ddp = self.layout["sharding"] == "none" and self.copies > 1
        buffers = ddp or self.layout["sharding"] in ("zero1", "zero2") or t["recipe"] not in AUTOGRAD
        if t["optimizer_in_backward"] or to_host:
            add("gradients", first)
            add("host", s["gradients"] if to_host and not t["optimizer_in_backward"] else 0)
        elif buffers or self.layout["accumulation"] > 1 or moment == "optimizer":
            add("gradients", s["gradients"])
        elif moment == "backward":
            add("gradients", first)

    def add_copies(self, add, h, quantized):
        t, layout = self.t, self.layout
        autocast = t["recipe"] == "autocast"
        if (autocast or t["recipe"] in NARROW) and (not self.adapters or self.base["bits"] > 16):
            every = autocast and self.keeps != "full" and not self.gathers
            add("cast_copy", 2 * (h.total if every else self.unit))
        size = lambda m, g: m.params * part(m, g, layout["tensor"])
        if quantized:
            experts = [g.expert / g.expert_matrices for g in self.model.groups if g.experts]
            add("dequantization", 2 * max([size(m, g) for g in self.model.groups for m in g.matrices] + experts))
        if t["method"] == "dora":
            merged = [size(m, g) for g in self.model.groups for m in g.matrices if carries_adapter(m.name, t["lora"]["targets"])]
            add("dora_norms", 2 * self.value * max(merged, default=0))

    def in_flight(self, stage):
        """Micro-batches that the first stage has begun and not ended (Korthikanti et al. 2022, section 4.2.3)."""
        p, pieces = self.layout["pipeline"], self.layout.get("virtual_stages", 1)
        if p == 1 or stage[1]:
            return 1
        begun = min(p, self.layout["accumulation"])
        return begun * (1 + (p - 1) / (pieces * p)) if self.layout.get("schedule") == "interleaved" else begun

    def add_activations(self, add, passing, stage, moment):
        t, model, layout = self.t, self.model, self.layout
        share = min(1, t["trained_layers"] / model.layers) if t["method"] == "freeze" else 1
        kept, flight = self.kept_all * share_of_layers(model, layout) * share, self.in_flight(stage)
        if t["offload"] == "activations":
            add("host", flight * kept)
            kept = min(kept, 2 * self.kept_most)
        passing["checkpoints" if self.keeps == "full" else "activations"] = flight * kept
        if moment == "backward":
            passing["recomputed_layer"] = self.again
            passing["backward_buffers"] = self.flowing
        if not stage[1]:
            return
        h = model.hidden
        passing["head_input"] = self.of_tokens(self.norm("rms", h) + (0 if self.adapters else h * self.value))
        if moment != "loss":
            return
        alone = 1 - t["prompt_tokens"] / t["sequence"] if self.habits.get("answers_alone") else 1
        tokens = alone * self.tokens / layout["tensor"]
        if t["loss"] == "fused":
            passing["logits"] = tokens * h * (2 + 4 + 4 + 2)
        elif t["loss"] == "chunked":
            passing["logits"] = tokens * model.vocab * (LOGIT / 8 if t["offload"] == "activations" else 2 + 2 + 12 / 8)
        else:
            most = self.habits.get("logit_tokens") or alone * self.tokens
            tokens = min(tokens, most / layout["tensor"])
            passing["logits"] = tokens * model.vocab * self.habits.get("logit_bytes", LOGIT)
            if self.reference:
                passing["reference_logits"] = tokens * 2 * model.vocab

    def add_communication(self, add, s, moment):
        t, kind, over = self.t, self.layout["sharding"], self.over
        spread = self.copies > 1
        alone = t["offload"] == "parameters" and not (spread and self.gathers)
        working = moment != "optimizer"
        live = self.value * min(s["held"].total, 1e9 + self.unit)
        if alone:
            return add("gathered_weights", live if working else 0)
        if not spread and not self.zero:
            return None
        if not working:
            if kind == "zero3" and not t["optimizer_in_backward"] and t["offload"] not in ("optimizer", "parameters"):
                add("optimizer_step", 8 * min(1e9, s["trainable"] / over[0]))
            return None
        if kind == "zero3":
            add("gathered_weights", live)
        elif self.gathers:
            bytes_of_unit = stored(Held(self.unit, 0, 0), self.base) if self.adapters else self.value * self.unit
            add("gathered_weights", 2 * bytes_of_unit + self.value * s["tables"])
            if not self.adapters and moment != "loss":
                add("gradient_buckets", self.gradient * max(self.unit, s["tables"]))
            return None
        if kind == "none":
            add("gradient_buckets", s["gradients"] if t["recipe"] in AUTOGRAD else 0)
        else:
            add("gradient_buckets", 2 * self.value * min(5e8, s["trainable"]))
        return None

    def add_fragmentation(self, out, passing):
        o = self.overheads
        total = sum(v for k, v in out.items() if k != "host")
        moved = sum(passing.values())
        least = moved * o["fragmentation"]
        if not self.t["packed"]:
            logits = passing.get("logits", 0)
            fall = min(1, 1024 / self.t["sequence"]) ** o["varying_fall"]
            varying = (logits * o["varying_logits"] + (moved - logits) * o["varying_values"]) * fall
            least = max(least, min(varying, 0.9 * self.usable - total))
        out["fragmentation"] = least

    def fullest(self):
        """Lines of the moment and stage that need most."""
        loads = self.overheads.get("loads_whole") and self.copies > 1 and self.gathers
        times = ["loss", "backward", "optimizer"] + (["loading"] if loads else [])
        every = [self.lines(s, m) for s in stages(self.layout) for m in times]
        return max(every, key=lambda lines: sum(v for k, v in lines.items() if k != "host"))
