"""Names of the places facts come from: short ids in the records, titles and addresses in sources.json."""
import re

# id: (title, url, patterns that mean this source in the fact tables)
KNOWN = {}


def _add(id, title, url, *patterns):
    KNOWN[id] = (title, url, [re.compile(p) for p in patterns])


def _git(owner_repo, commit, path):
    kind = "blob" if re.search(r"\.\w+$", path) else "tree"
    return f"https://github.com/{owner_repo}/{kind}/{commit}/{path}"


# Accelerators
_add("aiconfigurator", "aiconfigurator, system files of NVIDIA devices (2026-08-21)",
     _git("ai-dynamo/aiconfigurator", "095f58a", "aic-core/src/aiconfigurator_core/systems"),
     r"aiconfigurator_core/systems", r"(?<!/)\baiconfigurator\b(?!_core)", r"\bAIC\b")
_add("stas00-accelerators", "ml-engineering, accelerators: dense peaks, measured matmul, power (2026-08-22)",
     _git("stas00/ml-engineering", "744d01e", "compute/accelerator/README.md"),
     r"stas00/ml-engineering compute/accelerator", r"\bMAMF\b")
_add("stas00-network", "ml-engineering, intra-node and inter-node networks (2026-08-22)",
     _git("stas00/ml-engineering", "744d01e", "network/README.md"), r"stas00/ml-engineering network")
_add("hf-hardware-nvidia", "huggingface.js, NVIDIA hardware list (2026-08-21)",
     _git("huggingface/huggingface.js", "fe42e68", "packages/tasks/src/hardware-nvidia.ts"), r"hardware-nvidia\.ts")
_add("hf-hardware-amd", "huggingface.js, AMD hardware list (2026-08-21)",
     _git("huggingface/huggingface.js", "fe42e68", "packages/tasks/src/hardware-amd.ts"), r"hardware-amd\.ts")
_add("hf-hardware", "huggingface.js, hardware list (2026-08-21)",
     _git("huggingface/huggingface.js", "fe42e68", "packages/tasks/src/hardware.ts"), r"src/hardware\.ts")
_add("hf-hardware-pages", "Hugging Face hardware pages", "https://huggingface.co/hardware",
     r"huggingface\.co/hardware/", r"\bHFHW\b")
_add("torchtitan", "torchtitan, get_peak_flops (2026-08-21)",
     _git("pytorch/torchtitan", "b5bcd76", "torchtitan/tools/utils.py"), r"pytorch/torchtitan torchtitan/tools")
_add("nvidia-mig-guide", "NVIDIA MIG User Guide, supported GPUs (610)",
     "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/610/supported-gpus.html", r"MIG [Uu]ser [Gg]uide")
_add("thundergolfer", "Why does an H100 80GB offer 85.52 GB? nvidia-smi memory of eight devices (2025-01)",
     "https://thundergolfer.com/blog/nvidia-gpu-memory-capacity", r"thundergolfer")
_add("modal-pr-2797", "modal-client pull request 2797: memory as nvidia-smi reports it (2025-01)",
     "https://github.com/modal-labs/modal-client/pull/2797", r"modal-client PR 2797")
_add("gpu-specs-kr", "gpu-specs-kr, specifications from Wikipedia's lists (2026-08-16)",
     _git("jaeseok614/gpu-specs-kr", "41be074", "data/gpu_specs.csv"), r"gpu-specs-kr", r"\bWP\b")
_add("canirun", "canirun.ai, compatibility table",
     _git("midudev/canirun.ai", "6c44096", "packages/compatibility/src/index.ts"), r"\bCIA\b")
_add("whichllm", "whichllm, gpu.py @a897551", "https://github.com/Andyyyy64/whichllm", r"\bWLLM\b")
_add("llmfit", "llmfit, hardware.rs @3f44fd3", "https://github.com/AlexsJones/llmfit", r"\bLLMF\b")
_add("mlperf-systems", "MLCommons training and inference v5.1 (v4.1 where said), system descriptions",
     "https://github.com/mlcommons/training_results_v5.1", r"\bMLPERF\b", r"mlcommons")
_add("smi-logs", "Public nvidia-smi, rocm-smi, hl-smi and tegrastats logs", "",
     r"\bSMI:", r"rocm-smi", r"hl-smi", r"tegrastats", r"public logs", r"sysfs/CUDA listing", r"HIP properties",
     r"llama\.cpp SYCL listing", r"llama\.cpp Vulkan listing",
     r"\bid (35991690955|1461167660|17170663353)")
