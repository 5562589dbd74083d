"""Parameters, work and activations of the networks in models that are not token decoders, from their shapes.

Every function gives a Count: parameters, multiply-adds of one pass over one item, those of them in the attention core
(scores and weighted sum, which grow with the square of the tokens), values that the pass writes, the most values that
are alive at once, and the matrices (convolutions and linear layers) that are launched. The parameter counts agree with the published checkpoints to the last digit, which is the check
of the shapes.
"""
from dataclasses import dataclass


@dataclass
class Count:
    params: float = 0
    macs: float = 0
    attention_macs: float = 0
    written: float = 0
    peak: float = 0
    matrices: int = 0

    def conv(self, inputs, outputs, side, kernel=3, bias=True):
        """A convolution onto side x side positions; its input, output and a normalized input are alive."""
        weights = inputs * outputs * kernel * kernel
        self.matrices += 1
        self.params += weights + (outputs if bias else 0)
        self.macs += weights * side * side
        self.written += outputs * side * side
        self.peak = max(self.peak, (2 * inputs + outputs) * side * side)

    def linear(self, inputs, outputs, tokens, bias=True):
        self.matrices += 1
        self.params += inputs * outputs + (outputs if bias else 0)
        self.macs += inputs * outputs * tokens
        self.written += outputs * tokens
        self.peak = max(self.peak, (inputs + outputs) * tokens)

    def norm(self, width, tokens):
        self.params += 2 * width
        self.written += width * tokens

    def attention(self, width, tokens, seen, square):
        """Scores and weighted sum; `square`: tokens and what they see grow together."""
        macs = 2 * width * tokens * seen
        self.macs += macs
        self.attention_macs += macs if square else 0
        self.written += width * tokens


def _resnet(c, inputs, outputs, side, time):
    c.norm(inputs, side * side)
    c.conv(inputs, outputs, side)
    if time:
        c.linear(time, outputs, 1)
    c.norm(outputs, side * side)
    c.conv(outputs, outputs, side)
    if inputs != outputs:
        c.conv(inputs, outputs, side, 1)


def _cross_transformer(c, width, blocks, side, context, context_tokens):
    tokens = side * side
    c.norm(width, tokens)
    c.linear(width, width, tokens)
    for _ in range(blocks):
        c.norm(width, tokens)
        for _ in range(3):
            c.linear(width, width, tokens, bias=False)
        c.attention(width, tokens, tokens, square=True)
        c.linear(width, width, tokens)
        c.norm(width, tokens)
        c.linear(width, width, tokens, bias=False)
        for _ in range(2):
            c.linear(context, width, context_tokens, bias=False)
        c.attention(width, tokens, context_tokens, square=False)
        c.linear(width, width, tokens)
        c.norm(width, tokens)
        c.linear(width, 8 * width, tokens)
        c.linear(4 * width, width, tokens)
    c.linear(width, width, tokens)


def unet(widths, transformers, context, latent, context_tokens=77, layers=2, added=0):
    """UNet2DConditionModel: `transformers` blocks in the attention of each level, 0 for a level without."""
    c = Count()
    time = 4 * widths[0]
    c.linear(widths[0], time, 1)
    c.linear(time, time, 1)
    if added:
        c.linear(added, time, 1)
        c.linear(time, time, 1)
    side, width = latent, widths[0]
    c.conv(4, width, side)
    skips = [width]
    for level, wide in enumerate(widths):
        for _ in range(layers):
            _resnet(c, width, wide, side, time)
            width = wide
            if transformers[level]:
                _cross_transformer(c, width, transformers[level], side, context, context_tokens)
            skips.append(width)
        if level + 1 < len(widths):
            side //= 2
            c.conv(width, width, side)
            skips.append(width)
    _resnet(c, width, width, side, time)
    _cross_transformer(c, width, max(1, transformers[-1]), side, context, context_tokens)
    _resnet(c, width, width, side, time)
    for level in reversed(range(len(widths))):
        for _ in range(layers + 1):
            _resnet(c, width + skips.pop(), widths[level], side, time)
            width = widths[level]
            if transformers[level]:
                _cross_transformer(c, width, transformers[level], side, context, context_tokens)
        if level > 0:
            side *= 2
            c.conv(width, width, side)
    c.norm(width, side * side)
    c.conv(width, 4, side)
    return c


