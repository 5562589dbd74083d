"""Parameters, caches and work of a model, from the fields of its record in the catalog.

Sources: Vaswani et al. 2017 (attention), Shazeer 2020 (gated feed-forward), Ainslie et al. 2023 (grouped queries),
DeepSeek-V2 2024 (latent attention), DeepSeek-V3.2 2025 and V4 2026 (indexer, compressed context), Gu and Dao 2023, Dao and
Gu 2024 (Mamba), Yang et al. 2024 (gated delta rule), Kimi Linear 2025, MiniMax-01 2025 (lightning attention), LFM2 2025
(short convolution), and the published modelling code of these; what each field means: catalog/README.md.
"""

from copy import copy

import cache


class Matrix:
    """`split`: what tensor parallelism divides: its width, whole heads of keys ("kv"), or nothing ("whole")."""

    def __init__(self, name, inputs, outputs, split):
        self.name, self.inputs, self.outputs, self.split = name, inputs, outputs, split
        self.params = inputs * outputs


class Layer:
    """`count` equal layers."""

    def __init__(self, count):
        self.count, self.matrices, self.small = count, [], 0
        self.attention = self.linear = False
        self.width = self.shared = 0  # of the dense feed-forward, of shared experts
        self.experts = self.per_token = self.expert = self.expert_width = self.outer = self.expert_matrices = 0

    def add(self, name, inputs, outputs, split="width"):
        self.matrices.append(Matrix(name, inputs, outputs, split))

    def params(self):
        return sum(m.params for m in self.matrices) + self.small + self.experts * self.expert


def aligned(first, second):
    """Two lists of (count, what) with equal sums, cut at both their bounds."""
    first, second = [[n, f] for n, f in first if n], [[n, f] for n, f in second if n]
    while first and second:
        n = min(first[0][0], second[0][0])
        yield n, first[0][1], second[0][1]
        for side in (first, second):
            side[0][0] -= n
            if not side[0][0]:
                side.pop(0)