_add("apple-gpu-limit", "GPU memory limit that macOS reports, public logs", "",
     r"default GPU limit")
_add("xla-hbm", "XLA out-of-memory messages that print the usable HBM", "", r"XLA OOM text")
_add("zz", "torch-performance-test-data, measured matmul (2026-01-12) and its issues",
     _git("zzc0721/torch-performance-test-data", "9d82827", "database.md"), r"\bZZ\b")
_add("chs", "device-benchmarks, measured matmul and copy (2025-04-15)",
     _git("chsasank/device-benchmarks", "7ccc883", "README.md"), r"\bCHS\b")
_add("plus-lab-gpus", "UCLA lab log of idle GPUs (2025-07-03)",
     "https://huggingface.co/spaces/seawolf2357/PLUS_Lab_GPUs", r"PLUS_Lab_GPUs", r"UCLA lab log")
_add("gpu-price-list", "Public GPU launch-price list citing Tom's Hardware and vendors",
     "", r"GPU launch-price list", r"cites the Tom's Hardware GPU hierarchy", r"\bTHW\b")
_add("hardware-catalogue", "Public hardware catalogue: capacities, used and street prices", "",
     r"public hardware catalogue", r"\bCAT\b")
_add("aic-estimates", "Public table of dense rates from vendor AI TOPS", "",
     r"AIConfigurator estimate table", r"AI TOPS headline via", r"\bCARD\b")
_add("peak-flops-tables", "Public get_peak_flops tables in training code", "",
     r"public code", r"public get_peak_flops tables", r"public table", r"public tables", r"PEAK_FLOPS_TABLE",
     r"a public README of 30-series", r"public tables use")
_add("derived-clock", "Derived: SMs, CUs or cores x FLOP per clock x boost clock (CPUs: base clock)", "",
     r"\bderived: ", r"\bFP32 = ")
_add("hmc-tech", "hmc-tech.com device comparison pages", "https://hmc-tech.com", r"hmc-tech\.com", r"\bHMC\b")
_add("glennklockwood", "Glenn Lockwood, digital garden: processors",
     "https://glennklockwood.com/garden/processors", r"Glenn Lockwood")
_add("llm-analysis-gpus", "llm-analysis, gpu_configs",
     _git("cli99/llm-analysis", "d841e40", "llm_analysis/gpu_configs"), r"llm_analysis/gpu_configs")
_add("llm-viewer", "LLM-Viewer, hardware_params.py", "https://github.com/hahnyuan/LLM-Viewer", r"hahnyuan/LLM-Viewer")
_add("genz-systems", "GenZ-LLM-Analyzer, system_configs.py",
     _git("abhibambhaniya/GenZ-LLM-Analyzer", "091bdd0", "Systems/system_configs.py"), r"Systems/system_configs")
_add("gpu-specs-md", "gpu-specs, specs.md", "https://github.com/winston-zhang-orz/gpu-specs", r"winston-zhang-orz")
_add("gpu-datasheet", "astroC86/gpu-datasheet", "https://github.com/astroC86/gpu-datasheet", r"astroC86")
_add("gpuhunt", "gpuhunt, device table and provider prices (2026-08-19)",
     "https://github.com/dstackai/gpuhunt/tree/35841515", r"dstackai/gpuhunt")
_add("sysrqmts", "sysrqmts.com device comparison pages", "https://sysrqmts.com", r"sysrqmts\.com", r"\bSYSR\b")
_add("technical-city", "technical.city device comparison pages", "https://technical.city", r"technical\.city", r"\bTCITY\b")
_add("newgearhub", "newgearhub.com device pages", "https://newgearhub.com", r"newgearhub", r"\bNGH\b")
_add("tumgag", "tumgag.com device pages", "https://tumgag.com", r"tumgag\.com", r"\bTUM\b")
_add("geektopia", "geektopia device pages", "https://www.geektopia.es", r"\bGEEK\b")
_add("toms-china-gpus", "Tom's Hardware: H20, L20 and L2",
     "https://www.tomshardware.com/pc-components/gpus/new-nvidia-ai-gpus-designed-to-get-around-us-export-bans-come-to-china-h20-l20-and-l2-to-fill-void-left-by-restricted-models",
     r"new-nvidia-ai-gpus-designed", r"\bTOMS\b")
