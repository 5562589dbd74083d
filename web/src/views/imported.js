// What an imported file says, in a line, and how the scenario takes it over.
import { modelDetail } from '../entries.js';
import { gigabytes, short } from '../format.js';
import { useModel } from './controls.js';

/** @typedef {import('../types.js').ImportResult} ImportResult */
/** @typedef {import('./controls.js').Board} Board */

/** The catalog's weight format that a file is quantized in. @param {ImportResult} imported @param {Board} board */
const quantized = (imported, board) => board.catalog.formats.find((f) => f.id === imported.format && f.for_weights && f.bits < 16);

/** The format that it says its KV cache is kept in. @param {ImportResult} imported @param {Board} board */
const cache = (imported, board) => board.catalog.formats.find((f) => f.id === imported.kv_format && f.for_kv);

/** What was imported, in a line. @param {ImportResult} imported @param {Board} board */
export function importedText(imported, board) {
  const { model, adapter, bytes } = imported;
  const size = bytes ? gigabytes(bytes / 1e9) : undefined;
  if (adapter) return `An adapter of rank ${adapter.rank}${adapter.base ? ` for ${adapter.base}` : ''}${size ? `, ${size}` : ''}`;
  const format = quantized(imported, board);
  const kv = cache(imported, board);
  return [model?.name, model && modelDetail(model), format && `weights in ${format.name}`, kv && `KV cache in ${kv.name}`, size].filter(Boolean).join(' · ');
}

/** With the size in the name of its model, where that says none: configurations without a name go by their type, "qwen3".
 * @param {ImportResult} imported @returns {ImportResult} */
export function withSize(imported) {
  const { model } = imported;
  if (!model?.params_b || /\d\s?[bm]\b/i.test(model.name)) return imported;
  const size = short(model.params_b * 1e9);
  return { ...imported, model: { ...model, id: `${model.id}-${size.toLowerCase()}`, name: `${model.name} ${size}` } };
}

/** The imported model, its weights and its cache in the formats they have. @param {ImportResult} imported @param {Board} board */
export function useImported(imported, board) {
  if (!imported.model?.layers) return; // sizes only
  const serves = ['serve', 'batch'].includes(board.state.workload);
  const format = serves ? quantized(imported, board) : undefined;
  const kv = serves ? cache(imported, board) : undefined;
  useModel(imported.model, board, { ...(format && { '/precision/weights': format.id }), ...(kv && { '/precision/kv': kv.id }) });
}
