// The recorded form of an answer: every figure and id, in lines that can be compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nativeAnswers, asked } from './asked.mjs';
import { differences } from './differences.mjs';
import { form, written } from './form.mjs';

const small = {
  ok: true, engine_version: '1', catalog_date: '2026-01-01',
  answer: { status: 'fits', text: 'It fits.', figures: [{ id: 'hardware', value: 2, text: '2 cards' }] },
  speed: { tpot_ms: 20.00000000012, time_lines: [{ id: 'weights', label: 'Weights', bound: 'memory', s: 1 }, { id: 'host', label: 'Host', bound: 'host', s: 2 }], ranges: [{ figure: 'tpot_ms', low: 10, high: 30 }] },
  warnings: [{ code: 'tight', severity: 'warn', message: 'It is tight.' }],
};

test('figures stay and ids stand for sentences', () => {
  assert.deepEqual(form(small, {}), {
    answer: { figures: ['hardware'], status: 'fits' }, ok: true,
    speed: { ranges: { tpot_ms: { low: 10, high: 30 } }, time_lines: { 'weights memory': 1, host: 2 }, tpot_ms: 20 },
    warnings: ['tight warn'],
  });
});

test('a figure, an id and the order of lines each make a difference', () => {
  const differs = (is) => differences(form(small, {}), form(is, {}), 1e-9).map(([pointer]) => pointer);
  const speed = (more) => ({ ...small, speed: { ...small.speed, ...more } });
  assert.deepEqual(differs(speed({ tpot_ms: 20 * (1 + 5e-10) })), []);
  assert.deepEqual(differs(speed({ tpot_ms: 20 * (1 + 2e-9) })), ['/speed/tpot_ms']);
  assert.deepEqual(differs(speed({ time_lines: [...small.speed.time_lines].reverse() })), ['/speed/time_lines']);
  assert.deepEqual(differs(speed({ time_lines: small.speed.time_lines.slice(1) })), ['/speed/time_lines/weights memory']);
  assert.deepEqual(differs({ ...small, warnings: [{ ...small.warnings[0], code: 'queues' }] }), ['/warnings/0']);
  assert.deepEqual(differs({ ...small, warnings: [{ ...small.warnings[0], message: 'It is another.' }] }), []);
});

test('what is written is read as it was', () => {
  const value = { a: { b: [1, 2, 3, 4, 5, 6, 7, 8, 9], c: { d: null, e: [] } }, f: 'g' };
  assert.deepEqual(JSON.parse(written(value)), value);
  assert.equal(written({ a: 1, b: { c: 2 } }), '{"a":1,"b":{"c":2}}');
  assert.equal(written([1, 2, 3, 4, 5, 6, 7, 8, 9]), '[\n1,2,3,4,5,6,7,8,\n9]');
});

// What a record says in another place, or leaves out but for one scenario of a kind.
const ELSEWHERE = /^\/(answer\/figures|reproduce|explain|sensitivity|scenario|cost\/(cash_flow|npv|usd_per_useful_gpu_h)|memory\/kinds|speed\/percentiles|(serves|finetunes|trains)\/\d+\/model)\/|\/detailed$/;

test('no figure of an answer is lost', () => {
  const numbers = (value, at = '') => (typeof value === 'number' ? [[at, Number(value.toPrecision(10))]]
    : value !== null && typeof value === 'object' ? Object.entries(value).flatMap(([name, inner]) => numbers(inner, `${at}/${name}`)) : []);
  const questions = asked.filter(({ name }) => /^(scenarios\/serve_|recommend\/owned|compare|runs_on\/one)/.test(name));
  for (const [name, answer] of nativeAnswers(questions)) {
    const kept = new Set(numbers(form(answer, {})).map(([, value]) => value));
    assert.deepEqual(numbers(answer).filter(([at, value]) => !ELSEWHERE.test(at) && !kept.has(value)), [], name);
  }
});
