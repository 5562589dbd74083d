// The checksum of a PNG's chunks (its specification, annex D).

const REVERSED_POLYNOMIAL = 0xedb88320;

/** @param {number} byte */
function remainder(byte) {
  let rest = byte;
  for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? (rest >>> 1) ^ REVERSED_POLYNOMIAL : rest >>> 1;
  return rest;
}
const table = Array.from({ length: 256 }, (_, byte) => remainder(byte));

/** @param {Uint8Array} bytes */
export const crc32 = (bytes) => (bytes.reduce((rest, byte) => table[(rest ^ byte) & 0xff] ^ (rest >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