_add("datasheet-text", "Vendor data sheet text on reseller pages", "https://www.mullet.se",
     r"datasheet text", r"datasheet 153\.4", r"passive variant datasheet", r"\bDSL40\b", r"\bDSA40\b")
_add("mullet-l40", "L40 and L40S data sheet text", "https://www.mullet.se/product.html?product_id=355414", r"mullet\.se")
_add("willitrunai", "willitrunai.com device pages", "https://willitrunai.com/es/gpus/h20-96gb", r"willitrunai")
_add("zangshuxian", "zangshuxian.com, H20 rates", "https://zangshuxian.com/new/674733024499207168", r"zangshuxian")
_add("yobitel-b100", "yobitel.com, B100", "https://www.yobitel.com/knowledge-base/nvidia-b100", r"yobitel\.com")
_add("rocm-docs", "ROCm documentation, GPU architecture of MI100, MI250, MI300 (2025-03-21)",
     _git("ROCm/ROCm", "e396b48", "docs/conceptual/gpu-arch"), r"ROCm/ROCm docs", r"ROCm/docs|per-CU rates ROCm", r"\bROCMD\b")
_add("rocm-issues", "ROCm issues and tests with measured bandwidth",
     "https://github.com/ROCm/rocm-systems/pull/2934", r"legacy-rocm-build", r"rocm-systems", r"\bROCMIS\b")
_add("sth-mi350p", "ServeTheHome, AMD Instinct MI350P launch (2026-05)", "https://www.servethehome.com/?p=99664", r"servethehome\.com/\?p=99664")
_add("awesomeagents", "awesomeagents.ai hardware pages: MI455X, MI440X", "https://awesomeagents.ai/hardware/amd-mi455x", r"awesomeagents")
_add("helios-notes", "Jared Watkins, MI400 and Helios notes", "https://www.jaredwatkins.com/research/ai-accelerators/amd-instinct/mi400-helios/", r"jaredwatkins")
_add("arxiv-2602.10262", "arXiv 2602.10262", "https://arxiv.org/html/2602.10262v1", r"2602\.10262")
_add("zinc-amd", "zinc, AMD GPU reference, checked against AMD pages (2026-03-30)",
     _git("mFla/zinc", "b27a166", "docs/AMD_GPU_REFERENCE.md"), r"AMD_GPU_REFERENCE")
_add("zinc-intel", "zinc, Intel GPU reference, checked against Intel pages (2026-05-17)",
     _git("zolotukhin/zinc", "15b161a", "docs/INTEL_GPU_REFERENCE.md"), r"INTEL_GPU_REFERENCE")
_add("rdna-rates", "Per-CU matrix rates of RDNA2, RDNA3, RDNA4 (r/hardware mirror)",
     "https://reddit.perdach.com/r/hardware/comments/1j97xyw/rdna2_vs_rdna3_vs_rdna4_ai_tops/", r"rdna2_vs_rdna3")
_add("habana-docs", "Intel Gaudi documentation, network configuration",
     "https://docs.habana.ai/en/latest/Management_and_Monitoring/Network_Configuration/index.html", r"docs\.habana\.ai")
_add("svethardware-arc", "svethardware.cz, official Arc specifications",
     "https://www.svethardware.cz/intel-zverejnil-oficialni-specifikace-grafickych-karet-arc/58344", r"svethardware")
_add("modelfit", "modelfit.io, Strix Halo 128GB", "https://modelfit.io/blog/amd-strix-halo-local-ai-128gb/", r"modelfit\.io")
_add("llm-tracker", "llm-tracker, Strix Halo measurements", "https://llm-tracker.info", r"llm-tracker", r"\bLLMT\b")
_add("llmcheck", "llmcheck.net, Apple silicon memory bandwidth", "https://llmcheck.net/blog/apple-silicon-memory-bandwidth-llm/", r"llmcheck\.net")
_add("metal-benchmarks", "philipturner/metal-benchmarks", "https://github.com/philipturner/metal-benchmarks", r"metal-benchmarks")
_add("llama-cpp-pr-1642", "llama.cpp pull request 1642, Metal", "https://github.com/ggml-org/llama.cpp/pull/1642", r"llama\.cpp pull 1642")
_add("craftrigs", "craftrigs, Apple silicon LLM benchmarks", "https://craftrigs.pages.dev/comparisons/apple-silicon-llm-benchmarks", r"craftrigs")
_add("mikeshouts-m5", "mikeshouts.com, Apple M5 Pro and M5 Max", "https://mikeshouts.com/apple-m5-pro-m5-max/amp", r"mikeshouts")
_add("allyoucantech-m5", "allyoucantech.com, Apple M5", "https://allyoucantech.com/?p=164644", r"allyoucantech")
_add("google-tpu-docs", "Google Cloud TPU documentation (v3, v4, v5e, v5p, v6e, TPU7x)", "https://docs.cloud.google.com/tpu/docs", r"docs\.cloud\.google\.com", r"\bGCP\b")
_add("aws-neuron-docs", "aws-neuron-sdk, hardware pages (2026-08-21)",
     _git("aws-neuron/aws-neuron-sdk", "81ce03a", "about-neuron/arch/neuron-hardware"), r"aws-neuron-sdk")
