// How wide a text is in a font, by the tables of its TrueType file: an SVG breaks no lines of its own.

/** @param {Buffer} file @returns {Record<string, number>} where each table begins */
function tablesOf(file) {
  const count = file.readUInt16BE(4);
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [file.toString('latin1', 12 + 16 * i, 16 + 16 * i), file.readUInt32BE(20 + 16 * i)]));
}

/** The glyph of each character of the first 65,536, by the subtable of format 4 that every such font has.
 * @param {Buffer} file @param {number} cmap @returns {(code: number) => number} */
function glyphsOf(file, cmap) {
  const subtables = Array.from({ length: file.readUInt16BE(cmap + 2) }, (_, i) => cmap + file.readUInt32BE(cmap + 8 + 8 * i));
  const at = subtables.find((start) => file.readUInt16BE(start) === 4);
  if (at === undefined) throw new Error('the font has no character map of format 4');
  const segments = file.readUInt16BE(at + 6) / 2;
  const [ends, starts, deltas, offsets] = [14, 16 + 2 * segments, 16 + 4 * segments, 16 + 6 * segments].map((offset) => at + offset);
  return (code) => {
    for (let i = 0; i < segments; ++i) {
      if (file.readUInt16BE(ends + 2 * i) < code) continue;
      const first = file.readUInt16BE(starts + 2 * i);
      if (first > code) return 0;
      const offset = file.readUInt16BE(offsets + 2 * i);
      const glyph = offset === 0 ? code : file.readUInt16BE(offsets + 2 * i + offset + 2 * (code - first));
      return glyph === 0 ? 0 : (glyph + file.readUInt16BE(deltas + 2 * i)) & 0xffff;
    }
    return 0;
  };
}

/** Gives the width of a text at a size; kerning, which makes it less, is left out.
 * @param {Buffer} file @returns {(text: string, size: number) => number} */
export function measureOf(file) {
  const { head, hhea, hmtx, cmap } = tablesOf(file);
  const unitsPerEm = file.readUInt16BE(head + 18);
  const widths = file.readUInt16BE(hhea + 34);
  const glyphOf = glyphsOf(file, cmap);
  const advance = (/** @type {number} */ glyph) => file.readUInt16BE(hmtx + 4 * Math.min(glyph, widths - 1));
  /** @type {Map<string, number>} */
  const known = new Map();
  const widthOf = (/** @type {string} */ letter) => {
    const width = known.get(letter) ?? advance(glyphOf(letter.codePointAt(0) ?? 0)) / unitsPerEm;
    known.set(letter, width);
    return width;
  };
  return (text, size) => [...text].reduce((sum, letter) => sum + widthOf(letter), 0) * size;
}
