"""Components of models that are not token decoders, by the model's id: what networks.py counts, as fields of a record.

    python3 tools/catalog/components.py sdxl-1.0
"""
import json
import sys

import networks


def significant(value, digits=6):
    rounded = float(f"{value:.{digits}g}")
    return int(rounded) if rounded == int(rounded) else rounded


def marked(value, unverified):
    return {"value": value, "unverified": True} if unverified else value


def component(role, count, params=None, unverified=False, **more):
    """`params`: published, where the shapes are not counted; `count` None: only the parameters are known."""
    fields = {"role": role, "params_m": marked(significant((params or count.params) / 1e6, 10), unverified)}
    if count:
        fields["gflop"] = significant(2 * count.macs / 1e9)
        if count.attention_macs:
            fields["attention_gflop"] = significant(2 * count.attention_macs / 1e9)
        fields["activations_m"] = significant(count.written / 1e6)
        if count.peak:
            fields["peak_activations_m"] = significant(count.peak / 1e6)
        fields["matrices"] = count.matrices
    return fields | {key: value for key, value in more.items() if value}


def text(count, tokens, **more):
    return component("text_encoder", count, tokens=tokens, **more)


CLIP_L = text(networks.clip_text(12, 768), 77, layers=12, hidden=768)
CLIP_G = text(networks.clip_text(32, 1280, projection=1280), 77, layers=32, hidden=1280)


def t5_xxl(tokens):
    return text(networks.t5_encoder(24, 4096, 4096, 10240, tokens, 32128, 64), tokens, layers=24, hidden=4096)


def umt5_xxl(tokens):
    return text(networks.t5_encoder(24, 4096, 4096, 10240, tokens, 256384, 64, 24), tokens, layers=24, hidden=4096)


def image_codec(side, channels):
    quant = channels == 4
    return [component("image_encoder", networks.vae(side, channels, False, quant)),
            component("image_decoder", networks.vae(side, channels, True, quant))]


def transformer(params, per_token, layers, hidden, tokens, matrices, text_tokens=0, unverified=False):
    """`matrices`: of a layer. Text that is attended to jointly counts as tokens; text behind cross-attention does not."""
    work = networks.transformer_work(per_token, layers, hidden, tokens + text_tokens, 12 * hidden, matrices * layers)
    return component("denoiser", work, params, unverified, tokens=tokens, text_tokens=text_tokens, layers=layers, hidden=hidden)


def joint(params, layers, hidden, tokens, text_tokens, unverified=False, matrices=14):
    """Image and text have modulation, queries, keys, values, output and a plain feed-forward of their own."""
    return transformer(params, layers * 12 * hidden ** 2, layers, hidden, tokens, matrices, text_tokens, unverified)


def crossed(params, layers, hidden, width, tokens, unverified=False):
    """Self-attention, the queries and output of cross-attention, and a plain feed-forward."""
    return transformer(params, layers * (6 * hidden ** 2 + 2 * hidden * width), layers, hidden, tokens, 10, unverified=unverified)


def gated(params, layers, hidden, width, tokens, text_tokens):
    """Self-attention and a gated feed-forward over image and text together."""
    return transformer(params, layers * (4 * hidden ** 2 + 3 * hidden * width), layers, hidden, tokens, 8, text_tokens)


def video(width, height, frames, steps, components, guidance=True):
    sizes = {"image_size": width, "image_height": height, "frames": frames, "steps": steps}
    return sizes | ({"guidance": True} if guidance else {}) | {"latent_channels": 16, "patch": 2, "components": components}


def video_decoder(params):
    return component("image_decoder", None, params, True)


def wan_experts(boundary, shift, steps=40):
    """Wan 2.2: one network for the steps whose noise, shift u / (1 + (shift - 1) u) of u from 1 to 0 in equal parts, is at
    least the boundary, and one for the others."""
    noise = [1 - step / steps for step in range(steps)]
    high = sum(shift * u / (1 + (shift - 1) * u) >= boundary for u in noise) / steps
    expert = crossed(14.29e9, 40, 5120, 13824, 32760, True)
    return [umt5_xxl(512), expert | {"step_share": high}, expert | {"step_share": round(1 - high, 6)}, video_decoder(0.127e9)]


QWEN3_4B = text(networks.gated_decoder(36, 2560, 32, 8, 128, 9728, 151936, 512), 512, layers=36, hidden=2560)
# With the tower that sees images and the unused output layer; a prompt in its template.
QWEN25_VL_7B = text(networks.gated_decoder(28, 3584, 28, 4, 128, 18944, 152064, 128), 128, params=8.292e9, unverified=True,
                    layers=28, hidden=3584)