_add("spark-issue-1", "dgx_spark_config issue 1: memory and matmul of a DGX Spark", "https://github.com/GuigsEvt/dgx_spark_config/issues/1", r"dgx_spark_config", r"\bGUIGS\b")
_add("ds4-issue-773", "ds4 issue 773: read bandwidth of a DGX Spark", "https://github.com/antirez/ds4/issues/773", r"antirez/ds4")
_add("spark-launch", "meterpreter.org, DGX Spark announcement", "https://meterpreter.org/a-supercomputer-on-your-desk-nvidia-unveils-the-dgx-spark-ai-superchip", r"meterpreter\.org")
_add("fixstars-orin", "Fixstars, Jetson AGX Orin", "https://blog.us.fixstars.com/?p=1855", r"fixstars")
_add("nvidia-dla", "Deep-Learning-Accelerator-SW README: TOPS of Orin's GPU and DLA", "https://github.com/NVIDIA/Deep-Learning-Accelerator-SW", r"Deep-Learning-Accelerator-SW", r"\bDLA\b")
_add("learnaivisually-thor", "learnaivisually.com, Jetson Thor", "https://learnaivisually.com/ai-explained/jetson-thor-edge-blackwell", r"learnaivisually")
_add("rubin-status", "ngtimes.org, Vera Rubin production (2026-06-03)", "https://ngtimes.org/2026/06/03/nvidia-sends-vera-rubin-into-full-production", r"ngtimes")
_add("blackwall", "BLACKWALL, MXFP8 and NVFP4 matmul on an RTX 5060 Ti @744deb2", "https://github.com/QuantumDrizzy/BLACKWALL", r"BLACKWALL")
_add("cudalibrarysamples-283", "CUDALibrarySamples issue 283: MXFP8 matmul on an RTX 5090 (2025-09)", "https://github.com/NVIDIA/CUDALibrarySamples/issues/283", r"CUDALibrarySamples")
_add("calebcoffie", "calebcoffie.com, RTX 3090 and 5070 bandwidth (2026-05)", "https://calebcoffie.com", r"calebcoffie")
_add("tinygrad-issue-6", "open-gpu-kernel-modules issue 6: p2pBandwidthLatencyTest of RTX 4090", "https://github.com/tinygrad/open-gpu-kernel-modules/issues/6", r"tinygrad/open-gpu")
_add("mli-issue-4", "transformers-benchmarks issue 4: A800 copy bandwidth", "https://github.com/mli/transformers-benchmarks/issues/4", r"mli/transformers-benchmarks")
_add("pi-gpu-issue-790", "raspberry-pi-pcie-devices issue 790: RTX 3060 memory", "https://github.com/geerlingguy/raspberry-pi-pcie-devices/issues/790", r"raspberry-pi-pcie-devices")
_add("codecarbon-cpus", "codecarbon, CPU data set from AMD and Intel exports",
     _git("mlco2/codecarbon", "b05965e", "codecarbon/data/hardware/cpu_dataset_builder"), r"cpu_dataset_builder", r"\bCC\b")
