// What browsers say of their graphics, as they spell it, and the devices of the catalog that are meant.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { createEngine } from '../../build/wasm/module/engine.js';
import { deviceFrom, memoriesOf } from '../../web/src/device_from.js';
import { root } from './browser.mjs';

let accelerators;
before(async () => {
  const engine = await createEngine({ wasm: await readFile(`${root}build/wasm/module/ridgepoint.wasm`), catalog: await readFile(`${root}build/wasm/catalog.json`, 'utf8') });
  accelerators = engine.catalog('accelerators');
});

const d3d = (maker, name) => `ANGLE (${maker}, ${name} Direct3D11 vs_5_0 ps_5_0, D3D11)`;
const metal = (name) => `ANGLE (Apple, ANGLE Metal Renderer: ${name}, Unspecified Version)`;

/** A renderer's string, and the ids that it can mean. */
const named = [
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 3060'), 'rtx-3060-12gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 3060 (0x00002503)'), 'rtx-3060-12gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 3060 Laptop GPU'), 'rtx-3060-laptop-6gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 3060 Laptop GPU (0x00002520)'), 'rtx-3060-laptop-6gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 3060 Ti'), 'rtx-3060-ti-8gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 3080'), 'rtx-3080-10gb rtx-3080-12gb rtx-3080-20gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 4060 Ti'), 'rtx-4060-ti-8gb rtx-4060-ti-16gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 4070 Ti SUPER'), 'rtx-4070-ti-super'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 4070 Laptop GPU'), 'rtx-4070-laptop-8gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 5070 Ti Laptop GPU'), 'rtx-5070-ti-laptop-12gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 5090'), 'rtx-5090'],
  [d3d('NVIDIA', 'NVIDIA GeForce RTX 4090 D'), 'rtx-4090-d'],
  [d3d('NVIDIA', 'NVIDIA GeForce GTX 1660 SUPER'), 'gtx-1660-super'],
  [d3d('NVIDIA', 'NVIDIA GeForce GTX 1060 6GB'), 'gtx-1060-6gb'],
  [d3d('NVIDIA', 'NVIDIA GeForce GTX 1070 with Max-Q Design'), 'gtx-1070'],
  [d3d('NVIDIA', 'NVIDIA RTX A2000 Laptop GPU'), 'rtx-a2000-laptop'],
  [d3d('NVIDIA', 'NVIDIA RTX 3500 Ada Generation Laptop GPU'), 'rtx-3500-ada-laptop-12gb'],
  [d3d('NVIDIA', 'NVIDIA RTX 6000 Ada Generation'), 'rtx-6000-ada'],
  [d3d('NVIDIA', 'NVIDIA RTX PRO 6000 Blackwell Workstation Edition'), 'rtx-pro-6000-blackwell-ws'],
  [d3d('NVIDIA', 'NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition'), 'rtx-pro-6000-blackwell-maxq'],
  [d3d('NVIDIA', 'NVIDIA TITAN RTX'), 'titan-rtx'],
  [d3d('NVIDIA', 'Quadro RTX 4000'), 'quadro-rtx-4000'],
  ['NVIDIA GeForce RTX 4090/PCIe/SSE2', 'rtx-4090'],
  ['ANGLE (NVIDIA Corporation, NVIDIA GeForce RTX 3090/PCIe/SSE2, OpenGL 4.5.0)', 'rtx-3090'],
  ['ANGLE (NVIDIA, Vulkan 1.3.242 (NVIDIA NVIDIA GeForce RTX 4080 (0x00002704)), NVIDIA)', 'rtx-4080'],
  ['zink Vulkan 1.3(NVIDIA GeForce RTX 2080 Ti (NVK TU102))', 'rtx-2080-ti'],
  ['AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17.0.6, DRM 3.57, 6.8.0)', 'rx-7900-xtx'],
  ['ANGLE (AMD, AMD Radeon RX 7900 XT (radeonsi navi31 LLVM 15.0.7), OpenGL 4.6)', 'rx-7900-xt'],
  ['AMD Radeon RX 6700/6700 XT/6750 XT / 6800M/6850M XT (radeonsi, navi22, LLVM 16.0.6)', 'rx-6700-10gb rx-6700-xt rx-6750-xt'],
  ['AMD Radeon RX 6800/6800 XT / 6900 XT (navi21, LLVM 15.0.7, DRM 3.49)', 'rx-6800 rx-6800-xt rx-6900-xt'],
  [d3d('AMD', 'AMD Radeon RX 7900 GRE'), 'rx-7900-gre'],
  [d3d('AMD', 'AMD Radeon RX 9070 XT'), 'rx-9070-xt'],
  [d3d('AMD', 'AMD Radeon RX 9060 XT'), 'rx-9060-xt-8gb rx-9060-xt-16gb'],
  [d3d('AMD', 'AMD Radeon RX 7600M XT'), 'rx-7600m-xt'],
  [d3d('AMD', 'AMD Radeon RX 6600 (0x000073FF)'), 'rx-6600'],
  [d3d('AMD', 'Radeon RX 580 Series'), 'rx-580-8gb'],
  [d3d('AMD', 'AMD Radeon(TM) 8060S Graphics (0x00001586)'), 'ryzen-ai-max-395-128gb'],
  [d3d('AMD', 'AMD Radeon 780M Graphics'), 'radeon-780m-ddr5'],
  [d3d('AMD', 'AMD Radeon PRO W7900'), 'radeon-pro-w7900'],
  ['ANGLE (ATI Technologies Inc., AMD Radeon RX 590 OpenGL Engine, OpenGL 4.1)', 'rx-590-8gb'],
  [d3d('Intel', 'Intel(R) Arc(TM) A770 Graphics (0x000056A0)'), 'arc-a770-16gb'],
  [d3d('Intel', 'Intel(R) Arc(TM) B580 Graphics'), 'arc-b580-12gb'],
  [d3d('Intel', 'Intel(R) Arc(TM) 140V GPU (16GB)'), 'arc-140v-32gb'],
  ['Mesa Intel(R) Arc(tm) A750 Graphics (DG2)', 'arc-a750-8gb'],
  [d3d('Intel', 'Intel(R) Iris(R) Xe Graphics (0x00009A49)'), 'iris-xe-96eu'],
  [d3d('Qualcomm', 'Qualcomm(R) Adreno(TM) X1-85 GPU'), 'snapdragon-x-elite'],
  [metal('Apple M1'), 'apple-m1 apple-m1-7c'],
  [metal('Apple M3 Max'), 'apple-m3-max apple-m3-max-30c'],
  [metal('Apple M4 Pro'), 'apple-m4-pro apple-m4-pro-16c'],
  [metal('Apple M2 Ultra'), 'apple-m2-ultra apple-m2-ultra-60c'],
  ['ANGLE (Apple, Apple M2 Pro, OpenGL 4.1)', 'apple-m2-pro apple-m2-pro-16c'],
  ['Apple M4 Max', 'apple-m4-max apple-m4-max-32c'],
];

