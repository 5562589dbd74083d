"""Caches of one sequence, laid out in blocks that layers of all kinds share.

Sources: vLLM, v1/core/kv_cache_utils.py (groups of layers of equal number, pages of equal size; DeepSeek-V4's blocks of 256
tokens); FlashMLA (entries of 656 bytes for 576 numbers, of 584 for 512); DeepSeek-V3.2 2025 (keys of an indexer: 8 bits and
an FP32 scale).
"""
from collections import defaultdict
from math import ceil, floor, inf

BLOCK_ENTRIES = 64  # of compressed context, for one layer


def index_key(layer):
    return layer.index_dim + 4 if layer.index_dim else 0


def entry(layer, bits, tensor):
    """Bytes that a token, or a stretch of tokens that became one, takes in a layer on one of `tensor` ranks."""
    part = 1 if layer.mla else ceil(layer.kv_heads / tensor) / layer.kv_heads
    scaled = 1.14 if bits == 8 and (layer.top_k or layer.ratio) else 1
    return layer.cached * part * bits / 8 * scaled + index_key(layer)


class SharedBlocks:
    """Blocks of `size` bytes; `kinds` are (groups of layers, tokens of a block, window)."""

    def __init__(self, model, bits, tensor, block):
        self.size, self.kinds, self.states = 0, [], None
        attention = [g for g in model.groups if g.attention]
        if any(g.ratio for g in attention):
            self._compressed(attention, bits, tensor)
        else:
            self._padded(model, bits, tensor, block)

    def _padded(self, model, bits, tensor, block):
        """Every page is as large as the largest, an attention layer's raised until it holds a state."""
        tokens, states = defaultdict(int), defaultdict(int)
        for g in model.groups:
            if g.attention and g.owns:
                tokens[entry(g, bits, tensor), g.window or 0] += g.count
            if g.linear:
                states[(4 * g.state + 2 * g.history) / tensor] += g.count
        if len(tokens) + len(states) < 2 or not (states or any(window for _, window in tokens)):
            return
        page = block * max((size for size, _ in tokens), default=0)
        if not page:
            return
        page *= max(1, ceil(max(states, default=0) / page))
        counts = [*tokens.values(), *states.values()]
        layers = max(counts) if max(counts) < 1.5 * min(counts) else min(counts)
        self.size = layers * page
        self.kinds = [(ceil(n / layers), block * floor(page / (block * size)), window) for (size, window), n in tokens.items()]
        self.states = sum(ceil(n / layers) for n in states.values())

    def _compressed(self, attention, bits, tensor):
        """A block has what so many tokens take in all layers that compress; windows and unfinished entries have their own."""
        with_ratio = [g for g in attention if g.ratio]
        ratio = min(g.ratio for g in with_ratio)
        count = lambda wanted: sum(g.count for g in attention if wanted is None or g.ratio == wanted)
        finest = next(g for g in with_ratio if g.ratio == ratio)
        tokens = BLOCK_ENTRIES * ratio
        page = BLOCK_ENTRIES * (entry(finest, bits, tensor) - index_key(finest))
        self.kinds = [(1, tokens, 0)]
        for g in with_ratio:
            both = 2 if g.index_heads else 1  # stretches overlap
            unfinished = 4 * 2 * both * g.kv_heads * g.key  # values and gates in FP32
            if all(window != both * g.ratio for _, _, window in self.kinds):
                self.kinds.append((1, max(1, 4 * floor(page / (4 * unfinished))), both * g.ratio))
        groups = max(1, round(count(None) / max(count(g.ratio) for g in with_ratio)))
        self.kinds.append((groups, BLOCK_ENTRIES, finest.window))
        held = sum(g.count * entry(g, bits, tensor) * tokens / g.ratio for g in with_ratio)
        self.size = held + max(0, ceil(count(None) / groups) - count(ratio)) * page

    def bytes(self, tokens, beside):
        """Of a sequence; layers with a window keep `beside` tokens more, and a window seldom begins where a block does."""
        held = lambda block, window: min(ceil(tokens / block), ceil((window - 1 + beside) / block) + 1 if window else inf)
        return self.size * sum(groups * held(block, window) for groups, block, window in self.kinds)


def laid_out(model, bits, tensor, engine, tokens, chunk):
    """Bytes of a sequence of `tokens`, more while its prompt is read, and of the states of linear layers; all layers."""
    block = engine.get("block_tokens", 1)
    blocks = SharedBlocks(model, bits, tensor, block) if engine.get("shared_blocks") else None
    if blocks and blocks.kinds:
        each = lambda beside: blocks.bytes(tokens, beside)
    else:
        kept = {"window": 0, "chunk": chunk, "context": inf}[engine.get("window_cache", "window")]
        each = lambda beside: model.cache(ceil(tokens / block) * block, bits, tensor, kept + beside)
    states = model.states() / tensor
    if blocks and blocks.states is not None:
        states = blocks.size * blocks.states
    return each(0), each(min(chunk, tokens)) - each(0) if blocks else 0, states