_add("flashmla-75", "FlashMLA issue 75: H800 SXM5 bandwidth and rate", "https://github.com/deepseek-ai/FlashMLA/issues/75", r"FlashMLA")
_add("aiwiki", "aiwiki.ai, A800 and H800", "https://aiwiki.ai/wiki/nvidia_h800", r"aiwiki")
_add("a800-news", "techpowerup.com and tweakers.net 203182, A800 launch", "https://tweakers.net/nieuws/203182", r"techpowerup\.com news", r"tweakers\.net", r"\bTWEAK\b", r"\bTPUNEWS\b")
_add("a100-table", "Same device family: values of the A100 or H100 row", "", r"other figures as", r"as A100 80GB")
_add("cpu-pages", "CPU vendor and review pages", "",
     r"cxbdf\.cn", r"digitalphablet", r"AMX rate", r"servethehome\.com Xeon", r"AnandTech", r"wikichip", r"hardwaretimes", r"halves for one Grace",
     r"heise\.de", r"hardwareluxx", r"\bTOMSX\b")
_add("gpu-pages", "Device and review pages", "",
     r"waredb", r"cputronic", r"spheron", r"tweaktown", r"gpu\.name", r"itcctv", r"CUDA-Learn-Notes", r"\bHOTHW\b", r"\bFUZZ\b", r"\bPAL\b",
     r"a16-vs-nvidia-t40", r"\bR97\b")
_add("price-pages", "Launch-price reports in the press and in shops", "",
     r"rockpapershotgun", r"gpudetails\.sql", r"cbmssymposium", r"laurentschoice", r"biggo\.com", r"kubesimplify", r"edgeaistack",
     r"bloglaralemi", r"hardware-choice note", r"theaibench", r"cioinsights", r"retail 8,000")
_add("runlocalai", "runlocalai.co, GPU guides and street prices (2026-05)", "https://runlocalai.co/guides/best-gpu-for-local-ai-2026", r"runlocalai")
_add("localrig", "localrig, street prices (2026-06-29)", "", r"\blocalrig\b")
_add("rule", "Rule from devices of the same family (stated in the catalog's README)", "", r"\brule\b", r"same capacity", r"^as RX")
_add("from-memory", "Known, but not seen in a source", "", r"from memory")

# Models
_add("aiconfigurator-models", "aiconfigurator, copies of Hugging Face config.json (2026-08-21)",
     _git("ai-dynamo/aiconfigurator", "095f58a", "aic-core/src/aiconfigurator_core/model_configs"), r"aiconfigurator_core/model_configs")
_add("litgpt", "litgpt, litgpt/config.py (2026-06-29)",
     _git("Lightning-AI/litgpt", "2685705", "litgpt/config.py"), r"Lightning-AI/litgpt")
_add("timm", "pytorch-image-models, inference benchmark: parameters, GMACs, activations",
     _git("huggingface/pytorch-image-models", "aa4b585", "results/benchmark-infer-amp-nhwc-pt240-cu124-rtx4090.csv"), r"pytorch-image-models")
_add("llm-analysis-models", "llm-analysis, model_configs",
     _git("cli99/llm-analysis", "d841e40", "llm_analysis/model_configs"), r"llm_analysis/model_configs")
_add("mlc-presets", "mlc-llm, model presets",
     _git("mlc-ai/mlc-llm", "79d603f", "python/mlc_llm/model/model_preset.py"), r"mlc-ai/mlc-llm")
_add("maxtext", "maxtext, model configurations",
     _git("AI-Hypercomputer/maxtext", "e591f30", "src/maxtext/configs/models"), r"maxtext")
_add("nemo", "NeMo, model dataclasses",
     _git("NVIDIA/NeMo", "8cfedd7", "nemo/collections/llm/gpt/model"), r"NVIDIA/NeMo:")
_add("megatron-bridge", "Megatron-Bridge, providers and bridges (2026-08-22)",
     "https://github.com/NVIDIA-NeMo/Megatron-Bridge/tree/067f987", r"Megatron-Bridge")
_add("genz-models", "GenZ-LLM-Analyzer, model sets",
     _git("abhibambhaniya/GenZ-LLM-Analyzer", "091bdd0", "GenZ/Models/Model_sets"), r"GenZ/Models", r"GenZ mistral")
_add("mlx-lm", "mlx-lm, model modules",
     _git("ml-explore/mlx-lm", "d78bf58", "mlx_lm/models"), r"mlx-lm")
_add("hf-config", "config.json of the model on huggingface.co", "https://huggingface.co",
     r"huggingface\.co/(?!hardware|spaces|Intel/whisper|xlate|deepghs|jatr96|flax|jffacevedo)", r"transformers glm4_moe")
