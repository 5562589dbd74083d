// Which devices of the catalog a browser's own words for its graphics mean: "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Laptop GPU
// Direct3D11 vs_5_0 ps_5_0, D3D11)". Nothing is read here.

/** @typedef {Record<string, any>} Item */
/** @typedef {{said: string, exact: boolean, devices: Item[]}} Found what the browser says; does it name one device? Those it can mean, the likeliest first */

/** Programs that draw without a GPU, and screens of virtual machines. */
const software = /swiftshader|llvmpipe|softpipe|basic render|software|vmware|virgl|virtualbox|parallels|svga3d/i;
/** Firefox names one device in place of many, and Safari none. @param {string} text */
export const isVague = (text) => /or similar|^apple gpu$|^$/i.test(text);

/** Whose words they are: a name of one maker is never looked for among another's. @type {[RegExp, string][]} */
const makers = [[/nvidia|geforce|quadro|\b[rg]tx\b/i, 'NVIDIA'], [/apple/i, 'Apple'], [/amd|radeon|\bati\b/i, 'AMD'], [/intel/i, 'Intel'], [/qualcomm|adreno/i, 'Qualcomm'], [/moore threads/i, 'Moore Threads']];

/** Words that tell no device from another. */
const empty = new Set(['nvidia', 'geforce', 'amd', 'ati', 'intel', 'mesa', 'corporation', 'inc', 'gpu', 'graphics', 'generation', 'edition', 'series', 'with', 'design', 'tm', 'opengl', 'engine', 'technologies', 'qualcomm']);

/** Words that make another device of the one whose name stands before them. */
const others = new Set(['ti', 'super', 'laptop', 'mobile', 'maxq', 'xt', 'xtx', 'gre', 'd', 'm', 'pro', 'max', 'ultra', 'ada', 'blackwell', 'sff', 'boost', 'duo']);

/** What integrated graphics are called by their drivers, where it is not the name of their chip. @type {Record<string, string>} */
const called = { 'adreno x1 85': 'snapdragon-x-elite', 'iris xe': 'iris-xe-96eu', 'xe tgl gt2': 'iris-xe-96eu', 'arc mtl': 'arc-meteor-lake-8xe' };

/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().replace(/max-q/g, 'maxq').replace(/\((r|tm|c)\)/g, ' ').replace(/\b\d+ ?gb\b/g, ' ').split(/[^a-z0-9.]+/).filter((word) => word && !empty.has(word));

/** The part of a renderer's string that names the device. @param {string} text */
const nameIn = (text) => {
  const inside = /^ANGLE \((?:[^,]*), (?:ANGLE Metal Renderer: )?(.*)\)$/.exec(text.trim())?.[1] ?? text.trim();
  const wrapped = /^(?:Vulkan|zink Vulkan) [\d.]+ ?\((.*)\)$/.exec(inside.replace(/, [^,()]*$/, ''))?.[1] ?? inside; // in another driver's string
  return wrapped.replace(/,? (Direct3D|D3D|OpenGL|Unspecified|Vulkan).*$/i, '').replace(/, .*$/, '').replace(/\/PCIe\/SSE2.*$/, '').replace(/ \((0x|radeonsi|NVK|RADV|POLARIS|NAVI|VEGA|DG2).*$/i, '').trim();
};

/** "RX 6700/6700 XT/6750 XT" names three. @param {string} name */
function namesIn(name) {
  const [first, ...more] = name.split(/\s*\/\s*/);
  const family = /^\D*/.exec(first)?.[0] ?? '';
  return [first, ...more.map((one) => (/^\d/.test(one) ? family + one : one))];
}

/** Each way in which a device is called. @param {Item} device @returns {string[][]} */
const stems = ({ name, aliases = [] }) => [name.replace(/\(.*?\)/g, ' '), ...aliases].map(wordsOf).filter((words) => words.length > 1);

/** How many words of a name are those of a device; none where a word behind them makes another of it.
 * @param {string[]} words @param {string[]} stem */
function matched(words, stem) {
  const at = words.findIndex((_, i) => stem.every((word, j) => words[i + j] === word));
  return at < 0 || others.has(words[at + stem.length]) ? 0 : stem.length;
}

/** @param {string} name @param {Item[]} devices of its maker */
function meant(name, devices) {
  const words = wordsOf(name);
  const driver = Object.keys(called).find((key) => words.join(' ').startsWith(key));
  if (driver) return devices.filter(({ id }) => id === called[driver]);
  const lengths = devices.map((device) => Math.max(0, ...stems(device).map((stem) => matched(words, stem))));
  const longest = Math.max(0, ...lengths);
  const gb = Number(/(\d+) ?GB/i.exec(name)?.[1]);
  const found = devices.filter((device, i) => longest > 0 && lengths[i] === longest);
  const sized = gb && !found.every(isComputer) ? found.filter(({ memory_gb: memory }) => memory === gb) : found;
  return sized.sort((a, b) => (isComputer(a) ? 0 : a.memory_gb - b.memory_gb)); // what fits in the smaller fits in the larger
}

/** Its memory is that of the computer. @param {Item} device */
export const isComputer = ({ form_factor: form }) => form === 'soc';

/** What a browser says of its graphics, and the devices that it can mean.
 * @param {string[]} strings of WebGPU and WebGL, the clearest first @param {Item[]} accelerators of the catalog @returns {Found} */
export function deviceFrom(strings, accelerators) {
  const gpus = accelerators.filter(({ segment }) => segment !== 'cpu');
  for (const text of strings.filter((one) => !software.test(one) && !isVague(one))) {
    const said = nameIn(text);
    const maker = makers.find(([words]) => words.test(text))?.[1];
    const devices = [...new Set(namesIn(said).flatMap((name) => meant(name, gpus.filter(({ vendor }) => vendor === maker))))];
    if (devices.length) return { said, exact: true, devices };
  }
  const clearest = strings.find((text) => /[A-Z]/.test(text)) ?? '';
  const apple = strings.some((text) => /apple/i.test(text)); // which of its chips is not said
  return { said: nameIn(clearest) + (/or similar/.test(clearest) ? ', or similar' : ''), exact: false, devices: apple ? gpus.filter(({ vendor }) => vendor === 'Apple') : [] };
}

/** Memory that computers are sold with. */
const sizes = [8, 16, 18, 24, 32, 36, 48, 64, 96, 128, 192, 256, 512];

/** Memory that a computer with this chip can have: makers sell from a third of the most, or 16 GB. @param {Item} device @returns {number[]} none where it is the card's own */
export const memoriesOf = (device) => (isComputer(device) ? sizes.filter((gb) => gb <= device.memory_gb && gb >= Math.min(device.memory_gb, device.vendor === 'Apple' ? device.memory_gb / 3 : 16)) : []);