class Architecture:
    def __init__(self, record):
        self.record = record
        self.hidden, self.layers, self.vocab = record["hidden"], record["layers"], self.get("vocab", 0)
        h = self.hidden
        self.gated, self.bias = self.get("gated", True), self.get("bias", "none")
        self.norm = self.get("norm", "rms")
        self.norm_size = {"rms": 1, "layernorm": 2, "layernorm_no_bias": 1, "none": 0}[self.norm] * h
        self.norms = self.get("norms_per_layer", 2)
        self.qk_norm = self.get("qk_norm", "none")
        self.groups = []
        # Only how many layers of each kind there are is known. Mixers are paired with feed-forwards in this order.
        for count, mixer, transform in aligned(self._mixers(), self._transforms()):
            layer = Layer(count)
            mixer(layer)
            transform(layer)
            layer.small += self.norms * self.norm_size
            self.groups.append(layer)
        self.tied = self.get("tied_embeddings", False)
        self.embedding = self.vocab * h
        self.head = 0 if self.tied or self.get("kind", "decoder") == "encoder" else self.vocab * h
        self.lookup = self.vocab * self.get("per_layer_embedding", 0) * self.layers + self.get("lookup_params", 0)
        self.other = self.norm_size + self.get("learned_positions", 0) * h + self.get("extra_params", 0) + self.lookup
        self.other += self.vocab if self.get("lm_head_bias", False) else 0
        self.other += self.norm_size if self.get("embedding_norm", False) else 0

    def get(self, field, default=None):
        value = self.record.get(field)
        return default if value is None else value

    def _mixers(self):
        linear = self.get("linear")
        of_linear = linear["layers"] if linear else 0
        count = self.get("attention_layers", self.layers - of_linear) if self.get("heads") else 0
        full = min(count, self.get("full_attention_layers", count)) if self.get("window") else count
        owners = self.get("kv_layers", count)
        of_full = round(full * owners / count) if count else 0
        kinds = [(of_full, False, True, None), (full - of_full, False, False, None)]
        rest = count - full
        for part in self.get("compressed", []):
            kinds.append((part["layers"], True, True, part))
            rest -= part["layers"]
        windowed = min(rest, owners - of_full) if count > full else 0
        kinds += [(windowed, True, True, None), (rest - windowed, True, False, None)]
        for n, window, owns, part in kinds:
            yield n, lambda layer, a=(window, owns, part): self._attention(layer, *a)
        yield of_linear, lambda layer: self._linear(layer, linear)
        yield self.layers - count - of_linear, lambda layer: None

    def _transforms(self):
        experts = self.get("experts", 0)
        dense = self.get("dense_layers", 0 if experts else self.layers)
        moe = self.get("moe_layers", self.layers - dense) if experts else 0
        yield self.layers - dense - moe, lambda layer: None
        yield dense, self._dense
        yield moe, self._experts

    def _attention(self, layer, window, owns, part):
        get, h = self.get, self.hidden
        layer.attention, layer.owns = True, owns
        layer.heads = heads = get("heads")
        layer.window = get("window", 0) if window else 0
        layer.ratio = part["ratio"] if part else 0
        layer.index_heads = layer.index_dim = layer.top_k = 0
        key = get("head_dim", h // heads)
        kv_heads = get("kv_heads", heads)
        value = get("value_head_dim", key)
        if window:
            kv_heads = get("window_kv_heads", kv_heads)
        else:
            kv_heads = get("global_kv_heads", kv_heads)
            if get("global_head_dim"):
                key = value = get("global_head_dim")
        layer.mla = bool(get("kv_lora_rank"))
        layer.q_rank = q_rank = get("q_lora_rank", 0)
        layer.latent = layer.rope = 0
        if layer.mla:
            layer.latent, layer.rope = latent, rope = get("kv_lora_rank"), get("rope_head_dim", 0)
            key = get("nope_head_dim", key - rope) + rope
            value = get("value_head_dim", get("nope_head_dim", key))
        layer.kv_heads, layer.key, layer.value = kv_heads, key, value
        queries = heads * key * (2 if get("attention_gate", False) else 1)  # the gate is a second half of the matrix
        if q_rank:
            layer.add("q_down", h, q_rank, "whole")
            layer.add("q_up", q_rank, queries)
            layer.small += q_rank
        else:
            layer.add("q", h, queries)
        if layer.mla:
            layer.add("kv_down", h, latent + rope, "whole")
            layer.add("kv_up", latent, heads * (key - rope + value))
            layer.small += latent
            layer.expanded = get("expanded_cache", False)
            layer.cached = heads * (key + value) if layer.expanded else latent + rope
        else:
            shared = get("k_is_v", False)
            if owns:
                layer.add("k", h, kv_heads * key, "kv")
                if not shared and not (get("global_k_is_v", False) and not window):
                    layer.add("v", h, kv_heads * value, "kv")
            layer.cached = kv_heads * (key + (0 if shared else value))
        if get("o_lora_rank"):
            wide = get("o_groups", 1) * get("o_lora_rank")
            layer.add("o_down", heads * value / get("o_groups", 1), wide)
            layer.add("o_up", wide, h)
        else:
            layer.add("o", heads * value, h)
        if self.bias in ("qkv", "qkv_o", "all") and not layer.mla:
            layer.small += sum(m.outputs for m in layer.matrices if m.name in ("q", "k", "v"))
        if self.bias in ("qkv_o", "all") and not layer.mla:
            layer.small += h
        if not layer.mla:  # the norm of keys is there in layers that read others' keys, too (Gemma 3n)
            layer.small += {"none": 0, "head": 2 * key, "full": (heads + kv_heads) * key}[self.qk_norm]
            layer.small += heads if get("attention_sinks", False) else 0
        picks = part.get("top_k") if part else get("indexer_top_k")
        if get("indexer_heads") and picks:
            layer.index_heads, layer.index_dim, layer.top_k = get("indexer_heads"), get("indexer_dim"), picks
            layer.add("index_q", q_rank or h, layer.index_heads * layer.index_dim, "whole")
            layer.add("index_weights", h, layer.index_heads, "whole")
            if not part:
                layer.add("index_k", h, layer.index_dim, "whole")
                layer.small += 2 * layer.index_dim
        if part:  # keys of `ratio` tokens, weighed by gates with positions, become one entry; with an indexer they overlap
            for name, width in (("compress", kv_heads * key), ("index_k", layer.index_dim)):
                made = width * (2 if picks else 1)
                if made:
                    layer.add(name, h, 2 * made, "whole")
                    layer.small += layer.ratio * made + width

    def _linear(self, layer, r):
        h, layer.linear = self.hidden, r.get("kind", "mamba2")
        heads, state = r["value_heads"], r.get("key_dim", 0)
        values, keys = heads * r["value_dim"], (r.get("key_heads") or heads) * r.get("key_dim", 0)
        kernel, groups, rank = r.get("conv", 4), r.get("groups", 1), r.get("dt_rank", 0)
        narrow = r["value_dim"]
        channels = {
            "gated_deltanet": 2 * keys + values,
            "kda": 3 * values,
            "lightning": 0,
            "mamba1": values,
            "mamba2": values + 2 * groups * state,
            "short_conv": values,
        }[layer.linear]
        layer.convolved = channels
        layer.small += channels * kernel
        if layer.linear == "gated_deltanet":  # queries, keys, values, gate, and two scalars a head
            layer.add("linear_in", h, 2 * keys + 2 * values + 2 * heads)
            layer.small += 2 * heads + narrow
        elif layer.linear == "kda":  # decay through a narrow middle; the output gate is whole, as Kimi K3's
            layer.add("linear_in", h, 4 * values + narrow + heads)
            layer.add("linear_gate", narrow, values)
            layer.small += heads + values + narrow
        elif layer.linear == "lightning":
            layer.add("linear_in", h, 4 * values)
            layer.small += values
        elif layer.linear == "mamba1":  # the norms are those of Jamba and Falcon Mamba
            layer.add("linear_in", h, 2 * values)
            layer.add("linear_x", values, rank + 2 * state)
            layer.add("linear_dt", rank, values)
            layer.small += 3 * values + values * state + rank + 2 * state
        elif layer.linear == "mamba2":
            layer.add("linear_in", h, 2 * values + 2 * groups * state + heads)
            layer.small += channels + 3 * heads + values
        else:
            layer.add("linear_in", h, 3 * values)
        layer.add("linear_out", values, h)
        layer.values, layer.state, layer.history = values, values * state, channels * max(kernel - 1, 0)
        layer.projected = layer.matrices[0].outputs

    def _feed_forward(self, layer, width, prefix=""):
        h = self.hidden
        for name in ("gate", "up") if self.gated else ("up",):
            layer.add(prefix + name, h, width)
        layer.add(prefix + "down", width, h)
        if self.bias in ("mlp", "all"):
            layer.small += (2 if self.gated else 1) * width + h

    def _dense(self, layer):
        layer.width = self.get("intermediate", 0)
        if layer.width:
            self._feed_forward(layer, layer.width)

    def _experts(self, layer):
        get, h = self.get, self.hidden
        layer.experts, layer.per_token = get("experts"), get("experts_per_token")
        layer.expert_width = get("expert_intermediate", get("intermediate", 0))
        layer.outer = get("expert_latent", h)
        layer.expert_matrices = 3 if self.gated else 2
        layer.expert = layer.expert_matrices * layer.outer * layer.expert_width
        if get("expert_bias", False):
            layer.expert += (layer.expert_matrices - 1) * layer.expert_width + h
        layer.add("router", h, layer.experts, "whole")
        layer.small += layer.experts if get("router_bias", False) else 0
        layer.shared = get("shared_intermediate", 0)
        if layer.shared:
            self._feed_forward(layer, layer.shared, "shared_")
        layer.small += h if get("shared_gate", False) else 0
        if get("expert_latent"):
            layer.add("latent_down", h, layer.outer, "whole")
            layer.add("latent_up", layer.outer, h, "whole")
        if get("parallel_dense", False):
            self._dense(layer)

    def params(self):
        return self.embedding + self.head + self.other + sum(g.count * g.params() for g in self.groups)

    def active_params(self):
        """That a token passes through, tables included but for those that it only looks up."""
        return self.params() - self.lookup - sum(g.count * (g.experts - g.per_token) * g.expert for g in self.groups)

    def multiplied(self):
        """Parameters in products of matrices, for a token: the look-up is free, the head is not."""
        layers = sum(g.count * (sum(m.params for m in g.matrices) + g.per_token * g.expert) for g in self.groups)
        return layers + self.vocab * self.hidden

    def mixing(self, context, absorbed, heads_of=lambda layer: layer.heads):
        """FLOPs of a token that sees `context`: scores and weighted sum of all heads, 2 each; states of linear layers."""
        total = 0
        for g in self.groups:
            if g.attention:
                seen = min(context, g.window) if g.window else context
                entries = context / g.ratio if g.ratio else 0
                choice = entries if g.ratio else seen
                picked = min(choice, g.top_k) if g.index_heads else choice
                read = seen + picked if g.ratio else picked
                latent = g.mla and (absorbed or g.index_heads) and not g.expanded
                each = 2 * g.latent + g.rope if latent else g.key + g.value
                total += g.count * (2 * heads_of(g) * each * read + 2 * g.index_heads * g.index_dim * choice)
            if g.linear:
                total += g.count * 6 * g.state  # decay, update and read
        return total

    def prediction(self, params):
        """Layers that predict several tokens: of those with attention the nearest in size, behind 2 x hidden to hidden."""
        projection, out = 2 * self.hidden**2, copy(self)
        nearest = lambda g: abs(g.params() + projection - params) if params else 0
        layer = copy(min([g for g in reversed(self.groups) if g.attention], key=nearest))
        layer.count = max(1, round(params / (layer.params() + projection))) if params else 1
        out.groups, out.layers = [layer], layer.count
        out.tied, out.embedding, out.head, out.lookup = False, 0, 0, 0
        out.other = max(0, params - layer.count * layer.params()) if params else projection
        return out

    def cache(self, tokens, bits, tensor=1, beyond=0):
        """Bytes of keys and values of one sequence on one of `tensor` ranks, all layers."""
        total = 0
        for g in self.groups:
            if g.attention and g.owns:
                seen = min(tokens, g.window + beyond) if g.window else tokens
                index = cache.index_key(g)
                each = cache.entry(g, bits, tensor) - index
                total += g.count * ((seen + (tokens / g.ratio if g.ratio else 0)) * each + (tokens / g.ratio if g.ratio else seen) * index)
        return total

    def states(self):
        """Bytes that linear layers keep of a sequence: FP32 states, 16-bit history of convolutions."""
        return sum(g.count * (4 * g.state + 2 * g.history) for g in self.groups if g.linear)
