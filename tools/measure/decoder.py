"""A Llama-like decoder in plain PyTorch: grouped-query attention, rotary positions, gated feed-forward, experts."""
import torch
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

LORA_TARGETS = ("q", "k", "v", "o", "gate", "up", "down")  # all linear layers of a block but routers and experts


class RmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return functional.rms_norm(x, (x.shape[-1],), self.weight.to(x.dtype), 1e-5)


def rotated(x, positions):
    """Rotary position encoding of x: (batch, heads, tokens, head_dim) at integer positions (tokens)."""
    half = x.shape[-1] // 2
    steps = torch.arange(half, device=x.device, dtype=torch.float32)
    angles = positions[:, None].float() * torch.pow(10000.0, -steps / half)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second = x[..., :half], x[..., half:]
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)


class Cache:
    """Keys and values of all layers, allocated once: two tensors (layers, batch, kv_heads, tokens, head_dim)."""

    def __init__(self, shapes, batch, tokens, device, dtype):
        size = (shapes.layers, batch, shapes.kv_heads, tokens, shapes.head_dim)
        self.keys = torch.zeros(size, device=device, dtype=dtype)
        self.values = torch.zeros(size, device=device, dtype=dtype)
        self.filled = 0

    def extended(self, layer, k, v):
        """Writes the new keys and values of a layer and gives all so far."""
        end = self.filled + k.shape[2]
        self.keys[layer, :, :, self.filled:end] = k
        self.values[layer, :, :, self.filled:end] = v
        return self.keys[layer, :, :, :end], self.values[layer, :, :, :end]


class Attention(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = s.heads, s.kv_heads, s.head_dim
        self.q = nn.Linear(s.hidden, s.heads * s.head_dim, bias=s.qkv_bias)
        self.k = nn.Linear(s.hidden, s.kv_heads * s.head_dim, bias=s.qkv_bias)
        self.v = nn.Linear(s.hidden, s.kv_heads * s.head_dim, bias=s.qkv_bias)
        self.o = nn.Linear(s.heads * s.head_dim, s.hidden, bias=False)

    def split(self, x, heads):
        return x.view(x.shape[0], x.shape[1], heads, self.head_dim).transpose(1, 2)

    def forward(self, x, positions, cache, layer):
        q = rotated(self.split(self.q(x), self.heads), positions)
        k = rotated(self.split(self.k(x), self.kv_heads), positions)
        v = self.split(self.v(x), self.kv_heads)
        if cache is not None:
            k, v = cache.extended(layer, k, v)
        causal = q.shape[2] > 1  # one new token sees everything
        out = functional.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=self.heads != self.kv_heads)
        return self.o(out.transpose(1, 2).reshape(x.shape[0], x.shape[1], -1))


class GatedMlp(nn.Module):
    def __init__(self, hidden, intermediate):
        super().__init__()
        self.gate = nn.Linear(hidden, intermediate, bias=False)
        self.up = nn.Linear(hidden, intermediate, bias=False)
        self.down = nn.Linear(intermediate, hidden, bias=False)

    def forward(self, x):
        return self.down(functional.silu(self.gate(x)) * self.up(x))


class Experts(nn.Module):
    """The experts of each token, one expert after the other."""

    def __init__(self, s):
        super().__init__()
        self.top = s.experts_per_token
        self.router = nn.Linear(s.hidden, s.experts, bias=False)
        self.experts = nn.ModuleList(GatedMlp(s.hidden, s.intermediate) for _ in range(s.experts))

    def forward(self, x):
        tokens = x.reshape(-1, x.shape[-1])
        weights, chosen = self.router(tokens).float().softmax(dim=-1).topk(self.top, dim=-1)
        weights = (weights / weights.sum(dim=-1, keepdim=True)).to(tokens.dtype)
        out = torch.zeros_like(tokens)
        for number, expert in enumerate(self.experts):
            which, rank = torch.where(chosen == number)
            out = out.index_add(0, which, expert(tokens[which]) * weights[which, rank, None])
        return out.view_as(x)


class Block(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.attention_norm, self.mlp_norm = RmsNorm(s.hidden), RmsNorm(s.hidden)
        self.attention = Attention(s)
        self.mlp = Experts(s) if s.experts else GatedMlp(s.hidden, s.intermediate)

    def forward(self, x, positions, cache=None, layer=0):
        x = x + self.attention(self.attention_norm(x), positions, cache, layer)
        return x + self.mlp(self.mlp_norm(x))


class Decoder(nn.Module):
    def __init__(self, s, checkpointing=False):
        super().__init__()
        self.checkpointing = checkpointing
        self.embedding = nn.Embedding(s.vocab, s.hidden)
        self.blocks = nn.ModuleList(Block(s) for _ in range(s.layers))
        self.norm = RmsNorm(s.hidden)
        self.head = nn.Linear(s.hidden, s.vocab, bias=False)
        if s.tied:
            self.head.weight = self.embedding.weight

    def forward(self, tokens, cache=None):
        """Logits (batch, tokens, vocab); of the last token alone where there is a cache."""
        start = cache.filled if cache is not None else 0
        positions = torch.arange(start, start + tokens.shape[1], device=tokens.device)
        x = self.embedding(tokens)
        for layer, block in enumerate(self.blocks):
            if self.checkpointing and self.training:
                x = checkpoint(block, x, positions, use_reentrant=False)
            else:
                x = block(x, positions, cache, layer)
        if cache is not None:
            cache.filled += tokens.shape[1]
            x = x[:, -1:]
        return self.head(self.norm(x))


class LoraLinear(nn.Module):
    """A frozen linear layer and a trained product of two narrow ones beside it."""

    def __init__(self, base, rank):
        super().__init__()
        self.base = base.requires_grad_(False)
        made = {"device": base.weight.device, "dtype": base.weight.dtype}
        self.a = nn.Linear(base.in_features, rank, bias=False, **made)
        self.b = nn.Linear(rank, base.out_features, bias=False, **made)
        nn.init.zeros_(self.b.weight)

    def forward(self, x):
        return self.base(x) + self.b(self.a(x))


def with_lora(model, rank):
    """Freezes the model and puts adapters beside its linear layers, those of experts left out."""
    model.requires_grad_(False)
    for name, module in list(model.named_modules()):
        parent, _, leaf = name.rpartition(".")
        if leaf in LORA_TARGETS and isinstance(module, nn.Linear) and ".experts." not in name:
            setattr(model.get_submodule(parent), leaf, LoraLinear(module, rank))
    return model


def on_device(shapes, device, dtype, **options):
    """A decoder with random weights, made on the device in that type."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with torch.device(device):
            return Decoder(shapes, **options)
    finally:
        torch.set_default_dtype(before)
