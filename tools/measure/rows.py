"""Measurements as rows of the tables in tests/validation/measured, which `ridgepoint validate` reads."""
import csv
import pathlib

COLUMNS = {
    "training_memory": "id source date gpu gpu_count model params_b method lora_rank precision optimizer seq_len "
                       "micro_batch sharding activation_checkpointing cpu_offload flash_attention framework recipe "
                       "compiled metric figure value notes",
    "training_speed": "id source date gpu gpu_count model params_b layers hidden heads seq_len global_batch_seqs "
                      "micro_batch tp pp dp ep cp sharding activation_checkpointing precision flash_attention framework "
                      "recipe compiled method lora_rank metric value notes",
    "inference": "id date gpu gpu_count parallelism model precision_weights kv_precision engine batch_or_concurrency "
                 "input_tokens output_tokens metric value notes",
}
COLUMNS = {table: names.split() for table, names in COLUMNS.items()}

SOURCE = "tools/measure"


def append(folder, table, rows):
    """Adds rows (dicts by column, without id) to FOLDER/<table>/own.csv. Unknown columns are an error."""
    path = pathlib.Path(folder) / table / "own.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    known = 0
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            header, *earlier = csv.reader(file)
        if header != COLUMNS[table]:
            raise ValueError(f"{path} has other columns")
        known = len(earlier)
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS[table], restval="", lineterminator="\n")
        if known == 0 and path.stat().st_size == 0:
            writer.writeheader()
        for number, row in enumerate(rows, known + 1):
            writer.writerow({"id": f"own-{table.replace('_', '-')}-{number}", **row})
    return path


def training_rows(shapes, run, machine, figures):
    """Rows of a training run by table.

    `run`: the arguments of `measure.py train`; `machine`: gpu, gpu_count, date, software; `figures`: step_s and,
    on GPUs, allocated and reserved peak bytes of one of them.
    """
    gpus = machine["gpu_count"]
    notes = f"{machine['software']}; random weights, plain PyTorch modules"
    shared = {
        "source": SOURCE, "framework": "pytorch", "recipe": run.recipe, "compiled": "yes" if run.compile else "",
        "method": run.method, "lora_rank": run.rank if run.method == "lora" else "",
        "date": machine["date"], "gpu": machine["gpu"], "gpu_count": gpus, "params_b": round(shapes.params() / 1e9, 4),
        "seq_len": run.sequence, "micro_batch": run.micro_batch, "sharding": "none" if run.sharding == "ddp" else run.sharding,
        "activation_checkpointing": run.checkpointing, "flash_attention": "yes",
    }
    speed = {
        **shared, "model": shapes.name, "layers": shapes.layers, "hidden": shapes.hidden,
        "heads": shapes.heads, "global_batch_seqs": run.micro_batch * run.accumulation * gpus, "tp": 1, "pp": 1, "dp": gpus,
        "ep": 1, "cp": 1, "precision": "fp32" if run.recipe == "fp32" else "bf16",
        "notes": notes,
    }
    tokens = run.micro_batch * run.accumulation * run.sequence
    tables = {"training_speed": [
        {**speed, "metric": "step_time_s", "value": f"{figures['step_s']:.6g}"},
        {**speed, "metric": "tokens_per_s_per_gpu", "value": f"{tokens / figures['step_s']:.6g}"},
    ]}
    memory = {
        **shared, "model": shapes.name,
        "precision": {"bf16": "bf16", "fp32": "fp32", "autocast": "fp32 weights, bf16 autocast"}[run.recipe],
        "optimizer": run.optimizer, "cpu_offload": "no", "metric": "peak_gb_per_gpu", "notes": notes + "; 1e9 bytes",
    }
    peaks = [(name, figures[name]) for name in ("allocated", "reserved") if name in figures]
    if peaks:
        tables["training_memory"] = [{**memory, "figure": name, "value": f"{size / 1e9:.6g}"} for name, size in peaks]
    return tables


def generation_rows(shapes, run, machine, figures):
    """Rows of a generation by table.

    `figures`: prefill_s of the whole batch, decode_s of one token for every sequence, and on GPUs the allocated bytes at the
    end: weights and cache.
    """
    row = {
        "date": machine["date"], "gpu": machine["gpu"], "gpu_count": 1, "parallelism": "none", "model": shapes.name,
        "precision_weights": run.precision, "kv_precision": run.precision, "engine": "transformers",
        "batch_or_concurrency": run.batch, "input_tokens": run.input, "output_tokens": run.output,
        "notes": f"{machine['software']}; random weights, plain PyTorch modules, not Transformers' own",
    }
    whole = figures["prefill_s"] + run.output * figures["decode_s"]
    metrics = [("prefill_tok_s", run.batch * run.input / figures["prefill_s"])]
    if run.batch == 1:
        metrics += [("ttft_ms", 1000 * figures["prefill_s"]), ("decode_tok_s_per_request", 1 / figures["decode_s"])]
    else:
        metrics += [("decode_tok_s_total", run.batch * run.output / whole)]
    rows = [{**row, "metric": metric, "value": f"{value:.6g}"} for metric, value in metrics]
    if "allocated" in figures:
        rows.append({**row, "metric": "memory_gb", "value": f"{figures['allocated'] / 1e9:.6g}",
                     "notes": row["notes"] + "; weights and cache after the last token, decimal GB"})
    return {"inference": rows}
