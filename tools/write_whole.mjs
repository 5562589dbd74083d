// A file that is written in full or stays as it was.
import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** @param {string} path @param {string | Uint8Array} text */
export function writeWhole(path, text) {
  const target = resolved(path);
  const beside = `${target}.${process.pid}.part`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Where a link leads. @param {string} path */
function resolved(path) {
  try {
    return realpathSync(path);
  } catch {
    return path; // there is none yet
  }
}