_add("hf-diffusers-config", "UNet and text-encoder config.json on huggingface.co", "https://huggingface.co",
     r"jatr96", r"flax/vintedois", r"jffacevedo")
_add("whisper-cards", "Whisper conversions on huggingface.co (Intel, xlate): configurations",
     "https://huggingface.co/Intel/whisper-small-openvino", r"whisper-small-openvino", r"xlate/whisper")
_add("ultralytics", "Ultralytics model table: parameters and GFLOPs at 640", "https://docs.ultralytics.com/models", r"Ultralytics")
_add("yolo-face", "deepghs/yolo-face README: measured GFLOPs of YOLO sizes", "https://huggingface.co/deepghs/yolo-face", r"deepghs/yolo-face")
_add("yolov10-replicate", "YOLOv10 table on replicate.com", "https://replicate.com/shubhamai/yolov10/readme", r"yolov10/readme")
_add("llm-foundry", "llm-foundry, MPT training yamls",
     "https://github.com/mosaicml/llm-foundry/tree/main/scripts/train/yamls/pretrain", r"llm-foundry")
_add("gpt3-paper", "Language Models are Few-Shot Learners, table 2.1", "https://arxiv.org/abs/2005.14165", r"2005\.14165")
_add("nemo-automodel", "NVIDIA NeMo AutoModel documentation", "https://docs.nvidia.com/nemo/automodel/nightly", r"nemo/automodel")
_add("torchtune", "torchtune, Llama 3.2 Vision builders",
     "https://github.com/meta-pytorch/torchtune/blob/main/torchtune/models/llama3_2_vision/_model_builders.py", r"torchtune")
_add("recount", "Recount of the parameters against the published total", "",
     r"recompute", r"recomputed", r"checked against 60\.5M", r"agrees\b")
_add("minimax-readme", "MiniMax-01 README", "https://github.com/MiniMax-AI/MiniMax-01", r"MiniMax-01 README")
_add("llama-cpp-listing", "Parameter counts printed by llama.cpp in public logs", "", r"llama\.cpp listing")
_add("models-dev", "models.dev @f3fc692 (2026-07-02)", "https://github.com/anomalyco/models.dev", r"models\.dev")
_add("public-tests", "Model fixtures in public test code", "", r"community test fixture")
_add("fusion-mlx", "fusion-mlx release v0.8.0 page", "https://github.com/dahai80/fusion-mlx", r"fusion-mlx")
_add("model-family", "Dimensions of the base model this one is built on", "",
     r"same dims as", r"dims as EXAONE", r"decoder = Qwen2\.5-7B", r"Qwen3 dims", r"BERT-shaped", r"XLM-R large with")

_add("counted-networks", "Counted from the shapes of the networks; parameters agree with the published checkpoints to the last "
     "digit where every layer is counted (tools/catalog/networks.py)", "")

# Number formats
_add("ieee-formats", "IEEE 754 and bfloat16: bits by definition", "")
_add("derived-bits", "Arithmetic: bits of the value + bits of the scale and zero point / group size", "")
_add("gguf-types", "Block sizes of GGUF types: huggingface.js, quant-descriptions.ts (2026-08-21)",
     _git("huggingface/huggingface.js", "fe42e68", "packages/gguf/src/quant-descriptions.ts"))
_add("llama-cpp-quantize", "llama.cpp, tools/quantize/README.md: bits per weight of whole files of Llama 3.1 8B",
     "https://github.com/ggml-org/llama.cpp/blob/master/tools/quantize/README.md")
_add("qlora-paper", "QLoRA: Efficient Finetuning of Quantized LLMs, section 3", "https://arxiv.org/abs/2305.14314")
_add("mlx-quantize", "ml-explore/mlx: affine quantization, default group size 64 (as remembered)",
     "https://github.com/ml-explore/mlx")

# Clouds
_add("karpenter-aws", "karpenter-provider-aws, on-demand prices (2026-07-20)",
     _git("aws/karpenter-provider-aws", "1d927085", "pkg/providers/pricing/zz_generated.pricing_aws.go"), r"karpenter-provider-aws")
_add("karpenter-azure", "karpenter-provider-azure, on-demand prices (2026-06-18)",
     _git("Azure/karpenter-provider-azure", "352646f2", "pkg/providers/pricing/zz_generated.pricing.go"), r"karpenter-provider-azure")
