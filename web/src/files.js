// Files that are made in the browser and offered for saving.

/** @param {string} name @param {string | Blob} content @param {string} type */
export function offer(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type: typeof content === 'string' ? `${type};charset=utf-8` : type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula is marked as text. @param {unknown[]} values */
export const csvLine = (values) => `${values.map(csvCell).join(',')}\r\n`;

/** @param {unknown} value */
function csvCell(value) {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