# Of which 512 tokens are read: 2 FLOP for each of its parameters and tokens.
MISTRAL_SMALL = component("text_encoder", None, 23.57e9, True, tokens=512, layers=40, hidden=5120, gflop=significant(2 * 23.57 * 512))

SD3_TEXT = [CLIP_L, CLIP_G, t5_xxl(256)]


def language_model(params, read, tokens=512, **more):
    """A language model that reads a prompt: `read` of its parameters work on every token."""
    return component("text_encoder", None, params, True, gflop=significant(2 * read * tokens / 1e9), tokens=tokens, **more)


def world_model(layers, hidden, heads, width, params, tokens):
    """Cosmos 3: a language model of that shape reads the prompt, and as many layers of the same shape beside it denoise
    (queries and output, eight heads of keys and values, a gated feed-forward)."""
    inner = heads * 128
    layer = 2 * hidden * inner + 2 * hidden * 8 * 128 + 3 * hidden * width
    return [text(networks.gated_decoder(layers, hidden, heads, 8, 128, width, 151936, 512), 512, params=params - layers * layer,
                 unverified=True, layers=layers, hidden=inner),
            transformer(layers * layer, layers * layer, layers, inner, tokens, 8), video_decoder(0.705e9)]

DIFFUSION = {
    "sd-1.5": {"image_size": 512, "steps": 50, "guidance": True, "latent_channels": 4, "components": [
        CLIP_L, component("denoiser", networks.unet((320, 640, 1280, 1280), (1, 1, 1, 0), 768, 64))]
        + image_codec(512, 4)},
    "sdxl-base": {"image_size": 1024, "steps": 50, "guidance": True, "latent_channels": 4, "components": [
        CLIP_L, CLIP_G, component("denoiser", networks.unet((320, 640, 1280), (0, 2, 10), 2048, 128, added=2816))]
        + image_codec(1024, 4)},
    "sd3-medium": {"image_size": 1024, "steps": 28, "guidance": True, "latent_channels": 16, "patch": 2, "components": [
        *SD3_TEXT, joint(2.028e9, 24, 1536, 4096, 333)] + image_codec(1024, 16)},
    "sd3.5-medium": {"image_size": 1024, "steps": 40, "guidance": True, "latent_channels": 16, "patch": 2, "components": [
        *SD3_TEXT, transformer(2.24e9, (24 * 12 + 13 * 4) * 1536 ** 2, 24, 1536, 4096, 16, 333, True)] + image_codec(1024, 16)},
    "sd3.5-large-turbo": {"image_size": 1024, "steps": 4, "latent_channels": 16, "patch": 2, "components": [
        *SD3_TEXT, joint(8.06e9, 38, 2432, 4096, 333, True)] + image_codec(1024, 16)},
    "sd3.5-large": {"image_size": 1024, "steps": 28, "guidance": True, "latent_channels": 16, "patch": 2, "components": [
        *SD3_TEXT, joint(8.06e9, 38, 2432, 4096, 333, True)] + image_codec(1024, 16)},
    "flux.1-dev": {"image_size": 1024, "steps": 28, "latent_channels": 16, "patch": 2, "components": [
        CLIP_L, t5_xxl(512), joint(11.90e9, 57, 3072, 4096, 512, matrices=9)] + image_codec(1024, 16)},
    # The tokens of a reference image of the same side beside those of the picture.
    "flux.1-kontext-dev": {"components": [
        CLIP_L, t5_xxl(512), joint(11.90e9, 57, 3072, 2 * 4096, 512, matrices=9)] + image_codec(1024, 16)},
    # A gated feed-forward of three times the width, modulation shared by all layers: 13 hidden^2 a layer.
    "flux.2-dev": {"image_size": 1024, "steps": 50, "latent_channels": 32, "patch": 2, "components": [
        MISTRAL_SMALL, transformer(32e9, 56 * 13 * 6144 ** 2, 56, 6144, 4096, 10, 512)] + image_codec(1024, 16)},
    "flux.2-klein-4b": {"image_size": 1024, "steps": 4, "latent_channels": 32, "patch": 2, "components": [
        QWEN3_4B, transformer(4e9, 25 * 13 * 3072 ** 2, 25, 3072, 4096, 10, 512, True)] + image_codec(1024, 16)},
    # 30 layers over both, two over the image and two over the text before; 64 tokens of a short prompt.
    "z-image-turbo": {"image_size": 1024, "steps": 8, "latent_channels": 16, "patch": 2, "components": [
        QWEN3_4B, gated(6.15e9, 32, 3840, 10240, 4096, 64)] + image_codec(1024, 16)},
    "qwen-image": {"image_size": 1328, "steps": 50, "guidance": True, "latent_channels": 16, "patch": 2, "components": [
        QWEN25_VL_7B, joint(20.43e9, 60, 3072, 6889, 64), video_decoder(0.127e9)]},
    "qwen-image-edit": {"image_size": 1024, "components": [
        QWEN25_VL_7B, joint(20.43e9, 60, 3072, 2 * 4096, 64), video_decoder(0.127e9)]},
    "wan2.1-t2v-1.3b": video(832, 480, 81, 50, [umt5_xxl(512), crossed(1.42e9, 30, 1536, 8960, 32760), video_decoder(0.127e9)]),
    "wan2.1-t2v-14b": video(832, 480, 81, 50, [
        umt5_xxl(512), crossed(14.29e9, 40, 5120, 13824, 32760, True), video_decoder(0.127e9)]),
    "wan2.2-t2v-a14b": {"steps": 40, "components": wan_experts(0.875, 12)},
    "wan2.2-i2v-a14b": {"components": wan_experts(0.9, 5)},
    # 31 latent frames of 22 x 40 patches, each 32 pixels wide.
    "wan2.2-ti2v-5b": video(1280, 704, 121, 50, [
        umt5_xxl(512), crossed(5e9, 30, 3072, 14336, 31 * 22 * 40, True), video_decoder(0.705e9)]),
    "cogvideox-2b": video(720, 480, 49, 50, [t5_xxl(226), joint(1.69e9, 30, 1920, 17550, 226, matrices=8), video_decoder(0.216e9)]),
    "cogvideox-5b": video(720, 480, 49, 50, [t5_xxl(226), joint(5.57e9, 42, 3072, 17550, 226, matrices=8), video_decoder(0.216e9)]),
    "hunyuanvideo-13b": video(1280, 720, 129, 50, [
        component("text_encoder", None, 7.52e9, True), CLIP_L, joint(12.8e9, 60, 3072, 118800, 256, True, matrices=9),
        video_decoder(0.246e9)], guidance=False),
    # 54 layers with weights of their own for picture and text: 31 latent frames of 30 x 53.
    "hunyuanvideo-1.5": video(848, 480, 121, 50, [
        component("text_encoder", None, 8.292e9, True), joint(8.33e9, 54, 2048, 49290, 256, True)]),
    # Self-attention, the queries and output of attention to text, a feed-forward of four widths, and what the picture asks
    # and answers of the sound (4096 x 2048 each); the sound's own layers see a hundredth of the tokens.
    "ltx-2": video(768, 512, 121, 30, [
        language_model(11.77e9, 11.77e9, layers=48, hidden=3840),
        transformer(19e9, 48 * (14 * 4096 ** 2 + 2 * 4096 * 2048), 48, 4096, 16 * 16 * 24, 20)]),
    "ltx-2.5": video(960, 544, 121, 30, [
        language_model(11.96e9, 11.96e9),
        transformer(19e9, 48 * (14 * 4096 ** 2 + 2 * 4096 * 2048), 48, 4096, 16 * 17 * 30, 20)]),
    # 50 layers of 4 x 5376 x 7168 and 3 x 5376 x 14336; modulation is of the step. 37 latent frames of 24 x 42 patches.
    "minimax-h3": video(1344, 768, 124, 50, [
        language_model(31.05e9, 50 / 64 * 31.05e9, layers=50, hidden=5120),
        transformer(30.85e9, 50 * (4 * 5376 * 7168 + 3 * 5376 * 14336), 50, 7168, 37 * 24 * 42, 7),
        video_decoder(2.1e9)], guidance=False),
    # 48 latent frames of 23 x 40 patches, each 32 pixels wide.
    "cosmos3-nano": video(1280, 720, 189, 35, world_model(36, 4096, 32, 12288, 16e9 - 0.705e9, 48 * 23 * 40)),
    "cosmos3-super": video(1280, 720, 189, 35, world_model(64, 5120, 64, 25600, 64e9 - 0.705e9, 48 * 23 * 40)),
    "cosmos3-super-text2image": {"image_size": 1024, "steps": 50, "guidance": True, "latent_channels": 48, "patch": 2,
                                 "components": world_model(64, 5120, 64, 25600, 64e9 - 0.705e9, 32 * 32)},
    # Ten layers with weights of their own for image and text and twenty with shared ones; of FLUX.1's shape.
    "longcat-image": {"image_size": 1024, "steps": 50, "guidance": True, "latent_channels": 16, "patch": 2, "components": [
        QWEN25_VL_7B, joint(6.27e9, 30, 3072, 4096, 512, True, matrices=9)] + image_codec(1024, 16)},
    "longcat-image-edit": {"components": [
        QWEN25_VL_7B, joint(6.27e9, 30, 3072, 2 * 4096, 512, True, matrices=9)] + image_codec(1024, 16)},
    # What writes the tokens that the picture is made from does so one after another: its work is not counted.
    "glm-image": {"image_size": 1024, "steps": 50, "guidance": True, "latent_channels": 16, "patch": 2, "components": [
        component("text_encoder", None, 9.4e9, True, layers=40, hidden=4096), component("text_encoder", None, 0.218e9, True),
        joint(7e9, 30, 4096, 4096, 256, matrices=8)] + image_codec(1024, 16)},
}

