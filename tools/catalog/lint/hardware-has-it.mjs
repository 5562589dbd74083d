// No rate for arithmetic that the tensor cores of an architecture do not have.
import { rate, recordsOf } from '../records.mjs';

// Arithmetics that the hardware of an NVIDIA architecture does not have.
const ABSENT = {
  Volta: ['bf16', 'tf32', 'fp8', 'fp6', 'fp4'],
  Turing: ['bf16', 'tf32', 'fp8', 'fp6', 'fp4'],
  Ampere: ['fp8', 'fp6', 'fp4'],
  'Ada Lovelace': ['fp6', 'fp4'],
  Hopper: ['fp6', 'fp4', 'int4'],
  Blackwell: ['int4'],
  'Blackwell Ultra': ['int4'],
};

export default (catalog) =>
  recordsOf(catalog, 'accelerators').filter(({ vendor }) => vendor === 'NVIDIA').flatMap((record) =>
    (ABSENT[record.architecture] ?? []).filter((arithmetic) => rate(record, arithmetic))
      .map((arithmetic) => `${record.id}: ${record.architecture} has no ${arithmetic} tensor cores`));