_add("karpenter-gcp", "karpenter-provider-gcp, initial prices (2026-08-03)",
     _git("cloudpilot-ai/karpenter-provider-gcp", "417f047b", "pkg/providers/pricing/initial-prices.json"), r"karpenter-provider-gcp")
_add("cyclenerd-gcp", "google-cloud-pricing-cost-calculator, machine types and commitment prices (2026-02-12)",
     "https://github.com/Cyclenerd/google-cloud-pricing-cost-calculator", r"Cyclenerd")
_add("skypilot-catalog", "skypilot-catalog, catalogs/v8",
     "https://github.com/skypilot-org/skypilot-catalog/tree/master/catalogs/v8", r"skypilot-catalog")
_add("gpu-price-feed", "gpu-price-feed, daily cheapest price per GPU (collected 2026-10-01)",
     _git("toolshedlabs-hash/gpu-price-feed", "3371c7ba", "data/history/v2/2026-10.jsonl"), r"gpu-price-feed")
for _name, _org, _page, _read in (  # transcribed by api-evangelist
        ("nexgen-cloud", "nexgen-cloud/tree/0fa0509e", "hyperstack.cloud/gpu-pricing", "2026-08-26"),
        ("lambda", "lambda-labs/tree/1929382e", "lambda.ai/instances", "2026-09-20"),
        ("coreweave", "coreweave/tree/27bcc25e", "coreweave.com/pricing", "2026-09-20"),
        ("nebius", "nebius/tree/37bdedf3", "nebius.com/prices", "2026-10-07"),
        ("crusoe", "crusoe/tree/39cd780e", "crusoe.ai/cloud/pricing", "2026-09-20"),
        ("qubrid", "qubrid-ai", "qubrid.com", "2026-09-20"),
        ("tensordock", "tensordock", "tensordock.com", "2026-05-25"),
        ("runpod", "runpod", "runpod.io/pricing", "2026-10-07")):
    _add(f"{_name}-list", f"{_page} list prices (read {_read})",
         f"https://github.com/api-evangelist/{_org}", rf"api-evangelist/{_org.split('/')[0]}\b")
_add("hf-endpoints", "hf-endpoints-documentation, pricing (second half of 2025)",
     _git("huggingface/hf-endpoints-documentation", "11293966", "docs/source/support/pricing.md"), r"hf-endpoints-documentation")
_add("full-stack-clouds", "website, cloud GPU tables (last edits 2025-03)",
     _git("the-full-stack/website", "2bddc6d5", "docs/cloud-gpus"), r"the-full-stack/website")
_add("compute-screener", "compute-screener, provider table (read 2026-10-24)", "https://github.com/renshuBTC/compute-screener", r"compute-screener")
_add("techbytes-serverless", "techbytes.app, serverless GPU pricing matrix (verified 2026-05-07)",
     "https://techbytes.app/posts/serverless-gpu-pricing-matrix-modal-replicate-lambda-2026/", r"techbytes\.app")
_add("runpod-serverless", "RunPod serverless pricing (undated)", "https://docs.runpod.io/serverless/pricing", r"docs\.runpod\.io")
_add("silybench", "silybench-data, GPU prices (checked 2026-09-25 at runpod.io/pricing)",
     _git("tgarg01/silybench-data", "045df3bf", "derived/csv/gpu_prices.csv"), r"silybench")
_add("usagepricing", "usagepricing.com, GPU-hour pricing", "https://usagepricing.com/blueprint/billing-units/gpu-hour-pricing", r"usagepricing")
_add("gcp-list-prices", "tanod/cloud-gpu-list-prices, from the Google Cloud Billing Catalog API (2026-10-13)",
     "https://huggingface.co/datasets/tanod/cloud-gpu-list-prices", r"tanod/cloud-gpu-list-prices")
_add("nvplay-a100", "nvplay.ru, A100 80GB PCIe: the A100 was presented in May 2020", "https://nvplay.ru/news/nvidia-a100-80-gb-pci-express")
_add("grokipedia-h100", "Grokipedia, Nvidia H100: production from September, PCIe from October 2022", "https://grokipedia.com/page/Nvidia_H100")
_add("grokipedia-h100-nvl", "Grokipedia, H100 NVL: announced 2023-03-21", "https://grokipedia.com/page/210100120")
_add("grokipedia-l40s", "Grokipedia, L4 and L40S: announced in March and August 2023", "https://grokipedia.com/page/NVIDIA_L4_vs_L40S")
_add("neowin-mi325x", "Neowin, AMD presents the MI325X (2024-10-10)",
     "https://www.neowin.net/news/amd-says-its-upcoming-chips-can-outperform-those-from-nvidia/")
