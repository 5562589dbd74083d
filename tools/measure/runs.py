"""The measurements themselves: training steps, and a prompt with its answer."""
import datetime
import os
import time

import torch
import torch.distributed as dist
from torch.nn import functional

import decoder

TYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32, "autocast": torch.float32}


def start():
    """(device, rank, ranks); joins the process group when torchrun started several."""
    ranks = int(os.environ.get("WORLD_SIZE", "1"))
    rank = int(os.environ.get("RANK", "0"))
    on_gpu = torch.cuda.is_available()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0"))) if on_gpu else torch.device("cpu")
    if on_gpu:
        torch.cuda.set_device(device)
    if ranks > 1:
        dist.init_process_group("nccl" if on_gpu else "gloo")
    return device, rank, ranks


def machine(device, ranks, gpu):
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"
    for maker in ("NVIDIA ", "GeForce ", "AMD ", "Instinct ", "Radeon "):
        name = name.removeprefix(maker)
    return {
        "gpu": gpu or name, "gpu_count": ranks,
        "date": datetime.date.today().isoformat(), "software": f"PyTorch {torch.__version__}",
    }


def wait(device):
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def peaks(device):
    """Peak bytes of this process, where the device counts them."""
    if device.type != "cuda":
        return {}
    return {"allocated": torch.cuda.max_memory_allocated(device), "reserved": torch.cuda.max_memory_reserved(device)}


def distributed(model, sharding, device):
    """The model under data parallelism; fsdp divides parameters, gradients and moments over the ranks, layer by layer."""
    if sharding == "fsdp":
        from torch.distributed.fsdp import fully_shard  # PyTorch 2.6 and later
        for block in model.blocks:
            fully_shard(block)
        fully_shard(model)
    elif sharding == "ddp":
        ids = [device.index] if device.type == "cuda" else None
        model = torch.nn.parallel.DistributedDataParallel(model, device_ids=ids)
    return model


def optimizer_of(model, name):
    trained = [p for p in model.parameters() if p.requires_grad]
    if name == "sgd":
        return torch.optim.SGD(trained, lr=1e-4)
    return torch.optim.AdamW(trained, lr=1e-5, fused=all(p.is_cuda for p in trained))


def train(shapes, run, device, ranks):
    """{"step_s"} and peaks, of the middle step of those timed."""
    model = decoder.on_device(shapes, device, TYPES[run.recipe], checkpointing=run.checkpointing == "full")
    if run.method == "lora":
        decoder.with_lora(model, run.rank)
    model = distributed(model, run.sharding if ranks > 1 else "none", device)
    optimizer = optimizer_of(model, run.optimizer)
    compute = torch.compile(model) if run.compile else model
    autocast = torch.autocast(device.type, torch.bfloat16, enabled=run.recipe == "autocast")
    tokens = torch.randint(shapes.vocab, (run.micro_batch, run.sequence + 1), device=device)

    def step():
        for _ in range(run.accumulation):
            with autocast:
                logits = compute(tokens[:, :-1])
                loss = functional.cross_entropy(logits.flatten(0, 1).float(), tokens[:, 1:].flatten())
            (loss / run.accumulation).backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    times = []
    for number in range(run.warmup + run.steps):
        if number == run.warmup and device.type == "cuda":
            torch.cuda.reset_peak_memory_stats(device)
        wait(device)
        started = time.perf_counter()
        step()
        wait(device)
        if number >= run.warmup:
            times.append(time.perf_counter() - started)
    return {"step_s": sorted(times)[len(times) // 2], **peaks(device)}


@torch.inference_mode()
def generate(shapes, run, device):
    """{"prefill_s", "decode_s"} of the middle repetition, and the allocated bytes after the last token."""
    dtype = TYPES[run.precision]
    model = decoder.on_device(shapes, device, dtype).eval()
    prompt = torch.randint(shapes.vocab, (run.batch, run.input), device=device)
    figures = []
    for _ in range(1 + run.repetitions):  # the first warms up
        cache = decoder.Cache(shapes, run.batch, run.input + run.output, device, dtype)
        wait(device)
        started = time.perf_counter()
        token = model(prompt, cache).argmax(dim=-1)
        wait(device)
        first = time.perf_counter()
        for _ in range(run.output):
            token = model(token, cache).argmax(dim=-1)
        wait(device)
        done = time.perf_counter()
        figures.append({"prefill_s": first - started, "decode_s": (done - first) / run.output})
        if device.type == "cuda":
            figures[-1]["allocated"] = torch.cuda.memory_allocated(device)
        del cache
    timed = sorted(figures[1:], key=lambda f: f["decode_s"])
    return timed[len(timed) // 2]
