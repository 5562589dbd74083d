"""Work and memory of models that are not token decoders: vision, diffusion, encoders, speech.

Work of the catalog is for one size: convolutions grow with the area (He et al. 2016), of transformers everything grows with
the tokens and attention with their square (Dosovitskiy et al. 2021, Peebles and Xie 2023). Classifier-free guidance runs
each step twice (Ho and Salimans 2022). Kept for the backward pass: 34 bytes of each token, layer and number of the width,
of which 12 are written (Korthikanti et al. 2022); of convolutions what published peaks of a UNet show.
"""
from architecture import Architecture
from memory import CONTEXT, RECIPES, moments, collectives

VALUES_OF_LAYER, ALIVE = 12, 10  # numbers of a transformer layer per token and width: written, and alive at once
FLOP_OF_VALUE, ALIVE_OF_CONV = 740, 0.22  # ResNet-50: 8.22 GFLOP, 11.11 million values, 2.4 of them at once
KEPT = {True: (34 / 12, 2 / 12), False: (7.4, 1.4)}  # transformer: all kept, recomputed


class Pass:
    def __init__(self, name, params, work, written, peak, **more):
        self.name, self.params, self.work, self.written, self.peak = name, params, work, written, peak
        self.lookup = self.state_end = self.state = 0
        self.quantized, self.transformer, self.trained = True, False, False
        self.runs = self.inputs = 1
        self.known = True
        self.__dict__.update(more)


def passes(r, width, height, steps, guidance, tokens, answer):
    if r.get("kind") == "vision":
        return [vision(r, width, height)]
    if not r.get("components"):
        return [encoder(r, tokens)]
    out, seen = [], {}
    area = width * height / (r["image_size"] * r.get("image_height", r["image_size"])) if r.get("image_size") else 1
    heard = next((c.get("tokens", 1500) for c in r["components"] if c["role"] == "audio_encoder"), tokens)
    for c in r["components"]:
        seen[c["role"]] = seen.get(c["role"], 0) + 1
        number = "" if seen[c["role"]] == 1 else "_%d" % seen[c["role"]]
        p = Pass(
            c["role"] + number, c["params_m"] * 1e6, c.get("gflop", 0) * 1e9, c.get("activations_m", 0) * 1e6,
            c.get("peak_activations_m", 0) * 1e6, transformer="hidden" in c, known="gflop" in c,
        )
        square = c.get("attention_gflop", 0) * 1e9
        if c["role"] == "text_encoder" and r["kind"] == "encoder":
            grow(p, square, tokens / c.get("tokens", 512))
        elif c["role"] == "text_encoder":
            p.inputs = 2 if guidance else 1
        elif c["role"] == "denoiser":
            text = c.get("text_tokens", 0)
            grow(p, square, (c["tokens"] * area + text) / (c["tokens"] + text) if "tokens" in c else area)
            p.runs, p.inputs, p.trained = steps * c.get("step_share", 1), 2 if guidance else 1, True
        elif c["role"] == "image_encoder":
            p.runs, p.quantized = 0, False
        elif c["role"] == "image_decoder":
            grow(p, square, area)
            p.quantized = False
        elif c["role"] == "text_decoder":
            each = 2 * c.get("layers", 1) * c.get("hidden", 0)
            p.runs, p.state, p.state_end = answer, each * (heard + answer / 2), each * (heard + answer)
            p.work += 2 * p.state
        out.append(p)
    return out


def grow(p, square, ratio):
    p.work = (p.work - square) * ratio + square * ratio**2
    p.written *= ratio
    p.peak *= ratio


def vision(r, width, height):
    work, params = r["gflop_per_image"] * 1e9, r["params_b"] * 1e9
    side, other = r["image_size"], r.get("image_height", r["image_size"])
    if r.get("patch") and r.get("layers") and r.get("hidden"):
        count = lambda w, h: w // r["patch"] * (h // r["patch"]) + 1  # with the class token
        then, now, each = count(side, other), count(width, height), 4 * r["layers"] * r["hidden"]
        work = (work - each * then**2) * now / then + each * now**2
        wide = r["hidden"] * now
        return Pass("backbone", params, work, VALUES_OF_LAYER * r["layers"] * wide, ALIVE * wide, transformer=True, trained=True)
    area = width * height / (side * other)
    written = (r["activations_m"] * 1e6 if "activations_m" in r else work / FLOP_OF_VALUE) * area
    return Pass("backbone", params, work * area, written, ALIVE_OF_CONV * written, trained=True)


def encoder(r, tokens):
    """All tokens see each other; the table is only looked up."""
    a = Architecture(r)
    work = 2 * sum(g.count * sum(m.params for m in g.matrices) for g in a.groups) + a.mixing(tokens, True)
    values, widest = 0, 0
    for g in a.groups:
        activated = g.width if a.gated else 0
        values += g.count * (sum(m.outputs for m in g.matrices) + a.norms * a.hidden + activated + g.heads * g.value)
        widest = max(widest, (3 if a.gated else 2) * g.width)
    return Pass(
        "encoder", a.params(), work * tokens, values * tokens, (2 * a.hidden + widest) * tokens,
        lookup=a.embedding, transformer=True, trained=True,
    )


def in_turn(every, f, batch):
    """What the network that takes most has on the device, the others in host memory."""
    return max((serving([p], f, batch, several=True) for p in every), key=lambda lines: sum(lines.values()))


def serving(every, f, batch, several=False):
    out = {}
    several = several or len(every) > 1
    wide = f["bits"] > 16
    most = 0
    for p in every:
        if p.quantized:
            matrices = p.params - p.lookup
            rest = f["bits"] if f.get("whole_file") or wide else 16
            held = (matrices * f["bits"] + p.lookup * rest) / 8
        else:
            held = 2 * p.params
        out["weights_" + p.name if several else "weights"] = held
        value = 4 if p.quantized and wide else 2
        if p.state_end:
            out["state"] = batch * p.state_end * value
        if p.runs > 0:
            most = max(most, batch * p.inputs * p.peak * value)
    out["activations"] = most
    out["cuda_context"] = CONTEXT
    return out


def training(every, t, layout):
    weight, gradient, master, moment = RECIPES[t["recipe"]]
    state = moments(t["optimizer"], moment)[0] or 0  # in factors: little beside the weights, and left out
    kind, count = layout["sharding"], layout["data"]
    gathers, some = kind in ("zero3", "fsdp", "hsdp"), kind != "none"
    params = sum(p.params for p in every if p.trained)
    which = 1 if layout["checkpointing"] == "full" else 0
    return {
        "weights": params * weight / (count if gathers else 1),
        "gradients": params * gradient / (count if gathers or kind == "zero2" else 1),
        "optimizer": params * (master + state) / (count if some else 1),
        "activations": sum(layout["micro_batch"] * p.runs * p.written * KEPT[p.transformer][which] for p in every if p.trained),
        "cuda_context": CONTEXT,
        "collectives": collectives({**layout, "tensor": 1, "pipeline": 1, "context": 1, "expert": 1}),
    }
