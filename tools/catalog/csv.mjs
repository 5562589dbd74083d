// Comma-separated tables: text to rows, each an object by the names of the header.
function cellsOf(text) {
  const rows = [[]];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') cell += text[++i];
    else if (c === '"') quoted = !quoted;
    else if (!quoted && (c === ',' || c === '\n')) {
      rows.at(-1).push(cell);
      cell = '';
      if (c === '\n') rows.push([]);
    } else if (c !== '\r') cell += c;
  }
  rows.at(-1).push(cell);
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}

export function rowsOf(text) {
  const [header, ...rows] = cellsOf(text);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name.trim(), (row[i] ?? '').trim()])));
}