def _vae_attention(c, width, side):
    tokens = side * side
    c.norm(width, tokens)
    for _ in range(4):
        c.linear(width, width, tokens)
    c.attention(width, tokens, tokens, square=True)


def vae(side, channels, decode, quant=True, widths=(128, 256, 512, 512)):
    """One half of AutoencoderKL for an image of side x side."""
    c = Count()
    latent = side // 8
    if decode:
        if quant:
            c.conv(channels, channels, latent, 1)
        at, width = latent, widths[-1]
        c.conv(channels, width, at)
        _resnet(c, width, width, at, 0)
        _vae_attention(c, width, at)
        _resnet(c, width, width, at, 0)
        for level in reversed(range(len(widths))):
            for _ in range(3):
                _resnet(c, width, widths[level], at, 0)
                width = widths[level]
            if level > 0:
                at *= 2
                c.conv(width, width, at)
        c.norm(width, at * at)
        c.conv(width, 3, at)
        return c
    at, width = side, widths[0]
    c.conv(3, width, at)
    for level, wide in enumerate(widths):
        for _ in range(2):
            _resnet(c, width, wide, at, 0)
            width = wide
        if level + 1 < len(widths):
            at //= 2
            c.conv(width, width, at)
    _resnet(c, width, width, at, 0)
    _vae_attention(c, width, at)
    _resnet(c, width, width, at, 0)
    c.norm(width, at * at)
    c.conv(width, 2 * channels, at)
    if quant:
        c.conv(2 * channels, 2 * channels, at, 1)
    return c


def clip_text(layers, hidden, tokens=77, vocab=49408, projection=0):
    """A text encoder of CLIP; causal, which its kernels do not exploit."""
    c = Count(params=vocab * hidden + tokens * hidden)
    for _ in range(layers):
        c.norm(hidden, tokens)
        for _ in range(4):
            c.linear(hidden, hidden, tokens)
        c.attention(hidden, tokens, tokens, square=True)
        c.norm(hidden, tokens)
        c.linear(hidden, 4 * hidden, tokens)
        c.linear(4 * hidden, hidden, tokens)
    c.norm(hidden, tokens)
    if projection:
        c.linear(hidden, projection, 1, bias=False)
    return c


def t5_encoder(layers, hidden, inner, width, tokens, vocab, heads, tables=1, gated=True):
    """The encoder of T5 with the embedding: no biases, `tables` tables of relative positions."""
    c = Count(params=vocab * hidden + tables * 32 * heads + hidden)
    for _ in range(layers):
        c.params += 2 * hidden
        for _ in range(3):
            c.linear(hidden, inner, tokens, bias=False)
        c.attention(inner, tokens, tokens, square=True)
        c.linear(inner, hidden, tokens, bias=False)
        for _ in range(2 if gated else 1):
            c.linear(hidden, width, tokens, bias=False)
        c.linear(width, hidden, tokens, bias=False)
        c.written += 2 * hidden * tokens
    return c


def gated_decoder(layers, hidden, heads, kv_heads, head_width, width, vocab, tokens):
    """A language model that reads a prompt: grouped queries, a gated feed-forward, no biases; what it says is not computed."""
    c = Count(params=vocab * hidden + hidden)
    for _ in range(layers):
        c.params += 2 * hidden + 2 * head_width
        c.linear(hidden, (heads + 2 * kv_heads) * head_width, tokens, bias=False)
        c.attention(heads * head_width, tokens, tokens, square=True)
        c.linear(heads * head_width, hidden, tokens, bias=False)
        c.linear(hidden, 2 * width, tokens, bias=False)
        c.linear(width, hidden, tokens, bias=False)
        c.written += (2 * hidden + width) * tokens
    return c


