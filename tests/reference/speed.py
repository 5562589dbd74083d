"""Work, and the least time that it can take: FLOPs over the peak, bytes over the bandwidth (Williams et al. 2009).

The engine's times hold fitted efficiencies that no source gives a value for; what is compared is that none is shorter than
the roofline, and all that follows from a time by arithmetic. Sources: Kaplan et al. 2020 and Hoffmann et al. 2022 (6 N D),
Young 1974 and Daly 2006 (checkpoints), Llama 3 herd 2024 (failures), Leviathan et al. 2023 (drafted tokens), Little 1961.
"""
from math import sqrt

from memory import RECIPES, moments


POINTS = 256  # of a sequence, at which what a token sees is taken


def training_work(model, method, sequence, tokens):
    """FLOPs of `tokens` of causal sequences: backward costs twice forward; frozen weights have no gradients of their own."""
    mixing = sum(model.mixing(sequence * (i + 0.5) / POINTS, False) for i in range(POINTS)) / POINTS
    weights = 4 if method in ("lora", "qlora", "dora") else 6
    return tokens * (weights * model.multiplied() + 3 * mixing)


def bends(model, sequence):
    """Whether what tokens see does not grow evenly, so that the engine's eight points are not exact."""
    return any(g.attention and (0 < g.window < sequence or g.index_heads or g.ratio) for g in model.groups)


def checkpoint_s(trainable, recipe, optimizer, nodes):
    """Weights, master copies and moments at 1 GB/s a machine; states in factors are nothing beside them."""
    weight, _, master, moment = RECIPES[recipe]
    return trainable * (weight + master + (moments(optimizer, moment)[0] or 0)) / (1e9 * nodes)


def goodput(checkpoint, between, restart):
    every = sqrt(2 * checkpoint * between)
    lost = (checkpoint / every if checkpoint else 0) + (every / 2 + restart) / between
    return 1 / (1 + lost)


def tokens_of_step(acceptance, drafted):
    return sum(acceptance**i for i in range(drafted + 1))


def optimal(work, ratio):
    """Parameters for a budget of FLOPs: C = 6 N D with D = ratio N."""
    return sqrt(work / (6 * ratio))


def least_read(model, bits, kv_bits, context, layout):
    """Bytes on each rank that a decode step reads at least: matrices, the experts of one token, the cache of one sequence.
    Of a cache that is picked from, or compressed, nothing is counted."""
    dense = experts = cache = 0
    for g in model.groups:
        dense += g.count * sum(m.params for m in g.matrices)
        experts += g.count * g.per_token * g.expert
        if g.attention and g.owns and not g.index_heads and not g.ratio:
            cache += g.count * (min(context, g.window) if g.window else context) * g.cached * kv_bits / 8
    stages, ranks = layout["pipeline"], max(layout["tensor"], layout["expert"])
    return ((dense * bits / 8 + cache) / layout["tensor"] + experts * bits / 8 / ranks) / stages