_add("ridgerun-thor", "RidgeRun, Jetson AGX Thor: system on module",
     "https://developer.ridgerun.com/wiki/index.php/NVIDIA_Jetson_AGX_Thor/Introduction/SoM_Overview")
_add("techpowerup-nvlink", "TechPowerUp, RTX 2080 Ti with NVLink: 100 GB/s both ways",
     "https://www.techpowerup.com/reviews/NVIDIA/GeForce_RTX_2080_Ti_SLI_RTX_2080_SLI_NVLink/2.html")
_add("ga102-nvlink", "NVIDIA GA102 white paper, as quoted in the Transformers documentation: 56.25 GB/s each way",
     "https://huggingface.co/docs/transformers/perf_hardware")
_add("leadtek-v100", "Leadtek GS4830NT: eight V100 SXM2 in a cube mesh",
     "https://www.leadtek.com/eng/products/workstation_server(30)/WinFast_GS4830NT(30865)/detail")
_add("transformer-engine-matrix", "Transformer Engine, data types and hardware by compute capability",
     "https://nvidia.github.io/TransformerEngine/support_matrix.html")
_add("vllm-fp8", "vLLM 0.32 documentation, FP8 W8A8", "https://docs.vllm.ai/en/v0.32.0/features/quantization/llm_compressor/fp8/")
_add("vllm-hardware", "vLLM 0.14 documentation, quantization: supported hardware",
     "https://docs.vllm.ai/en/v0.14.0/features/quantization/")
_add("mistralrs-flash", "mistral.rs, flash attention by compute capability",
     "https://ericlbuehler.github.io/mistral.rs/guides/perf/use-flash-attention/")
_add("bitsandbytes-docs", "bitsandbytes 0.50 documentation, hardware requirements",
     "https://huggingface.co/docs/bitsandbytes/v0.50.0/installation")
_add("aws-price-history", "sustainable-deep-learning, cost_data.py: AWS prices before the cut of June 2025",
     "https://github.com/edwinlim0919/sustainable-deep-learning")
_add("introl-aws-cut", "introl.com: AWS cut P5 from 98.32 US$ per hour in June 2025", "https://introl.com")
_add("codecarbon-mix", "codecarbon, global_energy_mix.json: life-cycle CO2 by country, Our World in Data and Ember, year 2023",
     _git("mlco2/codecarbon", "b05965e", "codecarbon/data/private_infra/global_energy_mix.json"))
_add("ember-world", "Ember, world mix of 2023, as cited by Statista", "https://ember-energy.org")
_add("egrid-2023", "US EPA eGRID2023 revision 2, as kept by hyperscale-emissions",
     "https://github.com/gianguidi/hyperscale-emissions")
_add("eia-electricity", "US EIA, Electric Power Monthly, table 5.6.A, through energypricestoday.com (updated 2026-04-26)",
     "https://www.eia.gov/electricity/monthly/epm_table_grapher.php?t=epmt_5_6_a")
_add("eurostat-electricity", "Eurostat, electricity prices, first half of 2025",
     "https://ec.europa.eu/eurostat/statistics-explained/index.php?title=Electricity_price_statistics")
_add("genai-prices", "genai-prices, hosted prices (2026-08-21)",
     _git("pydantic/genai-prices", "47df840a", "prices/data.json"), r"pydantic/genai-prices")
_add("data-receipts", "data-receipts, GPU pricing (retrieved 2026-11-09)", "https://github.com/datareceipts/data-receipts", r"data-receipts")


def ids_of(text):
    """Ids of the sources a table cell names, in the order of the text; a cell that names none is an error."""
    if not text.strip():
        return []
    hits = []
    for id, (_, _, patterns) in KNOWN.items():
        starts = [match.start() for pattern in patterns if (match := pattern.search(text))]
        if starts:
            hits.append((min(starts), id))
    if not hits:
        raise ValueError(f"no source known for: {text!r}")
    return [id for _, id in sorted(hits)]


def write_list(used):
    """The sources.json list of the ids in use."""
    rows = []
    for id in sorted(used):
        title, url, _ = KNOWN[id]
        rows.append({"id": id, "title": title} | ({"url": url} if url else {}))
    return rows