def t5_decoder(layers, hidden, inner, width, vocab, heads):
    """One token of T5's decoder; keys and values of the input are made once and are not counted here."""
    c = Count(params=32 * heads + hidden)
    for _ in range(layers):
        c.params += 3 * hidden
        c.params += 2 * hidden * inner
        for _ in range(4):
            c.linear(hidden, inner, 1, bias=False)
        for _ in range(2):
            c.linear(inner, hidden, 1, bias=False)
        c.linear(hidden, width, 1, bias=False)
        c.linear(width, hidden, 1, bias=False)
    c.macs += hidden * vocab
    c.written += vocab
    c.matrices += 1
    return c


def transformer_work(params_per_token, layers, hidden, tokens, peak_width, matrices):
    """A diffusion transformer: each token is multiplied with `params_per_token` weights; every block writes about
    12 x hidden values a token (norms, queries, keys, values, attention, feed-forward of 4 x hidden)."""
    c = Count(matrices=matrices)
    c.macs = params_per_token * tokens
    c.attention_macs = 2 * layers * hidden * tokens * tokens
    c.macs += c.attention_macs
    c.written = 12 * layers * hidden * tokens
    c.peak = peak_width * tokens
    return c


def whisper_encoder(layers, hidden, bins, frames=1500):
    """Two convolutions over the spectrogram (the second halves its 2 x frames steps) and the layers; the keys have no
    bias, and the positions are stored."""
    c = Count(params=frames * hidden, matrices=2)
    c.params += 3 * bins * hidden + hidden + 3 * hidden * hidden + hidden
    c.macs += 3 * bins * hidden * 2 * frames + 3 * hidden * hidden * frames
    c.written += 3 * hidden * frames
    for _ in range(layers):
        c.norm(hidden, frames)
        for bias in (True, False, True, True):
            c.linear(hidden, hidden, frames, bias)
        c.attention(hidden, frames, frames, square=True)
        c.norm(hidden, frames)
        c.linear(hidden, 4 * hidden, frames)
        c.linear(4 * hidden, hidden, frames)
    c.norm(hidden, frames)
    return c


def fastconformer(layers, hidden, seconds, channels=256, kernel=9, bins=128):
    """Strided convolutions that leave a frame for 80 ms, and layers of two feed-forwards, attention with relative positions
    and a convolution, without biases (NeMo's ConformerEncoder)."""
    frames = round(seconds * 12.5)
    c = Count()
    c.params += 10 * channels + 2 * (9 + 1 + channels + 1) * channels
    c.macs += frames * bins // 8 * channels * (16 * 9 + 5 * (9 + channels))
    c.matrices += 5
    c.linear(bins // 8 * channels, hidden, frames)
    for _ in range(layers):
        for _ in range(2):
            c.norm(hidden, frames)
            c.linear(hidden, 4 * hidden, frames, bias=False)
            c.linear(4 * hidden, hidden, frames, bias=False)
        c.norm(hidden, frames)
        for _ in range(5):
            c.linear(hidden, hidden, frames, bias=False)
        c.params += 2 * hidden
        c.attention(hidden, frames, frames, square=True)
        c.norm(hidden, frames)
        c.linear(hidden, 2 * hidden, frames, bias=False)
        c.params += kernel * hidden + 2 * hidden
        c.macs += kernel * hidden * frames
        c.matrices += 1
        c.linear(hidden, hidden, frames, bias=False)
        c.norm(hidden, frames)
    return c


def whisper_decoder(layers, hidden, vocab, positions=448):
    """One token; keys and values of the audio are made once and are not counted here."""
    c = Count(params=positions * hidden)
    for _ in range(layers):
        c.params += 2 * hidden * hidden + hidden
        for bias in (True, False, True, True, True, True):
            c.linear(hidden, hidden, 1, bias)
        for _ in range(3):
            c.norm(hidden, 1)
        c.linear(hidden, 4 * hidden, 1)
        c.linear(4 * hidden, hidden, 1)
    c.norm(hidden, 1)
    c.linear(hidden, vocab, 1, bias=False)
    return c
