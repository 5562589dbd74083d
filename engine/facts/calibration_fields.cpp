// The public fields of calibration records: names, units, limits, one sentence each.

#include "engine/facts/calibration.h"

namespace ridgepoint {
namespace {

void visit_devices(Conditions& c, FieldVisitor& v) {
  visit_field(v, {"architectures", "Architectures it covers; empty: any."}, c.architectures);
  visit_field(v, {"segments", "Segments it covers; empty: any."}, c.segments);
  visit_field(v, {"form_factors", "Form factors it covers; empty: any."}, c.form_factors);
  visit_field(v, {"memory_types", "How the types of memory it covers begin; empty: any."}, c.memory_types);
}

void visit_software(Conditions& c, FieldVisitor& v) {
  visit_field(v, {"frameworks", "Frameworks it covers; empty: any."}, c.frameworks);
  visit_field(v, {"before", "Software older than this date; empty: any."}, c.before);
}

void visit_share(FieldVisitor& v, Literal name, Literal help, double& share) {
  visit_field(v, {.name = name, .help = help, .min = 0.001, .max = 2}, share);
}

void visit_ms(FieldVisitor& v, Literal name, Literal help, Seconds& time) {
  visit_quantity(v, {.name = name, .help = help, .unit = "ms", .min = 0}, time, 1e-3);
}

void visit_us(FieldVisitor& v, Literal name, Literal help, Seconds& time) {
  visit_quantity(v, {.name = name, .help = help, .unit = "us", .min = 0}, time, 1e-6);
}

void visit_count(FieldVisitor& v, Literal name, Literal unit, Literal help, double& count) {
  visit_field(v, {.name = name, .help = help, .unit = unit, .min = 0}, count);
}

void visit_inference_shares(Efficiency& e, FieldVisitor& v) {
  visit_share(v, "bandwidth", "Share of bandwidth when reading dense weights.", e.bandwidth);
  visit_share(v, "expert_bandwidth", "Share of bandwidth when reading routed experts.", e.expert_bandwidth);
  visit_share(v, "cache_bandwidth", "Share of bandwidth when reading the KV cache.", e.cache_bandwidth);
  visit_share(v, "state_bandwidth", "Share of bandwidth when reading and writing states of linear layers.",
              e.state_bandwidth);
  visit_count(v, "scan_tokens", "tokens", "Tokens of a prompt that linear layers scan while their states are moved.",
              e.scan_tokens);
  visit_count(v, "unpack_bits", "bits", "Time of converting a narrow weight, as bits more to read.", e.unpack_bits);
  visit_count(v, "cache_unpack_bits", "bits", "Time of converting a narrow number of the cache, as bits more to read.",
              e.cache_unpack_bits);
  visit_count(v, "emulated_cache_bits", "bits", "The same for FP8 where the device has no arithmetic in it.",
              e.emulated_cache_bits);
  visit_share(v, "gemm", "Share of the dense rate in GEMMs at 16 bits and wider.", e.gemm);
  visit_share(v, "gemm_8bit", "What is left of that share in GEMMs at 8 bits.", e.gemm_8bit);
  visit_share(v, "gemm_4bit", "What is left of it in GEMMs at 4 bits.", e.gemm_4bit);
  visit_share(v, "gemm_dequantized", "What is left of it in GEMMs whose weights are converted to 16 bits.",
              e.gemm_dequantized);
  visit_share(v, "experts", "Share of the dense rate in GEMMs of routed experts.", e.experts);
  visit_share(v, "experts_dequantized", "Share of that where weights of experts are converted to 16 bits.",
              e.experts_dequantized);
  visit_share(v, "attention", "Share of the 16-bit rate in the attention core over prompts.", e.attention);
  visit_share(v, "decode_attention", "The same over the cache, where each decoded token comes alone.",
              e.decode_attention);
  visit_count(v, "padding", "tokens", "Tokens by which small batches are padded in dense GEMMs.", e.padding);
  visit_count(v, "expert_padding", "tokens", "Tokens by which those of a routed expert are padded.", e.expert_padding);
  visit_count(v, "vector_padding", "tokens", "The same for each token where few are multiplied as vectors.",
              e.vector_padding);
  visit_count(v, "elementwise", "", "Bytes that norms and gating move, over those of fused kernels on 16-bit numbers.",
              e.elementwise);
  visit_count(v, "routing_variance", "", "Of how often experts are chosen, over the square of the mean.",
              e.routing_variance);
}

void visit_times(Efficiency& e, FieldVisitor& v) {
  visit_us(v, "layer_us", "Fixed time per layer and pass.", e.layer);
  visit_us(v, "normed_layer_us", "More for a layer with more norms than two.", e.normed_layer);
  visit_field(v,
              {.name = "expert_width",
               .help = "Width of an expert that halves the speed of its products.",
               .min = 0,
               .max = 1e5},
              e.expert_width);
  visit_us(v, "moe_layer_us", "More for a layer with experts.", e.moe_layer);
  visit_us(v, "latent_layer_us", "More for a layer of latent attention (MLA).", e.latent_layer);
  visit_us(v, "indexed_layer_us", "More for a layer whose attention is sparse.", e.indexed_layer);
  visit_us(v, "linear_layer_us", "More for a layer of linear attention or state space.", e.linear_layer);
  visit_us(v, "compressed_layer_us", "More for a layer that sees its context compressed.", e.compressed_layer);
  visit_us(v, "prefill_layer_us", "Launching a layer in passes that process prompts, while others run.",
           e.prefill_layer);
  visit_us(v, "prefill_moe_layer_us", "More again for a layer with experts.", e.prefill_moe_layer);
  visit_us(v, "prefill_latent_layer_us", "More again for a layer of latent attention (MLA).", e.prefill_latent_layer);
  visit_ms(v, "step_ms", "Fixed time per pass.", e.step);
  visit_us(v, "sequence_us", "Time per sequence beyond the first and decode step.", e.sequence);
  visit_ms(v, "draft_ms", "Fixed time per drafted token.", e.draft);
  visit_ms(v, "request_ms", "Fixed time per request.", e.request);
  visit_count(v, "held_tokens", "tokens", "Tokens made before the first one is sent.", e.held_tokens);
}

void visit_collectives(Efficiency& e, FieldVisitor& v) {
  visit_share(v, "fabric", "Share of the fabric's bandwidth in collectives.", e.fabric);
  visit_share(v, "pcie", "Share of PCIe bandwidth, between a device and its host.", e.pcie);
  visit_share(v, "pcie_collective", "The same of collectives between devices.", e.pcie_collective);
  visit_share(v, "network", "Share of network bandwidth in collectives.", e.network);
  visit_us(v, "fabric_latency_us", "One small collective inside the fabric.", e.fabric_latency);
  visit_us(v, "pcie_latency_us", "One small collective over PCIe.", e.pcie_latency);
  visit_us(v, "network_latency_us", "One small collective across nodes.", e.network_latency);
}

}  // namespace

void visit(Calibrated<Efficiency>& e, FieldVisitor& v) {
  visit_field(v, {"id", "Name of the class."}, e.id);
  visit_devices(e, v);
  visit_inference_shares(e, v);
  visit_times(e, v);
  visit_collectives(e, v);
  visit_field(v, {"source", "What the coefficients were taken from."}, e.source);
}

void visit(Calibrated<SoftwareFactors>& f, FieldVisitor& v) {
  visit_field(v, {"id", "Name of the software."}, f.id);
  visit_field(v, {"segments", "Segments of devices it runs on; empty: any."}, f.segments);
  visit_field(v, {"engines", "Serving engines it covers; empty: any."}, f.engines);
  visit_field(v, {"date", "When they hold: in between they change evenly."}, f.date);
  for (const SoftwareFactor& factor : software_factors())
    visit_field(
        v, {.name = Literal(factor.name), .help = "Factor of the coefficient of a class.", .min = 0.001, .max = 100},
        f.*factor.factor);
  visit_us(v, "each_expert_us", "More for each routed expert of a layer, one after another.", f.each_expert);
  visit_us(v, "quantized_matrix_us", "More for each matrix that is multiplied in 8 or 4 bits.", f.quantized_matrix);
  visit_field(v, {"source", "What the factors were taken from."}, f.source);
}

void visit(Calibrated<TrainingEfficiency>& e, FieldVisitor& v) {
  visit_field(v, {"id", "Name of the class."}, e.id);
  visit_devices(e, v);
  visit_share(v, "gemm", "Share of the dense rate in matrix products of a very wide model at 16 bits.", e.gemm);
  visit_share(v, "gemm_8bit", "The same at 8 bits with a scale for every tensor.", e.gemm_8bit);
  visit_share(v, "gemm_mxfp8", "The same at 8 bits with a scale for every 32 values.", e.gemm_mxfp8);
  visit_share(v, "gemm_4bit", "The same at 4 bits.", e.gemm_4bit);
  visit_field(v, {.name = "half_hidden", .help = "Hidden size at which half of it is reached.", .min = 0},
              e.half_hidden);
  visit_share(v, "experts", "Share of routed experts, of what dense layers reach.", e.experts);
  visit_share(v, "attention", "Share of the 16-bit rate in the attention core.", e.attention);
  visit_share(v, "bandwidth", "Share of bandwidth.", e.bandwidth);
  visit_share(v, "fabric", "Share of the fabric's bandwidth in collectives.", e.fabric);
  visit_share(v, "network", "Share of network bandwidth in collectives.", e.network);
  visit_field(v, {"source", "What the coefficients were taken from."}, e.source);
}

void visit(Calibrated<TrainingSoftware>& s, FieldVisitor& v) {
  visit_field(v, {"id", "Name of the software."}, s.id);
  visit_field(v, {"architectures", "Architectures it runs on; empty: any."}, s.architectures);
  visit_software(s, v);
  visit_share(v, "gemm", "Share that matrix products reach of what the device allows.", s.gemm);
  visit_share(v, "narrow", "The same once more in 8 bits and fewer.", s.narrow);
  visit_share(v, "experts", "The same of routed experts.", s.experts);
  visit_share(v, "attention", "The same of the attention core.", s.attention);
  visit_field(v, {.name = "eager", .help = "Element-wise traffic over that of fused kernels.", .min = 0, .max = 20},
              s.eager);
  visit_share(v, "dequantize", "Share of bandwidth in expanding 4-bit weights.", s.dequantize);
  visit_field(v,
              {.name = "hidden",
               .help = "Share of tensor- and expert-parallel collectives that computing hides.",
               .min = 0,
               .max = 1},
              s.hidden);
  visit_share(v, "data_hidden", "The same of those between data-parallel ranks, where there is enough to compute.",
              s.data_hidden);
  visit_us(v, "layer_us", "Launches per layer and micro-batch.", s.layer);
  visit_us(v, "moe_layer_us", "More for a layer with experts.", s.moe_layer);
  visit_field(v, {"source", "What the coefficients were taken from."}, s.source);
}

void visit(Calibrated<TrainingOverheads>& o, FieldVisitor& v) {
  const auto share = [&](Literal name, Literal help, double& value) {
    visit_field(v, {.name = name, .help = help, .min = 0, .max = 10}, value);
  };
  visit_field(v, {"id", "Name of the record."}, o.id);
  visit_software(o, v);
  visit_quantity(v, {.name = "context_gb", .help = "Context and libraries.", .unit = "GB", .min = 0, .max = 16},
                 o.context, 1e9);
  share("fragmentation", "Share lost of what a step allocates and frees, batches of one length.", o.fragmentation);
  share("varying_logits", "The same of logits, batches of several lengths.", o.varying_logits);
  share("varying_values", "The same of other values.", o.varying_values);
  share("varying_fall", "Power of 1,024 tokens over the length that both fall with.", o.varying_fall);
  visit_field(v,
              {.name = "quantized_layer",
               .help = "Buffers of layers with quantized weights, per token and hidden value.",
               .unit = "bytes",
               .min = 0,
               .max = 200},
              o.quantized_layer);
  visit_field(v, {"unties_head", "A tied head is a matrix of its own."}, o.unties_head);
  visit_field(v, {"loads_whole", "The model is held whole before it is sharded."}, o.loads_whole);
  visit_field(v, {"source", "What the coefficients were taken from."}, o.source);
}

void visit(Calibrated<MediaEfficiency>& e, FieldVisitor& v) {
  visit_field(v, {"id", "Name of the class."}, e.id);
  visit_devices(e, v);
  visit_share(v, "gemm", "Share of the dense rate in matrix products and convolutions at 16 bits and wider.", e.gemm);
  visit_share(v, "gemm_8bit", "The same at 8 bits and below.", e.gemm_8bit);
  visit_share(v, "bandwidth", "Share of bandwidth for activations and weights.", e.bandwidth);
  visit_share(v, "train", "Share of the dense rate in training.", e.train);
  visit_field(v, {"source", "What the coefficients were taken from."}, e.source);
}

void visit(MediaTraffic& t, FieldVisitor& v) {
  const auto factor = [&](Literal name, Literal help, double& value) {
    visit_field(v, {.name = name, .help = help, .min = 0, .max = 100}, value);
  };
  factor("transformer", "Movements of an activation value in compiled transformers.", t.transformer);
  factor("transformer_eager", "The same in eager ones.", t.transformer_eager);
  factor("conv", "Movements of an activation value in compiled convolutional nets.", t.conv);
  factor("conv_eager", "The same in eager ones.", t.conv_eager);
  factor("conv_gemm", "Share of the rate that convolutions reach, over that of matrix products.", t.conv_gemm);
  factor("conv_gemm_eager", "The same in eager networks.", t.conv_gemm_eager);
  factor("denoiser", "Share of the rate that denoisers reach, over that of networks with large batches.", t.denoiser);
  factor("encoder", "The same of encoders of text.", t.encoder);
  factor("fp32", "Share of the rate of FP32 units that products reach.", t.fp32);
  factor("narrow", "Movements with weights of 8 bits and below, over those at 16 bits.", t.narrow);
  factor("state", "Movements of keys and values that a text decoder reads.", t.state);
  factor("unpack", "Movements of 16 bits for each weight of a denoiser that is unpacked to be multiplied.", t.unpack);
  factor("train", "Movements in training over those of three eager forward passes.", t.train);
  factor("train_conv", "Share of the rate that convolutions reach in training, over that of matrix products.",
         t.train_conv);
  visit_us(v, "launch_us", "Fixed time per convolution or linear layer of a compiled network.", t.launch);
  visit_us(v, "launch_eager_us", "The same of an eager one.", t.launch_eager);
  visit_us(v, "token_us", "More for each matrix of a text decoder whose tokens are picked, compiled.", t.token);
  visit_us(v, "token_eager_us", "The same, eager.", t.token_eager);
  visit_us(v, "window_us", "Time of the host for each window of audio.", t.window);
  visit_field(v, {"source", "What the coefficients were taken from."}, t.source);
}

void visit(FigureError& e, FieldVisitor& v) {
  visit_field(v, {"figure", "Figure that was compared."}, e.figure);
  visit_field(v, {"device_class", "Class of devices; empty: all."}, e.device_class);
  visit_field(v, {"vendors", "Vendors of its devices, where others of it were not measured."}, e.vendors);
  visit_field(v, {.name = "rows", .help = "Measured rows compared.", .min = 0}, e.rows);
  visit_field(v, {.name = "median", .help = "Median absolute relative error.", .min = 0}, e.median);
  visit_field(v, {.name = "p90", .help = "90th percentile of the absolute relative error.", .min = 0}, e.p90);
  visit_field(v,
              {.name = "range",
               .help = "What ranges follow where p90 holds less than 80%, because estimates are often far too small.",
               .min = 0},
              e.range);
  visit_field(v,
              {.name = "covered",
               .help = "Share of rows, left out of the fit, inside the range that follows; 0: unknown.",
               .min = 0,
               .max = 1},
              e.covered);
  visit_field(v, {.name = "tokens", .help = "Most of a prompt and its answer in these rows; 0: unknown.", .min = 0},
              e.most.tokens);
  visit_field(v, {.name = "in_flight", .help = "Most requests processed together; 0: unknown.", .min = 0},
              e.most.in_flight);
  visit_field(v, {.name = "accelerators", .help = "Most that hold one copy of the model; 0: unknown.", .min = 0},
              e.most.accelerators);
  visit_field(v, {"source", "The rows."}, e.source);
}

}  // namespace ridgepoint