# Encoder layers, decoder layers, hidden, mel bins, vocabulary.
WHISPER = {"whisper-tiny": (4, 4, 384, 80, 51865), "whisper-base": (6, 6, 512, 80, 51865),
           "whisper-small": (12, 12, 768, 80, 51865), "whisper-medium": (24, 24, 1024, 80, 51865),
           "whisper-large-v3": (32, 32, 1280, 128, 51866), "whisper-large-v3-turbo": (32, 4, 1280, 128, 51866)}


def whisper(encoder_layers, decoder_layers, hidden, bins, vocab):
    return {"window_s": 30, "components": [
        component("audio_encoder", networks.whisper_encoder(encoder_layers, hidden, bins), tokens=1500,
                  layers=encoder_layers, hidden=hidden),
        component("text_decoder", networks.whisper_decoder(decoder_layers, hidden, vocab), layers=decoder_layers, hidden=hidden)]}


# Encoder layers, decoder layers, vocabulary; 1024 wide. A decoder layer has two attentions and a feed-forward of 4096.
CANARY = {"canary-1b": (24, 24, 4128), "canary-1b-flash": (32, 4, 5248), "canary-1b-v2": (32, 8, 16384)}


def conformer_encoder(layers, seconds=30):
    return component("audio_encoder", networks.fastconformer(layers, 1024, seconds), tokens=375, layers=layers, hidden=1024)