for (const [text, ids] of named) {
  test(`Names-${text}`, () => {
    const found = deviceFrom([text], accelerators);
    assert.deepEqual([found.devices.map(({ id }) => id).join(' '), found.exact], [ids, true]);
  });
}

/** Strings that name no device of the catalog. */
const nameless = [
  'Google SwiftShader', 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', 'llvmpipe (LLVM 15.0.7, 256 bits)',
  'Mesa/X.org, llvmpipe (LLVM 12.0.0, 256 bits)', d3d('Microsoft', 'Microsoft Basic Render Driver (0x0000008C)'), 'SVGA3D; build: RELEASE; LLVM;', 'virgl (AMD Radeon RX 6800)',
  'NVIDIA GeForce GTX 980, or similar', 'ANGLE (NVIDIA, NVIDIA GeForce GTX 980 Direct3D11 vs_5_0 ps_5_0), or similar', 'Radeon R9 200 Series, or similar', 'Radeon HD 5850, or similar',
  d3d('AMD', 'AMD Radeon(TM) Graphics (0x0000164E)'), d3d('Intel', 'Intel(R) UHD Graphics 630 (0x00003E92)'), d3d('Intel', 'Intel(R) Iris(R) Pro Graphics 580'), 'Mesa Intel(R) Graphics (ADL GT2)',
  'Adreno (TM) 740', 'Mali-G78', d3d('NVIDIA', 'NVIDIA GeForce GT 710'), d3d('NVIDIA', 'NVIDIA GeForce RTX 9999'), d3d('NVIDIA', 'NVIDIA GeForce RTX 3050 6GB Laptop GPU'), d3d('AMD', 'AMD Radeon HD 5700 Series'), 'NV136', 'metal-3', '',
];

for (const text of nameless) test(`NamesNone-${text}`, () => assert.deepEqual(deviceFrom([text], accelerators).devices, []));

test('OfAnAppleGpuTheChipIsAsked', () => {
  for (const text of ['Apple GPU', 'Apple M1, or similar', 'apple metal-3']) {
    const { exact, devices } = deviceFrom([text], accelerators);
    assert.ok(!exact && devices.length > 30 && devices.every(({ vendor }) => vendor === 'Apple'), text);
  }
});

test('TheStringThatNamesADeviceGoesBeforeThoseThatDoNot', () => {
  const { said, devices } = deviceFrom(['nvidia ampere', '', d3d('NVIDIA', 'NVIDIA GeForce RTX 3060')], accelerators);
  assert.deepEqual([said, devices[0].id], ['NVIDIA GeForce RTX 3060', 'rtx-3060-12gb']);
  assert.equal(deviceFrom(['nvidia ampere', d3d('NVIDIA', 'NVIDIA GeForce RTX 9999')], accelerators).said, 'NVIDIA GeForce RTX 9999');
  assert.equal(deviceFrom([], accelerators).said, '');
});

test('MemoryIsAskedWhereItIsTheComputers', () => {
  const of = (id) => memoriesOf(accelerators.find((a) => a.id === id)).join(' ');
  assert.deepEqual([of('apple-m4-pro'), of('apple-m1'), of('rtx-3060-12gb'), of('radeon-780m-ddr5')], ['24 32 36 48 64', '8 16', '', '16 18 24 32 36 48 64 96']);
});
