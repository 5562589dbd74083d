// Writes small GGUF and safetensors files as their formats are documented (ggml docs/gguf.md, safetensors README).

const encoder = new TextEncoder();

/** Little-endian bytes, grown by what is put in. */
class Bytes {
  parts = [];
  length = 0;

  add(bytes) {
    this.parts.push(bytes);
    this.length += bytes.length;
    return this;
  }
  number(method, size, value) {
    const view = new DataView(new ArrayBuffer(size));
    view[method](0, value, true);
    return this.add(new Uint8Array(view.buffer));
  }
  u32(value) { return this.number('setUint32', 4, value); }
  u64(value) { return this.number('setBigUint64', 8, BigInt(value)); }
  text(value) {
    const bytes = encoder.encode(value);
    return this.u64(bytes.length).add(bytes);
  }
  pad(to) { return this.add(new Uint8Array((to - (this.length % to)) % to)); }
  join() {
    const out = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

/** Value types of GGUF metadata: their number, and how one is written. */
const VALUES = {
  u8: [0, (b, v) => b.number('setUint8', 1, v)],
  i8: [1, (b, v) => b.number('setInt8', 1, v)],
  u16: [2, (b, v) => b.number('setUint16', 2, v)],
  i16: [3, (b, v) => b.number('setInt16', 2, v)],
  u32: [4, (b, v) => b.u32(v)],
  i32: [5, (b, v) => b.number('setInt32', 4, v)],
  f32: [6, (b, v) => b.number('setFloat32', 4, v)],
  bool: [7, (b, v) => b.number('setUint8', 1, v ? 1 : 0)],
  text: [8, (b, v) => b.text(v)],
  u64: [10, (b, v) => b.u64(v)],
  i64: [11, (b, v) => b.number('setBigInt64', 8, BigInt(v))],
  f64: [12, (b, v) => b.number('setFloat64', 8, v)],
};

/** Tensor types of ggml: number, values of a block, its bytes. */
export const TYPES = {
  f32: [0, 1, 4], f16: [1, 1, 2], q4_0: [2, 32, 18], q8_0: [8, 32, 34], q4_k: [12, 256, 144], q6_k: [14, 256, 210],
  iq4_xs: [23, 256, 136], bf16: [30, 1, 2], mxfp4: [39, 32, 17],
};

const product = (shape) => shape.reduce((a, b) => a * b, 1);

/** @param {{type: string, shape: number[]}} tensor */
export function tensorBytes({ type, shape }) {
  const [, values, bytes] = TYPES[type];
  return (product(shape) / values) * bytes;
}

/**
 * A GGUF file. `metadata`: [key, type, value], where a type in a list ("[u32]") means a list of it.
 * `tensors`: {name, type, shape}, innermost dimension first.
 */
export function gguf({ version = 3, metadata, tensors, alignment = 32 }) {
  const out = new Bytes().add(encoder.encode('GGUF')).u32(version).u64(tensors.length).u64(metadata.length);
  for (const [key, type, value] of metadata) {
    const list = /^\[(\w+)\]$/.exec(type)?.[1];
    const [number, write] = VALUES[list ?? type];
    out.text(key);
    if (list) {
      out.u32(9).u32(number).u64(value.length);
      for (const item of value) write(out, item);
    } else {
      write(out.u32(number), value);
    }
  }
  let offset = 0;
  for (const tensor of tensors) {
    out.text(tensor.name).u32(tensor.shape.length);
    for (const size of tensor.shape) out.u64(size);
    out.u32(TYPES[tensor.type][0]).u64(offset);
    offset += Math.ceil(tensorBytes(tensor) / alignment) * alignment;
  }
  return out.pad(alignment).add(new Uint8Array(offset)).join();
}

const DTYPE_BYTES = { F32: 4, F16: 2, BF16: 2, F8_E4M3: 1, I32: 4, I8: 1, U8: 1 };

/** A safetensors file. `tensors`: {name, dtype, shape}, outermost dimension first. */
export function safetensors(tensors, metadata) {
  const header = metadata ? { __metadata__: metadata } : {};
  let end = 0;
  for (const { name, dtype, shape } of tensors) {
    const begin = end;
    end += product(shape) * DTYPE_BYTES[dtype];
    header[name] = { dtype, shape, data_offsets: [begin, end] };
  }
  const json = encoder.encode(JSON.stringify(header));
  const padded = Math.ceil(json.length / 8) * 8;
  const spaces = new Uint8Array(padded - json.length).fill(32);
  return new Bytes().u64(padded).add(json).add(spaces).add(new Uint8Array(end)).join();
}