def canary(encoder_layers, decoder_layers, vocab):
    params = decoder_layers * 16 * 1024 ** 2 + 2 * vocab * 1024
    work = significant(2 * (decoder_layers * 14 * 1024 ** 2 + vocab * 1024) / 1e9)  # keys and values of the audio are made once
    return {"window_s": 30, "components": [
        conformer_encoder(encoder_layers),
        component("text_decoder", None, params, True, gflop=work, layers=decoder_layers, hidden=1024)]}


def parakeet(vocab):
    """Two LSTM layers of 640 over the last token, and a joint network over both."""
    params = 2 * 4 * (2 * 640) * 640 + vocab * 640 + (1024 + 640) * 640 + 640 * (vocab + 5)
    work = significant(2 * (params - vocab * 640) / 1e9)
    return {"window_s": 30, "components": [
        conformer_encoder(24), component("text_decoder", None, params, True, gflop=work, layers=2, hidden=640)]}


# Layers of each half, hidden, width of all heads, feed-forward, heads.
T5 = {"t5-small": (6, 512, 512, 2048, 8), "t5-base": (12, 768, 768, 3072, 12), "t5-large": (24, 1024, 1024, 4096, 16),
      "t5-3b": (24, 1024, 4096, 16384, 32), "t5-11b": (24, 1024, 16384, 65536, 128)}


def t5(layers, hidden, inner, width, heads):
    return {"components": [
        text(networks.t5_encoder(layers, hidden, inner, width, 512, 32128, heads, gated=False), 512, layers=layers, hidden=inner),
        component("text_decoder", networks.t5_decoder(layers, hidden, inner, width, 32128, heads), layers=layers, hidden=inner)]}


# Pixels of a patch's side.
PATCH = {"vit-s16": 16, "vit-b16": 16, "vit-l16": 16, "vit-h14": 14, "dinov2-b14": 14, "dinov2-g14": 14,
         "siglip-so400m-384": 14, "clip-vit-l14": 14}


def fields_of(model):
    """What a record of that id has beside what every model has."""
    if model in DIFFUSION:
        return DIFFUSION[model]
    if model in WHISPER:
        return whisper(*WHISPER[model])
    if model in CANARY:
        return canary(*CANARY[model])
    if model == "parakeet-tdt-0.6b":
        return parakeet(1025)
    if model in T5:
        return t5(*T5[model])
    return {"patch": PATCH[model]} if model in PATCH else {}


if __name__ == "__main__":
    print(json.dumps({model: fields_of(model) for model in sys.argv[1:]}, indent=2))
