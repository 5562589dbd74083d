// Lists that others publish: how they are fetched and read.

/** What stands at an address, which has to be there. */
export async function answered(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Formats whose readers say which form they expected of a list that has another. */
export const readers = (formats) => Object.fromEntries(Object.entries(formats).map(([name, { read, ...more }]) => [name, { ...more, read(...list) {
  try {
    return read(...list);
  } catch (error) {
    throw new Error(`this is no list in the format ${name}: ${error.message}`);
  }
} }]));
