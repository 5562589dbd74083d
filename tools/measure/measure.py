#!/usr/bin/env python3
"""Measures memory and speed on this machine and writes them as rows that `ridgepoint validate` reads.

    tools/measure/measure.py generate llama-3.1-8b --input 2048 --output 256
    torchrun --nproc-per-node 8 tools/measure/measure.py train config.json --method lora --sharding fsdp

MODEL is the config.json of a plain decoder or an id of the catalog. Weights are random and nothing is downloaded; only
PyTorch is needed. Rows are added below --out (measured/ here): training_memory, training_speed, inference.
"""
import argparse
import sys

import rows
import shapes


def count(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("model", help="config.json, its folder, or a model of the catalog")
    shared.add_argument("--gpu", default="", help="the device's name in the catalog, where PyTorch spells it otherwise")
    shared.add_argument("--out", default="measured", help="folder of the tables")

    train = kinds.add_parser("train", parents=[shared], help="peak memory and time of a training step")
    train.add_argument("--method", choices=["full", "lora"], default="full")
    train.add_argument("--rank", type=count, default=16, help="of LoRA, on all linear layers")
    train.add_argument("--sequence", type=count, default=2048)
    train.add_argument("--micro-batch", type=count, default=1)
    train.add_argument("--accumulation", type=count, default=1, help="micro-batches of a step")
    train.add_argument("--sharding", choices=["ddp", "fsdp"], default="ddp", help="with several processes of torchrun")
    train.add_argument("--checkpointing", choices=["none", "full"], default="none")
    train.add_argument("--recipe", choices=["bf16", "autocast", "fp32"], default="bf16",
                       help="pure BF16, FP32 weights under autocast, or pure FP32")
    train.add_argument("--optimizer", choices=["adamw", "sgd"], default="adamw")
    train.add_argument("--compile", action="store_true")
    train.add_argument("--steps", type=count, default=10)
    train.add_argument("--warmup", type=count, default=3)

    generate = kinds.add_parser("generate", parents=[shared], help="prefill, decode and their memory")
    generate.add_argument("--batch", type=count, default=1)
    generate.add_argument("--input", type=count, default=512)
    generate.add_argument("--output", type=count, default=128)
    generate.add_argument("--precision", choices=["bf16", "fp16", "fp32"], default="bf16")
    generate.add_argument("--repetitions", type=count, default=5)
    return parser.parse_args(words)


def main(words):
    run = arguments(words)
    try:
        model = shapes.find(run.model)
    except shapes.NotPlain as why:
        print(f"measure.py: {why}", file=sys.stderr)
        return 2
    import runs  # needs PyTorch

    device, rank, ranks = runs.start()
    if run.kind == "train":
        run.sharding = run.sharding if ranks > 1 else "none"
        tables = rows.training_rows(model, run, runs.machine(device, ranks, run.gpu), runs.train(model, run, device, ranks))
    else:
        tables = rows.generation_rows(model, run, runs.machine(device, 1, run.gpu), runs.generate(model, run, device))
    if rank == 0:
        for table, made in tables.items():
            path = rows.append(run.out, table, made)
            for row in made:
                print(f"{path}: {row['metric']} {row['value']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
