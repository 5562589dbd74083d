// What the forward pass leaves for the backward pass, operation by operation.
//
// All figures are bytes of one micro-batch on one GPU: tokens are b s / (context parallel), and tensor
// parallelism with sequence parallelism divides every one of them by t (Korthikanti et al. 2022).
#pragma once

#include "engine/memory/training_input.h"

namespace ridgepoint {

// Activation bytes that one layer of the group keeps for its backward pass, one micro-batch, per
// tensor-parallel rank with sequence parallelism. A classic GPT block with dropout and without flash
// attention keeps s b h (34 + 5 a s / h) (Korthikanti et al. 2022, section 4).
Bytes layer_activations(const LayerGroup& group, int hidden, const TrainingMemoryInput& input);

// Tokens of a micro-batch on one GPU before tensor parallelism divides them.
double micro_batch_tokens(const TrainingMemoryInput& input);

// One layer with everything its backward pass reads, whatever is checkpointed.
Bytes layer_working_set(const LayerGroup& group, int hidden, const TrainingMemoryInput& input);
// Gradients that flow through the widest part of the layer.
Bytes layer_backward_buffers(const LayerGroup& group, int hidden, const TrainingMemoryInput& input);
// Final norm and the input of the LM head.
Bytes head_input(int hidden, const TrainingMemoryInput& input);

// Logits, their FP32 copy, log-softmax and gradient at the loss.
Bytes loss_buffers(int hidden, int vocab, const TrainingMemoryInput& input);
// Tokens whose logits are there at once, before tensor parallelism divides them.
double logit_tokens(const TrainingMemoryInput& input);
// Bytes that each of them takes; not of the fused loss.
double bytes_per_logit(const TrainingMemoryInput& input);

}  // namespace ridgepoint
